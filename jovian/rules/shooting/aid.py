"""Friends that help with point defense (v1.2.4 Weapons > Missile, Point Defense; Traits > Barrier, CMM; R55, R64)."""

from __future__ import annotations

from collections.abc import Iterator

from jovian.game import Model, State
from jovian.rules.facts.parts import FLEX, MACRO, Part
from jovian.table import distance

AID_RANGE = 3.0
CMM_RANGE = 6.0
BARRIER_RANGE = 6.0
POINT_DEFENSE = "v1.2.4 Weapons > Point Defense"
CMM = "v1.2.4 Traits > Weapon Traits > CMM"
BARRIER = "v1.2.4 Traits > Barrier"


def _near(state: State, model: Model, reach: float) -> Iterator[Model]:
    """Friends of a model within so many inches of it, not itself."""
    for other in state.on_table():
        friend = other.side == model.side and other.id != model.id
        if friend and distance(model.base, model.pose, other.base, other.pose) <= reach + 0.001:
            yield other


def _guards(model: Model) -> bool:
    """Is it a ship with Defense left?"""
    return model.capital and model.rating("defense") > 0


def missile_support(state: State, target: Model) -> list[Part]:
    """For a ship that missiles attack: a flex die from each ship within 3", +1 from each other CMM within 6"."""
    ships = [other for other in _near(state, target, AID_RANGE) if _guards(other)]
    parts = [Part(f"{other.name} near", 1, "v1.2.4 Weapons > Missile", FLEX) for other in ships]
    return parts + [Part(f"CMM of {other.name}", 1, CMM) for other in cmm_support(state, target) if other not in ships]


def cmm_support(state: State, model: Model) -> list[Model]:
    """Friends within 6" with a working CMM missile."""
    return [other for other in _near(state, model, CMM_RANGE) if has_cmm(other)]


def point_defense_support(state: State, ship: Model, lender: Model | None = None) -> list[Part]:
    """+1 from each ship within 3" or CMM within 6"; a flex die from each Barrier within 6" instead. One a model."""
    parts, ships = [], []
    for other in _near(state, ship, BARRIER_RANGE):
        near = distance(ship.base, ship.pose, other.base, other.pose) <= AID_RANGE + 0.001
        if other is lender:
            continue
        if other.card.trait("Barrier") and _guards(other):
            parts.append(Part(f"Barrier of {other.name}", 1, BARRIER, FLEX))
        elif (near and _guards(other)) or has_cmm(other):
            ships.append(Part(f"{other.name} near", 1, POINT_DEFENSE))
    return ships + parts


def barrier_lent(state: State, ship: Model, own: int) -> Model | None:
    """The friend with Barrier within 6" whose Defense beats the ship's own dice, which may use it (R64)."""
    lenders = [m for m in _near(state, ship, BARRIER_RANGE) if m.card.trait("Barrier") and _guards(m)]
    best = max(lenders, key=lambda m: m.rating("defense"), default=None)
    return best if best is not None and best.rating("defense") > own + 1 else None


def cmm_defense(state: State, ship: Model) -> int:
    """The best AS of a ship's working CMM missiles, which may stand in for its Defense; 0 without one."""
    return max((m.weapon.as_ or 0 for m in ship.card.mounts if _works(ship, m.id, m.weapon.trait("CMM"))), default=0)


def cmm_swarming(state: State, model: Model) -> list[Part]:
    """A macro die for a CMM missile attack from each friend within 6" that has such missiles too."""
    return [Part(f"CMM of {other.name}", 1, CMM, MACRO) for other in cmm_support(state, model)]


def _works(model: Model, mount: str, trait: object) -> bool:
    return trait is not None and mount not in model.damaged


def has_cmm(model: Model) -> bool:
    """Has it a working CMM missile?"""
    return any(_works(model, m.id, m.weapon.trait("CMM")) for m in model.card.mounts)
