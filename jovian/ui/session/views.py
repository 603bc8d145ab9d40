"""Who sits where, and what a seat may see."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from jovian.cards.files import short_name
from jovian.game import Decision, EventLog, LogEntry, State, view
from jovian.game.game import OPEN, holds_back
from jovian.match import Match
from jovian.match.entries import Answered, Edited, Reseeded
from jovian.match.saves import give_again
from jovian.players import NAMES
from jovian.players.player import of_file
from jovian.players.worker import Question
from jovian.rules.scenario.zones import SQUADRONS
from jovian.ui.files.player_files import OwnPlayer, bare_name, find_player

# --- seats ---
# Who plays a side: a human at this machine, or a computer player, by name.

HUMAN = "human"
SEATS = (HUMAN, *NAMES)
"""Who may sit at a side; a computer player that is added is offered here by itself."""
MANNERS = {"bold": "takes risks", "steady": "weighs both sides alike", "wary": "cautious"}
"""What is said of a temperament."""
LINES = {
    HUMAN: "at this machine",
    "random": "any legal answer, for a first look",
    "cadet": "makes plain mistakes, for a first game",
    "ensign": "uses exact odds and simple rules (fast)",
    "captain": "plans whole activations, plays for the points",
    "admiral": "simulates its plans before choosing (slow)",
}
"""What is said of whoever may sit there."""
UNKNOWN = "from a file that you have not chosen"
"""The name of a player that nobody has."""


def known(seat: str) -> str:
    """A seat of a save: a human for a computer player that this version lacks, a player file by its mere name."""
    if seat in SEATS:
        return seat
    if not of_file(seat):
        return HUMAN
    own = find_player(seat)
    return bare_name(seat) if own is None else own.name


def called(seat: str) -> str:
    """What whoever sits there is called: `captain (bold)`, `Gunner of bot.py`."""
    if of_file(seat):
        name, _, more = bare_name(seat).rpartition(":")
        return f"{more} of {name}" if name else more
    name, _, more = short_name(seat).partition(":")
    return f"{name} ({more})" if more else name


def said(seat: str) -> str:
    """A word about whoever sits there, "" for a player that nothing is known of."""
    name, _, manner = ("", "", "") if of_file(seat) else seat.partition(":")
    return MANNERS.get(manner, "") if manner else LINES.get(name, "a player of your own" if of_file(seat) else "")


def ask_player(seat: str, own: OwnPlayer | None, seed: int) -> Question:
    """Return the question to a computer player: one by name, or one from a file that the user chose.

    No other file is run, whatever the seat says.
    """
    if own is not None:
        return Question(own.player, seed, own.content)
    return Question(UNKNOWN if of_file(seat) else seat, seed)


# --- looking ---
# Who looks at the screen, and what of the game they may see: of two people at one machine, of one, or of nobody.


class Looking:
    """The eyes before a match. What is seen is made once for each answer; whoever changes the match says `_changed`."""

    def __init__(self, match: Match, seats: tuple[str, str]) -> None:
        self.match = match
        self.seats = seats
        self.holder: int | None = None
        """Of two humans, the one who sits at the screen; None before the first look."""
        self.unasked: set[tuple[int, int]] = set()
        """Sides and turns for which everything is placed without asking again, ships and squadrons alike."""
        self._serial = 0
        self._held_back: tuple[int, bool] | None = None
        self._view: tuple[int, int | None, State] | None = None
        self._asked: tuple[object, Decision | None] = (None, None)
        self._events: tuple[tuple[int, int | None, int], EventLog, list[LogEntry]] | None = None

    def _changed(self) -> None:
        """The match stands elsewhere: nothing that was seen is kept."""
        self._serial += 1

    # --- who ---
    @property
    def humans(self) -> tuple[int, ...]:
        """The sides that humans play."""
        return tuple(side for side, seat in enumerate(self.seats) if seat == HUMAN)

    @property
    def hot_seat(self) -> bool:
        """Do two humans share the machine?"""
        return len(self.humans) == 2

    @property
    def looker(self) -> int | None:
        """The side whose knowledge is shown; None if nobody plays and everything may be seen.

        Of two humans at one machine it is the one who is asked, or what both know while the other one may look.
        """
        if not self.humans:
            return None
        decision = self.match.decision
        if self.hot_seat and decision is not None:
            return decision.side if self.holder in (None, decision.side) or not self.secrets else OPEN
        return self.humans[0]

    @property
    def held_back(self) -> bool:
        """Does either side know something that the other may not?"""
        if self._held_back is None or self._held_back[0] != self._serial:
            state = self.match.state
            self._held_back = (self._serial, holds_back(state, 0) or holds_back(state, 1))
        return self._held_back[1]

    @property
    def secrets(self) -> bool:
        """Is there anything to hide between two players here? Not before the first of them has chosen to: the fleets
        were taken in the open, but for what was issued to them since.
        """
        decision, state = self.match.decision, self.match.state
        early = decision is not None and decision.kind in ("lay", "corner", "beacon", "deploy")
        opening = early and state.stage != SQUADRONS and not any(each.loads for each in state.models.values())
        return not opening and self.held_back

    def settle(self, *, anyhow: bool = False) -> None:
        """Whoever is asked sits at the screen now, if that shows nobody anything; `anyhow` after a curtain."""
        decision = self.match.decision
        if decision is not None and (anyhow or self.holder is None or not self.secrets):
            self.holder = decision.side

    # --- what ---
    @property
    def view(self) -> State:
        """What may be shown: the state as the looker knows it, made once for each answer; nothing is tried out in it.

        What is placed unasked does not show the reserves of the other player: until that is done, what was seen stays.
        """
        looker, kept = self.looker, self._view
        if kept is not None and (kept[:2] == (self._serial, looker) or self._stays(kept[2])):
            return kept[2]
        seen = self.match.state.clone() if looker is None else view(self.match.state, looker)
        self._view = (self._serial, looker, seen)
        return seen

    def _stays(self, seen: State) -> bool:
        """Is what one player saw still to be shown, while the models of the other are placed unasked?"""
        return self.placing and seen.viewer not in (None, self.looker)

    @property
    def decision(self) -> Decision | None:
        """The pending decision as a human sees it, the same object as long as it is asked; None if a computer is asked,
        if the rest is placed unasked, or if the game is over.
        """
        pending, view, placing = self.match.decision, self.view, self.placing
        if self._asked[0] != (pending, view, placing):
            human = pending is not None and pending.side in self.humans and not placing
            self._asked = ((pending, view, placing), pending.on(view) if pending is not None and human else None)
        return self._asked[1]

    @property
    def placing(self) -> bool:
        """Has the side to deploy asked for the rest to be placed for it?"""
        if not self.unasked:
            return False
        decision, state = self.match.decision, self.match.state
        deploying = decision is not None and decision.kind == "deploy"
        return deploying and (state.side_to_go, state.turn) in self.unasked

    @property
    def waits_for_computer(self) -> bool:
        """Is a computer player to answer?"""
        decision = self.match.decision
        return decision is not None and decision.side not in self.humans

    def events(self) -> list[LogEntry]:
        """What the looker may know to have happened, the same list until something else has."""
        looker, log = self.looker, self.match.events
        if looker is None:
            return log.entries
        key = (self._serial, looker, len(log))
        if self._events is None or self._events[0] != key or self._events[1] is not log:
            self._events = (key, log, log.seen_by(looker))
        return self._events[2]

    # --- the curtain ---
    def hides_next(self) -> bool:
        """Must the screen be covered before the next question of two humans?

        The first of two secret choices is covered too if the same player has just answered: the other looks on. A turn
        of the other one is covered as long as either side holds anything back; what is only asked in between shows no
        more than both know, and is covered if it names what one of them does not.
        """
        decision = self.match.decision
        if decision is None or not self.hot_seat:
            return False
        if decision.secret:
            return True
        others = decision.side != self.holder and self.secrets
        return others and (decision.anchor or self._names_hidden(decision))

    def hides_anew(self, *, first: bool) -> bool:
        """Must it be covered before a game that was just loaded (`first`), or brought back by undo, is seen?"""
        decision = self.match.decision
        if decision is None or not self.hot_seat:
            return False
        if first:
            return decision.secret or self.held_back
        return decision.secret or (self.secrets and decision.side != self.holder)

    def _names_hidden(self, decision: Decision) -> bool:
        """Does a question name a model that its own side alone knows?"""
        models = self.match.state.models
        return any(word in models and not models[word].public for word in _words(decision.question()))


def _words(piece: Any) -> Iterator[str]:
    if isinstance(piece, str):
        yield piece
    elif isinstance(piece, list | tuple):
        for each in piece:
            yield from _words(each)


def find_stops(match: Match, looker: int | None, last: int) -> list[int]:
    """Return after how many of the first `last` answers the looker has learned something, in order, from 0 on.

    An answer that tells the looker nothing belongs to the one before, so that no number counts secret answers.
    """
    if looker is None:
        return list(range(last + 1))
    stops, there, log = [0], match.fork_at(0), match.events
    known = log.known_to(looker, len(there.events))
    for number, entry in enumerate(match.journal[:last], 1):
        give_again(there, entry)
        before, known = known, log.known_to(looker, len(there.events))
        is_own = isinstance(entry, Answered) and entry.side == looker
        if known > before or is_own or isinstance(entry, Edited | Reseeded):
            stops.append(number)
        else:
            stops[-1] = number
    return stops


def count_public(match: Match, looker: int | None, answers: int) -> int:
    """Return how many of the first answers of a game both sides know of; all of them if nothing is hidden (None)."""
    return len(find_stops(match, None if looker is None else OPEN, answers)) - 1
