"""Autofire and suppressing fire."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from jovian.cards import WeaponCard
from jovian.game import TABLE, Game, Gun, ListDecision, Model, Option, Procedure, Refusal, State, ask
from jovian.game.answers import Defy, Heed
from jovian.game.events import SuppressionAnswered
from jovian.rules.attack.attack import resolve
from jovian.rules.basics.formation import formation_members
from jovian.rules.basics.model import KINETIC_CANNON, point_defense
from jovian.rules.basics.nearby import on_way
from jovian.rules.rulebook.active_effects import effects_of_mounts, effects_on, in_play, weapon_type
from jovian.rules.rulebook.effect import AUTOFIRE, HARD, MARKED, SHIPS, SUPPRESSION, Effect, Ending, StateMarker
from jovian.rules.shots.formula import Assessment, assess, assess_close
from jovian.rules.shots.shot import POINT_DEFENSE, Shot
from jovian.table import Pose, first_touch, length, within

# --- autofire ---
# Autofire: free shots at an enemy that comes into range (v1.2.4 Weapon Traits > Autofire, R56).

AUTOFIRE_CITATION = "v1.2.4 Weapon Traits > Autofire"


class Watcher(NamedTuple):
    """A gun that looks out for a mover."""

    model: Model
    mount: str
    reach: float
    """Inches."""

    @property
    def gun(self) -> Gun:
        """The gun by its ids."""
        return Gun(self.model.id, self.mount)


class InRange(NamedTuple):
    """A gun within whose range a leg brings the mover."""

    inches: float
    """Along the leg, from its start."""
    gun: Gun


def watching(state: State, mover: Model, dx: float = 0.0, dy: float = 0.0, late: bool = False) -> Iterator[Watcher]:
    """Every enemy mount that may still react to the mover on a leg; some of them may not reach it.

    With `late` those that wait for the end of its move, else those that do not.
    """
    act = state.activation
    if act is not None and act.let_pass:
        return
    offered, close = act.fired_on if act else (), _close(state, mover, dx, dy)
    for watcher in _looking_out(state, mover, close, late):
        if not offered or watcher.gun not in offered:
            yield watcher


def sentries(state: State, mover: Model) -> Iterator[Watcher]:
    """Every enemy mount that would react to the mover if it came within its range from outside."""
    return _looking_out(state, mover, None, False)


def _looking_out(state: State, mover: Model, close: set[str] | None, late: bool) -> Iterator[Watcher]:
    """The mounts of enemies that fire by themselves, Point Defense of those who are close; None for everybody."""
    foe = 1 - mover.side
    for enemy in state.models.values():
        if enemy.place != TABLE or enemy.side != foe:
            continue
        for mount, weapon in _mounts(state, enemy, close is None or enemy.id in close, mover.capital, late):
            if weapon.ac if mover.capital else weapon.as_:
                yield Watcher(enemy, mount, weapon_type(state, weapon).reach(state, enemy, weapon, mover))


def _close(state: State, mover: Model, dx: float, dy: float) -> set[str]:
    """Who may come within Point Defense range of a squadron on its leg."""
    if mover.capital:
        return set()
    return {each.id for each in on_way(state, mover.base, mover.pose, dx, dy, max(0.0, mover.card.signature))}


def _mounts(
    state: State, enemy: Model, close: bool, at_ship: bool, late: bool = False
) -> Iterator[tuple[str, WeaponCard]]:
    """The mounts of an enemy that fire by themselves, Point Defense only if it is close or reaches farther."""
    for mount, effect in effects_of_mounts(state, enemy, Effect.fires_by_itself):
        if effect.fires_by_itself() and effect.waits() == late:
            yield mount.id, mount.weapon
    if not late and enemy.capital and not at_ship and (close or effects_on(state, enemy, Effect.point_defense_reach)):
        yield POINT_DEFENSE, point_defense(enemy.rating("defense"))


def on_leg(state: State, mover: Model, dx: float, dy: float, last: bool = True) -> Iterator[InRange]:
    """Where along a straight leg each watching mount gets its first chance; `last` says that the move ends with it."""
    if last and in_play(state, Effect.waits):
        there = mover.at(mover.pose.moved(dx, dy))
        for watcher in _late(state, there):
            yield InRange(length(dx, dy), watcher.gun)
    for watcher in watching(state, mover, dx, dy):
        enemy = watcher.model
        touch = first_touch(mover.base, mover.pose, dx, dy, enemy.base, enemy.pose, watcher.reach)
        if touch is not None:
            yield InRange(touch, watcher.gun)


def on_turn(state: State, mover: Model, before: Pose) -> list[Gun]:
    """The mounts into whose range a turn on the spot has brought the mover."""
    was = mover.at(before)
    return [each.gun for each in watching(state, mover) if _reaches(each, mover) and not _reaches(each, was)]


def late_guns(state: State, mover: Model) -> list[tuple[Model, Gun]]:
    """The mounts that have waited for what a squadron does, within whose range it, or its formation, is now."""
    if not in_play(state, Effect.waits):
        return []
    return [(each, watcher.gun) for each in formation_members(state, mover) for watcher in _late(state, each)]


def _late(state: State, mover: Model) -> list[Watcher]:
    """The mounts that wait for what a squadron does and reach it where it is; ships they let alone."""
    if mover.capital:
        return []
    return [watcher for watcher in watching(state, mover, late=True) if _reaches(watcher, mover)]


def guns_near(state: State, mover: Model) -> list[Gun]:
    """The mounts within whose range a model has just been launched (R56)."""
    return [each.gun for each in watching(state, mover) if _reaches(each, mover)]


def _reaches(watcher: Watcher, mover: Model) -> bool:
    enemy = watcher.model
    return within(mover.base, mover.pose, enemy.base, enemy.pose, watcher.reach)


def shot_at(state: State, mover: Model, gun: Gun) -> Assessment | Refusal | None:
    """The numbers of a gun's shot at the mover where it stands; why it cannot be.

    None if the gun is gone, or if gun and mover are no enemies any more since one of them has changed hands (R78).
    """
    shooter = state.models[gun.model]
    if not shooter.on_table or shooter.side != 1 - mover.side or gun.mount in shooter.damaged:
        return None
    return assess(state, shooter, (gun.mount,), mover, AUTOFIRE)


# --- suppression ---
# Ignoring Suppressing Fire: full Thrusters for a hit (v1.2.4 Action > Suppressing Fire > Suppressed, R49).

PLACE = "v1.2.4 Action > Suppressing Fire > Suppressed"
RATING = 2


class Suppressed(Ending):
    """Forced to heed suppressing fire."""

    __slots__ = ()
    name = "suppressed"
    place = PLACE
    summary = "Thrusters are X-1 lower; its captain may ignore that at the price of a hit."
    sign = StateMarker("SU", MARKED, HARD, ())
    only_of = SHIPS

    @classmethod
    def thrusters_lost(cls, ship: Model) -> int:
        """How many Thrusters it costs the ship."""
        return max(0, cls.level_of(ship) - 1)

    @classmethod
    def pin(cls, game: Game, ship: Model, shells: int) -> None:
        """Pin the ship down by so many macro dice of shells; one that is Suppressed already by one more (R49)."""
        before = cls.level_of(ship)
        cls.enter(game, ship, before + 1 if before else shells)

    def thrusters(self, state: State, model: Model, value: int) -> int:
        """One less than its level fewer, not below 0."""
        return max(0, value - (self.level - 1))


def defy(game: Game, ship: Model) -> Procedure[None]:
    """As it activates, a Suppressed ship may use its real Thrusters and take the shells."""
    lost = Suppressed.thrusters_lost(ship)
    if not lost or not ship.rating("thrusters"):
        return
    shot = shells(game.state, ship)
    listed: list[Option[Heed | Defy]] = [
        Option(Heed(), "Obey the suppression", f"Thrusters {lost} lower this activation"),
        Option(Defy(), "Press on", f"full Thrusters, and an attack of {shot.roll.pool}"),
    ]
    title = f"{ship.name} is Suppressed:{Suppressed.level_of(ship)}: press on?"
    answer = yield from ask(ListDecision(Suppressed.name, ship.side, title, PLACE, listed, subject=ship.id))
    game.tell(SuppressionAnswered(model=ship.id, heeds=isinstance(answer, Heed)))
    if isinstance(answer, Defy):
        Suppressed.leave(game, ship)
        yield from resolve(game, shot)


def shells(state: State, ship: Model) -> Assessment:
    """The attack on a ship that ignores it: AC 2 and X macro dice, against the Armor that faces the suppressor."""
    suppressor = state.models.get(ship.pinned_by, ship)
    weapon = _weapon(Suppressed.level_of(ship))
    return assess_close(Shot(state, suppressor, ("suppression",), weapon, ship, SUPPRESSION))


@lru_cache(maxsize=16)
def _weapon(level: int) -> WeaponCard:
    return WeaponCard(name="Suppressing Fire", type=KINETIC_CANNON, arcs=("turret",), ac=RATING, as_=None, macro=level)
