"""Marines aboard what is nobody's: it never activates, so they fight in the End Phase (R46, R84)."""

from __future__ import annotations

from jovian.dice import Result
from jovian.game import NEUTRAL, Game, Model, Procedure
from jovian.rules.facts.rolls import roll
from jovian.rules.harm.boarded import boarders_of, check_capture, set_boarders
from jovian.rules.harm.boarding import FIGHT, fighting, lose_marines, losses


def contest(game: Game, ship: Model) -> Procedure[None]:
    """Boarders of both sides fight each other; who is alone aboard fights the crew. Whoever is left takes a ship."""
    there = [side for side in (0, 1) if boarders_of(ship, side)]
    if len(there) < 2 and ship.rating("marines"):
        there.append(NEUTRAL)
    if len(there) == 2:
        yield from _engage(game, ship, there[0], there[1])
    yield from check_capture(game, ship)


def _engage(game: Game, ship: Model, one: int, two: int) -> Procedure[None]:
    """Both engage, and lose marines at once."""
    first = yield from _fight(game, ship, one)
    second = yield from _fight(game, ship, two)
    for side, suffered in ((one, second), (two, first)):
        count = marines_of(ship, side)
        lost = losses(suffered, count)
        if side == NEUTRAL:
            lose_marines(game, ship, lost, FIGHT)
        elif lost:
            set_boarders(game, ship, side, count - lost)


def _fight(game: Game, ship: Model, side: int) -> Procedure[Result]:
    """Roll the marines of one side: the result."""
    dice = fighting(marines_of(ship, side))
    who = "the crew" if side == NEUTRAL else "marines"
    return (yield from roll(game, side, f"{who} aboard {ship.name}", dice.pool, parts=dice.makeup))


def marines_of(ship: Model, side: int) -> int:
    """How many marines fight for a side aboard what is neutral, its crew for nobody."""
    return ship.rating("marines") if side == NEUTRAL else boarders_of(ship, side)
