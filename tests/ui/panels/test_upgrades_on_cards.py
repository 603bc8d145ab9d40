"""Upgrades on the unit card. Of a Q-Ship, the other side sees only the hardpoints."""

from __future__ import annotations

import os
from pathlib import Path

import pygame
import pytest

from jovian.cards import UnitCard, load_upgrade, parse_unit, unit_cards, with_upgrades
from jovian.cards.files import BUILTIN_SHELF, use_shelves
from jovian.descriptions.cards import extra_labels, fitted_words
from jovian.ui.kit.fonts import WRITTEN
from jovian.ui.panels.unit_card import UnitCardPanel
from jovian.ui.screens.new_game import NewGameScreen
from tests.rules.stage import SHIP, Cast, Staged, gun, ship, stage
from tests.rules.test_q_ship import CANNONS, bombed, raider
from tests.ui.board.test_picture import difference
from tests.ui.fitting import recorded_texts
from tests.ui.pilot import Pilot, battle_at

GOLDEN = Path(__file__).parent / "golden"
AREA = pygame.Rect(0, 0, 380, 430)


def flagship() -> UnitCard:
    """Return a ship with two characters and empty hardpoints."""
    slots = {"hardpoint": "II", "arcs": ["port", "starboard"], "count": 2}
    printed = parse_unit(
        {**SHIP, "name": "Flag", "marines": [2, 1], "weapons": [gun("Beam Projector", ac=3, as_=3), slots]}, "test"
    )
    return with_upgrades(
        printed, tuple(load_upgrade(BUILTIN_SHELF.upgrades / f"{each}.yaml") for each in ("commodore", "captain"))
    )


def fight() -> Staged:
    """Return a game with an unrevealed Q-Ship, and a flagship next to it."""
    card = flagship()
    flag = Cast(card, {"card": card.key, "id": "f", "side": 0, "x": 30, "y": 10, "heading": 0})
    return stage(raider(CANNONS), flag, ship("E", 1, (24, 40), 180))


def draw_card(game: Staged, ident: str, side: int) -> tuple[pygame.Surface, UnitCardPanel]:
    """Return the card of a model as a side sees it."""
    view, panel = game.match.view(side), UnitCardPanel()
    panel.layout(AREA)
    panel.show(view, view.models[ident], (), {})
    surface = pygame.Surface(AREA.size, 0, 32)
    panel.draw(surface)
    return surface, panel


@pytest.mark.parametrize(("name", "ident", "side"), [("upgrades", "f", 1), ("q-ship-own", "q", 0), ("q-ship", "q", 1)])
def test_cards_with_upgrades_look_as_they_did(name: str, ident: str, side: int) -> None:
    Pilot()
    surface, _ = draw_card(fight(), ident, side)
    small = pygame.transform.smoothscale(surface, (190, 215))
    path = GOLDEN / f"{name}.png"
    if os.environ.get("JOVIAN_GOLDEN") == "write":
        GOLDEN.mkdir(exist_ok=True)
        pygame.image.save(small, path)
    assert difference(small, pygame.image.load(path)) < 2.0, "set JOVIAN_GOLDEN=write to accept a new look"


def test_every_upgrade_says_what_it_does() -> None:
    Pilot()
    _, panel = draw_card(fight(), "f", 1)
    hints = [text for _, text in panel._hints]
    hint = next(text for text in hints if text.startswith("+ Commodore"))
    assert "4 TV. Command: Friends" in hint and "v1.2.4 Fleet > Characters" in hint
    assert any(text.startswith("Hardpoint II ×2 empty: ") for text in hints)
    assert any(text.startswith("+ Captain: 2 TV. +1 Skill.") for text in hints)


def test_the_other_side_reads_hardpoints_and_nothing_in_them() -> None:
    game = fight()
    texts = [" ".join(text for _, text in draw_card(game, "q", side)[1]._hints) for side in (0, 1)]
    assert "Kinetic Cannon b" in texts[0] and "Kinetic Cannon b" not in texts[1]
    assert "Hardpoint II (unknown)" in texts[1] and "(empty)" not in texts[1]
    assert extra_labels(game.match.view(1), game.match.view(1).models["q"]) == []


def test_the_setup_page_shows_upgrades_and_keeps_secrets() -> None:
    with use_shelves(BUILTIN_SHELF):
        pilot = Pilot((1920, 1080))
        pilot.app.show(page := NewGameScreen(pilot.app))
        page.chosen = [page.fleets.index("jovian-raiders-250")] * 2
        with recorded_texts() as drawn_texts:
            page.draw(pygame.Surface((1920, 1080), 0, 32))
        shown_texts = {text.whole for text in drawn_texts} | {whole for _, whole in WRITTEN.cut}
        cards = {entry.name: entry.flown(unit_cards()[entry.unit]) for entry in page.fleet(0).entries}
    assert (
        "Pole Star  ·  Valiant  ·  Commodore  ·  Marine Commander" in shown_texts
        and str(cards["Pole Star"].tv) in shown_texts
    )
    assert "Long Division  ·  Ballista  ·  Particle Cannon SPN  ·  Kinetic Cannon I" in shown_texts
    assert "Honest Trade  ·  Privateer  ·  Hardpoint II (unknown)  ·  Hardpoint III (unknown)" in shown_texts
    assert fitted_words(cards["Honest Trade"]) == ["Kinetic Cannon II", "Torpedo Missile III"]
    assert not any("Torpedo III" in each for each in shown_texts)
    cover = cards["Honest Trade"].cover
    assert cover is not None and str(cover.tv) in shown_texts


def test_the_window_asks_where_there_is_nothing_to_choose() -> None:
    """A player with an empty Q-Ship declines missiles and plans without weapons in the same prompts as with weapons."""
    game = bombed()
    pilot = Pilot()
    battle_at(pilot, game.match, ("random", "human"))
    for _ in range(40):
        if pilot.kind in ("missile", "plan"):
            break
        pilot.wait(5)
    assert pilot.kind == "missile" and [label for label, _ in pilot.answers] == ["No missile"]
    pilot.key(pygame.K_1)
    pilot.wait(5)
    for _ in range(40):
        if pilot.kind == "plan":
            break
        pilot.wait(5)
    assert pilot.kind == "plan"
    pilot.key(pygame.K_RETURN)
    pilot.wait(5)
    assert pilot.kind != "plan"
