"""The dashboard: pages over what the log says."""
