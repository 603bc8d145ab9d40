"""What the menu of an activation offers, and how an answer to it is judged (v1.2.4 Sequence > Activation Phase).

Everything is judged from the state at the moment of asking; nothing is kept across a change.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from jovian.game import Activation, Choice, Decision, Model, Option, Refusal, State
from jovian.game.choice import Forms, Maybe, degrees, length, points, word, words
from jovian.rules.close_combat.plans import close_mounts
from jovian.rules.firing.attack import defenses, stand_in
from jovian.rules.menu.declarable import refuse_action
from jovian.rules.places.contact import contacts, free_end, named, off_table, refuse_end, refuse_stop, refuse_turn
from jovian.rules.places.limits import Envelope, envelope, path_length
from jovian.rules.places.touching import free_landing, others_wait, refuse_flight
from jovian.rules.rulebook.order import Order
from jovian.rules.rulebook.rulebook import Rulebook, rulebook
from jovian.rules.rulebook.shot_facts import ACTIVATION
from jovian.rules.shooting.assessment import Assessment
from jovian.rules.shooting.formula import assess
from jovian.rules.shooting.link import link_group, refuse_arc, refuse_link
from jovian.rules.shooting.ratings import fire_control_left
from jovian.rules.shooting.shot import POINT_DEFENSE, weapon_of
from jovian.rules.shooting.unprinted import POINT_DEFENSE_GUNS
from jovian.table import Pose

PLACE = "v1.2.4 Sequence > Activation Phase"
MOVE = "v1.2.4 Movement > Capital Ship Movement"
FLY = "v1.2.4 Movement > Squadron Movement"
FIRE = "v1.2.4 Attack > Fire Control"
LEAVING = "v1.2.4 Movement > Leaving Play"
ASSAULTING = "v1.2.4 Action > Assaulting"
SLUGGISH = "v1.2.4 Traits > Sluggish"
MOVES = ("move", "turn", "pivot", "fly")
PLAIN = (("defend", POINT_DEFENSE_GUNS), ("resolve", "Resolve the action"), ("end", "End activation"))
"""Orders of one word, and what they are called."""
"""The answers that declare neither an attack nor an action, and do not end the move."""
SLACK = 0.0005
MOST_TURN = 45


class MenuOffers(Decision):
    """What the active model does next: each answer judged, and all that can be listed."""

    kind = "menu"
    __slots__ = ("state",)

    def __init__(self, state: State, model: Model) -> None:
        super().__init__(model.side, f"{model.name}: move, attack, act or end", PLACE, subject=model.id, anchor=True)
        self.state = state

    @property
    def forms(self) -> Forms:  # type: ignore[override]
        """Those that every menu has, and one for each order of the rulebook."""
        return _forms(rulebook(self.state))

    @property
    def model(self) -> Model:
        """The active model."""
        return self.state.models[self.subject]

    @property
    def act(self) -> Activation:
        """What the activation knows."""
        act = self.state.activation
        assert act is not None
        return act

    def envelope(self) -> Envelope:
        """What is left of the movement."""
        return envelope(self.state, self.model, self.act)

    # --- judging ---
    def judge(self, choice: Choice) -> Refusal | None:
        """Each verb by its own rules; a model aboard a ship can only launch, or idle."""
        verb = choice[0]
        if self.model.aboard and verb not in ("end", *(order.verb for order in self.orders())):
            return Refusal(f"{self.model.name} is aboard a ship: it launches or idles.", "v1.2.4 States > Embarked")
        if verb in rulebook(self.state).orders:
            return rulebook(self.state).orders[verb].refuse(self.state, self.model, *choice[1:])
        return getattr(self, f"_judge_{choice[0]}")(*choice[1:])  # type: ignore[no-any-return]

    def _judge_move(self, inches: float) -> Refusal | None:
        room = self.envelope()
        if not room.capital:
            return Refusal("Squadrons fly along a path.", FLY)
        if inches == 0:
            return Refusal("A move needs a distance.", MOVE)
        if room.turns_end_move and self.act.turned:
            return Refusal("A Sluggish ship no longer moves once it has turned.", SLUGGISH)
        if (inches > 0 and self.act.reversed) or (inches < 0 and self.act.ran):
            return Refusal("Forward and reverse are not mixed in one activation.", MOVE)
        if inches > room.forward + SLACK:
            return Refusal(_left(room.forward, "of its move"), MOVE)
        if inches < -room.reverse - SLACK:
            return Refusal(f'It may reverse {room.reverse:.2f}" more.', MOVE)
        return refuse_stop(self.state, self.model, inches)

    def _judge_turn(self, angle: int) -> Refusal | None:
        room = self.envelope()
        if not room.capital:
            return Refusal("Squadrons have no facing.", FLY)
        if not 0 < abs(angle) <= MOST_TURN:
            return Refusal("A turn is 1 to 45 degrees.", MOVE)
        if not room.turns:
            return Refusal("It has no turn left.", MOVE)
        if room.turns_end_move and room.least > SLACK:
            return Refusal(f'A Sluggish ship turns after its move: {room.least:.2f}" are to go.', SLUGGISH)
        return refuse_turn(self.state, self.model, angle)

    def _judge_pivot(self, angle: int) -> Refusal | None:
        if not self.envelope().pivot:
            return Refusal("Only a successful Reorient gives a free turn.", "v1.2.4 Action > Reorient")
        if not 0 < abs(angle) <= 180:
            return Refusal("The free turn is 1 to 180 degrees.", "v1.2.4 Action > Reorient")
        return refuse_turn(self.state, self.model, angle, free=True)

    def _judge_fly(self, path: list[list[float]]) -> Refusal | None:
        model = self.model
        if model.capital:
            return Refusal("Capital ships move straight and turn.", MOVE)
        room, inches = self.envelope(), path_length(model, path)
        if inches > room.forward + SLACK:
            return Refusal(f'The path is {inches:.2f}" long. {_left(room.forward, "of its flight")}', FLY)
        if inches < SLACK:
            return Refusal("The path leads nowhere.", FLY)
        end = Pose(path[-1][0], path[-1][1], model.pose.heading)
        return refuse_flight(self.state, model.at(end), room.forward - inches)

    def _judge_attack(self, mounts: list[str], target: str) -> Refusal | None:
        model, other = self.model, self.state.models.get(target)
        if other is None or not other.on_table or other.side == model.side:
            return Refusal("The target must be an enemy on the table.", FIRE)
        if POINT_DEFENSE in mounts:
            return Refusal("Point Defense fires at all squadrons in range at once.", "v1.2.4 Weapons > Point Defense")
        refusal = self._refuse_weapons(mounts)
        if refusal is None and len(mounts) > 1:
            refusal = refuse_link(self.state, model, mounts)
        if refusal is not None:
            return refusal
        found = assess(self.state, model, tuple(mounts), other, ACTIVATION)
        if isinstance(found, Refusal):
            return found
        return self._refuse_linked(mounts, other) if len(mounts) > 1 else None

    def _refuse_linked(self, mounts: list[str], target: Model) -> Refusal | None:
        """Each linked weapon must reach the target by itself, in an arc that all share."""
        for ident in mounts[1:]:
            found = assess(self.state, self.model, (ident,), target, ACTIVATION)
            if isinstance(found, Refusal):
                return found
        return refuse_arc(self.model, mounts, target)

    def _refuse_weapons(self, mounts: list[str]) -> Refusal | None:
        if fire_control_left(self.state, self.model) < 1:
            return Refusal("No Fire Control is left.", FIRE)
        for ident in mounts:
            if ident != POINT_DEFENSE and weapon_of(self.state, self.model, ident) is None:
                return Refusal(f"There is no weapon '{ident}' on the card.", FIRE)
            if ident in self.act.used:
                return Refusal("This weapon has already been used in this activation.", FIRE)
            if ident not in (POINT_DEFENSE, *close_mounts(self.state, self.model)):
                return Refusal("This weapon is damaged.", "v1.2.4 Damage > Weapon Damage")
        return None

    def leaving(self) -> Refusal | None:
        """Why nothing more is suggested: off the table whatever is declared takes the model out of play (R27)."""
        model = self.model
        if not model.on_table or not off_table(self.state, model):
            return None
        reason = f"{model.name} is partly off the table: it is Withdrawn if it declares anything or ends there."
        return Refusal(reason, LEAVING)

    def warning(self, choice: Choice) -> Refusal | None:
        """What a person is asked about before it is given: off the table all but a move takes a model out of play."""
        return None if choice[0] in MOVES else self.leaving()

    def _judge_defend(self, mount: str = POINT_DEFENSE) -> Refusal | None:
        if not self.model.capital:
            return Refusal("Only capital ships have Point Defense.", "v1.2.4 Weapons > Point Defense")
        refusal = self._refuse_weapons([mount])
        if refusal is not None:
            return refusal
        if mount != POINT_DEFENSE and stand_in(self.state, self.model, mount) is None:
            return Refusal("Only Point Defense and CMM missiles defend so.", "v1.2.4 Traits > Weapon Traits > CMM")
        if defenses(self.state, self.model, mount):
            return None
        return Refusal("No enemy squadron is within its own Signature.", "v1.2.4 Weapons > Point Defense")

    def defenses(self, mount: str = POINT_DEFENSE) -> list[Assessment]:
        """The Point Defense shots that could be made from here with the ship's guns or a CMM missile."""
        return defenses(self.state, self.model, mount)

    def clusters(self) -> list[str]:
        """The unused mounts of CMM missiles, which may defend."""
        return [
            ident for ident in self.free_mounts() if stand_in(self.state, self.model, ident) is not None
        ]

    def _judge_resolve(self, at: str = "") -> Refusal | None:
        act = self.act
        if not act.action or act.resolved:
            return Refusal("No declared action waits to be resolved.", "v1.2.4 Action")
        refusal = refuse_action(self.state, self.model, act.action)
        return refusal or rulebook(self.state).actions[act.action].refuse_resolve(self.state, self.model, at)

    def _judge_end(self) -> Refusal | None:
        if self.model.aboard:
            return self._refuse_idling()
        room = self.envelope()
        if room.least > SLACK:
            return Refusal(f'It must still move {room.least:.2f}" ahead.', MOVE)
        return refuse_end(self.state, self.model) or self._refuse_loitering()

    def _refuse_idling(self) -> Refusal | None:
        """A side may not let two embarked models idle in a row while another waits on the table (R35)."""
        state, model = self.state, self.model
        if self.act.landed or not state.idled[model.side] or not others_wait(state, model):
            return None
        if not any(True for order in self.orders() for _ in order.options(state, model)):
            return None
        return Refusal("Two embarked models may not idle in a row: it must launch.", "v1.2.4 States > Embarked")

    def _refuse_loitering(self) -> Refusal | None:
        """A squadron that flew into contact does what it came for, or flies on."""
        model = self.model
        if model.assaulting and self.judge(["resolve"]) is None:
            return Refusal(f"{model.name} assaults a ship and must bomb it before it ends.", ASSAULTING)
        if model.capital or model.attached or not contacts(self.state, model) or self.leaving() is not None:
            return None
        if self.judge(["resolve"]) is None:
            return Refusal(f"It is in contact: resolve its {self.act.action}, or fly clear.", FLY)
        for order in self.orders():
            if order.settles and any(True for _ in order.options(self.state, model)):
                return Refusal(f"It is in contact with a ship: {order.verb} there, or fly clear.", FLY)
        if self._clear() is None:
            return None
        touched = contacts(self.state, model)
        draw = tuple(("base", ident) for ident in touched)
        return Refusal(f"It may not end touching {named(self.state, touched)}: it must fly clear.", FLY, draw)

    def _clear(self) -> Pose | None:
        """Where a squadron that has flown onto something may still get clear."""
        if not self.act.moved:
            return None
        return free_landing(self.state, self.model, self.envelope().forward)

    # --- answers ---
    def default(self) -> Choice:
        """Move what must be moved, then end; in contact, do what it came for."""
        if self.judge(["end"]) is None:
            return ["end"]
        for order in self.orders():
            for option in order.options(self.state, self.model) if order.aboard or order.settles else ():
                return option.choice
        if self.judge(["resolve"]) is None:
            return ["resolve"]
        room = self.envelope()
        if room.least > SLACK:
            return ["move", round(room.least, 3)]
        clear = None if room.capital else self._clear()
        if clear is not None:
            return ["fly", [[clear.x + 0.0, clear.y + 0.0]]]
        return ["move", round(free_end(self.state, self.model, self.act) or room.forward, 3)]

    def options(self) -> Iterator[Option]:
        """Every attack, alone and fully linked; further orders; the action, Point Defense and the end.

        Off the table, where a declaration only withdraws the model, no more than the end.
        """
        if self.leaving() is not None:
            yield from (Option(choice, "End activation") for choice in [["end"]] if self.judge(choice) is None)
            return
        yield from self.attacks()
        for order in self.orders():
            for option in order.options(self.state, self.model):
                if self.judge(option.choice) is None:
                    yield option
        for ident in self.clusters():
            if self.judge(["defend", ident]) is None:
                yield Option(["defend", ident], "Point Defense with CMM")
        for verb, label in PLAIN:
            if self.judge([verb]) is None:
                yield Option([verb], label)

    def orders(self) -> list[Order]:
        """The further orders that may come up for the model: those for who is aboard, or the rest."""
        return [order for order in rulebook(self.state).orders.values() if self.model.aboard == order.aboard]

    def attacks(self) -> Iterator[Option]:
        """Every legal attack: each free weapon alone, and with all that may link to it."""
        if fire_control_left(self.state, self.model) < 1 or self.model.aboard:
            return
        if self.leaving() is not None:
            return
        enemies = [m for m in self.state.on_table() if m.side != self.side]
        for ident in self.free_mounts():
            for enemy in enemies:
                for group in self.groups(ident, enemy):
                    yield Option(["attack", group, enemy.id], self._attack_label(group, enemy))

    def groups(self, ident: str, enemy: Model) -> list[list[str]]:
        """The weapon alone and fully linked, as far as legal against that enemy."""
        if isinstance(assess(self.state, self.model, (ident,), enemy, ACTIVATION), Refusal):
            return []
        bearing = [
            other for other in self.free_mounts()
            if other == ident or isinstance(assess(self.state, self.model, (other,), enemy, ACTIVATION), Assessment)
        ]  # fmt: skip
        linked = link_group(self.state, self.model, ident, bearing, enemy)
        return [[ident], linked] if len(linked) > 1 else [[ident]]

    def free_mounts(self) -> list[str]:
        """The mounts that have neither been used nor damaged."""
        return [ident for ident in close_mounts(self.state, self.model) if ident not in self.act.used]

    def _attack_label(self, group: list[str], enemy: Model) -> str:
        weapon = weapon_of(self.state, self.model, group[0])
        name = weapon.name if weapon else group[0]
        return f"{name}{f' x{len(group)}' if len(group) > 1 else ''} at {enemy.name}"

    def shots(self, target: Model) -> dict[str, Assessment | Refusal]:
        """Every mount of the card against one target: its numbers, or why it cannot fire."""
        found: dict[str, Assessment | Refusal] = {}
        for mount in self.model.card.mounts:
            refusal = self._refuse_weapons([mount.id])
            found[mount.id] = refusal or assess(self.state, self.model, (mount.id,), target, ACTIVATION)
        return found

    def question(self) -> tuple[object, ...]:
        """The same model with the same activation behind it."""
        return (self.kind, self.side, self.subject, self.act.fact(), self.default())


def _left(inches: float, of_what: str) -> str:
    """How much of a way may still be gone."""
    return f'Only {inches:.2f}" {of_what} is left.' if inches > SLACK else f"Nothing {of_what} is left."


@lru_cache(maxsize=8)
def _forms(book: Rulebook) -> Forms:
    return {
        "move": (length,), "turn": (degrees,), "pivot": (degrees,), "fly": (points,), "attack": (words, word),
        "defend": (Maybe(word),), "resolve": (Maybe(word),), "end": (),
        **{verb: order.form for verb, order in book.orders.items()},
    }  # fmt: skip
