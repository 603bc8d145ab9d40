"""What a card says in words: who is aboard, what a bay holds, what is left, and what traits and states do."""

from __future__ import annotations

from collections.abc import Mapping

from jovian.cards import Slot, UnitCard, WeaponCard
from jovian.cards.values.names import CARGO
from jovian.cards.values.older_names import CARD_TRAITS, CARD_WEAPON_TRAITS
from jovian.cards.values.trait_names import TraitRule
from jovian.game import Model, State
from jovian.rules.facts.formation import TRAIT, members
from jovian.rules.facts.fuel import SPARE_FUEL, fuel, spare_stores
from jovian.rules.facts.marking import stock_left
from jovian.rules.facts.words import counted, spoken
from jovian.rules.harm.unloading import aboard
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.rulebook import Rulebook, rulebook
from jovian.rules.scenario.tokens.token import token_called
from jovian.rules.squadrons.hangers import berths

UPGRADES = "v1.2.4 Fleet > Characters"
EMPTY = "Hardpoints may be filled with weapons of their class when a fleet is built. v1.2.4 Fleet > Hardpoints"
"""What hardpoints are."""


def aboard_words(state: State, ship: Model) -> str:
    """Who is aboard: names for a ship's own side, for the other the number; "" if nobody is or could be.

    What is aboard of what is nobody's landed there before everybody's eyes.
    """
    known, unseen = aboard(state, ship), state.unseen.get(ship.id, 0)
    count = len(known) + unseen
    if not count:
        held = berths(ship)
        return "" if held is None else f"nobody, of {held}"
    if ship.neutral or (state.viewer in (None, ship.side) and not unseen):
        return ", ".join(model.name for model in known)
    return counted(count, "model")


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
        token = token_called(state, name)
        found.append((token.words(count), f"{token.summary} {token.place}"))
    if model.formation:
        count = len(members(state, model))
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
    text = kind.title or spoken(name).title()
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
