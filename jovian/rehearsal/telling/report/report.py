"""The page of a report: what is known is put into its template, with pictures and games inside."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from jovian.game import State
from jovian.rehearsal.one_game.outcome import FATES, Outcome
from jovian.rehearsal.questions.comparing import Comparison
from jovian.rehearsal.questions.forecast import Forecast
from jovian.rehearsal.questions.turning import Turning
from jovian.rehearsal.telling.games import Shown
from jovian.rehearsal.telling.report.charts import chances_chart, models_chart, spreads_chart, turns_chart
from jovian.rehearsal.telling.report.maps import died_map, ended_map
from jovian.rehearsal.telling.report.races import curve_chart, plans_chart
from jovian.rules.facts.words import counted

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
    played = f"{counted(answer.games, 'game')} {where}"
    charts = _charts(start, answer, outcomes)
    return Report(start.scenario.name, document, picture, shown, played, charts, games)


def of_plans(
    start: State, document: dict[str, Any], answer: Comparison, games: tuple[Shown, ...], picture: bytes
) -> Report:  # fmt: skip
    """Which plan is best; they begin at the state."""
    played = f"{counted(answer.games, 'game')} {_from(document)}"
    charts = {"plans": plans_chart(answer)}
    shown = "The table where the plans begin"
    return Report(start.scenario.name, document, picture, shown, played, charts, games)


def of_turning(end: State, document: dict[str, Any], answer: Turning, picture: bytes) -> Report:
    """Where a game turned that has come to this state."""
    played = f"up to {counted(document['games'], 'game')} from each of {counted(len(answer.curve), 'moment')}"
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
    return f"{turn} (after {counted(position['answers'], 'answer')})"


def _luck(document: dict[str, Any]) -> list[str]:
    """The luck of both sides in words, where it was asked for."""
    return [
        f"The dice of side {side} came to {luck['steps']:+.1f} steps over {counted(luck['throws'], 'throw')}, "
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
