"""Load silhouettes: the polygons that draw a model.

A drawing is a list of pieces seen from above. y goes from -1 (stern) to 1 (bow), x to starboard in the same unit. A
file lists one half of each mirrored piece. The light comes from port, so each piece has a lit and a shaded facet.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from jovian.cards.files import (
    SILHOUETTES,
    CardError,
    Document,
    KeyPath,
    Shelf,
    expect,
    files_in,
    shelves,
    suggest_names,
)
from jovian.cards.parsing import read_document

TONES = ("hull", "plate", "deep", "accent", "glow")
Points = tuple[tuple[float, float], ...]


class Facet(NamedTuple):
    """One polygon of a drawing."""

    points: Points
    tone: str
    """One of TONES."""
    lit: bool
    """Whether it faces the light."""


Drawings = dict[str, tuple[Facet, ...]]


def drawings() -> Drawings:
    """Return all drawings on the shelves by name. A file with an error is skipped; `undrawn` returns the error."""
    return _drawings(shelves())[0]


def undrawn() -> tuple[CardError, ...]:
    """Return the errors of the files that were skipped."""
    return _drawings(shelves())[1]


@cache
def _drawings(from_shelves: tuple[Shelf, ...]) -> tuple[Drawings, tuple[CardError, ...]]:
    found: Drawings = {}
    faults: list[CardError] = []
    for shelf in from_shelves:
        here: Drawings = {}
        for path in files_in(shelf.silhouettes):
            try:
                here |= load_drawings(path, here)
            except CardError as error:
                faults.append(error)
        found |= here
    return found, tuple(faults)


def read_again() -> None:
    """Read the drawings of the shelves again at the next use, because a file was changed."""
    _drawings.cache_clear()


def load_drawings(path: str | Path, others: Collection[str] = ()) -> Drawings:
    """Load the drawings of a file by name. Their names must not be among `others`. Raises CardError."""
    document = expect(read_document(Path(path)), SILHOUETTES)
    if not isinstance(document.data, dict):
        raise document.error((), "a file of drawings maps names to lists of pieces")
    found: Drawings = {}
    for name, pieces in document.data.items():
        document.add_error_if(name in others, (name,), f"another drawing is called '{name}'")
        with document.noting():
            found[name] = tuple(_facets(document, name, pieces))
    document.settle()
    return found


def silhouette(name: str, *fallbacks: str) -> tuple[Facet, ...]:
    """Return the drawing of a name, else of the first fallback that has one, else of a plain ship."""
    known = drawings()
    for candidate in (name, *fallbacks, "capital"):
        if candidate in known:
            return known[candidate]
    return ()


def _facets(document: Document, name: str, pieces: Any) -> Sequence[Facet]:
    if not isinstance(pieces, list) or not pieces:
        raise document.error((name,), "a drawing is a list of pieces")
    out: list[Facet] = []
    for index, piece in enumerate(pieces):
        with document.noting():
            out += _piece(document, (name, index), piece)
    return out


def _piece(document: Document, where: KeyPath, piece: Any) -> list[Facet]:
    """Return the two facets of a piece: a half and its mirror image, or a pair."""
    if not isinstance(piece, dict) or len(piece) != 2 or "tone" not in piece or {"half", "pair"}.isdisjoint(piece):
        raise document.error(where, "a piece has a tone and one of half, pair")
    tone = piece["tone"]
    if tone not in TONES:
        raise document.error((*where, "tone"), f"no tone is called '{tone}'{suggest_names(tone, TONES)}")
    points = _points(document, where, piece["half"] if "half" in piece else piece["pair"])
    mirrored = tuple((-x + 0.0, y) for x, y in reversed(points))
    return [Facet(mirrored, str(tone), True), Facet(points, str(tone), False)]


def _points(document: Document, where: KeyPath, raw: Any) -> Points:
    corners = raw if isinstance(raw, list) else []
    good = len(corners) >= 3 and all(
        isinstance(p, list) and len(p) == 2 and all(type(v) in (int, float) and -1.2 <= v <= 1.2 for v in p)
        for p in corners
    )
    if not good:
        raise document.error(where, "needs at least three points [x, y] between -1.2 and 1.2")
    return tuple((float(x), float(y)) for x, y in corners)
