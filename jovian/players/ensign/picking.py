"""The ensign's small choices: reactions, damage, fuel. Where it has no opinion the reference policy answers."""

from __future__ import annotations

from collections.abc import Callable

from jovian.game import Answer, Model, Pick, State
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
from jovian.players.ensign import carrying, deploying
from jovian.players.ensign.reacting import react
from jovian.players.judgment.moves import free_place
from jovian.players.judgment.objectives.objects import objects, wanted
from jovian.rules.close_combat.reactions import Reactions
from jovian.rules.facts.fuel import fuel
from jovian.rules.harm.boarded import boarders
from jovian.rules.harm.meaning import Stake
from jovian.rules.scenario.withdrawal.ambush import edge_gap
from jovian.rules.shooting import ratings
from jovian.rules.squadrons.free_move import FreeMove
from jovian.table import Pose


def pick(decision: Pick[Answer], view: State) -> Answer:
    """The ensign's answer to a question with a short list; the first of the list where it has no opinion."""
    if isinstance(decision, Reactions):
        return react(decision, view)
    habit = HABITS.get(decision.kind)
    return habit(decision, view) if habit is not None else decision.default()


def _edge(decision: Pick[Answer], view: State) -> Answer:
    """The enemy escapes by the edge that is farthest from what it is worth."""
    foes = [each for each in view.on_table() if each.side == 1 - decision.side]

    def flight(answer: Answer) -> float:
        way = answer.edge if isinstance(answer, ChooseEdge) else ""
        return sum(each.open_card.tv * edge_gap(view, each, way) for each in foes)

    return max((option.answer for option in decision.listed), key=flight)


def _mine(decision: Pick[Answer], view: State) -> Answer:
    """Fuel comes back in the End Phase: all of it is bid for water."""

    def bid(answer: Answer) -> int:
        return answer.fuel if isinstance(answer, CutOut) else 0

    return max((each.answer for each in decision.listed), key=bid)


def _firefight(decision: Pick[Answer], view: State) -> Answer:
    """Fight while the odds are good; hold out, or wreck what can be wrecked, when they are not."""
    ship = view.models[decision.subject]
    ours, theirs = ship.rating("marines"), boarders(ship)
    if decision.side == ship.side:
        return Engage() if ours >= theirs else HoldSystems()
    return Engage() if theirs >= ours else Sabotage()


def _commit(decision: Pick[Answer], view: State) -> Answer:
    """All its marines; to an object no more than make sure of it."""
    ship = view.models[decision.stake.target] if isinstance(decision.stake, Stake) else None
    if ship is None or ship not in objects(view):
        return decision.default()
    most = wanted(view, ship, decision.side)
    able = [each.answer for each in decision.listed if isinstance(each.answer, Commit) and each.answer.marines <= most]
    return able[0] if able else decision.default()


def _suppressed(decision: Pick[Answer], view: State) -> Answer:
    """Keep its head down unless that would leave it no Thrusters."""
    ship = view.models[decision.subject]
    return Heed() if ratings.thrusters(view, ship) > 0 else Defy()


def _willing(decision: Pick[Answer], view: State) -> Answer:
    """What costs nothing that lasts is done: the first that is offered."""
    able = _doing(decision)
    return able[0] if able else decision.default()


def _missiles(decision: Pick[Answer], view: State) -> Answer:
    """As many as there are: the last that is offered."""
    able = _doing(decision)
    return able[-1] if able else decision.default()


def _doing(decision: Pick[Answer]) -> list[Answer]:
    """What is offered beside leaving it."""
    return [option.answer for option in decision.listed if not isinstance(option.answer, Decline | Enough)]


def free_move(decision: FreeMove, view: State) -> Answer:
    """Exo-armors stay on the hull of a ship; others go where their pose is worth most."""
    model = decision.model
    best: tuple[float, Answer] | None = None
    for option in decision.options():
        value = free_place(view, model, goal(model, option.answer), isinstance(option.answer, Assault))
        if best is None or value > best[0]:
            best = value, option.answer
    return best[1] if best is not None else decision.default()


def goal(model: Model, answer: Answer) -> Pose:
    """Where an answer to a free move leads."""
    match answer:
        case Assault():
            return answer.pose
        case Fly(path):
            return Pose(*path[-1], model.pose.heading)
    return model.pose


def _fuel(decision: Pick[Answer], view: State) -> Answer:
    """Fuel comes back in the End Phase: spend it unless the squadron may still want it this turn."""
    model = view.models[decision.subject]
    return SpendFuel() if model.activated or fuel(model) > 1 else Keep()


def _critical(decision: Pick[Answer], view: State) -> Answer:
    """A rating that this would bring to 0 makes the catastrophic roll worse; else the default."""
    target = view.models[decision.subject]
    for option in decision.listed:
        match option.answer:
            case Damage(rating) if rating != "marines" and target.unmarked(rating) == 1:
                return option.answer
    return decision.default()


HABITS: dict[str, Callable[[Pick[Answer], State], Answer]] = {
    "along": carrying.take, "refine": carrying.refine, "tap": carrying.draw_on, "corner": deploying.corner,
    "evasion": _fuel, "critical": _critical, "missile": _missiles, "vector": _willing, "command": _willing,
    "supply": _willing, "commit": _commit, "mine": _mine, "firefight": _firefight, "edge": _edge,
    "suppressed": _suppressed,
}  # fmt: skip
"""What it does about each kind of question that it has an opinion of."""
