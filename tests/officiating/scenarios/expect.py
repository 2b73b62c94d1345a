"""How a scenario of the rules reference is written: a story that is told, and beside it, for each column, what must come of it.

A scenario is a function that tells a story; beside it stands, for each column, what must come of it: the flags as "rule CLASS" and the
changes as "rule: state", in order, and words that the last flag's remedy (or a change's reason) must hold, or must not ("!word").
Columns: C cnb, D dbgf, B biba; a column that is not there is one for which the reference says nothing ("-").
"""

from collections.abc import Callable
from dataclasses import dataclass

from monitor.game.events import Player, Status
from tests.officiating.story import Story

Tell = Callable[[str, Player], Story]
UNCERTAIN = Status.UNCERTAIN


@dataclass(frozen=True)
class Expect:
    """lines: all flags and changes. says: words of the last remedy. why: words of the changes' reasons. article: of the first flag."""

    lines: tuple[str, ...] = ()
    says: tuple[str, ...] = ()
    why: tuple[str, ...] = ()
    article: str = ""


def ex(*lines: str, says: str | tuple[str, ...] = (), why: str | tuple[str, ...] = (), article: str = "") -> Expect:
    return Expect(lines, (says,) if isinstance(says, str) else says, (why,) if isinstance(why, str) else why, article)


SCENARIOS: dict[str, tuple[Tell, dict[str, Expect]]] = {}


def scenario(name: str, **columns: Expect) -> Callable[[Tell], Tell]:
    """Registers a story. CDB, CD and the like name several columns at once."""

    def register(tell: Tell) -> Tell:
        expected = {column: expect for names, expect in columns.items() for column in names}
        SCENARIOS[name] = (tell, expected)
        return tell

    return register
