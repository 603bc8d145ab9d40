"""Text: fonts, sizes, drawing, wrapping, and the cache for surfaces.

Texts are drawn at whole pixels with a shadow of one pixel. A text that doesn't fit is wrapped or cut with an ellipsis.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from functools import cache as functools_cache
from functools import lru_cache
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

import pygame
import pygame.freetype

from jovian.cards.page_texts import CITATION
from jovian.ui.kit.theme import ACCENT, SCALE, SHADOW, TEXT, TYPE, Color, Rgba, mix_colors, px

# --- Surface cache ---

_caches: list[SurfaceCache] = []


def cached_pixels() -> int:
    """Return the pixels of all surfaces in all caches. A pixel takes 4 bytes."""
    return sum(cache.pixels for cache in _caches)


def clear_caches() -> None:
    """Drop the surfaces of all caches."""
    for cache in _caches:
        cache.clear()


def age_caches() -> None:
    """Let the surfaces of all caches become old, until they are used again."""
    for cache in _caches:
        cache.age()


def drop_old_surfaces() -> None:
    """Drop the old surfaces of all caches."""
    for cache in _caches:
        cache.drop_old()


class SurfaceCache:
    """Surfaces by key, limited by count and by pixels. The least recently used ones are dropped first."""

    def __init__(self, most: int, pixels: int = 12_000_000) -> None:
        self.most = most
        self.limit = pixels
        self.pixels = 0
        self.built = 0
        """The number of surfaces made so far. Tests read it."""
        self._kept: OrderedDict[Hashable, pygame.Surface] = OrderedDict()
        self._old: dict[Hashable, pygame.Surface] = {}
        """Surfaces that weren't used since the last `age`."""
        _caches.append(self)

    def __len__(self) -> int:
        return len(self._kept) + len(self._old)

    def get(self, key: Hashable, build: Callable[[], pygame.Surface]) -> pygame.Surface:
        """Return the surface of a key. Build it if it isn't cached."""
        cached = self._kept.get(key)
        if cached is not None:
            self._kept.move_to_end(key)
            return cached
        if key in self._old:
            return self._kept.setdefault(key, self._old.pop(key))
        surface = build()
        self.built += 1
        self._kept[key] = surface
        self.pixels += _pixels(surface)
        while len(self) > 1 and (len(self) > self.most or self.pixels > self.limit):
            oldest = self._old or self._kept
            self.pixels -= _pixels(oldest.pop(next(iter(oldest))))
        return surface

    def clear(self) -> None:
        """Drop all surfaces."""
        self.age()
        self.drop_old()

    def age(self) -> None:
        """Let all surfaces become old, until they are used again."""
        self._old = {**self._old, **self._kept}
        self._kept.clear()

    def drop_old(self) -> None:
        """Drop the old surfaces."""
        self._old.clear()
        self.pixels = sum(map(_pixels, self._kept.values()))


def _pixels(surface: pygame.Surface) -> int:
    """Return the pixels that a surface keeps in memory: those of its parent."""
    width, height = surface.get_abs_parent().get_size()
    return width * height


def trimmed(image: pygame.Surface) -> pygame.Surface:
    """Return the visible part of a picture as a subsurface. `get_abs_offset` is its place in the picture."""
    return image.subsurface(image.get_bounding_rect())


# --- Fonts ---
#
# The font is Manrope from its package, or pygame's own font without it. For letters in neither (names can be in any
# script) a system font is used.

_FILES = {"medium": "Medium", "semibold": "SemiBold", "bold": "Bold"}
_WIDE = (
    "cjk", "yugothic", "meiryo", "msgothic", "yahei", "jhenghei", "malgun", "hiragino", "pingfang", "sdgothic",
    "wenquanyi", "wqy", "droidsansfallback", "nanum", "ipa", "takao", "arialunicode", "notosans", "segoeui",
    "dejavusans", "arial",
)  # fmt: skip
"""Parts of the names of fonts with many letters. Fonts for whole languages come first."""
GLYPHS = 512
"""Glyphs that a font keeps: those of all sizes and colors."""
ASCII_LETTERS = "".join(map(chr, range(32, 127)))
MAX_FONTS = 24
"""Most system fonts to open."""

Font = Any
"""A freetype font. It is untyped because the stubs don't know that a size may be a pair (width and height of an em)."""


def _package_file(package: str, inner: str) -> Path | None:
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        return None
    path = Path(spec.origin).parent / inner
    return path if path.is_file() else None


@functools_cache
def font_file(weight: str) -> str | None:
    """Return the font file of a weight, or None for pygame's own font."""
    path = _package_file("font_manrope", f"files/Manrope-{_FILES[weight]}.ttf")
    return str(path) if path else None


def _loaded(path: str | None) -> Font:
    if not pygame.freetype.get_init():
        pygame.freetype.init(cache_size=GLYPHS)
    font = pygame.freetype.Font(path)
    font.pad = True
    font.kerning = True
    return font


@functools_cache
def face(weight: str) -> Font:
    """Return the font of a weight."""
    return _loaded(font_file(weight))


@functools_cache
def system_files() -> tuple[str, ...]:
    """Return the files of system fonts that may have missing letters, the likeliest first."""
    names = sorted(pygame.font.get_fonts())
    likely = [name for part in _WIDE for name in names if part in name]
    files = (pygame.font.match_font(name) for name in list(dict.fromkeys(likely))[:MAX_FONTS])
    return tuple(path for path in files if path)


@functools_cache
def _system_face(path: str) -> Font | None:
    try:
        return _loaded(path)
    except (OSError, pygame.error):
        return None


def _holds(font: Font, letter: str) -> bool:
    return font.get_metrics(letter, size=16)[0] is not None


@functools_cache
def _face_of(weight: str, letter: str) -> Font:
    """Return a font that has a letter. Without one, return the font of the weight, which draws a box."""
    own = face(weight)
    if letter.isascii() or _holds(own, letter):
        return own
    others = (_system_face(path) for path in system_files())
    return next((font for font in others if font is not None and _holds(font, letter)), own)


def font_runs(weight: str, text: str) -> Iterator[tuple[Font, str]]:
    """Yield the parts of a text, each with a font that has its letters."""
    if text.isascii():
        yield face(weight), text
        return
    for font, part in groupby(text, lambda letter: _face_of(weight, letter)):
        yield font, "".join(part)


# --- Text ---

Size = tuple[float, float]
"""Width and height of an em in pixels."""
DrawnText = tuple[pygame.Rect, str]
"""The visible box of a text, and the complete text."""
_texts = SurfaceCache(3000, 8_000_000)


@lru_cache(maxsize=200)
def _scaled(role: str, factor: float) -> tuple[str, Size]:
    """Return the weight of a role, and its size at an interface scale."""
    look = TYPE[role]
    size = max(7, round(look.size * factor))
    return look.weight, (size * look.narrow, float(size))


def _look(role: str) -> tuple[str, Size]:
    """Return the weight and the current size of a role."""
    return _scaled(role, SCALE.factor)


@lru_cache(maxsize=8000)
def _width(font: Font, size: Size, text: str) -> int:
    return int(font.get_rect(text, size=size).width)


@lru_cache(maxsize=100)
def _height(weight: str, size: Size) -> int:
    return int(face(weight).get_rect("Ag", size=size).height)


@lru_cache(maxsize=8000)
def _laid_out(weight: str, size: Size, text: str) -> tuple[tuple[tuple[Font, str, int], ...], int]:
    """Return the words with font and x, and the total width. Blanks have the same width in spite of hinting."""
    blank = max(3, round(size[0] * 0.3))
    x, words = 0, []
    for index, word in enumerate(text.split(" ")):
        x += blank if index else 0
        for font, part in font_runs(weight, word) if word else ():
            words.append((font, part, x))
            x += _width(font, size, part)
    return tuple(words), x


def clear_texts() -> None:
    """Drop the measured, cut, and wrapped texts, because other games have other texts."""
    for cached in (_width, _laid_out, _cut, _wrapped, cites_rule):
        cached.cache_clear()


def kept_texts() -> int:
    """Return the number of cached texts."""
    return sum(cached.cache_info().currsize for cached in (_width, _laid_out, _cut, _wrapped, cites_rule))


def text_size(text: str, role: str = "body") -> tuple[int, int]:
    """Return the width and height of a text in pixels."""
    weight, size = _look(role)
    return _laid_out(weight, size, text)[1], _height(weight, size)


def line_height(role: str = "body") -> int:
    """Return the height of a line of a role, including leading."""
    return text_size("Ag", role)[1] + max(2, int(_look(role)[1][1]) // 6)


def load_letters(role: str) -> None:
    """Load the letters of a role, so that its first text is drawn fast."""
    weight, size = _look(role)
    face(weight).render(ASCII_LETTERS, size=size)


def render_text(text: str, role: str = "body", color: Color = TEXT, shadow: bool = True) -> pygame.Surface:
    """Return the text as a cached surface. Don't change it."""
    weight, size = _look(role)
    return _texts.get((weight, size, text, color, shadow), lambda: _rendered(weight, size, text, color, shadow))


def _rendered(weight: str, size: Size, text: str, color: Color, shadow: bool) -> pygame.Surface:
    words, width = _laid_out(weight, size, text)
    line = face(weight).get_sized_ascender(size[1])
    image = pygame.Surface((width + 1, _height(weight, size) + 1), pygame.SRCALPHA)
    layers: list[tuple[Color | Rgba, int]] = [(SHADOW, 1), (color, 0)] if shadow else [(color, 0)]
    for ink, shift in layers:
        for font, word, x in words:
            y = line - font.get_sized_ascender(size[1])
            picture = font.render(word, fgcolor=ink, size=size)[0].convert(
                image
            )  # In its own format, it is drawn slowly.
            image.blit(picture, (x + shift, y + shift))
    return image


class DrawnLine(NamedTuple):
    """A line of text in the window, in which the pointer can be on a term of the rules."""

    rect: pygame.Rect
    """Its visible part."""
    left: int
    text: str
    role: str
    is_link: bool
    """Whether a click on a term opens its rule, too."""


class NotedTexts:
    """The drawn texts that the pointer can ask about.

    A tooltip shows a text that was cut with an ellipsis. A click on a text that cites a rule opens the rule, and a key
    opens that of a term.
    """

    def __init__(self) -> None:
        self.cut: list[DrawnText] = []
        self.cited: list[DrawnText] = []
        self.lines: list[DrawnLine] = []
        self.size = (0, 0)
        """The size of the window. Lines on smaller surfaces, such as pictures, aren't noted."""
        self.tooltip = ""
        """The text of the tooltip in the picture, "" without one."""

    def note(self, surface: pygame.Surface, rect: pygame.Rect, text: str, whole: str) -> None:
        """Note a text that was drawn, if it was cut or cites a rule."""
        is_citing = cites_rule(whole)
        if text != whole or is_citing:
            self.add(surface, rect, whole, is_cut=text != whole, is_citing=is_citing)

    def add(
        self, surface: pygame.Surface, rect: pygame.Rect, text: str, *, is_cut: bool = False, is_citing: bool = False
    ) -> None:
        """Add a text that stands for what was drawn in a rectangle."""
        visible = rect.clip(surface.get_clip())
        if visible.width and visible.height:
            self.cut += [(visible, text)] * is_cut
            self.cited += [(visible, text)] * is_citing

    def note_line(self, surface: pygame.Surface, rect: pygame.Rect, text: str, role: str, is_link: bool) -> None:
        """Note a line that was drawn in the window."""
        visible = rect.clip(surface.get_clip()) if surface.get_size() == self.size else rect
        if visible is not rect and visible.width and visible.height:
            self.lines.append(DrawnLine(visible, rect.left, text, role, is_link))

    def clear(self, size: tuple[int, int] = (0, 0)) -> None:
        """Forget all texts before a new picture of that size is drawn."""
        self.cut.clear()
        self.cited.clear()
        self.lines.clear()
        self.size = size
        self.tooltip = ""

    def cover(self, rect: pygame.Rect) -> None:
        """Forget texts in an area that was drawn over."""
        self.cut = [text for text in self.cut if not text[0].colliderect(rect)]
        self.cited = [text for text in self.cited if not text[0].colliderect(rect)]
        self.forget_lines(rect)

    def forget_lines(self, rect: pygame.Rect) -> None:
        """Forget the lines in an area that has explanations of its own."""
        self.lines = [line for line in self.lines if not line.rect.colliderect(rect)]

    def line_at(self, pos: tuple[int, int]) -> DrawnLine | None:
        """Return the line at a point, the one drawn last, or None."""
        return next((line for line in reversed(self.lines) if line.rect.collidepoint(pos)), None)

    def cut_at(self, pos: tuple[int, int]) -> DrawnText | None:
        """Return the cut text at a point, the one drawn last, or None."""
        return next((text for text in reversed(self.cut) if text[0].collidepoint(pos)), None)

    def cited_at(self, pos: tuple[int, int]) -> DrawnText | None:
        """Return the text at a point that cites a rule, the one drawn last, or None."""
        return next((text for text in reversed(self.cited) if text[0].collidepoint(pos)), None)

    @contextmanager
    def apart(self) -> Iterator[NotedTexts]:
        """Note what is drawn in the `with` block elsewhere, and yield where."""
        noted, before = NotedTexts(), (self.cut, self.cited, self.lines)
        self.cut, self.cited, self.lines = noted.cut, noted.cited, noted.lines
        try:
            yield noted
        finally:
            noted.cut, noted.cited, noted.lines = self.cut, self.cited, self.lines
            self.cut, self.cited, self.lines = before

    def extend(self, other: NotedTexts) -> None:
        """Add the texts of a part of the picture that wasn't drawn again."""
        self.cut += other.cut
        self.cited += other.cited
        self.lines += other.lines


WRITTEN = NotedTexts()


@lru_cache(maxsize=4000)
def cites_rule(text: str) -> bool:
    """Return whether a text cites a place in the rulebook."""
    return CITATION.search(text) is not None


def draw_text(
    surface: pygame.Surface, pos: tuple[float, float], text: str, role: str = "body", color: Color = TEXT, *,
    anchor: str = "topleft", width: int | None = None, shadow: bool = True, may_shrink: bool = False,
    is_link: bool = False, whole: str = "",
) -> pygame.Rect:  # fmt: skip
    """Draw one line with its `anchor` (a Rect attribute, such as `midright`) at `pos`, and return its box.

    A line wider than `width` is drawn smaller if it `may_shrink`, and cut if it is still too wide. `is_link`: a click
    on a term of the rules in it opens the rule. `whole`: the text that a short one stands for, shown by a tooltip.
    """
    whole = whole or text
    if width is not None:
        role = fitting_role(text, role, width) if may_shrink else role
        text = cut_text(text, role, width)
    image = render_text(text, role, color, shadow)
    rect = image.get_rect()
    setattr(rect, anchor, (round(pos[0]), round(pos[1])))
    surface.blit(image, rect)
    WRITTEN.note(surface, rect, text, whole)
    WRITTEN.note_line(surface, rect, text, role, is_link)
    return rect


def draw_citation(
    surface: pygame.Surface, pos: tuple[float, float], text: str, *, anchor: str = "topleft", width: int | None = None
) -> pygame.Rect:
    """Draw a place in the rulebook, underlined as a link, and return its box. Other texts are not underlined.

    If a place is too wide, its end is drawn, at least the last part.
    """
    is_citing = cites_rule(text)
    shown = fit_citation(text, "small", width) if is_citing and width is not None else text
    rect = draw_text(surface, pos, shown, "small", ACCENT, anchor=anchor, width=width, whole=text)
    if is_citing:
        surface.fill(mix_colors(ACCENT, (0, 0, 0), 0.5), (rect.left, rect.bottom - px(3), rect.width, 1))
    return rect


@lru_cache(maxsize=4000)
def _cut(text: str, role: str, width: int, factor: float) -> str:
    if text_size(text, role)[0] <= width:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if text_size(text[:middle].rstrip() + "…", role)[0] <= width:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + "…" if low else "…"


def cut_text(text: str, role: str, width: int) -> str:
    """Return the text, cut with an ellipsis if it is too wide."""
    return _cut(text, role, width, SCALE.factor)


SMALLER = {
    "heading": ("strong", "label"), "strong": ("label", "tiny"), "button": ("small", "tiny"), "body": ("label", "tiny"),
    "caps": ("tiny",), "label": ("tiny",), "small": ("tiny",),
}  # fmt: skip
"""The roles for a text that is too long for its role, by that role."""


def fitting_role(text: str, role: str, width: int) -> str:
    """Return the role, or the first smaller one in which a line is not too wide, else the smallest."""
    roles = (role, *SMALLER.get(role, ()))
    return next((each for each in roles if text_size(text, each)[0] <= width), roles[-1])


def fit_citation(place: str, role: str, width: int) -> str:
    """Return as much of a place in the rulebook as fits into a line, from its end: at least its last part."""
    parts = place.removeprefix("v1.2.4 ").split(" > ")
    texts = (place, *(" > ".join(parts[start:]) for start in range(len(parts))))
    return next((text for text in texts if text_size(text, role)[0] <= width), parts[-1])


@lru_cache(maxsize=2000)
def _wrapped(text: str, role: str, width: int, factor: float) -> tuple[str, ...]:
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for word in paragraph.split(" "):
            trial = f"{line} {word}" if line else word
            if line and text_size(trial, role)[0] > width:
                lines.append(line)
                line = word
            else:
                line = trial
        lines.append(line)
    return tuple(_cut(line, role, width, factor) for line in lines)


def wrap(text: str, role: str, width: int) -> tuple[str, ...]:
    """Return the text in lines that are not too wide. A word that doesn't fit is cut."""
    return _wrapped(text, role, width, SCALE.factor)


def draw_wrapped(
    surface: pygame.Surface, rect: pygame.Rect, text: str, role: str = "body", color: Color = TEXT, *,
    is_link: bool = False,
) -> int:  # fmt: skip
    """Draw as many lines of a wrapped text as fit into a rectangle. Return the y after the last line.

    If the text doesn't fit, the last line is cut, and a tooltip shows the complete text. `is_link`: as in `draw_text`.
    """
    y, step = rect.top, line_height(role)
    lines = wrap(text, role, rect.width)
    max_lines = max(0, (rect.height + 2) // step)
    for index, line in enumerate(lines[:max_lines]):
        if index == max_lines - 1 and len(lines) > max_lines:
            draw_text(surface, (rect.left, y), _cut(f"{line} …", role, rect.width, SCALE.factor), role, color)
            WRITTEN.add(surface, rect, text, is_cut=True)
        else:
            draw_text(surface, (rect.left, y), line, role, color, is_link=is_link)
        y += step
    return y
