"""Objectives: roles, Victory Points, what is counted, and who earns Objective Points (v1.2.4 Scenarios).

The title of an objective is also the key of its note in the game state, so titles must not change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field, replace
from functools import lru_cache
from math import ceil, floor
from typing import Annotated, ClassVar, Literal

from jovian.cards import ScenarioCard, ScenarioPiece
from jovian.cards.files import Cause, key_mention
from jovian.cards.keys import Among, Limits, Mark, Name, OneOf, Written
from jovian.cards.names import CARGO, FATES, KINDS
from jovian.cards.scenario import COUNTS, SPECIAL_RULES, Amount, Role, Turn
from jovian.frozen import frozen
from jovian.game import DESTROYED, EMBARKED, NEUTRAL, RESERVE, TABLE, WITHDRAWN, Game, Model, Note, State
from jovian.game.state import Sums
from jovian.rules.basics.model import issued_note, token_count
from jovian.rules.basics.rolls import in_plural, join_words
from jovian.rules.damage.boarding import Captured
from jovian.rules.damage.critical_hits import Crippled
from jovian.rules.rulebook.active_effects import effects_on
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.global_rule import Award, GlobalRule
from jovian.rules.rulebook.rulebook import Rulebook
from jovian.rules.shots.ratings import fame

NO_DEPLOYMENT = "a deployment, and models are placed"
"""What a special rule lacks that acts before deployment."""

# --- Attacker and defender (v1.2.4 Sequence > Initiative) ---
ATTACKER, DEFENDER = "attacker", "defender"
DRAWN = "attacker-defender"
"""The value of a scenario's initiative that lets the roll for initiative decide who attacks."""


def has_roles(scenario: ScenarioCard) -> bool:
    """Return whether a scenario depends on who attacks."""
    lines = (*scenario.objectives, *scenario.early_end, *scenario.special_rules)
    return scenario.initiative == DRAWN or any(getattr(line, "role", "") for line in lines)


def known_role(state: State, side: int) -> str:
    """Return the role of a side, or "" if there are no roles or initiative isn't rolled yet."""
    not_rolled = any(step[0] == "initiative" for step in state.agenda)
    return "" if not_rolled or not has_roles(state.scenario) else role_of(state, side)


def role_of(state: State, side: int) -> str:
    """Return the role of a side, in a scenario with roles."""
    return ATTACKER if side == state.initiative else DEFENDER


def side_of(state: State, role: str) -> int:
    """Return the side that has a role."""
    return state.initiative if role == ATTACKER else 1 - state.initiative


def has_role(state: State, side: int, role: str) -> bool:
    """Return whether a side has a role. The role "" stands for both sides."""
    return not role or role_of(state, side) == role


# --- Victory Points (v1.2.4 Scenarios > Victory Conditions, R79) ---
HALF = 0.5
FAME = 0.2
"""The share of its TV that the enemy scores for a destroyed famous ship, for each level of fame (R66)."""


def multiplier(state: State, model: Model) -> float:
    """Return the share of its TV that a model counts for now. Embarked and In Reserve count in full."""
    effects = effects_on(state, model, Effect.victory)
    own_values = [value for effect in effects if (value := effect.victory(state, model)) is not None]
    if 1.0 in own_values and model.side == model.owner:
        return 1.0
    if model.place == DESTROYED:
        return 0.0
    value = HALF if model.place == WITHDRAWN else 1.0
    for own_value in own_values:
        value *= own_value
    return value


def victory_value(model: Model) -> int:
    """Return the Threat Value of a model with all upgrades: those on its card, and its cargo (R79)."""
    return model.card.tv + sum(CARGO[name].tv for name in model.cargo)


@frozen
class Value:
    """The Victory Points of one model for a side."""

    model: str
    """The id of the model."""
    name: str
    tv: int
    share: float
    """The multiplier of its TV."""
    points: int
    why: str
    """The reasons for the multiplier, or ""."""


def victory_points(state: State, side: int) -> float:
    """Return the Victory Points of a side. A fraction of a model's points counts as a whole point (R9)."""
    return float(state.totals(_victory_sums)[side][0])


def _victory_sums(state: State, models: Iterable[Model]) -> tuple[Sums, ...]:
    """Return the Victory Points that some models add for each side."""
    return tuple([(sum([_points(model, share) for model, share in _shares(state, side, models)]),) for side in (0, 1)])


def values(state: State, side: int) -> tuple[Value, ...]:
    """Return the Victory Points of a side by model: those it controls, then those it scores for famous enemies."""
    shares = sorted(_shares(state, side, state.models.values()), key=lambda scored: scored[0].side != side)
    return tuple(
        Value(model.id, model.name, victory_value(model), share, _points(model, share), _why(state, model, side))
        for model, share in shares
    )


def fleet_left(state: State, side: int) -> tuple[Value, ...]:
    """Return what each model of a side's own fleet still counts for. A captured ship is lost."""
    left = []
    for model in state.models.values():
        if model.owner == side:
            is_captured = model.side != side
            share = 0.0 if is_captured else multiplier(state, model)
            why = Captured.name.lower() if is_captured else _why(state, model, side)
            left.append(Value(model.id, model.name, victory_value(model), share, _points(model, share), why))
    return tuple(left)


def _shares(state: State, side: int, models: Iterable[Model]) -> Iterator[tuple[Model, float]]:
    """Yield the models that count for a side, with the share of their TV: its own, and destroyed famous enemies.

    A captured ship is an enemy of its first owner (R66, R78).
    """
    for model in models:
        if model.side == side:
            yield model, multiplier(state, model)
        elif model.side == 1 - side and model.place == DESTROYED and (famous := fame(state, model)):
            yield model, FAME * famous


def _points(model: Model, share: float) -> int:
    """Return a share of a model's TV, rounded up. Binary fractions don't add a point (R9)."""
    return ceil(round(victory_value(model) * share, 6))


def _why(state: State, model: Model, side: int) -> str:
    """Return the reasons for the multiplier of a model: its place, states, and traits."""
    if model.side != side:
        return "enemy destroyed"
    effects = (
        effect for effect in effects_on(state, model, Effect.victory) if effect.victory(state, model) is not None
    )
    place = [model.place] if model.place in GONE else []
    return ", ".join([*place, *dict.fromkeys(effect.name.lower() for effect in effects)])


# --- Counts ---
GONE = (WITHDRAWN, DESTROYED)
PLACE_WORDS = {TABLE: "on the table", EMBARKED: "aboard others", RESERVE: "in reserve"}
Fates = Annotated[tuple[Annotated[str, OneOf(FATES)], ...], Limits(min_length=1, max_length=7)]
TINY = 1e-6
"""The tolerance of shares in floating-point numbers."""


def amount_words(amount: float, unit: str = "", *, up: bool = False) -> str:
    """Format an amount in tenths, rounded down so that it isn't too high. Missing amounts round `up`."""
    tenths = ceil(amount * 10 - TINY) if up else floor(amount * 10 + TINY)
    return f"{tenths / 10:g}{unit}"


def is_captured(model: Model) -> bool:
    """Return whether the other side controls the model. A recaptured or destroyed ship is not captured."""
    return model.place != DESTROYED and model.side not in (model.owner, NEUTRAL)


def has_fate(model: Model, names: tuple[str, ...]) -> bool:
    """Return whether one of these is a model's place, or else what became of it: captured or crippled.

    A destroyed model is only destroyed.
    """
    return (
        model.place in names
        or (Captured.name in names and is_captured(model))
        or (Crippled.name in names and model.is_crippled and model.place != DESTROYED)
    )


def has_fate_for_fleet(model: Model, names: tuple[str, ...]) -> bool:
    """Return whether one of these became of a model for the fleet that brought it.

    A captured ship is only captured, wherever its captor takes it. A crippled ship that withdrew is only
    withdrawn (R79).
    """
    if is_captured(model):
        return Captured.name in names
    return WITHDRAWN in names if model.place == WITHDRAWN else has_fate(model, names)


@frozen
class Count(ScenarioPiece):
    """Base of what is counted for a side, of its own models or the enemy's."""

    unit: ClassVar[str] = ""
    """The unit after the number, or ""."""

    whose: Literal["own", "enemy"] = "own"

    def amount(self, state: State, side: int) -> float:
        """Return the amount of a side, as far as the state knows."""
        raise NotImplementedError

    def known_amount(self, state: State, side: int) -> float:
        """Return the amount as both sides know it."""
        return self.amount(state, side)

    def model_ids_to_recount(self, state: State, side: int) -> tuple[str, ...]:
        """Return the ids of the models to count again once all values are known, or () if nothing is secret."""
        return ()

    def amount_of_models(self, state: State, side: int, model_ids: tuple[str, ...]) -> float:
        """Return the amount of the models in `model_ids`, as far as the state knows their values."""
        raise NotImplementedError

    def max_amount(self, state: State, side: int) -> float | None:
        """Return the highest amount that a side can still reach, or None if it is unknown."""
        return None

    def if_all_leave(self) -> Count | None:
        """Return a count that counts models in play as Withdrawn, or None if that changes nothing."""
        return None

    @property
    def words(self) -> str:
        """What is counted."""
        raise NotImplementedError

    def _side(self, side: int) -> int:
        return side if self.whose == "own" else 1 - side


@frozen
class Counted(Count):
    """Base of counts over models. They add integers, from which the amount follows."""

    model_kind: Annotated[str, OneOf(KINDS), Mark.NULL, Written(older="on")] = ""
    """`capital` or `squadron`, or "" for both."""
    fate: Annotated[Fates, Mark.NULL] = ()
    """What must have become of a model: one of these, or () for anything."""
    without: Annotated[Fates, Mark.NULL] = ()
    """What must not have become of it: none of these."""

    def amount(self, state: State, side: int) -> float:
        index = _counts(state.rulebook).get((self, side))
        if index is not None and state.kept is not None:
            sums = state.totals(_all_sums)[index]
        else:  # It ends the game early, or the state may change and keeps nothing.
            sums = self.sums(state, side, state.models.values())
        return self.amount_from(state, side, sums)

    def sums(self, state: State, side: int, models: Iterable[Model]) -> Sums:
        """Return what some models add for a side. It may depend only on each model, the scenario, and the rules."""
        raise NotImplementedError

    def amount_from(self, state: State, side: int, sums: Sums) -> float:
        """Return the amount that follows from the sums over all models."""
        return float(sums[0])

    def if_all_leave(self) -> Count | None:
        return _with_models_in_play(self) if WITHDRAWN in self.fate and TABLE not in self.fate else None

    def _fits(self, model: Model) -> bool:
        """Return whether a model is counted."""
        if self.model_kind and model.is_capital != (self.model_kind == "capital"):
            return False
        return (not self.fate or self._has_fate(model, self.fate)) and not self._has_fate(model, self.without)

    def _has_fate(self, model: Model, names: tuple[str, ...]) -> bool:
        return has_fate(model, names)

    def _controlled(self, side: int, models: Iterable[Model]) -> list[Model]:
        """Return those of some models that fit and that the side controls (R78)."""
        counted_side = self._side(side)
        return [model for model in models if model.side == counted_side and self._fits(model)]

    def _models_text(self) -> str:
        kinds = {"capital": "capital ships", "squadron": "squadrons"}.get(self.model_kind, "models")
        fate_texts = join_words([fate for fate in self.fate if fate not in PLACE_WORDS], "or")
        place_texts = join_words([PLACE_WORDS[fate] for fate in self.fate if fate in PLACE_WORDS], "or")
        excluded = "".join(f"not {fate} " for fate in self.without)
        whose = "" if self.whose == "own" else "enemy "
        return " ".join(f"{excluded}{fate_texts} {whose}{kinds} {place_texts}".split())


def _all_sums(state: State, models: Iterable[Model]) -> tuple[Sums, ...]:
    """Return what some models add to all counts of the objectives, for both sides."""
    return tuple([count.sums(state, side, models) for count, side in _counts(state.rulebook)])


@lru_cache(maxsize=64)
def _counts(book: Rulebook) -> Mapping[tuple[Counted, int], int]:
    """Return all counts of the objectives with each side, and their index among `_all_sums`."""
    counts = [clause.count for clause in book.clauses if isinstance(clause, Counting)]
    counts += [later for count in counts if (later := count.if_all_leave()) is not None]
    pairs = ((count, side) for count in counts if isinstance(count, Counted) for side in (0, 1))
    return {pair: index for index, pair in enumerate(dict.fromkeys(pairs))}


def _lacking_bearers(scenario: ScenarioCard, token: str) -> Iterator[Cause]:
    """Yield what could carry a token, if no model carries it and no rule brings it."""
    is_carried = any(token in model.loads for model in scenario.models)
    rules = [rule for rule in scenario.special_rules if rule.brings_tokens and getattr(rule, "token", "") == token]
    if not is_carried and not rules:
        yield f"a rule that brings '{token}', or a model that carries it"


@lru_cache(maxsize=256)
def _with_models_in_play(count: Counted) -> Counted:
    return replace(count, fate=(*count.fate, TABLE, EMBARKED))


class Models(Counted):
    """The number of models, without drones.

    Those that a side controls are counted. Drones score nothing.
    """

    __slots__ = ()

    def sums(self, state: State, side: int, models: Iterable[Model]) -> Sums:
        return (sum([not model.is_drone for model in self._controlled(side, models)]),)

    @property
    def words(self) -> str:
        return self._models_text()


class Force(Counted):
    """The percentage of a fleet's Threat Value. A captured ship counts as captured only.

    The full Threat Value of the fleet that a side brought counts (v1.2.4 Scenarios > Ambush).
    """

    __slots__ = ()
    unit = "%"

    def sums(self, state: State, side: int, models: Iterable[Model]) -> Sums:
        """Return the full values, as far as the state knows, of the models that fit, and of all that it brought."""
        return self._values(side, models, self._fits, victory_value)

    def amount_from(self, state: State, side: int, sums: Sums) -> float:
        """Return the share of the models that fit, or 0 without a fleet."""
        fitting, whole = sums
        return 100.0 * fitting / whole if whole else 0.0

    def known_amount(self, state: State, side: int) -> float:
        """Return the share by the values that both sides know: no cargo, and no secret weapons."""
        return self._share(state, side, self._fits, lambda model: model.open_card.tv)

    def model_ids_to_recount(self, state: State, side: int) -> tuple[str, ...]:
        """Return the ids of the models that fit, of those that both sides know."""
        return tuple(
            model.id for model in self._brought(side, state.models.values()) if model.public and self._fits(model)
        )

    def amount_of_models(self, state: State, side: int, model_ids: tuple[str, ...]) -> float:
        """Return the share of these models, and of those that have left the battle aboard them."""

        def is_counted(model: Model) -> bool:
            left_aboard = model.host in model_ids and model.place == WITHDRAWN and self._fits(model)
            return model.id in model_ids or left_aboard

        return self._share(state, side, is_counted, victory_value)

    def max_amount(self, state: State, side: int) -> float | None:
        """Return the share if all remaining models fit, or None if parts of the fleet may be unseen."""
        if state.viewer not in (None, self._side(side)) and not state.over:
            return None
        return self._share(state, side, lambda model: model.place not in GONE or self._fits(model), victory_value)

    def _has_fate(self, model: Model, names: tuple[str, ...]) -> bool:
        return has_fate_for_fleet(model, names)

    def _brought(self, side: int, models: Iterable[Model]) -> list[Model]:
        owner = self._side(side)
        return [model for model in models if model.owner == owner]

    def _share(
        self, state: State, side: int, is_counted: Callable[[Model], bool], value: Callable[[Model], int]
    ) -> float:
        return self.amount_from(state, side, self._values(side, state.models.values(), is_counted, value))

    def _values(
        self, side: int, models: Iterable[Model], is_counted: Callable[[Model], bool], value: Callable[[Model], int]
    ) -> Sums:
        brought = self._brought(side, models)
        return sum([value(model) for model in brought if is_counted(model)]), sum(map(value, brought))

    @property
    def words(self) -> str:
        fates = join_words([PLACE_WORDS.get(fate, fate) for fate in self.fate], "or")
        whose = "its" if self.whose == "own" else "the enemy's"
        return f"of {whose} force {fates}"


@frozen(kw_only=True)
class Tokens(Counted):
    """The number of tokens of a name that models carry.

    Those that a side controls are counted. Tokens of a captured ship may count for more.
    """

    token: Name

    def lacks(self, scenario: ScenarioCard) -> Iterable[Cause]:
        return _lacking_bearers(scenario, self.token)

    def sums(self, state: State, side: int, models: Iterable[Model]) -> Sums:
        fitting = self._controlled(side, models)
        return (sum([token_count(model, self.token) * self._token_value(state, model) for model in fitting]),)

    def _token_value(self, state: State, model: Model) -> int:
        """Return how many tokens one counts for. Aboard a captured ship it may be more."""
        if model.side == model.owner:
            return 1
        return next((token.on_captured for token in state.scenario.tokens if token.token == self.token), 1)

    @property
    def words(self) -> str:
        return f"{in_plural(self.token)} on {self._models_text()}"


class Prevented(Tokens):
    """The number of issued tokens that their side didn't bring home, or that the enemy did aboard captured ships.

    (R83)
    """

    __slots__ = ()

    def lacks(self, scenario: ScenarioCard) -> Iterable[Cause]:
        """Return the rule that issues tokens, if it isn't there for this token."""
        if not any(rule.issues_tokens and getattr(rule, "token", "") == self.token for rule in scenario.special_rules):
            name = next(name for name, rule in SPECIAL_RULES.items() if rule.issues_tokens)
            yield "the rule ", key_mention(name), f" for '{self.token}'"

    def sums(self, state: State, side: int, models: Iterable[Model]) -> Sums:
        """Return the tokens brought home, and those that the captor brought home."""
        return *Tokens.sums(self, state, side, models), *Tokens.sums(self, state, 1 - side, models)

    def amount_from(self, state: State, side: int, sums: Sums) -> float:
        """Return the tokens issued less those brought home, or those that the captor brought home if these are more.

        Tokens found since make up for lost ones, but not for captured ones that their captor has brought home.
        """
        home, captured = sums
        issued = state.notes.get(issued_note(self.token), 0)
        return float(max(captured, (issued if isinstance(issued, int) else 0) - home))

    @property
    def words(self) -> str:
        return f"{in_plural(self.token)} kept from {self._models_text()}"


@frozen(kw_only=True)
class Bearers(Counted):
    """The number of models that carry a token of a name."""

    token: Name

    def lacks(self, scenario: ScenarioCard) -> Iterable[Cause]:
        return _lacking_bearers(scenario, self.token)

    def sums(self, state: State, side: int, models: Iterable[Model]) -> Sums:
        return (sum([token_count(model, self.token) > 0 for model in self._controlled(side, models)]),)

    @property
    def words(self) -> str:
        return f"{self._models_text()} with {in_plural(self.token)}"


# --- Objectives (v1.2.4 Scenarios > Objective Points, R80) ---
PLACE = "v1.2.4 Scenarios > Victory Conditions > Objective Points"
Points = tuple[float, float]
"""A number for each side."""
NOTE_POINTS, NOTE_AMOUNTS, NOTE_MODELS = slice(0, 2), slice(2, 4), slice(4, 6)
"""The parts of a note, each for both sides: points and amounts as both sides knew them, and ids of models.

The models are counted again by their full value at the end.
"""
FINE = 100
"""The fraction of 1 in which a note stores amounts."""


@frozen
class ScoringPlace:
    """A place where a model of a side can serve an objective."""

    x: float
    y: float
    inches: float
    """The distance from the point that is near enough."""


@frozen
class Objective(GlobalRule):
    """Base of what gives Objective Points.

    The attributes and methods under "How players value it" are all that computer players know of an objective.
    """

    of_victory: ClassVar[bool] = False
    """Whether Victory Points decide it. These are shown separately."""
    counts: ClassVar[bool] = False
    """Whether it counts something: then `counted` and `earned` say how many points each side has for it."""
    open_ended: ClassVar[bool] = False
    """Whether its points have no maximum."""

    points: Annotated[int, Limits(ge=-100, le=100)]
    role: Annotated[Role, Mark.NULL] = ""
    """The role that may earn the points, or "" for both sides."""

    @property
    def title(self) -> str:
        """What the points are for, in a few words."""
        raise NotImplementedError

    @property
    def short(self) -> str:
        """A shorter title."""
        return self.title

    def counted(self, state: State) -> Points | None:
        """Return the amounts of both sides now, as far as the state knows, or None."""
        return None

    @property
    def unit(self) -> str:
        """The unit of the amounts, or ""."""
        return ""

    def amounts(self, state: State, victory: Points) -> Points | None:
        """Return the amounts that decide, given the Victory Points: those of its turn, else those of now, or None."""
        return self.counted(state)

    def settled(self, state: State) -> bool:
        """Return whether the objective is decided before the game is over."""
        return False

    def stands(self, own: float, other: float) -> str:
        """Return how a side is doing with these amounts, in a few words."""
        return ""

    def within_reach(self, state: State, side: int) -> bool:
        """Return whether a side with the role can still earn it, if it isn't settled."""
        return True

    # --- How players value it ---

    @property
    def enough(self) -> int | None:
        """The amount with which a side earns the points, or None if no fixed amount decides."""
        return None

    def earned(self, first: float, second: float) -> Points:
        """Return the points of both sides for these amounts."""
        raise NotImplementedError

    def lead(self, first: float, second: float) -> float | None:
        """Return by how much side 0 is ahead, or None if the points don't go to the side that is ahead."""
        return None

    def counted_if_all_leave(self, state: State) -> Points | None:
        """Return the amounts if all models in play got away, or None if that wouldn't help."""
        return None

    def places(self, state: State, side: int) -> Iterable[ScoringPlace]:
        """Yield where a model of the side adds to the amount by being there."""
        return ()

    def first_attack_points(self, state: State, side: int) -> int:
        """Return the points that a side would get for attacking now."""
        return 0


@frozen
class Counting(Objective):
    """Base of objectives that count something, at the end or in the End Phase of a turn."""

    counts = True
    more_is_better: ClassVar[bool] = True
    """Whether a side wants a higher amount than the other one."""

    turn: Annotated[Turn, Mark.NULL] = 0
    """The turn of the End Phase, or 0 for the end of the game."""
    count: Annotated[Count, Among("of", COUNTS)] = field(kw_only=True)

    def lacks(self, scenario: ScenarioCard) -> Iterable[Cause]:
        return self.count.lacks(scenario)

    @property
    def short(self) -> str:
        """The title without its turn."""
        return self.title.removesuffix(self._turn_text())

    def counted(self, state: State) -> Points:
        return self.count.amount(state, 0), self.count.amount(state, 1)

    @property
    def unit(self) -> str:
        return self.count.unit

    def amounts(self, state: State, victory: Points) -> Points | None:
        """Return the amounts in the note, or else those of now. Return None if the game started after the turn."""
        note = self._noted(state)
        if not note:
            return None if self.missed(state) else self.counted(state)
        first, second = (int(str(amount)) / FINE for amount in note[NOTE_AMOUNTS])
        return self._recounted(state, note) or (first, second)

    def counted_if_all_leave(self, state: State) -> Points | None:
        count = self.count.if_all_leave() if self.more_is_better else None
        return (count.amount(state, 0), count.amount(state, 1)) if count is not None else None

    def settled(self, state: State) -> bool:
        """Return whether its turn is over."""
        return bool(self.turn) and (self._key in state.notes or state.turn > self.turn)

    def missed(self, state: State) -> bool:
        """Return whether the game started after the turn of the objective, so that no side can earn it."""
        return self.settled(state) and not self._noted(state)

    def awards(self, state: State, victory: Points) -> Iterable[Award]:
        """Yield the points in the note, or else those of now. Yield none if the game started after the turn."""
        for side, points in enumerate(self._points(state)):
            if points:
                yield Award(side, points, self.title)

    def end_phase(self, game: Game) -> None:
        """Count in the End Phase of its turn, by what both sides know."""
        state = game.state
        if self.turn == state.turn:
            amounts = self.count.known_amount(state, 0), self.count.known_amount(state, 1)
            points = self._points_for(state, amounts)
            model_ids = self.count.model_ids_to_recount(state, 0), self.count.model_ids_to_recount(state, 1)
            note: tuple[Note, ...] = (*points, *(round(FINE * amount) for amount in amounts))
            note = (*note, *model_ids) if any(model_ids) else note
            self.note(game, self._key, note, self._log_text(points))

    def _noted(self, state: State) -> tuple[Note, ...]:
        """Return the note of its turn, or ()."""
        note = state.notes.get(self._key)
        return note if isinstance(note, tuple) else ()

    def _recounted(self, state: State, note: tuple[Note, ...]) -> Points | None:
        """Return the amounts by full value of the models in the note, or None if it has only numbers."""
        model_ids = note[NOTE_MODELS]
        if not model_ids:
            return None
        first, second = (
            self.count.amount_of_models(state, side, tuple(map(str, ids))) if isinstance(ids, tuple) else 0.0
            for side, ids in enumerate(model_ids)
        )
        return first, second

    def _points(self, state: State) -> tuple[int, int]:
        note = self._noted(state)
        if not note:
            return (0, 0) if self.missed(state) else self._points_for(state, self.counted(state))
        recounted = self._recounted(state, note)
        if recounted is not None:
            return self._points_for(state, recounted)
        first, second = (int(str(points)) for points in note[NOTE_POINTS])
        return first, second

    def _points_for(self, state: State, amounts: Points) -> tuple[int, int]:
        points = self.earned(*amounts)
        first, second = (int(earned) if has_role(state, side, self.role) else 0 for side, earned in enumerate(points))
        return first, second

    def _log_text(self, points: tuple[int, int]) -> str:
        first, second = points
        return f"{self.title}: {first} and {second} objective points" if first or second else ""

    @property
    def _key(self) -> str:
        """The key of its note. 2 objectives of a kind have different titles, points, or roles."""
        return f"{self.title} ({self.points}{f', {self.role}' if self.role else ''})"

    def _turn_text(self) -> str:
        return f" by the end of turn {self.turn}" if self.turn else ""


# --- Kinds of objectives ---


def _lead_text(own: float, other: float, unit: str) -> str:
    """Describe how far a side is ahead of the other, or behind it."""
    if own == other:
        return "level"
    return f"{amount_words(abs(own - other), unit)} {'ahead' if own > other else 'behind'}"


class MostVictoryPoints(Objective):
    """Points for the side with more fleet left, counted in Victory Points. A tie gives none (R80)."""

    __slots__ = ()
    name = "Most Fleet Left"
    place = "v1.2.4 Scenarios > Introductory Scenario"
    summary = "Points for most fleet left (Victory Points) at the end."
    of_victory = True

    @property
    def title(self) -> str:
        return "most fleet left"

    @property
    def unit(self) -> str:
        return " VP"

    def amounts(self, state: State, victory: Points) -> Points:
        return victory

    def stands(self, own: float, other: float) -> str:
        return _lead_text(own, other, self.unit)

    def awards(self, state: State, victory: tuple[float, float]) -> Iterable[Award]:
        if victory[0] != victory[1]:
            side = 0 if victory[0] > victory[1] else 1
            if has_role(state, side, self.role):
                yield Award(side, self.points, self.title)


class Most(Counting):
    """Points for the side that has more. A tie gives none (R80)."""

    __slots__ = ()
    name = "Most"
    place = PLACE
    summary = "Points for the side that has more of something than the other."

    @property
    def title(self) -> str:
        return f"the most {self.count.words}{self._turn_text()}"

    def earned(self, first: float, second: float) -> Points:
        return self.points * (first > second), self.points * (second > first)

    def lead(self, first: float, second: float) -> float:
        return first - second

    def stands(self, own: float, other: float) -> str:
        return _lead_text(own, other, self.unit)


class Least(Counting):
    """Points for the side that has less. A tie gives none (R80)."""

    __slots__ = ()
    name = "Least"
    place = PLACE
    summary = "Points for the side that has less of something than the other."
    more_is_better = False

    @property
    def title(self) -> str:
        return f"the fewest {self.count.words}{self._turn_text()}"

    def earned(self, first: float, second: float) -> Points:
        return self.points * (first < second), self.points * (second < first)

    def lead(self, first: float, second: float) -> float:
        return second - first

    def stands(self, own: float, other: float) -> str:
        return _lead_text(other, own, self.unit)


@frozen
class AtLeast(Counting):
    """Points for each side that has the amount or more. Several steps add up (R80)."""

    name = "At Least"
    place = PLACE
    summary = "Points for each side that has this amount of something or more. Several steps add up."

    amount: Amount = field(kw_only=True)

    @property
    def title(self) -> str:
        return f"{self.amount}{self.count.unit} or more {self.count.words}{self._turn_text()}"

    @property
    def short(self) -> str:
        """A text such as `25%+ of its force withdrawn`."""
        return f"{self.amount}{self.count.unit}+ {self.count.words}"

    def earned(self, first: float, second: float) -> Points:
        return self.points * (first >= self.amount), self.points * (second >= self.amount)

    @property
    def enough(self) -> int:
        return self.amount

    def stands(self, own: float, other: float) -> str:
        return "enough" if own >= self.amount else f"{amount_words(self.amount - own, self.unit, up=True)} short"

    def within_reach(self, state: State, side: int) -> bool:
        """Return whether the amount can still be reached."""
        maximum = self.count.max_amount(state, side)
        return maximum is None or maximum >= self.amount


class Each(Counting):
    """Points for each one that a side has."""

    __slots__ = ()
    name = "Each"
    place = PLACE
    summary = "Points for each of something that a side has."
    open_ended = True

    @property
    def title(self) -> str:
        return f"each of the {self.count.words}{self._turn_text()}"

    def earned(self, first: float, second: float) -> Points:
        return self.points * first, self.points * second

    def stands(self, own: float, other: float) -> str:
        return f"{amount_words(own, self.unit)} × {self.points}" if own else "none"


class FirstToAttack(Objective):
    """Points, usually negative, for the side that first fires, intercepts, bombs, rams, or boards (R82)."""

    __slots__ = ()
    name = "First to Attack"
    place = "v1.2.4 Scenarios > Break the Truce"
    summary = "Points for the side that attacks first."

    @property
    def title(self) -> str:
        return "attacking first"

    def fired_at_point(self, game: Game, attacker: Model) -> None:
        self._remember(game, attacker)

    def attacked(self, game: Game, attacker: Model, target: Model, how: str) -> None:
        """Remember which side attacked first. A ship that explodes attacks nobody."""
        self._remember(game, attacker)

    def _remember(self, game: Game, attacker: Model) -> None:
        if self.name not in game.state.notes and not attacker.is_neutral and attacker.is_in_game:
            self.remember(game, attacker.side, f"{attacker.name} is the first to attack")

    def settled(self, state: State) -> bool:
        return self.name in state.notes

    def first_attack_points(self, state: State, side: int) -> int:
        return 0 if self.settled(state) or not has_role(state, side, self.role) else self.points

    def awards(self, state: State, victory: tuple[float, float]) -> Iterable[Award]:
        side = self.recall(state)
        if isinstance(side, int) and has_role(state, side, self.role):
            yield Award(side, self.points, self.title)


# --- Early end ---


@frozen
class EarlyEnd(GlobalRule):
    """The game ends in the End Phase in which the count of a side reaches an amount."""

    name = "Early End"
    place = "v1.2.4 Scenarios > Victory Conditions"
    summary = "The game ends before its last turn once a side has enough of something."

    role: Annotated[Role, Mark.NULL] = ""
    count: Annotated[Count, Among("of", COUNTS)] = field(kw_only=True)
    amount: Amount = field(kw_only=True)

    def lacks(self, scenario: ScenarioCard) -> Iterable[Cause]:
        return self.count.lacks(scenario)

    def ends(self, state: State) -> bool:
        """Return whether a side with the role has the amount, by what both sides know."""
        sides = (side for side in (0, 1) if has_role(state, side, self.role))
        return any(self.count.known_amount(state, side) >= self.amount for side in sides)
