"""The command `replay`: replay a save, check its digests, and print, film, or write down its events."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from jovian.commands.problem import CommandError, print_line
from jovian.commands.stdout import print_json
from jovian.match import Match
from jovian.match.files import check_writable, write_whole
from jovian.match.saves import load
from jovian.rules.basics.rolls import pluralize


def replay(
    path: str, verify: bool, log: Path | None, html: Path | None, films: Films | None, as_json: bool = False
) -> int:
    """Replay a save. Raises SaveError if it is damaged or diverges, CommandError if it can't be filmed."""
    print_events = not (verify or as_json or html is not None or films is not None)
    match = load(path, log=print_events or log is not None or html is not None)
    if films is not None:
        films.write(match)
    if log is not None:
        from jovian.commands.logfile import line

        write_whole(log, "".join(map(line, match.events)))
    if html is not None:
        from jovian.game_page import game_page

        write_whole(html, game_page(match))
    if as_json:
        print_json(_to_json(path, match))
        return 0
    if print_events:
        _print_story(match)
    state = match.state
    digests = pluralize(len(match.digests), "digest agrees", "digests agree")
    summary = f"{pluralize(len(match.journal), 'answer')} replayed, {digests}"
    if match.unsealed:
        summary += " (unsealed: an older format, in which missing answers at the end aren't detected)"
    print_line(f"{path}: {summary}, turn {state.turn}, {state.digest()}")
    return 0


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
