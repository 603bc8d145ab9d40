"""Tests of the page of saved games: cards, pictures, search, notes, bookmarks, and deletion with undo."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import Any

import pygame
import pytest

from jovian.match import Match
from jovian.ui.board.thumbnails import MAX_BYTES, Thumbnails, visible_state
from jovian.ui.kit.fonts import clear_caches
from jovian.ui.kit.forms import TextField
from jovian.ui.screens.load_screen import LoadScreen
from jovian.ui.screens.navigation import REHEARSE, ToSaves
from jovian.ui.screens.replay import ReplayScreen
from jovian.user_files import saves
from jovian.user_files.game_notes import MAX_BOOKMARKS, MAX_TEXT, Bookmark, GameNotes, load_notes, save_notes
from jovian.user_files.save_writer import SaveWriter
from jovian.user_files.saves import notes_file
from tests.bounds import until
from tests.games import random_answers, setup
from tests.ui.pilot import Pilot, fighting


def save_as(match: Match, name: str, seats: tuple[str, str] = saves.HUMANS) -> None:
    assert SaveWriter().save_as(match, seats, name) == (name, "")


def open_page(pilot: Pilot, button: str = "load") -> LoadScreen:
    pilot.press(button)
    page = pilot.screen
    assert isinstance(page, LoadScreen)
    return page


def write(pilot: Pilot, name: str, text: str) -> None:
    pilot.press(name)
    pilot.key(pygame.K_a, pygame.KMOD_LCTRL)
    pilot.post(pygame.event.Event(pygame.TEXTINPUT, text=text))


def keep_game(turns: int = 2) -> Match:
    """Play a random game in its own folder until a turn has begun."""
    match, keeper = Match(setup(3), keep_all=True), SaveWriter()
    for _ in random_answers(match, 3):
        keeper.follow(match, ("human", "ensign"))
        if match.state.turn >= turns:
            break
    assert keeper.autosave(match, ("human", "ensign")) == ""
    return match


def choose(pilot: Pilot, page: LoadScreen, name: str) -> None:
    """Click the card of a game."""
    grid: Any = pilot.widget("slots")
    pilot.click(grid.row_rect(names(page).index(name)).center)


def names(page: LoadScreen) -> list[str]:
    return [saves.game_name(card.latest) for card in page.cards]


# --- Cards ---


def test_all_saves_of_a_game_are_one_card_and_a_turn_can_be_chosen() -> None:
    match = keep_game(3)
    save_as(fighting(), "apart")
    pilot = Pilot()
    page = open_page(pilot)
    assert sorted(names(page)) == ["apart", "game 1"]
    index = names(page).index("game 1")
    pilot.click(pilot.widget("slots").row_rect(index).center)  # type: ignore[attr-defined]
    labels = [widget.label for widget in page.group.widgets if widget.name.startswith("save ")]  # type: ignore[attr-defined]
    assert labels == ["Turn 1", "Turn 2", "Turn 3", "Last answer"]
    pilot.draw()
    number = next(widget.name for widget in page.group.widgets if getattr(widget, "label", "") == "Turn 2")
    pilot.press(number)
    assert "turn 2" in pilot.widget("open").label  # type: ignore[attr-defined]
    pilot.press("open")
    assert pilot.match.state.turn == 2 and pilot.journal == match.journal[: len(pilot.journal)]


def test_search_looks_through_names_players_notes_and_bookmarks() -> None:
    save_as(fighting(), "first", ("human", "captain"))
    save_as(fighting(), "second", ("human", "cadet"))
    save_notes(notes_file(saves.folder() / "second.json"), GameNotes("mind the comet", (Bookmark(3, 1, "flank"),)))
    pilot = Pilot()
    page = open_page(pilot)
    for words, found in (("captain", ["first"]), ("COMET", ["second"]), ("flank cadet", ["second"]), ("none", [])):
        write(pilot, "search", words)
        assert names(page) == found
        pilot.draw()
    assert not pilot.widget("open").enabled
    pilot.key(pygame.K_ESCAPE)
    assert page.words == "" and len(page.cards) == 2, "Escape clears the search first"
    pilot.key(pygame.K_ESCAPE)
    assert pilot.page == "title"


def test_games_are_sorted_by_date_name_and_scenario() -> None:
    for number, name in enumerate(("game 10", "Zenith", "game 9")):
        save_as(Match(setup(3)), name)
        path = saves.folder() / f"{name}.json"
        os.utime(path, (1_000 + number, 1_000 + number))
    pilot = Pilot()
    page = open_page(pilot)
    found = {}
    for index, label in enumerate(("By date", "By name", "By scenario")):
        pilot.press("sort")
        listed = pilot.widget("sort").list  # type: ignore[attr-defined]
        pilot.click(listed.row_rect(index).center)
        found[label] = names(page)
        assert len({saves.game_name(card.latest) for card in page.cards}) == 3 and pilot.widget("sort").chosen == index
    assert found["By date"] == ["game 9", "Zenith", "game 10"] == found["By scenario"]
    assert found["By name"] == ["game 9", "game 10", "Zenith"]


def test_a_game_is_renamed_with_its_notes_and_journal() -> None:
    keep_game()
    save_as(Match(setup(3)), "single")
    save_notes(notes_file(saves.folder() / "single.json"), GameNotes("mine"))
    pilot = Pilot()
    page = open_page(pilot)
    for game, name in (("single", "Moon Fight"), ("game 1", "The long one")):
        choose(pilot, page, game)
        pilot.press("rename")
        pilot.reply(f"  {name} ")
        pilot.wait(3)
        assert page.card is not None and saves.game_name(page.card.latest) == name and game not in names(page)
    assert sorted(names(page)) == ["Moon Fight", "The long one"]
    assert load_notes(saves.folder() / "Moon Fight.notes")[0].note == "mine"
    assert not (saves.folder() / "game 1").exists() and len(page.card.slots) > 1
    pilot.press("open")
    assert pilot.page == "battle" and pilot.battle.session.keeper.name == "The long one"


def test_a_name_that_exists_is_refused_in_one_line() -> None:
    save_as(Match(setup(3)), "one")
    save_as(Match(setup(3)), "two")
    pilot = Pilot()
    page = open_page(pilot)
    choose(pilot, page, "one")
    pilot.press("rename")
    pilot.reply("two")
    assert pilot.app.toast == ("There is already a game named 'two'.", True) and sorted(names(page)) == ["one", "two"]
    pilot.press("rename")
    pilot.key(pygame.K_ESCAPE)
    assert sorted(names(page)) == ["one", "two"]


def test_slash_focuses_the_search_but_not_from_a_note() -> None:
    """Without a caret the window gets no text, so the key itself must count."""
    save_as(fighting(), "first")
    pilot = Pilot()
    page = open_page(pilot)
    assert pilot.app.caret is None
    for letter in "/a":
        pilot.post(pygame.event.Event(pygame.KEYDOWN, key=ord(letter), mod=0, unicode=letter))
        pilot.post(pygame.event.Event(pygame.TEXTINPUT, text=letter))
    assert page.words == "a" and pilot.widget("search").focused
    page.group.focus_on(pilot.widget("note"))
    pilot.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_SLASH, mod=0, unicode="/"))
    assert not pilot.widget("search").focused


def test_slash_focuses_the_search_and_is_not_written() -> None:
    save_as(fighting(), "one")
    pilot = Pilot()
    page = open_page(pilot)
    pilot.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_SLASH, mod=0, unicode="/"))
    pilot.post(pygame.event.Event(pygame.TEXTINPUT, text="/"))
    pilot.post(pygame.event.Event(pygame.KEYUP, key=pygame.K_SLASH, mod=0))
    for letter in "o/":
        pilot.post(pygame.event.Event(pygame.TEXTINPUT, text=letter))
    assert page.words == "o/"


def test_running_and_finished_games_are_listed_apart() -> None:
    match = Match(setup(3), keep_all=True)
    save_as(fighting(), "running")
    for _ in random_answers(match, 3):
        pass
    save_as(match, "done")
    pilot = Pilot()
    page = open_page(pilot)
    for index, found in ((1, ["running"]), (2, ["done"]), (0, ["done", "running"])):
        pilot.click(pilot.widget("filter").tab_rect(index).center)  # type: ignore[attr-defined]
        assert sorted(names(page)) == found


def test_a_title_with_many_turns_is_drawn_at_once() -> None:
    note = {"seats": ["human", "cadet"], "title": "Long · One against Two · turn 7 of 9999"}
    saves.folder().mkdir(parents=True)
    (saves.folder() / "long.json").write_text(json.dumps({"note": note}))
    pilot = Pilot()
    page = open_page(pilot)
    started = time.process_time()
    pilot.draw()
    assert time.process_time() - started < 2.0
    assert saves.read_title(page.cards[0].latest.title).turns == 9999


def test_the_page_for_rehearsals_also_continues_a_game() -> None:
    save_as(fighting(), "mine")
    pilot = Pilot()
    pilot.app.go(ToSaves(REHEARSE))
    pilot.press("play")
    assert pilot.page == "battle"


# --- Pictures ---


def finish_pictures(pilot: Pilot, page: LoadScreen) -> None:
    for _ in range(2000):
        pilot.wait()
        if not page.busy:
            return
        time.sleep(0.005)
    raise AssertionError("the pictures are never ready")


def test_pictures_are_made_once_in_the_background(headless: Path) -> None:
    for name in ("one", "two"):
        save_as(fighting(), name)
    pilot = Pilot()
    page = open_page(pilot)
    finish_pictures(pilot, page)
    files = sorted((headless / "cache" / "thumbnails").iterdir())
    assert len(files) == 2 and all(file.stat().st_size < MAX_BYTES for file in files)
    stamps = [file.stat().st_mtime_ns for file in files]
    pilot.press("back")
    finish_pictures(pilot, open_page(pilot))
    assert [file.stat().st_mtime_ns for file in files] == stamps


@pytest.mark.parametrize("content", [b"", b"no picture", b"\x89PNG\r\n\x1a\n" + b"\xff" * 40])
def test_a_damaged_picture_is_not_shown(headless: Path, content: bytes) -> None:
    save_as(fighting(), "one")
    slot, thumbnails = saves.slots()[0], Thumbnails()
    thumbnails.want([slot])
    make_all(thumbnails)
    (file,) = (headless / "cache" / "thumbnails").iterdir()
    file.write_bytes(content)
    clear_caches()
    assert thumbnails.find(slot, (100, 100)) is None
    pilot = Pilot()
    open_page(pilot)
    pilot.draw()
    assert file.read_bytes() == content


def make_all(thumbnails: Thumbnails) -> None:
    for _ in until(lambda: not thumbnails.busy):
        thumbnails.update(1.0)
        time.sleep(0.01)  # A thread makes them.


def test_a_picture_is_shown_even_if_it_cannot_be_stored(headless: Path) -> None:
    save_as(fighting(), "one")
    (headless / "cache").mkdir(exist_ok=True)
    (headless / "cache" / "thumbnails").write_text("in the way")
    (slot,), thumbnails = saves.slots(), Thumbnails()
    thumbnails.want([slot])
    make_all(thumbnails)
    assert thumbnails.find(slot, (100, 100)) is not None
    thumbnails.want([slot])
    assert not thumbnails.busy


def test_a_save_whose_picture_fails_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: object, **more: object) -> Match:
        raise ZeroDivisionError

    monkeypatch.setattr("jovian.ui.board.thumbnails.load", fail)
    save_as(fighting(), "one")
    pilot = Pilot()
    page = open_page(pilot)
    finish_pictures(pilot, page)
    assert pilot.page == "load" and names(page) == ["one"]


def test_the_picture_is_made_after_a_page_was_opened_and_closed_at_once(headless: Path) -> None:
    save_as(fighting(), "one")
    pilot = Pilot()
    pilot.press("settings")
    pilot.key(pygame.K_ESCAPE)
    assert pilot.page == "title"
    pilot.wait()
    while pilot.screen.busy:
        pilot.wait()
    assert len(list((headless / "cache" / "thumbnails").glob("*.png"))) == 1


def test_a_picture_shows_only_what_its_viewer_may_know() -> None:
    """Each side has models in reserve or unrevealed that only it knows."""
    match = Match(setup(3, ("jovian-250", "cega-250")), keep_all=True)
    for _ in random_answers(match, 5):
        secret = [m for m in match.state.models.values() if not m.public]
        if {model.side for model in secret} == {0, 1}:
            break
    else:
        pytest.skip("this game has no secrets of both sides")
    own = {side: {model.id for model in secret if model.side == side} for side in (0, 1)}
    for seats, hidden in (
        (("human", "human"), own[0] | own[1]), (("human", "ensign"), own[1]), (("ensign", "human"), own[0]),
        (("ensign", "cadet"), set()), (("unknown", "unknown"), own[0] | own[1]),
    ):  # fmt: skip
        state = visible_state(match, seats)
        assert not hidden & {model.id for model in state.models.values() if model.is_on_table}, seats


# --- Notes and bookmarks ---


def test_a_note_is_written_beside_the_save_and_found_again() -> None:
    save_as(fighting(), "mine")
    path = saves.folder() / "mine.json"
    before = path.read_bytes()
    pilot = Pilot()
    page = open_page(pilot)
    write(pilot, "note", "Thorn 1 too near")
    assert load_notes(notes_file(path)) == (GameNotes("Thorn 1 too near"), "")
    pilot.key(pygame.K_HOME)
    pilot.key(pygame.K_DELETE)
    assert names(page) == ["mine"], "Delete edits the text while it is written"
    assert load_notes(notes_file(path))[0].note == "horn 1 too near"
    pilot.post(pygame.event.Event(pygame.TEXTINPUT, text="T"))
    assert path.read_bytes() == before
    pilot.press("back")
    assert open_page(pilot).cards[0].notes.note == "Thorn 1 too near"
    assert isinstance(field := pilot.widget("note"), TextField) and field.text == "Thorn 1 too near"


def test_a_game_stays_chosen_while_its_note_no_longer_matches_the_search() -> None:
    save_as(fighting(), "one")
    save_as(fighting(), "two")
    files = [notes_file(saves.folder() / f"{name}.json") for name in ("one", "two")]
    save_notes(files[0], GameNotes("foo"))
    pilot = Pilot()
    page = open_page(pilot)
    write(pilot, "search", "foo")
    pilot.press("note")
    for _ in range(5):
        pilot.key(pygame.K_BACKSPACE)
    pilot.post(pygame.event.Event(pygame.TEXTINPUT, text="bar"))
    assert names(page) == ["one"]
    assert [load_notes(file)[0].note for file in files] == ["bar", ""]
    write(pilot, "search", "foo b")
    assert names(page) == []


def test_a_moment_is_bookmarked_by_key_and_by_menu_and_opened_from_the_page() -> None:
    pilot = Pilot()
    pilot.setup(("human", "random"), "4")
    for _ in range(6):
        pilot.answer_one()
    before = len(pilot.journal)
    pilot.key(pygame.K_b, pygame.KMOD_CTRL)
    after = len(pilot.journal)
    pilot.reply("The plan fails here")
    for _ in range(3):
        pilot.answer_one()
    pilot.key(pygame.K_F10)
    pilot.press("bookmark")
    pilot.press("yes")
    assert pilot.app.toast[0].startswith("Bookmarked") and not pilot.app.toast[1]
    pilot.key(pygame.K_F10)
    pilot.press("title")
    page = open_page(pilot)
    first, second = page.cards[0].notes.bookmarks
    assert first.title.endswith("The plan fails here") and before <= first.answers <= after < second.answers
    pilot.draw()
    pilot.click(pilot.widget("bookmarks").row_rect(0).center)  # type: ignore[attr-defined]
    pilot.finish_jobs()
    replay = pilot.screen
    assert isinstance(replay, ReplayScreen)
    assert replay.recording.at == replay.recording.place_of(first.answers) < replay.recording.length


def test_bookmarks_are_listed_and_added_in_a_replay() -> None:
    match = fighting()
    save_as(match, "mine")
    pilot = Pilot()
    open_page(pilot, "replay")
    pilot.press("open")
    replay = pilot.screen
    assert isinstance(replay, ReplayScreen)
    for _ in range(5):
        pilot.press("step")
    at = replay.recording.at
    pilot.press("bookmarks")
    pilot.press("bookmark")
    pilot.press("yes")
    pilot.press("last")
    pilot.press("bookmarks")
    pilot.draw()
    pilot.press(str(replay.recording.answers_at(at)))
    assert replay.recording.at == at
    assert len(load_notes(notes_file(saves.folder() / "mine.json"))[0].bookmarks) == 1


def test_a_save_that_is_loaded_up_to_a_point_can_be_bookmarked() -> None:
    save_as(fighting(), "mine")
    path = saves.folder() / "mine.json"
    data = json.loads(path.read_text())
    data["digests"][-1][1] = "0" * len(data["digests"][-1][1])
    path.write_text(json.dumps(data))
    pilot = Pilot()
    open_page(pilot, "replay")
    pilot.press("open")
    pilot.press("yes")
    assert pilot.page == "replay"
    pilot.press("bookmarks")
    pilot.press("bookmark")
    pilot.press("yes")
    assert not pilot.app.toast[1]
    assert len(load_notes(notes_file(path))[0].bookmarks) == 1


def test_a_bookmark_is_removed_by_its_cross() -> None:
    save_as(fighting(), "mine")
    file = notes_file(saves.folder() / "mine.json")
    save_notes(file, GameNotes("", (Bookmark(3, 1, "first"), Bookmark(9, 1, "second"))))
    pilot = Pilot()
    open_page(pilot)
    row = pilot.widget("bookmarks").row_rect(0)  # type: ignore[attr-defined]
    pilot.click((row.right - 8, row.centery))
    pilot.draw()
    assert pilot.page == "load" and [mark.text for mark in load_notes(file)[0].bookmarks] == ["second"]
    row = pilot.widget("bookmarks").row_rect(0)  # type: ignore[attr-defined]
    pilot.click((row.right - 8, row.centery))
    assert not file.exists() and not any(widget.name == "bookmarks" for widget in pilot.app.screen.group.widgets)


def test_keys_choose_remove_and_open_a_bookmark() -> None:
    save_as(fighting(), "mine")
    file = notes_file(saves.folder() / "mine.json")
    save_notes(file, GameNotes("", (Bookmark(3, 1, "first"), Bookmark(9, 1, "second"))))
    pilot = Pilot()
    page = open_page(pilot)
    page.group.focus_on(page.group["bookmarks"])
    pilot.key(pygame.K_DOWN)
    pilot.draw()
    assert pilot.page == "load", "an arrow key only chooses"
    pilot.key(pygame.K_DELETE)
    assert [mark.text for mark in load_notes(file)[0].bookmarks] == ["second"] and names(page) == ["mine"]
    pilot.key(pygame.K_DOWN)
    pilot.key(pygame.K_RETURN)
    assert isinstance(replay := pilot.screen, ReplayScreen)
    assert replay.recording.at == replay.recording.place_of(9)


def test_notes_follow_a_copy_of_the_game() -> None:
    pilot = Pilot()
    pilot.setup(("human", "random"), "4")
    for _ in range(4):
        pilot.answer_one()
    pilot.key(pygame.K_b, pygame.KMOD_CTRL)
    pilot.reply("here")
    pilot.key(pygame.K_s, pygame.KMOD_CTRL)
    (copy,) = saves.folder().glob("*.json")
    assert [mark.text for mark in load_notes(notes_file(copy))[0].bookmarks] == ["here"]


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("{", "not JSON"), ("[]", "not a mapping"), ('{"format": 9}', "format must be 1"),
        ('{"format": 1, "notes": ""}', "unknown key 'notes'"), ('{"format": 1, "note": 3}', "must be a text"),
        ('{"format": 1, "bookmarks": [{"answers": 1}]}', "bookmark 1 must have the keys"),
        ('{"format": 1, "bookmarks": [{"answers": -1, "turn": 1, "text": ""}]}', "whole numbers"),
    ],
)  # fmt: skip
def test_damaged_notes_are_said_in_one_line_kept_and_the_game_loads(text: str, cause: str) -> None:
    match = fighting()
    save_as(match, "mine")
    file = notes_file(saves.folder() / "mine.json")
    file.write_text(text)
    pilot = Pilot()
    open_page(pilot)
    pilot.click(pilot.widget("slots").row_rect(0).center)  # type: ignore[attr-defined]
    assert cause in pilot.app.toast[0] and "\n" not in pilot.app.toast[0] and pilot.app.toast[1]
    write(pilot, "note", "new")
    assert load_notes(file)[0].note == "new" and file.with_suffix(".bad.notes").read_text() == text
    pilot.key(pygame.K_ESCAPE)
    pilot.press("open")
    assert pilot.journal == match.journal


def test_the_longest_notes_can_be_read_again(headless: Path) -> None:
    text = "\U0001f680" * MAX_TEXT
    notes = GameNotes(text, tuple(Bookmark(number, 1, text) for number in range(MAX_BOOKMARKS)))
    file = headless / "game.notes"
    assert save_notes(file, notes) == "" and load_notes(file) == (notes, "")


@pytest.mark.parametrize("kind", ["huge", "folder", "link to itself"])
def test_notes_that_are_no_small_file_are_said_in_one_line(headless: Path, kind: str) -> None:
    file = headless / "game.notes"
    headless.mkdir(exist_ok=True)
    if kind == "huge":
        file.write_bytes(b" " * (1 << 20))
    elif kind == "folder":
        file.mkdir()
    else:
        file.symlink_to(file)
    notes, fault = load_notes(file)
    assert notes == GameNotes() and str(file) in fault and "\n" not in fault
    assert "is kept as game.bad.notes" in save_notes(file, GameNotes("new"))
    assert load_notes(file) == (GameNotes("new"), "")


# --- Deletion ---


def test_a_deleted_game_can_be_restored_for_ten_seconds(headless: Path) -> None:
    keep_game(2)
    save_as(fighting(), "apart")
    pilot = Pilot()
    page = open_page(pilot)
    pilot.click(pilot.widget("slots").row_rect(names(page).index("game 1")).center)  # type: ignore[attr-defined]
    write(pilot, "note", "keep me")
    pilot.key(pygame.K_ESCAPE)
    written = {path: path.read_bytes() for path in saves.folder().glob("game 1/*") if path.suffix != ".open"}
    pilot.press("delete")
    assert pilot.app.modal is None and names(page) == ["apart"] and len(saves.slots()) == 1
    pilot.draw()
    pilot.press("undo")
    assert sorted(names(page)) == ["apart", "game 1"]
    assert {path: path.read_bytes() for path in written} == written
    pilot.click(pilot.widget("slots").row_rect(names(page).index("game 1")).center)  # type: ignore[attr-defined]
    pilot.press("delete")
    pilot.wait(630)
    assert names(page) == ["apart"] and not any(widget.name == "undo" for widget in page.group.widgets)
    assert list((headless / "deleted").iterdir()) == []


def test_an_open_list_stays_open_while_the_time_to_undo_passes() -> None:
    for name in ("one", "two"):
        save_as(fighting(), name)
    pilot = Pilot()
    page = open_page(pilot)
    pilot.press("delete")
    first = pilot.widget("undo").label  # type: ignore[attr-defined]
    pilot.press("seat 0")
    pilot.wait(100)
    assert page.group.spread is not None and pilot.widget("undo").label != first  # type: ignore[attr-defined]
    pilot.wait(560)
    assert not any(widget.name == "undo" for widget in page.group.widgets)
    assert page.group.spread is pilot.widget("seat 0")
    pilot.key(pygame.K_ESCAPE)
    assert page.group.spread is None and pilot.page == "load"


def test_leaving_the_page_ends_the_deletion(headless: Path) -> None:
    save_as(fighting(), "mine")
    pilot = Pilot()
    open_page(pilot)
    pilot.key(pygame.K_DELETE)
    assert saves.slots() == []
    pilot.press("back")
    assert list((headless / "deleted").iterdir()) == []


def test_a_new_file_is_not_overwritten_by_undo() -> None:
    save_as(fighting(), "mine")
    path = saves.folder() / "mine.json"
    pilot = Pilot()
    open_page(pilot)
    pilot.press("delete")
    path.write_text(json.dumps({"new": True}))
    pilot.press("undo")
    assert pilot.app.toast[1] and "is not restored" in pilot.app.toast[0]
    assert json.loads(path.read_text()) == {"new": True}


def test_undo_restores_all_other_files_of_the_game(headless: Path) -> None:
    keep_game(3)
    pilot = Pilot()
    page = open_page(pilot)
    (game,) = page.cards
    pilot.press("delete")
    game.latest.path.write_text("new")
    pilot.press("undo")
    assert "is not restored" in pilot.app.toast[0] and game.latest.path.read_text() == "new"
    assert len(game.slots) == 4 and all(slot.path.exists() for slot in game.slots)
    assert names(page) == ["game 1"] and len(page.cards[0].slots) == 4


def test_the_trash_is_emptied_but_a_link_in_it_is_not_followed(headless: Path) -> None:
    own = headless / "documents"
    (headless / "deleted" / "old").mkdir(parents=True)
    own.mkdir()
    for folder in (own, headless / "deleted" / "old"):
        (folder / "letter").write_text("mine")
    (headless / "deleted" / "link").symlink_to(own, target_is_directory=True)
    saves.empty_trash(time.time() + 10)
    assert (own / "letter").exists() and not (headless / "deleted" / "old").exists()


# --- Picture of the window ---


def test_a_key_saves_a_picture_of_the_window_and_says_where(headless: Path) -> None:
    pilot = Pilot()
    for _ in range(2):
        pilot.key(pygame.K_F12)
        for _ in range(2000):
            pilot.wait()
            if not pilot.app.is_taking_picture:
                break
            time.sleep(0.005)
    pictures = sorted((headless / "pictures").glob("*.png"))
    assert len(pictures) == 2 and pygame.image.load(pictures[0]).get_size() == pilot.app.size
    assert str(pictures[-1]) in pilot.app.toast[0] or str(pictures[0]) in pilot.app.toast[0]


def test_a_picture_that_cannot_be_written_is_said(headless: Path) -> None:
    headless.mkdir(exist_ok=True)
    (headless / "pictures").write_text("in the way")
    pilot = Pilot()
    pilot.key(pygame.K_F12)
    while pilot.app.is_taking_picture:
        pilot.wait()
    assert "could not be written" in pilot.app.toast[0] and pilot.app.toast[1]


def test_a_picture_that_cannot_be_finished_leaves_no_empty_file(
    headless: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*args: object, **more: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("jovian.user_files.save_writer.write_whole", full)
    pilot = Pilot()
    pilot.key(pygame.K_F12)
    while pilot.app.is_taking_picture:
        pilot.wait()
    assert "No space left" in pilot.app.toast[0] and list((headless / "pictures").iterdir()) == []
