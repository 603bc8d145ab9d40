"""A small whole game worked out by hand with real dice: two turns on a small table, from initiative to the winner.

Every number can be checked with the rulebook (v1.2.4 Sequence, Attack, Damage). The same answers give the same game
again, from the journal and from a save.
"""

from __future__ import annotations

import pytest

from jovian.cards import unit_cards
from jovian.match import Match
from jovian.match.saves import from_data, to_data
from tests.rules.stage import Staged, dice, muster


def mustered() -> Staged:
    """Return a Javelin and Pathfinders against an Uller and Wyverns, 24" apart edge to edge. The Uller begins."""
    cards = unit_cards()
    game = muster(
        (cards["jovian/javelin"], cards["jovian/pathfinder"]), (cards["cega/uller"], cards["cega/wyvern"]),
        initiative="random", turns=2, table={"width": 24, "height": 24},
    )  # fmt: skip
    game.faces([2]).faces([5])
    game.expect("deploy", side=1).place("uller", 12, 20, 180).place("javelin", 12, 4)
    return game.place("wyvern", 6, 18).place("pathfinder", 18, 6)


def volley(game: Staged) -> None:
    """The Uller comes within the Javelin's range, and fires its missiles and its mass driver."""
    game.begin("uller").move(2).expect("autofire", side=0).decline()
    assert game.at("uller") == (12, 18, 180)
    assert dice(game.shot("uller", "a1 a2", "javelin")) == (5, 0, 0), "AC 4 and a link, Optimum Range, bow on"
    game.attack("a1 a2", "javelin").faces([2, 2, 5, 5, 1]).faces([1, 1, 4])
    game.expect("reduce", side=0).pick("reduce", "D5").pick("damage", "thrusters")
    assert game.rating("javelin", "thrusters") == 1
    assert dice(game.shot("uller", "c1", "javelin")) == (3, 1, 0), "the macro die has become a flex die"
    game.attack("c1", "javelin").faces([6, 6, 3], flex=[1]).pick("keep", [1, 6, 6])
    game.pick("damage", "critical").pick("weapon", "a1").faces([5])
    assert game.model("javelin").damaged == ("a1",)
    game.end()


def answer(game: Staged) -> None:
    """The Javelin closes in and hits with a triple, then with a beam at its second attack."""
    game.begin("javelin")
    assert (game.room.min_move, game.room.forward, game.room.turns) == (3, 5, 1)
    game.move(3).expect_refused(["attack", ["a1"], game.model("uller").id], "damaged")
    game.attack("a2", "uller").faces([4, 4, 4]).pick("damage", "sensors")
    assert (game.rating("uller", "structure"), game.rating("uller", "sensors")) == (3, 1)
    game.attack("b1", "uller").faces([1, 2]).pick("reroll").faces([3, 3]).pick("damage", "marines")
    assert game.rating("uller", "marines") == 1
    game.end()


def squadrons(game: Staged) -> None:
    """The Wyverns are shot at on their way and attack the flank. The Pathfinders attack the Wyverns."""
    game.begin("wyvern").fly((6, 12)).expect("autofire", side=0)
    game.pick("fire", game.model("javelin").id, "b1").faces([2, 2, 6]).pick("stand")
    assert game.model("wyvern").marks["structure"] == 1
    shot = game.shot("wyvern", "a1", "javelin")
    lies = (shot.range.band, shot.range.arc)
    assert (lies, dice(shot)) == (("optimum", "port"), (3, 1, 0)), "2 dice, +1 for the flank, a macro die"
    game.attack("a1", "javelin").faces([1, 2, 3], flex=[4]).end()
    game.begin("pathfinder", boost=1).fly((11, 11)).attack("a1", "wyvern").faces([5, 5, 5]).pick("stand").end()
    assert game.rating("wyvern", "structure") == 2


def second_turn(game: Staged) -> None:
    """The Uller repairs its Sensors, the Pathfinders destroy the Wyverns, and the Javelin moves its minimum."""
    assert (game.match.state.turn, game.rating("pathfinder", "fuel")) == (2, 3)
    game.begin("uller", "damage control").resolve().faces([6, 6])
    assert game.rating("uller", "sensors") == 2
    game.move(1).end()
    game.begin("pathfinder").fly((8, 12)).expect("interception", side=1).decline()
    game.attack("a1", "wyvern").faces([1, 1, 1, 1]).pick("stand").end()
    assert game.model("wyvern").place == "destroyed"
    game.begin("javelin").expect_refused(["end"], "3.0")
    game.move(3).end()


def play() -> Staged:
    """Play the whole game."""
    game = mustered()
    volley(game)
    answer(game)
    squadrons(game)
    second_turn(game)
    return game


@pytest.fixture(scope="module")
def game() -> Staged:
    """Return the game, played once."""
    return play()


def test_the_winner(game: Staged) -> None:
    """v1.2.4 Scenarios > Victory Conditions: 46 against 33 Victory Points give the 10 Objective Points."""
    state = game.match.state
    assert (state.over, state.winner, state.turn) == (True, 0, 2)
    assert state.scores == ((10.0, 46.0), (0.0, 33.0))


def test_the_account(game: Staged) -> None:
    """The events contain every attack of the game, as in the log."""
    attacks = [
        (each["turn"], game.model(each["attacker"]).name, each["weapon"], each["window"], each["result"])
        for each in game.events("attacked")
    ]
    assert attacks == [
        (1, "Uller", "Ship Missile", "activation", "D5"),
        (1, "Uller", "Mass Driver", "activation", "D6"),
        (1, "Javelin", "Kinetic Cannon", "activation", "T4"),
        (1, "Javelin", "Beam Projector", "activation", "D3"),
        (1, "Javelin", "Beam Projector", "autofire", "D2"),
        (1, "Wyvern", "Mass Driver", "activation", "N"),
        (1, "Pathfinder", "Beam Projector", "activation", "T5"),
        (2, "Pathfinder", "Beam Projector", "activation", "Q+1"),
    ]
    assert [each["turns"] for each in game.events("ended")] == [2]


def test_the_journal_plays_the_same_game(game: Staged) -> None:
    """The setup and the answers give the same digest and the same events."""
    again = Match(game.match.setup)
    for entry in game.match.journal:
        again.answer(entry.choice)
    assert again.state.digest() == game.match.state.digest()
    assert again.events.to_json() == game.match.events.to_json()


def test_the_save_plays_the_same_game(game: Staged) -> None:
    again = from_data(to_data(game.match), "worked game")
    assert again.over
    assert again.state.digest() == game.match.state.digest()
