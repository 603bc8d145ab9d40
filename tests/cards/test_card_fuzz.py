"""Tests that a broken file or save raises only CardError."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jovian.cards import (
    CardError,
    load_fleet,
    load_scenario,
    load_unit,
    parse_fleet,
    parse_scenario,
    parse_unit,
    parse_upgrade,
    unit_cards,
)
from jovian.cards.fleet_builder import build_unit
from jovian.cards.parsing import parse_document
from jovian.cards.scenario_builder import build_scenario

ROOT = Path(__file__).parents[2]
TEXTS = [
    (ROOT / name).read_text(encoding="utf-8")
    for name in (
        "assets/units/cega/uller.yaml",
        "assets/units/jovian/kestrel.yaml",
        "scenarios/introductory.yaml",
    )
]
SLOTS = [{"hardpoint": "I", "arcs": ["fore"], "count": 2}, {"hardpoint": "SPN", "arcs": ["spinal"]}]
RAIDER = {**unit_cards()["cega/uller"].source, "traits": ["Q-Ship"], "counterpart": "cega/fury", "weapons": SLOTS}
GUN = {"upgrade": "weapon", "name": "Gun", "tv": 2, "slot": "I", "weapon": {"type": "Mass Driver", "ac": 3}}
SOURCES: list[tuple[Callable[[Any, str], object], dict[str, Any]]] = [
    (parse_unit, unit_cards()["cega/uller"].source),
    (parse_unit, unit_cards()["jovian/kestrel"].source),
    (parse_unit, RAIDER),
    (parse_upgrade, {"upgrade": "character", "name": "Mate", "tv": 1, "traits": ["Repair:1"], "raises": {"skill": 1}}),
    (parse_upgrade, GUN),
    (parse_fleet, load_fleet("venusian-250").source),
    (parse_scenario, load_scenario("introductory").source),
]

scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=12)
    | st.sampled_from(["-", "ST", "ECM:2", "Missile", "Drone Bay", "comet", "drone", "capital", "jovian/valiant"])
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return every path of plain data."""
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [path, *(found for key, value in inner for found in places(value, (*path, key)))]


def mangled(data: Any, path: tuple[Any, ...], value: Any, drop: bool) -> Any:
    """Return a copy in which the value at the path is replaced or dropped."""
    copy = json.loads(json.dumps(data))
    at = copy
    for key in path[:-1]:
        at = at[key]
    if not path:
        return value
    if drop:
        del at[path[-1]]
    else:
        at[path[-1]] = value
    return copy


@settings(max_examples=150)
@given(st.data())
def test_mangled_data_reads_or_raises_a_card_error(data: st.DataObject) -> None:
    parse, source = data.draw(st.sampled_from(SOURCES))
    path = data.draw(st.sampled_from(places(source)))
    changed = mangled(source, path, data.draw(values), data.draw(st.booleans()))
    try:
        card: Any = parse(changed, "save")
    except CardError as error:
        assert str(error).startswith("save: ") and len(str(error).splitlines()) == 1
    else:
        assert parse(card.source, "save") == card


@settings(max_examples=100)
@given(
    st.sampled_from(TEXTS),
    st.integers(0, 900),
    st.integers(0, 20),
    st.text(alphabet=st.sampled_from("ab:-[]{}&*!|>'\"%@`,?#\n\t \x00\u2028é0.~<="), max_size=12),
)
def test_mangled_text_reads_or_raises_a_card_error(text: str, start: int, gone: int, put: str) -> None:
    changed = text[:start] + put + text[start + gone :]
    try:
        read = parse_document(changed, "file")
        (build_scenario(read, "key", unit_cards()) if "zones" in text else build_unit(read))
    except CardError as error:
        assert len(str(error).splitlines()) == 1
        assert error.line is None or 1 <= error.line <= len(changed.splitlines()) + 1


@settings(max_examples=100)
@given(st.binary(max_size=60))
def test_any_bytes_read_or_raise_a_card_error(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "bytes.yaml"
    path.write_bytes(content)
    with pytest.raises(CardError) as caught:
        load_unit(path)
    assert str(caught.value).startswith(f"{path}:")


STRANGE = [10**5000, -(10**5000), "\ud800", "x" * 100_000, object(), {1: 2}, (1, 2), b"3"]


@pytest.mark.parametrize("index", range(len(STRANGE)))
def test_what_no_file_can_hold_raises_a_card_error(index: int) -> None:
    for key in ("speed", "name", "kind", "base", "structure", "weapons", "traits"):
        with pytest.raises(CardError) as caught:
            parse_unit({**unit_cards()["cega/uller"].source, key: STRANGE[index]}, "save")
        assert len(str(caught.value)) < 400 and str(caught.value).startswith("save: ")
