"""Shots outside the attacker's own activation: Autofire, and ships that are Suppressed.

The first part finds the mounts that may fire at a moving enemy and where it comes within their range (v1.2.4 Weapon
Traits > Autofire, R56). The second is the state Suppressed and the ship's choice to ignore it (R49).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from jovian.cards import WeaponCard
from jovian.frozen import frozen
from jovian.game import TABLE, Game, ListDecision, Model, Option, Procedure, Refusal, State, WeaponRef, ask
from jovian.game.answers import Defy, Heed
from jovian.game.events import SuppressionAnswered
from jovian.rules.attack.attack import resolve
from jovian.rules.basics.formation import formation_members
from jovian.rules.basics.model import KINETIC_CANNON, point_defense
from jovian.rules.basics.nearby import models_maybe_on_leg
from jovian.rules.rulebook.active_effects import (
    effects_of_mounts,
    find_effect,
    is_in_play,
    weapon_type,
)
from jovian.rules.rulebook.effect import AUTOFIRE, HARD, MARKED, SHIPS, SUPPRESSION, Ending, StateMarker
from jovian.rules.shots.formula import Assessment, assess, assess_close
from jovian.rules.shots.shot import POINT_DEFENSE, Shot
from jovian.rules.traits.model_traits import Barrier
from jovian.rules.traits.older_traits import LateAutofire
from jovian.rules.traits.weapon_traits import Autofire
from jovian.table import Pose, first_touch, length, within

# --- Autofire ---


@frozen
class Watcher:
    """A mount that may fire at a moving enemy on its own."""

    model: Model
    mount: str
    reach: float
    """Inches."""

    @property
    def mount_ref(self) -> WeaponRef:
        """The mount by its ids."""
        return WeaponRef(self.model.id, self.mount)


@frozen
class InRange:
    """A mount that reaches a moving enemy on a leg of its move, and where it first does."""

    inches: float
    """Inches from the start of the leg."""
    mount_ref: WeaponRef


def watching(state: State, mover: Model, dx: float = 0.0, dy: float = 0.0, late: bool = False) -> Iterator[Watcher]:
    """Yield every enemy mount that may still fire at the mover on a leg. Some may be out of range.

    `late` selects the mounts that wait for the end of the mover's action instead of those that fire during its move.
    """
    act = state.activation
    if act is not None and act.let_pass:
        return
    fired_on, near_ids = act.fired_on if act else (), _ids_near_path(state, mover, dx, dy)
    for watcher in _autofire_mounts(state, mover, near_ids, late):
        if not fired_on or watcher.mount_ref not in fired_on:
            yield watcher


def possible_autofire(state: State, mover: Model) -> Iterator[Watcher]:
    """Yield every enemy mount that would fire at the mover if it came into range."""
    return _autofire_mounts(state, mover, None, False)


def _autofire_mounts(state: State, mover: Model, near_ids: set[str] | None, late: bool) -> Iterator[Watcher]:
    """Yield the enemy mounts that fire on their own. Point Defense only of `near_ids`, or of all if None."""
    enemy_side = 1 - mover.side
    for enemy in state.models.values():
        if enemy.place != TABLE or enemy.side != enemy_side:
            continue
        for mount, weapon in _mounts_of(state, enemy, near_ids is None or enemy.id in near_ids, mover.is_capital, late):
            if weapon.ac if mover.is_capital else weapon.as_:
                yield Watcher(enemy, mount, weapon_type(state, weapon).reach(state, enemy, weapon, mover))


def _ids_near_path(state: State, mover: Model, dx: float, dy: float) -> set[str]:
    """Return the ids of models that may come within Point Defense range of a squadron on its leg."""
    if mover.is_capital:
        return set()
    return {
        model.id for model in models_maybe_on_leg(state, mover.base, mover.pose, dx, dy, max(0.0, mover.card.signature))
    }


def _mounts_of(
    state: State, enemy: Model, is_near: bool, at_ship: bool, late: bool = False
) -> Iterator[tuple[str, WeaponCard]]:
    """Yield the mounts of an enemy that fire on their own. Point Defense only if it is near or has a longer reach."""
    for mount, effect in effects_of_mounts(state, enemy, Autofire):
        if effect.waits == late:
            yield mount.id, mount.weapon
    if not late and enemy.is_capital and not at_ship and (is_near or find_effect(state, enemy, Barrier) is not None):
        yield POINT_DEFENSE, point_defense(enemy.rating("defense"))


def on_leg(state: State, mover: Model, dx: float, dy: float, last: bool = True) -> Iterator[InRange]:
    """Yield where along a straight leg every watching mount first reaches the mover. `last`: the move ends with it."""
    if last and is_in_play(state, LateAutofire):
        at_end = mover.at(mover.pose.moved(dx, dy))
        for watcher in _waiting_mounts(state, at_end):
            yield InRange(length(dx, dy), watcher.mount_ref)
    for watcher in watching(state, mover, dx, dy):
        enemy = watcher.model
        inches = first_touch(mover.base, mover.pose, dx, dy, enemy.base, enemy.pose, watcher.reach)
        if inches is not None:
            yield InRange(inches, watcher.mount_ref)


def on_turn(state: State, mover: Model, before: Pose) -> list[WeaponRef]:
    """Return the mounts into whose range a turn in place has brought the mover."""
    mover_before = mover.at(before)
    return [
        watcher.mount_ref
        for watcher in watching(state, mover)
        if _reaches(watcher, mover) and not _reaches(watcher, mover_before)
    ]


def waiting_mounts(state: State, mover: Model) -> list[tuple[Model, WeaponRef]]:
    """Return the waiting mounts that reach a squadron, or a member of its formation, now."""
    if not is_in_play(state, LateAutofire):
        return []
    return [
        (member, watcher.mount_ref)
        for member in formation_members(state, mover)
        for watcher in _waiting_mounts(state, member)
    ]


def _waiting_mounts(state: State, mover: Model) -> list[Watcher]:
    """Return the waiting mounts that reach a squadron now. They never fire at ships."""
    if mover.is_capital:
        return []
    return [watcher for watcher in watching(state, mover, late=True) if _reaches(watcher, mover)]


def mounts_in_reach(state: State, mover: Model) -> list[WeaponRef]:
    """Return the mounts that reach a model that was just launched (R56)."""
    return [watcher.mount_ref for watcher in watching(state, mover) if _reaches(watcher, mover)]


def _reaches(watcher: Watcher, mover: Model) -> bool:
    enemy = watcher.model
    return within(mover.base, mover.pose, enemy.base, enemy.pose, watcher.reach)


def shot_at(state: State, mover: Model, gun: WeaponRef) -> Assessment | Refusal | None:
    """Return the assessed shot of a mount at the mover, or why it can't fire.

    None if the mount is gone, or if both models are on the same side by now (R78).
    """
    shooter = state.models[gun.model]
    if not shooter.is_on_table or shooter.side != 1 - mover.side or gun.mount in shooter.damaged:
        return None
    return assess(state, shooter, (gun.mount,), mover, AUTOFIRE)


# --- Suppressed ---

PLACE = "v1.2.4 Action > Suppressing Fire > Suppressed"
RATING = 2


class Suppressed(Ending):
    """A ship under Suppressing Fire (v1.2.4 Action > Suppressing Fire > Suppressed)."""

    __slots__ = ()
    name = "suppressed"
    place = PLACE
    summary = "Thrusters are X-1 lower. The ship may ignore that, but is attacked with X macro dice."
    sign = StateMarker("SU", MARKED, HARD, ())
    only_of = SHIPS

    @classmethod
    def thrusters_lost(cls, ship: Model) -> int:
        """Return the number of Thrusters that the state costs the ship."""
        return max(0, cls.level_of(ship) - 1)

    @classmethod
    def pin(cls, game: Game, ship: Model, shells: int) -> None:
        """Suppress the ship with a number of macro dice. If it already is Suppressed, add one level (R49)."""
        before = cls.level_of(ship)
        cls.enter(game, ship, before + 1 if before else shells)

    def thrusters(self, state: State, model: Model, value: int) -> int:
        return max(0, value - (self.level - 1))


def ask_to_ignore_suppression(game: Game, ship: Model) -> Procedure[None]:
    """Ask a Suppressed ship at its activation whether it uses its full Thrusters and is attacked for it."""
    lost = Suppressed.thrusters_lost(ship)
    if not lost or not ship.rating("thrusters"):
        return
    shot = suppression_shot(game.state, ship)
    listed: list[Option[Heed | Defy]] = [
        Option(Heed(), "Obey the suppression", f"Thrusters {lost} lower this activation"),
        Option(Defy(), "Ignore it", f"full Thrusters, and an attack with {shot.roll.pool.words()} dice"),
    ]
    title = f"{ship.name} is Suppressed:{Suppressed.level_of(ship)}. Ignore it?"
    answer = yield from ask(ListDecision(Suppressed.name, ship.side, title, PLACE, listed, subject=ship.id))
    game.log_event(SuppressionAnswered(model=ship.id, heeds=isinstance(answer, Heed)))
    if isinstance(answer, Defy):
        Suppressed.leave(game, ship)
        yield from resolve(game, shot)


def suppression_shot(state: State, ship: Model) -> Assessment:
    """Return the attack on a ship that ignores Suppressed: AC 2 and X macro dice on the side of the suppressor."""
    suppressor = state.models.get(ship.pinned_by, ship)
    weapon = _suppression_weapon(Suppressed.level_of(ship))
    return assess_close(Shot(state, suppressor, ("suppression",), weapon, ship, SUPPRESSION))


@lru_cache(maxsize=16)
def _suppression_weapon(level: int) -> WeaponCard:
    return WeaponCard(name="Suppressing Fire", type=KINETIC_CANNON, arcs=("turret",), ac=RATING, as_=None, macro=level)
