"""Critical hits: the attacker chooses what breaks (v1.2.4 Damage > Critical Hit)."""

from __future__ import annotations

from jovian.cards.values.names import SYSTEM_TRAITS
from jovian.game import Game, Model, Option, Pick, Procedure, ask
from jovian.rules.facts.marking import break_weapon, mark_boxes, mark_system, system_left
from jovian.rules.facts.rolls import one_die
from jovian.rules.harm.catastrophe import lose_structure

PLACE = "v1.2.4 Damage > Critical Hit"
RATINGS = ("thrusters", "defense", "sensors", "marines")


def critical_hit(
    game: Game, target: Model, chooser: int, cause: str, precise: bool = False
) -> Procedure[None]:
    """One Critical Hit: a rating, a system trait or a weapon; if there is none of these, Structure."""
    listed = options(target, precise)
    if not listed:
        yield from lose_structure(game, target, cause)
        return
    pick = Pick("critical", chooser, f"Critical Hit on {target.name}", PLACE, listed, subject=target.id)
    verb, what = yield from ask(pick)
    if verb == "weapon":
        yield from damage_weapon(game, target, what, chooser, cause, precise)
    else:
        mark_one(game, target, verb, what, cause)


def mark_one(game: Game, target: Model, verb: str, what: str, cause: str) -> None:
    """Mark one box of a rating (`damage`) or of a system trait (`system`)."""
    if verb == "damage":
        mark_boxes(game, target, what, 1, cause)
    else:
        mark_system(game, target, what, cause)


def options(target: Model, precise: bool = False) -> list[Option]:
    """What a Critical Hit may break, the ratings first."""
    listed = [
        Option(["damage", track], track.capitalize(), f"{target.rating(track)} now")
        for track in RATINGS
        if target.left(track) > 0 and target.rating(track) > 0
    ]
    listed += [
        Option(["system", trait.name], str(trait), f"{system_left(target, trait.name)} left")
        for trait in target.card.traits
        if trait.name in SYSTEM_TRAITS and system_left(target, trait.name) > 0
    ]
    for mount in target.card.mounts:
        if mount.id not in target.damaged:
            need = weapon_need(target, mount.id, precise)
            listed.append(Option(["weapon", mount.id], mount.weapon.name, f"on a {need}+, {(7 - need) / 6:.0%}"))
    return listed


def weapon_need(target: Model, ident: str, precise: bool = False) -> int:
    """What a d6 must show to damage the weapon; one less if the attack is Precise."""
    mount = target.mount(ident)
    return (6 if mount and mount.weapon.spinal else 5) - precise


def damage_weapon(
    game: Game, target: Model, ident: str, chooser: int, cause: str, precise: bool = False
) -> Procedure[None]:
    """Try to damage a weapon; a failed try spends the Critical Hit (R69)."""
    mount = target.mount(ident)
    name = mount.weapon.name if mount else ident
    face = yield from one_die(game, chooser, f"Weapon Damage to {name} of {target.name}")
    if face >= weapon_need(target, ident, precise):
        break_weapon(game, target, ident, cause)
