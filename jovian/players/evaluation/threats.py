"""What the enemy may do next: the harm to expect from enemy weapons, close fights, and reactions.

`Matchups` and `Raids` cache the harm that one model may do to another. `Threats` adds up the harm at a pose.
`Crossfire` values the reactions along a move.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence

from jovian.frozen import frozen
from jovian.game import Model, State
from jovian.players.evaluation.fights import at_contact, even_share, fight_value
from jovian.players.evaluation.gunnery import expected_share, expected_value
from jovian.players.evaluation.places import Legs, is_mine
from jovian.rules.attack.autofire import Watcher, possible_autofire, shot_at
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
from jovian.table.polygons import COSINE, SINE

# --- Arcs ---


def quadrant(pose: Pose, dx: float, dy: float) -> str:
    """Return the arc of a base at this pose that contains the point at the offset (dx, dy) from its center.

    This is quick and not exact.
    """
    sine, cosine = SINE[pose[2]], COSINE[pose[2]]
    right, ahead = dx * cosine - dy * sine, dx * sine + dy * cosine
    if abs(right) <= ahead:
        return "fore"
    if abs(right) <= -ahead:
        return "aft"
    return "starboard" if right > 0 else "port"


def spinal(pose: Pose, dx: float, dy: float, half: float) -> bool:
    """Return whether a point is straight ahead, at most `half` inches to either side."""
    sine, cosine = SINE[pose[2]], COSINE[pose[2]]
    return dx * sine + dy * cosine > 0 and abs(dx * cosine - dy * sine) <= half


# --- Matchups ---

FARTHEST = 40.0
"""The reach in inches that is assumed for a weapon that may fire at Long Range."""
MIDDLE = 24.0
"""The x and y position of the target of a trial shot."""
TURNED = {"port": 90, "starboard": 270, "aft": 180}
"""How far to turn an attacker so that a weapon with only this arc bears."""
DIRECTIONS = {"fore": 0, "starboard": 90, "aft": 180, "port": 270}
"""The direction of the attacker for each arc of a target that heads up the table."""


class MatchupWeapon:
    """One weapon against one target: its reach, its arcs, and the expected damage."""

    __slots__ = ("all_round", "arcs", "mount", "reach", "shares_by_band")

    def __init__(self, mount: str, arcs: tuple[str, ...], reach: float) -> None:
        self.mount = mount
        self.arcs = arcs
        self.all_round = "turret" in arcs
        self.reach = reach
        """Inches from base to base."""
        self.shares_by_band: dict[str, dict[str, float]] = {SHORT: {}, OPTIMUM: {}}
        """The expected share of its target's value, by range band and attacked arc."""

    def bears(self, ahead: str, in_line: bool) -> bool:
        """Return whether it can fire at a target in this arc of its model. `in_line`: the target is straight ahead."""
        return self.all_round or ahead in self.arcs or (in_line and "spinal" in self.arcs)


MatchupResult = tuple[Mapping[str, float], float]
"""The share of the target's value that each weapon is expected to take, and that the best take together."""
NO_RESULT: MatchupResult = {}, 0.0
"""The result if no weapon is in range."""


class Matchup:
    """What one model may do to another from anywhere, without terrain or other models.

    The attack formula runs once per range band and attacked arc.
    """

    __slots__ = ("_all_round", "_any_spinal", "_attacker", "_base_radii", "_empty_table", "_half_spinal_width",
                 "_reaches", "_results", "_short_range", "_sided", "_target", "_weapons",
                 "fire_control", "reach", "value")  # fmt: skip

    def __init__(self, empty_table: State, attacker: Model, target: Model) -> None:
        self._empty_table, self._attacker, self._target = empty_table, attacker, target
        self._base_radii = attacker.base.inner + target.base.inner
        self._half_spinal_width = attacker.card.base.width / 2 + target.base.inner
        self._sided = target.is_capital and not target.card.station
        self._short_range = float(target.card.signature)
        empty_table.models = {attacker.id: attacker, target.id: target}
        self._weapons = [
            weapon for weapon in map(self._matchup_weapon, _mounts(empty_table, attacker, target)) if weapon.reach >= 0
        ]
        self._all_round = not attacker.is_capital or all(weapon.all_round for weapon in self._weapons)
        self._any_spinal = not self._all_round and any("spinal" in weapon.arcs for weapon in self._weapons)
        self._reaches = sorted(weapon.reach for weapon in self._weapons)
        self._results: dict[tuple[int, str, str, bool, str], MatchupResult] = {}
        """By the number of weapons out of range, the range band, the attacker's arc, whether the target is straight
        ahead, and the attacked arc."""
        self.fire_control = ratings.fire_control(empty_table, attacker)
        self.reach = self._reaches[-1] if self._reaches else -1.0
        """Inches from base to base that its longest weapon reaches."""
        self.value = model_value(target)

    def by_mount(self, origin: Pose, place: Pose) -> Mapping[str, float]:
        """Return the share of the target's value that each weapon is expected to take, from one pose at another."""
        return self._result(origin, place)[0]

    def share(self, origin: Pose, place: Pose) -> float:
        """Return the share that the best weapons together are expected to take, one per Fire Control."""
        return self._result(origin, place)[1]

    def best_share(self, origins: Sequence[Pose], place: Pose) -> float:
        """Return the largest share from one of several poses."""
        return max([self._result(origin, place)[1] for origin in origins])

    def _result(self, origin: Pose, place: Pose) -> MatchupResult:
        """Return the result from one pose at another. It depends only on the weapons in range, range band, and arcs."""
        dx, dy = place[0] - origin[0], place[1] - origin[1]
        inches = max(0.0, length(dx, dy) - self._base_radii)
        if inches > self.reach:
            return NO_RESULT
        ahead = "" if self._all_round else quadrant(origin, dx, dy)
        in_line = self._any_spinal and spinal(origin, dx, dy, self._half_spinal_width)
        side = quadrant(place, -dx, -dy) if self._sided else ""
        band = SHORT if inches <= self._short_range else OPTIMUM
        key = bisect_left(self._reaches, inches), band, ahead, in_line, side
        result = self._results.get(key)
        if result is None:
            weapons = [
                weapon
                for weapon in self._weapons
                if inches <= weapon.reach and (self._all_round or weapon.bears(ahead, in_line))
            ]
            result = self._results[key] = self._new_result(weapons, band, side)
        return result

    def _new_result(self, weapons: Sequence[MatchupWeapon], band: str, side: str) -> MatchupResult:
        """Return the result if these weapons can fire, in a range band and at one arc of the target."""
        shares: dict[str, float] = {}
        for weapon in weapons:
            known = weapon.shares_by_band[band]
            if side not in known:
                known[side] = self._share_by_formula(weapon, band, side)
            if known[side] > 0:
                shares[weapon.mount] = known[side]
        return shares, min(1.0, sum(sorted(shares.values(), reverse=True)[: self.fire_control]))

    def share_at(self, inches: float) -> float:
        """Return the share for an attacker that can come this near from any side and fires in all directions."""
        away = max(0.0, inches) + self._base_radii
        return self.share(Pose(0.0, away, 180), Pose(0.0, 0.0, 0)) if inches <= self.reach else 0.0

    def _share_by_formula(self, weapon: MatchupWeapon, band: str, side: str) -> float:
        """Return the share by the attack formula, with only these two models on the table."""
        inches = min(self._short_range, weapon.reach) / 2 if band == SHORT else (self._short_range + weapon.reach) / 2
        direction = DIRECTIONS.get(side, 0)
        place = Pose(MIDDLE, MIDDLE, 0)
        away = Pose(MIDDLE, MIDDLE, direction).advanced(inches + self._base_radii)
        facing = (
            direction + 180 + (0 if weapon.all_round or {"fore", "spinal"} & {*weapon.arcs} else TURNED[weapon.arcs[0]])
        ) % 360
        attacker, target = self._attacker.at(Pose(away.x, away.y, facing)), self._target.at(place)
        self._empty_table.models = {attacker.id: attacker, target.id: target}
        shot = assess(self._empty_table, attacker, (weapon.mount,), target, ACTIVATION)
        return expected_share(self._empty_table, shot) if isinstance(shot, Assessment) else 0.0

    def _matchup_weapon(self, mount: str) -> MatchupWeapon:
        weapon = weapon_of(self._attacker, mount)
        assert weapon is not None
        reach = weapon_type(self._empty_table, weapon).reach(self._empty_table, self._attacker, weapon, self._target)
        if may_reach_long(self._empty_table, self._attacker, weapon):
            reach = max(reach, FARTHEST)
        return MatchupWeapon(mount, weapon.arcs, reach)


def _mounts(state: State, attacker: Model, target: Model) -> list[str]:
    """Return the mounts with a rating against this kind of target, and Point Defense for a ship."""
    mounts = [
        mount.id for mount in attacker.card.mounts
        if mount.id not in attacker.damaged and (mount.weapon.ac if target.is_capital else mount.weapon.as_)
        and not mount.weapon.vacant and not weapon_type(state, mount.weapon).bursts(mount.weapon)
    ]  # fmt: skip
    if attacker.is_capital and not target.is_capital and attacker.rating("defense"):
        mounts.append(POINT_DEFENSE)
    return mounts


class Matchups:
    """A cache of matchups. An entry is valid while neither model changes."""

    def __init__(self) -> None:
        self._matchups: dict[tuple[object, ...], Matchup] = {}
        self._empty_table: State | None = None

    def matchup(self, view: State, attacker: Model, target: Model) -> Matchup:
        """Return the matchup of one model against another."""
        key = (_attacker_facts(attacker), _target_facts(target), view.turn if any(view.rulebook.general) else 0)
        matchup = self._matchups.get(key)
        if matchup is None:
            matchup = self._matchups[key] = Matchup(self._alone(view), attacker, target)
        return matchup

    def _alone(self, view: State) -> State:
        """Return an empty table of the same game."""
        if self._empty_table is None or self._empty_table.rulebook is not view.rulebook:
            self._empty_table = State(view.scenario, view.options, view.rulebook)
            self._matchups.clear()
        self._empty_table.turn, self._empty_table.notes = view.turn, view.notes
        return self._empty_table


def _attacker_facts(model: Model) -> tuple[object, ...]:
    return (model.id, model.card, model.side, model.damaged, *_sorted_states(model.states), *_sorted_marks(model.marks))


def _target_facts(model: Model) -> tuple[object, ...]:
    return (model.id, model.card, model.side, model.damaged, *_sorted_states(model.states), *_sorted_marks(model.marks))


def _sorted_states(states: Mapping[str, int]) -> tuple[object, ...]:
    return tuple(sorted(states.items())) if states else ()


def _sorted_marks(marks: Mapping[str, int]) -> tuple[object, ...]:
    return tuple(sorted(marks.items())) if marks else ()


# --- Close fights ---


class Raids:
    """A cache of the values of close fights between models in their current states."""

    def __init__(self) -> None:
        self._values: dict[tuple[object, ...], float] = {}
        self._shares: dict[tuple[object, ...], float] = {}

    def share_lost_by_target(self, view: State, squadron: Model, other: Model) -> float:
        """Return the share of its value that a model is expected to lose if a squadron comes into contact with it."""
        window = BOMBING if other.is_capital else DOGFIGHT
        key = (squadron.card, other.card, shared_fuel(view, squadron), *_fight_facts(squadron), *_fight_facts(other))
        value = self._shares.get(key)
        if value is None:
            value = self._shares[key] = even_share(view, at_contact(view, squadron, other), other, window)
        return value

    def share_lost_by_squadron(self, view: State, squadron: Model, other: Model) -> float:
        """Return the share of its value that a squadron is expected to lose in a close fight that it starts."""
        window = BOMBING if other.is_capital else DOGFIGHT
        key = (other.card, squadron.card, shared_fuel(view, squadron), *_fight_facts(other), *_fight_facts(squadron))
        value = self._shares.get(key)
        if value is None:
            value = self._shares[key] = even_share(view, other, at_contact(view, squadron, other), window)
        return value

    def value(self, view: State, squadron: Model, other: Model, boost: int = 0) -> float:
        """Return the TV of a close fight to a squadron that comes into contact with another model."""
        window = BOMBING if other.is_capital else DOGFIGHT
        dx, dy = squadron.pose[0] - other.pose[0], squadron.pose[1] - other.pose[1]
        arc = quadrant(other.pose, dx, dy) if other.is_capital else ""
        key = (
            squadron.card,
            other.card,
            arc,
            shared_fuel(view, squadron),
            boost,
            *_fight_facts(squadron),
            *_fight_facts(other),
        )
        value = self._values.get(key)
        if value is None:
            value = fight_value(view, at_contact(view, squadron, other, boost), other, window)
            self._values[key] = value
        return value


def _fight_facts(model: Model) -> tuple[object, ...]:
    """Return the facts about a model that matter in a close fight."""
    return (
        model.side, model.formation, model.damaged, *_sorted_marks(model.marks), *_sorted_states(model.states),
    )  # fmt: skip


# --- Reach ---

HALF_TURN = 45
BOOST = 3.0
"""Extra inches that a squadron with spare Fuel is assumed to fly."""
SPARE = 2
"""The Fuel that counts as spare."""


@frozen
class Reach:
    """Where a model can get by its next move."""

    poses: tuple[Pose, ...]
    """Poses in which a ship may end; for a squadron its current pose."""
    radius: float
    """Inches that a squadron may fly, 0 for a ship."""
    max_distance: float
    """The largest distance in inches from the current center to a new one."""


def reach(state: State, model: Model) -> Reach:
    """Return where a model can get from its pose here."""
    min_inches, max_inches, turns = fixed_limits(state, model)
    if not model.is_capital:
        boost = BOOST if model.card.speed and shared_fuel(state, model) >= SPARE else 0.0
        radius = 0.0 if model.is_escorting or model.is_assaulting else max_inches + boost
        return Reach((model.pose,), radius, radius)
    return Reach(tuple(_ends(model.pose, max(0.0, min_inches), max_inches, turns)), 0.0, max(0.0, max_inches))


def _ends(pose: Pose, min_inches: float, max_inches: float, turns: int) -> list[Pose]:
    """Return the ends of moves over the minimum and maximum distance, straight or with one turn."""
    runs = [min_inches] if max_inches - min_inches < 1.0 else [min_inches, max_inches]
    ends = [pose.advanced(run) for run in runs]
    if turns > 0:
        for angle in (-HALF_TURN, HALF_TURN):
            ends += [pose.advanced(run).turned(angle) for run in runs]
            ends.append(pose.turned(angle).advanced(max_inches))
    return ends


# --- Threats ---

TOGETHER = 1.5
"""How much worse several attacks are together, because each is computed without the damage of the others."""
CONTACT = 0.3
"""The spare inches that a squadron needs to count as able to come into contact."""


class EnemyThreat:
    """An enemy, its reach, and what it could do to other targets."""

    __slots__ = ("best", "model", "reach", "ready")

    def __init__(self, model: Model, reachable: Reach, ready: bool) -> None:
        self.model = model
        self.reach = reachable
        self.ready = ready
        """Whether it can still activate this turn."""
        self.best: list[tuple[float, str]] = []
        """The TV that it could take of each friendly model at its current pose, best first, with the model's id."""


class Threats:
    """The threats to one side in one state of the game.

    Each enemy is assumed to make its best move and choose one target. The probability that it chooses a model depends
    on its other targets. An enemy that has already activated counts less, because there is time to escape.
    """

    def __init__(self, view: State, side: int, matchups: Matchups, raids: Raids) -> None:
        self.view, self.side = view, side
        self._matchups, self._raids = matchups, raids
        self._matchup_by_models: dict[tuple[int, int], tuple[Matchup, Model, Model]] = {}
        waiting = {model.id for model in eligible(view, 1 - side)}
        self.enemies = [
            EnemyThreat(model, reach(view, model), model.id in waiting)
            for model in view.on_table() if model.side == 1 - side and not is_mine(model)
        ]  # fmt: skip
        self.friends = [model for model in view.on_table() if model.side == side]
        for enemy in self.enemies:
            harms = ((self.attack_value(enemy, friend, friend.pose), friend.id) for friend in self.friends)
            enemy.best = sorted((harm for harm in harms if harm[0] > 0), key=lambda harm: (-harm[0], harm[1]))

    def matchup(self, attacker: Model, target: Model) -> Matchup:
        """Return the matchup of two models, found by the objects themselves, which change only with the state."""
        key = id(attacker), id(target)
        entry = self._matchup_by_models.get(key)
        if entry is None:
            matchup = self._matchups.matchup(self.view, attacker, target)
            entry = self._matchup_by_models[key] = (matchup, attacker, target)
        return entry[0]

    def attack_value(self, enemy: EnemyThreat, model: Model, pose: Pose) -> float:
        """Return the TV that an enemy is expected to take of a model at a pose, if it chooses that model."""
        matchup = self.matchup(enemy.model, model)
        inches = pose.distance_to(enemy.model.pose) - enemy.model.base.inner - model.base.inner
        if enemy.model.is_capital:
            if inches > enemy.reach.max_distance + matchup.reach:
                return 0.0
            return matchup.best_share(enemy.reach.poses, pose) * matchup.value
        remaining = inches - enemy.reach.radius
        shot = matchup.share_at(remaining) * matchup.value if remaining <= matchup.reach else 0.0
        if remaining <= -CONTACT:
            shot = max(shot, self._raids.share_lost_by_target(self.view, enemy.model, model) * matchup.value)
        return shot

    def cost(self, model: Model, pose: Pose, later: float) -> float:
        """Return the TV that a model is expected to lose at a pose.

        `later` is the weight of enemies that have activated.
        """
        total = 0.0
        for enemy in self.enemies:
            harm = self.attack_value(enemy, model, pose)
            if harm > 0:
                other = next((value for value, model_id in enemy.best if model_id != model.id), 0.0)
                total += (1.0 if enemy.ready else later) * harm * harm / (harm + other)
        whole = model_value(model) or 1.0
        return min(whole, total * (1.0 + TOGETHER * total / whole))

    def menace(self, enemy: EnemyThreat, later: float) -> float:
        """Return the TV that an enemy is expected to take in its next activation, times `later` if it has activated."""
        return enemy.best[0][0] * (1.0 if enemy.ready else later) if enemy.best else 0.0


# --- Reactions along a move ---


class Crossfire:
    """The enemy weapons that react when a squadron comes into their range.

    The attack formula runs once per weapon and attacked side.
    """

    def __init__(self, view: State, squadron: Model) -> None:
        self._view, self._squadron = view, squadron
        self._sentries = list(possible_autofire(view, squadron))
        self._values: dict[tuple[str, str, str], float] = {}

    def cost(self, legs: Legs) -> float:
        """Return the TV that a path of straight legs is expected to cost."""
        total = 0.0
        fired = set[tuple[str, str]]()
        for before, after in legs:
            for watcher in self._sentries:
                weapon_key = watcher.model.id, watcher.mount
                if weapon_key not in fired and (point := self._first(watcher, before, after)) is not None:
                    fired.add(weapon_key)
                    total += self._shot(watcher, point)
        return total

    def _first(self, watcher: Watcher, before: Pose, after: Pose) -> Pose | None:
        """Return where a squadron comes into the range of a weapon, or None if it doesn't or was already in it."""
        dx, dy = after.x - before.x, after.y - before.y
        enemy = watcher.model
        inches = first_touch(self._squadron.base, before, dx, dy, enemy.base, enemy.pose, watcher.reach)
        return before.toward(after, inches) if inches is not None else None

    def _shot(self, watcher: Watcher, point: Pose) -> float:
        """Return the TV that a shot at a point is expected to take."""
        place = watcher.model.pose
        key = (*watcher.mount_ref, quadrant(place, point.x - place.x, point.y - place.y))
        if key not in self._values:
            shot = shot_at(self._view, self._squadron.at(point), watcher.mount_ref)
            self._values[key] = expected_value(self._view, shot) if isinstance(shot, Assessment) else 0.0
        return self._values[key]
