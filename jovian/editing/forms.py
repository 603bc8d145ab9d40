"""The forms of the scenario editor: rows for the keys of a scenario and its pieces, made from the schema of the file.

The parts in order: types of keys, help texts, rows, rows for a schema, options from the draft, the form of a scenario,
the form of a piece, and setting a value.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from enum import Enum
from functools import cache, partial
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from jovian.cards import UnitCard, unit_cards
from jovian.cards.keys import Among, Limits, OneOf, has_keys, keys_of
from jovian.cards.names import CARGO, TERRAIN_KINDS
from jovian.cards.scenario import Placement, ScenarioCard, TerrainCard
from jovian.cards.scenario_builder import KEY_GROUPS
from jovian.cards.traits import SYSTEMS
from jovian.editing.commands import TIES, add_piece, placed_at
from jovian.editing.draft import Data, Draft, Piece, Where
from jovian.editing.labels import fleet_labels, key_to_label, piece_name, piece_names, side_labels
from jovian.frozen import frozen
from jovian.rules.basics.rolls import join_words, pluralize
from jovian.rules.setup.edition import objective_title
from jovian.rules.terrain import HULK, STATION

# --- Types of keys ---

FEW = 3
"""The maximum number of whole numbers that are offered as a list."""


@frozen
class KeyType:
    """The type of a key, as forms need it."""

    base: Any
    """The class of the value: `int`, `str`, `list`, or a schema. None if only one of the words is allowed."""
    words: tuple[Any, ...] = ()
    """The allowed values of a closed list."""
    inner: Any = None
    """The type of the items of a list, or of the values of a mapping."""
    keys: Any = None
    """The type of the keys of a mapping."""
    among: Among | None = None
    min_value: float | None = None
    optional: bool = False
    also: Any = None
    """The type of the items if a list is allowed instead of a word."""


@cache
def key_types(schema: type) -> dict[str, KeyType]:
    """Return the parsed types of a schema's keys in their order."""
    return {name: parse_type(key.kind) for name, key in keys_of(schema).items()}


def parse_type(kind: Any) -> KeyType:
    """Return the parsed type of a key."""
    origin = get_origin(kind)
    if origin is Annotated:
        base, *annotations = get_args(kind)
        return _with_annotations(parse_type(base), annotations)
    if origin in (Union, UnionType):
        types = [parse_type(part) for part in get_args(kind) if part is not NoneType]
        return _union(types, NoneType in get_args(kind))
    if origin is Literal:
        return KeyType(None, get_args(kind))
    if origin in (list, tuple):
        return KeyType(list, inner=get_args(kind)[0])
    if origin in (dict, Mapping):
        return KeyType(dict, keys=get_args(kind)[0], inner=get_args(kind)[1])
    return KeyType(kind)


def _with_annotations(key_type: KeyType, annotations: Iterable[Any]) -> KeyType:
    low: float | None = key_type.min_value
    high: float | None = None
    for annotation in annotations:
        if isinstance(annotation, OneOf):
            return KeyType(None, tuple(annotation.names))
        if isinstance(annotation, Among):
            if not annotation.key:
                return KeyType(next(iter(annotation.pieces.values())))
            return KeyType(None, tuple(annotation.pieces), among=annotation)
        if isinstance(annotation, Limits):
            low = 1.0 if "gt" in annotation.limits else annotation.limits.get("ge", low)
            high = annotation.limits.get("le", high)
    if key_type.base is int and low is not None and high is not None and high - low < FEW:
        return KeyType(None, tuple(range(int(low), int(high) + 1)))
    return replace(key_type, min_value=low)


def _union(types: list[KeyType], optional: bool) -> KeyType:
    """Return the values of several types that can be offered as a list. A single type stays as it is."""
    if len(types) == 1:
        return replace(types[0], optional=optional)
    words = tuple(word for key_type in types for word in key_type.words)
    also = next((key_type.inner for key_type in types if key_type.base is list), None)
    return KeyType(None, words, optional=optional, also=also)


# --- Help texts: the tooltips of forms ---

LISTS: dict[str, str] = {
    "objectives": "How to gain Objective Points. The objectives are counted in this order",
    "special_rules": "Special rules of this scenario",
    "early_end": "What ends the game before its last turn",
    "tokens": "Tokens that models carry and objectives count",
    "zones": "Add zones from the palette, and move them on the table",
}
"""The help text of each list of a scenario."""
HELP: dict[str, str] = {
    "name": "The name",
    "key": "The id used in saves and logs. Default: the file name",
    "summary": "A short description for the setup page",
    "briefing": "The text that players read before the game. ¶ starts a paragraph",
    "width": "The width of the table in inches",
    "height": "The height of the table in inches",
    "zones": "Where the sides deploy",
    "deployment": "The order in which, and when, models are deployed",
    "initiative": "The side with initiative in the first turn",
    "turn": "The first turn. If it is later than 1, models must be placed",
    "turns": "The number of turns",
    "docking": "Whether capital ships can start docked to a ship with Dock",
    "fleets": "The ready fleets that it is made for. Other fleets can also play it",
    "layout": "How terrain is placed instead of the list below: at random, at random and mirrored, or by the players",
    "id": "The name that other lines use: lowercase letters, digits, and hyphens",
    "card": "The unit card",
    "side": "The side that controls it",
    "x": "Inches from the left edge",
    "y": "Inches from the lower edge",
    "heading": "Degrees, clockwise from 0 (up the table)",
    "structure": "The remaining Structure. Empty if undamaged",
    "ratings": "The remaining ratings of other damaged tracks",
    "fuel": "The remaining fuel. Empty if full",
    "damaged": "Damaged weapons and systems",
    "states": "The states that it is in, with their values",
    "activated": "Whether it has activated this turn",
    "embarked_in": "The ship that carries it. It then needs no position",
    "escorting": "The ship of its side that it escorts, in contact with it",
    "assaulting": "The enemy ship that it assaults, in contact with it",
    "formation": "Another squadron of its Formation",
    "cargo": "The content of its cargo slots",
    "edge": "The edge of the table that it lies along",
    "thickness": "The distance from the edge to its border in inches. Default: random",
    "radius": "The radius in inches",
    "tail_length": "The length of the tail behind the body in inches",
    "tail_width": "The width of the tail in inches",
    "moves": "Whether it moves",
    "owner": "The side that owns it, or neutral",
    "tv": "Its Threat Value, which counts for the side that holds it",
    "hangers": "The number of squadrons that it can carry",
    "weapons": "Its weapons",
    "dock": "Whether ships can dock with it",
    "boarders": "The marines of both sides aboard at the start",
    "search": "The search tokens of both sides on an unidentified object, in the first turn",
    "points": "Objective Points. Negative points are lost",
    "touching": "The model that it is in contact with, toward its x and y or at a side of that model",
    "at": "The side of that model where it is placed",
    "loads": "The scenario tokens that it carries",
    "upgrades": "Characters, and upgrades of squadrons",
    "hardpoints": "The weapon in each hardpoint, by the letter of its line",
    "objectives.turn": "The turn in whose End Phase it is counted. Default: the last turn",
    "special_rules.turn": "The turn that the rule is about",
    "special_rules.edge": "The edge. Default: the attacker chooses",
    "special_rules.tokens": "The number of tokens that can be found",
    "special_rules.kind": "Only models of this kind",
    "terrain.structure": "Its undamaged Structure. Default: random",
    "until": "The first turn in which they may do so",
    "above": "Models with more Structure than this may not do so",
    "found": "The number found with no result, a double, a triple, and a quadruple or better",
    "size": "The minimum and maximum diameter in inches",
    "on_capital": "The maximum for a capital ship",
    "on_squadron": "The maximum for a squadron",
    "squadrons": "The kind of squadrons",
    "fuel_pods": "Whether the model that mined can make Fuel Pods of it",
    "defense": "The Defense of the comet against the mining",
    "on_captured": "The number of tokens that a captured ship holds",
    "launch": "The number of tokens that a model can take along at launch",
    "most": "The maximum number that a model can carry",
    "role": "Only for the side with this role. Default: both sides",
    "count": "What is counted",
    "of": "What is counted",
    "amount": "The number required",
    "whose": "Own models, or enemy models",
    "model_kind": "Only models of this kind",
    "fate": "Only models that ended like this",
    "without": "No models that ended like this",
    "token": "The name of a token of this scenario",
    "kind": "The kind",
    "rule": "The rule",
    "plural": "The name of several of them",
}


# --- Rows ---


class Kind(Enum):
    """The kind of control of a row."""

    HEADING = "heading"
    """A title."""
    NOTE = "note"
    """An explanation of the rows above or below."""
    TEXT = "text"
    WORDS = "words"
    """A list of texts separated by commas."""
    NUMBERS = "numbers separated by commas"
    NUMBER = "number"
    WHOLE = "whole number"
    FLAG = "yes or no"
    CHOICE = "one of its options"
    ADD = "one of its options is added to the existing ones"
    PIECE = "a line with a form of its own"
    BRANCH = "a line of a tree of branches"


@frozen
class FormOption:
    """A possible value of a row."""

    value: Any
    label: str
    help: str = ""


@frozen
class FormRow:
    """One row of a form. For `PIECE` the path leads to the piece, for `ADD` to the list or mapping to extend."""

    kind: Kind
    label: str
    path: Where = ()
    value: Any = None
    options: tuple[FormOption, ...] = ()
    help: str = ""
    needed: bool = False
    """Whether a value is required."""
    default: Any = None
    """The default value."""
    among: Among | None = None
    """The kinds of pieces that the row chooses from. Each has keys of its own."""


def no_value_option(default: Any = None) -> FormOption:
    """Return the option to omit a key. Its label shows the default."""
    return FormOption(None, "-" if default in (None, "", (), [], {}) else f"{key_to_label(str(default))} (default)")


def heading(label: str, help: str = "") -> list[FormRow]:
    """Return a title row, and a note below it if there is help."""
    return [FormRow(Kind.HEADING, label), *([FormRow(Kind.NOTE, help)] if help else [])]


# --- Rows for a schema ---

SIDE_KEYS = ("side", "owner", "initiative")
"""Keys whose numbers are sides."""
ITEM_NAMES = {"fleets": {0: "First side", 1: "Second side"}}
"""The names of items of lists, if they have more than a number."""
SIDES = "names of sides"
"""In `KeyOptions`, not a key of a file: both sides with their names."""
DETAIL_KEYS = ("key", "id")
"""Keys of files that players don't need. Their rows are at the end of a form."""
KeyOptions = Mapping[str, tuple[FormOption, ...]]
"""The possible values of keys in one draft, such as ids of its models and names of its tokens."""
TYPED = {int: Kind.WHOLE, float: Kind.NUMBER, str: Kind.TEXT, bool: Kind.FLAG}


def key_rows(schema: type, data: Any, path: Where, options: KeyOptions, without: Collection[str] = ()) -> list[FormRow]:
    """Return the rows for all keys of a schema. `data` is the mapping at the path."""
    values = data if isinstance(data, dict) else {}
    rows: list[FormRow] = []
    for name, key in keys_of(schema).items():
        if name not in without:
            default = None if key.required or key.default in ([], {}) else key.default
            key_type = key_types(schema)[name]
            rows += _rows(name, key_type, values.get(name), (*path, name), options, key.required, default)
    return rows


def _rows(
    key: str, key_type: KeyType, value: Any, path: Where, options: KeyOptions, needed: bool, default: Any = None
) -> list[FormRow]:
    label, help_ = key_to_label(key), HELP.get(f"{path[0]}.{key}") or HELP.get(key, "")
    if key_type.among is not None:
        return _kind_rows(label, key_type.among, value, path, options, needed)
    if key_type.base is dict:
        return _mapping_rows(label, key_type, value, path, help_, options.get(key, ()))
    if key_type.base is list:
        return _value_list_rows(key, label, parse_type(key_type.inner), value, path, options, help_)
    if has_keys(key_type.base):
        return key_rows(key_type.base, value, path, options)
    choices = options.get(key) or tuple(FormOption(word, _word_label(key, word, options)) for word in key_type.words)
    if choices:
        choices = choices if needed else (no_value_option(default), *choices)
        return [FormRow(Kind.CHOICE, label, path, value, choices, help_, needed, default)]
    kind = TYPED.get(key_type.base)
    return [FormRow(kind, label, path, value, (), help_, needed, default)] if kind is not None else []


def _word_label(key: str, word: object, options: KeyOptions) -> str:
    """Return the label of an allowed value: the name of a side, or the word."""
    sides = options.get(SIDES, ()) if key in SIDE_KEYS else ()
    return next((side.label for side in sides if side.value == word), key_to_label(str(word)))


def _kind_rows(label: str, among: Among, value: Any, path: Where, options: KeyOptions, needed: bool) -> list[FormRow]:
    """Return the row that chooses a kind of piece, and below it the rows of that kind."""
    name = value.get(among.key) if isinstance(value, dict) else value
    choices = piece_options(among) if needed else (no_value_option(), *piece_options(among))
    first = FormRow(Kind.CHOICE, label, (*path, among.key), name, choices, HELP.get(among.key, ""), needed, among=among)
    schema = among.find(name)
    return [first, *(key_rows(schema, value, path, options) if schema is not None else ())]


def piece_options(among: Among) -> tuple[FormOption, ...]:
    """Return the possible kinds of a piece with their help texts."""
    return tuple(FormOption(name, key_to_label(name), piece_help(kind)) for name, kind in among.pieces.items())


def piece_help(kind: type) -> str:
    """Return what a piece does: the summary of the rule, or else the first paragraph of the docstring."""
    summary = getattr(kind, "summary", "")  # Of some rules it depends on parameters and is no text.
    docstring = (kind.__doc__ or "").strip().split("\n\n")[0].replace("\n", " ")
    return summary if isinstance(summary, str) and summary else docstring


def _mapping_rows(
    label: str, key_type: KeyType, value: Any, path: Where, help_: str, options: tuple[FormOption, ...]
) -> list[FormRow]:
    """Return a row to add a key to a mapping, and a row for each key in it."""
    values, kind = value if isinstance(value, dict) else {}, TYPED.get(parse_type(key_type.inner).base, Kind.TEXT)
    label_of = {option.value: option.label for option in options}
    rows = [
        FormRow(kind, f"· {label_of.get(key) or key_to_label(str(key))}", (*path, key), item)
        for key, item in values.items()
    ]
    keys = options or tuple(FormOption(word, key_to_label(str(word))) for word in parse_type(key_type.keys).words)
    unused = tuple(option for option in keys if option.value not in values)
    return [FormRow(Kind.ADD, label, path, None, unused, help_), *rows] if unused or rows else []


def _value_list_rows(
    key: str, label: str, inner: KeyType, value: Any, path: Where, options: KeyOptions, help_: str
) -> list[FormRow]:
    """Return the rows of a list of values, [] if it has items with forms of their own."""
    values = value if isinstance(value, list) else []
    choices = options.get(key) or tuple(FormOption(word, _word_label(key, word, options)) for word in inner.words)
    if inner.among is None and choices and not all(isinstance(option.value, int) for option in choices):
        names = ITEM_NAMES.get(key, {})
        rows = [
            FormRow(
                Kind.CHOICE,
                f"· {names.get(number, f'{label} {number + 1}')}",
                (*path, number),
                item,
                (no_value_option(), *choices),
            )
            for number, item in enumerate(values)
        ]
        return [FormRow(Kind.ADD, label, path, None, choices, help_), *rows]
    kind = {str: Kind.WORDS, int: Kind.NUMBERS, float: Kind.NUMBERS}.get(inner.base)
    return [FormRow(kind, label, path, value, (), help_)] if kind is not None else []


def minimal_line(schema: type, first: Callable[[str], Any] = lambda key: None) -> Data:
    """Return a line with only the required keys. `first` returns the first possible value of a key in the draft."""
    line: Data = {}
    for key, key_type in key_types(schema).items():
        if keys_of(schema)[key].required:
            value = first(key)
            line[key] = value if value is not None else _minimal_value(key_type, first)
    return line


def minimal_piece(among: Among, name: Any, first: Callable[[str], Any]) -> Data:
    """Return the line of a kind of piece with only the required keys, {} for an unknown kind."""
    kind = among.find(name)
    return {} if kind is None else {among.key: name, **minimal_line(kind, first)}


def _minimal_value(key_type: KeyType, first: Callable[[str], Any]) -> Any:
    if key_type.among is not None:
        return minimal_piece(key_type.among, next(iter(key_type.among.pieces)), first)
    if key_type.words:
        return key_type.words[0]
    if key_type.base is list:
        return [_minimal_value(parse_type(key_type.inner), first)]
    if key_type.base in (int, float):
        return max(1, int(key_type.min_value or 0))
    return "Token" if key_type.base is str else False


# --- Options from the draft ---


def key_options(draft: Draft, piece: Piece | None = None) -> KeyOptions:
    """Return the possible values of keys in a draft, and for a piece also those that depend on its card."""
    line = draft.line(piece) if piece is not None else {}
    tokens = _options(token.get("name") for token in draft.lines("tokens"))
    fleets = tuple(FormOption(stem, label) for stem, label in fleet_labels().items())
    sides = tuple(FormOption(number, name) for number, name in enumerate(side_labels(draft)))
    options = {"fleets": fleets, "token": tokens, "loads": tokens, SIDES: sides}
    if piece is not None and piece.section == "models":
        options["card"] = tuple(FormOption(key, f"{card.name} · {card.faction}") for key, card in unit_cards().items())
    card = unit_cards().get(str(line.get("card", "")))
    if card is not None:
        options |= {key: _tie_options(draft, line, key) for key in TIES} | _card_options(card)
    return {key: choices for key, choices in options.items() if choices}


def _tie_options(draft: Draft, line: Data, key: str) -> tuple[FormOption, ...]:
    """Return the other models by name, and the stations that the model is at or, for squadrons aboard, could be in."""
    names = piece_names(draft)
    ids = [model.get("id") for model in draft.lines("models") if model is not line]
    stations = [piece.get("id") for piece in draft.lines("terrain") if piece.get("kind") in (STATION, HULK)]
    ids += [piece_id for piece_id in stations if key == "embarked_in" or piece_id == line.get(key)]
    return tuple(FormOption(word, names[word]) for word in ids if isinstance(word, str) and word in names)


def _options(words: Iterable[Any]) -> tuple[FormOption, ...]:
    return tuple(FormOption(word, word) for word in words if isinstance(word, str))


def _card_options(card: UnitCard) -> dict[str, tuple[FormOption, ...]]:
    """Return the boxes of a card's tracks, and its parts that can be damaged."""
    mounts = [FormOption(mount.id, card.mount_name(mount.id)) for mount in card.mounts]
    systems = [FormOption(trait.name, trait.name) for trait in card.traits if trait.name in SYSTEMS]
    return {
        "structure": _box_options(card, "structure"), "fuel": _box_options(card, "fuel"),
        "damaged": (*mounts, *systems),
        "cargo": _options(CARGO) if card.trait("Cargo") is not None else (),
    }  # fmt: skip


def _box_options(card: UnitCard, track: str) -> tuple[FormOption, ...]:
    return tuple(FormOption(box, str(box)) for box in (*card.tracks.get(track, ()), 0))


# --- The form of a scenario ---

ON_TABLE = ("terrain", "models")
"""The lists whose pieces come from the palette and are selected on the table."""
DRAWN = ("zones",)
"""The lists whose pieces are drawn on the table and are also in the form."""
SEPARATOR = " · "
"""Between the parts of a piece's label."""
NAMED_KEYS = ("side", "role", "token", "name", "kind")
"""Keys whose words need no label in the label of a piece."""
NEW_LABELS = {"zones": "Zone", "early_end": "Early end", "tokens": "Token"}
"""What the lists of pieces without kinds contain."""


def scenario_rows(draft: Draft) -> list[FormRow]:
    """Return all rows of the form of a scenario, in the order of the file."""
    lists = piece_lists()
    without = (*ON_TABLE, *(section for section in lists if section not in DRAWN))
    rows = [*heading("Scenario"), *key_rows(ScenarioCard, draft.data, (), key_options(draft), without)]
    for section, item_type in lists.items():
        if section not in DRAWN or isinstance(draft.data.get(section), list):
            rows += _piece_list_rows(draft, section, item_type)
    return _with_details_last(rows)


def _with_details_last(rows: list[FormRow]) -> list[FormRow]:
    """Return the rows with keys and ids at the end, as details."""
    others, details = list[FormRow](), list[FormRow]()
    for row in rows:
        is_detail = row.kind is Kind.TEXT and row.path[-1] in DETAIL_KEYS
        (details if is_detail else others).append(row)
    return [*others, *(heading("Details") if details else ()), *details]


@cache
def piece_lists() -> dict[str, KeyType]:
    """Return the item types of lists whose pieces have forms of their own, except for the lists on the table."""
    lists = {}
    for key, key_type in key_types(ScenarioCard).items():
        of = key_type.inner if key_type.base is list else key_type.also
        inner = parse_type(of) if of is not None else None
        has_form = inner is not None and (inner.among is not None or has_keys(inner.base))
        if inner is not None and has_form and key not in ON_TABLE:
            lists[key] = inner
    return lists


def _piece_list_rows(draft: Draft, section: str, inner: KeyType) -> list[FormRow]:
    if inner.among is not None:
        options: tuple[FormOption, ...] = piece_options(inner.among)
    else:
        options = (FormOption("", NEW_LABELS.get(section, key_to_label(section))),)
    items = draft.data.get(section)
    lines = items if isinstance(items, list) else []
    key = inner.among.key if inner.among is not None else "name"
    helps = {str(option.value): option.help for option in options}
    sides = side_labels(draft)
    pieces = [
        FormRow(Kind.PIECE, line_label(line, section, key, sides), (section, number), None, (),
            helps.get(str(_line_name(line, key)), ""))
        for number, line in enumerate(lines)
    ]  # fmt: skip
    more = [] if section in DRAWN else [FormRow(Kind.ADD, "", (section,), None, options)]
    return [*heading(key_to_label(section), LISTS.get(section, "")), *pieces, *more]


def _line_name(line: Any, key: str) -> Any:
    return line.get(key) if isinstance(line, dict) else line


def line_label(line: Any, section: str, key: str, sides: tuple[str, str]) -> str:
    """Return a line in a few words, separated by `SEPARATOR`: what it is, then its values, the most important first."""
    if not isinstance(line, dict):
        return key_to_label(str(line))
    if section == "objectives" and (title := objective_title(line)):
        more = [f"turn {line['turn']}"] if line.get("turn") else []
        more += [f"{line['role']} only"] if line.get("role") else []
        points = f"{line['points']} {'point' if line['points'] == 1 else 'points'}"
        return SEPARATOR.join((f"{points} for {title}", *more))
    name = key_to_label(str(line.get(key) or NEW_LABELS.get(section, section)))
    values = (_value_text(other, value, sides) for other, value in line.items() if other != key)
    return SEPARATOR.join((name, *filter(None, values)))


def _value_text(key: str, value: Any, sides: tuple[str, str]) -> str:
    """Return a value of a line with the name of its key, except where the value says what it is."""
    if key in SIDE_KEYS and value in (0, 1):
        return sides[int(value)]
    if key in ("points", "corners") and isinstance(value, list):
        return pluralize(len(value), "corner")
    if isinstance(value, str):
        word = value if key in ("token", "name") else key_to_label(value)
        return word if key in NAMED_KEYS else f"{key_to_label(key)} {word}"
    if isinstance(value, dict):
        return join_words([_value_text(inner, item, sides) for inner, item in value.items()])
    if isinstance(value, list):
        return f"{key_to_label(key)} {', '.join(key_to_label(str(item)) for item in value)}"
    if isinstance(value, bool):
        return key_to_label(key) if value else f"no {key_to_label(key)}"
    return f"{key_to_label(key)} {value:g}" if isinstance(value, int | float) else ""


def value_at(draft: Draft, path: Where) -> Any:
    """Return the value at a path. If a piece is written as its name alone, return its mapping."""
    value = draft.at(path)
    item_type = piece_lists().get(str(path[0])) if path else None
    if len(path) == 2 and isinstance(value, str) and item_type is not None and item_type.among is not None:
        return {item_type.among.key: value}
    return value


# --- The form of a piece ---

POSITION_KEYS = ("x", "y", "heading", "radius", "points", "tail_length", "tail_width", "moves")


def piece_rows(draft: Draft, piece: Piece) -> list[FormRow]:
    """Return the title and the rows of a piece, [] if it doesn't exist."""
    line = value_at(draft, piece.path)
    if not isinstance(line, dict):
        return []
    return _with_details_last(_rows_of_piece(draft, piece, line))


def _rows_of_piece(draft: Draft, piece: Piece, line: dict[str, Any]) -> list[FormRow]:
    if piece.section == "terrain":
        kind = str(line.get("kind", ""))
        rows = key_rows(TerrainCard, line, piece.path, key_options(draft), _unused_keys(kind, line))
        first = ("name", "x", "y", "heading", "edge")
        order = {key: number for number, key in enumerate(first)}
        ordered = sorted(rows, key=lambda row: order.get(str(row.path[2]), len(first)))
        return [*heading(key_to_label(kind)), *ordered, *_embarked_rows(draft, line)]
    if piece.section == "models":
        rows = key_rows(Placement, line, piece.path, key_options(draft, piece))
        return [*heading("Model"), *rows, *_embarked_rows(draft, line)]
    return _other_piece_rows(draft, piece, line)


def _embarked_rows(draft: Draft, line: dict[str, Any]) -> list[FormRow]:
    """Return a row for each model aboard a ship or a station."""
    names = piece_names(draft)
    rows = [
        FormRow(Kind.PIECE, names.get(str(model.get("id"))) or piece_name(model), ("models", number))
        for number, model in enumerate(draft.lines("models"))
        if line.get("id") and model.get("embarked_in") == line["id"]
    ]
    return [*heading("Aboard"), *rows] if rows else []


def _unused_keys(kind: str, line: dict[str, Any]) -> list[str]:
    """Return the keys that a kind of terrain doesn't have."""
    rule = TERRAIN_KINDS.get(kind)
    if rule is None:
        return []
    unused = ["points", "kind"]
    unused += POSITION_KEYS if rule.edge else ["edge"]
    unused += [] if rule.band else ["thickness"]
    unused += [] if rule.tail else ["tail_length", "tail_width", "moves"]
    unused += ["radius"] if line.get("points") or rule.default_radius == rule.min_radius == rule.max_radius else []
    return [*unused, *(key for keys, whose in KEY_GROUPS if not getattr(rule, whose) for key in keys)]


def _other_piece_rows(draft: Draft, piece: Piece, line: dict[str, Any]) -> list[FormRow]:
    """Return the rows of a piece that is neither terrain nor a model."""
    inner = piece_lists().get(piece.section)
    if inner is None:
        return []
    schema, key = inner.base, ""
    if inner.among is not None:
        key = inner.among.key
        schema = inner.among.find(line.get(key))
    if schema is None:
        return [*heading(key_to_label(str(line.get(key))))]
    title = heading(key_to_label(str(line.get(key) or piece.section.rstrip("s"))), piece_help(schema))
    drawn = ("x", "y", "radius") if isinstance(line.get("points"), list) else ()
    return [*title, *key_rows(schema, line, piece.path, key_options(draft), (key, *drawn))]


# --- Setting a value ---

PARAGRAPH = " ¶ "
"""Marks the end of a paragraph in a text field."""
NUMBER_LIST_HELP = "Separate numbers with a comma and a space, and use a decimal point: 1.5, 2"
_TIGHT_COMMA = re.compile(r"\d,\d")


def text_of(row: FormRow) -> str:
    """Return the text in the field of a row."""
    if row.kind in (Kind.WORDS, Kind.NUMBERS):
        return ", ".join(map(str, row.value)) if isinstance(row.value, list) else ""
    return "" if row.value is None else PARAGRAPH.join(str(row.value).strip().split("\n\n")).replace("\n", " ")


def value_of(row: FormRow, text: str) -> Any:
    """Return the value of a text in the field of a row, None for an empty text. Raises ValueError.

    A single number can have a decimal comma. In a list the comma separates numbers, so `1,5` is an error.
    """
    text = text.strip()
    if not text:
        return None
    if row.kind is Kind.NUMBERS:
        if _TIGHT_COMMA.search(text):
            raise ValueError(NUMBER_LIST_HELP)
        return [float(part) if "." in part else int(part) for part in text.split(",")]
    if row.kind is Kind.WORDS:
        return [word for part in text.split(",") if (word := part.strip())]
    if row.kind in (Kind.WHOLE, Kind.NUMBER):
        return int(text) if row.kind is Kind.WHOLE else float(text if "." in text else text.replace(",", "."))
    return "\n\n".join(part.strip() for part in text.split(PARAGRAPH.strip()))


def set_row_value(draft: Draft, row: FormRow, value: Any) -> tuple[Draft, Piece | None]:
    """Return the draft with a value in a row, and the new piece if the row adds one."""
    if row.kind is Kind.ADD:
        return add_entry(draft, row.path, value)
    draft = _with_mapping(draft, row.path)
    if row.among is not None:
        path = row.path[:-1]
        return draft.with_value(path, _changed_kind(draft, row, draft.at(path), value)), None
    draft = _with_position_changed(draft, row.path, value).with_value(row.path, value)
    return _with_bare_name(draft, row.path), None


def _with_position_changed(draft: Draft, path: Where, value: Any) -> Draft:
    """Remove the position of a model that embarks or is placed at another model. Add one if it leaves that model."""
    piece, key = Piece(str(path[0]), path[1]) if len(path) > 2 and isinstance(path[1], int) else None, path[-1]
    if piece is None or piece.section != "models" or key not in ("embarked_in", "at", "touching"):
        return draft
    if value is not None and key in ("embarked_in", "at"):
        for removed in ("x", "y", *(("heading", "touching", "at") if key == "embarked_in" else ())):
            draft = draft.with_value((*piece.path, removed), None)
    elif value is None and key != "at" and "x" not in draft.line(piece):
        host = next((model for model in draft.lines("models") if model.get("id") == draft.at(path)), {})
        draft = placed_at(draft, piece, (host.get("x", 0), host.get("y", 0)))
    return draft


def add_entry(draft: Draft, path: Where, value: Any) -> tuple[Draft, Piece | None]:
    """Add an entry to a list or a mapping. Return the draft, and the new piece if the entry is one."""
    inner = piece_lists().get(str(path[0])) if len(path) == 1 else None
    if inner is None:
        items = draft.at(path)
        if isinstance(items, list) or _is_list(path):
            return draft.with_value(path, [*(items or []), value]), None
        return draft.with_value((*path, value), 1), None
    first = partial(_first_option, draft)
    line = minimal_piece(inner.among, value, first) if inner.among is not None else minimal_line(inner.base, first)
    draft, piece = add_piece(draft, str(path[0]), line)
    return _with_bare_name(draft, piece.path), piece


def _is_list(path: Where) -> bool:
    return path[-1] in ("damaged", "cargo", "fleets", "fate", "without", "upgrades")


def _first_option(draft: Draft, key: str) -> Any:
    """Return the first possible value of a key in the draft, None if it has no options."""
    options = key_options(draft).get(key, ())
    return options[0].value if options else None


def _changed_kind(draft: Draft, row: FormRow, old: Any, name: Any) -> Data | None:
    """Return the line of a piece after its kind was changed. Keys that both kinds have keep their values."""
    schema = row.among.find(name) if row.among is not None else None
    if schema is None or row.among is None:
        return None
    shared = {key: value for key, value in (old or {}).items() if key in keys_of(schema)}
    return {**minimal_piece(row.among, name, partial(_first_option, draft)), **shared}


def _with_mapping(draft: Draft, path: Where) -> Draft:
    """Return the draft with a piece as a mapping, if it is written as its name alone."""
    line = value_at(draft, path[:2])
    return draft.with_value(path[:2], line) if len(path) > 2 and line != draft.at(path[:2]) else draft


def _with_bare_name(draft: Draft, path: Where) -> Draft:
    """Return the draft with a piece as its name alone, if it has no other keys and the format allows this."""
    inner = piece_lists().get(str(path[0])) if path else None
    among = inner.among if inner is not None else None
    line = draft.at(path[:2])
    if among is not None and among.bare and isinstance(line, dict) and set(line) == {among.key}:
        return draft.with_value(path[:2], line[among.key])
    return draft
