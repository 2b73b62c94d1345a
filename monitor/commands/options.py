"""Options that several commands share, and their plain-text values made into what the station is told."""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import click

from monitor.errors import InputError
from monitor.game.events import Player
from monitor.station.config import TableOptions, table_options

F = TypeVar("F", bound=Callable[..., Any])


class CornersType(click.ParamType[Any]):
    """Eight numbers x,y,x,y,x,y,x,y: top-left, top-right, bottom-right, bottom-left of the playing area, in pixels."""

    name = "x,y,x,y,x,y,x,y"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[tuple[float, float], ...]:
        if not isinstance(value, str):
            return tuple(value)
        parts = re.split(r"[,;\s]+", value.strip())
        try:
            numbers = [float(p) for p in parts]
        except ValueError:
            self.fail(f"{value!r} is not eight numbers with commas between them", param, ctx)
        if len(numbers) != 8:
            self.fail(f"eight numbers are needed (four corners), not {len(numbers)}", param, ctx)
        return tuple((numbers[i], numbers[i + 1]) for i in range(0, 8, 2))


class ScoreType(click.ParamType[Any]):
    """Points of A and B, such as 3-5."""

    name = "A-B"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, int]:
        if not isinstance(value, str):
            return cast(tuple[int, int], value)
        match = re.fullmatch(r"(\d{1,2})\s*[-:]\s*(\d{1,2})", value.strip())
        if not match:
            self.fail(f"{value!r} is not a score such as 3-5", param, ctx)
        return int(match[1]), int(match[2])


class NamesType(click.ParamType[Any]):
    """The names of A (lighter checkers) and B, with a comma between them."""

    name = "A,B"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, str]:
        if not isinstance(value, str):
            return cast(tuple[str, str], value)
        names = [n.strip() for n in value.split(",")]
        if len(names) != 2 or not all(names):
            self.fail("give two names with a comma between them: of the lighter and of the darker checkers", param, ctx)
        return names[0], names[1]


class SecondsType(click.ParamType[Any]):
    """A time in a video: seconds, M:SS or H:MM:SS."""

    name = "time"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        if isinstance(value, int | float):
            return float(value)
        if not re.fullmatch(r"(\d+:){0,2}\d+(\.\d+)?", value.strip()):
            self.fail(f"{value!r} is not a time such as 90, 1:30 or 0:01:30", param, ctx)
        return functools.reduce(lambda total, part: total * 60 + float(part), value.strip().split(":"), 0.0)


_TABLE_OPTIONS = (
    click.option("--profile", help="The rules: cnb (default), dbgf, biba, biba+clock, usbgf, wbgf, or your own file ending in .toml."),
    click.option("--length", "match_length", type=click.IntRange(1, 99), help="Match length in points."),
    click.option("--score", type=ScoreType(), help="Score of A (lighter checkers) and B at the start."),
    click.option("--crawford/--no-crawford", "is_crawford", default=None, help="This is (not) the Crawford game."),
    click.option("--names", type=NamesType(), help='Names of A (lighter checkers) and B: "Ann,Bob".'),
    click.option("--clock", is_flag=True, default=None, help="A game clock is used."),
    click.option("--baffle", type=click.Choice(["left", "right"]), help="The half of the picture where a baffle box stands."),
    click.option("--allow-left", type=click.Choice(["A", "B"]), multiple=True, help="This player may roll left of the bar. May be given twice."),
    click.option("--corners", type=CornersType(), help="Corners of the playing area by hand, in pixels; the first is top-left."),
    click.option("--table", "table_file", type=click.Path(path_type=Path), help="A table saved by `calibrate`."),
)
_NAMES = ("profile", "match_length", "score", "is_crawford", "names", "clock", "baffle", "allow_left", "corners")


def with_table_options(function: F) -> F:
    """Adds the options of `formats.md` section 3; the command gets them as one `table` (TableOptions). Raises InputError."""

    @functools.wraps(function)
    def wrapped(*args: Any, table_file: Path | None, **values: Any) -> Any:
        told = {name: values.pop(name) for name in _NAMES}
        told["allow_left"] = tuple(Player(p) for p in dict.fromkeys(told["allow_left"]))
        table: TableOptions = table_options(told, table_file)
        return function(*args, table=table, **values)

    decorated: Any = wrapped
    for option in reversed(_TABLE_OPTIONS):
        decorated = option(decorated)
    return cast(F, decorated)


def check_output(path: Path, source: Path) -> None:
    """Raises InputError, before any work is done, when a file cannot be written there or would overwrite what is read."""
    folder = path.absolute().parent
    if not folder.is_dir():
        raise InputError(f"The folder {folder} does not exist.")
    if path.is_dir():
        raise InputError(f"{path} is a folder; name a file in it.")
    if path.exists() and source.exists() and path.samefile(source):
        raise InputError(f"{path} is what is to be read; name another file to write.")
    if not os.access(path if path.exists() else folder, os.W_OK):
        raise InputError(f"{path} cannot be written; choose another place.")
