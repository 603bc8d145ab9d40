"""How one game went, and what decided it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

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
from jovian.game.model import EMBARKED, NEUTRAL, RESERVE, TABLE
from jovian.game.model import WITHDRAWN as MODEL_WITHDRAWN
from jovian.match.entries import Fault
from jovian.rules.attack.impacts import COLLISION
from jovian.rules.scenario.objectives import values
from jovian.rules.sequence.sequence import progress
from jovian.rules.traits.traits import SelfDestruct
from jovian.table import extends_off_table

# --- outcome ---
# What came of one rehearsed game, as plain values.

DESTROYED, CAPTURED, WITHDRAWN, CRIPPLED, DAMAGED, UNHURT = FATES = (
    "destroyed", "captured", "withdrawn", "crippled", "damaged", "unhurt",
)  # fmt: skip
"""What may become of a model, worst first; of several the worst is told."""
LOST = (DESTROYED, CAPTURED)


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of one model."""

    who: str
    """The same for the same model in every game from one start: its number in the fleets, or the key of its card."""
    name: str
    """What players call it."""
    side: int
    """Who controlled it first."""
    capital: bool
    """Is it a capital ship?"""
    how: str
    """One of `FATES`."""
    by: str
    """What brought it about, such as `Beam Projector of Anvil 1`; "" where nothing in particular did."""
    turn: int
    """In which Game Turn, the last for one that is still there."""
    x: float
    """Inches from the left edge, where it or the ship that it was aboard stood last."""
    y: float
    """Inches from the lower edge."""
    value: int
    """Its Threat Value."""
    place: str = TABLE
    """Where it is at the end: `table`, `reserve`, `embarked`, `destroyed` or `withdrawn`."""

    @property
    def lost(self) -> bool:
        """Is it lost to the side that had it?"""
        return self.how in LOST


class Award(NamedTuple):
    """What an objective gave both sides."""

    title: str
    """What its points are for."""
    points: tuple[int, int]
    """Those of side 0 and of side 1."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one game."""

    number: int
    """Which of the games it is, from 0."""
    winner: int | None
    """Which side won, None for a draw."""
    turns: int
    """The Game Turn in which it ended."""
    objective: tuple[float, float]
    """The Objective Points of both sides."""
    victory: tuple[float, float]
    """Their Victory Points."""
    fates: tuple[Fate, ...]
    """What became of each model, in the order of the fleets."""
    decisions: int
    """How many questions were answered."""
    digest: str
    """The fingerprint of the last state."""
    seconds: float = field(compare=False)
    """How long its playing took the processor; no part of the answer."""
    broken: bool = False
    """Was a plan given up before its end?"""
    awards: tuple[Award, ...] = ()
    """What each objective gave, in the order of the scenario."""
    decided: str = ""
    """What decided it, see `outcome.py`."""
    faults: tuple[Fault, ...] = ()
    """What its players did wrong, whose choices the default took."""

    @property
    def margin(self) -> float:
        """By how many Victory Points side 0 is ahead."""
        return self.victory[0] - self.victory[1]


# --- fates ---
# What became of the models of a game, from its events and its last state.

OFF_TABLE, LEAVING = "off the table", "leaving the battle"
"""What brings it about that a model is gone with nothing that strikes it: over an edge, or by its own action."""
FIREFIGHT = "a firefight aboard"


@dataclass(slots=True)
class _Story:
    """What the events tell of one model."""

    blow: str = ""
    """What struck it last."""
    since: bool = False
    """Has it been struck since it last moved?"""
    ramming: str = ""
    """The id of the ship that it rams."""
    boarders: str = ""
    """What the last marines that got aboard came from."""
    turn: int = 0
    """When it was last captured, crippled or gone."""
    by: str = ""
    """What captured, crippled or destroyed it, or took it away."""

    def struck(self, blow: str) -> None:
        """Something struck it."""
        self.blow, self.since = blow, True

    def ended(self, turn: int, by: str) -> None:
        """Something became of it."""
        self.turn, self.by = turn, by


def fates(state: State, told: Iterable[LogEntry], known: dict[str, str]) -> tuple[Fate, ...]:
    """What became of each model that belongs to a side; `known` says what it is called in every game, by its id."""
    tale = _Tale(state)
    for entry in told:
        tale.hear(entry)
    return tuple(
        _fate(state, model, tale.of(model.id), known.get(model.id, model.card.key))
        for model in state.models.values() if model.owner != NEUTRAL
    )  # fmt: skip


class _Tale:
    """The stories of all models, heard event by event."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._stories = {ident: _Story() for ident in state.models}
        self._latest = ""
        """What struck anybody last: of a formation one is lost, another was aimed at."""

    def of(self, ident: str) -> _Story:
        """The story of a model."""
        return self._stories[ident]

    def hear(self, entry: LogEntry) -> None:
        """Take in what happened."""
        match event := entry.event:
            case Attacked():
                self._attacked(event)
            case PlansRevealed():
                for order in event.plans:
                    if isinstance(order, MarineOrder):
                        self.of(order.model).struck(FIREFIGHT)
            case Damaged() | StateChanged() | ShipCaptured() | LeftPlay() | MarinesBoarded() | Moved():
                if event.model in self._stories:
                    self._became(event, self._stories[event.model], entry.turn)

    def _became(
        self, event: Damaged | StateChanged | ShipCaptured | LeftPlay | MarinesBoarded | Moved, story: _Story, turn: int
    ) -> None:
        match event:
            case Moved():
                story.since = False
            case Damaged() if event.amount > 0 and not (event.spent or event.launched):
                story.struck(self._blow(event))
            case MarinesBoarded() if event.marines:
                story.boarders = self._name(event.by)
            case StateChanged(state="crippled", entered=True):
                story.ended(turn, story.blow)
            case ShipCaptured():
                story.ended(turn, f"marines of {story.boarders}" if story.boarders else "marines")
            case LeftPlay(how="destroyed"):
                story.ended(turn, self._destroyed(event.model, story))
            case LeftPlay(how="withdrawn"):
                story.ended(turn, self._aboard(event.model) or (OFF_TABLE if self._over(event.model) else LEAVING))

    def _attacked(self, event: Attacked) -> None:
        """An attack strikes its target; in a collision both are struck."""
        attacker, target = self._stories.get(event.attacker), self._stories.get(event.target)
        if event.window == COLLISION and attacker is not None and target is not None:
            if target.ramming == event.attacker:
                target.ramming = ""
            else:
                attacker.ramming = event.target
                attacker.struck(f"ramming {self._name(event.target)}")
                target.struck(f"being rammed by {self._name(event.attacker)}")
        elif target is not None and event.result:
            self._latest = f"{event.weapon} of {self._name(event.attacker)}" if attacker is not None else event.weapon
            target.struck(self._latest)

    def _blow(self, event: Damaged) -> str:
        """The cause of damage, without whom it struck."""
        who, rams, whom = event.cause.partition(" rams ")
        if rams:
            return f"ramming {whom}" if who == self._name(event.model) else f"being rammed by {who}"
        what, at, target = event.cause.rpartition(" at ")
        named = any(model.name == target for model in self._state.models.values())
        return what if at and named else event.cause

    def _destroyed(self, ident: str, story: _Story) -> str:
        """What destroyed a model: what struck it, its ship's end, the edge where nobody may leave, its own charge."""
        if ship := self._aboard(ident):
            return ship
        if story.since:
            return story.blow
        if self._over(ident):
            return OFF_TABLE
        charge = self._state.models[ident].card.trait(SelfDestruct.name)
        return SelfDestruct.name if charge else self._latest

    def _aboard(self, ident: str) -> str:
        """The end of the ship that it is aboard, "" if it is aboard none that is gone."""
        host = self._state.models.get(self._state.models[ident].host)
        return f"being aboard {host.name}" if host is not None and not host.alive else ""

    def _over(self, ident: str) -> bool:
        """Does it stick over an edge of the table?"""
        model = self._state.models[ident]
        return extends_off_table(model.base, model.pose, self._state.width, self._state.height)

    def _name(self, ident: str) -> str:
        return self._state.models[ident].name if ident in self._state.models else ident


def _fate(state: State, model: Model, story: _Story, who: str) -> Fate:
    how = became(model)
    over = how in (DAMAGED, UNHURT)
    x, y, _ = _where(state, model).pose
    return Fate(
        who, model.name, model.owner, model.capital, how, "" if over else story.by,
        state.turn if over else story.turn or state.turn, round(x, 2), round(y, 2), model.card.tv, model.place,
    )  # fmt: skip


def _where(state: State, model: Model) -> Model:
    """Itself, or the ship that it is aboard, or was as both were lost."""
    host = state.models.get(model.host)
    return model if host is None or model.place not in (EMBARKED, MODEL_DESTROYED, MODEL_WITHDRAWN) else host


def became(model: Model) -> str:
    """Which of `FATES` it has by the state that it is in."""
    if model.place == MODEL_DESTROYED:
        return DESTROYED
    if model.side != model.owner:
        return CAPTURED
    if model.place == MODEL_WITHDRAWN:
        return WITHDRAWN
    if MODEL_CRIPPLED in model.states:
        return CRIPPLED
    hurt = model.damaged or any(marked for track, marked in model.marks.items() if track != FUEL)
    return DAMAGED if hurt else UNHURT


# --- deciding ---
# What decided a game that has been played: an objective, what became of a model, or what one side had before.
#
# Objective Points decide before Victory Points (R80). Of what has given points, that decided which has given the
# winner most more than the other side.

DRAW, AHEAD = "a draw", "being ahead before"
RESERVED = "never arrived"


def awards(state: State) -> tuple[Award, ...]:
    """What each objective has given both sides, as the game stands."""
    return tuple(Award(each.title, (each.shares[0].earned, each.shares[1].earned)) for each in progress(state))


def decided(before: State, after: State, winner: int | None) -> str:
    """What decided a game, in a few words: `before` is how it stood at the start, `after` at its end."""
    if winner is None:
        return DRAW
    given = progress(after)
    leads = [each.shares[winner].earned - each.shares[1 - winner].earned for each in given]
    if sum(leads) > 0:
        most = given[leads.index(max(leads))]
        if not most.of_victory:
            return most.title
    return _by_victory(before, after, winner)


def _by_victory(before: State, after: State, winner: int) -> str:
    """What has brought the winner most Victory Points against the other side since the start."""
    first, last = _worths(_arrived(before)), _worths(after)
    sign = 1 if winner == 0 else -1
    gains = {ident: sign * (points - first.get(ident, 0)) for ident, points in last.items()}
    most = max(gains, key=lambda ident: gains[ident], default="")
    lead = sign * sum(first.values())
    return AHEAD if not most or lead >= gains[most] else _told(after.models[most])


def _worths(state: State) -> dict[str, int]:
    """How many Victory Points each model is to side 0 against side 1."""
    worths = dict.fromkeys(state.models, 0)
    for side, sign in ((0, 1), (1, -1)):
        for each in values(state, side):
            worths[each.model] += sign * each.points
    return worths


def _arrived(state: State) -> State:
    """The state as if whoever is still to come were there: to be there takes nothing from a fleet."""
    there = state.clone()
    for model in there.models.values():
        if model.place == RESERVE:
            model.place = TABLE
    return there


def _told(model: Model) -> str:
    """What became of a model that moved the points."""
    return f"{model.name} {RESERVED if model.place == RESERVE else became(model)}"
