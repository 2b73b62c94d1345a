"""The station: what is watched and how, the pipeline from frames to the event log, its processes, and their supervision."""
