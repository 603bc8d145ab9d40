"""The clipboard of the system: one text in, one text out; where there is none, nothing happens."""

from __future__ import annotations

import pygame


def copy(text: str) -> bool:
    """Put a text there, and whether it is there now; an empty one would only wipe what is there."""
    if not text:
        return False
    try:
        pygame.scrap.put_text(text)
    except pygame.error:
        return False
    return True


def pasted() -> str:
    """The text that is there, "" if none is."""
    try:
        return pygame.scrap.get_text()
    except pygame.error:
        return ""
