"""A game as one HTML page: the table as SVG, a bar to move through the game, the log, and the luck of each roll.

The page needs no network. It shows what both sides knew, and everything once the game is over. Names are data of the
page: its script only ever writes them as text.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

from jovian.board_svg import (
    OTHER_TERRAIN,
    PLACES,
    SIDES,
    TERRAIN,
    bow_of,
    corners_of,
    figure_of,
    in_drawing_order,
    tones,
    turn_name,
)
from jovian.frozen import frozen
from jovian.game import LogEntry, Model, State, Terrain
from jovian.game.events import BOTH, Started
from jovian.game.game import open_state
from jovian.html import render_page
from jovian.match import Match
from jovian.match.saves import replay_entry
from jovian.narrator import HEADLINE, Narrator
from jovian.rehearsal.luck import throws_of
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.sequence.sequence import current_score
from jovian.table import Pose

MAX_CHAPTERS = 5
"""The most moments that are chapters because they changed the score."""
MIN_SWING = 10.0
"""The smallest change of the lead in Victory Points that is a chapter."""
Data = dict[str, Any]


def game_page(match: Match) -> str:
    """Return the page of a game."""
    return render_page("game.html", game=page_data(match))


def page_data(match: Match) -> Data:
    """Return what the page shows, as JSON."""
    shows_all = match.over
    names = [side.name for side in next(match.events.of(Started)).sides]
    frames, table, leads = _frames(match)
    size = match.setup.scenario.table
    score = current_score(match.state).scores if shows_all else ()
    parts = {
        "log": _log(match, shows_all, frames), "chapters": _chapters(frames, leads, names),
        "luck": _luck(match, shows_all, frames),
    }  # fmt: skip
    for frame in frames:
        del frame["n"]  # The numbers of events would tell how many secret ones there were.
    return parts | table | {
        "title": match.setup.scenario.name, "sides": names, "over": match.over, "winner": match.state.winner,
        "score": [[side.objective, side.victory] for side in score], "table": [size.width, size.height],
        "looks": [{"main": SIDES[side][0], "tones": tones(side)} for side in range(len(SIDES))], "frames": frames,
    }  # fmt: skip


# --- The table ---


@frozen(eq=False)
class PageMoment:
    """A moment of a game at which the table changed, as everybody may see it."""

    state: State
    events: int
    """The number of events so far."""
    places: dict[str, list[Any]]
    """`[x, y, heading, structure, activated]` of each model, and `[x, y, heading]` of terrain, whose ids begin with /.
    """


def moments(match: Match) -> Iterator[PageMoment]:
    """Yield the moments of a game, the beginning first."""
    live, last = Match(match.setup), None
    for entry in [None, *match.journal]:
        if entry is not None and not replay_entry(live, entry):
            return
        state = open_state(live.state, is_over=match.over)
        places = {model.id: _place(model) for model in state.on_table()}
        places |= {"/" + piece.id: _rounded(piece.pose) for piece in state.terrain.values()}
        if places != last:
            yield PageMoment(state, len(live.events), places)
        last = places


def _frames(match: Match) -> tuple[list[Data], Data, list[float | None]]:
    """Return the moments of a game, what is on its table, and the lead of side 0 at each moment.
    There is no lead before the first turn, and in a game that isn't over.

    A moment has only what is new, or null for what is gone.
    """
    frames: list[Data] = []
    models: dict[str, Model] = {}
    pieces: dict[str, Terrain] = {}
    leads: list[float | None] = []
    seen: dict[str, Any] = {}
    for moment in moments(match):
        state, now = moment.state, moment.places
        models |= {model.id: model for model in state.on_table()}
        pieces |= state.terrain
        new: dict[str, Any] = {key: value for key, value in now.items() if seen.get(key) != value}
        new |= {key: None for key in seen if key not in now}
        frames.append({"n": moment.events, "turn": state.turn, "new": new})
        leads.append(None if state.phase == "deployment" or not match.over else _lead(state))
        seen = now
    table = {
        "models": {model.id: _look(model) for model in models.values()},
        "images": {model.card.image: figure_of(model) for model in models.values()},
        "terrain": {piece.id: _outline(piece) for piece in in_drawing_order(pieces.values())},
    }
    return frames, table, leads


def _rounded(pose: Pose) -> list[Any]:
    return [round(pose.x, PLACES), round(pose.y, PLACES), pose.heading]


def _place(model: Model) -> list[Any]:
    return [*_rounded(model.pose), model.unmarked("structure"), int(model.activated)]


def _outline(piece: Terrain) -> Data:
    parts, radius = [corners_of(shape) for shape in piece.outline], [round(s.radius, PLACES) for s in piece.outline]
    return {"color": TERRAIN.get(piece.kind, OTHER_TERRAIN), "parts": parts, "radius": radius}


def _look(model: Model) -> Data:
    card = model.card
    return {
        "name": model.name, "side": model.owner, "card": card.name, "image": card.image,
        "boxes": len(card.tracks.get("structure", ())), "bow": bow_of(model),
        "base": corners_of(model.base), "radius": round(model.base.radius, PLACES),
    }  # fmt: skip


def _lead(state: State) -> float:
    first, second = current_score(state).scores
    return first.victory - second.victory


# --- Log, chapters, luck ---


def _entries(match: Match, shows_all: bool) -> list[LogEntry]:
    """Return all events, or those that both sides see, as they see them."""
    if shows_all:
        return list(match.events)
    return [replace(entry, event=entry.event.to_players()) for entry in match.events if entry.seen_by == BOTH]


def _frame_of(frames: list[Data], number: int) -> int:
    """Return the first moment after an event."""
    return next((index for index, frame in enumerate(frames) if frame["n"] > number), len(frames) - 1)


def _log(match: Match, shows_all: bool, frames: list[Data]) -> list[Data]:
    narrator = Narrator(rulebook(match.state))
    narrator.names.learn_boxes(match.state)
    lines = []
    for story in narrator.tell_stories(_entries(match, shows_all)):
        at = _frame_of(frames, story.number)
        details = [line.text for line in story.details]
        for number, line in enumerate(story.lines):
            lines.append({
                "at": at, "head": int(line.level == HEADLINE), "text": line.text,
                "dice": [[die.face, int(die.kept)] for die in line.dice], "more": [] if number else details,
            })  # fmt: skip
    return lines


def _chapters(frames: list[Data], leads: list[float | None], names: list[str]) -> list[Data]:
    """Return the beginning of each turn, and the moments that changed the lead in Victory Points most."""
    turns: dict[int, int] = {}
    for index, frame in enumerate(frames):
        turns.setdefault(frame["turn"], index)
    chapters = [{"at": at, "text": turn_name(turn)} for turn, at in turns.items()]
    changes = [
        (after - before, at)
        for at, (before, after) in enumerate(pairwise(leads), 1)
        if before is not None and after is not None
    ]
    largest = sorted(changes, key=lambda change: -abs(change[0]))[:MAX_CHAPTERS]
    for change, at in largest:
        if abs(change) >= MIN_SWING:
            side = names[0] if change > 0 else names[1]
            chapters.append({"at": at, "text": f"{side} +{abs(change):.0f}"})
    return sorted(chapters, key=lambda chapter: chapter["at"])


def _luck(match: Match, shows_all: bool, frames: list[Data]) -> list[Data]:
    """Return each roll: who rolled and why, what came, and the average, both in steps."""
    return [
        {
            "at": _frame_of(frames, throw.n), "side": throw.side, "for": throw.purpose,
            "came": round(throw.came, PLACES), "mean": round(throw.expected, PLACES), "luck": round(throw.luck, PLACES),
        }
        for throw in throws_of(_entries(match, shows_all))
    ]  # fmt: skip
