"""Bombing Runs: a squadron attacks a capital ship in contact (v1.2.4 Bombing Run, R72, R73)."""

from __future__ import annotations

from jovian.game import Game, ListDecision, Model, Option, Procedure, ask
from jovian.game.answers import Decline, Ram
from jovian.game.events import Declined
from jovian.rules.attack.attack import hand_over_ships, hold_explosions, release_explosions
from jovian.rules.attack.nukes_and_rams import COLLISION, resolve_squadron_ram
from jovian.rules.basics.formation import disband, leave_formation, other_formation_members
from jovian.rules.close_combat.dogfight import (
    Fighter,
    after_fight,
    fighter_attacks,
    missiles_strike,
    prepare_fight,
    strike_together,
)
from jovian.rules.close_combat.interception import roll_to_catch
from jovian.rules.damage.damage import DamageContext
from jovian.rules.placement.attached import detach
from jovian.rules.rulebook.active_effects import notify_attacked
from jovian.rules.rulebook.effect import BOMBING
from jovian.rules.squadrons import FREE_MOVE, free_move, may_assault

RAMMING = "v1.2.4 Bombing Run > Ramming"
LAST_STRUCTURE = 1


def bombing_run(game: Game, squadron: Model, ship: Model) -> Procedure[None]:
    """Resolve missiles, plans, simultaneous attacks, a last ram, missiles, and a free move or an assault.

    Explosions wait until the free move is over (R70).
    """
    act = game.state.activation
    notify_attacked(game, squadron, ship, BOMBING)
    yield from roll_to_catch(game, squadron, ship, BOMBING)
    bomber, target = yield from prepare_fight(game, squadron, ship, BOMBING)
    state = game.state
    hold_explosions(game)
    yield from strike_together(
        game, fighter_attacks(state, bomber, target, BOMBING), fighter_attacks(state, target, bomber, BOMBING)
    )
    yield from _last_ram(game, bomber, ship)
    yield from missiles_strike(game, bomber, target, BOMBING)
    yield from after_fight(game, bomber, target, BOMBING)
    yield from hand_over_ships(game)
    yield from _leave_ship(game, bomber, ship)
    if act is not None and game.state.activation is act:
        act.stopped = True
    yield from release_explosions(game)


def _last_ram(game: Game, bomber: Fighter, ship: Model) -> Procedure[None]:
    """Let a squadron with 1 Structure left ram at once. A rammer leaves its formation."""
    candidates = [
        member for member in bomber.group if member.is_on_table and member.rating("structure") == LAST_STRUCTURE
    ]
    if not candidates or not ship.is_on_table:
        return
    listed: list[Option[Decline | Ram]] = [Option(Decline(), "Don't ram")]
    detail = "a skill test for a critical hit and Structure damage; the squadron is lost"
    for member in candidates:
        listed.append(
            Option(Ram(None if member is candidates[0] else member.id), f"{member.name} rams {ship.name}", detail)
        )
    title = f"{candidates[0].name} has 1 Structure left: ram {ship.name}?"
    pick = ListDecision(
        COLLISION, candidates[0].side, title, RAMMING, listed, subject=candidates[0].id, stake=DamageContext(ship.id)
    )
    answer = yield from ask(pick)
    if isinstance(answer, Decline):
        game.log_event(Declined(side=candidates[0].side, what=COLLISION))
    else:
        rammer = game.state.models[answer.model] if answer.model is not None else candidates[0]
        if rammer.formation:
            leave_formation(game, rammer)
        yield from resolve_squadron_ram(game, rammer, ship)


def _leave_ship(game: Game, bomber: Fighter, ship: Model) -> Procedure[None]:
    """Make a free move. Each exo-armor squadron may assault the ship instead, which breaks its formation."""
    remaining = [squadron for squadron in bomber.group if squadron.is_on_table]
    for squadron in remaining:
        detach(game, squadron)
    while remaining:
        leader = remaining[0]
        members = other_formation_members(game.state, leader)
        ship_id = ship.id if may_assault(leader, ship) else ""
        yield from free_move(game, leader, FREE_MOVE, ship_id)
        if members and leader.is_assaulting:
            disband(game, leader)
            members = []
        gone_ids = {leader.id, *(squadron.id for squadron in members)}
        remaining = [squadron for squadron in remaining if squadron.id not in gone_ids and squadron.is_on_table]
