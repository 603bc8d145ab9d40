"""Animations of events on the board.

Models move, dice roll on a tray, shots fly, damage rises as text, lost boxes fall, and ships explode. Rolls outside of
activations are shown in a box over the board. A press ends the animation, and leaves the result of the last attack on
its tray. Each sound is heard when its event is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, takewhile
from math import hypot, pi, sin

import pygame

from jovian.dice.looks import BLOCK, BLOCK_SET, DROPPED, PLAIN, SET
from jovian.frozen import frozen
from jovian.game import BOTH, DESTROYED, LogEntry, Model, MountRef, State
from jovian.game.events import (
    Activated,
    Attacked,
    Damaged,
    Deactivated,
    Event,
    FighterPlan,
    InitiativeWon,
    LeftPlay,
    MarineOrder,
    MarinesBoarded,
    Moved,
    NukeBurst,
    ObjectSearched,
    Opposed,
    PhaseBegan,
    PlansRevealed,
    Resolved,
    Rolled,
    ShipCaptured,
    StateChanged,
    StationRated,
    Supplied,
    TokensCarried,
)
from jovian.narrator import (
    CARD,
    PLACE,
    EventGroup,
    Names,
    dice_looks,
    group_events,
    loss_phrase,
    rolled_dice,
    tell_group,
)
from jovian.rules.basics import formation
from jovian.rules.basics.rolls import describe_result, result_words
from jovian.rules.damage.boarding import MARINES, Captured
from jovian.rules.damage.critical_hits import Crippled
from jovian.rules.rulebook.effect import state_words
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.scenario.objectives import ATTACKER, fleet_left, has_roles
from jovian.rules.sequence.sequence import current_score
from jovian.rules.weapons import Missile
from jovian.table import Pose, Shape, nearest_segment
from jovian.ui.board import Camera
from jovian.ui.board.dice_tray import DONE, LAND, ROLL, Banner, DiceRow, PlanColumn, Plate, Reveal, Tray
from jovian.ui.board.effects import (
    Trail,
    between,
    draw_beam,
    draw_engine,
    draw_explosion,
    draw_falling_box,
    draw_hit,
    draw_missiles,
    draw_tracers,
)
from jovian.ui.kit.draw import (
    draw_box,
    draw_die,
    draw_pill,
    draw_side_badge,
    pill_size,
)
from jovian.ui.kit.fonts import draw_text, text_size
from jovian.ui.kit.theme import (
    ACCENT,
    BLADE,
    DANGER,
    EDGE_HIGH,
    GOOD,
    PANEL,
    SIDES,
    TEXT,
    TEXT_FAINT,
    TEXT_SOFT,
    Color,
    mix_colors,
    px,
)
from jovian.ui.presentation.log import NOTHING
from jovian.ui.presentation.sounds import BEAM, DICE, DIE_LANDS, GUN, MISS, MISSILE, Cue, cues_of, model_of
from jovian.ui.settings import FULL, STILL

# --- Revealed plans ---

TITLES = {"dogfight": "Dogfight", "bombing": "Bombing run", "boarding": "Firefight aboard"}


def reveal_of(event: PlansRevealed, models: Mapping[str, Model]) -> Reveal:
    """Return both plans of an event with the names of their models."""
    columns = tuple(_column(plan, models.get(plan.model)) for plan in event.plans)
    return Reveal(TITLES.get(event.window, event.window.capitalize()), columns)


def _column(plan: FighterPlan | MarineOrder, model: Model | None) -> PlanColumn:
    name = model.name if model is not None else plan.model
    if isinstance(plan, MarineOrder):
        name = name if model is None or model.side == plan.side else f"Boarders of {name}"
        return PlanColumn(plan.side, name, (("Order", plan.order.capitalize()), (MARINES, str(plan.dice))))
    rows = [("Weapon", plan.weapon_words or "No weapon: all dice defend"), ("Fuel", str(plan.fuel))]
    if plan.missile:
        rows.append((Missile.name, _missile(plan.missile, model)))
    return PlanColumn(model.side if model is not None else 0, name, tuple(rows), plan.attack, plan.defense)


def _missile(mounts: tuple[str, ...], model: Model | None) -> str:
    mount = model.mount(MountRef(mounts[0]).ident) if model is not None else None
    name = mount.weapon.name if mount is not None else "declared"
    return f"{name} x{len(mounts)} linked" if len(mounts) > 1 else name


# --- Dice of an attack ---

STOPPED = "Stopped by the defense"


def tray_of(group: EventGroup, models: Mapping[str, Model], old: Collection[int] = ()) -> Tray:
    """Return the dice of an attack, from the events that belong to it: rolls, the attack, and its losses so far.

    The dice of the events with the ids in `old` were shown before.
    """
    attack = next(entry.event for entry in group if isinstance(entry.event, Attacked))
    rolls: list[Rolled] = []
    opposed = None
    for entry in group:
        if isinstance(entry.event, Attacked):
            break
        if isinstance(entry.event, Rolled):
            rolls.append(entry.event)
        elif isinstance(entry.event, Opposed):
            opposed = entry.event
    attacker, target = models.get(attack.attacker), models.get(attack.target)
    weapon = attack.weapon.replace(":", "") + (f" x{len(attack.mounts)} linked" if len(attack.mounts) > 1 else "")
    rows = _dice_rows(rolls, old, (weapon, f"{target.name if target is not None else 'Target'} defends"))
    words = describe_result(attack.result).capitalize() if attack.result else "Miss"
    by_model = _losses_by_model(group)
    losses = "; ".join(
        lost if model_id == attack.target else f"{_name(models, model_id)}: {lost}"
        for model_id, lost in by_model.items()
    )
    if attack.result and losses:
        words += f": {losses}"
    elif not attack.result and opposed is not None and opposed.primary:
        words = STOPPED
    title = f"{attacker.name if attacker is not None else 'Terrain'} fires {weapon}"
    named = {model_id: f"{_name(models, model_id)}: {lost}" for model_id, lost in by_model.items()}
    own = named.pop(attack.target, words)
    return Tray(rows, words, bool(attack.result), title, own, attack.target, tuple(named.items()))


OUTCOMES = (
    Damaged, StateChanged, LeftPlay, ShipCaptured, MarinesBoarded, Resolved, Supplied, ObjectSearched, TokensCarried,
)  # fmt: skip
"""Events that say what a roll has done."""
DECISIVE = (LeftPlay, ShipCaptured)
"""Outcomes that a tray shows before others."""
MAX_OUTCOMES = 3
"""Lines about the outcome on a tray. One more is shown too, and several more are counted."""


def checks_of(group: EventGroup) -> list[list[Rolled | Opposed]]:
    """Return the rolls of a group that belong to no attack, each with its re-roll and the dice compared with it."""
    checks: list[list[Rolled | Opposed]] = []
    for entry in group:
        event = entry.event
        if isinstance(event, Rolled) and not event.of_attack and not (checks and (event.rerolled or event.is_against)):
            checks.append([event])
        elif isinstance(event, Rolled | Opposed) and not event.of_attack and checks:
            checks[-1].append(event)
    return checks


def open_rolls(group: EventGroup, kind: str) -> list[Rolled | Opposed]:
    """Return the rolls of the last group of events that a question of a kind is about, [] for none."""
    events = [entry.event for entry in group]
    if not any(isinstance(event, Attacked) for event in events):
        rolls = [event for event in events if isinstance(event, Rolled | Opposed) and event.of_attack]
        if rolls:
            return rolls
    checks = checks_of(group) if kind in ABOUT_RESULTS else []
    return checks[-1] if checks else []


ABOUT_RESULTS = ("reroll", "reduce")
"""The kinds of questions about dice that were rolled."""
MAX_OPEN = 12
"""The number of events that can belong to an unfinished roll."""


def check_tray(check: Sequence[Rolled | Opposed], outcome: str, old: Collection[int] = ()) -> Tray:
    """Return the dice of rolls that belong to no attack, with what they have done as far as that is known.

    The dice of the events with the ids in `old` were shown before.
    """
    rolls: list[Rolled] = []
    words, good = "", False
    for event in check:
        if isinstance(event, Opposed):
            words, good = describe_result(event.left).capitalize() if event.left else STOPPED, bool(event.left)
        else:
            rolls.append(event)
            is_alone = sum(not roll.rerolled for roll in rolls) == 1
            words = result_words(event.result).capitalize() if is_alone else ""
            good = int(event.result) in event.good if event.result.isdigit() else event.result != NOTHING
    rows = _dice_rows(rolls, old)
    return Tray(rows, ": ".join(filter(None, (words, outcome))), good, rows[0].label, outcome or words)


def outcome_words(entries: Iterable[LogEntry], before: State, names: tuple[str, str]) -> str:
    """Return what the first of some events say about the roll before them, "" if they are about something else."""
    outcomes = takewhile(lambda entry: isinstance(entry.event, OUTCOMES), entries)
    known, book = Names.of(before, names), rulebook(before)
    told: dict[str, bool] = {}
    for group in group_events(outcomes):
        is_decisive = any(isinstance(entry.event, DECISIVE) for entry in group)
        for line in tell_group(group, known, book).lines:
            told.setdefault(line.without(PLACE, CARD).text, is_decisive)
    others = len(told) - MAX_OUTCOMES
    if others <= 1:
        return "; ".join(told)
    kept = sorted(told, key=lambda text: not told[text])[:MAX_OUTCOMES]
    return "; ".join([*(text for text in told if text in kept), f"{others} other outcomes in the log"])


def _dice_rows(rolls: Sequence[Rolled], old: Collection[int], labels: Sequence[str] = ()) -> tuple[DiceRow, ...]:
    """Return the dice of rolls and of those against them. A roll that was rolled again is struck out.

    `labels` name both sides, otherwise the purposes of the rolls do. The rolls with the ids in `old` lie still.
    """
    rows: list[DiceRow] = []
    number, is_alone = -1, sum(not roll.rerolled for roll in rolls) <= 1
    for index, roll in enumerate(rolls):
        number = max(0, number + (not roll.rerolled))
        if labels and number == len(labels):
            break
        label = labels[number] if labels else roll.purpose[:1].upper() + roll.purpose[1:]
        row = replace(_dice_row(roll, label, defends=number > 0, is_alone=is_alone), lies_still=id(roll) in old)
        if index + 1 < len(rolls) and rolls[index + 1].rerolled:
            dice = tuple((face, DROPPED) for face, _ in row.dice)
            row = replace(row, dice=dice, result=result_words(roll.result), is_replaced=True)
        rows.append(row)
    return tuple(rows)


def _dice_row(roll: Rolled, label: str, *, defends: bool, is_alone: bool) -> DiceRow:
    """Return the dice of a roll: those that count first, the removed ones last."""
    dice = rolled_dice(roll)
    own = sorted(dice_looks(dice), key=lambda die: ORDER.index(die[1]) if die[1] in ORDER else 1)
    if defends:
        own = [(face, {SET: BLOCK_SET, PLAIN: BLOCK}.get(look, look)) for face, look in own]
    dropped = sum(not die.kept for die in dice)
    result = "" if is_alone else result_words(roll.result)
    text = ", ".join(filter(None, (result, f"{dropped} removed" if dropped else "")))
    return DiceRow(f"{label}, again" if roll.rerolled else label, tuple(own), text, defends, is_alone)


ORDER = (SET, PLAIN, DROPPED)


def _losses_by_model(group: EventGroup) -> dict[str, str]:
    """Return what each model has lost so far in the events of an attack: `1 Structure, destroyed`."""
    texts: dict[str, list[str]] = {}
    damage = [entry.event for entry in group if isinstance(entry.event, Damaged) and not entry.event.spent]
    for loss in damage:
        same = [other for other in damage if (other.model, other.what, other.called) == (
            loss.model, loss.what, loss.called
        )]  # fmt: skip
        if loss is same[0]:
            texts.setdefault(loss.model, []).append(loss_phrase(same))
    for entry in group:
        if isinstance(entry.event, LeftPlay) and entry.event.how == DESTROYED:
            texts.setdefault(entry.event.model, []).append(DESTROYED)
        elif isinstance(entry.event, ShipCaptured):
            texts.setdefault(entry.event.model, []).append(Captured.name)
    return {model_id: ", ".join(words) for model_id, words in texts.items()}


def exchanges_with(earlier: Sequence[Tray], tray: Tray) -> tuple[Tray, ...]:
    """Return the exchanges of a close fight with one more.

    Shots of the same time do their damage after all were rolled, so the last one also says what the others did.
    """
    exchanges = [*earlier, tray]
    for model_id, words in tray.others:
        number = max((n for n, exchange in enumerate(earlier) if exchange.target == model_id), default=len(earlier))
        exchanges[number] = replace(exchanges[number], short=words)
    return tuple(exchanges)


def _name(models: Mapping[str, Model], model_id: str) -> str:
    model = models.get(model_id)
    return model.name if model is not None else "A model"


# --- Rolls outside of activations ---

MAX_ROLLS = 6
"""Rolls that are shown at once."""
TUMBLE = 0.28
"""Share of the time in which the dice still roll."""
TURNS = 30
"""Faces that a rolling die shows in the whole time."""
ROW, DIE = 46, 32
_BETWEEN = (PhaseBegan, StationRated)
"""Events that may happen between rolls that are shown together."""


@frozen
class Throws:
    """Rolls that are shown together, and their outcome."""

    rolls: tuple[Rolled, ...]
    outcome: str = ""

    @property
    def title(self) -> str:
        """The purpose of the rolls if they share one."""
        purposes = {roll.purpose for roll in self.rolls}
        return purposes.pop().capitalize() if len(purposes) == 1 else "Dice"


def throws_of(entries: Iterable[LogEntry], before: State, names: tuple[str, str]) -> Iterator[tuple[int, Throws]]:
    """Yield groups of rolls to show together, each with the number of its last event."""
    pending: list[tuple[int, Rolled]] = []
    for entry in entries:
        match entry.event:
            case Rolled(result=result) as event if result.isdigit() and entry.phase != "activation":
                if len(pending) == MAX_ROLLS:
                    yield _together(pending)
                    pending = []
                pending.append((entry.n, event))
            case InitiativeWon(side=side) if pending:
                own = [item for item in pending if item[1].purpose == pending[-1][1].purpose]
                if len(own) < len(pending):
                    yield _together(pending[: -len(own)])
                yield entry.n, Throws(tuple(roll for _, roll in own), _initiative(before, names[side]))
                pending = []
            case event if pending and not isinstance(event, _BETWEEN):
                yield _together(pending)
                pending = []
    if pending:
        yield _together(pending)


def _together(rolls: list[tuple[int, Rolled]]) -> tuple[int, Throws]:
    """Return a group of rolls without an outcome."""
    return rolls[-1][0], Throws(tuple(roll for _, roll in rolls))


def _initiative(before: State, name: str) -> str:
    """Return a sentence on who has the initiative, and who is the attacker if the scenario has roles."""
    return f"{name} has the initiative{f' and is the {ATTACKER}' if has_roles(before.scenario) else ''}"


def draw_throws(
    surface: pygame.Surface, area: pygame.Rect, throws: Throws, share: float, names: tuple[str, str]
) -> pygame.Rect:
    """Draw rolls in the middle of an area, at a share of their time, and return their box."""
    height = px(56) + len(throws.rolls) * px(ROW) + (px(30) if throws.outcome else 0) + px(26)
    sheet = pygame.Rect(0, 0, min(area.width - px(24), px(480)), height)
    sheet.center = area.center
    draw_box(surface, sheet.inflate(px(8), px(8)), (0, 0, 0), radius=px(12), alpha=120)
    draw_box(surface, sheet, PANEL, radius=px(10), border=EDGE_HIGH, alpha=248)
    draw_text(surface, (sheet.centerx, sheet.top + px(24)), throws.title, "heading", BLADE, anchor="center",
              width=sheet.width - px(30))  # fmt: skip
    differ = len({roll.purpose for roll in throws.rolls}) > 1
    for number, roll in enumerate(throws.rolls):
        row = pygame.Rect(sheet.left + px(14), sheet.top + px(46) + number * px(ROW), sheet.width - px(28), px(ROW - 6))
        _draw_roll(surface, row, roll, share, names, with_purpose=differ)
    bottom = sheet.bottom - px(16)
    if throws.outcome and share >= TUMBLE:
        draw_text(surface, (sheet.centerx, bottom - px(28)), throws.outcome, "strong", TEXT, anchor="center",
                  width=sheet.width - px(30))  # fmt: skip
    draw_text(surface, (sheet.centerx, bottom), "Click to continue", "tiny", TEXT_FAINT, anchor="center")
    return sheet


def _draw_roll(
    surface: pygame.Surface,
    row: pygame.Rect,
    roll: Rolled,
    share: float,
    names: tuple[str, str],
    *,
    with_purpose: bool,
) -> None:
    """Draw the side's name, the dice, and their result once they lie still."""
    look, still = SIDES[roll.side], share >= TUMBLE
    draw_box(surface, row, mix_colors(PANEL, look.deep, 0.55), radius=px(7), border=look.main)
    draw_side_badge(surface, (row.left + px(16), row.centery), look.main, look.hatched, px(6))
    right = row.right - px(10)
    if still and len(roll.faces.base) > 1:
        right = draw_text(surface, (right, row.centery), roll.result, "value", BLADE, anchor="midright").left - px(10)
    size = px(DIE)
    for number, face in reversed(list(enumerate(roll.faces.base))):
        right -= size
        visible_face = face if still else (face + number + int(share * TURNS)) % 6 + 1
        draw_die(surface, (right, row.centery - size // 2), visible_face, SET if still else PLAIN, size)
        right -= px(4)
    name, left = names[roll.side], row.left + px(30)
    max_width = right - left - px(8)
    name_width = min(max_width, text_size(name, "strong")[0])
    draw_text(surface, (left, row.centery), name, "strong", look.light, anchor="midleft", width=max_width)
    if with_purpose and max_width - name_width > px(60):
        pos = (left + name_width + px(10), row.centery)
        draw_text(
            surface, pos, roll.purpose, "small", TEXT_SOFT, anchor="midleft", width=max_width - name_width - px(12)
        )


# --- Animation ---

GLIDE, MIN_GLIDE, MAX_GLIDE, CONTINUED = 0.09, 0.3, 0.9, 0.05
"""Seconds at speed 1 for an inch of movement, the limits of one move or turn, and the minimum of a move that continues
the one before."""
SHOT, BEAM_SHOT, MISSILE_INCH, MIN_MISSILE, MAX_MISSILE, PASS = 0.22, 0.26, 0.11, 0.22, 0.9, 0.2
"""Seconds for a shot, a beam, an inch of a missile's flight, the limits of that, and for a miss to pass by."""
HIT, CRIPPLE, STILLNESS, BURST, CAPTURE, PLANS, THROW = 0.25, 0.6, 0.2, 1.2, 0.7, 4.0, 3.0
"""Seconds for a hit, lights that go out, the stillness before an explosion, the explosion, a capture, plans, dice."""
RISE, FALL, LEAVE, JOLT = 0.9, 0.5, 0.4, 0.5
"""Seconds for which a text rises, a lost box falls, a model leaves, and the board shakes. Nothing waits for the first
two."""
TURN_STEP = 3
"""Degrees between the pictures of a turning model, because each one must be made."""
HIT_PIXELS, JOLT_PIXELS = 3, 5
"""How far a hit shakes a base, and an explosion the board."""
BEYOND, ASIDE = 3.0, 0.8
"""Inches that a miss flies beyond the target, and the distance at which it passes, in reaches of the base."""
STAY, READ_SECONDS = 1.4, (0.6, 0.9)
"""Seconds for which a result stays, and those that a computer player waits after a miss and after a hit."""
BANNER = 2.4
"""Seconds for which a banner stays, unless the user continues. Without motion, the top bar alone says a new turn."""
STILL_SECONDS = {"glide": 1.0, "shot": 0.6, "roll": 0.0, "burst": 1.0, "float": 0.6, "leave": 0.6, "capture": 0.6,
                 "blackout": 0.6, "pause": 0.0}  # fmt: skip
"""Seconds for which the final picture of an act is shown without motion."""
LIGHTS = ((0.0, 0.1), (0.2, 0.28), (0.42, 0.46))
"""The parts of its time in which the lights of a ship that becomes Crippled are still on."""
BEFORE = -1
"""The exchange on a plate before the first one."""
Point = tuple[float, float]


@frozen
class RisingText:
    """A short text that rises from a model."""

    at: Pose
    text: str
    color: Color
    reach: float = 0.0
    """Inches above the point at which it begins, at most."""


@frozen
class LostBox:
    """A box of a track that falls out of bar and card."""

    model: str
    track: str
    left: int
    """The number of boxes that are left below it."""


@dataclass(slots=True)
class Passing:
    """A rising text or a falling box, for which nothing waits."""

    thing: RisingText | LostBox
    age: float = 0.0
    lift: int = 0
    """How many texts at the same place came later, and are below it."""


@frozen
class Act:
    """One step of the animation."""

    kind: str
    """`glide`, `shot`, `roll` (dice on a plate), `pause`, `burst`, `blackout`, `float` (rising texts), `leave` (a
    rising text, then the model is removed), `capture`, `plans`, `dice`, or `banner`."""
    seconds: float
    model: str = ""
    path: tuple[Pose, ...] = ()
    base: Shape | None = None
    """The base of the model that moves or explodes."""
    source: Pose | None = None
    """Where the shot came from whose damage is shown, None for none."""
    misses: bool = False
    """Whether a shot passes by."""
    is_heavy: bool = False
    """Whether a shot has macro dice."""
    count: int = 1
    """The number of missiles."""
    down: int = 0
    """How many of them are shot down."""
    color: Color = BLADE
    text: str = ""
    also: tuple[str, ...] = ()
    """Ids of models that move along, such as a comet's tail."""
    throws: Throws | None = None
    """The rolls to show."""
    first_event: int = 0
    """The number of the first event whose outcome this act shows."""
    cues: tuple[Cue, ...] = ()
    """The sounds of the act, in order."""
    look: str = ""
    """How a shot looks: `beam`, `missile`, `gun`, or "" for none; whether a `comet` glides; `nuke`."""
    pills: tuple[RisingText, ...] = ()
    """The texts that rise."""
    boxes: tuple[LostBox, ...] = ()
    """The boxes that fall."""
    harm: tuple[Event, ...] = ()
    """What models show from the beginning of the act."""
    plate: Plate | None = None
    """The plate on which dice or plans are shown."""
    exchange: int = 0
    """The number of the exchange on the plate of a fight."""
    banner: Banner | None = None


class Animation:
    """Queued acts, drawn over the state from before the answer, and the last result, which stays for a while."""

    def __init__(self, names: tuple[str, str] = ("", ""), play: Callable[[str, float], None] | None = None) -> None:
        self.names = names
        """The names of the sides."""
        self._play = play
        """Plays a sound at a place, None for silence."""
        self.acts: list[Act] = []
        self.poses: dict[str, Pose] = {}
        """Where to draw models that have moved."""
        self.gone: set[str] = set()
        self.plate: Plate | None = None
        """The plate with the last dice or plans."""
        self.banner: Banner | None = None
        self.pills: tuple[RisingText, ...] = ()
        """Texts that stay without motion."""
        self._passing: list[Passing] = []
        self._sources: dict[str, tuple[Pose, Pose]] = {}
        """Where models were struck by the last shot, and where it came from."""
        self._harm: list[Event] = []
        """Damage and losses that models show since the last `take_harm`."""
        self._open: EventGroup = ()
        """The last events, which more events may belong to: rolls before an attack, or an attack."""
        self._fight: Plate | None = None
        """The plate of the current close fight."""
        self._kept: Sequence[Rolled | Opposed] = ()
        """The rolls on the tray of the last question about dice."""
        self._asked: DiceRow | None = None
        """The dice of that question, if they aren't in the log yet."""
        self._viewer: int | None = None
        self._mover = ""
        self._motion = FULL
        self._age = 0.0
        self._heard = 0
        """The number of sounds of the current act that were played."""

    @property
    def running(self) -> bool:
        """Whether anything is still to be shown before the next decision."""
        return bool(self.acts)

    @property
    def path(self) -> Sequence[Pose]:
        """Where the current act is: the way of a move, both ends of a shot, the first one of a miss, () for nowhere."""
        act = self.acts[0] if self.acts else None
        return () if act is None else act.path[:1] if act.misses else act.path

    @property
    def busy(self) -> bool:
        """Whether the picture changes without an event."""
        plate, ends = self.plate, False
        if plate is not None:
            ends = self.holds or (plate.age < DONE if plate.is_kept else self._motion != STILL)
        return self.running or ends or self.banner is not None or bool(self._passing)

    @property
    def holds(self) -> bool:
        """Whether a computer player should wait, because a result has just been shown."""
        plate = self.plate
        if plate is None:
            return False
        hit = plate.content.hit if isinstance(plate.content, Tray) else True
        return plate.waited < READ_SECONDS[hit]

    @property
    def first_unseen(self) -> int | None:
        """The number of the first event that isn't shown yet, or None if all are."""
        return self.acts[0].first_event if self.acts else None

    @property
    def _is_still(self) -> bool:
        """Whether only the final picture of each act is drawn."""
        return self._motion == STILL

    def start(
        self, entries: Sequence[LogEntry], before: State, speed: float, motion: str = FULL, *, is_silent: bool = False
    ) -> None:
        """Queue acts for events. At a speed of 0, only dice and results are shown, all at once, with their sounds."""
        self.finish()
        self._motion = motion if speed > 0 else STILL
        if self.plate is not None:
            self.plate.is_kept = False
        if is_silent:
            self.forget()
            return
        self._queue(entries, before)
        if speed > 0:
            self._settle()
            return
        pills = tuple(pill for act in self.acts for pill in act.pills)
        poses = {model.id: model.pose for model in before.on_table()}
        self.sound(cue for entry in entries for cue in _placed_cues(entry.event, (), poses, before))
        if self.acts:
            self._begin(self.acts[0])
            self.finish()
            self.pills = pills
        if self.plate is not None:
            self.plate.waited = max(READ_SECONDS)

    def keep_dice(
        self, entries: Sequence[LogEntry], state: State, kind: str, speed: float = 1.0, motion: str = FULL,
        asked: DiceRow | None = None,
    ) -> None:  # fmt: skip
        """Show the dice that a question of a kind is about until it is answered. Nothing waits for them to roll.

        `asked`: dice that aren't in the log yet.
        """
        groups = group_events(entries[-MAX_OPEN:])
        rolls = open_rolls(groups[-1], kind) if groups else []
        if not rolls and asked is None:
            return
        tray = check_tray(rolls, "", self._kept_ids) if rolls else Tray((), "Which dice stay?", hit=False)
        tray = replace(tray, rows=(*tray.rows, asked)) if asked is not None else tray
        content = self.plate.content if self.plate is not None else None
        if self.plate is None or not isinstance(content, Tray) or _faces(content) != _faces(tray):
            self._motion = motion
            self.plate, _ = _plate_of(tray, rolls, {model.id: model.pose for model in state.on_table()}, state)
            rests = motion == STILL or not speed or all(row.lies_still for row in tray.rows)
            self.plate.age = DONE if rests else 0.0
            if not rests:
                self.sound((Cue(DICE),))
        else:
            self.plate.age = max(self.plate.age, DONE)
        self.plate.is_kept, self._kept, self._asked = True, rolls, asked
        rows = [number for number, row in enumerate(tray.rows) if kind != "reduce" or not row.defends]
        self.plate.asked = rows[-1] if kind in (*ABOUT_RESULTS, "flex") else -1

    def drop_dice(self) -> None:
        """Remove dice that aren't in the log, because their question is answered. They may be secret."""
        if self._asked is not None:
            self.plate = None

    @property
    def _kept_ids(self) -> Collection[int]:
        return {id(roll) for roll in self._kept}

    def _queue(self, entries: Sequence[LogEntry], before: State) -> None:
        """Queue the acts of events."""
        rolled = next((entry.event for entry in entries if isinstance(entry.event, Rolled)), None)
        if self._asked is not None and rolled is not None and _all_faces(rolled) == _all_faces(self._asked):
            self._kept = [*self._kept, rolled]
        self._asked = None
        poses = {model.id: model.pose for model in before.on_table()}
        poses |= {piece.id: piece.pose for piece in before.terrain.values()}
        rolls = dict(throws_of(entries, before, self.names))
        shown = {roll for throws in rolls.values() for roll in map(id, throws.rolls)}
        if self._open and entries and entries[0].n <= self._open[-1].n:  # They are shown again.
            self._open = ()
        known = [entry for entry in self._open if before.viewer == self._viewer or entry.seen_by == BOTH]
        old, self._viewer = {entry.n for entry in known}, before.viewer
        shown |= {id(entry.event) for entry in known}
        groups = group_events([*known, *entries])
        self._open = groups[-1] if groups else ()
        turn, first_roll = before.turn, None
        waiting: tuple[Cue, ...] = ()
        for group in groups:
            attack = next((entry for entry in group if isinstance(entry.event, Attacked)), None)
            if attack is not None and attack.n in old:
                self._retell(tray_of(group, before.models, self._kept_ids))
            fresh = [entry for entry in group if entry.n not in old]
            for number, entry in enumerate(fresh):
                if entry.turn > max(turn, 1):
                    self._announce_turn(entry, entries, before)
                turn = max(turn, entry.turn)
                # The dice before an act are part of its outcome.
                if first_roll is None and isinstance(entry.event, Rolled):
                    first_roll = entry.n
                dice = [Act("dice", THROW, throws=rolls[entry.n], cues=THROW_CUES)] if entry.n in rolls else []
                if _is_harm(entry.event, poses) and number and _is_harm(fresh[number - 1].event, poses):
                    own_acts = []  # Shown together with the damage before it.
                elif _is_harm(entry.event, poses):
                    harm = [each.event for each in _together_with(fresh[number:], poses)]
                    own_acts = [_float(harm, poses, before.models, self._sources)]
                elif isinstance(entry.event, Attacked):
                    own_acts = self._shot(group, entry.event, poses, before)
                elif isinstance(entry.event, Rolled | Opposed) and id(entry.event) not in shown:
                    own_acts = self._check(group, entry, entries, poses, before, shown)
                else:
                    own_acts = self._acts(entry.event, poses, before)
                cues = _placed_cues(entry.event, own_acts, poses, before)
                if own_acts:
                    own_acts = _with_cues(own_acts, waiting, cues)
                    waiting = ()
                else:
                    waiting += cues
                first = entry.n if first_roll is None else first_roll
                for act in (*dice, *own_acts):
                    # Damage is in the log as soon as the model shows it.
                    is_shown = bool(act.harm) or act.kind == "float"
                    self._append(replace(_in_motion(act, self._motion), first_event=first + is_shown))
                if dice or own_acts:
                    first_roll = None
        self._finish_cues(waiting)

    def _retell(self, tray: Tray) -> None:
        """Update the words on the plate of an attack, because its outcome has become known."""
        plate = self.plate
        if plate is None:
            return
        content = plate.content
        if isinstance(content, Tray) and content.rows == tray.rows:
            plate.content, plate.age = tray, 0.0
        elif isinstance(content, Reveal):
            exchanges = content.exchanges
            last = max((n for n, exchange in enumerate(exchanges) if exchange.rows == tray.rows), default=None)
            if last is not None:
                exchanges = (*exchanges_with(exchanges[:last], tray), *exchanges[last + 1 :])
                plate.content = replace(content, exchanges=exchanges)

    def _announce_turn(self, entry: LogEntry, entries: Sequence[LogEntry], before: State) -> None:
        """Queue the banner of a new turn: who activates first, and the Victory Points at the end of the last one."""
        if self._motion != STILL:
            one, two = current_score(with_harm(before, [old.event for old in entries if old.n < entry.n])).scores
            shown = "Victory Points" if before.viewer is None else "Victory Points of visible models"
            first = f"{self.names[before.initiative]} has initiative and goes first"
            points = f"{self.names[0]} {one.victory:g} : {two.victory:g} {self.names[1]} · {shown}"
            detail = f"{first}\n{points}"
            banner = Banner(f"Turn {entry.turn} of {before.scenario.turns}", detail, TEXT, BANNER)
            self._append(Act("banner", 0.0, banner=banner, first_event=entry.n))

    def _acts(self, event: Event, poses: dict[str, Pose], before: State) -> list[Act]:
        """Return the acts of an event that is neither an attack nor damage, and update `poses`."""
        match event:
            case Moved() if event.model in poses:
                poses[event.model] = event.to
                min_seconds = CONTINUED if self._mover == event.model else MIN_GLIDE
                self._mover = event.model
                seconds = min(MAX_GLIDE, max(min_seconds, GLIDE * event.inches))
                piece, model = before.terrain.get(event.model), before.models.get(event.model)
                look, base = piece.kind if piece is not None else "", model.base if model is not None else None
                return [Act("glide", seconds, event.model, event.path, base, look=look)]
            case LeftPlay() if event.model in poses:
                return _leaving(event, poses.pop(event.model), before)
            case StateChanged(state=Crippled.name) if event.model in poses and event.entered:
                pill = RisingText(poses[event.model], Crippled.name.capitalize(), DANGER)
                return [Act("blackout", CRIPPLE, event.model, (pill.at,), pills=(pill,), harm=(event,))]
            case PlansRevealed():
                reveal = reveal_of(event, before.models)
                at = next((poses[plan.model] for plan in event.plans if plan.model in poses), None)
                self._fight = Plate(reveal, at[:2] if at is not None else None, FIGHT_REACH)
                return [Act("plans", PLANS, plate=self._fight, exchange=BEFORE)]
            case StateChanged() if event.model in poses and event.entered and _seen_to_begin(event.state, before):
                text = state_words(event, rulebook(before).states)
                pill = RisingText(poses[event.model], text, ACCENT)
                return [Act("float", HIT, event.model, (pill.at,), text=text, pills=(pill,))]
            case ShipCaptured() if event.model in poses:
                at, color, name = poses[event.model], SIDES[event.side].main, _name(before.models, event.model)
                banner = Banner(f"{name} is captured", f"by {self.names[event.side]}", color, BANNER)
                capture = Act("capture", CAPTURE, event.model, (at,), color=color, text=Captured.name, harm=(event,))
                return [Act("banner", 0.0, path=(at,), banner=banner), capture]
            case NukeBurst():
                return [Act("burst", BURST, path=(Pose(*event.at, 0),), look=NUKE)]
        return []

    def _shot(self, group: EventGroup, event: Attacked, poses: dict[str, Pose], before: State) -> list[Act]:
        """Return the dice on a plate and the shot, if attacker and target are visible.

        An attacker that was destroyed by an attack at the same time has no shot, but dice.
        """
        self._sources.clear()
        target, start = poses.get(event.target), poses.get(event.attacker)
        model, other = before.models.get(event.attacker), before.models.get(event.target)
        if target is None or (start is None and model is None):
            return []
        color = SIDES[model.side].main if model is not None else DANGER
        text = describe_result(event.result) if event.result else MISS
        cues = cues_of(event, before)
        look = cues[0].name if cues and cues[0].name != MISS else ""
        tray = tray_of(group, before.models, self._kept_ids)
        if self._fight is not None and event.window in TITLES and isinstance(self._fight.content, Reveal):
            reveal = self._fight.content
            self._fight.content = replace(reveal, exchanges=exchanges_with(reveal.exchanges, tray))
            roll = Act("roll", DONE, path=(target,), plate=self._fight, exchange=len(reveal.exchanges))
        else:
            reach = other.base.reach if other is not None else 1.0
            plate = Plate(tray, target[:2], reach, start[:2] if start is not None and event.mounts else None)
            is_rolled = any(not row.lies_still for row in tray.rows)
            roll = Act("roll", DONE if is_rolled else LAND, path=(target,), plate=plate)
        if start is None:
            return [roll]
        source, struck = start, target
        if model is not None and other is not None:
            source, struck = _line_of_fire(model.base, start, other.base, target)
        self._sources[event.target] = struck, source
        # Missiles that the defense stops are shot down on the way. Everything else that misses passes by.
        count, is_stopped = (len(event.mounts), tray.words == STOPPED) if look == MISSILE else (1, False)
        is_weaker = look == MISSILE and any(
            isinstance(entry.event, Opposed) and entry.event.left != entry.event.primary for entry in group
        )  # fmt: skip
        misses = bool(look) and not event.result and not is_stopped
        end = _passing_by(source, struck, other.base.reach if other is not None else 0.0) if misses else struck
        inches = hypot(end.x - source.x, end.y - source.y)
        flight = min(MAX_MISSILE, max(MIN_MISSILE, MISSILE_INCH * inches))
        seconds = flight if look == MISSILE else (BEAM_SHOT if look == BEAM else SHOT) + (PASS if misses else 0.0)
        shot = Act(
            "shot", seconds, event.target, (source, end), color=color, text=text, look=look, misses=misses,
            is_heavy=event.pool is not None and event.pool.macro > 0, count=max(1, count),
            down=count if is_stopped else int(is_weaker and count > 1),
        )  # fmt: skip
        return [roll, shot]

    def _check(
        self, group: EventGroup, entry: LogEntry, entries: Sequence[LogEntry], poses: dict[str, Pose], before: State,
        shown: Collection[int],
    ) -> list[Act]:  # fmt: skip
        """Return the dice of rolls that belong to no attack, with the last of them. They are next to their model."""
        check = next((check for check in checks_of(group) if check[-1] is entry.event), None)
        if check is None:
            return []
        outcome = outcome_words((later for later in entries if later.n > entry.n), before, self.names)
        tray = check_tray(check, outcome, {*shown, *self._kept_ids})
        plate, path = _plate_of(tray, check, poses, before)
        seconds = LAND if all(row.lies_still for row in tray.rows) else DONE
        return [Act("roll", seconds, path=path, plate=plate)]

    def _finish_cues(self, cues: tuple[Cue, ...]) -> None:
        """Add the sounds of events after the last act to its end, or play them if there is no act."""
        if self.acts:
            last = self.acts[-1]
            self.acts[-1] = replace(last, cues=(*last.cues, *(replace(cue, share=1.0) for cue in cues)))
        else:
            self.sound(cues)

    def sound(self, cues: Iterable[Cue]) -> None:
        """Play sounds at once."""
        if self._play is not None:
            for cue in cues:
                self._play(cue.name, cue.place)

    def _play_due(self) -> None:
        """Play the sounds of the current act that are due."""
        if self.acts:
            act = self.acts[0]
            due = [cue for cue in act.cues[self._heard :] if cue.share * act.seconds <= self._age]
            self._heard += len(due)
            self.sound(due)

    def _append(self, act: Act) -> None:
        """Add an act. A model that moves along the same path as the previous one moves together with it.

        An engine that is heard already isn't heard again for the next part of the way.
        """
        last = self.acts[-1] if self.acts else None
        if last is not None and last.kind in ("roll", "shot") and self._removes_plate(act):
            self.acts.append(Act("pause", READ_SECONDS[False], first_event=last.first_event))
        if last is not None and act.kind == last.kind == "glide":
            names = {cue.name for cue in last.cues}
            act = replace(act, cues=tuple(cue for cue in act.cues if cue.name not in names))
            if act.path == last.path:
                self.acts[-1] = replace(last, also=(*last.also, act.model), cues=(*last.cues, *act.cues))
                return
        self.acts.append(act)

    def _removes_plate(self, act: Act) -> bool:
        """Return whether an act would remove a result before its words are visible for a moment."""
        plate = next((before.plate for before in reversed(self.acts) if before.plate is not None), None)
        if act.plate is not None:
            return act.plate is not plate
        return self._is_still and act.kind in ("dice", "glide") and plate is not self._fight

    def _pose(self, act: Act, pose: Pose) -> None:
        for model_id in (act.model, *act.also):
            self.poses[model_id] = pose

    # --- Time ---
    def advance(self, dt: float, speed: float = 1.0) -> None:
        """Move on by a number of seconds of the window, in which the animation does `speed` times as much."""
        self._age += dt * speed
        if self.plate is not None and not self._is_on_plate:
            self.plate.age += dt
            self.plate.waited += dt * speed
            if self.plate.age > STAY and not (self._is_still or self.plate.is_kept or self.acts):
                self.plate = None
        for passing in self._passing:
            passing.age += dt * speed
        self._passing = [item for item in self._passing if item.age < _time_of(item.thing)]
        if self.banner is not None:
            self.banner.seconds -= dt
            self.banner = self.banner if self.banner.seconds > 0 else None
        self._play_due()
        while self.acts and self._age >= self.acts[0].seconds:
            act = self.acts.pop(0)
            self._age -= act.seconds
            self._heard = 0
            self._end(act)
            if self.acts:
                self._begin(self.acts[0])
            self._play_due()
        if not self.acts:
            self._age = 0.0
        self._move()

    def _settle(self) -> None:
        """Begin the first act."""
        if self.acts:
            self._begin(self.acts[0])
            self.advance(0.0)

    def _begin(self, act: Act) -> None:
        """Show what an act shows from its beginning. The last result makes way for the next dice."""
        self.pills = ()
        if act.plate is not None:
            self.plate = act.plate
            self.plate.current, self.plate.age, self.plate.waited = act.exchange, 0.0, 0.0
        elif act.kind == "dice" or (self._is_still and act.kind == "glide"):
            self.plate = self.plate if self.plate is not None and self.plate is self._fight else None
        if act.banner is not None:
            self.banner = act.banner
        self._harm += act.harm
        if act.kind == "burst" and act.model:
            self.gone.add(act.model)
        if self._is_still:
            self.pills = act.pills
            return
        for passing in self._passing:
            thing = passing.thing
            passing.lift += isinstance(thing, RisingText) and any(pill.at == thing.at for pill in act.pills)
        self._passing += [*map(Passing, act.pills), *map(Passing, act.boxes)]

    def _end(self, act: Act) -> None:
        if act.kind == "glide":
            self._pose(act, act.path[-1])
        elif act.kind == "leave":
            self.gone.add(act.model)

    @property
    def _is_on_plate(self) -> bool:
        """Whether the current act shows something on the plate."""
        return bool(self.acts) and self.acts[0].plate is not None

    def take_harm(self) -> list[Event]:
        """Return the damage and the captures that models show since the last call."""
        harm, self._harm = self._harm, []
        return harm

    def _move(self) -> None:
        """Place the model that moves now, at the end of its path if nothing is in motion."""
        if self.acts and self.acts[0].kind == "glide":
            act = self.acts[0]
            self._pose(act, pose_along_path(act.path, 1.0 if self._is_still else self._age / act.seconds))

    def finish(self) -> None:
        """End the animation at once. The last result and banner stay for their time."""
        passing = self._passing
        for act in self.acts[1:]:
            self._begin(act)
        self._passing = passing
        self.acts, self.poses, self.gone, self._harm, self._age, self._heard = [], {}, set(), [], 0.0, 0

    def forget(self) -> None:
        """End the animation, and remove the last result."""
        self.acts, self.plate, self._passing = [], None, []
        self.finish()
        self.clear()
        self._open, self._fight, self._kept = (), None, ()

    def clear(self) -> None:
        """Remove the last result and the banner, because the user continues. Dice in question stay."""
        if not self._is_on_plate and (self.plate is None or not self.plate.is_kept):
            self.plate = None
        self.banner, self.pills = None, ()

    # --- Drawing ---
    def draw(
        self, surface: pygame.Surface, camera: Camera, occupied: Callable[[], Sequence[pygame.Rect]] = tuple
    ) -> None:
        """Draw the current act over the board, and the last result. `occupied` returns what plates shouldn't cover."""
        if not self.busy and self.plate is None and not self.pills:
            return
        clip = surface.get_clip()
        surface.set_clip(pygame.Rect(camera.view))
        if self.plate is not None:
            self._draw_plate(surface, camera, self.plate, occupied)
        if self.acts:
            self._draw_act(surface, camera, self.acts[0])
        for pill in self.pills:
            draw_rising(surface, camera, pill, 0.0, is_still=True)
        for passing in self._passing:
            if isinstance(passing.thing, RisingText):
                draw_rising(surface, camera, passing.thing, passing.age / RISE, passing.lift)
        if self.banner is not None:
            self.banner.draw(surface, pygame.Rect(camera.view))
        surface.set_clip(clip)

    def _draw_plate(
        self, surface: pygame.Surface, camera: Camera, plate: Plate, occupied: Callable[[], Sequence[pygame.Rect]]
    ) -> None:
        seconds, hint = plate.age if plate.is_kept else DONE, ""
        if self._is_on_plate and not self._is_still:
            seconds = self._age
        if self._is_on_plate and self.acts[0].kind == "plans":
            hint = "Both plans are revealed · click to continue"
        plate.draw(surface, camera, seconds, occupied, hint)

    def _draw_act(self, surface: pygame.Surface, camera: Camera, act: Act) -> None:
        share, flashes = self.share, self._motion == FULL
        points = [camera.to_screen(pose[:2]) for pose in act.path]
        if act.kind == "glide" and self._is_still:
            _draw_path(surface, camera, act)
        elif act.kind == "glide" and act.look == COMET:
            _draw_comet(surface, camera, act, share)
        elif act.kind == "glide" and act.base is not None and act.model in self.poses:
            draw_engine(surface, camera, act.base, self.poses[act.model], self._age)
        elif act.kind == "shot":
            _draw_shot(surface, points[0], points[1], act, share, is_still=self._is_still)
        elif act.kind == "burst" and self._is_still:
            _draw_cross(surface, points[0])
        elif act.kind == "burst":
            reach = NUKE_REACH if act.base is None else max(MIN_BURST, 1.2 * act.base.reach)
            draw_explosion(surface, points[0], camera.pixels_per_inch * reach, share, flashes=flashes)
        elif act.kind == "float" and act.source is not None and not self._is_still:
            draw_hit(surface, points[0], camera.to_screen(act.source[:2]), share, flashes=flashes)
        elif act.kind == "capture":
            radius = camera.pixels_per_inch * (1.0 + (0.0 if self._is_still else 1.5 * (1.0 - share)))
            pygame.draw.aacircle(surface, act.color, points[0], radius, px(3))
            draw_pill(surface, (points[0][0], points[0][1] - px(26)), act.text, act.color, solid=True)
        elif act.throws is not None:
            draw_throws(surface, pygame.Rect(camera.view), act.throws, share, self.names)

    def draw_lost_boxes(
        self, surface: pygame.Surface, places: Callable[[LostBox], Sequence[tuple[pygame.Rect, Color]]]
    ) -> None:
        """Draw the boxes that fall out of bars and cards. `places` returns where a box was, and its color."""
        for passing in self._passing:
            if isinstance(passing.thing, LostBox):
                for place, color in places(passing.thing):
                    draw_falling_box(surface, place, color, passing.age / FALL)

    @property
    def share(self) -> float:
        """The share of its time for which the current act has been shown."""
        act = self.acts[0]
        return 1.0 if self._is_still or not act.seconds else min(1.0, self._age / act.seconds)

    @property
    def lit(self) -> frozenset[str]:
        """The ship whose lights go out, while they are still on."""
        if not self.acts or self.acts[0].kind != "blackout" or self._is_still:
            return frozenset()
        return frozenset({self.acts[0].model} if any(low <= self.share < high for low, high in LIGHTS) else ())

    @property
    def gliding(self) -> Mapping[str, tuple[Pose, ...]]:
        """The parts of their paths that models have moved so far in the current act."""
        if not self.acts or self.acts[0].kind != "glide" or self._is_still:
            return {}
        act = self.acts[0]
        passed = act.path[: 1 + int(self.share * (len(act.path) - 1))]
        path = (*passed, pose_along_path(act.path, self.share))
        return dict.fromkeys((act.model, *act.also), path)

    @property
    def jolt(self) -> tuple[int, int]:
        """The pixels by which the board is shaken now. Nothing shakes if motion is reduced."""
        if not self.acts or self.acts[0].kind != "burst" or self._motion != FULL or self._age >= JOLT:
            return 0, 0
        reach = px(JOLT_PIXELS) * (1 - self._age / JOLT) ** 2
        return round(reach * sin(self._age * 70)), round(reach * sin(self._age * 53 + 1))

    @property
    def tremor(self) -> tuple[str, tuple[int, int]]:
        """The model that is hit now, and the pixels by which its base is shaken. "" for none."""
        act = self.acts[0] if self.acts else None
        if act is None or act.kind != "float" or act.source is None or self._motion != FULL:
            return "", (0, 0)
        reach = px(HIT_PIXELS) * (1 - self.share) * sin(3 * 2 * pi * self.share + pi / 2)
        x, y = act.path[0].x - act.source.x, act.path[0].y - act.source.y
        away = hypot(x, y) or 1.0
        return act.model, (round(x / away * reach), round(-y / away * reach))


def _all_faces(dice: Rolled | DiceRow) -> list[int]:
    """Return the faces of all dice, sorted."""
    if isinstance(dice, DiceRow):
        return sorted(face for face, _ in dice.dice)
    return sorted((*dice.faces.base, *dice.faces.flex, *dice.faces.macro))


def _faces(tray: Tray) -> list[tuple[tuple[int, str], ...]]:
    return [row.dice for row in tray.rows]


def _plate_of(
    tray: Tray, rolls: Sequence[Rolled | Opposed], poses: Mapping[str, Pose], state: State
) -> tuple[Plate, tuple[Pose, ...]]:
    """Return a plate next to the model that rolls are about, else to the active one, and the pose of that model."""
    about = next((roll.model for roll in rolls[:1] if isinstance(roll, Rolled)), "")
    active = state.activation.model if state.activation is not None else ""
    model = state.models.get(about if about in poses else active)
    pose = poses.get(model.id) if model is not None else None
    if model is None or pose is None:
        return Plate(tray), ()
    return Plate(tray, pose[:2], model.base.reach), (pose,)


THROW_CUES = (Cue(DICE), Cue(DIE_LANDS, TUMBLE))
ROLL_CUES = (Cue(DICE), Cue(DIE_LANDS, ROLL / DONE))
COMET, NUKE = "comet", "nuke"
NUKE_REACH, MIN_BURST = 4.8, 1.2
"""Inches of the fire of a Nuke, and at least of a destroyed model."""
FIGHT_REACH = 1.6
"""Inches around the first model of a close fight that its plate leaves free."""


def _with_cues(acts: list[Act], waiting: tuple[Cue, ...], cues: tuple[Cue, ...]) -> list[Act]:
    """Return acts with their sounds: those that wait at first, those of dice with them, others with the last act."""
    place = cues[-1].place if cues else 0.0
    acts = [
        replace(act, cues=tuple(replace(cue, place=place) for cue in ROLL_CUES))
        if act.kind == "roll" and act.seconds == DONE else act
        for act in acts
    ]  # fmt: skip
    acts[0] = replace(acts[0], cues=(*waiting, *acts[0].cues))
    acts[-1] = replace(acts[-1], cues=tuple(sorted((*acts[-1].cues, *cues), key=lambda cue: cue.share)))
    return acts


def _in_motion(act: Act, motion: str) -> Act:
    """Return an act as long as the motion setting wants it. Without motion, dice lie still at once."""
    if motion != STILL:
        return act
    cues = tuple(replace(cue, share=0.0) for cue in act.cues if cue.name != DICE)
    return replace(act, seconds=STILL_SECONDS.get(act.kind, act.seconds), cues=cues)


def _placed_cues(event: Event, acts: Sequence[Act], poses: Mapping[str, Pose], before: State) -> tuple[Cue, ...]:
    """Return the sounds of an event at the place where it happens, or in the middle if that isn't visible."""
    pose = acts[-1].path[0] if acts and acts[-1].path else poses.get(model_of(event))
    place = 2 * pose.x / before.width - 1 if pose is not None else 0.0
    return tuple(replace(cue, place=place) for cue in cues_of(event, before))


def pose_along_path(path: Sequence[Pose], share: float) -> Pose:
    """Return the pose at a share of a path whose legs all take the same time."""
    legs = len(path) - 1
    at = min(max(share, 0.0), 1.0) * legs
    index = min(int(at), legs - 1)
    a, b, part = path[index], path[index + 1], at - index
    turn = (b.heading - a.heading + 180) % 360 - 180
    heading = b.heading if part == 1 else a.heading + TURN_STEP * round(turn * part / TURN_STEP)
    return Pose(a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part, heading % 360)


def _seen_to_begin(name: str, before: State) -> bool:
    """Return whether a text rises when a model enters this state, because the state ties it to other models."""
    states = rulebook(before).states
    return name == formation.NAME or (name in states and states[name].sign.tied)


def _leaving(event: LeftPlay, at: Pose, before: State) -> list[Act]:
    """Return stillness and an explosion for a destroyed model, or a text for one that leaves otherwise."""
    if event.how == DESTROYED:
        model = before.models.get(event.model)
        values = fleet_left(before, model.owner) if model is not None else ()
        points = next((value.points for value in values if value.model == event.model), 0)
        text = f"{_name(before.models, event.model)} destroyed" + (f": −{points:g} points" if points else "")
        burst = Act("burst", BURST, event.model, (at,), model.base if model is not None else None, harm=(event,),
                    pills=(RisingText(at, text, DANGER),))  # fmt: skip
        return [Act("pause", STILLNESS, event.model, (at,)), burst]
    host = before.models.get(event.host or "")
    text = f"aboard {host.name}" if host is not None else event.how
    return [Act("leave", LEAVE, event.model, (at,), text=text, pills=(RisingText(at, text, ACCENT),))]


def _line_of_fire(base: Shape, at: Pose, other: Shape, target: Pose) -> tuple[Pose, Pose]:
    """Return where a shot leaves a model, and where it strikes another one: inside of the nearest edges."""
    ends = nearest_segment(base, at, other, target) or (at[:2], target[:2])
    x, y = between(ends[0], at[:2], 0.5)
    to_x, to_y = between(ends[1], target[:2], 0.3)
    return Pose(x, y, at.heading), Pose(to_x, to_y, target.heading)


def _passing_by(source: Pose, struck: Pose, reach: float) -> Pose:
    """Return where a shot that misses flies to: past the target at its side."""
    away = hypot(struck.x - source.x, struck.y - source.y) or 1.0
    ahead, aside = (struck.x - source.x) / away, (struck.y - source.y) / away
    far, side = 2 * reach + BEYOND, (1.2 * reach + ASIDE) * (1 + (2 * reach + BEYOND) / away)
    return struck.moved(ahead * far - aside * side, aside * far + ahead * side)


def trails_of(entries: Sequence[LogEntry], state: State) -> tuple[Trail, ...]:
    """Return the moves in the last activation among some events, of models that are still on the table."""
    paths: dict[str, tuple[Pose, ...]] = {}
    for entry in reversed(entries):
        match entry.event:
            case Activated():
                break
            case Deactivated():
                paths.clear()
            case Moved(model=model_id, path=path):
                paths[model_id] = (*path, *paths.get(model_id, ()))
    else:
        return ()
    models = [(state.models[model_id], path) for model_id, path in paths.items() if model_id in state.models]
    return tuple(Trail(path, model.base, model.side) for model, path in models if model.is_on_table)


# --- Damage ---


def _is_harm(event: Event, poses: Mapping[str, Pose]) -> bool:
    """Return whether an event is damage or repair that rises as a text."""
    return isinstance(event, Damaged) and event.model in poses and not (event.spent or event.launched)


def _together_with(entries: Sequence[LogEntry], poses: Mapping[str, Pose]) -> Iterator[LogEntry]:
    """Yield the first entries as long as they are damage. They are shown at once."""
    for entry in entries:
        if not _is_harm(entry.event, poses):
            return
        yield entry


def _float(
    harm: Sequence[Event], poses: Mapping[str, Pose], models: Mapping[str, Model],
    sources: Mapping[str, tuple[Pose, Pose]],
) -> Act:  # fmt: skip
    """Return damage or repair: a hit, a rising text for each model, and the boxes that fall.

    The text has ratings with their numbers, and weapons by name. `sources` has where models were struck, and where the
    shot came from.
    """
    losses = [event for event in harm if isinstance(event, Damaged)]
    pills = []
    for model_id in dict.fromkeys(loss.model for loss in losses):
        own = [loss for loss in losses if loss.model == model_id]
        kinds = dict.fromkeys((loss.what, loss.called) for loss in own)
        text = ", ".join(
            _harm_text([loss for loss in own if (loss.what, loss.called) == kind]) for kind in kinds
        )  # fmt: skip
        reach = models[model_id].base.reach if model_id in models else 0.0
        pills.append(RisingText(poses[model_id], text, GOOD if own[0].repaired else DANGER, reach))
    first, model_id = pills[0], losses[0].model
    struck, source = sources.get(model_id, (first.at, None)) if not losses[0].repaired else (first.at, None)
    boxes = [
        LostBox(loss.model, loss.track, (loss.boxes_left or 0) + number)
        for loss in losses if loss.track is not None and not loss.repaired for number in range(loss.amount)
    ]  # fmt: skip
    return Act(
        "float", HIT, model_id, (struck, first.at), source=source, color=first.color, text=first.text,
        pills=tuple(pills), boxes=tuple(boxes), harm=tuple(harm),
    )  # fmt: skip


def _harm_text(losses: Sequence[Damaged]) -> str:
    """Return what was lost or repaired of one track or weapon, such as `-2 Structure`."""
    first, amount = losses[0], sum(loss.amount for loss in losses)
    if first.weapon is not None:
        return f"{first.called} {'repaired' if first.repaired else 'lost'}"
    return f"{'+' if first.repaired else '−'}{abs(amount)} {first.what.capitalize()}"


def with_harm(state: State, harm: Sequence[Event]) -> State:
    """Return the state after the damage, losses, captures, and changes of states among some events."""
    changed = state.clone()
    changed.apart()
    for event in harm:
        model = changed.models.get(getattr(event, "model", ""))
        if model is None:
            continue
        if isinstance(event, ShipCaptured):
            model.side = event.side
        elif isinstance(event, StateChanged):
            model.states.pop(event.state, None)
            if event.entered:
                model.states[event.state] = event.value
        elif isinstance(event, LeftPlay):
            model.place = event.how
        elif isinstance(event, Damaged) and event.weapon is not None:
            kept = tuple(mount for mount in model.damaged if mount != event.weapon)
            model.damaged = kept if event.repaired else (*kept, event.weapon)
        elif isinstance(event, Damaged) and event.track is not None:
            marks = model.marks.get(event.track, 0) + event.amount
            model.marks[event.track] = min(max(marks, 0), len(model.boxes(event.track)))
    return changed


# --- Pictures of acts ---


def _time_of(thing: RisingText | LostBox) -> float:
    return RISE if isinstance(thing, RisingText) else FALL


def draw_rising(
    surface: pygame.Surface, camera: Camera, pill: RisingText, share: float, lift: int = 0, *, is_still: bool = False
) -> None:
    """Draw a rising text that fades at the end. `lift` is the number of texts below it."""
    x, y = camera.to_screen(pill.at[:2])
    top = y - max(px(26), min(px(60), round(pill.reach * camera.pixels_per_inch))) - lift * pill_size(pill.text)[1]
    top -= 0 if is_still else px(22) * min(1.0, share * 1.6)
    if is_still or share < FADE:
        draw_pill(surface, (x, top), pill.text, pill.color, solid=True)
        return
    width, height = pill_size(pill.text)
    sheet = pygame.Surface((width + px(8), height + px(8)), pygame.SRCALPHA)
    draw_pill(sheet, sheet.get_rect().center, pill.text, pill.color, solid=True)
    sheet.set_alpha(round(255 * (1.0 - share) / (1.0 - FADE)))
    surface.blit(sheet, sheet.get_rect(center=(round(x), round(top))))


FADE = 0.75
"""The share of the time after which a rising text fades."""


WHITE = (255, 255, 255)


def _draw_shot(
    surface: pygame.Surface, start: Point, end: Point, act: Act, share: float, *, is_still: bool
) -> None:  # fmt: skip
    """Draw a shot: a beam swells, projectiles and missiles fly, and others only mark the target."""
    if is_still:
        pygame.draw.line(surface, act.color, start, end, px(2))
    elif act.look == BEAM:
        draw_beam(surface, start, end, act.color, share)
    elif act.look == MISSILE:
        draw_missiles(surface, start, end, act.color, share, act.count, act.down)
    elif act.look == GUN:
        draw_tracers(surface, start, end, act.color, share, is_heavy=act.is_heavy)
    else:
        pygame.draw.aacircle(surface, act.color, end, px(8) + px(10) * share, 2)


TRAIL = 6


def _draw_comet(surface: pygame.Surface, camera: Camera, act: Act, share: float) -> None:
    """Draw the last part of a comet's path, which fades."""
    points = [camera.to_screen(pose_along_path(act.path, share * (1 - n / TRAIL))[:2]) for n in range(TRAIL + 1)]
    for n, (a, b) in enumerate(pairwise(points)):
        pygame.draw.line(surface, mix_colors((150, 200, 235), (14, 20, 40), n / TRAIL), a, b, max(1, px(5) - n // 2))


STILL_COLOR = (226, 234, 247)
"""The color of paths that are shown instead of motion."""


def _draw_path(surface: pygame.Surface, camera: Camera, act: Act) -> None:
    """Draw the way of a model that has jumped to its new place, with a ring where it came from."""
    points = [camera.to_screen(pose[:2]) for pose in act.path]
    pygame.draw.aacircle(surface, STILL_COLOR, points[0], px(5), 2)
    if points[0] != points[-1]:
        pygame.draw.aalines(surface, STILL_COLOR, closed=False, points=points)


def _draw_cross(surface: pygame.Surface, center: Point) -> None:
    """Draw a cross over a destroyed model."""
    (x, y), half = center, px(12)
    for sign in (1, -1):
        start, end = (x - half, y - half * sign), (x + half, y + half * sign)
        pygame.draw.line(surface, (0, 0, 0), start, end, px(7))
        pygame.draw.line(surface, DANGER, start, end, px(4))
