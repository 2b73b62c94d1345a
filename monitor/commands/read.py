"""`read PICTURE...`: the position in single pictures (`formats.md` section 2)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from monitor.commands.options import CornersType
from monitor.errors import InputError, ModelError, MonitorError

UNREADABLE = 3


@click.command("read")
@click.argument("pictures", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="PICTURE...")
@click.option("--json", "is_json", is_flag=True, help="One JSON object a line and picture.")
@click.option("--corners", type=CornersType(), help="Corners of the playing area by hand, in pixels; the first is top-left.")
@click.option("--overlay", type=click.Path(path_type=Path), help="Folder for copies of the pictures with what was read drawn in.")
@click.option("--weights", type=click.Path(path_type=Path, exists=True, dir_okay=False), help="A detector of your own, run by ultralytics (.pt).")
def command(pictures: tuple[Path, ...], is_json: bool, corners: tuple[tuple[float, float], ...] | None, overlay: Path | None, weights: Path | None) -> int:
    """Read the position in one or more PICTUREs."""
    from monitor.vision.detector import UltralyticsDetector
    from monitor.vision.still import read_picture

    detector = UltralyticsDetector(str(weights)) if weights else None

    if overlay is not None:
        if len({path.stem for path in pictures}) < len(pictures):
            raise InputError("Two of the pictures have the same name, and only one copy of it fits into the folder: read them one by one.")
        _make_folder(overlay)
    is_all_read = True
    for path in pictures:
        try:
            reading: Mapping[str, Any] = read_picture(path, corners=corners, detector=detector)
        except ModelError:
            raise  # not this picture's fault, and so for every other one
        except MonitorError as error:
            reading = {"ok": False, "error": str(error)}
        reading = {"image": str(path), **{k: v for k, v in reading.items() if k != "image"}}
        is_all_read &= bool(reading.get("ok"))
        if is_json:
            click.echo(json.dumps(reading, ensure_ascii=False))
        else:
            click.echo("\n".join(_lines(path, reading)), err=not reading.get("ok"))
        if overlay is not None and reading.get("ok"):
            from monitor.commands.reading_picture import write_overlay

            write_overlay(path, reading, overlay)
    return 0 if is_all_read else UNREADABLE


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"The folder {folder} cannot be made: {error.strerror or error}.") from error


def _lines(path: Path, reading: Mapping[str, Any]) -> list[str]:
    if not reading.get("ok"):
        error = str(reading.get("error"))
        return [error if error.startswith(str(path)) else f"{path}: {error}"]
    bar, off = reading.get("bar") or {}, reading.get("off") or {}
    dice = ", ".join(_die(d) for d in reading.get("dice") or ()) or "none"
    cube = _told(reading["cube"].get("value")) if reading.get("cube") else "none"
    out = [
        f"{path}   confidence {reading.get('confidence', 0):.2f}   A: {(reading.get('colors') or {}).get('A')}, B: {(reading.get('colors') or {}).get('B')}",
        "  " + _row(reading["top"]),
        "  " + _row(reading["bottom"]),
        f"  bar A {bar.get('A')} B {bar.get('B')}   off A {_told(off.get('A'))} B {_told(off.get('B'))}   dice {dice}   cube {cube}",
    ]
    if reading.get("uncertain"):
        out.append(f"  uncertain: {', '.join(reading['uncertain'])}")
    return out


def _row(cells: Any) -> str:
    texts = ["." if str(c) == "0" else str(c) for c in cells]
    return " ".join(f"{t:>4}" for t in texts[:6]) + "  | " + " ".join(f"{t:>4}" for t in texts[6:])


def _die(die: Mapping[str, Any]) -> str:
    return f"{die.get('value') or '?'}{'' if die.get('flat', True) else ' (not flat)'}"


def _told(value: Any) -> str:
    return "not told" if value is None else str(value)
