"""Tests of the log: every event of whole games in words, its models, and names that only one side knows."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

import pytest

from jovian.commands.account import game_story, to_plain_text
from jovian.dice import Faces, Pool
from jovian.game import LogEntry
from jovian.game.events import (
    Attacked,
    Damaged,
    Deactivated,
    Event,
    LeftPlay,
    Moved,
    Noted,
    Opposed,
    Rolled,
    StateChanged,
)
from jovian.match import Match
from jovian.narrator import (
    DAMAGE,
    DICE,
    PLACE,
    SPAN_KINDS,
    STORY,
    UNSEEN,
    WHY,
    LogLine,
    Names,
    Narrator,
    group_events,
    narrate,
)
from jovian.table import Pose
from jovian.ui.presentation.log import rows_of
from tests.games import finished
from tests.playthroughs.write import EPISODES
from tests.rules.stage import gun, ship, squadron, stage
from tests.rules_api import build_rulebook, edition_options, editions, state_words

MAY_BE_UNTOLD = (Deactivated, Opposed, LeftPlay, Moved, Noted)
"""Events without lines of their own: the next activation, unneeded rolls, secrets, tails, and notes without words."""
LEVELS = ("headline", "plain", "detail")


@cache
def games() -> tuple[Match, ...]:
    return finished(1), finished(4), *(scene() for scene in EPISODES.values())


def event_lines(event: Event, names: Names | None = None) -> list[LogLine]:
    """Return the lines of one event."""
    return narrate(LogEntry(7, 1, "activation", "both", event), names or Names(), build_rulebook())


def test_no_key_of_the_files_is_told() -> None:
    """Cards, states, mounts, and terrain have names. Keys like `cega/harpy`, `hard-burn`, and `b2` are for programs."""
    for match in games():
        ids = {each.id for model in match.state.models.values() for each in model.card.mounts}
        names = Names.of(match.state, ("Blue", "Red"))
        texts = [line.text for entry in match.events for line in narrate(entry, names, build_rulebook())]
        assert not [text for text in texts if re.search(r"[a-z]/[a-z]|_|\b(now|longer) \w+-", text)]
        assert not [text for text in texts if ids & set(text.split())]


def test_what_is_left_of_a_track_is_counted_in_boxes() -> None:
    """R67: as the bar shows it, also if several boxes have the same value."""
    game = stage(
        ship("A", 0, (24, 8), weapons=[gun(ac=4)]), ship("B", 1, (24, 19), 180, structure=[3, 2, 2, 1, 1]),
        squadron("S", 1, (24, 40), activated=True),
    ).begin("a")  # fmt: skip
    game.attack("a1", "b").faces([6, 6, 6, 1]).pick("damage", "thrusters").expect("menu")
    (loss,) = [event for event in game.events("damaged") if event["track"] == "structure"]
    assert (loss["left"], loss["boxes_left"]) == (2, 4)
    state = game.match.state
    story = [*game_story(game.match.events, build_rulebook(), state)]
    assert any("1 Structure, 4 of 5 boxes left" in line for line in story)
    lines = [line.text for line in narrate(game.entry("damaged"), Names.of(state, ("Blue", "Red")), build_rulebook())]
    assert lines == ["B loses 1 Thrusters, 1 left"]


@pytest.mark.parametrize("name", editions())
def test_every_state_is_told_in_words(name: str) -> None:
    states = build_rulebook(None, edition_options(name)).states
    for state in states:
        for value in (1, 2):
            for entered in (True, False):
                words = state_words(StateChanged(model="a", state=state, value=value, entered=entered), states)
                assert "-" not in words and "{" not in words and words[-1] != "."

    for match in games():
        names = Names.of(match.state, ("Blue", "Red"))
        for entry in match.events:
            lines = narrate(entry, names, build_rulebook())
            assert lines or isinstance(entry.event, MAY_BE_UNTOLD), entry
            for line in lines:
                assert line.number == entry.n and line.spans and line.level in LEVELS
                assert line.about in (STORY, DICE, DAMAGE, WHY)
                assert all(span.text and span.kind in SPAN_KINDS for span in line.spans), line
                assert rows_of(line, 300)


def test_a_line_names_the_models_that_it_is_about() -> None:
    for match in games():
        names = Names.of(match.state, ("Blue", "Red"))
        for entry in match.events:
            event = entry.event
            if isinstance(event, Attacked):
                first = narrate(entry, names, build_rulebook())[0]
                known = [ident for ident in (event.attacker, event.target, event.jammed) if ident in names]
                assert set(first.models) == set(known)


def test_why_something_moved_is_not_said_twice() -> None:
    (match, *_) = games()
    texts = [line.text for line in Narrator(build_rulebook()).tell(match.events)]
    assert any(text.startswith("the comet moves") for text in texts)
    assert not any("(comet)" in text for text in texts)


def test_a_roll_shows_every_die_and_what_became_of_it() -> None:
    for match in games():
        for entry in match.events:
            event = entry.event
            if isinstance(event, Rolled):
                head, rolled = narrate(entry, Names(), build_rulebook())
                assert event.purpose in head.text and rolled.text == event.result
                kept = [die.face for die in rolled.dice if die.kept and die.kind != "macro"]
                assert sorted(kept) == sorted(event.kept)
                assert len(rolled.dice) == len(event.faces.base) + len(event.faces.flex) + len(event.faces.macro)


def test_rolls_for_damage_belong_to_the_attack_that_caused_them() -> None:
    groups = [group for match in games() for group in group_events(match.events)]
    attacks = [group for group in groups if any(isinstance(entry.event, Attacked) for entry in group)]
    with_rolls = 0
    for group in attacks:
        events = [entry.event for entry in group]
        (number,) = [index for index, event in enumerate(events) if isinstance(event, Attacked)]
        attack, later = events[number], events[number + 1 :]
        assert isinstance(attack, Attacked)
        rolls = [event for event in later if isinstance(event, Rolled)]
        hit = {attack.target, *(event.model for event in later if isinstance(event, Damaged))}
        assert all(roll.model in hit and not roll.of_attack for roll in rolls)
        with_rolls += bool(rolls)
    assert with_rolls > 1


def test_a_roll_about_another_model_begins_a_group() -> None:
    attack = next(each for match in games() for each in match.events.of(Attacked) if each.target)
    roll = next(each for match in games() for each in match.events.of(Rolled) if each.model and not each.of_attack)
    for model, count in ((attack.target, 1), ("another", 2)):
        events: list[Event] = [attack, replace(roll, model=model)]
        entries = [LogEntry(n, 1, "activation", "both", event) for n, event in enumerate(events)]
        assert len(group_events(entries)) == count


def test_the_terminal_prints_dice_by_their_kinds() -> None:
    event = Rolled(
        side=0, purpose="a test", pool=Pool(2, 1, -1), parts=(), faces=Faces((5, 2), (5,), (3,)), kept=(5, 5),
        result="D5", rerolled=True,
    )  # fmt: skip
    head, dice = event_lines(event)
    assert (to_plain_text(head), to_plain_text(dice)) == (
        "    Side 0 rolls again for a test", "    5 2, flex 5, macro 3, kept 5 5 -> D5",
    )  # fmt: skip


def test_an_opposing_roll_of_nothing_is_not_told() -> None:
    opposed = [each for match in games() for each in match.events.of(Opposed)]
    assert {bool(event_lines(each)) for each in opposed} == {True, False}
    assert all(bool(event_lines(each)) == bool(each.secondary) for each in opposed)


def test_coordinates_are_told_where_no_board_shows_them() -> None:
    start, end = Pose(1.0, 2.0, 0), Pose(1.0, 5.0, 0)
    (line,) = event_lines(Moved(model="a", start=start, to=end, path=(start, end), cause="tug", inches=3.0))
    assert line.text == f'{UNSEEN} moves 3" (tug) at (1.0, 5.0) heading 0'
    assert line.without(PLACE).text == f'{UNSEEN} moves 3" (tug)'
    assert "heading" not in " ".join(piece.text for row in rows_of(line, 900) for piece in row.pieces)


def test_who_goes_aboard_in_secret_is_named_by_nobody() -> None:
    narrator = Narrator(build_rulebook())
    secret = LogEntry(0, 1, "deployment", 1, LeftPlay(model="xq", how="embarked", host="b"))
    burns = LogEntry(1, 1, "activation", "both", Damaged(model="xq", track="fuel", amount=1, left=2, cause="Boost"))
    (line,) = narrator.tell([secret, burns])
    assert line.text == f"a model aboard {UNSEEN} burns 1 Fuel, 2 left"


@pytest.mark.parametrize("side", [0, 1])
def test_the_story_of_what_a_side_knows_names_no_id(side: int) -> None:
    match = games()[0]
    story = "\n".join(game_story(match.events.seen_by(side), build_rulebook()))
    assert "seed" not in story and story.isascii()
    assert not [ident for ident in match.state.models if re.search(rf"\b{re.escape(ident)}\b", story)]
