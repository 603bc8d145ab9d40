"""Workers that run computer players for the window: in the same thread, or in a process of their own.

`DecisionWorker` is the interface. `FileCheck` reads or runs a player file without blocking the window.
"""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from queue import SimpleQueue
from time import monotonic, perf_counter
from typing import Any, Protocol

from jovian.background import Background, Child, Line, ThreadJob
from jovian.frozen import frozen
from jovian.game import Answer, Choice
from jovian.match import Match, NoPlayer
from jovian.match.entries import Entry
from jovian.match.files import count_shared
from jovian.match.play_loop import ask, describe_failure, is_interrupt, reason_of
from jovian.match.saves import from_data, replay_entry, to_data
from jovian.match.seen_match import SeenMatch
from jovian.match.seen_moments import SeenReader, SeenWriter
from jovian.players import make_player
from jovian.players.player import Flag, Hurried, Player, find_classes, read_player_file
from jovian.rules.setup.setup import Setup

# --- Interface ---


@frozen
class PlayerQuestion:
    """Which player answers the current decision of a match."""

    player: str
    """The player's name, as `make_player` takes it."""
    seed: int
    """The seed of the player."""
    content: str = ""
    """For a player from a file: the hash of the content that the user approved, or "" for any content."""


@frozen
class WorkerResult:
    """The result of one question."""

    choice: Choice | None
    """The answer in JSON, or None if there is none and the default is used."""
    reason: str = ""
    """The player's reason."""
    ms: float = 0.0
    """The duration in milliseconds."""
    failed: str = ""
    """Why there is no answer, in one line."""


class DecisionWorker(Protocol):
    """Answers one question at a time. Its methods don't wait, except where noted."""

    in_background: bool
    """Whether it works in the background. Otherwise it works when it is polled."""

    def follow(self, match: Match) -> None:
        """Prepare for the next question: the match may have new or undone answers."""

    def ask(self, match: Match, question: PlayerQuestion) -> None:
        """Start to answer the current decision of a match, and drop any earlier question."""

    def poll(self, wait: float = 0.0) -> WorkerResult | None:
        """Return the result once, or None without one. Wait for it at most this number of seconds."""

    def hurry(self) -> None:
        """Ask for the best answer so far. A second call ends the work, and the default is used."""

    def drop(self) -> None:
        """Drop the last question."""

    def close(self) -> None:
        """End all work."""


# --- Players of a game ---


class GamePlayers:
    """The players of one game. A player keeps its memory as long as the same question names it for its side."""

    def __init__(self) -> None:
        self._players: dict[tuple[int, PlayerQuestion], Player] = {}

    def think(self, match: Match, question: PlayerQuestion, hurry: Flag | None = None) -> WorkerResult:
        """Return a player's answer to the current decision, with its reason. Never raises an error of the player."""
        start_time = perf_counter()
        try:
            player = self._player(match, question)
            if hurry is not None and isinstance(player, Hurried):
                player.hurry = hurry
            answer = ask(match, player)
            choice = json.loads(json.dumps(answer.to_json() if isinstance(answer, Answer) else answer))
            return WorkerResult(choice, reason_of(player), 1000 * (perf_counter() - start_time))
        except NoPlayer as error:
            return WorkerResult(None, failed=str(error))
        except BaseException as error:  # The game continues without the player.
            if is_interrupt(error):
                raise
            return WorkerResult(None, failed=describe_failure(error))

    def _player(self, match: Match, question: PlayerQuestion) -> Player:
        assert match.decision is not None
        key = match.decision.side, question
        if key not in self._players:
            self._players[key] = make_player(question.player, question.seed, question.content)
        return self._players[key]


# --- Worker in the same thread ---


class InlineWorker:
    """Works in the calling thread: for tests, and if no process can be started."""

    in_background = False

    def __init__(self) -> None:
        self._players_of_game = GamePlayers()
        self._setup: Setup | None = None
        self._pending: tuple[Match, PlayerQuestion] | None = None

    def follow(self, match: Match) -> None:
        """Do nothing."""

    def ask(self, match: Match, question: PlayerQuestion) -> None:
        """Store the question."""
        if match.setup is not self._setup:
            self._players_of_game, self._setup = GamePlayers(), match.setup
        self._pending = match, question

    def poll(self, wait: float = 0.0) -> WorkerResult | None:
        """Answer the question now."""
        pending, self._pending = self._pending, None
        return self._players_of_game.think(*pending) if pending is not None else None

    def hurry(self) -> None:
        """Do nothing: `poll` never leaves work running."""

    def drop(self) -> None:
        """Forget the question."""
        self._pending = None

    def close(self) -> None:
        """Do nothing."""


# --- Process that follows a game ---

BEGIN, BACK, TAKE, THINK, HURRY, DROP = "begin", "back", "take", "think", "hurry", "drop"
SEE, SHOW, CHECK = "see", "show", "check"
"""The kinds of messages.

Their data are a save to begin from, the number of answers to go back to, journal entries to add, a number and a
`PlayerQuestion` to answer, and the number of a question to hurry or to drop. For a game on another computer, they are
its public setup and the side, a moment as JSON, and a number with one of these two that is only tried.
"""
DROP_SECONDS = 3.0
"""Seconds that a player may still use for a dropped question."""
PRIORITY_OFFSET = 5
"""How much lower its priority is than the window's."""


class OutOfSyncError(Exception):
    """A message doesn't fit the game of this process."""


class Replica:
    """A copy of the game with its players, and the messages to handle.

    The process receives the journal of the other game and plays it again, so a player here sees the same state. A
    thread reads the messages, so that it can hurry a player that is still working. If the connection closes, the
    process ends at once. It also ends if a player keeps working on a dropped question.
    """

    def __init__(self, line: Line) -> None:
        self._line = line
        self._messages: SimpleQueue[tuple[Any, ...]] = SimpleQueue()
        self._hurry = threading.Event()
        self._hurried_number = self._dropped_number = self._number = self._answered_number = -1
        self._match: Match | None = None
        self._reader: SeenReader | None = None
        self._players_of_game = GamePlayers()

    def serve(self) -> None:
        """Handle messages until the connection closes."""
        threading.Thread(target=self._listen, daemon=True).start()
        while True:
            match self._messages.get():
                case (str(verb), number, PlayerQuestion() as question) if verb == THINK:
                    self._think(number, question)
                case (verb, number, str(what), data) if verb == CHECK:
                    with suppress(Exception):  # The caller finds the same, and says it.
                        self._follow(what, data)
                    self._line.send(number)
                case (verb, what):
                    self._follow(verb, what)

    def _follow(self, verb: str, what: Any) -> None:
        """Bring the game to the state of the other game."""
        if verb == BEGIN:
            self._match, self._players_of_game = from_data(what, "the game", log=False), GamePlayers()
        elif verb == BACK:
            self._game.seek(what)
        elif verb == SEE:
            setup, side = what
            self._reader, self._players_of_game = SeenReader(setup, side, "the game"), GamePlayers()
            self._match = SeenMatch(self._reader, lambda choice: None)
        elif verb == SHOW:
            if self._reader is None or not isinstance(self._match, SeenMatch):
                raise OutOfSyncError("there is no game on another computer yet")
            self._match.show(self._reader.read(what))
        else:
            self._take(what)

    def _take(self, entries: list[Entry]) -> None:
        if not all(replay_entry(self._game, entry) for entry in entries):
            raise OutOfSyncError("an answer of the game is refused here")

    @property
    def _game(self) -> Match:
        if self._match is None:
            raise OutOfSyncError("there is no game yet")
        return self._match

    def _think(self, number: int, question: PlayerQuestion) -> None:
        self._number = number
        self._hurry.clear()
        if self._hurried_number == number:  # The message to hurry came before the question.
            self._hurry.set()
        wanted = self._dropped_number != number
        result = self._players_of_game.think(self._game, question, self._hurry) if wanted else WorkerResult(None)
        self._answered_number = number
        self._line.send((number, result))

    # --- In the reading thread ---
    def _listen(self) -> None:
        try:
            while True:
                message = self._line.recv()
                if message[0] in (HURRY, DROP):
                    self._hurry_up(message[1])
                    if message[0] == DROP:
                        self._watch_dropped(message[1])
                else:
                    self._messages.put(message)
        except (EOFError, OSError):
            os._exit(0)

    def _hurry_up(self, number: int) -> None:
        self._hurried_number = number
        if number == self._number:
            self._hurry.set()

    def _watch_dropped(self, number: int) -> None:
        """End the process if the player doesn't finish a dropped question in time."""
        self._dropped_number = number
        watch = threading.Timer(DROP_SECONDS, self._give_up, (number,))
        watch.daemon = True
        watch.start()

    def _give_up(self, number: int) -> None:
        if self._number == number != self._answered_number:
            os._exit(0)


def serve(line: Line) -> None:
    """Run the process until its connection closes."""
    Replica(line).serve()


# --- Worker in a process ---

MAX_TRIES = 2
"""How many processes may die on a question before the default is used."""
DIED = "its process ended"
TAKEN = "it was told to stop"


class ProcessWorker:
    """Works in another process, or in this thread if no process can be started.

    The process is started for the first question, and again after it has died.
    """

    in_background = True

    def __init__(self) -> None:
        self._line: Child | None = None
        self._setup: Setup | None = None
        self._sent: list[Entry] = []
        """The journal that the process has received."""
        self._writer: SeenWriter | None = None
        """Writes what this side knows of a game on another computer, None for a game of this one."""
        self._pending: tuple[Match, PlayerQuestion] | None = None
        self._number = self._tries = 0
        self._answered_number = 0
        """The number of the last answered question."""
        self._was_hurried = False
        """Whether the process was told to hurry with the question."""
        self._inline_worker: InlineWorker | None = None

    @property
    def pid(self) -> int | None:
        """The process id, or None without a process."""
        return self._line.pid if self._line is not None else None

    # --- Following the match ---
    def follow(self, match: Match) -> None:
        """Send the changes of the match to a process that follows it."""
        if self._line is None or match.setup is not self._setup:
            return
        if self._writer is not None:
            moment = self._writer.moment(match)
            if moment is not None:
                self._line.send(SHOW, moment)
            return
        shared = count_shared(self._sent, match.journal)
        if shared < len(self._sent):
            self._line.send(BACK, shared)
        if shared < len(match.journal):
            self._line.send(TAKE, match.journal[shared:])
        self._sent = list(match.journal)

    def _begin(self, match: Match) -> Child:
        self._line, self._setup, self._sent = Child(PRIORITY_OFFSET, serve), match.setup, list(match.journal)
        self._answered_number = self._number
        self._writer = None
        if isinstance(match, SeenMatch):
            self._writer = SeenWriter(match.side)
            self._line.send(SEE, (match.public, match.side))
        else:
            self._line.send(BEGIN, {**to_data(match), "digests": []})
        return self._line

    # --- Questions ---
    def ask(self, match: Match, question: PlayerQuestion) -> None:
        """Let the process answer the current decision. If it is busy with another question, start a new process."""
        if self._answered_number < self._number:
            self._listen(0.0)
        if self._inline_worker is not None:
            self._inline_worker.ask(match, question)
            return
        self._pending, self._tries = (match, question), 1
        self._send_question()

    def _send_question(self) -> None:
        assert self._pending is not None
        match, question = self._pending
        line = self._line
        if line is None or match.setup is not self._setup or self._answered_number < self._number:
            self.close()
            line = self._begin(match)
        self.follow(match)
        self._number += 1
        self._was_hurried = False
        line.send(THINK, self._number, question)

    def poll(self, wait: float = 0.0) -> WorkerResult | None:
        """Return the result, or None while the process works. A process that has died is started again a few times."""
        if self._inline_worker is not None:
            return self._inline_worker.poll()
        if self._pending is None:
            return None
        result = self._listen(wait)
        if self._line is None and result is None:
            result = self._retry()
        if result is not None:
            self._pending = None
        return result

    def _listen(self, wait: float) -> WorkerResult | None:
        """Return the process's result for the last question. If the process has ended, close the connection."""
        try:
            while self._line is not None and (message := self._line.receive(wait)) is not None:
                self._answered_number, result = message
                if self._answered_number == self._number:
                    assert isinstance(result, WorkerResult)
                    return result
        except (EOFError, OSError):
            self._inline_worker = InlineWorker() if self._line is not None and self._line.refused else None
            self.close()
        return None

    def _retry(self) -> WorkerResult | None:
        """Ask again after the process has died, or return a result without an answer."""
        assert self._pending is not None
        if self._inline_worker is not None:
            self._inline_worker.ask(*self._pending)
            return self._inline_worker.poll()
        if self._was_hurried or self._tries >= MAX_TRIES:
            return WorkerResult(None, failed=TAKEN if self._was_hurried else DIED)
        self._tries += 1
        self._send_question()
        return None

    def hurry(self) -> None:
        """Tell the player to hurry. The second time, end its process, so that the default is used."""
        if self._pending is None or self._line is None:
            return
        if self._was_hurried:
            self.close()
        else:
            self._was_hurried = True
            self._line.send(HURRY, self._number)

    def drop(self) -> None:
        """Drop the last question. A process that keeps working on it ends soon."""
        if self._pending is not None and self._line is not None:
            self._line.send(DROP, self._number)
        self._pending = None

    def close(self) -> None:
        """End the process. The next question starts a new one."""
        if self._line is not None:
            self._line.end()
        self._line, self._answered_number = None, self._number


# --- Check of received moments ---

CHECK_SECONDS = 5.0
"""Seconds that the rules may take for the question of a received moment."""
LONG_SECONDS = 60.0
"""Seconds that the process may take to start, and that a whole game may take."""


class MomentCheck:
    """Tries received moments in a process of its own, because the rules may never end on a position that no game has.

    Without a process, it finds nothing wrong.
    """

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._line = Child(PRIORITY_OFFSET, serve)
        self._sent = self._done = 0
        """The number of the last message, and of the last one that was tried."""
        self._since, self._limit, self._has_whole = 0.0, LONG_SECONDS, False

    def begin(self, setup: Any, side: int) -> None:
        """Begin with the first moment of a game. `setup` is its public setup as JSON."""
        self._try(SEE, (setup, side))

    def send(self, moment: Any) -> None:
        """Try the next moment."""
        self._try(SHOW, moment)

    def end(self, save: Any) -> None:
        """Try the whole game."""
        self._has_whole = True
        self._try(BEGIN, save)

    def _try(self, verb: str, what: Any) -> None:
        if self._sent == self._done:
            self._since = self._clock()
        self._sent += 1
        self._line.send(CHECK, self._sent, verb, what)

    def poll(self, wait: float = 0.0) -> str | None:
        """Return "" if all moments that were sent are fine, None if that isn't known yet, or what is wrong."""
        try:
            while self._done < self._sent and (number := self._line.receive(wait)) is not None:
                self._done, self._since = number, self._clock()
                self._limit = LONG_SECONDS if self._has_whole else CHECK_SECONDS
        except (EOFError, OSError):
            return "" if self._line.refused else "the rules failed on it"
        if self._done == self._sent:
            return ""
        late = self._clock() >= self._since + self._limit
        return f"the rules took longer than {self._limit:g} seconds on it" if late else None

    def close(self) -> None:
        """End the process."""
        self._line.end()


# --- Check of a player file ---

MAX_SECONDS = 30.0
"""Seconds that a file may take until its player is made."""


@frozen
class FileReport:
    """The result of the check of a player file."""

    fault: str = ""
    """What is wrong with the file, in one line, or ""."""
    content: str = ""
    """The hash of its content."""
    classes: tuple[str, ...] = ()
    """The names of its classes, in order."""


class FileCheck:
    """Runs a player file in a process of its own, because it may never end, and makes its player."""

    def __init__(self, player: str, content: str = "") -> None:
        """Start it. With a hash, only that content is run."""
        self._path = player.rpartition(":")[0]
        self._end = monotonic() + MAX_SECONDS
        self._run = Background(_check_player, player, content, nice=0)

    @staticmethod
    def reading(path: str) -> ThreadJob[FileReport]:
        """Read a file in a thread, because it may be huge. It isn't run."""
        return ThreadJob(lambda: _read(path))

    def poll(self, wait: float = 0.0) -> FileReport | None:
        """Return the report, or None while there is none. Wait at most this number of seconds."""
        self._run.wait(wait)
        if self._run.running and monotonic() < self._end:
            return None
        is_late = self._run.running
        self.cancel()
        fault = f"it takes longer than {MAX_SECONDS:g} seconds to load" if is_late else f"{DIED} while it was loaded"
        return self._run.value or FileReport(f"{self._path}: {fault}")

    def cancel(self) -> None:
        """End the check."""
        self._run.cancel()


def _read(path: str) -> FileReport:
    try:
        source, content = read_player_file(path)
    except NoPlayer as error:
        return FileReport(str(error))
    return FileReport("", content, tuple(find_classes(source)))


def _check_player(player: str, content: str) -> Iterator[FileReport]:
    report = _read(player.rpartition(":")[0])
    if not report.fault:
        try:
            make_player(player, 0, content or report.content)
        except NoPlayer as error:
            report = FileReport(str(error))
    yield report
