"""Tests of scenario files: the Introductory Scenario, placed models, and refusals."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from jovian.cards import CardError, TerrainCard, load_scenario, parse_scenario, scenario_names
from jovian.cards.files import ROOT
from jovian.cards.names import ZONES
from tests.rules_api import catalogs

DATA: dict[str, Any] = {
    "name": "Rehearsal",
    "summary": "Two ships and a squadron aboard.",
    "objectives": [{"kind": "most_victory_points", "points": 10}],
    "turn": 3,
    "initiative": 1,
    "models": [
        {"card": "jovian/valiant", "side": 0, "x": 24, "y": 10.5, "heading": -90, "id": "flagship",
         "structure": 2, "ratings": {"defense": 0, "thrusters": 1}, "damaged": ["b2", "Hangers"],
         "states": {"station-keeping": 2}, "activated": True},
        {"card": "jovian/kestrel", "side": 0, "embarked_in": "flagship", "fuel": 1},
        {"card": "cega/tengu", "side": 1, "x": 24, "y": 38, "heading": 180},
    ],
}  # fmt: skip


COMET = {"kind": "comet", "x": 20, "y": 20, "radius": 1, "tail_length": 6, "tail_width": 2}
WRECK = {"kind": "wreck", "x": 9, "y": 9}


def extent(piece: TerrainCard) -> float:
    """Return the maximum distance of a piece's outline from its center."""
    return piece.radius or max(max(abs(x), abs(y)) for x, y in piece.points)


def test_the_introductory_scenario_is_the_books() -> None:
    """v1.2.4 Scenarios > Introductory Scenario."""
    card = load_scenario("introductory")
    assert (card.key, card.zones, card.deployment, card.initiative) == (
        "introductory",
        "standard",
        "fleet",
        "random",
    )
    assert card.objectives == (catalogs.MostVictoryPoints(points=10),)
    assert (card.turn, card.turns, card.width, card.height) == (1, 7, 48.0, 48.0)
    assert card.models == () and card.special_rules == () and len(card.fleets) == 2
    assert "introductory" in scenario_names()


@pytest.mark.parametrize(
    "text", ["One\ntwo.\n\nThree.", "One two.\nThree.\n", "  One  two.\n\n\nThree.\n", "One two.\n\nThree."]
)
def test_a_briefing_has_paragraphs_folded_or_not(text: str) -> None:
    """A file can fold its text. This keeps one line end of a blank line."""
    assert parse_scenario({**DATA, "briefing": text}, "save").briefing == "One two.\n\nThree."


def test_its_terrain_stays_out_of_the_deployment_zones() -> None:
    for piece in load_scenario("introductory").terrain:
        assert piece.y - extent(piece) > 12 and piece.y + extent(piece) < 36, piece.id
    kinds = {piece.kind for piece in load_scenario("introductory").terrain}
    assert kinds == {"comet", "asteroid-field", "particle-cloud", "large-asteroid", "debris-field"}


def test_its_terrain_is_the_same_for_both_sides() -> None:
    pieces = load_scenario("introductory").terrain
    for piece in pieces:
        alone = sum(other.kind == piece.kind for other in pieces) == 1
        if alone:
            assert piece.y == 24, piece.id
            turned = tuple((-x, -y) for x, y in piece.points)
            assert set(turned) == set(piece.points), piece.id
        else:
            twin = next(other for other in pieces if other.kind == piece.kind and other is not piece)
            assert (twin.x, twin.y) == (48 - piece.x, 48 - piece.y), piece.id
            assert (twin.radius, twin.points) == (piece.radius, piece.points), piece.id
            assert piece.radius is not None or (twin.heading - piece.heading) % 360 == 180, piece.id


def test_its_terrain_does_not_start_on_other_terrain() -> None:
    pieces = load_scenario("introductory").terrain
    for index, piece in enumerate(pieces):
        for other in pieces[index + 1 :]:
            reach = extent(piece) + extent(other)
            assert abs(piece.x - other.x) >= reach or abs(piece.y - other.y) >= reach, (piece.id, other.id)


def test_models_may_be_placed_beforehand() -> None:
    card = parse_scenario(DATA, "save")
    ship, squadron, enemy = card.models
    assert (card.turn, card.initiative, card.fleets) == (3, 1, ())
    assert (ship.id, ship.x, ship.y, ship.heading, ship.activated) == ("flagship", 24.0, 10.5, 270, True)
    assert (ship.structure, dict(ship.ratings), ship.damaged) == (
        2,
        {"defense": 0, "thrusters": 1},
        ("b2", "Hangers"),
    )
    assert dict(ship.states) == {"station-keeping": 2}
    assert (ship.escorting, ship.assaulting, ship.formation) == ("", "", "") and not card.docking
    assert (squadron.id, squadron.embarked_in, squadron.fuel) == ("kestrel-2", "flagship", 1)
    assert (enemy.id, enemy.name, enemy.structure, dict(enemy.ratings)) == ("tengu-3", "Tengu", None, {})


@pytest.mark.parametrize("state", ["extra-fueled", "fuel-pod", "crippled"])
def test_states_that_last_may_be_placed(state: str) -> None:
    models = [{**DATA["models"][0], "states": {state: 1}}]
    assert dict(parse_scenario({**DATA, "models": models}, "save").models[0].states) == {state: 1}


def wrong(**change: Any) -> str:
    """Return the reason why the changed first model is refused."""
    data = json.loads(json.dumps(DATA))
    data["models"][0].update(change)
    with pytest.raises(CardError) as caught:
        parse_scenario(data, "save")
    return caught.value.cause


def test_wrong_models_are_refused() -> None:
    assert "no unit card" in wrong(card="jovian/nobody")
    assert "side" in wrong(side=2)
    assert "side" in wrong(side=True)
    assert "x: must be a number" in wrong(x="left")
    assert "needs x and y" in wrong(x=None)
    assert "off the table" in wrong(y=49)
    assert "finite" in wrong(y=float("nan")) or "must be" in wrong(y=float("nan"))
    assert "no structure box 9" in wrong(structure=9)
    assert "no fuel box 1" in wrong(fuel=1)
    assert "no defense box 5" in wrong(ratings={"defense": 5})
    assert "no 'c1'" in wrong(damaged=["c1"])
    assert "no 'CAP'" in wrong(damaged=["CAP"])
    assert "another model has the id" in wrong(id="tengu-3")
    assert "'flagship' is not among the models" in wrong(id="renamed")
    assert "would be aboard itself" in wrong(embarked_in="kestrel-2")
    assert "unknown key 'models 1 speed'" in wrong(speed=3)
    for state in ("boosting", "escorting", "assaulting", "spare-fuel"):
        assert f"states {state}" in wrong(states={state: 1})


LADEN: dict[str, Any] = {"tokens": [{"name": "Pod"}]}


def test_placed_models_carry_tokens_of_the_scenario() -> None:
    laden = [{**DATA["models"][0], "loads": {"Pod": 2}}, *DATA["models"][1:]]
    read = parse_scenario({**DATA, **LADEN, "models": laden}, "save").models
    assert [dict(each.loads) for each in read] == [{"Pod": 2}, {}, {}]


@pytest.mark.parametrize(
    ("loads", "cause"),
    [
        ({"Pot": 1}, "model flagship: no token is called 'Pot'; did you mean 'Pod'?"),
        ({"Pod": 0}, "models 1 loads Pod"),
        ({"Pod": 1.5}, "models 1 loads Pod: must be a whole number"),
        ({"": 1}, "models 1 loads"),
        (["Pod"], "models 1 loads: must be a mapping"),
    ],
)
def test_what_no_model_can_carry_is_one_clear_line(loads: object, cause: str) -> None:
    laden = [{**DATA["models"][0], "loads": loads}, *DATA["models"][1:]]
    with pytest.raises(CardError) as caught:
        parse_scenario({**DATA, **LADEN, "models": laden}, "save")
    assert cause in caught.value.cause and len(str(caught.value).splitlines()) == 1


def cornered(kind: str, wide: float) -> dict[str, Any]:
    """Return a flat triangle of this width in inches."""
    return {"kind": kind, "x": 24, "y": 24, "points": [[0, 0], [wide, 0], [wide / 2, 0.5]]}


@pytest.mark.parametrize(
    ("change", "cause"),
    [
        ({"models": []}, "needs 'fleets' or 'models'"),
        ({"turn": 8}, "after the last turn"),
        ({"objectives": []}, "objectives"),
        ({"objectives": [{"kind": "glory", "points": 1}]}, "objectives 1 kind"),
        ({"special_rules": ["no-such-rule"]}, "special_rules 1"),
        ({"special_rules": ["blinded-by-the-light", {"rule": "blinded-by-the-light"}]}, "is listed twice"),
        ({"special_rules": [{"rule": "blinded-by-the-lihgt"}]}, "did you mean 'blinded-by-the-light'"),
        ({"special_rules": [{"rule": "blinded-by-the-light", "turn": 3}]}, "unknown key 'special_rules 1 turn'"),
        ({"special_rules": [{"turn": 3}]}, "missing key 'special_rules 1 rule'"),
        ({"objectives": [{"kind": "most", "points": 1}]}, "missing key 'objectives 1 count'"),
        ({"objectives": [{"kind": "most", "points": 1, "count": {"of": "gold"}}]}, "objectives 1 count of: must be"),
        ({"objectives": [{"kind": "most", "points": 1, "count": {"of": "models", "fate": []}}]}, "at least 1"),
        ({"objectives": [{"kind": "most", "points": 1, "count": {"of": "tokens", "token": "Pod"}}]}, "no token is"),
        ({"early_end": [{"count": {"of": "tokens", "token": "Pod"}, "amount": 2}]}, "no token is called 'Pod'"),
        ({"tokens": [{"name": "Pod"}, {"name": "Pod"}]}, "another token has the name 'Pod'"),
        ({"zones": "beacon"}, "did you mean 'beacons'"),
        ({"deployment": "piecemeal"}, "deployment: must be 'fleet' or 'escalating'"),
        ({"initiative": 2}, "initiative"),
        ({"zones": []}, "zones"),
        ({"zones": [{"side": 0, "x": 9, "y": 9, "radius": 5}]}, "zones: side 1 has no zone"),
        ({"zones": [{"side": "attacker", "x": 9, "y": 9, "radius": 5}]}, "zones: side 0 has no zone"),
        ({"zones": [{"side": 0, "x": 9, "y": 9}]}, "zones 1: needs points, or x, y and radius"),
        ({"zones": [{"side": 0, "x": 9, "y": 9, "radius": 5, "points": [[0, 0], [9, 0], [9, 9]]}]}, "zones 1: needs"),
        ({"zones": [{"side": 0, "points": [[0, 0], [50, 0], [9, 9]]}]}, "zones 1: is off the table"),
        ({"zones": [{"side": 0, "points": [[0, 0], [9, 9], [9, 0], [0, 8]]}]}, "crosses itself"),
        ({"zones": [{"side": "defnder", "x": 9, "y": 9, "radius": 5}]}, "zones 1 side"),
        ({"zones": [{"side": 0, "x": 9, "y": 9, "radius": 5, "turn": 1}]}, "unknown key 'zones 1 turn'"),
        ({"fleets": ["cega-150", "jovian-150"]}, "a scenario that places models has no fleets"),
        ({"docking": 1}, "docking: must be true or false"),
        ({"table": {"width": 1}}, "table width"),
        ({"terrain": [{"kind": "star", "x": 1, "y": 1}]}, "terrain 1 kind"),
        ({"terrain": [{"kind": "wreck", "x": 1, "y": 1, "radius": 9}]}, "radius must be 1 to 2"),
        ({"terrain": [{"kind": "wreck", "x": -1, "y": 1}]}, "off the table"),
        ({"terrain": [{"kind": "asteroid-field", "x": 9, "y": 9}]}, "needs a radius or points"),
        ({"terrain": [{"kind": "comet", "x": 9, "y": 9, "radius": 1}]}, "tail"),
        ({"terrain": [{"kind": "wreck", "x": 9, "y": 9, "tail_width": 1}]}, "only a comet has a tail"),
        ({"terrain": [{"kind": "comet", "x": 9, "y": 9, "radius": 1, "moves": False, "tail_width": 1}]}, "needs tail"),
        ({"terrain": [{"kind": "wreck", "x": 9, "y": 9, "moves": False}]}, "only a comet moves"),
        ({"terrain": [{"kind": "small-moon", "x": 9, "y": 9, "radius": 9.5}]}, "radius must be 2 to 9 inches"),
        ({"terrain": [{"kind": "large-asteroid", "x": 9, "y": 9, "radius": 2.5}]}, "radius must be 1 to 2 inches"),
        ({"terrain": [{"kind": "debris-field", "x": 9, "y": 9, "radius": 3}]}, "radius must be 4 inches"),
        ({"terrain": [{"kind": "decoy-swarm", "x": 9, "y": 9, "radius": 5}]}, "radius must be 3 to 4 inches"),
        ({"terrain": [{"kind": "decoy-swarm", "x": 9, "y": 9, "points": [[0, 0], [4, 0], [4, 4]]}]}, "is a circle"),
        ({"terrain": [cornered("large-asteroid", 1.5)]}, "must be 2 to 4 inches across, not 1.5"),
        ({"terrain": [cornered("large-asteroid", 5)]}, "must be 2 to 4 inches across, not 5"),
        ({"terrain": [cornered("small-moon", 20)]}, "must be 4 to 18 inches across, not 20"),
        ({"terrain": [{"kind": "wreck", "x": 9}]}, "needs x and y"),
        ({"terrain": [{**WRECK, "edge": "north"}]}, "only planet and atmosphere lie along an edge"),
        ({"terrain": [{"kind": "planet"}]}, "needs an edge (north, east, south, west)"),
        ({"terrain": [{"kind": "planet", "edge": "up"}]}, "terrain 1 edge: must be 'north'"),
        ({"terrain": [{"kind": "planet", "edge": "north", "x": 1, "y": 1}]}, "lies along an edge, without x, y"),
        ({"terrain": [{"kind": "planet", "edge": "north", "thickness": 3}]}, "has no thickness"),
        ({"terrain": 2 * [{"kind": "planet", "edge": "north"}]}, "another planet lies"),
        ({"terrain": [{"kind": "atmosphere"}]}, "needs an edge"),
        ({"terrain": [{"kind": "atmosphere", "edge": "west", "thickness": 2}]}, "thickness must be 3 to 6 inches"),
        ({"terrain": [WRECK, {**WRECK, "id": "terrain-1"}]}, "another piece has the id"),
    ],
)  # fmt: skip
def test_a_wrong_scenario_is_refused(change: dict[str, Any], cause: str) -> None:
    with pytest.raises(CardError) as caught:
        parse_scenario({**DATA, **change}, "save")
    assert cause in caught.value.cause


RULES_THAT_LACK = "name: Idle\nsummary: It lacks something.\nfleets: [cega-150, jovian-150]\ntokens: [{name: Pod}]\n"
HULK = "terrain: [{kind: unidentified-object, x: 24, y: 24, hangers: 2}]\n"
BARE = HULK.replace(", hangers: 2", "")
SEARCHING = "{rule: search, token: Pod}, search-objects"
TAIL = "terrain: [{kind: comet, x: 24, y: 24, radius: 1, moves: false}]\n"
ISSUING = "{rule: distribute, token: Pod, amount: 3, role: attacker}"


@pytest.mark.parametrize(
    ("rules", "count", "table", "lack"),
    [
        ("{rule: retrieve-from-objects, token: Pod}", "{of: models}", HULK, "no effect without the rule search-obj"),
        ("{rule: retrieve-from-objects, token: Pod}, search-objects", "{of: models}", BARE, "without hangers in an"),
        ("{rule: retrieve-from-objects, token: Pod}, search-objects", "{of: models}", HULK, ""),
        (SEARCHING, "{of: searched}", "", "special_rules 2: search-objects has no effect without an unid"),
        (SEARCHING, "{of: searched}", BARE, ""),
        ("search-objects, objects-in-free-quarters", "{of: searched}", "", ""),
        ("{rule: search, token: Pod}", "{of: searched}", "", "objectives 1: counts nothing without the rule search-"),
        ("{rule: mine, token: Pod}", "{of: models}", HULK, "special_rules 1: mine has no effect without a comet"),
        ("{rule: mine, token: Pod}", "{of: models}", TAIL, ""),
        ("{rule: mine, token: Pod}", "{of: models}", "layout: generated\n", ""),
        ("{rule: mine, token: Pod}, {rule: comet-in-zone, role: defender}", "{of: models}", "", ""),
        (ISSUING, "{of: prevented, token: Pod}", "", ""),
        ("{rule: search, token: Pod}", "{of: prevented, token: Pod}", "", "without the rule distribute for 'Pod'"),
        ("ambush", "{of: tokens, token: Pod}", "", "objectives 1: counts nothing without a rule that brings 'Pod'"),
        (ISSUING, "{of: bearers, token: Pod}", "", ""),
        ("ambush", "{of: models}, turn: 8", "", "objectives 1: its turn is after the last turn"),
    ],
)  # fmt: skip
def test_a_piece_that_would_do_nothing_is_told_what_it_lacks(
    rules: str, count: str, table: str, lack: str, tmp_path: Path
) -> None:
    file = tmp_path / "idle.yaml"
    line = f"objectives:\n  - {{kind: each, points: 1, count: {count}}}\n"
    file.write_text(f"{RULES_THAT_LACK}{table}special_rules: [{rules}]\n{line}", encoding="utf-8")
    if not lack:
        assert load_scenario(str(file)).tokens
        return
    with pytest.raises(CardError) as caught:
        load_scenario(str(file))
    assert lack in caught.value.cause and caught.value.line and not caught.value.more


@pytest.mark.parametrize(
    ("rule", "lack"),
    [
        ("ambush", "ambush has no effect without an edge, where models are placed"),
        ("{rule: ambush, edge: north}", ""),
        ("{rule: comet-in-zone, role: attacker}", "has no effect without a deployment"),
        ("objects-in-free-quarters", "has no effect without a deployment"),
    ],
)
def test_a_rule_that_needs_a_deployment_does_nothing_beside_placed_models(rule: str, lack: str, tmp_path: Path) -> None:
    file = tmp_path / "placed.yaml"
    file.write_text(json.dumps(DATA)[:-1] + f', "special_rules": [{rule}]}}', encoding="utf-8")
    if not lack:
        assert load_scenario(str(file)).models
        return
    with pytest.raises(CardError, match=lack):
        load_scenario(str(file))


def test_a_game_that_has_begun_goes_on_with_a_piece_that_does_nothing() -> None:
    rule = {"rule": "retrieve-from-objects", "token": "Pod"}
    assert parse_scenario({**DATA, **LADEN, "special_rules": [rule]}, "save").special_rules


@pytest.mark.parametrize(
    ("points", "cause"),
    [
        ([[0, 0], [4, 0]], "points"),
        ([[0, 0], [4, 0], [8, 0]], "no area"),
        ([[0, 0], [4, 4], [4, 0], [0, 3]], "crosses itself"),
        ([[0, 0], [0, 0], [4, 0], [4, 4]], "the same"),
        ([[0, 0], [4, 0], [4, float("inf")]], "finite"),
    ],
)
def test_a_wrong_outline_is_refused(points: list[list[float]], cause: str) -> None:
    piece = {"kind": "asteroid-field", "x": 24, "y": 24, "points": points}
    with pytest.raises(CardError) as caught:
        parse_scenario({**DATA, "terrain": [piece]}, "save")
    assert cause in caught.value.cause


@pytest.mark.parametrize(("kind", "wide"), [("large-asteroid", 3), ("small-moon", 18), ("asteroid-field", 30)])
def test_outlines_of_the_size_that_the_book_states(kind: str, wide: float) -> None:
    """v1.2.4 Terrain > Large Asteroid, Small Moons; a field is of any size."""
    (piece,) = parse_scenario({**DATA, "terrain": [cornered(kind, wide)]}, "save").terrain
    assert piece.points and piece.radius is None


def test_a_crossed_outline_is_told_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "crossed.yaml"
    file.write_text(
        "name: Crossed\nsummary: Wrong.\nfleets: [cega-150, jovian-150]\nobjectives: [{kind: most_victory_points, "
        "points: 10}]\nterrain:\n  - {kind: asteroid-field, x: 9, y: 9, radius: 2}\n"
        "  - {kind: particle-cloud, x: 24, y: 24, points: [[0, 0], [4, 4], [4, 0], [0, 3]]}\n", encoding="utf-8",
    )  # fmt: skip
    with pytest.raises(CardError) as caught:
        load_scenario(str(file))
    assert (caught.value.file, caught.value.line) == (str(file), 7)
    assert "the outline crosses itself" in caught.value.cause


def test_an_atmosphere_lies_along_the_edge_of_the_planet() -> None:
    """v1.2.4 Terrain > Atmosphere. The file can name another edge."""
    lines = [{"kind": "planet", "edge": "east"}, {"kind": "atmosphere", "thickness": 4}]
    planet, air = parse_scenario({**DATA, "terrain": lines}, "save").terrain
    assert (planet.edge, planet.x, planet.y, planet.heading) == ("east", 48, 24, 90)
    assert (air.edge, air.thickness) == ("east", 4)
    (alone,) = parse_scenario({**DATA, "terrain": [{"kind": "atmosphere", "edge": "south"}]}, "save").terrain
    assert (alone.edge, alone.thickness, alone.x, alone.y, alone.heading) == ("south", 0, 24, 0, 180)


def test_a_comet_that_stays_needs_no_tail() -> None:
    """v1.2.4 Terrain > Comets, R83."""
    lines = [{"kind": "comet", "x": 9, "y": 9, "radius": 1, "moves": False}, {**COMET, "moves": False}, COMET]
    read = parse_scenario({**DATA, "terrain": lines}, "save").terrain
    assert [(each.moves, each.tail_length) for each in read] == [(False, 0), (False, 6), (True, 6)]


def test_outlines_run_counterclockwise() -> None:
    corners = [[0, 0], [0, 4], [4, 4], [4, 0]]
    piece = {"kind": "asteroid-field", "x": 24, "y": 24, "points": corners}
    read = parse_scenario({**DATA, "terrain": [piece]}, "save").terrain[0]
    assert read.points == ((4.0, 0.0), (4.0, 4.0), (0.0, 4.0), (0.0, 0.0))


def test_the_rules_play_what_files_may_name() -> None:
    """The names that a scenario file can use are the names of the rules."""
    assert set(catalogs.ZONES) <= set(ZONES)


@pytest.mark.parametrize("key", ["model_kind", "on"])
def test_a_count_reads_the_kind_of_models_by_both_names(key: str) -> None:
    """YAML readers of version 1.1 take the older name for `true`."""
    lines = [{"kind": "each", "points": 1, "count": {"of": "models", key: "capital"}}]
    card = parse_scenario({**DATA, "objectives": lines}, "own.yaml")
    assert card.objectives == (catalogs.Each(points=1, count=catalogs.Models(model_kind="capital")),)


def test_both_names_of_a_key_are_one_too_many() -> None:
    lines = [{"kind": "each", "points": 1, "count": {"of": "models", "on": "capital", "model_kind": "capital"}}]
    with pytest.raises(CardError, match="unknown key 'objectives 1 count on'"):
        parse_scenario({**DATA, "objectives": lines}, "own.yaml")


def test_no_key_of_our_scenarios_is_a_word_that_means_a_truth_value() -> None:
    """Other programs read these files, too."""
    wrong = re.compile(r"(?:^|[{,]\s*|^\s*-?\s*)(?:on|off|yes|no):(?:\s|$)", re.IGNORECASE | re.MULTILINE)
    files = [path for folder in ("scenarios", "assets") for path in (ROOT / folder).rglob("*.yaml")]
    assert len(files) > 50 and [path for path in files if wrong.search(path.read_text(encoding="utf-8"))] == []
