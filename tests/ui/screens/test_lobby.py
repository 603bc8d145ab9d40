"""Tests of the pages that lead to a game with a friend at another computer, with two windows in one process."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from time import sleep

import pygame
import pytest

from jovian.cards.load import parse_fleet
from jovian.game.game import OPEN
from jovian.match import Match
from jovian.match.saves import load
from jovian.net.agreement import Agreement
from jovian.net.invite import parse_invite
from jovian.packages import install_command
from jovian.rehearsal.comparison import rehearse
from jovian.rehearsal.game import Start
from jovian.rehearsal.workers import Here
from jovian.session.remote import GuestSession, HostSession
from jovian.session.views import AGREED, HUMAN, REMOTE
from jovian.ui.panels.talk_bar import TalkContent
from jovian.ui.screens import lobby
from jovian.ui.screens.copy_screen import CopyScreen
from jovian.ui.screens.lobby import FriendScreen, InviteScreen, JoinScreen
from jovian.ui.screens.navigation import ToFriend, ToInvite, ToJoin, ToNewGame, ToTitle, open_path
from jovian.ui.screens.rehearsal import RehearsalScreen
from jovian.ui.screens.result import ResultScreen
from jovian.ui.settings import Settings
from jovian.user_files import saves
from tests.bounds import until
from tests.net.lines import PAUSE, nothing_left, short_setup
from tests.ui.pilot import Pilot
from tests.ui.test_scale import looks, misfits, page_faults

NOTHING_AGREED = Agreement()


class Table:
    """The windows of a host and of a guest."""

    def __init__(self) -> None:
        settings = [Settings(speed=0.0, port=0, player_name=name, ends_itself=False) for name in ("Ann", "Ben")]
        self.host, self.guest = (Pilot(settings=setting) for setting in settings)

    def pass_until(self, reached: Callable[[], object]) -> None:
        """Let time pass in both windows."""
        for _ in until(reached):
            self.host.wait()
            self.guest.wait()
            sleep(PAUSE)

    @property
    def match(self) -> Match:
        return self.host.battle.session.match

    def invite(self) -> str:
        """Host a game with a clock, a stand-in, and rehearsals by clicks, and return the invite."""
        self.host.press("friend")
        self.host.press("host")
        for name in ("minutes", "stand in"):
            self.host.press(name)
            self.host.key(pygame.K_DOWN)
            self.host.key(pygame.K_RETURN)
        self.host.press("rehearsals")
        self.host.press("start")
        screen = self.host.screen
        assert isinstance(screen, InviteScreen) and screen.invite is not None
        return str(screen.invite)

    def offer(self, agreement: Agreement = NOTHING_AGREED) -> str:
        """Host a short game, and return the invite."""
        self.host.app.go(ToInvite(short_setup(), 0, self.host.app.screen, agreement))
        screen = self.host.screen
        assert isinstance(screen, InviteScreen) and screen.invite is not None
        return str(screen.invite)

    def join(self, invite: str) -> JoinScreen:
        """Type an invite into the field, and press Return."""
        self.guest.press("friend")
        self.guest.click(self.guest.widget("invite").rect.center)
        self.guest.post(pygame.event.Event(pygame.TEXTINPUT, text=invite))
        self.guest.key(pygame.K_RETURN)
        screen = self.guest.screen
        assert isinstance(screen, JoinScreen)
        return screen

    def begin(self, invite: str) -> None:
        """Let the guest join with the first fleet, and both read the briefing."""
        joining = self.join(invite)
        self.pass_until(lambda: joining.game.wants_fleet)
        self.guest.press("take")
        self.pass_until(lambda: self.host.page == self.guest.page == "briefing")
        for pilot in (self.host, self.guest):
            pilot.press("go")

    def answer(self, count: int) -> None:
        """Let both sides give the suggested answers, until the game has a number of them or is over."""
        for _ in until(lambda: len(self.match.journal) >= count or self.match.over, 30_000):
            for side, pilot in enumerate((self.host, self.guest)):
                if (
                    pilot.page == "battle"
                    and (asked := pilot.battle.session.decision) is not None
                    and asked.side == side
                ):
                    pilot.battle.course.give(asked.default())
                pilot.wait()
            sleep(PAUSE / 4)


@pytest.fixture
def table() -> Iterator[Table]:
    with nothing_left():
        table = Table()
        yield table
        for pilot in (table.guest, table.host):
            if pilot.page in ("invite", "join"):
                pilot.press("cancel")
            pilot.app.go(ToTitle())


def test_two_windows_meet_by_an_invite_and_choose_fleets_in_secret(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied: list[str] = []
    monkeypatch.setattr(lobby, "copy_to_clipboard", lambda text: copied.append(text) or True)
    invite = table.invite()
    table.host.press("copy")
    assert copied == [invite] and "copied" in table.host.app.toast[0]
    monkeypatch.setattr(lobby, "clipboard_text", lambda: f" {invite[:40]} {invite[40:].upper()}\n")
    table.guest.press("friend")
    table.guest.press("paste")
    table.guest.press("join")
    joining = table.guest.screen
    assert isinstance(joining, JoinScreen) and "Connecting" in joining.words
    table.pass_until(lambda: joining.game.wants_fleet)
    assert joining.game.agreement == Agreement(2, "cadet", is_rehearsing=True)
    assert joining.fleets[joining.chosen].size == joining.game.size == 150
    table.guest.press("take")
    table.pass_until(lambda: table.host.page == table.guest.page == "briefing")
    for pilot, friend in ((table.host, "Ben"), (table.guest, "Ann")):
        shown = [row.text for row in pilot.widget("sides").items]  # type: ignore[attr-defined]
        assert f"{friend}, at another computer" in shown
        assert "You have seen no models of this side yet." in shown
        pilot.press("go")
    sessions = table.host.battle.session, table.guest.battle.session
    assert isinstance(sessions[0], HostSession) and isinstance(sessions[1], GuestSession)
    assert [session.seats for session in sessions] == [(HUMAN, REMOTE), (REMOTE, HUMAN)]
    assert table.match.setup.seed > 1 << 100
    table.answer(4)
    table.pass_until(lambda: sessions[1].match.events.entries == table.match.events.seen_by(1))
    assert sessions[1].match.view(1).digest() == table.match.view(1).digest()


def test_the_game_waits_for_a_guest_that_leaves_and_ends_with_the_result_page(table: Table) -> None:
    invite = table.offer()
    table.begin(invite)
    table.answer(6)
    table.guest.app.go(ToTitle())
    table.pass_until(lambda: "away" in table.host.battle.session.notice)
    assert table.host.battle.sign.shown.startswith("Ben is away.")
    joining = table.join(invite)
    table.pass_until(lambda: table.guest.page == "battle")
    assert joining.game.is_resumed and table.host.battle.session.notice in ("", "Waiting for Ben")
    guest, match = table.guest.battle.session, table.match
    table.answer(1000)
    table.pass_until(lambda: table.host.page == table.guest.page == "result")
    result = table.guest.screen
    assert isinstance(result, ResultScreen) and guest.match.setup.seed == match.setup.seed
    assert guest.match.state.digest() == match.state.digest() and guest.elsewhere is None
    table.guest.press("replay")
    assert table.guest.page == "replay"


def test_while_a_player_is_elsewhere_some_things_are_off(table: Table) -> None:
    table.begin(table.offer())
    for pilot, off in (
        (table.host, {"edit", "pass", "players"}),
        (table.guest, {"save", "pass", "edit", "players"}),
    ):
        pilot.battle.command("menu")
        assert pilot.app.modal is not None and "until the end" in pilot.app.modal.text
        assert {widget.name for widget in pilot.app.modal.buttons.widgets if not widget.enabled} == off
        pilot.app.modal = None
        assert (pilot.battle.coach.refused is None) == (pilot.battle.session.decision is not None)
    waiting = next(pilot.battle for pilot in (table.host, table.guest) if pilot.battle.session.waits_for_computer)
    waiting.update(0.1)
    assert waiting.sign.shown.startswith("Waiting for ")


def test_an_undo_of_either_side_is_seen_by_both(table: Table) -> None:
    table.begin(table.offer())
    undone = set[int]()
    for _ in until(lambda: undone == {0, 1}, 100):
        decision = table.match.decision
        assert decision is not None
        if decision.side in undone:
            table.answer(len(table.match.journal) + 1)
        elif undo_one(table, decision.side) and table.match.decision is not None:
            undone.add(decision.side)
            assert table.match.decision.side == decision.side


def undo_one(table: Table, side: int) -> bool:
    """Let a side give an answer and undo it, if it can be undone. Return whether it could."""
    battle, count = (table.host, table.guest)[side].battle, len(table.match.journal)
    events = table.match.events.seen_by(1)
    table.pass_until(lambda: battle.session.decision is not None)
    table.answer(count + 1)
    if table.match.can_undo() is not None or len(table.match.journal) != count + 1:
        return False
    table.pass_until(lambda: battle.session.can_undo() is None)
    battle.course.undo()
    table.pass_until(lambda: len(table.match.journal) <= count)
    table.pass_until(lambda: table.guest.battle.session.match.events.entries == events)
    return True


def test_the_line_is_lost_and_found(table: Table) -> None:
    table.begin(table.offer())
    session, hosting = table.guest.battle.session, table.host.battle.session
    assert isinstance(session, GuestSession) and isinstance(hosting, HostSession) and hosting.game.guest is not None
    line = session.game.line
    hosting.game.guest.outbox.drop()
    table.pass_until(lambda: "lost" in table.guest.battle.sign.shown)
    assert table.guest.battle.sign.shown == "The line to Ann is lost. Connecting again"
    table.pass_until(lambda: line.standing == "open")
    table.host.app.go(ToTitle())
    for _ in until(lambda: "has closed the game" in session.notice):
        table.guest.wait()
        sleep(PAUSE)


@pytest.mark.parametrize("page", ["settings", "briefing", "menu"])
def test_the_guest_waits_for_no_page_of_the_host(table: Table, page: str) -> None:
    table.begin(table.offer())
    guest, match, shown = table.guest.battle.session, table.match, table.host.battle
    while guest.decision is None or guest.decision.side != 1:
        table.answer(len(match.journal) + 1)
        for _ in range(4):
            table.guest.wait()
    shown.command("menu")
    if page != "menu":
        table.host.press(page)
    before = len(match.journal)
    for _ in until(lambda: len(match.journal) > before and match.decision and match.decision.side == 0):
        if (asked := guest.decision) is not None:
            table.guest.battle.course.give(asked.default())
        table.host.wait()
        table.guest.wait()
        sleep(PAUSE / 4)
    assert table.host.screen is not shown or table.host.app.modal is not None
    assert shown.prompt == (-1, None) and shown.session.has_news
    if page == "menu":
        table.host.app.modal = None
    else:
        table.host.app.screen.cancel()
    table.host.wait()
    assert table.host.screen is shown and shown.prompt[0] == 0
    assert shown.shown.digest() == match.view(0).digest() and not shown.session.has_news


# --- Spectators, talk, and clocks ---


@pytest.fixture
def spectator(table: Table) -> Iterator[Pilot]:
    pilot = Pilot(settings=Settings(speed=0.0, port=0, player_name="Cat", ends_itself=False))
    yield pilot
    pilot.app.go(ToTitle())


def watch(table: Table, spectator: Pilot, invite: str) -> None:
    """Let a spectator join by the button."""
    spectator.press("friend")
    spectator.click(spectator.widget("invite").rect.center)
    spectator.post(pygame.event.Event(pygame.TEXTINPUT, text=invite))
    spectator.press("watch")
    pass_all(table, spectator, lambda: spectator.page == "battle")


def pass_all(table: Table, spectator: Pilot, reached: Callable[[], object]) -> None:
    """Let time pass in all three windows."""
    for _ in until(reached):
        for pilot in (table.host, table.guest, spectator):
            pilot.wait()
        sleep(PAUSE)


def bar(pilot: Pilot) -> TalkContent:
    assert pilot.battle.talk_bar is not None
    return pilot.battle.talk_bar.content


def test_a_spectator_sees_what_both_know_and_everything_after_the_end(table: Table, spectator: Pilot) -> None:
    invite = table.offer()
    table.begin(invite)
    table.answer(6)
    watch(table, spectator, invite)
    windows = (table.host, table.guest, spectator)
    pass_all(table, spectator, lambda: all(bar(pilot).watchers == ("Cat",) for pilot in windows))
    session, match = spectator.battle.session, table.match
    assert isinstance(session, GuestSession) and session.humans == () and session.notice == ""
    assert session.seats == (REMOTE, REMOTE)
    assert (panel := spectator.battle.talk_bar) is not None
    assert (hint := panel.hint_at(panel.rect.center)) is not None and hint[1] == "Watching: Cat."
    table.answer(30)
    pass_all(table, spectator, lambda: session.match.events.entries == match.events.seen_by(OPEN))
    assert session.match.state.digest() == match.view(OPEN).digest()
    assert session.decision is None and session.undo() is not None and spectator.battle.coach.refused is not None
    assert session.say("I know better") is not None
    spectator.battle.command("talk")
    assert [widget.name for widget in spectator.app.modal.buttons.widgets] == ["close"]  # type: ignore[union-attr]
    spectator.app.modal = None
    table.answer(1000)
    pass_all(table, spectator, lambda: spectator.page == "result")
    assert session.match.setup.seed == match.setup.seed and session.match.state.digest() == match.state.digest()
    spectator.press("replay")
    assert spectator.page == "replay"


def test_a_spectator_may_come_before_the_game(table: Table, spectator: Pilot) -> None:
    invite = table.offer()
    spectator.app.go(ToJoin(parse_invite(invite), spectator.app.screen, is_watching=True))
    waiting = spectator.screen
    assert isinstance(waiting, JoinScreen)
    pass_all(table, spectator, lambda: waiting.words == "Waiting for Ann to begin.")
    assert not waiting.game.wants_fleet
    table.begin(invite)
    pass_all(table, spectator, lambda: spectator.page == "battle")


def test_players_talk_by_one_press_or_a_line_and_typing_plays_no_keys(table: Table) -> None:
    table.begin(table.offer())
    answers, rect = len(table.match.journal), table.host.battle.places.board
    table.host.key(pygame.K_F3)
    table.host.press("signal 1")
    table.pass_until(lambda: bar(table.guest).line == "Ann: Good luck!")
    assert bar(table.host).line == "Ann: Good luck!" and table.host.battle.places.board == rect
    table.guest.press("talk")
    assert table.guest.app.modal is not None and "Ann: Good luck!" in table.guest.app.modal.text
    table.guest.press("write")
    for letter in "u n":
        table.guest.post(
            pygame.event.Event(pygame.KEYDOWN, key=ord(letter), mod=0, unicode=letter, scancode=0),
            pygame.event.Event(pygame.TEXTINPUT, text=letter),
        )
    table.guest.key(pygame.K_RETURN)
    table.pass_until(lambda: bar(table.host).line == "Ben: u n")
    assert len(table.match.journal) == answers and table.guest.app.modal is None
    table.guest.battle.course.menu.talk()
    table.guest.press("signal 2")
    assert "Wait 2 seconds" in table.guest.app.toast[0]
    for _ in range(200):
        table.host.wait()
    for pilot in (table.host, table.guest):
        assert pilot.battle.talk_bar is not None
        pilot.battle.talk_bar.update(11.0)
        assert bar(pilot).line == ""


def test_both_windows_show_both_clocks_and_the_last_minute(table: Table) -> None:
    table.begin(table.offer(Agreement(1)))
    hosting = table.host.battle.session
    assert isinstance(hosting, HostSession)
    while table.match.state.phase == "deployment" or hosting.game.clocks.running is None:
        table.answer(len(table.match.journal) + 1)
        table.pass_until(lambda: hosting.game.clocks.running is not None or table.match.state.phase == "deployment")
    table.pass_until(lambda: any(clock[2] for clock in bar(table.guest).clocks))
    for pilot in (table.host, table.guest):
        names, warnings = zip(*((name, warns) for name, _, _, warns in bar(pilot).clocks), strict=True)
        assert names == ("Ann", "Ben") and all(warnings)
    table.host.battle.command("menu")
    table.pass_until(lambda: not any(clock[2] for clock in bar(table.guest).clocks))
    assert hosting.game.clocks.running is None, "a page of the host stops both"


# --- What can go wrong ---


@pytest.mark.parametrize(
    "invite", ["", "nonsense", "192.168.0.7", "host:0/" + 42 * "a", "host:1/" + 41 * "a", 400 * "a"]
)
def test_a_wrong_invite_says_why(invite: str) -> None:
    pilot = Pilot()
    pilot.press("friend")
    screen = pilot.screen
    assert isinstance(screen, FriendScreen)
    screen.invite = invite
    pilot.press("join")
    assert pilot.screen is screen and "invite" in screen.trouble
    pilot.press("reach")
    assert pilot.app.modal is not None and "Tailscale" in pilot.app.modal.text


def test_a_refused_fleet_can_be_chosen_again(table: Table) -> None:
    joining = table.join(table.offer())
    table.pass_until(lambda: joining.game.wants_fleet)
    right, joining.chosen = joining.fleets[0], 0
    joining.fleets[0] = parse_fleet({**right.source, "units": right.source["units"][:2]}, "too few squadrons")
    table.guest.press("take")
    table.pass_until(lambda: joining.refusal)
    assert "squadrons" in joining.refusal and joining.game.wants_fleet
    joining.fleets[0] = right
    table.guest.press("take")
    table.pass_until(lambda: table.guest.page == "briefing")


def test_no_host_at_the_address_is_told(table: Table) -> None:
    invite = table.offer()
    table.host.press("cancel")
    joining = table.join(invite)
    for _ in until(lambda: "Trying again" in joining.words):
        table.guest.wait()
        sleep(PAUSE)
    table.guest.press("cancel")
    assert isinstance(table.guest.screen, FriendScreen)


def test_without_the_extra_the_entry_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "websockets", None)
    pilot = Pilot()
    entry = pilot.widget("friend")
    assert not entry.enabled and entry.reason.startswith("The extra net is not installed")  # type: ignore[attr-defined]
    assert install_command("net") in entry.reason  # type: ignore[attr-defined]
    pilot.press("new")
    assert not pilot.widget("elsewhere").enabled


def test_the_name_is_kept() -> None:
    pilot = Pilot()
    pilot.press("friend")
    pilot.click(pilot.widget("name").rect.center)
    pilot.post(pygame.event.Event(pygame.TEXTINPUT, text=" One"))
    assert pilot.app.settings.player_name != "Player"


def test_pages_fit(table: Table) -> None:
    invite, faults = parse_invite(table.offer()), page_faults(table.host, "invite")
    guest = table.guest
    guest.app.go(ToFriend())
    screen = guest.screen
    assert isinstance(screen, FriendScreen)
    guest.press("join")
    faults += page_faults(guest, "a wrong invite")
    guest.app.go(ToJoin(invite, screen))
    joining = guest.screen
    assert isinstance(joining, JoinScreen)
    table.pass_until(lambda: joining.game.wants_fleet)
    joining.refusal = "The host refuses: " + "this fleet has only 31 TV in squadrons, a quarter is needed " * 3
    faults += page_faults(guest, "fleet")
    assert "\n".join(faults) == ""


def test_a_guest_whose_window_fails_keeps_what_it_has_seen_and_can_join_again(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    invite = table.offer()
    table.begin(invite)
    table.answer(4)

    def fail(*_: object) -> None:
        raise KeyError("fore")

    session = table.guest.battle.session
    assert isinstance(session, GuestSession)
    saved, table.guest.daring = session.file.path, True
    monkeypatch.setattr(table.guest.battle, "update", fail)
    table.guest.wait()
    modal = table.guest.app.modal
    assert modal is not None and "KeyError" in modal.text and "The game is saved as" in modal.text
    assert [slot.is_copy for slot in saves.slots() if slot.path == saved] == [True] and table.guest.page == "title"
    table.guest.press("yes")
    table.pass_until(lambda: "away" in table.host.battle.session.notice)
    table.join(invite)
    table.pass_until(lambda: table.guest.page == "battle")


def test_the_page_of_a_hosted_game_fits() -> None:
    pilot = Pilot()
    pilot.app.go(ToNewGame(is_hosted=True))
    assert page_faults(pilot, "a hosted game") == []


def test_the_bar_of_talk_and_clocks_fits(table: Table) -> None:
    table.begin(table.offer(Agreement(90)))
    pilot = table.host
    hosting = pilot.battle.session
    assert isinstance(hosting, HostSession)
    hosting.game.guest_name = "A player with a name of forty characters"
    hosting.game.talk.note("a rather long line " * 10, "Ann")
    pilot.wait()
    for look in looks(pilot):
        pilot.wait(2)
        assert misfits(pilot) == [], f"the bar, {look}"
        pilot.battle.command("talk")
        assert misfits(pilot) == [], f"the dialog, {look}"
        pilot.app.modal = None


def test_a_guest_keeps_what_it_has_seen_and_joins_again_from_there(table: Table) -> None:
    invite = table.offer()
    table.begin(invite)
    table.answer(30)
    guest = table.guest
    session = guest.battle.session
    assert isinstance(session, GuestSession)
    table.pass_until(lambda: session.match.events.entries == table.match.events.seen_by(1))
    guest.battle.command("bookmark")
    guest.key(pygame.K_a, pygame.KMOD_LCTRL)
    guest.post(pygame.event.Event(pygame.TEXTINPUT, text="Here it began"))
    guest.key(pygame.K_RETURN)
    moment = session.answers
    guest.battle.command("menu")
    guest.press("replay")
    table.pass_until(lambda: guest.page == "copy")
    screen = guest.screen
    assert isinstance(screen, CopyScreen) and screen.at == moment and len(screen.copy.states) == moment + 1
    assert screen.state.digest() == session.view.digest() and len(screen.copy.events) == len(session.events())
    guest.press("back")
    guest.app.go(ToTitle())
    path = session.file.path
    assert path is not None and str(table.match.setup.seed) not in path.read_text()
    secret = path.with_name("invite.key")
    assert secret.stat().st_mode & 0o077 == 0 and invite in secret.read_text() and invite[-42:] not in path.read_text()
    table.answer(30)  # The host waits.

    open_path(guest.app, path, ("human", "human"), replay=False)
    table.pass_until(lambda: guest.page == "copy")
    again = guest.screen
    assert isinstance(again, CopyScreen) and len(again.copy.states) == moment + 1
    assert again.copy.states[-1].digest() == session.view.digest()
    guest.press("marks")
    assert guest.app.modal is not None and "Here it began" in str([w.label for w in guest.app.modal.buttons.widgets])
    guest.key(pygame.K_ESCAPE)
    guest.press("rejoin")
    table.pass_until(lambda: guest.page == "battle")
    table.answer(44)
    back, match = guest.battle.session, table.match
    assert isinstance(back, GuestSession) and back.file.path == path and back.answers > moment
    table.answer(1000)
    table.pass_until(lambda: guest.page == "result")
    back.autosave()
    assert not secret.exists() and load(path).state.digest() == match.state.digest()
    marks, fault = back.bookmarks()
    assert not fault and [mark.text for mark in marks] == ["Here it began"]
    whole = back.match
    assert whole.events.known_to(1, whole.events_after(marks[0].answers)) == len(screen.copy.events)


def test_both_rehearse_what_their_side_knows_if_they_have_agreed(table: Table) -> None:
    table.begin(table.offer(Agreement(is_rehearsing=True)))
    table.answer(36)
    match = table.match
    for side, pilot in enumerate((table.host, table.guest)):
        pilot.battle.command("menu")
        assert pilot.app.modal is not None and AGREED in pilot.app.modal.text
        pilot.app.modal = None
        pilot.battle.command("rehearse")  # `press` would wait with this window alone.
        table.pass_until(lambda pilot=pilot: pilot.page == "rehearsal")
        screen = pilot.screen
        assert isinstance(screen, RehearsalScreen) and screen.of.side == side
        spec = replace(screen.of.spec, players=("random", "random"), games=1, seed=4)
        games = [(game.winner, game.digest) for game in rehearse(spec, Here())]
        local = replace(spec, start=Start.of(match, knowing=side))
        assert games == [(game.winner, game.digest) for game in rehearse(local, Here())]
        pilot.press("back")


def test_nobody_rehearses_without_an_agreement(table: Table) -> None:
    table.begin(table.offer())
    table.answer(20)
    guest = table.guest.battle.session
    assert isinstance(guest, GuestSession)
    for pilot in (table.host, table.guest):
        pilot.battle.command("rehearse")
        assert pilot.page == "battle" and "agree to rehearsals before the game" in pilot.app.toast[0]
    guest.game.ask_knowledge()  # A host doesn't answer a program that asks anyway.
    table.answer(24)
    assert guest.game.knowledge is None
