"""Prompts: every short list of answers, with the suggested one first and Escape for the one that declines."""

from __future__ import annotations

from itertools import islice

from jovian.game import Answer, Decision, Model, Option, Pick
from jovian.game.answers import Decline, Enough, HoldOn, Keep, KeepDice, Stand
from jovian.rules.close_combat.reactions import Reactions
from jovian.ui.answering.controller import Controller
from jovian.ui.board import Brackets, Overlay
from jovian.ui.over_the_board.reacting import coming
from jovian.ui.panels.offer import Offer
from jovian.ui.playing.desk import Desk, Point
from jovian.ui.playing.keys import PICKS
from jovian.ui.presenting.aim import Aim, told
from jovian.ui.presenting.outlooks import shot_of, words_of
from jovian.ui.sheets.sheet import Sheet

DECLINING = (Decline, Stand, Keep, Enough, HoldOn)
"""Answers that mean no."""
MOST = 24
"""Answers that are offered of a question that has no list."""


class PromptController(Controller):
    """Answers any `Pick`, and by its finite part any question that no other controller knows."""

    def __init__(self, desk: Desk, decision: Decision) -> None:
        super().__init__(desk, decision)
        self.asked = decision
        self.listed: tuple[Option[Answer], ...] = _listed(decision)
        self._details: dict[int, str] = {}
        """What answers would do, told once."""
        self._aims: dict[str, Aim | None] = {}
        if decision.subject and desk.model(decision.subject) is not None:
            desk.selected = decision.subject

    @property
    def hint(self) -> str:
        """Which key does what."""
        confirm, cancel = self.desk.keymap.shown("confirm"), self.desk.keymap.shown("cancel")
        return f"{confirm} takes the suggested answer" + (f", {cancel} declines" if self._declining() else "")

    def _answers(self) -> list[Answer]:
        return [option.answer for option in self.listed]

    def _ids(self, answer: Answer) -> list[str]:
        """The ids, and other words, that an answer names."""
        return [part for part in answer.written()[1:] if isinstance(part, str)]

    def _declining(self) -> str:
        return next((str(n) for n, each in enumerate(self._answers()) if isinstance(each, DECLINING)), "")

    def sheet(self) -> Sheet:
        """The question with its answers as buttons."""
        answers = tuple((str(n), each.label, self._detail(n)) for n, each in enumerate(self.listed))
        faces = tuple(each.faces for each in self._answers() if isinstance(each, KeepDice))
        return Sheet(self.asked.title, self._context(), self.asked.cited, answers, faces)

    def _detail(self, number: int) -> str:
        """What the rules say of an answer, and what it would do on the table as it is."""
        if number not in self._details:
            option = self.listed[number]
            known = "" if self.asked.kind == "flex" else option.detail
            found = words_of(self.desk.view, self.asked, number, option.answer)
            self._details[number] = " · ".join(each for each in (known, found) if each)
        return self._details[number]

    def _context(self) -> str:
        """What the active model has declared, for the side that reacts to it."""
        state = self.desk.view
        act, active = state.activation, state.active
        if act is None or active is None or active.side == self.asked.side or not act.declared:
            return ""
        return f"{active.name} has declared {act.action.title() if act.action else 'no action'}."

    def aim(self, name: str) -> Aim | None:
        """The shot of an answer, or of the first that makes one, for the sheet of its odds; worked out once."""
        if name not in self._aims:
            self._aims[name] = self._aim(name)
        return self._aims[name]

    def _aim(self, name: str) -> Aim | None:
        answers = self._answers()
        first = int(name) if name.isdigit() and int(name) < len(answers) else 0
        for answer in (answers[first], *(answers if not name else ())):
            shot = shot_of(self.desk.view, self.asked, answer)
            if shot is not None:
                models = self.desk.view.models
                return told(self.desk.view, Aim(models[shot.attacker].name, models[shot.target].name, shot))
        return None

    def offers(self) -> list[Offer]:
        """The suggested answer in the action bar too."""
        return [Offer("0", self.listed[0].label, "primary", "confirm")]

    # --- the board ---
    def about(self) -> tuple[str, ...]:
        """Whom any prompt is about, and whom or what its answers name."""
        known = {*self.desk.view.models, *self.desk.view.terrain}
        named = [part for answer in self._answers() for part in self._ids(answer) if part in known]
        return tuple(dict.fromkeys((*super().about(), *named)))

    def _named(self) -> list[Model]:
        """The models that answers name, in their order."""
        idents = [part for answer in self._answers() for part in self._ids(answer)]
        models = [self.desk.model(ident) for ident in dict.fromkeys(idents) if ident != self.asked.subject]
        return [model for model in models if model is not None and model.on_table]

    def overlays(self) -> tuple[Overlay, ...]:
        """The model it is about, its ship if it is on one, and those that an answer names."""
        about = self.desk.model(self.asked.subject)
        found: list[Overlay] = []
        if about is not None and about.on_table:
            host = self.desk.model(about.host) if about.attached else None
            found += [Brackets(each.base, each.pose, "attack") for each in (about, host) if each is not None]
            if isinstance(self.asked, Reactions):
                return (*found, *coming(self.desk, self.asked))
        return (*found, *(Brackets(model.base, model.pose, "lit") for model in self._named()))

    # --- input ---
    def press(self, name: str) -> None:
        """Give the answer of that number."""
        if name.isdigit() and int(name) < len(self.listed):
            self.given(self._answers()[int(name)])

    def click(self, point: Point, ident: str) -> bool:
        """A click on a model that one answer names shows its card, the next one gives the answer."""
        naming = [str(n) for n, each in enumerate(self._answers()) if ident and ident in self._ids(each)]
        if len(naming) != 1 or ident == self.asked.subject:
            return False
        if self.desk.selected == ident:
            self.press(naming[0])
        else:
            self.desk.selected = ident
        return True

    def command(self, name: str) -> bool:
        """Keys 1 to 9 are the answers in order."""
        number = PICKS.get(name, 0)
        if not 1 <= number <= len(self.listed):
            return False
        self.press(str(number - 1))
        return True

    def cancel(self) -> bool:
        """Escape declines where that can be done."""
        name = self._declining()
        if name:
            self.press(name)
        return bool(name)


def _listed(decision: Decision) -> tuple[Option[Answer], ...]:
    """The answers to offer: the list of a pick, else the default and what else the question has to offer."""
    if isinstance(decision, Pick):
        return decision.listed
    found = list(islice(decision.options(), MOST))
    default = decision.default()
    first = next((option for option in found if option.answer == default), Option(default, "The suggested answer"))
    return (first, *(option for option in found if option.answer != default))
