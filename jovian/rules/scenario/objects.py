"""Things that a scenario asks for: stations, objects to search, hangers and quarters."""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar, NamedTuple

from jovian.cards import Base, Mount, StationCard, TerrainCard, Trait, UnitCard, WeaponCard
from jovian.cards.fleet import TRACKS
from jovian.cards.names import COMMON, STATION_WEAPONS
from jovian.frozen import freeze_mapping, frozen
from jovian.game import NEUTRAL, OBJECT, TABLE, Game, Model, Note, Procedure, Refusal, State
from jovian.game.events import LeftPlay, ObjectSearched, StationRated
from jovian.rules.basics.model import load, reveal, token_count
from jovian.rules.basics.rolls import key_to_words, random_pick, sum_of_dice
from jovian.rules.damage.boarding import ABOARD, boarders_of, contest
from jovian.rules.damage.casualties import models_aboard, turn_out
from jovian.rules.placement.legal_places import zones
from jovian.rules.placement.move_limits import free_place
from jovian.rules.rulebook.active_effects import clauses_with
from jovian.rules.rulebook.effect import Effect, ShotFacts
from jovian.rules.rulebook.global_rule import GlobalRule
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.scenario.objectives import Count
from jovian.rules.squadrons import DOCKS, FRIENDLY, HANGERS, HOLDS
from jovian.rules.terrain import CAUSE, HULK, HULKS, STATION, hull_id
from jovian.rules.terrain import STATIONS as TERRAIN_PLACE
from jovian.rules.traits.traits import Static
from jovian.table import Pose
from jovian.table.shapes import POINT

# --- open hangers ---
# Hangers of an unidentified object: both sides' squadrons, as long as their marines are aboard (R84).
#
# v1.2.4 Scenarios > Scavenger Hunt > Valuable UIOs. What lands there has stood on the table, so nobody keeps it
# secret.

PLACE = "v1.2.4 Scenarios > Scavenger Hunt > Valuable UIOs"


class OpenHangers(Effect):
    """What has Hangers and is nobody's ship takes in squadrons of whoever has marines aboard."""

    __slots__ = ()
    name = "Open Hangers"
    place = PLACE
    summary = "Squadrons of a side come and go while marines of that side are aboard; in the End Phase they must leave."

    def harbors(self, model: Model, side: int) -> Refusal | None:
        """A refusal without marines aboard; a station that is nobody's takes nobody in."""
        if model.card.kind != OBJECT or not model.card.trait(HOLDS):
            return Refusal(FRIENDLY, HANGERS)
        if boarders_of(model, side):
            return None
        return Refusal(f"{model.name} takes squadrons in only for a side that has marines aboard.", PLACE)


def harbored(state: State, side: int) -> list[tuple[Model, Model]]:
    """The squadrons of a side aboard objects, each with its object."""
    objects = [each for each in state.on_table() if each.card.kind == OBJECT]
    return [(squadron, each) for each in objects for squadron in models_aboard(state, each) if squadron.side == side]


def turn_out_the_stranded(game: Game) -> Procedure[None]:
    """Squadrons whose side has no marines left aboard their object launch, the side with initiative first."""
    state = game.state
    for side in (state.initiative, 1 - state.initiative):
        for squadron, host in harbored(state, side):
            if not boarders_of(host, side):
                yield from turn_out(game, squadron, host, PLACE)


# --- searching ---
# Searching unidentified objects with marines (v1.2.4 Scenarios > Scavenger Hunt > Search a UIO; R84).

MOST = 2
"""Search tokens that a side gains at most in an End Phase."""


class Search(NamedTuple):
    """How far the sides have come with one object."""

    object: str
    """Its id."""
    first: int = 0
    """The search tokens of side 0."""
    second: int = 0
    """The search tokens of side 1."""
    by: int = NEUTRAL
    """The side that has searched it, NEUTRAL for none yet."""

    @property
    def plain(self) -> Note:
        """The same as a note that the game remembers."""
        return self.object, self.first, self.second, self.by

    def held(self, side: int) -> int:
        """How many search tokens a side has."""
        return self.second if side else self.first

    def gained(self, side: int, held: int, done: bool) -> Search:
        """The same once a side has so many tokens; with `done` it has searched the object."""
        by = side if done else self.by
        return self._replace(second=held, by=by) if side else self._replace(first=held, by=by)


@frozen
class SearchObjects(GlobalRule):
    """Who has more marines aboard in the End Phase collects search tokens; the first with enough has searched it."""

    name = "Search a UIO"
    place = "v1.2.4 Scenarios > Scavenger Hunt > Search a UIO"
    summary = "One marine more than the enemy aboard an object gains 1 search token in the End Phase, two gain 2."

    tokens: int = 3
    """How many it takes."""

    def end_phase_fights(self, game: Game) -> Procedure[None]:
        """After the firefights aboard (R84): who is ahead there searches on; nobody once it has been searched."""
        for each in game.state.on_table():
            if each.card.kind == OBJECT:
                self._look(game, each)
        return
        yield

    def _look(self, game: Game, ship: Model) -> None:
        """The tokens of one object."""
        ahead = boarders_of(ship, 0) - boarders_of(ship, 1)
        before = search_of(game.state, ship)
        if not ahead or before.by != NEUTRAL:
            return
        side = 0 if ahead > 0 else 1
        held = min(self.tokens, before.held(side) + min(MOST, abs(ahead)))
        done = held == self.tokens
        others = [each for each in searches(game.state) if each.object != ship.id]
        self.remember(game, tuple(each.plain for each in sorted((*others, before.gained(side, held, done)))))
        gained = held - before.held(side)
        game.tell(ObjectSearched(model=ship.id, side=side, tokens=gained, held=held, needed=self.tokens, done=done))


def searches(state: State) -> list[Search]:
    """What both sides have found out so far, object by object."""
    noted = state.notes.get(SearchObjects.name, ())
    lines = [each for each in noted if isinstance(each, tuple)] if isinstance(noted, tuple) else []
    return [Search(str(ident), *(int(str(each)) for each in counts)) for ident, *counts in lines]


def begin_searched(state: State) -> None:
    """Remember the search tokens with which the objects of a scenario begin."""
    lines = {line.id: line.station.search for line in state.scenario.terrain if line.station is not None}
    needed = tokens_needed(state)
    found = [Search(ident, *held, by=_first_with(needed, held)) for ident, held in sorted(lines.items()) if any(held)]
    if found and needed:
        state.notes[SearchObjects.name] = tuple(each.plain for each in found)


def _first_with(needed: int, held: tuple[int, int]) -> int:
    """The side that has so many tokens, NEUTRAL for neither."""
    return next((side for side in (0, 1) if held[side] >= needed), NEUTRAL)


def search_of(state: State, ship: Model) -> Search:
    """How far the sides have come with that object."""
    return next((each for each in searches(state) if each.object == ship.id), Search(ship.id))


def tokens_needed(state: State) -> int:
    """How many search tokens an object takes, 0 where nobody searches any."""
    return next((each.tokens for each in rulebook(state).clauses if isinstance(each, SearchObjects)), 0)


class ObjectsSearched(Count):
    """How many unidentified objects a side has searched."""

    __slots__ = ()

    def amount(self, state: State, side: int) -> float:
        """Those that it was the first to search."""
        return float(sum(1 for each in searches(state) if each.by == self._side(side)))

    @property
    def words(self) -> str:
        """What is counted."""
        return f"objects {'' if self.whose == 'own' else 'that the enemy '}searched"


# --- retrieving ---
# What squadrons bring back from a searched object (v1.2.4 Scenarios > Scavenger Hunt > Retrieve Intelligence; R84).


@frozen
class RetrieveFromObjects(GlobalRule):
    """A squadron that launches from an object that its side has searched carries a token."""

    name = "Retrieve Intelligence"
    place = "v1.2.4 Scenarios > Scavenger Hunt > Retrieve Intelligence"
    summary = "One squadron a turn that launches from an object its side has searched carries a token to a ship."

    token: str

    def launched(self, game: Game, model: Model, ship: Model, forced: bool) -> None:
        """A token for who carries none: one of each object a turn, none on a forced launch."""
        if not forced and self.gives(game.state, model, ship):
            load(game, model, self.token, 1, f"from {ship.name}")
            self.remember(game, (game.state.turn, *_taken(game.state), ship.id))

    def gives(self, state: State, model: Model, ship: Model) -> bool:
        """Would a squadron carry a token if it launched now?"""
        return yields(state, ship, model.side) and not token_count(model, self.token)


def yields(state: State, ship: Model, side: int) -> bool:
    """Does an object still give a token to a side this turn?"""
    return ship.card.kind == OBJECT and search_of(state, ship).by == side and ship.id not in _taken(state)


def found_on(state: State, model: Model, ship: Model) -> str:
    """The token that a squadron would carry if it launched from an object now, "" for none."""
    rules = (each for each in clauses_with(state, GlobalRule.launched) if isinstance(each, RetrieveFromObjects))
    return next((each.token for each in rules if each.gives(state, model, ship)), "")


def _taken(state: State) -> tuple[str, ...]:
    """The ids of the objects that have given one this turn."""
    note = state.notes.get(RetrieveFromObjects.name, ())
    return tuple(map(str, note[1:])) if isinstance(note, tuple) and note[:1] == (state.turn,) else ()


# --- stations ---
# Space stations and unidentified objects: models that lie on the table as terrain does (v1.2.4 Terrain; R14, R33).
#
# A scenario says where they are and may give their ratings; the rest is rolled before the game. A station is a piece
# of terrain besides, as large as its base, which strikes what moves through it.

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
    return key_to_words(kind).title()


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
        place, dice = (TERRAIN_PLACE, 2) if armed else (HULKS, 1)
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


class Stations(GlobalRule):
    """What a table with stations and unidentified objects has beyond others."""

    __slots__ = ()
    name = "Space Stations"
    place = TERRAIN_PLACE
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


# --- free quarters ---
# Unidentified objects where nobody deploys (v1.2.4 Scenarios > Scavenger Hunt > Valuable UIOs).

LABEL = "UIO"
"""What the book calls an unidentified object for short."""


@frozen
class ObjectsInFreeQuarters(GlobalRule):
    """One in the middle of the table, and one in the middle of each quarter of it that is in nobody's zone."""

    name = "Valuable UIOs"
    place = PLACE
    summary = "Unidentified objects lie in the middle of the table and of each quarter in which nobody deploys."
    manned: ClassVar[bool] = True

    size: tuple[int, int] = (2, 4)
    """The least and the greatest diameter, inches; a die says which of those from one to the other."""
    hangers: int = 2

    def before_deployment(self, game: Game) -> Procedure[bool]:
        """Lay them out, once the zones are settled."""
        for number, spot in enumerate(middles(game.state), 1):
            yield from self._lay(game, number, spot)
        return False

    def _lay(self, game: Game, number: int, spot: Pose) -> Procedure[None]:
        """Size and Structure by dice; on something else it lies at the nearest free place."""
        state, name, (least, greatest) = game.state, f"{LABEL} {number}", self.size
        across = least
        if greatest > least:
            across += yield from random_pick(game, NEUTRAL, f"the size of {name}", greatest - least + 1)
        said = StationCard(name, hangers=self.hangers)
        line = TerrainCard(_free_id(state, number), HULK, spot.x, spot.y, 0, across / 2, (), station=said)
        model = standing(line, said)
        pose = free_place(state, model)
        if pose is None:
            return
        model.pose, model.public = pose.rounded(), False
        state.models[model.id] = model
        reveal(game, model)
        game.tell_move(model, [model.pose], CAUSE)
        yield from rate(game, model, line, said)


def _free_id(state: State, number: int) -> str:
    """An id that nothing else has."""
    ident = f"{LABEL.lower()}-{number}"
    while ident in state.models or ident in state.terrain:
        ident += "x"
    return ident


def middles(state: State) -> list[Pose]:
    """The middle of the table, and of each quarter of it whose middle is in no zone."""
    taken = [region for side in (0, 1) for region in zones(state, side)]
    quarters = [Pose(x * state.width, y * state.height, 0) for y in (0.25, 0.75) for x in (0.25, 0.75)]
    free = [each for each in quarters if not any(region.holds(POINT, each) for region in taken)]
    return [Pose(state.width / 2, state.height / 2, 0), *free]
