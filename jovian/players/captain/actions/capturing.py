"""Captures to come: enemy ships that its own may board by their next moves, and own ones that may be lost so."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cached_property, lru_cache

from jovian.dice import Odds, Result
from jovian.game import Model, State
from jovian.players.captain.actions.boarding import LITTLE, PRIZE, prize
from jovian.players.judgment.actions.marines import SWING, could_board, lost_to, won_aboard
from jovian.players.judgment.combat.expecting import swerving
from jovian.players.judgment.combat.shots import Fire
from jovian.players.judgment.nearby import enemies
from jovian.players.judgment.threat.threats import Threats
from jovian.rules.actions.generic.board import Board
from jovian.rules.harm.toll import Table, table_for
from jovian.rules.menu.declarable import refuse_action
from jovian.rules.sequence.activation import eligible

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

    def raised(self, state: State, fires: Iterable[Fire], spared: str) -> list[Fire]:
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


def _laid_bare(view: State, fire: Fire, wanted: Mapping[str, float]) -> float:
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
