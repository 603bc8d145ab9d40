"""The ensign's small choices: reactions, damage, fuel. Where it has no opinion the reference policy answers."""

from __future__ import annotations

from jovian.game import Choice, Model, Pick, State
from jovian.players.ensign.reacting import react
from jovian.players.judgment.moves import free_place
from jovian.rules.close_combat.reactions import Reactions
from jovian.rules.facts.fuel import fuel
from jovian.rules.harm.boarded import boarders
from jovian.rules.shooting import ratings
from jovian.rules.squadrons.free_move import FreeMove
from jovian.table import Pose


def pick(decision: Pick, view: State) -> Choice:
    """An answer to a short list."""
    if isinstance(decision, Reactions):
        return react(decision, view)
    if decision.kind == "evasion":
        return _fuel(decision, view)
    if decision.kind == "critical":
        return _critical(decision, view)
    if decision.kind in ("missile", "vector", "command", "tap", "supply"):
        return _willing(decision, view)
    if decision.kind == "firefight":
        return _firefight(decision, view)
    if decision.kind == "suppressed":
        return _suppressed(decision, view)
    return decision.default()


def _firefight(decision: Pick, view: State) -> Choice:
    """Fight while the odds are good; hold out, or wreck what can be wrecked, when they are not."""
    ship = view.models[decision.subject]
    ours, theirs = ship.rating("marines"), boarders(ship)
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
    model = decision.model
    best: tuple[float, Choice] | None = None
    for option in decision.options():
        value = free_place(view, model.at(_goal(model, option.choice)), option.choice[0] == "assault")
        if best is None or value > best[0]:
            best = value, option.choice
    return best[1] if best is not None else decision.default()


def _goal(model: Model, choice: Choice) -> Pose:
    """Where an answer to a free move leads."""
    if choice[0] == "assault":
        return Pose(*choice[1:])
    if choice[0] == "fly":
        x, y = choice[1][-1]
        return Pose(x, y, model.pose.heading)
    return model.pose


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
