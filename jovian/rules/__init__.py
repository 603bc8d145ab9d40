"""The rulebook: procedures, the one formula, and the effects that bend them. One file a heading of the book."""
