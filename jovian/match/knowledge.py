"""The knowledge of one side in a match, and private games with assumptions about the rest.

A `Knowledge` holds plain copies, as a `LookAhead` does, but its side needn't be the one to answer. Strangers replace
hidden models that answers name. A caller that replaces the strangers, and adds models in reserve and aboard ships,
gets a complete game (`supposed`).
"""

from __future__ import annotations

from collections import Counter
from hashlib import blake2b
from random import Random

from jovian.frozen import frozen
from jovian.game import WITHDRAWN, Activation, Decision, EventLog, LogEntry, State, limited_to_view, view
from jovian.game.game import CHOOSING, is_stranger
from jovian.match.course import Runner
from jovian.match.entries import Answered, Checkpoint, Entry
from jovian.match.lookahead import KnownPast, LookAhead, Trial, known_past
from jovian.match.match import Match
from jovian.rules.sequence.activation import ChooseModel
from jovian.rules.setup.setup import Setup


@frozen(eq=False)
class Knowledge:
    """A moment of a match as one side knows it."""

    side: int
    start: State
    """The latest state at or before the moment from which a game can be resumed, limited to what the side knows.
    Strangers replace hidden models that have acted since."""
    answers: tuple[Answered, ...]
    """The answers since the start. The choice of a secret answer is None."""
    rolled_faces: tuple[tuple[int, ...], ...]
    """The faces rolled since the start."""
    past_events: tuple[LogEntry, ...]
    """The events before the start that the side has seen."""
    aboard: dict[str, int]
    """The number of unknown models, strangers included, aboard each enemy ship at the start."""
    withdrawn_unknown: dict[str, int]
    """The number of unknown models that withdrew aboard each enemy ship that has left."""
    listed: bool
    """Whether there are fleets, so that models can be in reserve. A scenario that places its models has none."""
    is_choice_open: bool
    """Whether the enemy has secretly chosen what to activate. This choice is open again at the start."""
    chooser: int | None
    """The side that chooses at the start what to activate, None for another decision. This side has several models to
    choose from. If the other side was to go, it has none."""


def knowledge(match: Match, side: int) -> Knowledge:
    """Return what a side knows of a match that isn't over. Either side can be the one to answer."""
    decision, seen = match.decision, view(match.state, side)
    assert decision is not None
    anew = match.state.activation is not None and seen.activation is None
    past = _before_choice(match, seen) if anew else known_past(match, decision, seen)
    _forget_orders(past.start)
    gone = Counter(
        model.host for model in match.state.models.values()
        if model.place == WITHDRAWN and model.id not in seen.models and _has_left(past.start, model.host)
    )  # fmt: skip
    events = tuple(match.events.up_to(past.events).seen_by(side))
    return Knowledge(
        side, past.start, tuple(past.answers), past.rolled_faces, events, dict(past.start.unseen), dict(gone),
        bool(match.setup.fleets), anew, None if anew else _chooser(past, decision),
    )  # fmt: skip


def _chooser(past: KnownPast, decision: Decision) -> int | None:
    """Return the side that chose at the start what to activate, None if the decision was another."""
    first = past.answers[0] if past.answers else decision
    return first.side if first.kind == ChooseModel.kind else None


def _has_left(start: State, ship: str) -> bool:
    """Return whether a known ship had left the battle at the start, with the models aboard."""
    return ship in start.models and start.models[ship].place == WITHDRAWN


def _before_choice(match: Match, seen: State) -> KnownPast:
    """Return the present without the activation of a hidden model: its side chooses again."""
    start, active = limited_to_view(match.state, seen, {}), match.state.active
    assert active is not None
    start.activation, start.side_to_go = None, active.side
    last = max(number for number, step in enumerate(start.agenda) if step == CHOOSING)
    del start.agenda[last + 1 :]
    return KnownPast(start, [], (), len(match.events))


def _forget_orders(start: State) -> None:
    """Reduce the activation of a stranger to the fact that it has started."""
    act = start.activation
    if act is not None and is_stranger(start.models[act.model]):
        start.activation = Activation(act.model)
        start.activation.declared = True


class Supposition(LookAhead):
    """Makes the private game that follows from a knowledge after its hidden models were added."""

    __slots__ = ("_key", "common")

    def __init__(self, known: Knowledge, whole: State, key: bytes, common: bool) -> None:
        """`whole` is the start of the knowledge with all models added."""
        super().__init__(known.side, whole, list(known.answers), known.rolled_faces, {})
        self._key, self.common = key, common

    def copy(self) -> State:
        """Return a new state at the start. If the replay needs more dice than were rolled, they depend on the key."""
        state = super().copy()
        state.chain = blake2b(b"before", key=self._key, digest_size=32).digest()
        return state

    def play(self, runner: Runner) -> None:
        """Give the known answers again while the decisions are the same. Secret answers are drawn at random."""
        rng, replayed = Random(self._key), []
        for entry in self.known:
            decision = runner.decision
            if decision is None or (decision.side, decision.kind) != (entry.side, entry.kind):
                break
            choice = decision.sample(rng).to_json() if entry.choice is None else entry.choice
            if decision.check(choice) is not None:
                break
            replayed.append(entry.with_choice(choice))
            runner.apply(replayed[-1])
        self.known = replayed


def private_game(known: Knowledge, whole: State, key: bytes, *, common: bool = False) -> Trial:
    """Return a private game, with its events, from a knowledge whose hidden models were added.

    Its dice depend on the key alone. `common` is explained at `Match.reseed`.
    """
    return Trial(Supposition(known, whole, key, common), key, EventLog(known.past_events))


class GuessedMatch(Match):
    """A private game as a match, to be watched. It isn't saved, because a save begins with the setup."""

    is_savable = False

    def __init__(self, setup: Setup, trial: Trial) -> None:
        self._trial = trial
        super().__init__(setup, keep_all=True)

    def start(self) -> State:
        return self._trial.start()

    def since(self, mark: Checkpoint | None) -> list[Entry]:
        return super().since(mark) if mark is not None else [*self._trial.since(None), *self.journal]

    def _start_runner(self, log: EventLog | None) -> Runner:
        return self._trial.start_runner(log)
