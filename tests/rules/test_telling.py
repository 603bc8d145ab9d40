"""Tests of logged rolls: their parts add up to the rolled dice, and public facts are logged (v1.2.4 Attack; R63)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import Any

import pytest

from jovian.commands.account import game_story
from jovian.dice import Pool
from jovian.game import Decision, State
from jovian.game.events import BASE, DIMINISH, ESCALATE, MACRO, Attacked, Contribution, Declared, Rolled
from jovian.match import Match
from jovian.narrator import Names, narrate
from jovian.ui.panels.odds_panel import pool_rows
from tests.games import random_answers, setup
from tests.match.test_everything_happens import FLEETS, melee
from tests.playthroughs.write import EPISODES
from tests.rules.stage import gun, ship, squadron, stage, weapon
from tests.rules_api import Assessment, Declare, NextOrder, SkillTest, build_rulebook, sum_words, with_action

KINDS = ("base", "flex", "macro")


def summed(parts: Sequence[Sequence[object]]) -> Counter[str]:
    """Return the sums of the logged parts by kind."""
    counts: Counter[str] = Counter()
    for _, value, _, kind in parts:
        counts[str(kind)] += int(str(value))
    return counts


def games() -> Iterator[Match]:
    """Yield games of all kinds of fleets, and a melee."""
    for seed in range(6):
        yield Match(setup(seed, (FLEETS[seed], FLEETS[(seed * 7 + 2) % 6])))
    for seed in range(6):
        yield melee(seed)


@cache
def played() -> tuple[Match, ...]:
    """Return these games, played at random to their ends."""
    matches = tuple(games())
    for number, match in enumerate(matches):
        for _ in random_answers(match, number):
            pass
    return matches


@pytest.fixture(scope="module")
def told() -> list[list[dict[str, Any]]]:
    """Return the events of these games, and of scripted close fights."""
    scenes = [episode().events.to_json() for episode in EPISODES.values()]
    return [*(match.events.to_json() for match in played()), *scenes]


def test_the_parts_of_every_roll_add_up_to_its_pool(told: list[list[dict[str, Any]]]) -> None:
    rolls = [event for events in told for event in events if event["type"] == "rolled"]
    assert len(rolls) > 500
    for event in rolls:
        sums = summed(event["parts"])
        assert {kind: sums[kind] for kind in KINDS} == event["pool"], event


def test_the_parts_of_every_attack_add_up_to_its_net_and_pool(told: list[list[dict[str, Any]]]) -> None:
    windows: Counter[str] = Counter()
    for events in told:
        rolled: dict[str, Any] | None = None
        for event in events:
            if event["type"] == "attacked":
                windows[event["window"]] += 1
                assert summed(event["modifiers"])["modifier"] == event["net"]
                check_dice(event)
            rolled = event if event["type"] == "rolled" else rolled
    assert {"activation", "autofire", "dogfight", "bombing", "terrain", "ram", "explosion"} <= set(windows)


def check_dice(event: dict[str, Any]) -> None:
    """Check the pools of one attack, and that its reasons are among their parts."""
    if event["pool"] is None:
        assert event["jammed"] or event["autohit"]
        return
    sums = summed(event["dice"])
    assert {kind: sums[kind] for kind in KINDS} == event["pool"], event
    assert sums["modifier"] == event["net"]
    assert sums["escalate"] - sums["diminish"] == event["shift"]
    assert all(part in event["dice"] for part in event["modifiers"])
    if event["defense"] is not None:
        sums = summed(event["defense_dice"])
        assert {kind: sums[kind] for kind in KINDS} == event["defense"]


def test_the_pool_of_an_attack_is_the_one_that_was_rolled(told: list[list[dict[str, Any]]]) -> None:
    compared = 0
    for events in told:
        for number, event in enumerate(events):
            if event["type"] != "attacked" or not event["pool"] or event["window"] not in ("activation", "autofire"):
                continue
            rolls = [event for event in events[:number] if event["type"] == "rolled"]
            before = next(
                rolled for rolled in reversed(rolls) if rolled["purpose"].startswith(f"{event['weapon']} of ")
            )
            assert before["pool"] == event["pool"] and before["parts"] == event["dice"]
            compared += 1
    assert compared > 50


def test_window_and_account_say_the_same_parts_and_the_same_net() -> None:
    for match in played():
        for entry in match.events:
            event = entry.event
            if not isinstance(event, Attacked) or not event.modifiers:
                continue
            text = sum_words(event.modifiers, event.net)
            assert f"net {event.net:+d}" in text
            assert text in "\n".join(line.text for line in narrate(entry, Names(), build_rulebook()))
            assert text in "\n".join(game_story([entry], build_rulebook()))


def test_only_what_the_net_counts_is_added_to_it() -> None:
    """Each part has its kind: a die isn't a modifier."""
    parts = [
        Contribution("Armor 1", -1, ""),
        Contribution("Aft arc", 2, ""),
        Contribution("Swarm", 2, "", BASE),
        Contribution("Macro 1", -1, "", MACRO),
        Contribution("Missile at close quarters", 1, "", ESCALATE),
        Contribution("ECM 2", 2, "", DIMINISH),
    ]
    assert sum_words(parts, 1) == (
        "Armor 1 -1, Aft arc +2 = net +1; Swarm +2 base dice; Macro 1 -1 macro die; "
        "Missile at close quarters escalates; ECM 2 diminishes 2 times"
    )
    assert sum_words(parts[2:3], 0) == "net +0; Swarm +2 base dice"
    assert sum_words([], 0) == ""


def assessments(state: State, menu: NextOrder) -> Iterator[Assessment]:
    """Yield every shot in a menu."""
    for target in [model for model in state.on_table() if model.side != menu.side]:
        for shot in menu.shots(target).values():
            if isinstance(shot, Assessment):
                yield shot


def test_every_assessment_adds_up_as_it_is_shown() -> None:
    seen = 0
    for number, match in enumerate(games()):
        rng = Random(number)
        for _ in range(150):
            if match.decision is None:
                break
            if isinstance(match.decision, NextOrder) and match.decision.model.is_on_table:
                for shot in assessments(match.state, match.decision):
                    seen += 1
                    check_rows(shot)
            match.answer(match.decision.sample(rng))
    assert seen > 200


def check_rows(shot: Assessment) -> None:
    """Check the rows of the window's prompt, read like a player reads them."""
    counts: Counter[str] = Counter()
    for row in pool_rows(shot.roll.all_contributions()):
        for amount, kind in re.findall(r"([+-]?\d+)(?: (base|flex|macro|step))?", row.value):
            counts[kind] += int(amount)
    pool = shot.roll.pool
    assert (counts["base"], counts["flex"], counts["macro"]) == (pool.base, pool.flex, pool.macro)
    assert (counts[""], counts["step"]) == (shot.roll.net, shot.roll.shift)


# --- Public facts ---
def test_every_declaration_is_told_to_both_sides() -> None:
    declared, hidden = 0, 0
    for number, match in enumerate(games()):
        rng = Random(number)
        while match.decision is not None and declared < 301:
            asked, choice = match.decision, match.decision.sample(rng).to_json()
            before = len(match.events)
            match.answer(choice)
            if not isinstance(asked, Declare):
                continue
            (entry,) = [logged for logged in match.events.entries[before:] if isinstance(logged.event, Declared)][:1]
            event = entry.to_json()
            declared += 1
            hidden += event["seen_by"] != "both"
            assert (event["action"], event["boost"]) == (choice[1], choice[2])
            assert event["target"] == (choice[3] if len(choice) > 3 else "")
            assert (event["model"], event["side"]) == (asked.subject, asked.side)
            for side in (0, 1):
                is_seen = any(entry.event is seen.event for seen in match.events.seen_by(side))
                assert is_seen or (event["seen_by"] == 1 - side and not match.state.models[asked.subject].public)
            assert any("declares" in line for line in game_story([entry], build_rulebook()))
            assert narrate(entry, Names(), build_rulebook())
    assert declared > 300 and hidden < declared / 2


def test_a_reaction_names_the_declared_action() -> None:
    """Autofire, interception, missile, plan: the reacting player sees the other side's declaration."""
    game = stage(
        squadron("Runner", 0, (24, 10), weapons=[weapon("Kinetic Cannon", as_=3)]),
        squadron("Guard", 1, (24, 18), weapons=[weapon("Missile", missile="AS", as_=3)]),
        ship("Fort", 1, (20, 17), 180), ship("Home", 0, (40, 40)),
    )  # fmt: skip
    game.begin("runner", "evade").fly((24, 14.5))
    titles = {}
    while game.kind not in ("menu", "activate"):
        titles[game.kind] = game.asked.title
        if game.kind == "faces":
            game.answer(*game.asked.default().to_json())
        elif game.kind == "interception":
            game.answer("intercept", "guard")
        elif game.kind == "missile":
            game.answer(*list(game.asked.options())[-1].choice)
        else:
            game.answer(*game.asked.default().to_json())
    assert {"autofire", "interception", "missile"} <= set(titles)
    for kind in ("autofire", "interception", "missile"):
        assert "Runner (Evade)" in titles[kind], titles


def test_a_jammed_missile_is_told_with_who_jams_it() -> None:
    game = stage(
        ship("A", 0, (24, 20), weapons=[gun("Missile", missile="AC", ac=3)]), ship("B", 1, (24, 28)),
        squadron("J", 1, (24, 31), traits=["Jammer"]),
    )  # fmt: skip
    game.begin("a").attack("a1", "b")
    event = game.last("attacked")
    assert (event["jammed"], event["pool"], event["result"]) == ("j", None, "N")
    assert "jammed by J" in "\n".join(game_story(game.match.events, build_rulebook()))


def test_a_missile_spent_in_defense_is_told() -> None:
    game = stage(
        ship("A", 0, (24, 20), weapons=[gun("Missile", missile="AS", as_=4, traits=["CMM"])]),
        squadron("B", 1, (24, 23)), ship("C", 1, (40, 40)),
    )  # fmt: skip
    game.begin("a").answer("defend", "a1")
    (event,) = game.events("expended")
    assert (event["model"], event["mounts"], event["cause"]) == ("a", ["a1"], "Point Defense")
    while game.kind == "faces":
        game.answer(*game.asked.default().to_json())
    assert game.last("attacked")["mounts"] == ["a1"]
    story = "\n".join(game_story([game.entry("expended")], build_rulebook()))
    assert "expends Squadron Missile on Point Defense" in story


# --- Declared odds ---
def test_the_test_that_is_shown_is_the_test_that_is_rolled() -> None:
    """For every action with a test, the displayed pool is the rolled one."""
    rolled: Counter[str] = Counter()
    tested = [name for name, action in build_rulebook().actions.items() if "test" in vars(type(action))]
    wanted = set(tested) - {"resupply", "drone command"}
    for number, match in enumerate(games()):
        rng = Random(number)
        while match.decision is not None and min(rolled[name] for name in wanted) < 3:
            choice = eager(match.decision, tested, rolled) or match.decision.sample(rng).to_json()
            name, test = promised(match, choice)
            before = len(match.events)
            match.answer(choice)
            events = [e for e in match.events.to_json(before) if e["type"] == "rolled"]
            if test is not None and events:
                event = next((e for e in events if e["purpose"].startswith(test.purpose.partition(" (")[0])), None)
                if event is not None:
                    rolled[name] += 1
                    assert event["pool"] == {"base": test.pool.base, "flex": test.pool.flex, "macro": test.pool.macro}
                    assert [part[:2] for part in event["parts"]] == [
                        [contribution.label, contribution.value] for contribution in test.contributions
                    ]
    assert len(tested) == 11 and wanted <= set(rolled), rolled


def eager(asked: Decision, tested: list[str], rolled: Counter[str]) -> list[object] | None:
    """Return the declaration that was tested least often so far, or the resolution of a declared action."""
    if isinstance(asked, NextOrder):
        return ["resolve"] if asked.check(["resolve"]) is None else None
    if not isinstance(asked, Declare):
        return None
    for name in sorted(tested, key=lambda test_name: rolled[test_name]):
        choice = ["declare", name, 0, *build_rulebook().actions[name].targets(asked.state, asked.model)[:1]]
        if asked.check(choice) is None:
            return choice
    return None


def test_a_tender_rolls_the_flex_die_that_is_shown() -> None:
    game = stage(
        ship("A", 0, (24, 12), skill=4, traits=["Tender"]), ship("B", 1, (40, 40)),
        squadron("Empty", 0, (24, 16), fuel_left=1), ship("Leader", 0, (24, 9), skill=5, traits=["Command"]),
    )  # fmt: skip
    game.model("a").cargo = ("Fuel Pods",)
    game.begin("a", "resupply")
    test = build_rulebook().actions["resupply"].test(game.match.view(0), game.match.view(0).models["a"])
    assert test is not None and test.pool == Pool(5, 1)
    assert [part.label for part in test.contributions] == ["Command of Leader", "Tender"]
    game.resolve().faces([1, 2, 3, 4, 5], [6])
    assert game.last("rolled")["pool"] == {"base": 5, "flex": 1, "macro": 0}
    assert [*game.match.events.of(Rolled)][-1].parts == test.contributions
    game.pick("enough")


def promised(match: Match, choice: Sequence[object]) -> tuple[str, SkillTest | None]:
    """Return the action that an answer performs, and the test that its prompt shows."""
    act, asked = match.state.activation, match.decision
    if act is None or asked is None:
        return "", None
    view = match.view(asked.side)
    if (
        isinstance(asked, Declare)
        and choice[1] in build_rulebook().actions
        and build_rulebook().actions[str(choice[1])].at_once
    ):
        name, *named = map(str, [choice[1], *choice[3:]])
        return name, build_rulebook().actions[name].test(view, view.models[act.model], *named)
    if choice[0] == "resolve":
        at = str(choice[1]) if len(choice) > 1 else ""
        return act.action, build_rulebook().actions[act.action].test(view, view.models[act.model], at)
    return "", None


def test_only_who_acts_is_called_by_its_action() -> None:
    """A decision about another model doesn't have the active model's action."""
    game = stage(
        ship("A", 0, (24, 10)), ship("B", 0, (30, 10), activated=True), ship("Far", 1, (44, 44), activated=True)
    ).begin("a", "evade")  # fmt: skip
    state = game.match.state
    assert [with_action(state, game.model(model_id)) for model_id in ("a", "b")] == ["A (Evade)", "B"]
