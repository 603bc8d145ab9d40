"""Tests that files are written completely or not at all, and that special files stay what they are."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from jovian.match.files import remove_temporary_files, write_whole


def test_all_of_it_in_the_place_of_the_old_one(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / "a.txt"
    write_whole(path, "one")
    write_whole(path, "twö")
    assert path.read_text(encoding="utf-8") == "twö" and [each.name for each in path.parent.iterdir()] == ["a.txt"]


def test_a_link_is_followed_not_replaced(tmp_path: Path) -> None:
    real, link = tmp_path / "real.txt", tmp_path / "link.txt"
    link.symlink_to(real)
    write_whole(link, "through a link that led to nothing")
    assert link.is_symlink() and real.read_text().startswith("through")
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    with pytest.raises(OSError, match="loop"):
        write_whole(loop, "x")
    assert loop.is_symlink()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device here")
def test_a_device_is_written_to_and_left(tmp_path: Path) -> None:
    before = os.stat("/dev/full").st_mode
    with pytest.raises(OSError, match=r"No space left on device: '/dev/full'"):
        write_whole("/dev/full", "x")
    assert os.stat("/dev/full").st_mode == before and stat.S_ISCHR(before)


@pytest.mark.parametrize("path", ["", ".", "a\0b", "x" * 300])
def test_what_cannot_be_a_file_is_an_os_error_that_names_it(
    tmp_path: Path, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(OSError, match=r"\w") as caught:
        write_whole(path, "x")
    assert caught.value.filename == str(path) and not list(tmp_path.iterdir())


def test_a_full_disk_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*args: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("jovian.match.files.os.fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_whole(tmp_path / "a.txt", "x")
    assert not list(tmp_path.iterdir())


def test_old_temporary_files_are_swept_and_nothing_else(tmp_path: Path) -> None:
    for name, when in ((".old.part", 100), (".new.part", 900), ("mine.part", 100), ("game.json", 100)):
        (tmp_path / name).write_text("x")
        os.utime(tmp_path / name, (when, when))
    assert remove_temporary_files(tmp_path, 500) == 1 and remove_temporary_files(tmp_path / "none", 500) == 0
    assert sorted(each.name for each in tmp_path.iterdir()) == [".new.part", "game.json", "mine.part"]
