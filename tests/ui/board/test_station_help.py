"""Stations and unidentified objects in tooltips, roster, card, and prompts."""

from __future__ import annotations

import pygame

from jovian.match import Match
from jovian.ui.board.board_help import station_lines
from jovian.ui.panels.roster import NOBODY, rows_of
from tests.rules.stage import printed, rock
from tests.ui.pilot import Pilot, battle_at
from tests.ui.squadrons import declare, scene

SIDES = ("Jovian", "CEGA")


def waystation(at: tuple[float, float] = (24, 24)) -> Match:
    """Return a Valiant below a station, a Tengu above it, and a hulk boarded by both sides."""
    return scene(
        printed("jovian/valiant", 0, (at[0], at[1] - 4.5)), printed("cega/tengu", 1, (24, 40), 180),
        terrain=(
            rock("space-station", (24, 24), id="s", name="Waystation", structure=8, hangers=2, weapons="beam"),
            rock("unidentified-object", (34, 24), id="u", name="Hulk", structure=4, boarders=[2, 1]),
        ),
    )  # fmt: skip


def open_with_active(match: Match, ident: str = "valiant", action: str = "none") -> Pilot:
    """Return a pilot with an active ship."""
    declare(match, ident, action)
    pilot = Pilot()
    battle_at(pilot, match)
    pilot.uncover()
    pilot.wait(2)
    return pilot


def test_the_tooltip_says_all_of_a_station_in_numbers() -> None:
    match = waystation()
    texts = [text for text, _, _ in station_lines(match.state, match.state.models["s"], SIDES)]
    assert texts[0] == "Waystation: neutral"
    assert 'Structure 8 of 8, Marines 4 of 4, Defense 4 of 4, Signature 14"' in texts
    assert "Holds 2 squadrons" in texts and any("2 dice: 17%" in text for text in texts)
    assert texts[-1] == "v1.2.4 Terrain > Space Stations"


def test_the_tooltip_counts_the_marines_of_both_sides() -> None:
    match = waystation()
    texts = [text for text, _, _ in station_lines(match.state, match.state.models["u"], SIDES)]
    assert "2 marines of Jovian aboard" in texts and "1 marine of CEGA aboard" in texts
    assert any("never attacked" in text for text in texts)


def test_the_tooltip_is_drawn_under_the_pointer() -> None:
    pilot = open_with_active(waystation())
    before = pygame.image.tobytes(pilot.draw(), "RGB")
    pilot.move(pilot.at(34, 24))
    pilot.wait(2)
    assert pilot.battle.selection.hovered == "u"
    assert pygame.image.tobytes(pilot.draw(), "RGB") != before


def test_what_is_nobodys_has_a_section_of_the_roster_and_a_card() -> None:
    pilot = open_with_active(waystation())
    rows = rows_of(pilot.view, SIDES)
    heading = next(number for number, row in enumerate(rows) if row.name == NOBODY)
    assert [(row.model_id, row.note) for row in rows[heading + 1 :]] == [("s", ""), ("u", "Marines 2 : 1")]
    for ident in ("s", "u"):
        pilot.select(ident)
        pilot.wait(2)
        pilot.draw()
        assert pilot.selected == ident


def test_no_section_without_anything_in_it() -> None:
    match = scene(printed("jovian/valiant", 0, (24, 12)), printed("cega/tengu", 1, (24, 40), 180))
    assert NOBODY not in {row.name for row in rows_of(match.state, SIDES)}


def test_a_move_through_it_says_what_it_would_touch() -> None:
    pilot = open_with_active(waystation())
    pilot.move(pilot.at(24, 27))
    pilot.wait(2)
    assert any("Space Station" in text for text in pilot.notes())
    pilot.move(pilot.at(24, 25))
    pilot.wait(2)
    assert any(text.startswith("Attack with ") for text in pilot.notes()), "a click on it opens the attack"
    assert pilot.hint.endswith("click again to fire at Waystation")


def test_marines_board_it_by_the_window() -> None:
    """The prompt shows how many marines get through the station's Point Defense, and that four wait."""
    pilot = open_with_active(waystation(at=(24, 25)), action="board")
    pilot.give(["resolve", "s"])
    pilot.uncover()
    pilot.wait(2)
    assert pilot.kind == "commit"
    assert any("4 marines aboard" in detail for _, detail in pilot.answers)
    pilot.answer_one()
    assert pilot.match.state.models["s"].states.get("boarded-first", 0) <= 3


def test_what_is_nobodys_threatens_nobody() -> None:
    """Only enemies are listed among the models whose reach a move enters."""
    pilot = open_with_active(waystation())
    pilot.move(pilot.at(24, 22))
    pilot.wait(2)
    assert "Waystation" not in pilot.hint


def test_a_station_is_a_target_and_a_hulk_is_none() -> None:
    pilot = open_with_active(waystation())
    pilot.key(pygame.K_t)
    pilot.move(pilot.at(24, 24))
    pilot.wait(2)
    aim = pilot.aim_of("a1") if pilot.battle.aim is None else pilot.battle.aim()
    assert aim is not None
    pilot.click(pilot.at(24, 24))
    assert pilot.last[0] == "attack" and pilot.last[2] == "s"
    pilot.click(pilot.at(34, 24))
    assert pilot.last[2] != "u"
