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
from jovian.cards.fleet import FleetFile
from jovian.cards.names import CARGO
from jovian.cards.writing import format_document
from jovian.fleets.draft import FleetDraft, FleetLine, draft_of_data, line_cost
from jovian.fleets.status import Library
from jovian.fleets.text_lists import (
    KnownNames,
    ListProblem,
    foreign_line,
    is_fence,
    nearest,
    parse_text_list,
    unquoted,
)
from jovian.frozen import frozen

FORMAT, VERSION = "jovian-wars-fleet", 1
CODE = f"JW{VERSION}."
"""The beginning of a code of one line."""
MAX_UNPACKED = 65_536
"""The most bytes in a code."""


@frozen
class Import:
    """What was read from a list."""

    draft: FleetDraft
    format: str
    """`YAML`, `text`, `JSON`, or `code`."""
    problems: tuple[ListProblem, ...] = ()
    """What the draft doesn't have, because no card is known for it."""
    notes: tuple[ListProblem, ...] = ()
    """What the draft has with another price than the list says, and what surrounds the list."""
    corrected: FleetDraft | None = None
    """The draft with small spelling errors corrected, as the problems say. None if there are none."""

    def remarks(self) -> tuple[ListProblem, ...]:
        """Return the problems and notes in the order of their lines."""
        return tuple(sorted((*self.problems, *self.notes), key=lambda problem: problem.line or 0))

    def accepted(self) -> Import:
        """Return the import with the corrections of small spelling errors accepted."""
        if self.corrected is None:
            return self
        remaining = tuple(problem for problem in self.problems if not problem.meant)
        notes = tuple(ListProblem(problem.line, problem.meant) for problem in self.problems if problem.meant)
        return Import(self.corrected, self.format, remaining, (*notes, *self.notes))


# --- Writing ---


def format_yaml(draft: FleetDraft) -> str:
    """Return a draft as a fleet file."""
    return format_document({**draft.to_data(), "units": [_short(line) for line in draft.lines]})


def _short(line: FleetLine) -> str | dict[str, Any]:
    """Return a line as a person would write it: only the key of a plain unit."""
    return line.unit if line == FleetLine(line.unit) else line.to_data()


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
    lines, names = [f"{draft.name} ({draft.faction}, {draft.size} TV)"], KnownNames(library, draft.faction)
    for line in draft.lines:
        parts = [f"{line.count} {_unit_name(line, names, library)}" + (f' "{line.name}"' if line.name else "")]
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
    try:
        return draw_qr_code(format_code(draft), kind)
    except ValueError:
        raise CardError(draft.name, None, "is too large for a QR code") from None


def draw_qr_code(text: str, kind: str) -> bytes:
    """Return the picture of a text as a QR code, `svg` or `png`. Raises ValueError if it is too long."""
    import segno  # The window would start later.

    out = io.BytesIO()
    segno.make(text, error="l", micro=False).save(out, kind=kind, scale=4, border=4)
    return out.getvalue()


def _unit_name(line: FleetLine, names: KnownNames, library: Library) -> str:
    """Return the name of a unit, or its key if a reader couldn't find it by its name."""
    card = library.units.get(line.unit)
    return card.name if card is not None and names.find_unit(card.name) == line.unit else line.unit


def _cost(line: FleetLine, library: Library) -> int:
    return line_cost(line, library.units, library.upgrades)


# --- Reading ---

MAX_TEXT, MAX_LINES = 1 << 20, 20_000
"""The most characters and lines of a list."""
_YAML = re.compile(r"(?:name|faction|size|units) *:")


def read_list(text: str, library: Library, where: str = "list") -> Import:
    """Read a fleet list in any of the formats, with what surrounds it in a chat or a mail.

    Units, upgrades, and cargo without a card are left out and named among the problems. What surrounds the list is
    named among the notes. Raises CardError if the text has no list, or a malformed one, or a total that isn't the sum.
    """
    if len(text) > MAX_TEXT or text.count("\n") > MAX_LINES:
        raise CardError(where, None, f"a list must have at most {MAX_TEXT} characters and {MAX_LINES} lines")
    lines, notes = _without_surroundings([unquoted(line) for line in text.splitlines()])
    stripped = "\n".join(lines).strip()
    words = stripped.split()
    code = next((number for number, word in enumerate(words) if _CODE.match(word)), None)
    if stripped.startswith("{"):
        found = _read_json("\n".join(lines), library, where)
    elif any(_YAML.match(line) for line in lines):
        found = _known_part("YAML", parse_text("\n".join(lines), where), library)
    elif code is not None:
        found, notes = _read_code(words, code, library, where)
    else:
        return _read_text(text, library, where)
    return replace(found, notes=(*found.notes, *notes))


_CODE = re.compile(r"JW[0-9]+\.")


def _without_surroundings(lines: list[str]) -> tuple[list[str], tuple[ListProblem, ...]]:
    """Return the lines of a YAML or JSON list with all others emptied, and a note for each of these.

    If the text has a block of code, the list is in it.
    """
    fences = [number for number, line in enumerate(lines) if is_fence(line)]
    first = next((n for n, line in enumerate(lines) if _YAML.match(line) or line.lstrip().startswith("{")), 0)
    is_fenced = len(fences) > 1 and fences[0] < first < fences[1]
    start, end = (fences[0] + 1, fences[1]) if is_fenced else (first, len(lines))
    if end == len(lines) and lines and lines[first].lstrip().startswith("{"):
        end = next((n + 1 for n in range(len(lines) - 1, first - 1, -1) if lines[n].rstrip().endswith("}")), end)
    others = [number for number in (*range(start), *range(end, len(lines))) if number not in fences]
    notes = tuple(foreign_line(number + 1, lines[number]) for number in others if lines[number].strip())
    return [line if start <= number < end else "" for number, line in enumerate(lines)], notes


def _read_code(words: list[str], at: int, library: Library, where: str) -> tuple[Import, tuple[ListProblem, ...]]:
    """Read the code that begins with a word of a text. A mail program can have folded it into several."""
    end = at + 1
    while end < len(words) and _CODE_PART.fullmatch(words[end]):
        end += 1
    try:
        document, end = _unpack(words[at], where), at + 1
    except CardError:
        document = _unpack("".join(words[at:end]), where)
    others = " ".join(word for word in (*words[:at], *words[end:]) if not is_fence(word))
    return _known_part("code", document, library), (foreign_line(None, others),) if others else ()


_CODE_PART = re.compile(r"[A-Za-z0-9_-]+")


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
    units, total = plain.get("units"), data.get("tv")
    prices = [unit.get("tv") if isinstance(unit, dict) else None for unit in units] if isinstance(units, list) else []
    if isinstance(units, list):
        plain["units"] = [_without_price(unit) for unit in units]
    stated = (None, total) if type(total) is int else None
    return _known_part("JSON", Document(where, plain), library, [_whole(price) for price in prices], total=stated)


def _whole(price: object) -> int | None:
    return price if type(price) is int else None


def _without_price(unit: Any) -> Any:
    return {key: value for key, value in unit.items() if key != "tv"} if isinstance(unit, dict) else unit


def _read_text(text: str, library: Library, where: str) -> Import:
    found = parse_text_list(text, library, where)
    result = _known_part("text", found.document, library, found.prices, found.written, found.total)
    problems = sorted((*found.problems, *result.problems), key=lambda problem: problem.line or 0)
    return replace(result, problems=tuple(problems), notes=(*found.notes, *result.notes))


def _known_part(
    kind: str, document: Document, library: Library, prices: Sequence[int | None] = (), written: Sequence[str] = (),
    total: tuple[int | None, int] | None = None,
) -> Import:  # fmt: skip
    """Return what a document with the keys of a fleet file contains, as far as cards are known for it.

    Args:
        kind: The format.
        document: The document.
        library: The known cards.
        prices: The prices of the lines in the list.
        written: The units of the lines as they are written, if these aren't keys.
        total: The line of the total and its value.

    Raises:
        CardError: A key or value is wrong, or the total isn't the sum of the prices.

    """
    check_keys(FleetFile, document)
    data: Any = document.data
    draft = draft_of_data(data)
    known_names = KnownNames(library, draft.faction)
    kept: list[FleetLine] = []
    corrected: list[FleetLine] = []
    costs: list[int | None] = []
    problems: list[ListProblem] = []
    notes: list[ListProblem] = []
    for number, line in enumerate(draft.lines):
        row, price = document.line(("units", number)), prices[number] if prices else None
        meant = line
        if line.unit not in library.units:
            name, key = written[number] if written else line.unit, known_names.nearest_unit(line.unit)
            names = [card.name for card in library.units.values()] if written else list(library.units)
            cause = f"there is no unit card '{name}'{suggest_names(name, names, few=0)}, {line.count} left out"
            problems.append(ListProblem(row, cause, f"'{name}' is read as {library.units[key].name}" if key else ""))
            meant = replace(line, unit=key)
        known, best, unknown = _known_equipment(meant, library)
        problems += [ListProblem(row, cause, better) for cause, better in unknown]
        kept += [known] if line.unit in library.units else []
        corrected += [best] if best.unit in library.units else []
        is_complete = best.unit in library.units and all(better for _, better in unknown)
        cost = _cost(best, library) if is_complete else None
        costs.append(cost if price is None else price)
        if price is not None and cost is not None and price != cost:
            name = library.units[best.unit].name
            notes.append(ListProblem(row, f"{line.count} {name}: costs {cost} TV now, not {price}"))
    _check_total(document.file, total, costs)
    better_draft = replace(draft, lines=tuple(corrected)) if any(problem.meant for problem in problems) else None
    return Import(replace(draft, lines=tuple(kept)), kind, tuple(problems), tuple(notes), better_draft)


def _check_total(where: str, total: tuple[int | None, int] | None, costs: Sequence[int | None]) -> None:
    """Raise CardError if a total isn't the sum of the prices, or of today's costs of lines without a price."""
    known = [cost for cost in costs if cost is not None]
    if total is not None and len(known) == len(costs) and sum(known) != total[1]:
        raise CardError(where, total[0], f"the total is {total[1]} TV, but the units add up to {sum(known)} TV")


def _known_equipment(line: FleetLine, library: Library) -> tuple[FleetLine, FleetLine, list[tuple[str, str]]]:
    """Return a line with what it carries as far as it is known, the same with spelling errors corrected, and faults.

    A fault is the skipped part, and what the corrected line reads instead of it, or "".
    """
    faults: list[tuple[str, str]] = []

    def meant(what: str, name: str, known: Mapping[str, Any]) -> str:
        if name in known:
            return name
        key = nearest(name, known)
        cause = f"there is no {what} '{name}'{suggest_names(name, known, few=0)}, left out"
        faults.append((cause, f"'{name}' is read as {key}" if key else ""))
        return key

    cargo = [(name, meant("cargo", name, CARGO)) for name in line.cargo]
    upgrades = [(name, meant("upgrade", name, library.upgrades)) for name in line.upgrades]
    weapons = [(letter, name, meant("upgrade", name, library.upgrades)) for letter, name in line.hardpoints]
    known = replace(
        line, cargo=tuple(name for name, key in cargo if name == key),
        upgrades=tuple(name for name, key in upgrades if name == key),
        hardpoints=tuple((letter, name) for letter, name, key in weapons if name == key),
    )  # fmt: skip
    corrected = replace(
        line, cargo=tuple(key for _, key in cargo if key), upgrades=tuple(key for _, key in upgrades if key),
        hardpoints=tuple((letter, key) for letter, _, key in weapons if key),
    )  # fmt: skip
    return known, corrected, faults
