"""Which sound an event has, and which a new decision, refusal, or selection at a table."""

from __future__ import annotations

from jovian.frozen import frozen
from jovian.game import DESTROYED, Decision, Model, MountRef, Refusal, State
from jovian.game.events import (
    Attacked,
    Damaged,
    Event,
    Expended,
    LeftPlay,
    MarinesBoarded,
    Moved,
    NukeBurst,
    ObjectSearched,
    PlansRevealed,
    ShipCaptured,
    StateChanged,
    TokensCarried,
)
from jovian.rules.basics.rolls import with_article
from jovian.rules.damage.critical_hits import Crippled
from jovian.rules.sequence.activation import ChooseModel
from jovian.rules.weapons import BeamProjector, DroneBay, Lance, Missile, ParticleCannon
from jovian.ui.kit.sound import QUESTION, REFUSE, SELECT, YOUR_TURN

ENGINE, TURN, DICE, DIE_LANDS, GUN, BEAM, MISSILE, MISS, HIT, CRIPPLED, DESTRUCTION, REPAIRED, BOARDED, DOGFIGHT = (
    "engine", "turn", "dice", "die_lands", "gun", "beam", "missile", "miss", "hit", "crippled", "destroyed",
    "repaired", "boarded", "dogfight",
)  # fmt: skip
OBJECTIVE = "objective"
WEAPON_SOUNDS = {
    BeamProjector.name: BEAM, Lance.name: BEAM, ParticleCannon.name: BEAM, Missile.name: MISSILE, DroneBay.name: "",
}  # fmt: skip
"""The sounds of weapon types. The others sound like a gun."""
EVENT_SOUNDS: dict[type[Event], str] = {
    Expended: MISSILE, NukeBurst: DESTRUCTION, PlansRevealed: DOGFIGHT, MarinesBoarded: BOARDED,
    ShipCaptured: OBJECTIVE, ObjectSearched: OBJECTIVE,
}  # fmt: skip
"""The sounds of events that always have the same one."""


@frozen
class Cue:
    """A sound within a step of the animation."""

    name: str
    share: float = 0.0
    """The share of the time of the step at which it is played."""
    place: float = 0.0
    """The place from the left edge of the table (-1) to the right edge (1)."""


def cues_of(event: Event, before: State) -> tuple[Cue, ...]:
    """Return the sounds of an event. `before` is the visible state before the answer."""
    match event:
        case Moved():
            return (Cue(ENGINE if event.inches else TURN),)
        case Attacked():
            shot = _weapon_sound(event, before.models.get(event.attacker))
            fired = (Cue(shot),) if shot else ()
            return fired if event.result else (*fired, Cue(MISS, 1.0))
        case Damaged() if not (event.spent or event.launched):
            return (Cue(REPAIRED if event.repaired else HIT),)
        case StateChanged(state=Crippled.name) if event.entered:
            return (Cue(CRIPPLED),)
        case LeftPlay() if event.how == DESTROYED:
            return (Cue(DESTRUCTION),)
        case TokensCarried() if event.amount > 0:
            return (Cue(OBJECTIVE),)
    name = EVENT_SOUNDS.get(type(event), "")
    return (Cue(name),) if name else ()


def _weapon_sound(event: Attacked, attacker: Model | None) -> str:
    """Return the sound of the weapon, "" if the attack has none, such as a collision."""
    if not event.mounts:
        return ""
    mount = attacker.mount(MountRef(event.mounts[0]).ident) if attacker is not None else None
    weapon_type = mount.weapon.type if mount is not None else event.weapon
    return WEAPON_SOUNDS.get(weapon_type, GUN)


CAPTIONS = {
    MISS: "a shot goes past", HIT: "a hit", REPAIRED: "a repair",
    CRIPPLED: "an alarm", DESTRUCTION: "an explosion", MISSILE: "a missile is launched", DOGFIGHT: "two craft pass",
    BOARDED: "boots on a deck", OBJECTIVE: "a chime",
}  # fmt: skip
"""The sounds in words. Weapons are named instead. Engines aren't described, because each move has a line."""


def caption_of(event: Event, state: State) -> str:
    """Return the sounds of an event in words, such as `(a Mass Driver fires)`, or "" if it has none."""
    texts = []
    for cue in cues_of(event, state):
        weapon = event.weapon if isinstance(event, Attacked) and cue.name != MISS else ""
        texts.append(f"{with_article(weapon)} fires" if weapon else CAPTIONS.get(cue.name, ""))
    return f"({', '.join(texts)})" if any(texts) else ""


def model_of(event: Event) -> str:
    """Return the id of the model at which the sound of an event is, "" for none."""
    model: str = getattr(event, "attacker", "") or getattr(event, "model", "")
    return model


# --- Decisions ---


class DecisionSounds:
    """Notices what is new at a table where a user decides."""

    def __init__(self) -> None:
        self._decision: Decision | None = None
        self._notice: Refusal | None = None
        self._selected = ""

    def follow(self, decision: Decision | None, acting: int | None, notice: Refusal | None, selected: str) -> str:
        """Return the sound for what has changed since the last call, or "".

        `decision` is the one that the user sees, `acting` the side whose model is active, `notice` why the last press
        was refused, and `selected` the model whose card is shown.
        """
        last_decision, last_notice, last_selected = self._decision, self._notice, self._selected
        self._decision, self._notice, self._selected = decision, notice, selected
        if notice is not None and notice is not last_notice:
            return REFUSE
        if decision is None:
            return ""
        if decision is last_decision:
            return SELECT if selected and selected != last_selected else ""
        if isinstance(decision, ChooseModel):
            return YOUR_TURN
        return QUESTION if acting not in (None, decision.side) else ""
