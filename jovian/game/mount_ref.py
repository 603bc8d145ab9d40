"""A weapon of a formation: which member's, and which of its mounts. The only place that knows how that is written."""

from __future__ import annotations

FURTHER = "+"


class MountRef(str):
    """A mount of a model or of its formation, as answers, events and saves write it.

    That is the id of the mount on the card, such as `a1`; with one `+` if it is that of the second member of the
    formation, and one more for each member behind it. Whatever is no text of this kind names no weapon.
    """

    __slots__ = ()

    @classmethod
    def of(cls, ident: str, member: int = 0) -> MountRef:
        """The mount of that id on the card of a member, the one that the others follow being 0."""
        return cls(ident + FURTHER * member)

    @property
    def ident(self) -> str:
        """The id of the mount on the card."""
        return self.rstrip(FURTHER)

    @property
    def member(self) -> int:
        """Whose it is: 0 for the model that is named, 1 for the second of its formation."""
        return len(self) - len(self.ident)

    @property
    def line(self) -> str:
        """The line of the weapon table: the letter of the id."""
        return self[:1]

    def without(self, place: int) -> MountRef | None:
        """What it is called once the member at that place of the formation is gone, None if it went with it."""
        if self.member == place:
            return None
        return MountRef.of(self.ident, self.member - (self.member > place))
