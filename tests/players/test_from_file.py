"""Players from files: they are read and made, and each problem is one line."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from jovian.cli import main
from jovian.game import Answer, Decision, State
from jovian.match import IllegalAnswer, Match
from jovian.match.entries import Faults
from jovian.match.play_loop import play
from jovian.players import NoPlayer, make_player
from jovian.players.player import read_player_file
from tests.commands import ROOT, run, run_python, write_short_scenario
from tests.games import setup

pytestmark = pytest.mark.usefixtures("short_games")

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
    "mutes.py:Name": (
        "class Mute(Exception):\n def __str__(self): raise ValueError\n\nraise Mute",
        r"mutes\.py:4: Mute: \(unreadable\)$",
    ),
    "long.py:Name": ("raise ValueError('x' * 10_000_000)", r"long\.py:1: ValueError: x{297}\.\.\.$"),
    "base.py:Name": (
        "class Stop(BaseException): pass\n\nraise Stop('now')", r"base\.py:3: Stop: now$"
    ),
    "halts.py:Name": (
        "class Halt(KeyboardInterrupt): pass\nclass Name:\n def __init__(self): raise Halt",
        r"halts\.py:3: Name cannot be made: Halt$",
    ),
    "async.py:Name": (
        "class Name:\n\n async def choose(self, decision, view): pass",
        r"async\.py:3: Name\.choose is async, but it must return the answer itself$",
    ),
    "later.py:Name": (
        "async def Name(): pass", r"later\.py:1: Name is async, but it must return a player$"
    ),
    "trap.py:Name": (
        "class Name:\n @property\n def choose(self): raise SystemError",
        r"trap\.py:3: Name cannot be made: SystemError$",
    ),
    "null.py:Name": ("x = '\0'", r"null\.py(:1)?: .*null bytes"),
    "deep.py:Name": ("x = " + "-" * 100_000 + "1", r"deep\.py(:1)?: (MemoryError|RecursionError|SyntaxError)"),
    "wrong.py:Name": (
        "raise SyntaxError('a', ('bot.py', 'x' * 100, 1, ''))", r"wrong\.py:1: SyntaxError: a .*$"
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
def test_what_is_wrong_with_a_file_is_one_line(capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str) -> None:
    source, message = FAULTY[text]
    if source is not None:
        (tmp_path / text.partition(":")[0]).write_text(source)
    with pytest.raises(NoPlayer, match=message):
        make_player(f"{tmp_path}/{text}")
    status, out, err = run(capsys, "simulate", "introductory", "--players", f"random,{tmp_path}/{text}")
    assert (status, out, err.count("\n")) == (2, "", 1) and err.startswith(str(tmp_path))


@pytest.mark.parametrize("name", ["two\nlines.py", "tab\tand\x1besc.py", "\u2028.py"])
def test_a_file_name_stays_on_one_line(capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("1 / 0")
    for player in (f"{tmp_path}/{name}:Name", f"{tmp_path}/no {name}:Name", f"{tmp_path}/{name}"):
        status, out, err = run(capsys, "simulate", "introductory", "--players", f"random,{player}")
        assert (status, out) == (2, "") and err[:-1].isprintable() and err.endswith("\n"), err
        with pytest.raises(NoPlayer) as error:
            make_player(player)
        assert str(error.value).isprintable()


def test_names_of_thousands_of_characters_are_shortened(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    long = "x" * 5000
    (tmp_path / "bot.py").write_text(f"class {long}: pass\nclass Late:\n def choose(self, *_): raise {long}")
    bot = f"{tmp_path}/bot.py"
    for player in (long, f"{long}:{long}", f"{long}.py", f"{long}.py:A", f"{bot}:{long}", f"{bot}:{long}y"):
        status, out, err = run(capsys, "simulate", "introductory", "--players", f"random,{player}")
        assert (status, out, err.count("\n")) == (2, "", 1) and len(err) < 900 and "x..." in err, len(err)


LOUD = """
import sys
print("read")

class Loud:
    def __init__(self):
        print("made")

    @property
    def reason(self):
        print("why")
        return "so"

    def choose(self, decision, view):
        print("asked", flush=True)
        sys.stdout.write("twice\\n")
        return decision.default()
"""


@pytest.mark.parametrize(("command", "workers"), [
    ("simulate", 1), ("simulate", 2), ("rehearse", 2), ("duel", 2),
    pytest.param("rehearse", 1, marks=pytest.mark.long), pytest.param("duel", 1, marks=pytest.mark.long),
])  # fmt: skip
def test_what_a_player_prints_is_no_part_of_the_json(
    capfd: pytest.CaptureFixture[str], tmp_path: Path, command: str, workers: int
) -> None:
    (tmp_path / "loud.py").write_text(LOUD)
    loud = f"{tmp_path}/loud.py:Loud"
    asked = {
        "simulate": (
            "introductory", "--players", f"{loud},random", "--games", 2, "--log", tmp_path / "log"
        ),
        "rehearse": ("introductory", "--players", f"{loud},random", "--games", 2, "--turns", 1),
        "duel": (loud, "random", "--fleets", "cega-150", "--pairs", 1),
    }[command]  # fmt: skip
    assert main([command, *map(str, asked), "--json", "--workers", str(workers)]) == 0
    out, err = capfd.readouterr()
    assert isinstance(json.loads(out), dict) and {"made", "asked", "twice"} <= set(err.splitlines())


DIRECT = """
import atexit, os, subprocess, sys, threading
left = 4

def write(word):
    global left
    left -= 1
    if left >= 0:
        os.write(1, f"descriptor {word}\\n".encode())
        os.system(f"echo system {word}")
        subprocess.run([sys.executable, "-c", f"print('child {word}')"])
        print(f"original {word}", file=sys.__stdout__, flush=True)
        thread = threading.Thread(target=lambda: print(f"thread {word}", flush=True))
        thread.start()
        thread.join()

atexit.register(lambda: os.write(1, b"late\\n"))
write("read")

class Direct:
    def __init__(self):
        write("made")

    def choose(self, decision, view):
        write("asked")
        return decision.default()
"""
DIRECT_LINES = {
    "simulate": ("simulate", "{short}", "--players", "{bot},random", "--games", "2"),
    "rehearse": ("rehearse", "introductory", "--players", "{bot},random", "--games", "2", "--turns", "1"),
    "stream": ("rehearse", "introductory", "--players", "{bot},random", "--games", "2", "--turns", "1", "--stream"),
    "plans": (
        "rehearse", "docs/table.json", "--plans", "docs/plan-a.json", "docs/plan-b.json", "--players", "{bot},random",
        "--games", "2", "--turns", "1", "--stream",
    ),
    "turning": (
        "rehearse", "docs/table.json", "--turning-points", "--at", "120", "--players", "{bot},random", "--games", "2",
        "--split", "1", "--turns", "1",
    ),
    "duel": ("duel", "{bot}", "random", "--fleets", "cega-150", "--pairs", "1"),
}  # fmt: skip


@pytest.mark.parametrize(
    ("command", "workers"), [*((command, "1") for command in DIRECT_LINES), ("simulate", "2"), ("stream", "2")]
)
def test_what_a_player_writes_to_the_descriptor_is_no_part_of_the_json(
    tmp_path: Path, command: str, workers: str
) -> None:
    (tmp_path / "direct.py").write_text(DIRECT)
    named = {"bot": f"{tmp_path}/direct.py:Direct", "short": write_short_scenario(tmp_path)}
    line = [word.format(**named) for word in DIRECT_LINES[command]]
    process = run_python("main.py", *line, "--json", "--workers", workers)
    assert process.returncode == 0, process.stderr
    answers = [json.loads(answer) for answer in process.stdout.splitlines()]
    assert answers and all(isinstance(answer, dict) for answer in answers)
    words = [f"{way} {word}" for way in ("descriptor", "system", "child", "original", "thread")
             for word in ("read", "made", "asked")]  # fmt: skip
    assert {*words, "late"} <= set(process.stderr.splitlines())


def test_a_program_has_its_standard_output_back_after_a_command(
    capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "bot.py").write_text("import os\nos.write(1, b'no JSON')")
    for _ in range(2):
        assert main(["duel", f"{tmp_path}/bot.py:Nobody", "random", "--json"]) == 2
        os.write(1, b"back\n")
        print("again", flush=True)
        assert capfd.readouterr().out == "back\nagain\n"


UNRULY = """
class Mute(BaseException):
    def __str__(self):
        raise SystemExit

class Huge(Exception):
    def __str__(self):
        return "y" * 10_000_000

class Word(str):
    def __str__(self): raise Mute
    __format__ = __repr__ = __len__ = __getitem__ = __str__

async def late():
    pass

class Unruly:
    called = "x" * 5000 + chr(10)

    @property
    def reason(self):
        raise Mute

    def choose(self, decision, view):
        kind = decision.kind
        if kind == "deploy":
            raise Mute
        if kind == "activate":
            raise Huge
        return late() if kind == "declare" else Word() if kind == "menu" else decision.default()
"""


def test_whatever_it_raises_or_answers_is_one_short_line_with_player_file_and_line(tmp_path: Path) -> None:
    (tmp_path / "unruly.py").write_text(UNRULY)
    match, faults = Match(setup(2)), Faults()
    unruly = make_player(f"{tmp_path}/unruly.py:Unruly")
    play(match, [unruly, make_player("random", 2)], faults=faults, remarks=True)
    first = faults.to_json()[0]["first"]
    assert match.over and all(line.isprintable() and len(line) < 900 for line in first.values())
    name = f"{'x' * 28}...{'x' * 28} (side 0), "
    assert all(line.startswith(name) for line in first.values())
    file = f"{tmp_path}/unruly.py"
    found = {kind: line.partition("): ")[2] for kind, line in first.items()}
    assert found["declare"] == f"failed (choose is async, but it must return the answer itself, {file}:24)"
    assert found["deploy"] == f"failed (Mute: (unreadable), {file}:27)"
    assert found["activate"].startswith("failed (Huge: yyy") and found["activate"].endswith(f"..., {file}:29)")
    assert found["menu"].startswith("answered something unreadable, which is not allowed: ")


def test_a_player_of_a_program_that_is_async_is_told_so() -> None:
    class Late:
        async def choose(self, decision: Decision, view: State) -> Answer:
            return decision.default()

    with pytest.raises(IllegalAnswer, match=r"Late \(side \d\).*failed \(TypeError: choose is async, but it must "):
        play(Match(setup(2)), [Late(), Late()])  # type: ignore[list-item]


def test_only_the_content_that_was_approved_is_run(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text("class Name:\n def choose(self, decision, view): return []\n")
    content = read_player_file(str(bot))[1]
    assert make_player(f"{bot}:Name", 0, content)
    bot.write_text(f"open({str(tmp_path / 'ran')!r}, 'w')")
    with pytest.raises(NoPlayer, match=r"bot\.py: the file has changed since you chose it"):
        make_player(f"{bot}:Name", 0, content)
    assert not (tmp_path / "ran").exists()


def test_only_a_regular_file_of_a_limited_size_is_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.py")
    with (tmp_path / "huge.py").open("wb") as file:
        file.truncate(200 << 20)
    (tmp_path / "folder.py").mkdir()
    (tmp_path / "device.py").symlink_to("/dev/zero")
    for name, message in {
        "pipe": "is a pipe", "huge": "is larger than 4 MB", "folder": "is a folder", "device": "is a device",
    }.items():  # fmt: skip
        with pytest.raises(NoPlayer, match=rf"{name}\.py: {message}"):
            make_player(f"{tmp_path}/{name}.py:Name")


def test_no_temperament_is_made_up() -> None:
    with pytest.raises(NoPlayer, match=r"no player 'ensign:mad'; did you mean 'ensign'\?"):
        make_player("ensign:mad")


def test_commands_play_it_in_any_number_of_processes(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("simulate", "introductory", "--players", f"{EXAMPLE},random", "--games", 2, "--seed", 3, "--json")
    games = [json.loads(run(capsys, *asked, "--workers", workers)[1])["games"] for workers in (1, 2)]
    digests = [[game["digest"] for game in games_of_run] for games_of_run in games]
    assert digests[0] == digests[1] and games[0][0]["faults"] == [{"count": 0, "first": {}}] * 2
    asked = ("rehearse", "introductory", "--players", f"{EXAMPLE},random", "--games", 2, "--turns", 1, "--json")
    status, out, _ = run(capsys, *asked, "--workers", 2)
    assert status == 0 and json.loads(out)["players"] == [EXAMPLE, "random"]


def test_one_that_fails_loses_nothing_but_the_choice(tmp_path: Path) -> None:
    (tmp_path / "ill.py").write_text(ILL)
    match, faults = Match(setup(2)), Faults()
    play(match, [make_player(f"{tmp_path}/ill.py:Ill"), make_player("random", 2)], faults=faults)
    faults_json = faults.to_json()
    assert match.over and faults_json[1] == {"count": 0, "first": {}}
    assert {"deploy", "activate", "declare", "menu"} <= set(faults_json[0]["first"])
    assert faults_json[0]["count"] == sum(entry.side == 0 for entry in match.journal)
    assert f"failed (SystemExit: 3, {tmp_path}/ill.py:12)" in faults_json[0]["first"]["deploy"]
    assert "answered ['dance'], which is not allowed" in faults_json[0]["first"]["declare"]


class Stopped:
    def choose(self, decision: Decision, view: State) -> Answer:
        raise KeyboardInterrupt


def test_whoever_stops_the_program_is_heard_and_no_fault_is_hushed_up_where_none_are_noted(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        play(Match(setup(2)), [Stopped(), Stopped()], faults=Faults())
    (tmp_path / "ill.py").write_text(ILL)
    ill = make_player(f"{tmp_path}/ill.py:Ill")
    with pytest.raises(IllegalAnswer, match=r"Ill \(side \d\).*failed \(SystemExit: 3, .*/ill\.py:12\)"):
        play(Match(setup(2)), [ill, ill])


def test_faults_are_named_once_a_kind(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "ill.py").write_text(ILL)
    asked = ("introductory", "--players", f"random,{tmp_path}/ill.py:Ill", "--games", 2, "--seed", 3)
    status, out, err = run(capsys, "simulate", *asked, "--json")
    first = json.loads(out)["games"][0]["faults"]
    assert status == 0 and first[0]["count"] == 0 and first[1]["count"] > 20
    lines = err.splitlines()
    assert all(line.endswith("; the default choice was used") for line in lines)
    assert sum("(deploy: " in line for line in lines) == 1 and "Ill (side 1)" in lines[0]
    status, out, err = run(capsys, "simulate", *asked)
    assert status == 0 and "Ill): the default choice was used " in " ".join(out.split())
    status, out, err = run(capsys, "rehearse", *asked, "--turns", 1, "--json")
    assert status == 0 and json.loads(out)["faults"][1]["count"] > 0 and "(deploy: " in err
