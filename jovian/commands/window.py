"""Without a command: the window, or on a machine without a display the Introductory Scenario as a readable account."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from jovian.commands.account import Account
from jovian.commands.position import scenario_setup
from jovian.match import Match
from jovian.match.drive import ask
from jovian.players import make_player
from jovian.rules.rulebook.rulebook import rulebook

SCENARIO, SEED, PLAYER = "introductory", 1, "ensign"
PIXELS = 1200


def window() -> int:
    """Open the window, or play and tell a game where there is none."""
    from jovian.ui.headless import display_trouble

    trouble = display_trouble()
    if not trouble:
        from jovian.ui.run import main

        return main()
    print(f"No display ({trouble}): the Introductory Scenario, {PLAYER} against {PLAYER}, is told here instead.")
    return demonstrate(Path(tempfile.mkdtemp(prefix="jovian-wars-")))


def demonstrate(folder: Path) -> int:
    """Play the Introductory Scenario, tell it turn by turn, and leave a picture after each turn in the folder."""
    match = Match(scenario_setup(SCENARIO, seed=SEED))
    players = [make_player(PLAYER, seed=2 * SEED + side) for side in (0, 1)]
    account, told = Account(rulebook(match.state)), 0
    while match.decision is not None:
        turn = match.state.turn
        match.answer(ask(match, players[match.decision.side]))
        events = match.events.events
        for line in account.tell(events[told:]):
            print(line)
        told = len(events)
        if turn and (match.state.turn != turn or match.over):
            _picture(match, folder / f"turn-{turn}.png")
    print(f"The pictures of the table after each turn are in {folder}")
    return 0


def _picture(match: Match, path: Path) -> None:
    from jovian.ui.headless import write_picture

    write_picture(match.state, path, PIXELS)
    print(f"  (the table: {path})")
    sys.stdout.flush()
