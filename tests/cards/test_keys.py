"""The keys of a file follow from the fields of a card."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

import pytest

from jovian.cards import CardError
from jovian.cards.files import Document
from jovian.cards.keys import Bare, Check, Limits, Mark, OneOf, Written, keys_of
from jovian.cards.schema import checked
from jovian.frozen import frozen


def _even(number: int) -> int:
    if number % 2:
        raise ValueError("must be even")
    return number


@frozen
class Part:
    size: Annotated[int, Limits(ge=1, le=9), Check(_even)]
    as_: Annotated[str, OneOf(("x", "y")), Mark.NULL] = "x"


@frozen(kw_only=True)
class Extra:
    weight: int | None = None
    lamp: Annotated[bool, Mark.NULL] = False


@frozen(kw_only=True)
class Thing:
    extra: Annotated[Extra | None, Mark.FLAT] = None
    label: Annotated[str, Written(key="name")]
    total: Annotated[int, Mark.UNWRITTEN] = 0
    parts: Annotated[tuple[Annotated[Part, Bare("as")], ...], Limits(max_length=2)] = ()
    span: tuple[int, int] = (0, 1)
    counts: Mapping[Literal["a", "b"], int]
    words: Annotated[int, Written(Annotated[list[str], Check(len)])] = 0
    path: Annotated[str, Mark.NULL]


def _document(**data: object) -> Document:
    return Document("file", {"name": "T", "counts": {}} | data)  # type: ignore[dict-item]


def test_fields_are_keys_in_order() -> None:
    assert list(keys_of(Thing)) == ["weight", "lamp", "name", "parts", "span", "counts", "words", "path"]
    assert [name for name, key in keys_of(Thing).items() if key.required] == ["name", "counts"]
    assert list(keys_of(Part)) == ["size", "as"] and not keys_of(Part)["as"].required


def test_a_mapping_becomes_a_value() -> None:
    thing = checked(Thing, _document(weight=3, counts={"a": 1}, parts=[{"size": 2}], words=["v", "w"]))
    assert thing == Thing(extra=Extra(weight=3), label="T", parts=(Part(2),), counts={"a": 1}, words=2, path="")
    assert hash(thing.span) == hash((0, 1))
    with pytest.raises(TypeError):
        thing.counts["a"] = 2  # type: ignore[index]


@pytest.mark.parametrize(
    ("data", "cause"),
    [
        ({"total": 1}, "unknown key 'total'"),
        ({"extra": {}}, "unknown key 'extra'"),
        ({"label": "T"}, "unknown key 'label'"),
        ({"span": [1]}, "span: must hold at least 2"),
        ({"span": (1, 2)}, "span: must be a list"),
        ({"counts": {"c": 1}}, "counts c: must be 'a' or 'b', not 'c'"),
        ({"parts": [{"size": 3}]}, "parts 1 size: must be even"),
        ({"parts": [{"size": 10}]}, "parts 1 size: must be less than or equal to 9, not 10"),
        ({"parts": [{"sizes": 2}]}, "unknown key 'parts 1 sizes'; did you mean 'size'?"),
        ({"parts": ["x"]}, "missing key 'parts 1 size'"),
        ({"parts": [{"size": 2}, {"size": 2}, {"size": 2}]}, "parts: must hold at most 2"),
        ({"weight": True}, "weight: must be a whole number, not True"),
    ],
)
def test_what_is_no_value_of_a_key_is_refused(data: dict[str, object], cause: str) -> None:
    document = _document(**data)
    with pytest.raises(CardError) as caught:
        checked(Thing, document)
        document.settle()
    assert caught.value.cause.startswith(cause)
