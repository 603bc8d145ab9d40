"""Odds as rows and columns: all weapons against a target, and the answers of a prompt."""

from __future__ import annotations

from dataclasses import replace

from jovian.dice import Pool
from jovian.rules.damage.damage import Outlook
from jovian.rules.shots.formula import Assessment
from jovian.rules.shots.shot import POINT_DEFENSE
from jovian.ui.kit.tables import Cell, Column, Row, Table
from jovian.ui.kit.theme import DANGER, GOOD, TEXT, TEXT_SOFT, Color
from jovian.ui.presentation.odds import Aim, WeaponOdds, pool_words

# --- Cells ---


def percent(chance: float) -> str:
    """Return a probability in whole percent. One that is neither 0 nor 1 isn't rounded to it."""
    if 0 < chance < 0.005:
        return "<1%"
    return ">99%" if 0.995 <= chance < 1 else f"{chance:.0%}"


def chance_cell(chance: float, color: Color, *, bar: bool = False) -> Cell:
    """Return a cell with a probability. If it is 0, it has no color."""
    return Cell(percent(chance), color if chance >= 0.005 else TEXT_SOFT, chance, chance if bar else None)


def number_cell(number: float, color: Color = TEXT) -> Cell:
    """Return a cell with a number."""
    return Cell(f"{number:.2f}", color if number >= 0.005 else TEXT_SOFT, number)


# --- Weapons against a target ---

WEAPON = "weapon"
"""The name of a weapon's row starts with this word, and its mount follows."""


def weapons_table(aim: Aim, is_capital: bool) -> Table:
    """Return a table of all weapons of an attacker against the target of an aim."""
    loss = "Cripples" if is_capital else "Destroys"
    columns = (Column("Dice", 58, rank=3), Column("Hits", 46), Column("Damage", 52, rank=1), Column(loss, 56, rank=2))
    rows = [_weapon_row(aim, weapon) for weapon in aim.weapons]
    for number, no_shot in enumerate(aim.refused):
        reason = " ".join(text for text in (no_shot.refusal.reason, no_shot.remedy) if text)
        hint = no_shot.refusal.cited
        rows.append(Row(f"refused {number}", count_names(no_shot.weapons), reason=reason, hint=hint, enabled=False))
    return Table("Weapon", columns, tuple(rows))


def _weapon_row(aim: Aim, weapon: WeaponOdds) -> Row:
    shot, outlook = weapon.shot, weapon.outlook
    is_chosen = weapon.mount == aim.chosen
    many = f" × {aim.mounts}" if is_chosen and aim.mounts > 1 else ""
    mark = str(aim.picks.index(weapon.mount) + 1) if weapon.mount in aim.picks[:9] else ""
    row = Row(
        f"{WEAPON} {weapon.mount}", f"{weapon.name}{many}", mark=mark, lit=is_chosen or weapon.linked,
        value=weapon.mount, enabled=weapon.mount != POINT_DEFENSE,
    )  # fmt: skip
    if weapon.linked:
        return replace(row, reason="Linked: fires with the first one.")
    if shot.jammed:
        return replace(row, reason=f"Jammed by {shot.jammed}: it fails.")
    cells = [Cell(_pool_code(shot.roll.pool), TEXT_SOFT, float(shot.roll.pool.base)), *shot_cells(shot, outlook)]
    hint = "Fires at every enemy squadron in range, with its own button." if weapon.mount == POINT_DEFENSE else ""
    return replace(row, cells=tuple(cells), hint=hint or f"Rolls {pool_words(shot.roll.pool)}")


def shot_cells(shot: Assessment, outlook: Outlook | None) -> list[Cell]:
    """Return the cells of a shot: hits, damage, and destroys. They include the detection test before the shot."""
    found = float(shot.seeking.odds().success) if shot.seeking is not None else 1.0
    cells = [chance_cell(found * float(shot.odds().success), GOOD)]
    if outlook is not None:
        damage = number_cell(found * (outlook.structure + outlook.others))
        cells += [damage, chance_cell(found * outlook.lost, DANGER)]
    return cells


def _pool_code(pool: Pool) -> str:
    """Return how many dice are rolled and kept, and the macro dice."""
    text = f"{pool.base + pool.flex}, keep {pool.base}" if pool.flex else f"{pool.base}"
    return f"{text}, {pool.macro:+d} macro" if pool.macro else text


def count_names(names: tuple[str, ...]) -> str:
    """Return the names of weapons. Several of the same name are counted."""
    kinds = {name.partition(" (")[0] for name in names}
    return f"{kinds.pop()} × {len(names)}" if len(kinds) == 1 and len(names) > 1 else ", ".join(names)
