"""The video director: a script of a game (plain data) becomes a rendered match clip with exact truth (`formats.md` section 3)."""
