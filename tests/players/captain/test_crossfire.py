"""The losses that the captain expects on a squadron's path to enemy reactions."""

from __future__ import annotations

from itertools import pairwise

import pytest

from jovian.players.captain.declarations import declarations
from jovian.players.evaluation.threats import Crossfire
from jovian.table import Pose
from tests.players.captain.test_judgment import field
from tests.rules.stage import Cast, Staged, ship, squadron, stage, weapon
from tests.rules_api import AUTOFIRE, POINT_DEFENSE, Assessment, Declare, assess, expected_value

GUN = {"weapons": [weapon("Mass Driver", ac=4, as_=3)]}


def guarded(*more: Cast, at: tuple[float, float] = (24, 14), defense: int = 3) -> Staged:
    return stage(squadron("S", 0, at, **GUN), ship("B", 1, (24, 24), 90, ratings={"defense": defense}), *more)


def lost(game: Staged, *points: tuple[float, float]) -> float:
    """Return the TV that the squadron is expected to lose on a path over these points."""
    view = game.match.view(0)
    model = view.models["s"]
    poses = [model.pose, *(Pose(x, y, model.pose.heading) for x, y in points)]
    return Crossfire(view, model).cost(list(pairwise(poses)))


def test_who_comes_near_a_ship_is_shot_at_by_its_point_defense() -> None:
    game = guarded()
    view = game.match.view(0)
    shot = assess(view, view.models["b"], (POINT_DEFENSE,), view.models["s"].at(Pose(24, 21, 0)), AUTOFIRE)
    assert isinstance(shot, Assessment)
    assert lost(game, (24, 21)) == pytest.approx(expected_value(view, shot))
    assert lost(game, (24, 21)) > 0 == lost(game, (24, 18))


def test_each_gun_fires_once_and_only_at_who_comes_from_without() -> None:
    assert lost(guarded(), (24, 21), (24, 14), (24, 21)) == lost(guarded(), (24, 21))
    assert lost(guarded(at=(24, 21)), (24, 22)) == 0
    assert lost(guarded(defense=0), (24, 21)) == 0


def test_a_raid_past_another_ship_is_worth_less() -> None:
    def raid(defense: int) -> float:
        other = ship("C", 1, (27, 19), 90, ratings={"defense": defense})
        game = guarded(other).activate("s")
        decision = game.match.decision
        assert isinstance(decision, Declare)
        options = declarations(decision, field(game))
        return max(option.value for option in options if option.answer.to_json()[1] == "bombing")

    assert raid(3) < raid(0)
