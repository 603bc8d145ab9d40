"""The command `replay`: replay a save, check its digests, print or film its events, or write a copy for one side.

A copy of what one side may know has no answers to replay. The command prints its log.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from jovian.cards.files import holds_copy
from jovian.commands.problem import CommandError, print_line
from jovian.commands.stdout import print_json
from jovian.frozen import frozen
from jovian.match import Match
from jovian.match.files import check_writable, write_whole
from jovian.match.saves import load
from jovian.rules.basics.rolls import pluralize


class Films:
    """The films to write of a game. They come first, so that a film that fails leaves no other file."""

    def __init__(
        self, gif: Path | None, mp4: Path | None, start: int, end: int | None, speed: float, size: int
    ) -> None:
        """Check the values, the packages, and the files. Raises CommandError, ImportError, or OSError."""
        from jovian.film import MAX_SPEED, MIN_SPEED, Cut, gif_encoder, mp4_encoder

        if not MIN_SPEED <= speed <= MAX_SPEED:
            limits = f"{MIN_SPEED:g} to {MAX_SPEED:g} moments per second"
            raise CommandError(f"usage: --speed: requires {limits}, not {speed:g}")
        if end is not None and end < start:
            raise CommandError(f"usage: --end: turn {end} is before turn {start} of --start")
        self._cut = Cut(start, end, speed, size)
        encoders = ((gif, gif_encoder), (mp4, mp4_encoder))
        self._encoders = [(path, encoder()) for path, encoder in encoders if path is not None]
        for path, _ in self._encoders:
            check_writable(path)

    def write(self, match: Match) -> None:
        """Write the films of a game. Raises CommandError or OSError."""
        from jovian.film import FilmError, make_film

        try:
            films = [(path, make_film(match, self._cut, encode)) for path, encode in self._encoders]
        except FilmError as error:
            raise CommandError(f"usage: --start, --end: {error}") from None
        for path, film in films:
            write_whole(path, film)


@frozen
class ReplayRequest:
    """The options of the command."""

    save: str
    verify: bool = False
    log: Path | None = None
    html: Path | None = None
    films: Films | None = None
    copy: Path | None = None
    knowing: int | None = None
    """The side that the copy is for."""
    as_json: bool = False


def replay(request: ReplayRequest) -> int:
    """Replay a save. Raises SaveError if it is damaged or diverges, and CommandError."""
    if (request.copy is None) != (request.knowing is None):
        raise CommandError("usage: --copy FILE requires --knowing SIDE, and --knowing requires --copy")
    if holds_copy(request.save):
        return _show_copy(request)
    if request.copy is not None and os.path.lexists(request.copy):
        raise CommandError(f"{request.copy}: this file exists already; choose another name")
    print_events = not (request.verify or request.as_json or request.html or request.films or request.copy)
    match = load(request.save, log=bool(print_events or request.log or request.html))
    if request.films is not None:
        request.films.write(match)
    if request.log is not None:
        from jovian.commands.logfile import line

        write_whole(request.log, "".join(map(line, match.events)))
    if request.html is not None:
        from jovian.game_page import game_page

        write_whole(request.html, game_page(match))
    if request.copy is not None and request.knowing is not None:
        from jovian.side_copy import load_copy, save_copy

        save_copy(match, request.knowing, request.copy)
        if not request.as_json:
            print_line(f"{request.copy}: {load_copy(request.copy).about}")
    if request.as_json:
        print_json(_to_json(request.save, match))
        return 0
    if print_events:
        _print_story(match)
    state = match.state
    digests = pluralize(len(match.digests), "digest agrees", "digests agree")
    summary = f"{pluralize(len(match.journal), 'answer')} replayed, {digests}"
    if match.unsealed:
        summary += " (unsealed: an older format, in which missing answers at the end aren't detected)"
    print_line(f"{request.save}: {summary}, turn {state.turn}, {state.digest()}")
    return 0


def _show_copy(request: ReplayRequest) -> int:
    """Print the log of a copy, or write its events. Raises SaveError if it is damaged, and CommandError."""
    from jovian.commands.account import lines_to_text
    from jovian.side_copy import load_copy

    copy = load_copy(request.save)
    refused = {"--html": request.html, "--gif or --mp4": request.films, "--copy": request.copy}
    for option in [option for option, value in refused.items() if value is not None]:
        raise CommandError(f"{request.save}: {option} requires a save; this is a {copy.about}")
    if request.log is not None:
        write_whole(request.log, "".join(json.dumps(event, separators=(",", ":")) + "\n" for event in copy.events))
    state = copy.states[-1]
    if request.as_json:
        print_json({
            "file": request.save, "scenario": copy.scenario.key, "knowing": copy.side, "whole": copy.is_whole,
            "moments": len(copy.states), "turn": state.turn, "over": state.over, "winner": state.winner,
        })  # fmt: skip
        return 0
    if not request.verify:
        for line in lines_to_text(copy.lines):
            print(line)
    print_line(f"{request.save}: {copy.about}; {pluralize(len(copy.states), 'moment')}, turn {state.turn}")
    return 0


def _print_story(match: Match) -> None:
    from jovian.commands.account import game_story
    from jovian.rules.rulebook.rulebook import rulebook

    for line in game_story(match.events, rulebook(match.state), match.state):
        print(line)


def _to_json(path: str, match: Match) -> dict[str, Any]:
    state = match.state
    return {
        "file": path, "scenario": match.setup.scenario.key, "answers": len(match.journal), "turn": state.turn,
        "over": match.over, "winner": state.winner, "digests": len(match.digests), "digest": state.digest(),
        "sealed": not match.unsealed,
    }  # fmt: skip
