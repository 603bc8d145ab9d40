"""What a quick player orders: resolve what was declared, shoot now or after moving, end."""

from __future__ import annotations

from jovian.game import Answer
from jovian.game.answers import Attack, End, Fly, Land, Launch, Resolve
from jovian.players.judgment.combat.raids import weary
from jovian.players.judgment.nearby import apart, enemies
from jovian.players.judgment.objectives.goals import havens
from jovian.players.judgment.objectives.truce import truce
from jovian.players.moves.way import Step
from jovian.players.quick.aiming import LITTLE, Aim, look, total
from jovian.players.quick.ends import best_way
from jovian.players.quick.memory import Memory
from jovian.players.quick.outline import Outline
from jovian.rules.menu.next_order import NextOrder
from jovian.rules.places.touching import flight_to
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.shooting.ratings import fire_control_left
from jovian.rules.shooting.shot import POINT_DEFENSE
from jovian.rules.squadrons.hangers import refuse_aboard
from jovian.table import Pose

PATIENCE = 1.1
"""It shoots first unless moving first promises this much more."""
NEAREST = 2
"""How many ships it tries to come to."""


class Orders:
    """The orders of one activation: the rest of the way that it is on."""

    __slots__ = ("_before", "_end", "_memory", "_model", "_outline", "_steps", "_turn")

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._model = ""
        self._turn = -1
        self._steps: tuple[Step, ...] | None = None
        self._before: tuple[str, ...] = ()
        self._end: Pose | None = None
        self._outline: Outline | None = None

    def follow(self, outline: Outline) -> None:
        """Let the model of an outline go its way."""
        self._outline = outline

    def _begin(self, menu: NextOrder) -> None:
        """Another activation: by the outline, or as it comes."""
        self._model, self._turn, self._steps, self._before, self._end = menu.subject, menu.state.turn, None, (), None
        outline = self._outline
        if outline is not None and outline.model == menu.subject:
            self._steps, self._before, self._outline = outline.steps, outline.before or (), None
            self._end = outline.end if outline.before is None else None

    def next(self, menu: NextOrder) -> Answer | None:
        """The next order, None for the default."""
        if (self._model, self._turn) != (menu.subject, menu.state.turn):
            self._begin(menu)
        model = menu.model
        if model.aboard:
            return _out(menu)
        if (special := _resolved(menu) or _closing(menu)) is not None:
            return special
        return self._fire_or_move(menu)

    def _fire_or_move(self, menu: NextOrder) -> Answer | None:
        state, model, memory = menu.state, menu.model, self._memory
        left, free = fire_control_left(state, model), menu.free_mounts()
        if POINT_DEFENSE not in menu.act.used:
            free.append(POINT_DEFENSE)
        here: list[Aim] = []
        if left > 0 and menu.leaving() is None:
            here = look(state, memory, model, free, enemies(state, model)).aims
        worth = total(here, left) - (truce(state, model.side) if memory.contested else 0.0)
        fires = worth > LITTLE
        if self._steps is None:
            shots, steps = best_way(menu, memory, free, left)
            if fires and (not steps or worth * PATIENCE >= shots) and (shot := _shot(menu, here)) is not None:
                return shot
            self._steps = steps
        elif self._end is not None and self._steps:
            there = look(state, memory, model.at(self._end), free, enemies(state, model)).aims
            if fires and worth * PATIENCE >= total(there, left) and (shot := _shot(menu, here)) is not None:
                return shot
            self._end = None
        if self._before and (shot := self._early(menu, here)) is not None:
            return shot
        return self._step(menu) or (_shot(menu, here) if fires else None)

    def _early(self, menu: NextOrder, aims: list[Aim]) -> Answer | None:
        """The best attack with the guns that fire before the move."""
        able = [aim for aim in aims if all(mount in self._before for mount in aim.mounts)]
        shot = _shot(menu, able)
        if not isinstance(shot, Attack):
            self._before = ()
            return None
        self._before = tuple(each for each in self._before if each not in shot.mounts)
        return shot

    def _step(self, menu: NextOrder) -> Answer | None:
        """The next step of its way, as long as that is allowed."""
        if not self._steps:
            return None
        step, self._steps = self._steps[0], self._steps[1:]
        if menu.judge(step) is None:
            return step
        self._steps = ()
        return None


def _shot(menu: NextOrder, aims: list[Aim]) -> Answer | None:
    """The best of the attacks that may be made."""
    return next((aim.answer for aim in aims if aim.value > 0 and menu.judge(aim.answer) is None), None)


def _resolved(menu: NextOrder) -> Answer | None:
    """Carry out the declared action where that may be done."""
    act = menu.act
    if not act.action or act.resolved or rulebook(menu.state).actions[act.action].at_once:
        return None
    return Resolve() if menu.judge(Resolve()) is None else None


def _closing(menu: NextOrder) -> Answer | None:
    """A squadron flies to what its action wants it in contact with; one that is weary, or carries something, home."""
    state, model, act = menu.state, menu.model, menu.act
    if model.capital or act.landed:
        return None
    if action := menu.still_to_do():
        wanted = rulebook(state).actions[action].closes_with(state, model)
        if act.target in wanted:
            return _fly_to(menu, [act.target])
        near = sorted((apart(model, state.models[ident]), ident) for ident in wanted if ident in state.models)
        return _fly_to(menu, [ident for _, ident in near[:NEAREST]])
    if not (weary(model) or model.loads):
        return None
    wanted = [ship.id for ship, _ in havens(state, model)] if model.loads else _homes(menu)
    for ident in wanted:
        if menu.judge(Land(ident)) is None:
            return Land(ident)
    return _fly_to(menu, wanted[:NEAREST])


def _homes(menu: NextOrder) -> list[str]:
    """Ships that have room for it, the nearest first."""
    state, model = menu.state, menu.model
    ships = [each for each in state.on_table() if each.capital and each.side == model.side and not each.crippled]
    able = [(apart(model, each), each.id) for each in ships if refuse_aboard(state, model, each) is None]
    return [ident for _, ident in sorted(able)]


def _fly_to(menu: NextOrder, idents: list[str]) -> Answer | None:
    forward = menu.envelope().forward
    for ident in idents if forward > 0 else ():
        pose = flight_to(menu.state, menu.model, ident, forward)
        if pose is not None:
            return Fly(((pose.x + 0.0, pose.y + 0.0),))
    return None


def _out(menu: NextOrder) -> Answer | None:
    """Leave the ship, as near to an enemy as it may be, with the most in formation; a weary one stays."""
    state, model = menu.state, menu.model
    if weary(model) and menu.judge(End()) is None:
        return End()
    found = [option.answer for option in menu.options_of(Launch)]
    foes = enemies(state, model)

    def near(launch: Launch) -> tuple[float, int]:
        return -min((launch.pose.distance_to(foe.pose) for foe in foes), default=0.0), len(launch.partners)

    return max(found, key=near, default=None)
