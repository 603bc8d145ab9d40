"""Tests of previews: the menu shows what happens in a move (v1.2.4 Movement, Weapon Traits > Autofire)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.fights import GUN, OWN
from tests.rules.stage import Staged, gun, rock, ship, squadron, stage
from tests.rules_api import NextOrder, Preview

AUTO = gun("Kinetic Cannon", ac=3, as_=3, traits=["Autofire"])


def preview_of(game: Staged, *choice: Any) -> Preview:
    """Return the preview of an answer."""
    assert isinstance(game.asked, NextOrder)
    return game.asked.preview(list(choice))


def preview_events(preview: Preview) -> list[tuple[float, str, str, str]]:
    """Return the events of the preview: inches, kind, model or piece, label."""
    return [(round(each.inches, 2), each.kind, each.target_id, each.label) for each in preview.touches]


def cruiser() -> Staged:
    """Return a game in which A moves at E, which autofires from 12", and at debris that starts 5.5" ahead."""
    enemy = ship("E", 1, (24, 25.5), 180, weapons=[AUTO], activated=True)
    return stage(ship("A", 0, (24, 10)), enemy, terrain=(rock("debris-field", (24, 21)),)).begin("a")


def fighter() -> Staged:
    """Return a game in which S can meet debris, the Point Defense of E, and the interceptor I."""
    return stage(
        squadron("S", 0, (14, 24)), ship("E", 1, (22.5, 24), activated=True), OWN,
        squadron("I", 1, (16, 30.5), weapons=[GUN]), terrain=(rock("debris-field", (20, 21)),),
    ).begin("s")  # fmt: skip


def test_all_on_the_way_of_a_ship_in_order() -> None:
    """Autofire and terrain, each with its inches and the ship's place then."""
    preview = preview_of(cruiser(), "move", 6)
    assert preview.poses == ((24, 10, 0), (24, 16, 0)) and preview.inches == 6 and preview.refusal is None
    assert preview_events(preview) == [
        (0.5, "autofire", "e", "Kinetic Cannon of E"), (5.5, "terrain", "debris-field", "Debris Field"),
    ]  # fmt: skip
    assert [round(each.at.y, 2) for each in preview.touches] == [10.5, 15.5]


@pytest.mark.parametrize(("path", "happens"), [
    ([[14, 28]], [(2.86, "interception", "i", "I may intercept")]),
    ([[18, 24], [18, 26]], [(2.59, "terrain", "debris-field", "Debris Field"),
                            (3.92, "autofire", "e", "Point Defense of E")]),
    ([[14, 25.5], [18.4, 25.5]], [(5.42, "autofire", "e", "Point Defense of E")]),
    ([[16.8, 24], [16, 24], [16.9, 24]], [(2.59, "terrain", "debris-field", "Debris Field")]),
    ([[10, 24]], []),
])  # fmt: skip
def test_all_on_the_way_of_a_flight(path: list[list[float]], happens: list[tuple[float, str, str, str]]) -> None:
    """Inches count from the start of the whole path, and each event occurs once."""
    assert preview_events(preview_of(fighter(), "fly", path)) == happens


def test_what_a_turn_meets() -> None:
    """The corner of a base swings into terrain and into range. The ship has its new heading then."""
    enemy = ship("E", 1, (38.3, 10), weapons=[AUTO], activated=True)
    field = rock("debris-field", (29.3, 10))
    preview = preview_of(stage(ship("A", 0, (24, 10), turns=2), enemy, terrain=(field,)).begin("a"), "turn", 45)
    assert preview_events(preview) == [
        (0.0, "terrain", "debris-field", "Debris Field"), (0.0, "autofire", "e", "Kinetic Cannon of E"),
    ]  # fmt: skip
    assert preview.inches == 0 and {each.at for each in preview.touches} == {(24, 10, 45)}


@pytest.mark.parametrize(("gap", "met"), [(1.75, True), (1.756, False)])
@pytest.mark.parametrize("angle", [45, -45])
def test_a_turn_meets_what_its_corner_reaches(gap: float, met: bool, angle: int) -> None:
    """At 45 degrees a 2" by 3" base comes 1.752" near, at 44 and 46 less and more."""
    aside = 24 + (4 + gap) * (1 if angle > 0 else -1)
    game = stage(ship("A", 0, (24, 10)), ship("E", 1, (4, 44), activated=True),
                 terrain=(rock("debris-field", (aside, 10)),)).begin("a")  # fmt: skip
    assert bool(preview_events(preview_of(game, "turn", angle))) is met


def test_what_the_end_would_touch() -> None:
    """All of their names."""
    game = stage(
        squadron("S", 0, (24, 24)), squadron("V", 0, (24, 28), activated=True), OWN,
        squadron("W", 0, (25, 28), activated=True), ship("E", 1, (4, 44), activated=True),
    ).begin("s")  # fmt: skip
    assert sorted(preview_of(game, "fly", [[24.5, 27.5]]).ends_on) == ["V", "W"]
    assert preview_of(game, "fly", [[24, 25]]).ends_on == ()


@pytest.mark.parametrize("choice", [["end"], ["nonsense", 1]])
def test_other_answers_have_a_refusal_and_no_way(choice: list[Any]) -> None:
    """They leave the model at its place."""
    preview = preview_of(cruiser(), *choice)
    assert (preview.poses, preview.inches, preview.touches) == (((24, 10, 0),), 0.0, ())
    assert preview.refusal is not None


def test_a_name_with_a_comma_is_one_name() -> None:
    """The end touches a list of names, whatever characters they contain."""
    game = stage(
        squadron("S", 0, (20, 24)), ship("Dusk, Dawn", 1, (24, 24), id="d", activated=True),
        squadron("E", 0, (40, 40), activated=True),
    ).begin("s")  # fmt: skip
    assert preview_of(game, "fly", [[22.5, 24]]).ends_on == ("Dusk, Dawn",)
    game.end()
