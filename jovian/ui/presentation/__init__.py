"""Texts, odds, and animations that several parts of the window show."""
