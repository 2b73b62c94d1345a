"""Sees that the libraries OpenCV needs from the system are there; installs them as root on Debian, or says the one line that does.

usage: system_libraries.py PYTHON   (the interpreter of the virtual environment)
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

PACKAGES = ("libgl1", "libglib2.0-0")


def main(python: str) -> int:
    probe = subprocess.run([python, "-c", "import cv2"], capture_output=True, text=True, check=False)
    if probe.returncode == 0:
        return 0
    message = probe.stderr.strip().splitlines()[-1] if probe.stderr.strip() else "import cv2 failed"
    if "lib" not in message or ".so" not in message:
        print(f"OpenCV does not import: {message}", file=sys.stderr)
        return 1
    if shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        print(f"Installing system libraries for OpenCV: {' '.join(PACKAGES)}")
        quiet = {"stdout": subprocess.DEVNULL, "env": {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}}
        subprocess.run(["apt-get", "update", "-qq"], check=False, **quiet)
        subprocess.run(["apt-get", "install", "-y", "-qq", "--no-install-recommends", *PACKAGES], check=False, **quiet)
        if subprocess.run([python, "-c", "import cv2"], capture_output=True, check=False).returncode == 0:
            return 0
    print(f"A system library is missing ({message}). On Debian or Ubuntu this installs it:", file=sys.stderr)
    print(f"    sudo apt-get install -y {' '.join(PACKAGES)}", file=sys.stderr)
    print("On Fedora: sudo dnf install -y mesa-libGL glib2   Then run the same make command again.", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
