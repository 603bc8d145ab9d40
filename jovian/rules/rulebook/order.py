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

    def welcomes(self, state: State, model: Model, ship: Model) -> bool:
        """May a flight of the active squadron end in contact with a friendly ship, to give this order there (R24)?"""
        return False
