"""Each game is saved under its own name, where no other game, replay, copy, or window writes."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from jovian.cards.names import DEVICES, slug
from jovian.match import Match
from jovian.match.entries import Answered
from jovian.match.saves import load, save, write
from jovian.session.session import Session
from jovian.ui.settings import Settings, save_settings
from jovian.user_files import saves
from jovian.user_files.loaded_game import load_game
from jovian.user_files.save_writer import TURNS_KEPT, SaveWriter, claim_again, claim_new, remove_temporary_files
from tests.bounds import until
from tests.commands import ROOT
from tests.games import FLEETS, random_answers, setup

SEATS = ("human", "ensign")
OTHER_WINDOW = """
import sys
from pathlib import Path
from jovian.match import Match
from jovian.user_files.save_writer import SaveWriter
from jovian.user_files.loaded_game import load_game
from tests.games import random_answers, setup
seed, path, rounds = int(sys.argv[1]), sys.argv[2], int(sys.argv[3])
loaded = load_game(Path(path)) if path else None
match, keeper = (loaded.match, loaded.take_up()) if loaded else (Match(setup(seed)), SaveWriter())
for number, _ in enumerate(random_answers(match, seed)):
    problem = keeper.autosave(match, ("human", "random"))
    assert not problem, problem
    if number == rounds:
        break
print(keeper.name)
"""


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a busy machine list all saves, too."""
    monkeypatch.setattr(saves, "PATIENCE", 60.0)


def play_random(answers: int, seed: int = 3) -> Match:
    match = Match(setup(seed))
    for count, _ in enumerate(random_answers(match, seed)):
        if count == answers:
            break
    return match


def continued(path: Path) -> tuple[Match, SaveWriter]:
    loaded = load_game(path)
    return loaded.match, loaded.take_up()


def window(seed: int, path: str = "", rounds: int = 25) -> subprocess.Popen[str]:
    """Start a second window: a process that plays and saves its game."""
    command = [sys.executable, "-c", OTHER_WINDOW, str(seed), path, str(rounds)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": "."})


def read_line(process: subprocess.Popen[str]) -> str:
    out, _ = process.communicate(timeout=120)
    assert process.returncode == 0
    return out.strip()


def test_two_games_have_two_names(own_home: Path) -> None:
    one, two = SaveWriter(), SaveWriter()
    assert one.autosave(play_random(30), SEATS) == "" and two.autosave(play_random(60), SEATS) == ""
    assert one.autosave(play_random(31), SEATS) == ""
    assert (one.name, two.name) == ("game 1", "game 2")
    assert len(load(own_home / "saves" / "game 1" / "latest.json").journal) == 31
    assert len(load(own_home / "saves" / "game 2" / "latest.json").journal) == 60


def test_autosaves_turn_by_turn_rotate(own_home: Path) -> None:
    match, keeper = Match(setup(4)), SaveWriter()
    for turn in range(1, 12):
        match.state.turn = turn - 1
        keeper.meet(match)
        match.journal.append(Answered(0, "deploy", ["end"]))
        match.state.turn = turn
        assert keeper.autosave(match, SEATS) == "" and keeper.autosave(match, SEATS) == ""
    names = {path.name for path in (own_home / "saves" / "game 1").glob("*.json")}
    assert names == {"latest.json", *(f"turn {n}.json" for n in range(12 - TURNS_KEPT, 12))}


def test_the_latest_is_taken_up_under_its_name_and_anything_older_is_another_game(own_home: Path) -> None:
    first = SaveWriter()
    first.autosave(play_random(30), SEATS)
    folder = own_home / "saves" / "game 1"
    before = (folder / "latest.json").read_bytes()
    (folder / "turn 1.json").write_bytes(before)
    match, older = continued(folder / "turn 1.json")
    assert older.autosave(match, SEATS) == "" and older.name == "game 2"
    assert (folder / "latest.json").read_bytes() == before
    match, again = continued(folder / "latest.json")
    assert again.autosave(match, SEATS) == "" and again.name == "game 1"
    assert first.autosave(match, SEATS) == "" and first.name == "game 3"  # The first window continues its game.


def test_a_second_window_gets_a_name_of_its_own(own_home: Path) -> None:
    keeper = SaveWriter()
    keeper.autosave(play_random(20), SEATS)
    path = own_home / "saves" / "game 1" / "latest.json"
    before = path.read_bytes()
    assert read_line(window(5, str(path), 3)) == "game 2"
    assert path.read_bytes() == before
    claim = claim_again(path.parent)
    assert claim is not None
    claim.release()
    assert read_line(window(5, str(path), 3)) == "game 1"


def test_two_windows_at_once_overwrite_nothing(own_home: Path) -> None:
    windows = [window(seed) for seed in (6, 7)]
    for _ in range(40):
        saves.slots()  # A third window reads the list meanwhile.
        time.sleep(0.02)
    names = [read_line(each) for each in windows]
    assert sorted(names) == ["game 1", "game 2"]
    for seed, name in zip((6, 7), names, strict=True):
        match = load(own_home / "saves" / name / "latest.json")
        assert match.setup.seed == seed and len(match.journal) == 25
    assert {slot.name for slot in saves.slots()} >= {"game 1, latest", "game 2, latest"}
    assert all("turn" in slot.title for slot in saves.slots())


def test_a_window_that_is_killed_lets_go_of_its_game(own_home: Path) -> None:
    process = window(8, "", 100_000)
    path = own_home / "saves" / "game 1" / "latest.json"
    for _ in until(path.exists):
        assert process.poll() is None
        time.sleep(0.01)
    assert claim_again(path.parent) is None
    process.kill()
    process.wait()
    assert load(path).setup.seed == 8
    assert claim_again(path.parent) is not None


def test_a_name_is_never_given_twice_even_if_its_saves_are_deleted(own_home: Path) -> None:
    keeper = SaveWriter()
    keeper.autosave(play_random(10), SEATS)
    for slot in saves.slots():
        assert saves.Deletion().take([slot]) == ""
    assert claim_new(saves.folder()).name == "game 2"
    for path in sorted((own_home / "saves" / "game 1").iterdir()):
        path.unlink()
    (own_home / "saves" / "game 1").rmdir()
    assert keeper.autosave(play_random(10), SEATS) == "" and keeper.name == "game 3"


@pytest.mark.parametrize(
    "name", ["../../out", "a/b\\c", "con", "...", "", "x" * 500, "é" * 200, "a\0b", "\ud800 b", "."]
)
def test_no_name_leads_out_of_the_folder(own_home: Path, name: str) -> None:
    keeper = SaveWriter()
    for _ in range(2):
        got, problem = keeper.save_as(play_random(5), SEATS, name)
        assert problem == "" and (own_home / "saves" / f"{got}.json").is_file()
    inside = list(own_home.rglob("*.json"))
    assert len(inside) == 2 and all(path.parent == own_home / "saves" for path in inside)
    assert not list(own_home.parent.glob("*.json"))


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"\xff", b'{"game 1/latest.json": 7}', b"[" * 99_999, None])
def test_the_index_is_only_a_cache(own_home: Path, content: bytes | None) -> None:
    SaveWriter().autosave(play_random(20), SEATS)
    SaveWriter().save_as(play_random(20), SEATS, "mine")
    good = saves.slots()
    index = own_home / "saves" / saves.INDEX
    if content is None:
        index.unlink()
    else:
        index.write_bytes(content)
    assert saves.slots() == good and all(slot.seats == SEATS and "turn" in slot.title for slot in good)
    assert set(json.loads(index.read_text())) == {"game 1/latest.json", "mine.json"}


def test_a_save_without_a_note_and_strange_ones_are_listed(own_home: Path) -> None:
    folder = own_home / "saves"
    save(play_random(20), folder / "plain.json")
    os.mkfifo(folder / "pipe.json")
    (folder / "folder.json").mkdir()
    (folder / "loop.json").symlink_to(folder / "loop.json")
    (folder / "gone.json").symlink_to(folder / "nothing")
    save(play_random(20), folder / "odd.json", {"seats": 7, "title": ["x\ny"], "copy": {}})
    os.utime(folder / "odd.json", (1e11, 1e11))
    slots = {slot.name: slot for slot in saves.slots()}
    assert set(slots) == {"plain", "pipe", "folder", "loop", "gone", "odd"}
    assert slots["plain"].seats == slots["odd"].seats == saves.HUMANS and "\n" not in slots["odd"].title
    assert "pipe" in slots["pipe"].title and "folder" in slots["folder"].title


def test_a_full_disk_loses_nothing_that_was_there(own_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keeper = SaveWriter()
    keeper.autosave(play_random(20), SEATS)
    before = {path: path.read_bytes() for path in own_home.rglob("*.json")}

    def full(*args: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("jovian.match.files.os.fsync", full)
    assert "No space left" in keeper.autosave(play_random(40), SEATS)
    assert "No space left" in keeper.save_as(play_random(40), SEATS, "mine")[1]
    assert {path: path.read_bytes() for path in own_home.rglob("*.json")} == before
    assert not list(own_home.rglob("*.part"))


def test_parts_of_killed_windows_are_cleaned_up(own_home: Path) -> None:
    SaveWriter().autosave(play_random(5), SEATS)
    names = ("", "saves", "saves/game 1", "reports", "pictures", "cache/thumbnails")
    places = [own_home / name for name in names]
    for place in places:
        place.mkdir(parents=True, exist_ok=True)
        for name, when in ((".dead.part", 1000), (".living.part", 9000)):
            (place / name).write_text("x")
            os.utime(place / name, (when, when))
    assert remove_temporary_files(5000) == len(places)
    assert all([each.name for each in place.glob(".*.part")] == [".living.part"] for place in places)


def following(seed: int, fleets: tuple[str, str] = FLEETS) -> tuple[Match, SaveWriter]:
    match, keeper = Match(setup(seed, fleets), keep_all=True), SaveWriter()
    keeper.meet(match)
    return match, keeper


def test_each_answer_is_on_the_disk_and_no_half_of_a_hidden_pair(own_home: Path) -> None:
    latest = own_home / "saves" / "game 1" / "latest.json"
    seed = next(seed for seed in range(30) if has_hidden_pair(seed))
    match, keeper = following(seed)
    given = pairs = 0
    for _ in random_answers(match, seed):
        keeper.follow(match, SEATS)
        keeper.settle(None)
        hidden = match.decision.sealed if match.decision is not None else 0
        if hidden:
            pairs += 1
            assert load(latest).journal == match.journal[:-hidden] and not keeper.holds(match)
            assert keeper.autosave(match, SEATS) == "" and load(latest).journal == match.journal[:-hidden]
            name, problem = keeper.save_as(match, SEATS, "pair")
            assert not problem and load(own_home / "saves" / f"{name}.json").journal == match.journal[:-hidden]
        elif given % 40 == 1 or pairs:
            assert load(latest).journal == match.journal and keeper.holds(match)
        given += 1
        if pairs and not hidden:
            break
    assert pairs > 0 and given > 10


def has_hidden_pair(seed: int) -> bool:
    match = Match(setup(seed))
    return any(match.sealed for _ in random_answers(match, seed))


def test_an_answer_costs_a_line_and_an_activation_the_whole_save(
    own_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wholes: list[str] = []

    def count(data: dict[str, Any], path: Path, *rest: object, **named: bool) -> str:
        wholes.append(path.stem)
        return write(data, path, *rest, **named)  # type: ignore[arg-type]

    monkeypatch.setattr("jovian.user_files.save_writer.write", count)
    match, keeper = following(5)
    for _ in random_answers(match, 5):
        if match.journal:
            keeper.follow(match, SEATS)
        if match.state.turn > 2:
            break
    keeper.settle(None)
    assert wholes.count("latest") == 1 + len({answers for answers, _ in match.digests}) < len(match.journal) / 4
    assert load(own_home / "saves" / "game 1" / "latest.json").journal == match.journal


def test_the_autosave_of_a_turn_holds_its_beginning_even_after_undo(own_home: Path) -> None:
    match, keeper = following(5)
    begins = {1: 0}
    for _ in random_answers(match, 5):
        if match.journal:
            keeper.follow(match, SEATS)
            if match.state.turn not in begins or len(match.journal) == 1:
                begins.setdefault(match.state.turn, len(match.journal))
                keeper.settle(None)
                assert saves.slots()[0].name == "game 1, latest"
        if match.state.turn == 3 and len(match.journal) > begins[3] + 5:
            break
    match.seek(begins[3] - 2)
    keeper.follow(match, SEATS)
    keeper.settle(None)
    for turn, answers in begins.items():
        again = load(own_home / "saves" / "game 1" / f"turn {turn}.json")
        assert len(again.journal) == answers and again.state.turn == turn
    assert keeper.autosave(match, SEATS) == ""
    _, other = continued(own_home / "saves" / "game 1" / "turn 2.json")
    assert other.autosave(match, SEATS) == "" and other.name == "game 2"
    assert [path.name for path in (own_home / "saves" / "game 2").glob("turn*")] == []  # No turn started there.


def test_answers_taken_back_in_a_rehearsal_branches_and_notes_are_saved(own_home: Path) -> None:
    latest = own_home / "saves" / "game 1" / "latest.json"
    match = Match(setup(3, rehearsal="on"), keep_all=True)
    session = Session(match, ("human", "human"))
    session.autosaves = lambda: True
    for _ in range(8):
        assert match.decision is not None
        session.answer(match.decision.default())
    for _ in range(3):
        assert session.undo() is None
    session.keeper.settle(None)
    again = load(latest)
    assert again.journal == match.journal and again.undone == match.undone and len(again.undone) == 3
    assert session.keep_branch("here") is None
    session.save_extra("own", [1])
    session.keeper.settle(None)
    assert load(latest).branches == match.branches and saves.note_of(latest)["own"] == [1]


def test_an_autosave_that_fails_is_told_once_and_made_good_later(
    own_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    latest = own_home / "saves" / "game 1" / "latest.json"
    match, keeper = following(4)
    messages = []

    def full(*args: object, **named: bool) -> None:
        raise OSError(28, "No space left on device", str(latest))

    for number, _ in enumerate(random_answers(match, 4)):
        if number == 10:
            monkeypatch.setattr("jovian.match.journal.append", full)
            monkeypatch.setattr("jovian.match.saves.write_whole", full)
        if number == 16:
            monkeypatch.undo()
            monkeypatch.setenv("JOVIAN_WARS_HOME", str(own_home))
        if number == 20:
            break
        if match.journal:
            keeper.follow(match, SEATS)
            keeper.settle(None)
            messages.append(keeper.take_fault())
        if 10 <= number < 16:
            assert not keeper.holds(match) and len(load(latest).journal) == 9
    assert [fault for fault in messages if fault] == [f"The game could not be saved: {latest}: No space left on device"]
    assert load(latest).journal == match.journal[:19] and keeper.take_fault() == ""


@pytest.mark.parametrize("name", ["index.cache", "game 1/latest.json", "game 1/latest.journal", "settings.json"])
def test_a_pipe_among_the_files_blocks_nothing(own_home: Path, name: str) -> None:
    match, keeper = following(4)
    folder = own_home if name == "settings.json" else own_home / "saves"
    if name == "game 1/latest.journal":
        keeper.autosave(play_random(5), SEATS)
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    if name == "game 1/latest.json":
        keeper = SaveWriter(claim_again(folder / "game 1"))
        keeper.meet(match)
    os.mkfifo(folder / name)
    messages = []
    for number, _ in enumerate(random_answers(match, 4)):
        keeper.follow(match, SEATS)
        keeper.settle(60)
        messages.append(keeper.take_fault())
        if number == 6:
            break
    assert len([fault for fault in messages if fault]) == name.startswith("game 1")
    assert all("is a pipe, not a file" in fault for fault in messages if fault)
    saves.slots()
    assert "is a pipe, not a file" in (save_settings(Settings()) or "is a pipe, not a file")
    assert stat.S_ISFIFO(os.stat(folder / name).st_mode) or name == "settings.json"


def test_the_newest_saves_are_listed_first_and_a_page_does_not_wait_for_the_rest(
    own_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = play_random(5)
    for number in range(5):
        save(match, own_home / "saves" / f"{number}.json", {"seats": list(SEATS)})
        os.utime(own_home / "saves" / f"{number}.json", (1000 + number, 1000 + number))
    gate, note_of = threading.Semaphore(2), saves.note_of

    def slow(path: Path) -> dict[str, Any]:
        assert threading.current_thread() is not threading.main_thread()
        gate.acquire()
        return note_of(path)

    monkeypatch.setattr(saves, "note_of", slow)
    first = saves.Listing()
    first.wait(whole=False)
    assert first.slots[0].name == "4" and not first.done
    monkeypatch.setattr(saves, "PATIENCE", 0.01)
    first.wait(whole=True)
    assert not first.done
    monkeypatch.setattr(saves, "PATIENCE", 60.0)
    second = saves.Listing()  # This ends the first, which read cautiously.
    gate.release(10)
    first.wait(whole=True)
    second.wait(whole=True)
    assert [slot.name for slot in second.slots] == ["4", "3", "2", "1", "0"] and len(first.slots) < 5
    index = json.loads((own_home / "saves" / saves.INDEX).read_text())
    assert sorted(index) == [f"{number}.json" for number in range(5)]


def test_a_save_is_as_new_as_its_journal_file_and_is_deleted_with_it(own_home: Path) -> None:
    match, keeper = following(4)
    for number, _ in enumerate(random_answers(match, 4)):
        keeper.follow(match, SEATS)
        if number == 4:
            break
    keeper.settle(None)
    own = own_home / "saves" / "game 1"
    save(match, own_home / "saves" / "mine.json")
    for path, when in ((own / "latest.json", 1000), (own_home / "saves" / "mine.json", 2000)):
        os.utime(path, (when, when))
    newest = saves.slots()[0]
    assert newest.name == "game 1, latest"
    assert saves.Deletion().take([newest]) == "" and not list(own.glob("latest.*"))


@pytest.mark.parametrize(
    "wanted",
    ["con", "NUL", "aux .x", "COM1.txt", "COM¹", "lpt³", "CONIN$", "conout$.json", " prn. ", "..", "", "a:b", "x" * 99],
)
def test_a_name_of_a_file_is_valid_on_every_system(wanted: str) -> None:
    name = saves.file_name(wanted)
    stem = name.split(".")[0].rstrip().lower()
    assert name and name == name.strip(" .") and len(name) <= 61 and ":" not in name
    assert stem not in DEVICES and saves.file_name(name) == name
    short = slug(wanted)
    assert short not in DEVICES and slug(short) == short
