"""Write the JSON schemas of scenarios and lessons, and the table of pieces in `docs/writing-scenarios.md`.

They come from the classes in `jovian/cards/scenario.py` and `jovian/lessons.py`: `python -m tools.scenario_schema`.
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
from jovian.lessons import LessonCard

DOCS = Path(__file__).resolve().parents[1] / "docs"
SCHEMA, PAGE = DOCS / "scenario.schema.json", DOCS / "writing-scenarios.md"
LESSON_SCHEMA = DOCS / "lesson.schema.json"
BEGIN, END = "<!-- pieces -->", "<!-- end -->"
DIALECT = "https://json-schema.org/draft/2020-12/schema"
UNSAID = ("title", "discriminator")
"""Keys from pydantic that help no reader."""


def schema() -> dict[str, Any]:
    """Return the schema of a scenario file, with a description of each key."""
    found: dict[str, Any] = _plain(GenerateJsonSchema().generate(schema_of(ScenarioCard)))
    return {"$schema": DIALECT, "title": "A scenario of Jovian Wars", **found}


def lesson_schema() -> dict[str, Any]:
    """Return the schema of a lesson file. Its scenario refers to the schema of scenarios."""
    found = GenerateJsonSchema().generate(schema_of(LessonCard))
    shared = {*schema()["$defs"], ScenarioCard.__name__}
    own = {name: kind for name, kind in found["$defs"].items() if name not in shared}
    own[ScenarioCard.__name__] = {"$ref": SCHEMA.name}
    return {"$schema": DIALECT, "title": "A lesson of Jovian Wars", **_plain({**found, "$defs": own})}


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


def text(of: dict[str, Any] | None = None) -> str:
    """Return the text of the file of a schema, by default that of scenarios."""
    return json.dumps(schema() if of is None else of, indent=1, ensure_ascii=False) + "\n"


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
    LESSON_SCHEMA.write_text(text(lesson_schema()), encoding="utf-8")
    PAGE.write_text(page(), encoding="utf-8")
    print(f"{SCHEMA.name}: {len(schema()['$defs'])} kinds of lines")
