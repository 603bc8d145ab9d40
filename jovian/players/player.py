"""What a player is, the simplest ones, and the time one may take."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable, Iterable
from contextlib import redirect_stdout
from functools import lru_cache
from hashlib import blake2b, sha256
from pathlib import Path
from random import Random
from types import CoroutineType, ModuleType
from typing import Any, Protocol, runtime_checkable

from jovian.cards.files import (
    UnreadableFileError,
    decoded,
    describe_error,
    one_line,
    place,
    read_bytes,
    short_name,
    suggest_names,
)
from jovian.game import Answer, Choice, Decision, State
from jovian.match.entries import NoPlayer, PlayerFailed
from jovian.match.play_loop import ASYNC, is_interrupt, name_of

# --- player ---
# Who answers: one method, handed a decision over its side's own view.


class Player(Protocol):
    """Anything that answers decisions."""

    def choose(self, decision: Decision, view: State) -> Answer | Choice:
        """A legal answer, or its JSON.

        `view` is all that the side may know; `view.trial(key)` is a private game for trying.
        """


@runtime_checkable
class Reasoned(Protocol):
    """A player that says why it answers as it does."""

    @property
    def reason(self) -> str:
        """Why it gave its last answer, in one short sentence; "" if it has nothing to say.

        It is told to both sides: of public facts only, and nothing of answers that are secret or of hidden models.
        """


# --- random player ---
# Any legal answer: an opponent for a first game, and the fuzzer of every test.


class RandomPlayer:
    """Answers by `Decision.sample`."""

    def __init__(self, seed: int) -> None:
        self._rng = Random(seed)

    def choose(self, decision: Decision, view: State) -> Answer:
        """A random legal answer."""
        return decision.sample(self._rng)


# --- scripted ---
# Answers from a list, for tests and demonstrations.


class ScriptedPlayer:
    """Gives its answers in order, then the default of whatever is asked."""

    def __init__(self, answers: Iterable[Answer | Choice]) -> None:
        self._answers = list(answers)

    def choose(self, decision: Decision, view: State) -> Answer | Choice:
        """The next answer of the list."""
        return self._answers.pop(0) if self._answers else decision.default()


# --- budget ---
# How much a player may think: counted in nodes, never in seconds, so that one seed gives one game on every machine.
#
# A node is whatever the player counts: an end weighed, a trial played on. Who drives a player may hand it a flag as
# its `hurry`, such as a `threading.Event` or one of `multiprocessing`; once that is set nothing is left of any budget,
# and the player answers the best it has so far. Such a game depends on when it was set; its record does not, since its
# answers stand in it.


class Flag(Protocol):
    """What can be set from outside."""

    def is_set(self) -> bool:
        """Has it been set?"""


@runtime_checkable
class Hurried(Protocol):
    """A player that can be told to hurry, by the flag that it was handed."""

    hurry: Flag


class _Never:
    def is_set(self) -> bool:
        return False


NEVER: Flag = _Never()
"""The flag of a player that nobody hurries."""


class Budget:
    """Nodes to spend on one answer."""

    __slots__ = ("_hurry", "nodes", "spent")

    def __init__(self, nodes: int, hurry: Flag = NEVER) -> None:
        self.nodes = nodes
        self.spent = 0
        """How many have been taken."""
        self._hurry = hurry

    @property
    def left(self) -> int:
        """The nodes that may yet be spent: none once it is to hurry."""
        return 0 if self._hurry.is_set() else max(0, self.nodes - self.spent)

    def spend(self, nodes: int = 1) -> bool:
        """Take nodes, all or none of them; is there still so much?"""
        if self.left < nodes:
            return False
        self.spent += nodes
        return True


# --- from file ---
# A player of somebody's own, from a file: `path/bot.py:Name` is what the class, or function, `Name` in it makes.
#
# The file is read as Python reads a program: what lies beside it can be imported, and where its folder is a package,
# what lies beside that. Whatever is wrong with it is one line that names it, and the line of it that is to blame.
#
# Running a file is the user's decision. Only a command line, a program, or the list of files that the user chose in
# the window may name one. A save, a scenario, or any other file that somebody can send must not.

ENDING = ".py"
MOST = 4 << 20
"""Bytes of a file."""
_CLASS = re.compile(r"^class\s+(\w+)", re.MULTILINE)


def of_file(text: str) -> bool:
    """Does a text name a file, be it without its class?"""
    return text.endswith(ENDING) or text.rpartition(":")[0].endswith(ENDING)


def hash_content(raw: bytes) -> str:
    """Return the hash of the bytes of a player file."""
    return sha256(raw).hexdigest()


def read_player_file(path: str) -> tuple[str, str]:
    """Return the text of a player file and the hash of its content. The file isn't run. Raises NoPlayer.

    Only regular files of a limited size are read.
    """
    try:
        raw = read_bytes(path, MOST)
        return decoded(raw), hash_content(raw)
    except UnreadableFileError as error:
        raise NoPlayer(f"{place(path, error.line)}: {error.cause}") from None


def find_classes(source: str) -> list[str]:
    """Return the names of the classes of a program, in order. The program isn't run."""
    return _CLASS.findall(source)


def from_file(text: str, seed: int, content: str = "") -> Player:
    """The player of `path/bot.py:Name`, made with `Name(seed)` if it takes that, else `Name()`. Raises NoPlayer.

    With the hash of a content, only a file with that content is run.
    """
    path, _, name = text.rpartition(":")
    if not path.endswith(ENDING) or not name:
        raise NoPlayer(f"{short_name(text)}: which player of it? Write {short_name(text.rstrip(':'))}:Name")
    source, found = read_player_file(path)
    if content not in ("", found):
        raise NoPlayer(f"{short_name(path)}: the file has changed since you chose it. Choose it again.")
    file = str(Path(path).resolve())
    with redirect_stdout(sys.stderr):
        return _made(_module(file, path, source), file, path, name, seed)


class FilePlayer:
    """A player from a file, kept apart from the program.

    What it prints goes to standard error, because standard output can be JSON. Whatever it raises is a `PlayerFailed`
    that names its file and line. All attributes are those of the player.
    """

    __slots__ = ("_file", "_label", "_player")

    def __init__(self, player: Player, file: str, label: str) -> None:
        object.__setattr__(self, "_player", player)
        object.__setattr__(self, "_file", file)
        object.__setattr__(self, "_label", label)

    def choose(self, decision: Decision, view: State) -> Answer | Choice:
        """Return what the player answers. Raises PlayerFailed."""
        answer: Any
        try:
            with redirect_stdout(sys.stderr):
                answer = self._player.choose(decision, view)
        except BaseException as error:
            if is_interrupt(error):
                raise
            where = place(self._label, _last_line(error, self._file))
            raise PlayerFailed(f"{describe_error(error)}, {where}") from error
        if type(answer) is CoroutineType:
            answer.close()
            raise PlayerFailed(f"{ASYNC}, {place(self._label, _first_line(self._player.choose))}")
        chosen: Answer | Choice = answer
        return chosen

    @property
    def called(self) -> str:
        """Who it is, for a complaint."""
        return name_of(self._player)

    def __getattr__(self, name: str) -> Any:
        with redirect_stdout(sys.stderr):
            return getattr(object.__getattribute__(self, "_player"), name)

    def __setattr__(self, name: str, value: Any) -> None:
        with redirect_stdout(sys.stderr):
            setattr(self._player, name, value)


def _made(module: ModuleType, file: str, path: str, name: str, seed: int) -> Player:
    """Return the player of that name in a module. Raises NoPlayer."""
    maker = _guarded(lambda: getattr(module, name, None), file, path, f"{short_name(name)} cannot be made: ")
    if not callable(maker):
        raise NoPlayer(
            f"{short_name(path)}: there is no '{short_name(name)}' in it{suggest_names(name, _makers(module))}"
        )
    wrong = f"{short_name(name)} cannot be made: "
    player = _guarded(lambda: maker(seed) if _seeded(maker, seed) else maker(), file, path, wrong)
    choose = _guarded(lambda: getattr(player, "choose", None), file, path, wrong)
    if type(player) is CoroutineType:
        player.close()
        raise NoPlayer(f"{place(path, _first_line(maker))}: {short_name(name)} is async, but it must return a player")
    if not callable(choose):
        raise NoPlayer(f"{short_name(path)}: {short_name(name)} has no choose(decision, view)")
    if inspect.iscoroutinefunction(choose):
        raise NoPlayer(f"{place(path, _first_line(choose))}: {short_name(name)}.{ASYNC}")
    return FilePlayer(player, file, path)


def _guarded(work: Callable[[], Any], file: str, path: str, what: str = "") -> Any:
    """Return what some code of a player file returns. Raises NoPlayer for whatever the code raises."""
    try:
        return work()
    except BaseException as error:
        if is_interrupt(error):
            raise
        where = place(path, _last_line(error, file))
        raise NoPlayer(one_line(f"{where}: {what}{describe_error(error)}", 2 * len(where) + 400)) from error


def _seeded(maker: Any, seed: int) -> bool:
    """Does it take the seed as its one argument?"""
    try:
        inspect.signature(maker).bind(seed)
    except (TypeError, ValueError):
        return False
    return True


def _makers(module: ModuleType) -> list[str]:
    """The players of a file, as far as they can be told."""
    return [name for name, each in vars(module).items() if type(each) is type and "choose" in vars(each)]


def _module(file: str, path: str, source: str) -> ModuleType:
    """The file run, once for each state of its text. Raises NoPlayer."""
    try:
        code = compile(source, file, "exec")
    except SyntaxError as error:
        raise NoPlayer(f"{place(path, error.lineno)}: {type(error).__name__}: {one_line(error.msg)}") from error
    except (ValueError, MemoryError, OverflowError, RecursionError) as error:
        raise NoPlayer(f"{short_name(path)}: {describe_error(error)}") from error
    found: ModuleType = _guarded(lambda: _run(file, source, code), file, path)
    return found


@lru_cache(maxsize=16)
def _run(file: str, source: str, code: Any) -> ModuleType:
    name = f"player_{blake2b(f'{file} {source}'.encode('utf-8', 'surrogateescape'), digest_size=8).hexdigest()}"
    for folder in _folders(Path(file)):
        if folder not in sys.path:
            sys.path.append(folder)
    module = sys.modules[name] = ModuleType(name)  # where dataclasses look for what surrounds them
    module.__file__ = file
    try:
        exec(code, vars(module))
    except BaseException:
        sys.modules.pop(name, None)
        raise
    return module


def _folders(path: Path) -> tuple[str, str]:
    """The folder of a file, and the one above the package that it is in, if it is in one."""
    top = path.parent
    while (top / "__init__.py").is_file():
        top = top.parent
    return str(path.parent), str(top)


def _last_line(error: BaseException, file: str) -> int | None:
    """Return the last line of a file that led to an error, None if no line of it did."""
    line, trace = None, BaseException.__dict__["__traceback__"].__get__(error)  # a class can replace the attribute
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == file:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


def _first_line(function: Any) -> int | None:
    """Return the line where a function begins, None if that isn't known."""
    line = getattr(getattr(function, "__code__", None), "co_firstlineno", None)
    return line if type(line) is int else None
