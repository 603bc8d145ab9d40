"""Odds that the window shows before you choose.

A shot at a target, or the reasons why weapons can't fire. The exact odds of a secret plan against the enemy's possible
plans (R72). What each answer of a prompt would do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import prod

from jovian.descriptions.cards import TRACK_USES
from jovian.dice import Odds, Result, odds, opposed_odds
from jovian.frozen import frozen
from jovian.game import Answer, Decision, ListDecision, Model, Refusal, State
from jovian.game.answers import Commit, Damage, Defy, Enter, HoldSystems, Ram, Sabotage, SecretPlan, SpendFuel
from jovian.game.events import Contribution
from jovian.play import expected_words, remedy_words, shot_words
from jovian.rules.attack import autofire
from jovian.rules.attack.nukes_and_rams import ramming_test
from jovian.rules.basics.formation import formation_members
from jovian.rules.basics.rolls import AttackDice, Outcomes, pluralize
from jovian.rules.close_combat.dogfight import Arms, Fight, Fighter, fighter_attacks, secret_plan, weapon_initiative
from jovian.rules.close_combat.interception import AUTOFIRE, Chance, Reactions, catch_test
from jovian.rules.damage.boarding import boarders, crossing_shot, firefight_pool, losses, marine_aid, shot_down
from jovian.rules.damage.damage import (
    DamageContext,
    EvasionStake,
    Outlook,
    TerrainStake,
    damage_context,
    forecast_damage,
    forecast_ram,
    harm_words,
    outlook_words,
)
from jovian.rules.damage.expected_damage import hull_of, outcomes, table_for
from jovian.rules.rulebook.effect import DOGFIGHT
from jovian.rules.shots.formula import Assessment
from jovian.rules.shots.shot import POINT_DEFENSE, weapons_label

# --- Shots at a target ---


@frozen
class NoShot:
    """The reason why one or several weapons can't fire at a target."""

    weapons: tuple[str, ...]
    refusal: Refusal
    remedy: str
    """What would help, or ""."""


@frozen
class WeaponOdds:
    """What a weapon that can fire does to a target."""

    mount: str
    name: str
    shot: Assessment
    outlook: Outlook | None
    """The expected damage, None if the target isn't a model."""
    linked: bool = False
    """Whether the weapon fires together with the chosen one, whose odds include it."""
    ticked: bool = False
    """Whether the weapon fires in a further attack after the chosen one."""


@frozen
class Aim:
    """A shot at a target, the other weapons of the attacker, and the texts next to its odds."""

    attacker: str
    target: str
    shot: Assessment | Refusal
    mounts: int = 1
    also: tuple[str, ...] = ()
    """Names of other models that the shot hits."""
    expected_effect: str = ""
    """The expected effect on the target."""
    target_boxes: str = ""
    """What the target has left of its ratings, "" if it isn't a model."""
    refused: tuple[NoShot, ...] = ()
    """Why each of the other weapons can't fire."""
    weapons: tuple[WeaponOdds, ...] = ()
    """The weapons that can fire, in the order of the card."""
    any_hits: float | None = None
    """The chance that at least one of several attacks hits, None for one attack."""
    chosen: str = ""
    """The mount of the shot, "" if there is no shot."""
    picks: tuple[str, ...] = ()
    """The mounts that number keys choose, () if none can be chosen."""


def with_expectation(view: State, aim: Aim) -> Aim:
    """Return an aim with the expected effect on its target, and what the target has left."""
    if isinstance(aim.shot, Refusal):
        return aim
    target = view.models.get(aim.shot.target)
    boxes = _remaining_boxes(target) if target is not None else ""
    return replace(aim, expected_effect=expected_words(view, aim.shot), target_boxes=boxes)


def _remaining_boxes(model: Model) -> str:
    """Return what a model has left: of its Structure the boxes, of its ratings the values."""
    ratings = [track for track in ("defense", "sensors", "thrusters") if model.boxes(track)]
    structure = f"{model.unmarked('structure')} of {len(model.boxes('structure'))} Structure"
    return ", ".join([structure, *(f"{track.capitalize()} {model.rating(track)}" for track in ratings)])


def with_weapons(view: State, aim: Aim, model: Model, target: Model, shots: Mapping[str, Assessment | Refusal]) -> Aim:
    """Return an aim with the odds of each weapon of a model at a target, or why it can't fire.

    Point Defense is omitted against capital ships, because it never fires at them. Remedies are searched only if no
    weapon can fire.
    """
    can_fire = any(isinstance(shot, Assessment) for shot in shots.values())
    groups: dict[tuple[str, str], NoShot] = {}
    weapons: list[WeaponOdds] = []
    for mount, shot in shots.items():
        if mount == POINT_DEFENSE and target.is_capital:
            continue
        name = weapons_label(model, (mount,))
        if isinstance(shot, Assessment):
            weapons.append(WeaponOdds(mount, name, shot, shot_outlook(view, shot)))
            continue
        remedy = "" if can_fire else remedy_words(view, model, mount, target)
        before = groups[shot.reason, remedy].weapons if (shot.reason, remedy) in groups else ()
        groups[shot.reason, remedy] = NoShot((*before, name), shot, remedy)
    return replace(aim, weapons=tuple(weapons), refused=tuple(groups.values()))


def count_names(names: tuple[str, ...]) -> str:
    """Return the names of weapons. Several of the same name are counted."""
    kinds = {name.partition(" (")[0] for name in names}
    return f"{kinds.pop()} x{len(names)}" if len(kinds) == 1 and len(names) > 1 else ", ".join(names)


def shot_outlook(view: State, shot: Assessment) -> Outlook | None:
    """Return the expected damage of a shot, None if the target isn't a model."""
    return forecast_damage(view, damage_context(shot), shot.odds()) if shot.target in view.models else None


# --- Secret plans ---
#
# The enemy's plan is unknown. So your plan is compared with plans for its best weapon: all, half, or none of its dice
# attack, with no fuel and with all of it.


ALL_ATTACK, HALF, ALL_DEFENSE = "all attack", "half attack, half defend", "all defense"
"""Labels of the enemy's splits."""


@frozen
class Chances:
    """What the attacks of one side would do."""

    hurt: float
    """Probability of any damage."""
    lost: float | None
    """Probability that a lone squadron is destroyed. None for ships and formations, which lose more than one model."""


@frozen
class Reply:
    """One plan that the enemy may have, and what both sides would do to each other."""

    label: str
    attack: int
    defense: int
    fuel: int
    damage_dealt: Chances | None
    """The damage that you do, or None without an attack."""
    damage_taken: Chances | None
    """The damage that you take, or None without an attack."""


def plan_outcomes(fight: Fight, enemy_fight: Fight, planned: SecretPlan) -> list[Reply]:
    """Return the outcome of a plan against each plan that the enemy may have."""
    own = _fighter(fight, planned)
    results: list[Reply] = []
    for label, enemy_plan in _answers(enemy_fight):
        enemy = _fighter(enemy_fight, enemy_plan)
        plan = enemy.plan
        results.append(
            Reply(
                label, plan.attack, plan.defense, plan.fuel,
                chances(fighter_attacks(fight.state, own, enemy, fight.window), fight.state, fight.foe),
                chances(fighter_attacks(fight.state, enemy, own, fight.window), fight.state, fight.model),
            )
        )  # fmt: skip
    return results


def _fighter(fight: Fight, planned: SecretPlan) -> Fighter:
    return Fighter(tuple(formation_members(fight.state, fight.model)), fight.plan(planned), ())


def best_arms(fight: Fight) -> Arms:
    """Return the weapons with the most dice, linked if possible."""
    return max(fight.arms(), key=lambda arms: (fight.dice(arms, 0), arms.linked))


def even_plan(fight: Fight) -> SecretPlan:
    """Return a plan with the best weapons, half of the dice attacking, and no fuel."""
    arms = best_arms(fight)
    share = nearest_split(fight.splits(arms, 0), fight.dice(arms, 0) / 2)
    return secret_plan(arms, 0, share)


def _answers(enemy_fight: Fight) -> list[tuple[str, SecretPlan]]:
    """Return the plans that the enemy may have, with their labels."""
    arms = best_arms(enemy_fight)
    plans: list[tuple[str, SecretPlan]] = []
    for fuel in dict.fromkeys((0, enemy_fight.max_fuel)):
        pool, splits = enemy_fight.dice(arms, fuel), enemy_fight.splits(arms, fuel)
        wanted = ((ALL_ATTACK, pool), (HALF, pool / 2), (ALL_DEFENSE, 0))
        label_by_share: dict[int, str] = {}
        for label, share in wanted if arms.mounts else wanted[2:]:
            label_by_share.setdefault(nearest_split(splits, share), label)
        plans += [(label, secret_plan(arms, fuel, share)) for share, label in label_by_share.items()]
    return plans


def nearest_split(splits: Sequence[int], wanted: float) -> int:
    """Return the legal attack share nearest to a wanted one."""
    return min(splits, key=lambda share: (abs(share - wanted), share))


def chances(shots: Sequence[Assessment], state: State, target: Model) -> Chances | None:
    """Return what several attacks do together, one after the other, or None without attacks."""
    if not shots:
        return None
    outlooks = [forecast_damage(state, replace(damage_context(shot), target=target.id), shot.odds()) for shot in shots]
    hurt = 1.0 - prod(1.0 - outlook.hurt for outlook in outlooks)
    if target.is_capital or len(formation_members(state, target)) > 1:
        return Chances(hurt, None)
    marked = {target.marks.get("structure", 0): 1.0}
    for shot in shots:
        marked = _after_attack(marked, state, target, shot)
    return Chances(hurt, marked.get(len(target.boxes("structure")), 0.0))


def _after_attack(marked: dict[int, float], state: State, squadron: Model, shot: Assessment) -> dict[int, float]:
    """Return the distribution of the marked boxes of a squadron after one more attack, from that before it."""
    impact, boxes = shot.impact, len(squadron.boxes("structure"))
    table = table_for(state, squadron, impact.table, impact.redundant, impact.nature)
    total: dict[int, float] = {}
    for count, chance in marked.items():
        hull = hull_of(state, squadron.supposed(marks={"structure": count}), impact.redundant)
        for result, share in shot.odds().items() if count < boxes else ():
            ((outcome, _),) = outcomes(result, table, hull)
            after = count + outcome.boxes
            total[after] = total.get(after, 0.0) + chance * float(share)
        if count == boxes:
            total[count] = total.get(count, 0.0) + chance
    return total


def attack_order(fight: Fight, enemy_fight: Fight, planned: SecretPlan) -> str:
    """Return a sentence on which side attacks first, or "" if a side has no weapons."""
    own_arms, enemy_arms = fight.plan(planned).arms, best_arms(enemy_fight)
    if not (own_arms.mounts and enemy_arms.mounts):
        return ""
    if fight.window != DOGFIGHT:
        return "Weapons attack at the same time, missiles last."
    enemy_plan = secret_plan(enemy_arms, 0, 0)
    first = weapon_initiative(fight.state, _fighter(fight, planned))
    second = weapon_initiative(enemy_fight.state, _fighter(enemy_fight, enemy_plan))
    enemy_weapon = enemy_fight.contributions(enemy_arms, 0)[0].label
    if first == second or not first or not second:
        return f"You and its {enemy_weapon} attack at the same time."
    return f"You attack before its {enemy_weapon}." if first < second else f"Its {enemy_weapon} attacks before you."


# --- Answers of a prompt ---


def answer_shot(view: State, asked: Decision, answer: Answer) -> Assessment | None:
    """Return the shot that an answer fires, or None."""
    if isinstance(asked, Reactions):
        chance = asked.chosen_reaction(answer)
        if chance is None or chance.rank != AUTOFIRE:
            return None
        target = chance.target(view, view.models[asked.subject])
        shot = autofire.shot_at(view, target, chance.mount_ref)
        return shot if isinstance(shot, Assessment) else None
    return autofire.suppression_shot(view, view.models[asked.subject]) if isinstance(answer, Defy) else None


def describe_answer(view: State, asked: Decision, index: int, answer: Answer, figures: Figures | None = None) -> str:
    """Return what an answer would do, or "" if its label says it all. Its `figures` save time if they are known."""
    shot = answer_shot(view, asked, answer)
    if shot is not None:
        return shot_words(view, shot)
    if isinstance(asked, Reactions):
        return _catch(view, asked, answer, figures)
    stake = asked.stake if isinstance(asked, ListDecision) else None
    if isinstance(stake, Outcomes):
        return _outcome(view, stake, index)
    describe = _DESCRIPTIONS.get(asked.kind)
    return describe(view, asked, answer, stake) if describe is not None else ""


def _outcome(view: State, ends: Outcomes, index: int) -> str:
    """Return what a rolled result does, or what another roll would do on average."""
    result, stake = ends.results[index], ends.stake
    if result is None:
        assert ends.pool is not None
        again = odds(ends.pool, shift=ends.shift)
        if isinstance(stake, DamageContext):
            return outlook_words(forecast_damage(view, stake, _settled(again, stake)))
        return f"{again.success:.0%} to succeed"
    if not isinstance(stake, DamageContext):
        return pluralize(result.total, "step")
    before = ", unless it is opposed" if stake.opposed and result else ""
    return harm_words(view, stake, result) + before


def _settled(chances: Odds, stake: DamageContext) -> Odds:
    """Return the odds after the Swarm reduction."""
    return chances.mapped(Result.swarmed) if stake.swarm else chances


def _evasion(view: State, asked: Decision, answer: Answer, stake: object) -> str:
    """Return the odds of the attack after a test with or without fuel."""
    if not isinstance(stake, EvasionStake):
        return ""
    remaining = _evasion_odds(answer, stake)
    return f"it still hits {remaining.success:.0%}: {outlook_words(forecast_damage(view, stake.stake, remaining))}"


def _evasion_odds(answer: Answer, stake: EvasionStake) -> Odds:
    certain = Odds.certain(stake.primary)
    return opposed_odds(certain, odds(stake.pools[isinstance(answer, SpendFuel)]), swarm=stake.stake.swarm)


def _terrain(view: State, asked: Decision, answer: Answer, stake: object) -> str:
    """Return the odds of damage from terrain."""
    if not isinstance(stake, TerrainStake) or not isinstance(answer, Enter):
        return ""
    chances, target_id = odds(stake.pool), stake.stake.target
    target = f"{view.models[target_id].name} " if target_id in view.models and target_id != asked.subject else ""
    return f"{target}{chances.success:.0%} to be hit: {outlook_words(forecast_damage(view, stake.stake, chances))}"


def _catch(view: State, asked: Reactions, answer: Answer, figures: Figures | None) -> str:
    """Return the odds of an interception and of the fight, with half of the dice attacking on both sides."""
    chance = asked.chosen_reaction(answer)
    if chance is None:
        return ""
    if figures is None:
        *_, figures = _interception_figures(view, asked, chance)
    hunter, target = view.models[chance.model_id], chance.target(view, view.models[asked.subject])
    if catch_test(view, hunter, target) is None:
        caught = "caught without a test"
    else:
        caught = f"{figures['catches']:.0%} to catch it without extra fuel, the fight follows anyway"
    if "hits" not in figures and "own hit" not in figures:
        return f"{caught}; neither can fire"
    dealt, taken = _struck(figures, "hits", "destroys"), _struck(figures, "own hit", "own lost")
    text = f"{caught}; half attack, half defend: target {dealt}, {hunter.name} {taken}"
    groups = [model.name for model in (target, hunter) if len(formation_members(view, model)) > 1]
    if groups:
        text += f"; the formation of {' or '.join(groups)} loses model by model, so it has no single chance of loss"
    return text


def _struck(figures: Figures, hit: str, lost: str) -> str:
    if hit not in figures:
        return "not shot at"
    return f"hit {figures[hit]:.0%}{f', destroyed {figures[lost]:.0%}' if lost in figures else ''}"


# --- Figures of an answer ---

Figures = dict[str, float]
"""What an answer would do, by the name of the column: probabilities, `damage`, and `aboard`."""


def answer_figures(view: State, asked: Decision, answer: Answer) -> Iterator[Figures]:
    """Yield the figures of an answer, more of them with each step, so that no step takes long. {} for none."""
    if isinstance(asked, Reactions):
        chance = asked.chosen_reaction(answer)
        if chance is not None and chance.rank != AUTOFIRE:
            yield from _interception_figures(view, asked, chance)
            return
    shot = answer_shot(view, asked, answer)
    stake = asked.stake if isinstance(asked, ListDecision) else None
    if shot is not None:
        yield shot_figures(shot, shot_outlook(view, shot))
    elif isinstance(stake, EvasionStake):
        remaining = _evasion_odds(answer, stake)
        yield _own_figures(remaining, forecast_damage(view, stake.stake, remaining))
    elif isinstance(stake, TerrainStake) and isinstance(answer, Enter):
        chances = odds(stake.pool)
        yield _own_figures(chances, forecast_damage(view, stake.stake, chances))
    elif isinstance(stake, DamageContext) and isinstance(answer, Ram):
        rammer = view.models[answer.model or asked.subject]
        yield {"hits": float(ramming_test(view, rammer, view.models[stake.target]).odds().success), "own lost": 1.0}
    elif isinstance(stake, DamageContext) and isinstance(answer, Commit):
        shots = crossing_shot(view, view.models[stake.target], view.models[asked.subject])
        yield _crossing_figures(answer.marines, shots)
    else:
        yield {}


def shot_figures(shot: Assessment, outlook: Outlook | None) -> Figures:
    """Return what a shot does. Its odds include the detection test before it."""
    figures = {"hits": float(shot.odds().success)}
    if outlook is not None:
        figures |= {"damage": outlook.structure + outlook.others, "structure": outlook.breach, "destroys": outlook.lost}
    return figures


def _own_figures(chances: Odds, outlook: Outlook) -> Figures:
    return {
        "own hit": float(chances.success), "own structure": outlook.breach, "own lost": outlook.lost
    }  # fmt: skip


def _crossing_figures(count: int, shots: AttackDice | None) -> Figures:
    """Return how many marines get aboard on average, and the probability that any do."""
    if shots is None:
        return {"aboard": float(count), "any aboard": 1.0}
    chances = shots.odds()
    average = chances.expect(lambda result: float(max(0, count - shot_down(result))))
    return {"aboard": average, "any aboard": chances.expect(lambda result: float(shot_down(result) < count))}


def _interception_figures(view: State, asked: Reactions, chance: Chance) -> Iterator[Figures]:
    """Yield the odds of an interception: to catch, then the damage to the target, then to the interceptor.

    Only a Fast target needs a test to be caught. Half of the dice attack on both sides, without fuel.
    """
    hunter, target = view.models[chance.model_id], chance.target(view, view.models[asked.subject])
    fight, enemy_fight = Fight(view, hunter, target, DOGFIGHT), Fight(view, target, hunter, DOGFIGHT)
    test = catch_test(view, hunter, target)
    figures = {"catches": float(test.odds().success) if test is not None else 1.0}
    yield figures
    plans = _answers(enemy_fight)
    own = _fighter(fight, even_plan(fight))
    enemy = _fighter(enemy_fight, next((plan for label, plan in plans if label == HALF), plans[0][1]))
    sides = ((own, enemy, target, "hits", "destroys"), (enemy, own, hunter, "own hit", "own lost"))
    for attacker, defender, victim, hit, lost in sides:
        harm = chances(fighter_attacks(view, attacker, defender, DOGFIGHT), view, victim)
        if harm is not None:
            figures = figures | {hit: harm.hurt} | ({lost: harm.lost} if harm.lost is not None else {})
        yield figures


# --- Descriptions of answers ---


def _commit(view: State, asked: Decision, answer: Answer, stake: object) -> str:
    """Return how many marines survive the crossing."""
    if not isinstance(stake, DamageContext) or not isinstance(answer, Commit):
        return ""
    ship, count = view.models[stake.target], answer.marines
    shots = crossing_shot(view, ship, view.models[asked.subject])
    defenders = f"{pluralize(ship.rating('marines'), 'marine')} aboard"
    if shots is None:
        return f"all get aboard, no Point Defense; {defenders}"
    figures = _crossing_figures(count, shots)
    return f"{figures['aboard']:.1f} get aboard on average, at least one {figures['any aboard']:.0%}; {defenders}"


def _firefight(view: State, asked: Decision, answer: Answer, stake: object) -> str:
    """Return what an order does against both orders of the other side."""
    ship = view.models[asked.subject]
    own, boarding = ship.rating("marines"), boarders(ship)
    if isinstance(answer, Sabotage):
        return _sabotage(view, ship, own, boarding)
    if asked.side == ship.side:
        is_defending = isinstance(answer, HoldSystems)
        killed = _killed(own, boarding, marine_aid(view, ship), defending=is_defending)
        result = "and reduces sabotage" if is_defending else f"{_killed(boarding, own):.1f} of your marines are lost"
        return f"kills {killed:.1f} of {pluralize(boarding, 'boarder')} on average if they engage; {result}"
    aid = marine_aid(view, ship)
    if_defending = _killed(own, boarding, aid, defending=True)
    own_losses = f"loses {_killed(own, boarding, aid):.1f}, {if_defending:.1f} if they defend"
    return f"kills {_killed(boarding, own):.1f} of {pluralize(own, 'marine')} on average, {own_losses}"


def _killed(dice: int, there: int, aid: Sequence[Contribution] = (), *, defending: bool = False) -> float:
    return firefight_pool(dice, defending, aid).odds().expect(lambda result: float(losses(result, there)))


def _sabotage(view: State, ship: Model, marines: int, boarding: int) -> str:
    """Return the odds of sabotage, with and without defense."""
    chances, stake = firefight_pool(boarding).odds(), DamageContext(ship.id, precise=True)
    reduced = opposed_odds(chances, firefight_pool(marines, aid=marine_aid(view, ship)).odds())
    outlook = outlook_words(forecast_damage(view, stake, chances))
    return f"{chances.success:.0%} to succeed, {reduced.success:.0%} if they defend; {outlook}"


def _ram(view: State, asked: Decision, answer: Answer, stake: object) -> str:
    """Return the odds of ramming."""
    if not isinstance(answer, Ram) or not isinstance(stake, DamageContext):
        return ""
    rammer = view.models[answer.model or asked.subject]
    ship = view.models[stake.target]
    chances = ramming_test(view, rammer, ship).odds()
    outlook = outlook_words(forecast_ram(view, ship, chances))
    return f"{chances.success:.0%} to hit: {outlook}; {rammer.name} is lost"


def _struck_rating(view: State, asked: Decision, answer: Answer, stake: object) -> str:
    """Return what a rating is for, "" for one without boxes left: another one is struck instead."""
    if not isinstance(answer, Damage) or view.models[asked.subject].unmarked(answer.rating) < 1:
        return ""
    return TRACK_USES.get(answer.rating, "")


_DESCRIPTIONS: dict[str, Callable[[State, Decision, Answer, object], str]] = {
    "evasion": _evasion, "avoid": _terrain, "commit": _commit, "firefight": _firefight, "ram": _ram,
    "rating": _struck_rating, "critical": _struck_rating,
}  # fmt: skip
"""The functions that describe the answers, by the kind of decision."""
