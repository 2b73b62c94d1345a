"""Renders scenes with Blender's Cycles on the CPU. Imports bpy: run it in the renderer's environment only.

    renderer = Renderer(samples=8)
    renderer.build(spec)                     # board, table, light, camera, clutter and all objects of spec; once per scene or match
    picture = renderer.render_full()         # (height, width, 3) uint8 BGR; the first one after build() fixes exposure
    renderer.update(pieces, dice, cube, hands)   # cheap: only objects move, meshes and materials are reused; hands=() hides them
    patch = renderer.render_region(x0, y0, x1, y1)   # the same picture's pixels [y0:y1, x0:x1], same exposure
    truth, meta = renderer.label()           # of the last render_full(); visible parts from its object-index pass

What stays fixed after build(): look, designs, light, camera, table, clutter. update() takes as many objects as it likes. A checker lifted from the board
has z_mm, a die in flight on="air" and z_mm; both may have any tilt. Exposure is automatic at the first render after build() and kept until the next one,
so frames and regions of a match fit together. Colour: linear light -> gain -> soft shoulder -> sRGB, all here and not in Blender's view transform.
"""

from __future__ import annotations

import math
import os
import random
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENCV_IO_ENABLE_OPENEXR", "1")

import bpy
import cv2
import numpy as np
from numpy.typing import NDArray

from . import blender_parts, camera, clutter, compose, dice_contact, faces, geometry, hand, labels, throw
from .blender_board import build_board, build_item, build_table
from .blender_light import set_light
from .blender_parts import UNIT, MaterialShop, add
from .designs import CHECKERS, CUBES, LIGHTS, TABLES, DieDesign
from .looks import LOOKS, Material
from .spec import CheckerSpec, CubeSpec, DieSpec, SceneSpec

Image = NDArray[np.uint8]
HandSpec = tuple[float, float, float, int]
CUBE_ORDER = ((0, 0, 1), (0, -1, 0), (1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, 0, -1))


def tone_map(linear: NDArray[np.float32], gain: float) -> Image:
    """Linear RGB -> BGR uint8: gain, soft shoulder above 0.8, sRGB curve."""
    x = np.maximum(linear[..., :3] * gain, 0.0)
    x = np.where(x > 0.8, 0.8 + 0.2 * (1 - np.exp(-(x - 0.8) / 0.2)), x)
    x = np.where(x <= 0.0031308, 12.92 * x, 1.055 * np.power(np.maximum(x, 1e-6), 1 / 2.4) - 0.055)
    return np.asarray(np.clip(x * 255 + 0.5, 0, 255), np.uint8)


class Renderer:
    """See the module's docstring. One at a time in a process: Blender's scene is global."""

    def __init__(self, samples: int = 8, threads: int = 0, denoise: bool = True) -> None:
        self.samples, self.threads, self.denoise = samples, threads, denoise
        self.gain: float | None = None
        self._folder = Path(tempfile.mkdtemp(prefix="scene_render_"))
        self._index: NDArray[np.int32] | None = None

    # ---- building -------------------------------------------------------------------------------------------------------------

    def build(self, spec: SceneSpec) -> None:
        """Replace whatever was there by this scene."""
        bpy.ops.wm.read_factory_settings(use_empty=True)
        self.gain, self._index = None, None
        self.shop = MaterialShop()
        self.look, self.design = LOOKS[spec.look], CHECKERS[spec.checkers]
        self.dice_designs: list[DieDesign] = [compose.scaled_die(name, self.look) for name in spec.dice_design]
        self._pools: dict[str, list[Any]] = {}
        self._meshes: dict[str, Any] = {}
        self._hand_cache: dict[int, tuple[Any, float]] = {}
        self.spec = spec
        self._settings(spec)
        build_board(self.look, spec.seed % 1000, self.shop)
        build_table(self.look, TABLES[spec.table], self.shop)
        set_light(LIGHTS[spec.light], random.Random(spec.seed))
        self._camera(spec)
        self.items = clutter.places(spec)
        self.item_objects = [build_item(item, self.shop) for item in self.items]
        self.update(spec.pieces, spec.dice, spec.cube, spec.hands)

    def update(self, pieces: Sequence[CheckerSpec], dice: Sequence[DieSpec] = (), cube: CubeSpec | None = None, hands: Sequence[HandSpec] = ()) -> None:
        """Move the movable objects to these places; objects not named any more are hidden."""
        self.spec = replace(self.spec, pieces=tuple(pieces), dice=tuple(dice), cube=cube, hands=tuple(hands))
        for pool in self._pools.values():
            for obj in pool:
                obj.hide_render = True
        self.registry: list[tuple[str, int, list[Any]]] = []
        used: dict[str, int] = {}
        for k, piece in enumerate(pieces):
            obj = self._take(f"checker {piece.color}", used)
            self._place_checker(obj, piece)
            self.registry.append(("checker", k, [obj]))
        for k, die in enumerate(dice):
            obj = self._take(f"die {die.set_index}", used)
            solid = throw.die_solid(self.look, die, self.dice_designs[die.set_index])
            self._pose(obj, solid.center, solid.turn)
            self.registry.append(("die", k, [obj]))
        for k, each in enumerate(self.spec.cubes):
            obj = self._take("cube", used)
            solid = throw.cube_solid(self.look, each, CUBES[self.spec.cube_design], throw.cube_scale(self.look))
            self._pose(obj, solid.center, dice_contact.rotation(faces.CUBE_FACES.index(each.value) + 1, each.spin_deg, 0, 0))
            self.registry.append(("cube", k, [obj]))
        for k, (u, v, angle, seed) in enumerate(hands):
            obj, low = self._hand(seed)
            x, y = geometry.to_world(self.look, u, v)
            obj.location = (x * UNIT, y * UNIT, clutter.hand_height(self.spec, low) * UNIT)
            obj.rotation_mode, obj.rotation_euler = "XYZ", (0, 0, math.radians(angle))
            obj.hide_render = False
            self.registry.append(("hand", k, [obj]))
        for k, item in enumerate(self.items):
            self.registry.append(("cup" if item.kind.startswith("cup") else "other", k, self.item_objects[k]))
        for number, (_, _, objects) in enumerate(self.registry, start=1):
            for obj in objects:
                obj.pass_index = number
        self._index = None

    def _take(self, kind: str, used: dict[str, int]) -> Any:
        pool = self._pools.setdefault(kind, [])
        n = used.get(kind, 0)
        used[kind] = n + 1
        if n == len(pool):
            pool.append(add(kind, self._mesh(kind), []))
        pool[n].hide_render = False
        return pool[n]

    def _mesh(self, kind: str) -> Any:
        if kind in self._meshes:
            return self._meshes[kind]
        name, _, which = kind.partition(" ")
        seed = self.spec.seed % 997
        if name == "checker":
            dark = which == "B"
            material, other = (self.design.dark, self.design.light) if dark else (self.design.light, self.design.dark)
            d, t = geometry.checker_diameter(self.look), geometry.checker_thickness(self.look, self.design)
            made = blender_parts.lathe_mesh(kind, geometry.checker_profile(self.design, d / 2, t), d / 2)
            top = faces.checker_top(material, other, self.design.print, d, seed + dark)
            made.materials.append(
                self.shop.pictured(kind, top, material.roughness, material.coat, vary=0.09 if material.tile.startswith(("wood", "marble")) else 0.03)
            )
            ring = self.design.ring[1 if dark else 0]
            made.materials.append(self.shop.plain(ring or material.color, material.roughness))
        elif name == "die":
            design = self.dice_designs[int(which)]
            made = blender_parts.die_mesh(kind, design.size_mm, design.corner, tuple(dice_contact.FACES[v] for v in range(1, 7)))
            made.materials.append(self.shop.pictured(kind, faces.die_atlas(design, seed), design.body.roughness, design.body.coat, glow=design.glow * 0.4))
        else:
            cube = CUBES[self.spec.cube_design]
            made = blender_parts.die_mesh(kind, cube.size_mm * throw.cube_scale(self.look), cube.corner, tuple(dice_contact.FACES[v] for v in range(1, 7)))
            made.materials.append(self.shop.pictured(kind, faces.cube_atlas(cube, seed), 0.4))
        self._meshes[kind] = made
        return made

    def _place_checker(self, obj: Any, piece: CheckerSpec) -> None:
        x, y = geometry.to_world(self.look, piece.u, piece.v)
        z = throw.checker_base(self.look, self.design, piece)
        spin = math.radians(piece.spin_deg)
        obj.rotation_mode = "XYZ"
        if piece.on_edge:
            r, t = geometry.checker_diameter(self.look) / 2, geometry.checker_thickness(self.look, self.design)
            obj.location = (x * UNIT, (y + t / 2) * UNIT, (z + r) * UNIT)
            obj.rotation_euler = (math.pi / 2, spin, 0)
        else:
            obj.location, obj.rotation_euler = (x * UNIT, y * UNIT, z * UNIT), (0, 0, spin)

    @staticmethod
    def _pose(obj: Any, center: tuple[float, float, float], turn: NDArray[np.float64]) -> None:
        from mathutils import Matrix

        obj.rotation_mode = "QUATERNION"
        obj.rotation_quaternion = Matrix(turn.tolist()).to_quaternion()
        obj.location = [c * UNIT for c in center]

    def _hand(self, seed: int) -> tuple[Any, float]:
        if seed not in self._hand_cache:
            made = hand.build(seed)
            v = made.vertices
            uvs = np.array([(v[k][0] * 1.3 + v[k][2], v[k][1]) for f in made.faces for k in f])
            mesh = blender_parts.mesh("hand", v, made.faces, uvs, made.parts, smooth=True)
            skin = self.shop.tiled(Material(made.skin, "paper:41", 60, 0.9, 0.5))
            sleeve = self.shop.tiled(Material(made.sleeve, f"{made.fabric}:41", 70, 1.2, 0.9))
            obj = add("hand", mesh, [skin, sleeve])
            self._hand_cache[seed] = (obj, hand.lowest(made))
            self._pools.setdefault("hand", []).append(obj)
        return self._hand_cache[seed]

    def _settings(self, spec: SceneSpec) -> None:
        scene = bpy.context.scene
        scene.render.engine = "CYCLES"
        scene.render.resolution_x, scene.render.resolution_y, scene.render.resolution_percentage = spec.camera.width, spec.camera.height, 100
        scene.render.use_persistent_data = True
        scene.render.image_settings.file_format, scene.render.image_settings.color_depth = "OPEN_EXR", "16"
        scene.render.image_settings.exr_codec = "NONE"
        if self.threads:
            scene.render.threads_mode, scene.render.threads = "FIXED", self.threads
        cycles = scene.cycles
        cycles.device, cycles.samples, cycles.use_adaptive_sampling = "CPU", self.samples, False
        cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces, cycles.transmission_bounces = 3, 2, 2, 0
        cycles.caustics_reflective = cycles.caustics_refractive = False
        cycles.sample_clamp_indirect, cycles.seed = 4.0, spec.seed % 10000
        cycles.use_light_tree = False  # a tenth cheaper with so few lamps
        cycles.use_denoising = self.denoise
        if self.denoise:
            cycles.denoiser, cycles.denoising_input_passes, cycles.denoising_prefilter, cycles.denoising_quality = (
                "OPENIMAGEDENOISE",
                "RGB_ALBEDO_NORMAL",
                "FAST",
                "BALANCED",
            )
        bpy.context.view_layer.use_pass_object_index = True
        scene.use_nodes = True
        tree = scene.node_tree
        tree.nodes.clear()
        source, sink, out = tree.nodes.new("CompositorNodeRLayers"), tree.nodes.new("CompositorNodeComposite"), tree.nodes.new("CompositorNodeOutputFile")
        out.base_path = str(self._folder)
        out.format.file_format, out.format.color_depth, out.format.exr_codec = "OPEN_EXR", "32", "NONE"
        out.file_slots[0].path = "index_"
        tree.links.new(source.outputs["Image"], sink.inputs["Image"])
        tree.links.new(source.outputs["IndexOB"], out.inputs[0])

    def _camera(self, spec: SceneSpec) -> None:
        from mathutils import Matrix

        self.view = camera.solve(self.look, spec.camera)
        data = bpy.data.cameras.new("camera")
        data.sensor_fit, data.angle = "HORIZONTAL", math.radians(spec.camera.fov_deg)
        data.shift_x, data.shift_y = self.view.shift
        data.clip_start, data.clip_end = 1.0, 5000.0
        obj = bpy.data.objects.new("camera", data)
        pose = np.eye(4)
        pose[:3, :3] = self.view.rotation.T
        pose[:3, 3] = self.view.position * UNIT
        obj.matrix_world = Matrix(pose.tolist())
        bpy.context.scene.collection.objects.link(obj)
        bpy.context.scene.camera = obj

    # ---- rendering ------------------------------------------------------------------------------------------------------------

    def render_full(self) -> Image:
        """The whole picture; keeps its object indices for label()."""
        bpy.context.scene.render.use_border = False
        linear = self._render()
        self._index = self._read_index()
        return tone_map(linear, self._exposed(linear))

    def render_region(self, x0: int, y0: int, x1: int, y1: int) -> Image:
        """Pixels [y0:y1, x0:x1] of the picture, alone (border render and crop). Exposure as in the last render_full(); refuses to guess one."""
        if self.gain is None:
            raise RuntimeError("render_full() must come first: it fixes the exposure")
        w, h = self.spec.camera.width, self.spec.camera.height
        render = bpy.context.scene.render
        render.use_border = render.use_crop_to_border = True
        render.border_min_x, render.border_max_x = x0 / w, x1 / w
        render.border_min_y, render.border_max_y = 1 - y1 / h, 1 - y0 / h
        linear = self._render()
        render.use_border = False
        return tone_map(linear[: y1 - y0, : x1 - x0], self.gain)

    def render_hand(self, seed: int, size_px: int) -> Image:
        """A hand with its arm alone under this scene's light, from above: (size, size, 4) BGRA uint8, straight alpha, arm towards the bottom."""
        scene, obj = bpy.context.scene, self._hand(seed)[0]
        hidden = {o.name: o.hide_render for o in scene.objects}
        for other in scene.objects:
            if other.type == "MESH":
                other.hide_render = other is not obj
        kept = (scene.render.resolution_x, scene.render.resolution_y, scene.camera)
        data = bpy.data.cameras.new("above")
        data.type, data.ortho_scale, data.clip_end = "ORTHO", 52.0, 5000.0
        above = bpy.data.objects.new("above", data)
        above.location = (0.0, -12.0, 200.0)
        scene.collection.objects.link(above)
        obj.location, obj.rotation_mode, obj.rotation_euler = (0, 0, 8.0), "XYZ", (0, 0, 0)
        scene.camera, scene.render.film_transparent = above, True
        scene.render.resolution_x = scene.render.resolution_y = size_px
        linear = self._render()
        scene.render.resolution_x, scene.render.resolution_y, scene.camera = kept
        scene.render.film_transparent = False
        bpy.data.objects.remove(above)
        for other in scene.objects:
            other.hide_render = hidden.get(other.name, False)
        self.update(self.spec.pieces, self.spec.dice, self.spec.cube, self.spec.hands)
        alpha = np.clip(linear[..., 3:4], 0, 1)
        straight = np.where(alpha > 1e-3, linear[..., :3] / np.maximum(alpha, 1e-3), 0.0).astype(np.float32)
        color = tone_map(straight, self.gain or self._exposed(straight[alpha[..., 0] > 0.5][None]))
        return np.concatenate([color, np.asarray(alpha * 255, np.uint8)], axis=2)

    def _render(self) -> NDArray[np.float32]:
        """Linear RGBA float32 (h, w, 4), rows from the top. Blender's own chatter goes to a log file in the temporary folder."""
        for old in self._folder.glob("*.exr"):
            old.unlink()
        bpy.context.scene.render.filepath = str(self._folder / "color.exr")
        sys.stdout.flush()
        kept, log = os.dup(1), os.open(self._folder / "blender.log", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(log, 1)
        try:
            bpy.ops.render.render(write_still=True)
        finally:
            os.dup2(kept, 1)
            os.close(kept)
            os.close(log)
        pixels = cv2.imread(str(self._folder / "color.exr"), cv2.IMREAD_UNCHANGED)
        if pixels is None:
            raise RuntimeError(f"Blender wrote no picture; see {self._folder}/blender.log")
        if pixels.shape[2] == 3:
            pixels = np.dstack([pixels, np.ones(pixels.shape[:2], np.float32)])
        return np.ascontiguousarray(pixels.astype(np.float32))

    def _read_index(self) -> NDArray[np.int32]:
        found = sorted(self._folder.glob("index_*.exr"))
        pixels = cv2.imread(str(found[-1]), cv2.IMREAD_UNCHANGED)
        return np.rint(pixels if pixels.ndim == 2 else pixels[..., 0]).astype(np.int32)

    def _exposed(self, linear: NDArray[np.float32]) -> float:
        """Automatic exposure: mean grey of the picture to 0.18 x the light's exposure, highlights held below clipping; fixed from then on."""
        if self.gain is None:
            grey = linear[..., :3].mean(axis=2)
            mean, high = float(np.clip(grey, 0, None).mean()), float(np.percentile(grey, 98))
            wanted = min(0.19 / max(mean, 1e-6), 0.85 / max(high, 1e-6))
            self.gain = wanted * LIGHTS[self.spec.light].exposure
        return self.gain

    def label(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """(truth in the shape of formats.md section 1, training meta) of the last render_full()."""
        if self._index is None:
            raise RuntimeError("render_full() must come before label()")
        return labels.label(self.spec, self.view, self._index, [(kind, k) for kind, k, _ in self.registry])
