"""A scenario may place models in the states that the rules know, and in no other."""

from __future__ import annotations

from typing import get_args

from jovian.cards.schemas.scenario import PlacedState
from jovian.rules.setup.edition import edition

ATTACHED = {"escorting", "assaulting"}
"""States that need a ship, and have keys of their own in a scenario."""


def test_the_schema_knows_the_states_of_the_rules() -> None:
    lasting = {name for name, effect in edition().states.items() if not effect.passes}
    assert set(get_args(PlacedState)) == lasting - ATTACHED
