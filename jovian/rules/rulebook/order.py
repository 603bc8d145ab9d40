"""The base classes of actions, orders, and interrupts, which the rulebook of a game lists.

An action is declared by an activated model and resolved in its activation. An order is one step of an activation.
An interrupt is something that can happen during a move: terrain, Autofire, interception (R29, R56, R71).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import ClassVar, Generic, NamedTuple, Protocol, TypeVar

from jovian.frozen import frozen
from jovian.game import Answer, Game, Model, Option, Procedure, Refusal, State, Terrain
from jovian.rules.basics.rolls import SkillTest
from jovian.table import Pose

# --- Actions ---


class Action:
    """One action of the rulebook. A requirement is checked when it is declared and when it is resolved (R42)."""

    __slots__ = ()

    name: ClassVar[str] = ""
    place: ClassVar[str] = ""
    tests: ClassVar[str] = "rules/test_actions"
    """The file of its tests."""
    summary: ClassVar[str] = ""
    needs: ClassVar[str] = "-"
    """The requirement in words."""
    fuel: ClassVar[int] = 0
    """The Fuel that a squadron must have when it declares the action (R42).

    A Boost that is declared with the action must leave this Fuel only if the action is resolved later.
    """
    at_once: ClassVar[bool] = False
    """Whether it is resolved when declared (R43)."""

    names_target: ClassVar[bool] = False
    """Whether its declaration names a target (R45)."""
    verb: ClassVar[str] = ""
    """What it does to its target when it is resolved, in one word. "" if it has no target then."""
    enters: ClassVar[str] = ""
    """The state that the model gets, if that state forbids declaring the action again, else ""."""
    boards: ClassVar[bool] = False
    """Whether it sends marines to another ship."""
    rams: ClassVar[bool] = False
    """Whether a ship moves into its target, whose base it may overlap (R24)."""
    gives_up: ClassVar[bool] = False
    """Whether it takes the model out of the battle."""
    desperate: ClassVar[bool] = False
    """Whether a Crippled ship may still declare it."""
    by_captors: ClassVar[bool] = False
    """Whether a Captured ship may declare it."""
    owed_on_hull: ClassVar[bool] = False
    """Whether a squadron in contact with an enemy ship must declare it."""

    def refuse(self, state: State, model: Model) -> Refusal | None:
        """Return why the model doesn't meet the requirement, None if it does."""
        return None

    def refuse_resolve(self, state: State, model: Model, at: str = "") -> Refusal | None:
        """Return why it can't be resolved now (on target `at`) although the requirement is met, None if it can."""
        return None

    def targets(self, state: State, model: Model) -> list[str]:
        """Return the ids that a declaration may name, [] if it names none."""
        return []

    def reach(self, model: Model) -> float:
        """Return the inches within which it may be resolved on another model, 0 if only contact or weapons count."""
        return 0.0

    def closes_with(self, state: State, model: Model) -> list[str]:
        """Return the ids of models that a move may end in contact with once it is declared (R24)."""
        return []

    def test(self, state: State, model: Model, at: str = "") -> SkillTest | None:
        """Return the skill test that it would need now (on target `at`), None if it needs none."""
        return None

    def supposed(self, model: Model, at: str = "") -> Model:
        """Return the model as if an action that works at once were declared and passed its test (naming `at`)."""
        return model

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        """Do it (on target `at`): at once when declared, or when resolved."""
        raise NotImplementedError

    def join(self, game: Game, leader: Model, other: Model) -> None:
        """Share with a squadron that takes off in formation what its leader has resolved aboard."""

    def make_refusal(self, reason: str) -> Refusal:
        """Return a refusal with this action's place in the rulebook."""
        return Refusal(reason, self.place)


# --- Orders ---

Given = TypeVar("Given", bound=Answer)
"""The class of answers of an order."""


class Order(Generic[Given]):
    """One kind of order that the active model may be given."""

    __slots__ = ()

    answer: ClassVar[type[Answer]] = Answer
    """The class of its answers."""
    label: ClassVar[str] = ""
    at: ClassVar[str] = ""
    """The words before the name of the model that it concerns, if they aren't the label."""
    summary: ClassVar[str] = ""
    """What it does, in a sentence."""
    is_standard: ClassVar[bool] = False
    """Whether every model has it: moving, attacking, resolving its action, ending."""
    moves: ClassVar[bool] = False
    """Whether it is part of the move, so that nothing is declared by it (R27)."""
    attacks: ClassVar[bool] = False
    """Whether it is an attack."""
    ends: ClassVar[bool] = False
    """Whether it ends the activation."""
    needs_pointing: ClassVar[bool] = False
    """Whether it is given by pointing at a place, so that a list of choices isn't enough."""
    aboard: ClassVar[bool] = False
    """Whether it is for a model aboard a ship. The others are for models on the table."""
    settles: ClassVar[bool] = False
    """Whether a squadron may have flown into contact with a ship in order to give it."""

    @property
    def verb(self) -> str:
        """The verb of its answers, by which it is found."""
        return self.answer.verb

    def suits(self, model: Model) -> bool:
        """Return whether it is for a model in this place: aboard a ship or on the table."""
        return self.aboard == model.is_embarked

    def refuse(self, state: State, model: Model, answer: Given) -> Refusal | None:
        """Return why the order may not be given, None if it may."""
        raise NotImplementedError

    def perform(self, game: Game, model: Model, answer: Given) -> Procedure[None]:
        """Carry out the order."""
        raise NotImplementedError

    def path(self, model: Model, answer: Given) -> tuple[Pose, ...]:
        """Return the poses from the start to the end of the move, for a preview."""
        return (model.pose,)

    def choices(self, state: State, model: Model) -> Iterator[Given]:
        """Yield likely orders. They may still be refused."""
        return iter(())

    def options(self, state: State, model: Model) -> Iterator[Option[Given]]:
        """Yield the likely orders that are legal."""
        for answer in self.choices(state, model):
            if self.refuse(state, model, answer) is None:
                yield Option(answer, self.label)

    def sample(self, state: State, model: Model, rng: Random, goal: Pose | None = None) -> Given | None:
        """Return a random order, most often one toward the goal. It may still be refused."""
        answers = [option.answer for option in self.options(state, model)]
        return answers[int(rng.random() * len(answers))] if answers else None

    def comes_up(self, state: State, model: Model, answer: Given) -> bool:
        """Return whether a refused order might become legal in this activation, so that its reason is worth showing."""
        return False

    def words(self, state: State, answer: Given) -> str:
        """Describe an order, with the names of the models and other values in its answer."""
        values = [state.models[value].name if value in state.models else str(value) for value in answer.to_json()[1:]]
        return " ".join([self.at or self.label, *values]) if values else self.label

    def welcomes(self, state: State, model: Model, ship: Model) -> bool:
        """Return whether a squadron may end its flight in contact with a friendly ship to give this order (R24)."""
        return False


# --- Interrupts of a move ---

Avoidable = Callable[[Model, Terrain], bool]
"""Returns whether a model may avoid a piece on this leg. A free move that ends on it can't.

With escorts, the ship counts.
"""


@frozen
class Manner:
    """The kind of a move: how it is logged, and who may react to it."""

    cause: str
    under_fire: bool = True
    """Whether Autofire may react."""
    interceptable: bool = True
    counted: int = 0
    """What it counts as for the activation's move: 1 ahead or flight, -1 reverse, 0 nothing."""
    last: bool = True
    """Whether the move ends with this leg."""
    steered: bool = True
    """Whether a player steers it, so that the captor of a captured ship decides how it continues (R47)."""


ADVANCE, REVERSE, FLIGHT = Manner("advance", counted=1), Manner("advance", counted=-1), Manner("squadron", counted=1)
DRIFT = Manner("drift", counted=1, steered=False)
"""The move of a ship that no player steers."""
FREE = Manner("free", interceptable=False)
"""Free moves of the active squadron."""
UNOPPOSED = Manner("free", under_fire=False, interceptable=False)
"""A free move of a squadron that isn't active."""


class Trigger(NamedTuple):
    """A point of a leg where something happens. Sorted by distance."""

    inches: float
    """Inches from the model's start, rounded to 4 digits."""
    rank: int
    """The order at one point, lower first."""
    source: str
    """The id of what acts: a piece of terrain, or a model that reacts."""
    mount: str
    """The mount that fires, "" if none does."""
    mover: str
    """The id of the model that causes it: the one that moves, or one attached to it."""


@frozen
class Touch:
    """A trigger as a preview shows it."""

    inches: float
    """Inches from the start of the path."""
    at: Pose
    """The pose of the model then."""
    label: str
    kind: str
    """`terrain`, `autofire` or `interception`."""
    target_id: str
    """The id of the piece or the model that reacts."""


class LegFacts(Protocol):
    """A straight leg in progress, as interrupts see it."""

    game: Game
    model: Model
    goal: Pose
    avoidable: Avoidable
    manner: Manner
    inches_moved: float
    """Inches moved so far."""


class Watch(Protocol):
    """One interrupt on one leg, from its start to its end."""

    def ahead(self, dx: float, dy: float, length: float) -> Sequence[Trigger]:
        """Return what the rest of the leg, given as a vector and its length, would trigger."""

    def happen(self, here: Sequence[Trigger]) -> Procedure[None]:
        """Carry out the triggers of the nearest point. The model is there."""


class Interrupt:
    """One kind of interrupt. They are called in the order of the rulebook's list."""

    __slots__ = ()

    def on_leg(self, state: State, model: Model, dx: float, dy: float, manner: Manner) -> Iterator[Trigger]:
        """Yield what a straight leg of a model and those attached to it would trigger."""
        raise NotImplementedError

    def on_turn(self, state: State, model: Model, before: Pose, degrees: int) -> Iterator[Trigger]:
        """Yield what a turn in place would trigger. The model has the pose after the turn."""
        return iter(())

    def watch(self, leg: LegFacts) -> Watch:
        """Return the watch over a leg that begins."""
        raise NotImplementedError

    def turning(self, game: Game, ship: Model, degrees: int) -> Callable[[], Procedure[None]]:
        """Prepare a turn in place. Return the procedure to run after it."""
        return _nothing

    def touch(self, state: State, trigger: Trigger, inches: float, at: Pose) -> Touch | None:
        """Return a trigger for a preview, None if it isn't of this kind."""
        raise NotImplementedError


def _nothing() -> Procedure[None]:
    return
    yield
