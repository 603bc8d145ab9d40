"""The luck of a game that is played on: what its attacks took of their targets less what they were expected to take.

Taken off what a game comes to it leaves the mean as it is, and less scatter: a control variate. Explosions and the
like are left as they fell.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from jovian.game import Answer, Decision, Model, State
from jovian.game.answers import Attack, Defend, OpenFire
from jovian.players.admiral.balance import counts, expected
from jovian.players.quick.closing import close_fight
from jovian.players.quick.memory import Memory
from jovian.rules.close_combat.plans import PlanFight
from jovian.rules.close_combat.reactions import Reactions
from jovian.rules.facts.formation import members
from jovian.rules.firing.attack import defenses
from jovian.rules.menu.next_order import NextOrder
from jovian.rules.rulebook.shot_facts import ACTIVATION, AUTOFIRE
from jovian.rules.shooting.assessment import Assessment
from jovian.rules.shooting.formula import assess
from jovian.rules.shooting.origin import along_shot, origin_of
from jovian.rules.shooting.shot import POINT_DEFENSE


class Promise(NamedTuple):
    """What an attack is expected to take from one of those whom it harms, in TV; less than 0 of the side's own."""

    target: str
    taken: float


class Luck:
    """Watches one game from a side, answer by answer."""

    __slots__ = ("_before", "_expected", "_memory", "side", "total")

    def __init__(self, side: int, memory: Memory) -> None:
        self.side = side
        self.total = 0.0
        """TV that the side was lucky by so far."""
        self._memory = memory
        self._before: dict[str, float] = {}
        """What those under attack counted for the side, by id."""
        self._expected = 0.0

    def note(self, decision: Decision, state: State, answer: Answer) -> None:
        """See an answer that is about to be given."""
        if decision.anchor and self._before:
            self.settle(state)
        ours = 1.0 if decision.side == self.side else -1.0
        for ident, taken in self._promised(decision, state, answer):
            if ident not in self._before:
                self._before[ident] = self._counts(state, ident)
            self._expected += ours * taken

    def settle(self, state: State) -> None:
        """All attacks so far have been carried out."""
        came = sum(self._counts(state, ident) - before for ident, before in self._before.items())
        self.total += came - self._expected
        self._before, self._expected = {}, 0.0

    def _counts(self, state: State, ident: str) -> float:
        """TV that a model counts for the side."""
        model = state.models[ident]
        value = counts(state, model)
        return value if model.side == self.side else -value if model.side == 1 - self.side else 0.0

    def _promised(self, decision: Decision, state: State, answer: Answer) -> Iterator[Promise]:
        """What an answer is expected to take, nothing if it is no attack."""
        match decision, answer:
            case NextOrder(), Attack(mounts, ident):
                yield from _volley(state, decision.model, mounts, state.models[ident], ACTIVATION)
            case NextOrder(), Defend(mount):
                for shot in defenses(state, decision.model, mount or POINT_DEFENSE):
                    yield Promise(shot.target, expected(state, shot))
            case Reactions(), OpenFire():
                chance = decision.taken(answer)
                if chance is not None and chance.pose is None:
                    shooter, target = state.models[chance.ident], state.models[chance.mover]
                    yield from _volley(state, shooter, (chance.mount,), target, AUTOFIRE)
            case PlanFight(), _ if not decision.sealed:
                model, foe = state.models[decision.subject], state.models[decision.foe]
                if _armed_otherwise(model) or _armed_otherwise(foe):
                    return
                yield Promise(foe.id, close_fight(state, self._memory, model, foe, decision.window, there=True))
                for each in (*members(state, model), *members(state, foe)):
                    yield Promise(each.id, 0.0)


def _armed_otherwise(model: Model) -> bool:
    """Has it missiles, which are no part of the plan of a fight?"""
    return any(mount.weapon.missile for mount in model.card.mounts)


def _volley(state: State, model: Model, mounts: tuple[str, ...], target: Model, window: str) -> Iterator[Promise]:
    """What an attack is expected to take, along a kinetic line too."""
    shot = assess(state, model, mounts, target, window)
    if not isinstance(shot, Assessment):
        return
    yield Promise(target.id, expected(state, shot))
    origin = origin_of(state, model, shot)
    for other in along_shot(state, origin, shot, target):
        second = assess(state, origin, mounts, other, window, secondary=True)
        if isinstance(second, Assessment):
            yield Promise(other.id, expected(state, second) * (1.0 if other.side != model.side else -1.0))
