"""The form of one piece: of terrain what its kind may say, of others the keys of their schema."""

from __future__ import annotations

from typing import Any

from jovian.cards.schemas.scenarios.scenario import ModelLine, Terrain
from jovian.cards.schemas.scenarios.stations import WHOSE
from jovian.cards.values.names import TERRAIN_KINDS
from jovian.editing.draft import Draft, Piece
from jovian.editing.forms.keys import help_of, key_rows
from jovian.editing.forms.known import known
from jovian.editing.forms.row import Kind, Row, heading, titled
from jovian.editing.forms.scenario_rows import at_path, piece_lists
from jovian.editing.forms.types import schema_of

PLACED = ("x", "y", "heading", "radius", "points", "tail_length", "tail_width", "moves")


def piece_rows(draft: Draft, piece: Piece) -> list[Row]:
    """A title and the rows of a piece; [] if it is not there."""
    line = at_path(draft, piece.path)
    if not isinstance(line, dict):
        return []
    if piece.section == "terrain":
        kind = str(line.get("kind", ""))
        rows = key_rows(Terrain, line, piece.path, known(draft), _not_of(kind, line))
        first = ("id", "name", "x", "y", "heading", "edge")
        order = {key: number for number, key in enumerate(first)}
        ordered = sorted(rows, key=lambda row: order.get(str(row.path[2]), len(first)))
        return [*heading(titled(kind)), *ordered, *_aboard(draft, line)]
    if piece.section == "models":
        rows = key_rows(ModelLine, line, piece.path, known(draft, piece))
        return [*heading("Model"), *rows, *_aboard(draft, line)]
    return _listed(draft, piece, line)


def _aboard(draft: Draft, line: dict[str, Any]) -> list[Row]:
    """Who is aboard a ship or a station, each with a form of its own."""
    inside = [
        Row(Kind.PIECE, str(each.get("name") or each.get("id") or each.get("card")), ("models", number))
        for number, each in enumerate(draft.lines("models")) if line.get("id") and each.get("embarked_in") == line["id"]
    ]  # fmt: skip
    return [*heading("Aboard"), *inside] if inside else []


def _not_of(kind: str, line: dict[str, Any]) -> list[str]:
    """The keys that a piece of a kind has not."""
    rule = TERRAIN_KINDS.get(kind)
    if rule is None:
        return []
    gone = ["points", "kind"]
    gone += PLACED if rule.edge else ["edge"]
    gone += [] if rule.band else ["thickness"]
    gone += [] if rule.tail else ["tail_length", "tail_width", "moves"]
    gone += ["radius"] if line.get("points") or rule.usual == rule.least == rule.greatest else []
    return [*gone, *(key for keys, whose in WHOSE if not getattr(rule, whose) for key in keys)]


def _listed(draft: Draft, piece: Piece, line: dict[str, Any]) -> list[Row]:
    """The rows of a piece of one of the other lists."""
    inner = piece_lists().get(piece.section)
    if inner is None:
        return []
    schema, key = inner.base, ""
    if inner.among is not None:
        key = inner.among.key
        schema = schema_of(inner.among, line.get(key))
    if schema is None:
        return [*heading(titled(str(line.get(key))))]
    title = heading(titled(str(line.get(key) or piece.section.rstrip("s"))), help_of(line.get(key), schema))
    round_ = ("x", "y", "radius") if isinstance(line.get("points"), list) else ()
    return [*title, *key_rows(schema, line, piece.path, known(draft), (key, *round_))]
