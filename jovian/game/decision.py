"""What the rules ask, and how an answer is judged: the protocol between rules, players and screens."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from jovian.game.choice import Choice, Forms, Malformed, copied, normal

if TYPE_CHECKING:
    from jovian.game.state import State

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an answer, or an option, is not allowed."""

    reason: str
    place: str = ""
    """Where the book says so."""
    draw: tuple[tuple[Any, ...], ...] = ()
    """What to draw to show it: `("line", p, q)`, `("ring", p, radius)`, `("arc", model, name)`, `("base", model)`."""


class Decision:
    """One question to one side, valid until it is answered.

    Subclasses state their `kind` and the `forms` of answers, and implement `judge`, `default`, `sample`, `options`.
    """

    kind: ClassVar[str] = ""
    forms: ClassVar[Forms] = {}
    __slots__ = ("anchor", "place", "sealed", "secret", "side", "subject", "title")

    def __init__(
        self, side: int, title: str, place: str, *, subject: str = "", anchor: bool = False, secret: bool = False,
        sealed: int = 0,
    ) -> None:  # fmt: skip
        self.side = side
        self.title = title
        """The question, in one line."""
        self.place = place
        """Where the book asks it."""
        self.subject = subject
        """The id of the model it is about, if any."""
        self.anchor = anchor
        self.secret = secret
        """Is the answer hidden until all that are made together are in (R36)?"""
        self.sealed = sealed
        """How many of the answers just before it are still hidden."""

    def on(self, state: State) -> Decision:
        """The same question asked of another state of the same game, such as a view: what a player is given.

        It is a decision of its own, and holds nothing of the state that it was asked of first.
        """
        return copy(self)

    def normal(self, choice: Any) -> Choice:
        """The normal form of an answer; raises `Malformed`."""
        return normal(choice, self.forms)

    def check(self, choice: Any) -> Refusal | None:
        """None if the answer is legal; takes any JSON, never raises, changes nothing."""
        try:
            plain = self.normal(choice)
        except Malformed as error:
            return Refusal(f"Not an answer to this question: {error}.", self.place)
        return self.judge(plain)

    def judge(self, choice: Choice) -> Refusal | None:
        """None if an answer of normal form is legal."""
        raise NotImplementedError

    def default(self) -> Choice:
        """A legal answer, the reference policy's."""
        raise NotImplementedError

    def sample(self, rng: Random) -> Choice:
        """A random legal answer, without listing them all."""
        raise NotImplementedError

    def options(self) -> Iterator[Option]:
        """The finite part of the legal answers."""
        raise NotImplementedError

    def question(self) -> tuple[Any, ...]:
        """Plain data by which two decisions are the same question."""
        return (self.kind, self.side, self.subject, self.title, self.default())

    def __repr__(self) -> str:
        return f"<{self.kind}, side {self.side}: {self.title}>"


@dataclass(frozen=True, slots=True)
class Option:
    """One answer out of a finite list, as a screen shows it."""

    choice: Choice
    label: str
    detail: str = ""


class Pick(Decision):
    """A choice from a short list: flex dice, re-rolls, damage, reactions. The first option is the default."""

    __slots__ = ("_kind", "listed", "stake")

    def __init__(
        self, kind: str, side: int, title: str, place: str, listed: Sequence[Option], *,
        subject: str = "", anchor: bool = False, secret: bool = False, sealed: int = 0,
        stake: object = None,
    ) -> None:  # fmt: skip
        super().__init__(side, title, place, subject=subject, anchor=anchor, secret=secret, sealed=sealed)
        self._kind = kind
        self.listed = tuple(listed)
        self.stake = stake
        """What the answers are about, as plain frozen data, where the rules can say more of it than the labels do."""

    def on(self, state: State) -> Pick:
        """The same options, in copies: what a player does to them changes nothing."""
        twin = copy(self)
        twin.listed = tuple(Option(copied(each.choice), each.label, each.detail) for each in self.listed)
        return twin

    @property
    def kind(self) -> str:  # type: ignore[override]
        """What is asked."""
        return self._kind

    def normal(self, choice: Any) -> Choice:
        """The listed answer that is meant; numbers and lists are compared strictly."""
        for option in self.listed:
            if _same(option.choice, choice):
                return list(option.choice)
        raise Malformed("it is not among the options")

    def judge(self, choice: Choice) -> Refusal | None:
        """Every listed answer is legal."""
        return None

    def default(self) -> Choice:
        """The first of the list."""
        return list(self.listed[0].choice)

    def sample(self, rng: Random) -> Choice:
        """Any of the list."""
        return list(self.listed[int(rng.random() * len(self.listed))].choice)

    def options(self) -> Iterator[Option]:
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


Procedure = Generator[Decision, Choice, Answer]
"""A rule: it yields decisions, receives answers of normal form, and returns an outcome."""


def ask(decision: Pick) -> Procedure[Choice]:
    """Ask only if there is something to choose."""
    if len(decision.listed) == 1:
        return list(decision.listed[0].choice)
    return (yield decision)
