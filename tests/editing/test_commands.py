"""Tests of commands on a draft: any number can be undone, saved, and loaded, and none is ever half done."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jovian.cards import unit_cards
from jovian.cards.files import unshowable
from jovian.cards.names import TERRAIN_KINDS
from jovian.editing.commands import (
    add_corner,
    add_piece,
    copy_piece,
    corners_of,
    delete_piece,
    move_corner,
    move_piece,
    pose_of,
    remove_corner,
    rotate_piece,
)
from jovian.editing.draft import Draft, History, Piece, model_line, new_draft, terrain_line
from jovian.editing.files import format_scenario, parse_draft
from jovian.editing.problems import find_problems, sketch
from tests.editing.drafts import SHIP, WING, duel

Step = Callable[[Draft], Draft]
INCHES = st.floats(-30, 60, allow_nan=False)
NUMBERS = st.integers(0, 30)
TEXTS = st.text(max_size=300).filter(lambda text: not unshowable(text))


def some_piece(draft: Draft, number: int) -> Piece | None:
    pieces = [Piece(section, index) for section in ("terrain", "models") for index in range(len(draft.lines(section)))]
    return pieces[number % len(pieces)] if pieces else None


def on_piece(number: int, command: Callable[[Draft, Piece], Draft]) -> Step:
    def step(draft: Draft) -> Draft:
        piece = some_piece(draft, number)
        return command(draft, piece) if piece is not None else draft

    return step


def cornered(number: int, command: Callable[[Draft, Piece, int], Draft]) -> Step:
    def step(draft: Draft, piece: Piece) -> Draft:
        corners = corners_of(draft, piece)
        return command(draft, piece, number % len(corners)) if corners else draft

    return on_piece(number, step)


STEPS = st.one_of(
    st.builds(lambda k, x, y: lambda d: add_piece(d, "terrain", terrain_line(k, x, y))[0],
              st.sampled_from(sorted(TERRAIN_KINDS)), INCHES, INCHES),
    st.builds(lambda k, s, x, y: lambda d: add_piece(d, "models", model_line(unit_cards()[k], s, x, y))[0],
              st.sampled_from(sorted(unit_cards())), st.integers(0, 1), INCHES, INCHES),
    st.builds(lambda n, x, y: on_piece(n, lambda d, p: move_piece(d, p, x, y)), NUMBERS, INCHES, INCHES),
    st.builds(lambda n, a: on_piece(n, lambda d, p: rotate_piece(d, p, a)), NUMBERS, st.integers(-720, 720)),
    st.builds(lambda n: on_piece(n, lambda d, p: copy_piece(d, p)[0]), NUMBERS),
    st.builds(lambda n: on_piece(n, delete_piece), NUMBERS),
    st.builds(lambda n: cornered(n, add_corner), NUMBERS),
    st.builds(lambda n: cornered(n, remove_corner), NUMBERS),
    st.builds(lambda n, x, y: cornered(n, lambda d, p, c: move_corner(d, p, c, (x, y))), NUMBERS, INCHES, INCHES),
    st.builds(lambda text: lambda d: d.with_value(("name",), text), TEXTS),
    st.builds(lambda text: lambda d: d.with_value(("summary",), text), TEXTS),
)  # fmt: skip


@given(st.lists(STEPS, max_size=12))
def test_any_commands_are_undone_written_and_drawn(steps: list[Step]) -> None:
    start = duel()
    history = History((start,))
    for step in steps:
        before = history.now
        history = history.then(step(before))
        assert history.undone().now == before or history.now == before
        assert history.undone().redone().now == history.now
    draft = history.now
    assert parse_draft(format_scenario(draft), "draft") == draft
    assert set(sketch(draft).pieces) >= set(sketch(draft).state.models)
    assert isinstance(find_problems(draft), list)
    while history.can_undo:
        history = history.undone()
    assert history.now == start


def test_a_ship_takes_along_what_is_in_contact_with_it() -> None:
    draft = duel()
    draft = draft.with_value(("models", 1, "escorting"), "ship")
    moved = move_piece(draft, Piece("models", 0), 3, -2)
    assert [pose_of(line) for line in moved.lines("models")[:2]] == [(13, 6, 0), (13, 9, 0)]
    swung = rotate_piece(moved, Piece("models", 0), 90)
    assert [pose_of(line) for line in swung.lines("models")[:2]] == [(13, 6, 90), (16, 6, 90)]
    assert pose_of(swung.lines("models")[2]) == pose_of(draft.lines("models")[2])


def test_nothing_is_moved_off_the_table() -> None:
    assert pose_of(move_piece(duel(), Piece("models", 0), -40, 99).lines("models")[0]) == (0, 48, 0)


def test_with_a_ship_goes_who_is_aboard_and_stays_who_only_belongs_to_it() -> None:
    draft, aboard = add_piece(duel(), "models", {"id": "hidden", "card": WING, "side": 0, "embarked_in": "ship"})
    draft = draft.with_value(("models", 1, "escorting"), "ship")
    left = delete_piece(draft, Piece("models", 0)).lines("models")
    assert [line["id"] for line in left] == ["wing", "foe"]
    assert "escorting" not in left[0]
    assert aboard == Piece("models", 3)


def test_models_take_the_place_of_fleets_and_terrain_that_of_a_layout() -> None:
    fleets = new_draft(("jovian-150", "cega-150")).with_value(("layout",), "generated")
    with_ship, _ = add_piece(fleets, "models", model_line(unit_cards()[SHIP], 0, 9, 9))
    assert "fleets" not in with_ship.data and "layout" not in with_ship.data
    with_rock, _ = add_piece(fleets, "terrain", terrain_line("wreck", 9, 9))
    assert with_rock.data["fleets"] == ["jovian-150", "cega-150"] and "layout" not in with_rock.data


def test_a_copy_lies_beside_with_an_id_of_its_own() -> None:
    draft, copy = copy_piece(duel(), Piece("models", 0))
    assert copy == Piece("models", 3)
    assert draft.line(copy) == {**draft.lines("models")[0], "id": "ship-2", "x": 12, "y": 10}


@pytest.mark.parametrize("kind", sorted(TERRAIN_KINDS))
def test_a_new_piece_of_every_kind_is_right_and_drawn(kind: str) -> None:
    draft = new_draft(("jovian-150", "cega-150"))
    if TERRAIN_KINDS[kind].band:
        draft, _ = add_piece(draft, "terrain", terrain_line("planet", 0, 0))
    draft, piece = add_piece(draft, "terrain", terrain_line(kind, 24, 24))
    assert find_problems(draft) == []
    shown = sketch(draft)
    ident = shown.piece_id(piece)
    assert ident in shown.state.terrain or ident in shown.state.models


def test_three_corners_stay() -> None:
    draft, piece = add_piece(new_draft(()), "terrain", terrain_line("asteroid-field", 24, 24))
    for _ in range(9):
        draft = remove_corner(draft, piece, 0)
    assert len(corners_of(draft, piece)) == 3
    more = add_corner(draft, piece, 2)
    assert len(corners_of(more, piece)) == 4
    assert corners_of(move_corner(more, piece, 3, (30, 31)), piece)[3] == (30, 31)
