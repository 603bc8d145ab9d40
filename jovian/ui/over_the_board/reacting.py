"""What a question about reactions draws: who may react, an interceptor's reach, and where on the leg each comes up."""

from __future__ import annotations

from jovian.game import Model
from jovian.rules.close_combat.interception import gap, reach_of
from jovian.rules.close_combat.reactions import INTERCEPTION, Reactions
from jovian.rules.facts.fuel import fueled
from jovian.table import nearest_segment
from jovian.ui.board import Around, Brackets, Line, Note, Overlay
from jovian.ui.playing.desk import Desk


def coming(desk: Desk, asked: Reactions) -> list[Overlay]:
    """Those who may react, and the points farther on at which they come up, along the way of the mover."""
    mover, state = desk.view.models[asked.subject], desk.view
    found: list[Overlay] = []
    hunters = [state.models[each.ident] for each in asked.chances if each.rank == INTERCEPTION]
    for each in asked.chances:
        model = state.models[each.ident]
        found.append(Brackets(model.base, model.pose, "lit"))
        if each.rank == INTERCEPTION:
            found += [Around(one.base, one.pose, reach_of(state, model), "legal") for one in fueled(state, model)]
            label = f'{gap(state, mover, model):.1f}"' if len(hunters) == 1 else ""
            found += _line((fueled(state, model) or [model])[0], each.target(state, mover), label)
    ahead = [each for each in asked.chances if each.pose is not None]
    for each in ahead:
        at = each.target(state, mover).pose
        found.append(Note((at.x, at.y), f'{state.models[each.ident].name} after {each.inches:.1f}"', "measure"))
    if ahead:
        last = ahead[-1].target(state, mover).pose
        found.append(Line((mover.pose.x, mover.pose.y), (last.x, last.y), 0.0, "measure"))
    return found


def _line(model: Model, prey: Model, label: str) -> list[Overlay]:
    """From the interceptor to where its prey is caught."""
    line = nearest_segment(model.base, model.pose, prey.base, prey.pose)
    return [Line(*line, 0.0, "attack", label)] if line is not None else []
