"""The machine that was measured on, in words."""

from __future__ import annotations

import os
import platform
from pathlib import Path


def machine() -> str:
    """This machine in words."""
    model = ""
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.is_file():
        model = next((line.partition(":")[2].strip() for line in cpuinfo.read_text().splitlines() if line.startswith("model name")), "")
    load = f", load {os.getloadavg()[0]:.1f} at the start" if hasattr(os, "getloadavg") else ""
    return f"{os.cpu_count()} cores {model or platform.processor()}, Python {platform.python_version()}{load}"
