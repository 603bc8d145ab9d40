"""Tests of a host's window that is closed and continues from the save, and of the question about an undo."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from time import sleep

import pygame
import pytest

from jovian.match.entries import Answered
from jovian.net.agreement import Agreement
from jovian.net.hosted import HOSTED
from jovian.session.remote import HostSession
from jovian.ui.screens.battle import BattleScreen
from jovian.ui.screens.lobby import HostAgainScreen, InviteScreen
from jovian.ui.screens.navigation import ToInvite, ToTitle, open_slot
from jovian.ui.screens.result import ResultScreen
from jovian.user_files import saves
from tests.bounds import until
from tests.net.lines import PAUSE, nothing_left, short_setup
from tests.ui.pilot import Pilot
from tests.ui.screens.test_lobby import Table
from tests.ui.test_scale import page_faults

pytestmark = pytest.mark.usefixtures("own_home")


@pytest.fixture
def table() -> Iterator[Table]:
    with nothing_left():
        table = Table()
        yield table
        for pilot in (table.guest, table.host):
            if pilot.page in ("invite", "join", "host again"):
                pilot.press("cancel")
            pilot.app.go(ToTitle())


def close_host(table: Table) -> saves.SaveSlot:
    """Close the host's program and start it again. Return its latest save."""
    session = table.host.battle.session
    assert session.autosave() == ""
    table.host.app.go(ToTitle())
    settings = replace(table.host.app.settings)
    table.host = Pilot(settings=settings)
    return saves.slots()[0]


def continue_game(table: Table) -> HostAgainScreen:
    """Continue the latest game from the title."""
    table.host.press("continue")
    table.pass_until(lambda: isinstance(table.host.screen, HostAgainScreen))
    screen = table.host.screen
    assert isinstance(screen, HostAgainScreen)
    return screen


def test_a_host_whose_program_was_closed_continues_from_the_title(table: Table) -> None:
    invite = table.offer()
    table.begin(invite)
    table.answer(8)
    digest, journal = table.match.state.digest(), [*table.match.journal]
    close_host(table)
    screen = continue_game(table)
    assert str(screen.invite) == invite and screen.title == "Continue with Ben"
    assert page_faults(table.host, "host again") == []
    table.guest.app.go(ToTitle())
    table.join(invite)
    table.pass_until(lambda: table.host.page == table.guest.page == "battle")
    assert (table.match.state.digest(), table.match.journal) == (digest, journal)
    table.answer(14)
    slot = close_host(table)
    continue_game(table)
    table.host.press("table")
    assert "away" in table.host.battle.session.notice
    table.guest.app.go(ToTitle())
    table.join(invite)
    table.pass_until(lambda: "away" not in table.host.battle.session.notice and table.guest.page == "battle")
    table.answer(1000)
    table.pass_until(lambda: table.host.page == table.guest.page == "result")
    ends = [pilot.screen for pilot in (table.guest, table.host)]
    assert all(isinstance(end, ResultScreen) for end in ends)
    assert len({end.session.match.state.digest() for end in ends}) == 1  # type: ignore[attr-defined]
    assert json.loads(slot.path.read_text())["note"][HOSTED]["guest"] == "Ben"


@pytest.mark.parametrize("damage", ["missing", "damaged"])
def test_a_save_that_does_not_allow_it_continues_here(table: Table, damage: str) -> None:
    table.begin(table.offer())
    table.answer(4)
    session = table.host.battle.session
    session.save_extra(HOSTED, None if damage == "missing" else {"half": "ab"})
    slot = close_host(table)
    open_slot(table.host.app, slot, replay=False)
    table.pass_until(lambda: table.host.app.modal is not None and table.host.app.job is None)
    toast, modal = table.host.app.toast, table.host.app.modal
    assert modal is not None and "at another computer" in modal.text
    assert (damage == "damaged") == (toast is not None and HOSTED in toast[0])
    table.host.press("human")
    assert table.host.page == "battle" and not isinstance(table.host.battle.session, HostSession)


def test_the_other_player_is_asked_about_an_undo(table: Table) -> None:
    setup = short_setup()
    setup = replace(setup, options={**setup.options, "rehearsal": "on"})
    table.host.app.go(ToInvite(setup, 0, table.host.app.screen))
    screen = table.host.screen
    assert isinstance(screen, InviteScreen) and screen.invite is not None
    table.begin(str(screen.invite))
    for agrees, asker in ((False, 0), (True, 1), (True, 0)):
        table.answer(len(table.match.journal) + 6)
        ask_and_reply(table, asker, agrees=agrees)


def test_a_computer_player_takes_the_seat_of_a_friend_who_leaves(table: Table) -> None:
    """The friend hands it over, or the host lets it. Each time the friend comes back to a seat of their own."""
    table.host.app.go(ToInvite(short_setup(), 0, table.host.app.screen, Agreement(stand_in="ensign")))
    screen = table.host.screen
    assert isinstance(screen, InviteScreen)
    invite = str(screen.invite)
    table.begin(invite)
    table.answer(5)
    session = table.host.battle.session
    for hands_over in (True, False):
        table.host.battle.command("menu")
        assert not table.host.widget("stand in").enabled
        table.host.press("resume")
        if hands_over:
            table.guest.battle.command("menu")
            table.guest.press("stand in")
            assert table.guest.page == "title"
        else:
            table.guest.app.go(ToTitle())
            table.pass_until(lambda: "is away" in session.notice)
            table.host.battle.command("menu")
            table.host.press("stand in")
        table.pass_until(lambda: session.notice.startswith("The ensign plays for Ben"))
        enough = count_of_guest(table) + 3
        while count_of_guest(table) < enough:
            decision = session.decision
            if decision is not None and table.host.app.modal is None:
                table.host.battle.course.give(decision.default())
            table.host.wait()
        table.join(invite)
        table.pass_until(lambda: table.guest.page == "battle" and "plays for" not in session.notice)
        table.answer(len(table.match.journal) + 4)


def test_a_friend_who_was_away_at_the_end_joins_for_the_result(table: Table) -> None:
    table.host.app.go(ToInvite(short_setup(), 0, table.host.app.screen, Agreement(stand_in="random")))
    screen = table.host.screen
    assert isinstance(screen, InviteScreen)
    invite = str(screen.invite)
    table.begin(invite)
    table.answer(5)
    table.guest.battle.command("menu")
    table.guest.press("stand in")
    session = table.host.battle.session
    while table.host.page == "battle":
        decision = session.decision
        if decision is not None:
            table.host.battle.course.give(decision.default())
        table.host.wait()
    assert table.host.page == "result"
    table.join(invite)
    table.pass_until(lambda: table.guest.page == "result")
    end = table.guest.screen
    assert isinstance(end, ResultScreen) and end.session.match.state.digest() == session.match.state.digest()


def count_of_guest(table: Table) -> int:
    return len([entry for entry in table.match.journal if isinstance(entry, Answered) and entry.side == 1])


def last_side(table: Table) -> int:
    return [entry.side for entry in table.match.journal if isinstance(entry, Answered)][-1]


def ask_until_seen(table: Table, asker: int) -> None:
    """Ask to undo more than the own last answer. An answer that needs no question withdraws that, so ask again."""
    asking, asked = (table.host, table.guest)[asker].battle, (table.guest, table.host)[asker].app
    for _ in until(lambda: asked.modal is not None):
        if last_side(table) == asker:
            table.answer(len(table.match.journal) + 1)
        elif not asking.session.asks_undo and asking.session.can_undo() is None:
            asking.command("undo")
        for pilot in (table.host, table.guest):
            pilot.wait()
        sleep(PAUSE)


def ask_and_reply(table: Table, asker: int, *, agrees: bool) -> None:
    pilots = table.host, table.guest
    asking, asked = pilots[asker], pilots[1 - asker]
    ask_until_seen(table, asker)
    modal, count = asked.app.modal, len(table.match.journal)
    assert modal is not None and "asks to undo" in modal.text
    assert asking.battle.session.notice.startswith("Asking ")
    asked.press("yes" if agrees else "no")
    if agrees:
        table.pass_until(lambda: len(table.match.journal) < count)
        assert table.match.decision is not None and table.match.decision.side == asker
    else:
        table.pass_until(lambda: "agree" in asking.app.toast[0])
        assert len(table.match.journal) == count
    assert asked.app.modal is None


def test_a_question_about_an_undo_ends_if_the_asker_leaves(table: Table) -> None:
    setup = short_setup()
    setup = replace(setup, options={**setup.options, "rehearsal": "on"})
    table.host.app.go(ToInvite(setup, 0, table.host.app.screen))
    screen = table.host.screen
    assert isinstance(screen, InviteScreen)
    table.begin(str(screen.invite))
    table.answer(8)
    ask_until_seen(table, 1)
    enter = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="\r")
    table.host.post(enter)  # It was pressed for something else, before anybody could read the question.
    assert table.host.app.modal is not None
    table.guest.app.go(ToTitle())
    table.pass_until(lambda: table.host.app.modal is None)
    assert isinstance(table.host.screen, BattleScreen)
