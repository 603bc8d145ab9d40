"""What a clause of a scenario or an edition may change of a game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, NamedTuple

from jovian.frozen import frozen
from jovian.game import Game, Model, Note, Procedure, Refusal, State
from jovian.game.answers import Point
from jovian.game.events import Noted
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.order import Action
from jovian.table import Region

# --- games ---
# What a clause may do to the game as a whole: at its turning points, after what happened, when points are counted.

BEGINNING = "game begins"
"""The step of the agenda that comes before all others, where a clause has any use for it."""


class Award(NamedTuple):
    """Objective Points for a side."""

    side: int
    points: int
    why: str
    """What they are for, in a few words."""


BEACON, EDGE = "beacon", "edge"
"""What a landmark may be."""


class Landmark(NamedTuple):
    """Something of the scenario that both sides see on the table, and that is neither model nor terrain."""

    kind: str
    """BEACON or EDGE."""
    side: int | None
    """Whose it is, None for nobody's."""
    points: tuple[Point, ...]
    """Where a beacon stands; the two ends of an edge of the table."""
    label: str
    inches: float
    """How far it reaches: about a beacon, from an edge."""


class GameHooks:
    """Hooks that do nothing, but for what a clause overrides."""

    __slots__ = ()

    # --- turning points ---
    def game_begins(self, game: Game) -> Procedure[None]:
        """What happens before anything else, once."""
        return
        yield

    def before_deployment(self, game: Game) -> Procedure[bool]:
        """One step of what is set up after the initiative, before the first turn; returns whether there is another."""
        return False
        yield

    def deployed(self, game: Game, model: Model) -> None:
        """What follows when a model has come to the table, or aboard another, in a Deployment Phase."""

    def deployment_ends(self, game: Game) -> Procedure[None]:
        """What happens at the end of each Deployment Phase, as the agenda's step of the clause."""
        return
        yield

    def end_phase_fights(self, game: Game) -> Procedure[None]:
        """What is fought out in the End Phase, before anything else that clauses do in it (R84)."""
        return
        yield

    def end_phase(self, game: Game) -> None:
        """What happens in the End Phase, once every model has had its own."""

    def ends(self, state: State) -> bool:
        """Is the game over in this End Phase, before its last turn?"""
        return False

    # --- what happened ---
    def launched(self, game: Game, model: Model, ship: Model, forced: bool) -> None:
        """What follows when a model has left a ship that carried it, by an order or forced, or a drone its bay."""

    def takes_along(self, game: Game, model: Model, ship: Model) -> Procedure[None]:
        """What a model takes with it that has launched from a ship by an order, before anybody reacts."""
        return
        yield

    def landed(self, game: Game, model: Model, ship: Model) -> None:
        """What follows when a model has gone aboard a ship in play."""

    def attacked(self, game: Game, attacker: Model, target: Model, how: str) -> None:
        """What follows when a model fights another: a shot in the window `how`, `interception`, `ram` or `board`."""

    def fired_at_point(self, game: Game, attacker: Model) -> None:
        """Act on a Nuke that is fired at a point, before it strikes anything. `attacked` follows for each target."""

    def destroyed(self, game: Game, model: Model) -> None:
        """What follows when a model is lost; what it carried is lost before it."""

    def withdrawn(self, game: Game, model: Model) -> None:
        """What follows when a model has left the battle alive."""

    def captured(self, game: Game, ship: Model) -> None:
        """What follows when a ship has changed hands; its side is that of its captor."""

    def searched(self, game: Game, model: Model, found: str) -> None:
        """What follows when an action of the clause's own has searched for something and found it."""

    # --- the field, and what it is worth ---
    def zones(self, state: State, side: int) -> tuple[Region, ...]:
        """Where a side deploys: the parts of the table in one of which a model must be, those to be filled first."""
        return ()

    def landmarks(self, state: State) -> Iterable[Landmark]:
        """What it has set up on the table for both sides to see."""
        return ()

    def faces(self, state: State, side: int) -> int:
        """The heading in which the models of a side look at the enemy from its zone, where all look the same way."""
        return 0

    def refuse_deployment(
        self, state: State, side: int, coming: tuple[Model, ...], left: tuple[Model, ...]
    ) -> Refusal | None:
        """Why a side may not deploy some models at the poses that they have here; without any, why it may not decline.

        `left` are those of its models that have yet to come.
        """
        return None

    def awards(self, state: State, victory: tuple[float, float]) -> Iterable[Award]:
        """The Objective Points that both sides have now, given their Victory Points."""
        return ()


# --- clause ---
# The Clause: a rule that hangs on no model or weapon, but on the table, the scenario or one of its sides.
#
# A clause is a frozen value with its parameters. It overrides the hooks it needs, may lay effects on every model of
# a side, bring actions of its own, and remember: in the state, so that it is undone, saved and replayed like the rest.

HOUSE_RULE = "House rule"
"""Where the place of a rule begins that no book has."""


@frozen
class GlobalRule(GameHooks):
    """Base of all clauses. Every hook does nothing."""

    name: ClassVar[str] = ""
    place: ClassVar[str] = ""
    """Where it comes from: a place in the book, or `House rule > ...` for one of our own."""
    summary: ClassVar[str] = ""
    """What it does, in our own words: shown as help."""
    manned: ClassVar[bool] = False
    """Does it bring stations or unidentified objects to the table?"""
    step: ClassVar[str] = ""
    """What its step at the end of the Deployment Phase is called in the agenda; "" for none."""

    def effects(self, side: int) -> tuple[Effect, ...]:
        """What bears on every model that a side controls, for as long as the game is played under it."""
        return ()

    def actions(self) -> tuple[Action, ...]:
        """Actions that may be declared besides those of the book."""
        return ()

    def recall(self, state: State, otherwise: Note = ()) -> Note:
        """What it remembers, known to both sides."""
        return state.notes.get(self.name, otherwise)

    def remember(self, game: Game, note: Note, said: str = "", side: int | None = None) -> None:
        """Remember a plain value in place of the former, and tell it in words, as the doing of a side or of nobody."""
        self.note(game, self.name, note, said, side)

    def note(self, game: Game, key: str, note: Note, said: str = "", side: int | None = None) -> None:
        """Remember it under a key of its own, where a game may have several clauses of the name."""
        game.state.notes[key] = note
        game.tell(Noted(clause=key, note=note, said=said, side=side))
