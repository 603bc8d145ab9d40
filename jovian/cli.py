"""The command line: run a command, return its exit status, and print an error in one line.

This module imports nothing heavy, because every worker process of `simulate` imports it.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Callable, Sequence

from jovian.garbage import collect_rarely

DONE, FAILED, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130
"""The exit statuses: success, failure, bad input or usage, and stopped by the user."""
STOPPED = "stopped"

KNOWN = (
    (FAILED, "jovian.match.entries", ("Diverged", "IllegalAnswer", "RulesError")),
    (FAILED, "jovian.rehearsal.workers", ("WorkersLost",)),
    (BAD_INPUT, "jovian.match.entries", ("SaveError",)),
    (BAD_INPUT, "jovian.cards.files", ("CardError",)),
)
"""The status, module, and names of errors with a message of their own. Modules that weren't imported are skipped: no
error has their classes, and importing them could fail because of a missing package.
"""


def program() -> int:
    """Run `main` in a process of its own, without garbage collection at its start and end.

    A termination signal stops it like Ctrl+C, from its first moment.
    """
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    collect_rarely()
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None and sys.stdout.errors == "strict":
        reconfigure(errors="backslashreplace")  # The terminal may not support all characters of a name.
    try:
        return _run()
    except KeyboardInterrupt:  # It came before a command could print it.
        sys.stderr.write(f"{STOPPED}\n")
        return INTERRUPTED
    finally:
        gc.freeze()


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line (without the program's name) and return the exit status."""
    from jovian.commands.stdout import restored_stdout

    with restored_stdout():
        return _run(arguments)


def _run(arguments: Sequence[str] | None = None) -> int:
    values = list(sys.argv[1:] if arguments is None else arguments)
    completing = "_JOVIAN_WARS_COMPLETE" in os.environ  # set by a shell, see commands/line.py
    return run_command(lambda: _command(values) if values or completing else _window())


def _window() -> int:
    from jovian.commands.line import open_shelves
    from jovian.commands.window import window

    open_shelves()
    return window()


def _command(arguments: list[str]) -> int:
    from jovian.commands.app import run

    return run(arguments)


def run_command(command: Callable[[], int]) -> int:
    """Run a command and return its status. Print errors in one line, never as a traceback."""
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
    except SystemExit as error:  # raised by rich if the reader has gone, and by typer after a completion
        return _unread() if error.code == 1 else int(error.code or 0)
    except KeyboardInterrupt:
        return _complain(STOPPED, INTERRUPTED)
    except Exception as error:
        return _report(error)


def _report(error: Exception) -> int:
    """Print an error in one line and return the status."""
    for status, module, names in KNOWN:
        if module in sys.modules and isinstance(error, tuple(getattr(sys.modules[module], name) for name in names)):
            return _complain(str(error), status)
    if trouble := _package_trouble(error):
        return _complain(trouble, BAD_INPUT)
    return _complain(f"internal error: {type(error).__name__}: {error} ({_place(error)})", FAILED)


def _package_trouble(error: Exception) -> str:
    """Describe the missing or wrong package that caused an error, "" if the packages are right."""
    from jovian.packages import describe_import_error, find_wrong_import

    trouble = describe_import_error(error) if isinstance(error, ImportError) else ""
    return trouble or find_wrong_import()


def _unread() -> int:
    """Discard further output, because its reader has gone."""
    from jovian.commands.stdout import stdout

    os.dup2(os.open(os.devnull, os.O_WRONLY), stdout().fileno())
    return DONE


def _place(error: Exception) -> str:
    """Return the file and line of our code that raised an error."""
    from traceback import extract_tb

    last = extract_tb(error.__traceback__)[-1]
    return f"{os.path.basename(last.filename)}:{last.lineno}"


def _complain(line: str, status: int) -> int:
    from jovian.commands.problem import print_line

    print_line(line, sys.stderr)
    return status
