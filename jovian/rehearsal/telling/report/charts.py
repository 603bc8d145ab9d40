"""The charts of a report: chances, points, losses, how long games last, what became of the models."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator, PercentFormatter

from jovian.rehearsal.one_game.outcome import CAPTURED, CRIPPLED, DAMAGED, DESTROYED, UNHURT, WITHDRAWN
from jovian.rehearsal.questions.forecast import Forecast, ModelForecast, Spread
from jovian.rehearsal.telling.report.drawing import DRAWN, HATCHES, INK, SIDES, as_svg, drawn
from jovian.rehearsal.telling.words import about, chance, chances

WIDTH = 7.2
"""Inches across; the page scales it."""
BINS = 20
"""Columns of a distribution at most."""
BAR = 0.7
LOOKS = {
    DESTROYED: ("#b3261e", "xxxx"), CAPTURED: ("#8e4cc2", "----"), CRIPPLED: ("#e08a00", "////"),
    WITHDRAWN: ("#8a93a6", "||||"), DAMAGED: ("#c9d36b", ""), UNHURT: ("#3f9d5a", ""),
}  # fmt: skip
"""Color and hatching of what may become of a model."""


def chances_chart(answer: Forecast) -> str:
    """How often each side wins, with intervals."""
    found = (answer.wins[0], answer.draws, answer.wins[1])
    with drawn(WIDTH, 1.7) as figure:
        axes = figure.subplots()
        for row, each in enumerate(found):
            color, hatch = ((SIDES[0], HATCHES[0]), (DRAWN, ""), (SIDES[1], HATCHES[1]))[row]
            axes.barh(row, each.value, color=color, hatch=hatch, height=0.62)
            reach = [[max(0.0, each.value - each.low)], [max(0.0, each.high - each.value)]]
            axes.errorbar(each.value, row, xerr=reach, color=INK, capsize=4, linewidth=1.2)
            axes.text(min(each.high, 1) + 0.015, row, chance(each), va="center")
        axes.set_yticks(range(3), ["side 0 wins", "draw", "side 1 wins"])
        axes.invert_yaxis()
        axes.set_xlim(0, 1.25)
        axes.set_xticks([0, 0.25, 0.5, 0.75, 1])
        axes.xaxis.set_major_formatter(PercentFormatter(1))
        return as_svg(figure, "chances", "Chances to win", chances(answer))


def spreads_chart(name: str, title: str, unit: str, spreads: tuple[Spread, Spread]) -> str:
    """A number of both sides, as a distribution each over one scale."""
    values = [value for each in spreads for value, _ in each.counts]
    edges = _edges(min(values), max(values))
    with drawn(WIDTH, 2.5) as figure:
        rows = figure.subplots(2, 1, sharex=True, sharey=True)
        for side, axes in enumerate(rows):
            _columns(axes, spreads[side], edges, side)
            axes.set_title(f"side {side}: {about(spreads[side].mean)} in the mean")
        rows[1].set_xlabel(unit)
        told = "; ".join(f"side {side} {about(each.mean)} in the mean" for side, each in enumerate(spreads))
        return as_svg(figure, name, title, f"{unit}: {told}.")


def turns_chart(turns: Spread) -> str:
    """In which turns games end."""
    with drawn(WIDTH, 1.6) as figure:
        axes = figure.subplots()
        axes.bar([turn for turn, _ in turns.counts], [games for _, games in turns.counts], color=DRAWN, width=BAR)
        axes.set_xticks(range(int(turns.counts[0][0]), int(turns.counts[-1][0]) + 1))
        axes.margins(x=0.3 if len(turns.counts) == 1 else 0.05)
        axes.yaxis.set_major_locator(MaxNLocator(integer=True, nbins=4))
        axes.set_xlabel("last turn")
        axes.set_ylabel("games")
        told = "; ".join(f"turn {turn:g}: {games}" for turn, games in turns.counts)
        return as_svg(figure, "turns", "In which turn games end", told)


def models_chart(models: Sequence[ModelForecast], side: int) -> str:
    """What became of the models of a side: a bar each, of shares."""
    with drawn(WIDTH, 0.75 + 0.26 * len(models)) as figure:
        axes = figure.subplots()
        left = [0.0] * len(models)
        for how, (color, hatch) in LOOKS.items():
            shares = [model.fates[how].value for model in models]
            axes.barh(range(len(models)), shares, left=left, color=color, hatch=hatch, height=0.7, label=how)
            left = [start + share for start, share in zip(left, shares, strict=True)]
        axes.set_yticks(range(len(models)), [model.name for model in models])
        axes.invert_yaxis()
        axes.set_xlim(0, 1)
        axes.xaxis.set_major_formatter(PercentFormatter(1))
        figure.legend(loc="outside upper center", ncols=len(LOOKS))
        told = "; ".join(f"{model.name} destroyed {model.fates[DESTROYED].value:.0%}" for model in models)
        return as_svg(figure, f"models-{side}", f"What became of the models of side {side}", told)


def _edges(least: float, most: float) -> list[float]:
    """The borders of the columns of a distribution: whole numbers as wide as they must be."""
    width = max(1, -(-(int(most) - int(least) + 1) // BINS))
    first = int(least) - int(least) % width
    return [first + width * number - 0.5 for number in range((int(most) - first) // width + 2)]


def _columns(axes: Axes, spread: Spread, edges: Sequence[float], side: int) -> None:
    values, games = [value for value, _ in spread.counts], [times for _, times in spread.counts]
    axes.hist(values, bins=list(edges), weights=games, color=SIDES[side], hatch=HATCHES[side], rwidth=0.9)
    axes.axvline(spread.mean.value, color=INK, linewidth=1, linestyle="--")
    axes.yaxis.set_major_locator(MaxNLocator(integer=True, nbins=3))
    axes.set_ylabel("games")
