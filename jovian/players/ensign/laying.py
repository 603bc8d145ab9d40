"""What the ensign lays out before the game: terrain where it helps most and harms least; who carries what is issued."""

from __future__ import annotations

from itertools import islice

from jovian.game import State
from jovian.game.answers import Issue, Lay
from jovian.players.judgment.ground import ground
from jovian.rules.scenario.tokens.reserves import IssueTokens
from jovian.rules.terrain.layout import LayOut

WEIGHED = 8
"""Free places of a piece that are weighed."""


def lay(decision: LayOut, view: State) -> Lay | None:
    """The best of a few places of each piece; None if none has room."""
    found = [
        (ground(view, decision.side, card, pose), Lay(card.id, *pose))
        for card in decision.pool for pose in islice(decision.places(card), WEIGHED)
    ]  # fmt: skip
    return max(found, key=lambda each: each[0])[1] if found else None


def issue(decision: IssueTokens, view: State) -> Issue:
    """To few ships, those that can take most."""
    return max((option.answer for option in decision.options()), key=lambda each: _toughness(view, each))


def _toughness(view: State, issue: Issue) -> int:
    """Boxes of Structure about each token, summed up over ships."""
    shares = zip(issue.models, issue.counts, strict=True)
    held = [(view.models[ident], count) for ident, count in shares]
    return sum(count * len(model.boxes("structure")) for model, count in held if model.capital)
