"""Tests of the card cache: cached cards equal the read ones, and a broken cache is ignored."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from jovian.cards import (
    CardError,
    cache,
    fleet_names,
    left_out,
    load_fleet,
    load_scenario,
    parse_contents,
    scenario_names,
    unit_cards,
    upgrades,
)
from jovian.cards import load as loading
from jovian.cards.cache import keep_in, key_of, load_or_build, pack, unpack
from jovian.cards.files import BUILTIN_SHELF, Shelf, set_out, shelves
from jovian.match import Match
from jovian.match.saves import to_data
from jovian.play import setup_of
from tests.commands import ROOT

HEAVY = {"yaml", "jovian.cards.schema", "pydantic_core"}
"""Modules that build cards."""


def all_of_it() -> list[Any]:
    """Return everything on the shelves, as a new process would read it."""
    afresh()
    fleets = {name: load_fleet(name) for name in fleet_names()}
    return [dict(unit_cards()), dict(upgrades()), fleets, {name: load_scenario(name) for name in scenario_names()}]


def describe_cards(read: list[Any]) -> list[str]:
    """Return the contents of the cards, with the type of each number, and the files that they come from."""
    return [pack(card) for kind in read for card in kind.values()]


def afresh() -> None:
    """Forget everything that this process has read."""
    loading._units.cache_clear()
    loading._upgrades.cache_clear()


@pytest.fixture(autouse=True)
def forgetting() -> Iterator[None]:
    yield
    afresh()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    keep_in(tmp_path / "kept")
    return tmp_path / "kept"


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    """Return a shelf of own cards that a test can change."""
    top = tmp_path / "assets"
    copytree(ROOT / "assets", top)
    copytree(ROOT / "scenarios", top / "scenarios")
    set_out(Shelf.at(top))
    return Shelf.at(top)


@pytest.fixture
def unread(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Fail if anything is read or checked again after the call."""

    def stop() -> None:
        for name in ("read_file", "unit", "upgrade", "fleet", "scenario"):
            monkeypatch.setattr(loading.building, name, lambda *_, **__: pytest.fail("read anew"))

    return stop


@pytest.mark.parametrize("read", [BUILTIN_SHELF, *shelves()], ids=lambda shelf: shelf.units.parent.name)
def test_what_is_kept_is_what_was_read(folder: Path, unread: Callable[[], None], read: Shelf) -> None:
    set_out(read)
    first = all_of_it()
    assert all(first[2:]) and len(list(folder.iterdir())) > 2
    unread()
    again = all_of_it()
    assert again == first
    assert repr(again) == repr(first)
    assert describe_cards(again) == describe_cards(first)


def test_the_cards_of_a_save_are_kept(folder: Path, unread: Callable[[], None]) -> None:
    for name in scenario_names():
        data = json.loads(json.dumps(to_data(Match(setup_of(name)))))["setup"]
        first = parse_contents(data, "a save")
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(loading, "_contents", lambda *_: pytest.fail("read anew"))
            again = parse_contents(data, "a save")
        assert (again, pack(tuple(again))) == (first, pack(tuple(first)))


def test_what_shared_a_card_shares_it_again() -> None:
    card = next(card for card in unit_cards().values() if any(weapon.count > 1 for weapon in card.weapons))
    again = unpack(pack(card))
    shared = [[one.weapon is other.weapon for one in card.mounts for other in card.mounts] for card in (card, again)]
    assert shared[0] == shared[1] and True in shared[0]
    with pytest.raises(TypeError, match="does not support item assignment"):
        again.armor["fore"] = 1


@pytest.mark.parametrize("value", [object(), [1], {1: object()}, CardError("file", 1, "wrong"), (Path(),)])
def test_nothing_else_is_packed(value: object) -> None:
    with pytest.raises(TypeError):
        pack(value)


def test_a_file_that_changed_is_read_anew(folder: Path, shelf: Shelf) -> None:
    tv = all_of_it()[0]["jovian/valiant"].tv
    path = shelf.units / "jovian" / "valiant.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace(f"tv: {tv}", f"tv: {tv + 1}"), encoding="utf-8")
    assert all_of_it()[0]["jovian/valiant"].tv == tv + 1
    path.write_text(text, encoding="utf-8")
    assert all_of_it()[0]["jovian/valiant"].tv == tv
    path.unlink()
    with pytest.raises(CardError, match="no unit card has the key 'jovian/valiant'"):
        all_of_it()


def test_a_fleet_is_read_with_the_cards_that_it_is_given(folder: Path) -> None:
    load_fleet("jovian-250")
    with pytest.raises(CardError, match="no unit card has the key"):
        load_fleet("jovian-250", {})
    assert load_fleet("jovian-250", dict(unit_cards())) == load_fleet("jovian-250")


def test_what_is_wrong_is_told_each_time(folder: Path, shelf: Shelf) -> None:
    path = shelf.units / "jovian" / "valiant.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("speed:", "spead:"), encoding="utf-8")
    messages = []
    for keeping_it in (None, folder, folder):
        keep_in(keeping_it)
        afresh()
        with pytest.raises(CardError) as error:
            load_fleet("jovian-150")
        messages.append((list(map(str, left_out())), str(error.value)))
    assert messages[0] == messages[1] == messages[2] and "unknown key 'spead'" in messages[0][0][0]


def damaged(raw: bytes) -> Iterator[bytes]:
    """Yield broken contents of a file, and things that replace it."""
    yield b""
    yield raw[: len(raw) // 2]
    yield raw.replace(b"e", b"a", 1) if b"e" in raw[:64] else raw[:-1] + b" "
    yield b"\xff" * 100
    for body in (b"[]", b"7", b'[[["Nobody",1]],0]', b'[[["Base",1]],{"card":0}]', b'[[],{"card":3}]', b"[[],{}]"):
        yield cache.sha256(body).hexdigest().encode() + b"\n" + body


def test_what_is_damaged_is_done_without(folder: Path) -> None:
    found, key = load_or_build(lambda: key_of("a"), lambda: ("b", 1))
    path = folder / f"{key}.json"
    raw = path.read_bytes()
    for bad in damaged(raw):
        path.write_bytes(bad)
        assert load_or_build(lambda: key_of("a"), lambda: ("b", 1)) == (found, key)
        assert path.read_bytes() == raw
    path.unlink()
    path.mkdir()
    assert load_or_build(lambda: key_of("a"), lambda: ("b", 1)) == (found, key)


def test_a_folder_that_cannot_be_written_is_done_without(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    for where in (tmp_path / "file", tmp_path / "file" / "kept", Path(os.devnull) / "kept"):
        keep_in(where)
        assert load_or_build(lambda: key_of("a"), lambda: ("b", 1))[0] == ("b", 1)
    assert [each.name for each in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize("step", ["write", "replace"])
def test_a_folder_that_may_only_be_read_is_read(folder: Path, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "refused")

    load_or_build(lambda: key_of("a"), lambda: 1)
    before = list(folder.iterdir())
    monkeypatch.setattr(*((os, "replace") if step == "replace" else (Path, "write_bytes")), refuse)
    assert load_or_build(lambda: key_of("a"), lambda: 2)[0] == 1
    assert load_or_build(lambda: key_of("b"), lambda: 2)[0] == 2
    assert list(folder.iterdir()) == before


def test_what_changes_while_it_is_read_is_not_kept(folder: Path) -> None:
    keys = iter(["one", "two"])
    assert load_or_build(lambda: key_of(next(keys)), lambda: 1) == (1, None)
    assert not folder.exists()


def test_keys_tell_parts_apart(folder: Path) -> None:
    keys = [key_of(*parts) for parts in ((), ("",), ("ab",), ("a", "b"), ("b", "a"), (b"ab", b""))]
    assert len(set(keys)) == len(keys) and None not in keys
    assert key_of("a", None) is None
    keep_in(None)
    assert key_of("a") is None


def test_the_folder_does_not_grow_for_ever(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MAX_FILES", 3)
    for number in range(5):
        _, key = load_or_build(lambda number=number: key_of(str(number)), lambda number=number: number)
        os.utime(folder / f"{key}.json", (number, number))
    assert len(list(folder.iterdir())) == 3
    assert load_or_build(lambda: key_of("4"), lambda: "made")[0] == 4


def test_processes_may_keep_the_same_at_once(tmp_path: Path) -> None:
    """Each process gets what the first one gets alone. A command with a full cache imports neither YAML nor schemas."""
    code = f"import sys; from jovian.cli import main; main(); print({HEAVY} & set(sys.modules), file=sys.stderr)"
    line = [sys.executable, "-c", code, "measure", "introductory", "--json"]
    home = {**os.environ, "JOVIAN_WARS_HOME": str(tmp_path)}

    def start() -> subprocess.Popen[bytes]:
        return subprocess.Popen(line, cwd=ROOT, env=home, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    both = [each.communicate() for each in (start(), start())]
    last = start().communicate()
    assert both[0][0] == both[1][0] == last[0] and last[0].startswith(b"{")
    assert any(b"yaml" in errors for _, errors in both), "whichever came first has read the files"
    assert last[1] == b"set()\n"
    names = [each.name for each in (tmp_path / "cache" / "cards").iterdir()]
    assert names and all(name.endswith(".json") for name in names)
