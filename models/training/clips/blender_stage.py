"""Rest states rendered with `models.training.scenes`: the first one whole, every later one only where something changed.

A changed part is the picture around the objects that came or went, with a margin for their soft shadows, pasted with a feathered edge.
Where the same objects lay there before (dice lifted again, a play taken back) the pixels of that earlier state are used instead.
Every state is kept as a PNG in the cache folder together with the exposure, so that an interrupted clip goes on where it stopped.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from dataclasses import astuple
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.clips.board import Board, checker_to_scene, die_to_scene, to_scene
from models.training.clips.script import Script
from models.training.clips.stage import HandSprite, Picture, Point, Rest, die_corners
from models.training.scenes import camera, geometry
from models.training.scenes.looks import LOOKS
from models.training.scenes.spec import CheckerSpec, CubeSpec, DieSpec, SceneSpec

Box = tuple[int, int, int, int]
FEATHER_PX = 5
SHADOW_MM = 16.0
HAND_PX = 680
HAND_SPAN_MM = 520.0
HAND_TIP = (0.5, 14.0 / 52.0)
KEEP = 14


class BlenderStage:
    """The stage of one script. Blender itself starts with the first state that is not in the cache."""

    def __init__(self, script: Script, board: Board, cache: Path, samples: int = 8) -> None:
        self.script, self.board, self.cache, self.samples = script, board, cache, samples
        self.width, self.height = script.camera.width, script.camera.height
        self._look = LOOKS[script.look]
        self._view = camera.solve(self._look, script.camera)
        self._cube = self._cube_spec()
        self._renderer: Any = None
        self._known: OrderedDict[str, tuple[Rest, Picture]] = OrderedDict()
        self._last: str | None = None
        self._hands: dict[int, HandSprite] = {}
        cache.mkdir(parents=True, exist_ok=True)
        self._claim_cache()

    # -- what the film asks ------------------------------------------------------------------------------------------

    def image_xy(self, u: float, v: float, z_mm: float = 0.0) -> Point:
        x, y = geometry.to_world(self._look, *to_scene(self.board, u, v))
        px = self._view.project(np.array([[x, y, z_mm]]))[0]
        return float(px[0]) - 0.5, float(px[1]) - 0.5

    def picture(self, rest: Rest) -> Picture:
        key = rest.key()
        if key not in self._known:
            path = self.cache / f"{key}.png"
            image = cv2.imread(str(path)) if path.exists() else None
            if image is None:
                image = self._rendered(rest)
                cv2.imwrite(str(path), image, [cv2.IMWRITE_PNG_COMPRESSION, 1])
            self._known[key] = rest, image
            self._last = key
            while len(self._known) > KEEP:
                self._known.popitem(last=False)
        return self._known[key][1]

    def hand(self, index: int) -> HandSprite:
        if index not in self._hands:
            path = self.cache / f"hand{index}.png"
            image = cv2.imread(str(path), cv2.IMREAD_UNCHANGED) if path.exists() else None
            if image is None:
                image = self._started().render_hand(self.script.seed * 2 + index, HAND_PX)
                cv2.imwrite(str(path), image)
            arm = np.repeat(image[-3:-2], HAND_PX, axis=0)  # the sleeve goes on beyond what was rendered
            sprite = np.vstack([image[:-2], arm])
            self._hands[index] = HandSprite(sprite, (HAND_TIP[0] * HAND_PX, HAND_TIP[1] * HAND_PX), HAND_PX / HAND_SPAN_MM)
        return self._hands[index]

    # -- rendering ---------------------------------------------------------------------------------------------------

    def _claim_cache(self) -> None:
        """A cache made for another table, camera or quality is emptied."""
        made_for = json.dumps([astuple(self.script.camera), self.script.look, self.script.checkers, self.script.light, self.script.dice_design,
                               self.script.tabletop, self.script.seed, self.samples], default=str)  # fmt: skip
        note = self.cache / "made_for.json"
        if not note.exists() or note.read_text(encoding="utf-8") != made_for:
            for old in self.cache.glob("*.*"):
                old.unlink()
            note.write_text(made_for, encoding="utf-8")

    def _started(self) -> Any:
        """The renderer, built; with the exposure of the earlier run when there was one."""
        if self._renderer is None:
            from models.training.scenes.scene_render import Renderer

            self._renderer = Renderer(samples=self.samples)
            script = self.script
            self._renderer.build(SceneSpec(
                look=script.look, checkers=script.checkers, seed=script.seed, dice_design=script.dice_design, cube=self._cube, cube_design=script.cube_design,
                camera=script.camera, light=script.light, clutter=script.clutter, table=script.tabletop,
            ))  # fmt: skip
            note = self.cache / "exposure.json"
            if note.exists():
                self._renderer.gain = json.loads(note.read_text(encoding="utf-8"))
        return self._renderer

    def _rendered(self, rest: Rest) -> Picture:
        renderer = self._started()
        pieces = [checker_to_scene(self.board, checker) for _, checker in rest.checkers]
        renderer.update(pieces, [die_to_scene(self.board, die) for die in rest.dice], self._cube)
        if self._last is None or renderer.gain is None:
            image: Picture = renderer.render_full()
            (self.cache / "exposure.json").write_text(json.dumps(renderer.gain), encoding="utf-8")
            return image
        before, old = self._known[self._last]
        image = old.copy()
        for box in self._changed(before, rest):
            near = self._near(rest, box)
            same = next((known for known, picture in self._known.values() if self._near(known, box) == near), None)
            if same is not None:
                patch = self._known[same.key()][1][box[1] : box[3], box[0] : box[2]]
            else:
                patch = renderer.render_region(*box)
            _feathered(image, patch, box)
        return image

    # -- where things are --------------------------------------------------------------------------------------------

    def _checker_box(self, checker: CheckerSpec) -> Box:
        reach, top = self.board.checker_mm / 2 + SHADOW_MM, self.board.checker_h_mm * (checker.level + 1) + self.board.bar_height_mm
        du, dv = reach / self.board.width_mm, reach / self.board.height_mm
        corners = [self.image_xy(checker.u + a * du, checker.v + b * dv, z) for a in (-1, 1) for b in (-1, 1) for z in (0.0, top)]
        return self._around(np.asarray(corners))

    def _die_box(self, die: DieSpec) -> Box:
        reach = SHADOW_MM + self.board.die_mm * (0.7 if die.tilt_deg < 1 else 0.95) + die.z_mm * 0.7
        du, dv = reach / self.board.width_mm, reach / self.board.height_mm
        corners = [self.image_xy(die.u + a * du, die.v + b * dv, die.z_mm) for a in (-1, 1) for b in (-1, 1)]
        return self._around(np.vstack([np.asarray(corners), die_corners(self, die)]))

    def _around(self, points: NDArray[Any]) -> Box:
        x0, y0 = np.floor(points.min(0)).astype(int) - FEATHER_PX
        x1, y1 = np.ceil(points.max(0)).astype(int) + FEATHER_PX
        return int(max(0, x0)), int(max(0, y0)), int(min(self.width, x1)), int(min(self.height, y1))

    def _objects(self, rest: Rest) -> list[tuple[object, Box]]:
        return [(checker, self._checker_box(checker)) for _, checker in rest.checkers] + [(die, self._die_box(die)) for die in rest.dice]

    def _near(self, rest: Rest, box: Box) -> frozenset[object]:
        """The objects whose picture or shadow reaches into a box."""
        return frozenset(thing for thing, b in self._objects(rest) if b[0] < box[2] and box[0] < b[2] and b[1] < box[3] and box[1] < b[3])

    def _changed(self, before: Rest, after: Rest) -> list[Box]:
        """Boxes around what came or went, overlapping ones joined."""
        old, new = dict(self._objects(before)), dict(self._objects(after))
        boxes = [b for thing, b in {**old, **new}.items() if (thing in old) != (thing in new) and b[2] > b[0] and b[3] > b[1]]
        joined = True
        while joined:
            joined = False
            for i in range(len(boxes)):
                for j in range(i):
                    a, b = boxes[i], boxes[j]
                    union = (min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3]))
                    if _area(union) <= 1.1 * (_area(a) + _area(b)):
                        boxes[j] = union
                        del boxes[i]
                        joined = True
                        break
                if joined:
                    break
        return [self._exact(box) for box in boxes]

    def _exact(self, box: Box) -> Box:
        """The box widened to edges that survive Blender's way of keeping a border (a 32-bit share of the size, cut to whole pixels)."""

        def is_kept(pixel: int, size: int, is_vertical: bool) -> bool:
            share = 1 - pixel / size if is_vertical else pixel / size
            return int(np.float32(share) * np.float32(size)) == (size - pixel if is_vertical else pixel)

        def moved(pixel: int, step: int, size: int, is_vertical: bool) -> int:
            while 0 < pixel < size and not is_kept(pixel, size, is_vertical):
                pixel += step
            return pixel

        return (
            moved(box[0], -1, self.width, False),
            moved(box[1], -1, self.height, True),
            moved(box[2], 1, self.width, False),
            moved(box[3], 1, self.height, True),
        )

    def _cube_spec(self) -> CubeSpec | None:
        """The cube lies centred, 64 up, in the tray away from the homes, or on the rim there."""
        if not self.script.has_cube:
            return None
        spans = geometry.tray_spans(self._look)
        left = self.script.near_home == "right"
        if self.board.is_flipped:
            left = not left
        middle = next(((a + b) / 2 for a, b in spans if (b < 0) == left), None)
        x0, _, x1, _ = geometry.outer_box(self._look)
        x = middle if middle is not None else (x0 + self._look.rim_mm / 2 if left else x1 - self._look.rim_mm / 2)
        return CubeSpec(64, *geometry.to_uv(self._look, x, 0.0))


def _area(box: Box) -> int:
    return (box[2] - box[0]) * (box[3] - box[1])


def _feathered(image: Picture, patch: Picture, box: Box) -> None:
    """Pastes a patch in place; its edge fades over a few pixels except at the picture's own edge."""
    x0, y0, x1, y1 = box
    height, width = y1 - y0, x1 - x0
    ys = np.minimum(np.arange(height) + (999 if y0 == 0 else 1), height - np.arange(height) + (999 if y1 == image.shape[0] else 0))
    xs = np.minimum(np.arange(width) + (999 if x0 == 0 else 1), width - np.arange(width) + (999 if x1 == image.shape[1] else 0))
    alpha = np.clip(np.minimum(ys[:, None], xs[None]) / (FEATHER_PX + 1), 0, 1)[..., None]
    region = image[y0:y1, x0:x1].astype(np.float32)
    image[y0:y1, x0:x1] = np.round(region + alpha * (patch.astype(np.float32) - region)).astype(np.uint8)
