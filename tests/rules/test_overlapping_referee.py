"""Tests of random crowded tables against a simple referee of overlaps (v1.2.4 Movement > Overlapping; R25, R26)."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st

from jovian.game import Model, Terrain
from jovian.table import TOLERANCE, Pose, Shape, extends_off_table, overlaps, separation, touches
from tests.rules.stage import Cast, Staged, ship, squadron, stage
from tests.rules_api import resolve_overlaps

WIDE = 14.0
"""The width of the square table in inches, small so that pushes come near its edges."""
STEP = 0.01
bases = st.sampled_from(("small", "medium", "large"))
places = st.tuples(st.floats(4.0, 10.0), st.floats(4.0, 10.0)).map(lambda at: (round(at[0], 2), round(at[1], 2)))
headings = st.integers(0, 359)
hulls = st.tuples(bases, places, headings, st.booleans())
pilots = st.tuples(places, st.booleans())


def crowd(mover: Any, hulls: Any, pilots: Any, rocks: Any, with_pilots: bool = True) -> Staged:
    """Return the moving A at the end of its move among hulls and squadrons (some Static) and large asteroids."""
    base, at, heading = mover
    cast: list[Cast] = [ship("A", 0, (44, 44), base=base)]
    poses = {"a": Pose(*at, heading)}
    for n, (size, spot, turned, static) in enumerate(hulls):
        cast.append(ship(f"H{n}", 1, (4 + 6 * n, 4), base=size, traits=["Static"] if static else []))
        poses[f"h{n}"] = Pose(*spot, turned)
    for n, (spot, static) in enumerate(pilots):
        if with_pilots or static:
            cast.append(squadron(f"S{n}", 1, (4 + 6 * n, 12), traits=["Static"] if static else []))
            poses[f"s{n}"] = Pose(*spot, 0)
    game = stage(*cast)
    state = game.match.state
    state.width = state.height = WIDE
    for ident, pose in poses.items():
        state.models[ident].pose = pose
    for n, spot in enumerate(rocks):
        state.terrain[f"r{n}"] = Terrain(f"r{n}", "large-asteroid", Pose(*spot, 0), (Shape.circle(1.0),))
    sieve(game)
    return game


def sieve(game: Staged) -> None:
    """Remove models that couldn't be there before: over the edge, or on another ship, mine, or rock."""
    state = game.match.state
    kept: list[Any] = [(part, piece.pose) for piece in state.terrain.values() for part in piece.outline]
    for model in list(state.on_table()):
        if extends_off_table(model.base, model.pose, WIDE, WIDE) or (
            model.id != "a" and _firm(model) and any(touches(model.base, model.pose, *each) for each in kept)
        ):
            model.place = "reserve"
        elif model.id != "a" and _firm(model):
            kept.append((model.base, model.pose))


def _firm(model: Model) -> bool:
    return model.is_capital or model.card.trait("Static") is not None


def ended(game: Staged) -> dict[str, Pose]:
    """Return the places of all models after the move."""
    for _ in resolve_overlaps(game.match._runner.game, game.model("a")):
        raise AssertionError("nobody is in contact with a ship here: nothing to ask")
    return {model.id: model.pose for model in game.match.state.on_table()}


def obstacles(game: Staged, ship: str) -> list[Any]:
    """Return what a ship passes: other ships, Static models, rocks, each with its id."""
    others: list[Any] = [(m.id, m.base, m.pose) for m in game.match.state.on_table() if m.id != ship and _firm(m)]
    return others + [(p.id, part, p.pose) for p in game.match.state.terrain.values() for part in p.outline]


def slid(game: Staged, ident: str, first: Any, back: bool) -> float | None:
    """Return the distance that it slides in steps until it is past the first obstacle, and past all others.

    Return None if an overlap is smaller than a step, so that the referee can't decide.
    """
    model, sign = game.model(ident), -1.0 if back else 1.0

    def past(block: Any) -> float:
        steps = [n for n in range(round(2 * WIDE / STEP)) if _on(model, block, sign * n * STEP)]
        return (steps[-1] + 1) * STEP if steps else 0.0

    inches, blocks = past(first), obstacles(game, ident)
    if not inches:
        return None
    while under := [block for block in blocks if _on(model, block, sign * inches)]:
        if not all(_on(model, block, sign * (inches - STEP)) for block in under):
            return None
        inches = max(inches + STEP, min(map(past, under)))
    return sign * inches


def _on(model: Model, block: Any, inches: float) -> bool:
    return overlaps(model.base, model.pose.advanced(inches), *block[1:])


def meets(game: Staged, ident: str) -> list[Any]:
    """Return the obstacles that a ship is on: touching bases, overlapping rocks."""
    model = game.model(ident)
    return [
        block for block in obstacles(game, ident)
        if (touches if block[0] in game.match.state.models else overlaps)(model.base, model.pose, *block[1:])
    ]  # fmt: skip


def glancing(game: Staged, ident: str, *poses: Pose) -> bool:
    """Return whether all poses of a ship touch one obstacle. Along a nearly parallel side the tolerance is long."""
    base = game.model(ident).base
    return any(
        all(abs(separation(base, pose, *block[1:])) <= TOLERANCE for pose in poses) for block in obstacles(game, ident)
    )


def heavier(game: Staged, block: Any) -> bool:
    """Return whether it counts as larger than the moving ship: a rock, a Static model, or a base that isn't smaller."""
    other = game.match.state.models.get(block[0])
    return (
        other is None
        or not other.is_capital
        or bool(other.card.trait("Static"))
        or (other.base.area >= game.model("a").base.area)
    )


@settings(max_examples=120)
@example(
    ("large", (4.0, 4.0), 25),
    [("small", (4.0, 10.0), 0, False), ("small", (4.0, 8.0), 0, False), ("large", (9.0, 10.0), 276, False)],
    [((4.86, 4.86), True)], [],
)  # fmt: skip
@example(("large", (8.55, 9.5), 188), [("large", (5.13, 7.5), 208, False)], [], [])
@example(("small", (7.0, 8.0), 1), [("large", (9.0, 10.0), 0, False)], [], [])
@given(
    st.tuples(bases, places, headings), st.lists(hulls, max_size=4), st.lists(pilots, max_size=6),
    st.lists(places, max_size=2),
)  # fmt: skip
def test_everybody_is_put_where_the_referee_says(mover: Any, hulls: Any, pilots: Any, rocks: Any) -> None:
    game = crowd(mover, hulls, pilots, rocks)
    if not game.model("a").is_on_table:
        return
    before = {model.id: model.pose for model in game.match.state.on_table()}
    under = meets(game, "a")
    goals = expected(game, under)
    after = ended(game)
    for ident, goal in goals.items():
        if goal is None:
            assert not extends_off_table(game.model(ident).base, after[ident], WIDE, WIDE)
        else:
            near = abs(after[ident].x - goal.x) < 3 * STEP and abs(after[ident].y - goal.y) < 3 * STEP
            assert near or glancing(game, ident, after[ident], goal), (ident, goal)
    for ident, pose in after.items():
        model = game.model(ident)
        assert not extends_off_table(model.base, pose, WIDE, WIDE), f"{ident} over the edge"
        if _firm(model) and ident not in goals:
            assert pose == before[ident], f"{ident} had nothing to do with it"
        assert pose.heading == before[ident].heading
    clear_of_the_mover(game, after)


def expected(game: Staged, under: list[Any]) -> dict[str, Pose | None]:
    """Return the moved models and their places, or None if neither direction works or the referee can't decide."""
    if heavy := [block for block in under if heavier(game, block)]:
        return {"a": _goal(game, "a", heavy[0])}
    if len(under) == 1:
        mover = game.model("a")
        return {under[0][0]: _goal(game, under[0][0], ("a", mover.base, mover.pose))}
    return {block[0]: None for block in under}


def _goal(game: Staged, ident: str, first: Any) -> Pose | None:
    model = game.model(ident)
    for back in (False, True):
        inches = slid(game, ident, first, back)
        pose = model.pose.advanced(inches or 0.0)
        if inches is None or _at_the_edge(model, pose):
            return None
        if not extends_off_table(model.base, pose, WIDE, WIDE):
            return pose
    return None


def _at_the_edge(model: Model, pose: Pose) -> bool:
    """Return whether it is too near the edge for the referee's steps."""
    inner = extends_off_table(model.base, pose.moved(-2 * STEP, -2 * STEP), WIDE - 4 * STEP, WIDE - 4 * STEP)
    return inner != extends_off_table(model.base, pose.moved(2 * STEP, 2 * STEP), WIDE + 4 * STEP, WIDE + 4 * STEP)


def clear_of_the_mover(game: Staged, after: dict[str, Pose]) -> None:
    """Check that no ship overlaps a model that it must not, and that pushed squadrons are clear of the moving ship."""
    for one, two in combinations(sorted(after), 2):
        pair = [game.model(one), game.model(two)]
        if all(_firm(each) for each in pair):
            assert not overlaps(pair[0].base, after[one], pair[1].base, after[two]), (one, two)
    mover = game.model("a")
    for ident, pose in after.items():
        if not _firm(game.model(ident)):
            assert not touches(mover.base, after["a"], game.model(ident).base, pose), f"{ident} did not make room"


@settings(max_examples=60)
@given(
    st.tuples(bases, places, headings), st.lists(hulls, min_size=1, max_size=3),
    st.lists(pilots, min_size=1, max_size=6),
)  # fmt: skip
def test_squadrons_never_change_where_a_ship_comes_to_stand(mover: Any, hulls: Any, pilots: Any) -> None:
    """R25: squadrons move aside. With or without them, ships end at the same places."""
    full, empty = (crowd(mover, hulls, pilots, [], with_pilots) for with_pilots in (True, False))
    if not full.model("a").is_on_table:
        return
    here, there = ended(full), ended(empty)
    assert {i: p for i, p in here.items() if full.model(i).is_capital} == {
        i: p for i, p in there.items() if empty.model(i).is_capital
    }
