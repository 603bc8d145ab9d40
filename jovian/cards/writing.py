"""Write plain data as YAML in the form that is easiest to read: one line per piece, long texts folded.

A YAML library can't choose this form. Reading the text gives the same data again.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import Any

LINE_LENGTH = 120
"""The maximum number of characters of a line."""
PLACES = 4
"""The number of decimals of a number."""
_PLAIN = re.compile(r"[A-Za-z](?:[A-Za-z0-9._/()'&+-]| (?! ))*")
_ALONE = re.compile(r"[A-Za-z](?:[A-Za-z0-9._/()'&+,-]| (?! ))*")
"""Texts that need no quotes. `_ALONE` applies outside of lists and mappings, where a comma needs none."""
_WORDS = ("null", "true", "false", "yes", "no", "on", "off")
_CONTROL = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t"}


def format_document(data: Mapping[str, Any], heading: str = "") -> str:
    """Return the text of a file with its keys in the order of the data, below `heading` as a comment."""
    lines = [f"# {line}".rstrip() for line in heading.split("\n")] if heading else []
    for key, value in data.items():
        lines += _entry(key, value)
    return "\n".join(lines) + "\n"


def in_order(value: Any, first: Sequence[str]) -> Any:
    """Return plain data with some keys of each mapping first, in that order. The other keys keep their order."""
    if isinstance(value, Mapping):
        rank = {key: number for number, key in enumerate(first)}
        keys = sorted(value, key=lambda key: rank.get(key, len(rank)))
        return {key: in_order(value[key], first) for key in keys}
    return [in_order(item, first) for item in value] if isinstance(value, list) else value


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
    lines = [f"{key}: {_flow(item)}" for key, item in value.items()]
    return [f"  - {lines[0]}", *(f"    {line}" for line in lines[1:])]


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
        return "{" + ", ".join(f"{_scalar(key)}: {_flow(item)}" for key, item in value.items()) + "}"
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
