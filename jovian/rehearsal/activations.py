"""Whole activations that the captain would play from a position, as plans with their reasons.

The captain plays them in games of their own, from what its side knows, and each roll there has its median result.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from string import ascii_uppercase
from typing import Any

from jovian.frozen import frozen
from jovian.game import Answer, Decision, LogEntry, State
from jovian.game.events import Activated, Deactivated
from jovian.match import Match
from jovian.match.entries import Faults
from jovian.match.lookahead import TYPICAL
from jovian.match.play_loop import reason_of, step
from jovian.players import Captain, make_player, seat_seed
from jovian.rehearsal.game import ORDERS, DiceRoller, KindAndChoice, Plan, Start, choices_of, open_game, recorded_game

MAX_MODELS = 4
"""How many models the captain considers."""
MAX_DECLARATIONS = 2
"""How many activations of each model it proposes."""
MAX_ALONE = 6
"""How many activations it proposes if only one model can activate."""
MAX_REASONS = 3
"""The number of reasons that are kept, at most one for each kind of answer."""
MAX_ANSWERS = 400
"""The maximum number of answers of an activation."""
CHOOSE, DECLARE = "activate", "declare"
"""The kinds of decisions that begin an activation: the choice of a model, or the declaration of the only one left."""
NAMES = ascii_uppercase
"""The names of the plans, in order."""
KEY = b"the captain's activation".ljust(32, b".")
"""The key of the dice that have no median, such as a single die."""


@frozen
class CaptainActivation:
    """An activation that the captain plays."""

    plan: Plan
    model: str
    """The name of the model."""
    reason: str
    """Why the captain plays it, in sentences that both sides may read, or ""."""


@frozen
class ActivationJob:
    """An activation to play: where it begins, and which of the captain's proposals it follows."""

    start: Start
    other: str
    """The player of the other side, by name."""
    name: str = "captain"
    """The name of the plan."""
    model: int | None = None
    """The number of the captain's proposal for the model to activate, or None for its own choice."""
    declaration: int | None = None
    """The number of its proposal for the declaration and the orders, or None for its own choice."""


def captain_activation(job: ActivationJob) -> CaptainActivation | None:
    """Return the activation that the captain plays, or None if there is no such proposal."""
    game = open_game(job.start, KEY)
    game.state.script = tuple(map(tuple, TYPICAL))
    decision, begin = game.decision, len(game.journal)
    assert decision is not None
    side = decision.side
    captain = _Proposer(Captain(seat_seed(0, side)), job)
    dice, other = Random(KEY), make_player(job.other, seat_seed(0, 1 - side))
    players = [DiceRoller(captain if seat == side else other, dice) for seat in (0, 1)]
    reasons: dict[Any, str] = {}
    first, depth, model = len(game.events), depth_of(game.state), ""
    for _ in range(MAX_ANSWERS):
        decision = game.decision
        if decision is None or captain.is_missing or is_activation_over(game.events.entries[first:], depth):
            break
        choice = step(game, players[decision.side], Faults())
        model = model or (game.state.active.name if game.state.active is not None else "")
        if decision.side == side and decision.kind in ORDERS:
            reasons.setdefault(choice[0], reason_of(captain.player))
    choices = choices_of(game.journal[begin:], side)
    if captain.is_missing or not choices:
        return None
    scenario = recorded_game(job.start).setup.scenario.key
    plan = Plan(job.name, scenario, job.start.answers, side, choices)
    kept = list(dict.fromkeys(reason for reason in reasons.values() if reason))[:MAX_REASONS]
    return CaptainActivation(plan, model, " ".join(f"{reason}." for reason in kept))


class _Proposer:
    """The captain, who first takes the wanted proposals."""

    def __init__(self, player: Captain, job: ActivationJob) -> None:
        self.player = player
        self.is_missing = False
        """Whether there is no such proposal."""
        self._wanted = {CHOOSE: job.model, DECLARE: job.declaration}

    def choose(self, decision: Decision, view: State) -> Answer:
        """Return the answer of the wanted proposal for this decision, or the captain's own."""
        number = self._wanted.pop(decision.kind, None)
        if number is None:
            return self.player.choose(decision, view)
        count = MAX_MODELS if decision.kind == CHOOSE else MAX_ALONE
        proposals = self.player.proposals(decision, view, count)
        self.is_missing = number >= len(proposals)
        if self.is_missing:
            return self.player.choose(decision, view)
        return self.player.take(proposals[number], decision, view, follows=decision.kind != CHOOSE)


def proposed_activations(start: Start, other: str, count: int) -> list[CaptainActivation]:
    """Return up to `count` different activations for a position, the captain's own choice first.

    `other` is the player of the other side. The plans are named A, B, and so on.
    """
    decision = open_game(start, KEY).decision
    assert decision is not None
    if decision.kind == CHOOSE:
        numbers = [(model, declared) for declared in range(MAX_DECLARATIONS) for model in range(MAX_MODELS)]
        jobs = [ActivationJob(start, other, model=model, declaration=declared) for model, declared in numbers]
    else:
        jobs = [ActivationJob(start, other, declaration=declared) for declared in range(MAX_ALONE)]
    result: dict[tuple[KindAndChoice, ...], CaptainActivation] = {}
    for job in [ActivationJob(start, other), *jobs]:
        found = captain_activation(job) if len(result) < count else None
        if found is not None:
            result.setdefault(found.plan.choices, found)
    return [
        replace(found, plan=replace(found.plan, name=name)) for name, found in zip(NAMES, result.values(), strict=False)
    ]


# --- Beginning and end of an activation ---


def is_beginning(match: Match) -> bool:
    """Return whether an activation begins now: with the choice of a model, or the declaration of the only one left."""
    decision = match.decision
    if decision is None or decision.kind not in (CHOOSE, DECLARE):
        return False
    return decision.kind == CHOOSE or not match.state.paused


def depth_of(state: State) -> int:
    """Return the number of activations that are running: more than one if a drone interrupts its ship's."""
    return (state.activation is not None) + len(state.paused)


def is_activation_over(entries: Sequence[LogEntry], depth: int) -> bool:
    """Return whether an activation has ended in these events. `depth` activations were running before them."""
    for entry in entries:
        match entry.event:
            case Activated(on_reveal=None):
                depth += 1
            case Deactivated():
                depth -= 1
                if depth <= 0:
                    return True
    return False
