"""The damage that a result does to its target, and the same in words (v1.2.4 Damage).

`strike` applies a result. The attacker's side makes its choices, or the opponent's side where R29 and R60 say so.
`harm_words` and `forecast_damage` tell what a result or a roll would do to a target.
"""

from __future__ import annotations

from functools import lru_cache

from jovian.dice import Odds, Pool, Result
from jovian.frozen import frozen
from jovian.game import Game, ListDecision, Model, Option, Procedure, State, ask
from jovian.game.answers import Allocate, Damage, DamageSystem
from jovian.rules.basics.formation import formation_members
from jovian.rules.basics.model import mark, mark_system, system_left
from jovian.rules.basics.rolls import RollLink, deciding_side, join_words, pluralize, random_pick
from jovian.rules.damage.critical_hits import Broken, critical_hit, critical_options, critical_words, lose_structure
from jovian.rules.damage.expected_damage import ALL, MASS, DamageTotal, Table, structure_hits, table_for
from jovian.rules.damage.leaving_play import destroy
from jovian.rules.rulebook.active_effects import find_effect
from jovian.rules.rulebook.rulebook import Hit, rulebook
from jovian.rules.shots.formula import Assessment
from jovian.rules.traits.older_traits import Countermeasures

PLACE = "v1.2.4 Damage > Rating Damage"
FORMATION = "v1.2.4 Traits > Formation"
PRECISE = "v1.2.4 Traits > Weapon Traits > Precise"
RATING_BY_VALUE = ("", "defense", "defense", "sensors", "sensors", "thrusters", "thrusters")
TRACKS = ("defense", "sensors", "thrusters")


class DamageManner:
    """How an attack does damage: who chooses, by which table, and whether it burns redundant boxes."""

    __slots__ = ("cause", "chooser", "nature", "precise", "redundant", "table")

    def __init__(
        self, chooser: int, cause: str, table: str = "standard", redundant: bool = False, precise: bool = False,
        nature: str = "",
    ) -> None:  # fmt: skip
        self.chooser = chooser
        self.cause = cause
        self.table = table
        self.redundant = redundant
        self.precise = precise
        """Whether the attacker chooses what a double damages (Precise)."""
        self.nature = nature
        """The kind of weapon, which some armor reacts to."""


def chooser_against(state: State, attacker_side: int, target: Model) -> int:
    """Return the side that makes the attacker's choices. Never the target's own side (R60)."""
    side = deciding_side(state, attacker_side)
    return 1 - side if side == target.side else side


def strike(game: Game, target: Model, result: Result, manner: DamageManner) -> Procedure[None]:
    """Apply a result: lowest Magnitude first, then lowest value (v1.2.4 Damage > Capital Ship Damage).

    A formation takes all of it as long as one of its members is alive, whichever member was attacked.
    """
    group = formation_members(game.state, target)
    if manner.redundant and not target.is_capital:
        _scorch(game, target)
    for value, magnitude in sorted(result.sets, key=lambda pair: (pair[1], pair[0])):
        alive = [member for member in group if member.is_in_game]
        if not alive:
            return
        target = alive[0]
        total = table_for(game.state, target, manner.table, manner.redundant, manner.nature).set_damage(
            value, magnitude
        )
        if total.destroys:
            yield from _destroy_squadron(game, target)
        elif not target.is_capital:
            yield from _damage_squadron(game, target, total.structure, manner)
        elif manner.table == MASS:
            yield from _mass_driver_damage(game, target, value, total, manner)
        else:
            yield from _damage_ship(game, target, value, total, manner)
    for member in group:
        if find_effect(game.state, member, Countermeasures) is not None:
            _break_countermeasures(game, member)


def _break_countermeasures(game: Game, model: Model) -> None:
    """Damage the older Countermeasures of a ship at Defense 0. They must be repaired by themselves."""
    remaining = system_left(model, Countermeasures.name)
    if model.is_capital and remaining > 0 and model.rating("defense") == 0:
        mark_system(game, model, Countermeasures.name, remaining, "Defense 0")


# --- Squadrons ---


def _scorch(game: Game, target: Model) -> None:
    """Apply the state that a Particle Cannon gives a squadron in older rules editions."""
    scorched = rulebook(game.state).figures.scorched
    if scorched is not None:
        for member in formation_members(game.state, target):
            if not scorched.holds(member):
                scorched.enter(game, member)


def _destroy_squadron(game: Game, target: Model) -> Procedure[None]:
    """Destroy a squadron at once. In a formation the owner chooses the member."""
    group = [model for model in formation_members(game.state, target) if model.is_in_game]
    if len(group) > 1:
        weakest = sorted(range(len(group)), key=lambda number: group[number].unmarked("structure"))
        one_box = [tuple(int(index == number) for index in range(len(group))) for number in range(len(group))]
        listed = [Option(Allocate(one_box[number]), group[number].name) for number in weakest]
        title = f"Which model in {target.name}'s formation is destroyed?"
        answer = yield from ask(ListDecision("allocate", target.side, title, FORMATION, listed, subject=target.id))
        group = [group[answer.boxes.index(1)]]
    destroy(game, group[0])


def _damage_squadron(game: Game, target: Model, boxes: int, manner: DamageManner) -> Procedure[None]:
    """Mark one box of Structure per step (R2). The owner of a formation splits them among its members."""
    group = [member for member in formation_members(game.state, target) if member.is_in_game]
    if len(group) < 2:
        _mark_structure(game, target, boxes, manner)
        return
    splits = sorted(_damage_splits(boxes, len(group)), key=lambda split: _survivors(group, split), reverse=True)
    listed = [Option(Allocate(split), _split_label(group, split)) for split in splits]
    title = f"Split {boxes} damage in {target.name}'s formation"
    answer = yield from ask(ListDecision("allocate", target.side, title, FORMATION, listed, subject=target.id))
    for member, share in zip(group, answer.boxes, strict=True):
        _mark_structure(game, member, share, manner)


def _damage_splits(boxes: int, count: int) -> list[tuple[int, ...]]:
    """Return all splits of the boxes among members, most for the first member first."""
    if count == 1:
        return [(boxes,)]
    return [(first, *rest) for first in range(boxes, -1, -1) for rest in _damage_splits(boxes - first, count - 1)]


def _survivors(group: list[Model], split: tuple[int, ...]) -> tuple[int, int]:
    """Return the number of members that survive a split, and the most boxes that one of them keeps."""
    remaining = [member.unmarked("structure") - share for member, share in zip(group, split, strict=True)]
    return sum(boxes > 0 for boxes in remaining), max(remaining)


def _split_label(group: list[Model], split: tuple[int, ...]) -> str:
    """Return a split in words: `Thorn 2 takes 2, Thorn 1 none`. The most damaged model comes first."""
    shares = sorted(zip(group, split, strict=True), key=lambda pair: -pair[1])
    return ", ".join(f"{member.name} {f'takes {share}' if share else 'none'}" for member, share in shares)


def _mark_structure(game: Game, target: Model, boxes: int, manner: DamageManner) -> None:
    """Mark boxes one by one. A Particle Cannon takes all boxes of the current value each time."""
    for _ in range(boxes):
        if target.is_in_game:
            mark(game, target, "structure", manner.cause, whole=manner.redundant)
            if not target.unmarked("structure"):
                destroy(game, target)
    note_wear(game, target)


def note_wear(game: Game, squadron: Model) -> None:
    """Update the state that older rules editions give a squadron with little Structure left."""
    worn = rulebook(game.state).figures.worn
    if worn is None or squadron.is_capital or not squadron.is_in_game or worn.low(squadron) == worn.holds(squadron):
        return
    if worn.holds(squadron):
        worn.leave(game, squadron)
    else:
        worn.enter(game, squadron)


# --- Ships ---


def _damage_ship(game: Game, target: Model, value: int, total: DamageTotal, manner: DamageManner) -> Procedure[None]:
    """Apply one set to a ship: a double strikes a rating, more take Structure, then a Critical Hit (R69)."""
    if not total.structure and not total.criticals:
        for _ in range(total.ratings):
            yield from (_precise_damage if manner.precise else rating_damage)(game, target, value, manner)
        return
    if total.criticals > 1 and rulebook(game.state).figures.triples_apart:
        for part in total.apart():
            if target.is_in_game:
                yield from _damage_ship(game, target, value, part, manner)
        return
    for _ in range(total.structure):
        yield from lose_structure(game, target, manner.cause, manner.redundant)
        if not target.is_in_game:
            return
    for _ in range(total.ratings):
        yield from mark_rating(game, target, RATING_BY_VALUE[value], DamageManner(manner.chooser, manner.cause))
    yield from _critical_hits(game, target, value, total.criticals, manner)


def _critical_hits(game: Game, target: Model, value: int, count: int, manner: DamageManner) -> Procedure[None]:
    """Apply a number of Critical Hits of one value."""
    for _ in range(count):
        if target.is_in_game:
            yield from critical_hit(game, target, Hit(value, manner.chooser, manner.cause, manner.precise))


def _mass_driver_damage(
    game: Game, target: Model, value: int, total: DamageTotal, manner: DamageManner
) -> Procedure[None]:
    """Apply one set by the Mass Driver table: Rating Damage or a Critical Hit, then both, then 2 of each."""
    ratings, criticals = total.ratings, total.criticals
    if total.either:
        or_marines = ", or Marines" if rulebook(game.state).figures.marines_struck else ""
        listed = [
            Option(Damage("rating"), "1 Rating Damage", f"by the value {value}" + or_marines),
            Option(Damage("critical"), "1 Critical Hit"),
        ]
        title = f"{target.name}: Rating Damage or a Critical Hit?"
        pick = ListDecision("mass", manner.chooser, title, "v1.2.4 Weapons > Mass Driver", listed, subject=target.id)
        chosen = (yield from ask(pick)).rating
        ratings, criticals = int(chosen == "rating"), int(chosen == "critical")
    for _ in range(ratings):
        if target.is_in_game:
            yield from rating_damage(game, target, value, manner)
    yield from _critical_hits(game, target, value, criticals, manner)


def _precise_damage(game: Game, target: Model, value: int, manner: DamageManner) -> Procedure[None]:
    """Apply a double of a Precise weapon: the attacker chooses one of 3 ratings or a system trait."""
    listed = _precise_options(game.state, target)
    if not listed:
        yield from rating_damage(game, target, value, manner)
        return
    title = f"Precise hit on {target.name}"
    match (yield from ask(ListDecision("critical", manner.chooser, title, PRECISE, listed, subject=target.id))):
        case Damage("structure"):
            yield from _damage_hull(game, target, value, manner)
        case Damage(track):
            mark(game, target, track, manner.cause, whole=manner.redundant)
        case DamageSystem(trait):
            mark_system(game, target, trait, 1, manner.cause)


def _precise_options(state: State, target: Model) -> list[Option[Broken]]:
    """Return what a double of a Precise weapon may damage, [] if it can only do Rating Damage.

    Includes Structure if all 3 ratings are spent.
    """
    tracks = (*TRACKS, "marines") if rulebook(state).figures.marines_struck else TRACKS
    listed = [
        option for option in critical_options(target)
        if isinstance(option.answer, DamageSystem)
        or (isinstance(option.answer, Damage) and option.answer.rating in tracks)
    ]  # fmt: skip
    if listed and has_no_ratings_left(target):
        listed.insert(0, Option(Damage("structure"), "Structure", f"{target.rating('structure')} now"))
    return listed


def has_no_ratings_left(ship: Model) -> bool:
    """Return whether none of the 3 ratings has a box left."""
    return not any(ship.unmarked(track) for track in TRACKS)


def _damage_hull(game: Game, target: Model, value: int, manner: DamageManner) -> Procedure[None]:
    """Apply a hit on ratings that are all spent: 1 Structure. In older rules editions also a Critical Hit."""
    yield from lose_structure(game, target, manner.cause, manner.redundant)
    if rulebook(game.state).figures.spent_escalates:
        yield from _critical_hits(game, target, value, 1, manner)


def rating_damage(game: Game, target: Model, value: int, manner: DamageManner) -> Procedure[None]:
    """Apply 1 Rating Damage: the rating of the value, or Marines if there are any (R68)."""
    track, figures = RATING_BY_VALUE[value], rulebook(game.state).figures
    if figures.spent_escalates and has_no_ratings_left(target):
        yield from _damage_hull(game, target, value, manner)
        return
    candidates = [track, "marines"] if figures.marines_struck and target.rating("marines") > 0 else [track]
    listed = [
        Option(Damage(candidate), candidate.capitalize(), f"{target.rating(candidate)} now") for candidate in candidates
    ]
    title = f"{target.name} takes Rating Damage"
    answer = yield from ask(ListDecision("rating", manner.chooser, title, PLACE, listed, subject=target.id))
    if answer.rating == "marines":
        mark(game, target, "marines", manner.cause, whole=manner.redundant)
    else:
        yield from mark_rating(game, target, track, manner)


def mark_rating(game: Game, target: Model, track: str, manner: DamageManner) -> Procedure[None]:
    """Damage a rating. If it has no box left, damage another at random, or Structure (R68)."""
    if not target.unmarked(track):
        candidates = [other for other in TRACKS if target.unmarked(other)]
        if not candidates:
            yield from lose_structure(game, target, manner.cause, manner.redundant)
            return
        track = candidates[0]
        if len(candidates) > 1:
            purpose = f"which rating of {target.name} is hit"
            link = RollLink(target.id)
            track = candidates[(yield from random_pick(game, manner.chooser, purpose, len(candidates), link))]
    mark(game, target, track, manner.cause, whole=manner.redundant)


# --- Damage in words ---


@frozen
class DamageContext:
    """The target and the kind of damage of a roll. Plain data that a decision may carry."""

    target: str
    table: str = "standard"
    redundant: bool = False
    precise: bool = False
    swarm: bool = False
    opposed: bool = False
    """Whether the target may still reduce it."""
    nature: str = ""
    """The kind of weapon, which some armor reacts to."""


@frozen
class EvasionStake:
    """A result that the target is about to oppose. `pools` are without and with one more flex die."""

    stake: DamageContext
    primary: Result
    pools: tuple[Pool, Pool]


@frozen
class TerrainStake:
    """An attack of terrain on a model that enters it."""

    stake: DamageContext
    pool: Pool


def damage_context(shot: Assessment, *, opposed: bool = False) -> DamageContext:
    """Return the damage context of a shot."""
    impact = shot.impact
    return DamageContext(
        shot.target, impact.table, impact.redundant, impact.precise, shot.roll.swarm, opposed, impact.nature
    )


def harm_words(state: State, stake: DamageContext, result: Result) -> str:
    """Describe what a result does to its target: `1 Structure and a Critical Hit: Crippled`."""
    target = state.models[stake.target]
    result_after_swarm = result.swarmed() if stake.swarm else result
    table = table_for(state, target, stake.table, stake.redundant, stake.nature)
    hits_left = structure_hits(target, stake.redundant)
    structure, figures = table.structure(result_after_swarm), rulebook(state).figures
    if structure >= ALL:
        return (
            "one model of the formation is destroyed"
            if len(formation_members(state, target)) > 1
            else "destroyed outright"
        )
    phrases = _ship_words(state, target, stake, table, result_after_swarm) if target.is_capital else []
    if structure:
        phrases.insert(0, f"{structure} Structure" + (f" of {hits_left}" if structure < hits_left else ""))
    if figures.scorched is not None and stake.redundant and not target.is_capital and result_after_swarm:
        phrases.append(figures.scorched.name.capitalize())
    return (join_words(phrases) or "no damage") + _consequence_words(state, target, structure, hits_left)


def _consequence_words(state: State, target: Model, structure: int, hits_left: int) -> str:
    """Describe what the lost Structure leads to, "" if nothing more."""
    if not structure or structure < hits_left:
        return _worn_words(state, target, structure)
    if not hits_left:
        return ", 1 roll on the Catastrophic Damage Table per Structure"
    if target.is_capital:
        return ": Crippled"
    return " split among the formation" if len(formation_members(state, target)) > 1 else ": destroyed"


def _worn_words(state: State, target: Model, structure: int) -> str:
    """Describe the state of a squadron with little Structure left after the damage, "" if it has none."""
    worn = rulebook(state).figures.worn
    if (
        not structure
        or worn is None
        or target.is_capital
        or worn.holds(target)
        or len(formation_members(state, target)) > 1
    ):
        return ""
    return worn.says if worn.low(target, structure) else ""


def _ship_words(state: State, ship: Model, stake: DamageContext, table: Table, result: Result) -> list[str]:
    """Return phrases for the ratings and Critical Hits of a result on a ship."""
    phrases: list[str] = []
    criticals: dict[str, int] = {}
    figures = rulebook(state).figures
    is_spent = has_no_ratings_left(ship)
    for value, magnitude in result.sets:
        total = table.set_damage(value, magnitude)
        is_rating_only = not total.structure and not total.criticals
        critical = critical_words(state, value)
        marines = figures.marines_struck and ship.rating("marines") > 0 and is_rating_only
        track = RATING_BY_VALUE[value].capitalize() + (" or Marines" if marines else "")
        hull = f"1 Structure and {critical}" if figures.spent_escalates else "1 Structure"
        if is_spent and figures.spent_escalates and is_rating_only:
            track = hull
        if stake.precise and is_rating_only and not total.either:
            track = _precise_words(state, ship, hull) if is_spent else "a rating or system of choice"
        phrases += [f"{total.ratings} {track}" if total.ratings > 1 else track] * bool(total.ratings)
        phrases += [f"{track} or a {critical}"] * total.either
        if total.criticals:
            criticals[critical] = criticals.get(critical, 0) + total.criticals
    return phrases + [pluralize(count, name) for name, count in criticals.items()]


def _precise_words(state: State, ship: Model, hull: str) -> str:
    """Describe the choices of a Precise double on a ship whose 3 ratings are spent."""
    precise_options = _precise_options(state, ship)
    marines = [option.label for option in precise_options if option.answer == Damage("marines")]
    systems = (
        ["a system of choice"] if any(isinstance(option.answer, DamageSystem) for option in precise_options) else []
    )
    return " or ".join([hull, *marines, *systems])


@frozen
class Outlook:
    """The probable damage of a roll."""

    structure: float
    """Expected points of Structure, at most what the target has left."""
    others: float
    """Expected Rating Damage and Critical Hits."""
    likely: tuple[int, int]
    """The most likely damage: Structure, then ratings and Critical Hits."""
    chance: float
    """The probability of the most likely damage."""
    lost: float
    """The probability that a squadron is destroyed or a ship Crippled."""
    capital: bool


def forecast_damage(state: State, stake: DamageContext, odds: Odds) -> Outlook:
    """Return the expected and most likely damage of some odds. Swarm is already included in a shot's odds."""
    target = state.models[stake.target]
    table = table_for(state, target, stake.table, stake.redundant, stake.nature)
    return _outlook(odds, table, structure_hits(target, stake.redundant))


@lru_cache(maxsize=256)
def _outlook(odds: Odds, table: Table, hits_left: int) -> Outlook:
    chances: dict[tuple[int, int], float] = {}
    for result, chance in odds.items():
        structure = table.structure(result)
        damage = (min(structure, hits_left) if hits_left else structure), table.others(result)
        chances[damage] = chances.get(damage, 0.0) + float(chance)
    expected, others, lost = 0.0, 0.0, 0.0
    for (boxes, ratings), probability in chances.items():
        expected += boxes * probability
        others += ratings * probability
        lost += probability if hits_left and boxes >= hits_left else 0.0
    likely = max(chances, key=lambda damage: (chances[damage], damage))
    return Outlook(expected, others, likely, chances[likely], lost, table.capital)


def outlook_words(outlook: Outlook) -> str:
    """Describe an outlook: `expected 1.2 Structure; most likely no damage (44%); destroys it 12%`."""
    expected = f"expected {outlook.structure:.1f} Structure"
    if outlook.capital:
        expected += f", {outlook.others:.1f} ratings and systems"
    words = [f"{outlook.likely[0]} Structure"] if outlook.likely[0] else []
    if outlook.likely[1]:
        words.append(pluralize(outlook.likely[1], "rating or system", "ratings and systems"))
    text = f"{expected}; most likely {join_words(words) or 'no damage'} ({outlook.chance:.0%})"
    verb = "cripples" if outlook.capital else "destroys"
    return f"{text}; {verb} it {outlook.lost:.0%}" if outlook.lost >= 0.005 else text
