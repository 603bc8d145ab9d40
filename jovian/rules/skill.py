"""Skill tests: the pool that is shown beforehand is the pool that is rolled (v1.2.4 Types of Rolls > Skill Test)."""

from __future__ import annotations

from dataclasses import dataclass

from jovian.dice import Odds, Pool, Result, odds
from jovian.game import Game, Model, Procedure, State
from jovian.rules import ratings
from jovian.rules.makeup import completed
from jovian.rules.parts import BASE, FLEX, Part, total
from jovian.rules.rolls import roll

PLACE = "v1.2.4 Types of Rolls > Skill Test"


@dataclass(frozen=True, slots=True)
class SkillTest:
    """One skill test as it would be rolled now."""

    purpose: str
    pool: Pool
    parts: tuple[Part, ...]
    """What the pool is made of."""

    def odds(self) -> Odds:
        """The exact distribution of its result."""
        return odds(self.pool)


def skill_test(
    state: State, model: Model, purpose: str, *, aid: Part | None = None, commanded: bool = True, window: str = ""
) -> SkillTest:
    """A roll of the model's Skill, or of a Command's.

    `aid` adds flex dice; `window` is that of a close fight, where some are more skilled.
    """
    skill, leader = ratings.command(state, model) if commanded else (ratings.skill(state, model), None)
    parts = [Part(f"Command of {leader.name}" if leader is not None else "Skill", skill, PLACE, BASE)]
    extra = ratings.close_skill(state, model, window) - ratings.skill(state, model) if window else 0
    if extra:
        parts.append(Part("Skilled at close quarters", extra, PLACE, BASE))
    if aid is not None:
        parts.append(aid)
    pool = Pool(total(parts, BASE), total(parts, FLEX)).normal()
    return SkillTest(f"{purpose} ({model.name})", pool, completed(parts, pool))


def take(game: Game, model: Model, test: SkillTest) -> Procedure[Result]:
    """Roll a test."""
    return (yield from roll(game, model.side, test.purpose, test.pool, parts=test.parts))
