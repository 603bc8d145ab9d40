"""What the enemy may do next."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from jovian.game import Model, State
from jovian.players.evaluation.fights import at_contact, even_share, fight_value
from jovian.players.evaluation.gunnery import expected_share, expected_value
from jovian.players.evaluation.places import Legs, lies_in_wait
from jovian.rules.attack.autofire import Watcher, sentries, shot_at
from jovian.rules.basics.model import shared_fuel
from jovian.rules.damage.expected_damage import model_value
from jovian.rules.placement.move_limits import fixed_limits
from jovian.rules.rulebook.active_effects import weapon_type
from jovian.rules.rulebook.effect import ACTIVATION, BOMBING, DOGFIGHT, OPTIMUM, SHORT
from jovian.rules.sequence.activation import eligible
from jovian.rules.shots import ratings
from jovian.rules.shots.formula import Assessment, assess, may_reach_long
from jovian.rules.shots.shot import POINT_DEFENSE, weapon_of
from jovian.table import Pose, first_touch, length
from jovian.table.shapes import COSINE, SINE

# --- quadrants ---
# In which arc a point lies, quickly: the arcs of a base as seen from its center.


def quadrant(pose: Pose, dx: float, dy: float) -> str:
    """The arc of a base at a pose in which a point so far from it lies."""
    sine, cosine = SINE[pose[2]], COSINE[pose[2]]
    right, ahead = dx * cosine - dy * sine, dx * sine + dy * cosine
    if abs(right) <= ahead:
        return "fore"
    if abs(right) <= -ahead:
        return "aft"
    return "starboard" if right > 0 else "port"


def spinal(pose: Pose, dx: float, dy: float, half: float) -> bool:
    """Does it lie straight ahead, no more than so far aside?"""
    sine, cosine = SINE[pose[2]], COSINE[pose[2]]
    return dx * sine + dy * cosine > 0 and abs(dx * cosine - dy * sine) <= half


# --- duels ---
# What the guns of one model are expected to do to another, by range and arcs: the real formula, asked once and kept.
#
# Terrain, and whoever stands by, are left out: it is about where models may come to stand, not about where they
# stand.

FARTHEST = 40.0
"""Inches that a gun is reckoned to reach which may fire at Long Range."""
MIDDLE = 24.0
"""Where the target of a trial shot stands, both ways."""
TURNED = {"port": 90, "starboard": 270, "aft": 180}
"""How an attacker is turned so that a gun which fires only that way bears."""
WAYS = {"fore": 0, "starboard": 90, "aft": 180, "port": 270}
"""From where an attacker strikes an arc of a target that heads up the table."""


class Arm:
    """One gun against one target: how far it reaches, where it bears, what it takes."""

    __slots__ = ("all_round", "arcs", "mount", "reach", "shares")

    def __init__(self, mount: str, arcs: tuple[str, ...], reach: float) -> None:
        self.mount = mount
        self.arcs = arcs
        self.all_round = "turret" in arcs
        self.reach = reach
        """Inches from base to base."""
        self.shares: dict[tuple[str, str], float] = {}
        """The expected share of its target's value, by range band and attacked arc."""


class Duel:
    """What one model may do to another from anywhere."""

    __slots__ = ("_all_round", "_apart", "_arms", "_attacker", "_bare", "_near", "_sided", "_strip", "_target",
                 "fire_control", "reach", "worth")  # fmt: skip

    def __init__(self, bare: State, attacker: Model, target: Model) -> None:
        self._bare, self._attacker, self._target = bare, attacker, target
        self._apart = attacker.base.inner + target.base.inner
        self._strip = attacker.card.base.width / 2 + target.base.inner
        self._sided = target.capital and not target.card.station
        self._near = float(target.card.signature)
        bare.models = {attacker.id: attacker, target.id: target}
        self._arms = [arm for arm in map(self._arm, _mounts(bare, attacker, target)) if arm.reach >= 0]
        self._all_round = not attacker.capital or all(arm.all_round for arm in self._arms)
        self.fire_control = ratings.fire_control(bare, attacker)
        self.reach = max((arm.reach for arm in self._arms), default=-1.0)
        """Inches from base to base that its farthest gun reaches."""
        self.worth = model_value(target)

    def by_mount(self, origin: Pose, place: Pose) -> dict[str, float]:
        """The share that each gun is expected to take of the target, from one pose at another."""
        dx, dy = place[0] - origin[0], place[1] - origin[1]
        inches = max(0.0, length(dx, dy) - self._apart)
        if inches > self.reach:
            return {}
        ahead = "" if self._all_round else quadrant(origin, dx, dy)
        side = quadrant(place, -dx, -dy) if self._sided else ""
        found = {}
        for arm in self._arms:
            if inches <= arm.reach and (self._all_round or self._bears(arm, ahead, origin, dx, dy)):
                share = self._share(arm, inches, side)
                if share > 0:
                    found[arm.mount] = share
        return found

    def share(self, origin: Pose, place: Pose) -> float:
        """The share that its best guns together are expected to take, one for each Fire Control."""
        found = self.by_mount(origin, place)
        if not found:
            return 0.0
        return min(1.0, sum(sorted(found.values(), reverse=True)[: self.fire_control]))

    def share_at(self, inches: float) -> float:
        """The same of an attacker that may come so near from anywhere, and fires all around."""
        away = max(0.0, inches) + self._apart
        return self.share(Pose(0.0, away, 180), Pose(0.0, 0.0, 0)) if inches <= self.reach else 0.0

    def _bears(self, arm: Arm, ahead: str, origin: Pose, dx: float, dy: float) -> bool:
        if arm.all_round or ahead in arm.arcs:
            return True
        return "spinal" in arm.arcs and spinal(origin, dx, dy, self._strip)

    def _share(self, arm: Arm, inches: float, side: str) -> float:
        band = SHORT if inches <= self._near else OPTIMUM
        key = band, side
        if key not in arm.shares:
            arm.shares[key] = self._tried(arm, band, side)
        return arm.shares[key]

    def _tried(self, arm: Arm, band: str, side: str) -> float:
        """The share by the real formula, with the two of them alone."""
        inches = min(self._near, arm.reach) / 2 if band == SHORT else (self._near + arm.reach) / 2
        way = WAYS.get(side, 0)
        place = Pose(MIDDLE, MIDDLE, 0)
        away = Pose(MIDDLE, MIDDLE, way).advanced(inches + self._apart)
        facing = (way + 180 + (0 if arm.all_round or {"fore", "spinal"} & {*arm.arcs} else TURNED[arm.arcs[0]])) % 360
        attacker, target = self._attacker.at(Pose(away.x, away.y, facing)), self._target.at(place)
        self._bare.models = {attacker.id: attacker, target.id: target}
        shot = assess(self._bare, attacker, (arm.mount,), target, ACTIVATION)
        return expected_share(self._bare, shot) if isinstance(shot, Assessment) else 0.0

    def _arm(self, mount: str) -> Arm:
        weapon = weapon_of(self._attacker, mount)
        assert weapon is not None
        reach = weapon_type(self._bare, weapon).reach(self._bare, self._attacker, weapon, self._target)
        if may_reach_long(self._bare, self._attacker, weapon):
            reach = max(reach, FARTHEST)
        return Arm(mount, weapon.arcs, reach)


def _mounts(state: State, attacker: Model, target: Model) -> list[str]:
    """The guns that have a rating against such a target, the Point Defense of a ship among them."""
    found = [
        mount.id for mount in attacker.card.mounts
        if mount.id not in attacker.damaged and (mount.weapon.ac if target.capital else mount.weapon.as_)
        and not mount.weapon.vacant and not weapon_type(state, mount.weapon).bursts(mount.weapon)
    ]  # fmt: skip
    if attacker.capital and not target.capital and attacker.rating("defense"):
        found.append(POINT_DEFENSE)
    return found


class Duels:
    """Every duel that was asked about, kept as long as neither of the two has changed. It changes no answer."""

    def __init__(self) -> None:
        self._duels: dict[tuple[object, ...], Duel] = {}
        self._bare: State | None = None

    def duel(self, view: State, attacker: Model, target: Model) -> Duel:
        """What one may do to the other."""
        key = (_attacking(attacker), _standing(target), view.turn if any(view.rulebook.general) else 0)
        found = self._duels.get(key)
        if found is None:
            found = self._duels[key] = Duel(self._alone(view), attacker, target)
        return found

    def _alone(self, view: State) -> State:
        """A table of the same game with nothing on it."""
        if self._bare is None or self._bare.rulebook is not view.rulebook:
            self._bare = State(view.scenario, view.options, view.rulebook)
            self._duels.clear()
        self._bare.turn, self._bare.notes = view.turn, view.notes
        return self._bare


def _attacking(model: Model) -> tuple[object, ...]:
    return (model.id, model.card, model.side, model.damaged, *_states(model.states), *_marks(model.marks))


def _standing(model: Model) -> tuple[object, ...]:
    return (model.id, model.card, model.side, *_states(model.states), *_marks(model.marks))


def _states(states: Mapping[str, int]) -> tuple[object, ...]:
    return tuple(sorted(states.items())) if states else ()


def _marks(marks: Mapping[str, int]) -> tuple[object, ...]:
    return tuple(sorted(marks.items())) if marks else ()


# --- closing ---
# What a squadron is expected to take by coming to contact: bombs on a ship, a dogfight with a squadron; kept.


class Raids:
    """The worth of close fights between models as they are, each reckoned once. It changes no answer."""

    def __init__(self) -> None:
        self._known: dict[tuple[object, ...], float] = {}
        self._feared: dict[tuple[object, ...], float] = {}

    def feared(self, view: State, squadron: Model, other: Model) -> float:
        """The share of its value that another model is expected to lose if a squadron comes to contact with it."""
        window = BOMBING if other.capital else DOGFIGHT
        key = (squadron.card, other.card, shared_fuel(view, squadron), *_shape(squadron), *_shape(other))
        found = self._feared.get(key)
        if found is None:
            found = self._feared[key] = even_share(view, at_contact(view, squadron, other), other, window)
        return found

    def suffered(self, view: State, squadron: Model, other: Model) -> float:
        """The share of its value that a squadron is expected to lose itself in a close fight that it seeks."""
        window = BOMBING if other.capital else DOGFIGHT
        key = (other.card, squadron.card, shared_fuel(view, squadron), *_shape(other), *_shape(squadron))
        found = self._feared.get(key)
        if found is None:
            found = self._feared[key] = even_share(view, other, at_contact(view, squadron, other), window)
        return found

    def worth(self, view: State, squadron: Model, other: Model, boost: int = 0) -> float:
        """TV that a close fight is worth to a squadron which comes to contact with another model."""
        window = BOMBING if other.capital else DOGFIGHT
        dx, dy = squadron.pose[0] - other.pose[0], squadron.pose[1] - other.pose[1]
        arc = quadrant(other.pose, dx, dy) if other.capital else ""
        key = (squadron.card, other.card, arc, shared_fuel(view, squadron), boost, *_shape(squadron), *_shape(other))
        found = self._known.get(key)
        if found is None:
            found = fight_value(view, at_contact(view, squadron, other, boost), other, window)
            self._known[key] = found
        return found


def _shape(model: Model) -> tuple[object, ...]:
    """What of a model tells in a close fight."""
    return (
        model.side, model.unmarked("structure"), model.unmarked("fuel"), model.unmarked("defense"), model.formation,
        *sorted(model.damaged), *sorted(model.states.items()),
    )  # fmt: skip


# --- reach ---
# Where a model may come to stand by its next move: a few poses of a ship, a circle about a squadron.

HALF_TURN = 45
BOOST = 3.0
"""Inches that a squadron with fuel to spare is reckoned to fly farther than its Speed."""
SPARE = 2
"""Fuel with which it is reckoned to do so."""


class Reach(NamedTuple):
    """What a model may come to by its next move."""

    poses: tuple[Pose, ...]
    """Poses in which a ship may end; of a squadron the one where it is."""
    radius: float
    """Inches that a squadron may fly, 0 for a ship."""
    most: float
    """Inches that its center may come away from where it is."""


def reach(state: State, model: Model) -> Reach:
    """What a model may come to from the pose that it has here."""
    least, most, turns = fixed_limits(state, model)
    if not model.capital:
        boost = BOOST if model.card.speed and shared_fuel(state, model) >= SPARE else 0.0
        radius = 0.0 if model.escorting or model.assaulting else most + boost
        return Reach((model.pose,), radius, radius)
    return Reach(tuple(_ends(model.pose, max(0.0, least), most, turns)), 0.0, max(0.0, most))


def _ends(pose: Pose, least: float, most: float, turns: int) -> list[Pose]:
    """Straight on, turned before and turned after, as far as it must and as far as it can."""
    runs = [least] if most - least < 1.0 else [least, most]
    ends = [pose.advanced(run) for run in runs]
    if turns > 0:
        for angle in (-HALF_TURN, HALF_TURN):
            ends += [pose.advanced(run).turned(angle) for run in runs]
            ends.append(pose.turned(angle).advanced(most))
    return ends


# --- threats ---
# What enemies may yet do to a model where it would stand: each as if it chose its best move and its best target.
#
# An enemy shoots at one of several: how likely it is to choose this one depends on what else it could have. Who has
# had its activation counts less, since there is time to get away.

TOGETHER = 1.5
"""How much worse several blows are together than one by one, since each is reckoned as if nothing had gone before."""
CONTACT = 0.3
"""Inches that a squadron must have to spare to be reckoned to come to contact."""


class Foe:
    """An enemy, where it may come, and what it could do elsewhere."""

    __slots__ = ("best", "model", "reach", "ready")

    def __init__(self, model: Model, reached: Reach, ready: bool) -> None:
        self.model = model
        self.reach = reached
        self.ready = ready
        """Has it yet to act this turn?"""
        self.best: list[tuple[float, str]] = []
        """What it could do to each model of the other side where that stands, in TV, the best first."""


class Threats:
    """What a side has to fear, in one state of a game."""

    def __init__(self, view: State, side: int, duels: Duels, raids: Raids) -> None:
        self.view, self.side = view, side
        self._duels, self._raids = duels, raids
        waiting = {model.id for model in eligible(view, 1 - side)}
        self.foes = [
            Foe(each, reach(view, each), each.id in waiting)
            for each in view.on_table() if each.side == 1 - side and not lies_in_wait(each)
        ]  # fmt: skip
        self.friends = [each for each in view.on_table() if each.side == side]
        for foe in self.foes:
            found = ((self.blow(foe, friend, friend.pose), friend.id) for friend in self.friends)
            foe.best = sorted((each for each in found if each[0] > 0), key=lambda each: (-each[0], each[1]))

    def blow(self, foe: Foe, model: Model, pose: Pose) -> float:
        """TV that an enemy is expected to take of a model at a pose, if it chooses that one."""
        duel = self._duels.duel(self.view, foe.model, model)
        inches = pose.distance_to(foe.model.pose) - foe.model.base.inner - model.base.inner
        if foe.model.capital:
            if inches > foe.reach.most + duel.reach:
                return 0.0
            return max(duel.share(end, pose) for end in foe.reach.poses) * duel.worth
        left = inches - foe.reach.radius
        shot = duel.share_at(left) * duel.worth if left <= duel.reach else 0.0
        if left <= -CONTACT:
            shot = max(shot, self._raids.feared(self.view, foe.model, model) * duel.worth)
        return shot

    def cost(self, model: Model, pose: Pose, later: float) -> float:
        """TV that a model at a pose is expected to lose; enemies that have acted count for so much of it."""
        total = 0.0
        for foe in self.foes:
            blow = self.blow(foe, model, pose)
            if blow > 0:
                other = next((value for value, ident in foe.best if ident != model.id), 0.0)
                total += (1.0 if foe.ready else later) * blow * blow / (blow + other)
        whole = model_value(model) or 1.0
        return min(whole, total * (1.0 + TOGETHER * total / whole))

    def menace(self, foe: Foe, later: float) -> float:
        """TV that an enemy is expected to take in its next activation; once it has had that of this turn, so much."""
        return foe.best[0][0] * (1.0 if foe.ready else later) if foe.best else 0.0


# --- crossfire ---
# What guns that fire by themselves are expected to take of a squadron on its way, each where it may first fire.
#
# Each shot is reckoned once for each side from which it comes, by the real formula.


class Crossfire:
    """The guns about a squadron that wait for it to come into their range."""

    def __init__(self, view: State, squadron: Model) -> None:
        self._view, self._squadron = view, squadron
        self._sentries = list(sentries(view, squadron))
        self._known: dict[tuple[str, str, str], float] = {}

    def cost(self, legs: Legs) -> float:
        """TV that a way of straight legs is expected to cost."""
        total = 0.0
        fired = set[tuple[str, str]]()
        for before, after in legs:
            for watcher in self._sentries:
                gun = watcher.model.id, watcher.mount
                if gun not in fired and (point := self._first(watcher, before, after)) is not None:
                    fired.add(gun)
                    total += self._shot(watcher, point)
        return total

    def _first(self, watcher: Watcher, before: Pose, after: Pose) -> Pose | None:
        """Where it comes into the range of a gun, None if it does not or was in it before."""
        dx, dy = after.x - before.x, after.y - before.y
        enemy = watcher.model
        inches = first_touch(self._squadron.base, before, dx, dy, enemy.base, enemy.pose, watcher.reach)
        return before.toward(after, inches) if inches is not None else None

    def _shot(self, watcher: Watcher, point: Pose) -> float:
        """TV that a shot at a point is expected to take."""
        place = watcher.model.pose
        key = (*watcher.gun, quadrant(place, point.x - place.x, point.y - place.y))
        if key not in self._known:
            shot = shot_at(self._view, self._squadron.at(point), watcher.gun)
            self._known[key] = expected_value(self._view, shot) if isinstance(shot, Assessment) else 0.0
        return self._known[key]
