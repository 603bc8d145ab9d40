"""What every action has: a name, a requirement, and what happens when it is declared or resolved."""

from __future__ import annotations

from typing import ClassVar

from jovian.game import Game, Model, Procedure, Refusal, State
from jovian.rules.facts.skill_test import SkillTest


class Action:
    """One action of the book. A requirement is checked when it is declared and when it is resolved (R42)."""

    __slots__ = ()

    name: ClassVar[str] = ""
    place: ClassVar[str] = ""
    summary: ClassVar[str] = ""
    needs: ClassVar[str] = "-"
    """The requirement, as a player reads it."""
    fuel: ClassVar[int] = 0
    """The Fuel that a squadron must have when it declares the action (R42).

    A Boost that is declared with the action must leave this Fuel only if the action is resolved later.
    """
    at_once: ClassVar[bool] = False
    """Does it work from its declaration (R43)?"""

    names_target: ClassVar[bool] = False
    """Does its declaration name a target (R45)?"""
    verb: ClassVar[str] = ""
    """What it does to the model that it is resolved on, in a word; "" if none is named then."""
    enters: ClassVar[str] = ""
    """The state in which its model then is, where that state bars it; "" otherwise."""
    boards: ClassVar[bool] = False
    """Does it send marines to another ship?"""
    rams: ClassVar[bool] = False
    """Does a ship run into what it is for, whose base it may overlap (R24)?"""
    gives_up: ClassVar[bool] = False
    """Does it take its model out of the battle?"""
    desperate: ClassVar[bool] = False
    """May a Crippled ship still declare it?"""
    by_captors: ClassVar[bool] = False
    """May a Captured ship declare it?"""
    owed_on_hull: ClassVar[bool] = False
    """Must a squadron that clings to a hull declare it?"""

    def refuse(self, state: State, model: Model) -> Refusal | None:
        """Why the model does not meet the requirement."""
        return None

    def refuse_resolve(self, state: State, model: Model, at: str = "") -> Refusal | None:
        """Why it cannot be resolved here and now (on `at`, if a target is named), besides the requirement."""
        return None

    def targets(self, state: State, model: Model) -> list[str]:
        """The ids that a declaration may name, [] if it names none."""
        return []

    def reach(self, model: Model) -> float:
        """Inches within which it may be resolved on another model, 0 where nothing but contact or weapons count."""
        return 0.0

    def closes_with(self, state: State, model: Model) -> list[str]:
        """The ids of the models that a move may end in contact with once it is declared (R24)."""
        return []

    def test(self, state: State, model: Model, at: str = "") -> SkillTest | None:
        """The skill test that it would make now (on `at`, if that is named): the one that is rolled."""
        return None

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        """What it does (on `at`, if a target is named): at once when declared, or when resolved."""
        raise NotImplementedError

    def join(self, game: Game, leader: Model, other: Model) -> None:
        """What a squadron that takes off in formation shares of what its leader has resolved aboard."""

    def no(self, reason: str) -> Refusal:
        """A refusal with this action's place in the book."""
        return Refusal(reason, self.place)
