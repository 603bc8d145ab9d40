"""A game on the screen: the match, who sits where, whose eyes the screen has, and what was told since.

Screens know the match only through this. A computer player is asked one decision at a time, so the window never waits.
"""

from __future__ import annotations

from jovian.game import Choice, Decision, Event, Refusal, State
from jovian.game.view import OPEN, holds_back
from jovian.match import Match, Refused, RulesError
from jovian.match.drive import ask
from jovian.match.save import failure
from jovian.players import seat_seed
from jovian.rules.sequence.deployment import SQUADRONS
from jovian.ui.files import saves
from jovian.ui.files.keeper import Keeper, report
from jovian.ui.playing.seats import HUMAN, SEATS, player_for


class Session:
    """One game being played."""

    def __init__(self, match: Match, seats: saves.Seats = saves.HUMANS, keeper: Keeper | None = None) -> None:
        self.match = match
        self.keeper = keeper or Keeper()
        """Who writes it to the disk."""
        self.seats: saves.Seats = (_known(seats[0]), _known(seats[1]))
        self._players = [player_for(self.seats[side], seat_seed(match.setup.seed, side + 1)) for side in (0, 1)]
        self._view: tuple[int, int, State] | None = None
        self._serial = 0
        self._undo: tuple[int, Refusal | None] | None = None
        self._secrets: tuple[int, bool] | None = None
        self.holder: int | None = None
        """Of two humans, the one who sits at the screen; None before the first look."""
        self.failed = ""
        """What went wrong with a computer player, in a line, "" for nothing."""
        self.broken = ""
        """What went wrong with a rule at the last answer, which was not taken; "" for nothing."""

    # --- looking ---
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
        if self._secrets is None or self._secrets[0] != self._serial:
            state = self.match.state
            self._secrets = (self._serial, holds_back(state, 0) or holds_back(state, 1))
        return self._secrets[1]

    @property
    def secrets(self) -> bool:
        """Is there anything to hide between two players here? Not before the first of them has chosen to: the fleets
        were taken in the open.
        """
        decision = self.match.decision
        opening = decision is not None and decision.kind == "deploy" and self.match.state.stage != SQUADRONS
        return not opening and self.held_back

    def settle(self, *, anyhow: bool = False) -> None:
        """Whoever is asked sits at the screen now, if that shows nobody anything; `anyhow` after a curtain."""
        decision = self.match.decision
        if decision is not None and (anyhow or self.holder is None or not self.secrets):
            self.holder = decision.side

    @property
    def view(self) -> State:
        """What may be shown: the state as the looker knows it, made once for each answer."""
        looker = self.looker
        key = (self._serial, -1 if looker is None else looker)
        if self._view is None or self._view[:2] != key:
            seen = self.match.state.clone() if looker is None else self.match.view(looker)
            self._view = (*key, seen)
        return self._view[2]

    @property
    def decision(self) -> Decision | None:
        """The pending decision as a human sees it; None if a computer is asked or the game is over."""
        decision = self.match.decision
        if decision is None or decision.side not in self.humans:
            return None
        return decision.on(self.view)

    @property
    def waits_for_computer(self) -> bool:
        """Is a computer player to answer?"""
        decision = self.match.decision
        return decision is not None and decision.side not in self.humans

    def events(self) -> list[Event]:
        """What the looker may know to have happened."""
        looker, log = self.looker, self.match.events
        return log.events if looker is None else log.seen_by(looker)

    # --- answering ---
    def answer(self, choice: Choice) -> Refusal | None:
        """Answer the pending decision; why not, if it is refused or a rule failed."""
        self.broken = ""
        try:
            self.match.answer(choice)
        except Refused as refused:
            return refused.refusal
        except RulesError as error:
            name = f"{self.keeper.name or 'game'}, answer {len(self.match.journal)}"
            self.broken = f"{error}. {report(name, '.json', failure(self.match, error))}"
            return Refusal(self.broken)
        self._serial += 1
        return None

    def step_computer(self) -> Refusal | None:
        """Let the computer player answer one decision; one that answers amiss is answered for by default."""
        decision = self.match.decision
        player = self._players[decision.side] if decision else None
        if decision is None or player is None:
            return None
        try:
            choice = ask(self.match, player)
        except Exception as error:  # a player is not part of the rules: the game goes on without its opinion
            self.failed = f"The computer player failed ({type(error).__name__}); the default was taken."
            choice = decision.default()
        if decision.check(choice) is not None:
            self.failed = "The computer player gave an answer that is not legal; the default was taken."
            choice = decision.default()
        refusal = self.answer(choice)
        asked = self.match.decision  # asked anew if a rule failed
        if self.broken and asked is not None and choice != asked.default():
            self.failed, refusal = f"{self.broken} The default was taken.", self.answer(asked.default())
        return refusal

    # --- taking back ---
    def can_undo(self) -> Refusal | None:
        """Why nothing can be taken back, None if something can: the last answer of a human and what followed it."""
        if self._undo is None or self._undo[0] != self._serial:
            self._undo = (self._serial, self._may_undo())
        return self._undo[1]

    def _may_undo(self) -> Refusal | None:
        human = self._last_human()
        if human < 0:
            return Refusal("Nothing has been answered yet.", "Undo")
        if human == len(self.match.journal) - 1:
            return self.match.can_undo()
        return Refusal("The computer player has answered since.", "Undo")

    def _last_human(self) -> int:
        journal = self.match.journal
        return next((n for n in range(len(journal) - 1, -1, -1) if journal[n][0] in self.humans), -1)

    def undo(self) -> Refusal | None:
        """Take back the last answer; why not, if that cannot be."""
        refusal = self.can_undo()
        if refusal is None:
            self.match.undo()
            self._serial += 1
        return refusal

    def step_back(self) -> None:
        """Go back before the last answer, whatever it led to: the way out of a rule that fails."""
        self.match.seek(len(self.match.journal) - 1)
        self._serial += 1

    # --- keeping ---
    @property
    def unsaved(self) -> bool:
        """Would something be lost if it ended now?"""
        return bool(self.match.journal) and self.match.state.digest() != self.keeper.kept

    def autosave(self) -> str:
        """Keep it under its own name; one line about what went wrong."""
        return self.keeper.autosave(self.match, self.seats)

    def save(self, name: str = "") -> tuple[str, str]:
        """Save it beside everything else: the name it got, and one line about what went wrong."""
        return self.keeper.save_as(self.match, self.seats, name)

    def rescue(self) -> tuple[str, str]:
        """Save it after an error, in the same way."""
        return self.keeper.rescue(self.match, self.seats)

    def copy_at(self, answers: int) -> Session:
        """A game of its own that begins after so many answers of this one, and takes nothing back in this one."""
        origin = f"{self.keeper.name or 'a game'} after {answers} answers"
        return Session(self.match.fork_at(answers), self.seats, Keeper(origin=origin))


def _known(seat: str) -> str:
    """A seat of a save, which may name a player that this version has not."""
    return seat if seat in SEATS else HUMAN
