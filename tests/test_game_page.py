"""A game as a web page: its moments, log, and luck; nothing secret; names stay text; a real browser opens it."""

from __future__ import annotations

import json
import re
import subprocess
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from jovian.dice import format_seed
from jovian.game import State
from jovian.game_page import game_page, page_data
from jovian.match import Match
from jovian.match.saves import load as load_save
from jovian.match.saves import save
from tests.commands import run
from tests.games import finished, random_answers, setup
from tests.html_checks import BROWSER

SCRIPT = "<script>document.title='x'</script>&amp;"


@pytest.fixture(scope="module")
def match() -> Match:
    return finished(9)


def at_moment(data: dict[str, Any], moment: int) -> dict[str, Any]:
    """Return the places of all models and terrain at a moment."""
    places: dict[str, Any] = {}
    for frame in data["frames"][: moment + 1]:
        places |= frame["new"]
    return {key: place for key, place in places.items() if place is not None}


def on_table(state: State) -> dict[str, list[Any]]:
    return {
        model.id: [round(model.pose.x, 2), round(model.pose.y, 2), model.pose.heading, model.unmarked("structure"),
                   int(model.activated)]
        for model in state.on_table()
    }  # fmt: skip


def test_the_last_moment_is_the_end_of_the_game(match: Match) -> None:
    data = page_data(match)
    places = at_moment(data, len(data["frames"]))
    assert {key: place for key, place in places.items() if not key.startswith("/")} == on_table(match.state)
    assert {key[1:] for key in places if key.startswith("/")} == set(match.state.terrain)
    assert data["over"] and data["winner"] == match.state.winner
    assert [frame["turn"] for frame in data["frames"]] == sorted(frame["turn"] for frame in data["frames"])


def test_log_luck_and_chapters_lead_to_moments(match: Match) -> None:
    data = page_data(match)
    for part in ("log", "luck", "chapters"):
        moments = [line["at"] for line in data[part]]
        assert len(moments) > 5 and moments == sorted(moments) and moments[-1] < len(data["frames"])
    words = [line["text"] for line in data["log"]]
    assert any(" hits " in text for text in words) and any("Turn 2" in text for text in words)
    assert any(line["dice"] for line in data["log"]) or any(line["more"] for line in data["log"])
    assert {"Turn 1", "Turn 2"} <= {chapter["text"] for chapter in data["chapters"]}
    assert any(" +" in chapter["text"] for chapter in data["chapters"])


def test_a_page_is_small_and_needs_no_network(match: Match) -> None:
    page = game_page(match)
    assert len(page) < 1_000_000
    assert re.findall(r"(?:src|href)=|https?://(?!www\.w3\.org/2000/svg)|@import|url\(", page) == []


def test_a_running_game_shows_only_what_both_sides_know() -> None:
    match = Match(setup(123_456_789_123))
    for _ in random_answers(match, 5):
        if len(match.journal) >= 60:
            break
    assert not match.over
    hidden = [model for model in match.state.models.values() if not model.public]
    secret = [entry for entry in match.events if entry.seen_by != "both"]
    assert hidden and secret
    data, page = page_data(match), game_page(match)
    shown = {model["name"] for model in data["models"].values()}
    for model in hidden:
        assert model.id not in data["models"]
        assert model.name in shown or json.dumps(model.name)[1:-1] not in page
    assert format_seed(match.setup.seed) not in page and str(match.setup.seed) not in page
    assert "Victory Points" not in json.dumps(data["log"]) or data["score"] == []
    assert all(set(frame) == {"turn", "new"} for frame in data["frames"])
    assert not any("+" in chapter["text"] for chapter in data["chapters"])


def test_names_stay_text(match: Match) -> None:
    page = game_page(match)
    data = page_data(match)
    data["sides"][0] = SCRIPT
    text = json.dumps(data)
    assert SCRIPT in text
    start = page.index("const game = ") + len("const game = ")
    block = page[start : page.index(";\n", start)]
    assert not re.search(r"[<>&]", block) and json.loads(block) == json.loads(json.dumps(page_data(match)))
    assert "innerHTML" not in page and "insertAdjacentHTML" not in page and "document.write" not in page


def test_the_command_writes_it(capsys: pytest.CaptureFixture[str], match: Match, tmp_path: Path) -> None:
    path, out = tmp_path / "game.json", tmp_path / "game.html"
    save(match, path)
    status, text, err = run(capsys, "replay", path, "--html", out)
    assert (status, err, text.count("\n")) == (0, "", 1)
    assert out.read_text(encoding="utf-8") == game_page(load_save(path))


def test_a_damaged_save_is_one_line(capsys: pytest.CaptureFixture[str], match: Match, tmp_path: Path) -> None:
    path, out = tmp_path / "game.json", tmp_path / "game.html"
    save(match, path)
    path.write_bytes(path.read_bytes()[:-40])
    status, text, err = run(capsys, "replay", path, "--html", out)
    assert (status, text, err.count("\n")) == (2, "", 1) and str(path) in err and not out.exists()


def overlapping_names(dom: str) -> list[tuple[str, str]]:
    """Return the pairs of visible names whose texts overlap, if a letter is at least 0.4 of its height wide."""
    pattern = r'<text class="name" font-size="([\d.]+)" visibility="visible" x="([-\d.]+)" y="([-\d.]+)">([^<]+)<'
    names = [(float(size), float(x), float(y), text) for size, x, y, text in re.findall(pattern, dom)]
    return [
        (one[3], other[3])
        for one, other in combinations(names, 2)
        if abs(one[1] - other[1]) < 0.2 * one[0] * (len(one[3]) + len(other[3])) and abs(one[2] - other[2]) < one[0]
    ]


@pytest.mark.skipif(not BROWSER, reason="there is no Chromium")
@pytest.mark.parametrize("size", ["390,844", "1280,720"])
def test_a_browser_opens_and_scrubs_it(match: Match, tmp_path: Path, size: str) -> None:
    """The moment is in the address. The page says which one it shows."""
    page, data = tmp_path / "game.html", page_data(match)
    page.write_text(game_page(match), encoding="utf-8")
    for moment in (0, len(data["frames"]) - 1):
        command = [BROWSER, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'profile'}",
                   f"--window-size={size}", "--dump-dom", f"file://{page}#{moment}"]  # fmt: skip
        dom = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True).stdout
        shown = set(re.findall(r'<g visibility="visible" transform="translate\(([-\d.]+ [-\d.]+)\)">', dom))
        places = [place for key, place in at_moment(data, moment).items() if not key.startswith("/")]
        assert len(shown) == len({(place[0], place[1]) for place in places})
        assert f'<h1 id="title">{match.setup.scenario.name}</h1>' in dom
        assert overlapping_names(dom) == []
        assert '<text class="name" font-size=' in dom or not places
        turn = data["frames"][moment]["turn"]
        assert f'<span id="now">{f"Turn {turn}" if turn else "Deployment"}</span>' in dom
