"""A private game that is played on from a plan, by quick players for both sides, and what it comes to."""

from __future__ import annotations

from jovian.game import Model, State
from jovian.match.lookahead import Trial
from jovian.players.admiral.balance import balance
from jovian.players.admiral.luck import Luck
from jovian.players.budget import Budget
from jovian.players.judgment.actions.marines import could_board, lost_to, takable, won_aboard
from jovian.players.judgment.nearby import enemies
from jovian.players.judgment.objectives.prospects import point_worth, prospect, truces, victory
from jovian.players.quick.aiming import look, total
from jovian.players.quick.memory import Memory
from jovian.players.quick.outline import Outline
from jovian.players.quick.quick import Quick
from jovian.rules.menu.declare import Declare
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.scenario.roles import plays
from jovian.rules.shooting.ratings import fire_control

SOON, LATER = 0.35, 0.15
"""What the shots count that a model has at the end of a game, before its next activation and after it."""
LONGEST = 160
"""Answers after which a game is over at the latest."""


def play_on(trial: Trial, side: int, memory: Memory, outline: Outline, activations: int, budget: Budget) -> float:
    """What an activation comes to for a side, in TV: with so many activations after it, and less luck."""
    quick, luck = Quick(memory), Luck(side, memory)
    quick.follow(outline)
    begun = 0
    for _ in range(LONGEST):
        decision = trial.decision
        if decision is None:
            break
        state = trial.state
        begun += isinstance(decision, Declare)
        if begun > 1 + activations:
            break
        answer = quick.choose(decision, state)
        luck.note(decision, state, answer)
        trial.carry_out(answer)
        budget.spent += 1
    luck.settle(trial.state)
    return value(trial.state, side, memory) - luck.total


def value(state: State, side: int, memory: Memory) -> float:
    """What a state is worth to a side, in TV."""
    worth = balance(state, side)
    if memory.contested:
        points = prospect(state, side) + victory(state, side) + _broken(state, side)
        worth += point_worth(state, side) * points
    if state.over:
        return worth
    for model in state.on_table():
        if model.side in (0, 1) and not model.crippled:
            shots = (LATER if model.activated else SOON) * _shots(state, memory, model)
            worth += shots if model.side == side else -shots
    return worth + captures(state, side)


def captures(state: State, side: int) -> float:
    """TV by which a side is ahead by ships that have boarders aboard, or that nobody guards where an enemy may come."""
    ahead = 0.0
    for ship in state.on_table():
        if takable(ship) and (value := max(won_aboard(state, ship), _unguarded(state, ship))):
            ahead += value if ship.side != side else -value
    return ahead


def _unguarded(state: State, ship: Model) -> float:
    """TV that the best of those who could board a ship may cost its side, 0 as long as there are marines aboard."""
    if ship.rating("marines"):
        return 0.0
    able = (each for each in state.on_table() if each.side == 1 - ship.side and could_board(state, each, ship))
    return max((lost_to(state, each, ship) * (LATER if each.activated else SOON) for each in able), default=0.0)


def _broken(state: State, side: int) -> float:
    """Points by which a side is ahead because somebody attacked first."""
    ahead = 0.0
    for truce in truces(rulebook(state)):
        first = truce.recall(state)
        if isinstance(first, int) and plays(state, first, truce.role):
            ahead += truce.points if first == side else -truce.points
    return ahead


def _shots(state: State, memory: Memory, model: Model) -> float:
    """TV that it could take from where it stands."""
    free = [mount.id for mount in model.card.mounts if mount.id not in model.damaged]
    sight = look(state, memory, model, free, enemies(state, model))
    return total(sight.aims, fire_control(state, model))
