"""Tests of tokens in the window: issuing them behind the curtain, and mining them from a comet."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from jovian.cards import load_scenario, parse_scenario
from jovian.match import Match
from jovian.ui.board import Brackets
from jovian.ui.questions.issue import IssueSheet
from jovian.ui.settings import Settings
from tests.games import setup
from tests.rules.test_mining import field
from tests.ui.pilot import Pilot, battle_at

RAID = Path(__file__).parents[3] / "scenarios" / "water-raid.yaml"


def raid(seed: int = 3, seats: tuple[str, str] = ("human", "human"), size: tuple[int, int] = (1280, 720)) -> Pilot:
    """Return the decision about water, with the comet at a good place."""
    usual = setup(seed)
    scenario = parse_scenario(load_scenario(RAID).source, "water-raid", usual.cards)
    pilot = Pilot(size)
    battle_at(pilot, Match(replace(usual, scenario=scenario), keep_all=True), seats)
    pilot.uncover()
    assert pilot.kind == "lay"
    pilot.choose("auto")
    pilot.uncover()
    assert pilot.kind == "issue"
    return pilot


def sheet(pilot: Pilot) -> IssueSheet:
    assert isinstance(pilot.sheet, IssueSheet)
    return pilot.sheet


def test_the_one_piece_of_the_zone_has_no_button_that_declines() -> None:
    usual = setup(3)
    scenario = parse_scenario(load_scenario(RAID).source, "water-raid", usual.cards)
    pilot = Pilot()
    battle_at(pilot, Match(replace(usual, scenario=scenario), keep_all=True))
    pilot.uncover()
    assert pilot.kind == "lay" and {"auto", "left", "right"} == set(pilot.offers()) and "Comet" in pilot.title
    side = pilot.asked.side if pilot.asked is not None else 0
    pilot.move(pilot.at(24, 24))
    assert "deployment zone" in pilot.notes()[0]
    pilot.click(pilot.at(24, 6 if side == 0 else 42))
    assert pilot.match.state.terrain["comet-in-zone"].still


def test_numbers_are_changed_by_buttons_and_all_must_be_issued() -> None:
    pilot = raid()
    rows = sheet(pilot).rows
    assert sum(row.count for row in rows) == 10 and sheet(pilot).tokens_left == 0
    giver = next(row for row in rows if row.count)
    pilot.press(f"fewer:{giver.model_id}")
    assert sheet(pilot).tokens_left == 1 and not pilot.widget("confirm").enabled
    count = len(pilot.journal)
    pilot.key(pygame.K_RETURN)
    assert len(pilot.journal) == count, "nothing is given while any is left"
    pilot.press(f"more:{giver.model_id}")
    assert sheet(pilot).tokens_left == 0 and not pilot.widget(f"more:{giver.model_id}").enabled
    pilot.press("confirm")
    assert pilot.last[0] == "issue" and sum(pilot.last[2]) == 10


def test_keys_choose_a_model_and_change_its_number() -> None:
    pilot = raid()
    first = sheet(pilot).rows[0]
    pilot.key(pygame.K_LEFT)
    assert sheet(pilot).rows[0].count == first.count - 1 and pilot.selected == first.model_id
    pilot.key(pygame.K_DOWN)
    assert sheet(pilot).chosen == 1 and pilot.selected == sheet(pilot).rows[1].model_id
    pilot.key(pygame.K_UP)
    pilot.key(pygame.K_RIGHT)
    pilot.key(pygame.K_RIGHT)
    assert sheet(pilot).tokens_left == 0, "there are no more than ten"
    pilot.key(pygame.K_ESCAPE)
    assert pilot.kind == "issue", "Escape answers nothing"


def test_the_proposal_comes_back() -> None:
    pilot = raid()
    before = sheet(pilot).rows
    pilot.key(pygame.K_LEFT)
    pilot.press("spread")
    assert sheet(pilot).rows == before


def test_it_is_asked_behind_the_curtain_and_covered_after() -> None:
    usual = setup(3)
    scenario = parse_scenario(load_scenario(RAID).source, "water-raid", usual.cards)
    pilot = Pilot(settings=Settings(speed=0.0, scale=1.0))
    battle_at(pilot, Match(replace(usual, scenario=scenario), keep_all=True))
    pilot.uncover()
    pilot.choose("auto")
    defender = pilot.asked.side if pilot.asked is not None else 0
    pilot.uncover()
    pilot.press("confirm")
    pilot.wait(3)
    assert pilot.asked is not None and pilot.asked.side != defender
    assert pilot.covered is not None, "the other side takes its seat behind the curtain"
    pilot.uncover()
    assert not any(model.loads for model in pilot.view.models.values())


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_the_sheet_lies_on_the_screen_with_all_its_numbers(size: tuple[int, int]) -> None:
    pilot = raid(size=size)
    screen = pygame.Rect((0, 0), size)
    for row in sheet(pilot).rows:
        for name in ("fewer", "more"):
            assert screen.contains(pilot.widget(f"{name}:{row.model_id}").rect)
    assert screen.contains(pilot.widget("confirm").rect)


# --- Mining ---
def test_a_flight_closes_with_the_comet_and_says_what_for() -> None:
    game = field()
    pilot = Pilot()
    battle_at(pilot, game.match)
    pilot.uncover()
    pilot.give(["activate", "s"])
    pilot.give(["declare", "mine", 0])
    pilot.move(pilot.at(24, 22.2))
    assert any("contact: mine Comet" in note for note in pilot.notes())
    assert pilot.sees(Brackets, "lit")
    pilot.key(pygame.K_n)
    assert any("contact: mine Comet" in note for note in pilot.notes())
    pilot.click(pilot.at(24, 22.2))
    assert pilot.last[0] == "fly" and abs(pilot.last[1][-1][1] - 22.0) < 0.02
    pilot.give(["resolve"])
    assert pilot.kind == "mine" and [label for label, _ in pilot.answers][:2] == ["No fuel", "1 fuel"]
    assert all("1+ " in detail for _, detail in pilot.answers)
    pilot.give(["mine", ["a1"], "singly", 0])
    while pilot.kind in ("faces", "flex", "reduce", "refine", "free"):
        pilot.give([*pilot.asked.default().to_json()] if pilot.asked is not None else [])
    pilot.give(["end"])
