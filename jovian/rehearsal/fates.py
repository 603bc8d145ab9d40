"""What became of the models of a game, from its events and its last state."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from jovian.game import LogEntry, Model, State
from jovian.game.events import Damaged, LeftPlay, ShipCaptured, StateChanged
from jovian.game.events.harm import FUEL
from jovian.game.model import CRIPPLED, DESTROYED, NEUTRAL, WITHDRAWN
from jovian.rehearsal import outcome
from jovian.rehearsal.outcome import Fate


@dataclass(slots=True)
class _Story:
    """What the events tell of one model."""

    blow: str = ""
    """What last marked a box of it."""
    turn: int = 0
    """When it was last captured, crippled or gone."""
    captured: bool = False
    by: str = ""
    """What captured, crippled or destroyed it."""


def fates(state: State, told: Iterable[LogEntry], known: dict[str, str]) -> tuple[Fate, ...]:
    """What became of each model that belongs to a side; `known` says what it is called in every game, by its id."""
    stories: dict[str, _Story] = {}
    for entry in told:
        _follow(stories, state, entry)
    return tuple(
        _fate(state, model, stories.get(model.id, _Story()), known.get(model.id, model.card.key))
        for model in state.models.values() if model.owner != NEUTRAL
    )  # fmt: skip


def _follow(stories: dict[str, _Story], state: State, entry: LogEntry) -> None:
    event = entry.event
    if not isinstance(event, Damaged | StateChanged | ShipCaptured | LeftPlay) or event.model not in state.models:
        return
    story = stories.setdefault(event.model, _Story())
    match event:
        case Damaged() if event.amount > 0 and not event.spent:
            story.blow = event.cause.removesuffix(f" at {state.models[event.model].name}")
        case StateChanged(state="crippled", entered=True) | LeftPlay(how="destroyed"):
            story.turn, story.by = entry.turn, story.blow
        case LeftPlay(how="withdrawn"):
            story.turn = entry.turn
        case ShipCaptured():
            story.turn, story.by, story.captured = entry.turn, "marines", True


def _fate(state: State, model: Model, story: _Story, who: str) -> Fate:
    how = _how(model, story)
    over = how in (outcome.DAMAGED, outcome.UNHURT)
    return Fate(
        who, model.name, model.owner, model.capital, how, "" if over or how == outcome.WITHDRAWN else story.by,
        story.turn or state.turn, round(model.pose.x, 2), round(model.pose.y, 2), model.card.tv,
    )  # fmt: skip


def _how(model: Model, story: _Story) -> str:
    if model.place == DESTROYED:
        return outcome.DESTROYED
    if model.side != model.owner or story.captured:
        return outcome.CAPTURED
    if model.place == WITHDRAWN:
        return outcome.WITHDRAWN
    if CRIPPLED in model.states:
        return outcome.CRIPPLED
    hurt = model.damaged or any(marked for track, marked in model.marks.items() if track != FUEL)
    return outcome.DAMAGED if hurt else outcome.UNHURT
