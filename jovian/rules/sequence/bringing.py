"""How models come to the table: one placement after the other, until both sides are done (v1.2.4 Sequence)."""

from __future__ import annotations

from jovian.game import TABLE, Answer, Game, Model, Procedure, State
from jovian.game.answers import Decline, Embark, Place, PlaceEscort
from jovian.game.events import Declined
from jovian.rules.facts import formation
from jovian.rules.facts.reveal import reveal
from jovian.rules.places.attached import Escorting, attach
from jovian.rules.places.berths import formation_spots
from jovian.rules.rulebook.clause import Clause
from jovian.rules.rulebook.in_force import clauses_with
from jovian.rules.scenario.stages import note_brought, stage_now
from jovian.rules.sequence.deployment import Deploy, came, eligible
from jovian.rules.squadrons.hangers import stow
from jovian.table import Pose


def deployment(game: Game, stage: str) -> Procedure[None]:
    """Open one part of the phase: the side with initiative begins."""
    state = game.state
    state.stage = stage
    state.side_to_go = state.initiative
    state.declined = (False, False)
    state.agenda.append(["deploy"])
    return
    yield


def deploy(game: Game) -> Procedure[None]:
    """One placement, then it is the other side's go, until both have declined or brought what they must."""
    state = game.state
    side, stage = state.side_to_go, stage_now(state)
    if not state.declined[side]:
        if not eligible(state, side):
            _decline(game, side)
        else:
            answer = yield Deploy(state, side)
            if isinstance(answer, Decline):
                _decline(game, side)
            else:
                _bring(game, answer)
                if stage.each and came(state, side) >= stage.each:
                    _finish(state, side)
    if not state.declined[1 - side] and (state.declined[side] or not stage.each):
        state.side_to_go = 1 - side
    if not all(state.declined):
        state.agenda.append(["deploy"])


def _bring(game: Game, answer: Answer) -> None:
    """Carry out an answer that brings a model."""
    models = game.state.models
    match answer:
        case Embark(ident, ship):
            stow(game, models[ident], models[ship])
            deployed(game, models[ident])
        case PlaceEscort(ident, ship):
            place(game, models[ident], answer.pose)
            attach(game, models[ident], models[ship], Escorting)
        case Place(ident):
            _bring_group(game, models[ident], answer.pose, [models[each] for each in answer.partners])


def _bring_group(game: Game, leader: Model, pose: Pose, partners: list[Model]) -> None:
    """Place a model, with others as its formation about it."""
    spots = formation_spots(game.state, leader, pose, len(partners)) if partners else ()
    for each, spot in zip((leader, *partners), (pose, *spots), strict=True):
        place(game, each, spot)
    if partners:
        formation.form(game, [leader, *partners])


def _decline(game: Game, side: int) -> None:
    _finish(game.state, side)
    if stage_now(game.state).hold:
        game.tell(Declined(side=side, what="deployment"))


def _finish(state: State, side: int) -> None:
    """A side brings no more in this part of the phase."""
    state.declined = (True, state.declined[1]) if side == 0 else (state.declined[0], True)


def place(game: Game, model: Model, pose: Pose) -> None:
    """Put a model on the table; its card becomes public."""
    reveal(game, model)
    model.place = TABLE
    model.pose = pose.rounded()
    game.tell_move(model, [model.pose], "deployment")
    note_brought(game, model)
    deployed(game, model)


def deployed(game: Game, model: Model) -> None:
    """Let the clauses know that a model has come."""
    for clause in clauses_with(game.state, Clause.deployed):
        clause.deployed(game, model)
