"""What a game starts from, and its first state (v1.2.4 Sequence > Pre-Game Setup).

`Setup` is everything that decides a game except its answers; `begin` returns the first state. The terrain comes
from the scenario, is placed at random, or goes into a pool from which the players place it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import lru_cache

from jovian.cards import FleetList, Placement, ScenarioCard, TerrainCard, UnitCard, formations
from jovian.cards.names import GENERATED, PLACED, SYMMETRIC
from jovian.dice import LayoutRng, chain_from_seed, seed_to_json
from jovian.frozen import frozen
from jovian.game import EMBARKED, TABLE, Game, Model, State, Terrain
from jovian.game.events import Started, StartingModel, StartingSide
from jovian.rules.basics.model import mark_down
from jovian.rules.damage.boarding import Captured
from jovian.rules.damage.critical_hits import Crippled
from jovian.rules.placement.attached import TIES
from jovian.rules.rulebook.active_effects import effects_on, global_rules_with
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.global_rule import BEGINNING, GlobalRule
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.scenario.objects import STEP as ROLLED
from jovian.rules.scenario.objects import has_stations, note_initial_searches, station_model
from jovian.rules.scenario.tokens import note_initial_issue
from jovian.rules.setup.edition import build_rulebook, global_rules
from jovian.rules.setup.start_positions import place_in_contact
from jovian.rules.terrain import edge_piece, pieces, pieces_at, random_card, random_kinds, refuse_pieces
from jovian.table import Pose

# --- Setup ---

ORDER = ("First", "Second")
"""Prefixes of two fleets with the same name."""
SAME = "2nd "
"""The prefix of the models of the second of two such fleets."""
LETTERS = "bcdfghjklmnpqrstvwxz"


@frozen
class Setup:
    """Everything that decides a game except its answers."""

    scenario: ScenarioCard
    fleets: tuple[FleetList, ...]
    """Of side 0 and side 1, or () if the scenario places its models."""
    cards: Mapping[str, UnitCard]
    """All cards that the fleets and the scenario name."""
    seed: int = 0
    """The seed of all dice. A player who knows it can predict them."""
    options: Mapping[str, str] = field(default_factory=dict)
    """Values of options of `rules/editions/catalog.py` by name. The others have their default."""
    manual: bool = False
    """Whether the players roll real dice."""


def begin(setup: Setup) -> State:
    """Return the state before the first step."""
    scenario = setup.scenario
    state = empty_state(scenario, setup.options, setup.manual)
    state.chain = chain_from_seed(setup.seed)
    names = model_names(setup.fleets)
    for side, fleet in enumerate(setup.fleets):
        for number, entry in enumerate(fleet.entries):
            model_id = opaque_id(setup.seed, side, number)
            state.models[model_id] = Model(model_id, entry.flown(setup.cards[entry.unit]), side, names[side][number])
            state.models[model_id].cargo = entry.cargo
    for placed in scenario.models:
        state.models[placed.id] = _placed_model(placed, placed.flown(setup.cards[placed.card]))
    state.drone_cards = tuple(setup.cards[key] for key in sorted(setup.cards) if setup.cards[key].drone)
    for model in state.models.values():
        fit_out(state, model)
    _tie_models(state, scenario)
    place_terrain(state, setup.seed)
    place_in_contact(state, scenario)
    for model in state.models.values():
        model.public = model.public or (model.is_embarked and state.models[model.host].is_neutral)
    note_initial_searches(state)
    if scenario.models:
        note_initial_issue(state)
    _first_steps(state, scenario)
    return state


def empty_state(scenario: ScenarioCard, options: Mapping[str, str], manual: bool) -> State:
    """Return a state without models and terrain, under the rules of a scenario and of options."""
    return State(public_scenario(scenario), dict(options), build_rulebook(scenario, options), manual)


@lru_cache(maxsize=16)
def public_scenario(scenario: ScenarioCard) -> ScenarioCard:
    """Return a scenario without its hidden parts, which are fleets and models."""
    return replace(scenario, fleets=(), models=(), source_text="{}")


def own_rules(scenario: ScenarioCard) -> tuple[GlobalRule, ...]:
    """Return the rules that a scenario adds to those of every game."""
    return global_rules(scenario.special_rules)


def side_names(fleets: Sequence[FleetList]) -> list[str]:
    """Return the names of the fleets, with a prefix if both have the same name."""
    names = [fleet.name for fleet in fleets]
    return [f"{word} {name}" for word, name in zip(ORDER, names, strict=True)] if _have_same_name(fleets) else names


def model_names(fleets: Sequence[FleetList]) -> list[list[str]]:
    """Return the names of the models, with a prefix for the second of two fleets with the same name."""
    names = [[entry.name for entry in fleet.entries] for fleet in fleets]
    return [names[0], [f"{SAME}{name}" for name in names[1]]] if _have_same_name(fleets) else names


def _have_same_name(fleets: Sequence[FleetList]) -> bool:
    return len(fleets) == 2 and fleets[0].name == fleets[1].name


def fit_out(state: State, model: Model) -> None:
    """Give a model the states of its traits (v1.2.4 Traits > Fuel Tanks, Q-Ship) and of damage that it starts with."""
    for effect in effects_on(state, model, Effect.brings):
        if state_name := effect.brings(model):
            model.states.setdefault(state_name, 1)
    low_structure = rulebook(state).figures.worn
    if low_structure is not None and not model.is_capital and low_structure.low(model):
        model.states[low_structure.name] = 1


def _tie_models(state: State, scenario: ScenarioCard) -> None:
    """Make the escorts, assailants, and formations of the scenario's models."""
    for placed in scenario.models:
        model = state.models[placed.id]
        for tie, ship in zip(TIES, (placed.escorting, placed.assaulting), strict=True):
            if ship:
                model.host = ship
                model.states[tie.name] = 1
    for group in formations(scenario.models):
        for member in group:
            state.models[member.id].formation = group[0].id


def _first_steps(state: State, scenario: ScenarioCard) -> None:
    if isinstance(scenario.initiative, int):
        state.initiative = scenario.initiative
    layout_steps = [["lay out"]] if state.pool else []
    clauses = range(len(global_rules_with(state, GlobalRule.before_deployment)))
    preparation_steps = [["prepare", number] for number in reversed(clauses)]
    station_steps = [[ROLLED]] if has_stations(state) else []
    if scenario.models:
        state.turn = scenario.turn
        state.phase = "activation"
        state.side_to_go = state.initiative
        state.agenda = [["end phase"], ["choose"], *layout_steps, *station_steps]
    else:
        state.agenda = [["turn", 1], *preparation_steps, *layout_steps, ["initiative"], *station_steps]
    if not rulebook(state).layout and global_rules_with(state, GlobalRule.game_begins):
        state.agenda.append([BEGINNING])


def opaque_id(seed: int, side: int, number: int) -> str:
    """Return an id that reveals neither order nor count."""
    digest = hashlib.blake2b(f"{seed}/{side}/{number}".encode(), digest_size=5).digest()
    return "".join(LETTERS[byte % len(LETTERS)] for byte in digest)


def _placed_model(placed: Placement, card: UnitCard) -> Model:
    model = Model(placed.id, card, placed.side, placed.name)
    model.pose = Pose(float(placed.x), float(placed.y), placed.heading % 360).rounded()
    model.place = EMBARKED if placed.embarked_in else TABLE
    model.host = placed.embarked_in
    model.public = not placed.embarked_in
    model.activated = placed.activated
    model.cargo = placed.cargo
    model.loads = tuple(sorted(placed.loads.items()))
    values = dict(placed.ratings)
    for track, value in (("structure", placed.structure), ("fuel", placed.fuel)):
        if value is not None:
            values[track] = value
    for track, value in values.items():
        mark_down(model, track, value)
    mounts = {mount.id for mount in card.mounts}
    model.damaged = tuple(sorted(mount_id for mount_id in placed.damaged if mount_id in mounts))
    for trait in placed.damaged:
        if trait not in mounts:
            model.marks[trait] = model.marks.get(trait, 0) + 1
    model.states = dict(placed.states)
    if Captured.holds(model):
        model.owner = 1 - placed.side
    if model.is_capital and model.rating("structure") == 0:
        model.states[Crippled.name] = 1
    return model


def announce(game: Game, setup: Setup) -> None:
    """Log the start of the game."""
    if game.log is None:
        return
    models = (*_starting_models(game.state), *_starting_terrain(game.state))
    sides = (_starting_side(setup, 0), _starting_side(setup, 1))
    game.log_event(Started(scenario=setup.scenario.key, seed=seed_to_json(setup.seed), sides=sides, models=models))


def _starting_models(state: State) -> Iterator[StartingModel]:
    for model in state.models.values():
        if model.public:
            card = model.open_card
            side = None if model.is_neutral else model.side
            yield StartingModel(id=model.id, card=card.key, side=side, tv=card.tv, kind=card.kind, name=model.name)


def _starting_terrain(state: State) -> Iterator[StartingModel]:
    for piece in state.terrain.values():
        yield StartingModel(id=piece.id, card=piece.kind, side=None, tv=0, kind="terrain")


def names_of_sides(setup: Setup) -> tuple[str, str]:
    """Return the names of both sides: of the fleets, or of the factions if the scenario places its own models."""
    return _starting_side(setup, 0).name, _starting_side(setup, 1).name


def _starting_side(setup: Setup, side: int) -> StartingSide:
    if setup.fleets:
        fleet = setup.fleets[side]
        return StartingSide(name=side_names(setup.fleets)[side], faction=fleet.faction, tv=fleet.size)
    cards = [placed.flown(setup.cards[placed.card]) for placed in setup.scenario.models if placed.side == side]
    faction = cards[0].faction if cards else ""
    tv = sum((card.cover or card).tv for card in cards)
    return StartingSide(name=faction or f"Side {side}", faction=faction, tv=tv)


# --- Terrain ---

PURPOSE = "table"
"""The purpose of the random stream for the layout."""
PIECE_LIMITS, PAIR_LIMITS = (6, 10), (4, 5)
"""The minimum and maximum number of random pieces, and of pairs that mirror each other or are shared out."""
SCATTER_TRIES = 80
"""How many random places to try for a piece before the table does without it."""


def layout_of(state: State) -> str:
    """Return how terrain is placed: `off`, one of `names.LAYOUTS`, or "" for piece by piece."""
    return rulebook(state).layout or state.scenario.layout


def place_terrain(state: State, seed: int) -> None:
    """Put the starting terrain on the table, or into the pool from which the players place it.

    Stations and unidentified objects are models. They are always where the scenario places them.
    """
    layout = layout_of(state)
    for card in state.scenario.terrain:
        if card.station is not None:
            state.models[card.id] = station_model(card, card.station)
        if card.station is not None or not layout:
            _add_terrain(state, _edge_terrain(state, card) if card.edge else pieces(rulebook(state).terrain, card))
    layout_rng = LayoutRng(seed, PURPOSE)
    if layout == PLACED:
        state.pool = tuple(_random_pieces(state, layout_rng, 2 * _random_count(layout_rng, PAIR_LIMITS), 1))
    elif layout == GENERATED:
        for card in _random_pieces(state, layout_rng, _random_count(layout_rng, PIECE_LIMITS), 1):
            _scatter(state, layout_rng, (card,))
    elif layout == SYMMETRIC:
        for card in _random_pieces(state, layout_rng, _random_count(layout_rng, PAIR_LIMITS), 2):
            _scatter(state, layout_rng, (card, replace(card, id=f"{card.id}-twin")))


def _add_terrain(state: State, group: Sequence[Terrain]) -> None:
    state.terrain.update({piece.id: piece for piece in group})


def _edge_terrain(state: State, card: TerrainCard) -> list[Terrain]:
    """Return a planet or atmosphere, or nothing if a die decides first how thick it is."""
    has_thickness = card.thickness or rulebook(state).terrain[card.kind].bars
    return [edge_piece(state, card, card.thickness)] if has_thickness else []


def _random_count(layout_rng: LayoutRng, span: tuple[int, int]) -> int:
    return span[0] + layout_rng.below(span[1] - span[0] + 1)


def _random_pieces(state: State, layout_rng: LayoutRng, count: int, together: int) -> list[TerrainCard]:
    """Return a number of random pieces without a place."""
    kinds, cards = rulebook(state).terrain, []
    for number, name in enumerate(random_kinds(layout_rng, kinds, count, together), 1):
        layout = kinds[name].random_layout
        if layout is not None:
            cards.append(random_card(layout_rng, name, layout, _piece_id(state, number)))
    return cards


def _piece_id(state: State, number: int) -> str:
    """Return the id of a random piece that no station of the scenario has."""
    piece_id = f"terrain-{number}"
    return f"{piece_id}-by-lot" if piece_id in state.models else piece_id


def _scatter(state: State, layout_rng: LayoutRng, twins: Sequence[TerrainCard]) -> None:
    """Place a piece, or two that mirror each other through the middle of the table, where they fit."""
    for _ in range(SCATTER_TRIES):
        x, y, heading = (
            layout_rng.between(0.0, state.width),
            layout_rng.between(0.0, state.height),
            layout_rng.below(360),
        )
        mirrored = Pose(state.width - x, state.height - y, (heading + 180) % 360)
        before = dict(state.terrain)
        for card, pose in zip(twins, (Pose(x, y, heading), mirrored), strict=False):
            group = pieces_at(state, card, pose.rounded())
            if refuse_pieces(state, group) is not None:
                state.terrain = before
                break
            _add_terrain(state, group)
        else:
            return
