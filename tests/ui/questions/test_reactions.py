"""Tests of the prompt for reactions to a leg: all are listed and drawn, and every answer is a click or a key."""

from __future__ import annotations

import pygame
import pytest

from jovian.descriptions.odds import answer_figures
from jovian.game import ListDecision, Option
from jovian.game.answers import Decline, FireWeapons
from jovian.match.entries import Answered
from jovian.ui.board import BaseRing, BoardLine, Brackets
from jovian.ui.kit.tables import RowWidget, TableHeading
from jovian.ui.presentation.odds_tables import percent
from jovian.ui.screens.battle import BattleScreen
from tests.rules.fights import GUN, OWN, wing
from tests.rules.stage import squadron, stage, weapon
from tests.rules.test_formation_fights import SPARE, dry
from tests.rules.test_reactions import PD, fly, gauntlet
from tests.rules_api import Reactions, interception_reach
from tests.ui.fitting import misfits, recorded_texts
from tests.ui.pilot import Pilot, battle_at, open_game
from tests.ui.places import check_place
from tests.ui.questions.test_rows import intercepted

ANSWERS = ["V intercepts", "Point Defense of B", "W intercepts", "Let it pass", "Ignore for the rest of this move"]
CHOICES = [["intercept", "v"], PD, ["intercept", "w"], ["decline"], ["pass"]]


def open_reactions() -> tuple[Pilot, BattleScreen]:
    pilot, battle = open_game(fly(gauntlet()))
    pilot.uncover()
    assert isinstance(pilot.asked, Reactions)
    return pilot, battle


def test_all_who_may_react_are_listed_and_drawn_where_they_come_up() -> None:
    pilot, battle = open_reactions()
    assert [label for label, _ in pilot.answers] == ANSWERS
    lit = [each.pose[:2] for each in pilot.sees(Brackets, "lit")]
    assert lit == [pilot.view.models[ident].pose[:2] for ident in ("v", "b", "w")]
    assert pilot.notes() == ['B after 3.3"', 'W after 7.0"']  # V can react where the moving model is now.
    check_place(battle)
    assert misfits(pilot) == []


def test_models_have_the_numbers_of_their_rows() -> None:
    pilot, battle = open_reactions()
    marks = {row.row.mark: row.row.label for row in battle.context.group.widgets if isinstance(row, RowWidget)}
    assert [each.number for each in pilot.sees(Brackets, "lit")] == ["1", "2", "3"] == list(marks)[:3]
    with recorded_texts() as texts:
        battle.board.invalidate()
        pilot.draw()
    numbers = [text for text in texts if text.text in ("1", "2", "3")]
    assert sum(battle.view_rect.collidepoint(text.rect.center) for text in numbers) == 3
    pilot.key(pygame.K_ESCAPE)
    assert not any(each.number for each in pilot.sees(Brackets))


@pytest.mark.parametrize("number", range(len(CHOICES)))
def test_each_answer_is_a_click(number: int) -> None:
    pilot, _ = open_reactions()
    pilot.press("decline" if CHOICES[number] == ["decline"] else str(number))
    assert CHOICES[number] in [each.choice for each in pilot.journal[-2:]]


@pytest.mark.parametrize("number", range(len(CHOICES)))
def test_each_answer_is_a_key(number: int) -> None:
    pilot, _ = open_reactions()
    pilot.key(pygame.K_1 + number)
    assert CHOICES[number] in [each.choice for each in pilot.journal[-2:]]


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_the_board_keeps_room_beside_prompt_and_odds(size: tuple[int, int]) -> None:
    pilot, battle = open_reactions()
    pilot.app.resize(size)
    pilot.app.relayout()
    pilot.wait(3)
    assert battle.view_rect.height >= 3 * size[1] // 10
    check_place(battle)
    assert misfits(pilot) == []


@pytest.mark.parametrize("size", [(1280, 720), (1904, 1016)])
def test_an_interception_that_breaks_a_formation_is_told_in_full(size: tuple[int, int]) -> None:
    game = dry(stage(
        squadron("S", 0, (24, 10)), *wing("T", 1, (24, 18), (24, 19), activated=True), SPARE, OWN
    ), "t").begin("s").fly((24, 15.7)).expect("interception", 1)  # fmt: skip
    pilot = Pilot(size)
    battle = battle_at(pilot, game.match)
    pilot.uncover()
    pilot.wait(10)
    rows = [widget for widget in battle.context.group.widgets if isinstance(widget, RowWidget)]
    assert any("the formation breaks" in row.row.note for row in rows)
    assert misfits(pilot) == []
    game.decline()


def test_a_flight_too_short_to_offer_is_not_offered() -> None:
    game = stage(squadron("S", 0, (24, 10)), SPARE, OWN).begin("s").fly((24, 15.995))
    pilot, _ = open_game(game)
    assert pilot.hint.startswith("No movement left")


# --- Rows ---
def test_an_interception_names_and_draws_who_may_react() -> None:
    pilot, _ = open_game(intercepted())
    pilot.uncover()
    asked, view = pilot.asked, pilot.view
    assert asked is not None and asked.title == "Intercept S?"
    assert [each.inches for each in pilot.sees(BaseRing)] == [
        interception_reach(view, view.models[i]) for i in ("t", "u")
    ]
    assert len(pilot.sees(BoardLine)) == 2
    pilot.draw()
    count, at = len(pilot.journal), pilot.on(view.models["u"].pose)
    pilot.click(at)
    assert pilot.selected == "u" and len(pilot.journal) == count
    pilot.click(at)
    assert pilot.journal[count] == Answered(1, "interception", ["intercept", "u"])


def rows_of(pilot: Pilot) -> dict[str, RowWidget]:
    return {row.name: row for row in pilot.battle.context.group.widgets if isinstance(row, RowWidget)}


def armed() -> Pilot:
    """Return the question of two armed squadrons about an armed one."""
    guns = [weapon(as_=4)]
    mover = squadron("S", 0, (24, 10), weapons=guns)
    enemies = [squadron(name, 1, (x, 18), weapons=guns, activated=True) for name, x in (("T", 24), ("U", 26))]
    pilot, _ = open_game(stage(mover, *enemies, SPARE, OWN).begin("s").fly((24, 15.5)).expect("interception", 1))
    pilot.uncover()
    pilot.wait(20)
    return pilot


def test_a_row_has_the_odds_of_the_fight_in_columns() -> None:
    pilot = armed()
    (row,) = [row for row in rows_of(pilot).values() if row.label == "T intercepts"]
    view, asked = pilot.view, pilot.asked
    assert isinstance(asked, Reactions)
    (answer,) = [option.answer for option in asked.listed if option.label == "T intercepts"]
    *_, wanted = answer_figures(view, asked, answer)
    heading = next(widget for widget in pilot.battle.context.group.widgets if isinstance(widget, TableHeading))
    labels = [(column.group, column.label) for column in heading.table.columns]
    fight = [("Target", "Hits"), ("Target", "Lost"), ("Own risk", "Hits"), ("Own risk", "Lost")]
    assert labels == [("", "Catches"), *fight]
    told = [cell.text for cell in row.row.cells if cell is not None]
    assert told == ["100%", *(percent(wanted[name]) for name in ("hits", "destroys", "own hit", "own lost"))]
    assert row.hint.split(" · ")[-1].startswith("caught without a test; half attack")
    assert not pilot.battle.busy


def test_a_fast_target_has_a_chance_to_be_caught_and_a_formation_no_single_chance_of_loss() -> None:
    mover = squadron("S", 0, (24, 10), weapons=[GUN], traits=["Fast"])
    pair = wing("T", 1, (24, 18), (26, 18), weapons=[GUN], activated=True)
    pilot, _ = open_game(stage(mover, *pair, SPARE, OWN).begin("s").fly((24, 15.5)).expect("interception", 1))
    pilot.uncover()
    pilot.wait(20)
    (row,) = [row for row in rows_of(pilot).values() if row.label.endswith("intercepts")]
    told = [cell.text for cell in row.row.cells if cell is not None]
    assert told[0] not in ("0%", "100%") and told[-1] == "–"
    assert "the fight follows anyway" in row.hint and "has no single chance of loss" in row.hint


def test_a_row_under_the_pointer_is_shown_on_the_board_and_a_model_lights_its_row() -> None:
    pilot = armed()
    rings = len(pilot.sees(BaseRing))
    name = next(name for name, row in rows_of(pilot).items() if row.label == "U intercepts")
    pilot.move(rows_of(pilot)[name].rect.center)
    pilot.wait(2)
    model = pilot.view.models["u"]
    assert rings == 2 and [ring.pose for ring in pilot.sees(BaseRing)] == [model.pose]
    assert model.pose in [mark.pose for mark in pilot.sees(Brackets, "attack")]
    pilot.move(pilot.on(model.pose))
    pilot.wait(2)
    assert [row.label for row in rows_of(pilot).values() if row.lit] == ["U intercepts"]


def test_a_row_of_an_answered_question_points_at_nothing_in_the_next() -> None:
    pilot, battle = open_reactions()
    pilot.move(battle.context.group.widgets[-1].rect.center)
    pilot.wait(2)
    assert pilot.pointed_row == "4"
    pilot.take(PD)
    pilot.wait()
    assert not isinstance(pilot.asked, Reactions) and pilot.pointed_row == ""


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_too_many_rows_scroll_and_the_board_keeps_its_place(size: tuple[int, int]) -> None:
    pilot = Pilot(size)
    battle = battle_at(pilot, gauntlet().match)
    pilot.uncover()
    before = battle.view_rect
    listed = [Option(FireWeapons((f"m{n}",)), f"Weapon {n}", "with 3 dice") for n in range(40)]
    answers = pilot.ask(ListDecision("weapons", 0, "Choose the weapons", "v1.2.4 Attack", listed))
    assert battle.view_rect == before and misfits(pilot) == []
    assert not rows_of(pilot)["39"].visible
    pilot.move(battle.context.rect.center)
    for _ in range(40):
        pilot.wheel(-1)
    last_row = rows_of(pilot)["39"]
    assert last_row.visible and misfits(pilot) == []
    pilot.click(last_row.rect.center)
    assert [answer[1] for answer in answers] == [["m39"]]


def test_of_many_answers_the_first_is_lit_unless_it_declines() -> None:
    pilot = Pilot((1280, 720))
    battle_at(pilot, gauntlet().match)
    pilot.uncover()
    for first, is_lit in ((Option(FireWeapons(("m",)), "Weapon"), True), (Option(Decline(), "None"), False)):
        listed = [first, *(Option(FireWeapons((f"m{n}",)), f"Weapon {n}", "with 3 dice") for n in range(40))]
        pilot.ask(ListDecision("weapons", 0, "Choose the weapons", "v1.2.4 Attack", listed))
        assert rows_of(pilot)["0"].lit == is_lit
