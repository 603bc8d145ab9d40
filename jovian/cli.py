"""The command line: which command runs, its exit status, and what is wrong with it in one line.

Nothing heavy is imported here, since every worker process of `simulate` imports this file again.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Sequence

DONE, FAILED, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130
"""Exit statuses: done, the thing asked for failed, bad input or usage, stopped by the user."""

KNOWN = (
    (FAILED, "jovian.match.entries", ("Diverged", "IllegalAnswer", "RulesError")),
    (BAD_INPUT, "jovian.match.entries", ("SaveError",)),
    (BAD_INPUT, "jovian.cards.files", ("CardError",)),
)
"""The status, module, and names of errors that say themselves what is wrong. If a module isn't imported, no error is of
its classes; importing it could fail, because a package may be missing.
"""
PATIENT = 200_000
"""So many new objects there are before they are looked through for garbage: a start makes half and keeps them."""


def program() -> int:
    """`main` of a process of its own, which looks for garbage neither as it starts nor as it ends."""
    gc.set_threshold(PATIENT)
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None and sys.stdout.errors == "strict":
        reconfigure(errors="backslashreplace")  # A name that the terminal can't show is no reason to fail.
    try:
        return _run()
    finally:
        gc.freeze()


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line (without the program's name) and return the exit status."""
    from jovian.commands.stdout import restored_stdout

    with restored_stdout():
        return _run(arguments)


def _run(arguments: Sequence[str] | None = None) -> int:
    given = list(sys.argv[1:] if arguments is None else arguments)
    asked = "_JOVIAN_WARS_COMPLETE" in os.environ  # by a shell, see commands/line.py
    return guarded(lambda: _command(given) if given or asked else _window())


def _window() -> int:
    from jovian.commands.line import open_shelves
    from jovian.commands.window import window

    open_shelves()
    return window()


def _command(given: list[str]) -> int:
    from jovian.commands.app import run

    return run(given)


def guarded(command: Callable[[], int]) -> int:
    """The status of a command; whatever is wrong with its input is told in one line, never as a traceback."""
    from jovian.commands.problem import CommandError
    from jovian.commands.stdout import stdout

    try:
        status = command()
        stdout().flush()
        return status
    except CommandError as error:
        return _complain(str(error), error.status)
    except BrokenPipeError:
        return _unread()
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        return _complain(f"{where}{error.strerror or error}", BAD_INPUT)
    except SystemExit as error:  # rich leaves so when its reader has gone, typer when it has completed a word
        return _unread() if error.code == 1 else int(error.code or 0)
    except KeyboardInterrupt:
        return _complain("stopped", INTERRUPTED)
    except Exception as error:
        return _report(error)


def _report(error: Exception) -> int:
    """Print what went wrong in one line and return the status."""
    for status, module, names in KNOWN:
        if module in sys.modules and isinstance(error, tuple(getattr(sys.modules[module], name) for name in names)):
            return _complain(str(error), status)
    if trouble := _package_trouble(error):
        return _complain(trouble, BAD_INPUT)
    return _complain(f"this should not happen: {type(error).__name__}: {error} ({_place(error)})", FAILED)


def _package_trouble(error: Exception) -> str:
    """Describe the missing or wrong package that caused an error, "" if the packages are right."""
    from jovian.commands.packages import describe_import_error, find_wrong_import

    trouble = describe_import_error(error) if isinstance(error, ImportError) else ""
    return trouble or find_wrong_import()


def _unread() -> int:
    """The reader has gone: say no more, and fail at nothing."""
    from jovian.commands.stdout import stdout

    os.dup2(os.open(os.devnull, os.O_WRONLY), stdout().fileno())
    return DONE


def _place(error: Exception) -> str:
    """The file and line of our code that raised, for a report."""
    from traceback import extract_tb

    last = extract_tb(error.__traceback__)[-1]
    return f"{os.path.basename(last.filename)}:{last.lineno}"


def _complain(line: str, status: int) -> int:
    from jovian.commands.problem import print_line

    print_line(line, sys.stderr)
    return status
