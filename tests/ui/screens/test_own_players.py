"""No save runs a file: players from files play only if the user chose their file here and it is unchanged."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from jovian.match.saves.save import save
from jovian.players.thinking import file_check
from jovian.ui.files import saves
from jovian.ui.files.own_players import find_player, keep_player
from jovian.ui.playing.session import Session
from tests.ui.pilot import Pilot, fighting

BOT = "class Walker:\n def choose(self, decision, view): return decision.default()\n"


def evil(folder: Path) -> tuple[Path, Path]:
    """A file that leaves a mark when it is run, and the mark."""
    mark = folder / "ran"
    file = folder / "evil.py"
    file.write_text(f"open({str(mark)!r}, 'w')\n{BOT}")
    return file, mark


def saved(headless: Path, *seats: str) -> None:
    """A save whose computer player is asked next, with these seats in its note."""
    match = fighting()
    assert match.decision is not None
    names = seats if match.decision.side else seats[::-1]
    save(match, headless / "saves" / "received.json", {"seats": list(names), "title": "x"})


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
    pilot.press("new")
    pilot.seat(1, "")
    pilot.reply(str(bot))
    pilot.reply("Walker")
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
    for name, said in (("pipe", "is a pipe"), ("huge", "is larger than 4 MB")):
        pilot = Pilot()
        pilot.press("new")
        pilot.seat(1, "")
        pilot.reply(str(tmp_path / f"{name}.py"))
        assert said in pilot.app.toast[0] and pilot.app.modal is None


def test_a_file_that_never_ends_can_be_canceled(tmp_path: Path) -> None:
    (tmp_path / "endless.py").write_text("class Walker: pass\nwhile True: pass\n")
    check = file_check.FileCheck.running(f"{tmp_path}/endless.py:Walker")
    assert check.poll() is None
    check.cancel()
    report = check.poll(60.0)
    assert report is not None and report.fault


def test_two_files_of_one_name_have_two_names(tmp_path: Path) -> None:
    names = [keep_player(f"/{folder}/bot.py", "A", "0").name for folder in ("one", "two", "one")]
    assert names == ["bot.py:A", "bot (2).py:A", "bot.py:A"]
