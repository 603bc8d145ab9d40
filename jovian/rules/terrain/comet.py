"""The comet moves at the end of each Deployment Phase (v1.2.4 Terrain > Comets, R31)."""

from __future__ import annotations

from jovian.dice import Pool
from jovian.game import OBJECT, Game, Model, Procedure, State, Terrain
from jovian.game.events import LeftPlay, Moved, Rolled
from jovian.game.parts import BASE, Part
from jovian.rules.facts.nearby import near, on_way
from jovian.rules.facts.rolls import Counts, fall
from jovian.rules.firing.explosion import empty_queue
from jovian.rules.moving.overlap import push, settle_about
from jovian.rules.rulebook.clause import Clause
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.shooting.sight import touches_piece
from jovian.rules.terrain.striking import terrain_attack
from jovian.table import Pose, first_touch, wholly_outside

PLACE = "v1.2.4 Terrain > Comets"
COMET, TAIL = "comet", "comet-tail"
"""The two kinds of terrain that it is. Its step, and why things move then, are called as its body."""


class CometsFly(Clause):
    """What is laid out as a comet moves every turn."""

    __slots__ = ()
    name = "Comets"
    place = PLACE
    summary = "Comets move 2d6 inches away from their tails when both sides have deployed."
    step = COMET

    def deployment_ends(self, game: Game) -> Procedure[None]:
        """Move every comet that flies by 2d6 inches away from its tail, in the order in which they were laid out."""
        for piece in list(game.state.terrain.values()):
            kind = rulebook(game.state).terrain[piece.kind]
            if kind.tail and kind.travels and not piece.still:
                yield from _fly(game, piece, kind.tail)


def _fly(game: Game, body: Terrain, tail: str) -> Procedure[None]:
    state = game.state
    faces = yield from fall(game, state.initiative, "the comet's move", Counts(2))
    inches = faces.base[0] + faces.base[1]
    game.tell(Rolled(
        side=state.initiative, purpose="the comet's move", pool=Pool(2), parts=(Part("The comet", 2, PLACE, BASE),),
        faces=faces, kept=faces.base, result=str(inches), rerolled=False,
    ))  # fmt: skip
    goal = body.pose.advanced(inches).rounded()
    tails = [p for p in state.terrain.values() if p.group == body.group and p.kind == tail]
    swept = [model for each in tails for model in _swept(game, each, goal)]
    for piece in (body, *tails):
        state.terrain[piece.id] = piece.at(goal)
        way = (piece.pose, goal)
        game.tell(Moved(model=piece.id, start=way[0], to=goal, path=way, cause=COMET, inches=float(inches)))
    yield from _shove(game, state.terrain[body.id])
    for model in swept:
        if model.on_table and model.card.kind != OBJECT:
            yield from terrain_attack(game, state.terrain[tails[0].id], model)
            yield from empty_queue(game)
    _leave(game, body, tails)


def _shove(game: Game, body: Terrain) -> Procedure[None]:
    """The body pushes what it overlaps the shortest way clear, and who flies about a ship is placed anew (R25).

    A station stays where it is (R31, R33).
    """
    under = [model for model in _under(game.state, body) if not model.card.station]
    hit = [model for model in under if touches_piece(model, body)]
    for model in hit:
        if not model.attached:
            push(game, model)
    yield from settle_about(game, [model for model in hit if model.capital])


def _under(state: State, piece: Terrain) -> list[Model]:
    """The models that a piece may lie under, in the order of the fleets."""
    found = {model.id for part in piece.outline for model in near(state, part, piece.pose)}
    return [model for model in state.on_table() if model.id in found]


def _swept(game: Game, tail: Terrain, goal: Pose) -> list[Model]:
    """The models that the tail overlaps or passes over, those it meets first before the others."""
    dx, dy = goal.x - tail.pose.x, goal.y - tail.pose.y
    named = {model.id for part in tail.outline for model in on_way(game.state, part, tail.pose, dx, dy)}
    met = []
    for model in [each for each in game.state.on_table() if each.id in named]:
        if touches_piece(model, tail):
            met.append((0.0, model.id, model))
            continue
        touches = [first_touch(part, tail.pose, dx, dy, model.base, model.pose) for part in tail.outline]
        reached = [touch for touch in touches if touch is not None]
        if reached:
            met.append((round(min(reached), 4), model.id, model))
    return [model for _, _, model in sorted(met, key=lambda each: each[:2])]


def _leave(game: Game, body: Terrain, tails: list[Terrain]) -> None:
    state = game.state
    at = state.terrain[body.id]
    if all(wholly_outside(part, at.pose, state.width, state.height) for part in at.outline):
        for piece in (body, *tails):
            del state.terrain[piece.id]
            game.tell(LeftPlay(model=piece.id, how="withdrawn"))
