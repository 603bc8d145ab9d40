"""Unidentified objects: what it is worth to have marines aboard, and to fetch what is found there."""

from __future__ import annotations

from jovian.game import NEUTRAL, OBJECT, Model, State
from jovian.players.judgment.nearby import apart
from jovian.players.judgment.objectives.supposing import LATER, gain, gain_of, loaded, searched
from jovian.rules.actions.generic.board import reach
from jovian.rules.harm.boarded import boarders_of
from jovian.rules.harm.boarding import landing_force
from jovian.rules.places.limits import fixed_limits
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.scenario.objects.retrieving import RetrieveFromObjects, yields
from jovian.rules.scenario.objects.searching import MOST, search_of, tokens_needed
from jovian.rules.squadrons.hangers import refuse_aboard, refuse_berth

LEADS = (0.0, 0.6, 0.9, 1.0)
"""How good a lead of so many marines aboard is, against an object that is sure."""
ENOUGH = len(LEADS) - 1
"""The lead beyond which no more marines are sent."""
COST = 0.6
"""TV that a marine sent away is reckoned to cost."""
FETCHING = 2
"""How many squadrons at most go for the token of an object at a time."""
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
    """Objects that a squadron may land on to fetch a token, each with the TV of it: those of its side, the surer.

    Each gives one token a turn: whoever has friends enough nearer to it leaves it to them.
    """
    worth = _fetched(view, squadron)
    if worth <= 0:
        return []
    able = (each for each in objects(view) if refuse_berth(view, squadron, each) is None)
    mine = ((each, worth * _sure(view, each, squadron.side)) for each in able if not _crowded(view, squadron, each))
    return sorted((each for each in mine if each[1] > 0), key=lambda each: -each[1])


def waits_aboard(view: State, squadron: Model) -> bool:
    """Had a squadron aboard an object better stay, since that gives its token in a later turn?"""
    host = view.models.get(squadron.host)
    if host is None or host.card.kind != OBJECT or boarders_of(host, squadron.side) <= 0:
        return False
    later = not yields(view, host, squadron.side) and _sure(view, host, squadron.side) > 0
    return later and _fetched(view, squadron) > 0


def _sure(view: State, ship: Model, side: int) -> float:
    """Share for which the tokens of an object are a side's: it has searched it, or will have in this End Phase."""
    search, lead = search_of(view, ship), _lead(ship, side)
    if search.by != NEUTRAL:
        return float(search.by == side)
    soon = lead > 0 and search.held(side) + min(MOST, lead) >= tokens_needed(view)
    return LATER if soon else 0.0


def _crowded(view: State, squadron: Model, ship: Model) -> bool:
    """Are friends enough nearer to an object, who could fetch what it gives?"""
    mine = apart(squadron, ship)
    friends = (each for each in view.on_table() if each.side == squadron.side and _fetches(each, squadron))
    return sum(1 for each in friends if apart(each, ship) < mine) >= FETCHING


def _fetches(model: Model, other: Model) -> bool:
    return not (model.capital or model.drone or model.loads or model.id == other.id)


def _fetched(view: State, squadron: Model) -> float:
    """TV of one more token, aboard the ship with room for the squadron where it counts most; 0 to who carries one."""
    if squadron.loads or squadron.drone:
        return 0.0
    names = [each.token for each in rulebook(view).clauses if isinstance(each, RetrieveFromObjects)]
    if not names:
        return 0.0
    ships = [each for each in view.on_table() if each.capital and refuse_aboard(view, squadron, each) is None]
    found = (gain(view, squadron.side, [loaded(ship, name, 1)]) for name in names for ship in ships)
    return max(found, default=0.0)


def _lead(ship: Model, side: int) -> int:
    return boarders_of(ship, side) - boarders_of(ship, 1 - side)


def _held(lead: int) -> float:
    share = LEADS[min(abs(lead), ENOUGH)]
    return share if lead > 0 else -share


def _near(view: State, model: Model, ship: Model) -> bool:
    """May it come near enough to board: a squadron anywhere within its Speed, a ship by a turn and a straight run?"""
    across = reach(model)
    most = fixed_limits(view, model).most
    inches = apart(model, ship)
    if inches > most + across:
        return False
    if not model.capital or inches <= across:
        return True
    ways = (model.pose.turned(angle) for angle in TRIED)
    ends = (way.advanced(most * share) for way in ways for share in STOPS)
    return any(apart(model.at(end), ship) <= across + most * STOPS[0] / 2 for end in ends)
