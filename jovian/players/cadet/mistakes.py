"""The mistakes of a cadet: plain ones, such as a newcomer makes, and none that is absurd.

They depend on its seed, the turn and the model alone, so that one seed plays one game, and an activation is of a piece:
whoever overlooks the way to the left overlooks it until the activation ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from random import Random

from jovian.game import Model, State
from jovian.players.ensign.attention import Attention, Weighed
from jovian.players.judgment.combat.salvos import Salvo

HASTY = 0.5
"""How often the next to activate is just anybody."""
SEEN = 0.15
"""The share of ways that are looked at."""
CARELESS = 0.6
"""How often the shots from an end count twice, and so its dangers little."""
ABSURD = 15.0
"""TV that a way may be worse than the best, seen or not."""
SECOND = 0.6
"""How often the best attack is not the one that is made."""
GOOD = 0.3
"""The share of the best attack's worth that another must have."""
FORGOTTEN = 0.5
"""How often nothing is declared."""
SATISFIED = 0.75
"""How often one attack is thought to be all."""


class Mistakes(Attention):
    """What a cadet of a seed takes instead of the best."""

    wanders = True

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def model(self, view: State, weighed: Sequence[tuple[Model, float]]) -> Model:
        """Now and then just anybody."""
        rng = self._moment(view, "hasty", str(len(weighed)))
        return rng.choice(weighed)[0] if rng.random() < HASTY else super().model(view, weighed)

    def end(self, view: State, model: Model, weighed: Sequence[Weighed]) -> Weighed:
        """The best of those that it sees, now and then for the shots alone; the best of all if that were absurd."""
        rng = self._moment(view, "end", model.id)
        twice = rng.random() < CARELESS
        seen = [each for each in weighed if rng.random() < SEEN or not each.steps]
        best = super().end(view, model, weighed)
        taken = max(seen, key=lambda each: each.outlook.worth + (each.outlook.offense if twice else 0.0), default=best)
        return taken if taken.outlook.worth > best.outlook.worth - ABSURD else best

    def fire(self, view: State, model: Model, salvos: Sequence[Salvo]) -> Salvo:
        """One of the good attacks."""
        rng = self._moment(view, "fire", model.id)
        good = [salvo for salvo in salvos if salvo.minus <= GOOD * salvos[0].minus]
        return rng.choice(good) if rng.random() < SECOND else salvos[0]

    def forgets(self, view: State, model: Model) -> bool:
        """Does it declare nothing, whatever would be good?"""
        return self._moment(view, "forgets", model.id).random() < FORGOTTEN

    def satisfied(self, view: State, model: Model) -> bool:
        """Does it think that it is done once it has attacked?"""
        return self._moment(view, "satisfied", model.id).random() < SATISFIED

    def _moment(self, view: State, what: str, who: str) -> Random:
        return Random(blake2b(f"{self.seed} {view.turn} {what} {who}".encode(), digest_size=8).digest())
