"""Where the drafts of the editor go: to files, into games, and away."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from jovian.cards import library, load_fleet
from jovian.cards.reading.shelf import OURS
from jovian.cards.values.names import slug
from jovian.dice import fresh_seed
from jovian.editing.history import History
from jovian.editing.lines import new_draft, two_fleets
from jovian.editing.problems import playable
from jovian.editing.written import write_draft
from jovian.match import Match, Setup
from jovian.rules.setup.legality import unplayable
from jovian.ui.editing.workbench import Workbench
from jovian.ui.files.paths import user_shelf
from jovian.ui.files.saves import in_name
from jovian.ui.playing.rehearsed import rehearsed_anew
from jovian.ui.playing.seats import HUMAN
from jovian.ui.playing.session import Session
from jovian.ui.screens.destinations import ToBattle, ToBriefing, ToEditor, ToRehearsal, ToTitle
from jovian.ui.screens.leaving import leave
from jovian.ui.screens.opening import open_file
from jovian.ui.screens.screen import Host, Screen

SUFFIX = ".yaml"
COMPUTER = "ensign"
LOST = "What was changed since it was saved is lost otherwise."


class Shelving:
    """What the buttons and the menu of the editor do with its draft as a whole."""

    def __init__(self, app: Host, bench: Workbench, back: Screen | None) -> None:
        self.app, self.bench, self.back = app, bench, back

    def command(self, name: str) -> None:
        """A button or a key; any other means nothing."""
        meant: dict[str, Callable[[], object]] = {
            "save": self.save, "save as": self.save_as, "open": lambda: self.after_saving(self.open),
            "play": lambda: self.play((HUMAN, COMPUTER)),
            "watch": lambda: self.play((COMPUTER, COMPUTER)), "rehearse": self.rehearse,
            "menu": self.menu,
        }  # fmt: skip
        meant.get(name, lambda: None)()

    # --- the menu ---
    def menu(self) -> None:
        """Ask what to do."""
        answers = (
            ("resume", "Go on", "primary"), ("save as", "Save as …", "plain"), ("open", "Open …", "plain"),
            ("new", "New", "plain"), ("title", "Leave", "danger"),
        )  # fmt: skip
        where = f"It is kept in {self.bench.path}." if self.bench.path is not None else "It has not been saved yet."
        self.app.ask(str(self.bench.draft.data.get("name") or "Scenario"), where, answers, self._chosen)

    def _chosen(self, answer: str) -> None:
        meant: dict[str, Callable[[], object]] = {
            "save as": self.save_as, "open": lambda: self.after_saving(self.open),
            "new": lambda: self.after_saving(self.new), "title": lambda: self.after_saving(self.leave),
        }  # fmt: skip
        meant.get(answer, lambda: None)()

    def after_saving(self, then: Callable[[], object]) -> None:
        """Do something after which the draft is no longer there, as soon as that loses nothing unasked."""
        if not self.bench.history.unsaved:
            then()
            return

        def answered(answer: str) -> None:
            if answer == "save":
                self.save(then)
            elif answer == "lose":
                then()

        answers = (("save", "Save first", "primary"), ("no", "Stay", "plain"), ("lose", "Do not save", "danger"))
        self.app.ask("Keep this scenario?", LOST, answers, answered)

    def leave(self) -> None:
        """Go to where the editor was opened from; nothing is kept."""
        self.app.bench = None
        if self.back is not None:
            self.app.show(self.back)
        else:
            self.app.go(ToTitle())

    def new(self) -> None:
        """Edit an empty table."""
        self.app.go(ToEditor(fresh_bench(), self.back))

    def open(self) -> None:
        """Ask for a file, and edit it."""
        own = user_shelf().scenarios
        folder = self.bench.path.parent if self.bench.path is not None else own if own.is_dir() else OURS.scenarios
        self.app.ask_file("Open a scenario", folder, SUFFIX, "Open", self.opened)

    def opened(self, path: str) -> None:
        """Edit the file that was chosen; "" is none."""
        if path:
            open_file(self.app, Path(path), self.back)

    # --- files ---
    def save(self, then: Callable[[], object] = lambda: None) -> None:
        """Write its file, under a name that is asked for if it has none; then go on."""
        if self.bench.path is None:
            self.save_as(then)
        else:
            self._write(self.bench.path, then)

    def save_as(self, then: Callable[[], object] = lambda: None) -> None:
        """Ask for the name of the file first."""
        given = self.bench.path.stem if self.bench.path is not None else slug(str(self.bench.draft.data.get("name")))

        def named(name: str) -> None:
            if name:
                path = user_shelf().scenarios / f"{slug(name) or 'scenario'}{SUFFIX}"
                self._over(path, lambda: self._write(path, then))

        self.app.ask_text("Save the scenario", "The name of its file:", given, "Save", named, in_name)

    def _over(self, path: Path, write: Callable[[], None]) -> None:
        """Ask before another file is written over."""
        if path == self.bench.path or not path.exists():
            write()
            return
        answers = (("yes", "Write over it", "danger"), ("no", "No", "plain"))
        text = f"There is a scenario '{path.stem}' already."
        self.app.ask("Write over it?", text, answers, lambda answer: write() if answer == "yes" else None)

    def _write(self, path: Path, then: Callable[[], object]) -> None:
        try:
            write_draft(self.bench.draft, path)
        except OSError as error:
            self.app.say(f"It could not be saved: {error.strerror or error}", bad=True)
            return
        self.bench.path, self.bench.history = path, self.bench.history.kept()
        self.app.say(f"Saved as {path}")
        then()

    # --- games ---
    def play(self, seats: tuple[str, str]) -> None:
        """Begin a game of the draft as it stands."""
        setup = self._setup()
        if setup is not None:
            session = Session(Match(setup, keep_all=True), seats)
            leave(self.app, lambda: self.app.go(ToBriefing(session, None) if HUMAN in seats else ToBattle(session)))

    def rehearse(self) -> None:
        """Let the draft be rehearsed as it stands."""
        setup = self._setup()
        if setup is not None:
            self.app.go(ToRehearsal(rehearsed_anew(setup), self.app.screen))

    def _setup(self) -> Setup | None:
        """The set-up of the draft as it stands; why there is none is said."""
        card = playable(self.bench.draft)
        if card is None:
            said = self.bench.problems[0].reason if self.bench.problems else "it cannot be read"
            self.app.say(f"It cannot be played: {said}", bad=True)
            return None
        fleets = tuple(load_fleet(stem) for stem in card.fleets)
        setup = Setup(card, fleets, library(), fresh_seed())
        for refusal in unplayable(setup):
            self.app.say(f"{refusal.reason} ({refusal.cited})", bad=True)
            return None
        return setup


def fresh_bench() -> Workbench:
    """An empty table for two ready fleets."""
    return Workbench(History((new_draft(two_fleets()),)))
