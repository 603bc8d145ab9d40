"""A game that follows another one in a process of its own, and thinks about its questions.

It is told what stands in the other's journal, entry by entry, and plays it again; so what a player sees here is what it
would see there. A thread reads what it is told: hurrying comes through while a player thinks, and when the other end is
gone, however it went, the process ends at once. One that thinks on and on about what nobody waits for ends itself.
"""

from __future__ import annotations

import os
import signal
import threading
from multiprocessing.connection import Connection
from queue import SimpleQueue
from typing import Any

from jovian.match import Match
from jovian.match.entries import Entry
from jovian.match.saves.load import from_data, give_again
from jovian.players.thinking.answering import Bench
from jovian.players.thinking.thought import Question, Thought

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
        thought = self._bench.think(self._game, question, self._hurry) if wanted else Thought(None)
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
