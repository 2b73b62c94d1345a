"""How many cases the long tests of transcripts try: a fast share by default, the full number with MONITOR_TRANSCRIPT_CASES."""

from __future__ import annotations

import os


def cases(fast: int, most: int) -> int:
    """fast, unless the variable asks for more; never more than `most`, the number that the product promises."""
    return min(most, max(fast, int(os.environ.get("MONITOR_TRANSCRIPT_CASES", "0"))))
