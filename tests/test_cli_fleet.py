"""Tests of `fleet`: check fleets, print them for sharing, and import lists."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from jovian.cards import load_fleet
from jovian.fleets.draft import draft_of
from jovian.fleets.formats import CODE
from tests.commands import run

ILLEGAL = "name: Few\nfaction: CEGA\nsize: 150\nunits: [cega/uller]\n"


def test_check_prints_each_rule_with_its_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "fleet", "check", "cega-150")
    assert (status, err) == (0, "")
    first, *rules = out.splitlines()
    assert first == "cega-150: Orbital Patrol, CEGA, legal"
    assert any(rule.startswith("ok: Points, ") for rule in rules) and not any("broken" in rule for rule in rules)


def test_an_illegal_fleet_has_status_2_and_a_suggestion(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "few.yaml"
    file.write_text(ILLEGAL)
    status, out, _ = run(capsys, "fleet", "check", file)
    assert status == 2 and "broken: Squadrons" in out and "suggestion: Add a" in out
    status, out, _ = run(capsys, "fleet", "check", file, "cega-150", "--json")
    found = json.loads(out)["fleets"]
    assert status == 2 and [fleet["legal"] for fleet in found] == [False, True]
    broken = [rule["rule"] for rule in found[0]["rules"] if not rule["kept"]]
    assert broken == ["Squadrons", "Capital ships"]


@pytest.mark.parametrize("form", ["text", "code", "json", "yaml"])
def test_a_printed_list_can_be_imported(capsys: pytest.CaptureFixture[str], tmp_path: Path, form: str) -> None:
    shared, mine = tmp_path / "shared.txt", tmp_path / "mine.yaml"
    assert run(capsys, "fleet", "text", "jovian-250", "--as", form, "-o", shared)[0] == 0
    status, _, err = run(capsys, "fleet", "import", shared, "-o", mine)
    assert (status, err) == (0, "")
    assert draft_of(load_fleet(mine)) == draft_of(load_fleet("jovian-250"))


def test_a_list_comes_from_standard_input(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    code = run(capsys, "fleet", "text", "venusian-150", "--as", "code")[1]
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(code.encode())))
    status, out, _ = run(capsys, "fleet", "import", "-")
    assert status == 0 and "faction: Venusian" in out


@pytest.mark.parametrize(("name", "start"), [("code.svg", b"<?xml"), ("code.png", b"\x89PNG")])
def test_a_qr_code_is_a_picture(capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str, start: bytes) -> None:
    status, out, _ = run(capsys, "fleet", "text", "cega-150", "--as", "code", "--qr", tmp_path / name)
    assert status == 0 and out.startswith(CODE) and (tmp_path / name).read_bytes().startswith(start)


def test_what_is_unknown_is_named_and_gives_status_1(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "old.txt"
    file.write_text("Old (CEGA, 150 TV)\n1 Death Star\n1 Uller = 30\nbye\n")
    status, out, err = run(capsys, "fleet", "import", file)
    assert status == 1 and "unit: cega/uller" not in out and "cega/uller" in out
    assert f"{file}: line 2: there is no unit card 'Death Star', 1 left out" in err
    assert f"{file}: line 3: 1 Uller: costs" in err and "squadrons" in err
    assert f"{file}: line 4: 'bye' isn't part of a fleet, left out" in err


def test_a_spelling_error_is_corrected_and_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "mail.txt"
    file.write_text("Hi,\n> Old (CEGA, 150 TV)\n> • 1 Ulller\n")
    status, out, err = run(capsys, "fleet", "import", file)
    assert status == 1 and "cega/uller" in out and f"{file}: line 3: 'Ulller' is read as Uller" in err
    status, _, err = run(capsys, "fleet", "check", file)
    assert (status, err) == (2, f"{file}:3: there is no unit card 'Ulller'; did you mean 'Uller'?, 1 left out\n")


def test_a_wrong_total_is_one_line_with_both_numbers(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "mail.txt"
    file.write_text("Old (CEGA, 150 TV)\n1 Uller = 33\n2 Fury = 26\nTotal: 150 TV\n")
    status, out, err = run(capsys, "fleet", "import", file)
    assert (status, out) == (2, "") and err == f"{file}:4: the total is 150 TV, but the units add up to 59 TV\n"


@pytest.mark.parametrize(
    ("arguments", "cause"),
    [
        (("fleet", "sell", "cega-150"), "the actions are check, text, print, and import"),
        (("fleet", "text", "cega-150", "jovian-150"), "takes one FILE, not 2"),
        (("fleet", "text", "cega-150", "--as", "xml"), "--as must be one of text, code, json, yaml, not xml"),
        (("fleet", "text", "cega-150", "--qr", "code.gif"), "a QR code must end in .svg or .png"),
        (("fleet", "check", "cega-150", "--qr", "code.png"), "fleet check has no option --qr"),
        (("fleet", "import", "cega.txt", "--json"), "fleet import has no option --json"),
        (("fleet", "text", "cega-150", "--as", "code", "--json"), "use either --as or --json, not both"),
        (("fleet", "text", "nobody-150"), "there is no fleet of that name"),
        (("fleet", "import", "nowhere.txt"), "cannot be read"),
        (("fleet", "import", "."), "is a folder, not a file"),
    ],
)
def test_bad_usage_is_one_line_and_status_2(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], cause: str
) -> None:
    status, out, err = run(capsys, *arguments)
    assert (status, out) == (2, "") and cause in err and err.count("\n") == 1
