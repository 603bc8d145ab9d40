"""Look ahead: the private games in which a player tries out answers.

A `LookAhead` holds plain copies of what its side may know: the state at the last anchor, the answers since (a secret
answer is blank), and the faces rolled since. A `Trial` replays them up to the pending decision and then rolls dice of
the player's own key. Neither knows the match, its seed, its dice, or hidden information.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from jovian.dice import FACES
from jovian.frozen import frozen
from jovian.game import Activation, Decision, EventLog, Game, State, hide, limited_to_view, view
from jovian.match.course import MatchHistory, Runner
from jovian.match.entries import Answered, Checkpoint, Entry

Script = Sequence[Sequence[int]]
"""The faces of several rolls, in order."""
TYPICAL: Script = ((),)
"""From here on each roll of several dice shows its median result. Single dice are rolled by the key."""


class LookAhead:
    """Makes trials when it is called with a key for their dice."""

    __slots__ = ("_side", "faces", "known", "start", "unseen")
    common = False
    """Whether dice depend on what they are rolled for, and not on the answers."""

    def __init__(self, side: int, start: State, known: list[Answered], faces: Any, unseen: dict[str, int]) -> None:
        self._side = side
        self.start = start
        """The state at the last anchor as the side knows it. Read-only: take a `copy`."""
        self.known = known
        """The answers since the start. The choice of a secret answer is None."""
        self.faces = faces
        """The faces rolled since the start, of each roll in order."""
        self.unseen = unseen
        """The number of unknown models aboard each enemy ship now."""

    def __call__(self, key: bytes, dice: Script = (), *, common: bool = False) -> Trial:
        """Return a private game at the pending decision, whose dice depend on the key alone.

        `common` dice also depend on what they are rolled for, but not on the answers. Games of one key that differ in
        their answers therefore roll the same dice for the same purpose.

        `dice` holds the faces of the next rolls, each with its base, flex, and macro dice in this order. A roll of
        another number of dice uses the key, and the faces wait for the next roll. After them, or instead, `TYPICAL`
        makes each roll show its median result. Raises ValueError for faces that no die has.
        """
        if any(type(face) is not int or not 1 <= face <= FACES for faces in dice for face in faces):
            raise ValueError(f"dice show 1 to {FACES}")
        return Trial(self, key, dice=tuple(map(tuple, dice)), common=common)

    def copy(self) -> State:
        """Return a new state at the last anchor, which rolls again the faces rolled since."""
        state = self.start.clone()
        state.script = self.faces
        return state

    def play(self, runner: Runner) -> None:
        """Give the known answers again, the default for a secret one, and hide the rest of what is hidden."""
        for entry in self.known:
            decision = runner.decision
            assert decision is not None
            runner.apply(entry if entry.choice is not None else entry.with_choice(decision.default().to_json()))
        state = runner.game.state
        hide(state, self._side)
        state.unseen = dict(self.unseen)


class Trial(MatchHistory):
    """A private game to look ahead in. Its forks, seeks, and views stay within it."""

    def __init__(
        self, ahead: LookAhead, key: bytes, log: EventLog | None = None, dice: tuple[tuple[int, ...], ...] = (),
        *, common: bool = False,
    ) -> None:  # fmt: skip
        """Start at the pending decision. `log` holds the events before the start, `dice` the first faces to roll."""
        super().__init__()
        self._ahead = ahead
        self._key = key
        self._dice = dice
        self._common = common or ahead.common
        self._earlier_events = tuple(log.entries) if log is not None else ()
        self._runner = self._start_runner(log)

    def start(self) -> State:
        """Return the state at the last anchor of the real game."""
        return self._ahead.copy()

    def since(self, mark: Checkpoint | None) -> list[Entry]:
        """Return the answers after a mark. Without one, start with those that led to the beginning of the trial."""
        return super().since(mark) if mark is not None else [*self._ahead.known, *self.journal]

    @property
    def game_name(self) -> str:
        """The name of the game in error messages."""
        return f"{self.state.scenario.key}, a private game"

    def start_runner(self, log: EventLog | None) -> Runner:
        """Return a runner at the pending decision. Without a log, it keeps no events."""
        runner = Runner(Game(self.start(), EventLog(self._earlier_events) if log is not None else None))
        runner.run(None)
        self._ahead.play(runner)
        runner.rekey(self._key, common=self._common)
        runner.game.state.script = self._dice
        return runner

    def _start_runner(self, log: EventLog | None) -> Runner:
        return self.start_runner(log)

    def view(self, side: int) -> State:
        """Return what a side may know of the trial, within what the trial itself knows."""
        return view_of(self, side)


def view_of(course: MatchHistory, side: int) -> State:
    """Return the state as a side can see it. If it is to answer, the view has a `trial`."""
    seen, decision = view(course.state, side), course.decision
    if decision is not None and decision.side == side:
        seen.trial = look_ahead(course, decision, seen)
    return seen


def look_ahead(course: MatchHistory, decision: Decision, seen: State) -> LookAhead:
    """Return the look ahead of the side that is to answer."""
    past = known_past(course, decision, seen)
    return LookAhead(decision.side, past.start, past.answers, past.rolled_faces, dict(seen.unseen))


@frozen
class KnownPast:
    """The events and answers that led to a decision, as far as one side knows them."""

    start: State
    """The state at the last anchor."""
    answers: list[Answered]
    """The answers since the start. The choice of a secret answer is None."""
    rolled_faces: Any
    """The faces rolled since the start."""
    events: int
    """The number of events before the start."""


def known_past(course: MatchHistory, decision: Decision, seen: State) -> KnownPast:
    """Return what led to a decision as the side of a view knows it. Another side can be the one to answer."""
    side = seen.viewer
    assert side is not None
    if decision.anchor:
        return KnownPast(limited_to_view(course.state, seen, {}), [], (), len(course.events))
    mark = course.mark_seen(len(course.journal))
    start = mark.state if mark is not None else course.start()
    known = _known_answers(course.since(mark), decision, side)
    strangers = _strangers(start, known, seen)
    known = [entry.with_choice(_with_ids(entry.choice, strangers)) for entry in known]
    events = mark.events if mark is not None else 1
    return KnownPast(limited_to_view(start, seen, strangers), known, course.state.rolled_faces, events)


def _known_answers(entries: list[Entry], decision: Decision, side: int) -> list[Answered]:
    """Return the answers as a side knows them. Secret ones of the other side are blank."""
    known = [entry for entry in entries if isinstance(entry, Answered)]
    for number in range(len(known) - decision.sealed, len(known)):
        if known[number].side != side:
            known[number] = known[number].with_choice(None)
    return known


def _strangers(start: State, known: list[Answered], seen: State) -> dict[str, str]:
    """Return other ids for hidden models that are active at the start or named by answers since."""
    hidden = [model_id for model_id in start.models if model_id not in seen.models]
    if not hidden:
        return {}
    activations = (start.activation, *start.paused)
    active = {activation.model for activation in activations if isinstance(activation, Activation)}
    named = active.union(*(_words(entry.choice) for entry in known))
    acting = [model_id for model_id in hidden if model_id in named]
    return {model_id: f"unseen-{number}" for number, model_id in enumerate(acting, 1)}


def _words(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from _words(item)


def _with_ids(value: Any, names: dict[str, str]) -> Any:
    """Return a copy of an answer with other ids. Its player may change the copy."""
    if isinstance(value, list):
        return [_with_ids(item, names) for item in value]
    return names.get(value, value) if isinstance(value, str) else value
