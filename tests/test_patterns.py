"""Regular expressions match in linear time: no repetition shares letters with itself or with the next one."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from tests.source import FILES, facts, relative

parser: Any = getattr(re, "_parser")  # noqa: B009
FUNCTIONS = ("compile", "match", "fullmatch", "search", "split", "sub", "findall", "finditer")
LETTERS = string.printable + "éß٣\u00a0\u2028"
OWN = {r"\s*<metadata>.*?</metadata>|\s*<style.*?</style>", r"<svg [^>]*?viewBox=\"([^\"]*)\"[^>]*>"}
"""Patterns for text that the game wrote itself."""
MANY = 40
"""A repetition of more is unlimited for this test."""


def patterns() -> Iterator[tuple[str, str, str]]:
    """Yield the file, the function, and the text of each pattern that is written out in the source."""
    for path in FILES:
        for function, pattern in facts(path).patterns:
            if function in FUNCTIONS and isinstance(pattern, str):
                yield relative(path), function, pattern


def letters_of(item: tuple[Any, Any]) -> set[str]:
    """Return the letters that can be first or last of what an item of a pattern matches."""
    kind, value = item
    name = str(kind)
    if name == "LITERAL":
        return {chr(value)}
    if name == "NOT_LITERAL":
        return set(LETTERS) - {chr(value)}
    if name == "ANY":
        return set(LETTERS)
    if name == "IN":
        return {letter for letter in LETTERS if _in(letter, value)}
    if name in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
        return set().union(*(letters_of(inner) for inner in value[2]))
    if name == "SUBPATTERN":
        return set().union(*(letters_of(inner) for inner in value[3]))
    if name == "BRANCH":
        return set().union(*(letters_of(inner) for branch in value[1] for inner in branch))
    return set()


def _in(letter: str, items: Sequence[tuple[Any, Any]]) -> bool:
    negated, found = False, False
    for kind, value in items:
        name = str(kind)
        negated = negated or name == "NEGATE"
        found = found or (name == "LITERAL" and chr(value) == letter)
        found = found or (name == "RANGE" and value[0] <= ord(letter) <= value[1])
        if name == "CATEGORY":
            classes = {"DIGIT": r"\d", "SPACE": r"\s", "WORD": r"\w"}
            word = str(value).removeprefix("CATEGORY_")
            plain = classes[word.removeprefix("NOT_")]
            found = found or (re.fullmatch(plain, letter) is None) == word.startswith("NOT_")
    return found != negated


def is_optional(item: tuple[Any, Any]) -> bool:
    """Return whether an item can match nothing."""
    name = str(item[0])
    if name in ("MAX_REPEAT", "MIN_REPEAT"):
        return bool(item[1][0] == 0) or all(is_optional(inner) for inner in item[1][2])
    if name == "SUBPATTERN":
        return all(is_optional(inner) for inner in item[1][3])
    if name == "BRANCH":
        return any(all(is_optional(inner) for inner in branch) for branch in item[1][1])
    return name in ("AT", "ASSERT", "ASSERT_NOT")


def is_unlimited(item: tuple[Any, Any]) -> bool:
    return str(item[0]) in ("MAX_REPEAT", "MIN_REPEAT") and item[1][1] > MANY


def ambiguous(items: Sequence[tuple[Any, Any]], open_letters: set[str]) -> tuple[bool, set[str]]:
    """Return whether an unlimited repetition can share letters with one before it or inside it.

    The letters are those of unlimited repetitions that can still continue. Also return those at the end.
    """
    for item in items:
        name, value = str(item[0]), item[1]
        if name in ("MAX_REPEAT", "MIN_REPEAT"):
            letters = letters_of(item)
            bad, inside = ambiguous(list(value[2]), set(open_letters))
            nested = is_unlimited(item) and bool(inside - open_letters & inside) and _repeats_itself(list(value[2]))
            if bad or nested or (is_unlimited(item) and letters & open_letters):
                return True, set()
            ends = letters if is_unlimited(item) else inside
            open_letters = (open_letters | ends) if is_optional(item) else ends
        elif name == "SUBPATTERN":
            bad, open_letters = ambiguous(list(value[3]), open_letters)
            if bad:
                return True, set()
        elif name == "BRANCH":
            results = [ambiguous(list(branch), set(open_letters)) for branch in value[1]]
            if any(bad for bad, _ in results):
                return True, set()
            open_letters = set().union(*(after for _, after in results))
        elif name not in ("AT", "ASSERT", "ASSERT_NOT"):
            open_letters = open_letters & letters_of(item)
    return False, open_letters


def _repeats_itself(items: Sequence[tuple[Any, Any]]) -> bool:
    """Return whether a repetition ends with an unlimited one that its own start can continue."""
    _, ends = ambiguous(items, set())
    bad, _ = ambiguous(items, ends)
    return bad


def test_no_pattern_is_ambiguous() -> None:
    found = [entry for entry in patterns() if entry[2] not in OWN]
    assert len(found) > 40
    for file, function, pattern in found:
        items = list(parser.parse(pattern))
        bad, _ = ambiguous(items, set())
        assert not bad, f"{file}: {pattern}"
        if function in ("search", "sub", "split", "findall", "finditer") and is_unlimited(items[0]) and len(items) > 1:
            rest = [item for item in items[1:] if str(item[0]) not in ("AT",)]
            assert not rest and str(items[1][0]) != "AT", f"{file}: a search that begins with a repetition: {pattern}"


@pytest.mark.parametrize(
    "pattern",
    [
        r"\s*\s+x", r"(a+)+b", r"(.+?)\s*\(", r"a*b?a*c", r"(?:x+y?)+z",
        r'([^"]+?)(?:\s*"(.*)")?(\s\+\s.*?)?(\s*=\s*\d+)?',
    ],
)
def test_ambiguous_patterns_are_found(pattern: str) -> None:
    assert ambiguous(list(parser.parse(pattern)), set())[0]


@pytest.mark.parametrize(
    "pattern", [r"\d+\.\d+", r"[a-z](?:[a-z]| (?! ))*", r" ?(?:= ?(\d{1,6}))?$", r"a+b+", r"(\w+,)*"]
)
def test_other_patterns_are_not(pattern: str) -> None:
    assert not ambiguous(list(parser.parse(pattern)), set())[0]
