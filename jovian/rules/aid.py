"""Friends that help with point defense (v1.2.4 Weapons > Missile, Point Defense; R55)."""

from __future__ import annotations

from collections.abc import Iterator

from jovian.game import Model, State
from jovian.rules.parts import FLEX, Part
from jovian.table import distance

AID_RANGE = 3.0
CMM_RANGE = 6.0


def _ships_near(state: State, model: Model) -> Iterator[Model]:
    """Friendly capital ships within 3" that have a Defense rating left."""
    for other in state.on_table():
        if (
            other is not model
            and other.side == model.side
            and other.capital
            and other.rating("defense") > 0
            and distance(model.base, model.pose, other.base, other.pose) <= AID_RANGE + 0.001
        ):
            yield other


def missile_support(state: State, target: Model) -> list[Part]:
    """One flex die from each ship near a ship that missiles attack."""
    place = "v1.2.4 Weapons > Missile"
    return [Part(f"{other.name} near", 1, place, FLEX) for other in _ships_near(state, target)]


def point_defense_support(state: State, ship: Model) -> list[Part]:
    """+1 from each ship within 3", or model with a working CMM missile within 6": one aid a model."""
    place = "v1.2.4 Weapons > Point Defense"
    aids = {other.id: other for other in _ships_near(state, ship)}
    for other in state.on_table():
        if other is not ship and other.side == ship.side and other.id not in aids and _has_cmm(other):  # noqa: SIM102
            if distance(ship.base, ship.pose, other.base, other.pose) <= CMM_RANGE + 0.001:
                aids[other.id] = other
    return [Part(f"{other.name} near", 1, place) for other in aids.values()]


def _has_cmm(model: Model) -> bool:
    return any(m.id not in model.damaged and m.weapon.trait("CMM") for m in model.card.mounts)
