"""Without a command: the window, or on a machine without a display the Introductory Scenario as a readable account."""

from __future__ import annotations

import gc
import re
import sys
import tempfile
from pathlib import Path

from jovian.commands.account import Account
from jovian.commands.packages import find_wrong_requirement
from jovian.commands.problem import CommandError, print_line
from jovian.game import State
from jovian.play import new
from jovian.rules.rulebook.rulebook import rulebook

SCENARIO, SEED, PLAYER = "introductory", 1, "ensign"
PIXELS = 1200
USUAL = (700, 10, 10)
"""How often Python looks for garbage if nobody says otherwise, see `cli.program`."""


def read_size(text: str) -> tuple[int, int] | None:
    """Return the width and height of a text like 1280x720, None for no text. Raises Problem."""
    if not text:
        return None
    match = re.fullmatch(r"([0-9]{1,5})x([0-9]{1,5})", text)
    if match is None:
        raise CommandError(f"usage: --size: WIDTHxHEIGHT in pixels, such as 1280x720, not '{text}'")
    return int(match[1]), int(match[2])


def window(size: str = "", file: str = "") -> int:
    """Open the window, of a size and with a file if they are given, or play and tell a game where there is none.

    Raises Problem if a package is missing or wrong, or the size or the file is.
    """
    from jovian.rehearsal.workers import sweep
    from jovian.ui.headless import display_trouble

    wanted = read_size(size)
    if file and not Path(file).exists():
        raise CommandError(f"{file}: there is no such file, and no command of that name")
    if trouble := find_wrong_requirement():
        raise CommandError(trouble)
    trouble = display_trouble()
    if not trouble:
        from jovian.ui.run import main

        sweep()
        gc.freeze()  # what is imported stays; the window looks for garbage among the rest, as is usual
        gc.set_threshold(*USUAL)
        return main(wanted, file)
    if file:
        raise CommandError(f"{file}: no window can be opened here ({trouble}); see replay, measure, render, check")
    print_line(
        f"No display ({trouble}): the Introductory Scenario, {PLAYER} against {PLAYER}, is printed here instead."
    )
    return demonstrate(Path(tempfile.mkdtemp(prefix="jovian-wars-")))


def demonstrate(folder: Path) -> int:
    """Play the Introductory Scenario, tell it turn by turn, and leave a picture after each turn in the folder."""
    game = new(SCENARIO, seed=SEED)
    account, told = Account(rulebook(game.state)), 0
    while not game.over:
        turn = game.state.turn
        game.let(PLAYER)
        events = game.log(told)
        for line in account.tell(events):
            print(line)
        told += len(events)
        if turn and (game.state.turn != turn or game.over):
            _picture(game.state, folder / f"turn-{turn}.png")
    print_line(f"The pictures of the table after each turn are in {folder}")
    return 0


def _picture(state: State, path: Path) -> None:
    from jovian.ui.headless import write_picture

    write_picture(state, path, PIXELS)
    print(f"  (the table: {path})")
    sys.stdout.flush()
