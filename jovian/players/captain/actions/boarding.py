"""Ships that the captain may capture: whom it boards, and how many marines it sends."""

from __future__ import annotations

from collections.abc import Iterator

from jovian.game import Answer, Model, Pick, State
from jovian.game.answers import Commit
from jovian.players.captain.actions.searching import called_for
from jovian.players.judgment.actions.marines import chance, takable
from jovian.players.judgment.nearby import apart, enemies
from jovian.players.judgment.objectives.goals import Goal
from jovian.players.judgment.objectives.truce import truce
from jovian.rules.actions.generic.board import Board
from jovian.rules.actions.generic.board import reach as boarding_reach
from jovian.rules.harm.boarding import landing_force
from jovian.rules.harm.expect import squadron_share, worth
from jovian.rules.menu.declarable import refuse_action
from jovian.rules.places.limits import fixed_limits

PRIZE = 2.0
"""What a captured ship is worth, in shares of its TV: it counts half again for its captor, and nothing any more for
the other side; it may be lost again."""
SHIELD = 0.15
"""Share of its TV that a ship is reckoned to risk which keeps no marines while enemies are about."""
ABOUT = 10.0
"""Inches within which enemies with marines may soon board."""
PILOTS = 2
"""Structure that each marine of a squadron costs it."""
DRAWN = 0.25
"""How much of a prize that nobody guards draws those who could take it."""
LITTLE = 2.0
"""TV below which nobody is boarded."""


def prize(view: State, boarder: Model, ship: Model) -> float:
    """TV that boarding a ship now is worth to a model, objects left out."""
    if not takable(ship) or ship.side != 1 - boarder.side:
        return 0.0
    counts = range(1, landing_force(view, boarder) + 1)
    return max((landed(view, boarder, ship, count) for count in counts), default=0.0)


def landed(view: State, boarder: Model, ship: Model, sent: int) -> float:
    """TV of so many marines that cross to a ship."""
    return chance(view, boarder, ship, sent) * PRIZE * worth(ship) - bared(view, boarder, sent)


def capture(view: State, boarder: Model, ship: Model) -> float:
    """How likely all the marines of a model take a ship."""
    return chance(view, boarder, ship, landing_force(view, boarder))


def bared(view: State, ship: Model, sent: int) -> float:
    """TV that a model risks by sending so many of its marines away, or loses where they are its own pilots."""
    if not ship.capital:
        left = ship.unmarked("structure")
        return worth(ship) * squadron_share(min(left, PILOTS * sent), left)
    if ship.rating("marines") > sent:
        return 0.0
    near = any(each.rating("marines") and apart(ship, each) <= ABOUT for each in enemies(view, ship, True))
    return SHIELD * worth(ship) * near


def prizes(view: State, model: Model) -> dict[str, float]:
    """TV of boarding each enemy ship that a model could come to now, by id."""
    if refuse_action(view, model, Board.name) is not None:
        return {}
    most = fixed_limits(view, model).most + boarding_reach(model)
    near = [each for each in enemies(view, model, True) if apart(model, each) <= most]
    other = truce(view, model.side) + max(0.0, called_for(view, model)) if near else 0.0
    found = {each.id: prize(view, model, each) - other for each in near}
    return {ident: value for ident, value in found.items() if value > LITTLE}


def alongside(view: State, model: Model, found: dict[str, float]) -> tuple[Goal, ...]:
    """Places beside those who are to be boarded."""
    ships = (view.models[ident] for ident in found)
    return tuple(Goal(each.pose.x, each.pose.y, 0.0, 0.0, each.id) for each in ships)


def unguarded(view: State, model: Model) -> Iterator[Goal]:
    """Enemy ships without marines, which draw a ship that has some."""
    if not model.capital or model.crippled or model.rating("marines") < 1:
        return
    for ship in enemies(view, model, True):
        if not ship.crippled and not ship.rating("marines") and not ship.card.station:
            near = ship.base.inner + model.base.inner + boarding_reach(model)
            yield Goal(ship.pose.x, ship.pose.y, near, DRAWN * PRIZE * worth(ship), ship.id)


def commit(decision: Pick[Answer], view: State, ship: Model) -> Answer:
    """As many marines as are worth most over there."""
    model = view.models[decision.subject]

    def value(answer: Answer) -> float:
        return landed(view, model, ship, answer.marines) if isinstance(answer, Commit) else 0.0

    return max((option.answer for option in decision.listed), key=value)
