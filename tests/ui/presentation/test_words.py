"""Texts of log, prompts, and help: plurals, the side with the initiative, and no internal names."""

from __future__ import annotations

import re
from functools import cache

import pytest

from jovian.commands.account import game_story
from jovian.game import Decision
from jovian.match import Match
from jovian.narrator import LogLine, Names, narrate
from jovian.session.session import Session
from jovian.ui.panels.signs import recap
from jovian.ui.presentation.animation import Animation
from jovian.ui.presentation.log import LogRowCache, PastActivations, caption, deeds_of
from tests.games import game_answers, setup
from tests.rules.carrier import ASHORE, carrier
from tests.rules_api import build_rulebook, code_words, pluralize

AMISS = re.compile(r"\b1 (marines|dice|steps|boxes|turns|models|answers|games|squadrons|boarders|weapons|shots)\b")
CODE = re.compile(r"(?<![\w+])(?:[DT]|Q\+)[1-6]\b")
FLEETS = (("jovian-strike-250", "venusian-squadrons-250"), ("cega-250", "venusian-250"))
SIDES = ("Blue Watch", "Red Watch")


@cache
def play_game(fleets: tuple[str, str]) -> tuple[Match, list[str]]:
    """Return a played game, and the texts of its decisions. Tests only look at it."""
    match, titles = Match(setup(14, fleets), keep_all=True), []
    for choice in game_answers(14, fleets, (("random", 1), ("ensign", 2))):
        assert match.decision is not None
        if match.decision.kind not in ("menu", "deploy", "activate"):
            titles += words_of(match.decision)
        match.answer(choice)
    return match, titles


def words_of(decision: Decision) -> list[str]:
    return [decision.title, *(f"{each.label} {each.detail}" for each in decision.options())]


def log_lines(match: Match) -> list[LogLine]:
    names = Names.of(match.state, SIDES)
    return [line for entry in match.events for line in narrate(entry, names, build_rulebook())]


def logged(match: Match) -> list[str]:
    return [line.text for line in log_lines(match)]


@pytest.mark.parametrize("fleets", FLEETS)
def test_one_is_never_many(fleets: tuple[str, str]) -> None:
    match, titles = play_game(fleets)
    words = [*logged(match), *game_story(match.events, build_rulebook()), *titles]
    assert len(words) > 2000 and any(re.search(r"\b1 (base|marine|die|turn)\b", each) for each in words)
    assert [each for each in words if AMISS.search(each)] == []


def test_the_log_and_the_account_name_whose_initiative_it_is() -> None:
    match, _ = play_game(FLEETS[1])
    side = match.state.initiative
    lines = logged(match)
    rolls = [line for line in lines if line.endswith(" initiative") and "has the" not in line]
    assert {line.removesuffix(" rolls for initiative") for line in rolls} == set(SIDES)
    assert lines.count(f"{SIDES[side]} has the initiative") == 1
    name = match.setup.fleets[side].name
    assert list(game_story(match.events, build_rulebook())).count(f"{name} has the initiative") == 1


def test_where_no_tooltip_explains_them_there_are_words_and_no_codes() -> None:
    match, _ = play_game(FLEETS[1])
    names = Names.of(match.state, SIDES)
    assert any(CODE.search(line) for line in logged(match))  # The log shows them, and explains them.
    words = [caption([entry], names, LogRowCache(build_rulebook())) for entry in match.events]
    session = Session(match, ("human", "human"))
    words += [line.text for line in recap(session, SIDES)]
    past = PastActivations(())
    past.take(match.events.entries, Match(match.setup).state)
    words += [deed for each in past.kept for deed in deeds_of(each, SIDES, LogRowCache(build_rulebook()))]
    seen = Animation()
    before = match.fork_at(len(match.journal) // 2).state
    for entry in match.events:
        seen.start([entry], before, 1.0)
        words += [act.text for act in seen.acts]
    assert "miss" in words and any(each.startswith("double of ") for each in words)
    assert [each for each in words if CODE.search(each)] == []


def test_the_log_explains_each_code() -> None:
    match, _ = play_game(FLEETS[1])
    coded = [span for line in log_lines(match) for span in line.spans if CODE.search(span.text)]
    assert coded and all(span.spelled and code_words(span.text) for span in coded)


def test_a_number_with_its_noun() -> None:
    assert [pluralize(n, "step") for n in (0, 1, 2)] == ["0 steps", "1 step", "2 steps"]
    assert pluralize(1, "die", "dice") == "1 die" and pluralize(3, "die", "dice") == "3 dice"


def test_an_activation_that_began_in_secret_is_followed_from_the_launch() -> None:
    """Once the computer's squadron launches, the human (side 1) sees what it declared aboard."""
    game = carrier(own=ASHORE).begin("s", "evade", 1)
    past, before = PastActivations((1,)), game.match.view(1)
    past.take(game.match.events.seen_by(1), before)
    assert past.kept == []
    game.launch(24, 27)
    past.take(game.match.events.seen_by(1), before)
    assert past.last is not None and past.last.model == "s"
    assert any("Evade" in deed for deed in deeds_of(past.last, SIDES, LogRowCache(build_rulebook())))
    game.end()
