"""A stand-in for torchvision with the one function that ultralytics calls for detection: `ops.nms`.

A CPU build of torch may have no torchvision that imports beside it; the smoke test of training needs only
non-maximum suppression. It is installed by `.ci/run` into a throw-away environment and never ships.
"""

from torchvision import ops

__all__ = ["ops"]
__version__ = "0.28.0"
