"""The commands of `python -m monitor`, one module each; thin: they ask, call, show, and answer with an exit status."""
