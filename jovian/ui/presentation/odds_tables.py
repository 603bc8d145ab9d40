"""Odds as rows and columns: all weapons against a target, and the answers of a prompt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from jovian.descriptions.odds import Aim, Figures, WeaponOdds, count_names, shot_figures
from jovian.dice import Pool
from jovian.frozen import frozen
from jovian.rules.shots.shot import POINT_DEFENSE
from jovian.ui.kit.tables import Cell, Column, Table, TableRow
from jovian.ui.kit.theme import DANGER, GOOD, TEXT, TEXT_SOFT, WARN, Color

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
    return Cell(f"{number:.1f}", color if number >= 0.05 else TEXT_SOFT, number)


# --- Weapons against a target ---

WEAPON = "weapon"
"""The name of a weapon's row starts with this word, and its mount follows."""


def weapons_table(aim: Aim) -> Table:
    """Return a table of all weapons of an attacker against the target of an aim."""
    columns = Column("Dice", 58, rank=2), Column("Hits", 46), Column("Structure", 60, rank=1)
    rows = [_weapon_row(aim, weapon) for weapon in aim.weapons]
    for number, no_shot in enumerate(aim.refused):
        reason = " ".join(text for text in (no_shot.refusal.reason, no_shot.remedy) if text)
        label, hint = count_names(no_shot.weapons), no_shot.refusal.cited
        rows.append(TableRow(f"refused {number}", label, reason=reason, hint=hint, enabled=False))
    return Table("Weapon", columns, tuple(rows))


def _weapon_row(aim: Aim, weapon: WeaponOdds) -> TableRow:
    shot, outlook = weapon.shot, weapon.outlook
    is_chosen = weapon.mount == aim.chosen
    many = f" x{aim.mounts}" if is_chosen and aim.mounts > 1 else ""
    mark = str(aim.picks.index(weapon.mount) + 1) if weapon.mount in aim.picks[:9] else ""
    row = TableRow(
        f"{WEAPON} {weapon.mount}", f"{weapon.name}{many}", mark=mark, lit=is_chosen or weapon.linked or weapon.ticked,
        value=weapon.mount, enabled=weapon.mount != POINT_DEFENSE,
    )  # fmt: skip
    if weapon.linked:
        return replace(row, reason="Linked: fires with the first one.")
    if shot.jammed:
        return replace(row, reason=f"Jammed by {shot.jammed}: it fails.")
    figures = shot_figures(shot, outlook)
    cells = [
        Cell(_pool_code(shot.roll.pool), TEXT_SOFT, float(shot.roll.pool.base)),
        chance_cell(figures["hits"], GOOD),
    ]
    if outlook is not None:
        cells.append(chance_cell(figures["structure"], DANGER))
    hint = "Fires at every enemy squadron in range, with its own button." if weapon.mount == POINT_DEFENSE else ""
    return replace(row, cells=tuple(cells), hint=hint or f"Rolls {shot.roll.pool.words()}")


def _pool_code(pool: Pool) -> str:
    """Return how many dice are rolled and kept, and the macro dice."""
    text = f"{pool.base + pool.flex}, keep {pool.base}" if pool.flex else f"{pool.base}"
    return f"{text}, {pool.macro:+d} macro" if pool.macro else text


# --- Answers of a prompt ---

WAITING = Cell("…", TEXT_SOFT)
_COLUMNS: dict[str, tuple[Column, Color]] = {
    "catches": (Column("Catches", 44, rank=1), TEXT),
    "hits": (Column("Hits", 36, "Target"), GOOD),
    "structure": (Column("Structure", 56, "Target", rank=3), GOOD),
    "destroys": (Column("Lost", 36, "Target", rank=2), GOOD),
    "aboard": (Column("Get aboard", 60), TEXT),
    "any aboard": (Column("At least 1", 56, rank=1), GOOD),
    "own hit": (Column("Hits", 36, "Own risk", rank=5), WARN),
    "own structure": (Column("Structure", 56, "Own risk", rank=6), DANGER),
    "own lost": (Column("Lost", 36, "Own risk", rank=4), DANGER),
}
"""The columns of the figures of answers, with their colors."""


@frozen
class AnswerRow:
    """An answer of a prompt, with its figures so far."""

    name: str
    label: str
    note: str
    hint: str
    figures: Figures
    mark: str = ""
    is_done: bool = True
    """Whether all figures are known."""
    lit: bool = False
    value: object = None
    """The value of the row."""


def answers_table(rows: Sequence[AnswerRow], label: str) -> Table:
    """Return a table of answers with the columns that apply to any of them, in a fixed order."""
    used = {name for row in rows for name in row.figures}
    if "catches" in used:
        used.update(_FIGHT)
    names = [name for name in _COLUMNS if name in used]
    return Table(label, tuple(_COLUMNS[name][0] for name in names), tuple(_answer_row(row, names) for row in rows))


_FIGHT = ("hits", "destroys", "own hit", "own lost")
"""The columns that each interception has beside the chance to catch."""
NO_NUMBER = Cell("–", TEXT_SOFT, -1.0)
"""What an interception has no number for. The tooltip of the row says why."""


def _answer_row(row: AnswerRow, used: Sequence[str]) -> TableRow:
    cells = tuple(_figure_cell(row, name) for name in used)
    note = row.note
    if row.is_done and "catches" in row.figures and len(row.figures) == 1:
        note = f"{note} · neither can fire" if note else "Neither can fire"
    return TableRow(row.name, row.label, cells, note=note, hint=row.hint, mark=row.mark, lit=row.lit, value=row.value)


def _figure_cell(row: AnswerRow, name: str) -> Cell | None:
    if name not in row.figures:
        if "catches" not in row.figures or name not in _FIGHT:
            return None
        return NO_NUMBER if row.is_done else WAITING
    value, color = row.figures[name], _COLUMNS[name][1]
    return number_cell(value, color) if name == "aboard" else chance_cell(value, color)
