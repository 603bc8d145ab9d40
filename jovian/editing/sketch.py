"""What of a draft can be drawn: a state with every piece that is right by itself, whatever is wrong elsewhere."""

from __future__ import annotations

from dataclasses import dataclass

from jovian.cards import ScenarioCard, library
from jovian.cards.schemas.validate import plain_copy
from jovian.cards.values.names import slug
from jovian.editing.draft import Data, Draft, Piece
from jovian.editing.lines import new_draft
from jovian.editing.problems import Problem, examined
from jovian.game import State
from jovian.match import Setup
from jovian.rules.scenario.zones.beacons import set_up_by_default
from jovian.rules.setup.setup import begin

TRIES = 8
"""How often what is wrong is left out before nothing of the pieces is drawn."""
NOBODY = "nobody"
"""Stands for the fleets of a draft, which nobody looks at here."""


@dataclass(frozen=True, slots=True)
class Sketch:
    """A state to look at, and which line each id of it comes from."""

    state: State
    pieces: dict[str, Piece]

    def piece(self, ident: str) -> Piece | None:
        """The piece of a model or of terrain, None for none."""
        return self.pieces.get(ident)

    def ident(self, piece: Piece | None) -> str:
        """The id that a piece has in the state, "" if it is not in it."""
        return next((ident for ident, each in self.pieces.items() if each == piece), "")


def sketch(draft: Draft) -> Sketch:
    """The table of a draft."""
    data, pieces = _named(draft.data)
    card = _right(Draft(data))
    state = begin(Setup(card, (), library()))
    if not card.models:
        set_up_by_default(state)
    for piece in state.terrain.values():
        if piece.id not in pieces and piece.group in pieces:
            pieces[piece.id] = pieces[piece.group]
    return Sketch(state, pieces)


def _named(given: Data) -> tuple[Data, dict[str, Piece]]:
    """The document with an id for every piece, as it gets one when it is read; and what they are."""
    data, pieces = plain_copy(given), dict[str, Piece]()
    for section in ("terrain", "models"):
        for index, line in enumerate(data[section] if isinstance(data.get(section), list) else ()):
            if isinstance(line, dict):
                line.setdefault("id", _own(section, line, index))
                pieces.setdefault(str(line["id"]), Piece(section, index))
    return data, pieces


def _own(section: str, line: Data, index: int) -> str:
    card = library().get(str(line.get("card", "")))
    return f"{slug(card.name) if card is not None else section.rstrip('s')}-{index + 1}"


def _right(draft: Draft) -> ScenarioCard:
    """The scenario without what is wrong with it."""
    usual = new_draft((NOBODY, NOBODY)).data
    data: Data = {**usual, **draft.data}
    for _ in range(TRIES):
        if data.get("models"):
            data.pop("fleets", None)
        else:
            data["fleets"] = [NOBODY, NOBODY]
        card, found = examined(Draft(data), library(), ready=False)
        if card is not None:
            return card
        data = _without(data, found, usual)
    card, _ = examined(Draft(usual), library(), ready=False)
    assert card is not None
    return card


def _without(data: Data, found: list[Problem], usual: Data) -> Data:
    """Less the pieces that something is wrong with, and with usual values of the keys that something is wrong with."""
    pieces = {problem.piece for problem in found if problem.piece is not None}
    keys = {problem.path[0] for problem in found if problem.path and problem.piece is None}
    kept: Data = {}
    for key, value in data.items():
        if key in keys:
            kept |= {key: usual[key]} if usual.get(key, value) != value else {}
        elif isinstance(value, list):
            kept[key] = [each for number, each in enumerate(value) if Piece(key, number) not in pieces]
        else:
            kept[key] = value
    return {key: value for key, value in kept.items() if value is not None and value != []}
