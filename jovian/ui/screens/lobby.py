"""The pages that lead to a game with a friend at another computer: host or join, the invite, and joining."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from functools import partial

import pygame

from jovian.cards import FleetList, unit_cards
from jovian.cards.files import one_line
from jovian.fleets.formats import draw_qr_code
from jovian.net.agreement import Agreement
from jovian.net.client import HostLine
from jovian.net.hosted import HostedGame, HostedNote, Terms
from jovian.net.invite import Identity, Invite, InviteError, guest_secret, local_address, parse_invite
from jovian.net.joined import JoinedGame
from jovian.net.server import GameServer
from jovian.players.worker import MomentCheck
from jovian.rules.setup.briefing import playable_content
from jovian.rules.setup.setup import Setup
from jovian.session.remote import CLOSED, GuestSession, HostSession, RemoteSession
from jovian.session.session import Session
from jovian.ui.kit.boxes import NOWHERE, Box, button, caption, item, line, panel, row, space, text
from jovian.ui.kit.draw import draw_box
from jovian.ui.kit.forms import Choice, TextField, clipboard_text, copy_to_clipboard
from jovian.ui.kit.theme import BLADE, TEXT_FAINT, TEXT_SOFT, WARN, px
from jovian.ui.kit.widgets import NOTHING
from jovian.ui.screens.navigation import ToBattle, ToBriefing, ToJoin, ToNewGame, ToTitle
from jovian.ui.screens.page import BUTTON_WIDTH, Page, draw_fleet, framed
from jovian.ui.screens.screen import Host, Screen
from jovian.ui.settings import MAX_WORD
from jovian.user_files.paths import home

HOST_FILE, GUEST_FILE = "network/host.pem", "network/guest.key"
"""The key of this computer as a host, and its secret as a guest."""
MAX_LETTERS = 320
"""The most letters of a typed invite."""
GROUP = 7
"""The letters between two spaces of a shown invite."""
LINES = 5
"""The number of lines that say what has happened."""
WIDTH = 980
QUIET_ZONE = 8
"""The white edge of the QR code, besides its own."""

JOIN_TEXT = (
    "Your friend hosts a game and sends you an invite: an address, a port, and 42 letters. Paste or type it here."
)
WATCH_HINT = "See what both sides know. Up to four spectators join with the same invite."
HOST_TEXT = "Choose the battle, your side, and your fleet. Then you get an invite for your friend, by chat or mail."
TRUST_TEXT = (
    "Each computer gets only what its player may know. The host's computer has the whole game, so play with someone "
    "whom you trust."
)
REACH_TITLE = "Over the internet"
REACH_TEXT = (
    "In one network at home, the invite works as it is. Over the internet, choose one of these:\n"
    "1. A private network such as Tailscale or WireGuard on both computers. It is the easiest way. In the invite, "
    "replace the address by that of the host in this network.\n"
    "2. IPv6, if both have it: replace the address by the host's IPv6 address in brackets, and let the port through "
    "the firewall of the host's router.\n"
    "3. Forward the TCP port of the invite to the host's computer in its router, and replace the address by the "
    "public one of the router.\n"
    "No server of ours is in between. Everything that is sent is encrypted."
)
OK = (("yes", "OK", "primary"),)
SEND_TEXT = "Send this to your friend. The same invite continues the game if the line is lost."


def show_reach(app: Host) -> None:
    """Show how two computers meet over the internet."""
    app.ask(REACH_TITLE, REACH_TEXT, OK)


def _reach_button(app: Host) -> Box:
    return button("reach", REACH_TITLE, partial(show_reach, app), width=BUTTON_WIDTH)


class FriendScreen(Page):
    """The page that leads to a game with a friend at another computer: to join one, or to host one."""

    def __init__(self, app: Host) -> None:
        super().__init__(app)
        self.invite = ""
        self.trouble = ""
        """Why the typed invite can't be used, "" before it was tried."""

    def compose(self) -> Box:
        name = TextField("name", NOWHERE, self.app.settings.player_name, most=MAX_WORD)
        invite = TextField("invite", NOWHERE, self.invite, ghost="192.168.0.7:24001/abcd…", most=MAX_LETTERS)
        your_name = row(line("Your name", "body", TEXT_SOFT, width=90), item(name, self._set_name, width=260), space())
        join = panel(
            "Join", text(JOIN_TEXT, "body", TEXT_SOFT),
            item(invite, partial(self._set_invite, invite), height=36),
            text(self.trouble, "small", WARN) if self.trouble else None, space(),
            row(button("paste", "Paste", self._paste, height=38, width=110), space(),
                button("watch", "Watch", partial(self._join, is_watching=True), hint=WATCH_HINT, height=38, width=110),
                button("join", "Join", self._join, kind="primary", height=38, width=BUTTON_WIDTH), gap=8),
            gap=10, grow=1,
        )  # fmt: skip
        host = panel(
            "Host", text(HOST_TEXT, "body", TEXT_SOFT), text(TRUST_TEXT, "small", TEXT_FAINT), space(),
            row(space(), button("host", "Host a game", self._host, height=38, width=BUTTON_WIDTH)), gap=10, grow=1,
        )  # fmt: skip
        foot = row(button("back", "Back", self.cancel, width=120), space(), _reach_button(self.app), gap=8)
        return framed(text("Play with a friend elsewhere", "title"), your_name, row(join, host, gap=14, height=250),
                      foot=foot, width=WIDTH)  # fmt: skip

    def _set_name(self, words: str) -> None:
        if words.strip():
            self.app.settings.player_name = words.strip()
            self.app.write_settings()

    def _set_invite(self, field: TextField, words: str) -> None:
        self.invite, self.trouble = words, ""
        if field.done:
            self._join()

    def _paste(self) -> None:
        self.invite, self.trouble = clipboard_text().strip()[:MAX_LETTERS], ""

    def _join(self, *, is_watching: bool = False) -> None:
        try:
            invite = parse_invite(self.invite)
        except InviteError as error:
            self.trouble = f"{str(error)[:1].upper()}{str(error)[1:]}."
        else:
            self.app.go(ToJoin(invite, self, is_watching))

    def _host(self) -> None:
        self.app.go(ToNewGame(is_hosted=True))

    def cancel(self) -> None:
        self.app.go(ToTitle())


class HostingScreen(Page):
    """A page on which a host waits for a friend. It shows the invite."""

    title, waiting = "Invite your friend", "Waiting for your friend to join."

    def __init__(
        self, app: Host, agreement: Agreement, port: int, make_game: Callable[[GameServer], HostedGame]
    ) -> None:
        """Listen at a port, or at any free one if that is in use."""
        super().__init__(app)
        self._agreement = agreement
        self.game: HostedGame | None = None
        """The game that waits, None if this computer can't host one."""
        self.invite: Invite | None = None
        self._trouble = ""
        """Why this computer can't host one, "" if it can."""
        self._code = pygame.Surface((1, 1))
        try:
            identity = Identity(home() / HOST_FILE)
            server = _open_server(identity, port)
        except (OSError, ValueError) as error:
            self._trouble = f"This computer can't host a game: {one_line(str(error), 160)}."
            return
        self.game = make_game(server)
        self.invite = identity.invite(local_address(), server.port)
        self._code = pygame.image.load(io.BytesIO(draw_qr_code(str(self.invite), "png")), "code.png")

    def compose(self) -> Box:
        said = [each.text for each in self.game.talk.lines][-LINES:] if self.game is not None else [self._trouble]
        lines = [line(words, "body", TEXT_SOFT, content_width=NOTHING) for words in said or [self.waiting]]
        return framed(
            text(self.title, "title"), self._invite_box(self.invite) if self.invite is not None else None,
            panel("", text(self._agreement.words, "body", TEXT_SOFT), *lines, gap=4), width=WIDTH,
            foot=row(button("cancel", "Cancel", self.cancel, width=120), space(), _reach_button(self.app),
                     *self._more_buttons(), button("copy", "Copy the invite", self._copy, kind="primary", width=200,
                            enabled=self.invite is not None), gap=8),
        )  # fmt: skip

    def _more_buttons(self) -> Iterator[Box]:
        yield from ()

    def _invite_box(self, invite: Invite) -> Box:
        """Return the invite in large letters, and as a QR code."""
        where, _, letters = str(invite).partition("/")
        groups = [letters[start : start + GROUP] for start in range(0, len(letters), GROUP)]
        half = len(groups) // 2
        words = [f"{where}/", " ".join(groups[:half]), " ".join(groups[half:])]
        return row(
            panel("", caption("Invite"), *(line(part, "title", BLADE, may_shrink=True) for part in words),
                  text("Spaces and capitals don't matter.", "small", TEXT_FAINT), space(),
                  text(f"This computer is {invite.address} in its network, and listens at port {invite.port}.",
                       "body", TEXT_SOFT),
                  text(SEND_TEXT, "body", TEXT_SOFT), gap=6, grow=1),
            panel("", Box(paint=self._draw_code, width=230, min_width=120, grow=1), width=258, min_width=150),
            gap=14, height=270, min_height=190,
        )  # fmt: skip

    def _draw_code(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        """Draw the QR code as large as whole pixels of its modules allow."""
        side = min(rect.size)
        factor = max(1, side // (self._code.get_width() // 4)) / 4
        image = pygame.transform.scale_by(self._code, factor)
        place = image.get_rect(center=rect.center)
        draw_box(surface, place, (255, 255, 255), radius=px(4))
        surface.blit(image, place)

    def _copy(self) -> None:
        is_copied = copy_to_clipboard(str(self.invite))
        self.app.say("The invite is copied." if is_copied else "There is no clipboard here.", bad=not is_copied)

    def close(self) -> None:
        """Stop waiting."""
        if self.game is not None:
            self.game.close(CLOSED)


class InviteScreen(HostingScreen):
    """The page on which a host waits for a friend, to begin a game."""

    def __init__(self, app: Host, setup: Setup, side: int, back: Screen, agreement: Agreement) -> None:
        terms = Terms(setup, side, app.settings.player_name, agreement)
        super().__init__(app, agreement, round(app.settings.port), lambda server: HostedGame(terms, server))
        self._back = back

    def update(self, dt: float) -> None:
        """Let the friend in. When both fleets are chosen, the game begins."""
        if self.game is None:
            return
        is_news = bool(self.game.update())
        if self.game.match is not None:
            _begin(self.app, HostSession(self.game), is_resumed=False)
        elif is_news:
            self.refresh()

    def cancel(self) -> None:
        self.close()
        self.app.show(self._back)


class HostAgainScreen(HostingScreen):
    """The page on which the host of a saved game waits for the friend to join again, with the same invite."""

    def __init__(self, app: Host, session: Session, note: HostedNote) -> None:
        self._keeper = session.keeper
        self.title = f"Continue with {note['guest']}"
        self.waiting = f"Waiting for {note['guest']} to join again. Only a new address or port changes the invite."
        super().__init__(
            app, note["agreement"], note["port"], lambda server: HostedGame.resume(session.match, note, server)
        )

    def _more_buttons(self) -> Iterator[Box]:
        yield button("table", "Show the table", self._show_table, width=BUTTON_WIDTH, enabled=self.game is not None)

    def update(self, dt: float) -> None:
        """Let the friend in, and continue."""
        if self.game is not None:
            self.game.update()
            if self.game.guest is not None:
                self._show_table()

    def _show_table(self) -> None:
        assert self.game is not None
        _begin(self.app, HostSession(self.game, self._keeper), is_resumed=True)

    def cancel(self) -> None:
        self.close()
        self.app.go(ToTitle())


class JoinScreen(Page):
    """The page on which a guest joins a game, and chooses a fleet if the game needs one."""

    def __init__(self, app: Host, invite: Invite, back: Screen, *, is_watching: bool = False) -> None:
        super().__init__(app)
        self._back, self._invite = back, invite
        self._is_watching = is_watching
        line_to_host = HostLine(invite, app.settings.player_name, watching=is_watching)
        check = MomentCheck() if app.decision_worker.in_background else None
        self.game = JoinedGame(line_to_host, None, {}, guest_secret(home() / GUEST_FILE), check)
        self.fleets: list[FleetList] = [*playable_content().fleets.values()]
        self.chosen = 0
        self.refusal = ""
        """Why the host has refused the chosen fleet, or ""."""
        self._shown: tuple[object, ...] = ()

    @property
    def words(self) -> str:
        """What this page waits for."""
        game, standing = self.game, self.game.line.standing
        if standing == "closed":
            return f"You can't join: {game.line.trouble or self.refusal}."
        if standing != "open" and game.line.trouble:
            return f"{game.line.trouble[:1].upper()}{game.line.trouble[1:]}. Trying again."
        if standing != "open":
            return f"Connecting to {self._invite.address}…"
        return (
            f"Choose your fleet. {game.host_name} can't see it."
            if game.wants_fleet
            else f"Waiting for {game.host_name} to begin."
            if self._is_watching
            else f"Waiting for {game.host_name}."
        )

    def compose(self) -> Box:
        scenario = self.game.match.state.scenario if self.game.match is not None else None
        does = "plays" if self._is_watching else "invites you to"
        title = f"{self.game.host_name} {does} {scenario.name}" if scenario is not None else "Join a game"
        foot = row(button("cancel", "Cancel", self.cancel, width=120), space(), _reach_button(self.app),
                   *self._take_button(), gap=8)  # fmt: skip
        return framed(
            text(title, "title"), text(" ".join(scenario.summary.split()), "body", TEXT_SOFT) if scenario else None,
            text(self.game.agreement.words, "body", TEXT_SOFT) if scenario else None,
            panel("", text(self.words), text(self.refusal, "small", WARN) if self.refusal else None, gap=6),
            self._fleet_box() if self.game.wants_fleet else None, foot=foot, width=WIDTH,
        )  # fmt: skip

    def _take_button(self) -> Iterator[Box]:
        if self.game.wants_fleet:
            yield button("take", "Take this fleet", self._take_fleet, kind="primary", key=pygame.K_RETURN, width=200)

    def _fleet_box(self) -> Box:
        """Return the choice of a fleet, with its models."""
        labels = [f"{fleet.size} · {fleet.name} · {fleet.faction}" for fleet in self.fleets]
        choice = Choice("fleet", NOWHERE, labels, self.chosen, self.within, role="heading")
        models = Box(paint=partial(draw_fleet, self.fleets[self.chosen]), height=150, min_height=60)
        words = f"The fleet of {self.game.host_name} has {self.game.size} TV."
        return panel("", caption("With what?"), item(choice, self._choose, height=36), text(words, "small", TEXT_SOFT),
                     models, gap=8)  # fmt: skip

    def _choose(self, number: int) -> None:
        self.chosen, self.refusal = number, ""

    def _take_fleet(self) -> None:
        self.refusal = ""
        self.game.choose_fleet(self.fleets[self.chosen], unit_cards())

    def update(self, dt: float) -> None:
        """Take in what the host has sent. The game begins with its first moment."""
        game, had_setup = self.game, self.game.match is not None
        told = game.update()
        if game.has_begun:
            _begin(self.app, GuestSession(game), is_resumed=game.is_resumed)
            return
        if told and not had_setup and game.wants_fleet:  # A fleet of the host's size is offered first.
            sizes = [fleet.size for fleet in self.fleets]
            self.chosen = sizes.index(game.size) if game.size in sizes else 0
        elif game.fault:
            self.refusal, game.fault = game.fault, ""
        shown = (self.words, self.refusal, game.wants_fleet)
        if shown != self._shown:
            self._shown = shown
            self.refresh()

    def cancel(self) -> None:
        self.game.close()
        self.app.show(self._back)


def _open_server(identity: Identity, port: int) -> GameServer:
    """Return a server at a port, or at any free one if that is in use. Raises OSError."""
    try:
        return GameServer(identity, port=port)
    except OSError:
        return GameServer(identity)


def _begin(app: Host, session: RemoteSession, *, is_resumed: bool) -> None:
    """Show the briefing of a game that has begun, or its table if it was begun before."""
    app.game = session  # From now on, whatever ends the game says goodbye.
    reads = not is_resumed and session.humans
    app.go(ToBriefing(session, None) if reads else ToBattle(session, taken_up=is_resumed))
