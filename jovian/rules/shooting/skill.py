"""Skill tests: whose Skill is rolled, and what helps (v1.2.4 Types of Rolls > Skill Test)."""

from __future__ import annotations

from collections.abc import Sequence

from jovian.dice import Pool
from jovian.game import Model, State
from jovian.game.parts import BASE, FLEX, Part, total
from jovian.rules.facts.makeup import completed
from jovian.rules.facts.skill_test import SkillTest
from jovian.rules.shooting import ratings

PLACE = "v1.2.4 Types of Rolls > Skill Test"


def skill_test(
    state: State, model: Model, purpose: str, *, aid: Part | None = None, commanded: bool = True, window: str = "",
    further: Sequence[Part] = (),
) -> SkillTest:
    """A roll of the model's Skill, or of a Command's.

    `aid` and `further` add flex dice; `window` is that of a close fight, where some are more skilled.
    """
    own = ratings.command(state, model) if commanded else ratings.Commanded(ratings.skill(state, model))
    parts = [Part(own.whose, own.skill, PLACE, BASE)]
    extra = ratings.close_skill(state, model, window) - ratings.skill(state, model) if window else 0
    if extra:
        parts.append(Part("Skilled at close quarters", extra, PLACE, BASE))
    if aid is not None:
        parts.append(aid)
    parts += further
    pool = Pool(total(parts, BASE), total(parts, FLEX)).normal()
    return SkillTest(f"{purpose} ({model.name})", pool, completed(parts, pool))
