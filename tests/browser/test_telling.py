"""What people tell, in a real browser: by keys alone, through the station's writer and a referee, and on a phone's width."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.web.refereed import RefereedTable
from web.app import create_app
from web.auth import Role
from web.server import serve

CHROMIUM = "/usr/bin/chromium"
WAIT_MS = 60_000
pytestmark = pytest.mark.browser

if shutil.which(CHROMIUM) is None:
    pytest.skip("needs a browser: apt-get install -y chromium", allow_module_level=True)
sync_api = pytest.importorskip("playwright.sync_api", reason="needs Playwright: pip install -r requirements-browser.txt")

Open = Callable[..., Any]


@pytest.fixture
def clocked(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[RefereedTable]:
    """param: who is appointed from the start."""
    table = RefereedTable(tmp_path / "table-1", clock=True, observer=getattr(request, "param", "Olga")).begin().illegal()
    yield table
    table.close()


@pytest.fixture
def open_page(clocked: RefereedTable, tmp_path: Path) -> Iterator[Open]:
    """Opens the monitor page for a role; at the end no page may have complained."""
    app = create_app(tmp_path / "table-1", login_code="ABCDE23456")
    served = serve(app)
    stop = threading.Event()

    def write() -> None:
        while not stop.wait(0.1):
            clocked.take()

    writer = threading.Thread(target=write, daemon=True)
    writer.start()
    complaints: list[str] = []
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"])

        def opened(role: Role, width: int = 1280, height: int = 800, language: str = "en") -> Any:
            context = browser.new_context(viewport={"width": width, "height": height}, locale=language)
            context.set_default_timeout(WAIT_MS)
            context.add_cookies([{"name": f"monitor-{served.port}", "value": app.extensions["monitor"].sign_ins.create("Olga", role), "url": served.url}])
            page = context.new_page()
            # a refusal is answered 400, which a browser's console reports
            page.on("console", lambda m: complaints.append(m.text) if m.type in ("error", "warning") and "400" not in m.text else None)
            page.on("pageerror", lambda e: complaints.append(str(e)))
            page.goto(served.url + "/s/table-1/")
            page.wait_for_selector("#link.tone-good")
            return page

        yield opened
        browser.close()
    stop.set()
    writer.join()
    served.close()
    assert complaints == []


def row(page: Any, words: str) -> None:
    page.wait_for_selector(f"#panel-inputs li:not(:has-text('not yet recorded')):has-text({words!r})")


def test_an_observer_tells_by_keys_alone(open_page: Open, clocked: RefereedTable) -> None:
    page = open_page(Role.OBSERVER)
    assert page.inner_text(".clock-told .sign") == "BO JENSEN'S CLOCK RUNS"
    page.keyboard.press("p")
    row(page, "Clock stopped")
    page.keyboard.press("m")  # the selected flag: an illegal play, which either player may raise
    page.wait_for_selector("#side[open]")
    page.keyboard.press("b")
    row(page, "Claim · Bo Jensen · Moved backwards")
    page.wait_for_selector(".flag.is-selected .act-signs:has-text('CLAIMED')")
    page.keyboard.press("g")
    row(page, "Facts agreed · Moved backwards")
    page.keyboard.press("2")
    row(page, "Clock pressed · Bo Jensen")
    page.keyboard.press("s")
    page.wait_for_selector("#score[open]")
    page.keyboard.type("9")
    page.fill("#score-B", "9")
    page.keyboard.press("Enter")
    page.wait_for_selector("#score [data-refusal]:has-text('cannot have won')")
    page.fill("#score-A", "6")
    page.fill("#score-B", "4")
    page.keyboard.press("Enter")
    row(page, "Score told · 6–4 to 7")
    page.keyboard.press("r")
    page.keyboard.type("time.late")
    page.keyboard.press("Enter")
    page.wait_for_selector("#note-minutes:visible")
    page.fill("#note-minutes", "7")
    page.check("#note input[name=player][value=B]")
    page.keyboard.press("Enter")
    row(page, "Noted by an official · Bo Jensen · Late")
    page.wait_for_selector(".flag[data-title='Late']")
    page.keyboard.press("u")
    page.wait_for_selector(".flag.is-dismissed[data-title='Late']")
    page.click("#panel-inputs li:has-text('Score told') .undo-row")
    page.wait_for_selector("#panel-inputs li.is-undone:has-text('Score told')")
    assert [told.what for told in clocked.told if told.what != "undo"] == ["pause", "claim", "agreed", "press", "score", "note"]


@pytest.mark.parametrize("clocked", [None], indirect=True, ids=["nobody appointed"])
def test_a_director_appoints_and_rules_and_the_observer_may_then_announce(open_page: Open, clocked: RefereedTable) -> None:
    observer, director = open_page(Role.OBSERVER), open_page(Role.DIRECTOR, 390, 844)
    assert observer.is_visible("#panel-flags .sealed:has-text('Only the director')") and not observer.query_selector("main [data-flag], main [data-input]")
    assert director.is_visible(".advice:has-text('No appointment is entered')"), "a director who looks asks"
    director.click("#panel-inputs [data-open=appointment]")
    director.fill("#appointed-why", "Olga")
    director.click("#appointment button.primary")
    observer.wait_for_selector("#appointed:has-text('OBSERVER APPOINTED')")
    observer.wait_for_selector("#notice", state="attached")  # the dialogs too
    observer.wait_for_selector(".advice:has-text('May be announced')")
    observer.keyboard.press("v")
    row(observer, "Announced to the players")
    observer.keyboard.press("x")
    observer.wait_for_selector(".dispute")
    director.wait_for_selector(".dispute")
    assert director.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing sticks out to the side of a phone"
    director.click(".dispute [data-open=ruling]")
    director.click("#ruling input[value=accepted]")
    director.fill("#ruling-why", "nobody saw it in time")
    director.click("#ruling button.primary")
    observer.wait_for_selector(".dispute", state="detached")
    row(observer, "Director's ruling · Moved backwards · stands: nobody saw it in time")
    assert observer.query_selector('#panel-inputs li:has-text("Director\'s ruling") .undo-row') is None, "only the director may take it back"


def test_every_key_of_the_help_is_on_a_button(open_page: Open) -> None:
    page = open_page(Role.DIRECTOR)
    page.keyboard.press("?")
    shown = set(page.inner_text("#help").replace("\n", " ").split(" "))
    keys = set(page.evaluate("[...document.querySelectorAll('.told [data-hotkey], .flag.is-selected [data-hotkey]')].map((e) => e.dataset.hotkey)"))
    assert {"i", "w", "s", "r", "x", "o", "1", "2", "p", "m", "g", "t", "z"} <= keys <= shown


DIALOG_OF = {"i": "notice", "w": "cube-words", "s": "score", "r": "note", "o": "appointment", "l": "left", "?": "help"}


@pytest.mark.parametrize(("language", "search", "rule"), [("it", "ritardo", "In ritardo"), ("da", "sent på", "For sent på den")])
def test_the_keys_do_the_same_in_every_language(open_page: Open, clocked: RefereedTable, language: str, search: str, rule: str) -> None:
    page = open_page(Role.OBSERVER, language=language)
    for key, dialog in DIALOG_OF.items():
        page.keyboard.press(key)
        page.wait_for_selector(f"#{dialog}[open]")
        page.keyboard.press("Escape")
        page.wait_for_selector(f"#{dialog}", state="hidden")
    page.keyboard.press("m")
    page.wait_for_selector("#side[open]")
    page.keyboard.press("b")
    page.wait_for_selector(".flag.is-selected .act-signs")
    page.keyboard.press("g")
    page.wait_for_selector(".flag.is-selected .act-signs .sign >> nth=1")
    page.keyboard.press("r")
    page.keyboard.type(search)
    page.keyboard.press("Enter")
    page.fill("#note-minutes", "7")
    page.check("#note input[name=player][value=B]")
    page.keyboard.press("Enter")
    page.wait_for_selector(f".flag[data-title='{rule}']")
    page.keyboard.press("u")
    page.wait_for_selector(f".flag.is-dismissed[data-title='{rule}']")
    assert [told.what for told in clocked.told] == ["claim", "agreed", "note", "undo"]


@pytest.mark.parametrize("language", ["en", "it", "da"])
@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_words_of_every_language_fit_their_buttons(open_page: Open, language: str, width: int, height: int) -> None:
    page = open_page(Role.DIRECTOR, width, height, language)
    too_wide = "[...document.querySelectorAll('.told button, .flag button, .flag .button')].filter((e) => e.offsetParent && e.scrollWidth > e.clientWidth + 1)"
    assert page.evaluate(f"{too_wide}.map((e) => e.textContent.trim())") == []
    right = "getBoundingClientRect().right"
    out = f"[...document.querySelectorAll('.told > *, .decide > *')].filter((e) => e.{right} > e.closest('.card').{right})"
    assert page.evaluate(f"{out}.map((e) => e.textContent.trim())") == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
