"""Leaving play: destroyed, or withdrawn (v1.2.4 States > Destroyed, Withdrawn; Movement > Leaving Play)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from jovian.game import DESTROYED, EMBARKED, TABLE, WITHDRAWN, Game, Model, Refusal, State
from jovian.game.events import LeftPlay
from jovian.rules.facts.formation import close_ranks, mates
from jovian.rules.facts.reveal import reveal
from jovian.rules.places.attached import attached_to, detach, move_to, release
from jovian.rules.places.edges import leaves, set_off
from jovian.rules.places.obstacles import free_place
from jovian.rules.rulebook.clause import Clause
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.in_force import clauses_with, effects_on
from jovian.table import exits


def _leave_play(game: Game, model: Model, place: str) -> None:
    """Take it off the table, what it carries with it; what flies with it goes on alone (R74)."""
    if model.place == TABLE or place == DESTROYED:
        reveal(game, model)
    set_free(game, attached_to(game.state, model))
    if model.place == TABLE and model.host:
        detach(game, model)
    close_ranks(game, model)
    model.place = place
    game.tell_about(model, LeftPlay(model=model.id, how=place))
    for passenger in game.state.models.values():
        if passenger.host == model.id and passenger.place == EMBARKED:
            _leave_play(game, passenger, _fate(game.state, passenger, place))
    if place == DESTROYED:
        for clause in clauses_with(game.state, Clause.destroyed):
            clause.destroyed(game, model)
    else:
        for clause in clauses_with(game.state, Clause.withdrawn):
            clause.withdrawn(game, model)


def refuse_leaving(state: State, model: Model) -> Refusal | None:
    """Why a model may not leave the battle as it is and where it stands; None if it may (R27)."""
    asked = effects_on(state, model, Effect.refuse_leaving)
    refusals = (effect.refuse_leaving(state, model) for effect in asked)
    return next((each for each in refusals if each is not None), None)


def _fate(state: State, model: Model, place: str) -> str:
    """Where a model goes: one that may not leave counts as destroyed (R27)."""
    return DESTROYED if place == WITHDRAWN and refuse_leaving(state, model) is not None else place


def set_free(game: Game, squadrons: Sequence[Model]) -> None:
    """A ship is lost or changes hands: these, in contact with it, are free where they stand, unless that is outside."""
    release(game, squadrons)
    leave_table(game, squadrons)


def outside(state: State, model: Model) -> bool:
    """Does it stand partly off the table, over an edge by which it may leave?"""
    return model.on_table and exits(model.base, model.pose, state.width, state.height) and leaves(state, model)


def leave_table(game: Game, models: Iterable[Model]) -> None:
    """Whoever of these is partly off the table has left play, each by itself, however it got there (R27).

    It is withdrawn, or destroyed if the scenario does not let it go.
    Over the edge of a planet nobody leaves: who sticks over it is set beside it (R26).
    """
    state = game.state
    for model in models:
        if not model.on_table or not exits(model.base, model.pose, state.width, state.height):
            continue
        if leaves(state, model):
            _leave_play(game, model, _fate(state, model, WITHDRAWN))
        else:
            beside = set_off(state, model)
            move_to(game, model, free_place(state, beside) or beside.pose, "overlap")


def destroy(game: Game, model: Model) -> None:
    """Take a model off the table for good."""
    _leave_play(game, model, DESTROYED)


def withdraw(game: Game, model: Model) -> None:
    """Take a model out of the battle, with what it carries and the rest of its formation."""
    others = mates(game.state, model)
    _leave_play(game, model, WITHDRAWN)
    for other in others:
        _leave_play(game, other, WITHDRAWN)
