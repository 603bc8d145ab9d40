"""What it is worth to look after the ship and its own: repairs, supplies, boarders, and flight."""

from __future__ import annotations

from jovian.game import Model, State
from jovian.rules.actions.generic import in_supply_range, useful
from jovian.rules.actions.ship import repairable
from jovian.rules.damage.boarding import boarders
from jovian.rules.damage.casualties import models_aboard
from jovian.rules.rulebook.active_effects import effects_on
from jovian.rules.rulebook.effect import Effect
from tests.yardstick.judgment.objectives.aims import contested
from tests.yardstick.judgment.objectives.leaving import leaving


def withdraw(view: State, ship: Model) -> float:
    """TV that Withdraw is worth: more than all else to a crippled ship, nothing to others; or what objectives say."""
    if contested(view):
        return leaving(view, ship)
    return 50.0 if ship.is_crippled else 0.0


def damage_control(view: State, ship: Model) -> float:
    """TV that Damage Control is worth: so much for each thing broken, and each squadron aboard that is hurt."""
    broken = sum(len(repairable(view, ship, row)) for row in ("damage", "weapon", "system"))
    broken += len(effects_on(view, ship, Effect.mends))
    hurt = sum(1 for squadron in models_aboard(view, ship) if squadron.marks.get("structure"))
    return 1.0 + 0.5 * broken + 2.0 * hurt if broken or hurt else 0.0


def purge_airlocks(view: State, ship: Model) -> float:
    """TV that Purge Airlocks is worth: something once there are more boarders than marines."""
    return 20.0 if boarders(ship) > ship.rating("marines") else 0.0


def resupply(view: State, ship: Model) -> float:
    """TV that Resupply is worth: 1 for each model that could use something."""
    needy = [*in_supply_range(view, ship), *(each for each in models_aboard(view, ship) if useful(ship, each))]
    return 1.0 * len(needy)
