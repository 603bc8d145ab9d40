"""The sequential test of a duel: its ratio for known pairs, and its error rate."""

from __future__ import annotations

from random import Random

import pytest

from jovian.rehearsal.duels import NOT_STRONGER, STRONGER, UNDECIDED, Test, Times


def test_of_wins_and_losses_alone_it_is_the_ratio_of_wald() -> None:
    """With only wins and losses, the most likely shares are the hypotheses themselves, except for unseen scores."""
    ratio = Test(0.5, 0.6).ratio([1.0] * 30 + [0.0] * 20)
    assert ratio == pytest.approx(30 * 0.18232 - 20 * 0.22314, abs=0.01)


def test_it_leans_to_neither_side() -> None:
    scores = [1.0, 0.75, 0.75, 0.5, 0.5, 0.5, 0.25]
    other = [1 - score for score in scores]
    assert Test(0.4, 0.6).ratio(scores) == pytest.approx(-Test(0.4, 0.6).ratio(other))
    assert Test(0.4, 0.6).ratio([0.5] * 9) == pytest.approx(0)


def test_a_few_pairs_decide_nothing() -> None:
    assert Test(0.5, 0.9).verdict([1.0] * 4) == UNDECIDED and Test(0.5, 0.9).verdict([]) == UNDECIDED


@pytest.mark.parametrize(("strength", "right"), [(0.5, NOT_STRONGER), (0.6, STRONGER), (0.7, STRONGER)])
def test_most_of_its_verdicts_are_right(strength: float, right: str) -> None:
    test, given = Test(0.5, 0.6), []
    for seed in range(40):
        rng, scores, verdict = Random(seed), list[float](), UNDECIDED
        while verdict == UNDECIDED and len(scores) < 10_000:
            scores.append(sum(rng.random() < strength for _ in range(2)) / 2)
            verdict = test.verdict(scores)
        given.append(verdict)
    assert given.count(right) >= 36


def test_times_are_kept_to_a_twentieth() -> None:
    taken = [rank / 10 for rank in range(1, 1001)]
    whole = Times.of(taken)
    parts = Times.of(taken[:300]) + Times.of(taken[300:])
    assert parts == whole and (whole.decisions, whole.most) == (1000, 100.0)
    for share, exact in ((0.5, 50), (0.99, 99), (0.999, 99.9), (1.0, 100)):
        assert exact <= whole.within(share) <= exact * 1.05
    assert Times().within(0.5) == 0 and Times.of([0.0]).most == 0
