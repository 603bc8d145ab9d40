"""`measure`: every distance, range band, arc and cover between the models on the table."""

from __future__ import annotations

from typing import Any

from jovian.commands.position import open_position
from jovian.commands.stdout import print_json
from jovian.game import Model, State, Terrain
from jovian.rules.shots import ratings
from jovian.rules.shots.formula import ARC_BONUS
from jovian.rules.shots.shot import obscured_by, sensor_band, touches_piece
from jovian.table import arcs_of, distance, main_arcs

Facts = dict[str, Any]


def show_measures(target: str, as_json: bool) -> int:
    """Print what can be measured in the position of a save or a scenario."""
    state = open_position(target).state
    measured = measures(state)
    if as_json:
        print_json(measured)
    else:
        _tables(state, measured)
    return 0


def measures(state: State) -> dict[str, list[Facts]]:
    """The models on the table, what lies between each ordered pair of them, and the terrain. Inches and degrees."""
    models = list(state.on_table())
    pairs = [_pair(state, one, other) for one in models for other in models if one is not other]
    lands = [_land(models, piece) for piece in state.terrain.values()]
    return {"models": [_model(state, model) for model in models], "pairs": pairs, "terrain": lands}


def _land(models: list[Model], piece: Terrain) -> Facts:
    """A piece of terrain by the corners of its parts, and which models overlap it."""
    x, y, heading = piece.pose
    parts = [[[round(px, 4), round(py, 4)] for px, py in part.outline(piece.pose)] for part in piece.outline]
    over = [model.id for model in models if touches_piece(model, piece)]
    return {"id": piece.id, "kind": piece.kind, "x": x, "y": y, "heading": heading, "parts": parts, "over": over}


def _model(state: State, model: Model) -> Facts:
    (x, y, heading), side = model.pose, None if model.neutral else model.side
    base = [[round(px, 4), round(py, 4)] for px, py in model.base.outline(model.pose)]
    return {
        "id": model.id, "card": model.card.key, "side": side, "x": x, "y": y, "heading": heading, "base": base,
        "signature": model.card.signature, "sensors": ratings.sensors(state, model),
    }  # fmt: skip


def _pair(state: State, one: Model, other: Model) -> Facts:
    inches = distance(one.base, one.pose, other.base, other.pose)
    return {
        "from": one.id, "to": other.id, "distance": round(inches, 4), "band": sensor_band(state, one, other, inches),
        "arcs": list(arcs_of(one.base, one.pose, other.base, other.pose)) if has_arcs(one) else [],
        "attacked_arc": attacked_arc(one, other), "obscured": bool(obscured_by(state, one, other)),
    }  # fmt: skip


def has_arcs(model: Model) -> bool:
    """Has it a front and a stern? Squadrons and stations have not (R15, R33)."""
    return model.capital and not model.card.station


def attacked_arc(attacker: Model, target: Model) -> str | None:
    """The target's arc that an attack strikes; on equal shares the least good one for the attacker (R17)."""
    if not has_arcs(target):
        return None
    sides = main_arcs(target.base, target.pose, attacker.base, attacker.pose)
    return min(sides, key=lambda arc: (ARC_BONUS[arc] - target.card.armor[arc], arc))


def _tables(state: State, measured: dict[str, list[Facts]]) -> None:
    from rich.table import Table

    from jovian.commands.screen import make_console

    names = {model.id: f"{model.name} ({'neutral' if model.neutral else model.side})" for model in state.on_table()}
    models = Table("model", "card", "x", "y", "heading", "signature", "sensors", title=f"turn {state.turn}")
    for each in measured["models"]:
        numbers = [f"{each['x']:.2f}", f"{each['y']:.2f}", str(each["heading"])]
        models.add_row(names[each["id"]], each["card"], *numbers, str(each["signature"]), str(each["sensors"]))
    pairs = Table("from", "to", "inches", "band", "in arcs", "strikes", "cover")
    for each in measured["pairs"]:
        cover = "obscured" if each["obscured"] else ""
        ends = [names[each["from"]], names[each["to"]], f"{each['distance']:.2f}", each["band"]]
        pairs.add_row(*ends, " ".join(each["arcs"]), each["attacked_arc"] or "", cover)
    console = make_console()
    if not measured["models"]:
        console.print("No model stands on the table.")
        return
    console.print(models)
    console.print(pairs)
    if measured["terrain"]:
        lands = Table("terrain", "x", "y", "overlapped by")
        for each in measured["terrain"]:
            over = ", ".join(names[ident] for ident in each["over"])
            lands.add_row(each["id"], f"{each['x']:.2f}", f"{each['y']:.2f}", over)
        console.print(lands)
