"""What it is worth to take tokens along on a launch, and to keep each that a squadron carries."""

from __future__ import annotations

from jovian.game import Model, State
from tests.yardstick.judgment.objectives.leaving import RISK
from tests.yardstick.judgment.objectives.prospects import turns_left
from tests.yardstick.judgment.objectives.supposing import LATER, aboard_at_last, gain, loaded, withdrawn


def along(view: State, squadron: Model, ship: Model, token: str, count: int) -> float:
    """TV of so many tokens that a squadron takes from a ship: to keep them, or to bring them to a better one."""
    less = loaded(ship, token, -count)
    kept = gain(view, squadron.side, [less, loaded(squadron, token, count)])
    kept -= RISK * turns_left(view) * abs(kept)
    others = [each for each in _ships(view, squadron.side) if each.id != ship.id]
    brought = (
        gain(view, squadron.side, [withdrawn(less), withdrawn(loaded(each, token, count))])
        - gain(view, squadron.side, [withdrawn(ship), withdrawn(each)])
        for each in others
    )
    return max([kept, *(LATER * worth for worth in brought)])


def last_one(view: State, squadron: Model, token: str) -> float:
    """TV of the last of the tokens that a squadron carries: as it stands, or aboard the ship where it counts most."""
    less, ships = loaded(squadron, token, -1), _ships(view, squadron.side)
    landed = [LATER * aboard_at_last(view, ship, [less, loaded(ship, token, 1)]) for ship in ships]
    return max([-gain(view, squadron.side, [less]), *landed])


def _ships(view: State, side: int) -> list[Model]:
    return [each for each in view.on_table() if each.capital and each.side == side]
