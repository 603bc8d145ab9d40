"""Pieces of a scenario that do nothing without another piece, or without something on the table: what they lack.

A file that is read is asked for it, a draft, too; a game that has begun with such pieces goes on.
"""

from __future__ import annotations

from collections.abc import Iterator

from jovian.cards.reading.document import Document
from jovian.cards.schemas.listed import name_of
from jovian.cards.schemas.scenarios.pieces import (
    Ambush,
    CometInZone,
    CountPrevented,
    CountSearched,
    Distribute,
    Mine,
    ObjectsInFreeQuarters,
    RetrieveFromObjects,
    Search,
    SearchObjects,
    Timed,
)
from jovian.cards.schemas.scenarios.scenario import Scenario
from jovian.cards.schemas.validate import Strict
from jovian.cards.values.names import TERRAIN_KINDS

BRINGING = (Distribute, Mine, RetrieveFromObjects, Search)
"""Rules by which models come by tokens."""
OBJECT = next(kind.name for kind in TERRAIN_KINDS.values() if kind.searched)
COMET = next(kind.name for kind in TERRAIN_KINDS.values() if kind.tail)


def check_needs(scenario: Scenario, document: Document) -> None:
    """Note each piece that lacks what it needs, and objectives that are counted too late."""
    for number, rule in enumerate(scenario.special_rules):
        for lack in _lacks(scenario, rule):
            _note(document, "special_rules", number, f"{name_of(type(rule), 'rule')} does nothing without {lack}")
    for key, lines in (("objectives", scenario.objectives), ("early_end", scenario.early_end)):
        for number, line in enumerate(lines):
            for lack in _uncounted(scenario, getattr(line, "count", None)):
                _note(document, key, number, f"counts nothing without {lack}")
            late = isinstance(line, Timed) and line.turn is not None and line.turn > scenario.turns
            document.note_if(late, (key, number, "turn"), f"{key} {number + 1}: its turn is after the last turn")


def _note(document: Document, key: str, number: int, cause: str) -> None:
    document.note_if(True, (key, number), f"{key} {number + 1}: {cause}")


def _lacks(scenario: Scenario, rule: Strict) -> Iterator[str]:
    """What a special rule needs and the scenario has not."""
    pieces = [line for line in scenario.terrain if TERRAIN_KINDS[line.kind].searched]
    laid = [each for each in scenario.special_rules if isinstance(each, ObjectsInFreeQuarters)]
    if isinstance(rule, RetrieveFromObjects):
        if not _has(scenario, SearchObjects):
            yield _called(SearchObjects)
        elif not any(line.hangers for line in pieces) and not any(each.hangers != 0 for each in laid):
            yield f"hangers in an {OBJECT}"
    if isinstance(rule, SearchObjects) and not pieces and not laid:
        yield f"an {OBJECT}"
    if isinstance(rule, CometInZone | ObjectsInFreeQuarters) and scenario.models:
        yield "a deployment, and models are placed"
    if isinstance(rule, Ambush) and scenario.models and rule.edge is None:
        yield "an edge, where models are placed"
    flying = scenario.layout is not None or any(TERRAIN_KINDS[line.kind].tail for line in scenario.terrain)
    if isinstance(rule, Mine) and not flying and not _has(scenario, CometInZone):
        yield f"a {COMET}"


def _uncounted(scenario: Scenario, count: Strict | None) -> Iterator[str]:
    """What is needed for a count to be more than nothing, and the scenario has not."""
    if isinstance(count, CountSearched) and not _has(scenario, SearchObjects):
        yield _called(SearchObjects)
    token = getattr(count, "token", None)
    if isinstance(count, CountPrevented):
        if not _has(scenario, Distribute, token):
            yield f"{_called(Distribute)} for '{token}'"
    elif token is not None:
        laden = any(token in line.loads for line in scenario.models)
        if not laden and not any(_has(scenario, each, token) for each in BRINGING):
            yield f"a rule that brings '{token}', or a model that carries it"


def _has(scenario: Scenario, kind: type[Strict], token: str | None = None) -> bool:
    """Is there a rule of that kind, with a token for that token?"""
    found = (each for each in scenario.special_rules if isinstance(each, kind))
    return any(token is None or getattr(each, "token", None) == token for each in found)


def _called(kind: type[Strict]) -> str:
    return f"the rule {name_of(kind, 'rule')}"
