"""The goals of the captain's squadrons after a close fight, and their effect on its value."""

from __future__ import annotations

import pytest

from jovian.game.answers import Activate
from jovian.players.captain import declarations
from jovian.players.captain.declarations import Proposal, close_fight_value, fight_ends
from jovian.players.captain.plans import evaluate_candidate
from jovian.players.captain.reasons import describe_activation
from jovian.players.evaluation.fights import at_contact
from jovian.players.evaluation.threats import Crossfire
from jovian.table import Pose
from tests.players.captain.test_judgment import BOMBER, field
from tests.rules.stage import Staged, gun, ship, squadron, stage, weapon

FLAK = {"weapons": [gun("Kinetic Cannon", ac=4, as_=5)]}


def bomber(*, y: float = 24) -> Staged:
    return stage(squadron("S", 0, (24, y - 6), **BOMBER), ship("B", 1, (24, y), 90, **FLAK))


def test_after_a_fight_a_squadron_stays_or_leaves() -> None:
    seen = field(bomber())
    ends = fight_ends(seen, Pose(24, 22, 10), Pose(24, 24, 90))
    assert ends[0] == Pose(24, 22, 10) and all(pose.heading == 10 for pose in ends)
    assert (ends[1].x, ends[1].y) == pytest.approx((24, 18))
    assert all(pose.distance_to(ends[0]) == pytest.approx(4) for pose in ends[1:]) and len(ends) == 4
    assert [end for end in fight_ends(seen, Pose(24, 2, 0), Pose(24, 4, 0)) if end.y < 0] == []


def test_a_raid_is_worth_more_since_it_flies_on(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = field(bomber())
    model, other = seen.view.models["s"], seen.view.models["b"]
    there = at_contact(seen.view, model, other)
    risks = [seen.risk(model, pose) for pose in fight_ends(seen, there.pose, other.pose)]
    assert min(risks) < risks[0]
    free = close_fight_value(seen, model, other, 0, Crossfire(seen.view, model))
    monkeypatch.setattr(declarations, "RETREAT_TURNS", ())
    assert close_fight_value(seen, model, other, 0, Crossfire(seen.view, model)) < free


def test_the_reason_for_activating_a_bomber_is_its_close_fight() -> None:
    weak = [weapon("Mass Driver", ac=2, as_=2)]
    seen = field(stage(squadron("S", 0, (24, 16), weapons=weak), ship("B", 1, (24, 24), 90)))
    squad = evaluate_candidate(seen, seen.view.models["s"])
    text = describe_activation(seen, [Proposal(Activate("s"), squad.plan, squad.gain, squad.terms)])
    assert "activates now: it can attack in a close fight for about" in text
