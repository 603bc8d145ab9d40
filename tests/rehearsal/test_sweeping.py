"""Temporary folders of a rehearsal are removed when it is closed or killed, and never while in use."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from jovian.rehearsal.workers import PREFIX, TemporaryFolder, has_ended, sweep
from tests.commands import ROOT
from tests.rehearsal.test_stream import ENDLESS

MAKES = "from jovian.rehearsal.workers import TemporaryFolder; room = TemporaryFolder(); print(room.path, flush=True)"
WAITS = f"{MAKES}; input()"
STARTS = f"{MAKES}; import subprocess, sys; subprocess.run([sys.executable, *{ENDLESS!r}, '--report', room.path / 'a'])"
LOCKS = pytest.mark.skipif(sys.platform == "win32", reason="killing by a signal is not of Windows")


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Use a separate folder for temporary files."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setenv("TMPDIR", str(tmp_path))


def started(code: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", code], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )


def printed_folder(process: subprocess.Popen[str]) -> Path:
    """Return the folder that a process has printed."""
    assert process.stdout is not None
    return Path(process.stdout.readline().strip())


def test_a_room_goes_with_whoever_wants_it_no_more() -> None:
    first, second = TemporaryFolder(), TemporaryFolder()
    one, two = first.path, second.path
    (one / "report.html").write_text("")
    first.close()
    assert not one.exists() and two.is_dir()
    del second
    assert not two.exists()


def test_a_room_in_use_is_left_alone_and_so_is_what_is_none(tmp_path: Path) -> None:
    room, other = TemporaryFolder(), tmp_path / f"{PREFIX}other"
    other.mkdir()
    (tmp_path / f"{PREFIX}file").write_text("")
    sweep()
    assert room.path.is_dir() and other.is_dir() and (tmp_path / f"{PREFIX}file").is_file()


@LOCKS
def test_the_room_of_one_that_was_killed_is_swept_away_by_the_next() -> None:
    with started(WAITS) as process:
        room = printed_folder(process)
        sweep()
        assert room.is_dir(), "it still has it"
        process.kill()
    assert room.is_dir(), "it could not tidy up"
    sweep()
    assert not room.exists()


@LOCKS
def test_a_rehearsal_that_loses_its_parent_takes_the_room_away() -> None:
    """Reading ends when the process has ended."""
    with started(STARTS) as parent:
        room = printed_folder(parent)
        assert parent.stdout is not None
        assert parent.stdout.readline().startswith("{") and room.is_dir()
        parent.kill()
        parent.stdout.read()
    assert not room.exists()


def test_a_process_is_known_to_have_ended() -> None:
    with started("input()") as process:
        ended = has_ended(process.pid)
        assert not ended()
        assert process.stdin is not None
        process.stdin.close()
        process.wait()
        assert ended() and has_ended(process.pid)()
