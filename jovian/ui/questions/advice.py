"""The advice of the coach about a decision, in words and on the board."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from itertools import islice
from typing import Any

from jovian.game import Answer, Decision, Model, State
from jovian.game.answers import Attack, Fly, Move, Pivot, Posed, Turn
from jovian.rules.basics.rolls import key_to_words
from jovian.table import Pose
from jovian.ui.board import BoardLine, BoardPath, Brackets, Overlay, Ring
from jovian.ui.board.board_help import ghost_of

MAX_OPTIONS = 500
"""The maximum number of options searched for the one with the answer."""
STARBOARD, PORT = "starboard", "port"


def advice_words(view: State, decision: Decision, answer: Answer) -> str:
    """Return what an answer does, in a few words: the label of its button, else a description."""
    match answer:
        case Move(inches):
            return f'Move {abs(inches):g}" {"ahead" if inches >= 0 else "astern"}'
        case Turn(degrees) | Pivot(degrees):
            return f"Turn {abs(degrees)}° to {STARBOARD if degrees > 0 else PORT}"
        case Fly():
            return "Fly there"
    label = next((option.label for option in islice(decision.options(), MAX_OPTIONS) if option.answer == answer), "")
    return label or _describe_plainly(view, answer)


def _describe_plainly(view: State, answer: Answer) -> str:
    """Return the verb of an answer and the names of its models."""
    names = [model.name for model in _named_models(view, answer)]
    verb = key_to_words(answer.verb).capitalize()
    return f"{verb}: {', '.join(names)}" if names else verb


def _named_models(view: State, answer: Answer) -> list[Model]:
    """Return the models that an answer names, in order."""
    assert is_dataclass(answer)
    words = [word for field in fields(answer) for word in _strings_in(getattr(answer, field.name))]
    return [view.models[word] for word in dict.fromkeys(words) if word in view.models]


def _strings_in(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _strings_in(item)


def advice_overlays(view: State, decision: Decision, answer: Answer) -> tuple[Overlay, ...]:
    """Return the ghost where an answer leads, and marks on the models that it names."""
    models = _named_models(view, answer)
    subject = view.models.get(decision.subject)
    marks: list[Overlay] = [Brackets(model.base, model.pose, "lit") for model in models if model.is_on_table]
    if isinstance(answer, Posed):
        model = models[0] if models else subject
        pose = Pose(answer.x, answer.y, answer.heading)
        return (ghost_of(model, pose), *marks) if model is not None else (Ring((pose.x, pose.y), 1.0, "lit"), *marks)
    if isinstance(getattr(answer, "x", None), float):
        return (Ring((answer.x, answer.y), 1.0, "lit"), *marks)  # type: ignore[attr-defined]
    if subject is None or not subject.is_on_table:
        return tuple(marks)
    path = _path_of(subject.pose, answer)
    if path:
        return (BoardPath(path, subject.base), ghost_of(subject, path[-1]), *marks)
    if isinstance(answer, Attack):
        marks += [BoardLine(subject.pose[:2], model.pose[:2], 0.0, "lit") for model in models]
    return tuple(marks)


def _path_of(start: Pose, answer: Answer) -> tuple[Pose, ...]:
    """Return the poses on the path of a move, () if the answer moves nothing."""
    match answer:
        case Move(inches):
            return (start, start.advanced(inches))
        case Turn(degrees) | Pivot(degrees):
            return (start, start.turned(degrees))
        case Fly(path):
            return (start, *(Pose(x, y, start.heading) for x, y in path))
    return ()
