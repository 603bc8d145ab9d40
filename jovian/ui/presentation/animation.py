"""Animations of events on the board.

Models move, shots flash, damage rises as text, and ships explode. Rolls outside of activations and revealed secret
plans are shown in a box over the board. A click ends the animation. Each sound is heard when its event is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

import pygame

from jovian.frozen import frozen
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
from jovian.ui.files.settings import FULL, SHORT, STILL
from jovian.ui.kit.draw import PLAIN, SET, draw_bar, draw_box, draw_die, draw_pill, draw_side_badge
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
from jovian.ui.presentation.sounds import DICE, DIE_LANDS, IMPACT, Cue, cues_of, model_of

# --- Revealed plans ---

TITLES = {"dogfight": "Dogfight", "bombing": "Bombing run", "boarding": "Firefight aboard"}
REVEAL_ROW = 24
OPENING = 0.08
"""Share of the time in which the two plans slide apart."""


@frozen
class Column:
    """One side's plan."""

    side: int
    name: str
    rows: tuple[tuple[str, str], ...]
    """Pairs of a label and the choice."""
    attack: int = 0
    defense: int = 0
    """Dice of the split. Both are 0 if no pool was split."""


@frozen
class Reveal:
    """The plans of both sides."""

    title: str
    columns: tuple[Column, ...]


def reveal_of(event: PlansRevealed, models: Mapping[str, Model]) -> Reveal:
    """Return both plans of an event with the names of their models."""
    columns = tuple(_column(plan, models.get(plan.model)) for plan in event.plans)
    return Reveal(TITLES.get(event.window, event.window.capitalize()), columns)


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
    """Draw both plans in the middle of an area, at a share of their time, and return their box."""
    rows = max(len(column.rows) for column in reveal.columns)
    sheet = pygame.Rect(0, 0, min(area.width - px(24), px(600)), px(46) + px(34) + rows * px(REVEAL_ROW) + px(60))
    sheet.center = area.center
    draw_box(surface, sheet.inflate(px(8), px(8)), (0, 0, 0), radius=px(12), alpha=120)
    draw_box(surface, sheet, PANEL, radius=px(10), border=EDGE_HIGH, alpha=248)
    draw_text(surface, (sheet.centerx, sheet.top + px(22)), reveal.title, "heading", BLADE, anchor="center")
    closed = max(0.0, 1.0 - share / OPENING)
    width = (sheet.width - px(36)) // 2
    for index, column in enumerate(reveal.columns[:2]):
        left = sheet.left + px(12) + index * (width + px(12))
        shift = round(closed * px(30)) * (1 if index == 0 else -1)
        _draw_column(surface, pygame.Rect(left + shift, sheet.top + px(40), width, sheet.height - px(64)), column)
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
    """Draw the split as numbers over one bar: attack on the left, defense on the right."""
    draw_text(surface, rect.topleft, f"Attack {column.attack}", "label", SIDES[column.side].light)
    draw_text(surface, rect.topright, f"Defense {column.defense}", "label", ACCENT, anchor="topright")
    meter = pygame.Rect(rect.left, rect.bottom - px(9), rect.width, px(8))
    draw_bar(surface, meter, 1.0, mix_colors(PANEL, ACCENT, 0.7))
    if column.attack:
        draw_bar(surface, meter, column.attack / (column.attack + column.defense), SIDES[column.side].main)


# --- Rolls outside of activations ---

MAX_ROLLS = 6
"""Rolls that are shown at once."""
TUMBLE = 0.28
"""Share of the time in which the dice still roll."""
TURNS = 30
"""Faces that a rolling die shows in the whole time."""
ROW, DIE = 46, 32
_BETWEEN = (PhaseBegan, StationRated)
"""Events that may happen between rolls that are shown together."""


@frozen
class Throws:
    """Rolls that are shown together, and their outcome."""

    rolls: tuple[Rolled, ...]
    outcome: str = ""

    @property
    def title(self) -> str:
        """The purpose of the rolls if they share one."""
        purposes = {roll.purpose for roll in self.rolls}
        return purposes.pop().capitalize() if len(purposes) == 1 else "Dice"


def throws_of(entries: Iterable[LogEntry], before: State, names: tuple[str, str]) -> Iterator[tuple[int, Throws]]:
    """Yield groups of rolls to show together, each with the number of its last event."""
    pending: list[tuple[int, Rolled]] = []
    for entry in entries:
        match entry.event:
            case Rolled(result=result) as event if result.isdigit() and entry.phase != "activation":
                if len(pending) == MAX_ROLLS:
                    yield _together(pending)
                    pending = []
                pending.append((entry.n, event))
            case InitiativeWon(side=side) if pending:
                own = [item for item in pending if item[1].purpose == pending[-1][1].purpose]
                if len(own) < len(pending):
                    yield _together(pending[: -len(own)])
                yield entry.n, Throws(tuple(roll for _, roll in own), _initiative(before, names[side]))
                pending = []
            case event if pending and not isinstance(event, _BETWEEN):
                yield _together(pending)
                pending = []
    if pending:
        yield _together(pending)


def _together(rolls: list[tuple[int, Rolled]]) -> tuple[int, Throws]:
    """Return a group of rolls without an outcome."""
    return rolls[-1][0], Throws(tuple(roll for _, roll in rolls))


def _initiative(before: State, name: str) -> str:
    """Return a sentence on who has the initiative, and who is the attacker if the scenario has roles."""
    return f"{name} has the initiative{f' and is the {ATTACKER}' if has_roles(before.scenario) else ''}"


def draw_throws(
    surface: pygame.Surface, area: pygame.Rect, throws: Throws, share: float, names: tuple[str, str]
) -> pygame.Rect:
    """Draw rolls in the middle of an area, at a share of their time, and return their box."""
    height = px(56) + len(throws.rolls) * px(ROW) + (px(30) if throws.outcome else 0) + px(26)
    sheet = pygame.Rect(0, 0, min(area.width - px(24), px(480)), height)
    sheet.center = area.center
    draw_box(surface, sheet.inflate(px(8), px(8)), (0, 0, 0), radius=px(12), alpha=120)
    draw_box(surface, sheet, PANEL, radius=px(10), border=EDGE_HIGH, alpha=248)
    draw_text(surface, (sheet.centerx, sheet.top + px(24)), throws.title, "heading", BLADE, anchor="center",
              width=sheet.width - px(30))  # fmt: skip
    differ = len({roll.purpose for roll in throws.rolls}) > 1
    for number, roll in enumerate(throws.rolls):
        row = pygame.Rect(sheet.left + px(14), sheet.top + px(46) + number * px(ROW), sheet.width - px(28), px(ROW - 6))
        _draw_roll(surface, row, roll, share, names, with_purpose=differ)
    bottom = sheet.bottom - px(16)
    if throws.outcome and share >= TUMBLE:
        draw_text(surface, (sheet.centerx, bottom - px(28)), throws.outcome, "strong", TEXT, anchor="center",
                  width=sheet.width - px(30))  # fmt: skip
    draw_text(surface, (sheet.centerx, bottom), "Click to continue", "tiny", TEXT_FAINT, anchor="center")
    return sheet


def _draw_roll(
    surface: pygame.Surface,
    row: pygame.Rect,
    roll: Rolled,
    share: float,
    names: tuple[str, str],
    *,
    with_purpose: bool,
) -> None:
    """Draw the side's name, the dice, and their result once they lie still."""
    look, still = SIDES[roll.side], share >= TUMBLE
    draw_box(surface, row, mix_colors(PANEL, look.deep, 0.55), radius=px(7), border=look.main)
    draw_side_badge(surface, (row.left + px(16), row.centery), look.main, look.hatched, px(6))
    right = row.right - px(10)
    if still and len(roll.faces.base) > 1:
        right = draw_text(surface, (right, row.centery), roll.result, "value", BLADE, anchor="midright").left - px(10)
    size = px(DIE)
    for number, face in reversed(list(enumerate(roll.faces.base))):
        right -= size
        visible_face = face if still else (face + number + int(share * TURNS)) % 6 + 1
        draw_die(surface, (right, row.centery - size // 2), visible_face, SET if still else PLAIN, size)
        right -= px(4)
    name, left = names[roll.side], row.left + px(30)
    max_width = right - left - px(8)
    name_width = min(max_width, text_size(name, "strong")[0])
    draw_text(surface, (left, row.centery), name, "strong", look.light, anchor="midleft", width=max_width)
    if with_purpose and max_width - name_width > px(60):
        pos = (left + name_width + px(10), row.centery)
        draw_text(
            surface, pos, roll.purpose, "small", TEXT_SOFT, anchor="midleft", width=max_width - name_width - px(12)
        )


# --- Animation ---

GLIDE, TURN, BEAM, BURST, FLOAT, PLANS, THROW = 0.09, 0.22, 0.45, 0.6, 0.5, 4.0, 3.0
"""Seconds at speed 1 for an inch of movement, a turn, a shot, an explosion, a rising text, revealed plans, and dice."""
LONGEST_GLIDE = 1.1
"""Most seconds that one movement takes."""
SHORTER = 0.5
"""The share of these times with short motion. Boxes with dice or plans keep theirs, because they are read."""
STILL_SECONDS = {"glide": 1.0, "beam": 0.6, "burst": 1.0, "float": 0.6, "leave": 0.6}
"""Seconds for which the final picture of an act is shown without motion."""
MISS = "miss"
Point = tuple[float, float]


@frozen
class Act:
    """One step of the animation."""

    kind: str
    """`glide`, `beam`, `burst`, `float`, `leave` (a rising text, then the model is removed), `plans`, or `dice`."""
    seconds: float
    model: str = ""
    path: tuple[Pose, ...] = ()
    color: Color = BLADE
    text: str = ""
    also: tuple[str, ...] = ()
    """Ids of models that move along, such as a comet's tail."""
    reveal: Reveal | None = None
    """The plans to show."""
    throws: Throws | None = None
    """The rolls to show."""
    first_event: int = 0
    """The number of the first event whose outcome this act shows."""
    cues: tuple[Cue, ...] = ()
    """The sounds of the act, in order."""


class Animation:
    """Queued acts, drawn over the state from before the answer."""

    def __init__(self, names: tuple[str, str] = ("", ""), play: Callable[[str, float], None] | None = None) -> None:
        self.names = names
        """The names of the sides."""
        self._play = play
        """Plays a sound at a place, None for silence."""
        self.acts: list[Act] = []
        self.poses: dict[str, Pose] = {}
        """Where to draw models that have moved."""
        self.gone: set[str] = set()
        self._age = 0.0
        self._heard = 0
        """The number of sounds of the current act that were played."""
        self._is_still = False
        """Whether only the final picture of each act is drawn."""

    @property
    def running(self) -> bool:
        """Whether anything is still to be shown."""
        return bool(self.acts)

    @property
    def first_unseen(self) -> int | None:
        """The number of the first event that isn't shown yet, or None if all are."""
        return self.acts[0].first_event if self.acts else None

    def start(
        self, entries: Sequence[LogEntry], before: State, speed: float, motion: str = FULL, *, is_silent: bool = False
    ) -> None:
        """Queue acts for events. A speed of 0 turns animation off: then their sounds are played at once."""
        self.finish()
        if speed <= 0 and not is_silent:
            poses = {model.id: model.pose for model in before.on_table()}
            self.sound(cue for entry in entries for cue in _placed_cues(entry.event, (), poses, before))
        elif speed > 0:
            self._is_still = motion == STILL
            poses = {model.id: model.pose for model in before.on_table()}
            poses |= {piece.id: piece.pose for piece in before.terrain.values()}
            rolls = dict(throws_of(entries, before, self.names))
            first_roll: int | None = None
            waiting: tuple[Cue, ...] = ()
            for entry in entries:
                # The dice before an act are part of its outcome.
                if first_roll is None and isinstance(entry.event, Rolled):
                    first_roll = entry.n
                acts = [Act("dice", THROW, throws=rolls[entry.n], cues=DICE_CUES)] if entry.n in rolls else []
                own_acts = _acts(entry.event, poses, before)
                waiting += _placed_cues(entry.event, own_acts, poses, before)
                if own_acts:
                    own_acts[0] = replace(own_acts[0], cues=waiting)
                    waiting = ()
                acts += own_acts
                for act in acts:
                    number = entry.n if first_roll is None else first_roll
                    self._append(replace(_in_motion(act, motion), first_event=number))
                if acts:
                    first_roll = None
            self._finish_cues(waiting)
            self._play_due()
            self._move()

    def _finish_cues(self, cues: tuple[Cue, ...]) -> None:
        """Add the sounds of events after the last act to its end, or play them if there is no act."""
        if self.acts:
            last = self.acts[-1]
            self.acts[-1] = replace(last, cues=(*last.cues, *(replace(cue, share=1.0) for cue in cues)))
        else:
            self.sound(cues)

    def sound(self, cues: Iterable[Cue]) -> None:
        """Play sounds at once."""
        if self._play is not None:
            for cue in cues:
                self._play(cue.name, cue.place)

    def _play_due(self) -> None:
        """Play the sounds of the current act that are due."""
        if self.acts:
            act = self.acts[0]
            due = [cue for cue in act.cues[self._heard :] if cue.share * act.seconds <= self._age]
            self._heard += len(due)
            self.sound(due)

    def _append(self, act: Act) -> None:
        """Add an act. A model that moves along the same path as the previous one moves together with it.

        An engine that is heard already isn't heard again for the next part of the way.
        """
        last = self.acts[-1] if self.acts else None
        if last is not None and act.kind == last.kind == "glide":
            names = {cue.name for cue in last.cues}
            act = replace(act, cues=tuple(cue for cue in act.cues if cue.name not in names))
            if act.path == last.path:
                self.acts[-1] = replace(last, also=(*last.also, act.model), cues=(*last.cues, *act.cues))
                return
        self.acts.append(act)

    def _pose(self, act: Act, pose: Pose) -> None:
        for model_id in (act.model, *act.also):
            self.poses[model_id] = pose

    def advance(self, dt: float) -> None:
        """Move on by a number of seconds."""
        self._age += dt
        self._play_due()
        while self.acts and self._age >= self.acts[0].seconds:
            act = self.acts.pop(0)
            self._age -= act.seconds
            self._heard = 0
            if act.kind == "glide":
                self._pose(act, act.path[-1])
            elif act.kind in ("burst", "leave"):
                self.gone.add(act.model)
            self._play_due()
        if not self.acts:
            self._age = 0.0
        self._move()

    def _move(self) -> None:
        """Place the model that moves now, at the end of its path if nothing is in motion."""
        if self.acts and self.acts[0].kind == "glide":
            act = self.acts[0]
            self._pose(act, pose_along_path(act.path, 1.0 if self._is_still else self._age / act.seconds))

    def finish(self) -> None:
        """End the animation at once."""
        self.acts, self.poses, self.gone, self._age, self._heard = [], {}, set(), 0.0, 0

    def draw(self, surface: pygame.Surface, camera: Camera) -> None:
        """Draw the current act over the board."""
        if not self.acts or (self.acts[0].kind == "glide" and not self._is_still):
            return
        act = self.acts[0]
        share = 1.0 if self._is_still else self._age / act.seconds
        clip = surface.get_clip()
        surface.set_clip(pygame.Rect(camera.view))
        if act.kind == "glide":
            _draw_path(surface, camera, act)
        elif act.kind == "beam" and self._is_still:
            _draw_still_shot(surface, camera, act)
        elif act.kind == "burst" and self._is_still:
            _draw_cross(surface, camera.to_screen(act.path[0][:2]))
        elif act.kind == "beam":
            _beam(surface, camera, act, share)
        elif act.kind == "burst":
            _burst(surface, camera.to_screen(act.path[0][:2]), camera.pixels_per_inch, share)
        elif act.reveal is not None:
            draw_reveal(surface, pygame.Rect(camera.view), act.reveal, share)
        elif act.throws is not None:
            draw_throws(surface, pygame.Rect(camera.view), act.throws, share, self.names)
        elif act.kind in ("float", "leave"):
            x, y = camera.to_screen(act.path[0][:2])
            draw_pill(surface, (x, y - 24 - (0 if self._is_still else 26 * share)), act.text, act.color)
        surface.set_clip(clip)


DICE_CUES = (Cue(DICE), Cue(DIE_LANDS, TUMBLE))


def _in_motion(act: Act, motion: str) -> Act:
    """Return an act as long as the motion setting wants it. Without motion, dice lie still at once."""
    if motion == SHORT:
        return act if act.kind in ("plans", "dice") else replace(act, seconds=act.seconds * SHORTER)
    if motion != STILL:
        return act
    cues = tuple(replace(cue, share=0.0) for cue in act.cues if cue.name != DICE)
    return replace(act, seconds=STILL_SECONDS.get(act.kind, act.seconds), cues=cues)


def _placed_cues(event: Event, acts: Sequence[Act], poses: Mapping[str, Pose], before: State) -> tuple[Cue, ...]:
    """Return the sounds of an event at the place where it happens, or in the middle if that isn't visible."""
    pose = acts[0].path[0] if acts and acts[0].path else poses.get(model_of(event))
    place = 2 * pose.x / before.width - 1 if pose is not None else 0.0
    return tuple(replace(cue, place=place) for cue in cues_of(event, before))


def pose_along_path(path: Sequence[Pose], share: float) -> Pose:
    """Return the pose at a share of a path whose legs all take the same time."""
    legs = len(path) - 1
    at = min(max(share, 0.0), 1.0) * legs
    index = min(int(at), legs - 1)
    a, b, part = path[index], path[index + 1], at - index
    turn = (b.heading - a.heading + 180) % 360 - 180
    return Pose(a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part, round(a.heading + turn * part) % 360)


def _acts(event: Event, poses: dict[str, Pose], before: State) -> list[Act]:
    """Return the acts of an event, and update `poses`."""
    match event:
        case Moved() if event.model in poses:
            poses[event.model] = event.to
            seconds = min(LONGEST_GLIDE, 0.12 + GLIDE * event.inches) if event.inches else TURN
            return [Act("glide", seconds, event.model, event.path)]
        case Attacked():
            return _shot(event, poses, before)
        case Damaged() if event.model in poses and not (event.spent or event.launched):
            return [_float(event, poses[event.model])]
        case LeftPlay() if event.model in poses:
            return [_leaving(event, poses.pop(event.model), before)]
        case PlansRevealed():
            return [Act("plans", PLANS, reveal=reveal_of(event, before.models))]
        case StateChanged() if event.model in poses and event.entered and _seen_to_begin(event.state, before):
            text = state_words(event, rulebook(before).states)
            return [Act("float", FLOAT, event.model, (poses[event.model],), ACCENT, text)]
    return []


def _seen_to_begin(name: str, before: State) -> bool:
    """Return whether a text rises when a model enters this state, because the state ties it to other models."""
    states = rulebook(before).states
    return name == formation.NAME or (name in states and states[name].sign.tied)


def _leaving(event: LeftPlay, at: Pose, before: State) -> Act:
    """Return an explosion for a destroyed model, or a text for one that leaves otherwise."""
    if event.how == DESTROYED:
        return Act("burst", BURST, event.model, (at,))
    host = before.models.get(event.host or "")
    text = f"aboard {host.name}" if host is not None else event.how
    return Act("leave", FLOAT, event.model, (at,), ACCENT, text)


def _shot(event: Attacked, poses: dict[str, Pose], before: State) -> list[Act]:
    """Return a beam from attacker to target if both are visible."""
    target, start = poses.get(event.target), poses.get(event.attacker)
    if target is None or start is None:
        return []
    model = before.models.get(event.attacker)
    color = SIDES[model.side].main if model is not None else DANGER
    text = describe_result(event.result) if event.result else MISS
    return [Act("beam", BEAM, event.target, (start, target), color, text)]


def _float(event: Damaged, at: Pose) -> Act:
    """Return a rising text on damage or repair: the rating with its number, or the weapon by name."""
    text = f"{event.what} {'+' if event.repaired else '-'}{abs(event.amount)}"
    if event.weapon is not None:
        text = f"{event.called} {'repaired' if event.repaired else 'lost'}"
    return Act("float", FLOAT, event.model, (at,), GOOD if event.repaired else DANGER, text)


def _beam(surface: pygame.Surface, camera: Camera, act: Act, share: float) -> None:
    p, q = camera.to_screen(act.path[0][:2]), camera.to_screen(act.path[1][:2])
    head, tail = min(1.0, share / IMPACT), max(0.0, share / IMPACT - 0.9)
    a = (p[0] + (q[0] - p[0]) * tail, p[1] + (q[1] - p[1]) * tail)
    b = (p[0] + (q[0] - p[0]) * head, p[1] + (q[1] - p[1]) * head)
    if tail < 1.0:
        for width, color in ((7, mix_colors(act.color, (0, 0, 0), 0.72)), (4, mix_colors(act.color, (0, 0, 0), 0.35))):
            pygame.draw.line(surface, color, a, b, width)
        pygame.draw.aaline(surface, (255, 255, 255), a, b, 2)
    if head >= 1.0:
        hit = act.text != MISS
        if hit:
            pygame.draw.aacircle(surface, mix_colors(BLADE, (255, 255, 255), 0.4), q, 4 + 14 * (share - IMPACT), 3)
        draw_pill(surface, (q[0], q[1] - 26), act.text, BLADE if hit else (150, 160, 180))


STILL_COLOR = (226, 234, 247)
"""The color of paths and crosses that are shown instead of motion."""


def _draw_path(surface: pygame.Surface, camera: Camera, act: Act) -> None:
    """Draw the way of a model that has jumped to its new place, with a ring where it came from."""
    points = [camera.to_screen(pose[:2]) for pose in act.path]
    pygame.draw.aacircle(surface, STILL_COLOR, points[0], px(5), 2)
    if points[0] != points[-1]:
        pygame.draw.aalines(surface, STILL_COLOR, closed=False, points=points)


def _draw_still_shot(surface: pygame.Surface, camera: Camera, act: Act) -> None:
    """Draw a shot as a line from attacker to target, with its result."""
    start, end = camera.to_screen(act.path[0][:2]), camera.to_screen(act.path[1][:2])
    pygame.draw.line(surface, act.color, start, end, px(2))
    draw_pill(surface, (end[0], end[1] - 26), act.text, (150, 160, 180) if act.text == MISS else BLADE)


def _draw_cross(surface: pygame.Surface, center: Point) -> None:
    """Draw a cross over a destroyed model."""
    (x, y), half = center, px(12)
    for sign in (1, -1):
        start, end = (x - half, y - half * sign), (x + half, y + half * sign)
        pygame.draw.line(surface, (0, 0, 0), start, end, px(7))
        pygame.draw.line(surface, DANGER, start, end, px(4))


def _burst(surface: pygame.Surface, center: Point, pixels_per_inch: float, share: float) -> None:
    radius = max(10.0, pixels_per_inch * 1.6) * (0.3 + share)
    fade = 1.0 - share
    disk = pygame.Surface((round(2 * radius) + 8, round(2 * radius) + 8))
    middle = (disk.get_width() / 2, disk.get_height() / 2)
    for size, color in ((1.0, (120, 40, 14)), (0.72, (200, 96, 30)), (0.45, (255, 190, 90)), (0.2, (255, 246, 220))):
        shade = (round(color[0] * fade), round(color[1] * fade), round(color[2] * fade))
        pygame.draw.circle(disk, shade, middle, radius * size)
    pos = (round(center[0] - middle[0]), round(center[1] - middle[1]))
    surface.blit(pygame.transform.box_blur(disk, max(1, int(radius / 8))), pos, special_flags=pygame.BLEND_RGB_ADD)
