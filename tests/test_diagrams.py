"""The diagrams on the pages of the rules: each belongs to a page, and shows what the rules count."""

from __future__ import annotations

import re

import pytest

from jovian.diagrams import DIAGRAMS, Diagram, diagrams_of
from jovian.game import Model
from jovian.game.events import Attacked, FighterPlan, Opposed, PlansRevealed, Rolled
from jovian.table import POINT, Pose, arcs_of, distance, main_arcs, overlaps
from jovian.table.overlays import ArcOverlay, BaseRing, BoardPath, Ghost, PointLabel
from tests.rules_api import DOGFIGHT, Fight, fixed_limits, obscured_by, rule_pages, secret_plan, sensor_band

ALL = [(key, number) for key in DIAGRAMS for number in range(len(DIAGRAMS[key]))]


def models_of(diagram: Diagram) -> dict[str, Model]:
    assert diagram.state is not None
    return diagram.state.models


def notes(diagram: Diagram) -> dict[str, tuple[float, float]]:
    """Return the notes of a diagram with their places."""
    return {item.text: item.point for item in diagram.overlays if isinstance(item, PointLabel)}


@pytest.mark.parametrize(("key", "number"), ALL)
def test_a_diagram_belongs_to_a_page_and_its_models_are_visible(key: str, number: int) -> None:
    diagram = diagrams_of(key)[number]
    assert key in rule_pages().by_key and diagram.caption.endswith(".")
    left, bottom, right, top = diagram.part
    for model in models_of(diagram).values() if diagram.state is not None else ():
        x, y, reach = model.pose.x, model.pose.y, model.base.reach
        assert left <= x - reach and x + reach <= right and bottom <= y - reach and y + reach <= top, model.name
    assert diagram.state is not None or diagram.events


def test_pages_without_a_diagram_have_none() -> None:
    assert diagrams_of("Fleet > Cargo") == ()


def test_the_names_of_arcs_are_where_the_rules_see_them() -> None:
    (diagram,) = diagrams_of("Attack > Model Arcs")
    ship = models_of(diagram)["Ship"]
    arcs = {arc: arcs_of(ship.base, ship.pose, POINT, Pose(*point, 0)) for arc, point in notes(diagram).items()}
    assert arcs == {
        "Fore": ("fore",), "Starboard": ("starboard",), "Aft": ("aft",), "Port": ("port",),
        "Spinal": ("fore", "spinal"),
    }  # fmt: skip


def test_the_lit_arc_is_the_attacked_one_and_its_armor_counts() -> None:
    (diagram,) = diagrams_of("Attack > Armor")
    attacker, target = models_of(diagram)["Attacker"], models_of(diagram)["Target"]
    (arc,) = main_arcs(target.base, target.pose, attacker.base, attacker.pose)
    lit = [item.arcs for item in diagram.overlays if isinstance(item, ArcOverlay) and item.style == "threat"]
    assert lit == [(arc,)] and f"{arc.capitalize()}: Armor {target.card.armor[arc]}" in notes(diagram)


def test_each_target_is_in_the_range_that_it_is_called() -> None:
    (diagram,) = diagrams_of("Attack > Sensor Range")
    assert diagram.state is not None
    attacker, *targets = models_of(diagram).values()
    (fan,) = [item for item in diagram.overlays if isinstance(item, ArcOverlay)]
    inches = [distance(attacker.base, attacker.pose, target.base, target.pose) for target in targets]
    bands = [sensor_band(diagram.state, attacker, *pair) for pair in zip(targets, inches, strict=True)]
    assert [f"{band.capitalize()} range" for band in bands] == [target.name for target in targets]
    assert bands == ["short", "optimum", "long"] and inches[0] < fan.short < inches[1] < fan.optimum < inches[2]
    assert list(notes(diagram)) == ["Modifier +1", "no change", "can't fire"]


def test_the_cover_obscures_the_target() -> None:
    (diagram,) = diagrams_of("Attack > Obscured")
    assert diagram.state is not None
    attacker, target = models_of(diagram)["Attacker"], models_of(diagram)["Target"]
    assert obscured_by(diagram.state, attacker, target).lower() in diagram.caption
    (ring,) = [item for item in diagram.overlays if isinstance(item, BaseRing)]
    (rock,) = diagram.state.terrain.values()
    assert overlaps(ring.base.grown(ring.inches), ring.pose, rock.outline[0], rock.pose)
    empty = diagram.state.clone()
    empty.terrain = {}
    assert obscured_by(empty, attacker, target) == ""


def test_a_ship_ends_between_its_minimum_and_its_maximum() -> None:
    (diagram,) = diagrams_of("Movement > Minimum Move Distance")
    assert diagram.state is not None
    ship = models_of(diagram)["Ship"]
    limits = fixed_limits(diagram.state, ship)
    inches = [item.pose.x - ship.pose.x for item in diagram.overlays if isinstance(item, Ghost)]
    assert [round(x, 6) for x in inches] == [limits.min_move, limits.max_move]
    assert inches[0] > 0, "the outlines are apart"


def test_a_turn_is_between_two_moves() -> None:
    (diagram,) = diagrams_of("Movement > Turns")
    (path,) = [item for item in diagram.overlays if isinstance(item, BoardPath)]
    assert [pose.heading for pose in path.poses] == [90, 90, 45, 45]


@pytest.mark.parametrize("number", [0, 1])
def test_overlapping_bases_are_separated(number: int) -> None:
    diagram = diagrams_of("Movement > Overlapping")[number]
    one, other = models_of(diagram).values()
    (before,) = [item for item in diagram.overlays if isinstance(item, Ghost)]
    moved, still = (one, other) if number == 0 else (other, one)
    assert overlaps(before.base, before.pose, still.base, still.pose) and not before.legal
    assert not overlaps(moved.base, moved.pose, still.base, still.pose)
    assert distance(moved.base, moved.pose, still.base, still.pose) < 0.01
    assert (moved.base.area < still.base.area) and moved.pose.heading == before.pose.heading


def test_the_sets_that_are_named_are_those_that_the_rules_count() -> None:
    (diagram,) = diagrams_of("Dice System > Magnitude")
    rolls = [entry.event for entry in diagram.events if isinstance(entry.event, Rolled)]
    letters = [re.sub(r"[1-6]", "", roll.result).replace(",", " and ") for roll in rolls]
    assert [roll.purpose.partition(":")[0] for roll in rolls] == letters == ["N", "D", "T", "Q+", "D and T"]
    counts = [max(map(roll.faces.base.count, roll.faces.base)) for roll in rolls]
    assert counts[:4] == [1, 2, 3, 4]


def test_the_dogfight_is_played_by_its_plans() -> None:
    (diagram,) = diagrams_of("Dogfight")
    assert diagram.state is not None
    models, events = models_of(diagram), [entry.event for entry in diagram.events]
    one, other = models.values()
    assert distance(one.base, one.pose, other.base, other.pose) == 0
    (revealed,) = [event for event in events if isinstance(event, PlansRevealed)]
    attack_dice, defense_dice = {}, {}
    for plan, model, enemy in zip(revealed.plans, (one, other), (other, one), strict=True):
        assert isinstance(plan, FighterPlan)
        fight = Fight(diagram.state, model, enemy, DOGFIGHT)
        answer = secret_plan(fight.arms()[0], plan.fuel, plan.attack)
        assert answer in list(fight.plans()) and answer.mounts == plan.mounts
        assert (fight.plan(answer).attack, fight.plan(answer).defense) == (plan.attack, plan.defense)
        attack_dice[model.id], defense_dice[model.id] = plan.attack, plan.defense
    attacks = [event for event in events if isinstance(event, Attacked)]
    rolls = [event for event in events if isinstance(event, Rolled)]
    assert [attack.attacker for attack in attacks] == ["Feng", "Kestrel"], "a beam is faster than a cannon"
    for attack, (fired, defended) in zip(attacks, (rolls[:2], rolls[2:]), strict=True):
        assert len(fired.faces.base) == attack_dice[attack.attacker], "no die that the plan doesn't name"
        assert len(defended.faces.base) == defense_dice[attack.target]
    left = [(str(event.primary), str(event.left)) for event in events if isinstance(event, Opposed)]
    assert left == [("D1", "N"), ("T4", "D4")], "as the caption says"
