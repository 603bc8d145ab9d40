"""Tests that exactly those scenarios which pass `check` can be played, with one validation for all commands."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from jovian.cards import CardError, parse_scenario, unit_cards
from jovian.cards.files import Shelf, use_shelves
from jovian.match import Match, Setup
from tests.commands import ROOT, run
from tests.frozen_contents import FROZEN
from tests.rules_api import find_setup_problems, playable_content

SHIP = "{id: ship, card: jovian/alexander, side: 0, x: 24, y: 12}"
FOE = "{id: foe, card: cega/tengu, side: 1, x: 24, y: 36, heading: 180}"
GOOD = {
    "apart": "[SHIP, FOE]",
    "side by side": "[SHIP, FOE, {id: mate, card: jovian/valiant, side: 0, x: 30, y: 12}]",
    "assailant": "[SHIP, FOE, {id: fly, card: jovian/pathfinder, side: 0, x: 24, y: 34.5, assaulting: foe}]",
    "escort": "[SHIP, FOE, {id: fly, card: jovian/kestrel, side: 0, x: 24, y: 14.5, escorting: ship}]",
    "formation": "[FOE, {id: one, card: jovian/shrike, side: 0, x: 9, y: 9},"
                 " {id: two, card: jovian/shrike, side: 0, x: 9, y: 10, formation: one}]",
    "aboard": "[SHIP, FOE, {id: fly, card: jovian/kestrel, side: 0, embarked_in: ship}]",
    "crippled": "[SHIP, {id: foe, card: cega/tengu, side: 1, x: 24, y: 36, structure: 0}]",
    "stealthed": "[FOE, {id: fly, card: jovian/kestrel, side: 0, x: 9, y: 9, states: {stealthed: 2}}]",
}  # fmt: skip
BAD = {
    "on another": ("[SHIP, FOE, {id: mate, card: jovian/valiant, side: 0, x: 25, y: 12}]", "'mate' stands on 'ship'"),
    "on a rock": ("[SHIP, FOE, {id: mate, card: jovian/valiant, side: 0, x: 40, y: 24}]", "'mate' stands on 'rock'"),
    "over the edge": ("[FOE, {id: ship, card: jovian/valiant, side: 0, x: 24, y: 1}]", "partly off the table"),
    "assailant afar": (
        "[SHIP, FOE, {id: fly, card: jovian/pathfinder, side: 0, x: 24, y: 18, assaulting: foe}]",
        "is assaulting 'foe'",
    ),
    "escort afar": (
        "[SHIP, FOE, {id: fly, card: jovian/kestrel, side: 0, x: 24, y: 30, escorting: ship}]", "is escorting 'ship'",
    ),
    "formation apart": (
        "[FOE, {id: one, card: jovian/shrike, side: 0, x: 9, y: 9},"
        " {id: two, card: jovian/shrike, side: 0, x: 9, y: 20, formation: one}]", "does not touch its formation",
    ),
    "no Structure": (
        "[SHIP, {id: fly, card: cega/fury, side: 1, x: 9, y: 9, structure: 0}]", "'fly' has no Structure left",
    ),
    "crippled in name": (
        "[SHIP, {id: foe, card: cega/tengu, side: 1, x: 24, y: 36, states: {crippled: 1}}]", "and has Structure left",
    ),
    "a squadron captured": (
        "[SHIP, {id: fly, card: cega/fury, side: 1, x: 9, y: 9, states: {captured: 1}}]", "which only ships are",
    ),
    "a state of nothing": (
        "[FOE, {id: ship, card: jovian/valiant, side: 0, x: 9, y: 9, states: {evading: 0}}]", "evading with 0",
    ),
    "fleets beside models": ("[SHIP, FOE]\nfleets: [jovian-150, cega-150]", "has no fleets"),
    "unknown roles": ("[SHIP, FOE]\ninitiative: attackers", "must be 'random' or 'attacker-defender'"),
    "another way to deploy": ("[SHIP, FOE]\ndeployment: piecemeal", "must be 'fleet' or 'escalating'"),
    "other zones": ("[SHIP, FOE]\nzones: corner", "did you mean 'corners'"),
    "no such ready fleet": ("[]\nfleets: [jovian-150, cega-15]", "no ready fleet 'cega-15'; did you mean 'cega-150'?"),
    "nobody": ("[]", "needs 'fleets' or 'models'"),
}  # fmt: skip


def write_scenario(folder: Path, models: str) -> Path:
    """Write a scenario file with these models."""
    path = folder / "position.yaml"
    models = models.replace("SHIP", SHIP).replace("FOE", FOE)
    path.write_text(
        "name: A Position\nsummary: Placed.\nturns: 1\nobjectives: [{kind: most_victory_points, points: 10}]\n"
        f"terrain: [{{id: rock, kind: large-asteroid, x: 40, y: 24, radius: 1}}]\nmodels: {models}\n",
        encoding="utf-8",
    )  # fmt: skip
    return path


def commands(path: Path) -> list[tuple[str, ...]]:
    """Return every command that takes a scenario."""
    picture = str(path.parent / "board.png")
    simulate = ("simulate", str(path), "--players", "random,random")
    render = ("render", str(path), "-o", picture, "--size", "200")
    return [("check", str(path)), simulate, ("measure", str(path)), render]


def offered(folder: Path) -> tuple[str, tuple[str, ...]]:
    """Return the stem of the scenario if the window offers it, and the lines about skipped files."""
    shelf = Shelf.at(folder)._replace(scenarios=folder)
    with use_shelves(FROZEN, shelf):
        content = playable_content()
        return "position" if "position" in content.scenarios else "", content.left_out


@pytest.mark.parametrize("name", GOOD)
def test_what_is_good_is_taken_by_all(name: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = write_scenario(tmp_path, GOOD[name])
    for command in commands(path):
        status, _, err = run(capsys, *command)
        assert (status, err) == (0, ""), (command, err)
    assert offered(tmp_path) == ("position", ())


@pytest.mark.parametrize("name", BAD)
def test_what_is_bad_is_refused_by_all_with_one_reason(
    name: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = write_scenario(tmp_path, BAD[name][0])
    for command in commands(path):
        status, _, err = run(capsys, *command)
        assert status == 2 and BAD[name][1] in err, (command, err)
        assert err.startswith(f"{path}:") and err.count("\n") == 1
    stem, (skipped,) = offered(tmp_path)
    assert stem == "" and "position" in skipped and BAD[name][1] in skipped


@pytest.mark.parametrize("name", ["{folder}/fleets/own.yaml", "fleets/own.yaml", "../{parent}/fleets/own.yaml"])
def test_a_scenario_names_ready_fleets_and_no_paths(
    name: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A scenario can come from a stranger, so no file that it names is opened."""
    path, fleet = write_scenario(tmp_path, "[]"), tmp_path / "fleets" / "own.yaml"
    fleet.parent.mkdir()
    fleet.write_text((ROOT / "assets/fleets/cega-150.yaml").read_text(encoding="utf-8"), encoding="utf-8")
    named = name.format(folder=tmp_path, parent=tmp_path.name)
    text = path.read_text(encoding="utf-8").replace("models: []", f"fleets: [{named}, jovian-150]")
    path.write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert run(capsys, "check", fleet)[0] == 0
    for command in commands(path):
        status, out, err = run(capsys, *command)
        assert (status, out, err.count("\n")) == (2, "", 1), (command, err)
        assert err.startswith(f"{path}:6: fleets 1: ") and "has characters that are not allowed" in err, err
    path.write_text(text.replace(named, "cega-150"), encoding="utf-8")
    assert run(capsys, "check", path)[0] == 0


@pytest.mark.parametrize("seed", range(40))
def test_whatever_passes_can_be_played(seed: int) -> None:
    """Many of the random models are nonsense. Those that pass the check are played without an error."""
    rng = Random(seed)
    models = [_anything(rng, number) for number in range(rng.randrange(2, 7))]
    data = {
        "name": "Any", "summary": "Any.", "turns": 2, "models": models, "table": {"width": 24, "height": 24},
        "objectives": [{"kind": "most_victory_points", "points": 10}],
    }  # fmt: skip
    try:
        setup = Setup(parse_scenario(data, "any"), (), unit_cards(), seed)
    except CardError:
        return
    if find_setup_problems(setup):
        return
    match = Match(setup)
    while match.decision is not None and len(match.journal) < 200:
        assert match.decision.check(match.decision.default()) is None
        match.answer(match.decision.sample(rng))


def _anything(rng: Random, number: int) -> dict[str, Any]:
    card = unit_cards()[rng.choice(list(unit_cards()))]
    line: dict[str, Any] = {"id": f"m{number}", "card": card.key, "side": rng.randrange(2)}
    line |= {"heading": rng.randrange(360), "x": rng.randrange(25), "y": rng.randrange(25)}
    if rng.random() < 0.5:
        names = ["boarded", "captured", "evading", "hard-burn", "overdriven-defense", "station-keeping", "stealthed"]
        names += ["suppressed", "targeted", "towed", "extra-fueled", "fuel-pod", "crippled"]
        line["states"] = {rng.choice(names): rng.randrange(0, 4)}
    if rng.random() < 0.3:
        line["structure"] = rng.choice([0, *card.tracks["structure"]])
    if rng.random() < 0.2:
        line[rng.choice(["embarked_in", "escorting", "assaulting", "formation"])] = f"m{rng.randrange(4)}"
    return line
