"""A position as SVG: models, terrain, and zones are where the state says; names stay text; nothing secret."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from xml.etree.ElementTree import Element, fromstring, tostring

import pytest

from jovian.board_svg import SOFT, board_svg, dice_svg
from jovian.dice import looks
from jovian.game import State, view
from jovian.game.game import open_state
from jovian.match import Match
from jovian.match.saves import save
from jovian.table import Pose, Shape
from jovian.table.overlays import (
    ArcOverlay,
    BaseRing,
    BoardLine,
    BoardPath,
    Brackets,
    ChanceArea,
    Ghost,
    Overlay,
    PointLabel,
    Region,
    Ring,
)
from tests.commands import ROOT, run
from tests.games import finished, random_answers, setup
from tests.rules.stage import ship, squadron, stage

SVG = "{http://www.w3.org/2000/svg}"
SCRIPT = "<script>document.title='x'</script>&amp;\x00\ud800\ufffe"


@pytest.fixture(scope="module")
def match() -> Match:
    return finished(9)


def running(seed: int = 123_456_789_123) -> Match:
    """Return a game that isn't over, in which a side hides models."""
    match = Match(setup(seed))
    for _ in random_answers(match, 5):
        if len(match.journal) >= 60:
            break
    assert any(not model.public for model in match.state.models.values())
    return match


def poses_in(root: Element, kind: str) -> dict[str, tuple[float, ...]]:
    """Return x, y, and heading of each model, or each piece of terrain, by its id."""
    found = {}
    for group in root.iter(f"{SVG}g"):
        if (piece_id := group.get(f"data-{kind}")) is not None:
            marks = " ".join(part.get("transform", "") for part in group.iter(f"{SVG}g"))
            x, y, heading = (float(number) for number in re.findall(r"-?[\d.]+", marks))
            found[piece_id] = (x, -y, heading)
    return found


def poses_of(state: State, kind: str) -> dict[str, tuple[float, ...]]:
    pieces = {model.id: model.pose for model in state.on_table()}
    if kind == "terrain":
        pieces = {piece.id: piece.pose for piece in state.terrain.values()}
    return {piece_id: (round(x, 2), round(y, 2), heading) for piece_id, (x, y, heading) in pieces.items()}


@pytest.mark.parametrize("kind", ["model", "terrain"])
def test_everything_is_where_the_state_says(match: Match, kind: str) -> None:
    state = match.state_at(len(match.journal) // 2)
    root = fromstring(board_svg(state))
    poses = poses_of(state, kind)
    assert poses_in(root, kind) == poses and len(poses) > 5
    assert root.get("viewBox") == "-1 -49 50 50" and (root.get("width"), root.get("height")) == ("1600", "1600")


def test_a_model_has_its_base_arcs_heading_and_name(match: Match) -> None:
    state = match.state_at(len(match.journal) // 2)
    root = fromstring(board_svg(state))
    texts = [text.text for text in root.iter(f"{SVG}text")]
    for model in state.on_table():
        (group,) = [group for group in root.iter(f"{SVG}g") if group.get("data-model") == model.id]
        base = next(group.iter(f"{SVG}polygon"))
        corners = [tuple(map(float, pair.split(","))) for pair in base.get("points", "").split()]
        assert corners == [(round(x, 2) + 0.0, round(-y, 2) + 0.0) for x, y in model.base.points]
        marks = len(list(group.iter(f"{SVG}polyline")))
        arcs = 4 if model.card.base.shape == "rect" else 0
        assert marks == arcs + model.side + 1, "1 chevron for side 0, 2 for side 1"
        assert model.name in texts


def test_the_deployment_phase_has_zones_and_the_comet_a_path(match: Match) -> None:
    first = fromstring(board_svg(match.state_at(0)))
    zones = [polygon for polygon in first.iter(f"{SVG}polygon") if polygon.get("data-zone")]
    assert [(zone.get("data-zone"), zone.get("points")) for zone in zones] == [
        ("0", "0,0 48,0 48,-12 0,-12"), ("1", "0,-36 48,-36 48,-48 0,-48"),
    ]  # fmt: skip
    assert any(polygon.get("stroke-dasharray") == "0.3 0.3" for polygon in first.iter(f"{SVG}polygon"))
    assert "data-zone" not in board_svg(match.state)


def test_names_stay_text(match: Match) -> None:
    state = match.state.clone()
    model = state.on_table()[0]
    state.scenario = replace(state.scenario, name=SCRIPT)
    state.models[model.id] = changed = model.copy()
    changed.card = replace(model.card, name=SCRIPT)
    changed.name = SCRIPT
    text = board_svg(state)
    root = fromstring(text.encode("utf-8"))
    assert "<script" not in text and not list(root.iter(f"{SVG}script"))
    assert SCRIPT.partition("\x00")[0] in [part.text.strip() for part in root.iter(f"{SVG}text") if part.text]


def test_a_part_has_its_own_box(match: Match) -> None:
    root = fromstring(board_svg(match.state, 300, (4, 20, 10, 24)))
    assert (root.get("viewBox"), root.get("width"), root.get("height")) == ("4 -24 6 4", "300", "200")


def test_the_command_shows_what_both_sides_know(
    capsys: pytest.CaptureFixture[str], match: Match, tmp_path: Path
) -> None:
    path, out = tmp_path / "game.json", tmp_path / "new" / "board.svg"
    for game in (match, running()):
        save(game, path)
        status, text, err = run(capsys, "render", path, "--svg", out)
        assert (status, text, err) == (0, f"{out}: turn {game.state.turn}\n", "")
        shown = set(poses_in(fromstring(out.read_text(encoding="utf-8")), "model"))
        known = [{model.id for model in view(game.state, side).on_table()} for side in (0, 1)]
        assert shown == known[0] & known[1]


def test_a_model_that_one_side_hides_is_drawn_when_the_game_is_over(match: Match) -> None:
    state = match.state_at(len(match.journal) // 2)
    assert not state.over
    hidden = state.on_table()[0]
    hidden.public = False
    assert hidden.id not in board_svg(open_state(state, is_over=False))
    assert hidden.id in poses_in(fromstring(board_svg(open_state(state, is_over=True))), "model")


def test_pixels_and_svg_are_written_at_once(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    files = (tmp_path / "a.png", tmp_path / "a.svg")
    save_file = ROOT / "docs" / "table.json"
    assert run(capsys, "render", save_file, "-o", files[0], "--svg", files[1], "--size", 200)[0] == 0
    assert all(path.stat().st_size > 1000 for path in files)


def test_a_folder_is_no_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    status, out, err = run(capsys, "render", "introductory", "--svg", tmp_path)
    assert (status, out, err.count("\n")) == (2, "", 1) and str(tmp_path) in err


LETTER, HEIGHT = 0.44, 0.7
"""Inches of a letter of a name, and of its height."""


def name_boxes(root: Element) -> list[tuple[float, float, float, float]]:
    """Return the left, top, right, and bottom of each text."""
    boxes = []
    for text in root.iter(f"{SVG}text"):
        x, y, half = float(text.get("x", "")), float(text.get("y", "")), len(text.text or "") * LETTER / 2
        boxes.append((x - half, y - HEIGHT, x + half, y))
    return boxes


def covered_pairs(root: Element) -> int:
    """Return how many pairs of texts cover each other."""
    pairs = combinations(name_boxes(root), 2)
    return sum(a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3] for a, b in pairs)


def test_names_do_not_cover_each_other() -> None:
    for seed in range(4):
        game = finished(seed, ("jovian-250", "cega-250"))
        for share in range(4):
            state = game.state_at(len(game.journal) * share // 4)
            assert covered_pairs(fromstring(board_svg(state))) == 0, (seed, share)


def test_a_crowd_has_lines_to_far_names() -> None:
    places = [(20 + 1.6 * (n % 4), 20 + 1.6 * (n // 4)) for n in range(16)]
    game = stage(
        *(squadron(f"Wing-{n}", 0, at) for n, at in enumerate(places)), ship("Far", 1, (40, 40), 180), initiative=0,
    )  # fmt: skip
    root = fromstring(board_svg(game.match.state))
    names = [text.text for text in root.iter(f"{SVG}text")]
    assert covered_pairs(root) == 0 and sorted(names) == sorted([*(f"Wing-{n}" for n in range(16)), "Far"])
    lines = [line for line in root.iter(f"{SVG}line") if line.get("stroke") == SOFT]
    assert 3 < len(lines) < len(names)
    boxes = [(round(left, 1), round(right, 1)) for left, _, right, _ in name_boxes(root)]
    for line in lines:
        end = float(line.get("x2", ""))
        assert any(left - 0.6 <= end <= right + 0.6 for left, right in boxes)
    assert all(left >= -1 and right <= 49 for left, right in boxes)


BASE, PLACE, SQUARE = Shape.rect(2, 3), Pose(20, 20, 0), ((10.0, 10.0), (14.0, 10.0), (14.0, 14.0))
OVERLAYS = (
    ArcOverlay(PLACE, BASE, ("fore", "spinal"), 3, 6), BoardPath((PLACE, PLACE.advanced(3), PLACE.advanced(6)), BASE),
    Ghost(BASE, PLACE, "valiant", "capital", 0), BoardLine((3, 3), (9, 9), 1.0, label="6 inches"),
    Region(SQUARE), Ring((9, 9), 3.0, label="near"), BaseRing(BASE, PLACE, 3.0), Brackets(BASE, PLACE),
    PointLabel((30, 30), "here"), ChanceArea("key", ((SQUARE, 0.5),)),
)  # fmt: skip


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_each_overlay_is_drawn_with_its_texts(match: Match, overlay: Overlay) -> None:
    plain, drawn = (list(fromstring(board_svg(match.state, overlays=each)).iter()) for each in ((), (overlay,)))
    texts = [part.text for part in drawn if part.tag == f"{SVG}text"]
    assert len(drawn) > len(plain) and None not in texts
    assert {getattr(overlay, "label", ""), getattr(overlay, "text", "")} - {""} <= set(texts)


def test_dice_have_pips_and_looks() -> None:
    root = fromstring(dice_svg([(face, look) for look in looks.LOOKS for face in looks.PIPS]))
    dice = [group for group in root.iter("g") if group.get("data-die")]
    assert [len(list(group.iter("circle"))) for group in dice] == [1, 2, 3, 4, 5, 6] * len(looks.LOOKS)
    pictures = {tostring(group).partition(b">")[2] for group in dice}
    assert len(pictures) == len(dice), "looks also differ without their names"
