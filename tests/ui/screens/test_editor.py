"""Tests of the scenario editor by clicks: a scenario is made, fixed, saved, checked, played, and opened again."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from jovian.editing.draft import Piece
from jovian.editing.files import format_scenario, read_draft
from jovian.ui.editor.tool_bars import PaletteRow
from jovian.ui.kit.forms import Choice
from jovian.ui.screens.editor_screen import EditorScreen
from jovian.ui.screens.navigation import ToReplay, edit_copy
from tests.commands import run
from tests.frozen_contents import FROZEN
from tests.ui.pilot import Pilot, battle_at, fighting


def open_editor(size: tuple[int, int] = (1280, 720)) -> tuple[Pilot, EditorScreen]:
    pilot = Pilot(size)
    pilot.press("editor")
    assert pilot.page == "editor"
    return pilot, pilot.screen


def take(pilot: Pilot, page: EditorScreen, label: str, side: int = 0) -> None:
    """Click a tool of the palette."""
    for number, name in enumerate(page.palette.lists):
        tabs = pilot.widget("palette")
        pilot.click(tabs.tab_rect(number).center)  # type: ignore[attr-defined]
        if name != "Terrain":
            pilot.click(pilot.widget("side").tab_rect(side).center)  # type: ignore[attr-defined]
        entries = pilot.widget("entries")
        items: list[PaletteRow] = entries.items  # type: ignore[attr-defined]
        rows = [row for row, entry in enumerate(items) if entry.label == label]
        if rows:
            entries.scroll_to(rows[0])  # type: ignore[attr-defined]
            pilot.click(entries.row_rect(rows[0]).center)  # type: ignore[attr-defined]
            return
    raise AssertionError(f"no '{label}' in the palette")


def names(page: EditorScreen) -> list[str]:
    """Return the names of the widgets except those of the form."""
    return [widget.name for widget in page.group.widgets]


def drag(pilot: Pilot, start: tuple[float, float], goal: tuple[float, float]) -> None:
    at = (round(start[0]), round(start[1]))
    pilot.move(start)
    pilot.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1))
    for share in (0.3, 0.7, 1.0):
        pilot.move((start[0] + (goal[0] - start[0]) * share, start[1] + (goal[1] - start[1]) * share))
    pilot.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=(round(goal[0]), round(goal[1])), button=1))
    pilot.wait(2)


def bring(pilot: Pilot, name: str) -> None:
    """Scroll the form until a row is visible."""
    page = pilot.screen
    assert isinstance(page, EditorScreen)
    pilot.move(page.form.rect.center)
    for steps in (30, *[-1] * 30):
        if pilot.widget(name).visible:
            return
        pilot.wheel(steps)


def write(pilot: Pilot, name: str, text: str) -> None:
    """Replace the text of a field in the form."""
    bring(pilot, name)
    pilot.click(pilot.widget(name).rect.center)
    pilot.key(pygame.K_a, pygame.KMOD_CTRL)
    pilot.post(pygame.event.Event(pygame.TEXTINPUT, text=text))
    pilot.key(pygame.K_ESCAPE)


def choose(pilot: Pilot, name: str, label: str) -> None:
    """Choose from a list of the form."""
    bring(pilot, name)
    pilot.click(pilot.widget(name).rect.center)
    box = pilot.widget(name)
    assert isinstance(box, Choice) and box.list is not None
    row = box.labels.index(label)
    box.list.scroll_to(row)
    pilot.click(box.list.row_rect(row).center)


def save(pilot: Pilot, name: str) -> None:
    """Save the scenario under a name."""
    pilot.key(pygame.K_s, pygame.KMOD_CTRL)
    assert pilot.app.modal is not None
    pilot.post(pygame.event.Event(pygame.TEXTINPUT, text=name))
    pilot.key(pygame.K_RETURN)


def make_scenario(pilot: Pilot, page: EditorScreen) -> None:
    """Make a scenario of 2 ships and a field of asteroids by clicks."""
    take(pilot, page, "Asteroid field")
    pilot.click(pilot.at(24, 24))
    take(pilot, page, "Alexander", 0)
    pilot.click(pilot.at(12, 10))
    take(pilot, page, "Hachiman", 1)
    pilot.click(pilot.at(36, 38))
    pilot.key(pygame.K_ESCAPE)
    pilot.key(pygame.K_ESCAPE)


def test_a_scenario_made_by_clicks_is_saved_checked_played_and_opened_again(
    headless: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pilot, page = open_editor()
    make_scenario(pilot, page)
    write(pilot, "name", "By Clicks")
    save(pilot, "by clicks")
    path = headless / "assets" / "scenarios" / "by-clicks.yaml"
    draft = read_draft(path)
    assert draft == page.workbench.draft and not page.workbench.history.unsaved
    assert [line["id"] for line in draft.lines("models")] == ["alexander", "hachiman"]
    assert draft.data["name"] == "By Clicks" and "fleets" not in draft.data
    assert run(capsys, "check", path)[0] == 0
    text = path.read_text(encoding="utf-8")
    pilot.press("watch")
    assert pilot.page == "battle"
    pilot.wait(30)
    assert len(pilot.journal) > 3
    pilot.key(pygame.K_F10)
    pilot.press("title")
    assert pilot.page == "title"
    pilot.press("editor")
    assert pilot.page == "editor" and pilot.screen.workbench.draft == draft
    pilot.key(pygame.K_s, pygame.KMOD_CTRL)
    assert path.read_text(encoding="utf-8") == text


def test_pieces_are_dragged_turned_copied_deleted_and_all_of_it_undone() -> None:
    pilot, page = open_editor()
    make_scenario(pilot, page)
    ship = Piece("models", 0)
    before = page.workbench.draft
    drag(pilot, pilot.at(12, 10), pilot.at(15, 13))
    assert page.workbench.chosen == ship
    assert (page.workbench.draft.line(ship)["x"], page.workbench.draft.line(ship)["y"]) == (15, 13)
    pilot.key(pygame.K_e)
    pilot.key(pygame.K_e)
    assert page.workbench.draft.line(ship)["heading"] == 30
    pilot.key(pygame.K_d, pygame.KMOD_CTRL)
    assert page.workbench.draft.line(Piece("models", 2))["id"] == "alexander-2"
    pilot.key(pygame.K_DELETE)
    assert len(page.workbench.draft.lines("models")) == 2
    after = page.workbench.draft
    for _ in range(4):
        pilot.key(pygame.K_z, pygame.KMOD_CTRL)
    assert page.workbench.draft == before
    for _ in range(4):
        pilot.key(pygame.K_y, pygame.KMOD_CTRL)
    assert page.workbench.draft == after


def test_a_corner_is_dragged_another_made_and_taken_away() -> None:
    pilot, page = open_editor()
    make_scenario(pilot, page)
    pilot.click(pilot.at(24, 24))
    field = Piece("terrain", 0)
    assert page.workbench.chosen == field
    assert page.workbench.draft.line(field)["points"][3] == [4, 0.5]
    drag(pilot, pilot.at(28, 24.5), pilot.at(30, 25))
    assert page.workbench.draft.line(field)["points"][3] == [6, 1]
    count = len(page.workbench.draft.line(field)["points"])
    drag(pilot, pilot.at(21.25, 22), pilot.at(18, 20))
    assert page.workbench.draft.line(field)["points"][1] == [-6, -4]
    assert len(page.workbench.draft.line(field)["points"]) == count + 1
    pilot.key(pygame.K_DELETE)
    assert len(page.workbench.draft.line(field)["points"]) == count


def test_zones_are_drawn_dragged_and_chosen_while_their_list_is_open() -> None:
    pilot, page = open_editor((1920, 1080))
    take(pilot, page, "Zone with corners", 0)
    pilot.click(pilot.at(10, 8))
    assert [problem.reason for problem in page.workbench.problems] == ["zones: side 1 has no zone"]
    take(pilot, page, "Round zone", 1)
    pilot.click(pilot.at(36, 38))
    pilot.key(pygame.K_ESCAPE)
    assert page.workbench.problems == []
    drag(pilot, pilot.at(37, 37), pilot.at(27, 39))
    assert page.workbench.draft.data["zones"] == [
        {"side": 0, "points": [[4, 2], [16, 2], [16, 14], [4, 14]]}, {"side": 1, "x": 26, "y": 40, "radius": 6},
    ]  # fmt: skip
    drag(pilot, pilot.at(7, 5), pilot.at(9, 6))
    assert page.workbench.draft.line(Piece("zones", 0))["points"] == [[6, 3], [18, 3], [18, 15], [6, 15]]
    choose(pilot, "zones/0/side", "Attacker")
    assert [problem.reason for problem in page.workbench.problems] == ["zones: side 0 has no zone"]
    pilot.key(pygame.K_z, pygame.KMOD_CTRL)
    pilot.key(pygame.K_DELETE)
    assert len(page.workbench.draft.data["zones"]) == 1


def test_what_is_wrong_is_told_and_leads_to_its_piece() -> None:
    pilot, page = open_editor()
    assert "mend" not in names(page)
    make_scenario(pilot, page)
    drag(pilot, pilot.at(36, 38), pilot.at(12, 11))
    assert "mend" in names(page)
    assert [problem.reason for problem in page.workbench.problems] == [
        "'alexander' stands on 'hachiman' (v1.2.4 Movement > Overlapping)"
    ]
    assert not pilot.widget("play").enabled
    pilot.key(pygame.K_ESCAPE)
    pilot.click(pilot.widget("problems").row_rect(0).center)
    assert page.workbench.chosen == Piece("models", 0)
    drag(pilot, pilot.at(12, 11), pilot.at(24, 44))
    assert page.workbench.problems == [] and pilot.widget("play").enabled
    assert "mend" not in names(page)
    drag(pilot, pilot.at(24, 44), pilot.at(12, 11))
    pilot.press("mend")
    assert page.workbench.problems == []


def test_fields_lists_and_pieces_of_the_form_change_the_draft() -> None:
    pilot, page = open_editor((1920, 1080))
    make_scenario(pilot, page)
    choose(pilot, "special_rules+", "Blinded by the light")
    assert page.workbench.draft.data["special_rules"] == ["blinded-by-the-light"]
    pilot.key(pygame.K_ESCAPE)
    choose(pilot, "objectives+", "At least")
    assert page.workbench.chosen == Piece("objectives", 1)
    choose(pilot, "objectives/1/count/of", "Share of the fleet")
    write(pilot, "objectives/1/amount", "25")
    assert page.workbench.draft.line(Piece("objectives", 1)) == {
        "kind": "at_least", "points": 1, "count": {"of": "force"}, "amount": 25,
    }  # fmt: skip
    pilot.click(pilot.at(12, 10))
    choose(pilot, "models/0/states+", "Evading")
    choose(pilot, "models/0/structure", "4")
    assert page.workbench.draft.line(Piece("models", 0))["states"] == {"evading": 1}
    assert page.workbench.problems == []


def test_the_form_is_gone_through_by_tab_and_escape_leaves_a_field() -> None:
    pilot, page = open_editor()
    make_scenario(pilot, page)
    pilot.key(pygame.K_TAB)
    assert pilot.widget("name").focused
    for _ in range(40):
        pilot.key(pygame.K_TAB)
        focus = page.form.group.focus
        assert focus is not None and focus.visible, "what has the focus is in sight"
        if focus.name == "turns":
            break
    pilot.key(pygame.K_a, pygame.KMOD_CTRL)
    pilot.post(pygame.event.Event(pygame.TEXTINPUT, text="5"))
    assert page.workbench.draft.data["turns"] == 5
    pilot.key(pygame.K_ESCAPE)
    pilot.key(pygame.K_z, pygame.KMOD_CTRL)
    assert page.workbench.draft.data["turns"] == 7


def test_the_wheel_turns_what_is_dragged_or_in_hand_and_zooms_otherwise() -> None:
    pilot, page = open_editor()
    take(pilot, page, "Valiant", 0)
    pilot.move(pilot.at(20, 20))
    pilot.wheel(2)
    pilot.click(pilot.at(20, 20))
    pilot.key(pygame.K_ESCAPE)
    ship = Piece("models", 0)
    assert page.workbench.draft.line(ship)["heading"] == 30
    spot = pilot.at(20, 20)
    pilot.move(spot)
    pilot.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(round(spot[0]), round(spot[1])), button=1))
    pilot.wheel(-1)
    pilot.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=(round(spot[0]), round(spot[1])), button=1))
    assert page.workbench.draft.line(ship)["heading"] == 15
    before = pilot.camera.pixels_per_inch
    pilot.wheel(1)
    assert pilot.camera.pixels_per_inch > before and page.workbench.draft.line(ship)["heading"] == 15


def test_a_model_that_touches_another_is_dragged_to_another_side_of_it() -> None:
    pilot, page = open_editor((1920, 1080))
    make_scenario(pilot, page)
    pilot.click(pilot.at(36, 38))
    choose(pilot, "models/1/touching", "Alexander")
    choose(pilot, "models/1/at", "Port")
    assert page.workbench.problems == []
    ship = Piece("models", 1)
    pose = page.workbench.sketch.state.models["hachiman"].pose
    assert pose.x < 12 and "x" not in page.workbench.draft.line(ship)
    drag(pilot, pilot.at(pose.x, pose.y), pilot.at(12, 14))
    pose = page.workbench.sketch.state.models["hachiman"].pose
    assert pose.y > 11 and page.workbench.draft.line(ship)["y"] > 12 and page.workbench.problems == []


def test_a_scenario_of_ours_is_opened_as_a_copy(headless: Path) -> None:
    pilot, page = open_editor()
    page.whole.open_path(str(FROZEN.scenarios / "introductory.yaml"))
    page = pilot.screen  # type: ignore[assignment]
    assert isinstance(page, EditorScreen) and page.workbench.draft.data["name"] == "Introductory Scenario"
    assert page.workbench.problems == []
    page.whole.open_path(str(headless / "nothing.yaml"))
    assert pilot.screen is page and "nothing.yaml" in pilot.app.toast[0]


def test_unsaved_work_is_asked_for_before_it_is_lost() -> None:
    pilot, page = open_editor()
    make_scenario(pilot, page)
    pilot.post(pygame.event.Event(pygame.QUIT))
    assert pilot.app.running and pilot.app.modal is not None
    pilot.key(pygame.K_ESCAPE)
    pilot.key(pygame.K_F10)
    pilot.press("title")
    assert pilot.app.modal is not None and pilot.app.modal.title == "Save changes to this scenario?"
    pilot.press("lose")
    assert pilot.page == "title" and pilot.app.workbench is None


def test_a_copy_of_a_battle_is_edited_and_the_battle_goes_on() -> None:
    pilot = Pilot()
    battle = battle_at(pilot, fighting())
    answers, view = len(pilot.journal), pilot.view
    pilot.key(pygame.K_F10)
    pilot.press("edit")
    page = pilot.screen
    assert isinstance(page, EditorScreen) and page.workbench.problems == []
    seen = {model.name for model in view.models.values() if model.is_on_table or model.is_embarked}
    assert {line["name"] for line in page.workbench.draft.lines("models")} == seen
    pilot.key(pygame.K_F10)
    pilot.press("title")
    pilot.press("lose")
    assert pilot.screen is battle and len(pilot.journal) == answers


def test_a_copy_of_a_side_against_a_computer_holds_only_what_that_side_sees() -> None:
    """Squadrons aboard an enemy ship are neither in the draft nor shown."""
    pilot = Pilot()
    match = fighting()
    battle = battle_at(pilot, match, ("ensign", "human"))
    hidden = [model for model in match.state.side_models(0) if model.is_embarked and not model.public]
    carrier = next(model for model in match.state.on_table() if model.side == 0 and model.is_capital)
    if not hidden:
        guest = next(model for model in match.state.on_table() if model.side == 0 and not model.is_capital)
        guest.place, guest.host, guest.public = "embarked", carrier.id, False
        hidden = [guest]
    battle.session._changed()
    edit_copy(pilot.app, battle.session, battle)
    page = pilot.screen
    assert isinstance(page, EditorScreen)
    text = format_scenario(page.workbench.draft)
    assert all(model.name not in text for model in hidden)


def test_a_moment_of_a_replay_becomes_a_scenario() -> None:
    pilot = Pilot()
    battle = battle_at(pilot, fighting(), ("ensign", "ensign"))
    pilot.app.go(ToReplay(battle.session, None))
    pilot.press("edit")
    assert pilot.page == "replay" and "still being deployed" in pilot.app.toast[0]
    pilot.press("last")
    pilot.press("edit")
    assert pilot.page == "editor" and pilot.screen.workbench.draft.lines("models")
    pilot.press("play")
    assert pilot.page == "briefing"
    pilot.press("go")
    assert pilot.page == "battle"


def test_a_first_model_says_that_fleets_and_zones_give_way_and_undo_brings_them_back() -> None:
    pilot, page = open_editor()
    fleets = page.workbench.draft.data["fleets"]
    assert page.scene().zones
    take(pilot, page, "Valiant")
    pilot.click(pilot.at(12, 12))
    assert "fleets" not in page.workbench.draft.data and not page.scene().zones
    assert pilot.app.toast is not None and "deployment zone" in pilot.app.toast[0] and "Undo" in pilot.app.toast[0]
    pilot.press("undo")
    assert page.workbench.draft.data["fleets"] == fleets and page.scene().zones
    pilot.app.toast = None
    take(pilot, page, "Valiant")
    pilot.click(pilot.at(12, 12))
    pilot.app.toast = None
    take(pilot, page, "Valiant", 1)
    pilot.click(pilot.at(30, 30))
    assert pilot.app.toast is None, "said once"


def test_the_editor_speaks_of_fleets_and_names_and_shows_keys_only_as_details() -> None:
    pilot, page = open_editor((1920, 1080))
    labels = [row.label for row in page.form.rows]
    assert labels.index("Details") == labels.index("Key") - 1 and "· First side" in labels
    fleet = pilot.widget("fleets/0")
    assert isinstance(fleet, Choice) and "cega-150" not in fleet.labels and any("CEGA" in text for text in fleet.labels)
    pilot.click(pilot.widget("palette").tab_rect(2).center)  # type: ignore[attr-defined]
    sides = pilot.widget("side").labels  # type: ignore[attr-defined]
    assert "Orbital Patrol" in sides and {zone.label.partition(" · ")[2] for zone in page.scene().zones} == set(sides)
    make_scenario(pilot, page)
    drag(pilot, pilot.at(36, 38), pilot.at(12, 11))
    assert pilot.widget("problems").items == ["Alexander stands on Hachiman (v1.2.4 Movement > Overlapping)"]
    pilot.click(pilot.widget("problems").row_rect(0).center)
    labels = [row.label for row in page.form.rows]
    assert labels[-2:] == ["Details", "Id"]
    side = pilot.widget("models/0/side")
    assert isinstance(side, Choice) and list(side.labels) == ["Side A", "Side B"]


def test_a_button_that_is_on_gives_no_reason_why_it_is_off() -> None:
    pilot, page = open_editor()
    assert not page.workbench.problems
    for name in ("play", "watch", "rehearse"):
        widget = pilot.widget(name)
        pilot.move(widget.rect.center)
        tip = page.group.tooltip()
        assert widget.enabled and widget.reason == "" and (tip is None or "wrong" not in str(tip[0].lines))
    take(pilot, page, "Zone with corners", 0)
    pilot.click(pilot.at(12, 12))
    assert page.workbench.problems and "listed below" in pilot.widget("play").reason
    pilot.press("undo")
    assert pilot.widget("play").enabled and pilot.widget("play").reason == ""
