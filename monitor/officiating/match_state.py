"""The match as far as rules hang on it: length, score, Crawford game, the cube's value and owner."""

from __future__ import annotations

from dataclasses import dataclass, field

from monitor.game.events import Player
from monitor.officiating.score import is_crawford_possible


@dataclass(frozen=True, slots=True)
class MatchFacts:
    """What is told of a match before it is watched. length: points, None when not told or for money. score: of A and B.

    is_crawford: the first game watched is the Crawford game; None to conclude it from the score.
    """

    length: int | None = None
    score: tuple[int, int] | None = None
    is_crawford: bool | None = None


@dataclass(slots=True)
class MatchState:
    """The running score. score None: not known. is_crawford: of the present game, None when not known; it does not change during a game
    (DBgF §4.3.3.6). cube, cube_owner: value and owner, None in the middle; a double that was not taken does not change them.
    """

    length: int | None = None
    score: dict[Player, int] | None = None
    is_crawford: bool | None = None
    had_crawford: bool = False
    cube: int = 1
    cube_owner: Player | None = None
    is_game_over: bool = False
    _told_crawford: bool | None = field(default=None)

    @classmethod
    def of(cls, facts: MatchFacts | None) -> MatchState:
        facts = facts or MatchFacts()
        score = None if facts.score is None else dict(zip(Player, facts.score, strict=True))
        state = cls(facts.length, score, _told_crawford=facts.is_crawford)
        state.begin_game()
        return state

    def begin_game(self) -> None:
        """A new game: the cube is in the middle, and whether it is the Crawford game follows from the score (`rules.md` C20)."""
        if self.is_crawford:
            self.had_crawford = True
        self.cube, self.cube_owner, self.is_game_over = 1, None, False
        self.is_crawford = self._told_crawford if self._told_crawford is not None else self._is_first_match_point()
        if (self._told_crawford is False and self._is_first_match_point()) or self._is_double_match_point():
            self.had_crawford = True  # one point from winning, and told that it is not the Crawford game: that was played already
        self._told_crawford = None

    def end_game(self, winner: Player, points: int | None) -> None:
        self.is_game_over = True
        if self.score is not None and points is not None:
            self.score[winner] += points
        elif points is None:
            self.score = None

    def tell_score(self, score: dict[Player, int], length: int | None, is_crawford: bool | None) -> None:
        """The score as told. During a game it leaves the game's Crawford status alone unless that is told too."""
        self.score = score
        if length is not None:
            self.length = length
        if is_crawford is not None:
            if self.is_game_over:
                self._told_crawford = is_crawford
            else:
                self.is_crawford = is_crawford
                self.had_crawford |= not is_crawford and self._is_first_match_point() is True

    @property
    def is_match_over(self) -> bool:
        return self.length is not None and self.score is not None and max(self.score.values()) >= self.length

    @property
    def is_post_crawford(self) -> bool:
        return self.had_crawford

    def points_for(self, multiplier: int = 1) -> int:
        """Points of the present game: the cube times 1, 2 or 3, and after a pass its value before the offer (`rules.md` C17 to C19, G29)."""
        return self.cube * multiplier

    def _is_first_match_point(self) -> bool | None:
        if self.length is None or self.score is None:
            return None
        return not self.had_crawford and is_crawford_possible(tuple(self.score.values()), self.length)

    def _is_double_match_point(self) -> bool:
        """Both need one point: the first who did so played the Crawford game before."""
        return self.length is not None and self.length > 1 and self.score is not None and min(self.score.values()) == self.length - 1
