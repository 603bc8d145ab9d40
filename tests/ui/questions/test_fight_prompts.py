"""Tests of squadron prompts: their details, their keys, and the drawn interceptors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame
import pytest

from jovian.game import ListDecision
from jovian.match.entries import Answered
from jovian.ui.board import BaseRing, BoardLine
from jovian.ui.questions.prompts import PromptController
from tests.rules.fights import FAR, GUN, OWN, duel, miss, placed, plan, raid, wing
from tests.rules.stage import Staged, drone, ship, squadron, stage, weapon
from tests.rules_api import PlanFight, interception_reach
from tests.ui.pilot import last, open_game
from tests.ui.places import check_place

ROCKET = weapon("Missile", missile="AS", as_=4)
STILL: dict[str, Any] = {"speed": 0, "thrusters": [1]}


# --- Scenes ---
def intercepted() -> Staged:
    game = stage(
        squadron("S", 0, (24, 20)), squadron("T", 1, (22.5, 29), activated=True, weapons=[GUN]),
        squadron("U", 1, (25.5, 29), activated=True, weapons=[GUN]), FAR, OWN,
    )  # fmt: skip
    return game.begin("s").fly((24, 26)).expect("interception", 1)


def missile() -> Staged:
    return duel({"weapons": [GUN, ROCKET]}).expect("missile", 0)


def in_formation() -> Staged:
    pair = wing("T", 1, (24, 25), (24, 26), activated=True, weapons=[GUN])
    game = stage(squadron("S", 0, (24, 24), weapons=[GUN]), *pair, FAR, OWN)
    game.activate("s").answer("declare", "interception", 0, "t", kind="declare").resolve()
    return game.expect("formation", 1)


def allocating() -> Staged:
    game = in_formation().pick("keep")
    plan(game, 0, "a1", 0, 6)
    plan(game, 1, "", 0, 0)
    return game.faces([4, 4, 4, 1, 2, 3]).faces(miss(3)).expect("allocate", 1)


def tapping() -> Staged:
    game = stage(squadron("S", 0, (24, 24), states={"extra-fueled": 1}), squadron("T", 0, (4, 30)), FAR, OWN)
    return game.answer("activate", "s", kind="activate").expect("tap", 0)


def ramming() -> Staged:
    game = raid({"structure": [1]})
    plan(game, 0, "a1", 0, 0)
    plan(game, 1, "", 0, 0) if game.kind == "plan" else None
    return game.expect("ram", 0)


def clinging() -> Staged:
    exo = placed(squadron("S", 0, (24, 22), squadron_type="exo-armor", weapons=[GUN], activated=True), assaulting="b")
    game = stage(exo, ship("B", 1, (24, 20)), ship("C", 1, (4, 44)), OWN, initiative=1)
    return game.answer("activate", "b", kind="activate").expect("assault", 0)


def sending() -> Staged:
    near = [squadron(name, 0, (x, 18), activated=True) for name, x in (("S", 20), ("T", 24))]
    game = stage(ship("A", 0, (24, 12), **STILL), ship("E", 1, (44, 44), 180, activated=True), *near)
    return game.begin("a", "vector attack").resolve().faces([4, 4, 4]).expect("vector", 0)


def commanding() -> Staged:
    flock = [drone(name, 0, (x, 29)) for name, x in (("P", 20), ("Q", 24))]
    game = stage(ship("A", 0, (24, 24), **STILL), ship("E", 1, (44, 44), 180, activated=True), *flock)
    return game.begin("a", "drone command").resolve().faces([4, 4, 4]).expect("command", 0)


PROMPTS: dict[str, tuple[Callable[[], Staged], list[Any] | None]] = {
    "interception": (intercepted, ["decline"]), "missile": (missile, ["decline"]),
    "formation": (in_formation, ["keep"]), "allocate": (allocating, None), "tap": (tapping, ["keep"]),
    "ram": (ramming, ["decline"]), "assault": (clinging, ["hold"]), "vector": (sending, ["enough"]),
    "command": (commanding, ["enough"]),
}  # fmt: skip
"""Kind, scene, and the answer to Escape."""


@pytest.mark.parametrize("kind", PROMPTS)
def test_every_prompt_is_shown_and_answered_by_keys(kind: str) -> None:
    make, declining = PROMPTS[kind]
    for key in (pygame.K_ESCAPE, pygame.K_RETURN, pygame.K_2):
        pilot, battle = open_game(make())
        asked, sheet = pilot.asked, pilot.sheet
        assert isinstance(asked, ListDecision) and asked.kind == kind
        assert sheet.title == asked.title and sheet.place.startswith("v1.2.4")
        for (label, detail), option in zip(pilot.answers, asked.listed, strict=True):
            assert label == option.label and detail.startswith(option.detail)
        pilot.draw()
        check_place(battle)
        count = len(pilot.journal)
        pilot.key(key)
        if key == pygame.K_ESCAPE and declining is None:
            assert len(pilot.journal) == count and pilot.asked is asked
            continue
        first, second = (each.choice for each in asked.listed[:2])
        wanted = {pygame.K_ESCAPE: declining, pygame.K_RETURN: first, pygame.K_2: second}
        assert pilot.journal[count] == Answered(asked.side, kind, wanted[key])


def test_an_interception_names_and_draws_who_may_react() -> None:
    pilot, battle = open_game(intercepted())
    asked, view = battle.session.decision, battle.selection.view
    assert asked is not None and asked.title == "Intercept S?"
    assert [each.inches for each in pilot.sees(BaseRing)] == [
        interception_reach(view, view.models[i]) for i in ("t", "u")
    ]
    assert len(pilot.sees(BoardLine)) == 2
    pilot.draw()
    count, at = len(pilot.journal), pilot.on(view.models["u"].pose)
    pilot.click(at)
    assert battle.selection.selected == "u" and len(pilot.journal) == count
    pilot.click(at)
    assert pilot.journal[count] == Answered(1, "interception", ["intercept", "u"])


def test_a_question_without_a_list_does_not_crash_the_prompt() -> None:
    pilot, battle = open_game(duel({"weapons": []}, {"weapons": [GUN]}))
    asked = battle.session.decision
    assert isinstance(asked, PlanFight)
    prompt = PromptController(battle.selection, asked)
    assert prompt.sheet().answers and prompt.listed[0].choice == asked.default().to_json()
    prompt.overlays()
    prompt.sheet().answers[0].carry_out(battle.selection)
    pilot.wait()
    assert last(battle) == asked.default().to_json()
