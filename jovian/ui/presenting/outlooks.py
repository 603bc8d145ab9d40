"""What each answer of a prompt would do, in words and numbers: the odds of a reaction as those of an attack."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from jovian.dice import Odds, Result, odds, opposed
from jovian.game import Answer, Decision, Model, Pick, State
from jovian.game.answers import Commit, Defy, Enter, HoldSystems, Ram, Sabotage, SpendFuel
from jovian.game.parts import Part
from jovian.play.attacks import shot_words
from jovian.rules.close_combat.interception import catching
from jovian.rules.close_combat.plans import Fight
from jovian.rules.close_combat.reactions import AUTOFIRE, Reactions
from jovian.rules.facts.rolls import Outcomes
from jovian.rules.facts.words import counted
from jovian.rules.firing import autofire, suppression
from jovian.rules.firing.ramming import ramming_test
from jovian.rules.harm.boarded import boarders
from jovian.rules.harm.boarding import crossing, fighting, losses, marine_aid, shot_down
from jovian.rules.harm.meaning import Dodge, Entry, Stake, harm_words, outlook, outlook_words
from jovian.rules.rulebook.shot_facts import DOGFIGHT
from jovian.rules.shooting.assessment import Assessment
from jovian.ui.presenting.plan_odds import Chances, even, replies


def shot_of(view: State, asked: Decision, answer: Answer) -> Assessment | None:
    """The shot that an answer makes, None if it makes none."""
    if isinstance(asked, Reactions):
        chance = asked.taken(answer)
        if chance is None or chance.rank != AUTOFIRE:
            return None
        target = chance.target(view, view.models[asked.subject])
        found = autofire.shot_at(view, target, chance.gun)
        return found if isinstance(found, Assessment) else None
    return suppression.shells(view, view.models[asked.subject]) if isinstance(answer, Defy) else None


def words_of(view: State, asked: Decision, index: int, answer: Answer) -> str:
    """What an answer would do, "" where the label says it all."""
    shot = shot_of(view, asked, answer)
    if shot is not None:
        return shot_words(view, shot)
    if isinstance(asked, Reactions):
        return _catch(view, asked, answer)
    stake = asked.stake if isinstance(asked, Pick) else None
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
        if isinstance(stake, Stake):
            return outlook_words(outlook(view, stake, _settled(again, stake)))
        return f"{again.success:.0%} to succeed"
    if not isinstance(stake, Stake):
        return counted(result.total, "step")
    before = ", unless it is opposed" if stake.opposed and result else ""
    return harm_words(view, stake, result) + before


def _settled(found: Odds, stake: Stake) -> Odds:
    """The odds with what Swarm takes off last."""
    return found.mapped(Result.swarmed) if stake.swarm else found


def _evasion(view: State, asked: Decision, answer: Answer, stake: object) -> str:
    """What is left to be expected, without the fuel's die and with it."""
    if not isinstance(stake, Dodge):
        return ""
    certain = Odds.certain(stake.primary)
    left = opposed(certain, odds(stake.pools[isinstance(answer, SpendFuel)]), swarm=stake.stake.swarm)
    return f"it still hits {left.success:.0%}: {outlook_words(outlook(view, stake.stake, left))}"


def _terrain(view: State, asked: Decision, answer: Answer, stake: object) -> str:
    if not isinstance(stake, Entry) or not isinstance(answer, Enter):
        return ""
    found, struck = odds(stake.pool), stake.stake.target
    whom = f"{view.models[struck].name} " if struck in view.models and struck != asked.subject else ""
    return f"{whom}{found.success:.0%} to be struck: {outlook_words(outlook(view, stake.stake, found))}"


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
    caught = f"{test.odds().success:.0%} to catch it without a fuel more; " if test is not None else ""
    return f"{caught}half and half: it is {_struck(reply.given)}, {hunter.name} is {_struck(reply.taken)}"


def _struck(found: Chances | None) -> str:
    if found is None:
        return "not shot at"
    lost = f", destroyed {found.lost:.0%}" if found.lost is not None else ""
    return f"hit {found.hurt:.0%}{lost}"


def _commit(view: State, asked: Decision, answer: Answer, stake: object) -> str:
    """How many marines come through the crossing shot."""
    if not isinstance(stake, Stake) or not isinstance(answer, Commit):
        return ""
    ship, count = view.models[stake.target], answer.marines
    shots = crossing(view, ship, view.models[asked.subject])
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


def _killed(dice: int, there: int, aid: Sequence[Part] = (), *, defending: bool = False) -> float:
    return fighting(dice, defending, aid).odds().expect(lambda result: float(losses(result, there)))


def _sabotage(view: State, ship: Model, ours: int, theirs: int) -> str:
    found, stake = fighting(theirs).odds(), Stake(ship.id, precise=True)
    blunted = opposed(found, fighting(ours, aid=marine_aid(view, ship)).odds())
    said = outlook_words(outlook(view, stake, found))
    return f"{found.success:.0%} to succeed, {blunted.success:.0%} if they defend; {said}"


def _ram(view: State, asked: Decision, answer: Answer, stake: object) -> str:
    if not isinstance(answer, Ram) or not isinstance(stake, Stake):
        return ""
    rammer = view.models[answer.model or asked.subject]
    chances = ramming_test(view, rammer, view.models[stake.target]).odds().magnitude()
    hit, more = 1.0 - chances["N"], chances["T"] + chances["Q+"]
    return f"Critical Hit {hit:.0%}, 1 Structure besides {more:.0%}; {rammer.name} is lost"


_TELLERS: dict[str, Callable[[State, Decision, Answer, object], str]] = {
    "evasion": _evasion, "avoid": _terrain, "commit": _commit, "firefight": _firefight, "ram": _ram,
}  # fmt: skip
"""Who tells of the answers to a kind of question."""
