"""The commands `host` and `join`: a game between two computers in the terminal, by computer players or typed answers.

The host prints an invite and waits. Both print in words what happens, or one JSON object at the end.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from jovian.cards import FleetList, load_fleet, unit_cards
from jovian.cards.files import FLEET, holds_save
from jovian.cards.load import card_file
from jovian.commands.online_play import WAIT_SECONDS, OnlineGame, TypedLines
from jovian.commands.problem import CommandError, print_line
from jovian.commands.simulate import check_player
from jovian.commands.stdout import write_text
from jovian.frozen import frozen
from jovian.game import State
from jovian.match import Match
from jovian.match.play_loop import Chooser, ask
from jovian.net.agreement import Agreement
from jovian.net.client import HostLine
from jovian.net.hosted import HOSTED, HostedGame, HostedNote, Terms, read_note
from jovian.net.invite import Identity, InviteError, guest_secret, local_address, parse_invite
from jovian.net.joined import JoinedGame
from jovian.net.messages import MAX_NAME
from jovian.net.server import GameServer
from jovian.play import refuse_fleet, setup_of
from jovian.players import make_player, seat_seed
from jovian.players.worker import MomentCheck
from jovian.rules.setup.setup import Setup
from jovian.session.remote import CLOSED, GuestSession, HostSession
from jovian.session.views import HUMAN
from jovian.user_files.loaded_game import LoadedGame, load_game
from jovian.user_files.paths import home
from jovian.user_files.save_writer import SaveWriter

KEY_FILE, GUEST_FILE = "network/host.pem", "network/guest.key"
Say = Callable[[list[str]], None]
"""A function that prints lines for the player."""


@frozen
class HostRequest:
    """What to host, from the command line."""

    scenario: str
    """A scenario, or a save of a hosted game."""
    fleet: str
    """The host's fleet, or "" for the scenario's own."""
    side: int
    player: str
    name: str
    address: str
    port: int
    options: dict[str, str]
    minutes: int
    stand_in: str
    is_rehearsing: bool


def host(request: HostRequest, *, as_json: bool) -> int:
    """Host a game, play it to its end, and return the exit status. Raises CommandError, CardError, SaveError, OSError.

    A save of a hosted game continues with the same invite.
    """
    _check_player(request.player, as_json=as_json)
    _check_name(request.name)
    saved = _load_hosted(request) if holds_save(request.scenario) else None
    terms = _new_terms(request) if saved is None else None
    port = request.port if saved is None else request.port or saved[1]["port"]
    try:
        identity = Identity(home() / KEY_FILE)
        server = GameServer(identity, request.address, port)
    except (OSError, ValueError, TypeError) as error:  # A strange address is any of them.
        raise CommandError(f"{request.address or 'this computer'}:{port}: can't be used ({error})") from error
    invite = identity.invite(request.address or local_address(), server.port)
    if as_json:
        print_line(f"Invite: {invite}", sys.stderr)
    else:
        write_text(f"Invite: {invite}\n")
    if saved is not None:
        game, keeper = HostedGame.resume(saved[0].match, saved[1], server), saved[0].take_up()
    else:
        assert terms is not None
        game, keeper = HostedGame(terms, server), SaveWriter()
    try:
        return _host_game(game, keeper, request, as_json=as_json)
    finally:
        game.close(CLOSED)


def _host_game(game: HostedGame, keeper: SaveWriter, request: HostRequest, *, as_json: bool) -> int:
    say = _printer(as_json)
    if request.player != HUMAN:
        match = play_hosted(game, keeper, make_player(request.player, seat_seed(0, game.terms.side)), say)
        _print_result(match.state, match.setup, as_json)
        return 0
    typed, is_loaded = TypedLines(), game.match is not None
    _await_guest(game, say)
    status = OnlineGame(HostSession(game, keeper), typed).play(is_loaded=is_loaded)
    if game.match is not None and game.match.over:
        _await_end(game, say)
    return status


def _check_player(player: str, *, as_json: bool) -> None:
    if player != HUMAN:
        check_player(player, "--player")
    elif as_json:
        raise CommandError("usage: --json requires a computer player")


def _load_hosted(request: HostRequest) -> tuple[LoadedGame, HostedNote]:
    """Return a saved game, and what continues it. Raises CommandError or SaveError."""
    if request.fleet or request.options or request.minutes or request.stand_in or request.is_rehearsing:
        raise CommandError("usage: a save has its own fleets, options, and agreement")
    loaded = load_game(Path(request.scenario))
    data = loaded.note.get(HOSTED)
    try:
        if data is None or loaded.match.over:
            raise ValueError("the game is over" if loaded.match.over else "it isn't a game that this computer hosts")
        return loaded, read_note(data)
    except ValueError as error:
        loaded.drop()
        raise CommandError(f"{request.scenario}: {error}") from None


def _new_terms(request: HostRequest) -> Terms:
    """Return what is offered to a guest. Raises CommandError or CardError."""
    setup = _offered_setup(request)
    try:
        agreement = Agreement(request.minutes, request.stand_in, request.is_rehearsing)
    except ValueError as error:
        raise CommandError(f"usage: --stand-in: {error}") from None
    return Terms(setup, request.side, request.name, agreement)


def _check_name(name: str) -> None:
    if not 0 < len(name) <= MAX_NAME or not name.isprintable():
        raise CommandError(f"usage: --name: requires 1 to {MAX_NAME} printable characters")


def _offered_setup(request: HostRequest) -> Setup:
    """Return the setup with the host's fleet on its side. Raises CardError."""
    setup = setup_of(request.scenario, options=request.options)
    if not request.fleet:
        return setup
    if setup.scenario.models:
        raise CommandError(f"usage: --fleet: {setup.scenario.name} places its own models and takes no fleets")
    fleets = [*setup.fleets]
    fleets[request.side] = _legal_fleet(request.fleet)
    return replace(setup, fleets=tuple(fleets))


def _legal_fleet(name: str) -> FleetList:
    path = card_file(name, FLEET)
    fleet = load_fleet(path)
    refuse_fleet(path, fleet, unit_cards())
    return fleet


def play_hosted(game: HostedGame, keeper: SaveWriter, player: Chooser, say: Say) -> Match:
    """Play with a computer player until the game is over and the guest has left, or has been told.

    It agrees to undo whatever the options of the game allow.
    """
    match = _await_guest(game, say)
    session = HostSession(game, keeper)
    session.autosaves = lambda: True
    while (decision := match.decision) is not None:
        if decision.side == game.terms.side and not game.is_out_of_time:
            session.answer(ask(match, player))
            session.update(0.0)
        else:
            session.step_computer(wait=WAIT_SECONDS)
        session.reply(agrees=True)
        say(session.take_told())
    session.keeper.settle(None)
    _await_end(game, say)
    return match


def _await_guest(game: HostedGame, say: Say) -> Match:
    """Wait until the game begins."""
    while game.match is None:
        say(game.update(WAIT_SECONDS))
    return game.match


def _await_end(game: HostedGame, say: Say) -> None:
    """Wait until the guest leaves the finished game."""
    while game.guest is not None:
        say(game.update(WAIT_SECONDS))


def join(invite: str, fleet: str, player: str, name: str, *, as_json: bool) -> int:
    """Join a game, play it to its end, and return the exit status. Raises CommandError or CardError."""
    _check_player(player, as_json=as_json)
    _check_name(name)
    try:
        where = parse_invite(invite)
    except InviteError as error:
        raise CommandError(f"usage: {error}") from None
    own = _legal_fleet(fleet) if fleet else None
    secret = guest_secret(home() / GUEST_FILE)
    game = JoinedGame(HostLine(where, name), own, unit_cards(), secret, MomentCheck())
    try:
        if player == HUMAN:
            typed = TypedLines()
            _await_game(game, _printer(as_json))
            return OnlineGame(GuestSession(game), typed).play(is_loaded=game.is_resumed)
        match = play_joined(game, player, _printer(as_json))
    finally:
        game.close()
    _print_result(match.state, match.setup, as_json)
    return 0


def _await_game(game: JoinedGame, say: Say) -> None:
    """Wait until the host sends the first moment. Raises CommandError if that can't be."""
    while not game.has_begun:
        say(game.update(WAIT_SECONDS))
        _check_line(game)


def _check_line(game: JoinedGame) -> None:
    if game.line.standing == "closed":
        raise CommandError(game.line.trouble, 1)
    if game.wants_fleet:
        raise CommandError(f"usage: --fleet: choose a fleet of {game.size} TV")


def play_joined(game: JoinedGame, player: str, say: Say) -> Match:
    """Play with a computer player to the end. It agrees to undo whatever the options of the game allow."""
    chooser = None
    while game.whole is None:
        say(game.update(WAIT_SECONDS))
        _check_line(game)
        if game.wants_undo:
            game.send_undo("yes")
        match = game.match
        if match is not None and match.decision is not None and match.decision.side == game.side:
            chooser = chooser or make_player(player, seat_seed(0, game.side))
            if not game.is_waiting:
                match.answer(ask(match, chooser))
    return game.whole


def _printer(as_json: bool) -> Say:
    """Return what prints lines for the player, or nothing if the output is JSON."""

    def say(lines: list[str]) -> None:
        for line in () if as_json else lines:
            print_line(line)

    return say


def _print_result(state: State, setup: Setup, as_json: bool) -> None:
    """Print who has won, and the digest that both computers must agree on."""
    scores = [{"objective": score.objective, "victory": score.victory} for score in state.scores]
    if as_json:
        result = {
            "scenario": setup.scenario.key, "winner": state.winner, "turns": state.turn, "scores": scores,
            "digest": state.digest(),
        }  # fmt: skip
        write_text(json.dumps(result) + "\n")
        return
    names = [fleet.name for fleet in setup.fleets] or ["Side 1", "Side 2"]
    winner = "The game is a draw." if state.winner is None else f"{names[state.winner]} wins."
    print_line(f"{winner} Digest {state.digest()}.")
