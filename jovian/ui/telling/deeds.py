"""What computer players did, an activation each: told in a few words, and kept so that it can be seen again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from jovian.game import EMBARKED, LogEntry, State
from jovian.game.events import (
    OWN_MOVES,
    TURN,
    Activated,
    Attacked,
    Damaged,
    Deactivated,
    Declared,
    Event,
    LeftPlay,
    Moved,
    ShipCaptured,
)
from jovian.rules.facts.telling import set_words
from jovian.rules.menu.declare import NONE

KEPT = 12
"""Activations that can be seen again."""


@dataclass
class Deed:
    """One activation of a computer player."""

    model: str
    side: int
    before: State
    """What was seen when it began."""
    entries: list[LogEntry] = field(default_factory=list)
    done: bool = False

    def holds(self, number: int) -> bool:
        """Did the event of that number happen in it?"""
        return any(entry.n == number for entry in self.entries)


class Deeds:
    """The last few activations of computer players, as far as they were seen."""

    def __init__(self, humans: tuple[int, ...]) -> None:
        self._humans = humans
        self.kept: list[Deed] = []

    @property
    def last(self) -> Deed | None:
        """The latest, None before there is one."""
        return self.kept[-1] if self.kept else None

    def take(self, entries: Sequence[LogEntry], before: State) -> None:
        """Follow what happened; an activation that begins within another one belongs to it."""
        for entry in entries:
            event, last = entry.event, self.last
            if isinstance(event, Activated) and event.side not in self._humans and (last is None or last.done):
                last = Deed(event.model, event.side, before)
                self.kept = [*self.kept, last][-KEPT:]
            if last is not None and not last.done:
                last.entries.append(entry)
                last.done = isinstance(event, Deactivated) and event.model == last.model

    def forget(self) -> None:
        """Answers were taken back."""
        self.kept = []

    def of(self, number: int) -> Deed | None:
        """The activation in which an event happened."""
        return next((deed for deed in self.kept if deed.holds(number)), None)


def summary(deed: Deed) -> str:
    """What it did, in one sentence."""
    told = [*_course(deed), *_rest(deed), *_losses(deed)]
    return ", ".join(dict.fromkeys(told)) or ("did nothing" if deed.done else "begins")


def _name(deed: Deed, ident: str) -> str:
    model = deed.before.models.get(ident)
    if model is not None:
        return model.name
    piece = deed.before.terrain.get(ident)
    return piece.kind.replace("-", " ") if piece is not None else "a model"


def _course(deed: Deed) -> Iterator[str]:
    """Its own moves in all."""
    events = (entry.event for entry in deed.entries)
    own = [each for each in events if isinstance(each, Moved) and each.model == deed.model and each.cause in OWN_MOVES]
    inches = sum(each.inches for each in own)
    if inches:
        yield f'moved {inches:.1f}"'
    yield from (f"turned {each.degrees:+d}°" for each in own if each.cause == TURN and each.degrees)


def _losses(deed: Deed) -> Iterator[str]:
    """What each model lost in all, fuel left out."""
    lost: Counter[tuple[str, str]] = Counter()
    for entry in deed.entries:
        event = entry.event
        if isinstance(event, Damaged) and not (event.repaired or event.spent or event.launched):
            lost[event.model, event.what] += event.amount
    yield from (f"{_name(deed, ident)} lost {amount} {what.capitalize()}" for (ident, what), amount in lost.items())


def _rest(deed: Deed) -> Iterator[str]:
    """Actions, shots with their results, and what became of models."""
    for entry in deed.entries:
        yield from _told(deed, entry.event)


def _told(deed: Deed, event: Event) -> Iterator[str]:
    match event:
        case Declared() if event.action != NONE:
            yield f"declared {event.action.title()}"
        case Attacked() if event.window != "terrain":
            shooter = "fired" if event.attacker == deed.model else f"{_name(deed, event.attacker)} fired"
            hit = set_words(event.result) if event.result else "missed"
            yield f"{shooter} {event.weapon} at {_name(deed, event.target)}: {hit}"
        case LeftPlay():
            how = "went aboard" if event.how == EMBARKED else f"is {event.how}"
            yield f"{_name(deed, event.model)} {how}"
        case ShipCaptured():
            yield f"{_name(deed, event.model)} is captured"
