"""What objectives count: models, force, tokens, by where they are and what became of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import ceil, floor
from typing import ClassVar

from jovian.frozen import frozen
from jovian.game import DESTROYED, EMBARKED, NEUTRAL, RESERVE, TABLE, WITHDRAWN, Model, State
from jovian.rules.facts.loads import carried, issued_note
from jovian.rules.facts.words import several
from jovian.rules.harm.boarded import Captured
from jovian.rules.harm.catastrophe import Crippled
from jovian.rules.scenario.victory import worth

GONE = (WITHDRAWN, DESTROYED)
WORDS = {TABLE: "on the table", EMBARKED: "aboard others", RESERVE: "in reserve"}

TINY = 1e-6
"""What floating shares may be off."""


def amount_words(amount: float, unit: str = "", *, up: bool = False) -> str:
    """An amount to be read: never more than there is, nor less than is missing (`up`), to a tenth."""
    tenths = ceil(amount * 10 - TINY) if up else floor(amount * 10 + TINY)
    return f"{tenths / 10:g}{unit}"


def is_captured(model: Model) -> bool:
    """Return whether the other side controls the model. A recaptured or destroyed ship is not captured."""
    return model.place != DESTROYED and model.side not in (model.owner, NEUTRAL)


def fates(model: Model) -> set[str]:
    """Return what became of a model: its place, and captured or crippled. Destroyed excludes all others."""
    found = {model.place}
    if is_captured(model):
        found.add(Captured.name)
    if model.crippled and model.place != DESTROYED:
        found.add(Crippled.name)
    return found


def force_fates(model: Model) -> set[str]:
    """Return what became of a model for the force that it was brought in.

    A captured ship is only captured, wherever its captor takes it. A crippled ship that withdrew is only withdrawn
    (R79).
    """
    if is_captured(model):
        return {Captured.name}
    found = fates(model)
    return found - {Crippled.name} if model.place == WITHDRAWN else found


@frozen
class Count:
    """Base of what is counted for a side, of its own or of the enemy's."""

    unit: ClassVar[str] = ""
    """What the number is a number of, after it; "" for mere numbers."""

    whose: str = "own"

    def amount(self, state: State, side: int) -> float:
        """How much there is for a side, as far as the state knows."""
        raise NotImplementedError

    def amount_told(self, state: State, side: int) -> float:
        """Return the amount as both sides know it."""
        return self.amount(state, side)

    def counted_now(self, state: State, side: int) -> tuple[str, ...]:
        """Return the ids of the models to count again once all values are known; () if the amount holds no secret."""
        return ()

    def amount_of(self, state: State, side: int, counted: tuple[str, ...]) -> float:
        """Return the amount of the models that `counted_now` has returned, as far as the state knows their values."""
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
        became = self._fates(model)
        kind = not self.on or model.capital == (self.on == "capital")
        return kind and (not self.fate or not became.isdisjoint(self.fate)) and became.isdisjoint(self.without)

    def _fates(self, model: Model) -> set[str]:
        return fates(model)

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
    """The number of models that a side controls. Drones are not counted: they score nothing."""

    __slots__ = ()

    def amount(self, state: State, side: int) -> float:
        """Return the number of models that fit."""
        return float(sum(1 for model in self._led(state, side) if not model.drone))

    @property
    def words(self) -> str:
        """Which models."""
        return self._models()


class Force(Counted):
    """The share of the fleet that a side brought, by full Threat Value, in percent (v1.2.4 Scenarios > Ambush)."""

    __slots__ = ()
    unit = "%"

    def amount(self, state: State, side: int) -> float:
        """Return the share of the models that fit, by full value as far as the state knows; 0 without any fleet."""
        return self._share(state, side, self._fits, worth)

    def amount_told(self, state: State, side: int) -> float:
        """Return the share by the values that both sides know: no cargo, and no secret weapons."""
        return self._share(state, side, self._fits, lambda model: model.open_card.tv)

    def counted_now(self, state: State, side: int) -> tuple[str, ...]:
        """Return the ids of the models that fit, of those that both sides know."""
        return tuple(model.id for model in self._brought(state, side) if model.public and self._fits(model))

    def amount_of(self, state: State, side: int, counted: tuple[str, ...]) -> float:
        """Return the share of these models, and of those that have left the battle aboard them."""

        def is_counted(model: Model) -> bool:
            left_aboard = model.host in counted and model.place == WITHDRAWN and self._fits(model)
            return model.id in counted or left_aboard

        return self._share(state, side, is_counted, worth)

    def at_most(self, state: State, side: int) -> float | None:
        """With whatever is not gone for good in another way; None of a fleet of which something may be unseen."""
        if state.viewer not in (None, self._side(side)) and not state.over:
            return None
        return self._share(state, side, lambda model: model.place not in GONE or self._fits(model), worth)

    def _fates(self, model: Model) -> set[str]:
        return force_fates(model)

    def _brought(self, state: State, side: int) -> Iterator[Model]:
        return (model for model in state.models.values() if model.owner == self._side(side))

    def _share(
        self, state: State, side: int, is_counted: Callable[[Model], bool], value: Callable[[Model], int]
    ) -> float:
        brought = list(self._brought(state, side))
        whole = sum(map(value, brought))
        return 100.0 * sum(value(model) for model in brought if is_counted(model)) / whole if whole else 0.0

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
    """The tokens issued at the start that the side did not bring where they count (R83)."""

    __slots__ = ()

    def amount(self, state: State, side: int) -> float:
        """Return the tokens issued less those brought home, or those that the captor brought home if these are more.

        Tokens found since make up for lost ones, but not for captured ones that their captor has brought home.
        """
        issued = state.notes.get(issued_note(self.token), 0)
        home, taken = Tokens.amount(self, state, side), Tokens.amount(self, state, 1 - side)
        return max(taken, (issued if isinstance(issued, int) else 0) - home)

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
