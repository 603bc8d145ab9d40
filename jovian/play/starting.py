"""What a game starts from, by the names or the files of its scenario and fleets; what cannot be played is refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from jovian.cards import CardError, FleetList, ScenarioCard, UnitCard, library, load_fleet, load_scenario
from jovian.cards.building import read_file
from jovian.cards.load import card_file
from jovian.cards.reading.document import Path_
from jovian.cards.reading.kinds import FLEET, SCENARIO
from jovian.game import Refusal
from jovian.rules.setup.legality import breaches, scenario_flaws
from jovian.rules.setup.options import option_faults
from jovian.rules.setup.setup import Setup

Named = str | Path
"""A file, or the stem of one on the shelves, such as `introductory` or `jovian-250`."""


def setup_of(
    scenario: Named, fleets: Sequence[Named] = (), seed: int = 0, *,
    options: Mapping[str, str] | None = None, manual: bool = False,
) -> Setup:  # fmt: skip
    """The set-up of a scenario with the two fleets named, else its own. Raises CardError."""
    for fault in option_faults(options or {}):
        raise CardError("options", None, fault)
    path = card_file(scenario, SCENARIO)
    card = load_scenario(path)
    refuse_scenario(path, card, library())
    return Setup(card, _chosen_fleets(card, str(scenario), fleets), library(), seed, dict(options or {}), manual)


def refuse_scenario(path: Path, card: ScenarioCard, cards: Mapping[str, UnitCard]) -> None:
    """Raise CardError for a scenario that cannot be played as it stands, with each reason and its line."""
    lines: dict[str, tuple[str, int]] = {piece.id: ("terrain", number) for number, piece in enumerate(card.terrain)}
    lines |= {model.id: ("models", number) for number, model in enumerate(card.models)}
    wrong: list[tuple[Path_, str]] = [
        ((*lines[flaw.model], flaw.key), _reason(flaw.refusal)) for flaw in scenario_flaws(card, cards)
    ]
    for index, stem in enumerate(card.fleets):
        if found := breaches(load_fleet(stem, cards), cards):
            wrong.append((("fleets", index), f"{stem}: {'; '.join(map(_reason, found))}"))
    if wrong:
        document = read_file(path)
        document.faults += [document.error(*each) for each in wrong]
        document.settle()


def refuse_fleet(path: Path, fleet: FleetList, cards: Mapping[str, UnitCard]) -> None:
    """Raise CardError for a fleet that breaks the rules of construction, with every reason."""
    found = breaches(fleet, cards)
    if found:
        raise read_file(path).error(("units",), "; ".join(map(_reason, found)))


def _reason(refusal: Refusal) -> str:
    return f"{refusal.reason} [{refusal.cited}]"


def _chosen_fleets(card: ScenarioCard, where: str, fleets: Sequence[Named]) -> tuple[FleetList, ...]:
    """The two fleets that play: those named, else the scenario's own; none if it places its models."""
    named = (fleets,) if isinstance(fleets, str) else tuple(fleets)
    if card.models:
        if named:
            raise CardError(where, None, "this scenario places its own models and takes no fleets")
        return ()
    if named and len(named) != 2:
        raise CardError(where, None, f"this scenario needs two fleets, not {len(named)}")
    return tuple(map(_legal, named or card.fleets))


def _legal(stem: Named) -> FleetList:
    path = card_file(stem, FLEET)
    fleet = load_fleet(path)
    refuse_fleet(path, fleet, library())
    return fleet
