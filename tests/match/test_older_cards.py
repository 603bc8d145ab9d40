"""Tests of whole games with cards of older rules editions under those editions: they meet the contract."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from jovian.cards import UnitCard, parse_unit
from jovian.cards.traits import OLDER_TRAITS
from jovian.match import Match, Setup
from jovian.match.play_loop import play
from jovian.players import make_player
from tests.games import setup
from tests.match.test_contract import PAIRS
from tests.match.test_options import SPARSE, keep
from tests.rules_api import edition_options, editions

OF_SHIPS = ("Cloak", "Barrier", "Evasive", "Tender", "Energy Armor:1", "Reactive Armor:1", "ECM:2", "Stealth:1")
OF_SQUADRONS = ("Ace", "Evasive", "Stealth:1", "Overthrust:1", "Sensor Drone", "Sweeper", "Snooper")
OF_WEAPONS = ("Array", "Ace", "Autofire", "Sniper", "Snub", "Precise")


def older(card: UnitCard) -> UnitCard:
    """Return the card with additional traits of older rules editions."""
    if card.drone:
        return card
    data: dict[str, Any] = dict(card.source)
    more = [f"{name}:2" if name in ("Overthrust", "Minelayer") else name for name in OLDER_TRAITS]
    added = [*more, *OF_SHIPS] if card.kind == "capital" else OF_SQUADRONS
    known = {str(each).partition(":")[0] for each in data.get("traits", ())}
    data["traits"] = [*data.get("traits", ()), *(each for each in added if each.partition(":")[0] not in known)]
    data["weapons"] = [_armed(dict(line)) for line in data.get("weapons", ())]
    return parse_unit(data, card.key)


def _armed(line: dict[str, Any]) -> dict[str, Any]:
    if line["type"] in ("Lance", "Drone Bay", "Missile"):
        return line
    own = line.get("traits", [])
    return {**line, "traits": [*own, *(each for each in OF_WEAPONS if each not in own)]}


def aged(seed: int, options: dict[str, str]) -> Setup:
    """Return the setup of two fleets of such cards."""
    usual = setup(seed, PAIRS[seed % len(PAIRS)], **options)
    return replace(usual, cards={key: older(card) for key, card in usual.cards.items()})


@pytest.mark.parametrize("saved", SPARSE)
@pytest.mark.parametrize("text", [text for text in editions() if text in ("v1.2.2", "v1.2.3")])
def test_a_random_game_of_such_cards(text: str, saved: int) -> None:
    keep(Match(aged(31, edition_options(text)), keep_all=True), 31, saved)


@pytest.mark.parametrize("saved", SPARSE)
def test_a_random_game_of_such_cards_without_any_option(saved: int) -> None:
    keep(Match(aged(32, {}), keep_all=True), 32, saved)


@pytest.mark.long
@pytest.mark.parametrize("text", editions())
@pytest.mark.parametrize("seed", range(10))
def test_random_games_of_such_cards(text: str, seed: int) -> None:
    keep(Match(aged(seed + 40, edition_options(text)), keep_all=True), seed + 40)


@pytest.mark.long
@pytest.mark.parametrize("text", ["v1.2.2", "v1.2.3"])
def test_the_ensign_plays_such_cards(text: str) -> None:
    match = Match(aged(51, edition_options(text)))
    play(match, [make_player("ensign", 1), make_player("ensign", 2)])
    assert match.over
