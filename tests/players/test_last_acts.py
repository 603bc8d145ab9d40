"""A model that its first attack or action destroys waits for one that is worth it."""

from __future__ import annotations

import pytest

from jovian.game.answers import Attack, Declaration
from jovian.match.play_loop import ask, step
from jovian.players import make_player
from tests.rules.stage import Staged, gun, ship, stage


def mine_and_enemy(inches: float) -> Staged:
    """Return a game in which a mine is about to declare its action, with an enemy ship at this distance."""
    mine = ship(
        "M", 0, (24, 8), tv=10, speed=0, turns=0, thrusters=[], marines=[],
        traits=["Static", "Self Destruct", "Expendable"], weapons=[gun("Mass Driver", ac=5, as_=4, macro=1)],
    )  # fmt: skip
    game = stage(mine, ship("E", 1, (24, 8 + inches), 180, tv=60))
    assert game.kind == "declare"
    return game


@pytest.mark.parametrize("level", ["cadet", "ensign", "captain"])
def test_it_declares_no_action(level: str) -> None:
    for inches in (6, 20, 36):
        answer = ask(mine_and_enemy(inches).match, make_player(level, 1))
        assert isinstance(answer, Declaration) and answer.action == "none"


@pytest.mark.parametrize("level", ["ensign", "captain"])
def test_it_fires_at_what_is_near_and_holds_its_only_shot_otherwise(level: str) -> None:
    for inches, fires in ((6, True), (30, False)):
        match, player = mine_and_enemy(inches).match, make_player(level, 1)
        step(match, player)
        assert match.state.activation is not None
        assert isinstance(ask(match, player), Attack) == fires
