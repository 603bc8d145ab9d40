"""Unidentified objects beyond those of every game: open to squadrons of both sides, placed by a scenario, searched."""
