"""The game as a PettingZoo environment, to train players by reinforcement learning.

    from jovian.environment import env

    battle = env("first-game")
    battle.reset(seed=7)
    for agent in battle.agent_iter():
        observation, reward, over, _, info = battle.last()
        battle.step(None if over else battle.action_space(agent).sample(observation["action_mask"]))

The agents "player_0" and "player_1" are side 0 and side 1. They answer one decision after the other, in the order in
which the game asks them, also secret ones. An agent learns only what the view of its side contains.

- Actions: `MOVES` movements with a fixed meaning, then a list of the other answers to the decision. The mask says which
  are legal now, and `info["actions"]` what each legal one means. Movements and places are samples of all that the rules
  allow.
- Observation: one vector of numbers from -1 to 1. `PARTS` has the shape and the slice of each part of it. A part with
  rows has one row per model, piece of terrain, or action. Unused rows are zeros.
- Reward: 1 for the winner and -1 for the loser at the end of the game, as the scenario decides it (Objective Points,
  then Victory Points). 0 for a draw and before the end. No game is truncated.
- `copy.deepcopy` copies the environment in the middle of a game, for a search. The copy is the same game with the same
  dice, and knows what is hidden. A search that mustn't know it plays the trials of a view instead
  (`docs/opponents.md`).
- With `render_mode="rgb_array"`, `render` returns a picture of the table as both sides know it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy, deepcopy
from dataclasses import replace
from functools import cache
from math import prod
from operator import index
from random import Random
from typing import Any
from zlib import crc32

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from jovian.cards.fleet import TRACKS
from jovian.dice import random_seed
from jovian.frozen import frozen
from jovian.game import EMBARKED, RESERVE, TABLE, Answer, Decision, Model, Refusal, State, answers, view
from jovian.game.answers import At, Declaration, Fly, Lay, Move, Pivot, Place, SetBeacon, Turn, form_of
from jovian.game.game import open_state
from jovian.match import Match, Refused
from jovian.play import NamedFile, setup_of
from jovian.rules.book import QUESTIONS
from jovian.rules.menu.declarations import NONE, Declare
from jovian.rules.menu.next_order import NextOrder
from jovian.rules.placement.attached import flight_to, may_touch
from jovian.rules.placement.move_limits import LITTLE, RemainingMovement
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.sequence.sequence import current_score
from jovian.table import Pose
from jovian.table.polygons import COSINE, SINE
from jovian.ui.board.board import picture_size
from jovian.ui.headless import raw_pictures

AGENTS = ("player_0", "player_1")
"""The agents, by the number of their side."""
ACTIONS = 256
"""The number of actions. If a decision has more answers, the list omits some of them, evenly distributed."""
PICTURE = 800
"""The longer side of a rendered picture in pixels."""
RGB_ARRAY = "rgb_array"

# --- Movements ---

FORWARD_SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""Moves ahead, from the minimum to the maximum that remains."""
REVERSE_SHARES = (0.5, 1.0)
TURN_ANGLES = (-45, -30, -15, 15, 30, 45)
PIVOT_ANGLES = (-135, -90, -45, 45, 90, 135, 180)
FLIGHT_HEADINGS = tuple(range(0, 360, 30))
FLIGHT_SHARES = (0.5, 1.0)
MOVES = (
    len(FORWARD_SHARES) + len(REVERSE_SHARES) + len(TURN_ANGLES) + len(PIVOT_ANGLES)
    + len(FLIGHT_HEADINGS) * len(FLIGHT_SHARES)
)  # fmt: skip
"""The number of movements. They are the first actions, in the order of the lists above: moves, turns, and flights."""


def _movements(model: Model, limits: RemainingMovement) -> Iterator[Answer]:
    """Yield `MOVES` answers, whether legal or not."""
    for share in FORWARD_SHARES:
        yield Move(_rounded(limits.min_move + share * (limits.forward - limits.min_move)))
    for share in REVERSE_SHARES:
        yield Move(_rounded(-share * limits.reverse))
    yield from map(Turn, TURN_ANGLES)
    yield from map(Pivot, PIVOT_ANGLES)
    for heading in FLIGHT_HEADINGS:
        for share in FLIGHT_SHARES:
            yield _flight(Pose(*model.pose[:2], heading).advanced(share * limits.forward - LITTLE))


def _flight(end: Pose) -> Fly:
    return Fly(((_rounded(end.x), _rounded(end.y)),))


def _rounded(inches: float) -> float:
    """Return inches as the journal records them."""
    return round(inches, 3) + 0.0


# --- Legal actions ---

PLACING = (Place, Lay, SetBeacon, At)
"""Answers with any place on the table."""
PLACES = 48
"""The number of places that are sampled for such an answer, always the same ones for the same decision."""


def legal_actions(decision: Decision, seen: State) -> dict[int, tuple[Answer, str]]:
    """Return the legal answers to a decision about a view, and their texts, by the numbers of their actions.

    No answer occurs twice. There is always at least one.
    """
    offers: dict[int, tuple[Answer, str]] = {}
    known: set[Answer] = set()
    if isinstance(decision, NextOrder):
        limits = decision.envelope()
        for number, move in enumerate(_movements(decision.model, limits)):
            if isinstance(move, Fly) != limits.capital and move not in known and decision.judge(move) is None:
                offers[number] = move, _words(move, seen)
                known.add(move)
    listed = {answer: text for answer, text in _listed(decision, seen).items() if answer not in known}
    offers.update(enumerate(_thinned([*listed.items()], ACTIONS - MOVES), MOVES))
    return offers


def _listed(decision: Decision, seen: State) -> dict[Answer, str]:
    """Return the answers besides the movements, with their texts, the default first."""
    default = decision.default()
    found: dict[Answer, str] = {default: ""}
    found |= {option.answer: option.label for option in decision.options()}
    others: Iterator[Answer] = iter(())
    if isinstance(decision, NextOrder):
        others = _contact_flights(decision)
    elif isinstance(decision, Declare):
        others = _boosted(decision, list(found))
    elif any(answer in PLACING for answer in decision.answers):
        rng = Random(PLACES)
        others = (decision.sample(rng) for _ in range(PLACES))
    for answer in others:
        found.setdefault(answer, _words(answer, seen))
    return {answer: text or _words(answer, seen) for answer, text in found.items()}


def _contact_flights(decision: NextOrder) -> Iterator[Fly]:
    """Yield the legal flights of a squadron into contact with its targets, and with ships that it may join."""
    state, model, inches = decision.state, decision.model, decision.envelope().forward
    touchable = may_touch(state, model) if model.is_on_table and not model.is_capital else ()
    for target in dict.fromkeys(touchable):
        end = flight_to(state, model, target, inches)
        if end is not None and decision.judge(_flight(end)) is None:
            yield _flight(end)


def _boosted(decision: Declare, declared: Sequence[Answer]) -> Iterator[Declaration]:
    """Yield the legal declarations of an action with a Boost."""
    for answer in declared:
        for fuel in range(1, decision.most_boost + 1):
            if isinstance(answer, Declaration) and answer.action != NONE and not answer.boost:
                boosted = replace(answer, boost=fuel)
                if decision.judge(boosted) is None:
                    yield boosted


def _thinned(items: list[Any], count: int) -> list[Any]:
    """Return at most `count` items, evenly distributed, the first one included."""
    return items if len(items) <= count else [items[number * len(items) // count] for number in range(count)]


def _words(answer: Answer, seen: State) -> str:
    """Describe an answer by its verb and its values, with the names of models."""
    return " ".join(seen.models[value].name if value in seen.models else str(value) for value in _flat(answer))


def _flat(answer: Answer) -> list[Any]:
    """Return the verb and the values of an answer, without the structure of lists."""
    flat: list[Any] = []
    rest = answer.to_json()
    while rest:
        value = rest.pop(0)
        if isinstance(value, list):
            rest = [*value, *rest]
        else:
            flat.append(value)
    return flat


# --- Observations ---

MODELS, PIECES = 64, 24
"""The number of models and pieces of terrain that an observation has rows for. Own models come first."""
KINDS = {kind: number for number, kind in enumerate(QUESTIONS, 1)}
VERBS = {name: number for number, name in enumerate(answers.__all__, 1)}
"""The numbers of the kinds of decisions and of the classes of answers, from 1."""
PHASES = ("deployment", "activation", "end")
PLACED = (TABLE, RESERVE, EMBARKED)
MOUNTS = 16
"""The number of mounts of a card that can be told apart."""
AMOUNTS = 4
"""How many numbers of an answer are observed."""
VICTORY_POINTS, OBJECTIVE_POINTS, THREAT_VALUE, INCHES, POINTS = 500.0, 50.0, 100.0, 48.0, 10.0
"""The values that are observed as 1. POINTS is for ratings and other small numbers."""

BATTLE = (
    "second side", "to answer", "kind of decision", "hidden answers", "turn", *PHASES, "initiative",
    "own Objective Points", "enemy Objective Points", "own Victory Points", "enemy Victory Points", "width", "height",
)  # fmt: skip
"""The numbers about the battle as a whole."""
MODEL = (
    "own", "enemy", *PLACED, "activated", "subject of the decision", "active", "capital ship", "drone", "x", "y",
    "sine of heading", "cosine of heading", "Threat Value", "Speed", "Fire Control", "Turns", "Skill", "Signature",
    "Sensors", *(f"{track} boxes" for track in TRACKS), *(f"{track} rating" for track in TRACKS), "armor",
    "working mounts", "states", "tokens", "row of its ship",
)  # fmt: skip
"""The numbers about a model."""
PIECE = ("kind", "x", "y", "sine of heading", "cosine of heading", "reach")
"""The numbers about a piece of terrain."""
ACTION = (
    "class of answer", "row of first model", "row of second model", "first mount", "mounts", "word",
    *(f"amount {number}" for number in range(1, AMOUNTS + 1)), "x", "y", "sine of heading", "cosine of heading",
)  # fmt: skip
"""The numbers about a legal action. The pose is where the model would be, or where its target is."""


@frozen
class ObservationPart:
    """A part of an observation."""

    shape: tuple[int, ...]
    span: slice

    def of(self, observation: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return this part of a vector, in its own shape."""
        return observation[self.span].reshape(self.shape)


def _parts(**shapes: tuple[int, ...]) -> Mapping[str, ObservationPart]:
    parts, start = {}, 0
    for name, shape in shapes.items():
        parts[name] = ObservationPart(shape, slice(start, start + prod(shape)))
        start += prod(shape)
    return parts


PARTS = _parts(
    battle=(len(BATTLE),), models=(MODELS, len(MODEL)), terrain=(PIECES, len(PIECE)), actions=(ACTIONS, len(ACTION))
)
"""The parts of an observation by name, in their order."""
SIZE = sum(prod(part.shape) for part in PARTS.values())


Observation = dict[str, NDArray[Any]]
"""The arrays `observation` and `action_mask`."""


def observe(
    seen: State, side: int, decision: Decision | None, offers: Mapping[int, tuple[Answer, str]]
) -> Observation:  # fmt: skip
    """Return the observation of a side from its view, and from its decision if it is the one to answer."""
    vector: NDArray[np.float32] = np.zeros(SIZE, np.float32)
    models = sorted(seen.models.values(), key=lambda model: (model.side != side, model.side))[:MODELS]
    rows = {model.id: row for row, model in enumerate(models)}
    PARTS["battle"].of(vector)[:] = _battle(seen, side, decision)
    table = PARTS["models"].of(vector)
    for row, model in enumerate(models):
        table[row] = _model(seen, side, decision, model, rows)
    table = PARTS["terrain"].of(vector)
    kinds = list(rulebook(seen).terrain)
    for row, piece in enumerate([*seen.terrain.values()][:PIECES]):
        reach = max(part.reach for part in piece.outline)
        table[row] = (kinds.index(piece.kind) + 1) / len(kinds), *_pose(seen, piece.pose), reach / INCHES
    table = PARTS["actions"].of(vector)
    for number, (answer, _) in offers.items():
        assert decision is not None
        table[number] = _action(seen, decision, answer, rows)
    mask = np.zeros(ACTIONS, np.int8)
    mask[list(offers)] = 1
    return {"observation": np.clip(vector, -1.0, 1.0), "action_mask": mask}


def _pose(seen: State, pose: Pose) -> tuple[float, float, float, float]:
    return pose.x / seen.width, pose.y / seen.height, SINE[pose.heading], COSINE[pose.heading]


def _battle(seen: State, side: int, decision: Decision | None) -> Sequence[float]:
    own, enemy = (current_score(seen).scores[player] for player in (side, 1 - side))
    return (
        side, decision is not None, KINDS[decision.kind] / len(KINDS) if decision is not None else 0,
        decision.sealed if decision is not None else 0, seen.turn / seen.scenario.turns,
        *(seen.phase == phase for phase in PHASES), seen.initiative == side,
        own.objective / OBJECTIVE_POINTS, enemy.objective / OBJECTIVE_POINTS, own.victory / VICTORY_POINTS,
        enemy.victory / VICTORY_POINTS, seen.width / INCHES / 2, seen.height / INCHES / 2,
    )  # fmt: skip


def _model(
    seen: State, side: int, decision: Decision | None, model: Model, rows: Mapping[str, int]
) -> Sequence[float]:  # fmt: skip
    card, active = model.card, seen.active
    pose = _pose(seen, model.pose) if model.is_on_table else (0.0, 0.0, 0.0, 0.0)
    return (
        model.side == side, model.side == 1 - side, *(model.place == place for place in PLACED), model.activated,
        decision is not None and decision.subject == model.id, active is not None and active.id == model.id,
        model.is_capital, model.is_drone, *pose, card.tv / THREAT_VALUE, card.speed / POINTS,
        card.fire_control / POINTS, card.turns / POINTS, card.skill / POINTS, card.signature / POINTS,
        card.sensors / POINTS, *(model.unmarked(track) / POINTS for track in TRACKS),
        *(model.rating(track) / POINTS for track in TRACKS), max(card.armor.values(), default=0) / POINTS,
        (len(card.mounts) - len(model.damaged)) / MOUNTS, len(model.states) / POINTS,
        sum(count for _, count in model.loads) / POINTS, _row(model.host, rows),
    )  # fmt: skip


def _row(model_id: str, rows: Mapping[str, int]) -> float:
    """Return the row of a model from 1, as a share of all rows. 0 if it has none."""
    return (rows[model_id] + 1) / MODELS if model_id in rows else 0.0


def _action(seen: State, decision: Decision, answer: Answer, rows: Mapping[str, int]) -> Sequence[float]:
    values = _flat(answer)[1:]
    named = [value for value in values if value in seen.models]
    armed = [seen.models[model_id] for model_id in (*named, decision.subject) if model_id in seen.models]
    mounts = [number for value in values if isinstance(value, str) and (number := _mount(value, armed))]
    words = [value for value in values if isinstance(value, str) and value not in named and not _mount(value, armed)]
    first, second = (_row(model_id, rows) for model_id in [*named, "", ""][:2])
    end = _end(seen, decision, answer, named)
    return (
        VERBS[type(answer).__name__] / len(VERBS), first, second, mounts[0] / MOUNTS if mounts else 0,
        len(mounts) / MOUNTS, _word_number(words[0]) if words else 0,
        *[*_amounts(answer), *[0.0] * AMOUNTS][:AMOUNTS], *(_pose(seen, end) if end is not None else (0, 0, 0, 0)),
    )  # fmt: skip


def _mount(value: str, armed: Sequence[Model]) -> int:
    """Return the number of a mount on the first card that has it, from 1. 0 if none has it."""
    ident = answers.MountRef(value).ident
    cards = (model.card.mounts for model in armed)
    return next((number for mounts in cards for number, mount in enumerate(mounts, 1) if mount.id == ident), 0)


@cache
def _word_number(word: str) -> float:
    """Return a number from 0 to 1 that is always the same for a word, such as the name of an action."""
    return crc32(word.encode()) / 2**32


def _amounts(answer: Answer) -> list[float]:
    """Return the numbers of an answer that aren't places, as observed: inches, degrees, Fuel, dice, counts."""
    amounts: list[float] = []
    for argument in form_of(type(answer)).arguments:
        value = getattr(answer, argument.name)
        numbers = value if isinstance(value, tuple) else (value,)
        if argument.name not in ("x", "y", "heading", "path"):
            scale = 180.0 if argument.name == "degrees" else INCHES if argument.name == "inches" else POINTS
            amounts += [number / scale for number in numbers if isinstance(number, int | float)]
    return amounts


def _end(seen: State, decision: Decision, answer: Answer, named: Sequence[str]) -> Pose | None:
    """Return where a movement ends or a model or piece is placed, or else the pose of the last model that is named."""
    if isinstance(answer, Fly):
        return Pose(*answer.path[-1], 0)
    if isinstance(answer, Move | Turn | Pivot):
        return rulebook(seen).orders[answer.verb].path(seen.models[decision.subject], answer)[-1]
    if hasattr(answer, "x") and hasattr(answer, "y"):
        return Pose(answer.x, answer.y, getattr(answer, "heading", 0))
    target = seen.models[named[-1]] if named else None
    return target.pose if target is not None and target.is_on_table else None


# --- The environment ---


class Battle(AECEnv):  # type: ignore[misc]
    """One battle after the other between two agents. `env` makes one."""

    metadata = {"name": "jovian_wars_v0", "render_modes": (RGB_ARRAY,), "is_parallelizable": False}  # noqa: RUF012
    match: Match
    """The game since `reset`, with everything that is hidden. Agents must not see it."""

    def __init__(
        self, scenario: NamedFile, fleets: Sequence[NamedFile] = (), options: Mapping[str, str] | None = None,
        render_mode: str | None = None,
    ) -> None:  # fmt: skip
        super().__init__()
        if render_mode not in (None, RGB_ARRAY):
            raise ValueError(f'render_mode is None or "{RGB_ARRAY}", not {render_mode!r}')
        self.render_mode = render_mode
        self._setup = setup_of(scenario, fleets, options=options)
        self._seeds: Random | None = None
        self._actions = {agent: Discrete(ACTIONS) for agent in AGENTS}
        self._observations = {
            agent: Dict({
                "observation": Box(-1.0, 1.0, (SIZE,), np.float32), "action_mask": Box(0, 1, (ACTIONS,), np.int8),
            })
            for agent in AGENTS
        }  # fmt: skip
        self.possible_agents = list(AGENTS)
        self._offers: dict[int, tuple[Answer, str]] = {}

    def observation_space(self, agent: str) -> Dict:
        return self._observations[agent]

    def action_space(self, agent: str) -> Discrete:
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game with a seed. Without one, the last seed decides the seed of each later game, else chance does.

        PettingZoo passes `options`, which have no meaning here.
        """
        if seed is not None:
            self._seeds = Random(int(seed))
            number = int(seed)
        else:
            number = random_seed() if self._seeds is None else self._seeds.getrandbits(64)
        self.match = Match(replace(self._setup, seed=number), log=False)
        self.agents = list(AGENTS)
        self.rewards, self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0), dict.fromkeys(AGENTS, 0.0)
        self.terminations, self.truncations = dict.fromkeys(AGENTS, False), dict.fromkeys(AGENTS, False)
        self._ask()

    def step(self, action: int | None) -> None:
        """Answer the decision of `agent_selection` with an action. An agent whose game is over gives None.

        Raises:
            Refused: The action isn't legal. The game hasn't changed.

        """
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self.match.answer(self._answer(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.match.over:
            winner = self.match.state.winner
            if winner is not None:
                self.rewards = {AGENTS[winner]: 1.0, AGENTS[1 - winner]: -1.0}
            self.terminations = dict.fromkeys(AGENTS, True)
        self._accumulate_rewards()
        self._ask()

    def _answer(self, action: Any) -> Answer:
        try:
            return self._offers[index(action)][0]
        except (KeyError, TypeError):
            reason = f"Action {action} isn't legal now. Choose one of the {len(self._offers)} that the mask allows."
            raise Refused(Refusal(reason)) from None

    def observe(self, agent: str) -> Observation:
        """Return what an agent sees: `observation` and `action_mask`. Only the agent to answer has legal actions."""
        side, decision = AGENTS.index(agent), self.match.decision
        seen = view(self.match.state, side)
        if decision is None or decision.side != side:
            return observe(seen, side, None, {})
        return observe(seen, side, decision.on(seen), self._offers)

    def render(self) -> NDArray[np.uint8] | None:
        """Return the table as both sides know it, as (height, width, 3) bytes. None without a `render_mode`."""
        if self.render_mode is None:
            return None
        state = open_state(self.match.state, is_over=self.match.over)
        width, height = picture_size(state, PICTURE)
        raw = next(raw_pictures([state], (width, height)))
        return np.frombuffer(raw, np.uint8).reshape(height, width, 3)

    def close(self) -> None:
        """Do nothing: no window and no file is open."""

    def __deepcopy__(self, memo: dict[int, Any]) -> Battle:
        """Return a separate copy at the present moment. It shares cards and answers, which never change."""
        fork = copy(self)
        memo[id(self)] = fork
        if "match" in vars(self):
            fork.match = self.match.fork()
        shared = ("match", "_setup", "_offers")
        fork.__dict__.update({name: deepcopy(value, memo) for name, value in vars(self).items() if name not in shared})
        return fork

    def _ask(self) -> None:
        """Select the agent that answers next, and list its legal actions."""
        decision = self.match.decision
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self._offers = {}
        if decision is None:
            self.agent_selection = AGENTS[0]
            return
        seen = view(self.match.state, decision.side)
        asked = decision.on(seen)
        self._offers = legal_actions(asked, seen)
        self.agent_selection = AGENTS[decision.side]
        texts = {number: text for number, (_, text) in self._offers.items()}
        self.infos[self.agent_selection] = {"kind": asked.kind, "title": asked.title, "actions": texts}


def env(
    scenario: NamedFile = "introductory", fleets: Sequence[NamedFile] = (), options: Mapping[str, str] | None = None,
    render_mode: str | None = None,
) -> Any:  # fmt: skip
    """Return the environment of a scenario with 2 fleets, or with the scenario's own, and with options of the rules.

    It enforces the order of calls (`reset` first). `unwrapped` is the `Battle`.

    Raises:
        CardError: The scenario or a fleet can't be played.
        ValueError: There is no such `render_mode`.

    """
    return OrderEnforcingWrapper(Battle(scenario, fleets, options, render_mode))
