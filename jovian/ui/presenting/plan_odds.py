"""What a plan for a close fight is worth: exact odds against the range of the foe's answers, both ways (R72).

Nothing is known of the foe's plan, so its best weapon is set against ours with all, half and none of its dice
attacking, without fuel and with all it has. Every number comes from the one formula.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from jovian.game import Model, State
from jovian.game.answers import SecretPlan
from jovian.rules.close_combat.fighters import Fighter, volley, weapon_initiative
from jovian.rules.close_combat.plans import Arms, Fight, secret_plan
from jovian.rules.facts.formation import members
from jovian.rules.harm.expect import structure_hits
from jovian.rules.harm.toll import Table, table_for
from jovian.rules.rulebook.shot_facts import DOGFIGHT
from jovian.rules.shooting.assessment import Assessment


@dataclass(frozen=True, slots=True)
class Chances:
    """What the attacks of one side would do."""

    hurt: float
    """Chance of any damage."""
    lost: float | None
    """Chance that a lone squadron is destroyed; None for ships and formations, whose owners choose or roll on."""
    steps: float
    """Points of damage expected, of whatever sort."""


@dataclass(frozen=True, slots=True)
class Reply:
    """One answer that the foe may give, and what both would do to each other."""

    label: str
    attack: int
    defense: int
    fuel: int
    given: Chances | None
    """What we do to it, None without an attack."""
    taken: Chances | None


def replies(fight: Fight, foes: Fight, planned: SecretPlan) -> list[Reply]:
    """The range of the foe's answers to a plan."""
    mine = _fighter(fight, planned)
    found: list[Reply] = []
    for label, answer in _answers(foes):
        theirs = _fighter(foes, answer)
        plan = theirs.plan
        found.append(
            Reply(
                label, plan.attack, plan.defense, plan.fuel,
                chances(volley(fight.state, mine, theirs, fight.window), fight.state, fight.foe),
                chances(volley(fight.state, theirs, mine, fight.window), fight.state, fight.model),
            )
        )  # fmt: skip
    return found


def _fighter(fight: Fight, planned: SecretPlan) -> Fighter:
    return Fighter(tuple(members(fight.state, fight.model)), fight.plan(planned), ())


def best_arms(fight: Fight) -> Arms:
    """The weapons with the most dice, linked where they may be."""
    return max(fight.arms(), key=lambda each: (fight.dice(each, 0), each.linked))


def even(fight: Fight) -> SecretPlan:
    """The plan with the best weapons, half the dice attacking, and no fuel."""
    arms = best_arms(fight)
    share = nearest_split(fight.splits(arms, 0), fight.dice(arms, 0) / 2)
    return secret_plan(arms, 0, share)


def _answers(foes: Fight) -> list[tuple[str, SecretPlan]]:
    arms, found = best_arms(foes), []
    for bid in dict.fromkeys((0, foes.most_fuel)):
        pool, splits = foes.dice(arms, bid), foes.splits(arms, bid)
        wanted = (("all attack", pool), ("half and half", pool / 2), ("all defense", 0))
        shares: dict[int, str] = {}
        for label, share in wanted if arms.mounts else wanted[2:]:
            shares.setdefault(nearest_split(splits, share), label)
        found += [(label, secret_plan(arms, bid, share)) for share, label in shares.items()]
    return found


def nearest_split(splits: Sequence[int], wanted: float) -> int:
    """The legal attack share nearest to a wanted one."""
    return min(splits, key=lambda each: (abs(each - wanted), each))


def chances(shots: Sequence[Assessment], state: State, target: Model) -> Chances | None:
    """What several attacks with independent dice do together; None if there are none."""
    if not shots:
        return None
    total = {0: 1.0}
    for shot in shots:
        impact = shot.impact
        table = table_for(state, target, impact.table, impact.redundant, impact.nature)
        total = _added(total, _hits(shot, table))
    needed = structure_hits(target, shots[0].impact.redundant)
    alone = not target.capital and len(members(state, target)) == 1
    steps, lost = 0.0, 0.0
    for hits, chance in total.items():
        steps += hits * chance
        lost += chance if hits >= needed else 0.0
    return Chances(1.0 - total.get(0, 0.0), lost if alone else None, steps)


def _hits(shot: Assessment, table: Table) -> dict[int, float]:
    """The distribution of the points of damage of one attack, of whatever sort, by the target's own table."""
    found: dict[int, float] = {}
    for result, chance in shot.odds().items():
        hits = table.structure(result) + table.others(result)
        found[hits] = found.get(hits, 0.0) + float(chance)
    return found


def _added(one: dict[int, float], two: dict[int, float]) -> dict[int, float]:
    found: dict[int, float] = {}
    for a, p in one.items():
        for b, q in two.items():
            found[a + b] = found.get(a + b, 0.0) + p * q
    return found


def order(fight: Fight, foes: Fight, planned: SecretPlan) -> str:
    """Who strikes first with these weapons, in a line; "" where one side has none."""
    mine, theirs = fight.plan(planned).arms, best_arms(foes)
    if not (mine.mounts and theirs.mounts):
        return ""
    if fight.window != DOGFIGHT:
        return "Guns strike at once, missiles last."
    answer = secret_plan(theirs, 0, 0)
    first = weapon_initiative(fight.state, _fighter(fight, planned))
    second = weapon_initiative(foes.state, _fighter(foes, answer))
    its = foes.parts(theirs, 0)[0].label
    if first == second or not first or not second:
        return f"You and its {its} strike at once."
    return f"You strike before its {its}." if first < second else f"Its {its} strikes before you."
