"""The admiral: plays a few of the captain's plans on in private games, and takes the one that comes out best."""

from jovian.players.admiral.admiral import Admiral

__all__ = ["Admiral"]
