"""The course of a battle: who is asked, who watches, and its menus."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from jovian.cards.files import short_name
from jovian.game import Answer, Choice, Decision, Refusal
from jovian.match import SaveError
from jovian.play import obvious_answer, obvious_words
from jovian.players import SWIFT
from jovian.rules.basics.rolls import pluralize
from jovian.ui.files.loaded_game import LoadedGame, LoadJob
from jovian.ui.files.saves import HUMANS, in_name
from jovian.ui.files.settings import SHOWN, SPEEDS, UNSAID
from jovian.ui.panels.log_panel import AGAIN, Recap
from jovian.ui.panels.panel import ActionButton
from jovian.ui.presentation.log import PastActivation, PastActivations, Saying
from jovian.ui.questions.activate import ActivateController, AttachController, FreeController, UnloadController
from jovian.ui.questions.controller import Controller, FacesController, SpotController
from jovian.ui.questions.declare import DeclareController
from jovian.ui.questions.deploy import BeaconController, DeployController, LayController
from jovian.ui.questions.issue import IssueController
from jovian.ui.questions.menu import MenuController
from jovian.ui.questions.plan import PlanController
from jovian.ui.questions.prompts import CornerController, EdgeController, PromptController
from jovian.ui.screens.navigation import (
    LOADING,
    ToBriefing,
    ToChanging,
    ToPlayers,
    ToReplay,
    ToResult,
    ToSettings,
    ToTitle,
    edit_copy,
    open_path,
    rehearse,
)
from jovian.ui.screens.screen import Job, leave, save
from jovian.ui.screens.table import TableScreen
from jovian.ui.session.plans import Plans
from jovian.ui.session.rehearsals import refused
from jovian.ui.session.session import Outcome, Session

# --- watch ---
# Watching computer players: paused or not, step by step, how fast, and on to the next turn; with its buttons.

PACE = 0.12
"""Seconds between two answers of a computer player at speed 1, so that they can be followed."""
BATCH = 8
"""Answers that are given at once while turns are skipped: the window stays awake."""
PREFIX = "watch "
PAUSE, STEP, SLOWER, FASTER, SKIP = (f"{PREFIX}{word}" for word in ("pause", "step", "slower", "faster", "skip"))
SLOWEST, FASTEST = Refusal("It cannot be slower."), Refusal("It cannot be faster.")
QUICKEST = (*SPEEDS[1:], SPEEDS[0])
"""The speeds from slow to fast: without any animation is the fastest."""


class Watch:
    """How the answers of computer players are followed."""

    def __init__(self) -> None:
        self.paused = False
        self.stepping = False
        """Is one more thing to be seen although it is paused?"""
        self.skipping = 0
        """The turn that is skipped, 0 for none."""
        self._waited = 0.0

    def answers(self, dt: float, speed: float) -> int:
        """How many answers are due after so many seconds."""
        if self.skipping:
            return BATCH
        if self.paused:
            return int(self.stepping)
        self._waited += dt
        if self._waited < (PACE / speed if speed else 0.0):
            return 0
        self._waited = 0.0
        return 1

    def saw(self, something: bool, turn: int, over: bool) -> None:
        """An answer was given: a step ends when there was something to see, a skip with its turn."""
        if something:
            self.stepping = False
        if over or turn != self.skipping:
            self.skipping = 0

    def rest(self) -> None:
        """A human is asked: nothing is skipped any more."""
        self.skipping, self.stepping = 0, False

    def press(self, name: str, turn: int) -> None:
        """Take a button of the watch, but those of speed: pause, step or skip."""
        if name == PAUSE:
            self.paused, self.stepping, self.skipping = not self.paused, False, 0
        elif name == STEP:
            self.paused = self.stepping = True
        elif name == SKIP:
            self.skipping, self.stepping = turn, False

    def offers(self, speed: float, alone: bool) -> list[ActionButton]:
        """Its buttons; `alone` is said where no human plays at all."""
        at = QUICKEST.index(speed)
        shown = f"{speed:g}×" if speed else "no animation"
        skip = "Skip to the next turn" if alone else "Skip to my turn"
        return [
            ActionButton(PAUSE, "Resume" if self.paused else "Pause", "primary", "end", lit=self.paused),
            ActionButton(STEP, "Step", command="next", hint="Show the next step, then pause"),
            ActionButton(SLOWER, "Slower", command="left", hint=f"Now: {shown}", refusal=None if at else SLOWEST),
            ActionButton(
                FASTER, f"Faster ({shown})", command="right", refusal=None if at + 1 < len(QUICKEST) else FASTEST
            ),
            ActionButton(SKIP, skip, command="fit", hint="Skip the animation until then", lit=bool(self.skipping)),
        ]


def other_speed(speed: float, name: str) -> float:
    """The next speed up or down."""
    at = QUICKEST.index(speed) + (1 if name == FASTER else -1)
    return QUICKEST[min(max(at, 0), len(QUICKEST) - 1)]


# --- watching ---
# Following computer players at a table: pause, step, speed, skipping, what they did last again.


class Watching:
    """Computer players are watched at a table: paused, quicker or slower, what they did shown again.

    `land` ends the animation and shows the game as it stands.
    """

    def __init__(self, table: TableScreen, land: Callable[[], None]) -> None:
        self._table, self._session, self._settings = table, table.session, table.app.settings
        self._land = land
        self.watch = Watch()
        self.past = PastActivations(self._session.humans)
        self.recap = Recap()
        """The strip between card and log that tells what they did last."""
        self.shows_again = False
        """Is an old activation on the screen?"""

    # --- pause, step, speed ---
    @property
    def watched(self) -> bool:
        """Is it the computer's go, or nobody else's game?"""
        session = self._session
        alone = not session.humans and not session.match.over
        return not self.shows_again and (session.waits_for_computer or alone)

    @property
    def halted(self) -> bool:
        """Does everything stand still?"""
        return self.watched and self.watch.paused and not self.watch.stepping and not self.watch.skipping

    def offers(self) -> list[ActionButton]:
        """The buttons while computers play, [] otherwise."""
        return self.watch.offers(self._settings.speed, not self._session.humans) if self.watched else []

    def pressed(self, name: str) -> bool:
        """A button of the watch, or the one that shows something again; True if it was one."""
        if name == AGAIN:
            self.again(self.past.last)
            return True
        if not name.startswith(PREFIX):
            return False
        if name in (SLOWER, FASTER):
            self._settings.speed = other_speed(self._settings.speed, name)
            self._table.app.write_settings()
        else:
            self.watch.press(name, self._session.match.state.turn)
            if (self.watch.stepping or self.watch.skipping) and self._table.animation.running:
                self._land()
        self._table.dirty = True
        return True

    def reseated(self) -> None:
        """Others play from now on."""
        self.past = PastActivations(self._session.humans)
        self.watch.rest()
        self.watch.paused = False

    # --- the last activations of computers ---
    def follow(self, outcome: Outcome) -> None:
        """Note what was seen, and whether a step or a skip is over."""
        self.past.take(outcome.events, outcome.before)
        self.watch.saw(bool(outcome.events), self._session.match.state.turn, self._session.match.over)
        if not self._session.waits_for_computer:
            self.watch.rest()

    def again(self, past: PastActivation | None) -> None:
        """Show an activation once more; any click ends it."""
        if past is None or self._session.looker not in (None, past.before.viewer):
            return
        self._land()
        table = self._table
        table.shown, self.shows_again = past.before, True
        table.selection.selected = past.model if past.model in past.before.models else table.selection.selected
        table.animation.start(past.entries, past.before, self._settings.speed or 1.0)
        table.dirty = True
        if not table.animation.running:
            self._land()


# --- plans menu ---
# The plans of a rehearsal: which there are and how they do, kept, rehearsed together, forgotten.

NONE = (
    "Play an activation, then keep it here: it is taken back, and you may try another one from the same position. Two "
    "to eight of them are rehearsed together: computer players play each on over the same games."
)
ROW = "{name} · {model}{figure}"
KEEPS = "Current plan: the activation of {name}. Saving it undoes the activation."
UNSEEN = "Now: the last activation, which is taken back."
KEPT = "Saved as plan {name} and undone. Now try another plan."
ASTRAY = "These plans start from a different position. Undo back to it to see and rehearse them."
SEATS = "current players"
WATCHED = "Games of the rehearsal as they went, from where the plans begin. The typical one lies in the middle of all."
TO_COME = "Results appear next to the ghosts on the table."


class PlansMenu:
    """A question over the battle; `told_anew` is called when an activation was taken back."""

    def __init__(self, table: TableScreen, plans: Plans, told_anew: Callable[[], None]) -> None:
        self._app, self._table, self._plans, self._told_anew = table.app, table, plans, told_anew

    def open(self) -> None:
        """Tell of the plans, and ask what to do."""
        plans = self._plans
        answers = [] if plans.refused is not None else [("keep", f"Keep this as {_called(plans)}", "primary")]
        if plans.running:
            answers.append(("stop", "Cancel", "plain"))
        elif len(plans.tried) > 1 and not plans.astray:
            answers.append(("rehearse", "Compare plans", "primary" if not answers else "plain"))
            answers.append(("games", f"{plans.games} games each", "plain"))
            answers.append(("player", f"Played by: {plans.player or SEATS}", "plain"))
        if plans.to_watch:
            answers.append(("watch", "Watch a game", "plain"))
        if plans.tried:
            answers.append(("forget", "Delete all plans", "danger"))
        self._app.ask("Plans", self._text(), (*answers, ("close", "Close", "plain")), self._chosen)

    def _text(self) -> str:
        plans = self._plans
        why = plans.refused
        rows = [
            ROW.format(name=tried.plan.name, model=tried.model, figure=_figure(plans, tried.plan.name))
            for tried in plans.tried
        ]  # fmt: skip
        failed = [plans.run.notice] if plans.run is not None and plans.run.notice else []
        now = why.reason if why is not None else KEEPS.format(name=plans.next[1]) if plans.next[1] else UNSEEN
        astray = [ASTRAY] if rows and plans.astray else []
        return "\n".join([*(rows or [NONE]), *astray, now, *failed])

    def keep(self) -> None:
        """Keep the last activation and take it back, or say why not."""
        refusal = self._plans.keep()
        if refusal is not None:
            self._app.say(refusal.reason, bad=True)
        else:
            self._app.say(KEPT.format(name=self._plans.tried[-1].plan.name))
        self._told_anew()

    def _chosen(self, answer: str) -> None:
        plans = self._plans
        if answer == "keep":
            self.keep()
        elif answer == "games":
            plans.other_games()
            self.open()
        elif answer == "player":
            plans.other_player()
            self.open()
        elif answer == "rehearse":
            self._rehearse()
        elif answer == "watch":
            self._choose_game()
        elif answer == "stop":
            plans.cancel()
        elif answer == "forget":
            plans.forget()

    def _choose_game(self) -> None:
        """Which of the games is to be watched?"""
        games = dict(self._plans.to_watch)
        answers = [(label, self._named(label), "plain") for label in games]
        watch = lambda answer: self._watch(games[answer]) if answer in games else None  # noqa: E731
        self._app.ask("Watch a game", WATCHED, (*answers, ("close", "Close", "plain")), watch)

    def _named(self, label: str) -> str:
        """With the names of the sides in it."""
        for side, name in enumerate(self._table.names):
            label = label.replace(f"side {side}", name)
        return label

    def _watch(self, path: Path) -> None:
        """Show a game from where its plan begins, and come back here."""

        def loaded(result: LoadedGame | SaveError) -> None:
            if isinstance(result, SaveError):
                self._app.say(str(result), bad=True)
            else:
                session = Session(result.match, (SWIFT[-1], SWIFT[-1]))
                self._app.go(ToReplay(session, self._table, self._plans.begin))

        job: Job[LoadedGame | SaveError] = LoadJob(path, to_play=False)
        self._app.wait_for(LOADING, short_name(path.name), job, loaded)

    def _rehearse(self) -> None:
        try:
            self._plans.rehearse()
        except OSError as error:
            self._app.say(f"They cannot be rehearsed: {error.strerror or error}", bad=True)
        else:
            self._app.say(TO_COME)


def _figure(plans: Plans, name: str) -> str:
    """How a plan did: its chance, how far behind the best it is and whether that is sure, over how many games."""
    standing = plans.figures.get(name)
    if standing is None:
        return ""
    score, behind = standing["score"], standing["behind"]
    said = f"{100 * score['value']:.0f} % ({100 * score['low']:.0f} to {100 * score['high']:.0f} %)"
    return f": {said}, {_behind(behind, standing['dropped'])}, {pluralize(standing['games'], 'game')}"


def _behind(behind: dict[str, float] | None, dropped: int | None) -> str:
    if behind is None:
        return "the best so far"
    value, least, most = (-100 * behind[end] for end in ("value", "high", "low"))
    sure = "given up" if dropped is not None else "surely" if least > 0 else "perhaps as good"
    return f"{value:.0f} points behind ({least:.0f} to {most:.0f}), {sure}"


def _called(plans: Plans) -> str:
    """What the next one is called, as far as whoever looks may know."""
    return f"plan {plans.next[0]}" if plans.next[0] else "a plan"


# --- battle menu ---
# The menu of a battle: briefing, saving, loading, replay, settings, leaving; what is offered after a rule failed.

AUTOSAVE = (
    "Each answer is saved at once, but a hidden choice only when both sides have made theirs. If the window is killed, "
    "Continue loses at most one answer. The beginning of each of the last 6 turns is saved too."
)
"""How games are saved. The README says the same."""
NOT_KEPT = "Autosave is off. Unsaved progress is lost when you leave."
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
        text = "If the name is already used, a number is added to it."
        given = f"{self.session.match.setup.scenario.name}, turn {max(1, self.session.match.state.turn)}"
        self.app.ask_text("Save as", text, given, "Save", self._named, in_name)

    def _named(self, name: str) -> None:
        if name:
            save(self.app, self.session, name)

    def load_last(self) -> None:
        """Go back to what was saved last under a name."""
        path = self.session.keeper.quick
        if path is None:
            self.app.say("There is no quick save for this game yet.", bad=True)
            return
        go = lambda: open_path(self.app, path, self.session.seats, replay=False)  # noqa: E731
        answers = (("yes", "Load", "primary"), ("no", "Cancel", "plain"))
        text = "The loaded game continues as a separate game. This game stays saved."
        ask = f"Load '{path.stem}'?"
        self.app.ask(ask, text, answers, lambda answer: leave(self.app, go) if answer == "yes" else None)

    def rule_failed(self) -> None:
        """A rule failed and the answer was not taken: go on from before it, or from before the one before it."""
        name, problem = self.session.rescue()
        kept = problem or f"The game before your last choice is saved as '{name}'"
        answers = (
            ("yes", "Continue from there", "primary"), ("back", "Undo one more choice", "plain"),
            ("title", "Leave", "danger"),
        )  # fmt: skip
        self.app.ask("Internal error in a rule", f"{self.session.broken} {kept}.", answers, self._after_failure)

    def _after_failure(self, answer: str) -> None:
        if answer == "back":
            self.session.step_back()
            self._told_anew()
        elif answer == "title":
            leave(self.app, self._title)


# --- controllers ---
# Which controller answers which kind of decision in the window.

CONTROLLERS: dict[str, type[Controller]] = {
    "deploy": DeployController, "activate": ActivateController, "declare": DeclareController, "menu": MenuController,
    "faces": FacesController, "free": FreeController, "attach": AttachController, "plan": PlanController,
    "spot": SpotController, "unload": UnloadController, "lay": LayController,
    "issue": IssueController,
    "beacon": BeaconController, "corner": CornerController, "edge": EdgeController,
}  # fmt: skip


def controller_for(decision: Decision | None) -> type[Controller]:
    """What answers a decision: its own controller, a prompt for every short list."""
    return Controller if decision is None else CONTROLLERS.get(decision.kind, PromptController)


# --- course ---
# The course of a battle: answers go to the session, and what comes of each to all that shows it.

MOMENT = 0.002
"""Seconds that an answer is waited for where many are given in a frame."""


class BattleFlow:
    """How a battle goes on at its table: answers, computer players, animation, curtain, taking back."""

    def __init__(self, table: TableScreen) -> None:
        self._table, self._app, self._session = table, table.app, table.session
        self.watching = Watching(table, self.land)
        self.menu = BattleMenu(table, self._session, self.told_anew, self.reseat)
        self.controller = Controller(table.selection, None)
        """What answers the question that is asked now."""
        self.obvious: Answer | None = None
        """The answer that is given for the player without asking, None to ask."""
        self.covered: int | None = None
        """The side that is to look next, while the curtain is drawn."""
        self._over_told = False
        self.saying = Saying()
        """What a computer player says of its answer."""
        self._owed = 0
        """Answers of computer players that are due, and are still thought about."""
        self._answered_at: tuple[int, int] | None = None
        """Where the pointer stood at the last click on the board."""
        self.shows_nothing = False
        """Is nothing drawn for the pointer, since it hasn't moved since the last answer?"""
        table.selection.give = self.give

    def ask(self) -> None:
        """Show the game as it stands, and what is asked now."""
        table, desk, active = self._table, self._table.selection, self._session.match.state.activation
        desk.notice = None
        table.shown = self._session.view
        decision = self._session.decision
        asked_always = self._app.settings.ask_always
        self.obvious = None if decision is None or asked_always else obvious_answer(table.shown, decision)
        self.controller = controller_for(decision)(desk, decision)
        if decision is None and active is not None:
            desk.selected, desk.weapons = active.model, ()
        table.dirty = True
        table.point()
        self.shows_nothing = table.pointer == self._answered_at
        if self.shows_nothing:  # where the answer before was given nothing is meant yet
            desk.point = None

    def begin(self) -> None:
        """A new game: the dice that fell before its first question are shown."""
        self._table.animation.start(self._session.events(), self._table.shown, self._app.settings.speed)

    def clicked(self) -> None:
        """The board is clicked: it is not taken for the next answer while the pointer stays there."""
        self._answered_at = self._table.pointer

    # --- answers ---
    def give(self, answer: Answer) -> None:
        """An answer of the controller; one that would take the model out of play is asked about first."""
        if self._table.animation.running:  # what is asked is not in sight yet
            self.land()
            return
        warning = self.controller.warning(answer)
        if warning is None or self.controller.check(answer) is not None:
            self.take(answer)
            return
        answers = (("yes", "Leave play", "danger"), ("no", "Cancel", "primary"))
        take = lambda said: self.take(answer) if said == "yes" else None  # noqa: E731
        self._app.ask("Leave play?", warning.reason, answers, take)

    def take(self, choice: Answer | Choice) -> None:
        """Answer the pending decision, and show what comes of it."""
        self._taken(self._session.answer(choice, curtain=self._app.settings.curtain))

    def _taken(self, outcome: Outcome | Refusal | None) -> None:
        """Show what came of an answer, or why it was not taken; a rule that failed offers a way on."""
        self._table.selection.refuse(outcome if isinstance(outcome, Refusal) else None)
        if isinstance(outcome, Outcome):
            self._show(outcome)
        elif self._session.broken:
            self.menu.rule_failed()

    def _show(self, outcome: Outcome) -> None:
        """Hand an outcome to whoever follows computers, to the curtain, and to the animation."""
        if not self._session.hot_seat:
            self.watching.follow(outcome)
        if outcome.covered is not None:
            self.covered = outcome.covered
        if self.covered is None:
            if self._app.settings.reasons == SHOWN:
                self.saying.take(outcome.events, outcome.before, outcome.after)
            speed = 0.0 if self.watching.watch.skipping else self._app.settings.speed
            self._table.animation.start(outcome.events, outcome.before, speed)
        if not self._table.animation.running:
            self.ask()

    # --- time ---
    def go_on(self, dt: float) -> None:
        """The next answer that nobody has to be asked for, if one is due."""
        decision = self._session.match.decision
        if decision is None:
            if self._session.match.over and not self._over_told:
                self._over_told = True
                self._app.go(ToResult(self._session, self._table.names, self._table))
        elif self._session.unasked and self._session.placing:
            self.take(decision.default())
        elif self.obvious is not None:
            self._give_obvious(decision, self.obvious)
        elif self._session.seats != HUMANS and self._session.waits_for_computer:
            self._owed = self.watching.watch.answers(dt, self._app.settings.speed) or self._owed
            while self._owed and not self.watching.halted and self._step_computer():
                pass

    def _give_obvious(self, decision: Decision, answer: Answer) -> None:
        """Give the answer that needs no asking, and log that it was given."""
        self.obvious = None
        words = obvious_words(decision, answer)
        self._taken(self._session.answer_unasked(answer, words, curtain=self._app.settings.curtain))

    def think(self, dt: float) -> bool:
        """Have whoever is to answer next think, whatever is shown meanwhile; True if there is news of it."""
        return self._session.think(dt)

    def _step_computer(self) -> bool:
        """Take an answer of a computer player that is due; True if there may be another one at once."""
        skipping = bool(self.watching.watch.skipping)
        self._session.reasons = self._app.settings.reasons != UNSAID
        found = self._session.step_computer(curtain=self._app.settings.curtain, wait=MOMENT if skipping else 0.0)
        if found is None:
            self._owed = 1
            return False
        self._owed = self._owed - 1 if skipping else 0
        self._taken(found)
        if self._session.failed:
            self._app.say(self._session.failed, bad=True)
            self._session.failed = ""
        return self._session.waits_for_computer and not self._table.animation.running

    def land(self) -> None:
        """The animation is over: the game is shown as it stands."""
        self._table.animation.finish()
        self.watching.shows_again = False
        self.ask()

    # --- curtain and undo ---
    def cover(self, *, first: bool = False) -> None:
        """The game was loaded (nobody has looked so far) or taken back: cover what only one player may see."""
        curtain = self._app.settings.curtain
        covered = self._session.pass_on(curtain and self._session.hides_anew(first=first), curtain=curtain)
        self.covered = self.covered if covered is None else covered

    def undo(self) -> None:
        """Take back the last answer, or say why not."""
        if self._table.animation.running:
            self.land()
        refusal = self._session.undo()
        if refusal is not None:
            self._table.selection.refuse(refusal)
            return
        while self._is_obvious() and self._session.undo() is None:  # it was given with the answer before it
            pass
        self.told_anew()
        self.obvious = None

    def _is_obvious(self) -> bool:
        """Return whether the question that is pending would be answered without asking."""
        decision = self._session.decision
        if decision is None or self._app.settings.ask_always:
            return False
        return obvious_answer(self._session.view, decision) is not None

    def told_anew(self) -> None:
        """Answers were taken back: show where the game stands now, to whoever may see it."""
        self.cover()
        self.watching.past.forget()
        self.saying.forget()
        self._session.unasked.clear()
        self.ask()

    def reseat(self, seats: tuple[str, str]) -> None:
        """Others play from now on: show the game to whoever may see it."""
        if seats == self._session.seats:
            return
        if self._table.animation.running:
            self.land()
        covered = self._session.reseat(seats, curtain=self._app.settings.curtain)
        self.covered = covered
        self.watching.reseated()
        self.saying.forget()
        self.ask()

    @property
    def stands(self) -> bool:
        """Does it wait for somebody: for who is to look next, or for a game to go on that is paused?"""
        return self.covered is not None or self.watching.halted

    @property
    def due(self) -> bool:
        """Would it go on by itself: with an answer that nobody is asked for, or to the page of the result?"""
        waits = self._session.waits_for_computer or self._session.placing or self.obvious is not None
        return waits or (self._session.match.over and not self._over_told)
