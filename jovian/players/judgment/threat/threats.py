"""What enemies may yet do to a model where it would stand: each as if it chose its best move and its best target.

An enemy shoots at one of several: how likely it is to choose this one depends on what else it could have. Who has had
its activation counts less, since there is time to get away.
"""

from __future__ import annotations

from jovian.game import Model, State
from jovian.players.judgment.places.mines import lies_in_wait
from jovian.players.judgment.threat.closing import Raids
from jovian.players.judgment.threat.duels import Duels
from jovian.players.judgment.threat.reach import Reach, reach
from jovian.rules.harm.expect import worth
from jovian.rules.sequence.activation import eligible
from jovian.table import Pose

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
        whole = worth(model) or 1.0
        return min(whole, total * (1.0 + TOGETHER * total / whole))

    def menace(self, foe: Foe, later: float) -> float:
        """TV that an enemy is expected to take in its next activation; once it has had that of this turn, so much."""
        return foe.best[0][0] * (1.0 if foe.ready else later) if foe.best else 0.0
