"""A token that models carry: what becomes of it when its bearer launches, lands or is lost (v1.2.4 Scenarios)."""

from __future__ import annotations

from collections.abc import Iterator

from jovian.frozen import frozen
from jovian.game import Game, Model, Option, Pick, Procedure, State, ask
from jovian.game.answers import TakeAlong
from jovian.rules.facts.loads import carried, hand_over, load
from jovian.rules.facts.words import counted, several
from jovian.rules.rulebook.clause import Clause
from jovian.rules.rulebook.in_force import clauses_with

PLENTY = 10**6
"""Room of what may carry any number."""


@frozen
class Taking:
    """What a squadron may take along, and from which ship."""

    ship: str
    token: str


@frozen
class Token(Clause):
    """One kind of token of a scenario."""

    name = "Tokens"
    place = "v1.2.4 Scenarios > Advanced Scenarios"
    summary = "What models carry goes to the ship they land on, and is lost with them."

    token: str
    plural: str = ""
    on_captured: int = 1
    """For how many one counts aboard a captured ship (`objectives/counts.py` reads it of the scenario)."""
    launch: int = 0
    """How many a squadron may take along as it launches."""
    most: int = PLENTY
    """How many a squadron may carry."""

    def words(self, count: int) -> str:
        """So many of them, as a player reads it."""
        return counted(count, self.token, self.plural)

    def room(self, model: Model) -> int:
        """How many more a model may carry."""
        return PLENTY if model.capital else max(0, self.most - carried(model, self.token))

    def takes_along(self, game: Game, model: Model, ship: Model) -> Procedure[None]:
        """The squadron's side chooses how many of the ship's go with it."""
        able = min(self.launch, carried(ship, self.token), self.room(model))
        listed = [Option(TakeAlong(0), "Leave them aboard", f"{self.words(carried(ship, self.token))} on {ship.name}")]
        listed += [Option(TakeAlong(count), f"Take {self.words(count)}") for count in range(1, able + 1)]
        title = f"{model.name}: how many {self.plural or several(self.token)} from {ship.name}?"
        what = Taking(ship.id, self.token)
        answer = yield from ask(Pick("along", model.side, title, self.place, listed, subject=model.id, stake=what))
        hand_over(game, ship, model, self.token, answer.count, "launched")

    def landed(self, game: Game, model: Model, ship: Model) -> None:
        """All that a squadron carries is the ship's; aboard what is nobody's it keeps it."""
        if (count := carried(model, self.token)) and not ship.neutral:
            hand_over(game, model, ship, self.token, count, "landed")

    def destroyed(self, game: Game, model: Model) -> None:
        """What it carried is lost."""
        load(game, model, self.token, -carried(model, self.token), "destroyed")


def tokens(state: State) -> Iterator[Token]:
    """The tokens of a game."""
    return (each for each in clauses_with(state, Clause.takes_along) if isinstance(each, Token))


def token_called(state: State, name: str) -> Token:
    """A token of the game by its name, which the cards have checked."""
    return next(each for each in tokens(state) if each.token == name)


def take_on(game: Game, model: Model, name: str, count: int, cause: str) -> int:
    """Load so many, or as many as it may carry; how many that were."""
    taken = min(count, token_called(game.state, name).room(model))
    load(game, model, name, taken, cause)
    return taken
