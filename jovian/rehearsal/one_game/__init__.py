"""One game: where it starts, how it is played, by a plan or without one, and what came of it."""
