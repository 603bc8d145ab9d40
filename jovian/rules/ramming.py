"""Ramming: squadrons that throw themselves at a ship (v1.2.4 Action > Ram > Squadron Ramming Capital Ship)."""

from __future__ import annotations

from jovian.game import Game, Model, Procedure
from jovian.rules.assessment import Assessment
from jovian.rules.attack import resolve
from jovian.rules.casualties import destroy
from jovian.rules.catastrophe import lose_structure
from jovian.rules.critical import critical_hit
from jovian.rules.damage import chooser_against
from jovian.rules.formation import disband
from jovian.rules.formula import assess
from jovian.rules.rolls import skill_test
from jovian.rules.shot import AUTOFIRE, POINT_DEFENSE

TRIPLE = 2


def ram_ship(game: Game, squadron: Model, ship: Model) -> Procedure[None]:
    """The ship's Point Defense first; whoever comes through it strikes. A formation breaks: one rams."""
    if squadron.formation:
        disband(game, squadron)
    shot = assess(game.state, ship, (POINT_DEFENSE,), squadron, AUTOFIRE)
    if isinstance(shot, Assessment):
        yield from resolve(game, shot)
    if squadron.on_table and ship.on_table:
        yield from impact(game, squadron, ship)


def impact(game: Game, squadron: Model, ship: Model) -> Procedure[None]:
    """A skill test: a critical hit, with triples a point of Structure too; the squadron is lost."""
    cause, chooser = f"{squadron.name} rams {ship.name}", chooser_against(squadron.side, ship)
    result = yield from skill_test(game, squadron, f"ramming {ship.name}")
    game.tell(
        "attacked", attacker=squadron.id, weapon="Ram", target=ship.id, window="ram", distance=0.0, band="", arc="",
        modifiers=[], net=0, result=str(result), fire_control_left=0,
    )  # fmt: skip
    if result:
        yield from critical_hit(game, ship, chooser, cause)
    if result.best >= TRIPLE and ship.on_table:
        yield from lose_structure(game, ship, cause)
    if squadron.alive:
        destroy(game, squadron)
