"""What every order of an activation has: its answer, when it is refused, what it does, and examples of it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import ClassVar, Generic, TypeVar

from jovian.game import Answer, Game, Model, Option, Procedure, Refusal, State
from jovian.table import Pose

Given = TypeVar("Given", bound=Answer)
"""The class of the answers that give an order."""


class Order(Generic[Given]):
    """One kind of order that the active model may be given."""

    __slots__ = ()

    answer: ClassVar[type[Answer]] = Answer
    """The class of its answers."""
    label: ClassVar[str] = ""
    at: ClassVar[str] = ""
    """What stands before the name of the model that it is given about; the label, if nothing else does."""
    summary: ClassVar[str] = ""
    """What it does, in a sentence."""
    usual: ClassVar[bool] = False
    """Is it one that every model has: moving, attacking, resolving its action, ending? The others are further ones."""
    moves: ClassVar[bool] = False
    """Is it part of the move, so that it declares nothing (R27)?"""
    attacks: ClassVar[bool] = False
    """Does it declare an attack on others?"""
    ends: ClassVar[bool] = False
    """Does it end the activation?"""
    drawn: ClassVar[bool] = False
    """Is it given by pointing at a place, so that a list of its choices does not do?"""
    aboard: ClassVar[bool] = False
    """Is it for a model aboard a ship? The others are for those on the table."""
    settles: ClassVar[bool] = False
    """May a squadron have flown into contact with a ship to give it, where it would otherwise have to fly clear?"""

    @property
    def verb(self) -> str:
        """The verb of its answers, by which it is found."""
        return self.answer.verb

    def suits(self, model: Model) -> bool:
        """Is it for a model where this one is: aboard a ship, or on the table?"""
        return self.aboard == model.aboard

    def refuse(self, state: State, model: Model, answer: Given) -> Refusal | None:
        """Why the order may not be given, None if it may."""
        raise NotImplementedError

    def perform(self, game: Game, model: Model, answer: Given) -> Procedure[None]:
        """Carry the order out."""
        raise NotImplementedError

    def way(self, model: Model, answer: Given) -> tuple[Pose, ...]:
        """From where the model stands to where it would end, for a preview."""
        return (model.pose,)

    def choices(self, state: State, model: Model) -> Iterator[Given]:
        """Likely orders, which may still be refused."""
        return iter(())

    def options(self, state: State, model: Model) -> Iterator[Option[Given]]:
        """The likely orders that are legal."""
        for answer in self.choices(state, model):
            if self.refuse(state, model, answer) is None:
                yield Option(answer, self.label)

    def sample(self, state: State, model: Model, rng: Random, goal: Pose | None = None) -> Given | None:
        """A random order, most often one that makes for the goal; it may still be refused."""
        found = [option.answer for option in self.options(state, model)]
        return found[int(rng.random() * len(found))] if found else None

    def comes_up(self, state: State, model: Model, answer: Given) -> bool:
        """Could that order, refused as it is now, yet be given in this activation, so that it is worth telling why?"""
        return False

    def words(self, state: State, answer: Given) -> str:
        """What an order is called among others: with the model that it names, and whatever else it says."""
        named = [state.models[each].name if each in state.models else str(each) for each in answer.written()[1:]]
        return " ".join([self.at or self.label, *named]) if named else self.label

    def welcomes(self, state: State, model: Model, ship: Model) -> bool:
        """May a flight of the active squadron end in contact with a friendly ship, to give this order there (R24)?"""
        return False
