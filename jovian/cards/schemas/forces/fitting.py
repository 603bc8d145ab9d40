"""Upgrades as fleets and scenarios hand them out: who may have which, what fits into which hardpoint (v1.2.4 Fleet)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from pydantic import Field, StringConstraints

from jovian.cards.error import meant
from jovian.cards.reading.document import Document, Path_
from jovian.cards.values.card import Slot, UnitCard
from jovian.cards.values.older_names import CARD_TRAITS
from jovian.cards.values.trait_names import BARE
from jovian.cards.values.upgrade import Loaded, UpgradeCard
from jovian.cards.values.upgrade_names import WEAPON

Words = Annotated[str, StringConstraints(max_length=60)]
UpgradeLine = Annotated[list[Words], Field(max_length=20)]
"""The key `upgrades` of a line: names of upgrade cards."""
HardpointLine = Annotated[dict[Words, Words], Field(max_length=20)]
"""The key `hardpoints` of a line: the name of a weapon by the letter of its line in the weapon table."""


def checked_upgrades(
    names: list[str], card: UnitCard, known: Mapping[str, UpgradeCard], document: Document, path: Path_, who: str
) -> tuple[UpgradeCard, ...]:
    """The upgrades of a unit in the order given; the path is that of their list; what is wrong is noted."""
    found: list[UpgradeCard] = []
    for number, name in enumerate(names):
        upgrade = known.get(name)
        fault = _fault(name, upgrade, card, found, known)
        document.note_if(bool(fault), (*path, number), f"{who}: {fault}")
        if upgrade is not None and not fault:
            found.append(upgrade)
    return tuple(found)


def _fault(
    name: str, upgrade: UpgradeCard | None, card: UnitCard, before: list[UpgradeCard], known: Mapping[str, UpgradeCard]
) -> str:
    """Why a unit may not have an upgrade besides those before it, "" if it may."""
    if upgrade is None:
        return f"no upgrade is called '{name}'{meant(name, known)}"
    if upgrade.kind == WEAPON:
        return f"{name} is a weapon, which stands under 'hardpoints'"
    if (card.squadron_type or card.kind) not in upgrade.carriers:
        return f"{name} is for {' or '.join(upgrade.carriers)}"
    if upgrade in before:
        return f"upgrade {name} stands there twice"
    has = {trait.name for trait in card.traits} | {trait.name for each in before for trait in each.traits}
    again = [trait.name for trait in upgrade.traits if trait.name in has and CARD_TRAITS[trait.name].takes == BARE]
    return f"{name} brings {again[0]}, which it has" if again else ""


def checked_hardpoints(
    lines: Mapping[str, str], card: UnitCard, known: Mapping[str, UpgradeCard], document: Document, path: Path_,
    who: str,
) -> tuple[Loaded, ...]:  # fmt: skip
    """The hardpoints of a unit that are filled, by line; the path is that of their mapping; what is wrong is noted."""
    slots = {slot.line: slot for slot in card.slots}
    found: list[Loaded] = []
    for line, name in lines.items():
        upgrade, slot = known.get(name), slots.get(line)
        fault = _misfit(line, name, slot, upgrade, slots, known)
        document.note_if(bool(fault), (*path, line), f"{who}: {fault}")
        if upgrade is not None and slot is not None and not fault:
            found.append(Loaded(line, upgrade, slot.count))
    return tuple(sorted(found, key=lambda each: each.line))


def _misfit(
    line: str, name: str, slot: Slot | None, upgrade: UpgradeCard | None,
    slots: Mapping[str, Slot], known: Mapping[str, UpgradeCard],
) -> str:  # fmt: skip
    """Why a weapon does not go into a line of hardpoints, "" if it does."""
    if slot is None:
        there = f"; they are {', '.join(slots)}" if slots else "; it has no hardpoints"
        return f"its weapon line '{line}' is no hardpoint{there}"
    if upgrade is None:
        return f"no upgrade is called '{name}'{meant(name, known)}"
    fits = upgrade.kind == WEAPON and upgrade.slot == slot.hardpoint
    return "" if fits else f"{name} does not go into a hardpoint {slot.hardpoint}"
