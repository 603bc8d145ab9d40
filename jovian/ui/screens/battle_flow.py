"""The flow of a battle: answers, watching computer players, plans, the menu, and undo."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from jovian.background import ThreadJob
from jovian.frozen import frozen
from jovian.game import Answer, Choice, Decision, Refusal
from jovian.game.answers import Activate, Attack, End
from jovian.game.events import Rolled
from jovian.match import Match
from jovian.net.talk import MAX_LINE, SIGNALS
from jovian.play import obvious_answer, obvious_words
from jovian.players import SWIFT
from jovian.rehearsal.documents import ExampleGame
from jovian.rehearsal.forecast import Estimate
from jovian.rules.basics.rolls import pluralize
from jovian.rules.menu.next_order import NextOrder
from jovian.rules.rulebook.effect import ACTIVATION
from jovian.rules.sequence.activation import ChooseModel
from jovian.rules.shots.formula import assess
from jovian.session.by_file import FileSession, seats_by_file
from jovian.session.remote import GuestSession, RemoteSession
from jovian.session.session import AnswerOutcome, Session
from jovian.session.views import AGREED
from jovian.side_copy import SideCopy
from jovian.ui.kit.sound import END
from jovian.ui.kit.widgets import Modal
from jovian.ui.panels.panel import ButtonPlace, Press
from jovian.ui.presentation.log import PastActivation, PastActivations, Saying
from jovian.ui.questions.activate import ActivateController, AttachController, FreeController, UnloadController
from jovian.ui.questions.controller import Controller
from jovian.ui.questions.deploy import BeaconController, DeployController, LayController
from jovian.ui.questions.issue import IssueController
from jovian.ui.questions.menu import MenuController
from jovian.ui.questions.placement import SpotController
from jovian.ui.questions.plan import PlanController
from jovian.ui.questions.prompts import CornerController, EdgeController, FacesController, PromptController
from jovian.ui.questions.surfaces import AllocateController, DiceController, LookoutController, RepairController
from jovian.ui.screens.navigation import (
    LOADING,
    ToBriefing,
    ToCopy,
    ToKeys,
    ToPlayers,
    ToPositionEdit,
    ToReplay,
    ToResult,
    ToRules,
    ToSettings,
    ToTitle,
    edit_copy,
    open_path,
    pass_game,
    rehearse,
)
from jovian.ui.screens.screen import BOOKMARK, ask_bookmark, leave, save
from jovian.ui.screens.table import CANCEL, TableScreen
from jovian.ui.session.plans import Plans
from jovian.ui.session.rehearsals import refuse_rehearsal
from jovian.ui.settings import SHOWN, SPEEDS, UNSAID
from jovian.user_files.saves import HUMANS, in_name

# --- Watching computer players ---

SECONDS_PER_ANSWER = 0.12
"""Seconds between two answers of a computer player at speed 1."""
ANSWERS_PER_FRAME = 8
"""Answers per frame while turns are skipped, so that the window stays responsive."""
PAUSE, STEP, SLOWER, FASTER, SKIP = (f"watch {word}" for word in ("pause", "step", "slower", "faster", "skip"))
AGAIN = "again"
"""The names of the buttons."""
SLOWEST, FASTEST = Refusal("This is the slowest speed."), Refusal("This is the fastest speed.")
SPEEDS_UP = (*SPEEDS[1:], SPEEDS[0])
"""The speeds from slow to fast. Speed 0, without animation, is the fastest."""


class WatchControls:
    """Pause, step, speed, and skipping of computer players."""

    def __init__(self) -> None:
        self.paused = False
        self.stepping = False
        """Whether one more event is shown although the game is paused."""
        self.skipping = 0
        """The turn that is being skipped, 0 for none."""
        self._waited = 0.0

    def answers(self, dt: float, speed: float) -> int:
        """Return the number of answers that are due after that many seconds."""
        if self.skipping:
            return ANSWERS_PER_FRAME
        if self.paused:
            return int(self.stepping)
        self._waited += dt
        if self._waited < (SECONDS_PER_ANSWER / speed if speed else 0.0):
            return 0
        self._waited = 0.0
        return 1

    def on_answer(self, has_events: bool, turn: int, is_over: bool) -> None:
        """Note an answer: a step ends if there was something to see, and a skip ends with its turn."""
        if has_events:
            self.stepping = False
        if is_over or turn != self.skipping:
            self.skipping = 0

    def reset(self) -> None:
        """Stop skipping and stepping, because a human decides."""
        self.skipping, self.stepping = 0, False

    def toggle_pause(self) -> None:
        """Pause, or resume."""
        self.paused, self.stepping, self.skipping = not self.paused, False, 0

    def step(self) -> None:
        """Show one more event, then pause."""
        self.paused = self.stepping = True

    def skip(self, turn: int) -> None:
        """Skip the rest of a turn."""
        self.skipping, self.stepping = turn, False


class ComputerWatch:
    """Watches computer players at a table: pause, step, speed, and repeating what they did.

    `land` ends the animation and shows the current state of the game.
    """

    def __init__(self, table: TableScreen, land: Callable[[], None]) -> None:
        self._table, self._session, self._settings = table, table.session, table.app.settings
        self._land = land
        self.watch = WatchControls()
        self.past = PastActivations(self._session.humans)
        self.again = Press(AGAIN, "See again", lambda: self.show_again(self.past.last), command="again",
                           hint="Show the last activation of the other side again.",
                           place=ButtonPlace.SECOND)  # fmt: skip
        self.shows_again = False
        """Whether an old activation is being shown again."""

    # --- Pause, step, speed ---
    @property
    def is_watching(self) -> bool:
        """Whether a computer decides, or no human plays at all."""
        session = self._session
        alone = not session.humans and not session.match.over
        return not self.shows_again and (session.waits_for_computer or alone)

    @property
    def is_halted(self) -> bool:
        """Whether nothing moves until the user continues."""
        return self.is_watching and self.watch.paused and not self.watch.stepping and not self.watch.skipping

    def offers(self) -> list[Press]:
        """Return the buttons while computers play, else []."""
        if not self.is_watching:
            return []
        watch, speed = self.watch, self._settings.speed
        index = SPEEDS_UP.index(speed)
        speed_label = f"{speed:g}×" if speed else "no animation"
        skip = "Skip to my turn" if self._session.humans else "Skip to the next turn"
        pause, kind = ("Resume", "primary") if watch.paused else ("Pause", "plain")
        return [
            Press(PAUSE, pause, self._pause, kind, "end", place=ButtonPlace.LEAVE),
            Press(STEP, "Step", self._step, command="next", hint="Show the next step, then pause"),
            Press(SLOWER, "Slower", partial(self._change_speed, index - 1), command="left",
                  hint=f"Current speed: {speed_label}", refusal=None if index else SLOWEST),
            Press(FASTER, f"Faster ({speed_label})", partial(self._change_speed, index + 1), command="right",
                  refusal=None if index + 1 < len(SPEEDS_UP) else FASTEST),
            Press(SKIP, skip, self._skip, command="fire", hint="Skip the animation until then",
                  lit=bool(watch.skipping), place=ButtonPlace.LIT),
            *([self.again] if self.past.last is not None and self._session.match.state.activation is not None else []),
        ]  # fmt: skip

    def _pause(self) -> None:
        self.watch.toggle_pause()
        self._table.dirty = True

    def _step(self) -> None:
        self.watch.step()
        self._end_animation()

    def _skip(self) -> None:
        self.watch.skip(self._session.match.state.turn)
        self._end_animation()

    def _end_animation(self) -> None:
        """End the animation and remove what it has left on the table."""
        if self._table.animation.running:
            self._land()
        self._table.animation.clear()
        self._table.dirty = True

    def _change_speed(self, index: int) -> None:
        self._settings.speed = SPEEDS_UP[index]
        self._table.app.write_settings()
        self._table.dirty = True

    def on_reseated(self) -> None:
        """Start again with other players."""
        self.past = PastActivations(self._session.humans)
        self.watch.reset()
        self.watch.paused = False

    # --- Last activations of computer players ---
    def follow(self, outcome: AnswerOutcome) -> None:
        """Note an outcome, and end a finished step or skip."""
        self.past.take(outcome.events, outcome.before)
        self.watch.on_answer(bool(outcome.events), self._session.match.state.turn, self._session.match.over)
        if not self._session.waits_for_computer:
            self.watch.reset()

    def show_again(self, past: PastActivation | None) -> None:
        """Show an activation again. Any click ends it."""
        if past is None or self._session.viewer not in (None, past.before.viewer):
            return
        self._land()
        table = self._table
        table.shown, self.shows_again = past.before, True
        table.selection.selected = past.model if past.model in past.before.models else table.selection.selected
        table.animation.start(past.entries, past.before, self._settings.speed or 1.0, self._settings.motion)
        table.dirty = True
        if not table.animation.running:
            self._land()


# --- Plans ---

NO_PLANS_TEXT = (
    "Play an activation, then save it here as a plan. Saving undoes it, so that you can try another one from the same "
    "position. Then compare two to eight plans: computer players continue each of them over the same games."
)
PLAN_ROW = "{name} · {model}{figure}"
CURRENT_PLAN = "Current plan: the activation of {name}. Saving it undoes the activation."
HIDDEN_PLAN = "Current plan: the last activation. Saving it undoes the activation."
PLAN_SAVED = "Saved as {name} and undone. Now try another plan."
OTHER_POSITION = "These plans start from a different position. Undo back to it to see and rehearse them."
SEATS = "current players"
WATCH_TEXT = "Games of the rehearsal, from the position where the plans start. The typical game is the median of all."
RESULTS_TO_COME = "Results appear next to the ghosts on the table."
CLOSE = Press("close", "Close", lambda: None)


class PlansMenu:
    """The dialog about the plans of a rehearsal. `on_undone` is called when an activation has been undone."""

    def __init__(self, table: TableScreen, plans: Plans, on_undone: Callable[[], None]) -> None:
        self._app, self._table, self._plans, self._on_undone = table.app, table, plans, on_undone

    def open(self) -> None:
        """Show the plans, and ask what to do."""
        plans, presses = self._plans, list[Press]()
        if plans.refused is None:
            presses.append(Press("keep", f"Save as {_plan_label(plans)}", self.keep, "primary"))
        if plans.running:
            presses.append(Press("stop", "Cancel", plans.cancel))
        elif len(plans.tried) > 1 and not plans.astray:
            kind = "plain" if presses else "primary"
            presses += [
                Press("rehearse", "Compare plans", self._rehearse, kind),
                Press("games", f"{plans.games} games each", self._change_games),
                Press("player", f"Played by: {plans.player or SEATS}", self._change_player),
            ]
        if plans.to_watch:
            presses.append(Press("watch", "Watch a game", self._choose_game))
        if plans.tried:
            presses.append(Press("forget", "Delete all plans", plans.forget, "danger"))
        self._table.ask("Plans", self._text(), [*presses, CLOSE])

    def _text(self) -> str:
        plans = self._plans
        refusal = plans.refused
        rows = [
            PLAN_ROW.format(name=tried.plan.name, model=tried.model, figure=_format_figure(plans, tried.plan.name))
            for tried in plans.tried
        ]  # fmt: skip
        failed = [plans.run.notice] if plans.run is not None and plans.run.notice else []
        current = (
            refusal.reason
            if refusal is not None
            else CURRENT_PLAN.format(name=plans.next[1])
            if plans.next[1]
            else HIDDEN_PLAN
        )
        warning = [OTHER_POSITION] if rows and plans.astray else []
        return "\n".join([*(rows or [NO_PLANS_TEXT]), *warning, current, *failed])

    def keep(self) -> None:
        """Save the last activation as a plan and undo it, or show why that isn't possible."""
        refusal = self._plans.keep()
        if refusal is not None:
            self._app.say(refusal.reason, bad=True)
        else:
            name = f"plan {self._plans.tried[-1].plan.name}" if self._plans.tried else "a plan"
            self._app.say(PLAN_SAVED.format(name=name))
        self._on_undone()

    def _change_games(self) -> None:
        self._plans.other_games()
        self.open()

    def _change_player(self) -> None:
        self._plans.other_player()
        self.open()

    def _rehearse(self) -> None:
        self._plans.rehearse()
        self._app.say(RESULTS_TO_COME)

    def _choose_game(self) -> None:
        """Ask which game to watch."""
        labels = {f"{game.plan}: {game.what}": game for game in self._plans.to_watch}
        games = [Press(label, self._on_name(label), partial(self._watch, game)) for label, game in labels.items()]
        self._table.ask("Watch a game", WATCH_TEXT, [*games, CLOSE])

    def _on_name(self, label: str) -> str:
        """Return a label with the names of the sides instead of their numbers."""
        for side, name in enumerate(self._table.names):
            label = label.replace(f"side {side}", name)
        return label

    def _watch(self, game: ExampleGame) -> None:
        """Show a game from where its plan starts, and return here afterwards."""

        def on_loaded(match: Match) -> None:
            self._app.go(ToReplay(Session(match, (SWIFT[-1], SWIFT[-1])), self._table, self._plans.begin))

        self._app.wait_for(LOADING, game.file, ThreadJob(game.load), on_loaded)


def _format_figure(plans: Plans, name: str) -> str:
    """Return the score of a plan with its interval, its distance from the best plan, and the number of games."""
    plan = plans.figures.get(name)
    if plan is None:
        return ""
    score = plan.score
    interval = f"{100 * score.value:.0f} % ({100 * score.low:.0f} to {100 * score.high:.0f} %)"
    return f": {interval}, {_format_behind(plan.behind, plan.dropped)}, {pluralize(plan.games, 'game')}"


def _format_behind(behind: Estimate | None, dropped: int | None) -> str:
    if behind is None:
        return "the best so far"
    value, min_points, max_points = (-100 * share for share in (behind.value, behind.high, behind.low))
    certainty = "stopped early" if dropped is not None else "certain" if min_points > 0 else "perhaps as good"
    return f"{value:.0f} points behind ({min_points:.0f} to {max_points:.0f}), {certainty}"


def _plan_label(plans: Plans) -> str:
    """Return the name of the next plan, as far as the viewer may know it."""
    return f"plan {plans.next[0]}" if plans.next[0] else "a plan"


# --- Menu ---

AUTOSAVE = (
    "Each answer is saved at once, but a hidden choice only when both sides have made theirs. If the window is killed, "
    "Continue loses at most one answer. The beginning of each of the last 6 turns is saved too."
)
"""How games are saved. The README says the same."""
AUTOSAVE_OFF = "Autosave is off. Unsaved progress is lost when you leave."
TALK_LINES = 8
"""The number of lines that the dialog shows."""
PASS = "Pass to a friend"
TRUST = "The file has both sides' secrets, so play with a friend whom you trust."
Seated = Callable[[tuple[str, str]], None]


class BattleMenu:
    """The menu of a battle. `on_undone` is called when answers were undone, `reseat` with new players."""

    def __init__(self, table: TableScreen, session: Session, on_undone: Callable[[], None], reseat: Seated) -> None:
        self.app, self.table, self.session = table.app, table, session
        self._on_undone, self._reseat = on_undone, reseat
        self.plans = Plans(session)
        if self.plans.fault:
            self.app.say(self.plans.fault, bad=True)
        self.plans_menu = PlansMenu(table, self.plans, on_undone)

    def open(self) -> None:
        app, table, session = self.app, self.table, self.session
        off, unkept = session.elsewhere, session.unkept
        bookmark = partial(ask_bookmark, app, session)
        games = [
            Press("save", "Save", self.save_as, command="save", refusal=unkept),
            Press(BOOKMARK, "Bookmark this moment", bookmark, command=BOOKMARK),
            Press("replay", "Replay", self._replay),
            Press("pass", PASS, self.pass_game, refusal=session.refuse_pass()),
        ]
        players = Press("players", "Players", lambda: app.go(ToPlayers(session, table, self._reseat)), refusal=off)
        if session.stand_in_label and not session.has_ended:
            refused = session.refuse_stand_in()
            players = Press("stand in", session.stand_in_label, self._let_stand_in, refusal=refused)
        edit = Press("edit", "Edit a copy", partial(edit_copy, app, session, table), refusal=off)
        changes = [edit, players]
        if session.match.rehearsal:
            changes[1:1] = [
                Press("change", "Change by hand", self._change, refusal=off),
                Press("plans", "Plans", self.plans_menu.open, command="plans", refusal=off),
            ]
        if not refuse_rehearsal(session):
            changes.insert(0, Press("rehearse", "Rehearse", partial(rehearse, app, session, table), command="rehearse"))
        pages = [
            *([Press("talk", "Talk", self.talk, command="talk")] if session.has_line else []),
            Press("threats", "Threats", partial(table.command, "threats"), command="threats"),
            Press("briefing", "Briefing", lambda: app.go(ToBriefing(session, table)), command="briefing"),
            Press("rules", "Rules", lambda: app.go(ToRules(table, session)), command="help"),
            Press("keys", "Keys", lambda: app.go(ToKeys(table))),
            Press("settings", "Settings", lambda: app.go(ToSettings(table))),
        ]
        resume = Press("resume", "Resume", lambda: None, "primary", "cancel")
        title = Press("title", "Leave", partial(leave, app, self._title), "danger")
        name = session.keeper.name
        text = (f"Autosaved as '{name}'. " if name else "") + AUTOSAVE if app.settings.autosave else AUTOSAVE_OFF
        text = text if unkept is None else unkept.reason
        text = text if off is None else f"{text} {off.reason}{f' {AGREED}' if session.has_agreed else ''}"
        presses = (resume, None, *games, None, *changes, None, *pages, None, title)
        table.ask(session.match.setup.scenario.name, text, presses)

    # --- Talk ---
    def talk(self) -> None:
        """Show what was said last, and say something to the player at the other computer."""
        session = self.session
        if isinstance(session, RemoteSession):
            said = [line.text for line in session.game.talk.since(session.game.talk.count - TALK_LINES)]
            signals = [
                Press(f"signal {number}", words, partial(self._say, words)) for number, words in enumerate(SIGNALS, 1)
            ]
            write = Press("write", "Write a line", self._write, "primary")
            presses = [write, None, *signals, None, CLOSE] if session.humans else [CLOSE]
            self.table.ask("Talk", "\n".join(said) or "Nothing was said yet.", presses)

    def _write(self) -> None:
        takes = lambda words: len(words) <= MAX_LINE and words.isprintable()  # noqa: E731
        self.app.ask_text("Say", f"At most {MAX_LINE} letters.", "", "Send", self._say, takes)

    def _say(self, words: str) -> None:
        if isinstance(self.session, RemoteSession) and words and (refusal := self.session.say(words)) is not None:
            self.app.say(refusal.reason, bad=True)

    def pass_game(self) -> None:
        """Pass the game by file. Ask first in a game of two people at this screen, because one of them leaves it."""
        session, decision = self.session, self.session.match.decision
        if isinstance(session, FileSession):
            pass_game(self.app, session)
            return
        side = 1 - decision.side if decision is not None else 0
        own, friend = self.table.names[side], self.table.names[1 - side]
        session = FileSession(session.match, seats_by_file(side), session.keeper)
        presses = [Press("yes", "Pass it", partial(pass_game, self.app, session), "primary"), CANCEL]
        self.table.ask(PASS, f"Your friend must choose next, and plays {friend}. You play {own}. {TRUST}", presses)

    def _change(self) -> None:
        """Open the page on which a rehearsal is changed by hand, if that is possible now."""
        refused = self.session.match.refuse_edit(["turn", max(1, self.session.match.state.turn)])
        if refused is not None:
            self.app.say(refused.reason, bad=True)
        else:
            self.app.go(ToPositionEdit(self.session, self.table, self._on_undone))

    def _let_stand_in(self) -> None:
        """Let a computer player take a seat. The title follows if it is the one of the player here."""
        if self.session.let_stand_in():
            self._title()

    def _title(self) -> None:
        self.app.go(ToTitle())

    def _replay(self) -> None:
        """Show the game so far. A guest sees the moments of its own side."""
        app, table, session = self.app, self.table, self.session
        if not isinstance(session, GuestSession) or session.has_ended:
            app.go(ToReplay(session, table))
            return
        show: Callable[[SideCopy], None] = lambda copy: app.go(ToCopy(copy, table, session.file.path))  # noqa: E731
        app.wait_for(LOADING, session.match.setup.scenario.name, ThreadJob(session.file.copy()), show)

    def save_as(self) -> None:
        """Ask for a name, and save the game."""
        text = "If the name is already used, a number is added to it."
        given = f"{self.session.match.setup.scenario.name}, turn {max(1, self.session.match.state.turn)}"
        self.app.ask_text("Save as", text, given, "Save", self._on_name, in_name)

    def _on_name(self, name: str) -> None:
        if name:
            save(self.app, self.session, name)

    def load_last(self) -> None:
        """Load the last quick save."""
        path = self.session.keeper.quick
        if path is None:
            self.app.say("There is no quick save for this game yet.", bad=True)
            return
        load = partial(open_path, self.app, path, self.session.seats, replay=False)
        presses = [Press("yes", "Load", partial(leave, self.app, load), "primary"), CANCEL]
        text = "The loaded game continues as a separate game. This game stays saved."
        self.table.ask(f"Load '{path.stem}'?", text, presses)

    def rule_failed(self) -> None:
        """Offer how to continue after a rule failed: from before the last answer, or the one before it."""
        name, problem = self.session.rescue()
        saved_text = problem or f"The game before your last choice is saved as '{name}'"
        presses = [
            Press("yes", "Continue from there", lambda: None, "primary"),
            Press("back", "Undo one more choice", self._step_back),
            Press("title", "Leave", partial(leave, self.app, self._title), "danger"),
        ]
        self.table.ask("Internal error in a rule", f"{self.session.broken} {saved_text}.", presses)

    def _step_back(self) -> None:
        self.session.step_back()
        self._on_undone()


# --- Controllers ---

CONTROLLERS: dict[str, type[Controller]] = {
    "deploy": DeployController, "declare": MenuController, "menu": MenuController,
    "flex": DiceController, "reroll": DiceController, "reduce": DiceController,
    "repair": RepairController, "allocate": AllocateController, "lookout": LookoutController,
    "faces": FacesController, "free": FreeController, "attach": AttachController, "plan": PlanController,
    "spot": SpotController, "unload": UnloadController, "lay": LayController,
    "issue": IssueController,
    "beacon": BeaconController, "corner": CornerController, "edge": EdgeController,
}  # fmt: skip


def controller_for(decision: Decision | None, chosen: str = "") -> type[Controller]:
    """Return the controller class of a decision: its own, or the prompt for a short list.

    A chosen model that may activate has the menu of its activation.
    """
    if isinstance(decision, ChooseModel):
        return MenuController if decision.check(Activate(chosen)) is None else ActivateController
    return Controller if decision is None else CONTROLLERS.get(decision.kind, PromptController)


# --- Flow of the game ---


MAX_CHAIN = 40
"""Most answers given in advance whose motion one press ends."""
END_SECONDS = 1.0
"""Seconds before an activation ends by itself."""
CHANGED_CHANCE = 0.05
"""The change of a chance after which an attack given in advance is shown again."""


@frozen
class Chain:
    """Answers to the next decisions of a side, given in advance by one click."""

    answers: tuple[Answer, ...]
    side: int
    events: int
    """The number of events that the side had seen before the first answer."""
    chances: tuple[float | None, ...] = ()
    """The chance of each answer, None for those without."""
    is_interrupted: bool = False
    """Whether the side had to answer something else first."""


MIN_WAIT = 0.002
"""Seconds to wait for an answer if many are given in a frame."""


class BattleFlow:
    """The flow of a battle at its table: answers, computer players, animation, curtain, and undo."""

    def __init__(self, table: TableScreen) -> None:
        self._table, self._app, self._session = table, table.app, table.session
        self.watching = ComputerWatch(table, self.land)
        self.menu = BattleMenu(table, self._session, self.on_undone, self.reseat)
        self.controller = Controller(table.selection, None)
        """The controller of the current decision."""
        self.obvious: Answer | None = None
        """The answer given for the player without asking, None to ask."""
        self.covered: int | None = None
        """The side that plays next, while the curtain covers the window."""
        self.has_shown_result = False
        """Whether the result page was shown, so that the table stays."""
        self.saying = Saying()
        """The reason that a computer player gives for its answer."""
        self._answers_due = 0
        """Answers of computer players that are due and not decided yet."""
        self._answered_at: tuple[int, int] | None = None
        """The pointer's place at the last click on the board."""
        self.shows_nothing = False
        """Whether nothing is drawn at the pointer, because it hasn't moved since the last answer."""
        self._is_opening = False
        """Whether both players look at what happened before the first decision."""
        self.is_next_step = False
        """Whether the decision is the next step of the activation in which the one before was a step."""
        self._answered_side: int | None = None
        """The side that gave the last answer."""
        self._seconds_to_end = 0.0
        """Seconds until an activation with nothing left to do ends by itself. 0 if it doesn't."""
        self._unseen: int | None = None
        """The number of answers after which the player sees first what has happened, None for nothing to see."""
        self._chain: Chain | None = None
        """The answers that the player has given in advance."""
        self._request: Modal | None = None
        """The question about what a player at another computer asks."""
        self._chains: list[range] = []
        """The numbers of the answers of the game in each such chain, for undo."""
        table.selection.give, table.selection.choose = self.give, self.choose

    def ask(self) -> None:
        """Show the current state of the game and its decision."""
        table, selection, active = self._table, self._table.selection, self._session.match.state.activation
        selection.notice = None
        table.shown = self._session.view
        decision = self._session.decision
        asked_always = self._app.settings.ask_always
        self.obvious = None if decision is None or asked_always else self._session.obvious(decision)
        last = self.controller.decision
        if isinstance(last, NextOrder) and isinstance(decision, NextOrder):
            self.is_next_step = last.subject == decision.subject
        else:
            self.is_next_step = False
        self.controller = controller_for(decision, selection.selected)(selection, decision)
        if decision is None and active is not None:
            selection.selected, selection.weapons = active.model, ()
        if decision is not None and self.obvious is None and not table.animation.running:
            settings = self._app.settings
            table.animation.keep_dice(
                self._session.events(), table.shown, decision.kind, settings.speed, settings.motion,
                self.controller.asked_dice,
            )
        table.dirty = True
        table.point()
        self.shows_nothing = False
        if table.pointer == self._answered_at:  # The pointer is still where the last answer was given.
            self.show_nothing()
        self._seconds_to_end = END_SECONDS if isinstance(decision, NextOrder) else 0.0
        if self._chain is not None and self.obvious is None:
            self._go_on(self._chain, decision)

    def show_nothing(self) -> None:
        """Show nothing at the pointer until it moves. The first click there only shows what the next one does."""
        self.shows_nothing, self._table.selection.point = True, None

    def choose(self, model_id: str) -> None:
        """Choose the model that will activate, or none with "". Nothing is answered."""
        selection, decision = self._table.selection, self._session.decision
        selection.selected, selection.weapons, selection.target = model_id, (), ""
        self.controller = controller_for(decision, model_id)(selection, decision)
        self._table.dirty = True
        self._table.point()

    def begin(self, *, taken_up: bool) -> None:
        """Open the game for both players: in a new game the dice rolled before the first decision, then the curtain."""
        self._session.let_both_view()
        if self._session.has_news:  # The table shows what has happened before it was opened.
            self._session.step_computer()
        self.ask()
        if not taken_up:
            settings = self._app.settings
            self._table.animation.start(
                self._session.events(), self._table.shown, settings.speed, settings.motion
            )
        self._is_opening = True
        if not self._table.animation.running:
            self.land()
        self._unseen = self._session.unseen
        if self._unseen is not None and self._app.settings.curtain:
            self.covered = self._session.viewer

    def _show_unseen(self, answers: int) -> None:
        """Replay what the player hasn't seen after a number of answers, if there is anything."""
        session, self._unseen = self._session, None
        events = session.match.events
        if events.seen_by(session.viewer, session.match.events_after(answers)):
            self._app.go(ToReplay(session, self._table, answers, is_news=True))

    def clicked(self) -> None:
        """Note a click on the board, so that it isn't taken for the next answer too."""
        self._answered_at = self._table.pointer

    # --- Answers ---
    def give(self, *answers: Answer) -> None:
        """Handle answers of the controller. Ask first if they would take the model out of play."""
        if self._table.animation.running:  # Ignore input until the animation shows the new decision.
            self.land()
            return
        admitted = self._session.admit(self.controller.complete(answers))
        if isinstance(admitted, Refusal):
            self._table.selection.refuse(admitted)
            return
        answers = admitted
        menu = self.controller.menu
        warning = menu.warning(answers[-1]) if menu is not None else None
        if warning is None or self.controller.check(answers[-1]) is not None:
            self._send(answers)
            return
        cancel = replace(CANCEL, kind="primary")
        presses = [Press("yes", "Leave play", partial(self._confirm, self._session.match.decision, answers), "danger"),
                   cancel]  # fmt: skip
        self._table.ask("Leave play?", warning.reason, presses)

    def _confirm(self, decision: Decision | None, answers: tuple[Answer, ...]) -> None:
        """Give answers that were confirmed, unless another question has come meanwhile."""
        if self._session.match.decision is decision:
            self._send(answers)

    def _send(self, answers: tuple[Answer, ...]) -> None:
        """Give the first answer now, and the others to the decisions after it."""
        match = self._session.match
        if len(answers) > 1:
            side, count = match.decision.side if match.decision else 0, len(self._session.events())
            self._chain = Chain(answers[1:], side, count, tuple(map(self._chance, answers[1:])))
            self._chains.append(range(len(match.journal), len(match.journal)))
            self._take_of_chain(answers[0])
        else:
            self.take(answers[0])

    def _take_of_chain(self, answer: Answer) -> None:
        """Give an answer of a chain, and note that it belongs to it."""
        self._chains[-1] = range(self._chains[-1].start, len(self._session.match.journal) + 1)
        self.take(answer)

    def _chance(self, answer: Answer) -> float | None:
        """Return the chance of an attack to hit, None for other orders."""
        menu = self.controller.menu
        if menu is None or not isinstance(answer, Attack):
            return None
        shot = assess(menu.state, menu.model, answer.mounts, menu.state.models[answer.target], ACTIVATION)
        return None if isinstance(shot, Refusal) else float(shot.odds().success)

    def _go_on(self, chain: Chain, decision: Decision | None) -> None:
        """Give the next answer of a chain if the decision is the one that it was meant for.

        After dice, or when it is no longer legal, what remains is only shown. Another question comes first.
        """
        if decision is None:
            if not self._session.waits_for_computer and self.covered is None:
                self._chain = None
            return
        if decision.side != chain.side or not isinstance(chain.answers[0], decision.answers):
            self._chain = replace(chain, is_interrupted=True) if decision.side == chain.side else chain
            if isinstance(decision, ChooseModel):
                self._chain = None
            return
        events = self._session.events()[chain.events :]
        is_same = not chain.is_interrupted and not any(isinstance(entry.event, Rolled) for entry in events)
        if chain.chances[0] is not None:  # Dice and questions end no attacks, unless their chance has changed.
            now = self._chance(chain.answers[0]) if decision.check(chain.answers[0]) is None else None
            is_same = now is not None and abs(now - chain.chances[0]) < CHANGED_CHANCE
        self._chain = None
        if is_same and decision.check(chain.answers[0]) is None:
            if len(chain.answers) > 1:
                self._chain = replace(chain, answers=chain.answers[1:], chances=chain.chances[1:])
            self._take_of_chain(chain.answers[0])
        elif isinstance(decision, NextOrder):
            selection = self._table.selection
            selection.pinned = (decision.subject, chain.answers)
            self.controller = controller_for(decision)(selection, decision)

    def take(self, choice: Answer | Choice) -> None:
        """Answer the current decision, and show the result."""
        self._show_result(self._session.answer(choice, curtain=self._app.settings.curtain))

    def _show_result(self, outcome: AnswerOutcome | Refusal | None) -> None:
        """Show the result of an answer, or why it was refused. If a rule failed, offer how to continue."""
        self._table.selection.refuse(outcome if isinstance(outcome, Refusal) else None)
        if isinstance(outcome, AnswerOutcome):
            self._show(outcome)
        elif self._session.broken:
            self.menu.rule_failed()

    def _show(self, outcome: AnswerOutcome) -> None:
        """Pass an outcome on to the watch of computer players, the curtain, and the animation."""
        self._table.board.is_late = True
        self._table.animation.drop_dice()
        self._answered_side = outcome.side
        if not self._session.hot_seat:
            self.watching.follow(outcome)
        if outcome.covered is not None:
            self.covered = outcome.covered
        if self.covered is None:
            if self._app.settings.reasons == SHOWN:
                self.saying.take(outcome.events, outcome.before, outcome.after)
            is_skipping, settings = bool(self.watching.watch.skipping), self._app.settings
            speed = 0.0 if is_skipping else settings.speed
            self._table.animation.start(outcome.events, outcome.before, speed, settings.motion, is_silent=is_skipping)
        if not self._table.animation.running:
            self.ask()

    def _count_game(self) -> None:
        """After some games of a person, hints end by themselves."""
        settings = self._app.settings
        if settings.hint_games and self._session.humans:
            settings.hint_games -= 1
            self._app.write_settings()

    def offers(self) -> list[Press]:
        """Return the buttons while the other side answers, else []."""
        if not self._session.awaits_friend:
            return self.watching.offers()
        return [Press("pass", PASS, self.menu.pass_game, "primary", "confirm", place=ButtonPlace.LIT)]

    # --- Time ---
    def update(self, dt: float) -> None:
        """Give the next answer that needs no human, if one is due."""
        decision = self._session.match.decision
        if self._session.has_news:
            if not self.watching.is_halted:
                self._show_result(self._session.step_computer())
        elif self._unseen is not None:
            self._show_unseen(self._unseen)
        elif decision is None:
            if self._session.has_ended and not self.has_shown_result:
                self.has_shown_result = True
                self._app.sounds.play(END)
                self._count_game()
                self._app.go(ToResult(self._session, self._table.names, self._table))
        elif self._session.unasked and self._session.placing:
            self.take(decision.default())
        elif self.obvious is not None:
            self._give_obvious(decision, self.obvious)
        elif self.is_ending:
            self._seconds_to_end -= dt
            if self._seconds_to_end <= 0:
                self.give(End())
        elif self._session.seats != HUMANS and self._session.waits_for_computer and not self._session.awaits_friend:
            if self._table.animation.holds and not self.watching.watch.skipping:
                return
            self._answers_due = self.watching.watch.answers(dt, self._app.settings.speed) or self._answers_due
            while self._answers_due and not self.watching.is_halted and self._step_computer():
                pass

    @property
    def is_ending(self) -> bool:
        """Whether the activation is about to end by itself, because nothing is left to do."""
        return self._seconds_to_end > 0 and self._app.settings.ends_itself and self.controller.is_done

    @property
    def end_share(self) -> float:
        """The share of the time that has passed before the activation ends by itself."""
        return 1 - self._seconds_to_end / END_SECONDS

    def stop_ending(self) -> None:
        """Leave it to the player to end the activation."""
        self._seconds_to_end = 0.0

    def _give_obvious(self, decision: Decision, answer: Answer) -> None:
        """Give the answer that needs no question, and log it."""
        self.obvious = None
        words = obvious_words(decision, answer)
        self._show_result(self._session.answer_unasked(answer, words, curtain=self._app.settings.curtain))

    def _step_computer(self) -> bool:
        """Give an answer of a computer player that is due. Return whether another may follow at once."""
        is_skipping = bool(self.watching.watch.skipping)
        self._session.reasons = self._app.settings.reasons != UNSAID
        result = self._session.step_computer(curtain=self._app.settings.curtain, wait=MIN_WAIT if is_skipping else 0.0)
        if result is None:
            self._answers_due = 1
            return False
        self._answers_due = self._answers_due - 1 if is_skipping else 0
        self._show_result(result)
        return self._session.waits_for_computer and not self._table.animation.running

    def hear(self) -> None:
        """Show what went wrong with another player. Pass on what one at another computer asks, until it withdraws."""
        session, app = self._session, self._app
        if session.failed:
            app.say(session.failed, bad=True)
            session.failed = ""
        if not session.request:
            app.modal = None if app.modal is self._request else app.modal
            self._request = None
        elif app.modal is None:
            answers = (("yes", "Undo", "plain"), ("no", "Don't undo", "primary"))
            app.ask("Undo?", session.request, answers, lambda answer: session.reply(agrees=answer == "yes"))
            self._request = app.modal

    def land(self) -> None:
        """End the animation, and show the current state of the game."""
        self._table.animation.finish()
        self.watching.shows_again = False
        if self._is_opening:
            self._is_opening = False
            self.cover()
        self.ask()

    def end_motion(self) -> bool:
        """End the motion, and that of answers given in advance. Return whether the side that moved continues.

        Then no other question has come, so that what the player has pressed meanwhile still has its meaning.
        """
        for _ in range(MAX_CHAIN):
            if self._table.animation.running:
                self.land()
        return self.continues and self.covered is None and self.obvious is None and not self._table.animation.running

    @property
    def continues(self) -> bool:
        """Whether the side that answered last chooses what to do next, and no other question has come."""
        decision = self._session.decision
        return isinstance(decision, NextOrder | ChooseModel) and decision.side == self._answered_side

    # --- Curtain and undo ---
    def cover(self) -> None:
        """Cover what only one player may see, when a game opens and after undo."""
        covered = self._session.cover(curtain=self._app.settings.curtain)
        self.covered = self.covered if covered is None else covered

    def undo(self) -> None:
        """Undo the last answer, or show why that isn't possible."""
        if self._table.animation.running:
            self.land()
        refusal = self._session.undo()
        if refusal is not None:
            self._table.selection.refuse(refusal)
            return
        while self._was_given_together() and self._session.undo() is None:
            pass
        while self._is_obvious() and self._session.undo() is None:  # It was given together with the answer before it.
            pass
        self.on_undone()
        self.obvious = None

    def _was_given_together(self) -> bool:
        """Return whether the last answer belongs to a chain whose rest has been undone."""
        count = len(self._session.match.journal)
        self._chains = [given for given in self._chains if given.start < count]
        return bool(self._chains) and count in self._chains[-1]

    def _is_obvious(self) -> bool:
        """Return whether the current decision would be answered without asking, by what its own side knows."""
        match = self._session.match
        pending = match.decision
        if pending is None or pending.side not in self._session.humans or self._app.settings.ask_always:
            return False
        own_view = match.view(pending.side)
        return obvious_answer(own_view, pending.on(own_view)) is not None

    def on_undone(self) -> None:
        """Show the game after answers were undone, to the player who may see it."""
        self.cover()
        self._table.animation.forget()
        self.watching.past.forget()
        self.saying.forget()
        self._session.unasked.clear()
        self.ask()

    def reseat(self, seats: tuple[str, str]) -> None:
        """Change the players, and show the game to the player who may see it."""
        if seats == self._session.seats:
            return
        if self._table.animation.running:
            self.land()
        covered = self._session.reseat(seats, curtain=self._app.settings.curtain)
        self.covered = covered
        self._table.animation.forget()
        self.watching.on_reseated()
        self.saying.forget()
        self.ask()

    @property
    def is_waiting(self) -> bool:
        """Whether the game waits for a user: to lift the curtain, or to continue a paused game."""
        return self.covered is not None or self.watching.is_halted

    @property
    def is_due(self) -> bool:
        """Whether the game would continue by itself: with an answer that needs no human, or with the result page."""
        waits = self._session.waits_for_computer and not self._session.awaits_friend
        waits = waits or self._session.placing or self.obvious is not None or self._unseen is not None
        waits = waits or self.is_ending or self._session.has_news
        is_over = self._session.match.over and not self._session.awaits_friend
        return waits or (is_over and not self.has_shown_result)
