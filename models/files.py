"""The model files that ship with the product: each is loaded only when its bytes are those that SHA256SUMS promises."""

from __future__ import annotations

import hashlib
import os
from functools import lru_cache
from pathlib import Path

import onnxruntime as ort

from monitor.errors import ModelError

FOLDER = Path(__file__).parent


def promised(folder: Path = FOLDER) -> dict[str, str]:
    """File name to SHA-256 from `SHA256SUMS` (lines of "hash  name"); empty when there is none."""
    path = folder / "SHA256SUMS"
    if not path.exists():
        return {}
    pairs = (line.split(maxsplit=1) for line in path.read_text("utf-8").splitlines() if line.strip())
    return {name.strip().lstrip("*"): digest for digest, name in pairs}


@lru_cache(maxsize=8)
def load_session(name: str) -> ort.InferenceSession:
    """The onnxruntime session of models/NAME.onnx, on two threads.

    Raises ModelError when the file is missing, unlisted, or not what its hash promises.
    """
    path = FOLDER / f"{name}.onnx"
    if not path.exists():
        raise ModelError(f"The model {path.name} is missing from the models folder; reinstall the product.")
    data = path.read_bytes()
    want = promised().get(path.name)
    if want is None or hashlib.sha256(data).hexdigest() != want:
        raise ModelError(f"The model {path.name} is not the one that SHA256SUMS promises; it may be damaged. Reinstall the product.")
    options = ort.SessionOptions()
    options.intra_op_num_threads = min(2, os.cpu_count() or 1)
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    return ort.InferenceSession(data, options, providers=["CPUExecutionProvider"])
