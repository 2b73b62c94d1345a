"""Checker pairs, dice, cubes, lights and table tops as data. Pure Python; lengths in millimetres, colours sRGB 0..1.

A checker design fixes the mesh (profile) as well as the two colours; `split.json` gives each design to one split.
"""

from __future__ import annotations

from dataclasses import dataclass

from .looks import Color, Material


@dataclass(frozen=True, slots=True)
class CheckerDesign:
    """A pair of checkers. profile: flat, bevel, ring, dish, engraved, dome, dent, cup, lip; thickness_mm for a 40 mm checker (scales).

    amount: how strong the profile is. light, dark: materials of A (lighter) and B (darker); ring: colour of rings and sides of each, or None.
    print: a pattern on the top face ("", "star", "rings", "pearl").
    """

    name: str
    profile: str
    thickness_mm: float
    light: Material
    dark: Material
    names: tuple[str, str]
    amount: float = 1.0
    ring: tuple[Color | None, Color | None] = (None, None)
    print: str = ""


@dataclass(frozen=True, slots=True)
class DieDesign:
    """Precision die: edge length, corner radius (share of half the edge), body, pips, pip radius (share of the edge), roughness."""

    name: str
    size_mm: float
    corner: float
    body: Material
    pip: Color
    pip_share: float = 0.09
    spread: float = 0.26
    glow: float = 0.0


@dataclass(frozen=True, slots=True)
class CubeDesign:
    """Doubling cube: edge, colour of body and digits, font (see `faces.FONTS`), corner radius share, frame line on the faces."""

    name: str
    size_mm: float
    body: Color
    ink: Color
    font: str
    corner: float = 0.2
    frame: bool = False


@dataclass(frozen=True, slots=True)
class Lamp:
    """An area lamp: colour temperature in K, edge in mm, distance in mm, elevation in degrees, relative power; azimuth comes from the seed."""

    kelvin: float
    size_mm: float
    distance_mm: float
    elevation_deg: float
    power: float


@dataclass(frozen=True, slots=True)
class Light:
    """An environment: an HDRI of the bpy wheel by name, its strength, lamps. exposure: where automatic exposure settles (1 = normal)."""

    name: str
    hdri: str
    strength: float
    lamps: tuple[Lamp, ...] = ()
    exposure: float = 1.0


def _m(color: Color, tile: str = "plain:0", roughness: float = 0.35, coat: float = 0.0, strength: float = 1.0, tile_mm: float = 70.0) -> Material:
    return Material(color, tile, tile_mm, strength, roughness, coat)


W, K = (0.86, 0.86, 0.84), (0.03, 0.03, 0.035)

CHECKERS: dict[str, CheckerDesign] = {
    d.name: d
    for d in (
        CheckerDesign("t_white_black_ring", "ring", 9.0, _m(W), _m(K), ("white", "black"), ring=((0.80, 0.80, 0.76), (0.62, 0.57, 0.44))),
        CheckerDesign("t_ivory_brown", "bevel", 8.5, _m((0.85, 0.78, 0.62), roughness=0.25), _m((0.20, 0.09, 0.05), roughness=0.25), ("ivory", "brown")),
        CheckerDesign(
            "t_wood_light_dark", "flat", 10.0, _m((0.82, 0.65, 0.42), "wood:21", 0.5), _m((0.28, 0.15, 0.08), "wood:22", 0.5), ("light wood", "dark wood")
        ),
        CheckerDesign("t_white_red_dish", "dish", 8.0, _m((0.86, 0.84, 0.78)), _m((0.62, 0.10, 0.06)), ("white", "red")),
        CheckerDesign("t_green_red_thin", "flat", 4.0, _m((0.40, 0.66, 0.22), "paper:3", 0.8), _m((0.72, 0.08, 0.07), "paper:3", 0.8), ("green", "red"), 0.5),
        CheckerDesign("t_engraved_wood", "engraved", 11.0, _m((0.66, 0.34, 0.14), "wood:23", 0.4), _m((0.07, 0.07, 0.07), "wood:23", 0.4), ("brown", "black")),
        CheckerDesign(
            "t_pearl_grey",
            "bevel",
            9.5,
            _m((0.80, 0.78, 0.74), "marble:21", 0.15, 0.6),
            _m((0.40, 0.38, 0.38), "marble:21", 0.15, 0.6),
            ("pearl", "grey"),
            0.6,
            print="pearl",
        ),
        CheckerDesign("t_blue_white", "dome", 9.0, _m((0.84, 0.85, 0.87)), _m((0.08, 0.16, 0.46)), ("white", "blue")),
        CheckerDesign(
            "t_star_inlay",
            "flat",
            9.0,
            _m((0.80, 0.62, 0.34), "wood:24", 0.4),
            _m((0.36, 0.20, 0.10), "wood:24", 0.4),
            ("light inlay", "dark inlay"),
            ring=((0.30, 0.16, 0.08), (0.78, 0.62, 0.38)),
            print="star",
        ),
        CheckerDesign(
            "t_bordeaux_cream",
            "dent",
            10.0,
            _m((0.88, 0.84, 0.74), roughness=0.15, coat=0.5),
            _m((0.30, 0.03, 0.05), roughness=0.15, coat=0.5),
            ("cream", "bordeaux"),
        ),
        CheckerDesign(
            "t_low_wood", "bevel", 12.0, _m((0.74, 0.58, 0.42), "wood:25", 0.5), _m((0.50, 0.36, 0.26), "wood:25", 0.5), ("pale wood", "grey wood"), 1.4
        ),
        CheckerDesign("t_orange_black", "lip", 8.0, _m((0.85, 0.42, 0.08)), _m((0.05, 0.05, 0.06)), ("orange", "black")),
        CheckerDesign("t_yellow_green", "dent", 7.0, _m((0.86, 0.72, 0.24)), _m((0.06, 0.26, 0.14)), ("yellow", "green"), 0.7),
        CheckerDesign(
            "t_marble_swirl",
            "dome",
            10.0,
            _m((0.78, 0.70, 0.58), "marble:22", 0.1, 0.6, 2.0),
            _m((0.16, 0.30, 0.28), "marble:23", 0.1, 0.6, 2.0),
            ("cream marble", "green marble"),
            0.6,
        ),
        CheckerDesign("t_white_black_flat", "flat", 6.5, _m((0.84, 0.83, 0.80), roughness=0.6), _m((0.04, 0.04, 0.04), roughness=0.6), ("white", "black"), 0.8),
        CheckerDesign("t_printed_rings", "flat", 5.5, _m((0.82, 0.78, 0.70)), _m((0.12, 0.10, 0.24)), ("cream", "navy"), print="rings"),
        CheckerDesign("v_ivory_green", "bevel", 9.2, _m((0.84, 0.80, 0.66), "plain:51"), _m((0.05, 0.22, 0.18), "plain:51"), ("ivory", "green"), 1.8),
        CheckerDesign(
            "v_wood_pair", "cup", 9.0, _m((0.80, 0.60, 0.36), "wood:53", 0.45), _m((0.22, 0.11, 0.06), "wood:54", 0.45), ("light wood", "dark wood"), 0.8
        ),
        CheckerDesign("v_white_black_dish", "cup", 9.6, _m((0.85, 0.84, 0.80), "plain:61"), _m((0.05, 0.05, 0.055), "plain:61"), ("white", "black")),
        CheckerDesign(
            "h_cream_red_ring", "lip", 8.8, _m((0.86, 0.80, 0.66), "plain:71", 0.2, 0.4), _m((0.52, 0.06, 0.05), "plain:71", 0.2, 0.4), ("cream", "red"), 1.5
        ),
        CheckerDesign(
            "h_maple_walnut", "bevel", 10.5, _m((0.84, 0.69, 0.47), "wood:76", 0.45), _m((0.25, 0.14, 0.08), "wood:77", 0.45), ("maple", "walnut"), 2.4
        ),
        CheckerDesign("v_ivory_blue_grooves", "engraved", 9.0, _m((0.84, 0.79, 0.67), "plain:62"), _m((0.10, 0.18, 0.38), "plain:62"), ("ivory", "blue"), 1.7),
        CheckerDesign(
            "h_grey_pearl_dome",
            "dome",
            8.2,
            _m((0.74, 0.73, 0.72), "marble:73", 0.15, 0.5),
            _m((0.24, 0.23, 0.26), "marble:74", 0.15, 0.5),
            ("pearl", "smoke"),
            1.5,
            print="pearl",
        ),
        CheckerDesign(
            "h_silver_plum", "dent", 8.4, _m((0.68, 0.69, 0.70), "plain:73", 0.2, 0.3), _m((0.26, 0.05, 0.20), "plain:73", 0.2, 0.3), ("silver", "plum"), 1.6
        ),
    )
}

DICE: dict[str, DieDesign] = {
    d.name: d
    for d in (
        DieDesign("t_white", 14.3, 0.22, _m((0.86, 0.85, 0.82)), (0.03, 0.03, 0.03)),
        DieDesign("t_black", 14.3, 0.22, _m((0.03, 0.03, 0.035)), (0.88, 0.88, 0.86)),
        DieDesign("t_red", 12.7, 0.16, _m((0.62, 0.03, 0.04), roughness=0.1, coat=0.5), (0.92, 0.92, 0.9), 0.085, glow=0.15),
        DieDesign("t_ruby_clear", 14.5, 0.10, _m((0.75, 0.05, 0.09), roughness=0.05, coat=0.8), (0.94, 0.94, 0.92), 0.10, 0.27, 0.35),
        DieDesign("t_blue_clear", 14.5, 0.10, _m((0.06, 0.18, 0.62), roughness=0.05, coat=0.8), (0.94, 0.94, 0.92), 0.10, 0.27, 0.35),
        DieDesign("t_green_clear", 13.0, 0.14, _m((0.05, 0.45, 0.20), roughness=0.08, coat=0.6), (0.93, 0.93, 0.9), 0.09, 0.26, 0.25),
        DieDesign("t_ivory", 12.0, 0.30, _m((0.84, 0.77, 0.60)), (0.10, 0.05, 0.03), 0.095),
        DieDesign("t_marbled", 15.0, 0.26, _m((0.45, 0.70, 0.15), "marble:24", 0.2, 0.3, 2.0, 30), (0.05, 0.05, 0.05), 0.09),
        DieDesign("t_wood", 15.5, 0.18, _m((0.40, 0.22, 0.12), "wood:26", 0.5, tile_mm=40), (0.90, 0.86, 0.76), 0.08),
        DieDesign("t_orange", 11.0, 0.28, _m((0.88, 0.40, 0.06)), (0.95, 0.95, 0.92), 0.09),
        DieDesign("v_white_sharp", 13.6, 0.12, _m((0.84, 0.84, 0.82), "plain:51"), (0.06, 0.06, 0.08), 0.08, 0.25),
        DieDesign("v_brown", 14.0, 0.24, _m((0.24, 0.12, 0.07), "wood:55", 0.4, tile_mm=40), (0.88, 0.80, 0.62), 0.092),
        DieDesign("v_white_blue", 14.0, 0.20, _m((0.85, 0.85, 0.84), "plain:61"), (0.06, 0.12, 0.42), 0.092, 0.25),
        DieDesign("h_smoke", 13.4, 0.13, _m((0.14, 0.14, 0.16), "plain:71", 0.06, 0.7), (0.90, 0.90, 0.88), 0.088, 0.265, 0.1),
        DieDesign("v_amber", 14.8, 0.17, _m((0.80, 0.42, 0.05), "plain:62", 0.06, 0.7), (0.95, 0.94, 0.9), 0.10, 0.26, 0.3),
        DieDesign("h_black_gold", 12.4, 0.25, _m((0.04, 0.04, 0.045), "plain:72"), (0.84, 0.70, 0.32), 0.095, 0.255),
        DieDesign("h_teal_clear", 13.8, 0.11, _m((0.03, 0.36, 0.38), "plain:73", 0.06, 0.7), (0.95, 0.95, 0.92), 0.098, 0.265, 0.3),
        DieDesign("h_bone_black", 14.6, 0.21, _m((0.82, 0.78, 0.68), "marble:76", 0.3, 0.2), (0.04, 0.04, 0.05), 0.086, 0.258),
    )
}

CUBES: dict[str, CubeDesign] = {
    d.name: d
    for d in (
        CubeDesign("t_white_plain", 30.0, (0.86, 0.85, 0.82), (0.04, 0.04, 0.05), "plain"),
        CubeDesign("t_red_bold", 32.0, (0.70, 0.05, 0.06), (0.92, 0.9, 0.86), "bold", 0.16),
        CubeDesign("t_black_serif", 28.0, (0.04, 0.04, 0.05), (0.9, 0.88, 0.8), "serif", 0.2, True),
        CubeDesign("t_wood_duplex", 24.0, (0.45, 0.27, 0.15), (0.90, 0.84, 0.70), "duplex", 0.12),
        CubeDesign("t_ivory_serif", 26.0, (0.83, 0.76, 0.60), (0.22, 0.08, 0.05), "serif", 0.28, True),
        CubeDesign("t_blue_bold", 34.0, (0.08, 0.16, 0.42), (0.92, 0.92, 0.92), "bold", 0.22),
        CubeDesign("v_cream_italic", 29.0, (0.82, 0.78, 0.66), (0.10, 0.20, 0.40), "italic", 0.2),
        CubeDesign("v_green_triplex", 31.0, (0.06, 0.28, 0.16), (0.92, 0.88, 0.72), "triplex", 0.18),
        CubeDesign("h_white_red", 27.0, (0.86, 0.85, 0.83), (0.62, 0.06, 0.06), "inter", 0.24, True),
        CubeDesign("h_navy_gold", 30.5, (0.05, 0.08, 0.20), (0.84, 0.72, 0.36), "inter", 0.17),
    )
}

LIGHTS: dict[str, Light] = {
    d.name: d
    for d in (
        Light("t_room", "interior", 1.0),
        Light("t_room_warm_lamp", "interior", 0.5, (Lamp(2800, 260, 1300, 60, 1.2),)),
        Light("t_city", "city", 0.8),
        Light("t_courtyard_window", "courtyard", 0.6, (Lamp(6500, 900, 1600, 28, 1.0),)),
        Light("t_studio", "studio", 0.9),
        Light("t_studio_hard", "studio", 0.25, (Lamp(4200, 50, 1500, 52, 1.4),)),
        Light("t_forest_soft", "forest", 0.9),
        Light("t_hall", "interior", 0.35, (Lamp(5200, 600, 1700, 80, 1.0), Lamp(5200, 600, 1700, 62, 0.8))),
        Light("t_glare", "studio", 0.3, (Lamp(5000, 320, 1200, 84, 1.0),)),
        Light("t_dim", "interior", 0.4, (Lamp(2600, 300, 1600, 40, 0.4),), exposure=0.5),
        Light("t_dark_webcam", "city", 0.4, (Lamp(4200, 700, 1700, 70, 0.5),), exposure=0.36),
        Light("t_bright", "courtyard", 1.0, (Lamp(5600, 800, 1500, 75, 0.9),), exposure=1.3),
        Light("t_cold_side", "forest", 0.4, (Lamp(8500, 500, 1300, 25, 1.2),)),
        Light("v_night", "night", 0.8, (Lamp(3400, 400, 1400, 65, 1.0),)),
        Light("v_night_cold", "night", 0.5, (Lamp(6200, 700, 1600, 72, 1.0),), exposure=0.8),
        Light("v_sunrise", "sunrise", 0.9, (Lamp(4600, 700, 1600, 70, 0.4),)),
        Light("h_sunset_lamp", "sunset", 0.5, (Lamp(3200, 350, 1400, 58, 1.0),)),
        Light("v_sunrise_hall", "sunrise", 0.4, (Lamp(5000, 650, 1700, 78, 1.0), Lamp(5000, 650, 1700, 64, 0.7))),
        Light("h_sunset_dim", "sunset", 0.4, (Lamp(5600, 500, 1500, 45, 0.5),), exposure=0.6),
        Light("h_sunset_pair", "sunset", 0.6, (Lamp(4300, 420, 1450, 72, 0.9), Lamp(4300, 420, 1450, 50, 0.6))),
    )
}

TABLES: dict[str, Material] = {
    "t_oak": Material((0.55, 0.38, 0.22), "wood:31", 500, 1.0, 0.45),
    "t_blue_cloth": Material((0.04, 0.08, 0.26), "fabric:31", 120, 1.0, 0.9),
    "t_black_cloth": Material((0.03, 0.03, 0.035), "felt:31", 200, 1.0, 0.95),
    "t_white_desk": Material((0.80, 0.80, 0.80), "plain:31", 300, 0.5, 0.35),
    "t_floor_tiles": Material((0.60, 0.52, 0.46), "wood:32", 700, 0.6, 0.4),
    "t_green_baize": Material((0.05, 0.28, 0.14), "felt:32", 200, 1.0, 0.95),
    "t_grey_laminate": Material((0.42, 0.42, 0.43), "paper:31", 250, 1.2, 0.5),
    "t_rug": Material((0.40, 0.10, 0.08), "fabric:32", 90, 1.8, 0.95),
    "v_cherry": Material((0.45, 0.20, 0.10), "wood:56", 500, 1.0, 0.4),
    "v_slate": Material((0.20, 0.22, 0.25), "felt:52", 200, 1.0, 0.9),
    "v_pine_table": Material((0.70, 0.54, 0.34), "wood:68", 480, 1.0, 0.45),
    "h_burgundy_cloth": Material((0.24, 0.04, 0.07), "fabric:71", 130, 1.0, 0.9),
    "h_teak": Material((0.38, 0.22, 0.10), "wood:79", 460, 1.0, 0.4),
    "h_linen": Material((0.74, 0.70, 0.62), "fabric:72", 110, 1.0, 0.9),
    "v_charcoal": Material((0.10, 0.10, 0.11), "felt:65", 220, 1.0, 0.9),
    "v_stone": Material((0.58, 0.57, 0.55), "marble:65", 400, 1.0, 0.4),
}
