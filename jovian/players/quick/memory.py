"""What quick players have worked out: expected shares of shots and fights, errands, goals.

One memory serves all the games that are played on from one question, and none beyond it: so an answer depends on the
question alone. A shot is remembered by who fires at whom, in which ranges and arcs, and how both are hurt; terrain
between them is left out.
"""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from jovian.game import Model, State
from jovian.players.judgment.actions.worths import VALUES
from jovian.players.judgment.combat.expecting import expected_share
from jovian.players.judgment.objectives.aims import NONE, Aims, contested
from jovian.players.judgment.objectives.goals import goals, hunted
from jovian.players.judgment.objectives.leaving import escape
from jovian.players.judgment.objectives.truce import truce
from jovian.rules.close_combat.plans import close_mounts
from jovian.rules.rulebook.in_force import weapon_type
from jovian.rules.rulebook.shot_facts import ACTIVATION
from jovian.rules.shooting.assessment import Assessment
from jovian.rules.shooting.formula import assess, may_reach_long
from jovian.rules.shooting.link import link_group
from jovian.rules.shooting.shot import POINT_DEFENSE, weapon_of
from jovian.table import TOLERANCE, Pose, arcs_of, distance, main_arcs

ANYWHERE = 999.0
"""Inches that a weapon reaches which may fire at Long Range."""


class Gunnery(NamedTuple):
    """An attack on one target from where it was looked at."""

    mounts: tuple[str, ...]
    share: float
    """The share of the target's worth that it is expected to take."""


class Lie:
    """How two models lie to each other, each part found when it is first asked for."""

    def __init__(self, model: Model, foe: Model) -> None:
        self._own, self._other = (model.base, model.pose), (foe.base, foe.pose)
        self._looks, self._shows = model.capital, foe.capital
        self.apart = model.pose.distance_to(foe.pose)
        """Inches from center to center."""

    @cached_property
    def inches(self) -> float:
        """Inches from base to base."""
        return distance(*self._own, *self._other)

    @cached_property
    def arcs(self) -> tuple[str, ...]:
        """The arcs of a ship in which the enemy lies, none of a squadron."""
        return arcs_of(*self._own, *self._other) if self._looks else ()

    @cached_property
    def sides(self) -> tuple[str, ...]:
        """The arcs of an enemy ship that are shown to it, none of a squadron."""
        return main_arcs(*self._other, *self._own) if self._shows else ()


class Memory:
    """What has been worked out while one question is thought about."""

    __slots__ = ("_aims", "_bare", "_errands", "_fires", "_hunted", "_lies", "_reaches", "contested", "fights")

    def __init__(self, state: State) -> None:
        self._bare = state.clone()
        self._bare.terrain = {}
        self._reaches: dict[tuple[object, ...], tuple[float, ...]] = {}
        self._fires: dict[tuple[object, ...], tuple[Gunnery, ...]] = {}
        self._aims: dict[str, Aims] = {}
        self._hunted: dict[int, dict[str, float]] = {}
        self._lies: dict[tuple[str, Pose, str, Pose], Lie] = {}
        self._errands: dict[tuple[object, ...], float] = {}
        self.fights: dict[tuple[object, ...], float] = {}
        """What close fights are worth."""
        self.contested = contested(state)

    def aims(self, state: State, model: Model) -> Aims:
        """What a model is after, found when it is first asked for."""
        if not self.contested:
            return NONE
        key = model.id
        if key not in self._aims:
            prey = self.prey(state, model.side)
            away, peace = escape(state, model), truce(state, model.side)
            self._aims[key] = Aims(tuple(goals(state, model, prey)), prey, away, peace)
        return self._aims[key]

    def prey(self, state: State, side: int) -> dict[str, float]:
        """TV beyond their own that the enemies of a side are worth to it, by id."""
        if not self.contested:
            return {}
        if side not in self._hunted:
            self._hunted[side] = hunted(state, side)
        return self._hunted[side]

    def errand(self, state: State, model: Model, name: str) -> float:
        """TV of an action by the objectives, as it was when it was first asked for."""
        key = (model.id, name, state.turn, model.crippled, model.loads)
        found = self._errands.get(key)
        if found is None:
            found = self._errands[key] = VALUES[name](state, model)
        return found

    def lie(self, model: Model, foe: Model) -> Lie:
        """How a model and an enemy lie to each other."""
        key = (model.id, model.pose, foe.id, foe.pose)
        found = self._lies.get(key)
        if found is None:
            found = self._lies[key] = Lie(model, foe)
        return found

    def reaches(self, state: State, attacker: Model, target: Model) -> tuple[float, ...]:
        """The distances at which the attacks of one model on another change, the nearest first."""
        key = (
            attacker.id, target.id, attacker.damaged, attacker.marks.get("sensors"), tuple(attacker.states),
            tuple(target.states),
        )  # fmt: skip
        found = self._reaches.get(key)
        if found is None:
            found = self._reaches[key] = _reaches(state, attacker, target)
        return found

    def gunnery(
        self, state: State, attacker: Model, target: Model, steps: tuple[float, ...], lie: Lie
    ) -> tuple[Gunnery, ...]:
        """Every attack of a model on another from where it looks from, the best first; `steps` are its reaches."""
        zone, inches = 0, lie.inches
        for step in steps:
            if inches > step:
                zone += 1
        key = (
            attacker.id, target.id, zone, lie.arcs, lie.sides, attacker.damaged, attacker.marks.get("sensors"),
            target.marks.get("structure"), tuple(attacker.states), tuple(target.states), attacker.formation,
        )  # fmt: skip
        found = self._fires.get(key)
        if found is None:
            found = self._fires[key] = self._worked_out(state, attacker, target)
        return found

    def _worked_out(self, state: State, attacker: Model, target: Model) -> tuple[Gunnery, ...]:
        bare = self._bare
        bare.models, bare.activation = state.models, state.activation
        found: list[Gunnery] = []
        bearing: list[str] = []
        mounts: list[str] = list(close_mounts(bare, attacker))
        for ident in mounts:
            if _assessed(bare, attacker, (ident,), target, found):
                bearing.append(ident)
        for ident in bearing if len(bearing) > 1 else ():
            group = link_group(bare, attacker, ident, bearing, target)
            if len(group) > 1 and group[0] == min(group):
                _assessed(bare, attacker, tuple(group), target, found)
        if attacker.capital and not target.capital:
            _assessed(bare, attacker, (POINT_DEFENSE,), target, found)
        return tuple(sorted(found, key=lambda each: (-each.share, each.mounts)))


def _assessed(bare: State, attacker: Model, mounts: tuple[str, ...], target: Model, found: list[Gunnery]) -> bool:
    shot = assess(bare, attacker, mounts, target, ACTIVATION)
    if not isinstance(shot, Assessment):
        return False
    found.append(Gunnery(mounts, expected_share(bare, shot)))
    return True


def _reaches(state: State, attacker: Model, target: Model) -> tuple[float, ...]:
    found = {float(target.card.signature)} if attacker.card.mounts or attacker.capital else set()
    for mount in attacker.card.mounts:
        weapon = weapon_of(attacker, mount.id)
        if weapon is not None and mount.id not in attacker.damaged:
            far = may_reach_long(state, attacker, weapon)
            found.add(ANYWHERE if far else weapon_type(state, weapon).reach(state, attacker, weapon, target))
            if far:
                found.add(weapon_type(state, weapon).reach(state, attacker, weapon, target))
    return tuple(sorted(each + TOLERANCE for each in found if each > 0))
