"""Balance: the fleets swap sides, wins are counted by faction and fleet, and values of units are found again."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from jovian.cards import unit_cards
from jovian.match import Match
from jovian.play import Play, setup_of
from jovian.players import make_player, seat_seed
from jovian.rehearsal.balance import UPGRADES, RandomDuel, fleet_meetings, share_table, unit_values
from jovian.rehearsal.duels import Duel, fight
from tests.commands import ROOT, run

pytestmark = pytest.mark.usefixtures("short_games")

PLAYERS = ("random", "random")
SMALL = (("introductory", ()),)
OWN_MODELS = str(ROOT / "scenarios" / "first-game.yaml")


def test_the_fleets_swap_sides() -> None:
    meetings = fleet_meetings(("introductory",), ("jovian-150", "cega-150"))
    pair = fight(next(Duel(PLAYERS, meetings, 7, swaps_fleets=True).fights()))
    for bout, fleets in zip(pair.bouts, (meetings[0][1], meetings[0][1][::-1]), strict=True):
        game = Play(Match(setup_of("introductory", fleets, 7), log=False))
        game.play_out(*(make_player("random", seat_seed(7, side)) for side in (0, 1)))
        assert bout.digest == game.state.digest()
        winner = game.state.winner
        assert bout.winner == (None if winner is None else bout.seats[winner])


def test_fleets_of_one_faction_do_not_meet() -> None:
    fleets = ("jovian-150", "jovian-250", "cega-150")
    assert {names for _, names in fleet_meetings(("introductory",), fleets)} == {
        ("jovian-150", "cega-150"), ("jovian-250", "cega-150"),
    }  # fmt: skip


def test_shares_count_both_sides() -> None:
    pairs: list[Any] = [
        SimpleNamespace(fleets=("a1", "b1"), score=1.0), SimpleNamespace(fleets=("b2", "a1"), score=0.25),
        SimpleNamespace(fleets=("b1", "c1"), score=0.5),
    ]  # fmt: skip
    table = [(row.name, row.pairs, row.share.value) for row in share_table(pairs, lambda fleet: fleet[0])]
    assert table == [("a", 2, 0.875), ("c", 1, 0.5), ("b", 3, pytest.approx(0.25))]
    assert [row.name for row in share_table(pairs, str)] == ["a1", "c1", "b1", "b2"]


@pytest.mark.long
def test_values_of_units_are_found_again() -> None:
    """Scores are made up from values that are known."""
    duel, rng = RandomDuel(PLAYERS, SMALL, 1, pairs=90, tested=False, size=150), Random(1)
    values, cards, pairs = {"jovian/valiant": 2.0, "cega/wyvern": 0.0}, unit_cards(), list[Any]()
    for number in range(90):
        lead = 0.0
        for sign, fleet in zip((1, -1), duel.draw(number)[1], strict=True):
            for entry in fleet.entries:
                lead += sign * (values.get(entry.unit, 1) * cards[entry.unit].tv + entry.upgrade_tv)
        pairs.append(SimpleNamespace(number=number, score=0.5 + 1.5 * lead / 150 + rng.gauss(0, 0.05)))
    found = {row.unit: row for row in unit_values(duel, pairs)}
    assert found["jovian/valiant"].value.low > 1.3 and found["cega/wyvern"].value.high < 0.8
    others = [row for unit, row in found.items() if unit not in (*values, UPGRADES) and row.pairs > 10]
    assert others and all(0.5 < row.value.value < 1.5 for row in others)
    assert sum(row.value.low <= 1 <= row.value.high for row in others) > 0.7 * len(others)


def test_without_any_effect_the_values_are_unknown() -> None:
    duel = RandomDuel(PLAYERS, SMALL, 1, pairs=2, tested=False, size=150)
    pairs: list[Any] = [SimpleNamespace(number=number, score=0.5) for number in range(2)]
    assert {(row.value.value, row.value.half) for row in unit_values(duel, pairs)} == {(1.0, float("inf"))}


@pytest.mark.parametrize("subject", ["units", pytest.param("fleets", marks=pytest.mark.long)])
def test_a_balance_continues_in_its_file(capsys: pytest.CaptureFixture[str], tmp_path: Path, subject: str) -> None:
    options = ("balance", subject, "--player", "random", "--scenarios", "introductory", "--size", "150", "--seed", "3",
               "--workers", "1", "--json", "--save")  # fmt: skip
    whole = json.loads(run(capsys, *options, tmp_path / "whole", "--pairs", "2")[1])
    run(capsys, *options, tmp_path / "parts", "--pairs", "1")
    assert json.loads(run(capsys, *options, tmp_path / "parts", "--pairs", "2")[1]) == whole
    assert whole["pairs"] == 2 and whole["complete"]
    names = [row["unit"] for row in whole["units"]] if subject == "units" else [row["name"] for row in whole["fleets"]]
    assert len(names) == len(set(names)) > 1
    other = ("balance", "fleets" if subject == "units" else "units", *options[2:])
    status, _, error = run(capsys, *other, tmp_path / "parts", "--pairs", "2")
    assert status == 2 and "Use another file for a new duel." in error


@pytest.mark.parametrize(
    ("words", "cause"),
    [
        (("ships",), "usage: measure 'fleets' or 'units', not 'ships'"),
        (("units", "--fleets", "jovian-150"), "usage: --fleets: 'units' plays with random fleets"),
        (("fleets", "--fleets", "jovian-150,jovian-250"), "usage: --fleets: needs fleets of at least 2 factions"),
        (("fleets", "--size", "151"), "usage: --size: there is no ready fleet of 151 TV"),
        (("units", "--scenarios", OWN_MODELS), "first-game.yaml' places its own models"),
    ],
)
def test_wrong_words_are_refused(capsys: pytest.CaptureFixture[str], words: tuple[str, ...], cause: str) -> None:
    status, _, error = run(capsys, "balance", *words, "--pairs", "1")
    assert status == 2 and cause in error and error.count("\n") == 1


def test_the_table_names_units_and_points(capsys: pytest.CaptureFixture[str]) -> None:
    words = (
        "units",
        "--player",
        "random",
        "--scenarios",
        "introductory",
        "--size",
        "150",
        "--pairs",
        "1",
        "--seed",
        "3",
    )
    status, text, _ = run(capsys, "balance", *words, "--workers", "1")
    assert status == 0 and text.startswith("random against random: 1 pair of games, seed 3\n")
    assert "value per point" in text and "1.00 (unknown)" in text
