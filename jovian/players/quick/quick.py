"""The quick player itself: which of its habits answers which question."""

from __future__ import annotations

from jovian.game import Answer, Decision, Pick, State
from jovian.game.answers import Activate
from jovian.players.ensign import picking
from jovian.players.judgment.actions.marines import damage
from jovian.players.judgment.nearby import enemies
from jovian.players.quick.aiming import look, total
from jovian.players.quick.declaring import declaration
from jovian.players.quick.memory import Memory
from jovian.players.quick.ordering import Orders
from jovian.players.quick.outline import Outline
from jovian.players.quick.reacting import react
from jovian.rules.close_combat.reactions import Reactions
from jovian.rules.menu.declare import Declare
from jovian.rules.menu.next_order import NextOrder
from jovian.rules.sequence.activation import ChooseModel, eligible
from jovian.rules.shooting.ratings import fire_control

GONE = 1000.0
"""The urgency of a Crippled ship, which is to get away."""


class Quick:
    """Answers for both sides of a game that is only thought of, from its state; one for each such game."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._orders = Orders(memory)
        self._outline: Outline | None = None

    def follow(self, outline: Outline) -> None:
        """Let the next activation be this one, as far as that is allowed."""
        self._outline = outline
        self._orders.follow(outline)

    def choose(self, decision: Decision, state: State) -> Answer:
        """Its answer; the default if it has none that is legal."""
        answer = self._by_habit(decision, state)
        if answer is not None and decision.judge(answer) is None:
            return answer
        return decision.default()

    def _by_habit(self, decision: Decision, state: State) -> Answer | None:
        match decision:
            case ChooseModel():
                return self._proposed(decision) or self._most_urgent(decision, state)
            case Declare():
                return self._proposed(decision) or declaration(decision, state, self._memory)
            case NextOrder():
                return self._orders.next(decision)
            case Reactions():
                return react(decision, state, self._memory)
            case Pick(kind="rating" | "mass" | "critical"):
                return damage(decision, state) or picking.pick(decision, state)
            case Pick():
                return picking.pick(decision, state)
        return None

    def _proposed(self, decision: ChooseModel | Declare) -> Answer | None:
        """What the outline says, once to each of the two questions."""
        outline = self._outline
        if outline is None:
            return None
        if isinstance(decision, ChooseModel):
            return Activate(outline.model)
        self._outline = None
        wanted = outline.declaration if decision.subject == outline.model else None
        return wanted if wanted is not None and decision.judge(wanted) is None else None

    def _most_urgent(self, decision: ChooseModel, state: State) -> Activate:
        """Whoever has the best shots from where it stands; those that are Crippled first."""
        best, found = -1.0, ""
        for model in eligible(state, decision.side):
            worth = GONE if model.crippled else 0.0
            if model.on_table and not model.crippled:
                free = [mount.id for mount in model.card.mounts if mount.id not in model.damaged]
                sight = look(state, self._memory, model, free, enemies(state, model))
                worth = total(sight.aims, fire_control(state, model))
            if worth > best:
                best, found = worth, model.id
        return Activate(found)
