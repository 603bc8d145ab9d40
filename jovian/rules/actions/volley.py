"""Actions that attack as they are resolved: which weapons could fire, and letting the player choose."""

from __future__ import annotations

from jovian.game import Model, Option, Pick, Procedure, State, ask
from jovian.game.answers import FireWeapons
from jovian.rules.close_combat.plans import close_mounts
from jovian.rules.shooting.link import link_group
from jovian.rules.shooting.shot import used_up, weapon_of, weapons_called


def free_mounts(state: State, model: Model) -> list[str]:
    """The undamaged mounts that the active model has not used in this activation."""
    return [ident for ident in close_mounts(state, model) if not used_up(state, model, ident)]


def groups(state: State, model: Model, mounts: list[str], target: Model) -> list[list[str]]:
    """Each mount alone, and fully linked where that is possible, led by each whose ratings may be used (R59)."""
    found = [[ident] for ident in mounts]
    for ident in mounts:
        linked = link_group(state, model, ident, mounts, target)
        if len(linked) > 1 and not any(_alike(model, linked, each) for each in found):
            found.append(linked)
    return found


def _alike(model: Model, one: list[str], other: list[str]) -> bool:
    """Do the same mounts fire with the same ratings, those of the first of them?"""
    return sorted(one) == sorted(other) and weapon_of(model, one[0]) == weapon_of(model, other[0])


def _called(model: Model, group: list[str]) -> str:
    return weapons_called(model, group) + (" linked" if len(group) > 1 else "")


def _rating(model: Model, group: list[str]) -> str:
    """The rating with which a group fires at a ship: that of its first weapon."""
    weapon = weapon_of(model, group[0])
    return f"AC {weapon.ac}" if weapon is not None else ""


def choose_weapons(model: Model, target: Model, found: list[list[str]], place: str) -> Procedure[tuple[str, ...]]:
    """Which of these groups fires at the target, a ship."""
    listed = [Option(FireWeapons(tuple(group)), _called(model, group), _rating(model, group)) for group in found]
    title = f"{model.name}: which weapons at {target.name}?"
    return (yield from ask(Pick("weapons", model.side, title, place, listed, subject=target.id))).mounts
