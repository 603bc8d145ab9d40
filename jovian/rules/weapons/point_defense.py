"""Point Defense, every ship's own guns against squadrons (v1.2.4 Weapons > Point Defense, R55, R64)."""

from __future__ import annotations

from jovian.cards import WeaponCard
from jovian.game import Model, Refusal, State
from jovian.game.parts import BASE, Part
from jovian.game.pointing import PointRing
from jovian.rules.facts.unprinted import POINT_DEFENSE_GUNS
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.in_force import effects_on
from jovian.rules.rulebook.shot_facts import SHORT, ShotFacts
from jovian.rules.rulebook.weapon_type import WeaponType
from jovian.rules.shooting.aid import lent_defense, own_aid, point_defense_support
from jovian.rules.shooting.shot import sensor_reach
from jovian.table import TOLERANCE


class PointDefense(WeaponType):
    """The implicit weapon of every capital ship, at Short Range only."""

    __slots__ = ()
    name = POINT_DEFENSE_GUNS
    place = "v1.2.4 Weapons > Point Defense"
    summary = "Every ship's own guns against squadrons: dice by Defense, Short Range only, Autofire, aided by friends."
    ranged = False
    aided = True

    def reach(self, state: State, attacker: Model, weapon: WeaponCard, target: Model) -> float:
        """The target's Signature, or farther by a trait; nothing that is cloaked."""
        if sensor_reach(state, attacker, target) < 0:
            return -1.0
        reach = max(target.card.signature, 0.0)
        for effect in effects_on(state, attacker, Effect.point_defense_reach):
            reach = effect.point_defense_reach(reach)
        return reach

    def band(self, shot: ShotFacts) -> str:
        """Short Range, the only one that it has."""
        return SHORT

    def weapon_refuses(self, shot: ShotFacts) -> Refusal | None:
        """It reaches no farther than the target's Signature (R55), but for traits."""
        reach = self.reach(shot.state, shot.attacker, shot.weapon, shot.target)
        if shot.distance <= reach + TOLERANCE:
            return None
        return Refusal(
            f'Point Defense reaches {max(0.0, reach):.0f}", the target is {shot.distance:.1f}" away.',
            self.place, (PointRing(shot.attacker.pose[:2], max(0.0, reach)),),
        )  # fmt: skip

    def weapon_parts(self, shot: ShotFacts) -> list[Part]:
        """One for each friend that helps; one whose Defense is stronger may lend it instead."""
        own = shot.weapon.as_ or 0
        loan = lent_defense(shot.state, shot.attacker, own)
        parts = [*point_defense_support(shot.state, shot.attacker, loan), *own_aid(shot.state, shot.attacker)]
        if loan is not None:
            more = loan.lender.rating("defense") - own
            parts.append(Part(f"Defense of {loan.lender.name}", more, loan.place, BASE))
        return parts
