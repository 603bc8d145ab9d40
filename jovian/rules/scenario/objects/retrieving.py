"""What squadrons bring back from a searched object (v1.2.4 Scenarios > Scavenger Hunt > Retrieve Intelligence; R84)."""

from __future__ import annotations

from jovian.frozen import frozen
from jovian.game import OBJECT, Game, Model, State
from jovian.rules.facts.loads import carried, load
from jovian.rules.rulebook.clause import Clause
from jovian.rules.rulebook.in_force import clauses_with
from jovian.rules.scenario.objects.searching import search_of


@frozen
class RetrieveFromObjects(Clause):
    """A squadron that launches from an object that its side has searched carries a token."""

    name = "Retrieve Intelligence"
    place = "v1.2.4 Scenarios > Scavenger Hunt > Retrieve Intelligence"
    summary = "One squadron a turn that launches from an object its side has searched carries a token to a ship."

    token: str

    def launched(self, game: Game, model: Model, ship: Model, forced: bool) -> None:
        """A token for who carries none: one of each object a turn, none on a forced launch."""
        if not forced and self.gives(game.state, model, ship):
            load(game, model, self.token, 1, f"from {ship.name}")
            self.remember(game, (game.state.turn, *_taken(game.state), ship.id))

    def gives(self, state: State, model: Model, ship: Model) -> bool:
        """Would a squadron carry a token if it launched now?"""
        return yields(state, ship, model.side) and not carried(model, self.token)


def yields(state: State, ship: Model, side: int) -> bool:
    """Does an object still give a token to a side this turn?"""
    return ship.card.kind == OBJECT and search_of(state, ship).by == side and ship.id not in _taken(state)


def found_on(state: State, model: Model, ship: Model) -> str:
    """The token that a squadron would carry if it launched from an object now, "" for none."""
    rules = (each for each in clauses_with(state, Clause.launched) if isinstance(each, RetrieveFromObjects))
    return next((each.token for each in rules if each.gives(state, model, ship)), "")


def _taken(state: State) -> tuple[str, ...]:
    """The ids of the objects that have given one this turn."""
    note = state.notes.get(RetrieveFromObjects.name, ())
    return tuple(map(str, note[1:])) if isinstance(note, tuple) and note[:1] == (state.turn,) else ()
