"""Unit cards, upgrade cards, and fleets as frozen values.

Both kinds of unit card have the same attributes. What a kind does not print is empty or zero: a capital ship has no
fuel boxes, a squadron has Turns 0 (v1.2.4 Components > Unit Cards).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import field, fields, replace
from functools import lru_cache
from typing import Annotated, Any, Literal, NamedTuple, Protocol

from jovian.cards import names
from jovian.cards.files import suggest_names
from jovian.cards.keys import (
    Bare,
    Check,
    Extent,
    Limits,
    Mark,
    Name,
    OneOf,
    Rating,
    Slug,
    UnitKey,
    Word,
    Written,
)
from jovian.cards.traits import BARE, CARD_TRAITS, CARD_WEAPON_TRAITS, LEVEL, MAGNITUDE, MAYBE, TraitRule
from jovian.frozen import freeze_mapping, frozen

# --- Unit cards ---

MAX_SIZE = 5000
"""The most Threat Value that a fleet may cost."""
TRACKS = ("structure", "defense", "sensors", "thrusters", "marines", "fuel")
BARE_TRAIT = 1
"""The level of a trait without a number."""


@frozen(kw_only=True)
class Sourced:
    """A card with the plain data it was read from.

    The data is JSON text, because players share the cards and text can't change.
    """

    source_text: Annotated[str, Mark.UNWRITTEN] = field(default="{}", compare=False, repr=False)
    """`source` as JSON."""

    @property
    def source(self) -> dict[str, Any]:
        """Return a new copy of the plain data it was read from, as a save embeds it."""
        source: dict[str, Any] = json.loads(self.source_text)
        return source


@frozen
class Base:
    """The size of a base in inches (R14)."""

    shape: Literal["rect", "hex", "circle"]
    """`rect`, `hex` (width across flats), or `circle` (width is the diameter)."""
    width: Extent
    length: Annotated[Extent, Mark.NULL]


@frozen
class Trait:
    """One trait as a card prints it: `ECM:2`, `CAP`, `Autohit:T`."""

    name: str
    """A name of `traits.py`."""
    level: int = 0
    """The printed number, or 0."""
    note: str = ""
    """The printed magnitude (`D`, `T`, or `Q+`) of Autohit, or ""."""

    @classmethod
    def parse(cls, text: str, allowed: Mapping[str, TraitRule] | None = None) -> Trait:
        """Read a trait as a card prints it. `str()` is the reverse. Raises ValueError with the cause."""
        name, colon, value = (part.strip() for part in text.partition(":"))
        known = allowed or {**CARD_WEAPON_TRAITS, **CARD_TRAITS}
        rule = known.get(name)
        if rule is None:
            raise ValueError(f"unknown trait '{name}'{suggest_names(name, known)}")
        if rule.takes == MAGNITUDE:
            if value not in names.MAGNITUDES:
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

    @property
    def title(self) -> str:
        """The trait in words that people read."""
        return names.TRAIT_TITLES.get(self.name) or str(self)


COMMON_LEVELS = (1, 2, 3)


def _check_trait(allowed: Mapping[str, TraitRule]) -> Check:
    """Return the mark of a text that is a trait. The JSON schema lists common texts, which editors offer."""
    forms = {BARE: (), MAGNITUDE: (*names.MAGNITUDES,), LEVEL: COMMON_LEVELS}
    texts = [rule.name for rule in allowed.values() if rule.takes in (BARE, MAYBE)]
    texts += [f"{rule.name}:{value}" for rule in allowed.values() for value in forms.get(rule.takes, COMMON_LEVELS)]
    counted = "|".join(rule.name for rule in allowed.values() if rule.takes in (LEVEL, MAYBE))
    patterns = [{"pattern": f"^({counted}):[1-9][0-9]?$"}] if counted else []
    return Check(lambda text: Trait.parse(text, allowed), {"anyOf": [{"enum": texts}, *patterns]})


ModelTrait = Annotated[Word, _check_trait(CARD_TRAITS)]
WeaponTrait = Annotated[Word, _check_trait(CARD_WEAPON_TRAITS)]
Arcs = Annotated[tuple[Annotated[str, OneOf(names.ARCS)], ...], Limits(min_length=1, max_length=4)]
Count = Annotated[int, Limits(ge=1, le=12)]
DroneClass = Annotated[int, Limits(ge=1, le=3)]
AS_STRUCTURE = -1
"""The dice of a weapon line with `ST` until its card is built: as many as Structure."""


def _dice(printed: int | str) -> int | None:
    """Return the dice, or None if it can't attack: missing, `-`, or 0 (R51)."""
    return {"ST": AS_STRUCTURE, "-": None}[printed] if isinstance(printed, str) else printed or None


Dice = Written(Annotated[Rating | Literal["-", "ST"], Check(_dice)] | None)
"""A number, `ST` (as many dice as Structure), or `-` or missing (it can't attack that type)."""
SlotClass = Annotated[str, OneOf(names.SLOTS)]


@frozen
class WeaponCard:
    """One line of a weapon table. If `ac` or `as_` is None, it can't attack that type of target (R51)."""

    name: Annotated[Name, Mark.NULL]
    """The printed name. A missile without one is called `Ship Missile` by its kind."""
    type: Annotated[str, OneOf(names.PRINTED_WEAPONS)]
    """One of `names.WEAPON_TYPES`. Files have the printed ones."""
    arcs: Annotated[tuple[str, ...], Mark.UNWRITTEN]
    """Of `names.ARCS`; always `("turret",)` for squadrons."""
    ac: Annotated[int | None, Dice]
    """Base dice against capital ships."""
    as_: Annotated[int | None, Dice]
    """Base dice against squadrons."""
    macro: Annotated[int, Limits(ge=-10, le=10)] = 0
    """Macro dice, before armor."""
    traits: Annotated[tuple[Trait, ...], Written(tuple[WeaponTrait, ...])] = ()
    """Weapon traits, in printed order."""
    count: Count = 1
    """How many instances the line holds."""
    missile: Annotated[str, OneOf(names.MISSILE_KINDS)] | None = None
    """None if it isn't a missile."""
    drones: Rating = 0
    """The drone squadrons that one use of a Drone Bay launches."""
    stock: Annotated[tuple[DroneClass, ...], Limits(max_length=20)] = ()
    """The boxes of a Drone Bay: the class of each drone squadron."""
    hardpoint: Annotated[str, Mark.UNWRITTEN] = ""
    """The class of its hardpoint, or "" for a weapon that the card prints."""
    vacant: Annotated[bool, Mark.UNWRITTEN] = False
    """Whether the hardpoint is empty. A ship with a secret loadout lists its empty hardpoints, too."""

    def trait(self, name: str) -> Trait | None:
        """Return the trait of a name, or None."""
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

    line: Annotated[str, Mark.UNWRITTEN]
    """Its letter, as in the ids of mounts."""
    hardpoint: SlotClass
    arcs: Arcs
    count: Count = 1


class Extra(NamedTuple):
    """An upgrade that a card carries."""

    name: str
    tv: int
    summary: str
    """Its effect in words."""


MAX_ABOUT = 240


def _checked_about(text: str) -> str:
    if not text.strip():
        raise ValueError("must not be empty")
    if len(text) > MAX_ABOUT:
        raise ValueError(f"must have at most {MAX_ABOUT} characters, not {len(text)}")
    if not text.isprintable():
        raise ValueError("must be one line without special characters")
    return text


@frozen(kw_only=True)
class Unit(Sourced):
    """What a unit card has and writes as a key, whatever its kind."""

    faction: Annotated[str, OneOf((*names.FACTIONS, names.COMMON))]
    name: Name
    tv: Annotated[int, Limits(ge=0, le=500)]
    """Its Threat Value: the points it costs."""
    version: Annotated[str, Limits(pattern=r"^[0-9]{1,3}(\.[0-9]{1,3}){0,3}$")]
    """The version of the rules that the card was written for."""
    image: Annotated[Slug, Mark.NULL]
    """The name of its silhouette."""
    speed: Rating
    fire_control: Rating
    skill: Rating
    unit_cap: Annotated[int, Limits(ge=1, le=20)]
    """The most units of this card in a fleet, for each started 250 TV (R4)."""
    about: Annotated[str, Check(_checked_about, {"minLength": 1, "maxLength": MAX_ABOUT})] = ""
    """What the unit is and does, in two sentences, or ""."""
    traits: Annotated[tuple[Trait, ...], Written(tuple[ModelTrait, ...])] = ()


@frozen(kw_only=True)
class UnitCard(Unit):
    """One unit card of either kind. Lengths in inches."""

    key: str
    """`faction/name` in lower case with hyphens: `jovian/valiant`."""
    kind: str
    """`capital`, `squadron`, or `object` for an unidentified object, which has no file."""
    role: str = ""
    """One of `names.SHIP_ROLES` or `names.SQUADRON_ROLES`, or ""."""
    base: Base
    turns: int = 0
    armor: Mapping[str, int]
    """By arc: fore, port, starboard, aft, and side. A squadron has the same armor in all arcs."""
    signature: int
    sensors: int
    """The undamaged Sensors rating."""
    tracks: Mapping[str, tuple[int, ...]]
    """The boxes of each of TRACKS, highest first. Equal boxes are redundant (R67)."""
    mounts: tuple[Mount, ...]
    """All weapon instances, without the Point Defense that each capital ship has."""
    squadron_type: str | None = None
    """One of `names.SQUADRON_TYPES`, or None for a capital ship."""
    drone_class: int | None = None
    """1 to 3 for a drone squadron, or None."""
    slots: tuple[Slot, ...] = ()
    """Its hardpoints, filled or empty."""
    counterpart: str = ""
    """The key of the civilian card that it imitates and shares its Unit Cap with, or ""."""
    upgrades: tuple[Extra, ...] = ()
    """Its upgrades except weapons, which are among its mounts."""
    cover: UnitCard | None = None
    """The card as the enemy knows it while the loadout is secret, or None."""

    def __hash__(self) -> int:
        return hash(self.key)

    @property
    def weapons(self) -> tuple[WeaponCard, ...]:
        """The lines of the weapon table, in printed order."""
        return tuple(mount.weapon for mount in self.mounts if mount.id[1:] == "1")

    def mount_name(self, mount_id: str) -> str:
        """Return a name that no other mount has: `Beam Projector (turret)` next to a spinal one, `Mass Driver (no. 2)`.

        A weapon without namesakes has its plain name. An unknown mount has its id.
        """
        weapon = next((mount.weapon for mount in self.mounts if mount.id == mount_id), None)
        if weapon is None:
            return mount_id
        namesakes = [mount for mount in self.mounts if mount.weapon.name == weapon.name]
        same_arcs = [mount.id for mount in namesakes if mount.weapon.arcs == weapon.arcs]
        details = [", ".join(weapon.arcs)] if len(same_arcs) < len(namesakes) else []
        details += [f"no. {same_arcs.index(mount_id) + 1}"] if len(same_arcs) > 1 else []
        return f"{weapon.name} ({', '.join(details)})" if details else weapon.name

    @property
    def station(self) -> bool:
        """Whether it is a space station or an unidentified object, which have no arcs and don't move (R14, R33)."""
        return self.base.shape == "circle" and not self.tracks.get("thrusters") and self.kind != "squadron"

    @property
    def drone(self) -> bool:
        """Whether it is a drone squadron, which no fleet lists (v1.2.4 Weapons > Drone)."""
        return self.squadron_type == "drone"

    def trait(self, name: str) -> Trait | None:
        """Return the trait of a name, or None."""
        for trait in self.traits:
            if trait.name == name:
                return trait
        return None

    def level(self, name: str) -> int:
        """Return the sum of the levels of a trait. A trait without a number counts 1, a missing trait 0."""
        return sum(trait.level or BARE_TRAIT for trait in self.traits if trait.name == name)

    def printed(self, track: str) -> int:
        """Return the undamaged rating of a track, or 0 if the card has no such track."""
        boxes = self.tracks.get(track, ())
        return boxes[0] if boxes else 0


# --- Upgrade cards (v1.2.4 Fleet > Characters, Hardpoints) ---

Rise = Annotated[int, Limits(ge=1, le=3)]


@frozen
class Raises:
    """The amounts by which an upgrade raises ratings or adds boxes to tracks."""

    speed: Rise | None = None
    fire_control: Rise | None = None
    turns: Rise | None = None
    skill: Rise | None = None
    marines: Rise | None = None
    fuel: Rise | None = None

    def amounts(self) -> tuple[tuple[str, int], ...]:
        """Return each raised rating or track with its amount."""
        found = ((item.name, getattr(self, item.name)) for item in fields(self))
        return tuple((name, amount) for name, amount in found if amount)


@frozen(kw_only=True)
class UpgradeCard(Sourced):
    """One upgrade card of any kind."""

    kind: Annotated[str, OneOf(names.UPGRADE_KINDS), Written(key="upgrade")]
    name: Name
    tv: Annotated[int, Limits(ge=0, le=100)]
    """Its Threat Value. A weapon costs it once for each instance."""
    carriers: Annotated[tuple[Annotated[str, OneOf(names.CARRIERS)], ...], Limits(min_length=1), Mark.NULL]
    """The units that may have it."""
    traits: Annotated[tuple[Trait, ...], Written(tuple[ModelTrait, ...])] = ()
    """The traits that it adds."""
    raises: Annotated[tuple[tuple[str, int], ...], Written(Annotated[Raises, Check(Raises.amounts)])] = ()
    """The ratings and tracks that it raises, each with the amount."""
    slot: Annotated[SlotClass, Mark.NULL] = ""
    """The class of the hardpoint that it fills, or "" if it isn't a weapon."""
    weapon: WeaponCard | None = None
    """Its line of the weapon table, except arcs and count, or None if it isn't a weapon."""

    def __hash__(self) -> int:
        return hash(self.name)

    @property
    def title(self) -> str:
        """The name that people read. The name in files is the key, which has the kind of a missile after the word."""
        kind = self.weapon.missile if self.weapon is not None else None
        return re.sub(f"^Missile {kind}", names.MISSILE_NAMES.get(kind or "", ""), self.name)

    @property
    def summary(self) -> str:
        """Its effect in words."""
        effects = [f"{by:+d} {rating.replace('_', ' ').title()}." for rating, by in self.raises]
        effects += [f"{trait.title}: {CARD_TRAITS[trait.name].summary}" for trait in self.traits]
        return " ".join(effects)


@frozen
class Loaded:
    """A line of hardpoints with a weapon in it."""

    line: str
    """Its letter, as in the ids of mounts."""
    upgrade: UpgradeCard
    count: int
    """The instances in the line. Each costs its Threat Value."""

    @property
    def tv(self) -> int:
        """The Threat Value of all instances."""
        return self.upgrade.tv * self.count


class Equipped(Protocol):
    """A model of a fleet or scenario, which may have upgrades."""

    @property
    def upgrades(self) -> tuple[UpgradeCard, ...]:
        """Characters aboard, or improvements of a squadron."""

    @property
    def hardpoints(self) -> tuple[Loaded, ...]:
        """The filled hardpoints."""


Cargo = Annotated[tuple[Annotated[Word, Check(str, {"enum": list(names.CARGO)})], ...], Limits(max_length=20)]
LongWord = Annotated[str, Limits(max_length=60)]
UpgradeNames = Annotated[tuple[LongWord, ...], Limits(max_length=20)]
"""The names of upgrade cards."""
HardpointNames = Annotated[Mapping[LongWord, LongWord], Limits(max_length=20)]
"""The name of a weapon by the letter of its line in the weapon table."""


def in_use(models: Iterable[Equipped]) -> dict[str, UpgradeCard]:
    """Return all upgrade cards that models have, by name."""
    cards: dict[str, UpgradeCard] = {}
    for model in models:
        upgrades = (*model.upgrades, *(loaded.upgrade for loaded in model.hardpoints))
        cards |= {upgrade.name: upgrade for upgrade in upgrades}
    return cards


# --- Unit cards with upgrades ---
# A unit card with upgrades is another unit card, so the rules don't need to know about upgrades. A ship with a secret
# loadout also has a cover: the card as the enemy knows it (v1.2.4 Traits > Q-Ship).

SECRET = "Q-Ship"
"""The trait of ships with a secret loadout."""


@lru_cache(maxsize=512)
def with_upgrades(card: UnitCard, upgrades: tuple[UpgradeCard, ...] = (), loaded: tuple[Loaded, ...] = ()) -> UnitCard:
    """Return the card with upgrades and with weapons in its hardpoints, or the same card if there are none."""
    has_secret = bool(card.slots) and card.trait(SECRET) is not None and card.cover is None
    if not (upgrades or loaded or has_secret):
        return card
    public = _raised(card, upgrades)
    weapons = {slot.line: _unused(slot, "empty") for slot in card.slots} if has_secret else {}
    slots = {slot.line: slot for slot in card.slots}
    weapons |= {line.line: _weapon(line, slots[line.line]) for line in loaded if line.line in slots}
    upgraded = replace(public, tv=public.tv + sum(line.tv for line in loaded), mounts=_mounts(card, weapons))
    if not has_secret:
        return upgraded
    unknown = {slot.line: replace(_unused(slot, "unknown"), vacant=False) for slot in card.slots}
    return replace(upgraded, cover=replace(public, mounts=_mounts(card, unknown)))


def _raised(card: UnitCard, upgrades: tuple[UpgradeCard, ...]) -> UnitCard:
    """Return the card with the ratings, boxes, and traits that upgrades add."""
    if not upgrades:
        return card
    raised = (*names.RATINGS, *names.BOXES)
    by = {name: sum(dict(upgrade.raises).get(name, 0) for upgrade in upgrades) for name in raised}
    tracks = {name: _boxes(boxes, by.get(name, 0)) for name, boxes in card.tracks.items()}
    return replace(
        card, tv=card.tv + sum(upgrade.tv for upgrade in upgrades), tracks=freeze_mapping(tracks),
        traits=add_up_traits((*card.traits, *(trait for upgrade in upgrades for trait in upgrade.traits))),
        upgrades=tuple(Extra(upgrade.name, upgrade.tv, upgrade.summary) for upgrade in upgrades),
        speed=card.speed + by["speed"], fire_control=card.fire_control + by["fire_control"],
        turns=card.turns + by["turns"], skill=card.skill + by["skill"],
    )  # fmt: skip


def _boxes(boxes: tuple[int, ...], count: int) -> tuple[int, ...]:
    """Return a track with `count` more boxes, each one higher."""
    top = boxes[0] if boxes else 0
    return (*range(top + count, top, -1), *boxes)


def add_up_traits(traits: Iterable[Trait]) -> tuple[Trait, ...]:
    """Return the traits with the levels of one name added up (v1.2.4 Traits)."""
    by_name: dict[str, Trait] = {}
    for trait in traits:
        first = by_name.get(trait.name)
        if first is None:
            by_name[trait.name] = trait
        else:
            level = (first.level or BARE_TRAIT) + (trait.level or BARE_TRAIT)
            by_name[trait.name] = replace(first, level=level)
    return tuple(by_name.values())


def _mounts(card: UnitCard, lines: Mapping[str, WeaponCard]) -> tuple[Mount, ...]:
    """Return all weapon instances including those in hardpoints, in the order of the weapon table."""
    added = [Mount(f"{line}{n}", weapon) for line, weapon in lines.items() for n in range(1, weapon.count + 1)]
    return tuple(sorted((*card.mounts, *added), key=lambda mount: (mount.id[0], int(mount.id[1:]))))


def _weapon(loaded: Loaded, slot: Slot) -> WeaponCard:
    weapon = loaded.upgrade.weapon
    assert weapon is not None
    return replace(weapon, name=loaded.upgrade.title, arcs=slot.arcs, count=slot.count, hardpoint=slot.hardpoint)


def _unused(slot: Slot, status: str) -> WeaponCard:
    """Return the line of a hardpoint that is empty or unknown."""
    return WeaponCard(
        name=f"{names.UNUSED} {slot.hardpoint} ({status})", type=names.UNUSED, arcs=slot.arcs, ac=None, as_=None,
        count=slot.count, hardpoint=slot.hardpoint, vacant=True,
    )  # fmt: skip


# --- Fleets ---
# `rules/setup/legality.py` checks whether a fleet is legal.


@frozen
class FleetEntry:
    """One model of a fleet."""

    unit: str
    """The key of its unit card."""
    name: str
    """Its own name, or the name of its card, with a number if there are several."""
    cargo: tuple[str, ...] = ()
    """The content of its Cargo slots, of `names.CARGO`. The enemy doesn't see it (v1.2.4 Traits > Cargo)."""
    upgrades: tuple[UpgradeCard, ...] = ()
    """Characters aboard, or improvements of a squadron."""
    hardpoints: tuple[Loaded, ...] = ()
    """The filled hardpoints."""

    @property
    def upgrade_tv(self) -> int:
        """The Threat Value of its cargo, characters, and weapons, without its unit card."""
        cargo = sum(names.CARGO[name].tv for name in self.cargo)
        return cargo + sum(upgrade.tv for upgrade in self.upgrades) + sum(line.tv for line in self.hardpoints)

    def flown(self, card: UnitCard) -> UnitCard:
        """Return its unit card with its upgrades."""
        return with_upgrades(card, self.upgrades, self.hardpoints)


def named_entries(lines: Iterable[tuple[FleetEntry, int]], cards: Mapping[str, UnitCard]) -> tuple[FleetEntry, ...]:
    """Return the units of a fleet, each with a name. A line is a unit with the name of the file, or "", and its count.

    The units of a line with a name are numbered if there are several, and so are all unnamed units of a card.
    """
    lines = list(lines)
    totals: dict[str, int] = {}
    for entry, count in lines:
        totals[entry.unit] = totals.get(entry.unit, 0) + (0 if entry.name else count)
    given: dict[str, int] = {}
    entries: list[FleetEntry] = []
    for entry, count in lines:
        for number in range(1, count + 1):
            if entry.name:
                name = f"{entry.name} {number}" if count > 1 else entry.name
            else:
                given[entry.unit] = given.get(entry.unit, 0) + 1
                name = cards[entry.unit].name + (f" {given[entry.unit]}" if totals[entry.unit] > 1 else "")
            entries.append(replace(entry, name=name))
    return tuple(entries)


@frozen
class EntryLine:
    """A line of a fleet file. Cargo, upgrades, and hardpoints are the same for each of `count` units."""

    unit: UnitKey
    name: Annotated[Name, Mark.NULL] = ""
    cargo: Cargo = ()
    upgrades: UpgradeNames = ()
    hardpoints: HardpointNames = field(default_factory=lambda: freeze_mapping({}))
    count: Annotated[int, Limits(ge=1, le=20)] = 1


@frozen
class FleetFile:
    """A fleet file."""

    name: Name
    faction: Annotated[str, OneOf(names.FACTIONS)]
    size: Annotated[int, Limits(ge=1, le=MAX_SIZE)]
    """The most Threat Value that it may cost."""
    units: Annotated[tuple[Annotated[EntryLine, Bare("unit")], ...], Limits(min_length=1, max_length=100)]


@frozen
class FleetList(Sourced):
    """A fleet as its file lists it."""

    name: str
    faction: str
    size: int
    """The most Threat Value that it may cost."""
    entries: tuple[FleetEntry, ...]

    def __hash__(self) -> int:
        return hash((self.name, self.entries))

    @property
    def upgrades(self) -> dict[str, UpgradeCard]:
        """All upgrade cards in the fleet, by name."""
        return in_use(self.entries)
