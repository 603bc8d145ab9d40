"""Tests of a computer player's thinking time: the window continues, you can hurry it, and it gives a reason."""

from __future__ import annotations

import pygame

from jovian.game.events import Remarked
from jovian.match import Match
from jovian.narrator import REMARK
from jovian.players.worker import InlineWorker, PlayerQuestion, WorkerResult
from jovian.ui.kit.widgets import Modal
from jovian.ui.screens.battle import BattleScreen
from jovian.ui.settings import LOGGED, SHOWN, UNSAID, Settings
from tests.bounds import until
from tests.games import setup
from tests.ui.pilot import Pilot, battle_at, fighting

FRAMES = 25
"""More frames than it takes to show the message."""


class Slow:
    """A worker that thinks until it is released."""

    in_background = True

    def __init__(self) -> None:
        self.done = False
        self.asked = self.hurried = self.dropped = 0
        self.says: WorkerResult | None = None
        self._mind = InlineWorker()

    def follow(self, match: Match) -> None:
        """Do nothing: the worker follows by itself."""

    def ask(self, match: Match, question: PlayerQuestion) -> None:
        self.asked += 1
        self._mind.ask(match, question)

    def poll(self, wait: float = 0.0) -> WorkerResult | None:
        if not self.done:
            return None
        self.done = False
        return self.says or self._mind.poll()

    def hurry(self) -> None:
        self.hurried += 1

    def drop(self) -> None:
        self.dropped += 1

    def close(self) -> None:
        """Do nothing: nothing runs for it."""


def thinking(settings: Settings | None = None) -> tuple[Pilot, BattleScreen, Slow]:
    """Return a battle at the decision of a computer player that is thinking."""
    pilot, mind = Pilot((1280, 720), settings), Slow()
    pilot.app.decision_worker = mind
    match = fighting()
    assert match.decision is not None
    seats = ("human", "ensign") if match.decision.side else ("ensign", "human")
    return pilot, battle_at(pilot, match, seats), mind


def test_without_motion_nothing_moves_while_it_thinks() -> None:
    for motion, moves in (("none", False), ("full", True)):
        pilot, _, _ = thinking(Settings(motion=motion))
        pilot.wait(FRAMES + 40)
        pictures = set()
        for _ in range(12):
            pilot.wait(10)
            pictures.add(pygame.image.tobytes(pilot.draw(), "RGB"))
        assert (len(pictures) > 1) == moves, motion


def test_that_it_thinks_is_only_seen_when_it_takes_a_while() -> None:
    pilot, battle, mind = thinking()
    pilot.wait(5)
    assert battle.sign.shown == "" and "thinks" in pilot.title
    pilot.wait(FRAMES)
    assert battle.sign.shown.endswith("the ensign thinks") and mind.asked == 1
    pilot.draw()
    before = len(pilot.journal)
    mind.done = True
    pilot.wait(3)
    assert len(pilot.journal) > before and battle.sign.shown == ""


def test_the_window_goes_on_meanwhile() -> None:
    pilot, battle, mind = thinking()
    pilot.wait(FRAMES)
    pilot.move(battle.view_rect.center)
    where = pilot.camera
    pilot.wheel(2)
    assert pilot.camera != where
    ship = next(model for model in pilot.view.on_table() if model.is_capital)
    pilot.click(pilot.on(ship.pose))
    assert pilot.selected == ship.id
    pilot.key(pygame.K_F10)
    assert isinstance(pilot.app.modal, Modal)
    mind.done = True
    before = len(pilot.journal)
    pilot.wait(5)
    assert len(pilot.journal) == before, "what it came to waits for who reads the menu"
    pilot.key(pygame.K_ESCAPE)
    pilot.wait(3)
    assert len(pilot.journal) > before


def test_it_is_hurried_by_key_and_by_the_button_of_the_sign() -> None:
    pilot, battle, mind = thinking()
    pilot.wait(FRAMES)
    pilot.key(pygame.K_v)
    assert mind.hurried == 1 and "Stop now" in battle.sign.button.label
    pilot.click(battle.sign.button.rect.center)
    assert mind.hurried == 2
    pilot.draw()


def test_a_player_that_fails_is_named_and_the_default_taken() -> None:
    pilot, _, mind = thinking()
    asked = pilot.match.decision
    assert asked is not None
    default = asked.default().to_json()
    mind.says, mind.done = WorkerResult(None, failed="ZeroDivisionError: by zero"), True
    pilot.wait(1)
    assert pilot.journal[-1].choice == default
    assert pilot.app.toast[0] == "The ensign failed (ZeroDivisionError: by zero). The default choice was used."


def test_what_it_thinks_about_is_dropped_when_the_game_goes_back() -> None:
    pilot, battle, mind = thinking()
    pilot.wait(2)
    battle.session.step_back()
    assert mind.dropped == 1
    pilot.wait(2)
    assert mind.asked == 2 or not battle.session.waits_for_computer


def battle_of_ensigns(reasons: str) -> tuple[Pilot, BattleScreen]:
    """Return a battle in which 2 ensigns have played for a while."""
    pilot = Pilot((1280, 720), Settings(speed=0.0, scale=1.0, reasons=reasons))
    battle = battle_at(pilot, fighting(), ("ensign", "ensign"))
    pilot.wait(40)
    pilot.draw()
    return pilot, battle


def test_reasons_stand_in_the_log_and_nowhere_else_unless_they_are_wanted() -> None:
    pilot, battle = battle_of_ensigns(LOGGED)
    texts = [each.text for each in pilot.match.events.of(Remarked)]
    assert texts and texts[0] in " ".join(pilot.told()) and battle.course.saying.text == ""
    assert any(row.about == REMARK for row in battle.log.list.items)
    pilot.app.settings.reasons = UNSAID
    battle.dirty = True
    pilot.wait()
    assert not any(row.about == REMARK for row in battle.log.list.items)


def test_no_reasons_are_asked_for_where_they_are_off() -> None:
    pilot, _ = battle_of_ensigns(UNSAID)
    assert not [*pilot.match.events.of(Remarked)]


def test_on_the_table_a_reason_stays_a_while() -> None:
    pilot, battle = battle_of_ensigns(SHOWN)
    while not battle.course.saying.text:
        pilot.wait()
    reason = battle.course.saying.text
    assert reason == [*pilot.match.events.of(Remarked)][-1].text
    battle.session.seats = ("human", "human")
    pilot.draw()
    pilot.wait(60)
    assert battle.course.saying.text == reason
    pilot.wait(300)
    assert battle.course.saying.text == ""


def test_a_game_in_the_window_goes_as_without_one() -> None:
    match = Match(setup(5, ("jovian-150", "cega-150")), keep_all=True)
    pilot = Pilot()
    battle = battle_at(pilot, match, ("ensign", "random"))
    pilot.wait(60)
    session = battle.session
    other = battle_at(Pilot(), Match(setup(5, ("jovian-150", "cega-150")), keep_all=True), ("ensign", "random")).session
    for _ in until(lambda: len(other.match.journal) >= len(session.match.journal)):
        other.step_computer()
    assert other.match.journal[: len(session.match.journal)] == session.match.journal
