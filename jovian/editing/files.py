"""A draft read from its file and written to it."""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import wrap
from typing import Any

from jovian.cards import CardError
from jovian.cards.files import SCENARIO, expect
from jovian.cards.parsing import parse_document, read_text
from jovian.cards.scenario_schema import Scenario
from jovian.editing.draft import PLACES, Data, Draft, draft_of
from jovian.match.files import write_whole

# --- reading ---
# Drafts from files, whether what they say is right or not.


def read_draft(path: Path) -> Draft:
    """The draft of a scenario file. Raises CardError if it cannot be read at all."""
    return parse_draft(read_text(path), str(path))


def parse_draft(text: str, where: str) -> Draft:
    """The draft of a text. Raises CardError if it is no mapping, or plainly something else than a scenario."""
    document = expect(parse_document(text, where), SCENARIO)
    if not isinstance(document.data, dict):
        raise CardError(where, None, "a scenario is a mapping")
    return draft_of(document.data, _heading(text))


def _heading(text: str) -> str:
    """The comment above the first key."""
    lines = []
    for line in text.split("\n"):
        if not line.startswith("#"):
            break
        lines.append(line[1:].removeprefix(" ").rstrip())
    return "\n".join(lines)


# --- written ---
# A draft as the text of a scenario file: keys in the order of the format, one line a piece, short numbers.
#
# Written by hand, since a library has no idea which of two ways to say something a person would like to read.

WIDE = 120
"""Letters of a line."""
FIRST = ("id", "card", "kind", "rule", "side", "x", "y", "heading", "edge")
"""Keys with which the line of a piece begins."""
_ORDER = {key: number for number, key in enumerate(Scenario.model_fields)}
_PLAIN = re.compile(r"[A-Za-z](?:[A-Za-z0-9._/()'&+-]| (?! ))*")
_ALONE = re.compile(r"[A-Za-z](?:[A-Za-z0-9._/()'&+,-]| (?! ))*")
"""Texts that need no quotes, the second where no comma parts them from others."""
_WORDS = ("null", "true", "false", "yes", "no", "on", "off")
_CONTROL = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t"}


def format_scenario(draft: Draft) -> str:
    """The text of the file; reading it gives the same draft again."""
    said = [f"# {line}".rstrip() for line in draft.heading.split("\n")] if draft.heading else []
    for key in sorted(draft.data, key=lambda key: _ORDER.get(key, len(_ORDER))):
        said += _entry(key, draft.data[key])
    return "\n".join(said) + "\n"


def write_draft(draft: Draft, path: Path) -> None:
    """Write the file of a draft, all of it or none. Raises OSError."""
    write_whole(path, format_scenario(draft))


def _entry(key: str, value: Any) -> list[str]:
    """The lines of one key of the document."""
    if isinstance(value, str) and (len(value) > WIDE - len(key) - 4 or "\n" in value):
        return _text(key, value)
    if isinstance(value, list) and value and not all(_is_short(each) for each in value):
        return [f"{key}:", *(line for each in value for line in _piece(each))]
    flow = f"{key}: {_scalar(value, _ALONE) if _is_short(value) else _flow(value)}"
    if len(flow) > WIDE and isinstance(value, list):
        return [f"{key}:", *(f"  - {_flow(each)}" for each in value)]
    return [flow]


def _is_short(value: Any) -> bool:
    return not isinstance(value, dict | list)


def _piece(value: Any) -> list[str]:
    """A piece in one line, or in a line a key where it is too long for one."""
    flow = f"  - {_flow(value)}"
    if len(flow) <= WIDE or not isinstance(value, dict):
        return [flow]
    said = [f"{key}: {_flow(each)}" for key, each in _ordered(value)]
    return [f"  - {said[0]}", *(f"    {line}" for line in said[1:])]


def _ordered(value: Data) -> list[tuple[str, Any]]:
    rank = {key: number for number, key in enumerate(FIRST)}
    return sorted(value.items(), key=lambda each: rank.get(each[0], len(rank)))


def _text(key: str, value: str) -> list[str]:
    """A long text, folded; what folding would change is quoted."""
    body = value.removesuffix("\n")
    parts = body.split("\n")
    bad = any(part != " ".join(part.split()) or not part.isprintable() for part in parts) or not parts[0]
    if bad or not parts[-1] or len(body) < len(value) - 1:
        return [f"{key}: {_quoted(value)}"]
    said = [f"{key}: >" if len(body) < len(value) else f"{key}: >-"]
    for number, part in enumerate(parts):
        if number:
            said.append("")
        said += [f"  {line}" for line in wrap(part, WIDE - 2, break_long_words=False, break_on_hyphens=False)]
    return said


def _flow(value: Any) -> str:
    """A value in one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_scalar(key)}: {_flow(each)}" for key, each in _ordered(value)) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_flow(each) for each in value) + "]"
    return _scalar(value)


def _scalar(value: Any, plain: re.Pattern[str] = _PLAIN) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        bare = plain.fullmatch(value) and value.lower() not in _WORDS and not value.endswith(" ")
        return value if bare else _quoted(value)
    return f"{value:.{PLACES}f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def _quoted(value: str) -> str:
    return '"' + "".join(_CONTROL.get(each) or _escaped(each) for each in value) + '"'


def _escaped(letter: str) -> str:
    return letter if letter.isprintable() else f"\\U{ord(letter):08x}"
