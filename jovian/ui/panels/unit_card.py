"""The unit card: ratings, tracks with their boxes, weapons with their arcs, traits, and states of a model.

A click on a weapon selects it. If a target is chosen, each weapon's row shows the odds against it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import pygame

from jovian.cards import Mount, WeaponCard
from jovian.cards.art import Facet
from jovian.descriptions.cards import (
    TRACK_USES,
    aboard_words,
    extra_labels,
    help_of,
    remaining_words,
    state_words,
    stock_words,
    weapon_help,
)
from jovian.frozen import frozen
from jovian.game import OBJECT, Model, Refusal, State
from jovian.rules.placement.move_limits import fixed_limits
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.shots import ratings
from jovian.rules.shots.formula import Assessment
from jovian.rules.shots.shot import is_used_up
from jovian.ui.board.board_help import Shots
from jovian.ui.board.sprites import draw_figure
from jovian.ui.kit.draw import (
    draw_arc_rosette,
    draw_box,
    draw_focus_glow,
    draw_pill,
    draw_rating,
    draw_track,
    pill_size,
)
from jovian.ui.kit.fonts import draw_text, line_height, text_size, wrap
from jovian.ui.kit.theme import (
    ACCENT,
    BLADE,
    DANGER,
    EDGE,
    GOOD,
    PANEL_HIGH,
    SIDES,
    TEXT,
    TEXT_FAINT,
    TEXT_SOFT,
    WARN,
    WELL,
    Color,
    mix_colors,
    px,
)
from jovian.ui.kit.widgets import NOTCH, Signal
from jovian.ui.panels.column import Need
from jovian.ui.panels.panel import CanvasPanel, Press
from jovian.ui.presentation.odds_tables import percent

# --- Ratings ---


@frozen
class Rating:
    """One rating of a card."""

    value: str
    label: str
    color: Color
    hint: str
    became: str = ""
    """The current value, written next to the printed one, or "" if both are the same."""


def ratings_of(model: Model, state: State) -> list[Rating]:
    """Return the ratings of a model."""
    card, armor = model.card, model.card.armor
    if model.is_capital:
        middle = [_turns(model, state), _armor(armor)]
    else:
        middle = [
            Rating(str(armor["fore"]), "Armor", TEXT_SOFT, "Armor all around"),
            Rating(str(ratings.sensors(state, model)), "Sensors", ACCENT, "3 inches of Optimum Range each"),
        ]
    return [
        _speed(model, state),
        *middle,
        Rating(str(ratings.fire_control(state, model)), "Fire", WARN, "Fire Control: attacks in an activation"),
        Rating(str(ratings.skill(state, model)), "Skill", GOOD, "Base dice of its skill tests"),
        Rating(str(card.signature), "Signature", (150, 160, 255), "Signature: inches of Short Range against it"),
    ]


def _armor(armor: Mapping[str, int]) -> Rating:
    """Return the armor of a ship: fore, sides, and aft."""
    fore, port, starboard, aft = (armor[arc] for arc in ("fore", "port", "starboard", "aft"))
    sides = str(port) if port == starboard else f"{port}/{starboard}"
    hint = f"Armor: fore {fore}, port {port}, starboard {starboard}, aft {aft}"
    return Rating(f"{fore}·{sides}·{aft}", "Armor", TEXT_SOFT, hint)


def _speed(model: Model, state: State) -> Rating:
    """Return the printed Speed, and the distances that the model may move now (ships: with Thrusters)."""
    printed, now = f'{model.card.speed}"', ratings.speed(state, model)
    if not model.is_capital:
        became = f'{now}"' if now != model.card.speed else ""
        hint = f"Inches of movement: {printed} printed{f', {became} now' if became else ''}"
        return Rating(printed, "Speed", ACCENT, hint, became)
    act = state.activation
    fixed = act.limits if act is not None and act.model == model.id else None
    min_distance, max_distance, _ = fixed or fixed_limits(state, model)
    current = f'Speed {now}", Thrusters {ratings.thrusters(state, model)}'
    hint = f'{current}: it must move {max(0.0, min_distance):g}" and may move {max(0.0, max_distance):g}" ahead'
    hint += f', or {-min_distance:g}" astern' if min_distance < 0 else ""
    return Rating(printed, "Speed", ACCENT, hint, f'{max(0.0, min_distance):g}–{max(0.0, max_distance):g}"')


def _turns(model: Model, state: State) -> Rating:
    """Return the printed Turns, and the current Turns if Thrusters or states change them."""
    printed, now = model.card.turns, ratings.turns(state, model)
    hint = f"Turns in an activation: {printed} printed, {now} now with Thrusters {ratings.thrusters(state, model)}"
    return Rating(str(printed), "Turns", ACCENT, hint, f"now {now}" if now != printed else "")


# --- Row of a weapon ---


@frozen
class WeaponLook:
    """How to draw a weapon, besides its card."""

    lit: bool
    """Whether the weapon is selected or its arcs are drawn."""
    pointed: bool
    """Whether the pointer is on the row."""
    is_unusable: bool
    """Whether the weapon is damaged or used up in this activation."""
    note: str
    """A word after the name, or "" for the traits."""
    color: Color
    """The color of that word."""
    shot: Assessment | Refusal | None
    """The shot at the chosen target, why it is refused, or None without a target."""


def draw_weapon(
    canvas: pygame.Surface, rect: pygame.Rect, weapon: WeaponCard, count: int, seen: WeaponLook, columns: RatingColumns
) -> None:  # fmt: skip
    """Draw the row of equal weapons into a rectangle."""
    fill = mix_colors(PANEL_HIGH, ACCENT, 0.25) if seen.lit else WELL
    if seen.pointed and not seen.lit:
        fill = mix_colors(PANEL_HIGH, ACCENT, 0.1)
    draw_box(canvas, rect, fill, radius=px(4),
        border=ACCENT if seen.lit else EDGE)  # fmt: skip
    ink = TEXT_FAINT if seen.is_unusable else TEXT
    draw_arc_rosette(canvas, (rect.left + px(14), rect.centery), weapon.arcs, min(px(9), rect.height // 2 - 1), ink)
    pos = (rect.left + px(29), rect.centery)
    text = f"{count}\u00d7 {weapon.name}" if count > 1 else weapon.name
    space = max(columns.values()) + px(9)
    name_width = rect.width - space - px(30)
    role = "label" if text_size(text, "label")[0] <= name_width else "tiny"
    name = draw_text(canvas, pos, text, role, ink, anchor="midleft", width=name_width)
    note = seen.note or " ".join(str(trait) for trait in weapon.traits)
    width = rect.right - space - name.right - px(8)
    if seen.is_unusable:  # The word may have no space.
        x, y, half = rect.left + px(14), rect.centery, min(px(8), rect.height // 2 - 1)
        pygame.draw.line(canvas, seen.color, (x - half, y + half), (x + half, y - half), px(2))
    if note and (width >= text_size(note, "tiny")[0] or (width > px(MIN_NOTE) and not seen.note)):
        draw_text(canvas, (name.right + px(6), rect.centery), note, "tiny", seen.color, anchor="midleft", width=width)
    for label, value in (("Macro", weapon.macro or None), ("Squad.", weapon.as_), ("Ships", weapon.ac)):
        if label in columns:
            text = "–" if value is None else str(value)
            draw_text(canvas, (rect.right - columns[label], rect.centery), text, "label", ink, anchor="center")
    _draw_shot(canvas, (rect.right - px(8), rect.centery), seen.shot)


RatingColumns = dict[str, int]
"""How far the center of each rating is from the right end of a row."""


def _rating_columns(width: int, *, has_macro: bool) -> RatingColumns:
    """Return the columns of a card's weapons. A card without Macro weapons has no column for them."""
    first, step = (64, 38) if width >= px(NARROW) else (50, 33)
    labels = ("Macro", "Squad.", "Ships") if has_macro else ("Squad.", "Ships")
    return {label: px(first + n * step + (5 if has_macro and n else 0)) for n, label in enumerate(labels)}


def _draw_shot(canvas: pygame.Surface, pos: tuple[int, int], shot: Assessment | Refusal | None) -> None:
    """Draw the chance of any result at the right end of the row."""
    if isinstance(shot, Refusal):
        draw_text(canvas, pos, "can't", "tiny", mix_colors(DANGER, TEXT_FAINT, 0.4), anchor="midright")
    elif shot is not None:
        draw_text(canvas, pos, percent(float(shot.odds().success)), "label", GOOD, anchor="midright")


# --- Card ---

_TRACKS: tuple[tuple[str, Color], ...] = (
    ("structure", GOOD), ("defense", ACCENT), ("sensors", (150, 160, 255)), ("thrusters", WARN),
    ("marines", (210, 150, 110)), ("fuel", BLADE),
)  # fmt: skip
ROW, TRACK_ROW, TRACK_LABEL = 23, 22, 62
"""Heights of the row of a weapon and of a track, and the width of the name of a track."""
RATING_TERMS = {"Fire": "Fire Control", "Armor": "v1.2.4 Attack > Armor"}
"""The rules of ratings whose labels are shorter."""
NARROW, NARROW_LABEL, MIN_NOTE = 300, 60, 40
"""Width below which a card is narrow, the width of the name of a track on it, and the minimum width of a note."""
STAT = 44
"""The smallest width of a rating."""
LEAST, BEST, HIGHEST = 175, 262, 296
"""The least and the best height of a place for a card while no model is chosen, and the greatest best one."""


HEAD, WEAPON_HEAD = 107, 21
"""The heights of heading and one row of ratings, and of the headings of the weapons."""
KINDS = {"capital": "capital ship", "squadron": "squadron", OBJECT: "unknown type"}
"""The names of the kinds of cards."""


class UnitCardPanel(CanvasPanel):
    """The panel of the card. A click on it, except on a trait, a state, or a load, calls `select` with its model's id.

    Without `select`, a click does nothing.
    """

    def __init__(self, select: Callable[[str], object] | None = None) -> None:
        super().__init__()
        self._select = select
        self.model: Model | None = None
        self.state: State | None = None
        self.weapons: tuple[str, ...] = ()
        self.used: tuple[str, ...] = ()
        self.shots: Shots = {}
        self.drawing: tuple[Facet, ...] = ()
        """The silhouette of a card that is being edited, () for that of the model's card."""
        self.hover_row = ""
        self.parts: Mapping[str, Press] = {}
        """What can be chosen on the card now: tracks and traits by name, and mounts by id."""
        self.chosen: tuple[str, ...] = ()
        """The parts whose answer is pointed at, or lit."""
        self.parts_at: dict[str, pygame.Rect] = {}
        self._rows: dict[str, pygame.Rect] = {}
        self._boxes: dict[tuple[str, str], tuple[list[pygame.Rect], Color]] = {}
        """The boxes of the tracks of a model on the screen, with their color."""
        self._hints: list[tuple[pygame.Rect, str]] = []
        self._terms: list[tuple[pygame.Rect, str]] = []
        """What the rules say of a rating, a track, or a weapon: its place and its name."""
        self._pills_at: list[tuple[pygame.Rect, str]] = []
        """The places of traits, states, and loads, with their citations."""
        self.offset = 0
        """Pixels that the card is scrolled."""
        self.page = self.rect
        """The rectangle of the whole card, including what is scrolled out of sight."""
        self._end = 0
        """The y below which nothing is drawn."""
        self._under = False

    def show(self, state: State, model: Model | None, weapons: tuple[str, ...], shots: Shots) -> None:
        """Show a model's card, the weapons whose arcs are drawn, and the shots at a target."""
        act = state.activation
        self.used = ()
        if act is not None and model is not None and act.model == model.id:
            self.used = tuple(mount for mount in act.used if is_used_up(state, model, mount))
        if (model.id if model else "") != (self.model.id if self.model else ""):
            self.offset = 0
        self.model, self.state, self.weapons, self.shots = model, state, weapons, shots
        seen = (model.digested(), aboard_words(state, model), extra_labels(state, model)) if model else None
        self.offer((seen, weapons, self.used, self.hover_row, state.turn, _shot_facts(shots)))

    def let_choose(self, parts: Mapping[str, Press], chosen: tuple[str, ...]) -> None:
        """Let parts be chosen by a click: tracks and traits by name, and mounts by id. Some may be lit."""
        self.stale = self.stale or (*parts, chosen) != (*self.parts, self.chosen)
        self.parts, self.chosen = parts, chosen

    def hover(self, pos: tuple[int, int]) -> None:
        """Note which weapon is under the pointer."""
        self.hover_row = self.weapon_at(pos)

    def weapon_at(self, pos: tuple[int, int]) -> str:
        """Return the id of the mount whose row is at a point, or ""."""
        if not self.rect.collidepoint(pos):
            return ""
        return next((mount for mount, rect in self._rows.items() if rect.collidepoint(pos)), "")

    def part_at(self, pos: tuple[int, int]) -> Press | None:
        """Return what a click at a point chooses, None for nothing."""
        places = self.parts_at.items() if self.rect.collidepoint(pos) else ()
        return next((self.parts[name] for name, rect in places if rect.collidepoint(pos) and name in self.parts), None)

    def hint_at(self, pos: tuple[int, int]) -> tuple[pygame.Rect, str] | None:
        """Return the tooltip at a point."""
        if not self.rect.collidepoint(pos):
            return None
        return next(((rect, text) for rect, text in self._hints if rect.collidepoint(pos)), None)

    def term_at(self, pos: tuple[int, int]) -> str:
        """Return the name or the citation of the rule at a point, or ""."""
        places = [*self._pills_at, *self._terms] if self.rect.collidepoint(pos) else []
        return next((term for rect, term in places if rect.collidepoint(pos)), "")

    def pill_at(self, pos: tuple[int, int]) -> str:
        """Return the citation of the trait, state, or load at a point, or ""."""
        places = self._pills_at if self.rect.collidepoint(pos) else []
        return next((term for rect, term in places if rect.collidepoint(pos)), "")

    def need(self, model: Model | None, state: State, width: int, rank: int, *, is_whole: bool = False) -> Need:
        """Return the height that a card needs at a width: heading, ratings, and boxes, then weapons, then traits.

        `is_whole`: it needs all of them, also beside another card.
        """
        if model is None:
            return Need(px(LEAST), (px(BEST),), rank)
        first, *ends = self._ends(model, state, width)
        lines = tuple(end for end in ends if is_whole or end <= px(HIGHEST))
        return Need(first, lines, rank, spare=tuple(ends[len(lines) :]))

    def _ends(self, model: Model, state: State, width: int) -> list[int]:
        """Return the heights at which a card ends with a whole line."""
        tracks = sum(1 for track, _ in _TRACKS if model.boxes(track))
        y = px(HEAD) + (_stat_rows(width) - 1) * px(48) + (tracks + 1) // 2 * px(TRACK_ROW) + px(2)
        rows = [y + px(WEAPON_HEAD) + n * px(ROW) for n in range(len(self._groups(model)) + 1)]
        aboard = px(20) if aboard_words(state, model) else 0
        last = rows[-1] + aboard + self._pills_height(model, state, width) + px(10)
        return [y, *rows[1:], last]

    def wanted(self) -> int:
        """Return the height that the card needs."""
        return self._own_ends()[-1]

    def whole_rows(self, height: int) -> int:
        """Return the largest height up to the given one at which the card doesn't end within a line."""
        return max((end for end in self._own_ends() if end <= height), default=height)

    def _own_ends(self) -> list[int]:
        if self.model is None or self.state is None:
            return [0]
        return self._ends(self.model, self.state, self.rect.width)

    def layout(self, rect: pygame.Rect) -> None:
        """Place the card. If it is too high, it scrolls."""
        super().layout(rect)
        self.scroll(0)

    @property
    def further(self) -> int:
        """How many pixels the card can scroll."""
        return max(0, self.wanted() - self.rect.height)

    @property
    def scrolling(self) -> pygame.Rect:
        """The rectangle that scrolls, empty if nothing does."""
        return self.rect if self.further else pygame.Rect(0, 0, 0, 0)

    def scroll(self, by: int) -> None:
        """Scroll the card up by a number of pixels."""
        offset = max(0, min(self.further, self.offset + by))
        self.stale, self.offset = self.stale or offset != self.offset, offset

    def handle(self, event: pygame.event.Event) -> Signal | None:
        """Scroll with the wheel over the card."""
        if event.type == pygame.MOUSEMOTION:
            self._under = self.rect.collidepoint(event.pos)
        if event.type == pygame.MOUSEWHEEL and self._under and self.further:
            self.scroll(-round(getattr(event, "precise_y", event.y) * px(NOTCH)))
        is_click = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self.rect.collidepoint(event.pos)
        if self._select is not None and is_click and self.model is not None and not self.pill_at(event.pos):
            return Signal("select", partial(self._select, self.model.id))
        return super().handle(event)

    def paint(self, canvas: pygame.Surface) -> None:
        """Draw the visible part of the card."""
        if not self.rect.width:
            return
        super().paint(canvas)
        self._rows, self._boxes, self._hints, self._terms, self._pills_at, self.parts_at = {}, {}, [], [], [], {}
        model, state = self.model, self.state
        if model is None or state is None:
            if self.rect.height < line_height("body"):
                return
            text = f"Point at {'another' if self._select is not None else 'a'} model to see its card"
            lines = wrap(text, "body", self.rect.width - px(16))
            y = self.rect.centery - len(lines) * line_height("body") // 2
            for line in lines:
                draw_text(canvas, (self.rect.centerx, y), line, "body", TEXT_FAINT, anchor="midtop")
                y += line_height("body")
            return
        bar = px(10) if self.further else 0
        self.page = pygame.Rect(self.rect.left, self.rect.top - self.offset, self.rect.width - bar,
                                max(self.rect.height, self.wanted()))  # fmt: skip
        margin = _margin(self.rect.width)
        left, width = self.page.left + margin, self.page.width - 2 * margin
        is_cut = self.further and not self.offset  # A line that would be cut is left out.
        self._end = self.rect.top + self.whole_rows(self.rect.height) if is_cut else self.page.bottom
        y = self._header(canvas, model, state)
        y = self._stats(canvas, model, state, pygame.Rect(left, y + px(6), width, px(44)))
        y = self._tracks(canvas, model, pygame.Rect(left, y + px(6), width, 0))
        y = self._weapons(canvas, model, state, pygame.Rect(left, y + px(4), width, 0))
        y = self._aboard(canvas, model, state, pygame.Rect(left, y + px(2), width, px(18)))
        self._pills(canvas, model, state, pygame.Rect(left, y + px(4), width, 0))
        if bar:
            thumb_height = self.rect.height * self.rect.height // self.page.height
            top = self.rect.top + (self.rect.height - thumb_height) * self.offset // self.further
            draw_box(canvas, pygame.Rect(self.rect.right - bar, top, bar - px(2), thumb_height), EDGE, radius=px(4))

    def _header(self, canvas: pygame.Surface, model: Model, state: State) -> int:
        look = SIDES[model.side]
        rect = pygame.Rect(self.page.left + 1, self.page.top + 1, self.page.width - 2, px(50))
        draw_box(canvas, rect, mix_colors(look.deep, look.main, 0.22), bottom=look.deep, radius=px(5))
        canvas.fill(look.main, (rect.left, rect.bottom - 2, rect.width, 2))
        left = rect.left + px(46)
        width = _fire_dots(canvas, model, state, (rect.right - px(48), rect.centery)) - left
        draw_figure(canvas, (rect.left + px(24), rect.centery - 1), model, px(38), dim=False, edited=self.drawing)
        draw_text(canvas, (left, rect.top + px(6)), model.name, "heading", TEXT, width=width)
        card = model.card
        text = f"{card.name} · {card.role or KINDS[card.kind]}"
        full = f"{text} · {card.faction}"
        text = full if text_size(full, "small")[0] <= width else text
        if card.about:
            self._hints.append((rect, card.about))
        draw_text(canvas, (left, rect.top + px(28)), text, "small", look.light, width=width)
        draw_text(
            canvas, (rect.right - px(12), rect.top + px(5)), str(model.card.tv), "value", BLADE, anchor="topright"
        )
        draw_text(canvas, (rect.right - px(12), rect.top + px(31)), "TV", "tiny", BLADE, anchor="topright")
        return rect.bottom

    def _stats(self, canvas: pygame.Surface, model: Model, state: State, rect: pygame.Rect) -> int:
        ratings, rows = ratings_of(model, state), _stat_rows(self.rect.width)
        count = -(-len(ratings) // rows)
        for row in range(rows):
            place = rect.move(0, row * (rect.height + px(4)))
            self._stat_row(canvas, ratings[row * count : (row + 1) * count], place)
        return rect.bottom + (rows - 1) * (rect.height + px(4))

    def _stat_row(self, canvas: pygame.Surface, ratings: list[Rating], rect: pygame.Rect) -> None:
        gap, done = px(3), 0.0
        weights = [_rating_width(rating) for rating in ratings]
        unit = (rect.width + gap) / sum(weights)
        for rating, weight in zip(ratings, weights, strict=True):
            left, right = rect.left + round(unit * done), rect.left + round(unit * (done + weight)) - gap
            place = pygame.Rect(left, rect.top, right - left, rect.height)
            draw_rating(canvas, place, rating.value, rating.label, rating.color, rating.became)
            self._hints.append((place, rating.hint))
            self._terms.append((place, RATING_TERMS.get(rating.label, rating.label)))
            done += weight

    def _tracks(self, canvas: pygame.Surface, model: Model, area: pygame.Rect) -> int:
        tracks = [(track, color) for track, color in _TRACKS if model.boxes(track)]
        is_narrow = area.width < px(NARROW)
        label_width, between = (px(NARROW_LABEL), 2) if is_narrow else (px(TRACK_LABEL), 3)
        half, gap = (area.width - px(10 if is_narrow else 12)) // 2, px(TRACK_ROW)
        for index, (track, color) in enumerate(tracks):
            left = area.right - half if index % 2 else area.left
            top = area.top + index // 2 * gap
            row = pygame.Rect(left + label_width, top, half - label_width, px(TRACK_ROW - 5))
            width = label_width - px(2)
            pos, role = (left, row.centery), "caps" if is_narrow else "label"
            draw_text(canvas, pos, track.capitalize(), role, TEXT_SOFT, anchor="midleft", width=width)
            values = model.boxes(track)
            self._hints.append((pygame.Rect(left, top, half, row.height), _describe_track(model, track)))
            self._terms.append((pygame.Rect(left, top, half, row.height), track))
            marked = model.marks.get(track, 0)
            places = draw_track(canvas, row, [str(value) for value in values], marked, color, gap=between)
            self._boxes[model.id, track] = places, color
            self._mark_part(canvas, pygame.Rect(left - px(4), top - px(3), half + px(6), row.height + px(6)), track)
        return area.top + (len(tracks) + 1) // 2 * gap

    def place_of_box(self, model_id: str, track: str, left: int) -> tuple[pygame.Rect, Color] | None:
        """Return where the box of a track is that has some other ones left after it, with its color, or None."""
        places, color = self._boxes.get((model_id, track), ([], TEXT))
        return (places[-1 - left], color) if left < len(places) else None

    def _weapons(self, canvas: pygame.Surface, model: Model, state: State, area: pygame.Rect) -> int:
        has_macro = any(mount.weapon.macro for mount in model.card.mounts)
        columns = _rating_columns(area.width + px(8), has_macro=has_macro)
        draw_text(canvas, area.topleft, "Weapons", "tiny", TEXT_SOFT)
        for label, off in columns.items():
            draw_text(canvas, (area.right + px(4) - off, area.top), label, "tiny", TEXT_SOFT, anchor="midtop")
        y = area.top + px(WEAPON_HEAD - 4)
        groups = self._groups(model)
        height = min(px(ROW), max(px(18), (self.page.bottom - px(30) - y) // max(1, len(groups))))
        for group in groups:
            if y + height > self._end + px(2):
                return self._end
            rect, weapon = pygame.Rect(area.left - px(4), y, area.width + px(8), height - px(3)), group[0].weapon
            self._rows |= {mount.id: rect for mount in group}
            draw_weapon(canvas, rect, weapon, len(group), self._seen(model, group), columns)
            for mount in group:
                self._mark_part(canvas, rect, mount.id)
            self._hints.append((rect, weapon_help(rulebook(state), weapon)))
            self._terms.append((rect, weapon.type))
            y += height
        return y

    def _mark_part(self, canvas: pygame.Surface, rect: pygame.Rect, name: str) -> None:
        """Draw a frame around a part that can be chosen, and fill it if its answer is pointed at."""
        if name not in self.parts:
            return
        self.parts_at[name] = rect
        if name in self.chosen:
            draw_focus_glow(canvas, rect, BLADE, px(5), 120)
        pygame.draw.rect(canvas, BLADE, rect, px(2), px(4))

    def _groups(self, model: Model) -> list[list[Mount]]:
        """Return the mounts of a model in groups of equal weapons in the same condition, one for each row."""
        groups: dict[object, list[Mount]] = {}
        for mount in model.card.mounts:
            groups.setdefault((mount.weapon, self._condition(model, mount)), []).append(mount)
        return list(groups.values())

    def _condition(self, model: Model, mount: Mount) -> tuple[str, Color]:
        """Return whether a weapon is damaged, used up, or has a stock, in words with their color."""
        if mount.id in model.damaged:
            return "Damaged", DANGER
        if mount.id in self.used:
            return "Fired", TEXT_FAINT
        return (stock_words(model, mount.id), BLADE) if mount.weapon.stock else ("", TEXT_FAINT)

    def _seen(self, model: Model, group: Sequence[Mount]) -> WeaponLook:
        """Return how to draw a group of weapons."""
        note, color = self._condition(model, group[0])
        ids = [mount.id for mount in group]
        is_lit, is_pointed = any(mount in self.weapons for mount in ids), self.hover_row in ids
        is_unusable = ids[0] in model.damaged or ids[0] in self.used
        shot = next((self.shots[mount] for mount in ids if mount in self.shots), None)
        return WeaponLook(is_lit, is_pointed, is_unusable, note, color, shot)

    def _aboard(self, canvas: pygame.Surface, model: Model, state: State, area: pygame.Rect) -> int:
        """Draw a line on who is aboard, if the ship has berths."""
        text = aboard_words(state, model)
        if not text or area.bottom > self._end:
            return area.top
        draw_text(canvas, (area.left, area.centery - px(2)), "Aboard", "tiny", TEXT_SOFT, anchor="midleft")
        pos, width = (area.left + px(58), area.centery - px(2)), area.width - px(60)
        draw_text(canvas, pos, text, "small", TEXT, anchor="midleft", width=width, may_shrink=True)
        hint = "Models aboard. Both players see the number. Only the owner sees which models they are."
        self._hints.append((area.move(0, -px(4)), f"Aboard: {text}. {hint}"))
        return area.bottom

    def _pills_height(self, model: Model, state: State, width: int) -> int:
        """Return the height of the rows of traits, states, and loads at a width of the card."""
        x, rows, area = 0, 1, width - px(10) - 2 * _margin(width)
        height = pill_size("x", "tiny")[1] + px(3)
        for text, _, _ in self._labels(model, state):
            width = pill_size(text, "tiny")[0]
            x, rows = (0, rows + 1) if x and x + width > area else (x, rows)
            x += width + px(4)
        return rows * height + px(6)

    def _labels(self, model: Model, state: State) -> list[tuple[str, Color, str]]:
        """Return the text, the color, and the rule of each load, state, and trait."""
        book = rulebook(state)
        loads = len(model.loads)
        also = [(text, ACCENT, hint) for text, hint in extra_labels(state, model)]
        texts = [(text, BLADE, hint) for text, _, hint in also[:loads]]
        texts += [(state_words(state, model, name), WARN, help_of(book.states, name)) for name in model.states]
        texts += also[loads:]
        return texts + [(trait.title, TEXT_SOFT, help_of(book.traits, trait.name)) for trait in model.card.traits]

    def _pills(self, canvas: pygame.Surface, model: Model, state: State, area: pygame.Rect) -> None:
        """Draw the loads, states, and traits in rows."""
        x, y = area.left, area.top
        names = {trait.title: trait.name for trait in model.card.traits}
        names |= {state_words(state, model, name): name for name in model.states}
        for text, color, hint in self._labels(model, state):
            width, height = pill_size(text, "tiny")
            if x + width > area.right:
                x, y = area.left, y + height + px(3)
            if y + height > min(self._end, self.page.bottom - px(2)):
                return
            rect = draw_pill(canvas, (x, y), text, color, anchor="topleft", role="tiny")
            self._mark_part(canvas, rect, names.get(text, ""))
            self._hints.append((rect, f"{text}: {hint}"))
            self._pills_at.append((rect, hint))
            x += width + px(4)


def _margin(width: int) -> int:
    """Return the space at both sides of the content of a card."""
    return px(10 if width < px(NARROW) else 14)


def _fire_dots(canvas: pygame.Surface, model: Model, state: State, pos: tuple[int, int]) -> int:
    """Draw a dot for each Fire Control, a circle once it is spent. Return the x of the left end."""
    left = draw_text(canvas, pos, "Fire", "tiny", WARN, anchor="midright").left - px(4)
    remaining = ratings.fire_control_left(state, model)
    for number in reversed(range(ratings.fire_control(state, model))):
        dot = pygame.Rect(left - px(9), pos[1] - px(4), px(9), px(9))
        draw_box(canvas, dot, WARN if number < remaining else WELL, radius=px(5), border=WARN)
        left = dot.left - px(3)
    return left - px(3)


def _rating_width(rating: Rating) -> int:
    """Return the width that a rating wants: that of its label or of its value."""
    value = text_size(rating.value, "value")[0] + text_size(f" {rating.became}", "small")[0]
    return max(text_size(rating.label, "tiny")[0], value) + px(10)


def _stat_rows(width: int) -> int:
    """Return the rows of ratings: two if one would be too narrow."""
    return 1 if (width - px(28)) / 6.5 >= px(STAT) else 2


def _describe_track(model: Model, track: str) -> str:
    use = TRACK_USES.get(track, "")
    return f"{track.capitalize()}: {remaining_words(model, track)} left. {use[:1].upper()}{use[1:]}".strip()


def _shot_facts(shots: Shots) -> tuple[object, ...]:
    return tuple((mount, isinstance(shot, Refusal), getattr(shot, "pool", None)) for mount, shot in shots.items())
