"""Making a card public: the first time its model is seen (v1.2.4 Basic Rules > Secret Information)."""

from __future__ import annotations

from jovian.game import Game, Model
from jovian.game.events import Revealed


def reveal(game: Game, model: Model) -> None:
    """Make a card public, once."""
    if not model.public:
        model.public = True
        kind = "drone" if model.drone else model.card.kind
        game.tell(Revealed(
            model=model.id, card=model.card.key, tv=model.card.tv, side=model.side, kind=kind, name=model.name,
        ))  # fmt: skip
