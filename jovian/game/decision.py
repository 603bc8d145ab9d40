"""A question, the options that it lists, and the procedures that ask it."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from copy import copy
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from jovian.cards.files import describe_error
from jovian.frozen import frozen
from jovian.game.answers import Answer, Choice, MalformedAnswerError, parse_answer
from jovian.table.shapes import Point

if TYPE_CHECKING:
    from jovian.game.state import State

# --- pointing ---
# What a refusal points at: whoever shows it draws that on the board.


@frozen
class PointLine:
    """A line between two points of the table, inches."""

    start: Point
    end: Point


@frozen
class PointRing:
    """A circle so many inches about a point of the table."""

    center: Point
    inches: float


@frozen
class PointArc:
    """An arc of a model."""

    model: str
    arc: str


@frozen
class PointBase:
    """The base of a model, or a piece of terrain."""

    ident: str


Pointing = PointLine | PointRing | PointArc | PointBase


def pointed_bases(idents: Iterable[str]) -> tuple[PointBase, ...]:
    """The bases of models, or pieces of terrain."""
    return tuple(map(PointBase, idents))


def pointed_arcs(model: str, names: Iterable[str]) -> tuple[PointArc, ...]:
    """Some arcs of a model."""
    return tuple(PointArc(model, name) for name in names)


# --- decision ---
# What the rules ask, and how an answer is judged: the protocol between rules, players and screens.

Outcome = TypeVar("Outcome")
Listed = TypeVar("Listed", bound=Answer, covariant=True)
"""The classes of the answers that are listed."""


@frozen
class Refusal:
    """Why an answer, or an option, is not allowed."""

    reason: str
    cited: str = ""
    """Where the book says so."""
    draw: tuple[Pointing, ...] = ()
    """What to draw to show it."""


class Decision:
    """One question to one side, valid until it is answered.

    Subclasses state their `kind` and the `answers` that they take, and implement `judge`, `default`, `sample`,
    `options`.
    """

    kind: ClassVar[str] = ""
    answers: ClassVar[tuple[type[Answer], ...]] = ()
    """The classes of answers that it takes, each with a verb of its own."""
    __slots__ = ("anchor", "cited", "sealed", "secret", "side", "subject", "title")

    def __init__(
        self, side: int, title: str, cited: str, *, subject: str = "", anchor: bool = False, secret: bool = False,
        sealed: int = 0,
    ) -> None:  # fmt: skip
        self.side = side
        self.title = title
        """The question, in one line."""
        self.cited = cited
        """Where the book asks it."""
        self.subject = subject
        """The id of the model it is about, if any."""
        self.anchor = anchor
        """May a game be taken up again here, since nothing has changed since its step began?"""
        self.secret = secret
        """Is the answer hidden until all that are made together are in (R36)?"""
        self.sealed = sealed
        """How many of the answers just before it are still hidden."""

    def on(self, state: State) -> Decision:
        """The same question asked of another state of the same game, such as a view: what a player is given.

        It is a decision of its own, and holds nothing of the state that it was asked of first.
        """
        return copy(self)

    def read(self, choice: Any) -> Answer:
        """The answer that any JSON, or another answer, means here, in normal form; raises `Malformed`."""
        return parse_answer(choice, self.answers)

    def judged(self, choice: Any) -> Answer | Refusal:
        """The answer that any JSON, or another answer, means here if it is legal, else why it is not."""
        try:
            answer = self.read(choice)
        except MalformedAnswerError as error:
            return Refusal(f"Not an answer to this question: {error}.", self.cited)
        except BaseException as error:  # to look at an object of a player can run the player's code
            if type(error) is KeyboardInterrupt:
                raise
            return Refusal(f"Not an answer to this question: it cannot be read ({describe_error(error)}).", self.cited)
        return self.judge(answer) or answer

    def check(self, choice: Any) -> Refusal | None:
        """None if the answer is legal; takes any JSON and any answer, never raises, changes nothing."""
        found = self.judged(choice)
        return found if isinstance(found, Refusal) else None

    def judge(self, answer: Answer) -> Refusal | None:
        """None if an answer of one of its classes is legal."""
        raise NotImplementedError

    def default(self) -> Answer:
        """A legal answer, the reference policy's."""
        raise NotImplementedError

    def sample(self, rng: Random) -> Answer:
        """A random legal answer, without listing them all."""
        raise NotImplementedError

    def options(self) -> Iterator[Option[Answer]]:
        """The finite part of the legal answers."""
        raise NotImplementedError

    def question(self) -> tuple[Any, ...]:
        """Plain data by which two decisions are the same question."""
        return (self.kind, self.side, self.subject, self.title, self.default().to_json())

    def __repr__(self) -> str:
        return f"<{self.kind}, side {self.side}: {self.title}>"


@frozen
class Option(Generic[Listed]):
    """One answer out of a finite list, as a screen shows it."""

    answer: Listed
    label: str
    detail: str = ""

    @property
    def choice(self) -> Choice:
        """The answer as it is written, a fresh list each time."""
        return self.answer.to_json()


class ListDecision(Decision, Generic[Listed]):
    """A choice from a short list: flex dice, re-rolls, damage, reactions. The first option is the default."""

    __slots__ = ("_kind", "listed", "stake")

    def __init__(
        self, kind: str, side: int, title: str, cited: str, listed: Sequence[Option[Listed]], *,
        subject: str = "", anchor: bool = False, secret: bool = False, sealed: int = 0,
        stake: object = None,
    ) -> None:  # fmt: skip
        super().__init__(side, title, cited, subject=subject, anchor=anchor, secret=secret, sealed=sealed)
        self._kind = kind
        self.listed = tuple(listed)
        self.stake = stake
        """What the answers are about, as plain frozen data, where the rules can say more of it than the labels do."""

    @property
    def kind(self) -> str:  # type: ignore[override]
        """What is asked."""
        return self._kind

    @property
    def answers(self) -> tuple[type[Answer], ...]:  # type: ignore[override]
        """The classes of the answers that are listed."""
        return tuple(dict.fromkeys(type(option.answer) for option in self.listed))

    def read(self, choice: Any) -> Listed:
        """The listed answer that is meant; numbers and lists are compared strictly. Raises `Malformed` if none is."""
        if isinstance(choice, Answer):
            for option in self.listed:
                if option.answer is choice:
                    return option.answer
            choice = choice.to_json()
        for option in self.listed:
            if _same(option.choice, choice):
                return option.answer
        raise MalformedAnswerError("it is not among the options")

    def judge(self, answer: Answer) -> Refusal | None:
        """Every listed answer is legal."""
        return None

    def default(self) -> Listed:
        """The first of the list."""
        return self.listed[0].answer

    def sample(self, rng: Random) -> Listed:
        """Any of the list."""
        return self.listed[int(rng.random() * len(self.listed))].answer

    def options(self) -> Iterator[Option[Listed]]:
        """The list itself."""
        return iter(self.listed)

    def question(self) -> tuple[Any, ...]:
        """Two picks are the same question if they list the same answers."""
        return (self.kind, self.side, self.subject, self.title, [option.choice for option in self.listed])


def _same(a: Any, b: Any) -> bool:
    if isinstance(a, list | tuple):
        return isinstance(b, list | tuple) and len(a) == len(b) and all(map(_same, a, b))
    if isinstance(a, str):
        return isinstance(b, str) and a == b
    return type(a) is type(b) and bool(a == b)


Procedure = Generator[Decision, Answer, Outcome]
"""A rule: it yields decisions, receives answers that were judged, and returns an outcome."""


def ask(decision: ListDecision[Listed]) -> Procedure[Listed]:
    """The answer to a pick; it is asked only if there is something to choose."""
    if len(decision.listed) == 1:
        return decision.listed[0].answer
    answer = yield decision
    return decision.read(answer)
