"""Numbers and small rules of harm that an older text has otherwise."""

from __future__ import annotations

from typing import ClassVar, NamedTuple

from jovian.frozen import frozen
from jovian.game import Game, Model, Option, Procedure, State
from jovian.game.answers import Damage
from jovian.rules.rulebook.model_state import ModelState


class Hit(NamedTuple):
    """A Critical Hit that is to be resolved."""

    value: int
    """Of the set that made it, 1 to 6."""
    chooser: int
    """The side that makes the attacker's choices."""
    cause: str
    precise: bool = False


class CriticalRule:
    """How Critical Hits are resolved, in place of the attacker's choice."""

    __slots__ = ()

    def resolve(self, game: Game, target: Model, hit: Hit) -> Procedure[None]:
        """Carry out one Critical Hit on a ship."""
        raise NotImplementedError

    def called(self, state: State, value: int) -> str:
        """What a hit of that value is called, in a few words."""
        raise NotImplementedError


class Worn(ModelState):
    """Base of a state in which a squadron is for as long as so little of it is left."""

    __slots__ = ()
    says: ClassVar[str] = ""
    """What is said of damage that leads to it."""

    @classmethod
    def low(cls, model: Model, boxes: int = 0) -> bool:
        """Is so little left of it, once so many more boxes are marked?"""
        raise NotImplementedError


class Engine(ModelState):
    """Base of a state that a hit on the engine leads to."""

    __slots__ = ()

    @classmethod
    def offer(cls, state: State, ship: Model) -> Option[Damage] | None:
        """The hit as one of what a Critical Hit may break, None where there is nothing to break."""
        raise NotImplementedError

    @classmethod
    def hit(cls, game: Game, ship: Model) -> None:
        """Carry out a hit on the engine."""
        raise NotImplementedError


@frozen
class Blast:
    """What the explosion of a ship does. Inches, dice."""

    weapon: str = ""
    """The weapon type as which it strikes, "" for that of v1.2.4."""
    near: float = 3.0
    reach: float = 6.0
    rolled: bool = False
    """Does it reach a d6 beyond what is near, which is rolled, instead of `reach`?"""
    near_bonus: int = 0
    """What is added to the ship's printed Structure for those near."""
    near_macro: int = 2
    halved: bool = False
    """Is it half the Structure for those farther off?"""
    debris: bool = True
    """Is a field of debris left?"""

    def dice(self, structure: int, apart: float) -> tuple[int, int]:
        """Rating and Macro against what is so far away."""
        if apart <= self.near:
            return structure + self.near_bonus, self.near_macro
        return (-(-structure // 2) if self.halved else structure), 0


@frozen
class Figures:
    """Numbers and rules of harm; the defaults are those of v1.2.4."""

    dead: int = 6
    """The least total on the Catastrophic Damage Table by which a ship is Dead."""
    explodes: int = 8
    """The least total by which it explodes instead."""
    blast: Blast = Blast()
    quad_destroys: bool = False
    """Does a `Q+` destroy a squadron, whatever is left of it?"""
    worn: type[Worn] | None = None
    """The state of a squadron of which little is left; None for none."""
    scorched: type[ModelState] | None = None
    """The state of a squadron that a Particle Cannon has hit; None for none."""
    marines_struck: bool = True
    """May Rating Damage strike Marines in place of the rating of its value?"""
    spent_escalates: bool = False
    """Does Rating Damage to a ship without any rating left count as a triple, instead of taking a Structure?"""
    critical: CriticalRule | None = None
    """How Critical Hits are resolved; None for the attacker's choice."""
    triples_apart: bool = False
    """Is a `Q+` two triples, one after the other?"""
    engine: type[Engine] | None = None
    """What a hit on the engine leads to; None where engines are not hit."""
    torpedo_short: int = 6
    """Inches by which a torpedo's Short Range is longer, as the older page of traits has it."""
    keen: int = 1
    """What a Precise attack takes off the number that a d6 must show to break a weapon."""


PRINTED = Figures()
"""Those of v1.2.4."""
