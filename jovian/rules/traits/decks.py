"""What helps a ship to launch (v1.2.4 Traits > Catapult, Launchers)."""

from __future__ import annotations

from jovian.game import Model
from jovian.rules.facts.marking import system_left
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.hooks.models import LaunchReach


class Deck(Effect):
    """Sets down what it launches farther away than others do, while it works."""

    __slots__ = ()
    reach = LaunchReach(0.0)

    def launches(self, model: Model, reach: LaunchReach) -> LaunchReach:
        """What it reaches itself, where that is farther."""
        if system_left(model, self.name) <= 0:
            return reach
        return LaunchReach(max(reach.around, self.reach.around), max(reach.fore, self.reach.fore))


class Launchers(Deck):
    """Sets down what it launches farther away."""

    __slots__ = ()
    name = "Launchers"
    place = "v1.2.4 Traits > Launchers"
    summary = 'Squadrons it launches may be set down up to 3" away rather than 1".'
    reach = LaunchReach(around=3.0)


class Catapult(Deck):
    """Flings what it launches ahead."""

    __slots__ = ()
    name = "Catapult"
    place = "v1.2.4 Traits > Catapult"
    summary = 'Squadrons it launches may be set down in its fore arc, up to 6" away.'
    reach = LaunchReach(around=0.0, fore=6.0)
