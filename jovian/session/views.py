"""Who plays each side, and what the viewer of a game may see."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from jovian.cards.files import short_name
from jovian.game import Decision, EventLog, LogEntry, Refusal, State, view
from jovian.game.game import OPEN, holds_back
from jovian.match import Match
from jovian.match.entries import Answered, Edited, Reseeded
from jovian.players import NAMES
from jovian.players.player import is_file_player
from jovian.players.worker import PlayerQuestion
from jovian.user_files.player_files import OwnPlayer, bare_name, find_player
from jovian.user_files.saves import FRIEND

# --- Seats ---
#
# A seat is the name of the player of a side: a human at this machine, or a computer player.

HUMAN, REMOTE = "human", "remote"
SEATS = (HUMAN, *NAMES)
"""The players that can be chosen. New computer players appear here by themselves."""
MANNERS = {"bold": "takes risks", "steady": "values both sides equally", "wary": "cautious"}
"""Descriptions of temperaments."""
LINES = {
    HUMAN: "at this machine",
    REMOTE: "at another computer",
    FRIEND: "at another computer, by file",
    "random": "any legal answer, for a first look",
    "cadet": "makes plain mistakes, for a first game",
    "ensign": "uses exact odds and simple rules (fast)",
    "captain": "plans whole activations, plays for the points",
    "admiral": "simulates its plans before choosing (slow)",
}
"""Descriptions of players."""
SHARED = ("lay", "corner", "edge", "beacon")
"""Decisions about the table before any model is on it. Both players may see them."""
UNKNOWN = "from a file that you have not chosen"
"""The name of an unknown player from a file."""


def known_seat(seat: str) -> str:
    """Return a seat of a save as this version knows it.

    A computer player that is missing becomes a human. A player file loses its folders.
    """
    if seat in (*SEATS, REMOTE, FRIEND):
        return seat
    if not is_file_player(seat):
        return HUMAN
    own = find_player(seat)
    return bare_name(seat) if own is None else own.name


def player_name(seat: str) -> str:
    """Return the name of the player in a seat, such as `captain (bold)` or `Gunner of bot.py`."""
    if is_file_player(seat):
        name, _, maker = bare_name(seat).rpartition(":")
        return f"{maker} of {name}" if name else maker
    name, _, manner = short_name(seat).partition(":")
    return f"{name} ({manner})" if manner else name


def seat_label(seat: str) -> str:
    """Return the name of the player in a seat with a capital first letter."""
    name = player_name(seat)
    return f"{name[:1].upper()}{name[1:]}"


def describe_player(seat: str) -> str:
    """Return a description of the player in a seat, or ""."""
    name, _, manner = ("", "", "") if is_file_player(seat) else seat.partition(":")
    return (
        MANNERS.get(manner, "") if manner else LINES.get(name, "a player of your own" if is_file_player(seat) else "")
    )


def ask_player(seat: str, own: OwnPlayer | None, seed: int) -> PlayerQuestion:
    """Return the question to a computer player by name, or to one from a file that the user chose.

    No other file is run.
    """
    if own is not None:
        return PlayerQuestion(own.player, seed, own.content)
    return PlayerQuestion(UNKNOWN if is_file_player(seat) else seat, seed)


def seat_word(seat: str) -> str:
    """Return who plays a side, as cards say it."""
    known = known_seat(seat)
    return "you" if known == HUMAN else seat_label(known)


ELSEWHERE = Refusal(
    "Edit, Players, Plans, and Continue from here are off until the end: a player is at another computer."
)
AGREED = "Both players may rehearse with what their side knows."


# --- View ---


class ViewedMatch:
    """A match as its viewer may see it. The view is computed once per answer (see `_changed`)."""

    has_agreed = False
    """Whether the players of a game between two computers have agreed to rehearsals."""

    def __init__(self, match: Match, seats: tuple[str, str]) -> None:
        self.match = match
        self.seats = seats
        self.hot_seat_viewer: int | None = None
        """Of 2 humans, the side that views the screen alone, or `OPEN` while both do. None before the first view."""
        self.unasked: set[tuple[int, int]] = set()
        """Sides and turns whose remaining models are all placed without asking."""
        self._serial = 0
        self._held_back: tuple[int, bool] | None = None
        self._view: tuple[int, int | None, State] | None = None
        self._asked: tuple[object, Decision | None] = (None, None)
        self._events: tuple[tuple[int, int | None, int], EventLog, list[LogEntry]] | None = None

    def _changed(self) -> None:
        """Drop everything that was computed for the old state of the match."""
        self._serial += 1

    # --- Viewer ---
    @property
    def humans(self) -> tuple[int, ...]:
        """The sides with a human player."""
        return tuple(side for side, seat in enumerate(self.seats) if seat == HUMAN)

    @property
    def hot_seat(self) -> bool:
        """Whether 2 humans share the machine."""
        return len(self.humans) == 2

    def player_at(self, side: int) -> str:
        """Return the name of a side's player with a capital first letter. "You" is the only human."""
        seat = self.seats[side]
        return "You" if seat == HUMAN and not self.hot_seat else seat_label(seat)

    @property
    def elsewhere(self) -> Refusal | None:
        """Why what needs or changes more than the viewer may know is off, while a player is at another computer."""
        return ELSEWHERE if not {REMOTE, FRIEND}.isdisjoint(self.seats) and not self.match.over else None

    @property
    def viewer(self) -> int | None:
        """The side whose knowledge is shown, or None if no human plays and everything is visible.

        Of 2 humans it is the one to answer, or what both know (`OPEN`) while the other one may still see it.
        """
        if not self.humans:
            return None
        decision = self.match.decision
        if self.hot_seat and decision is not None:
            return decision.side if self.hot_seat_viewer in (None, decision.side) or not self.held_back else OPEN
        return self.humans[0]

    @property
    def held_back(self) -> bool:
        """Whether a side knows something that the other doesn't."""
        if self._held_back is None or self._held_back[0] != self._serial:
            state = self.match.state
            self._held_back = (self._serial, holds_back(state, 0) or holds_back(state, 1))
        return self._held_back[1]

    def settle(self, *, anyhow: bool = False) -> None:
        """Make the side that is to answer the viewer if that reveals nothing. `anyhow` is for after a curtain.

        Otherwise both players view a decision in between. After it, neither sees their own secrets without a curtain.
        """
        decision = self.match.decision
        if decision is None:
            return
        if anyhow or self.hot_seat_viewer is None or not self.held_back:
            self.hot_seat_viewer = decision.side
        elif decision.side != self.hot_seat_viewer and not self.placing:
            self.hot_seat_viewer = OPEN

    # --- What is visible ---
    @property
    def view(self) -> State:
        """The state as the viewer knows it, the same object for each answer. Don't change it.

        While models are placed without asking, the last view stays, because a new one could show the other player's
        reserves.
        """
        viewer, kept = self.viewer, self._view
        if kept is not None and (kept[:2] == (self._serial, viewer) or self._stays(kept[2])):
            return kept[2]
        seen = self.match.state.clone() if viewer is None else view(self.match.state, viewer)
        self._view = (self._serial, viewer, seen)
        return seen

    def _stays(self, seen: State) -> bool:
        """Return whether the last view stays while the other player's models are placed without asking."""
        return self.placing and seen.viewer not in (None, self.viewer)

    @property
    def decision(self) -> Decision | None:
        """The pending decision of a human, the same object while it is pending.

        None if a computer player is to answer, if it is about a model that the viewer doesn't know, if models are
        placed without asking, or if the game is over.
        """
        pending, view, placing = self.match.decision, self.view, self.placing
        if self._asked[0] != (pending, view, placing):
            human = pending is not None and pending.side in self.humans and not placing and self._knows_subject(view)
            self._asked = ((pending, view, placing), pending.on(view) if pending is not None and human else None)
        return self._asked[1]

    def _knows_subject(self, seen: State) -> bool:
        """Return whether a view has the model that the pending decision is about, if it is about one."""
        pending = self.match.decision
        return pending is None or pending.subject not in self.match.state.models or pending.subject in seen.models

    @property
    def placing(self) -> bool:
        """Whether the side to deploy has its remaining models placed without asking."""
        if not self.unasked:
            return False
        decision, state = self.match.decision, self.match.state
        deploying = decision is not None and decision.kind == "deploy"
        return deploying and (state.side_to_go, state.turn) in self.unasked

    @property
    def waits_for_computer(self) -> bool:
        """Whether a computer player is to answer."""
        decision = self.match.decision
        return decision is not None and decision.side not in self.humans

    def events(self) -> list[LogEntry]:
        """Return the events that the viewer may know of. The list is the same until something happens."""
        viewer, log = self.viewer, self.match.events
        if viewer is None:
            return log.entries
        key = (self._serial, viewer, len(log))
        if self._events is None or self._events[0] != key or self._events[1] is not log:
            self._events = (key, log, log.seen_by(viewer))
        return self._events[2]

    # --- Curtain ---
    def hides_next(self) -> bool:
        """Return whether a curtain must cover the screen before the next decision of 2 humans.

        A secret choice is always covered, because the other player can see the screen. While a side holds anything
        back, every decision that shows a player's own secrets is covered, unless that player is the only viewer.
        """
        decision = self.match.decision
        if decision is None or not self.hot_seat:
            return False
        is_viewer = decision.side == self.hot_seat_viewer
        return decision.secret or (not is_viewer and self.held_back and self._is_private(decision))

    def _is_private(self, decision: Decision) -> bool:
        """Return whether a decision can't be made with what both players know.

        These are the steps of a player's own turn, and decisions that name what only their side knows.
        """
        return (decision.anchor and decision.kind not in SHARED) or self._names_hidden(decision)

    def _names_hidden(self, decision: Decision) -> bool:
        """Return whether a decision names a model of which only its own side knows the card or the cargo."""
        models = self.match.state.models
        named = [models[word] for word in _words(decision.question()) if word in models]
        return any(not model.public or model.is_concealed or model.cargo for model in named)


def _words(piece: Any) -> Iterator[str]:
    if isinstance(piece, str):
        yield piece
    elif isinstance(piece, list | tuple):
        for item in piece:
            yield from _words(item)


def find_stops(match: Match, viewer: int | None, last: int) -> list[int]:
    """Return the numbers of answers, from 0 to `last`, after which the viewer has learned something.

    An answer that tells the viewer nothing belongs to the one before, so that no number counts secret answers.
    """
    if viewer is None:
        return list(range(last + 1))
    stops, log = [0], match.events
    known = log.known_to(viewer, match.events_after(0))
    for number, entry in enumerate(match.journal[:last], 1):
        before, known = known, log.known_to(viewer, match.events_after(number))
        is_own = isinstance(entry, Answered) and entry.side == viewer
        if known > before or is_own or isinstance(entry, Edited | Reseeded):
            stops.append(number)
        else:
            stops[-1] = number
    return stops


def count_public(match: Match, viewer: int | None, answers: int) -> int:
    """Return how many of the first answers both sides know of, or all of them for a viewer of None."""
    return len(find_stops(match, None if viewer is None else OPEN, answers)) - 1
