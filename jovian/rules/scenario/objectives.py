"""Objectives, who has them, and who wins."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import field
from math import ceil, floor
from typing import ClassVar, NamedTuple

from jovian.cards import ScenarioCard
from jovian.cards.names import CARGO
from jovian.frozen import frozen
from jovian.game import DESTROYED, EMBARKED, NEUTRAL, RESERVE, TABLE, WITHDRAWN, Game, Model, Note, State
from jovian.rules.basics.model import issued_note, token_count
from jovian.rules.basics.rolls import several
from jovian.rules.damage.boarding import Captured
from jovian.rules.damage.casualties import Crippled
from jovian.rules.rulebook.active_effects import effects_on
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.global_rule import Award, GlobalRule
from jovian.rules.shots.ratings import fame

# --- roles ---
# Attacker and defender (v1.2.4 Sequence > Initiative): the attacker has initiative, the other side defends.

ATTACKER, DEFENDER = "attacker", "defender"
DRAWN = "attacker-defender"
"""How a scenario says that the roll for initiative decides who attacks."""


def has_roles(scenario: ScenarioCard) -> bool:
    """Does it matter in a scenario who attacks?"""
    lines = (*scenario.objectives, *scenario.early_end, *scenario.special_rules)
    return scenario.initiative == DRAWN or any(key == "role" for line in lines for key, _ in line.parameters)


def known_role(state: State, side: int) -> str:
    """What a side is, "" where there are no roles or the dice have not fallen yet."""
    drawn = any(step[0] == "initiative" for step in state.agenda)
    return "" if drawn or not has_roles(state.scenario) else role_of(state, side)


def role_of(state: State, side: int) -> str:
    """What a side is, where the scenario has roles at all."""
    return ATTACKER if side == state.initiative else DEFENDER


def side_of(state: State, role: str) -> int:
    """The side that has a role."""
    return state.initiative if role == ATTACKER else 1 - state.initiative


def has_role(state: State, side: int, role: str) -> bool:
    """Is something that is for a role, or with "" for both sides, for this side?"""
    return not role or role_of(state, side) == role


# --- victory ---
# Victory Points: what is left of both fleets (v1.2.4 Scenarios > Victory Conditions, R79).

HALF = 0.5
FAME = 0.2
"""Share of its TV that its enemy scores when a ship is destroyed, by its fame (R66)."""


def multiplier(state: State, model: Model) -> float:
    """What share of its TV a model is worth now."""
    own = [value for e in effects_on(state, model, Effect.victory) if (value := e.victory(state, model)) is not None]
    if 1.0 in own and model.side == model.owner:
        return 1.0
    if model.place == DESTROYED:
        return 0.0
    value = HALF if model.place in (RESERVE, WITHDRAWN) else 1.0
    for each in own:
        value *= each
    return value


def victory_value(model: Model) -> int:
    """Return the Threat Value of a model with all upgrades: those on its card, and its cargo (R79)."""
    return model.card.tv + sum(CARGO[name].tv for name in model.cargo)


class Value(NamedTuple):
    """What one model adds to the Victory Points of a side."""

    model: str
    """Its id."""
    name: str
    tv: int
    share: float
    """What it is multiplied with."""
    points: int
    why: str
    """What multiplies it, "" for nothing."""


def victory_points(state: State, side: int) -> float:
    """Return the Victory Points of a side; a fraction of a model counts as a whole point (R9)."""
    return float(sum(_points(model, share) for model, share in _shares(state, side)))


def values(state: State, side: int) -> tuple[Value, ...]:
    """Return the Victory Points of a side by model: those it controls, then those it scores for enemies of fame."""
    shares = sorted(_shares(state, side), key=lambda scored: scored[0].side != side)
    return tuple(
        Value(model.id, model.name, victory_value(model), share, _points(model, share), _why(state, model, side))
        for model, share in shares
    )


def _shares(state: State, side: int) -> Iterator[tuple[Model, float]]:
    """Yield each model that counts for a side, with the share of its value: its own, and destroyed enemies of fame.

    A captured ship is an enemy of its first owner (R66, R78).
    """
    for model in state.models.values():
        if model.side == side:
            yield model, multiplier(state, model)
        elif model.side == 1 - side and model.place == DESTROYED and (famous := fame(state, model)):
            yield model, FAME * famous


def _points(model: Model, share: float) -> int:
    """Return the share of the value of a model, rounded up; binary fractions don't add a point (R9)."""
    return ceil(round(victory_value(model) * share, 6))


def _why(state: State, model: Model, side: int) -> str:
    """Return what bears on the multiplier of a model: where it is, its states and traits."""
    if model.side != side:
        return "enemy destroyed"
    effects = (each for each in effects_on(state, model, Effect.victory) if each.victory(state, model) is not None)
    place = [model.place] if model.place in (RESERVE, WITHDRAWN, DESTROYED) else []
    return ", ".join([*place, *dict.fromkeys(each.name.lower() for each in effects)])


# --- counts ---
# What objectives count: models, force, tokens, by where they are and what became of them.

GONE = (WITHDRAWN, DESTROYED)
WORDS = {TABLE: "on the table", EMBARKED: "aboard others", RESERVE: "in reserve"}

TINY = 1e-6
"""What floating shares may be off."""


def amount_words(amount: float, unit: str = "", *, up: bool = False) -> str:
    """An amount to be read: never more than there is, nor less than is missing (`up`), to a tenth."""
    tenths = ceil(amount * 10 - TINY) if up else floor(amount * 10 + TINY)
    return f"{tenths / 10:g}{unit}"


def is_captured(model: Model) -> bool:
    """Return whether the other side controls the model. A recaptured or destroyed ship is not captured."""
    return model.place != DESTROYED and model.side not in (model.owner, NEUTRAL)


def fates(model: Model) -> set[str]:
    """Return what became of a model: its place, and captured or crippled. Destroyed excludes all others."""
    found = {model.place}
    if is_captured(model):
        found.add(Captured.name)
    if model.is_crippled and model.place != DESTROYED:
        found.add(Crippled.name)
    return found


def force_fates(model: Model) -> set[str]:
    """Return what became of a model for the force that it was brought in.

    A captured ship is only captured, wherever its captor takes it. A crippled ship that withdrew is only withdrawn
    (R79).
    """
    if is_captured(model):
        return {Captured.name}
    found = fates(model)
    return found - {Crippled.name} if model.place == WITHDRAWN else found


@frozen
class Count:
    """Base of what is counted for a side, of its own or of the enemy's."""

    unit: ClassVar[str] = ""
    """What the number is a number of, after it; "" for mere numbers."""

    whose: str = "own"

    def amount(self, state: State, side: int) -> float:
        """How much there is for a side, as far as the state knows."""
        raise NotImplementedError

    def amount_told(self, state: State, side: int) -> float:
        """Return the amount as both sides know it."""
        return self.amount(state, side)

    def counted_now(self, state: State, side: int) -> tuple[str, ...]:
        """Return the ids of the models to count again once all values are known; () if the amount holds no secret."""
        return ()

    def amount_of(self, state: State, side: int, counted: tuple[str, ...]) -> float:
        """Return the amount of the models that `counted_now` has returned, as far as the state knows their values."""
        raise NotImplementedError

    def at_most(self, state: State, side: int) -> float | None:
        """How much it could still come to for a side, None where nobody can tell."""
        return None

    @property
    def words(self) -> str:
        """What is counted, for a reader."""
        raise NotImplementedError

    def _side(self, side: int) -> int:
        return side if self.whose == "own" else 1 - side


@frozen
class Counted(Count):
    """Base of what is counted over models."""

    on: str = ""
    """`capital` or `squadron`, "" for both."""
    fate: tuple[str, ...] = ()
    """What must have become of a model: one of these; () for whatever."""
    without: tuple[str, ...] = ()
    """What must not have become of it: none of these."""

    def _fits(self, model: Model) -> bool:
        became = self._fates(model)
        kind = not self.on or model.capital == (self.on == "capital")
        return kind and (not self.fate or not became.isdisjoint(self.fate)) and became.isdisjoint(self.without)

    def _fates(self, model: Model) -> set[str]:
        return fates(model)

    def _led(self, state: State, side: int) -> Iterator[Model]:
        """The models that fit and that the side controls (R78)."""
        wanted = self._side(side)
        return (model for model in state.models.values() if model.side == wanted and self._fits(model))

    def _models(self) -> str:
        kinds = {"capital": "capital ships", "squadron": "squadrons"}.get(self.on, "models")
        became = " or ".join(each for each in self.fate if each not in WORDS)
        there = " or ".join(WORDS[each] for each in self.fate if each in WORDS)
        never = "".join(f"not {each} " for each in self.without)
        whose = "" if self.whose == "own" else "enemy "
        return " ".join(f"{never}{became} {whose}{kinds} {there}".split())


class Models(Counted):
    """The number of models that a side controls. Drones are not counted: they score nothing."""

    __slots__ = ()

    def amount(self, state: State, side: int) -> float:
        """Return the number of models that fit."""
        return float(sum(1 for model in self._led(state, side) if not model.drone))

    @property
    def words(self) -> str:
        """Which models."""
        return self._models()


class Force(Counted):
    """The share of the fleet that a side brought, by full Threat Value, in percent (v1.2.4 Scenarios > Ambush)."""

    __slots__ = ()
    unit = "%"

    def amount(self, state: State, side: int) -> float:
        """Return the share of the models that fit, by full value as far as the state knows; 0 without any fleet."""
        return self._share(state, side, self._fits, victory_value)

    def amount_told(self, state: State, side: int) -> float:
        """Return the share by the values that both sides know: no cargo, and no secret weapons."""
        return self._share(state, side, self._fits, lambda model: model.open_card.tv)

    def counted_now(self, state: State, side: int) -> tuple[str, ...]:
        """Return the ids of the models that fit, of those that both sides know."""
        return tuple(model.id for model in self._brought(state, side) if model.public and self._fits(model))

    def amount_of(self, state: State, side: int, counted: tuple[str, ...]) -> float:
        """Return the share of these models, and of those that have left the battle aboard them."""

        def is_counted(model: Model) -> bool:
            left_aboard = model.host in counted and model.place == WITHDRAWN and self._fits(model)
            return model.id in counted or left_aboard

        return self._share(state, side, is_counted, victory_value)

    def at_most(self, state: State, side: int) -> float | None:
        """With whatever is not gone for good in another way; None of a fleet of which something may be unseen."""
        if state.viewer not in (None, self._side(side)) and not state.over:
            return None
        return self._share(state, side, lambda model: model.place not in GONE or self._fits(model), victory_value)

    def _fates(self, model: Model) -> set[str]:
        return force_fates(model)

    def _brought(self, state: State, side: int) -> Iterator[Model]:
        return (model for model in state.models.values() if model.owner == self._side(side))

    def _share(
        self, state: State, side: int, is_counted: Callable[[Model], bool], value: Callable[[Model], int]
    ) -> float:
        brought = list(self._brought(state, side))
        whole = sum(map(value, brought))
        return 100.0 * sum(value(model) for model in brought if is_counted(model)) / whole if whole else 0.0

    @property
    def words(self) -> str:
        """The force of whom, for a reader."""
        became = " or ".join(WORDS.get(each, each) for each in self.fate)
        whose = "its" if self.whose == "own" else "the enemy's"
        return f"of {whose} force {became}"


@frozen(kw_only=True)
class Tokens(Counted):
    """How many tokens are carried by models that a side controls; those of a captured ship may count for more."""

    token: str

    def amount(self, state: State, side: int) -> float:
        """How many tokens are aboard models that fit."""
        return float(
            sum(token_count(model, self.token) * self._worth(state, model) for model in self._led(state, side))
        )

    def _worth(self, state: State, model: Model) -> int:
        """How many one counts for: more aboard a ship that was taken, where the token says so."""
        if model.side == model.owner:
            return 1
        told = (dict(each.parameters) for each in state.scenario.tokens if each.kind == self.token)
        return next((int(each.get("on_captured", 1)) for each in told), 1)

    @property
    def words(self) -> str:
        """Which tokens are counted and where, for a reader."""
        return f"{several(self.token)} on {self._models()}"


class Prevented(Tokens):
    """The tokens issued at the start that the side did not bring where they count (R83)."""

    __slots__ = ()

    def amount(self, state: State, side: int) -> float:
        """Return the tokens issued less those brought home, or those that the captor brought home if these are more.

        Tokens found since make up for lost ones, but not for captured ones that their captor has brought home.
        """
        issued = state.notes.get(issued_note(self.token), 0)
        home, taken = Tokens.amount(self, state, side), Tokens.amount(self, state, 1 - side)
        return max(taken, (issued if isinstance(issued, int) else 0) - home)

    @property
    def words(self) -> str:
        """Which tokens, and where they are not."""
        return f"{several(self.token)} kept from {self._models()}"


@frozen(kw_only=True)
class Bearers(Counted):
    """How many models of a side carry a token."""

    token: str

    def amount(self, state: State, side: int) -> float:
        """Those that fit and carry at least one."""
        return float(sum(1 for model in self._led(state, side) if token_count(model, self.token)))

    @property
    def words(self) -> str:
        """Which models."""
        return f"{self._models()} with {several(self.token)}"


# --- objective ---
# The base of all objectives: who may earn them, when they are counted (v1.2.4 Scenarios > Objective Points, R80).

PLACE = "v1.2.4 Scenarios > Victory Conditions > Objective Points"
Points = tuple[float, float]
"""A number of each side."""
POINTS, AMOUNTS, MODELS = slice(0, 2), slice(2, 4), slice(4, 6)
"""The parts of what a count remembers, each for both sides: the points and the amounts as both knew them, and the
models to count again by their full value."""
FINE = 100
"""The fraction of one in which amounts are remembered."""


@frozen
class Objective(GlobalRule):
    """Base of what gives so many points."""

    of_victory: ClassVar[bool] = False
    """Do Victory Points decide it, which are told by themselves?"""

    points: int
    role: str = ""
    """Who alone may earn them, "" for both sides."""

    @property
    def title(self) -> str:
        """What they are for, in a few words."""
        raise NotImplementedError

    @property
    def short(self) -> str:
        """Its title in fewer words, where little room is."""
        return self.title

    def counted(self, state: State) -> Points | None:
        """What is counted for both sides now, as far as the state knows; None where nothing is."""
        return None

    @property
    def unit(self) -> str:
        """What the counted numbers are numbers of; "" for mere numbers."""
        return ""

    def amounts(self, state: State, victory: Points) -> Points | None:
        """What it goes by, given the Victory Points: as counted once and for all, else now; None for no numbers."""
        return self.counted(state)

    def settled(self, state: State) -> bool:
        """Is it decided for good before the game is over?"""
        return False

    def stands(self, own: float, other: float) -> str:
        """How a side stands with these amounts, in a few words."""
        return ""

    def within_reach(self, state: State, side: int) -> bool:
        """May a side that it is for still earn it, as long as it is not settled?"""
        return True


@frozen
class Counting(Objective):
    """Base of those that count something: at the end, or in the End Phase of a turn, which then stands."""

    turn: int = 0
    """Of which End Phase, 0 for the last."""
    count: Count = field(kw_only=True)

    @property
    def short(self) -> str:
        """Without its turn."""
        return self.title.removesuffix(self._when())

    def counted(self, state: State) -> Points:
        """The amounts of both sides."""
        return self.count.amount(state, 0), self.count.amount(state, 1)

    @property
    def unit(self) -> str:
        """What the count's numbers are numbers of."""
        return self.count.unit

    def amounts(self, state: State, victory: Points) -> Points | None:
        """Return the amounts remembered, or else those of now; None if the game started after the turn."""
        noted = self._noted(state)
        if not noted:
            return None if self.missed(state) else self.counted(state)
        first, second = (int(str(amount)) / FINE for amount in noted[AMOUNTS])
        return self._recounted(state, noted) or (first, second)

    def earned(self, first: float, second: float) -> Points:
        """The points for these amounts."""
        raise NotImplementedError

    def settled(self, state: State) -> bool:
        """Has its turn come and gone?"""
        return bool(self.turn) and (self._key in state.notes or state.turn > self.turn)

    def missed(self, state: State) -> bool:
        """Return whether the game started after the turn of the objective, so that no side can earn it."""
        return self.settled(state) and not self._noted(state)

    def awards(self, state: State, victory: Points) -> Iterable[Award]:
        """Award the points remembered, or else those of now; none if the game started after the turn."""
        for side, points in enumerate(self._points(state)):
            if points:
                yield Award(side, points, self.title)

    def end_phase(self, game: Game) -> None:
        """Count in the End Phase of its turn, by what both sides know."""
        state = game.state
        if self.turn == state.turn:
            amounts = self.count.amount_told(state, 0), self.count.amount_told(state, 1)
            points = self._points_for(state, amounts)
            models = self.count.counted_now(state, 0), self.count.counted_now(state, 1)
            note: tuple[Note, ...] = (*points, *(round(FINE * amount) for amount in amounts))
            note = (*note, *models) if any(models) else note
            self.note(game, self._key, note, self._told(points))

    def _noted(self, state: State) -> tuple[Note, ...]:
        """Return what was counted in its turn, () if nothing was."""
        noted = state.notes.get(self._key)
        return noted if isinstance(noted, tuple) else ()

    def _recounted(self, state: State, noted: tuple[Note, ...]) -> Points | None:
        """Return the amounts by full value of the models remembered, None if only numbers are remembered."""
        models = noted[MODELS]
        if not models:
            return None
        first, second = (
            self.count.amount_of(state, side, tuple(map(str, ids))) if isinstance(ids, tuple) else 0.0
            for side, ids in enumerate(models)
        )
        return first, second

    def _points(self, state: State) -> tuple[int, int]:
        noted = self._noted(state)
        if not noted:
            return (0, 0) if self.missed(state) else self._points_for(state, self.counted(state))
        recounted = self._recounted(state, noted)
        if recounted is not None:
            return self._points_for(state, recounted)
        first, second = (int(str(points)) for points in noted[POINTS])
        return first, second

    def _points_for(self, state: State, amounts: Points) -> tuple[int, int]:
        points = self.earned(*amounts)
        first, second = (int(earned) if has_role(state, side, self.role) else 0 for side, earned in enumerate(points))
        return first, second

    def _told(self, points: tuple[int, int]) -> str:
        first, second = points
        return f"{self.title}: {first} and {second} objective points" if first or second else ""

    @property
    def _key(self) -> str:
        """Under which it remembers: two of a kind are told apart by what they say."""
        return f"{self.title} ({self.points}{f', {self.role}' if self.role else ''})"

    def _when(self) -> str:
        return f" by the end of turn {self.turn}" if self.turn else ""


# --- kinds ---
# What gives Objective Points (v1.2.4 Scenarios > Objective Points, R80).


def _apart(own: float, other: float, unit: str) -> str:
    """How far a side is ahead of the other, or behind it."""
    if own == other:
        return "level"
    return f"{amount_words(abs(own - other), unit)} {'ahead' if own > other else 'behind'}"


class MostVictoryPoints(Objective):
    """Points for whoever has kept more; a tie gives nobody any (R80)."""

    __slots__ = ()
    name = "Most Victory Points"
    place = "v1.2.4 Scenarios > Introductory Scenario"
    summary = "Points for the side with the most Victory Points at the end."
    of_victory = True

    @property
    def title(self) -> str:
        """What they are for."""
        return "the most Victory Points"

    @property
    def unit(self) -> str:
        """Victory Points."""
        return " VP"

    def amounts(self, state: State, victory: Points) -> Points:
        """Those of both sides."""
        return victory

    def stands(self, own: float, other: float) -> str:
        """By how many."""
        return _apart(own, other, self.unit)

    def awards(self, state: State, victory: tuple[float, float]) -> Iterable[Award]:
        """To the side that is ahead."""
        if victory[0] != victory[1]:
            side = 0 if victory[0] > victory[1] else 1
            if has_role(state, side, self.role):
                yield Award(side, self.points, self.title)


class Most(Counting):
    """Points for more than the other side; a tie gives nobody any (R80)."""

    __slots__ = ()
    name = "Most"
    place = PLACE
    summary = "Points for the side that has more of something than the other."

    @property
    def title(self) -> str:
        """What they are for."""
        return f"the most {self.count.words}{self._when()}"

    def earned(self, first: float, second: float) -> Points:
        """The points for the side that has more."""
        return self.points * (first > second), self.points * (second > first)

    def stands(self, own: float, other: float) -> str:
        """By how much."""
        return _apart(own, other, self.unit)


class Least(Counting):
    """Points for less than the other side; a tie gives nobody any (R80)."""

    __slots__ = ()
    name = "Least"
    place = PLACE
    summary = "Points for the side that has less of something than the other."

    @property
    def title(self) -> str:
        """What they are for."""
        return f"the fewest {self.count.words}{self._when()}"

    def earned(self, first: float, second: float) -> Points:
        """The points for the side that has less."""
        return self.points * (first < second), self.points * (second < first)

    def stands(self, own: float, other: float) -> str:
        """By how much, where less is better."""
        return _apart(other, own, self.unit)


@frozen
class AtLeast(Counting):
    """Points for so much; several steps of one ladder add up (R80)."""

    name = "At Least"
    place = PLACE
    summary = "Points for a side that has so much of something or more; steps of a ladder add up."

    amount: int = field(kw_only=True)

    @property
    def title(self) -> str:
        """What they are for."""
        return f"{self.amount}{self.count.unit} or more {self.count.words}{self._when()}"

    @property
    def short(self) -> str:
        """Such as `25%+ of its force withdrawn`."""
        return f"{self.amount}{self.count.unit}+ {self.count.words}"

    def earned(self, first: float, second: float) -> Points:
        """The points for each side that has so much."""
        return self.points * (first >= self.amount), self.points * (second >= self.amount)

    def stands(self, own: float, other: float) -> str:
        """How much is missing, or that it is reached."""
        return "enough" if own >= self.amount else f"{amount_words(self.amount - own, self.unit, up=True)} short"

    def within_reach(self, state: State, side: int) -> bool:
        """Could so much still come together?"""
        most = self.count.at_most(state, side)
        return most is None or most >= self.amount


class Each(Counting):
    """Points for each one."""

    __slots__ = ()
    name = "Each"
    place = PLACE
    summary = "Points for each of something that a side has."

    @property
    def title(self) -> str:
        """What they are for."""
        return f"each of the {self.count.words}{self._when()}"

    def earned(self, first: float, second: float) -> Points:
        """The points, as many times as the amount of each side."""
        return self.points * first, self.points * second

    def stands(self, own: float, other: float) -> str:
        """How many times."""
        return f"{amount_words(own, self.unit)} × {self.points}" if own else "none"


class FirstToAttack(Objective):
    """Points, usually negative, for the side that opens fire, intercepts, bombs, rams or boards first (R82)."""

    __slots__ = ()
    name = "First to Attack"
    place = "v1.2.4 Scenarios > Break the Truce"
    summary = "Points for the side that attacks first."

    @property
    def title(self) -> str:
        """What they are for."""
        return "attacking first"

    def fired_at_point(self, game: Game, attacker: Model) -> None:
        """Remember the side that fires a Nuke, wherever it bursts."""
        self._remember(game, attacker)

    def attacked(self, game: Game, attacker: Model, target: Model, how: str) -> None:
        """Remember which side has attacked first. A ship that explodes attacks nobody."""
        self._remember(game, attacker)

    def _remember(self, game: Game, attacker: Model) -> None:
        if self.name not in game.state.notes and not attacker.neutral and attacker.alive:
            self.remember(game, attacker.side, f"{attacker.name} is the first to attack")

    def settled(self, state: State) -> bool:
        """Has anybody attacked?"""
        return self.name in state.notes

    def awards(self, state: State, victory: tuple[float, float]) -> Iterable[Award]:
        """To that side, if anybody has attacked yet."""
        side = self.recall(state)
        if isinstance(side, int) and has_role(state, side, self.role):
            yield Award(side, self.points, self.title)


@frozen
class EarlyEnd(GlobalRule):
    """The game is over in the End Phase in which a side has so much of something."""

    name = "Early End"
    place = "v1.2.4 Scenarios > Victory Conditions"
    summary = "The game ends before its last turn once a side has so much of something."

    count: Count
    amount: int
    role: str = ""

    def ends(self, state: State) -> bool:
        """Return whether either side that it is for has as much, by what both sides know."""
        sides = (side for side in (0, 1) if has_role(state, side, self.role))
        return any(self.count.amount_told(state, side) >= self.amount for side in sides)
