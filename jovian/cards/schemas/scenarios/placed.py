"""How the lines of models that a scenario places become `Placement`s: damaged, equipped, in company."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from jovian.cards.error import CardError, meant
from jovian.cards.reading.document import Document, Path_
from jovian.cards.schemas.absent import absent
from jovian.cards.schemas.forces.cargo import checked_cargo
from jovian.cards.schemas.forces.fitting import checked_hardpoints, checked_upgrades
from jovian.cards.schemas.scenarios.company import check_company
from jovian.cards.schemas.scenarios.scenario import ModelLine, Scenario
from jovian.cards.values.card import UnitCard
from jovian.cards.values.fitting import fitted
from jovian.cards.values.names import slug
from jovian.cards.values.older_names import SYSTEMS
from jovian.cards.values.scenario import Placement, TerrainCard
from jovian.cards.values.upgrade import UpgradeCard
from jovian.frozen import freeze_mapping


class Known(NamedTuple):
    """The cards that a scenario may name."""

    cards: Mapping[str, UnitCard]
    upgrades: Mapping[str, UpgradeCard]
    left_out: Collection[CardError]
    """The files of cards that are wrong."""


def placed_models(
    scenario: Scenario, terrain: Sequence[TerrainCard], document: Document, known: Known
) -> tuple[Placement, ...]:
    """The models of a scenario with that terrain; what is wrong with them is noted in the document."""
    placed: list[Placement] = []
    for index, line in enumerate(scenario.models):
        path: Path_ = ("models", index)
        card = known.cards.get(line.card)
        if card is None:
            cause = f"no unit card has the key '{line.card}'{absent(line.card, known.cards, known.left_out)}"
            document.note_if(True, (*path, "card"), cause)
            continue
        model = _placement(line, card, line.id or f"{slug(card.name)}-{index + 1}", known, document, path)
        outside = not line.embarked_in and not (
            0 <= model.x <= scenario.table.width and 0 <= model.y <= scenario.table.height
        )
        document.note_if(outside, path, f"model {model.id}: stands off the table")
        _know_loads(line, model.id, [each.name for each in scenario.tokens], document, path)
        placed.append(model)
    if len(placed) == len(scenario.models):
        ids_once([model.id for model in placed], "model", document, "models")
        check_company(placed, terrain, known.cards, scenario.docking, document)
    return tuple(placed)


def _know_loads(line: ModelLine, ident: str, tokens: list[str], document: Document, path: Path_) -> None:
    """What it carries are tokens of the scenario."""
    for token in line.loads:
        cause = f"model {ident}: no token is called '{token}'{meant(token, tokens)}"
        document.note_if(token not in tokens, (*path, "loads", token), cause)


def ids_once(idents: list[str], what: str, document: Document, key: str, called: str = "id") -> None:
    """Note each line of a list whose id, or what it is called by, stands there before."""
    for index, ident in enumerate(idents):
        document.note_if(ident in idents[:index], (key, index), f"another {what} has the {called} '{ident}'")


def _placement(
    line: ModelLine, card: UnitCard, ident: str, known: Known, document: Document, path: Path_
) -> Placement:
    who = f"model {ident}"
    aboard = line.embarked_in is not None
    homeless = not aboard and (line.x is None or line.y is None)
    document.note_if(homeless and not line.touching, path, f"{who}: needs x and y, or embarked_in, or touching")
    document.note_if(bool(line.at and not line.touching), (*path, "at"), f"{who}: at is a side of what it is touching")
    twice = not homeless and bool(line.at)
    document.note_if(twice, (*path, "at"), f"{who}: either x and y, or at, say where it touches")
    upgrades = checked_upgrades(line.upgrades, card, known.upgrades, document, (*path, "upgrades"), who)
    loaded = checked_hardpoints(line.hardpoints, card, known.upgrades, document, (*path, "hardpoints"), who)
    _check_damage(line, fitted(card, upgrades, loaded), who, document, path)
    return Placement(
        id=ident,
        card=line.card,
        side=line.side,
        x=float(line.x or 0.0),
        y=float(line.y or 0.0),
        heading=line.heading % 360,
        name=line.name or card.name,
        structure=line.structure,
        ratings=freeze_mapping({str(track): value for track, value in line.ratings.items()}),
        fuel=line.fuel,
        damaged=tuple(line.damaged),
        states=freeze_mapping({str(name): value for name, value in line.states.items()}),
        activated=line.activated,
        embarked_in=line.embarked_in or "",
        escorting=line.escorting or "",
        assaulting=line.assaulting or "",
        formation=line.formation or "",
        cargo=checked_cargo(line.cargo, card, document, (*path, "cargo"), who),
        loads=freeze_mapping(line.loads),
        upgrades=upgrades,
        hardpoints=loaded,
        touching=line.touching or "",
        at=line.at or ("fore" if homeless and line.touching else ""),
    )


def _check_damage(line: ModelLine, card: UnitCard, who: str, document: Document, path: Path_) -> None:
    """Its ratings are boxes of its card, which has what is damaged; upgrades count."""
    ratings: dict[str, int] = {str(track): value for track, value in line.ratings.items()}
    for track, value in {**ratings, "structure": line.structure, "fuel": line.fuel}.items():
        where = (*path, "ratings", track) if track in ratings else (*path, track)
        fits = value is None or value == 0 or value in card.tracks[track]
        document.note_if(not fits, where, f"{who}: {card.name} has no {track} box {value}")
    known = [mount.id for mount in card.mounts if not mount.weapon.vacant]
    known += [trait.name for trait in card.traits if trait.name in SYSTEMS]
    for number, name in enumerate(line.damaged):
        cause = f"{who}: {card.name} has no '{name}'{meant(name, known)}"
        document.note_if(name not in known, (*path, "damaged", number), cause)
