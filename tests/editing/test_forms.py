"""Tests of forms made from schemas: each key and piece has a row, and every value in them gives a draft."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jovian.cards.files import ROOT
from jovian.cards.scenario import OBJECTIVES, SPECIAL_RULES
from jovian.editing.draft import Draft, Piece
from jovian.editing.files import format_scenario, parse_draft, read_draft
from jovian.editing.forms import FormRow, Kind, piece_lists, piece_rows, scenario_rows, text_of, value_of
from jovian.editing.forms import set_row_value as entered
from jovian.editing.labels import piece_names
from jovian.editing.problems import find_fix, find_problems, sketch
from tests.editing.drafts import duel

TYPED = ("", "7", "-3", "2.5", "2,5", "1.5, 2", "x", "One ¶ Two", "a1, b2")


def all_rows(draft: Draft) -> list[FormRow]:
    sections = ("terrain", "models", *piece_lists())
    pieces = [Piece(section, n) for section in sections for n in range(len(draft.data.get(section) or ()))]
    return [*scenario_rows(draft), *(row for piece in pieces for row in piece_rows(draft, piece))]


def row_of(draft: Draft, *path: str | int, kind: Kind | None = None) -> FormRow:
    return next(row for row in all_rows(draft) if row.path == path and kind in (None, row.kind))


@settings(max_examples=40)
@given(st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, 10**6)), max_size=10))
def test_whatever_is_entered_leads_to_a_draft(steps: list[tuple[int, int]]) -> None:
    draft = read_draft(ROOT / "scenarios" / "waystation.yaml") if len(steps) % 2 else duel()
    for first, second in steps:
        rows = [row for row in all_rows(draft) if row.kind not in (Kind.HEADING, Kind.NOTE, Kind.PIECE)]
        row = rows[first % len(rows)]
        if row.kind in (Kind.CHOICE, Kind.ADD):
            if not row.options:
                continue
            value = row.options[second % len(row.options)].value
        elif row.kind is Kind.FLAG:
            value = bool(second % 2)
        else:
            try:
                value = value_of(row, TYPED[second % len(TYPED)])
            except ValueError:
                continue
        draft, piece = entered(draft, row, value)
        assert piece is None or piece_rows(draft, piece)
        assert parse_draft(format_scenario(draft), "draft") == draft
        sketch(draft)
        find_problems(draft)


def test_every_rule_and_objective_can_be_added_with_its_help() -> None:
    for section, pieces in (("objectives", OBJECTIVES), ("special_rules", SPECIAL_RULES)):
        row = row_of(duel(), section, kind=Kind.ADD)
        assert len(row.options) == len(pieces) and all(option.help for option in row.options)
        for option in row.options:
            draft, piece = entered(duel(), row, option.value)
            assert piece is not None and piece_rows(draft, piece)[0].kind is Kind.HEADING


def test_a_bare_rule_stays_bare_and_one_with_parameters_is_spelled_out() -> None:
    draft, piece = entered(duel(), row_of(duel(), "special_rules", kind=Kind.ADD), "blinded-by-the-light")
    assert draft.data["special_rules"] == ["blinded-by-the-light"]
    assert piece == Piece("special_rules", 0)


def test_another_kind_of_count_keeps_what_it_has_in_common() -> None:
    draft = duel().with_value(("tokens",), [{"name": "Pod"}])
    draft, piece = entered(draft, row_of(draft, "objectives", kind=Kind.ADD), "most")
    assert piece is not None
    draft, _ = entered(draft, row_of(draft, *piece.path, "count", "whose"), "enemy")
    draft, _ = entered(draft, row_of(draft, *piece.path, "count", "of"), "tokens")
    assert draft.line(piece)["count"] == {"of": "tokens", "token": "Pod", "whose": "enemy"}
    draft, _ = entered(draft, row_of(draft, "special_rules", kind=Kind.ADD), "search")
    assert find_problems(draft) == []


def test_tokens_of_the_scenario_are_put_aboard_a_model() -> None:
    draft = duel().with_value(("tokens",), [{"name": "Pod"}, {"name": "Black Box"}])
    row = row_of(draft, "models", 0, "loads", kind=Kind.ADD)
    assert [option.value for option in row.options] == ["Pod", "Black Box"] and row.help
    draft, _ = entered(draft, row, "Black Box")
    draft, _ = entered(draft, row_of(draft, "models", 0, "loads", "Black Box"), 3)
    assert draft.line(Piece("models", 0))["loads"] == {"Black Box": 3} and find_problems(draft) == []
    assert row_of(draft, "models", 0, "loads", "Black Box").label == "· Black Box"
    assert sketch(draft).state.models["ship"].loads == (("Black Box", 3),)
    gone = draft.with_value(("tokens",), [{"name": "Pod"}])
    (problem,) = find_problems(gone)
    assert problem.path == ("models", 0, "loads", "Black Box") and "no token is called" in problem.reason
    row = row_of(gone, "models", 0, "loads", "Black Box")
    assert find_problems(entered(gone, row, None)[0]) == []
    fix = find_fix(gone, problem)
    assert fix is not None and find_problems(fix.draft) == []


def test_a_briefing_has_paragraphs() -> None:
    row = row_of(duel(), "briefing")
    draft, _ = entered(duel(), row, value_of(row, "One. ¶ Two."))
    assert draft.data["briefing"] == "One.\n\nTwo." and text_of(row_of(draft, "briefing")) == "One. ¶ Two."


def test_who_goes_aboard_gives_up_its_place_and_is_found_in_the_form_of_its_ship() -> None:
    aboard, _ = entered(duel(), row_of(duel(), "models", 1, "embarked_in"), "ship")
    assert "x" not in aboard.line(Piece("models", 1))
    labels = [row.label for row in piece_rows(aboard, Piece("models", 0))]
    assert labels[labels.index("Aboard") :][:2] == ["Aboard", piece_names(aboard)["wing"]]
    nameless = aboard.with_value(("models", 1, "id"), None)
    labels = [row.label for row in piece_rows(nameless, Piece("models", 0))]
    assert labels[labels.index("Aboard") + 1] == "Pathfinder", "a model without id and name is called by its card"
    out, _ = entered(aboard, row_of(aboard, "models", 1, "embarked_in"), None)
    line = out.line(Piece("models", 1))
    assert (line["x"], line["y"]) == (10, 8) and "embarked_in" not in line


def test_a_side_to_touch_takes_the_place_of_a_place() -> None:
    draft, _ = entered(duel(), row_of(duel(), "models", 1, "touching"), "ship")
    assert find_problems(draft) == [] and draft.line(Piece("models", 1))["x"] == 10
    draft, _ = entered(draft, row_of(draft, "models", 1, "at"), "port")
    assert find_problems(draft) == [] and "x" not in draft.line(Piece("models", 1))
    draft, _ = entered(draft, row_of(draft, "models", 1, "touching"), None)
    assert draft.line(Piece("models", 1))["x"] == 10


def test_a_piece_of_terrain_has_rows_for_the_keys_of_its_kind_alone() -> None:
    """Only objects can be searched, only stations have an owner, and a field has neither key."""
    lines = [{"kind": kind, "x": 24, "y": 24} for kind in ("asteroid-field", "unidentified-object", "space-station")]
    draft = Draft({**duel().data, "terrain": lines})
    rows = [piece_rows(draft, Piece("terrain", number)) for number in range(3)]
    keys = [{row.path[2] for row in each if len(row.path) == 3} for each in rows]
    assert [("search" in each, "owner" in each, "hangers" in each) for each in keys] == [
        (False, False, False), (True, False, True), (False, True, True),
    ]  # fmt: skip


def test_a_number_may_have_a_decimal_comma_and_a_list_of_numbers_may_not() -> None:
    number, whole, listed = (FormRow(kind, "Inches", ("x",)) for kind in (Kind.NUMBER, Kind.WHOLE, Kind.NUMBERS))
    assert (value_of(number, "2,5"), value_of(number, "-0,25"), value_of(number, "2.5")) == (2.5, -0.25, 2.5)
    assert value_of(listed, "1.5, 2") == [1.5, 2] == value_of(listed, " 1.5 , 2")
    for row, text in ((number, "1,234.5"), (number, "1,2,3"), (whole, "2,5"), (listed, "1,5"), (listed, "1,5, 2")):
        with pytest.raises(ValueError):
            value_of(row, text)
