"""Words for the course of a game: its start, phases, what was declined or noted, the points, the end."""

from __future__ import annotations

from collections.abc import Iterator

from jovian.game import LogEntry
from jovian.game.events import (
    Declined,
    Ended,
    InitiativeWon,
    Noted,
    ObjectiveScored,
    PhaseBegan,
    Remarked,
    Scored,
    Started,
    StationRated,
)
from jovian.narrator.line import (
    DETAIL,
    HEADLINE,
    NUMBER,
    QUIET,
    REMARK,
    SIDE,
    THING,
    TITLE,
    VICTORY,
    WARNING,
    Line,
    Span,
)
from jovian.narrator.names import Names
from jovian.rules.facts.words import counted
from jovian.rules.harm.boarding import MARINES
from jovian.rules.rulebook.rulebook import Rulebook
from jovian.rules.scenario.objectives.counts import amount_words
from jovian.rules.squadrons.hangers import HOLDS

TELLS = (Started, StationRated, InitiativeWon, PhaseBegan, Noted, Declined, Remarked, Scored, Ended)


def told(entry: LogEntry, names: Names, book: Rulebook) -> Iterator[Line]:
    """The lines of an event of the course of the game."""
    match event := entry.event:
        case Started():
            yield _started(event)
        case StationRated():
            yield _rated(event, names)
        case InitiativeWon():
            said = "is the attacker and has the initiative" if event.attacker else "has the initiative"
            yield Line((names.side(event.side), Span(said)), HEADLINE)
        case PhaseBegan():
            yield Line((Span(f"Turn {max(1, entry.turn)} — {event.name.capitalize()} Phase", TITLE),), HEADLINE)
        case Noted() if event.said:
            who = (names.side(event.side),) if event.side is not None else ()
            yield Line((Span(f"{event.clause}:", THING), *who, Span(event.said, WARNING)))
        case Declined():
            yield Line((names.side(event.side), Span(f"declines: {event.what}", QUIET)))
        case Remarked():
            speaker = Span(f"{names.side(event.side).text}:", SIDE, event.side)
            yield Line((speaker, Span(event.text, QUIET)), DETAIL, REMARK)
        case Scored():
            said = f"{event.objective:g} Objective Points, {event.victory:g} Victory Points"
            yield Line((names.side(event.side), Span(said, NUMBER)), HEADLINE)
            yield from (_came_to(each) for each in event.objectives or () if each.points)
        case Ended():
            yield _ended(event, names)


def _came_to(objective: ObjectiveScored) -> Line:
    """What the points of an objective came from."""
    points = Span(counted(objective.points, "point"), NUMBER)
    if objective.amount is None or objective.other is None:
        return Line((points, Span(f"for {objective.objective}")))
    against = f"({amount_words(objective.amount)} against {amount_words(objective.other)})"
    return Line((points, Span(f"for {objective.objective}"), Span(against, QUIET)))


def _started(event: Started) -> Line:
    """Who is against whom; the seed, if the reader may know it."""
    names = Names()
    names.learn(event)
    sides = [(names.side(number), Span(f"({side.faction}, {side.tv} TV)" if side.faction else f"({side.tv} TV)"))
             for number, side in enumerate(event.sides)]  # fmt: skip
    seed = (Span(f"seed {event.seed}", QUIET),) if event.seed is not None else ()
    return Line((*sides[0], Span("against"), *sides[1], *seed), HEADLINE)


def _rated(event: StationRated, names: Names) -> Line:
    """What dice and scenario made of a station."""
    ratings = {"Structure": event.structure, MARINES: event.marines, "Defense": event.defense, HOLDS: event.hangers}
    said = [f"{what} {rating}" for what, rating in ratings.items() if rating]
    said.append(f'Signature {event.signature}"')
    if event.weapons:
        said.append(f"{len(event.weapons)} {event.weapons[0]}s")
    return Line((names.model(event.model), Span(", ".join(said), NUMBER)))


def _ended(event: Ended, names: Names) -> Line:
    """Who has won."""
    when = Span(f"The game ends in turn {event.turns}:")
    if event.winner is None:
        return Line((when, Span("a draw", VICTORY)), HEADLINE)
    return Line((when, names.side(event.winner), Span("wins", VICTORY)), HEADLINE)
