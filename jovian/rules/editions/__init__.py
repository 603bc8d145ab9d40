"""Options of a game: rules that an older text, or a table that likes it otherwise, plays in another way."""
