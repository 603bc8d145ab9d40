"""Tests of plans in the window: an activation is saved as a plan and undone, drawn, and rehearsed with others."""

from __future__ import annotations

from pathlib import Path

import pytest

from jovian.match.entries import Answered
from jovian.players import PLAYERS
from jovian.ui.board import Ghost, PointLabel
from jovian.ui.screens.replay import ReplayScreen
from jovian.ui.session.plans import GAMES, SEATED, Plans
from jovian.user_files.saves import LETTERS
from tests.rehearsal.positions import last_shot
from tests.rules.stage import ship, squadron
from tests.ui.pilot import Pilot, battle_at
from tests.ui.session.test_rehearsals import until_over

SHOOTING = (["attack", ["a1"], "mark"], ["move", 3.0], ["end"])
PASSING = (["move", 2.0], ["turn", 45], ["end"])


@pytest.fixture
def pilot(headless: Path) -> Pilot:
    pilot = Pilot()
    battle_at(pilot, last_shot(ship("Hulk", 1, (24, 44)), options={"rehearsal": "on"}))
    pilot.uncover()
    return pilot


def plans(pilot: Pilot) -> Plans:
    return pilot.battle.course.menu.plans


def play(pilot: Pilot, *orders: list[object]) -> None:
    """Play the gunner's activation."""
    if not pilot.journal:
        pilot.take(["declare", "none", 0])
    for order in orders:
        pilot.take(order)
    pilot.wait()


def chosen(pilot: Pilot, answer: str) -> str:
    """Open the plans and press a button. Return the message."""
    pilot.press("menu")
    pilot.press("plans")
    assert pilot.app.modal is not None
    message = pilot.app.modal.text
    pilot.press(answer)
    pilot.wait()
    return message


def letters(pilot: Pilot) -> list[str]:
    return [note.text for note in pilot.sees(PointLabel, "lit")]


def test_an_activation_is_kept_and_taken_back_and_its_ghost_stays(pilot: Pilot) -> None:
    play(pilot, *SHOOTING)
    chosen(pilot, "keep")
    assert pilot.journal == []
    assert letters(pilot) == ["A"]
    (ghost,) = pilot.sees(Ghost)
    assert (ghost.pose.x, ghost.pose.y) == (24.0, 15.0)
    play(pilot, *PASSING[:2])
    assert letters(pilot) == ["A"], "it stays while another one is tried"
    play(pilot, PASSING[2])
    assert letters(pilot) == [], "the other side is asked, and need not know"
    chosen(pilot, "keep")
    assert letters(pilot) == ["A", "B"]
    pilot.draw()


def test_plans_are_rehearsed_together_and_their_figures_stand_beside_the_letters(pilot: Pilot) -> None:
    for orders in (SHOOTING, PASSING):
        play(pilot, *orders)
        chosen(pilot, "keep")
    chosen(pilot, "rehearse")
    run = plans(pilot).run
    assert run is not None
    until_over(run)
    pilot.wait(2)
    assert run.notice == ""
    first, second = letters(pilot)
    assert first.startswith("A ") and first.endswith("% best")
    assert second.startswith("B 50 % (-") and second.endswith("dropped)")
    best, behind, *_ = chosen(pilot, "close").split("\n")
    assert best.startswith("A · Gunner: ") and ", the best so far, " in best
    assert behind.startswith("B · Gunner: 50 % (") and " points behind (" in behind and ", stopped early, " in behind
    pilot.draw()


def test_keys_keep_a_plan_and_open_them(pilot: Pilot) -> None:
    play(pilot, *SHOOTING)
    pilot.battle.command("keep plan")
    assert (pilot.journal, letters(pilot)) == ([], ["A"])
    pilot.battle.command("plans")
    assert pilot.app.modal is not None and "A · Gunner" in pilot.app.modal.text


def test_games_and_players_are_chosen_where_plans_are_compared(pilot: Pilot) -> None:
    for orders in (SHOOTING, PASSING):
        play(pilot, *orders)
        chosen(pilot, "keep")
    chosen(pilot, "games")
    pilot.press("player")
    assert (plans(pilot).games, plans(pilot).player) == (GAMES[1], PLAYERS[0])
    for _ in PLAYERS:
        pilot.press("player")
    assert plans(pilot).player == SEATED
    pilot.press("games")
    pilot.press("player")
    pilot.press("rehearse")
    run = plans(pilot).run
    assert run is not None
    spec = plans(pilot).spec
    assert spec is not None and (spec.players, spec.games) == ((PLAYERS[0], PLAYERS[0]), GAMES[2])
    assert spec.start.knowing is None, "nothing is hidden, so its games can be watched"
    run.cancel()


def test_the_typical_game_of_each_plan_is_watched_from_where_they_begin(pilot: Pilot) -> None:
    play(pilot, ["move", 2.0], ["end"])
    chosen(pilot, "keep")
    before = len(pilot.journal)
    for orders in (SHOOTING, PASSING):
        play(pilot, *orders)
        chosen(pilot, "keep")
    assert plans(pilot).to_watch == []
    chosen(pilot, "rehearse")
    run = plans(pilot).run
    assert run is not None
    until_over(run)
    pilot.wait(2)
    assert run.notice == ""
    assert [game.plan for game in plans(pilot).to_watch if game.what == "typical game"] == ["A", "B", "C"]
    battle = pilot.battle
    chosen(pilot, "watch")
    labels = [each.label for each in pilot.app.modal.buttons.widgets]  # type: ignore[union-attr]
    assert f"B: best for {battle.names[0]}" in labels
    pilot.press("B: typical game")
    replay = pilot.screen
    assert isinstance(replay, ReplayScreen)
    assert (replay.recording.at, replay.back) == (before, battle)
    assert Answered(0, "menu", SHOOTING[0]) in replay.recording.whole.journal[before:]
    pilot.draw()
    replay.leave()
    assert pilot.screen is battle and letters(pilot)[0].startswith("A ")


def test_no_game_is_watched_where_something_is_hidden_from_the_side(headless: Path) -> None:
    pilot = Pilot()
    carrier = ship("Hulk", 1, (24, 44), id="hulk", traits=["Hangers:2"])
    aboard = squadron("Sting", 1, (0, 0), embarked_in="hulk")
    battle_at(pilot, last_shot(carrier, aboard, options={"rehearsal": "on"}))
    pilot.uncover()
    for orders in (SHOOTING, PASSING):
        play(pilot, *orders)
        pilot.battle.command("keep plan")
        pilot.uncover()
    chosen(pilot, "rehearse")
    run, spec = plans(pilot).run, plans(pilot).spec
    assert run is not None and spec is not None and spec.start.knowing == 0
    until_over(run)
    assert run.notice == "" and plans(pilot).to_watch == []


def test_why_a_game_against_somebody_has_none_is_told(headless: Path) -> None:
    pilot = Pilot()
    battle_at(pilot, last_shot(ship("Hulk", 1, (24, 44))))
    pilot.uncover()
    pilot.battle.command("plans")
    assert pilot.app.modal is not None and "only in a rehearsal" in pilot.app.modal.text


def test_only_a_rehearsal_keeps_plans(headless: Path) -> None:
    pilot = Pilot()
    battle_at(pilot, last_shot(ship("Hulk", 1, (24, 44))))
    pilot.uncover()
    play(pilot, *SHOOTING)
    assert plans(pilot).keep() is not None
    assert plans(pilot).tried == () and len(pilot.journal) == 4
    pilot.press("menu")
    with pytest.raises(AssertionError, match="no widget 'plans'"):
        pilot.widget("plans")


def test_nothing_played_is_no_plan_and_they_are_forgotten(pilot: Pilot) -> None:
    play(pilot, *SHOOTING)
    chosen(pilot, "keep")
    message = chosen(pilot, "forget")
    assert "Play an activation first" in message and "A · Gunner" in message
    assert plans(pilot).tried == () and letters(pilot) == []


def test_what_was_played_before_the_position_of_a_plan_is_not_taken_back(pilot: Pilot) -> None:
    play(pilot, *SHOOTING, ["declare", "none", 0], ["move", 2.0])
    assert plans(pilot).next == ("A", "Hulk")
    assert plans(pilot).keep() is None
    assert len(pilot.journal) == 4
    refused = plans(pilot).refused
    assert refused is not None and "Play another activation" in refused.reason


def test_there_are_eight_at_most(pilot: Pilot) -> None:
    for letter in LETTERS:
        play(pilot, *PASSING)
        assert plans(pilot).next == ("", "Gunner"), "the other side is asked, and need not know its letter"
        assert plans(pilot).keep() is None
        pilot.battle.course.on_undone()
        assert plans(pilot).tried[-1].plan.name == letter
    assert len(plans(pilot).tried) == 8
    play(pilot, *PASSING)
    refused = plans(pilot).refused
    assert refused is not None and "eight plans" in refused.reason


def test_the_other_side_sees_no_ghost(pilot: Pilot) -> None:
    play(pilot, *SHOOTING)
    chosen(pilot, "keep")
    session = pilot.battle.session
    session.seats = ("ensign", "human")
    assert session.viewer == 1
    assert plans(pilot).visible_plans == ()
