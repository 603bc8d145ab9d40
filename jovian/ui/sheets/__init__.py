"""The prompts beside the board: a question with its answers, laid out and drawn."""
