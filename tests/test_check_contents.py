"""Tests of `tools/check_contents.py`: the game's own cards and fleets pass, and faults are reported."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest

from jovian.cards import UnitCard, parse_fleet, parse_unit
from jovian.cards.files import BUILTIN_SHELF
from tests.commands import ROOT, run_python
from tools.check_contents import Contents, find_faults, load_contents, shelf_files


@pytest.fixture(scope="module")
def ours() -> Contents:
    """Return the game's own contents."""
    return load_contents(BUILTIN_SHELF)


def with_card(ours: Contents, key: str, **change: Any) -> Contents:
    """Return the contents with a changed card."""
    card = parse_unit({**ours.cards[key].source, **change}, "test")
    return replace(ours, cards={**ours.cards, key: card})


def test_the_projects_own_files_are_named_and_good() -> None:
    process = run_python("-m", "tools.check_contents")
    assert (process.returncode, process.stderr) == (0, "")
    for path in shelf_files(BUILTIN_SHELF):
        assert f"{path.relative_to(ROOT)}: " in process.stdout
    assert len(shelf_files(BUILTIN_SHELF)) > 50


@pytest.mark.parametrize(
    ("key", "change", "message"),
    [
        ("cega/uller", {"tv": 60}, "costs 60 TV, worth"),
        ("common/gnat", {"tv": 2}, "a drone of its class 0"),
        ("cega/uller", {"structure": [9, 8]}, "Structure 3 to 6"),
        ("cega/uller", {"image": "uller-2"}, "no drawing 'uller-2'"),
        ("cega/fury", {"fuel": [1]}, "Fuel 2 or more"),
        ("cega/uller", {"marines": [3, 2]}, "its marines track [3, 2] doesn't go down to 1 by single steps"),
        ("cega/uller", {"sensors": [3, 1]}, "its sensors track [3, 1] doesn't go down to 1 by single steps"),
        ("cega/fury", {"version": "1.0"}, "is written for 1.0"),
        ("cega/caltrop", {"traits": []}, "only what is Static"),
        ("cega/hotei", {"traits": []}, "CEGA: has no tender"),
        ("common/gnat", {"drone_class": 3}, "not two common drones of Class 1"),
    ],
)
def test_a_card_that_falls_short_is_told(ours: Contents, key: str, change: dict[str, Any], message: str) -> None:
    assert any(message in line for line in find_faults(with_card(ours, key, **change)))


def test_a_fleet_that_falls_short_is_told(ours: Contents) -> None:
    source = {**ours.fleets["cega-150"].source, "units": ["cega/tengu", "cega/fury"]}
    fleets = {**ours.fleets, "cega-150": parse_fleet(source, "test", ours.cards)}
    faults = [line for line in find_faults(replace(ours, fleets=fleets)) if line.startswith("cega-150: ")]
    assert any("of 150 TV" in line for line in faults) and any("not the shape" in line for line in faults)
    gone = {stem: fleet for stem, fleet in ours.fleets.items() if stem != "jovian-250"}
    assert "there is no ready fleet jovian-250" in list(find_faults(replace(ours, fleets=gone)))


def test_one_more_legal_card_is_asked_what_the_others_are(ours: Contents) -> None:
    """A second mine, tender, or nuke is fine if its price is right and it has a drawing."""
    more: dict[str, UnitCard] = dict(ours.cards)
    for key in ("cega/caltrop", "cega/hotei", "cega/tengu"):
        source = {**ours.cards[key].source, "name": f"{ours.cards[key].name} Two"}
        card = parse_unit(source, "test")
        more[card.key] = card
    problems = list(find_faults(replace(ours, cards=MappingProxyType(more))))
    assert {line.split(": ", 1)[1] for line in problems} == {
        *(f"its image is '{key}', not its name" for key in ("caltrop", "hotei", "tengu")), "flies in no ready fleet",
    }  # fmt: skip
