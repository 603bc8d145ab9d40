"""Tests of `Play`, the API for programs: starting, reading, answering, forking, and saving a game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import jovian
from jovian.match import Match
from jovian.match.play_loop import play
from jovian.players import make_player, seat_seed
from tests.commands import ROOT
from tests.games import FLEETS, setup
from tests.rules.stage import ship, stage

SCENARIO, SEED = "introductory", 11


def start_game(seed: int = SEED, **more: Any) -> jovian.Play:
    return jovian.new(SCENARIO, FLEETS, seed, **more)


def at_menu(game: jovian.Play) -> jovian.Play:
    """Return the game at the next menu from which something can be attacked."""
    while game.asked is None or game.asked.kind != "menu" or not game.attacks(game.asked.subject):
        game.let("ensign")
    return game


# --- Start ---
def test_names_and_files_begin_the_same_game(tmp_path: Path) -> None:
    files = []
    for stem in FLEETS:
        files.append(tmp_path / f"{stem}.yaml")
        files[-1].write_text((ROOT / f"tests/data/assets/fleets/{stem}.yaml").read_text("utf-8"), "utf-8")
    own = jovian.new(ROOT / "tests/data/assets/scenarios/introductory.yaml", files, str(SEED))
    assert own.state.digest() == start_game().state.digest() == Match(setup(SEED)).state.digest()


def test_without_a_seed_one_is_drawn_and_without_fleets_the_scenario_has_its_own() -> None:
    one, other = jovian.new(SCENARIO), jovian.new(SCENARIO)
    assert one.match.setup.seed != other.match.setup.seed and one.match.setup.seed.bit_length() > 64
    assert [fleet.faction for fleet in one.match.setup.fleets] == ["Jovian", "CEGA"]


def test_options_real_dice_and_silence_are_handed_on() -> None:
    game = start_game(options={"ecm": "diminish"}, manual=True, log=False)
    assert game.state.options == {"ecm": "diminish"} and game.state.manual and game.events() == []


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (("introductry",), "did you mean 'introductory'?"),
        ((SCENARIO, ("jovian-15", "cega-150")), "did you mean 'jovian-150'?"),
        ((SCENARIO, ("jovian-150",)), "introductory: this scenario needs two fleets, not 1"),
        ((SCENARIO, "jovian-150"), "introductory: this scenario needs two fleets, not 1"),
        (("nowhere.yaml",), "nowhere.yaml: "),
    ],
)
def test_what_cannot_be_begun_is_told_in_a_line(given: Any, message: str) -> None:
    with pytest.raises(jovian.CardError) as raised:
        jovian.new(*given)
    assert message in str(raised.value) and "\n" not in str(raised.value)


def test_a_seed_that_is_none_is_refused() -> None:
    with pytest.raises(jovian.Refused, match=r"a seed is a whole number, or .*, not 'seven'"):
        jovian.new(SCENARIO, seed="seven")


# --- State ---
def test_it_says_what_is_asked_of_whom() -> None:
    game = start_game()
    assert game.asked is not None and game.asked.kind == "deploy"
    assert repr(game) == f"<Play of introductory, seed 11, turn 1: {game.asked!r}>"
    assert repr(game.asked) == f"<deploy, side {game.asked.side}: {game.asked.title}>"
    assert repr(game.view(0)) == "<turn 1, deployment: 0 models on the table, as side 0 knows it>"


def test_models_are_found_by_id_and_name() -> None:
    game = start_game()
    first = game.models()[0]
    assert game.model(first.id) is game.model(first.name.upper()) is game.model(first) is first
    assert {model.side for model in game.models(1)} == {1}
    assert len(game.models(0) + game.models(1)) == len(game.models())
    assert game.fork().model(first) is not first


def test_who_is_not_there_is_refused_with_the_nearest_name() -> None:
    game = start_game()
    name = game.models()[0].name
    with pytest.raises(jovian.Refused, match=f"There is no model '{name[:-1]}'; did you mean '{name}"):
        game.model(name[:-1])
    with pytest.raises(jovian.Refused, match=r"There is no side 2, only 0 and 1."):
        game.view(2)


def test_two_of_a_name_are_told_apart_by_their_ids() -> None:
    staged = stage(ship("A", 0, (10, 10)), ship("A", 0, (10, 20), id="b"), ship("C", 1, (30, 30)))
    game = jovian.Play(staged.match)
    assert game.model("b").id == "b" and game.model("a").id == "a"
    for each in game.models(0):
        each.name = "Twin"
    with pytest.raises(jovian.Refused, match=r"'twin' matches 2 models. Use an id: a .* b "):
        game.model("twin")


def test_a_side_is_told_what_it_may_know() -> None:
    game = start_game()
    for _ in range(60):
        game.let("random")
    whole = game.events()
    for side in (0, 1):
        known = game.events(side=side)
        assert {event["seen_by"] for event in known} <= {"both", side} and "seed" not in known[0]
        assert game.view(side).viewer == side and game.view(side).chain == b""
    assert game.events(since=5) == whole[5:] and game.events(5, 0) == [e for e in game.events(side=0) if e["n"] >= 5]


# --- Options ---
def test_a_model_may_do_what_its_question_lists() -> None:
    game = at_menu(start_game())
    assert game.asked is not None and game.reach is not None
    active = game.asked.subject
    assert game.may_do(active) == tuple(game.asked.options())
    others = [model for model in game.models() if model.id != active]
    assert [game.may_do(model) for model in others] == [()] * len(others)
    assert game.preview(["end"]).inches == 0


def test_whom_a_list_names_may_do_that_alone() -> None:
    game = start_game()
    while game.asked is None or game.asked.kind != "activate":
        game.let("random")
    able = [model for model in game.models() if game.may_do(model)]
    assert len(able) > 1 and {model.side for model in able} == {game.asked.side}
    assert [[option.choice for option in game.may_do(model)] for model in able] == [
        [["activate", model.id]] for model in able
    ]
    assert game.reach is None
    with pytest.raises(jovian.Refused, match="next order"):
        game.preview(["end"])


# --- Answers ---
def test_an_answer_an_option_and_an_attack_answer_alike() -> None:
    game = at_menu(start_game())
    assert game.asked is not None
    best = game.attacks(game.asked.subject)[0]
    option = next(each for each in game.may_do(game.asked.subject) if each.choice == best.choice)
    digests = set()
    for given in (best, option, best.choice):
        twin = game.fork()
        twin.answer(given)
        digests.add(twin.state.digest())
        assert twin.match.journal[-1].choice == best.choice
    assert len(digests) == 1 and digests != {game.state.digest()}


def test_what_is_refused_changes_nothing() -> None:
    game = start_game()
    before = game.state.digest()
    with pytest.raises(jovian.Refused, match="the verb must be one of"):
        game.answer(["dance"])
    assert game.state.digest() == before and not game.match.journal


def test_players_by_name_play_as_simulate_has_them() -> None:
    match = Match(setup(SEED))
    play(match, [make_player("ensign", seat_seed(SEED, 0)), make_player("random", seat_seed(SEED, 1))])
    whole, single = start_game(), start_game()
    answers: list[int] = []
    whole.play_out("ensign", "random", lambda: answers.append(len(whole.match.journal)))
    while single.asked:
        assert single.let(("ensign", "random")[single.asked.side]) == single.match.journal[-1].choice
    assert match.state.digest() == whole.state.digest() == single.state.digest()
    assert whole.over and whole.winner == match.state.winner and answers == list(range(1, len(match.journal) + 1))
    assert whole.scores == match.state.scores and whole.scores[0].victory == match.state.scores[0][1]
    assert "over, side" in repr(whole)
    with pytest.raises(jovian.Refused, match="over"):
        whole.let("random")


def test_an_unknown_player_is_refused_and_one_that_answers_amiss_is_named() -> None:
    class Dancer:
        def choose(self, decision: jovian.Decision, view: jovian.State) -> jovian.Choice:
            return ["dance"]

    game = start_game()
    with pytest.raises(jovian.Refused, match=r"There is no player 'ensing'; did you mean 'ensign'\?"):
        game.let("ensing")
    with pytest.raises(jovian.Refused, match="'commodore'"):
        game.play_out("random", "commodore")
    with pytest.raises(jovian.IllegalAnswer, match=r"Dancer .* which is not allowed"):
        game.let(Dancer())
    assert not game.match.journal


# --- Saves ---
def test_a_fork_goes_its_own_way() -> None:
    game = at_menu(start_game())
    before, events = game.state.digest(), len(game.events())
    same, also, other = game.fork(), game.fork(), game.fork(seed=5)
    for twin in (same, also, other):
        twin.play_out("random", "random")
    assert same.state.digest() == also.state.digest() != other.state.digest()
    assert (game.state.digest(), len(game.events())) == (before, events)


def test_a_save_is_loaded_as_it_stood(tmp_path: Path) -> None:
    game = at_menu(start_game())
    game.save(tmp_path / "game.json")
    again = jovian.load(tmp_path / "game.json")
    assert again.state.digest() == game.state.digest() and again.events() == game.events()
    assert repr(again) == repr(game)
    assert jovian.load(tmp_path / "game.json", log=False).events() == []


def test_a_save_that_is_none_is_told_in_a_line(tmp_path: Path) -> None:
    (tmp_path / "game.json").write_text("[]", "utf-8")
    with pytest.raises(jovian.SaveError, match=r"game\.json: not a save of this game"):
        jovian.load(tmp_path / "game.json")
