"""One edge to escape by, of the attacker's choice (v1.2.4 Scenarios > Ambush > Ambush!)."""

from __future__ import annotations

from collections.abc import Iterable

from jovian.frozen import frozen
from jovian.game import Game, Model, Option, Pick, Procedure, Refusal, State, ask
from jovian.game.answers import ChooseEdge
from jovian.game.choice import Point
from jovian.game.pointing import PointLine
from jovian.rules.facts.nearby import refuse_near_enemies
from jovian.rules.places.edges import EAST, NORTH, SOUTH, WEST, planets
from jovian.rules.rulebook.action import Action
from jovian.rules.rulebook.clause import Clause
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.hooks.games import EDGE, Landmark
from jovian.rules.scenario.roles import DEFENDER, plays
from jovian.table import TOLERANCE, Rect, edge_distances

PLACE = "v1.2.4 Scenarios > Ambush > Ambush!"
EDGES = {"north": NORTH, "east": EAST, "south": SOUTH, "west": WEST}
"""The heading away from the table of each."""
ORDER = ("west", "east", "south", "north")
"""As the distances of the edges are told."""
NEAR = 6.0
"""Inches from the edge at most, and from every enemy at least."""


class Hunted(Effect):
    """What binds the models of the defender."""

    __slots__ = ()
    name = "Ambush!"
    place = PLACE
    summary = f'It withdraws within {NEAR:g}" of the escape edge only, and {NEAR:g}" from every enemy.'

    def may_declare(self, state: State, model: Model, action: Action) -> Refusal | None:
        """A refusal of flight anywhere else."""
        edge = escape_edge(state)
        if not action.gives_up or not edge or not plays(state, model.side, DEFENDER) or not model.on_table:
            return None
        apart = edge_gap(state, model, edge)
        if apart > NEAR + TOLERANCE:
            reason = f'{model.name} is {apart:.1f}" from the {edge} edge: it withdraws within {NEAR:g}" of it only.'
            return Refusal(reason, PLACE, (PointLine(*ends(state, edge)),))
        return refuse_near_enemies(state, model, NEAR, PLACE)

    def refuse_leaving(self, state: State, model: Model) -> Refusal | None:
        """Whoever is off the table anywhere but over that edge has not escaped."""
        edge = escape_edge(state)
        if not edge or not model.on_table or not plays(state, model.side, DEFENDER):
            return None
        if edge_gap(state, model, edge) < -TOLERANCE:
            return None
        return Refusal(f"{model.name} escapes over the {edge} edge only.", PLACE, (PointLine(*ends(state, edge)),))


@frozen
class Ambush(Clause):
    """The attacker chooses the edge at the end of the first Deployment Phase."""

    name = Hunted.name
    place = PLACE
    summary = (
        f'When all have deployed the attacker chooses an edge. The defender withdraws within {NEAR:g}" of it only, and '
        f'{NEAR:g}" from every enemy; over any other edge it counts as destroyed.'
    )
    step = "escape edge"

    edge: str = ""
    """The edge, where the scenario says so itself."""

    def deployment_ends(self, game: Game) -> Procedure[None]:
        """The choice of the edge, once."""
        state = game.state
        if escape_edge(state):
            return
        listed = [Option(ChooseEdge(each), f"The {each} edge") for each in open_edges(state)]
        title = "Choose the edge by which the other side must escape"
        chosen = (yield from ask(Pick("edge", state.initiative, title, PLACE, listed, anchor=True))).edge
        self.remember(game, chosen, f"lets the other side escape over the {chosen} edge only", state.initiative)

    def effects(self, side: int) -> tuple[Effect, ...]:
        """It bears on all; who defends is seen from the roles of the game."""
        return (Hunted(),)

    def landmarks(self, state: State) -> Iterable[Landmark]:
        """The edge, and how near to it one may withdraw."""
        edge = escape_edge(state)
        if edge:
            yield Landmark(EDGE, 1 - state.initiative, ends(state, edge), "Escape edge", NEAR)


def escape_edge(state: State) -> str:
    """The edge by which the defender escapes, "" before it is chosen."""
    chosen = str(state.notes.get(Ambush.name, ""))
    return chosen or next((each.edge for each in state.rulebook.clauses if isinstance(each, Ambush)), "")


def open_edges(state: State) -> list[str]:
    """Those that may be chosen: along which no planet lies, if there are any."""
    held = {planet.pose.heading for planet in planets(state)}
    return [each for each, heading in EDGES.items() if heading not in held] or list(EDGES)


def ends(state: State, edge: str) -> tuple[Point, Point]:
    """The two corners of the table between which an edge lies."""
    wide, high = state.width, state.height
    return {
        "north": ((0.0, high), (wide, high)), "south": ((0.0, 0.0), (wide, 0.0)),
        "west": ((0.0, 0.0), (0.0, high)), "east": ((wide, 0.0), (wide, high)),
    }[edge]  # fmt: skip


def band(state: State, edge: str, inches: float) -> Rect:
    """The part of the table so near to an edge."""
    (ax, ay), (bx, by) = ends(state, edge)
    left, bottom, right, top = min(ax, bx), min(ay, by), max(ax, bx), max(ay, by)
    if edge in ("north", "south"):
        return Rect(left, bottom - inches, right, top) if edge == "north" else Rect(left, bottom, right, top + inches)
    return Rect(left - inches, bottom, right, top) if edge == "east" else Rect(left, bottom, right + inches, top)


def edge_gap(state: State, model: Model, edge: str) -> float:
    """Inches between a base and an edge, negative where it sticks over."""
    return edge_distances(model.base, model.pose, state.width, state.height)[ORDER.index(edge)]
