"""From whom of a formation an attack goes out (v1.2.4 Traits > Formation)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from jovian.game import Model, State
from jovian.game.parts import MODIFIER
from jovian.rules.facts.formation import members
from jovian.rules.shooting.assessment import Assessment
from jovian.rules.shooting.sight import along_line


class Origin(NamedTuple):
    """One way to make an attack: from whom, and whom it would strike besides its target."""

    shot: Assessment
    own: frozenset[str]
    """The models of its own side that a line strikes."""
    others: frozenset[str]
    """The other models that it strikes."""
    foes: int
    """How many of these are the enemy's."""

    @property
    def rank(self) -> tuple[int, int, int]:
        """The best first: what strikes fewest friends, has the best roll, strikes most enemies besides."""
        return len(self.own), -self.shot.roll.net, -self.foes

    def serves(self, other: Origin) -> bool:
        """Does nobody lose anything by it: no worse a roll, no friend more, all else the same?"""
        alike = self.others == other.others and _resisted(self.shot) == _resisted(other.shot)
        return alike and self.shot.roll.net >= other.shot.roll.net and self.own <= other.own


def _resisted(shot: Assessment) -> tuple[object, ...]:
    """All that tells in a shot apart from its net Attack Modifier."""
    dice = tuple((part.label, part.value) for part in shot.roll.parts if part.kind != MODIFIER)
    return dice, shot.roll.reroll, shot.roll.swarm, shot.opposition, shot.jammed, shot.seeking


def origins(state: State, attacker: Model, target: Model, shots: Iterable[Assessment]) -> list[Assessment]:
    """Of one attack from several of a formation those between whom there is a choice, the best first."""
    found: list[Origin] = []
    for shot in shots:
        struck = along_shot(state, origin_of(state, attacker, shot), shot, target)
        own = frozenset(each.id for each in struck if each.side == attacker.side)
        foes = sum(each.side == 1 - attacker.side for each in struck)
        found.append(Origin(shot, own, frozenset(each.id for each in struck) - own, foes))
    kept: list[Origin] = []
    for each in sorted(found, key=lambda way: way.rank):
        if not any(way.serves(each) for way in kept):
            kept.append(each)
    return [each.shot for each in kept]


def origin_of(state: State, attacker: Model, shot: Assessment) -> Model:
    """Who of the attacker's formation the shot goes out from, where it stands or is thought to stand."""
    return next((each for each in members(state, attacker) if each.id == shot.attacker), attacker)


def along_shot(state: State, origin: Model, shot: Assessment, target: Model) -> list[Model]:
    """Whom a shot strikes along its line besides its target, the farthest first; nobody but by a kinetic line."""
    return along_line(state, origin, target) if shot.impact.kinetic else []
