"""What a scenario is made of: zones, objectives, rules of its own, each a clause; and what models are worth."""
