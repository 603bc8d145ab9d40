"""Unidentified objects: what it is worth to have marines aboard, and to fetch what is found there."""

from __future__ import annotations

from jovian.game import NEUTRAL, OBJECT, Model, State
from jovian.rules.actions.generic import boarding_range
from jovian.rules.damage.boarding import boarders_of, landing_force
from jovian.rules.placement.move_limits import fixed_limits
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.scenario.objects import RetrieveFromObjects, search_of, tokens_needed, yields
from jovian.rules.squadrons import refuse_berth
from tests.yardstick.judgment.nearby import apart
from tests.yardstick.judgment.objectives.supposing import gain, gain_of, loaded, searched

LEADS = (0.0, 0.6, 0.9, 1.0)
"""How good a lead of so many marines aboard is, against an object that is sure."""
ENOUGH = len(LEADS) - 1
"""The lead beyond which no more marines are sent."""
COST = 0.6
"""TV that a marine sent away is reckoned to cost."""
TRIED = (0, 22, -22, 45, -45)
"""Turns by which a ship may come near an object."""
STOPS = (0.25, 0.5, 0.75, 1.0)
"""Shares of its most at which it may stop for that."""


def objects(view: State) -> list[Model]:
    """The unidentified objects on the table, [] where the scenario has nobody search them."""
    return [each for each in view.on_table() if each.card.kind == OBJECT] if tokens_needed(view) else []


def prize(view: State, ship: Model, side: int) -> float:
    """TV of having searched an object before the enemy; 0 once it has been searched."""
    if not tokens_needed(view) or search_of(view, ship).by != NEUTRAL:
        return 0.0
    mine, theirs = (gain_of(view, side, searched(view, ship, each)) for each in (side, 1 - side))
    return (mine - theirs) / 2


def wanted(view: State, ship: Model, side: int) -> int:
    """How many more marines make the lead aboard as good as it gets."""
    return max(0, ENOUGH - _lead(ship, side))


def boarding(view: State, model: Model, ship: Model) -> float:
    """TV that the marines of a model are worth aboard an object, less what they cost."""
    sent, lead = min(landing_force(view, model), wanted(view, ship, model.side)), _lead(ship, model.side)
    if sent < 1:
        return 0.0
    return prize(view, ship, model.side) * (_held(lead + sent) - _held(lead)) - COST * sent


def board_soon(view: State, model: Model) -> float:
    """TV of the best object that a model may come to board in its next move."""
    return max((boarding(view, model, each) for each in objects(view) if _near(view, model, each)), default=0.0)


def harbors(view: State, squadron: Model) -> list[tuple[Model, float]]:
    """Searched objects that a squadron may land on to fetch a token, each with the TV of it."""
    worth = _fetched(view, squadron)
    if worth <= 0:
        return []
    mine = (each for each in objects(view) if search_of(view, each).by == squadron.side)
    return [(each, worth) for each in mine if refuse_berth(view, squadron, each) is None]


def waits_aboard(view: State, squadron: Model) -> bool:
    """Had a squadron aboard an object better stay, since that has given its token of this turn?"""
    host = view.models.get(squadron.host)
    wants = host is not None and host.card.kind == OBJECT and boarders_of(host, squadron.side) > 0
    return wants and host is not None and not yields(view, host, squadron.side) and _fetched(view, squadron) > 0


def _fetched(view: State, squadron: Model) -> float:
    """TV of one more token, aboard the ship where it counts most; 0 to who carries one."""
    if squadron.loads:
        return 0.0
    names = [each.token for each in rulebook(view).clauses if isinstance(each, RetrieveFromObjects)]
    ships = [each for each in view.on_table() if each.capital and each.side == squadron.side]
    found = (gain(view, squadron.side, [loaded(ship, name, 1)]) for name in names for ship in ships)
    return max(found, default=0.0)


def _lead(ship: Model, side: int) -> int:
    return boarders_of(ship, side) - boarders_of(ship, 1 - side)


def _held(lead: int) -> float:
    share = LEADS[min(abs(lead), ENOUGH)]
    return share if lead > 0 else -share


def _near(view: State, model: Model, ship: Model) -> bool:
    """May it come near enough to board: a squadron anywhere within its Speed, a ship by a turn and a straight run?"""
    across = boarding_range(model)
    most = fixed_limits(view, model).most
    inches = apart(model, ship)
    if inches > most + across:
        return False
    if not model.capital or inches <= across:
        return True
    ways = (model.pose.turned(angle) for angle in TRIED)
    ends = (way.advanced(most * share) for way in ways for share in STOPS)
    return any(apart(model.at(end), ship) <= across + most * STOPS[0] / 2 for end in ends)
