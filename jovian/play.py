"""The API for programs: bots, notebooks, tests, and the commands. The docstring of `jovian` lists all of it.

The parts in order: names of models, sides, and poses, the setup of a game, possible attacks with their odds, models at
another position, answers that are obvious, and the game itself (`Play`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from math import atan2, degrees, prod
from pathlib import Path
from typing import Any

from jovian.cards import CardError, FleetList, ScenarioCard, UnitCard, load_fleet, load_scenario, unit_cards
from jovian.cards.building import read_file
from jovian.cards.files import FLEET, SCENARIO, KeyPath, suggest_names
from jovian.cards.load import card_file
from jovian.dice import Result, chain_from_seed, format_seed, parse_seed, random_seed, reductions
from jovian.frozen import frozen
from jovian.game import (
    EMBARKED,
    RESERVE,
    TABLE,
    Answer,
    Choice,
    Decision,
    ListDecision,
    LogEntry,
    MalformedAnswerError,
    Model,
    Option,
    Refusal,
    Score,
    State,
)
from jovian.game import answers as answer_classes
from jovian.game.answers import Reduce, Reroll, heading, length
from jovian.match import Match, Refused
from jovian.match import saves as loading
from jovian.match.entries import Faults, NoPlayer
from jovian.match.play_loop import Chooser, play, step
from jovian.match.saves import save
from jovian.players import make_player, seat_seed
from jovian.players.evaluation.approaches import Approaches
from jovian.players.evaluation.gunnery import ScoredAttack, possible_attacks
from jovian.rules.actions.capital_ship import DamageControl
from jovian.rules.basics.formation import formation_members
from jovian.rules.basics.rolls import OpposingStake, Outcomes, SkillStake
from jovian.rules.damage.damage import (
    DamageContext,
    damage_context,
    forecast_damage,
    outlook_words,
)
from jovian.rules.damage.expected_damage import ALL, DamageTable, DamageTotal, hull_of, table_for
from jovian.rules.menu.next_order import NextOrder, Preview
from jovian.rules.placement.legal_places import ids_in_contact, names, off_table
from jovian.rules.placement.move_limits import RemainingMovement
from jovian.rules.rulebook.effect import ACTIVATION
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.setup.edition import option_faults
from jovian.rules.setup.legality import fleet_violations, scenario_flaws
from jovian.rules.setup.setup import Setup
from jovian.rules.shots.formula import Assessment, assess
from jovian.rules.shots.ratings import fire_control_left
from jovian.rules.shots.shot import is_used_up, weapon_of
from jovian.table import Pose, distance

# --- Models, sides, and poses ---

Named = Model | str
"""A model, its id, or its name if no other model has the same name."""
SIDES = (0, 1)


def find_model(state: State, named: Named) -> Model:
    """Return a model of a state. Raises Refused, which suggests another name."""
    word = named.id if isinstance(named, Model) else named
    if word in state.models:
        return state.models[word]
    matches = [model for model in state.models.values() if model.name.lower() == str(word).lower()]
    if len(matches) == 1:
        return matches[0]
    if matches:
        ids = ", ".join(f"{model.id} (side {model.side}, {model.place})" for model in matches)
        raise _refused(f"'{word}' matches {len(matches)} models. Use an id: {ids}")
    names = dict.fromkeys(model.name for model in state.models.values())
    raise _refused(f"There is no model '{word}'{suggest_names(word, names)}")


def _check_side(side: Any) -> int:
    """Return a side, 0 or 1. Raises Refused for anything else."""
    if type(side) is not int or side not in SIDES:
        raise _refused(f"There is no side {side!r}, only 0 and 1.")
    return side


def _parse_pose(x: Any, y: Any, degrees: Any) -> Pose:
    """Return the pose of a point in inches and a heading in whole degrees. Raises Refused."""
    try:
        return Pose(length(x), length(y), heading(degrees))
    except MalformedAnswerError as error:
        raise _refused(f"({x!r}, {y!r}) with heading {degrees!r} isn't a pose: {error}.") from error


def _refused(reason: str) -> Refused:
    """Return an error with a reason."""
    return Refused(Refusal(reason))


# --- Setup ---

NamedFile = str | Path
"""A file, or the base name of a file on the shelves, such as `introductory` or `jovian-250`."""


def setup_of(
    scenario: NamedFile, fleets: Sequence[NamedFile] = (), seed: int = 0, *,
    options: Mapping[str, str] | None = None, manual: bool = False,
) -> Setup:  # fmt: skip
    """Return the setup of a scenario, with the 2 named fleets or the scenario's own. Raises CardError."""
    for fault in option_faults(options or {}):
        raise CardError("options", None, fault)
    path = card_file(scenario, SCENARIO)
    card = load_scenario(path)
    refuse_scenario(path, card, unit_cards())
    return Setup(card, _chosen_fleets(card, str(scenario), fleets), unit_cards(), seed, dict(options or {}), manual)


def scenario_faults(card: ScenarioCard, cards: Mapping[str, UnitCard]) -> list[tuple[KeyPath, str]]:
    """Return why the models of a scenario can't start where it places them, with the keys that lead there."""
    lines: dict[str, tuple[str, int]] = {piece.id: ("terrain", number) for number, piece in enumerate(card.terrain)}
    lines |= {model.id: ("models", number) for number, model in enumerate(card.models)}
    flaws = scenario_flaws(card, cards)
    return [((*lines[flaw.model], flaw.key), _reason(flaw.refusal)) for flaw in flaws]


def refuse_scenario(path: Path, card: ScenarioCard, cards: Mapping[str, UnitCard]) -> None:
    """Raise CardError with all reasons and their lines if a scenario can't be played."""
    wrong = scenario_faults(card, cards)
    for index, stem in enumerate(card.fleets):
        if violations := fleet_violations(load_fleet(stem, cards), cards):
            wrong.append((("fleets", index), f"{stem}: {'; '.join(map(_reason, violations))}"))
    if wrong:
        document = read_file(path)
        document.faults += [document.error(*fault) for fault in wrong]
        document.settle()


def refuse_fleet(path: Path, fleet: FleetList, cards: Mapping[str, UnitCard]) -> None:
    """Raise CardError with all reasons if a fleet breaks the rules of fleet construction."""
    violations = fleet_violations(fleet, cards)
    if violations:
        raise read_file(path).error(("units",), "; ".join(map(_reason, violations)))


def _reason(refusal: Refusal) -> str:
    return f"{refusal.reason} [{refusal.cited}]"


def _chosen_fleets(card: ScenarioCard, where: str, fleets: Sequence[NamedFile]) -> tuple[FleetList, ...]:
    """Return the 2 named fleets, or the scenario's own. Return none if the scenario places its models."""
    named = (fleets,) if isinstance(fleets, str) else tuple(fleets)
    if card.models:
        if named:
            raise CardError(where, None, "this scenario places its own models and can't have fleets")
        return ()
    if named and len(named) != 2:
        raise CardError(where, None, f"this scenario needs two fleets, not {len(named)}")
    return tuple(map(_load_legal_fleet, named or card.fleets))


def _load_legal_fleet(stem: NamedFile) -> FleetList:
    path = card_file(stem, FLEET)
    fleet = load_fleet(path)
    refuse_fleet(path, fleet, unit_cards())
    return fleet


# --- Attacks ---

ARC_OFFSETS = {"fore": 0, "spinal": 0, "turret": 0, "starboard": 90, "aft": 180, "port": 270}
"""The degrees from a model's heading to the middle of each arc."""
TURN_STEP = 5
"""The steps in degrees of a recommended turn."""
INCH_STEP = 0.5
"""The steps in inches of a recommended approach."""


@frozen
class Attack:
    """An attack that a model can make."""

    answer: answer_classes.Attack | answer_classes.Defend
    """The answer that makes this attack when the model chooses its next order."""
    worth: float
    """The expected loss of the enemy minus the expected loss of own models on the line, in Threat Value."""
    shots: tuple[Assessment, ...]
    """The shots, several for Point Defense. Each has its `range`, its `roll` (pool and contributions), and `odds()`."""
    words: str
    """The weapon, the targets, and the odds in one line."""

    @property
    def choice(self) -> Choice:
        """The answer as JSON, a new list each time."""
        return self.answer.to_json()

    @property
    def targets(self) -> tuple[str, ...]:
        """The ids of the targets."""
        return tuple(shot.target for shot in self.shots)

    @property
    def chance(self) -> float:
        """The probability, 0 to 1, that at least one shot has a result."""
        return 1.0 - prod(1.0 - shot.odds().success for shot in self.shots)

    def __repr__(self) -> str:
        return f"<{self.words} ({self.worth:.1f} TV)>"


def attacks(state: State, model: Named, at: Pose | None = None) -> tuple[Attack, ...]:
    """Return all attacks that a model can make in its activation, best first, from its own pose or another one.

    They include each unused weapon alone and linked, and Point Defense. There are none if the model isn't on the
    table or has no Fire Control left. `state` can be a view. Raises Refused for an unknown model or a malformed pose.
    """
    shooter = find_model(state, model)
    if at is not None:
        shooter = shooter.at(_parse_pose(*at))
    if not shooter.is_on_table or off_table(state, shooter):
        return ()
    act = state.activation
    used = act.used if act is not None and act.model == shooter.id else ()
    mounts = [mount.id for mount in shooter.card.mounts if mount.id not in shooter.damaged]
    free = [mount for mount in mounts if not used or not is_used_up(state, shooter, mount)]
    return tuple(_attack(state, fire) for fire in possible_attacks(state, shooter, free, used))


def _attack(state: State, fire: ScoredAttack) -> Attack:
    shots = "; ".join(_describe_shot(state.models[shot.target], shot, shot_words(state, shot)) for shot in fire.shots)
    return Attack(fire.answer, fire.value, fire.shots, shots)


def _describe_shot(target: Model, shot: Assessment, words: str) -> str:
    linked = f" x{len(shot.mounts)}" if len(shot.mounts) > 1 else ""
    return f"{shot.weapon}{linked} at {target.name}: {words}"


def shot_words(state: State, shot: Assessment) -> str:
    """Return the chance to hit and the expected damage of a shot in one line."""
    if shot.jammed:
        return f"jammed by {shot.jammed}: it fails"
    first = f"{shot.seeking.odds().success:.0%} to find it, " if shot.seeking is not None else ""
    return f"{first}{shot.odds().success:.0%} to hit: {expected_words(state, shot)}"


def expected_words(state: State, shot: Assessment) -> str:
    """Return the expected and the most likely damage of a shot, "" if the target isn't a model."""
    return (
        outlook_words(forecast_damage(state, damage_context(shot), shot.odds())) if shot.target in state.models else ""
    )


def remedy_words(state: State, model: Model, mount: str, target: Model) -> str:
    """Return how a weapon that can't fire at a target could do so, "" if no repair, turn, or move would help."""
    act = state.activation
    if act is not None and act.model == model.id:
        if fire_control_left(state, model) < 1:
            return "It regains its Fire Control in its next activation."
        if is_used_up(state, model, mount):
            return "It can fire again in the next activation."
    if mount in model.damaged:
        repairs = model.is_capital and DamageControl.name in rulebook(state).actions
        return "Damage Control can repair it." if repairs else ""
    return _approach_words(state, model, mount, target)


def _approach_words(state: State, model: Model, mount: str, target: Model) -> str:
    """Return the shortest approach, and the smallest turn there, after which a weapon can fire at a target."""

    def can_fire(pose: Pose) -> bool:
        shot = assess(state, model.at(pose), (mount,), target, ACTIVATION)
        return not isinstance(shot, Refusal)

    def can_fire_from(steps: int) -> bool:
        pose = _nearer(model.pose, target.pose, steps * INCH_STEP)
        return can_fire(pose) or any(can_fire(facing) for facing in _facing(pose, model, mount, target))

    gap = distance(model.base, model.pose, target.base, target.pose)
    low, high = 0, int(gap / INCH_STEP)
    if not can_fire_from(high):
        return ""
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if can_fire_from(middle) else (middle + 1, high)
    pose = _nearer(model.pose, target.pose, low * INCH_STEP)
    move = f'move {low * INCH_STEP:g}" nearer' if low else ""
    turn = "" if can_fire(pose) else next((words for at, words in _turns(pose) if can_fire(at)), "face it")
    words = " and ".join(step for step in (move, turn) if step)
    return f"{words[:1].upper()}{words[1:]}." if words else ""


def _nearer(pose: Pose, goal: Pose, inches: float) -> Pose:
    """Return a pose nearer to a goal by a number of inches, with the same heading."""
    length = pose.distance_to(goal)
    share = min(1.0, inches / length) if length else 0.0
    return pose.moved((goal.x - pose.x) * share, (goal.y - pose.y) * share).rounded()


def _facing(pose: Pose, model: Model, mount: str, target: Model) -> Iterator[Pose]:
    """Yield the pose turned so that the middle of each arc of a weapon points at the target."""
    weapon = weapon_of(model, mount)
    bearing = round(degrees(atan2(target.pose.x - pose.x, target.pose.y - pose.y)))
    for arc in weapon.arcs if weapon is not None else ():
        yield Pose(pose.x, pose.y, (bearing - ARC_OFFSETS[arc]) % 360)


def _turns(pose: Pose) -> Iterator[tuple[Pose, str]]:
    """Yield the pose turned right and left by increasing angles, with the words for each turn."""
    for angle in range(TURN_STEP, 181, TURN_STEP):
        yield pose.turned(angle), f"turn right {angle}°"
        yield pose.turned(-angle), f"turn left {angle}°"


# --- What if a model were at another position ---


class WhatIf:
    """A model at another position in a copy of the state."""

    __slots__ = ("model", "state")

    def __init__(self, state: State, model: Model) -> None:
        self.state = state
        """The copy of the state, with the model at its other position. Any function that takes a state can use it."""
        self.model = model
        """The model in the copy."""

    @property
    def pose(self) -> Pose:
        """The pose: inches, and whole degrees."""
        return self.model.pose

    @property
    def attacks(self) -> tuple[Attack, ...]:
        """All attacks that it could make from there, best first."""
        return attacks(self.state, self.model)

    @property
    def threats(self) -> tuple[Attack, ...]:
        """All attacks that enemies could make at it from their own positions if they were active, worst first."""
        threats = [
            attack
            for enemy in self.state.on_table() if enemy.side != self.model.side
            for attack in attacks(self.state, enemy) if self.model.id in attack.targets
        ]  # fmt: skip
        return tuple(sorted(threats, key=lambda attack: -attack.worth))

    @property
    def later_threats(self) -> tuple[Attack, ...]:
        """The attacks that enemies that can still activate this turn could make at it after their moves, worst first.

        Each enemy makes the move from which its weapons together could do most, among those that computer players
        consider.
        """
        approaches = Approaches(self.state)
        enemies = [enemy for enemy in self.state.on_table() if enemy.side == 1 - self.model.side]
        ends = [end for enemy in enemies if (end := approaches.best_end(enemy, self.model)) is not None]
        threats = [
            attack
            for end in ends for attack in attacks(self.state, end.id, end.pose)
            if self.model.id in attack.targets
        ]  # fmt: skip
        return tuple(sorted(threats, key=lambda attack: -attack.worth))

    @property
    def touches(self) -> tuple[str, ...]:
        """The names of the bases and terrain that it would touch. Most moves may not end in contact."""
        return tuple(names(self.state, ids_in_contact(self.state, self.model)))

    @property
    def off_table(self) -> bool:
        """Whether a part of it would be off the table."""
        return off_table(self.state, self.model)

    def __repr__(self) -> str:
        x, y, heading = self.pose
        best = self.attacks[:1]
        attack = f"best attack {best[0]!r}" if best else "no attack"
        where = ", partly off the table" if self.off_table else ""
        touching = f", touching {', '.join(self.touches)}" if self.touches else ""
        threats = f"{len(self.threats)} threats"
        return f'<{self.model.name} at ({x:g}", {y:g}") heading {heading}{where}{touching}: {attack}; {threats}>'


def what_if(state: State, model: Named, x: float, y: float, heading: int | None = None) -> WhatIf:
    """Return a model at another point (in inches) and heading (in whole degrees, unchanged by default).

    Its Formation moves along, other models stay, and all marks remain. `Play.preview` says whether a move leads
    there. Raises Refused for a model that is out of play or unknown, or for a malformed pose.
    """
    copy = state.clone()
    model = find_model(copy, model)
    if model.place not in (TABLE, RESERVE, EMBARKED):
        raise _refused(f"{model.name} is {model.place} and has no position anymore.")
    pose = _parse_pose(x, y, model.pose.heading if heading is None else heading)
    for member in formation_members(copy, model.at(pose)):
        copy.models[member.id].pose = member.pose
    if model.place != TABLE:
        model.place, model.host = TABLE, ""
    return WhatIf(copy, model)


# --- Obvious answers ---
# An answer is obvious if it is at least as good as every other option in every respect, or if all have the same effect.
# Only exact cases count. A result is at least as good if it does everything to the enemy that the other does, set by
# set, and nothing that could harm the roller, such as an explosion of a ship that only this result would cripple.

OBVIOUS_KINDS = ("flex", "reroll", "reduce")
"""The kinds of decisions that can be obvious: the rules know to which results their answers lead."""


def obvious_answer(view: State, decision: Decision) -> Answer | None:
    """Return the answer that is at least as good as every other one for the deciding side, None if there is none.

    If all have the same effect, it is the default. Secret decisions are never obvious. With real dice nothing is,
    because players see their own faces.
    """
    if not isinstance(decision, ListDecision) or decision.kind not in OBVIOUS_KINDS:
        return None
    if decision.secret or decision.sealed:
        return None
    ends: Any = decision.stake
    if view.manual or not isinstance(ends, Outcomes):
        return None
    answers: list[Answer] = [option.answer for option in decision.listed]
    if _have_same_effect(view, ends):
        return answers[0]
    for index, answer in enumerate(answers):
        others = (result for number, result in enumerate(ends.results) if number != index)
        if all(_is_as_good(view, decision.side, ends, ends.results[index], other) for other in others):
            return answer
    return None


def obvious_words(decision: Decision, answer: Answer) -> str:
    """Return the log line for an obvious answer that was given automatically."""
    label = next((option.label for option in islice(decision.options(), 100) if option.answer == answer), "")
    if isinstance(answer, Reduce):
        what = label.replace("Reduce", "Reduced", 1)
        return f"{what} for you, because all choices have the same effect."
    what = "Rolled again" if isinstance(answer, Reroll) else f"Kept {label or 'it'}"
    return f"{what} for you, because no other choice could be better."


# --- Effects of results ---


def _have_same_effect(view: State, ends: Outcomes) -> bool:
    """Return whether all answers of a decision lead to the same, whatever either side answers afterwards."""
    if any(result is None for result in ends.results):  # Another roll is never the same.
        return False
    return len({_effect(view, ends.stake, result) for result in ends.results if result is not None}) == 1


def _effect(view: State, stake: object, result: Result) -> object:
    """Return what a result does to its target, as far as that can make a difference. Equal values do the same."""
    if isinstance(stake, OpposingStake):
        return frozenset(_effect(view, stake.stake, left) for left in reductions(stake.primary, result))
    target = view.models.get(stake.target) if isinstance(stake, DamageContext) else None
    if target is None or not isinstance(stake, DamageContext) or stake.opposed:
        return result
    table = table_for(view, target, stake.table, stake.redundant, stake.nature)
    after = result.swarmed() if stake.swarm else result
    if not target.is_capital:
        hits = [len(hull_of(view, member, stake.redundant).structure) for member in formation_members(view, target)]
        structure = table.structure(after)
        if len(hits) == 1 or structure <= min(hits, default=-1):  # The owner can split it alike, by sets or at once.
            return bool(after), min(structure, hits[0])
    by_value = rulebook(view).figures.critical is not None
    sets = sorted(after.sets, key=lambda pair: (pair[1], pair[0]))  # The order in which they do damage.
    totals = [(value, table.set_damage(value, steps)) for value, steps in sets]
    return bool(after), tuple(
        (value if total.ratings or total.either or (by_value and total.criticals) else 0, total)
        for value, total in totals if total != DamageTotal()
    )  # fmt: skip


# --- Better results ---


def _is_as_good(view: State, side: int, ends: Outcomes, one: Result | None, other: Result | None) -> bool:
    """Return whether a result is at least as good for its roller as another. None is another roll."""
    if other is None:
        return False
    if one is None:  # another roll costs nothing, and can't be worse than no result
        return not other and _wants_more(view, side, ends.stake)
    if one == other:
        return True
    if not _wants_more(view, side, ends.stake):
        return False
    if isinstance(ends.stake, DamageContext):
        return _harms_as_much(view, ends.stake, one, other)
    return not other or (_includes(one, other) and _first_best(one) == _first_best(other))


def _wants_more(view: State, side: int, stake: object) -> bool:
    """Return whether the side that rolls wants as much as possible: in a skill test, and against an enemy."""
    if isinstance(stake, DamageContext):
        target = view.models.get(stake.target)
        return target is not None and target.side == 1 - side
    return isinstance(stake, SkillStake)


def _harms_as_much(view: State, stake: DamageContext, one: Result, other: Result) -> bool:
    """Return whether a result does to its target all that another does, whatever the target's side answers."""
    target = view.models[stake.target]
    table = table_for(view, target, stake.table, stake.redundant, stake.nature)
    hull = hull_of(view, target, stake.redundant, stake.precise)
    if not target.is_capital:
        return _harms_squadron_as_much(view, stake, table, one, other)
    if stake.opposed or stake.swarm or not _includes(one, other):
        return False
    has_spare = hull.spare > 0 and hull.spare >= table.others(one)
    return has_spare and (table.structure(one) == table.structure(other) or table.structure(one) < len(hull.structure))


def _harms_squadron_as_much(view: State, stake: DamageContext, table: DamageTable, one: Result, other: Result) -> bool:
    """Return the same for a squadron, which can only lose Structure."""
    if stake.opposed:
        plain = not (table.shielded or table.blunted or table.fatal or table.heavier or stake.swarm)
        return plain and one.total >= other.total
    first, second = (table.structure(result.swarmed() if stake.swarm else result) for result in (one, other))
    if len(formation_members(view, view.models[stake.target])) > 1 and max(first, second) >= ALL:
        return False  # A lost member and damage that the owner allocates can't be compared.
    return first >= second and (bool(one) or not other)


def _includes(one: Result, other: Result) -> bool:
    """Return whether a result has every set of another one with the same Magnitude."""
    return all(not steps or steps == more for more, steps in zip(one.steps, other.steps, strict=True))


def _first_best(result: Result) -> tuple[int, int]:
    """Return the value and the Magnitude of the set that decides a test."""
    return next(((value, steps) for value, steps in result.sets if steps == result.best), (0, 0))


# --- Games ---


class Play:
    """One game at one moment, for the program that runs it.

    A `Play` sees everything. Some methods take a side and are then limited to what this side knows. A player gets a
    decision and its side's view instead. `match` has all functions that aren't offered here.
    """

    def __init__(self, match: Match, *, players_seed: int | None = None) -> None:
        self.match = match
        self._seed = match.setup.seed if players_seed is None else players_seed
        self._seats: dict[tuple[str, int], Chooser] = {}

    # --- State ---
    @property
    def asked(self) -> Decision | None:
        """The pending decision, None when the game is over. It is valid until it is answered.

        See its `side`, `kind`, `title`, `options()`, and `default()`.
        """
        return self.match.decision

    @property
    def state(self) -> State:
        """The current state, including hidden information. Read-only."""
        return self.match.state

    @property
    def over(self) -> bool:
        return self.match.over

    @property
    def winner(self) -> int | None:
        """The winner, 0 or 1. None for a draw, and before the end."""
        return self.state.winner

    @property
    def scores(self) -> tuple[Score, Score]:
        """The points of side 0 and side 1."""
        return self.state.scores

    def view(self, side: int) -> State:
        """Return the state as a side can see it. Raises Refused."""
        return self.match.view(_check_side(side))

    def models(self, side: int | None = None) -> list[Model]:
        """Return the models that a side controls, or all models, in play or not. Raises Refused."""
        return list(self.state.models.values()) if side is None else self.state.side_models(_check_side(side))

    def model(self, named: Named) -> Model:
        """Return the model with an id or a unique name. Raises Refused, which suggests another name."""
        return find_model(self.state, named)

    def log(self, since: int = 0, side: int | None = None) -> list[LogEntry]:
        """Return the events from number `since` on. For a side: only those that it may see, with its own numbers.

        Each entry has its `event`, a value of `jovian.game.events`. docs/events.md lists the types and fields. Raises
        Refused.
        """
        entries = self.match.events.seen_by(None if side is None else _check_side(side))
        return [entry for entry in entries if entry.n >= since]

    def events(self, since: int = 0, side: int | None = None) -> list[dict[str, Any]]:
        """Return the events as in `log`, as dicts like the lines of a log file. Raises Refused."""
        return [entry.to_json() for entry in self.log(since, side)]

    # --- Possible moves and attacks ---
    def may_do(self, model: Named) -> tuple[Option[Answer], ...]:
        """Return the answers to the pending decision that concern a model, as far as they can be listed.

        Moves can't be listed: see `reach` and `preview`. Raises Refused for an unknown model.
        """
        decision, actor = self.asked, self.model(model)
        if decision is None or decision.side != actor.side:
            return ()
        options = decision.options()
        if decision.subject == actor.id:
            return tuple(options)
        return tuple(option for option in options if actor.id in option.choice)

    @property
    def reach(self) -> RemainingMovement | None:
        """The remaining movement of the active model. None if it isn't choosing its next order."""
        return self.asked.envelope() if isinstance(self.asked, NextOrder) else None

    def preview(self, choice: Answer | Choice) -> Preview:
        """Return the end of a move, the bases it touches, and why it would be refused, if so.

        Raises Refused if no model is choosing its next order.
        """
        if not isinstance(self.asked, NextOrder):
            raise _refused("A preview is available only while a model chooses its next order.")
        return self.asked.preview(choice)

    def attacks(self, model: Named, at: Pose | None = None, *, side: int | None = None) -> tuple[Attack, ...]:
        """Return all attacks that a model can make in its activation, best first, from its own pose or another one.

        `side`: use only what this side knows. Raises Refused for an unknown model or side, or a malformed pose.
        """
        return attacks(self._known(side), model, at)

    def what_if(
        self, model: Named, x: float, y: float, heading: int | None = None, *, side: int | None = None
    ) -> WhatIf:
        """Return a model at another point (in inches) and heading (in whole degrees, unchanged by default).

        `side`: use only what this side knows. Raises Refused for an unknown model or side, or a malformed pose.
        """
        return what_if(self._known(side), model, x, y, heading)

    def _known(self, side: int | None) -> State:
        return self.state if side is None else self.view(side)

    # --- Answers ---
    def answer(self, choice: Answer | Choice | Option[Answer] | Attack) -> None:
        """Answer the pending decision with an answer, its JSON, an option of the decision, or an attack.

        If an error is raised, the game hasn't changed.

        Raises:
            Refused: The answer is illegal.
            RulesError: A rule failed.

        """
        self.match.answer(choice.answer if isinstance(choice, Option | Attack) else choice)

    def let(self, player: str | Chooser) -> Choice:
        """Let a player answer the pending decision with the knowledge of its side. Return the answer as JSON.

        The player is an object with `choose(decision, view)`, or a name (`random`, `ensign`, `path/bot.py:Name`). Each
        side has its own player of a name, with the same seed as in `simulate`.

        Raises:
            Refused: The name is unknown, or the game is over.
            IllegalAnswer: The player failed or gave an illegal answer.

        """
        if self.asked is None:
            raise _refused("The game is over.")
        return step(self.match, self._seat(player, self.asked.side))

    def play_out(
        self, first: str | Chooser, second: str | Chooser, answered: Callable[[], object] | None = None,
        *, remarks: bool = False, faults: Faults | None = None,
    ) -> None:  # fmt: skip
        """Let 2 players answer until the game is over. `answered` is called after each answer.

        `remarks`: record the reasons of players who give them (`reason`). `faults`: count illegal answers and failures,
        and use the default choice instead.

        Raises:
            Refused: A name is unknown.
            IllegalAnswer: A player failed or gave an illegal answer, and `faults` is None.
            RulesError: A rule failed.

        """
        play(self.match, (self._seat(first, 0), self._seat(second, 1)), answered, remarks=remarks, faults=faults)

    def _seat(self, player: str | Chooser, side: int) -> Chooser:
        if not isinstance(player, str):
            return player
        if (player, side) not in self._seats:
            try:
                self._seats[player, side] = make_player(player, seat_seed(self._seed, side))
            except NoPlayer as error:
                raise _refused(str(error).replace("there is no player", "There is no player", 1)) from error
        return self._seats[player, side]

    # --- Forks and saves ---
    def fork(self, seed: int | None = None) -> Play:
        """Return a separate copy of the game.

        The same answers get the same dice, unless you give a seed for other dice and other players.
        """
        fork = Play(self.match.fork(), players_seed=self._seed if seed is None else seed)
        if seed is not None:
            fork.match.reseed(chain_from_seed(seed))
        return fork

    def save(self, path: str | Path) -> None:
        """Save the game to a file. Raises OSError."""
        save(self.match, path)

    def __repr__(self) -> str:
        setup, state = self.match.setup, self.state
        game = f"{setup.scenario.key}, seed {format_seed(setup.seed)}, turn {state.turn}"
        if self.asked is not None:
            return f"<Play of {game}: {self.asked!r}>"
        points = " : ".join(f"{score.victory:g}" for score in self.scores)
        result = "draw" if self.winner is None else f"side {self.winner} won"
        return f"<Play of {game}: over, {result}, Victory Points {points}>"


def new(
    scenario: NamedFile, fleets: Sequence[NamedFile] = (), seed: int | str | None = None, *,
    options: Mapping[str, str] | None = None, manual: bool = False, log: bool = True,
) -> Play:  # fmt: skip
    """Start a game of a scenario with 2 fleets, or with the scenario's own. Each is a name or a file.

    `seed` is a number, or a text as `simulate` prints it. By default it is random (128 bits). `options` are options of
    the rules. `manual` is for players who roll real dice. With `log=False` the game has no events.

    Raises:
        CardError: A file is wrong or missing. The message is one line with the file and a suggestion.
        Refused: The text isn't a seed.

    """
    number = random_seed() if seed is None else seed if isinstance(seed, int) else _seed(seed)
    return Play(Match(setup_of(scenario, fleets, number, options=options, manual=manual), log=log))


def _seed(text: str) -> int:
    try:
        return parse_seed(text)
    except ValueError as error:
        raise _refused(f"{error}, not '{text}'") from error


def load(path: str | Path, *, log: bool = True) -> Play:
    """Load a save and return its game at the moment when it was saved.

    Raises:
        SaveError: The message is one line with the file. If the rules give another game today, the error is
            `Diverged`, and `Play(error.match)` continues at the last position that agrees.

    """
    return Play(loading.load(path, log=log))
