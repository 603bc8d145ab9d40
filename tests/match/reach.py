"""Everything that a player can reach from some objects through their attributes and items."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from types import BuiltinFunctionType, CodeType, FrameType, FunctionType, ModuleType
from typing import Any

from jovian.cards import ScenarioCard, UnitCard
from jovian.table import Shape

PRINTED = (UnitCard, ScenarioCard, Shape)
"""Printed values that both sides know: they don't refer to a game."""
CLOSED = (type, ModuleType, CodeType)
"""Objects of the program, which are the same in every game."""


def reachable(*roots: Any) -> Iterator[Any]:
    """Yield each reachable object once, through attributes, slots, items, closures, bound objects, and generators."""
    waiting, seen = list(roots), {id(root): root for root in roots}
    while waiting:
        found = waiting.pop()
        yield found
        if isinstance(found, PRINTED):
            continue
        for each in _held(found):
            if id(each) not in seen and not isinstance(each, CLOSED):
                seen[id(each)] = each
                waiting.append(each)


def _held(found: Any) -> list[Any]:
    if isinstance(found, FunctionType):
        return [*(found.__closure__ or ()), *(found.__defaults__ or ()), *(found.__kwdefaults__ or {}).values()]
    if isinstance(found, FrameType):
        return list(found.f_locals.values())
    if isinstance(found, BuiltinFunctionType):
        return [found.__self__]
    running = getattr(found, "gi_frame", None)
    return [*gc.get_referents(found), *([running] if running is not None else [])]
