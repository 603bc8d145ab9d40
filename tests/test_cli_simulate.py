"""Tests of `simulate`: its JSON, its files, and that only the seed decides a game."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from jovian.commands.problem import CommandError
from jovian.commands.simulate import Record, SimulationJob, play_one
from jovian.dice import format_seed, parse_seed
from jovian.match import RulesError
from jovian.match.entries import Answered, Fault
from jovian.match.saves import load
from jovian.play import Play
from jovian.user_files.saves import slot_at
from tests.commands import ROOT, run, run_python, write_short_scenario

pytestmark = pytest.mark.usefixtures("short_games")

RANDOM = ("--players", "random,random")
KEYS = ["seed", "winner", "turns", "objective", "victory", "decisions", "seconds", "digest", "faults"]


@pytest.fixture
def short(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a scenario of 2 Game Turns."""
    return write_short_scenario(tmp_path_factory.mktemp("scenarios"), 2)


def games(text: str) -> list[dict[str, object]]:
    """Return the games of a JSON answer without their times."""
    return [{key: value for key, value in game.items() if key != "seconds"} for game in json.loads(text)["games"]]


def test_json_has_the_promised_shape(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "simulate", "introductory", *RANDOM, "--games", 2, "--seed", 5, "--json")
    assert (status, err) == (0, "")
    data = json.loads(out)
    assert list(data) == ["scenario", "games"] and data["scenario"] == "introductory"
    assert [game["seed"] for game in data["games"]] == [5, 6]
    for game in data["games"]:
        assert list(game) == KEYS
        assert game["winner"] in (0, 1, None) and 1 <= game["turns"] <= 7
        assert len(game["objective"]) == len(game["victory"]) == 2
        assert game["faults"] == [{"count": 0, "first": {}}] * 2
        assert game["decisions"] > 50 and game["seconds"] >= 0 and len(game["digest"]) == 32
        if game["winner"] is not None:
            better, worse = game["winner"], 1 - game["winner"]
            assert game["objective"][better] >= game["objective"][worse]


@pytest.mark.parametrize(
    ("error", "status"), [(CommandError("report.json: a rule failed", 1), 1), (OSError(28, "No space left", "log"), 2)]
)
def test_json_that_is_broken_off_is_whole_and_says_so(
    capsys: pytest.CaptureFixture[str], short: Path, monkeypatch: pytest.MonkeyPatch, error: Exception, status: int
) -> None:
    def played(job: SimulationJob) -> tuple[Record, tuple[Fault, ...]]:
        if job.seed == 7:
            raise error
        return play_one(job)

    monkeypatch.setattr("jovian.commands.simulate.play_one", played)
    told = run(capsys, "simulate", short, *RANDOM, "--games", 4, "--seed", 5, "--json")
    data = json.loads(told[1])
    assert told[0] == status and told[2].count("\n") == 1
    assert [game["seed"] for game in data["games"]] == [5, 6] and data["stopped"] == "2 games of 4 finished"
    told = run(capsys, "simulate", short, *RANDOM, "--games", 4, "--seed", 7, "--json")
    assert told[:2] == (status, "") and told[2].count("\n") == 1


def test_workers_change_nothing(capsys: pytest.CaptureFixture[str], short: Path) -> None:
    command = ("simulate", short, *RANDOM, "--games", 3, "--seed", 0, "--json")
    _, alone_out, _ = run(capsys, *command)
    _, shared_out, _ = run(capsys, *command, "--workers", 2)
    assert games(alone_out) == games(shared_out)
    assert len({game["digest"] for game in games(alone_out)}) == 3


def test_the_hash_seed_changes_nothing_and_nothing_heavy_is_imported(short: Path) -> None:
    command = ("simulate", str(short), "--players", "ensign,random", "--seed", "0", "--json")
    code = (
        f"import sys; from jovian.cli import main; status = main({list(command)})\n"
        "loaded = {name.split('.')[0] for name in sys.modules}\n"
        "print(status, sorted(loaded & {'pygame', 'numpy', 'matplotlib'}))"
    )
    told, last = run_python("-c", code, PYTHONHASHSEED="1").stdout.rstrip().rsplit("\n", 1)
    other = games(run_python("main.py", *command, PYTHONHASHSEED="2").stdout)
    assert games(told) == other and other[0]["seed"] == 0 and last == "0 []"


def test_without_a_seed_one_is_drawn_that_nobody_can_search(capsys: pytest.CaptureFixture[str], short: Path) -> None:
    command = ("simulate", short, *RANDOM, "--json")
    drawn = [games(run(capsys, *command)[1])[0] for _ in range(2)]
    assert drawn[0]["seed"] != drawn[1]["seed"] and drawn[0]["digest"] != drawn[1]["digest"]
    assert all(parse_seed(game["seed"]) >= 1 << 64 for game in drawn)
    again = games(run(capsys, *command, "--seed", drawn[0]["seed"])[1])[0]
    assert (again["seed"], again["digest"]) == (drawn[0]["seed"], drawn[0]["digest"])


def test_the_seed_of_several_games_is_told_once(capsys: pytest.CaptureFixture[str], short: Path) -> None:
    text = format_seed((1 << 128) - 10)
    _, out, _ = run(capsys, "simulate", short, *RANDOM, "--games", 2, "--seed", text)
    assert out.count(text) == 1 and "S+0" in out and "S+1" in out


@pytest.mark.parametrize("seed", ["x", "1.5", "3f2a-91bc"])
def test_a_seed_that_is_none_is_bad_usage(capsys: pytest.CaptureFixture[str], seed: str) -> None:
    status, out, err = run(capsys, "simulate", "introductory", "--seed", seed)
    assert status == 2 and out == "" and err.startswith("usage: --seed: ") and repr(seed) in err
    assert err.count("\n") == 1


def test_logs_and_saves_are_left_in_their_folders(
    capsys: pytest.CaptureFixture[str], short: Path, tmp_path: Path
) -> None:
    folders = ("--log", tmp_path / "logs", "--save", tmp_path / "saves")
    _, out, _ = run(capsys, "simulate", short, *RANDOM, "--games", 2, "--seed", 3, *folders, "--json")
    for game in json.loads(out)["games"]:
        lines = (tmp_path / "logs" / f"introductory-{game['seed']}.jsonl").read_text().splitlines()
        events = [json.loads(line) for line in lines]
        assert [event["n"] for event in events] == list(range(len(events)))
        assert events[0]["type"] == "started" and events[-1]["type"] == "ended"
        assert events[-1]["winner"] == game["winner"]
        again = load(tmp_path / "saves" / f"introductory-{game['seed']}.json", log=False)
        assert again.state.digest() == game["digest"] and again.over


def test_a_save_names_its_players_without_their_folders(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The window opens it with them."""
    bot = f"{ROOT / 'docs' / 'example_bot.py'}:Gunner"
    seats = ("--players", f"random,{bot}", "--seed", 1)
    assert run(capsys, "simulate", "introductory", *seats, "--save", tmp_path)[0] == 0
    (path,) = tmp_path.glob("*.json")
    assert slot_at(path).seats == ("random", "example_bot.py:Gunner") and str(ROOT) not in path.read_text()


def test_logging_does_not_change_a_game(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    _, plain, _ = run(capsys, "simulate", "introductory", *RANDOM, "--seed", 4, "--json")
    _, logged, _ = run(capsys, "simulate", "introductory", *RANDOM, "--seed", 4, "--json", "--log", tmp_path)
    assert games(plain) == games(logged)


def test_fleets_can_be_chosen(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    chosen = ("--seed", 0, "--fleets", "venusian-150,cega-150", "--save", tmp_path)
    assert run(capsys, "simulate", "introductory", *RANDOM, *chosen)[0] == 0
    setup = load(tmp_path / "introductory-0.json", log=False).setup
    assert [fleet.faction for fleet in setup.fleets] == ["Venusian", "CEGA"]


def test_a_rule_that_fails_leaves_a_report(
    capsys: pytest.CaptureFixture[str], short: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def fails(game: Play, *players: str, faults: object) -> None:
        raise RulesError(ZeroDivisionError("a slip"), Answered(0, "menu", ["end"]))

    monkeypatch.setattr(Play, "play_out", fails)
    status, out, err = run(capsys, "simulate", short, *RANDOM, "--seed", 0, "--save", tmp_path)
    report = tmp_path / "introductory-0-report.json"
    assert status == 1 and out == "" and err.startswith(f"{report}: ") and "a slip" in err and err.count("\n") == 1
    assert load(report).setup.seed == 0


def test_the_table_sums_up(capsys: pytest.CaptureFixture[str], short: Path) -> None:
    status, out, _ = run(capsys, "simulate", short, *RANDOM, "--games", 2)
    assert status == 0
    assert "2 games: Callisto Picket wins " in out and ", Orbital Patrol " in out and " draws" in out
    assert "per second" in out
    assert "side 0" not in out, "a reader knows the fleets, not the numbers of their sides"
