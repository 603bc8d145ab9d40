"""Tests of the table's setup: by its scenario, at random, mirrored, or by the players (v1.2.4 Pre-Game Setup)."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from jovian.cards import CardError, TerrainCard, parse_scenario
from jovian.game import TABLE, State, Terrain
from jovian.match import Match, Refused, Setup
from jovian.match.saves import from_data, to_data
from jovian.narrator import Narrator
from jovian.table import Pose, Shape, bounds, separation
from tests.commands import same_output
from tests.games import FLEETS, manned, setup
from tests.rules.stage import rock, ship, stage
from tests.rules_api import GAP, LANE, PlaceTerrain, begin, refuse_pieces, rulebook

SEEDS = range(40)
BY_LOT = ("generated", "symmetric")
ZONE = 12.0


@cache
def table(seed: int, way: str) -> State:
    """Return the first state of a game."""
    return Match(setup(seed, terrain=way), log=False).state


def groups(state: State) -> dict[str, list[Terrain]]:
    """Return the pieces, grouped by what belongs together."""
    pieces_by_group: dict[str, list[Terrain]] = {}
    for piece in state.terrain.values():
        pieces_by_group.setdefault(piece.group, []).append(piece)
    return pieces_by_group


def distance_between(one: Terrain, other: Terrain) -> float:
    """Return the inches between two pieces."""
    return min(separation(a, one.pose, b, other.pose) for a in one.outline for b in other.outline)


def check_table(state: State) -> None:
    """Check that pieces are on the table, out of both zones, and apart, with lanes between pieces that block moves."""
    kinds, laid = rulebook(state).terrain, list(state.terrain.values())
    for number, piece in enumerate(laid):
        for part in piece.outline:
            left, right, bottom, top = bounds(part, piece.pose)
            assert left >= 0 and right <= state.width and bottom > ZONE + GAP and top < state.height - ZONE - GAP
        for other in laid[:number]:
            if other.group != piece.group:
                solid = kinds[piece.kind].solid and kinds[other.kind].solid
                assert distance_between(piece, other) > (LANE if solid else GAP)


@pytest.mark.parametrize("way", BY_LOT)
def test_a_table_by_lot_is_worth_playing(way: str) -> None:
    """6 to 10 pieces of at least 3 kinds, away from zones and from each other."""
    seen: set[str] = set()
    for seed in SEEDS:
        state = table(seed, way)
        check_table(state)
        kinds = [pieces[0].kind for pieces in groups(state).values()]
        assert 6 <= len(kinds) <= 10 and len(set(kinds)) >= 3
        seen.update(kinds)
    drawn = {name for name, kind in table(0, way).rulebook.terrain.items() if kind.random_layout is not None}
    assert seen == drawn - ({"comet"} if way == "symmetric" else set())


@pytest.mark.parametrize(
    ("kind", "gap", "allowed"),
    [("large-asteroid", 5.1, True), ("large-asteroid", 4.9, False), ("debris-field", 1.1, True),
     ("debris-field", 0.9, False)],
)  # fmt: skip
def test_solid_pieces_are_five_inches_apart_and_others_one(kind: str, gap: float, allowed: bool) -> None:
    """v1.2.4 Sequence > Pre-Game Setup: ships pass between two pieces that block moves."""
    state = stage(ship("A", 0, (4, 4)), terrain=(rock("large-asteroid", (24, 24), radius=1),)).match.state
    piece = Terrain("new", kind, Pose(26 + gap, 24, 0), (Shape.circle(1.0),))
    refusal = refuse_pieces(state, [piece])
    assert (refusal is None) == allowed
    assert refusal is None or f'more than {5 if kind == "large-asteroid" else 1}" away' in refusal.reason


def test_a_mirrored_table_is_the_same_from_both_sides() -> None:
    for seed in SEEDS:
        state = table(seed, "symmetric")
        stood = {(piece.kind, piece.outline, piece.pose) for piece in state.terrain.values()}
        for kind, outline, (x, y, heading) in stood:
            turned = (round(state.width - x, 4), round(state.height - y, 4), (heading + 180) % 360)
            assert (kind, outline, turned) in stood


def test_each_seed_has_its_table_and_its_dice_are_its_own() -> None:
    """A random table doesn't change the dice of a game with the same seed."""
    assert len({table(seed, "generated").digest() for seed in SEEDS}) == len(SEEDS)
    assert {table(seed, way).chain for way in BY_LOT for seed in (3,)} == {Match(setup(3)).state.chain}
    plain, other = Match(setup(3)), Match(setup(3, terrain="generated"))
    rolled = [[each["faces"] for each in m.events.to_json() if each["type"] == "rolled"] for m in (plain, other)]
    assert rolled[0] == rolled[1] != []


def test_a_piece_by_lot_is_one_that_a_scenario_may_have() -> None:
    """Its size and outline are within the rulebook's limits for its kind."""
    plain = setup(4)
    for seed in SEEDS:
        lines = [_line(card) for card in table(seed, "placed").pool]
        again = parse_scenario({**plain.scenario.source, "terrain": lines}, "test", plain.cards)
        assert len(again.terrain) == len(lines) in (8, 10)


def _line(card: TerrainCard) -> dict[str, Any]:
    line: dict[str, Any] = {"kind": card.kind, "id": card.id, "x": 24, "y": 24}
    line |= {"points": [list(each) for each in card.points]} if card.points else {"radius": card.radius}
    return line | ({"tail_length": card.tail_length, "tail_width": card.tail_width} if card.tail_length else {})


def test_two_processes_lay_out_the_same_table() -> None:
    code = (
        "from jovian.match import Match; from tests.games import setup\n"
        "for way in ('generated', 'symmetric', 'placed'):\n"
        "    for seed in range(6):\n"
        "        state = Match(setup(seed, terrain=way)).state; print(state.digest(), state.pool)\n"
        "        print([(p.id, p.pose, [s.points for s in p.outline]) for p in state.terrain.values()])\n"
    )
    assert same_output(code).count("\n") == 36


@pytest.mark.parametrize("way", ["off", *BY_LOT, "placed"])
def test_stations_stay_however_the_table_is_laid_out(way: str) -> None:
    """Stations are models (v1.2.4 Terrain > Space Stations). Other pieces keep clear of them and have other names."""
    for seed in range(8):
        match = Match(manned(seed, terrain=way), log=False)
        while isinstance(match.decision, PlaceTerrain):
            match.answer(match.decision.default())
        state, usual = match.state, Match(manned(seed), log=False).state
        posts = {ident: model for ident, model in state.models.items() if model.place == TABLE}
        assert set(posts) == {"waystation", "outpost", "hulk"}
        assert all(model.card == usual.models[ident].card for ident, model in posts.items())
        hulls = {"waystation-hull", "outpost-hull"}
        drawn = [piece for piece in state.terrain.values() if piece.id not in hulls]
        assert hulls <= set(state.terrain) and bool(drawn) == (way != "off")
        for piece in drawn:
            for post in posts.values():
                assert all(separation(part, piece.pose, post.base, post.pose) > GAP for part in piece.outline)


def test_a_piece_by_lot_is_never_called_as_a_station() -> None:
    """A station without a name in its file is named by its place in the list."""
    station = {"kind": "space-station", "x": 24, "y": 24}
    state = begin(_setup_of({**setup(4).scenario.source, "layout": "placed", "terrain": [station]}))
    assert "terrain-1" in state.models and [card.id for card in state.pool[:2]] == ["terrain-1-by-lot", "terrain-2"]


def laying(seed: int = 5) -> Match:
    """Return a game that starts with the players placing terrain."""
    return Match(setup(seed, terrain="placed"), keep_all=True)


def pending_terrain(match: Match) -> PlaceTerrain:
    """Return the decision about the next piece."""
    assert isinstance(match.decision, PlaceTerrain)
    return match.decision


def test_the_players_lay_out_by_turns_the_side_with_initiative_first() -> None:
    """v1.2.4 Sequence > Pre-Game Setup: agreed by both. A side that has declined places no more."""
    match = laying()
    first, pool = match.state.initiative, match.state.pool
    assert len(pool) in (8, 10) and not match.state.terrain
    sides = []
    for _ in range(3):
        sides.append(pending_terrain(match).side)
        match.answer(pending_terrain(match).default())
    assert sides == [first, 1 - first, first]
    match.answer(["decline"])
    while isinstance(match.decision, PlaceTerrain):
        assert match.decision.side == first
        match.answer(match.decision.default())
    assert match.decision is not None and match.decision.kind == "deploy" and match.state.pool == ()
    check_table(match.state)
    assert {piece.group for piece in match.state.terrain.values()} <= {card.id for card in pool}
    declined = [each for each in match.events.to_json() if each["type"] == "declined"]
    assert [(each["side"], each["what"]) for each in declined] == [(1 - first, "layout")]


def test_both_may_leave_the_table_as_it_is() -> None:
    match = laying()
    match.answer(["decline"])
    match.answer(["decline"])
    assert match.decision is not None and match.decision.kind == "deploy" and match.state.terrain == {}


@pytest.mark.parametrize(
    ("x", "y", "message"),
    [
        (1, 24, "would be partly off the table"), (24, 2, 'more than 1" away from the deployment zones'),
        (24, 47, "partly off"), (24, 24, 'more than 1" away from the'),
    ],
)  # fmt: skip
def test_where_a_piece_may_not_lie_is_said(x: float, y: float, message: str) -> None:
    match = laying()
    match.answer(["lay", _round(match), 24, 24, 0])
    ident = _round(match)
    refusal = pending_terrain(match).check(["lay", ident, x, y if y != 2 else 13, 0])
    assert refusal is not None and message in refusal.reason and refusal.cited.endswith("Pre-Game Setup")
    with pytest.raises(Refused):
        match.answer(["lay", ident, 24, 24, 0])


def _round(match: Match) -> str:
    """Return a circle of the pool that isn't a comet."""
    return next(card.id for card in match.state.pool if card.radius is not None and not card.tail_length)


def test_what_does_not_wait_is_refused() -> None:
    match = laying()
    for answer in (["lay", "moon", 24, 24, 0], ["lay", _round(match), 24], ["lay", 3, 24, 24, 0], ["place"]):
        assert pending_terrain(match).check(answer) is not None
    match.answer(["lay", laid := _round(match), 24, 24, 0])
    assert "There is no piece" in str(pending_terrain(match).check(["lay", laid, 30, 24, 0]))


def test_it_is_undone_saved_replayed_and_told() -> None:
    match = laying()
    before = match.state.digest()
    match.answer(["lay", ident := _round(match), 24, 24, 0])
    event = match.events.to_json()[-1]
    assert (event["type"], event["model"], event["cause"]) == ("placed", ident, "layout")
    assert event["side"] == match.state.initiative
    lines = [line.text for line in Narrator(rulebook(match.state)).tell(match.events.entries)]
    assert "places the" in lines[-1] and "(24.0, 24.0)" in lines[-1]
    again = from_data(json.loads(json.dumps(to_data(match))), "save")
    assert again.state.digest() == match.state.digest() and again.state.terrain == match.state.terrain
    match.undo()
    assert match.state.digest() == before and not match.state.terrain


def test_the_layout_of_a_full_table_ends_by_itself() -> None:
    """Without space there is no decision, whatever pieces are left."""
    scenario = {
        "name": "Narrow", "summary": "Nothing between the zones.", "table": {"width": 24, "height": 24},
        "objectives": [{"kind": "most_victory_points", "points": 10}], "layout": "placed", "fleets": list(FLEETS),
    }  # fmt: skip
    match = Match(_setup_of(scenario))
    assert match.decision is not None and match.decision.kind == "deploy" and match.state.pool == ()


def _setup_of(data: dict[str, Any]) -> Setup:
    plain = setup(4)
    return replace(plain, scenario=parse_scenario(data, "test", plain.cards))


@pytest.mark.parametrize("way", [*BY_LOT, "placed"])
def test_a_scenario_may_say_how_its_table_is_laid_out(way: str) -> None:
    """It is the default then, and an option of the game overrides it."""
    scenario = {**setup(4).scenario.source, "layout": way}
    scenario.pop("terrain")
    by_scenario, by_option = _setup_of(scenario), setup(4, terrain=way)
    states = [begin(each) for each in (by_scenario, by_option)]
    assert states[0].terrain == states[1].terrain and states[0].pool == states[1].pool
    assert begin(replace(by_scenario, options={"terrain": "off"})).terrain == {}
    with pytest.raises(CardError, match="layout: a table that is laid out in the game lists stations only"):
        _setup_of({**setup(4).scenario.source, "layout": way})
    with pytest.raises(CardError, match="layout"):
        _setup_of({**scenario, "layout": "strewn"})
