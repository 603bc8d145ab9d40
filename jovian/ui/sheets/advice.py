"""An answer that the coach would give: in words, and over the table where it leads and whom it is about."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from itertools import islice
from typing import Any

from jovian.game import Answer, Decision, Model, State
from jovian.game.answer import Posed
from jovian.game.answers import Attack, Fly, Move, Pivot, Turn
from jovian.rules.facts.words import spoken
from jovian.table import Pose
from jovian.ui.board import Brackets, Line, Overlay, Path, Ring
from jovian.ui.over_the_board.places import ghost_of

MOST_OPTIONS = 500
"""Answers that are looked through for the one whose label says it."""
STARBOARD, PORT = "starboard", "port"


def advice_words(view: State, decision: Decision, answer: Answer) -> str:
    """What an answer is, in a few words: as its button says it, else as what it does."""
    match answer:
        case Move(inches):
            return f'Move {abs(inches):g}" {"ahead" if inches >= 0 else "astern"}'
        case Turn(degrees) | Pivot(degrees):
            return f"Turn {abs(degrees)}° to {STARBOARD if degrees > 0 else PORT}"
        case Fly():
            return "Fly there"
    label = next((each.label for each in islice(decision.options(), MOST_OPTIONS) if each.answer == answer), "")
    return label or _plainly(view, answer)


def _plainly(view: State, answer: Answer) -> str:
    """The verb of an answer and the names of whom it is about."""
    names = [model.name for model in _named(view, answer)]
    verb = spoken(answer.verb).capitalize()
    return f"{verb}: {', '.join(names)}" if names else verb


def _named(view: State, answer: Answer) -> list[Model]:
    """The models that an answer names, in its order."""
    assert is_dataclass(answer)
    words = [word for each in fields(answer) for word in _words(getattr(answer, each.name))]
    return [view.models[word] for word in dict.fromkeys(words) if word in view.models]


def _words(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for each in value:
            yield from _words(each)


def advice_overlays(view: State, decision: Decision, answer: Answer) -> tuple[Overlay, ...]:
    """Ghosts where an answer leads, and marks about whom it names."""
    named = _named(view, answer)
    about = view.models.get(decision.subject)
    marks: list[Overlay] = [Brackets(model.base, model.pose, "lit") for model in named if model.on_table]
    if isinstance(answer, Posed):
        model = named[0] if named else about
        pose = Pose(answer.x, answer.y, answer.heading)
        return (ghost_of(model, pose), *marks) if model is not None else (Ring((pose.x, pose.y), 1.0, "lit"), *marks)
    if isinstance(getattr(answer, "x", None), float):
        return (Ring((answer.x, answer.y), 1.0, "lit"), *marks)  # type: ignore[attr-defined]
    if about is None or not about.on_table:
        return tuple(marks)
    way = _way(about.pose, answer)
    if way:
        return (Path(way, about.base), ghost_of(about, way[-1]), *marks)
    if isinstance(answer, Attack):
        marks += [Line(about.pose[:2], model.pose[:2], 0.0, "lit") for model in named]
    return tuple(marks)


def _way(start: Pose, answer: Answer) -> tuple[Pose, ...]:
    """The poses on the way of a move, none for what moves nothing."""
    match answer:
        case Move(inches):
            return (start, start.advanced(inches))
        case Turn(degrees) | Pivot(degrees):
            return (start, start.turned(degrees))
        case Fly(path):
            return (start, *(Pose(x, y, start.heading) for x, y in path))
    return ()
