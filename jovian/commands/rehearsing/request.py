"""What `rehearse` is asked for: the command line read, and the position and the games that it means."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from jovian.cards.reading.kinds import holds_save
from jovian.commands.arguments.players import players_of
from jovian.commands.arguments.position import STANDARD_INPUT, open_position
from jovian.commands.output.problem import Problem
from jovian.match import Match
from jovian.rehearsal.one_game.start import Start
from jovian.rehearsal.questions.rehearsing import Ask
from jovian.rehearsal.questions.turning import POINTS

GAMES = 100
"""How many games are played if nothing is said."""


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked for, as the command line says it."""

    target: str
    at: int | None
    players: str
    games: int | None
    until: float | None
    turns: int | None
    seed: int
    workers: int | None
    cluster: str = ""
    fresh: bool = False
    """Is each game to be set up anew, though the position is a save?"""
    plans: tuple[str, ...] = ()
    """Files of plans that are to be compared."""
    report: Path | None = None
    """The page that tells the answer."""
    save: Path | None = None
    """The folder of the games worth a look."""
    knowing: int | None = None
    """The side from whose knowledge games start, None for all that there is to know."""
    split: int = POINTS
    """Of how many parts of a recorded game the change is split into decisions and dice."""
    part: int | None = None
    """The one part for which this is done, by a number of answers after which it is on; None for the steepest."""


def asked(request: Request) -> tuple[Match, Ask]:
    """The position and what is to be rehearsed. Raises Problem, CardError or SaveError."""
    players = players_of(request.players)
    if request.part is not None:
        raise Problem("usage: --part goes with --turning-points: it is a part of a recorded game")
    match = open_position(request.target, request.at)
    if match.over:
        raise Problem(f"{request.target}: the game is over, nothing is left to rehearse; --at takes an earlier moment")
    if request.fresh and match.journal:
        raise Problem("usage: --fresh: only a position without an answer can be set up anew; --at 0 takes it")
    fresh = request.fresh or not _saved(request.target)
    if fresh and request.knowing is not None:
        raise Problem("usage: --knowing: only a game that is under way has anything hidden; it takes a save")
    if request.knowing is not None and request.save is not None:
        raise Problem("usage: --knowing: what is drawn anew can be in no save, so there is no --save")
    start = Start.of(match, fresh=fresh, knowing=request.knowing)
    games = request.games or (None if request.until is not None else GAMES)
    return match, Ask(start, players, request.seed, games, request.until, request.turns)


def _saved(target: str) -> bool:
    """Is the position one of a game, not the beginning of a scenario?"""
    return target == STANDARD_INPUT or holds_save(target)
