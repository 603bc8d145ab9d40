"""The ensign's small choices: reactions, damage, fuel. Where it has no opinion the reference policy answers."""

from __future__ import annotations

from jovian.game import Choice, Pick, State
from jovian.rules.assessment import Assessment
from jovian.rules.expect import expected_value
from jovian.rules.formula import assess
from jovian.rules.shot import AUTOFIRE
from jovian.rules.sight import along_line


def pick(decision: Pick, view: State) -> Choice:
    """An answer to a short list."""
    if decision.kind == "autofire":
        return _autofire(decision, view)
    if decision.kind == "evasion":
        return _fuel(decision, view)
    if decision.kind == "critical":
        return _critical(decision, view)
    return decision.default()


def _autofire(decision: Pick, view: State) -> Choice:
    """The shot that is worth most; none that harms friends more."""
    worth = [(_reaction(decision, view, option.choice), option.choice) for option in decision.listed]
    return list(max(worth, key=lambda each: each[0])[1])


def _reaction(decision: Pick, view: State, choice: Choice) -> float:
    if choice[0] != "fire":
        return 0.0
    shooter, mover = view.models[choice[1]], view.models[decision.subject]
    shot = assess(view, shooter, (choice[2],), mover, AUTOFIRE)
    if not isinstance(shot, Assessment):
        return 0.0
    value = expected_value(view, shot)
    for other in along_line(view, shooter, mover) if shot.kinetic else ():
        second = assess(view, shooter, (choice[2],), other, AUTOFIRE, secondary=True)
        if isinstance(second, Assessment):
            value += expected_value(view, second) * (1 if other.side != shooter.side else -1)
    return value


def _fuel(decision: Pick, view: State) -> Choice:
    """Fuel comes back in the End Phase: spend it unless the squadron may still want it this turn."""
    model = view.models[decision.subject]
    return ["spend"] if model.activated or model.left("fuel") > 1 else ["keep"]


def _critical(decision: Pick, view: State) -> Choice:
    """A rating that this would bring to 0 makes the catastrophic roll worse; else the default."""
    target = view.models[decision.subject]
    for option in decision.listed:
        verb, what = option.choice
        if verb == "damage" and what != "marines" and target.left(what) == 1:
            return list(option.choice)
    return decision.default()
