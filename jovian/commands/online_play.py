"""A game against a player at another computer, played in the terminal by typed answers.

What the other player does appears between the questions. If it changes a question, what was typed for it isn't used.
"""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Callable
from queue import Empty, Queue
from threading import Thread

from jovian.commands.problem import CommandError
from jovian.commands.stdout import write_text
from jovian.commands.text_play import StoppedError, TextGame, TextQuestion, print_lines, story_lines
from jovian.commands.typed_answers import split_words
from jovian.game import Decision, LogEntry, Refusal
from jovian.match.seen_match import OtherDecision
from jovian.packages import PROGRAM
from jovian.rules.setup.briefing import briefing
from jovian.session.remote import HostSession, RemoteSession
from jovian.user_files.save_writer import LATEST
from jovian.user_files.saves import SUFFIX, folder

WAIT_SECONDS = 0.2
"""How long to wait for a typed line at a time."""
AGREE, REFUSE = "agree", "refuse"
"""What is typed when the other player asks to undo."""
STAND_IN = "stand in"
"""What is typed so that a computer player takes a seat."""
SAY = "say "
"""What is typed before a line for the other player."""
NOT_YOURS = "It isn't your turn to answer. Type undo, look, score, log, say, quit, or wait."
NOT_USED = "Not used, because it was typed before the question changed: {}"
WAITING = ("look", "log", "score", "briefing", "rules", "undo", "save", "quit")
"""The commands that need no question."""


class TypedLines:
    """The lines that are typed, read by a thread, so that the game continues meanwhile."""

    def __init__(self, read: Callable[[], str | None] | None = None) -> None:
        """`read` returns the next line, or None at the end. The default is standard input."""
        self._read = read or _StandardInput().read
        self._lines: Queue[str | None] = Queue()
        Thread(target=self._read_all, name="typed lines", daemon=True).start()

    def take(self, wait: float) -> str | None:
        """Return the next line, None if there is none in some seconds. Raises EOFError at the end of the input."""
        try:
            line = self._lines.get(timeout=wait)
        except Empty:
            return None
        if line is None:
            self._lines.put(None)
            raise EOFError
        return line

    def _read_all(self) -> None:
        line: str | None = ""
        while line is not None:
            line = self._read()
            self._lines.put(line)


class _StandardInput:
    """Standard input without the buffer of Python, which a waiting thread would lock at the end of the program."""

    def __init__(self) -> None:
        self._rest = b""

    def read(self) -> str | None:
        try:
            source = sys.stdin.fileno()
        except (OSError, ValueError):  # It isn't a file.
            return sys.stdin.readline() or None
        while b"\n" not in self._rest:
            piece = os.read(source, 4096)
            if not piece:
                return None
            self._rest += piece
        line, _, self._rest = self._rest.partition(b"\n")
        return line.decode("utf-8", "replace")


class StaleQuestionError(Exception):
    """The question on the screen is no longer asked."""


class OnlineGame(TextGame):
    """A game at the terminal whose other player is at another computer."""

    session: RemoteSession

    def __init__(self, session: RemoteSession, typed: TypedLines) -> None:
        super().__init__(session, {}, self._next_line)
        self._typed = typed
        self._asked: tuple[object, ...] | None = None
        """The question on the screen, None while there is none."""
        self._is_late = False
        """Whether the next line was perhaps typed for a question that is no longer asked."""
        self._story: list[LogEntry] = []
        """The events that were printed."""
        self._said = ""
        """What was waited for when that was printed last."""
        self._is_requested = False
        """Whether a request of the other player was printed."""

    @property
    def side(self) -> int:
        return self.session.humans[0]

    # --- Course of the game ---
    def _begin(self, is_loaded: bool) -> None:
        view, scenario = self.session.view, self.match.setup.scenario
        print_lines([f"{scenario.name}. You play {self.names[self.side]} against {self.session.other_name}."])
        print_lines([f"Type {SAY}and a line to say something."])
        if self.session.stand_in_label:
            print_lines([f"{self.session.stand_in_label}: type {STAND_IN}."])
        if is_loaded:
            self._story = [*self.session.events()]
            print_lines([f"The game continues in turn {max(1, view.turn)}. Type log for what happened."])
        else:
            told = briefing(view, placed=self.match.places_models, names=self.names)
            print_lines([*told.paragraphs, "Type briefing for the table, the deployment, and the special rules."])

    def _step(self) -> None:
        """Ask the player at this terminal, or wait for the other one."""
        self._meet()
        decision = self.session.decision
        if decision is None:
            self._wait()
            return
        if self._is_late:
            self._announce("Press Enter for the next question.")
            self._typed_line()
            return
        self._asked = self._key(decision)
        try:
            super()._step()
        except StaleQuestionError:
            print_lines(["The question has changed."])
        finally:
            self._asked, self._said = None, ""

    def _key(self, decision: Decision) -> tuple[object, ...]:
        return decision.side, decision.question(), self.session.match.state.digest()

    def _wait(self) -> None:
        """Let the other player act. Meanwhile, commands that need no question can be typed."""
        self._tell()
        self._announce(f"{self.session.notice}." if self.session.notice else "")
        line = self._typed_line()
        words = split_words(line or "")
        if not words:
            return
        if words[0] not in WAITING:
            print_lines([NOT_YOURS])
            return
        self._take_line(line or "", TextQuestion(OtherDecision(1 - self.side), []))

    def _next_line(self) -> str | None:
        """Return the next line that is typed for the question on the screen. Meanwhile, the other player acts.

        Raises:
            StaleQuestionError: The question is no longer asked.

        """
        while True:
            line, has_asked = self._typed_line(), self.session.asks_undo
            self._meet()
            decision = self.session.decision
            if self._asked is not None and (decision is None or self._key(decision) != self._asked):
                self._is_late = line is None and not has_asked
                if line:
                    print_lines([NOT_USED.format(line.strip()[:60])])
                raise StaleQuestionError
            if line is not None:
                return line

    def _typed_line(self) -> str | None:
        """Return a line that was typed, None for none. Refuse one for an earlier question, and reply to requests."""
        try:
            line = self._typed.take(WAIT_SECONDS)
        except EOFError:
            raise StoppedError from None
        if line is not None and self._is_late:
            self._is_late = False
            if line.strip():
                print_lines([NOT_USED.format(line.strip()[:60])])
            return None
        if line is None:
            return None
        if self.session.request and split_words(line) in ([AGREE], [REFUSE]):
            self.session.reply(agrees=split_words(line) == [AGREE])
            return None
        if line.lstrip().lower().startswith(SAY):
            refusal = self.session.say(line.lstrip()[len(SAY) :])
            print_lines([refusal.reason] if refusal is not None else [])
            return None
        if self.session.stand_in_label and split_words(line) == STAND_IN.split():
            self._let_stand_in()
            return None
        return line

    def _let_stand_in(self) -> None:
        """Let a computer player take a seat. If it is the one of the player here, that ends."""
        refusal = self.session.refuse_stand_in()
        if refusal is not None:
            print_lines([refusal.reason])
        elif self.session.let_stand_in():
            raise StoppedError

    def _meet(self) -> None:
        """Take in what the other player has done, and print what is new."""
        session = self.session
        session.update(WAIT_SECONDS)
        if session.waits_for_computer or session.has_news:
            outcome = session.step_computer()
            if isinstance(outcome, Refusal):
                raise CommandError(outcome.reason, 1)
        self.match = session.match
        told = session.take_told()
        print_lines(told if session.failed in ("", *told) else [*told, session.failed])
        session.failed = ""
        if session.closed_reason:
            raise CommandError(session.closed_reason, 1)
        if session.request and not self._is_requested:
            print_lines([f"{session.request} Type {AGREE} or {REFUSE}."])
        self._is_requested = bool(session.request)

    def _announce(self, words: str) -> None:
        """Print what is waited for, once."""
        if words and words != self._said:
            print_lines([words])
        self._said = words or self._said

    def _tell(self) -> None:
        events, last = self.session.events(), self._story
        kept = next((n for n, pair in enumerate(zip(last, events, strict=False)) if pair[0] != pair[1]), len(events))
        kept = min(kept, len(last))
        if kept < len(last):
            print_lines(["The game has gone back: what follows happens instead."])
        self._story = [*events]
        print_lines(story_lines(events[kept:], self._known_names(), self.session.view))

    def _stop(self, status: int) -> int:
        if isinstance(self.session, HostSession):
            if fault := self.session.autosave():
                raise CommandError(fault, 1)
            path = folder() / self.session.keeper.name / f"{LATEST}{SUFFIX}"
            print_lines([f"The game is saved as {self.session.keeper.name}."])
            if not self.match.over:
                write_text(f"Continue with: {PROGRAM} host {shlex.quote(str(path))} --player human\n")
        elif not self.session.has_ended:
            self.session.autosave()
            print_lines([f"{self.session.other_name} has the game. The same invite continues it."])
        return status
