"""What is shown over the board: how far models reach, and what is told of what is under the mouse."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

import pygame

from jovian.dice import Pool, odds
from jovian.game import NEUTRAL, OBJECT, Meeting, Model, Refusal, State, Terrain
from jovian.rules.basics.model import fueled
from jovian.rules.basics.rolls import pluralize
from jovian.rules.close_combat.interception import INTERCEPTION, Reactions, gap, reach_of
from jovian.rules.damage.boarding import MARINES, Captured, boarders_of
from jovian.rules.damage.casualties import models_aboard
from jovian.rules.placement.legal_places import landmarks, zones
from jovian.rules.placement.move_limits import LITTLE, RemainingMovement, hazards
from jovian.rules.rulebook.effect import ACTIVATION, SHORT
from jovian.rules.rulebook.global_rule import EDGE, Landmark
from jovian.rules.rulebook.rulebook import TerrainKind, rulebook
from jovian.rules.scenario.objects import search_of, tokens_needed
from jovian.rules.shots.formula import Assessment, assess
from jovian.rules.shots.shot import NEAR, OBSCURED, POINT_DEFENSE, obscured_by, sensor_band, weapon_of
from jovian.rules.squadrons import berths
from jovian.rules.terrain import hull_id
from jovian.table import Pose, arcs_of, distance, length, main_arcs, nearest_segment
from jovian.ui.board import (
    ArcOverlay,
    BaseRing,
    Board,
    Brackets,
    Camera,
    Ghost,
    Overlay,
    PointLabel,
    Region,
    Ring,
    Zone,
)
from jovian.ui.board import Line as BoardLine
from jovian.ui.board.camera import Disk, cropped, seeing
from jovian.ui.board.colors import tint
from jovian.ui.board.sprites import help_of, look_of
from jovian.ui.files.saves import Tried
from jovian.ui.kit.draw import draw_pill
from jovian.ui.kit.theme import ACCENT, SIDES, TEXT, TEXT_SOFT, WARN, mix_colors, px
from jovian.ui.kit.widgets import Line, Tooltip
from jovian.ui.session.keymap import Keymap
from jovian.ui.session.plans import figure
from jovian.ui.session.table_selection import Point, TableSelection

# --- landmark help ---
# What is said of a beacon, or of an escape edge, under the pointer.

REACH = 12
"""Pixels from the middle of a beacon, or from an edge."""


def landmark_hint(
    board: Board, state: State, names: tuple[str, str], pos: tuple[int, int]
) -> tuple[pygame.Rect, str] | None:
    """Its box on the screen and what it is, None where there is none."""
    if not pygame.Rect(board.camera.view).collidepoint(pos):
        return None
    for mark in landmarks(state):
        box = _box(board, mark)
        if box.collidepoint(pos):
            return box, words(mark, names)
    return None


def _box(board: Board, mark: Landmark) -> pygame.Rect:
    points = [board.camera.to_screen(point) for point in mark.points]
    (left, right), (top, bottom) = (sorted((points[0][axis], points[-1][axis])) for axis in (0, 1))
    box = pygame.Rect(round(left), round(top), round(right - left) + 1, round(bottom - top) + 1)
    return box.inflate(2 * px(REACH), 2 * px(REACH))


def words(mark: Landmark, names: tuple[str, str]) -> str:
    """What a landmark is, and whose."""
    whose = names[mark.side] if mark.side is not None else "nobody"
    if mark.kind == EDGE:
        return f'{mark.label}: {whose} may withdraw within {mark.inches:g}" of it, and leave the table over it, only'
    return f'{mark.label} of {whose}: its models deploy with any part of the base within {mark.inches:g}" of it'


# --- terrain help ---
# What a piece of terrain does to what enters it, ends on it or hides behind it: the rules' own figures.


def terrain_facts(effect: TerrainKind, still: bool = False) -> list[str]:
    """Every effect of a kind with its numbers, a line each; `still` is said of a piece that stays where it is."""
    found = _strikes(effect)
    if effect.veils:
        found.append(f"What overlaps it is Obscured: {OBSCURED:+d} to attacks at it")
    if effect.cloaks:
        found.append("What overlaps it has 1 level of Stealth")
    if effect.shelters:
        found.append(f'What is within {NEAR:g}" of it has 1 level of Stealth')
    if effect.signature:
        found.append(f'Obscures what is within {NEAR:g}" behind it with a Signature below {effect.signature:g}')
    if effect.blinds:
        found.append("What overlaps it has Sensors 0")
    if effect.bars:
        found += [
            "Nothing passes or overlaps it: a ship stops at it, the rest of its minimum is waived",
            f"A ship that begins its move with the whole edge in its Fore arc has Speed {effect.pulls:+d}",
            f"... in its Aft arc Speed {-effect.holds:+d}",
        ]
    elif effect.solid:
        found.append("No move may end on it; it may be passed over")
    if effect.slows:
        found.append(f"What moves in it has Speed {-effect.slows:+d} from the touch on")
    if effect.blurs:
        found.append(f"What overlaps it has ECM {effect.blurs}, or {effect.blurs:+d} to its ECM")
    if effect.hastens:
        found.append(f"What starts its movement on it has Speed {effect.hastens:+d}")
    if effect.travels:
        found.append("Stays where it is" if still else "Moves 2d6 inches at the end of each Deployment Phase")
    return found


def _strikes(effect: TerrainKind) -> list[str]:
    found = []
    for who, dice in (("A capital ship", effect.ac), ("A squadron", effect.as_)):
        if dice:
            chances = odds(Pool(dice).normal())
            steps = f"{float(chances.expected_steps):.2f} steps expected"
            struck = f"is struck with {pluralize(dice, 'die', 'dice')}"
            found.append(f"{who} that enters {struck}: {chances.success:.0%}, {steps}")
        elif effect.ac or effect.as_:
            found.append(f"{who} enters unharmed")
    return found


def mover_fact(state: State, piece: Terrain, model: Model | None) -> str:
    """What holds for the model that moves now, "" if nothing does."""
    effect = rulebook(state).terrain[piece.kind]
    if model is None or state.activation is None or not effect.rating(model.capital):
        return ""
    if any(each.id == piece.id for each in hazards(state, model)):
        return f"{model.name} would be struck once, or avoid it and not end on it"
    avoids = Meeting(model.id, piece.id) in state.activation.avoided
    return f"{model.name} avoids it and may not end on it" if avoids else f"{model.name} was struck already"


def terrain_tooltip(state: State, piece: Terrain) -> Tooltip:
    """The tooltip of a piece: all that it does, and what that means to the active model."""
    effect = rulebook(state).terrain[piece.kind]
    active = state.models.get(state.activation.model) if state.activation is not None else None
    lines: list[Line] = [(effect.name, "strong", mix_colors(tint(piece.kind), TEXT, 0.2))]
    lines += [(fact, "small", TEXT) for fact in terrain_facts(effect, piece.still)]
    now = mover_fact(state, piece, active)
    lines += [(now, "small", WARN if "would" in now else ACCENT)] if now else []
    return Tooltip([*lines, (effect.place, "small", TEXT_SOFT)])


def explain_terrain(surface: pygame.Surface, state: State, piece: Terrain, rect: pygame.Rect) -> None:
    """Draw the tooltip of a piece of terrain beside it."""
    terrain_tooltip(state, piece).draw(surface, rect)


# --- station help ---
# What a space station or an unidentified object is and does: a tooltip in numbers while the pointer is on it.


def explain_station(
    surface: pygame.Surface, state: State, model: Model, sides: tuple[str, str], rect: pygame.Rect
) -> None:
    """Draw the tooltip of a station or an object beside it."""
    Tooltip(station_lines(state, model, sides)).draw(surface, rect)


def station_lines(state: State, model: Model, sides: tuple[str, str]) -> list[Line]:
    """Whose it is, its ratings, who is aboard, and what it does to what moves through it."""
    whose = "nobody's" if model.neutral else sides[model.side]
    kind = rulebook(state).terrain[model.card.image]
    lines: list[Line] = [(f"{model.name}: {whose}", "strong", SIDES[model.side].light)]
    lines += [(fact, "small", TEXT) for fact in (_ratings(model), *_aboard(state, model, sides), *_means(model))]
    lines += [(fact, "small", WARN) for fact in _search(state, model, sides)]
    lines += [(fact, "small", TEXT) for fact in terrain_facts(kind)]
    active = state.models.get(state.activation.model) if state.activation is not None else None
    hull = state.terrain.get(hull_id(model.id))
    now = mover_fact(state, hull, active) if hull is not None else ""
    lines += [(now, "small", WARN)] if now else []
    return [*lines, (kind.place, "small", TEXT_SOFT)]


def _ratings(model: Model) -> str:
    named = {"Structure": "structure", MARINES: "marines", "Defense": "defense"}
    found = [f"{what} {model.rating(track)} of {model.card.printed(track)}" for what, track in named.items()
             if model.card.printed(track)]  # fmt: skip
    return ", ".join([*found, f'Signature {model.card.signature}"'])


def _aboard(state: State, model: Model, sides: tuple[str, str]) -> Iterator[str]:
    """Marines of both sides, and room in its hangers."""
    for side in (0, 1):
        if count := boarders_of(model, side):
            yield f"{pluralize(count, 'marine')} of {sides[side]} aboard"
    if held := berths(model):
        yield f"Holds {pluralize(held, 'squadron')}"
        if model.neutral and (there := models_aboard(state, model)):
            yield f"{', '.join(each.name for each in there)} aboard"


def _search(state: State, model: Model, sides: tuple[str, str]) -> Iterator[str]:
    """How far it has been searched, where the scenario has objects searched."""
    needed, search = tokens_needed(state), search_of(state, model)
    if not needed or model.card.kind != OBJECT:
        return
    if search.by != NEUTRAL:
        yield f"Searched by {sides[search.by]}"
    else:
        held = ", ".join(f"{sides[side]} {search.held(side)}" for side in (0, 1))
        yield f"Search tokens, {needed} of them needed: {held}"


def _means(model: Model) -> Iterator[str]:
    """What may be done with it."""
    if model.card.kind == OBJECT:
        yield 'Boarded from within 1", unopposed; never attacked'
        yield "Marines of both sides aboard it fight in the End Phase"
        if berths(model):
            yield "Squadrons land while marines of their side are aboard; without any they must leave in the End Phase"
    elif model.side == NEUTRAL:
        yield "Neither activates nor reacts; whose marines hold it takes it"


# --- token help ---
# What the token beside a model's name means, and the badge on its base: a tooltip while the pointer is on it.


def explain(
    surface: pygame.Surface, board: Board, state: State, sides: tuple[str, str], pointer: tuple[int, int]
) -> None:
    """Draw the help of the token under the pointer, if one is there."""
    found = board.token_at(pointer) if pygame.Rect(board.camera.view).collidepoint(pointer) else None
    if found is None:
        _explain_badge(surface, board, pointer)
        return
    ident, token, rect = found
    title, text, place = help_of(token, rulebook(state).states)
    model = state.models.get(ident)
    if model is not None and token.state == Captured.name:
        text += f" Brought by {sides[model.owner]}." if model.owner != NEUTRAL else " It was nobody's."
    Tooltip.of(title, text, place, token.color).draw(surface, rect)


def _explain_badge(surface: pygame.Surface, board: Board, pointer: tuple[int, int]) -> None:
    """Draw the help of the badge under the pointer, if one is there."""
    found = board.badge_at(pointer) if pygame.Rect(board.camera.view).collidepoint(pointer) else None
    if found is not None:
        badge, rect = found
        Tooltip.of(badge.title, badge.text, badge.place, badge.color).draw(surface, rect)


# --- zone areas ---
# The deployment zones of both sides, as the board draws them.


def zone_areas(state: State, names: tuple[str, str]) -> tuple[Zone, ...]:
    """Deployment zones while anything is deployed."""
    if state.phase not in ("", "deployment"):
        return ()
    return tuple(
        Zone(region.outline, side, f"Deployment zone · {names[side]}" if region.wholly else "")
        for side in (0, 1) for region in zones(state, side)
    )  # fmt: skip


# --- places ---
# Places that a screen offers: ghosts at them, the nearest to the pointer, and a few that stand clear of each other.

COURSE_STEP = 15
"""Degrees of one notch of a course that is set with keys; Shift makes it 1."""


def ghost_of(model: Model, pose: Pose, legal: bool = True) -> Ghost:
    """A model where it would stand."""
    look = look_of(model)
    return Ghost(model.base, pose, look.image, look.fallback, model.side, legal)


def gap_to(pose: Pose, point: Point) -> float:
    """The square of the inches between a pose and a point: what orders places."""
    dx, dy = pose.x - point[0], pose.y - point[1]
    return dx * dx + dy * dy


def nearest(spots: Iterable[Pose], point: Point, within: float = 1000.0) -> Pose | None:
    """The spot nearest to a point, None if none lies within so many inches."""
    found = min(spots, key=lambda spot: (gap_to(spot, point), spot), default=None)
    return found if found is not None and gap_to(found, point) <= within * within else None


def toward(start: Point, goal: Point, inches: float) -> Point | None:
    """The point on the way to a goal that lies within so many inches; None if that is nowhere."""
    dx, dy = goal[0] - start[0], goal[1] - start[1]
    far = length(dx, dy)
    if far < 0.05 or inches < 0.01:
        return None
    share = min(1.0, (inches - 0.002) / far)
    return round(start[0] + dx * share, 3), round(start[1] + dy * share, 3)


def spread(spots: Sequence[Pose], apart: float) -> list[Pose]:
    """As many of the spots, first come, as lie so many inches from each other."""
    found: list[Pose] = []
    for spot in spots:
        if all(gap_to(spot, (old.x, old.y)) >= apart * apart for old in found):
            found.append(spot)
    return found


def marked(model: Model, spots: Sequence[Pose]) -> list[Overlay]:
    """The outline of a model's base at places that it may take."""
    return [BaseRing(model.base, spot, 0.0, "lit") for spot in spread(spots, model.base.width * 0.98)]


def watch(state: State, idents: Iterable[str]) -> list[Overlay]:
    """Return how far enemy squadrons reach to intercept, from every member of their formations that has Fuel."""
    return [
        BaseRing(each.base, each.pose, reach_of(state, each), "threat")
        for ident in dict.fromkeys(idents) if ident in state.models
        for each in fueled(state, state.models[ident])
    ]  # fmt: skip


# --- reach ---
# How far a model sees and fires, asked of the rules: range bands for drawing, and every weapon against a target.
#
# Nothing is worked out here: the edges of bands are found by asking `assess` about a target set at one distance
# after another, so the drawing follows whatever bends the rule.

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
) -> tuple[ArcOverlay, ...]:
    """The arcs of some mounts with their bands against a target, or against the enemy that is seen from farthest."""
    areas: dict[tuple[tuple[str, ...], int, int], None] = {}
    for mount in mounts:
        weapon = weapon_of(model, mount)
        against = _against(state, model, target, bool(weapon and weapon.ac is not None))
        if weapon is not None and against is not None:
            short, far = reach(state, model, mount, against)
            if far:
                areas[_arcs(model, weapon.arcs), short, far] = None
    return tuple(ArcOverlay(pose or model.pose, model.base, arcs, short, far, style) for arcs, short, far in areas)


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


# --- reacting ---
# What a question about reactions draws: who may react, an interceptor's reach, and where on the leg each comes up.


def coming(desk: TableSelection, asked: Reactions) -> list[Overlay]:
    """Those who may react, and the points farther on at which they come up, along the way of the mover."""
    mover, state = desk.view.models[asked.subject], desk.view
    found: list[Overlay] = []
    hunters = [state.models[each.ident] for each in asked.chances if each.rank == INTERCEPTION]
    for each in asked.chances:
        model = state.models[each.ident]
        found.append(Brackets(model.base, model.pose, "lit"))
        if each.rank == INTERCEPTION:
            found += [BaseRing(one.base, one.pose, reach_of(state, model), "legal") for one in fueled(state, model)]
            label = f'{gap(state, mover, model):.1f}"' if len(hunters) == 1 else ""
            found += _line((fueled(state, model) or [model])[0], each.target(state, mover), label)
    ahead = [each for each in asked.chances if each.pose is not None]
    for each in ahead:
        at = each.target(state, mover).pose
        found.append(PointLabel((at.x, at.y), f'{state.models[each.ident].name} after {each.inches:.1f}"', "measure"))
    if ahead:
        last = ahead[-1].target(state, mover).pose
        found.append(BoardLine((mover.pose.x, mover.pose.y), (last.x, last.y), 0.0, "measure"))
    return found


def _line(model: Model, prey: Model, label: str) -> list[Overlay]:
    """From the interceptor to where its prey is caught."""
    line = nearest_segment(model.base, model.pose, prey.base, prey.pose)
    return [BoardLine(*line, 0.0, "attack", label)] if line is not None else []


# --- move left ---
# What is left of a model's move: drawn about it, and in words.

MOST_TURN = 45
"""Degrees."""


def room_to_move(model: Model, envelope: RemainingMovement) -> list[Overlay]:
    """How far it may go: a ring about a squadron, strips ahead and astern of a ship, and how far it may turn."""
    if not envelope.capital:
        ring = Ring(model.pose[:2], envelope.forward, "legal", f'{envelope.forward:.1f}"')
        return [ring] if envelope.forward > 0 else []
    found: list[Overlay] = []
    half, front = model.base.width / 2, model.base.length / 2
    if envelope.forward > 0:
        found.append(_strip(model.pose, half, front + envelope.least, front + envelope.forward, "legal"))
        if envelope.least > 0:
            found.append(_strip(model.pose, half, front, front + envelope.least, "measure"))
    if envelope.reverse > 0:
        found.append(_strip(model.pose, half, -front - envelope.reverse, -front, "legal"))
    if envelope.turns or envelope.pivot:
        reach = front + max(1.5, min(envelope.forward, 4.0))
        found += [
            BoardLine(model.pose[:2], model.pose.turned(angle).advanced(reach)[:2], 0.0, "select")
            for angle in (-MOST_TURN, MOST_TURN)
        ]
    return found


def _strip(pose: Pose, half: float, near: float, far: float, style: str) -> Region:
    corners = ((-half, near), (half, near), (half, far), (-half, far))
    return Region(tuple(pose.to_table(x, y) for x, y in corners), style)


def words_of(envelope: RemainingMovement) -> str:
    """What is left, in words."""
    if not envelope.capital:
        return f'{envelope.forward:.1f}" to fly'
    parts = [f'{envelope.forward:.2f}" ahead' if envelope.forward else "no forward movement left"]
    if envelope.barred:
        parts = [f'{envelope.forward:.2f}" ahead to the planet' if envelope.forward else "the planet stops it"]
    if envelope.least > 0.001:
        parts.append(f'{envelope.least:.2f}" required')
    if envelope.reverse:
        parts.append(f'{envelope.reverse:.2f}" back')
    parts.append(pluralize(envelope.turns, "turn") + (" (after a test)" if envelope.needs_test else ""))
    return " · ".join(parts + (["a free turn"] if envelope.pivot else []))


def ways_of(envelope: RemainingMovement, keys: Keymap) -> str:
    """How it is used, by clicks and keys: nothing is said that would be refused."""
    if not envelope.capital:
        way_left = envelope.forward > LITTLE
        return "click to fly, Ctrl and click for way points" if way_left else "no movement left"
    ways = [word for word, inches in (("ahead", envelope.forward), ("astern", envelope.reverse)) if inches > LITTLE]
    parts = [f"click {' or '.join(ways)} to move"] if ways else []
    if envelope.turns or envelope.pivot:
        parts.append(f"{keys.shown('left')} and {keys.shown('right')} turn")
    return ", ".join(parts) or "move complete"


# --- ruler ---
# The ruler: from any model or point to any other, with band and arcs where models are measured. It changes nothing.

End = tuple[str, Point]
"""The id of a model ("" for none), and a point."""


class Ruler:
    """On or off; its first end is set by a click."""

    def __init__(self, desk: TableSelection) -> None:
        self.selection = desk
        self.on = False
        self.start: End | None = None
        self.stop: End | None = None

    def toggle(self) -> None:
        """Switch it on (from the selected model) or off."""
        self.on = not self.on
        self.start = self.stop = None

    def click(self, point: Point, ident: str) -> None:
        """Set the first end, then the second, then begin anew."""
        if self.start is None or self.stop is not None:
            self.start, self.stop = (ident, point), None
        else:
            self.stop = (ident, point)

    @property
    def cue(self) -> str:
        """What says that it is on, and what the next click does."""
        key = self.selection.keymap.shown("ruler")
        to = "click the other end" if self.stop is None else "click to begin anew"
        do = to if self.start is not None else "click where to measure from"
        return f"RULER ON · {do} · {key} or Escape puts it away"

    def draw(self, surface: pygame.Surface, view: pygame.Rect, pointer: tuple[int, int]) -> None:
        """The cue at the top of the board and a cross at the pointer, while it is on."""
        if not self.on:
            return
        draw_pill(surface, (view.centerx, view.top + px(6)), self.cue, WARN, anchor="midtop")
        if view.collidepoint(pointer):
            x, y = pointer
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                near, far = (x + dx * px(5), y + dy * px(5)), (x + dx * px(16), y + dy * px(16))
                pygame.draw.line(surface, WARN, near, far, 2)

    def overlays(self) -> tuple[Overlay, ...]:
        """The measured line; before the first click, what it would begin at."""
        if not self.on:
            return ()
        if self.start is None:
            under = self.selection.under
            if under is not None and under.on_table:
                return (Brackets(under.base, under.pose, "obscured"),)
            return (Ring(self.selection.point, 0.3, "obscured"),) if self.selection.point is not None else ()
        end = self.stop or (
            (self.selection.hovered, self.selection.point) if self.selection.point is not None else None
        )
        if end is None:
            return ()
        a, b = self.selection.model(self.start[0]), self.selection.model(end[0])
        if a is not None and b is not None and a is not b:
            return between(self.selection.view, a, b)
        p = a.pose[:2] if a is not None else self.start[1]
        q = b.pose[:2] if b is not None else end[1]
        return (BoardLine(p, q, 0.0, "measure", f'{length(q[0] - p[0], q[1] - p[1]):.2f}"'),)


def between(state: State, a: Model, b: Model) -> tuple[Overlay, ...]:
    """Base to base: distance, and from each to the other the range band, the arcs, and what obscures."""
    inches = distance(a.base, a.pose, b.base, b.pose)
    line = nearest_segment(a.base, a.pose, b.base, b.pose) or (a.pose[:2], b.pose[:2])
    return (BoardLine(line[0], line[1], 0.0, "measure", "\n".join([f'{inches:.2f}"', *facts(state, a, b, inches)])),)


def facts(state: State, a: Model, b: Model, inches: float) -> list[str]:
    """What holds besides the inches, a line for each way; friends have arcs, but no range."""
    found = []
    for one, other in ((a, b), (b, a)):
        arcs = [f"in its {', '.join(arcs_of(one.base, one.pose, other.base, other.pose))}"] if one.capital else []
        if other.capital:
            arcs.append(f"strikes {' or '.join(main_arcs(other.base, other.pose, one.base, one.pose))}")
        if a.side != b.side:
            cover = obscured_by(state, one, other)
            hidden = f"obscured by {cover}" if cover else "not obscured"
            found.append(f"{one.name}: {sensor_band(state, one, other, inches)} range · {hidden}")
        if arcs:
            found.append(f"{one.name}: {' · '.join(arcs)}")
    return found


# --- plan ghosts ---
# Plans that were tried, over the table: where the models of each ended, with its letter and how it did.


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
        found += [PointLabel((pose.x, pose.y), said, "lit") for pose in [*(each.pose for each in ghosts), *stood][:1]]
    return tuple(found)


# --- dock ---
# What a prompt does to the board: a smaller viewport if it stands below, and in sight whom it asks about.
#
# When it is answered the board is as it was, unless the player has moved it since.


class Dock:
    """Remembers how the board stood before it made room."""

    def __init__(self) -> None:
        self._question: object = None
        self._moved: tuple[Camera, Camera] | None = None
        """The camera before a prompt moved it, and as the prompt left it."""

    def forget(self) -> None:
        """The window has another size: nothing is put back."""
        self._question, self._moved = None, None

    def fit(self, board: Board, view: pygame.Rect, question: object, disks: Iterable[Disk]) -> None:
        """Give the board its viewport; a new question has its disks brought in sight."""
        camera, area = board.camera, tuple(view)
        fresh = question is not self._question
        if not fresh and camera.view == area:
            return
        if fresh and self._moved is not None:
            before, after = self._moved
            camera, self._moved = before if camera == after else camera, None
        now = cropped(camera, (view.left, view.top, view.width, view.height))
        if fresh and question is not None:
            seen = seeing(now, list(disks))
            if seen != now:
                now, self._moved = seen, (camera, seen)
        elif not fresh and self._moved is not None:
            self._moved = (self._moved[0], now) if self._moved[1] == board.camera else None
        board.camera, self._question = now, question


def disks_of(state: State, idents: Iterable[str]) -> list[Disk]:
    """Where models and terrain stand, with the inches that they need."""
    found: list[Disk] = []
    for ident in idents:
        model, piece = state.models.get(ident), state.terrain.get(ident)
        if model is not None and model.on_table:
            found.append((model.pose[:2], model.base.reach))
        elif piece is not None:
            found.append((piece.pose[:2], max(shape.reach for shape in piece.outline)))
    return found
