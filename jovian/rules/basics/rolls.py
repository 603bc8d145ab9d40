"""Rolls of the game, what they are made of, and the words for both."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple, cast

from jovian.dice import (
    FACES,
    MAGNITUDES,
    SMALLEST_BASE,
    Faces,
    Odds,
    Pool,
    Result,
    net_to_dice,
    odds,
    reductions,
    removals,
    stream,
)
from jovian.dice.stream import typical
from jovian.frozen import frozen
from jovian.game import (
    NEUTRAL,
    Answer,
    Decision,
    Game,
    ListDecision,
    MalformedAnswerError,
    Model,
    Option,
    Procedure,
    Refusal,
    State,
    ask,
)
from jovian.game.answers import KeepDice, RealDice, Reduce, Reroll, Stand
from jovian.game.events import (
    BASE,
    DIMINISH,
    ESCALATE,
    FLEX,
    MACRO,
    MODIFIER,
    Attacked,
    Contribution,
    Opposed,
    Rolled,
    sum_parts,
)

# --- words ---
# Results, numbers and names in words, for questions, previews and the narrator.


def key_to_words(key: str) -> str:
    """A key as words: `hard-burn` is `hard burn`."""
    return key.replace("_", " ").replace("-", " ")


def pluralize(count: int, one: str, many: str = "") -> str:
    """A number with its noun, such as `1 step` or `2 steps`; `many` where the plural is not made with an s."""
    return f"{count} {one if count == 1 else many or one + 's'}"


def several(one: str) -> str:
    """A noun in the plural, of which a name of several stays as it is."""
    return one if one.endswith("s") else f"{one}s"


def with_action(state: State, model: Model) -> str:
    """What a question calls a model that others may react to: its name, and the action that it has declared."""
    act = state.activation
    active = act is not None and act.action and act.model in (model.id, model.formation)
    return f"{model.name} ({act.action.title()})" if act is not None and active else model.name


SETS = ("no result", "double", "triple", "four or more")
MOST = len(SETS) - 1
VALUES = ("", "ones", "twos", "threes", "fours", "fives", "sixes")
MAGNITUDE_WORDS = {
    "N": "N, no result: no two kept dice show the same value.",
    "D": "D, a double: two dice of one value, one step. A squadron loses 1 Structure, a ship a rating.",
    "T": "T, a triple: three of one value, two steps. A squadron loses 2 Structure, a ship 1 and a system or weapon.",
    "Q+": "Q+, four or more alike, three steps. A squadron loses 3 Structure, a ship 2 and two systems or weapons.",
}
"""What each magnitude is, and what it does by the usual table."""
FATAL = "Q+, four or more alike, three steps. A squadron is lost, a ship loses 2 Structure and two systems or weapons."
"""What the last of them is where it destroys squadrons."""


def magnitude_words(fatal: bool = False) -> dict[str, str]:
    """What each magnitude is, and what it does; `fatal` where a `Q+` destroys squadrons."""
    return {**MAGNITUDE_WORDS, "Q+": FATAL} if fatal else MAGNITUDE_WORDS


def describe_result(result: Result) -> str:
    """A result without codes: `double of twos and triple of fours`, `four or more sixes`."""
    told = [f"{SETS[steps]}{' of' if steps < MOST else ''} {VALUES[value]}" for value, steps in result.sets]
    return join_words(told) or SETS[0]


def result_words(code: str) -> str:
    """A told result without codes; a number that was rolled stays what it is."""
    try:
        return describe_result(Result.parse(code))
    except ValueError:
        return code


def join_words(parts: Sequence[str]) -> str:
    """A list in a sentence: `this, that and that`."""
    return ", ".join(parts[:-1]) + (" and " if len(parts) > 1 else "") + parts[-1] if parts else ""


def code_words(code: str, fatal: bool = False) -> str:
    """What a code such as `D2,T4` says, and what each of its magnitudes is; "" for what is no result."""
    try:
        result = Result.parse(code)
    except ValueError:
        return ""
    found = {steps for _, steps in result.sets} or {0}
    said = magnitude_words(fatal)
    told = " ".join(said[MAGNITUDES[steps]] for steps in sorted(found))
    return f"{code}: {describe_result(result)}. {told}"


# --- makeup ---
# What a pool is made of, to the last die: the parts of a kind add up to its dice of that kind (R10, R6).

NET = "v1.2.4 Attack > Attack Modifier"
SMALL = "v1.2.4 Dice System > Dice Pools"


@frozen
class Bare:
    """The dice of what is no shot: a collision, terrain, marines."""

    pool: Pool
    makeup: tuple[Contribution, ...]
    """All that the pool is made of."""
    parts: tuple[Contribution, ...] = ()
    """The reasons among them."""
    shift: int = 0
    """Escalates minus diminishes."""

    def odds(self) -> Odds:
        """The exact distribution of its result."""
        return odds(self.pool, shift=self.shift)


def tell_bare(game: Game, attacker: str, weapon: str, target: str, window: str, bare: Bare, result: Result) -> None:
    """Tell of an attack without range and arc."""
    if game.log is not None:
        game.tell(
            Attacked(
                attacker=attacker,
                weapon=weapon,
                target=target,
                window=window,
                mounts=(),
                distance=0.0,
                band="",
                arc="",
                modifiers=bare.parts,
                net=sum_parts(bare.parts, MODIFIER),
                pool=bare.pool,
                dice=bare.makeup,
                shift=bare.shift,
                autohit="",
                jammed="",
                defense=None,
                defense_dice=(),
                result=result,
                fire_control_left=0,
            )
        )


def completed(parts: Sequence[Contribution], pool: Pool, turns: Contribution | None = None) -> tuple[Contribution, ...]:
    """The parts of a pool, its ratings among them, with the dice of the net and what a rule of the pool changes last.

    `turns` says what exchanges dice in the end, such as a Mass Driver; its value does not count.
    """
    net = sum_parts(parts, MODIFIER)
    found = [*parts, *_dice(f"Net {net:+d}", NET, Pool(*net_to_dice(net)), Pool(0))]
    raw = Pool(sum_parts(found, BASE), sum_parts(found, FLEX), sum_parts(found, MACRO))
    if raw.base < SMALLEST_BASE or turns is None:
        return (*found, *_dice(f"Fewer than {SMALLEST_BASE} base dice", SMALL, pool, raw))
    return (*found, *_dice(turns.label, turns.place, pool, raw))


def _dice(label: str, place: str, after: Pool, before: Pool) -> list[Contribution]:
    """The dice of each kind by which a pool has changed."""
    changes = ((BASE, after.base - before.base), (FLEX, after.flex - before.flex), (MACRO, after.macro - before.macro))
    return [Contribution(label, count, place, kind) for kind, count in changes if count]


def part_words(label: str, value: int, kind: str = MODIFIER) -> str:
    """One part in words: `Short Range +1`, `Swarm +2 base dice`, `Target Designator escalates`."""
    if kind == MODIFIER:
        return f"{label} {value:+d}"
    if kind in (ESCALATE, DIMINISH):
        return f"{label} {'escalates' if kind == ESCALATE else 'diminishes'}" + (f" {value} times" if value > 1 else "")
    return f"{label} {value:+d} {kind} {'die' if abs(value) == 1 else 'dice'}"


def sum_words(parts: Sequence[Contribution], net: int) -> str:
    """The parts of an attack: those that the net counts with their sum, then the others, each with its kind."""
    counted = [part_words(part.label, part.value) for part in parts if part.kind == MODIFIER]
    others = [part_words(part.label, part.value, part.kind) for part in parts if part.kind != MODIFIER]
    said = f"{', '.join(counted)} = net {net:+d}" if counted else f"net {net:+d}" if others else ""
    return "; ".join(([said] if said else []) + others)


def attack_words(event: Attacked) -> str:
    """Why an attack rolled what it rolled: reasons with the net, the pool, what opposed it; "" for nothing."""
    said = sum_words(event.modifiers, event.net)
    if event.autohit:
        said = f"{said}; hits without a roll" if said else "hits without a roll"
    if event.pool is not None:
        said = f"{said}: {event.pool}" if said else str(event.pool)
    return said if event.defense is None else f"{said} against {event.defense}"


# --- rolls ---
# Rolling dice: unopposed rolls, opposed rolls and random choices (v1.2.4 Types of Rolls).
#
# Every roll of the game goes through here, a single d6 too. With real dice it asks for the faces that fell.

DICE = "v1.2.4 Dice System > Dice Pools"
FLEX_PLACE = "v1.2.4 Dice System > Flex Pool"
REROLL_PLACE = "v1.2.4 Types of Rolls > Re-Rolls"
OPPOSED = "v1.2.4 Types of Rolls > Opposed Roll"


def deciding_side(state: State, side: int) -> int:
    """The side that rolls and chooses for a side, so that what is nobody's is played against whoever acts (R33, R60).

    The side itself; for what is neutral the opponent of the active side, between activations who has initiative.
    """
    if side != NEUTRAL:
        return side
    active = state.active
    return state.initiative if active is None or active.neutral else 1 - active.side


class Counts(NamedTuple):
    """How many dice of each kind fall."""

    base: int
    flex: int = 0
    macro: int = 0


@frozen
class SkillStake:
    """The stake of a skill test: only its result counts, and who rolls wants as much of it as possible."""


@frozen
class Outcomes:
    """What the answers to a question about a result come to."""

    stake: object
    """What it is rolled for, None where no model is harmed."""
    results: tuple[Result | None, ...]
    """One for each answer, None where dice are rolled again."""
    pool: Pool | None = None
    """What is rolled again where a result is None."""
    shift: int = 0


class TypedFaces(Decision):
    """Asks for the faces of real dice."""

    kind = "faces"
    answers = (RealDice,)
    __slots__ = ("counts",)

    def __init__(self, side: int, purpose: str, counts: Counts) -> None:
        super().__init__(side, f"Roll {_said(counts)} for {purpose} and type in the faces", DICE)
        self.counts = counts

    def read(self, choice: Any) -> Answer:
        """Three lists of faces; a kind without dice is an empty list. Raises `Malformed`."""
        given = choice.to_json() if isinstance(choice, Answer) else choice
        if not isinstance(given, list | tuple) or len(given) != 4 or given[0] != RealDice.verb:
            raise MalformedAnswerError("three lists of faces are needed")
        return super().read(given)

    def judge(self, answer: Answer) -> Refusal | None:
        """As many dice of each kind as the pool has."""
        fell = cast(RealDice, answer)
        if (len(fell.base), len(fell.flex), len(fell.macro)) != self.counts:
            return Refusal(f"{_said(self.counts)} are needed.", self.cited)
        return None

    def default(self) -> RealDice:
        """Ones and twos in turn; nobody plays by it."""
        return _split([1 + each % 6 for each in range(sum(self.counts))], self.counts)

    def sample(self, rng: Random) -> RealDice:
        """Faces as fair dice would show them."""
        return _split([1 + int(rng.random() * 6) for _ in range(sum(self.counts))], self.counts)

    def options(self) -> Any:
        """None: faces are typed, they are too many to list."""
        return iter(())


def _split(faces: Sequence[int], counts: Counts) -> RealDice:
    """Faces in the order rolled, by kind."""
    base, split = counts.base, counts.base + counts.flex
    return RealDice(tuple(faces[:base]), tuple(faces[base:split]), tuple(faces[split:]))


def _said(counts: Counts) -> str:
    return " and ".join(f"{n} {name}" for n, name in zip(counts, Counts._fields, strict=True) if n) + " dice"


def fall(game: Game, side: int, purpose: str, counts: Counts) -> Procedure[Faces]:
    """Let so many base, flex and macro dice fall: from the chain, or typed in."""
    state = game.state
    if state.manual:
        fell = cast(RealDice, (yield TypedFaces(side, purpose, counts)))
    else:
        fell = _split(_fallen(state, f"{state.turn} {side} {purpose}", counts), counts)
    return Faces(fell.base, fell.flex, fell.macro)


def _fallen(state: State, rolled_for: str, counts: Counts) -> tuple[int, ...]:
    """So many faces: those of the state's script, if its next roll has so many, else those of the chain.

    A script whose next roll has no faces stands for typical dice from there on; a lone die falls as it would, since two
    that are always alike would be rolled again for ever.
    """
    if state.script and len(state.script[0]) == sum(counts):
        faces, state.script = state.script[0], state.script[1:]
    elif state.script and not state.script[0] and sum(counts) > 1:
        faces = typical(*counts)
    elif state.common is not None:
        faces = _common(state, rolled_for, counts)
    else:
        faces = stream.roll_faces(state.chain, state.rolls, sum(counts))
        state.rolls += 1
    state.fell = (*state.fell, faces)
    return faces


def _common(state: State, rolled_for: str, counts: Counts) -> tuple[int, ...]:
    """Faces that depend on the key, on what they are for, and on how often there was such a roll; each kind by itself.

    A roll with a die more of a kind shows the same faces, and one more.
    """
    assert state.common is not None
    times = state.common.get(rolled_for, 0)
    state.common = {**state.common, rolled_for: times + 1}
    key = stream.advance(state.chain, f"{times} {rolled_for}".encode())
    return tuple(face for kind, count in enumerate(counts) for face in stream.roll_faces(key, kind, count))


def roll(
    game: Game, side: int, purpose: str, pool: Pool, *, reroll: bool = False, shift: int = 0,
    parts: Sequence[Contribution] = (), stake: object = None, about: Model | None = None,
) -> Procedure[Result]:  # fmt: skip
    """An unopposed roll with its flex choice and, where allowed, its one re-roll (R8).

    `parts` tell of its pool, `stake` of what it is rolled for, `about` of whom: what is hidden rolls in secret.
    """
    pool, side = pool.normal(), deciding_side(game.state, side)
    result = yield from _once(game, side, purpose, pool, shift, parts, stake, may_reroll=reroll, about=about)
    if not reroll:
        return result
    expected = odds(pool, shift=shift).expected_steps
    again = Option(Reroll(), "Roll again", f"{float(expected):.2f} steps expected")
    kept = f"Keep the {describe_result(result)}" if result else "Keep no result"
    stand = Option(Stand(), kept, pluralize(result.total, "step"))
    listed: tuple[Option[Reroll | Stand], ...] = (again, stand) if result.total < expected else (stand, again)
    ends = Outcomes(stake, tuple(None if each is again else result for each in listed), pool, shift)
    title = f"{purpose}: {describe_result(result)}. Roll again?"
    answer = yield from ask(ListDecision("reroll", side, title, REROLL_PLACE, listed, stake=ends))
    if isinstance(answer, Reroll):
        result = yield from _once(game, side, purpose, pool, shift, parts, stake, again=True, about=about)
    return result


def _once(
    game: Game,
    side: int,
    purpose: str,
    pool: Pool,
    shift: int,
    parts: Sequence[Contribution],
    stake: object,
    again: bool = False,
    may_reroll: bool = False,
    about: Model | None = None,
) -> Procedure[Result]:
    faces = yield from fall(game, side, purpose, Counts(pool.base, pool.flex, abs(pool.macro)))
    ways = removals(faces, pool, shift)
    way = ways[0]
    if len(ways) > 1:
        listed = [
            Option(KeepDice(tuple(each.kept)), describe_result(each.result), _faces_words(each.kept)) for each in ways
        ]
        ends = Outcomes(stake, tuple(each.result for each in ways))
        pick = ListDecision("flex", side, f"{purpose}: choose the dice to keep", FLEX_PLACE, listed, stake=ends)
        kept = (yield from ask(pick)).faces
        way = next(each for each in ways if tuple(each.kept) == kept)
    if game.log is not None:
        game.log_model_event(about, Rolled(
            side=side, purpose=purpose, pool=pool, parts=tuple(parts), faces=faces, kept=way.kept,
            result=str(way.result), rerolled=again, may_reroll=may_reroll,
        ))  # fmt: skip
    return way.result


def _faces_words(faces: Sequence[int]) -> str:
    return " ".join(map(str, faces))


def oppose(
    game: Game,
    side: int,
    purpose: str,
    primary: Result,
    pool: Pool,
    parts: Sequence[Contribution] = (),
    stake: object = None,
    reroll: bool = False,
) -> Procedure[Result]:
    """The Secondary Player's half of an opposed roll: roll, then choose what is left of the primary result (R1)."""
    side = deciding_side(game.state, side)
    secondary = yield from roll(game, side, purpose, pool, reroll=reroll, parts=parts)
    left = reductions(primary, secondary)
    rest = left[0]
    if len(left) > 1:
        listed = [Option(Reduce(str(each)), f"Leave {describe_result(each)}") for each in left]
        title = f"{purpose}: {describe_result(secondary)} against {describe_result(primary)}"
        answer = yield from ask(
            ListDecision("reduce", side, title, OPPOSED, listed, stake=Outcomes(stake, tuple(left)))
        )
        rest = Result.parse(answer.left)
    game.tell(Opposed(side=side, purpose=purpose, primary=primary, secondary=secondary, left=rest))
    return rest


def one_die(game: Game, side: int, purpose: str, good: Sequence[int] = ()) -> Procedure[int]:
    """The face of a single d6; `good` are the faces that its side wishes for, of what is neutral nobody does."""
    wanted, side = tuple(good) if side != NEUTRAL else (), deciding_side(game.state, side)
    faces = yield from fall(game, side, purpose, Counts(1))
    face = faces.base[0]
    game.tell(
        Rolled(
            side=side,
            purpose=purpose,
            pool=Pool(1),
            parts=(Contribution("One die", 1, DICE, BASE),),
            faces=faces,
            kept=(face,),
            result=str(face),
            rerolled=False,
            good=wanted,
        )
    )
    return face


def sum_of_dice(game: Game, side: int, purpose: str, label: str, place: str, count: int) -> Procedure[int]:
    """The sum of so many d6. `purpose` is told of the roll; `label` and `place` of the part that its dice are."""
    side = deciding_side(game.state, side)
    faces = yield from fall(game, side, purpose, Counts(count))
    rolled = sum(faces.base)
    game.tell(Rolled(
        side=side, purpose=purpose, pool=Pool(count), parts=(Contribution(label, count, place, BASE),), faces=faces,
        kept=faces.base, result=str(rolled), rerolled=False,
    ))  # fmt: skip
    return rolled


def random_pick(game: Game, side: int, purpose: str, count: int) -> Procedure[int]:
    """Random Selection among so many (2, 3 or 6 fit a die; others re-roll): an index from 0 (v1.2.4 Basic Rules).

    Of more than 6 two dice choose, read as one number.
    """
    many = count > FACES
    share = (FACES * FACES if many else FACES) // count
    while True:
        face = yield from one_die(game, side, purpose)
        if many:
            face = FACES * (face - 1) + (yield from one_die(game, side, purpose))
        if face <= share * count:
            return (face - 1) // share


# --- skill test ---
# A skill test as a value: the pool that is shown beforehand is the pool that is rolled (v1.2.4 Types of Rolls).


@frozen
class SkillTest:
    """One skill test as it would be rolled now."""

    purpose: str
    pool: Pool
    parts: tuple[Contribution, ...]
    """What the pool is made of."""

    def odds(self) -> Odds:
        """The exact distribution of its result."""
        return odds(self.pool)


def roll_skill_test(game: Game, model: Model, test: SkillTest, about: Model | None = None) -> Procedure[Result]:
    """Roll a skill test of a model: its result. If it is hidden, or what the test is `about`, only its owner hears."""
    stake, about = SkillStake(), about or model
    return (yield from roll(game, model.side, test.purpose, test.pool, parts=test.parts, stake=stake, about=about))
