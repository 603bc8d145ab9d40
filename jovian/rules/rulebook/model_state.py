"""A state that a model may be in (v1.2.4 States): an effect that is entered and left, and how that is told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, NamedTuple

from jovian.game import Game, Model
from jovian.game.events import StateChanged
from jovian.rules.facts import formation
from jovian.rules.facts.states import enter, leave
from jovian.rules.facts.words import spoken
from jovian.rules.rulebook.effect import Effect

SHIPS, SQUADRONS = "ships", "squadrons"
HURT, MARKED, CREW, BOND = "hurt", "marked", "crew", "bond"
"""Where a state comes from: harm, an enemy's mark, what its own crew does, what it has or does with others."""
BAD, HARD, GOOD, PLAIN = "bad", "hard", "good", "plain"
"""What it is for who is in it: a danger, a hindrance, a help, neither."""


class Sign(NamedTuple):
    """How a state is marked at a model: two letters, and what sort of state it is."""

    letters: str
    source: str = BOND
    tone: str = PLAIN
    levels: tuple[str, ...] | None = None
    """What stands for each level; () for its number, unless it is 0; None where the level tells nothing."""
    tied: bool = False
    """Is the ship that it is about seen beside it?"""
    lasting: bool = False
    """Does it last until it is used, so that the card alone tells it?"""

    def level(self, value: int) -> str:
        """What is written of a level, "" for nothing."""
        if self.levels is None:
            return ""
        if not self.levels:
            return str(value or "")
        return self.levels[value] if 0 <= value < len(self.levels) else str(value)


class ModelState(Effect):
    """Base of all states. The level is the value with which a model is in it."""

    __slots__ = ()
    only_of: ClassVar[str] = ""
    """`ships` or `squadrons` where only these are ever in it."""
    least: ClassVar[int] = 1
    """The lowest value with which a model is in it."""
    passes: ClassVar[bool] = False
    """Does it end with an activation?"""
    title: ClassVar[str] = ""
    """What the book calls it, where that is not its name with spaces."""
    words: ClassVar[tuple[str, str] | None] = None
    """What is told of a model that enters it and that leaves it, where that is not simply its name."""
    sign: ClassVar[Sign] = Sign("")

    @classmethod
    def holds(cls, model: Model) -> bool:
        """Is the model in it?"""
        return cls.name in model.states

    @classmethod
    def level_of(cls, model: Model) -> int:
        """With what value the model is in it, 0 if it is not."""
        return model.states.get(cls.name, 0)

    @classmethod
    def supposed(cls, model: Model, value: int = 1) -> Model:
        """The model as if it were in it, with that value: only to look at."""
        return model.supposed(states={cls.name: value})

    @classmethod
    def enter(cls, game: Game, model: Model, value: int = 1) -> None:
        """Put a model into it, and tell."""
        enter(game, model, cls.name, value)

    @classmethod
    def leave(cls, game: Game, model: Model) -> None:
        """Take a model out of it, and tell if it was in it."""
        leave(game, model, cls.name)

    @classmethod
    def pass_off(cls, game: Game, model: Model) -> None:
        """Leave the state at the end of an activation; overridden where something happens before it is left."""
        cls.leave(game, model)


class Ending(ModelState):
    """A state that the End Phase ends."""

    __slots__ = ()

    def end_phase(self, game: Game, model: Model) -> None:
        """Leave the state."""
        self.leave(game, model)


def own_words(states: Mapping[str, type[ModelState]], name: str) -> tuple[str, str] | None:
    """What is told of who enters and who leaves a state that has words of its own."""
    if name == formation.NAME:
        return formation.WORDS
    return states[name].words if name in states else None


def state_words(event: StateChanged, states: Mapping[str, type[ModelState]]) -> str:
    """What a state that a model enters or leaves is called."""
    name = spoken(event.state)
    words = own_words(states, event.state) or (f"is now {name}", f"is no longer {name}")
    return words[0 if event.entered else 1].format(value=event.value)
