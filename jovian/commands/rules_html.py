"""The option `--html` of `rules`: write the pages of the rules as static HTML that needs no network."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from pathlib import Path

from jovian.commands.problem import make_folder, print_line
from jovian.rules.book import EDITION
from jovian.rules.diagrams import AREA, BASE, LABEL, Diagram, Shape
from jovian.rules.pages import Page, Pages, rule_pages

INDEX = "index.html"
STYLE = """
body { margin: 2rem auto; max-width: 44rem; padding: 0 1rem; background: #0d1321; color: #e2eaf7;
  font: 17px/1.6 system-ui, sans-serif }
a { color: #7fd4f2 } h1 { line-height: 1.2 } h2 { margin-top: 2rem; font-size: 1.1rem; color: #a7b6d1 }
nav, footer, .needs { color: #a7b6d1; font-size: .9rem } dt { font-weight: 700; margin-top: .8rem } dd { margin: 0 }
ul { padding-left: 1.2rem } code { background: #162036; padding: 0 .25em }
figure { margin: 1.5rem 0 } figcaption { color: #a7b6d1; font-size: .9rem } svg { width: 100%; height: auto }
.ours { --ink: #58aefc } .theirs { --ink: #ff8a5b } .quiet { --ink: #8494b0 }
.ink { --ink: #0d1321 }
.area { fill: var(--ink); fill-opacity: .22; stroke: var(--ink); stroke-width: 1.5 } .base { fill: var(--ink) }
.line, .dashed { fill: none; stroke: var(--ink); stroke-width: 2.5 } .dashed { stroke-dasharray: 8 6 }
text { fill: currentColor; font-size: 17px; text-anchor: middle; dominant-baseline: middle }
@media (prefers-color-scheme: light) { body { background: #fff; color: #14202e } a { color: #06658a }
  h2, nav, footer, .needs { color: #44546c } code { background: #e8edf4 } }
"""


def write_rules(folder: Path) -> int:
    """Write an index and a file for each page to a folder. Raises CommandError if that is impossible."""
    make_folder(folder)
    pages = rule_pages()
    (folder / INDEX).write_text(_index(pages), encoding="utf-8")
    for page in pages.by_key.values():
        (folder / file_name(page.key)).write_text(_html(pages, page), encoding="utf-8")
    print_line(f"{len(pages.by_key)} pages written. Open {folder / INDEX}")
    return 0


def file_name(key: str) -> str:
    """Return the file of a page: `movement-overlapping.html` for `Movement > Overlapping`."""
    return re.sub(r"[^a-z0-9]+", "-", key.lower()).strip("-") + ".html"


def _whole(title: str, body: str) -> str:
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{escape(title)}</title>'
    return (
        f'<!doctype html>\n<html lang="en"><head>{head}<style>{STYLE}</style></head>\n<body>\n{body}\n</body></html>\n'
    )


def _link(pages: Pages, key: str, text: str = "") -> str:
    """Return a link to a page, or to a ruling on it if the text is its number."""
    place = f"{file_name(key)}#{text}" if text in pages.rulings else file_name(key)
    return f'<a href="{place}">{escape(text or pages[key].title)}</a>'


def _index(pages: Pages) -> str:
    parts = [f"<h1>Rules</h1><p>Jovian Wars {EDITION} in our words.</p>"]
    for chapter, headings in pages.chapters.items():
        parts.append(f"<h2>{_link(pages, chapter)}</h2><p>{', '.join(_link(pages, page.key) for page in headings)}</p>")
    return _whole("Rules", "\n".join(parts))


def _html(pages: Pages, page: Page) -> str:
    return _whole(f"{page.title} - Rules", "\n".join(_body(pages, page)))


def _body(pages: Pages, page: Page) -> Iterator[str]:
    chapter = "" if page.is_chapter else f" &gt; {_link(pages, page.chapter)}"
    yield f'<nav><a href="{INDEX}">Contents</a>{chapter}</nav><h1>{escape(page.title)}</h1>'
    if page.text:
        yield f"<p>{_text(pages, page, page.text)}</p>"
    if page.diagram is not None:
        yield _figure(page.diagram)
    if page.entries:
        yield "<dl>"
    for entry in page.entries:
        name = "" if entry.name == page.title else f"<dt>{escape(entry.name)}</dt>"
        needs = f'<div class="needs">Needs: {escape(entry.needs)}</div>' if entry.needs else ""
        yield f"{name}<dd>{_text(pages, page, entry.text)}{needs}</dd>"
    if page.entries:
        yield "</dl>"
    if page.is_chapter:
        yield "<ul>"
        for other in pages.chapters[page.key]:
            yield f"<li>{_link(pages, other.key)}: {escape(other.first_line)}</li>"
        yield "</ul>"
    if page.rulings:
        yield "<h2>Rulings</h2><dl>"
        for ruling in page.rulings:
            yield f'<dt id="{ruling.number}">{ruling.number}</dt><dd>{_text(pages, page, ruling.text)}</dd>'
        yield "</dl>"
    if page.options:
        yield "<h2>Options of a game</h2><dl>"
        for option in (pages.options[name] for name in page.options):
            default = "" if option.default == EDITION else f": {escape(option.default)}"
            yield f"<dt>{escape(option.title)}{default}</dt><dd>{escape(option.summary)}</dd>"
            for variant in option.variants:
                yield f"<dt>{escape(option.title)}: {escape(variant.name)}</dt><dd>{escape(variant.summary)}</dd>"
        yield "</dl>"
    if page.see:
        yield f"<h2>See also</h2><p>{', '.join(_link(pages, key) for key in page.see)}</p>"
    before, after = pages.beside(page.key)
    links = [_link(pages, before.key, f"< {before.title}")] if before is not None else []
    links += [_link(pages, after.key, f"{after.title} >")] if after is not None else []
    yield f"<footer><p>{' &nbsp; '.join(links)}</p><p>{escape(page.place)}</p></footer>"


# --- Diagrams ---

WIDTH = 560
"""The width of a diagram, in the units of its SVG."""


def _figure(diagram: Diagram) -> str:
    scale = WIDTH / diagram.width
    height = diagram.height * scale
    shapes = "".join(_svg(shape, scale, height) for shape in diagram.shapes)
    caption = escape(diagram.caption)
    return (
        f'<figure><svg viewBox="0 0 {WIDTH} {height:.0f}" role="img" aria-label="{caption}">{shapes}</svg>'
        f"<figcaption>{caption}</figcaption></figure>"
    )


def _svg(shape: Shape, scale: float, height: float) -> str:
    points = [(x * scale, height - y * scale) for x, y in shape.points]
    if shape.kind == LABEL:
        x, y = points[0]
        return f'<text x="{x:.1f}" y="{y:.1f}" class="{shape.color}">{escape(shape.text)}</text>'
    tag = "polygon" if shape.kind in (AREA, BASE) else "polyline"
    places = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f'<{tag} class="{shape.kind} {shape.color}" points="{places}"/>'


def _text(pages: Pages, page: Page, text: str) -> str:
    """Return a text with its links, code marks, and line breaks."""
    pieces = pages.linked(text, page.key)
    out = "".join(_link(pages, piece.target, piece.text) if piece.target else escape(piece.text) for piece in pieces)
    return re.sub(r"`([^`]*)`", r"<code>\1</code>", out).replace("\n", "<br>")
