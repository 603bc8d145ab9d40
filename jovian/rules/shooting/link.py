"""Which weapons may fire as one (v1.2.4 Weapon Traits > Link, R59)."""

from __future__ import annotations

from jovian.cards import WeaponCard
from jovian.game import Model, Refusal, State
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.in_force import effects_of_weapon
from jovian.rules.shooting.shot import mount_of
from jovian.table import arcs_of

PLACE = "v1.2.4 Weapon Traits > Link"


def refuse_link(state: State, model: Model, mounts: list[str]) -> Refusal | None:
    """Why these mounts may not fire together."""
    found = [mount_of(model, ident) for ident in mounts]
    weapons = [mount.weapon for mount in found if mount is not None]
    if len(weapons) != len(mounts) or len(set(mounts)) != len(mounts):
        return Refusal("Linked weapons are different mounts of the card.", PLACE)
    first = weapons[0]
    if not all(linkable(state, first, other, bool(model.formation)) for other in weapons[1:]):
        return Refusal("Only weapons with Link, of one type and with a shared arc, fire together.", PLACE)
    if model.capital and not shared_arcs(weapons):
        return Refusal("The linked weapons share no arc.", PLACE)
    return None


def linkable(state: State, one: WeaponCard, other: WeaponCard, formed: bool = False) -> bool:
    """Are two weapons of one type, both with Link, which every weapon of a formation has?"""
    same = one.type == other.type and one.missile == other.missile
    return same and (formed or (_links(state, one) and _links(state, other)))


def fires_as_one(state: State, model: Model, weapon: WeaponCard) -> bool:
    """May several of a model's weapons of that line fire as one? Those of a formation may, whatever they are."""
    return bool(model.formation) or _links(state, weapon)


def _links(state: State, weapon: WeaponCard) -> bool:
    return any(effect.links() for effect in effects_of_weapon(state, weapon, Effect.links))


def shared_arcs(weapons: list[WeaponCard]) -> list[str]:
    """The arcs that all of them cover; a turret covers any."""
    arcs = ["fore", "starboard", "aft", "port", "spinal"]
    return [arc for arc in arcs if all("turret" in w.arcs or arc in w.arcs for w in weapons)]


def refuse_arc(model: Model, mounts: list[str], target: Model) -> Refusal | None:
    """Why linked weapons may not fire at a target: it must lie in an arc that all of them share (R59)."""
    if not model.capital:
        return None
    shared = shared_arcs([mount.weapon for mount in model.card.mounts if mount.id in mounts])
    lies_in = arcs_of(model.base, model.pose, target.base, target.pose)
    if any(arc in lies_in for arc in shared):
        return None
    return Refusal(f"{target.name} is in no arc that the linked weapons share.", PLACE)


def link_group(state: State, model: Model, ident: str, free: list[str], target: Model) -> list[str]:
    """A mount with all others among the free ones that may fire linked with it at a target, itself first."""
    if mount_of(model, ident) is None:
        return [ident]
    group = [ident]
    for other in free:
        candidate = [*group, other]
        if other in group or refuse_link(state, model, candidate) is not None:
            continue
        if refuse_arc(model, candidate, target) is None:
            group = candidate
    return group
