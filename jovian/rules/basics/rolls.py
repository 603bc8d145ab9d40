"""All rolls of the game: unopposed and opposed rolls, skill tests, single dice, and random choices.

Every roll goes through `fall`, which takes the faces from the seed or asks for the faces of real dice (v1.2.4 Types of
Rolls). The second part lists what a pool is made of, the third describes results and pools in words.
"""

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

DICE = "v1.2.4 Dice System > Dice Pools"
FLEX_PLACE = "v1.2.4 Dice System > Flex Pool"
REROLL_PLACE = "v1.2.4 Types of Rolls > Re-Rolls"
OPPOSED = "v1.2.4 Types of Rolls > Opposed Roll"


class Counts(NamedTuple):
    """The number of dice of every kind in a roll."""

    base: int
    flex: int = 0
    macro: int = 0


@frozen
class SkillStake:
    """The stake of a skill test: only its result counts, the more the better for the side that rolls."""


@frozen
class OpposingStake:
    """The stake of dice that oppose a result: they only reduce it."""

    primary: Result
    stake: object
    """What the opposed result is rolled for, None if it harms no model."""


@frozen
class Outcomes:
    """The results that the answers to a decision lead to."""

    stake: object
    """What the result is rolled for, None if it harms no model."""
    results: tuple[Result | None, ...]
    """One result per answer, None if the answer is to re-roll."""
    pool: Pool | None = None
    """The pool of the roll, or of the re-roll."""
    shift: int = 0
    faces: Faces | None = None
    """The rolled dice, if the answers keep some of them."""


@frozen
class RollLink:
    """What a roll belongs to, for those who show its event."""

    model: str = ""
    """The id of the model that the roll is about, "" for none."""
    of_attack: bool = False
    """Whether an attack is logged after the roll."""
    is_against: bool = False
    """Whether the roll is compared with the one before it."""


UNLINKED = RollLink()
PART_OF_ATTACK = RollLink(of_attack=True)


def deciding_side(state: State, side: int) -> int:
    """Return the side that rolls and chooses for a side (R33, R60).

    For neutral models that is the opponent of the active side. Between activations it is the side with initiative.
    """
    if side != NEUTRAL:
        return side
    active = state.active
    return state.initiative if active is None or active.is_neutral else 1 - active.side


# --- Rolls ---


def roll(
    game: Game, side: int, purpose: str, pool: Pool, *, reroll: bool = False, shift: int = 0,
    parts: Sequence[Contribution] = (), stake: object = None, about: Model | None = None, link: RollLink = UNLINKED,
) -> Procedure[Result]:  # fmt: skip
    """Roll an unopposed roll with its choice of flex dice and, if allowed, its one re-roll (R8).

    `parts` list what the pool is made of, `stake` is what the roll is for. Rolls `about` a hidden model are secret.
    """
    pool, side = pool.normal(), deciding_side(game.state, side)
    result = yield from _roll_once(
        game, side, purpose, pool, shift, parts, stake, may_reroll=reroll, about=about, link=link
    )
    if not reroll:
        return result
    fresh = odds(pool, shift=shift)
    better = round(100 * fresh.expect(lambda other: other.total > result.total))
    again = Option(Reroll(), "Re-roll", f"{better}% better, {100 - better}% the same or worse")
    keep_label = f"Keep the {describe_result(result)}" if result else "Keep no result"
    stand = Option(Stand(), keep_label)
    is_poor = result.total < fresh.expected_steps
    listed: tuple[Option[Reroll | Stand], ...] = (again, stand) if is_poor else (stand, again)
    outcomes = Outcomes(stake, tuple(None if option is again else result for option in listed), pool, shift)
    title = f"{purpose}: {describe_result(result)}. Re-roll?"
    answer = yield from ask(ListDecision("reroll", side, title, REROLL_PLACE, listed, stake=outcomes))
    if isinstance(answer, Reroll):
        result = yield from _roll_once(
            game, side, purpose, pool, shift, parts, stake, again=True, about=about, link=link
        )
    return result


def _roll_once(
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
    link: RollLink = UNLINKED,
) -> Procedure[Result]:
    faces = yield from roll_faces(game, side, purpose, Counts(pool.base, pool.flex, abs(pool.macro)))
    selections = removals(faces, pool, shift)
    selection = selections[0]
    if len(selections) > 1:
        listed = [
            Option(KeepDice(tuple(option.kept)), describe_result(option.result).capitalize(),
                   " ".join(map(str, option.kept)))
            for option in selections
        ]  # fmt: skip
        outcomes = Outcomes(stake, tuple(option.result for option in selections), pool, faces=faces)
        pick = ListDecision("flex", side, f"{purpose}: choose the dice to keep", FLEX_PLACE, listed, stake=outcomes)
        kept = (yield from ask(pick)).faces
        selection = next(option for option in selections if tuple(option.kept) == kept)
    if game.log is not None:
        game.log_model_event(about, Rolled(
            side=side, purpose=purpose, pool=pool, parts=tuple(parts), faces=faces, kept=selection.kept,
            result=str(selection.result), rerolled=again, may_reroll=may_reroll, of_attack=link.of_attack,
            model=about.id if about is not None else link.model, is_against=link.is_against,
        ))  # fmt: skip
    return selection.result


def oppose(
    game: Game,
    side: int,
    purpose: str,
    primary: Result,
    pool: Pool,
    parts: Sequence[Contribution] = (),
    stake: object = None,
    reroll: bool = False,
    link: RollLink = UNLINKED,
) -> Procedure[Result]:
    """Roll the Secondary Player's dice. Let that side choose how they reduce the primary result, and return it (R1)."""
    side = deciding_side(game.state, side)
    against = RollLink(link.model, link.of_attack, is_against=True)
    opposing = OpposingStake(primary, stake)
    secondary = yield from roll(game, side, purpose, pool, reroll=reroll, parts=parts, stake=opposing, link=against)
    remaining = reductions(primary, secondary)
    result = remaining[0]
    if len(remaining) > 1:
        listed = [Option(Reduce(str(option)), f"Reduce to {describe_result(option)}") for option in remaining]
        title = f"{purpose}: {describe_result(secondary)} against {describe_result(primary)}"
        answer = yield from ask(
            ListDecision("reduce", side, title, OPPOSED, listed, stake=Outcomes(stake, tuple(remaining)))
        )
        result = Result.parse(answer.left)
    game.log_event(Opposed(
        side=side, purpose=purpose, primary=primary, secondary=secondary, left=result, of_attack=link.of_attack
    ))  # fmt: skip
    return result


def one_die(game: Game, side: int, purpose: str, good: Sequence[int] = (), link: RollLink = UNLINKED) -> Procedure[int]:
    """Return the face of a single d6. `good` are the faces that its side hopes for, none for neutral models."""
    good_faces, side = tuple(good) if side != NEUTRAL else (), deciding_side(game.state, side)
    faces = yield from roll_faces(game, side, purpose, Counts(1))
    face = faces.base[0]
    game.log_event(
        Rolled(
            side=side,
            purpose=purpose,
            pool=Pool(1),
            parts=(Contribution("One die", 1, DICE, BASE),),
            faces=faces,
            kept=(face,),
            result=str(face),
            rerolled=False,
            good=good_faces,
            model=link.model,
            of_attack=link.of_attack,
        )
    )
    return face


def sum_of_dice(game: Game, side: int, purpose: str, label: str, place: str, count: int) -> Procedure[int]:
    """Return the sum of a number of d6. `label` and `place` describe the dice in the log."""
    side = deciding_side(game.state, side)
    faces = yield from roll_faces(game, side, purpose, Counts(count))
    total = sum(faces.base)
    game.log_event(Rolled(
        side=side, purpose=purpose, pool=Pool(count), parts=(Contribution(label, count, place, BASE),), faces=faces,
        kept=faces.base, result=str(total), rerolled=False,
    ))  # fmt: skip
    return total


def random_pick(game: Game, side: int, purpose: str, count: int, link: RollLink = UNLINKED) -> Procedure[int]:
    """Return a random index below `count` (v1.2.4 Basic Rules > Random Selection).

    One die chooses among up to 6, re-rolled if `count` doesn't divide 6. Above that, two dice are read as one number.
    """
    two_dice = count > FACES
    share = (FACES * FACES if two_dice else FACES) // count
    while True:
        number = yield from one_die(game, side, purpose, link=link)
        if two_dice:
            number = FACES * (number - 1) + (yield from one_die(game, side, purpose, link=link))
        if number <= share * count:
            return (number - 1) // share


@frozen
class SkillTest:
    """A skill test as it would be rolled now. The pool shown before is the pool rolled."""

    purpose: str
    pool: Pool
    contributions: tuple[Contribution, ...]
    """What the pool is made of."""

    def odds(self) -> Odds:
        """Return the exact odds of its result."""
        return odds(self.pool)


def roll_skill_test(game: Game, model: Model, test: SkillTest, about: Model | None = None) -> Procedure[Result]:
    """Roll a skill test. If the model, or the model it is `about`, is hidden, only its owner sees the roll."""
    stake, about = SkillStake(), about or model
    return (
        yield from roll(game, model.side, test.purpose, test.pool, parts=test.contributions, stake=stake, about=about)
    )


# --- Dice ---


class TypedFaces(Decision):
    """The decision that asks for the faces of real dice."""

    kind = "faces"
    answers = (RealDice,)
    __slots__ = ("counts",)

    def __init__(self, side: int, purpose: str, counts: Counts) -> None:
        super().__init__(side, f"Roll {_counts_words(counts)} for {purpose} and enter the faces", DICE)
        self.counts = counts

    def read(self, choice: Any) -> Answer:
        """Parse three lists of faces. A kind without dice is an empty list.

        Raises:
            MalformedAnswerError: If the choice isn't a verb and three lists.

        """
        values = choice.to_json() if isinstance(choice, Answer) else choice
        if not isinstance(values, list | tuple) or len(values) != 4 or values[0] != RealDice.verb:
            raise MalformedAnswerError("enter the faces as three lists: base, flex, and macro dice")
        return super().read(values)

    def judge(self, answer: Answer) -> Refusal | None:
        """Require as many faces of every kind as the pool has dice."""
        faces = cast(RealDice, answer)
        if (len(faces.base), len(faces.flex), len(faces.macro)) != self.counts:
            return Refusal(f"This roll needs {_counts_words(self.counts)}.", self.cited)
        return None

    def default(self) -> RealDice:
        """Return faces in turn from 1 to 6. No player uses them."""
        return _faces_by_kind([1 + number % 6 for number in range(sum(self.counts))], self.counts)

    def sample(self, rng: Random) -> RealDice:
        """Return faces as fair dice would show them."""
        return _faces_by_kind([1 + int(rng.random() * 6) for _ in range(sum(self.counts))], self.counts)

    def options(self) -> Any:
        """Return no options: there are too many faces to list."""
        return iter(())


def _faces_by_kind(faces: Sequence[int], counts: Counts) -> RealDice:
    """Return faces in the order rolled, split by kind."""
    base, split = counts.base, counts.base + counts.flex
    return RealDice(tuple(faces[:base]), tuple(faces[base:split]), tuple(faces[split:]))


def _counts_words(counts: Counts) -> str:
    return (
        " and ".join(f"{count} {kind}" for count, kind in zip(counts, Counts._fields, strict=True) if count) + " dice"
    )


def roll_faces(game: Game, side: int, purpose: str, counts: Counts) -> Procedure[Faces]:
    """Roll base, flex, and macro dice. Return their faces, from the seed or as entered."""
    state = game.state
    if state.manual:
        answer = cast(RealDice, (yield TypedFaces(side, purpose, counts)))
    else:
        answer = _faces_by_kind(_rolled_faces(state, f"{state.turn} {side} {purpose}", counts), counts)
    return Faces(answer.base, answer.flex, answer.macro)


def _rolled_faces(state: State, rolled_for: str, counts: Counts) -> tuple[int, ...]:
    """Return the faces of a roll: those of the state's script if its next roll has that many dice, else from the seed.

    A script whose next roll has no faces means typical dice from then on. A single die is still random, since two dice
    that always show the same face would be re-rolled forever.
    """
    if state.script and len(state.script[0]) == sum(counts):
        faces, state.script = state.script[0], state.script[1:]
    elif state.script and not state.script[0] and sum(counts) > 1:
        faces = typical(*counts)
    elif state.common is not None:
        faces = _common_faces(state, rolled_for, counts)
    else:
        faces = stream.roll_faces(state.chain, state.rolls, sum(counts))
        state.rolls += 1
    state.rolled_faces = (*state.rolled_faces, faces)
    return faces


def _common_faces(state: State, rolled_for: str, counts: Counts) -> tuple[int, ...]:
    """Return faces that depend on the seed, the purpose, and the number of such rolls before, separately by kind.

    A roll with one die more of a kind shows the same faces and one more.
    """
    assert state.common is not None
    times = state.common.get(rolled_for, 0)
    state.common = {**state.common, rolled_for: times + 1}
    key = stream.advance(state.chain, f"{times} {rolled_for}".encode())
    return tuple(face for kind, count in enumerate(counts) for face in stream.roll_faces(key, kind, count))


# --- What a pool is made of ---

NET_PLACE = "v1.2.4 Attack > Attack Modifier"
SMALL_POOL_PLACE = "v1.2.4 Dice System > Dice Pools"


@frozen
class AttackDice:
    """The dice of an attack that is no shot: a collision, terrain, marines."""

    pool: Pool
    all_contributions: tuple[Contribution, ...]
    """All contributions to the pool."""
    modifiers: tuple[Contribution, ...] = ()
    """The contributions that modify the pool."""
    shift: int = 0
    """Escalations minus diminishments."""

    def odds(self) -> Odds:
        """Return the exact odds of its result."""
        return odds(self.pool, shift=self.shift)


def log_bare_attack(
    game: Game, attacker: str, weapon: str, target: str, window: str, bare: AttackDice, result: Result
) -> None:
    """Log an attack without range and arc."""
    if game.log is not None:
        game.log_event(
            Attacked(
                attacker=attacker,
                weapon=weapon,
                target=target,
                window=window,
                mounts=(),
                distance=0.0,
                band="",
                arc="",
                modifiers=bare.modifiers,
                net=sum_parts(bare.modifiers, MODIFIER),
                pool=bare.pool,
                dice=bare.all_contributions,
                shift=bare.shift,
                autohit="",
                jammed="",
                defense=None,
                defense_dice=(),
                result=result,
                fire_control_left=0,
            )
        )


def pool_contributions(
    parts: Sequence[Contribution], pool: Pool, turns: Contribution | None = None
) -> tuple[Contribution, ...]:
    """Return all contributions to a pool: the parts, the dice of the net modifier, the last change by a rule (R10, R6).

    `turns` describes the conversion of dice, such as by a Mass Driver. Its value doesn't count.
    """
    net = sum_parts(parts, MODIFIER)
    contributions = [*parts, *_changed_dice(f"Net {net:+d}", NET_PLACE, Pool(*net_to_dice(net)), Pool(0))]
    raw = Pool(sum_parts(contributions, BASE), sum_parts(contributions, FLEX), sum_parts(contributions, MACRO))
    if raw.base < SMALLEST_BASE or turns is None:
        return (*contributions, *_changed_dice(f"Fewer than {SMALLEST_BASE} base dice", SMALL_POOL_PLACE, pool, raw))
    return (*contributions, *_changed_dice(turns.label, turns.place, pool, raw))


def _changed_dice(label: str, place: str, after: Pool, before: Pool) -> list[Contribution]:
    """Return the dice of every kind by which a pool has changed."""
    changes = ((BASE, after.base - before.base), (FLEX, after.flex - before.flex), (MACRO, after.macro - before.macro))
    return [Contribution(label, count, place, kind) for kind, count in changes if count]


# --- Words ---


def key_to_words(key: str) -> str:
    """Return a key as words: `hard-burn` is `hard burn`."""
    return key.replace("_", " ").replace("-", " ")


def pluralize(count: int, one: str, many: str = "") -> str:
    """Return a number with its noun, `1 step` or `2 steps`. `many` is an irregular plural."""
    return f"{count} {one if count == 1 else many or in_plural(one)}"


def in_plural(one: str) -> str:
    """Return the plural of a noun: boxes, supplies, pods. A noun that ends in s stays as it is."""
    if one.endswith("y") and one[-2:-1] not in "aeiou":
        return f"{one[:-1]}ies"
    return one if one.endswith("s") else f"{one}{'es' if one.endswith(('x', 'z', 'ch', 'sh')) else 's'}"


def with_article(noun: str) -> str:
    """Return a noun with its indefinite article: `an Uller`."""
    return f"{'an' if noun[:1].upper() in 'AEIOU' else 'a'} {noun}"


def with_action(state: State, model: Model) -> str:
    """Return the name of a model with the action it has declared, for questions to others."""
    act = state.activation
    is_acting = act is not None and act.action and act.model in (model.id, model.formation)
    return f"{model.name} ({act.action.title()})" if act is not None and is_acting else model.name


def join_words(parts: Sequence[str], last: str = "and") -> str:
    """Join words in a sentence: `one, two and three`."""
    return ", ".join(parts[:-1]) + (f" {last} " if len(parts) > 1 else "") + parts[-1] if parts else ""


SETS = ("no result", "double", "triple", "four or more")
_LONGEST_SET = len(SETS) - 1
VALUES = ("", "ones", "twos", "threes", "fours", "fives", "sixes")
MAGNITUDE_WORDS = {
    "N": "N, no result: no two kept dice show the same value.",
    "D": "D, a double: two dice of one value, one step. A squadron loses 1 Structure, a ship a rating.",
    "T": "T, a triple: three of one value, two steps. A squadron loses 2 Structure, a ship 1 and a system or weapon.",
    "Q+": "Q+, four or more alike, three steps. A squadron loses 3 Structure, a ship 2 and two systems or weapons.",
}
"""What every Magnitude is, and what it does by the standard table."""
FATAL = "Q+, four or more alike, three steps. A squadron is lost, a ship loses 2 Structure and two systems or weapons."
"""The last of them if it destroys squadrons."""


def magnitude_words(fatal: bool = False) -> dict[str, str]:
    """Return what every Magnitude is and does. `fatal` if a `Q+` destroys squadrons."""
    return {**MAGNITUDE_WORDS, "Q+": FATAL} if fatal else MAGNITUDE_WORDS


def describe_result(result: Result) -> str:
    """Describe a result without codes: `double of twos and triple of fours`, `four or more sixes`."""
    sets = [
        f"{SETS[magnitude]}{' of' if magnitude < _LONGEST_SET else ''} {VALUES[value]}"
        for value, magnitude in result.sets
    ]
    return join_words(sets) or SETS[0]


def result_words(code: str) -> str:
    """Describe a logged result without codes. A rolled number stays a number."""
    try:
        return describe_result(Result.parse(code))
    except ValueError:
        return code


def code_words(code: str, fatal: bool = False) -> str:
    """Describe a code such as `D2,T4` and its Magnitudes, "" if it is no result."""
    code = code.strip("()")
    try:
        result = Result.parse(code)
    except ValueError:
        return ""
    magnitudes = {magnitude for _, magnitude in result.sets} or {0}
    words = magnitude_words(fatal)
    descriptions = " ".join(words[MAGNITUDES[magnitude]] for magnitude in sorted(magnitudes))
    return f"{code}: {describe_result(result)}. {descriptions}"


def part_words(label: str, value: int, kind: str = MODIFIER) -> str:
    """Describe one contribution: `Short Range +1`, `Swarm +2 base dice`, `Target Designator escalates`."""
    if kind == MODIFIER:
        return f"{label} {value:+d}"
    if kind in (ESCALATE, DIMINISH):
        return f"{label} {'escalates' if kind == ESCALATE else 'diminishes'}" + (f" {value} times" if value > 1 else "")
    return f"{label} {value:+d} {kind} {'die' if abs(value) == 1 else 'dice'}"


def sum_words(parts: Sequence[Contribution], net: int) -> str:
    """Describe the contributions to an attack: first those in the net modifier with their sum, then the others."""
    modifiers = [part_words(part.label, part.value) for part in parts if part.kind == MODIFIER]
    others = [part_words(part.label, part.value, part.kind) for part in parts if part.kind != MODIFIER]
    text = f"{', '.join(modifiers)} = net {net:+d}" if modifiers else f"net {net:+d}" if others else ""
    return "; ".join(([text] if text else []) + others)


def attack_words(event: Attacked) -> str:
    """Describe the pool of an attack: contributions, net modifier, pool, and what opposed it. "" if nothing."""
    text = sum_words(event.modifiers, event.net)
    if event.autohit:
        text = f"{text}; hits without a roll" if text else "hits without a roll"
    if event.pool is not None:
        text = f"{text}: {event.pool}" if text else str(event.pool)
    return text if event.defense is None else f"{text} against {event.defense}"
