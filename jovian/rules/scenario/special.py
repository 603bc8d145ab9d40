"""Special rules of scenarios."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field

from jovian.cards import TerrainCard
from jovian.dice import Pool
from jovian.frozen import frozen
from jovian.game import Game, ListDecision, Model, Option, Procedure, Refusal, State, Terrain, ask
from jovian.game.answers import ChooseEdge, Point
from jovian.game.decision import PointLine, PointRing
from jovian.game.events import Contribution, Placed
from jovian.rules.basics.nearby import pieces_near, refuse_near_enemies
from jovian.rules.basics.rolls import one_die
from jovian.rules.damage.casualties import models_aboard
from jovian.rules.placement.move_limits import EAST, NORTH, SOUTH, WEST, planets
from jovian.rules.rulebook.effect import LONG, Effect, ShotFacts
from jovian.rules.rulebook.global_rule import EDGE, GlobalRule, Landmark
from jovian.rules.rulebook.order import Action
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.scenario.objectives import DEFENDER, has_role
from jovian.rules.shots.shot import avoided, touches_piece
from jovian.rules.terrain import ATMOSPHERE, along
from jovian.rules.traits.traits import ElectronicCounterMeasures, Stealthed
from jovian.table import TOLERANCE, Rect, edge_distances

# --- atmosphere ---
# The atmosphere along an edge of the table: how thick it is, and what it hides (v1.2.4 Terrain, R32, R52).

ATMOSPHERE_CITATION = "v1.2.4 Terrain > Atmosphere"
THINNEST, SPREAD = 3, 3
"""Inches, to which 1d3 are added; and the most that this die gives."""


class ThickAir(Effect):
    """What atmosphere does to the aim at what is in it."""

    __slots__ = ()
    name = "Atmosphere"
    place = ATMOSPHERE_CITATION
    summary = "What overlaps it, even in part, has one rating of ECM more, or ECM 1."

    def blurs(self, state: State, model: Model) -> int:
        """As many ratings as the thickest air about it gives, none where it avoids that (R30)."""
        kinds = rulebook(state).terrain
        near = pieces_near(state, model.base, model.pose) if model.on_table else []
        about = [each for each in near if kinds[each.kind].blurs and touches_piece(model, each)]
        return max((kinds[each.kind].blurs for each in about if not avoided(state, model, each)), default=0)

    def target_parts(self, shot: ShotFacts) -> Iterable[Contribution]:
        """A model without ECM that does not run silent has what the air gives; others count it there."""
        return self._alone(shot).target_parts(shot) if self._counts(shot) else ()

    def pool_parts(self, shot: ShotFacts, pool: Pool) -> Iterable[Contribution]:
        """What the air gives such a model, where ECM changes dice."""
        return self._alone(shot).pool_parts(shot, pool) if self._counts(shot) else ()

    def _counts(self, shot: ShotFacts) -> bool:
        target = shot.target
        bare = not target.card.trait(ElectronicCounterMeasures.name) and not Stealthed.holds(target)
        return bare and self.blurs(shot.state, target) > 0

    def _alone(self, shot: ShotFacts) -> Effect:
        """The trait as it is played in this game, with nothing printed."""
        return rulebook(shot.state).traits[ElectronicCounterMeasures.name](0)


class Atmosphere(GlobalRule):
    """The atmosphere of a scenario: measured by a die where the file does not say how thick it is."""

    __slots__ = ()
    name = "Atmosphere"
    place = ATMOSPHERE_CITATION
    summary = 'An atmosphere is as thick as the scenario says, or 3" and 1d3" more, rolled as the game begins.'

    def effects(self, side: int) -> tuple[Effect, ...]:
        """It hides whoever is in it."""
        return (ThickAir(),)

    def game_begins(self, game: Game) -> Procedure[None]:
        """Roll for the thickness of each that has none yet, in the order of the scenario, and lay it."""
        state = game.state
        for card in unmeasured(state):
            face = yield from one_die(game, state.initiative, f"the thickness of the atmosphere ({THINNEST} + 1d3)")
            piece = along(state, card, float(THINNEST + (face + 1) // 2))
            state.terrain[piece.id] = piece
            game.tell(Placed(
                model=piece.id, start=None, to=piece.pose, path=(piece.pose,), cause="terrain", inches=0.0,
                kind=piece.kind,
            ))  # fmt: skip


def unmeasured(state: State) -> list[TerrainCard]:
    """The air that a die measures and has not measured yet; none where the table is laid out otherwise."""
    cards = [] if rulebook(state).layout else state.scenario.terrain
    return [card for card in cards if card.kind == ATMOSPHERE and not card.thickness and card.id not in state.terrain]


def extremes(state: State, card: TerrainCard) -> tuple[Terrain, Terrain]:
    """Air that a die measures, as thin and as thick as it may become."""
    return along(state, card, THINNEST + 1.0), along(state, card, float(THINNEST + SPREAD))


# --- solar storm ---
# What blinds ships in a solar storm (v1.2.4 Scenarios > Solar Storm, R82).

SOLAR_STORM_CITATION = "v1.2.4 Scenarios > Solar Storm > Blinded by the Light"
CLEARS = 3
"""The turn in which the storm is over."""


class Dazzled(Effect):
    """What the storm does to every model."""

    __slots__ = ()
    name = "Blinded by the Light"
    place = SOLAR_STORM_CITATION
    summary = "Until the third turn it is found at Short Range only, and nobody boards; missiles fly as ever."

    def sensors_against(self, state: State, model: Model, sensors: int) -> int | None:
        """Nobody's Sensors reach beyond its signature."""
        return sensors if sensors is None or state.turn >= CLEARS else 0

    def target_refuses(self, shot: ShotFacts) -> Refusal | None:
        """No gun fires beyond Short Range, whatever lets it fire at Long Range otherwise."""
        if shot.state.turn >= CLEARS or shot.weapon.missile or shot.band != LONG:
            return None
        reach = shot.target.card.signature
        return Refusal(
            f'{shot.target.name} is {shot.distance:.1f}" away: in the storm only Short Range ({reach:g}") is seen.',
            SOLAR_STORM_CITATION, (PointRing(shot.attacker.pose[:2], float(reach)),),
        )  # fmt: skip

    def may_declare(self, state: State, model: Model, action: Action) -> Refusal | None:
        """A refusal to board while the storm lasts."""
        blown = action.boards and state.turn < CLEARS
        return (
            Refusal(f"Nobody boards before turn {CLEARS}, while the storm blows.", SOLAR_STORM_CITATION)
            if blown
            else None
        )


class BlindedByTheLight(GlobalRule):
    """The storm over the whole table."""

    __slots__ = ()
    name = Dazzled.name
    place = SOLAR_STORM_CITATION
    summary = "Until the third turn everything is found at Short Range only, and nobody boards; missiles fly as ever."

    def effects(self, side: int) -> tuple[Effect, ...]:
        """What bends the rules for every model of both sides."""
        return (Dazzled(),)


# --- ambush ---
# One edge to escape by, of the attacker's choice (v1.2.4 Scenarios > Ambush > Ambush!).

AMBUSH_CITATION = "v1.2.4 Scenarios > Ambush > Ambush!"
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
    place = AMBUSH_CITATION
    summary = f'It withdraws within {NEAR:g}" of the escape edge only, and {NEAR:g}" from every enemy.'

    def may_declare(self, state: State, model: Model, action: Action) -> Refusal | None:
        """A refusal of flight anywhere else."""
        edge = escape_edge(state)
        if not action.gives_up or not edge or not has_role(state, model.side, DEFENDER) or not model.on_table:
            return None
        apart = edge_gap(state, model, edge)
        if apart > NEAR + TOLERANCE:
            reason = f'{model.name} is {apart:.1f}" from the {edge} edge: it withdraws within {NEAR:g}" of it only.'
            return Refusal(reason, AMBUSH_CITATION, (PointLine(*ends(state, edge)),))
        return refuse_near_enemies(state, model, NEAR, AMBUSH_CITATION)

    def refuse_leaving(self, state: State, model: Model) -> Refusal | None:
        """Whoever is off the table anywhere but over that edge has not escaped."""
        edge = escape_edge(state)
        if not edge or not model.on_table or not has_role(state, model.side, DEFENDER):
            return None
        if edge_gap(state, model, edge) < -TOLERANCE:
            return None
        return Refusal(
            f"{model.name} escapes over the {edge} edge only.", AMBUSH_CITATION, (PointLine(*ends(state, edge)),)
        )


@frozen
class Ambush(GlobalRule):
    """The attacker chooses the edge at the end of the first Deployment Phase."""

    name = Hunted.name
    place = AMBUSH_CITATION
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
        chosen = (
            yield from ask(ListDecision("edge", state.initiative, title, AMBUSH_CITATION, listed, anchor=True))
        ).edge
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


# --- no withdrawal ---
# Who may not leave the battle yet (v1.2.4 Scenarios > Fleet Engagement, Water Raid; R27).

NO_QUARTER = "v1.2.4 Scenarios > Fleet Engagement > No Quarter Given"
SURPRISE = "v1.2.4 Scenarios > Water Raid > Surprise Attack!"
KINDS = {"capital": "capital ships", "squadron": "squadrons"}


@frozen
class Bound(Effect):
    """What keeps models from leaving."""

    name = "No Withdrawal"
    place = NO_QUARTER
    summary = "It may not withdraw yet; off the table it counts as destroyed, with what it carries."

    rule: NoWithdrawal = field(kw_only=True)

    def refuse_leaving(self, state: State, model: Model) -> Refusal | None:
        """A refusal as long as the rule holds for it."""
        held = self._holds(state, model)
        return Refusal(f"{model.name} may not withdraw {self.rule.when}.", self.rule.place) if held else None

    def may_declare(self, state: State, model: Model, action: Action) -> Refusal | None:
        """No action that takes it out of the battle, nor while it carries somebody who may not leave."""
        if not action.gives_up:
            return None
        for each in (model, *models_aboard(state, model)):
            refusal = self.refuse_leaving(state, each)
            if refusal is not None:
                return refusal
        return None

    def _holds(self, state: State, model: Model) -> bool:
        rule = self.rule
        if rule.kind and model.capital != (rule.kind == "capital"):
            return False
        early = not rule.until or state.turn < rule.until
        return early and model.rating("structure") > rule.above and has_role(state, model.side, rule.role)


@frozen
class NoWithdrawal(GlobalRule):
    """Some models may not leave: those of a role or kind, before a turn, as long as they are sound."""

    name = Bound.name

    role: str = ""
    """Whose, "" for both sides'."""
    kind: str = ""
    """`capital` or `squadron`, "" for both."""
    until: int = 0
    """The turn in which they may, 0 for none."""
    above: int = -1
    """The Structure rating down to which they may; -1 for none."""

    @property
    def place(self) -> str:  # type: ignore[override]
        """Of the scenario that has a rule like it: until a turn, or down to some Structure."""
        return SURPRISE if self.until and self.above < 0 else NO_QUARTER

    @property
    def summary(self) -> str:  # type: ignore[override]
        """Who may not, and how long."""
        kind = KINDS.get(self.kind, "models")
        whose = f"The {self.role}'s {kind}" if self.role else kind.capitalize()
        return f"{whose} may not withdraw {self.when}; off the table they count as destroyed."

    @property
    def when(self) -> str:
        """How long they may not."""
        turn = f"before turn {self.until}" if self.until else ""
        hale = f"with more than {self.above} Structure" if self.above >= 0 else ""
        return " ".join(each for each in (turn, hale) if each) or "from this battle"

    def effects(self, side: int) -> tuple[Effect, ...]:
        """It bears on all; whom it is for is seen from the roles of the game."""
        return (Bound(rule=self),)
