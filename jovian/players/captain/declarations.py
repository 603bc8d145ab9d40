"""The actions that a captain declares."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from jovian.game import Activation, Answer, Decision, ListDecision, Model, State
from jovian.game.answers import Activate, Attack, Declaration, FireWeapons
from jovian.players.captain.analysis import CaptainAnalysis
from jovian.players.captain.boarding import may_search
from jovian.players.captain.plans import Glance, Plan, Search, candidates, plans, salvo
from jovian.players.ensign import choices
from jovian.players.ensign.choices import ERRANDS, MARGIN, best_of, flight, in_flight, may_ram
from jovian.players.evaluation.actions import VALUES
from jovian.players.evaluation.fights import at_contact, weary
from jovian.players.evaluation.gunnery import ScoredAttack, expected_value
from jovian.players.evaluation.moves import inside
from jovian.players.evaluation.objectives import first_attack_cost, turns_left, with_models
from jovian.players.evaluation.places import distance_between, pose_value
from jovian.players.evaluation.threats import Crossfire
from jovian.rules.actions.generic import Board, CombinedAttack, Evade, Ram, Withdraw
from jovian.rules.actions.ship import HardBurn, LongShot, Overdrive
from jovian.rules.actions.squadron import Bombing, Interception
from jovian.rules.basics.model import shared_fuel
from jovian.rules.close_combat.interception import may_intercept
from jovian.rules.damage.casualties import spots_about
from jovian.rules.damage.expected_damage import WOUND
from jovian.rules.menu.declarations import NONE, Declare, refuse_action
from jovian.rules.menu.next_order import NextOrder
from jovian.rules.placement.move_limits import fixed_limits
from jovian.rules.rulebook.effect import ACTIVATION
from jovian.rules.sequence.activation import ChooseModel, eligible
from jovian.rules.shots import ratings
from jovian.rules.shots.evasion import Evading
from jovian.rules.shots.formula import Assessment, assess
from jovian.rules.shots.ratings import fire_control_left
from jovian.rules.shots.shot import in_sensor_range, sensor_reach
from jovian.rules.squadrons import FREE_MOVE
from jovian.rules.traits.states import HardBurn as Burning
from jovian.rules.traits.states import Targeted
from jovian.table import Pose

# --- marking ---
# Combined Attacks of the captain's squadrons: which ship to mark, from where, and what friends make of it.

SHIPS, ENDS = 2, 3
"""How many ships are thought of, and from how many ends each is fired at."""
FOLLOWED = 0.5
"""How much of what friends could do more to a marked ship is reckoned to be done."""


def marked(ship: Model) -> Model:
    """A ship as if it were marked once more."""
    return ship.supposed(states={Targeted.name: Targeted.level_of(ship) + 1})


def may_come_to_mark(field: CaptainAnalysis, squadron: Model) -> bool:
    """May a squadron that is launched come to mark and fire at a ship by flying on without a boost?"""
    view = field.view
    starts = [squadron.at(spot) for spot in spots_about(view, view.models[squadron.host], squadron)]
    ships = [foe.model for foe in field.threats.foes if foe.model.capital and foe.model.id != field.enemy_to_spare]
    return any(_comes_to_mark(field, starts, ship) for ship in ships)


def _comes_to_mark(field: CaptainAnalysis, starts: Sequence[Model], ship: Model) -> bool:
    """May a squadron mark and fire at a ship from some place of its flight, wherever that begins?"""
    view, squadron = field.view, starts[0]
    flight = fixed_limits(view, squadron)[1]
    inches = max(0.0, min(distance_between(start, ship) for start in starts) - flight)
    return inches <= sensor_reach(view, squadron, ship) and field.duels.duel(view, squadron, ship).share_at(inches) > 0


def marking_plans(field: CaptainAnalysis, model: Model, act: Activation | None = None) -> list[Plan]:
    """Plans in which a squadron marks a ship and fires at it, the best first; none where it comes to none."""
    if fire_control_left(field.view, model) < 1:
        return []
    plain = Search(field, model, act)
    ends = plain.ends()
    found = [plan for ship in _ships(field, model, ends) for plan in _at(field, plain, ends, ship)]
    return sorted((each for each in found if each.offense > plain.aims.truce), key=lambda plan: -plan.worth)


def _ships(field: CaptainAnalysis, model: Model, ends: Sequence[Glance]) -> list[Model]:
    """The enemy ships that it could fire at best from any of its ends."""
    worths: list[tuple[float, str, Model]] = []
    for foe in field.threats.foes:
        if foe.model.capital:
            duel = field.duels.duel(field.view, model, foe.model)
            share = max((duel.share(each.way.end, foe.model.pose) for each in ends), default=0.0)
            worths.append((-share * field.value(foe.model), foe.model.id, foe.model))
    return [ship for value, _, ship in sorted(worths, key=lambda each: each[:2])[:SHIPS] if value < 0]


def _at(field: CaptainAnalysis, plain: Search, ends: Sequence[Glance], ship: Model) -> list[Plan]:
    """Plans with one ship to mark."""
    model = plain.model
    search = Search(field, model, plain.act, with_models(field.view, [marked(ship)]))
    duel = field.duels.duel(field.view, model, ship)
    near = [each for each in ends if duel.reach >= 0 and duel.share(each.way.end, ship.pose) > 0]
    aid, found = FOLLOWED * helped(field, model, ship), []
    for first in (True, False):
        able = [each for each in near if in_sensor_range(field.view, model if first else model.at(each.way.end), ship)]
        for seen in able[:ENDS]:
            total, before = _salvo(plain, search, seen, ship.id, first)
            if total > 0:
                plan = search.made(seen, total, before)
                found.append(replace(plan, mark=ship.id, mark_first=first, aid=aid))
    return found


def _salvo(plain: Search, search: Search, seen: Glance, ship: str, first: bool) -> tuple[float, tuple[str, ...]]:
    """What all shots are worth if the ship is marked before the move, or after it; 0 where none can be fired at it."""
    then = search.then(seen.way)
    opening = next((fire for fire in (search.now if first else then) if _aims(fire, ship)), None)
    if opening is None:
        return 0.0, ()
    others = [_others(fires, opening) for fires in (search.now if first else plain.now, then)]
    total, before = salvo(others[0], others[1], search.fire_control - 1)
    return total + opening.value, before


def _aims(fire: ScoredAttack, ship: str) -> bool:
    return isinstance(fire.answer, Attack) and fire.answer.target == ship and fire.value > 0


def _others(fires: Sequence[ScoredAttack], opening: ScoredAttack) -> list[ScoredAttack]:
    return [fire for fire in fires if set(fire.mounts).isdisjoint(opening.mounts)]


def helped(field: CaptainAnalysis, model: Model, ship: Model) -> float:
    """TV that friends who are yet to act could take more of a ship if it were marked once more."""
    before, after, better = 0.0, 0.0, marked(ship)
    for friend in eligible(field.view, field.side):
        if friend.on_table and friend.id != model.id and (share := field.within(friend, ship)) > 0:
            before += share
            after += field.within(friend, better)
    return (min(1.0, after) - min(1.0, before)) * field.value(ship)


def weapons(decision: ListDecision[Answer], view: State) -> Answer:
    """The weapons that take most of the marked ship."""
    act, ship = view.activation, view.models[decision.subject]
    model = view.models[act.model] if act is not None else None

    def value(answer: Answer) -> float:
        if model is None or not isinstance(answer, FireWeapons):
            return 0.0
        shot = assess(view, model, answer.mounts, ship, ACTIVATION)
        return expected_value(view, shot) if isinstance(shot, Assessment) else 0.0

    return max((option.answer for option in decision.listed), key=value)


# --- raiding ---
# Close fights that the captain's squadrons may seek: what each is worth with the way there and the place after it.

AWAY = (0, 60, -60)
"""Ways from the other model, from straight away, in which a squadron may leave it after a fight."""


def raids(field: CaptainAnalysis, decision: Declare) -> Iterator[tuple[float, Declaration]]:
    """Each close fight that could be sought, after its worth with all that comes of being there."""
    view, model, most = field.view, decision.model, decision.most_boost
    crossfire = Crossfire(view, model)
    for boost, ship in in_flight(view, model, most, True):
        if ship.id != field.enemy_to_spare:
            yield raid(field, model, ship, boost, crossfire), Declaration(Bombing.name, boost)
    for boost, other in in_flight(view, model, most, False) if may_intercept(view, model) else ():
        if boost < shared_fuel(view, model) and other.id != field.enemy_to_spare:
            worth = raid(field, model, other, boost, crossfire)
            yield worth, Declaration(Interception.name, boost, other.id)


def raid(field: CaptainAnalysis, model: Model, other: Model, boost: int, crossfire: Crossfire) -> float:
    """TV of a close fight, of what it stops, of the best place to go to after it, less what the way there costs."""
    view = field.view
    there = at_contact(view, model, other, boost)
    fight = field.raids.worth(view, model, other, boost)
    stopped = field.prey_of(model).get(other.id, 0.0) * field.raids.feared(view, model, other)
    left = _left(field, model, other)
    place = max(_place(field, model, left, pose) for pose in ends(field, there.pose, other.pose))
    return fight + stopped + place - crossfire.cost([(model.pose, there.pose)])


def ends(field: CaptainAnalysis, pose: Pose, other: Pose) -> list[Pose]:
    """Where a squadron may end that has fought at a pose: there, or on its way away from the other model."""
    share, found = FREE_MOVE / (pose.distance_to(other) or 1.0), [pose]
    for angle in AWAY:
        step = Pose(0.0, 0.0, angle % 360).to_table((pose.x - other.x) * share, (pose.y - other.y) * share)
        end = pose.moved(*step)
        if inside(field.view, end):
            found.append(end)
    return found


def _left(field: CaptainAnalysis, model: Model, other: Model) -> Model:
    """A squadron as weak as a close fight is expected to leave it."""
    left = model.unmarked("structure")
    hits = min(left - 1, round(field.raids.suffered(field.view, model, other) / WOUND * left))
    return model.supposed(marks={"structure": model.marks.get("structure", 0) + max(0, hits)})


def _place(field: CaptainAnalysis, model: Model, left: Model, pose: Pose) -> float:
    """TV of a place after a fight: of what it may do from there, less what it risks as weak as it is left."""
    promise = field.promise * field.prospect(model, pose) if field.promise else 0.0
    return pose_value(field.view, model.at(pose), exposed=False) + promise - field.risk(left, pose)


# --- declaring ---
# What the captain declares: a squadron a raid only where it beats its best plan without one, all risks counted.

SPARED = 2
"""Turns to come in which a gun is worth more whole than what a Long Shot may take with it."""
DANGER = 1.0
"""TV that must be at risk for evading to be thought of."""
ALIKE = 3
"""How many plans without an action are proposed."""


def declaration(decision: Declare, field: CaptainAnalysis) -> tuple[Declaration, Plan | None]:
    """What to declare, and the plan that goes with it; None where that is made once it is declared."""
    model, view = decision.model, decision.state
    if model.capital:
        return _of_ship(decision, field)
    if model.aboard and not decision.must_bomb:
        return _launched(decision, field), None
    if decision.must_bomb:
        return choices.declaration(decision, view), None
    errand, name = _errand(field, model)
    _, answer, plan = max(declarations(decision, field), key=lambda each: each[0])
    if answer.action != NONE:
        return answer, plan
    if errand > 0:
        return Declaration(name, 0), None
    if model.rating("structure") == 1 and may_ram(view, model):
        return Declaration(Ram.name, 0), None
    boost = 0 if field.stays(model) else flight(view, model, decision.most_boost)
    if boost or (plan is not None and _evades(field, model, plan)):
        return Declaration(NONE if boost else Evade.name, boost), None
    return answer, plan


def _launched(decision: Declare, field: CaptainAnalysis) -> Declaration:
    """What a squadron declares that is about to launch: to mark a ship that it may come to, or else to evade."""
    model, view = decision.model, field.view
    there = model.at(view.models[model.host].pose)
    if may_come_to_mark(field, model) and refuse_action(view, model, CombinedAttack.name) is None:
        return Declaration(CombinedAttack.name, 0)
    if field.risk(there, there.pose) > DANGER and refuse_action(view, model, Evade.name) is None:
        return Declaration(Evade.name, 0)
    return choices.declaration(decision, view)


def _of_ship(decision: Declare, field: CaptainAnalysis) -> tuple[Declaration, Plan | None]:
    """A ship's best action; guns are strained only when there is little left to use them for."""
    view, ship = field.view, decision.model
    found = sorted(declarations(decision, field), key=lambda each: -each[0])
    plain = next(worth for worth, answer, _ in found if answer.action == NONE)
    spared = turns_left(view) < SPARED
    strained = set() if spared else {LongShot.name}
    far = set() if field.escape(ship) > 0 else {HardBurn.name}
    names = [name for name in VALUES if name not in {Board.name, Evade.name, *strained, *far, *_kept(field, ship)}]
    worth, name = best_of(view, ship, names)
    if found[0][0] - plain >= max(0.0, worth):
        return found[0][1:]
    return Declaration(name, 0, "sensors" if name == Overdrive.name else None), None


def declarations(decision: Declare, field: CaptainAnalysis) -> Iterator[tuple[float, Declaration, Plan | None]]:
    """What may be declared, after its worth, with the plan for it: nothing, or a close fight that could be sought."""
    model, view = decision.model, decision.state
    if decision.must_bomb or model.aboard:
        yield 0.0, decision.default(), None
        return
    best = plans(field, model)
    for plan in best[:ALIKE]:
        yield plan.worth, Declaration(NONE, 0), plan
    errand = 0.0 if model.capital else max(0.0, _errand(field, model)[0], field.escape(model))
    for plan, answer in (*_guarded(field, model, best[0]), *_marking(field, model)):
        yield plan.worth - errand, answer, plan
    if not model.capital and not weary(model):
        bar = MARGIN + errand + first_attack_cost(view, model.side)
        for worth, answer in raids(field, decision):
            yield worth - bar, answer, None


def _errand(field: CaptainAnalysis, model: Model) -> tuple[float, str]:
    """What a squadron declares that objectives make most worth, after its TV."""
    return best_of(field.view, model, [name for name in ERRANDS if name not in _kept(field, model)])


def _kept(field: CaptainAnalysis, model: Model) -> set[str]:
    """What a model had better not declare for now."""
    return {Withdraw.name} if field.stays(model) else set()


def _guarded(field: CaptainAnalysis, model: Model, best: Plan) -> Iterator[tuple[Plan, Declaration]]:
    """Plans of a model that evades, hurries, or boards one."""
    view = field.view
    if best.risk > DANGER and refuse_action(view, model, Evade.name) is None:
        for plan in plans(field, model, guise=Evading.supposed(model))[:ALIKE]:
            yield plan, Declaration(Evade.name, 0)
    if model.capital and field.hurries(model) and refuse_action(view, model, HardBurn.name) is None:
        for plan in plans(field, Burning.begun(model))[:ALIKE]:
            yield plan, Declaration(HardBurn.name, 0)
    if field.prizes(model) or (model.capital and may_search(view, model)):
        for plan in plans(field, model, boarding_party(model))[:ALIKE]:
            yield plan, Declaration(Board.name, 0)


def _marking(field: CaptainAnalysis, model: Model) -> Iterator[tuple[Plan, Declaration]]:
    """Plans of a squadron that marks a ship."""
    if model.capital:
        return
    if refuse_action(field.view, model, CombinedAttack.name) is None:
        for plan in marking_plans(field, model)[:ALIKE]:
            yield plan, Declaration(CombinedAttack.name, 0)


def boarding_party(model: Model) -> Activation:
    """An activation in which it is to board."""
    act = Activation(model.id)
    act.declared, act.action = True, Board.name
    return act


def _evades(field: CaptainAnalysis, model: Model, plan: Plan) -> bool:
    """Does it cost nothing to be hard to hit: is it in danger, and has it no more than one weapon to fire?"""
    if refuse_action(field.view, model, Evade.name) is not None:
        return False
    return ratings.fire_control(field.view, model) == 1 or (plan.offense <= 0 and plan.risk > 0)


# --- proposals ---
# What a captain would do, as plans: a few for an admiral to try, or the best one with its reason for a coach.


@dataclass(frozen=True, slots=True)
class Proposal:
    """A whole activation that may be tried: the answer to the question at hand, and what is meant to follow."""

    answer: Answer
    plan: Plan | None
    """Shots, way, shots; None where the captain decides on the way, as in a raid or aboard a ship."""
    worth: float
    """TV that it is reckoned to be worth, to be compared with others for the same question only."""


def proposals(decision: Decision, field: CaptainAnalysis, count: int) -> list[Proposal]:
    """Up to so many whole activations for a question, the best first; none for questions of another kind."""
    match decision:
        case ChooseModel():
            found = [Proposal(Activate(each.model.id), each.plan, each.gain) for each in candidates(field, count)]
        case Declare():
            found = [Proposal(answer, plan, worth) for worth, answer, plan in declarations(decision, field)]
        case NextOrder() if decision.model.on_table:
            best = plans(field, decision.model, decision.act)
            found = [Proposal(plan.opening(decision), plan, plan.worth) for plan in best]
        case _:
            return []
    return sorted(found, key=lambda each: -each.worth)[:count]
