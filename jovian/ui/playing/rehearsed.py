"""What is rehearsed beside the window: a position, how it is asked, and the rehearsal that plays it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from jovian.game.events import Started
from jovian.match import Match, Setup
from jovian.players import SWIFT
from jovian.rehearsal.work.rooms import Room
from jovian.rules.facts.words import counted
from jovian.ui.playing.looking import Looking, count_public
from jovian.ui.playing.rehearsing import Course, Rehearsing, position_of

REPORT = "report.html"
OVER = "The game is over here: step back first."
OFF = "Two people at one screen rehearse a game only if both agreed to it: Unlimited undo and rehearsal is off."
ELSEWHERE = "What both players know alone is shown here: ask for it in the battle, when you are asked."
ANEW = "Each game is set up anew."
KNOWS = "From what {name} may know; what is hidden is drawn anew for each game."
SEES = "From all that there is: nothing is hidden here."


@dataclass(frozen=True, slots=True)
class Rehearsed:
    """A position that may be rehearsed."""

    save: str
    """The text of a save."""
    title: str
    """What it is, in a line."""
    names: tuple[str, str]
    """What the sides are called."""
    said: str
    """Whose knowledge it starts from."""
    arguments: tuple[str, ...] = ()
    """What `rehearse` is told of it besides."""
    side: int | None = None
    """Whose knowledge its answer is made of, and who may see it; None for everybody."""
    players: tuple[str, str] = ("ensign", "ensign")
    """Who plays on if nobody says otherwise."""


@dataclass(frozen=True, slots=True)
class Wish:
    """How a position is to be rehearsed."""

    players: tuple[str, str] = ("ensign", "ensign")
    games: int = 100
    """At most."""
    until: float | None = None
    """Until the chance of side 0 to win is known to so much on either side."""
    turns: int | None = None
    """How many Game Turns are played, None for all that there are."""

    def arguments(self) -> tuple[str, ...]:
        """As the command line says it."""
        until = ("--until", f"{self.until:g}") if self.until is not None else ()
        turns = ("--turns", str(self.turns)) if self.turns is not None else ()
        return ("--players", ",".join(self.players), "--games", str(self.games), *until, *turns)


@dataclass(frozen=True, slots=True)
class Beside:
    """A rehearsal that the window has started, while it plays and after."""

    of: Rehearsed
    wish: Wish
    run: Rehearsing
    room: Room
    """Where its report is written; gone with it."""

    @classmethod
    def begun(cls, of: Rehearsed, wish: Wish) -> Beside:
        """Start it. Raises OSError if there is no room for its report."""
        room = Room()
        arguments = (*of.arguments, *wish.arguments(), "--report", str(room.path / REPORT))
        return cls(of, wish, Rehearsing(of.save, arguments), room)

    @property
    def report(self) -> Path | None:
        """The page of its whole answer, None as long as there is none."""
        path = self.room.path / REPORT
        return path if self.run.course is Course.DONE and path.is_file() else None


def refused(looking: Looking) -> str:
    """Return why the game may not be rehearsed from where it stands, "" if it may.

    Who plays alone sees nothing hidden by it: what the computer's side hides is drawn anew for each game. Of two people
    at one screen the one looks on while the other reads the answer, so both must have agreed before the game.
    """
    match, looker = looking.match, looking.looker
    if match.over:
        return OVER
    if looker is None:
        return ""
    if looking.hot_seat and not (match.rehearsal or match.rehearsing):
        return OFF
    return "" if looker in (0, 1) else ELSEWHERE


def rehearsed(looking: Looking) -> Rehearsed:
    """The position that is looked at, from what whoever looks may know; it is not `refused`."""
    match, looker = looking.match, looking.looker
    one, two = next(match.events.of(Started)).sides
    names = (one.name, two.name)
    first, second = (seat if seat in SWIFT else "ensign" for seat in looking.seats)
    state = match.state
    when = f"turn {state.turn}" if state.turn else "deployment"
    whole = len(match.journal) - (match.decision.sealed if match.decision is not None else 0)
    answers = count_public(match, looker, whole)
    title = f"{state.scenario.name}, {when}, after {counted(answers, 'answer')}"
    said = SEES if looker is None else KNOWS.format(name=names[looker])
    known = () if looker is None else ("--knowing", str(looker))
    return Rehearsed(position_of(match), title, names, said, known, looker, (first, second))


def rehearsed_anew(setup: Setup) -> Rehearsed:
    """A scenario from its beginning, set up anew for each game."""
    match = Match(setup)
    one, two = next(match.events.of(Started)).sides
    return Rehearsed(position_of(match), setup.scenario.name, (one.name, two.name), ANEW, ("--fresh",))
