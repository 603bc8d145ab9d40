"""Tests of 2 players at one machine: setup, deployment by click, a whole turn, undo, refusals, the curtain."""

from __future__ import annotations

import pygame

from jovian.match import Match
from jovian.match.entries import Answered
from jovian.match.play_loop import ask
from jovian.players import make_player
from jovian.session.session import Session
from jovian.ui.screens.table import TableScreen
from jovian.ui.settings import Settings
from tests.games import setup
from tests.rules.stage import ship, squadron, stage
from tests.rules_api import SQUADRONS, NextOrder
from tests.ui.pilot import Pilot, battle_at


def test_a_model_is_placed_by_a_click_and_turned_by_keys() -> None:
    pilot = Pilot()
    battle = pilot.setup()
    decision = battle.session.decision
    assert decision is not None and decision.kind == "deploy"
    y = 6 if decision.side == 0 else 42
    ident, heading = battle.selection.selected, 0 if decision.side == 0 else 180
    pilot.move(pilot.at(20, y))
    pilot.key(pygame.K_e)
    pilot.key(pygame.K_q)
    pilot.key(pygame.K_q)
    pilot.place(pilot.at(20, y))
    assert pilot.journal == [Answered(decision.side, "deploy", ["place", ident, 20.0, y, (heading - 15) % 360])]


def test_a_refused_place_says_why_and_where_in_the_book() -> None:
    pilot = Pilot()
    battle = pilot.setup()
    pilot.click(pilot.at(24, 24))
    assert pilot.journal == []
    notice = battle.selection.notice
    assert notice is not None and "deployment zone" in notice.reason and notice.cited.startswith("v1.2.4")
    assert battle.context.content.notice is notice
    pilot.draw()


def test_a_whole_turn_by_clicks_and_keys() -> None:
    pilot = Pilot()
    battle = pilot.setup()
    pilot.deploy_all()
    assert pilot.match.state.phase == "activation"
    for _ in range(400):
        if pilot.match.state.turn == 2:
            break
        before = len(pilot.journal)
        pilot.answer_one()
        assert len(pilot.journal) > before or pilot.covered is not None, battle.selection.notice
    assert pilot.match.state.turn == 2
    pilot.draw()


def test_a_placement_is_taken_back() -> None:
    pilot = Pilot()
    battle = pilot.setup()
    pilot.key(pygame.K_RETURN)
    assert len(pilot.journal) == 1
    pilot.uncover()
    pilot.key(pygame.K_u)
    assert pilot.journal == [] and battle.selection.notice is None
    pilot.uncover()
    pilot.key(pygame.K_u)
    assert battle.selection.notice is not None and "Nothing" in battle.selection.notice.reason


def test_a_move_is_taken_back_and_made_anew() -> None:
    pilot = Pilot()
    battle = pilot.setup()
    pilot.deploy_all()
    view = pilot.view
    ship = next(m for m in view.on_table() if m.side == view.side_to_go and m.is_capital)
    pilot.click(pilot.on(ship.pose))
    assert battle.session.decision is not None and battle.session.decision.kind == "activate"
    start, placed = battle.selection.view.models[ship.id].pose, len(pilot.journal)
    pilot.click(pilot.on(start.advanced(2)))
    assert [entry.choice for entry in pilot.journal[placed:]] == [
        ["activate", ship.id], ["declare", "none", 0], ["move", 2.0],
    ]  # fmt: skip
    pilot.key(pygame.K_e)
    pilot.key(pygame.K_RETURN)
    assert pilot.journal[-1].choice == ["turn", 5]
    pilot.key(pygame.K_z, pygame.KMOD_CTRL)
    pilot.key(pygame.K_z, pygame.KMOD_CTRL)
    assert battle.selection.view.models[ship.id].pose == start and len(pilot.journal) == placed


def test_a_squadron_flies_over_way_points() -> None:
    pilot = Pilot()
    pilot.setup()
    pilot.deploy_all()
    view = pilot.view
    flight = next(m for m in view.on_table() if m.side == view.side_to_go and not m.is_capital)
    pilot.click(pilot.on(flight.pose))
    placed = len(pilot.journal)
    sign = 1 if flight.side == 0 else -1
    first, last = (flight.pose.x, flight.pose.y + 3 * sign), (flight.pose.x + 2, flight.pose.y + 4 * sign)
    pilot.hold(pygame.K_LCTRL)
    pilot.click(pilot.at(*first))
    pilot.release(pygame.K_LCTRL)
    assert len(pilot.journal) == placed
    pilot.click(pilot.at(*last))
    verb, path = pilot.journal[-1].choice
    assert verb == "fly" and len(path) == 2 and abs(path[0][1] - first[1]) < 0.1


def test_the_curtain_hides_reserves_and_recaps() -> None:
    match = Match(setup(3), keep_all=True)
    while match.state.stage != SQUADRONS:
        assert match.decision is not None
        match.answer(match.decision.default())
    pilot = Pilot()
    battle_at(pilot, match)
    asked = pilot.match.decision
    assert asked is not None
    pilot.key(pygame.K_RETURN)
    assert pilot.covered == 1 - asked.side
    picture = pilot.draw()
    corners = [tuple(picture.get_at(at)) for at in ((40, 40), (1200, 100), (100, 600), (700, 60))]
    assert len(set(corners)) == 1
    count = len(match.journal)
    pilot.key(pygame.K_ESCAPE)
    pilot.click(pilot.at(20, 6), button=3)
    assert pilot.covered is not None and len(match.journal) == count
    pilot.key(pygame.K_RETURN)
    assert pilot.covered is None and pilot.viewer == 1 - asked.side


def test_the_view_hides_what_the_other_side_holds_back() -> None:
    session = Session(Match(setup(3), keep_all=True))
    asked = session.match.decision
    assert asked is not None and session.viewer == asked.side
    assert all(model.owner == asked.side for model in session.view.models.values())


def test_a_battle_and_its_replay_follow_the_window() -> None:
    pilot = Pilot((1280, 720), Settings(speed=0.0))
    battle = pilot.setup()
    pilot.deploy_all()
    for size in ((1920, 1080), (1024, 600), (960, 540), (1280, 720)):
        for name in ("battle", "replay"):
            if name == "replay":
                pilot.key(pygame.K_F10)
                pilot.press("replay")
            pilot.post(pygame.event.Event(pygame.VIDEORESIZE, size=size, w=size[0], h=size[1]))
            pilot.wait()
            page, screen = pilot.screen, pygame.Rect((0, 0), size)
            assert isinstance(page, TableScreen)
            board = page.view_rect
            assert screen.contains(board) and board.width > 300 and board.height > 250
            for panel in page.panels:
                assert screen.contains(panel.rect) and not panel.rect.colliderect(board)
                assert all(panel.rect.contains(each.rect) for each in panel.group.widgets if each.name != "log")
            assert pilot.draw().get_size() == size
        pilot.key(pygame.K_ESCAPE)
        assert pilot.screen is battle


def test_enter_moves_what_must_be_moved() -> None:
    """A ship that may not end yet offers its minimum distance as one button, and Enter presses it."""
    pilot = Pilot()
    match = Match(setup(8), keep_all=True)
    player = make_player("ensign")
    while not (isinstance(match.decision, NextOrder) and match.decision.default().to_json()[0] == "move"):
        assert match.decision is not None
        match.answer(ask(match, player))
    battle = battle_at(pilot, match)
    owed = match.decision.default().to_json()
    assert "owed" in pilot.names() and "end" not in pilot.names()
    pilot.key(pygame.K_RETURN)
    assert pilot.journal[-1].choice == owed
    after = battle.session.decision
    assert isinstance(after, NextOrder) and after.envelope().min_move == 0


def test_place_all_is_one_press_for_ships_and_squadrons() -> None:
    """If each side presses it once, the whole deployment of the turn is done. The other side is covered once."""
    pilot = Pilot()
    battle = pilot.setup()
    pressed = covers = 0
    while (decision := pilot.match.decision) is not None and decision.kind == "deploy":
        if pilot.covered is not None:
            covers += 1
            pilot.key(pygame.K_RETURN)
        elif battle.session.decision is not None:
            pilot.press("all")
            pressed += 1
        pilot.wait(4)
    assert pressed == 2 and covers <= 1


def test_an_undo_to_a_model_that_the_other_player_does_not_know() -> None:
    """The side whose turn it was again has a squadron aboard, which is secret. The other player sees a curtain."""
    hidden = squadron("S", 0, (0, 0), embarked_in="c")
    game = stage(ship("C", 0, (24, 10), activated=True, traits=["Hangers:1"]), hidden, ship("E", 1, (24, 40)))
    pilot = Pilot()
    battle_at(pilot, game.match)
    pilot.uncover()
    assert pilot.kind in ("activate", "declare")
    while pilot.view.models.get("s") is not None and pilot.match.decision.side == 0:  # type: ignore[union-attr]
        pilot.key(pygame.K_SPACE)
    assert pilot.match.decision is not None and pilot.match.decision.side == 1
    pilot.uncover()
    assert "s" not in pilot.view.models
    pilot.press("undo")
    assert pilot.match.decision.side == 0 and pilot.covered == 0
    pilot.uncover()
    assert "s" in pilot.view.models and pilot.asked is not None
