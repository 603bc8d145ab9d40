"""Rehearsals that the window starts, and the search for turning points of a recorded game.

They play in a process of their own (`background.py`), which gets a `RehearsalSpec` and hands over typed values.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from importlib.util import find_spec
from time import monotonic
from typing import Any, Self

from jovian.background import Background, Status, ThreadJob
from jovian.dice import random_seed
from jovian.frozen import frozen
from jovian.game import State
from jovian.game.events import Started
from jovian.match import Match, Setup
from jovian.match.entries import Refused, RulesError, SaveError
from jovian.match.seen_match import SeenMatch
from jovian.net.hosted import KNOWLEDGE_SECONDS
from jovian.net.joined import JoinedGame
from jovian.players import SWIFT
from jovian.rehearsal.documents import RehearsalResult
from jovian.rehearsal.game import RehearsalSpec, Start, game_from_json
from jovian.rehearsal.questions import rehearsal_results, replayed_game, turning_results
from jovian.rehearsal.turning_points import TurningPoints
from jovian.rules.basics.rolls import pluralize
from jovian.session.views import ViewedMatch, count_public
from jovian.user_files.findings import save_turning_points

# --- Turning points ---

TURNING_GAMES = 20


def turning_spec(match: Match) -> RehearsalSpec:
    """Return what to find out about a game."""
    return RehearsalSpec(Start.of(match), seed=random_seed(), games=TURNING_GAMES)


class TurningPointSearch:
    """One search for turning points, or the saved result of an earlier one. A complete result is saved."""

    def __init__(
        self, match: Match, run: Background[TurningPoints] | None, results: TurningPoints | None = None
    ) -> None:
        self.run = run
        """The process, or None for a saved result."""
        self.results = results or TurningPoints()
        self._match = match
        self._heard: TurningPoints | None = None
        self._news = 0

    @classmethod
    def start(cls, match: Match) -> Self:
        """Start to search a game."""
        return cls(match, Background(turning_results, turning_spec(match)))

    def split(self, answers: int) -> None:
        """Start to split the part after a number of answers. The complete search must be done."""
        self.run, self._news = Background(turning_results, replace(turning_spec(self._match), part=answers)), 0

    @property
    def running(self) -> bool:
        """Whether the search is running."""
        return self.run is not None and self.run.running

    def cancel(self) -> None:
        """Cancel the search. Results so far stay."""
        if self.run is not None:
            self.run.cancel()

    def listen(self) -> bool:
        """Read news, save a complete result, and return whether there was any."""
        if self.run is None or self.run.news == self._news:
            return False
        self._news, latest = self.run.news, self.run.value
        is_split = self.results.complete
        if latest is None or latest is self._heard or (is_split and not latest.complete):
            return True
        self._heard, self.results = latest, self.results.with_split(latest) if is_split else latest
        if self.results.complete:
            with suppress(OSError):  # The result is shown anyway.
                save_turning_points(self._match, self.results)
        return True

    @property
    def status(self) -> str:
        """The status of the search, in a line."""
        if self.running and self.results.complete:
            return "This part is being split"
        if self.running:
            return f"{len(self.results.chances)} moments so far"
        if self.run is not None and self.run.notice:
            return self.run.notice
        return "" if self.results.complete else "Canceled: these are the results so far"


# --- Rehearsal of a position ---

REPORT_PACKAGE = "matplotlib"
"""The package of a report. Without it, a rehearsal has no report."""
DRAWING_MODULE = "jovian.ui.headless"
"""The module that draws the table for a report, in the process of the rehearsal."""
OVER = "The game is over at this point. Step back first."
OFF = "Two people at one screen rehearse a game only if both agreed to it: Unlimited undo and rehearsal is off."
ELSEWHERE = "This view shows both players' secrets. Rehearse from the battle instead, on your own decision."
UNAGREED = "Both players must agree to rehearsals before the game, because a player is at another computer."
GUESSED = "What was hidden was guessed in this game, so you can only watch it."
ANEW = "Each game starts from a new setup."
KNOWS = "Uses only what {name} knows. Hidden information is randomized in each game."
SEES = "Uses everything: nothing is hidden."


@frozen
class RehearsalPosition:
    """A position that can be rehearsed."""

    spec: RehearsalSpec
    """Where the games begin, and the default options."""
    title: str
    """A line that describes it."""
    names: tuple[str, str]
    """The names of the sides."""
    knowledge_line: str
    """A line on whose knowledge it uses."""
    side: int | None = None
    """The side whose knowledge it uses and that may see the answer, or None for both."""
    view: State | None = None
    """The table as the viewer knows it, or None if it is set up again for each game."""
    table: tuple[float, float] = (48.0, 48.0)
    """Width and height of the table in inches."""
    setup: Setup | None = None
    """The setup of its game. That of a scenario that is set up again for each game has the seed 0."""


@frozen
class BackgroundRehearsal:
    """A rehearsal that the window has started."""

    of: RehearsalPosition
    spec: RehearsalSpec
    run: Background[RehearsalResult]

    @classmethod
    def start(cls, of: RehearsalPosition, options: RehearsalSpec) -> BackgroundRehearsal:
        """Start a rehearsal of a position with some options, and with a new seed."""
        spec = replace(options, start=of.spec.start, seed=random_seed())
        drawing = DRAWING_MODULE if find_spec(REPORT_PACKAGE) else ""
        return cls(of, spec, Background(rehearsal_results, spec, drawing, add=RehearsalResult.with_games))

    @property
    def report(self) -> str:
        """The page with the complete answer, "" before that is complete, or if its packages are missing."""
        return self.run.value.report if self.run.status is Status.DONE and self.run.value is not None else ""


CHANGED = "The game went differently this time, because cards or player files have changed."


class ReplayJob:
    """Plays a game of a rehearsal again in a process, and rebuilds it in a thread, for a dialog of the window."""

    def __init__(self, spec: RehearsalSpec, number: int, digest: str) -> None:
        """Start it. `digest` is that of the last state of the game."""
        self._spec, self._number, self._digest = spec, number, digest
        self._run = Background(replayed_game, spec, number)
        self._job: ThreadJob[Match | str] | None = None

    def poll(self, wait: float = 0.0) -> Match | str | None:
        """Return the game, None while it isn't ready, or why it can't be shown."""
        if self._job is not None:
            return self._job.poll(wait)
        self._run.wait(wait)
        if not self._run.running:
            if self._run.value is None:
                return self._run.notice
            played = self._run.value
            self._job = ThreadJob(lambda: self._rebuild(played))
        return None

    def cancel(self) -> None:
        """End the process."""
        self._run.cancel()

    def _rebuild(self, played: dict[str, Any]) -> Match | str:
        try:
            match = game_from_json(self._spec.job(self._number), played)
        except (Refused, RulesError, SaveError):
            return CHANGED
        return match if match.state.digest() == self._digest else CHANGED


def refuse_rehearsal(viewed: ViewedMatch) -> str:
    """Return why the game can't be rehearsed from here, or "".

    A player alone learns nothing hidden, because the computer side's secrets are randomized in each game. Two people at
    one screen both see the answer, so both must have agreed before the game.
    """
    match, viewer = viewed.match, viewed.viewer
    if viewed.elsewhere is not None and not viewed.has_agreed:
        return UNAGREED
    if match.over:
        return OVER
    if isinstance(match, SeenMatch):
        return ""
    if not match.is_savable:
        return GUESSED
    if viewer is None:
        return ""
    if viewed.hot_seat and not (match.rehearsal or match.rehearsing):
        return OFF
    return "" if viewer in (0, 1) else ELSEWHERE


class KnowledgeJob:
    """Asks the host of a game for what this side knows. The window takes in the answer meanwhile."""

    def __init__(self, game: JoinedGame) -> None:
        self._game = game
        self._next = 0.0

    def poll(self, wait: float = 0.0) -> dict[str, Any] | None:
        """Return the knowledge as JSON, None while it isn't there."""
        if monotonic() >= self._next:  # A cut line may have lost the question, or another moment has come.
            self._game.ask_knowledge()
            self._next = monotonic() + KNOWLEDGE_SECONDS
        return self._game.knowledge

    def cancel(self) -> None:
        """Ask no more."""


def current_position(viewed: ViewedMatch, known: dict[str, Any] | None = None) -> RehearsalPosition:
    """Return the current position with the knowledge of the viewer. It must not be `refused`.

    A game on another computer needs `known`, the JSON of that knowledge.
    """
    match, viewer = viewed.match, viewed.viewer
    one, two = next(match.events.of(Started)).sides
    names = (one.name, two.name)
    first, second = (seat if seat in SWIFT else "ensign" for seat in viewed.seats)
    is_seen = isinstance(match, SeenMatch)
    start = Start.seen(match, known or {}) if isinstance(match, SeenMatch) else Start.of(match, knowing=viewer)
    spec = RehearsalSpec(start, (first, second))
    state = match.state
    when = f"turn {state.turn}" if state.turn else "deployment"
    whole = len(match.journal) - (match.decision.sealed if match.decision is not None else 0)
    count = "" if is_seen else f", after {pluralize(count_public(match, viewer, whole), 'answer')}"
    title = f"{state.scenario.name}, {when}{count}"
    said = SEES if viewer is None else KNOWS.format(name=names[viewer])
    table = state.width, state.height
    return RehearsalPosition(spec, title, names, said, viewer, viewed.view, table, match.setup)


def new_position(setup: Setup) -> RehearsalPosition:
    """Return a scenario that is set up again for each game."""
    match = Match(setup)
    one, two = next(match.events.of(Started)).sides
    names, table = (one.name, two.name), (match.state.width, match.state.height)
    spec = RehearsalSpec(Start.of(match, fresh=True))
    return RehearsalPosition(spec, setup.scenario.name, names, ANEW, table=table, setup=replace(setup, seed=0))
