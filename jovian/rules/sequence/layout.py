"""The players lay the table out before the game, by turns (v1.2.4 Sequence > Pre-Game Setup)."""

from __future__ import annotations

from jovian.game import Game, Procedure
from jovian.game.answers import Decline, Lay
from jovian.game.events import Declined
from jovian.rules.terrain.layout import CAUSE, LayOut, put


def lay_out(game: Game) -> Procedure[None]:
    """The players lay the pool out by turns: the side with initiative begins."""
    state = game.state
    state.side_to_go = state.initiative
    state.declined = (False, False)
    state.agenda.append(["lay"])
    return
    yield


def lay(game: Game) -> Procedure[None]:
    """One piece, then it is the other side's go, until both lay no more, or nothing has room."""
    state, side = game.state, game.state.side_to_go
    if isinstance(LayOut(state, side).default(), Decline):
        state.pool = ()
        return
    answer = yield LayOut(state, side)
    if isinstance(answer, Lay):
        card = next(each for each in state.pool if each.id == answer.piece)
        state.pool = tuple(each for each in state.pool if each is not card)
        put(game, card, answer.pose, side)
    else:
        state.declined = (True, state.declined[1]) if side == 0 else (state.declined[0], True)
        game.tell(Declined(side=side, what=CAUSE))
    if all(state.declined):
        state.pool = ()
        return
    if not state.declined[1 - side]:
        state.side_to_go = 1 - side
    state.agenda.append(["lay"])
