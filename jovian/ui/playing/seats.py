"""Who plays a side: a human at this machine, or a computer player, by the text that `make_player` takes."""

from __future__ import annotations

import re
from pathlib import Path

from jovian.players import NAMES, make_player
from jovian.players.from_file import of_file

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
_CLASS = re.compile(r"^class\s+(\w+)", re.MULTILINE)


def known(seat: str) -> str:
    """A seat of a save, which may name a player that this version has not: a human sits there then."""
    return seat if seat in SEATS or of_file(seat) else HUMAN


def called(seat: str) -> str:
    """What whoever sits there is called: `captain (bold)`, `Gunner of bot.py`."""
    name, _, more = seat.rpartition(":") if of_file(seat) else seat.partition(":")
    if of_file(seat):
        return f"{more} of {Path(name).name}"
    return f"{name} ({more})" if more else name


def said(seat: str) -> str:
    """A word about whoever sits there, "" for a player that nothing is known of."""
    name, _, manner = ("", "", "") if of_file(seat) else seat.partition(":")
    return MANNERS.get(manner, "") if manner else LINES.get(name, "a player of your own" if of_file(seat) else "")


def fault(seat: str) -> str:
    """Why nobody can sit there, in a line, "" if somebody can; a file is run for that."""
    try:
        make_player(seat)
    except ValueError as error:
        return str(error)
    return ""


def guessed(path: Path) -> str:
    """The name of a player that a file may hold, "" if none is found; it is read, and not run."""
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
    names = _CLASS.findall(text)
    return str(names[-1]) if names else ""
