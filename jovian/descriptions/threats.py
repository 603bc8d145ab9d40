"""Who could fire at a model at a place, now and after its move, and what it could fire at, with the odds.

Also the best shot of each of some models.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from jovian.descriptions.odds import Figures, count_names, shot_figures, shot_outlook
from jovian.frozen import frozen
from jovian.game import OBJECT, TABLE, Model, State
from jovian.game.answers import MountRef
from jovian.players.evaluation.approaches import Approaches, shots_at
from jovian.rules.basics.formation import formation_members
from jovian.rules.shots.formula import hidden_by
from jovian.rules.shots.ratings import fire_control
from jovian.rules.shots.shot import is_used_up, weapons_label
from jovian.table import Pose

MODELS_PER_STEP, MOVERS_PER_STEP = 8, 2
"""Models for which threats are computed in one step, where they are and after their moves."""


@frozen
class Threat:
    """Equal weapons of a model that could fire at another."""

    model_id: str
    """The other model: the one that fires, or the one that is fired at."""
    name: str
    side: int
    mount: str
    """The first one of the weapons, in its Formation."""
    weapons: str
    """The name of the weapons, with their number."""
    count: int
    inches: float
    figures: Figures
    """What one of the weapons does: `hits`, `damage`, `structure`, `destroys`."""
    is_later: bool = False
    """Whether the model that fires must move first."""

    @property
    def key(self) -> tuple[str, str, bool]:
        """What the same threat to another place has in common with this one."""
        return self.model_id, self.mount, self.is_later


@frozen
class HiddenModel:
    """A model at which another could fire if nothing hid it."""

    model_id: str
    name: str
    side: int
    why: str
    """What hides it."""


@frozen
class LaterThreat:
    """What a model could do after its next move: an enemy to the model of the list, or that model to an enemy."""

    model_id: str
    """The other model: the one that fires, or the one that is fired at."""
    name: str
    mover: str
    """The id of the model that moves."""
    end: Pose
    """Where it would move to."""
    rows: tuple[Threat, ...]
    damage: float
    """The expected damage of its best weapons, as many as its Fire Control."""


@frozen
class ModelThreats:
    """The threats to a model at a place, or by it."""

    model_id: str
    name: str
    pose: Pose
    is_here: bool
    """Whether the model is at that place now."""
    is_to: bool
    """Whether others fire at the model. Otherwise it fires at them."""
    rows: tuple[Threat, ...]
    partners: tuple[Model, ...] = ()
    """The models that will form up with it, at their places."""
    later: tuple[LaterThreat, ...] = ()
    """What is possible after the next move of those that can still act, worst first. Nothing by a model that fires from
    the end of its own move."""
    is_partial: bool = False
    """Whether that isn't known yet."""
    hidden: tuple[HiddenModel, ...] = ()
    """Those that the model can't fire at only because something hides them."""

    @property
    def listed(self) -> tuple[Threat, ...]:
        """The threats of now, and those after a move by or to models without any now."""
        return self.rows + tuple(
            row for threat in self.later if self.later_of(threat.model_id) is not None for row in threat.rows
        )

    @property
    def has_later(self) -> bool:
        """Whether moves may follow before the shots."""
        return self.is_to or self.is_here

    def later_of(self, model_id: str) -> LaterThreat | None:
        """Return the threat by or to a model after a move, None if there is none or if it is already a threat now."""
        if any(threat.model_id == model_id for threat in self.rows):
            return None
        return next((threat for threat in self.later if threat.model_id == model_id), None)

    @property
    def damage(self) -> float:
        """The expected damage if all weapons fire."""
        return sum(threat.count * threat.figures.get("damage", 0.0) for threat in self.rows)

    @property
    def weapon_count(self) -> int:
        """The number of weapons that could fire."""
        return sum(threat.count for threat in self.rows)


def find_threats(
    view: State, model: Model, *, is_to: bool, partners: Sequence[Model] = (), approaches: Approaches | None = None
) -> ModelThreats:
    """Return the threats to a model where it is, which may be a place that it hasn't reached, or by it from there."""
    *_, threats = threats_by_steps(view, model, approaches or Approaches(view), is_to=is_to, partners=partners)
    assert threats is not None
    return threats


def threats_by_steps(
    view: State, model: Model, approaches: Approaches, *, is_to: bool, partners: Sequence[Model] = ()
) -> Iterator[ModelThreats | None]:
    """Yield None after every few models, the threats of now, and at the end also those after the next moves.

    A model from elsewhere counts as on the table. `partners` are the models that will form up with it, at their places.
    Only the view counts: a side doesn't learn of models that it can't see. `approaches` are those of the view.
    """
    known, rows, hidden = view.models[model.id], list[Threat](), list[HiddenModel]()
    if partners:
        view = view.clone()
        for member in (model, *partners):
            view.models[member.id] = _on_table(member, model.id)
        model = view.models[model.id]
    elif not model.is_on_table:
        model = _on_table(model, model.formation)
    others = [other for other in view.on_table() if other.side == 1 - model.side and other.card.kind != OBJECT]
    for number, other in enumerate(others, 1):
        threats = list(
            _threats(view, [other] if is_to else formation_members(view, model), model if is_to else other, other)
        )
        rows += threats
        why = hidden_by(view, model, other) if not (is_to or threats) else ""
        hidden += [HiddenModel(other.id, other.name, other.side, why)] if why else []
        if number % MODELS_PER_STEP == 0:
            yield None
    is_here = model.pose == known.pose
    has_later = is_to or (is_here and known.is_on_table)
    now = ModelThreats(model.id, model.name, model.pose, is_here, is_to, tuple(rows), tuple(partners), (), has_later,
                       tuple(hidden))  # fmt: skip
    yield now
    if not has_later:
        return
    later = list[LaterThreat]()
    for number, other in enumerate(others, 1):
        attacker, target = (other, model) if is_to else (model, other)
        there = approaches.best_end(attacker, target)
        if there is not None:
            later.append(_later_threat(view, there, target, other))
        if number % MOVERS_PER_STEP == 0:
            yield None
    yield replace(now, later=tuple(sorted(later, key=lambda threat: (-threat.damage, threat.name))), is_partial=False)


def _on_table(model: Model, leader: str) -> Model:
    """Return a model as if it were on the table, in the formation of a leader."""
    placed = model.copy()
    placed.place, placed.host, placed.formation = TABLE, "", leader
    return placed


def _later_threat(view: State, there: Model, target: Model, other: Model) -> LaterThreat:
    rows = tuple(replace(row, is_later=True) for row in _threats(view, [there], target, other))
    damage = sorted((row.figures.get("damage", 0.0) for row in rows for _ in range(row.count)), reverse=True)
    best = sum(damage[: fire_control(view, there)])
    return LaterThreat(other.id, other.name, there.id, there.pose, rows, best)


def _threats(view: State, attackers: Sequence[Model], target: Model, other: Model) -> Iterator[Threat]:
    """Yield the threats by some models, equal weapons as one. `other` is the attacker or target that the list names.

    A weapon that the active model has fired is no threat anymore.
    """
    acting = view.activation.model if view.activation is not None else ""
    groups: dict[tuple[str, float, tuple[tuple[str, float], ...]], list[tuple[MountRef, str]]] = {}
    for number, attacker in enumerate(attackers):
        for shot in shots_at(view, attacker, target):
            if attacker.id == acting and is_used_up(view, attacker, shot.mounts[0]):
                continue
            figures = tuple(shot_figures(shot, shot_outlook(view, shot)).items())
            weapon = (MountRef.of(shot.mounts[0], number), weapons_label(attacker, shot.mounts))
            groups.setdefault((shot.weapon, shot.range.distance, figures), []).append(weapon)
    for (_, inches, figures), equal in groups.items():
        weapons = count_names(tuple(name for _, name in equal))
        yield Threat(
            other.id, other.name, other.side, equal[0][0], weapons, len(equal), inches, dict(figures)
        )  # fmt: skip


# --- Best shots ---


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
