"""Tests of the result page: the source of every point, by model and by turn, and the losses."""

from __future__ import annotations

from typing import Any

import pytest

from jovian.ui.screens.result import Loss, ResultScreen, turn_ends
from tests.rules.stage import Staged, ship, squadron, stage
from tests.rules_api import values
from tests.ui.fitting import misfits, recorded_texts
from tests.ui.pilot import Pilot, battle_at

POD = "Escape Pod"
PODS = {"of": "tokens", "token": POD}
NAMES = ("First", "Second")
STILL: dict[str, Any] = {"speed": 0, "thrusters": [1]}


def ended() -> Staged:
    """Return a game of 2 turns. Side 0 leads in everything that counts, partly at the end of the first turn."""
    game = stage(
        ship("A", 0, (10, 6), **STILL, tv=50), ship("D", 1, (10, 42), 180, **STILL),
        squadron("T", 1, (30, 42), activated=True), turn=6,
        tokens=[{"name": POD, "plural": "Escape Pods"}],
        objectives=[
            {"kind": "most_victory_points", "points": 4}, {"kind": "most", "points": 3, "turn": 6, "count": PODS},
            {"kind": "first_to_attack", "points": -2}, {"kind": "each", "points": 1, "role": "attacker", "count": PODS},
        ],
    )  # fmt: skip
    game.model("a").loads = ((POD, 2),)
    game.idle("a").idle("d")
    while not game.match.over:
        game.pick(*game.asked.default().to_json())
    return game


def page(pilot: Pilot, game: Staged) -> str:
    """Return all texts of the page."""
    battle = battle_at(pilot, game.match)
    pilot.app.show(ResultScreen(pilot.app, battle.session, battle.names, battle))
    pilot.wait(2)
    with recorded_texts() as drawn_texts:
        pilot.draw()
    return "\n".join(each.whole for each in drawn_texts)


def test_every_point_says_how_it_came() -> None:
    page_text = page(Pilot((1920, 1080)), ended())
    for wanted in ("4 points for the most Victory Points", "3 points for the most Escape Pod", "2, 2 ahead · 3 points",
                   "-2 points for attacking first", "attacker only", "2, 2 × 1 · 2 points"):  # fmt: skip
        assert wanted in page_text, wanted
    assert "50 TV" in page_text and "Structure 3/3 · 2 Escape Pods" in page_text and "Points by turn" in page_text


def test_a_model_says_what_multiplies_it() -> None:
    game = ended()
    game.model("t").place = "withdrawn"
    assert [(each.name, each.share, each.points, each.why) for each in values(game.match.state, 1)][1] == (
        "T", 0.5, 5, "withdrawn",
    )  # fmt: skip
    page_text = page(Pilot((1920, 1080)), game)
    assert "Withdrawn" in page_text and "10 TV × 0.5" in page_text


def test_turns_tell_points_and_losses() -> None:
    game = stage(
        ship("A", 0, (10, 6), **STILL), ship("D", 1, (10, 42), 180, **STILL), squadron("S", 0, (30, 12)), turn=6,
    )  # fmt: skip
    game.begin("s", "withdraw").resolve().faces([2, 2, 5])
    game.idle("d").idle("a")
    while not game.match.over:
        game.pick(*game.asked.default().to_json())
    first, *_, last = turn_ends(game.match)
    assert [each.turn for each in turn_ends(game.match)] == [6, 7]
    assert first.losses == (Loss(0, "S", "withdrawn"),) and last.losses == ()
    assert last.scores == game.match.state.scores and first.scores[0].victory == 45


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (960, 540)])
def test_the_page_fits(size: tuple[int, int]) -> None:
    pilot = Pilot(size)
    page(pilot, ended())
    assert misfits(pilot) == []
