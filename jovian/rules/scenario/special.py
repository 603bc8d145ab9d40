"""Special rules of scenarios: atmosphere, Solar Storm, Ambush, and no withdrawal (v1.2.4 Scenarios)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field
from typing import Annotated

from jovian.cards import ScenarioCard, TerrainCard
from jovian.cards.files import Cause
from jovian.cards.keys import Mark, OneOf, Rating
from jovian.cards.names import KINDS
from jovian.cards.scenario import Edge, Role, Turn
from jovian.frozen import frozen
from jovian.game import Game, ListDecision, Model, Option, Procedure, Refusal, State, Terrain, ask
from jovian.game.answers import ChooseEdge, Point
from jovian.game.decision import PointLine, PointRing
from jovian.game.events import Placed
from jovian.rules.basics.nearby import refuse_near_enemies
from jovian.rules.basics.rolls import one_die
from jovian.rules.damage.leaving_play import models_aboard
from jovian.rules.placement.move_limits import EAST, NORTH, SOUTH, WEST, planets
from jovian.rules.rulebook.effect import LONG, Effect, ShotFacts
from jovian.rules.rulebook.global_rule import EDGE, GlobalRule, Landmark
from jovian.rules.rulebook.order import Action
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.scenario.objectives import DEFENDER, has_role
from jovian.rules.terrain import ATMOSPHERE, edge_piece
from jovian.rules.traits.model_traits import ThickAir
from jovian.table import TOLERANCE, Rect, edge_distances

# --- Atmosphere (v1.2.4 Terrain > Atmosphere, R32, R52) ---
THINNEST, SPREAD = 3, 3
"""Inches to which 1d3 is added, and the maximum of this die."""


class Atmosphere(GlobalRule):
    """The atmosphere of a scenario. A die decides its thickness if the scenario doesn't."""

    __slots__ = ()
    name = "Atmosphere"
    place = ThickAir.place
    summary = 'The scenario gives the thickness of the atmosphere. Else it is 3" and 1d3", rolled as the game starts.'

    def effects(self, side: int) -> tuple[Effect, ...]:
        """Return its effect on all models."""
        return (ThickAir(),)

    def game_begins(self, game: Game) -> Procedure[None]:
        """Roll the thickness of each atmosphere without one, in the order of the scenario, and add it to the table."""
        state = game.state
        for card in unrolled_atmospheres(state):
            face = yield from one_die(game, state.initiative, f"the thickness of the atmosphere ({THINNEST} + 1d3)")
            piece = edge_piece(state, card, float(THINNEST + (face + 1) // 2))
            state.terrain[piece.id] = piece
            game.log_event(Placed(
                model=piece.id, start=None, to=piece.pose, path=(piece.pose,), cause="terrain", inches=0.0,
                kind=piece.kind,
            ))  # fmt: skip


def unrolled_atmospheres(state: State) -> list[TerrainCard]:
    """Return the atmospheres whose thickness isn't rolled yet. There are none if terrain is placed in another way."""
    cards = [] if rulebook(state).layout else state.scenario.terrain
    return [card for card in cards if card.kind == ATMOSPHERE and not card.thickness and card.id not in state.terrain]


def extreme_atmospheres(state: State, card: TerrainCard) -> tuple[Terrain, Terrain]:
    """Return an atmosphere with its minimum and with its maximum thickness."""
    return edge_piece(state, card, THINNEST + 1.0), edge_piece(state, card, float(THINNEST + SPREAD))


# --- Solar Storm (v1.2.4 Scenarios > Solar Storm, R82) ---
BLINDED = "v1.2.4 Scenarios > Solar Storm > Blinded by the Light"
CLEARS = 3
"""The turn in which the storm ends."""


class Dazzled(Effect):
    """The storm's effect on each model."""

    __slots__ = ()
    name = "Blinded by the Light"
    place = BLINDED
    summary = "Until turn 3, it can be attacked at Short Range only, and it may not board. Missiles aren't affected."

    def sensors_against(self, state: State, model: Model, sensors: int) -> int | None:
        """Return 0 while the storm lasts: no Sensors reach beyond a model's Signature."""
        return sensors if sensors is None or state.turn >= CLEARS else 0

    def target_refuses(self, shot: ShotFacts) -> Refusal | None:
        """Refuse guns beyond Short Range while the storm lasts, even those that may fire at Long Range."""
        if shot.state.turn >= CLEARS or shot.weapon.missile or shot.band != LONG:
            return None
        reach = shot.target.card.signature
        return Refusal(
            f'{shot.target.name} is {shot.distance:.1f}" away: the storm limits attacks to Short Range ({reach:g}").',
            BLINDED, (PointRing(shot.attacker.pose[:2], float(reach)),),
        )  # fmt: skip

    def may_declare(self, state: State, model: Model, action: Action) -> Refusal | None:
        """Refuse to board while the storm lasts."""
        is_refused = action.boards and state.turn < CLEARS
        return Refusal(f"No model may board before turn {CLEARS}, during the storm.", BLINDED) if is_refused else None


class BlindedByTheLight(GlobalRule):
    """A storm over the whole table."""

    __slots__ = ()
    name = Dazzled.name
    place = BLINDED
    summary = "Until turn 3, attacks are possible at Short Range only, and no model boards. Missiles aren't affected."

    def effects(self, side: int) -> tuple[Effect, ...]:
        """Return its effect on all models."""
        return (Dazzled(),)


# --- Ambush (v1.2.4 Scenarios > Ambush > Ambush!) ---
AMBUSH = "v1.2.4 Scenarios > Ambush > Ambush!"
EDGES = {"north": NORTH, "east": EAST, "south": SOUTH, "west": WEST}
"""The heading away from the table of each edge."""
EDGE_ORDER = ("west", "east", "south", "north")
"""The order in which distances to edges are returned."""
NEAR = 6.0
"""The maximum distance from the edge and the minimum distance from every enemy, in inches."""


class Hunted(Effect):
    """What binds the models of the defender."""

    __slots__ = ()
    name = "Ambush!"
    place = AMBUSH
    summary = f'It may withdraw only within {NEAR:g}" of the escape edge and at least {NEAR:g}" from every enemy.'

    def may_declare(self, state: State, model: Model, action: Action) -> Refusal | None:
        """Refuse to withdraw anywhere else."""
        edge = escape_edge(state)
        if not action.gives_up or not edge or not has_role(state, model.side, DEFENDER) or not model.is_on_table:
            return None
        inches = edge_gap(state, model, edge)
        if inches > NEAR + TOLERANCE:
            reason = f'{model.name} is {inches:.1f}" from the {edge} edge: it may withdraw within {NEAR:g}" of it only.'
            return Refusal(reason, AMBUSH, (PointLine(*_edge_ends(state, edge)),))
        return refuse_near_enemies(state, model, NEAR, AMBUSH)

    def refuse_leaving(self, state: State, model: Model) -> Refusal | None:
        """Return why a model off the table hasn't escaped, or None if it left over the escape edge."""
        edge = escape_edge(state)
        if not edge or not model.is_on_table or not has_role(state, model.side, DEFENDER):
            return None
        if edge_gap(state, model, edge) < -TOLERANCE:
            return None
        return Refusal(
            f"{model.name} may escape over the {edge} edge only.", AMBUSH, (PointLine(*_edge_ends(state, edge)),)
        )


@frozen
class Ambush(GlobalRule):
    """The attacker chooses the escape edge at the end of the first Deployment Phase."""

    name = Hunted.name
    place = AMBUSH
    summary = (
        f'After deployment, the attacker chooses an edge. The defender may withdraw only within {NEAR:g}" of it, and '
        f'at least {NEAR:g}" from every enemy. Models that leave over another edge count as destroyed.'
    )
    step = "escape edge"

    edge: Annotated[Edge, Mark.NULL] = ""
    """The edge, if the scenario decides it."""

    def lacks(self, scenario: ScenarioCard) -> Iterator[Cause]:
        if scenario.models and not self.edge:
            yield "an edge, where models are placed"

    def deployment_ends(self, game: Game) -> Procedure[None]:
        """Ask for the edge once."""
        state = game.state
        if escape_edge(state):
            return
        listed = [Option(ChooseEdge(edge), f"The {edge} edge") for edge in open_edges(state)]
        title = "Choose the edge over which the other side must escape"
        chosen = (yield from ask(ListDecision("edge", state.initiative, title, AMBUSH, listed, anchor=True))).edge
        self.remember(game, chosen, f"lets the other side escape over the {chosen} edge only", state.initiative)

    def effects(self, side: int) -> tuple[Effect, ...]:
        """Return its effect on all models. It applies to the defender's only."""
        return (Hunted(),)

    def landmarks(self, state: State) -> Iterable[Landmark]:
        """Yield the escape edge and the strip along it."""
        edge = escape_edge(state)
        if edge:
            yield Landmark(EDGE, 1 - state.initiative, _edge_ends(state, edge), "Escape edge", NEAR)


def escape_edge(state: State) -> str:
    """Return the edge by which the defender escapes, or "" before it is chosen."""
    chosen = str(state.notes.get(Ambush.name, ""))
    return chosen or next((rule.edge for rule in state.rulebook.clauses if isinstance(rule, Ambush)), "")


def open_edges(state: State) -> list[str]:
    """Return the edges that may be chosen: those without a planet, if there are any."""
    planet_headings = {planet.pose.heading for planet in planets(state)}
    return [edge for edge, heading in EDGES.items() if heading not in planet_headings] or list(EDGES)


def _edge_ends(state: State, edge: str) -> tuple[Point, Point]:
    """Return the 2 corners of the table at the ends of an edge."""
    width, height = state.width, state.height
    return {
        "north": ((0.0, height), (width, height)), "south": ((0.0, 0.0), (width, 0.0)),
        "west": ((0.0, 0.0), (0.0, height)), "east": ((width, 0.0), (width, height)),
    }[edge]  # fmt: skip


def edge_strip(state: State, edge: str, inches: float) -> Rect:
    """Return the strip of the table along an edge."""
    (ax, ay), (bx, by) = _edge_ends(state, edge)
    left, bottom, right, top = min(ax, bx), min(ay, by), max(ax, bx), max(ay, by)
    if edge in ("north", "south"):
        return Rect(left, bottom - inches, right, top) if edge == "north" else Rect(left, bottom, right, top + inches)
    return Rect(left - inches, bottom, right, top) if edge == "east" else Rect(left, bottom, right + inches, top)


def edge_gap(state: State, model: Model, edge: str) -> float:
    """Return the inches between a base and an edge, negative if the base extends over it."""
    return edge_distances(model.base, model.pose, state.width, state.height)[EDGE_ORDER.index(edge)]


# --- No withdrawal (v1.2.4 Scenarios > Fleet Engagement, Water Raid, R27) ---
NO_QUARTER = "v1.2.4 Scenarios > Fleet Engagement > No Quarter Given"
SURPRISE = "v1.2.4 Scenarios > Water Raid > Surprise Attack!"
MODELS = {"capital": "capital ships", "squadron": "squadrons"}


@frozen
class Bound(Effect):
    """What prevents models from leaving."""

    name = "No Withdrawal"
    place = NO_QUARTER
    summary = "It may not withdraw yet. Off the table, it counts as destroyed, with everything it carries."

    rule: NoWithdrawal = field(kw_only=True)

    def refuse_leaving(self, state: State, model: Model) -> Refusal | None:
        """Refuse to leave as long as the rule applies to the model."""
        is_bound = self._is_bound(state, model)
        return Refusal(f"{model.name} may not withdraw {self.rule.when}.", self.rule.place) if is_bound else None

    def may_declare(self, state: State, model: Model, action: Action) -> Refusal | None:
        """Refuse to leave with an action, also while it carries a model that may not leave."""
        if not action.gives_up:
            return None
        for carried in (model, *models_aboard(state, model)):
            refusal = self.refuse_leaving(state, carried)
            if refusal is not None:
                return refusal
        return None

    def _is_bound(self, state: State, model: Model) -> bool:
        rule = self.rule
        if rule.kind and model.is_capital != (rule.kind == "capital"):
            return False
        is_early = not rule.until or state.turn < rule.until
        return is_early and model.rating("structure") > rule.above and has_role(state, model.side, rule.role)


@frozen
class NoWithdrawal(GlobalRule):
    """Models of a role or kind may not withdraw before a turn, or with more than a Structure."""

    name = Bound.name

    role: Annotated[Role, Mark.NULL] = ""
    """The role that is bound, or "" for both."""
    kind: Annotated[str, OneOf(KINDS), Mark.NULL] = ""
    """`capital` or `squadron`, or "" for both."""
    until: Annotated[Turn, Mark.NULL] = 0
    """The turn in which they may leave, or 0 for none."""
    above: Annotated[Rating, Mark.NULL] = -1
    """The Structure rating at which they may leave, or -1 for none."""

    @property
    def place(self) -> str:  # type: ignore[override]
        """The citation of the scenario with such a rule: until a turn, or down to some Structure."""
        return SURPRISE if self.until and self.above < 0 else NO_QUARTER

    @property
    def summary(self) -> str:  # type: ignore[override]
        kind = MODELS.get(self.kind, "models")
        whose = f"The {self.role}'s {kind}" if self.role else kind.capitalize()
        return f"{whose} may not withdraw {self.when}. Off the table, they count as destroyed."

    @property
    def when(self) -> str:
        """How long they may not leave."""
        turn = f"before turn {self.until}" if self.until else ""
        structure = f"with more than {self.above} Structure" if self.above >= 0 else ""
        return " ".join(text for text in (turn, structure) if text) or "from this battle"

    def effects(self, side: int) -> tuple[Effect, ...]:
        """Return its effect on all models. It applies to its role only."""
        return (Bound(rule=self),)
