"""Autofire: free shots at an enemy that comes into range (v1.2.4 Weapon Traits > Autofire, R56)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from jovian.cards import UnitCard
from jovian.game import Model, Refusal, State
from jovian.rules.rulebook.bearing import weapon_type
from jovian.rules.rulebook.rulebook import Rulebook, rulebook
from jovian.rules.rulebook.shot_facts import AUTOFIRE
from jovian.rules.shooting.assessment import Assessment
from jovian.rules.shooting.formula import assess
from jovian.rules.shooting.shot import POINT_DEFENSE, weapon_of
from jovian.table import Pose, first_touch, within

PLACE = "v1.2.4 Weapon Traits > Autofire"
Reaction = tuple[str, str]
"""The id of a model and of its mount."""


@lru_cache(maxsize=512)
def _printed(book: Rulebook, card: UnitCard, capital_target: bool) -> tuple[str, ...]:
    """The mounts of a card that autofire at such a target."""
    found = [
        mount.id
        for mount in card.mounts
        if any(effect.fires_by_itself() for effect in book.of_weapon(mount.weapon))
        and (mount.weapon.ac if capital_target else mount.weapon.as_)
    ]
    if card.kind == "capital" and not capital_target:
        found.append(POINT_DEFENSE)
    return tuple(found)


def watching(state: State, mover: Model) -> Iterator[tuple[Model, str, float]]:
    """Every enemy mount that may still react to the mover, with its range in inches."""
    act, book = state.activation, rulebook(state)
    offered = act.fired_on if act else ()
    if act is not None and act.let_pass:
        return
    for enemy in state.models.values():
        if enemy.place != "table" or enemy.side == mover.side:
            continue
        for mount in _printed(book, enemy.card, mover.capital):
            if f"{enemy.id}/{mount}" in offered or mount in enemy.damaged:
                continue
            weapon = weapon_of(state, enemy, mount)
            if weapon is not None and (weapon.ac if mover.capital else weapon.as_):
                yield enemy, mount, weapon_type(state, weapon).reach(state, enemy, weapon, mover)


def on_leg(state: State, mover: Model, dx: float, dy: float) -> Iterator[tuple[float, Reaction]]:
    """Where along a straight leg each watching mount gets its first chance."""
    for enemy, mount, reach in watching(state, mover):
        touch = first_touch(mover.base, mover.pose, dx, dy, enemy.base, enemy.pose, reach)
        if touch is not None:
            yield touch, (enemy.id, mount)


def on_turn(state: State, mover: Model, before: Pose) -> list[Reaction]:
    """The mounts into whose range a turn on the spot has brought the mover."""
    return [
        (enemy.id, mount)
        for enemy, mount, reach in watching(state, mover)
        if within(mover.base, mover.pose, enemy.base, enemy.pose, reach)
        and not within(mover.base, before, enemy.base, enemy.pose, reach)
    ]


def here(state: State, mover: Model) -> list[Reaction]:
    """The mounts within whose range a model has just been launched (R56)."""
    return [
        (enemy.id, mount)
        for enemy, mount, reach in watching(state, mover)
        if within(mover.base, mover.pose, enemy.base, enemy.pose, reach)
    ]


def shot_at(state: State, mover: Model, reaction: Reaction) -> Assessment | Refusal | None:
    """The numbers of a reaction at the mover where it stands; why it cannot be, or None if its weapon is gone."""
    shooter = state.models[reaction[0]]
    if not shooter.on_table or reaction[1] in shooter.damaged:
        return None
    return assess(state, shooter, (reaction[1],), mover, AUTOFIRE)
