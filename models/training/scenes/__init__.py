"""Rendered scenes with exact truth: looks, positions, throws, cameras, labels."""
