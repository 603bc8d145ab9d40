"""Traits by which a model is worth more or less (v1.2.4 Traits > Expendable, Renowned, Self Destruct)."""

from __future__ import annotations

from dataclasses import dataclass

from jovian.game import Game, Model, Procedure, State
from jovian.rules.harm.casualties import destroy
from jovian.rules.rulebook.effect import Effect, Fired


@dataclass(frozen=True, slots=True)
class Expendable(Effect):
    """Nobody mourns it."""

    name = "Expendable"
    place = "v1.2.4 Traits > Expendable"
    summary = "Counts in full for its owner even when crippled or destroyed."

    def victory(self, state: State, model: Model) -> float | None:
        """Full value when crippled or destroyed (R66)."""
        lost = model.place == "destroyed" or (model.crippled and model.place != "withdrawn")
        return 1.0 if lost else None


@dataclass(frozen=True, slots=True)
class Renowned(Effect):
    """A ship with a name."""

    name = "Renowned"
    place = "v1.2.4 Traits > Renowned"
    summary = "+1 Skill; worth more to whoever destroys or captures it."

    def skill(self, state: State, model: Model, value: int) -> int:
        """One more for each instance."""
        return value + self.fame()

    def fame(self) -> int:
        """One for each instance."""
        return self.level or 1


@dataclass(frozen=True, slots=True)
class SelfDestruct(Effect):
    """Made to be used once."""

    name = "Self Destruct"
    place = "v1.2.4 Traits > Self Destruct"
    summary = "It is destroyed once its first attack or action has been resolved."

    def after_attack(self, game: Game, model: Model, fired: Fired) -> Procedure[None]:
        """That was it (R50)."""
        destroy(game, model)
        return
        yield

    def after_action(self, game: Game, model: Model, action: str) -> None:
        """That was it."""
        if model.alive:
            destroy(game, model)
