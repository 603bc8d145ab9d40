"""Tests of edited rehearsals in the window: dragging, typing, refusals, undo, branches, and the battle after them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pygame
import pytest

from jovian.match import Match
from jovian.match.entries import Edited
from jovian.ui.editor.change_form import MIN_NAME_WIDTH, BranchRow
from jovian.ui.kit.forms import Choice, TextField
from jovian.ui.screens.position_edit import PositionEditScreen
from tests.match.test_edits import rehearsal
from tests.ui.pilot import Pilot, battle_at


@pytest.fixture
def pilot(headless: Path) -> Pilot:
    pilot = Pilot()
    battle_at(pilot, rehearsal())
    pilot.uncover()
    _open(pilot)
    return pilot


def _open(pilot: Pilot) -> None:
    pilot.press("menu")
    pilot.press("change")
    assert pilot.page == "changing"


def page(pilot: Pilot) -> PositionEditScreen:
    assert pilot.page == "changing"
    return pilot.screen


def game(pilot: Pilot) -> Match:
    return page(pilot).session.match


def pixel(pilot: Pilot, x: float, y: float) -> tuple[int, int]:
    at = pilot.at(x, y)
    return round(at[0]), round(at[1])


def button(pilot: Pilot, kind: int, pos: tuple[int, int]) -> None:
    pilot.post(pygame.event.Event(kind, pos=pos, button=1))
    pilot.wait()


def drag(pilot: Pilot, ident: str, x: float, y: float) -> str:
    """Drag a model to a point. Return the text of the bar before the release."""
    pose = game(pilot).state.models[ident].pose
    pilot.move(pixel(pilot, pose.x, pose.y))
    button(pilot, pygame.MOUSEBUTTONDOWN, pixel(pilot, pose.x, pose.y))
    pilot.move(pixel(pilot, x, y))
    pilot.wait()
    bar_text = page(pilot).bar.text
    pilot.draw()
    button(pilot, pygame.MOUSEBUTTONUP, pixel(pilot, x, y))
    pilot.wait(2)
    return bar_text


def choose(pilot: Pilot, ident: str) -> None:
    page(pilot).selection.selected = ident
    page(pilot).dirty = True
    pilot.wait(2)


def write(pilot: Pilot, name: str, text: str) -> None:
    field = pilot.widget(name)
    assert isinstance(field, TextField)
    pilot.click(field.rect.center)
    for _ in range(30):
        pilot.key(pygame.K_BACKSPACE)
    pilot.post(pygame.event.Event(pygame.TEXTINPUT, text=text))
    pilot.key(pygame.K_RETURN)
    pilot.wait(2)


def pick(pilot: Pilot, name: str, label: str) -> None:
    choice = pilot.widget(name)
    assert isinstance(choice, Choice)
    pilot.click(choice.rect.center)
    assert choice.list is not None
    number = choice.labels.index(label)
    pilot.click(choice.list.row_rect(number).center)
    pilot.wait(2)


def a_ship(pilot: Pilot) -> Any:
    return next(m for m in game(pilot).state.on_table() if m.is_capital and not m.is_crippled)


def free_spot(pilot: Pilot, ident: str) -> tuple[int, int]:
    heading = game(pilot).state.models[ident].pose.heading
    return next(
        (x, y) for x in range(6, 43, 3) for y in range(6, 43, 3)
        if game(pilot).refuse_edit(["put", ident, x, y, heading]) is None
    )  # fmt: skip


def test_a_model_is_dragged_and_taken_back(pilot: Pilot) -> None:
    ship = a_ship(pilot)
    x, y = free_spot(pilot, ship.id)
    before = ship.pose
    drag(pilot, ship.id, x, y)
    there = game(pilot).state.models[ship.id].pose
    assert (there.x, there.y) == pytest.approx((x, y), abs=0.3)
    assert there.heading == before.heading
    pilot.press("undo")
    assert game(pilot).state.models[ship.id].pose == before


def test_where_it_may_not_stand_the_bar_says_why(pilot: Pilot) -> None:
    ship = a_ship(pilot)
    other = next(m for m in game(pilot).state.on_table() if m.id != ship.id and not m.host)
    before, length = ship.pose, len(game(pilot).journal)
    assert "stands on" in drag(pilot, ship.id, other.pose.x, other.pose.y)
    assert "stands on" in page(pilot).bar.text
    assert game(pilot).state.models[ship.id].pose == before
    assert len(game(pilot).journal) == length


def test_keys_turn_what_is_chosen(pilot: Pilot) -> None:
    ship = a_ship(pilot)
    x, y = free_spot(pilot, ship.id)
    drag(pilot, ship.id, x, y)
    before = game(pilot).state.models[ship.id].pose.heading
    pilot.key(pygame.K_e)
    assert game(pilot).state.models[ship.id].pose.heading == (before + 15) % 360


def test_the_form_marks_boxes_breaks_weapons_and_takes_off(pilot: Pilot) -> None:
    ship = a_ship(pilot)
    choose(pilot, ship.id)
    write(pilot, "mark/structure", "1")
    assert game(pilot).state.models[ship.id].marks["structure"] == 1
    write(pilot, "mark/structure", "99")
    assert "only" in page(pilot).bar.text
    assert game(pilot).state.models[ship.id].marks["structure"] == 1
    pick(pilot, "off", "withdrawn")
    assert game(pilot).state.models[ship.id].place == "withdrawn"


def test_turn_and_dice_of_the_game_and_branches(pilot: Pilot) -> None:
    choose(pilot, "")
    write(pilot, "keep", "before")
    here = game(pilot).state.digest()
    write(pilot, "turn", "5")
    assert game(pilot).state.turn == 5
    write(pilot, "dice", "6, 6")
    assert game(pilot).state.script == ((6, 6),)
    pilot.press("branch/before")
    assert game(pilot).state.digest() == here


def tree(pilot: Pilot) -> list[tuple[str, str, bool]]:
    """Return the drawn tree: the lines to each branch, its name, and whether it is the current one."""
    rows = [each for each in page(pilot).form.group.widgets if isinstance(each, BranchRow)]
    return [(each.twig.columns, each.label, not each.enabled) for each in rows]


def test_branches_are_a_tree_each_of_which_is_a_place_to_go_on_from(pilot: Pilot) -> None:
    choose(pilot, "")
    write(pilot, "keep", "before")
    assert tree(pilot) == [("", "before", True)]
    write(pilot, "turn", "5")
    write(pilot, "keep", "in turn 5")
    pilot.press("branch/before")
    write(pilot, "turn", "4")
    assert tree(pilot) == [("", "before", False), ("├", "in turn 5", False), ("", "Now", True)]
    pilot.press("branch/in turn 5")
    assert game(pilot).state.turn == 5
    assert tree(pilot) == [("", "before", False), ("", "in turn 5", True)]
    row = pilot.widget("branch/before")
    pilot.click(row.rect.center)
    pilot.draw()
    assert tree(pilot) == [("", "before", True), ("", "in turn 5", False)]


def test_a_branch_says_where_it_hangs_and_fits_its_row_however_many_there_are(pilot: Pilot) -> None:
    choose(pilot, "")
    match = game(pilot)
    for depth in range(1, 40):
        match.branches[f"{depth} of many that go off one from the other"] = match.journal[: 3 * depth]
        match.branches[f"off {depth}"] = [*match.journal[: 3 * depth], Edited(["turn", 5]), Edited(["turn", 4])]
    match.branches["deep"] = [*match.branches["off 39"], Edited(["turn", 3])]
    write(pilot, "keep", "here")
    row = pilot.widget("branch/off 2")
    assert row.hint == "Continue from here. It starts from '2 of many that go off one from the other' after 6 answers."
    for _ in range(80):
        pilot.wheel(-1)
    pilot.draw()
    widths = [
        each.label_width_left for each in page(pilot).form.group.widgets if isinstance(each, BranchRow) and each.visible
    ]
    assert widths and min(widths) >= MIN_NAME_WIDTH


def test_done_leads_back_to_a_battle_that_goes_on(pilot: Pilot) -> None:
    choose(pilot, "")
    write(pilot, "turn", "5")
    pilot.press("done")
    assert pilot.page == "battle"
    pilot.uncover()
    assert pilot.asked is not None
    assert pilot.view.turn == 5
    pilot.answer_one()
    assert pilot.journal[-1].side in (0, 1)


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_it_draws_in_both_sizes(headless: Path, size: tuple[int, int]) -> None:
    pilot = Pilot(size)
    battle_at(pilot, rehearsal())
    pilot.uncover()
    _open(pilot)
    choose(pilot, a_ship(pilot).id)
    assert pilot.draw().get_size() == size
    assert all(panel.rect.height > 0 for panel in page(pilot).panels)


def test_a_game_that_is_no_rehearsal_does_not_offer_it(headless: Path) -> None:
    from tests.games import setup

    pilot = Pilot()
    battle_at(pilot, Match(setup(3)))
    pilot.uncover()
    pilot.press("menu")
    with pytest.raises(AssertionError, match="no widget 'change'"):
        pilot.widget("change")
