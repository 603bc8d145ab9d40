"""`replay`: play a save again, check it against its digests, and tell what happened."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from jovian.commands.problem import print_line
from jovian.commands.stdout import print_json
from jovian.match import Match
from jovian.match.files import write_whole
from jovian.match.saves import load
from jovian.rules.basics.rolls import pluralize


def replay(path: str, verify: bool, log: Path | None, as_json: bool = False) -> int:
    """Replay a save. Raises SaveError if it is damaged or diverges."""
    told = not (verify or as_json)
    match = load(path, log=told or log is not None)
    if log is not None:
        from jovian.commands.logfile import line

        write_whole(log, "".join(map(line, match.events)))
    if as_json:
        print_json(_facts(path, match))
        return 0
    if told:
        _tell(match)
    state = match.state
    digests = pluralize(len(match.digests), "digest agrees", "digests agree")
    agreed = f"{pluralize(len(match.journal), 'answer')} replayed, {digests}"
    if match.unsealed:
        agreed += " (unsealed: an older format, which does not show whether it was cut short)"
    print_line(f"{path}: {agreed}, turn {state.turn}, {state.digest()}")
    return 0


def _tell(match: Match) -> None:
    """Print the story of a game."""
    from jovian.commands.account import game_story
    from jovian.rules.rulebook.rulebook import rulebook

    for each in game_story(match.events, rulebook(match.state)):
        print(each)


def _facts(path: str, match: Match) -> dict[str, Any]:
    """What `replay --json` says of a save that replays."""
    state = match.state
    return {
        "file": path, "scenario": match.setup.scenario.key, "answers": len(match.journal), "turn": state.turn,
        "over": match.over, "winner": state.winner, "digests": len(match.digests), "digest": state.digest(),
        "sealed": not match.unsealed,
    }  # fmt: skip
