"""The plain ratings of a card, each as printed and as it is now, with what it means."""

from __future__ import annotations

from typing import NamedTuple

from jovian.game import Model, State
from jovian.rules.places.limits import fixed_limits
from jovian.rules.shooting import ratings
from jovian.ui.kit.theme import ACCENT, GOOD, TEXT_SOFT, WARN, Color


class Rating(NamedTuple):
    """A plain rating of a card."""

    value: str
    label: str
    color: Color
    hint: str
    became: str = ""
    """What it is now, written beside the printed value, "" for nothing."""


def ratings_of(model: Model, state: State) -> list[Rating]:
    """The plain ratings of a card; armor by arc for ships, one for squadrons."""
    card, armor = model.card, model.card.armor
    if model.capital:
        middle = [
            _turns(model, state),
            Rating(str(armor["fore"]), "Fore", TEXT_SOFT, "Armor of the fore arc"),
            Rating(f"{armor['port']}/{armor['starboard']}", "Sides", TEXT_SOFT, "Armor of port and starboard"),
            Rating(str(armor["aft"]), "Aft", TEXT_SOFT, "Armor of the aft arc"),
        ]
    else:
        middle = [
            Rating(str(armor["fore"]), "Armor", TEXT_SOFT, "Armor all around"),
            Rating(str(ratings.sensors(state, model)), "Sensors", ACCENT, "3 inches of Optimum Range each"),
        ]
    return [
        _speed(model, state),
        *middle,
        Rating(str(ratings.fire_control(state, model)), "Fire", WARN, "Fire Control: attacks in an activation"),
        Rating(str(ratings.skill(state, model)), "Skill", GOOD, "Base dice of its skill tests"),
        Rating(str(card.signature), "Sign.", (150, 160, 255), "Signature: inches of Short Range against it"),
    ]


def _speed(model: Model, state: State) -> Rating:
    """Speed as printed, and beside it the inches that come of it now: with Thrusters for ships."""
    printed, now = f'{model.card.speed}"', ratings.speed(state, model)
    if not model.capital:
        became = f'{now}"' if now != model.card.speed else ""
        hint = f'Inches of movement: {printed} printed{f", {became} now" if became else ""}'
        return Rating(printed, "Speed", ACCENT, hint, became)
    act = state.activation
    fixed = act.limits if act is not None and act.model == model.id else None
    least, most, _ = fixed or fixed_limits(state, model)
    how = f'Speed {now}", Thrusters {ratings.thrusters(state, model)}'
    hint = f'{how}: it must move {max(0.0, least):g}" and may move {max(0.0, most):g}" ahead'
    hint += f', or {-least:g}" astern' if least < 0 else ""
    return Rating(printed, "Speed", ACCENT, hint, f'{max(0.0, least):g}–{max(0.0, most):g}"')


def _turns(model: Model, state: State) -> Rating:
    """Turns as printed, and beside them what Thrusters and states leave of them, where that differs."""
    printed, now = model.card.turns, ratings.turns(state, model)
    hint = f"Turns in an activation: {printed} printed, {now} now with Thrusters {ratings.thrusters(state, model)}"
    return Rating(str(printed), "Turns", ACCENT, hint, f"now {now}" if now != printed else "")
