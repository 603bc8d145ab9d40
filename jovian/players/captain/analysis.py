"""The field as a captain sees it, and what it is worth."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from jovian.game import Model, State
from jovian.players.captain.boarding import Captures, prizes, unguarded
from jovian.players.evaluation.actions import bounty
from jovian.players.evaluation.goals import IN_RANGE, NONE, Aims, Goal, aims
from jovian.players.evaluation.gunnery import ScoredAttack, possible_attacks, share_and_kill
from jovian.players.evaluation.objectives import (
    counting,
    escape,
    exit_pose,
    gets_away,
    gone,
    left_at_last,
    lost,
    pace,
    point_worth,
    prospect,
    rescue,
    travel_distance,
    turns_left,
    with_models,
)
from jovian.players.evaluation.places import Bomb, blast_risk, bombs, comet_risk, distance_between, explodes, fallout
from jovian.players.evaluation.threats import Duels, Foe, Raids, Threats, reach
from jovian.rules.damage.expected_damage import model_value
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.scenario.objectives import victory_points
from jovian.rules.sequence.activation import eligible
from jovian.rules.sequence.sequence import beaten, current_score, fighting
from jovian.rules.shots.ratings import fire_control_left
from jovian.table import Pose

# --- temperament ---
# How a captain is minded: a few weights, by name.


@dataclass(frozen=True, slots=True)
class Temperament:
    """What a captain makes of danger and of chances."""

    caution: float = 0.6
    """What TV that it may lose counts against TV that it takes."""
    later: float = 0.35
    """What an enemy that has acted counts, against one that has yet to act this turn."""
    promise: float = 0.3
    """What it could do next turn counts, against what it does now."""
    waiting: float = 0.85
    """How much of what it could do now is reckoned to be there yet if it waits."""
    menace: float = 0.7
    """What stopping an enemy counts, of what that enemy could do in its next activation."""
    boarding: float = 1.0
    """What ships count that may be boarded soon, its own and the enemy's."""


TEMPERAMENTS = {
    "bold": Temperament(caution=0.35, promise=0.4), "steady": Temperament(), "wary": Temperament(caution=0.9),
}  # fmt: skip
"""By name; without a name it is steady."""


# --- ending ---
# The end that comes of beating the enemy: not as long as the game is lost by it; and who had better leave.

FEW = 4
"""How many enemies may be left for one of them to be spared."""


def spared(view: State, side: int, menace: Callable[[Model], float]) -> str:
    """The enemy that had better live on, by id: without the last of them the game is over; "" for none.

    Only where the game would be lost even so, and there are turns left in which that may change.
    """
    left = list(fighting(view, 1 - side)) if turns_left(view) else []
    if not 0 < len(left) <= FEW or not behind(_without(view, left), side):
        return ""
    return min(left, key=lambda each: (menace(each), each.id)).id


def leavers(view: State, side: int) -> frozenset[str]:
    """Those of a side, by id, whose leaving wins what beating the enemy would not: as many as are in time for that."""
    after = _without(view, fighting(view, 1 - side))
    if not behind(after, side):
        return frozenset()
    leaving, found = set[str](), frozenset[str]()
    for _, _, model in sorted(_able(view, side), key=lambda each: each[:2]):
        after = with_models(after, gone(after, model))
        leaving.add(model.id)
        if not behind(after, side):
            found = frozenset(leaving)
    return found


def behind(view: State, side: int) -> bool:
    """Would a side lose if the game ended now?"""
    scores = current_score(view).scores
    return scores[side] < scores[1 - side]


def _able(view: State, side: int) -> list[tuple[float, str, Model]]:
    """Those of a side that can get away in time, each after the turns that it needs."""
    found = []
    for model in view.on_table():
        out = exit_pose(view, model) if model.side == side and model.card.tv else None
        if out is not None and gets_away(view, model, out):
            found.append((travel_distance(model, out.x, out.y) / max(1.0, pace(view, model)), model.id, model))
    return found


def _without(view: State, models: Iterable[Model]) -> State:
    """The state without some models and what is aboard them."""
    return with_models(view, [each for model in models for each in lost(view, model)])


# --- hunting ---
# Enemies that would get away with what the objectives count: what it is worth to stop each of them in time.

SURE = 0.8
"""How likely an enemy is reckoned to get away that nobody stops."""
LITTLE = 0.5
"""TV below which nobody is hunted."""


def fugitives(view: State, side: int) -> dict[str, float]:
    """TV that it is worth to destroy enemies that gain by leaving, by id; none unless they win the game by it."""
    if not counting(rulebook(view)):
        return {}
    going = [each for each in view.on_table() if each.side == 1 - side and left_at_last(view, each) > 0]
    after = with_models(view, [each for model in going for each in gone(view, model)])
    if not behind(after, side):
        return {}
    found = {each.id: _without_hunted(view, after, each, side) for each in going}
    return {ident: worth for ident, worth in found.items() if worth > LITTLE}


def _without_hunted(view: State, after: State, model: Model, side: int) -> float:
    """TV by which it is better if a model is lost before the others have left."""
    kept = with_models(after, lost(view, model))
    return SURE * point_worth(view, side) * (prospect(kept, side) - prospect(after, side))


# --- last turn ---
# What counts in the last turn: who is destroyed or Crippled by its end; wounds alone are worth nothing then.

ENOUGH = 3
"""How many attacks must be yet to come for a wound to count in full, since they may finish what it began."""
MOST = 3
"""Boxes of Structure beyond which a model is no safer for having more."""


def finishing(view: State, fires: Iterable[ScoredAttack], more: int) -> list[ScoredAttack]:
    """Attacks by what they finish, the best first; wounds count by how many attacks of their side may follow."""
    lost = 1.0 - min(1.0, more / ENOUGH)
    found = [replace(fire, value=fire.value - lost * _wounds(view, fire)) for fire in fires] if lost else list(fires)
    return sorted(found, key=lambda fire: -fire.value)


def _wounds(view: State, fire: ScoredAttack) -> float:
    """TV of an attack that is for damage on the way to a loss."""
    total = 0.0
    for shot in fire.shots:
        share, kill = share_and_kill(view, shot)
        total += max(0.0, share - kill) * model_value(view.models[shot.target])
    return total


def survived(model: Model, cost: float) -> float:
    """TV of an expected cost that is for being lost, not for wounds: the less, the more a model can take."""
    whole = model_value(model)
    if not whole:
        return 0.0
    boxes = min(MOST, max(1, model.unmarked("structure")))
    return whole * float(min(1.0, cost / whole) ** ((1 + boxes) / 2))


# --- staying ---
# Who had better stay and fight on for now, since its side is the stronger and there is time to leave later.

STRONGER = 1.5
"""How many times as much a side must have left as the enemy to be the stronger."""
SPARE = 1
"""Turns that are kept beyond those that the way out takes."""


def stronger(view: State, side: int) -> bool:
    """Has a side so much more left in the battle than the enemy that it is likely to beat it?"""
    own, other = (_left(view, each) for each in (side, 1 - side))
    return own > STRONGER * other


def _left(view: State, side: int) -> float:
    """TV of those of a side that can fight on."""
    return sum(model_value(each) for each in fighting(view, side) if not each.is_crippled)


def may_wait(view: State, model: Model) -> bool:
    """Is there time for a model to leave later; has it nothing to bring home?"""
    out = exit_pose(view, model)
    if out is None or model.loads or model.is_crippled:
        return False
    return travel_distance(model, out.x, out.y) <= pace(view, model) * (turns_left(view) - SPARE)


# --- field ---
# What a captain makes of a state before it weighs anything: threats, chances, aims, all found once.

FRAIL = 2
"""Structure at which a ship is reckoned to be lost soon enough to think of its explosion."""

SPARED = 2.0
"""What an enemy that had better live on counts against it, in shares of its TV."""

DECISIVE = 40.0
"""TV that leaving is worth to those by whom it is decided who wins."""

SWAY, LEAST_CAUTION, MOST_CAUTION = 1.5, 0.6, 1.6
"""How much a lead in Victory Points sways it at the end of a game, and how far at most."""


class CaptainAnalysis:
    """A state as a captain of a side sees it."""

    def __init__(self, view: State, side: int, duels: Duels, raids: Raids, mind: Temperament) -> None:
        self.view, self.side, self.mind = view, side, mind
        self.duels, self.raids = duels, raids
        self._aims: dict[str, Aims] = {}
        self._prey: dict[str, dict[str, float]] = {}

    @cached_property
    def threats(self) -> Threats:
        """What the side has to fear."""
        return Threats(self.view, self.side, self.duels, self.raids)

    @cached_property
    def prey(self) -> dict[str, float]:
        """TV beyond its own that stopping an enemy is worth: what it could yet do this turn, and who is about it."""
        kept = self.captures.lost_with
        found = {foe.model.id: self._stopping(foe) - kept.get(foe.model.id, 0.0) for foe in self.threats.foes}
        if self.enemy_to_spare in found:
            found[self.enemy_to_spare] = -SPARED * model_value(self.view.models[self.enemy_to_spare])
        return found

    @cached_property
    def captures(self) -> Captures:
        """The ships that may change hands."""
        return Captures(self.view, self.side, self.threats, self.promise, self.mind.boarding)

    @cached_property
    def enemy_to_spare(self) -> str:
        """The id of the enemy that it had better not destroy, "" for none."""
        return spared(self.view, self.side, self._dangerous)

    @cached_property
    def leavers(self) -> frozenset[str]:
        """Those of its own whose leaving decides the game, by id, while an enemy is spared for it or none is left."""
        deciding = self.enemy_to_spare or beaten(self.view, 1 - self.side)
        return leavers(self.view, self.side) if deciding else frozenset()

    @cached_property
    def fugitives(self) -> dict[str, float]:
        """TV that it is worth to stop enemies that would get away with what is counted, by id."""
        found = fugitives(self.view, self.side)
        return {ident: value for ident, value in found.items() if ident != self.enemy_to_spare}

    @cached_property
    def bombs(self) -> list[Bomb]:
        """The ships that may blow up."""
        return bombs(self.view)

    @cached_property
    def later(self) -> float:
        """What an enemy counts that has acted: nothing in the last turn."""
        return self.mind.later if turns_left(self.view) else 0.0

    @cached_property
    def promise(self) -> float:
        """What counts of the next turn: nothing in the last."""
        return self.mind.promise if turns_left(self.view) else 0.0

    @cached_property
    def last(self) -> bool:
        """Is this the last turn?"""
        return not turns_left(self.view)

    @cached_property
    def _stronger(self) -> bool:
        return stronger(self.view, self.side)

    @cached_property
    def _waiting(self) -> int:
        """How many of its own are yet to act."""
        return len(eligible(self.view, self.side))

    @cached_property
    def caution(self) -> float:
        """What a loss counts: more, the farther ahead it is and the fewer turns are left; less if it is behind."""
        own, other = (victory_points(self.view, each) for each in (self.side, 1 - self.side))
        played = 1.0 - turns_left(self.view) / max(1, self.view.scenario.turns)
        lead = (own - other) / max(1.0, own + other)
        return self.mind.caution * min(MOST_CAUTION, max(LEAST_CAUTION, 1.0 + SWAY * played * lead))

    def _dangerous(self, model: Model) -> float:
        """TV that an enemy may take in its next activation; 0 while it is not on the table."""
        return next((self.threats.menace(foe, 1.0) for foe in self.threats.foes if foe.model.id == model.id), 0.0)

    def _stopping(self, foe: Foe) -> float:
        worth = self.mind.menace * self.threats.menace(foe, self.later) + bounty(foe.model)
        if foe.model.capital and foe.model.unmarked("structure") <= FRAIL:
            worth += explodes(self.view, foe.model, 1) * fallout(self.view, foe.model, self.side)
        return worth

    def risk(self, model: Model, pose: Pose, later: float | None = None) -> float:
        """TV that counts against a pose: what enemies may do there, and ships that may blow up."""
        cost = self.threats.cost(model, pose, self.later if later is None else later)
        if more := bounty(model):
            cost *= 1.0 + more / model_value(model)
        if self.last:
            cost = survived(model, cost)
        there = model.at(pose)
        if self.bombs:
            cost += blast_risk(self.view, there, self.bombs)
        if self.promise:
            cost += comet_risk(self.view, there)
        cost += self.captures.feared(there, self.later if later is None else later)
        return self.caution * cost

    def aims(self, model: Model) -> Aims:
        """What a model is after: by the objectives, or to get away once it is lost to its side where it is."""
        if model.id not in self._aims:
            found = aims(self.view, model)
            if found is NONE and (worth := rescue(self.view, model)) > 0:
                out = exit_pose(self.view, model)
                found = Aims((Goal(out.x, out.y, 0.0, worth),) if out is not None else (), {}, worth)
            if self.stays(model):
                found = _staying(self.view, model, found)
            if model.id in self.leavers:
                found = _leaving(self.view, model, found)
            elif self.fugitives:
                found = _hunting(self.view, found, self.fugitives)
            if not found.escape and (ships := tuple(self._unguarded(model))):
                found = replace(found, goals=(*found.goals, *ships))
            self._aims[model.id] = found
        return self._aims[model.id]

    def stays(self, model: Model) -> bool:
        """Had a model better fight on for now, though it gains by leaving?"""
        return self._stronger and model.id not in self.leavers and may_wait(self.view, model)

    def escape(self, model: Model) -> float:
        """TV of leaving now, to a model that can in time; 0 if it had better stay."""
        return 0.0 if self.stays(model) else escape(self.view, model)

    def hurries(self, model: Model) -> bool:
        """Is a ship to be somewhere else in time, by the objectives?"""
        return bool(self.fugitives) or model.id in self.leavers

    def _unguarded(self, model: Model) -> list[Goal]:
        return [goal for goal in unguarded(self.view, model) if goal.beside != self.enemy_to_spare]

    def prizes(self, model: Model) -> dict[str, float]:
        """TV of boarding each enemy ship that a model could come to now, by id."""
        return {ident: value for ident, value in prizes(self.view, model).items() if ident != self.enemy_to_spare}

    def value(self, foe: Model) -> float:
        """TV that the whole of an enemy is worth now."""
        return model_value(foe) + self.prey.get(foe.id, 0.0)

    def prey_of(self, model: Model) -> dict[str, float]:
        """TV beyond their own that enemies are worth to a model: by what they may do, and by the objectives."""
        found = self._prey.get(model.id)
        if found is None:
            found = self._prey[model.id] = dict(self.prey)
            for ident, more in self.aims(model).prey.items():
                found[ident] = found.get(ident, 0.0) + more
        return found

    def fires(
        self, state: State, model: Model, free: list[str], used: tuple[str, ...], prey: Mapping[str, float]
    ) -> list[ScoredAttack]:
        """Every attack that a model could make from its pose in a state, best first; see `volleys`."""
        found = possible_attacks(state, model, free, used, prey)
        found = self.captures.raised(state, found, self.enemy_to_spare)
        if not self.last:
            return found
        return finishing(state, found, fire_control_left(state, model) - 1 + max(0, self._waiting - 1))

    def shots(self, model: Model, pose: Pose) -> dict[str, float]:
        """TV of the best target of each gun from a pose, roughly."""
        best: dict[str, float] = {}
        prey = self.prey_of(model)
        for foe in self.threats.foes:
            duel = self.duels.duel(self.view, model, foe.model)
            value = model_value(foe.model) + prey.get(foe.model.id, 0.0)
            for mount, share in duel.by_mount(pose, foe.model.pose).items():
                if share * value > best.get(mount, 0.0):
                    best[mount] = share * value
        return best

    def within(self, model: Model, foe: Model) -> float:
        """The share that the guns of a model could take of an enemy by its next move."""
        duel, ways = self.duels.duel(self.view, model, foe), reach(self.view, model)
        inches = model.pose.distance_to(foe.pose) - model.base.inner - foe.base.inner
        if inches > ways.most + duel.reach:
            return 0.0
        if model.capital:
            return max(duel.share(end, foe.pose) for end in ways.poses)
        return duel.share_at(inches - ways.radius)

    def prospect(self, model: Model, pose: Pose) -> float:
        """TV that it could take next turn, if it ends at a pose and the enemy stays where it is."""
        there = model.at(pose)
        ways = reach(self.view, there)
        best = 0.0
        for foe in self.threats.foes:
            duel = self.duels.duel(self.view, model, foe.model)
            inches = pose.distance_to(foe.model.pose) - model.base.inner - foe.model.base.inner
            if inches > ways.most + duel.reach:
                continue
            if model.capital:
                share = max(duel.share(end, foe.model.pose) for end in ways.poses)
            else:
                share = duel.share_at(inches - ways.radius)
                if inches <= ways.radius and not model.drone:
                    share = max(share, self.raids.feared(self.view, model, foe.model))
            best = max(best, share * duel.worth)
        return best

    def raid(self, squadron: Model) -> float:
        """TV of the best close fight that a squadron may come to now, at a guess, less what it would cost it."""
        radius, best = reach(self.view, squadron).radius, 0.0
        for foe in self.threats.foes if radius and not squadron.drone else ():
            if distance_between(squadron, foe.model) <= radius:
                value = self.raids.feared(self.view, squadron, foe.model) * self.value(foe.model)
                best = max(best, value - self.raids.suffered(self.view, squadron, foe.model) * model_value(squadron))
        return best


def _staying(view: State, model: Model, found: Aims) -> Aims:
    """Aims without the way out."""
    out = exit_pose(view, model)
    goals = tuple(each for each in found.goals if out is None or (each.x, each.y) != (out.x, out.y))
    return replace(found, goals=goals, escape=0.0)


def _leaving(view: State, model: Model, found: Aims) -> Aims:
    """Aims of a model that is to leave, since that decides the game."""
    out = exit_pose(view, model)
    goals = (Goal(out.x, out.y, 0.0, DECISIVE),) if out is not None else ()
    return replace(found, goals=goals, escape=max(DECISIVE, found.escape))


def _hunting(view: State, found: Aims, fugitives: dict[str, float]) -> Aims:
    """Aims with enemies that must not get away among them."""
    prey = dict(found.prey)
    for ident, value in fugitives.items():
        prey[ident] = max(value, prey.get(ident, 0.0))
    poses = {ident: view.models[ident].pose for ident in fugitives}
    after = tuple(Goal(pose.x, pose.y, IN_RANGE, prey[ident]) for ident, pose in poses.items())
    return replace(found, goals=(*found.goals, *after), prey=prey)
