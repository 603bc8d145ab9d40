"""The charts of the other two questions: how plans did against each other, and the chances over a recorded game."""

from __future__ import annotations

from matplotlib.ticker import PercentFormatter

from jovian.rehearsal.questions.comparing import Comparison
from jovian.rehearsal.questions.statistics import Estimate
from jovian.rehearsal.questions.turning import Turning
from jovian.rehearsal.telling.report.drawing import DRAWN, HATCHES, INK, SIDES, as_svg, drawn
from jovian.rehearsal.telling.words import chance, plans_words

WIDTH = 7.2
"""Inches across; the page scales it."""


def plans_chart(answer: Comparison) -> str:
    """The chance of each plan, with intervals."""
    with drawn(WIDTH, 0.7 + 0.36 * len(answer.plans)) as figure:
        axes = figure.subplots()
        for row, plan in enumerate(answer.plans):
            color = DRAWN if plan.dropped is not None else SIDES[answer.side]
            axes.barh(row, plan.score.value, color=color, hatch=HATCHES[answer.side], height=0.62)
            axes.errorbar(plan.score.value, row, xerr=_reach(plan.score), color=INK, capsize=4, linewidth=1.2)
            told = "" if plan.dropped is None else ", dropped"
            axes.text(min(plan.score.high, 1) + 0.015, row, chance(plan.score) + told, va="center")
        axes.set_yticks(range(len(answer.plans)), [plan.name for plan in answer.plans])
        axes.invert_yaxis()
        axes.set_xlim(0, 1.35)
        axes.set_xticks([0, 0.25, 0.5, 0.75, 1])
        axes.xaxis.set_major_formatter(PercentFormatter(1))
        return as_svg(figure, "plans", "The chances of the plans", " ".join(plans_words(answer)))


def curve_chart(answer: Turning) -> str:
    """The chance of side 0 from moment to moment, the parts that moved it most numbered."""
    known = [(number, each.chance) for number, each in enumerate(answer.curve) if each.chance is not None]
    with drawn(WIDTH, 2.8) as figure:
        axes = figure.subplots()
        axes.axhline(0.5, color=DRAWN, linewidth=0.8, linestyle=":")
        for number, found in known:
            axes.errorbar(number, found.value, yerr=_reach(found), color=INK, alpha=0.45, linewidth=0.8)
        axes.plot([number for number, _ in known], [found.value for _, found in known], color=SIDES[0], marker="o",
                  markersize=3)  # fmt: skip
        for place, number in enumerate(answer.points, 1):
            axes.axvspan(number, number + 1, color=SIDES[1], alpha=0.25, linewidth=0)
            axes.text(number + 0.5, 1.03, str(place), ha="center")
        first = {each.turn: number for number, each in reversed(list(enumerate(answer.curve)))}
        axes.set_xticks(list(first.values()), [f"turn {turn}" for turn in first])
        axes.set_ylim(0, 1.1)
        axes.set_yticks([0, 0.25, 0.5, 0.75, 1])
        axes.yaxis.set_major_formatter(PercentFormatter(1))
        told = "; ".join(f"after {answer.curve[number].answers} answers {found.value:.0%}" for number, found in known)
        return as_svg(figure, "curve", "The chance of side 0 over the game", told)


def _reach(found: Estimate) -> list[list[float]]:
    """How far an interval reaches to either side."""
    return [[max(0.0, found.value - found.low)], [max(0.0, found.high - found.value)]]
