"""Play one game: ask, check, record, undo, save, and replay. The caller passes in the players.

This package never imports players or screens.
"""

from jovian.match.entries import (
    Altered,
    Diverged,
    IllegalAnswer,
    MalformedSaveError,
    NoPlayer,
    Refused,
    RulesError,
    SaveError,
    UnsupportedVersion,
)
from jovian.match.match import Match
from jovian.rules.setup.setup import Setup

__all__ = [
    "Altered",
    "Diverged",
    "IllegalAnswer",
    "MalformedSaveError",
    "Match",
    "NoPlayer",
    "Refused",
    "RulesError",
    "SaveError",
    "Setup",
    "UnsupportedVersion",
]
