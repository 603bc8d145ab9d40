"""Comms, Escort, Fast, Grapplers and Interceptor as older texts have them (v1.2.2, v1.2.3 Traits)."""

from __future__ import annotations

from jovian.game import Model
from jovian.game.parts import DIMINISH, FLEX, Part
from jovian.rules.rulebook.effect import Effect
from jovian.rules.traits.auras import Comms, Escort
from jovian.rules.traits.flight import Fast, Grappler, Interceptor


class PlainComms(Comms):
    """A squadron that sends others on their way."""

    __slots__ = ()
    place = "v1.2.2 Traits > Comms"
    summary = "As a squadron it may order Vector Attack, but not Drone Command."

    def directs_drones(self) -> bool:
        """False: it may not order Drone Command."""
        return False


class PlainEscort(Escort):
    """One that comes with the squadrons."""

    __slots__ = ()
    place = "v1.2.2 Traits > Escort"
    summary = "A ship deploys when the squadrons do; a squadron escorts like any other."

    def escorts_at_will(self) -> bool:
        """False: it takes up an escort when others may."""
        return False


class FleeingFast(Effect):
    """Withdraws more easily."""

    __slots__ = ()
    name = Fast.name
    place = "v1.2.2 Traits > Fast"
    summary = "A flex die more in its test to Withdraw."

    def aids_withdrawal(self) -> Part | None:
        """A flex die in its test to withdraw."""
        return Part(self.name, 1, self.place, FLEX)


class PlainFast(Effect):
    """Hard to catch."""

    __slots__ = ()
    name = Fast.name
    place = "v1.2.3 Traits > Fast"
    summary = "Who is not Fast tests to catch it or loses a fuel."

    def outruns(self, model: Model) -> bool:
        """True: to catch it without losing fuel takes a skill test."""
        return True


class Grapplers(Effect):
    """Brings marines across quickly."""

    __slots__ = ()
    name = Grappler.name
    place = "v1.2.2 Traits > Grapplers"
    summary = "Point Defense at its marines diminishes when it boards."

    def hampers_crossing_fire(self) -> Part | None:
        """A diminish of the shot at its marines."""
        return Part("Grapplers", 1, self.place, DIMINISH)


class FirstInterceptor(Effect):
    """Strikes first."""

    __slots__ = ()
    name = Interceptor.name
    place = "v1.2.2 Traits > Interceptor"
    summary = "Strikes first in a Dogfight, unless the enemy is one too; intercepts no farther than others."

    def strikes_first(self) -> bool:
        """True: before who does not, in a Dogfight."""
        return True
