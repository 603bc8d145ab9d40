"""Who plays, on the command line: computer players by name, or from files of one's own."""

from __future__ import annotations

from jovian.commands.arguments.position import pair
from jovian.commands.output.problem import Problem
from jovian.commands.output.stdout import divert_players
from jovian.players import NoPlayer, make_player
from jovian.players.from_file import of_file


def players_of(text: str) -> tuple[str, str]:
    """The two players of `--players A,B`, each of which can be made. Raises Problem."""
    first, second = pair(text, "--players")
    return able(first, "--players"), able(second, "--players")


def able(name: str, option: str) -> str:
    """Return the name of a player after making it once. If it is from a file, divert what it writes. Raises Problem."""
    if of_file(name):
        divert_players()
    try:
        make_player(name)
    except NoPlayer as error:
        line = str(error)
        raise Problem(f"usage: {option}: {line}" if line.startswith("there is no player") else line) from error
    return name
