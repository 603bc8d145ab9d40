"""What a result does to its target: damage tables, criticals, catastrophes, losses, boarders, and what it is worth."""
