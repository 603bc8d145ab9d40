"""The plans of a rehearsal: which there are and how they do, kept, rehearsed together, forgotten."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from jovian.cards.error import short_name
from jovian.match import SaveError
from jovian.players import SWIFT
from jovian.rules.facts.words import counted
from jovian.ui.files.loaded_game import LoadedGame, LoadJob
from jovian.ui.playing.planned import Plans
from jovian.ui.playing.session import Session
from jovian.ui.screens.destinations import ToReplay
from jovian.ui.screens.opening import LOADING
from jovian.ui.screens.screen import Job
from jovian.ui.screens.table.table_screen import TableScreen

NONE = (
    "Play an activation, then keep it here: it is taken back, and you may try another one from the same position. Two "
    "to eight of them are rehearsed together: computer players play each on over the same games."
)
ROW = "{name} · {model}{figure}"
KEEPS = "Now: the activation of {name}, which is taken back."
UNSEEN = "Now: the last activation, which is taken back."
KEPT = "Kept as plan {name}, and taken back: try another one."
ASTRAY = "They begin in another line of this game: they are shown and rehearsed once it is back there."
SEATS = "who sits there"
WATCHED = "Games of the rehearsal as they went, from where the plans begin. The typical one lies in the middle of all."
TO_COME = "Their figures come in beside their ghosts on the table."


class PlansMenu:
    """A question over the battle; `told_anew` is called when an activation was taken back."""

    def __init__(self, table: TableScreen, plans: Plans, told_anew: Callable[[], None]) -> None:
        self._app, self._table, self._plans, self._told_anew = table.app, table, plans, told_anew

    def open(self) -> None:
        """Tell of the plans, and ask what to do."""
        plans = self._plans
        answers = [] if plans.refused is not None else [("keep", f"Keep this as {_called(plans)}", "primary")]
        if plans.running:
            answers.append(("stop", "Call it off", "plain"))
        elif len(plans.tried) > 1 and not plans.astray:
            answers.append(("rehearse", "Rehearse them", "primary" if not answers else "plain"))
            answers.append(("games", f"{plans.games} games each", "plain"))
            answers.append(("player", f"Played by: {plans.player or SEATS}", "plain"))
        if plans.to_watch:
            answers.append(("watch", "Watch a game", "plain"))
        if plans.tried:
            answers.append(("forget", "Forget them", "danger"))
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
    return f": {said}, {_behind(behind, standing['dropped'])}, {counted(standing['games'], 'game')}"


def _behind(behind: dict[str, float] | None, dropped: int | None) -> str:
    if behind is None:
        return "the best so far"
    value, least, most = (-100 * behind[end] for end in ("value", "high", "low"))
    sure = "given up" if dropped is not None else "surely" if least > 0 else "perhaps as good"
    return f"{value:.0f} points behind ({least:.0f} to {most:.0f}), {sure}"


def _called(plans: Plans) -> str:
    """What the next one is called, as far as whoever looks may know."""
    return f"plan {plans.next[0]}" if plans.next[0] else "a plan"
