"""The damage tables, what a result does to a target by them, and the expected value of an attack.

`table_for` gives the table by which sets damage a target (v1.2.4 Damage > Capital Ship Damage, Squadron Damage;
Weapons > Mass Driver, Particle Cannon; R2, R65, R67). `outcomes` gives what a result does to what the target has left,
a `Hull`: every forecast of damage uses it. `expected_value` and its relatives give the exact expected share of the
target's Threat Value that a shot takes. A squadron counts in full until it dies, a ship until it is Crippled. Damage
before that counts as half of the progress toward the loss.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Final, NamedTuple

from jovian.cards import UnitCard
from jovian.cards.traits import SYSTEMS
from jovian.dice import FACES, MAGNITUDES, Odds, Pool, Result, odds
from jovian.dice.pool import total_steps
from jovian.game import Model, State
from jovian.rules.basics.model import system_left, weapons_left
from jovian.rules.damage.critical_hits import RATINGS, TRACKS, weapon_need
from jovian.rules.rulebook.active_effects import effects_on, find_effect
from jovian.rules.rulebook.rulebook import NUCLEAR, Rulebook, WeaponType, rulebook
from jovian.rules.shots.formula import Assessment
from jovian.rules.traits.model_traits import Shield
from jovian.rules.traits.older_traits import BluntingArmor

LOW_VALUE = 2
"""The highest value of a set that a Shield reduces."""
MASS = "mass"
QUAD = 3
"""The magnitude of a `Q+`."""
RAM_TRIPLE = 2
"""The Magnitude of a ramming squadron's test from which it also takes Structure."""
ALL = 99
"""More Structure than any model has."""


@dataclass(frozen=True, slots=True)
class DamageTotal:
    """Points of damage of every kind."""

    structure: int = 0
    ratings: int = 0
    """Rating Damage to the rating of the set's value."""
    criticals: int = 0
    either: int = 0
    """Rating Damage or Critical Hit, the attacker chooses."""
    destroys: bool = False
    """Whether the target is destroyed outright. `structure` is `ALL` then."""

    def apart(self) -> tuple[DamageTotal, DamageTotal]:
        """Split 2 Critical Hits and the damage that goes with them into 2 parts."""
        first = DamageTotal(min(1, self.structure), self.ratings, 1)
        return first, DamageTotal(self.structure - first.structure, 0, self.criticals - 1)


@dataclass(frozen=True, slots=True)
class DamageTable:
    """The rules by which sets damage a target."""

    capital: bool
    mass: bool = False
    """Whether this is the Mass Driver table."""
    redundant: bool = False
    """Whether it burns redundant boxes, as a Particle Cannon does."""
    shielded: bool = False
    """Whether sets of low value do 1 less (Shield)."""
    blunted: bool = False
    """Whether sets of odd value lose a step of Magnitude."""
    fatal: bool = False
    """Whether a `Q+` destroys a squadron, unless Shield reduces it."""
    heavier: bool = False
    """Whether sets do the damage of the next Magnitude (Nukes in older rules editions)."""

    def set_damage(self, value: int, steps: int) -> DamageTotal:
        """Return the damage of one set, by its value and Magnitude."""
        return _damage_by_set(self)[value][steps]

    def _compute_damage(self, value: int, steps: int) -> DamageTotal:
        steps = min(steps + self.heavier, len(MAGNITUDES) - 1) - (self.blunted and value % 2)
        if not steps:
            return DamageTotal()
        less = int(self.shielded and value <= LOW_VALUE)
        if not self.capital:
            dies = self.fatal and steps - less >= QUAD
            return DamageTotal(structure=ALL if dies else steps - less, destroys=dies)
        if self.mass:
            return (
                DamageTotal(either=1 - less)
                if steps == 1
                else DamageTotal(ratings=steps - 1 - less, criticals=steps - 1)
            )
        if steps == 1:
            return DamageTotal(ratings=1 - less)
        return DamageTotal(structure=steps - 1 - less, ratings=int(self.redundant), criticals=steps - 1)

    def structure(self, result: Result) -> int:
        """Return the points of Structure that a whole result takes."""
        lost, damage = 0, _damage_by_set(self)
        for value, steps in result.sets:
            lost += damage[value][steps].structure
        return lost

    def others(self, result: Result) -> int:
        """Return the Rating Damage and Critical Hits of a whole result."""
        count, damage = 0, _damage_by_set(self)
        for value, steps in result.sets:
            total = damage[value][steps]
            count += total.ratings + total.criticals + total.either
        return count


@lru_cache(maxsize=16)
def _damage_by_set(table: DamageTable) -> tuple[tuple[DamageTotal, ...], ...]:
    """Return the damage of every set, by value and Magnitude."""
    return tuple(
        tuple(
            table._compute_damage(value, steps) if value and steps else DamageTotal()
            for steps in range(len(MAGNITUDES))
        )
        for value in range(FACES + 1)
    )


def table_for(state: State, target: Model, table: str, redundant: bool, nature: str = "") -> DamageTable:
    """Return the table by which an attack damages a target in its current state (R65)."""
    blunted = bool(nature) and any(armor.stops == nature for armor in effects_on(state, target, BluntingArmor))
    softened = find_effect(state, target, Shield) is not None
    fatal = not target.is_capital and rulebook(state).figures.quad_destroys
    return DamageTable(target.is_capital, table == MASS, redundant, softened, blunted, fatal, nature == NUCLEAR)


# --- What a target has left ---

OFFERED = tuple(TRACKS.index(track) for track in RATINGS if track in TRACKS)
"""The indices of the 3 ratings, in the order in which a Critical Hit offers them."""
RATING_BY_VALUE = ("", "defense", "defense", "sensors", "sensors", "thrusters", "thrusters")
MAX_HULLS = 1 << 12
"""The number of cached hulls."""


class Hull(NamedTuple):
    """What a target has left, as far as damage depends on it. A key of the caches.

    A track has one number for each hit that it can take: 1, or the boxes of one value for a Particle Cannon.
    """

    structure: tuple[int, ...]
    spare: int = ALL
    """The hits that the 3 ratings can take together."""
    ratings: tuple[tuple[int, ...], ...] = ()
    """The tracks of the 3 ratings (`TRACKS`)."""
    marines: int = 0
    systems: int = 0
    """Boxes of system traits, and hits that the engine can take in older rules editions."""
    weapons: tuple[float, ...] = ()
    """The probability that a Critical Hit damages a weapon, for each undamaged one."""
    min_dead: int = FACES + 1
    """The lowest face at which a catastrophic roll destroys it while no track of a rating is spent."""
    precise: bool = False
    """Whether the attacker chooses what a double damages."""
    escalates: bool = False
    """Whether Rating Damage without ratings left is 1 Structure and a Critical Hit."""
    apart: bool = False
    """Whether a `Q+` is resolved as two triples."""
    struck_tracks: tuple[str, ...] = ()
    """The track that a Critical Hit of each value damages, () if the attacker chooses."""

    @property
    def survival(self) -> float:
        """The probability that a ship survives a catastrophic roll."""
        surviving_faces = self.min_dead - 1 - self.ratings.count(())
        return min(FACES, max(0, surviving_faces)) / FACES


_hulls: Final[dict[tuple[object, ...], Hull]] = {}


def clear_caches() -> None:
    _hulls.clear()


def hull_of(state: State, target: Model, redundant: bool = False, precise: bool = False) -> Hull:
    """Return what a target has left against an attack."""
    card, marks = target.card, target.marks
    if not target.is_capital:
        return _squadron_hull(card, marks.get("structure", 0), redundant)
    book = rulebook(state)
    engine = book.figures.engine
    engine_hits = engine.hits_left(target) if engine is not None else 0
    key = (
        book, card, tuple(marks.items()) if marks else (), target.damaged, target.is_concealed, engine_hits, redundant,
        precise,
    )  # fmt: skip
    hull = _hulls.get(key)
    if hull is None:
        if len(_hulls) >= MAX_HULLS:
            _hulls.clear()
        hull = _hulls[key] = _ship_hull(book, target, engine_hits, redundant, precise)
    return hull


@lru_cache(maxsize=1 << 10)
def _squadron_hull(card: UnitCard, marked: int, redundant: bool) -> Hull:
    return Hull(_track(card.tracks.get("structure", ())[marked:], redundant))


def _ship_hull(book: Rulebook, ship: Model, engine_hits: int, redundant: bool, precise: bool) -> Hull:
    figures = book.figures
    ease = figures.keen if precise else 0
    ratings = tuple(_remaining(ship, track, redundant) for track in TRACKS)
    missing = sum(1 for track in TRACKS if not ship.boxes(track))
    return Hull(
        _remaining(ship, "structure", redundant), sum(map(len, ratings)), ratings, ship.unmarked("marines"),
        sum(system_left(ship, trait.name) for trait in ship.card.traits if trait.name in SYSTEMS) + engine_hits,
        tuple((FACES + 1 - weapon_need(ship, mount.id, ease)) / FACES for mount in weapons_left(ship)),
        figures.dead + missing, precise, figures.spent_escalates, figures.triples_apart,
        figures.critical.struck_tracks(figures) if figures.critical is not None else (),
    )  # fmt: skip


def _remaining(model: Model, track: str, redundant: bool) -> tuple[int, ...]:
    return _track(model.boxes(track)[model.marks.get(track, 0) :], redundant)


def _track(boxes: tuple[int, ...], redundant: bool) -> tuple[int, ...]:
    """Return the boxes that each hit marks."""
    return tuple(len([*alike]) for _, alike in groupby(boxes)) if redundant else (1,) * len(boxes)


# --- What a result does ---


class DamageOutcome(NamedTuple):
    """What a result has done to its target."""

    hull: Hull
    """The remaining target. Its ratings, systems, and weapons are updated only where Structure may depend on them."""
    boxes: int = 0
    """Marked boxes of Structure."""
    ratings: int = 0
    """Rating Damage. Hits that found no box left aren't counted, because they took Structure."""
    criticals: int = 0
    """Critical Hits, counted in the same way."""
    rolls: int = 0
    """Rolls on the Catastrophic Damage Table."""
    is_destroyed: bool = False

    @property
    def others(self) -> int:
        """Rating Damage and Critical Hits."""
        return self.ratings + self.criticals


Outcomes = tuple[tuple[DamageOutcome, float], ...]
"""Outcomes with their probabilities."""
Step = Callable[[DamageOutcome], list[tuple[DamageOutcome, float]]]


@lru_cache(maxsize=1 << 13)
def outcomes(result: Result, table: DamageTable, hull: Hull) -> Outcomes:
    """Return all outcomes of a result, in the order in which the sets strike (R67 to R69).

    The attacker takes the first of its choices: a rating rather than Marines or a Critical Hit, and for a Critical Hit
    ratings, then marines, systems, and weapons. Structure and the number of other hits depend on these choices only if
    almost nothing is left, where others delay the loss of Structure.
    """
    if not table.capital:
        return ((_squadron_outcome(table.structure(result), hull), 1.0),)
    counted = _count_hits(result, table, hull)
    if counted is not None and counted[0] < len(hull.structure):
        hits, ratings, criticals = counted
        rest = hull._replace(structure=hull.structure[hits:])
        return ((DamageOutcome(rest, sum(hull.structure[:hits]), ratings, criticals), 1.0),)
    chances = [(DamageOutcome(hull), 1.0)]
    for value, total in _strikes(table, result):
        parts = total.apart() if hull.apart and total.criticals > 1 and not table.mass else (total,)
        for part in parts:
            chances = _after_set(chances, table, value, part)
    merged: dict[DamageOutcome, float] = {}
    for outcome, chance in chances:
        merged[outcome] = merged.get(outcome, 0.0) + chance
    return tuple(merged.items())


@lru_cache(maxsize=1 << 13)
def _strikes(table: DamageTable, result: Result) -> tuple[tuple[int, DamageTotal], ...]:
    """Return the value and the damage of each set of a result, in the order in which they strike."""
    sets = sorted(result.sets, key=lambda pair: (pair[1], pair[0]))
    return tuple([(value, table.set_damage(value, steps)) for value, steps in sets])


def _count_hits(result: Result, table: DamageTable, hull: Hull) -> tuple[int, int, int] | None:
    """Return the hits on Structure, on ratings, and the Critical Hits of a result on a ship that isn't Crippled.

    It makes no difference which of the ratings is struck. Only the first number counts if it Cripples the ship. Returns
    None if the numbers depend on dice or on the values.
    """
    if not hull.structure or hull.struck_tracks:
        return None
    lost, ratings, criticals, spare = 0, 0, 0, hull.spare
    others_left = hull.marines + hull.systems
    for _, total in _strikes(table, result):
        struck = min(total.ratings + total.either, spare)
        spent = total.ratings + total.either - struck
        critical = min(total.criticals, spare - struck)
        further = min(total.criticals - critical, others_left)
        unhurt = total.criticals - critical - further
        if unhurt and hull.weapons:
            if criticals + total.criticals > len(hull.weapons):
                return None
            further, unhurt = further + unhurt, 0
            others_left = 0
        else:
            others_left -= further
        if (spent and hull.escalates) or (table.redundant and spent + unhurt):
            return None
        spare -= struck + critical
        lost += total.structure + spent + unhurt
        ratings += struck
        criticals += critical + further
    return lost, ratings, criticals


def ram_damage(result: Result) -> tuple[int, int]:
    """Return the value of the Critical Hit and the Structure that a ramming squadron's test does, (0, 0) for none."""
    value = next((value for value, steps in result.sets if steps == result.best), 0)
    return value, int(result.best >= RAM_TRIPLE)


@lru_cache(maxsize=1 << 10)
def ram_outcomes(result: Result, table: DamageTable, hull: Hull) -> Outcomes:
    """Return all outcomes of a ramming squadron's test: a Critical Hit, then Structure."""
    value, structure = ram_damage(result)
    chances = _hit_critically(DamageOutcome(hull), value) if value else [(DamageOutcome(hull), 1.0)]
    for _ in range(structure):
        chances = _after(chances, lambda outcome: _lose_structure(outcome, False))
    return tuple(chances)


def _squadron_outcome(hits: int, hull: Hull) -> DamageOutcome:
    rest = hull.structure[hits:]
    return DamageOutcome(Hull(rest), sum(hull.structure[:hits]), is_destroyed=not rest)


def _after_set(
    chances: list[tuple[DamageOutcome, float]], table: DamageTable, value: int, total: DamageTotal
) -> list[tuple[DamageOutcome, float]]:
    """Return the outcomes after one more set: Structure, then Rating Damage, then Critical Hits."""
    is_whole, struck = table.redundant, TRACKS.index(RATING_BY_VALUE[value])
    is_plain_double = table.mass or not (total.structure or total.criticals)
    for _ in range(total.structure):
        chances = _after(chances, lambda outcome: _lose_structure(outcome, is_whole))
    for _ in range(total.ratings + total.either):
        if is_plain_double:
            chances = _after(chances, lambda outcome: _damage_rating(outcome, table, value))
        else:
            chances = _after(chances, lambda outcome: _mark_rating(outcome, struck, False))
    for _ in range(total.criticals):
        chances = _after(chances, lambda outcome: _hit_critically(outcome, value))
    return chances


def _after(chances: list[tuple[DamageOutcome, float]], step: Step) -> list[tuple[DamageOutcome, float]]:
    """Return the outcomes after one more step. What is destroyed takes no more damage."""
    further: list[tuple[DamageOutcome, float]] = []
    for outcome, chance in chances:
        if outcome.is_destroyed:
            further.append((outcome, chance))
        else:
            further += [(later, chance * share) for later, share in step(outcome)]
    return further


def _lose_structure(outcome: DamageOutcome, is_whole: bool) -> list[tuple[DamageOutcome, float]]:
    """Return what 1 Structure does. Without Structure left, the ship rolls for Catastrophic Damage."""
    hull = outcome.hull
    if hull.structure:
        count = hull.structure[0] if is_whole else 1
        hull = hull._replace(structure=_unmarked(hull.structure, count))
        outcome = outcome._replace(hull=hull, boxes=outcome.boxes + count)
        if hull.structure:
            return [(outcome, 1.0)]
    outcome, survival = outcome._replace(rolls=outcome.rolls + 1), hull.survival
    rolled = ((outcome, survival), (outcome._replace(is_destroyed=True), 1.0 - survival))
    return [(later, chance) for later, chance in rolled if chance]


def _unmarked(track: tuple[int, ...], count: int) -> tuple[int, ...]:
    """Return a track without the first boxes of its current value."""
    return (track[0] - count, *track[1:]) if track[0] > count else track[1:]


def _damage_rating(outcome: DamageOutcome, table: DamageTable, value: int) -> list[tuple[DamageOutcome, float]]:
    """Return what 1 Rating Damage does."""
    hull, struck = outcome.hull, TRACKS.index(RATING_BY_VALUE[value])
    if hull.escalates and not hull.spare:
        return _after(_lose_structure(outcome, table.redundant), lambda later: _hit_critically(later, value))
    if hull.precise and not table.mass:
        struck = _first_offered(hull, struck)
    return _mark_rating(outcome, struck, table.redundant)


def _first_offered(hull: Hull, default: int) -> int:
    """Return the index of the first rating with boxes left that a Critical Hit offers."""
    for index in OFFERED:
        if hull.ratings[index]:
            return index
    return default


def _mark_rating(outcome: DamageOutcome, struck: int, is_whole: bool) -> list[tuple[DamageOutcome, float]]:
    """Return what damage to a rating does. If it is spent, another is hit at random, or Structure (R68)."""
    ratings = outcome.hull.ratings
    indices = [struck] if ratings[struck] else [index for index, boxes in enumerate(ratings) if boxes]
    if not indices:
        return _lose_structure(outcome, is_whole)
    outcome = outcome._replace(ratings=outcome.ratings + 1)
    return [(_with_mark(outcome, index, is_whole), 1.0 / len(indices)) for index in indices]


def _with_mark(outcome: DamageOutcome, index: int, is_whole: bool) -> DamageOutcome:
    """Return the outcome with one more hit on a rating."""
    ratings = list(outcome.hull.ratings)
    before = len(ratings[index])
    ratings[index] = _unmarked(ratings[index], ratings[index][0] if is_whole else 1)
    spare = outcome.hull.spare - before + len(ratings[index])
    return outcome._replace(hull=outcome.hull._replace(ratings=tuple(ratings), spare=spare))


def _hit_critically(outcome: DamageOutcome, value: int) -> list[tuple[DamageOutcome, float]]:
    """Return what a Critical Hit does. A failed roll against a weapon uses it up (R69)."""
    hull, hit = outcome.hull, outcome._replace(criticals=outcome.criticals + 1)
    if hull.struck_tracks:
        track = hull.struck_tracks[value]
        if track == "structure":
            return _lose_structure(hit, False)
        index = TRACKS.index(track) if track else -1
        return [(_with_mark(hit, index, False) if track and hull.ratings[index] else hit, 1.0)]
    if hull.spare:
        return [(_with_mark(hit, _first_offered(hull, 0), False), 1.0)]
    if hull.marines:
        return [(hit._replace(hull=hull._replace(marines=hull.marines - 1)), 1.0)]
    if hull.systems:
        return [(hit._replace(hull=hull._replace(systems=hull.systems - 1)), 1.0)]
    if hull.weapons:
        damaged = hit._replace(hull=hull._replace(weapons=hull.weapons[1:]))
        return [(damaged, hull.weapons[0]), (hit, 1.0 - hull.weapons[0])]
    return _lose_structure(outcome, False)


# --- Expected value ---

WOUND = 0.5
"""Share of the value counted for damage that leads up to the loss."""
DRONE_VALUE = 2.0
"""Value of a drone squadron per class, in TV."""
STATION_VALUE = 3.0
"""Value of a station per point of undamaged Structure, in TV."""
RATING = 0.06
"""Share of a ship's value for one of its ratings, systems, or weapons."""
WRECKING = 0.1
"""Share of a Crippled ship's value for one more catastrophic roll. The ship could still withdraw."""


def expected_value(state: State, shot: Assessment) -> float:
    """Return the Threat Value that the shot is expected to take from its target."""
    return expected_share(state, shot) * model_value(state.models[shot.target])


def model_value(model: Model) -> float:
    """Return a model's Threat Value. Drones and stations without one count by class or Structure."""
    card = model.card
    value = float(card.tv) or DRONE_VALUE * (card.drone_class or 0)
    return value or (STATION_VALUE * card.printed("structure") if model.is_capital and card.station else 0.0)


def expected_share(state: State, shot: Assessment) -> float:
    """Return the share of the target's value that the shot is expected to take."""
    return share_by_odds(shot.odds(), *table_and_hull(state, shot))


def bare_share(state: State, target: Model, pool: Pool, kind: type[WeaponType] = WeaponType) -> float:
    """Return the share of a target's value that an attack without a weapon is expected to take, as by terrain."""
    table = table_for(state, target, kind.table, kind.redundant)
    return share_by_odds(odds(pool), table, hull_of(state, target, kind.redundant))


def kill_chance(state: State, shot: Assessment) -> float:
    """Return the probability that the shot destroys a squadron or a Crippled ship, or Cripples another ship."""
    return kill_by_odds(shot.odds(), *table_and_hull(state, shot))


def share_and_kill(state: State, shot: Assessment) -> tuple[float, float]:
    """Return `expected_share` and `kill_chance` of the shot."""
    result, (table, hull) = shot.odds(), table_and_hull(state, shot)
    return share_by_odds(result, table, hull), kill_by_odds(result, table, hull)


def table_and_hull(state: State, shot: Assessment) -> tuple[DamageTable, Hull]:
    """Return the damage table of a shot, and what its target has left."""
    target, impact = state.models[shot.target], shot.impact
    table = table_for(state, target, impact.table, impact.redundant, impact.nature)
    return table, hull_of(state, target, impact.redundant, impact.precise)


def kill_by_odds(result: Odds, table: DamageTable, hull: Hull) -> float:
    """Return `kill_chance` by the odds of a shot, its damage table, and what its target has left."""
    return _kill(result, table, _simplified(result, table, hull))


def share_by_odds(result: Odds, table: DamageTable, hull: Hull) -> float:
    """Return `expected_share` by the odds of a shot, its damage table, and what its target has left."""
    return _share(result, table, _simplified(result, table, hull))


def _simplified(result: Odds, table: DamageTable, hull: Hull) -> Hull:
    """Return only the Structure of a hull if no result can spend its ratings, so that more questions are equal."""
    if not hull.ratings or not hull.structure or hull.struck_tracks:
        return hull
    return Hull(hull.structure) if hull.spare >= _max_hits(result, table) else hull


@lru_cache(maxsize=1 << 13)
def _max_hits(result: Odds, table: DamageTable) -> int:
    """Return the most hits on ratings and systems that a result can do, or more.

    By the standard table, a double and a triple do 1 and a `Q+` 2, which are the bits of their codes.
    """
    if table.mass or table.heavier:
        return 2 * max([total_steps(code) for code, _ in result.weights])
    if table.redundant:
        return max([total_steps(code) for code, _ in result.weights])
    return max([code.bit_count() for code, _ in result.weights])


@lru_cache(maxsize=1 << 13)
def _kill(result: Odds, table: DamageTable, hull: Hull) -> float:
    return result.expect(lambda outcome: kill_of(outcome, table, hull), _kill_cache(table, hull))


@lru_cache(maxsize=1 << 13)
def _share(result: Odds, table: DamageTable, hull: Hull) -> float:
    return result.expect(lambda outcome: share_of(outcome, table, hull), _share_cache(table, hull))


@lru_cache(maxsize=256)
def _kill_cache(table: DamageTable, hull: Hull) -> dict[int, float]:
    """Return the cache of `kill_of` by result code."""
    return {}


@lru_cache(maxsize=256)
def _share_cache(table: DamageTable, hull: Hull) -> dict[int, float]:
    """Return the cache of `share_of` by result code."""
    return {}


def kill_of(result: Result, table: DamageTable, hull: Hull) -> float:
    """Return the probability that a result destroys a squadron or a Crippled ship, or Cripples another ship."""
    if not table.capital:
        return float(table.structure(result) >= len(hull.structure))
    counted = _count_hits(result, table, hull)
    if counted is not None:
        return float(counted[0] >= len(hull.structure))
    return sum([chance for outcome, chance in outcomes(result, table, hull) if is_loss(outcome, hull)])


def is_loss(outcome: DamageOutcome, hull: Hull) -> bool:
    """Return whether a squadron or a Crippled ship is destroyed, or another ship Crippled."""
    return outcome.is_destroyed or (bool(hull.structure) and not outcome.hull.structure)


def share_of(result: Result, table: DamageTable, hull: Hull) -> float:
    """Return the share of its value that a target loses by a result, on average."""
    structure = hull.structure
    if not table.capital:
        hits = table.structure(result)
        return 1.0 if hits >= len(structure) else WOUND * sum(structure[:hits]) / sum(structure)
    counted = _count_hits(result, table, hull)
    if counted is not None:
        hits, ratings, criticals = counted
        if hits >= len(structure):
            return 1.0
        return min(1.0, WOUND * sum(structure[:hits]) / sum(structure) + RATING * (ratings + criticals))
    return sum([chance * _share_of_outcome(outcome, hull) for outcome, chance in outcomes(result, table, hull)])


def _share_of_outcome(outcome: DamageOutcome, hull: Hull) -> float:
    if not hull.structure:
        return WRECKING * outcome.rolls + RATING / 2 * outcome.others
    if is_loss(outcome, hull):
        return 1.0
    return min(1.0, WOUND * outcome.boxes / sum(hull.structure) + RATING * outcome.others)


def squadron_share(damage: int, boxes: int) -> float:
    """Return the share of its value that a squadron with this number of boxes left loses by an amount of damage."""
    return 1.0 if damage >= boxes else WOUND * damage / boxes
