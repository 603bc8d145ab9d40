"""The order strip shows who has acted, who acts, and which sides come next."""

from __future__ import annotations

from dataclasses import replace

import pytest

from jovian.game.events import Activated
from jovian.match import Match
from jovian.ui.panels.order_strip import ActivationOrder, OrderStrip, order_of
from jovian.ui.panels.roster import STRIP_WIDTH, rows_of
from tests.games import finished, game_answers, setup
from tests.rules.stage import drone, ship, stage
from tests.ui.pilot import ARMED, Pilot, battle_at, fighting


def test_the_sides_to_come_are_those_that_come() -> None:
    match = Match(setup(5, ARMED), keep_all=True)
    promised: list[int] = []
    turn = checked = 0
    for choice in game_answers(5, ARMED, (("random", 1), ("random", 2))):
        state, decision = match.state, match.decision
        assert decision is not None
        if state.turn == 4:
            break
        if decision.kind == "activate":
            order = order_of(state, list(match.events))
            if state.turn == turn:
                checked += order.acted == acted(match)
                assert order.sides[0] == decision.side
            turn = state.turn
            promised = list(order.sides)
            assert promised[0] == decision.side
        match.answer(choice)
    assert checked > 20


def test_a_ship_that_commands_drones_acts_until_they_have_acted() -> None:
    row = [drone(name, 0, (16 + 4 * n, 29)) for n, name in enumerate(("P", "Q"))]
    game = stage(
        ship("A", 0, (24, 24), speed=0, thrusters=[1]), ship("E", 1, (44, 44)), ship("F", 0, (4, 4)), *row
    ).begin("a", "drone command")  # fmt: skip

    def order() -> ActivationOrder:
        return order_of(game.match.state, list(game.match.events))

    expected = ActivationOrder((), "a", order().sides)
    assert order() == expected and expected.sides.count(0) == 1
    game.resolve().faces([5, 5, 1]).expect("command")
    assert order() == expected, "while a drone is chosen"
    game.pick("command", "p")
    assert game.act.model == "p" and order() == expected, "while a drone acts"


def test_no_side_is_promised_an_activation_before_initiative_or_after_the_game() -> None:
    match = Match(replace(setup(5), manual=True), keep_all=True)
    assert match.state.phase == "" and order_of(match.state, list(match.events)).sides == ()
    match = finished(7)
    assert order_of(match.state, list(match.events)) == ActivationOrder((), "", ())


def test_the_roster_counts_the_models_that_the_strip_promises() -> None:
    state = fighting().view(0)
    headings = [row.note for row in rows_of(state, ("One", "Two")) if not row.model_id and row.side in (0, 1)]
    sides = order_of(state, ()).sides
    assert headings == [f"{sides.count(side)} to act" for side in (0, 1)] and state.activation is not None
    everyone = sum(not model.activated for model in state.on_table())
    assert len(sides) < everyone, "the model that acts isn't counted, and neither are escorts"


def test_a_captured_ship_gets_the_color_of_its_new_side() -> None:
    strip, state = OrderStrip(("One", "Two")), fighting().state
    assert state.activation is not None
    strip.take(state, ())
    strip.stale = False
    changed = state.clone()
    changed.models[state.activation.model].side = 1 - changed.models[state.activation.model].side
    strip.take(changed, ())
    assert strip.stale


def acted(match: Match) -> tuple[str, ...]:
    """Return the models that have begun an activation in this turn, without drones."""
    found = [each.event.model for each in match.events if each.turn == match.state.turn
             and isinstance(each.event, Activated)]  # fmt: skip
    models = match.state.models
    return tuple(dict.fromkeys(each for each in found if each in models and not models[each].is_drone))


@pytest.mark.parametrize("size", [(1280, 720), (1024, 768)])
def test_a_click_on_a_tile_selects_its_model(size: tuple[int, int]) -> None:
    pilot = Pilot(size)
    battle = battle_at(pilot, fighting())
    pilot.uncover()
    pilot.draw()
    assert battle.order.order.active or battle.order.order.acted
    tiles = [(rect, key, text) for rect, key, text in battle.order._hints]
    for rect, key, text in tiles:
        pilot.move(rect.center)
        hint = battle.hint_at(rect.center)
        assert hint is not None and hint[1] == text
        if key:
            pilot.click(rect.center)
            assert pilot.selected == key
    assert any(not key for _, key, _ in tiles), "there are sides to come"


@pytest.mark.parametrize("size", [(1366, 768), (1024, 768), (960, 540)])
def test_the_roster_is_a_strip_in_a_narrow_window(size: tuple[int, int]) -> None:
    pilot = Pilot(size)
    battle = battle_at(pilot, fighting())
    pilot.uncover()
    pilot.draw()
    is_narrow = size[0] < 1180
    assert battle.roster.is_strip == is_narrow
    if not is_narrow:
        assert battle.roster.list.furthest == 0, "both fleets fit"
        return
    assert battle.roster.rect.width == STRIP_WIDTH
    index = next(n for n, row in enumerate(battle.roster.list.items) if row.model_id)
    row, rect = battle.roster.list.items[index], battle.roster.list.row_rect(index)
    pilot.move(rect.center)
    hint = battle.hint_at(rect.center)
    assert hint is not None and hint[1].startswith(row.name)
    assert not battle.objectives.rect.colliderect(battle.card.rect)
    assert battle.order.rect.left >= battle.view_rect.right or not battle.order.rect.height
