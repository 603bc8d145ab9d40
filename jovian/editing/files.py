"""Read a draft from a scenario file, and write one: keys in the order of the format, one line per piece."""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import wrap
from typing import Any

from jovian.cards import CardError
from jovian.cards.files import SCENARIO, expect
from jovian.cards.keys import keys_of
from jovian.cards.parsing import parse_document, read_text
from jovian.cards.scenario import ScenarioCard
from jovian.editing.draft import PLACES, Data, Draft, draft_of
from jovian.match.files import write_whole

# --- Reading ---


def read_draft(path: Path) -> Draft:
    """Return the draft of a scenario file, valid or not. Raises CardError if the file can't be read."""
    return parse_draft(read_text(path), str(path))


def parse_draft(text: str, where: str) -> Draft:
    """Return the draft of a text. Raises CardError if the text isn't a mapping or clearly isn't a scenario."""
    document = expect(parse_document(text, where), SCENARIO)
    if not isinstance(document.data, dict):
        raise CardError(where, None, "a scenario must be a mapping")
    return draft_of(document.data, _leading_comment(text))


def _leading_comment(text: str) -> str:
    """Return the comment above the first key."""
    lines = []
    for line in text.split("\n"):
        if not line.startswith("#"):
            break
        lines.append(line[1:].removeprefix(" ").rstrip())
    return "\n".join(lines)


# --- Writing ---
# A YAML library can't choose the form that is easiest to read, so this module writes the text itself.

LINE_LENGTH = 120
"""The maximum number of characters of a line."""
FIRST = ("id", "card", "kind", "rule", "side", "x", "y", "heading", "edge")
"""The first keys of a piece, in this order."""
_ORDER = {key: number for number, key in enumerate(keys_of(ScenarioCard))}
_PLAIN = re.compile(r"[A-Za-z](?:[A-Za-z0-9._/()'&+-]| (?! ))*")
_ALONE = re.compile(r"[A-Za-z](?:[A-Za-z0-9._/()'&+,-]| (?! ))*")
"""Texts that need no quotes. `_ALONE` applies outside of lists and mappings, where a comma needs none."""
_WORDS = ("null", "true", "false", "yes", "no", "on", "off")
_CONTROL = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t"}


def format_scenario(draft: Draft) -> str:
    """Return the text of the file. Reading it gives the same draft again."""
    lines = [f"# {line}".rstrip() for line in draft.heading.split("\n")] if draft.heading else []
    for key in sorted(draft.data, key=lambda key: _ORDER.get(key, len(_ORDER))):
        lines += _entry(key, draft.data[key])
    return "\n".join(lines) + "\n"


def write_draft(draft: Draft, path: Path) -> None:
    """Write a draft to a file, completely or not at all. Raises OSError."""
    write_whole(path, format_scenario(draft))


def _entry(key: str, value: Any) -> list[str]:
    """Return the lines of one key of the document."""
    if isinstance(value, str) and (len(value) > LINE_LENGTH - len(key) - 4 or "\n" in value):
        return _text(key, value)
    if isinstance(value, list) and value and not all(_is_short(item) for item in value):
        return [f"{key}:", *(line for item in value for line in _piece(item))]
    flow = f"{key}: {_scalar(value, _ALONE) if _is_short(value) else _flow(value)}"
    if len(flow) > LINE_LENGTH and isinstance(value, list):
        return [f"{key}:", *(f"  - {_flow(item)}" for item in value)]
    return [flow]


def _is_short(value: Any) -> bool:
    return not isinstance(value, dict | list)


def _piece(value: Any) -> list[str]:
    """Return a piece in one line, or in one line per key if it is too long."""
    flow = f"  - {_flow(value)}"
    if len(flow) <= LINE_LENGTH or not isinstance(value, dict):
        return [flow]
    lines = [f"{key}: {_flow(item)}" for key, item in _in_order(value)]
    return [f"  - {lines[0]}", *(f"    {line}" for line in lines[1:])]


def _in_order(value: Data) -> list[tuple[str, Any]]:
    rank = {key: number for number, key in enumerate(FIRST)}
    return sorted(value.items(), key=lambda item: rank.get(item[0], len(rank)))


def _text(key: str, value: str) -> list[str]:
    """Return a long text, folded. If folding would change it, quote it."""
    body = value.removesuffix("\n")
    paragraphs = body.split("\n")
    bad = any(text != " ".join(text.split()) or not text.isprintable() for text in paragraphs) or not paragraphs[0]
    if bad or not paragraphs[-1] or len(body) < len(value) - 1:
        return [f"{key}: {_quote(value)}"]
    lines = [f"{key}: >" if len(body) < len(value) else f"{key}: >-"]
    for number, text in enumerate(paragraphs):
        if number:
            lines.append("")
        folded = wrap(text, LINE_LENGTH - 2, break_long_words=False, break_on_hyphens=False)
        lines += [f"  {line}" for line in folded]
    return lines


def _flow(value: Any) -> str:
    """Return a value in one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_scalar(key)}: {_flow(item)}" for key, item in _in_order(value)) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_flow(item) for item in value) + "]"
    return _scalar(value)


def _scalar(value: Any, plain: re.Pattern[str] = _PLAIN) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        bare = plain.fullmatch(value) and value.lower() not in _WORDS and not value.endswith(" ")
        return value if bare else _quote(value)
    return f"{value:.{PLACES}f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def _quote(value: str) -> str:
    return '"' + "".join(_CONTROL.get(letter) or _escape(letter) for letter in value) + '"'


def _escape(letter: str) -> str:
    return letter if letter.isprintable() else f"\\U{ord(letter):08x}"
