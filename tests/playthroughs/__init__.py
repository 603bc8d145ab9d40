"""Whole games that go as they went: golden ones as text a person can read, recorded ones as a few hashes a turn."""
