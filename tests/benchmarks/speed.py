"""Print the table of `docs/performance.md`: `python -m tests.benchmarks.speed [ROUNDS]`.

Each row is a median over interleaved rounds. The last column is the ratio to the calibration loop of the same run,
which other machines can compare. Random play of the board game catanatron is measured too, if it is installed.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from statistics import median

from tests.benchmarks.calibration import calibration, interleaved
from tests.benchmarks.measures import MEASURES


def catanatron_game() -> int:
    """Play catanatron at random, a board game without geometry. Return the number of decisions."""
    from catanatron import Color, Game, RandomPlayer

    game = Game([RandomPlayer(Color.RED), RandomPlayer(Color.BLUE)], seed=1)
    game.play()
    return len(game.state.actions)


def rows(rounds: int) -> list[tuple[str, str, float, float]]:
    """Return the name, unit, microseconds per unit, and ratio of 1,000 units to the calibration loop."""
    works: dict[str, tuple[Callable[[], int], str]] = {**MEASURES, "catanatron": (catanatron_game, "decisions")}
    units: dict[str, list[int]] = {name: [] for name in works}

    def counted(name: str, work: Callable[[], int]) -> Callable[[], object]:
        return lambda: units[name].append(work())

    timed = {name: counted(name, work) for name, (work, _) in works.items()}
    seconds = interleaved({"calibration": calibration, **timed}, rounds)
    base = median(seconds["calibration"])
    table = []
    for name, (_, unit) in works.items():
        each = median(t / n for t, n in zip(seconds[name], units[name], strict=True))
        table.append((name, unit, each * 1e6, each * 1000 / base))
    return table


def main() -> None:
    """Print the table as Markdown."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    print("| what | microseconds | 1,000 of them / calibration loop |\n|---|---|---|")
    for name, unit, micro, ratio in rows(rounds):
        print(f"| {name} ({unit}) | {micro:.1f} | {ratio:.2f} |")


if __name__ == "__main__":
    main()
