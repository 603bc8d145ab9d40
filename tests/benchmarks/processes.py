"""Measure the start time and the memory of whole processes: `python -m tests.benchmarks.processes`.

`python -m tests.benchmarks.processes flat GAMES` plays random games in one process and prints its memory.
"""

from __future__ import annotations

import os
import subprocess
import sys
from statistics import median
from time import perf_counter

from jovian.match import Match
from tests.games import random_answers, setup

STARTS = {
    "simulate, ready to play": "import jovian.commands.simulate, jovian.match, jovian.players\n"
    "from jovian.cards import library, load_scenario; library(); load_scenario('introductory')",
    "window, first picture": "import pygame\nfrom jovian.ui.app import App\n"
    "pygame.display.init(); pygame.font.init(); s = pygame.display.set_mode((1920, 1080))\n"
    "app = App((1920, 1080)); app.step([], 0.0); app.draw(s); pygame.display.flip()",
}
PEAK = "\nimport resource; print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)"


def start(code: str) -> tuple[float, int]:
    """Return the seconds and megabytes of a new process that runs this code and ends."""
    began = perf_counter()
    env = {**os.environ, "SDL_VIDEODRIVER": "dummy"}
    process = subprocess.run([sys.executable, "-c", code + PEAK], capture_output=True, text=True, check=True, env=env)
    return perf_counter() - began, int(process.stdout.split()[-1])


def starts(rounds: int) -> None:
    """Print each start as a row of Markdown."""
    print("| what | seconds | MB |\n|---|---|---|")
    for name, code in STARTS.items():
        measurements = [start(code) for _ in range(rounds)]
        print(f"| {name} | {median(s for s, _ in measurements):.2f} | {median(mb for _, mb in measurements):.0f} |")


def resident() -> int:
    """Return the megabytes of this process now."""
    with open("/proc/self/status", encoding="ascii") as status:
        return next(int(line.split()[1]) // 1024 for line in status if line.startswith("VmRSS"))


def flat(games: int) -> None:
    """Play random games, and print the memory after each tenth of them."""
    for number in range(1, games + 1):
        match = Match(setup(number))
        for _ in random_answers(match, number):
            pass
        if number % max(1, games // 10) == 0:
            print(f"{number} games: {resident()} MB")


def main() -> None:
    """Measure the starts or the long game."""
    if sys.argv[1:2] == ["flat"]:
        flat(int(sys.argv[2]) if len(sys.argv) > 2 else 1000)
    else:
        starts(5)


if __name__ == "__main__":
    main()
