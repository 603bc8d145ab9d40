"""What is seen of events: models glide, shots flash, damage floats up, ships burst. Any click ends it.

It runs over the state from before the answer; when it is over the screen takes the state of now.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import pygame

from jovian.game import DESTROYED, LogEntry, State
from jovian.game.events import Attacked, Damaged, Event, LeftPlay, Moved, PlansRevealed, Rolled, StateChanged
from jovian.rules.facts import formation
from jovian.rules.facts.words import set_words
from jovian.rules.rulebook.model_state import state_words
from jovian.rules.rulebook.rulebook import rulebook
from jovian.table import Pose
from jovian.ui.board import Camera
from jovian.ui.kit.draw import pill
from jovian.ui.kit.theme import ACCENT, BLADE, DANGER, GOOD, SIDES, Color, mix
from jovian.ui.presenting.reveal import Reveal, draw_reveal, reveal_of
from jovian.ui.presenting.rolling import Throws, draw_throws, throws_of

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
            _burst(surface, camera.to_screen(act.path[0][:2]), camera.ppi, share)
        elif act.reveal is not None:
            draw_reveal(surface, pygame.Rect(camera.view), act.reveal, share)
        elif act.throws is not None:
            draw_throws(surface, pygame.Rect(camera.view), act.throws, share, self.names)
        elif act.kind in ("float", "leave"):
            x, y = camera.to_screen(act.path[0][:2])
            pill(surface, (x, y - 24 - 26 * share), act.text, act.color)
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
    said = set_words(event.result) if event.result else MISS
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
        for width, color in ((7, mix(act.color, (0, 0, 0), 0.72)), (4, mix(act.color, (0, 0, 0), 0.35))):
            pygame.draw.line(surface, color, a, b, width)
        pygame.draw.aaline(surface, (255, 255, 255), a, b, 2)
    if head >= 1.0:
        hit = act.text != MISS
        if hit:
            pygame.draw.aacircle(surface, mix(BLADE, (255, 255, 255), 0.4), q, 4 + 14 * (share - 0.45), 3)
        pill(surface, (q[0], q[1] - 26), act.text, BLADE if hit else (150, 160, 180))


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
