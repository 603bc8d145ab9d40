"""When and where the ensign launches: squadrons toward the enemy, drones when somebody is near."""

from __future__ import annotations

from jovian.game import Answer
from jovian.game.answers import End, Launch, LaunchDrone
from jovian.players.judgment.combat.raids import weary
from jovian.players.judgment.launches import launch
from jovian.players.judgment.nearby import nearest_enemy
from jovian.players.judgment.objectives.objects import waits_aboard
from jovian.rules.menu.next_order import NextOrder

DRONE_RANGE = 16.0
"""Inches within which an enemy must be for drones to be launched."""


def launch_out(menu: NextOrder) -> Answer | None:
    """Leave the ship where that is worth most; a weary squadron stays aboard."""
    state, model = menu.state, menu.model
    if (weary(model) or waits_aboard(state, model)) and menu.judge(End()) is None:
        return End()
    found = [option.answer for option in menu.options_of(Launch)]
    return max(found, key=lambda each: (launch(state, model.at(each.pose)), len(each.partners)), default=None)


def drones(menu: NextOrder) -> LaunchDrone | None:
    """Launch what a bay holds, Class III beside the ship first, else toward the enemy."""
    state, model = menu.state, menu.model
    if nearest_enemy(state, model) > DRONE_RANGE:
        return None
    found = [option.answer for option in menu.options_of(LaunchDrone)]
    cards = {card.key: card for card in state.drone_cards}
    return max(found, key=lambda each: (cards[each.card].drone_class or 0, each.card), default=None)
