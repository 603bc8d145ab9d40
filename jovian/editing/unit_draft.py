"""The draft of a unit card and its silhouette: new ones and copies, parts of a silhouette, problems, and files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import cos, pi, sin
from pathlib import Path

from jovian.cards import CardError, UnitCard, art, building, load
from jovian.cards.art import Facet, Points, drawings, silhouette
from jovian.cards.files import Shelf, about_key, files_in
from jovian.cards.fleet_builder import FORMS
from jovian.cards.keys import keys_of
from jovian.cards.names import KINDS, slug
from jovian.cards.writing import PLACES, format_document
from jovian.editing.card_forms import CARD_HELP
from jovian.editing.draft import Data, Draft, draft_of
from jovian.editing.problems import Problem, number_paths
from jovian.frozen import frozen
from jovian.match.files import write_whole

# --- Parts of a silhouette ---

MAX_PARTS = 60
REACH = 1.2
"""How far from the center a corner may be, in half lengths of the base."""
MIN_EXTENT = 0.02


@frozen
class SilhouettePart:
    """A polygon of a silhouette and its mirror image.

    x goes to starboard and y to the bow, both from -REACH to REACH.
    """

    tone: str
    """One of `art.TONES`."""
    points: Points
    """The corners of the starboard half."""

    @property
    def is_middle(self) -> bool:
        """Whether it touches the keel, so that both halves are one polygon."""
        return min(x for x, _ in self.points) <= 0

    @property
    def box(self) -> tuple[float, float, float, float]:
        """The smallest and largest x, and the smallest and largest y."""
        xs, ys = zip(*self.points, strict=True)
        return min(xs), max(xs), min(ys), max(ys)

    def moved(self, dx: float, dy: float) -> SilhouettePart:
        """Return the part moved as far as it stays within reach. One that touches the keel stays there."""
        left, right, low, high = self.box
        dx = 0.0 if self.is_middle else max(-left, min(REACH - right, dx))
        dy = max(-REACH - low, min(REACH - high, dy))
        return self._with_points(tuple((x + dx, y + dy) for x, y in self.points))

    def sized(self, width: float, length: float) -> SilhouettePart:
        """Return the part with another width and length around its center, or around the keel if it touches it."""
        left, right, low, high = self.box
        fixed_x, fixed_y = (0.0 if self.is_middle else (left + right) / 2), (low + high) / 2
        by_x = max(MIN_EXTENT, width) / max(MIN_EXTENT, right - left)
        by_y = max(MIN_EXTENT, length) / max(MIN_EXTENT, high - low)
        points = tuple((fixed_x + (x - fixed_x) * by_x, fixed_y + (y - fixed_y) * by_y) for x, y in self.points)
        return self._with_points(tuple((max(0.0, x), y) for x, y in points))

    def _with_points(self, points: Points) -> SilhouettePart:
        """Return the part with other corners, rounded as in a file, and none outside of reach."""
        return replace(self, points=tuple((_rounded(x), _rounded(y)) for x, y in points))

    def facets(self) -> tuple[Facet, Facet]:
        """Return the polygons that are drawn."""
        mirrored = tuple((-x + 0.0, y) for x, y in reversed(self.points))
        return Facet(mirrored, self.tone, True), Facet(self.points, self.tone, False)

    def covers(self, x: float, y: float) -> bool:
        """Return whether a point is in one of its polygons."""
        inside, x, before = False, abs(x), self.points[-1]
        for corner in self.points:
            if (corner[1] > y) != (before[1] > y):
                crossing = corner[0] + (y - corner[1]) / (before[1] - corner[1]) * (before[0] - corner[0])
                inside ^= x < crossing
            before = corner
        return inside

    def to_data(self) -> Data:
        """Return the part as a file has it."""
        return {"tone": self.tone, "half" if self.is_middle else "pair": [list(point) for point in self.points]}


def _rounded(value: float) -> float:
    return round(max(-REACH, min(REACH, value)), PLACES) + 0.0


_ROUND = tuple((0.25 * sin(pi * step / 8), 0.25 * cos(pi * step / 8)) for step in range(9))
SHAPES: dict[str, SilhouettePart] = {
    "Hull": SilhouettePart("hull", ((0, 0.8), (0.15, 0.8), (0.3, 0.5), (0.3, -0.6), (0.18, -0.8), (0, -0.8))),
    "Block": SilhouettePart("plate", ((0, 0.25), (0.15, 0.25), (0.15, -0.25), (0, -0.25))),
    "Wedge": SilhouettePart("hull", ((0, 0.5), (0.35, -0.4), (0, -0.4))),
    "Disc": SilhouettePart("plate", _ROUND)._with_points(_ROUND),
    "Wings": SilhouettePart("deep", ((0.2, 0.2), (0.55, -0.2), (0.55, -0.4), (0.2, -0.3))),
    "Pods": SilhouettePart("plate", ((0.3, 0.3), (0.4, 0.3), (0.45, 0.2), (0.45, -0.3), (0.3, -0.3))),
    "Engines": SilhouettePart("glow", ((0.08, -0.8), (0.22, -0.8), (0.22, -0.95), (0.08, -0.95))),
    "Stripe": SilhouettePart("accent", ((0, 0.05), (0.2, 0.05), (0.2, 0), (0, 0))),
}
"""The simple shapes that can be added."""


def parts_of(image: str, *fallbacks: str) -> tuple[SilhouettePart, ...]:
    """Return the parts of a drawing, or of the first fallback that is drawn."""
    return tuple(SilhouettePart(facet.tone, facet.points) for facet in silhouette(image, *fallbacks)[1::2])


# --- Drafts ---


@frozen
class UnitDraft:
    """A unit card and its silhouette while you edit them."""

    card: Draft
    parts: tuple[SilhouettePart, ...]

    @property
    def form(self) -> type:
        """The class whose keys the card has."""
        kind = self.card.data.get("kind")
        return FORMS[kind if kind in FORMS else KINDS[0]]

    @property
    def name(self) -> str:
        return str(self.card.data.get("name", ""))

    @property
    def key(self) -> str:
        """The key of the card, whether or not it is valid."""
        return f"{slug(str(self.card.data.get('faction', '')))}/{slug(self.name)}"

    @property
    def fallback(self) -> str:
        """The drawing that stands in for a missing one."""
        return str(self.card.data.get("squadron_type") or FALLBACKS.get(str(self.card.data.get("kind")), "capital"))

    @property
    def facets(self) -> tuple[Facet, ...]:
        """The polygons of its silhouette."""
        return tuple(facet for part in self.parts for facet in part.facets())

    def with_part(self, number: int, part: SilhouettePart | None) -> UnitDraft:
        """Return a draft with another part, or without it for None."""
        changed = () if part is None else (part,)
        return replace(self, parts=(*self.parts[:number], *changed, *self.parts[number + 1 :]))


_SHIP: Data = {
    "tv": 25, "role": "corvette", "base": "small", "speed": 4, "fire_control": 2, "turns": 2, "skill": 3, "unit_cap": 4,
    "armor": {"fore": 1, "side": 1}, "structure": [3, 2, 1], "defense": [3, 2, 1], "sensors": [2, 1],
    "thrusters": [2, 1],
    "weapons": [{"type": "Mass Driver", "arcs": ["fore", "port", "starboard"], "ac": 3, "as": 2}],
}  # fmt: skip
_SQUADRON: Data = {
    "tv": 9, "role": "fighter", "squadron_type": "fighter", "base": "hex", "speed": 8, "fire_control": 1, "skill": 3,
    "unit_cap": 4, "sensors": 2, "structure": [3, 2, 1], "fuel": [3, 2, 1],
    "weapons": [{"type": "Mass Driver", "ac": 1, "as": 3}],
}  # fmt: skip
VERSION = "1.2.4"
FALLBACKS = {"capital": "capital", "squadron": "fighter"}


def new_unit(faction: str, kind: str) -> UnitDraft:
    """Return the draft of a plain ship or squadron that a fleet could have."""
    name = "New Ship" if kind == KINDS[0] else "New Squadron"
    data = _SHIP if kind == KINDS[0] else _SQUADRON
    head = {"kind": kind, "faction": faction, "name": name, "version": VERSION}
    return UnitDraft(draft_of({**head, **data}), parts_of("", FALLBACKS[kind]))


def unit_draft(card: UnitCard) -> UnitDraft:
    """Return the draft of a card as its file has it."""
    draft = UnitDraft(draft_of(card.source), ())
    return replace(draft, parts=parts_of(card.image, draft.fallback))


def copy_of(draft: UnitDraft, taken: Mapping[str, UnitCard]) -> UnitDraft:
    """Return a draft with a name that no card of its faction has."""
    number, copied = 2, draft
    while copied.key in taken:
        copied = replace(draft, card=draft.card.with_value(("name",), f"{draft.name} {number}"))
        number += 1
    return copied


# --- Problems ---


def check_unit(
    draft: UnitDraft, taken: Mapping[str, UnitCard], own_key: str = ""
) -> tuple[UnitCard | None, list[Problem]]:
    """Return the card of a draft, or None, and the problems that its file would have.

    No other card of `taken` may have its key, except for `own_key`: the one in its own file.
    """
    document, where = number_paths("card", draft.card.data, keys_of(draft.form))
    try:
        card = building.unit(document)
    except CardError as error:
        return None, [Problem(where.get(fault.line or 0, ()), fault.parts) for fault in error.all()]
    problems = []
    if card.key in taken and card.key != own_key:
        problems.append(
            Problem(("name",), about_key("name", f"there is another {card.faction} card called {card.name}"))
        )
    if not draft.parts:
        problems.append(Problem((), "the silhouette needs a part"))
    return card, problems


# --- Files ---

SUFFIX = ".yaml"


def own_unit_file(key: str, shelf: Shelf) -> Path | None:
    """Return the file of a shelf that has the card of a key, or None."""
    for path in files_in(shelf.units):
        try:
            if load.load_unit(path).key == key:
                return path
        except CardError:
            continue
    return None


def format_unit(draft: UnitDraft) -> str:
    """Return the text of a card file. Reading it gives the same card."""
    order = {key: number for number, key in enumerate(CARD_HELP)}
    keys = sorted(draft.card.data, key=lambda key: order.get(key, len(order)))
    return format_document({key: draft.card.data[key] for key in keys}, draft.card.heading)


def save_unit(draft: UnitDraft, shelf: Shelf, path: Path | None = None, own_key: str = "") -> tuple[UnitDraft, Path]:
    """Write a card without problems, and its silhouette if that is a new one. Return the draft as saved, and its file.

    `path` is the file of the card, and `own_key` the key that the card had there. Without a file, or with another key,
    it becomes a new file on the shelf, and no file is replaced. Raises OSError.
    """
    faction, _, stem = draft.key.partition("/")
    if path is None or own_key != draft.key:
        path = _free_file(shelf.units / faction, stem)
    image = str(draft.card.data.get("image", stem))
    if image not in drawings() or draft.parts != parts_of(image):
        image = _own_image(f"{faction}-{stem}", shelf)
        draft = replace(draft, card=draft.card.with_value(("image",), image))
        text = format_document({image: [part.to_data() for part in draft.parts]})
        write_whole(shelf.silhouettes / f"{image}{SUFFIX}", text)
    write_whole(path, format_unit(draft))
    load.read_again()
    art.read_again()
    return draft, path


def _free_file(folder: Path, stem: str) -> Path:
    names = (stem, *(f"{stem}-{number}" for number in range(2, 1000)))
    return next(path for name in names if not (path := folder / f"{name}{SUFFIX}").exists())


def _own_image(name: str, shelf: Shelf) -> str:
    """Return a name for a silhouette: one with a file of its own on the shelf, or one that no drawing has."""
    names = (name, *(f"{name}-{number}" for number in range(2, 1000)))
    known = drawings()
    return next(each for each in names if each not in known or (shelf.silhouettes / f"{each}{SUFFIX}").is_file())
