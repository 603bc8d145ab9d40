"""Friends that help with point defense (v1.2.4 Weapons > Missile, Point Defense; R55, R64).

Every ship with Defense left helps those close by; what helps farther away, or otherwise, says so by its effects.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from jovian.dice import odds
from jovian.game import Model, State
from jovian.game.parts import FLEX, MODIFIER, Part
from jovian.rules.facts.nearby import near
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.hooks.shots import Opposition
from jovian.rules.rulebook.in_force import Hook, effects_of_mounts, effects_on
from jovian.rules.rulebook.shot_facts import ShotFacts
from jovian.table import TOLERANCE, distance

AID_RANGE = 3.0
MISSILE = "v1.2.4 Weapons > Missile"
POINT_DEFENSE = "v1.2.4 Weapons > Point Defense"


class Loan(NamedTuple):
    """The Defense of a friend, which a ship may use in place of its own."""

    lender: Model
    place: str


def _friends(state: State, model: Model) -> Iterator[Model]:
    return (other for other in state.on_table() if other.side == model.side and other.id != model.id)


def _apart(one: Model, other: Model) -> float:
    return distance(one.base, one.pose, other.base, other.pose)


def fire_aid(shot: ShotFacts) -> list[Part]:
    """What a shot gains by friends of the attacker, each kind of help once."""
    found: dict[str, Part] = {}
    for other in _friends(shot.state, shot.attacker):
        for effect in effects_on(shot.state, other, Effect.aids_fire):
            part = effect.aids_fire(other, _apart(other, shot.attacker), shot)
            if part is not None:
                found.setdefault(effect.name, part)
    return list(found.values())


def shielded(shot: ShotFacts, own: Opposition | None) -> Opposition | None:
    """What resists a shot best: its target by itself, or a friend (the target too) that defends it."""
    best, strength = own, _strength(own)
    for other in shot.state.on_table():
        if other.side == shot.target.side:
            for effect in effects_on(shot.state, other, Effect.shields):
                found = effect.shields(other, shot)
                if found is not None and _strength(found) > strength:
                    best, strength = found, _strength(found)
    return best


def _strength(against: Opposition | None) -> float:
    return float(odds(against.pool, reroll=against.reroll).expected_steps) if against is not None else 0.0


def guards(model: Model) -> bool:
    """Is it a ship with Defense left?"""
    return model.capital and model.rating("defense") > 0


def defense_of(state: State, ship: Model, place: str, kind: str) -> Part:
    """What a ship defends with, as a part: its Defense, or a weapon that is better and may stand in for it."""
    best = Part("Defense", ship.rating("defense"), place, kind)
    for mount, effect in effects_of_mounts(state, ship, Effect.stands_in):
        if (dice := effect.stands_in(mount.weapon) or 0) > best.value:
            best = Part(effect.name, dice, effect.place, kind)
    return best


def _backs(state: State, other: Model, model: Model) -> Effect | None:
    """The weapon by which a friend backs a model, wherever close fights or missiles involve it."""
    for _, effect in effects_of_mounts(state, other, Effect.backs):
        if _apart(model, other) <= effect.backs() + TOLERANCE:
            return effect
    return None


def backing(state: State, model: Model, kind: str = MODIFIER, *, but: tuple[str, ...] = ()) -> list[Part]:
    """A part of 1 of that kind from each friend that backs a model with a weapon; `but` are the ids left out."""
    return [
        Part(f"{effect.name} of {other.name}", 1, effect.place, kind)
        for other in _friends(state, model)
        if other.id not in but and (effect := _backs(state, other, model)) is not None
    ]


def own_aid(state: State, ship: Model) -> list[Part]:
    """What effects of its own add to a roll of a ship's Defense."""
    found = (effect.aids_defense(ship) for effect in effects_on(state, ship, Effect.aids_defense))
    return [part for part in found if part is not None]


def rerolls_defense(state: State, ship: Model) -> bool:
    """May a ship roll its Defense again against a missile?"""
    return any(each.rerolls_defense(ship) for each in effects_on(state, ship, Effect.rerolls_defense))


def missile_support(state: State, target: Model, loan: Loan | None = None) -> list[Part]:
    """For a ship that missiles attack: a flex die from each ship within 3", +1 from each other that backs it.

    Who lends its Defense gives nothing besides.
    """
    close = [o for o in near(state, target.base, target.pose, AID_RANGE) if o.side == target.side and o.id != target.id]
    ships = [other for other in close if guards(other) and _apart(target, other) <= AID_RANGE + TOLERANCE]
    parts = [Part(f"{each.name} near", 1, MISSILE, FLEX) for each in ships if loan is None or each is not loan.lender]
    return parts + backing(state, target, but=tuple(other.id for other in ships))


def point_defense_support(state: State, ship: Model, loan: Loan | None = None) -> list[Part]:
    """+1 from each ship within 3" or weapon that backs it, or what an effect gives instead. One a model."""
    parts, ships = [], []
    close = {other.id for other in near(state, ship.base, ship.pose, AID_RANGE)}
    for other in _friends(state, ship):
        if loan is not None and other is loan.lender:
            continue
        if other.id not in close and not _aids_from_afar(state, other):
            continue
        apart = _apart(ship, other)
        special = _special_aid(state, other, apart)
        if special is not None:
            parts.append(special)
        elif (apart <= AID_RANGE + TOLERANCE and guards(other)) or _backs(state, other, ship) is not None:
            ships.append(Part(f"{other.name} near", 1, POINT_DEFENSE))
    return ships + parts


def _aids_from_afar(state: State, helper: Model) -> bool:
    """Might it help a ship that is not close by?"""
    return bool(effects_on(state, helper, Effect.aids_point_defense) or effects_of_mounts(state, helper, Effect.backs))


def _special_aid(state: State, helper: Model, inches: float) -> Part | None:
    found = (each.aids_point_defense(helper, inches) for each in effects_on(state, helper, Effect.aids_point_defense))
    return next((part for part in found if part is not None), None)


def lent_defense(state: State, ship: Model, own: int) -> Loan | None:
    """The best Defense that a friend lends, if it beats the ship's own dice, which may use it (R64)."""
    return _best_loan(state, ship, own, Effect.lends_defense, lambda effect: effect.lends_defense())


def lent_in_defense(state: State, ship: Model, own: int) -> Loan | None:
    """The best Defense that a friend lends against missiles and boarders, if it beats the ship's own dice."""
    return _best_loan(state, ship, own, Effect.lends_in_defense, lambda effect: effect.lends_in_defense())


def _best_loan(state: State, ship: Model, own: int, hook: Hook, within: Callable[[Effect], float]) -> Loan | None:
    loans = [
        Loan(other, effect.place)
        for other in _friends(state, ship)
        for effect in effects_on(state, other, hook)
        if guards(other) and _apart(ship, other) <= within(effect) + TOLERANCE
    ]
    best = max(loans, key=lambda loan: loan.lender.rating("defense"), default=None)
    return best if best is not None and best.lender.rating("defense") > own else None
