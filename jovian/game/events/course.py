"""Events of the course of a game: how it starts, its phases, what was declined, the points, the end."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar, Self

from jovian.frozen import frozen
from jovian.game.events.event import Event, Written
from jovian.game.state import Note


@frozen(kw_only=True)
class StartingSide(Written):
    """A side as the game starts."""

    name: str
    """What it is called."""
    faction: str
    """Its faction as on its cards, empty if it has no models."""
    tv: int
    """The Threat Value of its fleet."""


@frozen(kw_only=True)
class StartingModel(Written):
    """A model with a public card, or a piece of terrain, as the game starts."""

    id: str
    """What all other events call it."""
    card: str
    """The key of its unit card, such as `cega/fury`; the kind of a piece of terrain."""
    side: int | None
    """Who controls it, null for terrain and for what is nobody's."""
    tv: int
    """Its Threat Value, 0 for terrain."""
    kind: str
    """`capital`, `squadron`, `object` (an unidentified one) or `terrain`."""
    name: str | None = None
    """What players call it; not there for terrain."""


@frozen(kw_only=True)
class Started(Event):
    """The game starts."""

    type: ClassVar[str] = "started"
    scenario: str
    """The key of the scenario."""
    seed: int | str | None = None
    """The seed, from which all dice follow: a number if it is short, else its text. Told to nobody who plays."""
    sides: tuple[StartingSide, ...]
    """Side 0 and side 1."""
    models: tuple[StartingModel, ...]
    """The public models and the terrain."""

    def to_players(self) -> Self:
        """Without the seed."""
        return replace(self, seed=None)


@frozen(kw_only=True)
class StationRated(Event):
    """The ratings of a space station or an unidentified object are settled before the game."""

    type: ClassVar[str] = "station"
    model: str
    """Its id."""
    card: str
    """The key of its card from now on."""
    structure: int
    """Its undamaged Structure."""
    marines: int
    """Its Marines, 0 for an unidentified object."""
    defense: int
    """Its Defense, 0 for an unidentified object."""
    sensors: int
    """Its Sensors, 0 for an unidentified object."""
    hangers: int
    """How many squadrons it holds."""
    signature: int
    """Its Signature in inches."""
    weapons: tuple[str, ...]
    """Its weapons, one by one."""


@frozen(kw_only=True)
class InitiativeWon(Event):
    """A side has the initiative for the whole game."""

    type: ClassVar[str] = "initiative"
    side: int
    """Which side."""
    attacker: bool | None = None
    """Yes where the scenario has roles: it is the attacker then."""


@frozen(kw_only=True)
class PhaseBegan(Event):
    """A phase begins."""

    type: ClassVar[str] = "phase"
    name: str
    """`deployment`, `activation` or `end`."""


@frozen(kw_only=True)
class Noted(Event):
    """A clause of the game remembers something that both sides know."""

    type: ClassVar[str] = "noted"
    clause: str
    """The name of the clause."""
    note: Note
    """What it remembers in place of the former."""
    said: str
    """The same in words, empty if it is nothing to tell."""
    side: int | None = None
    """Whose doing it is, not there for nobody's."""


@frozen(kw_only=True)
class Declined(Event):
    """A side does none of what was offered."""

    type: ClassVar[str] = "declined"
    side: int
    """Which side."""
    what: str
    """What was offered."""


@frozen(kw_only=True)
class Remarked(Event):
    """A computer player says why it answered as it just did."""

    type: ClassVar[str] = "remarked"
    side: int
    """Which side it plays."""
    text: str
    """What it says, one short sentence."""


@frozen(kw_only=True)
class ObjectiveScored(Written):
    """What an objective came to for one side."""

    objective: str
    """What its points are for."""
    points: int
    """The points that the side got."""
    amount: float | None = None
    """What was counted for the side; not there where nothing was."""
    other: float | None = None
    """What was counted for the other side; not there where nothing was."""
    turn: int | None = None
    """In whose End Phase it was counted; not there for the last."""


@frozen(kw_only=True)
class Scored(Event):
    """The points of one side at the end."""

    type: ClassVar[str] = "scored"
    side: int
    """Which side."""
    objective: float
    """Its Objective Points."""
    victory: float
    """Its Victory Points."""
    parts: tuple[str, ...]
    """What the Objective Points of both sides are for."""
    objectives: tuple[ObjectiveScored, ...] | None = None
    """How each objective came out that Victory Points do not decide; not there without any."""


@frozen(kw_only=True)
class Ended(Event):
    """The game is over."""

    type: ClassVar[str] = "ended"
    winner: int | None
    """Which side has won, null for a draw."""
    turns: int
    """The Game Turn in which it ended."""
