"""The panels around the board, and the two lists of numbers that float over it."""
