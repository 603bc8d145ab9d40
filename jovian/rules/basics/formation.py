"""Formations: squadrons of one type that fly, fire, and fight as one (v1.2.4 Traits > Formation, R73, R76).

A formation forms before deployment, breaks for good, and gets a new leader after a loss. This file also says which
models belong to it and where they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from jovian.cards.traits import MODEL_TRAITS, implements
from jovian.game import Activation, Game, ListDecision, Model, MountRef, Option, Procedure, State, ask
from jovian.game.answers import BreakFormation, Keep
from jovian.game.events import StateChanged
from jovian.table import Pose, touches

ACE, TRAIT = "Ace", "Formation"
PLACE = MODEL_TRAITS[TRAIT].place
NAME, WORDS = "formation", ("flies in a formation of {value}", "leaves its formation")
"""The name of the state, and the log texts for a model that joins or leaves a formation."""
PAIR, TRIO = 2, 3
"""Maximum members of a formation, without and with an Ace."""
SIDES = (60, 300, 120, 240, 0, 180)
"""Degrees from the leader's heading at which the other members may be, in contact with its base."""


# --- Members and places ---


def other_formation_members(state: State, model: Model) -> list[Model]:
    """Return the other members of a model's formation."""
    if not model.formation:
        return []
    return [
        member
        for member in state.models.values()
        if member.formation == model.formation and member.id != model.id and member.is_in_game
    ]


@implements(TRAIT, tests="rules/test_formation")
def formation_members(state: State, model: Model) -> list[Model]:
    """Return the whole formation, the model first. If it has another pose than in the state, the others move along."""
    others = other_formation_members(state, model)
    stored = state.models.get(model.id)
    if not others or stored is None or stored is model:
        return [model, *others]
    dx, dy = model.pose.x - stored.pose.x, model.pose.y - stored.pose.y
    return [model, *(other.at(other.pose.moved(dx, dy).rounded()) for other in others)]


def in_contact(group: Sequence[Model], enemies: Sequence[Model]) -> tuple[Model, Model]:
    """Return the first touching pair of two groups, the first model of both if none touches."""
    pairs = ((one, enemy) for one in group for enemy in enemies if touches(one.base, one.pose, enemy.base, enemy.pose))
    return next(pairs, (group[0], enemies[0]))


def places(leader: Model, at: Pose, count: int) -> Iterable[tuple[Pose, ...]]:
    """Return the poses that the other members may have around a leader, nearest its front first."""
    width = leader.base.length
    spots = [at.turned(side).advanced(width) for side in SIDES]
    spots = [Pose(spot.x, spot.y, at.heading).rounded() for spot in spots]
    if count == 1:
        return [(spot,) for spot in spots]
    return [(spots[i], spots[i - 1]) for i in range(len(spots))]


# --- Forming and breaking ---


def forms_up(model: Model) -> bool:
    """Return whether the model may fly in formation."""
    return model.card.trait(TRAIT) is not None


@implements(TRAIT, ACE, tests="rules/test_formation")
def refuse_formation(leader: Model, others: list[Model]) -> str:
    """Return why these models may not form a formation under the leader, "" if they may."""
    group = [leader, *others]
    if len({model.id for model in group}) != len(group):
        return "A squadron is listed twice."
    if any(model.card.key != leader.card.key or model.side != leader.side for model in others):
        return "Only squadrons of one type and side can form a formation."
    if not forms_up(leader):
        return f"{leader.name} has no Formation trait."
    if any(model.formation for model in group):
        return "One of the squadrons already is in a formation."
    max_count = TRIO if any(model.card.trait(ACE) for model in group) else PAIR
    return "" if len(group) <= max_count else f"A formation has at most {max_count} squadrons."


def form(game: Game, group: list[Model]) -> None:
    """Make a formation with the first model as leader, and log it."""
    for member in group:
        member.formation = group[0].id
        game.log_event(StateChanged(model=member.id, state=NAME, value=len(group), entered=True))


def ask_to_break(game: Game, model: Model, able: Callable[[Model], bool], whole: bool = True) -> Procedure[Model]:
    """Ask whether a formation fights as one or breaks so that one able member fights alone. Return who fights (R76).

    If the formation can't fight as a `whole`, it must break. The other members continue the activation.
    """
    group = formation_members(game.state, model)
    if len(group) == 1:
        return model
    listed: list[Option[Keep | BreakFormation]] = []
    if whole:
        listed.append(Option(Keep(), "Fight as one", "one pool, every member pays the bid"))
    for member in group:
        if able(member):
            listed.append(Option(BreakFormation(member.id), f"Break: only {member.name} fights", "for good"))
    if not listed:
        return model
    title = f"Break the formation of {model.name}?"
    answer = yield from ask(ListDecision("formation", model.side, title, PLACE, listed, subject=model.id))
    if isinstance(answer, Keep):
        return model
    chosen = game.state.models[answer.model]
    leave_formation(game, chosen)
    return chosen


def leave_formation(game: Game, model: Model) -> None:
    """Let one member leave its formation, which breaks for good. The others continue their activation (R76)."""
    state, group = game.state, formation_members(game.state, model)
    act, number = state.activation, _member_number(state, model)
    if act is not None and len(group) > 1 and any(member.id == act.model for member in group):
        _continue_activation(act, model, number, group[1:])
    disband(game, model)


def disband(game: Game, model: Model) -> None:
    """Break a model's formation for good. The other members have had their activation if one is under way (R76)."""
    act, group = game.state.activation, [model, *other_formation_members(game.state, model)]
    for member in group:
        member.formation = ""
        game.log_event(StateChanged(model=member.id, state=NAME, value=0, entered=False))
    if act is not None:
        _charge_spent(act, group)
        is_active = any(member.id == act.model for member in group)
        for member in group:
            member.activated = member.activated or (is_active and member.id != act.model)


def _charge_spent(act: Activation, group: list[Model]) -> None:
    """Charge every member with the Fire Control that the formation has spent."""
    max_spent = max(act.spent.count(member.id) for member in group)
    act.spent += tuple(member.id for member in group for _ in range(max_spent - act.spent.count(member.id)))


def renumber_used(act: Activation, before: Sequence[str], after: Sequence[str]) -> None:
    """Renumber the used weapons of a formation that has landed and launches again, given the ids of its members."""
    used = [(MountRef(mount).ident, before[MountRef(mount).member]) for mount in act.used]
    act.used = tuple(MountRef.of(mount, after.index(member_id)) for mount, member_id in used if member_id in after)


# --- Losses ---


def reform_after_loss(game: Game, lost: Model) -> None:
    """Adapt a formation to a loss: one remaining member flies alone, several get a new leader.

    An activation of the lost member continues with another.
    """
    state, remaining = game.state, other_formation_members(game.state, lost)
    number = _member_number(state, lost)
    lost.formation = ""
    for member in remaining:
        member.formation = remaining[0].id if len(remaining) > 1 else ""
    activations = [act for act in (state.activation, *state.paused) if act is not None]
    for act in activations if remaining else ():
        act.spent = tuple(remaining[0].id if member_id == lost.id else member_id for member_id in act.spent)
        act.target = remaining[0].id if act.target == lost.id else act.target
        if act.model in (lost.id, *(member.id for member in remaining)):
            _continue_activation(act, lost, number, remaining)


def _member_number(state: State, model: Model) -> int:
    """Return the number of members before the model in its formation, 0 for the leader."""
    group = formation_members(state, state.models.get(model.formation, model))
    return next((number for number, member in enumerate(group) if member.id == model.id), 0)


def _continue_activation(act: Activation, lost: Model, number: int, remaining: list[Model]) -> None:
    """Continue an activation with another member, and renumber the used weapons."""
    act.model = remaining[0].id if act.model == lost.id else act.model
    renumbered = (MountRef(mount).without(number) for mount in act.used)
    act.used = tuple(mount for mount in renumbered if mount is not None)
