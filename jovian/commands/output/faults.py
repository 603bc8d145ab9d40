"""What players did wrong, told on standard error: the first of each kind. The default took these choices."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from jovian.commands.output.problem import print_line
from jovian.match.faults import Fault, Faults


class Told(Faults):
    """The faults of all games; the first of a side with a kind of question is told."""

    def add(self, faults: Iterable[Fault]) -> None:
        """Those of another game."""
        for each in faults:
            if all((each.side, each.kind) != (known.side, known.kind) for known in self.found):
                print_line(f"{each.first}; the default was taken", sys.stderr)
            super().add((each,))
