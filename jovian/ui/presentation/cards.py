"""The plain ratings of a card, each as printed and as it is now, with what it means. What a card says in words: who
is aboard, what a bay holds, what is left, and what traits and states do.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from jovian.cards import Slot, UnitCard, WeaponCard
from jovian.cards.names import CARD_TRAITS, CARD_WEAPON_TRAITS, CARGO, TraitRule
from jovian.game import Model, State
from jovian.rules.basics.formation import TRAIT, formation_members
from jovian.rules.basics.model import SPARE_FUEL, fuel, spare_stores, stock_left
from jovian.rules.basics.rolls import key_to_words, pluralize
from jovian.rules.damage.casualties import models_aboard
from jovian.rules.placement.move_limits import fixed_limits
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.rulebook import Rulebook, rulebook
from jovian.rules.scenario.tokens import find_token
from jovian.rules.shots import ratings
from jovian.rules.squadrons import berths
from jovian.ui.kit.theme import ACCENT, GOOD, TEXT_SOFT, WARN, Color

# --- card ratings ---
# The plain ratings of a card, each as printed and as it is now, with what it means.


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
        hint = f"Inches of movement: {printed} printed{f', {became} now' if became else ''}"
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


# --- card words ---
# What a card says in words: who is aboard, what a bay holds, what is left, and what traits and states do.

UPGRADES = "v1.2.4 Fleet > Characters"
EMPTY = "Hardpoints may be filled with weapons of their class when a fleet is built. v1.2.4 Fleet > Hardpoints"
"""What hardpoints are."""


def aboard_words(state: State, ship: Model) -> str:
    """Who is aboard: names for a ship's own side, for the other the number; "" if nobody is or could be.

    What is aboard of what is nobody's landed there before everybody's eyes.
    """
    known, unseen = models_aboard(state, ship), state.unseen.get(ship.id, 0)
    count = len(known) + unseen
    if not count:
        held = berths(ship)
        return "" if held is None else f"nobody, of {held}"
    if ship.neutral or (state.viewer in (None, ship.side) and not unseen):
        return ", ".join(model.name for model in known)
    return pluralize(count, "model")


def stock_words(ship: Model, mount: str) -> str:
    """What a Drone Bay still holds, by class."""
    numerals = {1: "I", 2: "II", 3: "III"}
    return " ".join(f"{numerals.get(cls, cls)}×{left}" for cls, left in stock_left(ship, mount).items())


def left_words(model: Model, track: str) -> str:
    """What is left of a rating; of fuel with what it has drawn on besides, and what it still carries."""
    if track != "fuel":
        return f"{model.rating(track)}"
    spare = fuel(model) - model.unmarked("fuel")
    carried = SPARE_FUEL * len(spare_stores(model))
    return f"{fuel(model)}{f' ({spare} spare)' if spare else ''}{f' · {carried} in reserve' if carried else ''}"


def also_words(state: State, model: Model) -> list[tuple[str, str]]:
    """What it carries that scores first, then what it flies in or with besides its states: pill and help."""
    found = []
    for name, count in model.loads:
        token = find_token(state, name)
        found.append((token.words(count), f"{token.summary} {token.place}"))
    if model.formation:
        count = len(formation_members(state, model))
        found.append((f"Formation of {count}", help_of(rulebook(state).traits, TRAIT)))
    host = state.models.get(model.host)
    if model.aboard and host is not None:
        found.append((f"Aboard {host.name}", "It may be launched when it is activated. v1.2.4 States > Embarked"))
    found += [(kind, f"{CARGO[kind].summary} {CARGO[kind].place}") for kind in model.cargo]
    found += [(f"+ {each.name}", f"{each.tv} TV. {each.summary} {UPGRADES}") for each in model.card.upgrades]
    found += [(f"Hardpoint {slot.hardpoint} ×{slot.count} empty", EMPTY) for slot in empty_slots(model)]
    return found


def fitted_words(card: UnitCard) -> list[str]:
    """What a fleet has fitted to a unit: its characters and fittings, the weapons in its hardpoints."""
    weapons = [each.name for each in card.weapons if each.hardpoint]
    return [*(each.name for each in card.upgrades), *weapons]


def empty_slots(model: Model) -> list[Slot]:
    """Its hardpoints that hold nothing, where that is no secret: others stand among the weapons."""
    taken = {mount.id[0] for mount in model.card.mounts}
    return [slot for slot in model.card.slots if slot.line not in taken]


def state_words(state: State, model: Model, name: str) -> str:
    """A state as a pill names it, with the ship that it is about."""
    host, kind = state.models.get(model.host), rulebook(state).states[name]
    text = kind.title or key_to_words(name).title()
    if kind.sign.tied and host is not None:
        return f"{text} {host.name}"
    return f"{text} {kind.sign.level(kind.level_of(model))}".rstrip()


def help_of(effects: Mapping[str, type[Effect]], name: str, listed: Mapping[str, TraitRule] = CARD_TRAITS) -> str:
    """What a trait or state does in this game, in our words, with its place."""
    known = effects.get(name) or listed.get(name)
    return f"{known.summary} {known.place}" if known else ""


def weapon_help(book: Rulebook, weapon: WeaponCard) -> str:
    """What a weapon's type and traits do."""
    kind = book.weapon_types.get(weapon.type)
    parts = [f"{weapon.name} ({', '.join(weapon.arcs)}). {kind.summary if kind else ''}"]
    parts += [f"In a hardpoint {weapon.hardpoint}. {EMPTY}"] if weapon.hardpoint else []
    parts += [f"{trait}: {help_of(book.weapon_traits, trait.name, CARD_WEAPON_TRAITS)}" for trait in weapon.traits]
    return "\n".join(parts)
