"""Enemies that react to a move, by autofire or a Reactive Interception: one kind of interrupt (R56, R71)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from jovian.game import Game, Model, Procedure, State
from jovian.rules.close_combat import interception
from jovian.rules.close_combat.reactions import AUTOFIRE, INTERCEPTION, Chance, react, standing
from jovian.rules.facts.formation import members
from jovian.rules.firing import autofire
from jovian.rules.rulebook.interrupt import Interrupt, LegFacts, Manner, Touch, Trigger
from jovian.rules.shooting.shot import weapons_called
from jovian.table import Pose

AGAIN = 0.25
"""Inches after which an interceptor without room for contact is looked at again."""


class EnemyReactions(Interrupt):
    """Whoever gets its first chance on a leg; at one point autofire comes before interceptions."""

    __slots__ = ()

    def on_leg(self, state: State, model: Model, dx: float, dy: float, manner: Manner) -> Iterator[Trigger]:
        """Where each enemy gets its first chance at the model or another of its formation."""
        for each in members(state, model):
            if manner.under_fire:
                for inches, gun in autofire.on_leg(state, each, dx, dy, manner.last):
                    yield Trigger(round(inches, 4), AUTOFIRE, gun.model, gun.mount, each.id)
            if manner.interceptable and not each.capital:
                for inches, squadron in interception.on_leg(state, each, dx, dy):
                    yield Trigger(round(inches, 4), INTERCEPTION, squadron, "", each.id)

    def on_turn(self, state: State, model: Model, before: Pose, degrees: int) -> Iterator[Trigger]:
        """The guns into whose range a turn brings it."""
        for gun in autofire.on_turn(state, model, before):
            yield Trigger(0.0, AUTOFIRE, gun.model, gun.mount, model.id)

    def watch(self, leg: LegFacts) -> ReactionWatch:
        """Enemies that may react to the move: each is offered its reaction once."""
        return ReactionWatch(self, leg)

    def turning(self, game: Game, ship: Model, degrees: int) -> Callable[[], Procedure[None]]:
        """Autofire, once it has turned."""
        return partial(_fire_at_turned, game, ship, ship.pose)

    def touch(self, state: State, trigger: Trigger, inches: float, at: Pose) -> Touch | None:
        """Who may react, and with what."""
        if trigger.rank == INTERCEPTION:
            label = f"{state.models[trigger.source].name} may intercept"
            return Touch(inches, at, label, interception.NAME, trigger.source)
        if trigger.rank != AUTOFIRE:
            return None
        model = state.models[trigger.source]
        label = f"{weapons_called(model, (trigger.mount,))} of {model.name}"
        return Touch(inches, at, label, "autofire", trigger.source)


def _fire_at_turned(game: Game, ship: Model, before: Pose) -> Procedure[None]:
    if ship.on_table:
        shots = [(ship, each) for each in autofire.on_turn(game.state, ship, before)]
        yield from react(game, ship, standing(ship, shots, ()))


class ReactionWatch:
    """What enemies may do along one leg, and the reaction that was chosen for farther on."""

    def __init__(self, interrupt: EnemyReactions, leg: LegFacts) -> None:
        self.interrupt, self.leg = interrupt, leg
        self.seen: set[tuple[str, str, str]] = set()
        self.waiting: dict[str, float] = {}
        """After how many inches each interceptor that had no room is looked at again."""
        self.chosen: Chance | None = None
        self.chances: dict[Trigger, Chance] = {}
        """All that the rest of the leg holds, as it was last looked at."""

    def ahead(self, dx: float, dy: float, length: float) -> list[Trigger]:
        """Those that have not been offered."""
        leg = self.leg
        found = self.interrupt.on_leg(leg.game.state, leg.model, dx, dy, leg.manner)
        due = [self._delayed(each, length) for each in found if (each.source, each.mount, each.mover) not in self.seen]
        self.chances = {each: self._chance(each, dx, dy, length) for each in sorted(due)}
        return due

    def _delayed(self, trigger: Trigger, length: float) -> Trigger:
        """An interceptor that had no room is looked at again a little farther on, at the end of the leg at last."""
        if trigger.rank != INTERCEPTION or trigger.source not in self.waiting:
            return trigger
        again = min(round(self.waiting[trigger.source] - self.leg.gone, 4), length)
        return trigger._replace(inches=max(trigger.inches, again))

    def _chance(self, trigger: Trigger, dx: float, dy: float, length: float) -> Chance:
        """A reaction as it will come up, seen from where the model stands now."""
        leg = self.leg
        mover = leg.model.id if trigger.rank == INTERCEPTION else trigger.mover
        share = trigger.inches / length
        pose = leg.goal if share >= 1 else leg.model.pose.moved(dx * share, dy * share).rounded()
        return Chance(round(leg.gone + trigger.inches, 4), trigger.rank, trigger.source, trigger.mount, mover, pose)

    def happen(self, here: Sequence[Trigger]) -> Procedure[None]:
        """Offer what comes up here, and with it what the rest of the leg holds."""
        leg = self.leg
        now = [replace(self.chances.pop(each), pose=None) for each in here]
        self.chosen = yield from react(leg.game, leg.model, now, list(self.chances.values()), self.chosen)
        act = leg.game.state.activation
        for each in here:
            if each.rank == INTERCEPTION and act is not None and each.source not in act.reacted:
                self.waiting[each.source] = leg.gone + AGAIN
            else:
                self.seen.add((each.source, each.mount, each.mover))
