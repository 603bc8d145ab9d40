"""What models could fire at after their next move."""

from __future__ import annotations

from jovian.players.evaluation.approaches import Approaches, shots_at
from tests.rules.stage import ship, squadron, stage, weapon
from tests.rules_api import ids_in_contact

BEAM = {"weapons": [weapon("Beam Projector", ac=4, as_=3, arcs=["fore"])], "sensors": [4, 2, 1]}


def test_an_enemy_that_turns_can_fire_after_its_move() -> None:
    view = stage(ship("A", 0, (24, 16)), ship("B", 1, (24, 30), 120, speed=4, **BEAM)).match.view(0)
    target, enemy = view.models["a"], view.models["b"]
    end = Approaches(view).best_end(enemy, target)
    assert not any(shots_at(view, enemy, target))
    assert end is not None and end.pose != enemy.pose and any(shots_at(view, end, target))
    assert not ids_in_contact(view, end)


def test_only_those_that_can_still_activate_count() -> None:
    view = stage(ship("A", 0, (24, 16)), ship("B", 1, (24, 28), 180, activated=True, **BEAM)).match.view(0)
    approaches = Approaches(view)
    assert any(shots_at(view, view.models["b"], view.models["a"])) and not approaches.can_act(view.models["b"])
    assert approaches.best_end(view.models["b"], view.models["a"]) is None


def test_a_squadron_flies_within_its_range_and_ends_clear_of_all_bases() -> None:
    weapons = [weapon("Kinetic Cannon", ac=3, as_=3)]
    for inches, comes in ((12, True), (46, False)):
        view = stage(ship("A", 0, (24, 1)), squadron("S", 1, (24, 1 + inches), speed=6, weapons=weapons)).match.view(0)
        end = Approaches(view).best_end(view.models["s"], view.models["a"])
        assert (end is not None) is comes
        assert end is None or not ids_in_contact(view, end)


def test_a_place_that_the_target_has_not_reached_counts() -> None:
    view = stage(ship("A", 0, (24, 3)), ship("B", 1, (24, 46), 180, speed=4, **BEAM)).match.view(0)
    approaches, enemy, target = Approaches(view), view.models["b"], view.models["a"]
    assert approaches.best_end(enemy, target) is None
    assert approaches.best_end(enemy, target.at(target.pose.advanced(28.0))) is not None
