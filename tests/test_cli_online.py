"""Tests of a player in a terminal who meets one at another computer: whole games, late answers, undo, and saves."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from jovian.commands.online_play import OnlineGame, TypedLines
from jovian.match.entries import Answered
from jovian.net.agreement import Agreement
from jovian.net.hosted import HOSTED, HostedGame, read_note
from jovian.net.invite import Identity
from jovian.net.joined import JoinedGame
from jovian.net.server import GameServer
from jovian.session.remote import GuestSession, HostSession
from jovian.side_copy import load_copy
from jovian.user_files.loaded_game import load_game
from jovian.user_files.save_writer import LATEST
from tests.bounds import until
from tests.net.lines import nothing_left, start
from tests.test_cli_play import OPTION, PLAIN

pytestmark = pytest.mark.usefixtures("own_home")
MAX_LOOKS = 6_000


class OnlineTypist(TypedLines):
    """Types at one end, while a program answers at the other end. It types `default` at each question."""

    def __init__(self, capsys: pytest.CaptureFixture[str], other: OtherEnd, *lines: str) -> None:
        self._capsys, self._other, self._typed = capsys, other, list(lines)
        self.printed, self._fresh, self._looks = "", "", 0

    @property
    def is_scripted(self) -> bool:
        """Whether there are lines to type that wait for their words on the screen."""
        return bool(self._typed)

    def take(self, wait: float) -> str | None:
        self._looks += 1
        assert self._looks < MAX_LOOKS, self.printed[-2000:]
        self._other.step()
        out = self._capsys.readouterr().out
        self.printed += out
        self._fresh += out
        line = self._next()
        self._fresh = "" if line is not None else self._fresh
        return line

    def _next(self) -> str | None:
        if self._typed and (mark := self._typed[0].partition("@"))[0] in self._fresh:
            self._typed.pop(0)
            if mark[2] == "end":
                raise EOFError
            return mark[2]
        if self._fresh.endswith("Press Enter for the next question.\n"):
            return ""
        return "default" if OPTION.search(self._fresh) and not self._other.holds else None


class OtherEnd:
    """The end without a terminal. Its side answers at random."""

    def __init__(self, game: HostedGame | JoinedGame) -> None:
        self.game, self._rng = game, Random(4)
        self.undoes_at = 0
        """The number of answers of its side after which it asks to undo the last one, 0 for never."""
        self.holds = False
        """Whether it answers nothing."""

    def step(self) -> None:
        game = self.game
        game.update(0.002)
        match = game.match
        if match is None or match.decision is None or self.holds:
            return
        if isinstance(game, HostedGame):
            if match.decision.side == game.terms.side:
                match.answer(match.decision.sample(self._rng).to_json())
            elif (answer := game.take_answer()) is not None:
                match.answer(answer)
        elif match.decision.side == game.side and not game.is_waiting:
            match.answer(match.decision.sample(self._rng).to_json())


@pytest.fixture
def ends(tmp_path: Path) -> Iterator[tuple[HostedGame, JoinedGame]]:
    with nothing_left():
        yield from _ends(tmp_path)


@pytest.fixture
def unlimited_ends(tmp_path: Path) -> Iterator[tuple[HostedGame, JoinedGame]]:
    with nothing_left():
        yield from _ends(tmp_path, is_unlimited=True)


def _ends(folder: Path, *, is_unlimited: bool = False, stand_in: str = "") -> Iterator[tuple[HostedGame, JoinedGame]]:
    identity = Identity(folder / "host.pem")
    server = GameServer(identity, "127.0.0.1")
    game, joined = start(server, identity, is_unlimited=is_unlimited, agreement=Agreement(stand_in=stand_in))
    for _ in until(lambda: joined.has_begun):
        game.update(0.002)
        joined.update(0.002)
    yield game, joined
    joined.close()
    server.close("the test is over")


def test_a_host_in_a_terminal_plays_a_whole_game(
    ends: tuple[HostedGame, JoinedGame], capsys: pytest.CaptureFixture[str]
) -> None:
    game, joined = ends
    typist = OnlineTypist(capsys, OtherEnd(joined))
    assert OnlineGame(HostSession(game), typist).play(is_loaded=False) == 0
    printed = typist.printed + capsys.readouterr().out
    assert "against Ben" in printed and "Waiting for Ben." in printed and "is saved as game 1" in printed
    assert game.match is not None and str(game.match.setup.seed) not in printed and "Seed" not in printed
    for _ in until(lambda: joined.whole):
        game.update(0.002)
        joined.update(0.002)
    assert not [line for line in printed.splitlines() if not PLAIN.fullmatch(line)]


def test_a_guest_in_a_terminal_plays_a_whole_game(
    ends: tuple[HostedGame, JoinedGame], capsys: pytest.CaptureFixture[str]
) -> None:
    game, joined = ends
    typist = OnlineTypist(capsys, OtherEnd(game))
    assert OnlineGame(GuestSession(joined), typist).play(is_loaded=False) == 0
    printed = typist.printed + capsys.readouterr().out
    assert "against Ann" in printed and "The whole game agrees with what you have seen." in printed
    assert "Victory Points" in printed.splitlines()[-1]


def test_what_is_typed_for_an_earlier_question_is_not_used(
    ends: tuple[HostedGame, JoinedGame], capsys: pytest.CaptureFixture[str]
) -> None:
    """The guest undoes its last answer while the host reads its own question."""
    game, joined = ends
    other = OtherEnd(joined)
    session = HostSession(game)

    class Undoing(OnlineTypist):
        has_undone = is_ready = False
        journal = 0

        def _next(self) -> str | None:
            match = game.match
            assert match is not None
            if not self.has_undone and joined.may_undo and session.decision is not None and OPTION.search(self._fresh):
                joined.send_undo("request")
                self.has_undone = other.holds = True
                self.journal = len(match.journal)
                return None
            if self.has_undone and not self.is_ready and "The question has changed" in self._fresh:
                self.is_ready = True
                other.holds = False
                return "default"
            if self.is_ready and "Not used" in self.printed:
                raise EOFError
            return None if self.has_undone else super()._next()

    typist = Undoing(capsys, other)
    assert OnlineGame(session, typist).play(is_loaded=False) == 0
    printed = typist.printed + capsys.readouterr().out
    assert "The question has changed." in printed and game.match is not None
    assert "Not used, because it was typed before the question changed: default" in printed
    assert len(game.match.journal) <= typist.journal


def test_a_friend_is_asked_in_a_terminal_about_an_undo(
    unlimited_ends: tuple[HostedGame, JoinedGame], capsys: pytest.CaptureFixture[str]
) -> None:
    game, joined = unlimited_ends

    class Asking(OtherEnd):
        def step(self) -> None:
            answers = [entry for entry in session.match.journal if isinstance(entry, Answered)]
            is_time = len(answers) > 11 and answers[-1].side == game.terms.side and session.decision is not None
            if typist.is_scripted and is_time and not joined.may_undo and not joined.asks_undo:
                joined.send_undo("request")
            self.holds = joined.asks_undo
            super().step()

    session = HostSession(game)
    typist = OnlineTypist(capsys, Asking(joined), "agree or refuse@refuse", "agree or refuse@agree")
    assert OnlineGame(session, typist).play(is_loaded=False) == 0
    printed = typist.printed + capsys.readouterr().out
    assert not typist.is_scripted and printed.count("Type agree or refuse.") >= 2
    assert "is saved as" in printed


def test_a_guest_in_a_terminal_hands_its_seat_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with nothing_left():
        for game, joined in _ends(tmp_path, stand_in="ensign"):
            typist = OnlineTypist(capsys, OtherEnd(game), "Turn 1@stand in")
            assert OnlineGame(GuestSession(joined), typist).play(is_loaded=False) == 0
            printed = typist.printed + capsys.readouterr().out
            assert "Leave, and let the ensign play: type stand in." in printed
            assert "Ann has the game. The same invite continues it." in printed
            for _ in until(lambda game=game: game.is_handed_over):  # type: ignore[misc]
                game.update(0.002)


def test_quit_saves_what_continues_the_game(
    ends: tuple[HostedGame, JoinedGame], capsys: pytest.CaptureFixture[str], own_home: Path
) -> None:
    game, joined = ends
    typist = OnlineTypist(capsys, OtherEnd(joined), "Turn 1@quit")
    assert OnlineGame(HostSession(game), typist).play(is_loaded=False) == 0
    printed = typist.printed + capsys.readouterr().out
    path = own_home / "saves" / "game 1" / f"{LATEST}.json"
    assert f"host '{path}' --player human" in printed and game.match is not None
    loaded = load_game(path)
    assert loaded.match.state.digest() == game.match.state.digest()
    assert HostedGame.resume(loaded.match, read_note(loaded.note[HOSTED]), game.server).note == game.note
    loaded.drop()


def test_a_guest_in_a_terminal_talks_and_keeps_what_it_has_seen(
    ends: tuple[HostedGame, JoinedGame], capsys: pytest.CaptureFixture[str], own_home: Path
) -> None:
    game, joined = ends
    typist = OnlineTypist(capsys, OtherEnd(game), "to say something@say Good luck!", "Ben: Good luck!@quit")
    assert OnlineGame(GuestSession(joined), typist).play(is_loaded=False) == 0
    printed = typist.printed + capsys.readouterr().out
    assert "Ben: Good luck!" in printed and "You play with" not in printed, "what was told before isn't told twice"
    for _ in until(lambda: "Ben: Good luck!" in [line.text for line in game.talk.lines]):
        game.update(0.002)
    copy = load_copy(own_home / "saves" / "game 1" / f"{LATEST}.json")
    assert joined.match is not None and copy.states[-1].digest() == joined.match.view(1).digest()
