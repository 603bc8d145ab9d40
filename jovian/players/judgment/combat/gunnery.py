"""What the guns of a model are worth from wherever it may stand: as `volleys`, less the numbers of each shot.

Many ends of a move are weighed, and most shots from them are like others: the range band, the arcs and what obscures
the target tell them apart, all else being as it is. So each kind of shot is reckoned once (`known.py`), by the formula.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from jovian.cards import WeaponCard
from jovian.game import Model, State
from jovian.game.answers import Attack, Defend
from jovian.players.judgment.combat.expecting import expected_share
from jovian.players.judgment.combat.known import Worth, known_of
from jovian.players.judgment.combat.salvos import Blow, Foe, Gun, Salvo
from jovian.players.judgment.combat.shots import FRIENDS_IN_LINE, Fire, defenses_worth, volleys
from jovian.players.judgment.nearby import enemies
from jovian.rules.firing.attack import farthest_defense
from jovian.rules.harm.expect import worth
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.in_force import effects_of_weapon, in_play, weapon_type
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.rulebook.shot_facts import ACTIVATION, LONG
from jovian.rules.shooting.formula import Company, company, may_reach_long, numbers, refuse
from jovian.rules.shooting.link import link_group
from jovian.rules.shooting.ratings import fire_control_left
from jovian.rules.shooting.shot import POINT_DEFENSE, Line, Regard, Shot, sensor_reach
from jovian.rules.weapons.guns import Sensed
from jovian.table import TOLERANCE

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
            fires = volleys(self._view, there, self._free, self._used, self._prey)
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
        return Foe(other, number, worth(other), regard, reaches, farthest, sensed)

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
            found = self._weighed(gun, other, number, worth(other.target), secondary=True)
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

    def _more(self, fire: Fire) -> float:
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


def _salvo(fire: Fire, more: float = 0.0) -> Salvo:
    value = fire.value + more if more else fire.value
    match fire.answer:
        case Attack(mounts, target):
            return Salvo(-value, Attack.verb, mounts, target, fire.mounts)
        case Defend(mount):
            return Salvo(-value, Defend.verb, () if mount is None else (mount,), "", fire.mounts)
