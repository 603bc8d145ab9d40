"""Where a piece of terrain may be laid, clear of all else, and the question where it is (v1.2.4 Terrain)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import gcd
from random import Random
from typing import ClassVar, cast

from jovian.cards import TerrainCard
from jovian.game import Answer, Decision, Game, Option, Refusal, State, Terrain
from jovian.game.answers import Decline, Lay
from jovian.game.events import Placed
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


def refuse_pieces(state: State, group: Sequence[Terrain], apart: bool = True) -> Refusal | None:
    """Why what belongs together may not lie where it does: on the table, clear of terrain, models and (apart) zones."""
    kinds = rulebook(state).terrain
    for each in group:
        name = kinds[each.kind].name
        if any(exits(part, each.pose, state.width, state.height) for part in each.outline):
            return Refusal(f"The {name} would lie partly off the table.", PLACE)
        if apart and any(_near(each, *zone, GAP) for zone in _zones(state)):
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


def put(game: Game, card: TerrainCard, pose: Pose, side: int, cause: str = CAUSE) -> None:
    """A side lays a piece on the table."""
    state = game.state
    for each in laid(state, card, pose.rounded()):
        state.terrain[each.id] = each
        game.tell(Placed(
            model=each.id, start=None, to=each.pose, path=(each.pose,), cause=cause, inches=0.0, kind=each.kind,
            side=side,
        ))  # fmt: skip


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
    answers: ClassVar[tuple[type[Answer], ...]] = (Lay, Decline)
    __slots__ = ("state",)

    def __init__(self, state: State, side: int, title: str = "Lay a piece of terrain, or no more") -> None:
        super().__init__(side, title, PLACE, anchor=True)
        self.state = state

    def on(self, state: State) -> LayOut:
        """The same question over a view."""
        return LayOut(state, self.side)

    @property
    def pool(self) -> tuple[TerrainCard, ...]:
        """The pieces that may be laid."""
        return self.state.pool

    @property
    def ends(self) -> bool:
        """May the side lay no more?"""
        return Decline in self.answers

    def refuse(self, group: Sequence[Terrain]) -> Refusal | None:
        """Why what belongs together may not lie where it does."""
        return refuse_pieces(self.state, group)

    def places(self, card: TerrainCard) -> Iterator[Pose]:
        """Places where a piece may lie, each far from the last; () if it finds no room."""
        group = laid(self.state, card, Pose(0.0, 0.0))
        turnings = (0,) if all(part.round for each in group for part in each.outline) else (0, 90)
        for heading in turnings:
            for x, y in _lattice(self.state):
                pose = Pose(x, y, heading)
                if self.refuse([each.at(pose) for each in group]) is None:
                    yield pose

    def card(self, ident: str) -> TerrainCard | None:
        """A piece of the pool, None if it is not there."""
        return next((each for each in self.pool if each.id == ident), None)

    def judge(self, answer: Answer) -> Refusal | None:
        """A piece of the pool, where it is clear of all else."""
        if not isinstance(answer, Lay):
            return None
        card = self.card(answer.piece)
        if card is None:
            return Refusal("This piece does not wait to be laid.", PLACE)
        return self.refuse(laid(self.state, card, answer.pose))

    def default(self) -> Lay | Decline:
        """The first piece that has room, at the first free place from the middle on."""
        return next(self._free(), None) or Decline()

    def _free(self) -> Iterator[Lay]:
        """Each piece that has room, at its first free place."""
        for card in self.pool:
            for pose in self.places(card):
                yield Lay(card.id, *pose)
                break

    def sample(self, rng: Random) -> Answer:
        """A random piece at a random place."""
        if self.ends and rng.random() < PASSES:
            return Decline()
        card = self.pool[int(rng.random() * len(self.pool))]
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
        if self.ends:
            yield Option(Decline(), "Lay no more")
