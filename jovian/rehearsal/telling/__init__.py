"""Answers told: in plain sentences, as JSON, as games to look at, as a page."""
