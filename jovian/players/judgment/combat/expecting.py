"""What a shot is worth to a player: by the exact odds, with the fuel that its target is likely to burn."""

from __future__ import annotations

from dataclasses import replace

from jovian.game import State
from jovian.rules.harm import expect
from jovian.rules.shooting.assessment import Assessment


def swerving(shot: Assessment) -> Assessment:
    """A shot as a target meets it that burns a fuel for one more die if it may: fuel comes back in the End Phase."""
    against = shot.opposition
    if against is None or not against.may_burn:
        return shot
    return replace(shot, opposition=against.burning())


def expected_value(state: State, shot: Assessment) -> float:
    """Threat Value that the shot is expected to take from its target."""
    return expect.expected_value(state, swerving(shot))


def expected_share(state: State, shot: Assessment) -> float:
    """The share of its target's value that the shot is expected to take."""
    return expect.expected_share(state, swerving(shot))


def kill_chance(state: State, shot: Assessment) -> float:
    """How likely the shot destroys a squadron, or cripples a ship."""
    return expect.kill_chance(state, swerving(shot))


def share_and_kill(state: State, shot: Assessment) -> tuple[float, float]:
    """The share of its target's value that the shot is expected to take, and how likely it is the end of it."""
    return expect.share_and_kill(state, swerving(shot))
