"""What an action, an order and an interrupt are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import ClassVar, Generic, NamedTuple, Protocol, TypeVar

from jovian.frozen import frozen
from jovian.game import Answer, Game, Model, Option, Procedure, Refusal, State, Terrain
from jovian.rules.basics.rolls import SkillTest
from jovian.table import Pose

# --- action ---
# What every action has: a name, a requirement, and what happens when it is declared or resolved.


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

    def make_refusal(self, reason: str) -> Refusal:
        """A refusal with this action's place in the book."""
        return Refusal(reason, self.place)


# --- order ---
# What every order of an activation has: its answer, when it is refused, what it does, and examples of it.

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
        named = [state.models[each].name if each in state.models else str(each) for each in answer.to_json()[1:]]
        return " ".join([self.at or self.label, *named]) if named else self.label

    def welcomes(self, state: State, model: Model, ship: Model) -> bool:
        """May a flight of the active squadron end in contact with a friendly ship, to give this order there (R24)?"""
        return False


# --- interrupt ---
# What may interrupt a move: where on the leg it comes up, in which order, and what happens then (R29, R56, R71).
#
# Moving knows this protocol and none of those who follow it: terrain, autofire and interceptions do.

Avoidable = Callable[[Model, Terrain], bool]
"""May a mover avoid a piece on this leg: does it end clear of it? With escorts, what counts is the ship."""


@frozen
class Manner:
    """How a move is told, and who may react to it."""

    cause: str
    under_fire: bool = True
    """May autofire react?"""
    interceptable: bool = True
    counted: int = 0
    """Does it take of the move of the activation: 1 ahead or in flight, -1 in reverse, 0 not at all?"""
    last: bool = True
    """Does the move end with this leg?"""
    steered: bool = True
    """Does somebody steer it, so that a ship that is captured goes on as its captor likes (R47)?"""


ADVANCE, REVERSE, FLIGHT = Manner("advance", counted=1), Manner("advance", counted=-1), Manner("squadron", counted=1)
DRIFT = Manner("drift", counted=1, steered=False)
"""Of a ship that nobody steers."""
FREE = Manner("free", interceptable=False)
"""The free moves of the active squadron."""
UNOPPOSED = Manner("free", under_fire=False, interceptable=False)
"""A free move of a squadron that is not active."""


class Trigger(NamedTuple):
    """A point of a leg at which something is set off. Sorted, the nearest comes first."""

    inches: float
    """From where the model stands; rounded to 4 digits."""
    rank: int
    """Which comes first at one point, lower first."""
    source: str
    """What acts then: a piece of terrain, or the model that reacts."""
    mount: str
    """With what it fires, "" where nothing is fired."""
    mover: str
    """The model that sets it off: the one that moves, or one that moves with it."""


@frozen
class Touch:
    """A trigger as a preview shows it."""

    inches: float
    """Along the path, from its start."""
    at: Pose
    """Where the model stands then."""
    label: str
    kind: str
    """`terrain`, `autofire` or `interception`."""
    ident: str
    """The piece, or the model that reacts."""


class LegFacts(Protocol):
    """A straight leg under way, as those who interrupt it see it."""

    game: Game
    model: Model
    goal: Pose
    avoidable: Avoidable
    manner: Manner
    gone: float
    """Inches moved so far."""


class Watch(Protocol):
    """What one interrupt does about one leg, from its start to its end."""

    def ahead(self, dx: float, dy: float, length: float) -> Sequence[Trigger]:
        """What the rest of the leg, of that vector and length, would still set off."""

    def happen(self, here: Sequence[Trigger]) -> Procedure[None]:
        """Carry out what came up first, all at one point; the model stands there."""


class Interrupt:
    """One kind of interrupt. All are asked in the order in which the rulebook lists them."""

    __slots__ = ()

    def on_leg(self, state: State, model: Model, dx: float, dy: float, manner: Manner) -> Iterator[Trigger]:
        """What a straight leg of a model (and what moves with it) would set off."""
        raise NotImplementedError

    def on_turn(self, state: State, model: Model, before: Pose, degrees: int) -> Iterator[Trigger]:
        """What a turn on the spot would set off, here nothing; the model stands as it would after it."""
        return iter(())

    def watch(self, leg: LegFacts) -> Watch:
        """Look out along a leg that begins."""
        raise NotImplementedError

    def turning(self, game: Game, ship: Model, degrees: int) -> Callable[[], Procedure[None]]:
        """Asked before a ship turns on the spot: what is to be done once it has, with what rides along."""
        return _nothing

    def touch(self, state: State, trigger: Trigger, inches: float, at: Pose) -> Touch | None:
        """A trigger in words, None if it is not one of this kind."""
        raise NotImplementedError


def _nothing() -> Procedure[None]:
    return
    yield
