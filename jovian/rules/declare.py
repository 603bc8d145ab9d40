"""Declaring an action at the start of an activation (v1.2.4 Action, R41-R43)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from jovian.game import Choice, Decision, Game, Model, Option, Procedure, Refusal, State
from jovian.game.choice import count, word
from jovian.rules.actions.catalog import ACTIONS, NONE, refuse_action
from jovian.rules.effects.states import enter
from jovian.rules.marking import mark

PLACE = "v1.2.4 Action"
BOOST = "v1.2.4 Action > Boost"
IDLE_SHARE = 0.6
"""How often a random player declares no action."""


class Declare(Decision):
    """Which action, and how much fuel to boost with."""

    kind = "declare"
    forms = {"declare": (word, count)}  # noqa: RUF012
    __slots__ = ("state",)

    def __init__(self, state: State, model: Model) -> None:
        super().__init__(
            model.side, f"{model.name}: declare an action", PLACE, subject=model.id, anchor=True
        )
        self.state = state

    def on(self, state: State) -> Declare:
        """The same question over a view."""
        return Declare(state, state.models[self.subject])

    @property
    def model(self) -> Model:
        """The active model."""
        return self.state.models[self.subject]

    @property
    def most_boost(self) -> int:
        """The most fuel that the model may boost with."""
        return boost_limit(self.model)

    def judge(self, choice: Choice) -> Refusal | None:
        """The action's requirement, and fuel for the boost."""
        _, action, boost = choice
        if boost and (self.model.capital or boost > self.most_boost):
            return Refusal(f"At most {self.most_boost} fuel may be burnt.", BOOST)
        return None if action == NONE else refuse_action(self.state, self.model, action)

    def default(self) -> Choice:
        """No action."""
        return ["declare", NONE, 0]

    def sample(self, rng: Random) -> Choice:
        """Most often nothing; now and then a legal action or a boost."""
        boost = int(rng.random() * (self.most_boost + 1)) if self.most_boost else 0
        if rng.random() >= IDLE_SHARE:
            names = list(ACTIONS)
            choice: Choice = ["declare", names[int(rng.random() * len(names))], boost]
            if self.judge(choice) is None:
                return choice
        return ["declare", NONE, boost]

    def options(self) -> Iterator[Option]:
        """No action, each action that may be declared, and each boost without an action."""
        yield Option(["declare", NONE, 0], "No action")
        for name, action in ACTIONS.items():
            if refuse_action(self.state, self.model, name) is None:
                yield Option(["declare", name, 0], name.title(), action.summary)
        for fuel in range(1, self.most_boost + 1):
            yield Option(["declare", NONE, fuel], f"Boost {fuel}", f'+{3 * fuel}" of Speed')


def boost_limit(model: Model) -> int:
    """Fuel that a squadron may burn at once: 2, or 3 if Fast (v1.2.4 Action > Boost, Traits > Fast)."""
    if model.capital:
        return 0
    return min(3 if model.card.trait("Fast") else 2, model.left("fuel"))


def declared(game: Game, model: Model, choice: Choice) -> Procedure[None]:
    """Note the declaration; what works at once does."""
    act = game.state.activation
    assert act is not None
    _, name, boost = choice
    act.declared = True
    if boost:
        for _ in range(boost):
            mark(game, model, "fuel", "Boost")
        enter(game, model, "boosting", boost)
    if name == NONE:
        return
    act.action = name
    if ACTIONS[name].at_once:
        act.resolved = True
        yield from ACTIONS[name].perform(game, model)
