"""The atmosphere along an edge of the table: how thick it is, and what it hides (v1.2.4 Terrain, R32, R52)."""

from __future__ import annotations

from collections.abc import Iterable

from jovian.cards import TerrainCard
from jovian.dice import Pool
from jovian.game import Game, Model, Procedure, State, Terrain
from jovian.game.events import Placed
from jovian.game.parts import Part
from jovian.rules.facts.nearby import pieces_near
from jovian.rules.facts.rolls import one_die
from jovian.rules.rulebook.clause import Clause
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.rulebook.shot_facts import ShotFacts
from jovian.rules.shooting.sight import avoided, touches_piece
from jovian.rules.terrain.along import ATMOSPHERE, along
from jovian.rules.traits.electronics import ElectronicCounterMeasures, Stealthed

PLACE = "v1.2.4 Terrain > Atmosphere"
THINNEST, SPREAD = 3, 3
"""Inches, to which 1d3 are added; and the most that this die gives."""


class ThickAir(Effect):
    """What atmosphere does to the aim at what is in it."""

    __slots__ = ()
    name = "Atmosphere"
    place = PLACE
    summary = "What overlaps it, even in part, has one rating of ECM more, or ECM 1."

    def blurs(self, state: State, model: Model) -> int:
        """As many ratings as the thickest air about it gives, none where it avoids that (R30)."""
        kinds = rulebook(state).terrain
        near = pieces_near(state, model.base, model.pose) if model.on_table else []
        about = [each for each in near if kinds[each.kind].blurs and touches_piece(model, each)]
        return max((kinds[each.kind].blurs for each in about if not avoided(state, model, each)), default=0)

    def target_parts(self, shot: ShotFacts) -> Iterable[Part]:
        """A model without ECM that does not run silent has what the air gives; others count it there."""
        return self._alone(shot).target_parts(shot) if self._counts(shot) else ()

    def pool_parts(self, shot: ShotFacts, pool: Pool) -> Iterable[Part]:
        """What the air gives such a model, where ECM changes dice."""
        return self._alone(shot).pool_parts(shot, pool) if self._counts(shot) else ()

    def _counts(self, shot: ShotFacts) -> bool:
        target = shot.target
        bare = not target.card.trait(ElectronicCounterMeasures.name) and not Stealthed.holds(target)
        return bare and self.blurs(shot.state, target) > 0

    def _alone(self, shot: ShotFacts) -> Effect:
        """The trait as it is played in this game, with nothing printed."""
        return rulebook(shot.state).traits[ElectronicCounterMeasures.name](0)


class Atmosphere(Clause):
    """The atmosphere of a scenario: measured by a die where the file does not say how thick it is."""

    __slots__ = ()
    name = "Atmosphere"
    place = PLACE
    summary = 'An atmosphere is as thick as the scenario says, or 3" and 1d3" more, rolled as the game begins.'

    def effects(self, side: int) -> tuple[Effect, ...]:
        """It hides whoever is in it."""
        return (ThickAir(),)

    def game_begins(self, game: Game) -> Procedure[None]:
        """Roll for the thickness of each that has none yet, in the order of the scenario, and lay it."""
        state = game.state
        for card in unmeasured(state):
            face = yield from one_die(game, state.initiative, f"the thickness of the atmosphere ({THINNEST} + 1d3)")
            piece = along(state, card, float(THINNEST + (face + 1) // 2))
            state.terrain[piece.id] = piece
            game.tell(Placed(
                model=piece.id, start=None, to=piece.pose, path=(piece.pose,), cause="terrain", inches=0.0,
                kind=piece.kind,
            ))  # fmt: skip


def unmeasured(state: State) -> list[TerrainCard]:
    """The air that a die measures and has not measured yet; none where the table is laid out otherwise."""
    cards = [] if rulebook(state).layout else state.scenario.terrain
    return [card for card in cards if card.kind == ATMOSPHERE and not card.thickness and card.id not in state.terrain]


def extremes(state: State, card: TerrainCard) -> tuple[Terrain, Terrain]:
    """Air that a die measures, as thin and as thick as it may become."""
    return along(state, card, THINNEST + 1.0), along(state, card, float(THINNEST + SPREAD))
