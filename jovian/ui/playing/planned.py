"""Plans that are tried in a rehearsal: each is played once, kept by a letter and taken back; then all are rehearsed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from jovian.game import Refusal, State
from jovian.match import Match
from jovian.players import PLAYERS, SWIFT
from jovian.rehearsal.one_game.plans import Plan, write_plan
from jovian.rehearsal.work.rooms import Room
from jovian.table import Pose
from jovian.ui.playing.rehearsing import Rehearsing, position_of
from jovian.ui.playing.session import Session

LETTERS = "ABCDEFGH"
GAMES = (300, 1000, 100)
"""How many games are played with each plan at most: what may be chosen, the usual first."""
SEATED = ""
"""In place of a player: who sits there, or for a human and for one that thinks long who plays well and quickly."""
BEGIN, DECLARE = "activate", "declare"
"""Kinds of questions that an activation begins with; the first is not asked where there is no choice."""
NOTHING = "Nothing has been played that could be kept: play an activation first."
SINCE = "Play another activation from here to keep it as well."
FULL = "Eight plans are kept already: forget them first."
ONLY = (
    "Plans are kept in a rehearsal only: an activation is tried and taken back, and with it dice that fell and what "
    "came to light, which no game against somebody allows. It is an option before the game."
)


@dataclass(frozen=True, slots=True)
class Tried:
    """A plan that was played once, and what it led to that time."""

    plan: Plan
    model: str
    """The name of the model that activated in it."""
    ends: tuple[tuple[str, Pose], ...]
    """The models of its side that it moved, by their ids, and where to."""


class Plans:
    """The plans of one battle: all for the same position, which the game goes back to when one is kept."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.tried: tuple[Tried, ...] = ()
        self.run: Rehearsing | None = None
        self.games = GAMES[0]
        """How many are played with each at most."""
        self.player = SEATED
        """Who plays them on for both sides."""
        self._before: list[Any] = []
        """The answers up to the position that they are for."""
        self._room: Room | None = None
        self._heard = 0

    # --- keeping ---
    @property
    def refused(self) -> Refusal | None:
        """Why nothing can be kept now, None if something can."""
        match = self._session.match
        if not match.rehearsal:
            return Refusal(ONLY)
        begin = _begun(match, self._session.humans)
        if begin is None:
            return Refusal(NOTHING)
        if begin < len(self._before) and match.journal[: len(self._before)] == self._before:
            return Refusal(SINCE)
        return Refusal(FULL) if len(self._for(begin)) == len(LETTERS) else None

    @property
    def next(self) -> tuple[str, str]:
        """What the next plan will be called, and who activates in it; it is not `refused`."""
        match = self._session.match
        begin = _begun(match, self._session.humans)
        assert begin is not None
        return LETTERS[len(self._for(begin))], _who(match, begin)

    def _for(self, begin: int) -> tuple[Tried, ...]:
        """The plans for a position, which are those that are kept if it is theirs."""
        return self.tried if self._session.match.journal[:begin] == self._before else ()

    def keep(self) -> Refusal | None:
        """Keep the last activation of a human and take it back; why not, if that cannot be."""
        match, refusal = self._session.match, self.refused
        if refusal is not None:
            return refusal
        begins = _begins(match)
        begin = _begun(match, self._session.humans)
        assert begin is not None
        end = next((each for each in begins if each > begin), len(match.journal))
        played, (letter, who) = match.fork_at(end), self.next
        try:
            plan = Plan.of(played, begin, letter, match.journal[begin][0])
        except ValueError as error:
            return Refusal(f"It cannot be kept: {error}.")
        kept, before = self._for(begin), match.fork_at(begin).state
        self.forget()
        self._before = match.journal[:begin]
        self.tried = (*kept, Tried(plan, who, _moved(before, played.state, plan.side)))
        return self._session.take_back_to(begin)

    def forget(self) -> None:
        """Forget all of them."""
        self.cancel()
        self.tried, self.run, self._before = (), None, []

    # --- rehearsing ---
    @property
    def running(self) -> bool:
        """Are they being rehearsed?"""
        return self.run is not None and self.run.running

    def rehearse(self) -> None:
        """Rehearse them together, beside the game, from what their side may know. Raises OSError."""
        match = self._session.match.fork_at(len(self._before))
        self.cancel()
        self._room = Room()
        paths = [str(self._room.path / f"{tried.plan.name}.json") for tried in self.tried]
        for path, tried in zip(paths, self.tried, strict=True):
            write_plan(tried.plan, path)
        seats = (seat if seat in SWIFT else SWIFT[-1] for seat in self._session.seats)
        players = ",".join(self.player or seat for seat in seats)
        side = str(self.tried[0].plan.side)
        asked = ("--plans", *paths, "--players", players, "--games", str(self.games), "--knowing", side)
        self.run = Rehearsing(position_of(match), asked)

    def other_games(self) -> None:
        """So many games as come next in the list of what may be chosen."""
        self.games = GAMES[(GAMES.index(self.games) + 1) % len(GAMES)]

    def other_player(self) -> None:
        """The next player: each by name, after the last who sits there."""
        names = (SEATED, *PLAYERS)
        self.player = names[(names.index(self.player) + 1) % len(names)]

    def cancel(self) -> None:
        """Call their rehearsal off; what it has told so far stays."""
        if self.run is not None:
            self.run.cancel()

    @property
    def figures(self) -> dict[str, dict[str, Any]]:
        """How each plan has done so far, by its letter, as the JSON of `rehearse` says it."""
        answer = self.run.poll() if self.run is not None else None
        return {each["name"]: each for each in answer["comparison"]["plans"]} if answer is not None else {}

    def news(self) -> bool:
        """Has anything been heard since this was asked last?"""
        before, self._heard = self._heard, self.run.heard if self.run is not None else 0
        return before != self._heard

    @property
    def shown(self) -> tuple[Tried, ...]:
        """Those that their side sees: while their position lasts, and while another one is played from it."""
        if not self.tried or self._session.looker not in (None, self.tried[0].plan.side):
            return ()
        journal, begun = self._session.match.journal, len(self._before)
        since = [each for each in _begins(self._session.match) if each >= begun]
        return self.tried if len(since) <= 1 and journal[:begun] == self._before else ()


def figure(standing: dict[str, Any] | None) -> str:
    """How a plan did, in a word or two: its chance, and how far behind the best."""
    if standing is None:
        return ""
    chance = f"{100 * standing['score']['value']:.0f} %"
    if standing["behind"] is None:
        return f"{chance} best"
    return f"{chance} ({100 * standing['behind']['value']:+.0f}{', dropped' if standing['dropped'] else ''})"


def _begins(match: Match) -> list[int]:
    """After how many answers activations began."""
    kinds = ["", *(entry[1] for entry in match.journal)]
    return [
        answers for answers, kind in enumerate(kinds[1:])
        if kind == BEGIN or (kind == DECLARE and kinds[answers] != BEGIN)
    ]  # fmt: skip


def _begun(match: Match, humans: tuple[int, ...]) -> int | None:
    """After how many answers the last activation of a human began."""
    return next((each for each in reversed(_begins(match)) if match.journal[each][0] in humans), None)


def _who(match: Match, begin: int) -> str:
    """Who activates after so many answers."""
    state, (_, kind, choice) = match.fork_at(begin).state, match.journal[begin]
    ident = choice[1] if kind == BEGIN or state.activation is None else state.activation.model
    return state.models[ident].name


def _moved(before: State, after: State, side: int) -> tuple[tuple[str, Pose], ...]:
    """The models of a side that stand on the table, and did not stand there before."""
    return tuple(
        (model.id, model.pose) for model in after.on_table()
        if model.side == side and (model.id not in before.models or model.pose != before.models[model.id].pose)
    )  # fmt: skip
