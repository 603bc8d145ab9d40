"""Space stations and unidentified objects: ratings, hangers, searches, and tokens (v1.2.4 Terrain, Scavenger Hunt).

A scenario says where they are and may give their ratings. Other ratings are rolled before the game. A station is also a
piece of terrain as large as its base, which attacks what moves through it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Annotated, ClassVar, TypeVar

from jovian.cards import Base, Mount, ScenarioCard, StationCard, TerrainCard, Trait, UnitCard, WeaponCard
from jovian.cards.files import Cause, key_mention
from jovian.cards.fleet import TRACKS
from jovian.cards.keys import Check, Limits, Mark, Name
from jovian.cards.names import COMMON, STATION_WEAPONS
from jovian.cards.scenario import Hangers, rule_name
from jovian.frozen import freeze_mapping, frozen
from jovian.game import NEUTRAL, OBJECT, TABLE, Game, Model, Note, Procedure, Refusal, State
from jovian.game.events import LeftPlay, ObjectSearched, StationRated
from jovian.rules.basics.model import load, reveal, token_count
from jovian.rules.basics.rolls import key_to_words, random_pick, sum_of_dice
from jovian.rules.damage.boarding import ABOARD, boarders_of, fight_on_neutral
from jovian.rules.damage.leaving_play import models_aboard, unload_model
from jovian.rules.placement.legal_places import zones
from jovian.rules.placement.move_limits import free_place
from jovian.rules.rulebook.active_effects import global_rules_with
from jovian.rules.rulebook.effect import Effect, ShotFacts
from jovian.rules.rulebook.global_rule import GlobalRule
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.scenario.objectives import NO_DEPLOYMENT, Count
from jovian.rules.squadrons import DOCKS, HOLDS, OpenHangers
from jovian.rules.terrain import HULK, HULKS, LAYOUT_CAUSE, STATION, hull_id
from jovian.rules.terrain import STATIONS as TERRAIN_PLACE
from jovian.rules.traits.model_traits import Static
from jovian.table import Pose
from jovian.table.shapes import POINT

Rule = TypeVar("Rule", bound=GlobalRule)

# --- Models (v1.2.4 Terrain, R14, R33) ---
SPAN = 6
"""Inches of Signature in addition to Structure."""
DEFAULT_STRUCTURE = {STATION: 7, HULK: 4}
"""The Structure of a station or an object until it is rolled."""
GUNS = {"kinetic": (4, 3, 1), "beam": (3, 3, 2)}
"""The AC, AS, and macro dice of the weapons that a station may have."""


@frozen
class Ratings:
    """What is rolled for a station or an unidentified object."""

    structure: int
    hangers: int
    weapons: str
    """`kinetic` or `beam`, or "" for an unidentified object."""


def station_model(terrain: TerrainCard, station: StationCard) -> Model:
    """Return the model of a station or an object, before its ratings are rolled."""
    weapons = (station.weapons or "kinetic") if terrain.kind == STATION else ""
    ratings = Ratings(station.structure or DEFAULT_STRUCTURE[terrain.kind], station.hangers or 0, weapons)
    owner = NEUTRAL if station.owner is None else station.owner
    model = Model(terrain.id, _unit_card(station, terrain.radius or 1.0, ratings), owner, station.name)
    model.pose = Pose(terrain.x, terrain.y, terrain.heading).rounded()
    model.place, model.public = TABLE, True
    model.states = {kind.name: count for kind, count in zip(ABOARD, station.boarders, strict=True) if count}
    return model


@lru_cache(maxsize=1024)
def _unit_card(station: StationCard, radius: float, ratings: Ratings) -> UnitCard:
    """Return the card for these ratings. Rules keep tables of cards, so equal cards are the same object."""
    armed = bool(ratings.weapons)
    tracks = {**dict.fromkeys(TRACKS, ()), "structure": _boxes(ratings.structure)}
    if armed:
        half = _boxes(-(-ratings.structure // 2))
        tracks |= {"defense": half, "marines": half, "sensors": _boxes(3)}
    kind = STATION if armed else HULK
    rolled = "-".join(str(rating) for rating in (ratings.structure, ratings.hangers, ratings.weapons) if rating)
    return UnitCard(
        key=f"common/{kind}-{rolled}", kind="capital" if armed else OBJECT, faction=COMMON, name=_type_name(kind),
        tv=station.tv, version="1.2.4", image=kind, base=Base("circle", 2 * radius, 2 * radius), speed=0,
        fire_control=2 if armed else 0, turns=0, skill=2 if armed else 0, unit_cap=1,
        armor=freeze_mapping(dict.fromkeys(("fore", "side", "port", "starboard", "aft"), 0)),
        signature=SPAN + ratings.structure, sensors=3 if armed else 0, tracks=freeze_mapping(tracks),
        mounts=_mounts(ratings.weapons) if armed else (), traits=_traits(station, ratings), squadron_type=None,
        drone_class=None, source_text="{}",
    )  # fmt: skip


def _type_name(kind: str) -> str:
    return key_to_words(kind).title()


def _boxes(rating: int) -> tuple[int, ...]:
    return tuple(range(rating, 0, -1))


def _mounts(weapons: str) -> tuple[Mount, ...]:
    ac, as_, macro = GUNS[weapons]
    name = STATION_WEAPONS[weapons]
    weapon = WeaponCard(name=name, type=name, arcs=("turret",), ac=ac, as_=as_, macro=macro, count=2)
    return Mount("a1", weapon), Mount("a2", weapon)


def _traits(station: StationCard, ratings: Ratings) -> tuple[Trait, ...]:
    traits = [Trait(Static.name)]
    if ratings.hangers:
        traits.append(Trait(HOLDS, ratings.hangers))
    if station.dock:
        traits.append(Trait(DOCKS))
    return tuple(traits)


# --- Ratings ---
STEP = "stations"
"""The step before the game that rolls ratings."""


def roll_stations(game: Game) -> Procedure[None]:
    """Roll the ratings that the scenario doesn't give."""
    for terrain in game.state.scenario.terrain:
        if terrain.station is not None:
            yield from rate(game, game.state.models[terrain.id], terrain, terrain.station)


def rate(game: Game, model: Model, terrain: TerrainCard, station: StationCard) -> Procedure[None]:
    """Roll Structure (2d6, for an unidentified object 1 die), Hangers (1+1d3), and one of 2 weapons."""
    structure, hangers, weapons = station.structure, station.hangers, station.weapons or ""
    name, side, is_station = model.name, model.side, terrain.kind == STATION
    if structure is None:
        place, dice = (TERRAIN_PLACE, 2) if is_station else (HULKS, 1)
        structure = yield from sum_of_dice(game, side, f"the Structure of {name}", "Structure", place, dice)
    if hangers is None:
        hangers = 2 + (yield from random_pick(game, side, f"the Hangers of {name}", 3))
    if is_station and not weapons:
        weapons = list(GUNS)[(yield from random_pick(game, side, f"the weapons of {name}", len(GUNS)))]
    model.card = card = _unit_card(station, terrain.radius or 1.0, Ratings(structure, hangers, weapons))
    game.log_event(StationRated(
        model=model.id, card=card.key, structure=structure, marines=card.printed("marines"),
        defense=card.printed("defense"), sensors=card.sensors, hangers=hangers, signature=card.signature,
        weapons=tuple(mount.weapon.name for mount in card.mounts),
    ))  # fmt: skip


# --- In play ---


class OnlyBoarded(Effect):
    """An unidentified object may be boarded and searched, but not attacked."""

    __slots__ = ()
    name = "Unidentified Object"
    place = HULKS
    summary = "It may be boarded and searched, but not attacked."

    def target_refuses(self, shot: ShotFacts) -> Refusal | None:
        """Refuse attacks on an unidentified object (R33)."""
        if shot.target.card.kind != OBJECT:
            return None
        return Refusal(f"{shot.target.name} may be boarded and searched, but not attacked.", HULKS)


class Stations(GlobalRule):
    """The rules of a table with stations or unidentified objects."""

    __slots__ = ()
    name = "Space Stations"
    place = TERRAIN_PLACE
    summary = "Neutral models don't activate or react. Marines of both sides aboard fight in the End Phase."

    def effects(self, side: int) -> tuple[Effect, ...]:
        """Return the effects on neutral models."""
        return (OnlyBoarded(), OpenHangers()) if side == NEUTRAL else ()

    def end_phase_fights(self, game: Game) -> Procedure[None]:
        """Resolve firefights aboard neutral models, and launch squadrons that have no marines left there."""
        for ship in [model for model in game.state.on_table() if model.is_neutral and model.states]:
            yield from fight_on_neutral(game, ship)
        yield from _launch_stranded_squadrons(game)

    def destroyed(self, game: Game, model: Model) -> None:
        """Remove the terrain of a destroyed station. Its wreck attacks no more than any other."""
        piece = game.state.terrain.pop(hull_id(model.id), None)
        if piece is not None:
            game.log_event(LeftPlay(model=piece.id, how="destroyed"))


def has_stations(state: State) -> bool:
    """Return whether this table has any."""
    return any(line.station is not None for line in state.scenario.terrain)


# --- Objects in free quarters (v1.2.4 Scenarios > Scavenger Hunt > Valuable UIOs) ---
PLACE = "v1.2.4 Scenarios > Scavenger Hunt > Valuable UIOs"
LABEL = "UIO"
"""The rulebook's short name for unidentified objects."""


Diameter = Annotated[int, Limits(ge=2, le=4)]
"""The width of an unidentified object in inches."""


def _rising(span: list[int]) -> list[int]:
    if span[0] > span[1]:
        raise ValueError("the smaller number comes first")
    return span


@frozen
class ObjectsInFreeQuarters(GlobalRule):
    """Valuable UIOs: one in the middle of the table, and of each quarter outside the zones."""

    name = "Valuable UIOs"
    place = PLACE
    summary = "Unidentified objects are in the middle of the table and of each quarter outside the deployment zones."
    manned: ClassVar[bool] = True

    size: Annotated[tuple[Diameter, Diameter], Check(_rising), Mark.NULL] = (2, 4)
    """The minimum and the maximum diameter in inches. A die chooses between them."""
    hangers: Annotated[Hangers, Mark.NULL] = 2

    def lacks(self, scenario: ScenarioCard) -> Iterator[Cause]:
        if scenario.models:
            yield NO_DEPLOYMENT

    def before_deployment(self, game: Game) -> Procedure[bool]:
        """Place the objects after the zones are known."""
        for number, spot in enumerate(_free_quarter_centers(game.state), 1):
            yield from self._lay(game, number, spot)
        return False

    def _lay(self, game: Game, number: int, spot: Pose) -> Procedure[None]:
        """Roll size and Structure, and place an object, at the nearest free place if necessary."""
        state, name, (minimum, maximum) = game.state, f"{LABEL} {number}", self.size
        diameter = minimum
        if maximum > minimum:
            diameter += yield from random_pick(game, NEUTRAL, f"the size of {name}", maximum - minimum + 1)
        station = StationCard(name, hangers=self.hangers)
        terrain = TerrainCard(
            id=_free_id(state, number), kind=HULK, x=spot.x, y=spot.y, radius=diameter / 2, station=station
        )
        model = station_model(terrain, station)
        pose = free_place(state, model)
        if pose is None:
            return
        model.pose, model.public = pose.rounded(), False
        state.models[model.id] = model
        reveal(game, model)
        game.tell_move(model, [model.pose], LAYOUT_CAUSE)
        yield from rate(game, model, terrain, station)


def _free_id(state: State, number: int) -> str:
    """Return an id that no model or piece has."""
    object_id = f"{LABEL.lower()}-{number}"
    while object_id in state.models or object_id in state.terrain:
        object_id += "x"
    return object_id


def _free_quarter_centers(state: State) -> list[Pose]:
    """Return the middle of the table, and of each quarter whose middle is in no zone."""
    regions = [region for side in (0, 1) for region in zones(state, side)]
    quarters = [Pose(x * state.width, y * state.height, 0) for y in (0.25, 0.75) for x in (0.25, 0.75)]
    free = [center for center in quarters if not any(region.holds(POINT, center) for region in regions)]
    return [Pose(state.width / 2, state.height / 2, 0), *free]


# --- Open hangers (R84) ---


def _squadrons_in_objects(state: State, side: int) -> list[tuple[Model, Model]]:
    """Return the squadrons of a side aboard objects, each with its object."""
    objects = [model for model in state.on_table() if model.card.kind == OBJECT]
    return [(squadron, model) for model in objects for squadron in models_aboard(state, model) if squadron.side == side]


def _launch_stranded_squadrons(game: Game) -> Procedure[None]:
    """Launch squadrons whose side has no marines left aboard their object, the side with initiative first."""
    state = game.state
    for side in (state.initiative, 1 - state.initiative):
        for squadron, host in _squadrons_in_objects(state, side):
            if not boarders_of(host, side):
                yield from unload_model(game, squadron, host, PLACE)


# --- Searches (v1.2.4 Scenarios > Scavenger Hunt > Search a UIO, R84) ---
MAX_TOKENS_PER_PHASE = 2
"""The maximum number of search tokens per side and End Phase."""


@frozen
class SearchProgress:
    """How far both sides have searched one object."""

    object: str
    """The id of the object."""
    first: int = 0
    """The search tokens of side 0."""
    second: int = 0
    """The search tokens of side 1."""
    by: int = NEUTRAL
    """The side that has finished its search, or NEUTRAL."""

    @property
    def plain(self) -> Note:
        """The values as a note of the game state."""
        return self.object, self.first, self.second, self.by

    def token_count(self, side: int) -> int:
        """Return the search tokens of a side."""
        return self.second if side else self.first

    def gained(self, side: int, held: int, done: bool) -> SearchProgress:
        """Return a copy with a new number of tokens for a side. If `done`, the side has finished its search."""
        by = side if done else self.by
        return replace(self, second=held, by=by) if side else replace(self, first=held, by=by)


@frozen
class SearchObjects(GlobalRule):
    """Search a UIO: the side with more marines aboard collects search tokens."""

    name = "Search a UIO"
    place = "v1.2.4 Scenarios > Scavenger Hunt > Search a UIO"
    summary = "In the End Phase, 1 more marine aboard than the enemy gains 1 search token, 2 or more gain 2."

    tokens: Annotated[int, Limits(ge=1, le=20), Mark.NULL] = 3
    """The number of tokens necessary."""

    def lacks(self, scenario: ScenarioCard) -> Iterator[Cause]:
        """Yield the objects to search, if there are none."""
        if not _objects_in(scenario) and not _rules_in(scenario, ObjectsInFreeQuarters):
            yield "an ", key_mention(HULK)

    def end_phase_fights(self, game: Game) -> Procedure[None]:
        """Add search tokens after the firefights aboard (R84). A searched object gives no more."""
        for model in game.state.on_table():
            if model.card.kind == OBJECT:
                self._search(game, model)
        return
        yield

    def _search(self, game: Game, ship: Model) -> None:
        """Add the search tokens of one object."""
        ahead = boarders_of(ship, 0) - boarders_of(ship, 1)
        before = search_of(game.state, ship)
        if not ahead or before.by != NEUTRAL:
            return
        side = 0 if ahead > 0 else 1
        held = min(self.tokens, before.token_count(side) + min(MAX_TOKENS_PER_PHASE, abs(ahead)))
        done = held == self.tokens
        changed = [search for search in searches(game.state) if search.object != ship.id]
        changed.append(before.gained(side, held, done))
        self.remember(game, tuple(sorted(search.plain for search in changed)))
        gained = held - before.token_count(side)
        game.log_event(
            ObjectSearched(model=ship.id, side=side, tokens=gained, held=held, needed=self.tokens, done=done)
        )


def _search_rule() -> Cause:
    return "the rule ", key_mention(rule_name(SearchObjects))


def _objects_in(scenario: ScenarioCard) -> list[TerrainCard]:
    """Return the unidentified objects that a scenario lists."""
    return [piece for piece in scenario.terrain if piece.kind == HULK]


def _rules_in(scenario: ScenarioCard, kind: type[Rule]) -> list[Rule]:
    """Return the special rules of a class that a scenario has."""
    return [rule for rule in scenario.special_rules if isinstance(rule, kind)]


def searches(state: State) -> list[SearchProgress]:
    """Return what both sides have searched so far, by object."""
    note = state.notes.get(SearchObjects.name, ())
    lines = [line for line in note if isinstance(line, tuple)] if isinstance(note, tuple) else []
    return [SearchProgress(str(object_id), *(int(str(count)) for count in counts)) for object_id, *counts in lines]


def note_initial_searches(state: State) -> None:
    """Remember the search tokens with which the objects of a scenario start."""
    tokens_by_object = {line.id: line.station.search for line in state.scenario.terrain if line.station is not None}
    needed = tokens_needed(state)
    started = [
        SearchProgress(object_id, *held, by=_first_to_finish(needed, held))
        for object_id, held in sorted(tokens_by_object.items())
        if any(held)
    ]
    if started and needed:
        state.notes[SearchObjects.name] = tuple(search.plain for search in started)


def _first_to_finish(needed: int, held: tuple[int, int]) -> int:
    """Return the side that has enough tokens, or NEUTRAL."""
    return next((side for side in (0, 1) if held[side] >= needed), NEUTRAL)


def search_of(state: State, ship: Model) -> SearchProgress:
    """Return how far both sides have searched that object."""
    return next((search for search in searches(state) if search.object == ship.id), SearchProgress(ship.id))


def tokens_needed(state: State) -> int:
    """Return the number of search tokens that an object takes, or 0 without searches."""
    return next((rule.tokens for rule in rulebook(state).clauses if isinstance(rule, SearchObjects)), 0)


class ObjectsSearched(Count):
    """The number of unidentified objects that a side has searched."""

    __slots__ = ()

    def lacks(self, scenario: ScenarioCard) -> Iterator[Cause]:
        if not _rules_in(scenario, SearchObjects):
            yield _search_rule()

    def amount(self, state: State, side: int) -> float:
        return float(sum(1 for search in searches(state) if search.by == self._side(side)))

    @property
    def words(self) -> str:
        return f"objects {'' if self.whose == 'own' else 'that the enemy '}searched"


# --- Tokens from objects (v1.2.4 Scenarios > Scavenger Hunt > Retrieve Intelligence, R84) ---


@frozen
class RetrieveFromObjects(GlobalRule):
    """Retrieve Intelligence: squadrons that launch from a searched object carry a token."""

    name = "Retrieve Intelligence"
    place = "v1.2.4 Scenarios > Scavenger Hunt > Retrieve Intelligence"
    summary = "A squadron that launches from an object that a side has searched carries a token."

    brings_tokens = True

    token: Name

    def lacks(self, scenario: ScenarioCard) -> Iterator[Cause]:
        """Yield the rule that lets sides search, or hangers for what launches."""
        placed = [piece.station.hangers for piece in _objects_in(scenario) if piece.station is not None]
        if not _rules_in(scenario, SearchObjects):
            yield _search_rule()
        elif not any([*placed, *(rule.hangers for rule in _rules_in(scenario, ObjectsInFreeQuarters))]):
            yield "hangers in an ", key_mention(HULK)

    def launched(self, game: Game, model: Model, ship: Model) -> None:
        """Give a squadron a token, unless it already carries one."""
        if self.gives(game.state, model, ship):
            load(game, model, self.token, 1, f"from {ship.name}")

    def gives(self, state: State, model: Model, ship: Model) -> bool:
        """Return whether a squadron would carry a token if it launched now."""
        return is_searched(state, ship) and not token_count(model, self.token)


def is_searched(state: State, ship: Model) -> bool:
    """Return whether a side has searched an object."""
    return ship.card.kind == OBJECT and search_of(state, ship).by != NEUTRAL


def token_from(state: State, model: Model, ship: Model) -> str:
    """Return the token that a squadron would carry if it launched from an object now, or ""."""
    rules = (rule for rule in global_rules_with(state, GlobalRule.launched) if isinstance(rule, RetrieveFromObjects))
    return next((rule.token for rule in rules if rule.gives(state, model, ship)), "")
