"""Rendered stills as training and measuring read them: NAME.jpg with NAME.meta.json beside it (`models.training.scenes.labels`)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.geometry import BoardFit

BAR = (0.48, 0.52)
"""Board u of the bar's edges for what does not look at cells."""


@dataclass(frozen=True, slots=True)
class Still:
    """One rendered picture. image: (h, w, 3) BGR uint8."""

    name: str
    image: NDArray[np.uint8]
    meta: dict[str, Any]

    @property
    def keypoints(self) -> NDArray[np.float64]:
        """(8, 2) px: the playing area's corners, then the bar's."""
        return np.asarray(self.meta["keypoints"], float)

    def fit(self) -> BoardFit:
        """The true geometry."""
        height, width = self.image.shape[:2]
        return BoardFit(self.keypoints[:4], BAR, width, height)


def picture_of(meta_path: Path) -> Path:
    """NAME.jpg for NAME.meta.json."""
    return meta_path.with_name(meta_path.name.removesuffix(".meta.json") + ".jpg")


def stills(folder: Path) -> Iterator[Still]:
    """Every still of a folder by name; one without a picture or without a board in it is left out."""
    for path in sorted(folder.glob("*.meta.json")):
        meta = json.loads(path.read_text(encoding="utf-8"))
        image = cv2.imread(str(picture_of(path)))
        if image is not None and meta.get("keypoints"):
            yield Still(path.name.removesuffix(".meta.json"), np.asarray(image, np.uint8), meta)
