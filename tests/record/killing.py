"""Starting a writer and killing it at a random moment."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

SCRIPT = Path(__file__).with_name("killed_writer.py")
ROOT = Path(__file__).parents[2]


def run_and_kill(kind: str, path: Path, rng: random.Random) -> list[str]:
    """Runs the writer, kills it (SIGKILL) up to 0.2 s after its first acknowledgement, and returns all acknowledgements.

    A last line without its end was not acknowledged.
    """
    process = subprocess.Popen([sys.executable, str(SCRIPT), kind, str(path)], stdout=subprocess.PIPE, text=True, cwd=ROOT, env={"PYTHONPATH": str(ROOT)})
    assert process.stdout is not None
    first = process.stdout.readline()
    assert first, "the writer could not start"
    time.sleep(rng.uniform(0.0, 0.2))
    process.send_signal(signal.SIGKILL)
    rest, _ = process.communicate(timeout=20)
    assert process.returncode == -signal.SIGKILL
    return [line for line in (first + rest).splitlines(keepends=True) if line.endswith("\n")]
