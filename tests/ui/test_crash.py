"""Tests of errors in a screen, a rule, or a player: they never end the game or the window."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pygame
import pytest

from jovian.match.entries import Answered
from jovian.match.saves import load
from jovian.ui.app import CLOSED, EmptyScreen
from jovian.ui.screens.battle import BattleScreen
from jovian.ui.screens.settings_screen import SettingsScreen
from jovian.ui.screens.title import TitleScreen
from jovian.user_files import saves
from tests.ui.pilot import Pilot, battle_at, fighting


def boom(*args: Any, **kwargs: Any) -> Any:
    raise ZeroDivisionError("injected\nover two lines")


def daring() -> Pilot:
    pilot = Pilot()
    pilot.daring = True
    return pilot


@pytest.mark.parametrize("part", ["update", "handle", "draw", "refresh", "layout"])
def test_an_error_in_the_battle_saves_the_game_and_leads_back(
    headless: Path, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    pilot = daring()
    battle_at(pilot, fighting())
    whole = list(pilot.journal)
    monkeypatch.setattr(BattleScreen, part, boom)
    pilot.post(pygame.event.Event(pygame.VIDEORESIZE, size=(1600, 900), w=1600, h=900))
    pilot.move((600, 300))
    pilot.draw()
    modal = pilot.app.modal
    assert pilot.page == "title" and modal is not None and modal.title == CLOSED
    assert "'rescued game'" in modal.text and "error.txt" in modal.text and "\n" not in modal.text
    assert load(headless / "saves" / "rescued game.json").journal == whole
    assert "injected" in (headless / "reports" / "error.txt").read_text()
    monkeypatch.undo()
    monkeypatch.setenv("JOVIAN_WARS_HOME", str(headless))
    pilot.key(pygame.K_RETURN)
    pilot.app.show(TitleScreen(pilot.app))
    pilot.press("continue")
    assert pilot.journal == whole and pilot.app.running


def test_an_error_in_a_page_over_the_battle_saves_the_game_too(headless: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pilot = daring()
    battle_at(pilot, fighting())
    pilot.key(pygame.K_F10)
    pilot.press("settings")
    assert pilot.page == "settings"
    monkeypatch.setattr(SettingsScreen, "act", boom)
    pilot.press("done")
    assert pilot.page == "title" and (headless / "saves" / "rescued game.json").exists()
    assert pilot.app.game is None


def test_every_rescue_has_a_name_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    pilot = daring()
    for _ in range(2):
        battle_at(pilot, fighting())
        with monkeypatch.context() as broken:
            broken.setattr(BattleScreen, "update", boom)
            pilot.wait()
        pilot.key(pygame.K_RETURN)
    assert {slot.name for slot in saves.slots()} == {"rescued game", "rescued game (2)"}


def test_a_rescue_that_fails_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    full_disk = ("jovian.match.files.os.fsync", "No space left")
    for fault, told in (full_disk, ("jovian.user_files.save_writer.write", "ZeroDivision")):
        pilot = daring()
        battle_at(pilot, fighting())

        def full(*args: object) -> None:
            raise OSError(28, "No space left on device")

        with monkeypatch.context() as broken:
            broken.setattr(fault, full if "fsync" in fault else boom)
            broken.setattr(BattleScreen, "update", boom)
            pilot.wait()
        assert pilot.page == "title" and pilot.app.modal is not None and told in pilot.app.modal.text


def test_a_title_that_fails_is_no_endless_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    pilot = daring()
    with monkeypatch.context() as broken:
        broken.setattr(TitleScreen, "draw", boom)
        for _ in range(4):
            pilot.draw()
        assert isinstance(pilot.screen, EmptyScreen)
    pilot.key(pygame.K_RETURN)
    pilot.draw()
    assert pilot.page == "title"
    monkeypatch.setattr(EmptyScreen, "draw", boom)
    pilot.app.show(EmptyScreen(pilot.app))
    with pytest.raises(ZeroDivisionError):
        pilot.draw()


def fail_at(battle: BattleScreen, monkeypatch: pytest.MonkeyPatch, times: int = 10**9) -> None:
    """Let the rules fail at the next answers on this screen."""
    match, left = battle.session.match, [times]
    runner = type(match._runner)
    apply = runner.apply

    def failing(self: Any, entry: Any, answer: Any = None) -> None:
        fresh = self is match._runner and bool(match.journal) and entry is match.journal[-1]
        if fresh and left[0] > 0:
            left[0] -= 1
            boom()
        apply(self, entry, answer)

    monkeypatch.setattr(runner, "apply", failing)


def test_a_rule_that_fails_offers_the_game_up_to_the_answer_before(
    headless: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pilot = Pilot()
    battle = battle_at(pilot, fighting())
    match = pilot.match
    whole, digest = list(match.journal), match.state.digest()
    assert match.decision is not None
    fail_at(battle, monkeypatch, 1)
    pilot.take(match.decision.default())
    modal = pilot.app.modal
    assert modal is not None and modal.title == "Internal error in a rule" and "rescued game" in modal.text
    assert match.journal == whole and match.state.digest() == digest
    assert load(headless / "saves" / "rescued game.json").state.digest() == digest
    assert len(list((headless / "reports").glob("*.json"))) == 1
    pilot.press("back")
    assert match.journal == whole[:-1] and pilot.screen is battle
    pilot.uncover()
    count = len(match.journal)
    pilot.take(match.decision.default())
    assert len(match.journal) == count + 1


def test_a_computer_player_whose_answer_breaks_a_rule_takes_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    pilot = Pilot()
    match = fighting()
    asked = match.decision
    assert asked is not None
    before, usual, rng = len(match.journal), asked.default().to_json(), Random(1)
    other = next(choice for choice in iter(lambda: asked.sample(rng).to_json(), None) if choice != usual)
    monkeypatch.setattr("jovian.players.worker.ask", lambda match, player: other)
    battle = battle_at_rest(pilot, match, monkeypatch, 1)
    pilot.wait(1)
    assert match.journal[before:] == [Answered(asked.side, asked.kind, usual)] and pilot.screen is battle
    assert "the default choice was used" in pilot.app.toast[0].lower() and pilot.app.modal is None


def battle_at_rest(pilot: Pilot, match: Any, monkeypatch: pytest.MonkeyPatch, times: int) -> BattleScreen:
    """Return a battle of 2 computers without answers whose next answers fail."""
    from jovian.session.session import Session

    battle = BattleScreen(pilot.app, Session(match, ("ensign", "ensign")))
    fail_at(battle, monkeypatch, times)
    pilot.app.show(battle)
    return battle


def test_a_rule_that_always_fails_asks_and_can_be_left(monkeypatch: pytest.MonkeyPatch) -> None:
    pilot = Pilot()
    match = fighting()
    battle_at_rest(pilot, match, monkeypatch, 10**9)
    pilot.wait(40)
    assert pilot.app.modal is not None and pilot.app.modal.title == "Internal error in a rule"
    pilot.press("title")
    assert pilot.page == "title"
