"""The command `replay`: replay a save, check its digests, and print its events."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from jovian.commands.problem import print_line
from jovian.commands.stdout import print_json
from jovian.match import Match
from jovian.match.files import write_whole
from jovian.match.saves import load
from jovian.rules.basics.rolls import pluralize


def replay(path: str, verify: bool, log: Path | None, html: Path | None = None, as_json: bool = False) -> int:
    """Replay a save. Raises SaveError if it is damaged or diverges."""
    print_events = not (verify or as_json or html is not None)
    match = load(path, log=print_events or log is not None or html is not None)
    if log is not None:
        from jovian.commands.logfile import line

        write_whole(log, "".join(map(line, match.events)))
    if html is not None:
        from jovian.game_page import game_page

        write_whole(html, game_page(match))
    if as_json:
        print_json(_to_json(path, match))
        return 0
    if print_events:
        _print_story(match)
    state = match.state
    digests = pluralize(len(match.digests), "digest agrees", "digests agree")
    summary = f"{pluralize(len(match.journal), 'answer')} replayed, {digests}"
    if match.unsealed:
        summary += " (unsealed: an older format, in which missing answers at the end aren't detected)"
    print_line(f"{path}: {summary}, turn {state.turn}, {state.digest()}")
    return 0


def _print_story(match: Match) -> None:
    from jovian.commands.account import game_story
    from jovian.rules.rulebook.rulebook import rulebook

    for line in game_story(match.events, rulebook(match.state), match.state):
        print(line)


def _to_json(path: str, match: Match) -> dict[str, Any]:
    state = match.state
    return {
        "file": path, "scenario": match.setup.scenario.key, "answers": len(match.journal), "turn": state.turn,
        "over": match.over, "winner": state.winner, "digests": len(match.digests), "digest": state.digest(),
        "sealed": not match.unsealed,
    }  # fmt: skip
