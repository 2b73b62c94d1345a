"""The detector's adapter: YOLO on the rectified canvas, through onnxruntime (default) or ultralytics (own weights)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from models.files import load_session
from monitor.errors import ModelError
from monitor.vision.classes import CLASSES

LEAST_CONFIDENCE = 0.1


@dataclass(frozen=True, slots=True)
class Detections:
    """What the detector saw. xyxy: (n, 4) canvas pixels; confidence: (n,) 0..1; class_id: (n,) index into CLASSES."""

    xyxy: NDArray[np.float32]
    confidence: NDArray[np.float32]
    class_id: NDArray[np.int64]

    def __post_init__(self) -> None:
        n = len(self.xyxy)
        if self.xyxy.shape != (n, 4) or self.confidence.shape != (n,) or self.class_id.shape != (n,):
            raise ValueError(f"xyxy (n, 4), confidence (n,) and class_id (n,) must agree: {self.xyxy.shape} {self.confidence.shape} {self.class_id.shape}")

    def of(self, class_id: int, least: float = 0.0) -> Detections:
        """Those of one class with at least this confidence."""
        keep = (self.class_id == class_id) & (self.confidence >= least)
        return Detections(self.xyxy[keep], self.confidence[keep], self.class_id[keep])


class Detector(Protocol):
    """One canvas (h, w, 3) BGR in, detections in its pixels out."""

    def detect(self, canvas: NDArray[np.uint8]) -> Detections: ...


def _iou_suppress(found: Detections, most: float) -> Detections:
    """Drop a box that overlaps a surer one of its class by more than `most`: an end-to-end head still doubles now and then."""
    order = np.argsort(-found.confidence)
    keep: list[int] = []
    x = found.xyxy
    area = (x[:, 2] - x[:, 0]) * (x[:, 3] - x[:, 1])
    for i in order:
        ok = True
        for j in keep:
            if found.class_id[i] != found.class_id[j]:
                continue
            w = min(x[i, 2], x[j, 2]) - max(x[i, 0], x[j, 0])
            h = min(x[i, 3], x[j, 3]) - max(x[i, 1], x[j, 1])
            if w > 0 and h > 0 and w * h / (area[i] + area[j] - w * h) > most:
                ok = False
                break
        if ok:
            keep.append(int(i))
    k = np.array(keep, int)
    return Detections(x[k], found.confidence[k], found.class_id[k])


class OnnxDetector:
    """models/detector.onnx: input (1, 3, h, w) RGB 0..1, output (1, 4 + classes, n): middle x, y, width, height, class scores.

    This is the one-to-many head, whose doubles are suppressed here; the end-to-end head of so small a model finds fewer checkers.
    """

    def __init__(self, name: str = "detector", most_overlap: float = 0.55) -> None:
        self._session = load_session(name)
        self._input = self._session.get_inputs()[0].name
        self._most_overlap = most_overlap

    def detect(self, canvas: NDArray[np.uint8]) -> Detections:
        x = np.ascontiguousarray(canvas[..., ::-1].transpose(2, 0, 1)[None], np.float32) / np.float32(255)
        out = self._session.run(None, {self._input: x})[0][0]
        scores = out[4:]
        class_id = scores.argmax(0)
        confidence = scores[class_id, np.arange(scores.shape[1])]
        keep = confidence >= LEAST_CONFIDENCE
        class_id, confidence, (cx, cy, w, h) = class_id[keep].astype(np.int64), confidence[keep], out[:4, keep]
        if len(confidence) == 0:
            return Detections(np.zeros((0, 4), np.float32), confidence, class_id)
        corner = np.stack([cx - w / 2, cy - h / 2, w, h], 1)
        best = np.asarray(cv2.dnn.NMSBoxesBatched(corner.tolist(), confidence.tolist(), class_id.tolist(), LEAST_CONFIDENCE, self._most_overlap), int).reshape(
            -1
        )
        xyxy = np.stack([cx - w / 2, cy - h / 2, cx + w / 2, cy + h / 2], 1)[best].astype(np.float32)
        return Detections(xyxy, confidence[best].astype(np.float32), class_id[best])


class UltralyticsDetector:
    """A .pt or exported file run by ultralytics itself (needs the training requirements)."""

    def __init__(self, weights: str, most_overlap: float = 0.55) -> None:
        try:
            from ultralytics import YOLO
        except ImportError as e:
            raise ModelError("Running .pt weights needs ultralytics: pip install -r requirements.txt") from e
        self._model: Any = YOLO(weights)
        self._most_overlap = most_overlap
        names = tuple(self._model.names.values())
        if names != CLASSES:
            raise ModelError(f"The weights {weights} know the classes {names}, but the board reader needs {CLASSES}.")

    def detect(self, canvas: NDArray[np.uint8]) -> Detections:
        boxes = self._model.predict(canvas, imgsz=canvas.shape[:2], conf=LEAST_CONFIDENCE, verbose=False, device="cpu")[0].boxes
        return _iou_suppress(
            Detections(boxes.xyxy.numpy().astype(np.float32), boxes.conf.numpy().astype(np.float32), boxes.cls.numpy().astype(np.int64)), self._most_overlap
        )
