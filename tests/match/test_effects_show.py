"""Tests that every effect of the rules is visible when it acts: an event of a whole game names or shows it."""

from __future__ import annotations

import json
from collections.abc import Iterator

from tests.games import random_answers
from tests.match.test_everything_happens import depot, fleets, melee
from tests.rules_api import build_rulebook, game_options

FIRST = ((depot, 8), (melee, 28), (melee, 16), (fleets, 6), (fleets, 7))
"""Short games in which all effects show under the rules of today. If the rules change, the others have to show them."""
MOST_GAMES = 40
"""The maximum number of random games. They change with every change of the rules, so this is more than enough."""
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
"""Effects that no event of these games needs to name, with what shows them instead."""


def _texts() -> Iterator[str]:
    """Yield all events of one random game after the other, as text."""
    for scene_of, seed in (*FIRST, *((scene, seed) for seed in range(MOST_GAMES) for scene in (fleets, melee))):
        match = scene_of(seed)
        for _ in random_answers(match, seed):
            pass
        yield "\n".join(json.dumps(event, default=str).lower() for event in match.events.to_json(0))


def test_every_effect_shows_when_it_acts() -> None:
    """Play until each effect has occurred."""
    book = build_rulebook()
    kinds = {**book.traits, **book.weapon_traits, **book.states}
    assert set(ELSEWHERE) <= set(kinds)
    unseen = set(kinds) - set(ELSEWHERE)
    for text in _texts():
        unseen -= {name for name in unseen if kinds[name].name.lower() in text}
        if not unseen:
            return
    assert not unseen


def test_every_effect_says_what_it_does_and_where_it_stands() -> None:
    books = [build_rulebook(), *(build_rulebook(options={o.name: v}) for o in game_options() for v in o.values)]
    tables = [table for book in books for table in (book.traits, book.weapon_traits, book.states)]
    kinds = {kind for table in tables for kind in table.values()}
    silent = [kind for kind in kinds if not (kind.name and kind.summary.endswith(".") and " > " in kind.place)]
    assert silent == []
