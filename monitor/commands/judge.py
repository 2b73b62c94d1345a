"""`judge`: is this play legal? (`formats.md` section 5)"""

from __future__ import annotations

import json
import re
import sys

import click

from monitor.errors import InputError
from monitor.game import Judgement, judge_play
from monitor.game.ids import parse_xgid
from monitor.game.judging_json import answer_line, as_answer

NOT_IN_ORDER, UNREADABLE = 1, 3


@click.command("judge")
@click.option("--json", "is_json", is_flag=True, help="One JSON object a line on standard input, one answer a line.")
@click.option("--xgid", help="The position.")
@click.option("--roll", help="The roll, such as 64 or 6-4; taken from the XGID when it has one.")
@click.option("--play", help='The play in notation, such as "24/18 13/9"; "no play" for a dance.')
def command(is_json: bool, xgid: str | None, roll: str | None, play: str | None) -> int:
    """Judge a play by its final position: --xgid, --roll and --play; or --json for many."""
    if is_json:
        return _answer_lines()
    if xgid is None or play is None:
        raise click.UsageError('Give --xgid and --play (and --roll unless the XGID has one), or --json. Example: judge --xgid XGID --roll 31 --play "8/5 6/5"')
    judgement = _judge_xgid(xgid, roll, play)
    answer = as_answer(judgement)
    if judgement.is_legal:
        click.echo(f"LEGAL: {answer['play']} ({answer['legal_plays']} legal plays)")
        return 0
    click.echo(f"ILLEGAL: {', '.join(answer['reasons'])}. Nearest legal: {'; '.join(answer['nearest']) or 'none'} ({answer['legal_plays']} legal plays)")
    return NOT_IN_ORDER


def _answer_lines() -> int:
    is_all_judged = True
    for line in sys.stdin:
        if line.strip():
            answer = answer_line(line)
            is_all_judged &= "error" not in answer
            click.echo(json.dumps(answer, ensure_ascii=False))
    return 0 if is_all_judged else UNREADABLE


def _judge_xgid(xgid: str, roll: str | None, play: str) -> Judgement:
    state = parse_xgid(xgid)
    dice = state.roll if roll is None else _parse_roll(roll)
    if dice is None:
        raise InputError("The XGID has no roll; give it with --roll.")
    return judge_play(state.position, dice, play)


def _parse_roll(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"\s*([1-6])[\s,-]*([1-6])\s*", text)
    if not match:
        raise InputError(f"{text!r} is not a roll such as 64 or 6-4.")
    return int(match[1]), int(match[2])
