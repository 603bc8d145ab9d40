"""What is aboard a ship, and where it goes when that launches it or is lost (v1.2.4 Action > Launch; R28, R70)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import cast

from jovian.game import EMBARKED, TABLE, Answer, Decision, Game, Model, Option, Procedure, Refusal, State
from jovian.game.answers import PlaceAt
from jovian.game.pointing import PointRing, pointed_bases
from jovian.rules.facts.reveal import reveal
from jovian.rules.places.contact import contacts
from jovian.rules.places.obstacles import free_place
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.hooks.models import LaunchReach
from jovian.rules.rulebook.in_force import effects_on, launched
from jovian.table import TOLERANCE, Pose, distance, exits, touches

UNLOAD = "v1.2.4 Damage > Embarked on a Dead Ship"
BESIDE = 1.0
"""Inches from a ship within which it launches without help."""


def aboard(state: State, ship: Model) -> list[Model]:
    """The models directly aboard a ship."""
    return [model for model in state.models.values() if model.host == ship.id and model.place == EMBARKED]


def launch_reach(state: State, ship: Model) -> LaunchReach:
    """Inches within which a ship launches now."""
    reach = LaunchReach(BESIDE)
    for effect in effects_on(state, ship, Effect.launches):
        reach = effect.launches(ship, reach)
    return reach


def spots_about(state: State, ship: Model, model: Model) -> Iterator[Pose]:
    """Places about a ship where it might put a model, ahead first."""
    reach, fore = launch_reach(state, ship)
    half = ship.base.length / 2 + model.base.length / 2
    if fore:
        ahead = ship.pose.advanced(half + fore - 0.1)
        yield Pose(round(ahead.x, 3), round(ahead.y, 3), ship.pose.heading)
    for turned in range(0, 360, 30):
        out = ship.pose.turned(turned)
        for inches in (reach + half * 0.75, reach + half - 0.15, reach * 0.5 + half):
            spot = out.advanced(inches)
            yield Pose(round(spot.x, 3), round(spot.y, 3), ship.pose.heading)


def forced_spot(state: State, model: Model, ship: Model) -> Pose | None:
    """The nearest free place beside the ship (R28)."""
    goal = free_place(state, model.at(ship.pose), [(ship.base, ship.pose)])
    return None if goal is None else Pose(round(goal.x, 3) + 0.0, round(goal.y, 3) + 0.0, goal.heading)


def set_down(game: Game, model: Model, pose: Pose, cause: str = "launch") -> None:
    """Put an embarked model on the table; its card is public from then on."""
    reveal(game, model)
    model.place, model.host, model.pose = TABLE, "", pose.rounded()
    game.tell_move(model, [model.pose], cause)


class Disembark(Decision):
    """Where a model goes that a lost ship sets free: within an inch of it, by its owner's choice (R28, R70)."""

    kind = "unload"
    answers = (PlaceAt,)
    __slots__ = ("ship", "state")

    def __init__(self, state: State, model: Model, ship: Model, place: str = UNLOAD) -> None:
        super().__init__(model.side, f"{model.name} leaves {ship.name}: where to?", place, subject=model.id)
        self.state = state
        self.ship = ship.id

    def on(self, state: State) -> Disembark:
        """The same question over a view."""
        return Disembark(state, state.models[self.subject], state.models[self.ship], self.cited)

    def judge(self, answer: Answer) -> Refusal | None:
        """Within an inch of the ship and on nothing, or the nearest free place."""
        model, ship = self.state.models[self.subject], self.state.models[self.ship]
        pose = cast(PlaceAt, answer).pose
        refusal = refuse_beside(self.state, model.at(pose), ship, self.cited)
        return None if refusal is None or pose == forced_spot(self.state, model, ship) else refusal

    def default(self) -> PlaceAt:
        """The first free place about the ship, else the nearest of all."""
        return next(self.options()).answer

    def sample(self, rng: Random) -> PlaceAt:
        """A random one of its options."""
        found = [option.answer for option in self.options()]
        return found[int(rng.random() * len(found))]

    def options(self) -> Iterator[Option[PlaceAt]]:
        """Places about the ship, and the nearest free one."""
        model, ship = self.state.models[self.subject], self.state.models[self.ship]
        for pose in spots_about(self.state, ship, model):
            if refuse_beside(self.state, model.at(pose), ship) is None:
                yield Option(PlaceAt(pose.x + 0.0, pose.y + 0.0, pose.heading), "Here")
        goal = forced_spot(self.state, model, ship)
        if goal is not None:
            yield Option(PlaceAt(*goal), "The nearest free place")


def refuse_beside(state: State, model: Model, ship: Model, place: str = UNLOAD) -> Refusal | None:
    """Why a model may not be set down at the pose that it has here, beside what sets it free; None if it may."""
    base, pose, touched = model.base, model.pose, contacts(state, model)
    if touched or touches(base, pose, ship.base, ship.pose) or exits(base, pose, state.width, state.height):
        return Refusal("There is no free place on the table.", place, pointed_bases(touched))
    if distance(base, pose, ship.base, ship.pose) <= BESIDE + TOLERANCE:
        return None
    return Refusal(f'It must be within 1" of {ship.name}.', place, (PointRing(ship.pose[:2], BESIDE),))


def disembark(game: Game, ship: Model) -> Procedure[None]:
    """Put what is directly aboard on the table, with theirs aboard; what finds no place at all stays and is lost."""
    for model in aboard(game.state, ship):
        yield from turn_out(game, model, ship)


def turn_out(game: Game, model: Model, ship: Model, why: str = UNLOAD) -> Procedure[None]:
    """Put one model from aboard on the table, where its owner says; it stays where there is no place at all."""
    reveal(game, model)
    if forced_spot(game.state, model, ship) is not None:
        place = cast(PlaceAt, (yield Disembark(game.state, model, ship, why)))
        set_down(game, model, place.pose)
        launched(game, model, ship, forced=True)
