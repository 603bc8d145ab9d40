"""A game that people and computer players play: every answer, who looks, what the viewer may see, and its saving."""
