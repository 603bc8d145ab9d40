"""The damage that a result does to its target, and the same in words (v1.2.4 Damage).

`strike` applies a result. The attacker's side makes its choices, or the opponent's side where R29 and R60 say so.
`harm_words` and `forecast_damage` tell what a result or a roll would do to a target.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from jovian.dice import Odds, Pool, Result
from jovian.frozen import frozen
from jovian.game import Game, ListDecision, Model, Option, Procedure, State, ask
from jovian.game.answers import Allocate, Damage, DamageSystem
from jovian.rules.basics.formation import formation_members
from jovian.rules.basics.model import mark, mark_system, system_left
from jovian.rules.basics.rolls import RollLink, deciding_side, join_words, pluralize, random_pick
from jovian.rules.damage.critical_hits import (
    TRACKS,
    Broken,
    critical_hit,
    critical_options,
    critical_words,
    lose_structure,
)
from jovian.rules.damage.expected_damage import (
    ALL,
    MASS,
    RATING_BY_VALUE,
    DamageOutcome,
    DamageTable,
    DamageTotal,
    Hull,
    Outcomes,
    hull_of,
    is_loss,
    outcomes,
    ram_outcomes,
    table_for,
)
from jovian.rules.damage.leaving_play import destroy
from jovian.rules.rulebook.active_effects import find_effect
from jovian.rules.rulebook.rulebook import Hit, rulebook
from jovian.rules.shots.formula import Assessment
from jovian.rules.traits.older_traits import Countermeasures

PLACE = "v1.2.4 Damage > Rating Damage"
FORMATION = "v1.2.4 Traits > Formation"
PRECISE = "v1.2.4 Traits > Weapon Traits > Precise"
MIN_CHANCE = 0.005
"""The lowest probability that texts name."""


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
        listed = [Option(Allocate(one_box[number]), _member_names(group)[number]) for number in weakest]
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
    shares = sorted(zip(_member_names(group), split, strict=True), key=lambda pair: -pair[1])
    return ", ".join(f"{name} {f'takes {share}' if share else 'none'}" for name, share in shares)


def _member_names(group: list[Model]) -> list[str]:
    """Return the names of the members, equal ones with a number."""
    names = [member.name for member in group]
    numbers = [names[: at + 1].count(name) for at, name in enumerate(names)]
    return [
        f"{name} (no. {number})" if names.count(name) > 1 else name
        for name, number in zip(names, numbers, strict=True)
    ]


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
    spent = "none left, so Structure" if has_no_ratings_left(target) else "none left, so another rating"
    listed = [
        Option(Damage(candidate), candidate.capitalize(),
               f"{target.rating(candidate)} now" if target.unmarked(candidate) else spent)
        for candidate in candidates
    ]  # fmt: skip
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
    hull = hull_of(state, target, stake.redundant, stake.precise)
    if target.is_capital:
        return _ship_words(state, target, table, hull, result_after_swarm)
    return _squadron_words(state, target, stake, table.structure(result_after_swarm), hull, bool(result_after_swarm))


def _squadron_words(
    state: State, squadron: Model, stake: DamageContext, hits: int, hull: Hull, is_struck: bool
) -> str:
    """Describe what a number of hits on Structure does to a squadron."""
    is_formation, scorched = len(formation_members(state, squadron)) > 1, rulebook(state).figures.scorched
    if hits >= ALL:
        return "one model of the formation is destroyed" if is_formation else "destroyed outright"
    is_enough = hits >= len(hull.structure)
    boxes = hits if is_enough else sum(hull.structure[:hits])
    phrases = [f"{boxes} Structure" + ("" if is_enough else f" of {sum(hull.structure)}")] if hits else []
    if scorched is not None and stake.redundant and is_struck:
        phrases.append(scorched.name.capitalize())
    words = join_words(phrases) or "no damage"
    if hits and is_enough:
        return words + (" split among the formation" if is_formation else ": destroyed")
    return words + _worn_words(state, squadron, boxes)


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


def _ship_words(state: State, ship: Model, table: DamageTable, hull: Hull, result: Result) -> str:
    """Describe what a result does to a ship, if it survives its catastrophic rolls."""
    outcome, _ = max(outcomes(result, table, hull), key=lambda pair: (not pair[0].is_destroyed, pair[1]))
    figures = rulebook(state).figures
    marines = ["marines".capitalize()] if figures.marines_struck and ship.rating("marines") > 0 else []
    hits_left = {track: len(boxes) for track, boxes in zip(TRACKS, hull.ratings, strict=True)}
    ratings_left, criticals_left = outcome.ratings, outcome.criticals
    phrases: list[str] = []
    instead: list[str] = []
    criticals: dict[str, int] = {}
    for value, magnitude in sorted(result.sets, key=lambda pair: (pair[1], pair[0])):
        total = table.set_damage(value, magnitude)
        is_double, critical = not total.structure and not total.criticals, critical_words(state, value)
        is_precise = hull.precise and is_double and not table.mass
        choices = [f"a {critical}"] * total.either + (marines if is_double or table.mass else [])
        ratings = min(total.ratings + total.either, ratings_left)
        ratings_left -= ratings
        if is_precise:
            phrases += ["a rating or system of choice"] * bool(ratings)
            choices = _precise_choices(state, ship)
        else:
            phrases += _rating_phrases(value, ratings, hits_left, choices)
        if total.ratings + total.either > ratings:
            instead = choices
            criticals_left -= figures.spent_escalates and is_double
            criticals |= {critical: criticals.get(critical, 0) + 1} if figures.spent_escalates and is_double else {}
        count = min(total.criticals, criticals_left)
        criticals_left -= count
        criticals |= {critical: criticals.get(critical, 0) + count} if count else {}
    lost = _structure_phrase(outcome, hull, instead)
    phrases = [lost] * bool(lost) + phrases + [pluralize(count, name) for name, count in criticals.items()]
    return (join_words(phrases) or "no damage") + (": Crippled" if outcome.boxes and not outcome.hull.structure else "")


def _rating_phrases(value: int, count: int, hits_left: dict[str, int], choices: list[str]) -> list[str]:
    """Return phrases for Rating Damage of one set, and subtract it from `hits_left`."""
    track = RATING_BY_VALUE[value]
    own = min(count, hits_left[track])
    hits_left[track] -= own
    names = [(own, track.capitalize()), (count - own, "random rating")]
    phrases = [f"{number} {name}{'s' * (name[0] == 'r')}" if number > 1 else name for number, name in names if number]
    return [" or ".join([phrase if phrase[0] != "r" else f"a {phrase}", *reversed(choices)]) for phrase in phrases]


def _structure_phrase(outcome: DamageOutcome, hull: Hull, instead: list[str]) -> str:
    """Describe the Structure that an outcome takes, or the catastrophic rolls of a Crippled ship, "" for neither."""
    if not hull.structure:
        words = pluralize(outcome.rolls, "catastrophic roll") if outcome.rolls else ""
    elif outcome.boxes:
        words = f"{outcome.boxes} Structure" + (f" of {sum(hull.structure)}" if outcome.hull.structure else "")
    else:
        words = ""
    return f"{words} (or {' or '.join(instead)})" if words and instead else words


def _precise_choices(state: State, ship: Model) -> list[str]:
    """Return what a Precise double may damage instead of Structure if the 3 ratings are spent."""
    answers = [option.answer for option in _precise_options(state, ship)]
    has_systems = any(isinstance(answer, DamageSystem) for answer in answers)
    marines = [option.label for option in _precise_options(state, ship) if option.answer == Damage("marines")]
    return marines + ["a system of choice"] * has_systems


@frozen
class Outlook:
    """The probable damage of a roll."""

    structure: float
    """Expected boxes of Structure, at most what the target has left. Catastrophic rolls of a Crippled ship."""
    others: float
    """Expected Rating Damage and Critical Hits."""
    likely: tuple[int, int]
    """The most likely damage: Structure or catastrophic rolls, then ratings and Critical Hits."""
    chance: float
    """The probability of the most likely damage."""
    hurt: float
    """The probability of any damage."""
    breach: float
    """The probability that it loses Structure. Of a catastrophic roll of a Crippled ship."""
    lost: float
    """The probability that a squadron or a Crippled ship is destroyed, or another ship Crippled."""
    destroyed: float
    """The probability that the target is destroyed."""
    capital: bool
    is_crippled: bool = False
    """Whether the target is a Crippled ship."""


def forecast_damage(state: State, stake: DamageContext, odds: Odds) -> Outlook:
    """Return the expected and most likely damage of some odds. Swarm is already included in a shot's odds."""
    target = state.models[stake.target]
    table = table_for(state, target, stake.table, stake.redundant, stake.nature)
    return _outlook(odds, table, hull_of(state, target, stake.redundant, stake.precise), outcomes)


def forecast_ram(state: State, ship: Model, odds: Odds) -> Outlook:
    """Return the expected and most likely damage of a ramming squadron to a ship, by the odds of its test."""
    return _outlook(odds, table_for(state, ship, "standard", False), hull_of(state, ship), ram_outcomes)


@lru_cache(maxsize=256)
def _outlook(
    odds: Odds, table: DamageTable, hull: Hull, outcomes_of: Callable[[Result, DamageTable, Hull], Outcomes]
) -> Outlook:
    chances: dict[tuple[int, int], float] = {}
    expected, others, lost, destroyed = 0.0, 0.0, 0.0, 0.0
    is_crippled = table.capital and not hull.structure
    for result, chance in odds.items():
        for outcome, share in outcomes_of(result, table, hull):
            probability = float(chance) * share
            damage = outcome.rolls if is_crippled else outcome.boxes, outcome.others
            chances[damage] = chances.get(damage, 0.0) + probability
            expected += damage[0] * probability
            others += damage[1] * probability
            lost += probability * is_loss(outcome, hull)
            destroyed += probability * outcome.is_destroyed
    likely = max(chances, key=lambda damage: (chances[damage], damage))
    hurt = 1.0 - chances.get((0, 0), 0.0)
    breach = sum(chance for (boxes, _), chance in chances.items() if boxes)
    return Outlook(
        expected, others, likely, chances[likely], hurt, breach, lost, destroyed, table.capital, is_crippled
    )


def outlook_words(outlook: Outlook) -> str:
    """Describe an outlook: `expected 1.2 Structure; most likely no damage (44%); destroys it 12%`."""
    unit = "catastrophic rolls" if outlook.is_crippled else "Structure"
    expected = f"expected {outlook.structure:.1f} {unit}"
    if outlook.capital:
        expected += f", {outlook.others:.1f} ratings and systems"
    first, others = outlook.likely
    words = [pluralize(first, "catastrophic roll") if outlook.is_crippled else f"{first} Structure"] if first else []
    if others:
        words.append(pluralize(others, "rating or system", "ratings and systems"))
    text = f"{expected}; most likely {join_words(words) or 'no damage'} ({outlook.chance:.0%})"
    if outlook.capital and not outlook.is_crippled and outlook.lost >= MIN_CHANCE:
        text += f"; cripples it {outlook.lost:.0%}"
    return f"{text}; destroys it {outlook.destroyed:.0%}" if outlook.destroyed >= MIN_CHANCE else text
