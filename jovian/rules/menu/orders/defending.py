"""Point Defense at every enemy squadron in range, by guns or a CMM missile (v1.2.4 Weapons > Point Defense, R64)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from jovian.game import Game, Model, Option, Procedure, Refusal, State
from jovian.game.answers import Defend
from jovian.rules.actions.volley import free_mounts
from jovian.rules.facts.unprinted import POINT_DEFENSE_GUNS
from jovian.rules.firing.attack import defend, defenses, stand_in
from jovian.rules.menu.orders.attacking import refuse_weapons
from jovian.rules.rulebook.order import Order
from jovian.rules.shooting.shot import POINT_DEFENSE
from jovian.table import Pose

PLACE = "v1.2.4 Weapons > Point Defense"


class DefendOrder(Order[Defend]):
    """The order to fire Point Defense at every enemy squadron in range at once."""

    __slots__ = ()

    answer = Defend
    label = POINT_DEFENSE_GUNS
    summary = "Fires at every enemy squadron in range, for one Fire Control."
    usual = True

    def refuse(self, state: State, model: Model, answer: Defend) -> Refusal | None:
        """A ship's guns, or a missile that may stand in, with somebody in range."""
        mount = _mount(answer)
        if not model.capital:
            return Refusal("Only capital ships have Point Defense.", PLACE)
        refusal = refuse_weapons(state, model, (mount,))
        if refusal is not None:
            return refusal
        if mount != POINT_DEFENSE and stand_in(state, model, mount) is None:
            return Refusal("Only Point Defense and CMM missiles defend so.", "v1.2.4 Traits > Weapon Traits > CMM")
        if defenses(state, model, mount):
            return None
        return Refusal("No enemy squadron is within its own Signature.", PLACE)

    def perform(self, game: Game, model: Model, answer: Defend) -> Procedure[None]:
        """Fire at each enemy squadron in range."""
        yield from defend(game, model, _mount(answer))

    def choices(self, state: State, model: Model) -> Iterator[Defend]:
        """Each missile that may, then the guns."""
        for ident in clusters(state, model):
            yield Defend(ident)
        yield Defend()

    def options(self, state: State, model: Model) -> Iterator[Option[Defend]]:
        """Those with somebody in range."""
        for answer in self.choices(state, model):
            if self.refuse(state, model, answer) is None:
                yield Option(answer, self.label if answer.mount is None else "Point Defense with CMM")

    def sample(self, state: State, model: Model, rng: Random, goal: Pose | None = None) -> Defend:
        """The guns, or half the time the first missile that may."""
        able = clusters(state, model)
        return Defend(able[0]) if able and rng.random() < 0.5 else Defend()


def _mount(answer: Defend) -> str:
    """What it defends with: the ship's guns, if no missile is named."""
    return POINT_DEFENSE if answer.mount is None else answer.mount


def clusters(state: State, model: Model) -> list[str]:
    """The unused mounts of CMM missiles, which may defend."""
    return [ident for ident in free_mounts(state, model) if stand_in(state, model, ident) is not None]
