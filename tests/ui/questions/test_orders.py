"""Tests of an order that the window doesn't know: its choices are buttons with its own texts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, ClassVar

import pytest

from jovian.frozen import frozen
from jovian.game import Answer, Game, Model, Procedure, Refusal, State
from jovian.game.answers import Count, ModelId
from tests.rules.carrier import hidden
from tests.rules.stage import drone, ship, squadron, stage
from tests.rules_api import Order, build_rulebook, setup
from tests.ui.pilot import Pilot, open_game
from tests.ui.squadrons import begin

PLACE = "v1.2.4 Traits > Formation"


@frozen
class Saluted(Answer):
    """A number of salutes to a ship."""

    verb: ClassVar[str] = "salute"
    ship: ModelId
    times: Count


class Salute(Order[Saluted]):
    """An order to salute a friendly ship a number of times."""

    answer = Saluted
    label, at = "Salute", "Salute to"
    summary = "Greets a ship of its own side."

    def refuse(self, state: State, model: Model, answer: Saluted) -> Refusal | None:
        return Refusal("Nobody is in the mood.", PLACE) if model.marks else None

    def perform(self, game: Game, model: Model, answer: Saluted) -> Procedure[None]:
        model.marks["salutes"] = answer.times
        return
        yield

    def choices(self, state: State, model: Model) -> Iterator[Saluted]:
        for other in state.on_table():
            if other.side == model.side and other.id != model.id:
                yield from (Saluted(other.id, times) for times in (1, 2))

    def comes_up(self, state: State, model: Model, answer: Saluted) -> bool:
        return True


@pytest.fixture
def saluting(monkeypatch: pytest.MonkeyPatch) -> Pilot:
    """Return a squadron at its menu, in a game with the order."""
    book = replace(build_rulebook(), orders={**build_rulebook().orders, "salute": Salute()})
    monkeypatch.setattr(setup, "build_rulebook", lambda *given: book)
    game = stage(squadron("S", 0, (24, 20)), ship("A", 0, (10, 10)), ship("E", 1, (24, 44)))
    pilot, _ = open_game(game)
    begin(pilot, "s")
    return pilot


def test_a_listed_order_is_a_button_for_each_choice_and_then_one_that_says_why_not(saluting: Pilot) -> None:
    offers = {name: each for name, each in saluting.offers().items() if name.startswith("salute")}
    assert list(offers) == ["salute:a:1", "salute:a:2"]
    assert [each.label for each in offers.values()] == ["Salute to A 1", "Salute to A 2"]
    assert all(each.hint == Salute.summary and each.refusal is None for each in offers.values())
    saluting.press("salute:a:2")
    assert saluting.last == ["salute", "a", 2]
    (off,) = [each for name, each in saluting.offers().items() if name.startswith("salute")]
    assert (off.name, off.label) == ("salute", "Salute")
    assert off.refusal is not None and off.refusal.reason == "Nobody is in the mood."


def test_only_a_squadron_that_could_land_is_told_why_it_may_not() -> None:
    """A drone never lands, and nothing lands on a ship without Hangers, so there is no button."""
    still: dict[str, Any] = {"speed": 0, "thrusters": [1]}
    carrier = {"traits": ["Hangers:1"], **still}
    enemy = ship("E", 1, (44, 44), activated=True)
    bare = stage(ship("C", 0, (24, 24), **still), squadron("S", 0, (24, 26)), enemy).begin("s")
    assert "land" not in open_game(bare)[0].offers()
    full = stage(ship("C", 0, (24, 24), **carrier), hidden("T"), squadron("S", 0, (24, 26)), enemy).begin("s")
    refusal = open_game(full)[0].offers()["land"].refusal
    assert refusal is not None and "space" in refusal.reason
    led = stage(ship("C", 0, (24, 24), **carrier), drone("D", 0, (24, 26)), enemy).begin("c", "drone command")
    assert "land" not in open_game(led.resolve().faces([1, 2, 3]).pick("command", "d").declare())[0].offers()


def test_every_order_has_words_and_those_that_are_drawn_no_list() -> None:
    assert all(order.label and order.summary.endswith(".") for order in build_rulebook().orders.values())
    assert [
        verb for verb, order in build_rulebook().orders.items() if not (order.is_standard or order.needs_pointing)
    ] == [
        "land",
        "escort",
    ]
