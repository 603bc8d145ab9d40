"""A finished game in a few lines: why the winner won, turning points, feats, and luck in plain words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import erf, sqrt

from jovian.frozen import frozen
from jovian.game import DESTROYED, WITHDRAWN, LogEntry, State
from jovian.game.events import Attacked, Damaged, LeftPlay, MarinesBoarded, ShipCaptured, StateChanged
from jovian.match import Match
from jovian.narrator import group_events
from jovian.rehearsal.luck import Luck
from jovian.rehearsal.turning_points import moments_of, spans_of
from jovian.rules.basics.rolls import join_words
from jovian.rules.damage.boarding import Captured
from jovian.rules.damage.critical_hits import Crippled
from jovian.rules.scenario.objectives import victory_points
from jovian.rules.sequence.sequence import ObjectiveProgress

# --- Reasons of the result ---


def outcome_words(state: State, objectives: Sequence[ObjectiveProgress]) -> str:
    """Return what the winner's points are for, or that Victory Points decide, "" without a winner."""
    winner = state.winner
    if winner is None:
        return ""
    first, second = state.scores
    if first.objective == second.objective:
        return f"Objective Points are equal. Victory Points decide: {_pair(state, winner)}."
    earned = [objective for objective in objectives if objective.shares[winner].earned > 0]
    earned.sort(key=lambda objective: -objective.shares[winner].earned)
    texts = [
        f"{objective.shares[winner].earned:g} for {objective.title}"
        + (f": {_pair(state, winner)}" if objective.of_victory else "")
        for objective in earned[:2]
    ]
    return f"Objective Points: {join_words(texts)}." if texts else ""


def _pair(state: State, winner: int) -> str:
    """Return the Victory Points of the winner against the other side."""
    return f"{state.scores[winner].victory:g} against {state.scores[1 - winner].victory:g}"


# --- Turning points ---

MAX_SHOWN = 3
"""The number of lead changes that are shown."""
MIN_GAIN = 3.0
"""The smallest change of the lead in Victory Points that is shown."""


@frozen
class LeadChange:
    """A part of the game that changed the lead in Victory Points: an activation, or what is between two."""

    answers: int
    """The number of answers before it."""
    turn: int
    side: int
    """The side that gained."""
    points: float
    """The Victory Points by which it gained on the other side."""
    text: str
    """What happened."""


def find_lead_changes(match: Match) -> tuple[LeadChange, ...]:
    """Return the parts of a game with the largest changes of the lead, in their order."""
    spans = spans_of(match)
    states = [match.state_at(answers) for answers in moments_of(spans)]
    changes = (
        lead_change(span.begin, before, after, match.events.entries[span.first : span.last])
        for span, (before, after) in zip(spans, pairwise(states), strict=False)
    )
    largest = sorted((change for change in changes if change is not None), key=lambda change: -change.points)
    return tuple(sorted(largest[:MAX_SHOWN], key=lambda change: change.answers))


def lead_change(answers: int, before: State, after: State, entries: Sequence[LogEntry]) -> LeadChange | None:
    """Return how a part of a game changed the lead, None if that is too little. `entries` are its events."""
    gain = _lead(after) - _lead(before)
    side = 0 if gain > 0 else 1
    text = _describe(entries, before, side) if abs(gain) >= MIN_GAIN else ""
    return LeadChange(answers, before.turn, side, abs(gain), text) if text else None


def _lead(state: State) -> float:
    """Return the Victory Points of side 0 above those of side 1."""
    return victory_points(state, 0) - victory_points(state, 1)


VERBS = {
    Captured.name: ("is captured", "are captured", "by"), DESTROYED: ("falls", "fall", "to"),
    Crippled.name: ("is crippled", "are crippled", "by"), WITHDRAWN: ("withdraws", "withdraw", ""),
}  # fmt: skip
"""What can happen to a model, the worst first: for one, for several, and the word before who did it."""


def _describe(entries: Sequence[LogEntry], state: State, side: int) -> str:
    """Return the worst that happened to the models of the other side, from the state before it, "" for nothing."""
    victims: dict[str, list[str]] = {how: [] for how in VERBS}
    doers: dict[str, list[str]] = {how: [] for how in VERBS}
    attacker: dict[str, str] = {}
    for entry in entries:
        event, how = entry.event, ""
        match event:
            case Attacked():
                attacker[event.target] = event.attacker
            case MarinesBoarded():
                attacker[event.model] = event.by
            case LeftPlay() if event.how in VERBS:
                how = event.how
            case ShipCaptured():
                how = Captured.name
            case StateChanged(state=Crippled.name) if event.entered:
                how = Crippled.name
        model = state.models.get(getattr(event, "model", ""))
        if how and model is not None and model.side != side:
            victims[how].append(model.name)
            doers[how].append(_name(state, attacker.get(model.id, "")))
    for how, (one, many, word) in VERBS.items():
        if names := list(dict.fromkeys(victims[how])):
            text = f"{_short_list(names)} {one if len(names) == 1 else many}"
            doer, *others = dict.fromkeys(doers[how])
            return f"{text} {word} {doer}" if word and doer and not others else text
    return ""


def _short_list(names: Sequence[str]) -> str:
    """Return up to 3 names, or 2 of them and the number of the others."""
    return join_words(names if len(names) < 4 else [*names[:2], f"{len(names) - 2} more"])


def _name(state: State, model_id: str) -> str:
    model = state.models.get(model_id)
    return model.name if model is not None else ""


# --- Feats ---


@dataclass(slots=True)
class Feat:
    """What one model did to the enemy."""

    model: str
    side: int
    damage: int = 0
    destroyed: list[str] = field(default_factory=list)
    crippled: list[str] = field(default_factory=list)

    def to_words(self) -> str:
        """Return the best of it: `destroyed Thorn 1 and Thorn 2`, "" for damage alone."""
        if self.destroyed:
            return f"destroyed {_short_list(self.destroyed)}"
        return f"crippled {_short_list(self.crippled)}" if self.crippled else ""


def find_feats(entries: Sequence[LogEntry], state: State) -> tuple[Feat, ...]:
    """Return for each side the model that did the most damage, side 0 first."""
    feats: dict[str, Feat] = {}
    for group in group_events(entries):
        attack = next((entry.event for entry in group if isinstance(entry.event, Attacked)), None)
        model = state.models.get(attack.attacker) if attack is not None else None
        if model is None:
            continue
        feat = feats.setdefault(model.id, Feat(model.id, model.owner))
        for entry in group:
            victim = state.models.get(getattr(entry.event, "model", ""))
            if victim is None or victim.owner == model.owner:
                continue
            match event := entry.event:
                case Damaged() if event.amount > 0 and not event.spent:
                    feat.damage += event.amount
                case LeftPlay() if event.how == DESTROYED:
                    feat.destroyed.append(victim.name)
                case StateChanged(state=Crippled.name) if event.entered:
                    feat.crippled.append(victim.name)
    best = []
    for side in (0, 1):
        own = [feat for feat in feats.values() if feat.side == side and feat.damage]
        if own:
            best.append(max(own, key=lambda feat: (feat.damage, len(feat.destroyed))))
    return tuple(best)


# --- Luck ---


def luckier_games(luck: Luck) -> int:
    """Return how many of 100 games with the same rolls are luckier."""
    return 100 - round(50 * (1 + erf(luck.score / sqrt(2))))


def luck_words(luck: Luck) -> str:
    """Return the luck of a side in plain words."""
    if not luck.throws:
        return "rolled no dice"
    if abs(luck.steps) < 0.05:
        return "rolled exactly the average"
    return f"{abs(luck.steps):.1f} steps {'better' if luck.steps > 0 else 'worse'} than average dice"
