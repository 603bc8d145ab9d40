"""Tests of the list of threats: both directions, sorting, a pinned place, and the models of its rows on the board."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from jovian.descriptions.threats import ModelThreats, find_threats
from jovian.match import Match
from jovian.ui.board import Brackets, Ghost, PointLabel
from jovian.ui.kit.tables import RowWidget, TableHeading
from jovian.ui.panels.threats_panel import BY, DETAILS
from jovian.ui.presentation.odds_tables import percent
from tests.games import random_answers, setup
from tests.rules.fights import OWN, wing
from tests.rules.stage import gun, muster, printed, rock, ship, squadron, stage, weapon
from tests.rules.test_formation import card
from tests.rules.test_q_ship import CANNONS, raider
from tests.rules_api import ACTIVATION, Assessment, assess
from tests.ui.fitting import misfits
from tests.ui.pilot import Pilot, battle_at
from tests.ui.squadrons import CARRIER, FIGHTERS, HULL, begin, looking, scene

FORE = [weapon("Beam Projector", ac=4, as_=3, arcs=["fore"])]
SIZES = [(1280, 720), (1920, 1080)]
AFTER = " after its move: "


def moving(size: tuple[int, int] = (1280, 720), near: float = 0.0) -> Pilot:
    """Return a ship that is about to move toward a ship and a squadron, which may be that much nearer."""
    others = (
        ship("B", 1, (24, 34 - near), 180, weapons=FORE),
        squadron("C", 1, (30, 28 - near), weapons=[weapon(ac=3, as_=3)]),
        ship("D", 1, (40, 44), 0, weapons=FORE),
    )
    pilot = Pilot(size)
    battle_at(pilot, stage(ship("A", 0, (24, 12), weapons=FORE), *others, OWN).begin("a").match)
    pilot.uncover()
    return detailed(pilot)


def detailed(pilot: Pilot) -> Pilot:
    """Show all weapons instead of the best chance of each model."""
    pilot.move((-50, -50))
    pilot.key(pygame.K_y)
    return pilot


def rows(pilot: Pilot) -> list[RowWidget]:
    return [widget for widget in pilot.battle.context.group.widgets if isinstance(widget, RowWidget)]


def rows_of_now(pilot: Pilot) -> list[RowWidget]:
    return [row for row in rows(pilot) if AFTER not in row.label]


def rows_after_moves(pilot: Pilot) -> list[RowWidget]:
    return [row for row in rows(pilot) if AFTER in row.label]


def texts(row: RowWidget) -> list[str]:
    return [cell.text for cell in row.row.cells if cell is not None]


def point_ahead(pilot: Pilot, inches: float) -> None:
    pilot.move(pilot.on(pilot.menu.model.pose.advanced(inches)))
    pilot.wait(9)


@pytest.mark.parametrize("size", SIZES)
def test_a_move_lists_who_could_fire_at_its_end_with_the_odds_of_the_rules(size: tuple[int, int]) -> None:
    pilot = moving(size)
    point_ahead(pilot, 3.0)
    view, moved = pilot.view, pilot.menu.model.at(pilot.menu.model.pose.advanced(3.0))
    wanted = {}
    for name in ("b", "c", "d"):
        shot = assess(view, view.models[name], (view.models[name].card.mounts[0].id,), moved, ACTIVATION)
        if isinstance(shot, Assessment):
            wanted[name] = [f'{shot.range.distance:.1f}"', f"{shot.odds().success:.0%}"]
    assert wanted and {row.value: texts(row)[:2] for row in rows_of_now(pilot)} == wanted
    assert misfits(pilot) == []


@pytest.mark.parametrize("size", SIZES)
def test_who_could_fire_only_after_its_move_is_named_and_drawn(size: tuple[int, int]) -> None:
    pilot = moving(size, near=-4.0)
    point_ahead(pilot, 2.0)
    panel = pilot.battle.threats
    assert panel.threats is not None and not rows_of_now(pilot)
    later = {threat.model_id: threat for threat in panel.threats.later}
    assert later and [row.value for row in rows_after_moves(pilot)] == list(later)
    text = panel.sheet.words
    assert text.startswith("A there. Now: none. After its move: C (expects ")
    assert misfits(pilot) == []
    pilot.move((-50, -50))
    pilot.wait(9)
    row = rows_after_moves(pilot)[0]
    pilot.move(row.rect.center)
    pilot.wait()
    mover = pilot.view.models[str(row.value)]
    assert mover.pose in [mark.pose for mark in pilot.sees(Brackets, "threat")]
    ends = [ghost.pose for ghost in pilot.sees(Ghost)]
    assert any(end.distance_to(mover.pose) <= mover.card.speed + 3.0 for end in ends)


@pytest.mark.parametrize("acted", [True, False])
def test_only_those_that_can_still_activate_are_threats_after_a_move(acted: bool) -> None:
    enemy = ship("B", 1, (24, 29), 180, weapons=FORE, activated=acted)
    view = stage(ship("A", 0, (24, 12), weapons=FORE), enemy, OWN).match.view(0)
    threats = find_threats(view, view.models["a"], is_to=True)
    assert not threats.rows and [threat.name for threat in threats.later] == ([] if acted else ["B"])


def test_a_model_that_stands_threatens_others_after_its_own_move() -> None:
    view = stage(ship("A", 0, (24, 12), weapons=FORE), ship("B", 1, (24, 29), 180, weapons=FORE)).match.view(0)
    own = view.models["a"]
    here, there = (find_threats(view, model, is_to=False) for model in (own, own.at(own.pose.advanced(2.0))))
    assert [(threat.name, threat.mover) for threat in here.later] == [("B", "a")] and not here.rows
    assert not there.has_later and not there.later


def test_the_other_direction_lists_what_it_could_fire_at() -> None:
    pilot = moving(near=10.0)
    pilot.press("threats by")
    point_ahead(pilot, 3.0)
    view, moved = pilot.view, pilot.menu.model.at(pilot.menu.model.pose.advanced(3.0))
    targets = [
        name for name in ("b", "c", "d")
        if isinstance(assess(view, moved, ("a1",), view.models[name], ACTIVATION), Assessment)
    ]  # fmt: skip
    assert targets and {str(row.value) for row in rows(pilot)} == set(targets)


def test_a_click_on_a_heading_sorts() -> None:
    pilot = moving(near=10.0)
    pilot.press("threats by")
    heading = next(each for each in pilot.battle.context.group.widgets if isinstance(each, TableHeading))
    pilot.click(heading.column_rect(0).center)
    ranges = [float(texts(row)[0].rstrip('"')) for row in rows(pilot)]
    assert len(ranges) > 1 and ranges == sorted(ranges)
    heading = next(each for each in pilot.battle.context.group.widgets if isinstance(each, TableHeading))
    pilot.click((heading.rect.left + 30, heading.rect.centery))
    labels = [row.label for row in rows(pilot)]
    assert labels == sorted(labels)


@pytest.mark.parametrize("size", SIZES)
def test_a_pinned_place_is_compared_with_another(size: tuple[int, int]) -> None:
    pilot = moving(size)
    point_ahead(pilot, 1.0)
    before = {row.value: texts(row)[1] for row in rows(pilot)}
    pilot.key(pygame.K_s)
    point_ahead(pilot, 3.0)
    assert len(pilot.sees(Ghost)) == 2 and "Pinned" in pilot.notes()
    heading = next(each for each in pilot.battle.context.group.widgets if isinstance(each, TableHeading))
    columns = [(column.group, column.label) for column in heading.table.columns]
    pinned = columns.index(("Pin", "Hits"))
    found = {row.value: cell.text for row in rows(pilot) if (cell := row.row.cells[pinned]) is not None}
    assert found == before
    assert misfits(pilot) == []
    pilot.press("pin")
    assert pilot.battle.threats.pinned is None


def test_a_row_under_the_pointer_marks_its_model() -> None:
    pilot = moving()
    point_ahead(pilot, 3.0)
    pilot.key(pygame.K_s)
    pilot.move((-50, -50))
    pilot.wait(9)
    pilot.move(rows(pilot)[0].rect.center)
    pilot.wait()
    other = pilot.view.models[str(rows(pilot)[0].value)]
    assert other.pose in [mark.pose for mark in pilot.sees(Brackets, "threat")]


def test_a_moving_model_has_short_lists_of_whom_it_can_hit_and_who_can_hit_it() -> None:
    pilot = moving(near=10.0)
    assert {row.name.split()[0] for row in rows(pilot)} != {"target", "threat"}, "all weapons"
    pilot.press("close threats")
    listed = {row.name: (row.label, texts(row)) for row in rows(pilot)}
    view, own = pilot.view, pilot.menu.model
    for is_to, kind in ((False, "target"), (True, "threat")):
        best: dict[str, float] = {}
        for threat in find_threats(view, own, is_to=is_to).listed:
            best[threat.model_id] = max(best.get(threat.model_id, 0.0), threat.figures["hits"])
        assert best and {f"{kind} {name}" for name in best} <= set(listed)
        for name, chance in best.items():
            assert listed[f"{kind} {name}"][1][1] == percent(chance)
    target = next(row for row in rows(pilot) if row.name.startswith("target"))
    pilot.click(target.rect.center)
    assert pilot.attacking and pilot.battle.selection.target == target.name.split()[1]
    assert misfits(pilot) == []


def test_each_enemy_that_can_be_hit_shows_the_best_chance_on_the_table_until_one_is_aimed_at() -> None:
    pilot = moving(near=10.0)
    pilot.press("close threats")
    pilot.move((-50, -50))
    pilot.wait(2)
    best: dict[str, float] = {}
    for threat in find_threats(pilot.view, pilot.menu.model, is_to=False).rows:
        best[threat.model_id] = max(best.get(threat.model_id, 0.0), threat.figures["hits"])
    wanted = {(pilot.view.models[name].pose[:2], percent(chance)) for name, chance in best.items()}
    assert wanted and wanted <= {(note.point, note.text) for note in pilot.sees(PointLabel, "attack")}
    pilot.click(pilot.on(pilot.view.models[next(iter(best))].pose))
    assert not wanted & {(note.point, note.text) for note in pilot.sees(PointLabel, "attack")}


def test_a_key_lists_the_threats_to_any_model_then_by_it_then_hides_the_list() -> None:
    pilot = moving()
    pilot.move(pilot.on(pilot.view.models["b"].pose))
    pilot.key(pygame.K_y)
    pilot.move((-50, -50))
    pilot.wait()
    panel = pilot.battle.threats
    assert panel.threats is not None and panel.threats.model_id == "b" and panel.threats.is_here
    assert all(threat.side == 0 for threat in panel.threats.rows)
    shown = []
    for _ in range(6):
        assert panel.threats is not None
        shown.append((panel.threats.model_id, panel.threats.is_to, pilot.battle.context.content.title))
        pilot.key(pygame.K_y)
    assert shown == [
        ("b", True, "Can hit B"), ("b", False, "B can hit"), ("a", True, pilot.title),
        ("a", True, "Can hit A"), ("a", False, "A can hit"), ("a", True, pilot.title),
    ]  # fmt: skip


def test_the_menu_of_the_game_shows_the_threats_to_the_selected_model() -> None:
    pilot = moving()
    pilot.press("close threats")
    assert pilot.battle.context.content.title == pilot.title
    pilot.key(pygame.K_F10)
    pilot.pass_over()
    pilot.press("threats")
    assert pilot.battle.context.content.title == "Can hit A"


def test_a_launch_lists_who_could_fire_at_its_place() -> None:
    aboard = printed(FIGHTERS, 0, (0, 0), embarked_in="appalachian")
    aboard.line.update(id="harpy", name="Harpy")
    del aboard.line["x"], aboard.line["y"]
    pilot, battle = looking(scene(printed(CARRIER, 0, (24, 12)), aboard, printed(HULL[0], 1, (24, 26), 180)))
    begin(pilot, "harpy")
    pilot.move(pilot.at(24, 20))
    pilot.wait(9)
    threats = battle.threats.threats
    assert threats is not None and threats.name == "Harpy" and not threats.is_here
    assert {threat.name for threat in threats.rows} == {battle.shown.models["thunderbolt"].name}


def test_the_other_side_sees_no_pin() -> None:
    pilot = moving()
    point_ahead(pilot, 1.0)
    pilot.key(pygame.K_s)
    assert pilot.battle.threats.pinned is not None
    pilot.battle.threats.forget()
    pilot.wait()
    assert pilot.battle.threats.pinned is None


def test_weapons_of_one_name_with_other_odds_have_rows_of_their_own() -> None:
    guns = [weapon("Mass Driver", ac=ac, arcs=["fore"], count=2) for ac in (3, 5)]
    pilot = Pilot((1280, 720))
    others = (ship("B", 1, (24, 24), 180, weapons=guns), OWN)
    battle_at(pilot, stage(ship("A", 0, (24, 12), weapons=FORE), *others).begin("a").match)
    pilot.uncover()
    point_ahead(detailed(pilot), 1.0)
    threats = pilot.battle.threats.threats
    assert threats is not None and threats.weapon_count == 4
    assert [row.label for row in rows(pilot)] == ["B: Mass Driver x2"] * 2


def test_a_pinned_place_follows_the_game() -> None:
    pilot = moving(near=10.0)
    panel = pilot.battle.threats
    pilot.move(pilot.on(pilot.view.models["b"].pose))
    pilot.key(pygame.K_y)
    pilot.key(pygame.K_s)
    assert panel.subject == "b" and panel.pinned is not None
    before = panel.pinned.rows
    pilot.give(["move", 3.0])
    pilot.wait(9)
    assert panel.pinned is not None and panel.threats is not None
    assert panel.pinned.rows == panel.threats.rows != before


def test_a_threat_says_how_likely_it_hits_and_takes_structure() -> None:
    pilot = moving(near=10.0)
    point_ahead(pilot, 3.0)
    table, (threat, *_) = pilot.battle.threats.sheet.table(), pilot.battle.threats.threats.listed
    assert [column.label for column in table.columns] == ["Range", "Hits", "Structure"]
    hits, structure = threat.figures["hits"], threat.figures["structure"]
    assert 0 < structure < hits, "Rating Damage is no Structure"
    assert [percent(hits), percent(structure)] in [[cell.text for cell in row.cells[1:] if cell] for row in table.rows]


def test_a_formation_fires_with_the_weapons_of_all_its_members() -> None:
    group = wing("S", 0, (24, 12), (24, 11), weapons=[weapon(ac=3, as_=3)])
    pilot = Pilot()
    battle_at(pilot, stage(*group, ship("B", 1, (24, 18), 180, weapons=FORE), OWN).begin("s").match)
    pilot.uncover()
    detailed(pilot).press("threats by")
    point_ahead(pilot, 1.0)
    threats = pilot.battle.threats.threats
    assert (
        threats is not None
        and threats.weapon_count == 2
        and [row.label for row in rows(pilot)] == ["B: Kinetic Cannon x2"]
    )
    pilot.press("threats to")
    point_ahead(pilot, 1.0)
    assert pilot.battle.threats.threats is not None and pilot.battle.threats.threats.weapon_count == 1


SNIPER = weapon("Beam Projector", ac=4, as_=3, arcs=["fore"], traits=["Sniper"])
"""A weapon that reaches from one deployment zone to the other."""


def deploying(size: tuple[int, int] = (1280, 720), **scenario: Any) -> Pilot:
    """Return the second side's placement of B, after A was placed. A second model of each side waits."""
    own, other = (card(name, hull=True, weapons=[SNIPER]) for name in "AB")
    game = muster((own, card("S")), (other, card("U")), **scenario)
    game.place("a", 40, 10)
    pilot = Pilot(size)
    battle_at(pilot, game.match)
    pilot.uncover()
    assert pilot.viewer == 1 and pilot.kind == "deploy" and pilot.view.models[pilot.selected].name == "B"
    return pilot


def threats_at(pilot: Pilot, x: float, y: float) -> ModelThreats:
    """Return the list while the pointer is at a place of the table."""
    pilot.move(pilot.at(x, y))
    pilot.wait(9)
    threats = pilot.battle.threats.threats
    assert threats is not None
    return threats


@pytest.mark.parametrize("size", SIZES)
def test_a_place_to_deploy_lists_its_threats_once_an_enemy_is_on_the_table(size: tuple[int, int]) -> None:
    pilot = deploying(size)
    seen = []
    for y in (44, 37):
        threats = threats_at(pilot, 40, y)
        assert threats.model_id == pilot.selected and not threats.is_here
        assert [threat.name for threat in threats.rows] == ["A"], "what waits in reserve is secret"
        seen.append(threats)
    assert seen[0].pose != seen[1].pose and misfits(pilot) == []
    pilot.move((2, 2))
    pilot.wait(9)
    assert pilot.battle.threats.threats == seen[1], "the list stays while its buttons are pressed"


def test_the_list_stays_while_the_pointer_is_on_a_ship_in_the_roster() -> None:
    """The squadron could escort the ship, but not there."""
    game = muster((card("A", hull=True), card("S")), (card("B", hull=True, traits=["CAP"]), card("U")))
    game.place("a", 40, 10).place("b", 40, 38, 180).place("s", 10, 10)
    pilot = Pilot()
    battle_at(pilot, game.match)
    pilot.uncover()
    threats, roster = threats_at(pilot, 10, 40), pilot.battle.roster.list
    assert threats.name == "U"
    row = next(n for n, row in enumerate(roster.items) if row.name == "B")
    pilot.move(roster.row_rect(row).center)
    pilot.wait(9)
    assert pilot.battle.selection.under is not None and pilot.battle.threats.threats == threats


def test_only_a_model_that_waits_has_threats_where_the_pointer_is() -> None:
    pilot = deploying()
    threats_at(pilot, 40, 37)
    pilot.battle.select(next(model.id for model in pilot.view.on_table()))
    pilot.move(pilot.at(30, 37))
    pilot.wait(9)
    assert pilot.battle.threats.threats is None


def test_a_place_to_deploy_can_be_pinned() -> None:
    pilot = deploying()
    near = threats_at(pilot, 40, 37)
    pilot.key(pygame.K_s)
    far = threats_at(pilot, 40, 44)
    assert pilot.battle.threats.pinned == near != far
    assert "Pin" in {column.group for column in pilot.battle.threats.sheet.table().columns}
    pilot.press("pin")
    assert pilot.battle.threats.pinned is None


def test_a_place_to_deploy_has_the_odds_of_a_model_that_is_there() -> None:
    """The atmosphere at that place gives the target ECM."""
    air = {"kind": "atmosphere", "id": "air", "edge": "north", "thickness": 6}
    pilot = deploying(terrain=[air])
    before = threats_at(pilot, 40, 45)
    pilot.place(pilot.at(40, 45))
    view = pilot.match.view(1)
    after = find_threats(view, next(model for model in view.models.values() if model.name == "B"), is_to=True)
    assert [threat.figures for threat in before.rows] == [threat.figures for threat in after.rows] != []
    assert before.rows[0].figures != threats_at(deploying(), 40, 45).rows[0].figures


def test_no_list_while_the_table_has_no_enemy() -> None:
    pilot = Pilot()
    pilot.setup()
    pilot.move(pilot.at(24, 6))
    pilot.wait(9)
    assert pilot.kind == "deploy" and pilot.battle.threats.threats is None


def test_only_what_the_side_knows_counts() -> None:
    """The weapons of a Q-Ship and the models aboard a ship are secret, in both directions."""
    aboard = squadron("C", 1, (0, 0), embarked_in="z", weapons=[weapon(ac=3, as_=3)])
    del aboard.line["x"], aboard.line["y"]
    carrier = ship("Z", 1, (24, 26), 180, traits=["Hangers:2"])
    cast = (raider(CANNONS, at=(24, 34), heading=180, side=1), carrier, aboard)
    match = stage(ship("A", 0, (24, 20), weapons=FORE), *cast, OWN).match
    for side, guns in ((0, {"Beam Projector"}), (1, {"Beam Projector", "Kinetic Cannon b x2"})):
        view = match.view(side)
        threats = find_threats(view, view.models["a"], is_to=True)
        assert {threat.weapons for threat in threats.rows} == guns, side
        assert {threat.model_id for threat in find_threats(view, view.models["a"], is_to=False).rows} <= {"q", "z"}


def test_the_ghost_of_the_list_keeps_its_heading_after_the_pointer_has_left_the_table() -> None:
    """In an Ambush, the heading toward the enemy depends on the place."""
    match = Match(setup(1, scenario="ambush"))
    for _ in random_answers(match, 1):
        side = match.decision.side if match.decision is not None else 0
        if any(model.side == 1 - side for model in match.state.on_table()):
            break
    pilot = Pilot()
    battle_at(pilot, match)
    pilot.uncover()
    assert pilot.kind == "deploy"
    pilot.move(pilot.at(40, 40))
    pilot.wait(9)
    before = pilot.battle.threats.threats
    pilot.move((2, 2))
    pilot.wait(9)
    assert before is not None and pilot.battle.threats.threats == before


def test_partners_of_a_formation_fire_along_before_they_are_placed() -> None:
    flyer = card("S", traits=["Formation"], weapons=[weapon("Beam Projector", ac=4, as_=3, traits=["Sniper"])])
    game = muster((card("A", hull=True), flyer, flyer), (card("B", hull=True), card("U")))
    game.place("a", 40, 10).place("b", 40, 38, 180)
    pilot = Pilot()
    battle_at(pilot, game.match)
    pilot.uncover()
    counts = []
    for _ in range(3):
        threats_at(pilot, 36, 10)
        pilot.press(BY if pilot.battle.threats.is_detailed else DETAILS)
        pilot.press(BY)
        pilot.wait(9)
        counts.append(threats_at(pilot, 36, 10).weapon_count)
        pilot.press(next(name for name, offer in pilot.offers().items() if offer.label.startswith("Formation with")))
    assert counts == [1, 2, 1]


def test_partners_of_a_launch_fire_along_at_its_place() -> None:
    aboard = [printed(FIGHTERS, 0, (0, 0), embarked_in="appalachian") for _ in range(2)]
    for cast, name in zip(aboard, ("Harpy", "Siren"), strict=True):
        cast.line.update(id=name.lower(), name=name)
        del cast.line["x"], cast.line["y"]
    pilot, _ = looking(scene(printed(CARRIER, 0, (24, 12)), *aboard, printed(HULL[0], 1, (24, 20), 180)))
    begin(pilot, "harpy")
    pilot.move(pilot.at(24, 16))
    pilot.wait(9)
    pilot.press(DETAILS)
    pilot.press(BY)
    counts = []
    for _ in range(2):
        pilot.move(pilot.at(24, 16))
        pilot.wait(9)
        assert pilot.battle.threats.threats is not None
        counts.append(pilot.battle.threats.threats.weapon_count)
        pilot.press(next(name for name, offer in pilot.offers().items() if offer.label.startswith("Formation with")))
    assert counts[1] == 2 * counts[0] > 0


@pytest.mark.parametrize(("fields", "reason"), [
    ({"at": (24, 23.4)}, "hidden by the large asteroid"), ({"at": (24, 23.6)}, None),
    ({"at": (24, 23.6), "traits": ["Stealth"]}, "hidden by Stealth"),
    ({"at": (24, 44)}, None), ({"at": (24, 23.6), "traits": ["Cloak"], "weapon": FORE[0]}, "hidden by Cloak"),
])  # fmt: skip
def test_a_model_that_only_something_hides_has_a_gray_row(fields: dict[str, Any], reason: str | None) -> None:
    at, traits = fields["at"], fields.get("traits", [])
    guns = [fields.get("weapon", gun("Missile", missile="AS", as_=3, ac=3))]
    hunter = ship("A", 0, (13, at[1]), 90, weapons=guns, speed=0, thrusters=[1], ratings={"thrusters": 0})
    target, body = ship("B", 1, at, traits=traits, activated=True), rock("large-asteroid", (24, 18), radius=1)
    game = stage(hunter, target, OWN, terrain=(body,)).begin("a")
    pilot = Pilot()
    battle_at(pilot, game.match)
    pilot.uncover()
    pilot.move((-50, -50))
    pilot.wait(60)
    hidden = [row.row for row in rows(pilot) if row.name.startswith("hidden")]
    assert [(row.label, row.reason) for row in hidden] == ([("B", reason)] if reason is not None else [])
