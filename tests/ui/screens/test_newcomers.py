"""What somebody new saw and didn't understand: hints, lit answers, clicks ahead of a ship, and names of sides."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pygame
import pytest

from jovian.cards.files import BUILTIN_SHELF, use_shelves
from jovian.game import ListDecision, Option
from jovian.game.answers import Decline, Keep, Reroll, SpendFuel, Stand
from jovian.match import Match
from jovian.play import setup_of
from jovian.ui.board import Ghost
from jovian.ui.presentation.hints import HINTS
from jovian.user_files.saves import read_title, title_of
from tests.rules.stage import Cast, gun, settled, ship, squadron, stage
from tests.ui.fitting import misfits
from tests.ui.pilot import Pilot, battle_at, last, open_game

KINETIC = {"weapons": [gun(ac=3)]}


@pytest.fixture
def real_cards() -> Iterator[None]:
    with use_shelves(BUILTIN_SHELF):
        yield


def moving_ship(*others: Cast, **fields: Any) -> Pilot:
    """Return a game in which the ship A moves ahead from (24, 10), with hints."""
    game = settled(stage(ship("A", 0, (24, 10), **fields), *others).begin("a"))
    pilot, _ = open_game(game)
    pilot.uncover()
    if not pilot.battle.app.settings.hint_games:
        pilot.key(pygame.K_F2)
    assert pilot.kind == "menu"
    return pilot


def guide(pilot: Pilot) -> str:
    return pilot.battle.context.content.advice


# --- Moving ---
def test_a_click_ahead_moves_although_an_own_model_is_drawn_there() -> None:
    pilot = moving_ship(squadron("S", 0, (24, 13)), squadron("E", 1, (40, 40)))
    inches = pilot.menu.envelope().forward
    point = pilot.on(pilot.view.models["s"].pose)
    pilot.move(point)
    assert pilot.sees(Ghost) and inches >= 3
    pilot.click(point)
    assert last(pilot.battle)[0] == "move" and last(pilot.battle)[1] == 3.0 and pilot.selected == "a"


def test_a_click_beside_the_course_selects_an_own_model() -> None:
    pilot = moving_ship(squadron("S", 0, (28, 13)), squadron("E", 1, (40, 40)))
    journal = len(pilot.journal)
    pilot.click(pilot.on(pilot.view.models["s"].pose))
    assert pilot.selected == "s" and len(pilot.journal) == journal


def test_without_inches_the_hints_say_what_is_left() -> None:
    pilot = moving_ship(squadron("S", 0, (12, 12)), ship("E", 1, (24, 22)), **KINETIC)
    assert guide(pilot) == HINTS["menu move"] and "at least " in pilot.hint
    pilot.give(["move", pilot.menu.envelope().forward])
    pilot.wait(4)
    assert guide(pilot) == HINTS["menu turn"]
    assert "click ahead" not in pilot.hint and "T attacks" in pilot.hint and "Space ends the activation" in pilot.hint
    end = pilot.offers()["end"]
    assert end.refusal is None and end.kind == "plain", "an attack is possible, so the end isn't suggested"
    pilot.key(pygame.K_RETURN)
    assert pilot.attacking and pilot.kind == "menu"


def test_an_unfinished_turn_is_named_and_its_keys_too() -> None:
    pilot = moving_ship(squadron("S", 0, (12, 12)), squadron("E", 1, (40, 40)))
    pilot.give(["move", pilot.menu.envelope().min_move])
    pilot.wait(4)
    pilot.key(pygame.K_e)
    assert pilot.hint == "Turn by 5° to the right · Enter confirms, Escape cancels"
    assert guide(pilot) == HINTS["menu turning"] and misfits(pilot) == []
    pilot.key(pygame.K_ESCAPE)
    assert pilot.hint.startswith("Up to ")


# --- Lit answers ---
@pytest.mark.parametrize(
    ("first", "second", "is_lit"),
    [
        (Option(Stand(), "Keep the double of twos"), Option(Reroll(), "Re-roll"), True),
        (Option(Reroll(), "Re-roll"), Option(Stand(), "Keep no result"), True),
        (Option(Keep(), "Keep the fuel"), Option(SpendFuel(), "Spend 1 Fuel"), False),
        (Option(Decline(), "No missile"), Option(SpendFuel(), "Spend 1 Fuel"), False),
    ],
)
def test_a_kept_roll_is_suggested_but_no_refusal_is(first: Any, second: Any, is_lit: bool) -> None:
    pilot = moving_ship(squadron("S", 0, (12, 12)), squadron("E", 1, (40, 40)))
    pilot.ask(ListDecision("any", 0, "What now?", "v1.2.4 Types of Rolls", [first, second]))
    assert (pilot.offers()["0"].kind == "primary", pilot.sheet.lit == 0) == (is_lit, is_lit)


def test_tab_and_arrows_light_the_answer_that_enter_gives() -> None:
    pilot = moving_ship(squadron("S", 0, (12, 12)), squadron("E", 1, (40, 40)))
    options = [Option(Stand(), "Keep the double of twos"), Option(Reroll(), "Re-roll"), Option(SpendFuel(), "Fuel")]
    pilot.ask(ListDecision("any", 0, "What now?", "v1.2.4 Types of Rolls", options))
    for key, number in ((pygame.K_TAB, 1), (pygame.K_DOWN, 2), (pygame.K_TAB, 0), (pygame.K_UP, 2), (pygame.K_LEFT, 1)):
        pilot.key(key)
        lit = pilot.offers()[str(number)]
        assert pilot.sheet.lit == number and (lit.kind, lit.command) == ("primary", "confirm")


def test_escape_opens_the_menu_but_says_of_a_question_that_it_must_be_answered() -> None:
    pilot = moving_ship(squadron("S", 0, (12, 12)), squadron("E", 1, (40, 40)))
    options = [Option(Reroll(), "Re-roll"), Option(SpendFuel(), "Fuel")]
    pilot.ask(ListDecision("any", 0, "What now?", "v1.2.4 Types of Rolls", options))
    pilot.key(pygame.K_ESCAPE)
    assert pilot.refused is not None and pilot.refused.reason == "This question must be answered."
    pilot = moving_ship(squadron("S", 0, (12, 12)), squadron("E", 1, (40, 40)))
    pilot.key(pygame.K_ESCAPE)
    assert pilot.app.modal is not None


def test_a_right_click_declines_but_not_before_clicks_count() -> None:
    pilot = moving_ship(squadron("S", 0, (12, 12)), squadron("E", 1, (40, 40)))
    options = [Option(SpendFuel(), "Spend 1 Fuel"), Option(Decline(), "No missile")]
    answers = pilot.ask(ListDecision("any", 0, "What now?", "v1.2.4 Types of Rolls", options))
    at = pilot.at(24, 24)
    assert pilot.app.is_guarding_clicks
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        pilot.post(pygame.event.Event(kind, pos=at, button=3))
    assert answers == []
    pilot.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=3))
    pilot.look()
    pilot.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=at, button=3))
    assert answers == [], "it was pressed too soon"
    pilot.click(at, 3)
    assert answers == [Decline().to_json()]


# --- Names ---
def test_the_card_of_the_last_game_names_both_sides(real_cards: None) -> None:
    assert read_title(title_of(Match(setup_of("first-game")))).side_names == ("Jovian", "CEGA")


def test_the_briefing_names_the_side_that_acts_first(real_cards: None) -> None:
    pilot = Pilot()
    pilot.press("first")
    assert pilot.page == "briefing"
    texts = [item.text for item in pilot.app.screen.briefing_text.course]  # type: ignore[attr-defined]
    assert "Jovian has initiative for the whole game, and acts first in each turn." in texts


def test_the_log_says_each_name_once(real_cards: None) -> None:
    pilot = Pilot()
    battle_at(pilot, Match(setup_of("first-game"), keep_all=True), ("human", "cadet"))
    assert any(line.startswith("Jovian (70 TV) against CEGA (60 TV)") for line in pilot.told())


# --- Turns ---
def test_the_hint_says_why_the_last_model_starts_by_itself() -> None:
    game = stage(ship("A", 0, (24, 10)), squadron("S", 0, (12, 12)), ship("E", 1, (40, 40)))
    pilot, _ = open_game(game.activate("a"))
    pilot.uncover()
    if not pilot.battle.app.settings.hint_games:
        pilot.key(pygame.K_F2)
    assert pilot.kind == "declare" and guide(pilot) == HINTS["menu move"]
    for _ in range(40):
        if pilot.kind == "declare" and pilot.asked is not None and pilot.asked.subject == "s":
            break
        pilot.uncover()
        pilot.answer_one()
    assert guide(pilot) == f"{HINTS['declare']} {HINTS['menu fly']}"


def test_a_paused_computer_says_so() -> None:
    pilot, _ = open_game(stage(ship("A", 0, (24, 10)), ship("E", 1, (40, 40)), initiative=1))
    pilot.battle.course.reseat(("human", "cadet"))
    pilot.wait(2)
    assert pilot.battle.context.content.title.endswith("thinks")
    pilot.key(pygame.K_SPACE)
    pilot.wait(2)
    assert pilot.battle.context.content.hint == "You have paused."
