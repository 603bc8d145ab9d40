"""Tests of the log: one entry per attack, details behind a triangle, folded headings, search, and a second look."""

from __future__ import annotations

import re
from functools import cache

import pygame
import pytest

from jovian.narrator import CARD, PLACE, Names, group_events, tell_group
from jovian.ui.kit.theme import px
from jovian.ui.panels.log_panel import SEARCH_GHOST
from jovian.ui.presentation.log import ACTIVATION, DETAILS, ENTRY, TURN, LogRow
from jovian.ui.screens.battle import BattleScreen
from jovian.ui.settings import Settings
from tests.games import finished
from tests.playthroughs.write import EPISODES
from tests.rules.fights import FAR
from tests.rules.stage import gun, ship, squadron, stage
from tests.rules_api import build_rulebook
from tests.ui.fitting import recorded_texts
from tests.ui.pilot import Pilot, battle_at, fighting

CODE = re.compile(r"\b\d+[BFM]\b|[→]|->|(?<![\w+])(?:[DT]|Q\+)[1-6]\b|\(N\)|\b[a-z]+/[a-z]+|_")


def watched() -> tuple[Pilot, BattleScreen]:
    """Return a battle in which 2 computer players have played for a while."""
    pilot = Pilot((1920, 1080))
    battle = battle_at(pilot, fighting(), ("ensign", "random"))
    pilot.wait(60)
    pilot.open_log()
    pilot.draw()
    return pilot, battle


def text(row: LogRow) -> str:
    return " ".join(piece.text for piece in row.pieces)


def place(battle: BattleScreen, row: LogRow, x: int) -> tuple[int, int]:
    """Return a point of a visible row."""
    rows = battle.log.list
    index = next(n for n, item in enumerate(rows.items) if item is row)
    rows.scroll_to(index)
    return rows.rect.left + x, rows.row_rect(index).centery


def press_triangle(pilot: Pilot, battle: BattleScreen, row: LogRow) -> None:
    pilot.open_log()
    pilot.click(place(battle, row, 16 if row.rank == ENTRY else 7))
    pilot.draw()


def type_words(pilot: Pilot, words: str) -> None:
    for letter in words:
        pilot.app.step([pygame.event.Event(pygame.TEXTINPUT, text=letter)], 1 / 60)
    pilot.draw()


def press(pilot: Pilot, code: int, letter: str, mod: int) -> None:
    """Press and release a key that types a letter."""
    pilot.post(pygame.event.Event(pygame.KEYDOWN, key=code, unicode=letter, mod=mod))
    pilot.post(pygame.event.Event(pygame.KEYUP, key=code, mod=mod))


@cache
def told() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the visible lines and the details of whole games."""
    visible, details = [], []
    game = finished(3)
    for match in (game, *(scene() for scene in EPISODES.values())):
        names, book = Names.of(match.state, ("Blue", "Red")), build_rulebook()
        for group in group_events(match.events):
            story = tell_group(group, names, book)
            visible += [line.without(PLACE, CARD).text for line in story.lines]
            details += [line.text for line in story.details]
        idents = set(game.state.models)
        assert not [line for line in visible if idents & set(line.split())]
    return tuple(visible), tuple(details)


def test_no_visible_line_contains_a_code() -> None:
    visible, details = told()
    assert not [line for line in visible if CODE.search(line)]
    assert any("written 2B" in line for line in details) and len(visible) > 300


def test_an_attack_is_one_entry_with_what_it_did() -> None:
    visible, _ = told()
    assert any(re.search(r" hits .+ with an? [A-Z].*: \d Structure, \d of \d boxes left$", line) for line in visible)
    assert any(re.search(r" misses .+ with an? [A-Z]", line) for line in visible)
    assert not [line for line in visible if " fires " in line or (" rolls for " in line and " of " in line[:20])]


def test_moves_of_one_model_are_one_line() -> None:
    visible, details = told()
    assert any(re.search(r' moves [\d.]+" \(\d+ moves\)$', line) for line in visible)
    assert sum(" moves " in line for line in details) > 20


def test_no_event_is_lost_or_told_twice_however_the_log_comes() -> None:
    events = list(finished(3).events)
    whole = group_events(events)
    assert [entry for group in whole for entry in group] == events
    groups: list[tuple] = []
    for entry in events:
        last = groups.pop() if groups else ()
        groups += group_events((*last, entry))
    assert groups == whole


def test_a_click_on_a_triangle_unfolds_the_dice_and_folds_them_again() -> None:
    game = stage(ship("A", 0, (24, 20), weapons=[gun("Kinetic Cannon", as_=5)]), squadron("B", 1, (24, 22.8)), FAR)
    game.begin("a").attack("a1", "b").faces([4, 4, 1, 2, 3, 6]).expect("menu")
    pilot = Pilot((1920, 1080))
    battle = battle_at(pilot, game.match)
    pilot.uncover()
    pilot.open_log()
    pilot.draw()
    rows = battle.log.list
    assert not any(row.dice or CODE.search(text(row)) for row in rows.items)
    entry = next(row for row in rows.items if row.folds and row.rank == ENTRY)
    known = len(pilot.journal)
    press_triangle(pilot, battle, entry)
    details = [row for row in rows.items if row.rank == DETAILS]
    assert any(row.dice for row in details) and any("written" in text(row) for row in details)
    press_triangle(pilot, battle, next(row for row in rows.items if row.number == entry.number))
    assert not any(row.rank == DETAILS for row in rows.items) and len(pilot.journal) == known


@pytest.mark.parametrize("rank", [TURN, ACTIVATION])
def test_turns_and_activations_fold(rank: int) -> None:
    pilot, battle = watched()
    battle.watching.watch.paused = True
    rows = battle.log.list
    before = [text(row) for row in rows.items]
    heading = next(row for row, after in zip(rows.items, rows.items[1:], strict=False) if row.rank == rank < after.rank)
    press_triangle(pilot, battle, heading)
    folded = list(rows.items)
    at = folded.index(heading)
    assert len(folded) < len(before) and (at + 1 == len(folded) or folded[at + 1].rank <= ENTRY)
    press_triangle(pilot, battle, heading)
    assert [text(row) for row in rows.items] == before


def test_a_search_opens_the_log_and_hides_the_other_entries() -> None:
    pilot, battle = watched()
    battle.watching.watch.paused = True
    count, known = len(battle.log.list.items), len(pilot.journal)
    pilot.key(pygame.K_ESCAPE)
    press(pilot, pygame.K_f, "", pygame.KMOD_CTRL)
    assert battle.is_log_open
    type_words(pilot, "MISSES ")
    assert battle.log.field.text == "MISSES " and pilot.app.caret is not None
    entries = {row.number for row in battle.log.list.items if row.rank == ENTRY}
    texts = {number: " ".join(text(row) for row in battle.log.lines if row.number == number) for number in entries}
    assert entries and all("misses" in words for words in texts.values())
    assert any(row.rank == ACTIVATION for row in battle.log.list.items)
    pilot.key(pygame.K_RETURN)
    assert pilot.app.caret is None and battle.log.field.text
    press(pilot, pygame.K_f, "", pygame.KMOD_CTRL)
    pilot.key(pygame.K_ESCAPE)
    pilot.draw()
    assert len(battle.log.list.items) == count and pilot.app.caret is None and len(pilot.journal) == known


def test_a_click_on_an_entry_shows_an_own_activation_again() -> None:
    pilot = Pilot((1920, 1080))
    battle = battle_at(pilot, stage(ship("A", 0, (24, 20)), ship("C", 0, (8, 8)), FAR).match, ("human", "ensign"))
    pilot.uncover()
    pilot.give(["activate", "a"])
    for _ in range(20):
        if pilot.match.decision is not None and pilot.match.decision.kind == "menu":
            break
        pilot.give(pilot.match.decision.default().to_json())
    pilot.give(["move", 2.0])
    pilot.open_log()
    pilot.draw()
    row = next(row for row in battle.log.list.items if " moves " in f" {text(row)} ")
    battle.app.settings.speed = 1.0
    pilot.click(place(battle, row, 60))
    assert battle.watching.shows_again


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_no_row_of_the_log_is_cut(scale: float) -> None:
    pilot = Pilot((1280, 720), Settings(speed=0.0, scale=scale))
    log = battle_at(pilot, fighting()).log
    pilot.open_log()
    pilot.draw()
    for up in range(0, 60, 7):
        log.list.offset = max(0, log.list.furthest - up)
        log.stale = True
        with recorded_texts() as texts:
            log.draw(pilot.surface)
        ends = [(each.rect.centery - px(9), each.rect.centery + px(9)) for each in texts if each.whole != SEARCH_GHOST]
        assert ends and all(log.list.rect.top <= top and bottom <= log.list.rect.bottom for top, bottom in ends)


def test_the_line_tells_the_last_event_and_opens_the_log_over_the_board() -> None:
    pilot, battle = watched()
    battle.watching.watch.paused = True
    pilot.wait(2)
    with recorded_texts() as texts:
        battle.log_line.stale = True
        pilot.draw()
    words = " ".join(each.whole for each in texts if battle.log_line.rect.contains(each.rect))
    last = next(row for row in reversed(battle.log.lines) if row.rank == ENTRY)
    assert text(last).split()[0] in words and words.startswith("/ Log")
    pilot.key(pygame.K_ESCAPE)
    assert not battle.is_log_open
    pilot.click(battle.log_line.rect.center)
    board, drawer = pilot.board_place, battle.log.rect
    assert battle.is_log_open and drawer.bottom == board.bottom and drawer.height == board.height * 40 // 100
    assert not battle.is_on_board(drawer.center)
    pilot.key(pygame.K_ESCAPE)
    assert not battle.is_log_open and battle.is_on_board(drawer.center)
    pilot.key(pygame.K_SLASH)
    assert battle.is_log_open
