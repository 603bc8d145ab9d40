"""Luck with the dice as a part of a page: the sum of each side by exact odds, and the throws that made most of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import erf, sqrt

from jovian.rehearsal.questions.luck import Luck, Throw, luck_of
from jovian.rules.facts.words import counted
from jovian.ui.kit.theme import DANGER, GOOD, SIDES, TEXT_FAINT, TEXT_SOFT, px
from jovian.ui.screens.account.rows import Row, wrapped

SHOWN = 3
"""The luckiest throws, and as many of the unluckiest."""
WHAT = "Steps more or fewer than the exact odds promise: a double is 1, a triple 2, four alike 3."


def luck_rows(throws: Sequence[Throw], names: tuple[str, str], width: int) -> Iterator[Row]:
    """The sum of each side; nothing where no dice fell."""
    if not throws:
        return
    yield Row("LUCK WITH THE DICE", "caps", TEXT_FAINT, px(26))
    yield from wrapped(WHAT, width, "small", TEXT_FAINT)
    for side in (0, 1):
        luck = luck_of(throws, side)
        yield from wrapped(f"{names[side]}: {luck_words(luck)}", width, "small", SIDES[side].light, side)
    yield Row("", high=px(6))


def throw_rows(throws: Sequence[Throw], width: int) -> Iterator[Row]:
    """The throws that made most of it; nothing where there were too few."""
    if len(throws) < 2:
        return
    yield Row("THE THROWS THAT MADE MOST OF THE LUCK", "caps", TEXT_FAINT, px(26))
    ranked = sorted(throws, key=lambda each: (-each.luck, each.n))
    shown = min(SHOWN, len(ranked) // 2)
    yield from _listed("Luckiest", ranked[:shown], width)
    yield from _listed("Unluckiest", ranked[::-1][:shown], width)


def luck_words(luck: Luck) -> str:
    """The luck of a side in words."""
    if not luck.throws:
        return "threw no dice"
    said = f"{luck.steps:+.1f} steps in {counted(luck.throws, 'throw')}"
    below = round(50 * (1 + erf(luck.score / sqrt(2))))
    return f"{said}, luckier than in {below} of 100 such games"


def _listed(title: str, throws: Iterable[Throw], width: int) -> Iterator[Row]:
    """Throws, each with its turn, what it was for and what it was worth."""
    for number, each in enumerate(throws):
        if not number:
            yield Row(title, "label", TEXT_SOFT)
        color = GOOD if each.luck > 0 else DANGER
        again = ", rolled again" if each.again else ""
        said = f"Turn {each.turn}: {each.purpose}{again}: {each.luck:+.1f}"
        yield from wrapped(said, width, "small", color, each.side)
