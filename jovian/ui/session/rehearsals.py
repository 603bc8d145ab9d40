"""Rehearsals that run in the background of the window, and the search for turning points of a recorded game.

A rehearsal is a process of low priority that runs `jovian rehearse --stream`. A thread reads its lines of JSON, so no
frame waits for it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from enum import Enum
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Any, Self

from jovian.background import ThreadJob
from jovian.cards.files import UnreadableFileError, one_line, read_json
from jovian.dice import parse_seed
from jovian.frozen import frozen
from jovian.game import State
from jovian.game.events import Started
from jovian.match import Match, Setup
from jovian.match.entries import Refused, RulesError, SaveError
from jovian.match.files import add_checksum, write_whole
from jovian.match.saves import to_data
from jovian.players import SWIFT
from jovian.rehearsal.game import GameSeries, Start, game_from_json
from jovian.rehearsal.workers import TemporaryFolder, cores
from jovian.rules.basics.rolls import pluralize
from jovian.ui.files.paths import home
from jovian.ui.session.views import Looking, count_public

# --- Process ---

NICE = 15
"""How much lower the priority of the process is than that of the window."""
TAIL_BYTES = 4096
"""Bytes of the error output of a failed process that are searched for a message."""
ROOT = Path(__file__).resolve().parents[3]
"""The folder that contains the package."""
REHEARSE = ("rehearse", "-")
"""The command of a rehearsal."""


class RehearsalStatus(Enum):
    """The status of a rehearsal."""

    RUNNING = "running"
    DONE = "complete"
    CANCELED = "canceled"
    FAILED = "its process failed"


class RehearsalProcess:
    """One background rehearsal with its latest answer. It ends with the window."""

    def __init__(
        self, position: str, arguments: Sequence[str] = (), workers: int | None = None,
        question: Sequence[str] = REHEARSE,
    ) -> None:  # fmt: skip
        """Start it. `position` is the text of a save for standard input, `arguments` are further arguments."""
        self.command = (
            sys.executable, "-m", "jovian", *question, "--json", "--stream",
            "--workers", str(workers or spare_cores()), *arguments,
        )  # fmt: skip
        """The command line of its process."""
        self.course = RehearsalStatus.RUNNING
        self.notice = ""
        """What went wrong, in a line, or ""."""
        self.receive = 0
        """The number of news so far: each new answer, and the end."""
        self._answer: dict[str, Any] | None = None
        self._process: subprocess.Popen[str] | None = None
        self._lock = threading.Lock()
        self._ended = threading.Event()
        threading.Thread(target=self._run, args=(position,), daemon=True).start()

    @property
    def running(self) -> bool:
        """Whether it still plays."""
        return self.course is RehearsalStatus.RUNNING

    def poll(self) -> dict[str, Any] | None:
        """Return the latest answer as JSON values, or None before the first. Never waits."""
        return self._answer

    def wait(self, seconds: float) -> None:
        """Wait until it has ended, at most this number of seconds."""
        self._ended.wait(seconds)

    def cancel(self) -> None:
        """Cancel it. The latest answer stays."""
        with self._lock:
            if self.running:
                self._end(RehearsalStatus.CANCELED)
                if self._process is not None:
                    self._process.terminate()

    # --- On the thread ---
    def _run(self, position: str) -> None:
        with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as error_output:
            try:
                process = self._start_process(error_output)
            except OSError as error:
                self._finish(f"No process can be started for it: {error.strerror or error}")
                return
            if process is None:
                return
            with process:
                self._send(process, position)
                for line in process.stdout or ():
                    self._take(line)
                status = process.wait()
            self._finish("" if status == 0 else _last_line(error_output) or f"Its process ended with status {status}")

    def _start_process(self, error_output: IO[str]) -> subprocess.Popen[str] | None:
        """Start the process with low priority. Return None if it was canceled before.

        Raises:
            OSError: The process can't be started.

        """
        with self._lock:
            if not self.running:
                return None
            self._process = subprocess.Popen(
                self.command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=error_output,
                encoding="utf-8",
                creationflags=getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0),
            )  # fmt: skip
            if hasattr(os, "setpriority"):
                os.setpriority(os.PRIO_PROCESS, self._process.pid, NICE)
            return self._process

    @staticmethod
    def _send(process: subprocess.Popen[str], position: str) -> None:
        assert process.stdin is not None
        try:
            with process.stdin:
                process.stdin.write(position)
        except OSError:  # The process has ended. Its error output says why.
            return

    def _take(self, line: str) -> None:
        """Read a line of the stream. Ignore an incomplete one."""
        try:
            answer = json.loads(line)
        except ValueError:
            return
        if isinstance(answer, dict):
            if self._answer is not None and "played" in answer:
                answer["played"] = [*self._answer["played"], *answer["played"]]
            self._answer = answer
            self.receive += 1

    def _finish(self, fault: str) -> None:
        with self._lock:
            if self.running:
                complete = self._answer is not None and self._answer.get("complete") is True
                self.notice = fault or ("" if complete else "It ended before its answer was complete")
                self._end(RehearsalStatus.FAILED if self.notice else RehearsalStatus.DONE)

    def _end(self, status: RehearsalStatus) -> None:
        self.course = status
        self.receive += 1
        self._ended.set()


def spare_cores() -> int:
    """Return the number of processes of a rehearsal: one less than the processors, but at least 1."""
    return max(1, cores() - 1)


def position_of(match: Match) -> str:
    """Return the position of a match as `Rehearsing` takes it."""
    return add_checksum(to_data(match))


def _last_line(error_output: IO[str]) -> str:
    """Return the last line that is not empty, or ""."""
    end = error_output.seek(0, os.SEEK_END)
    error_output.seek(max(0, end - TAIL_BYTES))
    lines = error_output.read().split("\n")
    return next((one_line(line) for line in reversed(lines) if line.strip()), "")


# --- Turning points ---

ARGUMENTS = ("--turning-points", "--games", "20")
MAX_BYTES = 4 << 20
"""Bytes of a saved answer."""


@frozen
class Chance:
    """The win probability of side 0 at a moment with its interval, from 0 to 1."""

    answers: int
    value: float
    low: float
    high: float


@frozen
class TurningPoint:
    """A part of the game that changed the win probability."""

    begin: int
    """The number of answers before it."""
    end: int
    turn: int
    side: int | None
    name: str
    """The name of the activated model."""
    description: str
    """What happened."""
    change: float
    decision: float | None
    """The part of the change due to the activating side's choices, or None if the change was not split."""
    answered: float | None
    """The part due to the other side's choices, or None if it had none."""
    dice: float | None
    """The remaining part, due to dice."""


@frozen
class TurningPointResults:
    """The results so far."""

    curve: tuple[Chance, ...] = ()
    points: tuple[TurningPoint, ...] = ()
    """The largest change first."""
    flat: tuple[tuple[int, int], ...] = ()
    """First and last answer of the parts whose change was not split into choices and dice."""
    complete: bool = False

    def unsplit(self, answers: int) -> bool:
        """Return whether the part after a number of answers could be split, but wasn't yet."""
        return self.complete and any(begin <= answers < end for begin, end in self.flat)


class TurningPointSearch:
    """One search for turning points, or the saved result of an earlier one. A complete answer is saved."""

    def __init__(self, run: RehearsalProcess | None, place: Path, answer: dict[str, Any] | None = None) -> None:
        self.run = run
        """The process, or None for a saved result."""
        self.found = read_answer(answer) if answer is not None else TurningPointResults()
        self._answer = answer
        """The complete answer as JSON values, or None."""
        self._place = place
        self._heard = 0

    @classmethod
    def start(cls, match: Match, arguments: Sequence[str] = ARGUMENTS) -> Self:
        """Start to search a game."""
        return cls(RehearsalProcess(position_of(match), arguments), _place(match))

    @classmethod
    def load_saved(cls, match: Match) -> Self | None:
        """Return the saved result for a game, or None if there is none that can be read."""
        place = _place(match)
        try:
            return cls(None, place, read_json(place, MAX_BYTES))
        except (UnreadableFileError, KeyError, IndexError, TypeError):
            return None

    def split(self, match: Match, answers: int, arguments: Sequence[str] = ARGUMENTS) -> None:
        """Start to split the part after a number of answers. The complete search must be done."""
        self.run, self._heard = RehearsalProcess(position_of(match), (*arguments, "--part", str(answers))), 0

    @property
    def running(self) -> bool:
        """Whether the search is running."""
        return self.run is not None and self.run.running

    def cancel(self) -> None:
        """Cancel the search. Results so far stay."""
        if self.run is not None:
            self.run.cancel()

    def listen(self) -> bool:
        """Read news, save a complete answer, and return whether there was any."""
        if self.run is None or self.run.receive == self._heard:
            return False
        self._heard, answer = self.run.receive, self.run.poll()
        if answer is None or (self._answer is not None and not answer["complete"]):
            return True
        complete = answer if self._answer is None else merge_split(self._answer, answer)
        self.found = read_answer(complete)
        if self.found.complete:
            self._answer = complete
            with suppress(OSError):  # The result is shown anyway.
                write_whole(self._place, json.dumps(complete) + "\n", files_only=True)
        return True

    @property
    def status(self) -> str:
        """The status of the search, in a line."""
        if self.running and self._answer is not None:
            return "This part is being split"
        if self.running:
            return f"{len(self.found.curve)} moments so far"
        if self.run is not None and self.run.notice:
            return self.run.notice
        return "" if self.found.complete else "Canceled: these are the results so far"


def _place(match: Match) -> Path:
    """Return the file for the answer about a game, named by the game's last state."""
    return home() / "turning points" / f"{match.state.digest()}.json"


def read_answer(answer: dict[str, Any]) -> TurningPointResults:
    """Return the results in the JSON values of an answer."""
    known = [moment for moment in answer["curve"] if moment["chance"] is not None]
    chances = ((moment["answers"], moment["chance"]) for moment in known)
    curve = (Chance(answers, chance["value"], chance["low"], chance["high"]) for answers, chance in chances)
    points = (_point(answer["parts"][number]) for number in answer["points"])
    flat = ((part["begin"], part["end"]) for part in answer["parts"] if not part["close"])
    return TurningPointResults(tuple(curve), tuple(points), tuple(flat), answer["complete"])


def merge_split(whole: dict[str, Any], split: dict[str, Any]) -> dict[str, Any]:
    """Return a complete answer with the part that another answer has split.

    If an older version divided the game into other parts, they don't match. Then return the answer unchanged.
    """
    if [part["begin"] for part in whole["parts"]] != [part["begin"] for part in split["parts"]]:
        return whole
    moments = zip(whole["curve"], split["curve"], strict=True)
    curve = [new if new["chance"] is not None and new["games"] > old["games"] else old for old, new in moments]
    close = [number for number, part in enumerate(split["parts"]) if part["close"]]
    parts = [split["parts"][number] if number in close else part for number, part in enumerate(whole["parts"])]
    points = [*whole["points"], *(number for number in close if number not in whole["points"])]
    return {**whole, "curve": curve, "parts": parts, "points": points}


def _point(part: dict[str, Any]) -> TurningPoint:
    return TurningPoint(
        part["begin"], part["end"], part["turn"], part["side"], part["name"], part["told"], part["change"]["value"],
        _value(part["decision"]), _value(part.get("answered")), _value(part.get("fell", part["dice"])),
    )  # fmt: skip


def _value(estimate: dict[str, float] | None) -> float | None:
    return None if estimate is None else estimate["value"]


# --- Rehearsal of a position ---

REPORT = "report.html"
REPORT_PACKAGE = "matplotlib"
"""The package of a report. Without it, a rehearsal has no report."""
OVER = "The game is over at this point. Step back first."
OFF = "Two people at one screen rehearse a game only if both agreed to it: Unlimited undo and rehearsal is off."
ELSEWHERE = "This view shows both players' secrets. Rehearse from the battle instead, on your own decision."
GUESSED = "What was hidden was guessed in this game, so you can only watch it."
ANEW = "Each game starts from a new setup."
KNOWS = "Uses only what {name} knows. Hidden information is randomized in each game."
SEES = "Uses everything: nothing is hidden."


@frozen
class RehearsalPosition:
    """A position that can be rehearsed."""

    save: str
    """The text of a save."""
    title: str
    """A line that describes it."""
    names: tuple[str, str]
    """The names of the sides."""
    knowledge_line: str
    """A line on whose knowledge it uses."""
    arguments: tuple[str, ...] = ()
    """Further arguments of `rehearse`."""
    side: int | None = None
    """The side whose knowledge it uses and that may see the answer, or None for both."""
    players: tuple[str, str] = ("ensign", "ensign")
    """The default computer players."""
    view: State | None = None
    """The table as the viewer knows it, or None if it is set up again for each game."""
    table: tuple[float, float] = (48.0, 48.0)
    """Width and height of the table in inches."""
    setup: Setup | None = None
    """The setup of its game. That of a scenario that is set up again for each game has the seed 0."""


@frozen
class RehearsalRequest:
    """The options of a rehearsal."""

    players: tuple[str, str] = ("ensign", "ensign")
    games: int = 100
    """Most games to play."""
    until: float | None = None
    """Stop when the win probability of side 0 is known to this precision, or None."""
    turns: int | None = None
    """The number of Game Turns to play, or None for all."""

    def arguments(self) -> tuple[str, ...]:
        """Return the options as command-line arguments."""
        until = ("--until", f"{self.until:g}") if self.until is not None else ()
        turns = ("--turns", str(self.turns)) if self.turns is not None else ()
        return ("--players", ",".join(self.players), "--games", str(self.games), *until, *turns)


@frozen
class BackgroundRehearsal:
    """A rehearsal that the window has started."""

    of: RehearsalPosition
    request: RehearsalRequest
    run: RehearsalProcess
    folder: TemporaryFolder
    """The temporary folder of its report."""

    @classmethod
    def start(cls, of: RehearsalPosition, request: RehearsalRequest) -> BackgroundRehearsal:
        """Start a rehearsal.

        Raises:
            OSError: The folder for the report can't be made.

        """
        room = TemporaryFolder()
        report = ("--report", str(room.path / REPORT)) if find_spec(REPORT_PACKAGE) else ()
        return cls(of, request, RehearsalProcess(of.save, (*of.arguments, *request.arguments(), *report)), room)

    def play_again(self, number: int) -> RehearsalProcess:
        """Start to play one of its games again. It needs an answer, for the seed."""
        answer = self.run.poll()
        assert answer is not None
        options = ("--seed", answer["seed"], "--game", str(number))
        return RehearsalProcess(self.of.save, (*self.of.arguments, *self.request.arguments(), *options))

    def rebuild(self, number: int, played: dict[str, Any]) -> Match:
        """Return a game that was played again, to be watched. `played` is the answer of its process."""
        answer = self.run.poll()
        assert answer is not None
        position, data = answer["position"], json.dumps(json.loads(self.of.save))
        start = Start(data, position["answers"], position["fresh"], position["knowing"])
        series = GameSeries(start, self.request.players, parse_seed(answer["seed"]), self.request.turns)
        return game_from_json(series.job(number), played)

    @property
    def report(self) -> Path | None:
        """The page with the complete answer, or None before that is complete, or if its packages are missing."""
        path = self.folder.path / REPORT
        return path if self.run.course is RehearsalStatus.DONE and path.is_file() else None


CHANGED = "The game went differently this time, because cards or player files have changed."


class ReplayJob:
    """Plays a game of a rehearsal again in a process, and rebuilds it in a thread, for a dialog of the window."""

    def __init__(self, rehearsal: BackgroundRehearsal, number: int, digest: str) -> None:
        """Start it. `digest` is that of the last state of the game."""
        self._rehearsal, self._number, self._digest = rehearsal, number, digest
        self._process = rehearsal.play_again(number)
        self._job: ThreadJob[Match | str] | None = None

    def poll(self, wait: float = 0.0) -> Match | str | None:
        """Return the game, None while it isn't ready, or why it can't be shown."""
        if self._job is not None:
            return self._job.poll(wait)
        self._process.wait(wait)
        if not self._process.running:
            if self._process.notice:
                return self._process.notice
            self._job = ThreadJob(self._rebuild)
        return None

    def cancel(self) -> None:
        """End the process."""
        self._process.cancel()

    def _rebuild(self) -> Match | str:
        played = self._process.poll()
        assert played is not None
        try:
            match = self._rehearsal.rebuild(self._number, played)
        except (Refused, RulesError, SaveError):
            return CHANGED
        return match if match.state.digest() == self._digest else CHANGED


def refuse_rehearsal(looking: Looking) -> str:
    """Return why the game can't be rehearsed from here, or "".

    A player alone learns nothing hidden, because the computer side's secrets are randomized in each game. Two people at
    one screen both see the answer, so both must have agreed before the game.
    """
    match, looker = looking.match, looking.looker
    if not match.is_savable:
        return GUESSED
    if match.over:
        return OVER
    if looker is None:
        return ""
    if looking.hot_seat and not (match.rehearsal or match.rehearsing):
        return OFF
    return "" if looker in (0, 1) else ELSEWHERE


def current_position(looking: Looking) -> RehearsalPosition:
    """Return the current position with the knowledge of the viewer. It must not be `refused`."""
    match, looker = looking.match, looking.looker
    one, two = next(match.events.of(Started)).sides
    names = (one.name, two.name)
    first, second = (seat if seat in SWIFT else "ensign" for seat in looking.seats)
    state = match.state
    when = f"turn {state.turn}" if state.turn else "deployment"
    whole = len(match.journal) - (match.decision.sealed if match.decision is not None else 0)
    answers = count_public(match, looker, whole)
    title = f"{state.scenario.name}, {when}, after {pluralize(answers, 'answer')}"
    said = SEES if looker is None else KNOWS.format(name=names[looker])
    known = () if looker is None else ("--knowing", str(looker))
    seats, table = (first, second), (state.width, state.height)
    return RehearsalPosition(
        position_of(match), title, names, said, known, looker, seats, looking.view, table, match.setup
    )


def new_position(setup: Setup) -> RehearsalPosition:
    """Return a scenario that is set up again for each game."""
    match = Match(setup)
    one, two = next(match.events.of(Started)).sides
    names, table = (one.name, two.name), (match.state.width, match.state.height)
    return RehearsalPosition(
        position_of(match), setup.scenario.name, names, ANEW, ("--fresh",), table=table, setup=replace(setup, seed=0)
    )
