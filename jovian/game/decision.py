"""Decisions: what a side must choose, why an answer is refused, and how a rule asks for an answer."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from copy import copy
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from jovian.cards.files import describe_error, one_line
from jovian.frozen import frozen
from jovian.game.answers import Answer, Choice, MalformedAnswerError, parse_answer
from jovian.table.polygons import Point

if TYPE_CHECKING:
    from jovian.game.state import State

# --- Marks that a refusal draws on the table ---


@frozen
class PointLine:
    """A line between 2 points of the table, in inches."""

    start: Point
    end: Point


@frozen
class PointRing:
    """A circle around a point of the table, in inches."""

    center: Point
    inches: float


@frozen
class PointArc:
    """An arc of a model."""

    model: str
    arc: str


@frozen
class PointBase:
    """The base of a model or a piece of terrain."""

    model_id: str


Pointing = PointLine | PointRing | PointArc | PointBase


def pointed_bases(ids: Iterable[str]) -> tuple[PointBase, ...]:
    """Return marks of the bases of models or pieces of terrain."""
    return tuple(map(PointBase, ids))


def pointed_arcs(model: str, names: Iterable[str]) -> tuple[PointArc, ...]:
    """Return marks of some arcs of a model."""
    return tuple(PointArc(model, name) for name in names)


# --- Decisions ---

Outcome = TypeVar("Outcome")
Listed = TypeVar("Listed", bound=Answer, covariant=True)
"""The classes of the listed answers."""


MAX_REASON = 1000
"""The most characters of a refusal. Only one that quotes a huge answer exceeds it."""


@frozen
class Refusal:
    """The reason why an answer or an option isn't allowed."""

    reason: str
    cited: str = ""
    """The rule that says so."""
    draw: tuple[Pointing, ...] = ()
    """The marks that show it on the table."""

    def plain(self) -> Refusal:
        """Return the refusal with a reason of one line that can be displayed, whatever the answer contained."""
        if self.reason.isprintable() and len(self.reason) <= MAX_REASON:
            return self
        return Refusal(one_line(self.reason, MAX_REASON), self.cited, self.draw)


class Decision:
    """A decision of one side, valid until it is answered.

    Subclasses define their `kind` and their classes of `answers`, and implement `judge`, `default`, `sample`, and
    `options`.
    """

    kind: ClassVar[str] = ""
    answers: ClassVar[tuple[type[Answer], ...]] = ()
    """The classes of its answers. Their verbs differ."""
    __slots__ = ("anchor", "cited", "sealed", "secret", "side", "subject", "title")

    def __init__(
        self, side: int, title: str, cited: str, *, subject: str = "", anchor: bool = False, secret: bool = False,
        sealed: int = 0,
    ) -> None:  # fmt: skip
        self.side = side
        self.title = title
        """The question in one line."""
        self.cited = cited
        """The rule that requires the decision."""
        self.subject = subject
        """The id of the model that it is about, if any."""
        self.anchor = anchor
        """Whether a game can be resumed here, because nothing has changed since the step started."""
        self.secret = secret
        """Whether the answer stays hidden until all sides have answered (R36)."""
        self.sealed = sealed
        """The number of hidden answers immediately before this decision."""

    def on(self, state: State) -> Decision:
        """Return the same decision about another state of the game, such as the view of a player.

        The copy holds nothing of the original state.
        """
        return copy(self)

    def read(self, choice: Any) -> Answer:
        """Return the answer that any JSON, or another answer, stands for, normalized. Raises MalformedAnswerError."""
        return parse_answer(choice, self.answers)

    def parse_legal(self, choice: Any) -> Answer | Refusal:
        """Return the answer that any JSON, or another answer, stands for, or why it isn't legal."""
        try:
            answer = self.read(choice)
        except MalformedAnswerError as error:
            return Refusal(f"This isn't an answer to the decision: {error}.", self.cited).plain()
        except BaseException as error:  # reading a player's object can run the player's code
            if type(error) is KeyboardInterrupt:
                raise
            reason = f"This isn't an answer to the decision: it can't be read ({describe_error(error)})."
            return Refusal(reason, self.cited)
        refusal = self.judge(answer)
        return answer if refusal is None else refusal.plain()

    def check(self, choice: Any) -> Refusal | None:
        """Return why an answer, or any JSON, isn't legal, None if it is. Never raises, and changes nothing."""
        result = self.parse_legal(choice)
        return result if isinstance(result, Refusal) else None

    def judge(self, answer: Answer) -> Refusal | None:
        """Return why an answer of one of the classes isn't legal, None if it is."""
        raise NotImplementedError

    def default(self) -> Answer:
        """Return the default: the legal answer that the reference player gives."""
        raise NotImplementedError

    def sample(self, rng: Random) -> Answer:
        """Return a random legal answer, without listing all."""
        raise NotImplementedError

    def options(self) -> Iterator[Option[Answer]]:
        """Yield the legal answers that can be listed."""
        raise NotImplementedError

    def question(self) -> tuple[Any, ...]:
        """Return plain data that is equal for 2 decisions if they are the same question."""
        return (self.kind, self.side, self.subject, self.title, self.default().to_json())

    def __repr__(self) -> str:
        return f"<{self.kind}, side {self.side}: {self.title}>"


@frozen
class Option(Generic[Listed]):
    """One answer of a list, with its label for the window."""

    answer: Listed
    label: str
    detail: str = ""

    @property
    def choice(self) -> Choice:
        """The answer as JSON, a new list each time."""
        return self.answer.to_json()


class ListDecision(Decision, Generic[Listed]):
    """A choice from a short list, such as flex dice, a re-roll, or a reaction. The first option is the default."""

    __slots__ = ("_kind", "barred", "listed", "stake")

    def __init__(
        self, kind: str, side: int, title: str, cited: str, listed: Sequence[Option[Listed]], *,
        subject: str = "", anchor: bool = False, secret: bool = False, sealed: int = 0,
        stake: object = None, barred: Sequence[tuple[Listed, Refusal]] = (),
    ) -> None:  # fmt: skip
        super().__init__(side, title, cited, subject=subject, anchor=anchor, secret=secret, sealed=sealed)
        self._kind = kind
        self.listed = tuple(listed)
        self.stake = stake
        """The subject of the answers as frozen data, if the rules know more about it than the labels say."""
        self.barred = tuple(barred)
        """Answers that might be expected, with the reason why each isn't legal."""

    @property
    def kind(self) -> str:  # type: ignore[override]
        """The kind of the decision."""
        return self._kind

    @property
    def answers(self) -> tuple[type[Answer], ...]:  # type: ignore[override]
        """The classes of the listed answers."""
        return tuple(dict.fromkeys(type(option.answer) for option in self.listed))

    def read(self, choice: Any) -> Listed:
        """Return the answer that equals the JSON, types included. Raises MalformedAnswerError if none does."""
        if isinstance(choice, Answer):
            for option in self.listed:
                if option.answer is choice:
                    return option.answer
            choice = choice.to_json()
        for answer in [*(option.answer for option in self.listed), *(answer for answer, _ in self.barred)]:
            if _same(answer.to_json(), choice):
                return answer
        raise MalformedAnswerError("it is not among the options")

    def judge(self, answer: Answer) -> Refusal | None:
        """Return the reason of a barred answer. Every listed answer is legal."""
        return next((refusal for barred, refusal in self.barred if barred == answer), None)

    def default(self) -> Listed:
        """Return the first answer of the list."""
        return self.listed[0].answer

    def sample(self, rng: Random) -> Listed:
        """Return a random answer of the list."""
        return self.listed[int(rng.random() * len(self.listed))].answer

    def options(self) -> Iterator[Option[Listed]]:
        return iter(self.listed)

    def question(self) -> tuple[Any, ...]:
        """Return plain data. Two list decisions are the same question if they list the same answers."""
        return (self.kind, self.side, self.subject, self.title, [option.choice for option in self.listed])


def _same(a: Any, b: Any) -> bool:
    if isinstance(a, list | tuple):
        return isinstance(b, list | tuple) and len(a) == len(b) and all(map(_same, a, b))
    if isinstance(a, str):
        return isinstance(b, str) and a == b
    return type(a) is type(b) and bool(a == b)


Procedure = Generator[Decision, Answer, Outcome]
"""A rule as a generator: it yields decisions, receives legal answers, and returns its outcome."""


def ask(decision: ListDecision[Listed]) -> Procedure[Listed]:
    """Return the answer to a list decision. With only one option there is no decision."""
    if len(decision.listed) == 1:
        return decision.listed[0].answer
    answer = yield decision
    return decision.read(answer)
