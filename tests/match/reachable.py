"""Everything that a player can reach from some objects through their attributes and items, and its content."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from functools import cache
from types import BuiltinFunctionType, CodeType, FrameType, FunctionType, ModuleType
from typing import Any

from jovian.cards import ScenarioCard, UnitCard
from jovian.game import Model, State
from jovian.table import Shape

PRINTED = (UnitCard, ScenarioCard, Shape)
"""Printed values that both sides know: they don't refer to a game."""
CLOSED = (type, ModuleType, CodeType)
"""Objects of the program, which are the same in every game."""


def reachable(*roots: Any) -> Iterator[Any]:
    """Yield each reachable object once, through attributes, slots, items, closures, bound objects, and generators."""
    waiting, seen = list(roots), {id(root): root for root in roots}
    while waiting:
        thing = waiting.pop()
        yield thing
        if isinstance(thing, PRINTED):
            continue
        for each in _held(thing):
            if id(each) not in seen and not isinstance(each, CLOSED):
                seen[id(each)] = each
                waiting.append(each)


def _held(thing: Any) -> list[Any]:
    if isinstance(thing, FunctionType):
        return [*(thing.__closure__ or ()), *(thing.__defaults__ or ()), *(thing.__kwdefaults__ or {}).values()]
    if isinstance(thing, FrameType):
        return list(thing.f_locals.values())
    if isinstance(thing, BuiltinFunctionType):
        return [thing.__self__]
    running = getattr(thing, "gi_frame", None)
    return [*gc.get_referents(thing), *([running] if running is not None else [])]


def content(value: Any) -> Any:
    """Return everything in a value, such as a view. Mappings keep their order.

    Twins that differ in upgrades, cargo, or hardpoints have equal digests, so tests of secrecy compare this.
    """
    if isinstance(value, dict):
        return [(key, content(item)) for key, item in value.items()]
    if isinstance(value, (list, tuple)) and not hasattr(value, "_fields"):
        return [content(item) for item in value]
    if isinstance(value, UnitCard):
        return _card_content(value)
    if isinstance(value, (State, Model)) or hasattr(type(value), "digested"):
        skipped = ("trial", "rulebook", "cache_key")
        return [(slot, content(getattr(value, slot))) for slot in type(value).__slots__ if slot not in skipped]
    return repr(value)


@cache
def _card_content(card: UnitCard) -> tuple[str, str]:
    return repr(card), card.source_text
