"""HTML pages from the templates in this folder, all with the frame and the style of `base.html`.

Other layers compute plain values. Only templates contain HTML, and they escape all text.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jinja2 import Environment

TEMPLATES = Path(__file__).parent


def render_page(template: str, **values: object) -> str:
    """Return a page without other files or network access, made from a template and its values."""
    return _environment().get_template(template).render(values)


@cache
def _environment() -> Environment:
    # Imported here, because most commands and the start of the window need no pages.
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(TEMPLATES), autoescape=True, undefined=StrictUndefined, trim_blocks=True,
        lstrip_blocks=True, keep_trailing_newline=True,
    )  # fmt: skip
    environment.policies["json.dumps_kwargs"] = {"separators": (",", ":")}
    return environment
