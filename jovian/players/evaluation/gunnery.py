"""Shots, and what to expect of them."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from jovian.cards import UnitCard, WeaponCard
from jovian.game import CacheKey, Model, State
from jovian.game.answers import Attack, Defend, FireNuke
from jovian.players.evaluation.places import distance_between, enemies
from jovian.rules.attack.attack import defenses, farthest_defense, stand_in
from jovian.rules.attack.impacts import blast_at
from jovian.rules.damage import expected_damage
from jovian.rules.damage.expected_damage import model_value
from jovian.rules.rulebook.active_effects import effects_of_weapon, in_play, weapon_type
from jovian.rules.rulebook.effect import ACTIVATION, LONG, Effect
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.shots.formula import Assessment, Company, assess, company, may_reach_long, numbers, origin_of, refuse
from jovian.rules.shots.ratings import fire_control_left
from jovian.rules.shots.shot import POINT_DEFENSE, Line, Regard, Shot, along_line, link_group, sensor_reach
from jovian.rules.weapons import Sensed
from jovian.table import TOLERANCE

# --- expecting ---
# What a shot is worth to a player: by the exact odds, with the fuel that its target is likely to burn.


def swerving(shot: Assessment) -> Assessment:
    """A shot as a target meets it that burns a fuel for one more die if it may: fuel comes back in the End Phase."""
    against = shot.opposition
    if against is None or not against.may_burn:
        return shot
    return replace(shot, opposition=against.burning())


def expected_value(state: State, shot: Assessment) -> float:
    """Threat Value that the shot is expected to take from its target."""
    return expected_damage.expected_value(state, swerving(shot))


def expected_share(state: State, shot: Assessment) -> float:
    """The share of its target's value that the shot is expected to take."""
    return expected_damage.expected_share(state, swerving(shot))


def kill_chance(state: State, shot: Assessment) -> float:
    """How likely the shot destroys a squadron, or cripples a ship."""
    return expected_damage.kill_chance(state, swerving(shot))


def share_and_kill(state: State, shot: Assessment) -> tuple[float, float]:
    """The share of its target's value that the shot is expected to take, and how likely it is the end of it."""
    return expected_damage.share_and_kill(state, swerving(shot))


# --- salvos ---
# Guns, those whom they may be fired at, and the attacks that are weighed, as plain values.


class Salvo(NamedTuple):
    """An attack and what it is worth. In order of worth; of those alike as `volleys` has them."""

    minus: float
    """Minus the TV that it is expected to take."""
    verb: str
    named: tuple[str, ...]
    """The mounts that its answer names."""
    target: str
    """The id of its target, "" for all that Point Defense reaches."""
    mounts: tuple[str, ...]
    """The mounts that it uses."""

    @property
    def answer(self) -> Attack | Defend:
        """How it is ordered."""
        return Attack(self.named, self.target) if self.verb == Attack.verb else Defend(*self.named)


class Gun(NamedTuple):
    """A weapon that may be used."""

    mounts: tuple[str, ...]
    weapon: WeaponCard
    kinetic: bool
    sighted: bool
    """Does cover hinder it?"""
    far: bool
    """May it fire at Long Range?"""
    sensed: bool
    """Does its range band hang on Sensors alone?"""
    plain: bool
    """Has it no rule of its own by which it cannot be used, such as a range?"""
    all_round: bool
    """Does it bear on everything?"""
    arcs: frozenset[str]
    company: Company


class Foe(NamedTuple):
    """Somebody to fire at."""

    model: Model
    number: int
    worth: float
    regard: Regard
    reaches: list[float]
    """Inches within which each gun may reach it."""
    farthest: float
    """The most of them, from center to center."""
    sensed: float | None
    """Inches within which it is in Short or Optimum Range; None if that hangs on where the attacker stands."""


class Blow(NamedTuple):
    """An attack on one enemy, what else lies along its line left out."""

    salvo: Salvo
    gun: Gun
    value: float
    """TV that it is expected to take."""
    share: float
    """The share of its target's value that this is."""


# --- known ---
# What shots have been found to be worth in a game, kept as long as nothing that counts in them has changed.
#
# A shot of guns hangs on who fires and who is fired at, and on how the one lies to the other; missiles hang on all
# who stand about their target too. What is kept is found by all of that, so that it is the same as if reckoned anew.

Worth = tuple[float, float]
"""TV that a shot is expected to take, and the share of its target's value that this is."""


class Known:
    """What is known of the shots of one game while its turn, its terrain and what it remembers stay as they are."""

    def __init__(self, scene: tuple[object, ...]) -> None:
        self.scene = scene
        self.shots: dict[Hashable, Worth | None] = {}
        """By who fires at whom, how, and, where that counts, among whom; None for what cannot be fired so."""
        self.fights: dict[Hashable, dict[Hashable, Worth]] = {}
        """By who fights whom, then by plan: the share of its value that guns take, and the chance that they kill."""
        self.reaches: dict[Hashable, list[float]] = {}
        """How far the guns of one reach at another."""
        self.sensed: dict[Hashable, float] = {}
        """How far the Sensors of one reach at another."""
        self.blows: dict[Hashable, list[Blow]] = {}
        """What the guns of one may do to another, by which of them at which range, by arcs, cover and crowd."""
        self.groups: dict[Hashable, tuple[str, ...]] = {}
        """Which weapons fire as one with another."""
        self._regards: tuple[int, dict[str, Regard]] = -1, {}
        """What counts in targets wherever they are fired at from, by the number of the crowd that they stand in."""
        self._numbers: dict[Hashable, int] = {}
        self._cards: dict[int, UnitCard] = {}
        """Held, since the number by which a card is known is its own only as long as it lives."""

    def model(self, model: Model, stands: bool = False) -> int:
        """A number for a model with its marks and states; another one wherever it `stands` elsewhere."""
        card = model.card
        self._cards[id(card)] = card
        facts = (
            model.id, id(card), model.side, model.place, model.base, model.public, model.host, model.formation,
            model.pinned_by, model.damaged, model.cargo, model.loads, model.stock_used, tuple(model.marks.items()),
            tuple(model.states.items()), model.pose if stands else None,
        )  # fmt: skip
        return self._numbers.setdefault(facts, len(self._numbers))

    def crowd(self, view: State) -> int:
        """A number for all models as they stand."""
        crowd = tuple([self.model(each, stands=True) for each in view.models.values()])
        return self._numbers.setdefault(crowd, len(self._numbers))

    def regards(self, view: State) -> dict[str, Regard]:
        """What has been found to count in targets as all models stand, by id: to be looked up and added to."""
        crowd = self.crowd(view)
        if self._regards[0] != crowd:
            self._regards = crowd, {}
        return self._regards[1]


@lru_cache(maxsize=32)
def _of_game(key: CacheKey) -> list[Known]:
    """Return what was known last in the game of that key, [] or one."""
    return []


def known_of(view: State) -> Known:
    """What is known in the game of a view as it is now."""
    act, last = view.activation, _of_game(view.cache_key)
    avoided = act.avoided if act is not None else ()
    scene = view.rulebook, view.turn, view.notes.copy(), list(view.terrain.values()), avoided
    if not last or last[0].scene != scene:
        last[:] = [Known(scene)]
    return last[0]


# --- shots ---
# What shots are worth: exact expected damage in TV, less what they would do to friends.

FRIENDS_IN_LINE = 1.2
"""What damage to a friend on a kinetic line counts, against the same to an enemy."""
FRIENDS_IN_BLAST = 1.3
"""What damage to a friend in a Nuke's burst counts."""


@dataclass(frozen=True, slots=True)
class ScoredAttack:
    """An attack and what it is worth, in TV."""

    answer: Attack | Defend
    value: float
    mounts: tuple[str, ...]
    shots: tuple[Assessment, ...]
    """The shot that it is, or every shot of a Point Defense; a kinetic line's on its target alone."""


def offense(fires: list[ScoredAttack], fire_control: int) -> float:
    """What the best attacks with different weapons are worth together, one for each Fire Control."""
    used: tuple[str, ...] = ()
    total = 0.0
    for fire in fires:
        if fire_control < 1:
            break
        if fire.value > 0 and not any(mount in used for mount in fire.mounts):
            used = (*used, *fire.mounts)
            total += fire.value
            fire_control -= 1
    return total


def burst(view: State, model: Model, nuke: FireNuke) -> float:
    """What a Nuke is worth where an order would send it, friends deducted."""
    total = 0.0
    for shot in blast_at(view, model, nuke.mount, nuke.x, nuke.y):
        value, target = expected_value(view, shot), view.models[shot.target]
        if not target.neutral:
            total += value if target.side != model.side else -FRIENDS_IN_BLAST * value
    return total


def possible_attacks(
    view: State, model: Model, free: list[str], used: tuple[str, ...], prey: Mapping[str, float] | None = None
) -> list[ScoredAttack]:
    """Every attack that the model could make from its pose, which need not be where it stands; best first.

    `prey` is what the loss of an enemy is worth beyond its own TV, by id.
    """
    if fire_control_left(view, model) < 1:
        return []
    foes = enemies(view, model)
    found = [fire for enemy in foes for fire in _at(view, model, free, enemy)]
    if model.capital and POINT_DEFENSE not in used and any(not enemy.capital for enemy in foes):
        found += defenses_worth(view, model, free)
    if prey:
        found = [_at_prey(view, fire, prey) for fire in found]
    return sorted(found, key=_best_first)


def _at_prey(view: State, fire: ScoredAttack, prey: Mapping[str, float]) -> ScoredAttack:
    """An attack, its value raised by the share of what its targets are worth besides."""
    more = sum(prey.get(shot.target, 0.0) * expected_share(view, shot) for shot in fire.shots)
    return replace(fire, value=fire.value + more) if more else fire


def _best_first(fire: ScoredAttack) -> tuple[float, str, tuple[str, ...], str]:
    """By worth; of those alike attacks before Point Defense, by weapon and target."""
    match fire.answer:
        case Attack(mounts, target):
            return -fire.value, Attack.verb, mounts, target
        case Defend(mount):
            return -fire.value, Defend.verb, () if mount is None else (mount,), ""


def _at(view: State, model: Model, free: list[str], enemy: Model) -> list[ScoredAttack]:
    """Attacks on one enemy: each gun by itself, then those that link."""
    found: list[ScoredAttack] = []
    bearing: list[str] = []
    inches = distance_between(model, enemy)
    for ident in free:
        if not _reaches(view, model, ident, enemy, inches):
            continue
        shot = assess(view, model, (ident,), enemy, ACTIVATION)
        if isinstance(shot, Assessment):
            bearing.append(ident)
            found.append(_fire(view, model, enemy, shot))
    for ident in bearing:
        group = link_group(view, model, ident, bearing, enemy) if len(bearing) > 1 else [ident]
        if len(group) > 1 and group[0] == min(group):
            shot = assess(view, model, tuple(group), enemy, ACTIVATION)
            if isinstance(shot, Assessment):
                found.append(_fire(view, model, enemy, shot))
    return found


def _reaches(view: State, model: Model, ident: str, enemy: Model, inches: float) -> bool:
    """May a weapon reach an enemy so far away at all? A cheap test in front of the formula."""
    mount = model.mount(ident)
    if mount is None or may_reach_long(view, model, mount.weapon):
        return mount is not None
    return inches <= weapon_type(view, mount.weapon).reach(view, model, mount.weapon, enemy) + TOLERANCE


def _fire(view: State, model: Model, enemy: Model, shot: Assessment) -> ScoredAttack:
    value = expected_value(view, shot)
    if shot.impact.kinetic:
        value += _along(view, model, shot, enemy)
    return ScoredAttack(Attack(shot.mounts, enemy.id), value, shot.mounts, (shot,))


def _along(view: State, model: Model, shot: Assessment, enemy: Model) -> float:
    """What the line does to the others it touches: enemies count, friends count against it."""
    total, origin = 0.0, origin_of(view, model, shot)
    for other in along_line(view, origin, enemy):
        if not other.neutral:
            second = assess(view, origin, shot.mounts, other, ACTIVATION, secondary=True)
            if isinstance(second, Assessment):
                worth = expected_value(view, second)
                total += worth if other.side != model.side else -FRIENDS_IN_LINE * worth
    return total


def defenses_worth(view: State, model: Model, free: list[str]) -> list[ScoredAttack]:
    """Point Defense, and each CMM used as one, at all that is near."""
    found = []
    for mount in (POINT_DEFENSE, *(m for m in free if stand_in(view, model, m) is not None)):
        total, shots = 0.0, tuple(defenses(view, model, mount))
        for shot in shots:
            total += expected_value(view, shot)
        if total > 0:
            answer = Defend() if mount == POINT_DEFENSE else Defend(mount)
            found.append(ScoredAttack(answer, total, (mount,), shots))
    return found


# --- gunnery ---
# What the guns of a model are worth from wherever it may stand: as `volleys`, less the numbers of each shot.
#
# Many ends of a move are weighed, and most shots from them are like others: the range band, the arcs and what
# obscures the target tell them apart, all else being as it is. So each kind of shot is reckoned once (`gunnery.py`), by
# the formula.

FAR = 999.0
"""Inches, more than any table has."""


class Gunnery:
    """The guns of one model as it is, wherever it is thought to stand."""

    def __init__(
        self, view: State, model: Model, free: list[str], used: tuple[str, ...], prey: Mapping[str, float] | None = None
    ) -> None:
        self._view, self._model, self._free, self._used, self._prey = view, model, free, used, prey or {}
        foes = enemies(view, model)
        mounts = [mount for ident in free if (mount := model.mount(ident)) is not None]
        self._guns = [self._gun((mount.id,), mount.weapon) for mount in mounts]
        self._mounts = tuple([mount.id for mount in mounts])
        self._alone = all(gun.company is not Company.ATTACKER for gun in self._guns)
        self._sighted = any(gun.sighted for gun in self._guns)
        self._linked = model.capital and any(effects_of_weapon(view, gun.weapon, Effect.links) for gun in self._guns)
        self._known = known_of(view)
        self._own = self._known.model(model)
        self._crowd = self._known.crowd(view) if any(gun.company is Company.TARGET for gun in self._guns) else 0
        self._steady = _steady(view)
        self._regards = self._known.regards(view) if self._guns else {}
        self._foes = [self._foe(each) for each in foes] if self._guns else []
        small = [each for each in foes if not each.capital]
        self._squadrons = small if model.capital and POINT_DEFENSE not in used else []
        self._defense = farthest_defense(view, model) if self._squadrons else 0.0

    def offense(self, there: Model, fire_control: int) -> float:
        """What the best attacks with different weapons from a pose are worth together, one for each Fire Control."""
        return together(self.salvos(there, fire_control), fire_control)

    def salvos(self, there: Model, fire_control: int) -> list[Salvo]:
        """Every attack that could be made from a pose with Fire Control left, the best first."""
        if fire_control < 1:
            return []
        if there.formation:
            fires = possible_attacks(self._view, there, self._free, self._used, self._prey)
            return [_salvo(fire) for fire in fires]
        found: list[Salvo] = []
        for foe in self._foes:
            x, y = there.pose[0] - foe.model.pose[0], there.pose[1] - foe.model.pose[1]
            if x * x + y * y <= foe.farthest * foe.farthest:
                found += self._at(there, foe)
        if self._near(there):
            found += [_salvo(fire, self._more(fire)) for fire in defenses_worth(self._view, there, self._free)]
        return sorted(found)

    def _gun(self, mounts: tuple[str, ...], weapon: WeaponCard) -> Gun:
        view, kind = self._view, weapon_type(self._view, weapon)
        far = may_reach_long(view, self._model, weapon)
        plain = not effects_of_weapon(view, weapon, Effect.weapon_refuses)
        all_round = not self._model.capital or "turret" in weapon.arcs
        sensed, arcs, whose = isinstance(kind, Sensed), frozenset(weapon.arcs), company(view, weapon)
        return Gun(mounts, weapon, kind.kinetic, kind.needs_sight, far, sensed, plain, all_round, arcs, whose)

    def _foe(self, other: Model) -> Foe:
        number = self._known.model(other, stands=True)
        reaches = self._reaches(other, number) if self._steady else [FAR] * len(self._guns)
        farthest = max(reaches) + other.base.reach + self._model.base.reach + 2 * TOLERANCE
        sensed = self._sensed(other, number) if self._steady else None
        regard = self._regards.get(other.id)
        if regard is None:
            regard = self._regards[other.id] = Regard(self._view, other)
        return Foe(other, number, model_value(other), regard, reaches, farthest, sensed)

    def _sensed(self, other: Model, number: int) -> float:
        key = self._own, number
        found = self._known.sensed.get(key)
        if found is None:
            found = self._known.sensed[key] = sensor_reach(self._view, self._model, other)
        return found

    def _reaches(self, other: Model, number: int) -> list[float]:
        key = self._own, number, self._crowd, self._mounts
        found = self._known.reaches.get(key)
        if found is None:
            view, model = self._view, self._model
            found = self._known.reaches[key] = [
                FAR if gun.far else weapon_type(view, gun.weapon).reach(view, model, gun.weapon, other)
                for gun in self._guns
            ]
        return found

    def _at(self, there: Model, foe: Foe) -> Iterator[Salvo]:
        """Attacks on one enemy: each gun by itself, then those that link."""
        line = Line(self._view, there, foe.model, foe.regard, foe.sensed)
        more = self._prey.get(foe.model.id, 0.0)
        for blow in self._alike(line, foe) if self._alone else self._blows(line, foe):
            if more or blow.gun.kinetic:
                value = blow.value + self._along(blow.gun, line) if blow.gun.kinetic else blow.value
                yield blow.salvo._replace(minus=-(value + more * blow.share if more else value))
            else:
                yield blow.salvo

    def _alike(self, line: Line, foe: Foe) -> list[Blow]:
        """The blows along a line, from what is known of its like: the bands of the guns, arcs and cover tell."""
        near = [line.distance <= reach + TOLERANCE for reach in foe.reaches]
        bands = tuple([self._band(gun, line) if reached else "" for gun, reached in zip(self._guns, near, strict=True)])
        if not any(bands):
            return []
        cover, arcs = line.obscured if self._sighted else "", line.arcs if self._linked else ()
        key = self._own, self._mounts, foe.number, self._crowd, bands, line.sides, cover, arcs
        found = self._known.blows.get(key)
        if found is None:
            found = self._known.blows[key] = list(self._blows(line, foe))
        return found

    def _band(self, gun: Gun, line: Line) -> str:
        """The range band in which a gun in reach may be fired along a line; "" if it may not."""
        if not self._bears(gun, line):
            return ""
        if gun.sensed and gun.plain:
            return line.band if gun.far or line.band != LONG else ""
        shot = self._shot(gun, line)
        return "" if (shot.band == LONG and not gun.far) or refuse(shot) is not None else shot.band

    def _blows(self, line: Line, foe: Foe) -> Iterator[Blow]:
        bearing: list[str] = []
        for gun, reach in zip(self._guns, foe.reaches, strict=True):
            if line.distance <= reach + TOLERANCE and (blow := self._blow(gun, line, foe)) is not None:
                bearing.append(gun.mounts[0])
                yield blow
        for ident in bearing if len(bearing) > 1 else ():
            group = self._group(ident, bearing, line)
            if len(group) > 1 and group[0] == min(group):
                lead = next(gun for gun in self._guns if gun.mounts[0] == ident)
                blow = self._blow(lead._replace(mounts=group), line, foe)
                if blow is not None:
                    yield blow

    def _blow(self, gun: Gun, line: Line, foe: Foe) -> Blow | None:
        """An attack with a gun, None if it cannot be made."""
        found = self._weighed(gun, line, foe.number, foe.worth)
        if found is None:
            return None
        value, share = found
        return Blow(Salvo(-value, Attack.verb, gun.mounts, foe.model.id, gun.mounts), gun, value, share)

    def _group(self, ident: str, bearing: list[str], line: Line) -> tuple[str, ...]:
        """The weapons that fire as one with another at what lies there."""
        key = self._own, ident, tuple(bearing), line.arcs if self._model.capital else ()
        found = self._known.groups.get(key)
        if found is None:
            found = tuple(link_group(self._view, line.attacker, ident, bearing, line.target))
            self._known.groups[key] = found
        return found

    def _along(self, gun: Gun, line: Line) -> float:
        """What the line does to the others it touches: enemies count, friends count against it."""
        total = 0.0
        for other in line.along:
            if other.target.neutral:
                continue
            number = self._known.model(other.target, stands=True)
            found = self._weighed(gun, other, number, model_value(other.target), secondary=True)
            if found is not None:
                total += found[0] if other.target.side != line.attacker.side else -FRIENDS_IN_LINE * found[0]
        return total

    def _weighed(self, gun: Gun, line: Line, number: int, value: float, secondary: bool = False) -> Worth | None:
        """What one shot is worth, from what is known of its like; None if it cannot be made."""
        if not secondary and not self._bears(gun, line):
            return None
        shot = self._shot(gun, line, secondary)
        if not secondary and shot.band == LONG and not gun.far:
            return None
        alike = gun.plain and gun.company is not Company.ATTACKER
        if not alike and refuse(shot) is not None:
            return None
        if gun.company is Company.ATTACKER:
            return self._reckoned(shot, value)
        cover = shot.obscured if gun.sighted else ""
        crowd = self._crowd if gun.company is Company.TARGET else -1
        key = self._own, number, gun.mounts, shot.band, shot.sides, cover, secondary, crowd
        shots = self._known.shots
        if key not in shots:
            refused = alike and refuse(shot) is not None
            shots[key] = None if refused else self._reckoned(shot, value)
        return shots[key]

    def _bears(self, gun: Gun, line: Line) -> bool:
        """Does its target lie in an arc of a gun?"""
        return gun.all_round or not gun.arcs.isdisjoint(line.arcs)

    def _shot(self, gun: Gun, line: Line, secondary: bool = False) -> Shot:
        return Shot(self._view, line.attacker, gun.mounts, gun.weapon, line.target, ACTIVATION, secondary, line=line)

    def _reckoned(self, shot: Shot, value: float) -> Worth:
        share = expected_share(self._view, numbers(shot))
        return share * value, share

    def _near(self, there: Model) -> bool:
        """May Point Defense reach anything from a pose?"""
        x, y, _ = there.pose
        for other in self._squadrons:
            far = self._defense + there.base.reach + other.base.reach + 2 * TOLERANCE
            dx, dy = other.pose[0] - x, other.pose[1] - y
            if dx * dx + dy * dy <= far * far:
                return True
        return False

    def _more(self, fire: ScoredAttack) -> float:
        """What the targets of a Point Defense are worth besides."""
        shots = fire.shots if self._prey else ()
        return sum(self._prey.get(shot.target, 0.0) * expected_share(self._view, shot) for shot in shots)


def _steady(view: State) -> bool:
    """Does a model see as far from everywhere?"""
    kinds = rulebook(view).terrain
    told = (in_play(view, hook) for hook in (Effect.sensors_for, Effect.sees_through))
    return not any(told) and not any(kinds[piece.kind].blinds for piece in view.terrain.values())


def together(salvos: list[Salvo], fire_control: int) -> float:
    """What the best attacks with different weapons are worth together, one for each Fire Control; best first."""
    used: tuple[str, ...] = ()
    total = 0.0
    for each in salvos:
        if fire_control < 1 or each.minus >= 0:
            break
        if not any(mount in used for mount in each.mounts):
            used = (*used, *each.mounts)
            total -= each.minus
            fire_control -= 1
    return total


def fire_from(view: State, model: Model, fire_control: int) -> float:
    """TV that all of a model's guns are worth together from its pose, which need not be where it stands."""
    free = [mount.id for mount in model.card.mounts if mount.id not in model.damaged]
    left = fire_control if fire_control_left(view, model) > 0 else 0
    return Gunnery(view, model, free, ()).offense(model, left)


def _salvo(fire: ScoredAttack, more: float = 0.0) -> Salvo:
    value = fire.value + more if more else fire.value
    match fire.answer:
        case Attack(mounts, target):
            return Salvo(-value, Attack.verb, mounts, target, fire.mounts)
        case Defend(mount):
            return Salvo(-value, Defend.verb, () if mount is None else (mount,), "", fire.mounts)
