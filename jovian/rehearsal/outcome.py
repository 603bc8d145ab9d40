"""The outcome of one rehearsed game: points, what happened to each model, and what decided the game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from jovian.frozen import frozen
from jovian.game import LogEntry, Model, State
from jovian.game.events import (
    FUEL,
    Attacked,
    Damaged,
    LeftPlay,
    MarineOrder,
    MarinesBoarded,
    Moved,
    PlansRevealed,
    ShipCaptured,
    StateChanged,
)
from jovian.game.model import CRIPPLED as MODEL_CRIPPLED
from jovian.game.model import DESTROYED as MODEL_DESTROYED
from jovian.game.model import EMBARKED, NEUTRAL, TABLE
from jovian.game.model import WITHDRAWN as MODEL_WITHDRAWN
from jovian.match.entries import Fault
from jovian.rules.attack.nukes_and_rams import COLLISION
from jovian.rules.damage.leaving_play import SelfDestruct
from jovian.rules.scenario.objectives import values
from jovian.rules.sequence.sequence import progress
from jovian.table import extends_off_table

# --- Outcomes ---

DESTROYED, CAPTURED, WITHDRAWN, CRIPPLED, DAMAGED, UNHURT = FATES = (
    "destroyed", "captured", "withdrawn", "crippled", "damaged", "unhurt",
)  # fmt: skip
"""What may happen to a model, worst first. Only the worst counts."""
LOST = (DESTROYED, CAPTURED)


@frozen
class FleetModel:
    """A model of a fleet, the same in all games from one start."""

    who: str
    """Its number in the fleets, or the key of its card."""
    name: str
    """Its name for players."""
    side: int
    """The side that controlled it first."""


@frozen
class Fate(FleetModel):
    """What happened to one model."""

    capital: bool
    """Whether it is a capital ship."""
    how: str
    """One of `FATES`."""
    by: str
    """The cause, such as `Beam Projector of Anvil 1`, or "" without one."""
    turn: int
    """The Game Turn of this, or the last one for a model that is still there."""
    x: float
    """Inches from the left edge to the last position of the model or of the ship that it was aboard."""
    y: float
    """Inches from the lower edge."""
    value: int
    """Its Threat Value."""
    place: str = TABLE
    """Its place at the end: `table`, `reserve`, `embarked`, `destroyed`, or `withdrawn`."""

    @property
    def lost(self) -> bool:
        """Whether its first side has lost it."""
        return self.how in LOST


@frozen
class ObjectivePoints:
    """The points of both sides for an objective."""

    title: str
    """What the points are for."""
    points: tuple[int, int]
    """The points of side 0 and side 1."""


@frozen
class Outcome:
    """The result of one game."""

    number: int
    """The number of the game, from 0."""
    winner: int | None
    """The winning side, or None for a draw."""
    turns: int
    """The Game Turn in which it ended."""
    objective: tuple[float, float]
    """The Objective Points of both sides."""
    victory: tuple[float, float]
    """The Victory Points of both sides."""
    fates: tuple[Fate, ...]
    """What happened to each model, in the order of the fleets."""
    decisions: int
    """The number of answers."""
    digest: str
    """The digest of the last state."""
    seconds: float = field(compare=False)
    """The processor time of the game. It isn't part of the result."""
    broken: bool = False
    """Whether a plan was given up before its end."""
    awards: tuple[ObjectivePoints, ...] = ()
    """The points of each objective, in the order of the scenario."""
    decided: str = ""
    """What decided the game, see `deciding_factor`."""
    faults: tuple[Fault, ...] = ()
    """The mistakes of its players, for which the default was used."""
    luck: float = 0.0
    """The luck of side 0 minus that of side 1, in steps, in attacks and in the dice that oppose them."""

    @property
    def margin(self) -> float:
        """The lead of side 0 in Victory Points."""
        return self.victory[0] - self.victory[1]


@frozen
class PlayedGame:
    """How a game ended, and where its models were on the table then."""

    number: int
    """The number of the game, from 0."""
    winner: int | None
    turns: int
    objective: tuple[float, float]
    victory: tuple[float, float]
    decided: str
    digest: str
    """The digest of the last state."""
    table: tuple[tuple[int, float, float, bool], ...]
    """The side, the place in inches, and whether it is a capital ship, of each model."""

    @classmethod
    def of(cls, outcome: Outcome) -> PlayedGame:
        """Return the game of an outcome."""
        table = tuple((fate.side, fate.x, fate.y, fate.capital) for fate in outcome.fates if fate.place == TABLE)
        return cls(
            outcome.number, outcome.winner, outcome.turns, outcome.objective, outcome.victory, outcome.decided,
            outcome.digest, table,
        )  # fmt: skip


# --- Fates ---

OFF_TABLE, LEAVING = "off the table", "leaving the battle"
"""The causes if a model leaves without being struck: over an edge, or by its own action."""
FIREFIGHT = "a firefight aboard"


@dataclass(slots=True)
class _Story:
    """What the events say about one model."""

    last_strike: str = ""
    """What struck it last."""
    struck_since_move: bool = False
    """Whether it was struck since its last move."""
    ramming: str = ""
    """The id of the ship that it rams."""
    boarders: str = ""
    """The source of the last marines that came aboard."""
    turn: int = 0
    """The turn when it was last captured, Crippled, or lost."""
    by: str = ""
    """What captured, Crippled, destroyed, or removed it."""

    def note_strike(self, last_strike: str) -> None:
        """Note what struck the model."""
        self.last_strike, self.struck_since_move = last_strike, True

    def note_end(self, turn: int, by: str) -> None:
        """Note what happened to the model."""
        self.turn, self.by = turn, by


def fates(state: State, entries: Iterable[LogEntry], known: dict[str, str]) -> tuple[Fate, ...]:
    """Return what happened to each model of a side. `known` gives a model's name in all games, by its id."""
    stories = _Stories(state)
    for entry in entries:
        stories.add(entry)
    return tuple(
        _fate(state, model, stories.of(model.id), known.get(model.id, model.card.key))
        for model in state.models.values() if model.owner != NEUTRAL
    )  # fmt: skip


class _Stories:
    """The stories of all models, collected event by event."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._stories = {model_id: _Story() for model_id in state.models}
        self._latest = ""
        """What struck any model last: an attack can hit another model of a formation than its target."""

    def of(self, model_id: str) -> _Story:
        """Return the story of a model."""
        return self._stories[model_id]

    def add(self, entry: LogEntry) -> None:
        """Process an event."""
        match event := entry.event:
            case Attacked():
                self._add_attack(event)
            case PlansRevealed():
                for order in event.plans:
                    if isinstance(order, MarineOrder):
                        self.of(order.model).note_strike(FIREFIGHT)
            case Damaged() | StateChanged() | ShipCaptured() | LeftPlay() | MarinesBoarded() | Moved():
                if event.model in self._stories:
                    self._add_event(event, self._stories[event.model], entry.turn)

    def _add_event(
        self, event: Damaged | StateChanged | ShipCaptured | LeftPlay | MarinesBoarded | Moved, story: _Story, turn: int
    ) -> None:
        match event:
            case Moved():
                story.struck_since_move = False
            case Damaged() if event.amount > 0 and not (event.spent or event.launched):
                story.note_strike(self._cause_of_damage(event))
            case MarinesBoarded() if event.marines:
                story.boarders = self._name(event.by)
            case StateChanged(state="crippled", entered=True):
                story.note_end(turn, story.last_strike)
            case ShipCaptured():
                story.note_end(turn, f"marines of {story.boarders}" if story.boarders else "marines")
            case LeftPlay(how="destroyed"):
                story.note_end(turn, self._cause_of_loss(event.model, story))
            case LeftPlay(how="withdrawn"):
                story.note_end(
                    turn, self._lost_ship(event.model) or (OFF_TABLE if self._is_off_table(event.model) else LEAVING)
                )

    def _add_attack(self, event: Attacked) -> None:
        """Note an attack on its target. In a collision both models are struck."""
        attacker, target = self._stories.get(event.attacker), self._stories.get(event.target)
        if event.window == COLLISION and attacker is not None and target is not None:
            if target.ramming == event.attacker:
                target.ramming = ""
            else:
                attacker.ramming = event.target
                attacker.note_strike(f"ramming {self._name(event.target)}")
                target.note_strike(f"being rammed by {self._name(event.attacker)}")
        elif target is not None and event.result:
            self._latest = f"{event.weapon} of {self._name(event.attacker)}" if attacker is not None else event.weapon
            target.note_strike(self._latest)

    def _cause_of_damage(self, event: Damaged) -> str:
        """Return the cause of damage, without the damaged model."""
        striker, is_ramming, rammed = event.cause.partition(" rams ")
        if is_ramming:
            return f"ramming {rammed}" if striker == self._name(event.model) else f"being rammed by {striker}"
        cause, has_target, target = event.cause.rpartition(" at ")
        is_model = any(model.name == target for model in self._state.models.values())
        return cause if has_target and is_model else event.cause

    def _cause_of_loss(self, model_id: str, story: _Story) -> str:
        """Return what destroyed a model: a strike, the loss of its ship, the table edge, or its own charge."""
        if ship := self._lost_ship(model_id):
            return ship
        if story.struck_since_move:
            return story.last_strike
        if self._is_off_table(model_id):
            return OFF_TABLE
        charge = self._state.models[model_id].card.trait(SelfDestruct.name)
        return SelfDestruct.name if charge else self._latest

    def _lost_ship(self, model_id: str) -> str:
        """Return the loss of the ship that a model is aboard, or "" if there is none."""
        host = self._state.models.get(self._state.models[model_id].host)
        return f"being aboard {host.name}" if host is not None and not host.is_in_game else ""

    def _is_off_table(self, model_id: str) -> bool:
        """Return whether a model extends over an edge of the table."""
        model = self._state.models[model_id]
        return extends_off_table(model.base, model.pose, self._state.width, self._state.height)

    def _name(self, model_id: str) -> str:
        return self._state.models[model_id].name if model_id in self._state.models else model_id


def _fate(state: State, model: Model, story: _Story, identifier: str) -> Fate:
    how = fate_of(model)
    is_alive = how in (DAMAGED, UNHURT)
    x, y, _ = _where(state, model).pose
    return Fate(
        identifier, model.name, model.owner, model.is_capital, how, "" if is_alive else story.by,
        state.turn if is_alive else story.turn or state.turn, round(x, 2), round(y, 2), model.card.tv, model.place,
    )  # fmt: skip


def _where(state: State, model: Model) -> Model:
    """Return the model, or the ship that it is or was aboard."""
    host = state.models.get(model.host)
    return model if host is None or model.place not in (EMBARKED, MODEL_DESTROYED, MODEL_WITHDRAWN) else host


def fate_of(model: Model) -> str:
    """Return the entry of `FATES` for the current state of a model."""
    if model.place == MODEL_DESTROYED:
        return DESTROYED
    if model.side != model.owner:
        return CAPTURED
    if model.place == MODEL_WITHDRAWN:
        return WITHDRAWN
    if MODEL_CRIPPLED in model.states:
        return CRIPPLED
    is_damaged = model.damaged or any(marked for track, marked in model.marks.items() if track != FUEL)
    return DAMAGED if is_damaged else UNHURT


# --- Deciding factors ---

DRAW, AHEAD = "a draw", "being ahead before"


def awards(state: State) -> tuple[ObjectivePoints, ...]:
    """Return the points that each objective has given both sides so far."""
    return tuple(
        ObjectivePoints(objective.title, (objective.shares[0].earned, objective.shares[1].earned))
        for objective in progress(state)
    )


def deciding_factor(before: State, after: State, winner: int | None) -> str:
    """Return what decided a game, in a few words. `before` is the state at the start, `after` at the end.

    Objective Points decide before Victory Points (R80). The deciding factor is the one that gave the winner most points
    more than the other side.
    """
    if winner is None:
        return DRAW
    objectives = progress(after)
    leads = [objective.shares[winner].earned - objective.shares[1 - winner].earned for objective in objectives]
    if sum(leads) > 0:
        best = objectives[leads.index(max(leads))]
        if not best.of_victory:
            return best.title
    return _victory_factor(before, after, winner)


def _victory_factor(before: State, after: State, winner: int) -> str:
    """Return what has given the winner most Victory Points against the other side since the start."""
    first, last = _victory_points_by_model(before), _victory_points_by_model(after)
    sign = 1 if winner == 0 else -1
    gains = {model_id: sign * (points - first.get(model_id, 0)) for model_id, points in last.items()}
    best = max(gains, key=lambda model_id: gains[model_id], default="")
    lead = sign * sum(first.values())
    if not best or lead >= gains[best]:
        return AHEAD
    model = after.models[best]
    return f"{model.name} {fate_of(model)}"


def _victory_points_by_model(state: State) -> dict[str, int]:
    """Return the Victory Points of each model for side 0 against side 1."""
    points = dict.fromkeys(state.models, 0)
    for side, sign in ((0, 1), (1, -1)):
        for entry in values(state, side):
            points[entry.model] += sign * entry.points
    return points
