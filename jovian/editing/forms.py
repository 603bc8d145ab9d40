"""The rows of the form beside a draft."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

from annotated_types import Ge, Gt, Le
from pydantic import BaseModel
from pydantic.fields import FieldInfo

from jovian.cards import UnitCard, fleet_names, unit_cards
from jovian.cards.names import CARGO, SYSTEMS, TERRAIN_KINDS
from jovian.cards.scenario_schema import WHOSE, ModelLine, Scenario, Terrain
from jovian.cards.schema import Among, OneOf, name_of
from jovian.editing.commands import TIES, add_piece, placed_at
from jovian.editing.draft import Data, Draft, Piece, Where
from jovian.rules.basics.rolls import key_to_words
from jovian.rules.rulebook.global_rule import GlobalRule
from jovian.rules.setup.catalogs import OBJECTIVES, SPECIAL_RULES

# --- types ---
# What the type of a key in a schema says may stand there.

FEW = 3
"""Whole numbers that are chosen from a list rather than typed, if there are no more."""


class Shape(NamedTuple):
    """A type, taken apart."""

    base: Any
    """The class of the value: `int`, `str`, `list`, a schema; None if only one of the words may stand there."""
    words: tuple[Any, ...] = ()
    """What may stand there, of a closed list."""
    inner: Any = None
    """What a list holds, or what the values of a mapping are."""
    keys: Any = None
    """What the keys of a mapping are."""
    among: Among | None = None
    least: float | None = None
    optional: bool = False
    also: Any = None
    """What a list holds that may stand there in place of a word."""


def types_of(schema: type[BaseModel]) -> dict[str, Any]:
    """The types of a schema's keys, in the order of the schema."""
    hints = get_type_hints(schema, include_extras=True)
    return {key: hints[key] for key in schema.model_fields}


@cache
def shapes_of(schema: type[BaseModel]) -> dict[str, Shape]:
    """What the types of a schema's keys say, in the order of the schema."""
    return {key: shape_of(kind) for key, kind in types_of(schema).items()}


def shape_of(kind: Any) -> Shape:
    """The type of a key, taken apart: what may stand there."""
    origin = get_origin(kind)
    if origin is Annotated:
        base, *said = get_args(kind)
        return _annotated(shape_of(base), said)
    if origin in (Union, UnionType):
        return _either([shape_of(each) for each in get_args(kind) if each is not NoneType], NoneType in get_args(kind))
    if origin is Literal:
        return Shape(None, get_args(kind))
    if origin is list:
        return Shape(list, inner=get_args(kind)[0])
    if origin is dict:
        return Shape(dict, keys=get_args(kind)[0], inner=get_args(kind)[1])
    return Shape(kind)


def _annotated(shape: Shape, said: Iterable[Any]) -> Shape:
    least: float | None = shape.least
    most: float | None = None
    for each in said:
        if isinstance(each, OneOf):
            return Shape(None, tuple(each.names))
        if isinstance(each, Among):
            return Shape(None, tuple(name_of(piece, each.key) for piece in each.pieces), among=each)
        for limit in each.metadata if isinstance(each, FieldInfo) else (each,):
            least = float(limit.ge) if isinstance(limit, Ge) else least  # type: ignore[arg-type]
            least = 1.0 if isinstance(limit, Gt) else least
            most = float(limit.le) if isinstance(limit, Le) else most  # type: ignore[arg-type]
    if shape.base is int and least is not None and most is not None and most - least < FEW:
        return Shape(None, tuple(range(int(least), int(most) + 1)))
    return shape._replace(least=least)


def _either(shapes: list[Shape], optional: bool) -> Shape:
    """Of several only what can be chosen from a list; a type alone, or nothing, is that type."""
    if len(shapes) == 1:
        return shapes[0]._replace(optional=optional)
    words = tuple(word for shape in shapes for word in shape.words)
    return Shape(None, words, optional=optional, also=next((s.inner for s in shapes if s.base is list), None))


def schema_of(among: Among, name: object) -> type[BaseModel] | None:
    """The schema of a piece by its name, None for an unknown one."""
    return next((each for each in among.pieces if name_of(each, among.key) == name), None)


def summary_of(schema: type[BaseModel]) -> str:
    """What a schema says of itself."""
    return (schema.__doc__ or "").strip().split("\n\n")[0].replace("\n", " ")


# --- help ---
# What the keys of a scenario file mean, in a sentence each: the tooltips of forms.

LISTS: dict[str, str] = {
    "objectives": "What gives Objective Points, in the order in which they are counted",
    "special_rules": "Special rules of this scenario",
    "early_end": "What ends the game before its last turn",
    "tokens": "What models carry, and objectives count",
    "zones": "Taken from the palette, moved on the table",
}
"""What the lists of a scenario are for."""
HELP: dict[str, str] = {
    "name": "What it is called",
    "key": "The id used in saves and logs. Default: the file name",
    "summary": "What it is about, for the page on which a game is set up",
    "briefing": "What the players read before the game; ¶ begins a paragraph",
    "width": "Inches across the table",
    "height": "Inches from this edge of the table to the far one",
    "zones": "Where the sides deploy",
    "deployment": "In which order, and when, models come to the table",
    "initiative": "Who has initiative in the first turn",
    "turn": "The turn in which it begins; a later one than the first only with placed models",
    "turns": "The number of turns",
    "docking": "May capital ships begin docked to a ship with Dock?",
    "fleets": "The ready fleets that it is made for; any others may play it",
    "layout": "How terrain is placed instead of the list below: at random, at random and mirrored, or by the players",
    "id": "By what other lines name it: lower case, digits and hyphens",
    "card": "The unit card",
    "side": "Whose it is",
    "x": "Inches from the left edge",
    "y": "Inches from the lower edge",
    "heading": "Degrees, clockwise; 0 is up the table",
    "structure": "What is left of it; nothing stands here while it is undamaged",
    "ratings": "Ratings of other tracks that are damaged",
    "fuel": "What is left of it; nothing stands here while it is full",
    "damaged": "Weapons and systems that are damaged",
    "states": "What it is in, with its value",
    "activated": "Has it been activated this turn?",
    "embarked_in": "The ship that it is aboard: it needs no place then",
    "escorting": "The ship of its side that it escorts, in contact with it",
    "assaulting": "The enemy ship that it clings to, in contact with it",
    "formation": "Another squadron of its Formation",
    "cargo": "What its cargo slots hold",
    "edge": "The edge of the table along which it lies",
    "thickness": "How far it reaches from the edge, inches; without it a die says so",
    "radius": "Inches from its middle to its rim",
    "tail_length": "Inches of the tail behind the body",
    "tail_width": "Inches across the tail",
    "moves": "Does it fly, or stay where it is?",
    "owner": "The side that has it, or nobody",
    "tv": "Its Threat Value, for which whoever holds it counts it",
    "hangers": "How many squadrons it holds",
    "weapons": "What it is armed with",
    "dock": "May a ship dock with it?",
    "boarders": "Marines of both sides aboard from the start",
    "search": "Search tokens of both sides for an unidentified object from the start",
    "points": "Objective Points; negative ones are lost",
    "touching": "A model that it is put in contact with: from x and y, or at a side of it",
    "at": "The side of that model at which it stands",
    "loads": "Tokens of the scenario that it carries",
    "upgrades": "Characters, and what a squadron has more of",
    "hardpoints": "The weapon in a hardpoint, by the letter of its line",
    "objectives.turn": "In whose End Phase it is counted; without it in that of the last turn",
    "special_rules.turn": "The turn that it is about",
    "special_rules.edge": "That edge; without it the attacker chooses",
    "special_rules.tokens": "How many of them there are to be found",
    "special_rules.kind": "Only models of that kind",
    "terrain.structure": "Its Structure when nothing is damaged; without it dice say so",
    "until": "From that turn on they may",
    "above": "Those with more Structure than that may not",
    "found": "How many are found by N, D, T and Q+",
    "size": "The least and the greatest of them, inches across",
    "on_capital": "The most that a capital ship gets",
    "on_squadron": "The most that a squadron gets",
    "squadrons": "Which squadrons",
    "fuel_pods": "May whoever has mined make Fuel Pods of it?",
    "defense": "The Defense of the comet against them",
    "on_captured": "How many a ship holds that is captured",
    "launch": "How many models may take along at launch",
    "most": "How many a model may carry",
    "role": "Only for that side; for both without it",
    "count": "What is counted",
    "of": "What is counted",
    "amount": "How much is needed",
    "whose": "Models of the side itself, or of its enemy",
    "on": "Only of that kind",
    "fate": "Only models that have come to this",
    "without": "No models that have come to this",
    "token": "The name of a token of this scenario",
    "kind": "What it is",
    "rule": "Which rule",
    "plural": "What several of them are called",
}


# --- row ---
# A row of a form: what it is called, where its value stands in the draft, what may stand there.


class Kind(Enum):
    """What is done with the value of a row."""

    HEADING = "heading"
    """Nothing: it is a title."""
    NOTE = "note"
    """Nothing: it says what the rows above or below are about."""
    TEXT = "text"
    WORDS = "words"
    """A list of texts, with commas between them."""
    NUMBERS = "numbers with commas between them"
    NUMBER = "number"
    WHOLE = "whole number"
    FLAG = "yes or no"
    CHOICE = "one of its options"
    ADD = "one of its options is put beside what stands there"
    PIECE = "a line of its own, with a form of its own"
    BRANCH = "a line of a tree, to go on from"


class Option(NamedTuple):
    """Something that may stand in a row."""

    value: Any
    label: str
    help: str = ""


class Row(NamedTuple):
    """One row. Of `PIECE` the path is that of the piece, of `ADD` that of the list or mapping that grows."""

    kind: Kind
    label: str
    path: Where = ()
    value: Any = None
    options: tuple[Option, ...] = ()
    help: str = ""
    needed: bool = False
    """Must something stand there?"""
    usual: Any = None
    """What holds where nothing stands there."""
    among: Among | None = None
    """The pieces of which one is chosen there, each with keys of its own."""


def nothing(usual: Any = None) -> Option:
    """What is chosen where a key may be left out; it tells what holds then."""
    return Option(None, "-" if usual in (None, "", (), [], {}) else f"{usual} (usual)")


def key_to_label(key: str) -> str:
    """A key as words: `tail_length` is `Tail length`."""
    words = key_to_words(key)
    return words[:1].upper() + words[1:]


def heading(label: str, help: str = "") -> list[Row]:
    """A title over rows, and what they are about."""
    return [Row(Kind.HEADING, label), *([Row(Kind.NOTE, help)] if help else [])]


# --- keys ---
# The rows of the keys of a schema, and lines that hold what a schema must have.

CATALOG: dict[str, type[GlobalRule]] = {**SPECIAL_RULES, **OBJECTIVES}
Known = Mapping[str, tuple[Option, ...]]
"""What may stand at a key in this very draft: ids of its models, names of its tokens."""
TYPED = {int: Kind.WHOLE, float: Kind.NUMBER, str: Kind.TEXT, bool: Kind.FLAG}


def key_rows(schema: type[BaseModel], data: Any, path: Where, known: Known, without: Collection[str] = ()) -> list[Row]:
    """A row, or some, for each key of a schema; `data` is the mapping that stands at the path."""
    said = data if isinstance(data, dict) else {}
    rows: list[Row] = []
    for key, shape in shapes_of(schema).items():
        if key not in without:
            field = schema.model_fields[key]
            usual = None if field.is_required() or field.default_factory is not None else field.default
            rows += _rows(key, shape, said.get(key), (*path, key), known, field.is_required(), usual)
    return rows


def _rows(key: str, shape: Shape, value: Any, path: Where, known: Known, needed: bool, usual: Any = None) -> list[Row]:
    label, told = key_to_label(key), HELP.get(f"{path[0]}.{key}") or HELP.get(key, "")
    if shape.among is not None:
        return _among(label, shape.among, value, path, known, needed)
    if shape.base is dict:
        return _mapping(label, shape, value, path, told, known.get(key, ()))
    if shape.base is list:
        return _listed(key, label, shape_of(shape.inner), value, path, known, told)
    if isinstance(shape.base, type) and issubclass(shape.base, BaseModel):
        return key_rows(shape.base, value, path, known)
    options = known.get(key) or tuple(Option(word, _word(key, word)) for word in shape.words)
    if options:
        chosen = options if needed else (nothing(usual), *options)
        return [Row(Kind.CHOICE, label, path, value, chosen, told, needed, usual)]
    kind = TYPED.get(shape.base)
    return [Row(kind, label, path, value, (), told, needed, usual)] if kind is not None else []


def _word(key: str, word: object) -> str:
    if isinstance(word, int) and key in ("side", "owner", "initiative"):
        return f"side {word}"
    return key_to_words(str(word))


def _among(label: str, among: Among, value: Any, path: Where, known: Known, needed: bool) -> list[Row]:
    """Which piece stands there, and below it the keys of that piece."""
    options = kinds_of(among)
    name = value.get(among.key) if isinstance(value, dict) else value
    chosen = options if needed else (nothing(), *options)
    first = Row(Kind.CHOICE, label, (*path, among.key), name, chosen, HELP.get(among.key, ""), needed, among=among)
    schema = schema_of(among, name)
    return [first, *(key_rows(schema, value, path, known, (among.key,)) if schema is not None else ())]


def kinds_of(among: Among) -> tuple[Option, ...]:
    """The pieces that may stand in a place, each with what it says of itself."""
    words = [(shapes_of(each)[among.key].words[0], each) for each in among.pieces]
    return tuple(Option(word, key_to_label(str(word)), help_of(word, each)) for word, each in words)


def help_of(name: object, schema: type[BaseModel]) -> str:
    """What a piece does: as the rules say it, else as its schema does."""
    said = getattr(CATALOG.get(str(name)), "summary", "")  # of some it depends on their parameters
    return said if isinstance(said, str) and said else summary_of(schema)


def _mapping(label: str, shape: Shape, value: Any, path: Where, told: str, known: tuple[Option, ...]) -> list[Row]:
    """A row for each key that stands there, and one for another."""
    said, kind = value if isinstance(value, dict) else {}, TYPED.get(shape_of(shape.inner).base, Kind.TEXT)
    rows = [
        Row(kind, f"· {key if known else key_to_label(str(key))}", (*path, key), each) for key, each in said.items()
    ]
    words = known or tuple(Option(word, key_to_label(str(word))) for word in shape_of(shape.keys).words)
    rest = tuple(option for option in words if option.value not in said)
    return [Row(Kind.ADD, label, path, None, rest, told), *rows] if rest or rows else []


def _listed(key: str, label: str, inner: Shape, value: Any, path: Where, known: Known, told: str) -> list[Row]:
    """A list of words; what it holds of other kinds is edited elsewhere."""
    said = value if isinstance(value, list) else []
    options = known.get(key) or tuple(Option(word, _word(key, word)) for word in inner.words)
    if inner.among is None and options and not all(isinstance(option.value, int) for option in options):
        rows = [
            Row(Kind.CHOICE, f"· {label} {number + 1}", (*path, number), each, (nothing(), *options))
            for number, each in enumerate(said)
        ]
        return [Row(Kind.ADD, label, path, None, options, told), *rows]
    kind = {str: Kind.WORDS, int: Kind.NUMBERS, float: Kind.NUMBERS}.get(inner.base)
    return [Row(kind, label, path, value, (), told)] if kind is not None else []


def least_line(schema: type[BaseModel], known: Callable[[str], Any] = lambda key: None) -> Data:
    """A line with what a schema must have, as little as may be; `known` says what stands at a key in this draft."""
    line: Data = {}
    for key, shape in shapes_of(schema).items():
        if schema.model_fields[key].is_required():
            given = known(key)
            line[key] = given if given is not None else _least(shape, known)
    return line


def _least(shape: Shape, known: Callable[[str], Any]) -> Any:
    if shape.among is not None:
        return least_line(shape.among.pieces[0], known)
    if shape.words:
        return shape.words[0]
    if shape.base is list:
        return [_least(shape_of(shape.inner), known)]
    if shape.base in (int, float):
        return max(1, int(shape.least or 0))
    return "Token" if shape.base is str else False


# --- known ---
# What may stand at a key in this very draft: ids of its models, names of its tokens, boxes and weapons of a card.


def known(draft: Draft, piece: Piece | None = None) -> Mapping[str, tuple[Option, ...]]:
    """By key; for the line of a piece also what its card has."""
    line = draft.line(piece) if piece is not None else {}
    tokens = _options(each.get("name") for each in draft.lines("tokens"))
    found = {"fleets": _options(fleet_names()), "token": tokens, "loads": tokens}
    if piece is not None and piece.section == "models":
        found["card"] = tuple(Option(key, f"{card.name} · {card.faction}") for key, card in unit_cards().items())
    card = unit_cards().get(str(line.get("card", "")))
    if card is not None:
        others = [each.get("id") for each in draft.lines("models") if each is not line]
        found |= {tie: _options(others) for tie in TIES} | _of_card(card)
    return {key: options for key, options in found.items() if options}


def _options(words: Iterable[Any]) -> tuple[Option, ...]:
    return tuple(Option(word, word) for word in words if isinstance(word, str))


def _of_card(card: UnitCard) -> dict[str, tuple[Option, ...]]:
    """The boxes of its tracks, and what of it may be damaged."""
    mounts = [Option(mount.id, f"{mount.id} · {mount.weapon.type}") for mount in card.mounts]
    systems = [Option(trait.name, trait.name) for trait in card.traits if trait.name in SYSTEMS]
    return {
        "structure": _boxes(card, "structure"), "fuel": _boxes(card, "fuel"),
        "damaged": (*mounts, *systems),
        "cargo": _options(CARGO) if card.trait("Cargo") is not None else (),
    }  # fmt: skip


def _boxes(card: UnitCard, track: str) -> tuple[Option, ...]:
    return tuple(Option(box, str(box)) for box in (*card.tracks.get(track, ()), 0))


# --- scenario rows ---
# The form of a scenario as a whole: its keys, and its lists of pieces with what may be put into each.

ON_TABLE = ("terrain", "models")
"""Lists whose pieces are taken from the palette and chosen on the board."""
DRAWN = ("zones",)
"""Lists whose pieces are drawn on the board too, and stand in the form besides."""
LONGEST = 60
"""Letters by which a piece is told in a list."""


def scenario_rows(draft: Draft) -> list[Row]:
    """Every row of the form of a scenario, in the order of the file."""
    lists = piece_lists()
    without = (*ON_TABLE, *(section for section in lists if section not in DRAWN))
    rows = [*heading("Scenario"), *key_rows(Scenario, draft.data, (), known(draft), without)]
    for section, shape in lists.items():
        if section not in DRAWN or isinstance(draft.data.get(section), list):
            rows += _list_rows(draft, section, shape)
    return rows


@cache
def piece_lists() -> dict[str, Shape]:
    """What the lists hold whose pieces have forms of their own, by key; those on the table are not among them."""
    found = {}
    for key, shape in shapes_of(Scenario).items():
        of = shape.inner if shape.base is list else shape.also
        inner = shape_of(of) if of is not None else None
        piece = inner is not None and (inner.among is not None or _is_schema(inner.base))
        if inner is not None and piece and key not in ON_TABLE:
            found[key] = inner
    return found


def _is_schema(base: Any) -> bool:
    return isinstance(base, type) and issubclass(base, BaseModel)


def _list_rows(draft: Draft, section: str, inner: Shape) -> list[Row]:
    options = (
        kinds_of(inner.among) if inner.among is not None else (Option("", f"one of {key_to_label(section).lower()}"),)
    )
    there = draft.data.get(section)
    lines = there if isinstance(there, list) else []
    key = inner.among.key if inner.among is not None else "name"
    helped = {str(option.value): option.help for option in options}
    pieces = [
        Row(Kind.PIECE, told(line, key), (section, number), None, (), helped.get(str(_name(line, key)), ""))
        for number, line in enumerate(lines)
    ]
    more = [] if section in DRAWN else [Row(Kind.ADD, "", (section,), None, options)]
    return [*heading(key_to_label(section), LISTS.get(section, "")), *pieces, *more]


def _name(line: Any, key: str) -> Any:
    return line.get(key) if isinstance(line, dict) else line


def told(line: Any, key: str) -> str:
    """A line in a few words: what it is, and what it says besides."""
    if not isinstance(line, dict):
        return key_to_label(str(line))
    rest = [f"{each} {_plain(value)}" for each, value in line.items() if each != key]
    said = " · ".join([key_to_label(str(line.get(key, ""))), *rest]).strip(" ·")
    return said if len(said) <= LONGEST else f"{said[: LONGEST - 1]}…"


def _plain(value: Any) -> str:
    if isinstance(value, dict):
        return " ".join(_plain(each) for each in value.values())
    return ", ".join(map(_plain, value)) if isinstance(value, list) else str(value)


def at_path(draft: Draft, path: Where) -> Any:
    """What stands at a path; a piece that is written as its bare name is the mapping that this is short for."""
    found = draft.at(path)
    shape = piece_lists().get(str(path[0])) if path else None
    if len(path) == 2 and isinstance(found, str) and shape is not None and shape.among is not None:
        return {shape.among.key: found}
    return found


# --- piece rows ---
# The form of one piece: of terrain what its kind may say, of others the keys of their schema.

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
        return [*heading(key_to_label(kind)), *ordered, *_aboard(draft, line)]
    if piece.section == "models":
        rows = key_rows(ModelLine, line, piece.path, known(draft, piece))
        return [*heading("Model"), *rows, *_aboard(draft, line)]
    return _listed_pieces(draft, piece, line)


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


def _listed_pieces(draft: Draft, piece: Piece, line: dict[str, Any]) -> list[Row]:
    """The rows of a piece of one of the other lists."""
    inner = piece_lists().get(piece.section)
    if inner is None:
        return []
    schema, key = inner.base, ""
    if inner.among is not None:
        key = inner.among.key
        schema = schema_of(inner.among, line.get(key))
    if schema is None:
        return [*heading(key_to_label(str(line.get(key))))]
    title = heading(key_to_label(str(line.get(key) or piece.section.rstrip("s"))), help_of(line.get(key), schema))
    round_ = ("x", "y", "radius") if isinstance(line.get("points"), list) else ()
    return [*title, *key_rows(schema, line, piece.path, known(draft), (key, *round_))]


# --- given ---
# What a form gives: the draft after a row got another value.

PARAGRAPH = " ¶ "
"""Stands in a field for the end of a paragraph."""
LISTED = "Write a comma and a space between numbers, and a point in them: 1.5, 2"
_TIGHT_COMMA = re.compile(r"\d,\d")


def text_of(row: Row) -> str:
    """What stands in the field of a row."""
    if row.kind in (Kind.WORDS, Kind.NUMBERS):
        return ", ".join(map(str, row.value)) if isinstance(row.value, list) else ""
    return "" if row.value is None else PARAGRAPH.join(str(row.value).strip().split("\n\n")).replace("\n", " ")


def value_of(row: Row, text: str) -> Any:
    """Return the value that a text in its field means, None for none. Raises ValueError if it means nothing.

    A number may have a decimal comma. In a list the comma separates, so `1,5` is an error there.
    """
    said = text.strip()
    if not said:
        return None
    if row.kind is Kind.NUMBERS:
        if _TIGHT_COMMA.search(said):
            raise ValueError(LISTED)
        return [float(each) if "." in each else int(each) for each in said.split(",")]
    if row.kind is Kind.WORDS:
        return [word for each in said.split(",") if (word := each.strip())]
    if row.kind in (Kind.WHOLE, Kind.NUMBER):
        return int(said) if row.kind is Kind.WHOLE else float(said if "." in said else said.replace(",", "."))
    return "\n\n".join(each.strip() for each in said.split(PARAGRAPH.strip()))


def set_row_value(draft: Draft, row: Row, value: Any) -> tuple[Draft, Piece | None]:
    """The draft with a value in that row, and the piece that this made, if one."""
    if row.kind is Kind.ADD:
        return added(draft, row.path, value)
    draft = _spelled(draft, row.path)
    if row.among is not None:
        path = row.path[:-1]
        return draft.with_value(path, _another(draft, row, draft.at(path), value)), None
    return _bared(_placed(draft, row.path, value).with_value(row.path, value), row.path), None


def _placed(draft: Draft, path: Where, value: Any) -> Draft:
    """A model that goes aboard, or to a side of another, gives up its place; one that comes out stands beside."""
    piece, key = Piece(str(path[0]), path[1]) if len(path) > 2 and isinstance(path[1], int) else None, path[-1]
    if piece is None or piece.section != "models" or key not in ("embarked_in", "at", "touching"):
        return draft
    if value is not None and key in ("embarked_in", "at"):
        for gone in ("x", "y", *(("heading", "touching", "at") if key == "embarked_in" else ())):
            draft = draft.with_value((*piece.path, gone), None)
    elif value is None and key != "at" and "x" not in draft.line(piece):
        host = next((each for each in draft.lines("models") if each.get("id") == draft.at(path)), {})
        draft = placed_at(draft, piece, (host.get("x", 0), host.get("y", 0)))
    return draft


def added(draft: Draft, path: Where, value: Any) -> tuple[Draft, Piece | None]:
    """Another entry in a list or a mapping, and the piece that it is, if it is one."""
    inner = piece_lists().get(str(path[0])) if len(path) == 1 else None
    if inner is None:
        there = draft.at(path)
        if isinstance(there, list) or _is_list(path):
            return draft.with_value(path, [*(there or []), value]), None
        return draft.with_value((*path, value), 1), None
    schema = schema_of(inner.among, value) if inner.among is not None else inner.base
    line = least_line(schema, lambda key: _first(draft, key)) if schema is not None else {}
    made, piece = add_piece(draft, str(path[0]), line)
    return _bared(made, piece.path), piece


def _is_list(path: Where) -> bool:
    return path[-1] in ("damaged", "cargo", "fleets", "fate", "without", "upgrades")


def _first(draft: Draft, key: str) -> Any:
    """What may stand at a key in this draft, the first of it."""
    options = known(draft).get(key, ())
    return options[0].value if options else None


def _another(draft: Draft, row: Row, old: Any, name: Any) -> Data | None:
    """The line of another piece, with what it has in common with the one before."""
    schema = schema_of(row.among, name) if row.among is not None else None
    if schema is None or row.among is None:
        return None
    kept = {key: value for key, value in (old or {}).items() if key in schema.model_fields}
    return {**least_line(schema, lambda key: _first(draft, key)), **kept, row.among.key: name}


def _spelled(draft: Draft, path: Where) -> Draft:
    """With a piece that is written as its bare name spelled out."""
    line = at_path(draft, path[:2])
    return draft.with_value(path[:2], line) if len(path) > 2 and line != draft.at(path[:2]) else draft


def _bared(draft: Draft, path: Where) -> Draft:
    """With a piece that says only its name written as that, where a file may."""
    inner = piece_lists().get(str(path[0])) if path else None
    among = inner.among if inner is not None else None
    line = draft.at(path[:2])
    if among is not None and among.bare and isinstance(line, dict) and set(line) == {among.key}:
        return draft.with_value(path[:2], line[among.key])
    return draft
