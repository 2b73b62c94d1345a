"""Rendering, drawing, training and measuring; nothing here is needed at the table."""
