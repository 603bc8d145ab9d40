"""Typefaces: Manrope from its package, pygame's own font where that is missing, the system's for letters of neither.

Names and seeds are typed in any script; whoever types Japanese has a font for it installed.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path
from typing import Any

import pygame
import pygame.freetype

_FILES = {"medium": "Medium", "semibold": "SemiBold", "bold": "Bold"}
_WIDE = (
    "cjk", "yugothic", "meiryo", "msgothic", "yahei", "jhenghei", "malgun", "hiragino", "pingfang", "sdgothic",
    "wenquanyi", "wqy", "droidsansfallback", "nanum", "ipa", "takao", "arialunicode", "notosans", "segoeui",
    "dejavusans", "arial",
)  # fmt: skip
"""Parts of the names of fonts that hold many letters, those of whole languages first."""
MOST = 24
"""How many fonts of the system are looked into."""

Font = Any
"""A freetype font; untyped, since the stubs do not know that a size may be a pair (width and height of an em)."""


def _package_file(package: str, inner: str) -> Path | None:
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        return None
    path = Path(spec.origin).parent / inner
    return path if path.is_file() else None


@cache
def font_file(weight: str) -> str | None:
    """The file of a weight; None stands for pygame's own font."""
    path = _package_file("font_manrope", f"files/Manrope-{_FILES[weight]}.ttf")
    return str(path) if path else None


def _loaded(path: str | None) -> Font:
    if not pygame.freetype.get_init():
        pygame.freetype.init()
    font = pygame.freetype.Font(path)
    font.pad = True
    font.kerning = True
    return font


@cache
def face(weight: str) -> Font:
    """The font of a weight."""
    return _loaded(font_file(weight))


@cache
def system_files() -> tuple[str, ...]:
    """The files of fonts of the system that may hold what ours lacks, the likeliest first."""
    names = sorted(pygame.font.get_fonts())
    likely = [name for part in _WIDE for name in names if part in name]
    found = (pygame.font.match_font(name) for name in list(dict.fromkeys(likely))[:MOST])
    return tuple(path for path in found if path)


@cache
def _system_face(path: str) -> Font | None:
    try:
        return _loaded(path)
    except (OSError, pygame.error):
        return None


def _holds(font: Font, letter: str) -> bool:
    return font.get_metrics(letter, size=16)[0] is not None


@cache
def _face_of(weight: str, letter: str) -> Font:
    """The font that has a letter; the one of the weight, which draws a box, where none has."""
    own = face(weight)
    if letter.isascii() or _holds(own, letter):
        return own
    others = (_system_face(path) for path in system_files())
    return next((font for font in others if font is not None and _holds(font, letter)), own)


def runs(weight: str, text: str) -> Iterator[tuple[Font, str]]:
    """A text in parts, each with the font that has its letters."""
    if text.isascii():
        yield face(weight), text
        return
    for font, part in groupby(text, lambda letter: _face_of(weight, letter)):
        yield font, "".join(part)
