"""The command `measure`: print all distances, range bands, arcs, and cover on the table."""

from __future__ import annotations

from typing import Any

from jovian.commands.position import load_state
from jovian.commands.stdout import print_json
from jovian.game import Model, State, Terrain
from jovian.rules.basics.nearby import touches_piece
from jovian.rules.shots import ratings
from jovian.rules.shots.formula import ARC_BONUS
from jovian.rules.shots.shot import obscured_by, sensor_band
from jovian.table import arcs_of, distance, main_arcs

Facts = dict[str, Any]


def show_measures(target: str, as_json: bool) -> int:
    """Print the measurements of a save or a scenario."""
    state = load_state(target)
    data = measurements(state)
    if as_json:
        print_json(data)
    else:
        _print_tables(state, data)
    return 0


def measurements(state: State) -> dict[str, list[Facts]]:
    """Return data of the models on the table, of each ordered pair of them, and of the terrain."""
    models = list(state.on_table())
    pairs = [_pair_data(state, one, other) for one in models for other in models if one is not other]
    terrain = [_terrain_data(models, piece) for piece in state.terrain.values()]
    return {"models": [_model_data(state, model) for model in models], "pairs": pairs, "terrain": terrain}


def _terrain_data(models: list[Model], piece: Terrain) -> Facts:
    """Return a piece of terrain with the corners of its parts and the ids of overlapping models."""
    x, y, heading = piece.pose
    parts = [[[round(px, 4), round(py, 4)] for px, py in part.outline(piece.pose)] for part in piece.outline]
    over = [model.id for model in models if touches_piece(model, piece)]
    return {"id": piece.id, "kind": piece.kind, "x": x, "y": y, "heading": heading, "parts": parts, "over": over}


def _model_data(state: State, model: Model) -> Facts:
    (x, y, heading), side = model.pose, None if model.is_neutral else model.side
    base = [[round(px, 4), round(py, 4)] for px, py in model.base.outline(model.pose)]
    return {
        "id": model.id, "card": model.card.key, "side": side, "x": x, "y": y, "heading": heading, "base": base,
        "signature": model.card.signature, "sensors": ratings.sensors(state, model),
    }  # fmt: skip


def _pair_data(state: State, one: Model, other: Model) -> Facts:
    inches = distance(one.base, one.pose, other.base, other.pose)
    return {
        "from": one.id, "to": other.id, "distance": round(inches, 4), "band": sensor_band(state, one, other, inches),
        "arcs": list(arcs_of(one.base, one.pose, other.base, other.pose)) if has_arcs(one) else [],
        "attacked_arc": attacked_arc(one, other), "obscured": bool(obscured_by(state, one, other)),
    }  # fmt: skip


def has_arcs(model: Model) -> bool:
    """Return whether a model has arcs. Squadrons and stations don't (R15, R33)."""
    return model.is_capital and not model.card.station


def attacked_arc(attacker: Model, target: Model) -> str | None:
    """Return the target's arc that an attack hits. In a tie: the worst arc for the attacker (R17)."""
    if not has_arcs(target):
        return None
    sides = main_arcs(target.base, target.pose, attacker.base, attacker.pose)
    return min(sides, key=lambda arc: (ARC_BONUS[arc] - target.card.armor[arc], arc))


def _print_tables(state: State, data: dict[str, list[Facts]]) -> None:
    from rich.table import Table

    from jovian.commands.screen import make_console

    names = {model.id: f"{model.name} ({'neutral' if model.is_neutral else model.side})" for model in state.on_table()}
    models = Table("model", "card", "x", "y", "heading", "signature", "sensors", title=f"turn {state.turn}")
    for model in data["models"]:
        numbers = [f"{model['x']:.2f}", f"{model['y']:.2f}", str(model["heading"])]
        models.add_row(names[model["id"]], model["card"], *numbers, str(model["signature"]), str(model["sensors"]))
    pairs = Table("from", "to", "inches", "band", "in arcs", "hits arc", "cover")
    for pair in data["pairs"]:
        cover = "obscured" if pair["obscured"] else ""
        ends = [names[pair["from"]], names[pair["to"]], f"{pair['distance']:.2f}", pair["band"]]
        pairs.add_row(*ends, " ".join(pair["arcs"]), pair["attacked_arc"] or "", cover)
    console = make_console()
    if not data["models"]:
        console.print("No models are on the table.")
        return
    console.print(models)
    console.print(pairs)
    if data["terrain"]:
        terrain = Table("terrain", "x", "y", "overlapped by")
        for piece in data["terrain"]:
            over = ", ".join(names[model_id] for model_id in piece["over"])
            terrain.add_row(piece["id"], f"{piece['x']:.2f}", f"{piece['y']:.2f}", over)
        console.print(terrain)
