"""A sheet: a question with its answers beside or below the board, as whoever answers it hands it to the panel."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet of choices beside or below the board: a prompt."""

    title: str
    text: str
    place: str
    answers: tuple[tuple[str, str, str], ...]
    """Name, label, detail; the first is the suggested one."""
    faces: tuple[tuple[int, ...], ...] = ()
    """The dice that each answer keeps, where answers are dice."""
