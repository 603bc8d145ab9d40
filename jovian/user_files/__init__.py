"""The files of the user: saves, notes on games, chosen player files, progress of lessons, and error reports."""
