"""All board looks by name (`LOOKS`); which split a look belongs to says `split.json`. Pure Python."""

from __future__ import annotations

from .look import Color, Look, Material, PointStyle
from .looks_other import OTHER
from .looks_train import TRAINING

__all__ = ["LOOKS", "Color", "Look", "Material", "PointStyle"]

LOOKS: dict[str, Look] = {look.name: look for look in (*TRAINING, *OTHER)}
