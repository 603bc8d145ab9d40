"""Plans that were tried, over the table: where the models of each ended, with its letter and how it did."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from jovian.game import State
from jovian.ui.board import Note, Overlay
from jovian.ui.files.plans import Tried
from jovian.ui.over_the_board.places import ghost_of
from jovian.ui.playing.planned import figure


def plan_ghosts(state: State, plans: Sequence[Tried], figures: Mapping[str, dict[str, Any]]) -> tuple[Overlay, ...]:
    """A ghost of each model that a plan moved; what it is called, and its figure, beside the first of them.

    A plan that moved nothing has its letter beside the model that activated.
    """
    found: list[Overlay] = []
    for tried in plans:
        said = f"{tried.plan.name} {figure(figures.get(tried.plan.name))}".strip()
        ghosts = [ghost_of(state.models[ident], pose) for ident, pose in tried.ends if ident in state.models]
        stood = [model.pose for model in state.on_table() if model.name == tried.model]
        found += ghosts
        found += [Note((pose.x, pose.y), said, "lit") for pose in [*(each.pose for each in ghosts), *stood][:1]]
    return tuple(found)
