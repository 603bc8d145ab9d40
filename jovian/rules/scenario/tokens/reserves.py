"""Tokens that a side issues to its models in secret before it deploys (v1.2.4 Scenarios > Water Raid, R83)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import cast

from jovian.frozen import frozen
from jovian.game import EMBARKED, RESERVE, Answer, Decision, Game, Model, Option, Procedure, Refusal, State
from jovian.game.answers import Issue
from jovian.game.events import TokensCarried
from jovian.rules.facts.loads import carried, issued_note, load
from jovian.rules.rulebook.clause import Clause
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.scenario.roles import side_of
from jovian.rules.scenario.tokens.token import PLENTY, Token, token_called

PLACE = "v1.2.4 Scenarios > Water Raid > Water Reserves"
Shares = dict[str, int]
"""How many each model is issued, by its id."""


@frozen
class Distribute(Clause):
    """What a side issues to its fleet."""

    name = "Reserves"
    place = PLACE
    summary = (
        "Before it deploys, a side issues tokens to its models in secret. What a model carries is known once it is on "
        "the table; a squadron that carries any does not start aboard a ship."
    )

    token: str
    amount: int
    role: str
    on_capital: int = PLENTY
    on_squadron: int = 0
    squadrons: str = ""
    """Of which type, "" for all."""

    def most(self, model: Model) -> int:
        """How many a model may be issued."""
        if model.capital:
            return self.on_capital
        suits = not model.drone and self.squadrons in ("", model.card.squadron_type)
        return self.on_squadron if suits else 0

    def able(self, state: State) -> list[Model]:
        """Those that may be issued any: the fleet of the side, as far as it is yet to come."""
        fleet = (each for each in state.models.values() if each.owner == side_of(state, self.role))
        return [each for each in fleet if each.place == RESERVE and self.most(each)]

    def total(self, state: State) -> int:
        """How many are issued: what fits."""
        return min(self.amount, sum(map(self.most, self.able(state))))

    def before_deployment(self, game: Game) -> Procedure[bool]:
        """The secret choice; how many there are in all is known."""
        state = game.state
        total, side = self.total(state), side_of(state, self.role)
        if total:
            answer = cast(Issue, (yield IssueTokens(state, self)))
            for ident, count in zip(answer.models, answer.counts, strict=True):
                load(game, state.models[ident], self.token, count, "issued")
        issued = token_called(state, self.token).words(total)
        self.note(game, issued_note(self.token), total, f"issues {issued} to its fleet in secret", side)
        return False

    def refuse_deployment(
        self, state: State, side: int, coming: tuple[Model, ...], left: tuple[Model, ...]
    ) -> Refusal | None:
        """Who has been issued any does not start aboard a ship."""
        for model in coming:
            if model.place == EMBARKED and carried(model, self.token):
                return Refusal(f"{model.name} has been issued {self.token}, and so does not start aboard.", PLACE)
        return None

    def deployed(self, game: Game, model: Model) -> None:
        """Tell the other side what a model was issued, now that it has come into sight."""
        count = carried(model, self.token)
        if count and model.public:
            event = TokensCarried(model=model.id, token=self.token, amount=count, left=count, cause="issued")
            game.tell(event, 1 - model.side)


def begin_issued(state: State) -> None:
    """Remember what was issued to the models of a scenario that places them: as many as its rule says."""
    for each in rulebook(state).clauses:
        if isinstance(each, Distribute):
            state.notes[issued_note(each.token)] = each.amount


class IssueTokens(Decision):
    """How many of a token each model is issued."""

    kind = "issue"
    answers = (Issue,)
    __slots__ = ("rule", "state")

    def __init__(self, state: State, rule: Distribute) -> None:
        side, words = side_of(state, rule.role), token_called(state, rule.token).words(rule.total(state))
        super().__init__(side, f"Issue {words} to your models", rule.place, anchor=True, secret=True)
        self.state = state
        self.rule = rule

    def on(self, state: State) -> IssueTokens:
        """The same question over a view."""
        return IssueTokens(state, self.rule)

    @property
    def token(self) -> Token:
        """What is issued."""
        return token_called(self.state, self.rule.token)

    @property
    def models(self) -> list[Model]:
        """Who may be issued any, ships first."""
        return sorted(self.rule.able(self.state), key=lambda each: not each.capital)

    @property
    def total(self) -> int:
        """How many tokens are to be issued in all."""
        return self.rule.total(self.state)

    def judge(self, answer: Answer) -> Refusal | None:
        """All of them, to models of one's own, none more than it may have."""
        issue, able = cast(Issue, answer), {each.id: each for each in self.models}
        if len(issue.models) != len(issue.counts) or len(set(issue.models)) != len(issue.models):
            return Refusal("Each model is named once, with a number.", self.cited)
        for ident, count in zip(issue.models, issue.counts, strict=True):
            if ident not in able:
                return Refusal("This model is issued none.", self.cited)
            if count > self.rule.most(able[ident]):
                return Refusal(f"{able[ident].name} is issued {self.rule.most(able[ident])} at most.", self.cited)
        given = sum(issue.counts)
        if given != self.total:
            return Refusal(f"{given} of {self.token.words(self.total)} are issued; all must be.", self.cited)
        return None

    def issue(self, shares: Shares) -> Issue:
        """The answer that issues so many."""
        found = [(each.id, shares[each.id]) for each in self.models if shares.get(each.id)]
        return Issue(tuple(ident for ident, _ in found), tuple(count for _, count in found))

    def default(self) -> Issue:
        """Spread over the ships, what they have no room for over squadrons."""
        return self.issue(self._spread([each for each in self.models if each.capital]))

    def _spread(self, first: list[Model]) -> Shares:
        """One after the other to some models, then to all others."""
        shares: Shares = {}
        for group in (first, [each for each in self.models if each not in first]):
            while sum(shares.values()) < self.total and any(self._left(shares, each) for each in group):
                for each in group:
                    if self._left(shares, each) and sum(shares.values()) < self.total:
                        shares[each.id] = shares.get(each.id, 0) + 1
        return shares

    def _left(self, shares: Shares, model: Model) -> int:
        return self.rule.most(model) - shares.get(model.id, 0)

    def sample(self, rng: Random) -> Issue:
        """Each to a random model that has room."""
        shares: Shares = {}
        for _ in range(self.total):
            open_still = [each for each in self.models if self._left(shares, each)]
            chosen = open_still[int(rng.random() * len(open_still))]
            shares[chosen.id] = shares.get(chosen.id, 0) + 1
        return self.issue(shares)

    def options(self) -> Iterator[Option[Issue]]:
        """Spread over all ships; over squadrons first; on as few ships as can be, from each on."""
        ships = [each for each in self.models if each.capital]
        yield Option(self.default(), "Spread over the ships")
        if len(ships) < len(self.models):
            squadrons = [each for each in self.models if not each.capital]
            yield Option(self.issue(self._spread(squadrons)), "To the squadrons first")
        for number, ship in enumerate(ships if len(ships) > 1 else ()):
            shares: Shares = {}
            for each in (*ships[number:], *ships[:number], *(one for one in self.models if not one.capital)):
                shares[each.id] = min(self.rule.most(each), self.total - sum(shares.values()))
            yield Option(self.issue(shares), f"As much as it may have on {ship.name}")
