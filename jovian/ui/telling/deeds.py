"""What computer players did, an activation each: told in a few words, and kept so that it can be seen again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from jovian.game import Event, State
from jovian.rules.facts.telling import result_words

KEPT = 12
"""Activations that can be seen again."""
UNTOLD = ("advance", "turn", "squadron")
"""Causes of the moves that are summed up as the model's own."""


@dataclass
class Deed:
    """One activation of a computer player."""

    model: str
    side: int
    before: State
    """What was seen when it began."""
    events: list[Event] = field(default_factory=list)
    done: bool = False

    def holds(self, number: int) -> bool:
        """Did the event of that number happen in it?"""
        return any(event["n"] == number for event in self.events)


class Deeds:
    """The last few activations of computer players, as far as they were seen."""

    def __init__(self, humans: tuple[int, ...]) -> None:
        self._humans = humans
        self.kept: list[Deed] = []

    @property
    def last(self) -> Deed | None:
        """The latest, None before there is one."""
        return self.kept[-1] if self.kept else None

    def take(self, events: Sequence[Event], before: State) -> None:
        """Follow what happened; an activation that begins within another one belongs to it."""
        for event in events:
            last = self.last
            if event["type"] == "activated" and event["side"] not in self._humans and (last is None or last.done):
                self.kept = [*self.kept, Deed(event["model"], event["side"], before)][-KEPT:]
                last = self.last
            if last is not None and not last.done:
                last.events.append(event)
                last.done = event["type"] == "deactivated" and event["model"] == last.model

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
    own = [each for each in deed.events if each["type"] == "moved" and each["model"] == deed.model]
    own = [each for each in own if each["cause"] in UNTOLD]
    inches = sum(each["inches"] for each in own)
    turns = [_angle(each) for each in own if each["cause"] == "turn"]
    if inches:
        yield f'moved {inches:.1f}"'
    yield from (f"turned {angle:+d}°" for angle in turns if angle)


def _losses(deed: Deed) -> Iterator[str]:
    """What each model lost in all, fuel left out."""
    lost: Counter[tuple[str, str]] = Counter()
    for event in deed.events:
        if event["type"] == "damaged" and event["amount"] > 0 and event.get("cause") != "launch":
            what = str(event.get("track") or event.get("trait") or "weapon")
            if what != "fuel":
                lost[event["model"], what] += event["amount"]
    yield from (f"{_name(deed, ident)} lost {amount} {what.capitalize()}" for (ident, what), amount in lost.items())


def _angle(event: Event) -> int:
    return int((event["to"][2] - event["from"][2] + 180) % 360 - 180)


def _rest(deed: Deed) -> Iterator[str]:
    """Shots with their results, losses, and what became of models."""
    for event in deed.events:
        kind = event["type"]
        if kind == "declared" and event.get("action") not in (None, "", "none"):
            yield f"declared {str(event['action']).title()}"
        elif kind == "attacked" and event["window"] != "terrain":
            who = "fired" if event["attacker"] == deed.model else f"{_name(deed, event['attacker'])} fired"
            hit = "missed" if str(event["result"]) == "N" else result_words(str(event["result"]))
            yield f"{who} {event['weapon']} at {_name(deed, event['target'])}: {hit}"
        elif kind == "left_play":
            how = "went aboard" if event["how"] == "embarked" else f"is {event['how']}"
            yield f"{_name(deed, event['model'])} {how}"
        elif kind == "captured":
            yield f"{_name(deed, event['model'])} is captured"
