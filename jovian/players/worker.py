"""Thinking for whoever shows a game: at once where it is asked, or in a process of its own that nobody waits for."""

from __future__ import annotations

import json
import os
import signal
import threading
from collections.abc import Callable
from concurrent import futures
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from queue import SimpleQueue
from time import perf_counter
from typing import Any, Generic, Protocol, TypeVar

from jovian.game import Answer, Choice
from jovian.match import Match, NoPlayer
from jovian.match.entries import Entry
from jovian.match.entries import NoPlayer as EntriesNoPlayer
from jovian.match.files import common
from jovian.match.play_loop import ask, describe_failure, is_interrupt, reason_of
from jovian.match.saves import from_data, give_again, to_data
from jovian.players import make_player
from jovian.players.player import Flag, Hurried, Player, find_classes, read_player_file
from jovian.rules.setup.setup import Setup

# --- thought ---
# What is asked of a mind, what it answers, and what a mind is.


@dataclass(frozen=True, slots=True)
class Question:
    """Who is to answer what a match asks now."""

    player: str
    """As `make_player` takes it."""
    seed: int
    """The seed that the player is made with."""
    content: str = ""
    """For a player from a file: the hash of the content that the user approved, "" for any content."""


@dataclass(frozen=True, slots=True)
class WorkerResult:
    """What came of thinking."""

    choice: Choice | None
    """The answer as it is written, None if there is none: the default has to do."""
    reason: str = ""
    """Why, as the player says it."""
    ms: float = 0.0
    """How long it took, in milliseconds."""
    failed: str = ""
    """Why there is no answer, in a line."""


class DecisionWorker(Protocol):
    """Thinks for one question at a time. Nothing here waits, unless it says so."""

    beside: bool
    """Does it think while others do something else? Otherwise it does when it is polled."""

    def follow(self, match: Match) -> None:
        """The match may have gone on, or back: be ready for its next question."""

    def ask(self, match: Match, question: Question) -> None:
        """Begin to think about what a match asks now; whatever it thought about before is dropped."""

    def poll(self, wait: float = 0.0) -> WorkerResult | None:
        """What came of it, once; None while it thinks, or with nothing asked. It may wait so many seconds for it."""

    def hurry(self) -> None:
        """Have the best so far; asked again, have done with it: the default is taken."""

    def drop(self) -> None:
        """What was asked last is not wanted any more."""

    def close(self) -> None:
        """End whatever runs for it."""


# --- answering ---
# The players of one game, made when they are first asked, and what came of asking one.


class Bench:
    """Who answers in one game: a player keeps what it remembers as long as the same one is asked for its side."""

    def __init__(self) -> None:
        self._players: dict[tuple[int, Question], Player] = {}

    def think(self, match: Match, question: Question, hurry: Flag | None = None) -> WorkerResult:
        """What a player answers to what a match asks now, and why; never raises."""
        begun = perf_counter()
        try:
            player = self._player(match, question)
            if hurry is not None and isinstance(player, Hurried):
                player.hurry = hurry
            answer = ask(match, player)
            choice = json.loads(json.dumps(answer.to_json() if isinstance(answer, Answer) else answer))
            return WorkerResult(choice, reason_of(player), 1000 * (perf_counter() - begun))
        except NoPlayer as error:
            return WorkerResult(None, failed=str(error))
        except BaseException as error:  # a player is no part of the rules: the game goes on without it
            if is_interrupt(error):
                raise
            return WorkerResult(None, failed=describe_failure(error))

    def _player(self, match: Match, question: Question) -> Player:
        assert match.decision is not None
        key = match.decision.side, question
        if key not in self._players:
            self._players[key] = make_player(question.player, question.seed, question.content)
        return self._players[key]


# --- at once ---
# A mind that thinks where it is asked for the thought: whoever polls waits for the player.


class InlineWorker:
    """Thinks in this thread: for tests, and wherever no process can be had."""

    beside = False

    def __init__(self) -> None:
        self._bench = Bench()
        self._setup: Setup | None = None
        self._asked: tuple[Match, Question] | None = None

    def follow(self, match: Match) -> None:
        """Nothing is to be got ready."""

    def ask(self, match: Match, question: Question) -> None:
        """Note what is asked."""
        if match.setup is not self._setup:
            self._bench, self._setup = Bench(), match.setup
        self._asked = match, question

    def poll(self, wait: float = 0.0) -> WorkerResult | None:
        """Think about it now."""
        asked, self._asked = self._asked, None
        return self._bench.think(*asked) if asked is not None else None

    def hurry(self) -> None:
        """Nobody has to wait for it."""

    def drop(self) -> None:
        """Forget what was asked."""
        self._asked = None

    def close(self) -> None:
        """Nothing runs for it."""


# --- replica ---
# A game that follows another one in a process of its own, and thinks about its questions.
#
# It is told what stands in the other's journal, entry by entry, and plays it again; so what a player sees here is
# what it would see there. A thread reads what it is told: hurrying comes through while a player thinks, and when the
# other end is gone, however it went, the process ends at once. One that thinks on and on about what nobody waits for
# ends itself.

BEGIN, BACK, TAKE, THINK, HURRY, DROP = "begin", "back", "take", "think", "hurry", "drop"
"""What it is told: the data of a save to begin from, a number of answers to go back to, entries of the journal to take,
a number and a `Question` to think about, the number of the question to hurry with, and of one that is not wanted."""
GRACE = 3.0
"""How many seconds a player may still think about what is not wanted any more."""
NICE = 5
"""How far its priority lies below that of the window."""


class Lost(Exception):
    """What it was told does not fit the game that it has."""


class Replica:
    """The game, its players, and what it has been told but not done yet."""

    def __init__(self, line: Connection[Any, Any]) -> None:
        self._line = line
        self._told: SimpleQueue[tuple[Any, ...]] = SimpleQueue()
        self._hurry = threading.Event()
        self._hurried = self._dropped = self._number = self._thought = -1
        self._match: Match | None = None
        self._bench = Bench()

    def serve(self) -> None:
        """Do what it is told until the other end is gone."""
        threading.Thread(target=self._listen, daemon=True).start()
        while True:
            match self._told.get():
                case (str(verb), number, Question() as question) if verb == THINK:
                    self._think(number, question)
                case (verb, what):
                    self._follow(verb, what)

    def _follow(self, verb: str, what: Any) -> None:
        """Come to where the other game stands."""
        if verb == BEGIN:
            self._match, self._bench = from_data(what, "the game", log=False), Bench()
        elif verb == BACK:
            self._game.seek(what)
        else:
            self._take(what)

    def _take(self, entries: list[Entry]) -> None:
        if not all(give_again(self._game, entry) for entry in entries):
            raise Lost("an answer of the game is refused here")

    @property
    def _game(self) -> Match:
        if self._match is None:
            raise Lost("there is no game yet")
        return self._match

    def _think(self, number: int, question: Question) -> None:
        self._number = number
        self._hurry.clear()
        if self._hurried == number:  # it was told before it came to the question
            self._hurry.set()
        wanted = self._dropped != number
        thought = self._bench.think(self._game, question, self._hurry) if wanted else WorkerResult(None)
        self._thought = number
        self._line.send((number, thought))

    # --- on the thread ---
    def _listen(self) -> None:
        try:
            while True:
                told = self._line.recv()
                if told[0] in (HURRY, DROP):
                    self._rush(told[1])
                    if told[0] == DROP:
                        self._expect(told[1])
                else:
                    self._told.put(told)
        except (EOFError, OSError):
            os._exit(0)

    def _rush(self, number: int) -> None:
        self._hurried = number
        if number == self._number:
            self._hurry.set()

    def _expect(self, number: int) -> None:
        """See to it that nothing burns for nobody."""
        self._dropped = number
        watch = threading.Timer(GRACE, self._give_up, (number,))
        watch.daemon = True
        watch.start()

    def _give_up(self, number: int) -> None:
        if self._number == number != self._thought:
            os._exit(0)


def serve(line: Connection[Any, Any]) -> None:
    """The process: it begins here, and ends with the other end of its line."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICE)
    Replica(line).serve()


# --- beside ---
# A mind in a process of its own: told what happens as it happens, asked, polled, hurried, ended.
#
# Nothing here waits for the process: a thread starts it and hands it what is posted. It is started when it is first
# asked, anew if it has died, and dies with whoever has it, since then its line is closed.

TRIES = 2
"""How many processes may die of a question before its default is taken."""
DIED = "its process ended"
TAKEN = "it was told to have done"
SPAWN = get_context("spawn")


class Line:
    """One process, and the line to it."""

    def __init__(self) -> None:
        self.refused = False
        """Could no process be started?"""
        self._ours, theirs = SPAWN.Pipe()
        self._posted: SimpleQueue[tuple[Any, ...] | None] = SimpleQueue()
        self._process = SPAWN.Process(target=serve, args=(theirs,), daemon=True)
        threading.Thread(target=self._run, args=(theirs,), daemon=True).start()

    @property
    def pid(self) -> int | None:
        """The number of the process, None before it has one."""
        return self._process.pid

    def send(self, *told: Any) -> None:
        """Tell it something; never waits."""
        self._posted.put(told)

    def receive(self, wait: float) -> Any:
        """The next thing it has said, None for nothing yet. Raises EOFError or OSError if it has ended."""
        return self._ours.recv() if self._ours.poll(wait) else None

    def end(self) -> None:
        """End the process."""
        self._posted.put(None)
        if self._process.pid is not None:
            self._process.kill()

    def _run(self, theirs: Connection[Any, Any]) -> None:
        """On the thread: start the process and hand it what is posted, until it ends or is to end."""
        try:
            self._process.start()
        except OSError:
            self.refused = True
            theirs.close()
            return
        theirs.close()
        with suppress(OSError):  # it has ended: whoever listens hears that
            for told in iter(self._posted.get, None):
                self._ours.send(told)
        self._process.kill()
        self._process.join()


class ProcessWorker:
    """Thinks in another process; in this one only if the system gives no other."""

    beside = True

    def __init__(self) -> None:
        self._line: Line | None = None
        self._setup: Setup | None = None
        self._sent: list[Entry] = []
        """The journal as the process has it."""
        self._asked: tuple[Match, Question] | None = None
        self._number = self._tries = 0
        self._heard = 0
        """The number of the last question that was answered."""
        self._pressed = False
        """Was it told to hurry with the question?"""
        self._here: InlineWorker | None = None

    @property
    def pid(self) -> int | None:
        """The number of the process, None while there is none."""
        return self._line.pid if self._line is not None else None

    # --- what the process knows ---
    def follow(self, match: Match) -> None:
        """Tell the process where the match stands, if there is one that follows it."""
        if self._line is None or match.setup is not self._setup:
            return
        shared = common(self._sent, match.journal)
        if shared < len(self._sent):
            self._line.send(BACK, shared)
        if shared < len(match.journal):
            self._line.send(TAKE, match.journal[shared:])
        self._sent = list(match.journal)

    def _begin(self, match: Match) -> Line:
        self._line, self._setup, self._sent = Line(), match.setup, list(match.journal)
        self._heard = self._number
        self._line.send(BEGIN, {**to_data(match), "digests": []})
        return self._line

    # --- asking ---
    def ask(self, match: Match, question: Question) -> None:
        """Have the process think about what the match asks; one that is still busy with something else is ended."""
        if self._heard < self._number:
            self._listen(0.0)
        if self._here is not None:
            self._here.ask(match, question)
            return
        self._asked, self._tries = (match, question), 1
        self._post()

    def _post(self) -> None:
        assert self._asked is not None
        match, question = self._asked
        line = self._line
        if line is None or match.setup is not self._setup or self._heard < self._number:
            self.close()
            line = self._begin(match)
        self.follow(match)
        self._number += 1
        self._pressed = False
        line.send(THINK, self._number, question)

    def poll(self, wait: float = 0.0) -> WorkerResult | None:
        """What it came to, None while it thinks; a process that has died is begun anew, or the default has to do."""
        if self._here is not None:
            return self._here.poll()
        if self._asked is None:
            return None
        thought = self._listen(wait)
        if self._line is None and thought is None:
            thought = self._again()
        if thought is not None:
            self._asked = None
        return thought

    def _listen(self, wait: float) -> WorkerResult | None:
        """What the process says to the last question; the line is gone afterwards if the process is."""
        try:
            while self._line is not None and (heard := self._line.receive(wait)) is not None:
                self._heard, thought = heard
                if self._heard == self._number:
                    assert isinstance(thought, WorkerResult)
                    return thought
        except (EOFError, OSError):
            self._here = InlineWorker() if self._line is not None and self._line.refused else None
            self.close()
        return None

    def _again(self) -> WorkerResult | None:
        """The process is gone: ask where there is one still, or do without an answer."""
        assert self._asked is not None
        if self._here is not None:
            self._here.ask(*self._asked)
            return self._here.poll()
        if self._pressed or self._tries >= TRIES:
            return WorkerResult(None, failed=TAKEN if self._pressed else DIED)
        self._tries += 1
        self._post()
        return None

    def hurry(self) -> None:
        """The player is told; the second time its process is ended, and the default has to do."""
        if self._asked is None or self._line is None:
            return
        if self._pressed:
            self.close()
        else:
            self._pressed = True
            self._line.send(HURRY, self._number)

    def drop(self) -> None:
        """What was asked last is not wanted any more: a process that does not come to an end with it soon ends."""
        if self._asked is not None and self._line is not None:
            self._line.send(DROP, self._number)
        self._asked = None

    def close(self) -> None:
        """End the process; it is begun anew when something is asked."""
        if self._line is not None:
            self._line.end()
        self._line, self._heard = None, self._number


# --- thread job ---
# Work on a thread of its own, which the window polls and can cancel.

Result = TypeVar("Result")


class ThreadJob(Generic[Result]):
    """One piece of work. The thread has ended its use of the result when `poll` returns it."""

    def __init__(self, work: Callable[[], Result]) -> None:
        self._future: futures.Future[Result] = futures.Future()
        threading.Thread(target=self._run, args=(work,), daemon=True).start()  # At exit the program doesn't wait.

    def poll(self, wait: float = 0.0) -> Result | None:
        """Return the result, None while there is none. Wait at most this number of seconds.

        Raises what the work raised.
        """
        futures.wait([self._future], wait)
        return self._future.result() if self._future.done() else None

    def cancel(self) -> None:
        """Note that the result isn't needed. Work that can end early does so."""

    # --- on the thread ---
    def _run(self, work: Callable[[], Result]) -> None:
        try:
            result = work()
        except BaseException as error:  # `poll` raises it where it is handled.
            self._future.set_exception(error)
        else:
            self._future.set_result(result)


# --- file check ---
# Looking at a player file without waiting for it: a thread reads the file, and a process of its own runs it.
#
# A file can be huge, no file at all, or a program that never ends. Whoever shows a window polls and can cancel.

LIMIT = 30.0
"""Seconds that a file may take until its player is made."""


@dataclass(frozen=True, slots=True)
class FileReport:
    """What is known of a player file."""

    fault: str = ""
    """What is wrong with it, in a line, "" if nothing is."""
    content: str = ""
    """The hash of its content."""
    classes: tuple[str, ...] = ()
    """The names of its classes, in order."""


class FileCheck(ThreadJob[FileReport]):
    """One look at a file, on a thread."""

    def __init__(self, look: Callable[[FileCheck], FileReport]) -> None:
        self._process: Any = None
        self._canceled = False
        self._lock = threading.Lock()
        super().__init__(lambda: look(self))

    @classmethod
    def reading(cls, path: str) -> FileCheck:
        """Read a file; it isn't run."""
        return cls(lambda check: _read(path))

    @classmethod
    def running(cls, player: str, content: str = "") -> FileCheck:
        """Run a file as `make_player` does, and make its player; with a hash, only that content is run."""
        return cls(lambda check: check._run_apart(player, content))

    def cancel(self) -> None:
        """End it. Nobody wants the report."""
        with self._lock:
            self._canceled = True
            if self._process is not None:
                self._process.kill()

    # --- on the thread ---
    def _run_apart(self, player: str, content: str) -> FileReport:
        """Run the file in a process, which is ended if it takes too long."""
        ours, theirs = SPAWN.Pipe()
        process = SPAWN.Process(target=_serve, args=(theirs, player, content), daemon=True)
        path = player.rpartition(":")[0]
        try:
            with self._lock:
                if self._canceled:
                    return FileReport("canceled")
                process.start()
                self._process = process
        except OSError:  # the system gives no process
            return _make(player, content)
        theirs.close()
        try:
            if ours.poll(LIMIT):
                report: FileReport = ours.recv()
                return report
            return FileReport(f"{path}: it takes longer than {LIMIT:g} seconds to load")
        except (EOFError, OSError):
            return FileReport(f"{path}: its process ended while it was loaded")
        finally:
            process.kill()
            process.join()


def _read(path: str) -> FileReport:
    try:
        source, content = read_player_file(path)
    except EntriesNoPlayer as error:
        return FileReport(str(error))
    return FileReport("", content, tuple(find_classes(source)))


def _make(player: str, content: str) -> FileReport:
    report = _read(player.rpartition(":")[0])
    if report.fault:
        return report
    try:
        make_player(player, 0, content or report.content)
    except EntriesNoPlayer as error:
        return FileReport(str(error))
    return report


def _serve(line: Connection[Any, Any], player: str, content: str) -> None:
    """Run the file. The process ends with the other end of its line."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(line,), daemon=True).start()
    line.send(_make(player, content))


def _end_with(line: Connection[Any, Any]) -> None:
    with suppress(EOFError, OSError):
        line.recv()
    os._exit(0)
