"""What a game is about and how it came out: the briefing before it, the result after it."""
