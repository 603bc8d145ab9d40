"""Looking ahead: what a view gives its player to try answers in, without anything of the real game.

A `LookAhead` holds plain copies, cut down to what the side may know: the state at the last anchor, the answers since
(one that is still secret left blank) and the faces that fell. Playing these again leads to the question at hand; from
there on dice of the player's own key fall. Neither it nor a `Trial` knows the match, its seed, its dice, or what is
hidden.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from jovian.dice import FACES
from jovian.game import Activation, Decision, EventLog, Game, State, hide, rewound, view
from jovian.match.course import MatchHistory, Runner
from jovian.match.entries import Answered, Entry, Mark

Script = Sequence[Sequence[int]]
"""The faces of rolls, one after the other."""
TYPICAL: Script = ((),)
"""From here on each roll shows what is neither lucky nor unlucky, the middle one of many; lone dice fall by the key."""


class LookAhead:
    """Gives trials: called with a key for their dice."""

    __slots__ = ("_script", "_side", "_start", "_unseen", "known")
    common = False
    """Do dice depend on what they are rolled for, and not on the answers?"""

    def __init__(self, side: int, start: State, known: list[Answered], script: Any, unseen: dict[str, int]) -> None:
        self._side = side
        self._start = start
        self.known = known
        """The answers since the start; the choice of one that is still secret is None."""
        self._script = script
        self._unseen = unseen

    def __call__(self, key: bytes, dice: Script = (), *, common: bool = False) -> Trial:
        """A private game at the question at hand, in which dice fall that depend on the key alone.

        `common` dice depend also on what they are rolled for, but not on the answers: of one key they fall alike for
        the same in games that go different ways.

        `dice` are the faces of its next rolls, base, flex and macro dice in this order; a roll of another number of
        dice falls by the key, and they wait. `TYPICAL`, instead or after them, lets each roll show what is neither
        lucky nor unlucky. Raises ValueError for faces that no die has.
        """
        if any(type(face) is not int or not 1 <= face <= FACES for faces in dice for face in faces):
            raise ValueError(f"dice show 1 to {FACES}")
        return Trial(self, key, dice=tuple(map(tuple, dice)), common=common)

    def copy(self) -> State:
        """A fresh state at the last anchor, in which what has fallen since falls again."""
        state = self._start.clone()
        state.script = self._script
        return state

    def play(self, runner: Runner) -> None:
        """Give the answers again, for a secret one its default; then nothing that was hidden is left."""
        for entry in self.known:
            asked = runner.decision
            assert asked is not None
            runner.feed(entry if entry.choice is not None else entry._replace(choice=asked.default().to_json()))
        state = runner.game.state
        hide(state, self._side)
        state.unseen = dict(self._unseen)


class Trial(MatchHistory):
    """A private game to look ahead in. Its forks, seeks and views stay inside it."""

    def __init__(
        self, ahead: LookAhead, key: bytes, log: EventLog | None = None, dice: tuple[tuple[int, ...], ...] = (),
        *, common: bool = False,
    ) -> None:  # fmt: skip
        """`log`, if anybody listens, holds what was told before its start; `dice` are the faces that fall first."""
        super().__init__()
        self._ahead = ahead
        self._key = key
        self._dice = dice
        self._common = common or ahead.common
        self._told = tuple(log.entries) if log is not None else ()
        self._runner = self._begun(log)

    def start(self) -> State:
        """The state at the last anchor of the game that it looks ahead in."""
        return self._ahead.copy()

    def since(self, mark: Mark | None) -> list[Entry]:
        """The answers after a mark; without one, those that led to its beginning come first."""
        return super().since(mark) if mark is not None else [*self._ahead.known, *self.journal]

    @property
    def called(self) -> str:
        """Which game it is, for a complaint."""
        return f"{self.state.scenario.key}, a private game"

    def _begun(self, log: EventLog | None) -> Runner:
        runner = Runner(Game(self.start(), EventLog(self._told) if log is not None else None))
        runner.run(None)
        self._ahead.play(runner)
        runner.rekey(self._key, common=self._common)
        runner.game.state.script = self._dice
        return runner

    def view(self, side: int) -> State:
        """What a side may know of it, as far as it is known here at all."""
        return view_of(self, side)


def view_of(course: MatchHistory, side: int) -> State:
    """The state as a side may know it, with its look ahead: all that a player of the side is given."""
    seen, asked = view(course.state, side), course.decision
    if asked is not None and asked.side == side:
        seen.trial = look_ahead(course, asked, seen)
    return seen


def look_ahead(course: MatchHistory, asked: Decision, seen: State) -> LookAhead:
    """What the side that is asked may try answers in."""
    led = led_here(course, asked, seen)
    return LookAhead(asked.side, led.start, led.answers, led.fell, dict(seen.unseen))


class Led(NamedTuple):
    """What led to a question, as the side of a view knows it."""

    start: State
    """The last anchor."""
    answers: list[Answered]
    """Those since; the choice of one that is still secret is None."""
    fell: Any
    """The faces that have fallen since."""
    events: int
    """How many events had been told at the start."""


def led_here(course: MatchHistory, asked: Decision, seen: State) -> Led:
    """What led to a question, as the side of that view of it knows it; it need not be the side that is asked."""
    side = seen.viewer
    assert side is not None
    if asked.anchor:
        return Led(rewound(course.state, seen, {}), [], (), len(course.events))
    mark = course.mark_seen(len(course.journal))
    start = mark.state if mark is not None else course.start()
    known = _open(course.since(mark), asked, side)
    strangers = _strangers(start, known, seen)
    known = [entry._replace(choice=_renamed(entry.choice, strangers)) for entry in known]
    told = mark.events if mark is not None else 1
    return Led(rewound(start, seen, strangers), known, course.state.fell, told)


def _open(entries: list[Entry], asked: Decision, side: int) -> list[Answered]:
    """The answers as a side knows them: without keys of dice and remarks, those left blank that are still sealed."""
    known = [entry for entry in entries if isinstance(entry, Answered)]
    for number in range(len(known) - asked.sealed, len(known)):
        if known[number].side != side:
            known[number] = known[number]._replace(choice=None)
    return known


def _strangers(start: State, known: list[Answered], seen: State) -> dict[str, str]:
    """Other ids for the hidden models that are active at a start, or that answers since then name."""
    hidden = [ident for ident in start.models if ident not in seen.models]
    if not hidden:
        return {}
    active = {each.model for each in (start.activation, *start.paused) if isinstance(each, Activation)}
    named = active.union(*(_words(entry.choice) for entry in known))
    return {ident: f"unseen-{number}" for number, ident in enumerate((i for i in hidden if i in named), 1)}


def _words(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for each in value:
            yield from _words(each)


def _renamed(value: Any, names: dict[str, str]) -> Any:
    """A copy of an answer, which its player may do with as it likes."""
    if isinstance(value, list):
        return [_renamed(each, names) for each in value]
    return names.get(value, value) if isinstance(value, str) else value
