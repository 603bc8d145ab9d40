"""A planet and its atmosphere in the window: stopped or shortened moves, and refused flights."""

from __future__ import annotations

from typing import Any

from jovian.ui.board import BoardPath
from jovian.ui.board.board_help import describe_remaining_movement
from jovian.ui.screens.battle import BattleScreen
from tests.rules.stage import ship, squadron, stage
from tests.rules.test_atmosphere import air
from tests.rules.test_planet import distant_enemy, planet
from tests.ui.pilot import Pilot, battle_at


def moving(cast: Any, *terrain: dict[str, Any]) -> tuple[Pilot, BattleScreen]:
    """Return a game in which that model is about to move, below a planet or its atmosphere."""
    game = stage(cast, *distant_enemy("north"), terrain=terrain).begin(cast.line["id"])
    pilot = Pilot()
    battle = battle_at(pilot, game.match)
    pilot.uncover()
    assert pilot.kind == "menu"
    return pilot, battle


def test_a_move_into_air_says_where_it_is_slowed_and_where_it_ends() -> None:
    pilot, _ = moving(ship("A", 0, (24, 38.5), thrusters=[2, 1]), air("north"))
    pilot.move(pilot.at(24, 44.5))
    assert 'Atmosphere, Speed -1 at 4.0"' in " / ".join(pilot.notes())
    assert 'slowed on the way: it ends after 5.0"' in " / ".join(pilot.notes())
    pilot.move(pilot.at(24, 43.5))
    assert "slowed on the way" not in " / ".join(pilot.notes())


def test_a_move_stops_at_the_planet() -> None:
    pilot, _ = moving(ship("A", 0, (24, 44), thrusters=[2, 1]), planet("north"))
    pilot.move(pilot.at(24, 50))
    assert pilot.sees(BoardPath)[0].poses[-1].y == 46.5
    assert '2.5" ahead to the planet' in describe_remaining_movement(pilot.menu.envelope())
    pilot.click(pilot.at(24, 50))
    assert pilot.match.state.models["a"].pose.y == 46.5
    assert "the planet stops it" in describe_remaining_movement(pilot.menu.envelope())


def test_a_flight_across_it_is_refused_and_says_so() -> None:
    pilot, _ = moving(squadron("S", 0, (24, 45), speed=12), planet("north"))
    pilot.move(pilot.at(24, 49.5))
    assert "would cross the Planet" in " / ".join(pilot.notes())


def test_real_dice_may_say_how_thick_the_air_is() -> None:
    """In the first decision of a game, the player types the die, and then the band is drawn."""
    line = {"kind": "atmosphere", "id": "air", "edge": "north"}
    game = stage(ship("A", 0, (24, 10)), *distant_enemy("north"), terrain=(line,))
    pilot = Pilot()
    battle_at(pilot, game.match)
    pilot.uncover()
    pilot.draw()
    assert pilot.kind == "faces" and "thickness of the atmosphere" in pilot.title
    pilot.match.answer(["faces", [5], [], []])
    pilot.wait(3)
    assert pilot.match.state.terrain["air"].outline[0].length == 6
    pilot.draw()
