"""Jovian Wars: a digital table for the miniatures wargame."""

__version__ = "0.1.0"
