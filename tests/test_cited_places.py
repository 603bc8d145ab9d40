"""Every citation in the code begins with a chapter of the rulebook."""

from __future__ import annotations

import ast
import re

from tests.commands import ROOT
from tests.rules_api import CHAPTERS, RULES

CITED = re.compile(r"\bv1\.2\.\d ((?!Chapter > Heading)[A-Z][a-z]+(?: (?:of )?[A-Z][a-z]+)*)")
"""The first part of a citation."""


def test_every_citation_begins_with_a_chapter() -> None:
    chapters = {*CHAPTERS, *(rule.chapter for rule in RULES)}
    faults: list[str] = []
    count = 0
    for path in sorted((ROOT / "jovian").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                cited = CITED.findall(re.sub(r"\s+", " ", node.value))
                count += len(cited)
                faults += [f"{path.name}:{node.lineno}: {name}" for name in cited if name not in chapters]
    assert count > 300 and not faults
