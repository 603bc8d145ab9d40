"""`duel`: pairs of games with swapped sides, the same with any workers, saved and continued."""

from __future__ import annotations

import json
import os
import tracemalloc
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import replace
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from jovian.cli import main
from jovian.commands import duel
from jovian.rehearsal import duels
from jovian.rehearsal.duels import Pair, PairJob, fight
from tests.commands import ROOT, run

pytestmark = pytest.mark.usefixtures("short_games")

GUNNER = f"{ROOT / 'docs' / 'example_bot.py'}:Gunner"
ASKED = ("duel", GUNNER, "random", "--fleets", "jovian-150,cega-150", "--seed", 3)
RANDOM = ("duel", "random", "random", "--fleets", "jovian-150")
CLOCKED = ("paces",)
ILL = "class Ill:\n def choose(self, decision, view):\n  return ['dance']\n"


def result_json(capsys: pytest.CaptureFixture[str], *more: object) -> dict[str, Any]:
    """Return the JSON of the result without times."""
    status, out, err = run(capsys, *ASKED, *more, "--json")
    assert (status, err) == (0, "")
    data: dict[str, Any] = json.loads(out)
    for part in (data, *data["scenarios"]):
        for pace in part.pop("paces"):
            assert 0 < pace["median"] <= pace["of_100"] <= pace["of_1000"] <= pace["most"]
    return data


def save_pair(folder: Path, *asked: object) -> str:
    """Play a duel of 1 pair and return its file."""
    path = folder / "duel.jsonl"
    with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
        assert main([str(word) for word in (*asked, "--pairs", 1, "--workers", 1, "--save", path)]) == 0
    return path.read_text()


@pytest.fixture(scope="module")
def gunner_pair(tmp_path_factory: pytest.TempPathFactory) -> str:
    return save_pair(tmp_path_factory.mktemp("gunner"), *ASKED)


@pytest.fixture(scope="module")
def random_pair(tmp_path_factory: pytest.TempPathFactory) -> str:
    return save_pair(tmp_path_factory.mktemp("random"), *RANDOM, "--seed", 3)


def test_a_duel_is_the_same_with_any_workers_and_when_it_was_stopped(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, gunner_pair: str
) -> None:
    """Two workers play it at once, one worker in two parts."""
    whole = result_json(capsys, "--pairs", 2, "--workers", 2)
    save = ("--save", tmp_path / "duel.jsonl", "--workers", 1)
    (tmp_path / "duel.jsonl").write_text(gunner_pair)
    with (tmp_path / "duel.jsonl").open("a") as file:
        file.write('{"number":1,"scen')  # it was killed while it wrote
    assert result_json(capsys, "--pairs", 2, *save) == whole
    assert result_json(capsys, "--pairs", 2, *save) == whole
    assert len((tmp_path / "duel.jsonl").read_text().splitlines()) == 3
    assert whole["pairs"] == 2 and sum(whole["ends"]) == 2 and sum(whole["won"]) + whole["drawn"] == 4
    assert {row["fleet"] for row in whole["fleets"]} == {"jovian-150", "cega-150"}


def test_its_games_are_those_of_simulate(capsys: pytest.CaptureFixture[str], gunner_pair: str) -> None:
    pair = json.loads(gunner_pair.splitlines()[1])
    for bout, players in zip(pair["bouts"], ([GUNNER, "random"], ["random", GUNNER]), strict=True):
        fleets = ("--players", ",".join(players), "--fleets", ",".join(pair["fleets"]))
        (game,) = json.loads(run(capsys, "simulate", pair["scenario"], *fleets, "--seed", pair["seed"], "--json")[1])[
            "games"
        ]
        seat = bout["seats"].index
        assert bout["digest"] == game["digest"]
        assert bout["victory"] == [game["victory"][seat(0)], game["victory"][seat(1)]]
        assert bout["winner"] is None or seat(bout["winner"]) == game["winner"]


def test_it_ends_when_the_test_has_decided(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def fought(job: PairJob) -> Pair:
        return Pair(job.number, job.scenario, job.fleets, str(job.seed), first.bouts)

    (job,) = duels.Duel((GUNNER, "random"), (("introductory", ("jovian-150", "cega-150")),), 3, pairs=1).fights()
    first = fight(job)
    assert first.score == 1.0
    monkeypatch.setattr(duels, "fight", fought)
    data = result_json(capsys, "--workers", 1)
    assert data["test"]["verdict"] == "stronger" and data["pairs"] < 40
    assert data["test"]["ratio"] >= data["test"]["bound"] > 2.9
    assert result_json(capsys, "--workers", 1, "--pairs", 60)["pairs"] == 60
    assert result_json(capsys, "--workers", 1, "--pairs", 60, "--to", 0.6)["pairs"] == data["pairs"]
    assert result_json(capsys, "--workers", 1, "--from", 0.1, "--to", 0.9)["pairs"] < data["pairs"]


def test_scenarios_that_place_their_models_take_no_fleets(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("jovian.play.play", lambda match, players, answered, remarks, faults: None)
    status, out, _ = run(capsys, "duel", "random", "random", "--scenarios", "all", "--fleets", "jovian-150",
                         "--pairs", 15, "--seed", 1, "--workers", 1, "--json")  # fmt: skip
    data = json.loads(out)
    assert status == 0 and data["drawn"] == 30 and data["share"]["value"] == 0.5
    assert len(data["scenarios"]) >= 8 and [row["fleet"] for row in data["fleets"]] == ["jovian-150"]


@pytest.mark.parametrize(
    ("line", "number", "message"),
    [
        ("{", 2, "not JSON"),
        ("[]", 2, "isn't a pair of games"),
        ('{"number": 0}', 2, "isn't a pair of games: scenario"),
    ],
)
def test_a_damaged_file_is_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, gunner_pair: str, line: str, number: int, message: str
) -> None:
    path, kept = tmp_path / "duel.jsonl", gunner_pair.splitlines()
    path.write_text("\n".join((kept[0], line, *kept[1:])) + "\n")
    status, out, err = run(capsys, *ASKED, "--save", path, "--workers", 1)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"{path}:{number}: ") and message in err


DAMAGE = [
    (0, ("seed",), None, "seed: a seed is a whole number"),
    (0, ("seed",), "x\ny", "seed: a seed is a whole number"),
    (0, ("seed",), 3, "seed: a seed is a whole number"),
    (1, ("number",), 1, "is pair 1, where 0 should be"),
    (1, ("fleets",), ["jovian-150"], 'fleets: must be ["jovian-150", "jovian-150"], not ["jovian-150"]'),
    (1, ("fleets",), ["cega-150", "no\nfleet"], "fleets: must be"),
    (1, ("scenario",), "escalating", "scenario: must be"),
    (1, ("seed",), "4", 'seed: must be "3", not "4"'),
    (1, ("bouts", 0, "seats"), [0, 0], "bouts.0.seats: must be [0, 1]"),
    (1, ("bouts", 1, "winner"), 2, "bouts.1.winner: a player is 0 or 1, not 2"),
    (1, ("bouts", 0, "first"), 2, "bouts.0.first: a player is 0 or 1, not 2"),
    (1, ("bouts", 0, "victory"), [1e300, 0.0], "bouts.0.victory: must be between -1000000000"),
    (1, ("bouts", 0, "times", 0, "counts"), [[99_999, 1]], "bouts.0.times.counts: must be between 0 and 1000, not 9"),
    (1, ("bouts", 0, "faults"), [[7, "deploy", 1, "x"]], "bouts.0.faults: a player is 0 or 1, not 7"),
    (1, ("bouts", 0, "decisions"), -5, "bouts.0.decisions: must be between 0 and 1000000000, not -5"),
    (1, ("bouts", 1, "turns"), -1, "bouts.1.turns: must be between 0"),
    (1, ("bouts", 1, "times", 0, "most"), -1.0, "bouts.1.times.most: must be between 0"),
    (1, ("bouts", 0, "victory"), [1.0, 2.0], "its checksum doesn't match"),
    (1, ("sum",), None, "its checksum doesn't match"),
    (1, ("bouts", 0, "turns"), "a\nb", "isn't a pair of games: bouts.0.turns"),
]
"""A line, a place in it, the value there (None: nothing), and the error message."""


@pytest.mark.parametrize(("line", "place", "value", "message"), DAMAGE, ids=lambda value: str(value)[:30])
def test_a_value_that_no_duel_writes_is_one_line(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    random_pair: str,
    line: int,
    place: tuple[Any, ...],
    value: Any,
    message: str,
) -> None:
    path = tmp_path / "duel.jsonl"
    lines = [json.loads(line) for line in random_pair.splitlines()]
    holder = lines[line]
    for key in place[:-1]:
        holder = holder[key]
    if value is None:
        del holder[place[-1]]
    else:
        holder[place[-1]] = value
    path.write_text("".join(f"{json.dumps(entry)}\n" for entry in lines))
    status, out, err = run(capsys, *RANDOM, "--workers", 1, "--pairs", 1, "--save", path)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"{path}:{line + 1}: ") and message in err


def test_a_changed_result_is_noticed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, random_pair: str
) -> None:  # fmt: skip
    """The changed winner is a possible one."""
    path = tmp_path / "duel.jsonl"
    first, second = random_pair.splitlines()
    winner = json.loads(second)["bouts"][0]["winner"]
    changed = second.replace(f'"winner":{json.dumps(winner)}', f'"winner":{0 if winner else 1}', 1)
    assert changed != second
    path.write_text(f"{first}\n{changed}\n")
    status, out, err = run(capsys, *RANDOM, "--workers", 1, "--pairs", 1, "--save", path)
    assert (status, out, err) == (2, "", f"{path}:2: its checksum doesn't match\n")


@pytest.mark.parametrize(
    ("size", "message"), [(200 << 20, ": is larger than 64 MB"), (60 << 20, ":1: has a line of more than 64 KB")]
)
def test_a_huge_file_is_refused_with_the_limit(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, size: int, message: str
) -> None:
    path = tmp_path / "huge.jsonl"
    path.touch()
    os.truncate(path, size)
    tracemalloc.start()
    try:
        status, out, err = run(capsys, *ASKED, "--save", path, "--workers", 1)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert (status, out, err) == (2, "", f"{path}{message}\n") and path.stat().st_size == size
    assert peak < 50 << 20


def test_the_pairs_of_a_file_share_what_is_equal(tmp_path: Path) -> None:
    """A duel of 10,000 pairs fits into memory."""
    duel = duels.Duel(("random", "random"), (("introductory", ("jovian-150", "jovian-150")),), 3)
    pair = fight(next(duel.fights()))
    path = tmp_path / "duel.jsonl"
    with duels.open_file(path, duel, []) as file:
        assert file is not None
        for number in range(3):
            file.write(duels.format_pair(replace(pair, number=number, seed=str(3 + number))) + "\n")
    entries = [
        entry for known in duels.read_pairs(path, duel) for bout in known.bouts for times in bout.times
        for entry in times.counts
    ]  # fmt: skip
    assert len(entries) > 200 and len(set(map(id, entries))) == len(set(entries))


@pytest.mark.parametrize("text", ["", "a letter\n", "{}\n", '{"duel": 7}\n', '{"duel": true}\n', "[" * 5000 + "\n"])
def test_a_foreign_file_is_one_line_and_stays_as_it_is(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str
) -> None:
    path = tmp_path / "letter.txt"
    path.write_text(text)
    status, out, err = run(capsys, *ASKED, "--save", path, "--workers", 1)
    assert (status, out, err.count("\n")) == (2, "", 1) and err.startswith(f"{path}:1: ")
    assert path.read_text() == text


def test_another_duel_is_not_mixed_in(capsys: pytest.CaptureFixture[str], tmp_path: Path, gunner_pair: str) -> None:
    path = tmp_path / "duel.jsonl"
    path.write_text(gunner_pair)
    for other, message in (
        (("random", "random", "--fleets", "jovian-150,cega-150", "--seed", 3), "other players"),
        ((GUNNER, "random", "--fleets", "jovian-150,cega-150", "--seed", 4), "another seed"),
        ((GUNNER, "random", "--fleets", "jovian-150", "--seed", 3), "other scenarios or fleets"),
    ):
        status, out, err = run(capsys, "duel", *other, "--save", path, "--workers", 1)
        assert (status, out) == (2, "") and err.startswith(f"{path}:1: is a duel with {message}")


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (("--from", 0.6, "--to", 0.5), "usage: --from 0.6 --to 0.5"),
        (("--from", 0), "usage: --from 0 --to 0.6"),
        (("--size", 251), "usage: --size: there is no ready fleet of 251 TV"),
        (("--fleets", "jovian-150,"), "usage: --fleets: requires names separated by commas"),
        (("--fleets", "jovain-150"), "jovain-150: there is no fleet of that name"),
        (("--scenarios", "introductry"), "introductry: there is no scenario of that name"),
        (("--seed", "x"), "usage: --seed: "),
    ],
)
def test_bad_usage_is_one_line(capsys: pytest.CaptureFixture[str], more: tuple[object, ...], message: str) -> None:
    status, out, err = run(capsys, "duel", "random", "random", *more)
    assert (status, out, err.count("\n")) == (2, "", 1) and err.startswith(message)


def test_a_player_that_is_not_there_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "duel", "random", "ensing")
    assert (status, out) == (2, "") and err.startswith("usage: B: there is no player 'ensing'; did you mean 'ensign'?")


def test_faults_are_those_of_a_player_on_either_side(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "ill.py").write_text(ILL)
    asked = ("duel", "random", f"{tmp_path}/ill.py:Ill", "--fleets", "cega-150", "--pairs", 1, "--workers", 1)
    status, out, err = run(capsys, *asked, "--json")
    faults = json.loads(out)["faults"]
    assert status == 0 and faults[0]["count"] == 0 and faults[1]["count"] > 20
    assert "Ill (side " in err and err.count("(deploy: ") == 1


def test_what_is_known_is_told_when_it_is_stopped(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*asked: Any) -> Any:
        yield from (pair for pair, _ in zip(duels.duel(*asked), range(2), strict=False))
        raise KeyboardInterrupt

    monkeypatch.setattr(duel, "play_duel", stopped)
    monkeypatch.setattr(duels, "fight", cache(fight))
    status, out, err = run(capsys, *ASKED, "--pairs", 9, "--workers", 1)
    assert status == 130 and "stopped: 2 pairs finished" in err
    assert "2 pairs of games, seed 3" in out and "jovian-150" in out and "ms per decision" in out
    status, out, err = run(capsys, *ASKED, "--pairs", 9, "--workers", 1, "--json")
    data = json.loads(out)
    assert (status, data["stopped"], data["complete"], data["pairs"]) == (130, True, False, 2)
