"""Tests of the recipes: their examples work as they are written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from typing import Any
from unittest.mock import patch

import pytest

from jovian.cards.page_texts import load_page_texts, load_rulings
from jovian.cards.traits import CARD_TRAITS, IMPLEMENTATIONS, LEVEL, MODEL_TRAITS, TraitRule
from jovian.fleets.price import SHIP_TRAIT_FACTOR, card_value
from jovian.game import Game, Model, Procedure, Refusal, State
from tests.commands import ROOT
from tests.rules.stage import ship, squadron, stage
from tests.rules_api import (
    HOUSE_RULE,
    RULES,
    TRAIT_EFFECTS,
    Action,
    Effect,
    Pages,
    catalogs,
    class_rules,
    forget_rulebooks,
    game_options,
    mark,
    unmark,
)

PAGE = (ROOT / "docs" / "recipes.md").read_text(encoding="utf-8")
FENCE = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)
NAMES = {each.__name__: each for each in (Action, Effect, Game, Model, Refusal, State, TraitRule, mark, unmark)}
STILL: dict[str, Any] = {"speed": 0, "thrusters": [3, 3]}


def examples(recipe: str) -> list[str]:
    """Return the code of a recipe, block by block."""
    return FENCE.findall(PAGE.split(f"\n## {recipe}\n")[1].split("\n## ")[0])


def run_example(code: str) -> dict[str, Any]:
    """Return the names that the code defines, besides those that it uses."""
    names = {**NAMES, "__name__": __name__, "HOUSE_RULE": HOUSE_RULE, "LEVEL": LEVEL, "Procedure": Procedure}
    exec(compile(code, "recipes.md", "exec"), names)
    return names


@contextmanager
def changed(*catalogs: dict[str, Any]) -> Iterator[None]:
    """Let a test add to catalogs inside the `with` block."""
    with ExitStack() as stack:
        stack.callback(forget_rulebooks)
        for catalog in catalogs:
            stack.enter_context(patch.dict(catalog))
        forget_rulebooks()
        yield


def test_a_trait() -> None:
    row_code, class_code = examples("A trait")
    row = replace(run_example(f"row = {row_code}")["row"], place=f"{HOUSE_RULE} > Gyros")
    with changed(MODEL_TRAITS, CARD_TRAITS, IMPLEMENTATIONS, TRAIT_EFFECTS, catalogs.MODEL_EFFECTS):
        MODEL_TRAITS["Gyros"] = CARD_TRAITS["Gyros"] = row
        catalogs.MODEL_EFFECTS["Gyros"] = effect = run_example(class_code)["Gyros"]
        assert (effect.name, effect.place, effect.summary) == (row.name, row.place, row.summary)
        nimble = ship("A", 0, (24, 12), turns=1, traits=["Gyros:2"], **STILL)
        assert stage(nimble, ship("B", 1, (24, 40), 180, **STILL)).begin("a").room.turns == 3
        gain = card_value(nimble.card) - card_value(replace(nimble.card, traits=()))
        assert gain == pytest.approx(2 * row.price * SHIP_TRAIT_FACTOR)


def test_an_action_of_ones_own() -> None:
    (code,) = examples("An action")
    action = run_example(code)["ShutPorts"]()
    with changed(catalogs.ACTIONS):
        catalogs.ACTIONS[action.name] = action
        game = stage(
            ship("A", 0, (24, 12), defense=[2, 1], sensors=[3, 2], ratings={"defense": 1}, **STILL),
            squadron("S", 0, (30, 12)), ship("B", 1, (24, 40), 180, **STILL),
        )  # fmt: skip
        game.begin("a", action.name).resolve()
        assert (game.rating("a", "defense"), game.rating("a", "sensors")) == (2, 2)
        game.end().idle("b").activate("s").expect_refused(["declare", action.name, 0], "no ship with Sensors")


def test_an_action_of_ones_own_has_a_page() -> None:
    (code,) = examples("An action")
    rules = class_rules([run_example(code)["ShutPorts"]()])
    pages = Pages((*RULES, *rules), load_page_texts(), load_rulings(), game_options())
    page = pages.page_for("shut ports")
    assert page is not None and page.key == "House rule > Shut Ports" and pages["House rule"].text
    assert page.entries[0].text == "Marks a box of Sensors to repair a box of Defense."
