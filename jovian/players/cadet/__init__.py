"""The cadet: an opponent for a first game, which plays as the ensign does and makes plain mistakes on purpose."""

from jovian.players.cadet.cadet import Cadet

__all__ = ["Cadet"]
