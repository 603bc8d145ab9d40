"""Resupply (v1.2.4 Action > Resupply, R48)."""

from __future__ import annotations

from jovian.game import Game, Model, Option, Pick, Procedure, Refusal, State, ask
from jovian.game.answers import Enough, Supply
from jovian.game.events import Supplied
from jovian.rules.facts.nearby import near
from jovian.rules.facts.skill_test import SkillTest, take
from jovian.rules.harm.unloading import aboard
from jovian.rules.rulebook.action import Action
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.in_force import effects_on
from jovian.rules.shooting.skill import skill_test
from jovian.rules.traits.supplies import SUPPLIES
from jovian.rules.traits.supplies import Supply as Stock
from jovian.table import TOLERANCE, distance

REACH = 6.0
BY_RESULT = (1, 2, 3, 4)
"""How many models are supplied besides those aboard, by N, D, T and Q+."""


class Resupply(Action):
    """Hand out drones, fuel and marines."""

    __slots__ = ()

    name = "resupply"
    place = "v1.2.4 Action > Resupply"
    summary = "A skill test supplies 1 to 4 friends within 6\" and all squadrons aboard with what the cargo holds."
    needs = "Cargo of Drone Munitions, Fuel Pods or Marines, or a ship with Fuel Tanks"

    def refuse(self, state: State, model: Model) -> Refusal | None:
        """A refusal for ships with nothing to hand out."""
        return None if stores(model) else self.no("It carries nothing to hand out.")

    def refuse_resolve(self, state: State, model: Model, at: str = "") -> Refusal | None:
        """A refusal while nobody within reach needs anything."""
        needy = [*in_reach(state, model), *(each for each in aboard(state, model) if useful(model, each))]
        return None if needy else self.no("Nobody in reach needs what it carries.")

    def test(self, state: State, model: Model, at: str = "") -> SkillTest:
        """Its skill test; a Tender has a flex die more."""
        aids = (effect.aids_resupply() for effect in effects_on(state, model, Effect.aids_resupply))
        return skill_test(state, model, "Resupply", further=[aid for aid in aids if aid is not None])

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        """Test, then choose whom; those aboard are supplied in any case."""
        result = yield from take(game, model, self.test(game.state, model))
        for squadron in aboard(game.state, model):
            supply(game, model, squadron)
        for other in in_reach(game.state, model):
            for kind in useful(model, other):
                if kind.freely:
                    fill(game, model, other, kind)
        for left in range(BY_RESULT[result.best], 0, -1):
            ready = in_reach(game.state, model)
            if not ready:
                return
            listed: list[Option[Supply | Enough]] = [
                *(Option(Supply(each.id), each.name, _named(useful(model, each))) for each in ready),
                Option(Enough(), "Nobody else"),
            ]
            title = f"{model.name}: who is supplied ({left} left)?"
            answer = yield from ask(Pick("supply", model.side, title, self.place, listed, subject=model.id))
            if isinstance(answer, Enough):
                return
            supply(game, model, game.state.models[answer.model])


def stores(model: Model) -> list[Stock]:
    """The kinds of supply that it can hand out."""
    return [kind for kind in SUPPLIES if kind.held_by(model)]


def in_reach(state: State, model: Model) -> list[Model]:
    """Friends on the table that are near enough and need something, the supplier among them."""
    reach = REACH
    for effect in effects_on(state, model, Effect.resupply_reach):
        reach = effect.resupply_reach(reach)
    return [
        other for other in near(state, model.base, model.pose, reach)
        if other.side == model.side
        and distance(model.base, model.pose, other.base, other.pose) <= reach + TOLERANCE and useful(model, other)
    ]  # fmt: skip


def useful(model: Model, other: Model) -> list[Stock]:
    """What of its stores another could use now."""
    return [
        kind for kind in stores(model)
        if (kind.for_itself or other.id != model.id) and kind.needed(model, other)
    ]  # fmt: skip


def _named(kinds: list[Stock]) -> str:
    return ", ".join(kind.name for kind in kinds)


def supply(game: Game, model: Model, other: Model) -> None:
    """Give a model everything aboard that it can use."""
    for kind in useful(model, other):
        fill(game, model, other, kind)


def fill(game: Game, model: Model, other: Model, kind: Stock) -> None:
    """Give a model one kind of supply, and tell."""
    kind.give(game, other)
    game.tell_about(other, Supplied(model=other.id, by=model.id, what=kind.name))
