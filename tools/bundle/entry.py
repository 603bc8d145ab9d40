"""The start of the bundled program.

Worker processes and rehearsals start it as they start Python: with `-m MODULE` or `-c CODE`. Only our own package and
the modules of workers are run this way.
"""

import runpy
import sys
from multiprocessing import freeze_support

MODULES = ("jovian", "loky.backend.popen_loky_posix")
TRACKERS = ("from loky.backend.resource_tracker import", "from multiprocessing.resource_tracker import")
"""How the code begins that removes what a killed worker leaves behind."""


def main() -> None:
    """Run what the command line asks for: a module, the code of a tracker, or else the game."""
    freeze_support()
    for number, word in enumerate(sys.argv[1:], 1):
        following = sys.argv[number + 1] if number + 1 < len(sys.argv) else ""
        if word == "-m" and following in MODULES:
            sys.argv = sys.argv[number + 1 :]
            runpy.run_module(following, run_name="__main__", alter_sys=True)
            return
        if word == "-c" and following.startswith(TRACKERS):
            exec(following, {"__name__": "__main__"})
            return
        if not word.startswith("-"):
            break
    from jovian.cli import program

    sys.exit(program())


if __name__ == "__main__":
    main()
