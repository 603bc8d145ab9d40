"""Dogfights, Bombing Runs, and interceptions, with all reactions to a move."""
