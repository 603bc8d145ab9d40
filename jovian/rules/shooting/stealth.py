"""Levels of Stealth on a model: each adds 6" to the range that missiles measure (v1.2.4 Traits > Stealth, R54)."""

from __future__ import annotations

from jovian.game import Model, State, Terrain
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.in_force import effects_on
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.rulebook.shot_facts import Hidden
from jovian.rules.shooting.sight import avoided, hidden_near, touches_piece


def stealth_levels(state: State, model: Model) -> Hidden:
    """How many levels, and what gives them: the trait counts once, whatever grants it (R65); cover adds one (R32)."""
    held = [Hidden(gained, effect.name) for effect in effects_on(state, model, Effect.stealth)
            if (gained := effect.stealth(state, model))]  # fmt: skip
    swarm = next((piece for piece in state.terrain.values() if _cloaks(state, model, piece)), None)
    if swarm is not None:
        held.append(Hidden(1, rulebook(state).terrain[swarm.kind].name))
    best = max(held, key=lambda each: each.levels, default=Hidden())
    near = hidden_near(state, model)
    if near:
        return Hidden(best.levels + 1, f"{best.why}, near {near}" if best.why else f"near {near}")
    return best


def _cloaks(state: State, model: Model, piece: Terrain) -> bool:
    """Does a piece that the model overlaps, and does not avoid, hide it?"""
    kind = rulebook(state).terrain[piece.kind]
    return kind.cloaks and touches_piece(model, piece) and not avoided(state, model, piece)
