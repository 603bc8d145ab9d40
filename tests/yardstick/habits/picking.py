"""The ensign's small choices: reactions, damage, fuel. Where it has no opinion the reference policy answers."""

from __future__ import annotations

from collections.abc import Callable

from jovian.game import Answer, ListDecision, Model, State
from jovian.game.answers import (
    Assault,
    ChooseEdge,
    Commit,
    CutOut,
    Damage,
    Decline,
    Defy,
    Engage,
    Enough,
    Fly,
    Heed,
    HoldSystems,
    Keep,
    Sabotage,
    SpendFuel,
)
from jovian.rules.basics.model import fuel
from jovian.rules.close_combat.interception import Reactions
from jovian.rules.damage.boarding import boarders
from jovian.rules.damage.damage import DamageContext
from jovian.rules.scenario.special import edge_gap
from jovian.rules.shots import ratings
from jovian.rules.squadrons import FreeMove
from jovian.table import Pose
from tests.yardstick.habits import carrying, deploying
from tests.yardstick.habits.reacting import react
from tests.yardstick.judgment.moves import free_place
from tests.yardstick.judgment.objectives.objects import objects, wanted

ELSEWHERE: dict[str, Callable[[ListDecision[Answer], State], Answer]] = {
    "along": carrying.take, "refine": carrying.refine, "tap": carrying.draw_on, "corner": deploying.corner,
}  # fmt: skip
"""What has a file of its own, by kind."""


def pick(decision: ListDecision[Answer], view: State) -> Answer:
    """The ensign's answer to a question with a short list; the first of the list where it has no opinion."""
    if isinstance(decision, Reactions):
        return react(decision, view)
    if decision.kind == "evasion":
        return _fuel(decision, view)
    if decision.kind == "critical":
        return _critical(decision, view)
    if decision.kind in ("missile", "vector", "command", "supply"):
        return _willing(decision, view)
    if decision.kind in ELSEWHERE:
        return ELSEWHERE[decision.kind](decision, view)
    if decision.kind == "commit":
        return _commit(decision, view)
    if decision.kind == "mine":
        return max((each.answer for each in decision.listed), key=_fuel_bid)
    if decision.kind == "firefight":
        return _firefight(decision, view)
    if decision.kind == "edge":
        return _edge(decision, view)
    if decision.kind == "suppressed":
        return _suppressed(decision, view)
    return decision.default()


def _edge(decision: ListDecision[Answer], view: State) -> Answer:
    """The enemy escapes by the edge that is farthest from what it is worth."""
    foes = [each for each in view.on_table() if each.side == 1 - decision.side]

    def flight(answer: Answer) -> float:
        way = answer.edge if isinstance(answer, ChooseEdge) else ""
        return sum(each.open_card.tv * edge_gap(view, each, way) for each in foes)

    return max((option.answer for option in decision.listed), key=flight)


def _fuel_bid(answer: Answer) -> int:
    """Fuel comes back in the End Phase: all of it is bid for water."""
    return answer.fuel if isinstance(answer, CutOut) else 0


def _firefight(decision: ListDecision[Answer], view: State) -> Answer:
    """Fight while the odds are good; hold out, or wreck what can be wrecked, when they are not."""
    ship = view.models[decision.subject]
    ours, theirs = ship.rating("marines"), boarders(ship)
    if decision.side == ship.side:
        return Engage() if ours >= theirs else HoldSystems()
    return Engage() if theirs >= ours else Sabotage()


def _commit(decision: ListDecision[Answer], view: State) -> Answer:
    """All its marines; to an object no more than make sure of it."""
    ship = view.models[decision.stake.target] if isinstance(decision.stake, DamageContext) else None
    if ship is None or ship not in objects(view):
        return decision.default()
    most = wanted(view, ship, decision.side)
    able = [each.answer for each in decision.listed if isinstance(each.answer, Commit) and each.answer.marines <= most]
    return able[0] if able else decision.default()


def _suppressed(decision: ListDecision[Answer], view: State) -> Answer:
    """Keep its head down unless that would leave it no Thrusters."""
    ship = view.models[decision.subject]
    return Heed() if ratings.thrusters(view, ship) > 0 else Defy()


def _willing(decision: ListDecision[Answer], view: State) -> Answer:
    """Missiles and commands cost nothing that lasts: the last offered is the most."""
    able = [option.answer for option in decision.listed if not isinstance(option.answer, Decline | Enough)]
    return able[-1] if decision.kind == "missile" else able[0]


def free_move(decision: FreeMove, view: State) -> Answer:
    """Exo-armors stay on the hull of a ship; others go where their pose is worth most."""
    model = decision.model
    best: tuple[float, Answer] | None = None
    for option in decision.options():
        value = free_place(view, model, _goal(model, option.answer), isinstance(option.answer, Assault))
        if best is None or value > best[0]:
            best = value, option.answer
    return best[1] if best is not None else decision.default()


def _goal(model: Model, answer: Answer) -> Pose:
    """Where an answer to a free move leads."""
    match answer:
        case Assault():
            return answer.pose
        case Fly(path):
            return Pose(*path[-1], model.pose.heading)
    return model.pose


def _fuel(decision: ListDecision[Answer], view: State) -> Answer:
    """Fuel comes back in the End Phase: spend it unless the squadron may still want it this turn."""
    model = view.models[decision.subject]
    return SpendFuel() if model.activated or fuel(model) > 1 else Keep()


def _critical(decision: ListDecision[Answer], view: State) -> Answer:
    """A rating that this would bring to 0 makes the catastrophic roll worse; else the default."""
    target = view.models[decision.subject]
    for option in decision.listed:
        match option.answer:
            case Damage(rating) if rating != "marines" and target.unmarked(rating) == 1:
                return option.answer
    return decision.default()
