"""What the reasons of computer players claim, checked against the game: records of activations, and contradictions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from jovian.game import Answer, Decision, Model, State
from jovian.game.answers import Activate, Attack, Fly, Move, Pivot, Turn
from jovian.match import Match
from jovian.match.play_loop import ask
from jovian.play import attacks
from jovian.players import make_player
from jovian.players.captain import Captain
from jovian.players.captain.plans import PlanSearch
from jovian.players.evaluation.gunnery import expected_value
from jovian.players.evaluation.threats import EnemyThreat, Matchups, Raids, Threats
from jovian.table import Pose
from tests.rules_api import ACTIVATION, Assessment, assess

STEPS = (Move, Turn, Pivot, Fly)
SLACK = 0.02
MATCHUPS, RAIDS = Matchups(), Raids()
GOOD_SHOT = 1.0
"""TV above which a shot is a good one."""


@dataclass
class Reason:
    """A reason, the moment for which it was given, and what became of the activation."""

    text: str
    view: State
    decision: Decision
    answer: Answer
    model: str
    end: Pose | None = None
    """Where its moves lead, as far as nothing stops it and it doesn't plan again."""
    is_closed: bool = False
    """Whether the moves are over. It may plan again after an attack."""
    is_stopped: bool = False
    """Whether a move ended elsewhere than meant, so that the rest was planned again."""
    fired: list[tuple[str, float]] = field(default_factory=list)
    """The targets of its attacks in this activation, with the expected TV."""


def record(match: Match, names: tuple[str, str], activations: int) -> list[Reason]:
    """Continue for some activations. Return the reasons that the players give for activations, moves, and attacks."""
    players: list[Any] = [make_player(name, 40 + side) for side, name in enumerate(names)]
    reasons, current = list[Reason](), list[Reason]()
    while match.decision is not None and activations > 0:
        decision = match.decision
        view = match.view(decision.side)
        answer = ask(match, players[decision.side])
        assert isinstance(answer, Answer)
        if isinstance(answer, Activate):
            activations, current = activations - 1, []
        act = view.activation
        acting = answer.model if isinstance(answer, Activate) else act.model if act is not None else ""
        text = players[decision.side].reason
        if text and decision.kind in ("activate", "declare", "menu"):
            current.append(Reason(text, view, decision, answer, acting))
            reasons.append(current[-1])
        if decision.kind == "menu" and isinstance(answer, Attack):
            shot = assess(view, view.models[acting], answer.mounts, view.models[answer.target], ACTIVATION)
            value = expected_value(view, shot) if isinstance(shot, Assessment) else 0.0
            for reason in current:
                reason.fired.append((answer.target, value))
        match.answer(answer)
        if decision.kind == "menu":
            pose = view.models[acting].pose
            for reason in current:
                if not reason.is_closed:
                    reason.is_stopped |= reason.end is not None and not _is_same(reason.end, pose)
                    reason.is_closed = reason.end is not None and not isinstance(answer, STEPS)
                    reason.end = _pose_after(pose, answer) if isinstance(answer, STEPS) else reason.end
    return reasons


def _pose_after(pose: Pose, step: Answer) -> Pose:
    match step:
        case Turn(angle) | Pivot(angle):
            return pose.turned(angle)
        case Move(inches):
            return pose.advanced(inches)
        case Fly(path):
            return Pose(*path[-1], pose.heading)
    raise AssertionError(step)


def _is_same(one: Pose, other: Pose) -> bool:
    return one.distance_to(other) < SLACK and one.heading == other.heading


# --- Facts ---


def contradictions(reason: Reason) -> Iterator[str]:
    """Yield what a reason claims and isn't so. The end of a move that was stopped isn't known."""
    if reason.is_stopped:
        return
    facts = _Facts(reason)
    for pattern, holds in _CLAIMS.items():
        named = pattern.replace("<B>", facts.names).replace("<C>", facts.names.replace("<b>", "<c>"))
        for match in re.finditer(named, reason.text):
            name = next((name for name in match.groupdict().values() if name), "")
            other = facts.by_name.get(name, facts.model)
            if not holds(facts, other):
                yield f"{match[0]}"


class _Facts:
    def __init__(self, reason: Reason) -> None:
        self.reason, self.view = reason, reason.view
        self.model = reason.view.models[reason.model]
        self.by_name = {model.name: model for model in reason.view.models.values()}
        names = sorted(map(re.escape, self.by_name), key=len, reverse=True)
        self.names = f"(?P<b>{'|'.join(names)})(?![\\w])"
        self.end = reason.end or self.model.pose
        self.threats = Threats(self.view, self.model.side, MATCHUPS, RAIDS)

    def enemy(self, other: Model) -> EnemyThreat | None:
        return next((enemy for enemy in self.threats.enemies if enemy.model.id == other.id), None)

    def harm(self, other: Model, pose: Pose) -> float:
        enemy = self.enemy(other)
        return self.threats.attack_value(enemy, self.model, pose) if enemy is not None else 0.0

    def can_fire(self, other: Model, pose: Pose) -> bool:
        """Return whether some weapon may fire at another model from a pose."""
        there, act = self.model.at(pose), self.view.activation
        used = act.used if act is not None and act.model == there.id else ()
        mounts = [mount.id for mount in there.card.mounts if mount.id not in (*there.damaged, *used)]
        return any(isinstance(assess(self.view, there, (mount,), other, ACTIVATION), Assessment) for mount in mounts)

    def can_come_to_fire(self, other: Model) -> bool:
        """Return whether it may fire at another model from a pose that it can reach."""
        search = PlanSearch(Captain(1).analysis(self.view, self.model.side), self.model)
        poses = {self.end, self.model.pose, *(move.end for move in search.moves)}
        return any(self.can_fire(other, pose) for pose in poses)

    def grows(self, other: Model) -> float:
        """Return by how many inches the distance to another model grows."""
        return other.pose.distance_to(self.end) - other.pose.distance_to(self.model.pose)

    def best_value(self, pose: Pose) -> float:
        """Return the value of the best attack from a pose, with Point Defense."""
        there = self.model.at(pose)
        shots = [
            self.value(there, (mount.id,), enemy.model)
            for mount in there.card.mounts if mount.id not in there.damaged for enemy in self.threats.enemies
        ]  # fmt: skip
        return max([0.0, *shots, *(attack.worth for attack in attacks(self.view, self.model.id, pose))])

    def value(self, model: Model, mounts: tuple[str, ...], other: Model) -> float:
        shot = assess(self.view, model, mounts, other, ACTIVATION)
        return expected_value(self.view, shot) if isinstance(shot, Assessment) else 0.0

    def nears(self, other: Model) -> bool:
        """Return whether the answer itself brings the model nearer to another one."""
        pose = self.model.pose
        end = _pose_after(pose, self.reason.answer)
        return other.pose.distance_to(end) < other.pose.distance_to(pose)

    def has_ready_friends(self) -> bool:
        friends = (model for model in self.view.on_table() if model.side == self.model.side)
        return any(not model.activated and model.id != self.model.id for model in friends)

    def can_fire_next_turn(self) -> bool:
        analysis = Captain(1).analysis(self.view, self.model.side)
        return analysis.next_turn_value(self.model, self.end) > 0

    def nears_objective(self) -> bool:
        goals = Captain(1).analysis(self.view, self.model.side).aims(self.model).goals
        return any(_inches(self.end, goal.x, goal.y) < _inches(self.model.pose, goal.x, goal.y) for goal in goals)

    def is_target(self, other: Model) -> bool:
        return getattr(self.reason.answer, "target", None) == other.id

    def is_best_target(self, other: Model) -> bool:
        answer = self.reason.answer
        assert isinstance(answer, Attack)
        mine = self.value(self.model, answer.mounts, other)
        rivals = (self.value(self.model, answer.mounts, enemy.model) for enemy in self.threats.enemies)
        return mine >= max(rivals, default=0.0) - SLACK

    def is_ready(self, other: Model) -> bool:
        enemy = self.enemy(other)
        return enemy is not None and enemy.ready and self.harm(other, self.model.pose) > 0

    def is_in_danger(self) -> bool:
        return any(enemy.ready and enemy.model.public and self.harm(enemy.model, self.model.pose) > GOOD_SHOT
                   for enemy in self.threats.enemies)  # fmt: skip


def _inches(pose: Pose, x: float, y: float) -> float:
    return pose.distance_to(Pose(x, y, 0))


_CLAIMS: dict[str, Any] = {
    "away from <B>": lambda facts, other: facts.grows(other) > 0,
    "farther from <B>": lambda facts, other: facts.grows(other) > 0,
    "closer to <B>": lambda facts, other: facts.grows(other) < 0,
    "to within \\d+\" of <B>": lambda facts, other: facts.nears(other),
    "out of reach of <B>": lambda facts, other: facts.harm(other, facts.end) == 0 < facts.harm(other, facts.model.pose),
    "<B>, which could take \\d+ TV more here|to where <C> could take \\d+ TV less": lambda facts, other: (
        facts.harm(other, facts.model.pose) > facts.harm(other, facts.end)
    ),
    "evades, because <B> could (?:take \\d+ TV|attack it)": lambda facts, other: (
        max(facts.harm(other, facts.model.pose), facts.harm(other, facts.end)) > 0
    ),
    "because <B> gains more by waiting": lambda facts, other: (
        other.side == facts.model.side and not other.activated and other.id != facts.model.id
    ),
    "all friends hit it more easily": lambda facts, _: facts.has_ready_friends(),
    "to be in range next turn": lambda facts, _: facts.can_fire_next_turn(),
    "brings <B> under fire": lambda facts, other: (
        facts.can_fire(other, facts.end) and not facts.can_fire(other, facts.model.pose)
    ),
    "keeps <B> under fire": lambda facts, other: (
        facts.can_fire(other, facts.end) and facts.can_fire(other, facts.model.pose)
    ),
    "it can fire at <B>": lambda facts, other: facts.can_come_to_fire(other),
    "it can fire for": lambda facts, _: max(facts.best_value(facts.end), facts.best_value(facts.model.pose)) > 0,
    "to where its shots are worth": lambda facts, _: facts.best_value(facts.end) > 0,
    "no good shot": lambda facts, _: (
        facts.best_value(facts.model.pose) <= GOOD_SHOT
        and all(value <= GOOD_SHOT for _, value in facts.reason.fired)
    ),
    "in no danger": lambda facts, _: not facts.is_in_danger(),
    "before <B> can attack it": lambda facts, other: facts.is_ready(other),
    "toward its objective|nearer to its objective": lambda facts, _: facts.nears_objective(),
    "declares (?!.*because)": lambda facts, _: False,
    "chance to (cripple|destroy|hit) <B>": lambda facts, other: facts.is_target(other),
    "<B> is the best target": lambda facts, other: facts.is_target(other) and facts.is_best_target(other),
    "escape$": lambda facts, _: facts.model.is_crippled,
}  # fmt: skip
"""Claims as patterns, and whether each holds. A claim that only repeats the answer never does."""
