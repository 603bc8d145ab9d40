"""How each objective stands: what both sides have, who gets the points now and why, what can still be won (R80).
The points of both sides, and who wins by them (v1.2.4 Scenarios > Victory Conditions, R79, R80). The sequence of a
game: turns and their phases, as steps of the agenda (v1.2.4 Sequence).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from jovian.game import NEUTRAL, RESERVE, Game, Model, Procedure, Score, State
from jovian.game.events import Ended, InitiativeWon, ObjectiveScored, PhaseBegan, Scored
from jovian.rules.actions.generic import STEP
from jovian.rules.attack.attack import empty_queue
from jovian.rules.basics.model import restore, show_hardpoints
from jovian.rules.basics.rolls import one_die
from jovian.rules.damage.casualties import catastrophe
from jovian.rules.placement.move_limits import is_immobile
from jovian.rules.rulebook.active_effects import clauses_with, effects_on
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.global_rule import BEGINNING, Award, GlobalRule
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.scenario.objectives import Counting, Objective, Points, has_role, victory_points
from jovian.rules.scenario.objects import STEP as STATIONS
from jovian.rules.scenario.objects import roll_stations
from jovian.rules.scenario.zones import CAPITALS, SQUADRONS
from jovian.rules.sequence.activation import activate, choose, command_drones, opening, resume
from jovian.rules.sequence.deployment import deploy, deployment, lay, lay_out

# --- progress ---
# How each objective stands: what both sides have, who gets the points now and why, what can still be won (R80).


class Share(NamedTuple):
    """What an objective is to one side."""

    amount: float | None
    """What is counted for it, None where nothing is."""
    earned: int
    """Its points if the game ended now."""
    eligible: bool
    """Is the objective for this side at all?"""
    open: bool
    """May it still win or lose the points?"""
    words: str
    """How it stands, in a few words; "" where there is nothing to tell."""


class Progress(NamedTuple):
    """One objective as it stands."""

    title: str
    """What its points are for."""
    points: int
    role: str
    """Who alone may earn them, "" for both sides."""
    turn: int
    """In whose End Phase it is counted, 0 for the last."""
    unit: str
    """What the amounts are amounts of, "" for mere numbers."""
    settled: bool
    """Is it decided for good?"""
    shares: tuple[Share, Share]
    """Of side 0 and of side 1."""
    of_victory: bool = False
    """Do Victory Points decide it?"""
    short: str = ""
    """Its title in fewer words."""
    missed: bool = False
    """Did the game start after its turn, so that no side can earn it?"""


def progress(state: State) -> tuple[Progress, ...]:
    """Every objective of the game, as far as the state knows; the points add up to those of `standing`."""
    victory = victory_points(state, 0), victory_points(state, 1)
    return tuple(
        each for clause in clauses_with(state, GlobalRule.awards)
        for each in (
            [_of_objective(state, clause, victory)] if isinstance(clause, Objective)
            else map(_given, clause.awards(state, victory))
        )
    )  # fmt: skip


def _given(award: Award) -> Progress:
    """What a clause that is no objective gives: it says so once it does."""
    shares = [Share(None, award.points if side == award.side else 0, True, False, "") for side in (0, 1)]
    return Progress(award.why, award.points, "", 0, "", False, (shares[0], shares[1]), short=award.why)


def _of_objective(state: State, objective: Objective, victory: Points) -> Progress:
    earned, amounts = [0, 0], objective.amounts(state, victory)
    for award in objective.awards(state, victory):
        earned[award.side] += award.points
    shares = _share(state, objective, 0, amounts, earned[0]), _share(state, objective, 1, amounts, earned[1])
    turn, missed = (objective.turn, objective.missed(state)) if isinstance(objective, Counting) else (0, False)
    settled = state.over or objective.settled(state)
    return Progress(
        objective.title, objective.points, objective.role, turn, objective.unit, settled, shares,
        objective.of_victory, objective.short, missed,
    )  # fmt: skip


def _share(state: State, objective: Objective, side: int, amounts: Points | None, earned: int) -> Share:
    eligible, settled = has_role(state, side, objective.role), state.over or objective.settled(state)
    open_ = eligible and not settled and objective.within_reach(state, side)
    if amounts is None:
        return Share(None, earned, eligible, open_, "")
    return Share(amounts[side], earned, eligible, open_, objective.stands(amounts[side], amounts[1 - side]))


# --- scoring ---
# The points of both sides, and who wins by them (v1.2.4 Scenarios > Victory Conditions, R79, R80).


class Standing(NamedTuple):
    """How a game stands."""

    scores: tuple[Score, Score]
    """The points of side 0, and of side 1."""
    reasons: list[str]
    """What the Objective Points are for."""


def objective_points(state: State, victory: tuple[float, float]) -> tuple[tuple[float, float], list[str]]:
    """The objective points of both sides by the clauses of the game, and what they are for."""
    points, reasons = [0.0, 0.0], []
    for clause in clauses_with(state, GlobalRule.awards):
        for award in clause.awards(state, victory):
            points[award.side] += award.points
            reasons.append(f"side {award.side}: {award.points} for {award.why}")
    return (points[0], points[1]), reasons


def current_score(state: State) -> Standing:
    """The points of both sides if the game ended now, as far as the state knows, and what they are for."""
    victory = (victory_points(state, 0), victory_points(state, 1))
    objective, reasons = objective_points(state, victory)
    return Standing((Score(objective[0], victory[0]), Score(objective[1], victory[1])), reasons)


def score(game: Game) -> None:
    """Count both sides and decide the game: objective points, then victory points, else a draw; no TV is secret now."""
    state = game.state
    for model in state.models.values():
        show_hardpoints(game, model)
    state.scores, reasons = current_score(state)
    counted = progress(state) if game.log is not None else ()
    for side in (0, 1):
        objective, victory = state.scores[side]
        came = tuple(_came_to(each, side) for each in counted) or None
        game.tell(Scored(side=side, objective=objective, victory=victory, parts=tuple(reasons), objectives=came))
    first, second = state.scores
    state.winner = None if first == second else int(second > first)
    state.over = True
    game.tell(Ended(winner=state.winner, turns=state.turn))


def _came_to(objective: Progress, side: int) -> ObjectiveScored:
    """What an objective came to for a side, to be told."""
    own, other = objective.shares[side], objective.shares[1 - side]
    return ObjectiveScored(
        objective=objective.title, points=own.earned, amount=own.amount, other=other.amount, turn=objective.turn or None
    )


# --- sequence ---
# The sequence of a game: turns and their phases, as steps of the agenda (v1.2.4 Sequence).

ROLES = "attacker-defender"
"""The initiative of a scenario in which Random Selection decides who attacks: the attacker has it."""


def initiative(game: Game) -> Procedure[None]:
    """Random Selection: each side rolls, the higher has initiative for the whole game (R34)."""
    state = game.state
    roles = state.scenario.initiative == ROLES
    purpose = "who attacks" if roles else "initiative"
    while isinstance(state.scenario.initiative, str):
        first = yield from one_die(game, 0, purpose)
        second = yield from one_die(game, 1, purpose)
        if first != second:
            state.initiative = 0 if first > second else 1
            break
    game.tell(InitiativeWon(side=state.initiative, attacker=roles or None))


def turn(game: Game, number: int) -> Procedure[None]:
    """One Game Turn: Deployment, Activation and End Phase."""
    game.state.turn = number
    enter_phase(game, "deployment")
    game.state.agenda += [
        ["end phase"], ["activation phase"],
        *([clause.step] for clause in reversed(clauses_with(game.state, GlobalRule.deployment_ends))),
        ["deployment", SQUADRONS], ["deployment", CAPITALS], ["drift"],
    ]  # fmt: skip
    return
    yield


def enter_phase(game: Game, name: str) -> None:
    """Note and tell which phase runs."""
    game.state.phase = name
    game.tell(PhaseBegan(name=name))


def drift(game: Game) -> Procedure[None]:
    """Ships that are Crippled as the Deployment Phase begins roll on the catastrophic table once each (R37).

    In the order in which the sides have them then, what is nobody's last, whoever holds them by their turn.
    """
    state = game.state
    order = (state.initiative, 1 - state.initiative, NEUTRAL)
    for ship in sorted(
        (each for each in state.on_table() if each.is_crippled), key=lambda each: order.index(each.side)
    ):
        if ship.on_table:
            yield from catastrophe(game, ship)
            yield from empty_queue(game)


def activation_phase(game: Game) -> Procedure[None]:
    """Nobody has activated yet; the side with initiative begins."""
    state = game.state
    enter_phase(game, "activation")
    state.side_to_go = state.initiative
    state.idled = (False, False)
    for model in state.models.values():
        model.activated = False
    state.agenda.append(["choose"])
    return
    yield


def end_phase(game: Game) -> Procedure[None]:
    """States and fuel, then victory and the turn limit (R38)."""
    state = game.state
    enter_phase(game, "end")
    for model in state.models.values():
        if model.alive:
            restore(model, "fuel")
            for effect in effects_on(state, model, Effect.end_phase):
                effect.end_phase(game, model)
    for clause in clauses_with(state, GlobalRule.end_phase_fights):
        yield from clause.end_phase_fights(game)
    for clause in clauses_with(state, GlobalRule.end_phase):
        clause.end_phase(game)
    if is_over(state):
        score(game)
    else:
        state.agenda.append(["turn", state.turn + 1])


def is_over(state: State) -> bool:
    """Has the last turn been played, is a side beaten, or does the scenario end now?"""
    if state.turn >= state.scenario.turns or any(beaten(state, side) for side in (0, 1)):
        return True
    return any(clause.ends(state) for clause in clauses_with(state, GlobalRule.ends))


def beaten(state: State, side: int) -> bool:
    """Has a side nothing with TV left on the table, embarked, or still to arrive (R39)?"""
    return next(fighting(state, side), None) is None


def fighting(state: State, side: int) -> Iterator[Model]:
    """The models that keep a side from being beaten."""
    may_arrive = state.turn < state.scenario.turns
    return (
        model for model in state.models.values()
        if model.side == side and model.alive and model.card.tv and not model.drone and not is_immobile(state, model)
        and (model.place != RESERVE or may_arrive)
    )  # fmt: skip


def game_begins(game: Game) -> Procedure[None]:
    """What the clauses of the game do before its first turn."""
    for clause in clauses_with(game.state, GlobalRule.game_begins):
        yield from clause.game_begins(game)


def prepare(game: Game, number: int) -> Procedure[None]:
    """A go of what a clause has the sides set up before the first turn."""
    clause = clauses_with(game.state, GlobalRule.before_deployment)[number]
    if (yield from clause.before_deployment(game)):
        game.state.agenda.append(["prepare", number])


STEPS: dict[str, Callable[..., Procedure[Any]]] = {
    BEGINNING: game_begins,
    STATIONS: roll_stations,
    "initiative": initiative,
    "lay out": lay_out,
    "lay": lay,
    "prepare": prepare,
    "turn": turn,
    "drift": drift,
    "deployment": deployment,
    "deploy": deploy,
    "activation phase": activation_phase,
    "choose": choose,
    "open": opening,
    "activate": activate,
    STEP: command_drones,
    "resume": resume,
    "end phase": end_phase,
}
"""Every step that an agenda may hold, besides those of clauses."""


def run(game: Game, name: str, *arguments: Any) -> Procedure[Any]:
    """A step of the agenda: of the sequence, or of the clause that calls its step so."""
    if name in STEPS:
        return STEPS[name](game, *arguments)
    return rulebook(game.state).steps[name].deployment_ends(game)
