"""Count the losses that players could avoid, from events: `python -m tests.benchmarks.blunders A B [games] [size]`."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence

from jovian.game.events import Activated, Attacked, Damaged, Declared, LeftPlay, StateChanged
from jovian.match import Match
from jovian.match.play_loop import play
from jovian.players import make_player
from tests.games import setup

FACTIONS = ("cega", "jovian", "venusian")
COUNTED = (
    "ships crippled", "of them destroyed the same turn", "of them withdrawn", "own models hit by own fire",
    "own models hit by own explosions", "terrain attacks", "weapons lost by long shots", "shots taken astern",
    "boosts in the first two turns", "flagship first of its side", "games won",
)  # fmt: skip
EARLY = 2


def count_blunders(seed: int, names: Sequence[str], size: str) -> tuple[Counter[str], Counter[str]]:
    """Play a game. Return the counts of each side."""
    fleets = f"{FACTIONS[seed % 3]}-{size}", f"{FACTIONS[(seed // 3) % 3]}-{size}"
    match = Match(setup(seed, fleets))
    play(match, [make_player(name, seed + side) for side, name in enumerate(names)])
    counts: tuple[Counter[str], Counter[str]] = Counter(), Counter()
    _read(match, counts)
    if match.state.winner is not None:
        counts[match.state.winner]["games won"] += 1
    return counts


def _read(match: Match, counts: tuple[Counter[str], Counter[str]]) -> None:
    """Count the events of a game by the side of their model."""
    models = match.state.models
    side = {ident: model.owner for ident, model in models.items() if model.owner in (0, 1)}
    crippled: dict[str, int] = {}
    first: set[tuple[int, int]] = set()
    for entry in match.events:
        match entry.event:
            case Activated(model=ident, side=own) if (entry.turn, own) not in first:
                first.add((entry.turn, own))
                dearest = max((m for m in models.values() if m.owner == own), key=lambda each: each.card.tv)
                counts[own]["flagship first of its side"] += ident == dearest.id
            case Declared(side=own, boost=boost) if boost and entry.turn <= EARLY:
                counts[own]["boosts in the first two turns"] += 1
            case StateChanged(model=ident, state="crippled", entered=True) if ident in side:
                crippled[ident] = entry.turn
                counts[side[ident]]["ships crippled"] += 1
            case LeftPlay(model=ident, how=how) if ident in crippled:
                soon = how == "destroyed" and entry.turn == crippled[ident]
                counts[side[ident]]["of them destroyed the same turn"] += soon
                counts[side[ident]]["of them withdrawn"] += how == "withdrawn"
            case Damaged(model=ident, weapon=weapon, cause=cause) if weapon and "Long Shot" in cause and ident in side:
                counts[side[ident]]["weapons lost by long shots"] += 1
            case Attacked() as attack if attack.target in side:
                _attacked(attack, side, counts[side[attack.target]])


def _attacked(attack: Attacked, side: dict[str, int], counts: Counter[str]) -> None:
    own = side.get(attack.attacker) == side[attack.target]
    counts["own models hit by own explosions"] += own and attack.window == "explosion"
    counts["own models hit by own fire"] += own and attack.window == "activation"
    counts["terrain attacks"] += attack.window == "terrain"
    counts["shots taken astern"] += not own and attack.arc == "aft" and attack.window == "activation"


def main(names: Sequence[str], games: int, size: str) -> None:
    """Print a table of both players. Each game is played twice, with the sides swapped."""
    total: tuple[Counter[str], Counter[str]] = Counter(), Counter()
    for seed in range(games):
        for swapped in (False, True):
            counts = count_blunders(seed, names[::-1] if swapped else names, size)
            for count, own in zip(total, counts[::-1] if swapped else counts, strict=True):
                count.update(own)
    print(f"| a game, over {2 * games} games | {names[0]} | {names[1]} |\n|---|---|---|")
    for what in COUNTED:
        print(f"| {what} | {total[0][what] / (2 * games):.2f} | {total[1][what] / (2 * games):.2f} |")


if __name__ == "__main__":
    first, second, many, tv = (*sys.argv[1:], *("captain", "ensign", "10", "250")[len(sys.argv) - 1 :])
    main((first, second), int(many), tv)
