"""Games that 2 friends pass to each other by file. Each plays one side at their own computer.

The file has both sides' secrets, so that both players must trust each other.
"""

from __future__ import annotations

from pathlib import Path

from jovian.cards.files import short_name
from jovian.game import Refusal
from jovian.match import Match
from jovian.match.entries import Entry, last_answer
from jovian.players.worker import DecisionWorker
from jovian.rules.setup.setup import names_of_sides
from jovian.session.session import Session
from jovian.session.views import HUMAN
from jovian.user_files.passed_games import PassedGame, answers_checksum, game_key, load_passed, save_passed
from jovian.user_files.save_writer import SaveWriter, pass_game
from jovian.user_files.saves import FRIEND, PASSED, Seats

OWN_CHOICE = Refusal("The next choice is yours. Pass the game when your friend must choose.")
PASSED_ON = Refusal("What was passed to a friend can't be undone.", "Undo")
OLDER = "This file is older than the game that was already played here."
BRANCH = "This file is another branch: its answers differ from those that were already played here."
OTHER_SIDE = "You play {own} in this game, and this file is for {other}."
MAX_NAME = 24
"""Letters of the scenario and of the side in the name of a file."""


def seats_by_file(side: int) -> Seats:
    """Return the seats of a game with one player here, who passes it to a friend."""
    return (HUMAN, FRIEND) if side == 0 else (FRIEND, HUMAN)


class FileSession(Session):
    """A game of which one side is played here. The other side answers after the game was passed on."""

    def __init__(self, match: Match, seats: Seats, keeper: SaveWriter | None = None) -> None:
        super().__init__(match, seats, keeper)
        self.side = self.humans[0]
        self.key = game_key(match)
        passed, count = self.keeper.note.get(PASSED), len(match.journal)
        self._passed: int = passed if type(passed) is int and 0 <= passed <= count else count
        """The number of answers that both players have."""

    @property
    def is_passed(self) -> bool:
        """Whether both players have all answers."""
        return self._passed == len(self.match.journal)

    @property
    def awaits_friend(self) -> bool:  # type: ignore[override]
        decision = self.match.decision
        return decision.side != self.side if decision is not None else not self.is_passed

    @property
    def has_ended(self) -> bool:
        return self.match.over and self.is_passed

    @property
    def notice(self) -> str:  # type: ignore[override]
        if not self.awaits_friend:
            return ""
        if self.match.over:
            return "The game is over. Pass it to your friend once more"
        friend = names_of_sides(self.match.setup)[1 - self.side]
        return "Passed. Open the file that comes back" if self.is_passed else f"{friend} must choose. Pass the game"

    @property
    def unseen(self) -> int | None:  # type: ignore[override]
        """The number of answers up to the player's last one, if the friend has answered and passed the game since."""
        own = self._last_human()
        is_news = own < last_answer(self.match.journal) and self.is_passed and not self.awaits_friend
        return own + 1 if is_news else None

    # --- Passing ---
    def refuse_pass(self) -> Refusal | None:
        return None if self.awaits_friend or self.match.over else OWN_CHOICE

    def write_file(self) -> Path:
        """Write the file for the friend, and return it. Raises OSError."""
        match, friend = self.match, 1 - self.side
        scenario, name = match.setup.scenario.name, names_of_sides(match.setup)[friend]
        when = "over" if match.over else f"turn {match.state.turn}"
        words = f"{short_name(scenario, MAX_NAME)}, {when}, for {short_name(name, MAX_NAME)}"
        path = pass_game(match, seats_by_file(friend), words)
        self._passed = len(match.journal)
        return path

    def refuse_file(self) -> tuple[str, str]:
        """Return why this game can't be played from here, and what is wrong with our own file, each "" for nothing."""
        games, fault = load_passed()
        known, names = games.get(self.key), names_of_sides(self.match.setup)
        if known is None:
            return "", fault
        if known.side != self.side:
            return OTHER_SIDE.format(own=names[known.side], other=names[self.side]), ""
        if len(self.match.journal) < known.answers:
            return OLDER, ""
        return "" if known.is_start_of(self.match.journal) else BRANCH, ""

    def keep_progress(self, *, autosaves: bool) -> str:
        """Note how far the game was played here, in the folder that it already has. Return what went wrong, or ""."""
        known = load_passed()[0].get(self.key)
        is_same = known is not None and not self.keeper.name and known.is_start_of(self.match.journal)
        own = known.find_folder(self.key) if known is not None and is_same else None
        if own is not None:
            self.keeper.continue_in(own)
        self.save_extra(PASSED, self._passed)
        problem = self.autosave() if autosaves else ""
        try:
            save_passed(self.key, self._progress(self.match.journal))
        except OSError as error:
            return f"How far the game was played could not be written: {error.strerror or error}"
        return problem

    def _progress(self, journal: list[Entry]) -> PassedGame:
        return PassedGame(self.side, len(journal), answers_checksum(journal), self.keeper.name)

    def _keep(self) -> None:
        super()._keep()
        if self.autosaves():
            journal = list(self.match.journal)
            self.keeper.submit(lambda: save_passed(self.key, self._progress(journal)))

    def _may_undo(self) -> Refusal | None:
        return PASSED_ON if last_answer(self.match.journal) < self._passed else super()._may_undo()

    # --- The friend ---
    def use_worker(self, worker: DecisionWorker) -> None:
        """Wait for the friend: no computer player answers here."""

    def update(self, dt: float) -> bool:
        return False
