"""Cards that were read once are kept, packed, for the next start."""

from __future__ import annotations

import json
import marshal
import os
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import fields
from functools import cache
from hashlib import sha256
from pathlib import Path
from threading import get_ident
from types import MappingProxyType
from typing import Any, TypeVar

from jovian.cards.files import UnreadableFileError, read_bytes
from jovian.cards.fleet import (
    Base,
    Extra,
    FleetEntry,
    FleetList,
    Loaded,
    Mount,
    Slot,
    Trait,
    UnitCard,
    UpgradeCard,
    WeaponCard,
)
from jovian.cards.scenario import PieceCard, Placement, ScenarioCard, StationCard, TerrainCard, ZoneCard
from jovian.frozen import freeze_mapping

# --- packing ---
# Cards as a JSON text, and back. No schema is asked on the way back: what is packed was checked before.
#
# Cards are listed once each, those that a card is made of before it, so that what shared one shares it again.

CLASSES: dict[str, type[Any]] = {
    each.__name__: each
    for each in (
        Base, Extra, Mount, Slot, Trait, UnitCard, WeaponCard, UpgradeCard, Loaded, FleetEntry, FleetList,
        PieceCard, Placement, ScenarioCard, StationCard, TerrainCard, ZoneCard,
    )
}  # fmt: skip
"""All that a card is made of, besides texts, numbers, tuples and mappings."""
CARD, FROZEN, MAPPING = "card", "frozen", "mapping"
"""What stands for a card, by its place in the list, and for mappings, by their pairs; a list stands for a tuple."""


def packed(value: object) -> str:
    """Cards, and tuples and mappings of them, as a text. Raises TypeError for anything else."""
    packer = _Packer()
    root = packer.plain(value)
    return json.dumps([packer.listed, root], separators=(",", ":"))


def unpacked(text: str) -> Any:
    """What `packed` made a text of. Raises ValueError, TypeError, KeyError or IndexError for another text."""
    listed, root = json.loads(text)
    cards: list[Any] = []
    for name, *given in listed:
        kind = CLASSES[name]
        if len(given) != len(_names(kind)):
            raise ValueError(f"{name} has other fields")
        cards.append(kind(*[_value(each, cards) for each in given]))
    return _value(root, cards)


def _value(plain: Any, cards: list[Any]) -> Any:
    if isinstance(plain, list):
        return tuple([_value(each, cards) for each in plain])
    if not isinstance(plain, dict):
        return plain
    ((sign, what),) = plain.items()
    if sign == CARD:
        return cards[what]
    pairs = [(key, _value(each, cards)) for key, each in what]
    return freeze_mapping(dict(pairs)) if sign == FROZEN else dict(pairs)


def _names(kind: type[Any]) -> tuple[str, ...]:
    """The fields of a card, in the order in which they are given."""
    known = _NAMES.get(kind)
    if known is None:
        known = _NAMES[kind] = getattr(kind, "_fields", None) or tuple(each.name for each in fields(kind))
    return known


_NAMES: dict[type[Any], tuple[str, ...]] = {}


class _Packer:
    """Lists cards as they come up."""

    def __init__(self) -> None:
        self.listed: list[list[Any]] = []
        self.places: dict[int, int] = {}
        """By the identity of a card."""

    def plain(self, value: Any) -> Any:
        """What stands for a value in JSON. Raises TypeError."""
        kind = type(value)
        if value is None or kind in (bool, int, float, str):
            return value
        if kind is tuple:
            return [self.plain(each) for each in value]
        if kind in (dict, MappingProxyType):
            sign = FROZEN if kind is MappingProxyType else MAPPING
            return {sign: [[key, self.plain(item)] for key, item in value.items()]}
        if CLASSES.get(kind.__name__) is not kind:
            raise TypeError(f"{kind.__name__} is not kept")
        if id(value) not in self.places:
            given = [getattr(value, name) for name in _names(kind)]
            line = [kind.__name__, *(self.plain(each) for each in given)]
            self.places[id(value)] = len(self.listed)
            self.listed.append(line)
        return {CARD: self.places[id(value)]}


# --- keeping ---
# A folder of checked cards, each file named by all that its cards were made of: texts, and the code that read them.
#
# So a file is right or it is not found. What is damaged, or cannot be read or written, is done without: cards are
# read as if nothing were kept. A file holds values of a closed list of classes and no code.

T = TypeVar("T")

MAX_BYTES = 4 << 20
"""Of a file of either kind."""
MOST = 60
"""Files in the folder; the oldest give way."""
ALIKE = 2
"""The form of marshal in which equal data of equal types are equal bytes."""
CODE = Path(__file__).resolve().parents[0]
"""Where all of it lies that makes cards."""

_folder: list[Path] = []


def keep_in(folder: Path | None) -> None:
    """Keep cards in this folder from now on, made when something is written; None to keep nothing."""
    _folder[:] = [] if folder is None else [folder]


def key_of(*parts: str | bytes | None) -> str | None:
    """What stands for these parts in this order; None if one is None, or nothing is kept."""
    if not _folder or any(each is None for each in parts):
        return None
    found = sha256(_code())
    for each in parts:
        raw = each.encode() if isinstance(each, str) else each or b""
        found.update(b"%d:" % len(raw) + raw)
    return found.hexdigest()


def contents(paths: Iterable[Path]) -> bytes | None:
    """What stands for the contents of files in this order; None if one cannot be read."""
    found = sha256()
    try:
        for path in paths:
            found.update(sha256(read_bytes(path, MAX_BYTES)).digest())
    except UnreadableFileError:
        return None
    return found.digest()


def plain_bytes(data: Any) -> bytes | None:
    """What stands for plain data, of one type or another; None for any other."""
    try:
        return marshal.dumps(data, ALIKE)
    except ValueError:
        return None


@cache
def _code() -> bytes:
    """What stands for the code that makes cards, and the Python that runs it."""
    return sys.version.encode() + (contents(sorted(CODE.rglob("*.py"))) or b"")


def load_or_build(asked: Callable[[], str | None], made: Callable[[], T]) -> tuple[T, str | None]:
    """What is kept under a key, or else is made and kept, and the key; None for what cannot be kept.

    The key is asked for again after it was made: files may have changed in between.
    """
    key = asked()
    if key is None:
        return made(), None
    path = _folder[0] / f"{key}.json"
    found: T | None = _read(path)
    if found is not None:
        return found, key
    found = made()
    try:
        text = packed(found)
    except TypeError:  # there is something wrong among it, which is told anew at each start
        return found, None
    if asked() != key:
        return found, None
    _write(path, text.encode())
    return found, key


def _read(path: Path) -> T | None:
    """What a file holds, None if it is not there or not as it was written."""
    try:
        sum_, _, body = read_bytes(path, MAX_BYTES).partition(b"\n")
        if sum_ != sha256(body).hexdigest().encode():
            return None
        found: T = unpacked(body.decode())
        return found
    except (UnreadableFileError, ValueError, TypeError, KeyError, IndexError):
        return None


def _write(path: Path, body: bytes) -> None:
    part = path.with_name(f".{os.getpid()}-{get_ident()}.part")
    with suppress(OSError):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            part.write_bytes(sha256(body).hexdigest().encode() + b"\n" + body)
            os.replace(part, path)
        finally:
            part.unlink(missing_ok=True)
        _thin(path.parent)


def _thin(folder: Path) -> None:
    """Remove the oldest files beyond MOST."""
    found = sorted(folder.iterdir(), key=lambda path: path.lstat().st_mtime)
    for path in found[:-MOST]:
        path.unlink(missing_ok=True)
