"""The question of an activation: move, turn, fly, attack, act, end (v1.2.4 Sequence > Activation Phase).

What may be ordered, when it is refused and what it does is known by the orders themselves (`orders/`), which the
rulebook lists. Everything is judged from the state at the moment of asking; nothing is kept across a change.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import Any

from jovian.game import Activation, Answer, Decision, Malformed, Model, Option, Refusal, State
from jovian.game.answers import Attack, End
from jovian.rules.actions.volley import free_mounts
from jovian.rules.firing.attack import defenses
from jovian.rules.menu.declarable import still_to_do
from jovian.rules.menu.orders.attacking import attacks, shots
from jovian.rules.menu.orders.defending import clusters
from jovian.rules.menu.preview import Preview, preview
from jovian.rules.menu.refusing import leaving, refuse_order
from jovian.rules.menu.sampling import sample
from jovian.rules.menu.suggesting import suggested
from jovian.rules.places.limits import Envelope, envelope
from jovian.rules.rulebook.order import Given, Order
from jovian.rules.rulebook.rulebook import Rulebook, rulebook
from jovian.rules.shooting.assessment import Assessment
from jovian.rules.shooting.shot import POINT_DEFENSE

PLACE = "v1.2.4 Sequence > Activation Phase"


class NextOrder(Decision):
    """What the active model does next."""

    kind = "menu"
    __slots__ = ("state",)

    def __init__(self, state: State, model: Model) -> None:
        super().__init__(model.side, f"{model.name}: move, attack, act or end", PLACE, subject=model.id, anchor=True)
        self.state = state

    def on(self, state: State) -> NextOrder:
        """The same question over a view."""
        return NextOrder(state, state.models[self.subject])

    @property
    def answers(self) -> tuple[type[Answer], ...]:  # type: ignore[override]
        """Those of the orders that every model has, then of the further orders of the rulebook."""
        return order_answers(rulebook(self.state))

    @property
    def model(self) -> Model:
        """The active model."""
        return self.state.models[self.subject]

    @property
    def act(self) -> Activation:
        """What the activation knows."""
        act = self.state.activation
        assert act is not None
        return act

    def orders(self) -> list[Order[Any]]:
        """The orders that may come up for the model where it is."""
        return [order for order in rulebook(self.state).orders.values() if order.suits(self.model)]

    # --- answers ---
    def judge(self, answer: Answer) -> Refusal | None:
        """Each order by its own rules."""
        return refuse_order(self.state, self.model, answer)

    def default(self) -> Answer:
        """Move what must be moved, then end; in contact, do what it came for."""
        return suggested(self.state, self.model)

    def sample(self, rng: Random) -> Answer:
        """A random order that most often makes for the enemy."""
        return sample(self.state, self.model, rng)

    def options(self) -> Iterator[Option[Answer]]:
        """Every attack, alone and fully linked; further orders; Point Defense, the action and the end.

        Off the table, where a declaration only withdraws the model, no more than the end.
        """
        gone = self.leaving() is not None
        for order in self.orders():
            if order.ends or not gone:
                yield from order.options(self.state, self.model)

    def options_of(self, answer: type[Given]) -> Iterator[Option[Given]]:
        """The legal orders of one kind, as far as they can be listed."""
        order = rulebook(self.state).orders[answer.verb]
        return order.options(self.state, self.model) if order.suits(self.model) else iter(())

    def choices_of(self, answer: type[Given]) -> Iterator[Given]:
        """Likely orders of one kind, which may still be refused."""
        return rulebook(self.state).orders[answer.verb].choices(self.state, self.model)

    def question(self) -> tuple[object, ...]:
        """The same model with the same activation behind it."""
        return (self.kind, self.side, self.subject, self.act.digested(), self.default().written())

    # --- what else a player or a screen may ask ---
    def envelope(self) -> Envelope:
        """What is left of the movement."""
        return envelope(self.state, self.model, self.act)

    def still_to_do(self) -> str:
        """The declared action that it can still resolve once it is in place, "" if there is none."""
        return still_to_do(self.state, self.model)

    def preview(self, choice: Any) -> Preview:
        """Where an answer leads and what it would touch, without changing anything."""
        try:
            answer = self.read(choice)
        except Malformed:
            answer = End()
        return preview(self.state, self.model, answer, self.check(choice))

    def leaving(self) -> Refusal | None:
        """Why nothing more is suggested to a model that is partly off the table; None if it is not."""
        return leaving(self.state, self.model)

    def warning(self, choice: Any) -> Refusal | None:
        """What a person is asked about before it is given: off the table all but a move takes a model out of play."""
        try:
            order = rulebook(self.state).orders[self.read(choice).verb]
        except Malformed:
            return self.leaving()
        return None if order.moves else self.leaving()

    def free_mounts(self) -> list[str]:
        """The mounts that have neither been used nor damaged."""
        return free_mounts(self.state, self.model)

    def attacks(self) -> Iterator[Option[Attack]]:
        """Every legal attack: each free weapon alone, and with all that may link to it."""
        return attacks(self.state, self.model)

    def shots(self, target: Model) -> dict[str, Assessment | Refusal]:
        """Every mount of the card against one target: its numbers, or why it cannot fire."""
        return shots(self.state, self.model, target)

    def defenses(self, mount: str = POINT_DEFENSE) -> list[Assessment]:
        """The Point Defense shots that could be made from here with the ship's guns or a CMM missile."""
        return defenses(self.state, self.model, mount)

    def clusters(self) -> list[str]:
        """The unused mounts of CMM missiles, which may defend."""
        return clusters(self.state, self.model)


@lru_cache(maxsize=64)
def order_answers(book: Rulebook) -> tuple[type[Answer], ...]:
    """The answers that give the orders of a rulebook, those of the orders that every model has first."""
    return tuple(order.answer for order in sorted(book.orders.values(), key=lambda order: not order.usual))
