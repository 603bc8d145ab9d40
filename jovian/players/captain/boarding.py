"""Boarding, searching and capturing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property, lru_cache

from jovian.dice import Odds, Result
from jovian.game import Answer, ListDecision, Model, State
from jovian.game.answers import Commit
from jovian.players.evaluation.actions import SWING, chance, could_board, lost_to, takable, won_aboard
from jovian.players.evaluation.goals import LITTLE as GOALS_LITTLE
from jovian.players.evaluation.goals import Goal, boarding_value, objects
from jovian.players.evaluation.gunnery import ScoredAttack, swerving
from jovian.players.evaluation.objectives import first_attack_cost, turns_left
from jovian.players.evaluation.places import distance_between, enemies
from jovian.players.evaluation.threats import Threats
from jovian.rules.actions.generic import Board
from jovian.rules.actions.generic import boarding_range as boarding_reach
from jovian.rules.damage.boarding import landing_force
from jovian.rules.damage.expected_damage import Table, model_value, squadron_share, table_for
from jovian.rules.menu.declarations import refuse_action
from jovian.rules.placement.move_limits import fixed_limits
from jovian.rules.sequence.activation import eligible

# --- searching ---
# Marines for objects that the objectives count: who may come to board one now, and who had better keep them for it.

YET = 0.6
"""Share of what marines would win aboard an object that they are kept for."""


def may_search(view: State, ship: Model) -> bool:
    """Is there an object that a ship may come to board by its next move, to win something there?

    Its base may come nearer by a turn than by the way it goes.
    """
    found = objects(view)
    if not found or refuse_action(view, ship, Board.name) is not None:
        return False
    far = _way(view, ship, 1) + ship.base.reach - ship.base.inner
    return any(
        distance_between(ship, each) <= far and boarding_value(view, ship, each) > GOALS_LITTLE for each in found
    )


def called_for(view: State, model: Model) -> float:
    """TV that the marines of a model are worth aboard the best object that they come to in the turns that are left."""
    turns = turns_left(view) + 1
    near = (each for each in objects(view) if distance_between(model, each) <= _way(view, model, turns))
    return YET * max((boarding_value(view, model, each) for each in near), default=0.0)


def _way(view: State, model: Model, turns: int) -> float:
    """Inches to whatever it may board in so many turns."""
    return fixed_limits(view, model).most * turns + boarding_reach(model)


# --- boarding ---
# Ships that the captain may capture: whom it boards, and how many marines it sends.

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
    return chance(view, boarder, ship, sent) * PRIZE * model_value(ship) - bared(view, boarder, sent)


def capture(view: State, boarder: Model, ship: Model) -> float:
    """How likely all the marines of a model take a ship."""
    return chance(view, boarder, ship, landing_force(view, boarder))


def bared(view: State, ship: Model, sent: int) -> float:
    """TV that a model risks by sending so many of its marines away, or loses where they are its own pilots."""
    if not ship.capital:
        left = ship.unmarked("structure")
        return model_value(ship) * squadron_share(min(left, PILOTS * sent), left)
    if ship.rating("marines") > sent:
        return 0.0
    near = any(each.rating("marines") and distance_between(ship, each) <= ABOUT for each in enemies(view, ship, True))
    return SHIELD * model_value(ship) * near


def prizes(view: State, model: Model) -> dict[str, float]:
    """TV of boarding each enemy ship that a model could come to now, by id."""
    if refuse_action(view, model, Board.name) is not None:
        return {}
    most = fixed_limits(view, model).most + boarding_reach(model)
    near = [each for each in enemies(view, model, True) if distance_between(model, each) <= most]
    other = first_attack_cost(view, model.side) + max(0.0, called_for(view, model)) if near else 0.0
    found = {each.id: prize(view, model, each) - other for each in near}
    return {ident: value for ident, value in found.items() if value > LITTLE}


def alongside(view: State, model: Model, found: dict[str, float]) -> tuple[Goal, ...]:
    """Places beside those who are to be boarded."""
    ships = (view.models[ident] for ident in found)
    return tuple(Goal(each.pose.x, each.pose.y, 0.0, 0.0, each.id) for each in ships)


def unguarded(view: State, model: Model) -> Iterator[Goal]:
    """Enemy ships without marines, which draw a ship that has some."""
    if not model.capital or model.is_crippled or model.rating("marines") < 1:
        return
    for ship in enemies(view, model, True):
        if not ship.is_crippled and not ship.rating("marines") and not ship.card.station:
            near = ship.base.inner + model.base.inner + boarding_reach(model)
            yield Goal(ship.pose.x, ship.pose.y, near, DRAWN * PRIZE * model_value(ship), ship.id)


def commit(decision: ListDecision[Answer], view: State, ship: Model) -> Answer:
    """As many marines as are worth most over there."""
    model = view.models[decision.subject]

    def value(answer: Answer) -> float:
        return landed(view, model, ship, answer.marines) if isinstance(answer, Commit) else 0.0

    return max((option.answer for option in decision.listed), key=value)


# --- capturing ---
# Captures to come: enemy ships that its own may board by their next moves, and own ones that may be lost so.

BARED = 0.6
"""What it counts that a ship has no marines left, of what boarding it would be worth then."""
PART = 0.4
"""What it counts to take some of a ship's marines, against all of them."""
MANY = 4
"""Marines beyond which nobody tries to take them all."""


class Captures:
    """Ships that may change hands, as a captain of a side sees it."""

    def __init__(self, view: State, side: int, threats: Threats, promise: float, weight: float) -> None:
        """`promise` is what counts of the next turn, `weight` what counts of all this."""
        self._view, self._side, self._threats = view, side, threats
        self._promise, self._weight = promise, weight
        self._spoils: dict[str, list[tuple[Model, float]]] = {}

    @cached_property
    def lost_with(self) -> dict[str, float]:
        """TV that is lost to boarders with a ship that is destroyed, by its id."""
        found: dict[str, float] = {}
        for foe in self._threats.foes:
            if value := won_aboard(self._view, foe.model) * PRIZE / SWING:
                found[foe.model.id] = self._weight * value
        for model, counts in self._boarders():
            for ship, value in self._spoils_of(model):
                if counts * value > found.get(ship.id, 0.0) and could_board(self._view, model, ship):
                    found[ship.id] = counts * value
        return found

    @cached_property
    def bared(self) -> dict[str, float]:
        """TV that it is worth to leave no marines aboard ships that its own may come to, by id."""
        found: dict[str, float] = {}
        guarded = [foe.model for foe in self._threats.foes if 1 <= foe.model.rating("marines") <= MANY]
        for model, counts in self._boarders() if guarded else ():
            if refuse_action(self._view, model, Board.name) is not None:
                continue
            for ship in guarded:
                if could_board(self._view, model, ship):
                    value = BARED * counts * _awaited(self._view, model, ship)
                    found[ship.id] = max(value, found.get(ship.id, 0.0))
        return {ident: value for ident, value in found.items() if value > 0}

    def _boarders(self) -> list[tuple[Model, float]]:
        """Its own, each with what boarding counts that it may do: this turn, or in the next."""
        ready = {each.id for each in eligible(self._view, self._side)}
        friends = self._threats.friends
        found = [(each, self._weight * (1.0 if each.id in ready else self._promise)) for each in friends]
        return [each for each in found if each[1] > 0]

    def _spoils_of(self, model: Model) -> list[tuple[Model, float]]:
        """Enemy ships that its marines might take, wherever they are, each with the TV of boarding it."""
        if model.id not in self._spoils:
            able = refuse_action(self._view, model, Board.name) is None
            ships = enemies(self._view, model, True) if able else []
            found = [(ship, prize(self._view, model, ship)) for ship in ships]
            self._spoils[model.id] = [each for each in found if each[1] > LITTLE]
        return self._spoils[model.id]

    def ahead(self, there: Model) -> float:
        """TV of the best ship that a model could board by its next move, from the pose that it has here."""
        found = (value for ship, value in self._spoils_of(there) if could_board(self._view, there, ship))
        return self._weight * max(found, default=0.0)

    def feared(self, there: Model, later: float) -> float:
        """TV that a ship may cost its side by being boarded where it stands; who has acted counts so much."""
        worst = 0.0
        for foe in self._threats.foes if there.capital and not there.rating("marines") else ():
            value = (1.0 if foe.ready else later) * lost_to(self._view, foe.model, there)
            if value > worst and could_board(self._view, foe.model, there):
                worst = value
        return self._weight * worst

    def raised(self, state: State, fires: Iterable[ScoredAttack], spared: str) -> list[ScoredAttack]:
        """Attacks, the best first, with what it is worth that they take marines."""
        wanted = {ident: value for ident, value in self.bared.items() if ident != spared}
        if not wanted:
            return list(fires)
        found = [replace(each, value=each.value + _laid_bare(state, each, wanted)) for each in fires]
        return sorted(found, key=lambda each: -each.value)


def _awaited(view: State, boarder: Model, ship: Model) -> float:
    """TV by which boarding a ship would be worth more to a model if there were no marines left aboard."""
    bare = ship.supposed(marks={"marines": len(ship.boxes("marines"))})
    return prize(view, boarder, bare) - prize(view, boarder, ship)


def _laid_bare(view: State, fire: ScoredAttack, wanted: Mapping[str, float]) -> float:
    """TV that an attack adds by taking marines, given what it is worth by ship that none are left."""
    total = 0.0
    for shot in fire.shots:
        if value := wanted.get(shot.target, 0.0):
            target = view.models[shot.target]
            table = table_for(view, target, shot.impact.table, shot.impact.redundant, shot.impact.nature)
            total += value * _bare(swerving(shot).odds(), table, target.rating("marines"), target.unmarked("structure"))
    return total


@lru_cache(maxsize=1 << 12)
def _bare(result: Odds, table: Table, guards: int, left: int) -> float:
    """How near an attack comes to taking so many marines, if they are hit first, without crippling the ship."""

    def near(each: Result) -> float:
        hits = table.others(each)
        if table.structure(each) >= left:
            return 0.0
        return 1.0 if hits >= guards else PART * hits / guards

    return result.expect(near)
