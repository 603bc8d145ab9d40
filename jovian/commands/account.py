"""A game told in plain lines, out of its events: for the terminal, where there is no board to look at."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from jovian.game import BOTH, Event
from jovian.rules.facts.makeup import attack_words
from jovian.rules.facts.telling import counted
from jovian.rules.menu.declare import NONE
from jovian.rules.rulebook.model_state import own_words
from jovian.rules.rulebook.rulebook import Rulebook

SPOKEN = {"deployment": "Deployment Phase", "activation": "Activation Phase", "end": "End Phase"}
HOW = {"destroyed": "is destroyed", "withdrawn": "withdraws from the battle"}
WINDOWS = {"dogfight": "Dogfight", "bombing": "Bombing Run", "boarding": "Firefight"}
MOVES = {
    "free": "flies freely", "escort": "keeps its place beside its ship", "assault": "keeps its place on the hull",
}  # fmt: skip


def account(events: Iterable[Event], book: Rulebook) -> Iterator[str]:
    """The whole story of a list of events of a game under a rulebook."""
    yield from Account(book).tell(events)


class Account:
    """Tells events as they come; it remembers names, and how far the model on the move has gone."""

    def __init__(self, book: Rulebook) -> None:
        self._book = book
        self._names: dict[str, str] = {}
        self._sides: list[str] = ["Side 0", "Side 1"]
        self._turn = 0
        self._run: tuple[str, float, int] | None = None
        """Model, inches moved and degrees turned of a move not told yet."""
        self._end: list[float] = []

    def tell(self, events: Iterable[Event]) -> Iterator[str]:
        """The lines for some more events."""
        for event in events:
            if event["type"] != "moved" or event["cause"] not in ("advance", "turn", "squadron"):
                yield from self._moved_so_far()
            teller: Callable[[Event], Iterator[str]] | None = getattr(self, f"_{event['type']}", None)
            if teller is not None:
                yield from teller(event)

    def _name(self, ident: str) -> str:
        return self._names.get(ident, ident)

    def _started(self, event: Event) -> Iterator[str]:
        self._sides = [side["name"] or f"Side {n}" for n, side in enumerate(event["sides"])]
        for model in event["models"]:
            self._names[model["id"]] = model.get("name") or f"the {model['card'].replace('-', ' ')}"
        told = " against ".join(
            f"{name} ({side['faction']}, {side['tv']} TV)"
            for name, side in zip(self._sides, event["sides"], strict=True)
        )
        yield f"{told}, seed {event['seed']}"

    def _revealed(self, event: Event) -> Iterator[str]:
        self._names[event["model"]] = event["name"]
        yield f"  {event['name']} comes to light: {event['card']}, {event['tv']} TV, {self._sides[event['side']]}"

    def _phase(self, event: Event) -> Iterator[str]:
        if event["turn"] != self._turn:
            self._turn = event["turn"]
            yield ""
            yield f"Turn {self._turn}"
        yield f" {SPOKEN[event['name']]}"

    def _initiative(self, event: Event) -> Iterator[str]:
        yield f"{self._sides[event['side']]} has the initiative"

    def _activated(self, event: Event) -> Iterator[str]:
        yield f"  {self._name(event['model'])} activates ({self._sides[event['side']]})"

    def _declared(self, event: Event) -> Iterator[str]:
        boost = f", boosts with {event['boost']} fuel" if event["boost"] else ""
        target = f" ({self._name(event['target'])})" if event["target"] else ""
        action = "no action" if event["action"] == NONE else event["action"]
        yield f"    {self._name(event['model'])} declares {action}{target}{boost}"

    def _resolved(self, event: Event) -> Iterator[str]:
        yield f"    {self._name(event['model'])} resolves {event['action']}"

    def _expended(self, event: Event) -> Iterator[str]:
        yield f"    {self._name(event['model'])} spends {event['weapon']} for {event['cause']}"

    def _avoided(self, event: Event) -> Iterator[str]:
        yield f"    {self._name(event['model'])} avoids the {event['kind'].replace('-', ' ')}"

    def _intercepts(self, event: Event) -> Iterator[str]:
        yield f"    {self._name(event['model'])} intercepts {self._name(event['target'])}"

    def _suppression(self, event: Event) -> Iterator[str]:
        does = "keeps its head down" if event["heeds"] else "presses on under fire"
        yield f"    {self._name(event['model'])} {does}"

    def _opposed(self, event: Event) -> Iterator[str]:
        if event["secondary"] != "N":
            yield f"      {event['primary']} opposed by {event['secondary']} leaves {event['left']}"

    def _placed(self, event: Event) -> Iterator[str]:
        if event["cause"] == "wreckage":
            self._names[event["model"]] = f"the {event['kind'].replace('-', ' ')}"
            yield f"    a {event['kind'].replace('-', ' ')} is left {_at(event['to'])}"
            return
        verb = "is launched" if event["cause"] == "launch" else "is placed"
        yield f"  {self._name(event['model'])} {verb} {_at(event['to'])}"

    def _moved(self, event: Event) -> Iterator[str]:
        ident, cause = event["model"], event["cause"]
        if cause not in ("advance", "turn", "squadron"):
            if cause in MOVES:
                yield f"    {self._name(ident)} {MOVES[cause]}, now {_at(event['to'])}"
            elif not ident.endswith("-tail"):
                yield f"    {self._name(ident)} goes {event['inches']:.1f}\" {_at(event['to'])} ({cause})"
            return
        _, inches, degrees = self._run or (ident, 0.0, 0)
        turned = abs((event["to"][2] - event["from"][2] + 180) % 360 - 180) if cause == "turn" else 0
        self._run, self._end = (ident, inches + event["inches"], degrees + turned), event["to"]

    def _moved_so_far(self) -> Iterator[str]:
        if self._run is not None:
            ident, inches, degrees = self._run
            self._run = None
            turned = f", turns {degrees} degrees" if degrees else ""
            yield f"    {self._name(ident)} moves {inches:.1f}\"{turned}, now {_at(self._end)}"

    def _rolled(self, event: Event) -> Iterator[str]:
        faces = event["faces"]
        dice = [" ".join(map(str, faces[kind])) for kind in ("base", "flex", "macro")]
        shown = dice[0] + (f", flex {dice[1]}" if dice[1] else "") + (f", macro {dice[2]}" if dice[2] else "")
        again = "again " if event["rerolled"] else ""
        yield f"      {self._sides[event['side']]} rolls {again}for {event['purpose']}: {shown} -> {event['result']}"

    def _attacked(self, event: Event) -> Iterator[str]:
        target = self._name(event["target"])
        if event["window"] == "terrain":
            yield f"    {target} is struck by {self._name(event['attacker'])}: {event['result']}"
            return
        parts = attack_words(event)
        if event["window"] in ("dogfight", "bombing", "ram"):
            yield from self._at_close_quarters(event, parts)
            return
        where = f"{event['distance']:.1f}\", {event['band']}" + (f", {event['arc']} arc" if event["arc"] else "")
        how = "" if event["window"] == "activation" else f" ({event['window']})"
        shooter = self._name(event["attacker"])
        yield f"    {shooter} fires {event['weapon']} at {target}{how}: {where}; {parts or 'no modifiers'}"
        jammed = f", jammed by {self._name(event['jammed'])}" if event.get("jammed") else ""
        yield f"      result {event['result']}{jammed}"

    def _at_close_quarters(self, event: Event, parts: str) -> Iterator[str]:
        """Without range, band and arc, which do not count there."""
        what = "rams" if event["window"] == "ram" else f"fires {event['weapon']} at"
        said = f": {parts}" if parts else ""
        yield f"    {self._name(event['attacker'])} {what} {self._name(event['target'])}{said}"
        jammed = f", jammed by {self._name(event['jammed'])}" if event.get("jammed") else ""
        yield f"      result {event['result']}{jammed}"

    def _plans(self, event: Event) -> Iterator[str]:
        names = [self._sides[plan["side"]] if "side" in plan else self._name(plan["model"]) for plan in event["plans"]]
        yield f"    {WINDOWS.get(event['window'], event['window'])}: {' against '.join(names)}"
        for name, plan in zip(names, event["plans"], strict=True):
            yield f"      {name}: {_plan(plan)}"

    def _hangers(self, event: Event) -> Iterator[str]:
        yield f"  {self._name(event['ship'])} has {event['aboard']} aboard"

    def _missile(self, event: Event) -> Iterator[str]:
        yield f"    {self._name(event['model'])} declares {event['weapon']} against {self._name(event['target'])}"

    def _boarded(self, event: Event) -> Iterator[str]:
        ship, by = self._name(event["model"]), self._name(event["by"])
        verb = "gets" if event["marines"] == 1 else "get"
        yield f"    {counted(event['marines'], 'marine')} of {by} {verb} aboard {ship}, {event['boarders']} in all"

    def _captured(self, event: Event) -> Iterator[str]:
        side = self._sides[event["side"]]
        yield f"    {self._name(event['model'])} is captured by {side}, {counted(event['marines'], 'marine')} left"

    def _supplied(self, event: Event) -> Iterator[str]:
        yield f"    {self._name(event['by'])} supplies {self._name(event['model'])}: {event['what']}"

    def _burst(self, event: Event) -> Iterator[str]:
        x, y = event["at"]
        yield f"    a nuke of {self._name(event['model'])} bursts at ({x:.1f}, {y:.1f})"

    def _damaged(self, event: Event) -> Iterator[str]:
        name, amount = self._name(event["model"]), event["amount"]
        if event.get("cause") == "launch":
            yield f"      {name} launches from its Drone Bay, {event['left']} of that class left"
        elif amount < 0:
            yield f"      {name} repairs {_what(event)}"
        elif event.get("track") == "fuel":
            yield f"      {name} burns fuel, {event['left']} left"
        else:
            yield f"      {name} loses {_what(event)}"

    def _state(self, event: Event) -> Iterator[str]:
        words = own_words(self._book.states, event["state"])
        words = words or (f"is {event['state']}", f"is no longer {event['state']}")
        yield f"    {self._name(event['model'])} {words[0 if event['entered'] else 1].format(value=event['value'])}"

    def _noted(self, event: Event) -> Iterator[str]:
        if event["said"]:
            yield f"  {event['clause']}: {event['said']}"

    def _declined(self, event: Event) -> Iterator[str]:
        yield f"  {self._sides[event['side']]} declines {event['what']}"

    def _left_play(self, event: Event) -> Iterator[str]:
        ident, host = event["model"], event.get("host", "")
        if event["how"] == "embarked":
            if event["seen_by"] == BOTH:
                yield f"    {self._name(ident)} goes aboard {self._name(host)}"
            elif ident not in self._names:
                self._names[ident] = f"a model aboard {self._name(host)}"
            return
        yield f"    {self._name(event['model'])} {HOW.get(event['how'], event['how'])}"

    def _scored(self, event: Event) -> Iterator[str]:
        points = f"{event['objective']:g} objective points, {event['victory']:g} victory points"
        yield f"  {self._sides[event['side']]}: {points}"

    def _ended(self, event: Event) -> Iterator[str]:
        winner = "a draw" if event["winner"] is None else f"{self._sides[event['winner']]} wins"
        yield f"The game ends in turn {event['turns']}: {winner}"


def _at(pose: list[float]) -> str:
    return f"at ({pose[0]:.1f}, {pose[1]:.1f}) heading {pose[2]:.0f}"


def _plan(plan: dict[str, Any]) -> str:
    """A revealed plan in words."""
    if "order" in plan:
        return f"{plan['order']} with {counted(plan['dice'], 'marine')}"
    count = len(plan["mounts"])
    many = f" x{count}" if count > 1 else ""
    weapon = f"{plan['weapon']}{many}{' linked' if plan['linked'] else ''}" if count else "no weapon"
    missile = ", a missile" if plan["missile"] else ""
    split = f"{counted(plan['attack'], 'die attacks', 'dice attack')}, {plan['defense']} defend"
    return f"{weapon}, {plan['fuel']} fuel, {split}{missile}"


def _what(event: dict[str, Any]) -> str:
    if "track" in event:
        return f"{abs(event['amount'])} {event['track'].capitalize()}, {event['left']} left"
    return f"weapon {event['weapon']}" if "weapon" in event else f"1 {event['trait']}, {event['left']} left"
