"""Tests of the table of all weapons against a target: its rows, clicks on them, and the kept target."""

from __future__ import annotations

import pygame
import pytest

from jovian.ui.kit.tables import RowWidget
from jovian.ui.settings import Settings
from tests.rules.fights import OWN
from tests.rules.stage import Staged, ship, squadron, stage, weapon
from tests.rules_api import Assessment
from tests.ui.fitting import misfits
from tests.ui.pilot import Pilot, battle_at

GUNS = [
    weapon("Beam Projector", ac=4, as_=3, arcs=["fore"]),
    weapon("Kinetic Cannon", ac=3, as_=5, arcs=["fore"]),
    weapon("Missile", missile="AC", ac=5, arcs=["fore"]),
    weapon("Mass Driver", ac=5, as_=4, arcs=["aft"]),
]
SIZES = [(1280, 720), (1920, 1080)]


def attacking(size: tuple[int, int] = (1280, 720)) -> Pilot:
    """Return a ship with four weapons that is about to act near two squadrons."""
    enemies = (squadron("B", 1, (24, 27)), squadron("C", 1, (26, 28)))
    game: Staged = stage(ship("A", 0, (24, 20), weapons=GUNS, fire_control=3), *enemies, OWN).begin("a")
    pilot = Pilot(size)
    battle_at(pilot, game.match)
    pilot.uncover()
    return pilot


def rows(pilot: Pilot) -> list[RowWidget]:
    return [widget for widget in pilot.battle.context.group.widgets if isinstance(widget, RowWidget)]


def lit(pilot: Pilot) -> list[str]:
    return [row.label for row in rows(pilot) if row.lit]


@pytest.mark.parametrize("size", SIZES)
def test_every_weapon_has_a_row_with_its_odds_or_the_true_reason(size: tuple[int, int]) -> None:
    pilot = attacking(size)
    pilot.move(pilot.on(pilot.view.models["b"].pose))
    found = {row.label: row.row for row in rows(pilot)}
    assert set(found) == {"Beam Projector", "Kinetic Cannon", "Ship Missile", "Mass Driver"}
    for name, mount in (("Beam Projector", "a1"), ("Kinetic Cannon", "b1")):
        shot = pilot.menu.shots(pilot.view.models["b"])[mount]
        assert isinstance(shot, Assessment)
        hits = found[name].cells[1]
        assert hits is not None and hits.text == f"{shot.odds().success:.0%}" and len(found[name].cells) == 3
    assert "against squadrons" in found["Ship Missile"].reason and "arc" in found["Mass Driver"].reason
    pilot.click(pilot.on(pilot.view.models["b"].pose))
    assert misfits(pilot) == []


def row_of(pilot: Pilot, label: str) -> RowWidget:
    return next(row for row in rows(pilot) if row.label == label)


def test_a_click_on_a_row_ticks_the_weapon_and_enter_fires_what_is_ticked() -> None:
    pilot = attacking()
    pilot.click(pilot.on(pilot.view.models["b"].pose))
    assert lit(pilot) == ["Beam Projector", "Kinetic Cannon"] and pilot.offers()["shoot"].label == "Fire both at B"
    pilot.click(row_of(pilot, "Kinetic Cannon").rect.center)
    assert pilot.weapons == ("a1",) and lit(pilot) == ["Beam Projector"]
    assert pilot.offers()["shoot"].label == "Fire at B"
    pilot.click(row_of(pilot, "Kinetic Cannon").rect.center)
    assert lit(pilot) == ["Beam Projector", "Kinetic Cannon"]
    pilot.click(row_of(pilot, "Beam Projector").rect.center)
    assert pilot.weapons == ("b1",) and lit(pilot) == ["Kinetic Cannon"] and pilot.attacking
    pilot.key(pygame.K_RETURN)
    assert ["attack", ["b1"], "b"] in [entry.choice for entry in pilot.journal]


def test_after_a_shot_the_next_weapon_is_lit_and_the_target_kept() -> None:
    pilot = attacking()
    pilot.click(pilot.on(pilot.view.models["c"].pose))
    pilot.click(row_of(pilot, "Kinetic Cannon").rect.center)
    pilot.key(pygame.K_RETURN)
    while pilot.kind != "menu":
        pilot.give(pilot.asked.default().to_json())  # type: ignore[union-attr]
    assert pilot.battle.selection.target == "c" and lit(pilot) == ["Kinetic Cannon"]
    pilot.move((-50, -50))
    aim = pilot.aim()
    assert aim is not None and aim.target == "C"
    assert "already been used" in row_of(pilot, "Beam Projector").row.reason


def test_a_row_that_cannot_fire_chooses_nothing() -> None:
    pilot = attacking()
    pilot.click(pilot.on(pilot.view.models["b"].pose))
    pilot.click(row_of(pilot, "Mass Driver").rect.center)
    assert lit(pilot) == ["Beam Projector", "Kinetic Cannon"]


def test_a_key_aims_at_the_next_target_and_the_roster_at_any() -> None:
    pilot = attacking()
    pilot.key(pygame.K_t)
    pilot.move((-50, -50))
    assert pilot.battle.selection.target == "b", "the nearest"
    pilot.key(pygame.K_n)
    assert pilot.battle.selection.target == "c" and pilot.offers()["shoot"].label == "Fire at C"
    pilot.battle.select("b")
    assert pilot.battle.selection.target == "b" and pilot.selected == "a"
    pilot.key(pygame.K_ESCAPE)
    assert not pilot.attacking and pilot.aim() is None


def test_with_large_text_the_rows_scroll() -> None:
    game = stage(ship("A", 0, (24, 20), weapons=GUNS, fire_control=3), squadron("B", 1, (24, 27)), OWN).begin("a")
    pilot = Pilot((1280, 720), Settings(speed=0.0, scale=1.5))
    battle_at(pilot, game.match)
    pilot.uncover()
    pilot.click(pilot.on(pilot.view.models["b"].pose))
    assert misfits(pilot) == []
    pilot.move(pilot.battle.context.rect.center)
    for _ in GUNS:
        pilot.wheel(-1)
    assert rows(pilot)[-1].visible and misfits(pilot) == []


def test_a_target_is_forgotten_when_the_attack_is_over() -> None:
    pilot = attacking()
    pilot.click(pilot.on(pilot.view.models["b"].pose))
    pilot.move((-50, -50))
    assert pilot.aim() is not None
    pilot.key(pygame.K_ESCAPE)
    pilot.wait()
    assert pilot.aim() is None


def test_the_detection_test_counts_once() -> None:
    """The odds of a shot already include it (v1.2.2 Traits > Cloak)."""
    target = ship("B", 1, (24, 33), 180, traits=["Cloak"])
    game = stage(ship("A", 0, (24, 20), weapons=GUNS[:1]), target, OWN, options={"cloak": "v1.2.2"}).begin("a")
    pilot = Pilot((1280, 720))
    battle_at(pilot, game.match)
    pilot.uncover()
    pilot.move(pilot.on(pilot.view.models["b"].pose))
    shot = pilot.menu.shots(pilot.view.models["b"])["a1"]
    assert isinstance(shot, Assessment) and shot.seeking is not None
    hits = rows(pilot)[0].row.cells[1]
    assert hits is not None and hits.text == f"{shot.odds().success:.0%}"


def test_a_missile_has_one_name_in_table_label_and_hint() -> None:
    """The name on the card, which the rules use, too (v1.2.4 Weapon Traits > Swarm)."""
    missile = weapon("Missile", missile="AS", as_=4, arcs=["fore"])
    pilot = Pilot((1280, 720))
    battle_at(pilot, stage(ship("A", 0, (24, 20), weapons=[missile]), squadron("B", 1, (24, 27)), OWN).begin("a").match)
    pilot.uncover()
    pilot.move(pilot.on(pilot.view.models["b"].pose))
    assert pilot.notes() == ["Attack with Squadron Missile"]
    assert [row.label for row in rows(pilot)] == ["Squadron Missile"]
    assert pilot.hint == "Click to select Squadron Missile, click again to fire at B"
    pilot.click(pilot.on(pilot.view.models["b"].pose))
    assert pilot.offers()["shoot"].hint == "Fires Squadron Missile at B"
