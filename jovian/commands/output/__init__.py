"""What commands print and write: tables, the account of a game, events as JSON lines, one line for each problem."""
