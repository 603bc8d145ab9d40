"""Terrain: the pieces of a table, how players place them, and what they do to models that meet them (v1.2.4 Terrain).

The facts of each kind of terrain are in `setup/catalogs.py`, planets in `placement/move_limits.py`.
"""

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
    Model,
    Option,
    Procedure,
    Refusal,
    State,
    Terrain,
    TerrainEncounter,
    ask,
)
from jovian.game.answers import At, Avoid, Decline, Enter, Lay
from jovian.game.decision import PointRing, pointed_bases
from jovian.game.events import BASE, Contribution, LeftPlay, Moved, Placed, Rolled, StateChanged, TerrainAvoided
from jovian.rules.attack.attack import empty_queue
from jovian.rules.basics.formation import formation_members
from jovian.rules.basics.nearby import (
    models_maybe_on_leg,
    models_maybe_within,
    near_piece,
    pieces_near,
    pieces_on_way,
    touches_piece,
)
from jovian.rules.basics.rolls import (
    PART_OF_ATTACK,
    AttackDice,
    Counts,
    log_bare_attack,
    pluralize,
    pool_contributions,
    roll,
    roll_faces,
)
from jovian.rules.damage.damage import DamageContext, DamageManner, TerrainStake, chooser_against, strike
from jovian.rules.damage.leaving_play import DEBRIS, SWARM
from jovian.rules.damage.leaving_play import add_template as lay_template
from jovian.rules.escort import escorts_of
from jovian.rules.moving import push, settle_about
from jovian.rules.placement.attached import attached_to, moved_along
from jovian.rules.placement.legal_places import zones
from jovian.rules.placement.move_limits import hazards
from jovian.rules.rulebook.global_rule import GlobalRule
from jovian.rules.rulebook.order import Interrupt, LegFacts, Manner, Touch, Trigger
from jovian.rules.rulebook.rulebook import RandomLayout, TerrainKind, rulebook
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
from jovian.table.polygons import COSINE, FULL_TURN, SINE, Point, hull

# --- Pieces ---
STATION, HULK = "space-station", "unidentified-object"
"""Kinds of terrain that are also models: marines board them (`rules/scenario/objects.py`)."""
STATIONS = "v1.2.4 Terrain > Space Stations"
HULKS = "v1.2.4 Terrain > Unidentified Object"
RIM = 0.01
"""Inches by which the attacking part of a station is smaller than its base: contact alone isn't moving through it."""
ATMOSPHERE = "atmosphere"
BEYOND = 12.0
"""Inches that a planet reaches beyond its edge and its corners."""
Kinds = Mapping[str, TerrainKind]


def pieces(kinds: Kinds, card: TerrainCard) -> list[Terrain]:
    """Return the pieces that a card puts on the table: a comet has a body and a tail, an unidentified object none."""
    if card.station is not None:
        return _station_hull(card)
    pose = Pose(float(card.x), float(card.y), card.heading % 360)
    outline = (Shape.circle(card.radius),) if card.radius is not None else convex_parts(card.points)
    piece = Terrain(card.id, card.kind, pose, tuple(outline), card.id, still=not card.moves)
    tail_kind = kinds[card.kind].tail
    if not tail_kind or not card.tail_length:
        return [piece]
    half = card.tail_width / 2
    tail = Shape.polygon(((-half, -card.tail_length), (half, -card.tail_length), (half, 0.0), (-half, 0.0)))
    return [piece, Terrain(f"{card.id}-tail", tail_kind, pose, (tail,), card.id, piece.still)]


def _station_hull(card: TerrainCard) -> list[Terrain]:
    """Return the piece of a station that attacks as terrain, or [] for an unidentified object."""
    if card.kind != STATION:
        return []
    outline = (Shape.circle((card.radius or 1.0) - RIM),)
    return [Terrain(hull_id(card.id), STATION, Pose(card.x, card.y, card.heading), outline, card.id)]


def hull_id(station: str) -> str:
    """Return the id of the piece that belongs to a station."""
    return f"{station}-hull"


def edge_piece(state: State, card: TerrainCard, thickness: float) -> Terrain:
    """Return a planet, or an atmosphere of this thickness, along an edge of the table."""
    span = state.width if card.heading % 180 == 0 else state.height
    edge = Pose(card.x, card.y, card.heading)
    if not thickness:
        half = span / 2 + BEYOND
        outside = Shape.polygon(((-half, 0.0), (half, 0.0), (half, BEYOND), (-half, BEYOND)))
        return Terrain(card.id, card.kind, edge, (outside,), card.id)
    return Terrain(card.id, card.kind, edge.advanced(-thickness / 2).rounded(), (Shape.rect(span, thickness),), card.id)


# --- Random pieces ---
MAX_CORNERS, MAX_ANGLE_SHIFT = 8, 15
"""The maximum number of corners of a random outline, and how many degrees each may be off its even direction."""
MIN_RADIUS_SHARE, MIN_WIDTH_SHARE = 0.75, 0.65
"""The minimum share of the radius at which a corner is, and the minimum share of the outline's length for its width."""


def random_kinds(layout_rng: LayoutRng, kinds: Kinds, count: int, together: int) -> list[str]:
    """Draw random kinds of terrain. Each is placed `together` times, but never more often than its layout allows."""
    remaining = {
        name: kind.random_layout.max_pieces // together
        for name, kind in kinds.items()
        if kind.random_layout is not None
    }
    drawn: list[str] = []
    while len(drawn) < count and any(remaining.values()):
        able = [
            (name, lot.weight)
            for name, copies in remaining.items()
            if copies and (lot := kinds[name].random_layout) is not None
        ]
        name = able[layout_rng.weighted_index([weight for _, weight in able])][0]
        remaining[name] -= 1
        drawn.append(name)
    return drawn


def random_card(layout_rng: LayoutRng, name: str, layout: RandomLayout, card_id: str) -> TerrainCard:
    """Return a card of a kind with a random size and outline, before it has a place."""
    radius, uneven = layout_rng.between(layout.min_size, layout.greatest), layout.uneven
    return TerrainCard(
        id=card_id, kind=name, x=0.0, y=0.0, heading=0,
        radius=None if uneven else radius, points=_random_corners(layout_rng, radius) if uneven else (),
        tail_length=layout.tail[0], tail_width=layout.tail[1],
    )  # fmt: skip


def _random_corners(layout_rng: LayoutRng, radius: float) -> tuple[tuple[float, float], ...]:
    """Return a random convex outline of about this radius, in tenths of an inch."""
    width_share, step = layout_rng.between(MIN_WIDTH_SHARE, 1.0), FULL_TURN // MAX_CORNERS
    corners = []
    for number in range(MAX_CORNERS):
        angle = (number * step + layout_rng.below(2 * MAX_ANGLE_SHIFT + 1) - MAX_ANGLE_SHIFT) % FULL_TURN
        inches = radius * (MIN_RADIUS_SHARE + (1.0 - MIN_RADIUS_SHARE) * layout_rng.below(101) / 100)
        corners.append((round(SINE[angle] * inches * width_share, 1) + 0.0, round(COSINE[angle] * inches, 1) + 0.0))
    return hull(corners)


# --- Placement before the game (v1.2.4 Sequence > Pre-Game Setup) ---
PLACE = "v1.2.4 Sequence > Pre-Game Setup"
GAP, LANE = 1.0, 5.0
"""Inches between a piece and everything else, and between 2 solid pieces, so that ships can pass between them."""
LAYOUT_CAUSE = "layout"


def refuse_pieces(state: State, group: Sequence[Terrain], avoid_zones: bool = True) -> Refusal | None:
    """Return why pieces that belong together may not be where they are, or None.

    They must be on the table, and clear of terrain, models, and (if `avoid_zones`) deployment zones.
    """
    kinds = rulebook(state).terrain
    for piece in group:
        name = kinds[piece.kind].name
        if any(extends_off_table(part, piece.pose, state.width, state.height) for part in piece.outline):
            return Refusal(f"The {name} would be partly off the table.", PLACE)
        if avoid_zones and any(_is_near(piece, *zone, GAP) for zone in _zone_shapes(state)):
            return Refusal(f'The {name} must be more than {GAP:g}" away from the deployment zones.', PLACE)
        for other in state.terrain.values():
            gap = LANE if kinds[piece.kind].solid and kinds[other.kind].solid else GAP
            if any(_is_near(piece, part, other.pose, gap) for part in other.outline):
                reason = f'The {name} must be more than {gap:g}" away from the {kinds[other.kind].name}.'
                return Refusal(reason, PLACE, pointed_bases([other.id]))
        touched_ids = [model.id for model in state.on_table() if _is_near(piece, model.base, model.pose, GAP)]
        if touched_ids:
            reason = f'The {name} must be more than {GAP:g}" away from models.'
            return Refusal(reason, PLACE, pointed_bases(touched_ids))
    return None


def _zone_shapes(state: State) -> list[tuple[Shape, Pose]]:
    """Return the shapes and poses of both sides' zones."""
    return [part for side in (0, 1) for region in zones(state, side) for part in region.parts]


def _is_near(piece: Terrain, shape: Shape, pose: Pose, gap: float) -> bool:
    return any(within(part, piece.pose, shape, pose, gap) for part in piece.outline)


def pieces_at(state: State, card: TerrainCard, pose: Pose) -> list[Terrain]:
    """Return the pieces that a card would put on the table at a pose."""
    x, y, heading = pose
    return pieces(rulebook(state).terrain, replace(card, x=x, y=y, heading=heading))


def add_piece(game: Game, card: TerrainCard, pose: Pose, side: int, cause: str = LAYOUT_CAUSE) -> None:
    """Add a side's piece to the table."""
    state = game.state
    for piece in pieces_at(state, card, pose.rounded()):
        state.terrain[piece.id] = piece
        game.log_event(Placed(
            model=piece.id, start=None, to=piece.pose, path=(piece.pose,), cause=cause, inches=0.0, kind=piece.kind,
            side=side,
        ))  # fmt: skip


LATTICE_STEP, GOLDEN = 2.0, 0.618
"""Inches between the places that are tried, and the share of all places by which the next is ahead of the last."""
TRIES = 12
"""The number of random places that a random player tries."""
PASS_CHANCE = 0.04
"""The chance that a random player passes."""


class PlaceTerrain(Decision):
    """Place a piece of terrain of the pool, or pass."""

    kind = "lay"
    answers: ClassVar[tuple[type[Answer], ...]] = (Lay, Decline)
    __slots__ = ("state",)

    def __init__(self, state: State, side: int, title: str = "Place a piece of terrain, or pass") -> None:
        super().__init__(side, title, PLACE, anchor=True)
        self.state = state

    def on(self, state: State) -> PlaceTerrain:
        return PlaceTerrain(state, self.side)

    @property
    def pool(self) -> tuple[TerrainCard, ...]:
        """The pieces that may be placed."""
        return self.state.pool

    @property
    def ends(self) -> bool:
        """Whether the side may pass."""
        return Decline in self.answers

    def refuse(self, group: Sequence[Terrain]) -> Refusal | None:
        """Return why pieces that belong together may not be where they are, or None."""
        return refuse_pieces(self.state, group)

    def places(self, card: TerrainCard) -> Iterator[Pose]:
        """Yield the legal poses of a card, each far from the last."""
        group = pieces_at(self.state, card, Pose(0.0, 0.0))
        headings = (0,) if all(part.round for piece in group for part in piece.outline) else (0, 90)
        for heading in headings:
            for x, y in _lattice(self.state):
                pose = Pose(x, y, heading)
                if self.refuse([piece.at(pose) for piece in group]) is None:
                    yield pose

    def card(self, card_id: str) -> TerrainCard | None:
        """Return a card of the pool, or None."""
        return next((card for card in self.pool if card.id == card_id), None)

    def judge(self, answer: Answer) -> Refusal | None:
        if not isinstance(answer, Lay):
            return None
        card = self.card(answer.piece)
        if card is None:
            return Refusal(f"There is no piece '{answer.piece}' to place.", PLACE)
        return self.refuse(pieces_at(self.state, card, answer.pose))

    def default(self) -> Lay | Decline:
        """Return the first card that has a legal place, at its first one from the middle on."""
        return next(self._free(), None) or Decline()

    def _free(self) -> Iterator[Lay]:
        """Yield each card that has a legal place, at its first one."""
        for card in self.pool:
            for pose in self.places(card):
                yield Lay(card.id, *pose)
                break

    def sample(self, rng: Random) -> Answer:
        """Return a random card at a random place."""
        if self.ends and rng.random() < PASS_CHANCE:
            return Decline()
        card = self.pool[int(rng.random() * len(self.pool))]
        for _ in range(TRIES):
            x, y = round(rng.random() * self.state.width, 1), round(rng.random() * self.state.height, 1)
            answer = Lay(card.id, x, y, int(rng.random() * 360))
            if self.judge(answer) is None:
                return answer
        return self.default()

    def options(self) -> Iterator[Option[Answer]]:
        """Yield each card at its first legal place, and passing."""
        kinds = rulebook(self.state).terrain
        for answer in self._free():
            card = cast(TerrainCard, self.card(answer.piece))
            yield Option(answer, f"Place the {kinds[card.kind].name}")
        if self.ends:
            yield Option(Decline(), "Pass")


def _lattice(state: State) -> Iterator[tuple[float, float]]:
    """Yield points all over the table, from the middle on, each far from the last."""
    across, up = int(state.width / LATTICE_STEP), int(state.height / LATTICE_STEP)
    count = across * up
    stride = int(count * GOLDEN)
    while gcd(stride, count) > 1:
        stride += 1
    for number in range(count):
        row, column = divmod((count // 2 + across // 2 + number * stride) % count, across)
        yield column * LATTICE_STEP + LATTICE_STEP / 2, row * LATTICE_STEP + LATTICE_STEP / 2


# --- Attacks of terrain (v1.2.4 Terrain > Move Effects, Avoiding Terrain, R29, R30) ---


@frozen
class Met:
    """A hazardous piece that a model touches on its move."""

    leader: Model
    """The model whose owner decides whether to avoid the piece: the mover, or the ship that it escorts."""
    mover: Model
    """The model that touches the piece."""
    piece: Terrain
    avoidable: bool
    """Whether the leader may still avoid the piece."""


def meet(game: Game, mets: Sequence[Met]) -> Procedure[None]:
    """Resolve what models touch at one point: for each leader, first all decisions, then all attacks (R29, R30)."""
    for leader in {met.leader.id: met.leader for met in mets}.values():
        touched = [met for met in mets if met.leader is leader]
        for met in touched:
            if not _avoids(game.state, met) and met.avoidable and not _has_decided(game.state, met):
                yield from _decide(game, met)
        for met in touched:
            if met.mover.is_on_table and met.piece.id in game.state.terrain and not _avoids(game.state, met):
                yield from _enter(game, met.mover, met.piece)


def _avoids(state: State, met: Met) -> bool:
    act = state.activation
    return act is not None and TerrainEncounter(met.mover.id, met.piece.id) in act.avoided


def _has_decided(state: State, met: Met) -> bool:
    """Return whether the leader already moves through the piece, or has decided to."""
    act = state.activation
    return act is not None and TerrainEncounter(met.leader.id, met.piece.id) in (*act.struck, *act.entered)


def _decide(game: Game, met: Met) -> Procedure[None]:
    """Ask the leader's owner whether to avoid the piece, with all squadrons attached to the leader (R30)."""
    state, act, leader, piece = game.state, game.state.activation, met.leader, met.piece
    assert act is not None
    kind = rulebook(state).terrain[piece.kind]
    attached = attached_to(state, leader) if leader.is_capital else []
    listed: list[Option[Avoid | Enter]] = [
        Option(Avoid(), "Avoid it", _avoid_detail(attached)),
        Option(Enter(), "Fly through", _enter_detail(state, met, attached)),
    ]
    about = TerrainStake(DamageContext(met.mover.id), terrain_dice(state, piece, met.mover).pool)
    title = f"{leader.name} meets the {kind.name}: avoid it?"
    pick = ListDecision("avoid", leader.side, title, kind.place, listed, subject=leader.id, stake=about)
    if isinstance((yield from ask(pick)), Avoid):
        for model in [leader, *attached]:
            act.avoided = (*act.avoided, TerrainEncounter(model.id, piece.id))
            game.log_event(TerrainAvoided(model=model.id, terrain=piece.id, kind=piece.kind))
    elif met.mover is not leader:
        act.entered = (*act.entered, TerrainEncounter(leader.id, piece.id))


def _avoid_detail(attached: list[Model]) -> str:
    if not attached:
        return "no attack, but the move may not end on it"
    names = ", ".join(squadron.name for squadron in attached)
    return f"no attack, but the move may not end on it; also for {names}"


def _enter_detail(state: State, met: Met, attached: list[Model]) -> str:
    """Describe how many dice attack the leader, and its escorts if it has any."""
    kind = rulebook(state).terrain[met.piece.kind]
    escorts = [squadron for squadron in attached if squadron.is_escorting]
    if not escorts:
        return f"{_attack_words(kind, met.leader)} at once{_armor_words(met.leader)}"
    attacked = [model for model in [met.leader, *escorts] if kind.rating(model.is_capital)]
    texts = [f"{_attack_words(kind, model)} {model.name}{_armor_words(model)}" for model in attacked]
    return f"{', '.join(texts)} on contact"


def _attack_words(kind: TerrainKind, model: Model) -> str:
    return pluralize(kind.rating(model.is_capital), "die attacks", "dice attack")


def _armor_words(model: Model) -> str:
    return f" (Armor {armor})" if (armor := _armor_against_terrain(model)) else ""


def _enter(game: Game, model: Model, piece: Terrain) -> Procedure[None]:
    """Attack a model that moves into a piece, once per activation."""
    act = game.state.activation
    assert act is not None
    act.struck = (*act.struck, TerrainEncounter(model.id, piece.id))
    yield from terrain_attack(game, piece, model)
    yield from empty_queue(game)


def terrain_pool(state: State, piece: Terrain, model: Model) -> Pool:
    """Return the dice that a piece rolls against a model."""
    rating = rulebook(state).terrain[piece.kind].rating(model.is_capital)
    return Pool(rating).modified(-_armor_against_terrain(model)).normal()


def terrain_dice(state: State, piece: Terrain, model: Model) -> AttackDice:
    """Return the dice of a piece against a model, with what they are made of. No other modifiers count (R29)."""
    kind, pool = rulebook(state).terrain[piece.kind], terrain_pool(state, piece, model)
    rating = Contribution(kind.name.capitalize(), kind.rating(model.is_capital), kind.place, BASE)
    modifiers = _armor_contributions(model)
    return AttackDice(pool, pool_contributions((rating, *modifiers), pool), modifiers)


def _armor_contributions(model: Model) -> tuple[Contribution, ...]:
    armor = _armor_against_terrain(model)
    return (Contribution(f"Armor {armor}", -armor, "v1.2.4 Attack > Armor"),) if armor else ()


def _armor_against_terrain(model: Model) -> int:
    """Return the Armor that counts against terrain: a squadron's, which applies from all angles, not a ship's (R29)."""
    return 0 if model.is_capital else model.card.armor["fore"]


def terrain_attack(game: Game, piece: Terrain, model: Model) -> Procedure[None]:
    """Resolve the attack of a piece with its own dice. The opponent of the model makes the choices."""
    kind = rulebook(game.state).terrain[piece.kind]
    chooser = chooser_against(game.state, model.side, model)
    purpose = f"{kind.name} at {model.name}"
    dice = terrain_dice(game.state, piece, model)
    result = yield from roll(
        game, chooser, purpose, dice.pool, parts=dice.all_contributions, stake=DamageContext(model.id),
        link=PART_OF_ATTACK,
    )  # fmt: skip
    log_bare_attack(game, piece.id, kind.name, model.id, "terrain", dice, result)
    if result:
        yield from strike(game, model, result, DamageManner(chooser, kind.name))


# --- Terrain that a move meets ---
RANK = 0
"""Terrain attacks before enemies react."""
PROBE = 0.01
"""Inches by which a model flush with terrain is moved ahead to test whether it moves into the piece."""


class TerrainMet(Interrupt):
    """The interrupt of terrain: hazardous pieces attack what moves into them, or are avoided."""

    __slots__ = ()

    def on_leg(self, state: State, model: Model, dx: float, dy: float, manner: Manner) -> Iterator[Trigger]:
        """Yield where each piece is first touched by a moving model."""
        for member in _attacked_models(state, model):
            for piece in hazards(state, member, pieces_on_way(state, member.base, member.pose, dx, dy)):
                touch = _first_touch(member, dx, dy, piece)
                if touch is not None:
                    yield Trigger(round(touch, 4), RANK, piece.id, "", member.id)

    def on_turn(self, state: State, model: Model, before: Pose, degrees: int) -> Iterator[Trigger]:
        """Yield the pieces that a ship sweeps, and those that its escorts sweep as they turn with it."""
        for piece in _hazards_near(state, model):
            if _is_swept(model, before, degrees, piece):
                yield Trigger(0.0, RANK, piece.id, "", model.id)
        real = state.models[model.id].pose
        for escort in escorts_of(state, model):
            for piece in _swept_by_escort(state, model, before, degrees, moved_along(escort, real, before)):
                yield Trigger(0.0, RANK, piece.id, "", escort.id)

    def watch(self, leg: LegFacts) -> TerrainWatch:
        return TerrainWatch(self, leg)

    def turning(self, game: Game, ship: Model, degrees: int) -> Callable[[], Procedure[None]]:
        """Resolve the pieces that the ship and its escorts sweep. What only assailants sweep doesn't attack (R29)."""
        state = game.state
        swept = [(ship, piece) for piece in _hazards_near(state, ship) if _is_swept(ship, ship.pose, degrees, piece)]
        for escort in escorts_of(state, ship):
            swept += [(escort, piece) for piece in _swept_by_escort(state, ship, ship.pose, degrees, escort)]
        return partial(meet, game, [Met(ship, mover, piece, not touches_piece(ship, piece)) for mover, piece in swept])

    def touch(self, state: State, trigger: Trigger, inches: float, at: Pose) -> Touch | None:
        """Return a labeled touch of the piece, or None for triggers of another kind."""
        if trigger.rank != RANK:
            return None
        kind = rulebook(state).terrain[state.terrain[trigger.source].kind]
        label = f"{kind.name}, Speed -{kind.slows}" if kind.slows else kind.name
        mover = state.models[trigger.mover]
        label = f"{label} ({mover.name})" if mover.is_escorting else label
        return Touch(inches, at, label, "terrain", trigger.source)


class TerrainWatch:
    """The pieces along one leg. Each attacks each model once."""

    def __init__(self, interrupt: TerrainMet, leg: LegFacts) -> None:
        self.interrupt, self.leg = interrupt, leg
        self.met: set[tuple[str, str]] = set()

    def ahead(self, dx: float, dy: float, length: float) -> list[Trigger]:
        """Return the triggers that haven't been met."""
        leg = self.leg
        triggers = self.interrupt.on_leg(leg.game.state, leg.model, dx, dy, leg.manner)
        return [trigger for trigger in triggers if (trigger.source, trigger.mover) not in self.met]

    def happen(self, here: Sequence[Trigger]) -> Procedure[None]:
        """Resolve the pieces that are touched here."""
        state, met = self.leg.game.state, []
        for trigger in here:
            piece, mover = state.terrain.get(trigger.source), state.models[trigger.mover]
            if piece is not None and mover.is_on_table:
                leader = self.leg.model if self.leg.model.is_capital else mover
                avoidable = not touches_piece(leader, piece) and self.leg.avoidable(leader, piece)
                met.append(Met(leader, mover, piece, avoidable))
        yield from meet(self.leg.game, met)
        self.met.update((trigger.source, trigger.mover) for trigger in here)


def _attacked_models(state: State, model: Model) -> list[Model]:
    """Return the models that terrain may attack as a model moves: its formation, or a ship and its escorts.

    Assailants are placed around the ship after its move. Terrain on the way doesn't attack them.
    """
    if not model.is_capital:
        return formation_members(state, model)
    real = state.models[model.id].pose
    return [model, *(moved_along(escort, real, model.pose) for escort in escorts_of(state, model))]


def _hazards_near(state: State, model: Model) -> list[Terrain]:
    """Return the hazards that a model may touch where it is, in any heading."""
    return hazards(state, model, pieces_near(state, model.base, model.pose))


def _first_touch(model: Model, dx: float, dy: float, piece: Terrain) -> float | None:
    """Return after how many inches a leg meets a piece, or None.

    A model in the piece, or moving into it from its edge, meets it at 0.
    """
    if touches_piece(model, piece):
        return 0.0
    touch = first_touch_outline(model.base, model.pose, dx, dy, piece.outline, piece.pose)
    return 0.0 if touch is None and _moves_into(model, dx, dy, piece) else touch


def _moves_into(model: Model, dx: float, dy: float, piece: Terrain) -> bool:
    """Return whether a model that is flush with a piece moves into it."""
    if not near_piece(model, piece, 0.0):
        return False
    inches = length(dx, dy) or 1.0
    inside = model.pose.moved(dx / inches * PROBE, dy / inches * PROBE)
    return any(overlaps(model.base, inside, part, piece.pose) for part in piece.outline)


def _is_swept(ship: Model, before: Pose, degrees: int, piece: Terrain) -> bool:
    return any(turn_touches(ship.base, before, degrees, part, piece.pose) for part in piece.outline)


def _swept_by_escort(state: State, ship: Model, before: Pose, degrees: int, escort: Model) -> list[Terrain]:
    """Return the hazards that an escort touches as its ship turns."""
    steps = [moved_along(escort, before, step).pose for step in pivot(before, degrees)]
    near = hazards(state, escort, pieces_near(state, ship.base, before, 2 * escort.base.reach))
    return [
        piece for piece in near
        if any(within(escort.base, step, part, piece.pose, 0.0) for step in steps for part in piece.outline)
    ]  # fmt: skip


# --- Templates (v1.2.4 Action > Deploy Debris Field, Deploy Decoy Drones, R32, R38) ---
DECOYS = "v1.2.4 Action > Deploy Decoy Drones"
SWARMS = "v1.2.4 Terrain > Decoy Drone Swarm"
DECOY_REACH = 6.0
"""Inches within which a ship must place Decoy Drones."""
SHRUNKEN_SHAPE = Shape.circle(3.0)
TEMPLATE = "template"
"""The cause of pieces that ships place."""


class PlaceTemplate(Decision):
    """Choose the center of a template that must be wholly within some inches of a model."""

    kind = "spot"
    answers = (At,)
    __slots__ = ("radius", "reach", "state")

    def __init__(self, state: State, model: Model, radius: float, reach: float, title: str, place: str) -> None:
        super().__init__(model.side, title, place, subject=model.id)
        self.state = state
        self.radius = radius
        self.reach = reach

    def on(self, state: State) -> PlaceTemplate:
        return PlaceTemplate(state, state.models[self.subject], self.radius, self.reach, self.title, self.cited)

    def judge(self, answer: Answer) -> Refusal | None:
        model, spot = self.state.models[self.subject], cast(At, answer)
        if wholly_within(Shape.circle(self.radius), Pose(spot.x, spot.y, 0), model.base, model.pose, self.reach):
            return None
        drawing = (PointRing(model.pose[:2], self.reach),)
        return Refusal(f'The template must be wholly within {self.reach:.0f}" of {model.name}.', self.cited, drawing)

    def default(self) -> At:
        """Return the center of the model."""
        center = self.state.models[self.subject].pose
        return At(round(center.x, 3) + 0.0, round(center.y, 3) + 0.0)

    def sample(self, rng: Random) -> At:
        """Return a random legal point."""
        center = self.default()
        spot = At(round(center.x + rng.random() * 4 - 2, 2), round(center.y + rng.random() * 4 - 2, 2))
        return spot if self.judge(spot) is None else center

    def options(self) -> Iterator[Option[At]]:
        """Yield the center of the model, and the farthest legal points in 8 directions."""
        yield Option(self.default(), "Here")
        model = self.state.models[self.subject]
        for degrees in range(0, 360, 45):
            end = model.pose.turned(degrees).advanced(self.reach - self.radius)
            spot = At(round(end.x, 3) + 0.0, round(end.y, 3) + 0.0)
            if self.judge(spot) is None:
                yield Option(spot, f"{degrees} degrees off the bow")


def lay_decoys(game: Game, ship: Model, reach: float = DECOY_REACH) -> Procedure[None]:
    """Ask where a Decoy Drone Swarm of 4" goes, wholly within reach of the ship, and place it."""
    title = f"{ship.name}: place the Decoy Drone Swarm"
    spot = cast(At, (yield PlaceTemplate(game.state, ship, SWARM.shape.reach, reach, title, DECOYS)))
    lay_template(game, SWARM, Pose(spot.x, spot.y, 0), TEMPLATE)


def leave_debris(game: Game, pose: Pose) -> None:
    """Place the Debris Field of a ship where the ship was at its declaration."""
    lay_template(game, DEBRIS, Pose(pose.x, pose.y, 0), TEMPLATE)


class TemplatesShrink(GlobalRule):
    """Decoy Drone Swarms last for 2 turns."""

    __slots__ = ()
    name = "Shrinking templates"
    place = SWARMS
    summary = "A swarm shrinks in the first End Phase after it was placed, and is removed in the next."

    def end_phase(self, game: Game) -> None:
        """Shrink swarms to 3", and remove those that have shrunk before (R38)."""
        state, kinds = game.state, rulebook(game.state).terrain
        for piece in [piece for piece in state.terrain.values() if kinds[piece.kind].shrinks]:
            if piece.outline[0] is SHRUNKEN_SHAPE:
                del state.terrain[piece.id]
                game.log_event(LeftPlay(model=piece.id, how="withdrawn"))
            else:
                state.terrain[piece.id] = Terrain(piece.id, piece.kind, piece.pose, (SHRUNKEN_SHAPE,), piece.group)
                game.log_event(StateChanged(model=piece.id, state="shrunken", value=1, entered=True))


# --- Comets (v1.2.4 Terrain > Comets, R31) ---
COMETS = "v1.2.4 Terrain > Comets"
COMET, TAIL = "comet", "comet-tail"
"""The 2 kinds of terrain of a comet. The first is also the name of its step and the cause of its moves."""


class CometsFly(GlobalRule):
    """Comets move each turn."""

    __slots__ = ()
    name = "Comets"
    place = COMETS
    summary = "Comets move 2d6 inches away from their tails when both sides have deployed."
    step = COMET

    def deployment_ends(self, game: Game) -> Procedure[None]:
        """Move each comet 2d6 inches away from its tail, in the order in which they were placed."""
        for piece in list(game.state.terrain.values()):
            kind = rulebook(game.state).terrain[piece.kind]
            if kind.tail and kind.travels and not piece.still:
                yield from _move_comet(game, piece, kind.tail)


def comet_corridor(piece: Terrain) -> list[list[Point]]:
    """Return the 2 strips that a comet sweeps in its next 2d6 inches: to the least distance, then to the greatest."""
    min_inches, max_inches = 2.0, 12.0
    radius = max(shape.reach for shape in piece.outline)
    pose = piece.pose

    def strip(start: float, end: float) -> list[Point]:
        return [pose.to_table(x, y) for x, y in ((-radius, start), (radius, start), (radius, end), (-radius, end))]

    return [strip(radius, min_inches), strip(min_inches, max_inches)]


def _move_comet(game: Game, body: Terrain, tail: str) -> Procedure[None]:
    state = game.state
    faces = yield from roll_faces(game, state.initiative, "the comet's move", Counts(2))
    inches = faces.base[0] + faces.base[1]
    game.log_event(
        Rolled(
            side=state.initiative,
            purpose="the comet's move",
            pool=Pool(2),
            parts=(Contribution("The comet", 2, COMETS, BASE),),
            faces=faces,
            kept=faces.base,
            result=str(inches),
            rerolled=False,
        )
    )
    goal = body.pose.advanced(inches).rounded()
    tails = [piece for piece in state.terrain.values() if piece.group == body.group and piece.kind == tail]
    swept = [model for piece in tails for model in _swept_by_tail(game, piece, goal)]
    for piece in (body, *tails):
        state.terrain[piece.id] = piece.at(goal)
        path = (piece.pose, goal)
        game.log_event(Moved(model=piece.id, start=path[0], to=goal, path=path, cause=COMET, inches=float(inches)))
    yield from _push_models(game, state.terrain[body.id])
    for model in swept:
        if model.is_on_table and model.card.kind != OBJECT:
            yield from terrain_attack(game, state.terrain[tails[0].id], model)
            yield from empty_queue(game)
    _remove_off_table(game, body, tails)


def _push_models(game: Game, body: Terrain) -> Procedure[None]:
    """Push models off a comet's body by the shortest distance, and place attached squadrons again (R25).

    A station stays where it is (R31, R33).
    """
    under = [model for model in _models_near(game.state, body) if not model.card.station]
    touched = [model for model in under if touches_piece(model, body)]
    for model in touched:
        if not model.is_attached:
            push(game, model)
    yield from settle_about(game, [model for model in touched if model.is_capital])


def _models_near(state: State, piece: Terrain) -> list[Model]:
    """Return the models that a piece may touch, in the order of the fleets."""
    near_ids = {model.id for part in piece.outline for model in models_maybe_within(state, part, piece.pose)}
    return [model for model in state.on_table() if model.id in near_ids]


def _swept_by_tail(game: Game, tail: Terrain, goal: Pose) -> list[Model]:
    """Return the models that the tail overlaps or passes over, in the order in which the tail meets them."""
    dx, dy = goal.x - tail.pose.x, goal.y - tail.pose.y
    near_ids = {model.id for part in tail.outline for model in models_maybe_on_leg(game.state, part, tail.pose, dx, dy)}
    met = []
    for model in [model for model in game.state.on_table() if model.id in near_ids]:
        if touches_piece(model, tail):
            met.append((0.0, model.id, model))
            continue
        touch_inches = [first_touch(part, tail.pose, dx, dy, model.base, model.pose) for part in tail.outline]
        touched = [touch for touch in touch_inches if touch is not None]
        if touched:
            met.append((round(min(touched), 4), model.id, model))
    return [model for _, _, model in sorted(met, key=lambda entry: entry[:2])]


def _remove_off_table(game: Game, body: Terrain, tails: list[Terrain]) -> None:
    state = game.state
    at = state.terrain[body.id]
    if wholly_outside(at.outline[0], at.pose, state.width, state.height):
        for piece in (body, *tails):
            del state.terrain[piece.id]
            game.log_event(LeftPlay(model=piece.id, how="withdrawn"))
