"""Tests of decisions that the window makes itself, because one answer is at least as good as every other."""

from __future__ import annotations

from jovian.match import Match
from jovian.match.play_loop import ask
from jovian.match.saves import from_data, to_data
from jovian.play import obvious_answer
from jovian.players import make_player
from jovian.ui.settings import Settings
from tests.games import ARMED, reached
from tests.ui.pilot import Pilot, battle_at


def before_dice(*, obvious: bool, **options: str) -> Match:
    """Return a game at the answer before a choice of flex dice, one of which is the best or not."""

    def is_such_a_choice(match: Match) -> bool:
        decision = match.decision
        if decision is None or decision.kind != "flex":
            return False
        seen = match.view(decision.side)
        return (obvious_answer(seen, decision.on(seen)) is not None) == obvious

    match = reached(is_such_a_choice, 1, ARMED, **options)
    match.seek(len(match.journal) - 1)
    return match


def open_after_roll(match: Match, settings: Settings) -> tuple[Pilot, int]:
    """Return the window after the dice of that answer, and the number of answers before."""
    pilot = Pilot(settings=settings)
    battle_at(pilot, match)
    pilot.uncover()
    count = len(match.journal)
    assert pilot.asked is not None
    side = pilot.asked.side
    pilot.take(ask(match, make_player("ensign", seed=side + 1)))
    pilot.wait(2)
    return pilot, count


def quick(**changed: bool) -> Settings:
    return Settings(speed=0.0, scale=1.0, curtain=False, **changed)


def test_the_best_dice_are_kept_without_asking_and_the_log_says_so() -> None:
    pilot, count = open_after_roll(before_dice(obvious=True), quick())
    kept = [entry for entry in pilot.journal[count:] if entry.to_json()[1] == "flex"]
    assert kept and pilot.kind != "flex"
    assert "for you, because no other choice" in " ".join(pilot.told())
    replayed = from_data(to_data(pilot.match), "a save")
    assert replayed.state.digest() == pilot.match.state.digest()


def test_a_setting_turns_the_question_back_on() -> None:
    pilot, count = open_after_roll(before_dice(obvious=True), quick(ask_always=True))
    assert pilot.kind == "flex" and len(pilot.journal) == count + 1
    pilot.wait(30)
    assert pilot.kind == "flex" and "for you, because" not in " ".join(pilot.told())


def test_where_no_dice_are_best_the_game_asks() -> None:
    pilot, count = open_after_roll(before_dice(obvious=False), quick())
    pilot.wait(30)
    assert pilot.kind == "flex" and len(pilot.journal) == count + 1


def test_undo_takes_back_what_was_not_asked_with_the_answer_before_it() -> None:
    pilot, count = open_after_roll(before_dice(obvious=True, rehearsal="on"), quick())
    while len(pilot.journal) > count:
        before = len(pilot.journal)
        pilot.press("undo")
        pilot.wait(30)
        assert len(pilot.journal) < before and pilot.kind != "flex"
    assert len(pilot.journal) == count


def test_the_setting_is_on_the_page_of_settings_and_is_kept() -> None:
    pilot = Pilot(settings=quick())
    pilot.press("settings")
    for on in (True, False):
        pilot.press("ask_always")
        assert pilot.app.settings.ask_always is on
