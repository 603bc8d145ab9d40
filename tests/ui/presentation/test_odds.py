"""Prompts show what each answer would do, computed with the attack formula."""

from __future__ import annotations

import re

import pytest

from jovian.dice import Result
from jovian.ui.presentation.log import ENTRY
from tests.rules.fights import FAR
from tests.rules.stage import Staged, gun, ship, squadron, stage
from tests.rules_api import Outcomes, crossing_shot, shot_down
from tests.ui.pilot import Pilot, battle_at, open_game

CODE = re.compile(r"\b(D[1-6]|T[1-6]|Q\+[1-6])\b")
"""A result as only the log and the journal show it."""


def prompt_texts(game: Staged) -> tuple[Pilot, list[tuple[str, str]]]:
    """Return the labels and details of a script's prompt."""
    pilot, _ = open_game(game)
    pilot.uncover()
    pilot.draw()
    return pilot, pilot.answers


def resisting() -> Staged:
    """Return a game in which a missile has hit a squadron and both sides have rolled."""
    weapons = [gun("Missile", missile="AS", as_=5)]
    game = stage(ship("A", 0, (24, 20), weapons=weapons), squadron("B", 1, (24, 27)), FAR)
    game.begin("a").attack("a1", "b").faces([2, 2, 4, 4, 4]).faces([6, 6, 1])
    return game.expect("reduce", 1)


def guarding() -> Staged:
    """Return a game in which a squadron flies into the reach of a ship's Point Defense."""
    game = stage(squadron("S", 0, (24, 14)), ship("G", 1, (24, 21), 180, activated=True), FAR)
    return game.begin("s", "evade").fly((24, 18.2)).expect("autofire", 1)


def boarding() -> Staged:
    marines = {"marines": [3, 2, 1]}
    game = stage(ship("A", 0, (24, 20), **marines), ship("B", 1, (26.3, 20), activated=True, **marines), FAR)
    return game.begin("a", "board").resolve().expect("commit", 0)


def firefight() -> Staged:
    boarded = ship("B", 1, (24, 24), marines=[3, 2, 1], states={"boarded": 4})
    game = stage(boarded, ship("A", 0, (40, 40), activated=True))
    return game.begin("b").expect("firefight", 1)


def flexing() -> Staged:
    weapons = [gun("Kinetic Cannon", as_=5)]
    target = squadron("B", 1, (24, 22.8), states={"station-keeping": 1})
    game = stage(ship("A", 0, (24, 20), weapons=weapons), target, FAR)
    game.begin("a").attack("a1", "b").faces([2, 2, 4, 4, 5, 6], [4])
    return game.expect("flex", 0)


def test_what_is_left_of_a_result_is_said_with_its_harm() -> None:
    pilot, answers = prompt_texts(resisting())
    assert all(not CODE.search(f"{label} {detail}") for label, detail in answers)
    assert CODE.search(pilot.sheet.title) is None and "triple of fours" in pilot.sheet.title
    assert ("Reduce to double of twos and double of fours", "2 Structure of 4") in answers
    assert ("Reduce to triple of fours", "2 Structure of 4") in answers


def test_autofire_shows_its_odds_as_an_attack_does() -> None:
    pilot, answers = prompt_texts(guarding())
    shot = pilot.aim_of("0")
    assert shot is not None and shot.expected_effect and pilot.aim() == shot
    label, detail = answers[0]
    assert label == "Point Defense of G"
    assert f"{shot.shot.odds().success:.0%} to hit" in detail and shot.expected_effect in detail  # type: ignore[union-attr]
    assert pilot.sheet.text == "S has declared Evade."
    assert pilot.aim_of("1") is None, "holding fire has no odds"


def test_the_odds_that_autofire_shows_are_rolled() -> None:
    game = guarding()
    pilot, _ = open_game(game)
    found = pilot.aim_of("0")
    assert found is not None
    while game.kind != "faces":
        game.answer(*game.asked.default().to_json())
    game.answer(*game.asked.default().to_json())
    pool = found.shot.roll.pool  # type: ignore[union-attr]
    assert game.last("rolled")["pool"] == {"base": pool.base, "flex": pool.flex, "macro": pool.macro}
    while game.kind not in ("menu", "activate"):
        game.answer(*game.asked.default().to_json())


def test_marines_are_told_how_many_come_through() -> None:
    pilot, answers = prompt_texts(boarding())
    view = pilot.view
    shots = crossing_shot(view, view.models["b"], view.models[pilot.asked.subject])
    assert shots is not None
    for label, detail in answers:
        count = int(label.split()[0])
        there = shots.odds().expect(lambda result, count=count: float(max(0, count - shot_down(result))))
        assert f"{there:.1f} get aboard on average" in detail and "3 marines aboard" in detail


def test_a_firefight_tells_what_each_order_costs() -> None:
    _, answers = prompt_texts(firefight())
    assert [label for label, _ in answers] == ["Engage", "Defend"]
    assert all("boarders on average" in detail for _, detail in answers)


def test_flex_dice_are_chosen_by_what_they_do() -> None:
    pilot, answers = prompt_texts(flexing())
    stake = pilot.asked.stake  # type: ignore[union-attr]
    assert isinstance(stake, Outcomes)
    for (label, detail), result in zip(answers, stake.results, strict=True):
        assert isinstance(result, Result) and not CODE.search(f"{label} {detail}")
        assert f"{result.total} Structure" in detail or "no damage" in detail
    assert len(pilot.sheet.dice) == len(answers)


def test_magnitudes_have_a_tooltip_in_the_log() -> None:
    game = stage(ship("A", 0, (24, 20), weapons=[gun("Kinetic Cannon", as_=5)]), squadron("B", 1, (24, 22.8)), FAR)
    game.begin("a").attack("a1", "b").faces([4, 4, 1, 2, 3, 6]).expect("menu")
    pilot, battle = open_game(game)
    pilot.draw()
    log = battle.log.list
    pilot.open_log()
    pilot.draw()
    battle.log.toggle(next(row for row in log.items if row.folds and row.rank == ENTRY))
    [row, *_] = [n for n, line in enumerate(log.items) if any(piece.text == "D4" for piece in line.pieces)]
    log.scroll_to(row)
    hint = battle.hint_at(log.row_rect(row).center)
    assert hint is not None and hint[1].startswith("D4: double of fours.")


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_the_odds_of_a_reaction_are_in_the_column(size: tuple[int, int]) -> None:
    pilot = Pilot(size)
    battle = battle_at(pilot, guarding().match)
    pilot.uncover()
    pilot.draw()
    aim = pilot.aim_of("0")
    assert aim is not None and battle.aim() == aim
