"""Tests of positions of games as scenarios: the models are placed as in the game, and omissions are reported."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from jovian.cards import load_scenario, parse_scenario
from jovian.cards.files import ROOT
from jovian.editing.files import read_draft
from jovian.editing.positions import NoPosition, merge_outlines, position_from_state
from jovian.editing.problems import find_problems
from jovian.game import State
from jovian.match import Match, Setup
from jovian.match.saves import save
from jovian.table import convex_parts
from tests.commands import run
from tests.games import manned, random_answers, setup
from tests.match.test_scavenger_hunt import scavenged
from tests.match.test_zones import changed
from tests.rules_api import escape_edge

TURN = 2
OURS = sorted((ROOT / "scenarios").glob("*.yaml"))


def game_in_turn_two(start: Setup) -> Match:
    """Return a game in its second turn in which some models have been activated."""
    match = Match(start)
    answers = random_answers(match, 3)
    while match.state.turn < TURN or match.state.phase != "activation":
        next(answers)
    for _ in range(25):
        next(answers)
    while match.state.activation is not None:
        next(answers)
    return match


@pytest.fixture(scope="module")
def match() -> Match:
    """Return a game without stations."""
    return game_in_turn_two(setup(7))


def facts(state: State) -> dict[str, tuple[object, ...]]:
    """Return what a scenario can say about each model, by its name."""
    return {
        model.name: (
            model.card.key, model.side, tuple(model.pose), model.place, model.activated, sorted(model.damaged),
            {track: model.rating(track) for track in model.card.tracks}, sorted(model.cargo),
            state.models[model.host].name if model.host else "",
        )
        for model in state.models.values() if model.is_on_table or model.is_embarked
    }  # fmt: skip


def test_a_position_is_the_position(match: Match) -> None:
    position = position_from_state(match.state, match.setup)
    draft, lost = position.draft, position.lost
    assert find_problems(draft) == []
    again = Match(Setup(parse_scenario(draft.data, "position"), (), match.setup.cards)).state
    assert facts(again) == facts(match.state)
    ground = [{(p.kind, p.pose, p.outline) for p in state.terrain.values()} for state in (again, match.state)]
    assert ground[0] == ground[1]
    assert (again.turn, again.initiative) == (match.state.turn, match.state.initiative)
    assert draft.heading.splitlines()[1:] == [f"Not included: {line}." for line in lost]


def test_stations_stand_there_with_what_was_rolled_of_them() -> None:
    match = game_in_turn_two(manned(11))
    draft = position_from_state(match.state, match.setup).draft
    assert find_problems(draft) == []
    again = Match(Setup(parse_scenario(draft.data, "position"), (), match.setup.cards)).state
    for ident in ("waystation", "outpost", "hulk"):
        one, other = match.state.models[ident], again.models[ident]
        assert (one.card.tracks, one.card.traits, one.side) == (other.card.tracks, other.card.traits, other.side)


def test_objects_that_rules_have_laid_out_stand_there_with_marines_squadrons_and_search_tokens() -> None:
    match = scavenged(1)
    answers = random_answers(match, 1)
    while match.state.turn < TURN or match.state.phase != "activation":
        next(answers)
    squadron = next(model for model in match.state.on_table() if model.side == 1 and not model.is_capital)
    squadron.place, squadron.host = "embarked", "uio-2"
    match.state.models["uio-2"].states["boarded-second"] = 2
    match.state.notes["Search a UIO"] = (("uio-1", 3, 1, 0), ("uio-2", 0, 2, 2))
    draft = position_from_state(match.state, match.setup).draft
    assert find_problems(draft) == []
    again = Match(Setup(parse_scenario(draft.data, "position"), (), match.setup.cards)).state
    assert again.notes["Search a UIO"] == match.state.notes["Search a UIO"]
    (there,) = [model for model in again.models.values() if model.host == "uio-2"]
    assert (there.name, there.public) == (squadron.name, True)
    for ident in ("uio-1", "uio-2", "uio-3"):
        one, other = match.state.models[ident], again.models[ident]
        assert (one.card, one.pose, one.states, one.name) == (other.card, other.pose, other.states, other.name)


def carried(state: State) -> dict[str, tuple[tuple[str, int], ...]]:
    """Return the tokens aboard each model on the table, by its name."""
    return {model.name: model.loads for model in state.models.values() if model.is_on_table or model.is_embarked}


@pytest.mark.parametrize("scenario", ["water-raid", "break-the-truce"])
def test_tokens_are_aboard_who_carries_them(scenario: str) -> None:
    """Tokens issued before the battle count as issued."""
    match = game_in_turn_two(replace(setup(5), scenario=load_scenario(scenario), options={}))
    token = match.state.scenario.tokens[0].token
    if scenario == "break-the-truce":
        next(model for model in match.state.on_table() if model.is_capital).loads = ((token, 2),)
    position = position_from_state(match.state, match.setup)
    draft, lost = position.draft, position.lost
    assert find_problems(draft) == [] and not any("carries" in line or token in line for line in lost)
    again = Match(Setup(parse_scenario(draft.data, "position"), (), match.setup.cards)).state
    assert carried(again) == carried(match.state) and any(carried(again).values())
    assert again.notes.get(f"{token} issued") == match.state.notes.get(f"{token} issued")


def test_a_view_tells_no_more_than_its_side_knows(match: Match) -> None:
    for side in (0, 1):
        view = match.view(side)
        draft = position_from_state(view, match.setup).draft
        names = {line.get("name") for line in draft.lines("models")}
        assert names == {model.name for model in view.models.values() if model.is_on_table or model.is_embarked}


def test_a_moment_of_deployment_and_the_end_are_refused() -> None:
    early = Match(setup(7))
    with pytest.raises(NoPosition, match="models are still being deployed"):
        position_from_state(early.state, early.setup)


def test_the_command_writes_a_scenario_that_is_good(
    match: Match, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game, out = tmp_path / "game.json", tmp_path / "mine.yaml"
    save(match, game)
    status, output, _ = run(capsys, "scenario", game, "-o", out)
    assert status == 0 and output.startswith(f"{out}: turn 2, ")
    assert load_scenario(out).turn == TURN and read_draft(out) == position_from_state(match.state, match.setup).draft
    assert run(capsys, "check", out)[0] == 0
    assert run(capsys, "simulate", out, "--players", "random,random", "--seed", "1")[0] == 0


@pytest.mark.parametrize(
    ("arguments", "cause"),
    [
        (("--at", "1"), "models are still being deployed; choose a moment of the Activation Phase"),
        (("--at", "99999"), "answers, not 99999"),
    ],
)
def test_what_cannot_be_a_scenario_is_one_clear_line(
    arguments: tuple[str, ...], cause: str, match: Match, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = tmp_path / "game.json"
    save(match, game)
    status, _, errors = run(capsys, "scenario", game, "-o", tmp_path / "mine.yaml", *arguments)
    assert status == 2 and cause in errors and len(errors.splitlines()) == 1
    assert not (tmp_path / "mine.yaml").exists()


def test_only_a_save_becomes_a_scenario_and_only_a_yaml_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, _, errors = run(capsys, "scenario", "introductory", "-o", tmp_path / "a.yaml")
    assert (status, errors) == (2, "introductory: is not a save\n")
    assert run(capsys, "scenario", "introductory", "-o", "a.json")[0] == 2


def test_convex_parts_become_the_outline_that_they_were_cut_from() -> None:
    outline = [(-4.0, -1.0), (-1.5, -3.0), (2.5, -2.5), (4.0, 0.5), (1.0, 1.2), (0.5, 3.0), (-3.0, 2.5)]
    parts = [part.points for part in convex_parts(outline)]
    assert len(parts) > 1
    found = merge_outlines(parts)
    start = found.index(outline[0])
    assert [*found[start:], *found[:start]] == outline


@pytest.mark.parametrize("seed", [7, 12])
def test_any_moment_between_activations_is_a_position(seed: int) -> None:
    """The models can have any states, also in the last turn of a Hard Burn, with the value 0."""
    match, seen = Match(setup(seed, ("jovian-250", "cega-250"))), set[tuple[str, int]]()
    for number, _ in enumerate(random_answers(match, seed)):
        if number % 8 == 0 and match.state.turn > 1 and match.state.activation is None and not match.state.over:
            assert find_problems(position_from_state(match.state, match.setup).draft) == []
            seen.update(each for model in match.state.on_table() for each in model.states.items())
    assert len(seen) > 3


def test_the_last_turn_of_a_hard_burn_is_a_position(match: Match) -> None:
    early = match.fork()
    ship = next(model for model in early.state.on_table() if model.is_capital)
    ship.states["hard-burn"] = 0
    draft = position_from_state(early.state, early.setup).draft
    assert find_problems(draft) == []
    again = Match(Setup(parse_scenario(draft.data, "position"), (), match.setup.cards)).state
    assert next(model for model in again.on_table() if model.name == ship.name).states["hard-burn"] == 0
    ship.states["hard-burn"] = -1
    assert "at least 0 is needed" in find_problems(position_from_state(early.state, early.setup).draft)[0].reason


@pytest.mark.parametrize("path", OURS, ids=lambda path: path.stem)
def test_a_position_of_every_scenario_can_be_played(path: Path) -> None:
    """In its second turn, each scenario becomes one with placed models, whatever its zones, rules, and objects are."""
    start = setup(5)
    match = game_in_turn_two(replace(start, scenario=load_scenario(path), options={}))
    draft = position_from_state(match.state, match.setup).draft
    assert find_problems(draft) == []
    again = Match(Setup(parse_scenario(draft.data, "position"), (), match.setup.cards, 3))
    for _ in random_answers(again, 3):
        pass
    assert again.over


@pytest.mark.parametrize("way", ["ambush", "corners", "far beacons"])
def test_what_was_set_up_before_the_battle_is_kept_or_done_with(way: str) -> None:
    match = game_in_turn_two(changed(4, way))
    position = position_from_state(match.state, match.setup)
    assert not any("stored values of rules" in line for line in position.lost)
    named = "corners" if way == "corners" else "beacons"
    assert f"its deployment zones ({named}), replaced by standard zones" in position.lost
    scenario = parse_scenario(position.draft.data, "position", match.setup.cards)
    again = Match(replace(match.setup, scenario=scenario, fleets=()))
    assert escape_edge(again.state) == escape_edge(match.state) and bool(escape_edge(match.state)) == (way == "ambush")
