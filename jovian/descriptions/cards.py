"""The texts of a unit card.

Descriptions name who is aboard, what a Drone Bay holds, and what a model carries. Tooltips explain boxes, traits,
states, and weapons.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from jovian.cards import Slot, UnitCard, WeaponCard
from jovian.cards.fleet import FleetEntry
from jovian.cards.names import CARGO
from jovian.cards.traits import CARD_TRAITS, CARD_WEAPON_TRAITS, TraitRule
from jovian.game import Model, State
from jovian.rules.basics.formation import TRAIT, formation_members
from jovian.rules.basics.model import SPARE_FUEL, fuel, spare_stores, stock_left
from jovian.rules.basics.rolls import key_to_words, pluralize
from jovian.rules.damage.leaving_play import models_aboard
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.rulebook import Rulebook, rulebook
from jovian.rules.scenario.tokens import find_token
from jovian.rules.squadrons import hanger_capacity

TRACK_USES = {
    "structure": "the damage that the model survives",
    "defense": "dice for Point Defense and against missiles",
    "sensors": '3" of Optimum Range each',
    "thrusters": "how much slower or faster than its Speed the ship may move",
    "marines": "board enemy ships, and defend their own",
    "fuel": "pays for boosts, and for more dice in a Dogfight",
}
"""What each row of boxes on a card is for."""

# --- Descriptions ---

UPGRADES = "v1.2.4 Fleet > Characters"
EMPTY = "Hardpoints may be filled with weapons of their class when a fleet is built. v1.2.4 Fleet > Hardpoints"


def aboard_words(state: State, ship: Model) -> str:
    """Return who is aboard: names for the ship's own side, a number for the other side, "" for a ship without berths.

    All players know who is aboard a neutral ship, since they saw the models land.
    """
    known, unseen = models_aboard(state, ship), state.unseen.get(ship.id, 0)
    count = len(known) + unseen
    if not count:
        capacity = hanger_capacity(ship)
        return "" if capacity is None else f"none of {capacity}"
    if ship.is_neutral or (state.viewer in (None, ship.side) and not unseen):
        return ", ".join(model.name for model in known)
    return pluralize(count, "model")


def stock_words(ship: Model, mount: str) -> str:
    """Return the weapons that a Drone Bay still holds, by class."""
    numerals = {1: "I", 2: "II", 3: "III"}
    return " ".join(f"{numerals.get(cls, cls)}×{count}" for cls, count in stock_left(ship, mount).items())


def remaining_words(model: Model, track: str) -> str:
    """Return the remaining value of a rating. For fuel, add the spare fuel in use and the fuel still in reserve."""
    if track != "fuel":
        return f"{model.rating(track)}"
    spare = fuel(model) - model.unmarked("fuel")
    carried = SPARE_FUEL * len(spare_stores(model))
    return f"{fuel(model)}{f' ({spare} spare)' if spare else ''}{f' · {carried} in reserve' if carried else ''}"


def extra_labels(state: State, model: Model) -> list[tuple[str, str]]:
    """Return the label and help of each token, formation, host, cargo, upgrade, and empty hardpoint of a model."""
    labels = []
    for name, count in model.loads:
        token = find_token(state, name)
        labels.append((token.words(count), f"{token.summary} {token.place}"))
    if model.formation:
        count = len(formation_members(state, model))
        labels.append((f"Formation of {count}", help_of(rulebook(state).traits, TRAIT)))
    host = state.models.get(model.host)
    if model.is_embarked and host is not None:
        labels.append((f"Aboard {host.name}", "It may be launched when it is activated. v1.2.4 States > Embarked"))
    labels += [(kind, f"{CARGO[kind].summary} {CARGO[kind].place}") for kind in model.cargo]
    labels += [
        (f"+ {upgrade.name}", f"{upgrade.tv} TV. {upgrade.summary} {UPGRADES}") for upgrade in model.card.upgrades
    ]
    labels += [(f"Hardpoint {slot.hardpoint} ×{slot.count} empty", EMPTY) for slot in empty_slots(model)]
    return labels


def fitted_words(card: UnitCard) -> list[str]:
    """Return the names of the upgrades and of the weapons in hardpoints that a fleet chose for a unit."""
    weapons = [weapon.name for weapon in card.weapons if weapon.hardpoint]
    return [*(upgrade.name for upgrade in card.upgrades), *weapons]


def model_words(name: str, card: UnitCard) -> tuple[str, str]:
    """Return a model in a few words, and its TV. If its card has a cover, these are of the cover."""
    card = card.cover or card
    return SEPARATOR.join((name, card.name, *fitted_words(card))), str(card.tv)


SEPARATOR = "  ·  "
"""Between the name of a model, its unit, and its upgrades."""


def entry_words(entry: FleetEntry, cards: Mapping[str, UnitCard]) -> tuple[str, str]:
    """Return a model of a fleet in a few words, and its TV."""
    return model_words(entry.name, entry.flown(cards[entry.unit]))


def shorten_entry(words: str, fits: Callable[[str], bool]) -> str:
    """Return as much of the words of a fleet entry as fits, at least its name. Count the upgrades that are left out."""
    name, *others = words.split(SEPARATOR)
    upgrades = f" +{len(others) - 1}" if len(others) > 1 else ""
    texts = (words, f"{SEPARATOR.join((name, *others[:1]))}{upgrades}", f"{name}{upgrades}")
    return next((text for text in texts if fits(text)), name)


def empty_slots(model: Model) -> list[Slot]:
    """Return the empty hardpoints of a model. The filled ones are among its weapons."""
    used_lines = {mount.id[0] for mount in model.card.mounts}
    return [slot for slot in model.card.slots if slot.line not in used_lines]


def state_words(state: State, model: Model, name: str) -> str:
    """Return the label of a state: its title with the ship it refers to, or with its level."""
    host, kind = state.models.get(model.host), rulebook(state).states[name]
    text = kind.title or key_to_words(name).title()
    if kind.sign.tied and host is not None:
        return f"{text} {host.name}"
    return f"{text} {kind.sign.level(kind.level_of(model))}".rstrip()


def help_of(effects: Mapping[str, type[Effect]], name: str, listed: Mapping[str, TraitRule] = CARD_TRAITS) -> str:
    """Return the summary and citation of a trait or state in this edition, or "" if it is unknown."""
    known = effects.get(name) or listed.get(name)
    return f"{known.summary} {known.place}" if known else ""


MISSILES = {"AC": "Missile against ships. ", "AS": "Missile against squadrons. "}
"""What the kinds of missiles with a code mean."""


def weapon_help(book: Rulebook, weapon: WeaponCard) -> str:
    """Return the help text of a weapon: its type, hardpoint, and traits."""
    kind, missile = book.weapon_types.get(weapon.type), MISSILES.get(weapon.missile or "", "")
    lines = [f"{weapon.name} ({', '.join(weapon.arcs)}). {missile}{kind.summary if kind else ''}"]
    lines += [f"In a hardpoint {weapon.hardpoint}. {EMPTY}"] if weapon.hardpoint else []
    lines += [f"{trait}: {help_of(book.weapon_traits, trait.name, CARD_WEAPON_TRAITS)}" for trait in weapon.traits]
    return "\n".join(lines)
