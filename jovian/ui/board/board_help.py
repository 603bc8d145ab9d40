"""Help that the window draws over the board.

Tooltips of landmarks, terrain, stations, and tokens. Overlays of possible places, arcs with range bands, reactions,
the remaining movement, the ruler, and tried plans.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import pygame

from jovian.descriptions.weapon_reach import weapon_reach
from jovian.dice import Pool, odds
from jovian.game import NEUTRAL, OBJECT, Answer, Model, Refusal, State, Terrain, TerrainEncounter
from jovian.rehearsal.comparison import PlanResult
from jovian.rules.basics.model import members_with_fuel
from jovian.rules.basics.rolls import pluralize
from jovian.rules.close_combat.interception import INTERCEPTION, Reactions, fight_distance, interception_reach
from jovian.rules.damage.boarding import MARINES, Captured, boarders_of
from jovian.rules.damage.leaving_play import models_aboard
from jovian.rules.placement.legal_places import deployment_zones, landmarks
from jovian.rules.placement.move_limits import LITTLE, RemainingMovement, at_least_inches, hazards
from jovian.rules.rulebook.effect import ACTIVATION
from jovian.rules.rulebook.global_rule import EDGE, Landmark
from jovian.rules.rulebook.rulebook import TerrainKind, rulebook
from jovian.rules.scenario.objects import search_of, tokens_needed
from jovian.rules.shots.formula import Assessment, assess
from jovian.rules.shots.shot import NEAR, OBSCURED, POINT_DEFENSE, obscured_by, sensor_band, weapon_of
from jovian.rules.squadrons import hanger_capacity
from jovian.rules.terrain import hull_id
from jovian.table import Pose, arcs_of, distance, length, main_arcs, nearest_segment
from jovian.ui.board import (
    ArcOverlay,
    BaseRing,
    Board,
    BoardLine,
    Brackets,
    Ghost,
    Overlay,
    PointLabel,
    Region,
    Ring,
    Zone,
)
from jovian.ui.board.camera import Disk
from jovian.ui.board.colors import tint
from jovian.ui.board.sprites import help_of, sprite_key
from jovian.ui.kit.draw import draw_pill
from jovian.ui.kit.theme import ACCENT, SIDES, TEXT, TEXT_SOFT, WARN, mix_colors, px
from jovian.ui.kit.widgets import Line, Tooltip
from jovian.ui.session.keymap import Keymap
from jovian.ui.session.plans import chance_words
from jovian.ui.session.table_selection import Point, TableSelection
from jovian.user_files.saves import Tried

# --- Landmarks ---

REACH = 12
"""Pixels around a beacon or an edge in which the pointer shows its tooltip."""


def landmark_hint(
    board: Board, state: State, names: tuple[str, str], pos: tuple[int, int]
) -> tuple[pygame.Rect, str] | None:
    """Return the box and the tooltip of the landmark at a pixel, or None."""
    if not pygame.Rect(board.camera.view).collidepoint(pos):
        return None
    for mark in landmarks(state):
        box = _box(board, mark)
        if box.collidepoint(pos):
            return box, landmark_words(mark, names)
    return None


def _box(board: Board, mark: Landmark) -> pygame.Rect:
    """Return the box around a landmark on the screen."""
    points = [board.camera.to_screen(point) for point in mark.points]
    (left, right), (top, bottom) = (sorted((points[0][axis], points[-1][axis])) for axis in (0, 1))
    box = pygame.Rect(round(left), round(top), round(right - left) + 1, round(bottom - top) + 1)
    return box.inflate(2 * px(REACH), 2 * px(REACH))


def landmark_words(mark: Landmark, names: tuple[str, str]) -> str:
    """Return what a landmark is for, and for which side."""
    owner = names[mark.side] if mark.side is not None else "no side"
    if mark.kind == EDGE:
        return f'{mark.label}: {owner} may withdraw within {mark.inches:g}" of it, and may leave the table only over it'
    return f'{mark.label} of {owner}: its models deploy with any part of the base within {mark.inches:g}" of it'


# --- Terrain ---


def terrain_facts(effect: TerrainKind, still: bool = False) -> list[str]:
    """Return every effect of a kind of terrain with its numbers. `still` is for a piece that doesn't move."""
    facts = _attack_facts(effect)
    if effect.veils:
        facts.append(f"Models that overlap it are Obscured: {OBSCURED:+d} to attacks at them")
    if effect.cloaks:
        facts.append("Models that overlap it have 1 level of Stealth")
    if effect.shelters:
        facts.append(f'Models within {NEAR:g}" of it have 1 level of Stealth')
    if effect.signature:
        facts.append(f'Obscures models within {NEAR:g}" behind it with a Signature below {effect.signature:g}')
    if effect.blinds:
        facts.append("Models that overlap it have Sensors 0")
    if effect.bars:
        facts += [
            "No model passes or overlaps it. A ship stops at it and need not move the rest of its minimum",
            f"A ship that starts its move with the whole edge in its Fore arc has Speed {effect.pulls:+d}",
            f"... in its Aft arc Speed {-effect.holds:+d}",
        ]
    elif effect.solid:
        facts.append("No move may end on it, but models may pass over it")
    if effect.slows:
        facts.append(f"A model that moves in it has Speed {-effect.slows:+d} from the first contact on")
    if effect.blurs:
        facts.append(f"Models that overlap it have ECM {effect.blurs}, or {effect.blurs:+d} to their ECM")
    if effect.hastens:
        facts.append(f"A model that starts its movement on it has Speed {effect.hastens:+d}")
    if effect.travels:
        facts.append("Doesn't move" if still else "Moves 2d6 inches at the end of each Deployment Phase")
    return facts


def _attack_facts(effect: TerrainKind) -> list[str]:
    facts = []
    for kind, dice, armor in (("A capital ship", effect.ac, ""), ("A squadron", effect.as_, " without Armor")):
        if dice:
            chances = odds(Pool(dice).normal())
            attack = f"is attacked with {pluralize(dice, 'die', 'dice')}"
            facts.append(f"{kind} that enters {attack}: {chances.success:.0%} to hit{armor}")
        elif effect.ac or effect.as_:
            facts.append(f"{kind} enters without an attack")
    return facts


def mover_fact(state: State, piece: Terrain, model: Model | None) -> str:
    """Return what a piece does to the active model if it enters, or "" if nothing."""
    effect = rulebook(state).terrain[piece.kind]
    if model is None or state.activation is None or not effect.rating(model.is_capital):
        return ""
    if any(hazard.id == piece.id for hazard in hazards(state, model)):
        return f"{model.name} would be attacked once. If it avoids the terrain, it may not end its move on it"
    avoids = TerrainEncounter(model.id, piece.id) in state.activation.avoided
    return f"{model.name} avoids it and may not end on it" if avoids else f"{model.name} was already attacked"


def terrain_tooltip(state: State, piece: Terrain) -> Tooltip:
    """Return the tooltip of a piece: its effects, and what they mean for the active model."""
    effect = rulebook(state).terrain[piece.kind]
    active = state.models.get(state.activation.model) if state.activation is not None else None
    lines: list[Line] = [(effect.name, "strong", mix_colors(tint(piece.kind), TEXT, 0.2))]
    lines += [(fact, "small", TEXT) for fact in terrain_facts(effect, piece.still)]
    now = mover_fact(state, piece, active)
    lines += [(now, "small", WARN if "would" in now else ACCENT)] if now else []
    return Tooltip([*lines, (effect.place, "small", TEXT_SOFT)])


def explain_terrain(surface: pygame.Surface, state: State, piece: Terrain, rect: pygame.Rect) -> None:
    """Draw the tooltip of a piece of terrain next to it."""
    terrain_tooltip(state, piece).draw(surface, rect)


# --- Stations and objects ---


def explain_station(
    surface: pygame.Surface, state: State, model: Model, sides: tuple[str, str], rect: pygame.Rect
) -> None:  # fmt: skip
    """Draw the tooltip of a station or an object next to it."""
    Tooltip(station_lines(state, model, sides)).draw(surface, rect)


def station_lines(state: State, model: Model, sides: tuple[str, str]) -> list[Line]:
    """Return the tooltip of a station or an object: owner, ratings, who is aboard, and its effects as terrain."""
    owner = "neutral" if model.is_neutral else sides[model.side]
    kind = rulebook(state).terrain[model.card.image]
    lines: list[Line] = [(f"{model.name}: {owner}", "strong", SIDES[model.side].light)]
    lines += [(fact, "small", TEXT) for fact in (_ratings(model), *_aboard(state, model, sides), *_rules_of(model))]
    lines += [(fact, "small", WARN) for fact in _search(state, model, sides)]
    lines += [(fact, "small", TEXT) for fact in terrain_facts(kind)]
    active = state.models.get(state.activation.model) if state.activation is not None else None
    hull = state.terrain.get(hull_id(model.id))
    now = mover_fact(state, hull, active) if hull is not None else ""
    lines += [(now, "small", WARN)] if now else []
    return [*lines, (kind.place, "small", TEXT_SOFT)]


def _ratings(model: Model) -> str:
    tracks = {"Structure": "structure", MARINES: "marines", "Defense": "defense"}
    values = [f"{label} {model.rating(track)} of {model.card.printed(track)}" for label, track in tracks.items()
              if model.card.printed(track)]  # fmt: skip
    return ", ".join([*values, f'Signature {model.card.signature}"'])


def _aboard(state: State, model: Model, sides: tuple[str, str]) -> Iterator[str]:
    """Yield the marines of both sides, the capacity of the hangers, and who is in them."""
    for side in (0, 1):
        if count := boarders_of(model, side):
            yield f"{pluralize(count, 'marine')} of {sides[side]} aboard"
    if capacity := hanger_capacity(model):
        yield f"Holds {pluralize(capacity, 'squadron')}"
        if model.is_neutral and (guests := models_aboard(state, model)):
            yield f"{', '.join(guest.name for guest in guests)} aboard"


def _search(state: State, model: Model, sides: tuple[str, str]) -> Iterator[str]:
    """Yield how far an object has been searched, if the scenario counts that."""
    needed, search = tokens_needed(state), search_of(state, model)
    if not needed or model.card.kind != OBJECT:
        return
    if search.by != NEUTRAL:
        yield f"Searched by {sides[search.by]}"
    else:
        tokens = ", ".join(f"{sides[side]} {search.token_count(side)}" for side in (0, 1))
        yield f"Search tokens, {needed} needed: {tokens}"


def _rules_of(model: Model) -> Iterator[str]:
    """Yield what models may do with a station or an object."""
    if model.card.kind == OBJECT:
        yield 'Can be boarded within 1" without opposition, and is never attacked'
        yield "Marines of both sides aboard it fight in the End Phase"
        if hanger_capacity(model):
            yield "A side needs marines aboard to land squadrons. Without them its squadrons leave in the End Phase"
    elif model.side == NEUTRAL:
        yield "Doesn't activate or react. The side whose marines hold it takes control"


# --- Tokens and badges ---


def draw_token_tooltip(
    surface: pygame.Surface, board: Board, state: State, sides: tuple[str, str], pointer: tuple[int, int]
) -> None:
    """Draw the tooltip of the token or badge at the pointer, if any."""
    if not pygame.Rect(board.camera.view).collidepoint(pointer):
        return
    if (item := board.token_at(pointer)) is not None:
        model_id, token, rect = item
        title, text, place = help_of(token, rulebook(state).states)
        model = state.models.get(model_id)
        if model is not None and token.state == Captured.name:
            text += f" It belonged to {sides[model.owner]}." if model.owner != NEUTRAL else " It was neutral."
        tip = Tooltip.of(title, text, place, token.color)
    elif (badge_item := board.badge_at(pointer)) is not None:
        badge, rect = badge_item
        tip = Tooltip.of(badge.title, badge.text, badge.place, badge.color)
    else:
        return
    tip.draw(surface, rect)


# --- Deployment zones ---


def zone_areas(state: State, names: tuple[str, str]) -> tuple[Zone, ...]:
    """Return the deployment zones of both sides, or () after the Deployment Phase."""
    return tuple(
        Zone(region.outline, side, f"Deployment zone · {names[side]}" if region.wholly else "")
        for side, region in deployment_zones(state)
    )


# --- Places ---

COURSE_STEP = 15
"""Degrees that a key turns a heading. With Shift it is 1 degree."""


def ghost_of(model: Model, pose: Pose, legal: bool = True) -> Ghost:
    """Return a ghost of a model at a pose."""
    look = sprite_key(model)
    return Ghost(model.base, pose, look.image, look.fallback, model.side, legal)


def squared_distance(pose: Pose, point: Point) -> float:
    """Return the squared distance in inches between a pose and a point, for comparisons."""
    dx, dy = pose.x - point[0], pose.y - point[1]
    return dx * dx + dy * dy


def nearest(spots: Iterable[Pose], point: Point, within: float = 1000.0) -> Pose | None:
    """Return the pose nearest to a point, or None if none is within a number of inches."""
    best = min(spots, key=lambda spot: (squared_distance(spot, point), spot), default=None)
    return best if best is not None and squared_distance(best, point) <= within * within else None


def point_toward(start: Point, goal: Point, inches: float) -> Point | None:
    """Return the point at most a number of inches from the start toward a goal, or None if that is the start."""
    dx, dy = goal[0] - start[0], goal[1] - start[1]
    gap = length(dx, dy)
    if gap < 0.05 or inches < 0.01:
        return None
    share = min(1.0, (inches - 0.002) / gap)
    return round(start[0] + dx * share, 3), round(start[1] + dy * share, 3)


def spread(spots: Sequence[Pose], apart: float) -> list[Pose]:
    """Return the poses, first come first served, that are at least `apart` inches from one another."""
    kept: list[Pose] = []
    for spot in spots:
        if all(squared_distance(spot, (old.x, old.y)) >= apart * apart for old in kept):
            kept.append(spot)
    return kept


def base_outlines(model: Model, spots: Sequence[Pose]) -> list[Overlay]:
    """Return outlines of a model's base at the places it may take."""
    return [BaseRing(model.base, spot, 0.0, "lit") for spot in spread(spots, model.base.width * 0.98)]


def interception_ranges(state: State, model_ids: Iterable[str]) -> list[Overlay]:
    """Return the interception range of enemy squadrons, around every formation member with Fuel."""
    return [
        BaseRing(member.base, member.pose, interception_reach(state, member), "threat")
        for model_id in dict.fromkeys(model_ids) if model_id in state.models
        for member in members_with_fuel(state, state.models[model_id])
    ]  # fmt: skip


# --- Arcs and range bands ---
#
# The end of a band is found by asking the rules about a target at one distance after another. So the picture respects
# every rule that changes ranges.

Shots = dict[str, Assessment | Refusal]


def most_visible(state: State, side: int, capital: bool) -> Model | None:
    """Return the enemy with the largest Signature of one kind, for arcs without a target, or None."""
    others = (model for model in state.on_table() if model.side != side and not model.is_neutral)
    enemies = [model for model in others if model.is_capital == capital]
    return max(enemies, key=lambda model: (model.card.signature, model.id), default=None)


def firing_arc_overlays(
    state: State,
    model: Model,
    mounts: tuple[str, ...],
    target: Model | None,
    pose: Pose | None = None,
    style: str = "arc",
) -> tuple[ArcOverlay, ...]:
    """Return the arcs of some mounts with their bands against a target, or against the most visible enemy."""
    areas: dict[tuple[tuple[str, ...], int, int, str], None] = {}
    for mount in mounts:
        weapon = weapon_of(model, mount)
        against = _against(state, model, target, bool(weapon and weapon.ac is not None))
        if weapon is not None and against is not None:
            short, far = weapon_reach(state, model, mount, against)
            if far:
                areas[_arcs(model, weapon.arcs), short, far, against.name] = None
    return tuple(
        ArcOverlay(pose or model.pose, model.base, arcs, short, far, style, target=name)
        for arcs, short, far, name in areas
    )


def _against(state: State, model: Model, target: Model | None, capital: bool) -> Model | None:
    if target is not None and target.side != model.side:
        return target
    return most_visible(state, model.side, capital)


def _arcs(model: Model, arcs: tuple[str, ...]) -> tuple[str, ...]:
    """Return the arcs to draw. Arcs that cover all directions are drawn as one."""
    everywhere = all(arc in arcs for arc in ("fore", "port", "starboard", "aft"))
    return ("turret",) if everywhere or "turret" in arcs or not model.is_capital else arcs


def all_mounts(model: Model) -> tuple[str, ...]:
    """Return all mounts of the card. The Point Defense of a ship comes last."""
    own = tuple(mount.id for mount in model.card.mounts)
    return (*own, POINT_DEFENSE) if model.is_capital else own


def possible_shots(state: State, model: Model, target: Model) -> Shots:
    """Return the shot of every mount at a target from where both are now, whichever side acts."""
    return {mount: assess(state, model, (mount,), target, ACTIVATION) for mount in all_mounts(model)}


def can_fire(state: State, model: Model, target: Model) -> bool:
    """Return whether any mount of a model could fire at a target from where both are now."""
    shots = (assess(state, model, (mount,), target, ACTIVATION) for mount in all_mounts(model))
    return any(isinstance(shot, Assessment) for shot in shots)


# --- Reactions ---


def reaction_overlays(selection: TableSelection, decision: Reactions, pointed: Answer | None = None) -> list[Overlay]:
    """Return overlays of the models that may react, and of the points of the move where they may do so.

    If the pointer is on one of the reactions, only its range is drawn.
    """
    only = decision.chosen_reaction(pointed) if pointed is not None else None
    mover, state = selection.view.models[decision.subject], selection.view
    overlays: list[Overlay] = []
    interceptors = [state.models[chance.model_id] for chance in decision.chances if chance.rank == INTERCEPTION]
    for chance in decision.chances:
        model = state.models[chance.model_id]
        overlays.append(Brackets(model.base, model.pose, "attack" if chance is only else "lit"))
        if chance.rank != INTERCEPTION:
            if chance is only:
                overlays += _line(model, chance.target(state, mover), "")
        elif only is None or chance is only:
            members = members_with_fuel(state, model)
            overlays += [
                BaseRing(member.base, member.pose, interception_reach(state, model), "legal") for member in members
            ]
            label = f'{fight_distance(state, mover, model):.1f}"' if len(interceptors) == 1 or only else ""
            overlays += _line((members or [model])[0], chance.target(state, mover), label)
    later = [chance for chance in decision.chances if chance.pose is not None]
    for chance in later:
        pose = chance.target(state, mover).pose
        label = f'{state.models[chance.model_id].name} after {chance.inches:.1f}"'
        overlays.append(PointLabel((pose.x, pose.y), label, "measure"))
    if later:
        last = later[-1].target(state, mover).pose
        overlays.append(BoardLine((mover.pose.x, mover.pose.y), (last.x, last.y), 0.0, "measure"))
    return overlays


def _line(model: Model, target: Model, label: str) -> list[Overlay]:
    """Return a line from the interceptor to its target."""
    line = nearest_segment(model.base, model.pose, target.base, target.pose)
    return [BoardLine(*line, 0.0, "attack", label)] if line is not None else []


# --- Remaining movement ---

MAX_TURN = 45
"""Degrees of one turn."""


def room_to_move(model: Model, envelope: RemainingMovement) -> list[Overlay]:
    """Return overlays of where a model may still move: a ring for a squadron, strips and turn limits for a ship."""
    if not envelope.capital:
        ring = Ring(model.pose[:2], envelope.forward, "legal", f'{envelope.forward:.1f}"')
        return [ring] if envelope.forward > 0 else []
    overlays: list[Overlay] = []
    half, front = model.base.width / 2, model.base.length / 2
    if envelope.forward > 0:
        overlays.append(_strip(model.pose, half, front + envelope.min_move, front + envelope.forward, "legal"))
        if envelope.min_move > 0:
            overlays.append(_strip(model.pose, half, front, front + envelope.min_move, "measure"))
    if envelope.reverse > 0:
        overlays.append(_strip(model.pose, half, -front - envelope.reverse, -front, "legal"))
    if envelope.turns or envelope.pivot:
        reach = front + max(1.5, min(envelope.forward, 4.0))
        overlays += [
            BoardLine(model.pose[:2], model.pose.turned(angle).advanced(reach)[:2], 0.0, "select")
            for angle in (-MAX_TURN, MAX_TURN)
        ]
    return overlays


def _strip(pose: Pose, half: float, near: float, far: float, style: str) -> Region:
    corners = ((-half, near), (half, near), (half, far), (-half, far))
    return Region(tuple(pose.to_table(x, y) for x, y in corners), style)


def describe_remaining_movement(envelope: RemainingMovement) -> str:
    """Return the remaining movement in words."""
    if not envelope.capital:
        return f'{envelope.forward:.1f}" of movement left' if envelope.forward > LITTLE else "no movement left"
    phrases = [f'up to {envelope.forward:.1f}" ahead' if envelope.forward else "no forward movement left"]
    if envelope.barred:
        phrases = [f'{envelope.forward:.1f}" ahead to the planet' if envelope.forward else "the planet stops it"]
    if envelope.min_move > 0.001:
        phrases[0] += f', at least {at_least_inches(envelope.min_move)}'
    if envelope.reverse:
        phrases.append(f'up to {envelope.reverse:.1f}" back')
    phrases.append(f"{pluralize(envelope.turns, 'turn')} left{' (after a test)' if envelope.needs_test else ''}")
    return " · ".join(phrases + (["a free turn"] if envelope.pivot else []))


def movement_hint(envelope: RemainingMovement, keys: Keymap) -> str:
    """Return the clicks and keys that use the remaining movement. Those that would be refused are omitted."""
    if not envelope.capital:
        return "click to fly, drag to draw the path" if envelope.forward > LITTLE else ""
    inches_by_direction = (("ahead", envelope.forward), ("astern", envelope.reverse))
    directions = [direction for direction, inches in inches_by_direction if inches > LITTLE]
    hints = [f"click {' or '.join(directions)} to move"] if directions else []
    if envelope.turns or envelope.pivot:
        hints.append(f"{keys.key_label('left')} and {keys.key_label('right')} to turn")
    return ", ".join(hints)


# --- Ruler ---

End = tuple[str, Point]
"""The id of a model (or ""), and a point."""


class Ruler:
    """Measures from any model or point to any other. Its ends are set by clicks."""

    def __init__(self, selection: TableSelection) -> None:
        self.selection = selection
        self.on = False
        self.start: End | None = None
        self.stop: End | None = None

    def toggle(self) -> None:
        """Turn the ruler on or off."""
        self.on = not self.on
        self.start = self.stop = None

    def click(self, point: Point, model_id: str) -> None:
        """Set the first end, then the second, then start again."""
        if self.start is None or self.stop is not None:
            self.start, self.stop = (model_id, point), None
        else:
            self.stop = (model_id, point)

    @property
    def cue(self) -> str:
        """A text that says that the ruler is on, and what the next click does."""
        key = self.selection.keymap.key_label("ruler")
        action = "click where to measure from"
        if self.start is not None:
            action = "click the other end" if self.stop is None else "click to measure again"
        return f"Ruler on · {action} · {key} or Escape turns it off"

    def draw(self, surface: pygame.Surface, view: pygame.Rect, pointer: tuple[int, int]) -> None:
        """Draw the cue at the top of the board and a cross at the pointer."""
        if not self.on:
            return
        draw_pill(surface, (view.centerx, view.top + px(6)), self.cue, WARN, anchor="midtop")
        if view.collidepoint(pointer):
            x, y = pointer
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                near, far = (x + dx * px(5), y + dy * px(5)), (x + dx * px(16), y + dy * px(16))
                pygame.draw.line(surface, WARN, near, far, 2)

    def overlays(self) -> tuple[Overlay, ...]:
        """Return the measured line, or before the first click what it would start at."""
        if not self.on:
            return ()
        if self.start is None:
            under = self.selection.under
            if under is not None and under.is_on_table:
                return (Brackets(under.base, under.pose, "obscured"),)
            return (Ring(self.selection.point, 0.3, "obscured"),) if self.selection.point is not None else ()
        end = self.stop or (
            (self.selection.hovered, self.selection.point) if self.selection.point is not None else None
        )
        if end is None:
            return ()
        a, b = self.selection.model(self.start[0]), self.selection.model(end[0])
        if a is not None and b is not None and a is not b:
            return ruler_overlays(self.selection.view, a, b)
        p = a.pose[:2] if a is not None else self.start[1]
        q = b.pose[:2] if b is not None else end[1]
        return (BoardLine(p, q, 0.0, "measure", f'{length(q[0] - p[0], q[1] - p[1]):.1f}"'),)


def ruler_overlays(state: State, a: Model, b: Model) -> tuple[Overlay, ...]:
    """Return a line between two bases, with the distance and, for each direction, range band, arcs, and cover."""
    inches = distance(a.base, a.pose, b.base, b.pose)
    line = nearest_segment(a.base, a.pose, b.base, b.pose) or (a.pose[:2], b.pose[:2])
    text = "\n".join([f'{inches:.1f}"', *ruler_facts(state, a, b, inches)])
    return (BoardLine(line[0], line[1], 0.0, "measure", text),)


def ruler_facts(state: State, a: Model, b: Model, inches: float) -> list[str]:
    """Return range band, cover, and arcs in both directions. Friends have arcs only."""
    lines = []
    for one, other in ((a, b), (b, a)):
        arcs = [f"in its {', '.join(arcs_of(one.base, one.pose, other.base, other.pose))}"] if one.is_capital else []
        if other.is_capital:
            arcs.append(f"hits {' or '.join(main_arcs(other.base, other.pose, one.base, one.pose))}")
        if a.side != b.side:
            cover = obscured_by(state, one, other)
            obscured = f"obscured by {cover}" if cover else "not obscured"
            lines.append(f"{one.name}: {sensor_band(state, one, other, inches)} range · {obscured}")
        if arcs:
            lines.append(f"{one.name}: {' · '.join(arcs)}")
    return lines


# --- Tried plans ---


def plan_ghosts(state: State, plans: Sequence[Tried], figures: Mapping[str, PlanResult]) -> tuple[Overlay, ...]:
    """Return a ghost of each model that a plan moved, and the name and figure of the plan next to the first one.

    A plan that moved no model has its label next to the activated model.
    """
    overlays: list[Overlay] = []
    for tried in plans:
        label = f"{tried.plan.name} {chance_words(figures.get(tried.plan.name))}".strip()
        ghosts = [ghost_of(state.models[model_id], pose) for model_id, pose in tried.ends if model_id in state.models]
        unmoved = [model.pose for model in state.on_table() if model.name == tried.model]
        poses = [*(ghost.pose for ghost in ghosts), *unmoved]
        overlays += ghosts
        overlays += [PointLabel((pose.x, pose.y), label, "lit") for pose in poses[:1]]
    return tuple(overlays)


def disks_of(state: State, ids: Iterable[str]) -> list[Disk]:
    """Return the centers of models and terrain with their reach in inches."""
    disks: list[Disk] = []
    for item_id in ids:
        model, piece = state.models.get(item_id), state.terrain.get(item_id)
        if model is not None and model.is_on_table:
            disks.append((model.pose[:2], model.base.reach))
        elif piece is not None:
            disks.append((piece.pose[:2], max(shape.reach for shape in piece.outline)))
    return disks
