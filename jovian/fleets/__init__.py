"""Fleets while a player builds them: drafts, the rules that a draft keeps or breaks, and lists to share."""
