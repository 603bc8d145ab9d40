"""A mark: a place in a match from which it can be taken up again."""

from __future__ import annotations

from typing import NamedTuple

from jovian.game import State


class Mark(NamedTuple):
    """The state in which an anchor was asked, and how much had been recorded by then."""

    answers: int
    events: int
    digests: int
    state: State
