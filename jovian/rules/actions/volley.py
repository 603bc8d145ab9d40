"""Actions that attack as they are resolved: which weapons could fire, and letting the player choose."""

from __future__ import annotations

from jovian.game import Model, Option, Pick, Procedure, State, ask
from jovian.game.answers import FireWeapons
from jovian.rules.close_combat.plans import close_mounts
from jovian.rules.shooting.link import link_group
from jovian.rules.shooting.shot import used_up, weapons_called


def free_mounts(state: State, model: Model) -> list[str]:
    """The undamaged mounts that the active model has not used in this activation."""
    return [ident for ident in close_mounts(state, model) if not used_up(state, model, ident)]


def groups(state: State, model: Model, mounts: list[str], target: Model) -> list[list[str]]:
    """Each mount alone, and fully linked where that is possible."""
    found = [[ident] for ident in mounts]
    for ident in mounts:
        linked = link_group(state, model, ident, mounts, target)
        if len(linked) > 1 and sorted(linked) not in [sorted(each) for each in found]:
            found.append(linked)
    return found


def choose_weapons(model: Model, target: Model, found: list[list[str]], place: str) -> Procedure[tuple[str, ...]]:
    """Which of these groups fires at the target."""
    listed = [
        Option(FireWeapons(tuple(group)), weapons_called(model, group) + (" linked" if len(group) > 1 else ""))
        for group in found
    ]
    title = f"{model.name}: which weapons at {target.name}?"
    return (yield from ask(Pick("weapons", model.side, title, place, listed, subject=target.id))).mounts
