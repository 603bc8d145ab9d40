"""What the guns of one model are expected to do to another, by range and arcs: the real formula, asked once and kept.

Terrain, and whoever stands by, are left out: it is about where models may come to stand, not about where they stand.
"""

from __future__ import annotations

from collections.abc import Mapping

from jovian.game import Model, State
from jovian.players.judgment.combat.expecting import expected_share
from jovian.players.judgment.threat.quadrants import quadrant, spinal
from jovian.rules.harm.expect import worth
from jovian.rules.rulebook.in_force import weapon_type
from jovian.rules.rulebook.shot_facts import ACTIVATION, OPTIMUM, SHORT
from jovian.rules.shooting import ratings
from jovian.rules.shooting.assessment import Assessment
from jovian.rules.shooting.formula import assess, may_reach_long
from jovian.rules.shooting.shot import POINT_DEFENSE, weapon_of
from jovian.table import Pose, length

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
        self.worth = worth(target)

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
