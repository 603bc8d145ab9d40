"""Count the actions, orders, and reactions of the ensign: `python -m tests.benchmarks.actions [games]`."""

from __future__ import annotations

import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

from jovian.match import Match
from jovian.match.play_loop import ask
from jovian.players import make_player
from tests.games import setup

KINDS, FACTIONS = ("", "squadrons-", "strike-"), ("cega", "jovian", "venusian")
FLEETS = [f"{faction}-{kind}250" for kind in KINDS for faction in FACTIONS]
ORDERS = ("defend", "drone", "embark", "escort", "land", "launch", "nuke")
REACTIONS = (
    "assault", "break", "disengage", "fire", "intercept", "missile", "plan", "ram", "engage", "defend", "sabotage",
)  # fmt: skip


def count_orders(seed: int) -> Counter[str]:
    """Play a game of ensign against ensign. Return the counts of its declarations, resolutions, and orders."""
    count = len(FLEETS)
    match = Match(setup(seed, (FLEETS[seed % count], FLEETS[(seed * 5 + seed // count) % count])), log=False)
    players = make_player("ensign", seed), make_player("ensign", seed + 1)
    counts: Counter[str] = Counter()
    while match.decision is not None:
        decision = match.decision
        choice = ask(match, players[decision.side])
        _note(counts, decision.kind, choice, match)
        match.answer(choice)
    return counts


def _note(counts: Counter[str], kind: str, choice: list[object], match: Match) -> None:
    if kind == "declare":
        counts[f"declare {choice[1]}"] += 1
        counts["boost"] += bool(choice[2])
    elif choice[0] == "resolve" and match.state.activation is not None:
        counts[f"resolve {match.state.activation.action}"] += 1
    elif kind in ("menu", "deploy") and choice[0] in ORDERS:
        counts[f"order {choice[0]}"] += 1
    elif kind not in ("menu", "deploy") and choice[0] in REACTIONS:
        counts[f"answer {kind}: {choice[0]}"] += 1


def main(games: int) -> None:
    """Count over `games` games in 2 processes, and print a table."""
    total: Counter[str] = Counter()
    with ProcessPoolExecutor(2) as pool:
        for each in pool.map(count_orders, range(games), chunksize=5):
            total.update(each)
    print(f"| what, over {games} games of ensign against ensign | times |\n|---|---|")
    for name, times in sorted(total.items()):
        print(f"| {name} | {times} |")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
