"""Codes, limits and sign-ins (reliability.md 35, 36)."""

from __future__ import annotations

from pathlib import Path

import pytest

from web.auth import ABSOLUTE_LIMIT_S, ALPHABET, CODE_LIFETIME_S, FAILURE_WINDOW_S, FAILURES_ALLOWED, IDLE_LIMIT_S, FailureLimiter, LoginCodes, Role, SignIns


class Clock:
    def __init__(self, now: float = 1000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


def test_a_code_works_once() -> None:
    codes = LoginCodes(lambda code: None, "abcde-23456")
    assert codes.redeem("ABCDE23456")
    assert not codes.redeem("ABCDE23456")
    assert not codes.is_live


@pytest.mark.parametrize("given", ["ABCDE-23456", "abcde23456", " abcde 23456 ", "a-b-c-d-e-2-3-4-5-6"])
def test_a_code_is_taken_as_people_type_it(given: str) -> None:
    assert LoginCodes(lambda code: None, "ABCDE-23456").redeem(given)


@pytest.mark.parametrize("given", ["", "ABCDE2345", "ABCDE234567", "ÄBCDE23456", "----------", "\x00"])
def test_another_code_is_refused_and_does_not_use_up_the_right_one(given: str) -> None:
    codes = LoginCodes(lambda code: None, "ABCDE23456")
    assert not codes.redeem(given)
    assert codes.redeem("ABCDE23456")


def test_without_a_code_nothing_is_taken() -> None:
    codes = LoginCodes(lambda code: None)
    assert not codes.redeem("") and not codes.redeem("----------")


def test_a_code_expires() -> None:
    clock = Clock()
    codes = LoginCodes(lambda code: None, "ABCDE23456", clock=clock)
    clock.now += CODE_LIFETIME_S
    assert not codes.redeem("ABCDE23456")


def test_codes_are_announced_random_and_void_the_old_one() -> None:
    announced: list[str] = []
    codes = LoginCodes(announced.append)
    shown = [codes.issue() for _ in range(50)]
    assert announced == shown and len(set(shown)) == 50
    assert all(set(code.replace("-", "")) <= set(ALPHABET) and len(code) == 11 for code in shown)
    assert not codes.redeem(shown[-2])
    assert codes.redeem(shown[-1])


def test_new_codes_cannot_flood_the_console() -> None:
    clock, announced = Clock(), []
    codes = LoginCodes(announced.append, clock=clock)
    assert codes.ask_new() and not codes.ask_new()
    clock.now += 30
    assert codes.ask_new() and len(announced) == 2


def test_ten_failures_lock_one_address_for_a_while_and_no_other() -> None:
    clock = Clock()
    limiter = FailureLimiter(clock=clock)
    for _ in range(FAILURES_ALLOWED):
        assert limiter.wait_s("a") == 0
        limiter.record("a")
    assert limiter.wait_s("a") == pytest.approx(FAILURE_WINDOW_S)
    assert limiter.wait_s("b") == 0
    clock.now += FAILURE_WINDOW_S
    assert limiter.wait_s("a") == 0


def test_sign_ins_outlive_the_process_and_can_be_revoked(tmp_path: Path) -> None:
    token = SignIns(tmp_path / "web.sqlite").create("Olga", Role.OBSERVER)
    again = SignIns(tmp_path / "web.sqlite")
    found = again.find(token)
    assert found is not None and (found.name, found.role) == ("Olga", Role.OBSERVER)
    again.revoke(token)
    assert again.find(token) is None


def test_tokens_are_long_random_and_not_kept(tmp_path: Path) -> None:
    sign_ins = SignIns(tmp_path / "web.sqlite")
    tokens = {sign_ins.create("x", Role.OBSERVER) for _ in range(20)}
    assert len(tokens) == 20 and all(len(token) >= 43 for token in tokens)
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert not any(token.encode() in kept for token in tokens)
    assert (tmp_path / "web.sqlite").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("token", [None, "", "nonsense", "x" * 5000])
def test_unknown_tokens_are_nobody(tmp_path: Path, token: str | None) -> None:
    assert SignIns(tmp_path / "web.sqlite").find(token) is None


def test_idle_and_absolute_limits(tmp_path: Path) -> None:
    clock = Clock(1e9)
    sign_ins = SignIns(tmp_path / "web.sqlite", clock)
    idle = sign_ins.create("idle", Role.OBSERVER)
    busy = sign_ins.create("busy", Role.OBSERVER)
    start = clock.now
    clock.now += IDLE_LIMIT_S - 1
    assert sign_ins.find(busy)
    clock.now += 2
    assert sign_ins.find(idle) is None and sign_ins.find(busy)
    while clock.now < start + ABSOLUTE_LIMIT_S:
        assert sign_ins.find(busy)
        clock.now += IDLE_LIMIT_S / 2
    clock.now = start + ABSOLUTE_LIMIT_S + 1
    assert sign_ins.find(busy) is None
