"""Tests that no save runs a file: the user must have chosen a player's file here, and it must be unchanged."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from jovian.match.saves import save
from jovian.players import worker
from jovian.players.player import hash_content
from jovian.session.session import Session
from jovian.ui import run
from jovian.ui.screens.screen import SeatChoice
from jovian.user_files import saves
from jovian.user_files.player_files import find_player, keep_player, load_players
from tests.ui.pilot import Pilot, fighting

BOT = "class Walker:\n def choose(self, decision, view): return decision.default()\n"


def evil(folder: Path) -> tuple[Path, Path]:
    """Return a file that leaves a mark when it runs, and the mark."""
    mark = folder / "ran"
    file = folder / "evil.py"
    file.write_text(f"open({str(mark)!r}, 'w')\n{BOT}")
    return file, mark


def saved(headless: Path, *seats: str) -> None:
    """Save a game with these seats. Its next decision is the computer player's."""
    match = fighting()
    assert match.decision is not None
    names = seats if match.decision.side else seats[::-1]
    save(match, headless / "saves" / "received.json", {"seats": list(names), "title": "x"})


def choose_walker(pilot: Pilot, bot: Path) -> None:
    """Choose the player Walker of a file for the second fleet of a new game."""
    pilot.press("new")
    pilot.seat(1, "")
    pilot.reply(str(bot))
    pilot.reply("Walker")


@pytest.mark.parametrize("way", ["continue", "load", "replay"])
def test_a_save_does_not_run_the_file_that_it_names(headless: Path, tmp_path: Path, way: str) -> None:
    file, mark = evil(tmp_path)
    saved(headless, "human", f"{file}:Walker")
    pilot = Pilot()
    pilot.press(way)
    if way != "continue":
        pilot.press("open")
    if way == "replay":
        pilot.press("on")
    modal = pilot.app.modal
    assert modal is not None and "Walker of evil.py" in modal.text and modal.answers[0][0] == "human"
    pilot.press("human")
    pilot.wait(20)
    assert pilot.battle.session.seats == saves.HUMANS and not mark.exists()


def test_a_session_itself_runs_only_files_that_the_user_chose(tmp_path: Path) -> None:
    file, mark = evil(tmp_path)
    match = fighting()
    session = Session(match, (f"{file}:Walker", f"{file}:Walker"))
    session.step_computer(wait=1.0)
    assert not mark.exists() and "have not chosen" in session.failed


def test_a_chosen_file_plays_again_and_a_changed_one_is_asked_about(headless: Path, tmp_path: Path) -> None:
    bot = tmp_path / "walker.py"
    bot.write_text(BOT)
    pilot = Pilot()
    choose_walker(pilot, bot)
    own = find_player("walker.py:Walker")
    assert own is not None and own.path == str(bot) and own == find_player(f"{bot}:Walker")
    saved(headless, "human", "walker.py:Walker")
    pilot = Pilot()
    pilot.press("continue")
    assert "walker.py:Walker" in pilot.battle.session.seats and pilot.app.modal is None
    file, mark = evil(tmp_path)
    bot.write_text(file.read_text())
    pilot = Pilot()
    pilot.press("continue")
    assert pilot.app.modal is not None and "has changed" in pilot.app.modal.text and not mark.exists()
    pilot.press("run")
    assert mark.exists() and "walker.py:Walker" in pilot.battle.session.seats


def test_pipes_and_huge_files_are_refused_without_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.py")
    with (tmp_path / "huge.py").open("wb") as file:
        file.truncate(200 << 20)
    for name, message in (("pipe", "is a pipe"), ("huge", "is larger than 4 MB")):
        pilot = Pilot()
        pilot.press("new")
        pilot.seat(1, "")
        pilot.reply(str(tmp_path / f"{name}.py"))
        assert message in pilot.app.toast[0] and pilot.app.modal is None


def test_a_file_that_never_ends_can_be_canceled(tmp_path: Path) -> None:
    (tmp_path / "endless.py").write_text("class Walker: pass\nwhile True: pass\n")
    check = worker.FileCheck(f"{tmp_path}/endless.py:Walker")
    assert check.poll() is None
    check.cancel()
    report = check.poll(60.0)
    assert report is not None and report.fault


def test_two_files_of_one_name_have_two_names(tmp_path: Path) -> None:
    names = [keep_player(f"/{folder}/bot.py", "A", "0")[0].name for folder in ("one", "two", "one")]
    assert names == ["bot.py:A", "bot (2).py:A", "bot.py:A"]


@pytest.mark.parametrize(
    ("text", "cause", "others"),
    [
        ("{", "1: the list of player files cannot be read", []), ("[]", "not a mapping", []),
        ('{"format": 2, "players": []}', "format 1", []), ('{"format": 1, "players": 5}', "format 1", []),
        ('{"format": 1, "players": [{"name": "a.py:A", "path": "/a.py", "content": "0"}, {"name": "b.py:B"}]}',
         "player 2 is wrong", ["a.py:A"]),
    ],
)  # fmt: skip
def test_a_damaged_list_is_kept_and_told(
    headless: Path, tmp_path: Path, text: str, cause: str, others: list[str]
) -> None:
    headless.mkdir()
    (headless / "players.json").write_text(text)
    (tmp_path / "walker.py").write_text(BOT)
    pilot = Pilot()
    choose_walker(pilot, tmp_path / "walker.py")
    notice, bad = pilot.app.toast
    assert bad and cause in notice and notice.endswith("the file is kept as players.bad.json")
    assert (headless / "players.bad.json").read_text() == text
    players, fault = load_players()
    assert [player.name for player in players] == [*others, "walker.py:Walker"] and fault == ""


@pytest.mark.parametrize("kind", ["folder", "pipe"])
def test_a_list_that_is_no_file_is_kept(headless: Path, kind: str) -> None:
    headless.mkdir()
    file = headless / "players.json"
    if kind == "folder":
        file.mkdir()
    else:
        os.mkfifo(file)
    assert f"is a {kind}" in keep_player("/a/bot.py", "A", "0")[1]
    assert [player.name for player in load_players()[0]] == ["bot.py:A"] and (headless / "players.bad.json").exists()


def test_the_start_tells_of_a_damaged_list(headless: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    headless.mkdir()
    for name in ("settings", "players"):
        (headless / f"{name}.json").write_text("[")
    notices: list[str] = []
    monkeypatch.setattr(run, "_loop", lambda app: notices.append(app.toast[0]))
    assert run.main((640, 480)) == 0
    assert "settings.json:1: " in notices[0] and "players.json:1: " in notices[0]
    assert (headless / "players.json").read_text() == "["


def test_players_that_were_chosen_before_are_offered(headless: Path, tmp_path: Path) -> None:
    bot = tmp_path / "walker.py"
    bot.write_text(BOT)
    own, notice = keep_player(str(bot), "Walker", hash_content(bot.read_bytes()))
    assert (own.name, notice) == ("walker.py:Walker", "")
    pilot = Pilot()
    pilot.press("new")
    pilot.seat(1, "walker.py:Walker")
    pilot.finish_jobs()
    assert pilot.screen.seats == ["human", "walker.py:Walker"] and pilot.app.modal is None
    pilot.begin()
    assert pilot.battle.session.seats == ("human", "walker.py:Walker")


def test_a_player_that_was_chosen_before_and_has_changed_is_asked_about(headless: Path, tmp_path: Path) -> None:
    file, mark = evil(tmp_path)
    keep_player(str(file), "Walker", "0")
    for answer, seat in (("no", "cadet"), ("human", "human"), ("run", "evil.py:Walker")):
        pilot = Pilot()
        pilot.press("new")
        pilot.seat(1, "evil.py:Walker")
        pilot.finish_jobs()
        choice = pilot.app.screen.group["seat 1"]
        assert pilot.app.modal is not None and "has changed" in pilot.app.modal.text and not mark.exists()
        assert isinstance(choice, SeatChoice) and choice.seats[choice.chosen] == "cadet"
        pilot.press(answer)
        pilot.finish_jobs()
        assert pilot.screen.seats[1] == seat
    assert mark.exists() and pilot.app.modal is None
