"""What a person tells about a table, from options and from a saved table file, checked with messages that name the field."""

from __future__ import annotations

import os
import tempfile
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from monitor.errors import InputError
from monitor.game.events import Player
from monitor.officiating import load_profile
from monitor.officiating.score import is_crawford_possible

Side = Literal["left", "right"]
Corners = tuple[tuple[float, float], tuple[float, float], tuple[float, float], tuple[float, float]]
T = TypeVar("T", bound=BaseModel)
MOST_NAME = 60
"""Characters of an observer's name."""


class _Data(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class TableOptions(_Data):
    """A table, and the match on it. None is "not told": it is then either seen (near, near_home, corners) or stays unknown.

    profile: the rules, by the name of a bundled profile or of a file ending in `.toml` (see `monitor.officiating`).
    score: points of A and B. names: of A (lighter checkers) and B.
    clock: a game clock is used. baffle: the picture half where a baffle box stands. allow_left: who may roll left of the bar from the start.
    corners: image pixels of the playing area: top-left, top-right, bottom-right, bottom-left of the turned picture (`formats.md` section 1).
    bar: left and right edge of the bar as a share of the board's width. near: whose player sits at the bottom edge of the turned picture.
    near_home: the side of that player's home. picture_size: (width, height) that `corners` were measured in.
    """

    profile: str = "cnb"
    match_length: Annotated[int, Field(ge=1, le=99)] | None = None
    score: tuple[Annotated[int, Field(ge=0)], Annotated[int, Field(ge=0)]] | None = None
    is_crawford: bool | None = None
    names: tuple[str, str] | None = None
    clock: bool = False
    baffle: Side | None = None
    allow_left: tuple[Player, ...] = ()
    corners: Corners | None = None
    bar: tuple[float, float] | None = None
    rotated: Literal[0, 90] | None = None
    near: Player | None = None
    near_home: Side | None = None
    picture_size: tuple[int, int] | None = None

    @field_validator("profile")
    @classmethod
    def _is_known(cls, name: str) -> str:
        try:
            load_profile(name)
        except InputError as error:
            raise ValueError(str(error)) from error
        return name

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if self.score and self.match_length and max(self.score) >= self.match_length:
            raise ValueError(f"score {self.score[0]}-{self.score[1]}: a match to {self.match_length} points is over at that score")
        if self.score and self.match_length and self.is_crawford and not is_crawford_possible(self.score, self.match_length):
            raise ValueError(f"score {self.score[0]}-{self.score[1]}: the Crawford game is played when one player alone needs one point of {self.match_length}")
        rules = load_profile(self.profile)
        if self.allow_left and not rules.rolls.left_permission:
            raise ValueError(f"allow_left: the rules {self.profile} know no permission to roll on the left; leave it out")
        if self.clock and not rules.clock.available:
            raise ValueError(
                f"clock: the rules {self.profile} hold no clock procedure: leave --clock out, or choose a profile with one, such as {self.profile}+clock"
            )
        return self

    def to_json(self) -> dict[str, Any]:
        """The `table` of `formats.md` section 3, with everything that was told, and null for what was not."""
        return {
            "near": None if self.near is None else str(self.near), "near_home": self.near_home, "clock": self.clock,
            "baffle": self.baffle or False, "profile": load_profile(self.profile).name, "match_length": self.match_length,
            "score": list(self.score) if self.score else None, "crawford": self.is_crawford,
            "names": dict(zip("AB", self.names, strict=True)) if self.names else None,
            "allow_left": [str(p) for p in self.allow_left], "corners": [list(c) for c in self.corners] if self.corners else None,
        }  # fmt: skip


class WebOptions(_Data):
    """Where the dashboard listens: this machine only, unless told otherwise."""

    host: str = "127.0.0.1"
    port: Annotated[int, Field(ge=0, le=65535)] = 8765


class StationOptions(_Data):
    """One watched session, as the three processes read it from `station.json` in the session directory.

    source: camera number, device, address or file. is_paced: a file plays at a camera's pace. is_recording: the pictures are kept
    as video. observer: who is appointed to observe this match, None when nobody is and it is only recorded (`rules.md` 2.0).
    remark: words about the session for those who read its log. clock_origin_s: the monotonic time that is t = 0 of a live source,
    so that a restarted process goes on counting.
    """

    source: str
    is_paced: bool = True
    is_recording: bool = False
    table: TableOptions = TableOptions()
    observer: Annotated[str, Field(min_length=1, max_length=MOST_NAME)] | None = None
    remark: str = ""
    clock_origin_s: float = 0.0
    width: Annotated[int, Field(ge=160, le=7680)] = 1280
    height: Annotated[int, Field(ge=120, le=4320)] = 720
    rate_hz: Annotated[int, Field(ge=1, le=120)] = 30
    give_up_s: Annotated[float, Field(gt=0)] = 3600.0

    @classmethod
    def read(cls, session: Path) -> Self:
        return cls.model_validate_json((session / "station.json").read_bytes())

    def write(self, session: Path) -> None:
        write_whole(session / "station.json", self.model_dump_json(indent=1).encode())


def table_options(values: Mapping[str, Any], table_file: Path | None = None) -> TableOptions:
    """Options given on the command line over those of a saved table file. Raises InputError that names the field."""
    told = {k: v for k, v in values.items() if v is not None and v != ()}
    saved = read_table_file(table_file) if table_file else {}
    if "corners" in told:  # corners by hand replace everything that was measured with the saved ones
        saved = {k: v for k, v in saved.items() if k not in ("bar", "rotated", "picture_size")}
    return checked(TableOptions, {**saved, **told}, str(table_file) if table_file else "the options")


def read_table_file(path: Path) -> dict[str, Any]:
    """A table saved by `calibrate`. Raises InputError."""
    try:
        body = tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        raise InputError(f"There is no table file {path}.") from None
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise InputError(f"The table file {path.name} cannot be read: {error}.") from error
    checked(TableOptions, body, path.name)
    return body


def table_file_text(options: TableOptions, remark: str = "") -> str:
    """The options as a table file (TOML), only what is known."""
    lines = [f"# {line}" for line in remark.splitlines()]
    for key, value in options.model_dump(mode="json").items():
        if value is not None and value != []:
            lines.append(f"{key} = {_toml(value)}")
    return "\n".join(lines) + "\n"


def checked(model: type[T], body: Mapping[str, Any], where: str) -> T:
    """A validated model. Raises InputError with a sentence that names the field."""
    try:
        return model.model_validate(dict(body))
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"])
        message = first["msg"].removeprefix("Value error, ")
        raise InputError(f"{where}: {field + ': ' if field else ''}{message}.".replace("..", ".")) from error


def write_whole(path: Path, data: bytes, *, is_private: bool = True) -> None:
    """Writes a file so that it is there whole or not at all. Raises InputError when the place cannot be written.

    is_private: for its owner alone, as everything in a session directory; not for what a person asked to have written somewhere.
    """
    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
            if not is_private:
                Path(temporary).chmod(0o644)
            Path(temporary).replace(path)
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror or error}.") from error


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
        return f'"{escaped}"'
    if isinstance(value, list):
        return "[" + ", ".join(_toml(v) for v in value) + "]"
    return repr(value)
