"""Global rules: rules of the table, the scenario, or a side rather than of a model or weapon.

A global rule is a frozen value with its parameters. It overrides the hooks that it needs, may give effects to every
model of a side, add actions, and store notes in the state. So they are undone, saved, and replayed like all else.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from jovian.cards import ScenarioPiece
from jovian.frozen import frozen
from jovian.game import Game, Model, Note, Procedure, Refusal, State
from jovian.game.answers import Point
from jovian.game.events import Noted
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.order import Action
from jovian.table import Region

BEGINNING = "game begins"
"""The first step of the agenda, if a global rule uses it."""


@frozen
class Award:
    """Objective Points for a side."""

    side: int
    points: int
    why: str
    """The reason in a few words."""


BEACON, EDGE = "beacon", "edge"
"""The kinds of landmarks."""


@frozen
class Landmark:
    """Something of the scenario on the table that is neither model nor terrain, visible to both sides."""

    kind: str
    """BEACON or EDGE."""
    side: int | None
    """Its side, None if neutral."""
    points: tuple[Point, ...]
    """The place of a beacon, or the two ends of a table edge."""
    label: str
    inches: float
    """The inches that it reaches from there."""


class GameHooks:
    """Hooks on the game. All do nothing by default."""

    __slots__ = ()

    # --- Turning points ---
    def game_begins(self, game: Game) -> Procedure[None]:
        """Act once before anything else."""
        return
        yield

    def before_deployment(self, game: Game) -> Procedure[bool]:
        """Do one step of the setup between initiative and first turn. Return whether there is another."""
        return False
        yield

    def deployed(self, game: Game, model: Model) -> None:
        """Act after a model was deployed to the table or aboard another in a Deployment Phase."""

    def deployment_ends(self, game: Game) -> Procedure[None]:
        """Act at the end of every Deployment Phase, as the rule's step of the agenda."""
        return
        yield

    def end_phase_fights(self, game: Game) -> Procedure[None]:
        """Resolve fights in the End Phase, before all other global rules act in it (R84)."""
        return
        yield

    def end_phase(self, game: Game) -> None:
        """Act in the End Phase, after the effects on all models."""

    def ends(self, state: State) -> bool:
        """Return whether the game ends in this End Phase, before its last turn."""
        return False

    # --- Events ---
    def activated(self, game: Game, model: Model) -> Procedure[None]:
        """Act as a model or a member of its formation begins its activation, before it declares an action."""
        return
        yield

    def launched(self, game: Game, model: Model, ship: Model) -> None:
        """Act after a model has left a ship that carried it, by an order or forced, or a drone its bay."""

    def takes_along(self, game: Game, model: Model, ship: Model) -> Procedure[None]:
        """Act after a model has launched by an order, before any reactions, such as to give it tokens."""
        return
        yield

    def landed(self, game: Game, model: Model, ship: Model) -> None:
        """Act after a model has landed on a ship in play."""

    def attacked(self, game: Game, attacker: Model, target: Model, how: str) -> None:
        """Act after a model attacks another. `how` is the window of a shot, `interception`, `ram`, or `board`."""

    def fired_at_point(self, game: Game, attacker: Model) -> None:
        """Act on a Nuke fired at a point, before it strikes. `attacked` follows for every target."""

    def destroyed(self, game: Game, model: Model) -> None:
        """Act after a model is destroyed. What it carried is destroyed first."""

    def withdrawn(self, game: Game, model: Model) -> None:
        """Act after a model has left the battle alive."""

    def captured(self, game: Game, ship: Model) -> None:
        """Act after a ship was captured. Its side already is that of its captor."""

    def searched(self, game: Game, model: Model, found: str) -> None:
        """Act after an action of the rule has searched for something and found it."""

    # --- Table and points ---
    def zones(self, state: State, side: int) -> tuple[Region, ...]:
        """Return the parts of the table in one of which a model of the side must deploy, in order of preference."""
        return ()

    def landmarks(self, state: State) -> Iterable[Landmark]:
        """Return the landmarks that the rule has placed."""
        return ()

    def faces(self, state: State, side: int) -> int:
        """Return the heading toward the enemy in a side's zone, if it is the same for all models."""
        return 0

    def refuse_deployment(
        self, state: State, side: int, coming: tuple[Model, ...], left: tuple[Model, ...]
    ) -> Refusal | None:
        """Return why a side may not deploy models at their current poses. Without models, why it may not decline.

        `left` are the models of the side that still have to deploy.
        """
        return None

    def awards(self, state: State, victory: tuple[float, float]) -> Iterable[Award]:
        """Return the Objective Points that both sides have now, given their Victory Points."""
        return ()


HOUSE_RULE = "House rule"
"""The first word of `place` for rules that no rulebook has."""


@frozen
class GlobalRule(GameHooks, ScenarioPiece):
    """Base class of all global rules. Many are pieces of scenarios."""

    name: ClassVar[str] = ""
    place: ClassVar[str] = ""
    """A place in the rulebook, or `House rule > ...` for one of our own."""
    summary: ClassVar[str] = ""
    """What it does, in our own words. Shown as help."""
    manned: ClassVar[bool] = False
    """Whether it adds stations or unidentified objects to the table."""
    step: ClassVar[str] = ""
    """The name of its step at the end of the Deployment Phase in the agenda, "" for none."""

    def effects(self, side: int) -> tuple[Effect, ...]:
        """Return the effects on every model of a side during the whole game."""
        return ()

    def actions(self) -> tuple[Action, ...]:
        """Return additional actions that may be declared."""
        return ()

    def recall(self, state: State, otherwise: Note = ()) -> Note:
        """Return the note of the rule, known to both sides."""
        return state.notes.get(self.name, otherwise)

    def remember(self, game: Game, note: Note, said: str = "", side: int | None = None) -> None:
        """Replace the note of the rule, and log it as `said` by a side or neutrally."""
        self.note(game, self.name, note, said, side)

    def note(self, game: Game, key: str, note: Note, said: str = "", side: int | None = None) -> None:
        """Store a note under its own key, for rules that a game may have several of, and log it."""
        game.state.notes[key] = note
        game.log_event(Noted(clause=key, note=note, said=said, side=side))
