"""Notes that come too late: the window on the matter they name was closed by what happened before anybody spoke (`rules.md` 4.4).

A note is told when somebody speaks, and is about what was done before. Where it is known when that was, the windows of the profile hold for it as
for a flag raised at once; elsewhere it opens as told.
"""

from __future__ import annotations

from monitor.game.events import Player
from monitor.officiating.bench import Bench
from monitor.officiating.catalogue import CATALOGUE
from monitor.officiating.course import Trigger, closing_of
from monitor.officiating.play_judge import PlayJudge
from monitor.officiating.profile import Closing


def find_closing(bench: Bench, plays: PlayJudge, rule_id: str, player: Player | None) -> tuple[Closing, Trigger] | None:
    """What closed the window on the matter of a note, with the event that did; None while it is open, or where nobody knows when it was."""
    since = _opened_at(bench, plays, CATALOGUE[rule_id].family, player)
    if since is None:
        return None
    later = [trigger for trigger in bench.triggers if trigger.t > since]
    return closing_of(bench.profile.rules[rule_id].window, later, player, clock=bench.clock)


def _opened_at(bench: Bench, plays: PlayJudge, family: str, player: Player | None) -> float | None:
    """When the matter was at the latest: a play, or a roll, of the player's turn now would still be open."""
    if family == "setup":
        return None if bench.match.is_game_over else bench.game_t
    if player is None or (bench.table.on_roll is player and (family == "roll" or bench.table.is_moving(player))):
        return None
    if family == "roll":
        roll = bench.roll.get(player)
        return None if roll is None else roll.t
    turn = plays.find_latest(player) if family == "play" else None
    if turn is None:
        return None
    return turn.play.t if turn.ended_t is None else turn.ended_t
