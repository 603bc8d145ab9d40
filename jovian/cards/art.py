"""Silhouettes: the polygons of which a model's picture is made, read from `assets/silhouettes`.

A drawing is a list of pieces seen from above, y from -1 (stern) to 1 (bow), x to starboard in the same unit. What is
mirrored is written once. The light falls from port, so every piece has a lit facet and a shaded one.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from jovian.cards.document import Document, read_document
from jovian.cards.load import ROOT

FOLDER = ROOT / "assets" / "silhouettes"
TONES = ("hull", "plate", "deep", "accent", "glow")
Points = tuple[tuple[float, float], ...]


class Facet(NamedTuple):
    """One polygon of a drawing."""

    points: Points
    tone: str
    """One of TONES."""
    lit: bool
    """Whether it faces the light."""


@cache
def drawings() -> dict[str, tuple[Facet, ...]]:
    """Every drawing by name. Raises CardError."""
    found: dict[str, tuple[Facet, ...]] = {}
    for path in sorted(FOLDER.glob("*.yaml")):
        document = read_document(path)
        if not isinstance(document.data, dict):
            raise document.error((), "a file of drawings maps names to lists of pieces")
        for name, pieces in document.data.items():
            if name in found:
                raise document.error((name,), f"another drawing is called '{name}'")
            found[name] = tuple(_facets(document, name, pieces))
    return found


def silhouette(name: str, *fallbacks: str) -> tuple[Facet, ...]:
    """The drawing of a name, or of the first fallback that has one, or the plain ship."""
    known = drawings()
    for each in (name, *fallbacks, "capital"):
        if each in known:
            return known[each]
    return ()


def _facets(document: Document, name: str, pieces: Any) -> Sequence[Facet]:
    if not isinstance(pieces, list) or not pieces:
        raise document.error((name,), "a drawing is a list of pieces")
    out: list[Facet] = []
    for index, piece in enumerate(pieces):
        where = (name, index)
        if not isinstance(piece, dict) or piece.get("tone") not in TONES or len(piece) != 2:
            raise document.error(where, f"a piece has a tone ({', '.join(TONES)}) and one of half, pair")
        if "half" not in piece and "pair" not in piece:
            raise document.error(where, "a piece is drawn as half or as pair")
        points = _points(document, where, piece["half"] if "half" in piece else piece["pair"])
        mirrored = tuple((-x + 0.0, y) for x, y in reversed(points))
        out += [Facet(mirrored, str(piece["tone"]), True), Facet(points, str(piece["tone"]), False)]
    return out


def _points(document: Document, where: tuple[str | int, ...], raw: Any) -> Points:
    corners = raw if isinstance(raw, list) else []
    good = len(corners) >= 3 and all(
        isinstance(p, list) and len(p) == 2 and all(type(v) in (int, float) and -1.2 <= v <= 1.2 for v in p)
        for p in corners
    )
    if not good:
        raise document.error(where, "needs at least three points [x, y] between -1.2 and 1.2")
    return tuple((float(x), float(y)) for x, y in corners)
