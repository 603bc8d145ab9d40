"""What is so of a model: its marks, loads, fuel, and what is shown of it."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from jovian.cards import Mount, WeaponCard
from jovian.game import CONCEALED, Game, ListDecision, Model, Option, Procedure, State, StockBox, ask
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

# --- states ---
# Whether a model is in a state, putting it into one and taking it out (v1.2.4 States).


def holds(model: Model, state: str) -> bool:
    """Is the model in a state?"""
    return state in model.states


def value_of(model: Model, state: str) -> int:
    """The value with which a model is in a state, 0 if it is not."""
    return model.states.get(state, 0)


def leave(game: Game, model: Model, state: str) -> None:
    """Take a model out of a state, and tell."""
    if model.states.pop(state, None) is not None:
        game.log_model_event(model, StateChanged(model=model.id, state=state, value=0, entered=False))


def enter(game: Game, model: Model, state: str, value: int = 1) -> None:
    """Put a model into a state, and tell."""
    model.states[state] = value
    game.log_model_event(model, StateChanged(model=model.id, state=state, value=value, entered=True))


# --- reveal ---
# Making a card public: the first time its model is seen (v1.2.4 Basic Rules > Secret Information, Traits > Q-Ship).


def reveal(game: Game, model: Model) -> None:
    """Make a model's card public and tell it; nothing if it is so already."""
    if not model.public:
        model.public = True
        kind, side = "drone" if model.drone else model.card.kind, None if model.neutral else model.side
        game.tell(Revealed(
            model=model.id, card=model.card.key, unit=model.open_card.name, tv=model.open_card.tv, side=side, kind=kind,
            name=model.name,
        ))  # fmt: skip
        _tell_secrets(game, model)


def _tell_secrets(game: Game, model: Model) -> None:
    """Tell the other side that the revealed model is active, what it has declared, and the states that it has entered.

    The dice of its skill tests stay secret (R43).
    """
    act = game.state.activation
    if game.log is None or act is None or act.model != model.id:
        return
    for event in _secret_events(game.log, model):
        ended = isinstance(event, StateChanged) and model.states.get(event.state) != event.value
        if not ended:
            game.tell(replace(event, on_reveal=True), 1 - model.side)


def _secret_events(log: EventLog, model: Model) -> list[Activated | Declared | StateChanged]:
    """Return what only the side of a model has been told of its activation, first to last."""
    secret: list[Activated | Declared | StateChanged] = []
    for entry in reversed(log.entries):
        event = entry.event
        if isinstance(event, Activated | Declared | StateChanged) and event.model == model.id:
            if entry.seen_by == model.side:
                secret.insert(0, event)
            if isinstance(event, Activated):
                break
    return secret


def show_hardpoints(game: Game, model: Model) -> None:
    """Make public what a ship's hardpoints hold and tell it; nothing if it is no secret."""
    if model.is_concealed:
        leave(game, model, CONCEALED)
        held = (mount.weapon for mount in model.card.mounts if mount.weapon.hardpoint and not mount.weapon.vacant)
        names = tuple(weapon.name for weapon in held)
        game.tell(HardpointsShown(model=model.id, weapons=names, tv=model.card.tv))


def show_used(game: Game, model: Model, mounts: tuple[str, ...]) -> None:
    """The first use of a weapon in a hardpoint makes all of them public (v1.2.4 Traits > Q-Ship)."""
    if model.is_concealed and any(each.id in mounts and each.weapon.hardpoint for each in model.card.mounts):
        show_hardpoints(game, model)


# --- marking ---
# The boxes of a card: marked, repaired, counted, and told (v1.2.4 Damage; R65, R67, R77).


# --- ratings ---
def mark(game: Game, target: Model, track: str, cause: str, whole: bool = False) -> None:
    """Mark the highest unmarked box of a track, or with `whole` all boxes of its value; tell what is left."""
    boxes, marked = target.boxes(track), target.marks.get(track, 0)
    if marked >= len(boxes):
        return
    count = 1
    while whole and marked + count < len(boxes) and boxes[marked + count] == boxes[marked]:
        count += 1
    mark_boxes(game, target, track, count, cause)


def mark_boxes(game: Game, target: Model, track: str, count: int, cause: str) -> None:
    """Mark so many boxes of a track."""
    target.marks[track] = target.marks.get(track, 0) + count
    game.log_model_event(
        target, Damaged(model=target.id, track=track, amount=count, left=target.rating(track), cause=cause)
    )


def unmark(game: Game, target: Model, track: str, cause: str) -> None:
    """Take one mark back: a repair."""
    target.marks[track] -= 1
    game.log_model_event(
        target, Damaged(model=target.id, track=track, amount=-1, left=target.rating(track), cause=cause)
    )


def mark_down(target: Model, track: str, rating: int) -> None:
    """Mark a track as far as its rating is so much; what brought it there tells it in its own words."""
    target.marks[track] = sum(1 for box in target.boxes(track) if box > rating)


def restore(target: Model, track: str) -> None:
    """Take back all marks of a track; what restored it tells it in its own words."""
    target.marks.pop(track, None)


# --- system traits ---
def system_left(target: Model, trait: str) -> int:
    """How much of a system trait is undamaged; one without a number has one box (R65)."""
    return target.card.level(trait) - target.marks.get(trait, 0)


def mark_system(game: Game, target: Model, trait: str, count: int, cause: str) -> None:
    """Mark so many boxes of a system trait, or take marks back with a count below 0."""
    target.marks[trait] = target.marks.get(trait, 0) + count
    left = system_left(target, trait)
    game.log_model_event(target, Damaged(model=target.id, trait=trait, amount=count, left=left, cause=cause))


# --- weapons ---
def weapons_left(target: Model) -> list[Mount]:
    """What of its weapons can be struck, as both sides know it: of a secret ship every hardpoint, filled or not."""
    return [each for each in target.open_card.mounts if each.id not in target.damaged and not each.weapon.vacant]


def break_weapon(game: Game, target: Model, mount: str, cause: str) -> None:
    """Damage a weapon; one that is damaged stays so."""
    if mount not in target.damaged:
        target.damaged = tuple(sorted((*target.damaged, mount)))
        _tell_weapon(game, target, mount, 1, 0, cause)


def mend_weapon(game: Game, target: Model, mount: str, cause: str) -> None:
    """Repair a weapon that is damaged."""
    target.damaged = tuple(each for each in target.damaged if each != mount)
    _tell_weapon(game, target, mount, -1, 1, cause)


def _tell_weapon(game: Game, target: Model, mount: str, amount: int, left: int, cause: str) -> None:
    """Tell it of a weapon, which is called as both sides know it."""
    called = target.open_card.mount_called(mount)
    told = Damaged(model=target.id, weapon=mount, called=called, amount=amount, left=left, cause=cause)
    game.log_model_event(target, told)


# --- the stock of a Drone Bay ---
def stock_left(ship: Model, mount: str) -> dict[int, int]:
    """How many drone squadrons of each class a bay still holds."""
    found = ship.mount(mount)
    stock = found.weapon.stock if found else ()
    return {cls: stock.count(cls) - ship.stock_used.count(StockBox(mount, cls)) for cls in sorted(set(stock))}


def mark_stock(game: Game, ship: Model, mount: str, drone_class: int) -> None:
    """Take a drone squadron of that class out of a bay."""
    ship.stock_used = (*ship.stock_used, StockBox(mount, drone_class))
    left = stock_left(ship, mount)[drone_class]
    _tell_weapon(game, ship, mount, 1, left, "launch")


def stock_taken(ship: Model) -> bool:
    """Has any of its bays launched drones that were not replaced?"""
    return bool(ship.stock_used)


def restock(ship: Model) -> None:
    """Fill all its bays again."""
    ship.stock_used = ()


# --- loads ---
# Tokens that models carry: how many, and how they change hands (v1.2.4 Scenarios > Advanced Scenarios).


def token_count(model: Model, token: str) -> int:
    """How many tokens of that name it carries."""
    return dict(model.loads).get(token, 0)


def load(game: Game, model: Model, token: str, count: int, cause: str) -> None:
    """Add so many tokens to those that a model carries, or take some off with a negative count, and tell it."""
    if not count:
        return
    held = dict(model.loads)
    held[token] = held.get(token, 0) + count
    model.loads = tuple(sorted((name, number) for name, number in held.items() if number))
    left = held[token]
    game.log_model_event(model, TokensCarried(model=model.id, token=token, amount=count, left=left, cause=cause))


def hand_over(game: Game, giver: Model, taker: Model, token: str, count: int, cause: str) -> None:
    """Let one model give so many tokens to another."""
    load(game, giver, token, -count, cause)
    load(game, taker, token, count, cause)


def issued_note(token: str) -> str:
    """The key of `State.notes` under which stands how many of a token were issued before the deployment."""
    return f"{token} issued"


# --- unprinted ---
# Weapons that stand on no card: every ship's own guns, a ship that explodes, and the types that they count as.

POINT_DEFENSE_GUNS = "Point Defense"
KINETIC_CANNON = "Kinetic Cannon"
"""What shells of Suppressing Fire count as."""
PARTICLE_CANNON = "Particle Cannon"
"""What explosions and Nukes count as."""


@lru_cache(maxsize=64)
def point_defense(rating: int) -> WeaponCard:
    """The implicit weapon of every capital ship: AS by the current Defense (v1.2.4 Attack > Point Defense)."""
    return WeaponCard(
        name=POINT_DEFENSE_GUNS, type=POINT_DEFENSE_GUNS, arcs=("turret",), ac=None, as_=rating or None, macro=0
    )


@lru_cache(maxsize=64)
def explosion_weapon(rating: int, macro: int, kind: str = "") -> WeaponCard:
    """What an exploding ship attacks with (v1.2.4 Damage > Explosion): as a Particle Cannon, unless another."""
    return WeaponCard(
        name="Explosion", type=kind or PARTICLE_CANNON, arcs=("turret",), ac=rating, as_=rating, macro=macro
    )


# --- fuel ---
# Fuel: what a squadron has left, and burning it (v1.2.4 Components > Movement Ratings, States > Extra Fueled).

PLACE = "v1.2.4 Traits > Fuel Tanks"
EXTRA_FUELED, FUEL_POD = "extra-fueled", "fuel-pod"
SPARE = {EXTRA_FUELED: "spare tanks", FUEL_POD: "its fuel pod"}
"""States that hold two more fuel for one activation, and what a player calls them."""
SPARE_FUEL = 2
PODS, TANKS = "pod-fuel", "spare-fuel"
TAPPED = {EXTRA_FUELED: TANKS, FUEL_POD: PODS}
"""Under what state the fuel stands once it is drawn on; a pod's is burnt first."""


def fuel(model: Model) -> int:
    """How much fuel a model has left, spare fuel of this activation included."""
    return model.unmarked("fuel") + value_of(model, PODS) + value_of(model, TANKS)


def shared_fuel(state: State, squadron: Model) -> int:
    """How much fuel a squadron can spend on what it does as one: in a formation what every member can pay (R76)."""
    return min(fuel(each) for each in formation_members(state, squadron))


def fueled(state: State, squadron: Model) -> list[Model]:
    """Return the members of a squadron's formation that have Fuel left."""
    return [member for member in formation_members(state, squadron) if fuel(member) > 0]


def burn_together(game: Game, squadron: Model, amount: int, cause: str) -> None:
    """Spend so much fuel, every member of a formation its own."""
    for each in formation_members(game.state, squadron):
        burn(game, each, amount, cause)


def burn(game: Game, model: Model, amount: int, cause: str) -> None:
    """Spend so much fuel, spare fuel first."""
    for _ in range(amount):
        spare = next((state for state in (PODS, TANKS) if holds(model, state)), "")
        if not spare:
            mark(game, model, "fuel", cause)
        elif value_of(model, spare) > 1:
            enter(game, model, spare, value_of(model, spare) - 1)
        else:
            leave(game, model, spare)


def spare_stores(model: Model) -> list[str]:
    """The stores of spare fuel that it carries and has not drawn on."""
    return [state for state in SPARE if holds(model, state)]


def tap(game: Game, model: Model) -> Procedure[None]:
    """At the start of its activation a squadron may draw on fuel that it carries besides, on each store once."""
    while held := spare_stores(model):
        listed: list[Option[Keep | Tap]] = [Option(Keep(), "Keep it for later")]
        listed += [Option(Tap(state), f"Draw on {SPARE[state]}", "+2 Fuel for this activation") for state in held]
        title = f"{model.name}: draw on spare fuel?"
        answer = yield from ask(ListDecision("tap", model.side, title, PLACE, listed, subject=model.id))
        if isinstance(answer, Keep):
            return
        leave(game, model, answer.state)
        enter(game, model, TAPPED[answer.state], SPARE_FUEL)
