"""The cadet: an opponent for a first game, which plays like the ensign but makes simple mistakes on purpose."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from random import Random

from jovian.game import Answer, Decision, Model, State
from jovian.game.answers import Declaration, End
from jovian.players.ensign import Ensign
from jovian.players.evaluation.gunnery import Salvo
from jovian.players.orders import Attention, ValuedMove
from jovian.rules.close_combat.interception import Reactions
from jovian.rules.menu.declarations import NONE, Declare
from jovian.rules.menu.next_order import NextOrder

# --- Mistakes ---

RANDOM_ACTIVATION = 0.5
"""How often the next model to activate is a random one."""
CONSIDERED_SHARE = 0.15
"""The share of moves that the cadet considers."""
SHOTS_ONLY = 0.6
"""How often shots from an end count twice, so that its dangers count little."""
MAX_LOSS = 15.0
"""TV that a move may be worse than the best one, considered or not."""
RANDOM_ATTACK = 0.6
"""How often a good attack is chosen at random instead of the best."""
GOOD_SHARE = 0.3
"""The minimum value of another good attack, as a share of the best one's."""
NO_DECLARATION = 0.95
"""How often the cadet declares nothing."""
HASTY_REACTION = 0.85
"""How often the cadet takes the default reaction: it fires the first weapon at once, and doesn't intercept."""
EARLY_END = 0.75
"""How often the cadet ends an activation after one attack."""


class Mistakes(Attention):
    """The choices of a cadet instead of the best ones.

    They depend only on the seed, the turn, and the model. So one seed gives one game, and a mistake lasts for the whole
    activation.
    """

    makes_mistakes = True

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def model(self, view: State, urgencies: Sequence[tuple[Model, float]]) -> Model:
        """Return the most urgent model, or sometimes a random one."""
        rng = self._rng_for(view, "hasty", str(len(urgencies)))
        return rng.choice(urgencies)[0] if rng.random() < RANDOM_ACTIVATION else super().model(view, urgencies)

    def end(self, view: State, model: Model, moves: Sequence[ValuedMove]) -> ValuedMove:
        """Return the best of the considered moves, sometimes for the shots alone, unless another is much better."""
        rng = self._rng_for(view, "end", model.id)
        shots_only = rng.random() < SHOTS_ONLY
        considered = [move for move in moves if rng.random() < CONSIDERED_SHARE or not move.steps]
        best = super().end(view, model, moves)
        chosen = max(
            considered, key=lambda move: move.value.value + (move.value.offense if shots_only else 0.0), default=best
        )
        return chosen if chosen.value.value > best.value.value - MAX_LOSS else best

    def fire(self, view: State, model: Model, salvos: Sequence[Salvo]) -> Salvo:
        """Return one of the good attacks."""
        rng = self._rng_for(view, "fire", model.id)
        good = [salvo for salvo in salvos if salvo.minus <= GOOD_SHARE * salvos[0].minus]
        return rng.choice(good) if rng.random() < RANDOM_ATTACK else salvos[0]

    def forgets_action(self, view: State, model: Model) -> bool:
        """Return whether the cadet declares nothing this time."""
        return self._rng_for(view, "forgets", model.id).random() < NO_DECLARATION

    def reacts_hastily(self, view: State, mover: str) -> bool:
        """Return whether the cadet doesn't think about its reaction to an enemy that moves."""
        return self._rng_for(view, "reacts", mover).random() < HASTY_REACTION

    def is_satisfied(self, view: State, model: Model) -> bool:
        """Return whether the cadet thinks that an activation is over after an attack."""
        return self._rng_for(view, "satisfied", model.id).random() < EARLY_END

    def _rng_for(self, view: State, what: str, who: str) -> Random:
        return Random(blake2b(f"{self.seed} {view.turn} {what} {who}".encode(), digest_size=8).digest())


# --- Player ---


class Cadet(Ensign):
    """Answers like the ensign, except for the mistakes that its seed and the moment give it."""

    def __init__(self, seed: int) -> None:
        self.mistakes = Mistakes(seed)
        super().__init__(seed, self.mistakes)

    def answer_by_rule(self, decision: Decision, view: State) -> Answer | None:
        """Return the ensign's answer. The cadet forgets actions, reacts hastily, and ends activations too early."""
        if isinstance(decision, Declare) and self.mistakes.forgets_action(view, decision.model):
            return Declaration(NONE, 0)
        if isinstance(decision, Reactions) and self.mistakes.reacts_hastily(view, decision.subject):
            return decision.default()
        if isinstance(decision, NextOrder) and self._ends_early(decision, view):
            return End()
        return super().answer_by_rule(decision, view)

    def _ends_early(self, menu: NextOrder, view: State) -> bool:
        """Return whether the cadet ends an activation in which it could do more."""
        return bool(menu.act.used) and self.mistakes.is_satisfied(view, menu.model) and menu.judge(End()) is None
