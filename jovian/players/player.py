"""What a player is, the simplest players, players from files, and the budget of a player.

`from_file` makes a player from `path/bot.py:Name`. Only the user may name such a file, because it is run: a command
line, a program, or the list of files chosen in the window. A save, a scenario, or any other file that somebody can send
must not.
"""

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

# --- Player ---


class Player(Protocol):
    """Anything that answers decisions."""

    def choose(self, decision: Decision, view: State) -> Answer | Choice:
        """Return a legal answer or its JSON.

        `view` is all that the side may know. `view.trial(key)` returns a private game to try answers in.
        """


@runtime_checkable
class Reasoned(Protocol):
    """A player that gives reasons for its answers."""

    @property
    def reason(self) -> str:
        """The reason for its last answer in one short sentence, or "" for none.

        Both sides can read it, so it contains only public facts, and nothing about secret answers or hidden models.
        """


# --- Random player ---


class RandomPlayer:
    """Answers by `Decision.sample`: an opponent for a first game, and the fuzzer of many tests."""

    def __init__(self, seed: int) -> None:
        self._rng = Random(seed)

    def choose(self, decision: Decision, view: State) -> Answer:
        """Return a random legal answer."""
        return decision.sample(self._rng)


# --- Scripted player ---


class ScriptedPlayer:
    """Gives its answers in order, then the default of each decision."""

    def __init__(self, answers: Iterable[Answer | Choice]) -> None:
        self._answers = list(answers)

    def choose(self, decision: Decision, view: State) -> Answer | Choice:
        """Return the next answer of the list."""
        return self._answers.pop(0) if self._answers else decision.default()


# --- Budget ---


class Flag(Protocol):
    """A flag that can be set from outside, such as a `threading.Event`."""

    def is_set(self) -> bool:
        """Return whether the flag is set."""


@runtime_checkable
class Hurried(Protocol):
    """A player that can be told to hurry, by setting the flag that it was given.

    Its games depend on when the flag was set. Their records don't, because they contain the answers.
    """

    hurry: Flag


class _Never:
    def is_set(self) -> bool:
        return False


NEVER: Flag = _Never()
"""The flag of a player that is never hurried."""


class Budget:
    """Nodes to spend on one answer.

    A node is whatever the player counts: a valued end, a playout. Nodes aren't seconds, so that one seed gives the same
    game on every machine.
    """

    __slots__ = ("_hurry", "nodes", "spent")

    def __init__(self, nodes: int, hurry: Flag = NEVER) -> None:
        self.nodes = nodes
        self.spent = 0
        """The number of nodes spent."""
        self._hurry = hurry

    @property
    def nodes_left(self) -> int:
        """The nodes that may still be spent, or 0 once the flag is set."""
        return 0 if self._hurry.is_set() else max(0, self.nodes - self.spent)

    def spend(self, nodes: int = 1) -> bool:
        """Spend these nodes and return True, or return False and spend none if too few are left."""
        if self.nodes_left < nodes:
            return False
        self.spent += nodes
        return True


# --- Players from files ---

ENDING = ".py"
MAX_BYTES = 4 << 20
"""The largest size of a player file in bytes."""
_CLASS = re.compile(r"^class\s+(\w+)", re.MULTILINE)


def is_file_player(text: str) -> bool:
    """Return whether a text names a player file, with or without a class."""
    return text.endswith(ENDING) or text.rpartition(":")[0].endswith(ENDING)


def hash_content(raw: bytes) -> str:
    """Return the hash of the bytes of a player file."""
    return sha256(raw).hexdigest()


def read_player_file(path: str) -> tuple[str, str]:
    """Return the text of a player file and the hash of its content. The file isn't run. Raises NoPlayer.

    Only regular files of a limited size are read.
    """
    try:
        raw = read_bytes(path, MAX_BYTES)
        return decoded(raw), hash_content(raw)
    except UnreadableFileError as error:
        raise NoPlayer(f"{place(path, error.line)}: {error.cause}") from None


def find_classes(source: str) -> list[str]:
    """Return the names of the classes of a program, in order. The program isn't run."""
    return _CLASS.findall(source)


def from_file(text: str, seed: int, content: str = "") -> Player:
    """Return the player of `path/bot.py:Name`, made by `Name(seed)` or else `Name()`. Raises NoPlayer.

    The file can import its neighbors, and if its folder is a package, the neighbors of that package. If `content` is a
    hash, only a file with that content is run.
    """
    path, _, name = text.rpartition(":")
    if not path.endswith(ENDING) or not name:
        raise NoPlayer(f"{short_name(text)}: which player of it? Write {short_name(text.rstrip(':'))}:Name")
    source, content_hash = read_player_file(path)
    if content not in ("", content_hash):
        raise NoPlayer(f"{short_name(path)}: the file has changed since you chose it. Choose it again.")
    file = str(Path(path).resolve())
    with redirect_stdout(sys.stderr):
        return _make_player(_load_module(file, path, source), file, path, name, seed)


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
        """The player's name for error messages."""
        return name_of(self._player)

    def __getattr__(self, name: str) -> Any:
        with redirect_stdout(sys.stderr):
            return getattr(object.__getattribute__(self, "_player"), name)

    def __setattr__(self, name: str, value: Any) -> None:
        with redirect_stdout(sys.stderr):
            setattr(self._player, name, value)


def _make_player(module: ModuleType, file: str, path: str, name: str, seed: int) -> Player:
    """Return the player of that name in a module. Raises NoPlayer."""
    maker = _guarded(lambda: getattr(module, name, None), file, path, f"{short_name(name)} cannot be made: ")
    if not callable(maker):
        raise NoPlayer(
            f"{short_name(path)}: there is no '{short_name(name)}' in it{suggest_names(name, _player_names(module))}"
        )
    wrong = f"{short_name(name)} cannot be made: "
    player = _guarded(lambda: maker(seed) if _accepts_seed(maker, seed) else maker(), file, path, wrong)
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


def _accepts_seed(maker: Any, seed: int) -> bool:
    """Return whether the maker accepts the seed as its only argument."""
    try:
        inspect.signature(maker).bind(seed)
    except (TypeError, ValueError):
        return False
    return True


def _player_names(module: ModuleType) -> list[str]:
    """Return the names of the classes in a module that look like players."""
    return [name for name, value in vars(module).items() if type(value) is type and "choose" in vars(value)]


def _load_module(file: str, path: str, source: str) -> ModuleType:
    """Run a file once per version of its text and return it as a module. Raises NoPlayer."""
    try:
        code = compile(source, file, "exec")
    except SyntaxError as error:
        raise NoPlayer(f"{place(path, error.lineno)}: {type(error).__name__}: {one_line(error.msg)}") from error
    except (ValueError, MemoryError, OverflowError, RecursionError) as error:
        raise NoPlayer(f"{short_name(path)}: {describe_error(error)}") from error
    module: ModuleType = _guarded(lambda: _run(file, source, code), file, path)
    return module


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
    """Return the folder of a file, and the folder above its outermost package."""
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
