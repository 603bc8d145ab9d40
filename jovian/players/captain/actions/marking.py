"""Combined Attacks of the captain's squadrons: which ship to mark, from where, and what friends make of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from jovian.game import Activation, Answer, Model, Pick, State
from jovian.game.answers import Attack, FireWeapons
from jovian.players.captain.field import Field
from jovian.players.captain.planning import Glance, Plan, Search, salvo
from jovian.players.judgment.combat.expecting import expected_value
from jovian.players.judgment.combat.shots import Fire
from jovian.players.judgment.nearby import apart
from jovian.players.judgment.objectives.supposing import supposing
from jovian.rules.harm.unloading import spots_about
from jovian.rules.places.limits import fixed_limits
from jovian.rules.rulebook.shot_facts import ACTIVATION
from jovian.rules.sequence.activation import eligible
from jovian.rules.shooting.assessment import Assessment
from jovian.rules.shooting.formula import assess
from jovian.rules.shooting.ratings import fire_control_left
from jovian.rules.shooting.shot import in_sensor_range, sensor_reach
from jovian.rules.traits.action_states import Targeted

SHIPS, ENDS = 2, 3
"""How many ships are thought of, and from how many ends each is fired at."""
FOLLOWED = 0.5
"""How much of what friends could do more to a marked ship is reckoned to be done."""


def marked(ship: Model) -> Model:
    """A ship as if it were marked once more."""
    return ship.supposed(states={Targeted.name: Targeted.level_of(ship) + 1})


def may_come_to_mark(field: Field, squadron: Model) -> bool:
    """May a squadron that is launched come to mark and fire at a ship by flying on without a boost?"""
    view = field.view
    starts = [squadron.at(spot) for spot in spots_about(view, view.models[squadron.host], squadron)]
    ships = [foe.model for foe in field.threats.foes if foe.model.capital and foe.model.id != field.spared]
    return any(_comes_to_mark(field, starts, ship) for ship in ships)


def _comes_to_mark(field: Field, starts: Sequence[Model], ship: Model) -> bool:
    """May a squadron mark and fire at a ship from some place of its flight, wherever that begins?"""
    view, squadron = field.view, starts[0]
    flight = fixed_limits(view, squadron)[1]
    inches = max(0.0, min(apart(start, ship) for start in starts) - flight)
    return inches <= sensor_reach(view, squadron, ship) and field.duels.duel(view, squadron, ship).share_at(inches) > 0


def marking_plans(field: Field, model: Model, act: Activation | None = None) -> list[Plan]:
    """Plans in which a squadron marks a ship and fires at it, the best first; none where it comes to none."""
    if fire_control_left(field.view, model) < 1:
        return []
    plain = Search(field, model, act)
    ends = plain.ends()
    found = [plan for ship in _ships(field, model, ends) for plan in _at(field, plain, ends, ship)]
    return sorted((each for each in found if each.offense > plain.aims.truce), key=lambda plan: -plan.worth)


def _ships(field: Field, model: Model, ends: Sequence[Glance]) -> list[Model]:
    """The enemy ships that it could fire at best from any of its ends."""
    worths: list[tuple[float, str, Model]] = []
    for foe in field.threats.foes:
        if foe.model.capital:
            duel = field.duels.duel(field.view, model, foe.model)
            share = max((duel.share(each.way.end, foe.model.pose) for each in ends), default=0.0)
            worths.append((-share * field.value(foe.model), foe.model.id, foe.model))
    return [ship for value, _, ship in sorted(worths, key=lambda each: each[:2])[:SHIPS] if value < 0]


def _at(field: Field, plain: Search, ends: Sequence[Glance], ship: Model) -> list[Plan]:
    """Plans with one ship to mark."""
    model = plain.model
    search = Search(field, model, plain.act, supposing(field.view, [marked(ship)]))
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


def _aims(fire: Fire, ship: str) -> bool:
    return isinstance(fire.answer, Attack) and fire.answer.target == ship and fire.value > 0


def _others(fires: Sequence[Fire], opening: Fire) -> list[Fire]:
    return [fire for fire in fires if set(fire.mounts).isdisjoint(opening.mounts)]


def helped(field: Field, model: Model, ship: Model) -> float:
    """TV that friends who are yet to act could take more of a ship if it were marked once more."""
    before, after, better = 0.0, 0.0, marked(ship)
    for friend in eligible(field.view, field.side):
        if friend.on_table and friend.id != model.id and (share := field.within(friend, ship)) > 0:
            before += share
            after += field.within(friend, better)
    return (min(1.0, after) - min(1.0, before)) * field.value(ship)


def weapons(decision: Pick[Answer], view: State) -> Answer:
    """The weapons that take most of the marked ship."""
    act, ship = view.activation, view.models[decision.subject]
    model = view.models[act.model] if act is not None else None

    def value(answer: Answer) -> float:
        if model is None or not isinstance(answer, FireWeapons):
            return 0.0
        shot = assess(view, model, answer.mounts, ship, ACTIVATION)
        return expected_value(view, shot) if isinstance(shot, Assessment) else 0.0

    return max((option.answer for option in decision.listed), key=value)
