"""Players value a new objective by what its own class says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field

import pytest

from jovian.frozen import frozen
from jovian.game import State
from jovian.game.answers import Fly
from jovian.match.play_loop import ask
from jovian.players import make_player
from jovian.players.evaluation.goals import aims
from jovian.players.evaluation.objectives import expected_lead
from jovian.table import Pose
from tests.rules.stage import Staged, ship, squadron, stage
from tests.rules_api import HOUSE_RULE, SPECIAL_RULES, Count, Counting, Points, ScoringPlace

CENTER, NEAR = Pose(24, 24, 0), 4.0


@frozen
class ModelsAtCenter(Count):
    """The number of a side's models near the middle of the table."""

    def amount(self, state: State, side: int) -> float:
        models = (model for model in state.on_table() if model.side == side)
        return float(sum(1 for model in models if model.pose.distance_to(CENTER) <= NEAR))


@frozen
class HoldCenter(Counting):
    """Points for each model at the center."""

    name = "Hold the center"
    place = f"{HOUSE_RULE} > {name}"
    summary = "Points for each model at the center."
    open_ended = True

    points: int = 40
    count: Count = field(default=ModelsAtCenter(), kw_only=True)

    @property
    def title(self) -> str:
        return "each model at the center"

    def earned(self, first: float, second: float) -> Points:
        return self.points * first, self.points * second

    def places(self, state: State, side: int) -> Iterable[ScoringPlace]:
        yield ScoringPlace(CENTER.x, CENTER.y, NEAR)


@pytest.fixture(autouse=True)
def rules() -> Iterator[None]:
    SPECIAL_RULES["hold-center"] = HoldCenter
    try:
        yield
    finally:
        del SPECIAL_RULES["hold-center"]


def game(house: tuple[str, ...] = ("hold-center",)) -> Staged:
    return stage(squadron("S", 0, (16, 20), speed=12), ship("A", 0, (40, 40)), ship("Z", 1, (4, 44)), house=house)


def test_being_there_is_worth_points() -> None:
    view = game().match.view(0)
    there = view.models["s"].at(CENTER)
    (goal,) = (goal for goal in aims(view, view.models["s"]).goals if (goal.x, goal.y) == CENTER[:2])
    assert goal.near == NEAR and goal.value > 0
    assert expected_lead(view, 0) == 0
    assert expected_lead(view.supposed([there]), 0) == 40
    assert not [goal for goal in aims(game(()).match.view(0), there).goals if (goal.x, goal.y) == CENTER[:2]]


@pytest.mark.parametrize("player", ["ensign", "captain"])
def test_players_go_there(player: str) -> None:
    def inches_after_move(house: tuple[str, ...]) -> float:
        staged = game(house).begin("s")
        answer = ask(staged.match, make_player(player, 1))
        assert isinstance(answer, Fly)
        return CENTER.distance_to(Pose(*answer.path[-1], 0))

    assert inches_after_move(("hold-center",)) <= NEAR < inches_after_move(())
