"""The ensign's small choices: reactions, damage, fuel. Where it has no opinion the reference policy answers."""

from __future__ import annotations

from jovian.game import Choice, Pick, State
from jovian.players.ensign_squadrons import intercepts
from jovian.players.ensign_worth import standing
from jovian.rules import ratings
from jovian.rules.assessment import Assessment
from jovian.rules.expect import expected_value
from jovian.rules.formula import assess
from jovian.rules.free_move import FreeMove
from jovian.rules.fuel import fuel
from jovian.rules.shot import AUTOFIRE
from jovian.rules.sight import along_line
from jovian.table import Pose

WORTHWHILE = 0.2
"""TV that an interception must promise."""
HULL = 1.5
"""TV that a place on an enemy hull is reckoned to be worth."""


def pick(decision: Pick, view: State) -> Choice:
    """An answer to a short list."""
    if decision.kind == "autofire":
        return _autofire(decision, view)
    if decision.kind == "evasion":
        return _fuel(decision, view)
    if decision.kind == "critical":
        return _critical(decision, view)
    if decision.kind == "interception":
        return _interception(decision, view)
    if decision.kind in ("missile", "vector", "command", "tap", "supply"):
        return _willing(decision, view)
    if decision.kind == "firefight":
        return _firefight(decision, view)
    if decision.kind == "suppressed":
        return _suppressed(decision, view)
    return decision.default()


def _interception(decision: Pick, view: State) -> Choice:
    """Whoever gains most by it; nobody if the fight would cost."""
    mover = view.models[decision.subject]
    value = {o.choice[1]: intercepts(view, o.choice[1], mover) for o in decision.listed if o.choice[0] == "intercept"}
    best = max(value, key=lambda ident: value[ident])
    return ["intercept", best] if value[best] > WORTHWHILE else ["decline"]


def _firefight(decision: Pick, view: State) -> Choice:
    """Fight while the odds are good; hold out, or wreck what can be wrecked, when they are not."""
    ship = view.models[decision.subject]
    ours, theirs = ship.rating("marines"), ship.states.get("boarded", 0)
    if decision.side == ship.side:
        return ["engage"] if ours >= theirs else ["defend"]
    return ["engage"] if theirs >= ours else ["sabotage"]


def _suppressed(decision: Pick, view: State) -> Choice:
    """Keep its head down unless that would leave it no Thrusters."""
    ship = view.models[decision.subject]
    return ["heed"] if ratings.thrusters(view, ship) > 0 else ["defy"]


def _willing(decision: Pick, view: State) -> Choice:
    """Missiles and commands cost nothing that lasts: the last offered is the most; spare fuel only for a raid."""
    if decision.kind == "tap":
        return ["keep"]
    able = [option.choice for option in decision.listed if option.choice[0] not in ("decline", "enough")]
    return list(able[-1]) if decision.kind == "missile" else list(able[0])


def free_move(decision: FreeMove, view: State) -> Choice:
    """Exo-armors stay on the hull of a ship; others go where their pose is worth most."""
    best: tuple[float, Choice] | None = None
    for option in decision.options():
        ghost = decision.model.copy()
        if option.choice[0] == "assault":
            ghost.pose, bonus = Pose(*option.choice[1:]), HULL
        else:
            bonus = 0.0
            if option.choice[0] == "fly":
                x, y = option.choice[1][-1]
                ghost.pose = Pose(x, y, ghost.pose.heading)
        value = standing(view, ghost) + bonus
        if best is None or value > best[0]:
            best = value, option.choice
    return best[1] if best is not None else decision.default()


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
    return ["spend"] if model.activated or fuel(model) > 1 else ["keep"]


def _critical(decision: Pick, view: State) -> Choice:
    """A rating that this would bring to 0 makes the catastrophic roll worse; else the default."""
    target = view.models[decision.subject]
    for option in decision.listed:
        verb, what = option.choice
        if verb == "damage" and what != "marines" and target.left(what) == 1:
            return list(option.choice)
    return decision.default()
