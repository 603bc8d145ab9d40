"""Tests of parts of the card that answer a question: boxes of a Critical Hit, weapons, and repairs."""

from __future__ import annotations

import pygame

from jovian.game.answers import Answer
from jovian.match import Match
from jovian.ui.app import TOO_SOON
from tests.games import ARMED, reached
from tests.ui.pilot import Pilot, battle_at


def asked(kind: str) -> Pilot:
    """Return the window with the first question of a kind in a game of ensigns."""

    def is_so(match: Match) -> bool:
        return match.decision is not None and match.decision.kind == kind

    pilot = Pilot((1280, 720))
    battle_at(pilot, reached(is_so, 5, ARMED))
    pilot.uncover()
    pilot.draw()
    return pilot


def test_a_click_on_a_part_that_glows_is_the_answer() -> None:
    pilot = asked("critical")
    card = pilot.battle.card
    assert card.model is not None and pilot.asked is not None and card.model.id == pilot.asked.subject
    parts = dict(card.parts)
    assert {"thrusters", "defense", "sensors"} <= set(parts)
    rect = card.parts_at["sensors"]
    pilot.move(rect.center)
    pilot.wait(2)
    assert pilot.pointed_row == parts["sensors"].name and parts["sensors"].hint in pilot.battle.context.content.hint
    count = len(pilot.journal)
    pilot.click(rect.center)
    answer = parts["sensors"].do
    assert isinstance(answer, Answer) and pilot.journal[count].choice == answer.to_json()
    assert not pilot.battle.card.parts or pilot.kind == "critical"


def test_a_click_right_after_the_question_has_come_is_no_answer() -> None:
    """As for keys: it was meant for what was there before."""
    pilot = asked("critical")
    for _ in range(60):
        assert pilot.match.decision is not None
        pilot.take(pilot.match.decision.default())
        pilot.wait()
        if pilot.app.is_guarding_clicks and pilot.covered is None and pilot.sheet is not None:
            break
        pilot.uncover()
    count, at = len(pilot.journal), pilot.widget("0").rect.center
    pilot.move(at)
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        pilot.post(pygame.event.Event(kind, pos=at, button=1))
    assert len(pilot.journal) == count and pilot.app.toast[0] == TOO_SOON
    pilot.click(at)
    assert len(pilot.journal) > count


def test_a_row_that_is_pointed_at_lights_its_part() -> None:
    pilot = asked("critical")
    card = pilot.battle.card
    press = card.parts["defense"]
    pilot.move(pilot.battle.context.group[press.name].rect.center)
    pilot.wait(2)
    assert card.chosen == ("defense",)


def test_no_part_glows_without_such_a_question() -> None:
    pilot = asked("activate")
    assert not pilot.battle.card.parts and pilot.battle.card.part_at(pilot.battle.card.rect.center) is None
