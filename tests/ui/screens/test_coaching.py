"""Tests of the coach: it speaks only if asked, and does nothing by itself."""

from __future__ import annotations

import pygame
import pytest

from jovian.match import Match
from jovian.match.entries import Answered
from jovian.play import OBVIOUS_KINDS
from jovian.session.views import HUMAN
from jovian.ui.board import Ghost
from jovian.ui.questions.coach import WATCHED
from jovian.ui.settings import Settings
from tests.games import setup
from tests.ui.pilot import Pilot, battle_at, fighting
from tests.ui.screens.test_thinking import FRAMES, Slow


def test_it_shows_what_it_would_do_and_nothing_is_done() -> None:
    pilot = Pilot()
    battle = battle_at(pilot, fighting())
    before = len(pilot.journal)
    assert battle.coach.advice is None
    pilot.press("coach")
    advice = battle.coach.advice
    assert advice is not None and advice.words and pilot.match.check(advice.answer) is None
    pilot.draw()
    assert len(pilot.journal) == before
    pilot.key(pygame.K_ESCAPE)
    assert battle.coach.advice is None and len(pilot.journal) == before
    pilot.key(pygame.K_w)
    assert battle.coach.advice == advice
    pilot.key(pygame.K_RETURN)
    assert pilot.journal[before].choice == advice.answer.to_json() and battle.coach.advice is None


def test_a_click_on_the_board_closes_its_card_and_does_nothing_that_was_not_drawn() -> None:
    pilot = Pilot()
    battle = battle_at(pilot, fighting())
    before = len(pilot.journal)
    pilot.press("coach")
    pilot.click(pilot.on(pilot.menu.model.pose.advanced(1.0)))
    assert battle.coach.advice is None and len(pilot.journal) == before


def test_its_card_has_a_button_for_each() -> None:
    pilot = Pilot((1280, 720), Settings(speed=0.0, scale=1.5))
    battle = battle_at(pilot, fighting())
    for name in ("no", "do"):
        before, asked = len(pilot.journal), pilot.asked
        assert asked is not None
        pilot.key(pygame.K_w)
        pilot.draw()
        pilot.click(battle.coach.button(name).rect.center)
        assert battle.coach.advice is None
        given = [entry.kind for entry in pilot.journal[before:] if isinstance(entry, Answered)]
        assert given[:1] == [asked.kind] * (name == "do") and not set(given[1:]) - {*OBVIOUS_KINDS}


def test_its_answers_are_legal_and_drawn_all_through_a_game() -> None:
    """Deployment, activation, declaration, menu, reactions, dice, damage: any decision."""
    pilot = Pilot()
    battle = battle_at(pilot, Match(setup(6), keep_all=True))
    kinds: set[str] = set()
    ghosts = 0
    for _ in range(140):
        pilot.uncover()
        asked = battle.session.decision
        if asked is None:
            break
        before = len(pilot.journal)
        refused = battle.coach.ask()
        if refused is not None:
            assert refused == WATCHED and pilot.viewer != asked.side
            pilot.give(asked.default())
            continue
        pilot.wait()
        advice = battle.coach.advice
        assert advice is not None and advice.words and "\n" not in advice.words, asked
        assert pilot.match.check(advice.answer) is None and len(pilot.journal) == before
        ghosts += bool(pilot.sees(Ghost))
        if asked.kind not in kinds:
            pilot.draw()
            kinds.add(asked.kind)
        battle.coach.leave()
        pilot.give(advice.answer)
        if pilot.app.modal is not None:
            pilot.key(pygame.K_RETURN)
        assert len(pilot.journal) > before
    assert {"deploy", "activate", "declare", "menu"} <= kinds and len(kinds) > 5 and ghosts > 10


def test_it_thinks_beside_the_window_and_may_be_called_off() -> None:
    pilot, mind = Pilot(), Slow()
    pilot.app.decision_worker = mind
    battle = battle_at(pilot, fighting())
    pilot.key(pygame.K_w)
    pilot.wait(FRAMES)
    assert battle.coach.thinks and battle.sign.shown.startswith("Coach: ")
    pilot.key(pygame.K_v)
    assert mind.hurried == 1
    pilot.key(pygame.K_ESCAPE)
    assert not battle.coach.thinks and mind.dropped == 1
    pilot.wait(3)
    assert battle.sign.shown == ""
    pilot.key(pygame.K_w)
    mind.done = True
    pilot.wait(3)
    assert battle.coach.advice is not None


def test_it_forgets_when_the_game_stands_elsewhere() -> None:
    pilot = Pilot()
    battle = battle_at(pilot, fighting())
    pilot.key(pygame.K_w)
    advice = battle.coach.advice
    assert advice is not None
    battle.coach.leave()
    pilot.key(pygame.K_w)
    decision = pilot.match.decision
    assert decision is not None
    pilot.give(decision.default())
    assert battle.coach.advice is None


@pytest.mark.parametrize("seats", [("ensign", HUMAN), (HUMAN, "ensign")])
def test_it_has_no_word_on_decisions_of_others(seats: tuple[str, str]) -> None:
    pilot, mind = Pilot(), Slow()
    pilot.app.decision_worker = mind
    match = fighting()
    assert match.decision is not None
    battle = battle_at(pilot, match, seats)
    pilot.key(pygame.K_w)
    pilot.wait(2)
    if seats[match.decision.side] == HUMAN:
        assert battle.coach.thinks
    else:
        assert not battle.coach.thinks and pilot.refused is not None and "your own decisions" in pilot.refused.reason


def test_it_says_nothing_while_the_other_player_looks_on(monkeypatch: pytest.MonkeyPatch) -> None:
    pilot = Pilot()
    battle = battle_at(pilot, fighting())
    decision = pilot.match.decision
    assert decision is not None
    battle.session.hot_seat_viewer = 1 - decision.side
    monkeypatch.setattr(type(battle.session), "held_back", property(lambda session: True))
    pilot.key(pygame.K_w)
    assert battle.coach.advice is None and pilot.refused is not None and "can see the screen" in pilot.refused.reason
