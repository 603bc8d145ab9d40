"""Plans that are tried in a rehearsal: each is played once, kept by a letter and taken back; then all are rehearsed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from jovian.game import Refusal, State
from jovian.match import Match
from jovian.match.entries import Answered
from jovian.players import PLAYERS, SWIFT
from jovian.rehearsal.game import Plan, write_plan
from jovian.rehearsal.workers import Room
from jovian.rules.basics.rolls import key_to_words
from jovian.table import Pose
from jovian.ui.files.saves import LETTERS, PLANS, Kept, Tried, read_plans, written
from jovian.ui.session.rehearsals import RehearsalStatus, Rehearsing, position_of
from jovian.ui.session.session import Session

GAMES_TO_LOOK_AT = "games"
"""The folder of them, in the room of a rehearsal."""
GAMES = (300, 1000, 100)
"""How many games are played with each plan at most: what may be chosen, the usual first."""
SEATED = ""
"""In place of a player: who sits there, or for a human and for one that thinks long who plays well and quickly."""
BEGIN, DECLARE = "activate", "declare"
"""Kinds of questions that an activation begins with; the first is not asked where there is no choice."""
NOTHING = "Play an activation first. Then you can save it as a plan."
SINCE = "Play another activation from here to keep it as well."
FULL = "You already have eight plans. Delete them first."
ONLY = (
    "Plans are kept in a rehearsal only: an activation is tried and taken back, and with it dice that fell and what "
    "came to light, which no game against somebody allows. It is an option before the game."
)


class Planning:
    """The plans of one side, and their rehearsal."""

    def __init__(self, kept: Kept) -> None:
        self.kept = kept
        self.run: Rehearsing | None = None
        self.room: Room | None = None
        self.receive = 0

    def cancel(self) -> None:
        """Call their rehearsal off; what it has told so far stays."""
        if self.run is not None:
            self.run.cancel()


class Plans:
    """The plans of one battle: those of a side all for the same position, which the game goes back to when one is kept.

    A side knows nothing of the plans of the other. They are kept beside the game.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self.fault = ""
        """Why those that lay beside the game could not be read, "" if they could."""
        self._sides = {side: Planning(kept) for side, kept in self._found().items()}
        self.games = GAMES[0]
        """How many are played with each at most."""
        self.player = SEATED
        """Who plays them on for both sides."""

    def _found(self) -> dict[int, Kept]:
        """Those that lie beside the game."""
        keeper, match = self._session.keeper, self._session.match
        try:
            if PLANS in keeper.note and not match.rehearsal:
                raise ValueError("only a rehearsal has any")
            return read_plans(keeper.note.get(PLANS, []), match)
        except ValueError as error:
            self.fault = f"The plans that lay beside this game cannot be read: {error}."
            keeper.put(PLANS, None)
            return {}

    @property
    def _own(self) -> Planning:
        """The plans that whoever looks may know of."""
        looker = self._session.looker
        told = (0, 1) if looker is None else (looker,)
        return next((self._sides[side] for side in told if side in self._sides), Planning(Kept()))

    @property
    def tried(self) -> tuple[Tried, ...]:
        """The plans of the side that looks."""
        return self._own.kept.tried

    @property
    def run(self) -> Rehearsing | None:
        """The rehearsal of them, None for none so far."""
        return self._own.run

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
        if any(begin < len(each.kept.before) and each.kept.stands_in(match) for each in self._sides.values()):
            return Refusal(SINCE)
        return Refusal(FULL) if len(self._for(begin)) == len(LETTERS) else None

    @property
    def next(self) -> tuple[str, str]:
        """What the next plan will be called, and who activates in it, "" where whoever looks may not know.

        It is not `refused`.
        """
        match, looker = self._session.match, self._session.looker
        begin = _begun(match, self._session.humans)
        assert begin is not None
        known = looker in (None, _activation(match, begin).side)
        ident = _who(match, begin)
        letter = LETTERS[len(self._for(begin))] if known else ""
        return letter, self._session.view.models[ident].name if ident in self._session.view.models else ""

    def _for(self, begin: int) -> tuple[Tried, ...]:
        """The plans for a position, of whose turn it is there."""
        match = self._session.match
        side = self._sides.get(_activation(match, begin).side)
        own = side is not None and match.journal[:begin] == list(side.kept.before)
        return side.kept.tried if side is not None and own else ()

    def keep(self) -> Refusal | None:
        """Keep the last activation of a human and take it back; why not, if that cannot be."""
        match, refusal = self._session.match, self.refused
        if refusal is not None:
            return refusal
        begin = _begun(match, self._session.humans)
        assert begin is not None
        kept = self._for(begin)
        try:
            tried = _tried(match, begin, LETTERS[len(kept)])
        except ValueError as error:
            return Refusal(f"It cannot be kept: {error}.")
        side = tried.plan.side
        if side in self._sides:
            self._sides[side].cancel()
        self._sides[side] = Planning(Kept(tuple(match.journal[:begin]), (*kept, tried)))
        self._write()
        return self._session.take_back_to(begin)

    def forget(self) -> None:
        """Forget all that the side that looks has."""
        own = self._own
        own.cancel()
        self._sides = {side: each for side, each in self._sides.items() if each is not own}
        self._write()

    def _write(self) -> None:
        """Keep them beside the game."""
        self._session.put(PLANS, written({side: each.kept for side, each in self._sides.items()}))

    # --- rehearsing ---
    @property
    def running(self) -> bool:
        """Are they being rehearsed?"""
        return self.run is not None and self.run.running

    @property
    def astray(self) -> bool:
        """Has the game not come by their position?"""
        return not self._own.kept.stands_in(self._session.match)

    def rehearse(self) -> None:
        """Rehearse them together, beside the game, from what their side may know, which may be all. Raises OSError."""
        own, session = self._own, self._session
        match = session.match.fork_at(len(own.kept.before))
        own.cancel()
        own.room = Room()
        paths = [str(own.room.path / f"{tried.plan.name}.json") for tried in own.kept.tried]
        for path, tried in zip(paths, own.kept.tried, strict=True):
            write_plan(tried.plan, path)
        seats = (seat if seat in SWIFT else SWIFT[-1] for seat in session.seats)
        players = ",".join(self.player or seat for seat in seats)
        side = str(own.kept.tried[0].plan.side)
        shown = ("--save", str(own.room.path / GAMES_TO_LOOK_AT)) if _open(match, int(side)) else ("--knowing", side)
        asked = ("--plans", *paths, "--players", players, "--games", str(self.games), *shown)
        own.run = Rehearsing(position_of(match), asked)

    @property
    def to_watch(self) -> list[tuple[str, Path]]:
        """The games worth a look, each with the letter of its plan and what it shows, once all have been played.

        There are none where something is hidden from their side: what was drawn for it is in no save.
        """
        own = self._own
        if own.room is None or own.run is None or own.run.course is not RehearsalStatus.DONE:
            return []
        found = sorted((own.room.path / GAMES_TO_LOOK_AT).glob("plan-*.json"))
        told = [path.stem.split("-", 2) for path in found]
        return [(f"{LETTERS[int(number) - 1]}: {key_to_words(what)}", path)
                for path, (_, number, what) in zip(found, told, strict=True)]  # fmt: skip

    @property
    def begin(self) -> int:
        """After how many answers they begin."""
        return len(self._own.kept.before)

    def other_games(self) -> None:
        """So many games as come next in the list of what may be chosen."""
        self.games = GAMES[(GAMES.index(self.games) + 1) % len(GAMES)]

    def other_player(self) -> None:
        """The next player: each by name, after the last who sits there."""
        names = (SEATED, *PLAYERS)
        self.player = names[(names.index(self.player) + 1) % len(names)]

    def cancel(self) -> None:
        """Call the rehearsal off; what it has told so far stays."""
        self._own.cancel()

    @property
    def figures(self) -> dict[str, dict[str, Any]]:
        """How each plan has done so far, by its letter, as the JSON of `rehearse` says it."""
        answer = self.run.poll() if self.run is not None else None
        return {each["name"]: each for each in answer["comparison"]["plans"]} if answer is not None else {}

    def news(self) -> bool:
        """Has anything been heard since this was asked last?"""
        if not self._sides:
            return False
        own = self._own
        before, own.receive = own.receive, own.run.receive if own.run is not None else 0
        return before != own.receive

    @property
    def shown(self) -> tuple[Tried, ...]:
        """Those that their side sees: while their position lasts, and while another one is played from it."""
        kept, match = self._own.kept, self._session.match
        if not kept.tried or not kept.stands_in(match):
            return ()
        return kept.tried if sum(each >= len(kept.before) for each in _begins(match)) <= 1 else ()


def _open(match: Match, side: int) -> bool:
    """Does a side know all that there is?"""
    seen, asked = match.view(side).models, match.decision
    return (asked is None or not asked.sealed) and all(
        ident in seen and seen[ident].cargo == model.cargo and seen[ident].card == model.card
        for ident, model in match.state.models.items()
    )


def _tried(match: Match, begin: int, letter: str) -> Tried:
    """The activation that began after so many answers. Raises ValueError if it is no plan."""
    end = next((each for each in _begins(match) if each > begin), len(match.journal))
    played, before = match.fork_at(end), match.fork_at(begin).state
    plan = Plan.of(played, begin, letter, _activation(match, begin).side)
    return Tried(plan, before.models[_who(match, begin)].name, _moved(before, played.state, plan.side))


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
    kinds = ["", *(entry.kind if isinstance(entry, Answered) else "" for entry in match.journal)]
    return [
        answers for answers, kind in enumerate(kinds[1:])
        if kind == BEGIN or (kind == DECLARE and kinds[answers] != BEGIN)
    ]  # fmt: skip


def _begun(match: Match, humans: tuple[int, ...]) -> int | None:
    """After how many answers the last activation of a human began."""
    return next((each for each in reversed(_begins(match)) if _activation(match, each).side in humans), None)


def _who(match: Match, begin: int) -> str:
    """The id of who activates after so many answers."""
    state, entry = match.fork_at(begin).state, _activation(match, begin)
    if entry.choice is not None and (entry.kind == BEGIN or state.activation is None):
        return str(entry.choice[1])
    assert state.activation is not None
    return state.activation.model


def _activation(match: Match, begin: int) -> Answered:
    """The answer that an activation began with, after so many."""
    entry = match.journal[begin]
    assert isinstance(entry, Answered)
    return entry


def _moved(before: State, after: State, side: int) -> tuple[tuple[str, Pose], ...]:
    """The models of a side that stand on the table, and did not stand there before."""
    return tuple(
        (model.id, model.pose) for model in after.on_table()
        if model.side == side and (model.id not in before.models or model.pose != before.models[model.id].pose)
    )  # fmt: skip
