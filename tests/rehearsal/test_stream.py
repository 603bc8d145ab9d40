"""`rehearse - --json --stream`: a position on standard input, results during the run, and an early end."""

from __future__ import annotations

import io
import json
import signal
import subprocess
import sys
from collections import Counter

import pytest

from jovian.cards.files import MAX_JSON
from jovian.dice import parse_seed
from jovian.match import files
from jovian.match.saves import to_data
from jovian.rehearsal.game import RehearsalSpec, Start, game_from_json
from tests.commands import ROOT, run
from tests.rehearsal.test_rehearsing import start_game

pytestmark = pytest.mark.usefixtures("short_games")

QUICK = ("--players", "random,random", "--seed", "1", "--workers", "1", "--json")
ENDLESS = ("main.py", "rehearse", "introductory", *QUICK, "--stream", "--games", "1000000", "--turns", "1")


def hand_in(monkeypatch: pytest.MonkeyPatch, raw: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw)))


def text(answers: int) -> bytes:
    """Return a save of a game after this number of answers."""
    return files.add_checksum(to_data(start_game(answers))).encode()


def test_each_line_is_an_answer_and_the_last_one_is_complete(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    hand_in(monkeypatch, text(120))
    status, output, _ = run(capsys, "rehearse", "-", "--games", 3, "--stream", *QUICK)
    lines = [json.loads(line) for line in output.splitlines()]
    assert status == 0
    assert [line["forecast"]["games"] for line in lines] == [1, 2, 3]
    assert [line["complete"] for line in lines] == [False, False, True]
    hand_in(monkeypatch, text(120))
    whole = json.loads(run(capsys, "rehearse", "-", "--games", 3, *QUICK)[1])
    played = [game for line in lines for game in line["played"]]
    assert [len(line["played"]) for line in lines] == [1, 1, 1] and [game["number"] for game in played] == [0, 1, 2]
    assert whole == lines[-1] | {"played": played}
    decided = Counter(game["decided"] for game in played)
    assert decided == dict(whole["forecast"]["decided"])


@pytest.mark.parametrize("knowing", [(), ("--knowing", "0")], ids=["all known", "guesses"])
def test_a_game_is_played_again(
    knowing: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With guesses, its answers lead to the same end. Without, it is a save."""
    game, line = start_game(30), ("rehearse", "-", "--games", 2, "--turns", "1", *knowing, *QUICK)
    hand_in(monkeypatch, files.add_checksum(to_data(game)).encode())
    whole = json.loads(run(capsys, *line)[1])
    hand_in(monkeypatch, files.add_checksum(to_data(game)).encode())
    again = json.loads(run(capsys, *line, "--game", 1)[1])
    assert set(again) == {"complete", "answers" if knowing else "save"}
    start = Start.of(game, knowing=0 if knowing else None)
    series = RehearsalSpec(start, ("random", "random"), parse_seed(whole["seed"]), 1)
    match = game_from_json(series.job(1), again)
    assert match.state.digest() == whole["played"][1]["digest"] and match.is_savable == (not knowing)
    back = match.fork_at(len(match.journal) - 1)
    back.answer(match.journal[-1].choice)  # type: ignore[union-attr]
    assert back.state.digest() == match.state.digest()


def test_a_game_is_for_json_alone(capsys: pytest.CaptureFixture[str]) -> None:
    status, _, line = run(capsys, "rehearse", "introductory", "--game", 1)
    assert (status, line) == (2, "usage: --game requires --json, without --plans and --turning-points\n")


def test_a_position_handed_in_is_cut_back_or_set_up_anew(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for options, position in ((("--at", 7), (7, False)), (("--at", 0, "--fresh"), (0, True))):
        hand_in(monkeypatch, text(10))
        _, output, _ = run(capsys, "rehearse", "-", *options, "--games", 1, *QUICK)
        data = json.loads(output)["position"]
        assert (data["answers"], data["fresh"]) == position


@pytest.mark.parametrize(
    ("raw", "options", "message"),
    [
        (b"", (), "standard input:1: not JSON"),
        (b"\xff", (), "standard input:1: is not UTF-8 text"),
        (b" " * (MAX_JSON + 1), (), "standard input: is larger than 8 MB"),
        (b"{}", (), "standard input: not a save of this game"),
        (text(3), ("--fresh",), "--fresh requires a position without answers"),
        (text(3), ("--at", "4"), "there are only 3 answers"),
    ],
    ids=["nothing", "no text", "large", "no save", "begun", "short"],
)
def test_what_is_no_position_is_one_line(
    raw: bytes, options: tuple[str, ...], message: str,
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    hand_in(monkeypatch, raw)
    status, output, line = run(capsys, "rehearse", "-", *options, "--stream", *QUICK)
    assert (status, output, line.count("\n")) == (2, "", 1)
    assert message in line


def test_a_stream_is_of_json(capsys: pytest.CaptureFixture[str]) -> None:
    status, _, line = run(capsys, "rehearse", "introductory", "--stream")
    assert (status, line) == (2, "usage: --stream requires --json\n")


def test_it_ends_with_its_reader() -> None:
    with subprocess.Popen([sys.executable, *ENDLESS], cwd=ROOT, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert json.loads(process.stdout.readline())["forecast"]["games"] == 1
        process.stdout.close()
        assert process.wait() in (0, 1)


def test_it_ends_with_its_reader_though_a_player_file_diverts_standard_output() -> None:
    bot = ("--players", "docs/example_bot.py:Gunner,random", "--stream", "--games", "1000000")
    line = ("main.py", "rehearse", "introductory", "--workers", "1", "--json", *bot)
    with subprocess.Popen([sys.executable, *line], cwd=ROOT, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert json.loads(process.stdout.readline())["forecast"]["games"] == 1
        process.stdout.close()
        assert process.wait() in (0, 1)


@pytest.mark.skipif(sys.platform == "win32", reason="a process of Windows keeps the number of a parent that has ended")
def test_it_ends_with_its_parent_though_somebody_still_reads() -> None:
    """Reading ends when the process and all of its workers have closed standard output."""
    starts = f"import subprocess, sys; subprocess.run([sys.executable, *{ENDLESS!r}, '--workers', '2'])"
    with subprocess.Popen([sys.executable, "-c", starts], cwd=ROOT, stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        first = parent.stdout.readline()
        parent.send_signal(signal.SIGKILL)
        rest = parent.stdout.read()
        assert first.startswith(b"{") and not json.loads(first)["complete"]
        assert b'"complete": true' not in rest and b'"stopped": true' not in rest
