"""What the keys of unit cards, upgrades, and fleets mean, and the form of a unit card and of its weapons.

The help texts are the tooltips of the form, and the descriptions in schemas.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from jovian.cards import unit_cards
from jovian.cards.fleet import Slot, WeaponCard
from jovian.cards.fleet_builder import Capital, ShipWeapon
from jovian.cards.keys import keys_of
from jovian.cards.names import ARCS, MAGNITUDES, SLOTS
from jovian.cards.traits import BARE, CARD_TRAITS, CARD_WEAPON_TRAITS, MAGNITUDE, MAYBE, TraitRule
from jovian.editing.draft import Data, Draft, Piece, Where
from jovian.editing.forms import FormOption, FormRow, Kind, heading, key_rows

# --- Help texts ---

CARD_HELP: dict[str, str] = {
    "kind": "A capital ship, or a squadron of exo-armors, fighters, or drones",
    "faction": "The faction whose fleets may have it. Drones are Common",
    "name": "The name. With the faction it is the key: faction/name in lower case",
    "tv": "The Threat Value: the points it costs",
    "version": "The version of the rules that it is written for",
    "image": "The name of its silhouette. Default: its own name",
    "role": "What it is for. No rule uses the role",
    "about": "Two sentences about it, at most 240 characters",
    "speed": "How many inches it moves",
    "turns": "How often it may turn in a move",
    "fire_control": "How many weapons it may fire in an activation",
    "skill": "The rating for tests",
    "unit_cap": "The most units of this card in a fleet, for each started 250 TV",
    "base": "The size of its base",
    "shape": "A rectangle, a hexagon, or a circle",
    "width": "The width in inches, or the diameter",
    "length": "The length of a rectangle in inches",
    "armor": "The armor, taken from the value of hits",
    "fore": "The armor of the fore arc",
    "side": "The armor of the port and starboard arcs",
    "aft": "The armor of the aft arc",
    "signature": "How far away it can be seen",
    "structure": "The boxes of the Structure track, highest first. Without Structure it is destroyed",
    "defense": "The boxes of the Defense track, highest first",
    "sensors": "How far it sees: boxes on a ship, highest first, and a number on a squadron",
    "thrusters": "The boxes of the Thrusters track, highest first",
    "marines": "The boxes of the Marines track, highest first",
    "fuel": "The boxes of the Fuel track, highest first",
    "traits": "The traits as printed, with the number after a colon: ECM:2",
    "weapons": "The lines of the weapon table",
    "counterpart": "The key of the civilian ship that a Q-Ship imitates. Both share its Unit Cap",
    "squadron_type": "The type of squadron",
    "drone_class": "The class of a drone, 1 to 3",
    "type": "The type of weapon",
    "arcs": "The arcs that it fires into. Turret and spinal stand alone",
    "ac": "Dice against capital ships. - can't attack them, ST has as many dice as Structure",
    "as": "Dice against squadrons. - can't attack them, ST has as many dice as Structure",
    "macro": "Macro dice",
    "count": "How many of it",
    "missile": "The kind of missile",
    "drones": "How many drone squadrons one use of a Drone Bay launches",
    "stock": "The class of each drone squadron in a Drone Bay",
    "hardpoint": "The class of weapons that a fleet may put there. Its line has only arcs and count",
    "upgrade": "A character aboard a ship, an improvement of a squadron, or a weapon for a hardpoint",
    "carriers": "The units that may have it",
    "raises": "The ratings that it raises, and the tracks to which it adds boxes",
    "slot": "The class of the hardpoint that a weapon fills",
    "weapon": "The weapon without arcs and count, which the hardpoint has",
    "size": "The most TV that the fleet may cost",
    "units": "The units: a key such as cega/fury, or a line with more keys",
    "unit": "The key of a unit card: faction/name",
    "cargo": "Modules for a ship with Cargo",
    "upgrades": "The names of characters and squadron upgrades",
    "hardpoints": "The weapon in each line of hardpoints, by its letter in the weapon table",
}
"""A sentence for each key of unit cards, upgrades, and fleets."""

WEAPON_NAME_HELP = "The printed name. Default: its type"

# --- The form of a unit card ---

GROUPS: dict[str, tuple[str, ...]] = {
    "Unit": ("name", "faction", "role", "squadron_type", "drone_class", "about", "tv", "unit_cap", "base"),
    "Ratings": ("speed", "turns", "fire_control", "skill", "signature", "armor"),
    "Tracks": ("structure", "defense", "sensors", "thrusters", "marines", "fuel"),
}
"""The keys of each part of the form. The other keys are below the weapons."""
WEAPON, HARDPOINT = "weapon", "hardpoint"
NEW_WEAPON: Data = {"type": "Mass Driver", "ac": 2, "as": 2}
MOST_DICE = 12
_OWN_ROWS = ("kind", "image", "traits", "weapons")
"""The keys that have no row of their own in the form, or other ones than their types lead to."""
LABELS = {
    "tv": "Threat Value", "about": "Description", "unit_cap": "Unit Cap", "fore": "Armor, fore", "side": "Armor, sides",
    "aft": "Armor, aft", "ac": "Dice, ships", "as": "Dice, squadrons", "macro": "Macro dice",
}  # fmt: skip
"""The labels of keys that aren't words."""


def unit_rows(card: Draft, form: type) -> list[FormRow]:
    """Return all rows of the form of a unit card. The rows of kind PIECE lead to its weapons."""
    options = _card_options(card.data)
    groups = {label: tuple(key for key in keys if key in keys_of(form)) for label, keys in GROUPS.items()}
    rows: list[FormRow] = []
    for label, keys in groups.items():
        rows += [*heading(label), *_rows_of(form, card, keys, options)]
    rows += [*heading("Traits"), *_trait_rows(("traits",), card.at(("traits",)), CARD_TRAITS)]
    rows += [*heading("Weapons"), *_weapon_list(card)]
    shown = {*_OWN_ROWS, *(key for keys in groups.values() for key in keys)}
    return [
        *rows,
        *heading("Details"),
        *_rows_of(form, card, [key for key in keys_of(form) if key not in shown], options),
    ]


def weapon_rows(card: Draft, form: type, piece: Piece) -> list[FormRow]:
    """Return the rows of a line of the weapon table."""
    line = card.line(piece)
    is_hardpoint = "hardpoint" in line
    schema = Slot if is_hardpoint else ShipWeapon if form is Capital else WeaponCard
    options = _card_options(card.data)
    rows = list(map(_with_help, key_rows(schema, line, piece.path, options, ("traits", "stock"))))
    title = heading(f"{'Hardpoint' if is_hardpoint else 'Weapon'} {chr(65 + piece.number)}")
    if not is_hardpoint:
        path = (*piece.path, "traits")
        rows.append(FormRow(Kind.NUMBERS, "Stock", (*piece.path, "stock"), line.get("stock"), (), CARD_HELP["stock"]))
        rows += _trait_rows(path, card.at(path), CARD_WEAPON_TRAITS)
    return [*title, *rows]


def _rows_of(
    form: type, card: Draft, keys: Iterable[str], options: Mapping[str, tuple[FormOption, ...]]
) -> list[FormRow]:
    return [
        _with_help(row) for key in keys for row in key_rows(form, card.data, (), options, set(keys_of(form)) - {key})
    ]


def _with_help(row: FormRow) -> FormRow:
    """Return a row with the label and the help text of a card's key."""
    key = next((part for part in reversed(row.path) if isinstance(part, str)), "")
    is_whole = bool(row.path) and row.path[-1] == key and row.kind is not Kind.ADD
    label = LABELS.get(key, row.label) if is_whole else row.label
    help_ = WEAPON_NAME_HELP if row.path[:1] == ("weapons",) and key == "name" else CARD_HELP.get(key, "")
    label = "Add an arc" if row.kind is Kind.ADD and key == "arcs" else label.replace("· Arcs ", "· Arc ")
    return replace(row, label=label, help=help_)


def _card_options(data: Data) -> dict[str, tuple[FormOption, ...]]:
    """Return the possible values of keys whose types leave too much open."""
    dice = (*(FormOption(number, str(number)) for number in range(1, MOST_DICE + 1)), FormOption("ST", "ST"))
    ships = tuple(
        FormOption(card.key, card.name)
        for card in unit_cards().values()
        if card.faction == data.get("faction") and card.kind == "capital" and card.trait("Q-Ship") is None
    )
    options = {"ac": dice, "as": dice, "counterpart": ships, "arcs": tuple(FormOption(arc, arc) for arc in ARCS)}
    base = data.get("base")
    if isinstance(base, dict):
        size = " x ".join(f"{base[key]:g}" for key in ("width", "length") if isinstance(base.get(key), int | float))
        own = FormOption(base, f"{base.get('shape', '')} {size}")
        options["base"] = (own, *_words("small", "medium", "large", "hex"))
    return {key: choices for key, choices in options.items() if choices}


def _words(*words: str) -> tuple[FormOption, ...]:
    return tuple(FormOption(word, word.capitalize()) for word in words)


def _trait_rows(path: Where, value: Any, rules: Mapping[str, TraitRule]) -> list[FormRow]:
    """Return a row that adds a trait, and one with all traits as text."""
    has = value if isinstance(value, list) else []
    names = {str(text).partition(":")[0].strip() for text in has}
    offers = tuple(FormOption(_printed(rule), name, rule.summary) for name, rule in rules.items() if name not in names)
    return [
        FormRow(Kind.ADD, "Add a trait", path, None, offers, "The traits, with what they do"),
        FormRow(Kind.WORDS, "Traits", path, value, (), CARD_HELP["traits"]),
    ]


def _printed(rule: TraitRule) -> str:
    """Return a trait as a card prints it, with the smallest number or magnitude that it needs."""
    if rule.takes in (BARE, MAYBE):
        return rule.name
    return f"{rule.name}:{MAGNITUDES[0] if rule.takes == MAGNITUDE else 1}"


def _weapon_list(card: Draft) -> list[FormRow]:
    """Return a row for each line of the weapon table, and one that adds a line."""
    rows = [
        FormRow(Kind.PIECE, f"{chr(65 + number)} · {weapon_label(line)}", ("weapons", number), line)
        for number, line in enumerate(card.lines("weapons"))
    ]
    kinds = (FormOption(WEAPON, "Weapon"), FormOption(HARDPOINT, "Hardpoint", CARD_HELP["hardpoint"]))
    offers = kinds if card.data.get("kind") == "capital" else kinds[:1]
    return [*rows, FormRow(Kind.ADD, "Add a line", ("weapons",), None, offers, CARD_HELP["weapons"])]


def weapon_label(line: Data) -> str:
    """Return a line of the weapon table in words."""
    kind = f"Hardpoint {line['hardpoint']}" if "hardpoint" in line else line.get("name") or line.get("type", "")
    count = f"{line['count']} x " if isinstance(line.get("count"), int) and line["count"] > 1 else ""
    arcs = line.get("arcs")
    words = [", ".join(map(str, arcs))] if isinstance(arcs, list) else []
    words += [f"{label} {line[key]}" for key, label in (("ac", "ships"), ("as", "squadrons")) if key in line]
    return " · ".join((f"{count}{kind}", *words))


def set_card_value(card: Draft, row: FormRow, value: Any) -> tuple[Draft, Piece | None]:
    """Return the card with a value in a row, and the new line of the weapon table if the row adds one."""
    if row.kind is not Kind.ADD:
        return card.with_value(row.path, value), None
    if row.path == ("weapons",):
        arcs: Data = {"arcs": ["fore"]} if card.data.get("kind") == "capital" else {}
        slot: Data = {"hardpoint": SLOTS[0], **arcs}
        return card.with_line("weapons", slot if value == HARDPOINT else {**NEW_WEAPON, **arcs})
    items = card.at(row.path)
    return card.with_value(row.path, [*(items if isinstance(items, list) else ()), value]), None
