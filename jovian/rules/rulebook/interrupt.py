"""What may interrupt a move: where on the leg it comes up, in which order, and what happens then (R29, R56, R71).

Moving knows this protocol and none of those who follow it: terrain, autofire and interceptions do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, Protocol

from jovian.frozen import frozen
from jovian.game import Game, Model, Procedure, State, Terrain
from jovian.table import Pose

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
