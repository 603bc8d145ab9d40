"""Saves: one JSON file that holds the setup and the answers of a match, and its seal. `load.py` reads them.

Writing never touches the copy on disk until the new one is whole.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from jovian import __version__
from jovian.match.entries import written_journal
from jovian.match.errors import RulesError
from jovian.match.match import Match
from jovian.match.saves import branches, seal
from jovian.match.saves.writing import write_whole
from jovian.rules.setup.setup import Setup

FORMAT = 2
RULES = 6
"""Raised whenever the rules give a golden game another course."""
FAILED = "failed"
"""In the report of a rule that failed: the answer that it failed on, which was not taken."""
UPGRADES = "upgrades"
"""In the setup: the upgrade cards that the fleets use; not there if they use none."""
BRANCHES = "branches"
"""Lines of a rehearsal that are kept by name; not there if there are none."""
NOTE = "note"
"""What the writer of a save wants to find beside the game, such as who sits where; no part of the game."""


def to_data(match: Match) -> dict[str, Any]:
    """A match as the plain data of a save."""
    setup = match.setup
    return {
        "format": FORMAT,
        "app": __version__,
        "rules": RULES,
        "setup": {
            "key": setup.scenario.key,
            "scenario": setup.scenario.source,
            "fleets": [fleet.source for fleet in setup.fleets],
            "cards": {key: setup.cards[key].source for key in sorted(_used(setup))},
            "options": dict(setup.options),
            "manual": setup.manual,
            **_upgrades(setup),
        },
        "seed": setup.seed,
        "journal": written_journal(match.journal),
        "digests": [list(each) for each in match.digests],
        "undone": written_journal(match.undone),
        **({BRANCHES: branches.written(match.branches)} if match.branches else {}),
        "seal": seal.begun(len(match.journal), len(match.digests), match.state.digest()),
    }


def _upgrades(setup: Setup) -> dict[str, Any]:
    """The upgrade cards of the fleets and of the scenario, if they have any."""
    used = dict(setup.scenario.upgrades)
    for fleet in setup.fleets:
        used |= fleet.upgrades
    return {UPGRADES: {name: used[name].source for name in sorted(used)}} if used else {}


def _used(setup: Setup) -> set[str]:
    keys = {entry.unit for fleet in setup.fleets for entry in fleet.entries}
    keys |= {placed.card for placed in setup.scenario.models}
    if any(mount.weapon.stock for key in keys for mount in setup.cards[key].mounts):
        keys |= {key for key, card in setup.cards.items() if card.drone}
    return keys


def save(match: Match, path: str | Path, note: Mapping[str, Any] | None = None) -> None:
    """Write a match to a file, all of it or none, with a note of JSON values beside the game. Raises OSError."""
    write(to_data(match), path, note)


def write(
    data: dict[str, Any], path: str | Path, note: Mapping[str, Any] | None = None, *, files_only: bool = False
) -> str:
    """Write the data of a save as `save` does, and return the checksum of the file. Raises OSError."""
    text, checksum = seal.seal_text({**data, NOTE: dict(note)} if note else data)
    write_whole(path, text, files_only=files_only)
    return checksum


def failure(match: Match, error: RulesError) -> str:
    """The text of a save of the match in which a rule failed, with the answer that it failed on beside the game."""
    return seal.sealed({**to_data(match), FAILED: error.entry.written()})
