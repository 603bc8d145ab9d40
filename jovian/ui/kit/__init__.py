"""The kit: theme, text, drawn shapes and widgets. It knows no game."""
