"""What the ensign does with tokens: who is issued them, what squadrons take along, and what becomes fuel."""

from __future__ import annotations

from jovian.game import Answer, ListDecision, Model, State
from jovian.game.answers import Issue, Keep, Refine, TakeAlong, Tap
from jovian.rules.basics.model import FUEL_POD
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.scenario.tokens import IssueTokens, MineComet, Taking
from tests.yardstick.judgment.nearby import nearest_enemy
from tests.yardstick.judgment.objectives.carrying import along, last_one
from tests.yardstick.judgment.objectives.goals import LITTLE
from tests.yardstick.judgment.objectives.leaving import escape
from tests.yardstick.judgment.objectives.mining import mining

POD = 1.5
"""TV that the fuel of a pod is reckoned to be worth."""
NEAR = 6.0
"""Inches beyond its Speed within which an enemy makes a squadron draw on a pod."""


def issue(decision: IssueTokens, view: State) -> Issue:
    """Issue to few ships, those that can take most."""
    return max((option.answer for option in decision.options()), key=lambda each: _toughness(view, each))


def take(decision: ListDecision[Answer], view: State) -> Answer:
    """Take along as many as are worth most on the squadron; none where they had better stay aboard."""
    taking, squadron = decision.stake, view.models[decision.subject]
    if not isinstance(taking, Taking):
        return decision.default()
    ship, best, answer = view.models[taking.ship], LITTLE, decision.default()
    for option in decision.listed:
        if isinstance(option.answer, TakeAlong) and option.answer.count:
            worth = along(view, squadron, ship, taking.token, option.answer.count)
            if worth > best:
                best, answer = worth, option.answer
    return answer


def refine(decision: ListDecision[Answer], view: State) -> Answer:
    """Make fuel of a unit that is worth less than the fuel."""
    squadron = view.models[decision.subject]
    tokens = [each.token for each in rulebook(view).clauses if isinstance(each, MineComet)]
    spare = tokens and last_one(view, squadron, tokens[0]) < POD
    return Refine() if spare else Keep()


def draw_on(decision: ListDecision[Answer], view: State) -> Answer:
    """Keep spare tanks; burn a pod as soon as there is use for it: to mine, to get away, to fight."""
    pod, squadron = Tap(FUEL_POD), view.models[decision.subject]
    if all(option.answer != pod for option in decision.listed):
        return Keep()
    useful = nearest_enemy(view, squadron) <= squadron.card.speed + NEAR or mining(view, squadron) > LITTLE
    return pod if useful or escape(view, squadron) > 0 else Keep()


def _toughness(view: State, issue: Issue) -> int:
    """Boxes of Structure about each token, summed up over ships."""
    shares: list[tuple[Model, int]] = [
        (view.models[ident], count) for ident, count in zip(issue.models, issue.counts, strict=True)
    ]
    return sum(count * len(model.boxes("structure")) for model, count in shares if model.capital)
