"""The problems of a draft, fixes for them, and the table of a draft to draw in spite of its problems."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from jovian.cards import CardError, ScenarioCard, UnitCard, fleet_names, load_fleet, unit_cards, upgrades
from jovian.cards.files import Cause, Document, as_parts, cause_text, plain_copy, suggest_names
from jovian.cards.names import TERRAIN_KINDS, slug
from jovian.cards.scenario_builder import build_scenario
from jovian.editing.commands import add_piece, move_piece, pose_of, table_of
from jovian.editing.draft import Data, Draft, Piece, Where, new_draft, terrain_line, two_fleets
from jovian.editing.forms import add_entry
from jovian.editing.labels import piece_names
from jovian.frozen import frozen
from jovian.game import Model, State
from jovian.match import Setup
from jovian.rules.placement.attached import TIES, nearest_flush
from jovian.rules.placement.move_limits import free_place
from jovian.rules.scenario.zones import place_default_beacons
from jovian.rules.setup.catalogs import SPECIAL_RULES
from jovian.rules.setup.legality import fleet_violations, scenario_flaws
from jovian.rules.setup.setup import begin
from jovian.rules.terrain import COMET, HULK
from jovian.table import Pose

# --- Problems ---

NAME = "scenario"


@frozen
class Problem:
    """An error that makes a draft unplayable. A scenario file must pass the same checks."""

    path: Where
    """The keys and list indexes that lead to it."""
    cause: Cause

    @property
    def reason(self) -> str:
        """The cause as text, as `check` prints it."""
        return cause_text(self.cause)

    @property
    def piece(self) -> Piece | None:
        """The piece with the problem, None if it is about the whole scenario."""
        if len(self.path) > 1 and isinstance(self.path[0], str) and isinstance(self.path[1], int):
            return Piece(self.path[0], self.path[1])
        return None


def find_problems(draft: Draft) -> list[Problem]:
    """Return all problems of a draft, [] if it can be played."""
    cards = unit_cards()
    card, problems = build_card(draft, cards)
    if card is not None and not problems:
        problems = [*_position_problems(card, cards), *_fleet_problems(card, cards)]
    return problems


def playable(draft: Draft) -> ScenarioCard | None:
    """Return the scenario of a draft, None if it has problems."""
    card, problems = build_card(draft, unit_cards())
    return card if card is not None and not problems and not find_problems(draft) else None


def build_card(
    draft: Draft, cards: Mapping[str, UnitCard], *, check_fleets: bool = True
) -> tuple[ScenarioCard | None, list[Problem]]:
    """Return the scenario of a draft, or None with the problems that its schema finds."""
    document, where = number_paths(NAME, draft.data)
    fleets = draft.data.get("fleets")
    for index, fleet in enumerate(fleets if check_fleets and isinstance(fleets, list) else ()):
        is_unknown = isinstance(fleet, str) and fleet not in fleet_names()
        cause = f"there is no ready fleet '{fleet}'{suggest_names(fleet, fleet_names())}"
        document.add_error_if(is_unknown, ("fleets", index), cause)
    try:
        return build_scenario(document, NAME, cards, (), upgrades()), []
    except CardError as error:
        return None, [Problem(where.get(fault.line or 0, ()), fault.parts) for fault in error.all()]


def number_paths(name: str, data: Any, keys: Iterable[str] = ()) -> tuple[Document, dict[int, Where]]:
    """Return a document whose lines are numbers of paths, and the path of each number.

    So the line of an error tells its path. `keys` of the top have paths even if they are missing.
    """
    paths = dict.fromkeys([*_paths(data), *((key,) for key in keys)])
    where = dict(enumerate(paths))
    return Document(name, data, {path: number for number, path in where.items()}), where


def _paths(value: Any, path: Where = ()) -> Iterator[Where]:
    """Yield all paths into plain data, in order."""
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield from _paths(item, (*path, key))


def _position_problems(card: ScenarioCard, cards: Mapping[str, UnitCard]) -> Iterator[Problem]:
    """Yield problems with the positions of models and stations."""
    places: dict[str, Where] = {piece.id: ("terrain", number) for number, piece in enumerate(card.terrain)}
    places |= {model.id: ("models", number) for number, model in enumerate(card.models)}
    for flaw in scenario_flaws(card, cards):
        yield Problem((*places[flaw.model], flaw.key), (*as_parts(flaw.cause), f" ({flaw.cited})"))


def _fleet_problems(card: ScenarioCard, cards: Mapping[str, UnitCard]) -> Iterator[Problem]:
    """Yield problems with the named fleets."""
    for index, stem in enumerate(card.fleets):
        try:
            fleet = load_fleet(stem, cards)
            name, violations = fleet.name, fleet_violations(fleet, cards)
            reasons = [f"{violation.reason} ({violation.cited})" for violation in violations]
        except CardError as error:
            name, reasons = stem, [error.cause]
        if reasons:
            yield Problem(("fleets", index), f"{name}: {'; '.join(reasons)}")


# --- The table of a draft ---

ATTEMPTS = 8
"""The number of attempts to remove problems before no piece is drawn."""
ANY_FLEET = "nobody"
"""Replaces the fleets of a draft, which aren't drawn."""


@frozen
class Sketch:
    """A state to draw, and the line of the draft for each id in it."""

    state: State
    pieces: dict[str, Piece]

    def piece(self, piece_id: str) -> Piece | None:
        """Return the piece of a model or of terrain, None if there is none."""
        return self.pieces.get(piece_id)

    def piece_id(self, piece: Piece | None) -> str:
        """Return the id of a piece in the state, "" if it isn't in it."""
        return next((piece_id for piece_id, known in self.pieces.items() if known == piece), "")


def sketch(draft: Draft) -> Sketch:
    """Return the table of a draft without the pieces that have problems."""
    data, pieces = _with_ids(draft.data)
    card = _valid_card(Draft(data))
    state = begin(Setup(card, (), unit_cards()))
    if not card.models:
        place_default_beacons(state)
    for piece in state.terrain.values():
        if piece.id not in pieces and piece.group in pieces:
            pieces[piece.id] = pieces[piece.group]
    return Sketch(state, pieces)


def _with_ids(original: Data) -> tuple[Data, dict[str, Piece]]:
    """Return the document with an id for each piece, the same as when it is read, and the pieces by their ids."""
    data, pieces = plain_copy(original), dict[str, Piece]()
    for section in ("terrain", "models"):
        for index, line in enumerate(data[section] if isinstance(data.get(section), list) else ()):
            if isinstance(line, dict):
                line.setdefault("id", _default_id(section, line, index))
                pieces.setdefault(str(line["id"]), Piece(section, index))
    return data, pieces


def _default_id(section: str, line: Data, index: int) -> str:
    card = unit_cards().get(str(line.get("card", "")))
    return f"{slug(card.name) if card is not None else section.rstrip('s')}-{index + 1}"


def _valid_card(draft: Draft) -> ScenarioCard:
    """Return the scenario without its problems."""
    defaults = new_draft((ANY_FLEET, ANY_FLEET)).data
    data: Data = {**defaults, **draft.data}
    for _ in range(ATTEMPTS):
        if data.get("models"):
            data.pop("fleets", None)
        else:
            data["fleets"] = [ANY_FLEET, ANY_FLEET]
        card, problems = build_card(Draft(data), unit_cards(), check_fleets=False)
        if card is not None:
            return card
        data = _without_problems(data, problems, defaults)
    card, _ = build_card(Draft(defaults), unit_cards(), check_fleets=False)
    assert card is not None
    return card


def _without_problems(data: Data, problems: list[Problem], defaults: Data) -> Data:
    """Return the document without the pieces that have problems, and with defaults for keys that have problems."""
    pieces = {problem.piece for problem in problems if problem.piece is not None}
    keys = {problem.path[0] for problem in problems if problem.path and problem.piece is None}
    result: Data = {}
    for key, value in data.items():
        if key in keys:
            result |= {key: defaults[key]} if defaults.get(key, value) != value else {}
        elif isinstance(value, list):
            result[key] = [item for number, item in enumerate(value) if Piece(key, number) not in pieces]
        else:
            result[key] = value
    return {key: value for key, value in result.items() if value is not None and value != []}


# --- Fixes ---

COMPOSED = ("special_rules", "objectives", "early_end")
"""The lists whose pieces may require a rule."""


@frozen
class Fix:
    """A way to fix a problem."""

    description: str
    """The change in words, such as `move it to x 12, y 9.5`."""
    draft: Draft
    """The draft with the fix."""


def find_fix(draft: Draft, problem: Problem) -> Fix | None:
    """Return the first fix that removes a problem and adds no other, None if there is none."""
    before = len(find_problems(draft))
    for fix in _fixes(draft, problem):
        after = find_problems(fix.draft)
        if problem not in after and len(after) < before:
            return fix
    return None


def _fixes(draft: Draft, problem: Problem) -> Iterator[Fix]:
    """Yield all changes that could help, the smallest first."""
    piece, path = problem.piece, problem.path
    if piece is not None:
        yield from _move_fixes(draft, piece)
        yield from _size_fixes(draft, piece)
        formation = draft.line(piece).get("formation")
        if formation is not None:
            leader = piece_names(draft).get(str(formation), str(formation))
            yield Fix(f"put it in contact with {leader}", draft.with_value((*piece.path, "touching"), formation))
        yield from _addition_fixes(draft, piece)
    if path and isinstance(path[-1], str) and draft.at(path) is not None:
        yield Fix(f"remove '{path[-1]}'", draft.with_value(path, None))
        if isinstance(draft.at(path), list):
            return
    if piece is None:
        yield from _default_fixes(draft)


def _move_fixes(draft: Draft, piece: Piece) -> Iterator[Fix]:
    """Move the piece onto the table, to free space, or to its ship."""
    line, shown = draft.line(piece), sketch(draft)
    model = shown.state.models.get(shown.piece_id(piece))
    if piece.section == "models" and model is not None and pose_of(line) is not None:
        spot = _free_pose(shown.state, model)
        if spot is not None:
            yield _move_fix(draft, piece, spot)
    inside = move_piece(draft, piece, 0, 0)
    if inside != draft:
        yield Fix("move it onto the table", inside)


def _free_pose(state: State, model: Model) -> Pose | None:
    host = state.models.get(model.host)
    if host is not None and any(tie.holds(model) for tie in TIES):
        return nearest_flush(state, model, host)
    return free_place(state, model)


def _move_fix(draft: Draft, piece: Piece, spot: Pose) -> Fix:
    label = f"move it to x {round(spot.x, 2):g}, y {round(spot.y, 2):g}"
    line = draft.line(piece)
    moved = move_piece(draft, piece, spot.x - line["x"], spot.y - line["y"])
    if spot.heading != line.get("heading", 0):
        moved = moved.with_value((*piece.path, "heading"), spot.heading)
        label += f", heading {spot.heading}"
    return Fix(label, moved)


def _size_fixes(draft: Draft, piece: Piece) -> Iterator[Fix]:
    """Change sizes to the limits of the kind of terrain."""
    line = draft.line(piece)
    rule = TERRAIN_KINDS.get(str(line.get("kind")))
    for key in ("radius", "thickness"):
        size = line.get(key)
        if rule is not None and isinstance(size, int | float):
            allowed = max(rule.min_radius, min(rule.max_radius, size))
            yield Fix(f"set its {key} to {allowed:g}", draft.with_value((*piece.path, key), allowed))


def _addition_fixes(draft: Draft, piece: Piece) -> Iterator[Fix]:
    """Add a rule or a piece of terrain that the piece may require."""
    if piece.section not in COMPOSED:
        return
    for name in SPECIAL_RULES:
        yield Fix(f"add the rule '{name}'", add_entry(draft, ("special_rules",), name)[0])
    width, height = table_of(draft)
    for label, kind in ((f"a {COMET}", COMET), (f"an {HULK}", HULK)):
        with_terrain, _ = add_piece(draft, "terrain", terrain_line(kind, width / 2, height / 2))
        yield Fix(f"add {label} in the center of the table", with_terrain)


def _default_fixes(draft: Draft) -> Iterator[Fix]:
    """Replace required keys by those of a new scenario."""
    defaults = new_draft(two_fleets()).data
    for key in ("name", "summary", "objectives", "fleets"):
        if key in defaults and (key != "fleets" or not draft.data.get("models")):
            yield Fix(f"use the default {key}", draft.with_value((key,), defaults[key]))
