"""The best shot of each of some models from where it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from jovian.descriptions.odds import shot_figures, shot_outlook
from jovian.frozen import frozen
from jovian.game import OBJECT, Model, State
from jovian.players.evaluation.approaches import shots_at


@frozen
class BestShot:
    """The shot of a model with the most expected damage."""

    model_id: str
    target_id: str
    inches: float
    chance: float
    """The chance to hit."""
    damage: float
    """The expected points of damage."""


def best_shots_by_steps(view: State, models: Sequence[Model]) -> Iterator[BestShot | None]:
    """Yield the best shot of each model on the table, None for a model without one. Each takes a few milliseconds.

    Only the view counts, so a side doesn't learn of models that it can't see.
    """
    for model in models:
        yield _best_shot(view, model) if model.is_on_table else None


def _best_shot(view: State, model: Model) -> BestShot | None:
    enemies = [enemy for enemy in view.on_table() if enemy.side == 1 - model.side and enemy.card.kind != OBJECT]
    shots = list[BestShot]()
    for enemy in enemies:
        for shot in shots_at(view, model, enemy):
            figures = shot_figures(shot, shot_outlook(view, shot))
            damage = figures.get("damage", 0.0)
            shots.append(BestShot(model.id, enemy.id, shot.range.distance, figures["hits"], damage))
    return max(shots, key=lambda shot: (shot.damage, shot.chance, shot.target_id), default=None)
