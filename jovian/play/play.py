"""A game for a program: started or loaded, looked at, asked what if, answered, forked, saved.

A `Play` is for whoever runs the game: it sees everything. Where one side's knowledge matters, its methods take a side;
a player of that side is given no `Play`, but the question and the side's view.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from jovian.dice import chain_from_seed, fresh_seed, read_seed, told_seed
from jovian.game import Answer, Choice, Decision, LogEntry, Model, Option, Score, State
from jovian.match import Match
from jovian.match.drive import Chooser, play, step
from jovian.match.errors import NoPlayer
from jovian.match.faults import Faults
from jovian.match.saves import load as loading
from jovian.match.saves.save import save
from jovian.play import attacks as attacking
from jovian.play import what_if as supposing
from jovian.play.attacks import Attack
from jovian.play.finding import Named, found, refused, side_of
from jovian.play.starting import Named as NamedFile
from jovian.play.starting import setup_of
from jovian.play.what_if import WhatIf
from jovian.players import make_player, seat_seed
from jovian.rules.menu.next_order import NextOrder
from jovian.rules.menu.preview import Preview
from jovian.rules.places.limits import Envelope
from jovian.table import Pose


class Play:
    """One game at one moment. `match` is what drives it, for all that is not offered here."""

    def __init__(self, match: Match, *, players_seed: int | None = None) -> None:
        self.match = match
        self._seed = match.setup.seed if players_seed is None else players_seed
        self._seats: dict[tuple[str, int], Chooser] = {}

    # --- looking ---
    @property
    def asked(self) -> Decision | None:
        """The pending question, None when the game is over: `side`, `kind`, `title`, `options()`, `default()`, ...

        It is valid until it is answered.
        """
        return self.match.decision

    @property
    def state(self) -> State:
        """All that is so, also what a side does not know: to look at, never to change."""
        return self.match.state

    @property
    def over(self) -> bool:
        """Has the game ended?"""
        return self.match.over

    @property
    def winner(self) -> int | None:
        """The side that has won; None for a draw, and before the end."""
        return self.state.winner

    @property
    def scores(self) -> tuple[Score, Score]:
        """The points of side 0 and of side 1."""
        return self.state.scores

    def view(self, side: int) -> State:
        """The state as a side may know it: what its player is given along with the question. Raises Refused."""
        return self.match.view(side_of(side))

    def models(self, side: int | None = None) -> list[Model]:
        """The models that a side controls, or all of them, in play or not. Raises Refused."""
        return list(self.state.models.values()) if side is None else self.state.side_models(side_of(side))

    def model(self, named: Named) -> Model:
        """The model of an id, or of a name that only one has. Raises Refused with the nearest name."""
        return found(self.state, named)

    def log(self, since: int = 0, side: int | None = None) -> list[LogEntry]:
        """What has happened, from event number `since` on; of a side only what it may know. Raises Refused.

        What a side knows has numbers of its own, without gaps.

        Each entry has its `event`, a value of `jovian.game.events`. docs/events.md lists their types and fields.
        """
        entries = self.match.events.seen_by(None if side is None else side_of(side))
        return [entry for entry in entries if entry.n >= since]

    def events(self, since: int = 0, side: int | None = None) -> list[dict[str, Any]]:
        """The same as dicts, as they stand in the lines of a log file. Raises Refused."""
        return [entry.written() for entry in self.log(since, side)]

    # --- what may be done ---
    def may_do(self, model: Named) -> tuple[Option[Answer], ...]:
        """What the pending question lets a model do, as far as that can be listed; () if it is not about the model.

        Where a model may move is no list: see `reach` and `preview`. Raises Refused for a model that is not there.
        """
        asked, who = self.asked, self.model(model)
        if asked is None or asked.side != who.side:
            return ()
        options = asked.options()
        return tuple(options if asked.subject == who.id else (each for each in options if who.id in each.choice))

    @property
    def reach(self) -> Envelope | None:
        """How far the active model may still move and turn, None while no menu is asked."""
        return self.asked.envelope() if isinstance(self.asked, NextOrder) else None

    def preview(self, choice: Answer | Choice) -> Preview:
        """Where a move would lead, what it would touch on the way, and why it is refused, if it is.

        Raises Refused while no menu is asked.
        """
        if not isinstance(self.asked, NextOrder):
            raise refused("Only what a menu is answered with has a preview.")
        return self.asked.preview(choice)

    def attacks(self, model: Named, at: Pose | None = None, *, side: int | None = None) -> tuple[Attack, ...]:
        """Every attack that a model could make in its activation, best first, from where it stands or another pose.

        With a side: as that side knows it. Raises Refused for a model or a side that is not there, or no pose.
        """
        return attacking.attacks(self._known(side), model, at)

    def what_if(
        self, model: Named, x: float, y: float, heading: int | None = None, *, side: int | None = None
    ) -> WhatIf:
        """A model as if it stood at a point (inches; heading in whole degrees, the same if none is given).

        With a side: as that side knows it. Raises Refused for a model or a side that is not there, or no pose.
        """
        return supposing.what_if(self._known(side), model, x, y, heading)

    def _known(self, side: int | None) -> State:
        return self.state if side is None else self.view(side)

    # --- answering ---
    def answer(self, choice: Answer | Choice | Option[Answer] | Attack) -> None:
        """Answer the pending question: an answer, its JSON list, an option of the question, or an attack.

        Raises Refused, with the reason; RulesError if a rule failed. The game is as before then.
        """
        self.match.answer(choice.answer if isinstance(choice, Option | Attack) else choice)

    def let(self, player: str | Chooser) -> Choice:
        """Let a player answer the pending question, knowing only its side's view; its answer as it is recorded.

        By name (`random`, `ensign`, `path/bot.py:Name`) it is the game's own of that name and side, seeded as
        `simulate` does; or anything with `choose(decision, view)`. Raises Refused for an unknown name or a game that is
        over, IllegalAnswer.
        """
        if self.asked is None:
            raise refused("The game is over.")
        return step(self.match, self._seat(player, self.asked.side))

    def play_out(
        self, first: str | Chooser, second: str | Chooser, answered: Callable[[], object] | None = None,
        *, remarks: bool = False, faults: Faults | None = None,
    ) -> None:  # fmt: skip
        """Let two players answer until the game is over; `answered` is called after each answer.

        `remarks` has the game tell why they answered so, of players that say it (`reason`). With `faults`, which notes
        them, one that fails or answers what is not allowed loses nothing but that choice.

        Raises Refused for an unknown name, IllegalAnswer without `faults`, RulesError.
        """
        play(self.match, (self._seat(first, 0), self._seat(second, 1)), answered, remarks=remarks, faults=faults)

    def _seat(self, player: str | Chooser, side: int) -> Chooser:
        if not isinstance(player, str):
            return player
        if (player, side) not in self._seats:
            try:
                self._seats[player, side] = make_player(player, seat_seed(self._seed, side))
            except NoPlayer as error:
                raise refused(str(error).replace("there is no player", "There is no player", 1)) from error
        return self._seats[player, side]

    # --- keeping ---
    def fork(self, seed: int | None = None) -> Play:
        """A game of its own that stands where this one stands; what is done there changes nothing here.

        The same answers meet the same dice there, unless a seed for other dice, and for its players, is given.
        """
        twin = Play(self.match.fork(), players_seed=self._seed if seed is None else seed)
        if seed is not None:
            twin.match.reseed(chain_from_seed(seed))
        return twin

    def save(self, path: str | Path) -> None:
        """Write the game to a file, all of it or none. Raises OSError."""
        save(self.match, path)

    def __repr__(self) -> str:
        setup, state = self.match.setup, self.state
        game = f"{setup.scenario.key}, seed {told_seed(setup.seed)}, turn {state.turn}"
        if self.asked is not None:
            return f"<Play of {game}: {self.asked!r}>"
        points = " : ".join(f"{score.victory:g}" for score in self.scores)
        won = "drawn" if self.winner is None else f"side {self.winner} has won"
        return f"<Play of {game}: over, {won}, victory points {points}>"


def new(
    scenario: NamedFile, fleets: Sequence[NamedFile] = (), seed: int | str | None = None, *,
    options: Mapping[str, str] | None = None, manual: bool = False, log: bool = True,
) -> Play:  # fmt: skip
    """A new game of a scenario with two fleets, else the scenario's own; each by its name or its file.

    `seed` is a number, or a text as `simulate` tells it; without one, 128 random bits are drawn. `options` are those of
    the edition; `manual` is for players who roll real dice; without `log` no events are told. Raises CardError, one
    line that names the file and what is wrong, or the nearest name; Refused for a text that is no seed.
    """
    number = fresh_seed() if seed is None else seed if isinstance(seed, int) else _seed(seed)
    return Play(Match(setup_of(scenario, fleets, number, options=options, manual=manual), log=log))


def _seed(text: str) -> int:
    try:
        return read_seed(text)
    except ValueError as error:
        raise refused(f"{error}, not '{text}'") from error


def load(path: str | Path, *, log: bool = True) -> Play:
    """The game of a save, played again to where it stood.

    Raises SaveError, one line that names the file. One that goes another way now is `Diverged`, whose `match` is the
    game up to there: `Play(error.match)` plays on.
    """
    return Play(loading.load(path, log=log))
