"""What programs are offered: bots, notebooks, tests and the commands. All of it is told in `jovian` itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from math import atan2, degrees, prod
from pathlib import Path
from typing import Any

from jovian.cards import CardError, FleetList, ScenarioCard, UnitCard, load_fleet, load_scenario, unit_cards
from jovian.cards.building import read_file
from jovian.cards.files import FLEET, SCENARIO, Path_, suggest_names
from jovian.cards.load import card_file
from jovian.dice import Result, chain_from_seed, format_seed, parse_seed, random_seed
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
from jovian.game import answers as given
from jovian.game.answers import Reroll, heading, length
from jovian.match import Match, Refused
from jovian.match import saves as loading
from jovian.match.entries import Faults, NoPlayer
from jovian.match.play_loop import Chooser, play, step
from jovian.match.saves import save
from jovian.players import make_player, seat_seed
from jovian.players.evaluation.gunnery import ScoredAttack, possible_attacks
from jovian.rules.actions.ship import DamageControl
from jovian.rules.basics.formation import formation_members
from jovian.rules.basics.rolls import Outcomes, SkillStake
from jovian.rules.damage.damage import DamageContext, forecast_damage, outlook_words, spent, stake_of
from jovian.rules.damage.expected_damage import ALL, Table, structure_hits, table_for
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
from jovian.rules.shots.shot import used_up, weapon_of
from jovian.table import Pose, distance

# --- finding ---
# Whom and where a program means: models by id or name, sides, poses. What is not there is refused, with what is.

Named = Model | str
"""A model, or its id, or its name where only one is called so."""
SIDES = (0, 1)


def found(state: State, named: Named) -> Model:
    """The model that is meant, as it is in a state. Raises Refused."""
    word = named.id if isinstance(named, Model) else named
    if word in state.models:
        return state.models[word]
    called = [model for model in state.models.values() if model.name.lower() == str(word).lower()]
    if len(called) == 1:
        return called[0]
    if called:
        raise refused(f"{len(called)} models are called '{word}': name one by its id, {_ids(called)}")
    names = dict.fromkeys(model.name for model in state.models.values())
    raise refused(f"There is no model '{word}'{suggest_names(word, names)}")


def _ids(models: list[Model]) -> str:
    return ", ".join(f"{model.id} (side {model.side}, {model.place})" for model in models)


def side_of(side: Any) -> int:
    """A side, 0 or 1. Raises Refused."""
    if type(side) is not int or side not in SIDES:
        raise refused(f"There is no side {side!r}, only 0 and 1.")
    return side


def pose_of(x: Any, y: Any, degrees: Any) -> Pose:
    """A pose of a point in inches and a heading in whole degrees. Raises Refused."""
    try:
        return Pose(length(x), length(y), heading(degrees))
    except MalformedAnswerError as error:
        raise refused(f"({x!r}, {y!r}) heading {degrees!r} is no pose: {error}.") from error


def refused(reason: str) -> Refused:
    """A `Refused` for this reason, to be raised."""
    return Refused(Refusal(reason))


# --- starting ---
# What a game starts from, by the names or the files of its scenario and fleets; what cannot be played is refused.

NamedFile = str | Path
"""A file, or the stem of one on the shelves, such as `introductory` or `jovian-250`."""


def setup_of(
    scenario: NamedFile, fleets: Sequence[NamedFile] = (), seed: int = 0, *,
    options: Mapping[str, str] | None = None, manual: bool = False,
) -> Setup:  # fmt: skip
    """The set-up of a scenario with the two fleets named, else its own. Raises CardError."""
    for fault in option_faults(options or {}):
        raise CardError("options", None, fault)
    path = card_file(scenario, SCENARIO)
    card = load_scenario(path)
    refuse_scenario(path, card, unit_cards())
    return Setup(card, _chosen_fleets(card, str(scenario), fleets), unit_cards(), seed, dict(options or {}), manual)


def refuse_scenario(path: Path, card: ScenarioCard, cards: Mapping[str, UnitCard]) -> None:
    """Raise CardError for a scenario that cannot be played as it stands, with each reason and its line."""
    lines: dict[str, tuple[str, int]] = {piece.id: ("terrain", number) for number, piece in enumerate(card.terrain)}
    lines |= {model.id: ("models", number) for number, model in enumerate(card.models)}
    wrong: list[tuple[Path_, str]] = [
        ((*lines[flaw.model], flaw.key), _reason(flaw.refusal)) for flaw in scenario_flaws(card, cards)
    ]
    for index, stem in enumerate(card.fleets):
        if found := fleet_violations(load_fleet(stem, cards), cards):
            wrong.append((("fleets", index), f"{stem}: {'; '.join(map(_reason, found))}"))
    if wrong:
        document = read_file(path)
        document.faults += [document.error(*each) for each in wrong]
        document.settle()


def refuse_fleet(path: Path, fleet: FleetList, cards: Mapping[str, UnitCard]) -> None:
    """Raise CardError for a fleet that breaks the rules of construction, with every reason."""
    found = fleet_violations(fleet, cards)
    if found:
        raise read_file(path).error(("units",), "; ".join(map(_reason, found)))


def _reason(refusal: Refusal) -> str:
    return f"{refusal.reason} [{refusal.cited}]"


def _chosen_fleets(card: ScenarioCard, where: str, fleets: Sequence[NamedFile]) -> tuple[FleetList, ...]:
    """The two fleets that play: those named, else the scenario's own; none if it places its models."""
    named = (fleets,) if isinstance(fleets, str) else tuple(fleets)
    if card.models:
        if named:
            raise CardError(where, None, "this scenario places its own models and takes no fleets")
        return ()
    if named and len(named) != 2:
        raise CardError(where, None, f"this scenario needs two fleets, not {len(named)}")
    return tuple(map(_legal, named or card.fleets))


def _legal(stem: NamedFile) -> FleetList:
    path = card_file(stem, FLEET)
    fleet = load_fleet(path)
    refuse_fleet(path, fleet, unit_cards())
    return fleet


# --- attacks ---
# The attacks that a model could make, with their exact odds: what the computer players weigh and the dice follow.

ARC_OFFSETS = {"fore": 0, "spinal": 0, "turret": 0, "starboard": 90, "aft": 180, "port": 270}
"""Degrees from the heading of a model to the middle of each arc."""
TURN_STEP = 5
"""Degrees to which a turn that would help is told."""
INCH_STEP = 0.5
"""Inches to which a distance that would help is told."""


@dataclass(frozen=True, slots=True, repr=False)
class Attack:
    """An attack that a model could make."""

    answer: given.Attack | given.Defend
    """The answer that makes it, once the next order is asked."""
    worth: float
    """Threat Value that it is expected to take from enemies, less what it would do to friends on its line."""
    shots: tuple[Assessment, ...]
    """The shot that it is, or every shot of a Point Defense: `range`, `roll` (pool and parts) and `odds()` of each."""
    words: str
    """Weapon, targets and odds in a line."""

    @property
    def choice(self) -> Choice:
        """The same as it is written: a JSON list, a fresh one each time."""
        return self.answer.to_json()

    @property
    def targets(self) -> tuple[str, ...]:
        """The ids of whom it is aimed at."""
        return tuple(shot.target for shot in self.shots)

    @property
    def chance(self) -> float:
        """How likely at least one of its shots has any result, 0 to 1."""
        return 1.0 - prod(1.0 - shot.odds().success for shot in self.shots)

    def __repr__(self) -> str:
        return f"<{self.words} ({self.worth:.1f} TV)>"


def attacks(state: State, model: Named, at: Pose | None = None) -> tuple[Attack, ...]:
    """Every attack that a model could make in its activation, best first, from where it stands or another pose.

    Each unused weapon by itself and with all that link to it, and Point Defense; none for who is not on the table or
    has no Fire Control left. `state` may be a view. Raises Refused for a model that is not there, or no pose.
    """
    shooter = found(state, model)
    if at is not None:
        shooter = shooter.at(pose_of(*at))
    if not shooter.on_table or off_table(state, shooter):
        return ()
    act = state.activation
    used = act.used if act is not None and act.model == shooter.id else ()
    mounts = [mount.id for mount in shooter.card.mounts if mount.id not in shooter.damaged]
    free = [ident for ident in mounts if not used or not used_up(state, shooter, ident)]
    return tuple(_attack(state, fire) for fire in possible_attacks(state, shooter, free, used))


def _attack(state: State, fire: ScoredAttack) -> Attack:
    told = "; ".join(_aimed(state.models[shot.target], shot, shot_words(state, shot)) for shot in fire.shots)
    return Attack(fire.answer, fire.value, fire.shots, told)


def _aimed(target: Model, shot: Assessment, words: str) -> str:
    linked = f" x{len(shot.mounts)}" if len(shot.mounts) > 1 else ""
    return f"{shot.weapon}{linked} at {target.name}: {words}"


def shot_words(state: State, shot: Assessment) -> str:
    """A shot in a line of words: how likely it does anything, and the damage to be expected."""
    if shot.jammed:
        return f"jammed by {shot.jammed}: it fails"
    first = f"found {shot.seeking.odds().success:.0%}, " if shot.seeking is not None else ""
    return f"{first}{shot.odds().success:.0%} to hit: {expected_words(state, shot)}"


def expected_words(state: State, shot: Assessment) -> str:
    """The expected and most likely damage of a shot, "" if its target cannot be harmed."""
    return outlook_words(forecast_damage(state, stake_of(shot), shot.odds())) if shot.target in state.models else ""


def remedy_words(state: State, model: Model, mount: str, target: Model) -> str:
    """Return what would let a weapon fire at a target that it cannot fire at; "" if no repair, turn, or move would."""
    act = state.activation
    if act is not None and act.model == model.id:
        if fire_control_left(state, model) < 1:
            return "It has Fire Control again in its next activation."
        if used_up(state, model, mount):
            return "It can fire again in the next activation."
    if mount in model.damaged:
        repairs = model.capital and DamageControl.name in rulebook(state).actions
        return "Damage Control can repair it." if repairs else ""
    return _approach_words(state, model, mount, target)


def _approach_words(state: State, model: Model, mount: str, target: Model) -> str:
    """Return the shortest approach, and the smallest turn from there, after which a weapon can fire at a target."""

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
    words = " and ".join(part for part in (move, turn) if part)
    return f"{words[:1].upper()}{words[1:]}." if words else ""


def _nearer(pose: Pose, goal: Pose, inches: float) -> Pose:
    """Return a pose so many inches nearer to a goal, with the same heading."""
    far = pose.distance_to(goal)
    share = min(1.0, inches / far) if far else 0.0
    return pose.moved((goal.x - pose.x) * share, (goal.y - pose.y) * share).rounded()


def _facing(pose: Pose, model: Model, mount: str, target: Model) -> Iterator[Pose]:
    """Yield the pose turned so that the middle of each arc of the weapon points at the target."""
    weapon = weapon_of(model, mount)
    bearing = round(degrees(atan2(target.pose.x - pose.x, target.pose.y - pose.y)))
    for arc in weapon.arcs if weapon is not None else ():
        yield Pose(pose.x, pose.y, (bearing - ARC_OFFSETS[arc]) % 360)


def _turns(pose: Pose) -> Iterator[tuple[Pose, str]]:
    """Yield the pose turned by ever more, right and left, with the words for each turn."""
    for angle in range(TURN_STEP, 181, TURN_STEP):
        yield pose.turned(angle), f"turn right {angle}°"
        yield pose.turned(-angle), f"turn left {angle}°"


# --- what if ---
# What if a model stood elsewhere: asked of a copy, so that nothing of the game changes.


class WhatIf:
    """A model that stands elsewhere, and what would be so then."""

    __slots__ = ("model", "state")

    def __init__(self, state: State, model: Model) -> None:
        self.state = state
        """A state of its own in which the model stands there; whatever a state is asked may be asked of it."""
        self.model = model
        """The model of that state."""

    @property
    def pose(self) -> Pose:
        """Where it stands: inches, and whole degrees."""
        return self.model.pose

    @property
    def attacks(self) -> tuple[Attack, ...]:
        """Every attack that it could make from there, best first."""
        return attacks(self.state, self.model)

    @property
    def threats(self) -> tuple[Attack, ...]:
        """Every attack that enemies could make at it from where they stand, were they active, worst for it first."""
        aimed = [
            attack
            for enemy in self.state.on_table() if enemy.side != self.model.side
            for attack in attacks(self.state, enemy) if self.model.id in attack.targets
        ]  # fmt: skip
        return tuple(sorted(aimed, key=lambda attack: -attack.worth))

    @property
    def touches(self) -> tuple[str, ...]:
        """The names of bases and terrain that it would touch: a move may not end so without cause."""
        return tuple(names(self.state, ids_in_contact(self.state, self.model)))

    @property
    def off_table(self) -> bool:
        """Would it stand partly off the table?"""
        return off_table(self.state, self.model)

    def __repr__(self) -> str:
        x, y, heading = self.pose
        best = self.attacks[:1]
        told = f"best attack {best[0]!r}" if best else "no attack"
        where = ", partly off the table" if self.off_table else ""
        touched = f", touching {', '.join(self.touches)}" if self.touches else ""
        threats = f"{len(self.threats)} threats"
        return f'<{self.model.name} at ({x:g}", {y:g}") heading {heading}{where}{touched}: {told}; {threats}>'


def what_if(state: State, model: Named, x: float, y: float, heading: int | None = None) -> WhatIf:
    """A model as if it stood at a point (inches), its heading (whole degrees) the same where none is given.

    Its formation comes along; whoever else is about stays, and so does all that is marked on its card. Whether a move
    leads there is what the preview of a menu says. Raises Refused for who is out of play or not there, or no pose.
    """
    there = state.clone()
    model = found(there, model)
    if model.place not in (TABLE, RESERVE, EMBARKED):
        raise refused(f"{model.name} is {model.place}: it no longer stands anywhere.")
    pose = pose_of(x, y, model.pose.heading if heading is None else heading)
    for each in formation_members(there, model.at(pose)):
        there.models[each.id].pose = each.pose
    if model.place != TABLE:
        model.place, model.host = TABLE, ""
    return WhatIf(there, model)


# --- obvious ---
# Answers that need no asking: one option is at least as good as every other, in every respect, for who decides.
#
# Only exact cases count. A result counts as at least as good if it does all that the other does to the enemy, set by
# set, and nothing that could turn against the roller, such as an explosion of a ship that only it would cripple.

KINDS = ("flex", "reroll")
"""The kinds of questions that may need no asking."""


def obvious_answer(view: State, decision: Decision) -> Answer | None:
    """Return the answer that is at least as good as every other one for the deciding side; None to ask.

    Never for a secret choice, nor with real dice, whose players see their own faces.
    """
    if not isinstance(decision, ListDecision) or decision.kind not in KINDS or decision.secret or decision.sealed:
        return None
    ends: Any = decision.stake
    if view.manual or not isinstance(ends, Outcomes):
        return None
    for index, option in enumerate(decision.listed):
        others = (result for number, result in enumerate(ends.results) if number != index)
        if all(_is_as_good(view, decision.side, ends, ends.results[index], other) for other in others):
            answer: Answer = option.answer
            return answer
    return None


def obvious_words(decision: Decision, answer: Answer) -> str:
    """Return what the log says of an answer that was given without asking."""
    label = next((option.label for option in islice(decision.options(), 100) if option.answer == answer), "")
    what = "rolled again" if isinstance(answer, Reroll) else f"kept {label}" if label else "kept"
    return f"Not asked, {what}: no other choice is better in any respect."


def _is_as_good(view: State, side: int, ends: Outcomes, one: Result | None, other: Result | None) -> bool:
    """Return whether a result is at least as good for its roller as another one; None stands for another roll."""
    if other is None:
        return False
    if one is None:  # another roll costs nothing, and cannot be worse than no result
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
    """Return whether a result does to its target all that another one does, whatever the target's side answers."""
    target = view.models[stake.target]
    table = table_for(view, target, stake.table, stake.redundant, stake.nature)
    if not target.capital:
        return _harms_squadron_as_much(view, stake, table, one, other)
    if stake.opposed or stake.swarm or not _includes(one, other):
        return False
    if table.structure(one) == table.structure(other):
        return not spent(target)
    return not spent(target) and table.structure(one) < structure_hits(target, stake.redundant)


def _harms_squadron_as_much(view: State, stake: DamageContext, table: Table, one: Result, other: Result) -> bool:
    """Return the same for a squadron, which only loses Structure."""
    if stake.opposed:
        plain = not (table.shielded or table.blunted or table.fatal or table.heavier or stake.swarm)
        return plain and one.total >= other.total
    first, second = (table.structure(each.swarmed() if stake.swarm else each) for each in (one, other))
    if len(formation_members(view, view.models[stake.target])) > 1 and max(first, second) >= ALL:
        return False  # a whole member lost, or damage that its owner shares out: neither includes the other
    return first >= second and (bool(one) or not other)


def _includes(one: Result, other: Result) -> bool:
    """Return whether a result has every set of another one, at the same magnitude."""
    return all(not steps or steps == more for more, steps in zip(one.steps, other.steps, strict=True))


def _first_best(result: Result) -> tuple[int, int]:
    """Return the value and the magnitude of the set by which a test is judged."""
    return next(((value, steps) for value, steps in result.sets if steps == result.best), (0, 0))


# --- play ---
# A game for a program: started or loaded, looked at, asked what if, answered, forked, saved.
#
# A `Play` is for whoever runs the game: it sees everything. Where one side's knowledge matters, its methods take a
# side; a player of that side is given no `Play`, but the question and the side's view.


class Play:
    """One game at one moment. `match` is what drives it, for all that is not offered here."""

    def __init__(self, match: Match, *, players_seed: int | None = None) -> None:
        self.match = match
        self._seed = match.setup.seed if players_seed is None else players_seed
        self._seats: dict[tuple[str, int], Chooser] = {}

    # --- looking ---
    @property
    def asked(self) -> Decision | None:
        """The pending question, None when the game is over: `side`, `kind`, `title`, `options()`, `default()`, ...

        It is valid until it is answered.
        """
        return self.match.decision

    @property
    def state(self) -> State:
        """All that is so, also what a side does not know: to look at, never to change."""
        return self.match.state

    @property
    def over(self) -> bool:
        """Has the game ended?"""
        return self.match.over

    @property
    def winner(self) -> int | None:
        """The side that has won; None for a draw, and before the end."""
        return self.state.winner

    @property
    def scores(self) -> tuple[Score, Score]:
        """The points of side 0 and of side 1."""
        return self.state.scores

    def view(self, side: int) -> State:
        """The state as a side may know it: what its player is given along with the question. Raises Refused."""
        return self.match.view(side_of(side))

    def models(self, side: int | None = None) -> list[Model]:
        """The models that a side controls, or all of them, in play or not. Raises Refused."""
        return list(self.state.models.values()) if side is None else self.state.side_models(side_of(side))

    def model(self, named: Named) -> Model:
        """The model of an id, or of a name that only one has. Raises Refused with the nearest name."""
        return found(self.state, named)

    def log(self, since: int = 0, side: int | None = None) -> list[LogEntry]:
        """What has happened, from event number `since` on; of a side only what it may know. Raises Refused.

        What a side knows has numbers of its own, without gaps.

        Each entry has its `event`, a value of `jovian.game.events`. docs/events.md lists their types and fields.
        """
        entries = self.match.events.seen_by(None if side is None else side_of(side))
        return [entry for entry in entries if entry.n >= since]

    def events(self, since: int = 0, side: int | None = None) -> list[dict[str, Any]]:
        """The same as dicts, as they stand in the lines of a log file. Raises Refused."""
        return [entry.to_json() for entry in self.log(since, side)]

    # --- what may be done ---
    def may_do(self, model: Named) -> tuple[Option[Answer], ...]:
        """What the pending question lets a model do, as far as that can be listed; () if it is not about the model.

        Where a model may move is no list: see `reach` and `preview`. Raises Refused for a model that is not there.
        """
        asked, who = self.asked, self.model(model)
        if asked is None or asked.side != who.side:
            return ()
        options = asked.options()
        return tuple(options if asked.subject == who.id else (each for each in options if who.id in each.choice))

    @property
    def reach(self) -> RemainingMovement | None:
        """How far the active model may still move and turn, None while no menu is asked."""
        return self.asked.envelope() if isinstance(self.asked, NextOrder) else None

    def preview(self, choice: Answer | Choice) -> Preview:
        """Where a move would lead, what it would touch on the way, and why it is refused, if it is.

        Raises Refused while no menu is asked.
        """
        if not isinstance(self.asked, NextOrder):
            raise refused("Only what a menu is answered with has a preview.")
        return self.asked.preview(choice)

    def attacks(self, model: Named, at: Pose | None = None, *, side: int | None = None) -> tuple[Attack, ...]:
        """Every attack that a model could make in its activation, best first, from where it stands or another pose.

        With a side: as that side knows it. Raises Refused for a model or a side that is not there, or no pose.
        """
        return attacks(self._known(side), model, at)

    def what_if(
        self, model: Named, x: float, y: float, heading: int | None = None, *, side: int | None = None
    ) -> WhatIf:
        """A model as if it stood at a point (inches; heading in whole degrees, the same if none is given).

        With a side: as that side knows it. Raises Refused for a model or a side that is not there, or no pose.
        """
        return what_if(self._known(side), model, x, y, heading)

    def _known(self, side: int | None) -> State:
        return self.state if side is None else self.view(side)

    # --- answering ---
    def answer(self, choice: Answer | Choice | Option[Answer] | Attack) -> None:
        """Answer the pending question: an answer, its JSON list, an option of the question, or an attack.

        Raises Refused, with the reason; RulesError if a rule failed. The game is as before then.
        """
        self.match.answer(choice.answer if isinstance(choice, Option | Attack) else choice)

    def let(self, player: str | Chooser) -> Choice:
        """Let a player answer the pending question, knowing only its side's view; its answer as it is recorded.

        By name (`random`, `ensign`, `path/bot.py:Name`) it is the game's own of that name and side, seeded as
        `simulate` does; or anything with `choose(decision, view)`. Raises Refused for an unknown name or a game that is
        over, IllegalAnswer.
        """
        if self.asked is None:
            raise refused("The game is over.")
        return step(self.match, self._seat(player, self.asked.side))

    def play_out(
        self, first: str | Chooser, second: str | Chooser, answered: Callable[[], object] | None = None,
        *, remarks: bool = False, faults: Faults | None = None,
    ) -> None:  # fmt: skip
        """Let two players answer until the game is over; `answered` is called after each answer.

        `remarks` has the game tell why they answered so, of players that say it (`reason`). With `faults`, which notes
        them, one that fails or answers what is not allowed loses nothing but that choice.

        Raises Refused for an unknown name, IllegalAnswer without `faults`, RulesError.
        """
        play(self.match, (self._seat(first, 0), self._seat(second, 1)), answered, remarks=remarks, faults=faults)

    def _seat(self, player: str | Chooser, side: int) -> Chooser:
        if not isinstance(player, str):
            return player
        if (player, side) not in self._seats:
            try:
                self._seats[player, side] = make_player(player, seat_seed(self._seed, side))
            except NoPlayer as error:
                raise refused(str(error).replace("there is no player", "There is no player", 1)) from error
        return self._seats[player, side]

    # --- keeping ---
    def fork(self, seed: int | None = None) -> Play:
        """A game of its own that stands where this one stands; what is done there changes nothing here.

        The same answers meet the same dice there, unless a seed for other dice, and for its players, is given.
        """
        twin = Play(self.match.fork(), players_seed=self._seed if seed is None else seed)
        if seed is not None:
            twin.match.reseed(chain_from_seed(seed))
        return twin

    def save(self, path: str | Path) -> None:
        """Write the game to a file, all of it or none. Raises OSError."""
        save(self.match, path)

    def __repr__(self) -> str:
        setup, state = self.match.setup, self.state
        game = f"{setup.scenario.key}, seed {format_seed(setup.seed)}, turn {state.turn}"
        if self.asked is not None:
            return f"<Play of {game}: {self.asked!r}>"
        points = " : ".join(f"{score.victory:g}" for score in self.scores)
        won = "drawn" if self.winner is None else f"side {self.winner} has won"
        return f"<Play of {game}: over, {won}, victory points {points}>"


def new(
    scenario: NamedFile, fleets: Sequence[NamedFile] = (), seed: int | str | None = None, *,
    options: Mapping[str, str] | None = None, manual: bool = False, log: bool = True,
) -> Play:  # fmt: skip
    """A new game of a scenario with two fleets, else the scenario's own; each by its name or its file.

    `seed` is a number, or a text as `simulate` tells it; without one, 128 random bits are drawn. `options` are those of
    the edition; `manual` is for players who roll real dice; without `log` no events are told. Raises CardError, one
    line that names the file and what is wrong, or the nearest name; Refused for a text that is no seed.
    """
    number = random_seed() if seed is None else seed if isinstance(seed, int) else _seed(seed)
    return Play(Match(setup_of(scenario, fleets, number, options=options, manual=manual), log=log))


def _seed(text: str) -> int:
    try:
        return parse_seed(text)
    except ValueError as error:
        raise refused(f"{error}, not '{text}'") from error


def load(path: str | Path, *, log: bool = True) -> Play:
    """The game of a save, played again to where it stood.

    Raises SaveError, one line that names the file. One that goes another way now is `Diverged`, whose `match` is the
    game up to there: `Play(error.match)` plays on.
    """
    return Play(loading.load(path, log=log))
