"""Tests of saves: damage is reported in one line, and no file is lost."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from jovian.match import Diverged, MalformedSaveError, Match, SaveError, UnsupportedVersion
from jovian.match.saves import from_data, load, save, to_data
from tests.games import finished, random_answers, setup


@pytest.fixture(scope="module")
def data() -> dict[str, Any]:
    match = Match(setup(30))
    for number, _ in enumerate(random_answers(match, 30)):
        if number == 120:
            break
    plain: dict[str, Any] = json.loads(json.dumps(to_data(match)))
    return plain


def changed(data: dict[str, Any], **new: Any) -> dict[str, Any]:
    return {**json.loads(json.dumps(data)), **new}


def test_a_finished_game_loads_to_the_same_digest(tmp_path: Path) -> None:
    match = finished(31)
    save(match, tmp_path / "game.json")
    again = load(tmp_path / "game.json")
    assert again.state.digest() == match.state.digest()
    assert again.over and again.state.scores == match.state.scores
    assert [path.name for path in tmp_path.iterdir()] == ["game.json"]


def test_play_goes_on_the_same_after_loading(data: dict[str, Any]) -> None:
    one, two = from_data(data, "a"), from_data(data, "b")
    for match in (one, two):
        for _ in random_answers(match, 77):
            pass
    assert one.state.digest() == two.state.digest() and one.journal == two.journal


@pytest.mark.parametrize(
    ("change", "error", "text"),
    [
        ({"format": 99}, UnsupportedVersion, "save format 99"),
        ({"format": "1"}, MalformedSaveError, "not a save"),
        ({"extra": 1}, MalformedSaveError, "unknown key 'extra'"),
        ({"journal": {}}, MalformedSaveError, "journal"),
        ({"seed": "x"}, MalformedSaveError, "seed"),
        ({"setup": {}}, MalformedSaveError, "setup must hold"),
        ({"digests": [[1]]}, MalformedSaveError, "a digest must be"),
        ({"journal": [[0, "menu", ["end"]]]}, Diverged, "diverged at answer 0"),
    ],
)
def test_damage_is_named_in_one_line(
    data: dict[str, Any], change: dict[str, Any], error: type[SaveError], text: str
) -> None:
    with pytest.raises(error) as caught:
        from_data(changed(data, **change), "game.json")
    assert text in str(caught.value) and "\n" not in str(caught.value)
    assert str(caught.value).startswith("game.json: ")


def test_a_missing_key_is_named(data: dict[str, Any]) -> None:
    short = {key: value for key, value in data.items() if key != "undone"}
    with pytest.raises(MalformedSaveError, match="key 'undone' is missing"):
        from_data(short, "game.json")


def test_a_diverged_game_is_offered_up_to_the_last_good_digest(data: dict[str, Any]) -> None:
    spoiled = changed(data)
    spoiled["digests"][-1][1] = "0" * 32
    with pytest.raises(Diverged) as caught:
        from_data(spoiled, "game.json")
    good = spoiled["digests"][-2][0]
    assert caught.value.answers == good
    assert isinstance(caught.value.match, Match) and len(caught.value.match.journal) == good
    assert caught.value.match.decision is not None


@pytest.mark.parametrize(
    ("content", "line"),
    [(b"", ":1"), (b"{", ":1"), (b"\xff\xfe", ":1"), (b"[1, 2]", ""), (b"null", ""), (b'{"format":\n1,\n2', ":3")],
)
def test_a_broken_file_is_malformed_and_its_line_named_if_there_is_one(
    tmp_path: Path, content: bytes, line: str
) -> None:
    path = tmp_path / "broken.json"
    path.write_bytes(content)
    with pytest.raises(MalformedSaveError) as caught:
        load(path)
    assert str(caught.value).startswith(f"{path}{line}: ")
    assert path.read_bytes() == content


def test_a_failed_write_leaves_the_old_save(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match(setup(32))
    path = tmp_path / "game.json"
    save(match, path)
    before = path.read_bytes()
    for step in ("fsync", "replace"):
        with monkeypatch.context() as broken:
            broken.setattr(f"jovian.match.files.os.{step}", _no_space)
            with pytest.raises(OSError, match=r"No space left on device.*game\.json"):
                save(match, path)
    assert path.read_bytes() == before and [each.name for each in tmp_path.iterdir()] == ["game.json"]


def _no_space(*args: object) -> None:
    raise OSError(28, "No space left on device")


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(max_size=5), lambda each: st.lists(each)))
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_mangled_parts_never_raise_anything_else(data: dict[str, Any], junk: Any) -> None:
    for key in ("journal", "setup", "digests", "seed"):
        try:
            from_data(changed(data, **{key: junk}), "game.json")
        except SaveError as error:
            assert "\n" not in str(error)


@pytest.mark.parametrize("key", ["../../home", "a/b", "a\0b", "C:\\x", "A b", 7, None, "\ud800"])
def test_the_key_of_a_save_is_no_path(data: dict[str, Any], key: Any) -> None:
    hostile = changed(data)
    hostile["setup"]["key"] = key
    with pytest.raises(MalformedSaveError, match=r"setup\.key"):
        from_data(hostile, "game.json")


@pytest.mark.parametrize("name", ["pipe", "zero", "folder", "loop", "deep", "digits", "half"])
def test_no_kind_of_file_stops_loading(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    texts = {"deep": "[" * 300_000, "digits": '{"format":2,"seed":' + "7" * 9000 + "}", "half": '{"app":"\\ud800"}'}
    if name in texts:
        path.write_text(texts[name])
    elif name == "folder":
        path.mkdir()
    elif name == "pipe":
        os.mkfifo(path)
    else:
        path.symlink_to("/dev/zero" if name == "zero" else path)
    with pytest.raises(MalformedSaveError) as caught:
        load(path)
    assert str(caught.value).startswith(f"{path}: ") and "\n" not in str(caught.value)


def test_a_note_is_kept_beside_the_game(tmp_path: Path) -> None:
    match = Match(setup(33))
    save(match, tmp_path / "game.json", {"title": "of two"})
    assert load(tmp_path / "game.json").state.digest() == match.state.digest()
    assert json.loads((tmp_path / "game.json").read_text())["note"] == {"title": "of two"}
