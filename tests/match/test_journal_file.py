"""Tests of the journal file next to a save: it stores later answers, and is read even if it is damaged."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from jovian.match import Altered, Diverged, Match
from jovian.match.entries import Answered, Entry
from jovian.match.journal import Change, JournalFile, find_change, journal_path
from jovian.match.saves import load, save, to_data, write
from tests.commands import run
from tests.games import random_answers, setup

SAVED = 20


@pytest.fixture
def game(tmp_path: Path) -> tuple[Path, JournalFile, Match]:
    """Return a save of 20 answers, its journal file, and the match."""
    match = Match(setup(3), keep_all=True)
    while answer_once(match) < SAVED:
        pass
    path = tmp_path / "latest.json"
    return path, JournalFile(path, write(to_data(match), path)), match


def answer_once(match: Match) -> int:
    """Give one random answer. Return the number of answers."""
    answers = random_answers(match, len(match.journal))
    next(answers), next(answers, None)
    return len(match.journal)


def record(file: JournalFile, match: Match, before: list[Entry]) -> None:
    file.append(find_change(before, match.journal, [], match.state.digest()))


def add(file: JournalFile, match: Match, answers: int) -> None:
    for _ in range(answers):
        before = list(match.journal)
        answer_once(match)
        record(file, match, before)


def test_each_answer_is_read_back(game: tuple[Path, JournalFile, Match]) -> None:
    path, file, match = game
    for _ in range(5):
        add(file, match, 1)
        again = load(path)
        assert again.journal == match.journal and again.state.digest() == match.state.digest()


def test_answers_that_were_taken_back_are_gone(game: tuple[Path, JournalFile, Match]) -> None:
    path, file, match = game
    add(file, match, 4)
    for answers in (22, 15):  # The second is before the save.
        before = list(match.journal)
        match.seek(answers)
        record(file, match, before)
        assert load(path).journal == match.journal
    add(file, match, 3)
    again = load(path)
    assert again.journal == match.journal and again.state.digest() == match.state.digest()
    for answers in (10, 16, 18):
        assert load(path, until=answers).journal == match.journal[:answers]


def test_wherever_the_last_line_is_torn_only_that_answer_is_lost(game: tuple[Path, JournalFile, Match]) -> None:
    path, file, match = game
    add(file, match, 2)
    beside = journal_path(path)
    two = beside.read_bytes()
    add(file, match, 1)
    three = beside.read_bytes()
    for length in range(len(two), len(three), 7):
        beside.write_bytes(three[:length])
        assert load(path).journal == match.journal[:-1]
    for length in range(0, two.index(b"\n"), 7):
        beside.write_bytes(two[:length])
        assert len(load(path).journal) == SAVED


@pytest.mark.parametrize("line", [0, 1, 2])
def test_a_line_that_was_changed_is_noticed_and_what_is_before_it_is_kept(
    game: tuple[Path, JournalFile, Match], line: int
) -> None:
    path, file, match = game
    add(file, match, 3)
    beside = journal_path(path)
    lines = beside.read_bytes().splitlines(keepends=True)
    for changed in (lines[line].replace(b":", b";", 1), b"", lines[3]):
        beside.write_bytes(b"".join([*lines[:line], changed, *lines[line + 1 :]]))
        with pytest.raises(Altered) as raised:
            load(path)
        assert str(raised.value).startswith(f"{beside}:{line + 1}: ")
        kept = raised.value.match
        assert isinstance(kept, Match) and kept.journal == match.journal[: SAVED + max(0, line - 1)]


def test_a_journal_file_of_an_older_save_is_ignored(game: tuple[Path, JournalFile, Match]) -> None:
    path, file, match = game
    add(file, match, 3)
    save(match, path)
    assert load(path).journal == match.journal
    match.seek(10)
    save(match, path)
    assert load(path).journal == match.journal


@pytest.mark.parametrize(
    "change",
    [Change(99, [], [], ""), Change(SAVED, [Answered(0, "nothing", ["x"])], [], ""), Change(SAVED, [], [], "0" * 32)],
)
def test_changes_that_do_not_fit_the_game_are_told(game: tuple[Path, JournalFile, Match], change: Change) -> None:
    path, file, match = game
    file.append(change)
    with pytest.raises(Diverged) as raised:
        load(path)
    kept = raised.value.match
    assert isinstance(kept, Match) and kept.journal == match.journal and "20 answers can be kept" in str(raised.value)
    assert str(raised.value).startswith(f"{journal_path(path)}:2: ")


def test_what_is_no_file_costs_the_save_nothing(game: tuple[Path, JournalFile, Match]) -> None:
    path, file, match = game
    os.mkfifo(journal_path(path))
    with pytest.raises(Altered) as raised:
        load(path)
    assert isinstance(raised.value.match, Match) and raised.value.match.journal == match.journal
    assert "is a pipe, not a file" in str(raised.value)
    with pytest.raises(OSError, match="is a pipe, not a file"):
        add(file, match, 1)


def test_the_check_names_the_journal_file_and_the_line(
    game: tuple[Path, JournalFile, Match], capsys: pytest.CaptureFixture[str]
) -> None:
    path, file, _ = game
    file.append(Change(99, [], [], ""))
    for arguments in (("check", path), ("replay", path)):
        status, _, error = run(capsys, *arguments)
        assert (status, error.startswith(f"{journal_path(path)}:2: keeps 99 answers of 20")) == (1, True)
    _, out, _ = run(capsys, "check", path, "--json")
    assert json.loads(out)["files"][0]["errors"][0]["file"] == str(journal_path(path))
