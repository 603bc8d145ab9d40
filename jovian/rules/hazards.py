"""Terrain that attacks what moves through it (v1.2.4 Terrain, R29, R30)."""

from __future__ import annotations

from jovian.dice import Pool
from jovian.game import Game, Model, Option, Pick, Procedure, State, Terrain
from jovian.rules.damage import Harm, strike
from jovian.rules.effects.terrain import TERRAIN_EFFECTS
from jovian.rules.explosion import empty_queue
from jovian.rules.makeup import Bare, completed, tell_bare
from jovian.rules.meaning import Entry, Stake
from jovian.rules.parts import BASE, Part
from jovian.rules.rolls import roll
from jovian.rules.telling import counted


def hazards(state: State, model: Model) -> list[Terrain]:
    """The pieces that would still strike the active model if it moved into them."""
    act = state.activation
    done = (*act.struck, *act.avoided) if act else ()
    who = f"{model.id}/"
    return [
        piece
        for piece in state.terrain.values()
        if who + piece.id not in done and TERRAIN_EFFECTS[piece.kind].rating(model.capital)
    ]


def meet(game: Game, model: Model, piece: Terrain, may_avoid: bool) -> Procedure[None]:
    """The active model touches a hazardous piece: its player avoids it or enters it and is struck once."""
    act = game.state.activation
    assert act is not None
    if may_avoid:
        effect = TERRAIN_EFFECTS[piece.kind]
        dice = counted(effect.rating(model.capital), "die strikes", "dice strike")
        listed = [
            Option(["avoid"], "Avoid it", "no attack, but the move may not end on it"),
            Option(["enter"], "Fly through", f"{dice} at once"),
        ]
        title = f"{model.name} comes to the {effect.name}"
        about = Entry(Stake(model.id), terrain_dice(piece, model).pool)
        choice = yield Pick("avoid", model.side, title, effect.place, listed, subject=model.id, stake=about)
        if choice[0] == "avoid":
            act.avoided = (*act.avoided, f"{model.id}/{piece.id}")
            game.tell("avoided", model=model.id, terrain=piece.id, kind=piece.kind)
            return
    act.struck = (*act.struck, f"{model.id}/{piece.id}")
    yield from terrain_attack(game, piece, model)
    yield from empty_queue(game)


def terrain_dice(piece: Terrain, model: Model) -> Bare:
    """The dice of a piece against a model."""
    effect = TERRAIN_EFFECTS[piece.kind]
    rating = Part(effect.name.capitalize(), effect.rating(model.capital), effect.place, BASE)
    pool = Pool(rating.value).normal()
    return Bare(pool, completed((rating,), pool))


def terrain_attack(game: Game, piece: Terrain, model: Model) -> Procedure[None]:
    """The attack of a piece: its bare dice, the choices made by the opponent."""
    effect = TERRAIN_EFFECTS[piece.kind]
    chooser = 1 - model.side
    purpose = f"{effect.name} at {model.name}"
    bare = terrain_dice(piece, model)
    result = yield from roll(game, chooser, purpose, bare.pool, parts=bare.makeup, stake=Stake(model.id))
    tell_bare(game, piece.id, effect.name, model.id, "terrain", bare, result)
    if result:
        yield from strike(game, model, result, Harm(chooser, effect.name))
