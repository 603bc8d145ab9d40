"""Ignoring Suppressing Fire: full Thrusters for a hit (v1.2.4 Action > Suppressing Fire > Suppressed, R49)."""

from __future__ import annotations

from functools import lru_cache

from jovian.cards import WeaponCard
from jovian.game import Game, Model, Option, Pick, Procedure, State, ask
from jovian.rules.facts.entering import leave
from jovian.rules.firing.resolve import resolve
from jovian.rules.rulebook.shot_facts import SUPPRESSION
from jovian.rules.shooting.assessment import Assessment
from jovian.rules.shooting.formula import assess_close
from jovian.rules.shooting.shot import Shot
from jovian.rules.shooting.unprinted import KINETIC_CANNON

PLACE = "v1.2.4 Action > Suppressing Fire > Suppressed"
RATING = 2


def defy(game: Game, ship: Model) -> Procedure[None]:
    """As it activates, a Suppressed ship may use its real Thrusters and take the shells."""
    level = ship.states.get("suppressed", 0)
    if level < 2 or not ship.rating("thrusters"):
        return
    shot = shells(game.state, ship)
    listed = [
        Option(["heed"], "Keep its head down", f"Thrusters {level - 1} lower this activation"),
        Option(["defy"], "Press on", f"full Thrusters, and an attack of {shot.pool}"),
    ]
    title = f"{ship.name} is Suppressed:{level}: press on?"
    choice = yield from ask(Pick("suppressed", ship.side, title, PLACE, listed, subject=ship.id))
    game.tell("suppression", model=ship.id, heeds=choice[0] == "heed")
    if choice[0] == "defy":
        leave(game, ship, "suppressed")
        yield from resolve(game, shot)


def shells(state: State, ship: Model) -> Assessment:
    """The attack on a ship that ignores it: AC 2 and X macro dice, against the Armor that faces the suppressor."""
    suppressor = state.models.get(ship.pinned_by, ship)
    weapon = _weapon(ship.states["suppressed"])
    return assess_close(Shot(state, suppressor, ("suppression",), weapon, ship, SUPPRESSION))


@lru_cache(maxsize=16)
def _weapon(level: int) -> WeaponCard:
    return WeaponCard(
        name="Suppressing Fire", type=KINETIC_CANNON, arcs=("turret",), ac=RATING, as_=None, macro=level
    )
