"""Searching unidentified objects with marines (v1.2.4 Scenarios > Scavenger Hunt > Search a UIO; R84)."""

from __future__ import annotations

from typing import NamedTuple

from jovian.frozen import frozen
from jovian.game import NEUTRAL, OBJECT, Game, Model, Note, Procedure, State
from jovian.game.events import ObjectSearched
from jovian.rules.harm.boarded import boarders_of
from jovian.rules.rulebook.clause import Clause
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.scenario.objectives.counts import Count

MOST = 2
"""Search tokens that a side gains at most in an End Phase."""


class Search(NamedTuple):
    """How far the sides have come with one object."""

    object: str
    """Its id."""
    first: int = 0
    """The search tokens of side 0."""
    second: int = 0
    """The search tokens of side 1."""
    by: int = NEUTRAL
    """The side that has searched it, NEUTRAL for none yet."""

    @property
    def plain(self) -> Note:
        """The same as a note that the game remembers."""
        return self.object, self.first, self.second, self.by

    def held(self, side: int) -> int:
        """How many search tokens a side has."""
        return self.second if side else self.first

    def gained(self, side: int, held: int, done: bool) -> Search:
        """The same once a side has so many tokens; with `done` it has searched the object."""
        by = side if done else self.by
        return self._replace(second=held, by=by) if side else self._replace(first=held, by=by)


@frozen
class SearchObjects(Clause):
    """Who has more marines aboard in the End Phase collects search tokens; the first with enough has searched it."""

    name = "Search a UIO"
    place = "v1.2.4 Scenarios > Scavenger Hunt > Search a UIO"
    summary = "One marine more than the enemy aboard an object gains 1 search token in the End Phase, two gain 2."

    tokens: int = 3
    """How many it takes."""

    def end_phase_fights(self, game: Game) -> Procedure[None]:
        """After the firefights aboard (R84): who is ahead there searches on; nobody once it has been searched."""
        for each in game.state.on_table():
            if each.card.kind == OBJECT:
                self._look(game, each)
        return
        yield

    def _look(self, game: Game, ship: Model) -> None:
        """The tokens of one object."""
        ahead = boarders_of(ship, 0) - boarders_of(ship, 1)
        before = search_of(game.state, ship)
        if not ahead or before.by != NEUTRAL:
            return
        side = 0 if ahead > 0 else 1
        held = min(self.tokens, before.held(side) + min(MOST, abs(ahead)))
        done = held == self.tokens
        others = [each for each in searches(game.state) if each.object != ship.id]
        self.remember(game, tuple(each.plain for each in sorted((*others, before.gained(side, held, done)))))
        gained = held - before.held(side)
        game.tell(ObjectSearched(model=ship.id, side=side, tokens=gained, held=held, needed=self.tokens, done=done))


def searches(state: State) -> list[Search]:
    """What both sides have found out so far, object by object."""
    noted = state.notes.get(SearchObjects.name, ())
    lines = [each for each in noted if isinstance(each, tuple)] if isinstance(noted, tuple) else []
    return [Search(str(ident), *(int(str(each)) for each in counts)) for ident, *counts in lines]


def begin_searched(state: State) -> None:
    """Remember the search tokens with which the objects of a scenario begin."""
    lines = {line.id: line.station.search for line in state.scenario.terrain if line.station is not None}
    needed = tokens_needed(state)
    found = [Search(ident, *held, by=_first_with(needed, held)) for ident, held in sorted(lines.items()) if any(held)]
    if found and needed:
        state.notes[SearchObjects.name] = tuple(each.plain for each in found)


def _first_with(needed: int, held: tuple[int, int]) -> int:
    """The side that has so many tokens, NEUTRAL for neither."""
    return next((side for side in (0, 1) if held[side] >= needed), NEUTRAL)


def search_of(state: State, ship: Model) -> Search:
    """How far the sides have come with that object."""
    return next((each for each in searches(state) if each.object == ship.id), Search(ship.id))


def tokens_needed(state: State) -> int:
    """How many search tokens an object takes, 0 where nobody searches any."""
    return next((each.tokens for each in rulebook(state).clauses if isinstance(each, SearchObjects)), 0)


class ObjectsSearched(Count):
    """How many unidentified objects a side has searched."""

    __slots__ = ()

    def amount(self, state: State, side: int) -> float:
        """Those that it was the first to search."""
        return float(sum(1 for each in searches(state) if each.by == self._side(side)))

    @property
    def words(self) -> str:
        """What is counted."""
        return f"objects {'' if self.whose == 'own' else 'that the enemy '}searched"
