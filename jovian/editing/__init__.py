"""The scenario editor without its window: drafts, commands that change them, their problems and fixes, and files."""
