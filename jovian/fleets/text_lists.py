"""Fleet lists in text as people paste them from a chat or a mail, and how they are found in what surrounds them.

A pasted list can have a greeting, quotation marks of a reply, a code fence, typographic quotes and dashes, other
bullets, and lines that a mail program folded. Each line is used or named. All patterns match in linear time, and the
number and the length of lines are limited.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from difflib import SequenceMatcher, get_close_matches
from typing import Any

from jovian.cards import CardError
from jovian.cards.files import Document, one_line, suggest_names
from jovian.cards.names import CARGO, FACTIONS, slug
from jovian.fleets.draft import MAX_LINES
from jovian.fleets.status import Library
from jovian.frozen import frozen

MAX_ROWS, MAX_ROW = 2000, 1000
"""The most lines of a list in text, and the most characters of a line."""
HEADING = "the first line of a list must be: Name (Faction, 250 TV)"
ITEM = 'must be like: 2 Kestrel "Talon" + Ace Pilot = 38'
SIGNS = str.maketrans({
    **dict.fromkeys("“”„‟«»″＂", '"'), **dict.fromkeys("‘’‚‛′", "'"), **dict.fromkeys("‐‑‒–—―−", "-"), "×": "x",
    **dict.fromkeys("\t\u00a0\u2007\u2009\u202f", " "),
    **dict.fromkeys("\u200b\u200c\u200d\u2060\ufeff\u00ad"),
})  # fmt: skip
"""Plain characters for those that programs put in their place. Invisible characters are removed."""


@frozen
class ListProblem:
    """Something in a list that the draft can't have, or has otherwise."""

    line: int | None
    """The line of the list, or None if the format has no lines."""
    cause: str
    meant: str = ""
    """What it was corrected to in `Import.corrected`, as a sentence, or "" if nothing is similar enough."""

    def __str__(self) -> str:
        return self.cause if self.line is None else f"line {self.line}: {self.cause}"


@frozen
class TextList:
    """A list in text with the keys of a fleet file, and what surrounds it."""

    document: Document
    prices: tuple[int | None, ...]
    """The price of each line of units in the list, None if it has none."""
    written: tuple[str, ...]
    """The unit of each line as it is written."""
    total: tuple[int, int] | None
    """The line of the total and its value, None if there is none."""
    problems: tuple[ListProblem, ...]
    notes: tuple[ListProblem, ...]
    """The lines around the list and its titles, which aren't part of the fleet."""


# --- Names ---

MAX_NAME = 80
"""The most characters of a name that is looked up."""


class KnownNames:
    """The known names of units and of what they carry. Capitals and punctuation of a name don't matter."""

    def __init__(self, library: Library, faction: str) -> None:
        self._keys = library.units
        self._units = {slug(card.name): card.key for card in library.units.values()}
        self._units |= {slug(card.name): card.key for card in library.units.values() if card.faction == faction}
        self.upgrades = {name.casefold(): name for name in library.upgrades}
        printed = {re.sub(r"^missile (\S+)", r"\1 missile", name): key for name, key in self.upgrades.items()}
        self.weapons = {card.title.casefold(): key for key, card in library.upgrades.items()} | printed | self.upgrades
        self.cargo = {name.casefold(): name for name in CARGO}

    def find_unit(self, name: str) -> str:
        """Return the key of the unit with a name or key, first of the faction, or "" if there is none."""
        return name if name in self._keys else self._units.get(slug(name[:MAX_NAME]), "")

    def nearest_unit(self, name: str) -> str:
        """Return the key of the unit that a name or key with a small spelling error must mean, or ""."""
        word = slug(name.rpartition("/")[2]) if len(name) <= MAX_NAME else ""
        return self._units.get(nearest(word, self._units), "")


def nearest(word: str, known: Iterable[str]) -> str:
    """Return the known word that a word with a small spelling error must mean, "" if none or several are as similar."""
    matches = get_close_matches(word, list(known), n=2, cutoff=0.8) if 0 < len(word) <= MAX_NAME else []
    if len(matches) == 2 and len({SequenceMatcher(None, match, word).ratio() for match in matches}) == 1:
        return ""
    return matches[0] if matches else ""


# --- Lines ---


@frozen
class _Row:
    number: int
    line: str
    """The line with plain signs, without quotation marks of a reply, bullet, and emphasis."""
    whole: str
    """The same with its bullet."""
    is_marked: bool
    """Whether it has a bullet."""

    @property
    def text(self) -> str:
        """The line with single spaces outside of the name of a model."""
        return _single_spaced(self.line)


_BULLET = re.compile(r"(?:[-*•·◦▪‣●○]|[0-9]{1,2}[.)](?= )) *")
_EMPHASIS = str.maketrans("", "", "*_`~#")
_FENCES = ("```", "~~~")


def unquoted(line: str) -> str:
    """Return a line without the quotation marks of a reply: `> > text` becomes `text`. Indentation stays."""
    start = line[: len(line) - len(line.lstrip("> \t"))]
    return line if ">" not in start else line[start.rindex(">") + 1 :].removeprefix(" ")


def is_fence(line: str) -> bool:
    """Return whether a line begins or ends a block of code in a chat."""
    return line.strip().startswith(_FENCES)


def _rows(text: str, where: str) -> Iterator[_Row]:
    """Yield the lines that aren't empty. Raises CardError if there are too many, or one is too long."""
    for number, raw in enumerate(text.splitlines(), 1):
        if number > MAX_ROWS:
            raise CardError(where, number, f"a list must have at most {MAX_ROWS} lines")
        if len(raw) > MAX_ROW:
            raise CardError(where, number, f"a line must have at most {MAX_ROW} characters")
        whole = unquoted(raw).translate(SIGNS).strip()
        if is_fence(whole) or not whole.strip("-=_*~#` "):
            continue
        bullet = _BULLET.match(whole)
        line = whole[bullet.end() :] if bullet else whole
        yield _Row(number, line.translate(_EMPHASIS).strip(), whole.translate(_EMPHASIS).strip(), bullet is not None)


def _single_spaced(text: str) -> str:
    parts = text.split('"')
    parts[::2] = [re.sub(" {2,}", " ", part) for part in parts[::2]]
    return '"'.join(parts).strip()


# --- The heading ---


@frozen
class _Heading:
    first: int
    """The index of its first row."""
    last: int
    name: str
    faction: str
    """The faction as it is written."""
    size: int

    @property
    def known_faction(self) -> str:
        """The faction, or "" if there is none of that name."""
        return next((faction for faction in FACTIONS if faction.lower() == self.faction.lower()), "")


_SIZE = re.compile(r" *([0-9]{1,5}) *(?:(?:TV|points|pts) *)?", re.IGNORECASE)


def _heading(text: str, first: int, last: int) -> _Heading | None:
    """Return the heading that a text is: `Name (Faction, 250 TV)`."""
    text = text.rstrip(" :.")
    name, _, inside = text.removesuffix(")").rpartition("(")
    faction, _, size = inside.partition(",")
    match = _SIZE.fullmatch(size)
    if not text.endswith(")") or match is None or not name.strip() or not faction.strip().isalpha():
        return None
    return _Heading(first, last, name.strip(), faction.strip(), int(match[1]))


def _headings(rows: Sequence[_Row]) -> Iterator[_Heading]:
    """Yield the headings, also those that were folded."""
    for index, row in enumerate(rows):
        following = rows[index + 1].whole if index + 1 < len(rows) else ""
        found = _heading(row.line, index, index)
        if found is None and (row.line.rfind("(") > row.line.rfind(")") or following.startswith("(")):
            found = _heading(f"{row.line} {following}", index, index + 1)
        if found is not None:
            yield found


# --- Units ---


@frozen
class _Item:
    """A line of units."""

    row: int
    text: str
    data: dict[str, Any]
    """The line of a fleet file."""
    written: str
    """The unit as it is written."""
    price: int | None
    is_known: bool
    """Whether there is a card for its unit."""
    is_all_known: bool
    """Whether there is a card for its unit and all that it carries."""
    is_formal: bool
    """Whether it has a bullet, a count, a name, equipment, or a price, as only units have."""


_PRICE = re.compile(
    r" ?(?:= ?([0-9]{1,6})(?: ?(?:TV|points|pts))?|[(:,-]? ?([0-9]{1,6}) ?(?:TV|points|pts)\)?)$", re.IGNORECASE
)
_COUNT_AFTER = re.compile(r"(.+) (?:x ?([0-9]{1,3})|\(x?([0-9]{1,3})x?\))", re.IGNORECASE)
_WEAPON = re.compile(r"([a-z]): ?(.+)")
_TOTAL = re.compile(r"total\b", re.IGNORECASE)
_SUM = re.compile(r"([0-9]{1,9})(?: ?(?:/|of) ?[0-9]{1,9})? ?(?:TV|points|pts)", re.IGNORECASE)
_NUMBER = re.compile(r"([0-9]{1,9})")
_UNFINISHED = re.compile(r"(?: [+=]| \+ [a-z]:)$")


def _item(row: int, text: str, faction: str, names: KnownNames, *, is_marked: bool) -> _Item | None:
    """Return the units that a text names, or None if it isn't like a line of units."""
    body = text.rstrip(" ,;")
    price = _PRICE.search(body)
    parts = (body[: price.start()] if price else body).split('"')
    if len(parts) not in (1, 3) or (len(parts) == 3 and parts[2].strip() and not parts[2].startswith(" + ")):
        return None
    head, *carried = parts[0].strip().split(" + ")
    carried += parts[2].split(" + ")[1:] if len(parts) == 3 else []
    count, name = _counted(head.strip(), names)
    if not name:
        return None
    unit = names.find_unit(name)
    data: dict[str, Any] = {"unit": unit or f"{slug(faction)}/{slug(name[:60]) or 'unnamed'}"}
    data |= {"name": parts[1]} if len(parts) == 3 and parts[1] else {}
    data |= {"count": int(count)} if count else {}
    known = [_carry(data, part.strip(), names) for part in carried if part.strip()]
    given = price[1] or price[2] if price else None
    is_formal = is_marked or bool(count or given or known or len(parts) == 3)
    return _Item(row, text, data, name, int(given) if given else None, bool(unit), bool(unit) and all(known), is_formal)


def _counted(head: str, names: KnownNames) -> tuple[str, str]:
    """Return the number of units, "" if there is none, and their name: `2 Fury`, `2x Fury`, or `Fury x2`."""
    name = head.lstrip("0123456789")
    count = head[: len(head) - len(name)]
    if count and len(count) < 10 and name[:1].lower() in ("x", " ") and name.strip():
        return count, (name[3:] if name[:3].lower() == " x " else name[1:]).strip()
    after = None if names.find_unit(head) else _COUNT_AFTER.fullmatch(head)
    return (after[2] or after[3], after[1].strip()) if after else ("", head)


def _carry(data: dict[str, Any], part: str, names: KnownNames) -> bool:
    """Add what a unit carries to its line, and return whether it is known."""
    weapon = _WEAPON.fullmatch(part)
    if weapon:
        known, name = names.weapons, weapon[2].strip()
        data.setdefault("hardpoints", {})[weapon[1]] = known.get(name.casefold(), name)
    else:
        is_cargo = part.lower().startswith("cargo ")
        known, name = (names.cargo, part[len("cargo ") :].strip()) if is_cargo else (names.upgrades, part)
        data.setdefault("cargo" if is_cargo else "upgrades", []).append(known.get(name.casefold(), name))
    return name.casefold() in known


class _Reader:
    """Reads the rows below the heading, and joins those that were folded."""

    def __init__(self, faction: str, names: KnownNames, where: str) -> None:
        self._faction, self._names, self._where = faction, names, where
        self.items: list[_Item] = []
        self.total: tuple[int, int] | None = None
        self._is_open = False
        """Whether the last item can continue in the next row."""

    def read(self, row: _Row) -> None:
        """Read one row. Raises CardError if it can't be a part of a list."""
        if self._is_open and (longer := self._joined(row)) is not None:
            self.items[-1] = longer
            return
        total = _TOTAL.match(row.text)
        number = (_SUM.search(row.text, total.end()) or _NUMBER.search(row.text, total.end())) if total else None
        if number is not None:
            if self.total is not None:
                raise CardError(self._where, row.number, "a second total: paste one list at a time")
            self.total, self._is_open = (row.number, int(number[1])), False
            return
        item = self._parse(row.number, row.text, is_marked=row.is_marked)
        self.items.append(item or _Item(row.number, row.text, {}, "", None, False, False, True))
        if sum(each.is_formal for each in self.items) > MAX_LINES:
            raise CardError(self._where, row.number, f"units: must hold at most {MAX_LINES}")
        self._is_open = True

    def _parse(self, number: int, text: str, *, is_marked: bool) -> _Item | None:
        return _item(number, text, self._faction, self._names, is_marked=is_marked)

    def _joined(self, row: _Row) -> _Item | None:
        """Return the last item with a row that continues it, None if the row is an item of its own."""
        last = self.items[-1]
        is_name_open = last.text.count('"') % 2 == 1
        text = _single_spaced(f"{last.text} {row.whole if is_name_open else row.line}")
        joined = self._parse(last.row, text, is_marked=last.is_formal)
        if len(text) > MAX_ROW:
            return None
        must = is_name_open or bool(_UNFINISHED.search(last.text)) or last.text.rstrip("xX").isdigit()
        must = must or row.whole.startswith(("+ ", "= ", '"')) or row.text.upper() in ("TV", "POINTS", "PTS")
        if must and (joined is not None or is_name_open):
            return joined or replace(last, text=text)
        if row.is_marked or last.price is not None or joined is None or not joined.is_all_known:
            return None
        alone = self._parse(row.number, row.text, is_marked=False)
        return None if alone is not None and alone.is_known else joined


def parse_text_list(text: str, library: Library, where: str) -> TextList:
    """Return the list in a text: a heading, a line per unit, and optionally a total.

    Lines can be without price, bullet, and a count of 1. Raises CardError if the text has no list, or more than one.
    """
    rows = list(_rows(text, where))
    headings = list(_headings(rows))
    heading = next((each for each in headings if each.known_faction), headings[0] if headings else None)
    if heading is None:
        raise CardError(where, rows[0].number if rows else None, HEADING)
    line, faction = rows[heading.first].number, heading.known_faction
    if not faction:
        cause = f"there is no faction '{heading.faction}'{suggest_names(heading.faction, FACTIONS)}"
        raise CardError(where, line, cause)
    names = KnownNames(library, faction)
    for other in headings:
        if other.first > heading.last and other.known_faction and not names.find_unit(other.name):
            raise CardError(where, rows[other.first].number, "a second list begins here: paste one list at a time")
    reader = _Reader(faction, names, where)
    for row in rows[heading.last + 1 :]:
        reader.read(row)
    units = [item for item in reader.items if _is_meant(item, names)]
    for item in units:
        if not item.data:
            raise CardError(where, item.row, ITEM)
    if not units:
        raise CardError(where, line, "has no units")
    end = max(units[-1].row, reader.total[0] if reader.total else 0)
    others = [item for item in reader.items if item not in units]
    titles = [item for item in others if item.row > end or item.text.endswith(":")]
    data: Any = {
        "name": heading.name, "faction": faction, "size": heading.size, "units": [item.data for item in units],
    }  # fmt: skip
    lines: dict[tuple[str | int, ...], int] = {("units", index): item.row for index, item in enumerate(units)}
    before = [(row.number, row.text) for row in rows[: heading.first]]
    return TextList(
        Document(where, data, {(): line, **lines}), tuple(item.price for item in units),
        tuple(item.written for item in units), reader.total,
        tuple(foreign_line(item.row, item.text) for item in others if item not in titles),
        tuple(foreign_line(number, words) for number, words in (*before, *((item.row, item.text) for item in titles))),
    )  # fmt: skip


def _is_meant(item: _Item, names: KnownNames) -> bool:
    """Return whether a line of a text is meant as units, and isn't a greeting."""
    return item.is_known or item.is_formal or bool(names.nearest_unit(item.written))


def foreign_line(number: int | None, text: str) -> ListProblem:
    """Return what is said of words that aren't part of a list."""
    return ListProblem(number, f"'{one_line(text, 60)}' isn't part of a fleet, left out")
