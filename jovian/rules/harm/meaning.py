"""What a result means on the target at hand, in words: the damage rules read out (v1.2.4 Damage, Result)."""

from __future__ import annotations

from functools import lru_cache

from jovian.dice import Odds, Pool, Result
from jovian.frozen import frozen
from jovian.game import Model, State
from jovian.game.answers import Damage, DamageSystem
from jovian.rules.facts.formation import members
from jovian.rules.facts.words import counted, joined
from jovian.rules.harm.critical import critical_words
from jovian.rules.harm.damage import BY_VALUE, precise_options, spent
from jovian.rules.harm.expect import structure_hits
from jovian.rules.harm.toll import ALL, Table, table_for
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.shooting.assessment import Assessment


@frozen
class Stake:
    """What a result is rolled for: whom it harms and how. Plain data, that a question may carry."""

    target: str
    table: str = "standard"
    redundant: bool = False
    precise: bool = False
    swarm: bool = False
    opposed: bool = False
    """May the target still reduce it?"""
    nature: str = ""
    """What it strikes with, by which some armor tells."""


@frozen
class Dodge:
    """A result about to be opposed, without and with one more flex die."""

    stake: Stake
    primary: Result
    pools: tuple[Pool, Pool]


@frozen
class Entry:
    """Terrain that strikes whoever flies into it."""

    stake: Stake
    pool: Pool


def stake_of(shot: Assessment, *, opposed: bool = False) -> Stake:
    """What the result of a shot is rolled for."""
    impact = shot.impact
    return Stake(
        shot.target, impact.table, impact.redundant, impact.precise, shot.roll.swarm, opposed, impact.nature
    )


def harm_words(state: State, stake: Stake, result: Result) -> str:
    """What a result does to the target of a stake: `1 Structure and a Critical Hit: Crippled`."""
    target = state.models[stake.target]
    final = result.swarmed() if stake.swarm else result
    table = table_for(state, target, stake.table, stake.redundant, stake.nature)
    left = structure_hits(target, stake.redundant)
    structure, besides = table.structure(final), rulebook(state).figures
    if structure >= ALL:
        return "one of the formation is destroyed" if len(members(state, target)) > 1 else "destroyed at one blow"
    found = _ship_words(state, target, stake, table, final) if target.capital else []
    if structure:
        found.insert(0, f"{structure} Structure" + (f" of {left}" if structure < left else ""))
    if besides.scorched is not None and stake.redundant and not target.capital and final:
        found.append(besides.scorched.name.capitalize())
    return (joined(found) or "no damage") + _end(state, target, structure, left)


def _end(state: State, target: Model, structure: int, left: int) -> str:
    """What so much Structure lost leads to, "" for nothing further."""
    if not structure or structure < left:
        return _wear(state, target, structure)
    if not left:
        return ", each Structure a roll on the Catastrophic Damage Table"
    if target.capital:
        return ": Crippled"
    return " to share among the formation" if len(members(state, target)) > 1 else ": destroyed"


def _wear(state: State, target: Model, structure: int) -> str:
    """What is said of a squadron that so much damage leaves little of, "" where nothing is."""
    worn = rulebook(state).figures.worn
    if not structure or worn is None or target.capital or worn.holds(target) or len(members(state, target)) > 1:
        return ""
    return worn.says if worn.low(target, structure) else ""


def _ship_words(state: State, ship: Model, stake: Stake, table: Table, result: Result) -> list[str]:
    """Ratings and critical hits of a result on a ship."""
    found: list[str] = []
    criticals: dict[str, int] = {}
    figures = rulebook(state).figures
    bare = spent(ship)
    for value, steps in result.sets:
        toll = table.toll(value, steps)
        lone = not toll.structure and not toll.criticals
        critical = critical_words(state, value)
        marines = figures.marines_struck and ship.rating("marines") > 0 and lone
        track = BY_VALUE[value].capitalize() + (" or Marines" if marines else "")
        hull = f"1 Structure and {critical}" if figures.spent_escalates else "1 Structure"
        if bare and figures.spent_escalates and lone:
            track = hull
        if stake.precise and lone and not toll.either:
            track = _choices(state, ship, hull) if bare else "a rating or system of choice"
        found += [f"{toll.ratings} {track}" if toll.ratings > 1 else track] * bool(toll.ratings)
        found += [f"{track} or a {critical}"] * toll.either
        if toll.criticals:
            criticals[critical] = criticals.get(critical, 0) + toll.criticals
    return found + [counted(count, called) for called, count in criticals.items()]


def _choices(state: State, ship: Model, hull: str) -> str:
    """What a Precise double may do to a ship whose three ratings are spent, where it does so much to the hull."""
    able = precise_options(state, ship)
    marines = [each.label for each in able if each.answer == Damage("marines")]
    systems = ["a system of choice"] if any(isinstance(each.answer, DamageSystem) for each in able) else []
    return " or ".join([hull, *marines, *systems])


@frozen
class Outlook:
    """What a roll does to its target, all chances taken together."""

    structure: float
    """Points of Structure expected, none beyond what is left."""
    others: float
    """Rating Damage and Critical Hits expected."""
    likely: tuple[int, int]
    """The most likely damage: Structure, and ratings and criticals."""
    chance: float
    """How likely that is."""
    lost: float
    """How likely a squadron is destroyed, or a ship Crippled."""
    capital: bool


def outlook(state: State, stake: Stake, odds: Odds) -> Outlook:
    """The expected and most likely damage of some odds; those of a shot have its Swarm in them already."""
    target = state.models[stake.target]
    table = table_for(state, target, stake.table, stake.redundant, stake.nature)
    return _outlook(odds, table, structure_hits(target, stake.redundant))


@lru_cache(maxsize=256)
def _outlook(odds: Odds, table: Table, left: int) -> Outlook:
    chances: dict[tuple[int, int], float] = {}
    for result, chance in odds.items():
        structure = table.structure(result)
        done = (min(structure, left) if left else structure), table.others(result)
        chances[done] = chances.get(done, 0.0) + float(chance)
    expected, others, lost = 0.0, 0.0, 0.0
    for (boxes, more), share in chances.items():
        expected += boxes * share
        others += more * share
        lost += share if left and boxes >= left else 0.0
    likely = max(chances, key=lambda each: (chances[each], each))
    return Outlook(expected, others, likely, chances[likely], lost, table.capital)


def outlook_words(found: Outlook) -> str:
    """An outlook in a line: `expected 1.2 Structure; most likely none (44 %); destroys it 12 %`."""
    expected = f"expected {found.structure:.1f} Structure"
    if found.capital:
        expected += f", {found.others:.1f} ratings and systems"
    words = [f"{found.likely[0]} Structure"] if found.likely[0] else []
    if found.likely[1]:
        words.append(counted(found.likely[1], "rating or system", "ratings and systems"))
    said = f"{expected}; most likely {joined(words) or 'no damage'} ({found.chance:.0%})"
    end = "cripples" if found.capital else "destroys"
    return f"{said}; {end} it {found.lost:.0%}" if found.lost >= 0.005 else said
