"""What objectives count: models, force, tokens, by where they are and what became of them."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, floor
from typing import ClassVar

from jovian.frozen import frozen
from jovian.game import DESTROYED, EMBARKED, NEUTRAL, RESERVE, TABLE, WITHDRAWN, Model, State
from jovian.rules.facts.loads import carried, issued_note
from jovian.rules.facts.words import several
from jovian.rules.harm.boarded import Captured
from jovian.rules.harm.catastrophe import Crippled

GONE = (WITHDRAWN, DESTROYED)
WORDS = {TABLE: "on the table", EMBARKED: "aboard others", RESERVE: "in reserve"}

TINY = 1e-6
"""What floating shares may be off."""


def amount_words(amount: float, unit: str = "", *, up: bool = False) -> str:
    """An amount to be read: never more than there is, nor less than is missing (`up`), to a tenth."""
    tenths = ceil(amount * 10 - TINY) if up else floor(amount * 10 + TINY)
    return f"{tenths / 10:g}{unit}"


def fates(model: Model) -> set[str]:
    """What became of a model: where it is, and whether it was taken or crippled."""
    found = {model.place}
    if model.side not in (model.owner, NEUTRAL):
        found.add(Captured.name)
    if model.crippled:
        found.add(Crippled.name)
    return found


@frozen
class Count:
    """Base of what is counted for a side, of its own or of the enemy's."""

    unit: ClassVar[str] = ""
    """What the number is a number of, after it; "" for mere numbers."""

    whose: str = "own"

    def amount(self, state: State, side: int) -> float:
        """How much there is for a side, as far as the state knows."""
        raise NotImplementedError

    def at_most(self, state: State, side: int) -> float | None:
        """How much it could still come to for a side, None where nobody can tell."""
        return None

    @property
    def words(self) -> str:
        """What is counted, for a reader."""
        raise NotImplementedError

    def _side(self, side: int) -> int:
        return side if self.whose == "own" else 1 - side


@frozen
class Counted(Count):
    """Base of what is counted over models."""

    on: str = ""
    """`capital` or `squadron`, "" for both."""
    fate: tuple[str, ...] = ()
    """What must have become of a model: one of these; () for whatever."""
    without: tuple[str, ...] = ()
    """What must not have become of it: none of these."""

    def _fits(self, model: Model) -> bool:
        became = fates(model)
        kind = not self.on or model.capital == (self.on == "capital")
        return kind and (not self.fate or not became.isdisjoint(self.fate)) and became.isdisjoint(self.without)

    def _led(self, state: State, side: int) -> Iterator[Model]:
        """The models that fit and that the side controls (R78)."""
        wanted = self._side(side)
        return (model for model in state.models.values() if model.side == wanted and self._fits(model))

    def _models(self) -> str:
        kinds = {"capital": "capital ships", "squadron": "squadrons"}.get(self.on, "models")
        became = " or ".join(each for each in self.fate if each not in WORDS)
        there = " or ".join(WORDS[each] for each in self.fate if each in WORDS)
        never = "".join(f"not {each} " for each in self.without)
        whose = "" if self.whose == "own" else "enemy "
        return " ".join(f"{never}{became} {whose}{kinds} {there}".split())


class Models(Counted):
    """How many models a side controls."""

    __slots__ = ()

    def amount(self, state: State, side: int) -> float:
        """How many models fit."""
        return float(sum(1 for _ in self._led(state, side)))

    @property
    def words(self) -> str:
        """Which models."""
        return self._models()


class Force(Counted):
    """What share of the fleet that a side brought, by full Threat Value as both sides know it, in per cent."""

    __slots__ = ()
    unit = "%"

    def amount(self, state: State, side: int) -> float:
        """The share of those that fit, 0 without any fleet."""
        brought = [model for model in state.models.values() if model.owner == self._side(side)]
        whole = sum(model.open_card.tv for model in brought)
        return 100.0 * sum(model.open_card.tv for model in brought if self._fits(model)) / whole if whole else 0.0

    def at_most(self, state: State, side: int) -> float | None:
        """With whatever is not gone for good in another way; None of a fleet of which something may be unseen."""
        if state.viewer not in (None, self._side(side)) and not state.over:
            return None
        brought = [model for model in state.models.values() if model.owner == self._side(side)]
        whole = sum(model.open_card.tv for model in brought)
        left = sum(each.open_card.tv for each in brought if each.place not in GONE or self._fits(each))
        return 100.0 * left / whole if whole else 0.0

    @property
    def words(self) -> str:
        """The force of whom, for a reader."""
        became = " or ".join(WORDS.get(each, each) for each in self.fate)
        whose = "its" if self.whose == "own" else "the enemy's"
        return f"of {whose} force {became}"


@frozen(kw_only=True)
class Tokens(Counted):
    """How many tokens are carried by models that a side controls; those of a captured ship may count for more."""

    token: str

    def amount(self, state: State, side: int) -> float:
        """How many tokens are aboard models that fit."""
        return float(sum(carried(model, self.token) * self._worth(state, model) for model in self._led(state, side)))

    def _worth(self, state: State, model: Model) -> int:
        """How many one counts for: more aboard a ship that was taken, where the token says so."""
        if model.side == model.owner:
            return 1
        told = (dict(each.parameters) for each in state.scenario.tokens if each.kind == self.token)
        return next((int(each.get("on_captured", 1)) for each in told), 1)

    @property
    def words(self) -> str:
        """Which tokens are counted and where, for a reader."""
        return f"{several(self.token)} on {self._models()}"


class Prevented(Tokens):
    """How many of the tokens that were issued at the start are not where they count: lost, taken, left behind."""

    __slots__ = ()

    def amount(self, state: State, side: int) -> float:
        """Those issued, less those aboard what fits; what was found since makes up for what was lost (R83)."""
        issued = state.notes.get(issued_note(self.token), 0)
        return max(0.0, (issued if isinstance(issued, int) else 0) - Tokens.amount(self, state, side))

    @property
    def words(self) -> str:
        """Which tokens, and where they are not."""
        return f"{several(self.token)} kept from {self._models()}"


@frozen(kw_only=True)
class Bearers(Counted):
    """How many models of a side carry a token."""

    token: str

    def amount(self, state: State, side: int) -> float:
        """Those that fit and carry at least one."""
        return float(sum(1 for model in self._led(state, side) if carried(model, self.token)))

    @property
    def words(self) -> str:
        """Which models."""
        return f"{self._models()} with {several(self.token)}"
