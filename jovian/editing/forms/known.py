"""What may stand at a key in this very draft: ids of its models, names of its tokens, boxes and weapons of a card."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from jovian.cards import UnitCard, fleet_names, library
from jovian.cards.values.names import CARGO
from jovian.cards.values.older_names import SYSTEMS
from jovian.editing.commands import TIES
from jovian.editing.draft import Draft, Piece
from jovian.editing.forms.row import Option


def known(draft: Draft, piece: Piece | None = None) -> Mapping[str, tuple[Option, ...]]:
    """By key; for the line of a piece also what its card has."""
    line = draft.line(piece) if piece is not None else {}
    tokens = _options(each.get("name") for each in draft.lines("tokens"))
    found = {"fleets": _options(fleet_names()), "token": tokens, "loads": tokens}
    if piece is not None and piece.section == "models":
        found["card"] = tuple(Option(key, f"{card.name} · {card.faction}") for key, card in library().items())
    card = library().get(str(line.get("card", "")))
    if card is not None:
        others = [each.get("id") for each in draft.lines("models") if each is not line]
        found |= {tie: _options(others) for tie in TIES} | _of_card(card)
    return {key: options for key, options in found.items() if options}


def _options(words: Iterable[Any]) -> tuple[Option, ...]:
    return tuple(Option(word, word) for word in words if isinstance(word, str))


def _of_card(card: UnitCard) -> dict[str, tuple[Option, ...]]:
    """The boxes of its tracks, and what of it may be damaged."""
    mounts = [Option(mount.id, f"{mount.id} · {mount.weapon.type}") for mount in card.mounts]
    systems = [Option(trait.name, trait.name) for trait in card.traits if trait.name in SYSTEMS]
    return {
        "structure": _boxes(card, "structure"), "fuel": _boxes(card, "fuel"),
        "damaged": (*mounts, *systems),
        "cargo": _options(CARGO) if card.trait("Cargo") is not None else (),
    }  # fmt: skip


def _boxes(card: UnitCard, track: str) -> tuple[Option, ...]:
    return tuple(Option(box, str(box)) for box in (*card.tracks.get(track, ()), 0))
