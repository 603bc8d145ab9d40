"""What decided a game that has been played: an objective, what became of a model, or what one side had before.

Objective Points decide before Victory Points (R80). Of what has given points, that decided which has given the winner
most more than the other side.
"""

from __future__ import annotations

from jovian.game import Model, State
from jovian.game.model import RESERVE, TABLE
from jovian.rehearsal.one_game.fates import became
from jovian.rehearsal.one_game.outcome import Award
from jovian.rules.scenario.victory import values
from jovian.rules.sequence.progress import progress

DRAW, AHEAD = "a draw", "being ahead before"
RESERVED = "never arrived"


def awards(state: State) -> tuple[Award, ...]:
    """What each objective has given both sides, as the game stands."""
    return tuple(Award(each.title, (each.shares[0].earned, each.shares[1].earned)) for each in progress(state))


def decided(before: State, after: State, winner: int | None) -> str:
    """What decided a game, in a few words: `before` is how it stood at the start, `after` at its end."""
    if winner is None:
        return DRAW
    given = progress(after)
    leads = [each.shares[winner].earned - each.shares[1 - winner].earned for each in given]
    if sum(leads) > 0:
        most = given[leads.index(max(leads))]
        if not most.of_victory:
            return most.title
    return _by_victory(before, after, winner)


def _by_victory(before: State, after: State, winner: int) -> str:
    """What has brought the winner most Victory Points against the other side since the start."""
    first, last = _worths(_arrived(before)), _worths(after)
    sign = 1 if winner == 0 else -1
    gains = {ident: sign * (points - first.get(ident, 0)) for ident, points in last.items()}
    most = max(gains, key=lambda ident: gains[ident], default="")
    lead = sign * sum(first.values())
    return AHEAD if not most or lead >= gains[most] else _told(after.models[most])


def _worths(state: State) -> dict[str, int]:
    """How many Victory Points each model is to side 0 against side 1."""
    worths = dict.fromkeys(state.models, 0)
    for side, sign in ((0, 1), (1, -1)):
        for each in values(state, side):
            worths[each.model] += sign * each.points
    return worths


def _arrived(state: State) -> State:
    """The state as if whoever is still to come were there: to be there takes nothing from a fleet."""
    there = state.clone()
    for model in there.models.values():
        if model.place == RESERVE:
            model.place = TABLE
    return there


def _told(model: Model) -> str:
    """What became of a model that moved the points."""
    return f"{model.name} {RESERVED if model.place == RESERVE else became(model)}"
