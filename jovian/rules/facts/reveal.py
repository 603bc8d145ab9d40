"""Making a card public: the first time its model is seen (v1.2.4 Basic Rules > Secret Information, Traits > Q-Ship)."""

from __future__ import annotations

from jovian.game import CONCEALED, Game, Model
from jovian.game.events import HardpointsShown, Revealed
from jovian.rules.facts.states import leave


def reveal(game: Game, model: Model) -> None:
    """Make a model's card public and tell it; nothing if it is so already."""
    if not model.public:
        model.public = True
        kind, side = "drone" if model.drone else model.card.kind, None if model.neutral else model.side
        game.tell(Revealed(
            model=model.id, card=model.card.key, unit=model.open_card.name, tv=model.open_card.tv, side=side, kind=kind,
            name=model.name,
        ))  # fmt: skip


def show_hardpoints(game: Game, model: Model) -> None:
    """Make public what a ship's hardpoints hold and tell it; nothing if it is no secret."""
    if model.concealed:
        leave(game, model, CONCEALED)
        held = (mount.weapon for mount in model.card.mounts if mount.weapon.hardpoint and not mount.weapon.vacant)
        names = tuple(weapon.name for weapon in held)
        game.tell(HardpointsShown(model=model.id, weapons=names, tv=model.card.tv))


def show_used(game: Game, model: Model, mounts: tuple[str, ...]) -> None:
    """The first use of a weapon in a hardpoint makes all of them public (v1.2.4 Traits > Q-Ship)."""
    if model.concealed and any(each.id in mounts and each.weapon.hardpoint for each in model.card.mounts):
        show_hardpoints(game, model)
