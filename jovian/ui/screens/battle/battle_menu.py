"""The menu of a battle: briefing, saving, loading, replay, settings, leaving; what is offered after a rule failed."""

from __future__ import annotations

from collections.abc import Callable

from jovian.ui.files.saves import in_name
from jovian.ui.playing.planned import Plans
from jovian.ui.playing.rehearsed import refused
from jovian.ui.playing.session import Session
from jovian.ui.screens.battle.plans_menu import PlansMenu
from jovian.ui.screens.copying import edit_copy
from jovian.ui.screens.destinations import ToBriefing, ToChanging, ToPlayers, ToReplay, ToSettings, ToTitle
from jovian.ui.screens.leaving import leave, save
from jovian.ui.screens.opening import open_path
from jovian.ui.screens.rehearsing.opening import rehearse
from jovian.ui.screens.table.table_screen import TableScreen

AUTOSAVE = (
    "Each answer is saved at once, but a hidden choice only when both sides have made theirs. If the window is killed, "
    "Continue loses at most one answer. The beginning of each of the last 6 turns is saved too."
)
"""How games are saved. The README says the same."""
NOT_KEPT = "Autosave is off: what has been played since the last save is lost unless you save."
Seated = Callable[[tuple[str, str]], None]
REHEARSAL = (("change", "Change by hand", "plain"), ("plans", "Plans", "plain"))
"""What a rehearsal has besides."""


class BattleMenu:
    """What the menu of one battle does; `told_anew` is called when answers were taken back, `reseat` with who plays."""

    def __init__(self, table: TableScreen, session: Session, told_anew: Callable[[], None], reseat: Seated) -> None:
        self.app, self.table, self.session = table.app, table, session
        self._told_anew, self._reseat = told_anew, reseat
        self.plans = Plans(session)
        if self.plans.fault:
            self.app.say(self.plans.fault, bad=True)
        self.plans_menu = PlansMenu(table, self.plans, told_anew)

    def open(self) -> None:
        """Ask what to do."""
        answers = (
            ("resume", "Resume", "primary"), ("briefing", "Briefing", "plain"), ("save", "Save", "plain"),
            ("players", "Players", "plain"), ("replay", "Replay", "plain"),
            *(() if refused(self.session) else (("rehearse", "Rehearse", "plain"),)),
            ("edit", "Edit a copy", "plain"),
            *(REHEARSAL if self.session.match.rehearsal else ()),
            ("settings", "Settings", "plain"), ("title", "Leave", "danger"),
        )  # fmt: skip
        name = self.session.keeper.name
        text = (f"This game is '{name}'. " if name else "") + AUTOSAVE if self.app.settings.autosave else NOT_KEPT
        self.app.ask(self.session.match.setup.scenario.name, text, answers, self._chosen)

    def _chosen(self, answer: str) -> None:
        if answer == "save":
            self.save_as()
        elif answer == "briefing":
            self.app.go(ToBriefing(self.session, self.table))
        elif answer == "replay":
            self.app.go(ToReplay(self.session, self.table))
        elif answer == "players":
            self.app.go(ToPlayers(self.session, self.table, self._reseat))
        elif answer == "edit":
            edit_copy(self.app, self.session, self.table)
        elif answer == "change":
            self._change()
        elif answer == "rehearse":
            rehearse(self.app, self.session, self.table)
        elif answer == "plans":
            self.plans_menu.open()
        elif answer == "settings":
            self.app.go(ToSettings(self.table))
        elif answer == "title":
            leave(self.app, self._title)

    def _change(self) -> None:
        """Change a rehearsal by hand, where it may be just now."""
        refused = self.session.match.refuse_edit(["turn", max(1, self.session.match.state.turn)])
        if refused is not None:
            self.app.say(refused.reason, bad=True)
        else:
            self.app.go(ToChanging(self.session, self.table, self._told_anew))

    def _title(self) -> None:
        self.app.go(ToTitle())

    def save_as(self) -> None:
        """Ask for the name first."""
        text = "Nothing is overwritten: a name that is taken gets a number."
        given = f"{self.session.match.setup.scenario.name}, turn {max(1, self.session.match.state.turn)}"
        self.app.ask_text("Save as", text, given, "Save", self._named, in_name)

    def _named(self, name: str) -> None:
        if name:
            save(self.app, self.session, name)

    def load_last(self) -> None:
        """Go back to what was saved last under a name."""
        path = self.session.keeper.quick
        if path is None:
            self.app.say("Nothing has been saved in this game so far.", bad=True)
            return
        go = lambda: open_path(self.app, path, self.session.seats, replay=False)  # noqa: E731
        answers = (("yes", "Load", "primary"), ("no", "No", "plain"))
        text = "The game goes on from there as one of its own; this one stays as it was kept."
        ask = f"Go back to '{path.stem}'?"
        self.app.ask(ask, text, answers, lambda answer: leave(self.app, go) if answer == "yes" else None)

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
            self._told_anew()
        elif answer == "title":
            leave(self.app, self._title)
