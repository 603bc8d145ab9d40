"""A position of a game as a draft: its models and its terrain where they are, as far as a scenario can say it."""
