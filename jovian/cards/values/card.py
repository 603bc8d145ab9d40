"""What a unit card says, as frozen values that every rule and screen may share.

Both kinds of card answer to the same attributes, so that rules need not branch: what a kind does not print
is empty or zero (a capital ship has no fuel boxes, a squadron has Turns 0). v1.2.4 Components > Unit Cards.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import field
from typing import Any, NamedTuple

from jovian.cards.error import meant
from jovian.cards.values.names import MAGNITUDES
from jovian.cards.values.older_names import CARD_TRAITS, CARD_WEAPON_TRAITS
from jovian.cards.values.trait_names import BARE, LEVEL, MAGNITUDE, TraitRule
from jovian.frozen import frozen

TRACKS = ("structure", "defense", "sensors", "thrusters", "marines", "fuel")


BARE_TRAIT = 1
"""What a trait without a number counts for."""


class Sourced:
    """A card that keeps the plain data it was read from.

    The data is kept as JSON text: players share the cards, and text cannot change.
    """

    __slots__ = ()
    source_text: str

    @property
    def source(self) -> dict[str, Any]:
        """The plain data it was read from, for a save to embed. Each call returns a new copy."""
        found: dict[str, Any] = json.loads(self.source_text)
        return found


class Base(NamedTuple):
    """The size of a base in inches (R14)."""

    shape: str
    """`rect`, `hex` (width across flats) or `circle` (width is the diameter)."""
    width: float
    length: float


@frozen
class Trait:
    """One trait as a card prints it: `ECM:2`, `CAP`, `Autohit:T`."""

    name: str
    """One of the closed lists in `names`."""
    level: int = 0
    """The printed number, 0 if none is printed."""
    note: str = ""
    """The printed magnitude (`D`, `T` or `Q+`), only for Autohit."""

    @classmethod
    def parse(cls, text: str, allowed: Mapping[str, TraitRule] | None = None) -> Trait:
        """The trait that a card prints; `str()` turns it back. Raises ValueError with what is wrong."""
        name, colon, value = (part.strip() for part in text.partition(":"))
        known = allowed or {**CARD_WEAPON_TRAITS, **CARD_TRAITS}
        rule = known.get(name)
        if rule is None:
            raise ValueError(f"unknown trait '{name}'{meant(name, known)}")
        if rule.takes == MAGNITUDE:
            if value not in MAGNITUDES:
                raise ValueError(f"trait {name} needs a magnitude: {name}:D, {name}:T or {name}:Q+")
            return cls(name, 0, value)
        if not colon and rule.takes != LEVEL:
            return cls(name)
        if rule.takes == BARE:
            raise ValueError(f"trait {name} takes no number")
        if not (value.isascii() and value.isdigit() and len(value) <= 2 and int(value) > 0):
            raise ValueError(f"trait {name} needs a number from 1 to 99: {name}:1")
        return cls(name, int(value))

    def __str__(self) -> str:
        value = self.note or (str(self.level) if self.level else "")
        return f"{self.name}:{value}" if value else self.name


@frozen
class WeaponCard:
    """One line of a weapon table. Without dice (`ac`, `as_` None) it cannot attack that type of target (R51)."""

    name: str
    """What the card calls it, `Missile: AC` for a missile of that kind unless the card says otherwise."""
    type: str
    """One of `names.WEAPON_TYPES`."""
    arcs: tuple[str, ...]
    """Of `names.ARCS`; always `("turret",)` for squadrons."""
    ac: int | None
    """Base dice against capital ships."""
    as_: int | None
    """Base dice against squadrons."""
    macro: int = 0
    """Macro dice, before armor."""
    traits: tuple[Trait, ...] = ()
    """Weapon traits, in printed order."""
    count: int = 1
    """How many instances the line holds."""
    missile: str | None = None
    """One of `names.MISSILE_KINDS` for a missile, None for anything else."""
    drones: int = 0
    """Drone squadrons that one use of a Drone Bay launches."""
    stock: tuple[int, ...] = ()
    """Boxes of a Drone Bay, each the class of one drone squadron."""
    hardpoint: str = ""
    """The class of the hardpoint that it stands in, "" for a weapon that the card prints."""
    vacant: bool = False
    """Is there nothing there? So a secret ship is drawn up, whose hardpoints all look alike from outside."""

    def trait(self, name: str) -> Trait | None:
        """The trait of that name, None without it."""
        for trait in self.traits:
            if trait.name == name:
                return trait
        return None

    @property
    def spinal(self) -> bool:
        """Whether it is a spinal mount."""
        return "spinal" in self.arcs


@frozen
class Mount:
    """One instance of a weapon line: `b2` is the second of the second line."""

    id: str
    weapon: WeaponCard


@frozen
class Slot:
    """One line of hardpoints in a weapon table (v1.2.4 Fleet > Hardpoints)."""

    line: str
    """Its letter, as in the ids of mounts."""
    hardpoint: str
    """One of `upgrade_names.SLOTS`."""
    count: int
    arcs: tuple[str, ...]


class Extra(NamedTuple):
    """An upgrade that a card carries."""

    name: str
    tv: int
    summary: str
    """What it brings, in words."""


@frozen
class UnitCard(Sourced):
    """One unit card of either kind. Lengths in inches."""

    key: str
    """`faction/name`, lower case with hyphens: `jovian/valiant`."""
    kind: str
    """`capital` or `squadron`; `object` for an unidentified object, which no file prints."""
    faction: str
    """One of `names.FACTIONS`, or `names.COMMON` for a drone."""
    name: str
    tv: int
    """Threat Value, the points it costs."""
    version: str
    """The version of the rules that the card is written for."""
    image: str
    """The name of its silhouette."""
    base: Base
    speed: int
    fire_control: int
    turns: int
    skill: int
    unit_cap: int
    """How many a fleet may hold for each started 250 TV (R4)."""
    armor: Mapping[str, int]
    """By arc: fore, port, starboard, aft, and side; a squadron has the same in all of them."""
    signature: int
    sensors: int
    """The undamaged Sensors rating."""
    tracks: Mapping[str, tuple[int, ...]]
    """Boxes of each of TRACKS in printed order, highest first; equal boxes are redundant (R67)."""
    mounts: tuple[Mount, ...]
    """Every weapon instance. The Point Defense of a capital ship is implicit and not among them."""
    traits: tuple[Trait, ...]
    squadron_type: str | None
    """One of `names.SQUADRON_TYPES`, None for a capital ship."""
    drone_class: int | None
    """1 to 3 for a drone squadron, None for anything else."""
    source_text: str = field(compare=False, repr=False)
    """`source` as JSON."""
    slots: tuple[Slot, ...] = ()
    """Its hardpoints, filled or not."""
    counterpart: str = ""
    """The key of the civilian card that it passes for and shares its Unit Cap with, "" for none."""
    upgrades: tuple[Extra, ...] = ()
    """The upgrades that it carries, but for weapons, which stand among the others."""
    cover: UnitCard | None = None
    """The card as the other side knows it while its loadout is secret, None for one that has no secrets."""

    def __hash__(self) -> int:
        return hash(self.key)

    @property
    def weapons(self) -> tuple[WeaponCard, ...]:
        """The lines of the weapon table, in printed order."""
        return tuple(mount.weapon for mount in self.mounts if mount.id[1:] == "1")

    def mount_called(self, ident: str) -> str:
        """What a mount is called among its like: `Beam Projector (turret)` beside a spinal one, `Mass Driver (no. 2)`.

        A weapon that has no like is called by its name alone, a mount that the card does not have by its id.
        """
        weapon = next((each.weapon for each in self.mounts if each.id == ident), None)
        if weapon is None:
            return ident
        alike = [each for each in self.mounts if each.weapon.name == weapon.name]
        twins = [each.id for each in alike if each.weapon.arcs == weapon.arcs]
        told = [", ".join(weapon.arcs)] if len(twins) < len(alike) else []
        told += [f"no. {twins.index(ident) + 1}"] if len(twins) > 1 else []
        return f"{weapon.name} ({', '.join(told)})" if told else weapon.name

    @property
    def station(self) -> bool:
        """Whether it is built to stay where it is, without arcs: a station, an unidentified object (R14, R33)."""
        return self.base.shape == "circle" and not self.tracks.get("thrusters") and self.kind != "squadron"

    @property
    def drone(self) -> bool:
        """Whether it is a drone squadron, which no fleet list brings (v1.2.4 Attack > Drone)."""
        return self.squadron_type == "drone"

    def trait(self, name: str) -> Trait | None:
        """The trait of that name, None without it."""
        for trait in self.traits:
            if trait.name == name:
                return trait
        return None

    def level(self, name: str) -> int:
        """The level of a trait, added up over its instances; a trait without number counts 1, none 0."""
        return sum(trait.level or BARE_TRAIT for trait in self.traits if trait.name == name)

    def printed(self, track: str) -> int:
        """The undamaged rating of a track, 0 if the card has none."""
        boxes = self.tracks.get(track, ())
        return boxes[0] if boxes else 0
