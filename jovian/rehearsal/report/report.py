"""The page of a report: what is known is put into its template, with pictures and games inside."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from markupsafe import Markup

from jovian.game import State
from jovian.rehearsal.forecast import Forecast
from jovian.rehearsal.games import Shown
from jovian.rehearsal.outcome import FATES, Outcome
from jovian.rehearsal.report.charts import chances_chart, models_chart, spreads_chart, turns_chart
from jovian.rehearsal.report.maps import died_map, ended_map
from jovian.rehearsal.words import summary

PAGE = "page.html"


@dataclass(frozen=True, slots=True)
class Report:
    """All that a report tells."""

    title: str
    """The name of the scenario."""
    document: dict[str, Any]
    """The answer as JSON: every number of the page is one of it."""
    answer: Forecast
    outcomes: Sequence[Outcome]
    start: State
    """The position that all began from, as far as it was the same."""
    picture: bytes
    """The table at the start, a PNG picture."""
    games: tuple[Shown, ...]
    """The games worth a look."""


def page(report: Report) -> str:
    """The report as one HTML page that needs no other file and no network."""
    return _template().render(
        report=report, document=report.document, forecast=report.document["forecast"], sentences=summary(report.answer),
        number=Numbers(report.document).shown, charts=_charts(report), fates=FATES,
        picture=_data(report.picture, "image/png"),
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
def _template() -> Template:
    loader = FileSystemLoader(Path(__file__).parent)
    found = Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    return found.get_template(PAGE)


def _charts(report: Report) -> dict[str, Markup]:
    answer = report.answer
    found = {
        "chances": chances_chart(answer),
        "victory": spreads_chart("victory", "Victory Points", "Victory Points", answer.victory),
        "losses": spreads_chart("losses", "Losses", "Threat Value lost", answer.losses),
        "turns": turns_chart(answer.turns),
        "ended": ended_map(report.start, report.outcomes),
        "died": died_map(report.start, report.outcomes),
    }
    if any(each.mean.value for each in answer.objective):
        found["objective"] = spreads_chart("objective", "Objective Points", "Objective Points", answer.objective)
    for side in (0, 1):
        models = [model for model in answer.models if model.side == side]
        if models:
            found[f"models-{side}"] = models_chart(models, side)
    return {name: Markup(svg) for name, svg in found.items()}


def _data(content: bytes, kind: str) -> str:
    """A link that holds what it leads to."""
    return f"data:{kind};base64,{b64encode(content).decode()}"
