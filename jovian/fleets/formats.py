"""Fleet lists to share: YAML, text for a chat, JSON, and a code of one line. Each can be read back.

`read_list` finds out which of the four a text is. It names each thing that it can't use with its line, so nothing is
dropped in silence. A list is only data: its names are looked up among the cards.
"""

from __future__ import annotations

import base64
import binascii
import io
import json
import re
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from jovian.cards import CardError
from jovian.cards.building import check_keys, parse_text
from jovian.cards.files import Document, UnreadableFileError, parse_json, suggest_names
from jovian.cards.fleet import FleetList
from jovian.cards.names import CARGO, FACTIONS, slug
from jovian.cards.writing import format_document
from jovian.fleets.draft import FleetDraft, Line, draft_of_data, line_cost
from jovian.fleets.status import Library
from jovian.frozen import frozen

FORMAT, VERSION = "jovian-wars-fleet", 1
CODE = f"JW{VERSION}."
"""The beginning of a code of one line."""
MAX_UNPACKED = 65_536
"""The most bytes in a code."""


@frozen
class Problem:
    """Something in a list that the draft can't have, or has otherwise."""

    line: int | None
    """The line of the list, or None if the format has no lines."""
    cause: str

    def __str__(self) -> str:
        return self.cause if self.line is None else f"line {self.line}: {self.cause}"


@frozen
class Import:
    """What was read from a list."""

    draft: FleetDraft
    format: str
    """`YAML`, `text`, `JSON`, or `code`."""
    problems: tuple[Problem, ...] = ()
    """What the draft doesn't have, because no card is known for it."""
    notes: tuple[Problem, ...] = ()
    """What the draft has with another price than the list says."""


# --- Writing ---


def format_yaml(draft: FleetDraft) -> str:
    """Return a draft as a fleet file."""
    return format_document({**draft.to_data(), "units": [_short(line) for line in draft.lines]})


def _short(line: Line) -> str | dict[str, Any]:
    """Return a line as a person would write it: only the key of a plain unit."""
    return line.unit if line == Line(line.unit) else line.to_data()


def format_json(draft: FleetDraft, library: Library) -> str:
    """Return a draft as JSON: the keys of a fleet file, prices, and the version of the format."""
    units = [{**line.to_data(), "tv": _cost(line, library)} for line in draft.lines]
    total = sum(unit["tv"] for unit in units)
    data = {"format": FORMAT, "version": VERSION, **draft.to_data(), "tv": total, "units": units}
    return json.dumps(data, indent=2) + "\n"


def format_code(draft: FleetDraft) -> str:
    """Return a draft as one line of letters, digits, `-`, and `_`. A QR code can contain it."""
    raw = json.dumps(draft.to_data(), separators=(",", ":")).encode()
    return CODE + base64.urlsafe_b64encode(zlib.compress(raw, 9)).decode().rstrip("=")


def format_text(draft: FleetDraft, library: Library) -> str:
    """Return a draft as text for a chat: a heading, a line per unit with its price, and the total."""
    lines = [f"{draft.name} ({draft.faction}, {draft.size} TV)"]
    for line in draft.lines:
        parts = [f"{line.count} {_unit_name(line, draft, library)}" + (f' "{line.name}"' if line.name else "")]
        parts += [*line.upgrades, *(f"cargo {name}" for name in line.cargo)]
        parts += [f"{letter}: {library.upgrade_title(weapon)}" for letter, weapon in line.hardpoints]
        lines.append(f"- {' + '.join(parts)} = {_cost(line, library)}")
    return "\n".join([*lines, f"Total: {sum(_cost(line, library) for line in draft.lines)} TV"]) + "\n"


FORMATS: dict[str, Callable[[FleetDraft, Library], str]] = {
    "text": format_text, "code": lambda draft, _: format_code(draft), "json": format_json,
    "yaml": lambda draft, _: format_yaml(draft),
}  # fmt: skip
"""The formats by name."""


def make_qr_code(draft: FleetDraft, kind: str) -> bytes:
    """Return a picture of the code of a draft, `svg` or `png`. Raises CardError if the fleet is too large for one."""
    import segno  # The window would start later.

    try:
        code = segno.make(format_code(draft), error="l", micro=False)
    except segno.DataOverflowError:
        raise CardError(draft.name, None, "is too large for a QR code") from None
    out = io.BytesIO()
    code.save(out, kind=kind, scale=4, border=4)
    return out.getvalue()


def _unit_name(line: Line, draft: FleetDraft, library: Library) -> str:
    """Return the name of a unit, or its key if a reader couldn't find it by its name."""
    card = library.units.get(line.unit)
    return card.name if card is not None and _find_unit(card.name, draft.faction, library) == line.unit else line.unit


def _cost(line: Line, library: Library) -> int:
    return line_cost(line, library.units, library.upgrades)


# --- Reading ---


def read_list(text: str, library: Library, where: str = "list") -> Import:
    """Read a fleet list in any of the formats. Raises CardError if it is none of them, or malformed.

    Units, upgrades, and cargo without a card are left out and named among the problems.
    """
    stripped = text.strip()
    if stripped.startswith(CODE[:2]) and len(stripped.split()) == 1:
        return _known_part("code", _unpack(stripped, where), library)
    if stripped.startswith("{"):
        return _read_json(stripped, library, where)
    if re.search(r"^(name|faction|size|units)\s*:", stripped, re.MULTILINE):
        return _known_part("YAML", parse_text(text, where), library)
    return _read_text(text, library, where)


def _unpack(code: str, where: str) -> Document:
    """Return the document in a code. Raises CardError."""
    if not code.startswith(CODE):
        raise CardError(where, None, f"is a code of another version: this game reads {CODE}")
    packed = code.removeprefix(CODE)
    try:
        raw = base64.b64decode(packed + "=" * (-len(packed) % 4), altchars=b"-_", validate=True)
        unpacker = zlib.decompressobj()
        data = unpacker.decompress(raw, MAX_UNPACKED)
        if not unpacker.eof or unpacker.unused_data:
            raise CardError(where, None, "is not a whole code: letters are missing, or there are too many")
        return Document(where, parse_json(data.decode()))
    except (binascii.Error, ValueError, zlib.error):
        raise CardError(where, None, "is not a whole code: letters are missing, or were changed") from None
    except UnreadableFileError as error:
        raise CardError(where, None, error.cause) from None


def _read_json(text: str, library: Library, where: str) -> Import:
    try:
        data = parse_json(text)
    except UnreadableFileError as error:
        raise CardError(where, error.line, error.cause) from None
    if data.get("format", FORMAT) != FORMAT or data.get("version", VERSION) != VERSION:
        raise CardError(where, None, f"is another kind of list: the format must be {FORMAT}, version {VERSION}")
    plain = {key: value for key, value in data.items() if key not in ("format", "version", "tv")}
    units = plain.get("units")
    prices = [unit.get("tv") if isinstance(unit, dict) else None for unit in units] if isinstance(units, list) else []
    if isinstance(units, list):
        plain["units"] = [_without_price(unit) for unit in units]
    return _known_part("JSON", Document(where, plain), library, prices)


def _without_price(unit: Any) -> Any:
    return {key: value for key, value in unit.items() if key != "tv"} if isinstance(unit, dict) else unit


def _known_part(kind: str, document: Document, library: Library, prices: Sequence[object] = ()) -> Import:
    """Return what a document with the keys of a fleet file contains, as far as cards are known for it.

    `prices` are the prices of the lines in the list. Raises CardError for wrong keys and values.
    """
    check_keys(FleetList, document)
    data: Any = document.data
    draft = draft_of_data(data)
    kept: list[Line] = []
    problems: list[Problem] = []
    notes: list[Problem] = []
    for number, line in enumerate(draft.lines):
        row = document.line(("units", number))
        if line.unit not in library.units:
            near = suggest_names(line.unit, library.units, few=0)
            problems.append(Problem(row, f"there is no unit card '{line.unit}'{near}, {line.count} left out"))
            continue
        known, unknown = _known_equipment(line, library)
        problems += [Problem(row, cause) for cause in unknown]
        kept.append(known)
        price, now = prices[number] if prices else None, _cost(known, library)
        if isinstance(price, int) and price != now and not unknown:
            name = library.units[line.unit].name
            notes.append(Problem(row, f"{line.count} {name}: costs {now} TV now, not {price}"))
    return Import(replace(draft, lines=tuple(kept)), kind, tuple(problems), tuple(notes))


def _known_equipment(line: Line, library: Library) -> tuple[Line, list[str]]:
    """Return a line with the cargo and upgrades that are known, and a sentence for each that isn't."""
    unknown = [_unknown("cargo", name, CARGO) for name in line.cargo if name not in CARGO]
    carried = (*line.upgrades, *(weapon for _, weapon in line.hardpoints))
    unknown += [_unknown("upgrade", name, library.upgrades) for name in carried if name not in library.upgrades]
    known = replace(
        line,
        cargo=tuple(name for name in line.cargo if name in CARGO),
        upgrades=tuple(name for name in line.upgrades if name in library.upgrades),
        hardpoints=tuple(filled for filled in line.hardpoints if filled[1] in library.upgrades),
    )
    return known, unknown


def _unknown(what: str, name: str, known: Mapping[str, Any]) -> str:
    return f"there is no {what} '{name}'{suggest_names(name, known, few=0)}, left out"


# --- Reading text for a chat ---

_HEADING = re.compile(r"(?P<name>.+?)\s*\((?P<faction>[A-Za-z]+),\s*(?P<size>\d{1,5})\s*(?:TV|points)?\)")
_UNIT = re.compile(
    r"(?:[-*•]\s*)?(?:(?P<count>\d{1,9})\s*x?\s+)?(?P<unit>[^\"]+?)(?:\s*\"(?P<name>[^\"]*)\")?"
    r"(?P<more>(?:\s\+\s.*?)?)(?:\s*=\s*(?P<tv>\d{1,6})\s*(?:TV)?)?"
)
_TOTAL = re.compile(r"total\b.*", re.IGNORECASE)
_WEAPON = re.compile(r"(?P<letter>[a-z]):\s*(?P<name>.+)")


def _read_text(text: str, library: Library, where: str) -> Import:
    """Read a list as `format_text` writes it. People may leave out prices, bullets, and counts of 1."""
    rows = [(number, row.strip()) for number, row in enumerate(text.splitlines(), 1) if row.strip()]
    heading = _HEADING.fullmatch(rows[0][1]) if rows else None
    if heading is None:
        raise CardError(where, rows[0][0] if rows else None, "the first line of a list must be: Name (Faction, 250 TV)")
    faction = next((each for each in FACTIONS if each.lower() == heading["faction"].lower()), "")
    if not faction:
        cause = f"there is no faction '{heading['faction']}'{suggest_names(heading['faction'], FACTIONS)}"
        raise CardError(where, rows[0][0], cause)
    units: list[dict[str, Any]] = []
    rows_of_units: list[int] = []
    prices: list[int | None] = []
    for number, row in rows[1:]:
        if _TOTAL.fullmatch(row):
            continue
        found = _UNIT.fullmatch(row)
        if found is None:
            raise CardError(where, number, 'must be like: 2 Kestrel "Talon" + Ace Pilot = 38')
        units.append(_unit_of(found, faction, library))
        rows_of_units.append(number)
        prices.append(int(found["tv"]) if found["tv"] else None)
    if not units:
        raise CardError(where, rows[0][0], "has no units")
    data: Any = {"name": heading["name"], "faction": faction, "size": int(heading["size"]), "units": units}
    lines: dict[tuple[str | int, ...], int] = {("units", index): number for index, number in enumerate(rows_of_units)}
    document = Document(where, data, {(): rows[0][0], **lines})
    return _known_part("text", document, library, prices)


def _unit_of(found: re.Match[str], faction: str, library: Library) -> dict[str, Any]:
    """Return the line of a fleet file for a row of a text."""
    name = found["unit"].strip()
    data: dict[str, Any] = {"unit": _find_unit(name, faction, library) or f"{slug(faction)}/{slug(name) or 'unnamed'}"}
    data |= {"name": found["name"]} if found["name"] else {}
    data |= {"count": int(found["count"])} if found["count"] else {}
    for part in filter(None, (part.strip() for part in re.split(r"\s\+\s", found["more"]))):
        weapon = _WEAPON.fullmatch(part)
        if weapon:
            data.setdefault("hardpoints", {})[weapon["letter"]] = _find_upgrade(weapon["name"], library)
        elif part.lower().startswith("cargo "):
            data.setdefault("cargo", []).append(part[len("cargo ") :].strip())
        else:
            data.setdefault("upgrades", []).append(part)
    return data


def _find_upgrade(name: str, library: Library) -> str:
    """Return the key of the upgrade with a key or title. An unknown name stays."""
    titled = (key for key, card in library.upgrades.items() if card.title == name)
    return name if name in library.upgrades else next(titled, name)


def _find_unit(name: str, faction: str, library: Library) -> str:
    """Return the key of the unit with a name or key, first of the faction, or "" if there is none."""
    if name in library.units:
        return name
    found = [card for card in library.units.values() if card.name.lower() == name.lower()]
    found.sort(key=lambda card: card.faction != faction)
    return found[0].key if found else ""
