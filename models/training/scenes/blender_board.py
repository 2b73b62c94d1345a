"""The board, the table and the clutter as Blender objects. Imports bpy by way of `blender_parts`; mm in, see `geometry` for the frame."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from . import arrange, geometry, surface
from .blender_parts import MaterialShop, add, box_mesh, lathe_mesh, mesh, plane_mesh
from .clutter import Item
from .looks import Look, Material


def build_board(look: Look, seed: int, shop: MaterialShop) -> None:
    pixels, rough = surface.paint(look, seed)
    half_x, half_y = geometry.surface_half(look)
    top = shop.pictured(f"surface {look.name}", pixels, rough, look.field.coat)
    add("surface", plane_mesh("surface", -half_x, half_x, -half_y, half_y, 0.0, True), [top])
    x0, y0, x1, y1 = geometry.outer_box(look)
    body = shop.tiled(look.rim)
    floor = geometry.tray_floor_mm(look)
    under = min(-0.3, floor - 0.3) if look.trays != "none" else -0.15
    add("body", box_mesh("body", x0, x1, y0, y1, -look.thickness_mm, min(under, -look.thickness_mm * 0.2), 0.1), [body])
    add("bed", box_mesh("bed", -half_x, half_x, -half_y, half_y, -look.thickness_mm * 0.9, -0.1, 0.05), [body])
    for name, bx0, bx1, by0, by1, bz0, bz1 in geometry.solid_boxes(look):
        material = shop.tiled(look.bar) if name == "bar" else body
        add(name, box_mesh(name, bx0, bx1, by0, by1, bz0, bz1, 1.2 if bz1 > 6 else 0.6), [material])
    tray = shop.tiled(look.tray)
    for tx0, tx1 in geometry.tray_spans(look):
        add("tray", plane_mesh("tray", tx0, tx1, -half_y, half_y, floor, False), [tray])
        for y in arrange.tray_dividers(look):
            half = arrange.DIVIDER_MM / 2
            add("divider", box_mesh("divider", tx0, tx1, y - half, y + half, floor, max(look.rim_height_mm - 1.5, 2.0)), [body])
    _hinges(look, shop)


def _hinges(look: Look, shop: MaterialShop) -> None:
    top = geometry.bar_top_mm(look)
    half_y = geometry.surface_half(look)[1]
    brass, steel = shop.plain((0.62, 0.48, 0.22), 0.35, metallic=1.0), shop.plain((0.55, 0.55, 0.56), 0.3, metallic=1.0)
    if look.hinge == "two":
        for y in (-0.55 * half_y, 0.55 * half_y):
            w = min(look.bar_mm * 0.40, 11.0)
            add("hinge", box_mesh("hinge", -w, w, y - 17, y + 17, top, top + 0.9, 0.3), [brass])
            add("pin", box_mesh("pin", -1.8, 1.8, y - 17, y + 17, top, top + 2.4, 1.0), [brass])
    elif look.hinge == "latch":
        for y in (-0.66 * half_y, 0.66 * half_y):
            w = look.bar_mm * 0.30
            add("latch", box_mesh("latch", -w, w, y - 15, y + 15, top, top + 1.6, 0.6), [steel])
            add("slot", box_mesh("slot", -w * 0.5, w * 0.5, y - 9, y + 9, top + 1.5, top + 2.2, 0.3), [shop.plain((0.30, 0.30, 0.31), 0.4, metallic=1.0)])
    elif look.hinge == "felt_strips":
        felt = shop.tiled(Material((0.03, 0.22, 0.13), "felt:1", 120, 1.0, 0.95))
        for y in (-0.60 * half_y, 0.60 * half_y):
            w = look.bar_mm * 0.5
            add("strip", box_mesh("strip", -w, w, y - 0.16 * half_y, y + 0.16 * half_y, top, top + 1.0, 0.4), [felt])


def build_table(look: Look, material: Material, shop: MaterialShop) -> None:
    reach = 2600.0
    add("table", plane_mesh("table", -reach, reach, -reach, reach, -look.thickness_mm, False), [shop.tiled(material)])


def build_item(item: Item, shop: MaterialShop) -> list[Any]:
    """Simple but recognisable shapes; returns the objects, already placed."""
    rng = random.Random(item.seed)
    color = rng.choice(((0.05, 0.05, 0.06), (0.35, 0.06, 0.06), (0.16, 0.09, 0.05), (0.75, 0.72, 0.68), (0.06, 0.12, 0.28), (0.10, 0.24, 0.14)))
    parts: list[Any] = []
    w, d = item.size

    def box(x0: float, x1: float, y0: float, y1: float, z0: float, z1: float, material: Any, chamfer: float = 2.0) -> None:
        parts.append(add(item.kind, box_mesh(item.kind, x0, x1, y0, y1, z0, z1, chamfer), [material]))

    if item.kind in ("cup", "cup_on_board"):
        _cup(item, rng, shop, color, parts)
    elif item.kind == "clock":
        case = shop.plain(rng.choice(((0.13, 0.05, 0.05), (0.05, 0.05, 0.06), (0.25, 0.14, 0.08))), 0.4)
        box(-w / 2, w / 2, -d / 2, d / 2, 0, 55, case, 5)
        for s in (-1, 1):
            box(s * w * 0.25 - w * 0.20, s * w * 0.25 + w * 0.20, -d * 0.38, -d * 0.02, 54, 55.8, shop.plain((0.48, 0.52, 0.46), 0.2), 0.3)
            box(s * w * 0.28 - w * 0.16, s * w * 0.28 + w * 0.16, d * 0.12, d * 0.4, 54, 62, shop.plain((0.72, 0.72, 0.72), 0.4))
    elif item.kind == "phone":
        box(-w / 2, w / 2, -d / 2, d / 2, 0, 8, shop.plain((0.04, 0.04, 0.045), 0.2, 0.5), 1.5)
        glow = rng.choice((0.0, 0.0, 0.6))
        box(-w * 0.46, w * 0.46, -d * 0.46, d * 0.46, 7.9, 8.1, shop.plain((0.10, 0.14, 0.22) if glow else (0.02, 0.02, 0.025), 0.08, glow=glow), 0.05)
    elif item.kind in ("score_card", "paper"):
        sheet = shop.plain(rng.choice(((0.88, 0.88, 0.86), (0.85, 0.80, 0.62), (0.55, 0.68, 0.80))), 0.7)
        stand = item.kind == "score_card" and rng.random() < 0.5
        box(-w / 2, w / 2, -d / 2, d / 2, 0, 0.6 if not stand else 3.0, sheet, 0.1)
        ink = shop.plain((0.12, 0.12, 0.15), 0.7)
        top = 0.6 if not stand else 3.0
        for k in range(rng.randint(2, 7)):
            y = d * 0.38 - k * d * 0.12
            box(-w * 0.4, -w * 0.4 + rng.uniform(0.2, 0.8) * w, y, y + 2.2, top, top + 0.1, ink, 0.01)
    elif item.kind == "pen":
        box(-w / 2, w / 2, -d / 2, d / 2, 0, 9, shop.plain(color, 0.25), 2.2)
    else:
        _glasses(w, d, parts, shop)
    angle = np.radians(item.angle_deg)
    for part in parts:
        part.rotation_euler = (0, 0, angle)
        part.location = (item.x * 0.1, item.y * 0.1, item.z * 0.1)
    return parts


def _cup(item: Item, rng: random.Random, shop: MaterialShop, color: tuple[float, float, float], parts: list[Any]) -> None:
    """A dice cup (upright or upside down) or a drinking glass's coaster."""
    r, height = item.size[0] / 2, rng.uniform(85, 115)
    upside = rng.random() < 0.35
    if upside:
        profile = [(0.0, height, 0), (r * 0.86, height, 0), (r * 0.9, height - 3, 0), (r, 0.0, 0)]
    else:
        profile = [
            (0.0, 6.0, 1),
            (r * 0.80, 6.0, 1),
            (r * 0.90, height - 1, 1),
            (r * 0.93, height, 0),
            (r * 0.98, height, 0),
            (r, height - 2, 0),
            (r * 0.90, 0.0, 0),
        ]
    inside = shop.plain(rng.choice(((0.05, 0.05, 0.05), (0.30, 0.06, 0.05), (0.06, 0.20, 0.12))), 0.9)
    parts.append(add(item.kind, lathe_mesh(item.kind, profile, r, 40), [shop.plain(color, 0.5), inside]))


def _glasses(w: float, d: float, parts: list[Any], shop: MaterialShop) -> None:
    frame = shop.plain((0.05, 0.04, 0.04), 0.25)
    a = np.linspace(0, 2 * np.pi, 28, endpoint=False)
    for s in (-1, 1):
        rings = []
        for r, z in ((0.9, 0), (1.0, 1.5), (0.9, 3)):
            rings.append(np.column_stack([s * w * 0.26 + np.cos(a) * 25 * r, -d * 0.25 + np.sin(a) * 19 * r, np.full(28, z + 10)]))
        faces = [(k * 28 + j, k * 28 + (j + 1) % 28, (k + 1) * 28 + (j + 1) % 28, (k + 1) * 28 + j) for k in range(2) for j in range(28)]
        parts.append(add("glasses", mesh("glasses", np.concatenate(rings), faces, smooth=True), [frame]))
        parts.append(add("glasses", box_mesh("glasses", s * w * 0.44 - 1.5, s * w * 0.44 + 1.5, -d * 0.25, d * 0.5, 8, 11), [frame]))
    parts.append(add("glasses", box_mesh("glasses", -9, 9, -d * 0.25 - 1, -d * 0.25 + 2, 11, 13), [frame]))
