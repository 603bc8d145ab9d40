"""Mixed strategies for secret choices: a zero-sum game solved by fictitious play, and a draw from the solution.

Each side in turn answers best to how often the other has played what; the frequencies converge to an equilibrium
(Brown 1951, Robinson 1951). Plain numbers in, plain numbers out.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

ROUNDS = 300


def solve(payoff: Sequence[Sequence[float]], rounds: int = ROUNDS) -> tuple[list[float], float]:
    """How often to play each row against a foe who picks columns, and what the row player gains on average.

    `payoff[i][j]` is what the row player gains when row i meets column j. Frequencies add up to 1.
    """
    columns = list(zip(*payoff, strict=True))
    gains, losses = [0.0] * len(payoff), [0.0] * len(payoff[0])
    counts = [0] * len(payoff)
    lower, upper = float("-inf"), float("inf")
    for number in range(1, rounds + 1):
        row = gains.index(max(gains))
        counts[row] += 1
        losses = [loss + more for loss, more in zip(losses, payoff[row], strict=True)]
        column = losses.index(min(losses))
        gains = [gain + more for gain, more in zip(gains, columns[column], strict=True)]
        lower, upper = max(lower, losses[column] / number), min(upper, max(gains) / number)
    return [count / rounds for count in counts], (lower + upper) / 2


def draw(frequencies: Sequence[float], rng: Random) -> int:
    """An index, as often as its frequency says."""
    point = rng.random()
    for index, share in enumerate(frequencies):
        point -= share
        if point < 0:
            return index
    return max(range(len(frequencies)), key=lambda i: frequencies[i])
