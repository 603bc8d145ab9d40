"""The reveal of secret plans: both side by side over the board for a moment, before the first die falls (R36). Dice
that fall outside of activations, shown over the board: initiative, stations, comets, what is drawn by lot. What is
seen of events: models glide, shots flash, damage floats up, ships burst.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import pygame

from jovian.game import DESTROYED, LogEntry, Model, MountRef, State
from jovian.game.events import (
    Attacked,
    Damaged,
    Event,
    FighterPlan,
    InitiativeWon,
    LeftPlay,
    MarineOrder,
    Moved,
    PhaseBegan,
    PlansRevealed,
    Rolled,
    StateChanged,
    StationRated,
)
from jovian.rules.basics import formation
from jovian.rules.basics.rolls import describe_result
from jovian.rules.damage.boarding import MARINES
from jovian.rules.rulebook.effect import state_words
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.scenario.objectives import ATTACKER, has_roles
from jovian.rules.weapons import Missile
from jovian.table import Pose
from jovian.ui.board import Camera
from jovian.ui.kit.draw import PLAIN, SET, bar, die, draw_box, draw_pill, draw_side_badge
from jovian.ui.kit.fonts import draw_text, text_size
from jovian.ui.kit.theme import (
    ACCENT,
    BLADE,
    DANGER,
    EDGE_HIGH,
    GOOD,
    PANEL,
    SIDES,
    TEXT,
    TEXT_FAINT,
    TEXT_SOFT,
    Color,
    mix_colors,
    px,
)

# --- reveal ---
# The reveal of secret plans: both side by side over the board for a moment, before the first die falls (R36).

TITLES = {"dogfight": "DOGFIGHT", "bombing": "BOMBING RUN", "boarding": "FIREFIGHT ABOARD"}
REVEAL_ROW = 24
OPENING = 0.08
"""Share of its time in which the two plans slide apart."""


@dataclass(frozen=True, slots=True)
class Column:
    """One side's plan."""

    side: int
    name: str
    rows: tuple[tuple[str, str], ...]
    """What it is about, and what was chosen."""
    attack: int = 0
    defense: int = 0
    """Dice of the split, both 0 where no pool was split."""


@dataclass(frozen=True, slots=True)
class Reveal:
    """Both plans, as everybody may know them from now on."""

    title: str
    columns: tuple[Column, ...]


def reveal_of(event: PlansRevealed, models: Mapping[str, Model]) -> Reveal:
    """Both plans of an event, under the names of their models."""
    columns = tuple(_column(plan, models.get(plan.model)) for plan in event.plans)
    return Reveal(TITLES.get(event.window, event.window.upper()), columns)


def _column(plan: FighterPlan | MarineOrder, model: Model | None) -> Column:
    name = model.name if model is not None else plan.model
    if isinstance(plan, MarineOrder):
        return Column(plan.side, name, (("Order", plan.order.capitalize()), (MARINES, str(plan.dice))))
    rows = [("Weapon", plan.weapon_words or "None: all dice defend"), ("Fuel", str(plan.fuel))]
    if plan.missile:
        rows.append((Missile.name, _missile(plan.missile, model)))
    return Column(model.side if model is not None else 0, name, tuple(rows), plan.attack, plan.defense)


def _missile(mounts: tuple[str, ...], model: Model | None) -> str:
    mount = model.mount(MountRef(mounts[0]).ident) if model is not None else None
    name = mount.weapon.name if mount is not None else "declared"
    return f"{name} x{len(mounts)} linked" if len(mounts) > 1 else name


def draw_reveal(surface: pygame.Surface, area: pygame.Rect, reveal: Reveal, share: float) -> pygame.Rect:
    """Draw it in the middle of an area, at a share of its time; where it stands."""
    rows = max(len(column.rows) for column in reveal.columns)
    sheet = pygame.Rect(0, 0, min(area.width - px(24), px(600)), px(46) + px(34) + rows * px(REVEAL_ROW) + px(60))
    sheet.center = area.center
    draw_box(surface, sheet.inflate(px(8), px(8)), (0, 0, 0), radius=px(12), alpha=120)
    draw_box(surface, sheet, PANEL, radius=px(10), border=EDGE_HIGH, alpha=248)
    draw_text(surface, (sheet.centerx, sheet.top + px(22)), reveal.title, "heading", BLADE, anchor="center")
    closed = max(0.0, 1.0 - share / OPENING)
    wide = (sheet.width - px(36)) // 2
    for index, column in enumerate(reveal.columns[:2]):
        left = sheet.left + px(12) + index * (wide + px(12))
        shift = round(closed * px(30)) * (1 if index == 0 else -1)
        _draw_column(surface, pygame.Rect(left + shift, sheet.top + px(40), wide, sheet.height - px(64)), column)
    pos = (sheet.centerx, sheet.bottom - px(12))
    draw_text(surface, pos, "Both plans are revealed · click to continue", "tiny", TEXT_FAINT, anchor="center")
    return sheet


def _draw_column(surface: pygame.Surface, rect: pygame.Rect, column: Column) -> None:
    look = SIDES[column.side]
    draw_box(surface, rect, mix_colors(PANEL, look.deep, 0.55), radius=px(7), border=look.main)
    draw_side_badge(surface, (rect.left + px(16), rect.top + px(18)), look.main, look.hatched, px(6))
    pos = (rect.left + px(30), rect.top + px(18))
    draw_text(surface, pos, column.name, "strong", look.light, anchor="midleft", width=rect.width - px(40))
    y = rect.top + px(40)
    for label, value in column.rows:
        draw_text(surface, (rect.left + px(12), y), label, "small", TEXT_SOFT)
        draw_text(
            surface, (rect.right - px(12), y), value, "strong", TEXT, anchor="topright", width=rect.width - px(90)
        )
        y += px(REVEAL_ROW)
    if column.attack or column.defense:
        _draw_split(surface, pygame.Rect(rect.left + px(12), rect.bottom - px(38), rect.width - px(24), px(30)), column)


def _draw_split(surface: pygame.Surface, rect: pygame.Rect, column: Column) -> None:
    """The split as numbers over one bar: attack from the left, defense the rest."""
    draw_text(surface, rect.topleft, f"Attack {column.attack}", "label", SIDES[column.side].light)
    draw_text(surface, rect.topright, f"Defense {column.defense}", "label", ACCENT, anchor="topright")
    meter = pygame.Rect(rect.left, rect.bottom - px(9), rect.width, px(8))
    bar(surface, meter, 1.0, mix_colors(PANEL, ACCENT, 0.7))
    if column.attack:
        bar(surface, meter, column.attack / (column.attack + column.defense), SIDES[column.side].main)


# --- rolling ---
# Dice that fall outside of activations, shown over the board: initiative, stations, comets, what is drawn by lot.

MOST = 6
"""Rolls that are shown at once."""
TUMBLE = 0.28
"""Share of the time in which the dice still roll."""
TURNS = 30
"""Faces that a die shows on its way, over the whole time."""
ROW, DIE = 46, 32
_BETWEEN = (PhaseBegan, StationRated)
"""What may happen between rolls that are shown together."""


@dataclass(frozen=True, slots=True)
class Throw:
    """The dice of one roll."""

    side: int
    purpose: str
    faces: tuple[int, ...]
    result: str


@dataclass(frozen=True, slots=True)
class Throws:
    """Rolls that are shown together, and what came of them."""

    rolls: tuple[Throw, ...]
    outcome: str = ""

    @property
    def title(self) -> str:
        """What they were for, where that is one thing."""
        purposes = {each.purpose for each in self.rolls}
        return purposes.pop().upper() if len(purposes) == 1 else "DICE"


def throws_of(entries: Iterable[LogEntry], before: State, names: tuple[str, str]) -> Iterator[tuple[int, Throws]]:
    """The rolls that are shown, each lot with the number of the last event that belongs to it."""
    found: list[tuple[int, Throw]] = []
    for entry in entries:
        match entry.event:
            case Rolled(result=result) as event if result.isdigit() and entry.phase != "activation":
                if len(found) == MOST:
                    yield _together(found)
                    found = []
                found.append((entry.n, Throw(event.side, event.purpose, event.faces.base, result)))
            case InitiativeWon(side=side) if found:
                own = [each for each in found if each[1].purpose == found[-1][1].purpose]
                if len(own) < len(found):
                    yield _together(found[: -len(own)])
                yield entry.n, Throws(tuple(throw for _, throw in own), _initiative(before, names[side]))
                found = []
            case event if found and not isinstance(event, _BETWEEN):
                yield _together(found)
                found = []
    if found:
        yield _together(found)


def _together(found: list[tuple[int, Throw]]) -> tuple[int, Throws]:
    """Rolls that nothing is told of but what they came to."""
    return found[-1][0], Throws(tuple(throw for _, throw in found))


def _initiative(before: State, name: str) -> str:
    """Who has the initiative and, where the scenario has roles, is the attacker by that, in words."""
    return f"{name} has the initiative{f' and is the {ATTACKER}' if has_roles(before.scenario) else ''}"


def draw_throws(
    surface: pygame.Surface, area: pygame.Rect, throws: Throws, share: float, names: tuple[str, str]
) -> pygame.Rect:
    """Draw rolls in the middle of an area, at a share of their time; the box that they take."""
    high = px(56) + len(throws.rolls) * px(ROW) + (px(30) if throws.outcome else 0) + px(26)
    sheet = pygame.Rect(0, 0, min(area.width - px(24), px(480)), high)
    sheet.center = area.center
    draw_box(surface, sheet.inflate(px(8), px(8)), (0, 0, 0), radius=px(12), alpha=120)
    draw_box(surface, sheet, PANEL, radius=px(10), border=EDGE_HIGH, alpha=248)
    draw_text(surface, (sheet.centerx, sheet.top + px(24)), throws.title, "heading", BLADE, anchor="center",
              width=sheet.width - px(30))  # fmt: skip
    for number, each in enumerate(throws.rolls):
        row = pygame.Rect(sheet.left + px(14), sheet.top + px(46) + number * px(ROW), sheet.width - px(28), px(ROW - 6))
        _draw_throw(surface, row, each, share, names, len({each.purpose for each in throws.rolls}) > 1)
    low = sheet.bottom - px(16)
    if throws.outcome and share >= TUMBLE:
        draw_text(surface, (sheet.centerx, low - px(28)), throws.outcome, "strong", TEXT, anchor="center",
                  width=sheet.width - px(30))  # fmt: skip
    draw_text(surface, (sheet.centerx, low), "Click to continue", "tiny", TEXT_FAINT, anchor="center")
    return sheet


def _draw_throw(
    surface: pygame.Surface, row: pygame.Rect, each: Throw, share: float, names: tuple[str, str], told: bool
) -> None:
    """Who rolls, what for if that differs, the dice, and what they come to once they lie still."""
    look, still = SIDES[each.side], share >= TUMBLE
    draw_box(surface, row, mix_colors(PANEL, look.deep, 0.55), radius=px(7), border=look.main)
    draw_side_badge(surface, (row.left + px(16), row.centery), look.main, look.hatched, px(6))
    right = row.right - px(10)
    if still and len(each.faces) > 1:
        right = draw_text(surface, (right, row.centery), each.result, "value", BLADE, anchor="midright").left - px(10)
    size = px(DIE)
    for number, face in reversed(list(enumerate(each.faces))):
        right -= size
        shown = face if still else (face + number + int(share * TURNS)) % 6 + 1
        die(surface, (right, row.centery - size // 2), shown, SET if still else PLAIN, size)
        right -= px(4)
    name, left = names[each.side], row.left + px(30)
    room = right - left - px(8)
    wide = min(room, text_size(name, "strong")[0])
    draw_text(surface, (left, row.centery), name, "strong", look.light, anchor="midleft", width=room)
    if told and room - wide > px(60):
        pos = (left + wide + px(10), row.centery)
        draw_text(surface, pos, each.purpose, "small", TEXT_SOFT, anchor="midleft", width=room - wide - px(12))


# --- animation ---
# What is seen of events: models glide, shots flash, damage floats up, ships burst. Any click ends it.
#
# It runs over the state from before the answer; when it is over the screen takes the state of now.

GLIDE, TURN, BEAM, BURST, FLOAT, PLANS, DICE = 0.09, 0.22, 0.45, 0.6, 0.5, 4.0, 3.0
"""Seconds at speed 1: an inch of movement, a turn, a shot, an explosion, a floating text, two plans revealed, dice."""
LONGEST_GLIDE = 1.1
MISS = "miss"
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Act:
    """One thing to see."""

    kind: str
    """`glide`, `beam`, `burst`, `float`, `leave` (a floating text, then the model is gone), `plans` or `dice`."""
    seconds: float
    model: str = ""
    path: tuple[Pose, ...] = ()
    color: Color = BLADE
    text: str = ""
    also: tuple[str, ...] = ()
    """What moves with it: a comet's tail."""
    reveal: Reveal | None = None
    """The plans that are shown."""
    throws: Throws | None = None
    """The rolls that are shown."""
    first_event: int = 0
    """The number of the first event whose outcome it shows."""


class Animation:
    """Acts in order, and how far the first of them is."""

    def __init__(self, names: tuple[str, str] = ("", "")) -> None:
        self.names = names
        """What the sides are called."""
        self.acts: list[Act] = []
        self.poses: dict[str, Pose] = {}
        """Where models are drawn instead of where they stood."""
        self.gone: set[str] = set()
        self._age = 0.0

    @property
    def running(self) -> bool:
        """Is there anything left to see?"""
        return bool(self.acts)

    @property
    def first_unseen(self) -> int | None:
        """Return the number of the first event that isn't shown yet, None if nothing is left to see."""
        return self.acts[0].first_event if self.acts else None

    def start(self, entries: Sequence[LogEntry], before: State, speed: float) -> None:
        """Take up what happened; nothing, if animation is off."""
        self.finish()
        if speed > 0:
            where = {model.id: model.pose for model in before.on_table()}
            where |= {piece.id: piece.pose for piece in before.terrain.values()}
            thrown = dict(throws_of(entries, before, self.names))
            first_roll: int | None = None
            for entry in entries:
                # The dice before an act are part of its outcome.
                if first_roll is None and isinstance(entry.event, Rolled):
                    first_roll = entry.n
                acts = [Act("dice", DICE, throws=thrown[entry.n])] if entry.n in thrown else []
                acts += _acts(entry.event, where, before)
                for act in acts:
                    self._append(replace(act, first_event=entry.n if first_roll is None else first_roll))
                if acts:
                    first_roll = None

    def _append(self, act: Act) -> None:
        """Add an act; what moves along the same path as the one before moves with it."""
        last = self.acts[-1] if self.acts else None
        if last is not None and act.kind == last.kind == "glide" and act.path == last.path:
            self.acts[-1] = replace(last, also=(*last.also, act.model))
        else:
            self.acts.append(act)

    def _pose(self, act: Act, pose: Pose) -> None:
        for ident in (act.model, *act.also):
            self.poses[ident] = pose

    def advance(self, dt: float) -> None:
        """Let so many seconds pass."""
        self._age += dt
        while self.acts and self._age >= self.acts[0].seconds:
            act = self.acts.pop(0)
            self._age -= act.seconds
            if act.kind == "glide":
                self._pose(act, act.path[-1])
            elif act.kind in ("burst", "leave"):
                self.gone.add(act.model)
        if not self.acts:
            self._age = 0.0
        elif self.acts[0].kind == "glide":
            act = self.acts[0]
            self._pose(act, along(act.path, self._age / act.seconds))

    def finish(self) -> None:
        """End it at once."""
        self.acts, self.poses, self.gone, self._age = [], {}, set(), 0.0

    def draw(self, surface: pygame.Surface, camera: Camera) -> None:
        """Draw the flash of the moment over the board."""
        if not self.acts or self.acts[0].kind == "glide":
            return
        act = self.acts[0]
        share = self._age / act.seconds
        clip = surface.get_clip()
        surface.set_clip(pygame.Rect(camera.view))
        if act.kind == "beam":
            _beam(surface, camera, act, share)
        elif act.kind == "burst":
            _burst(surface, camera.to_screen(act.path[0][:2]), camera.pixels_per_inch, share)
        elif act.reveal is not None:
            draw_reveal(surface, pygame.Rect(camera.view), act.reveal, share)
        elif act.throws is not None:
            draw_throws(surface, pygame.Rect(camera.view), act.throws, share, self.names)
        elif act.kind in ("float", "leave"):
            x, y = camera.to_screen(act.path[0][:2])
            draw_pill(surface, (x, y - 24 - 26 * share), act.text, act.color)
        surface.set_clip(clip)


def along(path: Sequence[Pose], share: float) -> Pose:
    """The pose at a share of a path, its legs taking the same time each."""
    legs = len(path) - 1
    at = min(max(share, 0.0), 1.0) * legs
    index = min(int(at), legs - 1)
    a, b, part = path[index], path[index + 1], at - index
    turn = (b.heading - a.heading + 180) % 360 - 180
    return Pose(a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part, round(a.heading + turn * part) % 360)


def _acts(event: Event, where: dict[str, Pose], before: State) -> list[Act]:
    """What is seen of an event; `where` everything stands is brought up to date."""
    match event:
        case Moved() if event.model in where:
            where[event.model] = event.to
            seconds = min(LONGEST_GLIDE, 0.12 + GLIDE * event.inches) if event.inches else TURN
            return [Act("glide", seconds, event.model, event.path)]
        case Attacked():
            return _shot(event, where, before)
        case Damaged() if event.model in where and not (event.spent or event.launched):
            return [_float(event, where[event.model])]
        case LeftPlay() if event.model in where:
            return [_leaving(event, where.pop(event.model), before)]
        case PlansRevealed():
            return [Act("plans", PLANS, reveal=reveal_of(event, before.models))]
        case StateChanged() if event.model in where and event.entered and _seen_to_begin(event.state, before):
            said = state_words(event, rulebook(before).states)
            return [Act("float", FLOAT, event.model, (where[event.model],), ACCENT, said)]
    return []


def _seen_to_begin(name: str, before: State) -> bool:
    """Does a state float up when a model enters it: what ties it to others?"""
    states = rulebook(before).states
    return name == formation.NAME or (name in states and states[name].sign.tied)


def _leaving(event: LeftPlay, at: Pose, before: State) -> Act:
    """A ship or squadron bursts, or is gone with a word."""
    if event.how == DESTROYED:
        return Act("burst", BURST, event.model, (at,))
    host = before.models.get(event.host or "")
    said = f"aboard {host.name}" if host is not None else event.how
    return Act("leave", FLOAT, event.model, (at,), ACCENT, said)


def _shot(event: Attacked, where: dict[str, Pose], before: State) -> list[Act]:
    """A beam from attacker to target, if both are seen."""
    target, start = where.get(event.target), where.get(event.attacker)
    if target is None or start is None:
        return []
    model = before.models.get(event.attacker)
    color = SIDES[model.side].main if model is not None else DANGER
    said = describe_result(event.result) if event.result else MISS
    return [Act("beam", BEAM, event.target, (start, target), color, said)]


def _float(event: Damaged, at: Pose) -> Act:
    """What is marked or repaired, with its number; a weapon by its name."""
    text = f"{event.what} {'+' if event.repaired else '-'}{abs(event.amount)}"
    if event.weapon is not None:
        text = f"{event.called} {'repaired' if event.repaired else 'lost'}"
    return Act("float", FLOAT, event.model, (at,), GOOD if event.repaired else DANGER, text)


def _beam(surface: pygame.Surface, camera: Camera, act: Act, share: float) -> None:
    p, q = camera.to_screen(act.path[0][:2]), camera.to_screen(act.path[1][:2])
    head, tail = min(1.0, share * 2.2), max(0.0, share * 2.2 - 0.9)
    a = (p[0] + (q[0] - p[0]) * tail, p[1] + (q[1] - p[1]) * tail)
    b = (p[0] + (q[0] - p[0]) * head, p[1] + (q[1] - p[1]) * head)
    if tail < 1.0:
        for width, color in ((7, mix_colors(act.color, (0, 0, 0), 0.72)), (4, mix_colors(act.color, (0, 0, 0), 0.35))):
            pygame.draw.line(surface, color, a, b, width)
        pygame.draw.aaline(surface, (255, 255, 255), a, b, 2)
    if head >= 1.0:
        hit = act.text != MISS
        if hit:
            pygame.draw.aacircle(surface, mix_colors(BLADE, (255, 255, 255), 0.4), q, 4 + 14 * (share - 0.45), 3)
        draw_pill(surface, (q[0], q[1] - 26), act.text, BLADE if hit else (150, 160, 180))


def _burst(surface: pygame.Surface, center: Point, ppi: float, share: float) -> None:
    radius = max(10.0, ppi * 1.6) * (0.3 + share)
    fade = 1.0 - share
    disk = pygame.Surface((round(2 * radius) + 8, round(2 * radius) + 8))
    middle = (disk.get_width() / 2, disk.get_height() / 2)
    for part, color in ((1.0, (120, 40, 14)), (0.72, (200, 96, 30)), (0.45, (255, 190, 90)), (0.2, (255, 246, 220))):
        shade = (round(color[0] * fade), round(color[1] * fade), round(color[2] * fade))
        pygame.draw.circle(disk, shade, middle, radius * part)
    pos = (round(center[0] - middle[0]), round(center[1] - middle[1]))
    surface.blit(pygame.transform.box_blur(disk, max(1, int(radius / 8))), pos, special_flags=pygame.BLEND_RGB_ADD)
