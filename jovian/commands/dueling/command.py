"""`duel`: pairs of games are played, followed, kept, and what they come to is told."""

from __future__ import annotations

from typing import Any

from jovian.commands.dueling.document import document
from jovian.commands.dueling.printing import print_standing, so_far
from jovian.commands.dueling.request import Request, asked
from jovian.commands.output.faults import Told
from jovian.commands.output.problem import INTERRUPTED, Problem
from jovian.commands.output.stdout import print_json
from jovian.commands.rehearsing.hiring import hired
from jovian.commands.rehearsing.printing import bar
from jovian.rehearsal.duels.bouts import Pair
from jovian.rehearsal.duels.dueling import Duel, duel
from jovian.rehearsal.duels.keeping import compact, kept, written
from jovian.rehearsal.duels.standings import standing
from jovian.rehearsal.work.workers import WorkersLost
from jovian.rules.facts.words import counted


def show_duel(request: Request, as_json: bool) -> int:
    """Play, tell how far it is, and what it comes to. What is known so far is told if its user stops it."""
    wanted, pairs = asked(request)
    stopped = False
    try:
        _follow(request, wanted, pairs)
    except KeyboardInterrupt:
        stopped = True
    except WorkersLost as error:
        raise Problem(str(error), 1) from None
    if not pairs:
        raise Problem("stopped: no pair finished", INTERRUPTED)
    found = standing(pairs, wanted.test)
    if as_json:
        print_json(document(wanted, found, stopped=stopped))
    else:
        print_standing(wanted, found)
    if stopped:
        raise Problem(f"stopped: {counted(len(pairs), 'pair')} finished", INTERRUPTED)
    return 0


def _follow(request: Request, wanted: Duel, pairs: list[Pair]) -> None:
    """Play on from what is known, with a bar on standard error where somebody looks; each pair is kept at once."""
    faults, shared = Told(), dict[Any, Any]()
    with (
        kept(request.save, wanted, pairs) as file, hired(request.workers, request.cluster) as workers,
        bar(None if wanted.pairs is None else wanted.pairs - len(pairs)) as advance,
    ):  # fmt: skip
        for pair in duel(wanted, workers, tuple(pairs)):
            pairs.append(compact(pair, shared))
            for bout in pair.bouts:
                faults.add(bout.faults)
            if file is not None:
                file.write(f"{written(pair)}\n")
                file.flush()
            advance(so_far(wanted, pairs))
