"""Traits of models and weapons as older texts have them, a family a file."""
