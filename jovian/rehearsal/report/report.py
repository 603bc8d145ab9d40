"""The page that shows a rehearsal, with its charts and maps.

Here alone jinja2 and matplotlib are used.
"""

from __future__ import annotations

import logging
import re
from base64 import b64encode
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from html import escape
from io import StringIO
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap, to_rgba
from matplotlib.figure import Figure
from matplotlib.patches import Polygon
from matplotlib.ticker import MaxNLocator, PercentFormatter

from jovian.game import State
from jovian.game.model import DESTROYED as MODEL_DESTROYED
from jovian.game.model import EMBARKED, TABLE
from jovian.rehearsal.comparison import Comparison
from jovian.rehearsal.documents import Shown, about, chance, chances, plans_words
from jovian.rehearsal.forecast import Estimate, Forecast, ModelForecast, Spread
from jovian.rehearsal.outcome import CAPTURED, CRIPPLED, DAMAGED, DESTROYED, FATES, UNHURT, WITHDRAWN, Fate, Outcome
from jovian.rehearsal.turning_points import Turning
from jovian.rules.basics.rolls import pluralize

logging.getLogger("matplotlib").setLevel(logging.ERROR)  # it tells of fonts that it looks for, on standard error


# --- drawing ---
# Figures as SVG that stands inside a page: text in the page's color, names unlike those of other figures.

INK = "#0a0b0c"
"""What is drawn in it has the color of the page's text: dark on light, light on dark."""
SIDES = ("#3a86d8", "#d9603b")
"""Side 0 and side 1; side 1 is hatched besides."""
HATCHES = ("", "////")
DRAWN = "#8a93a6"
"""Neither side's."""
STYLE: dict[Any, Any] = {
    "svg.fonttype": "none", "svg.hashsalt": "rehearsal", "font.family": "sans-serif", "font.size": 9.0,
    "text.color": INK, "axes.edgecolor": INK, "axes.labelcolor": INK, "xtick.color": INK, "ytick.color": INK,
    "axes.facecolor": "none", "figure.facecolor": "none", "savefig.facecolor": "none", "hatch.linewidth": 0.6,
    "hatch.color": INK, "axes.spines.top": False, "axes.spines.right": False, "axes.titlesize": 9.0,
    "axes.titlelocation": "left", "legend.frameon": False, "text.parse_math": False,
}  # fmt: skip
"""How all figures look."""
_FRAME = re.compile(r"<svg [^>]*?viewBox=\"([^\"]*)\"[^>]*>")
_NAMES = re.compile(r"(\bid=\"|url\(#|href=\"#)")
_LEFT_OUT = re.compile(r"\s*<metadata>.*?</metadata>|\s*<style.*?</style>", re.DOTALL)
"""What says who drew it, and a style that would hold for the whole page."""


@contextmanager
def drawn(width: float, height: float) -> Iterator[Figure]:
    """A figure of so many inches to be filled, in the style of all."""
    with rc_context(STYLE):
        yield Figure(figsize=(width, height), layout="constrained")


def as_svg(figure: Figure, name: str, title: str, told: str) -> str:
    """A figure as an `svg` element. `name` is unlike that of any other figure of the page.

    `title` and `told` are read to those who do not see it.
    """
    content = StringIO()
    with rc_context(STYLE):
        figure.savefig(content, format="svg", metadata={"Date": None})
    text = _LEFT_OUT.sub("", content.getvalue())
    frame = _FRAME.search(text)
    assert frame is not None, "matplotlib writes an svg element with a viewBox"
    body = _NAMES.sub(rf"\g<1>{name}-", text[frame.end() :]).replace(INK, "currentColor")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" role="img" '
        f'viewBox="{frame[1]}" stroke-linejoin="round" stroke-linecap="butt" '
        f'aria-labelledby="{name}-title {name}-told">'
        f'<title id="{name}-title">{escape(title)}</title><desc id="{name}-told">{escape(told)}</desc>{body.rstrip()}'
    )


# --- charts ---
# The charts of a report: chances, points, losses, how long games last, what became of the models.

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


# --- maps ---
# Heat maps: where models stood at the end of games, and where they died, over the table as it was at the start.

MAP_WIDTH, HEIGHT = 7.2, 4.1
CELL = 2.0
"""Inches of the table across a cell."""
FAINT = 0.22
"""How much a cell covers in which there was one."""
GROUND = 0.16
"""How much terrain covers; the convex parts of a piece show no seams then."""
EVERY = 12
"""Inches between the marks along the edges."""


def ended_map(start: State, outcomes: Sequence[Outcome]) -> str:
    """Where models stood when games ended."""
    return _map(start, outcomes, (TABLE, EMBARKED), "ended", "Where models stood at the end")


def died_map(start: State, outcomes: Sequence[Outcome]) -> str:
    """Where models were destroyed."""
    return _map(start, outcomes, (MODEL_DESTROYED,), "died", "Where models were destroyed")


def _map(start: State, outcomes: Sequence[Outcome], places: tuple[str, ...], name: str, title: str) -> str:
    with drawn(MAP_WIDTH, HEIGHT) as figure:
        told = []
        for side, axes in enumerate(figure.subplots(1, 2, sharey=True)):
            _table(axes, start)
            points = [(each.x, each.y) for each in _fates(outcomes, places, side)]
            if points:
                _heat(axes, start, points, side)
            told.append(f"side {side}: {pluralize(len(points), 'model')}")
            axes.set_title(told[-1])
        words = f"{'; '.join(told)}. Each cell is the darker the more games had a model there."
        return as_svg(figure, name, title, words)


def _fates(outcomes: Sequence[Outcome], places: tuple[str, ...], side: int) -> Iterator[Fate]:
    return (fate for outcome in outcomes for fate in outcome.fates if fate.side == side and fate.place in places)


def _heat(axes: Axes, start: State, points: Sequence[tuple[float, float]], side: int) -> None:
    """Hexagonal cells, the darker the more points lie in them."""
    shade = LinearSegmentedColormap.from_list("side", [to_rgba(SIDES[side], FAINT), to_rgba(SIDES[side], 1.0)])
    across = max(1, round(start.width / CELL))
    axes.hexbin(
        [x for x, _ in points], [y for _, y in points], gridsize=(across, max(1, round(start.height / CELL / 1.73))),
        extent=(0, start.width, 0, start.height), mincnt=1, cmap=shade, linewidths=0, zorder=1,
    )  # fmt: skip


def _table(axes: Axes, start: State) -> None:
    """The edges, terrain as shadows, and bases where they stood at the start: side 0 in a line, side 1 in dashes."""
    axes.set_aspect("equal")
    axes.set_xlim(0, start.width)
    axes.set_ylim(0, start.height)
    axes.set_xticks(range(0, int(start.width) + 1, EVERY))
    axes.set_yticks(range(0, int(start.height) + 1, EVERY))
    for spine in axes.spines.values():
        spine.set_visible(True)
    for piece in start.terrain.values():
        for shape in piece.outline:
            axes.add_patch(Polygon(shape.outline(piece.pose), facecolor=INK, alpha=GROUND, linewidth=0, zorder=2))
    for model in start.on_table():
        style = ("-", "--", ":")[model.side]
        corners = model.base.outline(model.pose, 16)
        axes.add_patch(Polygon(corners, fill=False, edgecolor=INK, linestyle=style, linewidth=0.8, zorder=3))


# --- races ---
# The charts of the other two questions: how plans did against each other, and the chances over a recorded game.


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


# --- report ---
# The page of a report: what is known is put into its template, with pictures and games inside.

PAGE = "page.html"
PARTS = {"from-here": "from_here.html", "plans": "plans.html", "turning-points": "turning.html"}
"""What stands in the page, by the question that was asked."""


@dataclass(frozen=True, slots=True)
class Report:
    """All that a page tells."""

    title: str
    """The name of the scenario."""
    document: dict[str, Any]
    """The answer as JSON: every number of a table is one of it."""
    picture: bytes
    """The table, a PNG picture."""
    shown: str
    """What the picture shows."""
    played: str
    """From where how many games were played, in words."""
    charts: dict[str, str]
    """Drawings by the names that the page knows them by."""
    games: tuple[Shown, ...] = ()
    """The games worth a look."""


def from_here(
    start: State, document: dict[str, Any], answer: Forecast, outcomes: Sequence[Outcome], games: tuple[Shown, ...],
    picture: bytes,
) -> Report:  # fmt: skip
    """What comes of a position."""
    fresh = document["position"]["fresh"]
    shown = f"The table at the start{', before the fleets are set up' if fresh else ''}"
    where = "from the beginning, each set up anew" if fresh else _from(document)
    played = f"{pluralize(answer.games, 'game')} {where}"
    charts = _charts(start, answer, outcomes)
    return Report(start.scenario.name, document, picture, shown, played, charts, games)


def of_plans(
    start: State, document: dict[str, Any], answer: Comparison, games: tuple[Shown, ...], picture: bytes
) -> Report:  # fmt: skip
    """Which plan is best; they begin at the state."""
    played = f"{pluralize(answer.games, 'game')} {_from(document)}"
    charts = {"plans": plans_chart(answer)}
    shown = "The table where the plans begin"
    return Report(start.scenario.name, document, picture, shown, played, charts, games)


def of_turning(end: State, document: dict[str, Any], answer: Turning, picture: bytes) -> Report:
    """Where a game turned that has come to this state."""
    played = f"up to {pluralize(document['games'], 'game')} from each of {pluralize(len(answer.curve), 'moment')}"
    charts = {"curve": curve_chart(answer)}
    shown = "The table at the end of the game"
    return Report(end.scenario.name, document, picture, shown, played, charts)


def page(report: Report) -> str:
    """The report as one HTML page that needs no other file and no network."""
    document = report.document
    return _templates().get_template(PAGE).render(
        title=report.title, document=document, forecast=document.get("forecast"),
        sentences=[*document["words"], *_luck(document)],
        number=Numbers(document).shown, charts={name: Markup(svg) for name, svg in report.charts.items()}, fates=FATES,
        picture=_data(report.picture, "image/png"), shown=report.shown, played=report.played,
        part=PARTS[document["question"]],
        games=[(game, _data(game.text.encode(), "application/json")) for game in report.games],
    )  # fmt: skip


class Numbers:
    """The numbers of a page: each names its place in the JSON, so that it can be held against it."""

    def __init__(self, document: dict[str, Any]) -> None:
        self._document = document

    def shown(self, place: str, form: str = "{:g}") -> Markup:
        """The number at a place such as `forecast.wins.0.value`, in a form; a dash for one that is not known."""
        value: Any = self._document
        for key in place.split("."):
            value = value[int(key)] if isinstance(value, list) else value[key]
        text = "–" if value is None else form.format(value)
        return Markup('<data value="{}" data-key="{}">{}</data>').format("" if value is None else value, place, text)


@cache
def _templates() -> Environment:
    loader = FileSystemLoader(Path(__file__).parent)
    return Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)


def _from(document: dict[str, Any]) -> str:
    position = document["position"]
    turn = f"from turn {position['turn']}"
    if position["knowing"] is not None:  # The number of answers counts the secret ones of the other side.
        return turn
    return f"{turn} (after {pluralize(position['answers'], 'answer')})"


def _luck(document: dict[str, Any]) -> list[str]:
    """The luck of both sides in words, where it was asked for."""
    return [
        f"The dice of side {side} came to {luck['steps']:+.1f} steps over {pluralize(luck['throws'], 'throw')}, "
        f"{luck['score']:+.1f} standard deviations from what they were worth."
        for side, luck in enumerate(document.get("luck", ()))
    ]


def _charts(start: State, answer: Forecast, outcomes: Sequence[Outcome]) -> dict[str, str]:
    found = {
        "chances": chances_chart(answer),
        "victory": spreads_chart("victory", "Victory Points", "Victory Points", answer.victory),
        "losses": spreads_chart("losses", "Losses", "Threat Value lost", answer.losses),
        "turns": turns_chart(answer.turns),
        "ended": ended_map(start, outcomes),
        "died": died_map(start, outcomes),
    }
    if any(each.mean.value for each in answer.objective):
        found["objective"] = spreads_chart("objective", "Objective Points", "Objective Points", answer.objective)
    for side in (0, 1):
        models = [model for model in answer.models if model.side == side]
        if models:
            found[f"models-{side}"] = models_chart(models, side)
    return found


def _data(content: bytes, kind: str) -> str:
    """A link that holds what it leads to."""
    return f"data:{kind};base64,{b64encode(content).decode()}"
