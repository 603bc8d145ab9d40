"""Tests of an answer's outcome: events, the state before and after, and the side that knows it."""

from __future__ import annotations

from jovian.game import Refusal
from jovian.game.game import OPEN, holds_back
from jovian.match import Match
from jovian.players.worker import InlineWorker, WorkerResult
from jovian.session.session import AnswerOutcome, Session
from tests.bounds import until
from tests.games import game_answers, setup
from tests.rules_api import SQUADRONS
from tests.ui.pilot import fighting

SQUADRON_FLEETS = ("jovian-squadrons-250", "venusian-strike-250")


def outcome_of(session: Session, choice: list[object], curtain: bool = True) -> AnswerOutcome:
    outcome = session.answer(choice, curtain=curtain)
    assert isinstance(outcome, AnswerOutcome)
    return outcome


def test_an_outcome_tells_what_happened_and_how_it_stood_before() -> None:
    session = Session(fighting())
    decision = session.decision
    assert decision is not None
    event_count, before = len(session.events()), session.view
    ident, pose = decision.subject, before.models[decision.subject].pose
    outcome = outcome_of(session, ["move", 1.0])
    assert outcome.side == decision.side == outcome.viewer == outcome.after.viewer
    assert outcome.before is before and before.models[ident].pose == pose
    assert outcome.after is session.view and outcome.after.models[ident].pose == pose.advanced(1.0).rounded()
    assert [entry.n for entry in outcome.events] == list(range(event_count, len(session.events())))
    assert list(outcome.events) == session.events()[event_count:]
    assert "moved" in {entry.event.type for entry in outcome.events}
    assert outcome.covered is None


def test_an_answer_that_is_not_taken_changes_nothing() -> None:
    session = Session(fighting())
    view, decision, known = session.view, session.decision, len(session.match.journal)
    refusal = session.answer(["move", 99.0])
    assert isinstance(refusal, Refusal) and refusal.cited
    assert session.view is view and session.decision is decision and len(session.match.journal) == known
    assert session.answer("nonsense") == session.answer("nonsense")  # type: ignore[arg-type]


def test_eyes_and_curtain_of_two_at_one_machine() -> None:
    """The other player takes the seat. The events of one player are never shown to the other."""
    session = Session(Match(setup(3, SQUADRON_FLEETS), keep_all=True))
    session.settle()
    covered = 0
    for choice in game_answers(3, SQUADRON_FLEETS):
        if session.match.state.turn == 3:
            break
        holder = session.hot_seat_viewer
        outcome = outcome_of(session, choice)
        covered += outcome.covered is not None
        assert outcome.covered in (None, session.hot_seat_viewer)
        assert outcome.covered is not None or not session.held_back or session.hot_seat_viewer in (holder, OPEN)
        assert outcome.viewer == session.viewer and outcome.after.viewer == outcome.viewer
        assert all(entry.known_to(outcome.viewer) for entry in outcome.events)
    assert covered > 5


def test_after_an_answer_in_between_both_have_looked_on() -> None:
    """A reaction of the other player shows what both know. Then nobody sees secrets without a curtain."""
    session = Session(Match(setup(3, SQUADRON_FLEETS), keep_all=True))
    session.settle()
    shared = 0
    for choice in game_answers(3, SQUADRON_FLEETS):
        if session.match.state.turn == 3:
            break
        both_look = session.viewer == OPEN
        outcome = outcome_of(session, choice)
        if both_look and session.held_back:
            shared += 1
            assert session.viewer == OPEN or outcome.covered == session.viewer
    assert shared > 5


def test_without_a_curtain_the_seat_changes_unseen() -> None:
    match = Match(setup(3), keep_all=True)
    while match.state.stage != SQUADRONS:
        assert match.decision is not None
        match.answer(match.decision.default())
    for curtain in (True, False):
        session = Session(match.fork())
        session.settle()
        assert session.match.decision is not None and any(holds_back(match.state, side) for side in (0, 1))
        outcome = outcome_of(session, session.match.decision.default(), curtain=curtain)
        assert (outcome.covered is not None) == curtain and outcome.viewer != OPEN


def test_what_is_placed_unasked_shows_no_reserves_of_the_other_side() -> None:
    session = Session(Match(setup(3), keep_all=True))
    session.settle()
    first = session.match.decision
    assert first is not None
    session.unasked = {(0, 1), (1, 1)}
    assert session.decision is None and session.placing
    for _ in until(lambda: not session.placing):
        assert session.match.decision is not None
        outcome = outcome_of(session, session.match.decision.default())
        if session.placing:
            assert outcome.after.viewer == first.side and outcome.covered is None
    assert session.decision is not None


def test_a_computer_that_answers_amiss_is_answered_for_once() -> None:
    class Odd(InlineWorker):
        def poll(self, wait: float = 0.0) -> WorkerResult | None:
            return WorkerResult(["nonsense"])

    session = Session(fighting(), ("ensign", "ensign"))
    session.thinking.decision_worker = Odd()
    decision = session.match.decision
    assert decision is not None
    wanted, outcome = decision.default().to_json(), session.step_computer()
    assert isinstance(outcome, AnswerOutcome) and session.match.journal[-1].choice == wanted
    assert "illegal choice" in session.failed
    assert outcome.viewer is None
