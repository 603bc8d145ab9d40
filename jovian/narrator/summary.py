"""An activation in one sentence: its moves in all, actions and shots, and what was lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from jovian.game import EMBARKED, LogEntry
from jovian.game.events import OWN_MOVES, TURN, Attacked, Damaged, Declared, Event, LeftPlay, Moved, ShipCaptured
from jovian.narrator.names import Names
from jovian.rules.facts.words import set_words
from jovian.rules.menu.declare import NONE


def activation_summary(entries: Sequence[LogEntry], model: str, names: Names) -> str:
    """What happened in the activation of a model, whose name is left out; "" if nothing did."""
    events = [entry.event for entry in entries]
    told = [*_course(events, model), *(said for event in events for said in _told(event, model, names))]
    return ", ".join(dict.fromkeys([*told, *_losses(events, names)]))


def _course(events: Sequence[Event], model: str) -> Iterator[str]:
    """The model's own moves in all."""
    own = [each for each in events if isinstance(each, Moved) and each.model == model and each.cause in OWN_MOVES]
    inches = sum(each.inches for each in own)
    if inches:
        yield f'moved {inches:.1f}"'
    yield from (f"turned {each.degrees:+d}°" for each in own if each.cause == TURN and each.degrees)


def _told(event: Event, model: str, names: Names) -> Iterator[str]:
    """An action, a shot with its result, or what became of a model."""
    match event:
        case Declared() if event.action != NONE:
            yield f"declared {event.action.title()}"
        case Attacked() if event.window != "terrain":
            shooter = "fired" if event.attacker == model else f"{names.model(event.attacker).text} fired"
            hit = set_words(event.result) if event.result else "missed"
            yield f"{shooter} {event.weapon} at {names.model(event.target).text}: {hit}"
        case LeftPlay():
            how = "went aboard" if event.how == EMBARKED else f"is {event.how}"
            yield f"{names.model(event.model).text} {how}"
        case ShipCaptured():
            yield f"{names.model(event.model).text} is captured"


def _losses(events: Sequence[Event], names: Names) -> Iterator[str]:
    """What each model lost in all, fuel left out."""
    lost: Counter[tuple[str, str]] = Counter()
    for event in events:
        if isinstance(event, Damaged) and not (event.repaired or event.spent or event.launched):
            lost[event.model, event.what] += event.amount
    for (ident, what), amount in lost.items():
        yield f"{names.model(ident).text} lost {amount} {what.capitalize()}"
