"""Tests of models partly off the table: the window asks before an order takes them out of play (R27)."""

from __future__ import annotations

import pygame

from jovian.ui.screens.battle import BattleScreen
from tests.rules.stage import gun, ship, stage
from tests.ui.pilot import Pilot, last, open_game


def hanging() -> tuple[Pilot, BattleScreen]:
    """Return a game with ship A partly over the upper edge in its activation, and B within its weapons' reach."""
    game = stage(
        ship("A", 0, (24, 44), weapons=[gun("Missile", missile="AC", ac=3)], thrusters=[4, 3, 2, 1]),
        ship("B", 1, (24, 35), activated=True), ship("C", 0, (4, 4), activated=True),
    ).begin("a", "damage control")  # fmt: skip
    return open_game(game.move(3))


def place(battle: BattleScreen) -> str:
    """Return the place of A."""
    return battle.session.match.state.models["a"].place


def order_attack(pilot: Pilot, battle: BattleScreen) -> None:
    """Select the weapon, and click the target."""
    pilot.key(pygame.K_t)
    pilot.click(pilot.on(battle.selection.view.models["b"].pose))


def test_an_attack_is_asked_about_and_may_be_called_off() -> None:
    """No dice are rolled and nothing changes. The ship can still come back."""
    pilot, battle = hanging()
    order_attack(pilot, battle)
    assert pilot.app.modal is not None and "Withdrawn" in pilot.app.modal.text
    answer_count = len(pilot.journal)
    pilot.key(pygame.K_ESCAPE)
    assert pilot.app.modal is None
    assert (len(pilot.journal), place(battle)) == (answer_count, "table")
    pilot.click(pilot.on(battle.selection.view.models["b"].pose))
    assert pilot.app.modal is not None, "asked again"


def test_who_says_yes_leaves() -> None:
    pilot, battle = hanging()
    order_attack(pilot, battle)
    pilot.press("yes")
    pilot.wait(3)
    assert place(battle) == "withdrawn"


def test_the_action_and_the_end_are_asked_about_too() -> None:
    """Any order that isn't a move, because it can't be undone."""
    for name in ("resolve", "end"):
        pilot, battle = hanging()
        pilot.press(name)
        pilot.wait(2)
        assert pilot.app.modal is not None and place(battle) == "table"
        pilot.press("no")
        pilot.wait(2)
        assert place(battle) == "table"


def test_on_the_table_nobody_asks() -> None:
    """The dialog appears only outside."""
    game = stage(ship("A", 0, (24, 24)), ship("B", 1, (24, 35), activated=True), ship("C", 0, (4, 4), activated=True))
    pilot, battle = open_game(game.begin("a").move(3))
    pilot.press("end")
    pilot.wait(2)
    assert pilot.app.modal is None and last(battle) == ["end"]
