"""Launching a drone squadron from a Drone Bay (v1.2.4 Weapons > Drone)."""

from __future__ import annotations

from collections.abc import Iterator

from jovian.game import Game, Model, Procedure, Refusal, State
from jovian.game.answers import LaunchDrone
from jovian.rules.facts.marking import stock_left
from jovian.rules.rulebook.order import Order
from jovian.rules.squadrons import drones


class DroneOrder(Order[LaunchDrone]):
    """The order to launch a drone squadron from a Drone Bay."""

    __slots__ = ()

    answer = LaunchDrone
    label = "Launch drones"
    summary = "Sets a drone squadron of its stock on the table."
    drawn = True

    def refuse(self, state: State, model: Model, answer: LaunchDrone) -> Refusal | None:
        """By the bay's stock, arc and reach."""
        return drones.refuse_drone(state, model, answer.mount, answer.card, answer.pose)

    def perform(self, game: Game, model: Model, answer: LaunchDrone) -> Procedure[None]:
        """Set it on the table; nobody reacts."""
        drones.launch_drone(game, model, answer.mount, answer.card, answer.pose)
        return
        yield

    def choices(self, state: State, model: Model) -> Iterator[LaunchDrone]:
        """Each drone that a bay may launch, at a few places."""
        for mount in drones.bays(state, model):
            if drones.refuse_bay(state, model, mount) is None:
                for card in state.drone_cards:
                    if stock_left(model, mount).get(card.drone_class or 0):
                        for pose in drones.drone_spots(state, model, mount, card):
                            yield LaunchDrone(mount, card.key, *pose)
