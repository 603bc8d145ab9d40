"""Open the window, or print a demonstration game if there is no display. This happens without a command."""

from __future__ import annotations

import re
import sys
import tempfile
from pathlib import Path

from jovian.commands.account import Account
from jovian.commands.problem import CommandError, print_line
from jovian.game import State
from jovian.play import new
from jovian.rules.rulebook.rulebook import rulebook

SCENARIO, SEED, PLAYER = "introductory", 1, "ensign"
PIXELS = 1200


def read_size(text: str) -> tuple[int, int] | None:
    """Return the width and height of a text like 1280x720, None for "". Raises CommandError."""
    if not text:
        return None
    match = re.fullmatch(r"([0-9]{1,5})x([0-9]{1,5})", text)
    if match is None:
        raise CommandError(f"usage: --size: requires WIDTHxHEIGHT in pixels, such as 1280x720, not '{text}'")
    return int(match[1]), int(match[2])


def window(size: str = "", file: str = "") -> int:
    """Open the window, optionally with a size and a file. Without a display, print a demonstration game.

    Raises CommandError if the size or the file is wrong.
    """
    pixels = read_size(size)
    if file and not Path(file).exists():
        raise CommandError(f"{file}: there is no such file, and no command of that name")
    _choose_palette()
    from jovian.ui.headless import display_trouble

    trouble = display_trouble()
    if not trouble:
        from jovian.ui.run import main, start_collecting

        start_collecting()
        return main(pixels, file)
    if file:
        raise CommandError(f"{file}: no window can be opened here ({trouble}); use replay, measure, render, or check")
    print_line(f"No display ({trouble}): printing the Introductory Scenario, {PLAYER} against {PLAYER}, instead.")
    return demonstrate(Path(tempfile.mkdtemp(prefix="jovian-wars-")))


def _choose_palette() -> None:
    """Use the player's colors in this run. This comes before the first import of the theme."""
    from jovian.ui.kit.palettes import choose, palette_of
    from jovian.ui.settings import load_settings

    settings, _ = load_settings()
    choose(palette_of(settings.palette, high_contrast=settings.high_contrast))


def demonstrate(folder: Path) -> int:
    """Play the Introductory Scenario, print its story, and draw a picture after each turn in the folder."""
    game = new(SCENARIO, seed=SEED)
    account, printed = Account(rulebook(game.state), game.state), 0
    while not game.over:
        turn = game.state.turn
        game.let(PLAYER)
        events = game.log(printed)
        for line in account.tell(events):
            print(line)
        printed += len(events)
        if turn and (game.state.turn != turn or game.over):
            _draw_picture(game.state, folder / f"turn-{turn}.png")
    print_line(f"The pictures of the table after each turn are in {folder}")
    return 0


def _draw_picture(state: State, path: Path) -> None:
    from jovian.ui.headless import write_picture

    write_picture(state, path, PIXELS)
    print(f"  (the table: {path})")
    sys.stdout.flush()
