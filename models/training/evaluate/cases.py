"""Finding what to evaluate: stills with truth (a folder of NAME.json beside NAME.jpg, or one labels.json) and clips with truth."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from monitor.errors import InputError

PICTURE_ENDINGS = (".jpg", ".jpeg", ".png", ".JPG", ".JPEG", ".PNG")
LABELS_FILE = "labels.json"
TRUTH_ENDING = ".truth.json"
SHEETS_DIR = Path("data/sheets")
"""Where sheets of misses go unless told otherwise: never in the repository's history."""


@dataclass(frozen=True, slots=True)
class StillCase:
    """One picture and its truth (`formats.md` section 1). labels: what the tables group by."""

    name: str
    picture: Path
    truth: Mapping[str, Any]
    labels: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class ClipCase:
    """One clip and its truth (`formats.md` section 3). contrasts: how well its dice can be seen (`models.training.clips.legible`), where measured."""

    name: str
    clip: Path
    truth: Mapping[str, Any]
    contrasts: Sequence[Mapping[str, Any]] = ()


def find_stills(path: Path, *, limit: int = 0, match: str = "") -> list[StillCase]:
    """The labelled pictures of a folder, of a folder that holds labels.json, or of a labels.json itself, in order of name.

    match: only names that begin with it. limit: an even spread of that many (0: all), so that a short run still sees every look.
    Raises InputError when there is none.
    """
    if path.is_dir() and (path / LABELS_FILE).is_file():
        path = path / LABELS_FILE
    if path.is_file():
        found = _from_labels(path)
    elif path.is_dir():
        found = _from_folder(path)
    else:
        raise InputError(f"{path} is neither a folder of stills nor a labels.json. Give one of the two.")
    found = [c for c in found if c.name.startswith(match)]
    if not found:
        raise InputError(f"No labelled picture under {path}: it needs NAME.json beside NAME.jpg, or a labels.json whose pictures are there.")
    if limit and limit < len(found):
        found = [found[i * len(found) // limit] for i in range(limit)]
    return found


def find_clips(path: Path, *, only: str = "") -> list[ClipCase]:
    """The clips NAME.mp4 of a folder that have NAME.truth.json beside them. Raises InputError when there is none."""
    if not path.is_dir():
        raise InputError(f"{path} is not a folder. Give a folder of NAME.mp4 with NAME.truth.json.")
    clips = []
    for file in sorted(path.glob(f"*{TRUTH_ENDING}")):
        name = file.name[: -len(TRUTH_ENDING)]
        clip = file.with_name(f"{name}.mp4")
        if clip.is_file() and only in ("", name):
            seen = file.with_name(f"{name}.legible.json")
            clips.append(ClipCase(name, clip, _load(file), _load(seen).get("rolls", ()) if seen.is_file() else ()))
    if not clips:
        raise InputError(f"No clip {only or 'NAME'}.mp4 with its truth in {path}.")
    return clips


def _from_labels(path: Path) -> list[StillCase]:
    cases = []
    for name, truth in sorted(_load(path).items()):
        picture = path.parent / name
        if isinstance(truth, dict) and truth.get("top") and picture.is_file():
            cases.append(StillCase(name, picture, truth, _labels(truth, str(Path(name).parent))))
    return cases


def _from_folder(path: Path) -> list[StillCase]:
    cases = []
    for file in sorted(path.rglob("*.json")):
        picture = next((p for e in PICTURE_ENDINGS if (p := file.with_suffix(e)).is_file()), None)
        if picture is None:
            continue
        truth = _load(file)
        if truth.get("top"):
            name = str(picture.relative_to(path))
            cases.append(StillCase(name, picture, truth, _labels(truth, str(Path(name).parent))))
    return cases


def _labels(truth: Mapping[str, Any], folder: str) -> dict[str, str]:
    camera = truth.get("camera") if isinstance(truth.get("camera"), dict) else {}
    scene = truth.get("scene") if isinstance(truth.get("scene"), dict) else {}
    elevation = truth.get("elevation_deg", (camera or {}).get("elevation_deg", ((scene or {}).get("camera") or {}).get("elevation_deg")))
    labels = {
        "folder": folder if folder not in ("", ".") else "",
        "look": str(truth.get("look") or (scene or {}).get("look") or ""),
        "checkers": str(truth.get("checkers") or (scene or {}).get("checkers") or ""),
        "hand": "hand in view" if truth.get("hand") else "no hand",
        "elevation": "" if elevation is None else elevation_bucket(float(elevation)),
    }
    return {k: v for k, v in labels.items() if v}


def elevation_bucket(elevation_deg: float) -> str:
    """The camera's height as the tables group it; 90 is straight overhead."""
    for low, name in ((80.0, "80-90 degrees"), (65.0, "65-80 degrees")):
        if elevation_deg >= low:
            return name
    return "below 65 degrees"


def _load(path: Path) -> dict[str, Any]:
    try:
        body = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(f"{path} cannot be read as JSON: {error}") from error
    if not isinstance(body, dict):
        raise InputError(f"{path} does not hold a JSON object.")
    return body


def prepare_sheet_dir(out_dir: Path, source: Path) -> Path:
    """Creates the folder for a sheet of misses.

    Photographs of the reference folder (recognised by a labels.json, or by lying under MONITOR_REFERENCE) are not ours to publish: their
    sheets must stay out of the repository. Raises InputError when `out_dir` lies in a repository that would not ignore it.
    """
    default = Path.cwd() / SHEETS_DIR
    out = out_dir.resolve()
    out.mkdir(parents=True, exist_ok=True)
    if out.is_relative_to(default.resolve()):
        keep_out_of_git(default)
    if is_reference(source) and not _is_outside_git(out):
        advice = f"Use {SHEETS_DIR} or a folder outside the repository."
        raise InputError(f"{out_dir} would be committed, and photographs of the reference folder must not be. {advice}")
    return out


def keep_out_of_git(directory: Path) -> None:
    """Creates a folder of measurements that no commit takes up."""
    directory.mkdir(parents=True, exist_ok=True)
    mark = directory / ".gitignore"
    if not mark.exists():
        mark.write_text("*\n", encoding="utf-8")


def is_reference(source: Path) -> bool:
    """Does `source` hold photographs that must not be copied into the repository?"""
    root = os.environ.get("MONITOR_REFERENCE")
    if root and source.resolve().is_relative_to(Path(root).resolve()):
        return True
    return source.name == LABELS_FILE or (source.is_dir() and (source / LABELS_FILE).is_file())


def _is_outside_git(path: Path) -> bool:
    """True where git ignores the path, or where there is no repository (or no git) that could take it."""
    try:
        inside = subprocess.run(["git", "-C", str(path), "rev-parse", "--is-inside-work-tree"], capture_output=True, text=True, check=False)
        if inside.stdout.strip() != "true":
            return True
        return subprocess.run(["git", "-C", str(path), "check-ignore", "-q", str(path / "sheet.html")], capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        return True
