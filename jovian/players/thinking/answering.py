"""The players of one game, made when they are first asked, and what came of asking one."""

from __future__ import annotations

import json
from time import perf_counter

from jovian.game import Answer
from jovian.match import Match, NoPlayer
from jovian.match.drive import ask, describe_failure, is_interrupt, reason_of
from jovian.players import make_player
from jovian.players.budget import Flag, Hurried
from jovian.players.player import Player
from jovian.players.thinking.thought import Question, Thought


class Bench:
    """Who answers in one game: a player keeps what it remembers as long as the same one is asked for its side."""

    def __init__(self) -> None:
        self._players: dict[tuple[int, Question], Player] = {}

    def think(self, match: Match, question: Question, hurry: Flag | None = None) -> Thought:
        """What a player answers to what a match asks now, and why; never raises."""
        begun = perf_counter()
        try:
            player = self._player(match, question)
            if hurry is not None and isinstance(player, Hurried):
                player.hurry = hurry
            answer = ask(match, player)
            choice = json.loads(json.dumps(answer.written() if isinstance(answer, Answer) else answer))
            return Thought(choice, reason_of(player), 1000 * (perf_counter() - begun))
        except NoPlayer as error:
            return Thought(None, failed=str(error))
        except BaseException as error:  # a player is no part of the rules: the game goes on without it
            if is_interrupt(error):
                raise
            return Thought(None, failed=describe_failure(error))

    def _player(self, match: Match, question: Question) -> Player:
        assert match.decision is not None
        key = match.decision.side, question
        if key not in self._players:
            self._players[key] = make_player(question.player, question.seed, question.content)
        return self._players[key]
