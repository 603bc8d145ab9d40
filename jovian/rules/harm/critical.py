"""Critical hits: the attacker chooses what breaks (v1.2.4 Damage > Critical Hit)."""

from __future__ import annotations

from jovian.cards.values.older_names import SYSTEMS
from jovian.dice import FACES
from jovian.game import Game, Model, Option, Pick, Procedure, State, ask
from jovian.game.answers import Damage, DamageSystem, DamageWeapon
from jovian.rules.facts.marking import break_weapon, mark_boxes, mark_system, system_left, weapons_left
from jovian.rules.facts.rolls import one_die
from jovian.rules.harm.catastrophe import lose_structure
from jovian.rules.rulebook.figures import Hit
from jovian.rules.rulebook.rulebook import rulebook

PLACE = "v1.2.4 Damage > Critical Hit"
RATINGS = ("thrusters", "defense", "sensors", "marines")
Broken = Damage | DamageSystem | DamageWeapon
"""What a Critical Hit may break."""


def critical_hit(game: Game, target: Model, hit: Hit) -> Procedure[None]:
    """One Critical Hit: a rating, a system trait or a weapon; if there is none of these, Structure."""
    figures = rulebook(game.state).figures
    if figures.critical is not None:
        yield from figures.critical.resolve(game, target, hit)
        return
    ease = figures.keen if hit.precise else 0
    listed = options(target, ease)
    if figures.engine is not None and (engine := figures.engine.offer(game.state, target)) is not None:
        listed.append(engine)
    if not listed:
        yield from lose_structure(game, target, hit.cause)
        return
    pick = Pick("critical", hit.chooser, f"Critical Hit on {target.name}", PLACE, listed, subject=target.id)
    broken = yield from ask(pick)
    match broken:
        case DamageWeapon(mount):
            yield from damage_weapon(game, target, mount, hit.chooser, hit.cause, ease)
        case Damage(track) if track in RATINGS:
            mark_boxes(game, target, track, 1, hit.cause)
        case DamageSystem(trait):
            mark_system(game, target, trait, 1, hit.cause)
        case _ if figures.engine is not None:
            figures.engine.hit(game, target)


def critical_words(state: State, value: int) -> str:
    """What a Critical Hit of that value is called in this game."""
    rule = rulebook(state).figures.critical
    return "Critical Hit" if rule is None else rule.called(state, value)


def options(target: Model, ease: int = 0) -> list[Option[Broken]]:
    """What a Critical Hit may break, the ratings first; weapons by a d6 that may show so much less."""
    listed: list[Option[Broken]] = [
        Option(Damage(track), track.capitalize(), f"{target.rating(track)} now")
        for track in RATINGS
        if target.unmarked(track) > 0 and target.rating(track) > 0
    ]
    listed += [
        Option(DamageSystem(trait.name), str(trait), f"{system_left(target, trait.name)} left")
        for trait in target.card.traits
        if trait.name in SYSTEMS and system_left(target, trait.name) > 0
    ]
    for mount in weapons_left(target):
        need = weapon_need(target, mount.id, ease)
        called = target.open_card.mount_called(mount.id)
        listed.append(Option(DamageWeapon(mount.id), called, f"on a {need}+, {(7 - need) / 6:.0%}"))
    return listed


def weapon_need(target: Model, ident: str, ease: int = 0) -> int:
    """What a d6 must show to damage the weapon; less if the attack is Precise."""
    mount = target.mount(ident)
    return (6 if mount and mount.weapon.spinal else 5) - ease


def damage_weapon(
    game: Game, target: Model, ident: str, chooser: int, cause: str, ease: int = 0
) -> Procedure[None]:
    """Try to damage a weapon; a failed try spends the Critical Hit (R69)."""
    name = next((mount.weapon.name for mount in target.open_card.mounts if mount.id == ident), ident)
    need = weapon_need(target, ident, ease)
    face = yield from one_die(game, chooser, f"Weapon Damage to {name} of {target.name}", range(need, FACES + 1))
    if face >= need:
        break_weapon(game, target, ident, cause)
