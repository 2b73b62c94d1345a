"""Whatever is seen and told, in whatever order: nothing breaks, every change is about a flag that was raised, and the same gives the same."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from monitor.errors import InputError
from monitor.game.events import (
    CubeAction,
    CubeSeen,
    FlagChanged,
    FlagRaised,
    GameEnded,
    Gap,
    Incident,
    Player,
    PlayMade,
    RollSeen,
    Rows,
    SetupSeen,
    Status,
    TurnEnded,
    from_json,
)  # fmt: skip
from monitor.officiating import Authority, Fact, InputKind, MatchFacts, OfficialInput, Referee, current_flags, load_profile, profile_names
from tests.officiating.scripted import START, row

players = st.sampled_from(Player)
maybe = st.one_of(st.none(), players)
statuses = st.sampled_from(Status)
faces = st.one_of(st.none(), st.integers(1, 6))
positions = st.sampled_from([START, Rows(row(p8=4, p6=4), row()), Rows(row(p8=4), row()), None])


@st.composite
def rolls(draw):
    valid = draw(st.sampled_from([True, True, False, None]))
    reason = "roll.cocked" if valid is False else None
    return RollSeen(
        0.0, status=draw(statuses), player=draw(maybe), dice=(draw(faces), draw(faces)), valid=valid, reason=reason,
        reasons=(reason,) if reason else (), opening=draw(st.booleans()), early=draw(st.booleans()),
    )  # fmt: skip


events = st.one_of(
    rolls(),
    st.builds(SetupSeen, st.just(0.0), status=statuses, position=positions, differs=st.integers(0, 3), starts_mid_game=st.booleans()),
    st.builds(PlayMade, st.just(0.0), status=statuses, player=players, position=positions, before=positions, legal=st.sampled_from([True, False, None]),
              reasons=st.sampled_from([(), ("move.backwards",), ("checker.hit-not-on-bar", "move.backwards")]), dice=st.just((3, 1))),
    st.builds(TurnEnded, st.just(0.0), player=players),
    st.builds(CubeAction, st.just(0.0), status=statuses, player=players, action=st.sampled_from(["double", "take", "pass"]),
              value=st.sampled_from([None, 2, 4]), early=st.booleans()),
    st.builds(CubeSeen, st.just(0.0), place=st.sampled_from(["middle", "A", "off"]), value=st.sampled_from([None, 1, 2, 64])),
    st.builds(GameEnded, st.just(0.0), winner=players, points=st.sampled_from([None, 1, 2])),
    st.builds(Gap, st.just(0.0), until=st.just(1.0)),
    st.builds(Incident, st.just(0.0), fact=st.sampled_from([*map(str, Fact), "sneezed"]), player=maybe,
              detail=st.sampled_from([None, {"n": 1}, {"from": 3, "to": 5}])),
)  # fmt: skip
inputs = st.builds(
    OfficialInput, st.sampled_from(InputKind), st.just("x"), st.just(0.0), player=maybe, why=st.sampled_from(["", "so"]),
    id=st.sampled_from([None, "m-f1", "m-f2", "m-f3", "time.late", "clock.flag", "cube.crawford", "right"]),
    detail=st.sampled_from([None, {"minutes": 6}, {"left_s": 20}, {"A": 3, "B": 4, "length": 5}, {"state": "accepted", "table": "ready"}]),
)  # fmt: skip
matches = st.lists(st.one_of(events, events, inputs), max_size=40)


def at(thing, t):
    """The same at another time."""
    if isinstance(thing, OfficialInput):
        return OfficialInput(thing.what, thing.by, t, thing.player, thing.id, thing.why, detail=thing.detail)
    return from_json({**thing.to_json(), "t": t})


def go_through(profile, clock, match):
    referee = Referee(profile, "m", clock=clock, match=MatchFacts(5, (2, 3)), authority=Authority(True))
    out = []
    for number, thing in enumerate(match):
        thing = at(thing, float(number))
        try:
            out += referee.tell(thing) if isinstance(thing, OfficialInput) else referee.observe(thing)
        except InputError:
            continue
    return referee, out


@pytest.mark.parametrize("name", profile_names())
@settings(max_examples=25)
@given(match=matches, clock=st.booleans())
def test_nothing_breaks_and_the_log_tells_the_state(name, match, clock):
    profile = load_profile(name)
    clock = clock and profile.clock.available
    referee, out = go_through(profile, clock, match)
    raised = [event.id for event in out if isinstance(event, FlagRaised)]
    assert len(set(raised)) == len(raised)
    assert all(event.id in raised for event in out if isinstance(event, FlagChanged))
    assert [from_json(event.to_json()).to_json() for event in out] == [event.to_json() for event in out]
    assert go_through(profile, clock, match)[1] == out
    # what readers make of everything told is what the referee knows
    views = current_flags(out)
    for flag in referee._now.bench.book:
        view = views[flag.raised.id]
        assert (view.decision == "dismissed") == flag.is_dismissed
        if not flag.is_dismissed:
            assert view.life == ("raised" if flag.closing is None else flag.closing.state)
