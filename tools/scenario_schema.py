"""Write `docs/scenario.schema.json` and the table of pieces in `docs/writing-scenarios.md`.

Both come from the classes in `jovian/cards/scenario.py`: `python -m tools.scenario_schema`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pydantic.json_schema import GenerateJsonSchema

from jovian.cards.keys import keys_of, name_of
from jovian.cards.scenario import COUNTS, OBJECTIVES, RULES, ScenarioCard
from jovian.cards.schema import schema_of
from jovian.editing.forms import HELP, piece_help

DOCS = Path(__file__).resolve().parents[1] / "docs"
SCHEMA, PAGE = DOCS / "scenario.schema.json", DOCS / "writing-scenarios.md"
BEGIN, END = "<!-- pieces -->", "<!-- end -->"
DIALECT = "https://json-schema.org/draft/2020-12/schema"
UNSAID = ("title", "discriminator")
"""Keys from pydantic that help no reader."""


def schema() -> dict[str, Any]:
    """Return the schema of a scenario file, with a description of each key."""
    found: dict[str, Any] = _plain(GenerateJsonSchema().generate(schema_of(ScenarioCard)))
    return {"$schema": DIALECT, "title": "A scenario of Jovian Wars", **found}


def _plain(value: Any) -> Any:
    if isinstance(value, list):
        return [_plain(each) for each in value]
    if not isinstance(value, dict):
        return value
    kept = {key: _plain(each) for key, each in value.items() if key not in UNSAID}
    keys = kept.get("properties")
    if isinstance(keys, dict):
        kept["properties"] = {key: _helped(key, each) for key, each in keys.items()}
    return kept


def _helped(key: str, said: dict[str, Any]) -> dict[str, Any]:
    """Return a key's schema with the editor's help text as its description."""
    return {**said, "description": HELP[key]} if key in HELP and "$ref" not in said else said


def text() -> str:
    """Return the text of the schema's file."""
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"


def page() -> str:
    """Return the page with an updated table of pieces."""
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    return f"{before}{BEGIN}\n{_table()}\n{END}{rest.partition(END)[2]}"


def _table() -> str:
    rows = ["| where | piece | its keys | what it does |", "|---|---|---|---|"]
    for where, key, pieces in (
        ("objectives", "kind", OBJECTIVES), ("count", "of", COUNTS), ("special_rules", "rule", RULES)
    ):  # fmt: skip
        for piece in sorted(pieces, key=lambda each: name_of(each, key)):
            name = name_of(piece, key)
            keys = ", ".join(f"`{each}`" for each in keys_of(piece) if each != key)
            rows.append(f"| `{where}` | `{name}` | {keys} | {piece_help(name, piece)} |")
    return "\n".join(rows)


if __name__ == "__main__":
    SCHEMA.write_text(text(), encoding="utf-8")
    PAGE.write_text(page(), encoding="utf-8")
    print(f"{SCHEMA.name}: {len(schema()['$defs'])} kinds of lines")
