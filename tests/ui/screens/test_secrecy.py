"""Tests of 2 players at one machine: the screen shows a player's secrets only while that player looks."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from jovian.game.game import OPEN, holds_back
from jovian.match import Match
from jovian.session.session import Session
from jovian.ui.panels.signs import recap
from jovian.ui.screens.replay import ReplayScreen
from jovian.ui.screens.table import TableScreen
from jovian.user_files import saves
from jovian.user_files.save_writer import SaveWriter
from tests.games import game_answers, random_answers, reached, setup
from tests.rules_api import SQUADRONS
from tests.ui.pilot import Pilot, battle_at

GAMES = (("jovian-250", "cega-250"), ("jovian-squadrons-250", "venusian-strike-250"))


def hidden(match: Match, side: int) -> dict[str, str]:
    """Return the living models that only this side knows, with their names."""
    return {m.id: m.name for m in match.state.models.values() if m.owner == side and m.is_in_game and not m.public}


def kept_back(match: Match) -> bool:
    """Return whether a model is to be activated while a side has hidden models."""
    decision = match.decision
    asked = decision is not None and decision.kind == "activate"
    return asked and any(holds_back(match.state, side) for side in (0, 1))


def holding(fleets: tuple[str, str] = GAMES[0], seed: int = 3) -> Match:
    match = reached(kept_back, seed, fleets)
    assert match.decision is not None
    return match


def shows_nothing_of(page: TableScreen, match: Match, side: int) -> None:
    """Check that roster, board, card, and log contain nothing that only a side knows."""
    secret = hidden(match, side)
    assert not set(secret) & set(page.shown.models)
    assert not set(secret) & {row.model_id for row in page.roster.list.items}
    assert not any(ident in page.log._names for ident in secret)
    assert all(entry.seen_by != side for entry in page.log._entries)
    assert page.selection.chosen is None or page.selection.chosen.id not in secret
    assert not any(model.cargo for model in page.shown.models.values() if model.side == side)


@pytest.mark.parametrize("fleets", GAMES)
@pytest.mark.parametrize("turns", [1, pytest.param(2, marks=pytest.mark.long)])
def test_a_game_shows_each_player_only_what_is_theirs(turns: int, fleets: tuple[str, str]) -> None:
    pilot = Pilot()
    match = Match(setup(3, fleets), keep_all=True)
    battle = battle_at(pilot, match)
    curtains = held = open_looks = 0
    sitting = battle.session.hot_seat_viewer
    for choice in game_answers(3, fleets):
        if match.state.turn > turns:
            break
        pilot.take(choice)
        pilot.wait(1)
        if pilot.covered is not None:
            curtains += 1
            sitting = pilot.covered
            pilot.uncover()
        elif battle.session.held_back:
            assert battle.session.hot_seat_viewer in (sitting, OPEN), "the seat changed without a curtain"
            sitting = battle.session.hot_seat_viewer
        else:
            sitting = battle.session.hot_seat_viewer
        if match.decision is not None and battle.session.held_back:
            held += 1
            open_looks += pilot.viewer == OPEN
            assert battle.shown.viewer == sitting
            for side in (0, 1):
                if side != sitting:
                    shows_nothing_of(battle, match, side)
    assert curtains > 10 and held > 50
    assert open_looks or fleets == GAMES[0]


def test_the_first_picture_behind_the_curtain_has_nothing_of_the_other_side() -> None:
    """After a zoom, the old picture of the board is scaled at first. It would show what the other player saw."""
    pilot, match = Pilot(), Match(setup(3, GAMES[0]), keep_all=True)
    battle = battle_at(pilot, match)
    lifted = 0
    for choice in game_answers(3, GAMES[0]):
        if lifted == 6:
            break
        if pilot.covered is not None:
            pilot.key(pygame.K_RETURN)
            first = pilot.draw().copy()
            battle.board.invalidate()
            if lifted:  # The picture before the first curtain is of the same side.
                assert first.get_buffer().raw == pilot.draw().get_buffer().raw
            lifted += 1
        battle.command("zoom in" if lifted % 2 else "zoom out")
        pilot.take(choice)
        pilot.draw()
    assert lifted == 6


def test_the_curtain_falls_on_load(headless: Path) -> None:
    match = holding()
    SaveWriter().save_as(match, saves.HUMANS, "mine")
    pilot = Pilot()
    pilot.press("continue")
    side = match.decision.side  # type: ignore[union-attr]
    assert pilot.covered == side
    picture = pilot.draw()
    assert len({tuple(picture.get_at(at)) for at in ((40, 40), (1200, 100), (100, 600), (700, 60))}) == 1
    pilot.key(pygame.K_RETURN)
    assert pilot.covered is None and pilot.viewer == side
    assert len(saves.slots()) == 1 and not any(ident in saves.slots()[0].title for ident in match.state.models)


def test_a_game_with_a_computer_or_nothing_to_hide_needs_no_curtain() -> None:
    match = holding()
    side = match.decision.side  # type: ignore[union-attr]
    SaveWriter().save_as(match, ("human", "ensign") if side == 0 else ("ensign", "human"), "alone")
    for _ in random_answers(match, 1):
        pass
    SaveWriter().save_as(match, saves.HUMANS, "over")
    for name in ("alone", "over"):
        pilot = Pilot()
        pilot.press("load")
        row = [slot.name for slot in pilot.screen.slots].index(name)  # type: ignore[attr-defined]
        pilot.click(pilot.widget("slots").row_rect(row).center)  # type: ignore[attr-defined]
        pilot.press("open")
        assert pilot.page != "battle" or pilot.covered is None


def test_undo_into_the_turn_of_the_other_side_is_covered() -> None:
    pilot = Pilot()
    match = reached(lambda m: m.state.stage == SQUADRONS and m.decision.kind == "deploy", 3, GAMES[0])
    battle = battle_at(pilot, match)
    first = battle.session.hot_seat_viewer
    assert first is not None
    pilot.take(match.decision.default())  # type: ignore[union-attr]
    assert pilot.covered == 1 - first
    pilot.uncover()
    pilot.key(pygame.K_u)
    assert pilot.covered == first and len(pilot.journal) == len(match.journal)
    pilot.draw()
    pilot.uncover()
    assert pilot.viewer == first == battle.shown.viewer


def test_the_replay_of_a_game_of_two_shows_what_both_know() -> None:
    pilot = Pilot()
    match = holding()
    battle_at(pilot, match)
    pilot.uncover()
    pilot.key(pygame.K_F10)
    pilot.press("replay")
    replay = pilot.screen
    assert isinstance(replay, ReplayScreen)
    names = {model.name for model in match.state.models.values()} - {
        model.name for model in match.state.models.values() if model.public
    }
    for _ in range(replay.recording.length):
        pilot.press("step")
        shown = replay.recording.match
        assert replay.shown.viewer == OPEN
        for side in (0, 1):
            shows_nothing_of(replay, shown, side)
        assert not any(ident in replay.timeline.text for ident in match.state.models)
        assert not any(name in replay.timeline.text for name in names)
    pilot.press("on")
    assert pilot.covered is not None


def test_the_replay_of_a_game_against_a_computer_shows_what_the_player_knows() -> None:
    match = holding()
    session = Session(match, ("human", "ensign"))
    pilot = Pilot()
    pilot.app.show(ReplayScreen(pilot.app, session, None))
    replay = pilot.screen
    assert isinstance(replay, ReplayScreen)
    pilot.press("last")
    pilot.wait()
    assert replay.shown.viewer == 0
    shows_nothing_of(replay, replay.recording.match, 1)


def test_watching_an_unfinished_save_asks_who_plays_it_not_who_is_chosen_now() -> None:
    SaveWriter().save_as(holding(), saves.HUMANS, "mine")
    pilot = Pilot()
    pilot.press("replay")
    for side in (0, 1):
        pilot.seat(side, "ensign")
    pilot.press("open")
    assert pilot.page == "replay" and pilot.screen.recording.viewer == OPEN


def test_the_recap_names_nobody_unseen() -> None:
    match = holding(GAMES[1])
    session = Session(match)
    text = " ".join(line.text for line in recap(session, ("A", "B")))
    known = {model.name for model in match.state.models.values() if model.public}
    for side in (0, 1):
        assert not any(name in text for name in set(hidden(match, side).values()) - known)
