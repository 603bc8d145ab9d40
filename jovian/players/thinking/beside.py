"""A mind in a process of its own: told what happens as it happens, asked, polled, hurried, ended.

Nothing here waits for the process: a thread starts it and hands it what is posted. It is started when it is first
asked, anew if it has died, and dies with whoever has it, since then its line is closed.
"""

from __future__ import annotations

import threading
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from queue import SimpleQueue
from typing import Any

from jovian.match import Match
from jovian.match.entries import Entry
from jovian.match.saves.branches import common
from jovian.match.saves.save import to_data
from jovian.players.thinking.at_once import AtOnce
from jovian.players.thinking.replica import BACK, BEGIN, DROP, HURRY, TAKE, THINK, serve
from jovian.players.thinking.thought import Question, Thought
from jovian.rules.setup.setup import Setup

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

    def post(self, *told: Any) -> None:
        """Tell it something; never waits."""
        self._posted.put(told)

    def heard(self, wait: float) -> Any:
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


class Beside:
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
        self._here: AtOnce | None = None

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
            self._line.post(BACK, shared)
        if shared < len(match.journal):
            self._line.post(TAKE, match.journal[shared:])
        self._sent = list(match.journal)

    def _begin(self, match: Match) -> Line:
        self._line, self._setup, self._sent = Line(), match.setup, list(match.journal)
        self._heard = self._number
        self._line.post(BEGIN, {**to_data(match), "digests": []})
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
        line.post(THINK, self._number, question)

    def poll(self, wait: float = 0.0) -> Thought | None:
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

    def _listen(self, wait: float) -> Thought | None:
        """What the process says to the last question; the line is gone afterwards if the process is."""
        try:
            while self._line is not None and (heard := self._line.heard(wait)) is not None:
                self._heard, thought = heard
                if self._heard == self._number:
                    assert isinstance(thought, Thought)
                    return thought
        except (EOFError, OSError):
            self._here = AtOnce() if self._line is not None and self._line.refused else None
            self.close()
        return None

    def _again(self) -> Thought | None:
        """The process is gone: ask where there is one still, or do without an answer."""
        assert self._asked is not None
        if self._here is not None:
            self._here.ask(*self._asked)
            return self._here.poll()
        if self._pressed or self._tries >= TRIES:
            return Thought(None, failed=TAKEN if self._pressed else DIED)
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
            self._line.post(HURRY, self._number)

    def drop(self) -> None:
        """What was asked last is not wanted any more: a process that does not come to an end with it soon ends."""
        if self._asked is not None and self._line is not None:
            self._line.post(DROP, self._number)
        self._asked = None

    def close(self) -> None:
        """End the process; it is begun anew when something is asked."""
        if self._line is not None:
            self._line.end()
        self._line, self._heard = None, self._number
