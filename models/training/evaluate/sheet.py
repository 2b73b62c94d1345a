"""Sheets of misses: one HTML page with a thumbnail per picture that was read wrongly, truth in green and the reading in red over it."""

from __future__ import annotations

import html
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.evaluate.cases import StillCase
from models.training.evaluate.scoring import StillScore, cell_name, cell_text
from models.training.evaluate.video_scoring import ClipScore

Image = NDArray[np.uint8]

THUMBNAIL_PX = 960
"""Longest side of a thumbnail: pips on a die of 20 pixels stay countable."""
_GREEN, _RED, _WHITE, _BLACK = (60, 200, 60), (60, 60, 255), (255, 255, 255), (0, 0, 0)
_STYLE = (
    "body{font:15px/1.45 system-ui,sans-serif;margin:1.5rem;background:#f4f4f2;color:#222}"
    "article{background:#fff;border:1px solid #ccc;border-radius:6px;padding:1rem;margin:0 0 1.2rem;max-width:1000px}"
    "img{max-width:100%}h2{font-size:1rem;margin:.1rem 0 .5rem}li{font-family:ui-monospace,monospace;font-size:.85rem}"
    ".truth{color:#0a6d0a}.read{color:#b00020}"
)


def write_still_sheet(out_dir: Path, cases: Sequence[StillCase], scores: Sequence[StillScore], readings: Sequence[Mapping[str, Any]]) -> Path | None:
    """Writes out_dir/index.html with its thumbnails and returns it; None, and nothing left of an older sheet, when nothing was missed."""
    pictures = out_dir / "pictures"
    shutil.rmtree(pictures, ignore_errors=True)
    (out_dir / "index.html").unlink(missing_ok=True)
    missed = [(c, s, r) for c, s, r in zip(cases, scores, readings, strict=True) if still_misses(s)]
    if not missed:
        return None
    pictures.mkdir(parents=True)
    articles = []
    for number, (case, score, reading) in enumerate(missed):
        name = f"{number:04d}.jpg"
        image = cv2.imread(str(case.picture))
        if image is not None:
            cv2.imwrite(str(pictures / name), draw_misses(np.asarray(image, np.uint8), case.truth, score, reading), [cv2.IMWRITE_JPEG_QUALITY, 82])
        lines = "".join(f"<li>{html.escape(line)}</li>" for line in still_misses(score))
        labels = html.escape(", ".join(f"{k} {v}" for k, v in score.labels.items()))
        marked = "marked uncertain" if score.is_marked else "NOT marked uncertain" if not score.is_exact else "position right"
        articles.append(f'<article><h2>{html.escape(case.name)} ({labels}): {marked}</h2><img src="pictures/{name}" alt=""><ul>{lines}</ul></article>')
    head = f"{len(missed)} of {len(cases)} pictures with something missed. <span class=truth>Green: truth.</span> <span class=read>Red: read.</span>"
    return _write_page(out_dir, "Misses", head, articles)


def write_clip_sheet(out_dir: Path, scores: Sequence[ClipScore]) -> Path | None:
    """The same for clips: a list of what was missed, in order of time."""
    (out_dir / "index.html").unlink(missing_ok=True)
    articles = []
    for score in scores:
        if score.misses or score.error:
            lines = "".join(f"<li>{m.t:.2f} s {html.escape(m.what)} {html.escape(m.kind)}: {html.escape(m.text)}</li>" for m in score.misses)
            articles.append(f"<article><h2>{html.escape(score.name)} {html.escape(score.error)}</h2><ul>{lines}</ul></article>")
    return _write_page(out_dir, "Misses", f"{len(articles)} of {len(scores)} clips with something missed.", articles) if articles else None


def still_misses(score: StillScore) -> list[str]:
    """What is wrong with one reading, in words; empty when nothing is."""
    if not score.is_found:
        return [f"not read: {score.error}"]
    lines = [
        f"{cell_name(p.cell)}: {cell_text(p.truth)} read as {cell_text(p.read)}{' (marked)' if p.is_marked else ''}"
        for p in score.points
        if not p.is_right and not (p.is_undecidable and p.is_marked)
    ]
    for what, counts in (("bar", score.bar), ("off", score.off)):
        lines += [f"{what}.{c.color}: {c.truth} read as {c.read}" for c in counts if not c.is_right and (what == "bar" or c.read is not None)]
    for d in score.dice:
        if not d.is_found:
            lines.append(f"die {d.truth_value} not found")
        elif d.truth_flat is not False and d.truth_value is not None and d.read_value != d.truth_value:
            lines.append(f"die {d.truth_value} read as {d.read_value}{' (marked)' if d.is_marked else ''}")
        if d.is_found and d.truth_flat is not None and d.read_flat is not None and d.read_flat != d.truth_flat:
            tilt = "" if d.tilt_deg is None else f" (tilt {d.tilt_deg:.0f} degrees)"
            lines.append(f"die {d.truth_value} {'flat' if d.truth_flat else 'cocked' + tilt} called {'flat' if d.read_flat else 'cocked'}")
        if d.is_found and "checker" in (d.truth_on, d.read_on) and None not in (d.truth_on, d.read_on) and d.truth_on != d.read_on:
            lines.append(f"die {d.truth_value} on {d.truth_on} said to be on {d.read_on}")
    if score.extra_dice:
        lines.append(f"{score.extra_dice} reported dice that are none")
    c = score.cube
    if c.is_present and c.truth_value and c.truth_value != c.read_value:
        lines.append(f"cube {c.truth_value} read as {c.read_value}" if c.is_found else f"cube {c.truth_value} not found")
    elif not c.is_present and c.is_reported:
        lines.append("cube reported where there is none")
    return lines


def draw_misses(image: Image, truth: Mapping[str, Any], score: StillScore, reading: Mapping[str, Any]) -> Image:
    """The picture scaled to a thumbnail, with the playing area, the wrong points and all dice drawn in."""
    scale = min(1.0, THUMBNAIL_PX / max(image.shape[:2]))
    canvas = np.ascontiguousarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else image.copy(), np.uint8)
    for corners, color in ((truth.get("corners"), _GREEN), (reading.get("corners") if score.is_found else None, _RED)):
        if corners:
            cv2.polylines(canvas, [np.round(np.asarray(corners, float) * scale).astype(np.int32)], True, color, 1, cv2.LINE_AA)
    if truth.get("corners") and score.is_found:
        for point in score.points:
            if not point.is_right:
                x, y = cell_xy(truth["corners"], point.cell)
                _label(canvas, (x * scale, y * scale), cell_text(point.truth), _GREEN, 0)
                _label(canvas, (x * scale, y * scale), cell_text(point.read), _RED, 1)
    for die in truth.get("dice") or ():
        text = f"{die.get('value') or '?'}{'' if die.get('flat', True) else ' cocked'}"
        _label(canvas, (die["xy"][0] * scale, die["xy"][1] * scale - 22), text, _GREEN, 0)
    for die in (reading.get("dice") or ()) if score.is_found else ():
        text = f"{die.get('value') or '?'}{' cocked' if die.get('flat') is False else ''}"
        _label(canvas, (die["xy"][0] * scale, die["xy"][1] * scale + 26), text, _RED, 0)
    return canvas


def cell_xy(corners: Sequence[Sequence[float]], cell: int) -> tuple[float, float]:
    """About where a point's stack stands, in pixels of the picture; the bar is taken as wide as a point."""
    column = cell % 12
    u, v = (column + (column >= 6) + 0.5) / 13, 0.2 if cell < 12 else 0.8
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    h = cv2.getPerspectiveTransform(unit, np.asarray(corners, np.float32))
    x, y, w = np.asarray(h, float) @ np.array([u, v, 1.0])
    return float(x / w), float(y / w)


def _label(canvas: Image, xy: tuple[float, float], text: str, color: tuple[int, int, int], row: int) -> None:
    origin = (int(xy[0]) - 6 * len(text), int(xy[1]) + 18 * row)
    cv2.putText(canvas, text, origin, cv2.FONT_HERSHEY_SIMPLEX, 0.5, _BLACK, 4, cv2.LINE_AA)
    cv2.putText(canvas, text, origin, cv2.FONT_HERSHEY_SIMPLEX, 0.5, color if color != _BLACK else _WHITE, 1, cv2.LINE_AA)


def _write_page(out_dir: Path, title: str, head: str, articles: Sequence[str]) -> Path:
    out_dir.mkdir(parents=True, exist_ok=True)
    path = out_dir / "index.html"
    body = f"<h1>{title}</h1><p>{head}</p>{''.join(articles)}"
    top = f"<!doctype html><html lang=en><meta charset=utf-8><title>{title}</title><style>{_STYLE}</style>"
    path.write_text(f"{top}<body>{body}</body></html>\n", encoding="utf-8")
    return path
