"""Drives one game: asks, checks, records, undoes, saves and replays. It is handed players and never imports them."""

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
