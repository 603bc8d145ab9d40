"""Reference players that are kept for measuring others."""
