"""Which weapons may fire as one (v1.2.4 Weapon Traits > Link, R59)."""

from __future__ import annotations

from jovian.cards import WeaponCard
from jovian.game import Model, Refusal

PLACE = "v1.2.4 Weapon Traits > Link"


def refuse_link(model: Model, mounts: list[str]) -> Refusal | None:
    """Why these mounts may not fire together."""
    found = [model.mount(ident) for ident in mounts]
    weapons = [mount.weapon for mount in found if mount is not None]
    if len(weapons) != len(mounts) or len(set(mounts)) != len(mounts):
        return Refusal("Linked weapons are different mounts of the card.", PLACE)
    first = weapons[0]
    if not all(linkable(first, other) for other in weapons[1:]):
        return Refusal("Only weapons with Link, of one type and with a shared arc, fire together.", PLACE)
    if model.capital and not shared_arcs(weapons):
        return Refusal("The linked weapons share no arc.", PLACE)
    return None


def linkable(one: WeaponCard, other: WeaponCard) -> bool:
    """Are two weapons of one type, both with Link?"""
    same = one.type == other.type and one.missile == other.missile
    return same and one.trait("Link") is not None and other.trait("Link") is not None


def shared_arcs(weapons: list[WeaponCard]) -> list[str]:
    """The arcs that all of them cover; a turret covers any."""
    arcs = ["fore", "starboard", "aft", "port", "spinal"]
    return [arc for arc in arcs if all("turret" in w.arcs or arc in w.arcs for w in weapons)]


def link_group(model: Model, ident: str, free: list[str]) -> list[str]:
    """A mount with all others among the free ones that may link with it, itself first."""
    mount = model.mount(ident)
    if mount is None:
        return [ident]
    group = [ident]
    for other in free:
        candidate = [*group, other]
        if other not in group and refuse_link(model, candidate) is None:
            group = candidate
    return group
