"""Tests that what the pages name exists: links, headings, commands and options, modules, and names of the code."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
import typer.main

from jovian.commands.app import app
from tests.commands import ROOT
from tests.source import FILES, TEST_FILES, facts, text
from tools.rulings_page import END, START

PAST = ("history.md", "CHANGELOG.md")
"""Pages that quote names of the code from an earlier time."""
PAGES = (
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")),
    *sorted((ROOT / "docs").glob("*.md")),
)
PRESENT = tuple(page for page in PAGES if page.name not in PAST)
GENERATED = ("coverage.md", "decisions.md", "events.md")
PROSE = tuple(page for page in PAGES if page.name not in GENERATED)
MAX_WIDTH, MAX_WORDS = 120, 22_000
LINK = re.compile(r"\]\(([\w./-]*)(?:#([\w-]+))?\)")
COMMAND = re.compile(r"python main\.py ([a-z]+)([^`\n]*)")
MODULE = re.compile(r"python -m\s+((?:tests|tools)[\w.]*)")
CODE = re.compile(r"`([^`\n]+)`")
OLD_PHRASES = re.compile(
    r"\b(?:what is asked|is asked|are asked|whoever|whomever|nobody's|so many|anew|what is left|comes? to light"
    r"|by lot|as usual|than usual|go(?:es)? on|plays? on|played on|takes? back|taken back|took back|call(?:s|ed)? off"
    r"|yardstick|the book|the house|room by room|dice f[ae]ll|older texts?|holds the truth|half and half"
    r"|mend(?:s|ed|ing)?|shall it|may be had|call it off|usual keys|keeps its head down)\b"
    r"".replace(" ", r"\s+(?:#\s*)?")
)
"""Phrases, in lower case, with a plainer form: you, again, the remaining, at random, by default, undo, cancel, fix."""
PLAIN_PHRASES = {
    "docs/architecture.md": {"anew": "the option `--anew` of a tool"},
    "jovian/rules/actions/capital_ship.py": {"than usual": "the effect of Reorient"},
    "tests/playthroughs/recorded.py": {"anew": "an argument"},
    "tests/playthroughs/write.py": {"anew": "the option `--anew`"},
}
"""Phrases that are right in a file, with the reason."""
NAME = re.compile(r"\b[a-z]+(?:_[a-z0-9]+)+\b|\b(?:[A-Z][a-z0-9]+){2,}\b|(?<!%)\b_?[A-Z][A-Z_]{4,}\b")
"""Words joined by underscores or by capitals, and words in capitals: these are names of the code."""
KEPT = ("*.py", "*.yaml", "*.json", "*.toml", "*.txt")
"""The files that contain such names."""


def relative(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def headings(page: Path) -> set[str]:
    """Return the headings of a page as links spell them."""
    titles = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


@cache
def names() -> frozenset[str]:
    """Return every word of the code, its tests, and the files it reads."""
    folders = [ROOT / name for name in ("jovian", "tests", "tools", "assets", "scenarios", "docs")]
    files = [*ROOT.glob("*.*"), *(path for folder in folders for path in folder.rglob("*"))]
    kept = [path for path in files if any(path.match(pattern) for pattern in KEPT)]
    stems = {path.stem for path in kept}
    return frozenset(stems.union(*(re.findall(r"\w+", path.read_text(encoding="utf-8")) for path in kept)))


def prose_lines(page: Path) -> list[str]:
    """Return the lines of a page that can be wrapped: none of code blocks, tables, and lines of a single link."""
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    return [line for line in text.splitlines() if not line.startswith(("|", "![", "    ", "<!--"))]


def prose_of(path: Path) -> str:
    """Return the texts of a file: all of a page, docstrings and comments of a module, and messages outside of tests."""
    if path.suffix != ".py":
        return text(path)
    strings = (*facts(path).docstrings, *(facts(path).strings if path not in TEST_FILES else ()))
    comments = re.findall(r"(?:^|  )#.*", text(path), re.MULTILINE)
    return "\n".join([*(string for _, string in strings if " " in string), *comments])


@pytest.mark.parametrize("page", PAGES, ids=relative)
def test_links_exist(page: Path) -> None:
    for target, heading in LINK.findall(page.read_text(encoding="utf-8")):
        to = page.parent / target if target else page
        assert to.exists(), target
        assert not heading or heading in headings(to), heading


@pytest.mark.parametrize("page", PRESENT, ids=relative)
def test_commands_and_their_options_exist(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    commands = typer.main.get_command(app).commands  # type: ignore[attr-defined]
    for name, rest in COMMAND.findall(text):
        options = {option for parameter in commands[name].params for option in parameter.opts}
        assert set(re.findall(r"(?<=\s)--?[a-z-]+", rest)) <= options, f"{name}{rest}"
    for module in MODULE.findall(text):
        path = ROOT / module.replace(".", "/")
        assert path.with_suffix(".py").is_file() or (path / "__main__.py").is_file(), module


@pytest.mark.parametrize("page", PRESENT, ids=relative)
def test_names_of_the_code_exist(page: Path) -> None:
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    named = {name for code in CODE.findall(text) for name in NAME.findall(code)}
    assert named - names() == set()


@pytest.mark.parametrize("page", PROSE, ids=relative)
def test_lines_are_short(page: Path) -> None:
    assert [line for line in prose_lines(page) if len(line) > MAX_WIDTH] == []


def test_the_pages_are_short_enough_to_be_read() -> None:
    """All pages together, without code, the generated ones, the numbered rulings, and the history."""
    pages = [page for page in PROSE if page.name != "history.md"]
    texts = [page.read_text(encoding="utf-8") for page in pages]
    written = [text.partition(START)[0] + text.partition(END)[2] if START in text else text for text in texts]
    prose = [re.sub(r"```python.*?```", "", text, flags=re.DOTALL) for text in written]
    assert sum(len(text.split()) for text in prose) <= MAX_WORDS


def test_old_phrases_are_gone() -> None:
    """Only files with a phrase anywhere are parsed."""
    tools = sorted((ROOT / "tools").rglob("*.py"))
    tests = [path for path in TEST_FILES if path.parent.name != "yardstick"]
    pages = [page for page in PROSE if page.name not in PAST]
    for path in (*FILES, *tools, *tests, *pages):
        if OLD_PHRASES.search(text(path).lower()):
            phrases = {" ".join(phrase.split()) for phrase in OLD_PHRASES.findall(prose_of(path).lower())}
            assert phrases <= PLAIN_PHRASES.get(relative(path), {}).keys(), relative(path)


@pytest.mark.parametrize("old", ["whoever", "is\n    asked", "is\n# asked", "the book's rules", "is called\n# off"])
def test_an_old_phrase_is_found(old: str) -> None:
    assert OLD_PHRASES.search(f"The one {old}.")


@pytest.mark.parametrize("plain", ["the rulebook", "a bookmark", "recommend", "mask asked", "goes once"])
def test_a_plain_phrase_is_not_found(plain: str) -> None:
    assert not OLD_PHRASES.search(f"The one {plain}.")
