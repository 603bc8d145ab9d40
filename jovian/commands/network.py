"""The commands `host` and `join`: a game between two computers in the terminal, with computer players.

The host prints an invite and waits. Both print in words what happens, or one JSON object at the end.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import replace

from jovian.cards import FleetList, load_fleet, unit_cards
from jovian.cards.files import FLEET
from jovian.cards.load import card_file
from jovian.commands.problem import CommandError, print_line
from jovian.commands.simulate import check_player
from jovian.commands.stdout import write_text
from jovian.frozen import frozen
from jovian.game import State
from jovian.match import Match
from jovian.match.play_loop import Chooser, ask
from jovian.net.agreement import Agreement
from jovian.net.client import HostLine
from jovian.net.hosted import HostedGame, Terms
from jovian.net.invite import Identity, InviteError, local_address, parse_invite
from jovian.net.joined import JoinedGame
from jovian.net.messages import MAX_NAME
from jovian.net.server import GameServer
from jovian.play import refuse_fleet, setup_of
from jovian.players import make_player, seat_seed
from jovian.players.worker import MomentCheck
from jovian.rules.setup.setup import Setup
from jovian.user_files.paths import home

WAIT_SECONDS = 0.2
"""How long to wait for messages at a time."""
KEY_FILE = "network/host.pem"


@frozen
class HostRequest:
    """What to host, from the command line."""

    scenario: str
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
    """Host a game, play it to its end, and return the exit status. Raises CommandError, CardError, or OSError."""
    check_player(request.player, "--player")
    _check_name(request.name)
    setup = _offered_setup(request)
    try:
        agreement = Agreement(request.minutes, request.stand_in, request.is_rehearsing)
    except ValueError as error:
        raise CommandError(f"usage: --stand-in: {error}") from None
    try:
        server = GameServer(Identity(home() / KEY_FILE), request.address, request.port)
    except (OSError, ValueError, TypeError) as error:  # A strange address is any of them.
        raise CommandError(f"{request.address or 'this computer'}:{request.port}: can't be used ({error})") from error
    identity = Identity(home() / KEY_FILE)
    invite = identity.invite(request.address or local_address(), server.port)
    say = _printer(as_json)
    if as_json:
        print_line(f"Invite: {invite}", sys.stderr)
    else:
        write_text(f"Invite: {invite}\n")
    game = HostedGame(Terms(setup, request.side, request.name, agreement), server)
    try:
        match = play_hosted(game, make_player(request.player, seat_seed(0, request.side)), say)
    finally:
        game.close("the host has closed the game")
    _print_result(match.state, match.setup, as_json)
    return 0


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


def play_hosted(game: HostedGame, player: Chooser, say: Callable[[list[str]], None]) -> Match:
    """Play until the game is over and the guest has left, or has been told."""
    while game.match is None:
        say(game.update(WAIT_SECONDS))
    match = game.match
    while (decision := match.decision) is not None:
        if decision.side == game.terms.side:
            match.answer(ask(match, player))
            say(game.update())
        elif (answer := game.take_answer()) is not None:
            match.answer(answer)
        else:
            say(game.update(WAIT_SECONDS))
    while game.guest is not None:
        say(game.update(WAIT_SECONDS))
    return match


def join(invite: str, fleet: str, player: str, name: str, *, as_json: bool) -> int:
    """Join a game, play it to its end, and return the exit status. Raises CommandError or CardError."""
    check_player(player, "--player")
    _check_name(name)
    try:
        where = parse_invite(invite)
    except InviteError as error:
        raise CommandError(f"usage: {error}") from None
    own = _legal_fleet(fleet) if fleet else None
    game = JoinedGame(HostLine(where, name), own, unit_cards(), check=MomentCheck())
    try:
        match = play_joined(game, player, _printer(as_json))
    finally:
        game.close()
    _print_result(match.state, match.setup, as_json)
    return 0


def play_joined(game: JoinedGame, player: str, say: Callable[[list[str]], None]) -> Match:
    chooser = None
    while game.whole is None:
        told = game.update(WAIT_SECONDS)
        say(told)
        if game.line.standing == "closed":
            raise CommandError(game.line.trouble or told[-1], 1)
        if game.wants_fleet:
            raise CommandError(f"usage: --fleet: {told[-1]}")
        match = game.match
        if match is not None and match.decision is not None and match.decision.side == game.side:
            chooser = chooser or make_player(player, seat_seed(0, game.side))
            if not game.is_waiting:
                match.answer(ask(match, chooser))
    return game.whole


def _printer(as_json: bool) -> Callable[[list[str]], None]:
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
