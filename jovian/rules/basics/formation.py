"""Formations: squadrons of one type that fly, fire and fight as one (v1.2.4 Traits > Formation, R73, R76)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from jovian.game import Activation, Game, ListDecision, Model, MountRef, Option, Procedure, State, ask
from jovian.game.answers import BreakFormation, Keep
from jovian.game.events import StateChanged
from jovian.table import Pose, touches

PLACE = "v1.2.4 Traits > Formation"
ACE = "Ace"
TRAIT = "Formation"
NAME, WORDS = "formation", ("flies in a formation of {value}", "leaves its formation")
"""What it is called among the states of a model, and what is told of who joins or leaves one."""
PAIR, TRIO = 2, 3
SIDES = (60, 300, 120, 240, 0, 180)
"""Degrees from the leader's heading at which the others may fly, flush with its base."""


def other_formation_members(state: State, model: Model) -> list[Model]:
    """The other members of a model's formation, as they stand."""
    if not model.formation:
        return []
    return [m for m in state.models.values() if m.formation == model.formation and m.id != model.id and m.alive]


def formation_members(state: State, model: Model) -> list[Model]:
    """The whole formation, the model first; if that is `at` another pose, the others are in their places about it."""
    others = other_formation_members(state, model)
    real = state.models.get(model.id)
    if not others or real is None or real is model:
        return [model, *others]
    dx, dy = model.pose.x - real.pose.x, model.pose.y - real.pose.y
    return [model, *(other.at(other.pose.moved(dx, dy).rounded()) for other in others)]


def in_contact(group: Sequence[Model], foes: Sequence[Model]) -> tuple[Model, Model]:
    """The first of a group that touches any of another, and whom it touches; the first of both if none does."""
    pairs = ((one, foe) for one in group for foe in foes if touches(one.base, one.pose, foe.base, foe.pose))
    return next(pairs, (group[0], foes[0]))


def places(leader: Model, at: Pose, count: int) -> Iterable[tuple[Pose, ...]]:
    """Where so many others may stand about a leader at that pose, nearest its front first."""
    width = leader.base.length
    spots = [at.turned(side).advanced(width) for side in SIDES]
    spots = [Pose(spot.x, spot.y, at.heading).rounded() for spot in spots]
    if count == 1:
        return [(spot,) for spot in spots]
    return [(spots[i], spots[i - 1]) for i in range(len(spots))]


def forms_up(model: Model) -> bool:
    """May it fly in formation?"""
    return model.card.trait(TRAIT) is not None


def refuse_formation(leader: Model, others: list[Model]) -> str:
    """Why these may not form up under the leader, "" if they may."""
    group = [leader, *others]
    if len({each.id for each in group}) != len(group):
        return "A squadron stands there twice."
    if any(each.card.key != leader.card.key or each.side != leader.side for each in others):
        return "Only squadrons of one type form up together."
    if not forms_up(leader):
        return f"{leader.name} has no Formation trait."
    if any(each.formation for each in group):
        return "It already flies in a formation."
    most = TRIO if any(each.card.trait(ACE) for each in group) else PAIR
    return "" if len(group) <= most else f"A formation holds {most} squadrons at most."


def form(game: Game, group: list[Model]) -> None:
    """Make a formation, the first its leader."""
    for each in group:
        each.formation = group[0].id
        game.tell(StateChanged(model=each.id, state=NAME, value=len(group), entered=True))


def disband(game: Game, model: Model) -> None:
    """Break a model's formation for good; in their activation all but who goes on with it have had it (R76)."""
    act, group = game.state.activation, [model, *other_formation_members(game.state, model)]
    for each in group:
        each.formation = ""
        game.tell(StateChanged(model=each.id, state=NAME, value=0, entered=False))
    if act is not None:
        _share_spent(act, group)
        active = any(each.id == act.model for each in group)
        for each in group:
            each.activated = each.activated or (active and each.id != act.model)


def _share_spent(act: Activation, group: list[Model]) -> None:
    """What a formation has spent of its one Fire Control each of it has spent once it flies alone."""
    most = max(act.spent.count(each.id) for each in group)
    act.spent += tuple(each.id for each in group for _ in range(most - act.spent.count(each.id)))


def close_ranks(game: Game, lost: Model) -> None:
    """After a loss: one that is left flies alone, several follow a new leader; who is left goes on for who is gone."""
    state, left = game.state, other_formation_members(game.state, lost)
    place = _place_of(state, lost)
    lost.formation = ""
    for each in left:
        each.formation = left[0].id if len(left) > 1 else ""
    for act in _begun(state) if left else ():
        act.spent = tuple(left[0].id if ident == lost.id else ident for ident in act.spent)
        act.target = left[0].id if act.target == lost.id else act.target
        if act.model in (lost.id, *(each.id for each in left)):
            _hand_over(act, lost, place, left)


def _begun(state: State) -> list[Activation]:
    """The activations that are under way or set aside."""
    return [act for act in (state.activation, *state.paused) if act is not None]


def _place_of(state: State, model: Model) -> int:
    """How many fly before it in its formation: none before its leader."""
    group = formation_members(state, state.models.get(model.formation, model))
    return next((number for number, each in enumerate(group) if each.id == model.id), 0)


def _hand_over(act: Activation, gone: Model, place: int, left: list[Model]) -> None:
    """An activation whose model is gone or engaged goes on with another of its formation; weapons move up."""
    act.model = left[0].id if act.model == gone.id else act.model
    moved_up = (MountRef(mount).without(place) for mount in act.used)
    act.used = tuple(mount for mount in moved_up if mount is not None)


def ask_to_break(game: Game, model: Model, able: Callable[[Model], bool], whole: bool = True) -> Procedure[Model]:
    """Ask whether a formation fights as one or breaks, so that one able member fights alone; return who fights (R76).

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
    title = f"{model.name} is in a formation: break it?"
    answer = yield from ask(ListDecision("formation", model.side, title, PLACE, listed, subject=model.id))
    if isinstance(answer, Keep):
        return model
    chosen = game.state.models[answer.model]
    leave_formation(game, chosen)
    return chosen


def leave_formation(game: Game, model: Model) -> None:
    """One member leaves its formation, which breaks for good; in their activation the others go on with it (R76)."""
    state, group = game.state, formation_members(game.state, model)
    act, place = state.activation, _place_of(state, model)
    if act is not None and len(group) > 1 and any(each.id == act.model for each in group):
        _hand_over(act, model, place, group[1:])
    disband(game, model)
