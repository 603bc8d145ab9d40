"""The sequence of a game: turns and their phases, as steps of the agenda (v1.2.4 Sequence)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from jovian.game import NEUTRAL, RESERVE, Game, Model, Procedure, State
from jovian.game.events import InitiativeWon, PhaseBegan
from jovian.rules.actions.generic.drone_command import STEP
from jovian.rules.facts.marking import restore
from jovian.rules.facts.rolls import one_die
from jovian.rules.firing.explosion import empty_queue
from jovian.rules.harm.catastrophe import catastrophe
from jovian.rules.places.obstacles import moored
from jovian.rules.rulebook.clause import Clause
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.hooks.games import BEGINNING
from jovian.rules.rulebook.in_force import clauses_with, effects_on
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.scenario.stages import CAPITALS, SQUADRONS
from jovian.rules.scenario.stations import STEP as STATIONS
from jovian.rules.scenario.stations import roll_stations
from jovian.rules.sequence.activation import activate, choose, opening
from jovian.rules.sequence.bringing import deploy, deployment
from jovian.rules.sequence.command import command_drones, resume
from jovian.rules.sequence.layout import lay, lay_out
from jovian.rules.sequence.scoring import score

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
        *([clause.step] for clause in reversed(clauses_with(game.state, Clause.deployment_ends))),
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
    for ship in sorted((each for each in state.on_table() if each.crippled), key=lambda each: order.index(each.side)):
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
    for clause in clauses_with(state, Clause.end_phase_fights):
        yield from clause.end_phase_fights(game)
    for clause in clauses_with(state, Clause.end_phase):
        clause.end_phase(game)
    if is_over(state):
        score(game)
    else:
        state.agenda.append(["turn", state.turn + 1])


def is_over(state: State) -> bool:
    """Has the last turn been played, is a side beaten, or does the scenario end now?"""
    if state.turn >= state.scenario.turns or any(beaten(state, side) for side in (0, 1)):
        return True
    return any(clause.ends(state) for clause in clauses_with(state, Clause.ends))


def beaten(state: State, side: int) -> bool:
    """Has a side nothing with TV left on the table, embarked, or still to arrive (R39)?"""
    return next(fighting(state, side), None) is None


def fighting(state: State, side: int) -> Iterator[Model]:
    """The models that keep a side from being beaten."""
    may_arrive = state.turn < state.scenario.turns
    return (
        model for model in state.models.values()
        if model.side == side and model.alive and model.card.tv and not model.drone and not moored(state, model)
        and (model.place != RESERVE or may_arrive)
    )  # fmt: skip


def game_begins(game: Game) -> Procedure[None]:
    """What the clauses of the game do before its first turn."""
    for clause in clauses_with(game.state, Clause.game_begins):
        yield from clause.game_begins(game)


def prepare(game: Game, number: int) -> Procedure[None]:
    """A go of what a clause has the sides set up before the first turn."""
    clause = clauses_with(game.state, Clause.before_deployment)[number]
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
