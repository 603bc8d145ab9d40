"""Write the JSON schemas of all card files and lessons, and the table of pieces in `docs/writing-scenarios.md`.

They come from the classes that check the files: `python -m tools.schemas`. The schemas are shipped with the cards.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from pydantic.json_schema import GenerateJsonSchema

from jovian.cards.files import ROOT
from jovian.cards.fleet import EntryLine, FleetFile, UpgradeCard
from jovian.cards.fleet_builder import FORMS
from jovian.cards.keys import keys_of
from jovian.cards.scenario import COUNTS, OBJECTIVES, PIECES, SPECIAL_RULES, ScenarioCard
from jovian.cards.schema import Schemas
from jovian.editing.card_forms import CARD_HELP
from jovian.editing.forms import HELP, piece_help
from jovian.fleets.formats import FORMAT, VERSION
from jovian.lessons import LessonCard

FOLDER = ROOT / "assets" / "schemas"
PAGE = Path(__file__).resolve().parents[1] / "docs" / "writing-scenarios.md"
BEGIN, END = "<!-- pieces -->", "<!-- end -->"
DIALECT = "https://json-schema.org/draft/2020-12/schema"
UNSAID = ("title", "discriminator")
"""Keys from pydantic that help no reader."""
Schema = dict[str, Any]


def scenario_schema() -> Schema:
    """Return the schema of a scenario file."""
    found = _generate(ScenarioCard)
    for piece in (piece for pieces in PIECES for piece in pieces.values()):
        found["$defs"][piece.__name__]["description"] = piece_help(piece)
    return _described("A scenario", found, HELP)


def lesson_schema() -> Schema:
    """Return the schema of a lesson file. Its scenario refers to the schema of scenarios."""
    found = _generate(LessonCard)
    shared = {*scenario_schema()["$defs"], ScenarioCard.__name__}
    own = {name: kind for name, kind in found["$defs"].items() if name not in shared}
    own[ScenarioCard.__name__] = {"$ref": path_of("scenario").name}
    return _described("A lesson", {**found, "$defs": own}, HELP)


def unit_schema() -> Schema:
    """Return the schema of a unit card: the keys of a ship or those of a squadron, as `kind` says."""
    defined: Schema = {}
    for form in FORMS.values():
        found = _generate(form)
        defined |= found.pop("$defs")
        defined[form.__name__] = found
    kinds = [
        {"if": {"properties": {"kind": {"const": kind}}}, "then": {"$ref": f"#/$defs/{form.__name__}"}}
        for kind, form in FORMS.items()
    ]
    plain = {"type": "object", "properties": {"kind": {"enum": list(FORMS)}}, "required": ["kind"], "allOf": kinds}
    return _described("A unit card", {"$defs": defined, **plain}, CARD_HELP)


def upgrade_schema() -> Schema:
    """Return the schema of an upgrade."""
    return _described("An upgrade", _generate(UpgradeCard), CARD_HELP)


def fleet_schema() -> Schema:
    """Return the schema of a fleet file."""
    return _described("A fleet", _generate(FleetFile), CARD_HELP)


def fleet_list_schema() -> Schema:
    """Return the schema of a fleet that is shared as JSON: the keys of a fleet file, its format, and prices."""
    schema = fleet_schema()
    marks = {"format": {"const": FORMAT}, "version": {"const": VERSION}}
    price = {"tv": {"type": "integer", "minimum": 0, "description": "The Threat Value when the list was written"}}
    line = schema["$defs"][EntryLine.__name__]
    line["properties"] |= price
    return {**schema, "title": "A fleet of Jovian Wars to share", "properties": marks | schema["properties"] | price}


SCHEMAS: dict[str, Callable[[], Schema]] = {
    "scenario": scenario_schema, "lesson": lesson_schema, "unit": unit_schema, "upgrade": upgrade_schema,
    "fleet": fleet_schema, "fleet-list": fleet_list_schema,
}  # fmt: skip
"""The schemas by the name of their file."""


def path_of(name: str) -> Path:
    """Return the file of a schema."""
    return FOLDER / f"{name}.schema.json"


def _generate(kind: type) -> Schema:
    return GenerateJsonSchema().generate(Schemas().of(kind))


def _described(title: str, found: Schema, helps: Mapping[str, str]) -> Schema:
    """Return a schema with a title, with a description of each key, and without what helps no reader."""
    plain: Schema = _plain(found, helps)
    return {"$schema": DIALECT, "title": f"{title} of Jovian Wars", **plain}


def _plain(value: Any, helps: Mapping[str, str]) -> Any:
    if isinstance(value, list):
        return [_plain(item, helps) for item in value]
    if not isinstance(value, dict):
        return value
    kept = {key: _plain(item, helps) for key, item in value.items() if key not in UNSAID}
    keys = kept.get("properties")
    if isinstance(keys, dict):
        kept["properties"] = {key: _with_help(key, item, helps) for key, item in keys.items()}
    return kept


def _with_help(key: str, said: Schema, helps: Mapping[str, str]) -> Schema:
    """Return a key's schema with the editor's help text as its description."""
    return {**said, "description": helps[key]} if key in helps and "$ref" not in said else said


def text(schema: Schema) -> str:
    """Return the text of the file of a schema."""
    return json.dumps(schema, indent=1, ensure_ascii=False) + "\n"


def page() -> str:
    """Return the page with an updated table of pieces."""
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    return f"{before}{BEGIN}\n{_table()}\n{END}{rest.partition(END)[2]}"


def _table() -> str:
    rows = ["| where | piece | its keys | what it does |", "|---|---|---|---|"]
    for where, pieces in (
        ("objectives", OBJECTIVES), ("count", COUNTS), ("special_rules", SPECIAL_RULES)
    ):  # fmt: skip
        for name, piece in sorted(pieces.items()):
            keys = ", ".join(f"`{key}`" for key in keys_of(piece))
            rows.append(f"| `{where}` | `{name}` | {keys} | {piece_help(piece)} |")
    return "\n".join(rows)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, make in SCHEMAS.items():
        path_of(name).write_text(text(make()), encoding="utf-8")
    PAGE.write_text(page(), encoding="utf-8")
    print(f"{', '.join(SCHEMAS)}: written to {FOLDER}")
