"""Figures as SVG that stands inside a page: text in the page's color, names unlike those of other figures."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from io import StringIO
from typing import Any

from matplotlib import rc_context
from matplotlib.figure import Figure

INK = "#0a0b0c"
"""What is drawn in it has the color of the page's text: dark on light, light on dark."""
SIDES = ("#3a86d8", "#d9603b")
"""Side 0 and side 1; side 1 is hatched besides."""
HATCHES = ("", "////")
DRAWN = "#8a93a6"
"""Neither side's."""
STYLE: dict[Any, Any] = {
    "svg.fonttype": "none", "svg.hashsalt": "rehearsal", "font.family": "sans-serif", "font.size": 9.0,
    "text.color": INK, "axes.edgecolor": INK, "axes.labelcolor": INK, "xtick.color": INK, "ytick.color": INK,
    "axes.facecolor": "none", "figure.facecolor": "none", "savefig.facecolor": "none", "hatch.linewidth": 0.6,
    "hatch.color": INK, "axes.spines.top": False, "axes.spines.right": False, "axes.titlesize": 9.0,
    "axes.titlelocation": "left", "legend.frameon": False, "text.parse_math": False,
}  # fmt: skip
"""How all figures look."""
_FRAME = re.compile(r"<svg [^>]*?viewBox=\"([^\"]*)\"[^>]*>")
_NAMES = re.compile(r"(\bid=\"|url\(#|href=\"#)")
_LEFT_OUT = re.compile(r"\s*<metadata>.*?</metadata>|\s*<style.*?</style>", re.DOTALL)
"""What says who drew it, and a style that would hold for the whole page."""


@contextmanager
def drawn(width: float, height: float) -> Iterator[Figure]:
    """A figure of so many inches to be filled, in the style of all."""
    with rc_context(STYLE):
        yield Figure(figsize=(width, height), layout="constrained")


def as_svg(figure: Figure, name: str, title: str, told: str) -> str:
    """A figure as an `svg` element. `name` is unlike that of any other figure of the page.

    `title` and `told` are read to those who do not see it.
    """
    content = StringIO()
    with rc_context(STYLE):
        figure.savefig(content, format="svg", metadata={"Date": None})
    text = _LEFT_OUT.sub("", content.getvalue())
    frame = _FRAME.search(text)
    assert frame is not None, "matplotlib writes an svg element with a viewBox"
    body = _NAMES.sub(rf"\g<1>{name}-", text[frame.end() :]).replace(INK, "currentColor")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" role="img" '
        f'viewBox="{frame[1]}" stroke-linejoin="round" stroke-linecap="butt" '
        f'aria-labelledby="{name}-title {name}-told">'
        f'<title id="{name}-title">{escape(title)}</title><desc id="{name}-told">{escape(told)}</desc>{body.rstrip()}'
    )
