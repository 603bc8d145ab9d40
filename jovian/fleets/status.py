"""Whether a draft of a fleet is legal: each rule of fleet construction with its numbers, and an edit that repairs it.

The rules are those of `rules/setup/legality.py`, and for cargo, characters, and hardpoints those of the fleet files
(v1.2.4 Fleet).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from jovian.cards import UnitCard, UpgradeCard
from jovian.cards.building import equipment_faults
from jovian.fleets.draft import MAX_LINES, SIZES, FleetDraft, FleetLine, line_cost
from jovian.frozen import frozen
from jovian.rules.basics.rolls import with_article
from jovian.rules.setup.legality import Requirement, fleet_requirements

EQUIPMENT = {"cargo": "Cargo", "upgrades": "Characters and upgrades", "hardpoints": "Hardpoints"}
"""The names of the rules about what a unit carries, by the key in fleet files."""
UNKNOWN = "Unit cards"
"""The name of the rule that each unit needs a card."""
HANGERS = "Hangers"


@frozen
class Library:
    """The cards that a fleet is built from."""

    units: Mapping[str, UnitCard]
    """By key."""
    upgrades: Mapping[str, UpgradeCard]
    """By name."""

    def fleet_units(self, faction: str) -> list[UnitCard]:
        """Return the cards that a fleet of a faction can buy, the dearest first."""
        cards = [card for card in self.units.values() if card.faction == faction and not card.drone]
        return sorted(cards, key=lambda card: (-card.tv, card.name))

    def upgrade_title(self, name: str) -> str:
        """Return the name of an upgrade that people read. An unknown name stays."""
        return self.upgrades[name].title if name in self.upgrades else name


@frozen
class RuleStatus:
    """One rule of fleet construction, and how a draft keeps it."""

    name: str
    numbers: str
    """What the draft has: `93 of 250 TV`."""
    limit: str
    """What the rule asks for: `37 %, at least 25 %`."""
    excess: int
    """By how much the rule is broken: TV, units, or faults. 0 if it is kept."""
    place: str
    """The place in the rulebook."""
    faults: tuple[str, ...] = ()
    """What is wrong, in sentences."""
    is_note: bool = False
    """Whether this is only good to know."""

    @property
    def is_kept(self) -> bool:
        return not self.excess


@frozen
class FleetFix:
    """An edit that makes a draft keep a rule, or break it less."""

    label: str
    """The edit in words: `Remove a Kestrel`."""
    draft: FleetDraft


def fleet_status(draft: FleetDraft, library: Library) -> list[RuleStatus]:
    """Return all rules of fleet construction in the order of the rulebook, with the numbers of a draft."""
    fleet = draft.build(library.units, library.upgrades)
    requirements = fleet_requirements(fleet, library.units)
    return [
        *_unknown_units(draft, library),
        *(_requirement_status(each, draft.size) for each in requirements if each.name != "Unit Cap"),
        _cap_status([each for each in requirements if each.name == "Unit Cap"], library),
        *_equipment_status(draft, library),
        *_hanger_note(draft, library),
    ]


def is_legal(statuses: list[RuleStatus]) -> bool:
    """Return whether all rules are kept."""
    return all(status.is_kept or status.is_note for status in statuses)


def _unknown_units(draft: FleetDraft, library: Library) -> Iterator[RuleStatus]:
    missing = [line for line in draft.lines if line.unit not in library.units]
    drones = [line for line in draft.lines if line.unit in library.units and library.units[line.unit].drone]
    faults = [f"there is no unit card {line.unit}" for line in missing]
    faults += [f"{line.unit} is a drone: only a Drone Bay brings it to the table" for line in drones]
    if faults:
        lost = sum(line.count for line in (*missing, *drones))
        yield RuleStatus(UNKNOWN, f"{lost} without a card", "", lost, "v1.2.4 Fleet", tuple(faults))


def _requirement_status(requirement: Requirement, size: int) -> RuleStatus:
    """Return the status of a rule about faction or points."""
    value, most, least = requirement.value, requirement.most, requirement.least
    excess = max(0, least - value, 0 if most is None else value - most)
    if requirement.name == "Faction":
        numbers, limit = f"{value} of another faction", "none allowed"
    elif requirement.name == "Points":
        numbers, limit = f"{value} of {size} TV", f"{size - value} left" if value <= size else f"{excess} too many"
    else:
        share = f"{100 * value / size:.0f} %"
        numbers = f"{value} TV"
        limit = f"{share}, at least 25 % ({least} TV)" if most is None else f"{share}, at most 25 % ({most} TV)"
    reason = requirement.violation.reason
    faults = (reason,) if excess else ()
    return RuleStatus(requirement.name, numbers, limit, excess, requirement.violation.cited, faults)


def _cap_status(caps: list[Requirement], library: Library) -> RuleStatus:
    """Return the status of all Unit Caps together. The fullest units are named."""
    broken = [cap for cap in caps if not cap.is_kept]
    shown = broken or [cap for cap in caps if cap.value == cap.most] or caps
    names = [f"{' and '.join(library.units[key].name for key in cap.units)} {cap.value} of {cap.most}" for cap in shown]
    excess = sum(cap.value - (cap.most or 0) for cap in broken)
    kept = f"{len(broken)} broken" if broken else "kept"
    faults = tuple(cap.violation.reason for cap in broken)
    return RuleStatus("Unit Cap", kept, ", ".join(names), excess, "v1.2.4 Fleet > Unit Cap", faults)


def _equipment_status(draft: FleetDraft, library: Library) -> Iterator[RuleStatus]:
    """Yield the status of cargo, characters, and hardpoints, each only if the draft has a unit that can carry it."""
    faults: dict[str, list[str]] = {key: [] for key in EQUIPMENT}
    used, room = dict.fromkeys(EQUIPMENT, 0), dict.fromkeys(EQUIPMENT, 0)
    for line in draft.lines:
        card = library.units.get(line.unit)
        if card is None:
            continue
        found = equipment_faults(line.cargo, line.upgrades, dict(line.hardpoints), card, library.upgrades)
        for key in EQUIPMENT:
            faults[key] += found[key]
            used[key] += line.count * len(getattr(line, key))
        room["cargo"] += line.count * (card.level("Cargo") if card.kind == "capital" else 0)
        room["hardpoints"] += line.count * len(card.slots)
    numbers = {
        "cargo": f"{used['cargo']} of {room['cargo']} slots", "upgrades": f"{used['upgrades']} aboard",
        "hardpoints": f"{used['hardpoints']} of {room['hardpoints']} lines filled",
    }  # fmt: skip
    limits = {"cargo": "each kind once a ship", "upgrades": "each once a unit", "hardpoints": "whole lines only"}
    places = {"cargo": "Cargo", "upgrades": "Characters", "hardpoints": "Hardpoints"}
    for key, name in EQUIPMENT.items():
        if used[key] or room[key] or faults[key]:
            place = f"v1.2.4 Fleet > {places[key]}"
            yield RuleStatus(name, numbers[key], limits[key], len(faults[key]), place, tuple(faults[key]))


def _hanger_note(draft: FleetDraft, library: Library) -> Iterator[RuleStatus]:
    """Yield a note if there are more squadrons than places in hangers."""
    known = [(library.units[line.unit], line.count) for line in draft.lines if line.unit in library.units]
    places = sum(number * card.level(HANGERS) for card, number in known if card.kind == "capital")
    squadrons = sum(number for card, number in known if card.kind == "squadron")
    if squadrons > places:
        numbers = f"{squadrons - places} of {squadrons} squadrons"
        limit = "without a hanger, they deploy on the table"
        yield RuleStatus(HANGERS, numbers, limit, 0, "v1.2.4 Traits > Hangers", is_note=True)


# --- Fixes ---


def find_fix(draft: FleetDraft, name: str, library: Library) -> FleetFix | None:
    """Return the smallest edit after which a draft keeps the rule of a name, or None if no edit helps.

    If no single edit is enough, it is the one that helps most. Among equals it breaks less of the other rules, then
    changes fewer TV. A unit is replaced by another one only if neither removing nor adding one is enough.
    """
    best: FleetFix | None = None
    for fix in search_fix(draft, name, library):
        best = fix
    return best


def search_fix(draft: FleetDraft, name: str, library: Library) -> Iterator[FleetFix | None]:
    """Yield the best fix so far after each edit that was tried. So a window can search a bit in each frame."""
    before = _excess(draft, library).get(name, 0)
    if not before:
        return
    cost = fleet_cost(draft, library)
    best: FleetFix | None = None
    best_rank = (before, 0, 0)
    for edits in (_plain_edits, _swaps):
        for fix in edits(draft, library):
            excess = _excess(fix.draft, library)
            left = excess.pop(name, 0)
            rank = (left, sum(excess.values()), abs(fleet_cost(fix.draft, library) - cost))
            if left < before and (best is None or rank < best_rank):
                best, best_rank = fix, rank
            yield best
        if best is not None and best_rank[0] == 0:
            return


def _excess(draft: FleetDraft, library: Library) -> dict[str, int]:
    """Return by how much each broken rule is broken, by its name."""
    return {status.name: status.excess for status in fleet_status(draft, library) if not status.is_kept}


def fleet_cost(draft: FleetDraft, library: Library) -> int:
    """Return the Threat Value of a draft. Unknown units cost nothing."""
    return sum(line_cost(line, library.units, library.upgrades) for line in draft.lines)


def _plain_edits(draft: FleetDraft, library: Library) -> Iterator[FleetFix]:
    """Yield edits that remove one thing, add one unit, or change the faction or the size."""
    for number, line in enumerate(draft.lines):
        name = _name(line, library)
        yield FleetFix(f"Remove {with_article(name)}", draft.without_unit(number))
        if line.count > 1:
            yield FleetFix(f"Remove all {line.count} {name}", draft.without_line(number))
        for key in ("cargo", "upgrades"):
            carried = getattr(line, key)
            for index, item in enumerate(carried):
                rest = carried[:index] + carried[index + 1 :]
                yield FleetFix(f"Remove {item} from {line.name or name}", draft.with_line(number, **{key: rest}))
        for letter, weapon in line.hardpoints:
            empty = line.with_weapon(letter, "")
            yield FleetFix(
                f"Remove {library.upgrade_title(weapon)} from {line.name or name}",
                draft.with_line(number, hardpoints=empty.hardpoints),
            )
    for card in library.fleet_units(draft.faction) if len(draft.lines) < MAX_LINES else ():
        yield FleetFix(f"Add {with_article(card.name)}", draft.with_unit(card.key)[0])
    factions = {library.units[line.unit].faction for line in draft.lines if line.unit in library.units}
    for faction in sorted(factions - {draft.faction, "Common"}):
        yield FleetFix(f"Make it a {faction} fleet", replace(draft, faction=faction))
    for size in SIZES:
        if size > draft.size:
            yield FleetFix(f"Play at {size} TV", replace(draft, size=size))


def _swaps(draft: FleetDraft, library: Library) -> Iterator[FleetFix]:
    """Yield edits that replace one unit by another."""
    for number, line in enumerate(draft.lines):
        name = _name(line, library)
        for card in library.fleet_units(draft.faction):
            if card.key != line.unit:
                swapped = draft.without_unit(number).with_unit(card.key)[0]
                yield FleetFix(f"Replace {with_article(name)} by {with_article(card.name)}", swapped)


def _name(line: FleetLine, library: Library) -> str:
    return library.units[line.unit].name if line.unit in library.units else line.unit
