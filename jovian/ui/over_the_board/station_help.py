"""What a space station or an unidentified object is and does: a tooltip in numbers while the pointer is on it."""

from __future__ import annotations

from collections.abc import Iterator

import pygame

from jovian.game import NEUTRAL, OBJECT, Model, State
from jovian.rules.facts.words import counted
from jovian.rules.harm.boarded import boarders_of
from jovian.rules.harm.boarding import MARINES
from jovian.rules.harm.unloading import aboard
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.scenario.objects.searching import search_of, tokens_needed
from jovian.rules.squadrons.hangers import berths
from jovian.rules.terrain.manned import hull_id
from jovian.ui.kit.theme import SIDES, TEXT, TEXT_SOFT, WARN
from jovian.ui.kit.widgets import Tooltip
from jovian.ui.kit.widgets.tooltip import Line
from jovian.ui.over_the_board.terrain_help import mover_fact, terrain_facts


def explain_station(
    surface: pygame.Surface, state: State, model: Model, sides: tuple[str, str], rect: pygame.Rect
) -> None:
    """Draw the tooltip of a station or an object beside it."""
    Tooltip(station_lines(state, model, sides)).draw(surface, rect)


def station_lines(state: State, model: Model, sides: tuple[str, str]) -> list[Line]:
    """Whose it is, its ratings, who is aboard, and what it does to what moves through it."""
    whose = "nobody's" if model.neutral else sides[model.side]
    kind = rulebook(state).terrain[model.card.image]
    lines: list[Line] = [(f"{model.name}: {whose}", "strong", SIDES[model.side].light)]
    lines += [(fact, "small", TEXT) for fact in (_ratings(model), *_aboard(state, model, sides), *_means(model))]
    lines += [(fact, "small", WARN) for fact in _search(state, model, sides)]
    lines += [(fact, "small", TEXT) for fact in terrain_facts(kind)]
    active = state.models.get(state.activation.model) if state.activation is not None else None
    hull = state.terrain.get(hull_id(model.id))
    now = mover_fact(state, hull, active) if hull is not None else ""
    lines += [(now, "small", WARN)] if now else []
    return [*lines, (kind.place, "small", TEXT_SOFT)]


def _ratings(model: Model) -> str:
    named = {"Structure": "structure", MARINES: "marines", "Defense": "defense"}
    found = [f"{what} {model.rating(track)} of {model.card.printed(track)}" for what, track in named.items()
             if model.card.printed(track)]  # fmt: skip
    return ", ".join([*found, f'Signature {model.card.signature}"'])


def _aboard(state: State, model: Model, sides: tuple[str, str]) -> Iterator[str]:
    """Marines of both sides, and room in its hangers."""
    for side in (0, 1):
        if count := boarders_of(model, side):
            yield f"{counted(count, 'marine')} of {sides[side]} aboard"
    if held := berths(model):
        yield f"Holds {counted(held, 'squadron')}"
        if model.neutral and (there := aboard(state, model)):
            yield f"{', '.join(each.name for each in there)} aboard"


def _search(state: State, model: Model, sides: tuple[str, str]) -> Iterator[str]:
    """How far it has been searched, where the scenario has objects searched."""
    needed, search = tokens_needed(state), search_of(state, model)
    if not needed or model.card.kind != OBJECT:
        return
    if search.by != NEUTRAL:
        yield f"Searched by {sides[search.by]}"
    else:
        held = ", ".join(f"{sides[side]} {search.held(side)}" for side in (0, 1))
        yield f"Search tokens, {needed} of them needed: {held}"


def _means(model: Model) -> Iterator[str]:
    """What may be done with it."""
    if model.card.kind == OBJECT:
        yield 'Boarded from within 1", unopposed; never attacked'
        yield "Marines of both sides aboard it fight in the End Phase"
        if berths(model):
            yield "Squadrons land while marines of their side are aboard; without any they must leave in the End Phase"
    elif model.side == NEUTRAL:
        yield "Neither activates nor reacts; whose marines hold it takes it"
