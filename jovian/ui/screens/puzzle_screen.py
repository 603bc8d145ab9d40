"""A puzzle: the battle screen on which its activation is played, and the score of the answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from jovian.rehearsal.documents import chance
from jovian.rehearsal.puzzles import Attempt, Puzzle
from jovian.rules.basics.rolls import pluralize
from jovian.ui.panels.lesson_strip import AGAIN, LEAVE, SHOW, StripPage
from jovian.ui.panels.panel import Press
from jovian.ui.questions.coach import COACH_COMMAND
from jovian.ui.questions.controller import Controller
from jovian.ui.screens.battle import BattleScreen
from jovian.ui.screens.navigation import ToLessons, ToPuzzle, ToSettings
from jovian.ui.screens.screen import Host
from jovian.ui.session.puzzle_session import PuzzleSession, Scoring

OFF = (COACH_COMMAND, "save", "load", "plans", "keep plan", "rehearse")
"""Commands that a puzzle doesn't have."""
ASK = (
    "Which activation is best? Play one, as in any game. Then it is rehearsed in {games} games, and compared with the "
    "best known one."
)
WAIT = "Your activation is rehearsed in {games} games. This can take some minutes."
MENU_TEXT = "The answer isn't kept."


class EndController(Controller):
    """The controller after the activation: it asks nothing."""

    @property
    def title(self) -> str:
        return "The activation is over"

    @property
    def hint(self) -> str:
        return "The score is above."


class PuzzleScreen(BattleScreen):
    """A battle that is a puzzle, with its strip above the board."""

    has_coach = False
    session: PuzzleSession

    def __init__(self, app: Host, file: Path, puzzle: Puzzle) -> None:
        self.file, self.puzzle = file, puzzle
        self.scoring: Scoring | None = None
        """The score of the answer, None while the activation is played."""
        self.shows_answer = False
        """Whether the best known answer is shown."""
        super().__init__(app, PuzzleSession(puzzle))
        app.game = None
        self.session.autosaves = lambda: False
        self.course.has_shown_result = True  # The panel ends a puzzle, not the result page.

    @property
    def controller(self) -> Controller:
        """The controller of the current question, or of the end."""
        return EndController(self.selection, None) if self.session.is_over else self.course.controller

    # --- Layout ---
    def layout(self, size: tuple[int, int]) -> None:
        self.strip.pages = self._page, replace(self._page, task=self._answer_text())
        super().layout(size)

    def show_strip(self) -> None:
        self.strip.show(self._page)

    @property
    def _page(self) -> StripPage:
        """The question, or the score."""
        puzzle, games = self.puzzle, len(self.puzzle.best.scores)
        again = Press(AGAIN, "Again", self._play_again, hint="Play another activation")
        answer = Press(SHOW, "Show the answer", self._show_answer, hint="Shows the best known activation")
        leave = Press(LEAVE, "Leave", self._leave, hint="Go to the list of lessons")
        buttons = (again, *(() if self.shows_answer else (answer,)), leave)
        if self.scoring is None:
            say, place = ASK.format(games=games), f"for {self.names[puzzle.side]}"
        elif self.scoring.is_running:
            say, place = WAIT.format(games=games), "rehearsing"
        else:
            words = self.scoring.words
            say, place = f"Your answer {words}." if words else "Your answer has no score.", "done"
        fault = self.scoring.fault if self.scoring is not None else ""
        task = self._answer_text() if self.shows_answer else ""
        return StripPage(f"Puzzle · {puzzle.title}", place, f"{say} {fault}".strip(), task, buttons=buttons)

    def _answer_text(self) -> str:
        """Return the best known answer in words."""
        best = self.puzzle.best
        rivals = len(self.puzzle.rivals)
        unsure = f" {pluralize(rivals, 'other activation')} may be as good." if rivals else ""
        return f"Best known: {best.model}, {chance(best.chance)}. {best.reason}{unsure}"

    # --- Input ---
    def _show_answer(self) -> None:
        self.shows_answer = self.dirty = True

    def _play_again(self) -> None:
        self._leave(ToPuzzle(self.file, self.puzzle))

    def command(self, name: str) -> None:
        if name in OFF:
            self.selection.refuse(None)
        else:
            super().command(name)

    def battle_commands(self) -> dict[str, Callable[[], object]]:
        return {**super().battle_commands(), "menu": self._open_menu}

    def _leave(self, to: ToPuzzle | ToLessons | None = None) -> None:
        """Leave the puzzle, to the list of lessons by default."""
        if self.scoring is not None:
            self.scoring.cancel()
        self.app.go(to or ToLessons())

    def _open_menu(self) -> None:
        presses = [
            Press("resume", "Resume", lambda: None, "primary"),
            Press("again", "Start again", self._play_again),
            Press("settings", "Settings", lambda: self.app.go(ToSettings(self))),
            Press("leave", "Leave puzzle", self._leave, "danger"),
        ]
        self.ask(self.puzzle.title, MENU_TEXT, presses)

    # --- Time ---
    def update(self, dt: float) -> None:
        """Score the answer once the activation has been shown to its end."""
        if self.session.is_over and self.scoring is None and not self.animation.running:
            self.scoring = Scoring(Attempt(self.puzzle, self.session.plan()))
            self.shows_answer = not self.scoring.is_running
            self.dirty = True
        if self.scoring is not None and self.scoring.listen():
            self.shows_answer = self.dirty = True
        super().update(dt)

    @property
    def busy(self) -> bool:
        return super().busy or (self.scoring is not None and self.scoring.is_running)
