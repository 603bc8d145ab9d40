"""The attack of terrain on what moves through it, unless it is avoided (v1.2.4 Terrain, R29, R30)."""

from __future__ import annotations

from jovian.dice import Pool
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
from jovian.rules.rulebook.rulebook import rulebook


def meet(game: Game, model: Model, piece: Terrain, may_avoid: bool) -> Procedure[None]:
    """The active model touches a hazardous piece: its player avoids it or enters it and is struck once."""
    act = game.state.activation
    assert act is not None
    if may_avoid:
        effect = rulebook(game.state).terrain[piece.kind]
        dice = counted(effect.rating(model.capital), "die strikes", "dice strike")
        listed: list[Option[Avoid | Enter]] = [
            Option(Avoid(), "Avoid it", "no attack, but the move may not end on it"),
            Option(Enter(), "Fly through", f"{dice} at once"),
        ]
        title = f"{model.name} comes to the {effect.name}"
        about = Entry(Stake(model.id), terrain_dice(game.state, piece, model).pool)
        pick = Pick("avoid", model.side, title, effect.place, listed, subject=model.id, stake=about)
        if isinstance((yield from ask(pick)), Avoid):
            act.avoided = (*act.avoided, Meeting(model.id, piece.id))
            game.tell(TerrainAvoided(model=model.id, terrain=piece.id, kind=piece.kind))
            return
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
