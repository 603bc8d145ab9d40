"""The declared action that waits: whom it may be resolved on, why on nobody, and the marks of that on the table.

Some actions (those with a `verb`) name a model as they are resolved; a button and a click do it, and `next` chooses
whom the key means. Nothing changes while a menu is asked, so what was found is kept.
"""

from __future__ import annotations

from jovian.game import Refusal
from jovian.game.answers import Resolve
from jovian.rules.menu.next_order import NextOrder
from jovian.rules.rulebook.action import Action
from jovian.rules.rulebook.rulebook import rulebook
from jovian.table import nearest_segment
from jovian.ui.board import Around, Brackets, Line, Note, Overlay
from jovian.ui.panels.offer import Offer
from jovian.ui.playing.desk import Desk


class Targets:
    """Whom the waiting action may be resolved on."""

    def __init__(self, desk: Desk, menu: NextOrder) -> None:
        self.desk, self.menu = desk, menu
        self.marked = ""
        """The one that was chosen with a key."""
        self._legal: tuple[str, ...] | None = None
        self._why: tuple[Refusal | None] | None = None

    @property
    def action(self) -> str:
        """The action that waits, "" for none."""
        act = self.menu.act
        return "" if act.resolved else act.action

    @property
    def waiting(self) -> Action | None:
        """The same, as the rules have it."""
        return rulebook(self.menu.state).actions.get(self.action)

    @property
    def verb(self) -> str:
        """What it does to a model, "" if it names none."""
        return self.waiting.verb.capitalize() if self.waiting is not None else ""

    @property
    def legal(self) -> tuple[str, ...]:
        """The ids of the models that it may be resolved on now."""
        if self._legal is None:
            others = [each.id for each in self.menu.state.on_table() if each.id != self.menu.subject]
            able = [each for each in others if self.menu.check(Resolve(each)) is None] if self.verb else []
            self._legal = tuple(able)
        return self._legal

    @property
    def refusal(self) -> Refusal | None:
        """Why it cannot be resolved here."""
        if self._why is None:
            self._why = (self.menu.check(Resolve()),)
        return self._why[0]

    def choice(self, ident: str) -> Resolve | None:
        """What a click on a model answers, None if it is none of them."""
        if ident not in self.legal:
            return None
        return Resolve(ident) if len(self.legal) > 1 else Resolve()

    def step(self) -> bool:
        """Mark the next; True if there are several."""
        if len(self.legal) < 2:
            return False
        at = self.legal.index(self.marked) if self.marked in self.legal else -1
        self.marked = self.legal[(at + 1) % len(self.legal)]
        return True

    def drop(self) -> bool:
        """Nobody is marked; True if somebody was."""
        had, self.marked = bool(self.marked), ""
        return had

    def hint(self) -> str:
        """What waits, in a few words, "" if nothing that names a model does."""
        if not self.verb:
            return ""
        key = self.desk.keymap.shown("resolve")
        if not self.legal:
            return f"{self.action}: {self.refusal.reason}" if self.refusal is not None else ""
        return f"{self.action}: click a lit model ({key})"

    def offers(self) -> list[Offer]:
        """One button, or one for each model; the marked one first."""
        if not self.action:
            return []
        label = f"Resolve {self.action}"
        if len(self.legal) < 2:
            if self.legal:
                label = f"{self.verb} {self._name(self.legal[0])}"
            hint, refusal = self._help(), self.refusal
            return [Offer("resolve", label, command="resolve", refusal=refusal, hint=hint, answer=Resolve())]
        order = sorted(self.legal, key=lambda each: each != self.marked)
        return [
            Offer.to("resolve", each, f"{self.verb} {self._name(each)}", command="" if n else "resolve",
                     hint=self._help(), lit=each == self.marked, answer=Resolve(each))
            for n, each in enumerate(order)
        ]  # fmt: skip

    def _help(self) -> str:
        return f"{self.waiting.summary} {self.waiting.place}" if self.waiting is not None else ""

    def _name(self, ident: str) -> str:
        return self.menu.state.models[ident].name

    def overlays(self) -> list[Overlay]:
        """How far it reaches from where the model would stand, and the legal targets."""
        if not self.verb:
            return []
        found: list[Overlay] = list(self._reach())
        under = self.desk.hovered if self.desk.hovered in self.legal else self.marked
        for ident in self.legal:
            other = self.menu.state.models[ident]
            found.append(Brackets(other.base, other.pose, "attack" if ident == under else "lit"))
        return [*found, *self._told(under)] if under else found

    def _reach(self) -> list[Overlay]:
        model = self.menu.model
        inches = self.waiting.reach(model) if self.waiting is not None else 0.0
        return [Around(model.base, self.desk.ghost or model.pose, inches, "select")] if inches else []

    @property
    def _rams(self) -> bool:
        return self.waiting is not None and self.waiting.rams

    def _told(self, ident: str) -> list[Overlay]:
        model, other = self.menu.model, self.menu.state.models[ident]
        line = nearest_segment(model.base, model.pose, other.base, other.pose)
        found: list[Overlay] = [Line(*line, 0.0, "lit")] if line and not self._rams else []
        return [*found, Note(other.pose[:2], f"{self.verb} {other.name}", "lit")]
