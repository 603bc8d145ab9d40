"""Whole games that must not change: golden games as readable text, recorded games as a few hashes per turn."""
