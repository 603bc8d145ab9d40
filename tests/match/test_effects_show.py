"""Every effect of the book shows when it acts: events of whole games name it, or tell otherwise what it does."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from jovian.match import Match
from tests.face import edition, game_options
from tests.games import random_answers, setup
from tests.match.test_everything_happens import melee

GAMES = (("cega-strike-250", "venusian-strike-250"), ("jovian-strike-250", "cega-squadrons-250"),
         ("venusian-squadrons-250", "jovian-squadrons-250"))  # fmt: skip
ELSEWHERE = {
    "Energy Armor": "the Armor of a shot has its name: tests/rules/test_traits.py",
    "Barrier": "the defense of a shot has its name: tests/rules/test_cluster_munitions.py",
    "Comms": "the command that it makes possible is declared",
    "Jammer": "`attacked` names the jammer",
    "Catapult": "one launch after another is told",
    "Launchers": "one launch after another is told",
    "Cloak": "the band of a shot at it is told",
    "Emissions": "the band of a shot at it is told",
    "Grappler": "the Skill in the dice of the fight is told",
    "Sluggish": "a refusal cites it: there is nothing to tell of a move that is not made",
    "Static": "a refusal cites it: there is nothing to tell of a move that is not made",
    "Q-Ship": "`hardpoints` tells what was hidden",
    "Fuel Pods": "its state and the fuel that it gives are told",
    "Fuel Tanks": "its state and the fuel that it gives are told",
    "Tender": "the Resupply is told",
    "Expendable": "the points of its loss are told",
    "Renowned": "its Skill and the points of its loss are told",
    "Self Destruct": "the loss is told",
    "Sniper": "the band of the shot is told",
    "Precise": "the damage that was chosen is told",
    "boarded-first": "`boarded` tells who came aboard",
    "boarded-second": "`boarded` tells who came aboard",
    "concealed": "`hardpoints` tells what was hidden",
    "towed": "the drag is a move, with its cause",
}
"""Effects whose name need not stand in any event of these games: what tells of them."""


@pytest.fixture(scope="module")
def told() -> str:
    """All events of some games, as text."""
    return "\n".join(_events())


def _events() -> Iterator[str]:
    matches = [Match(setup(n, fleets)) for n, fleets in enumerate(GAMES)]
    for n, match in enumerate([*matches, *map(melee, range(6))]):
        for _ in random_answers(match, n):
            pass
        yield from (json.dumps(each, default=str).lower() for each in match.events.written(0))


def test_every_effect_shows_when_it_acts(told: str) -> None:
    book = edition()
    kinds = {**book.traits, **book.weapon_traits, **book.states}
    unseen = {name for name, kind in kinds.items() if kind.name.lower() not in told}
    assert unseen <= set(ELSEWHERE)
    assert set(ELSEWHERE) <= set(kinds)


def test_every_effect_says_what_it_does_and_where_it_stands() -> None:
    books = [edition(), *(edition(options={o.name: v}) for o in game_options() for v in o.values)]
    tables = [table for book in books for table in (book.traits, book.weapon_traits, book.states)]
    kinds = {kind for table in tables for kind in table.values()}
    silent = [kind for kind in kinds if not (kind.name and kind.summary.endswith(".") and " > " in kind.place)]
    assert silent == []
