"""The dashboard in a real browser: signing in, keys, live updates, no console error, nothing blank."""

from __future__ import annotations

import shutil
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from monitor.game.events import Player
from tests.web.fake_session import FakeSession, FakeWriter, play_match, played
from web.app import create_app
from web.server import serve

CHROMIUM = "/usr/bin/chromium"
WAIT_MS = 30_000
pytestmark = pytest.mark.browser

if shutil.which(CHROMIUM) is None:
    pytest.skip("needs a browser: apt-get install -y chromium", allow_module_level=True)
sync_api = pytest.importorskip("playwright.sync_api", reason="needs Playwright: pip install -r requirements-browser.txt")


class Table:
    """A running dashboard over a drawn session, with its writer and a picture four times a second."""

    def __init__(self, directory: Path, session: FakeSession | None = None) -> None:
        self.session = session or played().copy_to(directory)
        self.is_live, self.was_away = True, False
        self.app = create_app(directory, login_code="ABCDE23456")
        self.served = serve(self.app)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._film, daemon=True)
        self._thread.start()

    def _film(self) -> None:
        while not self._stop.wait(0.25):
            if self.is_live:
                self.session.live()

    def close(self) -> None:
        self._stop.set()
        self._thread.join()
        self.served.close()
        self.session.close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with sync_api.sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"])
        yield running
        running.close()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    made = Table(tmp_path / "table-1")
    with FakeWriter(made.session):
        yield made
    made.close()


@pytest.fixture
def page(browser: Any, table: Table) -> Iterator[Any]:
    """Signed in by the link, on the monitor page; at the end nothing may have been complained about."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    context.set_default_timeout(WAIT_MS)
    opened = context.new_page()
    complaints: list[str] = []
    opened.on("console", lambda m: complaints.append(m.text) if m.type in ("error", "warning") else None)
    opened.on("pageerror", lambda e: complaints.append(str(e)))
    opened.goto(table.served.url + "/login?code=ABCDE-23456")
    opened.wait_for_url("**/s/table-1/")
    opened.wait_for_selector("#link-word:text('LIVE')")
    yield opened
    assert [c for c in complaints if not (table.was_away and "net::ERR_" in c)] == []
    context.close()


def wait_until(page: Any, expression: str) -> None:
    """Polls from outside: the page's content policy forbids the evaluation that the browser driver's own polling uses from its second look on."""
    deadline = time.monotonic() + WAIT_MS / 1000
    while not page.evaluate(expression):
        assert time.monotonic() < deadline, f"never true: {expression}"
        page.wait_for_timeout(50)


def picture(page: Any) -> np.ndarray[Any, Any]:
    image = cv2.imdecode(np.frombuffer(page.screenshot(), np.uint8), cv2.IMREAD_COLOR)
    assert image is not None
    return image


def selected(page: Any) -> str:
    found: str = page.get_attribute(".flag.is-selected", "data-flag")
    return found


def test_the_page_is_not_blank_on_a_desktop_and_a_phone(page: Any) -> None:
    for width, height in ((1440, 900), (390, 844), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        wait_until(page, "document.getElementById('live-picture').naturalWidth > 0")
        wait_until(page, "[...document.querySelectorAll('.diagram')].every((i) => i.naturalWidth > 0)")
        assert picture(page).std() > 20
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing sticks out to the side"


def test_signing_in_by_hand_and_out(browser: Any, table: Table) -> None:
    context = browser.new_context()
    context.set_default_timeout(WAIT_MS)
    page = context.new_page()
    page.goto(table.served.url + "/s/table-1/")
    page.wait_for_url("**/login")
    page.fill("#code", "wrong")
    page.fill("#name", "Olga")
    page.click("button.primary")
    page.wait_for_selector("[role=alert]")
    page.fill("#code", "abcde 23456")
    page.click("button.primary")
    page.wait_for_url("**/s/table-1/")
    assert page.evaluate("document.cookie") == "", "scripts cannot read the cookie"
    page.click("text=Sign out")
    page.wait_for_url("**/login")
    context.close()


def test_keys_select_confirm_dismiss_and_undo(page: Any, table: Table) -> None:
    assert selected(page) == "f2"
    page.keyboard.press("j")
    assert selected(page) == "f1"
    page.keyboard.press("k")
    page.keyboard.press("c")
    page.wait_for_selector("[data-flag=f2].is-confirmed")
    page.keyboard.press("n")
    assert selected(page) == "f1", "n goes to the flag that still waits"
    page.keyboard.press("d")
    page.wait_for_selector("#dismiss[open]")
    page.keyboard.press("Enter")
    page.wait_for_timeout(300)
    assert page.is_visible("#dismiss") and not table.session.inbox.pending(), "no dismissal without a reason"
    page.keyboard.type("the die lies flat, seen from the side")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-flag=f1].is-dismissed")
    assert "the die lies flat" in page.inner_text("#panel-inputs")
    page.keyboard.press("u")
    page.wait_for_selector("[data-flag=f1].is-raised")
    assert "undone" in page.inner_text("#panel-inputs")


def test_left_permission_by_keys(page: Any) -> None:
    page.keyboard.press("l")
    page.wait_for_selector("#left[open]")
    page.keyboard.press("b")
    page.wait_for_selector(".toggle.is-on")
    assert "Bo Jensen" in page.inner_text(".toggle.is-on")
    page.keyboard.press("l")
    page.keyboard.press("B")
    page.wait_for_selector(".toggle.is-on", state="detached")


def test_assent_to_a_re_roll(page: Any, table: Table) -> None:
    table.session.turn_end(Player.B)
    table.session.roll(Player.A, (5, 5), reason="roll.cocked")
    page.wait_for_selector("[data-assent] button:not(:disabled)")
    page.keyboard.press("a")
    page.wait_for_selector("#panel-inputs li:has-text('Assent to a re-roll')")
    wait_until(page, "document.querySelector('#panel-inputs [data-pending]').dataset.pending === '0'")


def test_a_new_flag_appears_by_itself_and_is_announced(page: Any, table: Table) -> None:
    table.session.turn_end(Player.B)
    still = table.session.still("before")
    table.session.roll(Player.A, (6, 1), reason="roll.left-of-bar")
    table.session.flag("roll.left-of-bar", Player.A, {"before": still}, text="Light rolled left of the bar.", article="CNB 4.1.4.1", closes_on="until")
    page.wait_for_selector("[data-flag=f3]")
    assert "left of the bar" in page.inner_text("#announce")
    assert "rolled 6-1" in page.inner_text(".now-phase")
    assert "3 to decide" in page.inner_text("#next-button") and page.title().startswith("(3)")


def test_an_unanswered_input_is_shown_as_not_recorded(browser: Any, tmp_path: Path) -> None:
    made = Table(tmp_path / "table-2")  # no writer: as while the station's writer is down
    context = browser.new_context()
    context.set_default_timeout(WAIT_MS)
    page = context.new_page()
    page.goto(made.served.url + "/login?code=ABCDE23456")
    page.wait_for_selector("#link-word:text('LIVE')")
    page.keyboard.press("c")
    page.wait_for_selector("#panel-inputs li:has-text('sent, not yet recorded')")
    assert page.is_visible("[data-flag=f2].is-raised")
    FakeWriter(made.session).commit()
    page.wait_for_selector("[data-flag=f2].is-confirmed")
    context.close()
    made.close()


def test_no_signal_is_said_when_pictures_stop_and_taken_back(page: Any, table: Table) -> None:
    page.wait_for_selector("#live-none", state="hidden")
    assert page.inner_text("#reading") == "reading: dice 3-3"
    table.is_live = False
    page.wait_for_selector("#live-none:has-text('NO SIGNAL')")
    table.is_live = True
    page.wait_for_selector("#live-none", state="hidden")


def test_help_stills_and_curtain(page: Any) -> None:
    page.keyboard.press("?")
    assert page.is_visible("#help")
    page.keyboard.press("Escape")
    page.click(".flag.is-selected .still[data-picture]")
    wait_until(page, "document.getElementById('picture-image').naturalWidth === 960")
    page.keyboard.press("Escape")
    page.keyboard.press("h")
    assert page.is_visible("#curtain") and picture(page).std() < 20, "nothing can be read over the shoulder"
    page.keyboard.press("h")
    assert not page.is_visible("#curtain")


def test_the_evidence_page_opens_and_shows_its_pictures(page: Any) -> None:
    with page.context.expect_page() as opened:
        page.keyboard.press("e")
    evidence = opened.value
    evidence.wait_for_load_state()
    assert evidence.evaluate("[...document.images].length >= 5 && [...document.images].every((i) => i.complete && i.naturalWidth > 0)")
    evidence.close()


def test_two_tabs_share_one_stream_and_both_follow(page: Any, table: Table) -> None:
    other = page.context.new_page()
    other.goto(table.served.url + "/s/table-1/")
    other.wait_for_selector("#link-word:text('LIVE')")
    assert table.app.extensions["monitor"].streams.taken == 1
    table.session.turn_end(Player.B)
    for tab in (page, other):
        tab.wait_for_selector(".now-phase:text('to roll')")
    other.close()


def test_the_stream_comes_back_after_the_server_was_away(page: Any, table: Table) -> None:
    port, table.was_away = table.served.port, True
    table.served.close()
    page.wait_for_selector("#link-word:text('RECONNECTING')")
    table.session.turn_end(Player.B)
    table.served = serve(table.app, port=port)
    page.wait_for_selector(".now-phase:text('to roll')")
    page.wait_for_selector("#link-word:text('LIVE')")


def test_the_summary_comes_at_the_end(page: Any, table: Table) -> None:
    table.session.end()
    page.wait_for_selector(".banner:has-text('Session ended')")


def test_a_record_only_page_shows_no_picture_and_says_why_until_the_end(browser: Any, tmp_path: Path) -> None:
    """What was read is drawn into the live picture."""
    made = Table(tmp_path / "table-1")
    made.session.end_appointment()
    context = browser.new_context()
    context.set_default_timeout(WAIT_MS)
    page = context.new_page()
    page.goto(made.served.url + "/login?code=ABCDE23456")
    page.wait_for_selector("#live-none:has-text('Sealed')")
    page.wait_for_timeout(1000)
    assert page.locator("#live-picture").is_hidden() and "only records" in page.inner_text("#live-none-why")
    assert page.inner_text("#appointed").strip() == "RECORD ONLY"
    made.session.end()
    page.wait_for_selector("#live-picture:visible")
    context.close()
    made.close()


def test_what_was_open_goes_out_of_sight_when_the_appointment_ends(page: Any, table: Table) -> None:
    assert " ".join(page.inner_text("#appointed").split()).startswith("OBSERVER APPOINTED Olga")
    page.wait_for_selector("#live-picture:visible")
    page.wait_for_selector("[data-flag]")
    table.session.end_appointment()
    page.wait_for_selector("#panel-flags .sealed")
    page.wait_for_selector("#live-none:has-text('Sealed')")
    assert page.locator("#live-picture").is_hidden() and page.locator("[data-flag]").count() == 0
    table.session.put("input", {"what": "appointed", "by": "Dana", "role": "director", "why": "Kim"})
    page.wait_for_selector("[data-flag]")
    page.wait_for_selector("#appointed:has-text('Kim')")


def test_injected_names_do_not_run(browser: Any, tmp_path: Path) -> None:
    payload = "<img src=x onerror=\"document.title='owned'\"><script>document.title='owned'</script>"
    session = FakeSession(tmp_path / "table-3", names=(payload, "<svg onload=document.title='owned'>"))
    play_match(session)
    made = Table(tmp_path / "table-3", session)
    context = browser.new_context()
    context.set_default_timeout(WAIT_MS)
    page = context.new_page()
    page.goto(made.served.url + "/login?code=ABCDE23456")
    page.wait_for_selector("#link-word:text('LIVE')")
    page.wait_for_timeout(500)
    assert "owned" not in page.title() and page.locator("img[src=x]").count() == 0
    assert payload in page.inner_text("h1")
    context.close()
    made.close()
