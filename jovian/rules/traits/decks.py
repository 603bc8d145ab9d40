"""What helps a ship to launch (v1.2.4 Traits > Catapult, Launchers)."""

from __future__ import annotations

from dataclasses import dataclass

from jovian.game import Model
from jovian.rules.facts.marking import system_left
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.hooks.models import LaunchReach

LAUNCHERS, CATAPULT = 3.0, 6.0


@dataclass(frozen=True, slots=True)
class Launchers(Effect):
    """Sets down what it launches farther away."""

    name = "Launchers"
    place = "v1.2.4 Traits > Launchers"
    summary = 'Squadrons it launches may be set down up to 3" away rather than 1".'

    def launches(self, model: Model, reach: LaunchReach) -> LaunchReach:
        """3" around, while they work."""
        return reach._replace(around=max(reach.around, LAUNCHERS)) if system_left(model, self.name) > 0 else reach


@dataclass(frozen=True, slots=True)
class Catapult(Effect):
    """Flings what it launches ahead."""

    name = "Catapult"
    place = "v1.2.4 Traits > Catapult"
    summary = 'Squadrons it launches may be set down in its fore arc, up to 6" away.'

    def launches(self, model: Model, reach: LaunchReach) -> LaunchReach:
        """6" in its fore arc, while it works."""
        return reach._replace(fore=max(reach.fore, CATAPULT)) if system_left(model, self.name) > 0 else reach
