"""Reads a position that eXtreme Gammon or BGBlitz exported as English text, or a bare XGID, as a game with a set-up position.

The bottom player (X) is player A. What the text says beside the XGID (pip counts, GNU IDs) is compared with it.
"""

from __future__ import annotations

import re

from monitor.errors import InputError
from monitor.game.events import Player, Rows
from monitor.game.ids import Xgid, gnu_position_id, parse_gnu_position_id, parse_xgid
from monitor.game.position import pip_count
from monitor.game.transcript.findings import Odd
from monitor.game.transcript.model import Game, Match, SetUp
from monitor.game.transcript.reading import Findings, Reading

_XGID = re.compile(r"^[ \t]*(XGID=\S{1,120})", re.MULTILINE)
_LANGUAGES = (
    ("Japanese", re.compile("キューブ|期待値|エクイティ|勝ち|評価")),
    ("German", re.compile("Dopplerwürfel|Würfelaktion|Erwartungswert|Auszahlung|Bewertung|Punktzahl ist")),
    ("French", re.compile("[Vv]ideau|Le score est|[ÉE]quité|Évaluation")),
    ("Italian", re.compile("[Cc]ubo del raddoppio|Punteggio|Raddoppi")),
    ("Spanish", re.compile("[Cc]ubo de doblaje|Puntuación|Marcador|Doblar")),
)
_ENGLISH = re.compile(r"Score is X:|Unlimited Game|money session|Pip count|to move|on roll|point match", re.IGNORECASE)
_PIPS = (re.compile(r"Pip count\s{1,4}X: ?([0-9]{1,3})\s{1,4}O: ?([0-9]{1,3})"), re.compile(r"O: .{0,80}?\s([0-9]{1,3})\s*$", re.MULTILINE))
_X_PIPS = re.compile(r"X: .{0,80}?\s([0-9]{1,3})\s*$", re.MULTILINE)
_XG_NAMES = re.compile(r"^X:(.{1,80}?)\s{2,}O:(.{1,80}?)\s*$", re.MULTILINE)
_BLITZ_NAME = {who: re.compile(rf"\+\s+{who}: (.{{1,80}}?)\s{{2,}}[0-9]{{1,3}}\s*$", re.MULTILINE) for who in "OX"}
_POSITION_ID = re.compile(r"Position[- ]ID: ?([A-Za-z0-9+/]{14})\b")


def is_position_text(text: str) -> bool:
    """There is a line with an XGID, which no match record has."""
    return _XGID.search(text) is not None


def read_position_text(text: str) -> Reading:
    """The position as a match of one game. Raises InputError for one in another language, by its name, and for an XGID that is none."""
    found = _XGID.search(text)
    if found is None:
        raise InputError("there is no XGID in it")
    is_bare = text.strip() == found[1]
    writer = "BGBlitz" if "Position-ID:" in text else "eXtreme Gammon"
    language = next((name for name, marks in _LANGUAGES if marks.search(text)), None if is_bare or _ENGLISH.search(text) else "another language")
    if language:
        raise InputError(f"is a position exported by {writer} in {language}; export it in English")
    state = parse_xgid(found[1])
    findings = Findings()
    line = text.count("\n", 0, found.start()) + 1
    _compare(text, state, findings)
    player = Player.A if state.turn == 1 else Player.B
    owner = {1: Player.A, -1: Player.B}.get(state.cube_owner)
    action = SetUp(player=player, position=Rows(state.bottom, state.top), dice=state.roll or (), cube=state.cube, cube_owner=owner, line=line)
    headers = _crawford_headers(state)
    match = Match(_names(text), state.length, headers, (Game(state.scores, (action,), line=line),))
    return Reading("an XGID" if is_bare else f"a position exported by {writer}", match, findings.all())


def _crawford_headers(state: Xgid) -> dict[str, str]:
    """What the XGID's Crawford field means in the words of a match record."""
    if not state.length:
        return {"Jacoby": "On" if state.crawford & 1 else "Off"}
    is_at_point = max(state.scores) == state.length - 1
    return {"Crawford": "Off"} if is_at_point and not state.crawford else {}


def _names(text: str) -> tuple[str, str]:
    if found := _XG_NAMES.search(text):
        return found[1].strip() or "X", found[2].strip() or "O"
    first, second = _BLITZ_NAME["X"].search(text), _BLITZ_NAME["O"].search(text)
    return (first[1].strip() if first else "X"), (second[1].strip() if second else "O")


def _compare(text: str, state: Xgid, findings: Findings) -> None:
    if both := _PIPS[0].search(text):
        _compare_pips(text, both.start(), (int(both[1]), int(both[2])), state, findings)
    elif (top := _PIPS[1].search(text)) and (bottom := _X_PIPS.search(text)):
        _compare_pips(text, top.start(), (int(bottom[1]), int(top[1])), state, findings)
    if found := _POSITION_ID.search(text):
        try:
            told = gnu_position_id(parse_gnu_position_id(found[1]))
        except InputError as error:
            findings.add(Odd.DISAGREES, str(error), _line(text, found.start()))
            return
        if told != gnu_position_id(state.position):
            text_ = f"the position ID {told} is not that of the XGID, which is {gnu_position_id(state.position)}"
            findings.add(Odd.DISAGREES, text_, _line(text, found.start()))


def _compare_pips(text: str, start: int, told: tuple[int, int], state: Xgid, findings: Findings) -> None:
    due = (pip_count(state.bottom), pip_count(state.top))
    if told != due:
        findings.add(Odd.DISAGREES, f"the pip counts are told as X {told[0]}, O {told[1]}; those of the XGID are {due[0]} and {due[1]}", _line(text, start))


def _line(text: str, position: int) -> int:
    return text.count("\n", 0, position) + 1
