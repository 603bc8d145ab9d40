"""Who plays a side: a human at this machine, or a computer player, by name."""

from __future__ import annotations

from jovian.cards.error import short_name
from jovian.players import NAMES
from jovian.players.from_file import of_file
from jovian.players.thinking import Question
from jovian.ui.files.own_players import OwnPlayer, bare_name, find_player

HUMAN = "human"
SEATS = (HUMAN, *NAMES)
"""Who may sit at a side; a computer player that is added is offered here by itself."""
MANNERS = {"bold": "takes its chances", "steady": "weighs both sides alike", "wary": "keeps what it has"}
"""What is said of a temperament."""
LINES = {
    HUMAN: "at this machine",
    "random": "any legal answer, for a first look",
    "cadet": "makes plain mistakes, for a first game",
    "ensign": "rules of thumb and exact odds, at once",
    "captain": "plans whole activations, plays for the points",
    "admiral": "plays its plans out before it chooses; takes its time",
}
"""What is said of whoever may sit there."""
UNKNOWN = "from a file that you have not chosen"
"""The name of a player that nobody has."""


def known(seat: str) -> str:
    """A seat of a save: a human for a computer player that this version lacks, a player file by its mere name."""
    if seat in SEATS:
        return seat
    if not of_file(seat):
        return HUMAN
    own = find_player(seat)
    return bare_name(seat) if own is None else own.name


def called(seat: str) -> str:
    """What whoever sits there is called: `captain (bold)`, `Gunner of bot.py`."""
    if of_file(seat):
        name, _, more = bare_name(seat).rpartition(":")
        return f"{more} of {name}" if name else more
    name, _, more = short_name(seat).partition(":")
    return f"{name} ({more})" if more else name


def said(seat: str) -> str:
    """A word about whoever sits there, "" for a player that nothing is known of."""
    name, _, manner = ("", "", "") if of_file(seat) else seat.partition(":")
    return MANNERS.get(manner, "") if manner else LINES.get(name, "a player of your own" if of_file(seat) else "")


def ask_player(seat: str, own: OwnPlayer | None, seed: int) -> Question:
    """Return the question to a computer player: one by name, or one from a file that the user chose.

    No other file is run, whatever the seat says.
    """
    if own is not None:
        return Question(own.player, seed, own.content)
    return Question(UNKNOWN if of_file(seat) else seat, seed)
