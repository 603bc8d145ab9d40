"""Tests of saved plans: they load with their game, the other side never sees them, and damage is reported."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from jovian.match.saves import NOTE, load, save
from jovian.rehearsal.game import Start
from jovian.ui.board import Ghost
from jovian.ui.screens.navigation import open_path
from jovian.user_files import saves
from jovian.user_files.saves import PLANS
from tests.rehearsal.positions import last_shot
from tests.rules.stage import ship
from tests.ui.pilot import Pilot, battle_at
from tests.ui.screens.test_plans import PASSING, SHOOTING, chosen, letters, plans, play

HUMANS = ("human", "human")
HULKS = ship("Hulk", 1, (24, 44)), ship("Wreck", 1, (36, 44))
WAITING = (["activate", "hulk"], ["declare", "none", 0], ["end"])


def window() -> Pilot:
    """Return the window with a rehearsal in which side 0's gunner decides, then 2 ships of side 1."""
    pilot = Pilot()
    battle_at(pilot, last_shot(*HULKS, options={"rehearsal": "on"}))
    pilot.uncover()
    return pilot


@pytest.fixture
def kept(headless: Path) -> Path:
    """Return the latest save of a rehearsal in which side 0 has saved 2 plans and then left."""
    pilot = window()
    for orders in (SHOOTING, PASSING):
        play(pilot, *orders)
        chosen(pilot, "keep")
    leave(pilot)
    return saves.slots()[0].path


def leave(pilot: Pilot) -> None:
    pilot.press("menu")
    pilot.press("title")


def open_save(path: Path, seats: tuple[str, str] = HUMANS) -> Pilot:
    pilot = Pilot()
    open_path(pilot.app, path, seats, replay=False)
    pilot.finish_jobs()
    pilot.wait(2)
    pilot.uncover()
    return pilot


def rewritten(path: Path, change: Callable[[list[Any]], Any]) -> Path:
    """Return the save with other plans for the same game."""
    match, note = load(path), json.loads(path.read_text())[NOTE]
    change(note[PLANS])
    other = path.with_name("other.json")
    save(match, other, note)
    return other


def test_they_are_there_again_after_loading(kept: Path) -> None:
    pilot = open_save(kept)
    assert letters(pilot) == ["A", "B"]
    ghosts = [(ghost.pose.x, ghost.pose.y) for ghost in pilot.sees(Ghost)]
    assert len(ghosts) == 2 and (24.0, 15.0) in ghosts
    message = chosen(pilot, "close")
    assert "A · Gunner" in message and "B · Gunner" in message
    play(pilot, ["attack", ["a1"], "mark"], ["end"])
    chosen(pilot, "keep")
    assert letters(pilot) == ["A", "B", "C"]


def test_they_are_rehearsed_as_before(kept: Path) -> None:
    """The rehearsal of a window that has just saved the plans begins with the same."""
    pilots = window(), open_save(kept)
    for orders in (SHOOTING, PASSING):
        play(pilots[0], *orders)
        chosen(pilots[0], "keep")
    specs = []
    for pilot in pilots:
        chosen(pilot, "rehearse")
        run, spec = plans(pilot).run, plans(pilot).spec
        assert run is not None and spec is not None
        run.cancel()
        specs.append(replace(spec, seed=0))
    assert specs[0] == specs[1] and len(specs[0].plans) == 2


def test_what_is_forgotten_is_gone_after_loading_too(kept: Path) -> None:
    pilot = open_save(kept)
    chosen(pilot, "forget")
    leave(pilot)
    assert letters(open_save(kept)) == []
    assert PLANS not in json.loads(kept.read_text()).get(NOTE, {})


def test_without_autosave_plans_are_something_to_lose(headless: Path) -> None:
    pilot = window()
    pilot.app.settings.autosave = False
    play(pilot, *PASSING)
    pilot.battle.command("keep plan")
    leave(pilot)
    assert pilot.app.modal is not None and pilot.app.modal.title == "Leave this game?"
    pilot.press("save")
    assert letters(open_save(saves.slots()[0].path)) == ["A"]


def test_the_other_side_sees_nothing_of_them(kept: Path) -> None:
    pilot = open_save(kept, ("ensign", "human"))
    assert plans(pilot).tried == () and plans(pilot).visible_plans == () and letters(pilot) == []
    pilot.battle.command("plans")
    assert pilot.app.modal is not None and "A ·" not in pilot.app.modal.text
    assert not [each for each in pilot.app.modal.buttons.widgets if each.name in ("rehearse", "forget")]


def test_of_two_at_one_machine_each_has_plans_of_its_own(kept: Path) -> None:
    pilot = open_save(kept)
    play(pilot, *PASSING)
    assert pilot.viewer == 1
    message = chosen(pilot, "close")
    assert "A ·" not in message and plans(pilot).tried == ()
    play(pilot, *WAITING)
    pilot.battle.command("keep plan")
    assert pilot.viewer == 1
    assert [tried.model for tried in plans(pilot).tried] == ["Hulk"]
    leave(pilot)
    again = open_save(kept)
    assert [tried.model for tried in plans(again).tried] == ["Hulk"]
    again.battle.session.take_back_to(1)
    assert [tried.plan.name for tried in plans(again).tried] == ["A", "B"]


def test_nothing_that_leads_out_of_the_game_holds_them(kept: Path) -> None:
    pilot = open_save(kept)
    session = pilot.battle.session
    assert NOTE not in json.loads(Start.of(session.match).game)
    assert PLANS not in session.copy_at(1, session.seats).keeper.note
    assert "ends" not in (saves.folder() / saves.INDEX).read_text()
    open_path(pilot.app, kept, HUMANS, replay=True)
    pilot.finish_jobs()
    pilot.wait(2)
    assert pilot.page == "replay" and pilot.screen.source.keeper.note == {}


def test_plans_of_another_line_wait_for_the_game_to_be_back_there(headless: Path) -> None:
    pilot = window()
    play(pilot, *PASSING)
    session = pilot.battle.session
    session.keep_branch("there")
    for _ in range(2):
        play(pilot, *WAITING)
        pilot.battle.command("keep plan")
    assert letters(pilot) == ["A", "B"]
    session.take_back_to(0)
    play(pilot, *SHOOTING)
    assert session.viewer == 1 and letters(pilot) == []
    message = chosen(pilot, "close")
    assert "A · Hulk" in message and "a different position" in message
    pilot.battle.command("plans")
    with pytest.raises(AssertionError, match="no widget 'rehearse'"):
        pilot.widget("rehearse")
    pilot.press("close")
    session.take_up("there")
    pilot.wait()
    assert letters(pilot) == ["A", "B"]


DAMAGE: dict[str, Callable[[list[Any]], Any]] = {
    "plans must be a list with one item per side that has plans": lambda found: found.extend([0, 0]),
    "the plans of a side must have the keys journal and tried": lambda found: found[0].update(more=1),
    "journal must be a list of answers": lambda found: found[0].update(journal=0),
    "a side must have 1 to 8 plans": lambda found: found[0].update(tried=[]),
    "all plans of a side must be in one item": lambda found: found.append(found[0]),
    "a plan must be for the position that its journal leads to": lambda found: found[0]["journal"].append(
        [0, "deploy", ["end"]]
    ),
    "answer 1: expected [side, kind, choice]": lambda found: found[0]["journal"].append(0),
    "plan B must have a plan, the name of a model, and the ends": lambda found: found[0]["tried"][1].pop("model"),
    "plan A: choices must be a list": lambda found: found[0]["tried"][0]["plan"].update(choices=[]),
    "plan A: 'extra' isn't a key of a plan": lambda found: found[0]["tried"][0]["plan"].update(extra=1),
    "plan B: its name must be B": lambda found: found[0]["tried"][1]["plan"].update(name="X"),
    "plan A: an end must be a model id": lambda found: found[0]["tried"][0].update(ends=[["m", 1e9, 0.0, 0]]),
}


@pytest.mark.parametrize("message", DAMAGE)
def test_damaged_plans_are_told_in_a_line_and_the_game_goes_on(kept: Path, message: str) -> None:
    pilot = open_save(rewritten(kept, DAMAGE[message]))
    assert pilot.page == "battle"
    text, bad = pilot.app.toast
    assert bad and text.startswith(f"The plans saved with this game cannot be read: {message}") and "\n" not in text
    assert plans(pilot).tried == () and PLANS not in pilot.battle.session.keeper.note


def test_a_game_against_somebody_has_none_beside_it(headless: Path, kept: Path) -> None:
    note = json.loads(kept.read_text())[NOTE]
    path = kept.with_name("against.json")
    save(last_shot(ship("Hulk", 1, (24, 44))), path, note)
    pilot = open_save(path)
    assert "only a rehearsal has plans" in pilot.app.toast[0] and plans(pilot).tried == ()
