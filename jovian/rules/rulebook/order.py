"""What every further order of a menu has: its form, when it is refused, what it does, and examples of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from jovian.game import Choice, Game, Model, Option, Procedure, Refusal, State
from jovian.game.choice import Kind


class Order:
    """One kind of order: its form, when it is refused, what it does, and examples of it."""

    verb: ClassVar[str] = ""
    form: ClassVar[tuple[Kind, ...]] = ()
    label: ClassVar[str] = ""
    at: ClassVar[str] = ""
    """What stands before the name of the model that it is given about; the label, if nothing else does."""
    summary: ClassVar[str] = ""
    """What it does, in a sentence."""
    drawn: ClassVar[bool] = False
    """Is it given by pointing at a place, so that a list of its choices does not do?"""

    aboard: ClassVar[bool] = False
    """Is it for a model aboard a ship? The others are for those on the table."""
    settles: ClassVar[bool] = False
    """Is it what a squadron in contact with a ship may have come for, which else must fly clear?"""

    def refuse(self, state: State, model: Model, *arguments: Any) -> Refusal | None:
        """Why it may not be given."""
        raise NotImplementedError

    def perform(self, game: Game, model: Model, *arguments: Any) -> Procedure[None]:
        """Carry it out."""
        raise NotImplementedError

    def choices(self, state: State, model: Model) -> Iterator[Choice]:
        """Likely orders, which may still be refused."""
        raise NotImplementedError

    def options(self, state: State, model: Model) -> Iterator[Option]:
        """Those that are legal."""
        for choice in self.choices(state, model):
            if self.refuse(state, model, *choice[1:]) is None:
                yield Option(choice, self.label)

    def comes_up(self, state: State, model: Model, choice: Choice) -> bool:
        """Could that choice, refused as it is now, yet be given in this activation, so that it is worth telling why?"""
        return False

    def words(self, state: State, choice: Choice) -> str:
        """What a choice is called among others: with the model that it names, and whatever else it says."""
        named = [state.models[each].name if each in state.models else str(each) for each in choice[1:]]
        return " ".join([self.at or self.label, *named]) if named else self.label

    def welcomes(self, state: State, model: Model, ship: Model) -> bool:
        """May a flight of the active squadron end in contact with a friendly ship, to give this order there (R24)?"""
        return False
