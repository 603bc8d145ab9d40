"""Tests of the YAML of cards: the meaning of scalars, the positions of values, and the agreement of both parsers."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from jovian.cards import parsing
from jovian.cards.parsing import parse_document, read_document

ROOT = Path(__file__).parents[2]
FILES = [path for folder in ("assets/units", "assets/fleets", "scenarios") for path in (ROOT / folder).rglob("*.yaml")]
FILES.sort()


SCALARS: dict[str, object] = {
    "1": 1, "-7": -7, "007": 7, "1.5": 1.5, ".5": 0.5, "1e2": 100.0, "true": True,
    "False": False, "null": None,
    "~": None, "": None, "yes": "yes", "on": "on", "1.2.4": "1.2.4", "1:30": "1:30",
    "2024-01-01": "2024-01-01",
    "0x1f": "0x1f", ".inf": ".inf", ".nan": ".nan", "1e999": "1e999", "1_000": "1_000", "'1'": "1",
    '"true"': "true", "ECM:2": "ECM:2", "[]": [], "{}": {},
}  # fmt: skip


@pytest.mark.parametrize(("text", "value"), SCALARS.items())
def test_scalars(text: str, value: object) -> None:
    data = parse_document(f"x: {text}\n", "file").data
    assert data == {"x": value} and isinstance(data, dict) and type(data["x"]) is type(value)


def test_every_value_knows_its_line() -> None:
    read = parse_document("a: 1\nb:\n  - c: 2\n    d: 3\n  - 4\n", "file")
    assert read.line(("a",)) == 1 and read.line(("b",)) == 2
    assert read.line(("b", 0, "d")) == 4
    assert read.line(("b", 1)) == read.line(("b", 1, "deeper")) == 5
    assert read.line(("z",)) == 1


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_both_parsers_read_the_same(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    quick = read_document(path)
    monkeypatch.setattr(parsing, "_LOADER", yaml.SafeLoader)
    slow = read_document(path)
    assert quick.data == slow.data and quick.lines == slow.lines
