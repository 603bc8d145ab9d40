"""Heat maps: where models stood at the end of games, and where they died, over the table as it was at the start."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap, to_rgba
from matplotlib.patches import Polygon

from jovian.game import State
from jovian.game.model import DESTROYED, EMBARKED, TABLE
from jovian.rehearsal.one_game.outcome import Fate, Outcome
from jovian.rehearsal.telling.report.drawing import INK, SIDES, as_svg, drawn
from jovian.rules.facts.words import counted

WIDTH, HEIGHT = 7.2, 4.1
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
    return _map(start, outcomes, (DESTROYED,), "died", "Where models were destroyed")


def _map(start: State, outcomes: Sequence[Outcome], places: tuple[str, ...], name: str, title: str) -> str:
    with drawn(WIDTH, HEIGHT) as figure:
        told = []
        for side, axes in enumerate(figure.subplots(1, 2, sharey=True)):
            _table(axes, start)
            points = [(each.x, each.y) for each in _fates(outcomes, places, side)]
            if points:
                _heat(axes, start, points, side)
            told.append(f"side {side}: {counted(len(points), 'model')}")
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
