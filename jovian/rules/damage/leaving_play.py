"""Models that leave play: destroyed, withdrawn, or off the table, with all that is aboard them.

In this order: what takes a model out of play, the pieces that dead ships leave, and where embarked models go (v1.2.4
Damage, R27, R28, R70, R74).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import cast

from jovian.frozen import frozen
from jovian.game import (
    DESTROYED,
    EMBARKED,
    TABLE,
    WITHDRAWN,
    Answer,
    Decision,
    Game,
    Model,
    Option,
    Procedure,
    Refusal,
    State,
    Terrain,
)
from jovian.game.answers import PlaceAt
from jovian.game.decision import PointRing
from jovian.game.events import LeftPlay, Placed
from jovian.rules.basics.formation import other_formation_members, reform_after_loss
from jovian.rules.basics.model import reveal, system_left
from jovian.rules.placement.attached import attached_to, detach, move_to, release
from jovian.rules.placement.legal_places import refuse_placement
from jovian.rules.placement.move_limits import free_place, may_leave_here, moved_off_planets
from jovian.rules.rulebook.active_effects import effects_on, global_rules_with, notify_launched
from jovian.rules.rulebook.effect import Effect, Fired, LaunchReach
from jovian.rules.rulebook.global_rule import GlobalRule
from jovian.rules.traits.model_traits import Deck
from jovian.table import TOLERANCE, Pose, Shape, distance, extends_off_table

# --- Leaving play ---


def destroy(game: Game, model: Model) -> None:
    """Take a model off the table for good."""
    _leave_play(game, model, DESTROYED)


def withdraw(game: Game, model: Model) -> None:
    """Take a model out of the battle, with all it carries and the rest of its formation."""
    others = other_formation_members(game.state, model)
    _leave_play(game, model, WITHDRAWN)
    for other in others:
        _leave_play(game, other, WITHDRAWN)


def _leave_play(game: Game, model: Model, place: str) -> None:
    """Take a model and all it carries out of play. Attached squadrons continue alone (R74)."""
    if model.place == TABLE or place == DESTROYED:
        reveal(game, model)
    set_free(game, attached_to(game.state, model))
    if model.place == TABLE and model.host:
        detach(game, model)
    reform_after_loss(game, model)
    model.place = place
    game.log_model_event(model, LeftPlay(model=model.id, how=place))
    for passenger in game.state.models.values():
        if passenger.host == model.id and passenger.place == EMBARKED:
            _leave_play(game, passenger, _exit_place(game.state, passenger, place))
    if place == DESTROYED:
        for rule in global_rules_with(game.state, GlobalRule.destroyed):
            rule.destroyed(game, model)
    else:
        for rule in global_rules_with(game.state, GlobalRule.withdrawn):
            rule.withdrawn(game, model)


def refuse_leaving(state: State, model: Model) -> Refusal | None:
    """Return why a model may not leave the battle now, None if it may (R27)."""
    effects = effects_on(state, model, Effect.refuse_leaving)
    refusals = (effect.refuse_leaving(state, model) for effect in effects)
    return next((refusal for refusal in refusals if refusal is not None), None)


def _exit_place(state: State, model: Model, place: str) -> str:
    """Return the place a model goes to. A model that may not leave counts as destroyed (R27)."""
    return DESTROYED if place == WITHDRAWN and refuse_leaving(state, model) is not None else place


def set_free(game: Game, squadrons: Sequence[Model]) -> None:
    """Detach squadrons from a ship that is lost or captured. Those partly off the table leave play."""
    release(game, squadrons)
    leave_table(game, squadrons)


def is_leaving_table(state: State, model: Model) -> bool:
    """Return whether a model is partly off the table, over an edge where it may leave."""
    return (
        model.is_on_table
        and extends_off_table(model.base, model.pose, state.width, state.height)
        and may_leave_here(state, model)
    )


def leave_table(game: Game, models: Iterable[Model]) -> None:
    """Take models partly off the table out of play, every model by itself (R27).

    A model is withdrawn, or destroyed if the scenario forbids leaving. A model over a planet's edge is placed next to
    the planet instead (R26).
    """
    state = game.state
    for model in models:
        if not model.is_on_table or not extends_off_table(model.base, model.pose, state.width, state.height):
            continue
        if may_leave_here(state, model):
            _leave_play(game, model, _exit_place(state, model, WITHDRAWN))
        else:
            moved_model = moved_off_planets(state, model)
            move_to(game, model, free_place(state, moved_model) or moved_model.pose, "overlap")


# --- Templates ---


@frozen
class Template:
    """A piece of terrain that the game can add."""

    kind: str
    """The kind of terrain."""
    shape: Shape


WRECK = Template("wreck", Shape.circle(1.0))
DEBRIS = Template("debris-field", Shape.circle(4.0))
SWARM = Template("decoy-swarm", Shape.circle(4.0))


def add_template(game: Game, template: Template, pose: Pose, cause: str) -> None:
    """Add a piece of terrain to the table and log it."""
    state, kind = game.state, template.kind
    state.serial += 1
    piece_id = f"{kind}-{state.serial}"
    state.terrain[piece_id] = Terrain(piece_id, kind, pose.rounded(), (template.shape,))
    game.log_event(Placed(model=piece_id, start=None, to=pose, path=(pose,), cause=cause, inches=0.0, kind=kind))


# --- Embarked models ---

UNLOAD = "v1.2.4 Damage > Embarked on a Dead Ship"
LAUNCH_RANGE = 1.0
"""Inches from a ship within which it launches without help."""


def models_aboard(state: State, ship: Model) -> list[Model]:
    """Return the models directly aboard a ship, without those aboard them."""
    return [model for model in state.models.values() if model.host == ship.id and model.place == EMBARKED]


def launch_reach(state: State, ship: Model) -> LaunchReach:
    """Return the inches within which a ship can launch now."""
    reach = LaunchReach(LAUNCH_RANGE)
    for deck in effects_on(state, ship, Deck):
        if system_left(ship, deck.name) > 0:
            reach = LaunchReach(max(reach.around, deck.reach.around), max(reach.fore, deck.reach.fore))
    return reach


def spots_for_launch(state: State, ship: Model, model: Model) -> Iterator[Pose]:
    """Yield places around a ship where it might put a model, ahead first."""
    reach, fore = launch_reach(state, ship)
    half = ship.base.length / 2 + model.base.length / 2
    if fore:
        ahead = ship.pose.advanced(half + fore - 0.1)
        yield Pose(round(ahead.x, 3), round(ahead.y, 3), ship.pose.heading)
    for degrees in range(0, 360, 30):
        direction = ship.pose.turned(degrees)
        for inches in (reach + half * 0.75, reach + half - 0.15, reach * 0.5 + half):
            spot = direction.advanced(inches)
            yield Pose(round(spot.x, 3), round(spot.y, 3), ship.pose.heading)


def forced_spot(state: State, model: Model, ship: Model) -> Pose | None:
    """Return the nearest free place next to the ship, None if there is none (R28)."""
    spot = free_place(state, model.at(ship.pose), [(ship.base, ship.pose)])
    return None if spot is None else Pose(round(spot.x, 3) + 0.0, round(spot.y, 3) + 0.0, spot.heading)


def set_down(game: Game, model: Model, pose: Pose, cause: str = "launch") -> None:
    """Put an embarked model on the table and reveal its card."""
    reveal(game, model)
    model.place, model.host, model.pose = TABLE, "", pose.rounded()
    game.tell_move(model, [model.pose], cause)


class Disembark(Decision):
    """The owner places a model that a lost ship releases, within 1 inch of the ship (R28, R70)."""

    kind = "unload"
    answers = (PlaceAt,)
    __slots__ = ("ship", "state")

    def __init__(self, state: State, model: Model, ship: Model, place: str = UNLOAD) -> None:
        super().__init__(model.side, f"Place {model.name} next to {ship.name}", place, subject=model.id)
        self.state = state
        self.ship = ship.id

    def on(self, state: State) -> Disembark:
        return Disembark(state, state.models[self.subject], state.models[self.ship], self.cited)

    def judge(self, answer: Answer) -> Refusal | None:
        """Accept a place within 1 inch of the ship, or the nearest free place."""
        model, ship = self.state.models[self.subject], self.state.models[self.ship]
        pose = cast(PlaceAt, answer).pose
        refusal = _refuse_landing(self.state, model.at(pose), ship, self.cited)
        return None if refusal is None or pose == forced_spot(self.state, model, ship) else refusal

    def default(self) -> PlaceAt:
        return next(self.options()).answer

    def sample(self, rng: Random) -> PlaceAt:
        answers = [option.answer for option in self.options()]
        return answers[int(rng.random() * len(answers))]

    def options(self) -> Iterator[Option[PlaceAt]]:
        """Yield places around the ship, then the nearest free one."""
        model, ship = self.state.models[self.subject], self.state.models[self.ship]
        for pose in spots_for_launch(self.state, ship, model):
            if _refuse_landing(self.state, model.at(pose), ship) is None:
                yield Option(PlaceAt(pose.x + 0.0, pose.y + 0.0, pose.heading), "Here")
        spot = forced_spot(self.state, model, ship)
        if spot is not None:
            yield Option(PlaceAt(*spot), "The nearest free place")


def _refuse_landing(state: State, model: Model, ship: Model, place: str = UNLOAD) -> Refusal | None:
    """Return why a model may not be placed at its pose next to the ship, None if it may."""
    refusal = refuse_placement(state, model, place, ship)
    if refusal is not None or distance(model.base, model.pose, ship.base, ship.pose) <= LAUNCH_RANGE + TOLERANCE:
        return refusal
    return Refusal(f'{model.name} must be within 1" of {ship.name}.', place, (PointRing(ship.pose[:2], LAUNCH_RANGE),))


def disembark(game: Game, ship: Model) -> Procedure[None]:
    """Put the models aboard on the table, with all they carry. Models without a free place stay aboard."""
    for model in models_aboard(game.state, ship):
        yield from unload_model(game, model, ship)


def unload_model(game: Game, model: Model, ship: Model, why: str = UNLOAD) -> Procedure[None]:
    """Put one model from aboard on the table where its owner chooses. It stays aboard if there is no free place."""
    reveal(game, model)
    if forced_spot(game.state, model, ship) is not None:
        place = cast(PlaceAt, (yield Disembark(game.state, model, ship, why)))
        set_down(game, model, place.pose)
        notify_launched(game, model, ship)


# --- Self Destruct ---


class SelfDestruct(Effect, trait="Self Destruct", tests="rules/test_damage_traits"):
    """A model that its own first attack or action destroys."""

    __slots__ = ()

    def after_attack(self, game: Game, model: Model, fired: Fired) -> Procedure[None]:
        """Destroy the model (R50)."""
        destroy(game, model)
        return
        yield
