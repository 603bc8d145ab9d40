"""What is wrong with a draft, and how it is mended."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from jovian.cards import CardError, ScenarioCard, UnitCard, fleet_names, load_fleet, unit_cards, upgrades
from jovian.cards.files import Document, suggest_names
from jovian.cards.names import TERRAIN_KINDS, slug
from jovian.cards.scenario_builder import COMET, OBJECT, build_scenario
from jovian.cards.scenario_schema import RULES
from jovian.cards.schema import name_of, plain_copy
from jovian.editing.commands import add_piece, move_piece, pose_of, table_of
from jovian.editing.draft import Data, Draft, Piece, Where, new_draft, terrain_line, two_fleets
from jovian.editing.forms import added
from jovian.game import Model, State
from jovian.match import Setup
from jovian.rules.placement.attached import TIES, nearest_flush
from jovian.rules.placement.move_limits import free_place
from jovian.rules.scenario.zones import set_up_by_default
from jovian.rules.setup.legality import fleet_violations, scenario_flaws
from jovian.rules.setup.setup import begin
from jovian.table import Pose

# --- problems ---
# What is wrong with a draft: the very checks that a file must pass, each fault with where it is.

NAME = "scenario"


class Problem(NamedTuple):
    """Something that keeps a draft from being played."""

    path: Where
    """Where it is: the keys and numbers that lead there."""
    reason: str

    @property
    def piece(self) -> Piece | None:
        """The piece that it is about, None if it is about the scenario as a whole."""
        if len(self.path) > 1 and isinstance(self.path[0], str) and isinstance(self.path[1], int):
            return Piece(self.path[0], self.path[1])
        return None


def find_problems(draft: Draft) -> list[Problem]:
    """Everything that is wrong with it; [] if it can be played."""
    cards = unit_cards()
    card, found = examined(draft, cards)
    if card is not None and not found:
        found = [*_standing(card, cards), *_fleets(card, cards)]
    return found


def playable(draft: Draft) -> ScenarioCard | None:
    """The scenario of a draft, None if something is wrong with it."""
    card, found = examined(draft, unit_cards())
    return card if card is not None and not found and not find_problems(draft) else None


def examined(
    draft: Draft, cards: Mapping[str, UnitCard], *, ready: bool = True
) -> tuple[ScenarioCard | None, list[Problem]]:
    """The scenario that a draft says, and what its schema says against it; with `ready` its fleets must be there."""
    document = Document(NAME, draft.data)
    document.lines = {path: number for number, path in enumerate(_paths(draft.data))}
    where = {number: path for path, number in document.lines.items()}
    fleets = draft.data.get("fleets")
    for index, fleet in enumerate(fleets if ready and isinstance(fleets, list) else ()):
        strange = isinstance(fleet, str) and fleet not in fleet_names()
        cause = f"there is no ready fleet '{fleet}'{suggest_names(fleet, fleet_names())}"
        document.add_error_if(strange, ("fleets", index), cause)
    try:
        return build_scenario(document, NAME, cards, (), upgrades()), []
    except CardError as error:
        return None, [Problem(where.get(each.line or 0, ()), each.cause) for each in error.all()]


def _paths(value: Any, path: Where = ()) -> Iterator[Where]:
    """Every path into plain data, in order."""
    yield path
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inside:
        yield from _paths(each, (*path, key))


def _standing(card: ScenarioCard, cards: Mapping[str, UnitCard]) -> Iterator[Problem]:
    """What is wrong with models and stations as they stand together."""
    places: dict[str, Where] = {piece.id: ("terrain", number) for number, piece in enumerate(card.terrain)}
    places |= {model.id: ("models", number) for number, model in enumerate(card.models)}
    for flaw in scenario_flaws(card, cards):
        yield Problem((*places[flaw.model], flaw.key), f"{flaw.refusal.reason} ({flaw.refusal.cited})")


def _fleets(card: ScenarioCard, cards: Mapping[str, UnitCard]) -> Iterator[Problem]:
    """What is wrong with the fleets that it names."""
    for index, stem in enumerate(card.fleets):
        try:
            said = [f"{each.reason} ({each.cited})" for each in fleet_violations(load_fleet(stem, cards), cards)]
        except CardError as error:
            said = [error.cause]
        if said:
            yield Problem(("fleets", index), f"{stem}: {'; '.join(said)}")


# --- sketch ---
# What of a draft can be drawn: a state with every piece that is right by itself, whatever is wrong elsewhere.

TRIES = 8
"""How often what is wrong is left out before nothing of the pieces is drawn."""
NOBODY = "nobody"
"""Stands for the fleets of a draft, which nobody looks at here."""


@dataclass(frozen=True, slots=True)
class Sketch:
    """A state to look at, and which line each id of it comes from."""

    state: State
    pieces: dict[str, Piece]

    def piece(self, ident: str) -> Piece | None:
        """The piece of a model or of terrain, None for none."""
        return self.pieces.get(ident)

    def ident(self, piece: Piece | None) -> str:
        """The id that a piece has in the state, "" if it is not in it."""
        return next((ident for ident, each in self.pieces.items() if each == piece), "")


def sketch(draft: Draft) -> Sketch:
    """The table of a draft."""
    data, pieces = _named(draft.data)
    card = _right(Draft(data))
    state = begin(Setup(card, (), unit_cards()))
    if not card.models:
        set_up_by_default(state)
    for piece in state.terrain.values():
        if piece.id not in pieces and piece.group in pieces:
            pieces[piece.id] = pieces[piece.group]
    return Sketch(state, pieces)


def _named(given: Data) -> tuple[Data, dict[str, Piece]]:
    """The document with an id for every piece, as it gets one when it is read; and what they are."""
    data, pieces = plain_copy(given), dict[str, Piece]()
    for section in ("terrain", "models"):
        for index, line in enumerate(data[section] if isinstance(data.get(section), list) else ()):
            if isinstance(line, dict):
                line.setdefault("id", _own(section, line, index))
                pieces.setdefault(str(line["id"]), Piece(section, index))
    return data, pieces


def _own(section: str, line: Data, index: int) -> str:
    card = unit_cards().get(str(line.get("card", "")))
    return f"{slug(card.name) if card is not None else section.rstrip('s')}-{index + 1}"


def _right(draft: Draft) -> ScenarioCard:
    """The scenario without what is wrong with it."""
    usual = new_draft((NOBODY, NOBODY)).data
    data: Data = {**usual, **draft.data}
    for _ in range(TRIES):
        if data.get("models"):
            data.pop("fleets", None)
        else:
            data["fleets"] = [NOBODY, NOBODY]
        card, found = examined(Draft(data), unit_cards(), ready=False)
        if card is not None:
            return card
        data = _without(data, found, usual)
    card, _ = examined(Draft(usual), unit_cards(), ready=False)
    assert card is not None
    return card


def _without(data: Data, found: list[Problem], usual: Data) -> Data:
    """Less the pieces that something is wrong with, and with usual values of the keys that something is wrong with."""
    pieces = {problem.piece for problem in found if problem.piece is not None}
    keys = {problem.path[0] for problem in found if problem.path and problem.piece is None}
    kept: Data = {}
    for key, value in data.items():
        if key in keys:
            kept |= {key: usual[key]} if usual.get(key, value) != value else {}
        elif isinstance(value, list):
            kept[key] = [each for number, each in enumerate(value) if Piece(key, number) not in pieces]
        else:
            kept[key] = value
    return {key: value for key, value in kept.items() if value is not None and value != []}


# --- mending ---
# What would mend a problem: another draft in which it is gone, and what is done for that, in a few words.

COMPOSED = ("special_rules", "objectives", "early_end")
"""Lists of pieces that may need a rule."""


class Fix(NamedTuple):
    """A way to mend something."""

    said: str
    """Such as `move it to x 12, y 9.5`."""
    draft: Draft


def mend(draft: Draft, problem: Problem) -> Fix | None:
    """The first way that rids the draft of a problem and brings no other; None if none is known."""
    before = len(find_problems(draft))
    for way in _ways(draft, problem):
        after = find_problems(way.draft)
        if problem not in after and len(after) < before:
            return way
    return None


def _ways(draft: Draft, problem: Problem) -> Iterator[Fix]:
    """Everything that may help, the gentlest first."""
    piece, path = problem.piece, problem.path
    if piece is not None:
        yield from _moved(draft, piece)
        yield from _sized(draft, piece)
        formation = draft.line(piece).get("formation")
        if formation is not None:
            yield Fix(f"put it in contact with {formation}", draft.with_value((*piece.path, "touching"), formation))
        yield from _completed(draft, piece)
    if path and isinstance(path[-1], str) and draft.at(path) is not None:
        yield Fix(f"leave out '{path[-1]}'", draft.with_value(path, None))
        if isinstance(draft.at(path), list):
            return
    if piece is None:
        yield from _of_scenario(draft)


def _moved(draft: Draft, piece: Piece) -> Iterator[Fix]:
    """Elsewhere: on the table, where nothing stands, with an edge on its ship."""
    line, shown = draft.line(piece), sketch(draft)
    model = shown.state.models.get(shown.ident(piece))
    if piece.section == "models" and model is not None and pose_of(line) is not None:
        spot = _free(shown.state, model)
        if spot is not None:
            yield _put(draft, piece, spot)
    inside = move_piece(draft, piece, 0, 0)
    if inside != draft:
        yield Fix("move it onto the table", inside)


def _free(state: State, model: Model) -> Pose | None:
    host = state.models.get(model.host)
    if host is not None and any(tie.holds(model) for tie in TIES):
        return nearest_flush(state, model, host)
    return free_place(state, model)


def _put(draft: Draft, piece: Piece, spot: Pose) -> Fix:
    said = f"move it to x {spot.x:g}, y {spot.y:g}"
    line = draft.line(piece)
    moved = move_piece(draft, piece, spot.x - line["x"], spot.y - line["y"])
    if spot.heading != line.get("heading", 0):
        moved = moved.with_value((*piece.path, "heading"), spot.heading)
        said += f", heading {spot.heading}"
    return Fix(said, moved)


def _sized(draft: Draft, piece: Piece) -> Iterator[Fix]:
    """As large as its kind may be."""
    line = draft.line(piece)
    rule = TERRAIN_KINDS.get(str(line.get("kind")))
    for key in ("radius", "thickness"):
        size = line.get(key)
        if rule is not None and isinstance(size, int | float):
            fits = max(rule.least, min(rule.greatest, size))
            yield Fix(f"make its {key} {fits:g}", draft.with_value((*piece.path, key), fits))


def _completed(draft: Draft, piece: Piece) -> Iterator[Fix]:
    """With one more rule, or with something on the table, where a rule or what is counted may need it."""
    if piece.section not in COMPOSED:
        return
    for schema in RULES:
        name = name_of(schema, "rule")
        yield Fix(f"add the rule '{name}'", added(draft, ("special_rules",), name)[0])
    width, height = table_of(draft)
    for said, kind in ((f"a {COMET}", COMET), (f"an {OBJECT}", OBJECT)):
        laid, _ = add_piece(draft, "terrain", terrain_line(kind, width / 2, height / 2))
        yield Fix(f"lay {said} in the middle of the table", laid)


def _of_scenario(draft: Draft) -> Iterator[Fix]:
    """What it needs, as a new one has it."""
    usual = new_draft(two_fleets()).data
    for key in ("name", "summary", "objectives", "fleets"):
        if key in usual and (key != "fleets" or not draft.data.get("models")):
            said = "its two fleets" if key == "fleets" else f"its {key}"
            yield Fix(f"take {said} from a new one", draft.with_value((key,), usual[key]))
