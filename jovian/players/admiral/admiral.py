"""The admiral itself: a captain that tries its plans in private games before it takes one."""

from __future__ import annotations

from hashlib import blake2b

from jovian.game import Answer, Decision, State
from jovian.game.answers import Declaration
from jovian.match.lookahead import LookAhead
from jovian.players.admiral.choices import outlined, usual_first
from jovian.players.admiral.halving import Verdict, race
from jovian.players.admiral.playout import play_on
from jovian.players.budget import NEVER, Budget, Flag
from jovian.players.captain.captain import Captain
from jovian.players.captain.proposals import Proposal
from jovian.players.captain.temperament import TEMPERAMENTS, Temperament
from jovian.players.quick import Memory
from jovian.rules.menu.declare import Declare
from jovian.rules.sequence.activation import ChooseModel

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
        budget, memory = Budget(self.nodes, self.hurry), Memory(view)
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
