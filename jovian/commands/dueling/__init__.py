"""`duel`: what is asked for, played and followed, and told as tables or JSON."""
