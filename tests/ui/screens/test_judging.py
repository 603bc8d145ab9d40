"""Tests of how often the battle screen calls the rules: once per click, never in an idle frame."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from jovian.match import Match
from jovian.ui.settings import Settings
from tests.games import game_answers, setup
from tests.playthroughs.episodes import scene
from tests.rules.stage import gun, ship, squadron
from tests.ui.counting import Counted
from tests.ui.pilot import Pilot, battle_at, fighting
from tests.ui.walks import Walker

GAMES = (("jovian-250", "cega-250"), ("venusian-strike-250", "jovian-squadrons-250"))


def idle(pilot: Pilot) -> dict[str, int]:
    """Return the checks in a frame in which nothing has changed, after all that is computed over several frames."""
    pilot.wait(40)
    pilot.draw()
    with Counted() as counted:
        pilot.wait(2)
        pilot.draw()
    return counted


@pytest.mark.parametrize("most", [1, pytest.param(2, marks=pytest.mark.long)])
@pytest.mark.parametrize("fleets", GAMES)
def test_an_idle_frame_judges_nothing_whatever_is_asked(fleets: tuple[str, str], most: int) -> None:
    pilot, match = Pilot(), Match(setup(10, fleets), keep_all=True)
    seen: dict[str, int] = {}
    for choice in game_answers(10, fleets, (("random", 3), ("ensign", 4))):
        decision = match.decision
        assert decision is not None
        if len(seen) > 15:
            break
        if seen.get(decision.kind, 0) < most:
            battle_at(pilot, match.fork())
            pilot.uncover()
            for place in ((2, 2), (600, 300)):
                pilot.move(place)
                assert not idle(pilot), decision.kind
            seen[decision.kind] = seen.get(decision.kind, 0) + 1
        match.answer(choice)
    assert {"deploy", "activate", "declare", "menu", "flex"} <= set(seen) and len(seen) > 9


@pytest.mark.parametrize("key", [0, pygame.K_t, pygame.K_r, pygame.K_m])
def test_an_idle_frame_over_an_enemy_judges_nothing(key: int) -> None:
    pilot = Pilot((1600, 900))
    battle = battle_at(pilot, fighting())
    asked = battle.session.decision
    assert asked is not None
    enemy = next(each for each in pilot.view.on_table() if each.side != asked.side)
    if key:
        pilot.key(key)
    pilot.move(pilot.on(enemy.pose))
    assert not idle(pilot)


def flying() -> Match:
    return scene([squadron("Bow", 0, (24, 14), speed=9), ship("Own", 0, (4, 4)), ship("Far", 1, (44, 44))], seed=8)


def sailing() -> Match:
    return scene([ship("Bow", 0, (24, 14), 0), ship("Own", 0, (4, 4)), ship("Far", 1, (44, 44))], seed=8)


def test_a_pointer_that_means_no_other_place_judges_nothing() -> None:
    """Points within the width of a ship's base are straight ahead, so they give the same move."""
    walker = Walker(sailing(), "bow")
    pilot = walker.pilot
    pilot.move(pilot.at(24, 17))
    assert not idle(pilot)
    for beside in (24.2, 24.5, 23.3):
        with Counted() as counted:
            pilot.move(pilot.at(beside, 17))
            pilot.draw()
        assert not counted


@pytest.mark.parametrize("make", [sailing, flying])
def test_a_click_that_moves_is_judged_once(make: Callable[[], Match]) -> None:
    """The match checks it. While the move is shown, nothing else is checked."""
    walker = Walker(make(), "bow", speed=1.0)
    pilot = walker.pilot
    at = tuple(map(round, pilot.at(24, 16)))
    pilot.move(at)
    pilot.draw()
    with Counted() as counted:
        pilot.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1))
        pilot.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=at, button=1))
    assert walker.match.journal[-1].kind == "menu" and walker.battle.animation.running
    assert counted["judge"] == 1 and counted["preview"] == counted["assess"] == 0


def test_a_shot_is_judged_once_and_one_at_a_model_that_no_weapon_reaches_never() -> None:
    armed = {"fire_control": 3, "weapons": [gun("Kinetic Cannon", ac=4, as_=3)]}
    cast = [ship("Bow", 0, (24, 14), **armed), ship("Mark", 1, (24, 20), 90), ship("Far", 1, (44, 4))]
    walker = Walker(scene(cast, seed=8), "bow", speed=1.0)
    pilot = walker.pilot
    walker.click(walker.on("mark"))
    pilot.look()
    for ident, taken in (("far", False), ("mark", True)):
        at = tuple(map(round, walker.on(ident)))
        pilot.move(at)
        pilot.draw()
        known = len(walker.match.journal)
        with Counted() as counted:
            pilot.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1))
        assert (len(walker.match.journal) > known) == taken
        assert counted["judge"] == taken


def test_computers_are_watched_without_asking_anything_in_between() -> None:
    pilot = Pilot((1280, 720), Settings(speed=1.0, scale=1.0))
    battle = battle_at(pilot, fighting(), ("ensign", "random"))
    while not battle.animation.running:
        pilot.wait()
    with Counted() as counted:
        pilot.wait()
        pilot.draw()
    assert not counted
