"""The value of table edges: leaving over most of them, stopping at a planet, its pull, and its atmosphere."""

from __future__ import annotations

from jovian.game import Model, State
from jovian.players.evaluation.places import (
    ECM_VALUE,
    LEAVING_COST,
    SPEED_VALUE,
    drift_pose,
    edge_value,
    is_lost_at,
    pose_value,
    with_real_end,
)
from jovian.table import Pose
from tests.rules.stage import Cast, ship, squadron, stage
from tests.rules.test_atmosphere import air
from tests.rules.test_planet import distant_enemy, planet


def view_of_model(cast: Cast, *terrain: dict[str, object]) -> tuple[State, Model]:
    """Return the view of the model's side, and the model."""
    view = stage(cast, *distant_enemy("north"), terrain=terrain).match.view(0)
    return view, view.models[cast.line["id"]]


def test_nobody_is_lost_over_the_edge_of_a_planet() -> None:
    view, model = view_of_model(ship("A", 0, (24, 45)), planet("north"))
    assert not is_lost_at(view, model.at(Pose(24, 47, 0))) and is_lost_at(view, model.at(Pose(47.5, 40, 0)))
    assert with_real_end(view, model.at(Pose(24, 47, 0))).pose.y == 46.5
    assert drift_pose(view, model, Pose(24, 49, 0)) == Pose(24, 46.5, 0)
    assert drift_pose(view, model, Pose(48, 40, 0)) is None


def test_a_ship_that_heads_for_a_planet_is_not_doomed() -> None:
    there, bare = (
        view_of_model(ship("A", 0, (24, 44), speed=6, thrusters=[1]), *terrain) for terrain in ((planet("north"),), ())
    )
    assert pose_value(*there) > -LEAVING_COST / 2 > pose_value(*bare)


def test_what_a_planet_and_its_air_are_worth() -> None:
    assert edge_value(*view_of_model(ship("A", 0, (24, 10)), planet("north"))) == 2 * SPEED_VALUE
    assert edge_value(*view_of_model(ship("A", 0, (24, 10), 180), planet("north"))) == -SPEED_VALUE
    assert edge_value(*view_of_model(squadron("S", 0, (24, 10)), planet("north"))) == 0
    assert edge_value(*view_of_model(squadron("S", 0, (24, 45)), air("north"))) == 10 * ECM_VALUE
    assert edge_value(*view_of_model(ship("A", 0, (24, 10)))) == 0
