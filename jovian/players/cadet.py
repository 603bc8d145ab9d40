"""The cadet: an opponent for a first game, which plays as the ensign does and makes plain mistakes on purpose."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from random import Random

from jovian.game import Answer, Decision, Model, State
from jovian.game.answers import Declaration, End
from jovian.players.ensign import Ensign
from jovian.players.ensign.orders import Attention, Weighed
from jovian.players.evaluation.gunnery import Salvo
from jovian.rules.menu.declarations import NONE, Declare
from jovian.rules.menu.next_order import NextOrder

# --- mistakes ---
# The mistakes of a cadet: plain ones, such as a newcomer makes, and none that is absurd.
#
# They depend on its seed, the turn and the model alone, so that one seed plays one game, and an activation is of a
# piece: whoever overlooks the way to the left overlooks it until the activation ends.

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


# --- cadet ---
# The cadet itself: the ensign's habits with less attention, and actions and weapons that it forgets.


class Cadet(Ensign):
    """Answers as the ensign, but for the mistakes that its seed and the moment give it. It never stops playing."""

    def __init__(self, seed: int) -> None:
        self.mistakes = Mistakes(seed)
        super().__init__(seed, self.mistakes)

    def by_habit(self, decision: Decision, view: State) -> Answer | None:
        """As the ensign, but now and then it forgets an action, or ends where there was more to do."""
        if isinstance(decision, Declare) and self.mistakes.forgets(view, decision.model):
            return Declaration(NONE, 0)
        if isinstance(decision, NextOrder) and self._done(decision, view):
            return End()
        return super().by_habit(decision, view)

    def _done(self, menu: NextOrder, view: State) -> bool:
        """Does it end an activation in which it could do more?"""
        return bool(menu.act.used) and self.mistakes.satisfied(view, menu.model) and menu.judge(End()) is None
