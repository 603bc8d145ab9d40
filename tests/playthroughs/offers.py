"""Everything that a player or the window can ask of a decision: answers, refusals, numbers, odds, and words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from random import Random
from typing import Any

from jovian.dice import Odds, Result, odds
from jovian.game import Answer, Choice, Decision, ListDecision, Model, Option, State
from jovian.game import answers as kinds
from jovian.game.answers import Argument, arguments
from jovian.game.decision import PointArc, PointBase, PointLine, PointRing
from jovian.table import Pose
from tests.rules_api import (
    Assessment,
    DamageContext,
    Declare,
    Deploy,
    EvasionStake,
    Fight,
    NextOrder,
    Outcomes,
    PlanFight,
    Preview,
    Reactions,
    RemainingMovement,
    TerrainStake,
    TypedFaces,
    autofire,
    build_rulebook,
    burst_shots,
    damage_context,
    expected_value,
    forecast_damage,
    formation_spots,
    harm_words,
    kill_chance,
    nukes,
    outlook_words,
    refuse_action,
    refuse_ever,
)

Plain = Any
"""JSON values."""
POINTING = {PointLine: "line", PointRing: "ring", PointArc: "arc", PointBase: "base"}
"""The names of refusal marks in the records."""
FAR = 9.0
"""The maximum distance in inches from the model of the tried places."""
LISTED = 24
"""The number of options tried of a longer list."""
PREVIEWED = 7
"""The number of moves with a preview."""
TARGETS = 2
"""The number of targets, which change from decision to decision."""


def plain(value: Any) -> Plain:
    """Return values of the rules as plain data without class names. Floats have 9 places."""
    if value is None or isinstance(value, str | bool | int):
        return value
    if isinstance(value, float):
        return round(value, 9) + 0.0
    if isinstance(value, Answer):
        return plain(value.to_json())
    if isinstance(value, Assessment):
        return plain(_shot(value))
    if isinstance(value, Odds):
        return [[str(result), chance.numerator, chance.denominator] for result, chance in value.items()]
    if isinstance(value, Result):
        return str(value)
    if isinstance(value, RemainingMovement):
        return plain(_remaining_facts(value))
    if isinstance(value, Preview):
        return plain(_preview_facts(value))
    if type(value) in POINTING:
        return [POINTING[type(value)], *_fields(value)]
    if is_dataclass(value):
        return _fields(value)
    if isinstance(value, Mapping):
        return [[plain(key), plain(entry)] for key, entry in value.items()]
    return [plain(item) for item in value]


def _shot(shot: Assessment) -> list[Any]:
    """Return all facts of a shot, in an order that doesn't depend on the code."""
    lies, roll, against, hit = shot.range, shot.roll, shot.opposition, shot.impact
    return [
        shot.attacker, shot.mounts, shot.weapon, shot.target, shot.window,
        lies.against, lies.distance, lies.band, lies.arc, lies.obscured,
        roll.contributions, roll.net, roll.pool, roll.reroll, roll.shift,
        against.pool if against else None, against.contributions if against else (), bool(against and against.may_burn),
        hit.table, hit.redundant, hit.kinetic, roll.swarm, hit.precise, roll.autohit, shot.jammed,
        roll.rating, roll.macro, roll.turns, roll.all_contributions(), shot.resisting(), shot.odds(),
    ]  # fmt: skip


def _remaining_facts(movement: RemainingMovement) -> list[Any]:
    """Return the remaining movement, in such an order."""
    return [
        movement.capital, movement.min_move, movement.forward, movement.reverse, movement.turns, movement.needs_test,
        movement.pivot, movement.turns_end_move,
    ]  # fmt: skip


def _preview_facts(preview: Preview) -> list[Any]:
    """Return the facts of a preview, in such an order."""
    return [preview.poses, preview.inches, preview.touches, preview.ends_on, preview.off_table, preview.refusal]


def _fields(value: Any) -> list[Plain]:
    return [plain(getattr(value, each.name)) for each in fields(value)]


def offers(decision: Decision, state: State, number: int) -> Iterator[Any]:
    """Yield everything offered at decision `number`. The costly parts take turns."""
    asked = decision.on(state)
    yield asked.kind, asked.side, asked.title, asked.cited, asked.subject, asked.anchor, asked.secret, asked.sealed
    forms = {verb: len(form) for verb, form in _forms(asked).items()}
    yield forms, asked.question(), asked.default().to_json()
    rng = Random(number)
    sampled = [asked.sample(rng).to_json() for _ in range(2)]
    yield sampled, [asked.check(each) for each in sampled]
    tries = list(_tries(asked, state, rng))
    yield tries, [asked.check(each) for each in tries]
    if isinstance(asked, NextOrder):
        yield from _menu(asked, state, number, [*sampled, *tries])
        return
    listed = [option for option, _ in zip(asked.options(), range(LISTED), strict=False)]
    yield listed
    if isinstance(asked, Declare):
        yield from _declare(asked, state)
    elif isinstance(asked, PlanFight):
        yield from _plan(asked.fight)
        yield from _plan(asked.enemy_fight)
    elif isinstance(asked, Deploy):
        yield [
            [asked.ships_to_join(model), formation_spots(state, model, Pose(20.0, 6.0), 2)]
            for model in asked.models[:3]
        ]
    elif isinstance(asked, Reactions):
        yield [_reaction(state, asked, option) for option in listed]
    elif isinstance(asked, ListDecision):
        yield [_stake(state, asked.stake, index) for index, _ in enumerate(listed)]


# --- Answers to try ---
def _forms(asked: Decision) -> dict[str, list[Argument]]:
    """Return the arguments of each verb. Repeatable ones occur as often as possible. Options of lists are left out."""
    if isinstance(asked, ListDecision | TypedFaces):
        return {}
    return {
        each.verb: [argument for argument in arguments(each) for _ in range(argument.kind.max_repeats or 1)]
        for each in asked.answers
    }


def _tries(asked: Decision, state: State, rng: Random) -> Iterator[Choice]:
    """Yield 2 answers of each form of the decision, most of them illegal, and one with an unknown verb."""
    yield ["dance", 1]
    model = state.models.get(asked.subject)
    names = [*state.models, *([mount.id for mount in model.card.mounts] if model is not None else [])]
    if isinstance(asked, Declare):
        names += [*build_rulebook().actions] * 2
    for verb, form in _forms(asked).items():
        for _ in range(2):
            yield [verb, *(_random_argument(each, model, names, rng) for each in form if not _left_out(each, rng))]


def _left_out(argument: Argument, rng: Random) -> bool:
    return argument.optional and rng.random() < 0.6


def _random_argument(argument: Argument, model: Model | None, names: Sequence[str], rng: Random) -> Any:
    """Return a random argument of its kind."""
    name = names[int(rng.random() * len(names))]
    if argument.optional:
        name = names[int(rng.random() * len(names))]
    kind = argument.kind.read
    if kind in (kinds.word, kinds.partners):
        return name
    if kind in (kinds.words, kinds.refs, kinds.refs_or_none):
        return [mount.id for mount in model.card.mounts][int(rng.random() * 3) :][:2] or [name] if model else [name]
    if kind is kinds.points:
        return [[_near(model, rng), _near(model, rng, up=True)]]
    if kind in (kinds.degrees, kinds.heading):
        return int(rng.random() * 18) * 10 - 60
    if kind is kinds.length:
        return _near(model, rng, up=rng.random() < 0.5) if rng.random() < 0.5 else round(rng.random() * FAR - 2, 1)
    return int(rng.random() * 4)


def _near(model: Model | None, rng: Random, *, up: bool = False) -> float:
    """Return a coordinate near the model, or anywhere."""
    if model is None:
        return round(rng.random() * 48, 1)
    return round((model.pose.y if up else model.pose.x) + (rng.random() * 2 - 1) * FAR, 1)


# --- Facts of some decisions ---
def _menu(menu: NextOrder, state: State, number: int, tries: Sequence[Choice]) -> Iterator[Any]:
    model = menu.model
    yield menu.envelope(), menu.leaving(), [menu.warning(each) for each in tries]
    if model.is_embarked:
        yield [option for option, _ in zip(menu.options(), range(LISTED), strict=False)]
        return
    room, at = menu.envelope(), model.pose
    ways: list[Choice] = [["fly", [[round(at.x, 3), round(at.y + room.forward, 3)]]], ["pivot", 90]]
    if model.is_capital:
        ways = [["move", inches] for inches in (room.min_move, room.forward, room.forward / 2, -1.0)]
        ways += [["turn", 45], ["turn", -20]]
    ways += [way for way in tries if way[0] in ("move", "turn", "pivot", "fly")]
    yield [menu.preview(each) for each in ways[:PREVIEWED]]
    enemies = [each for each in state.on_table() if each.side != model.side]
    start = number % (len(enemies) or 1)
    for enemy in [*enemies[start:], *enemies[:start]][:TARGETS]:
        shots = menu.shots(enemy)
        yield shots
        yield [_worth(state, shot) for shot in shots.values() if isinstance(shot, Assessment)]
    yield menu.clusters(), menu.defenses() if model.is_capital else []
    yield [burst_shots(state, model, mount, at.x + 4, at.y + 9) for mount in nukes(state, model)]
    if number % 2:
        yield [option for option, _ in zip(menu.options(), range(LISTED), strict=False)]


def _worth(state: State, shot: Assessment) -> Plain:
    """Return the expected effect of a shot, in numbers and words."""
    forecast = forecast_damage(state, damage_context(shot), shot.odds())
    return [expected_value(state, shot), kill_chance(state, shot), forecast, outlook_words(forecast)]


def _declare(asked: Declare, state: State) -> Iterator[Any]:
    model = asked.model
    yield asked.most_boost, asked.must_bomb
    for name, action in build_rulebook().actions.items():
        test = action.test(state, model)
        yield name, action.needs, action.summary, refuse_action(state, model, name), refuse_ever(state, model, name)
        yield action.targets(state, model), action.closes_with(state, model), test, test.odds() if test else None


def _plan(fight: Fight) -> Iterator[Any]:
    yield fight.max_fuel
    for arms in fight.arms()[:4]:
        bid = min(1, fight.max_fuel)
        yield arms, arms.cost, fight.contributions(arms, bid), fight.dice(arms, bid), fight.splits(arms, bid)


def _reaction(state: State, asked: Reactions, option: Option[Answer]) -> Plain:
    chance = asked.chosen_reaction(option.answer)
    if chance is None or not chance.mount:
        return plain(chance)
    target = chance.target(state, state.models[asked.subject])
    found = autofire.shot_at(state, target, chance.mount_ref)
    return [plain(found), plain(_worth(state, found)) if isinstance(found, Assessment) else None]


def _stake(state: State, stake: object, index: int) -> Plain:
    """Return the effect of an answer of a list."""
    if isinstance(stake, Outcomes):
        result = stake.results[index]
        if result is None:
            return odds(stake.pool, shift=stake.shift) if stake.pool is not None else None
        return harm_words(state, stake.stake, result) if isinstance(stake.stake, DamageContext) else str(result)
    if isinstance(stake, EvasionStake):
        return [harm_words(state, stake.stake, stake.primary), stake.pools]
    if isinstance(stake, TerrainStake):
        return [stake.pool, forecast_damage(state, stake.stake, odds(stake.pool))]
    if isinstance(stake, DamageContext):
        return [stake.target, stake.table, stake.redundant, stake.precise, stake.swarm, stake.opposed]
    return None
