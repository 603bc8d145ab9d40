"""All pages that the game writes: valid HTML, and in a browser accessible and no wider than a phone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

from jovian.cards import load_fleet, load_units, upgrades
from jovian.cards.files import BUILTIN_SHELF, use_shelves
from jovian.cli import main
from jovian.fleets.draft import draft_of
from jovian.fleets.sheets import fleet_sheets
from jovian.fleets.status import Library
from jovian.game_page import game_page
from jovian.match import Match
from tests.commands import run_python
from tests.games import finished, random_answers, setup
from tests.html_checks import BROWSER, browser_faults, html_faults

REHEARSE = (
    "rehearse", "introductory", "--players", "random,random", "--seed", "1", "--workers", "1", "--games", "2",
    "--turns", "2",
)  # fmt: skip
SHOWN = (
    "index.html", "attack.html", "attack-sensor-range.html", "rulings-dice.html", "report.html", "running-game.html",
    "jovian-raiders-250-sheets.html",
)  # fmt: skip
"""The pages that the browser opens, one of each kind."""


def running() -> Match:
    """Return a game that isn't over."""
    match = Match(setup(123_456_789_123))
    for _ in random_answers(match, 5):
        if len(match.journal) >= 40:
            break
    return match


def sheets() -> Iterator[tuple[str, str]]:
    """Yield the sheets of a fleet with secret hardpoints, one with drones, and one that is illegal."""
    with use_shelves(BUILTIN_SHELF):
        library = Library(load_units(BUILTIN_SHELF.units), upgrades())
        for stem in ("jovian-raiders-250", "cega-squadrons-250"):
            yield stem, fleet_sheets(draft_of(load_fleet(stem)), library)
        draft = draft_of(load_fleet("cega-150")).without_line(0)
        yield "illegal", fleet_sheets(draft, library)


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return a page of each kind, and all pages of the rules."""
    folder = tmp_path_factory.mktemp("pages")
    with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
        assert main(["rules", "--html", str(folder)]) == 0
        assert main([*REHEARSE, "--report", str(folder / "report.html")]) == 0
    found = {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()}
    found |= {f"{name}-sheets.html": page for name, page in sheets()}
    return found | {"game.html": game_page(finished(9)), "running-game.html": game_page(running())}


def test_pages_are_valid(pages: dict[str, str]) -> None:
    assert len(pages) > 250
    assert {name: faults for name, page in pages.items() if (faults := html_faults(page))} == {}


def test_pages_share_one_style(pages: dict[str, str]) -> None:
    styles = {page.partition("<style>")[2].partition("@media print")[0] for page in pages.values()}
    assert len(styles) == 1 and "color-scheme" in styles.pop()
    assert [name for name, page in pages.items() if page.count("<style>") != 1] == []


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ("<main><h1>A</h1><dl><dd>x</dd></dl></main>", "dl isn't groups"), ("<h1>A</h1>", "0 × main"),
        ("<main><h1>A</h1><h3>B</h3></main>", "a level of headings"), ("<main><h1>A</h1><p>a</div></main>", "</div>"),
        ("<main><h1>A</h1><svg></svg><p id='a'></p><p id='a'></p></main>", "svg has no name"),
        ("<main><h1>A</h1><table><tr><td>a</td></tr><tr></tr></table></main>", "the rows of a table"),
        ("<main><h1>A</h1><button><div>a</div></button></main>", "button contains a block"),
    ],
)  # fmt: skip
def test_faults_are_found(body: str, fault: str) -> None:
    head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>A</title>'
    page = f'<!doctype html><html lang="en"><head>{head}</head><body>{body}</body></html>'
    assert any(fault in found for found in html_faults(page))


def test_the_window_starts_without_templates() -> None:
    code = "import sys, jovian.ui.app; print({'jinja2', 'markupsafe'} & set(sys.modules))"
    assert run_python("-c", code).stdout.splitlines()[-1] == "set()"


@pytest.mark.skipif(not BROWSER, reason="there is no Chromium")
def test_pages_are_accessible_and_fit_a_phone(pages: dict[str, str], tmp_path: Path) -> None:
    assert browser_faults({name: pages[name] for name in SHOWN}, tmp_path) == []


@pytest.mark.skipif(not BROWSER, reason="there is no Chromium")
def test_a_browser_finds_faults(tmp_path: Path) -> None:
    bad = '<!doctype html><title>A</title><main><h1>A</h1><p style="width: 400px; color: #ccc">pale</p></main>'
    found = " ".join(browser_faults({"bad.html": bad}, tmp_path))
    assert "wider than 320 px" in found and "html-has-lang" in found and "color-contrast" in found
