"""Check the data of files by the keys of a class, and turn the errors of pydantic into lines.

The core of pydantic checks the data, because it is imported faster than the rest of pydantic. An error line has file,
line number, cause, and "did you mean".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, fields
from difflib import get_close_matches
from functools import cache
from inspect import cleandoc
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin

from pydantic_core import CoreSchema, ErrorDetails, SchemaValidator, ValidationError
from pydantic_core import core_schema as core

from jovian.cards.files import (
    FEW,
    CardError,
    Cause,
    Document,
    KeyPath,
    Mention,
    about_key,
    cause_text,
    one_line,
    plain_copy,
    suggest_names,
)
from jovian.cards.keys import (
    Among,
    Bare,
    Check,
    Either,
    Key,
    Limits,
    Mark,
    OneOf,
    has_keys,
    hints_of,
    keys_of,
    part_class,
    split_marks,
)
from jovian.frozen import freeze_mapping

# --- From keys to schemas of pydantic ---

T = TypeVar("T")


class Schemas:
    """The schemas of classes. They check mappings, and make values of the classes."""

    def __init__(
        self, keys: Callable[[type], Mapping[str, Key]] = keys_of, simple: Mapping[type, CoreSchema] | None = None,
        max_items: int | None = None,
    ) -> None:  # fmt: skip
        self.keys = keys
        self.simple = SIMPLE if simple is None else simple
        self.max_items = max_items
        """The most items of a list without other limits."""
        self.defined: dict[str, CoreSchema] = {}
        """The schemas of classes by name."""

    def of(self, kind: type) -> CoreSchema:
        """Return the schema of a class."""
        top = self._mapping(kind)
        return core.definitions_schema(top, list(self.defined.values()))

    def _mapping(self, kind: type, tag: str = "", name: str = "") -> CoreSchema:
        """Return a reference to the schema of a class. In a file, the key `tag` holds its name."""
        ref = kind.__name__
        if ref not in self.defined:
            self.defined[ref] = core.any_schema()  # The class may contain itself.
            fields = {tag: core.typed_dict_field(core.literal_schema([name]), required=True)} if tag else {}
            fields |= {name: self._field(key) for name, key in self.keys(kind).items()}
            about = {"pydantic_js_updates": {"description": cleandoc(kind.__doc__ or "")}}
            mapping = core.typed_dict_schema(fields, extra_behavior="forbid", metadata=about)
            self.defined[ref] = core.no_info_after_validator_function(self._maker(kind), mapping, ref=ref)
        return core.definition_reference_schema(ref)

    def _maker(self, kind: Any) -> Callable[[dict[str, Any]], Any]:
        """Return the function that makes a value of a class from checked values by key.

        A field that has neither a value nor a default is empty until the builder of the card fills it.
        """
        keys = {name: key for name, key in self.keys(kind).items() if not (key.of_part or key.looked_up)}
        given = {key.field for key in keys.values() if key.required}
        lacking = [item.name for item in fields(kind) if item.default is MISSING and item.default_factory is MISSING]
        empty = {name: _empty(hints_of(kind)[name]) for name in lacking if name not in given}
        flat = {name: hint for name, hint in hints_of(kind).items() if Mark.FLAT in split_marks(hint)[1]}
        parts = {name: self._maker(part_class(hint)) for name, hint in flat.items()}

        def make(values: dict[str, Any]) -> Any:
            found = {key.field: values.get(name) for name, key in keys.items()}
            found = {field: value for field, value in found.items() if value is not None or field in given}
            return kind(**(empty | found), **{name: make_part(values) for name, make_part in parts.items()})

        return make

    def _field(self, key: Key) -> core.TypedDictField:
        schema = self._schema(key.kind)
        if key.default == [] or key.default == {}:
            schema = core.with_default_schema(schema, default_factory=type(key.default), validate_default=True)
        elif not key.required:
            is_plain = not isinstance(key.default, dict | list)
            schema = core.with_default_schema(schema, default=key.default, validate_default=not is_plain)
        names: list[list[str | int]] | None = [[key.name], [key.older]] if key.older else None
        return core.typed_dict_field(schema, required=key.required, validation_alias=names)

    def _schema(self, kind: Any) -> CoreSchema:
        """Return the schema of a type of keys, with its marks. A list of a file becomes a tuple if the type is one."""
        kind, marks = split_marks(kind)
        schema = (self._choice(marks[0]) if marks else None) or self._unmarked(kind)
        for mark in marks:
            schema = _marked(schema, mark)
        freeze = _FREEZERS.get(get_origin(kind))
        return schema if freeze is None else core.no_info_after_validator_function(freeze, schema)

    def _unmarked(self, kind: Any) -> CoreSchema:
        origin, args = get_origin(kind), get_args(kind)
        if origin is Literal:
            return core.literal_schema(list(args))
        if origin in (list, tuple):
            count = len(args) if origin is tuple and args[-1] is not Ellipsis else None
            return core.list_schema(self._schema(args[0]), min_length=count, max_length=count or self.max_items)
        if origin in (dict, Mapping):
            return core.dict_schema(self._schema(args[0]), self._schema(args[1]))
        if origin in (Union, UnionType):
            choices = [self._schema(arg) for arg in args if arg is not NoneType]
            schema = choices[0] if len(choices) == 1 else core.union_schema([*choices])
            return core.nullable_schema(schema) if NoneType in args else schema
        return self._mapping(kind) if has_keys(kind) else self.simple[kind]

    def _choice(self, mark: object) -> CoreSchema | None:
        """Return the schema for a mark that replaces the type before it, or None for other marks."""
        if isinstance(mark, OneOf):
            return core.literal_schema(list(mark.names))
        if isinstance(mark, Either):
            choices, key = {"yes": self._mapping(mark.yes), "no": self._mapping(mark.no)}, mark.key
            return core.tagged_union_schema(
                choices, lambda line: "yes" if isinstance(line, dict) and key in line else "no"
            )
        if isinstance(mark, Among):
            assert mark.pieces, "the rules define the pieces of scenarios, and must be imported"
            if not mark.key:
                return self._mapping(next(iter(mark.pieces.values())))
            pieces = {name: self._mapping(piece, mark.key, name) for name, piece in mark.pieces.items()}
            tagged = core.tagged_union_schema(pieces, mark.key)
            return _bare(tagged, mark.key, core.literal_schema(list(pieces))) if mark.bare else tagged
        return None


SIMPLE: Mapping[type, CoreSchema] = {
    str: core.str_schema(), int: core.int_schema(), float: core.float_schema(allow_inf_nan=False),
    bool: core.bool_schema(),
}  # fmt: skip
_FREEZERS: dict[Any, Callable[[Any], Any]] = {tuple: tuple, Mapping: freeze_mapping}


def _empty(hint: Any) -> Any:
    """Return the empty value of a type: "", 0, (), or None."""
    kind, _ = split_marks(hint)
    return None if NoneType in get_args(kind) else (get_origin(kind) or kind)()


def _marked(schema: CoreSchema, mark: object) -> CoreSchema:
    if isinstance(mark, Limits):
        return {**schema, **mark.limits}
    if isinstance(mark, Check):
        more = {"pydantic_js_updates": dict(mark.json)} if mark.json else None
        return core.no_info_after_validator_function(mark.function, schema, metadata=more)
    return _bare(schema, mark.key, SIMPLE[str]) if isinstance(mark, Bare) else schema


def _bare(schema: CoreSchema, key: str, named: CoreSchema) -> CoreSchema:
    """Return the schema of a mapping that may be written as the value of `key` alone."""
    return core.no_info_before_validator_function(
        lambda line: {key: line} if isinstance(line, str) else line, schema,
        json_schema_input_schema=core.union_schema([named, schema]),
    )  # fmt: skip


@cache
def _validator(kind: Any) -> SchemaValidator:
    return SchemaValidator(Schemas().of(kind))


# --- From errors of pydantic to lines ---

_CAUSES = {
    "int_type": "must be a whole number",
    "int_from_float": "must be a whole number",
    "float_type": "must be a number",
    "finite_number": "must be a finite number",
    "string_type": "must be a text (in quotes if it looks like a number)",
    "string_pattern_mismatch": "is too long, empty, or has characters that are not allowed",
    "bool_type": "must be true or false",
    "list_type": "must be a list",
    "dict_type": "must be a mapping",
    "tuple_type": "must be a list",
}


def checked(kind: type[T], document: Document, validator: SchemaValidator | None = None) -> T:
    """Return the value of a class that a document writes. The default validator is that of its file.

    Errors are recorded in the document. Raises CardError with all errors if the rest can't be read without the wrong
    keys.
    """
    as_key: Any = kind
    validator = validator or _validator(as_key)
    value: T
    try:
        value = validator.validate_python(document.data, strict=True)
        return value
    except ValidationError as problem:
        errors = [_at_its_tag(error) for error in problem.errors(include_url=False)]
    faults = sorted(_distinct(errors, kind, document), key=lambda fault: fault[:2])
    document.faults += [CardError(document.file, line or None, cause) for _, line, cause in faults]
    try:
        value = validator.validate_python(_without(document.data, errors), strict=True)
    except ValidationError:
        first, *more = document.faults
        document.faults.clear()
        raise CardError(document.file, first.line, first.parts, more) from None
    return value


def _at_its_tag(error: ErrorDetails) -> ErrorDetails:
    """Move an error about a missing or unknown name of a piece to the key of that name."""
    if not error["type"].startswith("union_tag"):
        return error
    context = error["ctx"]
    place = (*error["loc"], context["discriminator"].strip("'"))
    if error["type"] == "union_tag_not_found":
        return {**error, "type": "missing", "loc": place}
    listed = {"expected": context["expected_tags"]}
    return {**error, "type": "literal_error", "loc": place, "input": context["tag"], "ctx": listed}


def _without(data: Any, errors: list[ErrorDetails]) -> Any:
    """Return the data without the wrong keys, so that the rest can be checked, too."""
    copy = plain_copy(data)
    for error in errors:
        path = _place(error, data)
        at: Any = copy
        for part in path[:-1]:
            at = at.get(part, {}) if isinstance(at, dict) else at[part]
        if path and isinstance(at, dict) and error["type"] != "list_type":
            at.pop(path[-1], None)
    return copy


def _distinct(errors: list[ErrorDetails], form: type, document: Document) -> Iterator[tuple[int, int, Cause]]:
    """Yield rank, line, and cause of each error once.

    Errors in several branches of a schema count once, and a misspelled key isn't reported as missing, too.
    """
    found: dict[KeyPath, ErrorDetails] = {}
    for error in errors:
        found.setdefault(_place(error, document.data), error)
    meant_by = {
        (*path[:-1], _nearest(error, form)) for path, error in found.items() if error["type"] == "extra_forbidden"
    }
    for path, error in found.items():
        outer = error["type"] not in ("missing", "extra_forbidden") and any(
            other[: len(path)] == path and other != path for other in found
        )
        if not outer and not (error["type"] == "missing" and path in meant_by):
            yield _rank(error), document.line(error["loc"]) or 0, _cause(error, form, document)


def _place(error: ErrorDetails, data: object) -> KeyPath:
    """Return the path of an error in the data, without the parts that name a branch of a schema."""
    path: list[str | int] = []
    for part in error["loc"]:
        inside = isinstance(data, dict) and part in data
        if inside or (isinstance(data, list) and isinstance(part, int) and part < len(data)):
            data = data[part]  # type: ignore[index]
            path.append(part)
    return (*path, error["loc"][-1]) if error["type"] == "missing" else tuple(path)


def _rank(error: ErrorDetails) -> int:
    """Return the order of reporting. Unknown keys come first, because a misspelled key is also missing."""
    return {"extra_forbidden": 0, "missing": 2}.get(error["type"], 1)


def first_cause(problem: ValidationError, data: Any) -> str:
    """Return the first error in data that no file holds, on one line."""
    error = problem.errors(include_url=False)[0]
    return cause_text(_cause(error, None, Document("", data)))


def _cause(error: ErrorDetails, form: type | None, document: Document) -> Cause:
    path, kind = error["loc"], error["type"]
    if kind in ("extra_forbidden", "missing"):
        key = _format_path((*path[:-1], ""), document.data) + one_line(str(path[-1]), 40)
        near = _nearest(error, form)
        hint = f"; did you mean '{near}'?" if near else ""
        missing = (Mention(f"missing key '{key}'", "missing key", key),)
        return missing if kind == "missing" else f"unknown key '{key}'{hint}"
    message, where = _message(error), _format_path(path, document.data)
    return about_key(where, message) if path else message


def _message(error: ErrorDetails) -> str:
    """Return what is wrong with a value, and the value."""
    kind, context = error["type"], error.get("ctx", {})
    if kind == "literal_error":
        return _not_listed(re.findall(r"'([^']*)'", str(context["expected"])), error)
    if kind == "value_error":
        return error["msg"].removeprefix("Value error, ")
    if kind in ("too_short", "too_long"):
        many = context.get("min_length", context.get("max_length"))
        return f"must hold at {'least' if kind == 'too_short' else 'most'} {many}"
    message = _CAUSES.get(kind) or error["msg"]
    message = message.replace("Input should be", "must be").replace("String should", "must")
    return message + _format_value(error["input"])


def _not_listed(words: list[str], error: ErrorDetails) -> str:
    """Return the message for a word that isn't allowed: the allowed words if they are few, and a suggestion."""
    near = suggest_names(error["input"], words, few=0) if isinstance(error["input"], str) else ""
    if not 0 < len(words) <= FEW:
        return f"is not an allowed value{_format_value(error['input'])}{near}"
    listed = ", ".join(f"'{word}'" for word in words[:-1])
    return f"must be {listed}{' or ' if listed else ''}'{words[-1]}'{_format_value(error['input'])}{near}"


def _format_path(path: KeyPath, data: object) -> str:
    """Return a path as text: `weapons 2 ac` for `("weapons", 1, "ac")`, without branches of a schema."""
    parts: list[str] = []
    for part in path:
        if isinstance(data, dict) and part in data:
            data = data[part]
            parts.append(str(part))
        elif isinstance(data, list) and isinstance(part, int) and part < len(data):
            data = data[part]
            parts.append(str(part + 1))
        elif part == "":
            parts.append("")
    return one_line(" ".join(parts), 80) + (" " if parts[1:] and not parts[-1] else "")


def _format_value(value: object) -> str:
    """Return ", not VALUE" if the value is short and plain, or ""."""
    if isinstance(value, int) and abs(value) > 10**15:
        return ", not a number like that"
    return f", not {one_line(repr(value), 40)}" if isinstance(value, str | int | float | None) else ""


def _nearest(error: ErrorDetails, form: type | None) -> str:
    """Return the known key of a form that is most like a misspelled one, or ""."""
    path = error["loc"]
    forms = [form] if form is not None else []
    for part in path[:-1]:
        keys = [key for other in forms for name, key in keys_of(other).items() if name == part]
        forms = [inner for key in keys for inner in _classes_in(key.kind)] or forms
    known = [name for other in forms for name in keys_of(other)]
    return next(iter(get_close_matches(str(path[-1])[:80], known, n=1)), "")


def _classes_in(kind: Any) -> list[type]:
    """Return the classes inside a type of keys, also in lists and unions."""
    if has_keys(kind):
        return [kind]
    parts = get_args(kind)
    for mark in getattr(kind, "__metadata__", ()):
        if isinstance(mark, Among):
            parts = tuple(mark.pieces.values())
        elif isinstance(mark, Either):
            parts = (mark.yes, mark.no)
    return [inner for part in parts for inner in _classes_in(part)]
