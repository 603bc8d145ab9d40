"""Further orders of a menu: launching, landing, taking up an escort, launching drones (v1.2.4 Action)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from jovian.game import Choice, Game, Model, Procedure, Refusal, State
from jovian.game.choice import Maybe, heading, length, word
from jovian.rules.close_combat import interception
from jovian.rules.close_combat.reactions import react, standing
from jovian.rules.facts import formation
from jovian.rules.facts.marking import stock_left
from jovian.rules.facts.nearby import near
from jovian.rules.firing import autofire, nukes
from jovian.rules.harm import unloading
from jovian.rules.places.attached import escorts_at_will
from jovian.rules.rulebook.in_force import launched
from jovian.rules.rulebook.order import Order
from jovian.rules.squadrons import drones, escort, hangers, taking_off
from jovian.table import Pose


class Launch(Order):
    """Leave the ship that carries it, alone or as a formation."""

    verb = "launch"
    form = (length, length, heading, Maybe(word), Maybe(word))
    label = "Launch"
    summary = "Sets it down beside the ship that carries it."
    drawn = True
    aboard = True

    def refuse(self, state: State, model: Model, *arguments: Any) -> Refusal | None:
        """Beside the ship, on nothing; partners of a formation from the same ship."""
        x, y, turned, *partners = arguments
        if not partners:
            refusal = hangers.refuse_launch(state, model, (Pose(x, y, turned),))
            return None if refusal is None or self._forced(state, model, Pose(x, y, turned)) else refusal
        group = [state.models.get(ident) for ident in partners]
        others = [each for each in group if each is not None and each.host == model.host and each.aboard]
        if len(others) != len(partners) or any(each.activated for each in others):
            return Refusal("Its formation must wait aboard the same ship.", formation.PLACE)
        reason = formation.refuse_formation(state, model, others)
        refusal = Refusal(reason, formation.PLACE) if reason else taking_off.refuse_sharing(state, model, others)
        if refusal is not None:
            return refusal
        return None if self._places(state, model, Pose(x, y, turned), len(others)) else Refusal(
            "There is no room for the formation there.", hangers.LAUNCH
        )

    def _forced(self, state: State, model: Model, pose: Pose) -> bool:
        """Is it the nearest free place, and every other refused (R28)?"""
        spots = list(hangers.launch_spots(state, model)) if model.aboard else []
        act = state.activation
        return len(spots) == 1 and spots[0] == pose and not (act is not None and act.launched)

    def _places(self, state: State, model: Model, at: Pose, count: int) -> tuple[Pose, ...]:
        for spots in formation.places(model, at, count):
            if hangers.refuse_launch(state, model, (at, *spots)) is None:
                return spots
        return ()

    def perform(self, game: Game, model: Model, *arguments: Any) -> Procedure[None]:
        """Set it down; enemies that it comes within reach of may intercept it."""
        x, y, turned, *partners = arguments
        state, act, at = game.state, game.state.activation, Pose(x, y, turned)
        assert act is not None
        spots = self._places(state, model, at, len(partners)) if partners else ()
        group = [model, *(state.models[ident] for ident in partners)]
        act.launched = True
        for each, pose in zip(group, (at, *spots), strict=True):
            ship = state.models[each.host]
            unloading.set_down(game, each, pose)
            launched(game, each, ship)
            each.activated = True
        if partners:
            formation.form(game, group)
            taking_off.share(game, model, group[1:])
        shots = [(each, shot) for each in group for shot in autofire.guns_near(state, each)]
        yield from react(game, model, standing(model, shots, interception.interceptors_near(state, model)))

    def choices(self, state: State, model: Model) -> Iterator[Choice]:
        """Places ahead of the ship and about it; with a partner where one waits."""
        partners = [
            other.id for other in state.models.values()
            if model.aboard and other.host == model.host and other.aboard and other.id != model.id
            and other.card.key == model.card.key and not other.activated
        ] if formation.forms_up(model) else []  # fmt: skip
        for pose in hangers.launch_spots(state, model) if model.aboard else ():
            yield ["launch", pose.x, pose.y, pose.heading]
            if partners:
                yield ["launch", pose.x, pose.y, pose.heading, partners[0]]


class Land(Order):
    """Go aboard a friendly ship in contact."""

    verb = "land"
    form = (word,)
    label = "Land"
    at = "Land on"
    summary = "Takes the squadron aboard a friendly ship in contact that has room."
    settles = True

    def refuse(self, state: State, model: Model, *arguments: Any) -> Refusal | None:
        """A friendly ship in contact with room."""
        if not model.on_table or model.capital:
            return Refusal("Only a squadron on the table lands.", hangers.LAND)
        return hangers.refuse_land(state, model, state.models.get(arguments[0]))

    def perform(self, game: Game, model: Model, *arguments: Any) -> Procedure[None]:
        """Take it (and its formation) aboard."""
        act = game.state.activation
        assert act is not None
        act.landed = True
        group = formation.members(game.state, model)
        if len(group) > 1:
            formation.disband(game, model)
        for each in group:
            hangers.land(game, each, game.state.models[arguments[0]])
        return
        yield

    def choices(self, state: State, model: Model) -> Iterator[Choice]:
        """Every friendly ship close by."""
        for ship in _ships_beside(state, model):
            yield ["land", ship.id]

    def comes_up(self, state: State, model: Model, choice: Choice) -> bool:
        """At a ship that holds such as it is, once it is in contact or somebody has left."""
        ship, act = state.models[choice[1]], state.activation
        held = hangers.refuse_aboard(state, model, ship) is None or hangers.capacity(ship, model.card) > 0
        return held and not (act is not None and act.landed) and not model.drone

    def welcomes(self, state: State, model: Model, ship: Model) -> bool:
        """Room for the whole formation."""
        act = state.activation
        if act is not None and act.landed:
            return False
        return hangers.refuse_aboard(state, model, ship, len(formation.members(state, model))) is None


class TakeUpEscort(Order):
    """Become the escort of a friendly ship in contact."""

    verb = "escort"
    form = (word,)
    label = verb.capitalize()
    summary = "The squadron flies with the ship in contact from now on, and intercepts for it."
    settles = True

    def refuse(self, state: State, model: Model, *arguments: Any) -> Refusal | None:
        """Just deployed or launched, or with Escort; in contact with a ship that has CAP and no escort."""
        return escort.refuse_take_up(state, model, state.models.get(arguments[0]))

    def perform(self, game: Game, model: Model, *arguments: Any) -> Procedure[None]:
        """Take it up; its own movement is over."""
        act = game.state.activation
        assert act is not None
        escort.take_up(game, model, game.state.models[arguments[0]])
        act.stopped = act.model == model.id
        return
        yield

    def choices(self, state: State, model: Model) -> Iterator[Choice]:
        """Every friendly ship close by."""
        for ship in _ships_beside(state, model):
            yield ["escort", ship.id]

    def comes_up(self, state: State, model: Model, choice: Choice) -> bool:
        """At a ship that it may escort once it is in contact."""
        return not model.escorting and self.welcomes(state, model, state.models[choice[1]])

    def welcomes(self, state: State, model: Model, ship: Model) -> bool:
        """A ship without an escort, for one that may still take it up."""
        act = state.activation
        fresh = escorts_at_will(state, model) or (act is not None and act.launched)
        return fresh and escort.refuse_escort(state, model, ship) is None


class LaunchDrone(Order):
    """One drone squadron from a Drone Bay."""

    verb = "drone"
    form = (word, word, length, length, heading)
    label = "Launch drones"
    summary = "Sets a drone squadron of its stock on the table."
    drawn = True

    def refuse(self, state: State, model: Model, *arguments: Any) -> Refusal | None:
        """By the bay's stock, arc and reach."""
        mount, key, x, y, turned = arguments
        return drones.refuse_drone(state, model, mount, key, Pose(x, y, turned))

    def perform(self, game: Game, model: Model, *arguments: Any) -> Procedure[None]:
        """Set it on the table; nobody reacts."""
        mount, key, x, y, turned = arguments
        drones.launch_drone(game, model, mount, key, Pose(x, y, turned))
        return
        yield

    def choices(self, state: State, model: Model) -> Iterator[Choice]:
        """Each drone that a bay may launch, at a few places."""
        for mount in drones.bays(state, model):
            if drones.refuse_bay(state, model, mount) is None:
                for card in state.drone_cards:
                    if stock_left(model, mount).get(card.drone_class or 0):
                        for pose in drones.drone_spots(state, model, mount, card):
                            yield ["drone", mount, card.key, pose.x, pose.y, pose.heading]


class FireNuke(Order):
    """A Nuke at a point of the table."""

    verb = "nuke"
    form = (word, length, length)
    label = "Nuke"
    summary = "Lets a Nuke burst at a point of the table."
    drawn = True

    def refuse(self, state: State, model: Model, *arguments: Any) -> Refusal | None:
        """By range, arc and Fire Control."""
        mount, x, y = arguments
        return nukes.refuse_nuke(state, model, mount, x, y)

    def perform(self, game: Game, model: Model, *arguments: Any) -> Procedure[None]:
        """The burst."""
        mount, x, y = arguments
        yield from nukes.fire_nuke(game, model, mount, x, y)

    def choices(self, state: State, model: Model) -> Iterator[Choice]:
        """At each enemy."""
        for mount in nukes.nukes(state, model):
            for other in state.on_table():
                if other.side != model.side:
                    yield ["nuke", mount, round(other.pose.x, 3) + 0.0, round(other.pose.y, 3) + 0.0]


def _ships_beside(state: State, squadron: Model) -> list[Model]:
    """The friendly ships with which a squadron on the table, or another of its formation, may be in contact."""
    if not squadron.on_table or squadron.capital:
        return []
    group = formation.members(state, squadron)
    named = {ship.id for each in group for ship in near(state, each.base, each.pose)}
    return [ship for ship in state.on_table() if ship.id in named and ship.capital and ship.side == squadron.side]


ORDERS: dict[str, Order] = {
    order.verb: order for order in (Launch(), Land(), TakeUpEscort(), LaunchDrone(), FireNuke())
}
"""By verb, in the order in which they are offered."""
