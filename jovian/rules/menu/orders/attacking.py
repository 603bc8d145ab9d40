"""Attacks with one weapon or with several that link, for one Fire Control (v1.2.4 Attack > Fire Control)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from jovian.game import Game, Model, Option, Procedure, Refusal, State
from jovian.game.answers import Attack
from jovian.rules.actions.volley import free_mounts
from jovian.rules.close_combat.plans import close_mounts
from jovian.rules.firing.attack import attack
from jovian.rules.menu.refusing import leaving
from jovian.rules.rulebook.order import Order
from jovian.rules.rulebook.shot_facts import ACTIVATION
from jovian.rules.shooting.assessment import Assessment
from jovian.rules.shooting.formula import assess
from jovian.rules.shooting.link import link_group, refuse_arc, refuse_link
from jovian.rules.shooting.ratings import fire_control_left
from jovian.rules.shooting.shot import POINT_DEFENSE, used_up, weapon_of, weapons_called
from jovian.table import Pose

PLACE = "v1.2.4 Attack > Fire Control"
TRIES = 5
"""How often a random player looks for a weapon that bears on somebody."""


class AttackOrder(Order[Attack]):
    """The order to attack one enemy."""

    __slots__ = ()

    answer = Attack
    label = "Attack"
    summary = "Fires a weapon, or several that link as one, at an enemy."
    usual = True
    attacks = True

    def refuse(self, state: State, model: Model, answer: Attack) -> Refusal | None:
        """An enemy on the table, weapons that are ready and link, and a shot that can be made."""
        mounts, other = answer.mounts, state.models.get(answer.target)
        if other is None or not other.on_table or other.side == model.side:
            return Refusal("The target must be an enemy on the table.", PLACE)
        if POINT_DEFENSE in mounts:
            return Refusal("Point Defense fires at all squadrons in range at once.", "v1.2.4 Weapons > Point Defense")
        refusal = refuse_weapons(state, model, mounts)
        if refusal is None and len(mounts) > 1:
            refusal = refuse_link(state, model, list(mounts))
        if refusal is not None:
            return refusal
        found = assess(state, model, mounts, other, ACTIVATION)
        if isinstance(found, Refusal):
            return found
        return refuse_arc(model, list(mounts), other) if len(mounts) > 1 else None

    def perform(self, game: Game, model: Model, answer: Attack) -> Procedure[None]:
        """Make the attack with all that follows from it."""
        yield from attack(game, model, answer.mounts, game.state.models[answer.target], ACTIVATION)

    def options(self, state: State, model: Model) -> Iterator[Option[Attack]]:
        """Each free weapon alone, and with all that may link to it."""
        return attacks(state, model)

    def sample(self, state: State, model: Model, rng: Random, goal: Pose | None = None) -> Attack | None:
        """A free weapon at an enemy on which it bears."""
        enemies = [each for each in state.on_table() if each.side != model.side]
        mounts = free_mounts(state, model)
        for _ in range(TRIES if enemies and mounts else 0):
            ident = mounts[int(rng.random() * len(mounts))]
            enemy = enemies[int(rng.random() * len(enemies))]
            found = groups(state, model, ident, enemy)
            if found:
                return Attack(found[int(rng.random() * len(found))], enemy.id)
        return None


def refuse_weapons(state: State, model: Model, mounts: tuple[str, ...]) -> Refusal | None:
    """Why weapons of the active model cannot be fired at anybody: none such, used, damaged, no Fire Control."""
    if fire_control_left(state, model) < 1:
        return Refusal("No Fire Control is left.", PLACE)
    for ident in mounts:
        if ident != POINT_DEFENSE and weapon_of(model, ident) is None:
            return Refusal(f"There is no weapon '{ident}' on the card.", PLACE)
        if used_up(state, model, ident):
            return Refusal("This weapon has already been used in this activation.", PLACE)
        if ident not in (POINT_DEFENSE, *close_mounts(state, model)):
            return Refusal("This weapon is damaged.", "v1.2.4 Damage > Weapon Damage")
    return None


def attacks(state: State, model: Model) -> Iterator[Option[Attack]]:
    """Every legal attack of the active model; none while it is partly off the table."""
    if fire_control_left(state, model) < 1 or model.aboard or leaving(state, model) is not None:
        return
    enemies = [each for each in state.on_table() if each.side != model.side]
    for ident in free_mounts(state, model):
        for enemy in enemies:
            for group in groups(state, model, ident, enemy):
                yield Option(Attack(group, enemy.id), f"{weapons_called(model, group)} at {enemy.name}")


def groups(state: State, model: Model, ident: str, enemy: Model) -> list[tuple[str, ...]]:
    """The weapon alone and fully linked, as far as legal against that enemy."""
    if isinstance(assess(state, model, (ident,), enemy, ACTIVATION), Refusal):
        return []
    bearing = [
        other for other in free_mounts(state, model)
        if other == ident or isinstance(assess(state, model, (other,), enemy, ACTIVATION), Assessment)
    ]  # fmt: skip
    linked = tuple(link_group(state, model, ident, bearing, enemy))
    return [(ident,), linked] if len(linked) > 1 else [(ident,)]


def shots(state: State, model: Model, target: Model) -> dict[str, Assessment | Refusal]:
    """Every mount of the active model's card against one target: its numbers, or why it cannot fire."""
    return {
        mount.id: refuse_weapons(state, model, (mount.id,)) or assess(state, model, (mount.id,), target, ACTIVATION)
        for mount in model.card.mounts
    }
