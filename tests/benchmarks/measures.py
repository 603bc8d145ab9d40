"""The works to measure. Each function does one unit of work many times and returns the number of units."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import cycle, islice
from random import Random

from jovian.cards import fleet_names
from jovian.dice import Pool, odds, opposed_odds
from jovian.match import Match
from jovian.match.play_loop import play
from jovian.match.saves import from_data, to_data
from jovian.players import make_player
from tests.benchmarks.frames import FRAMES
from tests.benchmarks.screens import SCREENS
from tests.games import finished, setup

BIG = ("jovian-250", "cega-250")
"""The 250 TV fleets of the same factions."""
CROWD = ("jovian-squadrons-250", "cega-250")
"""Fleets of both sides for more models than a fleet has."""
Work = Callable[[], int]


def plain_game() -> int:
    """Play random against random at 250 TV without observers. Return the number of answers."""
    return _play(log=False, look=False)


def watched_game() -> int:
    """Play the same game with the log, a view, and a clone at each answer. Return the number of answers."""
    return _play(log=True, look=True)


def crowded_game(models: int = 91, most: int = 1000) -> int:
    """Play the first `most` answers of a game with `models` models, from several copies of the fleets."""
    start = setup(7, CROWD)
    sides = ((start.fleets[0], models // 2), (start.fleets[1], models - models // 2))
    fleets = tuple(replace(fleet, entries=tuple(islice(cycle(fleet.entries), count))) for fleet, count in sides)
    match, rng = Match(replace(start, fleets=fleets), log=False), Random(1)
    while match.decision is not None and len(match.journal) < most:
        match.answer(match.decision.sample(rng))
    return len(match.journal)


def _play(log: bool, look: bool) -> int:
    match, rng = Match(setup(next(_seeds), BIG), log=log), Random(1)
    while match.decision is not None:
        if look:
            match.view(match.decision.side)
            match.state.clone()
        match.answer(match.decision.sample(rng))
    return len(match.journal)


def _count() -> Iterator[int]:
    number = 0
    while True:
        yield number
        number += 1


_seeds = _count()


@lru_cache(maxsize=1)
def middle() -> Match:
    """Return a 250 TV game in the middle of its third turn."""
    match, rng = Match(setup(5, BIG)), Random(5)
    while (match.decision is not None and match.state.turn < 3) or match.state.activation is None:
        assert match.decision is not None
        match.answer(match.decision.sample(rng))
    return match


def clones() -> int:
    """Clone a state in the middle of a game. Return the number of clones."""
    for _ in range(200):
        middle().state.clone()
    return 200


def views() -> int:
    """Build views of a state. Return the number of views."""
    for _ in range(200):
        middle().view(0)
    return 200


def forks() -> int:
    """Fork the match. Return the number of forks."""
    for _ in range(100):
        middle().fork()
    return 100


@lru_cache(maxsize=1)
def _save() -> dict[str, object]:
    data: dict[str, object] = json.loads(json.dumps(to_data(finished(3, BIG))))
    return data


def replay() -> int:
    """Load a whole save and check its digests. Return the number of answers."""
    return len(from_data(_save(), "save").journal)


POOLS = [Pool(base, flex, macro) for base in (2, 3, 4, 5, 6) for flex in (0, 1, 2) for macro in (-2, 0, 2)]


def cold_odds() -> int:
    """Compute exact opposed odds with empty caches. Return the number of distributions."""
    for pool in POOLS:
        odds.cache_clear()
        opposed_odds.cache_clear()
        opposed_odds(odds(pool, reroll=True), odds(Pool(3, 1)))
    return len(POOLS)


def cached_odds() -> int:
    """Compute exact opposed odds with full caches. Return the number of distributions."""
    for pool in POOLS * 400:
        opposed_odds(odds(pool), odds(Pool(3, 1)))
    return len(POOLS) * 400


def ensign_game() -> int:
    """Play ensign against ensign at 250 TV. Return the number of decisions."""
    match = Match(setup(next(_seeds), BIG), log=False)
    play(match, (make_player("ensign"), make_player("ensign")))
    return len(match.journal)


MEASURES: dict[str, tuple[Work, str]] = {
    "random against random, plain": (plain_game, "answers"),
    "random against random, with log, view, and clone": (watched_game, "answers"),
    "random against random, 91 models": (crowded_game, "answers"),
    "clone": (clones, "clones"),
    "view": (views, "views"),
    "fork": (forks, "forks"),
    "replay": (replay, "answers"),
    "ensign against ensign": (ensign_game, "decisions"),
    **{name: (work, "frames") for name, work in (*FRAMES.items(), *SCREENS.items())},
    "odds, not cached": (cold_odds, "distributions"),
    "odds, cached": (cached_odds, "distributions"),
}
assert set(BIG) <= set(fleet_names())
