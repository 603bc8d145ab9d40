"""Reactions: one question to the other side for all that a part of a move offers it (R56, R71).

OpenFire and Reactive Interceptions are offered together, each with the place on the leg where it comes up. Choosing one
lets everything pass that comes up before it; what comes after is offered again, looked at afresh.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from jovian.frozen import frozen
from jovian.game import Answer, Game, Gun, Model, Option, Pick, Procedure, State, ask
from jovian.game.answers import Decline, Intercept, LetPass, OpenFire
from jovian.game.events import Declined, Intercepted
from jovian.rules.close_combat import interception
from jovian.rules.facts.formation import members
from jovian.rules.facts.words import with_action
from jovian.rules.firing import autofire
from jovian.rules.firing.attack import attack
from jovian.rules.firing.explosion import empty_queue
from jovian.rules.rulebook.in_force import attacked
from jovian.rules.rulebook.shot_facts import AUTOFIRE as WINDOW
from jovian.rules.shooting.assessment import Assessment
from jovian.rules.shooting.shot import weapons_called
from jovian.table import Pose

AUTOFIRE, INTERCEPTION = 1, 2
"""Ranks: at one point autofire comes before interceptions (R56)."""
Reaction = OpenFire | Intercept
Reply = Reaction | Decline | LetPass
"""What a question about reactions may be answered with."""


@frozen
class Chance:
    """One reaction that may come up."""

    inches: float
    """Along the leg, from its start; 0 where the mover stands still."""
    rank: int
    ident: str
    """Who reacts."""
    mount: str
    """With what; "" for an interception."""
    mover: str
    """Who sets it off: the mover, or another of its formation."""
    pose: Pose | None
    """Where the mover stands when it comes up farther on; None for where it stands now."""

    @property
    def answer(self) -> Reaction:
        """The answer that takes it."""
        return OpenFire(self.ident, self.mount) if self.rank == AUTOFIRE else Intercept(self.ident)

    @property
    def gun(self) -> Gun:
        """The gun that fires."""
        return Gun(self.ident, self.mount)

    def target(self, state: State, mover: Model) -> Model:
        """Who sets it off, where it stands then."""
        if self.pose is None:
            return state.models[self.mover]
        there = mover.at(self.pose)
        return next((each for each in members(state, there) if each.id == self.mover), there)


class Reactions(Pick[Reply]):
    """Which of several reactions, none of them, or none for the rest of this move."""

    __slots__ = ("chances",)

    def __init__(self, state: State, mover: Model, chances: Sequence[Chance]) -> None:
        fires = [each for each in chances if each.rank == AUTOFIRE]
        kind, place = ("autofire", autofire.PLACE) if fires else (interception.NAME, interception.REACTIVE)
        able = [_option(state, mover, each) for each in chances]
        none, rest = _refusals(mover, len(chances), bool(fires))
        listed: list[Option[Reply]] = [*able, none, rest] if fires else [none, *able, rest]
        title = _title(with_action(state, mover), len(fires), len(chances))
        super().__init__(kind, state.models[chances[0].ident].side, title, place, listed, subject=mover.id)
        self.chances = tuple(chances)
        """What is offered, in the order in which it comes up."""

    def taken(self, answer: Answer) -> Chance | None:
        """The reaction that an answer takes, None if it takes none."""
        return next((each for each in self.chances if each.answer == answer), None)


def _title(name: str, fires: int, count: int) -> str:
    if not fires:
        return f"{name} comes near: intercept?"
    return f"{name} comes into range: {'autofire' if fires == count else 'react'}?"


def _refusals(mover: Model, count: int, fires: bool) -> tuple[Option[Decline], Option[LetPass]]:
    """None of what is offered, and nothing any more."""
    label, detail = ("None of them", "they are") if count > 1 else ("Hold fire" if fires else "Let it pass", "it is")
    rest = Option(LetPass(), "None for the rest of this move", f"nobody is asked again about {mover.name}")
    return Option(Decline(), label, f"{detail} not asked again"), rest


def _option(state: State, mover: Model, chance: Chance) -> Option[Reaction]:
    """One reaction as a player reads it, with the place on the leg."""
    model, target = state.models[chance.ident], chance.target(state, mover)
    where = f'after {chance.inches:.1f}"' if chance.inches else ""
    if chance.rank == INTERCEPTION:
        cost = interception.price(state, model, target)
        return Option(chance.answer, f"{model.name} intercepts", _joined(where, cost))
    shot = autofire.shot_at(state, target, chance.gun)
    assert isinstance(shot, Assessment)
    label = f"{weapons_called(model, (chance.gun.mount,))} of {model.name}"
    return Option(chance.answer, label, _joined(where, str(shot.roll.pool)))


def _joined(*parts: str) -> str:
    return " · ".join(part for part in parts if part)


def standing(mover: Model, shots: Iterable[tuple[Model, Gun]], hunters: Iterable[str]) -> list[Chance]:
    """What comes up where a model stands: autofire at it or its formation, and interceptions."""
    found = [Chance(0.0, AUTOFIRE, ident, mount, target.id, None) for target, (ident, mount) in shots]
    return found + [Chance(0.0, INTERCEPTION, ident, "", mover.id, None) for ident in hunters]


def react(
    game: Game, mover: Model, here: Sequence[Chance], ahead: Sequence[Chance] = (), chosen: Chance | None = None
) -> Procedure[Chance | None]:
    """Offer what comes up here, with what the leg offers farther on, until nothing here is left (R56, R71).

    Returns the reaction chosen for farther on; at its place it is carried out without asking again.
    """
    while now := _ready(game.state, mover, here):
        taken = next((each for each in now if chosen is not None and each.answer == chosen.answer), None)
        if taken is None:
            asked = Reactions(game.state, mover, _ready(game.state, mover, [*now, *ahead]))
            answer = yield from ask(asked)
            taken = asked.taken(answer)
            _let_pass(game, asked, taken, answer)
        chosen = None
        if taken is None:
            return None
        if taken not in now:
            return taken
        yield from _carry_out(game, mover, taken)
        if not mover.on_table:
            mover, here = _taken_over(game.state, mover, here)
            ahead = ()
    return chosen


def _taken_over(state: State, mover: Model, here: Sequence[Chance]) -> tuple[Model, Sequence[Chance]]:
    """Who is active in the mover's place once that is lost out of its formation, and what comes up there for it."""
    active = state.active
    if active is None or active.side != mover.side:
        return mover, here
    return active, [replace(each, mover=active.id) if each.rank == INTERCEPTION else each for each in here]


def _ready(state: State, mover: Model, chances: Sequence[Chance]) -> list[Chance]:
    """Those that are possible as things stand, each once."""
    found: dict[tuple[str, str], Chance] = {}
    for each in chances:
        if (each.ident, each.mount) not in found and _possible(state, mover, each):
            found[each.ident, each.mount] = each
    return list(found.values())


def _possible(state: State, mover: Model, chance: Chance) -> bool:
    act = state.activation
    if act is None or act.let_pass or not state.models[chance.mover].on_table:
        return False
    target = chance.target(state, mover)
    if chance.rank == INTERCEPTION:
        return interception.catchable(state, target, chance.ident)
    if chance.gun in act.fired_on:
        return False
    return isinstance(autofire.shot_at(state, target, chance.gun), Assessment)


def _let_pass(game: Game, asked: Reactions, taken: Chance | None, answer: Answer) -> None:
    """What is not taken and comes up no later has had its offer."""
    act = game.state.activation
    assert act is not None
    act.let_pass = isinstance(answer, LetPass)
    for each in asked.chances:
        if taken is None or (each.inches, each.rank) < (taken.inches, taken.rank):
            _note(game.state, each)
    if taken is None:
        for rank, what in ((AUTOFIRE, "autofire"), (INTERCEPTION, interception.NAME)):
            if any(each.rank == rank for each in asked.chances):
                game.tell(Declined(side=asked.side, what=what))


def _note(state: State, chance: Chance) -> None:
    """It has been offered, and is not offered again in this activation."""
    act = state.activation
    assert act is not None
    if chance.rank == AUTOFIRE:
        act.fired_on = (*act.fired_on, chance.gun)
    else:
        interception.note(state, chance.ident)


def _carry_out(game: Game, mover: Model, chance: Chance) -> Procedure[None]:
    models = game.state.models
    if chance.rank == AUTOFIRE:
        _note(game.state, chance)
        yield from attack(game, models[chance.ident], (chance.mount,), models[chance.mover], WINDOW)
    else:
        game.tell(Intercepted(model=chance.ident, target=mover.id, active=False))
        attacked(game, models[chance.ident], mover, interception.NAME)
        yield from interception.intercept(game, models[chance.ident], mover)
        yield from empty_queue(game)
