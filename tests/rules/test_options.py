"""Tests of a game's options: a closed list with texts, each of which replaces a part of the rulebook."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

import jovian
from jovian.match import Match
from jovian.match.entries import MalformedSaveError
from jovian.match.saves import from_data, to_data
from tests.commands import run
from tests.games import setup
from tests.rules_api import (
    briefing,
    build_rulebook,
    chosen_words,
    edition_options,
    editions,
    game_options,
    option_faults,
)

SETTINGS = [(option.name, value) for option in game_options() for value in option.values]
MOST = 160
"""The number of answers of a game that is only started."""


USUAL = {option.name: option.default for option in game_options()}


def begun(**options: str) -> Match:
    """Return a random game that is only started."""
    match, rng = Match(setup(11, **options)), Random(11)
    while match.decision is not None and len(match.journal) < MOST:
        assert match.decision.check(match.decision.default()) is None
        match.answer(match.decision.sample(rng))
    assert len(match.journal) == MOST
    return match


@pytest.mark.parametrize(("name", "value"), [each for each in SETTINGS if USUAL[each[0]] != each[1]])
def test_every_value_can_be_played(name: str, value: str) -> None:
    begun(**{name: value})


def test_the_usual_value_is_the_game_without_the_option() -> None:
    usual = USUAL
    with_all, without = begun(**usual), begun()
    assert with_all.journal == without.journal and list(with_all.events) == list(without.events)
    assert build_rulebook(options=usual).states == build_rulebook().states
    assert (
        build_rulebook(options=usual).weapon_types == build_rulebook().weapon_types
        and build_rulebook(options=usual).layout == ""
    )


@pytest.mark.parametrize("option", game_options(), ids=lambda option: option.name)
def test_every_variant_says_what_is_different(option: object) -> None:
    for variant in option.variants:  # type: ignore[attr-defined]
        assert variant.summary.endswith(".") and variant.place
        assert variant.summary != option.summary  # type: ignore[attr-defined]


@pytest.mark.parametrize(("name", "value"), SETTINGS)
def test_every_state_of_an_option_is_told_and_marked_by_itself(name: str, value: str) -> None:
    """It has a help text, a citation, and letters that no other state has."""
    book = build_rulebook(options={name: value})
    letters = [kind.sign.letters for kind in book.states.values() if kind.sign.letters]
    assert len(set(letters)) == len(letters)
    assert all(kind.summary.endswith(".") and kind.place.startswith("v1.2.") for kind in book.states.values())
    for effect in (*book.traits.values(), *book.weapon_traits.values(), *book.weapon_types.values()):
        assert effect.summary.endswith(".") and effect.place, effect.name


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"ecn": "diminish"}, "there is no option 'ecn'; did you mean 'ecm'?"),
        ({"ecm": "diminsh"}, "option ecm is not 'diminsh'; did you mean 'diminish'?"),
    ],
)
def test_what_is_not_on_the_list_is_refused(options: dict[str, str], message: str) -> None:
    assert message in option_faults(options)[0]
    with pytest.raises(jovian.CardError, match="option"):
        jovian.new("introductory", options=options)
    data = to_data(Match(setup(1)))
    data["setup"]["options"] = options
    with pytest.raises(MalformedSaveError, match="option"):
        from_data(data, "a save")


def test_a_game_may_be_a_rehearsal_from_the_start() -> None:
    assert Match(setup(1, rehearsal="on")).rehearsal and not Match(setup(1)).rehearsal


def test_whether_a_running_game_may_be_rehearsed_is_told_to_both_and_saved() -> None:
    match = Match(setup(1, rehearsing="on"))
    assert match.rehearsing and not match.rehearsal and not Match(setup(1, rehearsal="on")).rehearsing
    assert from_data(to_data(match), "a save").rehearsing
    assert all(chosen_words(match.view(side).options) == ["Rehearse during the game: on"] for side in (0, 1))


def test_the_briefing_says_how_a_fleet_deploys() -> None:
    texts = {item.title: item.text for item in briefing(Match(setup(1)).state).course}
    assert texts["Fleet Deployment"] == (
        "Capital ships by turns, all of them. Squadrons by turns, any of which may wait in reserve."
    )


def test_the_editions_are_those_of_the_rulebook() -> None:
    """House rules are no edition."""
    assert editions() == ("v1.2.4", "v1.2.1", "v1.2.2", "v1.2.3")


@pytest.mark.parametrize("text", editions())
def test_an_edition_is_all_that_its_text_has_otherwise(text: str) -> None:
    chosen = edition_options(text)
    assert option_faults(chosen) == [] and bool(chosen) == (text != "v1.2.4")
    match, rng = Match(setup(12, **chosen)), Random(12)
    while match.decision is not None and len(match.journal) < MOST:
        match.answer(match.decision.sample(rng))
    assert len(match.journal) == MOST


def test_the_command_lists_all_of_them(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "options")
    assert status == 0 and all(f"{name}={value}" in out for name, value in SETTINGS)


def test_it_says_which_texts_play_it_so(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "options", "--json")
    ways = {option["name"]: option["values"] for option in json.loads(out)["options"]}
    assert [way["texts"] for way in ways["cloak"]] == [[], ["v1.2.2", "v1.2.3"]]
    assert edition_options("v1.2.3")["cloak"] == edition_options("v1.2.2")["cloak"] == "v1.2.2"


def test_simulate_takes_options(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    command = ("simulate", "introductory", "--players", "random,random", "--seed", "5", "--save", str(tmp_path))
    assert run(capsys, *command, "--option", "ecm=diminish", "--option", "terrain=off")[0] == 0
    (saved,) = tmp_path.glob("*.json")
    assert jovian.load(saved).state.options == {"ecm": "diminish", "terrain": "off"}
    assert run(capsys, *command, "--edition", "v1.2.2", "--option", "ecm=diminish")[0] == 0
    status, _, err = run(capsys, *command, "--edition", "v1.2.9")
    assert status == 2 and "there is no edition 'v1.2.9'; did you mean 'v1.2.4'?" in err
    status, _, err = run(capsys, *command, "--option", "ecm")
    assert status == 2 and "option ecm is not ''" in err and err.count("\n") == 1
