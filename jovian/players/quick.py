"""A player that answers in a fraction of the time of the others: it plays games on that somebody only thinks of.

It shoots what promises most by expected shares that are worked out once, heads where it can shoot, keeps on the table,
and closes in, boards and lands where that counts; for the rest it answers as the ensign does, or by default.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from jovian.game import Answer, Decision, ListDecision, Model, State
from jovian.game.answers import (
    Activate,
    Attack,
    Declaration,
    Decline,
    Defend,
    End,
    Fly,
    Land,
    Launch,
    Move,
    Resolve,
    SecretPlan,
    Turn,
)
from jovian.players.ensign import choices
from jovian.players.evaluation.actions import VALUES, damage
from jovian.players.evaluation.fights import at_contact, payoff, weary
from jovian.players.evaluation.goals import NONE, Aims, contested, drawn, goals, havens, hunted
from jovian.players.evaluation.gunnery import expected_share, expected_value
from jovian.players.evaluation.moves import LEAST, CandidateMove, Step, leads_on
from jovian.players.evaluation.objectives import escape, first_attack_cost
from jovian.players.evaluation.places import (
    CLOSING,
    DOOM,
    EXPOSED,
    SEEN,
    SHIP_RANGE,
    SQUADRON_RANGE,
    UNDER_GUNS,
    enemies,
    enemies_within,
)
from jovian.players.evaluation.places import distance_between as places_apart
from jovian.rules.actions.generic import Board, Withdraw
from jovian.rules.actions.squadron import Bombing, Interception
from jovian.rules.basics.model import shared_fuel
from jovian.rules.close_combat.dogfight import Fight, close_mounts, secret_plan
from jovian.rules.close_combat.interception import INTERCEPTION, Reactions, Reply, may_intercept
from jovian.rules.damage.expected_damage import model_value as expected_damage_worth
from jovian.rules.menu.declarations import NONE as DECLARATIONS_NONE
from jovian.rules.menu.declarations import Declare, refuse_action
from jovian.rules.menu.next_order import NextOrder
from jovian.rules.placement.attached import flight_to
from jovian.rules.placement.move_limits import RemainingMovement, fixed_limits
from jovian.rules.rulebook.active_effects import weapon_type
from jovian.rules.rulebook.effect import ACTIVATION, AUTOFIRE, BOMBING, DOGFIGHT
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.scenario.tokens import Mine, Search
from jovian.rules.sequence.activation import ChooseModel, eligible
from jovian.rules.shots.formula import Assessment, assess, may_reach_long
from jovian.rules.shots.ratings import fire_control, fire_control_left
from jovian.rules.shots.shot import POINT_DEFENSE, link_group, weapon_of
from jovian.rules.squadrons import refuse_aboard
from jovian.table import TOLERANCE, Pose, arcs_of, distance, extends_off_table, main_arcs

# --- outline ---
# An activation in outline, as somebody proposes it: who, what is declared, which way, what is fired before it.


@dataclass(frozen=True, slots=True)
class Outline:
    """One activation; a quick player fills in what it leaves open."""

    model: str
    declaration: Declaration | None = None
    """None: as the quick player sees fit."""
    steps: tuple[Step, ...] | None = None
    """The answers of its way; None: as the quick player sees fit."""
    end: Pose | None = None
    """Where the way ends."""
    before: tuple[str, ...] | None = None
    """The guns that fire before it moves; None: as the quick player sees fit."""


# --- memory ---
# What quick players have worked out: expected shares of shots and fights, errands, goals.
#
# One memory serves all the games that are played on from one question, and none beyond it: so an answer depends on
# the question alone. A shot is remembered by who fires at whom, in which ranges and arcs, and how both are hurt;
# terrain between them is left out.

ANYWHERE = 999.0
"""Inches that a weapon reaches which may fire at Long Range."""


class Gunnery(NamedTuple):
    """An attack on one target from where it was looked at."""

    mounts: tuple[str, ...]
    share: float
    """The share of the target's worth that it is expected to take."""


class Lie:
    """How two models lie to each other, each part found when it is first asked for."""

    def __init__(self, model: Model, foe: Model) -> None:
        self._own, self._other = (model.base, model.pose), (foe.base, foe.pose)
        self._looks, self._shows = model.capital, foe.capital
        self.apart = model.pose.distance_to(foe.pose)
        """Inches from center to center."""

    @cached_property
    def inches(self) -> float:
        """Inches from base to base."""
        return distance(*self._own, *self._other)

    @cached_property
    def arcs(self) -> tuple[str, ...]:
        """The arcs of a ship in which the enemy lies, none of a squadron."""
        return arcs_of(*self._own, *self._other) if self._looks else ()

    @cached_property
    def sides(self) -> tuple[str, ...]:
        """The arcs of an enemy ship that are shown to it, none of a squadron."""
        return main_arcs(*self._other, *self._own) if self._shows else ()


class EvaluationCache:
    """What has been worked out while one question is thought about."""

    __slots__ = ("_aims", "_bare", "_errands", "_fires", "_hunted", "_lies", "_reaches", "contested", "fights")

    def __init__(self, state: State) -> None:
        self._bare = state.clone()
        self._bare.terrain = {}
        self._reaches: dict[tuple[object, ...], tuple[float, ...]] = {}
        self._fires: dict[tuple[object, ...], tuple[Gunnery, ...]] = {}
        self._aims: dict[str, Aims] = {}
        self._hunted: dict[int, dict[str, float]] = {}
        self._lies: dict[tuple[str, Pose, str, Pose], Lie] = {}
        self._errands: dict[tuple[object, ...], float] = {}
        self.fights: dict[tuple[object, ...], float] = {}
        """What close fights are worth."""
        self.contested = contested(state)

    def aims(self, state: State, model: Model) -> Aims:
        """What a model is after, found when it is first asked for."""
        if not self.contested:
            return NONE
        key = model.id
        if key not in self._aims:
            prey = self.prey(state, model.side)
            away, peace = escape(state, model), first_attack_cost(state, model.side)
            self._aims[key] = Aims(tuple(goals(state, model, prey)), prey, away, peace)
        return self._aims[key]

    def prey(self, state: State, side: int) -> dict[str, float]:
        """TV beyond their own that the enemies of a side are worth to it, by id."""
        if not self.contested:
            return {}
        if side not in self._hunted:
            self._hunted[side] = hunted(state, side)
        return self._hunted[side]

    def errand(self, state: State, model: Model, name: str) -> float:
        """TV of an action by the objectives, as it was when it was first asked for."""
        key = (model.id, name, state.turn, model.is_crippled, model.loads)
        found = self._errands.get(key)
        if found is None:
            found = self._errands[key] = VALUES[name](state, model)
        return found

    def lie(self, model: Model, foe: Model) -> Lie:
        """How a model and an enemy lie to each other."""
        key = (model.id, model.pose, foe.id, foe.pose)
        found = self._lies.get(key)
        if found is None:
            found = self._lies[key] = Lie(model, foe)
        return found

    def reaches(self, state: State, attacker: Model, target: Model) -> tuple[float, ...]:
        """The distances at which the attacks of one model on another change, the nearest first."""
        key = (
            attacker.id, target.id, attacker.damaged, attacker.marks.get("sensors"), tuple(attacker.states),
            tuple(target.states),
        )  # fmt: skip
        found = self._reaches.get(key)
        if found is None:
            found = self._reaches[key] = _reaches(state, attacker, target)
        return found

    def gunnery(
        self, state: State, attacker: Model, target: Model, steps: tuple[float, ...], lie: Lie
    ) -> tuple[Gunnery, ...]:
        """Every attack of a model on another from where it looks from, the best first; `steps` are its reaches."""
        zone, inches = 0, lie.inches
        for step in steps:
            if inches > step:
                zone += 1
        key = (
            attacker.id, target.id, zone, lie.arcs, lie.sides, attacker.damaged, attacker.marks.get("sensors"),
            target.marks.get("structure"), tuple(attacker.states), tuple(target.states), attacker.formation,
        )  # fmt: skip
        found = self._fires.get(key)
        if found is None:
            found = self._fires[key] = self._worked_out(state, attacker, target)
        return found

    def _worked_out(self, state: State, attacker: Model, target: Model) -> tuple[Gunnery, ...]:
        bare = self._bare
        bare.models, bare.activation = state.models, state.activation
        found: list[Gunnery] = []
        bearing: list[str] = []
        mounts: list[str] = list(close_mounts(bare, attacker))
        for ident in mounts:
            if _assessed(bare, attacker, (ident,), target, found):
                bearing.append(ident)
        for ident in bearing if len(bearing) > 1 else ():
            group = link_group(bare, attacker, ident, bearing, target)
            if len(group) > 1 and group[0] == min(group):
                _assessed(bare, attacker, tuple(group), target, found)
        if attacker.capital and not target.capital:
            _assessed(bare, attacker, (POINT_DEFENSE,), target, found)
        return tuple(sorted(found, key=lambda each: (-each.share, each.mounts)))


def _assessed(bare: State, attacker: Model, mounts: tuple[str, ...], target: Model, found: list[Gunnery]) -> bool:
    shot = assess(bare, attacker, mounts, target, ACTIVATION)
    if not isinstance(shot, Assessment):
        return False
    found.append(Gunnery(mounts, expected_share(bare, shot)))
    return True


def _reaches(state: State, attacker: Model, target: Model) -> tuple[float, ...]:
    found = {float(target.card.signature)} if attacker.card.mounts or attacker.capital else set()
    for mount in attacker.card.mounts:
        weapon = weapon_of(attacker, mount.id)
        if weapon is not None and mount.id not in attacker.damaged:
            far = may_reach_long(state, attacker, weapon)
            found.add(ANYWHERE if far else weapon_type(state, weapon).reach(state, attacker, weapon, target))
            if far:
                found.add(weapon_type(state, weapon).reach(state, attacker, weapon, target))
    return tuple(sorted(each + TOLERANCE for each in found if each > 0))


# --- aiming ---
# What a quick player shoots at: the best attacks from a pose, by remembered shares.

LITTLE = 0.05
"""TV below which a shot is not worth the trouble."""
WIDE = 5.0
"""Inches that two bases take of the distance of their centers at most."""


class Aim(NamedTuple):
    """An attack, and what it is worth in TV."""

    value: float
    answer: Attack | Defend
    mounts: tuple[str, ...]


class Sight(NamedTuple):
    """What a model has from a pose."""

    aims: list[Aim]
    """Its attacks, the best first."""
    nearest: float
    """Inches from center to center of the nearest enemy."""
    exposed: float
    """The share of its own TV that the arcs which it shows cost."""


def look(state: State, memory: EvaluationCache, model: Model, free: Collection[str], foes: list[Model]) -> Sight:
    """What a model could do with its free mounts from a pose, which need not be where it stands."""
    found: list[Aim] = []
    prey = memory.prey(state, model.side)
    defense, nearest, exposed = 0.0, 999.0, 0.0
    for foe in foes:
        lie = memory.lie(model, foe)
        nearest = min(nearest, lie.apart)
        steps = memory.reaches(state, model, foe)
        if lie.apart <= SEEN:
            arcs = lie.arcs
            flak = UNDER_GUNS if foe.capital and not arcs and lie.inches < model.card.signature else 0.0
            exposed += EXPOSED.get(arcs[0], 0.0) if arcs else flak
        if not steps or lie.apart >= steps[-1] + WIDE or lie.inches > steps[-1]:
            continue
        value = expected_damage_worth(foe) + prey.get(foe.id, 0.0)
        for mounts, share in memory.gunnery(state, model, foe, steps, lie):
            if mounts[0] == POINT_DEFENSE:
                defense += share * value
            elif all(each in free for each in mounts):
                found.append(Aim(share * value, Attack(mounts, foe.id), mounts))
    if defense > 0 and POINT_DEFENSE in free:
        found.append(Aim(defense, Defend(), (POINT_DEFENSE,)))
    found.sort(key=lambda each: -each.value)
    return Sight(found, nearest, exposed)


def total(aims: list[Aim], fire_control: int) -> float:
    """What the best of them are worth together, one for each Fire Control."""
    used: set[str] = set()
    found = 0.0
    for aim in aims:
        if fire_control < 1:
            break
        if not used.intersection(aim.mounts):
            used.update(aim.mounts)
            found += aim.value
            fire_control -= 1
    return found


# --- closing ---
# Close fights as a quick player sees them: both sides plan as the rules suggest, and that is worth so much.


def close_fight(
    state: State, memory: EvaluationCache, model: Model, foe: Model, window: str, there: bool = False
) -> float:
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


# --- reacting ---
# How a quick player reacts to a move: the first shot that comes up and harms, or a fight that it is good at.

GOOD = 0.5
"""TV that an interception must promise."""


def react(decision: Reactions, state: State, memory: EvaluationCache) -> Reply:
    """The first that is worth it where it comes up."""
    for chance in sorted(decision.chances, key=lambda each: (each.inches, each.rank)):
        shooter, mover = state.models[chance.ident], chance.target(state, state.models[decision.subject])
        if chance.rank == INTERCEPTION:
            if close_fight(state, memory, shooter, mover, DOGFIGHT, there=True) > GOOD:
                return chance.answer
            continue
        shot = assess(state, shooter, (chance.mount,), mover, AUTOFIRE)
        if isinstance(shot, Assessment) and expected_value(state, shot) > 0:
            return chance.answer
    return Decline()


# --- declaring ---
# What a quick player declares: a close fight that beats its shots, an errand, else nothing.

BOOST_INCHES = 3.0
MARGIN = 0.3
"""TV by which a close fight must beat shooting."""
NEAREST_TO_DECLARE = 2
"""How many enemies are weighed for a close fight."""
HOME = 8.0
"""Inches from every enemy beyond which a crippled ship leaves the battle."""
ERRANDS = (Withdraw.name, Search.name, Mine.name, Board.name)
"""What is declared where objectives make it worth something."""


def declaration(decision: Declare, state: State, memory: EvaluationCache) -> Declaration | None:
    """What the active model declares; None for the default."""
    model = decision.model
    if model.aboard or decision.must_bomb:
        return None
    errand = _errand(state, memory, model) if memory.contested else (0.0, DECLARATIONS_NONE)
    if model.capital:
        return _ship(state, model, errand)
    best = errand[0], Declaration(errand[1], 0)
    if not weary(model):
        foes = enemies(state, model)
        free = [mount.id for mount in model.card.mounts if mount.id not in model.damaged]
        stands = total(look(state, memory, model, free, foes).aims, fire_control(state, model))
        for worth, raid in _raids(decision, state, memory):
            if worth > best[0] + MARGIN + stands:
                best = worth, raid
    if best[0] > 0:
        return best[1]
    return Declaration(DECLARATIONS_NONE, _boost(decision, state))


def _ship(state: State, ship: Model, errand: tuple[float, str]) -> Declaration | None:
    """What a ship declares: an errand; one that is Crippled and by itself leaves."""
    if errand[0] > 0:
        return Declaration(errand[1], 0)
    foes = enemies(state, ship)
    alone = min((ship.pose.distance_to(foe.pose) for foe in foes), default=HOME) >= HOME
    if ship.is_crippled and alone and refuse_action(state, ship, Withdraw.name) is None:
        return Declaration(Withdraw.name, 0)
    return None


def _errand(state: State, memory: EvaluationCache, model: Model) -> tuple[float, str]:
    able = [name for name in ERRANDS if name in rulebook(state).actions and refuse_action(state, model, name) is None]
    return max(((memory.errand(state, model, name), name) for name in able), default=(0.0, DECLARATIONS_NONE))


def _raids(decision: Declare, state: State, memory: EvaluationCache) -> Iterator[tuple[float, Declaration]]:
    """The close fights that it could come to, with what they are worth."""
    model, most = decision.model, decision.most_boost
    speed, fuel = model.card.speed, shared_fuel(state, model)
    for inches, ship in enemies_within(state, model, speed + BOOST_INCHES * most, True)[:NEAREST_TO_DECLARE]:
        boost = _fuel_for(inches, speed)
        yield close_fight(state, memory, model, ship, BOMBING), Declaration(Bombing.name, boost)
    if may_intercept(state, model):
        for inches, other in enemies_within(state, model, speed + BOOST_INCHES * most, False)[:NEAREST_TO_DECLARE]:
            boost = _fuel_for(inches, speed)
            if boost < fuel:
                worth = close_fight(state, memory, model, other, DOGFIGHT)
                yield worth, Declaration(Interception.name, boost, other.id)


def _fuel_for(inches: float, speed: float) -> int:
    """Fuel to burn to come that far."""
    return max(0, int(-(-(inches - speed + 0.05) // BOOST_INCHES)))


def _boost(decision: Declare, state: State) -> int:
    """Fuel to burn where everybody is far away."""
    model = decision.model
    nearest = min((model.pose.distance_to(foe.pose) for foe in enemies(state, model)), default=0.0)
    far = nearest > model.card.speed + 10.0
    return max(0, min(decision.most_boost, model.unmarked("fuel") - 1)) if far else 0


# --- ends ---
# Where a quick player moves: the end of a few that promises most.

TURNS = (0, 45, -45)
"""Turns that are tried before and after a move."""
AWAY = (2.8, 5.5)
"""Inches from an enemy's center at which a squadron looks for a place."""
NEAREST_TO_MEET = 3
"""How many enemies are looked around."""
RIM = 0.7
"""Inches from the edges of the table that a flight keeps away."""
IN_THE_WAY = 8.0
"""TV that an end on another base is reckoned to cost."""


def best_way(
    menu: NextOrder, memory: EvaluationCache, free: list[str], fire_control: int
) -> tuple[float, tuple[Step, ...]]:
    """What the shots from the best end are worth, and the answers that lead there: none where it stays."""
    state, model, envelope = menu.state, menu.model, menu.envelope()
    foes = enemies(state, model)
    found = []
    for way in _runs(model, envelope) if envelope.capital else _flights(state, model, envelope, foes, memory):
        there = model.at(way.end)
        sight = look(state, memory, there, free, foes)
        found.append((*_value(state, memory, there, sight, fire_control), way))
    for _, shots, way in sorted(found, key=lambda each: -each[0]):
        steps = way.steps
        if not steps or (menu.judge(steps[0]) is None and leads_on(state, model, steps)):
            return shots, steps
    return 0.0, ()


def _value(state: State, memory: EvaluationCache, there: Model, sight: Sight, fire_control: int) -> tuple[float, float]:
    """What an end is worth, and the part of it that is shots."""
    shots = total(sight.aims, fire_control)
    aims = memory.aims(state, there)
    worth = shots - there.card.tv * sight.exposed + (drawn(aims.goals, there) if aims.goals else 0.0)
    if there.is_crippled:
        worth += min(sight.nearest, 12.0)
    elif sight.nearest < 900.0 and not aims.escape:
        worth -= CLOSING * abs(sight.nearest - (SHIP_RANGE if there.capital else SQUADRON_RANGE / 2))
    if _blocked(state, there):
        worth -= IN_THE_WAY
    if extends_off_table(there.base, there.pose, state.width, state.height) or (
        there.capital and _drifts_off(state, there)
    ):
        worth -= DOOM
    return worth, shots


def _blocked(state: State, there: Model) -> bool:
    """Does it stand on another model, as far as their inner circles tell?"""
    for other in state.models.values():
        if other.place == there.place and other.id != there.id and not (other.host and other.host == there.id):
            reach = other.base.inner + there.base.inner
            dx, dy = other.pose.x - there.pose.x, other.pose.y - there.pose.y
            if dx * dx + dy * dy < reach * reach:
                return True
    return False


def _drifts_off(state: State, ship: Model) -> bool:
    """Would its least move of the next turn carry it off the table, whichever way it turns?"""
    least, _, turns = fixed_limits(state, ship)
    if least <= 0:
        return False
    ways = TURNS if turns else (0,)
    return all(
        extends_off_table(ship.base, ship.pose.turned(angle).advanced(least), state.width, state.height)
        for angle in ways
    )


def _runs(ship: Model, envelope: RemainingMovement) -> Iterator[CandidateMove]:
    start, turns = ship.pose, envelope.turns if not envelope.needs_test else 0
    lengths = [envelope.least, envelope.forward] if envelope.forward > envelope.least else [envelope.forward]
    if envelope.least <= 0:
        yield CandidateMove((), start, [])
        lengths.append(envelope.forward / 2)
    for first in TURNS if turns and not envelope.turns_end_move else (0,):
        turned = start.turned(first)
        for inches in dict.fromkeys(round(each, 2) for each in lengths):
            moved = turned.advanced(inches)
            for last in TURNS if turns > (first != 0) else (0,):
                steps: tuple[Step, ...] = (
                    *((Turn(first),) if first else ()), *((Move(inches),) if inches > 0 else ()),
                    *((Turn(last),) if last else ()),
                )  # fmt: skip
                if steps:
                    yield CandidateMove(steps, moved.turned(last), [])


def _flights(
    state: State, squadron: Model, envelope: RemainingMovement, foes: list[Model], memory: EvaluationCache
) -> Iterator[CandidateMove]:
    start, reach = squadron.pose, envelope.forward
    yield CandidateMove((), start, [])
    if reach < 1.0:
        return
    for x, y in _places(state, squadron, reach, foes, memory):
        end = Pose(round(x, 2), round(y, 2), start.heading)
        inside = RIM < end.x < state.width - RIM and RIM < end.y < state.height - RIM
        if inside and start.distance_to(end) >= LEAST:
            yield CandidateMove((Fly(((end.x, end.y),)),), end, [])


def _places(
    state: State, squadron: Model, reach: float, foes: list[Model], memory: EvaluationCache
) -> Iterator[tuple[float, float]]:
    start = squadron.pose
    near = sorted((start.distance_to(foe.pose), foe.id, foe) for foe in foes)[:NEAREST_TO_MEET]
    for apart, _, foe in near:
        for inches in AWAY:
            step = min(apart - inches, reach - 0.02)
            if apart > 0 and step > 0:
                yield start.x + (foe.pose.x - start.x) / apart * step, start.y + (foe.pose.y - start.y) / apart * step
        behind = foe.pose.advanced(-AWAY[1]) if foe.capital else foe.pose
        if foe.capital and start.distance_to(behind) <= reach:
            yield behind.x, behind.y
    if near and near[0][0] < AWAY[1] + 4.0:
        apart, _, foe = near[0]
        step = min(6.0, reach - 0.02) / (apart or 1.0)
        yield start.x - (foe.pose.x - start.x) * step, start.y - (foe.pose.y - start.y) * step
    for goal in memory.aims(state, squadron).goals:
        inches = start.distance_to(Pose(goal.x, goal.y, 0)) or 1.0
        share = min(1.0, (reach - 0.05) / inches)
        yield start.x + share * (goal.x - start.x), start.y + share * (goal.y - start.y)


# --- ordering ---
# What a quick player orders: resolve what was declared, shoot now or after moving, end.

PATIENCE = 1.1
"""It shoots first unless moving first promises this much more."""


class Orders:
    """The orders of one activation: the rest of the way that it is on."""

    __slots__ = ("_before", "_end", "_memory", "_model", "_outline", "_steps", "_turn")

    def __init__(self, memory: EvaluationCache) -> None:
        self._memory = memory
        self._model = ""
        self._turn = -1
        self._steps: tuple[Step, ...] | None = None
        self._before: tuple[str, ...] = ()
        self._end: Pose | None = None
        self._outline: Outline | None = None

    def follow(self, outline: Outline) -> None:
        """Let the model of an outline go its way."""
        self._outline = outline

    def _begin(self, menu: NextOrder) -> None:
        """Another activation: by the outline, or as it comes."""
        self._model, self._turn, self._steps, self._before, self._end = menu.subject, menu.state.turn, None, (), None
        outline = self._outline
        if outline is not None and outline.model == menu.subject:
            self._steps, self._before, self._outline = outline.steps, outline.before or (), None
            self._end = outline.end if outline.before is None else None

    def next(self, menu: NextOrder) -> Answer | None:
        """The next order, None for the default."""
        if (self._model, self._turn) != (menu.subject, menu.state.turn):
            self._begin(menu)
        model = menu.model
        if model.aboard:
            return _out(menu)
        if (special := _resolved(menu) or _closing(menu)) is not None:
            return special
        return self._fire_or_move(menu)

    def _fire_or_move(self, menu: NextOrder) -> Answer | None:
        state, model, memory = menu.state, menu.model, self._memory
        left, free = fire_control_left(state, model), menu.free_mounts()
        if POINT_DEFENSE not in menu.act.used:
            free.append(POINT_DEFENSE)
        here: list[Aim] = []
        if left > 0 and menu.leaving() is None:
            here = look(state, memory, model, free, enemies(state, model)).aims
        worth = total(here, left) - (first_attack_cost(state, model.side) if memory.contested else 0.0)
        fires = worth > LITTLE
        if self._steps is None:
            shots, steps = best_way(menu, memory, free, left)
            if fires and (not steps or worth * PATIENCE >= shots) and (shot := _shot(menu, here)) is not None:
                return shot
            self._steps = steps
        elif self._end is not None and self._steps:
            there = look(state, memory, model.at(self._end), free, enemies(state, model)).aims
            if fires and worth * PATIENCE >= total(there, left) and (shot := _shot(menu, here)) is not None:
                return shot
            self._end = None
        if self._before and (shot := self._early(menu, here)) is not None:
            return shot
        return self._step(menu) or (_shot(menu, here) if fires else None)

    def _early(self, menu: NextOrder, aims: list[Aim]) -> Answer | None:
        """The best attack with the guns that fire before the move."""
        able = [aim for aim in aims if all(mount in self._before for mount in aim.mounts)]
        shot = _shot(menu, able)
        if not isinstance(shot, Attack):
            self._before = ()
            return None
        self._before = tuple(each for each in self._before if each not in shot.mounts)
        return shot

    def _step(self, menu: NextOrder) -> Answer | None:
        """The next step of its way, as long as that is allowed."""
        if not self._steps:
            return None
        step, self._steps = self._steps[0], self._steps[1:]
        if menu.judge(step) is None:
            return step
        self._steps = ()
        return None


def _shot(menu: NextOrder, aims: list[Aim]) -> Answer | None:
    """The best of the attacks that may be made."""
    return next((aim.answer for aim in aims if aim.value > 0 and menu.judge(aim.answer) is None), None)


def _resolved(menu: NextOrder) -> Answer | None:
    """Carry out the declared action where that may be done."""
    act = menu.act
    if not act.action or act.resolved or rulebook(menu.state).actions[act.action].at_once:
        return None
    return Resolve() if menu.judge(Resolve()) is None else None


def _closing(menu: NextOrder) -> Answer | None:
    """A squadron flies to what its action wants it in contact with; one that is weary, or carries something, home."""
    state, model, act = menu.state, menu.model, menu.act
    if model.capital or act.landed:
        return None
    if action := menu.still_to_do():
        wanted = rulebook(state).actions[action].closes_with(state, model)
        if act.target in wanted:
            return _fly_to(menu, [act.target])
        near = sorted((places_apart(model, state.models[ident]), ident) for ident in wanted if ident in state.models)
        return _fly_to(menu, [ident for _, ident in near[:NEAREST_TO_DECLARE]])
    if not (weary(model) or model.loads):
        return None
    wanted = [ship.id for ship, _ in havens(state, model)] if model.loads else _homes(menu)
    for ident in wanted:
        if menu.judge(Land(ident)) is None:
            return Land(ident)
    return _fly_to(menu, wanted[:NEAREST_TO_DECLARE])


def _homes(menu: NextOrder) -> list[str]:
    """Ships that have room for it, the nearest first."""
    state, model = menu.state, menu.model
    ships = [each for each in state.on_table() if each.capital and each.side == model.side and not each.is_crippled]
    able = [(places_apart(model, each), each.id) for each in ships if refuse_aboard(state, model, each) is None]
    return [ident for _, ident in sorted(able)]


def _fly_to(menu: NextOrder, idents: list[str]) -> Answer | None:
    forward = menu.envelope().forward
    for ident in idents if forward > 0 else ():
        pose = flight_to(menu.state, menu.model, ident, forward)
        if pose is not None:
            return Fly(((pose.x + 0.0, pose.y + 0.0),))
    return None


def _out(menu: NextOrder) -> Answer | None:
    """Leave the ship, as near to an enemy as it may be, with the most in formation; a weary one stays."""
    state, model = menu.state, menu.model
    if weary(model) and menu.judge(End()) is None:
        return End()
    found = [option.answer for option in menu.options_of(Launch)]
    foes = enemies(state, model)

    def near(launch: Launch) -> tuple[float, int]:
        return -min((launch.pose.distance_to(foe.pose) for foe in foes), default=0.0), len(launch.partners)

    return max(found, key=near, default=None)


# --- quick ---
# The quick player itself: which of its habits answers which question.

GONE = 1000.0
"""The urgency of a Crippled ship, which is to get away."""


class Quick:
    """Answers for both sides of a game that is only thought of, from its state; one for each such game."""

    def __init__(self, memory: EvaluationCache) -> None:
        self._memory = memory
        self._orders = Orders(memory)
        self._outline: Outline | None = None

    def follow(self, outline: Outline) -> None:
        """Let the next activation be this one, as far as that is allowed."""
        self._outline = outline
        self._orders.follow(outline)

    def choose(self, decision: Decision, state: State) -> Answer:
        """Its answer; the default if it has none that is legal."""
        answer = self._by_habit(decision, state)
        if answer is not None and decision.judge(answer) is None:
            return answer
        return decision.default()

    def _by_habit(self, decision: Decision, state: State) -> Answer | None:
        match decision:
            case ChooseModel():
                return self._proposed(decision) or self._most_urgent(decision, state)
            case Declare():
                return self._proposed(decision) or declaration(decision, state, self._memory)
            case NextOrder():
                return self._orders.next(decision)
            case Reactions():
                return react(decision, state, self._memory)
            case ListDecision(kind="rating" | "mass" | "critical"):
                return damage(decision, state) or choices.pick(decision, state)
            case ListDecision():
                return choices.pick(decision, state)
        return None

    def _proposed(self, decision: ChooseModel | Declare) -> Answer | None:
        """What the outline says, once to each of the two questions."""
        outline = self._outline
        if outline is None:
            return None
        if isinstance(decision, ChooseModel):
            return Activate(outline.model)
        self._outline = None
        wanted = outline.declaration if decision.subject == outline.model else None
        return wanted if wanted is not None and decision.judge(wanted) is None else None

    def _most_urgent(self, decision: ChooseModel, state: State) -> Activate:
        """Whoever has the best shots from where it stands; those that are Crippled first."""
        best, found = -1.0, ""
        for model in eligible(state, decision.side):
            worth = GONE if model.is_crippled else 0.0
            if model.on_table and not model.is_crippled:
                free = [mount.id for mount in model.card.mounts if mount.id not in model.damaged]
                sight = look(state, self._memory, model, free, enemies(state, model))
                worth = total(sight.aims, fire_control(state, model))
            if worth > best:
                best, found = worth, model.id
        return Activate(found)
