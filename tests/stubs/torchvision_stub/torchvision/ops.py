"""Non-maximum suppression in plain torch."""

from __future__ import annotations

import torch


def nms(boxes: torch.Tensor, scores: torch.Tensor, iou_threshold: float) -> torch.Tensor:
    """Indices of the boxes that survive, by falling score. boxes: (n, 4) `xyxy`; scores: (n,)."""
    order = scores.argsort(descending=True)
    areas = (boxes[:, 2] - boxes[:, 0]).clamp(min=0) * (boxes[:, 3] - boxes[:, 1]).clamp(min=0)
    kept: list[int] = []
    while order.numel():
        best, rest = int(order[0]), order[1:]
        kept.append(best)
        low = torch.maximum(boxes[best, :2], boxes[rest, :2])
        high = torch.minimum(boxes[best, 2:], boxes[rest, 2:])
        shared = (high - low).clamp(min=0).prod(1)
        overlap = shared / (areas[best] + areas[rest] - shared).clamp(min=1e-9)
        order = rest[overlap <= iou_threshold]
    return torch.tensor(kept, dtype=torch.long, device=boxes.device)
