"""What a synthetic scene is, as plain data: the still generator renders one, the video director renders a sequence of them.

Pure Python (no bpy, no numpy), so that anything may import it. All placements are in board coordinates:
u, v in the playing area, 0..1 from left to right and from top to bottom as the unturned overhead camera sees it; z in millimetres
above the playing surface. Cells are numbered 0-11 top row left to right, 12-23 bottom row left to right (`formats.md`).
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True)
class DieSpec:
    """A die. value: the face up (nearest to up when cocked). spin_deg: rotation about the vertical.

    tilt_deg 0 is flat; otherwise it leans on something: on = board (cocked against nothing is impossible), checker, bar or rim;
    lean_deg: azimuth of the tilt (towards what it leans on, 0 = +x, counter-clockwise). set_index: which of the scene's dice designs.
    on: what it stands on or, when tilted, leans on: board, checker, bar, rim, off (beside the board), air (in flight: z_mm is then the height
    of its lowest point). z_mm: height of what its lowest point rests on. u, v: its centre.
    """

    value: int
    u: float
    v: float
    spin_deg: float = 0.0
    tilt_deg: float = 0.0
    lean_deg: float = 0.0
    on: str = "board"
    z_mm: float = 0.0
    set_index: int = 0


@dataclass(frozen=True)
class CubeSpec:
    """The doubling cube: face value up and place (u, v may lie outside the playing area: rim, tray, table)."""

    value: int
    u: float
    v: float
    spin_deg: float = 0.0


@dataclass(frozen=True)
class CheckerSpec:
    """One checker. cell: 0-23, "bar", "off" (tray or beside the board) or "loose". level: 0 on the surface, 1 on another checker.

    z_mm: height of its base; None: worked out from cell, level and what it lies on. on_edge: stands on its side, as in a bear-off tray.
    """

    color: str
    u: float
    v: float
    level: int = 0
    cell: int | str = 0
    on_edge: bool = False
    spin_deg: float = 0.0
    z_mm: float | None = None


@dataclass(frozen=True)
class CameraSpec:
    """Camera. elevation_deg 90 is straight overhead, 50 is 40 degrees off; azimuth_deg 0 looks from the bottom edge, 180 from the top.

    roll_deg turns the picture (90 = quarter turn). fill: share of the picture's width (or height) that the board takes.
    shift: (x, y) of the board's centre in the picture, as a share of width and height from the middle.
    """

    elevation_deg: float = 90.0
    azimuth_deg: float = 0.0
    roll_deg: float = 0.0
    fov_deg: float = 45.0
    fill: float = 0.85
    shift: tuple[float, float] = (0.0, 0.0)
    width: int = 960
    height: int = 540


@dataclass(frozen=True)
class SceneSpec:
    """A whole scene. look: board look by name; checkers: checker pair by name; dice, cube: design names; light: environment by name.

    clutter: names of objects beside or over the board ("hand", "sleeve", "cup", "clock", "score_card", "phone", "glasses").
    hands: list of (u, v, angle_deg, skin/sleeve seed) for hands over the playing area: u, v where thumb and finger meet, angle_deg 0 = the arm
    comes from the bottom edge, 180 from the top, counter-clockwise. table: what the board stands on, by name. undecidable: cells whose count the
    picture cannot decide (a second layer). more_cubes: further cubes, as on dice sheets.
    """

    look: str
    checkers: str
    seed: int
    pieces: tuple[CheckerSpec, ...] = ()
    dice: tuple[DieSpec, ...] = ()
    dice_design: tuple[str, ...] = ("t_white", "t_red")
    cube: CubeSpec | None = None
    cube_design: str = "plain"
    camera: CameraSpec = field(default_factory=CameraSpec)
    light: str = "studio"
    clutter: tuple[str, ...] = ()
    hands: tuple[tuple[float, float, float, int], ...] = ()
    undecidable: tuple[int, ...] = ()
    table: str = "t_oak"
    more_cubes: tuple[CubeSpec, ...] = ()

    @property
    def cubes(self) -> tuple[CubeSpec, ...]:
        """All cubes; objects of kind "cube" are numbered by it."""
        return (() if self.cube is None else (self.cube,)) + self.more_cubes

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> SceneSpec:
        """The inverse of `to_json`; lists become tuples."""
        camera = dict(data["camera"], shift=tuple(data["camera"]["shift"]))
        parts = {
            "pieces": tuple(CheckerSpec(**p) for p in data["pieces"]),
            "dice": tuple(DieSpec(**d) for d in data["dice"]),
            "cube": CubeSpec(**data["cube"]) if data["cube"] else None,
            "more_cubes": tuple(CubeSpec(**c) for c in data.get("more_cubes", ())),
            "camera": CameraSpec(**camera),
            "hands": tuple((h[0], h[1], h[2], int(h[3])) for h in data["hands"]),
        }
        tuples = {key: tuple(data[key]) for key in ("dice_design", "clutter", "undecidable")}
        return cls(**{**data, **tuples, **parts})
