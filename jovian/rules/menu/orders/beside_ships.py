"""Orders of a squadron in contact with a friendly ship: landing, taking up its escort (v1.2.4 Action > Land)."""

from __future__ import annotations

from collections.abc import Iterator

from jovian.game import NEUTRAL, Game, Model, Procedure, Refusal, State
from jovian.game.answers import Land, TakeUpEscort
from jovian.rules.facts import formation
from jovian.rules.facts.nearby import near
from jovian.rules.places.attached import escorts_at_will
from jovian.rules.rulebook.order import Order
from jovian.rules.squadrons import escort, hangers


class LandOrder(Order[Land]):
    """Go aboard a friendly ship in contact."""

    __slots__ = ()

    answer = Land
    label = "Land"
    at = "Land on"
    summary = "Takes the squadron aboard a friendly ship in contact that has room."
    settles = True

    def refuse(self, state: State, model: Model, answer: Land) -> Refusal | None:
        """In contact with a friendly ship that has room, or with what is nobody's and open to its side."""
        if not model.on_table or model.capital:
            return Refusal("Only a squadron on the table lands.", hangers.LAND)
        return hangers.refuse_land(state, model, state.models.get(answer.ship))

    def perform(self, game: Game, model: Model, answer: Land) -> Procedure[None]:
        """Take it (and its formation) aboard."""
        act = game.state.activation
        assert act is not None
        act.landed = True
        group = formation.members(game.state, model)
        if len(group) > 1:
            formation.disband(game, model)
        for each in group:
            hangers.land(game, each, game.state.models[answer.ship])
        return
        yield

    def choices(self, state: State, model: Model) -> Iterator[Land]:
        """Every friendly ship close by, and what is nobody's."""
        for ship in _ships_beside(state, model, (model.side, NEUTRAL)):
            yield Land(ship.id)

    def comes_up(self, state: State, model: Model, answer: Land) -> bool:
        """At a ship that holds such as it is, once it is in contact or somebody has left."""
        ship, act = state.models[answer.ship], state.activation
        held = hangers.refuse_berth(state, model, ship) is None or hangers.capacity(ship, model.card) > 0
        return held and not (act is not None and act.landed) and not model.drone

    def welcomes(self, state: State, model: Model, ship: Model) -> bool:
        """Room for the whole formation."""
        act = state.activation
        if act is not None and act.landed:
            return False
        return hangers.refuse_berth(state, model, ship, len(formation.members(state, model))) is None


class EscortOrder(Order[TakeUpEscort]):
    """Become the escort of a friendly ship in contact."""

    __slots__ = ()

    answer = TakeUpEscort
    label = TakeUpEscort.verb.capitalize()
    summary = "The squadron flies with the ship in contact from now on, and intercepts for it."
    settles = True

    def refuse(self, state: State, model: Model, answer: TakeUpEscort) -> Refusal | None:
        """Just deployed or launched, or with Escort; in contact with a ship that has CAP and no escort."""
        return escort.refuse_take_up(state, model, state.models.get(answer.ship))

    def perform(self, game: Game, model: Model, answer: TakeUpEscort) -> Procedure[None]:
        """Take it up; its own movement is over."""
        act = game.state.activation
        assert act is not None
        escort.take_up(game, model, game.state.models[answer.ship])
        act.stopped = act.model == model.id
        return
        yield

    def choices(self, state: State, model: Model) -> Iterator[TakeUpEscort]:
        """Every friendly ship close by."""
        for ship in _ships_beside(state, model, (model.side,)):
            yield TakeUpEscort(ship.id)

    def comes_up(self, state: State, model: Model, answer: TakeUpEscort) -> bool:
        """At a ship that it may escort once it is in contact."""
        return not model.escorting and self.welcomes(state, model, state.models[answer.ship])

    def welcomes(self, state: State, model: Model, ship: Model) -> bool:
        """A ship without an escort, for one that may still take it up."""
        act = state.activation
        fresh = escorts_at_will(state, model) or (act is not None and act.launched)
        return fresh and escort.refuse_escort(state, model, ship) is None


def _ships_beside(state: State, squadron: Model, sides: tuple[int, ...]) -> list[Model]:
    """What of these sides may be in contact with a squadron on the table or another of its formation: no squadrons."""
    if not squadron.on_table or squadron.capital:
        return []
    group = formation.members(state, squadron)
    named = {ship.id for each in group for ship in near(state, each.base, each.pose)}
    found = [each for each in state.on_table() if each.id in named and each.side in sides]
    return [each for each in found if each.card.kind != "squadron"]
