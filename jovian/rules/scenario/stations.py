"""Space stations and unidentified objects: models that lie on the table as terrain does (v1.2.4 Terrain; R14, R33).

A scenario says where they are and may give their ratings; the rest is rolled before the game. A station is a piece of
terrain besides, as large as its base, which strikes what moves through it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from jovian.cards import Base, Mount, StationCard, TerrainCard, Trait, UnitCard, WeaponCard
from jovian.cards.values.card import TRACKS
from jovian.cards.values.names import COMMON, STATION_WEAPONS
from jovian.frozen import freeze_mapping
from jovian.game import NEUTRAL, OBJECT, TABLE, Game, Model, Procedure, Refusal, State
from jovian.game.events import LeftPlay, StationRated
from jovian.rules.facts.rolls import random_pick, sum_of_dice
from jovian.rules.facts.words import spoken
from jovian.rules.harm.boarded import ABOARD
from jovian.rules.harm.contested import contest
from jovian.rules.rulebook.clause import Clause
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.shot_facts import ShotFacts
from jovian.rules.scenario.objects.open_hangers import OpenHangers, turn_out_the_stranded
from jovian.rules.squadrons.hangers import DOCKS, HOLDS
from jovian.rules.terrain.manned import HULK, HULKS, STATION, hull_id
from jovian.rules.terrain.manned import STATIONS as PLACE
from jovian.rules.traits.flight import Static
from jovian.table import Pose

STEP = "stations"
"""What the step is called that rolls their ratings before the game."""
SPAN = 6
"""Inches of Signature besides Structure."""
USUAL = {STATION: 7, HULK: 4}
"""The Structure that a station or an object counts as having until it is rolled."""
GUNS = {"kinetic": (4, 3, 1), "beam": (3, 3, 2)}
"""AC, AS and macro dice of what a station may be armed with."""


class Ratings(NamedTuple):
    """What is rolled for a station or an unidentified object."""

    structure: int
    hangers: int
    weapons: str
    """`kinetic` or `beam`; "" for an unidentified object."""


# --- how they stand there ---
def standing(line: TerrainCard, said: StationCard) -> Model:
    """The model of a line, before its ratings are rolled."""
    weapons = (said.weapons or "kinetic") if line.kind == STATION else ""
    usual = Ratings(said.structure or USUAL[line.kind], said.hangers or 0, weapons)
    owner = NEUTRAL if said.owner is None else said.owner
    model = Model(line.id, _card(said, line.radius or 1.0, usual), owner, said.name)
    model.pose = Pose(line.x, line.y, line.heading).rounded()
    model.place, model.public = TABLE, True
    model.states = {kind.name: count for kind, count in zip(ABOARD, said.boarders, strict=True) if count}
    return model


@lru_cache(maxsize=1024)
def _card(said: StationCard, radius: float, rated: Ratings) -> UnitCard:
    """The card of one with these ratings; rules keep tables of cards, so equal ones are one."""
    armed = bool(rated.weapons)
    tracks = {**dict.fromkeys(TRACKS, ()), "structure": _boxes(rated.structure)}
    if armed:
        half = _boxes(-(-rated.structure // 2))
        tracks |= {"defense": half, "marines": half, "sensors": _boxes(3)}
    kind = STATION if armed else HULK
    rolled = "-".join(str(each) for each in rated if each)
    return UnitCard(
        key=f"common/{kind}-{rolled}", kind="capital" if armed else OBJECT, faction=COMMON, name=_title(kind),
        tv=said.tv, version="1.2.4", image=kind, base=Base("circle", 2 * radius, 2 * radius), speed=0,
        fire_control=2 if armed else 0, turns=0, skill=2 if armed else 0, unit_cap=1,
        armor=freeze_mapping(dict.fromkeys(("fore", "side", "port", "starboard", "aft"), 0)),
        signature=SPAN + rated.structure, sensors=3 if armed else 0, tracks=freeze_mapping(tracks),
        mounts=_guns(rated.weapons) if armed else (), traits=_traits(said, rated), squadron_type=None,
        drone_class=None, source_text="{}",
    )  # fmt: skip


def _title(kind: str) -> str:
    return spoken(kind).title()


def _boxes(rating: int) -> tuple[int, ...]:
    return tuple(range(rating, 0, -1))


def _guns(weapons: str) -> tuple[Mount, ...]:
    ac, as_, macro = GUNS[weapons]
    name = STATION_WEAPONS[weapons]
    gun = WeaponCard(name=name, type=name, arcs=("turret",), ac=ac, as_=as_, macro=macro, count=2)
    return Mount("a1", gun), Mount("a2", gun)


def _traits(said: StationCard, rated: Ratings) -> tuple[Trait, ...]:
    found = [Trait(Static.name)]
    if rated.hangers:
        found.append(Trait(HOLDS, rated.hangers))
    if said.dock:
        found.append(Trait(DOCKS))
    return tuple(found)


# --- what is rolled ---
def roll_stations(game: Game) -> Procedure[None]:
    """Before the game: the ratings of each that its scenario does not give."""
    for line in game.state.scenario.terrain:
        if line.station is not None:
            yield from rate(game, game.state.models[line.id], line, line.station)


def rate(game: Game, model: Model, line: TerrainCard, said: StationCard) -> Procedure[None]:
    """Structure by 2d6 (an unidentified object's by one die), Hangers 1+1d3, one of two weapons."""
    structure, hangers, weapons = said.structure, said.hangers, said.weapons or ""
    name, side, armed = model.name, model.side, line.kind == STATION
    if structure is None:
        place, dice = (PLACE, 2) if armed else (HULKS, 1)
        structure = yield from sum_of_dice(game, side, f"the Structure of {name}", "Structure", place, dice)
    if hangers is None:
        hangers = 2 + (yield from random_pick(game, side, f"the Hangers of {name}", 3))
    if armed and not weapons:
        weapons = list(GUNS)[(yield from random_pick(game, side, f"the weapons of {name}", len(GUNS)))]
    model.card = card = _card(said, line.radius or 1.0, Ratings(structure, hangers, weapons))
    game.tell(StationRated(
        model=model.id, card=card.key, structure=structure, marines=card.printed("marines"),
        defense=card.printed("defense"), sensors=card.sensors, hangers=hangers, signature=card.signature,
        weapons=tuple(mount.weapon.name for mount in card.mounts),
    ))  # fmt: skip


# --- what they are in play ---
class OnlyBoarded(Effect):
    """An unidentified object is boarded and searched, never attacked."""

    __slots__ = ()
    name = "Unidentified Object"
    place = HULKS
    summary = "It is boarded and searched, never attacked."

    def target_refuses(self, shot: ShotFacts) -> Refusal | None:
        """No attack at an unidentified object (R33)."""
        if shot.target.card.kind != OBJECT:
            return None
        return Refusal(f"{shot.target.name} is boarded and searched, never attacked.", HULKS)


class Stations(Clause):
    """What a table with stations and unidentified objects has beyond others."""

    __slots__ = ()
    name = "Space Stations"
    place = PLACE
    summary = "What is nobody's never activates nor reacts; marines of both sides aboard it fight in the End Phase."

    def effects(self, side: int) -> tuple[Effect, ...]:
        """What is laid on models that are nobody's."""
        return (OnlyBoarded(), OpenHangers()) if side == NEUTRAL else ()

    def end_phase_fights(self, game: Game) -> Procedure[None]:
        """Marines fight aboard what is nobody's; squadrons that have none left there launch."""
        for ship in [each for each in game.state.on_table() if each.neutral and each.states]:
            yield from contest(game, ship)
        yield from turn_out_the_stranded(game)

    def destroyed(self, game: Game, model: Model) -> None:
        """What is left of a station strikes no more than any wreck."""
        piece = game.state.terrain.pop(hull_id(model.id), None)
        if piece is not None:
            game.tell(LeftPlay(model=piece.id, how="destroyed"))


def stations(state: State) -> bool:
    """Are there any on this table?"""
    return any(line.station is not None for line in state.scenario.terrain)
