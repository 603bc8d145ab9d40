"""Traits by which a model is worth more or less (v1.2.4 Traits > Expendable, Renowned, Self Destruct)."""

from __future__ import annotations

from jovian.game import Game, Model, Procedure, State
from jovian.rules.harm.casualties import destroy
from jovian.rules.rulebook.effect import Effect, Fired


class Expendable(Effect):
    """Counts in full for its owner, however it ends (R66)."""

    __slots__ = ()
    name = "Expendable"
    place = "v1.2.4 Traits > Expendable"
    summary = "Counts in full for its owner even when crippled or destroyed."

    def victory(self, state: State, model: Model) -> float | None:
        """1.0, its full value, once it is crippled or destroyed (R66); None, the usual share, else."""
        lost = model.place == "destroyed" or (model.crippled and model.place != "withdrawn")
        return 1.0 if lost else None


class Renowned(Effect):
    """A famous ship: better crewed, and worth more."""

    __slots__ = ()
    name = "Renowned"
    place = "v1.2.4 Traits > Renowned"
    summary = "+1 Skill; worth more to whoever destroys or captures it."

    def skill(self, state: State, model: Model, value: int) -> int:
        """One more for each instance of the trait."""
        return value + self.fame()

    def fame(self) -> int:
        """How many instances of the trait it has."""
        return self.level or 1


class SelfDestruct(Effect):
    """Destroyed by its own attack or action."""

    __slots__ = ()
    name = "Self Destruct"
    place = "v1.2.4 Traits > Self Destruct"
    summary = "It is destroyed once its first attack or action has been resolved."

    def after_attack(self, game: Game, model: Model, fired: Fired) -> Procedure[None]:
        """Destroy the model (R50)."""
        destroy(game, model)
        return
        yield

    def after_action(self, game: Game, model: Model, action: str) -> None:
        """Destroy the model if it is still alive."""
        if model.alive:
            destroy(game, model)
