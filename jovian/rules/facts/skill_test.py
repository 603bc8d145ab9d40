"""A skill test as a value: the pool that is shown beforehand is the pool that is rolled (v1.2.4 Types of Rolls)."""

from __future__ import annotations

from jovian.dice import Odds, Pool, Result, odds
from jovian.frozen import frozen
from jovian.game import Game, Model, Procedure
from jovian.game.parts import Part
from jovian.rules.facts.rolls import SkillStake, roll


@frozen
class SkillTest:
    """One skill test as it would be rolled now."""

    purpose: str
    pool: Pool
    parts: tuple[Part, ...]
    """What the pool is made of."""

    def odds(self) -> Odds:
        """The exact distribution of its result."""
        return odds(self.pool)


def take(game: Game, model: Model, test: SkillTest, about: Model | None = None) -> Procedure[Result]:
    """Roll a skill test of a model: its result. If it is hidden, or what the test is `about`, only its owner hears."""
    stake, about = SkillStake(), about or model
    return (yield from roll(game, model.side, test.purpose, test.pool, parts=test.parts, stake=stake, about=about))
