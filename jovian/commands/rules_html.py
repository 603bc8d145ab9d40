"""The option `--html` of `rules`: write the pages of the rules as static HTML that needs no network."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from jovian.board_svg import board_svg, dice_svg
from jovian.commands.problem import make_folder, print_line
from jovian.diagrams import SIDE_NAMES, Diagram, diagrams_of
from jovian.frozen import frozen
from jovian.game import LogEntry
from jovian.game.events import Attacked, PlansRevealed, Rolled
from jovian.html import render_page
from jovian.narrator import Names, dice_looks, group_events, rolled_dice, tell_group
from jovian.rules.basics.rolls import result_words
from jovian.rules.book import EDITION
from jovian.rules.pages import Pages, RulePage, rule_pages
from jovian.rules.rulebook.rulebook import rulebook

INDEX = "index.html"
WIDTH, ZOOM, LETTERS = 640, 44, 18
"""The width of a position and its pixels per inch at most, and the size of its texts in pixels."""


@frozen
class HtmlPiece:
    """A part of a text, perhaps a link or code."""

    text: str
    href: str = ""
    """The file that it links to, or ""."""
    is_code: bool = False


@frozen
class Section:
    """A rule or a ruling on a page."""

    name: str
    """Its name, or "" if the heading of the page is its name."""
    text: list[HtmlPiece]
    needs: str = ""


def write_rules(folder: Path) -> int:
    """Write an index and a file for each page to a folder. Raises CommandError if that is impossible."""
    pages = rule_pages()
    files = {INDEX: _index(pages)} | {file_name(page.key): _html(pages, page) for page in pages.by_key.values()}
    make_folder(folder)
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    print_line(f"{len(pages.by_key)} pages written. Open {folder / INDEX}")
    return 0


def file_name(key: str) -> str:
    """Return the file of a page: `movement-overlapping.html` for `Movement > Overlapping`."""
    return re.sub(r"[^a-z0-9]+", "-", key.lower()).strip("-") + ".html"


def _index(pages: Pages) -> str:
    chapters = [
        {"href": file_name(chapter), "text": pages[chapter].title, "links": [_link(page) for page in headings]}
        for chapter, headings in pages.chapters.items()
    ]
    return render_page("rules_index.html", title="Rules", edition=EDITION, chapters=chapters)


def _html(pages: Pages, page: RulePage) -> str:
    before, after = pages.beside(page.key)
    beside = [_link(before, f"< {before.title}")] if before is not None else []
    beside += [_link(after, f"{after.title} >")] if after is not None else []
    return render_page(
        "rule.html", title=f"{page.title} - Rules", heading=page.title, index=INDEX, place=page.place, beside=beside,
        chapter=None if page.is_chapter else _link(pages[page.chapter]),
        text=_pieces(pages, page, page.text), figures=[_figure(diagram) for diagram in diagrams_of(page.key)],
        entries=[
            Section("" if entry.name == page.title else entry.name, _pieces(pages, page, entry.text), entry.needs)
            for entry in page.entries
        ],
        headings=[(_link(other), other.first_line) for other in pages.chapters[page.key]] if page.is_chapter else [],
        rulings=[Section(ruling.number, _pieces(pages, page, ruling.text)) for ruling in page.rulings],
        options=list(_options(pages, page)), see=[_link(pages[key]) for key in page.see],
    )  # fmt: skip


def _link(page: RulePage, text: str = "") -> HtmlPiece:
    return HtmlPiece(text or page.title, file_name(page.key))


def _pieces(pages: Pages, page: RulePage, text: str) -> list[HtmlPiece]:
    """Return a text with its links. What is between backquotes is code."""
    pieces, is_code = [], False
    for part in pages.linked(text, page.key):
        href = file_name(part.target) if part.target else ""
        href += f"#{part.text}" if part.text in pages.rulings else ""
        for number, words in enumerate(part.text.split("`")):
            is_code ^= number > 0
            if words:
                pieces.append(HtmlPiece(words, href, is_code))
    return pieces


def _options(pages: Pages, page: RulePage) -> Iterator[tuple[str, str]]:
    """Yield the options that change the rules of a page, and their variants, each with its meaning."""
    for option in (pages.options[name] for name in page.options):
        yield option.title if option.default == EDITION else f"{option.title}: {option.default}", option.summary
        for variant in option.variants:
            yield f"{option.title}: {variant.name}", variant.summary


# --- Diagrams ---


@frozen
class HtmlRoll:
    """A roll with its dice as SVG."""

    purpose: str
    dice: str
    result: str


@frozen
class Figure:
    """A diagram: the position as SVG, or "", and what happens there: rolls, and the words after them."""

    caption: str
    table: str
    steps: list[tuple[list[HtmlRoll], list[str]]]


def _figure(diagram: Diagram) -> Figure:
    if diagram.state is None:
        return Figure(diagram.caption, "", [(_rolls(diagram.events), [])])
    left, bottom, right, top = part = diagram.part
    longer = max(right - left, top - bottom)
    zoom = min(ZOOM, WIDTH / longer)
    table = board_svg(diagram.state, round(zoom * longer), part, diagram.overlays, LETTERS / zoom, diagram.caption)
    names, book = Names.of(diagram.state, SIDE_NAMES), rulebook(diagram.state)
    steps = [
        (_rolls(group), [line.text for line in tell_group(group, names, book).lines])
        for group in group_events(diagram.events)
        if any(isinstance(entry.event, PlansRevealed | Attacked) for entry in group)
    ]
    return Figure(diagram.caption, table, steps)


def _rolls(entries: Iterable[LogEntry]) -> list[HtmlRoll]:
    return [_roll(entry.event) for entry in entries if isinstance(entry.event, Rolled)]


def _roll(event: Rolled) -> HtmlRoll:
    return HtmlRoll(event.purpose, dice_svg(dice_looks(rolled_dice(event))), result_words(event.result))
