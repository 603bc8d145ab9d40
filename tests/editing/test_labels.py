"""Tests of problems in words for players. Their errors name the parts to replace, so that no text is parsed."""

from __future__ import annotations

import pickle
from dataclasses import replace

from jovian.cards import unit_cards
from jovian.cards.files import CardError, about_key, about_piece
from jovian.editing.draft import Draft
from jovian.editing.labels import cause_words
from jovian.editing.problems import find_problems
from jovian.editing.unit_draft import check_unit, new_unit
from jovian.ui.editor.unit_bench import problem_text
from tests.editing.drafts import duel


def words(draft: Draft) -> list[str]:
    return [cause_words(draft, problem.cause) for problem in find_problems(draft)]


def test_models_have_their_names() -> None:
    draft = duel().with_value(("models", 1, "y"), 8.5)
    assert words(draft) == ["Alexander stands on Pathfinder (v1.2.4 Movement > Overlapping)"]
    draft = duel().with_value(("models", 1, "escorting"), "foe")
    assert words(draft) == ["Pathfinder: Hachiman is of the other side"]


def test_sides_have_their_names() -> None:
    zone = {"side": 0, "x": 10, "y": 10, "radius": 6}
    assert words(duel().with_value(("zones",), [zone])) == ["Zones: Side B has no zone"]


def test_a_text_that_only_looks_like_an_id_stays() -> None:
    assert words(duel().with_value(("models", 1, "id"), "ship")) == ["another model has the id 'ship'"]


def test_keys_of_a_unit_have_their_labels() -> None:
    unit = new_unit("CEGA", "capital")
    texts = []
    for key, value in (("squadron_type", "x"), ("tv", None), ("speed", "fast")):
        draft = replace(unit, card=unit.card.with_value((key,), value))
        texts += [problem_text(problem) for problem in check_unit(draft, unit_cards())[1]]
    assert texts == [
        "Unknown key 'squadron_type'.", "Threat Value is missing.", "Speed: must be a whole number, not 'fast'."
    ]  # fmt: skip


def test_an_error_keeps_its_parts() -> None:
    error = CardError(
        "a.yaml", 3, about_key("tv", "is too low"), [CardError("a.yaml", 4, about_piece("ship", "sinks"))]
    )
    assert str(error) == "a.yaml:3: tv: is too low (and 1 more, see check)"
    again = pickle.loads(pickle.dumps(error))
    assert [one.parts for one in again.all()] == [one.parts for one in error.all()]
    assert [one.cause for one in error.all()] == ["tv: is too low", "'ship' sinks"]
