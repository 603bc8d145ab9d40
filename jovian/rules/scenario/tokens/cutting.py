"""The numbers of cutting into a comet as a Bombing action does: weapons, fuel, dice, and what comes of them."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from jovian.cards import Base, UnitCard
from jovian.cards.values.card import TRACKS
from jovian.cards.values.names import COMMON
from jovian.frozen import freeze_mapping
from jovian.game import NEUTRAL, Model, State, Terrain
from jovian.rules.close_combat.plans import LINKED, SINGLY, Arms, Fight
from jovian.rules.facts.formation import members
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.rulebook.shot_facts import BOMBING
from jovian.rules.shooting.assessment import Assessment
from jovian.rules.shooting.formula import assess_close
from jovian.rules.shooting.shot import Shot, weapon_of
from jovian.rules.terrain.comet import COMET
from jovian.rules.weapons.close_quarters import Lance
from jovian.table import touches


class Cut(NamedTuple):
    """One way to cut: lances, a bid of fuel, and the attacks that they make."""

    arms: Arms
    fuel: int
    shots: tuple[Assessment, ...]

    @property
    def manner(self) -> str:
        """How the lances are used, as it is written."""
        return LINKED if self.arms.linked else SINGLY

    def chances(self) -> list[float]:
        """How likely so many units or more are cut, from 1 on."""
        spread = {0: 1.0}
        for shot in self.shots:
            now: dict[int, float] = {}
            for result, chance in shot.odds().items():
                for before, likely in spread.items():
                    total = before + result.total
                    now[total] = now.get(total, 0.0) + likely * float(chance)
            spread = now
        return [sum(spread[each] for each in sorted(spread) if each >= least) for least in range(1, max(spread) + 1)]

    @property
    def expected(self) -> float:
        """How many units may be expected."""
        return sum(self.chances())


def comets(state: State) -> list[Terrain]:
    """The bodies of the comets on the table, in the order in which they were laid."""
    return [piece for piece in state.terrain.values() if piece.kind == COMET]


def touched_comet(state: State, model: Model) -> Terrain | None:
    """The comet that a squadron, or another of its formation, is in contact with."""
    group = members(state, model)
    for piece in comets(state):
        if any(touches(each.base, each.pose, part, piece.pose) for each in group for part in piece.outline):
            return piece
    return None


def lances(state: State, model: Model) -> list[Arms]:
    """The lances that a squadron may use together now."""
    fight = Fight(state, model, model, BOMBING)
    return [arms for arms in fight.arms() if arms.mounts and _is_lance(model, arms)]


def _is_lance(model: Model, arms: Arms) -> bool:
    weapon = weapon_of(model, arms.mounts[0])
    return weapon is not None and weapon.type == Lance.name


def cuts(state: State, model: Model, comet: Terrain, defense: int) -> list[Cut]:
    """Every way, what promises most without fuel first."""
    target = _target(state, comet, defense)
    fight = Fight(state, model, target, BOMBING)
    found = [
        Cut(arms, bid, tuple(_shots(fight, arms, bid, defense)))
        for bid in range(fight.most_fuel + 1) for arms in lances(state, model)
    ]  # fmt: skip
    return sorted(found, key=lambda cut: (cut.fuel, -round(cut.expected, 6)))


def _shots(fight: Fight, arms: Arms, bid: int, defense: int) -> list[Assessment]:
    """All dice attack, since nothing fires back; several lances that are not linked repeat the attack (R72)."""
    dice, state, model = fight.dice(arms, bid), fight.state, fight.model
    weapon = weapon_of(model, arms.mounts[0])
    assert weapon is not None
    groups = [arms.mounts] if arms.linked else [(mount,) for mount in arms.mounts]
    return [
        assess_close(Shot(state, model, mounts, weapon, fight.foe, BOMBING, share=dice, resist=defense))
        for mounts in groups
    ]


def _target(state: State, comet: Terrain, defense: int) -> Model:
    """A comet as what is bombed: it has no arcs, no armor and no guns."""
    found = Model(comet.id, _card(comet.outline[0].reach, defense), NEUTRAL, rulebook(state).terrain[comet.kind].name)
    found.base, found.pose = comet.outline[0], comet.pose
    return found


@lru_cache(maxsize=64)
def _card(radius: float, defense: int) -> UnitCard:
    tracks = {**dict.fromkeys(TRACKS, ()), "structure": (1,), "defense": (defense,)}
    return UnitCard(
        key=f"{COMMON.lower()}/comet", kind="capital", faction=COMMON, name="Comet", tv=0, version="1.2.4",
        image="", base=Base("circle", 2 * radius, 2 * radius), speed=0, fire_control=0, turns=0, skill=0, unit_cap=0,
        armor=freeze_mapping(dict.fromkeys(("fore", "side", "port", "starboard", "aft"), 0)), signature=0, sensors=0,
        tracks=freeze_mapping(tracks), mounts=(), traits=(), squadron_type=None, drone_class=None, source_text="{}",
    )  # fmt: skip
