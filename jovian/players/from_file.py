"""A player of somebody's own, from a file: `path/bot.py:Name` is what the class, or function, `Name` in it makes.

The file is read as Python reads a program: what lies beside it can be imported, and where its folder is a package, what
lies beside that. Whatever is wrong with it is one line that names it, and the line of it that is to blame.
"""

from __future__ import annotations

import inspect
import sys
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from traceback import extract_tb
from types import ModuleType
from typing import Any

from jovian.cards.error import meant, one_line, place
from jovian.cards.reading.files import Unreadable, decoded, read_bytes
from jovian.match.errors import NoPlayer
from jovian.players.player import Player

ENDING = ".py"
MOST = 4 << 20
"""Bytes of a file."""
STOPPED = (Exception, SystemExit)
"""What a file may raise that is no wish of whoever runs the program."""


def of_file(text: str) -> bool:
    """Does a text name a file, be it without its class?"""
    return text.endswith(ENDING) or text.rpartition(":")[0].endswith(ENDING)


def from_file(text: str, seed: int) -> Player:
    """The player of `path/bot.py:Name`, made with `Name(seed)` if it takes that, else `Name()`. Raises NoPlayer."""
    path, _, name = text.rpartition(":")
    if not path.endswith(ENDING) or not name:
        raise NoPlayer(f"{text}: which player of it? Write {text.rstrip(':')}:Name")
    module = _module(Path(path).resolve(), path)
    maker = getattr(module, name, None)
    if not callable(maker):
        raise NoPlayer(f"{path}: there is no '{name}' in it{meant(name, _makers(module))}")
    try:
        player: Any = maker(seed) if _seeded(maker, seed) else maker()
    except STOPPED as error:
        raise NoPlayer(_told(path, error, f"{name} cannot be made: ")) from error
    if not callable(getattr(player, "choose", None)):
        raise NoPlayer(f"{path}: {name} has no choose(decision, view)")
    made: Player = player
    return made


def _seeded(maker: Any, seed: int) -> bool:
    """Does it take the seed as its one argument?"""
    try:
        inspect.signature(maker).bind(seed)
    except (TypeError, ValueError):
        return False
    return True


def _makers(module: ModuleType) -> list[str]:
    """The players of a file, as far as they can be told."""
    return [name for name, each in vars(module).items() if isinstance(each, type) and hasattr(each, "choose")]


def _module(path: Path, told: str) -> ModuleType:
    """The file run, once for each state of its text. Raises NoPlayer."""
    try:
        source = decoded(read_bytes(path, MOST))
    except Unreadable as error:
        raise NoPlayer(f"{place(told, error.line)}: {error.cause}") from None
    try:
        return _run(path, source)
    except SyntaxError as error:
        line = error.lineno if error.filename == str(path) else None
        raise NoPlayer(one_line(f"{place(told, line)}: {type(error).__name__}: {error.msg}")) from error
    except STOPPED as error:
        raise NoPlayer(_told(told, error)) from error


@lru_cache(maxsize=16)
def _run(path: Path, source: str) -> ModuleType:
    name = f"player_{blake2b(f'{path} {source}'.encode(), digest_size=8).hexdigest()}"
    for folder in _folders(path):
        if folder not in sys.path:
            sys.path.append(folder)
    module = sys.modules[name] = ModuleType(name)  # where dataclasses look for what surrounds them
    module.__file__ = str(path)
    try:
        exec(compile(source, str(path), "exec"), vars(module))
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _folders(path: Path) -> tuple[str, str]:
    """The folder of a file, and the one above the package that it is in, if it is in one."""
    top = path.parent
    while (top / "__init__.py").is_file():
        top = top.parent
    return str(path.parent), str(top)


def _told(path: str, error: BaseException, what: str = "") -> str:
    """What a file raised, with the last line of it that led there."""
    known = str(Path(path).resolve())
    lines = [frame.lineno for frame in extract_tb(error.__traceback__) if frame.filename == known]
    return one_line(f"{place(path, lines[-1] if lines else None)}: {what}{type(error).__name__}: {error}")
