"""`Gunnery`, which computes each kind of shot once, gives the same values as `possible_attacks`."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from jovian.game import Model, State
from jovian.game.answers import Attack
from jovian.match import Match, Setup
from jovian.players.evaluation.gunnery import Gunnery, attack_value, fire_from, possible_attacks, total_value
from jovian.table import Pose
from tests.games import manned, random_answers, setup
from tests.rules_api import edition_options

STRIKE, SQUADRONS = ("jovian-strike-250", "cega-strike-250"), ("venusian-squadrons-250", "cega-squadrons-250")
PLAIN = ("jovian-250", "venusian-strike-250")
TABLES = {
    "strike fleets": setup(5, STRIKE),
    "squadrons": setup(6, SQUADRONS),
    "a storm": setup(7, PLAIN, "solar-storm"),
    "scavengers": setup(8, STRIKE, "scavenger-hunt"),
    "stations": manned(9),
    "v1.2.2": setup(10, PLAIN, **edition_options("v1.2.2")),
}


@pytest.mark.parametrize("name", TABLES)
def test_it_says_what_every_shot_is_worth_by_itself(name: str) -> None:
    compared = fired = 0
    for seen, own in moments(TABLES[name]):
        rng, free = Random(own.id), [mount.id for mount in own.card.mounts if mount.id not in own.damaged]
        prey = {model.id: 3.0 for model in seen.on_table() if model.side != own.side and rng.random() < 0.3}
        guns = Gunnery(seen, own, free, (), prey)
        for there in (own, *(own.at(pose) for pose in around(own, rng))):
            fires = possible_attacks(seen, there, free, (), prey)
            found = guns.salvos(there, 3)
            assert [(-salvo.minus, salvo.answer, salvo.mounts) for salvo in found] == [
                (fire.value, fire.answer, fire.mounts) for fire in fires
            ]
            assert total_value(found, 2) == attack_value(fires, 2)
            compared, fired = compared + 1, fired + any(isinstance(salvo.answer, Attack) for salvo in found)
    assert compared > 300 and fired > 40


def moments(setting: Setup) -> list[tuple[State, Model]]:
    """Return models as their sides see them in a random game, while all may still fire."""
    match = Match(setting, log=False)
    models: list[tuple[State, Model]] = []
    for _ in islice(random_answers(match, 3), 0, 700):
        if match.decision is not None and match.decision.kind == "activate" and match.state.turn % 2:
            seen = match.view(match.decision.side)
            models += [(seen, model) for model in seen.on_table() if model.side == match.decision.side]
    return models[:: max(1, len(models) // 60)]


def around(model: Model, rng: Random) -> list[Pose]:
    """Return a few poses around a model."""
    x, y, heading = model.pose
    return [Pose(x + rng.uniform(-8, 8), y + rng.uniform(-8, 8), (heading + turn) % 360) for turn in range(0, 360, 72)]


def test_it_is_the_same_after_others_have_changed() -> None:
    seen, own = max(moments(TABLES["strike fleets"]), key=lambda moment: fire_from(*moment, 2))
    before = fire_from(seen, own, 2)
    after = seen.clone()
    for other in after.on_table():
        if other.side != own.side:
            other.marks["structure"] = len(other.boxes("structure")) - 1
    free = [mount.id for mount in own.card.mounts if mount.id not in own.damaged]
    assert fire_from(after, own, 2) == attack_value(possible_attacks(after, own, free, ()), 2) != before
