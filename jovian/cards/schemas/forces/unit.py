"""What may stand in a unit file: every field of both cards, v1.2.4 Components > Unit Cards.

`ac` and `as` may be a number, `-` or left out (the weapon cannot attack that type), or `ST` (as many dice as there is
Structure).
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Discriminator, Field, StringConstraints, Tag

from jovian.cards.schemas.listed import Arc, Builder, MissileKind, SlotClass, SquadronType, WeaponType
from jovian.cards.schemas.validate import Extent, Name, Rating, Slug, Strict, UnitKey
from jovian.cards.values.card import Trait
from jovian.cards.values.older_names import CARD_TRAITS, CARD_WEAPON_TRAITS
from jovian.cards.values.trait_names import TraitRule

Boxes = Annotated[list[Annotated[int, Field(ge=1, le=20)]], Field(max_length=20)]
Dice = Rating | Literal["-", "ST"] | None
ModelTrait = Annotated[str, StringConstraints(max_length=40), AfterValidator(lambda text: _known(text, CARD_TRAITS))]
WeaponTrait = Annotated[
    str, StringConstraints(max_length=40), AfterValidator(lambda text: _known(text, CARD_WEAPON_TRAITS))
]


class OwnBase(Strict):
    """A base that is none of the usual ones."""

    shape: Literal["rect", "hex", "circle"]
    width: Extent
    length: Extent | None = None


class SquadronWeapon(Strict):
    """One line of a squadron's weapon table."""

    type: WeaponType
    name: Name | None = None
    ac: Dice = None
    as_: Dice = Field(None, alias="as")
    macro: Annotated[int, Field(ge=-10, le=10)] = 0
    traits: list[WeaponTrait] = Field(default_factory=list)
    count: Annotated[int, Field(ge=1, le=12)] = 1
    missile: MissileKind | None = None
    drones: Rating = 0
    stock: Annotated[list[Annotated[int, Field(ge=1, le=3)]], Field(max_length=20)] = Field(
        default_factory=list
    )


class ShipWeapon(SquadronWeapon):
    """One line of a capital ship's weapon table."""

    arcs: Annotated[list[Arc], Field(min_length=1, max_length=4)]


class Hardpoint(Strict):
    """A line of a capital ship's weapon table that a fleet may fill (v1.2.4 Fleet > Hardpoints)."""

    hardpoint: SlotClass
    count: Annotated[int, Field(ge=1, le=12)] = 1
    arcs: Annotated[list[Arc], Field(min_length=1, max_length=4)]


def _line_kind(line: Any) -> str:
    """Which of the two a line of a ship's weapon table is."""
    return "slot" if isinstance(line, Hardpoint) or (isinstance(line, dict) and "hardpoint" in line) else "gun"


ShipLine = Annotated[
    Annotated[ShipWeapon, Tag("gun")] | Annotated[Hardpoint, Tag("slot")], Discriminator(_line_kind)
]


class ShipArmor(Strict):
    """Armor by arc; port and starboard are printed together."""

    fore: Rating = 0
    side: Rating = 0
    aft: Rating = 0


class Unit(Strict):
    """What both cards print."""

    faction: Builder
    name: Name
    tv: Annotated[int, Field(ge=0, le=500)]
    version: Annotated[str, StringConstraints(pattern=r"^[0-9]{1,3}(\.[0-9]{1,3}){0,3}$")]
    image: Slug | None = None
    speed: Rating
    fire_control: Rating
    skill: Rating
    unit_cap: Annotated[int, Field(ge=1, le=20)]
    structure: Annotated[Boxes, Field(min_length=1)]
    traits: list[ModelTrait] = Field(default_factory=list)


class Capital(Unit):
    """A capital ship card."""

    kind: Literal["capital"]
    base: Literal["small", "medium", "large"] | OwnBase = "medium"
    turns: Rating
    armor: ShipArmor = ShipArmor()
    signature: Rating = 6
    defense: Boxes
    sensors: Boxes
    thrusters: Boxes
    marines: Boxes = Field(default_factory=list)
    weapons: Annotated[list[ShipLine], Field(max_length=20)] = Field(default_factory=list)
    counterpart: UnitKey | None = None
    """The civilian ship that a Q-Ship passes for."""


class Squadron(Unit):
    """A squadron card."""

    kind: Literal["squadron"]
    squadron_type: SquadronType
    drone_class: Annotated[int, Field(ge=1, le=3)] | None = None
    base: Literal["hex"] | OwnBase = "hex"
    armor: Rating = 0
    signature: Rating = 3
    sensors: Rating
    fuel: Boxes
    weapons: Annotated[list[SquadronWeapon], Field(max_length=20)] = Field(default_factory=list)


def _known(text: str, allowed: dict[str, TraitRule]) -> str:
    """The text of a trait that may stand here. Raises ValueError."""
    Trait.parse(text, allowed)
    return text
