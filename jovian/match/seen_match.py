"""A match that runs elsewhere as one side knows it, for a window or a player that has only the moments of that side."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy
from typing import Any, Self

from jovian.game import Answer, Choice, Decision, EventLog, Game, Option, Refusal, State
from jovian.game.game import view
from jovian.match.course import Runner
from jovian.match.match import Match
from jovian.match.seen_moments import SeenMoment, SeenReader
from jovian.rules.setup.setup import Setup


class OtherDecision(Decision):
    """The other side is to answer. Its question isn't known."""

    kind = "other"

    def __init__(self, side: int, title: str = "The other side is to answer.") -> None:
        super().__init__(side, title, "")

    def parse_legal(self, choice: Any) -> Answer | Refusal:
        return Refusal(self.title)

    def options(self) -> Iterator[Option[Answer]]:
        return iter(())

    def question(self) -> tuple[Any, ...]:
        return self.kind, self.side


class SeenMatch(Match):
    """A match whose state, decision, and events are those of the last moment that was received.

    Answers are checked here and sent. They take effect with a later moment.
    """

    is_savable = False

    def __init__(
        self, reader: SeenReader, send: Callable[[Choice], None], *, places_models: bool = False
    ) -> None:
        """`reader` reads the moments. `send` receives each legal answer."""
        self._blank, self.side, self._send = reader.blank, reader.side, send
        self.public = reader.setup
        """The public setup as JSON."""
        self._moment: SeenMoment | None = None
        self._undo: Refusal | None = Refusal("There is no answer to undo.")
        self._places_models = places_models
        blank = reader.blank
        super().__init__(Setup(blank.scenario, (), {}, options=blank.options, manual=blank.manual))

    def start(self) -> State:
        return self._blank.clone()

    def _start_runner(self, log: EventLog | None) -> Runner:
        return Runner(Game(self.start(), log))

    @property
    def places_models(self) -> bool:
        return self._places_models

    @property
    def game_name(self) -> str:
        """The name of the game in error messages."""
        return f"{self.setup.scenario.key}, a game on another computer"

    def show(self, moment: SeenMoment) -> None:
        """Take over the next moment."""
        self._moment = moment
        seen = moment.view.clone()
        seen.kept, seen.trial, seen.viewer = {}, moment.ahead, self.side
        self._runner = Runner(Game(seen, EventLog(moment.events)))
        if moment.ahead is not None:
            self._runner.decision = moment.ahead(b"question").decision
        elif moment.asked is not None:
            self._runner.decision = OtherDecision(moment.asked)
        self._undo = moment.undo

    def ask_again(self) -> None:
        """Return to the last moment, because the host has refused the answer to it."""
        if self._moment is not None:
            self.show(self._moment)

    def fork_at(self, answers: int) -> Self:
        """Return a separate copy at the last moment, the only one that it knows."""
        fork = copy(self)
        fork.ask_again()
        return fork

    def view(self, side: int) -> State:
        """Return the state as a side can see it, within what this side knows."""
        seen = view(self.state, side)
        if side == self.side:
            seen.trial = self.state.trial
        return seen

    def answer(self, choice: Any) -> None:
        """Send a legal answer. Raises Refused."""
        _, answer = self._judged(choice)
        self._runner.decision = OtherDecision(1 - self.side, "Your answer is on its way.")
        self._send(answer.to_json())

    def can_undo(self) -> Refusal | None:
        return self._undo
