"""The unit editor driven by clicks and keys: the form, problems, price, silhouette, and the card in a fleet."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from jovian.cards import load_unit, unit_cards
from jovian.cards.art import drawings
from jovian.cards.files import BUILTIN_SHELF, use_shelves
from jovian.fleets.price import suggested_tv
from jovian.ui.editor.unit_bench import UnitBench
from jovian.user_files.paths import user_shelf
from tests.ui.fitting import misfits
from tests.ui.pilot import Pilot

SIZES = [(1280, 720), (1920, 1080)]
TAB, F6 = pygame.K_TAB, pygame.K_F6


@pytest.fixture(autouse=True)
def own_shelf(headless: Path) -> Iterator[None]:
    with use_shelves(BUILTIN_SHELF, user_shelf()):
        yield


class Editor(Pilot):
    """A pilot on the page of the unit editor, opened from the fleet builder."""

    def __init__(self, size: tuple[int, int] = (1280, 720)) -> None:
        super().__init__(size)
        self.press("fleets")

    @property
    def bench(self) -> UnitBench:
        assert self.app.unit_bench is not None
        return self.app.unit_bench

    @property
    def data(self) -> dict[str, Any]:
        return self.bench.draft.card.data

    def pick(self, name: str, words: str) -> None:
        """Choose the label with some words from a box of the page or of the form."""
        box: Any = self.find(name)
        self.click(box.rect.center)
        box = self.find(name)
        row = next(number for number, label in enumerate(box.labels) if words in label)
        box.list.scroll_to(row)
        self.click(box.list.row_rect(row).center)

    def find(self, name: str) -> Any:
        form = getattr(self.screen, "form", None)
        groups = [self.app.screen.group, *([form.group] if form is not None else [])]
        return next(widget for group in groups for widget in group.widgets if widget.name == name)

    def scroll_to(self, name: str) -> None:
        """Turn the wheel over the form until a row is visible."""
        form: Any = self.screen.form  # type: ignore[attr-defined]
        self.move(form.rect.center)
        for _ in range(100):
            if self.find(name).visible:
                return
            self.post(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-1, precise_y=-1.0))
        raise AssertionError(name)

    def write(self, name: str, text: str) -> None:
        """Replace the text of a field."""
        self.scroll_to(name)
        field = self.find(name)
        self.click(field.rect.center)
        for _ in range(len(field.text)):
            self.key(pygame.K_BACKSPACE)
        for letter in text:
            self.post(pygame.event.Event(pygame.TEXTINPUT, text=letter))


@pytest.mark.parametrize("size", SIZES)
def test_a_new_ship_is_made_priced_saved_and_added_to_a_fleet(size: tuple[int, int]) -> None:
    pilot = Editor(size)
    pilot.pick("more", "New unit card")
    assert pilot.page == "unit" and misfits(pilot) == []
    pilot.write("name", "Sparrow")
    pilot.write("structure", "5, 4, 3, 2, 1")
    pilot.scroll_to("weapons+")
    pilot.pick("weapons+", "Weapon")
    pilot.pick("weapons/1/type", "Beam Projector")
    assert misfits(pilot) == []
    pilot.click(pilot.find("unit").rect.center)
    assert pilot.data["structure"] == [5, 4, 3, 2, 1] and len(pilot.data["weapons"]) == 2
    assert pilot.bench.problems == []
    pilot.press("price")
    card = pilot.bench.card
    assert card is not None and card.tv == suggested_tv(card)
    pilot.press("save")
    assert pilot.bench.path is not None and load_unit(pilot.bench.path) == unit_cards()[card.key]
    pilot.press("back")
    assert pilot.page == "fleets"
    catalog: Any = pilot.widget("catalog")
    row = [unit.key for unit in catalog.items].index(card.key)
    catalog.scroll_to(row)
    pilot.click(catalog.row_buttons(row)["add"].rect.center)
    assert pilot.app.fleet_bench is not None and pilot.app.fleet_bench.count(card.key) == 1


def test_a_card_of_the_game_is_copied_and_an_own_card_is_edited() -> None:
    pilot = Editor()
    before = {path: path.read_bytes() for path in BUILTIN_SHELF.units.rglob("*.yaml")}
    pilot.pick("more", "Edit this unit card")
    name = pilot.data["name"]
    assert name.endswith(" 2") and pilot.bench.path is None
    pilot.press("save")
    path = pilot.bench.path
    pilot.write("speed", "7")
    pilot.press("save")
    assert path is not None and pilot.bench.path == path and load_unit(path).speed == 7
    pilot.pick("open", name)
    assert pilot.bench.path == path and pilot.data["name"] == name
    assert {path: path.read_bytes() for path in before} == before


def test_problems_lead_to_their_fields() -> None:
    pilot = Editor()
    pilot.pick("more", "New unit card")
    pilot.write("speed", "21")
    pilot.write("traits", "ECMM:2")
    assert [problem.path for problem in pilot.bench.problems] == [("speed",), ("traits", 0)]
    assert not pilot.find("save").enabled and misfits(pilot) == []
    form: Any = pilot.screen.form  # type: ignore[attr-defined]
    wrong = [row.path for row in form.rows if row.path and form.is_wrong(row)]
    assert wrong == [("speed",), ("traits",)]
    pilot.click(pilot.find("problems").row_rect(0).center)
    assert form.group.focus.name == "speed" and form.group.focus.visible
    pilot.press("undo")
    assert [problem.path for problem in pilot.bench.problems] == [("speed",)]


def test_a_silhouette_is_made_of_shapes() -> None:
    pilot = Editor()
    pilot.pick("more", "New unit card")
    tabs: Any = pilot.widget("tab")
    pilot.click(tabs.tab_rect(1).center)
    count = len(pilot.bench.draft.parts)
    pilot.pick("shape", "Pods")
    assert len(pilot.bench.draft.parts) == count + 1 and pilot.bench.part == count
    pods = pilot.bench.chosen_part
    assert pods is not None
    for name in ("ahead", "outward", "wider", "longer"):
        pilot.press(name)
    changed = pilot.bench.chosen_part
    assert changed is not None and changed.box[1] > pods.box[1] and changed.box[3] > pods.box[3]
    pilot.pick("tone", "glow")
    pilot.press("lower")
    assert pilot.bench.part == count - 1 and pilot.bench.draft.parts[count - 1].tone == "glow"
    _drag(pilot)
    assert misfits(pilot) == []
    pilot.press("save")
    assert pilot.bench.path is not None
    image = load_unit(pilot.bench.path).image
    assert (user_shelf().silhouettes / f"{image}.yaml").is_file()
    assert [facet.tone for facet in drawings()[image][::2]] == [part.tone for part in pilot.bench.draft.parts]


def _drag(pilot: Editor) -> None:
    """Drag the chosen part to the bow. It is one step of undo."""
    drawing, part = pilot.find("drawing"), pilot.bench.chosen_part
    assert part is not None
    left, right, low, high = part.box
    unit, (x, y) = drawing.unit_pixels, drawing.rect.center
    held = (round(x + unit * (left + right) / 2), round(y - unit * (low + high) / 2))
    pilot.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=held, button=1))
    for step in (1, 2, 3):
        pilot.post(
            pygame.event.Event(pygame.MOUSEMOTION, pos=(held[0], held[1] - 10 * step), rel=(0, -10), buttons=(1, 0, 0))
        )
    pilot.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=(held[0], held[1] - 30), button=1))
    moved = pilot.bench.chosen_part
    assert moved is not None and moved.box[2] == pytest.approx(low + 30 / unit, abs=0.02)
    pilot.press("undo")
    assert pilot.bench.chosen_part == part


def test_all_of_it_works_by_keyboard() -> None:
    pilot = Editor()
    pilot.pick("more", "New unit card")
    form: Any = pilot.screen.form  # type: ignore[attr-defined]
    pilot.key(F6)
    assert form.group.focus is not None
    for _ in range(80):
        if form.group.focus.name == "speed":
            break
        pilot.key(TAB)
    assert form.group.focus.name == "speed" and form.group.focus.visible
    pilot.key(pygame.K_BACKSPACE)
    pilot.post(pygame.event.Event(pygame.TEXTINPUT, text="7"))
    assert pilot.data["speed"] == 7
    pilot.key(F6)
    assert form.group.focus is None and pilot.app.screen.group.focus is not None
    for _ in range(30):
        if pilot.app.screen.group.focus.name == "save":
            break
        pilot.key(TAB)
    pilot.key(pygame.K_RETURN)
    assert pilot.bench.path is not None
    pilot.key(pygame.K_ESCAPE)
    assert pilot.page == "fleets"


def test_unsaved_changes_are_asked_about() -> None:
    pilot = Editor()
    pilot.pick("more", "New unit card")
    pilot.write("speed", "9")
    pilot.pick("new", "New squadron")
    assert pilot.app.modal is not None and pilot.data["kind"] == "capital"
    pilot.press("lose")
    assert pilot.data["kind"] == "squadron"
    pilot.write("speed", "9")
    pilot.press("back")
    pilot.pick("more", "Edit this unit card")
    pilot.press("resume")
    assert pilot.page == "unit" and pilot.data["speed"] == 9 and pilot.data["kind"] == "squadron"
    pilot.press("back")
    pilot.post(pygame.event.Event(pygame.QUIT))
    assert pilot.app.modal is not None and pilot.bench.history.unsaved


def test_a_folder_that_cannot_be_written_is_one_line(headless: Path) -> None:
    pilot = Editor()
    pilot.pick("more", "New unit card")
    user_shelf().units.parent.mkdir(parents=True, exist_ok=True)
    user_shelf().units.write_text("a file", encoding="utf-8")
    pilot.press("save")
    text, is_error = pilot.app.toast
    assert pilot.bench.path is None and pilot.bench.history.can_undo is False
    assert is_error and text.startswith("The card could not be saved: ")


def test_the_heading_of_the_card_shows_a_new_silhouette_before_it_is_saved() -> None:
    pilot = Editor()
    pilot.pick("more", "New unit card")
    screen: Any = pilot.screen

    def head() -> bytes:
        pilot.draw()
        place = pygame.Rect(screen.card.rect.left, screen.card.rect.top, 50, 50)
        return pygame.image.tobytes(pilot.surface.subsurface(place), "RGB")

    before = head()
    pilot.click(pilot.find("tab").tab_rect(1).center)
    pilot.pick("start", "Alexander")
    pilot.click(pilot.find("tab").tab_rect(0).center)
    pilot.move((5, 300))
    copied = head()
    assert copied != before and pilot.bench.path is None
    pilot.bench.save()
    screen.layout(screen.size)
    assert pilot.bench.path is not None and head() == copied
