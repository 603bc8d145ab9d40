"""The clipboard of the system: one text in, one text out; where there is none, nothing happens."""

from __future__ import annotations

import pygame


def copy(text: str) -> None:
    """Put a text there; an empty one would only wipe what is there."""
    if text:
        try:
            pygame.scrap.put_text(text)
        except pygame.error:
            return


def pasted() -> str:
    """The text that is there, "" if none is."""
    try:
        return pygame.scrap.get_text()
    except pygame.error:
        return ""
