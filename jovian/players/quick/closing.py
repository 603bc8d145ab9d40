"""Close fights as a quick player sees them: both sides plan as the rules suggest, and that is worth so much."""

from __future__ import annotations

from jovian.game import Model, State
from jovian.game.answers import SecretPlan
from jovian.players.judgment.combat.fights import payoff
from jovian.players.judgment.combat.raids import at_contact
from jovian.players.quick.memory import Memory
from jovian.rules.close_combat.plans import Fight, secret_plan


def close_fight(state: State, memory: Memory, model: Model, foe: Model, window: str, there: bool = False) -> float:
    """TV that a close fight is worth to a model if both plan as the rules suggest.

    Unless it is `there`, it is taken to fly into contact first.
    """
    key = (
        model.id, foe.id, window, model.marks.get("structure"), model.marks.get("fuel"), foe.marks.get("structure"),
        foe.marks.get("fuel"), foe.damaged, tuple(model.states), tuple(foe.states), there,
    )  # fmt: skip
    found = memory.fights.get(key)
    if found is None:
        found = memory.fights[key] = _worth(state, model if there else at_contact(state, model, foe), foe, window)
    return found


def _worth(state: State, model: Model, foe: Model, window: str) -> float:
    fight, other = Fight(state, model, foe, window), Fight(state, foe, model, window)
    return payoff(fight, [usual_plan(fight)], [usual_plan(other)])[0][0]


def usual_plan(fight: Fight) -> SecretPlan:
    """The best weapon, no fuel, about half the dice to attack: what the rules suggest to one side of a fight."""
    arms = max(fight.arms(), key=lambda each: (fight.dice(each, 0), each.linked))
    half = fight.dice(arms, 0) / 2
    return secret_plan(arms, 0, min(fight.splits(arms, 0), key=lambda each: (abs(each - half), each)))
