"""The attack of terrain on what moves through it, unless it is avoided (v1.2.4 Terrain, R29, R30)."""

from __future__ import annotations

from collections.abc import Sequence

from jovian.dice import Pool
from jovian.frozen import frozen
from jovian.game import Game, Meeting, Model, Option, Pick, Procedure, State, Terrain, ask
from jovian.game.answers import Avoid, Enter
from jovian.game.events import TerrainAvoided
from jovian.game.parts import BASE, Part
from jovian.rules.facts.makeup import Bare, completed, tell_bare
from jovian.rules.facts.rolls import roll
from jovian.rules.facts.words import counted
from jovian.rules.firing.explosion import empty_queue
from jovian.rules.harm.damage import DamageManner, chooser_against, strike
from jovian.rules.harm.meaning import Entry, Stake
from jovian.rules.places.attached import attached_to
from jovian.rules.rulebook.rulebook import rulebook


@frozen
class Met:
    """A hazardous piece that a model touches on its move."""

    leader: Model
    """Whose owner decides whether to avoid the piece: the model, or the ship that it escorts."""
    mover: Model
    """The model that touches the piece."""
    piece: Terrain
    avoidable: bool
    """May the leader still avoid the piece?"""


def meet(game: Game, pieces: Sequence[Met]) -> Procedure[None]:
    """Resolve what models touch at one point: for each leader all decisions first, then all attacks (R29, R30)."""
    for leader in {met.leader.id: met.leader for met in pieces}.values():
        touched = [met for met in pieces if met.leader is leader]
        for met in touched:
            if not _avoids(game.state, met) and met.avoidable and not _has_decided(game.state, met):
                yield from _decide(game, met)
        for met in touched:
            if met.mover.on_table and met.piece.id in game.state.terrain and not _avoids(game.state, met):
                yield from _enter(game, met.mover, met.piece)


def _avoids(state: State, met: Met) -> bool:
    act = state.activation
    return act is not None and Meeting(met.mover.id, met.piece.id) in act.avoided


def _has_decided(state: State, met: Met) -> bool:
    """Return whether the leader already moves through the piece, or has decided to."""
    act = state.activation
    return act is not None and Meeting(met.leader.id, met.piece.id) in (*act.struck, *act.entered)


def _decide(game: Game, met: Met) -> Procedure[None]:
    """Ask the leader's owner whether it avoids the piece, with all squadrons in contact with it (R30)."""
    state, act, leader, piece = game.state, game.state.activation, met.leader, met.piece
    assert act is not None
    effect = rulebook(state).terrain[piece.kind]
    along = attached_to(state, leader) if leader.capital else []
    listed: list[Option[Avoid | Enter]] = [
        Option(Avoid(), "Avoid it", _avoiding_words(along)),
        Option(Enter(), "Fly through", _entering_words(state, met, along)),
    ]
    about = Entry(Stake(met.mover.id), terrain_dice(state, piece, met.mover).pool)
    title = f"{leader.name} comes to the {effect.name}"
    pick = Pick("avoid", leader.side, title, effect.place, listed, subject=leader.id, stake=about)
    if isinstance((yield from ask(pick)), Avoid):
        for model in [leader, *along]:
            act.avoided = (*act.avoided, Meeting(model.id, piece.id))
            game.tell(TerrainAvoided(model=model.id, terrain=piece.id, kind=piece.kind))
    elif met.mover is not leader:
        act.entered = (*act.entered, Meeting(leader.id, piece.id))


def _avoiding_words(along: list[Model]) -> str:
    if not along:
        return "no attack, but the move may not end on it"
    return f"no attack, but the move may not end on it; the same holds for {_names(along)}"


def _entering_words(state: State, met: Met, along: list[Model]) -> str:
    """Say how many dice strike the leader, and its escorts if it has any."""
    effect = rulebook(state).terrain[met.piece.kind]
    escorts = [squadron for squadron in along if squadron.escorting]
    if not escorts:
        return f'{counted(effect.rating(met.leader.capital), "die strikes", "dice strike")} at once'
    struck = [(model, effect.rating(model.capital)) for model in [met.leader, *escorts]]
    words = [f'{counted(dice, "die strikes", "dice strike")} {model.name}' for model, dice in struck if dice]
    return f"{', '.join(words)} on touching it"


def _names(models: list[Model]) -> str:
    return ", ".join(model.name for model in models)


def _enter(game: Game, model: Model, piece: Terrain) -> Procedure[None]:
    """Attack a model that moves into a piece, once in an activation."""
    act = game.state.activation
    assert act is not None
    act.struck = (*act.struck, Meeting(model.id, piece.id))
    yield from terrain_attack(game, piece, model)
    yield from empty_queue(game)


def terrain_dice(state: State, piece: Terrain, model: Model) -> Bare:
    """The dice of a piece against a model."""
    effect = rulebook(state).terrain[piece.kind]
    rating = Part(effect.name.capitalize(), effect.rating(model.capital), effect.place, BASE)
    pool = Pool(rating.value).normal()
    return Bare(pool, completed((rating,), pool))


def terrain_attack(game: Game, piece: Terrain, model: Model) -> Procedure[None]:
    """The attack of a piece: its bare dice, the choices made by the opponent."""
    effect = rulebook(game.state).terrain[piece.kind]
    chooser = chooser_against(game.state, model.side, model)
    purpose = f"{effect.name} at {model.name}"
    bare = terrain_dice(game.state, piece, model)
    result = yield from roll(game, chooser, purpose, bare.pool, parts=bare.makeup, stake=Stake(model.id))
    tell_bare(game, piece.id, effect.name, model.id, "terrain", bare, result)
    if result:
        yield from strike(game, model, result, DamageManner(chooser, effect.name))
