"""A unit card with the upgrades that a fleet has bought for it: another frozen card, so that no rule knows of upgrades.

What a ship loads in secret stands on its card, and beside it the cover: the card as the other side knows it
(v1.2.4 Fleet > Characters, Hardpoints; Traits > Q-Ship).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache

from jovian.cards.values.card import BARE_TRAIT, Extra, Mount, Slot, Trait, UnitCard, WeaponCard
from jovian.cards.values.upgrade import Loaded, UpgradeCard
from jovian.cards.values.upgrade_names import BOXES, RATINGS, UNUSED
from jovian.frozen import freeze_mapping

SECRET = "Q-Ship"
"""The trait of who keeps its loadout to itself."""


@lru_cache(maxsize=512)
def fitted(card: UnitCard, upgrades: tuple[UpgradeCard, ...] = (), loaded: tuple[Loaded, ...] = ()) -> UnitCard:
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
