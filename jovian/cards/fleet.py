"""Units, their upgrades and fleets, as values."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from functools import lru_cache
from typing import Any, NamedTuple, Protocol

from jovian.cards.files import suggest_names
from jovian.cards.names import (
    BARE,
    BOXES,
    CARD_TRAITS,
    CARD_WEAPON_TRAITS,
    CARGO,
    LEVEL,
    MAGNITUDE,
    MAGNITUDES,
    RATINGS,
    UNUSED,
    TraitRule,
)
from jovian.frozen import freeze_mapping, frozen

# --- card ---
# What a unit card says, as frozen values that every rule and screen may share.
#
# Both kinds of card answer to the same attributes, so that rules need not branch: what a kind does not print is
# empty or zero (a capital ship has no fuel boxes, a squadron has Turns 0). v1.2.4 Components > Unit Cards.

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
            raise ValueError(f"unknown trait '{name}'{suggest_names(name, known)}")
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


# --- upgrade ---
# What an upgrade card says, as a frozen value (v1.2.4 Fleet > Characters, Hardpoints).


@frozen
class UpgradeCard(Sourced):
    """One upgrade card of any kind."""

    name: str
    kind: str
    """One of `upgrade_names.UPGRADE_KINDS`."""
    tv: int
    """Threat Value that it costs: of a weapon, each instance."""
    carriers: tuple[str, ...]
    """Who may have it, of `upgrade_names.CARRIERS`."""
    raises: tuple[tuple[str, int], ...]
    """Ratings and tracks that it raises, and by how much."""
    traits: tuple[Trait, ...]
    """Traits that it brings."""
    slot: str
    """The class of the hardpoint that it fills, "" if it is no weapon."""
    weapon: WeaponCard | None
    """What stands in the weapon table then, but for its arcs and number; None if it is no weapon."""
    source_text: str = field(compare=False, repr=False)
    """`source` as JSON."""

    def __hash__(self) -> int:
        return hash(self.name)

    @property
    def summary(self) -> str:
        """What it brings, in words."""
        found = [f"{by:+d} {rating.replace('_', ' ').title()}." for rating, by in self.raises]
        found += [f"{trait}: {CARD_TRAITS[trait.name].summary}" for trait in self.traits]
        return " ".join(found)


@frozen
class Loaded:
    """A line of hardpoints that has been filled."""

    line: str
    """Its letter, as in the ids of mounts."""
    upgrade: UpgradeCard
    count: int
    """How many instances the line holds, each of which is paid for."""

    @property
    def tv(self) -> int:
        """What all of it costs."""
        return self.upgrade.tv * self.count


class Equipped(Protocol):
    """A model of a fleet or of a scenario, which may have upgrades."""

    @property
    def upgrades(self) -> tuple[UpgradeCard, ...]:
        """Characters aboard, and what a squadron has more of."""

    @property
    def hardpoints(self) -> tuple[Loaded, ...]:
        """The hardpoints that are filled."""


def in_use(models: Iterable[Equipped]) -> dict[str, UpgradeCard]:
    """Every upgrade card that the models have, by name."""
    found: dict[str, UpgradeCard] = {}
    for model in models:
        found |= {each.name: each for each in (*model.upgrades, *(load.upgrade for load in model.hardpoints))}
    return found


# --- fitting ---
# A unit card with the upgrades that a fleet has bought for it: another frozen card, so that no rule knows of
# upgrades.
#
# What a ship loads in secret stands on its card, and beside it the cover: the card as the other side knows it
# (v1.2.4 Fleet > Characters, Hardpoints; Traits > Q-Ship).

SECRET = "Q-Ship"
"""The trait of who keeps its loadout to itself."""


@lru_cache(maxsize=512)
def with_upgrades(card: UnitCard, upgrades: tuple[UpgradeCard, ...] = (), loaded: tuple[Loaded, ...] = ()) -> UnitCard:
    """The card with upgrades, and with weapons in its hardpoints; the same card without either."""
    secret = bool(card.slots) and card.trait(SECRET) is not None and card.cover is None
    if not (upgrades or loaded or secret):
        return card
    known = _raised(card, upgrades)
    filled = {each.line: _weapon(each, slot) for each in loaded for slot in card.slots if slot.line == each.line}
    empty = {slot.line: _unused(slot, "empty") for slot in card.slots} if secret else {}
    whole = replace(known, tv=known.tv + sum(each.tv for each in loaded), mounts=_mounts(card, {**empty, **filled}))
    if not secret:
        return whole
    unknown = {slot.line: replace(_unused(slot, "unknown"), vacant=False) for slot in card.slots}
    return replace(whole, cover=replace(known, mounts=_mounts(card, unknown)))


def _raised(card: UnitCard, upgrades: tuple[UpgradeCard, ...]) -> UnitCard:
    """The card with what its characters and fittings bring."""
    if not upgrades:
        return card
    by = {name: sum(dict(each.raises).get(name, 0) for each in upgrades) for name in (*RATINGS, *BOXES)}
    tracks = {name: _boxes(boxes, by.get(name, 0)) for name, boxes in card.tracks.items()}
    return replace(
        card, tv=card.tv + sum(each.tv for each in upgrades), tracks=freeze_mapping(tracks),
        traits=joined((*card.traits, *(trait for each in upgrades for trait in each.traits))),
        upgrades=tuple(Extra(each.name, each.tv, each.summary) for each in upgrades),
        speed=card.speed + by["speed"], fire_control=card.fire_control + by["fire_control"],
        turns=card.turns + by["turns"], skill=card.skill + by["skill"],
    )  # fmt: skip


def _boxes(boxes: tuple[int, ...], more: int) -> tuple[int, ...]:
    """A track with so many boxes more, each one higher."""
    top = boxes[0] if boxes else 0
    return (*range(top + more, top, -1), *boxes)


def joined(traits: Iterable[Trait]) -> tuple[Trait, ...]:
    """Traits, those of one name added up: instances of a trait are cumulative (v1.2.4 Traits)."""
    found: dict[str, Trait] = {}
    for trait in traits:
        before = found.get(trait.name)
        found[trait.name] = trait if before is None else replace(before, level=_level(before) + _level(trait))
    return tuple(found.values())


def _level(trait: Trait) -> int:
    return trait.level or BARE_TRAIT


def _mounts(card: UnitCard, lines: Mapping[str, WeaponCard]) -> tuple[Mount, ...]:
    """Every weapon instance with those that stand in hardpoints, in the order of the weapon table."""
    more = [Mount(f"{line}{n}", weapon) for line, weapon in lines.items() for n in range(1, weapon.count + 1)]
    return tuple(sorted((*card.mounts, *more), key=lambda mount: (mount.id[0], int(mount.id[1:]))))


def _weapon(loaded: Loaded, slot: Slot) -> WeaponCard:
    weapon = loaded.upgrade.weapon
    assert weapon is not None
    return replace(weapon, name=loaded.upgrade.name, arcs=slot.arcs, count=slot.count, hardpoint=slot.hardpoint)


def _unused(slot: Slot, how: str) -> WeaponCard:
    """What stands in a hardpoint that holds nothing, or nothing that is known."""
    return WeaponCard(
        name=f"{UNUSED} {slot.hardpoint} ({how})", type=UNUSED, arcs=slot.arcs, ac=None, as_=None, count=slot.count,
        hardpoint=slot.hardpoint, vacant=True,
    )  # fmt: skip


# --- fleet ---
# Fleet lists: which units a side brings. Whether a list is legal is for the rules to say.


@frozen
class FleetEntry:
    """One model of a fleet."""

    unit: str
    """The key of its unit card."""
    name: str
    """What this one is called: its own name, or that of its card, numbered if there are several."""
    cargo: tuple[str, ...] = ()
    """What its Cargo slots hold, of `names.CARGO`. Private: the other side does not see it (v1.2.4 Traits > Cargo)."""

    upgrades: tuple[UpgradeCard, ...] = ()
    """Characters aboard, and what a squadron has more of."""
    hardpoints: tuple[Loaded, ...] = ()
    """The hardpoints that are filled."""

    @property
    def upgrade_tv(self) -> int:
        """Threat Value of its upgrades, which its unit card does not hold: cargo, characters, weapons."""
        cargo = sum(CARGO[name].tv for name in self.cargo)
        return cargo + sum(each.tv for each in self.upgrades) + sum(each.tv for each in self.hardpoints)

    def flown(self, card: UnitCard) -> UnitCard:
        """Its unit card with its upgrades, as it is played."""
        return with_upgrades(card, self.upgrades, self.hardpoints)


@frozen
class FleetList(Sourced):
    """A fleet as its player wrote it down."""

    name: str
    faction: str
    size: int
    """Threat Value that it may cost in all."""
    entries: tuple[FleetEntry, ...]
    source_text: str = field(compare=False, repr=False)
    """`source` as JSON."""

    def __hash__(self) -> int:
        return hash((self.name, self.entries))

    @property
    def upgrades(self) -> dict[str, UpgradeCard]:
        """Every upgrade card that is in use, by name."""
        return in_use(self.entries)
