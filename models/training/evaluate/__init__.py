"""Measuring the reader on labelled stills and clips, and the model card."""
