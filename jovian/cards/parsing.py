"""Read safe YAML into plain data, with the line of each value.

Only mappings, lists, text, numbers, true, false, and null are allowed. Tags, anchors, aliases, duplicate keys, and
second documents are errors, so a file can't build objects, grow without limit, or give a key twice. Plain scalars
follow YAML 1.2: `yes`, `1:30`, and dates are text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import yaml

from jovian.cards.files import (
    CardError,
    Document,
    KeyPath,
    Plain,
    UnreadableFileError,
    decoded,
    one_line,
    read_bytes,
    unshowable,
)

MAX_BYTES = 262_144
MAX_DEPTH = 24
MAX_NODES = 50_000

_INT = re.compile(r"[-+]?[0-9]{1,15}")
_FLOAT = re.compile(r"[-+]?([0-9]{1,15}(\.[0-9]{0,15})?|\.[0-9]{1,15})([eE][-+]?[0-9]{1,2})?")
_WORDS: dict[str, bool | None] = {
    "": None, "~": None, "null": None, "Null": None, "NULL": None,
    "true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False,
}  # fmt: skip
_LOADER: type[yaml.SafeLoader] | type[yaml.CSafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def read_text(path: Path) -> str:
    """Return the text of a file. Raises CardError if it is missing, not a file, too large, or not UTF-8."""
    try:
        return decoded(read_bytes(path, MAX_BYTES))
    except UnreadableFileError as problem:
        raise CardError(str(path), problem.line, problem.cause) from None


def read_document(path: Path) -> Document:
    """Read the YAML document of a file. Raises CardError."""
    return parse_document(read_text(path), str(path))


def parse_document(text: str, file: str) -> Document:
    """Read the YAML document of a text. Raises CardError."""
    document = Document(file, None)
    try:
        builder = _Builder(document, iter(yaml.parse(text, Loader=_LOADER)))
        builder.build()
    except yaml.YAMLError as problem:
        raise _yaml_error(file, text, problem) from None
    return document


def _yaml_error(file: str, text: str, problem: yaml.YAMLError) -> CardError:
    mark = getattr(problem, "problem_mark", None) or getattr(problem, "context_mark", None)
    if mark is not None:
        cause = getattr(problem, "problem", None) or "cannot be parsed"
        return CardError(file, mark.line + 1, f"not YAML: {one_line(str(cause))}")
    position = getattr(problem, "position", 0)
    if getattr(problem, "encoding", "") == "unicode":  # The Python parser counts characters, the C parser bytes.
        line = text[:position].count("\n") + 1
    else:
        line = text.encode("utf-8", "replace")[:position].count(b"\n") + 1
    return CardError(file, line, f"not YAML: {getattr(problem, 'reason', 'cannot be parsed')}")


def _line(event: yaml.Event) -> int:
    mark = event.start_mark
    return 1 if mark is None else int(mark.line) + 1


class _Builder:
    """Turns the events of the parser into plain data and records lines."""

    def __init__(self, document: Document, events: Iterator[yaml.Event]) -> None:
        self.document = document
        self.events = events
        self.nodes = 0

    def build(self) -> None:
        """Read the stream into the document."""
        next(self.events)  # the start of the stream
        if isinstance(next(self.events), yaml.StreamEndEvent):
            raise CardError(self.document.file, None, "is empty")
        event = next(self.events)
        self.document.lines[()] = _line(event)
        self.document.data = self.value(event, (), 0)
        next(self.events)  # the end of the document
        after = next(self.events)
        if not isinstance(after, yaml.StreamEndEvent):
            raise self.error(after, "more than one document in the file")

    def error(self, event: yaml.Event, cause: str) -> CardError:
        """Return an error at the line of an event."""
        return CardError(self.document.file, _line(event), cause)

    def value(self, event: yaml.Event, path: KeyPath, depth: int) -> Plain:
        """Return the plain value that starts with an event."""
        self.nodes += 1
        if isinstance(event, yaml.AliasEvent):
            raise self.error(event, "aliases are not allowed")
        if getattr(event, "anchor", None) is not None:
            raise self.error(event, "anchors are not allowed")
        if getattr(event, "tag", None) not in (None, "!"):
            raise self.error(event, "tags are not allowed")
        if depth > MAX_DEPTH or self.nodes > MAX_NODES:
            raise self.error(event, "nested too deeply" if depth > MAX_DEPTH else "too many values")
        if isinstance(event, yaml.MappingStartEvent):
            return self.mapping(path, depth)
        if isinstance(event, yaml.SequenceStartEvent):
            return self.sequence(path, depth)
        return self.scalar(event) if isinstance(event, yaml.ScalarEvent) else None

    def mapping(self, path: KeyPath, depth: int) -> dict[str, Plain]:
        """Return the mapping whose start was just read. Keys are text, each only once."""
        mapping: dict[str, Plain] = {}
        while not isinstance(event := next(self.events), yaml.MappingEndEvent):
            if not isinstance(event, yaml.ScalarEvent) or event.anchor is not None or event.tag is not None:
                raise self.error(event, "a key must be a plain text")
            key = self.text_of(event)
            if key in mapping:
                raise self.error(event, f"duplicate key '{key}'")
            inner = (*path, key)
            self.document.lines[inner] = _line(event)
            mapping[key] = self.value(next(self.events), inner, depth + 1)
        return mapping

    def sequence(self, path: KeyPath, depth: int) -> list[Plain]:
        """Return the list whose start was just read."""
        values: list[Plain] = []
        while not isinstance(event := next(self.events), yaml.SequenceEndEvent):
            inner = (*path, len(values))
            self.document.lines[inner] = _line(event)
            values.append(self.value(event, inner, depth + 1))
        return values

    def scalar(self, event: yaml.ScalarEvent) -> Plain:
        """Return a single value. Quoted and block scalars are text; plain scalars may be words or numbers."""
        text = self.text_of(event)
        if event.style in ("'", '"', "|", ">") or event.tag == "!":
            return text
        if text in _WORDS:
            return _WORDS[text]
        if _INT.fullmatch(text):
            return int(text)
        if _FLOAT.fullmatch(text):
            return float(text)
        return text

    def text_of(self, event: yaml.ScalarEvent) -> str:
        """Return the text of a scalar. Raises CardError if it can't be displayed."""
        text: str = event.value
        fault = unshowable(text)
        if fault:
            raise self.error(event, f"a text with {fault}")
        return text
