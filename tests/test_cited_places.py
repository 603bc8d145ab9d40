"""Every citation begins with a chapter of the rulebook, then names a page, rule, or heading in it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tests.commands import ROOT
from tests.rules_api import CHAPTERS, RULES, place_parts, rule_pages
from tests.source import FILES, facts

CITED = re.compile(
    r"\bv1\.2\.4 (?:Traits > (?=Weapon Traits))?((?!Chapter > Heading)[A-Z][a-z]+(?: (?:of )?[A-Z][a-z]+)*)"
    r"(?: > (\w[^>.,;:()`|\"]*))?"
)
"""The chapter of a citation, and what its next part begins with."""
HEADINGS = {
    "Components": {"Unit Cards"}, "Scenarios": {"Advanced Scenarios"}, "Dogfight": {"Missiles"},
    "Bombing Run": {"Ramming"},
}  # fmt: skip
"""Headings without a page. The last two are shorter names in recorded games, for `Missiles and Bids` and for the ram at
the end of a Bombing Run.
"""


def _texts() -> Iterator[tuple[str, str]]:
    """Yield the place and text of each string of the code, and of each page and playable file."""
    for path in FILES:
        for line, text in (*facts(path).strings, *facts(path).docstrings):
            yield f"{path.name}:{line}", re.sub(r"\s+", " ", text)
    for folder, kind in (("docs", "*.md"), ("assets", "*.yaml"), ("scenarios", "*.yaml")):
        for path in sorted((ROOT / folder).rglob(kind)):
            yield path.name, re.sub(r"[\s#]+", " ", path.read_text(encoding="utf-8"))


def test_every_citation_names_a_chapter_and_a_place_in_it() -> None:
    known = {chapter: {*headings, *HEADINGS.get(chapter, ())} for chapter, headings in CHAPTERS.items()}
    for chapter, pages in rule_pages().chapters.items():
        known.setdefault(chapter, set()).update(page.title for page in pages)
    for rule in RULES:
        chapter, *names = place_parts(rule.place)
        known.setdefault(chapter, set()).update(names[:1])
    faults: list[str] = []
    count = 0
    for where, text in _texts():
        for cited in CITED.finditer(text):
            chapter, section = cited[1], cited[2] or ""
            is_known = any(re.match(rf"{re.escape(name)}(?!\w)", section) for name in known.get(chapter, ()))
            count += 1
            if chapter not in known or (section and not is_known):
                faults.append(f"{where}: {cited[0]}")
    assert count > 500
    assert faults == []
