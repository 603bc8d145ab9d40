"""Tests of edited rehearsals: each edit, its refusals, undo, saves, and replays, and branches."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from jovian.game import TABLE
from jovian.game.events import Damaged, LeftPlay, Moved, Rolled
from jovian.match import Match, Refused, SaveError
from jovian.match.entries import Answered
from jovian.match.files import branch_tree
from jovian.match.saves import from_data, load, resume_branch, save, to_data
from tests.games import random_answers, setup
from tests.rules.fights import wing
from tests.rules.stage import ship, stage

QUIET = 150
"""After this number of answers, the decision in these games is which model to activate, or will be soon."""


def rehearsal(seed: int = 3, answers: int = QUIET) -> Match:
    """Return a rehearsal at a decision between activations."""
    match = Match(setup(seed, rehearsal="on"))
    for _ in random_answers(match, seed):
        if len(match.journal) >= answers and match.decision is not None and match.decision.kind == "activate":
            return match
    raise AssertionError("the game was over before")


def ship_of(match: Match) -> Any:
    return next(m for m in match.state.on_table() if m.is_capital and not m.is_crippled)


def squadron_of(match: Match) -> Any:
    return next(m for m in match.state.on_table() if not m.is_capital and not m.host and not m.formation)


def refused(match: Match, *change: Any) -> str:
    before = match.state.digest()
    with pytest.raises(Refused) as error:
        match.edit(list(change))
    assert match.state.digest() == before
    return error.value.refusal.reason


def same_again(match: Match) -> None:
    """Check that the save contains the edits and replays to the same state."""
    again = from_data(json.loads(json.dumps(to_data(match))), "the save")
    assert again.state.digest() == match.state.digest()
    assert [e.to_json() for e in again.events] == [e.to_json() for e in match.events]


def test_a_model_is_put_elsewhere_and_back() -> None:
    match = rehearsal()
    ship, digest = ship_of(match), match.state.digest()
    spot = next(
        [x, y] for x in range(4, 45, 4) for y in range(4, 45, 4)
        if match.refuse_edit(["put", ship.id, x, y, 90]) is None
    )  # fmt: skip
    match.edit(["put", ship.id, *spot, 90])
    assert (ship.pose.x, ship.pose.y, ship.pose.heading) == (*spot, 90)
    assert [*match.events.of(Moved)][-1].cause == "rehearsal"
    same_again(match)
    match.undo()
    assert match.state.digest() == digest


def test_what_flies_with_a_ship_comes_along() -> None:
    match = next(
        m for m in (rehearsal(seed, 60) for seed in range(30)) if any(x.is_attached for x in m.state.on_table())
    )
    squadron = next(x for x in match.state.on_table() if x.is_attached)
    ship = match.state.models[squadron.host]
    apart = squadron.pose.distance_to(ship.pose)
    for x, y in [(x, y) for x in range(6, 43, 3) for y in range(6, 43, 3)]:
        if match.refuse_edit(["put", ship.id, x, y, 0]) is None:
            match.edit(["put", ship.id, x, y, 0])
            break
    there = match.state.models[squadron.id]
    assert there.host == ship.id
    assert there.pose.distance_to(match.state.models[ship.id].pose) == pytest.approx(apart, abs=1e-3)


def test_a_formation_comes_along_and_each_member_is_told() -> None:
    """Window and log learn of the move of each member from its event."""
    home, enemy = ship("A", 0, (4, 4)), ship("E", 1, (44, 44))
    game = stage(*wing("S", 0, (24, 20), (24, 19)), home, enemy, options={"rehearsal": "on"})
    game.match.edit(["put", "s", 10, 30, 0])
    assert [event["model"] for event in game.events("moved")] == ["s2", "s"]
    assert (game.at("s"), game.at("s2")) == ((10, 30, 0), (10, 29, 0))


def test_nobody_is_put_onto_another_or_off_the_table() -> None:
    match = rehearsal()
    ship = ship_of(match)
    other = next(m for m in match.state.on_table() if m.id != ship.id)
    assert "stands on" in refused(match, "put", ship.id, other.pose.x, other.pose.y, 0)
    assert "off the table" in refused(match, "put", ship.id, 0, 24, 0)


def test_boxes_are_marked_and_repaired_and_a_ship_is_crippled_by_them() -> None:
    match = rehearsal()
    ship = ship_of(match)
    most = len(ship.boxes("structure"))
    match.edit(["mark", ship.id, "structure", most])
    assert match.state.models[ship.id].is_crippled
    match.edit(["mark", ship.id, "structure", 0])
    assert not match.state.models[ship.id].is_crippled
    assert match.state.models[ship.id].rating("structure") == ship.boxes("structure")[0]
    assert {e.cause for e in [*match.events.of(Damaged)][-2:]} == {"rehearsal"}
    assert "only" in refused(match, "mark", ship.id, "structure", most + 1)
    assert "has no" in refused(match, "mark", ship.id, "sails", 1)
    squadron = squadron_of(match)
    assert "Take it off" in refused(match, "mark", squadron.id, "structure", len(squadron.boxes("structure")))
    same_again(match)


def test_fuel_is_a_track_like_others() -> None:
    match = rehearsal()
    squadron = squadron_of(match)
    match.edit(["mark", squadron.id, "fuel", 1])
    assert match.state.models[squadron.id].rating("fuel") == squadron.boxes("fuel")[1]
    match.edit(["mark", squadron.id, "fuel", 0])
    assert match.state.models[squadron.id].rating("fuel") == squadron.boxes("fuel")[0]


def test_a_weapon_is_damaged_and_mended() -> None:
    match = rehearsal()
    ship = ship_of(match)
    mount = next(each.id for each in ship.card.mounts if each.id not in ship.damaged)
    match.edit(["weapon", ship.id, mount, 1])
    assert mount in match.state.models[ship.id].damaged
    match.edit(["weapon", ship.id, mount, 0])
    assert mount not in match.state.models[ship.id].damaged
    assert "no weapon" in refused(match, "weapon", ship.id, "z9", 1)
    assert "undamaged (0) or damaged (1)" in refused(match, "weapon", ship.id, mount, 2)


def test_states_are_entered_and_left_but_not_those_that_follow() -> None:
    match = rehearsal()
    ship = ship_of(match)
    match.edit(["state", ship.id, "suppressed", 1])
    assert "suppressed" in match.state.models[ship.id].states
    match.edit(["state", ship.id, "suppressed", 0])
    assert "suppressed" not in match.state.models[ship.id].states
    assert "follows from" in refused(match, "state", ship.id, "crippled", 1)
    assert "no state" in refused(match, "state", ship.id, "hungry", 1)


def test_a_model_is_taken_off_and_put_back() -> None:
    match = rehearsal()
    squadron = squadron_of(match)
    pose = squadron.pose
    match.edit(["off", squadron.id, "destroyed"])
    assert [*match.events.of(LeftPlay)][-1].how == "destroyed"
    assert "not in play" in refused(match, "off", squadron.id, "withdrawn")
    match.edit(["put", squadron.id, pose.x, pose.y, pose.heading])
    assert match.state.models[squadron.id].place == TABLE
    same_again(match)


def test_who_has_activated_is_set() -> None:
    match = rehearsal()
    waiting = next(m for m in match.state.on_table() if not m.activated)
    match.edit(["activated", waiting.id, 1])
    assert match.state.models[waiting.id].activated


def test_turn_phase_and_side_are_set() -> None:
    match = rehearsal()
    match.edit(["turn", 6])
    assert match.state.turn == 6
    match.edit(["phase", "end"])
    assert match.state.turn == 7
    other = 1 - match.state.side_to_go
    if match.refuse_edit(["side", other]) is None:
        match.edit(["side", other])
    assert "turns are" in refused(match, "turn", 99)
    assert "phases are" in refused(match, "phase", "tea")
    same_again(match)


def test_the_next_roll_of_so_many_dice_shows_what_was_fixed() -> None:
    match = rehearsal()
    match.edit(["dice", [6, 6, 6]])
    event_count = len(match.events)
    rng = Random(1)
    while match.decision is not None:
        match.answer(match.decision.sample(rng))
    rolls = [e.event for e in match.events.entries[event_count:] if isinstance(e.event, Rolled)]
    faces = [(*r.faces.base, *r.faces.flex, *r.faces.macro) for r in rolls]
    assert next(each for each in faces if len(each) == 3) == (6, 6, 6)
    same_again(match)


@pytest.mark.parametrize("change", [None, 5, [], ["put"], ["put", "x"], ["fly", 1], ["mark", 3, 4, 5], ["dice", [7]]])
def test_what_is_no_change_is_refused(change: Any) -> None:
    match = rehearsal()
    with pytest.raises(Refused):
        match.edit(change)


def test_only_a_rehearsal_is_changed_and_only_between_activations() -> None:
    game = Match(setup(3))
    assert "Only a rehearsal" in refused(game, "turn", 2)
    match = rehearsal()
    match.answer(match.decision.default())  # type: ignore[union-attr]
    assert match.decision is not None and match.decision.kind != "activate"
    assert "between activations" in refused(match, "turn", 2)


@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_changed_the_game_goes_on_to_its_end(seed: int) -> None:
    """The game never hangs after random edits at random moments, and it replays."""
    match, rng = Match(setup(seed, rehearsal="on")), Random(seed)
    made = 0
    while match.decision is not None:
        if match.decision.kind in ("activate", "deploy") and rng.random() < 0.3:
            change = _random_change(match, rng)
            if match.refuse_edit(change) is None:
                match.edit(change)
                made += 1
                continue
        assert match.decision.check(match.decision.default()) is None
        if made and rng.random() < 0.1:
            _looks_ahead(match)
        match.answer(match.decision.sample(rng))
    assert made > 5
    same_again(match)


def _looks_ahead(match: Match) -> None:
    """Check that a player can still try its answers."""
    assert match.decision is not None
    seen = match.view(match.decision.side)
    assert seen.trial is not None
    trial = seen.trial(b"key")
    assert trial.decision.kind == match.decision.kind
    trial.answer(trial.decision.default())


def _random_change(match: Match, rng: Random) -> list[Any]:
    state = match.state
    model = rng.choice([*state.models.values()])
    track = rng.choice([*model.card.tracks, "structure"])
    return rng.choice([
        ["put", model.id, round(rng.random() * 48, 3), round(rng.random() * 48, 3), rng.randrange(360)],
        ["mark", model.id, track, rng.randrange(5)], ["weapon", model.id, rng.choice(model.card.mounts).id, 1],
        ["state", model.id, rng.choice(["suppressed", "evading", "designated", "boarded"]), rng.randrange(3)],
        ["off", model.id, rng.choice(["destroyed", "withdrawn"])], ["activated", model.id, rng.randrange(2)],
        ["side", rng.randrange(2)], ["dice", [rng.randrange(1, 7) for _ in range(rng.randrange(1, 6))]],
    ])  # fmt: skip


def test_branches_are_a_tree_and_each_is_taken_up_again(tmp_path: Path) -> None:
    match = rehearsal()
    first = match.state.digest()
    match.keep_branch("the long way")
    match.edit(["turn", 5])
    match.keep_branch("late")
    late = match.state.digest()
    match.seek(60)
    match.keep_branch("early")
    assert [(b.name, b.parent, b.leaves) for b in branch_tree(match.branches)] == [
        ("the long way", "", 0), ("late", "the long way", len(match.branches["the long way"])),
        ("early", "the long way", 60),
    ]  # fmt: skip
    save(match, tmp_path / "game.json")
    again = load(tmp_path / "game.json")
    resume_branch(again, "late")
    assert again.state.digest() == late
    resume_branch(again, "the long way")
    assert again.state.digest() == first


def test_a_branch_that_does_not_replay_changes_nothing() -> None:
    match = rehearsal()
    match.branches["broken"] = [*match.journal[:20], Answered(0, "activate", ["nonsense"])]
    before = match.state.digest()
    with pytest.raises(Refused, match="diverges at answer 21"):
        resume_branch(match, "broken")
    assert match.state.digest() == before
    with pytest.raises(Refused, match="no branch"):
        resume_branch(match, "nowhere")


@pytest.mark.parametrize("given", [5, [["a"]], [["a", 3]], [["", []]], [["a", []], ["a", []]], [[3, []]]])
def test_damaged_branches_are_one_line(given: Any) -> None:
    data = json.loads(json.dumps(to_data(rehearsal(answers=20))))
    with pytest.raises(SaveError) as error:
        from_data({**data, "branches": given}, "here")
    assert "\n" not in str(error.value)


def test_only_a_rehearsal_keeps_branches() -> None:
    game = Match(setup(3))
    with pytest.raises(Refused, match="Only a rehearsal"):
        game.keep_branch("a")
    with pytest.raises(SaveError, match="only a rehearsal"):
        from_data({**json.loads(json.dumps(to_data(game))), "branches": [["a", []]]}, "here")
