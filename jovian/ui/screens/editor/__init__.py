"""The scenario editor: its page, the hand on its table, and where its drafts go."""
