"""Tests of a scenario before a battle: later choices are drawn in the editor, and a new game's scenario is edited."""

from __future__ import annotations

from pathlib import Path

import pygame

from jovian.cards.files import use_shelves
from jovian.editing.labels import side_labels
from jovian.ui.editor.marks import settled_hint
from jovian.ui.kit.widgets import Signal
from jovian.ui.screens.editor_screen import EditorScreen
from jovian.ui.screens.new_game import NewGameScreen
from jovian.user_files.paths import user_shelf
from tests.frozen_contents import FROZEN
from tests.rules_api import landmarks
from tests.ui.pilot import Pilot, noted
from tests.ui.screens.test_editor import make_scenario, open_editor


def questions(page: EditorScreen) -> list[str]:
    """Return the notes on the board about choices before the battle."""
    return [text for text in noted(page.scene()) if text.endswith("?")]


def test_what_the_sides_settle_before_the_battle_is_drawn() -> None:
    """Selectable quarters and edges, and example beacons. Once models are placed, none of them is drawn."""
    pilot, page = open_editor()
    fresh = page.workbench.draft
    assert questions(page) == []
    page.workbench.apply(fresh.with_value(("zones",), "corners"))
    assert questions(page) == ["quarter of one side?"] * 4
    page.workbench.apply(fresh.with_value(("special_rules",), ["ambush"]))
    assert questions(page) == ["escape edge?"] * 4
    planet = [{"id": "world", "kind": "planet", "edge": "north"}]
    page.workbench.apply(fresh.with_value(("special_rules",), ["ambush"]).with_value(("terrain",), planet))
    assert questions(page) == ["escape edge?"] * 3
    page.workbench.apply(fresh.with_value(("zones",), "corners"))
    make_scenario(pilot, page)
    assert questions(page) == []


def hint(pilot: Pilot, page: EditorScreen, x: float, y: float) -> str:
    """Return the hint at a point of the table."""
    spot = (round(pilot.at(x, y)[0]), round(pilot.at(x, y)[1]))
    pilot.move(spot)
    pilot.draw()
    hint_text = settled_hint(page.board, page.workbench.sketch.state, spot, side_labels(page.workbench.draft))
    return hint_text[1] if hint_text is not None else ""


def test_beacons_and_the_edge_of_an_escape_tell_whose_they_are() -> None:
    pilot, page = open_editor()
    page.workbench.apply(page.workbench.draft.with_value(("zones",), "beacons"))
    shown = page.workbench.sketch.state
    assert len(page.scene().zones) == len(landmarks(shown)) == 8
    first = landmarks(shown)[0]
    hint_text = hint(pilot, page, *first.points[0])
    assert hint_text.startswith("Beacon 1 of Orbital Patrol") and hint_text.endswith("These are an example.")
    assert hint(pilot, page, 24, 24) == ""
    page.workbench.apply(page.workbench.draft.with_value(("initiative",), "attacker-defender"))
    assert hint(pilot, page, *first.points[0]).startswith("Beacon 1 of the attacker")
    page.workbench.apply(page.workbench.draft.with_value(("special_rules",), [{"rule": "ambush", "edge": "west"}]))
    assert "Escape edge: the defender may withdraw" in hint(pilot, page, 0, 30)
    page.workbench.apply(page.workbench.draft.with_value(("special_rules",), ["ambush"]))
    page.refresh()
    pilot.draw()
    asked = dict(pilot.pills)["escape edge?"]
    spot = asked.move(pilot.camera.view[:2]).center
    hint_text = settled_hint(page.board, page.workbench.sketch.state, spot, side_labels(page.workbench.draft))
    assert hint_text is not None and "the attacker chooses an edge" in hint_text[1]


def test_the_scenario_of_a_new_game_is_edited_and_found_there_afterwards(headless: Path) -> None:
    pilot = Pilot()
    with use_shelves(FROZEN, user_shelf()):
        pilot.press("new")
        chosen = pilot.screen
        assert isinstance(chosen, NewGameScreen)
        pilot.press("edit")
        page = pilot.screen
        assert isinstance(page, EditorScreen) and page.workbench.draft.data["name"] == chosen.scenario.name
        page.whole.save_as()
        pilot.post(pygame.event.Event(pygame.TEXTINPUT, text="my own"))
        pilot.key(pygame.K_RETURN)
        pilot.key(pygame.K_F10)
        pilot.press("title")
        assert pilot.screen is chosen and chosen.scenarios[chosen.index] == "introductory"
        chosen.act(Signal("scenario", chosen.scenarios.index("my-own")))
        pilot.press("edit")
        assert pilot.page == "editor"
        assert pilot.screen.workbench.path == headless / "assets" / "scenarios" / "my-own.yaml"
