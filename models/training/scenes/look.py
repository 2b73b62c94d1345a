"""What a board look is: geometry first (proportions, points, bar, rims, trays, hinge, ornament), then material.

Pure Python. Lengths in millimetres, colours in sRGB 0..1. A look belongs to one split (`split.json`), and so does every texture tile
it names (`textures.tile_split`): validation and held-out boards share neither geometry nor texture with training.
"""

from __future__ import annotations

from dataclasses import dataclass, field

Color = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Material:
    """A surface: base colour, texture tile by name ("kind:seed"), tile size in mm, strength of the texture, roughness, coat of varnish."""

    color: Color
    tile: str = "plain:0"
    tile_mm: float = 160.0
    strength: float = 1.0
    roughness: float = 0.6
    coat: float = 0.0


@dataclass(frozen=True, slots=True)
class PointStyle:
    """Shape of the points. length: share of the board's height; width: share of the pitch at the base.

    shape: straight, rounded (blunt round tip), ogive (bulging), stripe (rectangle), truncated (flat tip), lancet (hollow sides),
    beads (a chain of lozenges), spear (narrow foot, wide middle). outline_mm > 0 draws a line around; tip: "dot" or "" beyond the tip;
    band: share of the length, from the tip, that is drawn in the other point colour (inlay).
    """

    shape: str = "straight"
    length: float = 0.40
    width: float = 0.94
    outline_mm: float = 0.0
    outline: Color = (0.1, 0.1, 0.1)
    tip: str = ""
    band: float = 0.0
    parity: int = 0


@dataclass(frozen=True, slots=True)
class Look:
    """One board. The playing area is 12 pitches + bar wide and height_mm high; z = 0 is its surface.

    bar_style: raised (a box of bar_height_mm), fold (two box edges with a gap), flat (painted), none (bar_mm is then a mere gap).
    margin_mm: surface left of/right of and above/below the playing area. trays: both, left, right, none. rim_height_mm may be 0.
    checker_ratio: diameter of the checkers / pitch. ornament: names understood by `surface.paint`.
    """

    name: str
    pitch_mm: float
    height_mm: float
    bar_mm: float
    bar_style: str
    points: PointStyle
    field: Material
    point_a: Material
    point_b: Material
    bar: Material
    rim: Material
    bar_height_mm: float = 0.0
    margin_mm: tuple[float, float] = (0.0, 0.0)
    rim_mm: float = 18.0
    rim_height_mm: float = 14.0
    trays: str = "none"
    tray_mm: float = 55.0
    tray: Material = field(default_factory=lambda: Material((0.1, 0.1, 0.1)))
    tray_walls: int = 2
    hinge: str = ""
    ornament: tuple[str, ...] = ()
    ink: Color = (0.1, 0.1, 0.1)
    checker_ratio: float = 0.92
    thickness_mm: float = 30.0

    @property
    def width_mm(self) -> float:
        return 12 * self.pitch_mm + self.bar_mm


def material(color: Color, tile: str = "plain:0", roughness: float = 0.6, strength: float = 1.0, tile_mm: float = 160.0, coat: float = 0.0) -> Material:
    """Short form for the tables of looks: colour, tile, roughness first."""
    return Material(color, tile, tile_mm, strength, roughness, coat)


BLACK, WHITE, CREAM = (0.03, 0.03, 0.035), (0.88, 0.88, 0.86), (0.84, 0.79, 0.66)
