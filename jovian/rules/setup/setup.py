"""What lies on the table as a game begins: by its scenario, by lot, or a pool that the players lay out. What a game
starts from, and its first state (v1.2.4 Sequence > Pre-Game Setup).
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
from jovian.rules.damage.casualties import Crippled
from jovian.rules.placement.attached import TIES
from jovian.rules.rulebook.active_effects import clauses_with, effects_on
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.global_rule import BEGINNING, GlobalRule
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.scenario.objects import STEP as ROLLED
from jovian.rules.scenario.objects import begin_searched, standing, stations
from jovian.rules.scenario.tokens import begin_issued
from jovian.rules.setup.edition import build_rulebook, special
from jovian.rules.setup.start_positions import bring_together
from jovian.rules.terrain import along, drawn_card, drawn_kinds, laid, pieces, refuse_pieces
from jovian.table import Pose

# --- furnishing ---
# What lies on the table as a game begins: by its scenario, by lot, or a pool that the players lay out.

PURPOSE = "table"
"""What the stream of its lots is for."""
COUNTS, PAIRS = (6, 10), (4, 5)
"""The least and the most pieces that there are by lot, and pairs of them that are twins or shared out."""
TRIES = 80
"""Places by lot that are tried for a piece before the table goes without it."""


def layout_of(state: State) -> str:
    """How the table of a game is laid out: `off`, one of `names.LAYOUTS`, or "" piece by piece."""
    return rulebook(state).layout or state.scenario.layout


def furnish(state: State, seed: int) -> None:
    """Put the terrain on the table that a game begins with, or into the pool that is laid out first.

    Stations and unidentified objects of the scenario are models, and there however the rest is laid out.
    """
    layout = layout_of(state)
    for card in state.scenario.terrain:
        if card.station is not None:
            state.models[card.id] = standing(card, card.station)
        if card.station is not None or not layout:
            _lay(state, _at_edge(state, card) if card.edge else pieces(rulebook(state).terrain, card))
    lots = LayoutRng(seed, PURPOSE)
    if layout == PLACED:
        state.pool = tuple(_drawn(state, lots, 2 * _count(lots, PAIRS), 1))
    elif layout == GENERATED:
        for card in _drawn(state, lots, _count(lots, COUNTS), 1):
            _scatter(state, lots, (card,))
    elif layout == SYMMETRIC:
        for card in _drawn(state, lots, _count(lots, PAIRS), 2):
            _scatter(state, lots, (card, replace(card, id=f"{card.id}-twin")))


def _lay(state: State, group: Sequence[Terrain]) -> None:
    state.terrain.update({each.id: each for each in group})


def _at_edge(state: State, card: TerrainCard) -> list[Terrain]:
    """A planet, or an atmosphere, unless a die says first how thick that is."""
    measured = card.thickness or rulebook(state).terrain[card.kind].bars
    return [along(state, card, card.thickness)] if measured else []


def _count(lots: LayoutRng, span: tuple[int, int]) -> int:
    return span[0] + lots.below(span[1] - span[0] + 1)


def _drawn(state: State, lots: LayoutRng, count: int, together: int) -> list[TerrainCard]:
    """So many pieces by lot, without a place."""
    kinds, found = rulebook(state).terrain, []
    for number, name in enumerate(drawn_kinds(lots, kinds, count, together), 1):
        lot = kinds[name].lot
        if lot is not None:
            found.append(drawn_card(lots, name, lot, _ident(state, number)))
    return found


def _ident(state: State, number: int) -> str:
    """What a piece by lot is called: as no station is, which may be called so by its place in the scenario."""
    ident = f"terrain-{number}"
    return f"{ident}-by-lot" if ident in state.models else ident


def _scatter(state: State, lots: LayoutRng, twins: Sequence[TerrainCard]) -> None:
    """Lay a piece, or two that mirror each other through the middle of the table, where there is room for both."""
    for _ in range(TRIES):
        x, y, heading = lots.between(0.0, state.width), lots.between(0.0, state.height), lots.below(360)
        mirrored = Pose(state.width - x, state.height - y, (heading + 180) % 360)
        before = dict(state.terrain)
        for card, pose in zip(twins, (Pose(x, y, heading), mirrored), strict=False):
            group = laid(state, card, pose.rounded())
            if refuse_pieces(state, group) is not None:
                state.terrain = before
                break
            _lay(state, group)
        else:
            return


# --- setup ---
# What a game starts from, and its first state (v1.2.4 Sequence > Pre-Game Setup).

ORDER = ("First", "Second")
"""Before the names of two fleets that are called the same."""
SAME = "2nd "
"""Before the names of the models of the second of two such fleets."""
LETTERS = "bcdfghjklmnpqrstvwxz"


@frozen
class Setup:
    """Everything a game is decided by besides its answers."""

    scenario: ScenarioCard
    fleets: tuple[FleetList, ...]
    """Of side 0 and side 1; () if the scenario places its models."""
    cards: Mapping[str, UnitCard]
    """Every card that the fleets and the scenario name."""
    seed: int = 0
    """Whoever knows it can tell the dice to come; a short one can be searched."""
    options: Mapping[str, str] = field(default_factory=dict)
    """Of `rules/editions/catalog.py`, by name; what is left out is as usual."""
    manual: bool = False
    """Do the players roll real dice?"""


def begin(setup: Setup) -> State:
    """The state before the first step."""
    scenario = setup.scenario
    state = State(played(scenario), dict(setup.options), build_rulebook(scenario, setup.options), setup.manual)
    state.chain = chain_from_seed(setup.seed)
    names = model_names(setup.fleets)
    for side, fleet in enumerate(setup.fleets):
        for number, entry in enumerate(fleet.entries):
            ident = opaque_id(setup.seed, side, number)
            state.models[ident] = Model(ident, entry.flown(setup.cards[entry.unit]), side, names[side][number])
            state.models[ident].cargo = entry.cargo
    for placed in scenario.models:
        state.models[placed.id] = _placed(placed, placed.flown(setup.cards[placed.card]))
    state.drone_cards = tuple(setup.cards[key] for key in sorted(setup.cards) if setup.cards[key].drone)
    for model in state.models.values():
        fit_out(state, model)
    _join(state, scenario)
    furnish(state, setup.seed)
    bring_together(state, scenario)
    for model in state.models.values():
        model.public = model.public or (model.aboard and state.models[model.host].neutral)
    begin_searched(state)
    if scenario.models:
        begin_issued(state)
    _first_steps(state, scenario)
    return state


@lru_cache(maxsize=16)
def played(scenario: ScenarioCard) -> ScenarioCard:
    """What a scenario says about a game that is under way, without what is hidden in it: fleets and models."""
    return replace(scenario, fleets=(), models=(), source_text="{}")


def own_rules(scenario: ScenarioCard) -> tuple[GlobalRule, ...]:
    """The rules that a scenario has beyond those of every game."""
    return special(scenario.special_rules)


def side_names(fleets: Sequence[FleetList]) -> list[str]:
    """What the fleets are called: two of the same name are told apart."""
    names = [fleet.name for fleet in fleets]
    return [f"{word} {name}" for word, name in zip(ORDER, names, strict=True)] if _alike(fleets) else names


def model_names(fleets: Sequence[FleetList]) -> list[list[str]]:
    """What the models are called; of two fleets of one name all of the second are told apart, which gives none away."""
    names = [[entry.name for entry in fleet.entries] for fleet in fleets]
    return [names[0], [f"{SAME}{name}" for name in names[1]]] if _alike(fleets) else names


def _alike(fleets: Sequence[FleetList]) -> bool:
    return len(fleets) == 2 and fleets[0].name == fleets[1].name


def fit_out(state: State, model: Model) -> None:
    """What its traits bring (v1.2.4 Traits > Fuel Tanks, Q-Ship), and wounds that tell from the start."""
    for effect in effects_on(state, model, Effect.brings):
        if brought := effect.brings(model):
            model.states.setdefault(brought, 1)
    worn = rulebook(state).figures.worn
    if worn is not None and not model.capital and worn.low(model):
        model.states[worn.name] = 1


def _join(state: State, scenario: ScenarioCard) -> None:
    """Escorts, assailants and formations of a scenario that places its models."""
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
    laying = [["lay out"]] if state.pool else []
    clauses = range(len(clauses_with(state, GlobalRule.before_deployment)))
    preparing = [["prepare", number] for number in reversed(clauses)]
    rated = [[ROLLED]] if stations(state) else []
    if scenario.models:
        state.turn = scenario.turn
        state.phase = "activation"
        state.side_to_go = state.initiative
        state.agenda = [["end phase"], ["choose"], *laying, *rated]
    else:
        state.agenda = [["turn", 1], *preparing, *laying, ["initiative"], *rated]
    if not rulebook(state).layout and clauses_with(state, GlobalRule.game_begins):
        state.agenda.append([BEGINNING])


def opaque_id(seed: int, side: int, number: int) -> str:
    """An id that tells neither order nor count."""
    digest = hashlib.blake2b(f"{seed}/{side}/{number}".encode(), digest_size=5).digest()
    return "".join(LETTERS[byte % len(LETTERS)] for byte in digest)


def _placed(placed: Placement, card: UnitCard) -> Model:
    model = Model(placed.id, card, placed.side, placed.name)
    model.pose = Pose(float(placed.x), float(placed.y), placed.heading % 360).rounded()
    model.place = EMBARKED if placed.embarked_in else TABLE
    model.host = placed.embarked_in
    model.public = not placed.embarked_in
    model.activated = placed.activated
    model.cargo = placed.cargo
    model.loads = tuple(sorted(placed.loads.items()))
    wanted = dict(placed.ratings)
    for track, value in (("structure", placed.structure), ("fuel", placed.fuel)):
        if value is not None:
            wanted[track] = value
    for track, value in wanted.items():
        mark_down(model, track, value)
    mounts = {mount.id for mount in card.mounts}
    model.damaged = tuple(sorted(each for each in placed.damaged if each in mounts))
    for trait in placed.damaged:
        if trait not in mounts:
            model.marks[trait] = model.marks.get(trait, 0) + 1
    model.states = dict(placed.states)
    if Captured.holds(model):
        model.owner = 1 - placed.side
    if model.capital and model.rating("structure") == 0:
        model.states[Crippled.name] = 1
    return model


def announce(game: Game, setup: Setup) -> None:
    """Tell how the game starts."""
    if game.log is None:
        return
    models = (*_public_models(game.state), *_pieces(game.state))
    sides = (_side(setup, 0), _side(setup, 1))
    game.tell(Started(scenario=setup.scenario.key, seed=seed_to_json(setup.seed), sides=sides, models=models))


def _public_models(state: State) -> Iterator[StartingModel]:
    for model in state.models.values():
        if model.public:
            card = model.open_card
            side = None if model.neutral else model.side
            yield StartingModel(id=model.id, card=card.key, side=side, tv=card.tv, kind=card.kind, name=model.name)


def _pieces(state: State) -> Iterator[StartingModel]:
    for piece in state.terrain.values():
        yield StartingModel(id=piece.id, card=piece.kind, side=None, tv=0, kind="terrain")


def _side(setup: Setup, side: int) -> StartingSide:
    if setup.fleets:
        fleet = setup.fleets[side]
        return StartingSide(name=side_names(setup.fleets)[side], faction=fleet.faction, tv=fleet.size)
    cards = [placed.flown(setup.cards[placed.card]) for placed in setup.scenario.models if placed.side == side]
    faction = cards[0].faction if cards else ""
    worth = sum((card.cover or card).tv for card in cards)
    return StartingSide(name=faction or f"Side {side}", faction=faction, tv=worth)
