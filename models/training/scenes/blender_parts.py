"""Building blocks for Blender: images, materials and meshes. Imports bpy; used only by the renderer. Lengths come in mm, one Blender unit is 10 mm."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import bpy
import numpy as np
from numpy.typing import NDArray

from . import textures
from .looks import Color, Material

UNIT = 0.1


def linear(color: Color) -> tuple[float, float, float, float]:
    """sRGB -> linear RGBA."""
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in color)
    return r, g, b, 1.0


def image(name: str, pixels: NDArray[np.float32], data: bool = False) -> Any:
    """A packed Blender image from (h, w, 3) sRGB floats (row 0 at the top); data: not a colour."""
    h, w = pixels.shape[:2]
    picture = bpy.data.images.new(name, w, h, alpha=False)
    if data:
        picture.colorspace_settings.name = "Non-Color"
    rgba = np.ones((h, w, 4), np.float32)
    rgba[..., :3] = pixels[::-1] if pixels.ndim == 3 else pixels[::-1, :, None]
    picture.pixels.foreach_set(rgba.ravel())
    picture.update()
    return picture


class MaterialShop:
    """Makes each material once."""

    def __init__(self) -> None:
        self._made: dict[Any, Any] = {}

    def plain(self, color: Color, roughness: float = 0.5, coat: float = 0.0, metallic: float = 0.0, glow: float = 0.0) -> Any:
        key = (color, roughness, coat, metallic, glow)
        if key not in self._made:
            material, shader = self._new(roughness, coat)
            shader.inputs["Base Color"].default_value = linear(color)
            shader.inputs["Metallic"].default_value = metallic
            if glow:
                shader.inputs["Emission Color"].default_value = linear(color)
                shader.inputs["Emission Strength"].default_value = glow
            self._made[key] = material
        return self._made[key]

    def tiled(self, source: Material) -> Any:
        """A tiling material; the mesh's UVs are in mm."""
        if source.tile == "plain:0":
            return self.plain(source.color, source.roughness, source.coat)
        if source not in self._made:
            material, shader = self._new(source.roughness, source.coat)
            tree = material.node_tree
            texture = tree.nodes.new("ShaderNodeTexImage")
            texture.image = image(f"tile {source.tile}", textures.tinted(source))
            mapping = tree.nodes.new("ShaderNodeMapping")
            mapping.inputs["Scale"].default_value = (1 / source.tile_mm, 1 / source.tile_mm, 1)
            uv = tree.nodes.new("ShaderNodeUVMap")
            tree.links.new(uv.outputs["UV"], mapping.inputs["Vector"])
            tree.links.new(mapping.outputs["Vector"], texture.inputs["Vector"])
            tree.links.new(texture.outputs["Color"], shader.inputs["Base Color"])
            self._made[source] = material
        return self._made[source]

    def pictured(
        self, name: str, pixels: NDArray[np.float32], roughness: float | NDArray[np.float32], coat: float = 0.0, vary: float = 0.0, glow: float = 0.0
    ) -> Any:
        """A material showing a picture over UV 0..1; vary: random lightness from object to object."""
        material, shader = self._new(roughness if isinstance(roughness, float) else 0.5, coat)
        tree = material.node_tree
        texture = tree.nodes.new("ShaderNodeTexImage")
        texture.image = image(name, pixels)
        texture.extension = "EXTEND"
        color = texture.outputs["Color"]
        if vary:
            info = tree.nodes.new("ShaderNodeObjectInfo")
            scale = tree.nodes.new("ShaderNodeMapRange")
            scale.inputs["To Min"].default_value, scale.inputs["To Max"].default_value = 1 - vary, 1 + vary
            change = tree.nodes.new("ShaderNodeHueSaturation")
            tree.links.new(info.outputs["Random"], scale.inputs["Value"])
            tree.links.new(scale.outputs["Result"], change.inputs["Value"])
            tree.links.new(color, change.inputs["Color"])
            color = change.outputs["Color"]
        tree.links.new(color, shader.inputs["Base Color"])
        if glow:
            tree.links.new(color, shader.inputs["Emission Color"])
            shader.inputs["Emission Strength"].default_value = glow
        if not isinstance(roughness, float):
            rough = tree.nodes.new("ShaderNodeTexImage")
            rough.image = image(f"{name} rough", np.repeat(roughness[::4, ::4, None], 3, axis=2), data=True)
            tree.links.new(rough.outputs["Color"], shader.inputs["Roughness"])
        return material

    @staticmethod
    def _new(roughness: float, coat: float) -> tuple[Any, Any]:
        material = bpy.data.materials.new("surface")
        material.use_nodes = True
        shader = material.node_tree.nodes["Principled BSDF"]
        shader.inputs["Roughness"].default_value = roughness
        shader.inputs["Coat Weight"].default_value = coat
        shader.inputs["Coat Roughness"].default_value = 0.08
        return material, shader


def add(name: str, mesh: Any, materials: list[Any], location: tuple[float, float, float] = (0, 0, 0)) -> Any:
    """Link a mesh object at a place in mm."""
    obj = bpy.data.objects.new(name, mesh)
    if not mesh.materials:
        for material in materials:
            mesh.materials.append(material)
    obj.location = [c * UNIT for c in location]
    bpy.context.scene.collection.objects.link(obj)
    return obj


def mesh(name: str, vertices: Any, faces: Any, uvs: Any = None, slots: Any = None, smooth: bool = False) -> Any:
    """vertices (n, 3) mm; faces index tuples; uvs: one (u, v) per face corner; slots: material index per face."""
    made = bpy.data.meshes.new(name)
    made.from_pydata((np.asarray(vertices, np.float64) * UNIT).tolist(), [], [tuple(f) for f in faces])
    if uvs is not None:
        made.uv_layers.new(name="UVMap").data.foreach_set("uv", np.asarray(uvs, np.float32).ravel())
    if slots is not None:
        made.polygons.foreach_set("material_index", np.asarray(slots, np.int32))
    made.polygons.foreach_set("use_smooth", np.full(len(made.polygons), smooth))
    made.update()
    return made


def box_mesh(name: str, x0: float, x1: float, y0: float, y1: float, z0: float, z1: float, chamfer: float = 0.8, along_y: bool = False) -> Any:
    """A box with chamfered top edges; UVs in mm, grain along the longer side."""
    c = min(chamfer, (x1 - x0) / 4, (y1 - y0) / 4, (z1 - z0) / 2)
    v = [
        (x0, y0, z0),
        (x1, y0, z0),
        (x1, y1, z0),
        (x0, y1, z0),
        (x0, y0, z1 - c),
        (x1, y0, z1 - c),
        (x1, y1, z1 - c),
        (x0, y1, z1 - c),
        (x0 + c, y0 + c, z1),
        (x1 - c, y0 + c, z1),
        (x1 - c, y1 - c, z1),
        (x0 + c, y1 - c, z1),
    ]
    faces = [(3, 2, 1, 0), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7), (4, 5, 9, 8), (5, 6, 10, 9), (6, 7, 11, 10), (7, 4, 8, 11), (8, 9, 10, 11)]
    upright = along_y or (y1 - y0) > (x1 - x0)
    uvs = []
    for face in faces:
        for k in face:
            x, y, z = v[k]
            uvs.append((y + 0.31 * x0, x + z) if upright else (x + 0.31 * y0, y + z))
    return mesh(name, v, faces, uvs)


def plane_mesh(name: str, x0: float, x1: float, y0: float, y1: float, z: float, unit_uv: bool) -> Any:
    """A horizontal rectangle; UVs 0..1 or in mm."""
    v = [(x0, y0, z), (x1, y0, z), (x1, y1, z), (x0, y1, z)]
    uvs = [(0, 0), (1, 0), (1, 1), (0, 1)] if unit_uv else [(p[0], p[1]) for p in v]
    return mesh(name, v, [(0, 1, 2, 3)], uvs)


def lathe_mesh(name: str, profile: list[tuple[float, float, int]], radius: float, segments: int = 56) -> Any:
    """A solid of revolution from a profile (radius, z, slot of the strip that ends there); every strip has its own rings, so edges stay crisp.

    UVs are the view from above over the diameter, 0..1.
    """
    a = np.linspace(0, 2 * np.pi, segments, endpoint=False)
    ring = np.stack([np.cos(a), np.sin(a)], 1)
    vertices: list[NDArray[np.float64]] = []
    faces: list[tuple[int, ...]] = []
    slots: list[int] = []
    base = 0
    for (r0, z0, _), (r1, z1, slot) in pairwise(profile):
        if r0 <= 0:
            vertices += [np.array([[0.0, 0.0, z0]]), np.column_stack([ring * r1, np.full(segments, z1)])]
            faces += [(base, base + 1 + j, base + 1 + (j + 1) % segments) for j in range(segments)]
            base += 1 + segments
        else:
            vertices += [np.column_stack([ring * r0, np.full(segments, z0)]), np.column_stack([ring * r1, np.full(segments, z1)])]
            faces += [(base + j, base + segments + j, base + segments + (j + 1) % segments, base + (j + 1) % segments) for j in range(segments)]
            base += 2 * segments
        slots += [slot] * segments
    v = np.concatenate(vertices)
    flat = np.array([k for f in faces for k in f])
    uvs = v[flat, :2] / (2 * radius) + 0.5
    return mesh(name, v, faces, uvs, slots, smooth=True)


def die_mesh(name: str, size: float, corner: float, face_order: tuple[tuple[int, int, int], ...]) -> Any:
    """A rounded cube; face k of face_order shows the k-th of six pictures side by side (UV)."""
    h, r = size / 2, size / 2 * corner
    bend = [math.tan(math.radians(t)) for t in (-45, -30, -15, 0)]
    inner = h - r
    steps = [-inner + r * b for b in bend] + [inner - r * b for b in bend[::-1]]
    n = len(steps)
    vertices, faces, uvs = [], [], []
    for k, normal in enumerate(face_order):
        w = np.array(normal, np.float64)
        across = np.array([0.0, 0, 1]) if abs(w[2]) < 0.5 else np.array([1.0, 0, 0])
        right = np.cross(across, w)
        base = len(vertices)
        for i in range(n):
            for j in range(n):
                p = w * h + right * steps[j] + across * steps[i]
                core = np.clip(p, -inner, inner)
                d = p - core
                vertices.append(core + d / np.linalg.norm(d) * r)
        for i in range(n - 1):
            for j in range(n - 1):
                quad = [(i, j), (i, j + 1), (i + 1, j + 1), (i + 1, j)]
                faces.append(tuple(base + a * n + b for a, b in quad))
                uvs += [((k + 0.02 + 0.96 * (steps[b] + h) / size) / 6, 0.02 + 0.96 * (steps[a] + h) / size) for a, b in quad]
    return mesh(name, vertices, faces, uvs, smooth=True)
