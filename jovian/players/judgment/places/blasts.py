"""Ships that may blow up, and what that would do to those about them."""

from __future__ import annotations

from typing import NamedTuple

from jovian.dice import FACES, Pool
from jovian.game import Model, State
from jovian.rules.firing.explosion import pending
from jovian.rules.harm.catastrophe import systems_gone
from jovian.rules.harm.expect import bare_share, worth
from jovian.rules.rulebook.rulebook import rulebook
from jovian.table import distance

SOON = {0: 1.0, 1: 0.5, 2: 0.2}
"""How likely a ship with so much Structure is reckoned to come to a catastrophic roll before long."""


class Bomb(NamedTuple):
    """A ship that may blow up."""

    ship: Model
    chance: float


def pending_bombs(view: State) -> list[Bomb]:
    """Return the dead ships whose explosions come next."""
    return [Bomb(ship, 1.0) for ship in pending(view)]


def bombs(view: State) -> list[Bomb]:
    """Return the ships that explode next, and all ships on the table that may blow up before long."""
    found = (Bomb(ship, chance_of(view, ship)) for ship in view.on_table() if ship.capital)
    return [*pending_bombs(view), *(bomb for bomb in found if bomb.chance > 0)]


def chance_of(view: State, ship: Model) -> float:
    """How likely a ship is reckoned to blow up before long: what hits it may take one system more from it first."""
    soon = SOON.get(0 if ship.crippled else ship.unmarked("structure"), 0.0)
    return soon * (explodes(view, ship) + explodes(view, ship, 1)) / 2 if soon else 0.0


def explodes(view: State, ship: Model, more: int = 0) -> float:
    """How often a catastrophic roll of a ship, of so many more systems at 0, is an explosion."""
    good = FACES + 1 + systems_gone(ship) + more - rulebook(view).figures.explodes
    return max(0, min(FACES, good)) / FACES


def blast(view: State, ship: Model, model: Model) -> float:
    """The share of its value that a model, where it stands here, is expected to lose if a ship blows up."""
    rule = rulebook(view).figures.blast
    apart = distance(ship.base, ship.pose, model.base, model.pose)
    if apart > rule.reach or ship.id == model.id:
        return 0.0
    rating, macro = rule.dice(ship.card.printed("structure"), apart)
    return bare_share(view, model, Pool(rating, 0, macro).normal())


def fallout(view: State, ship: Model, side: int) -> float:
    """TV that the explosion of a ship is expected to take from the other side, less what it takes from this one."""
    total = 0.0
    for other in view.on_table():
        if other.id != ship.id and not other.neutral and (share := blast(view, ship, other)):
            total += share * worth(other) * (1 if other.side != side else -1)
    return total


def blast_risk(view: State, model: Model, found: list[Bomb]) -> float:
    """TV that a model, where it stands here, is expected to lose to ships that may blow up."""
    return worth(model) * sum(bomb.chance * blast(view, bomb.ship, model) for bomb in found)
