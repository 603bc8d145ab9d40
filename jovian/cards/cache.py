"""Cache checked cards between starts, in a folder of JSON files.

A file is named by a hash of the card files and of the code that read them, so a file that is found is up to date. A
damaged file, or a folder that can't be read or written, is ignored, and the cards are read again. A file holds values
of a closed list of classes, and no code.
"""

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
from jovian.cards.scenario import PIECES, Placement, ScenarioCard, StationCard, Table, TerrainCard, ZoneCard
from jovian.frozen import freeze_mapping

# --- Packing ---
# Each card is listed once, after the cards that it contains, so that cards which shared a part share it again.

CLASSES: dict[str, type[Any]] = {
    kind.__name__: kind
    for kind in (
        Base, Extra, Mount, Slot, Trait, UnitCard, WeaponCard, UpgradeCard, Loaded, FleetEntry, FleetList,
        Placement, ScenarioCard, StationCard, Table, TerrainCard, ZoneCard,
    )
}  # fmt: skip
"""The classes inside a card, besides text, numbers, tuples, mappings, and the pieces of scenarios."""


def _find_class(name: str) -> type[Any] | None:
    """Return the class of a name inside a card, or None."""
    kinds = (kind for pieces in PIECES for kind in pieces.values())
    return CLASSES.get(name) or next((kind for kind in kinds if kind.__name__ == name), None)


CARD, FROZEN, MAPPING = "card", "frozen", "mapping"
"""The keys in JSON for a card (by its place in the list) and for mappings (by their pairs). A list is a tuple."""


def pack(value: object) -> str:
    """Return cards, and tuples and mappings of them, as a JSON text. Raises TypeError for anything else."""
    packer = _Packer()
    root = packer.to_json(value)
    return json.dumps([packer.listed, root], separators=(",", ":"))


def unpack(text: str) -> Any:
    """Return the value that `pack` was given. Nothing is checked again, because it was checked before.

    Raises ValueError, TypeError, KeyError, or IndexError for other texts.
    """
    listed, root = json.loads(text)
    cards: list[Any] = []
    for name, *values in listed:
        kind: Any = _find_class(name)
        if kind is None:
            raise KeyError(name)
        plain = zip(_field_names(kind), values, strict=True)
        cards.append(kind(**{field: _value(value, cards) for field, value in plain}))
    return _value(root, cards)


def _value(plain: Any, cards: list[Any]) -> Any:
    if isinstance(plain, list):
        return tuple([_value(value, cards) for value in plain])
    if not isinstance(plain, dict):
        return plain
    ((sign, content),) = plain.items()
    if sign == CARD:
        return cards[content]
    mapping = {key: _value(value, cards) for key, value in content}
    return freeze_mapping(mapping) if sign == FROZEN else mapping


@cache
def _field_names(kind: Any) -> tuple[str, ...]:
    return getattr(kind, "_fields", None) or tuple(field.name for field in fields(kind))


class _Packer:
    """Turns values into JSON and lists each card once."""

    def __init__(self) -> None:
        self.listed: list[list[Any]] = []
        self.places: dict[int, int] = {}
        """The place of a card in the list, by `id()`."""

    def to_json(self, value: Any) -> Any:
        """Return a value as JSON. Raises TypeError."""
        kind: Any = type(value)
        if value is None or kind in (bool, int, float, str):
            return value
        if kind is tuple:
            return [self.to_json(item) for item in value]
        if kind in (dict, MappingProxyType):
            sign = FROZEN if kind is MappingProxyType else MAPPING
            return {sign: [[key, self.to_json(item)] for key, item in value.items()]}
        if kind != _find_class(kind.__name__):
            raise TypeError(f"{kind.__name__} can't be packed")
        if id(value) not in self.places:
            values = [getattr(value, name) for name in _field_names(kind)]
            line = [kind.__name__, *(self.to_json(item) for item in values)]
            self.places[id(value)] = len(self.listed)
            self.listed.append(line)
        return {CARD: self.places[id(value)]}


# --- The cache folder ---

T = TypeVar("T")

MAX_BYTES = 4 << 20
"""The most bytes of a card file or a cache file."""
MAX_FILES = 60
"""The most files in the folder. The oldest are removed."""
MARSHAL_VERSION = 2
"""The version of marshal that writes equal data of equal types as equal bytes."""
CODE = Path(__file__).resolve().parents[0]
"""The folder of the code that builds cards."""

_folder: list[Path] = []


def cache_folder() -> Path | None:
    """Return the folder in which cards are cached, or None."""
    return _folder[0] if _folder else None


def keep_in(folder: Path | None) -> None:
    """Cache cards in a folder from now on, or nowhere if it is None. The first write creates the folder."""
    _folder[:] = [] if folder is None else [folder]


def key_of(*parts: str | bytes | None) -> str | None:
    """Return the cache key of these parts and of the code that builds cards.

    None if a part is None, or nothing is cached.
    """
    if not _folder or any(part is None for part in parts):
        return None
    digest = sha256(_code_digest())
    for part in parts:
        raw = part.encode() if isinstance(part, str) else part or b""
        digest.update(b"%d:" % len(raw) + raw)
    return digest.hexdigest()


def contents(paths: Iterable[Path]) -> bytes | None:
    """Return a digest of the contents of files in this order, or None if one can't be read."""
    digest = sha256()
    try:
        for path in paths:
            digest.update(sha256(read_bytes(path, MAX_BYTES)).digest())
    except UnreadableFileError:
        return None
    return digest.digest()


def plain_bytes(data: Any) -> bytes | None:
    """Return plain data as bytes that differ for different types, or None for other data."""
    try:
        return marshal.dumps(data, MARSHAL_VERSION)
    except ValueError:
        return None


def piece_code() -> bytes | None:
    """Return a digest of the code that defines the pieces of scenarios, or None if it can't be read."""
    return _contents_of(tuple(sorted({kind.__module__ for pieces in PIECES for kind in pieces.values()})))


@cache
def _contents_of(modules: tuple[str, ...]) -> bytes | None:
    return contents(Path(str(sys.modules[module].__file__)) for module in modules)


@cache
def _code_digest() -> bytes:
    """Return bytes that identify the code that builds cards, and the version of Python."""
    return sys.version.encode() + (contents(sorted(CODE.rglob("*.py"))) or b"")


def load_or_build(find_key: Callable[[], str | None], build: Callable[[], T]) -> tuple[T, str | None]:
    """Return the value in the cache, or build it and write it to the cache. Return its key, too, None if not cached.

    The key is computed again after the value was built, because files may have changed.
    """
    key = find_key()
    if key is None:
        return build(), None
    path = _folder[0] / f"{key}.json"
    cached: T | None = _read(path)
    if cached is not None:
        return cached, key
    value = build()
    try:
        text = pack(value)
    except TypeError:  # The value contains errors, which are reported at each start.
        return value, None
    if find_key() != key:
        return value, None
    _write(path, text.encode())
    return value, key


def _read(path: Path) -> T | None:
    """Return the value of a cache file, or None if the file is missing or damaged."""
    try:
        checksum, _, body = read_bytes(path, MAX_BYTES).partition(b"\n")
        if checksum != sha256(body).hexdigest().encode():
            return None
        value: T = unpack(body.decode())
        return value
    except (UnreadableFileError, ValueError, TypeError, KeyError, IndexError):
        return None


def _write(path: Path, body: bytes) -> None:
    """Write a cache file with its checksum. A failure is ignored: the cards are read again next time."""
    part = path.with_name(f".{os.getpid()}-{get_ident()}.part")
    with suppress(OSError):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            part.write_bytes(sha256(body).hexdigest().encode() + b"\n" + body)
            os.replace(part, path)
        finally:
            part.unlink(missing_ok=True)
        _remove_oldest(path.parent)


def _remove_oldest(folder: Path) -> None:
    paths = sorted(folder.iterdir(), key=lambda path: path.lstat().st_mtime)
    for path in paths[:-MAX_FILES]:
        path.unlink(missing_ok=True)
