"""Tests of limits for files: cards, saves, and settings are read within them, or refused with the cause."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jovian.cards.files import MAX_JSON, UnreadableFileError, parse_json, read_bytes, read_json, read_start, unshowable


def _fifo(path: Path) -> None:
    os.mkfifo(path)


def _loop(path: Path) -> None:
    path.symlink_to(path)


def _dangling(path: Path) -> None:
    path.symlink_to(path.with_name("gone"))


def _device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def _socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(str(path))


def _huge(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(1 << 30)  # A gigabyte, most of it a hole.


KINDS: list[tuple[Callable[[Path], object], str]] = [
    (_fifo, "is a pipe"), (_loop, "cannot be read"), (_dangling, "cannot be read"), (_device, "is a device"),
    (_socket, "is a socket"), (Path.mkdir, "is a folder"), (_huge, "is larger than 8 MB"),
    (lambda path: path.write_bytes(b"\xff\xfe"), "is not UTF-8"),
]  # fmt: skip


@pytest.mark.skipif(os.name == "nt", reason="there are no such files")
@pytest.mark.parametrize(("make", "cause"), KINDS)
def test_what_is_no_plain_file_is_named(tmp_path: Path, make: Callable[[Path], object], cause: str) -> None:
    make(tmp_path / "a")
    with pytest.raises(UnreadableFileError, match=cause):
        read_json(tmp_path / "a")


@pytest.mark.parametrize("path", ["", "a\0b", "\udcff", "x" * 5000, "nothing/here"])
def test_a_path_that_leads_nowhere(path: str) -> None:
    with pytest.raises(UnreadableFileError, match=r"\w"):
        read_bytes(path, 10)


def test_exactly_as_much_as_may_be(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"12345")
    assert read_bytes(tmp_path / "a", 5) == b"12345" and read_start(tmp_path / "a", 2) == b"12"
    with pytest.raises(UnreadableFileError, match="larger"):
        read_bytes(tmp_path / "a", 4)


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("1" * 5000, "5000 digits"), ("-" + "9" * 61, "digits"), ("[1e999]", "too large"), ("[NaN]", "not a number"),
        ("-Infinity", "not a number"), ("[" * 200_000, "nested too deeply"), ('{"a":' * 50 + "1" + "}" * 50, "nested"),
        ('["\\ud800"]', "half a character"), ('{"\\udfff":1}', "half a character"), ('["a\\u0000"]', "control"),
        ('"\\u009b"', "control"), ("", "not JSON"), ("[1,", "not JSON"),
    ],
)  # fmt: skip
def test_a_text_that_no_one_could_use(text: str, cause: str) -> None:
    with pytest.raises(UnreadableFileError, match=cause):
        parse_json(text)


def test_what_is_good_is_as_it_was_written() -> None:
    text = '{"a": [1, -2.5, true, null, "Shan-Yu \\u00e9 \\ud83d\\ude80\\n"], "b": {}}'
    assert parse_json(text) == {"a": [1, -2.5, True, None, "Shan-Yu é \U0001f680\n"], "b": {}}
    assert parse_json("9" * 60) == int("9" * 60) and MAX_JSON > 1 << 20


@given(st.text())
def test_what_may_be_shown_may_be_written(text: str) -> None:
    if unshowable(text) == "":
        assert text.encode("utf-8").decode("utf-8") == text and "\0" not in text


@given(st.text(max_size=40))
def test_any_text_is_data_or_one_cause(text: str) -> None:
    try:
        parse_json(text)
    except UnreadableFileError as error:
        assert error.cause and "\n" not in error.cause
