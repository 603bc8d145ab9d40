"""Options of a game: rules of older editions, and house rules."""
