"""What shots have been found to be worth in a game, kept as long as nothing that counts in them has changed.

A shot of guns hangs on who fires and who is fired at, and on how the one lies to the other; missiles hang on all who
stand about their target too. What is kept is found by all of that, so that it is the same as if reckoned anew.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache

from jovian.cards import UnitCard
from jovian.game import CacheKey, Model, State
from jovian.players.judgment.combat.salvos import Blow
from jovian.rules.shooting.shot import Regard

Worth = tuple[float, float]
"""TV that a shot is expected to take, and the share of its target's value that this is."""


class Known:
    """What is known of the shots of one game while its turn, its terrain and what it remembers stay as they are."""

    def __init__(self, scene: tuple[object, ...]) -> None:
        self.scene = scene
        self.shots: dict[Hashable, Worth | None] = {}
        """By who fires at whom, how, and, where that counts, among whom; None for what cannot be fired so."""
        self.fights: dict[Hashable, dict[Hashable, Worth]] = {}
        """By who fights whom, then by plan: the share of its value that guns take, and the chance that they kill."""
        self.reaches: dict[Hashable, list[float]] = {}
        """How far the guns of one reach at another."""
        self.sensed: dict[Hashable, float] = {}
        """How far the Sensors of one reach at another."""
        self.blows: dict[Hashable, list[Blow]] = {}
        """What the guns of one may do to another, by which of them at which range, by arcs, cover and crowd."""
        self.groups: dict[Hashable, tuple[str, ...]] = {}
        """Which weapons fire as one with another."""
        self._regards: tuple[int, dict[str, Regard]] = -1, {}
        """What counts in targets wherever they are fired at from, by the number of the crowd that they stand in."""
        self._numbers: dict[Hashable, int] = {}
        self._cards: dict[int, UnitCard] = {}
        """Held, since the number by which a card is known is its own only as long as it lives."""

    def model(self, model: Model, stands: bool = False) -> int:
        """A number for a model with its marks and states; another one wherever it `stands` elsewhere."""
        card = model.card
        self._cards[id(card)] = card
        facts = (
            model.id, id(card), model.side, model.place, model.base, model.public, model.host, model.formation,
            model.pinned_by, model.damaged, model.cargo, model.loads, model.stock_used, tuple(model.marks.items()),
            tuple(model.states.items()), model.pose if stands else None,
        )  # fmt: skip
        return self._numbers.setdefault(facts, len(self._numbers))

    def crowd(self, view: State) -> int:
        """A number for all models as they stand."""
        crowd = tuple([self.model(each, stands=True) for each in view.models.values()])
        return self._numbers.setdefault(crowd, len(self._numbers))

    def regards(self, view: State) -> dict[str, Regard]:
        """What has been found to count in targets as all models stand, by id: to be looked up and added to."""
        crowd = self.crowd(view)
        if self._regards[0] != crowd:
            self._regards = crowd, {}
        return self._regards[1]


@lru_cache(maxsize=32)
def _of_game(key: CacheKey) -> list[Known]:
    """Return what was known last in the game of that key, [] or one."""
    return []


def known_of(view: State) -> Known:
    """What is known in the game of a view as it is now."""
    act, last = view.activation, _of_game(view.cache_key)
    avoided = act.avoided if act is not None else ()
    scene = view.rulebook, view.turn, view.notes.copy(), list(view.terrain.values()), avoided
    if not last or last[0].scene != scene:
        last[:] = [Known(scene)]
    return last[0]
