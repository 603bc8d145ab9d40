"""The guide of a puzzle: the question above the board, and after one activation the score of the answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from jovian.rehearsal.documents import chance
from jovian.rehearsal.puzzles import Attempt
from jovian.rules.basics.rolls import pluralize
from jovian.ui.panels.lesson_strip import AGAIN, LEAVE, SHOW, StripPage
from jovian.ui.panels.panel import Press
from jovian.ui.questions.controller import Controller
from jovian.ui.screens.battle import BattleScreen
from jovian.ui.screens.guide import Guide, IdleController
from jovian.ui.screens.navigation import ToLessons, ToPuzzle, ToSettings
from jovian.ui.session.puzzle_session import PuzzleSession, Scoring

ASK = (
    "Which activation is best? Play one, as in any game. Then it is rehearsed in {games} games, and compared with the "
    "best known one."
)
WAIT = "Your activation is rehearsed in {games} games. This can take some minutes."
MENU_TEXT = "The answer isn't kept."


class PuzzleGuide(Guide):
    """The guide of a puzzle."""

    is_game = False

    def __init__(self, table: BattleScreen, file: Path, session: PuzzleSession) -> None:
        self.file, self.session, self.puzzle = file, session, session.puzzle
        self.scoring: Scoring | None = None
        """The score of the answer, None while the activation is played."""
        self.shows_answer = False
        """Whether the best known answer is shown."""
        self._table = table

    @property
    def idle(self) -> Controller | None:
        if not self.session.is_over:
            return None
        return IdleController(self._table.selection, "The activation is over", "The score is above.")

    # --- Strip ---
    @property
    def pages(self) -> Sequence[StripPage]:
        return self._page, replace(self._page, task=self._answer_text())

    def refresh(self) -> None:
        self._table.strip.show(self._page)

    @property
    def _page(self) -> StripPage:
        """The question, or the score."""
        puzzle, games = self.puzzle, len(self.puzzle.best.scores)
        again = Press(AGAIN, "Again", self._play_again, hint="Play another activation")
        answer = Press(SHOW, "Show the answer", self._show_answer, hint="Shows the best known activation")
        leave = Press(LEAVE, "Leave", self._leave, hint="Go to the list of lessons")
        buttons = (again, *(() if self.shows_answer else (answer,)), leave)
        if self.scoring is None:
            say, place = ASK.format(games=games), f"for {self._table.names[puzzle.side]}"
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
    def command(self, name: str) -> bool:
        """Open the menu."""
        if name != "menu":
            return False
        presses = [
            Press("resume", "Resume", lambda: None, "primary"),
            Press("again", "Start again", self._play_again),
            Press("settings", "Settings", lambda: self._table.app.go(ToSettings(self._table))),
            Press("leave", "Leave puzzle", self._leave, "danger"),
        ]
        self._table.ask(self.puzzle.title, MENU_TEXT, presses)
        return True

    def _show_answer(self) -> None:
        self.shows_answer = self._table.dirty = True

    def _play_again(self) -> None:
        self._leave(ToPuzzle(self.file, self.puzzle))

    def _leave(self, to: ToPuzzle | ToLessons | None = None) -> None:
        """Leave the puzzle, to the list of lessons by default."""
        if self.scoring is not None:
            self.scoring.cancel()
        self._table.app.go(to or ToLessons())

    # --- Time ---
    def update(self, dt: float) -> None:
        """Score the answer once the activation has been shown to its end."""
        if self.session.is_over and self.scoring is None and not self._table.animation.running:
            self.scoring = Scoring(Attempt(self.puzzle, self.session.plan()))
            self.shows_answer = not self.scoring.is_running
            self._table.dirty = True
        if self.scoring is not None and self.scoring.listen():
            self._show_answer()

    @property
    def is_busy(self) -> bool:
        return self.scoring is not None and self.scoring.is_running
