"""The ensign: a steady opponent that shoots well, keeps on the table, and looks no further than its next move."""

from __future__ import annotations

from collections.abc import Callable

from jovian.game import Choice, Decision, Pick, State
from jovian.players import ensign_deploy, ensign_fights, ensign_fire, ensign_orders, ensign_picks, ensign_squadrons
from jovian.players.ensign_move import next_move
from jovian.rules.activation import ChooseModel
from jovian.rules.declare import Declare
from jovian.rules.deployment import Deploy
from jovian.rules.free_move import FreeMove
from jovian.rules.menu import Menu
from jovian.rules.plans import PlanFight

PATIENCE = 1.1
"""It shoots first unless moving first promises this much more."""


class Ensign:
    """Answers each kind of decision by a rule of thumb and exact odds. The same view always gets the same answer."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._by_kind: dict[str, Callable[[Decision, State], Choice | None]] = {
            "deploy": lambda d, v: ensign_deploy.spot(d, v) if isinstance(d, Deploy) else None,
            "activate": lambda d, v: ensign_orders.who(d, v) if isinstance(d, ChooseModel) else None,
            "declare": lambda d, v: ensign_orders.what(d, v) if isinstance(d, Declare) else None,
            "menu": lambda d, v: _menu(d, v) if isinstance(d, Menu) else None,
        }

    def choose(self, decision: Decision, view: State) -> Choice:
        """Its answer; the default if its rule of thumb finds none that is legal."""
        rule = self._by_kind.get(decision.kind)
        if rule is not None:
            choice = rule(decision, view)
        elif isinstance(decision, PlanFight):
            choice = ensign_fights.plan(decision, view, self.seed)
        elif isinstance(decision, FreeMove):
            choice = ensign_picks.free_move(decision, view)
        else:
            choice = ensign_picks.pick(decision, view) if isinstance(decision, Pick) else None
        if choice is not None and decision.check(choice) is None:
            return choice
        return decision.default()


def _menu(menu: Menu, view: State) -> Choice | None:
    """Act, shoot now or after moving, move, end."""
    resolving = ensign_orders.resolve_now(menu)
    if resolving is not None:
        return resolving
    special = ensign_squadrons.close_in(menu) or (ensign_squadrons.drones(menu) if menu.model.capital else None)
    special = special or ensign_fire.best_nuke(menu)
    if special is not None or menu.model.aboard:
        return special
    shot = ensign_fire.best_attack(menu)
    plan = next_move(menu)
    if shot is not None and (plan is None or shot.total * PATIENCE >= plan.offense):
        return shot.choice
    if plan is not None and plan.choice is not None:
        return plan.choice
    if shot is not None:
        return shot.choice
    return ensign_orders.last_words(menu)
