"""Who could fire at a model at a place, and what it could fire at, with the odds of each weapon."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from jovian.frozen import frozen
from jovian.game import OBJECT, TABLE, Model, State
from jovian.game.answers import MountRef
from jovian.rules.basics.formation import formation_members
from jovian.rules.rulebook.effect import ACTIVATION
from jovian.rules.shots.formula import Assessment, assess
from jovian.rules.shots.shot import POINT_DEFENSE, weapons_label
from jovian.table import Pose
from jovian.ui.presentation.odds import Figures, count_names, shot_figures, shot_outlook

MODELS_PER_STEP = 8
"""Models for which threats are computed in one step."""


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
    """What one of the weapons does: `hits`, `damage`, `destroys`."""
    hits_ship: bool
    """Whether the target is a capital ship, which `destroys` cripples."""

    @property
    def key(self) -> tuple[str, str]:
        """What the same threat to another place has in common with this one."""
        return self.model_id, self.mount


@frozen
class Threats:
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

    @property
    def damage(self) -> float:
        """The expected damage if all weapons fire."""
        return sum(threat.count * threat.figures.get("damage", 0.0) for threat in self.rows)

    @property
    def weapon_count(self) -> int:
        """The number of weapons that could fire."""
        return sum(threat.count for threat in self.rows)


def find_threats(view: State, model: Model, *, is_to: bool, partners: Sequence[Model] = ()) -> Threats:
    """Return the threats to a model where it is, which may be a place that it hasn't reached, or by it from there."""
    *_, threats = threats_by_steps(view, model, is_to=is_to, partners=partners)
    assert threats is not None
    return threats


def threats_by_steps(
    view: State, model: Model, *, is_to: bool, partners: Sequence[Model] = ()
) -> Iterator[Threats | None]:
    """Yield None after every few models, and the threats at the end. A model from elsewhere counts as on the table.

    `partners` are the models that will form up with it, at their places. Only the view counts: a side doesn't learn of
    models that it can't see.
    """
    known, rows = view.models[model.id], list[Threat]()
    if partners:
        view = view.clone()
        for member in (model, *partners):
            view.models[member.id] = _on_table(member, model.id)
        model = view.models[model.id]
    elif not model.is_on_table:
        model = _on_table(model, model.formation)
    others = [other for other in view.on_table() if other.side == 1 - model.side and other.card.kind != OBJECT]
    for number, other in enumerate(others, 1):
        rows += _threats(view, model, other, is_to=is_to)
        if number % MODELS_PER_STEP == 0:
            yield None
    is_here = model.pose == known.pose
    yield Threats(model.id, model.name, model.pose, is_here, is_to, tuple(rows), tuple(partners))


def _on_table(model: Model, leader: str) -> Model:
    """Return a model as if it were on the table, in the formation of a leader."""
    placed = model.copy()
    placed.place, placed.host, placed.formation = TABLE, "", leader
    return placed


def _threats(view: State, model: Model, other: Model, *, is_to: bool) -> Iterator[Threat]:
    """Yield the threats between two models, equal weapons as one. A model that fires does so with its Formation."""
    attackers, target = ([other], model) if is_to else (formation_members(view, model), other)
    groups: dict[tuple[str, float, tuple[tuple[str, float], ...]], list[tuple[MountRef, str]]] = {}
    for number, attacker in enumerate(attackers):
        mounts = [mount.id for mount in attacker.card.mounts]
        mounts += [POINT_DEFENSE] if attacker.is_capital and not target.is_capital else []
        for mount in mounts:
            shot = assess(view, attacker, (mount,), target, ACTIVATION)
            if isinstance(shot, Assessment) and not shot.jammed:
                figures = tuple(shot_figures(shot, shot_outlook(view, shot)).items())
                weapon = (MountRef.of(mount, number), weapons_label(attacker, (mount,)))
                groups.setdefault((shot.weapon, shot.range.distance, figures), []).append(weapon)
    for (_, inches, figures), equal in groups.items():
        weapons = count_names(tuple(name for _, name in equal))
        yield Threat(
            other.id, other.name, other.side, equal[0][0], weapons, len(equal), inches, dict(figures), target.is_capital
        )  # fmt: skip
