"""What the pages name is there: links and headings, commands with their options, modules, names of the code."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
import typer.main

from jovian.commands.app import app
from tests.commands import ROOT

PAGES = (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("[!m]*.md")))
"""All but `mutation.md`, which lists lines of the code as they stood when its sample was taken."""
LINK = re.compile(r"\]\(([\w./-]*)(?:#([\w-]+))?\)")
COMMAND = re.compile(r"python main\.py ([a-z]+)([^`\n]*)")
MODULE = re.compile(r"python -m\s+(tests[\w.]*)")
CODE = re.compile(r"`([^`\n]+)`")
NAME = re.compile(r"\b[a-z]+(?:_[a-z0-9]+)+\b|\b(?:[A-Z][a-z0-9]+){2,}\b")
"""What can only be a name of the code: words joined by underscores or by capitals."""
KEPT = ("*.py", "*.yaml", "*.json", "*.toml", "*.txt")
"""The files in which such names stand."""


def relative(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def headings(page: Path) -> set[str]:
    """The headings of a page as links spell them."""
    found = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", each.lower()).replace(" ", "-") for each in found}


@cache
def names() -> frozenset[str]:
    """Every word of the code, its tests, and the files it reads."""
    folders = [ROOT / each for each in ("jovian", "tests", "assets", "scenarios", "docs")]
    files = [*ROOT.glob("*.*"), *(path for folder in folders for path in folder.rglob("*"))]
    kept = [path for path in files if any(path.match(each) for each in KEPT)]
    stems = {path.stem for path in kept}
    return frozenset(stems.union(*(re.findall(r"\w+", path.read_text(encoding="utf-8")) for path in kept)))


@pytest.mark.parametrize("page", PAGES, ids=relative)
def test_links_lead_somewhere(page: Path) -> None:
    for target, heading in LINK.findall(page.read_text(encoding="utf-8")):
        to = page.parent / target if target else page
        assert to.exists(), target
        assert not heading or heading in headings(to), heading


@pytest.mark.parametrize("page", PAGES, ids=relative)
def test_commands_and_their_options_exist(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    commands = typer.main.get_command(app).commands  # type: ignore[attr-defined]
    for name, rest in COMMAND.findall(text):
        options = {option for each in commands[name].params for option in each.opts}
        assert set(re.findall(r"(?<=\s)--?[a-z-]+", rest)) <= options, f"{name}{rest}"
    for module in MODULE.findall(text):
        path = ROOT / module.replace(".", "/")
        assert path.with_suffix(".py").is_file() or (path / "__main__.py").is_file(), module


@pytest.mark.parametrize("page", PAGES, ids=relative)
def test_names_of_the_code_stand_in_it(page: Path) -> None:
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    named = {name for code in CODE.findall(text) for name in NAME.findall(code)}
    assert named - names() == set()
