"""What is wrong with a draft: the very checks that a file must pass, each fault with where it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from jovian.cards import CardError, ScenarioCard, UnitCard, fleet_names, library, load_fleet, upgrades
from jovian.cards.error import meant
from jovian.cards.reading.document import Document
from jovian.cards.schemas.scenarios.scenario_card import build_scenario
from jovian.editing.draft import Draft, Piece, Where
from jovian.rules.setup.legality import breaches, scenario_flaws

NAME = "scenario"


class Problem(NamedTuple):
    """Something that keeps a draft from being played."""

    path: Where
    """Where it is: the keys and numbers that lead there."""
    reason: str

    @property
    def piece(self) -> Piece | None:
        """The piece that it is about, None if it is about the scenario as a whole."""
        if len(self.path) > 1 and isinstance(self.path[0], str) and isinstance(self.path[1], int):
            return Piece(self.path[0], self.path[1])
        return None


def problems(draft: Draft) -> list[Problem]:
    """Everything that is wrong with it; [] if it can be played."""
    cards = library()
    card, found = examined(draft, cards)
    if card is not None and not found:
        found = [*_standing(card, cards), *_fleets(card, cards)]
    return found


def playable(draft: Draft) -> ScenarioCard | None:
    """The scenario of a draft, None if something is wrong with it."""
    card, found = examined(draft, library())
    return card if card is not None and not found and not problems(draft) else None


def examined(
    draft: Draft, cards: Mapping[str, UnitCard], *, ready: bool = True
) -> tuple[ScenarioCard | None, list[Problem]]:
    """The scenario that a draft says, and what its schema says against it; with `ready` its fleets must be there."""
    document = Document(NAME, draft.data)
    document.lines = {path: number for number, path in enumerate(_paths(draft.data))}
    where = {number: path for path, number in document.lines.items()}
    fleets = draft.data.get("fleets")
    for index, fleet in enumerate(fleets if ready and isinstance(fleets, list) else ()):
        strange = isinstance(fleet, str) and fleet not in fleet_names()
        cause = f"there is no ready fleet '{fleet}'{meant(fleet, fleet_names())}"
        document.note_if(strange, ("fleets", index), cause)
    try:
        return build_scenario(document, NAME, cards, (), upgrades()), []
    except CardError as error:
        return None, [Problem(where.get(each.line or 0, ()), each.cause) for each in error.all()]


def _paths(value: Any, path: Where = ()) -> Iterator[Where]:
    """Every path into plain data, in order."""
    yield path
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inside:
        yield from _paths(each, (*path, key))


def _standing(card: ScenarioCard, cards: Mapping[str, UnitCard]) -> Iterator[Problem]:
    """What is wrong with models and stations as they stand together."""
    places: dict[str, Where] = {piece.id: ("terrain", number) for number, piece in enumerate(card.terrain)}
    places |= {model.id: ("models", number) for number, model in enumerate(card.models)}
    for flaw in scenario_flaws(card, cards):
        yield Problem((*places[flaw.model], flaw.key), f"{flaw.refusal.reason} ({flaw.refusal.cited})")


def _fleets(card: ScenarioCard, cards: Mapping[str, UnitCard]) -> Iterator[Problem]:
    """What is wrong with the fleets that it names."""
    for index, stem in enumerate(card.fleets):
        try:
            said = [f"{each.reason} ({each.cited})" for each in breaches(load_fleet(stem, cards), cards)]
        except CardError as error:
            said = [error.cause]
        if said:
            yield Problem(("fleets", index), f"{stem}: {'; '.join(said)}")
