"""The scripted beginner plays legal games and beats random play."""

from __future__ import annotations

import jovian
from tests.players.beginner import Beginner


def test_it_closes_in_fires_and_beats_random() -> None:
    game = jovian.new("introductory", fleets=("jovian-150", "cega-150"), seed=3)
    game.play_out(Beginner(), "random")
    assert game.scores[0].victory > game.scores[1].victory
    own = {model.id for model in game.models() if model.owner == 0}
    events = [event for event in game.events() if event["type"] in ("moved", "attacked")]
    assert sum(event["type"] == "moved" and event["model"] in own for event in events) > 20
    assert sum(event["type"] == "attacked" and event["attacker"] in own for event in events) > 20
