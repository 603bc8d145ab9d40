"""An aim: the shot that the odds beside a target tell of, with what is to be expected of it. What a plan for a
close fight is worth: exact odds against the range of the foe's answers, both ways (R72). What each answer of a
prompt would do, in words and numbers: the odds of a reaction as those of an attack.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from jovian.dice import Odds, Result, odds, opposed_odds
from jovian.game import Answer, Decision, ListDecision, Model, Refusal, State
from jovian.game.answers import Commit, Defy, Enter, HoldSystems, Ram, Sabotage, SecretPlan, SpendFuel
from jovian.game.events import Contribution
from jovian.play import expected_words, remedy_words, shot_words
from jovian.rules.attack import autofire
from jovian.rules.attack.impacts import ramming_test
from jovian.rules.basics.formation import formation_members
from jovian.rules.basics.rolls import Outcomes, pluralize
from jovian.rules.close_combat.dogfight import Arms, Fight, Fighter, secret_plan, volley, weapon_initiative
from jovian.rules.close_combat.interception import AUTOFIRE, Reactions, catching
from jovian.rules.damage.boarding import boarders, crossing_shot, firefight_pool, losses, marine_aid, shot_down
from jovian.rules.damage.damage import DamageContext, Dodge, Entry, forecast_damage, harm_words, outlook_words
from jovian.rules.damage.expected_damage import Table, structure_hits, table_for
from jovian.rules.rulebook.effect import DOGFIGHT
from jovian.rules.shots.formula import Assessment
from jovian.rules.shots.shot import POINT_DEFENSE, weapon_of

# --- aim ---
# An aim: the shot that the odds beside a target tell of, with what is to be expected of it.


@dataclass(frozen=True, slots=True)
class NoShot:
    """Why one weapon, or several for the same reason, cannot fire at a target."""

    weapons: tuple[str, ...]
    refusal: Refusal
    remedy: str
    """What would help, "" if nothing would."""


@dataclass(frozen=True, slots=True)
class Aim:
    """A shot at a target, and what is told beside its odds."""

    attacker: str
    target: str
    shot: Assessment | Refusal
    mounts: int = 1
    also: tuple[str, ...] = ()
    """Names of those whom the shot strikes besides."""
    note: str = ""
    told: str = ""
    """What is to be expected of it on its target."""
    refused: tuple[NoShot, ...] = ()
    """The reason of each weapon that cannot fire; () unless there is no shot."""


def told(view: State, aim: Aim) -> Aim:
    """An aim with what is to be expected on its target."""
    return aim if isinstance(aim.shot, Refusal) else replace(aim, told=expected_words(view, aim.shot))


def no_shots(view: State, model: Model, target: Model, shots: Mapping[str, Assessment | Refusal]) -> tuple[NoShot, ...]:
    """Return why each weapon of a model cannot fire at a target, those with one reason together.

    Point Defense is left out against capital ships, which it never fires at.
    """
    found: dict[tuple[str, str], NoShot] = {}
    for mount, refusal in shots.items():
        if not isinstance(refusal, Refusal) or (mount == POINT_DEFENSE and target.capital):
            continue
        weapon = weapon_of(model, mount)
        name = weapon.name if mount == POINT_DEFENSE and weapon is not None else model.card.mount_called(mount)
        remedy = remedy_words(view, model, mount, target)
        key = refusal.reason, remedy
        before = found[key].weapons if key in found else ()
        found[key] = NoShot((*before, name), refusal, remedy)
    return tuple(found.values())


# --- plan odds ---
# What a plan for a close fight is worth: exact odds against the range of the foe's answers, both ways (R72).
#
# Nothing is known of the foe's plan, so its best weapon is set against ours with all, half and none of its dice
# attacking, without fuel and with all it has. Every number comes from the one formula.


@dataclass(frozen=True, slots=True)
class Chances:
    """What the attacks of one side would do."""

    hurt: float
    """Chance of any damage."""
    lost: float | None
    """Chance that a lone squadron is destroyed; None for ships and formations, whose owners choose or roll on."""
    steps: float
    """Points of damage expected, of whatever sort."""


@dataclass(frozen=True, slots=True)
class Reply:
    """One answer that the foe may give, and what both would do to each other."""

    label: str
    attack: int
    defense: int
    fuel: int
    given: Chances | None
    """What we do to it, None without an attack."""
    taken: Chances | None


def replies(fight: Fight, foes: Fight, planned: SecretPlan) -> list[Reply]:
    """The range of the foe's answers to a plan."""
    mine = _fighter(fight, planned)
    found: list[Reply] = []
    for label, answer in _answers(foes):
        theirs = _fighter(foes, answer)
        plan = theirs.plan
        found.append(
            Reply(
                label, plan.attack, plan.defense, plan.fuel,
                chances(volley(fight.state, mine, theirs, fight.window), fight.state, fight.foe),
                chances(volley(fight.state, theirs, mine, fight.window), fight.state, fight.model),
            )
        )  # fmt: skip
    return found


def _fighter(fight: Fight, planned: SecretPlan) -> Fighter:
    return Fighter(tuple(formation_members(fight.state, fight.model)), fight.plan(planned), ())


def best_arms(fight: Fight) -> Arms:
    """The weapons with the most dice, linked where they may be."""
    return max(fight.arms(), key=lambda each: (fight.dice(each, 0), each.linked))


def even(fight: Fight) -> SecretPlan:
    """The plan with the best weapons, half the dice attacking, and no fuel."""
    arms = best_arms(fight)
    share = nearest_split(fight.splits(arms, 0), fight.dice(arms, 0) / 2)
    return secret_plan(arms, 0, share)


def _answers(foes: Fight) -> list[tuple[str, SecretPlan]]:
    arms, found = best_arms(foes), []
    for bid in dict.fromkeys((0, foes.max_fuel)):
        pool, splits = foes.dice(arms, bid), foes.splits(arms, bid)
        wanted = (("all attack", pool), ("half and half", pool / 2), ("all defense", 0))
        shares: dict[int, str] = {}
        for label, share in wanted if arms.mounts else wanted[2:]:
            shares.setdefault(nearest_split(splits, share), label)
        found += [(label, secret_plan(arms, bid, share)) for share, label in shares.items()]
    return found


def nearest_split(splits: Sequence[int], wanted: float) -> int:
    """The legal attack share nearest to a wanted one."""
    return min(splits, key=lambda each: (abs(each - wanted), each))


def chances(shots: Sequence[Assessment], state: State, target: Model) -> Chances | None:
    """What several attacks with independent dice do together; None if there are none."""
    if not shots:
        return None
    total = {0: 1.0}
    for shot in shots:
        impact = shot.impact
        table = table_for(state, target, impact.table, impact.redundant, impact.nature)
        total = _added(total, _hits(shot, table))
    needed = structure_hits(target, shots[0].impact.redundant)
    alone = not target.capital and len(formation_members(state, target)) == 1
    steps, lost = 0.0, 0.0
    for hits, chance in total.items():
        steps += hits * chance
        lost += chance if hits >= needed else 0.0
    return Chances(1.0 - total.get(0, 0.0), lost if alone else None, steps)


def _hits(shot: Assessment, table: Table) -> dict[int, float]:
    """The distribution of the points of damage of one attack, of whatever sort, by the target's own table."""
    found: dict[int, float] = {}
    for result, chance in shot.odds().items():
        hits = table.structure(result) + table.others(result)
        found[hits] = found.get(hits, 0.0) + float(chance)
    return found


def _added(one: dict[int, float], two: dict[int, float]) -> dict[int, float]:
    found: dict[int, float] = {}
    for a, p in one.items():
        for b, q in two.items():
            found[a + b] = found.get(a + b, 0.0) + p * q
    return found


def order(fight: Fight, foes: Fight, planned: SecretPlan) -> str:
    """Who strikes first with these weapons, in a line; "" where one side has none."""
    mine, theirs = fight.plan(planned).arms, best_arms(foes)
    if not (mine.mounts and theirs.mounts):
        return ""
    if fight.window != DOGFIGHT:
        return "Guns strike at once, missiles last."
    answer = secret_plan(theirs, 0, 0)
    first = weapon_initiative(fight.state, _fighter(fight, planned))
    second = weapon_initiative(foes.state, _fighter(foes, answer))
    its = foes.parts(theirs, 0)[0].label
    if first == second or not first or not second:
        return f"You and its {its} strike at once."
    return f"You strike before its {its}." if first < second else f"Its {its} strikes before you."


# --- outlooks ---
# What each answer of a prompt would do, in words and numbers: the odds of a reaction as those of an attack.


def shot_of(view: State, asked: Decision, answer: Answer) -> Assessment | None:
    """The shot that an answer makes, None if it makes none."""
    if isinstance(asked, Reactions):
        chance = asked.taken(answer)
        if chance is None or chance.rank != AUTOFIRE:
            return None
        target = chance.target(view, view.models[asked.subject])
        found = autofire.shot_at(view, target, chance.gun)
        return found if isinstance(found, Assessment) else None
    return autofire.shells(view, view.models[asked.subject]) if isinstance(answer, Defy) else None


def words_of(view: State, asked: Decision, index: int, answer: Answer) -> str:
    """What an answer would do, "" where the label says it all."""
    shot = shot_of(view, asked, answer)
    if shot is not None:
        return shot_words(view, shot)
    if isinstance(asked, Reactions):
        return _catch(view, asked, answer)
    stake = asked.stake if isinstance(asked, ListDecision) else None
    if isinstance(stake, Outcomes):
        return _outcome(view, stake, index)
    teller = _TELLERS.get(asked.kind)
    return teller(view, asked, answer, stake) if teller is not None else ""


# --- results ---
def _outcome(view: State, ends: Outcomes, index: int) -> str:
    """What stays, what is left, or what is to be expected of another roll."""
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


def _settled(found: Odds, stake: DamageContext) -> Odds:
    """The odds with what Swarm takes off last."""
    return found.mapped(Result.swarmed) if stake.swarm else found


def _evasion(view: State, asked: Decision, answer: Answer, stake: object) -> str:
    """What is left to be expected, without the fuel's die and with it."""
    if not isinstance(stake, Dodge):
        return ""
    certain = Odds.certain(stake.primary)
    left = opposed_odds(certain, odds(stake.pools[isinstance(answer, SpendFuel)]), swarm=stake.stake.swarm)
    return f"it still hits {left.success:.0%}: {outlook_words(forecast_damage(view, stake.stake, left))}"


def _terrain(view: State, asked: Decision, answer: Answer, stake: object) -> str:
    if not isinstance(stake, Entry) or not isinstance(answer, Enter):
        return ""
    found, struck = odds(stake.pool), stake.stake.target
    whom = f"{view.models[struck].name} " if struck in view.models and struck != asked.subject else ""
    return f"{whom}{found.success:.0%} to be struck: {outlook_words(forecast_damage(view, stake.stake, found))}"


# --- fights ---
def _catch(view: State, asked: Reactions, answer: Answer) -> str:
    """The fight that an interception starts, both sides with their best weapon and half their dice attacking."""
    chance = asked.taken(answer)
    if chance is None:
        return ""
    hunter, prey = view.models[chance.ident], chance.target(view, view.models[asked.subject])
    fight, foes = Fight(view, hunter, prey, DOGFIGHT), Fight(view, prey, hunter, DOGFIGHT)
    found = replies(fight, foes, even(fight))
    reply = next((each for each in found if each.label == "half and half"), found[0])
    test = catching(view, hunter, prey)
    caught = f"{test.odds().success:.0%} to catch it without extra fuel; " if test is not None else ""
    outcome = f"the target is {_struck(reply.given)} and {hunter.name} is {_struck(reply.taken)}"
    return f"{caught}with half the dice attacking, {outcome}"


def _struck(found: Chances | None) -> str:
    if found is None:
        return "not shot at"
    lost = f", destroyed {found.lost:.0%}" if found.lost is not None else ""
    return f"hit {found.hurt:.0%}{lost}"


def _commit(view: State, asked: Decision, answer: Answer, stake: object) -> str:
    """How many marines come through the crossing shot."""
    if not isinstance(stake, DamageContext) or not isinstance(answer, Commit):
        return ""
    ship, count = view.models[stake.target], answer.marines
    shots = crossing_shot(view, ship, view.models[asked.subject])
    held = f"{ship.rating('marines')} marines aboard"
    if shots is None:
        return f"all get aboard, no Point Defense; {held}"
    found = shots.odds()
    there = found.expect(lambda result: float(max(0, count - shot_down(result))))
    some = found.expect(lambda result: float(shot_down(result) < count))
    return f"{there:.1f} get aboard on average, at least one {some:.0%}; {held}"


def _firefight(view: State, asked: Decision, answer: Answer, stake: object) -> str:
    """What an order does against either order of the other side."""
    ship = view.models[asked.subject]
    ours, theirs = ship.rating("marines"), boarders(ship)
    if isinstance(answer, Sabotage):
        return _sabotage(view, ship, ours, theirs)
    if asked.side == ship.side:
        held = isinstance(answer, HoldSystems)
        killed = _killed(ours, theirs, marine_aid(view, ship), defending=held)
        other = "and blunts sabotage" if held else f"{_killed(theirs, ours):.1f} of ours are lost"
        return f"kills {killed:.1f} of {theirs} boarders on average if they engage; {other}"
    aid = marine_aid(view, ship)
    blunt = _killed(ours, theirs, aid, defending=True)
    own = f"loses {_killed(ours, theirs, aid):.1f}, {blunt:.1f} if they defend"
    return f"kills {_killed(theirs, ours):.1f} of {ours} marines on average, {own}"


def _killed(dice: int, there: int, aid: Sequence[Contribution] = (), *, defending: bool = False) -> float:
    return firefight_pool(dice, defending, aid).odds().expect(lambda result: float(losses(result, there)))


def _sabotage(view: State, ship: Model, ours: int, theirs: int) -> str:
    found, stake = firefight_pool(theirs).odds(), DamageContext(ship.id, precise=True)
    blunted = opposed_odds(found, firefight_pool(ours, aid=marine_aid(view, ship)).odds())
    said = outlook_words(forecast_damage(view, stake, found))
    return f"{found.success:.0%} to succeed, {blunted.success:.0%} if they defend; {said}"


def _ram(view: State, asked: Decision, answer: Answer, stake: object) -> str:
    if not isinstance(answer, Ram) or not isinstance(stake, DamageContext):
        return ""
    rammer = view.models[answer.model or asked.subject]
    chances = ramming_test(view, rammer, view.models[stake.target]).odds().magnitude()
    hit, more = 1.0 - chances["N"], chances["T"] + chances["Q+"]
    return f"Critical Hit {hit:.0%}, 1 Structure besides {more:.0%}; {rammer.name} is lost"


_TELLERS: dict[str, Callable[[State, Decision, Answer, object], str]] = {
    "evasion": _evasion, "avoid": _terrain, "commit": _commit, "firefight": _firefight, "ram": _ram,
}  # fmt: skip
"""Who tells of the answers to a kind of question."""
