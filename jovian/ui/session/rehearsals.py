"""Rehearsals that run beside a game."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import IO, Any, Self

from jovian.cards.files import UnreadableFileError, one_line, read_json
from jovian.game.events import Started
from jovian.match import Match, Setup
from jovian.match.files import add_checksum, write_whole
from jovian.match.saves import to_data
from jovian.players import SWIFT
from jovian.rehearsal.workers import Room, cores
from jovian.rules.basics.rolls import pluralize
from jovian.ui.files.paths import home
from jovian.ui.session.views import Looking, count_public

# --- rehearsing ---
# A rehearsal that runs beside the window: a process of low priority, read on a thread, so that no frame waits for
# it.
#
# Whatever `rehearse` is asked, its `--stream` is read here: lines of JSON, the last one complete.

NICE = 15
"""How far its priority lies below that of the window."""
TOLD = 4096
"""Bytes of what a process said last that are looked at when it has failed."""
ROOT = Path(__file__).resolve().parents[3]
"""Where the package lies that it runs."""


class RehearsalStatus(Enum):
    """How a rehearsal stands."""

    RUNNING = "it plays"
    DONE = "its answer is complete"
    CANCELED = "it was called off"
    FAILED = "its process failed"


class Rehearsing:
    """One rehearsal. It ends with the window, whatever ends that, and keeps the latest answer."""

    def __init__(self, position: str, arguments: Sequence[str] = (), workers: int | None = None) -> None:
        """`position` is the text of a save, `arguments` are those of `rehearse` besides."""
        self.command = (
            sys.executable, "-m", "jovian", "rehearse", "-", "--json", "--stream",
            "--workers", str(workers or spare_cores()), *arguments,
        )  # fmt: skip
        """What runs in its process, word by word."""
        self.course = RehearsalStatus.RUNNING
        self.notice = ""
        """What went wrong, in a line; "" for nothing."""
        self.receive = 0
        """How often anything new was heard: a new answer, or that it has ended."""
        self._answer: dict[str, Any] | None = None
        self._process: subprocess.Popen[str] | None = None
        self._lock = threading.Lock()
        threading.Thread(target=self._run, args=(position,), daemon=True).start()

    @property
    def running(self) -> bool:
        """Does it still play?"""
        return self.course is RehearsalStatus.RUNNING

    def poll(self) -> dict[str, Any] | None:
        """The latest answer as its JSON says it, None before the first; never waits."""
        return self._answer

    def cancel(self) -> None:
        """Call it off; what it has told so far stays."""
        with self._lock:
            if self.running:
                self._ends(RehearsalStatus.CANCELED)
                if self._process is not None:
                    self._process.terminate()

    # --- on the thread ---
    def _run(self, position: str) -> None:
        with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as said:
            try:
                process = self._started(said)
            except OSError as error:
                self._over(f"No process can be started for it: {error.strerror or error}")
                return
            if process is None:
                return
            with process:
                self._hand_in(process, position)
                for line in process.stdout or ():
                    self._take(line)
                status = process.wait()
            self._over("" if status == 0 else _last(said) or f"Its process ended with status {status}")

    def _started(self, said: IO[str]) -> subprocess.Popen[str] | None:
        """The process, at work with low priority; None if it was called off before. Raises OSError."""
        with self._lock:
            if not self.running:
                return None
            self._process = subprocess.Popen(
                self.command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=said, encoding="utf-8",
                creationflags=getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0),
            )  # fmt: skip
            if hasattr(os, "setpriority"):
                os.setpriority(os.PRIO_PROCESS, self._process.pid, NICE)
            return self._process

    @staticmethod
    def _hand_in(process: subprocess.Popen[str], position: str) -> None:
        assert process.stdin is not None
        try:
            with process.stdin:
                process.stdin.write(position)
        except OSError:  # it has ended: what it said tells why
            return

    def _take(self, line: str) -> None:
        """A line of the stream; one that was cut short is none."""
        try:
            answer = json.loads(line)
        except ValueError:
            return
        if isinstance(answer, dict):
            self._answer = answer
            self.receive += 1

    def _over(self, wrong: str) -> None:
        with self._lock:
            if self.running:
                whole = self._answer is not None and self._answer.get("complete") is True
                self.notice = wrong or ("" if whole else "It ended before its answer was complete")
                self._ends(RehearsalStatus.FAILED if self.notice else RehearsalStatus.DONE)

    def _ends(self, course: RehearsalStatus) -> None:
        self.course = course
        self.receive += 1


def spare_cores() -> int:
    """How many processes a rehearsal has: all processors but the one that the window needs, one at least."""
    return max(1, cores() - 1)


def position_of(match: Match) -> str:
    """The position of a match as `Rehearsing` takes it."""
    return add_checksum(to_data(match))


def _last(said: IO[str]) -> str:
    """The last line that a process said."""
    end = said.seek(0, os.SEEK_END)
    said.seek(max(0, end - TOLD))
    lines = said.read().split("\n")
    return next((one_line(line) for line in reversed(lines) if line.strip()), "")


# --- turned ---
# Where a recorded game turned, found out beside the window: `rehearse --turning-points`, heard while it plays.

ARGUMENTS = ("--turning-points", "--games", "20")
MOST_BYTES = 4 << 20
"""Bytes of a kept answer."""


@dataclass(frozen=True, slots=True)
class Chance:
    """The chance of side 0 at a moment, with its interval, 0 to 1."""

    answers: int
    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A part of the game that moved the chance."""

    begin: int
    """After how many answers it begins."""
    end: int
    turn: int
    side: int | None
    name: str
    """Who activated."""
    told: str
    """What happened."""
    change: float
    decision: float | None
    """What whoever activated chose was worth; None where the change was not split."""
    answered: float | None
    """What the other side chose was worth, None where it chose nothing."""
    dice: float | None
    """What is left of the change."""


@dataclass(frozen=True, slots=True)
class Found:
    """What is known so far."""

    curve: tuple[Chance, ...] = ()
    points: tuple[TurningPoint, ...] = ()
    """Those that moved it most first."""
    flat: tuple[tuple[int, int], ...] = ()
    """After how many answers the parts begin and end whose change was not split into decision and dice."""
    complete: bool = False

    def unsplit(self, answers: int) -> bool:
        """Is a part on after so many answers that was not split so far?"""
        return self.complete and any(begin <= answers < end for begin, end in self.flat)


class Turned:
    """One search, or what an earlier one has found; it is called off at any time, and a whole answer is kept."""

    def __init__(self, run: Rehearsing | None, place: Path, answer: dict[str, Any] | None = None) -> None:
        self.run = run
        """The process, None for what was found before."""
        self.found = read(answer) if answer is not None else Found()
        self._answer = answer
        """The JSON of the whole, None before it is."""
        self._place = place
        self._heard = 0

    @classmethod
    def begun(cls, match: Match, arguments: Sequence[str] = ARGUMENTS) -> Self:
        """Begin to search a game."""
        return cls(Rehearsing(position_of(match), arguments), _place(match))

    @classmethod
    def kept(cls, match: Match) -> Self | None:
        """What was found of a game before, None if nothing was, or nothing that can be read."""
        place = _place(match)
        try:
            return cls(None, place, read_json(place, MOST_BYTES))
        except (UnreadableFileError, KeyError, IndexError, TypeError):
            return None

    def split(self, match: Match, answers: int, arguments: Sequence[str] = ARGUMENTS) -> None:
        """Begin to split the part that is on after so many answers; the whole is found already."""
        self.run, self._heard = Rehearsing(position_of(match), (*arguments, "--part", str(answers))), 0

    @property
    def running(self) -> bool:
        """Is it still being found out?"""
        return self.run is not None and self.run.running

    def cancel(self) -> None:
        """Call it off; what was found stays."""
        if self.run is not None:
            self.run.cancel()

    def listen(self) -> bool:
        """Take in what is new, and keep what is whole; True if anything is."""
        if self.run is None or self.run.receive == self._heard:
            return False
        self._heard, answer = self.run.receive, self.run.poll()
        if answer is None or (self._answer is not None and not answer["complete"]):
            return True
        whole = answer if self._answer is None else joined(self._answer, answer)
        self.found = read(whole)
        if self.found.complete:
            self._answer = whole
            with suppress(OSError):  # it is shown all the same
                write_whole(self._place, json.dumps(whole) + "\n", files_only=True)
        return True

    @property
    def said(self) -> str:
        """How it stands, in a line."""
        if self.running and self._answer is not None:
            return "This part is being split"
        if self.running:
            return f"{len(self.found.curve)} moments so far"
        if self.run is not None and self.run.notice:
            return self.run.notice
        return "" if self.found.complete else "Called off: this is what was found"


def _place(match: Match) -> Path:
    """Where the answer about a game is kept, by its last state."""
    return home() / "turning points" / f"{match.state.digest()}.json"


def read(answer: dict[str, Any]) -> Found:
    """What the JSON of an answer says."""
    known = [each for each in answer["curve"] if each["chance"] is not None]
    curve = (Chance(each["answers"], **each["chance"]) for each in known)
    points = (_point(answer["parts"][number]) for number in answer["points"])
    flat = ((each["begin"], each["end"]) for each in answer["parts"] if not each["close"])
    return Found(tuple(curve), tuple(points), tuple(flat), answer["complete"])


def joined(whole: dict[str, Any], part: dict[str, Any]) -> dict[str, Any]:
    """The answer about a game with one part of it split besides, whose answer has that part alone."""
    moments = zip(whole["curve"], part["curve"], strict=True)
    curve = [new if new["chance"] is not None and new["games"] > old["games"] else old for old, new in moments]
    close = [number for number, each in enumerate(part["parts"]) if each["close"]]
    parts = [part["parts"][number] if number in close else each for number, each in enumerate(whole["parts"])]
    points = [*whole["points"], *(number for number in close if number not in whole["points"])]
    return {**whole, "curve": curve, "parts": parts, "points": points}


def _point(part: dict[str, Any]) -> TurningPoint:
    return TurningPoint(
        part["begin"], part["end"], part["turn"], part["side"], part["name"], part["told"], part["change"]["value"],
        _value(part["decision"]), _value(part.get("answered")), _value(part.get("fell", part["dice"])),
    )  # fmt: skip


def _value(found: dict[str, float] | None) -> float | None:
    return None if found is None else found["value"]


# --- rehearsed ---
# What is rehearsed beside the window: a position, how it is asked, and the rehearsal that plays it.

REPORT = "report.html"
OVER = "The game is over at this point. Step back first."
OFF = "Two people at one screen rehearse a game only if both agreed to it: Unlimited undo and rehearsal is off."
ELSEWHERE = "This view shows both players' secrets. Rehearse from the battle instead, on your own decision."
ANEW = "Each game starts from a new setup."
KNOWS = "Uses only what {name} knows. Hidden information is randomized in each game."
SEES = "Uses everything: nothing is hidden."


@dataclass(frozen=True, slots=True)
class Rehearsed:
    """A position that may be rehearsed."""

    save: str
    """The text of a save."""
    title: str
    """What it is, in a line."""
    names: tuple[str, str]
    """What the sides are called."""
    said: str
    """Whose knowledge it starts from."""
    arguments: tuple[str, ...] = ()
    """What `rehearse` is told of it besides."""
    side: int | None = None
    """Whose knowledge its answer is made of, and who may see it; None for everybody."""
    players: tuple[str, str] = ("ensign", "ensign")
    """Who plays on if nobody says otherwise."""


@dataclass(frozen=True, slots=True)
class RehearsalRequest:
    """How a position is to be rehearsed."""

    players: tuple[str, str] = ("ensign", "ensign")
    games: int = 100
    """At most."""
    until: float | None = None
    """Until the chance of side 0 to win is known to so much on either side."""
    turns: int | None = None
    """How many Game Turns are played, None for all that there are."""

    def arguments(self) -> tuple[str, ...]:
        """As the command line says it."""
        until = ("--until", f"{self.until:g}") if self.until is not None else ()
        turns = ("--turns", str(self.turns)) if self.turns is not None else ()
        return ("--players", ",".join(self.players), "--games", str(self.games), *until, *turns)


@dataclass(frozen=True, slots=True)
class BackgroundRehearsal:
    """A rehearsal that the window has started, while it plays and after."""

    of: Rehearsed
    request: RehearsalRequest
    run: Rehearsing
    room: Room
    """Where its report is written; gone with it."""

    @classmethod
    def begun(cls, of: Rehearsed, wish: RehearsalRequest) -> BackgroundRehearsal:
        """Start it. Raises OSError if there is no room for its report."""
        room = Room()
        arguments = (*of.arguments, *wish.arguments(), "--report", str(room.path / REPORT))
        return cls(of, wish, Rehearsing(of.save, arguments), room)

    @property
    def report(self) -> Path | None:
        """The page of its whole answer, None as long as there is none."""
        path = self.room.path / REPORT
        return path if self.run.course is RehearsalStatus.DONE and path.is_file() else None


def refused(looking: Looking) -> str:
    """Return why the game may not be rehearsed from where it stands, "" if it may.

    Who plays alone sees nothing hidden by it: what the computer's side hides is drawn anew for each game. Of two people
    at one screen the one looks on while the other reads the answer, so both must have agreed before the game.
    """
    match, looker = looking.match, looking.looker
    if match.over:
        return OVER
    if looker is None:
        return ""
    if looking.hot_seat and not (match.rehearsal or match.rehearsing):
        return OFF
    return "" if looker in (0, 1) else ELSEWHERE


def rehearsed(looking: Looking) -> Rehearsed:
    """The position that is looked at, from what whoever looks may know; it is not `refused`."""
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
    return Rehearsed(position_of(match), title, names, said, known, looker, (first, second))


def rehearsed_anew(setup: Setup) -> Rehearsed:
    """A scenario from its beginning, set up anew for each game."""
    match = Match(setup)
    one, two = next(match.events.of(Started)).sides
    return Rehearsed(position_of(match), setup.scenario.name, (one.name, two.name), ANEW, ("--fresh",))
