"""The board of a clip measured from its look, checker and dice designs (`models.training.scenes`)."""

from __future__ import annotations

from models.training.clips.board import Board
from models.training.clips.script import Script
from models.training.scenes import geometry
from models.training.scenes.compose import scaled_die
from models.training.scenes.designs import CHECKERS
from models.training.scenes.looks import LOOKS
from monitor.errors import InputError


def board_of(script: Script) -> Board:
    """Raises InputError for a look or design that does not exist."""
    try:
        look, design = LOOKS[script.look], CHECKERS[script.checkers]
        dice = [scaled_die(name, look) for name in script.dice_design]
    except KeyError as error:
        raise InputError(f"script {script.name}: no look or design {error}") from error
    diameter, thickness = geometry.checker_diameter(look), geometry.checker_thickness(look, design)
    profile = geometry.checker_profile(design, diameter / 2, thickness)
    outline = tuple((diameter / 2 - r, z) for r, z in geometry.convex_outline(profile))
    half_x = geometry.surface_half(look)[0]
    spans = geometry.tray_spans(look)
    right = script.near_home == "right"
    tray = next(((a + b) / 2 for a, b in spans if (a > 0) == right), None)
    off_x = abs(tray) if tray is not None else geometry.outer_box(look)[2] + diameter * 0.7
    turned = (script.camera.azimuth_deg + script.camera.roll_deg) % 360
    if min(abs(turned - a) for a in (0, 180, 360)) > 40:
        raise InputError(f"script {script.name}: a picture turned by {turned:.0f} degrees cannot be filmed, only 0 or 180")
    return Board(
        width_mm=look.width_mm, height_mm=look.height_mm, bar_mm=look.bar_mm, checker_mm=diameter, checker_h_mm=thickness,
        die_mm=max(d.size_mm for d in dice), off_u=0.5 + off_x / look.width_mm, is_flipped=90 < turned < 270,
        checker_outline=outline, bar_height_mm=geometry.bar_top_mm(look), rim_height_mm=look.rim_height_mm if look.rim_mm > 0 else 0.0,
        rim_gap_mm=half_x - look.width_mm / 2, dice=tuple((d.size_mm, d.corner) for d in dice),
        tray_floor_mm=geometry.tray_floor_mm(look) if tray is not None else -look.thickness_mm,
        on_checker_mm=geometry.rest_height(design, diameter / 2, thickness, max(d.size_mm for d in dice) * 0.71 + diameter * 0.085),
    )  # fmt: skip
