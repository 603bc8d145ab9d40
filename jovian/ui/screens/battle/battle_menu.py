"""The menu of a battle: saving, loading, replay, settings, leaving; and what is offered after a rule that failed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jovian.game import Choice
from jovian.ui.leaving import leave

if TYPE_CHECKING:
    from jovian.ui.screens.battle.battle import Battle

KEPT = "The game keeps itself as '{name}' at every turn and after every activation. Leaving keeps it as it stands."
NOT_KEPT = "Autosave is off: what has been played since the last save is lost unless you save."


class BattleMenu:
    """What the menu of one battle does."""

    def __init__(self, battle: Battle) -> None:
        self.battle = battle
        self.app, self.session = battle.app, battle.session

    def open(self) -> None:
        """Ask what to do."""
        answers = (
            ("resume", "Resume", "primary"), ("save", "Save", "plain"), ("replay", "Replay", "plain"),
            ("settings", "Settings", "plain"), ("title", "Leave", "danger"),
        )  # fmt: skip
        kept = KEPT.format(name=self.session.keeper.name or "a game of its own")
        text = kept if self.app.settings.autosave else NOT_KEPT
        self.app.ask(self.session.match.setup.scenario.name, text, answers, self._chosen)

    def _chosen(self, answer: str) -> None:
        from jovian.ui.screens.replay import Replay
        from jovian.ui.screens.settings import SettingsScreen

        if answer == "save":
            self.save_as()
        elif answer == "replay":
            self.app.show(Replay(self.app, self.session, self.battle))
        elif answer == "settings":
            self.app.show(SettingsScreen(self.app, self.battle))
        elif answer == "title":
            leave(self.app, self._title)

    def _title(self) -> None:
        from jovian.ui.screens.title import Title

        self.app.show(Title(self.app))

    def save(self, name: str = "") -> None:
        """Save beside everything else, without asking."""
        got, problem = self.session.save(name)
        self.app.say(problem or f"Saved as '{got}'", bad=bool(problem))

    def save_as(self) -> None:
        """Ask for the name first."""
        text = "Nothing is overwritten: a name that is taken gets a number."
        given = f"{self.session.match.setup.scenario.name}, turn {max(1, self.session.match.state.turn)}"
        self.app.ask_text("Save as", text, given, "Save", lambda name: self.save(name) if name else None)

    def load_last(self) -> None:
        """Go back to what was saved last under a name."""
        from jovian.ui.screens.loadgame import open_path

        path = self.session.keeper.quick
        if path is None:
            self.app.say("Nothing has been saved in this game so far.", bad=True)
            return
        go = lambda: open_path(self.app, path, self.session.seats, replay=False)  # noqa: E731
        answers = (("yes", "Load", "primary"), ("no", "No", "plain"))
        text = "The game goes on from there as one of its own; this one stays as it was kept."
        ask = f"Go back to '{path.stem}'?"
        self.app.ask(ask, text, answers, lambda answer: leave(self.app, go) if answer == "yes" else None)

    def give(self, choice: Choice) -> None:
        """Take an answer; one that would take the model out of play is asked about first."""
        warning = self.battle.controller.warning(choice)
        if warning is None:
            self.battle.take(choice)
            return
        answers = (("yes", "Leave play", "danger"), ("no", "No", "primary"))
        take = lambda answer: self.battle.take(choice) if answer == "yes" else None  # noqa: E731
        self.app.ask("Leave play?", warning.reason, answers, take)

    def rule_failed(self) -> None:
        """A rule failed and the answer was not taken: go on from before it, or from before the one before it."""
        name, problem = self.session.rescue()
        kept = problem or f"The game up to the answer before is saved as '{name}'"
        answers = (
            ("yes", "Go on from there", "primary"), ("back", "Take one more back", "plain"),
            ("title", "Leave", "danger"),
        )  # fmt: skip
        self.app.ask("A rule failed", f"{self.session.broken} {kept}.", answers, self._after_failure)

    def _after_failure(self, answer: str) -> None:
        if answer == "back":
            self.session.step_back()
            self.battle.told_anew()
        elif answer == "title":
            leave(self.app, self._title)
