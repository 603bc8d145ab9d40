"""The HTML report of a rehearsal, with charts and maps.

Only this module uses matplotlib.
"""

from __future__ import annotations

import logging
import re
from base64 import b64encode
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import StringIO
from typing import Any

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap, to_rgba
from matplotlib.figure import Figure
from matplotlib.patches import Polygon
from matplotlib.ticker import MaxNLocator, PercentFormatter

from jovian.frozen import frozen
from jovian.game import State
from jovian.game.model import DESTROYED as MODEL_DESTROYED
from jovian.game.model import EMBARKED, TABLE
from jovian.html import render_page
from jovian.rehearsal.comparison import Comparison
from jovian.rehearsal.documents import COARSE, ExampleGame, about, chance, chances, plan_sentences
from jovian.rehearsal.forecast import Estimate, Forecast, ModelForecast, Spread
from jovian.rehearsal.outcome import CAPTURED, CRIPPLED, DAMAGED, DESTROYED, FATES, UNHURT, WITHDRAWN, Fate, Outcome
from jovian.rehearsal.turning_points import Turning
from jovian.rules.basics.rolls import pluralize

logging.getLogger("matplotlib").setLevel(logging.ERROR)  # It reports missing fonts on standard error.


# --- SVG figures ---

TEXT_COLOR = "#0a0b0c"
"""A placeholder for the page's text color, which is dark or light."""
SIDES = ("#3a86d8", "#d9603b")
"""The colors of side 0 and side 1. Side 1 is hatched as well."""
HATCHES = ("", "////")
NEUTRAL_COLOR = "#8a93a6"
"""The color of neither side."""
STYLE: dict[Any, Any] = {
    "svg.fonttype": "none", "svg.hashsalt": "rehearsal", "font.family": "sans-serif", "font.size": 9.0,
    "text.color": TEXT_COLOR, "axes.edgecolor": TEXT_COLOR, "axes.labelcolor": TEXT_COLOR,
    "xtick.color": TEXT_COLOR, "ytick.color": TEXT_COLOR, "axes.facecolor": "none", "figure.facecolor": "none",
    "savefig.facecolor": "none", "hatch.linewidth": 0.6, "hatch.color": TEXT_COLOR, "axes.spines.top": False,
    "axes.spines.right": False, "axes.titlesize": 9.0, "axes.titlelocation": "left", "legend.frameon": False,
    "text.parse_math": False,
}  # fmt: skip
"""The style of all figures."""
_FRAME = re.compile(r"<svg [^>]*?viewBox=\"([^\"]*)\"[^>]*>")
_NAMES = re.compile(r"(\bid=\"|url\(#|href=\"#)")
_REMOVED = re.compile(r"\s*<metadata>.*?</metadata>|\s*<style.*?</style>", re.DOTALL)
"""The metadata, and a style that would affect the whole page."""


@contextmanager
def new_figure(width: float, height: float) -> Iterator[Figure]:
    """Yield a figure of this size in inches to draw in."""
    with rc_context(STYLE):
        yield Figure(figsize=(width, height), layout="constrained")


@frozen
class Chart:
    """A figure as SVG."""

    title: str
    description: str
    """The figure in words, for screen readers."""
    view_box: str
    shapes: str
    """The content of the `svg` element. matplotlib has escaped its texts."""


def as_chart(figure: Figure, name: str, title: str, description: str) -> Chart:
    """Return a figure as SVG. `name` must be unique in the page."""
    content = StringIO()
    with rc_context(STYLE):
        figure.savefig(content, format="svg", metadata={"Date": None})
    text = _REMOVED.sub("", content.getvalue())
    frame = _FRAME.search(text)
    assert frame is not None, "matplotlib writes an svg element with a viewBox"
    shapes = text[frame.end() : text.rindex("</svg>")].strip()
    return Chart(title, description, frame[1], _NAMES.sub(rf"\g<1>{name}-", shapes).replace(TEXT_COLOR, "currentColor"))


# --- Charts ---

WIDTH = 7.2
"""The width of a chart in inches. The page scales it."""
BINS = 20
"""The maximum number of columns of a distribution."""
BAR = 0.7
FATE_STYLES = {
    DESTROYED: ("#b3261e", "xxxx"), CAPTURED: ("#8e4cc2", "----"), CRIPPLED: ("#e08a00", "////"),
    WITHDRAWN: ("#8a93a6", "||||"), DAMAGED: ("#c9d36b", ""), UNHURT: ("#3f9d5a", ""),
}  # fmt: skip
"""The color and hatching of each fate of a model."""


def chances_chart(answer: Forecast, names: Sequence[str]) -> Chart:
    """Draw how often each side wins, with intervals."""
    estimates = (answer.wins[0], answer.draws, answer.wins[1])
    with new_figure(WIDTH, 1.7) as figure:
        axes = figure.subplots()
        for row, estimate in enumerate(estimates):
            color, hatch = ((SIDES[0], HATCHES[0]), (NEUTRAL_COLOR, ""), (SIDES[1], HATCHES[1]))[row]
            axes.barh(row, estimate.value, color=color, hatch=hatch, height=0.62)
            lengths = [[max(0.0, estimate.value - estimate.low)], [max(0.0, estimate.high - estimate.value)]]
            axes.errorbar(estimate.value, row, xerr=lengths, color=TEXT_COLOR, capsize=4, linewidth=1.2)
            axes.text(min(estimate.high, 1) + 0.015, row, chance(estimate), va="center")
        axes.set_yticks(range(3), [f"{names[0]} wins", "draw", f"{names[1]} wins"])
        axes.invert_yaxis()
        axes.set_xlim(0, 1.25)
        axes.set_xticks([0, 0.25, 0.5, 0.75, 1])
        axes.xaxis.set_major_formatter(PercentFormatter(1))
        return as_chart(figure, "chances", "Chances to win", chances(answer, names))


def spreads_chart(name: str, unit: str, spreads: tuple[Spread, Spread], names: Sequence[str]) -> Chart:
    """Draw a number of both sides as 2 distributions with one scale."""
    values = [value for spread in spreads for value, _ in spread.counts]
    edges = _edges(min(values), max(values))
    with new_figure(WIDTH, 2.5) as figure:
        rows = figure.subplots(2, 1, sharex=True, sharey=True)
        for side, axes in enumerate(rows):
            _columns(axes, spreads[side], edges, side)
            axes.set_title(f"{names[side]}: {about(spreads[side].mean)} on average")
        rows[1].set_xlabel(unit)
        description = "; ".join(
            f"{name} {about(spread.mean)} on average" for name, spread in zip(names, spreads, strict=True)
        )
        return as_chart(figure, name, unit, f"{unit}: {description}.")


def turns_chart(turns: Spread) -> Chart:
    """Draw the turns in which games end."""
    with new_figure(WIDTH, 1.6) as figure:
        axes = figure.subplots()
        axes.bar(
            [turn for turn, _ in turns.counts], [games for _, games in turns.counts], color=NEUTRAL_COLOR, width=BAR
        )
        axes.set_xticks(range(int(turns.counts[0][0]), int(turns.counts[-1][0]) + 1))
        axes.margins(x=0.3 if len(turns.counts) == 1 else 0.05)
        axes.yaxis.set_major_locator(MaxNLocator(integer=True, nbins=4))
        axes.set_xlabel("last turn")
        axes.set_ylabel("games")
        description = "; ".join(f"turn {turn:g}: {games}" for turn, games in turns.counts)
        return as_chart(figure, "turns", "In which turn games end", description)


def models_chart(models: Sequence[ModelForecast], side: int, name: str) -> Chart:
    """Draw the fates of a side's models, one bar per model."""
    with new_figure(WIDTH, 0.75 + 0.26 * len(models)) as figure:
        axes = figure.subplots()
        left = [0.0] * len(models)
        for fate, (color, hatch) in FATE_STYLES.items():
            shares = [model.fates[fate].value for model in models]
            axes.barh(range(len(models)), shares, left=left, color=color, hatch=hatch, height=0.7, label=fate)
            left = [start + share for start, share in zip(left, shares, strict=True)]
        axes.set_yticks(range(len(models)), [model.name for model in models])
        axes.invert_yaxis()
        axes.set_xlim(0, 1)
        axes.xaxis.set_major_formatter(PercentFormatter(1))
        figure.legend(loc="outside upper center", ncols=len(FATE_STYLES))
        description = "; ".join(f"{model.name} destroyed {model.fates[DESTROYED].value:.0%}" for model in models)
        return as_chart(figure, f"models-{side}", f"Fates of the models of {name}", description)


def _edges(lowest: float, highest: float) -> list[float]:
    """Return the borders of the columns of a distribution."""
    width = max(1, -(-(int(highest) - int(lowest) + 1) // BINS))
    first = int(lowest) - int(lowest) % width
    return [first + width * number - 0.5 for number in range((int(highest) - first) // width + 2)]


def _columns(axes: Axes, spread: Spread, edges: Sequence[float], side: int) -> None:
    values, games = [value for value, _ in spread.counts], [times for _, times in spread.counts]
    axes.hist(values, bins=list(edges), weights=games, color=SIDES[side], hatch=HATCHES[side], rwidth=0.9)
    axes.axvline(spread.mean.value, color=TEXT_COLOR, linewidth=1, linestyle="--")
    axes.yaxis.set_major_locator(MaxNLocator(integer=True, nbins=3))
    axes.set_ylabel("games")


# --- Maps ---

MAP_WIDTH, HEIGHT = 7.2, 4.1
CELL = 2.0
"""The size of a cell in inches of the table."""
MIN_OPACITY = 0.22
"""The opacity of a cell with one model."""
TERRAIN_OPACITY = 0.16
"""The opacity of terrain. At this value the convex parts of a piece show no seams."""
MARK_SPACING = 12
"""Inches between the marks along the edges."""


def ended_map(start: State, outcomes: Sequence[Outcome], names: Sequence[str]) -> Chart:
    """Draw where models were when games ended."""
    return _map(start, outcomes, names, (TABLE, EMBARKED), "ended", "Where models stood at the end")


def died_map(start: State, outcomes: Sequence[Outcome], names: Sequence[str]) -> Chart:
    """Draw where models were destroyed."""
    return _map(start, outcomes, names, (MODEL_DESTROYED,), "died", "Where models were destroyed")


def _map(
    start: State, outcomes: Sequence[Outcome], names: Sequence[str], places: tuple[str, ...], name: str, title: str
) -> Chart:
    with new_figure(MAP_WIDTH, HEIGHT) as figure:
        descriptions = []
        for side, axes in enumerate(figure.subplots(1, 2, sharey=True)):
            _table(axes, start)
            points = [(fate.x, fate.y) for fate in _fates(outcomes, places, side)]
            if points:
                _heat(axes, start, points, side)
            descriptions.append(f"{names[side]}: {pluralize(len(points), 'model')}")
            axes.set_title(descriptions[-1])
        words = f"{'; '.join(descriptions)}. The darker a cell, the more games had a model there."
        return as_chart(figure, name, title, words)


def _fates(outcomes: Sequence[Outcome], places: tuple[str, ...], side: int) -> Iterator[Fate]:
    return (fate for outcome in outcomes for fate in outcome.fates if fate.side == side and fate.place in places)


def _heat(axes: Axes, start: State, points: Sequence[tuple[float, float]], side: int) -> None:
    """Draw hexagonal cells, darker for more points."""
    shade = LinearSegmentedColormap.from_list("side", [to_rgba(SIDES[side], MIN_OPACITY), to_rgba(SIDES[side], 1.0)])
    across = max(1, round(start.width / CELL))
    axes.hexbin(
        [x for x, _ in points], [y for _, y in points], gridsize=(across, max(1, round(start.height / CELL / 1.73))),
        extent=(0, start.width, 0, start.height), mincnt=1, cmap=shade, linewidths=0, zorder=1,
    )  # fmt: skip


def _table(axes: Axes, start: State) -> None:
    """Draw the edges, terrain, and bases at the start, with dashed outlines for side 1."""
    axes.set_aspect("equal")
    axes.set_xlim(0, start.width)
    axes.set_ylim(0, start.height)
    axes.set_xticks(range(0, int(start.width) + 1, MARK_SPACING))
    axes.set_yticks(range(0, int(start.height) + 1, MARK_SPACING))
    for spine in axes.spines.values():
        spine.set_visible(True)
    for piece in start.terrain.values():
        for shape in piece.outline:
            axes.add_patch(
                Polygon(shape.outline(piece.pose), facecolor=TEXT_COLOR, alpha=TERRAIN_OPACITY, linewidth=0, zorder=2)
            )
    for model in start.on_table():
        style = ("-", "--", ":")[model.side]
        corners = model.base.outline(model.pose, 16)
        axes.add_patch(Polygon(corners, fill=False, edgecolor=TEXT_COLOR, linestyle=style, linewidth=0.8, zorder=3))


# --- Charts of plans and turning points ---


def plans_chart(answer: Comparison, names: Sequence[str]) -> Chart:
    """Draw the chance of each plan, with intervals."""
    with new_figure(WIDTH, 0.7 + 0.36 * len(answer.plans)) as figure:
        axes = figure.subplots()
        for row, plan in enumerate(answer.plans):
            color = NEUTRAL_COLOR if plan.dropped is not None else SIDES[answer.side]
            axes.barh(row, plan.score.value, color=color, hatch=HATCHES[answer.side], height=0.62)
            axes.errorbar(
                plan.score.value, row, xerr=_interval_lengths(plan.score), color=TEXT_COLOR, capsize=4, linewidth=1.2
            )
            note = "" if plan.dropped is None else ", dropped"
            axes.text(min(plan.score.high, 1) + 0.015, row, chance(plan.score) + note, va="center")
        axes.set_yticks(range(len(answer.plans)), [plan.name for plan in answer.plans])
        axes.invert_yaxis()
        axes.set_xlim(0, 1.35)
        axes.set_xticks([0, 0.25, 0.5, 0.75, 1])
        axes.xaxis.set_major_formatter(PercentFormatter(1))
        return as_chart(figure, "plans", "The chances of the plans", " ".join(plan_sentences(answer, names)))


def curve_chart(answer: Turning, name: str) -> Chart:
    """Draw the chance of side 0, which has this name, over the game. The parts that changed it most are numbered."""
    known = [(number, moment.chance) for number, moment in enumerate(answer.curve) if moment.chance is not None]
    with new_figure(WIDTH, 2.8) as figure:
        axes = figure.subplots()
        axes.axhline(0.5, color=NEUTRAL_COLOR, linewidth=0.8, linestyle=":")
        for number, estimate in known:
            axes.errorbar(
                number, estimate.value, yerr=_interval_lengths(estimate), color=TEXT_COLOR, alpha=0.45, linewidth=0.8
            )
        values = [estimate.value for _, estimate in known]
        axes.plot([number for number, _ in known], values, color=SIDES[0], marker="o", markersize=3)
        for place, number in enumerate(answer.points, 1):
            axes.axvspan(number, number + 1, color=SIDES[1], alpha=0.25, linewidth=0)
            axes.text(number + 0.5, 1.03, str(place), ha="center")
        first = {moment.turn: number for number, moment in reversed(list(enumerate(answer.curve)))}
        axes.set_xticks(list(first.values()), [f"turn {turn}" for turn in first])
        axes.set_ylim(0, 1.1)
        axes.set_yticks([0, 0.25, 0.5, 0.75, 1])
        axes.yaxis.set_major_formatter(PercentFormatter(1))
        description = "; ".join(
            f"after {answer.curve[number].answers} answers {estimate.value:.0%}" for number, estimate in known
        )
        return as_chart(figure, "curve", f"The chance of {name} over the game", description)


def _interval_lengths(estimate: Estimate) -> list[list[float]]:
    """Return how far an interval extends on both sides."""
    return [[max(0.0, estimate.value - estimate.low)], [max(0.0, estimate.high - estimate.value)]]


# --- Page ---

PARTS = {"from-here": "report_position.html", "plans": "report_plans.html", "turning-points": "report_turning.html"}
"""The template of the page's content, by question."""


@frozen
class Report:
    """The content of a page."""

    title: str
    """The name of the scenario."""
    document: dict[str, Any]
    """The result as JSON, which contains every number of the tables."""
    picture: bytes
    """The table as a PNG picture."""
    caption: str
    """The caption of the picture."""
    played: str
    """How many games were played from where, in words."""
    charts: dict[str, Chart]
    """Charts by their names in the page."""
    games: tuple[ExampleGame, ...] = ()
    """The example games."""


def from_here(
    start: State, document: dict[str, Any], answer: Forecast, outcomes: Sequence[Outcome],
    games: tuple[ExampleGame, ...], picture: bytes,
) -> Report:  # fmt: skip
    """Return the report of the rehearsal of a position."""
    fresh = document["position"]["fresh"]
    caption = f"The table at the start{', before the fleets are set up' if fresh else ''}"
    where = "from the beginning, each with a new setup" if fresh else _from(document)
    played = f"{pluralize(answer.games, 'game')} {where}"
    charts = _charts(start, answer, outcomes, document["sides"])
    return Report(start.scenario.name, document, picture, caption, played, charts, games)


def of_plans(
    start: State, document: dict[str, Any], answer: Comparison, games: tuple[ExampleGame, ...], picture: bytes
) -> Report:  # fmt: skip
    """Return the report of a comparison of plans that begin at the state."""
    played = f"{pluralize(answer.games, 'game')} {_from(document)}"
    charts = {"plans": plans_chart(answer, document["sides"])}
    caption = "The table where the plans begin"
    return Report(start.scenario.name, document, picture, caption, played, charts, games)


def of_turning(end: State, document: dict[str, Any], answer: Turning, picture: bytes) -> Report:
    """Return the report of the turning points of a game that ended in this state."""
    played = f"up to {pluralize(document['games'], 'game')} from each of {pluralize(len(answer.curve), 'moment')}"
    charts = {"curve": curve_chart(answer, document["sides"][0])}
    caption = "The table at the end of the game"
    return Report(end.scenario.name, document, picture, caption, played, charts)


def page(report: Report) -> str:
    """Return the report as one HTML page without other files or network access."""
    document, numbers = report.document, Numbers(report.document)
    return render_page(
        "report.html", title=report.title, document=document, forecast=document.get("forecast"),
        sentences=[*document["words"], *_luck(document)], value_at=numbers.value_at, mean_form=numbers.mean_form,
        charts=report.charts, fates=FATES, picture=_data(report.picture, "image/png"), shown=report.caption,
        played=report.played, part=PARTS[document["question"]],
        games=[(game, _data(game.text.encode(), "application/json")) for game in report.games],
    )  # fmt: skip


class Numbers:
    """The numbers of a page. Each one names its place in the JSON, so that it can be checked."""

    def __init__(self, document: dict[str, Any]) -> None:
        self._document = document

    def value_at(self, place: str) -> Any:
        """Return the value at a place such as `forecast.wins.0.value`, None if it is unknown."""
        value: Any = self._document
        for key in place.split("."):
            value = value[int(key)] if isinstance(value, list) else value[key]
        return value

    def mean_form(self, place: str, sign: str = "") -> str:
        """Return the format of a mean at a place: without decimals if its interval is wide."""
        low, high = self.value_at(f"{place}.low"), self.value_at(f"{place}.high")
        is_coarse = low is not None and high is not None and high - low >= 2 * COARSE
        return f"{{:{sign}.{0 if is_coarse else 1}f}}"


def _from(document: dict[str, Any]) -> str:
    position = document["position"]
    turn = f"from turn {position['turn']}"
    if position["knowing"] is not None:  # The number of answers counts the secret ones of the other side.
        return turn
    return f"{turn} (after {pluralize(position['answers'], 'answer')})"


def _luck(document: dict[str, Any]) -> list[str]:
    """Return the luck of both sides in words, if the document has it."""
    return [
        f"The dice of {name} gave {luck['steps']:+.1f} steps over {pluralize(luck['throws'], 'roll')}, "
        f"{luck['score']:+.1f} standard deviations from the average."
        for name, luck in zip(document["sides"], document.get("luck", ()), strict=False)
    ]


def _charts(start: State, answer: Forecast, outcomes: Sequence[Outcome], names: Sequence[str]) -> dict[str, Chart]:
    charts = {
        "chances": chances_chart(answer, names),
        "victory": spreads_chart("victory", "Victory Points", answer.victory, names),
        "losses": spreads_chart("losses", "Threat Value lost", answer.losses, names),
        "turns": turns_chart(answer.turns),
        "ended": ended_map(start, outcomes, names),
        "died": died_map(start, outcomes, names),
    }
    if any(spread.mean.value for spread in answer.objective):
        charts["objective"] = spreads_chart("objective", "Objective Points", answer.objective, names)
    for side in (0, 1):
        models = [model for model in answer.models if model.side == side]
        if models:
            charts[f"models-{side}"] = models_chart(models, side, names[side])
    return charts


def _data(content: bytes, kind: str) -> str:
    """Return a data URL with the content."""
    return f"data:{kind};base64,{b64encode(content).decode()}"
