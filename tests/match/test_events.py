"""What games tell and ask is what `docs/architecture.md` lists: types of event with their fields, kinds of decision."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

from jovian.match import Match
from tests.games import random_answers, setup
from tests.house import house_rules, under
from tests.match.test_everything_happens import FLEETS, depot, melee
from tests.playthroughs.write import EPISODES

PAGE = (Path(__file__).parents[2] / "docs" / "architecture.md").read_text(encoding="utf-8")
ALWAYS = {"n", "turn", "phase", "type", "seen_by"}
QUOTED = re.compile(r"`([a-z_?]+)`")


def rows(heading: str) -> Iterator[list[str]]:
    """The cells of the table below a heading, without its head."""
    lines = PAGE.split(f"### {heading}\n", 1)[1].split("\n### ", 1)[0].splitlines()
    table = [line for line in lines if line.startswith("|")]
    return ([cell.strip() for cell in line.strip("|").split("|")] for line in table[2:])


def documented() -> dict[str, list[str]]:
    """The fields of each type of event."""
    return {kind: QUOTED.findall(row[1]) for row in rows("Events") for kind in QUOTED.findall(row[0])}


@cache
def games() -> tuple[Match, ...]:
    """Random games of strike fleets, of ships and squadrons at arm's length, and the golden scenes."""
    played = [Match(setup(seed, (FLEETS[seed], FLEETS[(seed * 7 + 2) % 6]))) for seed in range(3)]
    played += [*map(melee, range(10)), *map(depot, range(40))]
    for match in played:
        rng = Random(match.setup.seed)
        while match.decision is not None:
            match.answer(match.decision.sample(rng))
    with house_rules():
        played.append(Match(under(setup(9), "first-blood")))
        for choice in random_answers(played[-1], 9):
            assert choice
    return (*played, *(scene() for scene in EPISODES.values()))


def test_every_event_has_the_fields_that_the_list_names() -> None:
    listed = documented()
    for match in games():
        for event in match.events.events:
            fields = listed[event["type"]]
            needed = {field for field in fields if not field.endswith("?")}
            assert needed <= set(event) - ALWAYS <= {field.rstrip("?") for field in fields}, event


def test_every_type_and_field_of_the_list_is_told() -> None:
    told: dict[str, set[str]] = {}
    for match in games():
        for event in match.events.events:
            told.setdefault(event["type"], set()).update(set(event) - ALWAYS)
    assert told == {kind: {field.rstrip("?") for field in fields} for kind, fields in documented().items()}


def test_every_kind_of_decision_is_listed() -> None:
    listed = {kind for row in rows("The decisions of a game") for kind in QUOTED.findall(row[0])}
    asked = {entry[1] for match in games() for entry in match.journal if entry[0] != "reseed"}
    assert asked <= listed
    assert len(asked) > 25
