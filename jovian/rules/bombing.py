"""Bombing Run: a squadron strikes a capital ship in contact (v1.2.4 Bombing Run, R72, R73)."""

from __future__ import annotations

from jovian.game import Game, Model, Option, Pick, Procedure
from jovian.rules.assault import may_assault
from jovian.rules.attached import detach
from jovian.rules.close_combat import missiles_strike, prepare, strike_together, volley
from jovian.rules.explosion import empty_queue
from jovian.rules.free_move import free_move
from jovian.rules.interception import catch
from jovian.rules.ramming import impact
from jovian.rules.shot import BOMBING

RAMMING = "v1.2.4 Bombing Run > Ramming"
FREE_MOVE = 4.0
LAST_STRUCTURE = 1


def bombing_run(game: Game, squadron: Model, ship: Model) -> Procedure[None]:
    """Missiles, plans, guns together, a last ram, missiles, and away or onto the hull."""
    act = game.state.activation
    yield from catch(game, squadron, ship, BOMBING)
    bomber, target = yield from prepare(game, squadron, ship, BOMBING)
    state = game.state
    yield from strike_together(game, volley(state, bomber, target, BOMBING), volley(state, target, bomber, BOMBING))
    yield from _last_ram(game, squadron, ship)
    yield from missiles_strike(game, bomber, target, BOMBING)
    if squadron.on_table:
        yield from _away(game, squadron, ship)
    if act is not None and game.state.activation is act:
        act.stopped = True
    yield from empty_queue(game)


def _last_ram(game: Game, squadron: Model, ship: Model) -> Procedure[None]:
    """With 1 Structure left the squadron may ram at once."""
    if not (squadron.on_table and ship.on_table and squadron.rating("structure") == LAST_STRUCTURE):
        return
    listed = [
        Option(["decline"], "Live to fight on"),
        Option(["ram"], f"Ram {ship.name}", "a skill test for a critical hit and Structure; the squadron is lost"),
    ]
    title = f"{squadron.name} has 1 Structure left: ram {ship.name}?"
    choice = yield Pick("ram", squadron.side, title, RAMMING, listed, subject=squadron.id)
    if choice[0] == "ram":
        yield from impact(game, squadron, ship)


def _away(game: Game, squadron: Model, ship: Model) -> Procedure[None]:
    """A free move; exo-armors may cling to the hull instead."""
    detach(game, squadron)
    yield from free_move(game, squadron, FREE_MOVE, ship.id if may_assault(squadron, ship) else "")
