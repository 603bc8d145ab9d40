"""The strict schema of an upgrade file, and how a checked one becomes an `UpgradeCard`."""

from __future__ import annotations

import json
from typing import Annotated

from pydantic import Field

from jovian.cards.reading.document import Document
from jovian.cards.schemas.forces.unit import ModelTrait, SquadronWeapon
from jovian.cards.schemas.forces.unit_card import build_traits, build_weapon
from jovian.cards.schemas.listed import Carrier, SlotClass, UpgradeKind
from jovian.cards.schemas.validate import Name, Strict, checked
from jovian.cards.values.fitting import SECRET
from jovian.cards.values.upgrade import UpgradeCard
from jovian.cards.values.upgrade_names import USUAL, WEAPON

Rise = Annotated[int, Field(ge=1, le=3)]


class Raises(Strict):
    """Ratings that it raises, and tracks that get as many boxes more."""

    speed: Rise | None = None
    fire_control: Rise | None = None
    turns: Rise | None = None
    skill: Rise | None = None
    marines: Rise | None = None
    fuel: Rise | None = None


class Upgrade(Strict):
    """An upgrade file."""

    upgrade: UpgradeKind
    name: Name
    tv: Annotated[int, Field(ge=0, le=100)]
    carriers: Annotated[list[Carrier], Field(min_length=1)] | None = None
    traits: list[ModelTrait] = Field(default_factory=list)
    raises: Raises = Raises()
    slot: SlotClass | None = None
    weapon: SquadronWeapon | None = None


def build_upgrade(document: Document) -> UpgradeCard:
    """The upgrade of a document. Raises CardError with everything that is wrong."""
    found = checked(Upgrade, document)
    _check(found, document)
    weapon = None if found.weapon is None else build_weapon(found.weapon, 0, document, ("weapon",))
    traits = build_traits(found.traits, document, ("traits",))
    document.settle()
    raises = tuple((name, by) for name, by in found.raises.model_dump().items() if by)
    return UpgradeCard(
        name=found.name, kind=found.upgrade, tv=found.tv, carriers=tuple(found.carriers or USUAL[found.upgrade]),
        raises=raises, traits=traits, slot=found.slot or "", weapon=weapon, source_text=json.dumps(document.data),
    )  # fmt: skip


def _check(found: Upgrade, document: Document) -> None:
    """Note what does not belong together."""
    gun, line = found.upgrade == WEAPON, found.weapon
    brings = bool(found.traits) or found.raises != Raises()
    for wrong, key, cause in (
        (gun and line is None, "upgrade", "a weapon needs the key 'weapon': type, ac, as, macro, traits"),
        (gun and found.slot is None, "upgrade", "a weapon needs the key 'slot': the class of hardpoint that it fills"),
        (not gun and line is not None, "weapon", "only a weapon has the key 'weapon'"),
        (not gun and found.slot is not None, "slot", "only a weapon has the key 'slot'"),
        (not gun and not brings, "upgrade", "it brings nothing: give it 'traits' or 'raises'"),
        (gun and brings, "upgrade", "a weapon has no 'traits' and 'raises' of its ship; its own stand under 'weapon'"),
        (SECRET in found.traits, "traits", f"nobody becomes a {SECRET} by an upgrade"),
    ):  # fmt: skip
        document.note_if(wrong, (key,), f"{found.name}: {cause}")
    if line is not None:
        bay = bool(line.drones or line.stock)
        unfit = line.count != 1 or "ST" in (line.ac, line.as_) or line.name is not None
        document.note_if(bay, ("weapon",), f"{found.name}: a Drone Bay is no weapon for a hardpoint")
        cause = f"{found.name}: its name and number are the upgrade's and the hardpoint's, its dice are numbers"
        document.note_if(unfit, ("weapon",), cause)
