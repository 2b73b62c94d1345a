"""`judge`: is this play legal, and if not, why? (`formats.md` section 5)"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from monitor.errors import InputError
from monitor.game import Judgement
from monitor.game.events import Player
from monitor.game.explained_diagram import explained_svg
from monitor.game.judging_ids import JudgedTurn, judge_ids
from monitor.game.judging_json import answer_line
from monitor.game.wording import Account, Words, account_of, play_words
from web.languages import DEFAULT, LANGUAGES, translations_of

if TYPE_CHECKING:
    from monitor.officiating import Profile

NOT_IN_ORDER, UNREADABLE = 1, 3
_EXAMPLE = 'judge --xgid XGID --roll 31 --play "8/5 6/5"'


@click.command("judge")
@click.option("--json", "is_json", is_flag=True, help="One JSON object a line on standard input, one answer a line; no other options beside it.")
@click.option("--xgid", help="The position before the play.")
@click.option("--roll", help="The roll, such as 64 or 6-4; not needed when the XGID has one.")
@click.option("--play", help='The play in notation, such as "24/18 13/9"; "no play" for a dance.')
@click.option("--after", metavar="ID", help="Instead of the play: the position after it, an XGID or a GNU position ID.")
@click.option("--profile", help="Say what these rules offer for an illegal play (cnb, dbgf ..., or your own .toml).")
@click.option("--lang", type=click.Choice(list(LANGUAGES)), default=DEFAULT, show_default=True, help="The language of the explanation.")
@click.option("--svg", "picture", type=click.Path(path_type=Path), metavar="FILE", help="Write a diagram with the steps that are wrong marked.")
def command(
    is_json: bool, xgid: str | None, roll: str | None, play: str | None, after: str | None, profile: str | None, lang: str, picture: Path | None
) -> int:
    """Judge a play by its final position, and explain what is wrong: --xgid, --roll and --play or --after; or --json for many."""
    if is_json:
        _require_alone("is_json")
        return _answer_lines()
    if xgid is None or (play is None and after is None):
        raise click.UsageError(f"Give --xgid and --play or --after (and --roll unless the XGID has one), or --json. Example: {_EXAMPLE}")
    if play is not None and after is not None:
        raise click.UsageError("Give --play or --after, not both.")
    if picture is not None:
        _check_picture(picture)
    rules = None if profile is None else _load_rules(profile)
    turn = judge_ids(xgid, roll, play=play, after=after)
    words = translations_of(lang)
    account = account_of(turn.position, turn.roll, turn.after, turn.judgement, words)
    lines = [*_verdict_lines(turn, account, words)]
    if rules is not None and not turn.judgement.is_legal:
        lines += ["", *_provision_lines(rules, turn.judgement, words)]
    if picture is not None:
        mover = Player.A if turn.is_bottom else Player.B
        picture.write_text(explained_svg(turn.position, turn.roll, turn.judgement, account, mover, Player.A, "right", words), encoding="utf-8")
    for line in lines:
        click.echo(line)
    return 0 if turn.judgement.is_legal else NOT_IN_ORDER


def _require_alone(name: str) -> None:
    """Raises UsageError when other options than that one were given: what it would leave aside must not look as if it had been heard."""
    context = click.get_current_context()
    given = {p.opts[0]: p.name for p in context.command.params if p.name and context.get_parameter_source(p.name) is ParameterSource.COMMANDLINE}
    others = [option for option, parameter in given.items() if parameter != name]
    if others:
        raise click.UsageError(f"--json takes everything from its lines and answers in JSON alone; leave out {', '.join(others)}.")


def _answer_lines() -> int:
    is_all_judged = True
    for line in sys.stdin:
        if line.strip():
            answer = answer_line(line)
            is_all_judged &= "error" not in answer
            click.echo(json.dumps(answer, ensure_ascii=False))
    return 0 if is_all_judged else UNREADABLE


def _check_picture(path: Path) -> None:
    """Raises InputError, before anything is judged, when the diagram cannot be written there."""
    if path.suffix.lower() != ".svg":
        raise InputError(f"The diagram is an SVG file; name one that ends in .svg, unlike {path}.")
    from monitor.commands.options import check_output  # loads what only other commands need, and judging one play should not wait for it

    check_output(path, path.parent)


def _verdict_lines(turn: JudgedTurn, account: Account, words: Words) -> Iterator[str]:
    judgement = turn.judgement
    if judgement.is_legal:
        played = play_words(judgement.play or (), words)
        yield words.gettext("LEGAL: %(play)s") % {"play": played}
        yield account.text
        return
    text = words.ngettext("ILLEGAL: %(reasons)s (%(number)d legal play)", "ILLEGAL: %(reasons)s (%(number)d legal plays)", judgement.legal_count)
    yield text % {"reasons": ", ".join(judgement.reasons), "number": judgement.legal_count}
    if account.lead:
        yield f"{account.played} {account.lead}"
        yield from (f"- {sentence}" for sentence in account.wrong)
    else:
        yield f"{account.played} {account.why}"
    yield account.legal


def _load_rules(name: str) -> Profile:
    from monitor.officiating import load_profile  # only now: `--json` judges thousands of plays and never needs a profile

    return load_profile(name)


def _provision_lines(rules: Profile, judgement: Judgement, words: Words) -> Iterator[str]:
    from monitor.officiating import CATALOGUE
    from monitor.officiating.provision import provision_for

    provision = provision_for(rules, judgement.reasons, words)
    title = words.gettext(CATALOGUE[provision.rule].title)
    yield f"{provision.profile}: {provision.rule} ({title})  [{provision.article}; {provision.edition}]"
    if not provision.is_rule:
        yield "  " + words.gettext("This profile has no such rule: nothing is raised.")
        return
    parts = [
        (words.gettext("Class"), provision.flag_class),
        (words.gettext("Window"), provision.window),
        (words.gettext("Remedy"), provision.remedy),
        (words.gettext("Remedy with a clock"), provision.remedy_clock),
        *((words.gettext("When repeated"), text) for text in provision.repeat),
    ]
    yield from (f"  {name}: {text}" for name, text in parts if text)
