"""Reading dice and the cube from native-resolution crops, all crops of a frame in one run."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.files import load_session
from models.sizes import CUBE_FACES
from monitor.vision.faces import FaceCrop, network_input
from monitor.vision.logits import softmax


@dataclass(frozen=True, slots=True)
class FaceReading:
    """value_p: (6,) of the faces 1-6; none_p: that it is no die; flat_p, on_checker_p; cube_p: (6,) of CUBE_FACES, the rest unread."""

    value_p: NDArray[np.float32]
    none_p: float
    flat_p: float
    on_checker_p: float
    cube_p: NDArray[np.float32]

    @property
    def cube_value(self) -> int | None:
        """The cube's face when one is clearly likelier than all else together."""
        i = int(self.cube_p.argmax())
        return CUBE_FACES[i] if self.cube_p[i] > 0.5 else None


class FaceReader:
    """models/face.onnx: (n, 4, 64, 64) of `network_input` -> die (n, 7), pose (n, 2), cube (n, 7) logits."""

    def __init__(self) -> None:
        self._session = load_session("face")

    def read(self, crops: list[FaceCrop]) -> list[FaceReading]:
        """One reading a crop, in order."""
        if not crops:
            return []
        die, pose, cube = self._session.run(None, {"crop": network_input(crops)})
        die_p, cube_p, pose_p = softmax(die), softmax(cube), 1 / (1 + np.exp(-pose))
        return [FaceReading(d[:6], float(d[6]), float(p[0]), float(p[1]), c[:6]) for d, p, c in zip(die_p, pose_p, cube_p, strict=True)]
