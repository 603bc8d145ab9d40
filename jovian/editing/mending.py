"""What would mend a problem: another draft in which it is gone, and what is done for that, in a few words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from jovian.cards.schemas.listed import name_of
from jovian.cards.schemas.scenarios.needs import COMET, OBJECT
from jovian.cards.schemas.scenarios.pieces import RULES
from jovian.cards.values.names import TERRAIN_KINDS
from jovian.editing.commands import pose_of, put, shifted, table_of
from jovian.editing.draft import Draft, Piece
from jovian.editing.forms.given import added
from jovian.editing.lines import new_draft, terrain_line, two_fleets
from jovian.editing.problems import Problem, problems
from jovian.editing.sketch import sketch
from jovian.game import Model, State
from jovian.rules.places.attached import TIES, nearest_flush
from jovian.rules.places.obstacles import free_place
from jovian.table import Pose

COMPOSED = ("special_rules", "objectives", "early_end")
"""Lists of pieces that may need a rule."""


class Mend(NamedTuple):
    """A way to mend something."""

    said: str
    """Such as `move it to x 12, y 9.5`."""
    draft: Draft


def mend(draft: Draft, problem: Problem) -> Mend | None:
    """The first way that rids the draft of a problem and brings no other; None if none is known."""
    before = len(problems(draft))
    for way in _ways(draft, problem):
        after = problems(way.draft)
        if problem not in after and len(after) < before:
            return way
    return None


def _ways(draft: Draft, problem: Problem) -> Iterator[Mend]:
    """Everything that may help, the gentlest first."""
    piece, path = problem.piece, problem.path
    if piece is not None:
        yield from _moved(draft, piece)
        yield from _sized(draft, piece)
        formation = draft.line(piece).get("formation")
        if formation is not None:
            yield Mend(f"put it in contact with {formation}", draft.with_at((*piece.path, "touching"), formation))
        yield from _completed(draft, piece)
    if path and isinstance(path[-1], str) and draft.at(path) is not None:
        yield Mend(f"leave out '{path[-1]}'", draft.with_at(path, None))
        if isinstance(draft.at(path), list):
            return
    if piece is None:
        yield from _of_scenario(draft)


def _moved(draft: Draft, piece: Piece) -> Iterator[Mend]:
    """Elsewhere: on the table, where nothing stands, with an edge on its ship."""
    line, shown = draft.line(piece), sketch(draft)
    model = shown.state.models.get(shown.ident(piece))
    if piece.section == "models" and model is not None and pose_of(line) is not None:
        spot = _free(shown.state, model)
        if spot is not None:
            yield _put(draft, piece, spot)
    inside = shifted(draft, piece, 0, 0)
    if inside != draft:
        yield Mend("move it onto the table", inside)


def _free(state: State, model: Model) -> Pose | None:
    host = state.models.get(model.host)
    if host is not None and any(tie.holds(model) for tie in TIES):
        return nearest_flush(state, model, host)
    return free_place(state, model)


def _put(draft: Draft, piece: Piece, spot: Pose) -> Mend:
    said = f"move it to x {spot.x:g}, y {spot.y:g}"
    line = draft.line(piece)
    moved = shifted(draft, piece, spot.x - line["x"], spot.y - line["y"])
    if spot.heading != line.get("heading", 0):
        moved = moved.with_at((*piece.path, "heading"), spot.heading)
        said += f", heading {spot.heading}"
    return Mend(said, moved)


def _sized(draft: Draft, piece: Piece) -> Iterator[Mend]:
    """As large as its kind may be."""
    line = draft.line(piece)
    rule = TERRAIN_KINDS.get(str(line.get("kind")))
    for key in ("radius", "thickness"):
        size = line.get(key)
        if rule is not None and isinstance(size, int | float):
            fits = max(rule.least, min(rule.greatest, size))
            yield Mend(f"make its {key} {fits:g}", draft.with_at((*piece.path, key), fits))


def _completed(draft: Draft, piece: Piece) -> Iterator[Mend]:
    """With one more rule, or with something on the table, where a rule or what is counted may need it."""
    if piece.section not in COMPOSED:
        return
    for schema in RULES:
        name = name_of(schema, "rule")
        yield Mend(f"add the rule '{name}'", added(draft, ("special_rules",), name)[0])
    width, height = table_of(draft)
    for said, kind in ((f"a {COMET}", COMET), (f"an {OBJECT}", OBJECT)):
        laid, _ = put(draft, "terrain", terrain_line(kind, width / 2, height / 2))
        yield Mend(f"lay {said} in the middle of the table", laid)


def _of_scenario(draft: Draft) -> Iterator[Mend]:
    """What it needs, as a new one has it."""
    usual = new_draft(two_fleets()).data
    for key in ("name", "summary", "objectives", "fleets"):
        if key in usual and (key != "fleets" or not draft.data.get("models")):
            said = "its two fleets" if key == "fleets" else f"its {key}"
            yield Mend(f"take {said} from a new one", draft.with_at((key,), usual[key]))
