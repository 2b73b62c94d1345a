"""From a network's logits to probabilities."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def softmax(x: NDArray[np.float32]) -> NDArray[np.float32]:
    """Over the last axis."""
    e = np.exp(x - x.max(-1, keepdims=True))
    return np.asarray(e / e.sum(-1, keepdims=True), np.float32)
