"""What a quick player declares: a close fight that beats its shots, an errand, else nothing."""

from __future__ import annotations

from collections.abc import Iterator

from jovian.game import Model, State
from jovian.game.answers import Declaration
from jovian.players.judgment.combat.raids import weary
from jovian.players.judgment.nearby import enemies, enemies_within
from jovian.players.quick.aiming import look, total
from jovian.players.quick.closing import close_fight
from jovian.players.quick.memory import Memory
from jovian.rules.actions.generic.board import Board
from jovian.rules.actions.generic.withdraw import Withdraw
from jovian.rules.actions.squadron.bombing import Bombing
from jovian.rules.actions.squadron.interception import Interception
from jovian.rules.close_combat.interception import may_intercept
from jovian.rules.facts.fuel import shared_fuel
from jovian.rules.menu.declarable import refuse_action
from jovian.rules.menu.declare import NONE, Declare
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.rulebook.shot_facts import BOMBING, DOGFIGHT
from jovian.rules.scenario.tokens.mining import Mine
from jovian.rules.scenario.tokens.searching import Search
from jovian.rules.shooting.ratings import fire_control

BOOST_INCHES = 3.0
MARGIN = 0.3
"""TV by which a close fight must beat shooting."""
NEAREST = 2
"""How many enemies are weighed for a close fight."""
HOME = 8.0
"""Inches from every enemy beyond which a crippled ship leaves the battle."""
ERRANDS = (Withdraw.name, Search.name, Mine.name, Board.name)
"""What is declared where objectives make it worth something."""


def declaration(decision: Declare, state: State, memory: Memory) -> Declaration | None:
    """What the active model declares; None for the default."""
    model = decision.model
    if model.aboard or decision.must_bomb:
        return None
    errand = _errand(state, memory, model) if memory.contested else (0.0, NONE)
    if model.capital:
        return _ship(state, model, errand)
    best = errand[0], Declaration(errand[1], 0)
    if not weary(model):
        foes = enemies(state, model)
        free = [mount.id for mount in model.card.mounts if mount.id not in model.damaged]
        stands = total(look(state, memory, model, free, foes).aims, fire_control(state, model))
        for worth, raid in _raids(decision, state, memory):
            if worth > best[0] + MARGIN + stands:
                best = worth, raid
    if best[0] > 0:
        return best[1]
    return Declaration(NONE, _boost(decision, state))


def _ship(state: State, ship: Model, errand: tuple[float, str]) -> Declaration | None:
    """What a ship declares: an errand; one that is Crippled and by itself leaves."""
    if errand[0] > 0:
        return Declaration(errand[1], 0)
    foes = enemies(state, ship)
    alone = min((ship.pose.distance_to(foe.pose) for foe in foes), default=HOME) >= HOME
    if ship.crippled and alone and refuse_action(state, ship, Withdraw.name) is None:
        return Declaration(Withdraw.name, 0)
    return None


def _errand(state: State, memory: Memory, model: Model) -> tuple[float, str]:
    able = [name for name in ERRANDS if name in rulebook(state).actions and refuse_action(state, model, name) is None]
    return max(((memory.errand(state, model, name), name) for name in able), default=(0.0, NONE))


def _raids(decision: Declare, state: State, memory: Memory) -> Iterator[tuple[float, Declaration]]:
    """The close fights that it could come to, with what they are worth."""
    model, most = decision.model, decision.most_boost
    speed, fuel = model.card.speed, shared_fuel(state, model)
    for inches, ship in enemies_within(state, model, speed + BOOST_INCHES * most, True)[:NEAREST]:
        boost = _fuel_for(inches, speed)
        yield close_fight(state, memory, model, ship, BOMBING), Declaration(Bombing.name, boost)
    if may_intercept(state, model):
        for inches, other in enemies_within(state, model, speed + BOOST_INCHES * most, False)[:NEAREST]:
            boost = _fuel_for(inches, speed)
            if boost < fuel:
                worth = close_fight(state, memory, model, other, DOGFIGHT)
                yield worth, Declaration(Interception.name, boost, other.id)


def _fuel_for(inches: float, speed: float) -> int:
    """Fuel to burn to come that far."""
    return max(0, int(-(-(inches - speed + 0.05) // BOOST_INCHES)))


def _boost(decision: Declare, state: State) -> int:
    """Fuel to burn where everybody is far away."""
    model = decision.model
    nearest = min((model.pose.distance_to(foe.pose) for foe in enemies(state, model)), default=0.0)
    far = nearest > model.card.speed + 10.0
    return max(0, min(decision.most_boost, model.unmarked("fuel") - 1)) if far else 0
