"""The reasons of computer players: the term that decided, and nothing that isn't so."""

from __future__ import annotations

import pytest

from jovian.match import Match
from jovian.players.captain.declarations import proposals
from jovian.players.captain.reasons import deciding_labels
from jovian.players.evaluation.actions import REASONS, VALUES
from tests.games import setup
from tests.players.captain.test_judgment import BOMBER, GUN, field
from tests.players.reason_facts import contradictions, record
from tests.players.test_players import PAIRS
from tests.rules.stage import ship, squadron, stage

CAPTAINS = ("captain,captain", "introductory", 71), ("captain,captain", "break-the-truce", 72)
GAMES = [
    ("cadet,ensign", "escalating-engagement", 73, 30), *((*game, 20) for game in CAPTAINS),
    *(pytest.param(*game, 30, marks=pytest.mark.long) for game in CAPTAINS),
]  # fmt: skip
"""Games, and the number of activations whose reasons are checked."""


@pytest.mark.parametrize(("names", "scenario", "seed", "activations"), GAMES)
def test_no_reason_contradicts_the_facts_that_it_names(
    names: str, scenario: str, seed: int, activations: int
) -> None:
    one, two = names.split(",")
    reasons = record(Match(setup(seed, PAIRS[seed % 3], scenario), log=False), (one, two), activations)
    assert len(reasons) >= 60
    assert [(reason.text, claim) for reason in reasons for claim in contradictions(reason)] == []


def test_the_deciding_term_has_the_largest_lead() -> None:
    assert deciding_labels({"shots": 3.0, "danger": -1.0}, {"shots": 2.0, "danger": -4.0}) == ["danger", "shots"]
    assert deciding_labels({"shots": 3.0}, {"shots": 3.01}) == []


def test_the_terms_of_a_proposal_add_up_to_its_value() -> None:
    game = stage(
        squadron("S", 0, (20, 20), **BOMBER), squadron("T", 0, (24, 14), **BOMBER), ship("A", 0, (30, 12), 0, **GUN),
        ship("B", 1, (20, 30), 180, **GUN), squadron("C", 1, (26, 22), **BOMBER),
    )  # fmt: skip
    seen, decision = field(game), game.match.decision
    assert decision is not None and decision.kind == "activate"
    found = proposals(decision.on(seen.view), seen, 4)
    assert len(found) == 3
    assert all(sum(proposal.terms.values()) == pytest.approx(proposal.value) for proposal in found)
    for proposal in found:
        assert proposal.plan is not None
        assert sum(proposal.plan.terms.values()) == pytest.approx(proposal.plan.value)


def test_every_action_with_a_value_has_a_reason() -> None:
    assert set(REASONS) == set(VALUES) and all(REASONS.values())
