"""The admiral: plays a few of the captain's plans on in private games, and takes the one that comes out best."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import blake2b
from statistics import fmean
from typing import NamedTuple

from jovian.dice import FACES, Odds, Result
from jovian.game import DESTROYED, RESERVE, WITHDRAWN, Answer, Decision, Model, State
from jovian.game.answers import Activate, Attack, Declaration, Defend, OpenFire
from jovian.match.lookahead import LookAhead, Trial
from jovian.players.captain.analysis import TEMPERAMENTS, Temperament
from jovian.players.captain.captain import Captain
from jovian.players.captain.declarations import Proposal
from jovian.players.evaluation.actions import bounty, could_board, lost_to, takable, won_aboard
from jovian.players.evaluation.gunnery import swerving
from jovian.players.evaluation.objectives import point_worth, prospect, truces, victory
from jovian.players.evaluation.places import enemies
from jovian.players.player import NEVER, Budget, Flag
from jovian.players.quick import EvaluationCache, Outline, Quick, close_fight, look, total
from jovian.rules.attack.attack import defenses
from jovian.rules.basics.formation import formation_members
from jovian.rules.close_combat.dogfight import PlanFight
from jovian.rules.close_combat.interception import Reactions
from jovian.rules.damage.casualties import survived
from jovian.rules.damage.damage import TRACKS
from jovian.rules.damage.expected_damage import RATING, WOUND, Table, model_value, table_for
from jovian.rules.menu.declarations import NONE, Declare
from jovian.rules.menu.next_order import NextOrder
from jovian.rules.rulebook.effect import ACTIVATION, AUTOFIRE
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.scenario.objectives import has_role, multiplier
from jovian.rules.sequence.activation import ChooseModel
from jovian.rules.shots.formula import Assessment, along_shot, assess, origin_of
from jovian.rules.shots.ratings import fire_control
from jovian.rules.shots.shot import POINT_DEFENSE

# --- balance ---
# What both sides have left in a game, and what an attack is expected to take of it.
#
# A model counts its Threat Value less what its wounds bring nearer; one that is Crippled little, since few get away.
# Both are reckoned alike, so that the luck of an attack is what it took less what it was expected to take.

HULK = 0.08
"""Share of its Threat Value that a Crippled ship on the table is reckoned to be worth."""
AFLOAT = 0.5
"""Share that a ship counts for at least as long as it is not Crippled."""
APART = ("structure", "fuel")
"""Tracks whose boxes are no further ratings."""


def balance(state: State, side: int) -> float:
    """TV by which a side is ahead."""
    total = 0.0
    for model in state.models.values():
        if model.side == side:
            total += counts(state, model)
        elif model.side == 1 - side:
            total -= counts(state, model)
    return total


def counts(state: State, model: Model) -> float:
    """TV that a model counts for whoever controls it: a ship that is captured half again as much."""
    return (model_value(model) + bounty(model)) * share_left(state, model)


def share_left(state: State, model: Model) -> float:
    """The share of its Threat Value that a model still counts for."""
    if model.place == DESTROYED:
        return multiplier(state, model)
    if model.place in (WITHDRAWN, RESERVE) or model.is_crippled:
        return multiplier(state, model) if model.place != "table" else HULK
    return _whole(model) if model.marks or model.damaged else 1.0


def _whole(model: Model) -> float:
    boxes = len(model.boxes("structure")) or 1
    share = 1.0 - WOUND * model.marks.get("structure", 0) / boxes
    if not model.capital:
        return share
    return max(AFLOAT, share - RATING * _others(model))


def _others(model: Model) -> int:
    """Boxes of other ratings, and weapons, that are damaged."""
    return len(model.damaged) + sum(count for track, count in model.marks.items() if track not in APART)


def expected(state: State, shot: Assessment) -> float:
    """TV that a shot is expected to take from its target, by the measure of `share_left`."""
    target = state.models[shot.target]
    table = table_for(state, target, shot.impact.table, shot.impact.redundant, shot.impact.nature)
    share = HULK if target.is_crippled else _whole(target)
    drop = _drop(swerving(shot).odds(), Hull.of(state, target), table, round(share, 4))
    return (model_value(target) + bounty(target)) * drop


class Hull(NamedTuple):
    """What is left of a target, as far as damage asks for it."""

    boxes: int
    unmarked: int
    """Boxes of its Structure, all and those that are left."""
    spent: bool
    """Is nothing left of its ratings, so that what would hit one hits Structure (R68)?"""
    lives: float
    """How likely it outlives a roll for Catastrophic Damage."""

    @staticmethod
    def of(state: State, target: Model) -> Hull:
        """What is left of a model."""
        spent = not any(target.unmarked(each) for each in TRACKS)
        lives = len(survived(state, target)) / FACES if target.capital else 0.0
        return Hull(len(target.boxes("structure")) or 1, target.unmarked("structure"), spent, lives)


@lru_cache(maxsize=1 << 13)
def _drop(result: Odds, hull: Hull, table: Table, share: float) -> float:
    return result.expect(lambda each: _taken(each, hull, table, share))


def _taken(result: Result, hull: Hull, table: Table, share: float) -> float:
    structure = table.structure(result)
    if not table.capital:
        return share if structure >= hull.unmarked else WOUND * structure / hull.boxes
    structure += table.others(result) * hull.spent
    if hull.unmarked <= 0:
        return HULK - HULK * hull.lives**structure
    if structure >= hull.unmarked:
        return share - HULK * hull.lives ** (structure - hull.unmarked + 1)
    return min(share - AFLOAT, WOUND * structure / hull.boxes + RATING * table.others(result))


# --- luck ---
# The luck of a game that is played on: what its attacks took of their targets less what they were expected to take.
#
# Taken off what a game comes to it leaves the mean as it is, and less scatter: a control variate. Explosions and the
# like are left as they fell.


class Promise(NamedTuple):
    """What an attack is expected to take from one of those whom it harms, in TV; less than 0 of the side's own."""

    target: str
    taken: float


class Luck:
    """Watches one game from a side, answer by answer."""

    __slots__ = ("_before", "_expected", "_memory", "side", "total")

    def __init__(self, side: int, memory: EvaluationCache) -> None:
        self.side = side
        self.total = 0.0
        """TV that the side was lucky by so far."""
        self._memory = memory
        self._before: dict[str, float] = {}
        """What those under attack counted for the side, by id."""
        self._expected = 0.0

    def note(self, decision: Decision, state: State, answer: Answer) -> None:
        """See an answer that is about to be given."""
        if decision.anchor and self._before:
            self.settle(state)
        ours = 1.0 if decision.side == self.side else -1.0
        for ident, taken in self._promised(decision, state, answer):
            if ident not in self._before:
                self._before[ident] = self._counts(state, ident)
            self._expected += ours * taken

    def settle(self, state: State) -> None:
        """All attacks so far have been carried out."""
        came = sum(self._counts(state, ident) - before for ident, before in self._before.items())
        self.total += came - self._expected
        self._before, self._expected = {}, 0.0

    def _counts(self, state: State, ident: str) -> float:
        """TV that a model counts for the side."""
        model = state.models[ident]
        value = counts(state, model)
        return value if model.side == self.side else -value if model.side == 1 - self.side else 0.0

    def _promised(self, decision: Decision, state: State, answer: Answer) -> Iterator[Promise]:
        """What an answer is expected to take, nothing if it is no attack."""
        match decision, answer:
            case NextOrder(), Attack(mounts, ident):
                yield from _volley(state, decision.model, mounts, state.models[ident], ACTIVATION)
            case NextOrder(), Defend(mount):
                for shot in defenses(state, decision.model, mount or POINT_DEFENSE):
                    yield Promise(shot.target, expected(state, shot))
            case Reactions(), OpenFire():
                chance = decision.taken(answer)
                if chance is not None and chance.pose is None:
                    shooter, target = state.models[chance.ident], state.models[chance.mover]
                    yield from _volley(state, shooter, (chance.mount,), target, AUTOFIRE)
            case PlanFight(), _ if not decision.sealed:
                model, foe = state.models[decision.subject], state.models[decision.foe]
                if _armed_otherwise(model) or _armed_otherwise(foe):
                    return
                yield Promise(foe.id, close_fight(state, self._memory, model, foe, decision.window, there=True))
                for each in (*formation_members(state, model), *formation_members(state, foe)):
                    yield Promise(each.id, 0.0)


def _armed_otherwise(model: Model) -> bool:
    """Has it missiles, which are no part of the plan of a fight?"""
    return any(mount.weapon.missile for mount in model.card.mounts)


def _volley(state: State, model: Model, mounts: tuple[str, ...], target: Model, window: str) -> Iterator[Promise]:
    """What an attack is expected to take, along a kinetic line too."""
    shot = assess(state, model, mounts, target, window)
    if not isinstance(shot, Assessment):
        return
    yield Promise(target.id, expected(state, shot))
    origin = origin_of(state, model, shot)
    for other in along_shot(state, origin, shot, target):
        second = assess(state, origin, mounts, other, window, secondary=True)
        if isinstance(second, Assessment):
            yield Promise(other.id, expected(state, second) * (1.0 if other.side != model.side else -1.0))


# --- choices ---
# What is tried: the captain's own choice first, and each as a quick player is handed it.


def usual_first(usual: Declaration, found: list[Proposal]) -> list[Proposal]:
    """Proposals, first the one for what the captain itself declares.

    Where it makes its plan only afterwards, it is taken to go the way on which it would go without an action: left to
    a quick player it would be weighed by another's way than the rest.
    """
    same = next((each for each in found if each.answer == usual), None)
    if same is None:
        plain = (each.plan for each in found if each.answer == Declaration(NONE, 0))
        same = Proposal(usual, None if usual.boost else next(plain, None), found[0].worth)
    return [same, *(each for each in found if each is not same)]


def outlined(decision: Decision, choice: Proposal) -> Outline:
    """A choice as a quick player is handed it."""
    plan, answer = choice.plan, choice.answer
    declared = answer if isinstance(answer, Declaration) else None
    model = decision.subject or (answer.model if isinstance(answer, Activate) else "")
    if plan is None:
        return Outline(model, declared)
    return Outline(model, declared, plan.way.steps, plan.way.end, plan.before if declared is not None else None)


# --- halving ---
# Sequential halving: playouts for the plans that still look best, half of them dropped after each round.
#
# Karnin, Koren and Somekh 2013, *Almost optimal exploration in multi-armed bandits*. In a round all plans that are
# left are played on with the same keys, the first of all plans always among them; of those that come to the same but
# one goes on. So each is compared with the first key by key, and what is believed of the difference lies between what
# it seemed to be beforehand and what the playouts say: the nearer to the playouts, the less they scatter, and never
# quite there, since they are not played as the game will be.

SURE = 4.0
"""TV by which two plans are reckoned to differ from what they seemed to, as a standard deviation."""
ASTRAY = 3.0
"""TV by which the playouts are reckoned to be wrong about a difference, however many there are."""
SAME = 2
"""Keys after which plans that came to the same under each are taken for one."""
USUAL, AS_IF = 12.0, 3
"""TV by which a playout's difference usually scatters, and for how many of them that counts."""


@dataclass(slots=True)
class Arm:
    """One plan in the race."""

    number: int
    prior: float
    """By how much it seemed to be better than the first, in TV."""
    leads: list[float] = field(default_factory=list)
    """By how much it came out better than the first, by key."""

    def score(self) -> float:
        """By how much it is believed to be better than the first."""
        if not self.leads or not self.number:
            return self.prior
        trust = SURE**2 / (SURE**2 + ASTRAY**2 + self._scatter() / len(self.leads))
        return self.prior + trust * (fmean(self.leads) - self.prior)

    def _scatter(self) -> float:
        """The variance of a lead, as far as is known."""
        mean = fmean(self.leads)
        total = sum((lead - mean) ** 2 for lead in self.leads)
        return (total + AS_IF * USUAL**2) / (len(self.leads) - 1 + AS_IF)


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a race ended."""

    best: int
    plays: int
    lead: float
    """By how much the best is believed to be ahead of the next of the last round."""


def race(priors: Sequence[float], play: Callable[[int, int], float], left: Callable[[], int], nodes: int) -> Verdict:
    """Which plan comes out best: `play(plan, key)` plays one on, `left()` of `nodes` are what may yet be spent."""
    arms = [Arm(number, prior - priors[0]) for number, prior in enumerate(priors)]
    ranked = running = arms
    key = plays = 0
    rounds = max(1, (len(arms) - 1).bit_length())
    for number in range(1, rounds + 1):
        until = nodes - nodes * number // rounds
        while len(running) > 1 and left() > until:
            first = play(0, key)
            plays += 1
            for arm in running:
                if arm.number and left() > 0:
                    arm.leads.append(play(arm.number, key) - first)
                    plays += 1
            key += 1
            running = _distinct(running, key)
        ranked = sorted(running, key=lambda arm: -arm.score())
        running = ranked[: (len(ranked) + 1) // 2]
    lead = ranked[0].score() - ranked[1].score() if len(ranked) > 1 else 0.0
    return Verdict(ranked[0].number, plays, lead)


def _distinct(arms: list[Arm], keys: int) -> list[Arm]:
    """The plans, of those that came to the same under so many keys only the first."""
    if keys < SAME:
        return arms
    found: dict[tuple[float, ...], Arm] = {}
    for arm in sorted(arms, key=lambda each: each.number):
        found.setdefault(tuple(arm.leads) if arm.number else (0.0,) * keys, arm)
    return [arm for arm in arms if arm in found.values()]


# --- playout ---
# A private game that is played on from a plan, by quick players for both sides, and what it comes to.

SOON, LATER = 0.35, 0.15
"""What the shots count that a model has at the end of a game, before its next activation and after it."""
LONGEST = 160
"""Answers after which a game is over at the latest."""


def play_on(
    trial: Trial, side: int, memory: EvaluationCache, outline: Outline, activations: int, budget: Budget
) -> float:
    """What an activation comes to for a side, in TV: with so many activations after it, and less luck."""
    quick, luck = Quick(memory), Luck(side, memory)
    quick.follow(outline)
    begun = 0
    for _ in range(LONGEST):
        decision = trial.decision
        if decision is None:
            break
        state = trial.state
        begun += isinstance(decision, Declare)
        if begun > 1 + activations:
            break
        answer = quick.choose(decision, state)
        luck.note(decision, state, answer)
        trial.carry_out(answer)
        budget.spent += 1
    luck.settle(trial.state)
    return value(trial.state, side, memory) - luck.total


def value(state: State, side: int, memory: EvaluationCache) -> float:
    """What a state is worth to a side, in TV."""
    worth = balance(state, side)
    if memory.contested:
        points = prospect(state, side) + victory(state, side) + _broken(state, side)
        worth += point_worth(state, side) * points
    if state.over:
        return worth
    for model in state.on_table():
        if model.side in (0, 1) and not model.is_crippled:
            shots = (LATER if model.activated else SOON) * _shots(state, memory, model)
            worth += shots if model.side == side else -shots
    return worth + captures(state, side)


def captures(state: State, side: int) -> float:
    """TV by which a side is ahead by ships that have boarders aboard, or that nobody guards where an enemy may come."""
    ahead = 0.0
    for ship in state.on_table():
        if takable(ship) and (value := max(won_aboard(state, ship), _unguarded(state, ship))):
            ahead += value if ship.side != side else -value
    return ahead


def _unguarded(state: State, ship: Model) -> float:
    """TV that the best of those who could board a ship may cost its side, 0 as long as there are marines aboard."""
    if ship.rating("marines"):
        return 0.0
    able = (each for each in state.on_table() if each.side == 1 - ship.side and could_board(state, each, ship))
    return max((lost_to(state, each, ship) * (LATER if each.activated else SOON) for each in able), default=0.0)


def _broken(state: State, side: int) -> float:
    """Points by which a side is ahead because somebody attacked first."""
    ahead = 0.0
    for truce in truces(rulebook(state)):
        first = truce.recall(state)
        if isinstance(first, int) and has_role(state, first, truce.role):
            ahead += truce.points if first == side else -truce.points
    return ahead


def _shots(state: State, memory: EvaluationCache, model: Model) -> float:
    """TV that it could take from where it stands."""
    free = [mount.id for mount in model.card.mounts if mount.id not in model.damaged]
    sight = look(state, memory, model, free, enemies(state, model))
    return total(sight.aims, fire_control(state, model))


# --- admiral ---
# The admiral itself: a captain that tries its plans in private games before it takes one.

NODES = 1000
"""Answers in private games that may be given for one of its own."""
AHEAD = 3
"""Activations after its own that a private game lasts."""
TELLING = 0.5
"""TV by which a plan must be ahead for that to be told."""
MODELS, WAYS = 4, 5
"""How many models that may go next, and ways in which one may go, are tried."""


class Admiral:
    """Plays the captain's plans on, in private games, as far as a budget of nodes goes, and takes the best."""

    def __init__(self, seed: int, mind: Temperament = TEMPERAMENTS["steady"], nodes: int = NODES) -> None:
        self.seed = seed
        self.nodes = nodes
        self.hurry: Flag = NEVER
        """What tells it to answer the best so far."""
        self._captain = Captain(seed, mind)
        self._found = ""

    @property
    def reason(self) -> str:
        """One sentence on its last answer, "" if it has nothing to say: what speaks for it, and how it was found."""
        told = "; ".join(each for each in (self._captain.reason, self._found) if each)
        return told[:1].upper() + told[1:]

    def choose(self, decision: Decision, view: State) -> Answer:
        """What the captain would answer; who goes next, and how, once that has been tried."""
        self._found = ""
        ahead = view.trial
        if isinstance(decision, ChooseModel) and isinstance(ahead, LookAhead):
            return self._whom(decision, view, ahead)
        if isinstance(decision, Declare) and isinstance(ahead, LookAhead):
            return self._how(decision, view, ahead)
        return self._captain.choose(decision, view)

    def _whom(self, decision: ChooseModel, view: State, ahead: LookAhead) -> Answer:
        """Who goes next; how is found once that is known."""
        choices = self._captain.proposals(decision, view, MODELS)
        return self._captain.take(choices[self._best(decision, view, ahead, choices)], decision, view, follows=False)

    def _how(self, decision: Declare, view: State, ahead: LookAhead) -> Answer:
        """What the active model declares, and the plan that the captain then follows."""
        self._captain.take(Proposal(decision.default(), None, 0.0), decision, view)
        usual = self._captain.choose(decision, view)
        found = self._captain.proposals(decision, view, WAYS)
        if not found or not isinstance(usual, Declaration):
            return usual
        choices = usual_first(usual, found)
        best = choices[self._best(decision, view, ahead, choices)]
        if best is choices[0] or decision.check(best.answer) is not None:
            return usual
        return self._captain.take(best, decision, view)

    def _best(self, decision: Decision, view: State, ahead: LookAhead, choices: list[Proposal]) -> int:
        """The number of the choice that comes out best."""
        if len(choices) < 2:
            return 0
        budget, memory = Budget(self.nodes, self.hurry), EvaluationCache(view)
        root = blake2b(f"{self.seed} {view.digest()}".encode(), digest_size=16).digest()
        outlines = [outlined(decision, each) for each in choices]

        def play(number: int, key: int) -> float:
            keyed = blake2b(key.to_bytes(4, "big"), key=root, digest_size=16).digest()
            return play_on(ahead(keyed, common=True), decision.side, memory, outlines[number], AHEAD, budget)

        verdict = race([each.worth for each in choices], play, lambda: budget.left, self.nodes)
        chosen = view.models[outlines[verdict.best].model]
        self._found = _said(verdict, len(choices)) if chosen.public else ""
        return verdict.best


def _said(verdict: Verdict, choices: int) -> str:
    if not verdict.plays:
        return ""
    ahead = f"{verdict.lead:.1f} TV ahead" if verdict.lead >= TELLING else "close to the next"
    return f"best of {choices} plans in {verdict.plays} trials, {ahead}"
