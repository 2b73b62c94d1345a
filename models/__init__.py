"""The weights, how they are loaded and checked, and (in `training`) how they are made."""
