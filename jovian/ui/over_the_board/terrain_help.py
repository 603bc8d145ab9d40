"""What a piece of terrain does to what enters it, ends on it or hides behind it: the rules' own figures."""

from __future__ import annotations

import pygame

from jovian.dice import Pool, odds
from jovian.game import Meeting, Model, State, Terrain
from jovian.rules.facts.words import counted
from jovian.rules.places.obstacles import hazards
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.rulebook.terrain_kind import TerrainKind
from jovian.rules.shooting.sight import NEAR, OBSCURED
from jovian.ui.board.art.palette import tint
from jovian.ui.kit.theme import ACCENT, TEXT, TEXT_SOFT, WARN, mix
from jovian.ui.kit.widgets import Tooltip
from jovian.ui.kit.widgets.tooltip import Line


def terrain_facts(effect: TerrainKind, still: bool = False) -> list[str]:
    """Every effect of a kind with its numbers, a line each; `still` is said of a piece that stays where it is."""
    found = _strikes(effect)
    if effect.veils:
        found.append(f"What overlaps it is Obscured: {OBSCURED:+d} to attacks at it")
    if effect.cloaks:
        found.append("What overlaps it has 1 level of Stealth")
    if effect.shelters:
        found.append(f'What is within {NEAR:g}" of it has 1 level of Stealth')
    if effect.signature:
        found.append(f'Obscures what is within {NEAR:g}" behind it with a Signature below {effect.signature:g}')
    if effect.blinds:
        found.append("What overlaps it has Sensors 0")
    if effect.bars:
        found += [
            "Nothing passes or overlaps it: a ship stops at it, the rest of its minimum is waived",
            f"A ship that begins its move with the whole edge in its Fore arc has Speed {effect.pulls:+d}",
            f"... in its Aft arc Speed {-effect.holds:+d}",
        ]
    elif effect.solid:
        found.append("No move may end on it; it may be passed over")
    if effect.slows:
        found.append(f"What moves in it has Speed {-effect.slows:+d} from the touch on")
    if effect.blurs:
        found.append(f"What overlaps it has ECM {effect.blurs}, or {effect.blurs:+d} to its ECM")
    if effect.hastens:
        found.append(f"What starts its movement on it has Speed {effect.hastens:+d}")
    if effect.travels:
        found.append("Stays where it is" if still else "Moves 2d6 inches at the end of each Deployment Phase")
    return found


def _strikes(effect: TerrainKind) -> list[str]:
    found = []
    for who, dice in (("A capital ship", effect.ac), ("A squadron", effect.as_)):
        if dice:
            chances = odds(Pool(dice).normal())
            steps = f"{float(chances.expected_steps):.2f} steps expected"
            struck = f"is struck with {counted(dice, 'die', 'dice')}"
            found.append(f"{who} that enters {struck}: {chances.success:.0%}, {steps}")
        elif effect.ac or effect.as_:
            found.append(f"{who} enters unharmed")
    return found


def mover_fact(state: State, piece: Terrain, model: Model | None) -> str:
    """What holds for the model that moves now, "" if nothing does."""
    effect = rulebook(state).terrain[piece.kind]
    if model is None or state.activation is None or not effect.rating(model.capital):
        return ""
    if any(each.id == piece.id for each in hazards(state, model)):
        return f"{model.name} would be struck once, or avoid it and not end on it"
    avoids = Meeting(model.id, piece.id) in state.activation.avoided
    return f"{model.name} avoids it and may not end on it" if avoids else f"{model.name} was struck already"


def terrain_tooltip(state: State, piece: Terrain) -> Tooltip:
    """The tooltip of a piece: all that it does, and what that means to the active model."""
    effect = rulebook(state).terrain[piece.kind]
    active = state.models.get(state.activation.model) if state.activation is not None else None
    lines: list[Line] = [(effect.name, "strong", mix(tint(piece.kind), TEXT, 0.2))]
    lines += [(fact, "small", TEXT) for fact in terrain_facts(effect, piece.still)]
    now = mover_fact(state, piece, active)
    lines += [(now, "small", WARN if "would" in now else ACCENT)] if now else []
    return Tooltip([*lines, (effect.place, "small", TEXT_SOFT)])


def explain_terrain(surface: pygame.Surface, state: State, piece: Terrain, rect: pygame.Rect) -> None:
    """Draw the tooltip of a piece of terrain beside it."""
    terrain_tooltip(state, piece).draw(surface, rect)
