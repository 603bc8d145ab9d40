"""Where a move may not end: on other bases, on solid terrain, on terrain that was avoided (R24, R30, R32)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from jovian.frozen import frozen
from jovian.game import Activation, Model, Refusal, State, Terrain
from jovian.game.activation import FREE_TURN
from jovian.game.pointing import pointed_bases
from jovian.rules.facts.formation import mates
from jovian.rules.facts.nearby import all_on_way, around
from jovian.rules.places.edges import set_off
from jovian.rules.places.limits import envelope
from jovian.rules.places.obstacles import Obstacle, firm, hazards, hinders, solid_parts
from jovian.rules.rulebook.rulebook import rulebook
from jovian.table import Pose, exits, first_touch_outline, overlaps, touches

ENDING = "v1.2.4 Movement > Overlapping"
STEP = 0.25
"""How finely a free end straight ahead is looked for, inches."""


def contacts(state: State, model: Model) -> list[str]:
    """The ids of what a model (with its formation) touches (bases) or overlaps (terrain) where it stands."""
    found = own_contacts(state, model)
    for mate in _moved_along(state, model) if model.formation else ():
        found += own_contacts(state, mate)
    return list(dict.fromkeys(found)) if model.formation else found


def own_contacts(state: State, model: Model) -> list[str]:
    """The ids of what a model alone touches or overlaps where it stands."""
    base, pose = model.base, model.pose
    models, pieces = around(state, base, pose)
    found = [other.id for other in models if hinders(other, model) and touches(base, pose, other.base, other.pose)]
    parts = solid_parts(state, model, pieces) if pieces else ()
    return found + [each.ident for each in parts if overlaps(base, pose, *each.placed)]


def off_table(state: State, model: Model) -> bool:
    """Is a model, or another of its formation, partly off the table where it stands?"""
    if exits(model.base, model.pose, state.width, state.height):
        return True
    moved = _moved_along(state, model) if model.formation else ()
    return any(exits(mate.base, mate.pose, state.width, state.height) for mate in moved)


def _moved_along(state: State, model: Model) -> Iterator[Model]:
    """The others of a formation, each moved from where it stands as far as the model is from its place in the state."""
    real = state.models[model.id].pose
    dx, dy = model.pose.x - real.x, model.pose.y - real.y
    return (mate.at(mate.pose.moved(dx, dy)) for mate in mates(state, model))


def free_end(state: State, ship: Model, act: Activation) -> float | None:
    """Inches straight on to where a ship may end free within what is left of its move, negative in reverse (R24).

    None if it cannot. Ends off the table do not count, nor do those behind terrain that would strike.
    """
    limits = envelope(state, ship, act)
    ahead = _steps(limits.least, limits.forward)
    back = [-inches for inches in _steps(0.0, limits.reverse)] if act.reversed else []
    return next((inches for steps in (ahead, back) for inches in _free_ends(state, ship, steps)), None)


def refuse_stop(state: State, ship: Model, inches: float) -> Refusal | None:
    """Why a part of a move may not stop on something: a free end lies on the way, and none beyond (R24)."""
    act = state.activation
    touched = unwanted(state, ship.at(ship.pose.advanced(inches)))
    if not touched or act is None:
        return None
    limits, sign = envelope(state, ship, act), 1.0 if inches > 0 else -1.0
    steps = [sign * each for each in _steps(limits.least, limits.forward if inches > 0 else limits.reverse)]
    free = list(_free_ends(state, ship, steps))
    if not free or any(abs(each) > abs(inches) for each in free):
        return None
    what = named(state, touched)
    reason = f'It would end on {what}; it can stop free after {abs(free[-1]):.2f}".'
    return Refusal(reason, ENDING, pointed_bases(touched))


def unwanted(state: State, ship: Model) -> list[str]:
    """What a ship touches where it stands, less the prey of its Ram, whose base the ram may overlap.

    Squadrons keep no rammer off its prey: they make room for what has come into contact with it (R24, R25).
    """
    wanted, touched = prey(state, ship), contacts(state, ship)
    left = [ident for ident in touched if ident not in wanted]
    if len(left) == len(touched):
        return left
    return [ident for ident in left if ident not in state.models or firm(state, state.models[ident])]


def prey(state: State, ship: Model) -> list[str]:
    """What the ship may run into: every enemy ship while a Ram is declared and not resolved (R24)."""
    act = state.activation
    if act is None or act.model != ship.id or not act.action or act.resolved:
        return []
    if not rulebook(state).actions[act.action].rams:
        return []
    return [other.id for other in state.on_table() if other.capital and other.side != ship.side]


def refuse_turn(state: State, ship: Model, angle: int, free: bool = False) -> Refusal | None:
    """Why a ship may not turn on or into what it would touch: from there nothing is free within its move (R24).

    It may if it stands on something and could not get clear without the turn either.
    """
    turned, act = set_off(state, ship.at(ship.pose.turned(angle))), state.activation
    touched = unwanted(state, turned)
    if not touched or act is None or free_end(state, turned, _turned(act, free)) is not None:
        return None
    if contacts(state, ship) and free_end(state, ship, act) is None:
        return None
    reason = f"It would turn into {named(state, touched)}, with no free end ahead."
    return Refusal(reason, ENDING, pointed_bases(touched))


def _turned(act: Activation, free: bool) -> Activation:
    """What the activation knows once the ship has turned."""
    after = act.copy()
    if free:
        after.granted = tuple(each for each in act.granted if each != FREE_TURN)
    else:
        after.turned += 1
    return after


def _steps(least: float, most: float) -> list[float]:
    """The lengths that are tried between two, both included."""
    found = [least] if least > 0 else []
    found += [each for step in range(1, int(most / STEP) + 1) if (each := step * STEP) > least]
    return [*found, most] if most > 0 and (not found or found[-1] < most) else found


@frozen
class _Straight:
    """What lies along a straight way of a ship: asked for once, each end is then judged by arithmetic alone."""

    ship: Model
    bases: list[Model]
    solids: list[Obstacle]
    dangers: list[Terrain]

    def free(self, pose: Pose) -> bool:
        """May the ship end there, touching nothing and struck by nothing on the way?"""
        base, start = self.ship.base, self.ship.pose
        if any(touches(base, pose, other.base, other.pose) for other in self.bases):
            return False
        if any(overlaps(base, pose, *each.placed) for each in self.solids):
            return False
        dx, dy = pose.x - start.x, pose.y - start.y
        return all(first_touch_outline(base, start, dx, dy, each.outline, each.pose) is None for each in self.dangers)


def _free_ends(state: State, ship: Model, steps: list[float]) -> Iterator[float]:
    """Those of some lengths straight ahead (back, if negative), the farthest last, after which a ship stands free."""
    if not steps:
        return
    end = ship.pose.advanced(steps[-1])
    models, pieces = all_on_way(state, ship.base, ship.pose, end.x - ship.pose.x, end.y - ship.pose.y)
    bases = [other for other in models if hinders(other, ship)]
    way = _Straight(ship, bases, solid_parts(state, ship, pieces), hazards(state, ship, pieces))
    for inches in steps:
        pose = ship.pose.advanced(inches)
        if not exits(ship.base, pose, state.width, state.height) and way.free(pose):
            yield inches


def refuse_end(state: State, ship: Model) -> Refusal | None:
    """Why a ship may not end its move here: it stands on something, and a free end lies within what is left (R24)."""
    act = state.activation
    if act is None or not act.moved or not ship.capital:
        return None
    touched = unwanted(state, ship)
    clear = free_end(state, ship, act) if touched else None
    if clear is None:
        return None
    way = "ahead" if clear > 0 else "back"
    return Refusal(
        f"{ship.name} touches {named(state, touched)}; it is free {abs(clear):.2f}\" {way} and must go on.", ENDING,
        pointed_bases(touched),
    )  # fmt: skip


def stuck(state: State, ship: Model) -> bool:
    """Does a ship that has moved stand on its prey, or on what it cannot get clear of? Then acting ends its move."""
    act = state.activation
    if act is None or not act.moved or not ship.capital:
        return False
    touched = contacts(state, ship)
    return bool(touched) and (touched != unwanted(state, ship) or free_end(state, ship, act) is None)


def names(state: State, idents: Iterable[str]) -> list[str]:
    """The names of the models and the kinds of the pieces with these ids."""
    kinds = rulebook(state).terrain
    return [
        state.models[ident].name if ident in state.models else kinds[state.terrain[ident].kind].name for ident in idents
    ]


def named(state: State, idents: Iterable[str]) -> str:
    """The names of the models and the kinds of the pieces with these ids, in one text."""
    return ", ".join(names(state, idents))
