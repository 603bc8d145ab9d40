"""What a side may not know of its enemy, drawn anew for each game from what is possible."""
