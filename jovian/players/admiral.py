"""The admiral: a computer player that tries the captain's plans in private games and takes the best.

`Admiral` is the player. Quick players play the private games, `race` distributes them over the plans, and `LuckSum`
removes most of the luck from their results.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import blake2b
from math import hypot, sqrt
from statistics import fmean

from jovian.dice import Odds, Result
from jovian.frozen import frozen
from jovian.game import DESTROYED, WITHDRAWN, Answer, Decision, Model, State
from jovian.game.answers import Activate, Attack, Declaration, Defend, OpenFire
from jovian.match.entries import Answered
from jovian.match.lookahead import LookAhead, Trial
from jovian.players.captain.analysis import TEMPERAMENTS, Temperament
from jovian.players.captain.captain import Captain
from jovian.players.captain.declarations import Proposal
from jovian.players.evaluation.gunnery import burning_target
from jovian.players.evaluation.marines import (
    boarders_value,
    can_reach_to_board,
    captor_value,
    capture_cost,
    is_capturable,
)
from jovian.players.evaluation.objectives import (
    expected_lead,
    expected_victory_lead,
    first_attack_lead,
    point_value,
)
from jovian.players.player import NEVER, Budget, Flag
from jovian.players.quick import EvaluationCache, Outline, Quick, close_fight, shots_value
from jovian.rules.attack.attack import defenses
from jovian.rules.basics.formation import formation_members
from jovian.rules.close_combat.dogfight import PlanFight
from jovian.rules.close_combat.interception import Reactions
from jovian.rules.damage.expected_damage import (
    RATING,
    WOUND,
    DamageOutcome,
    DamageTable,
    Hull,
    is_loss,
    model_value,
    outcomes,
    table_and_hull,
)
from jovian.rules.menu.declarations import NONE, Declare
from jovian.rules.menu.next_order import NextOrder
from jovian.rules.rulebook.effect import ACTIVATION, AUTOFIRE
from jovian.rules.scenario.objectives import multiplier
from jovian.rules.sequence.activation import ChooseModel
from jovian.rules.shots.formula import Assessment, along_shot, assess, origin_of
from jovian.rules.shots.shot import POINT_DEFENSE

# --- Balance of a state ---

CRIPPLED_SHARE = 0.08
"""The value of a Crippled ship on the table, as a share of its TV."""
MIN_SHARE = 0.5
"""The minimum value of a ship that isn't Crippled, as a share of its TV."""
OTHER_TRACKS = ("structure", "fuel")
"""Tracks whose boxes aren't other ratings."""


def balance(state: State, side: int) -> float:
    """Return the TV by which a side is ahead.

    `expected` uses the same values, so that luck is what an attack took minus what it was expected to take.
    """
    total = 0.0
    for model in state.models.values():
        if model.side == side:
            total += model_balance(state, model)
        elif model.side == 1 - side:
            total -= model_balance(state, model)
    return total


def model_balance(state: State, model: Model) -> float:
    """Return the TV of a model to its controller. A captured ship counts half again as much."""
    return (model_value(model) + captor_value(model)) * share_left(state, model)


def share_left(state: State, model: Model) -> float:
    """Return the share of its TV that a model still counts for."""
    if model.place == DESTROYED:
        return multiplier(state, model)
    if model.place == WITHDRAWN or model.is_crippled:
        return multiplier(state, model) if model.place != "table" else CRIPPLED_SHARE
    return _undamaged_share(model) if model.marks or model.damaged else 1.0


def _undamaged_share(model: Model) -> float:
    boxes = len(model.boxes("structure")) or 1
    share = 1.0 - WOUND * model.marks.get("structure", 0) / boxes
    if not model.is_capital:
        return share
    return max(MIN_SHARE, share - RATING * _damaged_ratings(model))


def _damaged_ratings(model: Model) -> int:
    """Return the number of damaged weapons and boxes of other ratings."""
    return len(model.damaged) + sum(count for track, count in model.marks.items() if track not in OTHER_TRACKS)


def expected_loss(state: State, shot: Assessment) -> float:
    """Return the TV that a shot is expected to take from its target, measured by `share_left`."""
    target = state.models[shot.target]
    table, hull = table_and_hull(state, shot)
    boxes = len(target.boxes("structure")) or 1
    share = CRIPPLED_SHARE if target.is_crippled else _undamaged_share(target)
    drop = _expected_share_lost(burning_target(shot).odds(), table, hull, boxes, round(share, 4))
    return (model_value(target) + captor_value(target)) * drop


@lru_cache(maxsize=1 << 13)
def _expected_share_lost(result: Odds, table: DamageTable, hull: Hull, boxes: int, share: float) -> float:
    """Return the expected share of its TV that a target with this number of boxes of Structure on its card loses."""

    def lost(damage: Result) -> float:
        chances = outcomes(damage, table, hull)
        return sum(chance * _share_lost(outcome, table, hull, boxes, share) for outcome, chance in chances)

    return result.expect(lost)


def _share_lost(outcome: DamageOutcome, table: DamageTable, hull: Hull, boxes: int, share: float) -> float:
    if outcome.is_destroyed:
        return share
    if is_loss(outcome, hull):
        return share - CRIPPLED_SHARE
    if not table.capital:
        return WOUND * outcome.boxes / boxes
    if not hull.structure:
        return 0.0
    return min(share - MIN_SHARE, WOUND * outcome.boxes / boxes + RATING * outcome.others)


# --- Luck ---


@frozen
class ExpectedLoss:
    """The TV that an attack is expected to take from one of the models it hits; negative for friends."""

    target: str
    tv: float


class LuckSum:
    """Adds up the luck of a side in one game, answer by answer.

    Luck is what attacks took minus what they were expected to take. Subtracting it from the result keeps the mean and
    reduces the scatter (a control variate). Explosions and similar events aren't included.
    """

    __slots__ = ("_before", "_cache", "_expected", "side", "total")

    def __init__(self, side: int, cache: EvaluationCache) -> None:
        self.side = side
        self.total = 0.0
        """The lucky TV of the side so far."""
        self._cache = cache
        self._before: dict[str, float] = {}
        """The value of the attacked models to the side before the attacks, by id."""
        self._expected = 0.0

    def note(self, decision: Decision, state: State, answer: Answer) -> None:
        """Note an answer before it is carried out."""
        if decision.anchor and self._before:
            self.settle_attacks(state)
        sign = 1.0 if decision.side == self.side else -1.0
        for loss in self._expected_losses(decision, state, answer):
            if loss.target not in self._before:
                self._before[loss.target] = self._value_to_side(state, loss.target)
            self._expected += sign * loss.tv

    def settle_attacks(self, state: State) -> None:
        """Count the luck of all noted attacks, which have been carried out."""
        change = sum(self._value_to_side(state, target_id) - before for target_id, before in self._before.items())
        self.total += change - self._expected
        self._before, self._expected = {}, 0.0

    def _value_to_side(self, state: State, target_id: str) -> float:
        """Return the TV of a model to the side."""
        model = state.models[target_id]
        value = model_balance(state, model)
        return value if model.side == self.side else -value if model.side == 1 - self.side else 0.0

    def _expected_losses(self, decision: Decision, state: State, answer: Answer) -> Iterator[ExpectedLoss]:
        """Yield what an answer is expected to take, or nothing if it isn't an attack."""
        match decision, answer:
            case NextOrder(), Attack(mounts, target_id):
                yield from _attack_losses(state, decision.model, mounts, state.models[target_id], ACTIVATION)
            case NextOrder(), Defend(mount):
                for shot in defenses(state, decision.model, mount or POINT_DEFENSE):
                    yield ExpectedLoss(shot.target, expected_loss(state, shot))
            case Reactions(), OpenFire():
                chance = decision.chosen_reaction(answer)
                if chance is not None and chance.pose is None:
                    shooter, target = state.models[chance.model_id], state.models[chance.mover]
                    yield from _attack_losses(state, shooter, (chance.mount,), target, AUTOFIRE)
            case PlanFight(), _ if not decision.sealed:
                model, enemy = state.models[decision.subject], state.models[decision.foe]
                if _has_missiles(model) or _has_missiles(enemy):
                    return
                yield ExpectedLoss(enemy.id, close_fight(state, self._cache, model, enemy, decision.window, there=True))
                for member in (*formation_members(state, model), *formation_members(state, enemy)):
                    yield ExpectedLoss(member.id, 0.0)


def _has_missiles(model: Model) -> bool:
    """Return whether a model has missiles, which aren't part of a plan for a fight."""
    return any(mount.weapon.missile for mount in model.card.mounts)


def _attack_losses(
    state: State, model: Model, mounts: tuple[str, ...], target: Model, window: str
) -> Iterator[ExpectedLoss]:
    """Yield what an attack is expected to take, also along a kinetic line."""
    shot = assess(state, model, mounts, target, window)
    if not isinstance(shot, Assessment):
        return
    yield ExpectedLoss(target.id, expected_loss(state, shot))
    origin = origin_of(state, model, shot)
    for other in along_shot(state, origin, shot, target):
        second = assess(state, origin, mounts, other, window, secondary=True)
        if isinstance(second, Assessment):
            yield ExpectedLoss(other.id, expected_loss(state, second) * (1.0 if other.side != model.side else -1.0))


# --- Plans to try ---


def with_own_choice_first(own: Declaration, proposals: list[Proposal]) -> list[Proposal]:
    """Return the proposals, starting with the one for the captain's own declaration.

    If the captain plans only after that declaration, it gets the move of the plan without an action. A quick player's
    own move would not be comparable.
    """
    first = next((proposal for proposal in proposals if proposal.answer == own), None)
    if first is None:
        plans_without_action = (proposal.plan for proposal in proposals if proposal.answer == Declaration(NONE, 0))
        first = Proposal(own, None if own.boost else next(plans_without_action, None), proposals[0].value)
    return [first, *(proposal for proposal in proposals if proposal is not first)]


def to_outline(decision: Decision, choice: Proposal) -> Outline:
    """Return a proposal as an outline for a quick player."""
    plan, answer = choice.plan, choice.answer
    declared = answer if isinstance(answer, Declaration) else None
    model = decision.subject or (answer.model if isinstance(answer, Activate) else "")
    if plan is None:
        return Outline(model, declared)
    return Outline(model, declared, plan.move.steps, plan.move.end, plan.before if declared is not None else None)


# --- Race between plans ---

PRIOR_DEVIATION = 4.0
"""The assumed standard deviation in TV of the difference between plans from their first estimates."""
PLAYOUT_ERROR = 3.0
"""The assumed error in TV of the playouts about a difference, for any number of playouts."""
SURE, SURE_KEYS = 2.0, 4
"""A plan drops out if it is this many standard deviations behind the best, from this number of keys on."""
EQUAL_KEYS = 2
"""The number of keys after which plans with equal results count as one."""
TYPICAL_SCATTER, SCATTER_WEIGHT = 12.0, 3
"""The typical scatter in TV of a playout's difference, and the number of playouts that this assumption counts for."""


@dataclass(slots=True)
class RacingPlan:
    """One plan in the race."""

    number: int
    prior: float
    """The TV by which it seemed better than the first plan."""
    leads: list[float] = field(default_factory=list)
    """The TV by which its playouts were better than the first plan's, by key."""

    def score(self) -> float:
        """Return the TV by which it is probably better than the first plan."""
        return self.prior + self._trust() * (fmean(self.leads) - self.prior) if self.leads else self.prior

    def deviation(self) -> float:
        """Return the standard deviation of that TV."""
        return PRIOR_DEVIATION * sqrt(1.0 - self._trust()) if self.number else 0.0

    def _trust(self) -> float:
        """Return the weight of its playouts, compared with its first estimate."""
        if not self.leads:
            return 0.0
        return PRIOR_DEVIATION**2 / (PRIOR_DEVIATION**2 + PLAYOUT_ERROR**2 + self._scatter() / len(self.leads))

    def _scatter(self) -> float:
        """Return the estimated variance of a lead."""
        mean = fmean(self.leads)
        total = sum((lead - mean) ** 2 for lead in self.leads)
        return (total + SCATTER_WEIGHT * TYPICAL_SCATTER**2) / (len(self.leads) - 1 + SCATTER_WEIGHT)


@frozen
class RaceResult:
    """The result of a race."""

    best: int
    plays: int
    lead: float
    """The TV by which the best plan is probably ahead of the second in the last round."""


def race(priors: Sequence[float], play: Callable[[int, int], float], left: Callable[[], int], nodes: int) -> RaceResult:
    """Return which plan is best by sequential halving. It ends early when one plan is surely the best.

    `play(plan, key)` plays a plan out. `left()` is how many of the `nodes` may still be spent. In each round all
    remaining plans are played with the same keys, together with the first plan, and half of them drop out afterward
    (Karnin, Koren and Somekh 2013, *Almost optimal exploration in multi-armed bandits*). The score of a plan lies
    between its first estimate and the mean of its playouts: the less they scatter, the nearer to the mean.
    """
    plans = [RacingPlan(number, prior - priors[0]) for number, prior in enumerate(priors)]
    ranked = running = _ranked(plans)
    key = plays = 0
    rounds = max(1, (len(plans) - 1).bit_length())
    for number in range(1, rounds + 1):
        until = nodes - nodes * number // rounds
        while len(running) > 1 and left() > until:
            first = play(0, key)
            plays += 1
            for plan in running:
                if plan.number and left() > 0:
                    plan.leads.append(play(plan.number, key) - first)
                    plays += 1
            key += 1
            ranked = _ranked(_without_duplicates(running, key))
            running = _contenders(ranked, key)
        running = running[: (len(running) + 1) // 2]
    lead = ranked[0].score() - ranked[1].score() if len(ranked) > 1 else 0.0
    return RaceResult(ranked[0].number, plays, lead)


def _ranked(plans: list[RacingPlan]) -> list[RacingPlan]:
    """Return the plans, the best first."""
    return sorted(plans, key=lambda racer: -racer.score())


def _without_duplicates(plans: list[RacingPlan], keys: int) -> list[RacingPlan]:
    """Return the plans, with only the first of those whose results are equal for all keys so far."""
    if keys < EQUAL_KEYS:
        return plans
    distinct: dict[tuple[float, ...], RacingPlan] = {}
    for racer in sorted(plans, key=lambda racer: racer.number):
        distinct.setdefault(tuple(racer.leads) if racer.number else (0.0,) * keys, racer)
    return [racer for racer in plans if racer in distinct.values()]


def _contenders(ranked: list[RacingPlan], keys: int) -> list[RacingPlan]:
    """Return the plans without those that are surely behind the best, which comes first."""
    if keys < SURE_KEYS:
        return ranked
    best = ranked[0]

    def may_be_best(racer: RacingPlan) -> bool:
        return best.score() - racer.score() <= SURE * hypot(best.deviation(), racer.deviation())

    return [best, *(racer for racer in ranked[1:] if may_be_best(racer))]


# --- Playouts ---

WEIGHT_BEFORE, WEIGHT_AFTER = 0.35, 0.15
"""The weight of a model's shots at the end of a private game, before and after its next activation."""
MAX_ANSWERS = 160
"""The largest number of answers in a private game."""


def play_out(
    trial: Trial, side: int, cache: EvaluationCache, outline: Outline, activations: int, budget: Budget
) -> float:
    """Return the value in TV of an activation for a side, after some more activations and without most of the luck."""
    quick, luck = Quick(cache), LuckSum(side, cache)
    quick.follow(outline)
    declarations = 0
    for _ in range(MAX_ANSWERS):
        decision = trial.decision
        if decision is None:
            break
        state = trial.state
        declarations += isinstance(decision, Declare)
        if declarations > 1 + activations:
            break
        answer = quick.choose(decision, state)
        luck.note(decision, state, answer)
        trial.record(Answered.of(decision, answer), answer)
        budget.spent += 1
    luck.settle_attacks(trial.state)
    return value(trial.state, side, cache) - luck.total


def value(state: State, side: int, cache: EvaluationCache) -> float:
    """Return the value of a state to a side, in TV."""
    value = balance(state, side)
    if cache.has_objectives:
        points = expected_lead(state, side) + expected_victory_lead(state, side) + first_attack_lead(state, side)
        value += point_value(state, side) * points
    if state.over:
        return value
    for model in state.on_table():
        if model.side in (0, 1) and not model.is_crippled:
            shots = (WEIGHT_AFTER if model.activated else WEIGHT_BEFORE) * shots_value(state, cache, model)
            value += shots if model.side == side else -shots
    return value + capture_balance(state, side)


def capture_balance(state: State, side: int) -> float:
    """Return the TV by which a side is ahead by boarded ships, and by unguarded ships that an enemy may board."""
    ahead = 0.0
    for ship in state.on_table():
        if is_capturable(ship) and (loss := max(boarders_value(state, ship), _unguarded_cost(state, ship))):
            ahead += loss if ship.side != side else -loss
    return ahead


def _unguarded_cost(state: State, ship: Model) -> float:
    """Return the TV that the best possible boarder may cost a ship's side, or 0 while it has marines."""
    if ship.rating("marines"):
        return 0.0
    boarders = (
        boarder
        for boarder in state.on_table()
        if boarder.side == 1 - ship.side and can_reach_to_board(state, boarder, ship)
    )
    return max(
        (
            capture_cost(state, boarder, ship) * (WEIGHT_AFTER if boarder.activated else WEIGHT_BEFORE)
            for boarder in boarders
        ),
        default=0.0,
    )


# --- Player ---

NODES, TYPICAL_MODELS, MIN_MODELS = 1000, 25, 8
"""The number of answers in private games per answer of its own, with a typical number of models in play. With fewer
models an answer takes less time, so there are more answers, down to a minimum number of models."""
MORE_ACTIVATIONS = 3
"""The number of activations in a private game after its own."""
MIN_STATED_LEAD = 0.5
"""The lead in TV from which the reason gives it as a number."""
MAX_MODELS, MAX_PLANS = 6, 8
"""The number of models to compare for the next activation, and of plans for one model."""


class Admiral:
    """Tries the captain's plans in private games, within a budget of nodes, and takes the best."""

    def __init__(self, seed: int, temperament: Temperament = TEMPERAMENTS["steady"], nodes: int = NODES) -> None:
        self.seed = seed
        self.nodes = nodes
        self.hurry: Flag = NEVER
        """Tells it to return the best answer so far."""
        self._captain = Captain(seed, temperament)
        self._trial_summary = ""

    @property
    def reason(self) -> str:
        """A sentence on its last answer, "" for none: the captain's reason and how the answer was found."""
        text = "; ".join(part for part in (self._captain.reason, self._trial_summary) if part)
        return text[:1].upper() + text[1:]

    def choose(self, decision: Decision, view: State) -> Answer:
        """Return the captain's answer; for activations and declarations the best of several tried plans."""
        self._trial_summary = ""
        look_ahead = view.trial
        if isinstance(decision, ChooseModel) and isinstance(look_ahead, LookAhead):
            return self._choose_model(decision, view, look_ahead)
        if isinstance(decision, Declare) and isinstance(look_ahead, LookAhead):
            return self._choose_declaration(decision, view, look_ahead)
        return self._captain.choose(decision, view)

    def _choose_model(self, decision: ChooseModel, view: State, look_ahead: LookAhead) -> Answer:
        """Choose the model that activates next. Its plan is chosen when it declares."""
        choices = self._captain.proposals(decision, view, MAX_MODELS)
        best = choices[self._best(decision, view, look_ahead, choices)]
        return self._captain.take(best, decision, view, others=choices, follows=False)

    def _choose_declaration(self, decision: Declare, view: State, look_ahead: LookAhead) -> Answer:
        """Choose the declaration of the active model, and the plan for the captain to follow."""
        self._captain.take(Proposal(decision.default(), None, 0.0), decision, view)
        own = self._captain.choose(decision, view)
        proposals = self._captain.proposals(decision, view, MAX_PLANS)
        if not proposals or not isinstance(own, Declaration):
            return own
        choices = with_own_choice_first(own, proposals)
        best = choices[self._best(decision, view, look_ahead, choices)]
        if best is choices[0] or decision.check(best.answer) is not None:
            return own
        return self._captain.take(best, decision, view, others=choices)

    def _best(self, decision: Decision, view: State, look_ahead: LookAhead, choices: list[Proposal]) -> int:
        """Return the index of the best choice."""
        if len(choices) < 2:
            return 0
        nodes = self.nodes * TYPICAL_MODELS // max(MIN_MODELS, len(view.on_table()))
        budget, cache = Budget(nodes, self.hurry), EvaluationCache(view)
        root = blake2b(f"{self.seed} {view.digest()}".encode(), digest_size=16).digest()
        outlines = [to_outline(decision, choice) for choice in choices]

        def play(number: int, key: int) -> float:
            trial_key = blake2b(key.to_bytes(4, "big"), key=root, digest_size=16).digest()
            return play_out(
                look_ahead(trial_key, common=True), decision.side, cache, outlines[number], MORE_ACTIVATIONS, budget
            )

        result = race([choice.value for choice in choices], play, lambda: budget.nodes_left, nodes)
        chosen = view.models[outlines[result.best].model]
        self._trial_summary = _describe_race(result, len(choices)) if chosen.public else ""
        return result.best


def _describe_race(result: RaceResult, count: int) -> str:
    if not result.plays:
        return ""
    lead = f"{result.lead:.1f} TV ahead" if result.lead >= MIN_STATED_LEAD else "close to the next"
    return f"best of {count} plans in {result.plays} trials, {lead}"
