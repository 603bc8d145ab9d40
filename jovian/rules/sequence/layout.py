"""Laying out the table: pieces that lie clear of all else, placed by lot or by the players (v1.2.4 Terrain)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import gcd
from random import Random
from typing import cast

from jovian.cards import TerrainCard
from jovian.game import Answer, Decision, Game, Option, Procedure, Refusal, State, Terrain
from jovian.game.answers import Decline, Lay
from jovian.game.events import Declined, Placed
from jovian.game.pointing import pointed_bases
from jovian.rules.places.zones import zones
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.terrain.pieces import pieces
from jovian.table import Pose, Shape, exits, within

PLACE = "v1.2.4 Sequence > Pre-Game Setup"
GAP, LANE = 1.0, 5.0
"""Inches that a piece lies clear of all else, and that solid ones lie apart, so that ships pass between them."""
CAUSE = "layout"
STEP, GOLDEN = 2.0, 0.618
"""Inches between the places that are tried, and the share of them that each goes on by: far from the last."""
TRIES = 12
PASSES = 0.04
"""How often a random player lays no more."""


def refuse_pieces(state: State, group: Sequence[Terrain]) -> Refusal | None:
    """Why what belongs together may not lie where it does: on the table, clear of zones, terrain and models."""
    kinds = rulebook(state).terrain
    for each in group:
        name = kinds[each.kind].name
        if any(exits(part, each.pose, state.width, state.height) for part in each.outline):
            return Refusal(f"The {name} would lie partly off the table.", PLACE)
        if any(_near(each, *zone, GAP) for zone in _zones(state)):
            return Refusal(f'The {name} must lie more than {GAP:g}" clear of the deployment zones.', PLACE)
        for other in state.terrain.values():
            gap = LANE if kinds[each.kind].solid and kinds[other.kind].solid else GAP
            if any(_near(each, part, other.pose, gap) for part in other.outline):
                reason = f'The {name} must lie more than {gap:g}" clear of the {kinds[other.kind].name}.'
                return Refusal(reason, PLACE, pointed_bases([other.id]))
        touched = [model.id for model in state.on_table() if _near(each, model.base, model.pose, GAP)]
        if touched:
            return Refusal(f'The {name} must lie more than {GAP:g}" clear of models.', PLACE, pointed_bases(touched))
    return None


def _zones(state: State) -> list[tuple[Shape, Pose]]:
    """Both sides' zones, as shapes on the table."""
    return [part for side in (0, 1) for region in zones(state, side) for part in region.parts]


def _near(piece: Terrain, shape: Shape, pose: Pose, gap: float) -> bool:
    return any(within(part, piece.pose, shape, pose, gap) for part in piece.outline)


def laid(state: State, card: TerrainCard, pose: Pose) -> list[Terrain]:
    """What a card puts on the table at a pose."""
    x, y, heading = pose
    return pieces(rulebook(state).terrain, replace(card, x=x, y=y, heading=heading))


def places(state: State, card: TerrainCard) -> Iterator[Pose]:
    """Places where a piece may lie, each far from the last; () if it finds no room."""
    group = laid(state, card, Pose(0.0, 0.0))
    turnings = (0,) if all(part.round for each in group for part in each.outline) else (0, 90)
    for heading in turnings:
        for x, y in _lattice(state):
            pose = Pose(x, y, heading)
            if refuse_pieces(state, [each.at(pose) for each in group]) is None:
                yield pose


def _lattice(state: State) -> Iterator[tuple[float, float]]:
    """Points all over the table, beginning in the middle."""
    across, up = int(state.width / STEP), int(state.height / STEP)
    count = across * up
    stride = int(count * GOLDEN)
    while gcd(stride, count) > 1:
        stride += 1
    for number in range(count):
        row, column = divmod((count // 2 + across // 2 + number * stride) % count, across)
        yield column * STEP + STEP / 2, row * STEP + STEP / 2


class LayOut(Decision):
    """Lay a piece out of the pool, or no more."""

    kind = "lay"
    answers = (Lay, Decline)
    __slots__ = ("state",)

    def __init__(self, state: State, side: int) -> None:
        super().__init__(side, "Lay a piece of terrain, or no more", PLACE, anchor=True)
        self.state = state

    def on(self, state: State) -> LayOut:
        """The same question over a view."""
        return LayOut(state, self.side)

    def card(self, ident: str) -> TerrainCard | None:
        """A piece of the pool, None if it is not there."""
        return next((each for each in self.state.pool if each.id == ident), None)

    def judge(self, answer: Answer) -> Refusal | None:
        """A piece of the pool, where it is clear of all else."""
        if not isinstance(answer, Lay):
            return None
        card = self.card(answer.piece)
        if card is None:
            return Refusal("This piece does not wait to be laid.", PLACE)
        return refuse_pieces(self.state, laid(self.state, card, answer.pose))

    def default(self) -> Lay | Decline:
        """The first piece that has room, at the first free place from the middle on."""
        return next(self._free(), None) or Decline()

    def _free(self) -> Iterator[Lay]:
        """Each piece that has room, at its first free place."""
        for card in self.state.pool:
            for pose in places(self.state, card):
                yield Lay(card.id, *pose)
                break

    def sample(self, rng: Random) -> Answer:
        """A random piece at a random place."""
        if rng.random() < PASSES:
            return Decline()
        pool = self.state.pool
        card = pool[int(rng.random() * len(pool))]
        for _ in range(TRIES):
            x, y = round(rng.random() * self.state.width, 1), round(rng.random() * self.state.height, 1)
            lay = Lay(card.id, x, y, int(rng.random() * 360))
            if self.judge(lay) is None:
                return lay
        return self.default()

    def options(self) -> Iterator[Option[Answer]]:
        """Each piece at its first free place, and laying no more."""
        kinds = rulebook(self.state).terrain
        for lay in self._free():
            card = cast(TerrainCard, self.card(lay.piece))
            yield Option(lay, f"Lay the {kinds[card.kind].name}")
        yield Option(Decline(), "Lay no more")


def lay_out(game: Game) -> Procedure[None]:
    """The players lay the pool out by turns: the side with initiative begins."""
    state = game.state
    state.side_to_go = state.initiative
    state.declined = (False, False)
    state.agenda.append(["lay"])
    return
    yield


def lay(game: Game) -> Procedure[None]:
    """One piece, then it is the other side's go, until both lay no more, or nothing has room."""
    state, side = game.state, game.state.side_to_go
    if isinstance(LayOut(state, side).default(), Decline):
        state.pool = ()
        return
    answer = yield LayOut(state, side)
    if isinstance(answer, Lay):
        _put(game, answer, side)
    else:
        state.declined = (True, state.declined[1]) if side == 0 else (state.declined[0], True)
        game.tell(Declined(side=side, what=CAUSE))
    if all(state.declined):
        state.pool = ()
        return
    if not state.declined[1 - side]:
        state.side_to_go = 1 - side
    state.agenda.append(["lay"])


def _put(game: Game, answer: Lay, side: int) -> None:
    """A piece of the pool comes to the table."""
    state = game.state
    card = next(each for each in state.pool if each.id == answer.piece)
    state.pool = tuple(each for each in state.pool if each is not card)
    for each in laid(state, card, answer.pose.rounded()):
        state.terrain[each.id] = each
        game.tell(Placed(
            model=each.id, start=None, to=each.pose, path=(each.pose,), cause=CAUSE, inches=0.0, kind=each.kind,
            side=side,
        ))  # fmt: skip
