"""What we ask of the project's own contents, by name: `check --ours` says it, and says nothing against them."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest

from jovian.cards import UnitCard, parse_fleet, parse_unit
from jovian.cards.files import BUILTIN_SHELF
from jovian.commands.check import Contents, files, read, shortfalls
from tests.commands import ROOT, alone, run


@pytest.fixture(scope="module")
def ours() -> Contents:
    """The project's own."""
    return read(BUILTIN_SHELF)


def with_card(ours: Contents, key: str, **change: Any) -> Contents:
    """The contents with a card changed."""
    card = parse_unit({**ours.cards[key].source, **change}, "test")
    return replace(ours, cards={**ours.cards, key: card})


def test_the_projects_own_files_are_named_and_good() -> None:
    told = alone("main.py", "check", "--ours")
    assert (told.returncode, told.stderr) == (0, "")
    for path in files(BUILTIN_SHELF):
        assert f"{path.relative_to(ROOT)}: " in told.stdout
    assert len(files(BUILTIN_SHELF)) > 50


def test_whoever_reads_other_shelves_checks_the_projects_own_all_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "check", "--ours")
    assert (status, err) == (0, "") and len(out.splitlines()) == len(files(BUILTIN_SHELF)) + 1


@pytest.mark.parametrize(
    ("key", "change", "said"),
    [
        ("cega/uller", {"tv": 60}, "costs 60 TV, worth"),
        ("common/gnat", {"tv": 2}, "a drone of its class 0"),
        ("cega/uller", {"structure": [9, 8]}, "Structure 3 to 6"),
        ("cega/uller", {"image": "uller-2"}, "no drawing 'uller-2'"),
        ("cega/fury", {"fuel": [1]}, "Fuel 2 or more"),
        ("cega/fury", {"version": "1.0"}, "is written for 1.0"),
        ("cega/caltrop", {"traits": []}, "only what is Static"),
        ("cega/hotei", {"traits": []}, "CEGA: has no tender"),
        ("common/gnat", {"drone_class": 3}, "not two drones of Class 1"),
    ],
)
def test_a_card_that_falls_short_is_told(ours: Contents, key: str, change: dict[str, Any], said: str) -> None:
    assert any(said in line for line in shortfalls(with_card(ours, key, **change)))


def test_a_fleet_that_falls_short_is_told(ours: Contents) -> None:
    source = {**ours.fleets["cega-150"].source, "units": ["cega/tengu", "cega/fury"]}
    fleets = {**ours.fleets, "cega-150": parse_fleet(source, "test", ours.cards)}
    told = [line for line in shortfalls(replace(ours, fleets=fleets)) if line.startswith("cega-150: ")]
    assert any("of 150 TV" in line for line in told) and any("not the shape" in line for line in told)
    gone = {stem: fleet for stem, fleet in ours.fleets.items() if stem != "jovian-250"}
    assert "there is no ready fleet jovian-250" in list(shortfalls(replace(ours, fleets=gone)))


def test_one_more_legal_card_is_asked_what_the_others_are(ours: Contents) -> None:
    """A second mine, tender or nuke is nothing against a card that is worth its price and has a drawing."""
    more: dict[str, UnitCard] = dict(ours.cards)
    for key in ("cega/caltrop", "cega/hotei", "cega/tengu"):
        source = {**ours.cards[key].source, "name": f"{ours.cards[key].name} Two"}
        card = parse_unit(source, "test")
        more[card.key] = card
    told = list(shortfalls(replace(ours, cards=MappingProxyType(more))))
    assert {line.split(": ", 1)[1] for line in told} == {
        *(f"its image is '{key}', not its name" for key in ("caltrop", "hotei", "tengu")), "flies in no ready fleet",
    }  # fmt: skip
