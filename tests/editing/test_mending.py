"""Tests of fixes for problems: each offered fix is tried, so it helps."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from jovian.editing.draft import Draft
from jovian.editing.problems import find_fix, find_problems
from tests.editing.drafts import duel

ROCK = {"id": "rock", "kind": "large-asteroid", "x": 30, "y": 20, "radius": 1.5}


def rock(**said: object) -> Draft:
    return duel().with_line("terrain", {**ROCK, **said})[0]


LATE = {"kind": "each", "points": 1, "count": {"of": "models"}, "turn": 9}


def mining(*rules: str) -> Draft:
    """Return a draft that counts water, with rules that must bring it."""
    draft = duel().with_value(("tokens",), [{"name": "Water"}])
    counted = {"kind": "each", "points": 1, "count": {"of": "tokens", "token": "Water"}}
    draft = draft.with_value(("special_rules",), [{"rule": rule, "token": "Water"} for rule in rules])
    return draft.with_value(("objectives", 0), counted)


def scavenging(rule: str) -> Draft:
    """Return a draft with one rule about an object with hangers."""
    hulk = {"id": "hulk", "kind": "unidentified-object", "x": 24, "y": 20, "hangers": 2}
    return mining(rule).with_value(("terrain",), [hulk])


WRONG: dict[str, tuple[Callable[[], Draft], str]] = {
    "on another": (lambda: duel().with_value(("models", 1, "y"), 8.5), "move it to x "),
    "partly off the table": (lambda: duel().with_value(("models", 0, "x"), 0.2), "move it to x "),
    "off the table": (lambda: rock(x=60), "move it onto the table"),
    "an escort apart": (lambda: duel().with_value(("models", 1, "escorting"), "ship"), "move it to x "),
    "too large": (lambda: rock(radius=7), "set its radius to 2"),
    "an unknown key": (lambda: duel().with_value(("turnz",), 4), "remove 'turnz'"),
    "a ship that is not there": (
        lambda: duel().with_value(("models", 1, "escorting"), "shap"),
        "remove 'escorting'",
    ),
    "no such box": (lambda: duel().with_value(("models", 0, "structure"), 17), "remove 'structure'"),
    "fleets beside models": (lambda: duel().with_value(("fleets",), ["jovian-150", "cega-150"]), "remove 'fleets'"),
    "nobody to play": (lambda: duel().with_value(("models",), None), "use the default fleets"),
    "no objective": (lambda: duel().with_value(("objectives",), None), "use the default objectives"),
    "a rule that needs a comet": (lambda: mining("mine"), "add a comet in the center of the table"),
    "a rule that needs a rule": (lambda: scavenging("retrieve-from-objects"), "add the rule 'search-objects'"),
    "tokens that nothing brings": (lambda: mining(), "add the rule 'search'"),
    "counted too late": (lambda: duel().with_value(("objectives", 0), LATE), "remove 'turn'"),
    "after the end": (lambda: duel().with_value(("turn",), 9), "remove 'turn'"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_offered_helps(name: str) -> None:
    make, label = WRONG[name]
    draft = make()
    first = find_problems(draft)[0]
    fix = find_fix(draft, first)
    assert fix is not None and fix.description.startswith(label), fix
    assert find_problems(fix.draft) == []


def test_where_nothing_helps_nothing_is_offered() -> None:
    draft = duel().with_value(("models", 0, "card"), "jovian/no-such-ship")
    assert find_fix(draft, find_problems(draft)[0]) is None
