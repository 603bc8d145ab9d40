"""The terrain of a table: how it is laid out, and what it does to who meets it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from math import gcd
from random import Random
from typing import ClassVar, cast

from jovian.cards import TerrainCard
from jovian.dice import LayoutRng, Pool
from jovian.frozen import frozen
from jovian.game import (
    OBJECT,
    Answer,
    Decision,
    Game,
    ListDecision,
    Meeting,
    Model,
    Option,
    Procedure,
    Refusal,
    State,
    Terrain,
    ask,
)
from jovian.game.answers import At, Avoid, Decline, Enter, Lay
from jovian.game.decision import PointRing, pointed_bases
from jovian.game.events import BASE, Contribution, LeftPlay, Moved, Placed, Rolled, StateChanged, TerrainAvoided
from jovian.rules.attack.attack import empty_queue
from jovian.rules.basics.formation import formation_members
from jovian.rules.basics.nearby import models_maybe_within, on_way, pieces_near, pieces_on_way
from jovian.rules.basics.rolls import Bare, Counts, completed, fall, pluralize, roll, tell_bare
from jovian.rules.damage.casualties import DEBRIS, SWARM
from jovian.rules.damage.casualties import lay as casualties_lay
from jovian.rules.damage.damage import DamageContext, DamageManner, Entry, chooser_against, strike
from jovian.rules.moving import push, settle_about
from jovian.rules.placement.attached import attached_to, follow
from jovian.rules.placement.legal_places import zones
from jovian.rules.placement.move_limits import hazards
from jovian.rules.rulebook.global_rule import GlobalRule
from jovian.rules.rulebook.order import Interrupt, LegFacts, Manner, Touch, Trigger
from jovian.rules.rulebook.rulebook import RandomLayout, TerrainKind, rulebook
from jovian.rules.shots.shot import near_piece, touches_piece
from jovian.table import (
    Pose,
    Shape,
    convex_parts,
    extends_off_table,
    first_touch,
    first_touch_outline,
    length,
    overlaps,
    pivot,
    turn_touches,
    wholly_outside,
    wholly_within,
    within,
)
from jovian.table.shapes import COSINE, FULL_TURN, SINE, hull

# --- manned ---
# Kinds of terrain that are models as well: marines board them (`rules/scenario/objects.py`).

STATION, HULK = "space-station", "unidentified-object"
STATIONS = "v1.2.4 Terrain > Space Stations"
HULKS = "v1.2.4 Terrain > Unidentified Object"
RIM = 0.01
"""Inches by which what strikes is smaller than the base: what only comes into contact does not move through."""


def hull_of(card: TerrainCard) -> list[Terrain]:
    """What of a station strikes as terrain; nothing of an unidentified object."""
    if card.kind != STATION:
        return []
    outline = (Shape.circle((card.radius or 1.0) - RIM),)
    return [Terrain(hull_id(card.id), STATION, Pose(card.x, card.y, card.heading), outline, card.id)]


def hull_id(station: str) -> str:
    """What the piece of a station is called."""
    return f"{station}-hull"


# --- pieces ---
# What a card of terrain puts on the table, and cards drawn by lot (v1.2.4 Terrain, Sequence > Pre-Game Setup).

Kinds = Mapping[str, TerrainKind]
CORNERS, SWAY = 8, 15
"""An outline that is drawn has at most so many corners, each so many degrees at most from where it would be."""
UNEVEN, NARROW = 0.75, 0.65
"""The least share of the radius at which a corner lies, and of its length that an outline is wide."""


def pieces(kinds: Kinds, card: TerrainCard) -> list[Terrain]:
    """The terrain that a card puts on the table; a comet is a body and a tail, a hulk nothing."""
    if card.station is not None:
        return hull_of(card)
    pose = Pose(float(card.x), float(card.y), card.heading % 360)
    outline = (Shape.circle(card.radius),) if card.radius is not None else convex_parts(card.points)
    piece = Terrain(card.id, card.kind, pose, tuple(outline), card.id, still=not card.moves)
    trail = kinds[card.kind].tail
    if not trail or not card.tail_length:
        return [piece]
    half = card.tail_width / 2
    tail = Shape.polygon(((-half, -card.tail_length), (half, -card.tail_length), (half, 0.0), (-half, 0.0)))
    return [piece, Terrain(f"{card.id}-tail", trail, pose, (tail,), card.id, piece.still)]


def drawn_kinds(lots: LayoutRng, kinds: Kinds, count: int, together: int) -> list[str]:
    """So many kinds by lot, each of which comes `together` times: none more often than its lot says."""
    left = {name: kind.lot.most // together for name, kind in kinds.items() if kind.lot is not None}
    found: list[str] = []
    while len(found) < count and any(left.values()):
        able = [(name, lot.weight) for name, much in left.items() if much and (lot := kinds[name].lot) is not None]
        name = able[lots.weighed([weight for _, weight in able])][0]
        left[name] -= 1
        found.append(name)
    return found


def drawn_card(lots: LayoutRng, name: str, lot: RandomLayout, ident: str) -> TerrainCard:
    """A piece of a kind, its size and outline by lot, before it has a place."""
    radius, uneven = lots.between(lot.least, lot.greatest), lot.uneven
    return TerrainCard(
        id=ident, kind=name, x=0.0, y=0.0, heading=0,
        radius=None if uneven else radius, points=_corners(lots, radius) if uneven else (),
        tail_length=lot.tail[0], tail_width=lot.tail[1],
    )  # fmt: skip


def _corners(lots: LayoutRng, radius: float) -> tuple[tuple[float, float], ...]:
    """An uneven convex outline that reaches about so far, its corners in tenths of an inch."""
    wide, step = lots.between(NARROW, 1.0), FULL_TURN // CORNERS
    found = []
    for number in range(CORNERS):
        angle = (number * step + lots.below(2 * SWAY + 1) - SWAY) % FULL_TURN
        far = radius * (UNEVEN + (1.0 - UNEVEN) * lots.below(101) / 100)
        found.append((round(SINE[angle] * far * wide, 1) + 0.0, round(COSINE[angle] * far, 1) + 0.0))
    return hull(found)


# --- layout ---
# Where a piece of terrain may be laid, clear of all else, and the question where it is (v1.2.4 Terrain).

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
        if any(extends_off_table(part, each.pose, state.width, state.height) for part in each.outline):
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


# --- along ---
# What lies along an edge of the table: the planet beyond it, and its atmosphere (v1.2.4 Terrain).

ATMOSPHERE = "atmosphere"
BEYOND = 12.0
"""Inches that a planet reaches beyond its edge, and beyond its corners."""


def along(state: State, card: TerrainCard, thickness: float) -> Terrain:
    """A planet, or an atmosphere so many inches thick."""
    wide = state.width if card.heading % 180 == 0 else state.height
    edge = Pose(card.x, card.y, card.heading)
    if not thickness:
        half = wide / 2 + BEYOND
        beyond = Shape.polygon(((-half, 0.0), (half, 0.0), (half, BEYOND), (-half, BEYOND)))
        return Terrain(card.id, card.kind, edge, (beyond,), card.id)
    return Terrain(card.id, card.kind, edge.advanced(-thickness / 2).rounded(), (Shape.rect(wide, thickness),), card.id)


# --- striking ---
# The attack of terrain on what moves through it, unless it is avoided (v1.2.4 Terrain, R29, R30).


@frozen
class Met:
    """A hazardous piece that a model touches on its move."""

    leader: Model
    """Whose owner decides whether to avoid the piece: the model, or the ship that it escorts."""
    mover: Model
    """The model that touches the piece."""
    piece: Terrain
    avoidable: bool
    """May the leader still avoid the piece?"""


def meet(game: Game, pieces: Sequence[Met]) -> Procedure[None]:
    """Resolve what models touch at one point: for each leader all decisions first, then all attacks (R29, R30)."""
    for leader in {met.leader.id: met.leader for met in pieces}.values():
        touched = [met for met in pieces if met.leader is leader]
        for met in touched:
            if not _avoids(game.state, met) and met.avoidable and not _has_decided(game.state, met):
                yield from _decide(game, met)
        for met in touched:
            if met.mover.on_table and met.piece.id in game.state.terrain and not _avoids(game.state, met):
                yield from _enter(game, met.mover, met.piece)


def _avoids(state: State, met: Met) -> bool:
    act = state.activation
    return act is not None and Meeting(met.mover.id, met.piece.id) in act.avoided


def _has_decided(state: State, met: Met) -> bool:
    """Return whether the leader already moves through the piece, or has decided to."""
    act = state.activation
    return act is not None and Meeting(met.leader.id, met.piece.id) in (*act.struck, *act.entered)


def _decide(game: Game, met: Met) -> Procedure[None]:
    """Ask the leader's owner whether it avoids the piece, with all squadrons in contact with it (R30)."""
    state, act, leader, piece = game.state, game.state.activation, met.leader, met.piece
    assert act is not None
    effect = rulebook(state).terrain[piece.kind]
    along = attached_to(state, leader) if leader.capital else []
    listed: list[Option[Avoid | Enter]] = [
        Option(Avoid(), "Avoid it", _avoiding_words(along)),
        Option(Enter(), "Fly through", _entering_words(state, met, along)),
    ]
    about = Entry(DamageContext(met.mover.id), terrain_dice(state, piece, met.mover).pool)
    title = f"{leader.name} comes to the {effect.name}"
    pick = ListDecision("avoid", leader.side, title, effect.place, listed, subject=leader.id, stake=about)
    if isinstance((yield from ask(pick)), Avoid):
        for model in [leader, *along]:
            act.avoided = (*act.avoided, Meeting(model.id, piece.id))
            game.tell(TerrainAvoided(model=model.id, terrain=piece.id, kind=piece.kind))
    elif met.mover is not leader:
        act.entered = (*act.entered, Meeting(leader.id, piece.id))


def _avoiding_words(along: list[Model]) -> str:
    if not along:
        return "no attack, but the move may not end on it"
    return f"no attack, but the move may not end on it; the same holds for {_names(along)}"


def _entering_words(state: State, met: Met, along: list[Model]) -> str:
    """Say how many dice strike the leader, and its escorts if it has any."""
    effect = rulebook(state).terrain[met.piece.kind]
    escorts = [squadron for squadron in along if squadron.escorting]
    if not escorts:
        return f"{pluralize(effect.rating(met.leader.capital), 'die strikes', 'dice strike')} at once"
    struck = [(model, effect.rating(model.capital)) for model in [met.leader, *escorts]]
    words = [f"{pluralize(dice, 'die strikes', 'dice strike')} {model.name}" for model, dice in struck if dice]
    return f"{', '.join(words)} on touching it"


def _names(models: list[Model]) -> str:
    return ", ".join(model.name for model in models)


def _enter(game: Game, model: Model, piece: Terrain) -> Procedure[None]:
    """Attack a model that moves into a piece, once in an activation."""
    act = game.state.activation
    assert act is not None
    act.struck = (*act.struck, Meeting(model.id, piece.id))
    yield from terrain_attack(game, piece, model)
    yield from empty_queue(game)


def terrain_dice(state: State, piece: Terrain, model: Model) -> Bare:
    """The dice of a piece against a model."""
    effect = rulebook(state).terrain[piece.kind]
    rating = Contribution(effect.name.capitalize(), effect.rating(model.capital), effect.place, BASE)
    pool = Pool(rating.value).normal()
    return Bare(pool, completed((rating,), pool))


def terrain_attack(game: Game, piece: Terrain, model: Model) -> Procedure[None]:
    """The attack of a piece: its bare dice, the choices made by the opponent."""
    effect = rulebook(game.state).terrain[piece.kind]
    chooser = chooser_against(game.state, model.side, model)
    purpose = f"{effect.name} at {model.name}"
    bare = terrain_dice(game.state, piece, model)
    result = yield from roll(game, chooser, purpose, bare.pool, parts=bare.makeup, stake=DamageContext(model.id))
    tell_bare(game, piece.id, effect.name, model.id, "terrain", bare, result)
    if result:
        yield from strike(game, model, result, DamageManner(chooser, effect.name))


# --- meeting ---
# Terrain that a move meets: one kind of interrupt (v1.2.4 Terrain > Move Effects, Avoiding Terrain, R29, R30).

RANK = 0
"""Terrain strikes before anybody reacts."""
PROBE = 0.01
"""Inches that a model flush with terrain is supposed ahead, to see whether it moves into it."""


class TerrainMet(Interrupt):
    """Hazardous pieces attack what moves into them, or are avoided."""

    __slots__ = ()

    def on_leg(self, state: State, model: Model, dx: float, dy: float, manner: Manner) -> Iterator[Trigger]:
        """Where each piece is touched first by what moves."""
        for each in exposed(state, model):
            for piece in hazards(state, each, pieces_on_way(state, each.base, each.pose, dx, dy)):
                touch = _first_touch(each, dx, dy, piece)
                if touch is not None:
                    yield Trigger(round(touch, 4), RANK, piece.id, "", each.id)

    def on_turn(self, state: State, model: Model, before: Pose, degrees: int) -> Iterator[Trigger]:
        """Yield the pieces that a ship sweeps, and those that its escorts sweep as they turn with it."""
        for piece in _about(state, model):
            if _swept(model, before, degrees, piece):
                yield Trigger(0.0, RANK, piece.id, "", model.id)
        real = state.models[model.id].pose
        for escort in escorts_of(state, model):
            for piece in _swept_by_escort(state, model, before, degrees, follow(escort, real, before)):
                yield Trigger(0.0, RANK, piece.id, "", escort.id)

    def watch(self, leg: LegFacts) -> TerrainWatch:
        """Each piece strikes once on a leg."""
        return TerrainWatch(self, leg)

    def turning(self, game: Game, ship: Model, degrees: int) -> Callable[[], Procedure[None]]:
        """Pieces that the ship and its escorts sweep; what only assailants sweep doesn't strike (R29)."""
        state = game.state
        swept = [(ship, piece) for piece in _about(state, ship) if _swept(ship, ship.pose, degrees, piece)]
        for escort in escorts_of(state, ship):
            swept += [(escort, piece) for piece in _swept_by_escort(state, ship, ship.pose, degrees, escort)]
        return partial(meet, game, [Met(ship, mover, piece, not touches_piece(ship, piece)) for mover, piece in swept])

    def touch(self, state: State, trigger: Trigger, inches: float, at: Pose) -> Touch | None:
        """A touch that names the piece."""
        if trigger.rank != RANK:
            return None
        kind = rulebook(state).terrain[state.terrain[trigger.source].kind]
        label = f"{kind.name}, Speed -{kind.slows}" if kind.slows else kind.name
        mover = state.models[trigger.mover]
        label = f"{label} ({mover.name})" if mover.escorting else label
        return Touch(inches, at, label, "terrain", trigger.source)


class TerrainWatch:
    """The pieces along one leg, each met once by each model."""

    def __init__(self, interrupt: TerrainMet, leg: LegFacts) -> None:
        self.interrupt, self.leg = interrupt, leg
        self.met: set[tuple[str, str]] = set()

    def ahead(self, dx: float, dy: float, length: float) -> list[Trigger]:
        """Those that have not been met."""
        leg = self.leg
        found = self.interrupt.on_leg(leg.game.state, leg.model, dx, dy, leg.manner)
        return [each for each in found if (each.source, each.mover) not in self.met]

    def happen(self, here: Sequence[Trigger]) -> Procedure[None]:
        """What is touched here attacks, or is avoided."""
        state, met = self.leg.game.state, []
        for trigger in here:
            piece, mover = state.terrain.get(trigger.source), state.models[trigger.mover]
            if piece is not None and mover.on_table:
                leader = self.leg.model if self.leg.model.capital else mover
                avoidable = not touches_piece(leader, piece) and self.leg.avoidable(leader, piece)
                met.append(Met(leader, mover, piece, avoidable))
        yield from meet(self.leg.game, met)
        self.met.update((trigger.source, trigger.mover) for trigger in here)


def _first_touch(model: Model, dx: float, dy: float, piece: Terrain) -> float | None:
    """After how many inches a leg meets a piece: at once if it stands in it or moves into it from its edge."""
    if touches_piece(model, piece):
        return 0.0
    touch = first_touch_outline(model.base, model.pose, dx, dy, piece.outline, piece.pose)
    return 0.0 if touch is None and _enters(model, dx, dy, piece) else touch


def _about(state: State, model: Model) -> list[Terrain]:
    """The hazards that a model may touch where it is, whichever way it heads."""
    return hazards(state, model, pieces_near(state, model.base, model.pose))


def _swept(ship: Model, before: Pose, degrees: int, piece: Terrain) -> bool:
    return any(turn_touches(ship.base, before, degrees, part, piece.pose) for part in piece.outline)


def _enters(model: Model, dx: float, dy: float, piece: Terrain) -> bool:
    """Does a model that stands flush with a piece move into it?"""
    if not near_piece(model, piece, 0.0):
        return False
    size = length(dx, dy) or 1.0
    inside = model.pose.moved(dx / size * PROBE, dy / size * PROBE)
    return any(overlaps(model.base, inside, part, piece.pose) for part in piece.outline)


def _swept_by_escort(state: State, ship: Model, before: Pose, degrees: int, escort: Model) -> list[Terrain]:
    """Return the hazards that an escort touches on its way around the center of its ship, which turns."""
    steps = [follow(escort, before, step).pose for step in pivot(before, degrees)]
    near = hazards(state, escort, pieces_near(state, ship.base, before, 2 * escort.base.reach))
    return [
        piece for piece in near
        if any(within(escort.base, step, part, piece.pose, 0.0) for step in steps for part in piece.outline)
    ]  # fmt: skip


def escorts_of(state: State, ship: Model) -> list[Model]:
    """Return the squadrons that escort a ship."""
    return [squadron for squadron in attached_to(state, ship) if squadron.escorting]


def exposed(state: State, model: Model) -> list[Model]:
    """Return what terrain strikes as a model moves: its formation, or a ship and its escorts, where they are.

    Assailants are placed around the ship after its move; terrain on the way doesn't strike them.
    """
    if not model.capital:
        return formation_members(state, model)
    real = state.models[model.id].pose
    return [model, *(follow(escort, real, model.pose) for escort in escorts_of(state, model))]


# --- templates ---
# Templates that ships lay: debris behind them, decoy swarms beside them (v1.2.4 Action > Deploy ..., R32, R38).

DECOYS = "v1.2.4 Action > Deploy Decoy Drones"
SWARMS = "v1.2.4 Terrain > Decoy Drone Swarm"
REACH = 6.0
SHRUNKEN = Shape.circle(3.0)
LAID = "template"
"""Why a piece is there that a ship lays."""


class Spot(Decision):
    """The center of a template that must lie wholly within some inches of a model."""

    kind = "spot"
    answers = (At,)
    __slots__ = ("radius", "reach", "state")

    def __init__(self, state: State, model: Model, radius: float, reach: float, title: str, place: str) -> None:
        super().__init__(model.side, title, place, subject=model.id)
        self.state = state
        self.radius = radius
        self.reach = reach

    def on(self, state: State) -> Spot:
        """The same question over a view."""
        return Spot(state, state.models[self.subject], self.radius, self.reach, self.title, self.cited)

    def judge(self, answer: Answer) -> Refusal | None:
        """Wholly within the reach of the model."""
        model, spot = self.state.models[self.subject], cast(At, answer)
        if wholly_within(Shape.circle(self.radius), Pose(spot.x, spot.y, 0), model.base, model.pose, self.reach):
            return None
        ring = (PointRing(model.pose[:2], self.reach),)
        return Refusal(f'It must be wholly within {self.reach:.0f}" of {model.name}.', self.cited, ring)

    def default(self) -> At:
        """The center of the model."""
        at = self.state.models[self.subject].pose
        return At(round(at.x, 3) + 0.0, round(at.y, 3) + 0.0)

    def sample(self, rng: Random) -> At:
        """A random legal point within reach."""
        at = self.default()
        spot = At(round(at.x + rng.random() * 4 - 2, 2), round(at.y + rng.random() * 4 - 2, 2))
        return spot if self.judge(spot) is None else at

    def options(self) -> Iterator[Option[At]]:
        """On the model, and as far ahead, astern and aside as is allowed."""
        yield Option(self.default(), "Here")
        model = self.state.models[self.subject]
        for turned in range(0, 360, 45):
            end = model.pose.turned(turned).advanced(self.reach - self.radius)
            spot = At(round(end.x, 3) + 0.0, round(end.y, 3) + 0.0)
            if self.judge(spot) is None:
                yield Option(spot, f"{turned} degrees off the bow")


def lay_decoys(game: Game, ship: Model, reach: float = REACH) -> Procedure[None]:
    """A swarm of 4" wholly within 6" of the ship, or as far as it reaches."""
    title = f"{ship.name}: where do the decoys go?"
    spot = cast(At, (yield Spot(game.state, ship, SWARM.shape.reach, reach, title, DECOYS)))
    casualties_lay(game, SWARM, Pose(spot.x, spot.y, 0), LAID)


def leave_debris(game: Game, at: Pose) -> None:
    """The Debris Field that a ship dropped where it was at its declaration."""
    casualties_lay(game, DEBRIS, Pose(at.x, at.y, 0), LAID)


class TemplatesShrink(GlobalRule):
    """What was laid out for two turns only."""

    __slots__ = ()
    name = "Shrinking templates"
    place = SWARMS
    summary = "A swarm shrinks in the End Phase after it was laid, and is gone after the next."

    def end_phase(self, game: Game) -> None:
        """Decoy swarms shrink to 3", and those that have are gone (R38)."""
        state, kinds = game.state, rulebook(game.state).terrain
        for piece in [each for each in state.terrain.values() if kinds[each.kind].shrinks]:
            if piece.outline[0] is SHRUNKEN:
                del state.terrain[piece.id]
                game.tell(LeftPlay(model=piece.id, how="withdrawn"))
            else:
                state.terrain[piece.id] = Terrain(piece.id, piece.kind, piece.pose, (SHRUNKEN,), piece.group)
                game.tell(StateChanged(model=piece.id, state="shrunken", value=1, entered=True))


# --- comet ---
# The comet moves at the end of each Deployment Phase (v1.2.4 Terrain > Comets, R31).

COMET_CITATION = "v1.2.4 Terrain > Comets"
COMET, TAIL = "comet", "comet-tail"
"""The two kinds of terrain that it is. Its step, and why things move then, are called as its body."""


class CometsFly(GlobalRule):
    """What is laid out as a comet moves every turn."""

    __slots__ = ()
    name = "Comets"
    place = COMET_CITATION
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
    game.tell(
        Rolled(
            side=state.initiative,
            purpose="the comet's move",
            pool=Pool(2),
            parts=(Contribution("The comet", 2, COMET_CITATION, BASE),),
            faces=faces,
            kept=faces.base,
            result=str(inches),
            rerolled=False,
        )
    )
    goal = body.pose.advanced(inches).rounded()
    tails = [p for p in state.terrain.values() if p.group == body.group and p.kind == tail]
    swept = [model for each in tails for model in _swept_by_comet(game, each, goal)]
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
        if not model.is_attached:
            push(game, model)
    yield from settle_about(game, [model for model in hit if model.capital])


def _under(state: State, piece: Terrain) -> list[Model]:
    """The models that a piece may lie under, in the order of the fleets."""
    found = {model.id for part in piece.outline for model in models_maybe_within(state, part, piece.pose)}
    return [model for model in state.on_table() if model.id in found]


def _swept_by_comet(game: Game, tail: Terrain, goal: Pose) -> list[Model]:
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
