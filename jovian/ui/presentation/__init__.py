"""Log, tables of odds, animations, and summaries that several parts of the window show."""
