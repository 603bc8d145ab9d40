"""Making a card public: the first time its model is seen (v1.2.4 Basic Rules > Secret Information, Traits > Q-Ship)."""

from __future__ import annotations

from dataclasses import replace

from jovian.game import CONCEALED, Game, Model
from jovian.game.events import Activated, Declared, EventLog, HardpointsShown, Revealed, StateChanged
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
        _tell_secrets(game, model)


def _tell_secrets(game: Game, model: Model) -> None:
    """Tell the other side that the revealed model is active, what it has declared, and the states that it has entered.

    The dice of its skill tests stay secret (R43).
    """
    act = game.state.activation
    if game.log is None or act is None or act.model != model.id:
        return
    for event in _secret_events(game.log, model):
        ended = isinstance(event, StateChanged) and model.states.get(event.state) != event.value
        if not ended:
            game.tell(replace(event, on_reveal=True), 1 - model.side)


def _secret_events(log: EventLog, model: Model) -> list[Activated | Declared | StateChanged]:
    """Return what only the side of a model has been told of its activation, first to last."""
    secret: list[Activated | Declared | StateChanged] = []
    for entry in reversed(log.entries):
        event = entry.event
        if isinstance(event, Activated | Declared | StateChanged) and event.model == model.id:
            if entry.seen_by == model.side:
                secret.insert(0, event)
            if isinstance(event, Activated):
                break
    return secret


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
