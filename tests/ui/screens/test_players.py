"""Tests of changed seats in a running game, by which no player sees the other's secrets."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from jovian.game.game import holds_back
from jovian.match import Match
from jovian.players.worker import WorkerResult
from jovian.session.session import Session
from jovian.session.views import HUMAN, LINES, SEATS, describe_player, known_seat, player_name
from jovian.ui.screens.battle import BattleScreen
from jovian.user_files import saves
from tests.games import setup
from tests.ui.pilot import Pilot, battle_at, fighting
from tests.ui.screens.test_thinking import Slow

HIDDEN = ("jovian-squadrons-250", "venusian-strike-250")

BOT = """
class Walker:
    reason = "it walks"

    def choose(self, decision, view):
        return decision.default()
"""


def start_game(side: int) -> Match:
    """Return a game with hidden models on both sides, at a visible decision of a side."""
    match = Match(setup(3, HIDDEN), keep_all=True)
    while match.decision is not None:
        secrets = all(holds_back(match.state, each) for each in (0, 1))
        if secrets and Session(match).held_back and match.decision.side == side and not match.decision.secret:
            return match
        match.answer(match.decision.default())
    raise AssertionError("nothing is hidden in it")


def reseated(pilot: Pilot, *seats: str) -> BattleScreen:
    """Change the seats on the page of the menu."""
    pilot.key(pygame.K_F10)
    pilot.press("players")
    assert pilot.page == "players"
    for side, seat in enumerate(seats):
        if pilot.screen.seats[side] != seat:
            pilot.seat(side, seat)
    pilot.draw()
    pilot.press("done")
    return pilot.battle


@pytest.mark.parametrize("side", [0, 1])
def test_a_human_who_takes_a_side_over_looks_behind_a_curtain(side: int) -> None:
    pilot = Pilot()
    seats = (HUMAN, "ensign") if side else ("ensign", HUMAN)
    battle_at(pilot, start_game(1 - side), seats)
    before = pilot.viewer
    battle = reseated(pilot, HUMAN, HUMAN)
    assert pilot.covered is None and pilot.viewer == before == 1 - side, "current players plays on"
    pilot.app.decision_worker = Slow()
    battle_at(pilot, start_game(side), seats)
    battle = reseated(pilot, HUMAN, HUMAN)
    assert pilot.covered == side
    pilot.draw()
    pilot.uncover()
    assert pilot.viewer == side and battle.session.decision is not None


def test_of_two_humans_one_gives_way_to_a_computer_and_the_other_looks_behind_a_curtain() -> None:
    pilot = Pilot()
    battle_at(pilot, start_game(0), (HUMAN, HUMAN))
    pilot.uncover()
    assert pilot.viewer == 0
    before = len(pilot.journal)
    reseated(pilot, "random", HUMAN)
    assert pilot.covered == 1
    pilot.wait(10)
    assert len(pilot.journal) == before, "nothing goes on behind the curtain"
    pilot.uncover()
    assert pilot.viewer == 1
    pilot.wait(10)
    assert len(pilot.journal) > before


def test_no_curtain_falls_where_nothing_is_shown_that_was_not_seen() -> None:
    pilot = Pilot()
    battle_at(pilot, start_game(0), (HUMAN, "random"))
    reseated(pilot, "random", "random")
    assert pilot.covered is None and pilot.viewer is None
    before = len(pilot.journal)
    pilot.wait(10)
    assert len(pilot.journal) > before


def test_who_thinks_may_be_relieved_meanwhile_and_the_game_keeps_who_plays() -> None:
    pilot, mind = Pilot(), Slow()
    pilot.app.decision_worker = mind
    match = fighting()
    assert match.decision is not None
    side = match.decision.side
    battle_at(pilot, match, ("ensign", HUMAN) if side == 0 else (HUMAN, "ensign"))
    pilot.wait(30)
    before = len(pilot.journal)
    battle = reseated(pilot, HUMAN, HUMAN)
    assert mind.dropped == 1 and len(pilot.journal) == before
    mind.done, mind.says = True, WorkerResult(["end"])
    pilot.uncover()
    pilot.wait(5)
    assert len(pilot.journal) == before and battle.session.decision is not None
    assert saves.slots()[0].seats == (HUMAN, HUMAN)


def test_back_leaves_all_as_it_was() -> None:
    pilot = Pilot()
    battle_at(pilot, fighting(), (HUMAN, HUMAN))
    pilot.uncover()
    pilot.key(pygame.K_F10)
    pilot.press("players")
    pilot.seat(0, "random")
    pilot.key(pygame.K_ESCAPE)
    assert pilot.battle.session.seats == (HUMAN, HUMAN) and pilot.covered is None


def test_a_player_file_is_taken_or_told_what_is_wrong_with_it(tmp_path: Path) -> None:
    bot = tmp_path / "walker.py"
    bot.write_text(BOT, encoding="utf-8")
    pilot = Pilot()
    pilot.press("new")
    pilot.seat(1, "")
    assert pilot.app.modal is not None
    pilot.reply(str(bot))
    modal = pilot.app.modal
    assert modal is not None and modal.title == "walker.py" and modal.field.text == "Walker"  # type: ignore[attr-defined]
    pilot.reply("Runner")
    modal = pilot.app.modal
    assert modal is not None and "Runner" in modal.text and "walker.py" in modal.text
    pilot.reply("Walker")
    pilot.draw()
    pilot.begin()
    battle = pilot.battle
    seat = battle.session.seats[1]
    assert seat == "walker.py:Walker" and player_name(seat) == "Walker of walker.py"
    pilot.deploy_all()
    pilot.wait(20)
    assert any(entry.side == 1 for entry in pilot.journal) and battle.session.failed == ""


def test_all_who_may_sit_there_are_told_in_a_line() -> None:
    assert SEATS[0] == HUMAN and all(describe_player(seat) and player_name(seat) for seat in SEATS)
    assert player_name("captain:bold") == "captain (bold)" and "risks" in describe_player("captain:bold")
    assert known_seat("somebody") == HUMAN and known_seat("my/bot.py:Gunner") == "bot.py:Gunner"
    assert all("\n" not in line and len(line) < 60 for line in LINES.values())
