"""How far a model sees and fires, asked of the rules: range bands for drawing, and every weapon against a target.

Nothing is worked out here: the edges of bands are found by asking `assess` about a target set at one distance after
another, so the drawing follows whatever bends the rule.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from jovian.game import Model, Refusal, State
from jovian.rules.rulebook.shot_facts import ACTIVATION, SHORT
from jovian.rules.shooting.assessment import Assessment
from jovian.rules.shooting.formula import assess
from jovian.rules.shooting.shot import POINT_DEFENSE, weapon_of
from jovian.table import Pose, distance
from jovian.ui.board import Fan

FARTHEST = 72
"""Inches: no table is so large that anything reaches beyond."""
FAR_OFF = 200.0
ARC_TURNED = {"fore": 0, "spinal": 0, "turret": 0, "starboard": 90, "aft": 180, "port": 270}
Shots = dict[str, Assessment | Refusal]


def most_visible(state: State, side: int, capital: bool) -> Model | None:
    """The enemy that is seen from farthest, of one kind: what arcs are drawn for when no target is in sight."""
    others = (model for model in state.on_table() if model.side != side and not model.neutral)
    enemies = [model for model in others if model.capital == capital]
    return max(enemies, key=lambda model: (model.card.signature, model.id), default=None)


@lru_cache(maxsize=256)
def reach(state: State, model: Model, mount: str, target: Model) -> tuple[int, int]:
    """Where the short band of a mount against a target ends, and where its reach does: whole inches, 0 for none.

    It is kept for a state that is shown and its own models: such a state never changes, the next answer makes another.
    """
    weapon = weapon_of(model, mount)
    if weapon is None or not weapon.arcs:
        return 0, 0
    ahead = model.pose.turned(ARC_TURNED[weapon.arcs[0]])
    touching = FAR_OFF - distance(model.base, model.pose, target.base, ahead.advanced(FAR_OFF))
    pure = _bare(state)

    def found(inches: int) -> Assessment | Refusal:
        return assess(pure, model, (mount,), target.at(ahead.advanced(touching + inches)), ACTIVATION)

    far = _edge(lambda inches: isinstance(found(inches), Assessment))
    near = _edge(lambda inches: isinstance(shot := found(inches), Assessment) and shot.range.band == SHORT, far)
    return near, far


@lru_cache(maxsize=2)
def _bare(state: State) -> State:
    """The same state without terrain and bystanders, which change no range."""
    bare = state.clone()
    bare.terrain = {}
    return bare


def _edge(holds: Callable[[int], bool], most: int = FARTHEST) -> int:
    """The last whole inch up to which something holds, 0 if it does not hold at one."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if holds(middle) else (low, middle - 1)
    return low


def fans(
    state: State,
    model: Model,
    mounts: tuple[str, ...],
    target: Model | None,
    pose: Pose | None = None,
    style: str = "arc",
) -> tuple[Fan, ...]:
    """The arcs of some mounts with their bands against a target, or against the enemy that is seen from farthest."""
    areas: dict[tuple[tuple[str, ...], int, int], None] = {}
    for mount in mounts:
        weapon = weapon_of(model, mount)
        against = _against(state, model, target, bool(weapon and weapon.ac is not None))
        if weapon is not None and against is not None:
            short, far = reach(state, model, mount, against)
            if far:
                areas[_arcs(model, weapon.arcs), short, far] = None
    return tuple(Fan(pose or model.pose, model.base, arcs, short, far, style) for arcs, short, far in areas)


def _against(state: State, model: Model, target: Model | None, capital: bool) -> Model | None:
    if target is not None and target.side != model.side:
        return target
    return most_visible(state, model.side, capital)


def _arcs(model: Model, arcs: tuple[str, ...]) -> tuple[str, ...]:
    """The arcs to draw; one that goes all round is drawn as one."""
    everywhere = all(arc in arcs for arc in ("fore", "port", "starboard", "aft"))
    return ("turret",) if everywhere or "turret" in arcs or not model.capital else arcs


def all_mounts(model: Model) -> tuple[str, ...]:
    """Every mount of the card, the Point Defense of a ship last."""
    own = tuple(mount.id for mount in model.card.mounts)
    return (*own, POINT_DEFENSE) if model.capital else own


def what_if(state: State, model: Model, target: Model) -> Shots:
    """Every mount of a model against a target from where both stand, whoever's go it is."""
    return {mount: assess(state, model, (mount,), target, ACTIVATION) for mount in all_mounts(model)}


def able(state: State, model: Model, target: Model) -> bool:
    """Could any mount of a model fire at a target from where both stand?"""
    shots = (assess(state, model, (mount,), target, ACTIVATION) for mount in all_mounts(model))
    return any(isinstance(shot, Assessment) for shot in shots)


__all__ = ["Shots", "able", "all_mounts", "fans", "most_visible", "reach", "what_if"]
