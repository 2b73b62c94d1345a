"""`transcript FILE`: reads a match record of any program, says what is odd about it, and converts it (`formats.md` section 4)."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

import click

from monitor.commands.options import check_output
from monitor.errors import InputError
from monitor.game.diagram import description
from monitor.game.transcript import format_mat
from monitor.game.transcript.carried import not_carried
from monitor.game.transcript.findings import Finding, Odd
from monitor.game.transcript.match_json import as_json, state_json
from monitor.game.transcript.reader import read_record
from monitor.game.transcript.reading import Reading
from monitor.game.transcript.replay import Replay, replay
from monitor.game.transcript.sgf_writer import format_sgf
from monitor.game.transcript.sidecar import sidecar_of, with_sidecar
from monitor.game.transcript.text_writer import format_text, match_length, result_words
from monitor.station.config import write_whole

UNREADABLE = 3


@dataclass(frozen=True, slots=True)
class Record:
    """A file that was read and played through."""

    path: Path
    reading: Reading
    played: Replay

    @property
    def findings(self) -> tuple[Finding, ...]:
        return (*self.reading.findings, *self.played.findings)


@click.command("transcript")
@click.argument("files", type=click.Path(path_type=Path), nargs=-1, required=True, metavar="FILE...")
@click.option("--json", "is_json", is_flag=True, help="Write everything as JSON: turns, positions, IDs of every moment, what is odd.")
@click.option("--mat", "is_mat", is_flag=True, help="Convert to .mat.")
@click.option("--sgf", "is_sgf", is_flag=True, help="Convert to SGF.")
@click.option("--text", "is_text", is_flag=True, help="Convert to plain text.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Write there instead of to the screen; .mat and SGF with a sidecar, OUTPUT.json.")
@click.option("--at", "at", metavar="GAME.TURN", help="Show one moment: the board, XGID, GNU position and match ID. Example: 2.13.")
@click.option("--table", "is_table", is_flag=True, help="One line for each file: what was odd. Folders are searched; so it is for several files.")
def command(files: tuple[Path, ...], is_json: bool, is_mat: bool, is_sgf: bool, is_text: bool, output: Path | None, at: str | None, is_table: bool) -> int:
    """Read a match record, say what is odd about it, and convert it.

    FILE is a .mat file or a .txt of the same layout, SGF of backgammon, GNU Backgammon's text export, a position in English text (eXtreme Gammon,
    BGBlitz) or the JSON of `analyze`. A sidecar beside it (FILE.json, as `analyze --mat` writes it) is read with it.
    """
    forms = [form for form, is_wanted in (("json", is_json), ("mat", is_mat), ("sgf", is_sgf), ("text", is_text)) if is_wanted]
    if len(forms) + (at is not None) + is_table > 1:
        raise click.UsageError("Give one of --json, --mat, --sgf, --text, --at and --table.")
    form = forms[0] if forms else None
    if output is not None and form is None:
        raise click.UsageError("--output needs a format: --json, --mat, --sgf or --text.")
    if is_table or len(files) > 1 or files[0].is_dir():
        if form or at:
            raise click.UsageError("Name one file to convert it or to look at a moment.")
        return _table(_found(files))
    if output is not None:
        check_output(output, files[0])
    record = _read(files[0])
    if at is not None:
        _show_moment(record, at)
    elif form is None:
        _summary(record)
    else:
        _write(record, form, output)
    return 0


def _read(path: Path) -> Record:
    """Raises InputError, one sentence that begins with the file, for one that cannot be read."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror or error}.") from error
    try:
        reading = _with_sidecar(path, read_record(data))
    except InputError as error:
        between = " " if str(error).startswith(("is ", "has ")) else ": "
        raise InputError(f"{path}{between}{str(error).rstrip('.')}.") from error
    return Record(path, reading, replay(reading.match))


def _with_sidecar(path: Path, reading: Reading) -> Reading:
    """The record with what a sidecar beside it says; a sidecar that does not fit is a finding."""
    beside = path.with_name(path.name + ".json")
    try:
        marks = json.loads(beside.read_text("utf-8")) if beside.is_file() else []
        if not isinstance(marks, list) or not all(isinstance(mark, dict) for mark in marks):
            raise InputError("it is no list of plays")
        return replace(reading, match=with_sidecar(reading.match, marks))
    except (OSError, ValueError, InputError) as error:
        finding = Finding(Odd.DISAGREES, f"the sidecar {beside.name} was left aside: {error}")
        return replace(reading, findings=(*reading.findings, finding))


def _summary(record: Record) -> None:
    match = record.reading.match
    click.echo(f"{record.path}: {record.reading.form}")
    click.echo(f"{match.names[0]} (A) against {match.names[1]} (B), {match_length(match)}, {_counted(len(match.games), 'game')}")
    for number, (game, moments) in enumerate(zip(match.games, record.played.games, strict=True), 1):
        click.echo(f"  game {number}, score {game.score[0]}-{game.score[1]}: {_counted(len(moments), 'turn')}, {result_words(game.result)}")
    click.echo("")
    if not record.findings:
        click.echo("Nothing odd was found.")
        return
    click.echo(f"Odd: {len(record.findings)}")
    for finding in record.findings:
        click.echo(f"  {finding}  [{finding.odd}]")


def _write(record: Record, form: str, output: Path | None) -> None:
    match form:
        case "json":
            text = json.dumps(as_json(record.reading, record.played), ensure_ascii=False, indent=1) + "\n"
        case "mat":
            text = format_mat(record.reading.match)
        case "sgf":
            text = format_sgf(record.reading.match, record.played)
        case _:
            text = format_text(record.reading.match, record.played)
    lost = not_carried(record.reading.match, record.played, form, text, has_sidecar=output is not None)
    if output is None:
        click.echo(text, nl=False)
        _say_findings(record, lost)
        return
    write_whole(output, text.encode(), is_private=False)
    if form in ("mat", "sgf"):
        marks = sidecar_of(record.reading.match, record.played)
        write_whole(output.with_name(output.name + ".json"), (json.dumps(marks, ensure_ascii=False, indent=1) + "\n").encode(), is_private=False)
    _say_findings(record, lost)


def _say_findings(record: Record, lost: Iterable[Finding]) -> None:
    """On standard error, so that what is written to standard output stays a file. lost: what the file written does not carry."""
    for finding in lost:
        click.echo(f"{record.path}: {finding}  [{finding.odd}]", err=True)
    if record.findings:
        click.echo(f"{record.path}: {_counted(len(record.findings), 'finding')}; `transcript {record.path}` lists what is odd.", err=True)


def _show_moment(record: Record, at: str) -> None:
    game, dot, turn = at.partition(".")
    if not (dot and game.isdecimal() and turn.isdecimal()):
        raise click.UsageError(f'"{at}" is no moment; give the game and the turn, such as 2.13.')
    moment = record.played.moment(int(game), int(turn))
    for name, state in (("before", moment.before), ("after", moment.after)):
        told = state_json(state)
        click.echo(f"{name}: {told['on_roll'] or 'nobody'} on roll, cube {state.cube}")
        for key in ("xgid", "gnu_position_id", "gnu_match_id"):
            click.echo(f"  {key:16} {told[key] or 'cannot be told'}")
        if state.rows is not None:
            click.echo(f"  {description(state.rows)}")


def _found(files: Iterable[Path]) -> list[Path]:
    """The files named, and those in the folders named, in order; what begins with a dot is left out."""
    found: list[Path] = []
    for path in files:
        inside = sorted(p for p in path.rglob("*") if p.is_file() and not p.name.startswith(".")) if path.is_dir() else [path]
        found += inside
    if not found:
        raise InputError("There is no file in the folder; name one that holds match records.")
    return found


def _table(paths: list[Path]) -> int:
    """One line a file; the files that are no match record come last, each with its sentence."""
    refused: list[str] = []
    total: Counter[str] = Counter()
    click.echo("file | form | games | turns | what was odd")
    click.echo("---|---|---|---|---")
    for path in paths:
        try:
            record = _read(path)
        except InputError as error:
            refused.append(str(error))
            continue
        counts = Counter(str(finding.odd) for finding in record.findings)
        total += counts
        odd = ", ".join(f"{name} x{count}" for name, count in sorted(counts.items())) or "nothing"
        turns = sum(len(moments) for moments in record.played.games)
        click.echo(f"{path} | {record.reading.form} | {len(record.played.games)} | {turns} | {odd}")
    click.echo("")
    odd = ", ".join(f"{name} x{count}" for name, count in total.most_common()) or "nothing"
    click.echo(f"{len(paths) - len(refused)} read, {len(refused)} refused; odd: {odd}")
    for sentence in refused:
        click.echo(f"Refused: {sentence}")
    return UNREADABLE if refused else 0


def _counted(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"
