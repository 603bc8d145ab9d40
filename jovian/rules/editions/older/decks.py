"""Catapult and Launchers as older texts have them (v1.2.2, v1.2.3 Traits)."""

from __future__ import annotations

from jovian.rules.rulebook.hooks.models import LaunchReach
from jovian.rules.traits.decks import Catapult, Launchers


class RoundCatapult(Catapult):
    """Flings what it launches to any side."""

    __slots__ = ()
    place = "v1.2.2 Traits > Catapult"
    summary = 'Squadrons it launches may be set down up to 6" away on any side.'
    reach = LaunchReach(around=6.0)


class FarCatapult(Catapult):
    """Flings what it launches far ahead."""

    __slots__ = ()
    place = "v1.2.3 Traits > Catapult"
    summary = 'Squadrons it launches may be set down in its fore arc, up to 12" away.'
    reach = LaunchReach(around=0.0, fore=12.0)


class LongLaunchers(Launchers):
    """Sets down what it launches twice as far away."""

    __slots__ = ()
    place = "v1.2.3 Traits > Launchers"
    summary = 'Squadrons it launches may be set down up to 6" away rather than 1".'
    reach = LaunchReach(around=6.0)
