"""What a side may know of a match, and private games in which what it does not know has been supposed.

A `Knowledge` holds plain copies, as a `LookAhead` does, for a side that need not be asked. Hidden models that the
answers name stand in it as strangers. Whoever puts models in their place, and more aboard and in reserve, has a whole
game to play on (`Supposition`), which depends on nothing else.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from hashlib import blake2b
from random import Random

from jovian.game import WITHDRAWN, Activation, Decision, EventLog, LogEntry, State, rewound, view
from jovian.game.game import CHOOSING, is_stranger
from jovian.match.course import Runner
from jovian.match.entries import Answered
from jovian.match.lookahead import Led, LookAhead, Trial, led_here
from jovian.match.match import Match
from jovian.rules.sequence.activation import ChooseModel


@dataclass(frozen=True, slots=True, eq=False)
class Knowledge:
    """A moment of a match as one side may know it."""

    side: int
    start: State
    """The last moment before it from which a game can be taken up, with strangers for hidden models that did something
    since; cut down to what the side may know."""
    answers: tuple[Answered, ...]
    """Those since the start; the choice of one that is still secret is None."""
    fell: tuple[tuple[int, ...], ...]
    """The faces that have fallen since the start."""
    told: tuple[LogEntry, ...]
    """What the side has been told up to the start."""
    aboard: dict[str, int]
    """How many models that the side does not know are aboard each enemy ship at the start, strangers among them."""
    gone: dict[str, int]
    """How many withdrew aboard each enemy ship that has left."""
    listed: bool
    """Did fleets come, so that there may be models in reserve? A scenario that places its models has none."""
    anew: bool
    """Is the other side activating something in secret? Then its choice is open again at the start."""
    chooser: int | None
    """Which side was asked at the start what it activates, None for another question. It has more than one that may;
    the side whose go it was, if it is another, has none."""


def knowledge(match: Match, side: int) -> Knowledge:
    """What a side may know of a match that is not over, whoever is asked."""
    asked, seen = match.decision, view(match.state, side)
    assert asked is not None
    anew = match.state.activation is not None and seen.activation is None
    led = _choosing(match, seen) if anew else led_here(match, asked, seen)
    _forget_orders(led.start)
    left = Counter(
        each.host for each in match.state.models.values()
        if each.place == WITHDRAWN and each.id not in seen.models and _left(led.start, each.host)
    )  # fmt: skip
    told = tuple(match.events.up_to(led.events).seen_by(side))
    return Knowledge(
        side, led.start, tuple(led.answers), led.fell, told, dict(led.start.unseen), dict(left),
        bool(match.setup.fleets), anew, None if anew else _chooser(led, asked),
    )  # fmt: skip


def _chooser(led: Led, asked: Decision) -> int | None:
    """Who was asked at a start what it activates."""
    first = led.answers[0] if led.answers else asked
    return first.side if first.kind == ChooseModel.kind else None


def _left(start: State, ship: str) -> bool:
    """Had a ship that is known left the battle at the start, with whoever was aboard?"""
    return ship in start.models and start.models[ship].place == WITHDRAWN


def _choosing(match: Match, seen: State) -> Led:
    """The present with the activation of a hidden model not begun: its side has yet to choose."""
    start, active = rewound(match.state, seen, {}), match.state.active
    assert active is not None
    start.activation, start.side_to_go = None, active.side
    last = max(number for number, step in enumerate(start.agenda) if step == CHOOSING)
    del start.agenda[last + 1 :]
    return Led(start, [], (), len(match.events))


def _forget_orders(start: State) -> None:
    """Of an activation of a hidden model nothing is known but that it has begun."""
    act = start.activation
    if act is not None and is_stranger(start.models[act.model]):
        start.activation = Activation(act.model)
        start.activation.declared = True


class Supposition(LookAhead):
    """Gives the game that follows from a knowledge, once it has been made whole."""

    __slots__ = ("_key", "common")

    def __init__(self, known: Knowledge, whole: State, key: bytes, common: bool) -> None:
        """`whole` is the start of the knowledge, with all models that there are."""
        super().__init__(known.side, whole, list(known.answers), known.fell, {})
        self._key, self.common = key, common

    def copy(self) -> State:
        """A fresh state at the start; if more dice fall until now than have fallen, they depend on the key too."""
        state = super().copy()
        state.chain = blake2b(b"before", key=self._key, digest_size=32).digest()
        return state

    def play(self, runner: Runner) -> None:
        """Give the answers again as long as the same is asked; one that is secret is drawn."""
        drawn, given = Random(self._key), []
        for entry in self.known:
            asked = runner.decision
            if asked is None or (asked.side, asked.kind) != (entry.side, entry.kind):
                break
            taken = asked.sample(drawn).to_json() if entry.choice is None else entry.choice
            if asked.check(taken) is not None:
                break
            given.append(entry._replace(choice=taken))
            runner.feed(given[-1])
        self.known = given


def supposed(known: Knowledge, whole: State, key: bytes, *, common: bool = False) -> Trial:
    """A private game, with its events, from a knowledge that has been made whole; its dice depend on the key alone.

    `common` as in `Match.reseed`.
    """
    return Trial(Supposition(known, whole, key, common), key, EventLog(known.told))
