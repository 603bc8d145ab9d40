"""The value of shots to a computer player: exact expected damage in TV, minus the harm to friends.

`possible_attacks` and `attack_value` value the attacks of a model from one pose. `Gunnery` gives the same numbers for
many poses quickly, and `ShotCache` keeps what both have computed.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import count
from typing import Final, NamedTuple

from jovian.cards import UnitCard, WeaponCard
from jovian.game import CacheKey, Model, State
from jovian.game.answers import Attack, Defend, FireNuke
from jovian.game.events import Contribution
from jovian.players.evaluation.places import distance_between, enemies
from jovian.rules.attack.attack import defenses, farthest_defense, replacement_defense
from jovian.rules.attack.nukes_and_rams import burst_shots
from jovian.rules.damage import expected_damage
from jovian.rules.damage.expected_damage import model_value
from jovian.rules.rulebook.active_effects import (
    effects_of_weapon,
    find_weapon_effect,
    is_in_play,
    weapon_type,
)
from jovian.rules.rulebook.effect import ACTIVATION, LONG, Effect
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.shots.formula import (
    Assessment,
    Company,
    assess,
    assess_allowed,
    attacker_aid,
    company,
    may_reach_long,
    origin_of,
    refuse,
)
from jovian.rules.shots.ratings import fire_control_left
from jovian.rules.shots.shot import POINT_DEFENSE, LineOfFire, Shot, TargetFacts, along_line, link_group, sensor_reach
from jovian.rules.traits.weapon_traits import Link
from jovian.rules.weapons import Sensed
from jovian.table import TOLERANCE

# --- Expected damage ---


def burning_target(shot: Assessment) -> Assessment:
    """Return the shot with 1 Fuel burned for an extra defense die, if the target may burn.

    Fuel comes back in the End Phase.
    """
    against = shot.opposition
    if against is None or not against.may_burn:
        return shot
    return replace(shot, opposition=against.burning())


def expected_value(state: State, shot: Assessment) -> float:
    """Return the TV that the shot is expected to take from its target."""
    return expected_damage.expected_value(state, burning_target(shot))


def expected_share(state: State, shot: Assessment) -> float:
    """Return the share of its target's value that the shot is expected to take."""
    return expected_damage.expected_share(state, burning_target(shot))


def kill_chance(state: State, shot: Assessment) -> float:
    """Return the probability that the shot destroys a squadron or Cripples a ship."""
    return expected_damage.kill_chance(state, burning_target(shot))


def share_and_kill(state: State, shot: Assessment) -> tuple[float, float]:
    """Return the expected share of the target's value, and the probability that the shot destroys or Cripples it."""
    return expected_damage.share_and_kill(state, burning_target(shot))


# --- Weapons, targets, and attacks as plain values ---


class Salvo(NamedTuple):
    """An attack and its value. Tuples sort by value, equal ones like `possible_attacks`."""

    minus: float
    """The expected TV, negative so that the best attack sorts first."""
    verb: str
    answer_mounts: tuple[str, ...]
    """The mounts in the player's answer."""
    target: str
    """The id of its target; "" for everything in reach of Point Defense."""
    mounts: tuple[str, ...]
    """The mounts that the attack uses."""

    @property
    def answer(self) -> Attack | Defend:
        """The answer that orders this attack."""
        return Attack(self.answer_mounts, self.target) if self.verb == Attack.verb else Defend(*self.answer_mounts)


@dataclass(frozen=True, slots=True)
class ReadyWeapon:
    """A weapon that may be used, or a group of linked weapons."""

    mounts: tuple[str, ...]
    card: WeaponCard
    kinetic: bool
    sighted: bool
    """Whether cover hinders it."""
    far: bool
    """Whether it may fire at Long Range."""
    sensed: bool
    """Whether its range band depends only on Sensors."""
    plain: bool
    """Whether it has no special rule, such as a range, that could forbid a shot."""
    all_round: bool
    """Whether it bears in all directions."""
    arcs: frozenset[str]
    company: Company
    aided: bool
    """Whether models near the attacker may add to its shots."""


@dataclass(frozen=True, slots=True)
class Target:
    """An enemy to shoot at, with what doesn't depend on the attacker's pose."""

    model: Model
    number: int
    value: float
    reaches: list[float]
    """For each weapon, the inches within which it may reach the target."""
    farthest: float
    """The largest reach in inches, from center to center."""
    sensed: float | None
    """Inches within which the target is in Short or Optimum Range; None if this depends on the attacker's pose."""


@dataclass(frozen=True, slots=True)
class SingleAttack:
    """An attack on one enemy, without other models along its line."""

    salvo: Salvo
    weapon: ReadyWeapon
    value: float
    """The expected TV."""
    share: float
    """The expected share of the target's value."""


# --- Cache ---


class Crowd:
    """All models at their poses, and what is known about each as a target."""

    def __init__(self, number: int, numbers: dict[str, int]) -> None:
        self.number = number
        self.numbers = numbers
        """A number for each model with its marks, states, and pose, by id."""
        self.regards: dict[str, TargetFacts] = {}
        """The facts about each target that don't depend on the attacker, by id. Lines of fire add to it."""


ShotValue = tuple[float, float]
"""The TV that a shot is expected to take, and the share of its target's value."""


_serials: Final = count()


class ShotCache:
    """The values of shots in one game, valid while the turn, the terrain, and the notes stay the same.

    The value of a shot depends on the attacker, the target, and their relative poses. For missiles it also depends on
    the models around the target. The keys contain all of this, so a cached value equals a new one.
    """

    def __init__(self, scene: tuple[object, ...]) -> None:
        self.scene = scene
        self.shots: dict[Hashable, ShotValue | None] = {}
        """By attacker, target, kind of shot, and (where it counts) crowd; None if the shot isn't allowed."""
        self.fights: dict[Hashable, dict[Hashable, ShotValue]] = {}
        """By fighters, then by plan: the expected share of the enemy's value, and the probability of a kill."""
        self.reaches: dict[Hashable, list[float]] = {}
        """How far the weapons of one model reach at another."""
        self.sensed: dict[Hashable, float] = {}
        """How far the Sensors of one model reach at another."""
        self.attacks: dict[Hashable, list[SingleAttack]] = {}
        """The attacks of one model on another, by range bands, arcs, cover, and crowd."""
        self.totals: dict[Hashable, float] = {}
        """The value of all weapons of one model together, by model, crowd, and Fire Control."""
        self.groups: dict[Hashable, tuple[str, ...]] = {}
        """The weapons that fire linked with another weapon."""
        self._serial = next(_serials)
        """What tells it from other caches, without a reference to it."""
        self._crowd = Crowd(-1, {})
        self._numbers: dict[Hashable, int] = {}
        self._cards: dict[int, UnitCard] = {}
        """Keeps the cards alive, because keys contain their `id()`."""

    def model(self, model: Model, with_pose: bool = False) -> int:
        """Return a number for a model with its marks and states, and for its pose if `with_pose`."""
        card = model.card
        self._cards[id(card)] = card
        facts = (
            model.id, id(card), model.side, model.place, model.base, model.public, model.host, model.formation,
            model.pinned_by, model.damaged, model.cargo, model.loads, model.stock_used, tuple(model.marks.items()),
            tuple(model.states.items()), model.pose if with_pose else None,
        )  # fmt: skip
        return self._numbers.setdefault(facts, len(self._numbers))

    def crowd(self, view: State) -> Crowd:
        """Return all models of a view at their poses.

        A state that doesn't change keeps their numbers, but not the facts about them, which hold a state.
        """
        number, numbers = view.keep((ShotCache, self._serial), lambda: self._numbers_of(view))
        if number != self._crowd.number:
            self._crowd = Crowd(number, numbers)
        return self._crowd

    def _numbers_of(self, view: State) -> tuple[int, dict[str, int]]:
        """Return a number for all models of a view together, and the number of each by id."""
        numbers = {model.id: self.model(model, with_pose=True) for model in view.models.values()}
        return self._numbers.setdefault(tuple(numbers.values()), len(self._numbers)), numbers


@lru_cache(maxsize=32)
def _of_game(key: CacheKey) -> list[ShotCache]:
    """Return the list that holds the cache of the game with this key, or nothing yet."""
    return []


def shot_cache(view: State) -> ShotCache:
    """Return the cache for the game of a view in its current state."""
    act, last = view.activation, _of_game(view.cache_key)
    avoided = act.avoided if act is not None else ()
    scene = view.rulebook, view.turn, view.notes.copy(), list(view.terrain.values()), avoided
    if not last or last[0].scene != scene:
        last[:] = [ShotCache(scene)]
    return last[0]


# --- Attacks from one pose ---

FRIENDS_IN_LINE = 1.2
"""The weight of damage to a friend on a kinetic line, compared with damage to an enemy."""
FRIENDS_IN_BLAST = 1.3
"""The weight of damage to a friend in a Nuke's blast."""


@dataclass(frozen=True, slots=True)
class ScoredAttack:
    """An attack and its value in TV."""

    answer: Attack | Defend
    value: float
    mounts: tuple[str, ...]
    shots: tuple[Assessment, ...]
    """The shot, or each shot of a Point Defense. For a kinetic line only the shot at the target."""


def attack_value(attacks: list[ScoredAttack], fire_control: int) -> float:
    """Return the total value of the best attacks with different weapons, one per Fire Control."""
    used: tuple[str, ...] = ()
    total = 0.0
    for attack in attacks:
        if fire_control < 1:
            break
        if attack.value > 0 and not any(mount in used for mount in attack.mounts):
            used = (*used, *attack.mounts)
            total += attack.value
            fire_control -= 1
    return total


def nuke_value(view: State, model: Model, nuke: FireNuke) -> float:
    """Return the expected TV of a Nuke ordered to a point, minus the harm to friends."""
    total = 0.0
    for shot in burst_shots(view, model, nuke.mount, nuke.x, nuke.y):
        value, target = expected_value(view, shot), view.models[shot.target]
        if not target.is_neutral:
            total += value if target.side != model.side else -FRIENDS_IN_BLAST * value
    return total


def possible_attacks(
    view: State, model: Model, free: list[str], used: tuple[str, ...], bonuses: Mapping[str, float] | None = None
) -> list[ScoredAttack]:
    """Return all attacks that the model could make from its pose here, best first.

    `bonuses` is the extra TV for the loss of an enemy, by id.
    """
    if fire_control_left(view, model) < 1:
        return []
    models = enemies(view, model)
    attacks = [attack for enemy in models for attack in _at(view, model, free, enemy)]
    if model.is_capital and POINT_DEFENSE not in used and any(not enemy.is_capital for enemy in models):
        attacks += defense_values(view, model, free)
    if bonuses:
        attacks = [_with_bonus(view, attack, bonuses) for attack in attacks]
    return sorted(attacks, key=_sort_key)


def _with_bonus(view: State, attack: ScoredAttack, bonuses: Mapping[str, float]) -> ScoredAttack:
    """Return the attack with the expected share of its targets' extra TV added."""
    bonus = sum(bonuses.get(shot.target, 0.0) * expected_share(view, shot) for shot in attack.shots)
    return replace(attack, value=attack.value + bonus) if bonus else attack


def _sort_key(attack: ScoredAttack) -> tuple[float, str, tuple[str, ...], str]:
    """Return the sort key: by value, then attacks before Point Defense, by weapon and target."""
    match attack.answer:
        case Attack(mounts, target):
            return -attack.value, Attack.verb, mounts, target
        case Defend(mount):
            return -attack.value, Defend.verb, () if mount is None else (mount,), ""


def _at(view: State, model: Model, free: list[str], enemy: Model) -> list[ScoredAttack]:
    """Return the attacks on one enemy: single weapons first, then linked ones."""
    attacks: list[ScoredAttack] = []
    bearing: list[str] = []
    inches = distance_between(model, enemy)
    for mount_id in free:
        if not _reaches(view, model, mount_id, enemy, inches):
            continue
        shot = assess(view, model, (mount_id,), enemy, ACTIVATION)
        if isinstance(shot, Assessment):
            bearing.append(mount_id)
            attacks.append(_fire(view, model, enemy, shot))
    for mount_id in bearing:
        group = link_group(view, model, mount_id, bearing, enemy) if len(bearing) > 1 else [mount_id]
        if len(group) > 1 and group[0] == min(group):
            shot = assess(view, model, tuple(group), enemy, ACTIVATION)
            if isinstance(shot, Assessment):
                attacks.append(_fire(view, model, enemy, shot))
    return attacks


def _reaches(view: State, model: Model, mount_id: str, enemy: Model, inches: float) -> bool:
    """Return whether a weapon can reach an enemy at a distance. This is a cheap test before the formula."""
    mount = model.mount(mount_id)
    if mount is None or may_reach_long(view, model, mount.weapon):
        return mount is not None
    return inches <= weapon_type(view, mount.weapon).reach(view, model, mount.weapon, enemy) + TOLERANCE


def _fire(view: State, model: Model, enemy: Model, shot: Assessment) -> ScoredAttack:
    value = expected_value(view, shot)
    if shot.impact.kinetic:
        value += _along(view, model, shot, enemy)
    return ScoredAttack(Attack(shot.mounts, enemy.id), value, shot.mounts, (shot,))


def _along(view: State, model: Model, shot: Assessment, enemy: Model) -> float:
    """Return the value of a kinetic line's hits on other models. Friends count as a loss."""
    total, origin = 0.0, origin_of(view, model, shot)
    for other in along_line(view, origin, enemy):
        if not other.is_neutral:
            second = assess(view, origin, shot.mounts, other, ACTIVATION, secondary=True)
            if isinstance(second, Assessment):
                value = expected_value(view, second)
                total += value if other.side != model.side else -FRIENDS_IN_LINE * value
    return total


def defense_values(view: State, model: Model, free: list[str]) -> list[ScoredAttack]:
    """Return the value of Point Defense, and of each CMM used like one, against all models in reach."""
    attacks = []
    for mount in (POINT_DEFENSE, *(m for m in free if replacement_defense(view, model, m) is not None)):
        total, shots = 0.0, tuple(defenses(view, model, mount))
        for shot in shots:
            total += expected_value(view, shot)
        if total > 0:
            answer = Defend() if mount == POINT_DEFENSE else Defend(mount)
            attacks.append(ScoredAttack(answer, total, (mount,), shots))
    return attacks


# --- Attacks from many poses ---

FAR = 999.0
"""More inches than any table has."""


class Gunnery:
    """The weapons of one model in its current state, at any pose.

    It returns what `possible_attacks` returns, but without the details of each shot. Most shots from the ends of a move
    are alike: only range band, arcs, and cover differ. So the formula runs once per kind of shot.
    """

    def __init__(
        self,
        view: State,
        model: Model,
        free: list[str],
        used: tuple[str, ...],
        bonuses: Mapping[str, float] | None = None,
    ) -> None:
        self._view, self._model, self._free, self._used, self._bonuses = view, model, free, used, bonuses or {}
        models = enemies(view, model)
        mounts = [mount for mount_id in free if (mount := model.mount(mount_id)) is not None]
        self._weapons = [self._ready_weapon((mount.id,), mount.weapon) for mount in mounts]
        self._mounts = tuple([mount.id for mount in mounts])
        self._alone = all(weapon.company is not Company.ATTACKER for weapon in self._weapons)
        self._sighted = any(weapon.sighted for weapon in self._weapons)
        self._aided = [weapon.card for weapon in self._weapons if weapon.aided]
        self._aid: tuple[tuple[Contribution, ...], ...] = ()
        """What models near the last pose add to the shots of these weapons."""
        self._linked = model.is_capital and any(
            find_weapon_effect(view, weapon.card, Link) is not None for weapon in self._weapons
        )
        self._cache = shot_cache(view)
        self._own = self._cache.model(model)
        crowd = self._cache.crowd(view)
        self._numbers, self._regards = crowd.numbers, crowd.regards
        self._crowd = crowd.number if any(weapon.company is Company.TARGET for weapon in self._weapons) else 0
        self._steady = _steady(view)
        self._targets = [self._target(enemy) for enemy in models] if self._weapons else []
        small = [enemy for enemy in models if not enemy.is_capital]
        self._squadrons = small if model.is_capital and POINT_DEFENSE not in used else []
        self._defense = farthest_defense(view, model) if self._squadrons else 0.0

    def attack_value(self, there: Model, fire_control: int) -> float:
        """Return the total value of the best attacks with different weapons from a pose, one per Fire Control."""
        return total_value(self.salvos(there, fire_control), fire_control)

    def salvos(self, there: Model, fire_control: int) -> list[Salvo]:
        """Return all attacks possible from a pose with this Fire Control, best first."""
        if fire_control < 1:
            return []
        if there.formation:
            attacks = possible_attacks(self._view, there, self._free, self._used, self._bonuses)
            return [_salvo(attack) for attack in attacks]
        self._aid = tuple([attacker_aid(self._view, there, weapon) for weapon in self._aided])
        salvos: list[Salvo] = []
        for target in self._targets:
            x, y = there.pose[0] - target.model.pose[0], there.pose[1] - target.model.pose[1]
            if x * x + y * y <= target.farthest * target.farthest:
                salvos += self._at(there, target)
        if self._near(there):
            salvos += [_salvo(attack, self._bonus(attack)) for attack in defense_values(self._view, there, self._free)]
        return sorted(salvos)

    def _ready_weapon(self, mounts: tuple[str, ...], weapon: WeaponCard) -> ReadyWeapon:
        view, kind = self._view, weapon_type(self._view, weapon)
        far = may_reach_long(view, self._model, weapon)
        plain = not effects_of_weapon(view, weapon, Effect.weapon_refuses)
        all_round = not self._model.is_capital or "turret" in weapon.arcs
        sensed, arcs, whose = isinstance(kind, Sensed), frozenset(weapon.arcs), company(view, weapon)
        aided = bool(effects_of_weapon(view, weapon, Effect.weapon_aid))
        return ReadyWeapon(
            mounts, weapon, kind.kinetic, kind.needs_sight, far, sensed, plain, all_round, arcs, whose, aided
        )

    def _target(self, other: Model) -> Target:
        number = self._numbers[other.id]
        reaches = self._reaches(other, number) if self._steady else [FAR] * len(self._weapons)
        farthest = max(reaches) + other.base.reach + self._model.base.reach + 2 * TOLERANCE
        sensed = self._sensed(other, number) if self._steady else None
        return Target(other, number, model_value(other), reaches, farthest, sensed)

    def _sensed(self, other: Model, number: int) -> float:
        key = self._own, number
        value = self._cache.sensed.get(key)
        if value is None:
            value = self._cache.sensed[key] = sensor_reach(self._view, self._model, other)
        return value

    def _reaches(self, other: Model, number: int) -> list[float]:
        key = self._own, number, self._mounts
        value = self._cache.reaches.get(key)
        if value is None:
            value = self._cache.reaches[key] = [
                FAR if weapon.far else self._sensed(other, number) if weapon.sensed else self._reach(weapon.card, other)
                for weapon in self._weapons
            ]
        return value

    def _reach(self, weapon: WeaponCard, other: Model) -> float:
        return weapon_type(self._view, weapon).max_reach(self._view, self._model, weapon, other)

    def _at(self, there: Model, target: Target) -> Iterator[Salvo]:
        """Yield the attacks on one enemy: single weapons first, then linked ones."""
        line = LineOfFire(self._view, there, target.model, self._regards, target.sensed)
        bonus = self._bonuses.get(target.model.id, 0.0)
        for attack in self._cached_attacks(line, target) if self._alone else self._single_attacks(line, target):
            if bonus or attack.weapon.kinetic:
                value = attack.value + self._along(attack.weapon, line) if attack.weapon.kinetic else attack.value
                yield attack.salvo._replace(minus=-(value + bonus * attack.share if bonus else value))
            else:
                yield attack.salvo

    def _cached_attacks(self, line: LineOfFire, target: Target) -> list[SingleAttack]:
        """Return the attacks along a line, cached by the bands of the weapons, the arcs, and the cover."""
        near = [line.distance <= reach + TOLERANCE for reach in target.reaches]
        bands = tuple(
            [self._band(weapon, line) if reached else "" for weapon, reached in zip(self._weapons, near, strict=True)]
        )
        if not any(bands):
            return []
        cover, arcs = line.obscured if self._sighted else "", line.arcs if self._linked else ()
        key = self._own, self._mounts, target.number, self._crowd, bands, line.sides, cover, arcs, self._aid
        attacks = self._cache.attacks.get(key)
        if attacks is None:
            attacks = self._cache.attacks[key] = list(self._single_attacks(line, target))
        return attacks

    def _band(self, weapon: ReadyWeapon, line: LineOfFire) -> str:
        """Return the range band in which a weapon may fire along a line, or "" if it may not."""
        if not self._bears(weapon, line):
            return ""
        if weapon.sensed and weapon.plain:
            return line.band if weapon.far or line.band != LONG else ""
        shot = self._shot(weapon, line)
        return "" if (shot.band == LONG and not weapon.far) or refuse(shot) is not None else shot.band

    def _single_attacks(self, line: LineOfFire, target: Target) -> Iterator[SingleAttack]:
        bearing: list[str] = []
        for weapon, reach in zip(self._weapons, target.reaches, strict=True):
            if line.distance <= reach + TOLERANCE and (attack := self._single_attack(weapon, line, target)) is not None:
                bearing.append(weapon.mounts[0])
                yield attack
        for mount_id in bearing if len(bearing) > 1 else ():
            group = self._group(mount_id, bearing, line)
            if len(group) > 1 and group[0] == min(group):
                lead = next(weapon for weapon in self._weapons if weapon.mounts[0] == mount_id)
                attack = self._single_attack(replace(lead, mounts=group), line, target)
                if attack is not None:
                    yield attack

    def _single_attack(self, weapon: ReadyWeapon, line: LineOfFire, target: Target) -> SingleAttack | None:
        """Return an attack with a weapon, or None if it isn't allowed."""
        result = self._shot_value(weapon, line, target.number, target.value)
        if result is None:
            return None
        value, share = result
        return SingleAttack(
            Salvo(-value, Attack.verb, weapon.mounts, target.model.id, weapon.mounts), weapon, value, share
        )

    def _group(self, mount_id: str, bearing: list[str], line: LineOfFire) -> tuple[str, ...]:
        """Return the mounts that fire linked with this one at the target of a line."""
        key = self._own, mount_id, tuple(bearing), line.arcs if self._model.is_capital else ()
        group = self._cache.groups.get(key)
        if group is None:
            group = tuple(link_group(self._view, line.attacker, mount_id, bearing, line.target))
            self._cache.groups[key] = group
        return group

    def _along(self, weapon: ReadyWeapon, line: LineOfFire) -> float:
        """Return the value of a kinetic line's hits on other models. Friends count as a loss."""
        total = 0.0
        for other in line.along:
            if other.target.is_neutral:
                continue
            number, value = self._numbers[other.target.id], model_value(other.target)
            result = self._shot_value(weapon, other, number, value, secondary=True)
            if result is not None:
                total += result[0] if other.target.side != line.attacker.side else -FRIENDS_IN_LINE * result[0]
        return total

    def _shot_value(
        self, weapon: ReadyWeapon, line: LineOfFire, number: int, value: float, secondary: bool = False
    ) -> ShotValue | None:
        """Return the value of one shot, cached by its kind; None if the shot isn't allowed."""
        if not secondary and not self._bears(weapon, line):
            return None
        shot = self._shot(weapon, line, secondary)
        if not secondary and shot.band == LONG and not weapon.far:
            return None
        alike = weapon.plain and weapon.company is not Company.ATTACKER
        if not alike and refuse(shot) is not None:
            return None
        if weapon.company is Company.ATTACKER:
            return self._computed_value(shot, value)
        cover = shot.obscured if weapon.sighted else ""
        crowd = self._crowd if weapon.company is Company.TARGET else -1
        aid = self._aid if weapon.aided else ()
        key = self._own, number, weapon.mounts, shot.band, shot.sides, cover, secondary, crowd, aid
        shots = self._cache.shots
        if key not in shots:
            refused = alike and refuse(shot) is not None
            shots[key] = None if refused else self._computed_value(shot, value)
        return shots[key]

    def _bears(self, weapon: ReadyWeapon, line: LineOfFire) -> bool:
        """Return whether the target of a line is in an arc of the weapon."""
        return weapon.all_round or not weapon.arcs.isdisjoint(line.arcs)

    def _shot(self, weapon: ReadyWeapon, line: LineOfFire, secondary: bool = False) -> Shot:
        return Shot(
            self._view, line.attacker, weapon.mounts, weapon.card, line.target, ACTIVATION, secondary, line=line
        )

    def _computed_value(self, shot: Shot, value: float) -> ShotValue:
        share = expected_share(self._view, assess_allowed(shot))
        return share * value, share

    def _near(self, there: Model) -> bool:
        """Return whether Point Defense could reach any squadron from a pose."""
        x, y, _ = there.pose
        for other in self._squadrons:
            far = self._defense + there.base.reach + other.base.reach + 2 * TOLERANCE
            dx, dy = other.pose[0] - x, other.pose[1] - y
            if dx * dx + dy * dy <= far * far:
                return True
        return False

    def _bonus(self, attack: ScoredAttack) -> float:
        """Return the expected share of the extra TV of a Point Defense's targets."""
        shots = attack.shots if self._bonuses else ()
        return sum(self._bonuses.get(shot.target, 0.0) * expected_share(self._view, shot) for shot in shots)


def _steady(view: State) -> bool:
    """Return whether the view distance of a model is the same from everywhere."""
    kinds = rulebook(view).terrain
    effects = (is_in_play(view, hook) for hook in (Effect.sensors_for, Effect.sees_through))
    return not any(effects) and not any(kinds[piece.kind].blinds for piece in view.terrain.values())


def total_value(salvos: list[Salvo], fire_control: int) -> float:
    """Return the total value of the best of these sorted attacks with different weapons, one per Fire Control."""
    used: tuple[str, ...] = ()
    total = 0.0
    for salvo in salvos:
        if fire_control < 1 or salvo.minus >= 0:
            break
        if not any(mount in used for mount in salvo.mounts):
            used = (*used, *salvo.mounts)
            total -= salvo.minus
            fire_control -= 1
    return total


def fire_from(view: State, model: Model, fire_control: int) -> float:
    """Return the TV of all of a model's weapons together, from its pose here."""
    free = [mount.id for mount in model.card.mounts if mount.id not in model.damaged]
    remaining = fire_control if fire_control_left(view, model) > 0 else 0
    cache = shot_cache(view)
    key = cache.model(model, with_pose=True), cache.crowd(view).number, remaining
    value = cache.totals.get(key)
    if value is None:
        value = cache.totals[key] = Gunnery(view, model, free, ()).attack_value(model, remaining)
    return value


def _salvo(attack: ScoredAttack, bonus: float = 0.0) -> Salvo:
    value = attack.value + bonus if bonus else attack.value
    match attack.answer:
        case Attack(mounts, target):
            return Salvo(-value, Attack.verb, mounts, target, attack.mounts)
        case Defend(mount):
            return Salvo(-value, Defend.verb, () if mount is None else (mount,), "", attack.mounts)
