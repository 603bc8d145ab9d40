"""The dice of one shot and what they do: rolled, resisted, told, inflicted (v1.2.4 Attack > Attack Window)."""

from __future__ import annotations

from jovian.dice import Result
from jovian.game import Game, Model, Option, Pick, Procedure, ask
from jovian.game.answers import Keep, SpendFuel
from jovian.game.events import Attacked
from jovian.game.parts import Part
from jovian.rules.facts.fuel import burn, fuel
from jovian.rules.facts.rolls import one_die, oppose, roll
from jovian.rules.facts.words import set_words, with_action
from jovian.rules.harm.damage import DamageManner, chooser_against, strike
from jovian.rules.harm.meaning import Dodge, stake_of
from jovian.rules.rulebook.in_force import attacked
from jovian.rules.shooting import ratings
from jovian.rules.shooting.assessment import Assessment
from jovian.rules.shooting.evasion import PLACE as EVASIVE
from jovian.rules.shooting.evasion import Evasive
from jovian.rules.shooting.guidance import jammed_by


def resolve(game: Game, shot: Assessment) -> Procedure[None]:
    """Roll the shot as it was assessed, let the target resist, and apply the damage."""
    result = yield from roll_shot(game, shot)
    yield from apply_result(game, shot, result)


def roll_shot(game: Game, shot: Assessment) -> Procedure[Result]:
    """The dice of a shot: rolled, resisted, told; nothing is damaged yet."""
    attacker, target = game.state.models[shot.attacker], game.state.models[shot.target]
    chooser = chooser_against(game.state, attacker.side, target)
    if shot.jammed:
        _tell(game, shot, attacker, Result())
        return Result()
    if shot.roll.autohit:
        result = yield from _sure_hit(game, shot, chooser)
    else:
        made, said, stake = _made(game, shot), _purpose(game, shot), stake_of(shot, opposed=shot.opposition is not None)
        result = yield from roll(
            game, chooser, said, shot.roll.pool,
            reroll=shot.roll.reroll, shift=shot.roll.shift, parts=made, stake=stake,
        )  # fmt: skip
    if shot.opposition is not None and result:
        result = yield from _resist(game, shot, result)
    if shot.roll.swarm:
        result = result.swarmed()
    _tell(game, shot, attacker, result)
    return result


def _sure_hit(game: Game, shot: Assessment, chooser: int) -> Procedure[Result]:
    """Autohit: no roll, its value by a die (R11)."""
    value = yield from one_die(game, chooser, f"value of {_purpose(game, shot)}")
    return Result.of([(value, "NDTQ".index(shot.roll.autohit[0]))]).escalated(shot.roll.shift)


def apply_result(game: Game, shot: Assessment, result: Result) -> Procedure[None]:
    """Apply what a shot's dice came to, if its target is still there."""
    attacker, target = game.state.models[shot.attacker], game.state.models[shot.target]
    if result and target.alive:
        chooser = chooser_against(game.state, attacker.side, target)
        impact, purpose = shot.impact, _purpose(game, shot)
        manner = DamageManner(chooser, purpose, impact.table, impact.redundant, impact.precise, impact.nature)
        yield from strike(game, target, result, manner)


def _purpose(game: Game, shot: Assessment) -> str:
    models = game.state.models
    return f"{shot.weapon} of {models[shot.attacker].name} at {models[shot.target].name}"


def _resist(game: Game, shot: Assessment, result: Result) -> Procedure[Result]:
    target, against = game.state.models[shot.target], shot.opposition
    assert against is not None
    if against.may_burn:
        who = with_action(game.state, game.state.models[shot.attacker])
        what = f"{target.name} evades {shot.weapon} of {who} ({set_words(result)})"
        title = f"{what}: spend a fuel for one more flex die?"
        listed: list[Option[Keep | SpendFuel]] = [
            Option(Keep(), "Keep the fuel"), Option(SpendFuel(), "Spend 1 Fuel", f"{fuel(target)} left"),
        ]  # fmt: skip
        burning = against.burning()
        dodge = Dodge(stake_of(shot), result, (against.pool, burning.pool))
        pick = Pick("evasion", target.side, title, EVASIVE, listed, subject=target.id, stake=dodge)
        if isinstance((yield from ask(pick)), SpendFuel):
            burn(game, target, 1, Evasive.name)
            against = burning
    parts = against.makeup() if game.log is not None else ()
    purpose = f"{target.name} against {shot.weapon}"
    return (yield from oppose(game, target.side, purpose, result, against.pool, parts, stake_of(shot), against.reroll))


def _made(game: Game, shot: Assessment) -> tuple[Part, ...]:
    """What the pool is made of, if anybody listens."""
    return shot.roll.makeup() if game.log is not None else ()


def _tell(game: Game, shot: Assessment, attacker: Model, result: Result) -> None:
    attacked(game, attacker, game.state.models[shot.target], shot.window)
    if game.log is None:
        return
    jammer = jammed_by(game.state, game.state.models[shot.target]) if shot.jammed else None
    game.tell(Attacked(
        attacker=shot.attacker, weapon=shot.weapon, target=shot.target, window=shot.window, mounts=shot.mounts,
        distance=round(shot.range.distance, 3), band=shot.range.band, arc=shot.range.arc,
        modifiers=tuple(shot.roll.parts), net=shot.roll.net,
        pool=shot.roll.pool if shot.rolls else None, dice=tuple(shot.roll.makeup()) if shot.rolls else (),
        shift=shot.roll.shift, autohit=shot.roll.autohit, jammed=jammer.id if jammer is not None else "",
        defense=shot.opposition.pool if shot.opposition is not None else None, defense_dice=tuple(shot.resisting()),
        result=result, fire_control_left=ratings.fire_control_left(game.state, attacker), swarm=shot.roll.swarm,
        defense_reroll=shot.opposition is not None and shot.opposition.reroll,
    ))  # fmt: skip
