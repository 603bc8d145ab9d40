"""Safe YAML with line numbers: plain data out of a file, and where each piece of it stands.

Only mappings, lists, texts, numbers, true, false and null are understood. Tags, anchors, aliases, duplicate
keys and second documents are refused, so a card cannot build objects, grow without bound or say one thing
twice. Plain scalars are read as in YAML 1.2: `yes`, `1:30` and dates are texts, as their writer would expect.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import yaml

from jovian.cards.files import (
    CardError,
    Document,
    Path_,
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
    """The text of a file. Raises CardError if it is missing, not a file, too large or not UTF-8."""
    try:
        return decoded(read_bytes(path, MAX_BYTES))
    except UnreadableFileError as problem:
        raise CardError(str(path), problem.line, problem.cause) from None


def read_document(path: Path) -> Document:
    """The one YAML document of a file. Raises CardError."""
    return parse_document(read_text(path), str(path))


def parse_document(text: str, file: str) -> Document:
    """The one YAML document of a text. Raises CardError."""
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
    if getattr(problem, "encoding", "") == "unicode":  # the pure parser counts characters, the C one bytes
        line = text[:position].count("\n") + 1
    else:
        line = text.encode("utf-8", "replace")[:position].count(b"\n") + 1
    return CardError(file, line, f"not YAML: {getattr(problem, 'reason', 'cannot be parsed')}")


def _line(event: yaml.Event) -> int:
    mark = event.start_mark
    return 1 if mark is None else int(mark.line) + 1


class _Builder:
    """Turns the events of the parser into plain data, noting lines."""

    def __init__(self, document: Document, events: Iterator[yaml.Event]) -> None:
        self.document = document
        self.events = events
        self.nodes = 0

    def build(self) -> None:
        """Read the whole stream into the document."""
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
        """An error at the line of an event."""
        return CardError(self.document.file, _line(event), cause)

    def value(self, event: yaml.Event, path: Path_, depth: int) -> Plain:
        """The plain value that starts with this event."""
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

    def mapping(self, path: Path_, depth: int) -> dict[str, Plain]:
        """The mapping whose start was just read; keys are texts, each only once."""
        found: dict[str, Plain] = {}
        while not isinstance(event := next(self.events), yaml.MappingEndEvent):
            if not isinstance(event, yaml.ScalarEvent) or event.anchor is not None or event.tag is not None:
                raise self.error(event, "a key must be a plain text")
            key = self.shown(event)
            if key in found:
                raise self.error(event, f"duplicate key '{key}'")
            inner = (*path, key)
            self.document.lines[inner] = _line(event)
            found[key] = self.value(next(self.events), inner, depth + 1)
        return found

    def sequence(self, path: Path_, depth: int) -> list[Plain]:
        """The list whose start was just read."""
        found: list[Plain] = []
        while not isinstance(event := next(self.events), yaml.SequenceEndEvent):
            inner = (*path, len(found))
            self.document.lines[inner] = _line(event)
            found.append(self.value(event, inner, depth + 1))
        return found

    def scalar(self, event: yaml.ScalarEvent) -> Plain:
        """A single value: quoted and block scalars are texts, plain ones may be words or numbers."""
        text = self.shown(event)
        if event.style in ("'", '"', "|", ">") or event.tag == "!":
            return text
        if text in _WORDS:
            return _WORDS[text]
        if _INT.fullmatch(text):
            return int(text)
        if _FLOAT.fullmatch(text):
            return float(text)
        return text

    def shown(self, event: yaml.ScalarEvent) -> str:
        """The text of a scalar, which can be shown and written."""
        text: str = event.value
        fault = unshowable(text)
        if fault:
            raise self.error(event, f"a text with {fault}")
        return text
