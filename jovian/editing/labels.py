"""What the editor calls sides and pieces: names of fleets and models, not numbers and ids."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache

from jovian.cards import CardError, FleetList, fleet_names, load_fleet, unit_cards
from jovian.cards.files import Cause, Mention, as_parts, one_line, shelves
from jovian.editing.draft import Data, Draft
from jovian.rules.basics.rolls import key_to_words
from jovian.rules.setup.setup import side_names

SIDES = ("Side A", "Side B")
"""The names of sides without fleets."""


WORD_LABELS = {
    "tv": "Threat Value", "model_kind": "Kind of models", "whose": "Of which side", "fate": "Outcome",
    "without": "Other outcome than", "on_captured": "Most on a captured ship", "on_capital": "Most on a capital ship",
    "on_squadron": "Most on a squadron", "above": "Structure above", "until": "Until turn", "count": "What counts",
    "touching": "In contact with", "at": "At its side", "embarked_in": "Carried by", "embarked": "Aboard others",
    "table": "On the table", "reserve": "In reserve", "force": "Share of the fleet", "bearers": "Models with a token",
    "prevented": "Tokens kept from the other side", "searched": "Searched objects", "capital": "Capital ships",
    "squadron": "Squadrons", "attacker-defender": "Attacker and defender", "exo-armor": "Exo-Armors",
    "most_victory_points": "Most fleet left", "early_end": "Early end of the game",
}  # fmt: skip
"""Labels of keys and words of files whose own words wouldn't explain them."""


def key_to_label(key: str) -> str:
    """Return a key as a label: `tail_length` becomes `Tail length`."""
    words = WORD_LABELS.get(key) or key_to_words(key)
    return words[:1].upper() + words[1:]


def side_labels(draft: Draft) -> tuple[str, str]:
    """Return the names of both sides: of the fleets that the scenario is made for, else SIDES."""
    stems = draft.data.get("fleets")
    if not isinstance(stems, list) or len(stems) != 2 or draft.lines("models"):
        return SIDES
    known = _ready_fleets()
    fleets = [known[stem] for stem in stems if isinstance(stem, str) and stem in known]
    if len(fleets) != 2:
        return SIDES
    one, two = side_names(fleets)
    return one, two


def fleet_labels() -> dict[str, str]:
    """Return the name, faction, and size of each ready fleet, by its stem. If it can't be read, it is the stem."""
    known = _ready_fleets()
    return {
        stem: f"{known[stem].name} · {known[stem].faction} · {known[stem].size}" if stem in known else stem
        for stem in fleet_names()
    }


def _ready_fleets() -> dict[str, FleetList]:
    return _load_fleets(shelves(), tuple(fleet_names()))


@lru_cache(maxsize=4)
def _load_fleets(shelves: object, stems: tuple[str, ...]) -> dict[str, FleetList]:
    """Return the fleets of some shelves that can be read. Forms ask for them at each change."""
    fleets = {}
    for stem in stems:
        with suppress(CardError):
            fleets[stem] = load_fleet(stem)
    return fleets


def piece_names(draft: Draft) -> dict[str, str]:
    """Return the name of each model and piece of terrain that has an id. Equal names also have their place."""
    lines = [line for section in ("models", "terrain") for line in draft.lines(section)]
    named = [(line["id"], piece_name(line), line) for line in lines if isinstance(line.get("id"), str)]
    first = {piece_id: name for piece_id, name, _ in named}
    counts = Counter(name for _, name, _ in named)
    return {
        piece_id: f"{name} {_place(line, first)}".rstrip() if counts[name] > 1 else name
        for piece_id, name, line in named
    }


def piece_name(line: Data) -> str:
    """Return the name of a piece, else that of its card, else its kind, else "Model"."""
    card = unit_cards().get(str(line.get("card", "")))
    name = line.get("name") or (card.name if card is not None else line.get("kind"))
    words = str(name) if line.get("name") or card is not None else key_to_words(str(name or "model"))
    return words[:1].upper() + words[1:]


def _place(line: Data, names: Mapping[str, str]) -> str:
    """Return where a piece is: a point of the table, or aboard or beside another piece. "" if neither is known."""
    x, y = line.get("x"), line.get("y")
    if isinstance(x, int | float) and isinstance(y, int | float):
        return f"at {x:g}, {y:g}"
    words = {"embarked_in": "aboard", "escorting": "with", "assaulting": "at", "touching": "at"}
    return next((f"{word} {names[str(line[key])]}" for key, word in words.items() if line.get(key) in names), "")


def cause_words(draft: Draft, cause: Cause) -> str:
    """Return the cause of a problem in words for players: names of pieces and sides instead of ids and numbers."""
    names, sides = piece_names(draft), side_labels(draft)

    def word(part: str | Mention) -> str:
        if isinstance(part, str):
            return part
        if part.kind == "side":
            return sides[int(part.value)]
        if part.kind == "piece":
            return names.get(str(part.value), part.text)
        label = key_to_label(str(part.value))
        return f"{label} is missing" if part.kind == "missing key" else label

    return one_line("".join(word(part) for part in as_parts(cause)))
