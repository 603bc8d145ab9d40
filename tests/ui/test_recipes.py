"""Tests of the examples in the recipes: they run as they are printed."""

from __future__ import annotations

import re
from typing import Any

from jovian.ui.kit.boxes import Box
from jovian.ui.kit.dock import dock
from jovian.ui.screens.page import Page
from tests.commands import ROOT
from tests.ui.fitting import misfits
from tests.ui.pilot import Pilot


def example(heading: str) -> dict[str, Any]:
    """Return the names that the example of a recipe defines."""
    recipes = (ROOT / "docs" / "recipes.md").read_text(encoding="utf-8")
    recipe = recipes.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    found = re.search(r"```python\n(.*?)```", recipe, re.DOTALL)
    assert found is not None and found[1].count("\n") < 60
    names: dict[str, Any] = {"__name__": "example"}
    exec(compile(found[1], "recipes.md", "exec"), names)
    return names


def test_a_page() -> None:
    pilot = Pilot()
    title = pilot.app.screen
    page = example("A page")["NamesScreen"](pilot.app, title)
    pilot.app.show(page)
    assert misfits(pilot) == []
    pilot.click(pilot.widget("names").row_rect(1).center)  # type: ignore[attr-defined]
    pilot.press("remove")
    assert page.names == ["Thorn"]
    pilot.press("add")
    pilot.reply("Wyvern")
    assert page.names == ["Thorn", "Wyvern"]
    pilot.press("remove")
    pilot.press("remove")
    assert not pilot.widget("remove").enabled and pilot.widget("remove").reason
    pilot.press("done")
    assert pilot.screen is title


def test_a_panel() -> None:
    pilot = Pilot()
    marines = example("A panel")["MarinesPanel"]("Thorn", 1)

    class MarinesPage(Page):
        def compose(self) -> Box:
            return dock(marines)

    pilot.app.show(MarinesPage(pilot.app))
    assert misfits(pilot) == []
    pilot.press("fewer")
    assert marines.marines == 0 and not pilot.widget("fewer").enabled and pilot.widget("fewer").reason
    pilot.press("more")
    assert marines.marines == 1
