"""Random legal fleets, for players who want a start and for measuring what units are worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random

from jovian.cards import UnitCard
from jovian.cards.building import equipment_faults
from jovian.fleets.draft import FleetDraft, FleetLine, line_cost
from jovian.fleets.status import Library, fleet_status, is_legal
from jovian.rules.setup.legality import fleet_requirements

TRIES = 50
"""How often another fleet is drawn if one is not legal."""
SQUADRON_SHARE = (0.26, 0.6)
"""The least and the most of its points that a fleet aims to spend on squadrons."""
EQUIPPED = 0.7
"""How likely a line of hardpoints is filled."""
UPGRADED = 0.3
"""How likely a unit gets an upgrade, if there are points left."""


def random_fleet(
    library: Library, faction: str, size: int, rng: Random, weights: Mapping[str, float] | None = None, name: str = ""
) -> FleetDraft:
    """Return a random legal fleet of a faction.

    `weights` say how likely units of a role are, compared with 1 for each other role: `{"carrier": 3, "drone": 0}`.
    Raises ValueError if the faction has no legal fleet of this size that was found.
    """
    for _ in range(TRIES):
        draft = _draw(library, FleetDraft(name or f"{faction} {size}", faction, size), rng, weights or {})
        if is_legal(fleet_status(draft, library)):
            return draft
    raise ValueError(f"found no legal {faction} fleet of {size} TV")


def _draw(library: Library, draft: FleetDraft, rng: Random, weights: Mapping[str, float]) -> FleetDraft:
    """Return a fleet to which no unit can be added."""
    share = rng.uniform(*SQUADRON_SHARE)
    cards = [card for card in library.fleet_units(draft.faction) if weights.get(card.role, 1) > 0]
    while fitting := [card for card in cards if _has_room(draft.with_unit(card.key)[0], library)]:
        spent = {kind: _spent(draft, library, kind) for kind in ("squadron", "capital")}
        wanted = "squadron" if spent["squadron"] <= share * sum(spent.values()) else "capital"
        chosen = [card for card in fitting if card.kind == wanted] or fitting
        card = rng.choices(chosen, [weights.get(card.role, 1) for card in chosen])[0]
        draft = replace(draft, lines=(*draft.lines, _armed(FleetLine(card.key), card, draft, library, rng)))
    for number, line in enumerate(draft.lines):
        if rng.random() < UPGRADED:
            draft = draft.with_line(number, upgrades=_upgrades(draft, number, library.units[line.unit], library, rng))
    return _merged(draft)


def _spent(draft: FleetDraft, library: Library, kind: str) -> int:
    lines = [line for line in draft.lines if library.units[line.unit].kind == kind]
    return sum(line_cost(line, library.units, library.upgrades) for line in lines)


def _has_room(draft: FleetDraft, library: Library) -> bool:
    """Return whether a draft keeps all limits. It may still have too little of something."""
    fleet = draft.build(library.units, library.upgrades)
    requirements = fleet_requirements(fleet, library.units)
    return all(each.most is None or each.value <= each.most for each in requirements)


def _armed(line: FleetLine, card: UnitCard, draft: FleetDraft, library: Library, rng: Random) -> FleetLine:
    """Return a line with random weapons in its hardpoints, as far as the points allow."""
    for slot in card.slots:
        weapons = [name for name, upgrade in sorted(library.upgrades.items()) if upgrade.kind == "weapon"]
        armed = [line.with_weapon(slot.line, name) for name in weapons]
        legal = [each for each in armed if _fits(each, card, replace(draft, lines=(*draft.lines, each)), library)]
        if legal and rng.random() < EQUIPPED:
            line = rng.choice(legal)
    return line


def _upgrades(draft: FleetDraft, number: int, card: UnitCard, library: Library, rng: Random) -> tuple[str, ...]:
    """Return a random upgrade for a unit, or none."""
    lines = [replace(draft.lines[number], upgrades=(name,)) for name in sorted(library.upgrades)]
    legal = [
        line for line in lines if _fits(line, card, draft.with_line(number, upgrades=line.upgrades), library)
    ]  # fmt: skip
    return rng.choice(legal).upgrades if legal else ()


def _fits(line: FleetLine, card: UnitCard, draft: FleetDraft, library: Library) -> bool:
    faults = equipment_faults(line.cargo, line.upgrades, dict(line.hardpoints), card, library.upgrades)
    return not any(faults.values()) and _has_room(draft, library)


def _merged(draft: FleetDraft) -> FleetDraft:
    """Return the draft with equal units in one line."""
    lines = dict.fromkeys(draft.lines)
    return replace(draft, lines=tuple(replace(line, count=draft.lines.count(line)) for line in lines))
