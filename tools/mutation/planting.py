"""Put a break into the running program by replacing the code of functions and the values of names.

This way the tests are collected only once. A process forks for each break, plants it in the child, and runs the tests.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from types import CodeType, FunctionType, ModuleType
from typing import Any

from tools.mutation.breaks import Break, broken
from tools.mutation.reach import ROOT

PLAIN = (int, float, str, bool, type(None))
OURS = ("jovian", "tests", "tools")
"""Packages whose modules can hold a value under their own name, or cache what a function returned."""


def plant(one: Break) -> bool:
    """Make the program run as if its source had the break. Return False if this is impossible at run time."""
    module = importlib.import_module(".".join(one.path.relative_to(ROOT).with_suffix("").parts))
    code = compile(broken(one), str(one.path), "exec", dont_inherit=True)
    done = _in_function(module, one.within, code) if one.within else _at_import(module, code)
    for other in _modules():
        for found in list(vars(other).values()):
            if hasattr(found, "cache_clear"):
                found.cache_clear()
    return done


def _modules() -> list[ModuleType]:
    return [each for name, each in list(sys.modules.items()) if name.partition(".")[0] in OURS]


# --- Functions ---
def _in_function(module: ModuleType, within: str, code: CodeType) -> bool:
    """Replace the code of a function, or of the functions of a property, with the code of the broken source."""
    owner: Any = module
    *outer, name = within.split(".")
    for each in outer:
        owner = vars(owner)[each]
    running, codes = _running(vars(owner)[name]), list(_codes(code, within))
    for function, new in zip(running, codes, strict=True):
        if new.co_freevars == function.__code__.co_freevars:
            function.__code__ = new
        else:
            setattr(owner, name, _closed(function, new))
    return bool(running)


def _running(found: Any) -> list[FunctionType]:
    """Return the functions behind a name of a module or class."""
    if isinstance(found, property):
        return [each for each in (found.fget, found.fset) if isinstance(each, FunctionType)]
    found = getattr(found, "__func__", found)
    while hasattr(found, "__wrapped__"):
        found = found.__wrapped__
    return [found] if isinstance(found, FunctionType) else []


def _codes(code: CodeType, name: str) -> Iterator[CodeType]:
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            if inner.co_qualname == name:
                yield inner
            else:
                yield from _codes(inner, name)


def _closed(function: FunctionType, code: CodeType) -> FunctionType:
    """Return a function with other code and the cells that this code needs."""
    cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
    held = tuple(cells[name] for name in code.co_freevars)
    return FunctionType(code, function.__globals__, function.__name__, function.__defaults__, held)


# --- Module level ---
def _at_import(module: ModuleType, code: CodeType) -> bool:
    """Run the broken source as a separate module, and copy each plain value that differs."""
    aside = ModuleType(module.__name__)
    aside.__file__ = module.__file__
    sys.modules[module.__name__] = aside  # A class looks for its module here while it is created.
    try:
        exec(code, vars(aside))
    finally:
        sys.modules[module.__name__] = module
    taken = [_taken_over(module, name, new) for name, new in vars(aside).items() if not name.startswith("__")]
    return any(taken)


def _taken_over(module: ModuleType, name: str, new: Any) -> bool:
    old = vars(module).get(name)
    if _differ(old, new):
        for each in _modules():
            if repr(vars(each).get(name)) == repr(old):
                setattr(each, name, new)
        return True
    if isinstance(old, type) and old.__module__ == module.__name__:
        taken = [_of_class(old, attribute, value) for attribute, value in vars(new).items()]
        return any(taken)
    return _defaults(old, new)


def _of_class(owner: type, name: str, new: Any) -> bool:
    old = vars(owner).get(name)
    if not name.startswith("__") and _differ(old, new):
        setattr(owner, name, new)
        return True
    return _defaults(old, new)


def _defaults(old: Any, new: Any) -> bool:
    """Copy changed default values of arguments."""
    changed = False
    for one, other in zip(_running(old), _running(new), strict=False):
        if _differ(one.__defaults__, other.__defaults__) or _differ(one.__kwdefaults__, other.__kwdefaults__):
            one.__defaults__, one.__kwdefaults__ = other.__defaults__, other.__kwdefaults__
            changed = True
    return changed


def _differ(old: Any, new: Any) -> bool:
    return _plain(old) and _plain(new) and repr(old) != repr(new)


def _plain(found: Any) -> bool:
    if isinstance(found, tuple | list | set | frozenset):
        return all(map(_plain, found))
    if isinstance(found, dict):
        return all(_plain(key) and _plain(value) for key, value in found.items())
    return isinstance(found, PLAIN)
