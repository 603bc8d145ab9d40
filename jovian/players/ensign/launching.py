"""When and where the ensign launches: squadrons toward the enemy, drones when somebody is near."""

from __future__ import annotations

from jovian.game import Choice
from jovian.players.judgment.launches import launch
from jovian.players.judgment.nearby import nearest_enemy
from jovian.players.judgment.raids import weary
from jovian.rules.menu.menu import Menu
from jovian.table import Pose

DRONE_RANGE = 16.0
"""Inches within which an enemy must be for drones to be launched."""


def launch_out(menu: Menu) -> Choice | None:
    """Leave the ship where that is worth most; a weary squadron stays aboard."""
    state, model = menu.state, menu.model
    if weary(model) and menu.judge(["end"]) is None:
        return ["end"]
    found = [option.choice for order in menu.orders() for option in order.options(state, model)]
    found = [choice for choice in found if menu.judge(choice) is None]
    return max(found, key=lambda choice: (launch(state, model.at(Pose(*choice[1:4]))), len(choice)), default=None)


def drones(menu: Menu) -> Choice | None:
    """Launch what a bay holds, Class III beside the ship first, else toward the enemy."""
    state, model = menu.state, menu.model
    if nearest_enemy(state, model) > DRONE_RANGE:
        return None
    found = [
        option.choice for order in menu.orders() if order.verb == "drone"
        for option in order.options(state, model) if menu.judge(option.choice) is None
    ]  # fmt: skip
    cards = {card.key: card for card in state.drone_cards}
    return max(found, key=lambda choice: (cards[choice[2]].drone_class or 0, choice[2]), default=None)
