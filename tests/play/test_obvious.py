"""Tests of decisions made automatically: if one option is at least as good as all others, or all do the same."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from jovian.dice import Pool, Result
from jovian.game import Answer, ListDecision, Option, State
from jovian.game.answers import KeepDice, Reduce, Reroll, Stand
from jovian.match import Match
from jovian.match.play_loop import ask
from jovian.match.saves import from_data, to_data
from jovian.play import OBVIOUS_KINDS, obvious_answer, obvious_words
from jovian.players import make_player
from tests.games import setup
from tests.rules.stage import ship, squadron, stage
from tests.rules_api import DamageContext, OpposingStake, Outcomes, SkillStake


def view() -> State:
    """Return the view of side 0: ship A and squadron C against ship B and squadron D. Dice aren't manual."""
    game = stage(
        ship("A", 0, (24, 24)), ship("B", 1, (24, 30)), squadron("C", 0, (10, 10)), squadron("D", 1, (40, 40)),
    )  # fmt: skip
    state = game.match.state.clone()
    state.manual = False
    return state


def flex(stake: object, *results: str, **fields: bool) -> ListDecision[KeepDice]:
    """Return a decision which dice to keep. Each option has another face, so that the test can tell them apart."""
    parsed = tuple(Result() if text == "N" else Result.parse(text) for text in results)
    listed = [Option(KeepDice((number + 1,)), text) for number, text in enumerate(results)]
    return ListDecision("flex", 0, "fire: which dice stay?", "place", listed, stake=Outcomes(stake, parsed), **fields)


def chosen(stake: object, *results: str, **fields: bool) -> int | None:
    """Return the number of the automatically chosen option, or None to ask."""
    answer = obvious_answer(view(), flex(stake, *results, **fields))
    return answer.faces[0] - 1 if isinstance(answer, KeepDice) else None


@pytest.mark.parametrize(("results", "wanted"), [
    (("D2", "N"), 0), (("N", "D2"), 1), (("D2", "D2"), 0), (("D2,D4", "D2", "D4"), 0), (("T3", "D3"), 0),
    (("D3", "D4"), 0), (("D3,D4", "T5"), 0), (("Q1", "T2"), 0),
])  # fmt: skip
def test_a_squadron_only_loses_structure_so_more_is_better(results: tuple[str, ...], wanted: int) -> None:
    assert chosen(DamageContext("d"), *results) == wanted


@pytest.mark.parametrize(("results", "wanted"), [
    (("D2", "N"), 0), (("D2,D4", "D2", "N"), 0), (("D2", "D2"), 0),
    (("D2", "D4"), None), (("T3", "D3"), None), (("T3", "D3,D4"), None), (("D2,D4", "D2", "D5"), None),
])  # fmt: skip
def test_against_a_ship_a_result_must_include_every_other_set(results: tuple[str, ...], wanted: int | None) -> None:
    assert chosen(DamageContext("b"), *results) == wanted


def test_what_only_one_result_would_cripple_is_asked_about() -> None:
    """A crippled ship can explode next to its attacker, and the player may want to capture another one."""
    state = view()
    target = state.models["b"]
    target.marks = {"structure": len(target.boxes("structure")) - 1}
    assert obvious_answer(state, flex(DamageContext("b"), "D2,T4", "D2")) is None
    assert obvious_answer(state, flex(DamageContext("b"), "D2,D4", "D2")) is not None


@pytest.mark.parametrize(
    "stake",
    [
        DamageContext("a"),
        DamageContext("c"),
        None,
        DamageContext("b", opposed=True),
        DamageContext("b", swarm=True),
        DamageContext("gone"),
    ],
)
def test_own_models_defense_dice_and_what_is_still_reduced_are_asked_about(stake: object) -> None:
    assert chosen(stake, "D2,D4", "D2") is None
    assert chosen(stake, "D2,D4", "D2,D4") == 0, "equal in every respect"


def test_a_result_that_a_squadron_still_opposes_counts_by_its_steps() -> None:
    assert chosen(DamageContext("d", opposed=True), "T2", "D3") == 0
    assert chosen(DamageContext("d", opposed=True, swarm=True), "T2", "D3") is None


def test_in_a_skill_test_any_success_beats_none_and_more_sets_beat_fewer() -> None:
    assert chosen(SkillStake(), "D5", "N") == 0
    assert chosen(SkillStake(), "D2,D5", "D2") == 0
    assert chosen(SkillStake(), "D2,D5", "D5") is None, "the value of its best set may count"


def test_secret_choices_and_real_dice_are_always_asked() -> None:
    assert chosen(DamageContext("d"), "D2", "N", secret=True) is None
    state = view()
    state.manual = True
    assert obvious_answer(state, flex(DamageContext("d"), "D2", "N")) is None


@pytest.mark.parametrize(
    ("stake", "result", "again"),
    [
        (DamageContext("b"), "N", True),
        (DamageContext("d"), "N", True),
        (DamageContext("a"), "N", False),
        (None, "N", False),
        (DamageContext("b"), "D1", False),
        (DamageContext("d"), "Q1", False),
    ],
)
def test_no_result_is_rolled_again_and_any_other_is_asked_about(stake: object, result: str, again: bool) -> None:
    kept = Result() if result == "N" else Result.parse(result)
    listed = [Option(Reroll(), "Roll again"), Option(Stand(), "Keep it")]
    pick = ListDecision("reroll", 0, "Roll again?", "place", listed, stake=Outcomes(stake, (None, kept), Pool(3)))
    answer = obvious_answer(view(), pick)
    assert answer == (Reroll() if again else None)
    assert not again or "Rolled again" in obvious_words(pick, Reroll())


def reduced(stake: object, *results: str) -> bool:
    """Return whether a choice of how to reduce a result is made automatically, by its default."""
    parsed = tuple(Result() if text == "N" else Result.parse(text) for text in results)
    listed = [Option(Reduce(str(result)), f"Reduce to {result}") for result in parsed]
    pick = ListDecision("reduce", 0, "fire: 2 against 3", "place", listed, stake=Outcomes(stake, parsed))
    answer = obvious_answer(view(), pick)
    assert answer in (None, listed[0].answer)
    assert answer is None or obvious_words(pick, answer).startswith(f"Reduced to {parsed[0]} for you, because all")
    return answer is not None


@pytest.mark.parametrize(("target", "results", "same"), [
    ("c", ("D1,T2", "T1,D2", "Q4"), True), ("c", ("D1", "D2"), True), ("c", ("D1", "T2"), False),
    ("c", ("Q1,Q2", "Q1,Q3", "Q2,Q3,D1"), True), ("c", ("D1", "N"), False),
    ("a", ("T2", "T5"), True), ("a", ("T2,Q4", "T3,Q1"), True), ("a", ("D2", "D5"), False), ("a", ("T2", "Q2"), False),
    ("a", ("D2,T4", "D2,T5"), True), ("a", ("D2,T4", "D4,T2"), False), ("gone", ("T2", "T5"), False),
])  # fmt: skip
def test_a_reduction_is_asked_about_only_if_it_makes_a_difference(
    target: str, results: tuple[str, ...], same: bool
) -> None:
    """A squadron loses Structure by the sum, up to what it has. A ship loses ratings by the value of a double."""
    assert reduced(DamageContext(target), *results) == same


def test_what_takes_every_box_of_a_squadron_is_all_the_same() -> None:
    state = view()
    boxes = len(state.models["c"].boxes("structure"))
    assert boxes <= 8 and reduced(DamageContext("c"), "Q1,Q2,Q3", "Q1,Q2,T3")


@pytest.mark.parametrize(("boxes_left", "same"), [(2, True), (1, False)])
def test_a_formation_can_waste_damage_on_a_member_only_within_a_set(boxes_left: int, same: bool) -> None:
    """While no member can take all of it alone, two sets of 1 leave other choices than one set of 2."""
    state = view()
    mate = state.models["c"].copy()
    mate.id = "c2"
    state.models["c2"] = mate
    for member in (state.models["c"], mate):
        member.formation = "c"
    mate.marks = {"structure": len(mate.boxes("structure")) - boxes_left}
    stake = Outcomes(DamageContext("c"), (Result.parse("T1"), Result.parse("D1,D2")))
    listed = [Option(Reduce(text), text) for text in ("T1", "D1,D2")]
    pick = ListDecision("reduce", 0, "fire", "place", listed, stake=stake)
    assert (obvious_answer(state, pick) is not None) == same


@pytest.mark.parametrize(("primary", "results", "same"), [
    ("D3", ("T6", "D6", "Q1"), True), ("T3", ("T1", "T5"), True), ("T3", ("T1", "D5"), False),
    ("D3", ("D1", "N"), False), ("D1,T3", ("D1", "D5"), True),
])  # fmt: skip
def test_dice_that_oppose_count_by_what_they_leave(primary: str, results: tuple[str, ...], same: bool) -> None:
    stake = OpposingStake(Result.parse(primary), DamageContext("a"))
    assert (chosen(stake, *results) == 0) == same


def end(match: Match, answer: Answer, key: bytes) -> tuple[object, ...]:
    """Return the position and the question at the next anchor after an answer, with dice that don't depend on it."""
    decision = match.decision
    assert decision is not None
    seen = match.view(decision.side)
    assert seen.trial is not None
    trial = seen.trial(key, common=True)
    trial.answer(answer)
    while trial.decision is not None and not trial.decision.anchor:
        options = list(trial.decision.options()) if trial.decision.kind == "allocate" else []
        most = max(options, key=lambda option: option.answer.boxes[0], default=None)  # type: ignore[attr-defined]
        trial.answer(trial.decision.default() if most is None else most.answer)
    state = trial.state.clone()
    state.chain, state.common = b"", None
    return state.digest(), trial.decision.question() if trial.decision is not None else ()


@pytest.mark.parametrize("seed", [3, pytest.param(2, marks=pytest.mark.long)])
def test_in_whole_games_what_goes_unasked_is_legal_and_makes_no_difference(seed: int) -> None:
    """Dice may be the best ones. All reductions that go unasked lead to the same position with any dice."""
    unasked, asked, same = Counter[str](), Counter[str](), 0
    match = Match(setup(seed, ("jovian-squadrons-250", "venusian-strike-250")))
    players = [make_player("ensign", seed), make_player("ensign", seed + 1)]
    while match.decision is not None:
        decision = match.decision
        seen = match.view(decision.side)
        answer = obvious_answer(seen, decision.on(seen))
        if answer is None:
            asked[decision.kind] += 1
            match.answer(ask(match, players[decision.side]))
            continue
        assert decision.kind in OBVIOUS_KINDS and match.check(answer) is None
        unasked[decision.kind] += 1
        if decision.kind == "reduce":
            for key in (b"1", b"2"):
                assert len({repr(end(match, option.answer, key)) for option in decision.options()}) == 1
            same += 1
        match.answer(answer)
    again = from_data(to_data(match), "a save")
    assert again.state.digest() == match.state.digest()
    assert unasked["flex"] + unasked["reroll"] > 10 and asked["flex"] > 10 and same > 3


def test_hidden_dice_of_the_other_side_never_count() -> None:
    """The answer depends only on the decision and the view, never on what the view hides."""
    state = view()
    pick = flex(replace(DamageContext("d"), target="hidden"), "D2", "N")
    assert obvious_answer(state, pick) is None
