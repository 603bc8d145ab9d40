"""A game as one HTML page: the table as SVG, a bar to move through the game, the log, and the luck of each roll.

The page needs no network. It shows what both sides knew, and everything once the game is over. Names are data of the
page: its script only ever writes them as text.
"""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from jovian.cards.art import silhouette
from jovian.game import LogEntry, Model, State
from jovian.game.events import BOTH, Started
from jovian.match import Match
from jovian.match.saves import replay_entry
from jovian.narrator import HEADLINE, Narrator
from jovian.rehearsal.luck import throws_of
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.sequence.sequence import current_score

TEMPLATE = Path(__file__).with_name("game_page.html")
PLACES = 2
"""The decimals of inches."""
MAX_CHAPTERS = 5
"""The most moments that are chapters because they changed the score."""
MIN_SWING = 10.0
"""The smallest change of the lead in Victory Points that is a chapter."""
FIGURE_SHARE = {"rect": 0.465, "hex": 0.32, "circle": 0.465}
"""The distance from the center of a base to the bow of its silhouette, as a share of the length of the base."""
Data = dict[str, Any]


def game_page(match: Match) -> str:
    """Return the page of a game."""
    text = json.dumps(page_data(match), separators=(",", ":"), ensure_ascii=True)
    # Inside a script, only these could end it or begin a comment.
    safe = text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
    return TEMPLATE.read_text(encoding="utf-8").replace("/*DATA*/null", safe)


def page_data(match: Match) -> Data:
    """Return what the page shows, as JSON."""
    shows_all = match.over
    names = [side.name for side in next(match.events.of(Started)).sides]
    frames, models, terrain, leads = _frames(match, shows_all)
    table = match.setup.scenario.table
    score = current_score(match.state).scores if shows_all else ()
    parts = {
        "log": _log(match, shows_all, frames), "chapters": _chapters(frames, leads, names),
        "luck": _luck(match, shows_all, frames),
    }  # fmt: skip
    for frame in frames:
        del frame["n"]  # The numbers of events would tell how many secret ones there were.
    return parts | {
        "title": match.setup.scenario.name, "sides": names, "over": match.over, "winner": match.state.winner,
        "score": [[side.objective, side.victory] for side in score], "table": [table.width, table.height],
        "images": {model["image"]: _drawing(model["image"], model["fallback"]) for model in models.values()},
        "models": models, "terrain": terrain, "frames": frames,
    }  # fmt: skip


# --- The table ---


def _frames(match: Match, shows_all: bool) -> tuple[list[Data], dict[str, Data], dict[str, Data], list[float | None]]:
    """Return the moments at which the table changed, its models and terrain, and the lead of side 0 at each moment.
    There is no lead before the first turn, and in a game that isn't over.

    A moment has only what is new: models as `[x, y, heading, structure, activated]`, or null for one that is gone.
    """
    live = Match(match.setup)
    frames: list[Data] = []
    models: dict[str, Data] = {}
    terrain: dict[str, Data] = {}
    leads: list[float | None] = []
    seen: dict[str, Any] = {}
    for entry in [None, *match.journal]:
        if entry is not None and not replay_entry(live, entry):
            break
        now: dict[str, Any] = {}
        for model in _shown_models(live, shows_all):
            now[model.id] = _place(model)
            models.setdefault(model.id, _look(model))
        for piece in live.state.terrain.values():
            x, y, heading = piece.pose
            now["/" + piece.id] = [round(x, PLACES), round(y, PLACES), heading]
            if piece.id not in terrain:
                outlines = [shape.turned(0) for shape in piece.outline]
                parts = [[[round(a, PLACES), round(b, PLACES)] for a, b in outline] for outline in outlines]
                radius = [round(shape.radius, PLACES) for shape in piece.outline]
                terrain[piece.id] = {"kind": piece.kind, "parts": parts, "radius": radius}
        new = {key: value for key, value in now.items() if seen.get(key) != value}
        new |= {key: None for key in seen if key not in now}
        if new or not frames:
            frames.append({"n": len(live.events), "turn": live.state.turn, "new": new})
            leads.append(None if live.state.phase == "deployment" or not shows_all else _lead(live.state))
        seen = now
    return frames, models, terrain, leads


def _shown_models(match: Match, shows_all: bool) -> list[Model]:
    """Return the models on the table: all of them, or those that the other side knows, as it knows them."""
    if shows_all:
        return list(match.state.on_table())
    views = (match.view(0), match.view(1))
    return [
        model
        for side, view in enumerate(views)
        for model in view.on_table()
        if (model.owner == 1 - side or (side == 0 and model.owner not in (0, 1)))
        and model.public and not model.is_concealed
    ]  # fmt: skip


def _place(model: Model) -> list[Any]:
    x, y, heading = model.pose
    return [round(x, PLACES), round(y, PLACES), heading, model.unmarked("structure"), int(model.activated)]


def _look(model: Model) -> Data:
    card = model.card
    fallback = card.squadron_type or ("station" if card.base.shape == "circle" else "capital")
    return {
        "name": model.name, "side": model.side, "card": card.name, "image": card.image, "fallback": fallback,
        "boxes": len(card.tracks.get("structure", ())), "bow": card.base.length * FIGURE_SHARE[card.base.shape],
        "base": [[round(x, PLACES), round(y, PLACES)] for x, y in model.base.turned(0)],
        "radius": round(model.base.radius, PLACES),
    }  # fmt: skip


def _drawing(image: str, fallback: str) -> list[list[Any]]:
    return [[facet.tone, int(facet.lit), facet.points] for facet in silhouette(image, fallback)]


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
    narrator.names.learn_ratings(match.state)
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
    chapters = [{"at": at, "text": f"Turn {turn}" if turn else "Deployment"} for turn, at in turns.items()]
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
