"""Drafts of unit cards: every card comes back from its file, problems are at their keys, silhouettes, and files."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jovian.cards import UnitCard, load_unit, unit_cards
from jovian.cards.art import TONES, drawings, load_drawings
from jovian.cards.files import BUILTIN_SHELF, Shelf, use_shelves
from jovian.cards.names import KINDS
from jovian.cards.parsing import parse_document
from jovian.editing.card_forms import set_card_value, unit_rows, weapon_rows
from jovian.editing.draft import Draft, Piece
from jovian.editing.forms import FormRow, Kind
from jovian.editing.unit_draft import (
    REACH,
    SHAPES,
    SilhouettePart,
    UnitDraft,
    check_unit,
    copy_of,
    format_unit,
    new_unit,
    own_unit_file,
    parts_of,
    save_unit,
    unit_draft,
)

VALIANT = "jovian/valiant"


def valiant() -> UnitDraft:
    return unit_draft(unit_cards()[VALIANT])


def with_card(draft: UnitDraft, **values: object) -> UnitDraft:
    card = draft.card
    for key, value in values.items():
        card = card.with_value((key,), value)
    return replace(draft, card=card)


def test_every_card_of_the_game_comes_back_from_its_file() -> None:
    with use_shelves(BUILTIN_SHELF):
        cards = unit_cards()
        assert len(cards) > 70
        for key, card in cards.items():
            draft = unit_draft(card)
            again = parse_document(format_unit(draft), key).data
            assert again == draft.card.data
            assert check_unit(draft, cards, key) == (card, [])
            assert draft.parts


def test_every_key_of_every_card_has_a_row() -> None:
    with use_shelves(BUILTIN_SHELF):
        for card in unit_cards().values():
            draft = unit_draft(card)
            paths = {row.path[0] for row in unit_rows(draft.card, draft.form) if row.path}
            assert set(draft.card.data) - paths <= {"kind", "image"}
            for number, line in enumerate(draft.card.lines("weapons")):
                rows = weapon_rows(draft.card, draft.form, Piece("weapons", number))
                assert set(line) <= {row.path[2] for row in rows if len(row.path) > 2}
                assert all(row.help for row in rows if row.path)


@pytest.mark.parametrize("kind", KINDS)
def test_a_new_unit_has_no_problem(kind: str) -> None:
    card, problems = check_unit(new_unit("CEGA", kind), unit_cards())
    assert card is not None and card.kind == kind and problems == []


@pytest.mark.parametrize(
    ("key", "value", "path", "words"),
    [
        ("tv", None, ("tv",), "missing key 'tv'"),
        ("speed", "fast", ("speed",), "whole number"),
        ("speed", 21, ("speed",), "20"),
        ("structure", [1, 2], ("structure",), "highest first"),
        ("traits", ["Hangers:2", "ECMM:1"], ("traits", 1), "did you mean 'ECM'"),
        ("name", "../up", ("name",), "name"),
        ("name", "x" * 61, ("name",), "name"),
        ("about", "x" * 241, ("about",), "240"),
        ("faction", "Jovia", ("faction",), "did you mean 'Jovian'"),
        ("wings", 2, ("wings",), "unknown key"),
        ("counterpart", VALIANT, ("counterpart",), "Q-Ship"),
    ],
)
def test_a_problem_is_at_its_key(key: str, value: object, path: tuple[str | int, ...], words: str) -> None:
    card, problems = check_unit(with_card(valiant(), **{key: value}), unit_cards(), VALIANT)
    assert card is None and [problem.path for problem in problems] == [path]
    assert words in problems[0].reason and "\n" not in problems[0].reason


def test_a_weapon_has_its_problems_in_its_line() -> None:
    draft = valiant()
    bad = replace(draft, card=draft.card.with_value(("weapons", 1, "arcs"), ["fore", "nowhere"]))
    _, problems = check_unit(bad, unit_cards(), VALIANT)
    assert problems and all(problem.path[:2] == ("weapons", 1) for problem in problems)


def test_two_cards_of_a_faction_have_different_names() -> None:
    cards = unit_cards()
    _, problems = check_unit(valiant(), cards)
    assert [problem.path for problem in problems] == [("name",)]
    copied = copy_of(valiant(), cards)
    assert copied.name == "Valiant 2" and check_unit(copied, cards)[1] == []


# --- Rows ---


def row_at(draft: Draft, form: type, path: tuple[str | int, ...], kind: Kind | None = None) -> FormRow:
    rows = [*unit_rows(draft, form), *weapon_rows(draft, form, Piece("weapons", 0))]
    return next(row for row in rows if row.path == path and (kind is None or row.kind is kind))


def test_rows_change_the_card_that_is_read() -> None:
    draft = valiant()
    card, form = draft.card, draft.form
    card, _ = set_card_value(card, row_at(card, form, ("armor", "fore")), 2)
    card, _ = set_card_value(card, row_at(card, form, ("sensors",)), [3, 2, 1])
    card, _ = set_card_value(card, row_at(card, form, ("traits",), Kind.ADD), "ECM:1")
    card, _ = set_card_value(card, row_at(card, form, ("weapons", 0, "as")), "ST")
    card, piece = set_card_value(card, row_at(card, form, ("weapons",)), "weapon")
    assert piece == Piece("weapons", 2)
    built, problems = check_unit(replace(draft, card=card), unit_cards(), VALIANT)
    assert problems == [] and built is not None
    assert (built.armor["fore"], built.tracks["sensors"], built.level("ECM")) == (2, (3, 2, 1), 1)
    assert len(built.mounts) == len(unit_cards()[VALIANT].mounts) + 1


def test_a_squadron_has_no_hardpoints() -> None:
    ship, squadron = new_unit("CEGA", "capital"), new_unit("CEGA", "squadron")
    offers = [len(row_at(each.card, each.form, ("weapons",)).options) for each in (ship, squadron)]
    assert offers == [2, 1]


# --- Silhouettes ---


@given(
    st.sampled_from(list(SHAPES.values())), st.floats(-3, 3), st.floats(-3, 3), st.floats(0, 4), st.floats(0, 4),
)  # fmt: skip
def test_a_part_stays_within_reach(part: SilhouettePart, dx: float, dy: float, width: float, length: float) -> None:
    for changed in (part.moved(dx, dy), part.sized(width, length), part.sized(width, length).moved(dx, dy)):
        left, right, low, high = changed.box
        assert left >= 0 and right <= REACH and low >= -REACH and high <= REACH
        assert changed.tone in TONES and len(changed.points) == len(part.points)
        assert changed.is_middle or not part.is_middle


def test_a_part_covers_what_is_drawn_on_both_sides() -> None:
    block = SilhouettePart("hull", ((0.2, 0.5), (0.4, 0.5), (0.4, -0.5), (0.2, -0.5)))
    assert block.covers(0.3, 0) and block.covers(-0.3, 0)
    assert not block.covers(0, 0) and not block.covers(0.3, 0.6)


def test_the_parts_of_a_drawing_draw_it_again() -> None:
    for name, facets in drawings().items():
        assert tuple(facet for part in parts_of(name) for facet in part.facets()) == facets


# --- Files ---


def test_a_file_that_was_damaged_meanwhile_is_written_again(tmp_path: Path) -> None:
    shelf = own_shelf(tmp_path)
    with use_shelves(BUILTIN_SHELF, shelf):
        saved, path = save_unit(copy_of(valiant(), unit_cards()), shelf)
        for damage in (lambda: path.write_text("speed: [", encoding="utf-8"), path.unlink):
            damage()
            assert save_unit(saved, shelf, path, saved.key)[1] == path
            assert load_unit(path).key == saved.key


def own_shelf(folder: Path) -> Shelf:
    return Shelf.at(folder / "own")


def test_a_saved_card_is_on_the_shelf_at_once(tmp_path: Path) -> None:
    shelf = own_shelf(tmp_path)
    with use_shelves(BUILTIN_SHELF, shelf):
        saved, path = save_unit(copy_of(valiant(), unit_cards()), shelf)
        assert path == shelf.units / "jovian" / "valiant-2.yaml" and own_unit_file(saved.key, shelf) == path
        assert unit_cards()["jovian/valiant-2"] == load_unit(path)
        assert not shelf.silhouettes.exists()  # It has the silhouette of the card that it was copied from.
        assert load_unit(path).image == "valiant"


def test_a_changed_silhouette_gets_a_file_of_its_own(tmp_path: Path) -> None:
    shelf = own_shelf(tmp_path)
    with use_shelves(BUILTIN_SHELF, shelf):
        draft = copy_of(valiant(), unit_cards())
        draft = replace(draft, parts=(*draft.parts, SHAPES["Wings"]))
        saved, path = save_unit(draft, shelf)
        image = load_unit(path).image
        drawn = load_drawings(shelf.silhouettes / f"{image}.yaml")[image]
        assert drawn == drawings()[image] == tuple(facet for part in draft.parts for facet in part.facets())
        again, same = save_unit(replace(saved, parts=(SHAPES["Hull"],)), shelf, path, saved.key)
        assert same == path and again.card.data["image"] == image and len(drawings()[image]) == 2
        assert drawings()["valiant"] == load_drawings(BUILTIN_SHELF.silhouettes / "jovian.yaml")["valiant"]


def test_a_new_name_is_a_new_file_and_nothing_is_replaced(tmp_path: Path) -> None:
    shelf = own_shelf(tmp_path)
    with use_shelves(BUILTIN_SHELF, shelf):
        saved, path = save_unit(copy_of(valiant(), unit_cards()), shelf)
        other, there = save_unit(with_card(saved, name="Renamed"), shelf, path, saved.key)
        assert there != path and {load_unit(path).name, load_unit(there).name} == {"Valiant 2", "Renamed"}
        there.with_name("third.yaml").write_text("not a card", encoding="utf-8")
        _, last = save_unit(with_card(other, name="Third"), shelf, there, other.key)
        assert last.name == "third-2.yaml" and there.with_name("third.yaml").read_text() == "not a card"


def test_a_card_is_kept_after_any_edits(tmp_path: Path) -> None:
    """A card of each kind is saved, read, and edited again."""
    shelf = own_shelf(tmp_path)
    with use_shelves(BUILTIN_SHELF, shelf):
        for kind in KINDS:
            draft, path = save_unit(new_unit("Venusian", kind), shelf)
            card: UnitCard = load_unit(path)
            assert unit_draft(card).card.data == draft.card.data
            assert unit_draft(card).parts == draft.parts
