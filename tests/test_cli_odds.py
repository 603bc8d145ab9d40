"""Tests of `odds`: exact numbers in the documented format."""

from __future__ import annotations

import json

import pytest

from tests.commands import run


def odds(capsys: pytest.CaptureFixture[str], *options: object) -> dict[str, dict[str, float]]:
    """Return the JSON of `odds --json`."""
    status, out, err = run(capsys, "odds", *options, "--json")
    assert (status, err) == (0, "")
    data: dict[str, dict[str, float]] = json.loads(out)
    return data


def test_two_dice_match_once_in_six(capsys: pytest.CaptureFixture[str]) -> None:
    numbers = odds(capsys, "--base", 2)
    assert list(numbers) == ["magnitude", "results"]
    assert numbers["magnitude"] == {"N": 5 / 6, "D": 1 / 6, "T": 0.0, "Q+": 0.0}
    assert numbers["results"]["D4"] == 1 / 36


def test_sets_stand_in_order_of_value(capsys: pytest.CaptureFixture[str]) -> None:
    results = odds(capsys, "--base", 5)["results"]
    assert "D2,T4" in results and "T1,D3" in results and "T4,D2" not in results
    assert sum(results.values()) == pytest.approx(1)


def test_a_negative_macro_pool_lowers_sets(capsys: pytest.CaptureFixture[str]) -> None:
    plain, lowered = odds(capsys, "--base", 2), odds(capsys, "--base", 2, "--macro", -1)
    assert lowered["magnitude"]["D"] == pytest.approx(plain["magnitude"]["D"] * 5 / 6)


def test_a_reroll_and_an_opponent_change_the_odds(capsys: pytest.CaptureFixture[str]) -> None:
    again = odds(capsys, "--base", 2, "--reroll")["magnitude"]
    assert again["N"] == pytest.approx(25 / 36)
    opposed = odds(capsys, "--base", 2, "--against", "2")["magnitude"]
    assert opposed["D"] == pytest.approx(1 / 6 * 5 / 6)


def test_flex_dice_help_the_opponent(capsys: pytest.CaptureFixture[str]) -> None:
    bare, helped = (odds(capsys, "--base", 4, "--against", pool)["magnitude"]["N"] for pool in ("3", "3,1"))
    assert helped > bare


def test_the_table_names_the_pool(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "odds", "--base", 3, "--flex", 1, "--macro", -1, "--against", "2,1")
    assert status == 0 and "3B 1F -1M against 2B 1F" in out and "average magnitude" in out
