"""What became of the models of a game, from its events and its last state."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from jovian.game import LogEntry, Model, State
from jovian.game.events import (
    Attacked,
    Damaged,
    LeftPlay,
    MarinesBoarded,
    Moved,
    PlansRevealed,
    ShipCaptured,
    StateChanged,
)
from jovian.game.events.fights import MarineOrder
from jovian.game.events.harm import FUEL
from jovian.game.model import CRIPPLED, DESTROYED, EMBARKED, NEUTRAL, WITHDRAWN
from jovian.rehearsal.one_game import outcome
from jovian.rehearsal.one_game.outcome import Fate
from jovian.rules.firing.ramming import COLLISION
from jovian.rules.traits.worth import SelfDestruct
from jovian.table import exits

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
        return exits(model.base, model.pose, self._state.width, self._state.height)

    def _name(self, ident: str) -> str:
        return self._state.models[ident].name if ident in self._state.models else ident


def _fate(state: State, model: Model, story: _Story, who: str) -> Fate:
    how = became(model)
    over = how in (outcome.DAMAGED, outcome.UNHURT)
    x, y, _ = _where(state, model).pose
    return Fate(
        who, model.name, model.owner, model.capital, how, "" if over else story.by,
        state.turn if over else story.turn or state.turn, round(x, 2), round(y, 2), model.card.tv, model.place,
    )  # fmt: skip


def _where(state: State, model: Model) -> Model:
    """Itself, or the ship that it is aboard, or was as both were lost."""
    host = state.models.get(model.host)
    return model if host is None or model.place not in (EMBARKED, DESTROYED, WITHDRAWN) else host


def became(model: Model) -> str:
    """Which of `FATES` it has by the state that it is in."""
    if model.place == DESTROYED:
        return outcome.DESTROYED
    if model.side != model.owner:
        return outcome.CAPTURED
    if model.place == WITHDRAWN:
        return outcome.WITHDRAWN
    if CRIPPLED in model.states:
        return outcome.CRIPPLED
    hurt = model.damaged or any(marked for track, marked in model.marks.items() if track != FUEL)
    return outcome.DAMAGED if hurt else outcome.UNHURT
