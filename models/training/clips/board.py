"""Measures of the board in a clip and where checkers stand on it, in the picture's own (u, v): 0..1 left to right and top to bottom.

`is_flipped`: the camera looks from the far side, so that the scene's own coordinates are turned by 180 degrees against the picture.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from models.training.clips.table import Place, Table
from models.training.scenes.spec import CheckerSpec, DieSpec
from monitor.game.events import Player


@dataclass(frozen=True)
class Board:
    """Millimetres: playing area width and height (bar included), bar width, checker diameter and thickness, die edge.

    off_u: u of the middle of the tray on the right (or of a place beside the board), mirrored for the left.
    checker_outline: upper outline as (setback from the rim, height) from the axis to the base. bar_height_mm, rim_height_mm: 0 where flat;
    rim_gap_mm: from the playing area's side to the rim. dice: (edge, rounding as a share of half the edge) of the two dice designs.
    on_checker_mm: height at which a die lies flat on a checker.
    """

    width_mm: float = 520.0
    height_mm: float = 430.0
    bar_mm: float = 50.0
    checker_mm: float = 37.0
    checker_h_mm: float = 9.0
    die_mm: float = 15.0
    off_u: float = 1.09
    is_flipped: bool = False
    checker_outline: tuple[tuple[float, float], ...] = ((18.5, 9.0), (0.5, 9.0), (0.0, 8.5), (0.0, 0.0))
    bar_height_mm: float = 10.0
    rim_height_mm: float = 14.0
    rim_gap_mm: float = 0.0
    dice: tuple[tuple[float, float], ...] = ((15.0, 0.2), (15.0, 0.2))
    on_checker_mm: float = 9.0
    tray_floor_mm: float = 0.0

    @property
    def point_u(self) -> float:
        return (1 - self.bar_mm / self.width_mm) / 12

    @property
    def checker_u(self) -> float:
        return self.checker_mm / self.width_mm

    @property
    def checker_v(self) -> float:
        return self.checker_mm / self.height_mm

    @property
    def bar_u(self) -> tuple[float, float]:
        half = self.bar_mm / self.width_mm / 2
        return 0.5 - half, 0.5 + half

    def cell_u(self, cell: int) -> float:
        column = cell % 12
        return (column + 0.5) * self.point_u + (self.bar_mm / self.width_mm if column >= 6 else 0.0)

    @property
    def per_layer(self) -> int:
        """Checkers of one point that lie on the surface; the next ones lie on top of them."""
        return max(1, min(5, int(0.5 / self.checker_v)))


def _jitter(seed: int, identity: int, place: Place, index: int) -> random.Random:
    return random.Random(f"{seed}:{identity}:{place}:{index}")


def checkers(table: Table, board: Board, seed: int) -> dict[int, CheckerSpec]:
    """Every checker by identity, placed with the small offsets that fingers leave. Coordinates are the picture's."""
    out: dict[int, CheckerSpec] = {}
    for place, stack in table.stacks.items():
        for player, identity, index in stack:
            rng = _jitter(seed, identity, place, index)
            u, v, level = _spot(place, index, board, table)
            du, dv = rng.uniform(-0.035, 0.035) * board.checker_u, rng.uniform(-0.02, 0.02) * board.checker_v
            if level:
                du, dv = du * 0.6, dv * 2
            kind, cell = place
            name: int | str = cell if kind == "cell" else "bar" if kind == "bar" else "off"
            out[identity] = CheckerSpec(color=str(player), u=u + du, v=v + dv, level=level, cell=name, spin_deg=rng.uniform(0, 360))
    return out


def _spot(place: Place, index: int, board: Board, table: Table) -> tuple[float, float, int]:
    """u, v and level of the checker in the index-th slot."""
    kind, number = place
    if kind == "cell":
        level, step = divmod(index, board.per_layer)
        v = board.checker_v * (0.52 + 1.012 * step)
        return board.cell_u(number), v if number < 12 else 1 - v, level
    player = Player.A if number == 0 else Player.B
    is_near = table.seats.is_near(player)
    if kind == "bar":  # a hit checker waits in the middle, on its opponent's side of the centre line
        step = (index + 0.75) * board.checker_v * 1.02
        return 0.5, 0.5 - step if is_near else 0.5 + step, 0
    if kind == "beside":  # out of the picture, on the owner's side
        return 0.72 if is_near else 0.28, 1.4 if is_near else -0.4, 0
    u = board.off_u if table.seats.near_home == "right" else 1 - board.off_u  # both homes are on the same side of the picture
    level, step = divmod(index, 5)
    v = board.checker_v * (0.55 + 1.05 * step)
    return u, 1 - v if is_near else v, level


def to_scene(board: Board, u: float, v: float) -> tuple[float, float]:
    """Picture (u, v) to the scene's own (u, v)."""
    return (1 - u, 1 - v) if board.is_flipped else (u, v)


def checker_to_scene(board: Board, checker: CheckerSpec) -> CheckerSpec:
    u, v = to_scene(board, checker.u, checker.v)
    cell = 23 - checker.cell if board.is_flipped and isinstance(checker.cell, int) else checker.cell
    floor = board.bar_height_mm if cell == "bar" else board.tray_floor_mm if cell == "off" else 0.0
    return CheckerSpec(
        color=checker.color, u=u, v=v, level=checker.level, cell=cell, spin_deg=checker.spin_deg, z_mm=floor + checker.level * board.checker_h_mm
    )


def die_to_scene(board: Board, die: DieSpec) -> DieSpec:
    """Turns are counter-clockwise in both frames, so a turned picture adds 180 degrees."""
    u, v = to_scene(board, die.u, die.v)
    more = 180.0 if board.is_flipped else 0.0
    return replace(die, u=u, v=v, spin_deg=die.spin_deg + more, lean_deg=die.lean_deg + more)
