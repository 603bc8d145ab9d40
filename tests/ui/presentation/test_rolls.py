"""Rolls outside of activations are shown, including those before the first deployment."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from jovian.game import LogEntry
from jovian.game.events import InitiativeWon, PhaseBegan, Rolled
from jovian.match import Match
from jovian.session.session import Session
from jovian.ui.presentation.animation import MAX_ROLLS, draw_throws, throws_of
from jovian.ui.screens.navigation import ToBattle
from jovian.ui.settings import Settings
from tests.games import manned, setup
from tests.ui.fitting import recorded_texts
from tests.ui.pilot import Pilot

NAMES = ("First", "Second")


def open_new_game(match: Match, speed: float = 1.0, size: tuple[int, int] = (1280, 720)) -> Pilot:
    """Open the window at the start of a new game."""
    pilot = Pilot(size, Settings(speed=speed, scale=1.0))
    pilot.app.go(ToBattle(Session(match, ("human", "human"))))
    pilot.wait(2)
    return pilot


def caption_text(pilot: Pilot) -> str:
    with recorded_texts() as drawn_texts:
        pilot.draw()
    return "\n".join(each.whole for each in drawn_texts)


def test_initiative_is_seen_before_anything_is_deployed() -> None:
    match = Match(setup(7), keep_all=True)
    pilot = open_new_game(match)
    first, second = (each for each in match.events.of(Rolled) if each.purpose == "initiative")
    (act,) = pilot.battle.animation.acts
    assert act.throws is not None and act.throws.title == "Initiative"
    assert list(act.throws.rolls) == [first, second] and [first.side, second.side] == [0, 1]
    won = next(match.events.of(InitiativeWon)).side
    pilot.wait(90)
    assert f"{pilot.battle.names[won]} has the initiative" in caption_text(pilot)
    assert "attacker" not in act.throws.outcome
    pilot.wait(120)
    assert not pilot.battle.animation.running and pilot.kind == "deploy"


def test_a_click_goes_on_and_places_nothing() -> None:
    pilot = open_new_game(Match(setup(7), keep_all=True))
    pilot.click(pilot.at(24, 4))
    assert not pilot.battle.animation.running and pilot.journal == []


def test_without_animation_the_log_alone_tells() -> None:
    pilot = open_new_game(Match(setup(7), keep_all=True), speed=0.0)
    assert not pilot.battle.animation.running and any("rolls for initiative" in line for line in pilot.told())


def test_a_game_that_is_taken_up_does_not_roll_again() -> None:
    pilot = Pilot((1280, 720), Settings(speed=1.0, scale=1.0))
    pilot.app.go(ToBattle(Session(Match(setup(7), keep_all=True), ("human", "human")), taken_up=True))
    assert not pilot.battle.animation.running


def test_stations_are_rolled_first_and_by_themselves() -> None:
    pilot = open_new_game(Match(manned(3), keep_all=True))
    titles = [act.throws.title for act in pilot.battle.animation.acts if act.throws is not None]
    assert titles[-1] == "Initiative" and len(titles) > 1 and "Initiative" not in titles[:-1]


def test_rolls_of_an_activation_stay_in_the_log() -> None:
    match = Match(setup(7), keep_all=True)
    state = match.state
    entries = [LogEntry(each.n, 1, "activation", each.seen_by, each.event) for each in match.events]
    assert list(throws_of(entries, state, NAMES)) == []
    many = [LogEntry(n, 1, "deployment", "both", next(match.events.of(Rolled))) for n in range(MAX_ROLLS + 2)]
    many.append(LogEntry(99, 1, "deployment", "both", PhaseBegan(name="activation")))
    found = [(last, len(each.rolls)) for last, each in throws_of(many, state, NAMES)]
    assert found == [(MAX_ROLLS - 1, MAX_ROLLS), (MAX_ROLLS + 1, 2)]


@pytest.mark.parametrize("area", [(640, 480), (320, 300)])
def test_the_dice_come_to_rest_as_they_fell(area: tuple[int, int]) -> None:
    match = Match(setup(7), keep_all=True)
    ((_, throws),) = throws_of(match.events, match.state, NAMES)
    Pilot()
    pictures = []
    for share in (0.05, 0.1, 0.5, 0.9):
        surface = pygame.Surface(area, 0, 32)
        sheet = draw_throws(surface, surface.get_rect(), throws, share, NAMES)
        assert surface.get_rect().contains(sheet)
        pictures.append(pygame.image.tobytes(surface, "RGB"))
    assert pictures[0] != pictures[1] != pictures[2] == pictures[3]


def test_the_attacker_is_named_where_there_are_roles() -> None:
    match = Match(setup(7), keep_all=True)
    state = match.state.clone()
    state.scenario = replace(state.scenario, initiative="attacker-defender")
    ((_, throws),) = throws_of(match.events, state, NAMES)
    assert throws.outcome.endswith("has the initiative and is the attacker")
