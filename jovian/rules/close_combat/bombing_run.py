"""Bombing Run: a squadron strikes a capital ship in contact (v1.2.4 Bombing Run, R72, R73)."""

from __future__ import annotations

from jovian.game import Game, ListDecision, Model, Option, Procedure, ask
from jovian.game.answers import Decline, Ram
from jovian.game.events import Declined
from jovian.rules.attack.attack import hand_over_ships, hold_explosions, release_explosions
from jovian.rules.attack.impacts import COLLISION, impact
from jovian.rules.basics.formation import disband, leave_formation, other_formation_members
from jovian.rules.close_combat.dogfight import Fighter, after_fight, missiles_strike, prepare, strike_together, volley
from jovian.rules.close_combat.interception import catch
from jovian.rules.damage.damage import DamageContext
from jovian.rules.placement.attached import detach
from jovian.rules.rulebook.active_effects import notify_attacked
from jovian.rules.rulebook.effect import BOMBING
from jovian.rules.squadrons import free_move, may_assault

RAMMING = "v1.2.4 Bombing Run > Ramming"
FREE_MOVE = 4.0
LAST_STRUCTURE = 1


def bombing_run(game: Game, squadron: Model, ship: Model) -> Procedure[None]:
    """Resolve missiles, plans, guns together, a last ram, missiles, and away or onto the hull.

    Every explosion waits until the free move is over (R70).
    """
    act = game.state.activation
    notify_attacked(game, squadron, ship, BOMBING)
    yield from catch(game, squadron, ship, BOMBING)
    bomber, target = yield from prepare(game, squadron, ship, BOMBING)
    state = game.state
    hold_explosions(game)
    yield from strike_together(game, volley(state, bomber, target, BOMBING), volley(state, target, bomber, BOMBING))
    yield from _last_ram(game, bomber, ship)
    yield from missiles_strike(game, bomber, target, BOMBING)
    yield from after_fight(game, bomber, target, BOMBING)
    yield from hand_over_ships(game)
    yield from _away(game, bomber, ship)
    if act is not None and game.state.activation is act:
        act.stopped = True
    yield from release_explosions(game)


def _last_ram(game: Game, bomber: Fighter, ship: Model) -> Procedure[None]:
    """A squadron with 1 Structure left may ram at once; of a formation one, and it is broken."""
    able = [each for each in bomber.group if each.on_table and each.rating("structure") == LAST_STRUCTURE]
    if not able or not ship.on_table:
        return
    listed: list[Option[Decline | Ram]] = [Option(Decline(), "Don't ram")]
    detail = "a skill test for a critical hit and Structure; the squadron is lost"
    for each in able:
        listed.append(Option(Ram(None if each is able[0] else each.id), f"{each.name} rams {ship.name}", detail))
    title = f"{able[0].name} has 1 Structure left: ram {ship.name}?"
    pick = ListDecision(
        COLLISION, able[0].side, title, RAMMING, listed, subject=able[0].id, stake=DamageContext(ship.id)
    )
    answer = yield from ask(pick)
    if isinstance(answer, Decline):
        game.tell(Declined(side=able[0].side, what=COLLISION))
    else:
        rammer = game.state.models[answer.model] if answer.model is not None else able[0]
        if rammer.formation:
            leave_formation(game, rammer)
        yield from impact(game, rammer, ship)


def _away(game: Game, bomber: Fighter, ship: Model) -> Procedure[None]:
    """A free move; exo-armors may cling to the hull instead, each by itself, which breaks a formation."""
    left = [each for each in bomber.group if each.on_table]
    for each in left:
        detach(game, each)
    while left:
        leader = left[0]
        together = other_formation_members(game.state, leader)
        onto = ship.id if may_assault(leader, ship) else ""
        yield from free_move(game, leader, FREE_MOVE, onto)
        if together and leader.assaulting:
            disband(game, leader)
            together = []
        gone = {leader.id, *(each.id for each in together)}
        left = [each for each in left if each.id not in gone and each.on_table]
