"""Inject a mutation into the running program: replace the code of functions and the values of names.

Tests are then collected only once: each trial forks, injects a mutation in the child, and runs tests there.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from types import CodeType, FunctionType, ModuleType
from typing import Any

from tools.mutation.line_tests import ROOT
from tools.mutation.mutations import Mutation, mutated_source

PLAIN_TYPES = (int, float, str, bool, type(None))
PACKAGES = ("jovian", "tests", "tools")
"""Packages whose modules may import a value under their own name, or cache results of functions."""


def inject(mutation: Mutation) -> bool:
    """Run the program from now on as if its source had the mutation. Return False if this is impossible."""
    module = importlib.import_module(".".join(mutation.path.relative_to(ROOT).with_suffix("").parts))
    code = compile(mutated_source(mutation), str(mutation.path), "exec", dont_inherit=True)
    if mutation.function:
        is_injected = _replace_function(module, mutation.function, code)
    else:
        is_injected = _replace_values(module, code)
    for other in _project_modules():
        for value in list(vars(other).values()):
            if hasattr(value, "cache_clear"):
                value.cache_clear()
    return is_injected


def _project_modules() -> list[ModuleType]:
    return [module for name, module in list(sys.modules.items()) if name.partition(".")[0] in PACKAGES]


# --- In a function ---


def _replace_function(module: ModuleType, function_name: str, code: CodeType) -> bool:
    """Give a function, or the functions of a property, the code from the mutated source."""
    owner: Any = module
    *outer, name = function_name.split(".")
    for class_name in outer:
        owner = vars(owner)[class_name]
    functions, codes = _functions_of(vars(owner)[name]), list(_codes_with_name(code, function_name))
    for function, new in zip(functions, codes, strict=True):
        if new.co_freevars == function.__code__.co_freevars:
            function.__code__ = new
        else:
            setattr(owner, name, _function_with_code(function, new))
    return bool(functions)


def _functions_of(value: Any) -> list[FunctionType]:
    """Return the functions behind a value of a module or class."""
    if isinstance(value, property):
        return [function for function in (value.fget, value.fset) if isinstance(function, FunctionType)]
    value = getattr(value, "__func__", value)
    while hasattr(value, "__wrapped__"):
        value = value.__wrapped__
    return [value] if isinstance(value, FunctionType) else []


def _codes_with_name(code: CodeType, name: str) -> Iterator[CodeType]:
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            if inner.co_qualname == name:
                yield inner
            else:
                yield from _codes_with_name(inner, name)


def _function_with_code(function: FunctionType, code: CodeType) -> FunctionType:
    """Return the function with other code, and the closure cells that this code needs."""
    cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
    needed = tuple(cells[name] for name in code.co_freevars)
    return FunctionType(code, function.__globals__, function.__name__, function.__defaults__, needed)


# --- Outside of functions ---


def _replace_values(module: ModuleType, code: CodeType) -> bool:
    """Run the mutated source in another module, and copy each plain value that differs."""
    mutated = ModuleType(module.__name__)
    mutated.__file__ = module.__file__
    sys.modules[module.__name__] = mutated  # Classes look up their module while they are created.
    try:
        exec(code, vars(mutated))
    finally:
        sys.modules[module.__name__] = module
    copied = [_copy_value(module, name, new) for name, new in vars(mutated).items() if not name.startswith("__")]
    return any(copied)


def _copy_value(module: ModuleType, name: str, new: Any) -> bool:
    old = vars(module).get(name)
    if _differ(old, new):
        for other in _project_modules():
            if repr(vars(other).get(name)) == repr(old):
                setattr(other, name, new)
        return True
    if isinstance(old, type) and old.__module__ == module.__name__:
        copied = [_copy_class_value(old, attribute, value) for attribute, value in vars(new).items()]
        return any(copied)
    return _copy_defaults(old, new)


def _copy_class_value(owner: type, name: str, new: Any) -> bool:
    old = vars(owner).get(name)
    if not name.startswith("__") and _differ(old, new):
        setattr(owner, name, new)
        return True
    return _copy_defaults(old, new)


def _copy_defaults(old: Any, new: Any) -> bool:
    """Copy the default arguments of functions. Return whether any differs."""
    changed = False
    for one, other in zip(_functions_of(old), _functions_of(new), strict=False):
        if _differ(one.__defaults__, other.__defaults__) or _differ(one.__kwdefaults__, other.__kwdefaults__):
            one.__defaults__, one.__kwdefaults__ = other.__defaults__, other.__kwdefaults__
            changed = True
    return changed


def _differ(old: Any, new: Any) -> bool:
    return _is_plain(old) and _is_plain(new) and repr(old) != repr(new)


def _is_plain(value: Any) -> bool:
    if isinstance(value, tuple | list | set | frozenset):
        return all(map(_is_plain, value))
    if isinstance(value, dict):
        return all(_is_plain(key) and _is_plain(item) for key, item in value.items())
    return isinstance(value, PLAIN_TYPES)
