"""Tests of `rules`: finding a rule by words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.commands import run
from tests.rules_api import NOT_DONE, RULES


def test_a_rule_is_found_with_its_place_code_and_tests(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "rules", "kinetic", "cannon")
    assert (status, err) == (0, "")
    first = out.splitlines()[0]
    assert first == "Kinetic Cannon [v1.2.4 Weapons > Kinetic Cannon]"
    assert "jovian/rules/weapons.py" in out and "tests/rules/test_weapons.py" in out


def test_what_is_not_done_says_so(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Every rule is done today, but the next edition can add some."""
    assert [rule for rule in RULES if rule.state == NOT_DONE] == []
    todo = replace(RULES[0], name="Wormholes", state=NOT_DONE, where="", symbols=(), tests="")
    monkeypatch.setattr("jovian.commands.rules.RULES", (*RULES, todo))
    _, out, _ = run(capsys, "rules", "wormholes")
    assert f"Wormholes [{todo.place}]" in out and "not implemented yet" in out


def test_every_rule_is_found_by_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    for rule in RULES[::7]:
        assert f"{rule.name} [{rule.place}]" in run(capsys, "rules", rule.name)[1]


def test_options_are_found_beside_the_rules(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "rules", "drift")[1]
    assert "Option: Crippled ships [v1.2.1 Damage > Crippled Capital Ships]" in out
    assert "use it with --option drift=v1.2.1" in out
    both = run(capsys, "rules", "explosions")[1]
    assert "--option explosion=v1.2.1" in both and "--option explosion=v1.2.3" in both


def test_nothing_found_is_a_failure(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "rules", "hyperspace")
    assert status == 1 and out == "" and err.count("\n") == 1


def test_without_words_the_chapters_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "rules")
    assert "Dice System: 10 rules" in out and "Scenarios" in out
