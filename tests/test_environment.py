"""The game as a PettingZoo environment: its checks, legal actions, hidden information, rewards, and the example."""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

import jovian
from docs.example_environment import main
from jovian.cards.files import BUILTIN_SHELF, use_shelves
from jovian.environment import (
    ACTION,
    ACTIONS,
    AGENTS,
    BATTLE,
    KINDS,
    MODEL,
    MODELS,
    MOVES,
    PARTS,
    PICTURE,
    PIECE,
    SIZE,
    VERBS,
    env,
    legal_actions,
)
from jovian.match.entries import Answered
from tests.commands import ROOT
from tests.match.test_secrecy import hidden, swap

SMALL, LOW_ORBIT = (str(ROOT / "scenarios" / f"{name}.yaml") for name in ("first-game", "low-orbit"))
FLEETS = ("jovian-150", "cega-150")


def play(battle: Any, seed: int) -> Iterator[tuple[Any, dict[str, Any], int]]:
    """Play random legal actions until the game is over. Yield observation, info, and action before each step."""
    rng = Random(seed)
    for _ in battle.agent_iter():
        observation, _, over, _, info = battle.last()
        if over:
            return
        action = rng.choice(sorted(info["actions"]))
        yield observation, info, action
        battle.step(action)


def started(scenario: str = SMALL, seed: int = 0, **arguments: Any) -> Any:
    battle = env(scenario, **arguments)
    battle.reset(seed=seed)
    return battle


def equal(first: Any, second: Any) -> bool:
    """Return whether two observations are equal."""
    return first.keys() == second.keys() and all(np.array_equal(first[key], second[key]) for key in first)


# --- The checks of PettingZoo ---


@pytest.mark.filterwarnings("ignore:Observation")  # Masked environments have observations with two arrays.
@pytest.mark.filterwarnings("error")
def test_the_api_check_of_pettingzoo_passes(capsys: pytest.CaptureFixture[str]) -> None:
    api_test(env(SMALL), num_cycles=300)
    assert "Passed API test" in capsys.readouterr().out


def test_the_seed_check_of_pettingzoo_passes() -> None:
    made = []

    def make() -> Any:
        made.append(env(SMALL))
        return made[-1]

    seed_test(make, num_cycles=300)
    digests = [battle.unwrapped.match.state.digest() for battle in made]
    assert len(digests) == 2 and len(set(digests)) == 1


def test_a_seed_decides_the_later_games_too() -> None:
    seeds = []
    for _ in range(2):
        battle = started(seed=5)
        seeds.append([battle.unwrapped.match.setup.seed])
        for _ in range(2):
            battle.reset()
            seeds[-1].append(battle.unwrapped.match.setup.seed)
    assert seeds[0] == seeds[1] and seeds[0][0] == 5 and len(set(seeds[0])) == 3
    chance = [env(SMALL), env(SMALL)]
    for battle in chance:
        battle.reset()
    assert len({battle.unwrapped.match.setup.seed for battle in chance}) == 2


# --- Actions ---


@pytest.mark.parametrize(
    ("scenario", "arguments"),
    [
        (SMALL, {}),
        ("water-raid", {}),
        (LOW_ORBIT, {"options": {"ecm": "flex", "terrain": "placed"}}),
    ],
)
def test_every_offered_action_is_legal_and_a_whole_game_ends(scenario: str, arguments: dict[str, Any]) -> None:
    battle = started(scenario, 3, **arguments)
    match, kinds = battle.unwrapped.match, set()
    for number, (observation, info, _) in enumerate(play(battle, 3)):
        mask = observation["action_mask"]
        assert list(np.flatnonzero(mask)) == sorted(info["actions"]) and mask.any()
        assert all(info["actions"].values())
        kinds.add(info["kind"])
        if number % 8 == 0:
            decision = match.decision
            offers = legal_actions(decision, match.state)
            assert [answer for answer, _ in offers.values() if decision.check(answer) is not None] == []
            assert len({answer for answer, _ in offers.values()}) == len(offers)
    assert match.over and {"activate", "declare", "menu"} <= kinds


def test_the_first_actions_are_movements_with_a_fixed_meaning() -> None:
    battle, moves = started(seed=2), {}
    for _, info, _ in play(battle, 2):
        verbs = {number: text.split()[0] for number, text in info["actions"].items() if number < MOVES}
        assert info["kind"] == "menu" or not verbs
        assert all(moves.setdefault(number, verb) == verb for number, verb in verbs.items())
    assert set(moves.values()) == {"move", "turn", "fly"}
    turns = [text for text in info["actions"].values() if text.startswith("turn")]
    assert all(re.fullmatch(r"turn -?\d+", text) for text in turns)


def test_a_squadron_can_fly_into_contact_and_act_there() -> None:
    """Random games with these actions come to close fights."""
    games = (play(started(seed=seed), seed) for seed in range(9))
    assert any(info["kind"] == "plan" for game in games for _, info, _ in game)


def test_a_decision_with_too_many_answers_omits_some(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("jovian.environment.ACTIONS", MOVES + 3)
    match = jovian.new("introductory", seed=1).match
    assert match.decision is not None and match.decision.kind == "deploy"
    offers = legal_actions(match.decision, match.state)
    assert list(offers) == [MOVES, MOVES + 1, MOVES + 2]
    assert offers[MOVES][0] == match.decision.default()


@pytest.mark.parametrize("wrong", [ACTIONS, -1, None, "move", 2.0])
def test_an_illegal_action_is_one_clear_error(wrong: Any) -> None:
    battle = started()
    before = battle.unwrapped.match.state.digest()
    count = int(battle.last()[0]["action_mask"].sum())
    line = f"Action {wrong} isn't legal now. Choose one of the {count} that the mask allows."
    with pytest.raises(jovian.Refused, match=f"^{re.escape(line)}"):
        battle.step(wrong)
    assert battle.unwrapped.match.state.digest() == before
    masked = int(np.flatnonzero(battle.last()[0]["action_mask"] == 0)[0])
    with pytest.raises(jovian.Refused, match=f"^Action {masked} isn't legal now"):
        battle.step(masked)


def test_a_wrong_scenario_is_one_clear_error() -> None:
    with pytest.raises(jovian.CardError, match="did you mean 'introductory'"):
        env("introductry")


# --- The same game ---


@pytest.mark.parametrize(("scenario", "fleets"), [(SMALL, ()), ("introductory", FLEETS)])
def test_it_is_the_game_of_the_python_api(scenario: str, fleets: tuple[str, ...]) -> None:
    battle = started(scenario, 7, fleets=fleets)
    digests = [battle.unwrapped.match.state.digest() for _ in play(battle, 7)]
    match = battle.unwrapped.match
    game = jovian.new(scenario, fleets, seed=7)
    journal = [entry for entry in match.journal if isinstance(entry, Answered)]
    assert len(journal) == len(digests) == len(match.journal)
    for entry, digest in zip(journal, digests, strict=True):
        assert game.state.digest() == digest and game.asked is not None
        assert (game.asked.side, game.asked.kind) == (entry.side, entry.kind)
        game.answer(entry.choice)
    assert game.over and game.state.digest() == match.state.digest()
    assert (game.winner, game.scores) == (match.state.winner, match.state.scores)


def test_the_reward_comes_at_the_end_and_is_the_result() -> None:
    winners: set[int | None] = set()
    for seed in (0, 1, 6, *range(20, 60)):
        if len(winners) == 3:
            break
        battle, rewards = started(seed=seed), []
        for _ in play(battle, seed):
            rewards.append(battle.rewards.copy())
        winner = battle.unwrapped.match.state.winner
        winners.add(winner)
        assert all(reward == dict.fromkeys(AGENTS, 0.0) for reward in rewards)
        expected = {AGENTS[side]: 0.0 if winner is None else 1.0 if side == winner else -1.0 for side in (0, 1)}
        assert battle.rewards == expected
        assert battle.terminations == dict.fromkeys(AGENTS, True) and battle.truncations == dict.fromkeys(AGENTS, False)
        ends = {}
        while battle.agents:
            ends[battle.agent_selection] = battle.last()[1]
            battle.step(None)
        assert ends == expected
    assert winners == {0, 1, None}


# --- Observations ---


def test_an_observation_has_the_parts_that_it_names() -> None:
    battle = started("water-raid", 1)
    rows = {"battle": BATTLE, "models": MODEL, "terrain": PIECE, "actions": ACTION}
    assert {name: part.shape[-1] for name, part in PARTS.items()} == {name: len(names) for name, names in rows.items()}
    for number, (observation, info, _) in enumerate(play(battle, 1)):
        vector = observation["observation"]
        assert battle.observation_space(AGENTS[0]).contains(observation) and vector.shape == (SIZE,)
        models, actions = (PARTS[name].of(vector) for name in ("models", "actions"))
        side = AGENTS.index(battle.agent_selection)
        seen = battle.unwrapped.match.view(side)
        own = [model.id for model in seen.models.values() if model.side == side]
        assert len(seen.models) == np.count_nonzero(models.any(axis=1)) <= MODELS
        assert models[: len(own), MODEL.index("own")].all() and not models[len(own) :, MODEL.index("own")].any()
        assert sorted(info["actions"]) == list(np.flatnonzero(actions[:, ACTION.index("class of answer")]))
        kind = PARTS["battle"].of(vector)[BATTLE.index("kind of decision")]
        assert kind == np.float32(KINDS[info["kind"]] / len(KINDS))
        if number == 150:
            break
    assert max(VERBS.values()) == len(VERBS) > 50


def test_actions_say_where_they_lead() -> None:
    battle = started(seed=1)
    match, checked = battle.unwrapped.match, 0
    for observation, info, action in play(battle, 1):
        row = PARTS["actions"].of(observation["observation"])[action]
        before = match.decision.subject
        if info["kind"] == "menu" and info["actions"][action].startswith(("move ", "fly ")):
            end = [round(float(row[ACTION.index(name)]), 4) for name in "xy"]
            ahead = jovian.Play(match).preview(battle.unwrapped._offers[action][0])
            width, height = match.state.width, match.state.height
            if not ahead.off_table:
                assert end == pytest.approx([ahead.poses[-1].x / width, ahead.poses[-1].y / height], abs=1e-3), before
                checked += 1
    assert checked > 5


# --- Copies and pictures ---


def test_a_copy_is_the_same_game_and_goes_its_own_way() -> None:
    battle = started("introductory", 2, fleets=FLEETS)
    for number, _ in enumerate(play(battle, 2)):
        if number % 40 == 39:
            forks = [deepcopy(battle), deepcopy(battle)]
            assert equal(forks[0].last()[0], battle.last()[0]) and forks[0].infos == battle.infos
            before = battle.unwrapped.match.state.digest()
            for _ in range(25):
                action = min(forks[0].infos[forks[0].agent_selection]["actions"])
                for fork in forks:
                    fork.step(action)
            after = {fork.unwrapped.match.state.digest() for fork in forks}
            assert len(after) == 1 and before not in after and battle.unwrapped.match.state.digest() == before
        if number > 120:
            break


def test_a_copy_samples_and_seeds_on_its_own() -> None:
    battle = started(seed=3)
    battle.action_space(AGENTS[0]).seed(1)
    fork = deepcopy(battle)
    first, second = ([each.action_space(AGENTS[0]).sample() for _ in range(5)] for each in (battle, fork))
    assert first == second
    fork.reset()
    battle.reset()
    assert fork.unwrapped.match.setup.seed == battle.unwrapped.match.setup.seed
    assert deepcopy(env(SMALL)).unwrapped.possible_agents == list(AGENTS)


def test_a_picture_shows_the_table() -> None:
    battle = started(seed=1, render_mode="rgb_array")
    start = battle.render()
    assert start.dtype == np.uint8 and start.ndim == 3 and max(start.shape) == PICTURE and start.shape[2] == 3
    for number, _ in enumerate(play(battle, 1)):
        if number == 60:
            break
    assert (battle.render() != start).any() and started().render() is None


def test_a_picture_shows_only_what_both_sides_know() -> None:
    battle = started("introductory", 4, fleets=("jovian-squadrons-250", "cega-squadrons-250"), render_mode="rgb_array")
    match, compared = battle.unwrapped.match, 0
    for number, _ in enumerate(play(battle, 4)):
        for side in (0, 1):
            unknown = len(hidden(match, side))
            if unknown > 1 and number % 5 == 0:
                before = battle.render()
                swap(match, side)
                assert np.array_equal(battle.render(), before)
                compared += 1
                for _ in range(unknown - 1):
                    swap(match, side)
        if number > 25:
            break
    assert compared > 3


def test_an_unknown_render_mode_is_one_clear_error() -> None:
    with pytest.raises(ValueError, match=r"^render_mode is None or \"rgb_array\", not 'human'$"):
        env(SMALL, render_mode="human")


# --- Hidden information ---


def knowledge(battle: Any) -> list[Any]:
    """Return what both agents can learn at this moment."""
    match = battle.unwrapped.match
    seen = match.view(match.decision.side)
    texts = {number: text for number, (_, text) in legal_actions(match.decision.on(seen), seen).items()}
    return [texts, *(battle.observe(agent) for agent in AGENTS)]


def test_permuting_what_is_hidden_changes_nothing() -> None:
    """The agent to answer sees the same, and so does the other one, whatever cards are hidden from each."""
    battle, swapped = started("introductory", 4, fleets=("jovian-squadrons-250", "cega-squadrons-250")), [0, 0]
    match = battle.unwrapped.match
    for number, _ in enumerate(play(battle, 4)):
        if match.state.turn > 1 and number % 20:
            continue
        before = knowledge(battle)
        for side, agent in enumerate(AGENTS):
            unknown = len(hidden(match, side))
            if unknown > 1:
                swap(match, side)
                after = knowledge(battle)
                assert equal(after[1 + side], before[1 + side]), agent
                assert match.decision.side != side or after[0] == before[0]
                swapped[side] += 1
            for _ in range(unknown - 1):  # As many exchanges as hidden models lead back to the start.
                swap(match, side)
        if number > 80:
            break
    assert min(swapped) > 20


def test_a_leak_would_be_found() -> None:
    """The observation of the side that owns the hidden models does change."""
    battle, changed = started("introductory", 4, fleets=("jovian-squadrons-250", "cega-squadrons-250")), 0
    match = battle.unwrapped.match
    for number, _ in enumerate(play(battle, 4)):
        before = knowledge(battle)
        unknown = len(hidden(match, 0))
        swap(match, 0)
        changed += unknown > 1 and not equal(knowledge(battle)[2], before[2])
        for _ in range(unknown - 1):
            swap(match, 0)
        if number > 12:
            break
    assert changed


def test_the_other_agent_learns_nothing_of_a_decision() -> None:
    battle = started(seed=3)
    for observation, info, _ in play(battle, 3):
        agent = battle.agent_selection
        other = next(name for name in AGENTS if name != agent)
        seen = battle.observe(other)
        assert not seen["action_mask"].any() and not PARTS["actions"].of(seen["observation"]).any()
        battle_part = PARTS["battle"].of(seen["observation"])
        assert not battle_part[BATTLE.index("to answer")] and not battle_part[BATTLE.index("kind of decision")]
        assert battle.infos[other] == {} and info and observation["action_mask"].any()


def test_a_secret_plan_stays_secret_until_both_have_answered() -> None:
    """Both agents plan a close fight one after the other. The second sees the same, whatever the first has planned."""
    battle, actions = started(), []
    for _, info, action in play(battle, 0):
        if info["kind"] == "plan":
            break
        actions.append(action)
    first, plans, seen = battle.agent_selection, sorted(info["actions"]), []
    assert info["kind"] == "plan" and len(plans) > 5
    for plan in plans[:12]:
        again = started()
        for action in [*actions, plan]:
            again.step(action)
        assert again.agent_selection != first and again.infos[again.agent_selection]["kind"] == "plan"
        assert again.unwrapped.match.decision.sealed == 1
        seen.append((again.last()[0], again.infos[again.agent_selection]))
    assert all(equal(observation, seen[0][0]) and info == seen[0][1] for observation, info in seen)


# --- The example ---


def test_the_example_plays_games(capsys: pytest.CaptureFixture[str]) -> None:
    lines: list[list[str]] = []
    for _ in range(2):
        with use_shelves(BUILTIN_SHELF):
            main(2)
        lines.append(capsys.readouterr().out.splitlines())
    assert lines[0] == lines[1] and len(lines[0]) == 3
    results = [re.fullmatch(r"game (\d): (player_[01]|draw) after (\d+) actions", line) for line in lines[0][:2]]
    assert all(result is not None and int(result[3]) > 50 for result in results)
    assert sum(int(count) for count in re.findall(r": (\d+)", lines[0][2])) == 2
    page = (ROOT / "docs" / "programs.md").read_text(encoding="utf-8")
    assert "python -m docs.example_environment 100" in page
