"""Tests of the areas in which a model could hit after its next move, and of the best shots from where models are."""

from __future__ import annotations

import pytest

from jovian.descriptions.threat_areas import threat_fans
from jovian.descriptions.threats import best_shots_by_steps, find_threats
from jovian.descriptions.weapon_reach import chance_at
from tests.rules.fights import OWN
from tests.rules.stage import ship, squadron, stage, weapon

BEAM = [weapon("Beam Projector", ac=4, as_=3, arcs=["fore"])]
ALL_ROUND = [weapon(ac=3, as_=3)]


def test_only_models_that_can_still_act_have_areas() -> None:
    for has_acted in (False, True):
        enemy = ship("B", 1, (24, 30), 180, weapons=BEAM, activated=has_acted)
        view = stage(ship("A", 0, (24, 12), weapons=BEAM), enemy, OWN).match.view(0)
        assert bool(list(threat_fans(view, view.models["b"], view.models["a"]))) != has_acted


def test_a_fan_has_the_chance_of_a_shot_in_the_middle_of_its_band() -> None:
    view = stage(ship("A", 0, (24, 12)), ship("B", 1, (24, 30), 180, weapons=BEAM), OWN).match.view(0)
    own, enemy = view.models["a"], view.models["b"]
    fans = list(threat_fans(view, enemy, own))
    mount, bands = enemy.card.mounts[0].id, sorted({fan.inches for fan in fans})
    low = 0.0
    for inches in bands:
        chances = {fan.chance for fan in fans if fan.inches == inches}
        assert chances == {round(chance_at(view, enemy, mount, own, (low + inches) / 2), 3)}
        low = inches
    assert {fan.arcs for fan in fans} == {("fore",)} and len({fan.pose for fan in fans}) > 3


@pytest.mark.parametrize("y", [20, 26, 32, 38, 44])
def test_who_is_hit_after_a_move_stands_in_an_area(y: float) -> None:
    """Ranges are measured between bases, so the target may stand at the rim with its center outside."""
    enemy = squadron("C", 1, (24, y), weapons=ALL_ROUND)
    view = stage(ship("A", 0, (24, 12)), enemy, ship("D", 1, (4, 44)), OWN).match.view(0)
    own, other = view.models["a"], view.models["c"]
    threats = find_threats(view, own, is_to=True)
    is_hit = any(threat.model_id == "c" for threat in threats.listed)
    reach = max((fan.inches for fan in threat_fans(view, other, own)), default=0.0)
    gap = other.pose.distance_to(own.pose) - own.base.length / 2 - other.base.width / 2
    assert is_hit == (gap <= reach), (gap, reach)


def test_the_best_shot_is_the_one_with_the_most_expected_damage() -> None:
    cast = (ship("A", 0, (24, 20), weapons=BEAM), ship("B", 1, (24, 26), 180), ship("D", 1, (24, 44)), OWN)
    view = stage(*cast, squadron("S", 0, (4, 4))).match.view(0)
    models = [view.models[name] for name in ("a", "s")]
    shot, none = best_shots_by_steps(view, models)
    assert shot is not None and (shot.model_id, shot.target_id) == ("a", "b") and none is None
    rows = [row for row in find_threats(view, view.models["a"], is_to=False).rows if row.model_id == "b"]
    assert shot.chance == rows[0].figures["hits"] and shot.damage == rows[0].figures["damage"]
