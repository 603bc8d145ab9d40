"""Formations: squadrons of one type that fly, fire and fight as one (v1.2.4 Traits > Formation, R73, R76)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from jovian.game import Game, Model, MountRef, Option, Pick, Procedure, State, ask
from jovian.game.answers import BreakFormation, Keep
from jovian.game.events import StateChanged
from jovian.table import Pose

PLACE = "v1.2.4 Traits > Formation"
ACE = "Ace"
TRAIT = "Formation"
NAME, WORDS = "formation", ("flies in a formation of {value}", "leaves its formation")
"""What it is called among the states of a model, and what is told of who joins or leaves one."""
PAIR, TRIO = 2, 3
SIDES = (60, 300, 120, 240, 0, 180)
"""Degrees from the leader's heading at which the others may fly, flush with its base."""


def mates(state: State, model: Model) -> list[Model]:
    """The other members of a model's formation, as they stand."""
    if not model.formation:
        return []
    return [m for m in state.models.values() if m.formation == model.formation and m.id != model.id and m.alive]


def members(state: State, model: Model) -> list[Model]:
    """The whole formation, the model first; if that is `at` another pose, the others are in their places about it."""
    others = mates(state, model)
    real = state.models.get(model.id)
    if not others or real is None or real is model:
        return [model, *others]
    dx, dy = model.pose.x - real.pose.x, model.pose.y - real.pose.y
    return [model, *(other.at(other.pose.moved(dx, dy).rounded()) for other in others)]


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
    """Break a model's formation for good."""
    for each in [model, *mates(game.state, model)]:
        each.formation = ""
        game.tell(StateChanged(model=each.id, state=NAME, value=0, entered=False))


def close_ranks(game: Game, lost: Model) -> None:
    """After a loss: one that is left flies alone, several follow a new leader, who goes on with an activation."""
    state, left = game.state, mates(game.state, lost)
    lost.formation = ""
    for each in left:
        each.formation = left[0].id if len(left) > 1 else ""
    hand_over(state, lost, left)


def hand_over(state: State, gone: Model, left: list[Model]) -> None:
    """An activation whose model is gone or engaged goes on with another of its formation."""
    act = state.activation
    if act is not None and act.model == gone.id and left:
        act.model = left[0].id
        moved_up = (MountRef(mount).behind() for mount in act.used)
        act.used = tuple(mount for mount in moved_up if mount is not None)
        act.spent = tuple(left[0].id if ident == gone.id else ident for ident in act.spent)


def ask_to_break(game: Game, model: Model, able: Callable[[Model], bool]) -> Procedure[Model]:
    """Before a dogfight the owner may send in one able member alone; the others go on with the activation (R76)."""
    group = members(game.state, model)
    if len(group) == 1:
        return model
    fit = [each for each in group if able(each)]
    listed: list[Option[Keep | BreakFormation]] = [
        Option(Keep(), "Fight as one", "one pool, every member pays the bid"),
        *(Option(BreakFormation(each.id), f"Break: only {each.name} fights", "for good") for each in fit),
    ]
    title = f"{model.name} is in a formation: break it?"
    answer = yield from ask(Pick("formation", model.side, title, PLACE, listed, subject=model.id))
    if isinstance(answer, Keep):
        return model
    chosen = game.state.models[answer.model]
    leave_formation(game, chosen)
    return chosen


def leave_formation(game: Game, model: Model) -> None:
    """One member leaves its formation, which breaks for good; in their activation the others go on with it (R76)."""
    group, active = members(game.state, model), game.state.active
    disband(game, model)
    if active is not None and active in group and len(group) > 1:
        model.activated = True
        hand_over(game.state, model, group[1:])
