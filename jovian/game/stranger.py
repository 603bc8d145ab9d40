"""A stranger: what stands for a hidden model where an answer of its owner has to be played again without it."""

from __future__ import annotations

from jovian.cards import UnitCard
from jovian.cards.values.card import Base
from jovian.game.model import Model

CARD = UnitCard(
    key="unseen", kind="squadron", faction="", name="Unseen", tv=0, version="", image="", base=Base("circle", 1.0, 1.0),
    speed=0, fire_control=0, turns=0, skill=0, unit_cap=0, armor={}, signature=0, sensors=0, tracks={"structure": (1,)},
    mounts=(), traits=(), squadron_type="drone", drone_class=None, source_text="{}",
)  # fmt: skip
"""The card of a stranger: nothing."""


def stranger(hidden: Model, ident: str) -> Model:
    """A model of another id that tells of a hidden one only where it is."""
    model = Model(ident, CARD, hidden.owner)
    model.side, model.place, model.host, model.activated = hidden.side, hidden.place, hidden.host, hidden.activated
    return model


def is_stranger(model: Model) -> bool:
    """Does it stand for a hidden one?"""
    return model.card is CARD
