"""Games in the background that show how a fleet does against the ready fleets of its size."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace

from jovian.background import Background
from jovian.cards import FleetList, ScenarioCard, unit_cards
from jovian.dice import random_seed
from jovian.frozen import frozen
from jovian.match import Setup
from jovian.rehearsal.documents import RehearsalResult
from jovian.rehearsal.forecast import Estimate, Forecast, estimate_proportion
from jovian.rehearsal.game import RehearsalSpec
from jovian.rehearsal.outcome import LOST
from jovian.rehearsal.questions import rehearsal_results
from jovian.ui.session.rehearsals import new_position

GAMES = 20
"""The games against each opponent."""


@frozen
class WinShare:
    """The share of games that a fleet won. A draw is half a win."""

    games: int
    estimate: Estimate


@frozen
class ModelRecord:
    """What a model of the fleet did in all games so far."""

    name: str
    games: int
    lost: int
    """The games in which it was destroyed or captured."""
    felled: int
    """The enemies that it destroyed, captured, or Crippled, as far as the answers name them: the most frequent ones."""
    causes: tuple[tuple[str, int], ...]
    """What destroyed, captured, or Crippled it, the most frequent first."""


def share_of(won: float, games: int) -> WinShare:
    """Return a share with its interval."""
    return WinShare(games, estimate_proportion(won, games))


Run = Background[RehearsalResult]


def _start_run(spec: RehearsalSpec) -> Run:
    return Background(rehearsal_results, spec)


class FleetTrial:
    """One trial: the games against one opponent after the other. `update` must be called in each frame."""

    start_run: Callable[[RehearsalSpec], Run] = staticmethod(_start_run)

    def __init__(
        self, fleet: FleetList, scenario: ScenarioCard, opponents: Mapping[str, FleetList], player: str
    ) -> None:
        self.fleet, self.player, self.opponents = fleet, player, dict(opponents)
        self.forecasts: dict[str, Forecast] = {}
        """The latest result for each opponent, by stem."""
        self.notice = ""
        """What went wrong, or ""."""
        self._scenario = scenario
        self._waiting = list(opponents)
        self._run: Run | None = None
        self._stem = ""
        self._heard = 0

    @property
    def running(self) -> bool:
        """Whether games are played or will be."""
        return bool(self._waiting) or (self._run is not None and self._run.running)

    @property
    def planned(self) -> int:
        """The number of games of the whole trial."""
        return GAMES * len(self.opponents)

    def cancel(self) -> None:
        """Stop it. The results so far stay."""
        self._waiting.clear()
        if self._run is not None:
            self._run.cancel()

    def update(self) -> bool:
        """Read news, and start the games against the next opponent. Return whether there was anything new."""
        run, is_new = self._run, False
        if run is not None and run.news != self._heard:
            self._heard, self.notice, is_new = run.news, run.notice, True
            if run.value is not None:
                self.forecasts[self._stem] = run.value.forecast
        if self._waiting and (run is None or not run.running) and not self.notice:
            self._stem, self._heard = self._waiting.pop(0), 0
            fleets = (self.fleet, self.opponents[self._stem])
            position = new_position(Setup(self._scenario, fleets, unit_cards(), random_seed()))
            players = self.player, self.player
            spec = replace(position.spec, players=players, games=GAMES, seed=random_seed())
            self._run, is_new = self.start_run(spec), True
        if self.notice:
            self._waiting.clear()
        return is_new

    # --- Results ---
    def share(self, stem: str) -> WinShare:
        """Return the share against an opponent."""
        forecast = self.forecasts.get(stem)
        return share_of(*_won(forecast)) if forecast is not None else share_of(0, 0)

    @property
    def total(self) -> WinShare:
        """The share of all games so far."""
        results = [_won(forecast) for forecast in self.forecasts.values()]
        return share_of(sum(won for won, _ in results), sum(games for _, games in results))

    def models(self) -> list[ModelRecord]:
        """Return what each model of the fleet did, in the order of the fleet."""
        games, lost, felled = Counter[str](), Counter[str](), Counter[str]()
        causes: dict[str, Counter[str]] = {}
        for forecast in self.forecasts.values():
            for model in forecast.models:
                if model.side == 0:
                    name = model.name
                    games[name] += model.games
                    lost[name] += round(sum(model.fates[fate].value for fate in LOST) * model.games)
                    causes.setdefault(name, Counter()).update(dict(model.by))
                else:
                    for cause, count in model.by:
                        felled[cause.rpartition(" of ")[2]] += count
        return [
            ModelRecord(name, games[name], lost[name], felled[name], tuple(causes[name].most_common(3)))
            for name in games
        ]


def _won(forecast: Forecast) -> tuple[float, int]:
    """Return how many games side 0 won, and the number of games."""
    games = forecast.games
    return round(2 * games * (forecast.wins[0].value + forecast.draws.value / 2)) / 2, games
