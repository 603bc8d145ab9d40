"""The sequence of a game and its score (v1.2.4 Sequence; Scenarios > Victory Conditions).

`STEPS` holds the phases and other steps of the agenda; `run` runs one. `current_score` counts the points of both
sides, and `progress` says for each objective what both sides have and what they can still earn (R79, R80).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from jovian.frozen import frozen
from jovian.game import NEUTRAL, RESERVE, Game, Model, Procedure, Score, State
from jovian.game.events import Ended, InitiativeWon, ObjectiveScored, PhaseBegan, Scored
from jovian.rules.actions.any_model import DRONE_COMMAND_STEP
from jovian.rules.attack.attack import empty_queue
from jovian.rules.basics.model import restore, show_hardpoints
from jovian.rules.basics.rolls import one_die
from jovian.rules.damage.critical_hits import catastrophe
from jovian.rules.placement.move_limits import is_immobile
from jovian.rules.rulebook.active_effects import effects_on, global_rules_with
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.global_rule import BEGINNING, Award, GlobalRule
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.scenario.objectives import Counting, Objective, Points, has_role, victory_points
from jovian.rules.scenario.objects import STEP as STATIONS
from jovian.rules.scenario.objects import roll_stations
from jovian.rules.scenario.zones import CAPITALS, SQUADRONS
from jovian.rules.sequence.activation import activate, choose, command_drones, opening, resume
from jovian.rules.sequence.deployment import deploy, deployment, lay, lay_out

# --- Game Turns ---

ROLES = "attacker-defender"
"""The initiative of a scenario where Random Selection decides the attacker, who then has initiative."""


def initiative(game: Game) -> Procedure[None]:
    """Roll for initiative, which holds for the whole game: the higher die wins (R34)."""
    state = game.state
    roles = state.scenario.initiative == ROLES
    purpose = "who attacks" if roles else "initiative"
    while isinstance(state.scenario.initiative, str):
        first = yield from one_die(game, 0, purpose)
        second = yield from one_die(game, 1, purpose)
        if first != second:
            state.initiative = 0 if first > second else 1
            break
    game.log_event(InitiativeWon(side=state.initiative, attacker=roles or None))


def turn(game: Game, number: int) -> Procedure[None]:
    """Start one Game Turn: Deployment, Activation, and End Phase."""
    game.state.turn = number
    enter_phase(game, "deployment")
    game.state.agenda += [
        ["end phase"], ["activation phase"],
        *([clause.step] for clause in reversed(global_rules_with(game.state, GlobalRule.deployment_ends))),
        ["deployment", SQUADRONS], ["deployment", CAPITALS], ["drift"],
    ]  # fmt: skip
    return
    yield


def enter_phase(game: Game, name: str) -> None:
    game.state.phase = name
    game.log_event(PhaseBegan(name=name))


def drift(game: Game) -> Procedure[None]:
    """Roll once on the catastrophic table for each ship that is Crippled when the Deployment Phase begins (R37).

    The ships of the side with initiative roll first, neutral ships last. A ship keeps its place if it changes sides.
    """
    state = game.state
    order = (state.initiative, 1 - state.initiative, NEUTRAL)
    for ship in sorted(
        (ship for ship in state.on_table() if ship.is_crippled), key=lambda ship: order.index(ship.side)
    ):
        if ship.is_on_table:
            yield from catastrophe(game, ship)
            yield from empty_queue(game)


def activation_phase(game: Game) -> Procedure[None]:
    """Start the Activation Phase: every model may activate again, the side with initiative begins."""
    state = game.state
    enter_phase(game, "activation")
    state.side_to_go = state.initiative
    for model in state.models.values():
        model.activated = False
    state.agenda.append(["choose"])
    return
    yield


def end_phase(game: Game) -> Procedure[None]:
    """Run the End Phase: states and Fuel, then victory and the turn limit (R38)."""
    state = game.state
    enter_phase(game, "end")
    for model in state.models.values():
        if model.is_in_game:
            restore(model, "fuel")
            for effect in effects_on(state, model, Effect.end_phase):
                effect.end_phase(game, model)
    for clause in global_rules_with(state, GlobalRule.end_phase_fights):
        yield from clause.end_phase_fights(game)
    for clause in global_rules_with(state, GlobalRule.end_phase):
        clause.end_phase(game)
    if is_over(state):
        score(game)
    else:
        state.agenda.append(["turn", state.turn + 1])


def is_over(state: State) -> bool:
    """Return whether the last turn is over, a side is beaten, or the scenario ends now."""
    if state.turn >= state.scenario.turns or any(is_beaten(state, side) for side in (0, 1)):
        return True
    return any(clause.ends(state) for clause in global_rules_with(state, GlobalRule.ends))


def is_beaten(state: State, side: int) -> bool:
    """Return whether a side has no model with TV on the table, embarked, or in reserve (R39)."""
    return next(fighting(state, side), None) is None


def fighting(state: State, side: int) -> Iterator[Model]:
    """Yield the models that keep a side from being beaten."""
    may_arrive = state.turn < state.scenario.turns
    return (
        model for model in state.models.values()
        if model.side == side and model.is_in_game and model.card.tv and not model.is_drone
        and not is_immobile(state, model)
        and (model.place != RESERVE or may_arrive)
    )  # fmt: skip


def game_begins(game: Game) -> Procedure[None]:
    """Run what the rules of the scenario do before the first turn."""
    for clause in global_rules_with(game.state, GlobalRule.game_begins):
        yield from clause.game_begins(game)


def prepare(game: Game, number: int) -> Procedure[None]:
    """Run one turn of a setup that a rule asks of both sides before the first turn."""
    clause = global_rules_with(game.state, GlobalRule.before_deployment)[number]
    if (yield from clause.before_deployment(game)):
        game.state.agenda.append(["prepare", number])


# --- Score ---


@frozen
class GameScore:
    """The score of a game."""

    scores: tuple[Score, Score]
    """The points of side 0 and of side 1."""
    reasons: list[str]
    """What the Objective Points are for."""


def objective_points(state: State, victory: tuple[float, float]) -> tuple[tuple[float, float], list[str]]:
    """Return the Objective Points of both sides, and what they are for."""
    points, reasons = [0.0, 0.0], []
    for clause in global_rules_with(state, GlobalRule.awards):
        for award in clause.awards(state, victory):
            points[award.side] += award.points
            reasons.append(f"side {award.side}: {award.points} for {award.why}")
    return (points[0], points[1]), reasons


def current_score(state: State) -> GameScore:
    """Return the points of both sides if the game ended now, and what the Objective Points are for."""
    victory = (victory_points(state, 0), victory_points(state, 1))
    objective, reasons = objective_points(state, victory)
    return GameScore((Score(objective[0], victory[0]), Score(objective[1], victory[1])), reasons)


def score(game: Game) -> None:
    """Count the points of both sides and end the game by Objective Points, then Victory Points, else with a draw."""
    state = game.state
    for model in state.models.values():
        show_hardpoints(game, model)
    points = current_score(state)
    state.scores = points.scores
    objectives = progress(state) if game.log is not None else ()
    for side in (0, 1):
        objective, victory = state.scores[side]
        scores = tuple(_objective_score(objective, side) for objective in objectives) or None
        game.log_event(
            Scored(side=side, objective=objective, victory=victory, parts=tuple(points.reasons), objectives=scores)
        )
    first, second = state.scores
    state.winner = None if first == second else int(second > first)
    state.over = True
    game.log_event(Ended(winner=state.winner, turns=state.turn))


def _objective_score(objective: ObjectiveProgress, side: int) -> ObjectiveScored:
    """Return the score of one objective for a side, for the event."""
    own, other = objective.shares[side], objective.shares[1 - side]
    return ObjectiveScored(
        objective=objective.title, points=own.earned, amount=own.amount, other=other.amount, turn=objective.turn or None
    )


# --- Objectives ---


@frozen
class ObjectiveShare:
    """What an objective is worth to one side."""

    amount: float | None
    """The amount that counts for it, or None if it counts no amount."""
    earned: int
    """The points for it if the game ended now."""
    eligible: bool
    """Whether this side can earn the objective at all."""
    open: bool
    """Whether this side can still win or lose the points."""
    words: str
    """The score in a few words, or ""."""


@frozen
class ObjectiveProgress:
    """The current score of one objective."""

    title: str
    """What the points are for."""
    points: int
    role: str
    """The role that alone can earn the points, or "" for both sides."""
    turn: int
    """The turn in whose End Phase it is counted, or 0 for the last turn."""
    unit: str
    """The unit of the amounts, or "" for plain numbers."""
    settled: bool
    """Whether the objective is decided for good."""
    shares: tuple[ObjectiveShare, ObjectiveShare]
    """Of side 0 and of side 1."""
    of_victory: bool = False
    """Whether Victory Points decide it."""
    short: str = ""
    """A shorter title."""
    missed: bool = False
    """Whether the game started after its turn, so that no side can earn it."""


def progress(state: State) -> tuple[ObjectiveProgress, ...]:
    """Return every objective of the game. The points add up to those of `current_score`."""
    victory = victory_points(state, 0), victory_points(state, 1)
    return tuple(
        objective for clause in global_rules_with(state, GlobalRule.awards)
        for objective in (
            [_objective_progress(state, clause, victory)] if isinstance(clause, Objective)
            else map(_award_progress, clause.awards(state, victory))
        )
    )  # fmt: skip


def _award_progress(award: Award) -> ObjectiveProgress:
    """Return the progress of a rule that isn't an objective: it counts once it gives points."""
    shares = [ObjectiveShare(None, award.points if side == award.side else 0, True, False, "") for side in (0, 1)]
    return ObjectiveProgress(award.why, award.points, "", 0, "", False, (shares[0], shares[1]), short=award.why)


def _objective_progress(state: State, objective: Objective, victory: Points) -> ObjectiveProgress:
    earned, amounts = [0, 0], objective.amounts(state, victory)
    for award in objective.awards(state, victory):
        earned[award.side] += award.points
    shares = _share(state, objective, 0, amounts, earned[0]), _share(state, objective, 1, amounts, earned[1])
    turn, missed = (objective.turn, objective.missed(state)) if isinstance(objective, Counting) else (0, False)
    settled = state.over or objective.settled(state)
    return ObjectiveProgress(
        objective.title, objective.points, objective.role, turn, objective.unit, settled, shares,
        objective.of_victory, objective.short, missed,
    )  # fmt: skip


def _share(state: State, objective: Objective, side: int, amounts: Points | None, earned: int) -> ObjectiveShare:
    eligible, settled = has_role(state, side, objective.role), state.over or objective.settled(state)
    is_open = eligible and not settled and objective.within_reach(state, side)
    if amounts is None:
        return ObjectiveShare(None, earned, eligible, is_open, "")
    return ObjectiveShare(amounts[side], earned, eligible, is_open, objective.stands(amounts[side], amounts[1 - side]))


# --- Steps ---

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
    DRONE_COMMAND_STEP: command_drones,
    "resume": resume,
    "end phase": end_phase,
}
"""The steps of the agenda by name, except those of scenario rules."""


def run(game: Game, name: str, *arguments: Any) -> Procedure[Any]:
    """Return the procedure of a step of the agenda, from the sequence or from a scenario rule."""
    if name in STEPS:
        return STEPS[name](game, *arguments)
    return rulebook(game.state).steps[name].deployment_ends(game)
