"""Players from files of one's own: read, made, and whatever is wrong with one told in a line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from jovian.game import Answer, Decision, State
from jovian.match import IllegalAnswer, Match
from jovian.match.drive import play
from jovian.match.faults import Faults
from jovian.players import NoPlayer, make_player
from tests.commands import ROOT, run
from tests.games import setup

EXAMPLE = f"{ROOT / 'docs' / 'example_bot.py'}:Gunner"
SEEDED = """
from dataclasses import dataclass
from aim import best

@dataclass
class Seeded:
    seed: int

    def choose(self, decision, view):
        return best(decision)

class Plain:
    def choose(self, decision, view):
        return decision.default()

def made():
    return Plain()
"""
ILL = """
import sys
from itertools import cycle
from jovian.game.answers import Move

class Ill:
    def __init__(self):
        self.wrong = {"declare": cycle([["dance"]]), "activate": cycle([None, object(), ["activate", 7], Move("x")])}

    def choose(self, decision, view):
        if decision.kind == "deploy":
            sys.exit(3)
        return next(self.wrong[decision.kind]) if decision.kind in self.wrong else 1 / 0
"""
FAULTY = {
    "nowhere.py:Name": (None, r"nowhere\.py: cannot be read: No such file"),
    "bot.py": ("class Name: pass", r"bot\.py: which player of it\? Write .*bot\.py:Name$"),
    "bot.py:": ("class Name: pass", r"bot\.py:: which player of it\? Write .*bot\.py:Name$"),
    "near.py:Nam": ("class Name:\n choose = 1", r"near\.py: there is no 'Nam' in it; did you mean 'Name'\?"),
    "syntax.py:Name": ("x = 1\nclass Name", r"syntax\.py:2: SyntaxError: "),
    "raises.py:Name": ("import os\n\nraise KeyError('so')", r"raises\.py:3: KeyError: 'so'$"),
    "leaves.py:Name": ("import sys\nsys.exit(4)", r"leaves\.py:2: SystemExit: 4$"),
    "lacks.py:Name": ("import nothing_of_that_name", r"lacks\.py:1: ModuleNotFoundError: "),
    "mute.py:Name": ("class Name: pass", r"mute\.py: Name has no choose\(decision, view\)$"),
    "unmade.py:Name": (
        "class Name:\n def __init__(self, seed):\n  raise OSError('no net')",
        r"unmade\.py:3: Name cannot be made: OSError: no net$",
    ),
    "greedy.py:Name": (
        "class Name:\n def __init__(self, a, b): pass", r"greedy\.py: Name cannot be made: TypeError: .* missing 2 "
    ),
}  # fmt: skip


def test_a_player_is_made_from_a_file_and_what_lies_beside_it(tmp_path: Path) -> None:
    (tmp_path / "aim.py").write_text("def best(decision):\n    return decision.default()\n")
    (tmp_path / "bot.py").write_text(SEEDED)
    assert getattr(make_player(f"{tmp_path}/bot.py:Seeded", 7), "seed", None) == 7
    game = Match(setup(1))
    play(game, [make_player(f"{tmp_path}/bot.py:Plain"), make_player(f"{tmp_path}/bot.py:made", 3)])
    assert game.over


def test_a_file_that_was_changed_is_read_again(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    for name in ("one", "two"):
        bot.write_text(f"class Name:\n word = '{name}'\n def choose(self, decision, view): return []\n")
        assert getattr(make_player(f"{bot}:Name"), "word", None) == name


@pytest.mark.parametrize("text", FAULTY)
def test_what_is_wrong_with_a_file_is_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str
) -> None:
    source, said = FAULTY[text]
    if source is not None:
        (tmp_path / text.partition(":")[0]).write_text(source)
    with pytest.raises(NoPlayer, match=said):
        make_player(f"{tmp_path}/{text}")
    status, out, err = run(capsys, "simulate", "introductory", "--players", f"random,{tmp_path}/{text}")
    assert (status, out, err.count("\n")) == (2, "", 1) and err.startswith(str(tmp_path))


def test_no_temperament_is_made_up() -> None:
    with pytest.raises(NoPlayer, match=r"no player 'ensign:mad'; did you mean 'ensign'\?"):
        make_player("ensign:mad")


def test_commands_play_it_in_any_number_of_processes(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("simulate", "introductory", "--players", f"{EXAMPLE},random", "--games", 2, "--seed", 3, "--json")
    games = [json.loads(run(capsys, *asked, "--workers", workers)[1])["games"] for workers in (1, 2)]
    digests = [[game["digest"] for game in each] for each in games]
    assert digests[0] == digests[1] and games[0][0]["faults"] == [{"count": 0, "first": {}}] * 2
    asked = ("rehearse", "introductory", "--players", f"{EXAMPLE},random", "--games", 2, "--turns", 1, "--json")
    status, out, _ = run(capsys, *asked, "--workers", 2)
    assert status == 0 and json.loads(out)["players"] == [EXAMPLE, "random"]


def test_one_that_fails_loses_nothing_but_the_choice(tmp_path: Path) -> None:
    (tmp_path / "ill.py").write_text(ILL)
    match, faults = Match(setup(2)), Faults()
    play(match, [make_player(f"{tmp_path}/ill.py:Ill"), make_player("random", 2)], faults=faults)
    told = faults.written()
    assert match.over and told[1] == {"count": 0, "first": {}}
    assert {"deploy", "activate", "declare", "menu"} <= set(told[0]["first"])
    assert told[0]["count"] == sum(entry.side == 0 for entry in match.journal)
    assert "failed (SystemExit: 3)" in told[0]["first"]["deploy"]
    assert "answered ['dance'], which is not allowed" in told[0]["first"]["declare"]


class Stopped:
    def choose(self, decision: Decision, view: State) -> Answer:
        raise KeyboardInterrupt


def test_whoever_stops_the_program_is_heard_and_no_fault_is_hushed_up_where_none_are_noted(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        play(Match(setup(2)), [Stopped(), Stopped()], faults=Faults())
    (tmp_path / "ill.py").write_text(ILL)
    ill = make_player(f"{tmp_path}/ill.py:Ill")
    with pytest.raises(IllegalAnswer, match=r"Ill \(side \d\).*failed \(SystemExit: 3\)"):
        play(Match(setup(2)), [ill, ill])


def test_faults_are_named_once_a_kind(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "ill.py").write_text(ILL)
    asked = ("introductory", "--players", f"random,{tmp_path}/ill.py:Ill", "--games", 2, "--seed", 3)
    status, out, err = run(capsys, "simulate", *asked, "--json")
    first = json.loads(out)["games"][0]["faults"]
    assert status == 0 and first[0]["count"] == 0 and first[1]["count"] > 20
    lines = err.splitlines()
    assert all(line.endswith("; the default was taken") for line in lines)
    assert sum("(deploy: " in line for line in lines) == 1 and "Ill (side 1)" in lines[0]
    status, out, err = run(capsys, "simulate", *asked)
    assert status == 0 and "(side 1): the default was taken for " in " ".join(out.split())
    status, out, err = run(capsys, "rehearse", *asked, "--turns", 1, "--json")
    assert status == 0 and json.loads(out)["faults"][1]["count"] > 0 and "(deploy: " in err
