"""Tests of `play`: whole games by typed answers, free values, commands, secrets between two people, and saves."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from jovian.cards import unit_cards
from jovian.cards.files import BUILTIN_SHELF, use_shelves
from jovian.commands.text_play import PlayRequest, play_text
from jovian.commands.typed_answers import form_words, list_options, read_typed
from jovian.game import Answer, Decision, State
from jovian.match import Match
from jovian.match.saves import load, save
from jovian.play import setup_of
from tests.commands import ROOT, run
from tests.match import test_decisions
from tests.rules_api import QUESTIONS

pytestmark = pytest.mark.usefixtures("own_home", "short_games")
OPTION = re.compile(r"^(\d+)\. ", re.MULTILINE)
FACES = re.compile(r"Roll (.*) dice for")
MAX_ANSWERS = 4000
SMALL = "jovian-150,cega-150"
LONG = "tests/data/assets/scenarios/introductory.yaml"
"""The introductory scenario with all of its turns."""
PLAIN = re.compile(r"[\w .,:;'?!()/+*%&#-]*")
"""A line without signs that screen readers can't speak, and without columns."""


class Typist:
    """Types lines in turn, then a random listed option at each question, until `until` answers or the end.

    A line that begins with `@` waits: until a screen has the words after it, the typist types `default`, or a random
    option if it is `wild`.
    """

    def __init__(
        self, capsys: pytest.CaptureFixture[str], *lines: str, seed: int = 0, until: int = 0, wild: bool = False
    ) -> None:
        self._capsys, self._lines, self._until, self._wild = capsys, list(lines), until, wild
        self._rng = Random(seed)
        self.screens: list[str] = []
        """What was printed before each typed line."""
        self.typed: list[str] = []

    def __call__(self) -> str | None:
        self.screens.append(self._capsys.readouterr().out)
        assert len(self.typed) < MAX_ANSWERS
        line = self._next(self.screens[-1])
        self.typed.append("" if line is None else line)
        return line

    def _next(self, screen: str) -> str | None:
        if screen.rstrip().endswith("Press Enter."):
            return ""
        if "Type yes to do it" in screen:
            return "yes"
        if self._lines and self._lines[0].startswith("@"):
            if self._lines[0][1:] not in screen:
                return self._random(screen) if self._wild else "default"
            self._lines.pop(0)
        if self._lines:
            return self._lines.pop(0)
        return None if len(self.typed) >= self._until else self._random(screen)

    def _random(self, screen: str) -> str:
        """Return the number of a random listed option, or random faces of dice."""
        if faces := FACES.search(screen):
            return " ".join(str(self._rng.randint(1, 6)) for _ in range(sum(map(int, re.findall(r"\d+", faces[1])))))
        numbers: list[str] = OPTION.findall(screen)
        return self._rng.choice(numbers or ["default"])

    def answer_to(self, line: str) -> str:
        """Return what was printed after a line was typed for the first time."""
        return self.screens[self.typed.index(line) + 1]


def play(typist: Typist, capsys: pytest.CaptureFixture[str], scenario: str = "introductory", **request: object) -> str:
    """Play a game and return everything that was printed."""
    assert play_text(PlayRequest(scenario, **{"seed": "7", **request}), typist) == 0  # type: ignore[arg-type]
    return "".join(typist.screens) + capsys.readouterr().out


# --- Whole games ---


@pytest.mark.parametrize(
    ("scenario", "request_", "until"),
    [
        ("introductory", {"players": "human,random", "fleets": SMALL}, MAX_ANSWERS),
        ("introductory", {"players": "human,random", "fleets": SMALL, "real_dice": True}, 80),
        ("ambush", {"players": "human,human"}, 200),
        pytest.param("ambush", {"players": "human,human"}, MAX_ANSWERS, marks=pytest.mark.long),
        ("water-raid", {"players": "human,human"}, 150),
        ("break-the-truce", {"players": "random,human"}, 150),
        pytest.param("break-the-truce", {"players": "random,human"}, MAX_ANSWERS, marks=pytest.mark.long),
    ],
)
def test_whole_games_by_listed_options(
    capsys: pytest.CaptureFixture[str], own_home: Path, scenario: str, request_: dict[str, object], until: int
) -> None:
    """Every listed option is legal, and every line is plain words of one fact. Some games are broken off."""
    typist = Typist(capsys, seed=3, until=until)
    text = play(typist, capsys, scenario, **request_)
    assert "The game is saved as game 1." in text
    assert "Not possible" not in text and "is no answer" not in text
    match = load(own_home / "saves" / "game 1" / "latest.json")
    assert match.over == ("The game ends in turn" in text) == (until == MAX_ANSWERS)
    assert [line for line in text.splitlines() if not PLAIN.fullmatch(line)] == []
    words = set(re.findall(r"[\w-]+", text))
    assert [model.id for model in match.state.models.values() if model.id in words] == []


# --- Free values ---


def test_free_values_move_turn_fly_and_attack(capsys: pytest.CaptureFixture[str]) -> None:
    typist = Typist(
        capsys,
        "@Deploy a capital ship", "place amalthea at 20.5 9", "place long reach 30 9 heading 10",
        "@Lantern 1 at", "place lantern 1 20 11.5",
        "@Choose a model to activate", "amal", "declare evade", "reach", "move 50", "try move 4.5", "move 4.5",
        "turn left 20", "odds kurama", "attack kurama with beam", "end",
        "@Long Reach: Javelin", "activate long", "move 3 inches", "turn toward mare nubium", "end",
        "@Lantern 1: Pathfinder", "lantern 1", "none boost 1", "fly 20 13", "fly toward kurama 2", "fly north 1",
        "fly heading 90 1", "end activation",
    )  # fmt: skip
    play(typist, capsys, players="human,random", fleets=SMALL)
    told = typist.answer_to
    assert "Amalthea arrives at 20.5, 9 heading 0." in told("place amalthea at 20.5 9")
    assert "Long Reach arrives at 30, 9 heading 10." in told("place long reach 30 9 heading 10")
    assert "Lantern 1 arrives at 20, 11.5" in told("place lantern 1 20 11.5")
    assert "Amalthea declares Evade." in told("declare evade")
    assert told("move 50").startswith("Not possible: Only 5.0 inches of its move is left. Amalthea can move 5 inches")
    assert "It would end at 20.5, 13.5, heading 0." in told("try move 4.5")
    assert "Amalthea moves 4.5 inches to 20.5, 13.5 heading 0." in told("move 4.5")
    assert "Amalthea turns left 20 degrees at 20.5, 13.5 heading 340." in told("turn left 20")
    assert told("odds kurama").startswith("Amalthea to Kurama: ") and "Beam Projector" in told("odds kurama")
    assert told("attack kurama with beam").startswith("No such attack on Kurama. Beam Projector: ")
    assert "Long Reach moves 3 inches" in told("move 3 inches")
    assert "Long Reach turns" in told("turn toward mare nubium")
    assert "boosts with 1 Fuel" in told("none boost 1")
    assert "Lantern 1 moves 1.5 inches to 20, 13" in told("fly 20 13")
    assert "Lantern 1 moves 2 inches" in told("fly toward kurama 2")
    assert "Lantern 1 moves 1 inch to" in told("fly north 1") and "Lantern 1 moves 1 inch to" in told(
        "fly heading 90 1"
    )


@pytest.mark.parametrize(
    ("scenario", "request_", "lines", "told"),
    [
        (
            "introductory", {"players": "random,human", "fleets": "jovian-250,cega-squadrons-250"},
            ["@Place Sickle 1", "place sickle 1 8 37 with sickle 2"], "Sickle 1 flies in a formation of 2.",
        ),
        ("introductory", {"real_dice": True}, ["@enter the faces", "4", "@enter the faces", "6"], "for initiative: 6."),
        ("ambush", {}, ["@Place a beacon (1 of 4)", "20.5 11", "look"], "Beacon 1 of Orbital Patrol at 20.5, 11"),
        ("water-raid", {}, ["@Issue 10 Water Units", "issue bucephalus 5, true aim 5"], "issues 10 Water Units"),
        (LONG, {}, ["@weapon, fuel, attack and defense", "odds"], "If its plan is all attack: your"),
        (
            LONG, {}, ["@weapon, fuel, attack and defense", "plan 7 fuel 9", "plan 0 attack 0 fuel"],
            "Press Enter.",
        ),
    ],
)  # fmt: skip
def test_free_values_of_other_decisions(
    capsys: pytest.CaptureFixture[str], scenario: str, request_: dict[str, object], lines: list[str], told: str
) -> None:
    typist = Typist(capsys, *lines, seed=5, wild=True)
    usual = {"players": "human,human"} | ({"fleets": SMALL} if scenario in ("introductory", LONG) else {})
    text = play(typist, capsys, scenario, **(usual | request_))
    told_at = text.index(typist.screens[typist.typed.index(lines[1])])
    assert told in text[told_at:], typist.screens[-2:]


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("dance", "'dance' is no answer here. Type a number from 1 to 2; or type place,"),
        ("7", "There is no option 7. Type a number from 1 to 2."),
        ("place", "Type place, a model, and a point"),
        ("place amalthea 9", "Type place, a model, and a point"),
        ("place kurama 9 9", "'kurama' is no model to name here"),
        ("place amalthea 24 40", "Not possible: Amalthea "),
        ("place amalthea nan inf", "Type place, a model, and a point"),
        ("place amalthea 1e9 3", "Type place, a model, and a point"),
        ("place", "Type place, a model, and a point"),
        ("at 24", "'at 24' could mean 1 Place Amalthea at 24, 10.1, heading 0; 2 Place Long Reach"),
        ("look nobody", "There is no model 'nobody'. Type look for all models."),
        ("threats", "Name a model, because no model is active."),
        ("odds", "Name a model, because no model is active."),
        ("reach", "Reach is known while a model chooses what to do."),
        ("try move 2", "Only a move can be tried, while a model chooses what to do."),
        ("log some", "Type log, log and a number of lines, or log all."),
        ("rules xyzzy", "No rule mentions xyzzy. Type fewer words."),
        ("save", "Type save and a file, such as save mygame.json."),
        ("save README.md/all.json", "README.md"),
        ("undo", "Nothing has been answered yet."),
        ("\x00\x1b[31m", "'"),
    ],
)
def test_bad_input_gets_one_clear_line(capsys: pytest.CaptureFixture[str], typed: str, answer: str) -> None:
    typist = Typist(capsys, typed)
    play(typist, capsys, players="human,random", fleets=SMALL)
    assert typist.screens[1].startswith(answer) and typist.screens[1].count("\n") == 1


WORDS = (
    "move turn pivot fly attack defend launch land escort place embark plan issue declare boost evade lay beacon at to "
    "toward heading with linked left right back north none yes default look threats odds reach try more log score undo "
    "help rules amalthea kurama lantern anvil talon hornet kinetic mass missile point defense -1 0 1 2 3 12.5 24 45 "
    "360 1e9 nan ' \" ; ( ) é \u2028 5 5 3"
)


def test_no_words_break_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    """Random words get an answer or a line each, and never an error."""
    rng, words = Random(11), WORDS.split(" ")
    lines = [" ".join(rng.choices(words, k=rng.randint(1, 5))) for _ in range(400)]
    mixed = [line for pair in zip(lines, ["default"] * len(lines), strict=True) for line in pair]
    typist = Typist(capsys, *mixed)
    text = play(typist, capsys, players="human,random", fleets=SMALL)
    assert "Traceback" not in text and all(screen for screen in typist.screens)


def test_commands_tell_facts(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    saved = tmp_path / "mine.json"
    typist = Typist(
        capsys, "@Choose a model to activate", "look", "look amalthea", "threats kurama", "score", "briefing", "log 3",
        "log all", "rules point defense", "rules", "rules fire", "help", "", f"save {saved}", f"save {saved}",
        "amalthea", "undo", "quit",
    )  # fmt: skip
    text = play(typist, capsys, players="human,random", fleets=SMALL)
    told = typist.answer_to
    assert "Amalthea, Valiant, Callisto Picket: at " in told("look") and "Comet at " in told("look")
    assert "Armor: fore " in told("look amalthea") and " o'clock, direction " in told("look amalthea")
    assert "could be made at Kurama where it is." in told("threats kurama")
    assert "\nAfter a move, " in told("threats kurama") and " could attack it there." in told("threats kurama")
    assert "10 points for most fleet left" in told("score")
    assert "Initiative: " in told("briefing")
    assert told("log 3").count("\n") == 3 and told("log all").endswith(told("log 3"))
    assert told("rules point defense").startswith("Point Defense. v1.2.4 Weapons > Point Defense.\nEach ship has ")
    assert told("rules").startswith("Game Turn. ") or "Activation" in told("rules").partition("\n")[0]
    assert told("rules fire").startswith("Also in: ") and "Type rules and a title to read it." in told("rules fire")
    assert all(f"\n{command}" in told("help") for command in ("look", "odds NAME", "save FILE", "quit"))
    assert told("").startswith("Callisto Picket. Choose a model to activate.\n")
    assert told(f"save {saved}") == f"Saved to {saved}\n" and load(saved).state.turn == 1
    assert "This file exists already." in text
    assert told("undo").startswith("Undone.\nCallisto Picket. Choose a model to activate.\n")


def test_look_tells_role_and_description(capsys: pytest.CaptureFixture[str]) -> None:
    with use_shelves(BUILTIN_SHELF):
        typist = Typist(capsys, "@Deploy a capital ship", "look amalthea", "quit")
        play(typist, capsys, players="human,random", fleets=SMALL)
        card = unit_cards()["jovian/valiant"]
    line = typist.answer_to("look amalthea").splitlines()[1]
    assert line == f"Carrier. {card.about}" and PLAIN.fullmatch(line)


def test_where_tells_distances_as_a_clock_and_in_degrees(capsys: pytest.CaptureFixture[str]) -> None:
    typist = Typist(
        capsys, "@Deploy a capital ship", "place amalthea at 20.5 3 heading 90", "place long reach 20.5 9 heading 0",
        "where amalthea", "where talon 1", "where", "quit",
    )  # fmt: skip
    play(typist, capsys, players="human,random", fleets=SMALL)
    lines = typist.answer_to("where amalthea").splitlines()
    assert any(
        re.fullmatch(r"Long Reach: [\d.]+ inches, 9 o'clock, direction 0, in arc port\.", line) for line in lines
    )
    assert any(line.startswith("Comet: ") for line in lines)
    assert lines[-1] == "Edges: north 45, east 27.5, south 3, west 20.5 inches."
    inches = [float(line.partition(": ")[2].split()[0]) for line in lines[:-1]]
    assert inches == sorted(inches) and len(inches) > 3
    assert typist.answer_to("where talon 1") == "Talon 1 is not on the table.\n"
    assert typist.answer_to("where") == "Name a model, because no model is active.\n"


def test_the_result_comes_first_and_the_log_has_the_dice(capsys: pytest.CaptureFixture[str]) -> None:
    typist = Typist(capsys, "@ misses ", "log all", until=300, seed=3, wild=True)
    play(typist, capsys, players="human,random", fleets=SMALL)
    assert not re.search(
        r"^Dice |^[A-Z][\w ]* fires ", "".join(typist.screens[: typist.typed.index("log all")]), re.MULTILINE
    )
    told = typist.answer_to("log all").splitlines()
    at = next(number for number, line in enumerate(told) if " misses " in line)
    details = "\n".join(told[at + 1 : at + 9])
    assert re.search(r"^Dice [1-6 ]+", details, re.MULTILINE) and " fires " in details and "written" not in details


def test_actions_are_explained_once(capsys: pytest.CaptureFixture[str]) -> None:
    typist = Typist(capsys, "@declare an action", "", "more", "quit")
    play(typist, capsys, players="human,random", fleets=SMALL)
    asked = next(screen for screen in typist.screens if "declare an action" in screen)
    assert re.search(r"^\d+\. Evade: Until", asked, re.MULTILINE)
    assert re.search(r"^\d+\. Evade$", typist.answer_to(""), re.MULTILINE)
    assert re.search(r"^\d+\. Evade: Until", typist.answer_to("more"), re.MULTILINE)


# --- Stopping and continuing ---


def test_a_game_is_saved_at_the_end_of_input_and_continues(capsys: pytest.CaptureFixture[str], own_home: Path) -> None:
    text = play(Typist(capsys, until=12), capsys, players="human,random", fleets=SMALL)
    path = own_home / "saves" / "game 1" / "latest.json"
    assert text.endswith(f"Continue with: python main.py play --text '{path}'\n")
    answers = len(load(path).journal)
    typist = Typist(capsys, "log all", "quit")
    assert play_text(PlayRequest(str(path)), typist) == 0
    assert "Callisto Picket: human.\nOrbital Patrol: random.\n" in typist.screens[0]
    assert "arrives at" not in typist.screens[0] and "arrives at" in typist.answer_to("log all")
    assert len(load(path).journal) == answers


def test_a_game_that_was_passed_by_file_has_two_humans(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    save(Match(setup_of("introductory", seed=7)), tmp_path / "game.json", {"seats": ["human", "friend"], "passed": 0})
    typist = Typist(capsys, "quit")
    assert play_text(PlayRequest(str(tmp_path / "game.json")), typist) == 0
    assert "Callisto Picket: human.\nOrbital Patrol: human.\n" in typist.screens[0]


def test_no_player_file_that_a_save_names_is_run(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bot.py").write_text("raise SystemExit('this file was run')")
    save(Match(setup_of("introductory", seed=7)), tmp_path / "game.json", {"seats": ["human", "bot.py:Bot"]})
    status, out, err = run(capsys, "play", "game.json", "--text")
    assert (status, out) == (2, "") and err.endswith("is from a file: name the players with --players\n")


def test_ctrl_c_saves_the_game(capsys: pytest.CaptureFixture[str], own_home: Path) -> None:
    typed = iter(["1", "1"])

    def read() -> str:
        for line in typed:
            return line
        raise KeyboardInterrupt

    request = PlayRequest("introductory", "human,random", SMALL, "7")
    assert play_text(request, read) == 130
    assert "The game is saved as game 1." in capsys.readouterr().out
    assert load(own_home / "saves" / "game 1" / "latest.json").journal


def test_nothing_is_saved_before_the_first_answer(capsys: pytest.CaptureFixture[str], own_home: Path) -> None:
    text = play(Typist(capsys, "quit"), capsys, players="human,human", fleets=SMALL)
    assert text.endswith("There is nothing to save.\n") and not (own_home / "saves").exists()


# --- Two people at one terminal ---


def test_secrets_are_hidden_from_the_other_side(capsys: pytest.CaptureFixture[str]) -> None:
    """The models that a side embarks in secret are named only between the hand-overs to this side."""
    typist = Typist(capsys, "@Lantern 1 aboard", "lantern 1 aboard amalthea", seed=2, until=60)
    play(typist, capsys, players="human,human", fleets=SMALL)
    at = typist.typed.index("lantern 1 aboard amalthea")
    shown = "".join(typist.screens[at + 1 :]).partition("Lantern 1 is revealed")[0]
    assert shown.startswith("\n" * 60 + "Hand over to Orbital Patrol. Press Enter.\n")
    seen = re.split(r"Hand over to (.*)\. Press Enter\.", shown)
    turns = list(zip(seen[1::2], seen[2::2], strict=True))
    assert {side for side, _ in turns} == {"Callisto Picket", "Orbital Patrol"}
    assert not any("Lantern 1" in text for side, text in turns if side == "Orbital Patrol")
    assert any("Lantern 1" in text for side, text in turns if side == "Callisto Picket")


def test_commands_show_only_what_the_side_knows(capsys: pytest.CaptureFixture[str]) -> None:
    typist = Typist(
        capsys, "@Lantern 1 aboard", "lantern 1 aboard amalthea", "look", "log all", "look lantern 1", "score",
        "look amalthea", "threats amalthea",
    )  # fmt: skip
    play(typist, capsys, players="human,human", fleets=SMALL)
    told = "".join(typist.screens[typist.typed.index("look") + 1 :])
    assert "Orbital Patrol" in told and "Amalthea, Valiant" in told
    assert re.findall(r"Lantern 1.*", told) == []
    assert "There is no model 'lantern 1'. Type look for all models." in told


# --- The command line ---


def test_the_command_plays_from_standard_input() -> None:
    done = subprocess.run(
        [sys.executable, "main.py", "play", "introductory", "--text", "--seed", "5", "--players", "human,random"],
        cwd=ROOT, input=b"1\n\xff\xfe\nlook\n", capture_output=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"Introductory Scenario. Seed 5." in done.stdout and b"The game is saved as game 1." in done.stdout


def test_the_command_imports_no_window() -> None:
    command = [sys.executable, "-X", "importtime", "main.py", "play", "--text", "--players", "human,ensign"]
    done = subprocess.run(command, cwd=ROOT, input="look\n", capture_output=True, text=True, check=False)
    modules = {line.split("|")[-1].strip() for line in done.stderr.splitlines()}
    assert done.returncode == 0 and "jovian.commands.text_play" in modules
    assert [name for name in sorted(modules) if re.match(r"(jovian\.ui|pygame)\b", name)] == []


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (("play", "--text", "--players", "human"), "--players"),
        (("play", "--text", "--players", "human,nobody"), "nobody"),
        (("play", "nowhere", "--text"), "nowhere: "),
        (("play", "nowhere"), "nowhere: "),
        (("play", "--text", "--seed", "x y"), "--seed"),
        (("play", "--text", "--size", "800x600"), "--size"),
        (("play", "--text", "--real-dice", "--players", "random,random"), "--real-dice requires a human"),
        (("play", "--seed", "5"), "--seed requires --text"),
        (("play", "docs/table.json", "--text", "--seed", "5"), "a save has its own fleets, seed, options, and dice"),
    ],
)
def test_bad_arguments_get_one_line(capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], line: str) -> None:
    status, out, err = run(capsys, *arguments)
    assert (status, out) == (2, "") and line in err and err.count("\n") == 1


def test_without_text_the_window_opens(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[tuple[str, str]] = []

    def window(size: str = "", file: str = "") -> int:
        opened.append((size, file))
        return 0

    monkeypatch.setattr("jovian.commands.window.window", window)
    assert run(capsys, "play", "--size", "800x600")[0] == 0
    assert run(capsys, "play", "introductory")[0] == 0
    assert opened[0] == ("800x600", "") and opened[1][1].endswith("introductory.yaml")


# --- Every kind of decision ---


def test_every_kind_of_decision_can_be_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    """All labels differ and can be typed, and the options are legal, in games that ask every kind of question."""
    asked: Counter[str] = Counter()
    give = test_decisions.give

    def look_and_give(match: Match, answer: Answer, decisions: test_decisions.Asked) -> None:
        assert match.decision is not None
        asked[match.decision.kind] += 1
        if asked[match.decision.kind] <= 5:
            _check_options(match.decision, match.state)
        give(match, answer, decisions)

    monkeypatch.setattr(test_decisions, "give", look_and_give)
    monkeypatch.setattr(test_decisions, "look_at", lambda decision: None)  # Its own test does.
    test_decisions.play_all_decisions.__wrapped__()
    assert set(asked) == set(QUESTIONS)


def _check_options(decision: Decision, state: State) -> None:
    options = list_options(decision, state)
    assert options or decision.kind == "faces"
    assert len({option.label for option in options}) == len(options)
    assert options or any(form_words(decision))
    for number, option in enumerate(options[:40], 1):
        assert read_typed(option.label, decision, state, options) == option.answer
        assert read_typed(str(number), decision, state, options) == option.answer
        assert decision.check(option.answer) is None
