"""What was done to a draft, to be undone and done again."""

from __future__ import annotations

from dataclasses import dataclass, replace

from jovian.editing.draft import Draft

MOST = 300
"""Drafts that are kept to go back to."""


@dataclass(frozen=True, slots=True)
class History:
    """Drafts in the order in which they were made, and the one that is edited now."""

    drafts: tuple[Draft, ...]
    at: int = 0
    saved: Draft | None = None
    """The draft as the file has it, None if there is no file."""

    @property
    def now(self) -> Draft:
        """The draft that is edited."""
        return self.drafts[self.at]

    @property
    def unsaved(self) -> bool:
        """Would something be lost without saving?"""
        return self.now != self.saved if self.saved is not None else self.at > 0

    @property
    def can_undo(self) -> bool:
        """Was anything done?"""
        return self.at > 0

    @property
    def can_redo(self) -> bool:
        """Was anything undone since?"""
        return self.at + 1 < len(self.drafts)

    def then(self, draft: Draft) -> History:
        """With another draft after this one; what was undone is forgotten. The same draft is no step."""
        if draft == self.now:
            return self
        drafts = (*self.drafts[: self.at + 1], draft)[-MOST:]
        return replace(self, drafts=drafts, at=len(drafts) - 1)

    def undone(self) -> History:
        """The history one step back, if there is one."""
        return replace(self, at=max(0, self.at - 1))

    def redone(self) -> History:
        """The history one step forward again, if there is one."""
        return replace(self, at=min(len(self.drafts) - 1, self.at + 1))

    def kept(self) -> History:
        """With the draft of now as the one that the file has."""
        return replace(self, saved=self.now)
