"""Launching from the ship that carries the model (v1.2.4 Action > Launch)."""

from __future__ import annotations

from collections.abc import Iterator

from jovian.game import Game, Model, Procedure, Refusal, State
from jovian.game.answers import Launch
from jovian.rules.close_combat import interception
from jovian.rules.close_combat.reactions import react, standing
from jovian.rules.facts import formation
from jovian.rules.firing import autofire
from jovian.rules.harm import unloading
from jovian.rules.rulebook.in_force import launched, take_along
from jovian.rules.rulebook.order import Order
from jovian.rules.squadrons import hangers, taking_off
from jovian.table import Pose


class LaunchOrder(Order[Launch]):
    """Leave the ship that carries it, alone or as a formation."""

    __slots__ = ()

    answer = Launch
    label = "Launch"
    summary = "Sets it down beside the ship that carries it."
    drawn = True
    aboard = True

    def refuse(self, state: State, model: Model, answer: Launch) -> Refusal | None:
        """Beside the ship, on nothing; partners of a formation from the same ship."""
        if not answer.partners:
            refusal = hangers.refuse_launch(state, model, (answer.pose,))
            return None if refusal is None or _forced(state, model, answer.pose) else refusal
        group = [state.models.get(ident) for ident in answer.partners]
        others = [each for each in group if each is not None and each.host == model.host and each.aboard]
        if len(others) != len(answer.partners) or any(each.activated for each in others):
            return Refusal("Its formation must wait aboard the same ship.", formation.PLACE)
        reason = formation.refuse_formation(model, others)
        refusal = Refusal(reason, formation.PLACE) if reason else taking_off.refuse_sharing(state, model, others)
        if refusal is not None or _spots(state, model, answer.pose, len(others)):
            return refusal
        return Refusal("There is no room for the formation there.", hangers.LAUNCH)

    def perform(self, game: Game, model: Model, answer: Launch) -> Procedure[None]:
        """Set it down; enemies that it comes within reach of may intercept it."""
        state, act = game.state, game.state.activation
        assert act is not None
        spots = _spots(state, model, answer.pose, len(answer.partners)) if answer.partners else ()
        group = [model, *(state.models[ident] for ident in answer.partners)]
        act.launched = True
        ship = state.models[model.host]
        if not act.landed:
            act.start = ship.pose[:2]
        for each, pose in zip(group, (answer.pose, *spots), strict=True):
            unloading.set_down(game, each, pose)
            launched(game, each, ship)
            each.activated = True
        if answer.partners:
            formation.form(game, group)
            taking_off.share(game, model, group[1:])
        for each in group:
            yield from take_along(game, each, ship)
        shots = [(each, shot) for each in group for shot in autofire.guns_near(state, each)]
        yield from react(game, model, standing(model, shots, interception.interceptors_near(state, model)))

    def choices(self, state: State, model: Model) -> Iterator[Launch]:
        """Places ahead of the ship and about it; with a partner where one waits."""
        partners = [
            other.id for other in state.models.values()
            if model.aboard and other.host == model.host and other.aboard and other.id != model.id
            and other.card.key == model.card.key and not other.activated
        ] if formation.forms_up(model) else []  # fmt: skip
        for pose in hangers.launch_spots(state, model) if model.aboard else ():
            yield Launch(*pose)
            if partners:
                yield Launch(*pose, (partners[0],))


def _forced(state: State, model: Model, pose: Pose) -> bool:
    """Is it the nearest free place, and every other refused (R28)?"""
    spots = list(hangers.launch_spots(state, model)) if model.aboard else []
    act = state.activation
    return len(spots) == 1 and spots[0] == pose and not (act is not None and act.launched)


def _spots(state: State, model: Model, at: Pose, count: int) -> tuple[Pose, ...]:
    """Where so many others of its formation are set down, () without room."""
    for spots in formation.places(model, at, count):
        if hangers.refuse_launch(state, model, (at, *spots)) is None:
            return spots
    return ()
