"""Changes of one model's record: states, revealed cards, marked boxes, drone stock, tokens, and fuel.

All functions that change a model log the change. The last part has the weapons that no card prints.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from jovian.cards import Mount, WeaponCard
from jovian.game import CONCEALED, Game, ListDecision, Model, MountRef, Option, Procedure, State, StockBox, ask
from jovian.game.answers import Keep, Tap
from jovian.game.events import (
    Activated,
    Damaged,
    Declared,
    EventLog,
    HardpointsShown,
    Revealed,
    StateChanged,
    TokensCarried,
)
from jovian.rules.basics.formation import formation_members

# --- States ---


def has_state(model: Model, state: str) -> bool:
    """Return whether the model is in a state."""
    return state in model.states


def value_of(model: Model, state: str) -> int:
    """Return the value of a model's state, 0 if the model isn't in it."""
    return model.states.get(state, 0)


def leave_state(game: Game, model: Model, state: str) -> None:
    """End a state of a model and log it."""
    if model.states.pop(state, None) is not None:
        game.log_model_event(model, StateChanged(model=model.id, state=state, value=0, entered=False))


def enter_state(game: Game, model: Model, state: str, value: int = 1) -> None:
    """Put a model into a state and log it."""
    model.states[state] = value
    game.log_model_event(model, StateChanged(model=model.id, state=state, value=value, entered=True))


# --- Secret information ---


def reveal(game: Game, model: Model) -> None:
    """Make a model's card public and log it (v1.2.4 Basic Rules > Secret Information, Traits > Q-Ship)."""
    if not model.public:
        model.public = True
        kind, side = "drone" if model.is_drone else model.card.kind, None if model.is_neutral else model.side
        game.log_event(Revealed(
            model=model.id, card=model.card.key, unit=model.open_card.name, tv=model.open_card.tv, side=side, kind=kind,
            name=model.name,
        ))  # fmt: skip
        _log_secrets(game, model)


def _log_secrets(game: Game, model: Model) -> None:
    """Log for the other side the activation, the declared action, and the states of a model just revealed.

    The dice of its skill tests stay secret (R43).
    """
    act = game.state.activation
    if game.log is None or act is None or act.model != model.id:
        return
    for event in _secret_events(game.log, model):
        has_ended = isinstance(event, StateChanged) and model.states.get(event.state) != event.value
        if not has_ended:
            game.log_event(replace(event, on_reveal=True), 1 - model.side)


def _secret_events(log: EventLog, model: Model) -> list[Activated | Declared | StateChanged]:
    """Return the events of the model's activation that only its side has seen, in order."""
    events: list[Activated | Declared | StateChanged] = []
    for entry in reversed(log.entries):
        event = entry.event
        if isinstance(event, Activated | Declared | StateChanged) and event.model == model.id:
            if entry.seen_by == model.side:
                events.insert(0, event)
            if isinstance(event, Activated):
                break
    return events


def show_hardpoints(game: Game, model: Model) -> None:
    """Make the weapons in a ship's hardpoints public and log it. Do nothing if they are public."""
    if model.is_concealed:
        leave_state(game, model, CONCEALED)
        weapons = (mount.weapon for mount in model.card.mounts if mount.weapon.hardpoint and not mount.weapon.vacant)
        names = tuple(weapon.name for weapon in weapons)
        game.log_event(HardpointsShown(model=model.id, weapons=names, tv=model.card.tv))


def show_used(game: Game, model: Model, mounts: tuple[str, ...]) -> None:
    """Make all hardpoints public if a weapon in one of them is used (v1.2.4 Traits > Q-Ship)."""
    if model.is_concealed and any(mount.id in mounts and mount.weapon.hardpoint for mount in model.card.mounts):
        show_hardpoints(game, model)


# --- Marked boxes ---


def mark(game: Game, target: Model, track: str, cause: str, whole: bool = False) -> None:
    """Mark the highest unmarked box of a track, or with `whole` all boxes of its value, and log it."""
    boxes, marked = target.boxes(track), target.marks.get(track, 0)
    if marked >= len(boxes):
        return
    count = 1
    while whole and marked + count < len(boxes) and boxes[marked + count] == boxes[marked]:
        count += 1
    mark_boxes(game, target, track, count, cause)


def mark_boxes(game: Game, target: Model, track: str, count: int, cause: str) -> None:
    """Mark a number of boxes of a track and log it."""
    target.marks[track] = target.marks.get(track, 0) + count
    _log_boxes(game, target, track, count, cause)


def unmark(game: Game, target: Model, track: str, cause: str) -> None:
    """Repair one box of a track and log it."""
    target.marks[track] -= 1
    _log_boxes(game, target, track, -1, cause)


def _log_boxes(game: Game, target: Model, track: str, amount: int, cause: str) -> None:
    """Log a number of boxes that are marked now, negative if they are repaired."""
    rating, boxes = target.rating(track), target.unmarked(track)
    event = Damaged(model=target.id, track=track, amount=amount, left=rating, boxes_left=boxes, cause=cause)
    game.log_model_event(target, event)


def mark_down(target: Model, track: str, rating: int) -> None:
    """Mark a track down to a rating. The caller logs it."""
    target.marks[track] = sum(1 for box in target.boxes(track) if box > rating)


def restore(target: Model, track: str) -> None:
    """Remove all marks of a track. The caller logs it."""
    target.marks.pop(track, None)


def system_left(target: Model, trait: str) -> int:
    """Return the undamaged boxes of a system trait. A trait without a number has one box (R65)."""
    return target.card.level(trait) - target.marks.get(trait, 0)


def mark_system(game: Game, target: Model, trait: str, count: int, cause: str) -> None:
    """Mark boxes of a system trait, or repair them with a negative count, and log it."""
    target.marks[trait] = target.marks.get(trait, 0) + count
    remaining = system_left(target, trait)
    game.log_model_event(target, Damaged(model=target.id, trait=trait, amount=count, left=remaining, cause=cause))


def weapons_left(target: Model) -> list[Mount]:
    """Return the mounts that can be damaged, as both sides know them: all hardpoints of a secret ship."""
    return [mount for mount in target.open_card.mounts if mount.id not in target.damaged and not mount.weapon.vacant]


def break_weapon(game: Game, target: Model, mount: str, cause: str) -> None:
    """Damage a weapon and log it. A damaged weapon stays damaged."""
    if mount not in target.damaged:
        target.damaged = tuple(sorted((*target.damaged, mount)))
        _log_weapon(game, target, mount, 1, 0, cause)


def repair_weapon(game: Game, target: Model, mount: str, cause: str) -> None:
    """Repair a damaged weapon and log it."""
    target.damaged = tuple(damaged for damaged in target.damaged if damaged != mount)
    _log_weapon(game, target, mount, -1, 1, cause)


def _log_weapon(game: Game, target: Model, mount: str, amount: int, left: int, cause: str) -> None:
    """Log damage of a weapon by the name that both sides know."""
    name = target.open_card.mount_name(mount)
    event = Damaged(model=target.id, weapon=mount, called=name, amount=amount, left=left, cause=cause)
    game.log_model_event(target, event)


# --- Drone stock ---


def stock_left(ship: Model, mount: str) -> dict[int, int]:
    """Return the number of drone squadrons left in a bay, by class."""
    bay = ship.mount(mount)
    stock = bay.weapon.stock if bay else ()
    return {cls: stock.count(cls) - ship.stock_used.count(StockBox(mount, cls)) for cls in sorted(set(stock))}


def mark_stock(game: Game, ship: Model, mount: str, drone_class: int) -> None:
    """Take a drone squadron of a class out of a bay and log it."""
    ship.stock_used = (*ship.stock_used, StockBox(mount, drone_class))
    remaining = stock_left(ship, mount)[drone_class]
    _log_weapon(game, ship, mount, 1, remaining, "launch")


def stock_taken(ship: Model) -> bool:
    """Return whether any bay has launched drones that weren't replaced."""
    return bool(ship.stock_used)


def restock(ship: Model) -> None:
    """Refill all bays."""
    ship.stock_used = ()


# --- Tokens ---


def token_count(model: Model, token: str) -> int:
    """Return the number of tokens of a name that the model carries."""
    return dict(model.loads).get(token, 0)


def load(game: Game, model: Model, token: str, count: int, cause: str) -> None:
    """Add tokens to a model, or remove them with a negative count, and log it."""
    if not count:
        return
    tokens = dict(model.loads)
    tokens[token] = tokens.get(token, 0) + count
    model.loads = tuple(sorted((name, number) for name, number in tokens.items() if number))
    total = tokens[token]
    game.log_model_event(model, TokensCarried(model=model.id, token=token, amount=count, left=total, cause=cause))


def hand_over(game: Game, giver: Model, taker: Model, token: str, count: int, cause: str) -> None:
    """Move tokens from one model to another."""
    load(game, giver, token, -count, cause)
    load(game, taker, token, count, cause)


def issued_note(token: str) -> str:
    """Return the key in `State.notes` for the number of a token issued before deployment."""
    return f"{token} issued"


# --- Unprinted weapons ---

POINT_DEFENSE_GUNS = "Point Defense"
KINETIC_CANNON = "Kinetic Cannon"
"""The weapon type of Suppressing Fire."""
PARTICLE_CANNON = "Particle Cannon"
"""The weapon type of explosions and Nukes."""


@lru_cache(maxsize=64)
def point_defense(rating: int) -> WeaponCard:
    """Return the weapon of every capital ship: AS is its current Defense (v1.2.4 Weapons > Point Defense)."""
    return WeaponCard(
        name=POINT_DEFENSE_GUNS, type=POINT_DEFENSE_GUNS, arcs=("turret",), ac=None, as_=rating or None, macro=0
    )


@lru_cache(maxsize=64)
def explosion_weapon(rating: int, macro: int, kind: str = "") -> WeaponCard:
    """Return the weapon of an explosion (v1.2.4 Damage > Explosion): a Particle Cannon unless `kind` is given."""
    return WeaponCard(
        name="Explosion", type=kind or PARTICLE_CANNON, arcs=("turret",), ac=rating, as_=rating, macro=macro
    )


# --- Fuel ---

PLACE = "v1.2.4 Traits > Fuel Tanks"
EXTRA_FUELED, FUEL_POD = "extra-fueled", "fuel-pod"
SPARE = {EXTRA_FUELED: "spare tanks", FUEL_POD: "its fuel pod"}
"""States that hold 2 more fuel for one activation, and their names (v1.2.4 Traits > Fuel Tanks)."""
SPARE_FUEL = 2
PODS, TANKS = "pod-fuel", "spare-fuel"
TAPPED = {EXTRA_FUELED: TANKS, FUEL_POD: PODS}
"""The state that holds the fuel of a store in use. A pod's fuel is spent first."""


def fuel(model: Model) -> int:
    """Return the fuel that a model has left, with the spare fuel of this activation."""
    return model.unmarked("fuel") + value_of(model, PODS) + value_of(model, TANKS)


def shared_fuel(state: State, squadron: Model) -> int:
    """Return the fuel that a squadron can spend. In a formation every member must pay it (R76)."""
    return min(fuel(member) for member in formation_members(state, squadron))


def members_with_fuel(state: State, squadron: Model) -> list[Model]:
    """Return the members of a squadron's formation that have Fuel left."""
    return [member for member in formation_members(state, squadron) if fuel(member) > 0]


def burn_together(game: Game, squadron: Model, amount: int, cause: str) -> None:
    """Spend fuel of every member of a formation."""
    for member in formation_members(game.state, squadron):
        spend_fuel(game, member, amount, cause)


def spend_fuel(game: Game, model: Model, amount: int, cause: str) -> None:
    """Spend fuel, spare fuel first."""
    for _ in range(amount):
        spare = next((state for state in (PODS, TANKS) if has_state(model, state)), "")
        if not spare:
            mark(game, model, "fuel", cause)
        elif value_of(model, spare) > 1:
            enter_state(game, model, spare, value_of(model, spare) - 1)
        else:
            leave_state(game, model, spare)


def spare_stores(model: Model) -> list[str]:
    """Return the unused stores of spare fuel of a model."""
    return [state for state in SPARE if has_state(model, state)]


def ask_to_use_spare_fuel(game: Game, model: Model) -> Procedure[None]:
    """Ask a squadron at its activation whether it uses its spare fuel, every store once."""
    while stores := spare_stores(model):
        listed: list[Option[Keep | Tap]] = [Option(Keep(), "Keep it for later")]
        listed += [Option(Tap(state), f"Use {SPARE[state]}", "+2 Fuel for this activation") for state in stores]
        title = f"Use spare fuel for {model.name}?"
        answer = yield from ask(ListDecision("tap", model.side, title, PLACE, listed, subject=model.id))
        if isinstance(answer, Keep):
            return
        leave_state(game, model, answer.state)
        enter_state(game, model, TAPPED[answer.state], SPARE_FUEL)


def mount_of(model: Model, mount: str) -> Mount | None:
    """Return the mount of a model or of another member of its formation, whose card is the same."""
    return model.mount(mount) or model.mount(MountRef(mount).ident)
